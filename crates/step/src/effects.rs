//! Which variables a letter reads and writes, computed from its summaries (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4.2, where they were
//! found by a separate static analysis).

use std::collections::BTreeSet;

use crate::{LetterId, LocationId, StepSystem};

/// The variables, by name, that a letter reads and writes anywhere among the given locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// What a guard, or the new value of another variable, depends on.
    pub reads: BTreeSet<String>,
    /// What may have another value afterwards.
    pub writes: BTreeSet<String>,
}

impl Effects {
    /// Whether two letters commute for lack of shared data: neither writes what the other reads or writes.
    pub fn independent(&self, other: &Self) -> bool {
        self.writes.is_disjoint(&other.reads)
            && self.reads.is_disjoint(&other.writes)
            && self.writes.is_disjoint(&other.writes)
    }
}

/// The effects of a letter at the given locations. A step that changes the location writes every variable of both.
pub fn effects(system: &StepSystem, locations: &[LocationId], letter: LetterId) -> Effects {
    let mut effects = Effects::default();
    for &location in locations {
        for path in &system.summary(location, letter).paths {
            add_path(system, location, path, &mut effects);
        }
    }
    effects
}

fn add_path(system: &StepSystem, from: LocationId, path: &crate::Path, effects: &mut Effects) {
    let here = system.location(from);
    let read = |effects: &mut Effects, term| {
        let used = system.terms.free_vars(term);
        effects.reads.extend(
            here.variables
                .iter()
                .filter(|v| used.contains(&v.term))
                .map(|v| v.name.clone()),
        );
    };
    read(effects, path.guard);
    let Some(target) = &path.next else { return };
    let there = system.location(target.location);
    if target.location != from {
        let all = here.variables.iter().chain(&there.variables);
        effects.writes.extend(all.map(|v| v.name.clone()));
    }
    for (variable, &value) in there.variables.iter().zip(&target.update) {
        if value != variable.term {
            read(effects, value);
            effects.writes.insert(variable.name.clone());
        }
    }
}
