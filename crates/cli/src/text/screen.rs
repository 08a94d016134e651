//! How a result is shown: how wide, how much of it, and in which colours.

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::args::{Colour, RunArgs};

/// Lines that are read without scrolling; a longer result is shortened to about as many unless all of it is wanted.
pub(crate) const LINES: usize = 40;

/// Where a result is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    /// Columns.
    pub(crate) width: usize,
    /// Whether all is shown, however long.
    pub(crate) full: bool,
    colours: bool,
}

/// What a piece of text is to its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Proved, or legal.
    Good,
    /// Violated, or illegal.
    Bad,
    /// Unknown, or not established.
    Doubt,
    /// A heading.
    Title,
}

impl Tone {
    fn style(self) -> Style {
        match self {
            Self::Good => AnsiColor::Green.on_default(),
            Self::Bad => AnsiColor::Red.on_default(),
            Self::Doubt => AnsiColor::Yellow.on_default(),
            Self::Title => Style::new().bold(),
        }
    }
}

impl Screen {
    pub(crate) fn of(args: &RunArgs) -> Self {
        Self {
            width: width(),
            full: args.full,
            colours: coloured(args.color),
        }
    }

    /// The text in the colour of its tone, where there are colours.
    pub(crate) fn paint(&self, tone: Tone, text: &str) -> String {
        match self.colours && !text.is_empty() {
            true => format!("{0}{text}{0:#}", tone.style()),
            false => text.to_owned(),
        }
    }

    /// A sentence whose first word is the verdict, with that word in its colour.
    pub(crate) fn paint_verdict(&self, tone: Tone, sentence: &str) -> String {
        let end = sentence.find([' ', ':', '.', ',']);
        let (word, rest) = sentence.split_at(end.unwrap_or(sentence.len()));
        format!("{}{rest}", self.paint(tone, word))
    }
}

/// The width of the terminal, where it says so, within what reads well.
fn width() -> usize {
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(100);
    usize::clamp(columns, 60, 120)
}

/// Whether colours are wanted: `NO_COLOR`, `CLICOLOR` and the like count unless the command line says it.
fn coloured(choice: Colour) -> bool {
    match choice {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
    }
}

#[cfg(test)]
impl Screen {
    /// A screen for tests.
    pub(crate) fn plain(full: bool) -> Self {
        Self {
            width: 100,
            full,
            colours: false,
        }
    }

    /// The same with colours.
    pub(crate) fn in_colours(self) -> Self {
        Self {
            colours: true,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_verdict_itself_is_coloured() {
        let screen = Screen::plain(false);
        let sentence = "Proved: on every input.";
        assert_eq!(screen.paint_verdict(Tone::Good, sentence), sentence);
        assert_eq!(
            screen.in_colours().paint_verdict(Tone::Good, sentence),
            "\u{1b}[32mProved\u{1b}[0m: on every input."
        );
    }
}
