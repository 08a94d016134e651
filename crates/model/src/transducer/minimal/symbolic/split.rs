//! States instead of lookback: where the guards of a state ask for an earlier symbol, but only in a few ways, the step
//! that read it decides, and leads to a state of its own for each.

use std::collections::BTreeMap;

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::{Op, Sort, Term, Terms};

use super::super::super::program::Program;
use super::super::super::{State, Step};
use super::super::sets::{Wanted, condition};
use super::Work;
use super::oracle::Oracle;

/// A state is divided into at most so many.
const MOST_CLASSES: usize = 16;
/// Conditions on earlier symbols that are considered together, where symbols are not counted one by one.
const MOST_ATOMS: usize = 4;
/// With more states than this nothing is divided any more.
const MOST_STATES: usize = 2000;

/// Divides states until guards ask for earlier symbols only where they must.
pub(super) fn split(work: &mut Work, oracle: &mut Oracle) -> Result<(), StopReason> {
    let mut divided = true;
    while divided && work.states.len() < MOST_STATES {
        divided = false;
        for at in 0..work.states.len() {
            for back in 1..work.window.len() {
                divided |= split_at(work, oracle, at, back)?;
            }
        }
    }
    Ok(())
}

fn split_at(
    work: &mut Work,
    oracle: &mut Oracle,
    at: usize,
    back: usize,
) -> Result<bool, StopReason> {
    let mentions = |t: &Term| work.terms.free_vars(*t).contains(&work.window[back]);
    if work.starts.contains(&at) || !guards(&work.states[at]).iter().any(mentions) {
        return Ok(false);
    }
    oracle.budget.check()?;
    let invariant = work.invariants()[at];
    let classes = if work.machine.input.bits == 8 {
        by_value(work, oracle, at, back, invariant)
    } else {
        by_atoms(work, oracle, at, back, invariant)?
    };
    match classes {
        Some(classes) => {
            divide(work, at, back, &classes);
            Ok(true)
        }
        None => Ok(false),
    }
}

fn guards(state: &State) -> Vec<Term> {
    state
        .steps
        .iter()
        .map(|s| s.guard)
        .chain(state.ends.iter().map(|e| e.guard))
        .collect()
}

/// Symbols for which the guards of a state say the same.
struct Class {
    /// Which they are, over the symbol being read.
    when: Term,
    /// The guards of steps and ends for them. What is written is left as it was: states for single symbols can be one
    /// again where guards do not need them.
    guards: Vec<Term>,
}

/// What the guards say for one value of an earlier symbol: a table over the symbol being read, or a term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Table([u64; 4]),
    Term(Term),
}

/// Classes of bytes, one by one. There is no class for bytes that never stand there.
fn by_value(
    work: &Work,
    oracle: &Oracle,
    at: usize,
    back: usize,
    invariant: Term,
) -> Option<Vec<Class>> {
    let terms = &work.terms;
    let (x, past) = (work.window[0], work.window[back]);
    let fixed = |t: Term, value: u64| {
        terms.substitute(t, &FxHashMap::from_iter([(past, terms.bv(8, value))]))
    };
    let guards = guards(&work.states[at]);
    let tables: Vec<Option<Vec<[u64; 4]>>> =
        guards.iter().map(|g| table(terms, *g, x, past)).collect();
    let mut found: BTreeMap<Vec<Said>, Vec<u64>> = BTreeMap::new();
    for value in (0..256).filter(|value| oracle.conceivable(fixed(invariant, *value))) {
        let said = |(guard, table): (&Term, &Option<Vec<[u64; 4]>>)| match table {
            Some(table) => Said::Table(table[value as usize]),
            None => Said::Term(fixed(*guard, value)),
        };
        let said = guards.iter().zip(&tables).map(said).collect();
        found.entry(said).or_default().push(value);
    }
    let possible: Vec<u64> = found.values().flatten().copied().collect();
    let class = |values: &Vec<u64>| {
        let wanted = |value: u64| match (values.contains(&value), possible.contains(&value)) {
            (true, _) => Wanted::Yes,
            (false, true) => Wanted::No,
            (false, false) => Wanted::Any,
        };
        let wanted: Vec<Wanted> = (0..256).map(wanted).collect();
        Class {
            when: condition(terms, work.machine.input, &wanted).0,
            guards: guards.iter().map(|g| fixed(*g, values[0])).collect(),
        }
    };
    let mut classes: Vec<&Vec<u64>> = found.values().collect();
    classes.sort();
    (1..=MOST_CLASSES)
        .contains(&classes.len())
        .then(|| classes.into_iter().map(class).collect())
}

