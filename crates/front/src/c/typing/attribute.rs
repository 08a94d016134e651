//! GNU attributes and names in the object file: those that change what a program means are obeyed or refused, as are those
//! that nobody here knows; the others say nothing.

use std::collections::BTreeSet;

use lang_c::ast::{Attribute, Extension};
use lang_c::span::Node;

use super::{Typed, Typing, unsupported, wrong};
use crate::c::library;
use crate::c::tree::FunctionId;
use crate::c::types::{IntegerKind, QualType, Type};

/// What attributes say.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) packed: bool,
    pub(super) aligned: Option<u64>,
    pub(super) noreturn: bool,
    /// A function does nothing but give a value.
    pub(super) pure: bool,
    /// Which arguments of a function are never null.
    nonnull: Option<NeverNull>,
    /// A function never gives null.
    returns_nonnull: bool,
    /// Something else is said of the pointers that a function is given or gives.
    promises: bool,
    pub(super) mode: Option<String>,
    /// What is declared may be defined nowhere, or elsewhere.
    pub(super) weak: bool,
    /// The name in the object file.
    pub(super) label: Option<String>,
}

/// Which arguments of a function are never null.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NeverNull {
    /// All pointers.
    All,
    /// Those at some positions, of which the first is 0.
    At(BTreeSet<usize>),
}

impl Attributes {
    pub(super) fn and(mut self, other: Attributes) -> Attributes {
        self.packed |= other.packed;
        self.noreturn |= other.noreturn;
        self.pure |= other.pure;
        self.nonnull = match (self.nonnull, other.nonnull) {
            (Some(NeverNull::At(these)), Some(NeverNull::At(those))) => {
                Some(NeverNull::At(&these | &those))
            }
            (Some(_), Some(_)) => Some(NeverNull::All),
            (one, None) | (None, one) => one,
        };
        self.returns_nonnull |= other.returns_nonnull;
        self.promises |= other.promises;
        self.aligned = self.aligned.max(other.aligned);
        self.mode = other.mode.or(self.mode);
        self.weak |= other.weak;
        self.label = other.label.or(self.label);
        self
    }

    /// Whether compilers count on something that functions of a type do.
    fn tells_of_functions(&self) -> bool {
        self.noreturn
            || self.pure
            || self.promises
            || self.returns_nonnull
            || self.nonnull.is_some()
    }
}

/// Soundness: these say nothing about what a program does. All others might: that a function runs by itself (`constructor`), that a
/// name means another one (`alias`), that numbers are computed or stored otherwise (`optimize`, `scalar_storage_order`).
const HARMLESS: &str = "\
    always_inline artificial cdecl cold common copy_of counted_by \
    deprecated designated_init error externally_visible fallthrough fd_arg fd_arg_read fd_arg_write flag_enum flatten \
    format format_arg gcc_struct gnu_inline hot leaf may_alias no_icf no_instrument_function no_profile_instrument_function \
    no_reorder no_sanitize no_sanitize_address no_sanitize_thread no_sanitize_undefined no_split_stack no_stack_limit \
    no_stack_protector nocommon noclone noinline noipa nonstring noplt noreturn nothrow patchable_function_entry returns_twice \
    retain sentinel stack_protect stdcall sysv_abi tainted_args tls_model unavailable unused used visibility \
    warn_if_not_aligned warn_unused warn_unused_result warning zero_call_used_regs nodebug disable_tail_calls internal_linkage \
    bounded null_terminated_string_arg nocf_check force_align_arg_pointer regparm fastcall __unused__";

/// Compilers count on what these say of the pointers that a function is given or gives, and nothing here looks at that.
const PROMISES: [&str; 5] = [
    "access",
    "alloc_align",
    "alloc_size",
    "assume_aligned",
    "malloc",
];

/// Sections whose content runs before or after the program.
const RUNNING: [&str; 7] = [
    ".init",
    ".fini",
    ".ctors",
    ".dtors",
    ".preinit",
    ".init_array",
    ".fini_array",
];

