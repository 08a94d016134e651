//! What filters read and write.

use ir::{IntType, Sink, Stream, Type, WorldOp};

use super::Argument;
use super::intrinsic::I32;
use crate::c::lower::body::Lowering;
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
            ("__mores_stream", []) => {
                let dst = self.code.temporary(Type::Ref);
                let (symbol, terminated) = (streams.reads, streams.terminated);
                self.code.world(WorldOp::Stream(Stream {
                    dst,
                    class,
                    symbol,
                    terminated,
                }));
                Value::Pointer(Pointer {
                    block: ir::Expr::Local(dst),
                    offset: offset(0),
                    object: None,
                })
            }
            ("__mores_sink", []) => {
                let dst = self.code.temporary(Type::Ref);
                self.code.world(WorldOp::Sink(Sink {
                    dst,
                    class,
                    symbol: streams.writes,
                }));
                Value::Pointer(Pointer {
                    block: ir::Expr::Local(dst),
                    offset: offset(0),
                    object: None,
                })
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
            ("__mores_keep", [Value::Number(count)]) => {
                let count = self.count(count);
                self.code.world(WorldOp::Keep(count));
                Value::Void
            }
            ("__mores_print", [_, _]) if !streams.standard_output => Value::Void,
            ("__mores_bytes" | "__mores_print", [Value::Pointer(from), Value::Number(count)]) => {
                let count = self.count(count);
                self.code.world(WorldOp::OutputBytes {
                    from: from.position(),
                    count,
                });
                Value::Void
            }
            _ => return None,
        })
    }
}
