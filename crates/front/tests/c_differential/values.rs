//! Arguments from the edges of what functions take, as C.

use base::Random;

const CHARACTERS: [i64; 30] = [
    -1, 0, 1, 8, 9, 10, 13, 14, 31, 32, 33, 47, 48, 57, 58, 64, 65, 70, 90, 91, 96, 97, 102, 122,
    123, 126, 127, 128, 160, 255,
];
const NUMBERS: [i64; 24] = [
    0,
    1,
    -1,
    2,
    7,
    -8,
    127,
    128,
    -128,
    -129,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    i32::MAX as i64,
    i32::MIN as i64,
    1 << 31,
    u32::MAX as i64,
    1 << 32,
    1 << 53,
    i64::MAX,
    i64::MIN,
];
const WANTED: [&str; 10] = [
    "'a'",
    "'b'",
    "'A'",
    "0",
    "-1",
    "255",
    "128",
    "-128",
    "256 + 'a'",
    "'\\n'",
];
const BASES: [&str; 8] = ["0", "2", "3", "8", "10", "11", "16", "36"];
const REALS: [&str; 40] = [
    "0.0",
    "-0.0",
    "0.25",
    "0.5",
    "-0.5",
    "0.49999999999999994",
    "-0.75",
    "1.0",
    "-1.0",
    "1.5",
    "2.5",
    "-2.5",
    "3.5",
    "-3.5",
    "100.1",
    "2147483647.5",
    "-2147483648.5",
    "4294967296.0",
    "4503599627370495.5",
    "-4503599627370495.5",
    "4503599627370496.0",
    "4503599627370497.5",
    "9007199254740993.0",
    "-9007199254740991.0",
    "9223372036854774784.0",
    "9223372036854775808.0",
    "-9223372036854775808.0",
    "1e300",
    "-1e300",
    "1e-310",
    "-5e-324",
    "2.2250738585072014e-308",
    "1.7976931348623157e308",
    "3.4028234e38",
    "1e-40",
    "16777217.0",
    "(1e308 * 10)",
    "(-1e308 * 10)",
    "__builtin_nan(\"\")",
    "-__builtin_nan(\"\")",
];
/// Letters in both cases, digits, blanks, what a format or a set is made of, and bytes beyond ASCII.
const BYTES: &[u8] = b"aaabbcABZz059 \t\n%-/@[`{.x\x01\x7f\x80\xe9\xff";
const DIGITS: [&str; 22] = [
    "",
    "0",
    "-0",
    "+5",
    "12",
    " \\t\\n42x",
    "-17 ",
    "+-3",
    "0x1F",
    "0X",
    "0xg",
    "-0x10",
    "077",
    "08",
    "zz",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "99999999999999999999999",
];

/// A value in place of a letter of a template.
pub fn value(letter: char, random: &mut Random) -> String {
    match letter {
        'k' if random.chance(1, 8) => (random.below(127) as i64 - 128).to_string(),
        'k' if random.chance(1, 4) => random.below(256).to_string(),
        'k' => random.pick(&CHARACTERS).to_string(),
        'i' => integer(number(random) as i32 as i64, "int"),
        'j' => integer(i64::from((number(random) as i32).max(-i32::MAX)), "int"),
        'l' => integer(number(random), "long"),
        'J' => integer(number(random).max(-i64::MAX), "long"),
        'u' => format!("{}u", number(random) as u32),
        'g' => format!("{}ul", number(random) as u64),
        'q' => format!("{}u", (number(random) as u32).max(1)),
        'Q' => format!("{}ul", (number(random) as u64).max(1)),
        'o' => (*random.pick(&WANTED)).to_owned(),
        'n' => random.below(9).to_string(),
        's' => (*random.pick(&["0", "1", "2", "3", "5", "8", "100", "(size_t)-1"])).to_owned(),
        'b' => (*random.pick(&BASES)).to_owned(),
        'd' => real(random, ""),
        'f' => format!("(float){}", real(random, "")),
        't' => text(&bytes(random)),
        'x' => digits(random),
        'y' => random.below(4).to_string(),
        'm' => memory(random),
        'r' => fraction(random),
        'N' => numerals(random),
        other => unreachable!("{other} is no kind of values"),
    }
}

fn number(random: &mut Random) -> i64 {
    match random.below(5) {
        0 => random.bits() as i64 >> random.below(60),
        _ => *random.pick(&NUMBERS),
    }
}

