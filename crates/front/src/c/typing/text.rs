//! The text of literals: escapes, prefixes, hexadecimal floating numbers.

use std::str::Chars;

/// How the elements of a string or character are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefix {
    None,
    Utf8,
    Utf16,
    Utf32,
    Wide,
}

/// The prefix of a literal.
pub(super) fn prefix(source: &str) -> Option<Prefix> {
    match source.find(['"', '\''])? {
        0 => Some(Prefix::None),
        end => match &source[..end] {
            "u8" => Some(Prefix::Utf8),
            "u" => Some(Prefix::Utf16),
            "U" => Some(Prefix::Utf32),
            "L" => Some(Prefix::Wide),
            _ => None,
        },
    }
}

/// The elements of a literal with quotes, and its prefix.
pub(super) fn decode(source: &str) -> Option<(Prefix, Vec<u32>)> {
    let prefix = prefix(source)?;
    Some((prefix, decode_as(source, prefix)?))
}

/// The elements of a literal as one with this prefix.
pub(super) fn decode_as(source: &str, prefix: Prefix) -> Option<Vec<u32>> {
    let start = source.find(['"', '\''])? + 1;
    let inner = source.get(start..source.len().checked_sub(1)?)?;
    let mut chars = inner.chars();
    let mut elements = Vec::new();
    while let Some(c) = chars.next() {
        if c == '\\' {
            escape(&mut chars, prefix, &mut elements)?;
        } else {
            push(c, prefix, &mut elements);
        }
    }
    Some(elements)
}

fn push(c: char, prefix: Prefix, elements: &mut Vec<u32>) {
    match prefix {
        Prefix::None | Prefix::Utf8 => {
            let mut buffer = [0; 4];
            elements.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        Prefix::Utf16 => {
            let mut buffer = [0; 2];
            elements.extend(
                c.encode_utf16(&mut buffer)
                    .iter()
                    .map(|unit| u32::from(*unit)),
            );
        }
        Prefix::Utf32 | Prefix::Wide => elements.push(u32::from(c)),
    }
}

/// What stands behind a backslash.
fn escape(chars: &mut Chars, prefix: Prefix, elements: &mut Vec<u32>) -> Option<()> {
    let value = match chars.next()? {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' | 'E' => 27,
        'x' => {
            let first = chars.next()?.to_digit(16)?;
            digits(chars, first, 16, usize::MAX)
        }
        'u' => return universal(chars, 4, prefix, elements),
        'U' => return universal(chars, 8, prefix, elements),
        digit @ '0'..='7' => {
            let first = digit.to_digit(8)?;
            digits(chars, first, 8, 2)
        }
        other => u32::from(other),
    };
    let mask = match prefix {
        Prefix::None | Prefix::Utf8 => 0xff,
        Prefix::Utf16 => 0xffff,
        Prefix::Utf32 | Prefix::Wide => u32::MAX,
    };
    elements.push(value & mask);
    Some(())
}

fn universal(
    chars: &mut Chars,
    length: usize,
    prefix: Prefix,
    elements: &mut Vec<u32>,
) -> Option<()> {
    let hex: String = chars.by_ref().take(length).collect();
    push(
        char::from_u32(u32::from_str_radix(&hex, 16).ok()?)?,
        prefix,
        elements,
    );
    Some(())
}

/// A number whose first digit was read, with as many more as there are, up to `most`.
fn digits(chars: &mut Chars, first: u32, radix: u32, most: usize) -> u32 {
    let mut value = first;
    for _ in 0..most {
        let Some(digit) = chars.clone().next().and_then(|c| c.to_digit(radix)) else {
            break;
        };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        chars.next();
    }
    value
}

/// `1.8p3`, digits and exponent without `0x`.
pub(super) fn hexadecimal(number: &str) -> Option<f64> {
    let (mantissa, exponent) = number.split_once(['p', 'P'])?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = [whole, fraction].concat();
    let digits = digits.trim_start_matches('0');
    let value = if digits.is_empty() {
        0
    } else {
        u64::from_str_radix(digits, 16).ok()?
    };
    // More bits than a `double` has would be rounded twice.
    if value != 0 && value >> value.trailing_zeros() >= 1 << 53 {
        return None;
    }
    let shift = exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?;
    // In two steps, so that neither factor leaves the range of `double` where the product does not.
    let half = shift / 2;
    Some(value as f64 * 2.0_f64.powi(half) * 2.0_f64.powi(shift - half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_what_the_standard_says() {
        let source = r#""a\n\0\101\x41\377\1234""#;
        assert_eq!(
            decode(source).map(|(_, e)| e),
            Some(vec![97, 10, 0, 65, 65, 255, 0o123, 52])
        );
        assert_eq!(decode("L'\u{e4}'").map(|(_, e)| e), Some(vec![0xe4]));
        assert_eq!(decode("\"\u{e4}\"").map(|(_, e)| e), Some(vec![0xc3, 0xa4]));
        assert_eq!(
            decode(r#"u8"\u00e4""#).map(|(_, e)| e),
            Some(vec![0xc3, 0xa4])
        );
    }

    #[test]
    fn hexadecimal_numbers_have_their_value() {
        assert_eq!(hexadecimal("1.8p3"), Some(12.0));
        assert_eq!(hexadecimal("1p-1074"), Some(f64::from_bits(1)));
        assert_eq!(hexadecimal(".8p1"), Some(1.0));
    }
}
