//! Filters in C: programs over `getchar` and `putchar`, functions over a string, and programs over `in`, `peek` and `out`.
//!
//! All become one thing: a program that reads a block of memory, the stream, from front to back. What leads from one to the
//! other is C of ours behind the user's.

use std::fmt::Write;

use ir::IntType;

use super::layout::Machine;
use super::print::integer as name;
use super::tree::{Function, Linkage, Unit};
use super::types::{FunctionType, IntegerKind, Type, TypeId};
use super::{Source, read_with};
use crate::{InputError, Streams};

/// A filter.
#[derive(Debug)]
pub struct FilterUnit {
    /// The program.
    pub unit: Unit,
    /// The function that a run starts with.
    pub entry: String,
    /// What it reads and writes.
    pub streams: Streams,
}

const BYTE: IntType = IntType { bits: 8, signed: false };
const ENTRY: &str = "__mores_filter";

/// Reads a filter: the function of that name, or `main`, or the only function that is one.
pub fn read_filter(source: &Source, function: Option<&str>) -> Result<FilterUnit, InputError> {
    let plain = Source { library: false, ..source.clone() };
    let unit = super::read(&plain)?;
    let found = match function {
        Some(name) => function_of(&unit, name)?,
        None if defined(&unit, "main").is_some() => main_of(&unit, "main")?,
        None => only_function(&unit)?,
    };
    let Harness { text, streams, entry } = found;
    Ok(FilterUnit { unit: read_with(source, Some(&text))?, entry, streams })
}

/// What leads from a block of memory to a filter.
struct Harness {
    text: String,
    streams: Streams,
    entry: String,
}

fn defined<'u>(unit: &'u Unit, name: &str) -> Option<&'u Function> {
    unit.functions.values().find(|function| function.name == name && function.body.is_some())
}

fn function_of(unit: &Unit, name: &str) -> Result<Harness, InputError> {
    let missing = || InputError::new(format!("--function {name}: there is no such function in this file"));
    let function = defined(unit, name).ok_or_else(missing)?;
    if name == "main" || function.parameters.is_empty() {
        return main_of(unit, name);
    }
    let fault = |why: String| InputError::new(format!("{}: `{name}` is no filter: {why}", function.place));
    harness(unit, function).map_err(fault)
}

fn only_function(unit: &Unit) -> Result<Harness, InputError> {
    let candidates = unit.functions.values().filter(|function| function.body.is_some());
    let candidates = candidates.filter(|function| function.linkage == Linkage::External);
    let declares_in = unit.functions.values().any(|f| matches!(f.name.as_str(), "in" | "pop") && f.body.is_none());
    let fitting: Vec<(&str, Harness)> = candidates
        .filter_map(|function| {
            let runs = declares_in && function.parameters.is_empty();
            let found = if runs { main_of(unit, &function.name).ok() } else { harness(unit, function).ok() };
            Some((function.name.as_str(), found?))
        })
        .collect();
    let names: Vec<&str> = fitting.iter().map(|(name, _)| *name).collect();
    match names.len() {
        0 => Err(InputError::new(
            "there is no filter in this file: no `main`, and no function that reads a string and writes through a buffer \
             or a callback",
        )),
        1 => Ok(fitting.into_iter().next().expect("there is one").1),
        _ => Err(InputError::new(format!("which is the filter? --function {}", names.join(", --function ")))),
    }
}

