//! The call of a function that is a filter: what it is given, and what becomes of its result.

use std::fmt::Write;

pub use super::result::Result;
use super::result::says;
use super::role::{Emit, Parameter, Role, Taken, roles};
use super::{ENTRY, FilterOptions, Harness, name, plain, width};
use crate::Streams;
use crate::c::tree::{Function, Unit};
use crate::c::types::IntegerKind;

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
    function: &Function,
    options: &FilterOptions,
) -> std::result::Result<Harness, String> {
    let ty = unit
        .types
        .function(function.ty)
        .ok_or("it has no prototype")?;
    let types = ty.parameters.as_ref().ok_or("it has no prototype")?;
    let named = |i: usize| {
        function
            .parameters
            .get(i)
            .and_then(|local| function.locals[*local].name.as_deref())
    };
    let parameters: Vec<Parameter> = types
        .iter()
        .enumerate()
        .map(|(i, ty)| Parameter {
            name: named(i).unwrap_or("?"),
            ty: *ty,
        })
        .collect();
    let roles = roles(unit, &parameters, options)?;
    let reads = roles.iter().find_map(|r| {
        if let Role::Input(kind) = r {
            Some(*kind)
        } else {
            None
        }
    });
    let reads =
        reads.ok_or("it has no parameter that points to constant characters or numbers to read")?;
    let writes = roles
        .iter()
        .find_map(written)
        .ok_or("it has no buffer or callback to write through")?;
    if roles.iter().filter(|r| written(r).is_some()).count() > 1 {
        return Err("it has more than one buffer or callback to write through".to_owned());
    }
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
        text: text(&function.name, &roles, result),
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
    })
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
        Role::Emit(emit) => Argument::Emit(definition(
            emit,
            "mores_emit",
            |from, count, symbol| match from {
                Some(from) => format!(
                    "for (unsigned long i = 0; i < (unsigned long){count}; i++) {{ mores_put((({symbol} *){from})[i]); }}"
                ),
                None => format!("mores_put({count});"),
            },
        )),
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

/// The function that calls the filter.
fn text(function: &str, roles: &[Role], result: Result) -> String {
    let mut text = "const void *__mores_stream(void);\nlong __mores_symbols(void);\nvoid *__mores_sink(void);\n\
                    void __mores_out(long long v);\nvoid __mores_bytes(const void *from, unsigned long count);\n\
                    int __mores_lags(const void *from);\nvoid __mores_keep(long long count);\n\
                    void __mores_gives_up(const char *how);\n"
        .to_owned();
    let (mut arguments, mut buffer) = (Vec::new(), String::new());
    for role in roles {
        arguments.push(match role {
            Role::Input(_) => "__mores_stream()".to_owned(),
            Role::Length => "__mores_symbols()".to_owned(),
            Role::Output(kind) => {
                buffer = format!("    {} *buffer = __mores_sink();\n", name(*kind));
                "buffer".to_owned()
            }
            Role::Room => ROOM.to_string(),
            Role::Fixed(value) => format!("({value})"),
            Role::Context => "(void *)0".to_owned(),
            Role::Emit(emit) => {
                text += &definition(emit, "__mores_emit", write_run);
                "__mores_emit".to_owned()
            }
        });
    }
    let call = format!("{function}({})", arguments.join(", "));
    let body = match result {
        Result::Nothing | Result::Unread => format!("    {call};\n"),
        Result::Length => format!(
            "    __typeof__({call}) length = {call};\n    if (length < 0) {{\n        \
             __mores_gives_up(\"negative result\");\n    }}\n    __mores_keep(length);\n"
        ),
        Result::End => format!(
            "    const void *end = {call};\n    if (end == (void *)0) {{\n        __mores_gives_up(\"null result\");\n    \
             }}\n    __mores_keep((__typeof__(buffer))end - buffer);\n"
        ),
    };
    let _ = write!(
        text,
        "int {ENTRY}(void)\n{{\n{buffer}{body}    return 0;\n}}\n"
    );
    text
}

/// A callback of that name: what it does is said in terms of the first symbol, their number and their type.
fn definition(
    emit: &Emit,
    named: &str,
    body: impl Fn(Option<&str>, &str, &str) -> String,
) -> String {
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
    let body = body(from.as_deref(), &count, symbol);
    format!(
        "static {result} {named}({}) {{ {body}{value} }}\n",
        list.join(", ")
    )
}

/// Writes some symbols, one after the other where they can be looked at.
fn write_run(from: Option<&str>, count: &str, symbol: &str) -> String {
    match from {
        Some(from) => format!(
            "if (__mores_lags({from})) {{ __mores_bytes({from}, {count} * sizeof({symbol})); }} else {{ const {symbol} *s = {from}; \
             for (unsigned long i = 0; i < {count}; i++) {{ __mores_out(s[i]); }} }}"
        ),
        None => format!("__mores_out({count});"),
    }
}
