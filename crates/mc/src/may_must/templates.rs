//! Interpolants in simple words. Conditions that were followed through several calls add and subtract, and so do their
//! interpolants, each a little more than the one before. What keeps such a trace from being followed is mostly that numbers
//! stand in some order, or have a sign.

use std::collections::BTreeSet;

use base::StopReason;
use smt::{Answer, Op, Sort, Term, Terms, Value};
use step::LocationId;

use super::feasible::Reached;
use super::interpolate::bounds;
use super::{Abstraction, BlockId};

/// More variables than this are not compared with each other.
const VARIABLES: usize = 8;

/// Nor with more constants.
const CONSTANTS: usize = 6;

/// Conditions that hold of all that was reached, the best first.
pub(super) struct Candidates {
    /// Those that go on to hold: others would have to be found anew, a little different, for every longer trace.
    lasting: Vec<Term>,
    /// How variables compare with each other and with zero.
    simple: Vec<Term>,
    /// That they are at most, and at least, what they were reached with, which is near; and what the code says, which can be
    /// as far away as numbers go.
    others: Vec<Term>,
}

impl Abstraction<'_> {
    /// Candidates for an interpolant that keeps a way from being taken from a block; `None` if it speaks of too much.
    pub(super) fn candidates(
        &mut self,
        block: BlockId,
        way: &[Term],
        layer: &[Reached],
    ) -> Result<Option<Candidates>, StopReason> {
        let terms = self.system.terms.clone();
        let location = self.block(block).location;
        let used = terms.free_vars_of(way);
        let here = self.system.location(location);
        let variables: Vec<Term> = here
            .variables
            .iter()
            .map(|v| v.term)
            .filter(|v| used.contains(v))
            .collect();
        if variables.len() > VARIABLES {
            return Ok(None);
        }
        let [zeros, constants] = constants(&terms, way);
        let simple = self.holding(comparisons(&terms, &variables, &zeros, true), layer)?;
        let reached = self.holding(reached_bounds(&terms, &variables, layer), layer)?;
        let own = [
            self.own_conditions(location, way),
            comparisons(&terms, &variables, &constants, false),
        ]
        .concat();
        let own = self.holding(own, layer)?;
        let lasting = self.lasting(location, [&simple[..], &own].concat())?;
        Ok(Some(Candidates {
            lasting,
            simple,
            others: [reached, own].concat(),
        }))
    }

    /// Candidates that speak of the order of variables or go on to hold, and under which no call takes a way; `None` if they
    /// do not suffice.
    pub(super) fn in_simple_words(
        &mut self,
        block: BlockId,
        way: &[Term],
        candidates: &Candidates,
    ) -> Result<Option<Term>, StopReason> {
        self.needed(
            block,
            way,
            [&candidates.lasting[..], &candidates.simple].concat(),
        )
    }

    /// The same with all candidates.
    pub(super) fn in_any_words(
        &mut self,
        block: BlockId,
        way: &[Term],
        Candidates {
            lasting,
            simple,
            others,
        }: &Candidates,
    ) -> Result<Option<Term>, StopReason> {
        self.needed(block, way, [&lasting[..], simple, others].concat())
    }

    fn holding(&mut self, all: Vec<Term>, layer: &[Reached]) -> Result<Vec<Term>, StopReason> {
        let mut holding: Vec<Term> = Vec::new();
        for condition in all {
            if !holding.contains(&condition) && self.holds_of_all(condition, layer)? {
                holding.push(condition);
            }
        }
        Ok(holding)
    }

    /// What the code compares on a way, and what divides blocks there already: each and its opposite.
    fn own_conditions(&self, location: LocationId, way: &[Term]) -> Vec<Term> {
        let terms = &self.system.terms;
        let here = self.system.location(location);
        let about_state = |condition: &Term| {
            let used = terms.free_vars(*condition);
            !used.is_empty()
                && used
                    .iter()
                    .all(|used| here.variables.iter().any(|v| v.term == *used))
        };
        let known = self
            .predicates()
            .iter()
            .filter(|(at, _)| *at == location)
            .map(|&(_, predicate)| predicate);
        let of_way = way.iter().flat_map(|&condition| bounds(terms, condition));
        known
            .chain(of_way)
            .filter(about_state)
            .flat_map(|condition| [condition, terms.not(condition)])
            .collect()
    }

    /// Those of the conditions which, as long as all of them hold, no step within a location makes false (Flanagan and Leino,
    /// FME 2001). How a location is entered is not looked at.
    fn lasting(
        &mut self,
        location: LocationId,
        mut all: Vec<Term>,
    ) -> Result<Vec<Term>, StopReason> {
        for letter in self.system.letters.ids() {
            let domain = self.system.letters[letter].domain;
            for path in &self.system.summary(location, letter).paths {
                let Some(target) = path
                    .next
                    .as_ref()
                    .filter(|target| target.location == location)
                else {
                    continue;
                };
                let update = self.update(target);
                let wanted = self.variables(location, letter);
                loop {
                    self.budget.check()?;
                    let after = self.system.terms.substitute_all(&all, &update);
                    let fails = self.system.terms.not(self.system.terms.and(&after));
                    let premise = [self.system.range(location), domain, path.guard, fails];
                    let question = [&all[..], &premise].concat();
                    let Ok(found) = self.solver.find(&question, &wanted) else {
                        return Ok(Vec::new());
                    };
                    let Some(model) = found else { break };
                    let before = all.len();
                    let mut holds = after
                        .iter()
                        .map(|&after| model.satisfies(&self.system.terms, after));
                    all.retain(|_| holds.next().unwrap_or(false));
                    if all.len() == before {
                        return Ok(Vec::new());
                    }
                }
            }
        }
        Ok(all)
    }

    fn holds_of_all(&mut self, comparison: Term, layer: &[Reached]) -> Result<bool, StopReason> {
        let terms = self.system.terms.clone();
        for reached in layer {
            let opposite = terms.not(terms.substitute(comparison, &reached.values));
            let never = opposite == terms.bool(false);
            if !never && self.ask(&[&reached.conditions[..], &[opposite]].concat())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// As few of these as contradict the conditions of a way, the first rather than the last; `None` if all together do not.
    /// A solver's unknown is no contradiction.
    fn needed(
        &mut self,
        block: BlockId,
        way: &[Term],
        all: Vec<Term>,
    ) -> Result<Option<Term>, StopReason> {
        self.budget.check()?;
        self.solver.push();
        self.solver.assert(self.block(block).region);
        way.iter()
            .for_each(|&condition| self.solver.assert(condition));
        let needed = self.fewest(all);
        self.solver.pop();
        Ok(needed.map(|needed| self.system.terms.and(&needed)))
    }

    /// The same, against what is asserted.
    fn fewest(&mut self, mut all: Vec<Term>) -> Option<Vec<Term>> {
        if self.solver.check(&all) != Answer::Unsat {
            return None;
        }
        // The shortest beginning that contradicts.
        let (mut too_few, mut enough) = (0, all.len());
        while too_few < enough {
            let middle = (too_few + enough) / 2;
            match self.solver.check(&all[..middle]) {
                Answer::Unsat => enough = middle,
                Answer::Sat | Answer::Unknown(_) => too_few = middle + 1,
            }
        }
        all.truncate(enough);
        for candidate in all.clone().into_iter().rev() {
            let fewer: Vec<Term> = all.iter().copied().filter(|&c| c != candidate).collect();
            if self.solver.check(&fewer) == Answer::Unsat {
                let core = self.solver.core();
                all = fewer.into_iter().filter(|c| core.contains(c)).collect();
            }
        }
        Some(all)
    }
}

/// Numbers compared with constants, and with each other if wanted; truth values as they are.
fn comparisons(
    terms: &Terms,
    variables: &[Term],
    constants: &[Term],
    with_each_other: bool,
) -> Vec<Term> {
    let mut all = Vec::new();
    for (i, &a) in variables.iter().enumerate() {
        if terms.sort(a) == Sort::Bool {
            all.extend([a, terms.not(a)]);
            continue;
        }
        let before = if with_each_other {
            &variables[..i]
        } else {
            &[]
        };
        let others = before
            .iter()
            .chain(constants)
            .copied()
            .filter(|&b| terms.sort(b) == terms.sort(a));
        for [below, above] in others.map(|b| order(terms, a, b)) {
            all.extend([below, above, terms.not(below), terms.not(above)]);
        }
    }
    all
}

/// That one number is at most, and at least, another.
fn order(terms: &Terms, a: Term, b: Term) -> [Term; 2] {
    match terms.sort(a) {
        Sort::Int => [terms.int_le(a, b), terms.int_le(b, a)],
        Sort::BitVec(_) | Sort::Bool => [terms.bv_sle(a, b), terms.bv_sle(b, a)],
    }
}

/// Zero of every kind of number that conditions speak of, and the constants in them: the code may compare with them what is
/// elsewhere now.
fn constants(terms: &Terms, way: &[Term]) -> [Vec<Term>; 2] {
    let mut below = BTreeSet::new();
    way.iter()
        .for_each(|&condition| parts(terms, condition, &mut below));
    let zero = |t: &Term| match terms.sort(*t) {
        Sort::Bool => None,
        sort => Some(terms.constant(Value::default_of(sort))),
    };
    let zeros: BTreeSet<Term> = below.iter().filter_map(zero).collect();
    let own = below
        .iter()
        .copied()
        .filter(|&t| terms.value(t).is_some() && !zeros.contains(&t))
        .take(CONSTANTS);
    let own = own.collect();
    [zeros.into_iter().collect(), own]
}

/// A term and all that it is made of.
fn parts(terms: &Terms, t: Term, all: &mut BTreeSet<Term>) {
    if all.insert(t) {
        terms.args(t).iter().for_each(|&arg| parts(terms, arg, all));
    }
}

/// That numbers are at most, and at least, what they were reached with.
fn reached_bounds(terms: &Terms, variables: &[Term], layer: &[Reached]) -> Vec<Term> {
    let numbers: Vec<Term> = variables
        .iter()
        .copied()
        .filter(|&v| terms.sort(v) != Sort::Bool)
        .collect();
    let values = |reached: &Reached| -> Vec<(Term, Term)> {
        let known = numbers
            .iter()
            .filter_map(|var| Some((*var, *reached.values.get(var)?)));
        known
            .filter(|(_, value)| terms.value(*value).is_some())
            .collect()
    };
    layer
        .iter()
        .flat_map(values)
        .flat_map(|(var, value)| order(terms, var, value))
        .collect()
}

/// Whether a condition compares variables and constants as they are.
pub(super) fn is_simple(terms: &Terms, condition: Term) -> bool {
    let args = terms.args(condition);
    match terms.op(condition) {
        Op::Not | Op::And | Op::Or => args.iter().all(|&arg| is_simple(terms, arg)),
        _ => args
            .iter()
            .all(|&arg| matches!(terms.op(arg), Op::Var(_) | Op::Value(_))),
    }
}
