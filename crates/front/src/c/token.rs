//! Tokens of preprocessed C, as far as rewriting needs them.

/// What kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or keyword.
    Word,
    /// A number, string or character.
    Literal,
    /// Anything else, one character each, but `...`, `->`, `&&` and the like as one.
    Mark,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    pub(super) text: &'t str,
    pub(super) start: usize,
    /// The index of its line.
    pub(super) line: usize,
}

/// The tokens of a text; white space and comments are left out.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let (kind, length) = next(rest);
        if let Some(kind) = kind {
            found.push(Token {
                kind,
                text: &rest[..length],
                start: at,
                line,
            });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

/// What comes next and how long it is; no kind for what is skipped.
fn next(rest: &str) -> (Option<Kind>, usize) {
    let first = rest.chars().next().expect("there is more text");
    if first.is_whitespace() {
        return (
            None,
            rest.find(|c: char| !c.is_whitespace())
                .unwrap_or(rest.len()),
        );
    }
    if rest.starts_with("//") {
        return (None, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (None, rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    if let Some(length) = quoted(rest) {
        return (Some(Kind::Literal), length);
    }
    if first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())
    {
        return (Some(Kind::Literal), number(rest));
    }
    if in_word(first) {
        return (
            Some(Kind::Word),
            rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
        );
    }
    let long = [
        "...", "->", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "<<", ">>",
    ];
    let length = long
        .iter()
        .find(|mark| rest.starts_with(**mark))
        .map_or(first.len_utf8(), |mark| mark.len());
    (Some(Kind::Mark), length)
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// A string or character with its prefix.
fn quoted(rest: &str) -> Option<usize> {
    let prefix = ["u8", "u", "U", "L", ""].into_iter().find(|p| {
        rest.strip_prefix(p)
            .is_some_and(|rest| rest.starts_with(['"', '\'']))
    })?;
    let quote = rest.as_bytes()[prefix.len()];
    let mut at = prefix.len() + 1;
    let bytes = rest.as_bytes();
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    let mut end = (at + 1).min(rest.len());
    while !rest.is_char_boundary(end) {
        end += 1;
    }
    Some(end)
}

/// A preprocessing number: digits, letters, dots, and signs after an exponent.
fn number(rest: &str) -> usize {
    let mut before = ' ';
    let end = rest.find(|c: char| {
        let sign = (c == '+' || c == '-') && matches!(before, 'e' | 'E' | 'p' | 'P');
        before = c;
        !(in_word(c) || c == '.' || sign)
    });
    // In `0xe+1` the sign belongs to the number, too, by the standard; compilers refuse it.
    end.unwrap_or(rest.len())
}
