//! Formats of `printf` that are known: what each conversion takes.

/// What a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// An integer of so many bits.
    Integer(u8),
    /// A number with a fraction.
    Float,
    /// A text, of which at most so much is read.
    Text(Most),
    /// Any pointer.
    Pointer,
}

/// How much of a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Most {
    /// All of it, up to a zero.
    All,
    /// So many characters.
    Fixed(i64),
    /// As many as the argument before says.
    Before,
}

/// What a format takes, in order, on a machine with pointers of so many bits; `None` where it stores something, or is not
/// understood.
pub(super) fn takes(format: &str, word: u8) -> Option<Vec<Takes>> {
    let mut all = Vec::new();
    let mut rest = format;
    while let Some((_, behind)) = rest.split_once('%') {
        rest = conversion(behind, word, &mut all)?;
    }
    Some(all)
}

/// One conversion, behind its `%`; what comes after it.
fn conversion<'f>(text: &'f str, word: u8, all: &mut Vec<Takes>) -> Option<&'f str> {
    let text = text.trim_start_matches(['-', '+', ' ', '0', '#']);
    let text = number(text, all).0;
    let (text, most) = match text.strip_prefix('.') {
        Some(text) => {
            let (text, precision) = number(text, all);
            (text, precision.unwrap_or(Most::Before))
        }
        None => (text, Most::All),
    };
    let lengths = [
        ("hh", 32),
        ("h", 32),
        ("ll", 64),
        ("l", word),
        ("z", word),
        ("t", word),
        ("j", 64),
        ("q", 64),
    ];
    let length = lengths
        .into_iter()
        .find(|(length, _)| text.starts_with(length));
    let text = length.map_or(text, |(length, _)| &text[length.len()..]);
    let bits = length.map_or(32, |(_, bits)| bits);
    let letter = text.chars().next()?;
    match (letter, length) {
        ('%', None) => {}
        ('d' | 'i' | 'u' | 'x' | 'X' | 'o', _) => all.push(Takes::Integer(bits)),
        ('c', None) => all.push(Takes::Integer(32)),
        ('s', None) => all.push(Takes::Text(most)),
        ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', None | Some(("l", _))) => {
            all.push(Takes::Float)
        }
        ('p', None) => all.push(Takes::Pointer),
        _ => return None,
    }
    Some(&text[letter.len_utf8()..])
}

/// A width or precision: digits, or a `*`, which takes an integer. `None` for the latter.
fn number<'f>(text: &'f str, all: &mut Vec<Takes>) -> (&'f str, Option<Most>) {
    if let Some(behind) = text.strip_prefix('*') {
        all.push(Takes::Integer(32));
        return (behind, None);
    }
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - behind.len()];
    (behind, Some(Most::Fixed(digits.parse().unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_says_what_it_takes() {
        let all = takes("%d %5ld|%-*c%% %.3s %.*s %s %g%lf %p %hhx %zu", 64).expect("a format");
        let expected = [
            Takes::Integer(32),
            Takes::Integer(64),
            Takes::Integer(32),
            Takes::Integer(32),
            Takes::Text(Most::Fixed(3)),
            Takes::Integer(32),
            Takes::Text(Most::Before),
            Takes::Text(Most::All),
            Takes::Float,
            Takes::Float,
            Takes::Pointer,
            Takes::Integer(32),
            Takes::Integer(64),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn a_format_that_stores_or_is_not_understood_says_nothing() {
        for format in ["%n", "%hn", "%ls", "%Lf", "%", "%y", "%1$d"] {
            assert_eq!(takes(format, 64), None, "{format}");
        }
    }
}
