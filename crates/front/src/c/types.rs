//! The types of C.

use std::collections::HashMap;

use base::{Arena, Place, define_id};

use super::tree::LocalId;

define_id!(
    /// A type without qualifiers. Equal types have equal ids, tags apart.
    TypeId,
    "t"
);
define_id!(
    /// A `struct` or `union`.
    RecordId,
    "r"
);
define_id!(
    /// An `enum`.
    EnumId,
    "e"
);

/// An integer type other than `_Bool` and enums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the language")]
pub enum IntegerKind {
    /// Plain `char`, signed on both machines and yet a type of its own.
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
}

/// A floating type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the language")]
pub enum FloatKind {
    Float,
    Double,
    /// Typed and laid out; what it computes is for the lowering to refuse.
    LongDouble,
}

/// A type that can be named and measured, but not computed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the language")]
pub enum Opaque {
    Int128,
    UnsignedInt128,
    Float128,
    ComplexFloat,
    ComplexDouble,
    ComplexLongDouble,
    Decimal,
    /// `__builtin_va_list`.
    ArgumentList,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// `int` and the like.
    Integer(IntegerKind),
    /// `double` and the like.
    Float(FloatKind),
    /// An `enum`.
    Enum(EnumId),
    /// A pointer to an object, a function or `void`.
    Pointer(QualType),
    /// An array.
    Array {
        /// What it holds.
        element: QualType,
        /// How many; `None` for `[]`.
        length: Option<u64>,
    },
    /// An array whose length is known when its declaration is reached.
    VariableArray {
        /// What it holds.
        element: QualType,
        /// The variable of the function that holds how many; `None` in prototypes, where nobody counts.
        count: Option<LocalId>,
    },
    /// A function.
    Function(FunctionType),
    /// A `struct` or `union`.
    Record(RecordId),
    /// What cannot be computed with.
    Opaque(Opaque),
}

/// Parameters and result of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// What it returns.
    pub result: TypeId,
    /// What it takes; `None` without a prototype, `f()`.
    pub parameters: Option<Vec<TypeId>>,
    /// Whether `, ...` follows.
    pub variadic: bool,
}

/// A type with its qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QualType {
    /// The type.
    pub id: TypeId,
    /// `const`.
    pub constant: bool,
    /// `volatile`.
    pub volatile: bool,
}

impl QualType {
    /// The type without qualifiers.
    pub fn plain(id: TypeId) -> Self {
        Self {
            id,
            constant: false,
            volatile: false,
        }
    }

    /// This type with the qualifiers of another one as well.
    pub fn with(self, other: QualType) -> Self {
        Self {
            id: self.id,
            constant: self.constant || other.constant,
            volatile: self.volatile || other.volatile,
        }
    }
}

/// A `struct` or `union`.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag.
    pub tag: Option<String>,
    /// Whether it is a `union`.
    pub union: bool,
    /// Where it is defined, or first named.
    pub place: Place,
    /// Its members and their offsets, once it is defined.
    pub body: Option<RecordBody>,
}

/// The members of a record, laid out.
#[derive(Clone, Debug)]
pub struct RecordBody {
    /// In the order of the source, unnamed bit-fields left out.
    pub fields: Vec<Field>,
    /// In bytes, padding included.
    pub size: u64,
    /// In bytes.
    pub align: u64,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Field {
    /// `None` for an anonymous `struct` or `union`, whose members are members of the outer one.
    pub name: Option<String>,
    /// Its type.
    pub ty: QualType,
    /// In bytes, from the start of the record. For a bit-field that of the byte with its first bit.
    pub offset: u64,
    /// Which bits, for a bit-field.
    pub bits: Option<Bits>,
}

/// The bits of a bit-field, counted from the least significant bit of the byte at the field's offset. They run on into
/// the following bytes, low bits first, and never past the end of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    /// The first one, less than 8.
    pub start: u32,
    /// How many.
    pub width: u32,
}

/// An `enum`.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its tag.
    pub tag: Option<String>,
    /// Where it is defined, or first named.
    pub place: Place,
    /// The integer type that it is compatible with; `unsigned int` where no value is negative, as gcc has it.
    pub integer: TypeId,
    /// Names and values, once it is defined.
    pub values: Option<Vec<(String, i128)>>,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    types: Arena<TypeId, Type>,
    index: HashMap<Type, TypeId>,
    /// The structs and unions.
    pub records: Arena<RecordId, Record>,
    /// The enums.
    pub enums: Arena<EnumId, Enum>,
}

impl Types {
    pub(super) fn new() -> Self {
        Self {
            types: Arena::new(),
            index: HashMap::new(),
            records: Arena::new(),
            enums: Arena::new(),
        }
    }

    /// The id of a type.
    pub(super) fn id(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.index.get(&ty) {
            return *id;
        }
        let id = self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// The type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    pub(super) fn integer(&mut self, kind: IntegerKind) -> TypeId {
        self.id(Type::Integer(kind))
    }

    pub(super) fn int(&mut self) -> TypeId {
        self.integer(IntegerKind::Int)
    }

