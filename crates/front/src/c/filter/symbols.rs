//! Programs over `in`, `peek` and `out`, which are only declared: what these do.

use base::Place;

use super::{ENTRY, integer, plain, width};
use crate::c::library::FOLDER;
use crate::c::tree::{BinaryOp, CompareOp, ExprId, FunctionId, GlobalId, Unit};
use crate::c::types::{FunctionType, IntegerKind};
use crate::c::typing::Writer;
use crate::{InputError, Streams};

/// The functions that a program declares, and its own first one.
pub(super) struct Symbols {
    pub(super) streams: Streams,
    read: IntegerKind,
    starts: FunctionId,
    /// Whether the first function takes arguments, so that whoever reads first begins.
    pub(super) begins: bool,
    readers: Vec<(FunctionId, Reads)>,
    writers: Vec<FunctionId>,
}

/// What a function does with the next symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// It takes the symbol.
    Takes,
    /// It looks at the symbol.
    Looks,
    /// It looks at one as far ahead as its argument says.
    LooksAhead,
}

/// What the functions remember: whether they have begun, where the next symbol is, and where the last one ends.
struct Stream {
    began: GlobalId,
    next: GlobalId,
    last: GlobalId,
}

impl Symbols {
    /// `None` if the program declares no such functions.
    pub(super) fn of(unit: &Unit, entry: &str) -> Result<Option<Self>, InputError> {
        let declared = |name: &str| {
            let mut functions = unit.functions.iter();
            let (id, _) = functions.find(|(_, f)| f.name == name && f.body.is_none())?;
            unit.types
                .function(unit.functions[id].ty)
                .map(|ty| (id, ty))
        };
        let writers: Vec<_> = ["out", "push"].into_iter().filter_map(declared).collect();
        let takes = ["in", "pop"].into_iter().filter_map(declared);
        let mut readers: Vec<_> = takes.map(|(id, ty)| (id, ty, Reads::Takes)).collect();
        let (Some((_, reads, _)), Some((_, writes))) = (readers.first(), writers.first()) else {
            return Ok(None);
        };
        let fault = || InputError::new("`in` must return a number, and `out` must take one");
        let taken = |ty: &FunctionType| {
            let parameters = ty.parameters.as_ref()?;
            integer(unit, *parameters.first()?)
        };
        let read = integer(unit, reads.result).ok_or_else(fault)?;
        let written = taken(writes).ok_or_else(fault)?;
        let streams = plain(width(unit.machine, read), width(unit.machine, written));
        readers.extend(declared("peek").map(|(id, ty)| {
            let ahead = ty.parameters.as_ref().is_some_and(|all| !all.is_empty());
            (
                id,
                ty,
                if ahead {
                    Reads::LooksAhead
                } else {
                    Reads::Looks
                },
            )
        }));
        let gives = |(_, ty, _): &(_, &FunctionType, _)| integer(unit, ty.result);
        if readers.iter().any(|reader| gives(reader).is_none())
            || writers.iter().any(|(_, ty)| taken(ty).is_none())
        {
            return Err(fault());
        }
        let starts = unit.defined(entry).ok_or_else(fault)?;
        Ok(Some(Self {
            streams,
            read,
            starts,
            begins: !unit.functions[starts].parameters.is_empty(),
            readers: readers
                .into_iter()
                .map(|(id, _, reads)| (id, reads))
                .collect(),
            writers: writers.into_iter().map(|(id, _)| id).collect(),
        }))
    }

    /// Whether `peek` is told how far ahead.
    pub(super) fn peeks_ahead(&self) -> bool {
        self.readers
            .iter()
            .any(|(_, reads)| *reads == Reads::LooksAhead)
    }

