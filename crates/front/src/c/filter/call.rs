//! The call of a function that is a filter: what it is given, and what becomes of its result.

use base::Place;

pub use super::result::Result;
use super::result::says;
use super::role::{Emit, Parameter, Role, Taken, roles};
use super::{Code, ENTRY, FilterOptions, Harness, plain, width};
use crate::c::print::integer as name;
use crate::c::tree::{BinaryOp, CompareOp, ExprId, Function, FunctionId, LocalId, StmtId, Unit};
use crate::c::types::{IntegerKind, TypeId};
use crate::c::typing::{Draft, Writer};
use crate::{InputError, Streams};

type Written = std::result::Result<(), InputError>;

/// How a function that is a filter is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterCall {
    /// Its name.
    pub function: String,
    /// What it is given.
    pub arguments: Vec<Argument>,
    /// What its result says about its output.
    pub result: Result,
    /// The type of symbols that it reads and writes, as C names them.
    pub symbols: (String, String),
}

/// What a function is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The symbols to read.
    Input,
    /// How many these are.
    Length,
    /// A buffer.
    Output,
    /// A number.
    Number(i64),
    /// The null pointer.
    Null,
    /// A function `mores_emit` that writes, as C defines it. It calls `mores_put` with each symbol.
    Emit(String),
}

/// How much room there is said to be in a buffer: enough.
const ROOM: i64 = 0x3fff_ffff;

/// A function that reads a string.
pub(super) fn harness(
    unit: &Unit,
    id: FunctionId,
    options: &FilterOptions,
) -> std::result::Result<Harness, String> {
    let function = &unit.functions[id];
    let ty = unit
        .types
        .function(function.ty)
        .ok_or("it has no prototype")?;
    let types = ty.parameters.as_ref().ok_or("it has no prototype")?;
    let parameters = parameters(function, types);
    let roles = roles(unit, &parameters, options)?;
    let (reads, writes) = symbols(&roles)?;
    let buffer = roles.iter().position(|r| matches!(r, Role::Output(_)));
    let buffer_local = buffer.and_then(|at| function.parameters.get(at)).copied();
    let result = says(unit, function, ty.result, buffer_local);
    let terminated = !roles.contains(&Role::Length);
    let counted = matches!(result, Result::Length | Result::End);
    let streams = Streams {
        terminated,
        buffered: buffer.is_some(),
        ends_with_zero: buffer.is_some() && terminated && !counted,
        ..plain(width(unit.machine, reads), width(unit.machine, writes))
    };
    let values = roles
        .iter()
        .zip(&parameters)
        .filter(|(role, _)| matches!(role, Role::Fixed(_)));
    Ok(Harness {
        streams,
        entry: ENTRY.to_owned(),
        symbol_program: None,
        values: values
            .map(|(_, parameter)| parameter.name.to_owned())
            .collect(),
        assumptions: assumptions(&function.name, &roles, &parameters, result),
        call: Some(FilterCall {
            function: function.name.clone(),
            arguments: roles.iter().map(argument).collect(),
            result,
            symbols: (name(reads).to_owned(), name(writes).to_owned()),
        }),
        code: Code::Call(Call {
            function: id,
            place: function.place.clone(),
            roles,
            result,
        }),
    })
}

fn parameters<'u>(function: &'u Function, types: &[TypeId]) -> Vec<Parameter<'u>> {
    let named = |i: usize| {
        let local = function.parameters.get(i)?;
        function.locals[*local].name.as_deref()
    };
    let parameter = |(i, ty): (usize, &TypeId)| Parameter {
        name: named(i).unwrap_or("?"),
        ty: *ty,
    };
    types.iter().enumerate().map(parameter).collect()
}

/// What is read, and what is written.
fn symbols(roles: &[Role]) -> std::result::Result<(IntegerKind, IntegerKind), String> {
    let read = roles.iter().find_map(|role| match role {
        Role::Input(kind) => Some(*kind),
        _ => None,
    });
    let read =
        read.ok_or("it has no parameter that points to constant characters or numbers to read")?;
    let mut all = roles.iter().filter_map(written);
    let write = all
        .next()
        .ok_or("it has no buffer or callback to write through")?;
    match all.next() {
        Some(_) => Err("it has more than one buffer or callback to write through".to_owned()),
        None => Ok((read, write)),
    }
}

fn written(role: &Role) -> Option<IntegerKind> {
    match role {
        Role::Output(kind) => Some(*kind),
        Role::Emit(emit) => emit.writes(),
        Role::Input(_) | Role::Length | Role::Room | Role::Fixed(_) | Role::Context => None,
    }
}

fn argument(role: &Role) -> Argument {
    match role {
        Role::Input(_) => Argument::Input,
        Role::Length => Argument::Length,
        Role::Output(_) => Argument::Output,
        Role::Room => Argument::Number(ROOM),
        Role::Fixed(value) => Argument::Number(*value),
        Role::Context => Argument::Null,
        Role::Emit(emit) => Argument::Emit(definition(emit)),
    }
}

