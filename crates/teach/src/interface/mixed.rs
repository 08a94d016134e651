//! Mixed parameters (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4.1): conditions that relate an argument to an argument of an earlier call.
//! Guards on one call cannot say them. What they decide is made *unknown*, so that the rest can still be learned.

use base::Budget;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use base::{Outcome, StopReason};
use smt::{Op, Sort, Term, Terms, Value};
use step::{LetterId, Location, LocationId, Note, Path, StepSystem, Summary, View};

/// A letter that compares a parameter with something an earlier call brought.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mixed {
    letter: LetterId,
    method: String,
    parameter: String,
    variable: String,
}

impl Mixed {
    /// The letter, and which of its scalars is compared.
    pub fn parameter(&self) -> (LetterId, &str) {
        (self.letter, &self.parameter)
    }
}

impl fmt::Display for Mixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            method,
            parameter,
            variable,
            ..
        } = self;
        write!(
            f,
            "whether {method} is legal depends on how its {parameter} relates to `{variable}`, "
        )?;
        write!(f, "which holds an argument of an earlier call")
    }
}

/// The mixed parameters of a system, or none if it has more than `limit` locations.
pub(crate) fn find(system: &StepSystem, limit: usize, budget: &Budget) -> Vec<Mixed> {
    let Some(locations) = system.locations_within(limit, budget) else {
        return Vec::new();
    };
    let carried = carried(system, &locations);
    let mut found = BTreeSet::new();
    for &location in &locations {
        for letter in system.letters.ids() {
            for path in &system.summary(location, letter).paths {
                found.extend(mixed_atoms(
                    system,
                    (location, letter),
                    path.guard,
                    &carried[&location],
                ));
            }
        }
    }
    found.into_iter().collect()
}

/// For each location the variables whose value may come from an argument.
pub(super) fn carried(
    system: &StepSystem,
    locations: &[LocationId],
) -> BTreeMap<LocationId, BTreeSet<Term>> {
    let mut carried: BTreeMap<LocationId, BTreeSet<Term>> =
        locations.iter().map(|&l| (l, BTreeSet::new())).collect();
    loop {
        let before: usize = carried.values().map(BTreeSet::len).sum();
        for &from in locations {
            for letter in system.letters.ids() {
                for path in &system.summary(from, letter).paths {
                    carry(system, (from, letter), path, &mut carried);
                }
            }
        }
        if before == carried.values().map(BTreeSet::len).sum::<usize>() {
            return carried;
        }
    }
}

fn carry(
    system: &StepSystem,
    (from, letter): (LocationId, LetterId),
    path: &Path,
    carried: &mut BTreeMap<LocationId, BTreeSet<Term>>,
) {
    let Some(target) = &path.next else { return };
    let params: BTreeSet<Term> = system.letters[letter]
        .params
        .iter()
        .map(|p| p.term)
        .collect();
    let sources = &carried[&from] | &params;
    let there = system.location(target.location);
    let reached = there.variables.iter().zip(&target.update);
    let new: Vec<Term> = reached
        .filter(|&(_, &value)| !system.terms.free_vars(value).is_disjoint(&sources))
        .map(|(v, _)| v.term)
        .collect();
    carried.entry(target.location).or_default().extend(new);
}

fn mixed_atoms(
    system: &StepSystem,
    at: (LocationId, LetterId),
    guard: Term,
    carried: &BTreeSet<Term>,
) -> Vec<Mixed> {
    atoms(&system.terms, guard)
        .into_iter()
        .filter_map(|atom| of_atom(system, at, atom, carried))
        .collect()
}

/// How one condition relates a parameter to something carried, if it does.
pub(super) fn of_atom(
    system: &StepSystem,
    (location, letter): (LocationId, LetterId),
    atom: Term,
    carried: &BTreeSet<Term>,
) -> Option<Mixed> {
    let here = system.location(location);
    let data = &system.letters[letter];
    let used = system.terms.free_vars(atom);
    let parameter = data
        .params
        .iter()
        .find(|p| used.contains(&p.term))?
        .name
        .clone();
    let variable = here
        .variables
        .iter()
        .find(|v| used.contains(&v.term) && carried.contains(&v.term))?
        .name
        .clone();
    Some(Mixed {
        letter,
        method: data.name.clone(),
        parameter,
        variable,
    })
}

/// The conditions a formula is made of.
pub(crate) fn atoms(terms: &Terms, formula: Term) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    let mut pending = vec![formula];
    let mut seen = BTreeSet::new();
    while let Some(t) = pending.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = terms.args(t);
        match terms.op(t) {
            Op::Not | Op::And | Op::Or => pending.extend(args),
            Op::Ite if terms.sort(t) == Sort::Bool => pending.extend(args),
            Op::Eq if terms.sort(args[0]) == Sort::Bool => pending.extend(args),
            _ => {
                found.insert(t);
            }
        }
    }
    found
}

/// The system in which the steps that a mixed condition decides are answered *unknown*.
pub(crate) fn without(system: &Rc<StepSystem>, mixed: &[Mixed]) -> StepSystem {
    let view = Without {
        system: Rc::clone(system),
        mixed: mixed.to_vec(),
    };
    system.derived(Box::new(view))
}

struct Without {
    system: Rc<StepSystem>,
    mixed: Vec<Mixed>,
}

impl View for Without {
    fn initial(&self) -> (LocationId, Vec<Value>) {
        let start = self.system.initial();
        (start.location, start.values)
    }

    fn location(&self, id: LocationId) -> Rc<Location> {
        self.system.location(id)
    }

    fn assumed(&self) -> Vec<String> {
        self.system.assumed()
    }

    fn summarise(&mut self, location: LocationId, letter: LetterId) -> Summary {
        let whole = self.system.summary(location, letter);
        let reasons: Vec<&Mixed> = self.mixed.iter().filter(|m| m.letter == letter).collect();
        let Some(&first) = reasons.first() else {
            return (*whole).clone();
        };
        let terms = &self.system.terms;
        let here = self.system.location(location);
        let by_name = |v: &&step::Variable| reasons.iter().any(|m| m.variable == v.name);
        let carried: BTreeSet<Term> = here
            .variables
            .iter()
            .filter(by_name)
            .map(|v| v.term)
            .collect();
        let clean = |path: &Path| self.without_mixed((location, letter), path, &carried);
        let mut paths: Vec<Path> = whole.paths.iter().filter_map(clean).collect();
        let covered: Vec<Term> = paths.iter().map(|p| p.guard).collect();
        let mixed = StopReason::Inexpressible(format!("mixed parameters: {first}"));
        let guard = terms.not(terms.or(&covered));
        paths.push(Path {
            guard,
            answer: Outcome::Unknown,
            next: None,
            note: Some(Note::unknown(mixed)),
        });
        Summary { paths }
    }
}

impl Without {
    /// The part of a path that is taken whatever the mixed conditions say; `None` if there is no such part.
    fn without_mixed(
        &self,
        at: (LocationId, LetterId),
        path: &Path,
        carried: &BTreeSet<Term>,
    ) -> Option<Path> {
        let terms = &self.system.terms;
        let alternatives = terms.disjuncts(path.guard).into_iter();
        let is_clean = |&guard: &Term| mixed_atoms(&self.system, at, guard, carried).is_empty();
        let clean: Vec<Term> = alternatives.filter(is_clean).collect();
        (!clean.is_empty()).then(|| Path {
            guard: terms.or(&clean),
            ..path.clone()
        })
    }
}