/// The least number has no literal of its own.
fn integer(value: i64, ty: &str) -> String {
    match (value, ty) {
        (i64::MIN, _) => "LONG_MIN".to_owned(),
        (_, "int") if value == i64::from(i32::MIN) => "INT_MIN".to_owned(),
        (_, "int") => format!("({value})"),
        _ => format!("({value}L)"),
    }
}

fn real(random: &mut Random, suffix: &str) -> String {
    match random.below(4) {
        0 => format!(
            "{}.{}{suffix}",
            random.below(2000) as i64 - 1000,
            random.below(1000)
        ),
        _ => format!("{}{suffix}", random.pick(&REALS)),
    }
}

/// A few bytes, now and then with a zero among them.
pub fn bytes(random: &mut Random) -> Vec<u8> {
    let length = *random.pick(&[0, 1, 1, 2, 3, 4, 5, 7]);
    (0..length)
        .map(|_| {
            if random.chance(1, 16) {
                0
            } else {
                *random.pick(BYTES)
            }
        })
        .collect()
}

/// Bytes that have to do with others: the same, a part, in the other case, or any.
pub fn related(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let at = random.below(bytes.len() + 1);
    match random.below(6) {
        0 => bytes.to_vec(),
        1 => bytes[..at].to_vec(),
        2 => bytes[at..].to_vec(),
        3 => bytes
            .iter()
            .map(|c| c ^ if c.is_ascii_alphabetic() { 0x20 } else { 0 })
            .collect(),
        4 => bytes.iter().copied().chain([*random.pick(BYTES)]).collect(),
        _ => self::bytes(random),
    }
}

/// A string literal.
pub fn text(bytes: &[u8]) -> String {
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b' ';
    let escaped = bytes.iter().map(|c| {
        if plain(*c) {
            char::from(*c).to_string()
        } else {
            format!("\\{c:03o}")
        }
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn digits(random: &mut Random) -> String {
    match random.below(4) {
        0 => format!(
            "\"{}{}\"",
            random.pick(&["", " ", "-", "+", "0x", "0"]),
            random.bits() >> random.below(64)
        ),
        _ => format!("\"{}\"", random.pick(&DIGITS)),
    }
}

const FRACTIONS: [&str; 46] = [
    "",
    "0",
    "-0",
    "0.",
    ".",
    ".5",
    "-.5e1",
    " \\t1.5x",
    "+2",
    "1e",
    "1e+",
    "1e-x",
    "1e5",
    "1E-5",
    "1e22",
    "1e23",
    "123456789e3",
    "9007199254740992",
    "9007199254740993",
    "9007199254740991.0",
    "0.1",
    "3.14159265358979",
    "2.718281828459045",
    "1e400",
    "-1e400",
    "1e-400",
    "1e99999999999",
    "0e999999",
    "inf",
    "-INF",
    "infinit",
    "Infinity",
    "nan",
    "NaN(a_1)",
    "nan(",
    "nan(-)",
    "in",
    "0x",
    "0x1p",
    "0x.8",
    "0X1.8p3",
    "0x1fp-2",
    "0x.p1",
    "16777217",
    "0.3",
    "00012.500",
];

/// A number with a fraction as a text, or nearly one.
fn fraction(random: &mut Random) -> String {
    match random.below(3) {
        0 => {
            let sign = *random.pick(&["", "", "-"]);
            let whole = random.bits() >> (16 + random.below(48));
            let (point, part) = (*random.pick(&[".", "", "e"]), random.below(1000));
            format!("\"{sign}{whole}{point}{part}\"")
        }
        1 => format!(
            "\"{}e{}\"",
            random.bits() >> (12 + random.below(40)),
            random.below(60) as i64 - 30
        ),
        _ => format!("\"{}\"", random.pick(&FRACTIONS)),
    }
}

const NUMERALS: [&str; 30] = [
    "12", "7", "-3", "+4", "08", "07", "0x1f", "0xg", "0X", "-", "+", "0", "abc", "a-c", "x", "]",
    "^", "%", " ", " ", "\\t", "\\n", ",", ".", "1.5", "2e3", "3e", "-.25", "e", "\\351",
];

/// A text that is scanned.
fn numerals(random: &mut Random) -> String {
    let count = random.below(7);
    let parts: Vec<&str> = (0..count).map(|_| *random.pick(&NUMERALS)).collect();
    format!("\"{}\"", parts.join("\" \""))
}

fn memory(random: &mut Random) -> String {
    let all: Vec<String> = (0..8)
        .map(|_| {
            random
                .pick(&[0, 1, b'a', b'a', b'b', 0x80, 0xff])
                .to_string()
        })
        .collect();
    format!("{{{}}}", all.join(", "))
}
