//! Interpolants in simple words. Conditions that were followed through several calls add and subtract, and so do their
//! interpolants, each a little more than the one before. What keeps such a trace from being followed is mostly that numbers
//! stand in some order, or have a sign.

use std::collections::BTreeSet;

use base::StopReason;
use smt::{Answer, Sort, Term, Terms};

use super::feasible::Reached;
use super::{Abstraction, BlockId};

/// More variables than this are not compared with each other.
const VARIABLES: usize = 8;

impl Abstraction<'_> {
    /// Comparisons that hold of all that was reached, and under which no call from a block satisfies the conditions of a way;
    /// `None` if there are none.
    pub(super) fn in_simple_words(
        &mut self,
        block: BlockId,
        way: &[Term],
        layer: &[Reached],
    ) -> Result<Option<Term>, StopReason> {
        let terms = self.system.terms.clone();
        let used = terms.free_vars_of(way);
        let here = self.system.location(self.block(block).location);
        let variables: Vec<Term> = here.variables.iter().map(|v| v.term).filter(|v| used.contains(v)).collect();
        if variables.len() > VARIABLES {
            return Ok(None);
        }
        let mut holding = Vec::new();
        for comparison in comparisons(&terms, &variables) {
            if self.holds_of_all(comparison, layer)? {
                holding.push(comparison);
            }
        }
        let needed = self.needed(block, way, &holding)?;
        Ok(needed.map(|needed| terms.and(&needed)))
    }

    fn holds_of_all(&mut self, comparison: Term, layer: &[Reached]) -> Result<bool, StopReason> {
        let terms = self.system.terms.clone();
        for reached in layer {
            let opposite = terms.not(terms.substitute(comparison, &reached.values));
            let never = opposite == terms.bool(false);
            if !never && self.ask(&[&reached.conditions[..], &[opposite]].concat())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// As few of these as contradict the conditions of a way; `None` if all together do not. A solver's unknown is no
    /// contradiction.
    fn needed(&mut self, block: BlockId, way: &[Term], all: &[Term]) -> Result<Option<Vec<Term>>, StopReason> {
        self.budget.check()?;
        self.solver.push();
        self.solver.assert(self.block(block).region);
        way.iter().for_each(|&condition| self.solver.assert(condition));
        let mut needed = match self.solver.check(all) {
            Answer::Unsat => Some(self.solver.core()),
            Answer::Sat | Answer::Unknown(_) => None,
        };
        if let Some(needed) = &mut needed {
            for candidate in needed.clone() {
                let fewer: Vec<Term> = needed.iter().copied().filter(|&c| c != candidate).collect();
                if self.solver.check(&fewer) == Answer::Unsat {
                    *needed = fewer;
                }
            }
        }
        self.solver.pop();
        Ok(needed)
    }
}

/// Numbers compared with each other and with zero, truth values as they are.
fn comparisons(terms: &Terms, variables: &[Term]) -> Vec<Term> {
    let mut all = BTreeSet::new();
    for (i, &a) in variables.iter().enumerate() {
        let zero = match terms.sort(a) {
            Sort::Int => terms.int(0),
            Sort::BitVec(width) => terms.bv(width, 0),
            Sort::Bool => {
                all.extend([a, terms.not(a)]);
                continue;
            }
        };
        let others = variables[..i].iter().copied().filter(|&b| terms.sort(b) == terms.sort(a));
        for b in others.chain([zero]) {
            let (below, above) = match terms.sort(a) {
                Sort::Int => (terms.int_le(a, b), terms.int_le(b, a)),
                Sort::BitVec(_) | Sort::Bool => (terms.bv_sle(a, b), terms.bv_sle(b, a)),
            };
            all.extend([below, above, terms.not(below), terms.not(above)]);
        }
    }
    all.into_iter().collect()
}
