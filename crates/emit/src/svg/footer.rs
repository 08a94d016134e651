//! What stands below a picture: the signs it uses, and what holds in every state.

use crate::escape::xml;
use crate::outline::{Call, Role};
use crate::sentence;

use super::block::LINE;
use super::draw::{StateBox, put};
use super::layout::Xy;

/// An arrow that returns to where it starts.
pub(super) const STAY: &str = "M3.2 -2.6A4.2 4.2 0 1 0 4.2 0.6M4.4 -5V-2H1.4";
/// What must not be done.
pub(super) const CROSS: &str = "M-3 -3L3 3M3 -3L-3 3";
/// A line like those to what is undecided.
pub(super) const DASH: &str = "M-5 0H7";

/// Room for a sign.
const SIGN: f64 = 17.0;
/// The width of a character of the remarks, generously.
const LETTER: f64 = 7.4;
/// Room between the picture and what stands below it.
const GAP: f64 = 20.0;

/// The lines below a picture.
pub(super) struct Footer {
    lines: Vec<Remark>,
}

/// A line below a picture.
pub(super) struct Remark {
    class: &'static str,
    /// In front of the first line of a remark.
    sign: Option<&'static str>,
    text: String,
}

impl Footer {
    /// Explains the signs that the boxes use; `common` are the calls that change nothing in any state, and `guessed` says
    /// whether something is not established.
    pub(super) fn of(boxes: &[StateBox], common: &[Call], guessed: bool, width: f64) -> Self {
        let mut lines = Vec::new();
        if boxes.iter().any(|b| !b.stays.is_empty()) {
            lines.push(Remark {
                class: "stay",
                sign: Some(STAY),
                text: "leaves the state as it is".to_owned(),
            });
        }
        if boxes.iter().any(|b| !b.illegal.is_empty()) {
            lines.push(Remark {
                class: "illegal",
                sign: Some(CROSS),
                text: "is illegal: the call fails".to_owned(),
            });
        }
        let columns = ((width - SIGN) / LETTER).max(44.0) as usize;
        if guessed {
            for (i, text) in fold(sentence::NOT_ESTABLISHED, columns)
                .into_iter()
                .enumerate()
            {
                lines.push(Remark {
                    class: "conjectured",
                    sign: (i == 0).then_some(DASH),
                    text,
                });
            }
        }
        if boxes.iter().any(|b| b.role == Role::Undecided) {
            for (i, text) in fold(sentence::UNDECIDED, columns).into_iter().enumerate() {
                lines.push(Remark {
                    class: "undecided",
                    sign: (i == 0).then_some(DASH),
                    text,
                });
            }
        }
        if !common.is_empty() {
            let calls: Vec<String> = common.iter().map(Call::text).collect();
            let text = format!("in every state, leaving it as it is: {}", calls.join(", "));
            for (i, text) in fold(&text, columns).into_iter().enumerate() {
                lines.push(Remark {
                    class: "stay",
                    sign: (i == 0).then_some(STAY),
                    text,
                });
            }
        }
        Self { lines }
    }

    /// Explains what a picture uses: the class, the sign and the sentence of each thing.
    pub(super) fn explaining(
        things: Vec<(&'static str, &'static str, String)>,
        width: f64,
    ) -> Self {
        let columns = ((width - SIGN) / LETTER).max(44.0) as usize;
        let remarks = |(class, sign, text): (&'static str, &'static str, String)| {
            let folded = fold(&text, columns).into_iter().enumerate();
            folded.map(move |(i, text)| Remark {
                class,
                sign: (i == 0).then_some(sign),
                text,
            })
        };
        Self {
            lines: things.into_iter().flat_map(remarks).collect(),
        }
    }

    pub(super) fn width(&self) -> f64 {
        let letters = self
            .lines
            .iter()
            .map(|l| l.text.chars().count())
            .max()
            .unwrap_or(0);
        SIGN + letters as f64 * LETTER
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
            put(out, format_args!("<g class=\"{}\">", line.class));
            if let Some(sign) = line.sign {
                let x = corner.x + 5.0;
                put(
                    out,
                    format_args!(
                        "<path class=\"sign\" transform=\"translate({x:.1} {y:.1})\" d=\"{sign}\"/>"
                    ),
                );
            }
            let (x, y, text) = (corner.x + SIGN, y + 4.0, xml(&line.text));
            put(
                out,
                format_args!(
                    "<text class=\"remark\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text></g>\n"
                ),
            );
        }
    }
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
