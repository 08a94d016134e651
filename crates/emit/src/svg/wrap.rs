//! Labels broken into lines that fit.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A line of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Cells of white space in front.
    pub(super) indent: usize,
    /// The part that names what happens.
    pub(super) head: String,
    /// What is said beside.
    pub(super) note: String,
}

impl Line {
    /// The width in cells of a fixed-width font.
    pub(super) fn cells(&self) -> usize {
        self.indent + self.head.width() + self.note.width()
    }
}

/// How far the second and later lines of a label stand in.
const HANGING: usize = 2;

/// A label on as few lines as fit into `columns`, broken before its note and before connectives if there is a choice.
pub(super) fn wrap(head: &str, note: &str, columns: usize) -> Vec<Line> {
    let gap = if note.is_empty() { "" } else { " " };
    if head.width() + gap.len() + note.width() <= columns {
        return vec![Line {
            indent: 0,
            head: format!("{head}{gap}"),
            note: note.to_owned(),
        }];
    }
    let inner = columns.saturating_sub(HANGING).max(1);
    let head = fill(&pieces(head), columns.max(1), inner);
    let note = fill(&pieces(note), inner, inner);
    let first = |i: usize| if i == 0 { 0 } else { HANGING };
    let heads = head.into_iter().enumerate().map(|(i, head)| Line {
        indent: first(i),
        head,
        note: String::new(),
    });
    let notes = note.into_iter().map(|note| Line {
        indent: HANGING,
        head: String::new(),
        note,
    });
    heads.chain(notes).collect()
}

/// Where a text may be broken.
const SEPARATORS: [&str; 3] = [", ", " && ", " || "];

/// Cuts before connectives and after commas; the pieces together are the text.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let cut = SEPARATORS.iter().find(|s| rest.starts_with(**s));
        match cut {
            Some(separator) if separator.starts_with(',') => {
                extend(&mut pieces, separator);
                pieces.push(String::new());
                rest = &rest[separator.len()..];
            }
            Some(separator) => {
                pieces.push((*separator).to_owned());
                rest = &rest[separator.len()..];
            }
            None => {
                extend(&mut pieces, c.encode_utf8(&mut [0; 4]));
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    pieces.retain(|p| !p.is_empty());
    pieces
}

fn extend(pieces: &mut [String], text: &str) {
    pieces
        .last_mut()
        .expect("there is always a piece")
        .push_str(text);
}

/// Puts pieces on lines of at most `first`, then `later` cells; only a piece wider than a line is cut inside.
fn fill(pieces: &[String], first: usize, later: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for piece in pieces {
        let limit = if lines.is_empty() { first } else { later };
        if !line.is_empty() && line.width() + piece.trim_end().width() > limit {
            lines.push(std::mem::take(&mut line));
        }
        let piece = if line.is_empty() {
            piece.trim_start()
        } else {
            piece
        };
        for c in piece.chars() {
            let limit = if lines.is_empty() { first } else { later };
            if !line.is_empty() && line.width() + c.width().unwrap_or(0) > limit && c != ' ' {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines.retain(|l| !l.trim().is_empty());
    lines.iter().map(|l| l.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(head: &str, guard: &str, columns: usize) -> Vec<String> {
        let text = |line: &Line| format!("{}{}{}", " ".repeat(line.indent), line.head, line.note);
        let lines = wrap(head, &format!("if {guard}"), columns);
        assert!(
            lines.iter().all(|line| line.cells() <= columns),
            "{lines:?}"
        );
        lines.iter().map(text).collect()
    }

    #[test]
    fn a_label_that_fits_stays_on_one_line() {
        assert_eq!(lines("m(p)", "p > 0", 42), ["m(p) if p > 0"]);
    }

    #[test]
    fn a_long_label_is_broken_before_its_note_and_before_connectives() {
        let broken = lines(
            "ignite(mass, thrust)",
            "mass > 0 && thrust >= 10 && thrust <= 2500",
            36,
        );
        assert_eq!(
            broken,
            [
                "ignite(mass, thrust)",
                "  if mass > 0 && thrust >= 10",
                "  && thrust <= 2500"
            ]
        );
    }

    #[test]
    fn nothing_but_white_space_is_lost_even_where_lines_are_tiny() {
        for columns in [4, 7, 20] {
            let (head, guard) = ("method(α, βγδ, Long_Name)", "α != βγδ || 変数 == 0 && x");
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(
                squeezed(&lines(head, guard, columns).concat()),
                squeezed(&format!("{head} if {guard}"))
            );
        }
    }
}
