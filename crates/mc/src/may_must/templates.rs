//! Interpolants in simple words. Conditions that were followed through several calls add and subtract, and so do their
//! interpolants, each a little more than the one before. What keeps such a trace from being followed is mostly that numbers
//! stand in some order, or have a sign.

use std::collections::BTreeSet;

use base::StopReason;
use smt::{Answer, Sort, Term, Terms, Value};
use step::LocationId;

use super::feasible::Reached;
use super::interpolate::bounds;
use super::{Abstraction, BlockId};

/// More variables than this are not compared with each other.
const VARIABLES: usize = 8;

/// Nor with more constants.
const CONSTANTS: usize = 6;

impl Abstraction<'_> {
    /// Comparisons that hold of all that was reached, and under which no call from a block satisfies the conditions of a way;
    /// `None` if there are none. Those are best that go on to hold: others would have to be found anew, a little different,
    /// for every longer trace.
    pub(super) fn in_simple_words(
        &mut self,
        block: BlockId,
        way: &[Term],
        layer: &[Reached],
    ) -> Result<Option<Term>, StopReason> {
        let terms = self.system.terms.clone();
        let location = self.block(block).location;
        let used = terms.free_vars_of(way);
        let here = self.system.location(location);
        let variables: Vec<Term> = here.variables.iter().map(|v| v.term).filter(|v| used.contains(v)).collect();
        if variables.len() > VARIABLES {
            return Ok(None);
        }
        let mut holding = Vec::new();
        let own = self.own_conditions(location, way);
        for comparison in comparisons(&terms, &variables, &constants(&terms, way)).into_iter().chain(own) {
            if !holding.contains(&comparison) && self.holds_of_all(comparison, layer)? {
                holding.push(comparison);
            }
        }
        let lasting = self.lasting(location, holding.clone())?;
        if let Some(needed) = self.needed(block, way, &lasting)? {
            return Ok(Some(terms.and(&needed)));
        }
        for bound in reached_bounds(&terms, &variables, layer) {
            if self.holds_of_all(bound, layer)? {
                holding.push(bound);
            }
        }
        let needed = self.needed(block, way, &holding)?;
        Ok(needed.map(|needed| terms.and(&needed)))
    }

    /// What the code compares on a way, and what divides blocks there already: each and its opposite.
    fn own_conditions(&self, location: LocationId, way: &[Term]) -> Vec<Term> {
        let terms = &self.system.terms;
        let here = self.system.location(location);
        let about_state = |condition: &Term| {
            let used = terms.free_vars(*condition);
            !used.is_empty() && used.iter().all(|used| here.variables.iter().any(|v| v.term == *used))
        };
        let known = self.predicates().iter().filter(|(at, _)| *at == location).map(|&(_, predicate)| predicate);
        let of_way = way.iter().flat_map(|&condition| bounds(terms, condition));
        known.chain(of_way).filter(about_state).flat_map(|condition| [condition, terms.not(condition)]).collect()
    }

    /// Those of the conditions which, as long as all of them hold, no step within a location makes false (Flanagan and Leino,
    /// FME 2001). How a location is entered is not looked at.
    fn lasting(&mut self, location: LocationId, mut all: Vec<Term>) -> Result<Vec<Term>, StopReason> {
        for letter in self.system.letters.ids() {
            let domain = self.system.letters[letter].domain;
            for path in &self.system.summary(location, letter).paths {
                let Some(target) = path.next.as_ref().filter(|target| target.location == location) else { continue };
                let update = self.update(target);
                let wanted = self.variables(location, letter);
                loop {
                    self.budget.check()?;
                    let after = self.system.terms.substitute_all(&all, &update);
                    let fails = self.system.terms.not(self.system.terms.and(&after));
                    let premise = [self.system.range(location), domain, path.guard, fails];
                    let question = [&all[..], &premise].concat();
                    let Ok(found) = self.solver.find(&question, &wanted) else { return Ok(Vec::new()) };
                    let Some(model) = found else { break };
                    let before = all.len();
                    let mut holds = after.iter().map(|&after| model.satisfies(&self.system.terms, after));
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
    fn needed(&mut self, block: BlockId, way: &[Term], all: &[Term]) -> Result<Option<Vec<Term>>, StopReason> {
        self.budget.check()?;
        self.solver.push();
        self.solver.assert(self.block(block).region);
        way.iter().for_each(|&condition| self.solver.assert(condition));
        let mut needed = match self.solver.check(all) {
            Answer::Unsat => Some(self.solver.core()),
            Answer::Sat | Answer::Unknown(_) => None,
        };
        if let Some(needed) = &mut needed {
            needed.sort_by_key(|candidate| std::cmp::Reverse(all.iter().position(|c| c == candidate)));
            for candidate in needed.clone() {
                let fewer: Vec<Term> = needed.iter().copied().filter(|&c| c != candidate).collect();
                if self.solver.check(&fewer) == Answer::Unsat {
                    *needed = fewer;
                }
            }
        }
        self.solver.pop();
        Ok(needed)
    }
}

/// Numbers compared with each other and with constants, truth values as they are.
fn comparisons(terms: &Terms, variables: &[Term], constants: &[Term]) -> Vec<Term> {
    let mut all = Vec::new();
    for (i, &a) in variables.iter().enumerate() {
        if terms.sort(a) == Sort::Bool {
            all.extend([a, terms.not(a)]);
            continue;
        }
        let others = variables[..i].iter().chain(constants).copied().filter(|&b| terms.sort(b) == terms.sort(a));
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
fn constants(terms: &Terms, way: &[Term]) -> Vec<Term> {
    let mut below = BTreeSet::new();
    way.iter().for_each(|&condition| parts(terms, condition, &mut below));
    let zero = |t: &Term| match terms.sort(*t) {
        Sort::Bool => None,
        sort => Some(terms.constant(Value::default_of(sort))),
    };
    let zeros: BTreeSet<Term> = below.iter().filter_map(zero).collect();
    let own = below.iter().copied().filter(|&t| terms.value(t).is_some() && !zeros.contains(&t)).take(CONSTANTS);
    zeros.iter().copied().chain(own).collect()
}

/// A term and all that it is made of.
fn parts(terms: &Terms, t: Term, all: &mut BTreeSet<Term>) {
    if all.insert(t) {
        terms.args(t).iter().for_each(|&arg| parts(terms, arg, all));
    }
}

/// That variables are at most, and at least, what they were reached with.
fn reached_bounds(terms: &Terms, variables: &[Term], layer: &[Reached]) -> Vec<Term> {
    let numbers: Vec<Term> = variables.iter().copied().filter(|&v| terms.sort(v) != Sort::Bool).collect();
    let values = |reached: &Reached| -> Vec<(Term, Term)> {
        let known = numbers.iter().filter_map(|var| Some((*var, *reached.values.get(var)?)));
        known.filter(|(_, value)| terms.value(*value).is_some()).collect()
    };
    layer.iter().flat_map(values).flat_map(|(var, value)| order(terms, var, value)).collect()
}
