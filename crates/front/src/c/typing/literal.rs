//! Literals (C11 6.4.4, 6.4.5).

use base::Place;
use lang_c::ast::{Constant, Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize};

use super::text::{self, Prefix};
use super::{Typed, Typing, unsupported, wrong};
use crate::c::constant::wrap;
use crate::c::tree::*;
use crate::c::types::{FloatKind, IntegerKind, QualType, Type};

impl Typing<'_> {
    pub(super) fn constant(&mut self, constant: &Constant, place: Place) -> Typed<ExprId> {
        match constant {
            Constant::Integer(integer) => self.integer(integer, place),
            Constant::Float(float) => self.float(float, place),
            Constant::Character(source) => self.character(source, place),
        }
    }

    fn integer(&mut self, integer: &Integer, place: Place) -> Typed<ExprId> {
        if integer.suffix.imaginary {
            return unsupported(&place, "an imaginary number");
        }
        let radix = match integer.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        // The parser gives the digits of `0` as nothing in some bases.
        let digits = if integer.number.is_empty() {
            "0"
        } else {
            &integer.number
        };
        let value = i128::from_str_radix(digits, radix).unwrap_or(i128::MAX);
        match self.literal_kind(integer, value) {
            Some(kind) => {
                let ty = self.types().integer(kind);
                Ok(self.expr(ExprKind::Integer(value), ty, place))
            }
            None => wrong(
                &place,
                format!("the number {} is too large", integer.number),
            ),
        }
    }

    /// The first type of the list in C11 6.4.4.1 that holds the value.
    fn literal_kind(&self, integer: &Integer, value: i128) -> Option<IntegerKind> {
        let decimal = integer.base == IntegerBase::Decimal;
        let kinds = [IntegerKind::Int, IntegerKind::Long, IntegerKind::LongLong];
        let first = match integer.suffix.size {
            IntegerSize::Int => 0,
            IntegerSize::Long => 1,
            IntegerSize::LongLong => 2,
        };
        let unsigned = integer.suffix.unsigned;
        let candidates = kinds[first..].iter().flat_map(|kind| {
            let signed = (!unsigned).then_some(*kind);
            let other = (unsigned || !decimal).then(|| kind.unsigned());
            signed.into_iter().chain(other)
        });
        let mut candidates = candidates.collect::<Vec<_>>();
        // gcc takes a decimal number beyond `long long` as unsigned, with a warning.
        candidates.push(IntegerKind::UnsignedLongLong);
        candidates.into_iter().find(|kind| {
            let bits = self.unit.machine.integer(*kind) as u32 * 8;
            wrap(value, bits, kind.is_signed()) == value
        })
    }

    fn float(&mut self, float: &Float, place: Place) -> Typed<ExprId> {
        if float.suffix.imaginary {
            return unsupported(&place, "an imaginary number");
        }
        let kind = match &float.suffix.format {
            FloatFormat::Float => FloatKind::Float,
            FloatFormat::Double => FloatKind::Double,
            FloatFormat::LongDouble => FloatKind::LongDouble,
            FloatFormat::TS18661Format(_) => {
                return unsupported(&place, "this suffix of a floating number");
            }
        };
        let value = match float.base {
            FloatBase::Decimal => decimal(&float.number, kind),
            FloatBase::Hexadecimal => {
                text::hexadecimal(&float.number).map(|value| rounded(value, kind))
            }
        };
        let Some(value) = value else {
            return wrong(&place, format!("`{}` is no number", float.number));
        };
        let ty = self.types().id(Type::Float(kind));
        Ok(self.expr(ExprKind::Float(value), ty, place))
    }

    fn character(&mut self, source: &str, place: Place) -> Typed<ExprId> {
        let Some((prefix, elements)) = text::decode(source) else {
            return wrong(&place, format!("{source} is no character"));
        };
        let kind = self.character_kind(prefix);
        let value = match (prefix, &elements[..]) {
            (_, []) => return wrong(&place, "this character is empty"),
            // One character has the value of a `char`; more are packed into an `int`, as gcc does.
            (Prefix::None | Prefix::Utf8, [one]) => wrap(i128::from(*one), 8, true),
            (Prefix::None | Prefix::Utf8, more) => {
                let packed = more
                    .iter()
                    .fold(0, |packed, one| packed << 8 | i128::from(*one));
                wrap(packed, 32, true)
            }
            (_, more) => i128::from(more[more.len() - 1]),
        };
        let kind = if matches!(prefix, Prefix::None | Prefix::Utf8) {
            IntegerKind::Int
        } else {
            kind
        };
        let bits = self.unit.machine.integer(kind) as u32 * 8;
        let ty = self.types().integer(kind);
        Ok(self.expr(
            ExprKind::Integer(wrap(value, bits, kind.is_signed())),
            ty,
            place,
        ))
    }

    /// The type of the elements of a string.
    fn character_kind(&self, prefix: Prefix) -> IntegerKind {
        match prefix {
            Prefix::None | Prefix::Utf8 => IntegerKind::Char,
            Prefix::Utf16 => IntegerKind::UnsignedShort,
            Prefix::Utf32 => IntegerKind::UnsignedInt,
            Prefix::Wide if self.unit.machine.word() == 4 => IntegerKind::Long,
            Prefix::Wide => IntegerKind::Int,
        }
    }

    /// Adjacent literals are one; one prefix is that of all.
    pub(super) fn string(&mut self, parts: &[String], place: Place) -> Typed<ExprId> {
        let prefix = parts
            .iter()
            .filter_map(|part| text::prefix(part))
            .find(|prefix| *prefix != Prefix::None);
        let prefix = prefix.unwrap_or(Prefix::None);
        let mut elements = Vec::new();
        for part in parts {
            match text::decode_as(part, prefix) {
                Some(more) => elements.extend(more),
                None => return wrong(&place, format!("{part} is no string")),
            }
        }
        let kind = self.character_kind(prefix);
        Ok(self.string_of(elements, kind, place))
    }

    /// A string of plain characters.
    pub(super) fn characters(&mut self, elements: Vec<u32>, place: Place) -> ExprId {
        self.string_of(elements, IntegerKind::Char, place)
    }

    pub(super) fn string_of(
        &mut self,
        mut elements: Vec<u32>,
        kind: IntegerKind,
        place: Place,
    ) -> ExprId {
        elements.push(0);
        let element = QualType::plain(self.types().integer(kind));
        let ty = self.types().id(Type::Array {
            element,
            length: Some(elements.len() as u64),
        });
        let id = self.unit.strings.push(StringLiteral { elements, ty });
        self.lvalue(ExprKind::String(id), QualType::plain(ty), place)
    }
}

fn decimal(number: &str, kind: FloatKind) -> Option<f64> {
    match kind {
        // Rounded once, not to `double` first.
        FloatKind::Float => number.parse::<f32>().ok().map(f64::from),
        FloatKind::Double | FloatKind::LongDouble => number.parse().ok(),
    }
}

fn rounded(value: f64, kind: FloatKind) -> f64 {
    match kind {
        FloatKind::Float => f64::from(value as f32),
        FloatKind::Double | FloatKind::LongDouble => value,
    }
}
