//! The blocks that filters read from and write to.

use ir::memory::{Access, FINE, OUTSIDE, Storage};
use ir::{Expr, IntType, Sink, Stream, Type};
use smt::Term;

use crate::Memory;
use crate::block::bytes_of;
use crate::explorer::Explorer;
use crate::stuck::{Step, Stuck};
use crate::tape::{Counting, Fed, Tape, Written, output_address};
use crate::thread::Thread;
use crate::{Object, ObjectId, Value};

const NO_STREAM: &str = "a stream where nothing is fed";

impl<'p> Explorer<'_, 'p> {
    pub(crate) fn stream(&self, thread: &mut Thread<'p>, stream: &Stream) -> Step<()> {
        tape(thread)?;
        let memory = Memory::new(0, stream.storage(), "input".into(), false);
        let block = thread
            .state
            .heap
            .add(Object::of_bytes(stream.class, memory));
        thread.set(stream.dst, Value::Ref(Some(block)));
        Ok(())
    }

    pub(crate) fn sink(&self, thread: &mut Thread<'p>, sink: &Sink) -> Step<()> {
        tape(thread)?;
        let memory = Memory::new(0, Storage::Output, "output".into(), false);
        let block = thread.state.heap.add(Object::of_bytes(sink.class, memory));
        thread.set(sink.dst, Value::Ref(Some(block)));
        Ok(())
    }

    /// How many symbols there are in all.
    pub(crate) fn stream_length(&self, thread: &Thread<'p>) -> Step<Term> {
        let tape = tape(thread)?;
        Ok(self.world.terms.bv_add(tape.position, tape.rest))
    }

    /// Which of the special blocks it is.
    pub(super) fn special(&self, thread: &Thread<'p>, id: ObjectId) -> Option<Storage> {
        let storage = self.memory_of(thread, id)?.storage;
        matches!(storage, Storage::Input | Storage::Changed | Storage::Output).then_some(storage)
    }

    /// How an access to a special block would fare.
    pub(super) fn probe_special(
        &self,
        thread: &Thread<'p>,
        storage: Storage,
        offset: Term,
        size: Term,
        access: Access,
    ) -> Step<i64> {
        match (storage, access) {
            (Storage::Output, _) => Ok(FINE),
            // Whether that is a failure depends on whether the caller's memory is constant.
            (Storage::Input, Access::Write) => Err(Stuck::stop("it changes its input")),
            _ => {
                let tape = tape(thread)?;
                let inside = self.within_stream(tape, offset, size);
                let inside = Counting::new(self.world.terms, &tape.counters).simplify(inside);
                match self.world.terms.value(inside).and_then(smt::Value::as_bool) {
                    Some(inside) => Ok(if inside { FINE } else { OUTSIDE }),
                    None if tape.awaits(self.world.terms, inside) => Err(Stuck::Wait),
                    None if thread.known.contains(&inside) => Ok(FINE),
                    None if thread.known.contains(&self.world.terms.not(inside)) => Ok(OUTSIDE),
                    None => Err(Stuck::Whether(inside)),
                }
            }
        }
    }

    fn within_stream(&self, tape: &Tape, offset: Term, size: Term) -> Term {
        let terms = self.world.terms;
        let end = terms.bv_add(offset, size);
        terms.and(&[
            terms.bv_sle(terms.bv(64, 0), offset),
            terms.bv_sle(end, self.stream_end(tape)),
        ])
    }

    /// How many bytes the stream has.
    fn stream_end(&self, tape: &Tape) -> Term {
        let terms = self.world.terms;
        let width = symbol_bytes(tape.reads);
        let length = terms.bv_add(tape.position, tape.rest);
        let length = if tape.terminated {
            terms.bv_add(length, terms.bv(64, 1))
        } else {
            length
        };
        terms.bv_mul(length, terms.bv(64, width as u64))
    }

    /// Whether a place is behind the last symbol of the stream, and the zero that may end it.
    pub(super) fn ends_stream(&self, thread: &Thread<'p>, offset: Term) -> Term {
        let terms = self.world.terms;
        let Some(tape) = &thread.tape else {
            return terms.true_();
        };
        let ends = terms.eq(offset, self.stream_end(tape));
        Counting::new(terms, &tape.counters).simplify(ends)
    }

    /// A symbol of one of the special blocks.
    pub(super) fn load_special(
        &self,
        thread: &Thread<'p>,
        storage: Storage,
        offset: Term,
        ty: Type,
    ) -> Step<Term> {
        match storage {
            Storage::Output => self.load_written(thread, offset, ty),
            Storage::Changed if self.is_changed(thread, offset, ty)? => {
                self.load_written(thread, offset, ty)
            }
            _ => self.load_symbol(thread, offset, ty),
        }
    }

    /// Changes one of the special blocks.
    pub(super) fn store_special(
        &self,
        thread: &mut Thread<'p>,
        storage: Storage,
        (offset, symbol): (Term, Term),
        ty: Type,
    ) -> Step<()> {
        if storage == Storage::Changed {
            let skipped = self.beyond_end(thread, offset, ty)?;
            for _ in 0..skipped {
                self.stays(thread)?;
            }
        }
        self.store_symbol(thread, offset, symbol, ty)
    }

    /// The symbol behind those that were written stays as it is.
    fn stays(&self, thread: &mut Thread<'p>) -> Step<()> {
        let tape = tape(thread)?;
        if !tape.fills {
            return Err(Stuck::Skips);
        }
        let width = symbol_bytes(tape.writes) as u64;
        let at = self
            .world
            .terms
            .bv_mul(tape.written, self.world.terms.bv(64, width));
        let symbol = self.load_symbol(thread, at, Type::Int(tape.reads))?;
        self.append(thread, Written::Symbol(symbol))
    }

    /// Whether a symbol of a stream that is changed in place is one that was written.
    ///
    /// Soundness: behind what was written everything is as it was.
    fn is_changed(&self, thread: &Thread<'p>, offset: Term, ty: Type) -> Step<bool> {
        let tape = tape(thread)?;
        let width = symbol_bytes(tape.writes);
        if bytes_of(ty) as i64 != width {
            return Err(Stuck::stop(
                "the input is read in other units than its symbols",
            ));
        }
        let terms = self.world.terms;
        let end = terms.bv_mul(tape.written, terms.bv(64, width as u64));
        let before = terms.bv_slt(offset, end);
        let before = Counting::new(terms, &tape.counters).simplify(before);
        match terms.value(before) {
            Some(smt::Value::Bool(before)) => Ok(*before),
            _ => Err(Stuck::Elsewhere),
        }
    }

    /// A symbol of the stream.
    ///
    /// Soundness: that the symbol is within the stream was found out before, on this pass over the input or an earlier one, so
    /// there is no such input where it lies behind the end.
    pub(super) fn load_symbol(&self, thread: &Thread<'p>, offset: Term, ty: Type) -> Step<Term> {
        let tape = tape(thread)?;
        if bytes_of(ty) as i64 != symbol_bytes(tape.reads) {
            return Err(Stuck::stop(
                "the input is read in other units than its symbols",
            ));
        }
        match self.ahead(tape, offset)? {
            0 => match tape.fed {
                Fed::Nothing => Err(Stuck::Wait),
                Fed::Symbol(symbol) => Ok(symbol),
                Fed::End if tape.terminated => Ok(self.world.terms.bv(tape.reads.bits.into(), 0)),
                Fed::End => Err(Stuck::Impossible),
            },
            ahead if ahead > 0 => match tape.fed {
                Fed::Nothing | Fed::Symbol(_) => Err(Stuck::Wait),
                Fed::End => Err(Stuck::Impossible),
            },
            behind => {
                let back = behind.unsigned_abs() as usize - 1;
                let most = tape.past.len();
                let far = || {
                    Stuck::stop(format!(
                        "it looks at a symbol more than {most} places before the last one read"
                    ))
                };
                match tape.past.get(back) {
                    Some(symbol) => Ok(*symbol),
                    None if tape.rescans => Err(Stuck::Backwards),
                    None => Err(far()),
                }
            }
        }
    }

    /// How many symbols from the fed one an offset lies.
    fn ahead(&self, tape: &Tape, offset: Term) -> Step<i64> {
        let counting = Counting::new(self.world.terms, &tape.counters);
        let width = symbol_bytes(tape.reads);
        let base = self
            .world
            .terms
            .bv_mul(tape.position, self.world.terms.bv(64, width as u64));
        let backwards = || Stuck::Backwards;
        let distance = match (counting.linear(offset), counting.linear(base)) {
            (Some(offset), Some(base)) => offset.minus(&base).constant().ok_or_else(backwards)?,
            _ => {
                return Err(Stuck::stop(
                    "which symbol of the input it looks at depends on the input",
                ));
            }
        };
        match distance.rem_euclid(width) {
            0 => Ok(distance.div_euclid(width)),
            _ => Err(Stuck::stop(
                "the input is read in other units than its symbols",
            )),
        }
    }

    /// Writes a symbol: behind those that were written, with a gap before it or not, or instead of one that can still be changed.
    pub(super) fn store_symbol(
        &self,
        thread: &mut Thread<'p>,
        offset: Term,
        symbol: Term,
        ty: Type,
    ) -> Step<()> {
        self.no_address(symbol)?;
        match self.beyond_end(thread, offset, ty)? {
            distance @ 0..=MOST_GAP => {
                for _ in 0..distance {
                    self.append(thread, Written::Gap)?;
                }
                self.write_symbol(thread, symbol)
            }
            distance if distance < 0 => {
                let at = written_at(thread, distance)?;
                thread.trace.output[at] = Written::Symbol(symbol);
                Ok(())
            }
            _ => Err(Stuck::stop(
                "it writes elsewhere than behind what it has written",
            )),
        }
    }

    /// A symbol of what was written and can still be changed.
    pub(super) fn load_written(&self, thread: &Thread<'p>, offset: Term, ty: Type) -> Step<Term> {
        let distance = self.beyond_end(thread, offset, ty)?;
        let gap = || Stuck::stop("it reads what it has not written");
        if distance >= 0 {
            return Err(gap());
        }
        let at = written_at(thread, distance)?;
        thread.trace.output[at].symbol().ok_or_else(gap)
    }

    /// How many symbols behind the end of what was written a place is.
    fn beyond_end(&self, thread: &Thread<'p>, offset: Term, ty: Type) -> Step<i64> {
        let tape = tape(thread)?;
        let width = symbol_bytes(tape.writes);
        let units = || Stuck::stop("the output is written in other units than its symbols");
        if bytes_of(ty) as i64 != width {
            return Err(units());
        }
        let counting = Counting::new(self.world.terms, &tape.counters);
        let end = self
            .world
            .terms
            .bv_mul(tape.written, self.world.terms.bv(64, width as u64));
        // What is left open may be a matter of how it is seen.
        let (Some(offset), Some(end)) = (counting.linear(offset), counting.linear(end)) else {
            return Err(Stuck::Elsewhere);
        };
        let distance = offset.minus(&end).constant().ok_or(Stuck::Elsewhere)?;
        if distance.rem_euclid(width) == 0 {
            Ok(distance.div_euclid(width))
        } else {
            Err(units())
        }
    }

    /// Whether a place is right behind what was written.
    fn behind(&self, tape: &Tape, at: Term) -> Step<()> {
        let counting = Counting::new(self.world.terms, &tape.counters);
        match (counting.linear(at), counting.linear(tape.written)) {
            (Some(at), Some(end)) if at.minus(&end).constant() == Some(0) => Ok(()),
            _ => Err(Stuck::Elsewhere),
        }
    }

    /// What is written must not depend on where the output lies.
    fn no_address(&self, symbol: Term) -> Step<()> {
        let terms = self.world.terms;
        let address = output_address(terms);
        match terms.free_vars(symbol).contains(&address) {
            true => Err(Stuck::stop(
                "what it writes depends on where its output lies",
            )),
            false => Ok(()),
        }
    }

    pub(crate) fn write_symbol(&self, thread: &mut Thread<'p>, symbol: Term) -> Step<()> {
        self.no_address(symbol)?;
        self.append(thread, Written::Symbol(symbol))
    }

    fn append(&self, thread: &mut Thread<'p>, what: Written) -> Step<()> {
        if thread.trace.output.len() >= MOST_WRITTEN {
            return Err(Stuck::stop(format!(
                "it writes more than {MOST_WRITTEN} symbols for one that it reads"
            )));
        }
        thread.trace.output.push(what);
        if let Some(tape) = &mut thread.tape {
            tape.written = self
                .world
                .terms
                .bv_add(tape.written, self.world.terms.bv(64, 1));
        }
        Ok(())
    }

    /// Only so many of the symbols written are output. What was written before this step is there already.
    pub(crate) fn keep(&self, thread: &mut Thread<'p>, count: Term) -> Step<()> {
        let tape = tape(thread)?;
        let counting = Counting::new(self.world.terms, &tape.counters);
        let written = counting.linear(tape.written);
        let (Some(kept), Some(written)) = (counting.linear(count), written) else {
            return Err(Stuck::Elsewhere);
        };
        let Some(dropped) = written.minus(&kept).constant() else {
            return Err(Stuck::Elsewhere);
        };
        let Ok(dropped) = usize::try_from(dropped) else {
            return Err(Stuck::stop("it says that it has written more than it has"));
        };
        let left = match dropped {
            0 => thread.trace.output.len(),
            _ => written_at(thread, -(dropped as i64))?,
        };
        thread.trace.output.truncate(left);
        if let Some(tape) = &mut thread.tape {
            tape.written = count;
        }
        Ok(())
    }

    /// Whether bytes were read too long ago to be looked at.
    pub(crate) fn lags(&self, thread: &Thread<'p>, at: &ir::memory::Position) -> Step<Term> {
        let (id, offset) = self.bytes_at(thread, at)?;
        let lags = match &thread.tape {
            Some(tape) if self.special(thread, id) == Some(Storage::Input) => self
                .in_symbols(tape, offset)
                .is_some_and(|at| tape.lags(self.world.terms, at)),
            Some(_) | None => false,
        };
        Ok(self.arith().integer(IntType::I32, i64::from(lags)))
    }

    /// Writes bytes of the input that were read long ago.
    pub(crate) fn output_bytes(
        &self,
        thread: &mut Thread<'p>,
        from: &ir::memory::Position,
        count: &Expr,
    ) -> Step<()> {
        let count = self.scalar(thread, count)?;
        let (id, start) = self.bytes_at(thread, from)?;
        let tape = tape(thread)?;
        if self.special(thread, id) != Some(Storage::Input) || tape.reads.bits != tape.writes.bits {
            return Err(Stuck::stop(
                "bytes that are not those of the input are written at once",
            ));
        }
        match (self.in_symbols(tape, start), self.in_symbols(tape, count)) {
            (Some(from), Some(count)) => self.write_run(thread, from, count),
            _ => Err(Stuck::stop(
                "how many bytes are written at once depends on the input",
            )),
        }
    }

    /// A number of bytes of the input as a number of symbols, if they are whole.
    fn in_symbols(&self, tape: &Tape, bytes: Term) -> Option<Term> {
        let width = symbol_bytes(tape.reads);
        if width == 1 {
            return Some(bytes);
        }
        let counting = Counting::new(self.world.terms, &tape.counters);
        Some(counting.term(&counting.linear(bytes)?.over(width)?))
    }

    fn write_run(&self, thread: &mut Thread<'p>, from: Term, count: Term) -> Step<()> {
        thread.trace.output.push(Written::Run { from, count });
        if let Some(tape) = &mut thread.tape {
            tape.written = self.world.terms.bv_add(tape.written, count);
        }
        Ok(())
    }

    fn load_bytes(
        &self,
        thread: &mut Thread<'p>,
        id: ObjectId,
        start: Term,
        count: i64,
    ) -> Step<Vec<Term>> {
        if count > MOST_WRITTEN as i64 {
            return Err(Stuck::stop(format!(
                "it writes more than {MOST_WRITTEN} symbols for one that it reads"
            )));
        }
        thread.steps += count.unsigned_abs() as usize;
        let byte = |i: i64| {
            let at = self
                .world
                .terms
                .bv_add(start, self.world.terms.bv(64, i as u64));
            match self.special(thread, id) {
                Some(storage) => self.load_special(thread, storage, at, super::U8),
                None => self.load_byte(thread, id, at),
            }
        };
        (0..count).map(byte).collect()
    }

    /// Copies bytes from the input or to the output.
    pub(super) fn copy_special(
        &self,
        thread: &mut Thread<'p>,
        (source, start): (ObjectId, Term),
        (target, at): (ObjectId, Term),
        count: &Expr,
    ) -> Step<()> {
        let count = self.scalar(thread, count)?;
        let tape = tape(thread)?;
        if tape.reads.bits != 8 || tape.writes.bits != 8 {
            return Err(Stuck::stop("symbols that are not bytes are copied"));
        }
        if self.special(thread, source) == Some(Storage::Input)
            && tape.lags(self.world.terms, start)
        {
            self.behind(tape, at)?;
            return self.write_run(thread, start, count);
        }
        let count = self.count_of(tape, count)?;
        let bytes = self.load_bytes(thread, source, start, count)?;
        for (i, byte) in bytes.into_iter().enumerate() {
            let next = self
                .world
                .terms
                .bv_add(at, self.world.terms.bv(64, i as u64));
            if let Some(storage) = self.special(thread, target) {
                self.store_special(thread, storage, (next, byte), super::U8)?;
            } else {
                let to = self.decided_offset(thread, target, next, 1)?;
                self.put(
                    thread,
                    target,
                    to,
                    crate::Cell::Number {
                        term: byte,
                        ty: super::U8,
                    },
                )?;
            }
        }
        Ok(())
    }

    /// A number of symbols that must be known.
    fn count_of(&self, tape: &Tape, count: Term) -> Step<i64> {
        let counting = Counting::new(self.world.terms, &tape.counters);
        let sum = counting.linear(count);
        match sum.as_ref().map(|sum| (sum.constant(), counting.term(sum))) {
            Some((Some(count), _)) => Ok(count),
            Some((None, sum)) if tape.awaits(self.world.terms, sum) => Err(Stuck::Wait),
            Some((None, _)) => Err(Stuck::Backwards),
            None => Err(Stuck::stop(
                "how many bytes are written at once depends on the input",
            )),
        }
    }

    fn load_byte(&self, thread: &mut Thread<'p>, id: ObjectId, offset: Term) -> Step<Term> {
        match self.load_somewhere(thread, id, offset, super::U8)? {
            Some(number) => Ok(number),
            None => {
                let at = self.decided_offset(thread, id, offset, 1)?;
                self.read_number(thread, id, at, super::U8)
            }
        }
    }
}

/// Where in what a step has written the symbol is that lies so far from the end. Of a run no symbol is known by itself.
fn written_at(thread: &Thread<'_>, distance: i64) -> Step<usize> {
    let output = &thread.trace.output;
    let back = distance.unsigned_abs() as usize;
    let run = |written: &Written| matches!(written, Written::Run { .. });
    match output.len().checked_sub(back) {
        Some(at) if !output[at..].iter().any(run) => Ok(at),
        Some(_) => Err(Stuck::stop("it changes what it has written before")),
        None => {
            let held = thread.tape.as_ref().map_or(0, |tape| tape.held.len());
            Err(Stuck::Changes(back + held - output.len()))
        }
    }
}

/// Places that may be left out and written to later.
const MOST_GAP: i64 = 64;

/// Symbols that are written in one step at most.
const MOST_WRITTEN: usize = 10_000;

fn tape<'t>(thread: &'t Thread<'_>) -> Step<&'t Tape> {
    thread.tape.as_ref().ok_or_else(|| Stuck::stop(NO_STREAM))
}

fn symbol_bytes(symbol: IntType) -> i64 {
    i64::from(symbol.bits / 8)
}
