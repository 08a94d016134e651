//! What is left open: values that a library or the language may choose, and that the input does not decide.
//!
//! Soundness: nothing that is decided, written or carried in a register may depend on one. Those that a configuration keeps are
//! variables of their own, each of any value, whatever it was when it was left open.

use base::StopReason;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Term;
use symex::{left_open_by, open_name};

use super::{Configuration, StreamSystem};

impl StreamSystem {
    /// What leaves something open that a term depends on.
    pub(super) fn open_in(&self, terms: &[Term]) -> Option<String> {
        let free = self.terms.free_vars_of(terms);
        free.iter()
            .find_map(|v| left_open_by(self.terms.var_name(*v)?).map(str::to_owned))
    }

    /// Why nothing is known of what depends on something that is left open.
    pub(super) fn depends_on_open(&self, terms: &[Term]) -> Option<StopReason> {
        let by = self.open_in(terms)?;
        let what = format!("what it does depends on what C leaves open: {by}");
        Some(StopReason::Unsupported { what, place: None })
    }

    /// The open values of a configuration, under names of their own.
    pub(super) fn rename_open(&self, leaves: &mut [Term]) {
        for (number, leaf) in leaves.iter_mut().enumerate() {
            let free = self.terms.free_vars(*leaf);
            let open = free
                .iter()
                .filter_map(|v| Some((*v, left_open_by(self.terms.var_name(*v)?)?.to_owned())));
            let renamed: FxHashMap<Term, Term> = open
                .enumerate()
                .map(|(i, (v, by))| {
                    (
                        v,
                        self.terms
                            .var(&open_name(&by, format!("{number}.{i}")), self.terms.sort(v)),
                    )
                })
                .collect();
            if !renamed.is_empty() {
                *leaf = self.terms.substitute(*leaf, &renamed);
            }
        }
    }

    /// The open values of a configuration.
    pub(super) fn open_of(&self, configuration: &Configuration) -> FxHashSet<Term> {
        let free = self.terms.free_vars_of(&configuration.leaves);
        free.into_iter()
            .filter(|v| {
                self.terms
                    .var_name(*v)
                    .is_some_and(|name| left_open_by(name).is_some())
            })
            .collect()
    }
}
