//! Symbolic search of a class (Mues, Howar et al., "Releasing the PSYCO", 2016): which of its errors can be reached, and by which calls.
//!
//! The paper does not slice. Here the whole system is searched first, so that depths compare with the paper's; where it
//! has no fixpoint among its first states, the search starts again without the fields that no ending depends on. Each
//! error stays apart there from every other, so what can be reached is the same.

mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use base::{Budget, Outcome, Progress};
use cert::Call;
use emit::report::{Subject, VERSION};
use front::InputError;
use ir::Component;
use mc::{Allowance, End, Reached, reach};
use smt::Solver;
use step::{Integers, LocationId, Replay, StepSystem, interpreted};
use teach::{LOCATIONS, PREPARING, summarised};

use crate::InterfaceRequest;
use crate::check::written;
use crate::interface::cannot_start;
use crate::to_report::peak_mb;
use crate::view::{alone, selected, sight, with_texts};

pub use report::{Ending, Extent, Reachable, SearchCounts, SearchEffort, SearchReport};

/// Where there is a slice to go on with.
const FIRST: Allowance = Allowance {
    regions: 200,
    spare: 50,
};
const LAST: Allowance = Allowance {
    regions: 20_000,
    spare: 100,
};
const DEFECT: &str =
    "summaries and interpreter disagree about this code: please report it as a defect of mores";

