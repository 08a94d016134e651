//! From terms to rows: the symbols a state remembers become part of the state, and every symbol gets its own entry.

use std::rc::Rc;

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};

use super::super::program::Program;
use super::super::{End, Step, SymbolicTransducer};
use super::rows::{Entry, NOWHERE, Out, Row, Rows, Words};

/// More entries than this are not made.
const MOST_ENTRIES: usize = 1 << 25;
/// A state that remembers symbols is not divided into more than this.
const MOST_WINDOWS: usize = 1 << 11;
/// More entries than this for states that remember symbols are not made.
const MOST_REMEMBERED: usize = 1 << 22;

/// Rows, and which state and window each stands for.
pub(super) struct Concrete {
    pub(super) rows: Rows,
    pub(super) sources: Vec<Source>,
}

/// A state with the symbols it remembers, the last one first; those it never looks at are zero.
pub(super) type Source = (usize, Vec<u64>);

/// The rows of all states that can be reached; `None` if there are too many, or if terms do not fit in words.
pub(super) fn rows(
    machine: &SymbolicTransducer,
    budget: &Budget,
) -> Result<Option<Concrete>, StopReason> {
    if !machine.registers.is_empty() || machine.input.bits > 16 {
        return Ok(None);
    }
    let live = live(machine);
    let Some(mut maker) = Maker::begun(machine, &live) else {
        return Ok(None);
    };
    while maker.rows.rows.len() < maker.sources.len() {
        budget.check()?;
        if maker.row().is_none() {
            return Ok(None);
        }
    }
    Ok(Some(Concrete {
        rows: maker.rows,
        sources: maker.sources,
    }))
}

/// For each state, which symbols before the current one (by how far back) what happens from now on may depend on.
pub(super) fn live(machine: &SymbolicTransducer) -> Vec<Vec<bool>> {
    let back: FxHashMap<Term, usize> = (1..=machine.lookback)
        .map(|i| (machine.seen(i), i - 1))
        .collect();
    let mut live: Vec<Vec<bool>> = vec![vec![false; machine.lookback]; machine.states.len()];
    for (live, state) in live.iter_mut().zip(&machine.states) {
        let steps = state
            .steps
            .iter()
            .flat_map(|s| s.writes.iter().chain([&s.guard]).chain(&s.updates));
        let ends = state
            .ends
            .iter()
            .flat_map(|e| e.writes.iter().chain([&e.guard]));
        let terms: Vec<Term> = steps.chain(ends).copied().collect();
        for var in machine.terms.free_vars_of(&terms) {
            if let Some(&i) = back.get(&var) {
                live[i] = true;
            }
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (at, state) in machine.states.iter().enumerate() {
            for step in &state.steps {
                for i in 1..machine.lookback {
                    if live.get(step.to).is_some_and(|next| next[i]) && !live[at][i - 1] {
                        live[at][i - 1] = true;
                        changed = true;
                    }
                }
            }
        }
    }
    live
}

/// Symbols, and what is written for each.
type Outputs = Rc<[(u32, Out)]>;

struct Maker<'a> {
    machine: &'a SymbolicTransducer,
    live: &'a [Vec<bool>],
    rows: Rows,
    sources: Vec<Source>,
    numbers: FxHashMap<Source, u32>,
    /// How many windows each state has.
    windows: FxHashMap<usize, usize>,
    tables: Tables<'a>,
    /// The symbols that can occur.
    alphabet: Rc<[u64]>,
    /// Symbols and what is written, by guard and terms, for steps that look at the current symbol only.
    plain: FxHashMap<(Term, Vec<Term>), Outputs>,
}

impl<'a> Maker<'a> {
    fn new(machine: &'a SymbolicTransducer, live: &'a [Vec<bool>]) -> Option<Self> {
        let mut tables = Tables::new(machine);
        let alphabet = tables.table(machine.alphabet, &vec![0; machine.lookback])?;
        let rows = Rows {
            words: Words::new(),
            rows: Vec::new(),
            starts: Vec::new(),
        };
        let (sources, numbers, windows, plain) = Default::default();
        Some(Self {
            machine,
            live,
            rows,
            sources,
            numbers,
            windows,
            tables,
            alphabet,
            plain,
        })
    }

    /// With a row to make for each start.
    fn begun(machine: &'a SymbolicTransducer, live: &'a [Vec<bool>]) -> Option<Self> {
        let mut maker = Self::new(machine, live)?;
        for start in &machine.starts {
            let row = maker.source(start.state, vec![0; machine.lookback])?;
            maker.rows.starts.push(row);
        }
        Some(maker)
    }

    /// The number of the row for that state and window.
    fn source(&mut self, state: usize, mut window: Vec<u64>) -> Option<u32> {
        for (symbol, live) in window.iter_mut().zip(self.live.get(state)?) {
            *symbol *= u64::from(*live);
        }
        let windows = window.iter().any(|symbol| *symbol != 0);
        let source: Source = (state, window);
        if let Some(&known) = self.numbers.get(&source) {
            return Some(known);
        }
        let number = self.sources.len();
        let size = self.alphabet.len();
        let of_this = self.windows.entry(state).or_insert(0);
        *of_this += 1;
        let extra = number.saturating_sub(self.machine.states.len());
        let many = windows && (extra * size > MOST_REMEMBERED || *of_this > MOST_WINDOWS);
        if many || number * size > MOST_ENTRIES {
            return None;
        }
        self.sources.push(source.clone());
        self.numbers.insert(source, number as u32);
        Some(number as u32)
    }

