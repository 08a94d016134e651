//! From the whole of a component to the part of it that can be learned in the time there is.
//!
//! First all of it is tried. Where that does not end in its share of the time, less is looked at ([`Coarse`]), and more
//! again as long as there is time.

use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Id, Progress, StopReason};
use cert::Verdict;
use ir::Component;
use learn::{Algorithm, Conclusion, Conformance, Counts, Learned};
use model::{InterfaceLts, Outcome};
use step::{LetterId, Sight, StepSystem};

use super::coarse::Coarse;
use super::easy::{has_open_state, is_fuller};
use super::folded::{Fault, Folded, counts, fold};
use super::teacher::Teacher;
use super::{Interface, Known, MOST_STATES, Run, brief, mixed, narrow, registers, run, tally};
use crate::prepare::{LOCATIONS, PREPARING, Prepared};

/// Sequences of as many calls say enough of a component.
const DEEP: usize = 6;
/// A method with more symbols than this costs the others their time.
const MANY_SYMBOLS: usize = 4;
/// Symbols a method may have in a model with registers: its conditions alone make up to 16.
const SYMBOLS_OF_RELATED: usize = 32;
/// One in as many parts of the time is for all of a component.
const WHOLE: u32 = 2;
/// The most time for that where there are numbers that may have no end, however much there is.
const COUNTING: Duration = Duration::from_secs(20);
/// One in as many parts of what is left of the time is for a model that follows the code.
const FOLDING: u32 = 2;
/// The same where that has too many states to be proved, or numbers that may have no end.
const GROWING: u32 = 5;
/// A system with no more locations than this has calls that take long, and does not grow.
const FEW_LOCATIONS: usize = 24;
/// One in as many parts of what is left of the time is for following calls with all that they ask.
const ASKING: u32 = 3;
/// The states that are looked at then.
const MET_FIRST: usize = 24;

/// How much of a component a model speaks of.
enum Part {
    All,
    /// Some methods are left out where they take too many guards.
    Some,
}

/// Learns a component.
pub(super) struct Attempts<'a> {
    pub learner: Option<Algorithm>,
    pub component: Rc<Component>,
    pub sight: Sight,
    pub around: (&'a Budget, &'a dyn Progress),
}

