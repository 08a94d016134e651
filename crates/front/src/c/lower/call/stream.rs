//! What filters read and write.

use ir::{Sink, Stream, Type, WorldOp};

use super::Argument;
use super::intrinsic::I32;
use crate::c::lower::body::Lowering;
use crate::c::lower::shape::I64;
use crate::c::lower::value::{Pointer, Value, offset};

impl Lowering<'_, '_> {
    /// Whether this is a filter that writes through a buffer, a callback or `out`: what it prints is none of its output.
    pub(super) fn writes_by_itself(&self) -> bool {
        self.whole.options.streams.is_some() && self.unit().functions.values().any(|f| f.name == "__mores_out")
    }

    pub(super) fn stream_function(&mut self, name: &str, args: &[Argument]) -> Option<Value> {
        let streams = self.whole.options.streams?;
        let values: Vec<&Value> = args.iter().map(|(value, _)| value).collect();
        let class = self.whole.block;
        Some(match (name, &values[..]) {
            ("__mores_stream", []) => {
                let dst = self.code.temporary(Type::Ref);
                let (symbol, terminated) = (streams.reads, streams.terminated);
                self.code.world(WorldOp::Stream(Stream { dst, class, symbol, terminated }));
                Value::Pointer(Pointer { block: ir::Expr::Local(dst), offset: offset(0), object: None })
            }
            ("__mores_sink", []) => {
                let dst = self.code.temporary(Type::Ref);
                self.code.world(WorldOp::Sink(Sink { dst, class, symbol: streams.writes }));
                Value::Pointer(Pointer { block: ir::Expr::Local(dst), offset: offset(0), object: None })
            }
            ("__mores_symbols", []) => {
                let dst = self.code.temporary(I64);
                self.code.world(WorldOp::Length(dst));
                Value::Number(ir::Expr::Local(dst))
            }
            ("__mores_lags", [Value::Pointer(at)]) => {
                let dst = self.code.temporary(I32);
                self.code.world(WorldOp::Lags(dst, at.position()));
                Value::Number(ir::Expr::Local(dst))
            }
            ("__mores_out", [Value::Number(symbol)]) => {
                let symbol = self.code.cast(Type::Int(streams.writes), symbol.clone());
                let symbol = self.code.atom(symbol);
                self.code.world(WorldOp::Output(symbol));
                Value::Void
            }
            ("__mores_print", [_, _]) if self.writes_by_itself() => Value::Void,
            ("__mores_bytes" | "__mores_print", [Value::Pointer(from), Value::Number(count)]) => {
                let count = self.count(count);
                self.code.world(WorldOp::OutputBytes { from: from.position(), count });
                Value::Void
            }
            _ => return None,
        })
    }
}
