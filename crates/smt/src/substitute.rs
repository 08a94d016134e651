//! Looking through terms: substitution, free variables, conjuncts. All are loops over the shared graph: no term is too
//! deep and none is visited twice.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::term::{Op, Term, Terms};

impl Terms {
    /// Puts terms in the place of variables, all at once, and simplifies what comes out.
    pub fn substitute(&self, t: Term, map: &FxHashMap<Term, Term>) -> Term {
        self.substitute_all(&[t], map)[0]
    }

    /// [`Terms::substitute`] in several terms, sharing the work.
    pub fn substitute_all(&self, roots: &[Term], map: &FxHashMap<Term, Term>) -> Vec<Term> {
        let is_var = |t: &Term| matches!(self.op(*t), Op::Var(_));
        assert!(map.keys().all(is_var), "only variables are substituted");
        self.replace_all(roots, map)
    }

    /// Like [`Terms::substitute_all`], for any terms inside, the outermost first.
    pub fn replace_all(&self, roots: &[Term], map: &FxHashMap<Term, Term>) -> Vec<Term> {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for t in self.below(roots, |t| map.contains_key(&t)) {
            let new = |a: &Term| *map.get(a).unwrap_or_else(|| &done[a]);
            let args: Vec<Term> = self.args(t).iter().map(new).collect();
            let result = if args == self.args(t) {
                t
            } else {
                self.apply(self.op(t).clone(), &args)
            };
            done.insert(t, result);
        }
        for (old, new) in map {
            assert_eq!(
                self.sort(*old),
                self.sort(*new),
                "a substitution keeps sorts"
            );
        }
        roots
            .iter()
            .map(|t| *map.get(t).unwrap_or_else(|| &done[t]))
            .collect()
    }

    /// The variables the term mentions.
    pub fn free_vars(&self, t: Term) -> BTreeSet<Term> {
        self.free_vars_of(&[t])
    }

    /// The variables any of the terms mentions.
    pub fn free_vars_of(&self, terms: &[Term]) -> BTreeSet<Term> {
        self.below(terms, |_| false)
            .into_iter()
            .filter(|t| matches!(self.op(*t), Op::Var(_)))
            .collect()
    }

    /// The parts of a conjunction; the term itself if it is none; nothing for `true`.
    pub fn conjuncts(&self, t: Term) -> Vec<Term> {
        match self.op(t) {
            Op::And => self.args(t).to_vec(),
            _ if t == self.true_() => Vec::new(),
            _ => vec![t],
        }
    }

    /// The parts of a disjunction; the term itself if it is none; nothing for `false`.
    pub fn disjuncts(&self, t: Term) -> Vec<Term> {
        match self.op(t) {
            Op::Or => self.args(t).to_vec(),
            _ if t == self.false_() => Vec::new(),
            _ => vec![t],
        }
    }
}