/// What is assumed of parameters and result.
fn assumptions(
    function: &str,
    roles: &[Role],
    parameters: &[Parameter],
    result: Result,
) -> Vec<String> {
    let input = roles
        .iter()
        .position(|r| matches!(r, Role::Input(_)))
        .map_or("?", |at| parameters[at].name);
    let of_role = |(role, parameter): (&Role, &Parameter)| {
        let name = parameter.name;
        match role {
            Role::Length => Some(format!("`{name}` is the number of symbols in `{input}`")),
            Role::Room => Some(format!("`{name}` is {ROOM}, more than is ever written")),
            Role::Fixed(value) => Some(format!("`{name}` is {value}")),
            Role::Context => Some(format!("`{name}` is null")),
            Role::Emit(Emit {
                result: Some(_), ..
            }) => Some(format!("`{name}` returns 0")),
            Role::Emit(Emit { result: None, .. }) | Role::Input(_) | Role::Output(_) => None,
        }
    };
    let of_result = match result {
        Result::Nothing => None,
        Result::Unread => Some(format!(
            "what `{function}` returns says nothing about its output"
        )),
        Result::Length => Some(format!(
            "`{function}` returns how many symbols it has written"
        )),
        Result::End => Some(format!("`{function}` returns where its output ends")),
    };
    let counted = matches!(result, Result::Length | Result::End) || !roles.contains(&Role::Length);
    let stored = roles.iter().any(|r| matches!(r, Role::Output(_))) && !counted;
    let of_output = stored.then(|| format!("all that `{function}` stores is its output"));
    roles
        .iter()
        .zip(parameters)
        .filter_map(of_role)
        .chain(of_result)
        .chain(of_output)
        .collect()
}

/// A call of a function, to be written.
pub(super) struct Call {
    function: FunctionId,
    place: Place,
    roles: Vec<Role>,
    result: Result,
}

impl Call {
    /// Writes the function that calls the filter, on the line of the user's that it stands for.
    pub(super) fn write(&self, code: &mut Writer<'_, '_>) -> Written {
        code.place = self.place.clone();
        let (void, long) = (code.void(), code.integer(IntegerKind::Long));
        let (anything, constant) = (code.pointer(void, false), code.pointer(void, true));
        let stream = code.declare("__mores_stream", constant, Vec::new());
        let symbols = code.declare("__mores_symbols", long, Vec::new());
        let sink = code.declare("__mores_sink", anything, Vec::new());
        let emit = self.roles.iter().find_map(|role| match role {
            Role::Emit(emit) => Some(emit),
            _ => None,
        });
        let emit = emit.map(|emit| write_emit(code, emit)).transpose()?;
        let int = code.integer(IntegerKind::Int);
        let entry = code.declare(ENTRY, int, Vec::new());
        let (mut draft, _) = code.define(entry, &[]);
        let (mut arguments, mut buffer) = (Vec::new(), None);
        for role in &self.roles {
            arguments.push(match (role, emit) {
                (Role::Input(_), _) => code.call(stream, Vec::new())?,
                (Role::Length, _) => code.call(symbols, Vec::new())?,
                (Role::Output(kind), _) => {
                    let symbol = code.integer(*kind);
                    let (ty, made) = (code.pointer(symbol, false), code.call(sink, Vec::new())?);
                    let local = code.variable(&mut draft, "buffer", ty, made);
                    buffer = Some(local);
                    code.get(&draft, local)?
                }
                (Role::Room, _) => code.number(ROOM, IntegerKind::Int),
                (Role::Fixed(value), _) => code.number(*value, IntegerKind::LongLong),
                (Role::Emit(_), Some(emit)) => code.address(emit),
                (Role::Context | Role::Emit(_), _) => code.null(),
            });
        }
        let call = code.call(self.function, arguments)?;
        self.keep(code, &mut draft, call, buffer)?;
        let zero = code.number(0, IntegerKind::Int);
        code.give(&mut draft, zero);
        code.finish(draft);
        Ok(())
    }

    /// What becomes of the result of the call.
    fn keep(
        &self,
        code: &mut Writer<'_, '_>,
        draft: &mut Draft,
        call: ExprId,
        buffer: Option<LocalId>,
    ) -> Written {
        let (void, wide) = (code.void(), code.integer(IntegerKind::LongLong));
        let (named, ty, less, how) = match self.result {
            Result::Nothing | Result::Unread => {
                code.push(draft, call);
                return Ok(());
            }
            Result::Length => ("length", code.ty(call), CompareOp::Less, "negative result"),
            Result::End => {
                let anywhere = code.pointer(void, true);
                ("end", anywhere, CompareOp::Equal, "null result")
            }
        };
        let result = code.variable(draft, named, ty, call);
        let (given, zero) = (code.get(draft, result)?, code.number(0, IntegerKind::Int));
        let gives_up = code.compare(less, given, zero)?;
        let given_up = give_up(code, how)?;
        code.when(draft, gives_up, given_up, None);
        let mut count = code.get(draft, result)?;
        if let (Result::End, Some(buffer)) = (self.result, buffer) {
            let first = code.get(draft, buffer)?;
            let ty = code.ty(first);
            let end = code.convert(count, ty);
            count = code.arithmetic(BinaryOp::Subtract, end, first)?;
        }
        let keep = code.declare("__mores_keep", void, vec![wide]);
        let kept = code.call(keep, vec![count])?;
        code.push(draft, kept);
        Ok(())
    }
}

fn give_up(code: &mut Writer<'_, '_>, how: &str) -> std::result::Result<StmtId, InputError> {
    let (void, char) = (code.void(), code.integer(IntegerKind::Char));
    let text = code.pointer(char, true);
    let function = code.declare("__mores_gives_up", void, vec![text]);
    let how = code.text(how)?;
    let given_up = code.call(function, vec![how])?;
    Ok(code.expr(given_up))
}

/// A callback that writes some symbols, one after the other where they can be looked at.
fn write_emit(
    code: &mut Writer<'_, '_>,
    emit: &Emit,
) -> std::result::Result<FunctionId, InputError> {
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
) -> Written {
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
fn definition(emit: &Emit) -> String {
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
