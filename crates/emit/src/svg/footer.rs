//! What stands below a picture: the signs it uses, and what holds in every state.

use crate::drawing::{Line as Style, Remark, Sign};
use crate::escape::xml;

use super::block::LINE;
use super::layout::Xy;
use super::picture::{class, put};

/// An arrow that returns to where it starts.
pub(super) const STAY: &str = "M3.2 -2.6A4.2 4.2 0 1 0 4.2 0.6M4.4 -5V-2H1.4";
/// What must not be done.
pub(super) const CROSS: &str = "M-3 -3L3 3M3 -3L-3 3";
/// A line like the arrows.
pub(super) const DASH: &str = "M-5 0H7";
/// What is gone.
pub(super) const MINUS: &str = "M-4 0H4";
/// What is new.
pub(super) const PLUS: &str = "M-4 0H4M0 -4V4";
const SQUARE: &str = "M-3 -3H3V3H-3Z";
const CIRCLES: &str =
    "M6 0A5 5 0 1 0 -4 0A5 5 0 1 0 6 0M3.5 0A2.5 2.5 0 1 0 -1.5 0A2.5 2.5 0 1 0 3.5 0";
const CAPITAL: &str = "M-2 -4V4H0A4 4 0 0 0 0 -4Z";

/// Room for a sign.
const SIGN: f64 = 17.0;
/// The width of a character of the remarks, generously.
const LETTER: f64 = 7.4;
/// Room between the picture and what stands below it.
const GAP: f64 = 20.0;
/// A line of remarks has room for at least this many characters.
const LEAST: f64 = 44.0;

/// The lines below a picture.
pub(super) struct Footer {
    lines: Vec<Line>,
}

/// A line below a picture.
struct Line {
    sign: Sign,
    style: Style,
    /// Whether it is the first of its remark, where the sign stands.
    first: bool,
    text: String,
}

impl Footer {
    /// Explains what a picture of this width uses.
    pub(super) fn explaining(remarks: &[Remark], width: f64) -> Self {
        let columns = ((width - SIGN) / LETTER).max(LEAST) as usize;
        let lines = remarks.iter().flat_map(|remark| {
            let folded = fold(&remark.text, columns).into_iter().enumerate();
            folded.map(|(i, text)| Line {
                sign: remark.sign,
                style: remark.line,
                first: i == 0,
                text,
            })
        });
        Self {
            lines: lines.collect(),
        }
    }

    pub(super) fn width(&self) -> f64 {
        let letters = self.lines.iter().map(|l| l.text.chars().count()).max();
        SIGN + letters.unwrap_or(0) as f64 * LETTER
    }

    pub(super) fn height(&self) -> f64 {
        if self.lines.is_empty() {
            0.0
        } else {
            GAP + self.lines.len() as f64 * LINE
        }
    }

    pub(super) fn draw(&self, corner: Xy, out: &mut String) {
        for (i, line) in self.lines.iter().enumerate() {
            let y = corner.y + GAP + (i as f64 + 0.5) * LINE;
            let (class, sign) = line.sign();
            put(out, format_args!("<g class=\"{class}\">"));
            if line.first {
                put(out, mark(sign, Xy::new(corner.x + 5.0, y)));
            }
            let (x, y, text) = (corner.x + SIGN, y + 4.0, xml(&line.text));
            let remark = format_args!("<text class=\"remark\" x=\"{x:.1}\" y=\"{y:.1}\">{text}");
            put(out, format_args!("{remark}</text></g>\n"));
        }
    }
}

impl Line {
    /// The class and the path of its sign.
    fn sign(&self) -> (String, &'static str) {
        match self.sign {
            Sign::Stay => ("stay".to_owned(), STAY),
            Sign::Cross => ("illegal".to_owned(), CROSS),
            Sign::Line => (class(self.style), DASH),
            Sign::Square => (class(self.style), SQUARE),
            Sign::Circles => (class(self.style), CIRCLES),
            Sign::Letter => (class(self.style), CAPITAL),
            Sign::Minus => (class(self.style), MINUS),
            Sign::Plus => (class(self.style), PLUS),
        }
    }
}

/// A sign at its place.
pub(super) fn mark(sign: &str, Xy { x, y }: Xy) -> String {
    format!("<path class=\"sign\" transform=\"translate({x:.1} {y:.1})\" d=\"{sign}\"/>")
}

/// Breaks at spaces; a longer word stands alone.
fn fold(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
