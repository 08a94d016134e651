//! States that another one does the work of. A state knows something of the symbols before it, and may say `'b'` where
//! another says `x1 + 1`: for the windows that it is reached with, the other does the same, and can stand for it.

use std::collections::BTreeSet;

use base::StopReason;
use smt::Term;

use super::super::super::{End, State, Step};
use super::oracle::Oracle;
use super::partition::samples;
use super::trim::keep_reached;
use super::{Starts, Work};

/// With more states than this nothing is tried: it is quadratic.
const MOST_STATES: usize = 64;

/// Lets states stand for others as long as there are such, one at a time; that the whole machine stays the same is checked
/// each time.
pub(super) fn absorb(
    work: &mut Work,
    oracle: &mut Oracle,
    starts: Starts,
) -> Result<(), StopReason> {
    while work.states.len() <= MOST_STATES {
        let Some(fewer) = one_less(work, oracle, starts)? else {
            break;
        };
        work.states = fewer.0;
        work.starts = fewer.1;
        keep_reached(work);
    }
    Ok(())
}

/// States and starts of a machine that does the same with fewer states.
type Fewer = (Vec<State>, Vec<usize>);

fn one_less(work: &Work, oracle: &mut Oracle, starts: Starts) -> Result<Option<Fewer>, StopReason> {
    let invariants = work.invariants();
    let alike = alike(work, &invariants, oracle)?;
    for (state, others) in alike.into_iter().enumerate() {
        for other in others {
            if starts == Starts::Apart && [state, other].iter().any(|at| work.starts.contains(at)) {
                continue;
            }
            let mut check = Simulation {
                work,
                invariants: &invariants,
                states: &work.states,
                oracle,
            };
            if !check.holds(vec![(state, other, work.terms.true_())])? {
                continue;
            }
            let (states, starts) = replaced(work, state, other);
            let pairs = work
                .starts
                .iter()
                .zip(&starts)
                .map(|(a, b)| (*a, *b, work.terms.true_()))
                .collect();
            let mut check = Simulation {
                work,
                invariants: &invariants,
                states: &states,
                oracle,
            };
            if check.holds(pairs)? {
                return Ok(Some((states, starts)));
            }
        }
    }
    Ok(None)
}

/// For each state those that do the same for a few windows that it is reached with.
fn alike(
    work: &Work,
    invariants: &[Term],
    oracle: &mut Oracle,
) -> Result<Vec<Vec<usize>>, StopReason> {
    let mut found = Vec::new();
    for (at, state) in work.states.iter().enumerate() {
        let guards = state
            .steps
            .iter()
            .map(|s| s.guard)
            .chain(state.ends.iter().map(|e| e.guard));
        let mut windows = Vec::new();
        for guard in guards {
            windows.extend(oracle.example(&[guard, invariants[at]])?);
        }
        let done = samples(work, &oracle.variables, &windows);
        let same = |other: &usize| {
            let both = done[at].iter().zip(&done[*other]);
            *other != at
                && state.failure == work.states[*other].failure
                && both.into_iter().all(|(a, b)| a.looks_like(b))
        };
        found.push((0..work.states.len()).filter(same).collect());
    }
    Ok(found)
}

/// The machine in which one state stands for another.
fn replaced(work: &Work, state: usize, other: usize) -> Fewer {
    let to = |at: usize| if at == state { other } else { at };
    let mut states = work.states.clone();
    states
        .iter_mut()
        .flat_map(|state| &mut state.steps)
        .for_each(|step| step.to = to(step.to));
    (states, work.starts.iter().map(|start| to(*start)).collect())
}

/// A state, one that may stand for it, and what the step into both says of the window.
type Pair = (usize, usize, Term);

/// Whether states of one list do what the states of a machine do, for the windows that these are reached with.
struct Simulation<'c, 'w, 's> {
    work: &'c Work<'w>,
    invariants: &'c [Term],
    states: &'c [State],
    oracle: &'c mut Oracle<'s>,
}

impl Simulation<'_, '_, '_> {
    /// Whether that is so for these pairs, and all pairs that are reached from them.
    fn holds(&mut self, mut todo: Vec<Pair>) -> Result<bool, StopReason> {
        let mut seen: BTreeSet<Pair> = todo.iter().copied().collect();
        while let Some(pair) = todo.pop() {
            let Some(next) = self.follow(pair)? else {
                return Ok(false);
            };
            todo.extend(next.into_iter().filter(|pair| seen.insert(*pair)));
        }
        Ok(true)
    }

    /// The pairs that a pair leads to; `None` if the two do not do the same.
    fn follow(&mut self, (at, other, window): Pair) -> Result<Option<Vec<Pair>>, StopReason> {
        let (work, states) = (self.work, self.states);
        let (state, other) = (&work.states[at], &states[other]);
        let invariant = work.terms.and2(self.invariants[at], window);
        let end = |end: &End| (end.guard, end.writes.clone(), 0);
        let step = |step: &Step| {
            (
                step.guard,
                [&step.writes[..], &step.updates[..]].concat(),
                step.to,
            )
        };
        let ends = [state, other].map(|state| state.ends.iter().map(end).collect::<Vec<_>>());
        let steps = [state, other].map(|state| state.steps.iter().map(step).collect::<Vec<_>>());
        if state.failure != other.failure || self.pairs(&ends, invariant)?.is_none() {
            return Ok(None);
        }
        self.pairs(&steps, invariant)
    }

    fn pairs(
        &mut self,
        [a, b]: &[Vec<Way>; 2],
        invariant: Term,
    ) -> Result<Option<Vec<Pair>>, StopReason> {
        let terms = &self.work.terms;
        if a.iter()
            .map(|way| (way.0, &way.1))
            .eq(b.iter().map(|way| (way.0, &way.1)))
        {
            return Ok(Some(
                a.iter()
                    .zip(b)
                    .map(|(x, y)| (x.2, y.2, self.work.said(x.0)))
                    .collect(),
            ));
        }
        let any = |ways: &[Way]| terms.or(&ways.iter().map(|way| way.0).collect::<Vec<Term>>());
        if !self.oracle.always(terms.eq(any(a), any(b)), &[invariant])? {
            return Ok(None);
        }
        let mut found = Vec::new();
        for x in a {
            for y in b {
                let both = [x.0, y.0, invariant];
                if !self.oracle.possible(&both)? {
                    continue;
                }
                // Where one writes more, its outputs would stand beside the registers of the other.
                if x.1.len() != y.1.len() {
                    return Ok(None);
                }
                let equal: Vec<Term> =
                    x.1.iter()
                        .zip(&y.1)
                        .map(|(s, t)| terms.eq(*s, *t))
                        .collect();
                if !self.oracle.always(terms.and(&equal), &both)? {
                    return Ok(None);
                }
                found.push((x.2, y.2, self.work.said(terms.and2(x.0, y.0))));
            }
        }
        Ok(Some(found))
    }
}

/// A guard, what is written, and where it leads.
type Way = (Term, Vec<Term>, usize);
