//! Lines: breaking long ones, and leaving some out.

/// Names come from class files: nothing in them may steer the terminal.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

/// Breaks at spaces; what follows the first line stands in by `hang`.
pub(crate) fn fold(text: &str, hang: &str, width: usize) -> String {
    let indent: String = text.chars().take_while(|&c| c == ' ').collect();
    let mut lines = vec![indent.clone()];
    let mut bare = true;
    for word in text.trim_start().split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !bare && columns(line) + 1 + columns(word) > width {
            lines.push(format!("{hang}{word}"));
        } else {
            line.push_str(if bare { "" } else { " " });
            line.push_str(word);
        }
        bare = false;
    }
    lines
        .iter()
        .map(|l| format!("{}\n", l.trim_end()))
        .collect()
}

/// How many characters of a text are seen: colours are not.
pub(crate) fn columns(text: &str) -> usize {
    let mut steering = false;
    let seen = |c: &char| match (steering, *c) {
        (false, '\u{1b}') => {
            steering = true;
            false
        }
        (false, _) => true,
        (true, c) => {
            steering = c != 'm';
            false
        }
    };
    text.chars().filter(seen).count()
}

/// What ends a colour.
const PLAIN: &str = "\u{1b}[0m";

/// The first lines of a text, with a sign where others followed.
pub(crate) fn first_lines(text: &str, lines: usize) -> String {
    if text.lines().count() <= lines {
        return text.to_owned();
    }
    let kept: Vec<&str> = text.lines().take(lines).collect();
    let kept = kept.join("\n");
    // A colour that began in these lines may end in those that are left out.
    let end = if kept.contains('\u{1b}') { PLAIN } else { "" };
    format!("{kept}{end} …\n")
}

/// As much of a text as so many columns hold, with a sign where there was more. The text has no colours.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(width.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_text_keeps_its_words_and_its_width() {
        let text = "one two three four five six seven eight";
        let folded = fold(text, "  ", 14);
        assert!(folded.lines().all(|l| l.chars().count() <= 14), "{folded}");
        assert_eq!(
            folded.split_whitespace().collect::<Vec<_>>().join(" "),
            text
        );
    }

    #[test]
    fn colours_take_no_columns() {
        let text = "\u{1b}[32mone two\u{1b}[0m three";
        assert_eq!(columns(text), 13);
        assert_eq!(fold(text, "", 13).lines().count(), 1);
    }

    #[test]
    fn a_shortened_text_says_so_and_ends_its_colours() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(first_lines("a\nb\n", 2), "a\nb\n");
        assert_eq!(first_lines("a\nb\nc\n", 2), "a\nb …\n");
        let coloured = first_lines("\u{1b}[31ma\nb\u{1b}[0m\n", 1);
        assert_eq!(coloured, "\u{1b}[31ma\u{1b}[0m …\n");
    }

    #[test]
    fn nothing_in_a_name_steers_the_terminal() {
        assert_eq!(clean("a\u{1b}[31mb\n"), "a\u{fffd}[31mb\u{fffd}");
    }
}
