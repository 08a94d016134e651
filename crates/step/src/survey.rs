//! Choosing what tells states apart.
//!
//! A location for each shape, with all scalars as variables, says most with least. But code that computes with a value
//! (the library's strings and tables do) then has a path for each value there could be, most of which there never are.
//! Where that gets out of hand the component's own values are told apart as well; and what turns out to have many values
//! becomes a variable again.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, StopReason};
use smt::{Solver, Terms};

use crate::component::component_again;
use crate::followed::Followed;
use crate::{Component, Questions, Sight, StepSystem, Variables};

/// Locations that are looked at before a choice is made.
const SURVEYED: usize = 256;
/// Locations after which it is asked what was found out.
const SOON: usize = 12;
/// Paths of one call that are too many if there is another way.
const MANY_PATHS: usize = 128;
/// The part of what is left of the budget that each way of looking may take.
const SHARE: u32 = 5;
/// A question of a call that takes longer is too long if there is another way.
const LONG_QUESTION: Duration = Duration::from_secs(1);
/// More shapes than this within a scope are many.
const MANY_SHAPES: usize = 24;
/// More values of one field than this are many where few are wanted.
const FEW_VALUES: usize = 4;
/// How often what has many values may be found out.
const ROUNDS: usize = 8;
/// Rounds after which all fields of a class are taken to be looked at of which one is.
const SINGLY: usize = 3;
/// Rounds after which nothing is forgotten any more.
const FORGETTING: usize = 6;

