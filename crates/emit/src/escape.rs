//! Text from the user's source, made harmless in XML and HTML.

/// Escapes for element content and for attribute values in either kind of quotes. What XML cannot hold at all, and
/// what would turn the direction of the text around it, becomes U+FFFD.
pub(crate) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(c),
            _ => out.push(visible(c)),
        }
    }
    out
}

/// The character, or U+FFFD for control characters and those that turn the direction of text around.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        _ if c.is_control() => '\u{fffd}',
        _ => c,
    }
}
