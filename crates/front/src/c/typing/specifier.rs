//! Declaration specifiers (C11 6.7): storage class, type, qualifiers.

use base::Place;
use lang_c::ast::{
    AlignmentSpecifier, DeclarationSpecifier, Expression, Extension, FunctionSpecifier,
    SpecifierQualifier, StorageClassSpecifier, TS18661FloatFormat, TS18661FloatType, TypeOf,
    TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

use super::attribute::Attributes;
use super::scope::Symbol;
use super::{Typed, Typing, unsupported, wrong};
use crate::c::prepass::original;
use crate::c::types::{FloatKind, IntegerKind, Opaque, QualType, Type, TypeId};

/// Where an object lives and who may name it, as far as it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    Typedef,
    Extern,
    Static,
    /// `auto` and `register`.
    Auto,
}

/// What specifiers say.
pub(super) struct Specified {
    pub(super) storage: Option<Storage>,
    pub(super) ty: QualType,
    pub(super) thread_local: bool,
    pub(super) attributes: Attributes,
}

/// How often each word of an arithmetic type occurs.
#[derive(Default)]
struct Words {
    void: bool,
    bool_: bool,
    char_: bool,
    short: bool,
    int: bool,
    long: u8,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
    extended: Option<TS18661FloatType>,
    any: bool,
}

#[derive(Default)]
struct Reading {
    words: Words,
    named: Option<QualType>,
    constant: bool,
    volatile: bool,
    atomic: bool,
    attributes: Attributes,
}