impl Attempts<'_> {
    /// What can be learned of all of the component that this system is.
    pub fn all(&self, whole: Rc<StepSystem>) -> Interface {
        let prepared = Prepared::from_whole(whole, self.around.0);
        self.learn(&prepared, None, true, self.around).learned
    }

    /// The best that can be learned of the component that this system is, or of a part of it.
    pub fn best(&self, whole: Rc<StepSystem>) -> Interface {
        let best = self.best_in_states(whole);
        match self.sight.scope {
            Some(_) => tally::tallied(best, self.around.0),
            None => best,
        }
    }

    fn best_in_states(&self, whole: Rc<StepSystem>) -> Interface {
        let first = match self.sought(&whole) {
            Ok(known) if narrow::is_readable(&known) => return known,
            Ok(known) => {
                let narrowed = self.narrowed(&whole);
                let proved = narrowed.filter(|n| matches!(n.verdict, Verdict::Proved(_)));
                return proved.filter(narrow::is_readable).unwrap_or(known);
            }
            Err(first) => first,
        };
        match self.narrowed(&whole) {
            Some(narrowed) => narrowed,
            None if self.is_enough(&first) => first.learned,
            None => self.of_less(*first, whole),
        }
    }

    /// All that is to be known of the component, in states or with registers; or what was found of it.
    pub(super) fn sought(&self, whole: &Rc<StepSystem>) -> Result<Interface, Box<Run>> {
        let (budget, progress) = self.around;
        let closed = whole.locations_within(LOCATIONS, &budget.share(PREPARING));
        let grows = closed.is_none() && whole.seen().len() > FEW_LOCATIONS;
        let prepared = match grows {
            true => Prepared::unprepared(Rc::clone(whole)),
            false => Prepared::from_whole(Rc::clone(whole), budget),
        };
        let counts = !grows && counts(&prepared.working, &budget.share(PREPARING));
        let share = match counts {
            true => budget.share(GROWING).slice(COUNTING),
            false if grows => budget.share(GROWING),
            false => budget.share(WHOLE),
        };
        // Where few states say all there is to say, they are easier to read than registers. Mixed parameters make no
        // more states, but more symbols, and end by those.
        let most = (counts && prepared.mixed.is_empty()).then_some(MOST_STATES);
        let mut first = self.learn(&prepared, most, true, (&share, progress));
        if first.learned.is_settled() && first.wordy.is_none() {
            return Ok(first.learned);
        }
        let folding = budget.share(if grows { GROWING } else { FOLDING });
        let folded = match self.folded(whole, &folding) {
            Some((folded, Part::All)) => return Ok(folded),
            Some((folded, Part::Some)) => Some(folded),
            None => None,
        };
        if counts && first.wordy.is_none() {
            let share = budget.share(WHOLE);
            first = self.learn(&prepared, None, true, (&share, progress));
        }
        match folded {
            _ if first.learned.is_settled() && first.wordy.is_none() => Ok(first.learned),
            Some(folded) => Ok(folded),
            None => Err(Box::new(first)),
        }
    }

    /// What can be learned of fewer calls, or of fewer states.
    fn of_less(&self, first: Run, whole: Rc<StepSystem>) -> Interface {
        match self.easy(&whole) {
            None => self.coarser(first, &self.asked(whole)),
            Some(easy) if !has_open_state(&easy) => easy,
            Some(easy) => {
                let some = self.coarser(first, &self.asked(whole));
                match is_fuller(&some, &easy) {
                    true => some,
                    false => easy,
                }
            }
        }
    }

    /// The code itself as a model with registers, if that is proved.
    fn folded(&self, whole: &Rc<StepSystem>, share: &Budget) -> Option<(Interface, Part)> {
        let progress = self.around.1;
        progress.working(&|| "telling states apart by registers".to_owned());
        match self.followed(whole, share) {
            Err(Fault::Locations) => {
                let solver = || smt::for_engine(&whole.terms);
                let (of, sight) = (&self.component, &self.sight);
                let told = step::survey_few_values(of, whole, sight, share, &solver)?;
                self.followed(&Rc::new(told), share).ok()
            }
            other => other.ok(),
        }
    }

    /// A model that follows the code, if the checker accepts it; a method that takes too many guards is left out.
    fn followed(
        &self,
        whole: &Rc<StepSystem>,
        budget: &Budget,
    ) -> Result<(Interface, Part), Fault> {
        let (mut coarse, mut part_of) = (Coarse::default(), Part::All);
        loop {
            budget.check().map_err(|_| Fault::All)?;
            let part = Prepared::from_whole(coarse.of(whole), budget);
            let mut solver = smt::for_engine(&whole.terms);
            match fold(&part.working, budget, &mut *solver) {
                Ok(folded) => {
                    let proved = self.proved(folded, &part, budget);
                    return proved.map(|p| (p, part_of)).ok_or(Fault::All);
                }
                Err(Fault::Method(letter)) if coarse.leave_out(letter) => part_of = Part::Some,
                Err(fault) => return Err(fault),
            }
        }
    }

    fn proved(&self, folded: Folded, part: &Prepared, budget: &Budget) -> Option<Interface> {
        let teacher = self.teacher((&part.working, &part.whole), (budget, self.around.1));
        let mut teacher = teacher.with_registers(folded.start);
        let Conformance::Conforms(evidence) = teacher.prove(&folded.machine, &folded.invariant)
        else {
            return None;
        };
        let learned = Learned {
            conclusion: Conclusion::Conforms {
                model: folded.machine,
                evidence,
            },
            rounds: 1,
            counts: Counts::default(),
        };
        let mut learned = Run::of(teacher, learned, &part.whole).learned;
        learned.counts.sliced = part.dropped();
        let sound = learned.interface.check_registers().is_ok();
        sound.then_some(learned)
    }

    /// Whether what was learned of the whole needs no second look.
    fn is_enough(&self, first: &Run) -> bool {
        let out_of_time = match &first.learned.verdict {
            Verdict::UpTo { depth, reason } => *depth < DEEP && *reason == StopReason::Time,
            Verdict::Unknown(reason) => *reason == StopReason::Time,
            Verdict::Proved(_) | Verdict::Violated(_) => false,
        };
        first.wordy.is_none() && !out_of_time || self.around.0.check().is_err()
    }

    /// The same component, with an answer for whatever its calls were seen to ask by now, and the states that are met
    /// first followed.
    fn asked(&self, mut whole: Rc<StepSystem>) -> Rc<StepSystem> {
        let budget = self.around.0;
        let share = budget.share(ASKING);
        let terms = whole.terms.clone();
        let solver = || smt::for_engine(&terms);
        let again = |of: &StepSystem| {
            step::survey_asking(&self.component, of, &self.sight, budget, &solver)
        };
        while share.check().is_ok()
            && let Some(more) = again(&whole)
        {
            whole = Rc::new(more);
            whole.locations_within(MET_FIRST, &share);
        }
        whole
    }

    /// What is learned of less, if that is more.
    fn coarser(&self, first: Run, whole: &Rc<StepSystem>) -> Interface {
        let budget = self.around.0;
        let mut coarse = Coarse::default();
        let mut changed = match first.wordy {
            Some(letter) => coarse.leave_out(letter),
            None => {
                let costly = costly(&first.learned).into_iter();
                let left_out = costly.filter(|&letter| coarse.leave_out(letter)).count();
                coarse.widen(whole) || left_out > 0
            }
        };
        let mut best = first.learned;
        if !changed {
            let prepared = Prepared::from_whole(Rc::clone(whole), budget);
            return better(best, self.learn(&prepared, None, true, self.around).learned);
        }
        while changed && budget.check().is_ok() {
            let part = Prepared::from_whole(coarse.of(whole), budget);
            let next = self.learn(&part, None, false, self.around);
            let concluded = next.learned.known == Known::Always;
            changed = match next.wordy {
                Some(letter) => coarse.leave_out(letter),
                None => concluded && coarse.widen(whole),
            };
            best = better(best, next.learned);
        }
        best
    }

    /// Learns a system, with so many states at most: as it is, with registers where arguments of several calls are
    /// related, or without what these decide.
    pub(super) fn learn(
        &self,
        prepared: &Prepared,
        most: Option<usize>,
        overflows: bool,
        around: (&Budget, &dyn Progress),
    ) -> Run {
        let Prepared {
            whole,
            working,
            mixed,
        } = prepared;
        let plain = self.teacher((working, whole), around);
        let plain = plain
            .with_symbol_limit(prepared.symbol_limit())
            .with_state_limit(most);
        let plain = match overflows {
            true => plain.with_sight(&self.sight),
            false => plain,
        };
        let mut ended = run(plain, whole, around);
        if ended.learned.is_inexpressible() {
            let related = self.related(prepared, around);
            ended.learned = related.unwrap_or_else(|| {
                let without = Rc::new(mixed::without(working, mixed));
                let rest = run(self.teacher((&without, &without), around), whole, around);
                // Out of time there may be no second hypothesis; the first one is better than none.
                let mut best = match rest.learned.says_nothing() {
                    true => ended.learned,
                    false => rest.learned,
                };
                best.demote(mixed);
                best
            });
        }
        ended.learned.counts.sliced = prepared.dropped();
        ended
    }

    /// Makes a teacher of what is learned and what is claimed.
    fn teacher<'b>(
        &self,
        (system, whole): (&Rc<StepSystem>, &Rc<StepSystem>),
        around: (&'b Budget, &'b dyn Progress),
    ) -> Teacher<'b> {
        let component = Rc::clone(&self.component);
        Teacher::new(component, Rc::clone(system), Rc::clone(whole), around)
            .with_learner(self.learner)
    }

    /// A model with registers for mixed parameters, if there is one.
    fn related(
        &self,
        Prepared { whole, working, .. }: &Prepared,
        around: (&Budget, &dyn Progress),
    ) -> Option<Interface> {
        let mut solver = smt::for_engine(&working.terms);
        let start = registers::start(working, LOCATIONS, &around.0.share(PREPARING), &mut *solver)?;
        let teacher = self
            .teacher((working, whole), around)
            .with_registers(start)
            .with_symbol_limit(Some(SYMBOLS_OF_RELATED));
        let learned = run(teacher, whole, around).learned;
        let sound = |interface: &InterfaceLts| interface.check_registers().is_ok();
        let found = !learned.is_inexpressible() && !learned.says_nothing();
        (found && sound(&learned.interface)).then_some(learned)
    }
}

/// The methods with many symbols, or with long guards.
fn costly(learned: &Interface) -> Vec<LetterId> {
    let interface = &learned.interface;
    let is_long = |&s: &usize| brief::length(interface, s) > brief::LONGEST;
    let is_costly = |&method: &usize| {
        let symbols = interface.symbols_of(method);
        symbols.len() > MANY_SYMBOLS || symbols.iter().any(is_long)
    };
    let methods = (0..interface.methods.len()).filter(is_costly);
    methods.map(LetterId::from_index).collect()
}

/// The one of which more is known; the first of two.
fn better(first: Interface, second: Interface) -> Interface {
    match standing(&second) > standing(&first) {
        true => second,
        false => first,
    }
}

/// How much is known: whether of all sequences of calls, else of how many calls, and of how many states.
fn standing(learned: &Interface) -> (bool, usize, usize) {
    let (always, depth) = match &learned.known {
        Known::Always | Known::Bounded => (true, 0),
        Known::Unless { depth, .. } | Known::UpTo(depth) => (false, *depth),
    };
    let automaton = &learned.interface.automaton;
    let ok = (0..automaton.states()).filter(|&q| *automaton.output_of(q) == Outcome::Ok);
    (always, depth, ok.count())
}