/// Searches the states of a class for the errors that can be reached.
pub fn search(
    request: &InterfaceRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<SearchReport, InputError> {
    progress.working(&|| format!("reading {}", request.path.display()));
    let component = request.component()?;
    let view = with_texts(&component, request, request.view.clone());
    let component = Rc::new(selected(component, &view)?);
    let sight = alone(sight(&component, request.integers, &request.view)?);
    let started = Instant::now();
    let found = search_component(&component, &sight, budget, progress)
        .map_err(|reason| cannot_start(&component, reason))?;
    let subject = Subject::new(request.path.display().to_string(), component.name.clone());
    Ok(found.report(request, subject, started.elapsed().as_secs_f64()))
}

/// What a search of a component found.
struct Found {
    system: StepSystem,
    reached: Reached,
    /// All endings of the code, as far as its locations were listed.
    ends: BTreeSet<End>,
    /// Those whose calls the interpreter confirmed.
    replayed: BTreeSet<End>,
    without: Vec<String>,
    obligations: Option<usize>,
    reason: Option<String>,
    solver_calls: u64,
    notes: Vec<String>,
}

fn search_component(
    component: &Rc<Component>,
    sight: &step::Sight,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Found, base::StopReason> {
    let system = summarised(component, sight, (budget, progress))?;
    let mut solver = smt::for_engine(&system.terms);
    let locations = system.locations_within(LOCATIONS, &budget.share(PREPARING));
    let mut ends = locations
        .as_ref()
        .map_or_else(BTreeSet::new, |all| End::all(&system, all));
    let mut notes = Vec::new();
    if locations.is_none() {
        notes.push("The code has more shapes than could be listed: errors that were not reached are not named.".into());
    }
    let (reached, without) = deepest(
        &system,
        &ends,
        locations.as_deref(),
        &mut *solver,
        (budget, progress),
    );
    ends.extend(reached.ends.keys().cloned());
    let mut found = Found {
        replayed: BTreeSet::new(),
        obligations: None,
        reason: reached.stopped.as_ref().map(ToString::to_string),
        solver_calls: solver.calls(),
        system,
        reached,
        ends,
        without,
        notes,
    };
    found.replay(component);
    found.verify();
    Ok(found)
}

/// The search that got furthest, and the fields it did without.
fn deepest(
    system: &StepSystem,
    ends: &BTreeSet<End>,
    locations: Option<&[LocationId]>,
    solver: &mut dyn Solver,
    around: (&Budget, &dyn Progress),
) -> (Reached, Vec<String>) {
    let sliced = locations
        .and_then(|_| step::slice_by_notes(system, LOCATIONS, solver, &around.0.share(PREPARING)));
    let dropped =
        |sliced: &StepSystem| step::dropped(system, sliced, locations.unwrap_or_default());
    let sliced = sliced
        .map(|s| (dropped(&s), s))
        .filter(|(dropped, _)| !dropped.is_empty());
    let Some((without, sliced)) = sliced else {
        return (reach(system, solver, ends, LAST, around), Vec::new());
    };
    let whole = reach(system, solver, ends, FIRST, (&around.0.share(2), around.1));
    if whole.closed.is_some() {
        return (whole, Vec::new());
    }
    let mut rest = reach(&sliced, solver, ends, LAST, around);
    // Out of time the second search may know less than the first.
    for (end, calls) in whole.ends {
        rest.ends.entry(end).or_insert(calls);
    }
    if rest.closed.is_none() {
        rest.depth = rest.depth.max(whole.depth);
    }
    (rest, without)
}

impl Found {
    /// Soundness: an error counts as reachable only if the reference interpreter shows it too, where that can tell.
    fn replay(&mut self, component: &Component) {
        let errors: BTreeMap<End, Vec<Call>> = self.reached.ends.clone();
        for (end, calls) in errors
            .into_iter()
            .filter(|(end, _)| end.answer == Outcome::Error)
        {
            match shown(component, &self.system, &end, &calls) {
                Some(true) => drop(self.replayed.insert(end)),
                None => {}
                Some(false) => {
                    self.reached.ends.remove(&end);
                    self.reason = Some(DEFECT.into());
                }
            }
        }
    }

    /// Soundness: a fixpoint counts only if the separate checker accepts it, on the whole system.
    fn verify(&mut self) {
        let Some(states) = &self.reached.closed else {
            return;
        };
        let mut checker = smt::Z3::new(&self.system.terms);
        checker.set_limit(Some(smt::QUESTION));
        let ends = &self.reached.ends;
        let seen = |letter, path: &step::Path| {
            End::of(letter, path).is_none_or(|end| ends.contains_key(&end))
        };
        match cert::check_closed(&self.system, states, &seen, &mut checker) {
            Ok(checked) => self.obligations = Some(checked.obligations),
            Err(why) => self.reason = Some(format!("the fixpoint could not be checked: {why}")),
        }
        let unknown = ends.keys().find(|end| end.answer == Outcome::Unknown);
        if let (Some(end), None) = (unknown, &self.reason) {
            let name = &self.system.letters[end.letter].name;
            let place = end
                .place
                .as_ref()
                .map_or_else(String::new, |place| format!("{place}: "));
            self.reason = Some(format!(
                "{name} could not be followed to its end: {place}{}",
                end.what
            ));
        }
    }

    fn report(&self, request: &InterfaceRequest, subject: Subject, seconds: f64) -> SearchReport {
        let complete = self.obligations.is_some() && self.reason.is_none();
        let mut errors = self.endings(Outcome::Error, complete);
        errors.sort_by_key(|ending| ending.status);
        let reachable = errors
            .iter()
            .filter(|e| e.status == Reachable::Reachable)
            .count();
        SearchReport {
            mores: VERSION.into(),
            command: "search".into(),
            subject,
            view: request.view.clone(),
            search: Extent {
                complete,
                fixpoint: self.obligations.is_some(),
                depth: self.reached.depth as u64,
                reason: self.reason.clone(),
                without: self.without.clone(),
                integers: request.integers,
                assumptions: self.system.assumed(),
            },
            counts: SearchCounts {
                methods: self.system.letters.len() as u64,
                errors: errors.len() as u64,
                reachable: reachable as u64,
                regions: self.reached.regions as u64,
            },
            errors,
            unknown: self.endings(Outcome::Unknown, complete),
            effort: SearchEffort {
                solver_calls: self.solver_calls,
                obligations: self.obligations.unwrap_or(0) as u64,
                seconds,
                peak_mb: peak_mb(),
            },
            notes: self.notes.clone(),
        }
    }

    fn endings(&self, answer: Outcome, complete: bool) -> Vec<Ending> {
        self.ends
            .iter()
            .filter(|end| end.answer == answer)
            .map(|end| self.ending(end, complete))
            .collect()
    }

    fn ending(&self, end: &End, complete: bool) -> Ending {
        let calls = self.reached.ends.get(end);
        let status = match calls {
            Some(_) => Reachable::Reachable,
            None if complete => Reachable::Unreachable,
            None => Reachable::NotReached,
        };
        let write = |calls: &Vec<Call>| {
            calls
                .iter()
                .map(|call| written(&self.system, call))
                .collect()
        };
        Ending {
            method: self.system.letters[end.letter].name.clone(),
            what: end.what.clone(),
            place: end.place.as_ref().map(Into::into),
            status,
            calls: calls.map_or_else(Vec::new, write),
            replayed: self.replayed.contains(end),
        }
    }
}

/// Whether the interpreter ends these calls in the same way; `None` where it cannot tell: it knows wrapping integers
/// only, it does not look at a condition for errors, and it may give up where summaries know more.
fn shown(component: &Component, system: &StepSystem, end: &End, calls: &[Call]) -> Option<bool> {
    if system.integers != Integers::Wrapping || system.errors.when.is_some() {
        return None;
    }
    let mut replay = Replay::of(component, system)?;
    let (last, before) = calls.split_last()?;
    let mut run = |call: &Call| {
        let params = system.letters[call.letter].params.iter();
        let args: Option<Vec<_>> = params
            .zip(&call.args)
            .map(|(p, v)| interpreted(p.ty, v))
            .collect();
        Some(replay.call(call.letter, &args?))
    };
    for call in before {
        match run(call)?.answer {
            Outcome::Ok => {}
            Outcome::Error => return Some(false),
            Outcome::Unknown => return None,
        }
    }
    let ran = run(last)?;
    match ran.answer {
        Outcome::Unknown => None,
        Outcome::Ok => Some(false),
        Outcome::Error => Some(ran.what.as_ref() == Some(&end.what) && ran.place == end.place),
    }
}
