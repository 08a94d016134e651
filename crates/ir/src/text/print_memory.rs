//! From operations on memory and with the world to their text.

use crate::memory::{Access, Content, MemoryOp, NewBlock, Position, Storage};
use crate::text::names::quote;
use crate::text::print_code::CodePrinter;
use crate::{Giver, Like, LocalId, Open, PrintArg, Sink, Stream, Type, WorldOp};

/// The words for accesses.
pub(super) const ACCESSES: [(&str, Access); 4] = [
    ("read", Access::Read),
    ("write", Access::Write),
    ("copy", Access::Copy),
    ("release", Access::Release),
];

/// The words for storage.
pub(super) const STORAGES: [(&str, Storage); 6] = [
    ("static", Storage::Static),
    ("constant", Storage::Constant),
    ("automatic", Storage::Automatic),
    ("allocated", Storage::Allocated),
    ("input", Storage::Input),
    ("output", Storage::Output),
];

impl CodePrinter<'_> {
    pub(super) fn memory(&self, op: &MemoryOp) -> String {
        match op {
            MemoryOp::New(new) => self.new_block(new),
            MemoryOp::End(block) => format!("mem end({})", self.expr(block)),
            MemoryOp::Probe {
                dst,
                at,
                size,
                access,
            } => {
                let word = word_of(&ACCESSES, *access);
                self.to(
                    *dst,
                    &format!("probe {word}({}, {})", self.position(at), self.expr(size)),
                )
            }
            MemoryOp::Compare { dst, left, right } => self.to(
                *dst,
                &format!("compare({}, {})", self.position(left), self.position(right)),
            ),
            MemoryOp::Load(dst, at) => self.to(*dst, &format!("load({})", self.position(at))),
            MemoryOp::Store(at, value) => {
                format!("mem store({}, {})", self.position(at), self.expr(value))
            }
            MemoryOp::LoadTarget { dst, at, width } => {
                self.to(*dst, &format!("target({}, {width})", self.position(at)))
            }
            MemoryOp::LoadOffset { dst, at, width } => {
                self.to(*dst, &format!("offset({}, {width})", self.position(at)))
            }
            MemoryOp::StorePointer { at, pointer, width } => {
                format!(
                    "mem point({}, {}, {width})",
                    self.position(at),
                    self.position(pointer)
                )
            }
            MemoryOp::Copy { from, to, count } => {
                format!(
                    "mem copy({}, {}, {})",
                    self.position(from),
                    self.position(to),
                    self.expr(count)
                )
            }
            MemoryOp::Fill {
                at,
                byte: Some(byte),
                count,
            } => {
                format!(
                    "mem fill({}, {}, {})",
                    self.position(at),
                    self.expr(count),
                    self.expr(byte)
                )
            }
            MemoryOp::Fill {
                at,
                byte: None,
                count,
            } => {
                format!("mem unset({}, {})", self.position(at), self.expr(count))
            }
            MemoryOp::Size(dst, block) => self.to(*dst, &format!("size({})", self.expr(block))),
            MemoryOp::Address(dst, block) => {
                self.to(*dst, &format!("address({})", self.expr(block)))
            }
            MemoryOp::Find(dst, address) => self.to(*dst, &format!("find({})", self.expr(address))),
            MemoryOp::FindOffset(dst, address) => {
                self.to(*dst, &format!("within({})", self.expr(address)))
            }
        }
    }

    pub(super) fn world(&self, op: &WorldOp) -> String {
        match op {
            WorldOp::Input { dst, name, giver } => {
                let giver = match giver {
                    Giver::Call => "",
                    Giver::Object => " object",
                    Giver::Stream => " stream",
                };
                format!(
                    "{} = world input{giver} {}",
                    self.local(*dst),
                    quote(name, '"')
                )
            }
            WorldOp::Open(Open { dst, name, like }) => {
                let like = match like {
                    Like::Any => String::new(),
                    Like::Truth(of) => format!(" truth({})", self.expr(of)),
                    Like::Sign(of) => format!(" sign({})", self.expr(of)),
                    Like::Natural => " natural".to_owned(),
                };
                format!(
                    "{} = world open {}{like}",
                    self.local(*dst),
                    quote(name, '"')
                )
            }
            WorldOp::Event(event) => format!("world event {}", base::Id::index(*event)),
            WorldOp::Assume(what) => format!("world assume {}", quote(what, '"')),
            WorldOp::Enter(number) => format!("world enter {number}"),
            WorldOp::Iterate(number) => format!("world iterate {number}"),
            WorldOp::Output(byte) => format!("world output({})", self.expr(byte)),
            WorldOp::Keep(count) => format!("world keep({})", self.expr(count)),
            WorldOp::OutputBytes { from, count } => {
                format!("world bytes({}, {})", self.position(from), self.expr(count))
            }
            WorldOp::Stream(Stream {
                dst,
                class,
                symbol,
                terminated,
            }) => {
                let end = if *terminated { " terminated" } else { "" };
                format!(
                    "{} = world stream {} {}{end}",
                    self.local(*dst),
                    self.class_name(*class),
                    Type::Int(*symbol)
                )
            }
            WorldOp::Lags(dst, at) => {
                format!("{} = world lags({})", self.local(*dst), self.position(at))
            }
            WorldOp::Watched(dst) => format!("{} = world watched", self.local(*dst)),
            WorldOp::Length(dst) => format!("{} = world length", self.local(*dst)),
            WorldOp::Sink(Sink { dst, class, symbol }) => {
                format!(
                    "{} = world sink {} {}",
                    self.local(*dst),
                    self.class_name(*class),
                    Type::Int(*symbol)
                )
            }
            WorldOp::Print { format, args } => {
                let args: String = args
                    .iter()
                    .map(|arg| format!(", {}", self.print_arg(arg)))
                    .collect();
                format!("world print({}{args})", self.position(format))
            }
        }
    }

    fn print_arg(&self, arg: &PrintArg) -> String {
        match arg {
            PrintArg::Number(value) => self.expr(value),
            PrintArg::Pointer(at) => format!("[{}]", self.position(at)),
        }
    }

    fn new_block(
        &self,
        NewBlock {
            dst,
            class,
            size,
            storage,
            content,
            name,
        }: &NewBlock,
    ) -> String {
        let storage = word_of(&STORAGES, *storage);
        let content = match content {
            Content::Unset => "unset".to_owned(),
            Content::Zero => "zero".to_owned(),
            Content::Bytes(bytes) => {
                let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
                format!("bytes {}", quote(&hex, '"'))
            }
        };
        let class = self.class_name(*class);
        self.to(
            *dst,
            &format!(
                "new {class} {storage}({}) {content} {}",
                self.expr(size),
                quote(name, '"')
            ),
        )
    }

    fn to(&self, dst: LocalId, what: &str) -> String {
        format!("{} = mem {what}", self.local(dst))
    }

    fn position(&self, at: &Position) -> String {
        format!("{}, {}", self.expr(&at.block), self.expr(&at.offset))
    }
}

fn word_of<T: PartialEq>(words: &[(&'static str, T)], wanted: T) -> &'static str {
    words
        .iter()
        .find(|(_, own)| *own == wanted)
        .map_or("?", |(word, _)| word)
}
