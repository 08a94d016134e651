//! Filters in C: programs over `getchar` and `putchar`, functions over a string, and programs over `in`, `peek` and `out`.
//!
//! All become one thing: a program that reads a block of memory, the stream, from front to back. What leads from one to the
//! other is C of ours behind the user's. What a parameter of a function is for can only be guessed (`role`), and so can what its
//! result says about its output (`result`): each guess is told.

mod call;
mod result;
mod role;

use std::fmt::Write;

use ir::IntType;

use super::layout::Machine;
use super::print::integer as name;
use super::tree::{Function, Linkage, Unit};
use super::types::{IntegerKind, Type, TypeId};
use super::{Source, read_with};
use crate::{InputError, Streams};

use call::harness;
pub use call::{Argument, FilterCall, Result as FilterResult};

/// A filter.
#[derive(Debug)]
pub struct FilterUnit {
    /// The program.
    pub unit: Unit,
    /// The function that a run starts with.
    pub entry: String,
    /// What it reads and writes.
    pub streams: Streams,
    /// How the filter itself is called; nothing for a program.
    pub call: Option<FilterCall>,
    /// What it starts with, if it is a program over `in` and `out`.
    pub symbol_program: Option<SymbolProgram>,
    /// What was guessed of parameters and result, in words: what is found holds where this does.
    pub assumptions: Vec<String>,
}

/// A program over `in`, `peek` and `out`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolProgram {
    /// The function that it starts with.
    pub entry: String,
    /// Whether `peek` is told how far ahead.
    pub peeks_ahead: bool,
}

/// What somebody says of a filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterOptions {
    /// The function that is meant; nothing: `main`, or the only function that is one.
    pub function: Option<String>,
    /// Values of parameters, by their names.
    pub values: Vec<(String, i64)>,
}

const BYTE: IntType = IntType {
    bits: 8,
    signed: false,
};
const ENTRY: &str = "__mores_filter";

/// Reads a filter.
pub fn read_filter(source: &Source, options: &FilterOptions) -> Result<FilterUnit, InputError> {
    let plain = Source {
        library: false,
        ..source.clone()
    };
    let unit = super::read(&plain)?;
    let found = match &options.function {
        Some(name) => function_of(&unit, name, options)?,
        None if defined(&unit, "main").is_some() => main_of(&unit, "main")?,
        None => only_function(&unit, options)?,
    };
    let unused = options
        .values
        .iter()
        .find(|(name, _)| !found.values.contains(name));
    if let Some((name, _)) = unused {
        return Err(InputError::new(format!(
            "--with {name}: the filter has no parameter `{name}` that takes a number"
        )));
    }
    let Harness {
        text,
        streams,
        entry,
        call,
        symbol_program,
        assumptions,
        ..
    } = found;
    let text = match call
        .as_ref()
        .and_then(|call| defined(&unit, &call.function))
    {
        Some(function) => placed(&text, &function.place),
        None => format!("\n# 1 \"{}filter\"\n{text}", super::library::FOLDER),
    };
    Ok(FilterUnit {
        unit: read_with(source, Some(&text))?,
        entry,
        streams,
        call,
        symbol_program,
        assumptions,
    })
}

/// Code of ours on the line of the user's that it stands for.
fn placed(text: &str, place: &base::Place) -> String {
    let file = place.file.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "\n# {} \"{file}\"\n{}\n",
        place.line,
        text.replace('\n', " ")
    )
}

/// What leads from a block of memory to a filter.
struct Harness {
    text: String,
    streams: Streams,
    entry: String,
    call: Option<FilterCall>,
    symbol_program: Option<SymbolProgram>,
    assumptions: Vec<String>,
    /// The names of parameters that were given a value.
    values: Vec<String>,
}

fn defined<'u>(unit: &'u Unit, name: &str) -> Option<&'u Function> {
    unit.functions
        .values()
        .find(|function| function.name == name && function.body.is_some())
}

fn function_of(unit: &Unit, name: &str, options: &FilterOptions) -> Result<Harness, InputError> {
    let missing = || {
        InputError::new(format!(
            "--function {name}: there is no such function in this file"
        ))
    };
    let function = defined(unit, name).ok_or_else(missing)?;
    if name == "main" || function.parameters.is_empty() {
        return main_of(unit, name);
    }
    let fault =
        |why: String| InputError::new(format!("{}: `{name}` is no filter: {why}", function.place));
    harness(unit, function, options).map_err(fault)
}

