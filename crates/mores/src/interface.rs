//! Learning an interface, from request to report.

use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use base::{Budget, Progress, StopReason};
use cert::{Proof, Regions, Verdict};
use emit::report::{self, Report};
use front::InputError;
use ir::Component;
use step::Sight;
use teach::hybrid::{self, Exploration};
use teach::interface::{Interface, Known, learn_interface_with, learn_readable};
use teach::may_must::{self, Abstraction};

use crate::artifacts::certificate;
use crate::replay::class::Claim;
use crate::replay::{self, NOTHING_CLAIMED, Replayed};
use crate::view::{integers_of, selected, sight, usual};
use crate::{Artifacts, Engine, InterfaceRequest, Scheme, to_report};

/// Learns the interface of a class.
pub fn interface(
    request: &InterfaceRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Artifacts, InputError> {
    let (component, learned, mut report) = learn_class(request, &|sight| sight, budget, progress)?;
    if request.replay && component.endings.is_some() {
        report.replay.unable = Some("functions in C are not run".to_owned());
    } else if request.replay {
        progress.working(&|| format!("running {}", component.name));
        hold_against_class(request, &component, &learned, &mut report);
    }
    let registers = &learned.interface.registers;
    let proof = match &learned.verdict {
        Verdict::Proved(invariant) => Some(Proof::Invariant(Regions::new(
            &learned.system,
            registers,
            invariant,
        ))),
        Verdict::UpTo { .. } | Verdict::Violated(_) | Verdict::Unknown(_) => None,
    };
    let certificate = certificate(&report, proof);
    Ok(Artifacts {
        report,
        certificate,
        source: source_text(&request.path),
    })
}

/// Makes the calls of the model on the real class.
fn hold_against_class(
    request: &InterfaceRequest,
    component: &Component,
    learned: &Interface,
    report: &mut Report,
) {
    let depth = match &learned.known {
        Known::Always | Known::Bounded => None,
        Known::UpTo(0) | Known::Unless { depth: 0, .. } => {
            report.replay.unable = Some(NOTHING_CLAIMED.to_owned());
            return;
        }
        // Beyond that a number may overflow on the real machine, and nothing is claimed then.
        Known::UpTo(depth) | Known::Unless { depth, .. } => Some(*depth),
    };
    let errors = &learned.system.errors;
    let claim = Claim {
        component,
        learned,
        errors,
        integers: request.integers,
        depth,
    };
    settle(
        replay::class::replay(&request.input().as_java(), &claim),
        (component, learned),
        report,
    );
}

/// What a replay says of a report. Where it contradicts one call, no other is established.
fn settle(replayed: Replayed, (component, learned): (&Component, &Interface), report: &mut Report) {
    report.replay = replayed.settle(&mut report.verdict, &mut report.certificate);
    if report.replay.contradicted {
        for transition in &mut report.model.transitions {
            (transition.established, transition.answered) = (false, false);
        }
        report.notes = to_report::notes(report, component, learned);
    }
}

/// The class, what was learned of it, and the report on that.
pub(crate) fn learn_class(
    request: &InterfaceRequest,
    seen: &dyn Fn(Sight) -> Sight,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(Rc<Component>, Interface, Report), InputError> {
    progress.working(&|| format!("reading {}", request.path.display()));
    let component = request.component()?;
    let request = &InterfaceRequest {
        integers: integers_of(&component, request.integers)?,
        view: usual(&component, request),
        ..request.clone()
    };
    let component = Rc::new(selected(component, &request.view)?);
    let sight = seen(sight(&component, request.integers, &request.view)?);
    let started = Instant::now();
    let (learned, account) = learn(request, &component, sight, budget, progress)
        .map_err(|reason| cannot_start(&component, reason))?;
    let request = &InterfaceRequest {
        view: as_seen(request.view.clone(), &learned),
        ..request.clone()
    };
    let mut report = report(
        request,
        &component,
        &learned,
        started.elapsed().as_secs_f64(),
    )?;
    match &account {
        Account::Plain => {}
        Account::Explored(exploration) => {
            to_report::explored(&mut report.effort, request.engine, exploration)
        }
        Account::Abstracted(scheme, abstraction) => {
            to_report::abstracted(&mut report, *scheme, abstraction)
        }
    }
    Ok((component, learned, report))
}

/// The view with what the code was seen by, if that was less than asked for.
fn as_seen(view: report::View, learned: &Interface) -> report::View {
    let Some(narrowed) = &learned.narrowed else {
        return view;
    };
    let mut pool = view.pool;
    pool.extend(narrowed.pools.clone());
    report::View {
        scope: Some(narrowed.scope as u64),
        few_texts: narrowed.few_texts.is_some(),
        texts: narrowed.few_texts.clone().unwrap_or(view.texts),
        pool,
        ..view
    }
}

/// What an engine of the papers has to say of its way.
enum Account {
    /// Nothing.
    Plain,
    /// How far it explored.
    Explored(Exploration),
    /// What it saw the code through.
    Abstracted(Scheme, Abstraction),
}

/// Learns with the engine that was asked for.
fn learn(
    request: &InterfaceRequest,
    component: &Rc<Component>,
    sight: Sight,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(Interface, Account), StopReason> {
    let (engine, learner) = (request.engine, request.learner);
    let component = Rc::clone(component);
    if let Some(options) = engine.published() {
        let learner = learner.unwrap_or_default();
        let options = hybrid::Options { learner, ..options };
        let learned = hybrid::learn(component, sight, &options, budget, progress)?;
        return Ok((learned.interface, Account::Explored(learned.exploration)));
    }
    if let Engine::MayMust(scheme) = engine {
        let options = may_must::Options {
            scheme,
            learner: learner.unwrap_or_default(),
            refinements: None,
        };
        let learned = may_must::learn(component, sight, &options, budget, progress)?;
        return Ok((
            learned.interface,
            Account::Abstracted(scheme, learned.abstraction),
        ));
    }
    let around = (budget, progress);
    let learned = match request.whole {
        true => learn_interface_with(learner, component, sight, around)?,
        false => learn_readable(learner, component, sight, around)?,
    };
    Ok((learned, Account::Plain))
}

/// A component whose static initialisers have no known end cannot be called at all.
pub(crate) fn cannot_start(component: &Component, reason: StopReason) -> InputError {
    let mut error = InputError::new(format!(
        "the static initialiser of {} cannot be analysed: {}",
        component.name,
        reason.what()
    ));
    error.place = reason.place().cloned();
    error
}

fn report(
    request: &InterfaceRequest,
    component: &Component,
    learned: &Interface,
    seconds: f64,
) -> Result<Report, InputError> {
    let subject = report::Subject::new(request.path.display().to_string(), component.name.clone());
    let verdict = to_report::verdict(learned, request.integers);
    let model = to_report::model(component, learned, &request.view);
    let checked = report::Certificate {
        path: None,
        checked: true,
    };
    let report = Report {
        effort: to_report::effort(&learned.counts, seconds),
        certificate: matches!(learned.verdict, Verdict::Proved(_)).then_some(checked),
        ..Report::new("interface", subject, verdict, model)
    };
    Ok(Report {
        notes: to_report::notes(&report, component, learned),
        ..report
    })
}

fn source_text(path: &Path) -> Option<(String, String)> {
    let is_text = ["java", "c", "h"]
        .iter()
        .any(|end| path.extension().is_some_and(|e| e == *end));
    if !is_text {
        return None;
    }
    let name = path.file_name()?.to_string_lossy().into_owned();
    std::fs::read_to_string(path).ok().map(|text| (name, text))
}

#[cfg(test)]
mod tests {
    use base::NoProgress;
    use emit::report::{Replay, Standing, VerdictKind};

    use super::*;

    #[test]
    fn of_a_model_that_the_real_class_contradicts_nothing_is_claimed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("Once.java");
        let text = "public class Once { boolean done; public void go() { if (done) throw new Error(); done = true; } }";
        std::fs::write(&file, text).expect("written");
        let learned = learn_class(
            &InterfaceRequest::new(&file),
            &|sight| sight,
            &Budget::unlimited(),
            &NoProgress,
        );
        let (component, learned, mut report) = learned.expect("it can be learned");
        assert_eq!(report.verdict.kind, VerdictKind::Proved);
        let contradiction = Some("after new Once() java ends".to_owned());
        settle(
            Replayed {
                replay: Replay::default(),
                contradiction,
            },
            (&component, &learned),
            &mut report,
        );
        assert_eq!(
            (report.verdict.kind, &report.certificate),
            (VerdictKind::Unknown, &None)
        );
        assert!(
            report
                .model
                .transitions
                .iter()
                .all(|t| t.standing() == Standing::Guessed)
        );
        assert!(
            report.notes.iter().all(|note| !note.contains("exact")),
            "{:?}",
            report.notes
        );
    }
}
