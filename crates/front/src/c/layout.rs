//! Sizes, alignments and offsets: the System V ABI for i386 and x86-64, as gcc has it.

use super::types::{
    Bits, Field, FloatKind, IntegerKind, Opaque, QualType, RecordBody, Type, TypeId, Types,
};

/// The machine a program is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// ILP32, i386.
    Bits32,
    /// LP64, x86-64.
    Bits64,
}

/// Size and alignment of a type, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// What `sizeof` says.
    pub size: u64,
    /// What `_Alignof` says.
    pub align: u64,
}

impl Machine {
    /// The size of a pointer, and of `long`, in bytes.
    pub fn word(self) -> u64 {
        match self {
            Self::Bits32 => 4,
            Self::Bits64 => 8,
        }
    }

    /// `size_t`.
    pub fn size_type(self) -> IntegerKind {
        match self {
            Self::Bits32 => IntegerKind::UnsignedInt,
            Self::Bits64 => IntegerKind::UnsignedLong,
        }
    }

    /// `ptrdiff_t`.
    pub fn difference_type(self) -> IntegerKind {
        match self {
            Self::Bits32 => IntegerKind::Int,
            Self::Bits64 => IntegerKind::Long,
        }
    }

    /// The size of an integer, in bytes.
    pub fn integer(self, kind: IntegerKind) -> u64 {
        match kind {
            IntegerKind::Char | IntegerKind::SignedChar | IntegerKind::UnsignedChar => 1,
            IntegerKind::Short | IntegerKind::UnsignedShort => 2,
            IntegerKind::Int | IntegerKind::UnsignedInt => 4,
            IntegerKind::Long | IntegerKind::UnsignedLong => self.word(),
            IntegerKind::LongLong | IntegerKind::UnsignedLongLong => 8,
        }
    }

    /// A scalar of this size. On i386 none is aligned to more than a word.
    fn scalar(self, size: u64) -> Layout {
        Layout {
            size,
            align: size.min(self.word()),
        }
    }

    fn float(self, kind: FloatKind) -> Layout {
        match (kind, self) {
            (FloatKind::Float, _) => self.scalar(4),
            (FloatKind::Double, _) => self.scalar(8),
            (FloatKind::LongDouble, Self::Bits32) => Layout { size: 12, align: 4 },
            (FloatKind::LongDouble, Self::Bits64) => Layout {
                size: 16,
                align: 16,
            },
        }
    }

    fn opaque(self, opaque: Opaque) -> Layout {
        let pair = |kind| {
            let part = self.float(kind);
            Layout {
                size: 2 * part.size,
                align: part.align,
            }
        };
        match opaque {
            Opaque::Int128 | Opaque::UnsignedInt128 | Opaque::Float128 | Opaque::Decimal => {
                Layout {
                    size: 16,
                    align: 16,
                }
            }
            Opaque::ComplexFloat => pair(FloatKind::Float),
            Opaque::ComplexDouble => pair(FloatKind::Double),
            Opaque::ComplexLongDouble => pair(FloatKind::LongDouble),
            Opaque::ArgumentList => match self {
                Self::Bits32 => self.scalar(4),
                Self::Bits64 => Layout { size: 24, align: 8 },
            },
        }
    }
}

/// Size and alignment; `None` for a type that has none: `void`, functions, what is not complete.
pub(super) fn layout(types: &Types, machine: Machine, id: TypeId) -> Option<Layout> {
    match types.get(id) {
        Type::Void | Type::Function(_) | Type::VariableArray { .. } => None,
        Type::Bool => Some(machine.scalar(1)),
        Type::Integer(kind) => Some(machine.scalar(machine.integer(*kind))),
        Type::Float(kind) => Some(machine.float(*kind)),
        Type::Enum(id) => layout(types, machine, types.enums[*id].integer),
        Type::Pointer(_) => Some(machine.scalar(machine.word())),
        Type::Array { element, length } => {
            let element = layout(types, machine, element.id)?;
            Some(Layout {
                size: element.size.checked_mul((*length)?)?,
                align: element.align,
            })
        }
        Type::Record(id) => types.records[*id].body.as_ref().map(|body| Layout {
            size: body.size,
            align: body.align,
        }),
        Type::Opaque(opaque) => Some(machine.opaque(*opaque)),
    }
}

