//! Constants, as they stand in code, behind globals and in objects of the image.

use crate::text::items::Names;
use crate::text::lexer::TokenKind;
use crate::text::names::{quote, read_float_type, read_int_type, spell};
use crate::text::tokens::{Parsed, Tokens};
use crate::{Const, FloatType, IntType};

/// Words that are constants.
const WORDS: [(&str, Const); 7] = [
    ("true", Const::Bool(true)),
    ("false", Const::Bool(false)),
    ("null", Const::Null),
    ("f32nan", Const::Float(FloatType::F32, 0x7fc0_0000)),
    ("f32inf", Const::Float(FloatType::F32, 0x7f80_0000)),
    (
        "f64nan",
        Const::Float(FloatType::F64, 0x7ff8_0000_0000_0000),
    ),
    (
        "f64inf",
        Const::Float(FloatType::F64, 0x7ff0_0000_0000_0000),
    ),
];

/// Reads a constant, if one stands here. A minus belongs to the number that follows it.
pub(super) fn constant(tokens: &mut Tokens, names: &Names) -> Parsed<Option<Const>> {
    let negative = tokens.at_mark("-");
    match tokens.peek_at(usize::from(negative)).clone() {
        TokenKind::Number(magnitude, suffix) => {
            tokens.skip_if(negative);
            whole(tokens, magnitude, &suffix, negative).map(Some)
        }
        TokenKind::Real(digits, suffix) => {
            tokens.skip_if(negative);
            real(tokens, &digits, &suffix, negative).map(Some)
        }
        TokenKind::Plain(word) => Ok(word_constant(tokens, &word, negative)),
        TokenKind::Mark("@") if !negative => {
            tokens.take();
            names
                .image(tokens)
                .map(|object| Some(Const::Object(object)))
        }
        TokenKind::Quoted(_) | TokenKind::Text(_) | TokenKind::Mark(_) | TokenKind::End => Ok(None),
    }
}

fn word_constant(tokens: &mut Tokens, word: &str, negative: bool) -> Option<Const> {
    let constant = WORDS.iter().find(|(w, _)| *w == word)?.1;
    let constant = match constant {
        Const::Float(float, bits) if negative && bits != float.nan() => {
            Const::Float(float, bits | sign(float))
        }
        _ if negative => return None,
        other => other,
    };
    tokens.skip_if(negative);
    tokens.take();
    Some(constant)
}

fn whole(tokens: &mut Tokens, magnitude: u64, suffix: &str, negative: bool) -> Parsed<Const> {
    if read_float_type(suffix).is_some() {
        return real(tokens, &magnitude.to_string(), suffix, negative);
    }
    let int = if suffix.is_empty() {
        Some(IntType::I32)
    } else {
        read_int_type(suffix)
    };
    let Some(int) = int else {
        return tokens.error(format!("{suffix} is no type of numbers"));
    };
    let Some(value) = carried(int, magnitude, negative) else {
        return tokens.error("the number does not fit into 64 bits");
    };
    tokens.take();
    Ok(Const::Int(int, value))
}

/// The `i64` that carries a number, out of the type's range or not; `None` if none can.
fn carried(int: IntType, magnitude: u64, negative: bool) -> Option<i64> {
    let value = if negative {
        -i128::from(magnitude)
    } else {
        i128::from(magnitude)
    };
    match int {
        IntType {
            bits: 64,
            signed: false,
        } if !negative => Some(magnitude as i64),
        _ => i64::try_from(value).ok(),
    }
}

/// The number is rounded once, to its own type.
fn real(tokens: &mut Tokens, digits: &str, suffix: &str, negative: bool) -> Parsed<Const> {
    let Some(float) = read_float_type(suffix) else {
        return tokens.error("a number with a fraction needs f32 or f64 behind it");
    };
    let bits = match float {
        FloatType::F32 => digits.parse().map(|value: f32| u64::from(value.to_bits())),
        FloatType::F64 => digits.parse().map(f64::to_bits),
    };
    let Ok(bits) = bits else {
        return tokens.error(format!("{digits} is no number"));
    };
    tokens.take();
    Ok(Const::Float(
        float,
        if negative { bits | sign(float) } else { bits },
    ))
}

fn sign(float: FloatType) -> u64 {
    1 << (float.bits() - 1)
}

/// A floating-point number so that it reads back as the same.
pub(super) fn print_real(float: FloatType, bits: u64) -> String {
    let value = float.value(bits);
    match float {
        _ if value.is_nan() => format!("f{}nan", float.bits()),
        _ if value.is_infinite() => {
            format!("{}f{}inf", if value < 0.0 { "-" } else { "" }, float.bits())
        }
        FloatType::F32 => format!("{:?}f32", f32::from_bits(bits as u32)),
        FloatType::F64 => format!("{value:?}f64"),
    }
}

/// The name of an object of the image. One that is a text in quotes, as literals are called, needs no more of them.
pub(super) fn print_object_name(name: &str) -> String {
    match name
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        Some(text) => quote(text, '"'),
        None => spell(name),
    }
}
