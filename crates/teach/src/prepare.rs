//! What every way of learning an interface starts with: the code of a component as a step system, as small as it gets.

use std::rc::Rc;

use base::{Budget, Progress, StopReason};
use ir::Component;
use learn::{Algorithm, Learner, ObservationTree};
use model::Outcome;
use smt::Terms;
use step::{Sight, StepSystem};

use crate::interface::Interface;
use crate::interface::mixed::{self, Mixed};

/// The most locations that a system is explored as a whole for; one with more is neither sliced nor searched for mixed
/// parameters.
pub const LOCATIONS: usize = 256;
/// One in as many parts of the budget is what each preparation may take.
pub const PREPARING: u32 = 5;
/// The most symbols that a method may have before mixed parameters are taken to be the reason.
const SYMBOLS_OF_MIXED: usize = 8;

/// A component as a step system over terms of its own. Fails if its static initialisers have no known end.
pub fn summarised(
    component: &Rc<Component>,
    sight: &Sight,
    (budget, progress): (&Budget, &dyn Progress),
) -> Result<StepSystem, StopReason> {
    let terms = Terms::new();
    progress.working(&|| "summarising the methods".to_string());
    step::survey(component, &terms, sight, budget, &|| {
        smt::for_engine(&terms)
    })
}

/// A learner that begins; calls that fail or are not known end a sequence of calls.
pub(crate) fn learner(algorithm: Algorithm, symbols: usize) -> Box<dyn Learner<Outcome>> {
    let observations = ObservationTree::with_sinks(|outcome: &Outcome| outcome.is_final());
    algorithm.learner(symbols, observations)
}

/// A component that can be learned.
pub(crate) struct Prepared {
    /// What is claimed is claimed of this system.
    pub whole: Rc<StepSystem>,
    /// The system that is learned: the whole one, perhaps without variables that no answer depends on.
    pub working: Rc<StepSystem>,
    /// Parameters that are compared with arguments of earlier calls.
    pub mixed: Vec<Mixed>,
}

impl Prepared {
    /// With slicing.
    pub fn sliced(
        component: &Rc<Component>,
        sight: &Sight,
        around: (&Budget, &dyn Progress),
    ) -> Result<Self, StopReason> {
        let whole = Rc::new(summarised(component, sight, around)?);
        Ok(Self::from_whole(whole, around.0))
    }

    /// A system that is there, with slicing.
    pub fn from_whole(whole: Rc<StepSystem>, budget: &Budget) -> Self {
        let mut solver = smt::for_engine(&whole.terms);
        let share = budget.share(PREPARING);
        let working = step::slice(&whole, LOCATIONS, &mut *solver, &share).map(Rc::new);
        let working = working.unwrap_or_else(|| Rc::clone(&whole));
        Self::of(whole, working, budget)
    }

    /// A system that has too many locations for all that.
    pub fn unprepared(whole: Rc<StepSystem>) -> Self {
        Self {
            working: Rc::clone(&whole),
            whole,
            mixed: Vec::new(),
        }
    }

    /// As the code is.
    pub fn whole(
        component: &Rc<Component>,
        sight: &Sight,
        around: (&Budget, &dyn Progress),
    ) -> Result<Self, StopReason> {
        let whole = Rc::new(summarised(component, sight, around)?);
        Ok(Self::of(Rc::clone(&whole), whole, around.0))
    }

    fn of(whole: Rc<StepSystem>, working: Rc<StepSystem>, budget: &Budget) -> Self {
        let mixed = mixed::find(&working, LOCATIONS, &budget.share(PREPARING));
        Self {
            whole,
            working,
            mixed,
        }
    }

    /// The most symbols that a method may have.
    pub fn symbol_limit(&self) -> Option<usize> {
        (!self.mixed.is_empty()).then_some(SYMBOLS_OF_MIXED)
    }

    /// The system in which steps that mixed parameters decide are unknown, if what was learned of the working system
    /// shows that mixed parameters need it.
    pub fn instead_of(&self, learned: &Interface) -> Option<Rc<StepSystem>> {
        (learned.is_inexpressible() && !self.mixed.is_empty())
            .then(|| Rc::new(mixed::without(&self.working, &self.mixed)))
    }

    /// The names of the variables that slicing dropped.
    pub fn dropped(&self) -> Vec<String> {
        if Rc::ptr_eq(&self.whole, &self.working) {
            return Vec::new();
        }
        let locations = self.whole.locations(LOCATIONS).unwrap_or_default();
        step::dropped(&self.whole, &self.working, &locations)
    }
}
