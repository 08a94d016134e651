//! Comments, literals and patterns of Rust.

use crate::words::gaps;

use model::transducer::SymbolType;

/// Lines in a comment. Characters that turn the direction of writing around are refused by the compiler, so they are left out.
pub(super) fn comment(lines: &[String]) -> String {
    let lines = lines
        .iter()
        .map(|line| format!("// {}", tame(line)).trim_end().to_owned() + "\n");
    lines.collect()
}

/// A text that stays on its line and in its direction.
pub(super) fn tame(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.chars()
        .map(|c| if turns(c) || breaks(c) { '?' } else { c })
        .collect()
}

/// A symbol of a type: `b'x'`, `300`, `-1`.
pub(super) fn literal(bits: u64, ty: SymbolType) -> String {
    match (ty.signed, ty.bits) {
        (false, 8) => byte(bits as u8),
        (false, _) => bits.to_string(),
        (true, 8) => (bits as i8).to_string(),
        (true, 16) => (bits as i16).to_string(),
        (true, _) => (bits as i32).to_string(),
    }
}

fn byte(byte: u8) -> String {
    format!("b'{}'", std::ascii::escape_default(byte))
}

/// Bytes as one literal.
pub(super) fn byte_string(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

/// Whether a symbol without a sign is in one of the ranges, or in none of the gaps between them if that is shorter.
pub(super) fn within(symbol: &str, ranges: &[(u64, u64)], bits: u32) -> String {
    let most = u64::MAX >> (64 - bits);
    let gaps = gaps(ranges, most);
    match (ranges, &gaps[..]) {
        (_, []) => "true".to_owned(),
        ([], _) => "false".to_owned(),
        _ if gaps.len() < ranges.len() => format!("!{}", matched(symbol, &gaps, bits)),
        _ => matched(symbol, ranges, bits),
    }
}

fn matched(symbol: &str, ranges: &[(u64, u64)], bits: u32) -> String {
    let ty = SymbolType {
        bits,
        signed: false,
    };
    let shown = |symbol: u64| literal(symbol, ty);
    if let &[(from, to)] = ranges
        && from == to
    {
        return format!("({symbol} == {})", shown(from));
    }
    let one = |&(from, to): &(u64, u64)| match from == to {
        true => shown(from),
        false => format!("{}..={}", shown(from), shown(to)),
    };
    let texts: Vec<String> = ranges.iter().map(one).collect();
    format!("matches!({symbol}, {})", texts.join(" | "))
}

/// Whether a name occurs in an expression, and not only as a part of another name.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let whole = |at: usize| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(in_name) && !after.starts_with(in_name)
    };
    text.match_indices(name).any(|(at, _)| whole(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_is_said_the_short_way() {
        let say = |ranges: &[(u64, u64)]| within("symbol", ranges, 8);
        assert_eq!(say(&[(0, 255)]), "true");
        assert_eq!(say(&[]), "false");
        assert_eq!(say(&[(38, 38)]), "(symbol == b'&')");
        assert_eq!(say(&[(0, 37), (39, 255)]), "!(symbol == b'&')");
        assert_eq!(
            say(&[(10, 10), (48, 57)]),
            "matches!(symbol, b'\\n' | b'0'..=b'9')"
        );
    }

    #[test]
    fn names_are_found_whole() {
        assert!(mentions("x1 + x", "x"));
        assert!(!mentions("x1 + max", "x"));
    }
}
