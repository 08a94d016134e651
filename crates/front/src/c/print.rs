//! The typed tree as C again: to look at it, and to test it.
//!
//! What the tree says about conversions, offsets and sizes is written out, so that the compiler has nothing left to
//! decide: records are bytes, members are offsets, pointers move by bytes, bit-fields are bits. Compiled without
//! assumptions about aliasing (`-fno-strict-aliasing`) the program does what the original does.

mod body;
mod data;
mod expr;
mod name;

use super::constant::{Base, Constant};
use super::tree::*;
use super::types::{QualType, TypeId};
use base::Id;
use name::Naming;

pub(super) use name::{declaration, integer};

const HELPERS: &str = "\
static void mores_set(void *at, unsigned start, unsigned width, unsigned long long value) {
    unsigned char *bytes = at;
    for (unsigned i = 0; i < width; i++) {
        unsigned bit = start + i;
        if (value >> i & 1) bytes[bit / 8] |= 1u << bit % 8; else bytes[bit / 8] &= ~(1u << bit % 8);
    }
}
static unsigned long long mores_get(void *at, unsigned start, unsigned width, int is_signed) {
    unsigned char *bytes = at;
    unsigned long long value = 0;
    for (unsigned i = 0; i < width; i++) {
        unsigned bit = start + i;
        value |= (unsigned long long)(bytes[bit / 8] >> bit % 8 & 1) << i;
    }
    if (is_signed && width < 64 && value >> (width - 1)) value |= ~0ull << width;
    return value;
}
";

/// The program as C.
pub fn as_c(unit: &Unit) -> String {
    super::with_stack(|| write(unit)).unwrap_or_else(|_| write(unit))
}

fn write(unit: &Unit) -> String {
    let naming = Naming {
        types: &unit.types,
        ids: true,
    };
    let mut printing = Printing {
        unit,
        naming,
        function: None,
        cases: Default::default(),
        temporaries: 0,
    };
    let mut text = String::from(HELPERS);
    text.push_str(&printing.records());
    text.push_str(&printing.strings());
    text.push_str(&printing.prototypes());
    text.push_str(&printing.globals());
    let functions: Vec<FunctionId> = unit.functions.ids().collect();
    for id in functions {
        text.push_str(&printing.function(id));
    }
    text
}

struct Printing<'u> {
    unit: &'u Unit,
    naming: Naming<'u>,
    function: Option<FunctionId>,
    /// What stands for the labels of the switches around.
    cases: std::collections::BTreeMap<LabelId, String>,
    temporaries: usize,
}

impl Printing<'_> {
    fn ty(&self, id: TypeId) -> String {
        self.naming.plain(id)
    }

    /// `T *`.
    fn pointer_to(&self, id: TypeId) -> String {
        let wrapped = self.naming.types.function(id).is_some()
            || matches!(
                self.naming.types.get(id),
                super::types::Type::Array { .. } | super::types::Type::VariableArray { .. }
            );
        self.naming.declare(
            QualType::plain(id),
            if wrapped {
                "(*)".to_owned()
            } else {
                "*".to_owned()
            },
        )
    }

    fn declare(&self, id: TypeId, name: &str) -> String {
        self.naming.declare(QualType::plain(id), name.to_owned())
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("tmp{}", self.temporaries)
    }

    fn local(&self, id: LocalId) -> String {
        format!("v{}", id.index())
    }

    fn global(&self, id: GlobalId) -> String {
        let global = &self.unit.globals[id];
        match global.linkage {
            Linkage::External => global.name.clone(),
            Linkage::Internal => format!("g{}_{}", id.index(), global.name),
        }
    }

    fn function_name(&self, id: FunctionId) -> String {
        let function = &self.unit.functions[id];
        match function.linkage {
            Linkage::External => function.name.clone(),
            Linkage::Internal => format!("f{}_{}", id.index(), function.name),
        }
    }

    fn string(&self, id: StringId) -> String {
        format!("str{}", id.index())
    }

    fn size(&self, ty: TypeId) -> u64 {
        self.unit.layout(ty).map_or(0, |layout| layout.size)
    }

    fn constant(&self, constant: Constant, ty: TypeId) -> String {
        let name = self.ty(ty);
        match constant {
            Constant::Integer(value) => format!("(({name}){:#x}ull)", value as u64),
            Constant::Float(value) => float(value, &name),
            Constant::Address(base, offset) => {
                let base = match base {
                    Base::Global(id) => self.global(id),
                    Base::Function(id) => self.function_name(id),
                    Base::String(id) => self.string(id),
                };
                format!("(({name})((char *)&{base} + {offset}))")
            }
        }
    }
}

fn float(value: f64, ty: &str) -> String {
    match value {
        _ if value.is_infinite() => format!(
            "(({ty}){}__builtin_inf())",
            if value < 0.0 { "-" } else { "" }
        ),
        _ if value.is_nan() => format!("(({ty})__builtin_nan(\"\"))"),
        _ => format!("(({ty}){value:?})"),
    }
}
