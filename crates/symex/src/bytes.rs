//! Conditions on one byte, as the set of bytes for which they hold: quicker than asking a solver.

use rustc_hash::FxHashMap;
use smt::{Sort, Term, Terms, Value};

type Set = [u64; 4];

const ALL: Set = [u64::MAX; 4];

/// Remembers sets.
#[derive(Default)]
pub(crate) struct ByteSets(FxHashMap<Term, Option<Set>>);

impl ByteSets {
    /// A byte for which all formulas hold, `None` in it if there is none. They must have this variable alone.
    pub fn find(
        &mut self,
        terms: &Terms,
        byte: Term,
        formulas: impl Iterator<Item = Term>,
    ) -> Option<Option<Value>> {
        if terms.sort(byte) != Sort::BitVec(8) {
            return None;
        }
        let mut common = ALL;
        for formula in formulas {
            let set = self.of(terms, byte, formula)?;
            common
                .iter_mut()
                .zip(set)
                .for_each(|(part, other)| *part &= other);
        }
        let first = common.iter().position(|part| *part != 0);
        Some(first.map(|i| Value::bv(8, i as u64 * 64 + u64::from(common[i].trailing_zeros()))))
    }

    fn of(&mut self, terms: &Terms, byte: Term, formula: Term) -> Option<Set> {
        if let Some(known) = self.0.get(&formula) {
            return *known;
        }
        let mut set = [0; 4];
        let mut complete = true;
        for value in 0..256_u64 {
            match terms.eval(formula, &|v| (v == byte).then(|| Value::bv(8, value))) {
                Some(Value::Bool(true)) => set[value as usize / 64] |= 1 << (value % 64),
                Some(_) => {}
                None => complete = false,
            }
        }
        let set = complete.then_some(set);
        self.0.insert(formula, set);
        set
    }
}
