//! The pieces of a format: text and directives.

use crate::interp::fault::Fault;
use crate::interp::print::{Layout, unknown};

pub(super) enum Piece<'f> {
    Text(&'f [u8]),
    Directive(Directive),
}

/// What stands behind a `%`. An argument that is `None` is the next.
pub(super) struct Directive {
    pub(super) argument: Option<usize>,
    /// As far as it stands in the format.
    pub(super) layout: Layout,
    /// The argument that is the width, for a `*`.
    pub(super) width: Option<Option<usize>>,
    /// The argument that is the precision, for a `*`.
    pub(super) precision: Option<Option<usize>>,
    pub(super) length: Length,
    pub(super) conversion: u8,
}

/// The type that a directive says its argument has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    Char,
    Short,
    Plain,
    /// `l`, and what is as wide: `z`, `t`.
    Long,
    /// `ll`, and what is as wide: `j`.
    LongLong,
}

/// The pieces of a format, up to the first that is not understood.
pub(super) fn pieces(format: &[u8]) -> impl Iterator<Item = Result<Piece<'_>, Fault>> {
    let mut reader = Reader { rest: format };
    std::iter::from_fn(move || (!reader.rest.is_empty()).then(|| reader.piece()))
}

struct Reader<'f> {
    rest: &'f [u8],
}

impl<'f> Reader<'f> {
    fn piece(&mut self) -> Result<Piece<'f>, Fault> {
        let length = self
            .rest
            .iter()
            .position(|&b| b == b'%')
            .unwrap_or(self.rest.len());
        let text = match self.rest {
            [b'%', b'%', ..] => {
                let percent = &self.rest[..1];
                self.rest = &self.rest[2..];
                percent
            }
            [b'%', ..] => {
                self.rest = &self.rest[1..];
                return self.directive().ok_or_else(unknown).map(Piece::Directive);
            }
            _ => {
                let text = &self.rest[..length];
                self.rest = &self.rest[length..];
                text
            }
        };
        Ok(Piece::Text(text))
    }

    fn directive(&mut self) -> Option<Directive> {
        let argument = self.position();
        let mut layout = self.flags();
        let width = self.star();
        if width.is_none() {
            layout.width = self.number().unwrap_or(0);
        }
        let mut precision = None;
        if self.accept(b".") {
            precision = self.star();
            layout.precision = precision.is_none().then(|| self.number().unwrap_or(0));
        }
        let length = self.length();
        let (&conversion, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(Directive {
            argument,
            layout,
            width,
            precision,
            length,
            conversion,
        })
    }

    fn flags(&mut self) -> Layout {
        let mut layout = Layout::default();
        while let Some((flag, rest)) = self.rest.split_first() {
            match flag {
                b'-' => layout.left = true,
                b'+' => layout.plus = true,
                b' ' => layout.space = true,
                b'#' => layout.alternate = true,
                b'0' => layout.zero = true,
                _ => break,
            }
            self.rest = rest;
        }
        layout
    }

    fn length(&mut self) -> Length {
        let lengths: [(&[u8], Length); 7] = [
            (b"hh", Length::Char),
            (b"h", Length::Short),
            (b"ll", Length::LongLong),
            (b"j", Length::LongLong),
            (b"l", Length::Long),
            (b"z", Length::Long),
            (b"t", Length::Long),
        ];
        let found = lengths.iter().find(|(text, _)| self.accept(text));
        found.map_or(Length::Plain, |(_, length)| *length)
    }

    /// `*` or `*n$`: a number that is an argument, and which.
    fn star(&mut self) -> Option<Option<usize>> {
        self.accept(b"*").then(|| self.position())
    }

    /// `n$`: the number of an argument.
    fn position(&mut self) -> Option<usize> {
        let before = self.rest;
        let number = self.number().filter(|_| self.accept(b"$"));
        if number.is_none() {
            self.rest = before;
        }
        number
    }

    fn number(&mut self) -> Option<usize> {
        let count = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        // What is too long is too large for anybody: the machine runs out of steps.
        let number = digits.iter().fold(0usize, |n, d| {
            n.saturating_mul(10).saturating_add((d - b'0').into())
        });
        (count > 0).then_some(number)
    }

    fn accept(&mut self, text: &[u8]) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}
