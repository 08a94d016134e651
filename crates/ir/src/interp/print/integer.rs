//! Integers for `printf`.

use crate::interp::eval::Word;
use crate::interp::print::Layout;
use crate::interp::print::directive::Length;
use crate::{IntType, Type};

/// The value of an argument for `%d`, `None` if it is not of the type that the directive says.
pub(super) fn signed(word: Word, length: Length) -> Option<i64> {
    converted(word, length, true)
}

/// The value of an argument for `%u`.
pub(super) fn unsigned(word: Word, length: Length) -> Option<u64> {
    converted(word, length, false).map(|value| value as u64)
}

fn converted(word: Word, length: Length, signed: bool) -> Option<i64> {
    let Type::Int(IntType { bits: own, .. }) = word.ty else {
        return None;
    };
    let bits = match (length, own) {
        (Length::Char, 32) => 8,
        (Length::Short, 32) => 16,
        (Length::Plain, 32) => 32,
        // How wide a `long` is only its value says.
        (Length::Long, 32 | 64) => own,
        (Length::LongLong, 64) => 64,
        _ => return None,
    };
    Some(IntType { bits, signed }.wrap(word.bits))
}

/// Prefix and digits, as many as the precision asks.
pub(super) fn digits(layout: Layout, value: u64, conversion: u8) -> (&'static str, String) {
    let mut digits = match conversion {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        _ => value.to_string(),
    };
    if value == 0 && layout.precision == Some(0) {
        digits.clear();
    }
    let missing = layout.precision.unwrap_or(0).saturating_sub(digits.len());
    digits.insert_str(0, &"0".repeat(missing));
    if layout.alternate && conversion == b'o' && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let prefix = match conversion {
        b'x' if layout.alternate && value != 0 => "0x",
        b'X' if layout.alternate && value != 0 => "0X",
        _ => "",
    };
    (prefix, digits)
}
