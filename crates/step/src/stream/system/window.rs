//! What is known of the symbols of the window.

use rustc_hash::FxHashMap;
use smt::Term;

use super::locate::Arriving;
use super::{ByteSet, Configuration, Letter, StreamSystem};

/// Sets of values of past symbols that are told apart for one otherwise equal configuration.
const MOST_GIVEN: usize = 64;

impl StreamSystem {
    pub(super) fn is_symbol(&self, variable: Term) -> bool {
        self.window.contains(&variable)
    }

    /// The bytes for which a guard holds, if it is about the read byte alone.
    pub(super) fn byte_set(&mut self, guard: Term) -> Option<ByteSet> {
        let x = self.seen(0);
        let mut all = (self.filter.reads.bits == 8).then_some(ByteSet::ALL)?;
        for part in self.terms.conjuncts(guard) {
            let (symbol, set) = self.about_byte(part)?;
            all = all.and(&(symbol == x).then_some(set)?);
        }
        Some(all)
    }

    /// What each byte of the window can be, by what single parts of conditions say of single bytes.
    pub(super) fn byte_sets(&mut self, conditions: &[Term]) -> FxHashMap<Term, ByteSet> {
        let mut sets: FxHashMap<Term, ByteSet> = FxHashMap::default();
        let parts: Vec<Term> = conditions
            .iter()
            .flat_map(|c| self.terms.conjuncts(*c))
            .collect();
        for part in parts {
            if let Some((symbol, set)) = self.about_byte(part) {
                let known = sets.entry(symbol).or_insert(ByteSet::ALL);
                *known = known.and(&set);
            }
        }
        sets
    }

    /// Whether conditions can hold together, where what they say of single bytes decides that: no byte is left for one of them, or there
    /// is nothing else to them.
    pub(super) fn satisfiable_byte_by_byte(&mut self, conditions: &[Term]) -> Option<bool> {
        if self.byte_sets(conditions).values().any(ByteSet::is_empty) {
            return Some(false);
        }
        let parts = conditions.iter().flat_map(|c| self.terms.conjuncts(*c));
        let parts: Vec<Term> = parts.collect();
        let is_all = parts.iter().all(|part| self.about_byte(*part).is_some());
        is_all.then_some(true)
    }

    /// The byte of the window that a condition is about, and for which values of it it holds.
    fn about_byte(&mut self, condition: Term) -> Option<(Term, ByteSet)> {
        if self.filter.reads.bits != 8 {
            return None;
        }
        let (terms, window) = (&self.terms, &self.window);
        *self.sets.entry(condition).or_insert_with(|| {
            let vars = terms.free_vars(condition);
            let symbol = *vars
                .first()
                .filter(|v| vars.len() == 1 && window.contains(v))?;
            Some((symbol, ByteSet::of(terms, symbol, condition)))
        })
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
            conditions = self
                .terms
                .substitute_all(&conditions, &self.later(from, &[]));
        }
        let about = |c: &Term| {
            let vars = self.terms.free_vars(*c);
            !vars.is_empty()
                && vars
                    .iter()
                    .all(|v| remembered.contains(v) && self.is_symbol(*v))
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