fn only_function(unit: &Unit, options: &FilterOptions) -> Result<Harness, InputError> {
    let candidates = unit
        .functions
        .values()
        .filter(|function| function.body.is_some());
    let candidates = candidates.filter(|function| function.linkage == Linkage::External);
    let declares_in = unit
        .functions
        .values()
        .any(|f| matches!(f.name.as_str(), "in" | "pop") && f.body.is_none());
    let fitting: Vec<(&str, Harness)> = candidates
        .filter_map(|function| {
            let runs = declares_in && function.parameters.is_empty();
            let found = if runs {
                main_of(unit, &function.name).ok()
            } else {
                harness(unit, function, options).ok()
            };
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
        _ => Err(InputError::new(format!(
            "which is the filter? --function {}",
            names.join(", --function ")
        ))),
    }
}

/// A program: over `in`, `peek` and `out` if it declares them, else over bytes.
fn main_of(unit: &Unit, entry: &str) -> Result<Harness, InputError> {
    let declared = |name: &str| {
        let function = unit
            .functions
            .values()
            .find(|function| function.name == name && function.body.is_none())?;
        unit.types.function(function.ty)
    };
    let bytes = Streams {
        standard_input: true,
        standard_output: true,
        ..plain(BYTE, BYTE)
    };
    let (Some(reads), Some(writes)) = (
        declared("in").or_else(|| declared("pop")),
        declared("out").or_else(|| declared("push")),
    ) else {
        return Ok(program(String::new(), bytes, entry, Vec::new()));
    };
    let fault = || InputError::new("`in` must return a number, and `out` must take one");
    let read = integer(unit, reads.result).ok_or_else(fault)?;
    let written = writes
        .parameters
        .as_ref()
        .and_then(|all| integer(unit, *all.first()?))
        .ok_or_else(fault)?;
    let streams = plain(width(unit.machine, read), width(unit.machine, written));
    let mut text = opening(name(read));
    let starts = entry;
    let begins = defined(unit, entry).is_some_and(|function| !function.parameters.is_empty());
    for (function, takes) in [("in", None), ("pop", None), ("peek", Some("int k"))] {
        if let Some(ty) = declared(function) {
            let result = integer(unit, ty.result).ok_or_else(fault)?;
            let by = ty.parameters.as_ref().is_some_and(|all| !all.is_empty());
            text += &reader(function, name(result), takes.filter(|_| by), begins);
        }
    }
    for function in ["out", "push"] {
        if let Some(ty) = declared(function) {
            let taken = ty
                .parameters
                .as_ref()
                .and_then(|all| integer(unit, *all.first()?))
                .ok_or_else(fault)?;
            let _ = writeln!(
                text,
                "void {function}({} v) {{ __mores_out(v); }}",
                name(taken)
            );
        }
    }
    let entry = if !begins {
        let _ = write!(
            text,
            "int {ENTRY}(void)\n{{\n    __mores_begin();\n    {entry}();\n    return 0;\n}}\n"
        );
        ENTRY
    } else {
        entry
    };
    let told = "`in`, `peek` and `out`, which are only declared, read and write symbols".to_owned();
    let peeks_ahead = declared("peek")
        .and_then(|ty| ty.parameters.as_ref())
        .is_some_and(|all| !all.is_empty());
    let symbol_program = Some(SymbolProgram {
        entry: starts.to_owned(),
        peeks_ahead,
    });
    Ok(Harness {
        symbol_program,
        ..program(text, streams, entry, vec![told])
    })
}

fn program(text: String, streams: Streams, entry: &str, assumptions: Vec<String>) -> Harness {
    let entry = entry.to_owned();
    Harness {
        text,
        streams,
        entry,
        call: None,
        symbol_program: None,
        assumptions,
        values: Vec::new(),
    }
}

/// Streams of symbols that are neither in memory nor those of the C library.
fn plain(reads: IntType, writes: IntType) -> Streams {
    Streams {
        reads,
        writes,
        terminated: false,
        buffered: false,
        ends_with_zero: false,
        standard_input: false,
        standard_output: false,
    }
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

/// A function that halts where there is nothing left to read; `begins` says whether it may be the first to read.
fn reader(function: &str, result: &str, takes: Option<&str>, begins: bool) -> String {
    let (at, read) = match takes {
        Some(_) => ("__mores_next + k", "__mores_next[k]"),
        None if function == "peek" => ("__mores_next", "*__mores_next"),
        None => ("__mores_next", "*__mores_next++"),
    };
    format!(
        "{result} {function}({})\n{{\n{}    if ({at} >= __mores_last) {{\n        \
         __builtin_exit(0);\n    }}\n    return {read};\n}}\n",
        takes.unwrap_or("void"),
        if begins { "    __mores_begin();\n" } else { "" },
    )
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
    IntType {
        bits: (machine.integer(kind) * 8) as u8,
        signed,
    }
}
