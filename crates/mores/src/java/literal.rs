//! Numbers, characters and texts as Java writes them.

use ir::Type;
use ir::interp::Value as Number;
use smt::{Value, syntax};

/// Words that are no names in Java.
const KEYWORDS: [&str; 54] = [
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Whether Java can call something by this name.
pub(crate) fn is_identifier(name: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    name.starts_with(starts)
        && name.chars().all(|c| starts(c) || c.is_ascii_digit())
        && !KEYWORDS.contains(&name)
}

/// A number or truth value where the source declares this type.
pub(super) fn scalar(ty: Type, value: &Value, source_type: &str) -> Result<String, String> {
    let number = step::interpreted(ty, value)
        .ok_or_else(|| format!("{value} is beyond the range of {source_type}"))?;
    Ok(match (number, source_type) {
        (Number::Int(n), "byte" | "short") => format!("({source_type}) {}", in_cast(n)),
        (Number::Int(n), "char") => character(n),
        (Number::Int(n), "long") => format!("{n}L"),
        (Number::Int(n), _) => n.to_string(),
        (Number::Bool(b), _) => b.to_string(),
        (Number::Float(float, _), _) => syntax::literal(
            value,
            syntax::Type::Float {
                width: u32::from(float.bits()),
            },
        ),
        (Number::Ref(_), _) => return Err("a reference is no number".to_owned()),
    })
}

/// Java takes `(byte) -1` for a cast of a number, as people do; parentheses cost nothing and need no thought.
fn in_cast(n: i64) -> String {
    if n < 0 {
        format!("({n})")
    } else {
        n.to_string()
    }
}

fn character(n: i64) -> String {
    match u8::try_from(n).ok().filter(|b| (b' '..=b'~').contains(b)) {
        Some(b'\'') => "'\\''".to_owned(),
        Some(b'\\') => "'\\\\'".to_owned(),
        Some(b) => format!("'{}'", char::from(b)),
        None => format!("(char) {n}"),
    }
}

/// A text in quotes.
pub(crate) fn text(bytes: &[u8]) -> String {
    let mut out = String::from('"');
    for &b in bytes {
        match b {
            b'"' | b'\\' => out.extend(['\\', char::from(b)]),
            b' '..=b'~' => out.push(char::from(b)),
            // Escapes with `u` are read before anything else, and would end the line.
            0..=0x1f => out.push_str(&format!("\\{b:03o}")),
            _ => out.push_str(&format!("\\u{b:04x}")),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::IntType;

    #[test]
    fn numbers_are_of_the_type_that_is_declared() {
        let number = |bits: u8, signed: bool, n: u64, ty: &str| {
            scalar(
                Type::Int(IntType { bits, signed }),
                &Value::bv(u32::from(bits), n),
                ty,
            )
        };
        assert_eq!(number(8, true, 0xff, "byte").as_deref(), Ok("(byte) (-1)"));
        assert_eq!(
            number(32, true, 1 << 31, "int").as_deref(),
            Ok("-2147483648")
        );
        assert_eq!(number(64, true, 5, "long").as_deref(), Ok("5L"));
        assert_eq!(number(16, false, 39, "char").as_deref(), Ok("'\\''"));
        assert_eq!(
            number(16, false, 0xd800, "char").as_deref(),
            Ok("(char) 55296")
        );
    }

    #[test]
    fn texts_survive_the_compiler() {
        assert_eq!(text(b"a\"\\\n\xe9"), "\"a\\\"\\\\\\012\\u00e9\"");
    }

    #[test]
    fn keywords_and_foreign_names_are_no_identifiers() {
        assert!(
            is_identifier("put_2$")
                && !is_identifier("class")
                && !is_identifier("2a")
                && !is_identifier("a-b")
        );
    }
}
