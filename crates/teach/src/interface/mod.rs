//! Hybrid interface learning after X-PSYCO (Howar, Giannakopoulou, Rakamarić, ISSTA 2013; `papers/000`).
//!
//! As published: membership by concrete runs on representatives; an alphabet of guarded symbols; refinement of a guard
//! by symbolic execution when two members of a symbol disagree. Different here:
//! - equivalence is decided on the product of code and hypothesis, without a bound on depth where that is possible;
//! - a refinement forgets nothing: the old symbol keeps its representative, so every answer given stays true;
//! - parameters that are compared with arguments of earlier calls (*mixed parameters*) make those calls unknown.

pub(crate) mod alphabet;
mod attempt;
mod brief;
mod calls;
mod coarse;
mod easy;
mod explored;
mod folded;
pub(crate) mod mixed;
mod narrow;
mod overflow;
pub(crate) mod refine;
mod registers;
mod tally;
mod teacher;
mod updates;
mod ways;

use std::collections::BTreeSet;
use std::rc::Rc;

use base::{Budget, Id, Progress, StopReason};
use cert::{Invariant, Verdict};
use learn::{Algorithm, Conclusion, Learned, learn_from, settle};
use mc::Effort;
use model::analysis::Established;
use model::{InterfaceLts, Moore, Outcome};
use step::{LetterId, Note, Sight, StepSystem};

use crate::prepare::{LOCATIONS, summarised};
pub use alphabet::{Symbol, methods};
use attempt::Attempts;
pub use brief::LONGEST;
pub use calls::Caller;
pub use narrow::{Narrowed, TEXTS};
pub use overflow::{Apart, overflow_apart};
use teacher::Teacher;
pub use teacher::as_fields;
pub use ways::Ways;

/// The part of the budget that is kept for finding out how deep the last hypothesis is right.
const RESERVED: u32 = 10;
/// The most locations that are looked at to see that nothing is unknown within a scope.
const IN_SCOPE: usize = 8192;
/// States that read well at first sight.
const MOST_STATES: usize = 40;

/// What was learned.
pub struct Interface {
    /// The interface; if the budget ended before the first hypothesis, one in which every call is unknown.
    pub interface: InterfaceLts,
    /// One concrete call for each symbol.
    pub representatives: Vec<Vec<smt::Value>>,
    /// What is known of it.
    pub verdict: Verdict,
    /// On which sequences of calls it is right, whatever the verdict on the whole is.
    pub known: Known,
    /// What is established of each transition, where that does not follow from the interface and what is known of it.
    pub grades: Option<Vec<Vec<Established>>>,
    /// The methods of which some calls are not told apart because that would take too many words.
    pub brief: BTreeSet<usize>,
    /// The state that such calls lead to where they are legal, if there are any: of calls in it nothing is known.
    pub beyond: Option<usize>,
    /// How narrowly the code was seen, if not as a whole.
    pub narrowed: Option<Narrowed>,
    /// The proof that the interface is exact but for calls whose answer it does not know, if it is not proved for those alone.
    pub exact: Option<Invariant>,
    /// The code, as a step system.
    pub system: Rc<StepSystem>,
    /// What it cost.
    pub counts: Counts,
}

/// An interface, and a call for each of its symbols.
pub(crate) type Hypothesis = (InterfaceLts, Vec<Vec<smt::Value>>);

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
    learn_interface_with(None, component, sight, (budget, progress))
}

/// Learns the interface of a component with this learner, or without any where its states are few.
pub fn learn_interface_with(
    learner: Option<Algorithm>,
    component: Rc<ir::Component>,
    sight: Sight,
    around: (&Budget, &dyn Progress),
) -> Result<Interface, StopReason> {
    learn(learner, component, sight, around, &|attempts, whole| {
        attempts.all(whole)
    })
}

/// The same of the part that can be learned in the time there is, with guards that people read.
pub fn learn_readable(
    learner: Option<Algorithm>,
    component: Rc<ir::Component>,
    sight: Sight,
    around: (&Budget, &dyn Progress),
) -> Result<Interface, StopReason> {
    learn(learner, component, sight, around, &|attempts, whole| {
        attempts.best(whole)
    })
    .map(Interface::brief)
}

