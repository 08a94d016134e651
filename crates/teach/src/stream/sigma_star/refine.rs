//! Refinement of the abstraction (Botinčan and Babić, "Sigma*", 2013, section 4): weakest preconditions back along a run that the program does not
//! have, from false.

use std::collections::BTreeSet;

use smt::{Op, Sort, Term, Terms};

use super::flow::{Flow, FlowStep};
use super::questions::Questions;

/// The atomic predicates of the weakest preconditions along a run of the abstraction on an input.
///
/// Predicates are about registers; the symbols of the input are known and put in. Where a register is compared with a symbol
/// that says little about other symbols, so the values that the program gives to the register are told apart, too.
pub(super) fn predicates(
    flow: &Flow,
    run: &[&FlowStep],
    input: &[u64],
    asked: &Questions,
) -> Vec<Term> {
    let refinement = Refinement {
        flow,
        asked,
        terms: &asked.terms,
    };
    let mut all = BTreeSet::new();
    let mut later: BTreeSet<Term> = BTreeSet::new();
    for (place, step) in run.iter().enumerate().rev() {
        let seen = asked.seen_from(input, place);
        let before = |t: &Term| {
            let updated = asked
                .terms
                .substitute(*t, &step.updates.iter().map(|(r, v)| (*r, *v)).collect());
            asked.terms.substitute(updated, &seen)
        };
        let mut now: BTreeSet<Term> = later
            .iter()
            .flat_map(|t| refinement.atoms(before(t)))
            .collect();
        for atom in refinement.atoms(step.guard) {
            if refinement.compares(atom) {
                all.extend(refinement.values(atom));
            }
            now.extend(refinement.atoms(asked.terms.substitute(atom, &seen)));
        }
        all.extend(&now);
        later = now;
    }
    all.into_iter().collect()
}

struct Refinement<'a> {
    flow: &'a Flow,
    asked: &'a Questions,
    terms: &'a Terms,
}

impl Refinement<'_> {
    /// The atoms of a condition that are about registers.
    fn atoms(&self, condition: Term) -> Vec<Term> {
        let mut atoms = BTreeSet::new();
        collect(self.terms, condition, &mut atoms);
        atoms
            .into_iter()
            .filter(|a| !self.terms.free_vars(*a).is_disjoint(&self.flow.registers))
            .collect()
    }

    /// Whether an atom is about registers and symbols.
    fn compares(&self, atom: Term) -> bool {
        self.terms
            .free_vars(atom)
            .iter()
            .any(|v| self.asked.window.contains(v))
    }

    /// That a register of an atom has one of the values the program gives to it.
    fn values(&self, atom: Term) -> Vec<Term> {
        let steps = self
            .flow
            .points
            .iter()
            .flat_map(|p| p.symbol.iter().map(|step| &step.updates));
        let given: Vec<(Term, Term)> = steps
            .chain([&self.flow.initial])
            .flat_map(|u| u.iter().map(|(r, v)| (*r, *v)))
            .collect();
        let about = self.terms.free_vars(atom);
        let equal = |(r, v): &(Term, Term)| {
            (about.contains(r) && self.terms.value(*v).is_some()).then(|| self.terms.eq(*r, *v))
        };
        given.iter().filter_map(equal).collect()
    }
}

/// The parts of a condition that no connective joins, without negations.
fn collect(terms: &Terms, condition: Term, atoms: &mut BTreeSet<Term>) {
    let args = terms.args(condition);
    let connects = match terms.op(condition) {
        Op::Not | Op::And | Op::Or => true,
        Op::Eq | Op::Ite => args.iter().all(|a| terms.sort(*a) == Sort::Bool),
        _ => false,
    };
    if connects {
        args.iter().for_each(|a| collect(terms, *a, atoms));
    } else if terms.value(condition).is_none() {
        atoms.insert(condition);
    }
}
