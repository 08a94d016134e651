//! Hybrid interface learning after X-PSYCO (Howar, Giannakopoulou, Rakamarić, ISSTA 2013; `papers/000`).
//!
//! As published: membership by concrete runs on representatives; an alphabet of guarded symbols; refinement of a guard
//! by symbolic execution when two members of a symbol disagree. Different here:
//! - equivalence is decided on the product of code and hypothesis, without a bound on depth where that is possible;
//! - a refinement forgets nothing: the old symbol keeps its representative, so every answer given stays true;
//! - parameters that are compared with arguments of earlier calls (*mixed parameters*) make those calls unknown.

pub(crate) mod alphabet;
mod calls;
mod explored;
pub(crate) mod mixed;
mod overflow;
pub(crate) mod refine;
mod registers;
mod teacher;
mod updates;

use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Progress, StopReason};
use cert::Verdict;
use learn::{Conclusion, LStar, Learned, ObservationTree, learn_from, settle};
use mc::Effort;
use model::{InterfaceLts, Outcome};
use smt::Terms;
use step::{Sight, StepSystem};

pub use alphabet::{Symbol, methods};
pub use overflow::{Apart, overflow_apart};
use teacher::Teacher;

/// Locations up to which the whole system is explored for slicing.
pub(crate) const SLICE_LOCATIONS: usize = 256;
/// The part of the budget that each preparation may take.
pub(crate) const PREPARING: u32 = 5;
/// The part of the budget that is kept for finding out how deep the last hypothesis is right.
const RESERVED: u32 = 10;
/// Symbols a method may have before mixed parameters are taken to be the reason.
pub(crate) const SYMBOLS_OF_MIXED: usize = 8;
/// Symbols a method may have in a model with registers: its conditions alone make up to 16.
const SYMBOLS_OF_RELATED: usize = 32;
/// How long one question to the solver may take.
pub(crate) const QUESTION: Duration = Duration::from_secs(10);

/// What was learned.
pub struct Interface {
    /// The interface; `None` if the budget ended before the first hypothesis.
    pub interface: Option<InterfaceLts>,
    /// One concrete call for each symbol.
    pub representatives: Vec<Vec<smt::Value>>,
    /// What is known of it.
    pub verdict: Verdict,
    /// On which sequences of calls it is right, whatever the verdict on the whole is.
    pub known: Known,
    /// The code, as a step system.
    pub system: Rc<StepSystem>,
    /// What it cost.
    pub counts: Counts,
}

/// On which sequences of calls an interface is known to answer as the code does. Where it answers *unknown* it says
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// On all of them: this was proved, and checked.
    Always,
    /// On all that lead to no undecided call: this follows from an abstraction, and no certificate stands for it.
    Bounded,
    /// On all on which no number overflows.
    Unless {
        /// Which number would have to.
        what: String,
        /// All sequences of at most so many calls are among them.
        depth: usize,
    },
    /// On those of at most so many calls; with 0, on none.
    UpTo(usize),
}

/// What learning cost.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Words asked of the code.
    pub membership: usize,
    /// Hypotheses compared with the code.
    pub equivalence: usize,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// The last comparison.
    pub last: Effort,
    /// Obligations that the certificate checker discharged.
    pub obligations: usize,
    /// Variables that no answer depends on.
    pub sliced: Vec<String>,
}

