//! What is known of the symbols of the window.

use smt::Term;

use super::locate::Arriving;
use super::{ByteSet, Configuration, Letter, StreamSystem};

/// Sets of values of past symbols that are told apart for one otherwise equal configuration.
const MOST_GIVEN: usize = 64;

impl StreamSystem {
    pub(super) fn is_symbol(&self, variable: Term) -> bool {
        self.window.contains(&variable)
    }

    /// The bytes for which those parts of a guard hold that are about the read byte alone.
    pub(super) fn byte_set_alone(&mut self, guard: Term) -> Option<ByteSet> {
        let x = self.seen(0);
        let mut parts = self.terms.conjuncts(guard);
        parts.retain(|part| self.terms.free_vars(*part).iter().all(|v| *v == x));
        self.byte_set(self.terms.and(&parts))
    }

    /// The bytes for which a guard holds, if it is about the read byte alone.
    pub(super) fn byte_set(&mut self, guard: Term) -> Option<ByteSet> {
        if self.filter.reads.bits != 8 {
            return None;
        }
        let x = self.seen(0);
        let mut all = ByteSet::ALL;
        for part in self.terms.conjuncts(guard) {
            let (terms, sets) = (&self.terms, &mut self.sets);
            let set = sets.entry(part).or_insert_with(|| {
                let alone = terms.free_vars(part).iter().all(|v| *v == x);
                alone.then(|| ByteSet::of(terms, x, part))
            });
            all = all.and(&(*set)?);
        }
        Some(all)
    }

    /// What is known of the symbols that a configuration remembers.
    pub(super) fn known_of_window(
        &self,
        from: &Configuration,
        arriving: &Arriving,
        set: Option<&ByteSet>,
        leaves: &[Term],
    ) -> Vec<Term> {
        let remembered = self.terms.free_vars_of(leaves);
        let mut conditions = from.given.clone();
        match set {
            Some(set) => conditions.push(set.condition(&self.terms, self.seen(0))),
            None => conditions.extend(self.terms.conjuncts(arriving.guard)),
        }
        if arriving.letter == Letter::Symbol {
            conditions = self.terms.substitute_all(&conditions, &self.later(from, &[]));
        }
        let about = |c: &Term| {
            let vars = self.terms.free_vars(*c);
            !vars.is_empty() && vars.iter().all(|v| remembered.contains(v) && self.is_symbol(*v))
        };
        let mut known: Vec<Term> = conditions.into_iter().filter(about).collect();
        known.sort_unstable();
        known.dedup();
        known
    }

    /// Where too many sets of values are told apart, none are.
    pub(super) fn limit_variants(&mut self, configuration: &mut Configuration) {
        use std::hash::{BuildHasher, BuildHasherDefault};
        if configuration.given.is_empty() {
            return;
        }
        let hasher: BuildHasherDefault<rustc_hash::FxHasher> = BuildHasherDefault::default();
        let hash = hasher.hash_one((&configuration.pose, &configuration.leaves, configuration.at));
        let count = self.variants.entry(hash).or_insert(0);
        if *count > MOST_GIVEN {
            configuration.given.clear();
        } else if !self.ids.contains_key(&*configuration) {
            *count += 1;
        }
    }
}
