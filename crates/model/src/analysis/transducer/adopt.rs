//! A transducer in the terms of another.

use rustc_hash::FxHashMap;
use smt::{Op, Term, Terms};

use crate::transducer::SymbolicTransducer;

/// The same transducer with all its terms in `terms`.
pub(super) fn adopted(transducer: &SymbolicTransducer, terms: &Terms) -> SymbolicTransducer {
    let mut copy = transducer.clone();
    if transducer.terms.same(terms) {
        return copy;
    }
    let mut adopter = Adopter {
        from: &transducer.terms,
        to: terms,
        done: FxHashMap::default(),
    };
    copy.terms = terms.clone();
    every_term(&mut copy, &mut |t| *t = adopter.adopt(*t));
    copy
}

/// Visits all terms of a transducer.
pub(super) fn every_term(transducer: &mut SymbolicTransducer, visit: &mut dyn FnMut(&mut Term)) {
    visit(&mut transducer.alphabet);
    transducer
        .registers
        .iter_mut()
        .for_each(|r| visit(&mut r.variable));
    let acceptors = transducer
        .starts
        .iter_mut()
        .filter_map(|start| start.when.as_mut());
    let edges = acceptors
        .flat_map(|a| &mut a.states)
        .flat_map(|state| &mut state.edges);
    edges.for_each(|edge| visit(&mut edge.0));
    for state in &mut transducer.states {
        for step in &mut state.steps {
            visit(&mut step.guard);
            step.writes
                .iter_mut()
                .chain(&mut step.updates)
                .for_each(&mut *visit);
        }
        for end in &mut state.ends {
            visit(&mut end.guard);
            end.writes.iter_mut().for_each(&mut *visit);
        }
    }
}

struct Adopter<'a> {
    from: &'a Terms,
    to: &'a Terms,
    done: FxHashMap<Term, Term>,
}

impl Adopter<'_> {
    /// Arguments first; a stack of our own, since terms may be deeper than the program's.
    fn adopt(&mut self, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            let waiting = stack.len();
            stack.extend(
                self.from
                    .args(t)
                    .iter()
                    .filter(|a| !self.done.contains_key(a)),
            );
            if stack.len() == waiting {
                stack.pop();
                let copy = self.copy(t);
                self.done.insert(t, copy);
            }
        }
        self.done[&root]
    }

    fn copy(&self, t: Term) -> Term {
        match self.from.op(t) {
            Op::Var(name) => self.to.var(name, self.from.sort(t)),
            Op::Value(value) => self.to.constant(value.clone()),
            op => {
                let args: Vec<Term> = self.from.args(t).iter().map(|a| self.done[a]).collect();
                self.to.apply(op.clone(), &args)
            }
        }
    }
}
