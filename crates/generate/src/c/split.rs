//! Cases that a condition tells apart.

use std::collections::BTreeMap;

use model::transducer::{Step, SymbolicTransducer};
use smt::{Op, Term};

use crate::plan::{by_guard, operations};

/// Fewer cases are asked for one by one.
const FEWEST_CASES: usize = 4;

/// One of so many cases may be on both sides.
const FEW_ON_BOTH_SIDES: usize = 6;
/// More cases are not joined.
const MOST_JOINED: usize = 4;
/// More operations take longer than a branch that was foreseen wrongly.
const MOST_OPERATIONS: usize = 12;

/// Cases with what is left of their guards.
type Cases<'a> = Vec<(Term, &'a Step)>;

/// A condition, and the cases in which it holds and in which it does not.
pub(super) struct Split<'a> {
    pub(super) condition: Term,
    pub(super) yes: Cases<'a>,
    pub(super) no: Cases<'a>,
}

/// The condition that parts the cases most evenly, of those that nearly every case has or excludes. What neither has nor excludes
/// it, is a case on both sides.
pub(super) fn split<'a>(machine: &SymbolicTransducer, cases: &Cases<'a>) -> Option<Split<'a>> {
    if cases.len() < FEWEST_CASES {
        return None;
    }
    let terms = &machine.terms;
    let said: Vec<Vec<Term>> = cases
        .iter()
        .map(|(guard, _)| conjuncts(machine, *guard))
        .collect();
    let condition = evenest(machine, &said)?;
    let side = |condition: Term| -> Cases<'a> {
        let opposite = terms.not(condition);
        let mine = cases.iter().zip(&said);
        let left = mine.filter(|(_, said)| !said.contains(&opposite));
        let left = left.map(|((_, step), said)| {
            let rest: Vec<Term> = said.iter().copied().filter(|c| *c != condition).collect();
            (terms.and(&rest), *step)
        });
        left.collect()
    };
    Some(Split {
        condition,
        yes: side(condition),
        no: side(terms.not(condition)),
    })
}

fn evenest(machine: &SymbolicTransducer, said: &[Vec<Term>]) -> Option<Term> {
    let mut counts: BTreeMap<Term, usize> = BTreeMap::new();
    for condition in said.iter().flatten() {
        *counts.entry(*condition).or_default() += 1;
    }
    let evenness = |(condition, yes): (&Term, &usize)| {
        let no = counts.get(&machine.terms.not(*condition))?;
        let on_both_sides = said.len() - yes - no;
        (on_both_sides <= said.len() / FEW_ON_BOTH_SIDES).then_some((*yes.min(no), *condition))
    };
    // Of a condition and its opposite the one that is said more simply.
    let plain =
        |(condition, _): &(&Term, &usize)| !matches!(machine.terms.op(**condition), Op::Not);
    let found = counts.iter().filter(plain).filter_map(evenness);
    found
        .max_by_key(|(evenness, _)| *evenness)
        .map(|(_, condition)| condition)
}

/// The few cases of a state as one, where they differ in values alone and the values take little: no branch can be foreseen
/// wrongly then. Only where registers make one symbol wait for the other: elsewhere branches may save time.
pub(super) fn joined(machine: &SymbolicTransducer, state: usize) -> Option<Step> {
    let steps = by_guard(machine, &machine.states[state]);
    let (last, others) = steps.split_last()?;
    let same = |step: &&Step| step.to == last.to && step.writes.len() == last.writes.len();
    let few = (1..MOST_JOINED).contains(&others.len()) && others.iter().all(same);
    if !few || machine.registers.is_empty() {
        return None;
    }
    let terms = &machine.terms;
    let joined = |values: &dyn Fn(&Step) -> Term| {
        let cases = others.iter().rev();
        cases.fold(values(last), |rest, step| {
            terms.ite(step.guard, values(step), rest)
        })
    };
    let writes: Vec<Term> = (0..last.writes.len())
        .map(|place| joined(&|step| step.writes[place]))
        .collect();
    let updates: Vec<Term> = (0..last.updates.len())
        .map(|number| joined(&|step| step.updates[number]))
        .collect();
    let all = writes.iter().chain(&updates).copied();
    (operations(terms, all) <= MOST_OPERATIONS).then(|| Step {
        guard: terms.true_(),
        writes,
        updates,
        to: last.to,
    })
}

/// What a guard says, one by one.
fn conjuncts(machine: &SymbolicTransducer, guard: Term) -> Vec<Term> {
    match machine.terms.op(guard) {
        Op::And => machine.terms.args(guard).to_vec(),
        _ => vec![guard],
    }
}