impl Typing<'_> {
    pub(super) fn attributes(&mut self, extensions: &[Node<Extension>]) -> Typed<Attributes> {
        let mut found = Attributes::default();
        for extension in extensions {
            match &extension.node {
                Extension::Attribute(attribute) => found = found.and(self.attribute(attribute)?),
                Extension::AsmLabel(label) => found.label = Some(text_of(&label.node)),
                Extension::AvailabilityAttribute(_) => {}
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
            "const" | "pure" => found.pure = true,
            "nonnull" => found.nonnull = Some(self.never_null(attribute)?),
            "returns_nonnull" => found.returns_nonnull = true,
            _ if PROMISES.contains(&name) => found.promises = true,
            "aligned" => found.aligned = Some(self.alignment(attribute)?),
            "mode" => found.mode = mode(attribute),
            "weak" => found.weak = true,
            "section" if !runs_by_itself(attribute) => {}
            _ if HARMLESS.split(' ').any(|harmless| harmless == name) => {}
            _ => return unsupported(&place, format!("the attribute `{name}`")),
        }
        Ok(found)
    }

    fn never_null(&mut self, attribute: &Attribute) -> Typed<NeverNull> {
        let mut positions = BTreeSet::new();
        for argument in &attribute.arguments {
            let position = self.integer_constant(argument)?;
            let first = usize::try_from(position)
                .ok()
                .and_then(|at| at.checked_sub(1));
            positions.extend(first);
        }
        Ok(match attribute.arguments.is_empty() {
            true => NeverNull::All,
            false => NeverNull::At(positions),
        })
    }

    /// A function is what the attributes of a declaration say.
    pub(super) fn attribute_function(&mut self, id: FunctionId, attributes: &Attributes) {
        let ty = self.unit.types.function(self.unit.functions[id].ty);
        let parameters = ty.and_then(|ty| ty.parameters.clone());
        let is_pointer = |at: &usize| {
            let ty = parameters.as_ref().and_then(|all| all.get(*at));
            ty.is_some_and(|ty| self.unit.types.is_pointer(*ty))
        };
        let most = parameters.as_ref().map_or(0, Vec::len);
        let never_null: BTreeSet<usize> = match &attributes.nonnull {
            None => BTreeSet::new(),
            Some(NeverNull::All) => (0..most).filter(is_pointer).collect(),
            Some(NeverNull::At(positions)) => {
                positions.iter().copied().filter(is_pointer).collect()
            }
        };
        // Without a prototype nobody knows what is a pointer.
        let open = attributes.nonnull.is_some() && parameters.is_none();
        let function = &mut self.unit.functions[id];
        function.noreturn |= attributes.noreturn;
        function.weak |= attributes.weak;
        function.pure |= attributes.pure;
        function.never_null.extend(never_null);
        function.returns_nonnull |= attributes.returns_nonnull;
        function.promises |= attributes.promises || open;
    }

    /// Soundness: what attributes say of the functions that a pointer leads to is assumed where functions are called through pointers.
    pub(super) fn attribute_type(&mut self, attributes: &Attributes) {
        self.unit.promising_types |= attributes.tells_of_functions();
    }

    /// Soundness: functions that are declared by the name of a type would have to be what its attributes say.
    pub(super) fn attribute_name_of_type(
        &mut self,
        attributes: &Attributes,
        ty: QualType,
        place: &base::Place,
    ) -> Typed<()> {
        self.attribute_type(attributes);
        match attributes.tells_of_functions() && self.unit.types.function(ty.id).is_some() {
            true => unsupported(place, "attributes of a type of functions"),
            false => Ok(()),
        }
    }

    /// Soundness: what has another name in the object file is perhaps something else. The headers of the C library use that to
    /// choose among versions of a function.
    pub(super) fn refuse_label(
        &self,
        attributes: &Attributes,
        name: &str,
        place: &base::Place,
    ) -> Typed<()> {
        let reserved = |name: &str| library::has_function(name) || name.starts_with("__");
        let known = |label: &str| reserved(name) && reserved(label);
        match &attributes.label {
            Some(label) if label != name && !known(label) => unsupported(
                place,
                format!("the name `{label}` that `{name}` has in the object file"),
            ),
            Some(_) | None => Ok(()),
        }
    }

    /// `aligned` alone means the greatest alignment any type has.
    fn alignment(&mut self, attribute: &Attribute) -> Typed<u64> {
        let Some(argument) = attribute.arguments.first() else {
            return Ok(16);
        };
        let value = self.integer_constant(argument)?;
        self.power_of_two(value, &self.place(argument.span))
    }

    pub(super) fn power_of_two(&self, value: i128, place: &base::Place) -> Typed<u64> {
        match u64::try_from(value) {
            Ok(align) if align.is_power_of_two() && align <= 1 << 28 => Ok(align),
            _ => wrong(
                place,
                format!("an alignment of {value} bytes is not possible"),
            ),
        }
    }

    /// The integer type that `mode` asks for.
    pub(super) fn with_mode(
        &mut self,
        ty: QualType,
        mode: &str,
        place: &base::Place,
    ) -> Typed<QualType> {
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
        let kind = if old.is_signed() {
            kind
        } else {
            kind.unsigned()
        };
        Ok(QualType {
            id: self.types().integer(kind),
            ..ty
        })
    }
}

/// Whether what is in a section runs without being called.
fn runs_by_itself(attribute: &Attribute) -> bool {
    match attribute.arguments.first().map(|argument| &argument.node) {
        Some(lang_c::ast::Expression::StringLiteral(section)) => {
            let section = text_of(&section.node);
            RUNNING.iter().any(|running| section.starts_with(running))
        }
        _ => true,
    }
}

/// The text of a literal as it stands in the source, without quotes.
fn text_of(literal: &[String]) -> String {
    literal.iter().map(|part| part.trim_matches('"')).collect()
}

fn mode(attribute: &Attribute) -> Option<String> {
    match &attribute.arguments.first()?.node {
        lang_c::ast::Expression::Identifier(name) => Some(name.node.name.clone()),
        _ => None,
    }
}

/// `__packed__` is `packed`.
fn plain(name: &str) -> &str {
    name.strip_prefix("__")
        .and_then(|name| name.strip_suffix("__"))
        .unwrap_or(name)
}
