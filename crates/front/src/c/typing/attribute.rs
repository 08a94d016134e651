//! GNU attributes: those that change what a program means are obeyed or refused, the others say nothing.

use lang_c::ast::{Attribute, Extension};
use lang_c::span::Node;

use super::{Typed, Typing, unsupported, wrong};
use crate::c::types::{IntegerKind, QualType, Type};

/// What attributes say.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) packed: bool,
    pub(super) aligned: Option<u64>,
    pub(super) noreturn: bool,
    pub(super) mode: Option<String>,
}

impl Attributes {
    pub(super) fn and(mut self, other: Attributes) -> Attributes {
        self.packed |= other.packed;
        self.noreturn |= other.noreturn;
        self.aligned = self.aligned.max(other.aligned);
        self.mode = other.mode.or(self.mode);
        self
    }
}

/// Soundness: each of these makes a program do something that nothing else in its text says.
const REFUSED: [&str; 9] = [
    "cleanup",
    "constructor",
    "destructor",
    "alias",
    "ifunc",
    "vector_size",
    "scalar_storage_order",
    "ms_struct",
    "address_space",
];

impl Typing<'_> {
    pub(super) fn attributes(&mut self, extensions: &[Node<Extension>]) -> Typed<Attributes> {
        let mut found = Attributes::default();
        for extension in extensions {
            match &extension.node {
                Extension::Attribute(attribute) => found = found.and(self.attribute(attribute)?),
                // The name in the object file is not that of the program.
                Extension::AsmLabel(_) | Extension::AvailabilityAttribute(_) => {}
            }
        }
        Ok(found)
    }

    fn attribute(&mut self, attribute: &Attribute) -> Typed<Attributes> {
        let place = self.place(attribute.name.span);
        let name = plain(&attribute.name.node);
        let mut found = Attributes::default();
        match name {
            "packed" => found.packed = true,
            "noreturn" => found.noreturn = true,
            "aligned" => found.aligned = Some(self.alignment(attribute)?),
            "mode" => found.mode = mode(attribute),
            _ if REFUSED.contains(&name) => return unsupported(&place, format!("the attribute `{name}`")),
            _ => {}
        }
        Ok(found)
    }

    /// `aligned` alone means the greatest alignment any type has.
    fn alignment(&mut self, attribute: &Attribute) -> Typed<u64> {
        let Some(argument) = attribute.arguments.first() else { return Ok(16) };
        let value = self.integer_constant(argument)?;
        self.power_of_two(value, &self.place(argument.span))
    }

    pub(super) fn power_of_two(&self, value: i128, place: &base::Place) -> Typed<u64> {
        match u64::try_from(value) {
            Ok(align) if align.is_power_of_two() && align <= 1 << 28 => Ok(align),
            _ => wrong(place, format!("an alignment of {value} bytes is not possible")),
        }
    }

    /// The integer type that `mode` asks for.
    pub(super) fn with_mode(&mut self, ty: QualType, mode: &str, place: &base::Place) -> Typed<QualType> {
        let kind = match plain(mode) {
            "QI" | "byte" => IntegerKind::SignedChar,
            "HI" => IntegerKind::Short,
            "SI" => IntegerKind::Int,
            "DI" if self.unit.machine.word() == 8 => IntegerKind::Long,
            "DI" => IntegerKind::LongLong,
            "word" | "pointer" => IntegerKind::Long,
            other => return unsupported(place, format!("the mode `{other}`")),
        };
        let Type::Integer(old) = self.unit.types.get(ty.id) else {
            return unsupported(place, "a mode of what is no integer");
        };
        let kind = if old.is_signed() { kind } else { kind.unsigned() };
        Ok(QualType { id: self.types().integer(kind), ..ty })
    }
}

fn mode(attribute: &Attribute) -> Option<String> {
    match &attribute.arguments.first()?.node {
        lang_c::ast::Expression::Identifier(name) => Some(name.node.name.clone()),
        _ => None,
    }
}

/// `__packed__` is `packed`.
fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name)
}
