//! What is not known any more, and that nothing depends on it.

use base::Id;
use smt::{Answer, Sort, Term};
use symex::Written;

use super::{Change, StreamSystem};

/// What names of variables begin with that stand for what is not known.
const LOST: &str = "lost' ";

impl StreamSystem {
    /// What depends on symbols of long ago is not known any more, until that matters.
    ///
    /// Soundness: values of one name, as those of two blocks that were allocated at one place, are values of their own.
    pub(super) fn forget(&mut self, leaves: &mut [Term], keys: &[String]) {
        for (number, (leaf, key)) in leaves.iter_mut().zip(keys).enumerate() {
            let vars = self.terms.free_vars(*leaf);
            if vars.is_empty() {
                continue;
            }
            let lost: Vec<String> = vars.iter().filter_map(|v| self.lost_key(*v)).collect();
            let is_old = |v: &Term| {
                (self.general.memory(key) + 1..=self.lookback + 1).any(|i| self.seen(i) == *v)
            };
            if !lost.is_empty() || vars.iter().any(is_old) {
                self.general.lose(key, lost.into_iter());
                *leaf = self
                    .terms
                    .var(&format!("{LOST}{number} {key}"), self.terms.sort(*leaf));
            }
        }
    }

    /// Whose value a variable stands for that is not known.
    pub(super) fn lost_key(&self, variable: Term) -> Option<String> {
        let (_, key) = self
            .terms
            .var_name(variable)?
            .strip_prefix(LOST)?
            .split_once(' ')?;
        Some(key.to_owned())
    }

    /// Nothing that is decided or written may depend on what is not known.
    pub(super) fn nothing_lost(&self, output: &[Written], guard: Term) -> Result<(), Change> {
        let terms = output.iter().filter_map(Written::symbol).chain([guard]);
        let free = self.terms.free_vars_of(&terms.collect::<Vec<_>>());
        let missed: Vec<String> = free.iter().filter_map(|v| self.lost_key(*v)).collect();
        if missed.is_empty() {
            Ok(())
        } else {
            Err(self.general.misses(&missed))
        }
    }

    /// A term without the symbols that make no difference to it.
    pub(super) fn pruned(&mut self, leaf: Term) -> Term {
        let vars: Vec<Term> = self.terms.free_vars(leaf).into_iter().collect();
        if vars.len() < 2 {
            return leaf;
        }
        if let Some(&known) = self.pruned.get(&leaf) {
            return known;
        }
        let mut simple = leaf;
        for back in (1..=self.lookback + 1).rev() {
            let symbol = self.seen(back);
            if vars.contains(&symbol) && self.makes_no_difference(simple, symbol) {
                let zero = self.terms.bv(self.filter.reads.bits.into(), 0);
                simple = self.substituted(&[simple], &[(symbol, zero)])[0];
            }
        }
        self.pruned.insert(leaf, simple);
        simple
    }

    fn makes_no_difference(&mut self, t: Term, symbol: Term) -> bool {
        let terms = self.terms.clone();
        let bits = u32::from(self.filter.reads.bits);
        let samples = [1_u64, 0x80, 0x5a5a_a5a5_1234_5678, u64::MAX];
        for (i, sample) in samples.iter().enumerate() {
            let other = samples[(i + 1) % samples.len()];
            let with = |of: u64| {
                let value = |v: Term| match terms.sort(v) {
                    Sort::BitVec(width) if v == symbol => Some(smt::Value::bv(width, of)),
                    Sort::BitVec(width) => Some(smt::Value::bv(
                        width,
                        other.rotate_left(v.index() as u32 % 64),
                    )),
                    sort => Some(smt::Value::default_of(sort)),
                };
                terms.eval(t, &value)
            };
            if with(*sample) != with(0) {
                return false;
            }
        }
        let zero = self.substituted(&[t], &[(symbol, terms.bv(bits, 0))])[0];
        let differs = terms.not(terms.eq(t, zero));
        self.asked += 1;
        matches!(self.solver.check(&[differs]), Answer::Unsat)
    }
}