    pub(super) fn pointer(&mut self, to: QualType) -> TypeId {
        self.id(Type::Pointer(to))
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<QualType> {
        match self.get(id) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// The parameters and result, for a function.
    pub fn function(&self, id: TypeId) -> Option<&FunctionType> {
        match self.get(id) {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The record.
    pub fn record(&self, id: TypeId) -> Option<RecordId> {
        match self.get(id) {
            Type::Record(record) => Some(*record),
            _ => None,
        }
    }

    /// Whether a value is a whole number: `_Bool`, integers and enums.
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Bool | Type::Integer(_) | Type::Enum(_))
    }

    /// Whether it is `float` or a wider one.
    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Float(_))
    }

    /// Whether a value is a number.
    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_integer(id) || self.is_float(id)
    }

    /// Whether it is a pointer.
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer(_))
    }

    /// Whether a value is a number or a pointer.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.is_pointer(id)
    }

    /// Whether it is `void`.
    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Void)
    }

    /// Whether integers of this type can be negative. No integers: no.
    pub fn is_signed(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Integer(kind) => kind.is_signed(),
            Type::Enum(id) => self.is_signed(self.enums[*id].integer),
            _ => false,
        }
    }

    /// A member with what leads to it: its type with the record's qualifiers left out, the offset from the start of the
    /// outermost record, and its bits. Members of anonymous records are found, too.
    pub fn member(&self, record: RecordId, name: &str) -> Option<Field> {
        let body = self.records[record].body.as_ref()?;
        if let Some(field) = body
            .fields
            .iter()
            .find(|field| field.name.as_deref() == Some(name))
        {
            return Some(field.clone());
        }
        body.fields
            .iter()
            .filter(|field| field.name.is_none())
            .find_map(|outer| {
                let inner = self.member(self.record(outer.ty.id)?, name)?;
                Some(Field {
                    offset: outer.offset + inner.offset,
                    ty: inner.ty.with(outer.ty),
                    ..inner
                })
            })
    }

    /// Whether two types are compatible (C11 6.2.7), qualifiers of the outermost left aside.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Type::Pointer(a), Type::Pointer(b)) => self.compatible_qualified(*a, *b),
            (
                Type::Array {
                    element: a,
                    length: m,
                },
                Type::Array {
                    element: b,
                    length: n,
                },
            ) => self.compatible_qualified(*a, *b) && (m.is_none() || n.is_none() || m == n),
            (
                Type::VariableArray { element: a, .. },
                Type::VariableArray { element: b, .. } | Type::Array { element: b, .. },
            )
            | (Type::Array { element: a, .. }, Type::VariableArray { element: b, .. }) => {
                self.compatible_qualified(*a, *b)
            }
            (Type::Enum(e), Type::Integer(_)) => self.enums[*e].integer == b,
            (Type::Integer(_), Type::Enum(e)) => self.enums[*e].integer == a,
            (Type::Function(a), Type::Function(b)) => self.compatible_functions(a, b),
            _ => false,
        }
    }

    fn compatible_qualified(&self, a: QualType, b: QualType) -> bool {
        a.constant == b.constant && a.volatile == b.volatile && self.compatible(a.id, b.id)
    }

    fn compatible_functions(&self, a: &FunctionType, b: &FunctionType) -> bool {
        self.compatible(a.result, b.result)
            && match (&a.parameters, &b.parameters) {
                (Some(p), Some(q)) => {
                    a.variadic == b.variadic
                        && p.len() == q.len()
                        && p.iter().zip(q).all(|(a, b)| self.compatible(*a, *b))
                }
                (None, _) | (_, None) => true,
            }
    }

    /// The type as the user would write it.
    pub fn name(&self, ty: QualType) -> String {
        super::print::declaration(self, ty, "")
    }
}

impl IntegerKind {
    /// Whether values can be negative.
    pub fn is_signed(self) -> bool {
        match self {
            Self::Char
            | Self::SignedChar
            | Self::Short
            | Self::Int
            | Self::Long
            | Self::LongLong => true,
            Self::UnsignedChar
            | Self::UnsignedShort
            | Self::UnsignedInt
            | Self::UnsignedLong
            | Self::UnsignedLongLong => false,
        }
    }

    /// The unsigned type of the same rank.
    pub(super) fn unsigned(self) -> Self {
        match self {
            Self::Char | Self::SignedChar | Self::UnsignedChar => Self::UnsignedChar,
            Self::Short | Self::UnsignedShort => Self::UnsignedShort,
            Self::Int | Self::UnsignedInt => Self::UnsignedInt,
            Self::Long | Self::UnsignedLong => Self::UnsignedLong,
            Self::LongLong | Self::UnsignedLongLong => Self::UnsignedLongLong,
        }
    }

    /// The place in the order of conversions (C11 6.3.1.1).
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Char | Self::SignedChar | Self::UnsignedChar => 1,
            Self::Short | Self::UnsignedShort => 2,
            Self::Int | Self::UnsignedInt => 3,
            Self::Long | Self::UnsignedLong => 4,
            Self::LongLong | Self::UnsignedLongLong => 5,
        }
    }
}
