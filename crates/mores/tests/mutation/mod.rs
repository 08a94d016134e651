//! Mutants of code and of models, and what becomes of them. Whatever the tool says of a mutant is compared with the
//! reference interpreter, which shares no code with summaries, engines, checker and solver.

mod code;
mod judge;
mod model;
mod subjects;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use ::model::InterfaceLts;
use base::{Budget, NoProgress, Outcome, Random};
use cert::{Invariant, Regions, Trace, Verdict};
use ir::Component;
use mc::{Decision, Question, conform};
use step::{Integers, Sight, StepSystem};
use teach::interface::{Interface, learn_interface};

pub use subjects::{Subject, subjects};

/// How long one decision may take; without one, a mutant is undecided.
const PATIENCE: Duration = Duration::from_secs(5);

/// What became of the mutants of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The tool says that code and model differ, and they do.
    pub killed: usize,
    /// The tool proves that they agree, and that was shown without it.
    pub equivalent: usize,
    /// The tool does not decide.
    pub undecided: usize,
    /// The tool says what is not so: each with what was changed.
    pub wrong: Vec<String>,
}

/// By kind of change.
pub type Totals = BTreeMap<&'static str, Tally>;

/// A subject with its proved model.
struct Known {
    component: Rc<Component>,
    interface: InterfaceLts,
    system: Rc<StepSystem>,
    certificate: Regions,
}

/// Makes so many mutants and says what became of them.
pub fn judged(mutants: usize, seed: u64, progress: &mut dyn FnMut(usize, &Totals)) -> Totals {
    let mut random = Random::seeded(seed);
    let (mut totals, mut made) = (Totals::new(), 0);
    for subject in subjects(&mut random).cycle() {
        let Some(known) = known(&subject) else {
            continue;
        };
        // As many of each subject as do not bore, so that many subjects get their turn.
        for _ in 0..6 {
            if made == mutants {
                return totals;
            }
            let judged = if random.chance(1, 2) {
                code_mutant(&subject, &known, &mut random)
            } else {
                model_mutant(&subject, &known, &mut random)
            };
            let Some((kind, what, verdict)) = judged else {
                continue;
            };
            made += 1;
            let tally = totals.entry(kind).or_default();
            match verdict {
                Judged::Killed => tally.killed += 1,
                Judged::Equivalent => tally.equivalent += 1,
                Judged::Undecided => tally.undecided += 1,
                Judged::Wrong(why) => tally
                    .wrong
                    .push(format!("seed {seed}, {}: {what}: {why}", subject.name)),
            }
            progress(made, &totals);
        }
    }
    totals
}

enum Judged {
    Killed,
    Equivalent,
    Undecided,
    Wrong(String),
}

fn learned(component: &Rc<Component>) -> Option<Interface> {
    let sight = Sight::new(Integers::Wrapping);
    learn_interface(
        Rc::clone(component),
        sight,
        &Budget::lasting(PATIENCE),
        &NoProgress,
    )
    .ok()
}

/// Only what is proved has a model to compare mutants with.
fn known(subject: &Subject) -> Option<Known> {
    let component = Rc::new(subject.load());
    let learned = learned(&component)?;
    let Verdict::Proved(proof) = &learned.verdict else {
        return None;
    };
    let certificate = Regions::new(&learned.system, &[], proof);
    if !learned.interface.registers.is_empty() {
        return None;
    }
    Some(Known {
        component,
        interface: learned.interface,
        system: learned.system,
        certificate,
    })
}

fn code_mutant(
    subject: &Subject,
    known: &Known,
    random: &mut Random,
) -> Option<(&'static str, String, Judged)> {
    let mut mutant = subject.load();
    let (kind, what) = code::mutate(&mut mutant, random)?;
    let mutant = Rc::new(mutant);
    Some((kind, what, judge_code(known, &mutant)))
}

fn judge_code(known: &Known, mutant: &Rc<Component>) -> Judged {
    let (terms, budget) = (&known.system.terms, Budget::lasting(PATIENCE));
    let new_solver = || smt::chain(terms, smt::Config::default());
    let sight = Sight::new(Integers::Wrapping);
    let Ok(system) = step::survey(mutant, terms, &sight, &budget, &new_solver) else {
        return Judged::Undecided;
    };
    let system = Rc::new(system);
    let truth = judge::difference(&known.component, mutant, &known.interface);
    // The old proof must not be taken for one about other code.
    if let (Some(calls), true) = (&truth, old_proof_holds(known, mutant)) {
        return Judged::Wrong(format!("the old certificate is accepted, but {calls}"));
    }
    match (decide(&system, &known.interface, &budget), truth) {
        (Said::Conforms, Some(calls)) => Judged::Wrong(format!("proved, but {calls}")),
        (Said::Conforms, None) => learned_alike(known, mutant),
        (Said::Differs(trace), _) => {
            let code = judge::answer(mutant, &system, &trace);
            let before = judge::answer(&known.component, &system, &trace);
            shown(&trace, code, before, &known.interface)
        }
        (Said::Nothing, _) => Judged::Undecided,
    }
}

