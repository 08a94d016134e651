//! Choosing what tells states apart.
//!
//! A location for each shape, with all scalars as variables, says most with least. But code that computes with a value
//! (the library's strings and tables do) then has a path for each value there could be, most of which there never are.
//! Where that gets out of hand the component's own values are told apart as well; and what turns out to have many values
//! becomes a variable again.

use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Outcome, StopReason};
use smt::{Solver, Terms};

use crate::{Component, LocationId, Questions, Sight, StepSystem, Variables, component};

/// Locations that are looked at before a choice is made.
const SURVEYED: usize = 256;
/// Paths of one call that are too many if there is another way.
const MANY_PATHS: usize = 128;
/// The part of what is left of the budget that each way of looking may take.
const SHARE: u32 = 5;
/// A question of a call that takes longer is too long if there is another way.
const LONG_QUESTION: Duration = Duration::from_secs(1);
/// How often what has many values may be found out.
const ROUNDS: usize = 8;

/// The component as a step system, with the states told apart that it is best to tell apart.
pub fn survey(
    of: &Rc<Component>,
    terms: &Terms,
    sight: &Sight,
    budget: &Budget,
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> Result<StepSystem, StopReason> {
    let build = |sight: &Sight| component(Rc::clone(of), terms, sight.clone(), budget, solver());
    let mut narrow = sight.clone();
    narrow.limits.paths = narrow.limits.paths.min(MANY_PATHS);
    narrow.question = narrow.question.min(LONG_QUESTION);
    let by_shape = settled(narrow, budget, &build)?;
    if by_shape.is_clear() {
        return Ok(by_shape.system);
    }
    let variables = Variables {
        own_values: true,
        ..Variables::default()
    };
    let questions = joined(sight, &by_shape.system);
    let by_value = settled(
        Sight {
            variables,
            questions: questions.clone(),
            costly: by_shape.system.costly(),
            ..sight.clone()
        },
        budget,
        &build,
    )?;
    if by_value.is_clear() || (by_value.closed && !by_shape.closed) {
        return Ok(by_value.system);
    }
    let variables = by_shape.system.variables.clone();
    build(&Sight {
        variables,
        questions,
        costly: by_value.system.costly(),
        ..sight.clone()
    })
}

struct Surveyed {
    system: StepSystem,
    /// Whether all locations were seen.
    closed: bool,
    /// Whether some call could not be followed to its end.
    unknown: bool,
}

impl Surveyed {
    fn is_clear(&self) -> bool {
        self.closed && !self.unknown
    }
}

/// A system in which nothing more turns out to have many values, as far as it is looked at.
fn settled(
    mut sight: Sight,
    budget: &Budget,
    build: &dyn Fn(&Sight) -> Result<StepSystem, StopReason>,
) -> Result<Surveyed, StopReason> {
    let share = budget.share(SHARE);
    for round in 1.. {
        let system = build(&sight)?;
        let locations = system.locations_within(SURVEYED, &share);
        let (widened, questions) = (system.widened(), joined(&sight, &system));
        let settled = widened == sight.variables.widened && questions == sight.questions;
        if settled || round == ROUNDS || share.check().is_err() {
            let unknown = locations
                .as_ref()
                .is_some_and(|seen| has_unknown(&system, seen));
            return Ok(Surveyed {
                closed: locations.is_some(),
                unknown,
                system,
            });
        }
        sight.variables.widened = widened;
        sight.questions = questions;
        sight.costly = system.costly();
    }
    unreachable!("the last round returns")
}

/// What calls ask, as far as it is known by now.
fn joined(sight: &Sight, system: &StepSystem) -> Questions {
    let mut questions = sight.questions.clone();
    for (entry, asked) in system.questions() {
        questions.entry(entry).or_default().extend(asked);
    }
    questions
}

fn has_unknown(system: &StepSystem, locations: &[LocationId]) -> bool {
    locations.iter().any(|&at| {
        let letters = system.letters.ids();
        letters.into_iter().any(|l| {
            system
                .summary(at, l)
                .paths
                .iter()
                .any(|p| p.answer == Outcome::Unknown)
        })
    })
}
