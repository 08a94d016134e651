//! The callback that a function gives what it writes: what it takes, and what stands for it.

use crate::InputError;
use crate::c::print::integer as name;
use crate::c::tree::{BinaryOp, FunctionId, LocalId, Unit};
use crate::c::types::{FunctionType, IntegerKind, Type};
use crate::c::typing::{Draft, Writer};

/// A callback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Emit {
    /// Its result.
    pub(super) result: Option<IntegerKind>,
    /// What it takes.
    pub(super) takes: Vec<Taken>,
}

/// What a callback takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// A symbol, or where there are symbols how many they are.
    Number(IntegerKind),
    /// The first of some symbols; whether they are constant.
    Symbols(IntegerKind, bool),
    /// What was handed on; whether it is constant.
    Context(bool),
}

/// A callback takes a symbol, or some symbols and how many they are; `void *` beside that is handed on.
pub(super) fn emit(unit: &Unit, callback: &FunctionType) -> Result<Emit, String> {
    let fault = || "its callback takes neither a symbol nor characters and their number".to_owned();
    let parameters = callback.parameters.as_ref().ok_or_else(fault)?;
    let mut takes = Vec::new();
    for &parameter in parameters {
        takes.push(match unit.types.get(parameter) {
            Type::Integer(kind) => Taken::Number(*kind),
            Type::Pointer(to) => match unit.types.get(to.id) {
                Type::Void => Taken::Context(to.constant),
                Type::Integer(kind) => Taken::Symbols(*kind, to.constant),
                _ => return Err(fault()),
            },
            _ => return Err(fault()),
        });
    }
    let count = |such: fn(&Taken) -> bool| takes.iter().filter(|taken| such(taken)).count();
    let (numbers, symbols) = (
        count(|t| matches!(t, Taken::Number(_))),
        count(|t| matches!(t, Taken::Symbols(..))),
    );
    let result = match unit.types.get(callback.result) {
        Type::Void => None,
        Type::Integer(kind) => Some(*kind),
        _ => return Err(fault()),
    };
    if numbers == 1 && symbols <= 1 {
        Ok(Emit { result, takes })
    } else {
        Err(fault())
    }
}

impl Emit {
    /// What is written.
    pub(super) fn writes(&self) -> Option<IntegerKind> {
        let symbols = self.takes.iter().find_map(|t| {
            if let Taken::Symbols(kind, _) = t {
                Some(*kind)
            } else {
                None
            }
        });
        symbols.or_else(|| {
            self.takes.iter().find_map(|t| {
                if let Taken::Number(kind) = t {
                    Some(*kind)
                } else {
                    None
                }
            })
        })
    }
}

/// A callback that writes some symbols, one after the other where they can be looked at.
pub(super) fn write_emit(code: &mut Writer<'_, '_>, emit: &Emit) -> Result<FunctionId, InputError> {
    let void = code.void();
    let (mut types, mut from, mut count) = (Vec::new(), None, 0);
    for (i, taken) in emit.takes.iter().enumerate() {
        types.push(match *taken {
            Taken::Number(kind) => {
                count = i;
                code.integer(kind)
            }
            Taken::Symbols(kind, constant) => {
                from = Some(i);
                let symbol = code.integer(kind);
                code.pointer(symbol, constant)
            }
            Taken::Context(constant) => code.pointer(void, constant),
        });
    }
    let result = emit.result.map_or(void, |kind| code.integer(kind));
    let names: Vec<String> = (0..types.len()).map(|i| format!("p{i}")).collect();
    let function = code.declare("__mores_emit", result, types);
    let (mut draft, parameters) = code.define(function, &names);
    let wide = code.integer(IntegerKind::LongLong);
    let out = code.declare("__mores_out", void, vec![wide]);
    match from {
        Some(from) => {
            let symbol = emit.writes().unwrap_or(IntegerKind::Char);
            let run = (parameters[from], parameters[count], symbol);
            write_run(code, &mut draft, run, out)?;
        }
        None => {
            let symbol = code.get(&draft, parameters[count])?;
            let written = code.call(out, vec![symbol])?;
            code.push(&mut draft, written);
        }
    }
    if emit.result.is_some() {
        let zero = code.number(0, IntegerKind::Int);
        code.give(&mut draft, zero);
    }
    code.finish(draft);
    Ok(function)
}

/// Writes the symbols from the first one on, as many as there are, of a type.
fn write_run(
    code: &mut Writer<'_, '_>,
    draft: &mut Draft,
    (from, count, symbol): (LocalId, LocalId, IntegerKind),
    out: FunctionId,
) -> Result<(), InputError> {
    let (void, int) = (code.void(), code.integer(IntegerKind::Int));
    let (anything, long) = (
        code.pointer(void, true),
        code.integer(IntegerKind::UnsignedLong),
    );
    let lags = code.declare("__mores_lags", int, vec![anything]);
    let bytes = code.declare("__mores_bytes", void, vec![anything, long]);
    let first = code.get(draft, from)?;
    let lagging = code.call(lags, vec![first])?;
    let lagging = code.truth(lagging)?;
    let size = code.unit().machine.integer(symbol) as i64;
    let (first, number) = (code.get(draft, from)?, code.get(draft, count)?);
    let size = code.number(size, IntegerKind::UnsignedLong);
    let length = code.arithmetic(BinaryOp::Multiply, number, size)?;
    let whole = code.call(bytes, vec![first, length])?;
    let whole = code.expr(whole);
    let ty = code.integer(symbol);
    let ty = code.pointer(ty, true);
    let number = code.get(draft, count)?;
    let each = code.each(draft, number, |code, draft, i| {
        let first = code.get(draft, from)?;
        let first = code.convert(first, ty);
        let at = code.arithmetic(BinaryOp::Add, first, i)?;
        let symbol = code.deref(at)?;
        code.call(out, vec![symbol])
    })?;
    code.when(draft, lagging, whole, Some(each));
    Ok(())
}

/// The callback for the compiled program: it puts each symbol.
pub(super) fn definition(emit: &Emit) -> String {
    let constant = |is: bool| if is { "const " } else { "" };
    let (mut list, mut from, mut count) = (Vec::new(), None, String::new());
    for (i, taken) in emit.takes.iter().enumerate() {
        list.push(match taken {
            Taken::Number(kind) => {
                count = format!("p{i}");
                format!("{} p{i}", name(*kind))
            }
            Taken::Symbols(kind, is) => {
                from = Some(format!("p{i}"));
                format!("{}{} *p{i}", constant(*is), name(*kind))
            }
            Taken::Context(is) => format!("{}void *p{i}", constant(*is)),
        });
    }
    let (result, value) = match emit.result {
        None => ("void", ""),
        Some(kind) => (name(kind), " return 0;"),
    };
    let symbol = emit.writes().map_or("char", name);
    let body = match from {
        Some(from) => format!(
            "for (unsigned long i = 0; i < (unsigned long){count}; i++) {{ mores_put((({symbol} *){from})[i]); }}"
        ),
        None => format!("mores_put({count});"),
    };
    format!(
        "static {result} mores_emit({}) {{ {body}{value} }}\n",
        list.join(", ")
    )
}
