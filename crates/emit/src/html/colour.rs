//! Just enough of the words of Java and C to colour them.

use crate::escape::xml;

/// The words that a language keeps for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keywords {
    Java,
    C,
}

impl Keywords {
    /// Those of the language that a file of this name is in.
    pub(super) fn of(file: &str) -> Self {
        if file.ends_with(".c") || file.ends_with(".h") || file.ends_with(".i") {
            Self::C
        } else {
            Self::Java
        }
    }

    fn all(self) -> &'static str {
        match self {
            Self::Java => JAVA,
            Self::C => C,
        }
    }
}

const C: &str = "_Bool auto break case char const continue default do double else enum extern float for goto if inline int \
    long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while";

const JAVA: &str = "abstract assert boolean break byte case catch char class continue default do double else enum \
    extends false final finally float for if implements import instanceof int interface long native new null package private \
    protected public record return short static super switch synchronized this throw throws transient true try void \
    volatile while";

/// The lines of a source, escaped, with spans around words that deserve a colour.
pub(super) fn highlighted(text: &str, keywords: Keywords) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut rest = text;
    while !rest.is_empty() {
        let (class, length) = token(rest, keywords);
        let (word, after) = rest.split_at(length);
        push(&mut lines, class, word);
        rest = after;
    }
    if text.ends_with('\n') {
        lines.pop();
    }
    lines
}

/// Tokens may run over several lines; spans must not.
fn push(lines: &mut Vec<String>, class: Option<&str>, word: &str) {
    for (i, part) in word.split('\n').enumerate() {
        if i > 0 {
            lines.push(String::new());
        }
        let part = xml(part.trim_end_matches('\r'));
        let line = lines.last_mut().expect("there is always a line");
        match class {
            Some(class) if !part.is_empty() => {
                line.push_str(&format!("<span class=\"{class}\">{part}</span>"))
            }
            Some(_) | None => line.push_str(&part),
        }
    }
}

/// The colour and the length in bytes of the token at the start of `text`, which is not empty.
fn token(text: &str, keywords: Keywords) -> (Option<&'static str>, usize) {
    let first = text.chars().next().unwrap_or(' ');
    match first {
        '/' if text.starts_with("//") => (Some("c"), text.find('\n').unwrap_or(text.len())),
        '/' if text.starts_with("/*") => (
            Some("c"),
            text[2..].find("*/").map_or(text.len(), |end| end + 4),
        ),
        '"' if text.starts_with("\"\"\"") => (
            Some("s"),
            text[3..].find("\"\"\"").map_or(text.len(), |end| end + 6),
        ),
        '"' | '\'' => (Some("s"), quoted(text, first)),
        _ if first.is_ascii_digit() => (
            Some("n"),
            run(text, |c| c.is_alphanumeric() || c == '_' || c == '.'),
        ),
        _ if first.is_alphabetic() || first == '_' || first == '$' => {
            let length = run(text, |c| c.is_alphanumeric() || c == '_' || c == '$');
            let word = &text[..length];
            (
                keywords.all().split(' ').any(|k| k == word).then_some("k"),
                length,
            )
        }
        _ => (None, first.len_utf8()),
    }
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// Up to the closing quote, or the end of the line if there is none.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return i,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return i + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without_spans(line: &str) -> String {
        let mut text = line.replace("</span>", "");
        for class in ["k", "s", "c", "n"] {
            text = text.replace(&format!("<span class=\"{class}\">"), "");
        }
        text
    }

    #[test]
    fn colours_change_nothing_in_the_text() {
        let source = "/* a\n b */ int x = 0x1F; // \"no\"\nString s = \"\\\"<&\" + '\\'';\r\n\"open\nchar é = 'é'; \"\"\"\nblock\"\"\"";
        let lines: Vec<String> = highlighted(source, Keywords::Java)
            .iter()
            .map(|l| without_spans(l))
            .collect();
        let plain: Vec<String> = source.lines().map(xml).collect();
        assert_eq!(lines, plain);
    }

    #[test]
    fn words_are_coloured_as_wholes() {
        assert_eq!(
            highlighted("int interest", Keywords::Java),
            ["<span class=\"k\">int</span> interest"]
        );
        assert_eq!(
            highlighted("/*\n*/x\n", Keywords::C),
            [
                "<span class=\"c\">/*</span>",
                "<span class=\"c\">*/</span>x"
            ]
        );
    }
}