fn learn(
    learner: Option<Algorithm>,
    component: Rc<ir::Component>,
    sight: Sight,
    around: (&Budget, &dyn Progress),
    how: &dyn Fn(&Attempts<'_>, Rc<StepSystem>) -> Interface,
) -> Result<Interface, StopReason> {
    let whole = Rc::new(summarised(&component, &sight, around)?);
    let attempts = Attempts {
        learner,
        component,
        sight,
        around,
    };
    Ok(how(&attempts, whole))
}

/// The system in which steps that mixed parameters decide are unknown, as interfaces describe them; `None` if there are
/// none.
pub fn expressible(system: &Rc<StepSystem>, budget: &Budget) -> Option<StepSystem> {
    let mixed = mixed::find(system, LOCATIONS, budget);
    (!mixed.is_empty()).then(|| mixed::without(system, &mixed))
}

/// What a run of a teacher ended with.
struct Run {
    learned: Interface,
    /// The method that the run stopped at because its guards grow beyond all measure.
    wordy: Option<LetterId>,
}

fn run(
    mut teacher: Teacher<'_>,
    system: &Rc<StepSystem>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Run {
    let budget = &budget.but_last(RESERVED);
    guess(&mut teacher, budget);
    if teacher.learner.is_none()
        && let Some(learned) = explored::learn_by_states(&mut teacher, (budget, progress))
    {
        return Run::of(teacher, learned, system);
    }
    loop {
        let mut learner = teacher.new_learner();
        let learned = learn_from(&mut *learner, &mut teacher, budget, progress);
        if !teacher.must_restart() {
            return Run::of(teacher, learned, system);
        }
    }
}

impl Run {
    fn of(
        teacher: Teacher<'_>,
        learned: Learned<Outcome, cert::Invariant>,
        system: &Rc<StepSystem>,
    ) -> Self {
        Self {
            wordy: teacher.wordy(),
            learned: teacher.conclude(learned, Rc::clone(system)),
        }
    }
}

/// A first hypothesis from a few words, so that there is something to show however early the run is stopped.
fn guess(teacher: &mut Teacher<'_>, budget: &Budget) {
    let mut learner = teacher.new_learner();
    if budget.check().is_ok()
        && let Ok(hypothesis) = settle(&mut *learner, teacher)
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
        let (interface, representatives) = shown(self.best, &system);
        let known = known(&learned.conclusion, depth.unwrap_or(0));
        let unknown = match system.is_known_in_scope(IN_SCOPE, self.budget) {
            true => None,
            false => unsupported(&interface, &system, &representatives),
        };
        let exact = match (&learned.conclusion, &unknown) {
            (Conclusion::Conforms { evidence, .. }, Some(_)) => Some(evidence.clone()),
            _ => None,
        };
        let verdict = verdict(learned.conclusion, unknown, depth);
        Interface {
            interface,
            representatives,
            verdict,
            known,
            grades: None,
            brief: BTreeSet::new(),
            beyond: None,
            narrowed: None,
            exact,
            system,
            counts,
        }
    }
}

/// What is shown of the best hypothesis, in reading order, with a call for each symbol.
pub(crate) fn shown(best: Option<Hypothesis>, system: &StepSystem) -> Hypothesis {
    let (interface, calls) = best.unwrap_or_else(|| nothing_known(system));
    let arranged = interface.arranged();
    let calls = arranged.symbols.iter().map(|&s| calls[s].clone()).collect();
    (arranged.interface, calls)
}

/// What there is to show where time ended before anything was learned: every call is unknown.
fn nothing_known(system: &StepSystem) -> Hypothesis {
    let mut solver = smt::for_engine(&system.terms);
    let symbols = alphabet::initial(system, &mut *solver);
    let rows = vec![
        (Outcome::Ok, vec![1; symbols.len()]),
        (Outcome::Unknown, vec![1; symbols.len()]),
    ];
    let automaton = Moore::new(symbols.len(), 0, rows).expect("two states");
    let interface = alphabet::interface(system, &symbols, &automaton);
    let calls = symbols.into_iter().map(|symbol| symbol.representative);
    (interface, calls.collect())
}

/// The verdict on what learning ended with. `unknown` is why some call is not known, `depth` how many calls were compared.
fn verdict(
    conclusion: Conclusion<Outcome, cert::Invariant>,
    unknown: Option<StopReason>,
    depth: Option<usize>,
) -> Verdict {
    let reason = match (conclusion, unknown) {
        (Conclusion::Conforms { evidence, .. }, None) => return Verdict::Proved(evidence),
        (Conclusion::Conforms { .. }, Some(reason)) => return Verdict::Unknown(reason),
        (
            Conclusion::Stopped {
                reason: StopReason::Overflow(_),
                ..
            },
            Some(reason),
        ) => return Verdict::Unknown(reason),
        (Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason }, _) => reason,
    };
    match depth {
        Some(depth) if !matches!(reason, StopReason::Inexpressible(_)) => {
            Verdict::UpTo { depth, reason }
        }
        None if matches!(reason, StopReason::Overflow(_)) => Verdict::UpTo { depth: 0, reason },
        _ => Verdict::Unknown(reason),
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
    /// Whether learning ended because the code has rules that no interface of this kind can say.
    pub(crate) fn is_inexpressible(&self) -> bool {
        matches!(
            &self.verdict,
            Verdict::Unknown(StopReason::Inexpressible(_))
        )
    }

    /// Whether all is known that such an interface can say.
    fn is_settled(&self) -> bool {
        let always = matches!(
            self.known,
            Known::Always | Known::Bounded | Known::Unless { .. }
        );
        always && !self.is_inexpressible()
    }

    /// The proof that it is exact, perhaps but for calls whose answer it does not know.
    fn invariant(&self) -> Option<&Invariant> {
        match &self.verdict {
            Verdict::Proved(invariant) => Some(invariant),
            Verdict::UpTo { .. } | Verdict::Violated(_) | Verdict::Unknown(_) => {
                self.exact.as_ref()
            }
        }
    }

    /// Whether no answer is known, not even to a first call.
    pub(crate) fn says_nothing(&self) -> bool {
        let automaton = &self.interface.automaton;
        let first = |symbol| automaton.next(automaton.initial(), symbol);
        (0..self.interface.symbols.len())
            .all(|symbol| *automaton.output_of(first(symbol)) == Outcome::Unknown)
    }

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
    interface: &InterfaceLts,
    system: &StepSystem,
    calls: &[Vec<smt::Value>],
) -> Option<StopReason> {
    let automaton = &interface.automaton;
    let unknown = (0..automaton.states()).find(|&s| *automaton.output_of(s) == Outcome::Unknown)?;
    let caller = Caller::new(system, interface, calls);
    let ways = Ways::new(&caller);
    let word = ways.word(unknown)?;
    let last = interface.symbols[*word.last()?].method;
    let word = caller.calls(word);
    let end = system.run(word.iter().map(|call| (call.letter, call.args.as_slice())));
    let known = |note: Note| note.reason().cloned();
    let reason = end.note.and_then(known);
    let reason = reason.or_else(|| system.unknown(LetterId::from_index(last)).and_then(known));
    Some(reason.unwrap_or_else(|| StopReason::Limit("some calls could not be analysed".into())))
}