/// A program: over `in`, `peek` and `out` if it declares them, else over bytes.
fn main_of(unit: &Unit, entry: &str) -> Result<Harness, InputError> {
    let declared = |name: &str| {
        let function = unit.functions.values().find(|function| function.name == name && function.body.is_none())?;
        unit.types.function(function.ty)
    };
    let bytes = Streams { reads: BYTE, writes: BYTE, terminated: false, buffered: false };
    let (Some(reads), Some(writes)) =
        (declared("in").or_else(|| declared("pop")), declared("out").or_else(|| declared("push")))
    else {
        return Ok(Harness { text: String::new(), streams: bytes, entry: entry.to_owned() });
    };
    let fault = || InputError::new("`in` must return a number, and `out` must take one");
    let read = integer(unit, reads.result).ok_or_else(fault)?;
    let written = writes.parameters.as_ref().and_then(|all| integer(unit, *all.first()?)).ok_or_else(fault)?;
    let streams = Streams {
        reads: width(unit.machine, read),
        writes: width(unit.machine, written),
        terminated: false,
        buffered: false,
    };
    let mut text = opening(name(read));
    for (function, takes) in [("in", None), ("pop", None), ("peek", Some("int k"))] {
        if let Some(ty) = declared(function) {
            let result = integer(unit, ty.result).ok_or_else(fault)?;
            let by = ty.parameters.as_ref().is_some_and(|all| !all.is_empty());
            text += &reader(function, name(result), takes.filter(|_| by));
        }
    }
    for function in ["out", "push"] {
        if let Some(ty) = declared(function) {
            let taken = ty.parameters.as_ref().and_then(|all| integer(unit, *all.first()?)).ok_or_else(fault)?;
            let _ = writeln!(text, "void {function}({} v) {{ __mores_out(v); }}", name(taken));
        }
    }
    Ok(Harness { text, streams, entry: entry.to_owned() })
}

/// The stream as an array of numbers.
fn opening(symbol: &str) -> String {
    format!(
        "const void *__mores_stream(void);\nlong __mores_symbols(void);\nvoid __mores_out(long long v);\n\
         static _Bool __mores_began;\nstatic const {symbol} *__mores_next;\nstatic const {symbol} *__mores_last;\n\
         static void __mores_begin(void)\n{{\n    if (!__mores_began) {{\n        __mores_began = 1;\n        \
         __mores_next = __mores_stream();\n        __mores_last = __mores_next + __mores_symbols();\n    }}\n}}\n"
    )
}

/// A function that halts where there is nothing left to read.
fn reader(function: &str, result: &str, takes: Option<&str>) -> String {
    let (at, read) = match takes {
        Some(_) => ("__mores_next + k", "__mores_next[k]"),
        None if function == "peek" => ("__mores_next", "*__mores_next"),
        None => ("__mores_next", "*__mores_next++"),
    };
    format!(
        "{result} {function}({})\n{{\n    __mores_begin();\n    if ({at} >= __mores_last) {{\n        \
         __builtin_exit(0);\n    }}\n    return {read};\n}}\n",
        takes.unwrap_or("void")
    )
}

/// How a parameter of a filter is filled.
enum Role {
    Input(IntegerKind),
    Length,
    Output(IntegerKind),
    /// A callback: the text of its definition, and what it takes.
    Emit(String, IntegerKind),
    Context,
}

/// A function that reads a string.
fn harness(unit: &Unit, function: &Function) -> Result<Harness, String> {
    let ty = unit.types.function(function.ty).ok_or("it has no prototype")?;
    let parameters = ty.parameters.as_ref().ok_or("it has no prototype")?;
    let mut roles: Vec<Role> = Vec::new();
    for &parameter in parameters {
        roles.push(role(unit, parameter, &roles)?);
    }
    let reads = roles.iter().find_map(|r| if let Role::Input(kind) = r { Some(*kind) } else { None });
    let reads = reads.ok_or("it has no parameter that points to constant characters or numbers to read")?;
    let writes = roles.iter().find_map(|r| match r {
        Role::Output(kind) | Role::Emit(_, kind) => Some(*kind),
        Role::Input(_) | Role::Length | Role::Context => None,
    });
    let writes = writes.ok_or("it has no buffer or callback to write through")?;
    if roles.iter().filter(|r| matches!(r, Role::Output(_) | Role::Emit(..))).count() > 1 {
        return Err("it has more than one buffer or callback to write through".to_owned());
    }
    let terminated = !roles.iter().any(|r| matches!(r, Role::Length));
    let buffered = roles.iter().any(|r| matches!(r, Role::Output(_)));
    let streams =
        Streams { reads: width(unit.machine, reads), writes: width(unit.machine, writes), terminated, buffered };
    Ok(Harness { text: call(&function.name, &roles), streams, entry: ENTRY.to_owned() })
}

