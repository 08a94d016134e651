//! Which variables formulas have, and which formulas hang together through them.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Term, Terms};

/// Remembers the variables of formulas.
#[derive(Default)]
pub(crate) struct Variables(FxHashMap<Term, Rc<[Term]>>);

impl Variables {
    /// The variables of a formula.
    pub fn of(&mut self, terms: &Terms, formula: Term) -> Rc<[Term]> {
        Rc::clone(
            self.0
                .entry(formula)
                .or_insert_with(|| terms.free_vars(formula).into_iter().collect()),
        )
    }

    /// The formulas that share variables with one, directly or through others: whether that can hold beside all is
    /// decided by these alone. Second, the variables of all that.
    pub fn linked(
        &mut self,
        terms: &Terms,
        formulas: &[Term],
        to: Term,
    ) -> (Vec<Term>, FxHashSet<Term>) {
        let mut reached: FxHashSet<Term> = self.of(terms, to).iter().copied().collect();
        let mut open: Vec<(Term, Rc<[Term]>)> =
            formulas.iter().map(|&f| (f, self.of(terms, f))).collect();
        let mut linked: FxHashSet<Term> = FxHashSet::default();
        loop {
            let before = linked.len();
            open.retain(|(formula, variables)| {
                let touches = variables.iter().any(|v| reached.contains(v));
                if touches {
                    linked.insert(*formula);
                    reached.extend(variables.iter().copied());
                }
                !touches
            });
            if linked.len() == before {
                break;
            }
        }
        (
            formulas
                .iter()
                .copied()
                .filter(|f| linked.contains(f))
                .collect(),
            reached,
        )
    }
}
