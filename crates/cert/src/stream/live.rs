//! Which symbols and registers are looked at again.

use std::collections::{BTreeMap, BTreeSet};

use smt::Term;

use super::judge::Judge;

/// One way to go on.
pub(super) struct Way {
    /// What it looks at.
    pub looks: BTreeSet<Term>,
    /// New values of registers; the others stay.
    pub updates: BTreeMap<Term, Term>,
    /// Where it leads.
    pub to: Option<usize>,
}

/// For each node the symbols before the one being read, and the registers, that are looked at from there on.
pub(super) fn live(judge: &Judge<'_>, ways: &[Vec<Way>]) -> Vec<BTreeSet<Term>> {
    let mut live = vec![BTreeSet::new(); ways.len()];
    loop {
        let mut changed = false;
        for node in (0..ways.len()).rev() {
            let now: BTreeSet<Term> = ways[node]
                .iter()
                .flat_map(|way| needed(judge, way, &live))
                .collect();
            changed |= now.len() > live[node].len();
            live[node] = now;
        }
        if !changed {
            return live;
        }
    }
}

/// What is needed before a way is taken.
fn needed(judge: &Judge<'_>, way: &Way, live: &[BTreeSet<Term>]) -> BTreeSet<Term> {
    let mut all = way.looks.clone();
    for &variable in way.to.iter().flat_map(|to| &live[*to]) {
        match (judge.place(variable), way.updates.get(&variable)) {
            (Some(0), _) => {}
            (Some(back), _) => {
                all.insert(judge.symbol(back - 1));
            }
            (None, Some(value)) => all.extend(judge.terms.free_vars(*value)),
            (None, None) => {
                all.insert(variable);
            }
        }
    }
    all.remove(&judge.symbol(0));
    all
}
