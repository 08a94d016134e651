//! Types as C writes them.

use crate::c::types::{
    FloatKind, FunctionType, IntegerKind, Opaque, QualType, Type, TypeId, Types,
};
use base::Id;

/// A declaration of `name`, or the type alone where there is no name.
pub(in crate::c) fn declaration(types: &Types, ty: QualType, name: &str) -> String {
    Naming { types, ids: false }.declare(ty, name.to_owned())
}

pub(super) struct Naming<'t> {
    pub(super) types: &'t Types,
    /// Records and enums by number instead of tag, which other scopes may use again; and no qualifiers.
    pub(super) ids: bool,
}

impl Naming<'_> {
    pub(super) fn plain(&self, id: TypeId) -> String {
        self.declare(QualType::plain(id), String::new())
    }

    /// From the name outwards, which is from the outermost type inwards.
    pub(super) fn declare(&self, ty: QualType, name: String) -> String {
        let (mut ty, mut inner) = (ty, name);
        loop {
            (ty, inner) = match self.types.get(ty.id) {
                Type::Pointer(to) => (*to, self.star(ty, *to, &inner)),
                Type::Array { element, length } => {
                    let length = length.map(|length| length.to_string()).unwrap_or_default();
                    (*element, format!("{inner}[{length}]"))
                }
                // Its size is said where it is made, and asked for nowhere.
                Type::VariableArray { element, .. } => {
                    let length = if self.ids { "1" } else { "*" };
                    (*element, format!("{inner}[{length}]"))
                }
                Type::Function(function) => (
                    QualType::plain(function.result),
                    format!("{inner}({})", self.parameters(function)),
                ),
                base => {
                    let name = format!("{}{}", self.qualifiers(ty), self.base(base));
                    return if inner.is_empty() {
                        name
                    } else {
                        format!("{name} {inner}")
                    };
                }
            };
        }
    }

    fn star(&self, ty: QualType, to: QualType, inner: &str) -> String {
        let qualifiers = self.qualifiers(ty);
        let star = format!("*{}", format!("{qualifiers}{inner}").trim_end());
        match self.types.get(to.id) {
            Type::Array { .. } | Type::VariableArray { .. } | Type::Function(_) => {
                format!("({star})")
            }
            _ => star,
        }
    }

    fn parameters(&self, function: &FunctionType) -> String {
        match &function.parameters {
            None => String::new(),
            Some(parameters) if parameters.is_empty() && !function.variadic => "void".to_owned(),
            Some(parameters) => {
                let mut names: Vec<String> = parameters.iter().map(|p| self.plain(*p)).collect();
                names.extend(function.variadic.then(|| "...".to_owned()));
                names.join(", ")
            }
        }
    }

    fn qualifiers(&self, ty: QualType) -> String {
        let constant = if ty.constant && !self.ids {
            "const "
        } else {
            ""
        };
        let volatile = if ty.volatile && !self.ids {
            "volatile "
        } else {
            ""
        };
        format!("{constant}{volatile}")
    }

    fn base(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Integer(kind) => integer(*kind).to_owned(),
            Type::Float(kind) => float(*kind).to_owned(),
            Type::Enum(id) if self.ids => self.plain(self.types.enums[*id].integer),
            Type::Enum(id) => format!(
                "enum {}",
                self.types.enums[*id].tag.as_deref().unwrap_or("(unnamed)")
            ),
            Type::Record(id) => {
                let record = &self.types.records[*id];
                let kind = if record.union { "union" } else { "struct" };
                match self.ids {
                    true => format!("{kind} r{}", id.index()),
                    false => format!("{kind} {}", record.tag.as_deref().unwrap_or("(unnamed)")),
                }
            }
            Type::Opaque(opaque) => self.opaque(*opaque).to_owned(),
            Type::Pointer(_)
            | Type::Array { .. }
            | Type::VariableArray { .. }
            | Type::Function(_) => String::new(),
        }
    }

    fn opaque(&self, opaque: Opaque) -> &'static str {
        match opaque {
            Opaque::Int128 => "__int128",
            Opaque::UnsignedInt128 => "unsigned __int128",
            Opaque::Float128 => "_Float128",
            Opaque::ComplexFloat => "_Complex float",
            Opaque::ComplexDouble => "_Complex double",
            Opaque::ComplexLongDouble => "_Complex long double",
            Opaque::Decimal => "_Decimal128",
            Opaque::ArgumentList => "__builtin_va_list",
        }
    }
}

pub(in crate::c) fn integer(kind: IntegerKind) -> &'static str {
    match kind {
        IntegerKind::Char => "char",
        IntegerKind::SignedChar => "signed char",
        IntegerKind::UnsignedChar => "unsigned char",
        IntegerKind::Short => "short",
        IntegerKind::UnsignedShort => "unsigned short",
        IntegerKind::Int => "int",
        IntegerKind::UnsignedInt => "unsigned int",
        IntegerKind::Long => "long",
        IntegerKind::UnsignedLong => "unsigned long",
        IntegerKind::LongLong => "long long",
        IntegerKind::UnsignedLongLong => "unsigned long long",
    }
}

fn float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
    }
}
