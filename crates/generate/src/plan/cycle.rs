//! States that every symbol leads around in a circle.

use model::transducer::{State, SymbolicTransducer};
use smt::Term;

/// Longer circles are not written out.
const LONGEST: usize = 16;
/// More cases of one state are not computed all at once.
const MOST_CASES: usize = 8;

/// A circle of states, from its first one on. In each of them every symbol leads to the next, and equally many are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cycle {
    pub(crate) states: Vec<usize>,
    /// How many symbols a whole round writes.
    pub(crate) writes: usize,
}

impl Cycle {
    pub(super) fn new(machine: &SymbolicTransducer) -> Option<Self> {
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
        fits.then_some(Self { states, writes })
    }
}

/// Where every symbol leads, and how many it writes.
fn only_way(state: &State) -> Option<(usize, usize)> {
    let first = state.steps.first()?;
    let way = (first.to, first.writes.len());
    let same = |step: &model::transducer::Step| (step.to, step.writes.len()) == way;
    (state.steps.len() <= MOST_CASES && state.steps.iter().all(same)).then_some(way)
}

/// What each symbol that a state writes is, over all its cases: the last case holds where no other does.
pub(crate) fn choices(machine: &SymbolicTransducer, state: &State) -> Vec<Term> {
    let terms = &machine.terms;
    let Some((last, others)) = state.steps.split_last() else {
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