impl Typing<'_> {
    pub(super) fn specifiers(
        &mut self,
        nodes: &[Node<DeclarationSpecifier>],
        place: &Place,
    ) -> Typed<Specified> {
        let mut reading = Reading::default();
        let (mut storage, mut thread_local) = (None, false);
        for (i, node) in nodes.iter().enumerate() {
            match &node.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::Typedef => storage = Some(Storage::Typedef),
                    StorageClassSpecifier::Extern => storage = Some(Storage::Extern),
                    StorageClassSpecifier::Static => storage = Some(Storage::Static),
                    StorageClassSpecifier::Auto | StorageClassSpecifier::Register => {
                        storage = Some(Storage::Auto)
                    }
                    StorageClassSpecifier::ThreadLocal => thread_local = true,
                },
                DeclarationSpecifier::TypeSpecifier(ty) => {
                    let following: Vec<_> = nodes[i + 1..]
                        .iter()
                        .map_while(|n| extension_of(&n.node))
                        .collect();
                    self.type_specifier(&mut reading, ty, &following)?;
                }
                DeclarationSpecifier::TypeQualifier(qualifier) => {
                    self.qualifier(&mut reading, qualifier)?
                }
                DeclarationSpecifier::Function(function) => match function.node {
                    // The body is there to be called, whoever else may have another one.
                    FunctionSpecifier::Inline => {}
                    FunctionSpecifier::Noreturn => reading.attributes.noreturn = true,
                },
                DeclarationSpecifier::Alignment(alignment) => {
                    self.alignas(&mut reading, alignment)?
                }
                DeclarationSpecifier::Extension(extensions) => {
                    let before = i.checked_sub(1).map(|i| &nodes[i].node);
                    let of_record = matches!(before, Some(DeclarationSpecifier::TypeSpecifier(t)) if defines(&t.node));
                    self.extension(&mut reading, extensions, of_record)?;
                }
            }
        }
        let attributes = reading.attributes.clone();
        let ty = self.finish_type(reading, place)?;
        Ok(Specified {
            storage,
            ty,
            thread_local,
            attributes,
        })
    }

    /// Specifiers where no storage class can stand: members and type names.
    pub(super) fn qualifiers(
        &mut self,
        nodes: &[Node<SpecifierQualifier>],
        place: &Place,
    ) -> Typed<(QualType, Attributes)> {
        let mut reading = Reading::default();
        for (i, node) in nodes.iter().enumerate() {
            match &node.node {
                SpecifierQualifier::TypeSpecifier(ty) => {
                    let following = nodes[i + 1..].iter().map_while(|n| match &n.node {
                        SpecifierQualifier::Extension(extensions) => Some(&extensions[..]),
                        _ => None,
                    });
                    let following: Vec<_> = following.collect();
                    self.type_specifier(&mut reading, ty, &following)?;
                }
                SpecifierQualifier::TypeQualifier(qualifier) => {
                    self.qualifier(&mut reading, qualifier)?
                }
                SpecifierQualifier::Extension(extensions) => {
                    let before = i.checked_sub(1).map(|i| &nodes[i].node);
                    let of_record = matches!(before, Some(SpecifierQualifier::TypeSpecifier(t)) if defines(&t.node));
                    self.extension(&mut reading, extensions, of_record)?;
                }
            }
        }
        let attributes = reading.attributes.clone();
        Ok((self.finish_type(reading, place)?, attributes))
    }

    /// Attributes behind the members of a record are its own, and were read with it.
    fn extension(
        &mut self,
        reading: &mut Reading,
        nodes: &[Node<Extension>],
        of_record: bool,
    ) -> Typed<()> {
        if !of_record {
            reading.attributes =
                std::mem::take(&mut reading.attributes).and(self.attributes(nodes)?);
        }
        Ok(())
    }

    fn alignas(&mut self, reading: &mut Reading, node: &Node<AlignmentSpecifier>) -> Typed<()> {
        let place = self.place(node.span);
        let align = match &node.node {
            AlignmentSpecifier::Type(ty) => {
                let ty = self.type_of_name(ty)?;
                self.complete(ty.id, &place)?.align
            }
            AlignmentSpecifier::Constant(constant) => match self.integer_constant(constant)? {
                0 => return Ok(()),
                value => self.power_of_two(value, &place)?,
            },
        };
        reading.attributes.aligned = reading.attributes.aligned.max(Some(align));
        Ok(())
    }

    fn qualifier(&mut self, reading: &mut Reading, node: &Node<TypeQualifier>) -> Typed<()> {
        match node.node {
            TypeQualifier::Const => reading.constant = true,
            TypeQualifier::Volatile => reading.volatile = true,
            TypeQualifier::Atomic => reading.atomic = true,
            TypeQualifier::Restrict
            | TypeQualifier::Nonnull
            | TypeQualifier::NullUnspecified
            | TypeQualifier::Nullable => {}
        }
        Ok(())
    }

    fn type_specifier(
        &mut self,
        reading: &mut Reading,
        node: &Node<TypeSpecifier>,
        following: &[&[Node<Extension>]],
    ) -> Typed<()> {
        let place = self.place(node.span);
        let words = &mut reading.words;
        words.any = true;
        match &node.node {
            TypeSpecifier::Void => words.void = true,
            TypeSpecifier::Char => words.char_ = true,
            TypeSpecifier::Short => words.short = true,
            TypeSpecifier::Int => words.int = true,
            TypeSpecifier::Long => words.long = words.long.saturating_add(1),
            TypeSpecifier::Float => words.float = true,
            TypeSpecifier::Double => words.double = true,
            TypeSpecifier::Signed => words.signed = true,
            TypeSpecifier::Unsigned => words.unsigned = true,
            TypeSpecifier::Bool => words.bool_ = true,
            TypeSpecifier::Complex => words.complex = true,
            TypeSpecifier::TS18661Float(float) => words.extended = Some(float.clone()),
            TypeSpecifier::Atomic(name) => {
                reading.atomic = true;
                reading.named = Some(self.type_of_name(name)?);
            }
            TypeSpecifier::Struct(record) => {
                let mut attributes = Attributes::default();
                for extensions in following {
                    attributes = attributes.and(self.attributes(extensions)?);
                }
                reading.named = Some(QualType::plain(self.record(record, &attributes)?));
            }
            TypeSpecifier::Enum(node) => {
                for extensions in following {
                    if self.attributes(extensions)?.packed && !node.node.enumerators.is_empty() {
                        return unsupported(&place, "an enum that is packed");
                    }
                }
                reading.named = Some(QualType::plain(self.enumeration(node)?));
            }
            TypeSpecifier::TypedefName(name) => {
                let (ty, aligned) = self.typedef(&name.node.name, &place)?;
                reading.named = Some(ty);
                reading.attributes.aligned = reading.attributes.aligned.max(aligned);
            }
            TypeSpecifier::TypeOf(node) => {
                let (ty, aligned) = self.type_of(node)?;
                reading.named = Some(ty);
                reading.attributes.aligned = reading.attributes.aligned.max(aligned);
            }
        }
        Ok(())
    }

    fn typedef(&mut self, name: &str, place: &Place) -> Typed<(QualType, Option<u64>)> {
        match self.find(&original(name)) {
            Some(Symbol::Typedef(ty, aligned)) => Ok((ty, aligned)),
            _ if name == "__builtin_va_list" => Ok((
                QualType::plain(self.types().id(Type::Opaque(Opaque::ArgumentList))),
                None,
            )),
            _ => wrong(
                place,
                format!("`{}` is not the name of a type", original(name)),
            ),
        }
    }

    fn type_of(&mut self, node: &Node<TypeOf>) -> Typed<(QualType, Option<u64>)> {
        match &node.node {
            TypeOf::Type(ty) => self.aligned_type_of_name(ty),
            TypeOf::Expression(expr) => {
                // The parser takes the name of a type for that of a variable here.
                if let Expression::Identifier(name) = &expr.node
                    && let Some(Symbol::Typedef(ty, aligned)) =
                        self.find(&original(&name.node.name))
                {
                    return Ok((ty, aligned));
                }
                let expr = self.expression(expr)?;
                Ok((self.unit.exprs[expr].ty, None))
            }
        }
    }

    fn finish_type(&mut self, reading: Reading, place: &Place) -> Typed<QualType> {
        let ty = match reading.named {
            Some(ty) => ty,
            None => QualType::plain(self.arithmetic(&reading.words, place)?),
        };
        if reading.atomic {
            self.need_atomic(ty.id, place)?;
        }
        Ok(self.qualify(ty, reading.constant, reading.volatile))
    }

    /// The qualifiers of an array are those of its elements.
    pub(super) fn qualify(&mut self, ty: QualType, constant: bool, volatile: bool) -> QualType {
        let more = QualType {
            id: ty.id,
            constant,
            volatile,
        };
        match *self.unit.types.get(ty.id) {
            Type::Array { element, length } if constant || volatile => {
                let element = self.qualify(element, constant, volatile);
                QualType {
                    id: self.types().id(Type::Array { element, length }),
                    ..ty
                }
            }
            _ => ty.with(more),
        }
    }

    fn arithmetic(&mut self, words: &Words, place: &Place) -> Typed<TypeId> {
        let ty = match words {
            Words {
                extended: Some(float),
                ..
            } => extended(float, words),
            Words { void: true, .. } => Type::Void,
            Words { bool_: true, .. } => Type::Bool,
            Words {
                complex: true,
                float: true,
                ..
            } => Type::Opaque(Opaque::ComplexFloat),
            Words {
                complex: true,
                long: 1,
                ..
            } => Type::Opaque(Opaque::ComplexLongDouble),
            Words { complex: true, .. } => Type::Opaque(Opaque::ComplexDouble),
            Words { float: true, .. } => Type::Float(FloatKind::Float),
            Words {
                double: true,
                long: 0,
                ..
            } => Type::Float(FloatKind::Double),
            Words { double: true, .. } => Type::Float(FloatKind::LongDouble),
            Words { any: false, .. } => return wrong(place, "a type is missing here"),
            _ => Type::Integer(integer(words)),
        };
        Ok(self.types().id(ty))
    }
}

