//! Slicing: variables that no answer ever depends on are dropped. Many components that look infinite become finite:
//! a counter that is only counted, a sum that is only summed.
//!
//! Soundness does not rest on this: a certificate found on the sliced system is checked against the whole one.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Budget, Id, Outcome};
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Terms, Value};

use crate::{LetterId, Location, LocationId, Path, StepSystem, Summary, Target, View};

/// The system without the variables that no answer depends on. `None` if there are more than `limit` locations: what
/// is not yet explored could depend on anything. `None`, too, if the budget ends.
pub fn slice(
    system: &StepSystem,
    limit: usize,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Option<StepSystem> {
    sliced(system, limit, solver, (budget, false))
}

/// The same, but what tells one error from another is kept, too: which one it is and where, so that each can still be
/// reached or not.
pub fn slice_by_notes(
    system: &StepSystem,
    limit: usize,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Option<StepSystem> {
    sliced(system, limit, solver, (budget, true))
}

/// The names of the variables of the whole that no location of its slice has.
pub fn dropped(whole: &StepSystem, slice: &StepSystem, locations: &[LocationId]) -> Vec<String> {
    let names = |system: &StepSystem| -> BTreeSet<String> {
        let variables = locations
            .iter()
            .map(|&at| system.location(at).variables.clone());
        variables.flatten().map(|v| v.name).collect()
    };
    let kept = names(slice);
    names(whole).difference(&kept).cloned().collect()
}

fn sliced(
    system: &StepSystem,
    limit: usize,
    solver: &mut dyn Solver,
    (budget, by_notes): (&Budget, bool),
) -> Option<StepSystem> {
    let locations = system.locations_within(limit, budget)?;
    let mut slicer = Slicer {
        system,
        locations,
        relevant: BTreeMap::new(),
        by_notes,
        solver,
        budget,
    };
    while slicer.grow()? {}
    let view = slicer.view();
    Some(system.derived(Box::new(view)))
}

/// Positions of variables in a location.
type Positions = BTreeSet<usize>;

struct Slicer<'a> {
    system: &'a StepSystem,
    locations: Vec<LocationId>,
    /// The variables known to matter so far.
    relevant: BTreeMap<LocationId, Positions>,
    /// Whether paths with different notes differ in what matters.
    by_notes: bool,
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
}

impl Slicer<'_> {
    /// One round over all steps; whether a variable was added. `None` if the budget ends.
    fn grow(&mut self) -> Option<bool> {
        let before: usize = self.relevant.values().map(BTreeSet::len).sum();
        for location in self.locations.clone() {
            for letter in self.system.letters.ids() {
                self.budget.check().ok()?;
                let needed = self.needed(location, letter);
                self.relevant.entry(location).or_default().extend(needed);
            }
        }
        Some(before != self.relevant.values().map(BTreeSet::len).sum::<usize>())
    }

    /// The variables one step depends on: through the choice between paths that differ in what matters, and through
    /// the new values of variables that matter.
    fn needed(&mut self, location: LocationId, letter: LetterId) -> Positions {
        let groups = self.groups(location, letter);
        let here = self.system.location(location);
        let known = self.relevant.get(&location).cloned().unwrap_or_default();
        let mut used: BTreeSet<Term> = known.iter().map(|&i| here.variables[i].term).collect();
        let variables: BTreeSet<Term> = here.variables.iter().map(|v| v.term).collect();
        if groups.len() > 1 {
            for path in &groups {
                let free: BTreeSet<Term> = self
                    .system
                    .terms
                    .free_vars(path.guard)
                    .into_iter()
                    .collect();
                let candidates: Vec<Term> = free.intersection(&variables).copied().collect();
                let news: Vec<Term> = candidates
                    .into_iter()
                    .filter(|v| !used.contains(v) && self.depends(path.guard, *v))
                    .collect();
                used.extend(news);
            }
        }
        for target in groups.iter().filter_map(|p| p.next.as_ref()) {
            used.extend(self.system.terms.free_vars_of(&target.update));
        }
        (0..here.variables.len())
            .filter(|&i| used.contains(&here.variables[i].term))
            .collect()
    }

    /// The paths of a step, joined where they differ only in what does not matter. Updates are of what matters.
    fn groups(&self, location: LocationId, letter: LetterId) -> Vec<Path> {
        let mut groups: Vec<Path> = Vec::new();
        for path in &self.system.summary(location, letter).paths {
            let next = path.next.as_ref().map(|target| self.project(target));
            let same = |g: &&mut Path| {
                g.answer == path.answer && g.next == next && (!self.by_notes || g.note == path.note)
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.guard = self.system.terms.or(&[group.guard, path.guard]),
                None => groups.push(Path {
                    next,
                    ..path.clone()
                }),
            }
        }
        groups
    }

    fn project(&self, target: &Target) -> Target {
        let kept = self
            .relevant
            .get(&target.location)
            .cloned()
            .unwrap_or_default();
        Target {
            location: target.location,
            update: kept.iter().map(|&i| target.update[i]).collect(),
        }
    }

    /// Whether the truth of a guard can change with one variable. A solver's unknown counts as yes.
    fn depends(&mut self, guard: Term, variable: Term) -> bool {
        let terms = &self.system.terms;
        let other = terms.var("slice:other", terms.sort(variable));
        let changed = terms.substitute(guard, &FxHashMap::from_iter([(variable, other)]));
        self.solver.ask(&[guard, terms.not(changed)]) != Answer::Unsat
    }

    fn view(&self) -> Sliced {
        let mut view = Sliced {
            initial: (self.locations[0], Vec::new()),
            locations: BTreeMap::new(),
            summaries: BTreeMap::new(),
        };
        for &id in &self.locations {
            let whole = self.system.location(id);
            let kept = self.relevant.get(&id).cloned().unwrap_or_default();
            let variables = kept.iter().map(|&i| whole.variables[i].clone()).collect();
            view.locations.insert(
                id,
                Rc::new(Location {
                    name: whole.name.clone(),
                    variables,
                    counts: whole.counts.clone(),
                }),
            );
            for letter in self.system.letters.ids() {
                view.summaries.insert((id, letter), self.sliced(id, letter));
            }
        }
        let start = self.system.initial();
        let kept = self
            .relevant
            .get(&start.location)
            .cloned()
            .unwrap_or_default();
        view.initial = (
            start.location,
            kept.iter().map(|&i| start.values[i].clone()).collect(),
        );
        view
    }

    /// The joined paths of a step with every dropped variable replaced by a constant: the guards do not depend on it.
    fn sliced(&self, location: LocationId, letter: LetterId) -> Summary {
        let terms = &self.system.terms;
        let here = self.system.location(location);
        let kept = self.relevant.get(&location).cloned().unwrap_or_default();
        let dropped = (0..here.variables.len())
            .filter(|i| !kept.contains(i))
            .map(|i| here.variables[i].term);
        let constants: FxHashMap<Term, Term> = dropped.map(|v| (v, default(terms, v))).collect();
        let mut paths = self.groups(location, letter);
        if let [only] = &mut paths[..] {
            only.guard = terms.bool(true);
        }
        for path in &mut paths {
            path.guard = terms.substitute(path.guard, &constants);
        }
        debug_assert!(
            paths
                .iter()
                .all(|p| p.answer == Outcome::Ok || p.next.is_none())
        );
        Summary { paths }
    }
}

fn default(terms: &Terms, variable: Term) -> Term {
    terms.constant(Value::default_of(terms.sort(variable)))
}

/// The finished slice: everything is known, so nothing is computed on demand.
struct Sliced {
    initial: (LocationId, Vec<Value>),
    locations: BTreeMap<LocationId, Rc<Location>>,
    summaries: BTreeMap<(LocationId, LetterId), Summary>,
}

impl View for Sliced {
    fn initial(&self) -> (LocationId, Vec<Value>) {
        self.initial.clone()
    }

    fn location(&self, id: LocationId) -> Rc<Location> {
        Rc::clone(&self.locations[&id])
    }

    fn summarise(&mut self, location: LocationId, letter: LetterId) -> Summary {
        debug_assert!(
            location.index() < self.locations.len() || self.locations.contains_key(&location)
        );
        self.summaries[&(location, letter)].clone()
    }
}
