//! Filters in C: programs over `getchar` and `putchar`, functions over a string, and programs over `in`, `peek` and `out`.
//!
//! All become one thing: a program that reads a block of memory, the stream, from front to back. What leads from one to the
//! other is code of ours behind the user's, written as a tree. What a parameter of a function is for can only be guessed (`role`), and so can what its
//! result says about its output (`result`): each guess is told.

mod call;
mod emit;
mod made;
mod result;
mod role;
mod symbols;
pub(super) mod uses;
mod whole;

use ir::IntType;

use super::layout::Machine;
use super::tree::{Linkage, Unit};
use super::types::{IntegerKind, Type, TypeId};
use super::typing::Writer;
use super::{Source, read_with};
use crate::{InputError, Streams};

pub use call::{Argument, FilterCall, Result as FilterResult};
use call::{Call, harness};
use symbols::Symbols;

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
    let mut found = None;
    let unit = read_with(
        source,
        Some(&mut |code| {
            let harness = find(code.unit(), options)?;
            refuse_unused(&harness, options)?;
            harness.write(code)?;
            found = Some(harness);
            Ok(())
        }),
    )?;
    let Harness {
        streams,
        entry,
        call,
        symbol_program,
        assumptions,
        ..
    } = found.ok_or_else(|| InputError::new("there is no filter in this file"))?;
    Ok(FilterUnit {
        unit,
        entry,
        streams,
        call,
        symbol_program,
        assumptions,
    })
}

fn find(unit: &Unit, options: &FilterOptions) -> Result<Harness, InputError> {
    match &options.function {
        Some(name) => function_of(unit, name, options),
        None if unit.defined("main").is_some() => main_of(unit, "main"),
        None => only_function(unit, options),
    }
}

fn refuse_unused(harness: &Harness, options: &FilterOptions) -> Result<(), InputError> {
    let mut given = options.values.iter();
    match given.find(|(name, _)| !harness.values.contains(name)) {
        Some((name, _)) => Err(InputError::new(format!(
            "--with {name}: the filter has no parameter `{name}` that takes a number"
        ))),
        None => Ok(()),
    }
}

/// What leads from a block of memory to a filter.
struct Harness {
    code: Code,
    streams: Streams,
    entry: String,
    call: Option<FilterCall>,
    symbol_program: Option<SymbolProgram>,
    assumptions: Vec<String>,
    /// The names of parameters that were given a value.
    values: Vec<String>,
}

/// What code of ours there is to write.
enum Code {
    /// None: the program reads and writes through the library.
    None,
    /// Functions that read and write symbols.
    Symbols(Symbols),
    /// The call of a function.
    Call(Call),
}

impl Harness {
    fn write(&self, code: &mut Writer<'_, '_>) -> Result<(), InputError> {
        match &self.code {
            Code::None => Ok(()),
            Code::Symbols(symbols) => symbols.write(code),
            Code::Call(call) => call.write(code),
        }
    }
}

fn function_of(unit: &Unit, name: &str, options: &FilterOptions) -> Result<Harness, InputError> {
    let missing = || {
        InputError::new(format!(
            "--function {name}: there is no such function in this file"
        ))
    };
    let id = unit.defined(name).ok_or_else(missing)?;
    let function = &unit.functions[id];
    if name == "main" || function.parameters.is_empty() {
        return main_of(unit, name);
    }
    let fault =
        |why: String| InputError::new(format!("{}: `{name}` is no filter: {why}", function.place));
    harness(unit, id, options).map_err(fault)
}

fn only_function(unit: &Unit, options: &FilterOptions) -> Result<Harness, InputError> {
    let candidates = unit
        .functions
        .iter()
        .filter(|(_, function)| function.body.is_some() && function.linkage == Linkage::External);
    let declares_in = unit
        .functions
        .values()
        .any(|f| matches!(f.name.as_str(), "in" | "pop") && f.body.is_none());
    let fitting: Vec<(&str, Harness)> = candidates
        .filter_map(|(id, function)| {
            let runs = declares_in && function.parameters.is_empty();
            let found = if runs {
                main_of(unit, &function.name).ok()
            } else {
                harness(unit, id, options).ok()
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
    let symbols = Symbols::of(unit, entry)?;
    let (streams, code, assumptions) = match &symbols {
        Some(symbols) => {
            let told = "`in`, `peek` and `out`, which are only declared, read and write symbols";
            (symbols.streams, None, vec![told.to_owned()])
        }
        None => {
            let bytes = Streams {
                standard_input: true,
                standard_output: true,
                ..plain(BYTE, BYTE)
            };
            (bytes, Some(Code::None), Vec::new())
        }
    };
    let symbol_program = symbols.as_ref().map(|symbols| SymbolProgram {
        entry: entry.to_owned(),
        peeks_ahead: symbols.peeks_ahead(),
    });
    let starts = symbols.as_ref().is_some_and(|symbols| !symbols.begins);
    Ok(Harness {
        code: code.or(symbols.map(Code::Symbols)).unwrap_or(Code::None),
        streams,
        entry: if starts { ENTRY } else { entry }.to_owned(),
        call: None,
        symbol_program,
        assumptions,
        values: Vec::new(),
    })
}

/// Streams of symbols that are neither in memory nor those of the C library.
fn plain(reads: IntType, writes: IntType) -> Streams {
    Streams {
        reads,
        writes,
        terminated: false,
        buffered: false,
        ends_with_zero: false,
        in_place: false,
        counted: false,
        standard_input: false,
        standard_output: false,
    }
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
