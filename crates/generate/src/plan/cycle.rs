//! States that every symbol leads around in a circle.

use model::transducer::{Cell, State, Step, SymbolicTransducer, lookups};
use smt::Term;

use super::pieces::{MOST_PIECES, pieces};
use super::{computed, cost};

/// Longer circles are not written out.
const LONGEST: usize = 16;
/// More cases of one state are not computed all at once.
const MOST_CASES: usize = 8;
/// The operations that a written symbol may take to be computed no slower than copied and changed by lookups.
const FEW_OPERATIONS: usize = 8;
/// The operations that a written symbol may take to be computed faster, many at once, than looked up one by one.
const SOME_OPERATIONS: usize = 40;

/// A circle of states, from its first one on. In each of them every symbol leads to the next, and equally many are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cycle {
    pub(crate) states: Vec<usize>,
    /// How many symbols a whole round writes.
    pub(crate) writes: usize,
    /// What each state writes, over all its cases.
    pub(crate) values: Vec<Vec<Term>>,
    /// The operations of the written symbol that takes most, if compilers can compute many such symbols at once.
    operations: Option<usize>,
}

impl Cycle {
    pub(super) fn new(
        machine: &SymbolicTransducer,
        cells: &[Option<Vec<Option<Cell>>>],
    ) -> Option<Self> {
        let start = machine.starts.first()?;
        if machine.starts.len() > 1 || start.when.is_some() || !machine.registers.is_empty() {
            return None;
        }
        let mut path = vec![start.state];
        let first = loop {
            let (to, _) = only_way(machine.states.get(*path.last()?)?)?;
            if let Some(first) = path.iter().position(|state| *state == to) {
                break first;
            }
            path.push(to);
        };
        let states = path.split_off(first);
        let lengths = states
            .iter()
            .map(|state| only_way(&machine.states[*state]).map(|(_, writes)| writes));
        let writes = lengths.sum::<Option<usize>>()?;
        // Runs that are copied are found faster than they are computed.
        let fits = states.len() <= LONGEST && writes > 0;
        let value = |state: &usize| values(machine, *state, cells[*state].as_deref());
        let values: Vec<Vec<Term>> = states.iter().map(value).collect();
        let written = values.iter().flatten();
        let operations: Option<Vec<usize>> = written.map(|t| operations(machine, *t)).collect();
        fits.then_some(Self {
            states,
            writes,
            values,
            operations: operations.and_then(|all| all.into_iter().max()),
        })
    }

    /// Whether computing beats looking for runs that are copied.
    pub(crate) fn beats_runs(&self) -> bool {
        self.operations.is_some_and(|n| n <= FEW_OPERATIONS)
    }

    /// Whether computing beats looking up what is written for one byte after the other.
    pub(crate) fn beats_tables(&self) -> bool {
        self.operations.is_some_and(|n| n <= SOME_OPERATIONS)
    }
}

/// What a state writes: as its cases say, or as can be computed from the byte alone if that takes less.
fn values(machine: &SymbolicTransducer, state: usize, cells: Option<&[Option<Cell>]>) -> Vec<Term> {
    let as_said = choices(machine, &machine.states[state]);
    let written = as_said.into_iter().enumerate();
    let better = written.map(|(place, said)| {
        let computed = cells.and_then(|cells| computed::written(machine, cells, place));
        let cost = |t: Term| operations(machine, t).unwrap_or(usize::MAX);
        match computed {
            Some(computed) if cost(computed) < cost(said) => computed,
            _ => said,
        }
    });
    better.collect()
}

/// The operations that a symbol takes; none where it is looked up in a table.
fn operations(machine: &SymbolicTransducer, t: Term) -> Option<usize> {
    let (t, lookups) = lookups(&machine.terms, t);
    let mut roots = vec![t];
    let mut count = 0;
    for lookup in &lookups {
        count += 2 * pieces(&lookup.entries, MOST_PIECES)?.len();
        roots.push(lookup.selector);
    }
    Some(count + cost::operations(&machine.terms, roots))
}

/// Where every symbol leads, and how many it writes.
fn only_way(state: &State) -> Option<(usize, usize)> {
    let first = state.steps.first()?;
    let way = (first.to, first.writes.len());
    let same = |step: &Step| (step.to, step.writes.len()) == way;
    (state.steps.len() <= MOST_CASES && state.steps.iter().all(same)).then_some(way)
}

/// What each symbol that a state writes is, over all its cases: the one with the longest guard holds where no other does.
fn choices(machine: &SymbolicTransducer, state: &State) -> Vec<Term> {
    let terms = &machine.terms;
    let steps = by_guard(machine, state);
    let Some((last, others)) = steps.split_last() else {
        return Vec::new();
    };
    (0..last.writes.len())
        .map(|place| {
            let cases = others.iter().rev();
            cases.fold(last.writes[place], |rest, step| {
                terms.ite(step.guard, step.writes[place], rest)
            })
        })
        .collect()
}

/// The cases of a state, the one with the longest guard last.
pub(crate) fn by_guard<'a>(machine: &SymbolicTransducer, state: &'a State) -> Vec<&'a Step> {
    let mut steps: Vec<&Step> = state.steps.iter().collect();
    steps.sort_by_key(|step| cost::operations(&machine.terms, [step.guard]));
    steps
}
