//! `printf`, as glibc has it in the C locale: what a format and its arguments come to.

mod directive;
mod floating;
mod integer;

use crate::Type;
use crate::interp::blocks::Pointer;
use crate::interp::eval::Word;
use crate::interp::fault::Fault;
use crate::interp::run::Run;

use directive::{Directive, Length, Piece, pieces};

/// What a format speaks of.
#[derive(Clone, Copy)]
pub(super) enum Argument {
    Number(Word),
    Pointer(Pointer),
}

/// What is printed for a format in memory.
pub(super) fn format(
    run: &Run<'_, '_>,
    pattern: Pointer,
    args: &[Argument],
) -> Result<Vec<u8>, Fault> {
    let pattern = run.text_at(pattern, usize::MAX)?;
    let mut printer = Printer {
        run,
        args,
        next: 0,
        text: Vec::new(),
    };
    for piece in pieces(pattern) {
        match piece? {
            Piece::Text(text) => printer.text.extend_from_slice(text),
            Piece::Directive(directive) => printer.directive(directive)?,
        }
    }
    Ok(printer.text)
}

struct Printer<'a, 'm, 'p> {
    run: &'a Run<'m, 'p>,
    args: &'a [Argument],
    /// The first argument that no directive has named yet.
    next: usize,
    text: Vec<u8>,
}

/// How a directive lays out what it prints.
#[derive(Clone, Copy, Default)]
struct Layout {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

impl Printer<'_, '_, '_> {
    fn directive(&mut self, directive: Directive) -> Result<(), Fault> {
        let layout = self.layout(&directive)?;
        let (length, conversion) = (directive.length, directive.conversion);
        let arg = self.argument(directive.argument)?;
        match (conversion, arg) {
            (b'd' | b'i', Argument::Number(word)) => {
                let value = integer::signed(word, length).ok_or_else(unfit)?;
                self.number(
                    layout,
                    value < 0,
                    integer::digits(layout, value.unsigned_abs(), conversion),
                );
            }
            (b'u' | b'o' | b'x' | b'X', Argument::Number(word)) => {
                let value = integer::unsigned(word, length).ok_or_else(unfit)?;
                let plain = Layout {
                    plus: false,
                    space: false,
                    ..layout
                };
                self.number(plain, false, integer::digits(layout, value, conversion));
            }
            (b'c', Argument::Number(word)) if length == Length::Plain => {
                self.pad(layout, &[word.bits as u8])
            }
            (b's', Argument::Pointer(at)) if length == Length::Plain => {
                let text = self
                    .run
                    .text_at(at, layout.precision.unwrap_or(usize::MAX))?;
                self.pad(layout, text);
            }
            (b'p', Argument::Pointer(at)) if length == Length::Plain => self.pointer(layout, at)?,
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', Argument::Number(word)) => {
                let value = real(word)
                    .filter(|_| matches!(length, Length::Plain | Length::Long))
                    .ok_or_else(unfit)?;
                self.floating(layout, value, conversion);
            }
            _ => return Err(unfit()),
        }
        Ok(())
    }

    fn floating(&mut self, layout: Layout, value: f64, conversion: u8) {
        let digits = floating::digits(layout, value.abs(), conversion);
        let layout = Layout {
            zero: layout.zero && value.is_finite(),
            // It is one of the fraction here and does not keep zeros away.
            precision: None,
            ..layout
        };
        self.number(layout, value.is_sign_negative(), digits);
    }

    fn layout(&mut self, directive: &Directive) -> Result<Layout, Fault> {
        let mut layout = directive.layout;
        if let Some(argument) = directive.width {
            let width = self.count(argument)?;
            layout.left |= width < 0;
            layout.width = width.unsigned_abs() as usize;
        }
        if let Some(argument) = directive.precision {
            layout.precision = usize::try_from(self.count(argument)?).ok();
        }
        // Before as much is written: nobody wants it, and steps must bound the memory.
        let asked = layout.width.max(layout.precision.unwrap_or(0)) as u64;
        if asked > self.run.steps_left() {
            Err(Fault::out_of_steps())
        } else {
            Ok(layout)
        }
    }

    /// The number that stands for a `*`.
    fn count(&mut self, argument: Option<usize>) -> Result<i64, Fault> {
        match self.argument(argument)? {
            Argument::Number(word) => integer::signed(word, Length::Plain).ok_or_else(unfit),
            Argument::Pointer(_) => Err(unfit()),
        }
    }

    /// The argument with this number, from 1, or the next.
    fn argument(&mut self, number: Option<usize>) -> Result<Argument, Fault> {
        let index = match number {
            Some(number) => number.checked_sub(1).ok_or_else(unknown)?,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        let none = || Fault::unsupported("printf is given too few arguments".to_owned());
        self.args.get(index).copied().ok_or_else(none)
    }

    fn pointer(&mut self, layout: Layout, at: Pointer) -> Result<(), Fault> {
        let address = self.run.address(at.block)?.wrapping_add_signed(at.offset);
        match address {
            0 => self.pad(layout, b"(nil)"),
            _ => {
                let layout = Layout {
                    alternate: true,
                    ..layout
                };
                self.number(layout, false, integer::digits(layout, address, b'x'));
            }
        }
        Ok(())
    }

    /// A number without its sign: a prefix such as `0x`, and what follows it.
    fn number(&mut self, layout: Layout, negative: bool, (prefix, digits): (&str, String)) {
        let sign = match (negative, layout.plus, layout.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        };
        let length = sign.len() + prefix.len() + digits.len();
        let zeros = layout.zero && !layout.left && layout.precision.is_none();
        let zeros = if zeros {
            layout.width.saturating_sub(length)
        } else {
            0
        };
        let text = format!("{sign}{prefix}{}{digits}", "0".repeat(zeros));
        self.pad(layout, text.as_bytes());
    }

    fn pad(&mut self, layout: Layout, text: &[u8]) {
        let padding = layout.width.saturating_sub(text.len());
        if layout.left {
            self.text.extend_from_slice(text);
        }
        self.text.extend(std::iter::repeat_n(b' ', padding));
        if !layout.left {
            self.text.extend_from_slice(text);
        }
    }
}

impl Run<'_, '_> {
    /// The string at a position in memory, or its first bytes.
    fn text_at(&self, at: Pointer, most: usize) -> Result<&[u8], Fault> {
        let heap = &self.machine.heap;
        let block = at.block.and_then(|object| heap.block(object));
        let block = block.ok_or_else(|| {
            Fault::unsupported("printf is given a string that is none".to_owned())
        })?;
        let (bytes, start) = heap.blocks.read(block, at.offset, 0)?;
        let (text, ends) = bytes.text(start);
        if ends || text.len() >= most {
            return Ok(&text[..text.len().min(most)]);
        }
        Err(Fault::unsupported(
            "printf is given a string without an end".to_owned(),
        ))
    }
}

fn real(word: Word) -> Option<f64> {
    match word.ty {
        Type::Float(float) => Some(float.value(word.bits as u64)),
        Type::Bool | Type::Int(_) | Type::Ref => None,
    }
}

fn unfit() -> Fault {
    Fault::unsupported(
        "a directive of printf does not fit its argument, or is not known".to_owned(),
    )
}

fn unknown() -> Fault {
    Fault::unsupported("a directive of printf is not known".to_owned())
}