/// The component as a step system, with the states told apart that it is best to tell apart.
pub fn survey(
    of: &Rc<Component>,
    terms: &Terms,
    sight: &Sight,
    budget: &Budget,
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> Result<StepSystem, StopReason> {
    let looks = Looks {
        of,
        terms,
        budget,
        solver,
        followed: Rc::default(),
    };
    surveyed(sight, &looks)
}

/// The same of a component that is known, seen otherwise.
pub fn survey_again(
    of: &Rc<Component>,
    known: &StepSystem,
    sight: &Sight,
    budget: &Budget,
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> Result<StepSystem, StopReason> {
    surveyed(sight, &Looks::again(of, known, budget, solver))
}

fn surveyed(sight: &Sight, looks: &Looks<'_>) -> Result<StepSystem, StopReason> {
    let mut narrow = forgetting(sight);
    narrow.limits.paths = narrow.limits.paths.min(MANY_PATHS);
    narrow.question = narrow.question.min(LONG_QUESTION);
    let by_shape = settled(narrow, looks)?;
    // Within a scope many shapes may be none that there are: an array is full up to a number that is not told apart.
    let many = sight.scope.is_some() && by_shape.system.seen().len() > MANY_SHAPES;
    if (by_shape.is_clear() && !many) || (by_shape.grows && !by_shape.unknown) {
        return Ok(by_shape.system);
    }
    let questions = joined(sight, &by_shape.system);
    let looked_at = by_shape.system.looked_at();
    let wide = |variables: Variables, costly| Sight {
        variables,
        questions: questions.clone(),
        costly,
        looked_at: looked_at.clone(),
        ..sight.clone()
    };
    let variables = Variables {
        own_values: true,
        ..Variables::default()
    };
    let by_value = settled(wide(variables, by_shape.system.costly()), looks)?;
    if by_shape.is_clear() {
        let fewer = by_value.system.seen().len() < by_shape.system.seen().len();
        let better = by_value.is_clear() && fewer;
        return Ok(if better { by_value } else { by_shape }.system);
    }
    // Where there is no end of states in any case, calls that can be followed are worth more than fewer states.
    if by_value.is_clear() || (!by_shape.closed && (by_value.closed || by_shape.grows)) {
        return Ok(by_value.system);
    }
    let costly = by_value.system.costly();
    looks.build(&wide(by_shape.system.variables.clone(), costly))
}

/// A component that is known, with locations that tell apart by values only what has few of them. `None` if there is no
/// end of locations even so.
pub fn survey_few_values(
    of: &Rc<Component>,
    known: &StepSystem,
    sight: &Sight,
    budget: &Budget,
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> Option<StepSystem> {
    let looks = Looks::again(of, known, budget, solver);
    let variables = Variables {
        own_values: true,
        ..Variables::default()
    };
    let sight = Sight {
        variables,
        values: FEW_VALUES,
        questions: joined(sight, known),
        costly: known.costly(),
        looked_at: known.looked_at(),
        ..sight.clone()
    };
    let surveyed = settled(sight, &looks).ok()?;
    surveyed.closed.then_some(surveyed.system)
}

/// A component that is known, with a scalar for all that its calls were seen to ask since. `None` if that is nothing
/// new.
pub fn survey_asking(
    of: &Rc<Component>,
    known: &StepSystem,
    sight: &Sight,
    budget: &Budget,
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> Option<StepSystem> {
    let questions = known.questions();
    let foreseen = known.letters.values().all(|letter| {
        let mut asked = questions.get(&letter.name).into_iter().flatten();
        asked.all(|question| letter.plan.answers.contains(question))
    });
    if foreseen {
        return None;
    }
    let variables = Variables {
        widened: known.widened(),
        ..known.variables.clone()
    };
    let sight = Sight {
        variables,
        questions,
        costly: known.costly(),
        looked_at: known.looked_at(),
        ..sight.clone()
    };
    Looks::again(of, known, budget, solver).build(&sight).ok()
}

/// Looks at one component, with more known of its calls each time.
struct Looks<'a> {
    of: &'a Rc<Component>,
    terms: &'a Terms,
    budget: &'a Budget,
    solver: &'a dyn Fn() -> Box<dyn Solver>,
    followed: Rc<RefCell<Followed>>,
}

impl<'a> Looks<'a> {
    /// After the look that this system came of.
    fn again(
        of: &'a Rc<Component>,
        known: &'a StepSystem,
        budget: &'a Budget,
        solver: &'a dyn Fn() -> Box<dyn Solver>,
    ) -> Self {
        Self {
            of,
            terms: &known.terms,
            budget,
            solver,
            followed: Rc::clone(&known.followed),
        }
    }

    fn build(&self, sight: &Sight) -> Result<StepSystem, StopReason> {
        let (of, around) = (Rc::clone(self.of), (self.budget, (self.solver)()));
        component_again(of, self.terms, sight.clone(), around, &self.followed)
    }
}

struct Surveyed {
    system: StepSystem,
    /// Whether all locations were seen.
    closed: bool,
    /// Whether there are more than are looked at. Telling more states apart would only make more of them.
    grows: bool,
    /// Whether some call could not be followed to its end.
    unknown: bool,
}

impl Surveyed {
    /// The same, with an answer for whatever was seen to be asked, and nothing forgotten that was seen to be looked at.
    fn asking(mut self, mut sight: Sight, looks: &Looks<'_>) -> Result<Self, StopReason> {
        let questions = joined(&sight, &self.system);
        let forgets_too_much = self.system.looked_at() != sight.looked_at;
        if questions != sight.questions || forgets_too_much {
            sight.questions = questions;
            sight.variables.widened = self.system.widened();
            sight.looked_at = sight.looked_at.filter(|_| !forgets_too_much);
            sight.costly = self.system.costly();
            self.system = looks.build(&sight)?;
        }
        Ok(self)
    }

    fn is_clear(&self) -> bool {
        self.closed && !self.unknown
    }
}

/// A system in which nothing more turns out to have many values, as far as it is looked at.
fn settled(mut sight: Sight, looks: &Looks<'_>) -> Result<Surveyed, StopReason> {
    let share = looks.budget.share(SHARE);
    for round in 1.. {
        let system = looks.build(&sight)?;
        let mut seen = None;
        // What many calls ask, and what has many values, shows soon.
        for limit in [SOON, SURVEYED] {
            if seen.is_none() && is_settled(&sight, &system) {
                seen = system.locations_within(limit, &share);
            }
        }
        let settled = is_settled(&sight, &system);
        let last = round == ROUNDS || share.check().is_err();
        if settled || last {
            let surveyed = Surveyed {
                closed: seen.is_some(),
                grows: system.seen().len() > SURVEYED,
                unknown: system.has_unknown(&sight.unseen),
                system,
            };
            return surveyed.asking(sight, looks);
        }
        sight.questions = joined(&sight, &system);
        sight.variables.widened = system.widened();
        sight.looked_at = match round {
            0..SINGLY => system.looked_at(),
            SINGLY..FORGETTING => system
                .looked_at()
                .map(|fields| whole_classes(fields, &system)),
            _ => None,
        };
        sight.costly = system.costly();
    }
    unreachable!("the last round returns")
}

/// Whether nothing new was found out about what has many values and what is asked.
fn is_settled(sight: &Sight, system: &StepSystem) -> bool {
    system.widened() == sight.variables.widened
        && joined(sight, system) == sight.questions
        && system.looked_at() == sight.looked_at
}

/// A first look, at which nobody is known to look at what arguments hold. A condition of the user's may be about anything.
fn forgetting(sight: &Sight) -> Sight {
    let looked_at = match sight.errors.when {
        None => Some(sight.looked_at.clone().unwrap_or_default()),
        Some(_) => None,
    };
    Sight {
        looked_at,
        ..sight.clone()
    }
}

/// The same with all other fields of the classes that these fields are of.
fn whole_classes(fields: BTreeSet<String>, system: &StepSystem) -> BTreeSet<String> {
    let class = |field: &str| field.rsplit_once('.').map(|(class, _)| class.to_owned());
    let classes: BTreeSet<Option<String>> = fields.iter().map(|field| class(field)).collect();
    let unread = system.variables.unread.iter();
    let others = unread.filter(|field| classes.contains(&class(field)));
    fields.iter().chain(others).cloned().collect()
}

/// What calls ask, as far as it is known by now.
fn joined(sight: &Sight, system: &StepSystem) -> Questions {
    let mut questions = sight.questions.clone();
    for (entry, asked) in system.questions() {
        questions.entry(entry).or_default().extend(asked);
    }
    questions
}