    /// Writes the functions, and the one that begins where the program's own does not.
    pub(super) fn write(&self, code: &mut Writer<'_, '_>) -> Result<(), InputError> {
        code.place = Place::new(format!("{FOLDER}filter"), 1);
        let (void, symbol) = (code.void(), code.integer(self.read));
        let (from, bool) = (code.pointer(symbol, true), code.boolean());
        let stream = Stream {
            began: code.global("__mores_began", bool),
            next: code.global("__mores_next", from),
            last: code.global("__mores_last", from),
        };
        let begin = code.declare("__mores_begin", void, Vec::new());
        write_begin(code, begin, &stream)?;
        for &(function, reads) in &self.readers {
            let begin = self.begins.then_some(begin);
            write_reader(code, function, reads, begin, &stream)?;
        }
        let wide = code.integer(IntegerKind::LongLong);
        let out = code.declare("__mores_out", void, vec![wide]);
        for &function in &self.writers {
            let (mut draft, parameters) = code.define(function, &["v".to_owned()]);
            let value = code.get(&draft, parameters[0])?;
            let written = code.call(out, vec![value])?;
            code.push(&mut draft, written);
            code.finish(draft);
        }
        if !self.begins {
            let int = code.integer(IntegerKind::Int);
            let entry = code.declare(ENTRY, int, Vec::new());
            let (mut draft, _) = code.define(entry, &[]);
            for function in [begin, self.starts] {
                let called = code.call(function, Vec::new())?;
                code.push(&mut draft, called);
            }
            let zero = code.number(0, IntegerKind::Int);
            code.give(&mut draft, zero);
            code.finish(draft);
        }
        Ok(())
    }
}

/// The first time, the stream as an array of numbers.
fn write_begin(
    code: &mut Writer<'_, '_>,
    begin: FunctionId,
    stream: &Stream,
) -> Result<(), InputError> {
    let void = code.void();
    let (anything, long) = (code.pointer(void, true), code.integer(IntegerKind::Long));
    let first = code.declare("__mores_stream", anything, Vec::new());
    let count = code.declare("__mores_symbols", long, Vec::new());
    let (mut draft, _) = code.define(begin, &[]);
    let one = code.number(1, IntegerKind::Int);
    let mut steps = vec![code.set_global(stream.began, one)];
    let first = code.call(first, Vec::new())?;
    steps.push(code.set_global(stream.next, first));
    let (first, count) = (code.get_global(stream.next)?, code.call(count, Vec::new())?);
    let last = code.arithmetic(BinaryOp::Add, first, count)?;
    steps.push(code.set_global(stream.last, last));
    let began = code.get_global(stream.began)?;
    let fresh = code.not(began)?;
    let steps = code.block(steps);
    code.when(&mut draft, fresh, steps, None);
    code.finish(draft);
    Ok(())
}

/// A function that halts where there is nothing left to read.
fn write_reader(
    code: &mut Writer<'_, '_>,
    function: FunctionId,
    reads: Reads,
    begin: Option<FunctionId>,
    stream: &Stream,
) -> Result<(), InputError> {
    let (mut draft, parameters) = code.define(function, &["k".to_owned()]);
    if let Some(begin) = begin {
        let begun = code.call(begin, Vec::new())?;
        code.push(&mut draft, begun);
    }
    let at = |code: &mut Writer<'_, '_>, draft: &_| -> Result<ExprId, InputError> {
        let next = code.get_global(stream.next)?;
        match (reads, parameters.first()) {
            (Reads::LooksAhead, Some(&ahead)) => {
                let ahead = code.get(draft, ahead)?;
                code.arithmetic(BinaryOp::Add, next, ahead)
            }
            _ => Ok(next),
        }
    };
    let (here, last) = (at(code, &draft)?, code.get_global(stream.last)?);
    let over = code.compare(CompareOp::GreaterOrEqual, here, last)?;
    let (exit, zero) = (
        code.builtin("__builtin_exit")?,
        code.number(0, IntegerKind::Int),
    );
    let halt = code.call(exit, vec![zero])?;
    let halt = code.expr(halt);
    code.when(&mut draft, over, halt, None);
    let here = match reads {
        Reads::Takes => code.advance_global(stream.next)?,
        Reads::Looks | Reads::LooksAhead => at(code, &draft)?,
    };
    let symbol = code.deref(here)?;
    code.give(&mut draft, symbol);
    code.finish(draft);
    Ok(())
}