/// For each value of the earlier byte, for which bytes the guard holds; if it speaks of no others.
fn table(terms: &Terms, guard: Term, x: Term, past: Term) -> Option<Vec<[u64; 4]>> {
    let program = Program::new(terms, &[guard], &[x, past])?;
    let mut words = Vec::new();
    let mut row = |past: u64| {
        let mut row = [0; 4];
        for x in 0..256u64 {
            program.run(&[x, past], &mut words);
            row[(x / 64) as usize] |= program.value(&words, 0) << (x % 64);
        }
        row
    };
    Some((0..256).map(&mut row).collect())
}

/// Classes by the truth of conditions that speak of the earlier symbol alone.
fn by_atoms(
    work: &Work,
    oracle: &mut Oracle,
    at: usize,
    back: usize,
    invariant: Term,
) -> Result<Option<Vec<Class>>, StopReason> {
    let terms = &work.terms;
    let (x, past) = (work.window[0], work.window[back]);
    let mut atoms = Vec::new();
    guards(&work.states[at])
        .iter()
        .for_each(|g| collect(terms, *g, past, &mut atoms));
    if atoms.is_empty() || atoms.len() > MOST_ATOMS {
        return Ok(None);
    }
    let mut classes = Vec::new();
    for signs in 0..1usize << atoms.len() {
        let holds: FxHashMap<Term, bool> = atoms
            .iter()
            .enumerate()
            .map(|(i, a)| (*a, signs >> i & 1 == 1))
            .collect();
        let literal = |a: &Term| if holds[a] { *a } else { terms.not(*a) };
        let all = terms.and(&atoms.iter().map(literal).collect::<Vec<Term>>());
        if !oracle.possible(&[all, invariant])? {
            continue;
        }
        let guards = guards(&work.states[at])
            .iter()
            .map(|g| assume(terms, *g, &holds))
            .collect();
        let when = terms.substitute(all, &FxHashMap::from_iter([(past, x)]));
        classes.push(Class { when, guards });
    }
    Ok((1..=MOST_CLASSES)
        .contains(&classes.len())
        .then_some(classes))
}

/// Whether a formula is made of formulas.
fn is_connective(terms: &Terms, t: Term) -> bool {
    match terms.op(t) {
        Op::Not | Op::And | Op::Or => true,
        Op::Eq | Op::Ite => terms.args(t).iter().all(|a| terms.sort(*a) == Sort::Bool),
        _ => false,
    }
}

/// The conditions in a guard that speak of nothing but that symbol.
fn collect(terms: &Terms, t: Term, past: Term, found: &mut Vec<Term>) {
    if is_connective(terms, t) {
        terms
            .args(t)
            .iter()
            .for_each(|a| collect(terms, *a, past, found));
    } else if terms.free_vars(t).iter().eq([&past]) && !found.contains(&t) {
        found.push(t);
    }
}

/// The guard where it is known which of the conditions hold.
fn assume(terms: &Terms, t: Term, holds: &FxHashMap<Term, bool>) -> Term {
    if let Some(&truth) = holds.get(&t) {
        return terms.bool(truth);
    }
    if !is_connective(terms, t) {
        return t;
    }
    let args: Vec<Term> = terms
        .args(t)
        .iter()
        .map(|a| assume(terms, *a, holds))
        .collect();
    terms.apply(terms.op(t).clone(), &args)
}

/// Puts a state for each class in the place of one, and lets the steps into it decide.
fn divide(work: &mut Work, at: usize, back: usize, classes: &[Class]) {
    let first_new = work.states.len();
    let place = |i: usize| if i == 0 { at } else { first_new + i - 1 };
    let states: Vec<State> = classes
        .iter()
        .map(|class| variant(&work.terms, &work.states[at], class))
        .collect();
    for (i, state) in states.into_iter().enumerate() {
        if i == 0 {
            work.states[at] = state;
        } else {
            work.states.push(state);
        }
    }
    let then = FxHashMap::from_iter([(work.window[0], work.window[back - 1])]);
    let when: Vec<Term> = classes
        .iter()
        .map(|class| work.terms.substitute(class.when, &then))
        .collect();
    for state in &mut work.states {
        let mut steps = Vec::new();
        for step in std::mem::take(&mut state.steps) {
            if step.to != at {
                steps.push(step);
                continue;
            }
            for (i, when) in when.iter().enumerate() {
                let guard = work.terms.and2(step.guard, *when);
                steps.push(Step {
                    guard,
                    to: place(i),
                    ..step.clone()
                });
            }
        }
        steps.retain(|step| step.guard != work.terms.false_());
        state.steps = steps;
    }
}

/// The state for one class.
fn variant(terms: &Terms, state: &State, class: &Class) -> State {
    let mut state = state.clone();
    let (steps, ends) = class.guards.split_at(state.steps.len());
    state
        .steps
        .iter_mut()
        .zip(steps)
        .for_each(|(step, guard)| step.guard = *guard);
    state
        .ends
        .iter_mut()
        .zip(ends)
        .for_each(|(end, guard)| end.guard = *guard);
    state.ends.retain(|end| end.guard != terms.false_());
    state.steps.retain(|step| step.guard != terms.false_());
    state
}