/// Learns the interface of a component.
pub fn learn_interface(
    component: Rc<ir::Component>,
    sight: Sight,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Interface, StopReason> {
    let terms = Terms::new();
    let new_solver = || {
        let mut solver = smt::chain(&terms, smt::Config::default());
        solver.set_limit(Some(QUESTION));
        solver
    };
    progress.working(&|| "summarising the methods".to_string());
    let system = Rc::new(step::survey(
        &component,
        &terms,
        &sight,
        budget,
        &new_solver,
    )?);
    let mut solver = new_solver();
    let sliced = step::slice(
        &system,
        SLICE_LOCATIONS,
        &mut *solver,
        &budget.share(PREPARING),
    )
    .map(Rc::new);
    let working = sliced.unwrap_or_else(|| Rc::clone(&system));
    let sliced = if Rc::ptr_eq(&system, &working) {
        Vec::new()
    } else {
        dropped(&system, &working)
    };
    let mixed = mixed::find(&working, SLICE_LOCATIONS, &budget.share(PREPARING));
    let exact = Teacher::new(
        Rc::clone(&component),
        Rc::clone(&working),
        Rc::clone(&system),
        (budget, progress),
    );
    let cap = (!mixed.is_empty()).then_some(SYMBOLS_OF_MIXED);
    let mut learned = run(
        exact.with_sight(&sight).with_symbol_limit(cap),
        &system,
        (budget, progress),
    );
    if matches!(
        &learned.verdict,
        Verdict::Unknown(StopReason::Inexpressible(_))
    ) {
        let related = related(
            Rc::clone(&component),
            (&working, &system),
            (budget, progress),
        );
        if let Some(mut related) = related {
            related.counts.sliced = sliced;
            return Ok(related);
        }
        let without = Rc::new(mixed::without(&working, &mixed));
        let teacher = Teacher::new(component, Rc::clone(&without), without, (budget, progress));
        let rest = run(teacher, &system, (budget, progress));
        // Out of time there may be no second hypothesis; the first one is better than none.
        if rest.interface.is_some() {
            learned = rest;
        }
        learned.demote(&mixed);
    }
    learned.counts.sliced = sliced;
    Ok(learned)
}

/// The system in which steps that mixed parameters decide are unknown, as interfaces describe them; `None` if there are
/// none.
pub fn expressible(system: &Rc<StepSystem>, budget: &Budget) -> Option<StepSystem> {
    let mixed = mixed::find(system, SLICE_LOCATIONS, budget);
    (!mixed.is_empty()).then(|| mixed::without(system, &mixed))
}

/// A model with registers for mixed parameters, if there is one.
fn related(
    component: Rc<ir::Component>,
    (working, whole): (&Rc<StepSystem>, &Rc<StepSystem>),
    (budget, progress): (&Budget, &dyn Progress),
) -> Option<Interface> {
    let mut solver = smt::chain(&working.terms, smt::Config::default());
    solver.set_limit(Some(QUESTION));
    let start = registers::start(
        working,
        SLICE_LOCATIONS,
        &budget.share(PREPARING),
        &mut *solver,
    )?;
    let teacher = Teacher::new(
        component,
        Rc::clone(working),
        Rc::clone(whole),
        (budget, progress),
    );
    let teacher = teacher
        .with_registers(start)
        .with_symbol_limit(Some(SYMBOLS_OF_RELATED));
    let learned = run(teacher, whole, (budget, progress));
    let failed = matches!(
        &learned.verdict,
        Verdict::Unknown(StopReason::Inexpressible(_))
    );
    (!failed
        && learned
            .interface
            .as_ref()
            .is_some_and(|i| i.check_registers().is_ok()))
    .then_some(learned)
}

fn run(
    mut teacher: Teacher<'_>,
    system: &Rc<StepSystem>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Interface {
    let budget = &budget.but_last(RESERVED);
    guess(&mut teacher, budget);
    if let Some(learned) = explored::learn_by_states(&mut teacher, (budget, progress)) {
        return teacher.conclude(learned, Rc::clone(system));
    }
    loop {
        let observations = ObservationTree::with_sinks(|outcome: &Outcome| outcome.is_final());
        let mut learner = LStar::rivest_schapire(teacher.symbols().len(), observations);
        let learned = learn_from(&mut learner, &mut teacher, budget, progress);
        if !teacher.must_restart() {
            return teacher.conclude(learned, Rc::clone(system));
        }
    }
}

/// A first hypothesis from a few words, so that there is something to show however early the run is stopped.
fn guess(teacher: &mut Teacher<'_>, budget: &Budget) {
    let observations = ObservationTree::with_sinks(|outcome: &Outcome| outcome.is_final());
    let mut learner = LStar::rivest_schapire(teacher.symbols().len(), observations);
    if budget.check().is_ok()
        && let Ok(hypothesis) = settle(&mut learner, teacher)
    {
        teacher.propose(&hypothesis);
    }
}

impl Teacher<'_> {
    fn conclude(
        mut self,
        learned: Learned<Outcome, cert::Invariant>,
        system: Rc<StepSystem>,
    ) -> Interface {
        let counts = Counts {
            membership: learned.counts.questions,
            equivalence: learned.rounds,
            solver_calls: self.solver_calls(),
            last: self.last_effort().clone(),
            obligations: self.obligations(),
            sliced: Vec::new(),
        };
        let depth = match learned.conclusion {
            Conclusion::Conforms { .. } => None,
            Conclusion::Stopped { .. } | Conclusion::NoHypothesis { .. } => self.depth(),
        };
        let (interface, representatives) = self.best();
        let known = known(&learned.conclusion, depth.unwrap_or(0));
        let unknown = unsupported(&interface, &system, &representatives);
        let verdict = match (learned.conclusion, unknown) {
            (Conclusion::Conforms { evidence, .. }, None) => Verdict::Proved(evidence),
            (Conclusion::Conforms { .. }, Some(reason)) => Verdict::Unknown(reason),
            (
                Conclusion::Stopped {
                    reason: StopReason::Overflow(_),
                    ..
                },
                Some(reason),
            ) => Verdict::Unknown(reason),
            (Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason }, _) => {
                match depth {
                    Some(depth) if !matches!(reason, StopReason::Inexpressible(_)) => {
                        Verdict::UpTo { depth, reason }
                    }
                    None if matches!(reason, StopReason::Overflow(_)) => {
                        Verdict::UpTo { depth: 0, reason }
                    }
                    _ => Verdict::Unknown(reason),
                }
            }
        };
        Interface {
            interface,
            representatives,
            verdict,
            known,
            system,
            counts,
        }
    }
}

