//! From operations on memory and with the world to their text.

use crate::memory::{Access, Content, MemoryOp, NewBlock, Position, Storage};
use crate::text::names::quote;
use crate::text::print_code::CodePrinter;
use crate::{Ask, Expr, Giver, Like, LocalId, Open, PrintArg, Sink, Stream, Type, WorldOp};

/// The words for accesses.
pub(super) const ACCESSES: [(&str, Access); 4] = [
    ("read", Access::Read),
    ("write", Access::Write),
    ("copy", Access::Copy),
    ("release", Access::Release),
];

/// The words for storage.
pub(super) const STORAGES: [(&str, Storage); 8] = [
    ("static", Storage::Static),
    ("constant", Storage::Constant),
    ("automatic", Storage::Automatic),
    ("fixed", Storage::Fixed),
    ("allocated", Storage::Allocated),
    ("input", Storage::Input),
    ("changed", Storage::Changed),
    ("output", Storage::Output),
];

impl CodePrinter<'_> {
    pub(super) fn memory(&self, op: &MemoryOp) -> String {
        let (dst, what) = self.memory_parts(op);
        self.to(dst, &format!("mem {what}"))
    }

    /// Where the result goes, if there is one, and the operation.
    fn memory_parts(&self, op: &MemoryOp) -> (Option<LocalId>, String) {
        let (place, value) = (|at: &Position| self.position(at), |e: &Expr| self.expr(e));
        match op {
            MemoryOp::New(new) => (Some(new.dst), self.new_block(new)),
            MemoryOp::End(block) => (None, format!("end({})", value(block))),
            MemoryOp::Probe {
                dst,
                at,
                size,
                access,
            } => {
                let word = word_of(&ACCESSES, *access);
                let what = format!("probe {word}({}, {})", place(at), value(size));
                (Some(*dst), what)
            }
            MemoryOp::Compare { dst, left, right } => (
                Some(*dst),
                format!("compare({}, {})", place(left), place(right)),
            ),
            MemoryOp::Load(dst, from) => (Some(*dst), format!("load({})", place(from))),
            MemoryOp::Store(to, new) => (None, format!("store({}, {})", place(to), value(new))),
            MemoryOp::LoadTarget { dst, at, width } => {
                (Some(*dst), format!("target({}, {width})", place(at)))
            }
            MemoryOp::LoadOffset { dst, at, width } => {
                (Some(*dst), format!("offset({}, {width})", place(at)))
            }
            MemoryOp::StorePointer { at, pointer, width } => (
                None,
                format!("point({}, {}, {width})", place(at), place(pointer)),
            ),
            MemoryOp::Copy { from, to, count } => {
                let what = format!("copy({}, {}, {})", place(from), place(to), value(count));
                (None, what)
            }
            MemoryOp::Fill { at, byte, count } => {
                let (to, count) = (place(at), value(count));
                let what = match byte {
                    Some(byte) => format!("fill({to}, {count}, {})", value(byte)),
                    None => format!("unset({to}, {count})"),
                };
                (None, what)
            }
            MemoryOp::Size(dst, block) => (Some(*dst), format!("size({})", value(block))),
            MemoryOp::Address(dst, block) => (Some(*dst), format!("address({})", value(block))),
            MemoryOp::Find(dst, number) => (Some(*dst), format!("find({})", value(number))),
            MemoryOp::FindOffset(dst, number) => (Some(*dst), format!("within({})", value(number))),
        }
    }

    pub(super) fn world(&self, op: &WorldOp) -> String {
        let (dst, what) = self.world_parts(op);
        self.to(dst, &format!("world {what}"))
    }

    fn ask(&self, ask: &Ask) -> String {
        let last = self.expr(&Expr::Const(ask.last));
        format!("ask {} last {last}", quote(&ask.question, '"'))
    }

    /// Where the result goes, if there is one, and the operation.
    fn world_parts(&self, op: &WorldOp) -> (Option<LocalId>, String) {
        match op {
            WorldOp::Input { dst, name, giver } => {
                let giver = match giver {
                    Giver::Call => "",
                    Giver::Object => " object",
                    Giver::Stream => " stream",
                };
                (Some(*dst), format!("input{giver} {}", quote(name, '"')))
            }
            WorldOp::Open(Open { dst, name, like }) => {
                let what = format!("open {}{}", quote(name, '"'), self.like(like));
                (Some(*dst), what)
            }
            WorldOp::Ask(ask) => (Some(ask.dst), self.ask(ask)),
            WorldOp::Event(event) => (None, format!("event {}", base::Id::index(*event))),
            WorldOp::Assume(what) => (None, format!("assume {}", quote(what, '"'))),
            WorldOp::Enter(number) => (None, format!("enter {number}")),
            WorldOp::Iterate(number) => (None, format!("iterate {number}")),
            WorldOp::Output(byte) => (None, format!("output({})", self.expr(byte))),
            WorldOp::Keep(count) => (None, format!("keep({})", self.expr(count))),
            WorldOp::OutputBytes { from, count } => {
                let what = format!("bytes({}, {})", self.position(from), self.expr(count));
                (None, what)
            }
            WorldOp::Stream(stream) => (Some(stream.dst), self.stream(stream)),
            WorldOp::Lags(dst, at) => (Some(*dst), format!("lags({})", self.position(at))),
            WorldOp::Watched(dst) => (Some(*dst), "watched".to_owned()),
            WorldOp::Length(dst) => (Some(*dst), "length".to_owned()),
            WorldOp::Sink(Sink { dst, class, symbol }) => {
                let what = format!("sink {} {}", self.class_name(*class), Type::Int(*symbol));
                (Some(*dst), what)
            }
            WorldOp::Print { format, args } => {
                let args = args.iter().map(|arg| format!(", {}", self.print_arg(arg)));
                let args: String = args.collect();
                (None, format!("print({}{args})", self.position(format)))
            }
        }
    }

    fn stream(&self, stream: &Stream) -> String {
        let end = if stream.terminated { " terminated" } else { "" };
        let changed = if stream.changed { " changed" } else { "" };
        let (class, symbol) = (self.class_name(stream.class), Type::Int(stream.symbol));
        format!("stream {class} {symbol}{end}{changed}")
    }

    fn like(&self, like: &Like) -> String {
        match like {
            Like::Any => String::new(),
            Like::Truth(of) => format!(" truth({})", self.expr(of)),
            Like::Sign(of) => format!(" sign({})", self.expr(of)),
            Like::Natural => " natural".to_owned(),
        }
    }

    fn print_arg(&self, arg: &PrintArg) -> String {
        match arg {
            PrintArg::Number(value) => self.expr(value),
            PrintArg::Pointer(at) => format!("[{}]", self.position(at)),
        }
    }

    fn new_block(&self, new: &NewBlock) -> String {
        let content = match &new.content {
            Content::Unset => "unset".to_owned(),
            Content::Zero => "zero".to_owned(),
            Content::Bytes(bytes) => {
                let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
                format!("bytes {}", quote(&hex, '"'))
            }
        };
        let (class, storage) = (self.class_name(new.class), word_of(&STORAGES, new.storage));
        let (size, name) = (self.expr(&new.size), quote(&new.name, '"'));
        format!("new {class} {storage}({size}) {content} {name}")
    }

    fn to(&self, dst: Option<LocalId>, what: &str) -> String {
        match dst {
            Some(dst) => format!("{} = {what}", self.local(dst)),
            None => what.to_owned(),
        }
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