    /// Makes the next row.
    fn row(&mut self) -> Option<()> {
        let (at, window) = self.sources[self.rows.rows.len()].clone();
        let state = self.machine.states.get(at)?;
        let mut row = Row::failing(self.alphabet.len(), state.failure.clone());
        if state.failure.is_none() {
            // Where guards overlap, the first step counts.
            for step in state.steps.iter().rev() {
                self.enter(step, &window, &mut row.entries)?;
            }
            row.end = self.end(&state.ends, &window)?;
        }
        self.rows.rows.push(row);
        Some(())
    }

    fn enter(&mut self, step: &Step, window: &[u64], entries: &mut [Entry]) -> Option<()> {
        let target = self.machine.states.get(step.to).map(|_| step.to)?;
        let remembers = self.live[target].first() == Some(&true);
        let mut to = NOWHERE;
        for &(symbol, out) in self.outputs(step, window)?.iter() {
            if remembers || to == NOWHERE {
                let next = [&[u64::from(symbol)], &window[..window.len().max(1) - 1]].concat();
                to = self.source(target, if window.is_empty() { Vec::new() } else { next })?;
            }
            entries[symbol as usize] = Entry { out, to };
        }
        Some(())
    }

    /// For which symbols the step is taken, and what it writes for each.
    fn outputs(&mut self, step: &Step, window: &[u64]) -> Option<Outputs> {
        let key = (step.guard, step.writes.clone());
        if let Some(known) = self.plain.get(&key) {
            return Some(known.clone());
        }
        let guard = self.tables.table(step.guard, window)?;
        let writes: Vec<Rc<[u64]>> = step
            .writes
            .iter()
            .map(|t| self.tables.table(*t, window))
            .collect::<Option<_>>()?;
        let mut found = Vec::new();
        let mut word = Vec::new();
        for symbol in (0..guard.len()).filter(|i| guard[*i] != 0 && self.alphabet[*i] != 0) {
            word.clear();
            word.extend(writes.iter().map(|table| table[symbol]));
            found.push((symbol as u32, self.rows.words.number(&word)));
        }
        let found: Outputs = found.into();
        if self.tables.is_plain(step.guard) && step.writes.iter().all(|t| self.tables.is_plain(*t))
        {
            self.plain.insert(key, found.clone());
        }
        Some(found)
    }

    fn end(&mut self, ends: &[End], window: &[u64]) -> Option<Option<Out>> {
        for end in ends {
            if self.tables.value(end.guard, window)? != 0 {
                let word: Vec<u64> = end
                    .writes
                    .iter()
                    .map(|t| self.tables.value(*t, window))
                    .collect::<Option<_>>()?;
                return Some(Some(self.rows.words.number(&word)));
            }
        }
        Some(None)
    }
}

/// Values of terms for every symbol.
pub(super) struct Tables<'a> {
    terms: &'a Terms,
    size: usize,
    /// The window, from the symbol being read on.
    variables: Vec<Term>,
    programs: FxHashMap<Term, Option<(Program, bool)>>,
    plain: FxHashMap<Term, Rc<[u64]>>,
    words: Vec<u64>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(machine: &'a SymbolicTransducer) -> Self {
        let variables = (0..=machine.lookback).map(|i| machine.seen(i)).collect();
        let (programs, plain) = (FxHashMap::default(), FxHashMap::default());
        Self {
            terms: &machine.terms,
            size: 1 << machine.input.bits,
            variables,
            programs,
            plain,
            words: Vec::new(),
        }
    }

    /// The term's program, and whether it looks at nothing but the current symbol.
    fn program(&mut self, t: Term) -> &Option<(Program, bool)> {
        self.programs.entry(t).or_insert_with(|| {
            let plain = self
                .terms
                .free_vars(t)
                .iter()
                .all(|v| *v == self.variables[0]);
            Some((Program::new(self.terms, &[t], &self.variables)?, plain))
        })
    }

    fn is_plain(&mut self, t: Term) -> bool {
        self.program(t).as_ref().is_some_and(|(_, plain)| *plain)
    }

    /// The term's values for each symbol, after that window.
    pub(super) fn table(&mut self, t: Term, window: &[u64]) -> Option<Rc<[u64]>> {
        if let Some(known) = self.plain.get(&t) {
            return Some(known.clone());
        }
        let mut inputs = [&[0], window].concat();
        let (size, mut words) = (self.size as u64, std::mem::take(&mut self.words));
        let (program, plain) = self.program(t).as_ref()?;
        let value = |symbol: u64| {
            inputs[0] = symbol;
            program.run(&inputs, &mut words);
            program.value(&words, 0)
        };
        let plain = *plain;
        let table: Rc<[u64]> = (0..size).map(value).collect();
        self.words = words;
        if plain {
            self.plain.insert(t, table.clone());
        }
        Some(table)
    }

    /// The term's value at the end of input, after that window.
    fn value(&mut self, t: Term, window: &[u64]) -> Option<u64> {
        let inputs = [&[0], window].concat();
        let mut words = std::mem::take(&mut self.words);
        let (program, _) = self.program(t).as_ref()?;
        program.run(&inputs, &mut words);
        let value = program.value(&words, 0);
        self.words = words;
        Some(value)
    }
}
