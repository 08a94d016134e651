//! Look-ahead of a composition: what the second must know of its whole input, asked of the first one's.

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::Term;

use super::oracle::{Asked, Oracle};
use crate::transducer::{Acceptor, AcceptorState, Start, SymbolicTransducer, seen};

/// When the first takes start `a` and the second, on what the first writes then, start `b`.
pub(super) fn look_ahead(
    oracle: &mut Oracle,
    (first, a): (&SymbolicTransducer, &Start),
    (second, b): (&SymbolicTransducer, &Start),
) -> Asked<Option<Acceptor>> {
    match &b.when {
        None => Ok(a.when.clone()),
        Some(wanted) => Preimage {
            first,
            second,
            outer: a.when.as_ref(),
            wanted,
        }
        .acceptor(oracle, a.state)
        .map(Some),
    }
}

/// States of the first one's acceptor, if it has one, of the first, and of the second one's acceptor.
type Product = (Option<usize>, usize, usize);

struct Preimage<'a> {
    first: &'a SymbolicTransducer,
    second: &'a SymbolicTransducer,
    outer: Option<&'a Acceptor>,
    wanted: &'a Acceptor,
}

impl Preimage<'_> {
    fn acceptor(&self, oracle: &mut Oracle, start: usize) -> Asked<Acceptor> {
        let mut products: Vec<Product> = vec![(self.outer.map(|_| 0), start, 0)];
        let mut numbers: FxHashMap<Product, usize> = FxHashMap::from_iter([(products[0], 0)]);
        let mut states = Vec::new();
        while let Some(&product) = products.get(states.len()) {
            oracle.check_budget()?;
            let mut edges = Vec::new();
            for (guard, to) in self.edges(oracle, product)? {
                let number = *numbers.entry(to).or_insert_with(|| {
                    products.push(to);
                    products.len() - 1
                });
                edges.push((guard, number));
            }
            states.push(AcceptorState {
                accepting: self.accepting(oracle, product)?,
                edges,
            });
        }
        Ok(Acceptor { states })
    }

    fn edges(
        &self,
        oracle: &mut Oracle,
        (outer, state, wanted): Product,
    ) -> Asked<Vec<(Term, Product)>> {
        let always = [(oracle.terms.true_(), 0)];
        let ahead: &[(Term, usize)] = match (self.outer, outer) {
            (Some(acceptor), Some(at)) => &acceptor.states[at].edges,
            _ => &always,
        };
        let mut edges = Vec::new();
        if self.first.states[state].failure.is_some() {
            return Ok(edges);
        }
        for &(guard, next) in ahead {
            for step in &self.first.states[state].steps {
                let guard = oracle.terms.and(&[guard, step.guard, self.first.alphabet]);
                for (guard, to) in self.read(oracle, (guard, wanted), &step.writes)? {
                    edges.push((guard, (outer.map(|_| next), step.to, to)));
                }
            }
        }
        Ok(edges)
    }

    /// Where the wanted acceptor can be after what is written.
    fn read(
        &self,
        oracle: &mut Oracle,
        start: (Term, usize),
        writes: &[Term],
    ) -> Asked<Vec<(Term, usize)>> {
        let y = seen(&oracle.terms, self.second.input, 0);
        let mut branches = vec![start];
        for &symbol in writes {
            let mut next = Vec::new();
            for (known, at) in branches {
                for &(guard, to) in &self.wanted.states[at].edges {
                    let guard = oracle
                        .terms
                        .substitute(guard, &FxHashMap::from_iter([(y, symbol)]));
                    let guard = oracle.terms.and2(known, guard);
                    if self.possible(oracle, guard)? {
                        next.push((guard, to));
                    }
                }
            }
            branches = next;
        }
        Ok(branches)
    }

    /// Acceptors see one symbol at a time.
    fn possible(&self, oracle: &mut Oracle, guard: Term) -> Asked<bool> {
        if oracle.back(guard) > 0 {
            let why = "the second filter looks ahead on what the first makes of several symbols";
            return Err(StopReason::Inexpressible(why.into()));
        }
        let Some(known) = oracle.known(guard) else {
            return Ok(false);
        };
        oracle.possible(&known)
    }

    fn accepting(&self, oracle: &mut Oracle, (outer, state, wanted): Product) -> Asked<bool> {
        let accepted = match (self.outer, outer) {
            (Some(acceptor), Some(at)) => acceptor.states[at].accepting,
            _ => true,
        };
        if !accepted || self.first.states[state].failure.is_some() {
            return Ok(false);
        }
        for end in &self.first.states[state].ends {
            let ended = self.read(oracle, (end.guard, wanted), &end.writes)?;
            if ended.iter().any(|&(guard, to)| {
                guard != oracle.terms.false_() && self.wanted.states[to].accepting
            }) {
                return self.certain(oracle, &ended);
            }
        }
        Ok(false)
    }

    /// An end that depends on the last symbol cannot be told by an acceptor's state.
    fn certain(&self, oracle: &mut Oracle, ended: &[(Term, usize)]) -> Asked<bool> {
        if ended.iter().any(|&(guard, _)| oracle.back(guard) > 0) {
            let why = "the second filter looks ahead on an end that depends on the last symbol";
            return Err(StopReason::Inexpressible(why.into()));
        }
        Ok(true)
    }
}