/// A member as it is declared.
pub(super) struct Member {
    pub(super) name: Option<String>,
    pub(super) ty: QualType,
    /// The width of a bit-field.
    pub(super) width: Option<u32>,
    /// At least this alignment.
    pub(super) aligned: Option<u64>,
    /// No more than the alignment asked for.
    pub(super) packed: bool,
}

/// What attributes say about a whole record.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    pub(super) union: bool,
    pub(super) packed: bool,
    pub(super) aligned: Option<u64>,
    /// The greatest alignment of a member, as `#pragma pack` says it.
    pub(super) most: Option<u64>,
}

/// Places members. Each has a complete type, but the last may be an array without a length. `None` if the record is
/// larger than the machine.
pub(super) fn place(
    types: &Types,
    machine: Machine,
    shape: Shape,
    members: &[Member],
) -> Option<RecordBody> {
    let mut placing = Placing {
        shape,
        end: 0,
        size: 0,
        align: 1,
        fields: Vec::new(),
    };
    for member in members {
        let layout = match types.get(member.ty.id) {
            // A flexible array member takes no room.
            Type::Array {
                element,
                length: None,
            } => Layout {
                size: 0,
                ..layout(types, machine, element.id)?
            },
            _ => layout(types, machine, member.ty.id)?,
        };
        match member.width {
            Some(width) => placing.bits(member, layout, width),
            None => placing.plain(member, layout)?,
        }
    }
    let align = placing.align.max(shape.aligned.unwrap_or(1));
    let size = placing.size.div_ceil(8).checked_next_multiple_of(align)?;
    (size <= u64::MAX / 16).then_some(RecordBody {
        fields: placing.fields,
        size,
        align,
    })
}

/// All offsets in bits.
struct Placing {
    shape: Shape,
    /// Where the next member may start.
    end: u64,
    /// Where the furthest member ends.
    size: u64,
    /// In bytes.
    align: u64,
    fields: Vec<Field>,
}

impl Placing {
    fn plain(&mut self, member: &Member, layout: Layout) -> Option<()> {
        let packed = self.shape.packed || member.packed;
        let align = if packed { 1 } else { layout.align }.max(member.aligned.unwrap_or(1));
        let align = self.at_most(align);
        let start = if self.shape.union {
            0
        } else {
            self.end.checked_next_multiple_of(align * 8)?
        };
        self.align = self.align.max(align);
        self.take(start, layout.size.checked_mul(8)?)?;
        self.fields.push(Field {
            name: member.name.clone(),
            ty: member.ty,
            offset: start / 8,
            bits: None,
        });
        Some(())
    }

    fn at_most(&self, align: u64) -> u64 {
        align.min(self.shape.most.unwrap_or(align))
    }

    fn bits(&mut self, member: &Member, layout: Layout, width: u32) {
        let packed = self.shape.packed || member.packed;
        let unit = layout.size * 8;
        let mut start = if self.shape.union { 0 } else { self.end };
        // A width of 0 ends the unit; it does so in packed records, too.
        if width == 0 {
            self.end = if self.shape.union {
                0
            } else {
                self.end.next_multiple_of(layout.align * 8)
            };
            self.size = self.size.max(self.end);
            return;
        }
        if let Some(aligned) = member.aligned {
            start = start.next_multiple_of(self.at_most(aligned) * 8);
        }
        let step = layout.align * 8;
        // Where `#pragma pack` says something, gcc lets bits run on over the bounds of their units.
        let runs_on = packed || self.shape.most.is_some();
        if !runs_on && (start % step + u64::from(width)).div_ceil(step) > unit / step {
            start = start.next_multiple_of(step);
        }
        // An unnamed bit-field takes room, but asks for no alignment.
        if member.name.is_some() {
            let align = match self.shape.most {
                None if packed => 1,
                _ => layout.align,
            };
            let align = align.max(member.aligned.unwrap_or(1));
            self.align = self.align.max(self.at_most(align));
        }
        if self.take(start, u64::from(width)).is_some() && member.name.is_some() {
            self.fields.push(bit_field(member, start, width));
        }
    }

    fn take(&mut self, start: u64, length: u64) -> Option<()> {
        self.end = start.checked_add(length)?;
        self.size = self.size.max(self.end);
        Some(())
    }
}

fn bit_field(member: &Member, start: u64, width: u32) -> Field {
    let bits = Bits {
        start: (start % 8) as u32,
        width,
    };
    Field {
        name: member.name.clone(),
        ty: member.ty,
        offset: start / 8,
        bits: Some(bits),
    }
}
