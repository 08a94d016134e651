//! Floating-point numbers for `printf`.

use crate::interp::print::Layout;

/// No double has more digits behind the point; what is asked beyond them is zeros.
const MOST_DIGITS: usize = 1100;
/// Bits of the fraction of a double.
const FRACTION: u32 = 52;

/// Prefix and digits of a number that is not negative.
pub(super) fn digits(layout: Layout, value: f64, conversion: u8) -> (&'static str, String) {
    let Layout {
        precision,
        alternate,
        ..
    } = layout;
    let lower = conversion.to_ascii_lowercase();
    let text = match (lower, precision.unwrap_or(6)) {
        _ if value.is_nan() => "nan".to_owned(),
        _ if value.is_infinite() => "inf".to_owned(),
        (b'a', _) => hexadecimal(value, precision, alternate),
        (b'e', precision) => scientific(value, precision, alternate),
        (b'f', precision) => fixed(value, precision, alternate),
        (_, precision) => general(value, precision.max(1), alternate),
    };
    let hex = lower == b'a' && value.is_finite();
    match (conversion.is_ascii_uppercase(), hex) {
        (true, _) => (if hex { "0X" } else { "" }, text.to_ascii_uppercase()),
        (false, _) => (if hex { "0x" } else { "" }, text),
    }
}

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let known = precision.min(MOST_DIGITS);
    let mut text = format!("{value:.known$}");
    if point && precision == 0 {
        text.push('.');
    }
    text + &"0".repeat(precision - known)
}

fn scientific(value: f64, precision: usize, point: bool) -> String {
    let (mantissa, exponent) = rounded(value, precision);
    let point = if point && precision == 0 { "." } else { "" };
    format!("{mantissa}{point}{}", decimal_exponent(exponent))
}

/// The mantissa with this many digits behind the point, and the exponent.
fn rounded(value: f64, precision: usize) -> (String, i32) {
    let known = precision.min(MOST_DIGITS);
    let text = format!("{value:.known$e}");
    let (mantissa, exponent) = text
        .split_once('e')
        .expect("it is written with an exponent");
    let exponent = exponent.parse().expect("the exponent is a small number");
    (
        format!("{mantissa}{}", "0".repeat(precision - known)),
        exponent,
    )
}

fn decimal_exponent(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("e{sign}{:02}", exponent.unsigned_abs())
}

/// `%g`: this many significant digits, in the shorter of the two forms, without the zeros at the end.
fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let (mantissa, exponent) = rounded(value, precision - 1);
    let significant = |text: String| {
        if keep_zeros {
            text
        } else {
            without_zeros(&text).to_owned()
        }
    };
    let plain = i64::from(exponent) < precision as i64 && exponent >= -4;
    if plain {
        let behind = (precision as i64 - 1 - i64::from(exponent)) as usize;
        return significant(fixed(value, behind, keep_zeros));
    }
    let point = if keep_zeros && precision == 1 {
        "."
    } else {
        ""
    };
    significant(mantissa + point) + &decimal_exponent(exponent)
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

/// `%a` behind the `0x`: a hexadecimal fraction and a power of two.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    let fraction = value.to_bits() & ((1 << FRACTION) - 1);
    let exponent = (value.to_bits() >> FRACTION) as i64;
    let (leading, power) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, exponent - 1023),
    };
    let (leading, behind) = match precision {
        None => (
            leading,
            format!("{fraction:013x}").trim_end_matches('0').to_owned(),
        ),
        Some(precision) => hexadecimal_digits(leading << FRACTION | fraction, precision),
    };
    let point = if point || !behind.is_empty() { "." } else { "" };
    let sign = if power < 0 { '-' } else { '+' };
    format!("{leading}{point}{behind}p{sign}{}", power.unsigned_abs())
}

/// The digit before the point and this many behind it, rounded to the nearest, ties to even.
fn hexadecimal_digits(mantissa: u64, precision: usize) -> (u64, String) {
    let kept = precision.min(13);
    let cut = FRACTION - 4 * kept as u32;
    let (whole, lost) = (mantissa >> cut, mantissa & ((1 << cut) - 1));
    let half = (1u64 << cut) >> 1;
    let up = cut > 0 && (lost > half || lost == half && whole & 1 == 1);
    let whole = whole + u64::from(up);
    let behind = whole & ((1u64 << (4 * kept)) - 1);
    let digits = if kept == 0 {
        String::new()
    } else {
        format!("{behind:0kept$x}")
    };
    (whole >> (4 * kept), digits + &"0".repeat(precision - kept))
}
