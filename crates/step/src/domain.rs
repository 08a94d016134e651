//! What all arguments of a letter satisfy.

use std::collections::BTreeMap;

use smt::{Term, Terms};
use symex::Integers;

use crate::Variable;
use crate::plan::{Origin, Part, Plan};

/// The ranges of small types; that a reference is one thing at a time; and that scalars which say nothing are zero, so
/// that guards need not speak of them.
pub(crate) fn domain(plan: &Plan, params: &[Variable], terms: &Terms, integers: Integers) -> Term {
    let mut finder = Finder { plan, params, terms, owners: BTreeMap::new() };
    for part in &plan.params {
        if let Part::Reference(n) = *part {
            finder.reference(n, terms.bool(true));
        }
    }
    let mut conditions: Vec<Term> = params.iter().map(|p| integers.range(terms, p.ty, p.term)).collect();
    conditions.extend((0..plan.references.len()).map(|n| finder.exclusive(n)));
    for (scalar, owners) in &finder.owners {
        let param = &params[*scalar];
        let zero = integers.zero(terms, param.ty).map(|zero| terms.eq(param.term, zero));
        conditions.extend(zero.map(|zero| terms.or(&[terms.or(owners), zero])));
    }
    terms.and(&conditions)
}

struct Finder<'a> {
    plan: &'a Plan,
    params: &'a [Variable],
    terms: &'a Terms,
    /// For each scalar that lies in an object: when it says something.
    owners: BTreeMap<usize, Vec<Term>>,
}

impl Finder<'_> {
    fn selectors(&self, reference: usize) -> impl Iterator<Item = usize> {
        self.plan.references[reference].choices.iter().filter_map(|&(selector, _)| selector)
    }

    fn exclusive(&self, reference: usize) -> Term {
        let selectors: Vec<Term> = self.selectors(reference).map(|s| self.params[s].term).collect();
        let pairs = selectors.iter().enumerate().flat_map(|(i, &a)| selectors[..i].iter().map(move |&b| (a, b)));
        self.terms.and(&pairs.map(|(a, b)| self.terms.not(self.terms.and(&[a, b]))).collect::<Vec<_>>())
    }

    /// Looks through what a reference refers to where `context` holds.
    fn reference(&mut self, reference: usize, context: Term) {
        let plan = self.plan;
        let mut taken = vec![context];
        for (selector, origin) in &plan.references[reference].choices {
            let here = selector.map(|s| self.params[s].term);
            let when = self.terms.and(&taken.iter().copied().chain(here).collect::<Vec<_>>());
            match origin {
                Origin::New(new) => new.parts.iter().for_each(|part| self.part(part, when)),
                Origin::Same(n, _) if self.is_nested(*n) => self.part(&Part::Reference(*n), when),
                Origin::Same(..) | Origin::Null | Origin::Constant(..) | Origin::This => {}
                Origin::Held(..) | Origin::Unknown(_) => {}
            }
            taken.extend(here.map(|here| self.terms.not(here)));
        }
    }

    /// Whether a reference is no parameter of its own.
    fn is_nested(&self, reference: usize) -> bool {
        !self.plan.params.iter().any(|part| matches!(part, Part::Reference(n) if *n == reference))
    }

    fn part(&mut self, part: &Part, when: Term) {
        match *part {
            Part::Scalar(n) | Part::Cast(n, _) => self.owners.entry(n).or_default().push(when),
            Part::Reference(n) => {
                for selector in self.selectors(n).collect::<Vec<_>>() {
                    self.owners.entry(selector).or_default().push(when);
                }
                self.reference(n, when);
            }
            Part::Constant(_) | Part::Hidden => {}
        }
    }
}