fn role(unit: &Unit, parameter: TypeId, before: &[Role]) -> Result<Role, String> {
    let has_input = before.iter().any(|r| matches!(r, Role::Input(_)));
    match unit.types.get(parameter) {
        Type::Integer(_) | Type::Enum(_) => Ok(Role::Length),
        Type::Pointer(to) => match unit.types.get(to.id) {
            Type::Void => Ok(Role::Context),
            Type::Function(callback) => emit(unit, callback),
            Type::Integer(kind) if to.constant && !has_input => Ok(Role::Input(*kind)),
            Type::Integer(kind) if !to.constant => Ok(Role::Output(*kind)),
            _ => Err("it has a parameter that is neither what it reads, a length, a buffer nor a callback".to_owned()),
        },
        _ => Err("it has a parameter that is neither what it reads, a length, a buffer nor a callback".to_owned()),
    }
}

/// A callback that takes a symbol, or some bytes and how many they are; `void *` beside that is ignored.
fn emit(unit: &Unit, callback: &FunctionType) -> Result<Role, String> {
    let fault = || "its callback takes neither a symbol nor characters and their number".to_owned();
    let parameters = callback.parameters.as_ref().ok_or_else(fault)?;
    let (mut list, mut run, mut number) = (Vec::new(), None, None);
    for (i, &parameter) in parameters.iter().enumerate() {
        match unit.types.get(parameter) {
            Type::Integer(kind) => {
                number = Some((i, *kind));
                list.push(format!("{} p{i}", name(*kind)));
            }
            Type::Pointer(to) => match unit.types.get(to.id) {
                Type::Void => list.push(format!("{}void *p{i}", if to.constant { "const " } else { "" })),
                Type::Integer(kind) if run.is_none() => {
                    run = Some((i, *kind));
                    list.push(format!("{}{} *p{i}", if to.constant { "const " } else { "" }, name(*kind)));
                }
                _ => return Err(fault()),
            },
            _ => return Err(fault()),
        }
    }
    let (body, kind) = match (run, number) {
        (Some((from, kind)), Some((count, _))) => (write_run(name(kind), from, count), kind),
        (None, Some((at, kind))) => (format!("__mores_out(p{at});"), kind),
        _ => return Err(fault()),
    };
    let (result, value) = match unit.types.get(callback.result) {
        Type::Void => ("void".to_owned(), ""),
        Type::Integer(kind) => (name(*kind).to_owned(), " return 0;"),
        _ => return Err(fault()),
    };
    let list = list.join(", ");
    Ok(Role::Emit(format!("static {result} __mores_emit({list}) {{ {body}{value} }}\n"), kind))
}

/// Writes some symbols, one after the other where they can be looked at.
fn write_run(symbol: &str, from: usize, count: usize) -> String {
    format!(
        "if (__mores_lags(p{from})) {{ __mores_bytes(p{from}, p{count} * sizeof({symbol})); }} else {{ const {symbol} *s = p{from}; \
         for (unsigned long i = 0; i < p{count}; i++) {{ __mores_out(s[i]); }} }}"
    )
}

/// The function that calls the filter.
fn call(function: &str, roles: &[Role]) -> String {
    let mut text = "const void *__mores_stream(void);\nlong __mores_symbols(void);\nvoid *__mores_sink(void);\n\
                    void __mores_out(long long v);\nvoid __mores_bytes(const void *from, unsigned long count);\n\
                    int __mores_lags(const void *from);\n"
        .to_owned();
    let (mut lengths, mut arguments) = (0, Vec::new());
    for role in roles {
        arguments.push(match role {
            Role::Input(_) => "__mores_stream()",
            Role::Output(_) => "__mores_sink()",
            Role::Context => "(void *)0",
            Role::Emit(definition, _) => {
                text += definition;
                "__mores_emit"
            }
            Role::Length => {
                lengths += 1;
                // The first is how much there is to read, another how much room there is to write: enough.
                if lengths == 1 { "__mores_symbols()" } else { "0x3fffffff" }
            }
        });
    }
    let _ = write!(text, "int {ENTRY}(void)\n{{\n    {function}({});\n    return 0;\n}}\n", arguments.join(", "));
    text
}

fn integer(unit: &Unit, ty: TypeId) -> Option<IntegerKind> {
    match unit.types.get(ty) {
        Type::Integer(kind) => Some(*kind),
        _ => None,
    }
}

/// Bytes of text are shown without a sign, whatever the type says.
fn width(machine: Machine, kind: IntegerKind) -> IntType {
    let signed = kind.is_signed() && kind != IntegerKind::Char;
    IntType { bits: (machine.integer(kind) * 8) as u8, signed }
}
