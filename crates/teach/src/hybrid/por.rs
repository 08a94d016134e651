//! Partial-order reduction (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4.2): of two independent calls in a row only one order is explored.

use std::rc::Rc;

use model::{Moore, Outcome};
use rustc_hash::FxHashMap;
use step::{Effects, LetterId, LocationId, StepSystem, effects};

/// Which letters are independent where. Effects are those at the location where both are called: the paper's components
/// have one location only.
#[derive(Default)]
pub(super) struct Independence {
    effects: FxHashMap<(LocationId, LetterId), Option<Rc<Effects>>>,
    known: FxHashMap<(LocationId, LetterId, LetterId), bool>,
}

impl Independence {
    /// Whether the two letters commute at a location: neither writes what the other reads or writes, and both stay there.
    pub fn holds(
        &mut self,
        system: &StepSystem,
        at: LocationId,
        one: LetterId,
        other: LetterId,
    ) -> bool {
        if let Some(&known) = self.known.get(&(at, one, other)) {
            return known;
        }
        let independent = match (
            self.effects(system, at, one),
            self.effects(system, at, other),
        ) {
            (Some(a), Some(b)) => a.independent(&b),
            _ => false,
        };
        self.known.insert((at, one, other), independent);
        independent
    }

    /// `None` for a letter that leads to another location: where the code is, is data that every letter reads.
    fn effects(
        &mut self,
        system: &StepSystem,
        at: LocationId,
        letter: LetterId,
    ) -> Option<Rc<Effects>> {
        let compute = || {
            let summary = system.summary(at, letter);
            let stays = summary
                .paths
                .iter()
                .filter_map(|p| p.next.as_ref())
                .all(|target| target.location == at);
            stays.then(|| Rc::new(effects(system, &[at], letter)))
        };
        self.effects
            .entry((at, letter))
            .or_insert_with(compute)
            .clone()
    }
}

/// Soundness: the two orders are one for the code. The paper skips one of them, but a hypothesis may still tell them
/// apart, and then it is wrong in the order that was not looked at. So both must be one for the hypothesis, too.
pub(super) fn commute(hypothesis: &Moore<Outcome>, state: usize, one: usize, other: usize) -> bool {
    hypothesis.run_from(state, &[one, other]) == hypothesis.run_from(state, &[other, one])
}