/// Soundness of a reported difference: the interpreter gives the answers that the trace names, and they differ.
fn shown(trace: &Trace, code: Outcome, before: Outcome, interface: &InterfaceLts) -> Judged {
    let model = judge::model_answer(interface, trace);
    if trace.code == Outcome::Unknown || code == Outcome::Unknown {
        return Judged::Undecided;
    }
    let as_said = code == trace.code && model == trace.model && before == trace.model;
    if as_said && code != before {
        return Judged::Killed;
    }
    Judged::Wrong(format!(
        "{trace:?} is said to differ, but code {code:?}, model {model:?}, before {before:?}"
    ))
}

/// A mutant that conforms must have the same interface when it is learned from nothing.
fn learned_alike(known: &Known, mutant: &Rc<Component>) -> Judged {
    let Some(again) = learned(mutant) else {
        return Judged::Undecided;
    };
    match &again.verdict {
        Verdict::Proved(_) => {
            match judge::same_interface(&known.interface, &again.interface, mutant) {
                Ok(()) => Judged::Equivalent,
                Err(why) => Judged::Wrong(format!(
                    "proved, but learned anew it is another interface: {why}"
                )),
            }
        }
        Verdict::UpTo { .. } | Verdict::Violated(_) | Verdict::Unknown(_) => Judged::Undecided,
    }
}

fn old_proof_holds(known: &Known, mutant: &Rc<Component>) -> bool {
    let terms = &known.system.terms;
    let sight = Sight {
        variables: known.certificate.variables(),
        ..Sight::new(Integers::Wrapping)
    };
    let budget = Budget::lasting(PATIENCE);
    let system = step::component(
        Rc::clone(mutant),
        terms,
        sight,
        &budget,
        Box::new(smt::Z3::new(terms)),
    );
    let Ok(system) = system else { return false };
    let Ok(invariant) = known.certificate.invariant(&system, &[]) else {
        return false;
    };
    accepted(&system, &known.interface, &invariant)
}

fn accepted(system: &StepSystem, interface: &InterfaceLts, invariant: &Invariant) -> bool {
    cert::check(
        system,
        interface,
        invariant,
        &mut smt::Z3::new(&system.terms),
    )
    .is_ok()
}

enum Said {
    Conforms,
    Differs(Trace),
    Nothing,
}

/// What `mores check` does: engines on the slice, their proof checked on the whole.
fn decide(system: &Rc<StepSystem>, interface: &InterfaceLts, budget: &Budget) -> Said {
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    let sliced = step::slice(system, 256, &mut *solver, budget).map(Rc::new);
    let working = sliced.as_ref().unwrap_or(system);
    let question = Question {
        system: working,
        interface,
        budget,
        progress: &NoProgress,
    };
    let (decision, _) = conform(&question, &mut *solver);
    match decision {
        Decision::Conforms(invariant) if accepted(system, interface, &invariant) => Said::Conforms,
        Decision::Differs(trace) => Said::Differs(trace),
        Decision::Conforms(_) | Decision::UpTo { .. } => Said::Nothing,
    }
}

fn model_mutant(
    subject: &Subject,
    known: &Known,
    random: &mut Random,
) -> Option<(&'static str, String, Judged)> {
    let mut solver = smt::chain(&known.system.terms, smt::Config::default());
    let (kind, mutant) = model::mutate(&known.interface, random, &mut *solver)?;
    // A guard that lost its only value: no interface at all, and refused as such.
    mutant.check_partition(&mut *solver).ok()?;
    Some((
        kind,
        format!("{kind} in the model of {}", subject.name),
        judge_model(known, &mutant),
    ))
}

fn judge_model(known: &Known, mutant: &InterfaceLts) -> Judged {
    let truth = judge::disagreement(&known.component, &known.system, mutant);
    let proof = known
        .certificate
        .invariant(&known.system, &[])
        .expect("it was written for this system");
    if let (Some(calls), true) = (&truth, accepted(&known.system, mutant, &proof)) {
        return Judged::Wrong(format!("the old certificate is accepted, but {calls}"));
    }
    match (
        decide(&known.system, mutant, &Budget::lasting(PATIENCE)),
        truth,
    ) {
        (Said::Conforms, Some(calls)) => Judged::Wrong(format!("proved, but {calls}")),
        (Said::Conforms, None) => Judged::Equivalent,
        (Said::Differs(trace), _) => {
            let code = judge::answer(&known.component, &known.system, &trace);
            let model = judge::model_answer(mutant, &trace);
            if code == trace.code && model == trace.model && code != model {
                return Judged::Killed;
            }
            Judged::Wrong(format!(
                "{trace:?} is said to differ, but code {code:?}, model {model:?}"
            ))
        }
        (Said::Nothing, _) => Judged::Undecided,
    }
}
