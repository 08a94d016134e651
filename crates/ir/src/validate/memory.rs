//! Operations on memory and with the world: types that fit.

use crate::memory::{MemoryOp, NewBlock, Position};
use crate::validate::code::{Checked, Checker};
use crate::validate::expressions::same;
use crate::{
    Ask, ClassId, Expr, IntType, Like, LocalId, Open, PrintArg, Sink, Stream, Type, WorldOp,
};

const I64: Type = Type::Int(IntType::I64);
const U8: Type = Type::Int(IntType {
    bits: 8,
    signed: false,
});

impl Checker<'_> {
    pub(super) fn memory(&self, op: &MemoryOp) -> Checked {
        match op {
            MemoryOp::New(NewBlock {
                dst, class, size, ..
            }) => {
                self.of_bytes(*class)?;
                self.typing.expect(size, I64)?;
                self.gives(*dst, Type::Ref)
            }
            MemoryOp::End(block) => self.typing.expect(block, Type::Ref),
            MemoryOp::Probe { dst, at, size, .. } => {
                self.position(at)?;
                self.typing.expect(size, I64)?;
                self.gives(*dst, Type::Int(IntType::I32))
            }
            MemoryOp::Compare { dst, left, right } => {
                self.position(left)?;
                self.position(right)?;
                self.gives(*dst, Type::Int(IntType::I32))
            }
            MemoryOp::Load(dst, at) => {
                self.position(at)?;
                number(self.typing.local(*dst)?)
            }
            MemoryOp::Store(at, value) => {
                self.position(at)?;
                number(self.typing.expr(value)?)
            }
            MemoryOp::LoadTarget { dst, at, width } => self.part(at, *width, *dst, Type::Ref),
            MemoryOp::LoadOffset { dst, at, width } => self.part(at, *width, *dst, I64),
            MemoryOp::StorePointer { at, pointer, width } => {
                self.pointer(at, *width)?;
                self.position(pointer)
            }
            MemoryOp::Copy { from, to, count } => {
                self.position(from)?;
                self.position(to)?;
                self.typing.expect(count, I64)
            }
            MemoryOp::Fill { at, byte, count } => {
                self.position(at)?;
                byte.as_ref()
                    .map_or(Ok(()), |b| self.typing.expect(b, U8))?;
                self.typing.expect(count, I64)
            }
            MemoryOp::Size(dst, block) | MemoryOp::Address(dst, block) => {
                self.typing.expect(block, Type::Ref)?;
                self.gives(*dst, I64)
            }
            MemoryOp::Find(dst, address) => self.found(address, Type::Ref, *dst),
            MemoryOp::FindOffset(dst, address) => self.found(address, I64, *dst),
        }
    }

    fn of_bytes(&self, class: ClassId) -> Checked {
        self.class(class, false)?;
        match self.program.frame(class).size {
            0 => Ok(()),
            _ => Err(format!(
                "a block of class {}, which has fields",
                self.program.classes[class].name
            )),
        }
    }

    /// The target or the offset of a pointer.
    fn part(&self, at: &Position, width: u8, dst: LocalId, ty: Type) -> Checked {
        self.pointer(at, width)?;
        self.gives(dst, ty)
    }

    fn gives(&self, dst: LocalId, ty: Type) -> Checked {
        same(ty, self.typing.local(dst)?)
    }

    pub(super) fn world(&self, op: &WorldOp) -> Checked {
        match op {
            WorldOp::Input { dst, .. } => number(self.typing.local(*dst)?),
            WorldOp::Ask(Ask { dst, last, .. }) => {
                number(self.typing.local(*dst)?)?;
                self.gives(*dst, last.ty())
            }
            WorldOp::Open(Open {
                dst,
                like: Like::Any,
                ..
            }) => number(self.typing.local(*dst)?),
            WorldOp::Open(Open { dst, like, .. }) => {
                like.of()
                    .map_or(Ok(()), |of| integer(self.typing.expr(of)?))?;
                integer(self.typing.local(*dst)?)
            }
            WorldOp::Event(event) => self
                .program
                .events
                .get(*event)
                .map(|_| ())
                .ok_or_else(|| format!("there is no {event}")),
            WorldOp::Assume(_) | WorldOp::Enter(_) | WorldOp::Iterate(_) => Ok(()),
            WorldOp::Output(symbol) => number(self.typing.expr(symbol)?),
            WorldOp::Keep(count) => self.typing.expect(count, I64),
            WorldOp::OutputBytes { from, count } => {
                self.position(from)?;
                self.typing.expect(count, I64)
            }
            WorldOp::Stream(Stream { dst, .. }) | WorldOp::Sink(Sink { dst, .. }) => {
                self.gives(*dst, Type::Ref)
            }
            WorldOp::Lags(dst, at) => {
                self.position(at)?;
                self.gives(*dst, Type::Int(IntType::I32))
            }
            WorldOp::Watched(dst) => self.gives(*dst, Type::Int(IntType::I32)),
            WorldOp::Length(dst) => self.gives(*dst, I64),
            WorldOp::Print { format, args } => {
                self.position(format)?;
                args.iter().try_for_each(|arg| match arg {
                    PrintArg::Number(value) => number(self.typing.expr(value)?),
                    PrintArg::Pointer(at) => self.position(at),
                })
            }
        }
    }

    fn position(&self, at: &Position) -> Checked {
        self.typing.expect(&at.block, Type::Ref)?;
        self.typing.expect(&at.offset, I64)
    }

    fn pointer(&self, at: &Position, width: u8) -> Checked {
        self.position(at)?;
        if matches!(width, 4 | 8) {
            Ok(())
        } else {
            Err(format!("a pointer of {width} bytes"))
        }
    }

    fn found(&self, address: &Expr, expected: Type, dst: LocalId) -> Checked {
        self.typing.expect(address, I64)?;
        self.gives(dst, expected)
    }
}

fn number(ty: Type) -> Checked {
    match ty {
        Type::Bool | Type::Int(_) | Type::Float(_) => Ok(()),
        Type::Ref => Err("a reference where a number is expected".to_owned()),
    }
}

fn integer(ty: Type) -> Checked {
    match ty {
        Type::Int(_) => Ok(()),
        Type::Bool | Type::Float(_) | Type::Ref => {
            Err("something else where an integer is expected".to_owned())
        }
    }
}