/// How far the last hypothesis is right that learning ended with, if `depth` calls were compared.
fn known<O, E>(conclusion: &Conclusion<O, E>, depth: usize) -> Known {
    match conclusion {
        Conclusion::Conforms { .. } => Known::Always,
        Conclusion::Stopped {
            reason: StopReason::Overflow(what),
            ..
        } => Known::Unless {
            what: what.clone(),
            depth,
        },
        Conclusion::Stopped { .. } | Conclusion::NoHypothesis { .. } => Known::UpTo(depth),
    }
}

impl Interface {
    /// The interface leaves out what mixed parameters decide, so nothing of it may be called proved.
    pub(crate) fn demote(&mut self, mixed: &[mixed::Mixed]) {
        let reason = mixed
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ");
        self.verdict = Verdict::Unknown(StopReason::Inexpressible(format!(
            "mixed parameters: {reason}"
        )));
    }
}

/// Soundness: an interface with an unknown state is exact about the rest only, so it is never called proved. The
/// reason is that of the first call that leads there.
pub(crate) fn unsupported(
    interface: &Option<InterfaceLts>,
    system: &StepSystem,
    calls: &[Vec<smt::Value>],
) -> Option<StopReason> {
    let interface = interface.as_ref()?;
    let automaton = &interface.automaton;
    let unknown = (0..automaton.states()).find(|&s| *automaton.output_of(s) == Outcome::Unknown)?;
    let words = automaton.access_words();
    let word = words[unknown].as_ref()?;
    let word = calls_of(system, interface, calls, word);
    let end = system.run(word.iter().map(|call| (call.letter, call.args.as_slice())));
    let reason = end.note.and_then(|n| n.reason().cloned());
    Some(reason.unwrap_or_else(|| StopReason::Limit("some calls could not be analysed".into())))
}

/// Calls for a word of symbols, as far as there are any. A symbol has one call, but where guards speak of registers it
/// depends on what they hold.
pub fn calls_of(
    system: &StepSystem,
    interface: &InterfaceLts,
    representatives: &[Vec<smt::Value>],
    word: &[usize],
) -> Vec<cert::Call> {
    let letter = |s: usize| base::Id::from_index(interface.symbols[s].method);
    if interface.registers.is_empty() {
        let call = |&s: &usize| cert::Call {
            letter: letter(s),
            args: representatives[s].clone(),
        };
        return word.iter().map(call).collect();
    }
    let wanted = word.iter().map(|&s| calls::Wanted {
        letter: letter(s),
        guard: interface.symbols[s].guard,
        args: vec![representatives[s].clone()],
    });
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    calls::Chooser::default().calls(system, &interface.registers, wanted, &mut *solver)
}

/// The names of the variables of the whole that are in no location of the part.
pub(crate) fn dropped(whole: &StepSystem, part: &StepSystem) -> Vec<String> {
    let names = |system: &StepSystem| -> std::collections::BTreeSet<String> {
        let locations = system.locations(SLICE_LOCATIONS).unwrap_or_default();
        locations
            .iter()
            .flat_map(|&l| system.location(l).variables.clone())
            .map(|v| v.name)
            .collect()
    };
    let kept = names(part);
    names(whole)
        .into_iter()
        .filter(|name| !kept.contains(name))
        .collect()
}
