//! What filters read and write.

use ir::{Expr, IntType, LocalId, Sink, Stream, Type, WorldOp};

use super::Argument;
use super::intrinsic::I32;
use crate::Streams;
use crate::c::lower::body::Lowering;
use crate::c::lower::fold;
use crate::c::lower::pointer::equal;
use crate::c::lower::shape::I64;
use crate::c::lower::value::{Pointer, Value, number, offset};

impl Lowering<'_, '_> {
    pub(super) fn stream_function(&mut self, name: &str, args: &[Argument]) -> Option<Value> {
        let Some(streams) = self.whole.options.streams else {
            // Nothing is forgotten where nothing is a stream.
            return (name == "__mores_lags").then(|| Value::Number(number(IntType::I32, 0)));
        };
        let values: Vec<&Value> = args.iter().map(|(value, _)| value).collect();
        let class = self.whole.block;
        Some(match (name, &values[..]) {
            ("__mores_stream" | "__mores_changed", []) => {
                let dst = self.code.temporary(Type::Ref);
                self.code.world(WorldOp::Stream(Stream {
                    dst,
                    class,
                    symbol: streams.reads,
                    terminated: streams.terminated,
                    changed: name == "__mores_changed",
                }));
                first_of(dst)
            }
            ("__mores_sink", []) => {
                let dst = self.code.temporary(Type::Ref);
                let symbol = streams.writes;
                self.code.world(WorldOp::Sink(Sink { dst, class, symbol }));
                first_of(dst)
            }
            ("__mores_symbols", []) => {
                let dst = self.code.temporary(I64);
                self.code.world(WorldOp::Length(dst));
                Value::Number(Expr::Local(dst))
            }
            ("__mores_lags", [Value::Pointer(at)]) => {
                let dst = self.code.temporary(I32);
                self.code.world(WorldOp::Lags(dst, at.position()));
                Value::Number(Expr::Local(dst))
            }
            // Where one object ends another may begin: which of them is meant is no question for C to answer.
            ("__mores_same", [Value::Pointer(one), Value::Pointer(other)]) => {
                Value::Number(fold::cast(I32, Type::Bool, equal(one, other)))
            }
            _ => return self.write_function(name, &values, streams),
        })
    }

    fn write_function(&mut self, name: &str, values: &[&Value], streams: Streams) -> Option<Value> {
        match (name, values) {
            ("__mores_out", [Value::Number(symbol)]) => {
                let symbol = self.code.cast(Type::Int(streams.writes), symbol.clone());
                let symbol = self.code.atom(symbol);
                self.code.world(WorldOp::Output(symbol));
            }
            ("__mores_keep", [Value::Number(count)]) => {
                let count = self.count(count);
                self.code.world(WorldOp::Keep(count));
            }
            ("__mores_print", [_, _]) if !streams.standard_output => {}
            ("__mores_bytes" | "__mores_print", [Value::Pointer(from), Value::Number(count)]) => {
                let count = self.count(count);
                let from = from.position();
                self.code.world(WorldOp::OutputBytes { from, count });
            }
            _ => return None,
        }
        Some(Value::Void)
    }
}

/// Where a block begins.
fn first_of(block: LocalId) -> Value {
    Value::Pointer(Pointer {
        block: Expr::Local(block),
        offset: offset(0),
        object: None,
    })
}
