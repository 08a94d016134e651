//! Existential quantifier elimination by cheap exact means: the image of a set of states under a step, the part of a
//! condition that speaks of parameters only.
//!
//! Everything here keeps equivalence. What cannot be done that way is left to Z3, and what Z3 cannot do has no answer.

mod interval;
mod solve;
mod split;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};
use crate::value::Sort;
use crate::z3;

/// How many cases may be looked at before the whole is given to Z3.
const CASES: u32 = 200;

/// How long Z3 may try.
const LIMIT: Duration = Duration::from_secs(2);

/// A formula that mentions none of `vars` and holds exactly where some values of them make `formula` hold; `None` if
/// there is no way to find one. The solver is used as it stands: its own assertions should not be about `vars`.
pub fn project(
    terms: &Terms,
    formula: Term,
    vars: &[Term],
    solver: &mut dyn Solver,
) -> Option<Term> {
    let mut elimination = Elimination {
        terms,
        solver,
        cases: CASES,
    };
    let vars: BTreeSet<Term> = vars.iter().copied().collect();
    elimination
        .conjunction(terms.conjuncts(formula), vars.clone())
        .or_else(|| elimination.by_z3(formula, &vars))
}

struct Elimination<'a> {
    terms: &'a Terms,
    solver: &'a mut dyn Solver,
    cases: u32,
}

impl Elimination<'_> {
    /// `exists vars: parts`
    fn conjunction(&mut self, parts: Vec<Term>, vars: BTreeSet<Term>) -> Option<Term> {
        let (inside, outside): (Vec<Term>, Vec<Term>) = parts
            .into_iter()
            .partition(|p| self.terms.free_vars(*p).iter().any(|v| vars.contains(v)));
        let mut result = outside;
        for (group, vars) in self.independent_groups(inside, &vars) {
            result.push(self.group(group, vars)?);
        }
        Some(self.terms.and(&result))
    }

    /// Parts that share a variable to be eliminated, directly or through others, are one group.
    fn independent_groups(
        &self,
        parts: Vec<Term>,
        vars: &BTreeSet<Term>,
    ) -> Vec<(Vec<Term>, BTreeSet<Term>)> {
        let mut groups: Vec<(Vec<Term>, BTreeSet<Term>)> = Vec::new();
        for part in parts {
            let own: BTreeSet<Term> = self
                .terms
                .free_vars(part)
                .intersection(vars)
                .copied()
                .collect();
            let (joined, mut apart): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|(_, used)| !used.is_disjoint(&own));
            let mut all = (Vec::new(), own);
            for (parts, used) in joined {
                all.0.extend(parts);
                all.1.extend(used);
            }
            all.0.push(part);
            apart.push(all);
            groups = apart;
        }
        groups
    }

    fn group(&mut self, parts: Vec<Term>, vars: BTreeSet<Term>) -> Option<Term> {
        self.closed(&parts, &vars)
            .or_else(|| self.by_equality(&parts, &vars))
            .or_else(|| self.by_bounds(&parts, &vars))
            .or_else(|| self.by_cases(&parts, &vars))
            .or_else(|| {
                let whole = self.terms.and(&parts);
                self.by_z3(whole, &vars)
            })
    }

    /// A group that mentions nothing else is true or false.
    fn closed(&mut self, parts: &[Term], vars: &BTreeSet<Term>) -> Option<Term> {
        if !self.terms.free_vars_of(parts).is_subset(vars) {
            return None;
        }
        self.solver.push();
        parts.iter().for_each(|p| self.solver.assert(*p));
        let answer = self.solver.check(&[]);
        self.solver.pop();
        match answer {
            Answer::Sat => Some(self.terms.true_()),
            Answer::Unsat => Some(self.terms.false_()),
            Answer::Unknown(_) => None,
        }
    }

    /// `exists x: x == t && f(x)` is `f(t)`.
    fn by_equality(&mut self, parts: &[Term], vars: &BTreeSet<Term>) -> Option<Term> {
        let (i, solution) = parts.iter().enumerate().find_map(|(i, part)| {
            vars.iter()
                .find_map(|x| Some((i, solve::for_variable(self.terms, *part, *x)?)))
        })?;
        let mut others = parts.to_vec();
        others.remove(i);
        let value = FxHashMap::from_iter([(solution.var, solution.value)]);
        let mut rest = self.terms.substitute_all(&others, &value);
        rest.push(solution.condition);
        self.again(rest, vars, solution.var)
    }

    /// A variable that is only compared.
    fn by_bounds(&mut self, parts: &[Term], vars: &BTreeSet<Term>) -> Option<Term> {
        let (var, rest) = vars
            .iter()
            .find_map(|x| Some((*x, interval::eliminate(self.terms, parts, *x)?)))?;
        self.again(rest, vars, var)
    }

    fn again(&mut self, parts: Vec<Term>, vars: &BTreeSet<Term>, done: Term) -> Option<Term> {
        let vars: BTreeSet<Term> = vars.iter().copied().filter(|v| *v != done).collect();
        let whole = self.terms.and(&parts);
        self.conjunction(self.terms.conjuncts(whole), vars)
    }

    /// Goes through the cases of a disjunction, a conditional, a truth value, a tiny number.
    fn by_cases(&mut self, parts: &[Term], vars: &BTreeSet<Term>) -> Option<Term> {
        let cases = split::cases(self.terms, parts, vars)?;
        self.cases = self.cases.checked_sub(cases.len() as u32)?;
        let each: Option<Vec<Term>> = cases
            .into_iter()
            .map(|case| self.case(case, vars))
            .collect();
        each.map(|cases| self.terms.or(&cases))
    }

    fn case(&mut self, parts: Vec<Term>, vars: &BTreeSet<Term>) -> Option<Term> {
        let whole = self.terms.and(&parts);
        self.conjunction(self.terms.conjuncts(whole), vars.clone())
    }

    /// Z3's answer is checked as far as that is possible without quantifiers: it must follow from the formula.
    fn by_z3(&mut self, formula: Term, vars: &BTreeSet<Term>) -> Option<Term> {
        let vars: Vec<Term> = vars.iter().copied().collect();
        if vars
            .iter()
            .any(|v| matches!(self.terms.sort(*v), Sort::BitVec(_)))
        {
            // Z3 projects bit vectors value by value: there are too many.
            return None;
        }
        let result = z3::quantifier::eliminate(self.terms, formula, &vars, LIMIT).ok()?;
        self.solver.push();
        self.solver.assert(formula);
        self.solver.assert(self.terms.not(result));
        let answer = self.solver.check(&[]);
        self.solver.pop();
        (answer == Answer::Unsat).then_some(result)
    }
}