fn extension_of(node: &DeclarationSpecifier) -> Option<&[Node<Extension>]> {
    match node {
        DeclarationSpecifier::Extension(extensions) => Some(extensions),
        _ => None,
    }
}

/// Whether members are listed, so that what follows is said of the record.
fn defines(node: &TypeSpecifier) -> bool {
    matches!(node, TypeSpecifier::Struct(record) if record.node.declarations.is_some())
}

fn integer(words: &Words) -> IntegerKind {
    let kind = match words {
        Words {
            char_: true,
            signed: true,
            ..
        } => IntegerKind::SignedChar,
        Words { char_: true, .. } => IntegerKind::Char,
        Words { short: true, .. } => IntegerKind::Short,
        Words { long: 0, .. } => IntegerKind::Int,
        Words { long: 1, .. } => IntegerKind::Long,
        _ => IntegerKind::LongLong,
    };
    if words.unsigned {
        kind.unsigned()
    } else {
        kind
    }
}

/// `_Float32` and its kin; `__int128` comes as one of them, too.
fn extended(float: &TS18661FloatType, words: &Words) -> Type {
    match (&float.format, float.width) {
        (TS18661FloatFormat::DecimalExtended, 128) if words.unsigned => {
            Type::Opaque(Opaque::UnsignedInt128)
        }
        (TS18661FloatFormat::DecimalExtended, 128) => Type::Opaque(Opaque::Int128),
        (TS18661FloatFormat::BinaryInterchange, 32) => Type::Float(FloatKind::Float),
        (TS18661FloatFormat::BinaryInterchange, 64) => Type::Float(FloatKind::Double),
        (TS18661FloatFormat::BinaryExtended, 32) => Type::Float(FloatKind::Double),
        (TS18661FloatFormat::BinaryExtended, 64) => Type::Float(FloatKind::LongDouble),
        (TS18661FloatFormat::BinaryInterchange | TS18661FloatFormat::BinaryExtended, _) => {
            Type::Opaque(Opaque::Float128)
        }
        (TS18661FloatFormat::DecimalInterchange | TS18661FloatFormat::DecimalExtended, _) => {
            Type::Opaque(Opaque::Decimal)
        }
    }
}
