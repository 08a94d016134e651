//! Operations on memory (`mem …`) and with the world (`world …`).

use base::Id;

use crate::memory::{Content, MemoryOp, NewBlock, Position};
use crate::text::body::Body;
use crate::text::constant::constant;
use crate::text::print_memory::{ACCESSES, STORAGES};
use crate::text::tokens::Parsed;
use crate::{
    Ask, ClassId, Const, EventId, Expr, Giver, IntType, Like, LocalId, Open, PrintArg, Sink,
    StatementKind, Stream, Type, WorldOp,
};

impl Body<'_> {
    /// What follows `mem` where nothing is assigned.
    pub(super) fn memory(&mut self) -> Parsed<StatementKind> {
        let op = self.word_of(
            "an operation on memory",
            &["end", "store", "point", "copy", "fill", "unset"],
        )?;
        self.tokens.mark("(")?;
        let op = match op {
            "end" => MemoryOp::End(self.expr()?),
            "store" => MemoryOp::Store(self.position()?, self.next_expr()?),
            "point" => {
                let (at, ()) = (self.position()?, self.tokens.mark(",")?);
                MemoryOp::StorePointer {
                    at,
                    pointer: self.position()?,
                    width: self.width()?,
                }
            }
            "copy" => {
                let (from, ()) = (self.position()?, self.tokens.mark(",")?);
                MemoryOp::Copy {
                    from,
                    to: self.position()?,
                    count: self.next_expr()?,
                }
            }
            "fill" => {
                let (at, count) = (self.position()?, self.next_expr()?);
                MemoryOp::Fill {
                    at,
                    byte: Some(self.next_expr()?),
                    count,
                }
            }
            _ => MemoryOp::Fill {
                at: self.position()?,
                byte: None,
                count: self.next_expr()?,
            },
        };
        self.tokens.mark(")")?;
        Ok(StatementKind::Memory(Box::new(op)))
    }

    /// What follows `dst = mem`.
    pub(super) fn memory_value(&mut self, dst: LocalId) -> Parsed<StatementKind> {
        let words = [
            "new", "probe", "compare", "load", "target", "offset", "size", "address", "find",
            "within",
        ];
        let op = self.word_of("an operation on memory", &words)?;
        if op == "new" {
            return Ok(StatementKind::Memory(Box::new(MemoryOp::New(
                self.new_block(dst)?,
            ))));
        }
        if op == "probe" {
            return self.probe(dst);
        }
        self.tokens.mark("(")?;
        let op = match op {
            "compare" => {
                let left = self.position()?;
                self.tokens.mark(",")?;
                MemoryOp::Compare {
                    dst,
                    left,
                    right: self.position()?,
                }
            }
            "load" => MemoryOp::Load(dst, self.position()?),
            "target" => MemoryOp::LoadTarget {
                dst,
                at: self.position()?,
                width: self.width()?,
            },
            "offset" => MemoryOp::LoadOffset {
                dst,
                at: self.position()?,
                width: self.width()?,
            },
            "size" => MemoryOp::Size(dst, self.expr()?),
            "address" => MemoryOp::Address(dst, self.expr()?),
            "find" => MemoryOp::Find(dst, self.expr()?),
            _ => MemoryOp::FindOffset(dst, self.expr()?),
        };
        self.tokens.mark(")")?;
        Ok(StatementKind::Memory(Box::new(op)))
    }

    fn probe(&mut self, dst: LocalId) -> Parsed<StatementKind> {
        let access = self.choice("an access", &ACCESSES)?;
        self.tokens.mark("(")?;
        let (at, size) = (self.position()?, self.next_expr()?);
        self.tokens.mark(")")?;
        Ok(StatementKind::Memory(Box::new(MemoryOp::Probe {
            dst,
            at,
            size,
            access,
        })))
    }

    fn new_block(&mut self, dst: LocalId) -> Parsed<NewBlock> {
        let class = self.tokens.reference()?;
        let class = self.names.class(&class)?;
        let storage = self.choice("a storage", &STORAGES)?;
        self.tokens.mark("(")?;
        let size = self.expr()?;
        self.tokens.mark(")")?;
        let content = match self.word_of("a content", &["unset", "zero", "bytes"])? {
            "unset" => Content::Unset,
            "zero" => Content::Zero,
            _ => self.bytes()?,
        };
        Ok(NewBlock {
            dst,
            class,
            size,
            storage,
            content,
            name: self.tokens.text()?.into(),
        })
    }

    fn bytes(&mut self) -> Parsed<Content> {
        let hex = self.tokens.text()?;
        let digits: Option<Vec<u8>> = hex
            .chars()
            .map(|c| c.to_digit(16).map(|d| d as u8))
            .collect();
        match digits {
            Some(digits) if digits.len() % 2 == 0 => Ok(Content::Bytes(
                digits
                    .chunks(2)
                    .map(|pair| pair[0] << 4 | pair[1])
                    .collect(),
            )),
            _ => self
                .tokens
                .error("bytes are written as pairs of hexadecimal digits"),
        }
    }

    /// What follows `world` where nothing is assigned.
    pub(super) fn world(&mut self) -> Parsed<StatementKind> {
        let kinds = [
            "event", "assume", "enter", "iterate", "output", "keep", "bytes", "print",
        ];
        let op = match self.word_of("an exchange", &kinds)? {
            "assume" => WorldOp::Assume(self.tokens.text()?.into()),
            "event" => WorldOp::Event(EventId::from_index(
                self.tokens.plain_number("an event")? as usize
            )),
            "enter" => WorldOp::Enter(self.tokens.plain_number("a loop")? as u32),
            "iterate" => WorldOp::Iterate(self.tokens.plain_number("a loop")? as u32),
            "output" => {
                self.tokens.mark("(")?;
                let byte = self.expr()?;
                self.tokens.mark(")")?;
                WorldOp::Output(byte)
            }
            "keep" => {
                self.tokens.mark("(")?;
                let count = self.expr()?;
                self.tokens.mark(")")?;
                WorldOp::Keep(count)
            }
            "bytes" => {
                self.tokens.mark("(")?;
                let from = self.position()?;
                let count = self.next_expr()?;
                self.tokens.mark(")")?;
                WorldOp::OutputBytes { from, count }
            }
            _ => self.print()?,
        };
        Ok(StatementKind::World(Box::new(op)))
    }

    fn giver(&mut self) -> Giver {
        let words = ["object", "stream"].map(|word| self.tokens.accept_word(word));
        match words {
            [true, _] => Giver::Object,
            [false, true] => Giver::Stream,
            [false, false] => Giver::Call,
        }
    }

    /// What follows `dst = world`.
    pub(super) fn world_value(&mut self, dst: LocalId) -> Parsed<StatementKind> {
        let kinds = [
            "input", "open", "ask", "watched", "stream", "length", "lags", "sink",
        ];
        let op = match self.word_of("an exchange that gives a value", &kinds)? {
            "input" => WorldOp::Input {
                dst,
                giver: self.giver(),
                name: self.tokens.text()?.into(),
            },
            "open" => WorldOp::Open(Open {
                dst,
                name: self.tokens.text()?.into(),
                like: self.like()?,
            }),
            "ask" => WorldOp::Ask(Ask {
                dst,
                question: self.tokens.text()?.into(),
                last: self.last()?,
            }),
            "length" => WorldOp::Length(dst),
            "watched" => WorldOp::Watched(dst),
            "lags" => {
                self.tokens.mark("(")?;
                let at = self.position()?;
                self.tokens.mark(")")?;
                WorldOp::Lags(dst, at)
            }
            "sink" => {
                let (class, symbol) = self.symbols()?;
                WorldOp::Sink(Sink { dst, class, symbol })
            }
            _ => {
                let (class, symbol) = self.symbols()?;
                WorldOp::Stream(Stream {
                    dst,
                    class,
                    symbol,
                    terminated: self.tokens.accept_word("terminated"),
                    changed: self.tokens.accept_word("changed"),
                })
            }
        };
        Ok(StatementKind::World(Box::new(op)))
    }

    /// What is answered in the end.
    fn last(&mut self) -> Parsed<Const> {
        self.tokens.word("last")?;
        match constant(self.tokens, self.names)? {
            Some(constant) => Ok(constant),
            None => self.tokens.error("a constant is needed here"),
        }
    }

    /// What is known of an open value.
    fn like(&mut self) -> Parsed<Like> {
        if self.tokens.accept_word("natural") {
            return Ok(Like::Natural);
        }
        let truth = self.tokens.accept_word("truth");
        if !truth && !self.tokens.accept_word("sign") {
            return Ok(Like::Any);
        }
        self.tokens.mark("(")?;
        let of = self.expr()?;
        self.tokens.mark(")")?;
        Ok(if truth {
            Like::Truth(of)
        } else {
            Like::Sign(of)
        })
    }

    /// The class of a block, and what it consists of.
    fn symbols(&mut self) -> Parsed<(ClassId, IntType)> {
        let class = self.tokens.reference()?;
        let class = self.names.class(&class)?;
        match self.tokens.ty()? {
            Type::Int(symbol) => Ok((class, symbol)),
            Type::Bool | Type::Float(_) | Type::Ref => self.tokens.error("symbols are integers"),
        }
    }

    fn print(&mut self) -> Parsed<WorldOp> {
        self.tokens.mark("(")?;
        let format = self.position()?;
        let mut args = Vec::new();
        while self.tokens.accept_mark(",") {
            if self.tokens.accept_mark("[") {
                args.push(PrintArg::Pointer(self.position()?));
                self.tokens.mark("]")?;
            } else {
                args.push(PrintArg::Number(self.expr()?));
            }
        }
        self.tokens.mark(")")?;
        Ok(WorldOp::Print { format, args })
    }

    fn position(&mut self) -> Parsed<Position> {
        Ok(Position {
            block: self.expr()?,
            offset: self.next_expr()?,
        })
    }

    fn next_expr(&mut self) -> Parsed<Expr> {
        self.tokens.mark(",")?;
        self.expr()
    }

    fn width(&mut self) -> Parsed<u8> {
        self.tokens.mark(",")?;
        let width = self.tokens.plain_number("a width")?;
        u8::try_from(width).or_else(|_| self.tokens.error("no pointer is that wide"))
    }

    /// One of some words.
    fn word_of(&mut self, what: &str, words: &[&'static str]) -> Parsed<&'static str> {
        let found = words.iter().find(|word| self.tokens.at_word(word)).copied();
        let Some(word) = found else {
            return self
                .tokens
                .error(format!("{what} is expected: {}", words.join(", ")));
        };
        self.tokens.word(word)?;
        Ok(word)
    }

    fn choice<T: Copy>(&mut self, what: &str, choices: &[(&'static str, T)]) -> Parsed<T> {
        let words: Vec<&'static str> = choices.iter().map(|(word, _)| *word).collect();
        let word = self.word_of(what, &words)?;
        Ok(choices
            .iter()
            .find(|(own, _)| *own == word)
            .expect("it is one of them")
            .1)
    }
}
