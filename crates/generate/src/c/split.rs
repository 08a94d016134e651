//! Cases that a condition tells apart.

use model::transducer::{Step, SymbolicTransducer};
use smt::{Op, Term};

use crate::plan::{by_guard, operations};

/// Fewer cases are asked for one by one.
const FEWEST_CASES: usize = 4;

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

/// The condition that parts the cases most evenly, of those that every case has or excludes.
pub(super) fn split<'a>(machine: &SymbolicTransducer, cases: &Cases<'a>) -> Option<Split<'a>> {
    if cases.len() < FEWEST_CASES {
        return None;
    }
    let terms = &machine.terms;
    let said: Vec<Vec<Term>> = cases
        .iter()
        .map(|(guard, _)| conjuncts(machine, *guard))
        .collect();
    let opposite = |condition: Term| terms.not(condition);
    let evenness = |condition: &Term| {
        let yes = said.iter().filter(|said| said.contains(condition)).count();
        let no = said
            .iter()
            .filter(|said| said.contains(&opposite(*condition)));
        let no = no.count();
        (yes > 0 && no > 0 && yes + no == cases.len()).then_some(yes.min(no))
    };
    let candidates = said.first()?.iter();
    let (_, condition) = candidates
        .filter_map(|condition| Some((evenness(condition)?, *condition)))
        .max_by_key(|(evenness, _)| *evenness)?;
    let side = |condition: Term| -> Cases<'a> {
        let mine = cases
            .iter()
            .zip(&said)
            .filter(|(_, said)| said.contains(&condition));
        let left = mine.map(|((_, step), said)| {
            let rest: Vec<Term> = said.iter().copied().filter(|c| *c != condition).collect();
            (terms.and(&rest), *step)
        });
        left.collect()
    };
    Some(Split {
        condition,
        yes: side(condition),
        no: side(opposite(condition)),
    })
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
