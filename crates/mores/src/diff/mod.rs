//! Two versions of a class: which calls the new one allows that the old one did not, and the other way round.

mod common;
mod report;
mod side;

use std::time::Duration;

use base::{Budget, Outcome, Progress, StopReason};
use emit::report::{Cause, Integers, Report, VERSION, VerdictKind, View};
use front::InputError;
use model::analysis::{Change, changes};
use smt::Value;

use crate::{DiffRequest, InterfaceRequest};
use common::{Common, common};
use side::{Code, Run, Side, is_model, made_for};

pub use report::{ChangeKind, Changed, DiffKind, DiffReport, DiffVerdict, Version};

/// How long one question to the solver may take.
const QUESTION: Duration = Duration::from_secs(10);

/// Compares two versions of a class. The budget is for both.
pub fn diff(request: &DiffRequest, budget: &Budget, progress: &dyn Progress) -> Result<DiffReport, InputError> {
    let (old, new) = alike(request)?;
    let sides = (Side::new(&old, &budget.share(2), progress)?, Side::new(&new, budget, progress)?);
    let (view, integers) = (&sides.0.report.view, sides.0.report.verdict.integers);
    if errors_of(view) != errors_of(&sides.1.report.view) {
        return Err(InputError::new("the two models were made with other errors in view: make one of them anew"));
    }
    if integers != sides.1.report.verdict.integers {
        return Err(InputError::new("the two models are about other integers: make one of them anew"));
    }
    progress.working(&|| "comparing".to_owned());
    Comparison { request, sides: &sides, budget }.report(integers)
}

/// The two requests. Where only one side is a saved model, the other is seen as that model was made.
fn alike(request: &DiffRequest) -> Result<(InterfaceRequest, InterfaceRequest), InputError> {
    let (mut old, mut new) = (request.old.clone(), request.new.clone());
    match (is_model(&old.path), is_model(&new.path)) {
        (true, false) => (new.view, new.integers) = made_for(&old.path)?,
        (false, true) => (old.view, old.integers) = made_for(&new.path)?,
        (true, true) | (false, false) => {}
    }
    Ok((old, new))
}

/// What counts as an error. (Which methods were looked at may differ.)
fn errors_of(view: &View) -> impl PartialEq {
    let View { error_exceptions, allow_exceptions, error_waiting, error_when, pool, .. } = view.clone();
    (error_exceptions, allow_exceptions, error_waiting, error_when, pool)
}

struct Comparison<'a> {
    request: &'a DiffRequest,
    sides: &'a (Side, Side),
    budget: &'a Budget,
}

/// What became of a difference between the models.
enum Seen {
    Changed(Changed),
    /// The code of some version does something else than its model says.
    Refuted,
}

impl Comparison<'_> {
    fn report(&self, integers: Integers) -> Result<DiffReport, InputError> {
        let (old, new) = self.sides;
        let mut report = self.empty();
        let registers = [old, new].into_iter().flat_map(|side| &side.report.model.registers);
        let registers: Vec<&str> = registers.map(|r| r.name.as_str()).collect();
        if !registers.is_empty() {
            let what = registers.join(", ");
            report.verdict.reason = Some(format!("interfaces that remember values ({what}) cannot be compared yet"));
            return Ok(report);
        }
        let integers = match integers {
            Integers::Wrapping => step::Integers::Wrapping,
            Integers::Mathematical => step::Integers::Mathematical,
        };
        let common = common(&old.report, &new.report, integers).map_err(|what| broken(&what))?;
        self.compare(&common, &mut report);
        (report.added, report.removed, report.incomparable) = (common.added, common.removed, common.incomparable);
        Ok(report)
    }

    fn empty(&self) -> DiffReport {
        let (old, new) = self.sides;
        let mut notes = Vec::new();
        for assumption in old.report.verdict.assumptions.iter().chain(&new.report.verdict.assumptions) {
            if !notes.contains(assumption) {
                notes.push(assumption.clone());
            }
        }
        let notes = if notes.is_empty() { notes } else { vec![format!("Compared where {}.", notes.join("; "))] };
        DiffReport {
            mores: VERSION.into(),
            command: "diff".into(),
            old: old.version(&self.request.old.path),
            new: new.version(&self.request.new.path),
            verdict: DiffVerdict { kind: DiffKind::Undecided, depth: None, reason: None },
            added: Vec::new(),
            removed: Vec::new(),
            incomparable: Vec::new(),
            differences: Vec::new(),
            more: 0,
            notes,
        }
    }

    fn compare(&self, common: &Common, report: &mut DiffReport) {
        let mut solver = smt::chain(&common.old.terms, smt::Config::default());
        solver.set_limit(Some(QUESTION));
        let changes = changes(&common.old, &common.new, &mut *solver, self.budget);
        let mut refuted = 0;
        for change in &changes.found {
            match self.seen(common, change) {
                Seen::Refuted => refuted += 1,
                Seen::Changed(_) if report.differences.len() == self.request.limit => report.more += 1,
                Seen::Changed(changed) => report.differences.push(changed),
            }
        }
        if refuted > 0 {
            report.notes.push(format!(
                "{refuted} differences of the models are left out: the code does not do what its model says there."
            ));
        }
        report.verdict = match (report.differences.is_empty(), changes.stopped, refuted) {
            (false, _, _) => DiffVerdict { kind: DiffKind::Differs, depth: None, reason: None },
            (true, Some((_, reason)), _) => undecided(&reason),
            (true, None, 0) => alike_as_far(&self.sides.0.report, &self.sides.1.report),
            (true, None, _) => undecided(&StopReason::Limit("a model is not right about its code".into())),
        };
    }

    /// A difference of the models, seen on the code of both where that is at hand.
    fn seen(&self, common: &Common, change: &Change) -> Seen {
        let (old, new) = self.sides;
        let mut replayed = true;
        let mut cause = None;
        for (code, wanted, second) in [(&old.code, change.old, false), (&new.code, change.new, true)] {
            let Some(code) = code else { continue };
            let run = calls_on(code, common, change, second).map_or(Run::Unknown, |calls| code.run(&calls));
            match run {
                Run::Ended(answer, why) if answer == wanted => cause = cause.or(why),
                // What the model does not know, the interpreter may.
                _ if wanted == Outcome::Unknown => {}
                Run::Ended(..) | Run::Earlier => return Seen::Refuted,
                Run::Unknown => replayed = false,
            }
        }
        let (old_answer, new_answer) = (change.old.into(), change.new.into());
        Seen::Changed(Changed {
            kind: ChangeKind::of(old_answer, new_answer),
            calls: self.written(common, change),
            old: old_answer,
            new: new_answer,
            cause: cause.or_else(|| self.unknown_cause(change)),
            replayed: replayed && (old.code.is_some() || new.code.is_some()),
        })
    }

    fn unknown_cause(&self, change: &Change) -> Option<Cause> {
        let side = match (change.old, change.new) {
            (_, Outcome::Unknown) => &self.sides.1,
            (Outcome::Unknown, _) => &self.sides.0,
            _ => return None,
        };
        let what = side.report.verdict.reason.clone()?;
        Some(Cause { what, place: None })
    }

    /// The calls as one would write them: as the new version has them, if its code is there.
    fn written(&self, common: &Common, change: &Change) -> Vec<String> {
        let (old, new) = self.sides;
        let code = new.code.as_ref().map(|code| (code, true)).or(old.code.as_ref().map(|code| (code, false)));
        let calls = code.and_then(|(code, second)| {
            let calls = calls_on(code, common, change, second)?;
            Some(calls.iter().map(|call| code.written(call)).collect())
        });
        calls.unwrap_or_else(|| change.calls.iter().map(|call| plain(common, call)).collect())
    }
}

/// The calls of a difference on the code of one version.
fn calls_on(code: &Code, common: &Common, change: &Change, second: bool) -> Option<Vec<cert::Call>> {
    let call = |(method, args): &(usize, Vec<Value>)| {
        let (old, new) = &common.names[*method];
        let name = if second { new } else { old };
        code.call(name, |own| common.value(*method, second, own, args))
    };
    change.calls.iter().map(call).collect()
}

/// A call where no code is at hand that would say how it is written: what is known of the arguments.
fn plain(common: &Common, (method, args): &(usize, Vec<Value>)) -> String {
    let known = &common.old.methods[*method];
    let name = known.name.split('(').next().unwrap_or(&known.name);
    let params: Vec<String> = known.declared.iter().map(|(param, _)| argument(common, *method, param, args)).collect();
    format!("{}{name}({})", if known.constructs { "new " } else { "" }, params.join(", "))
}

/// A number, or what holds of an object: `snk where snk.connected`.
fn argument(common: &Common, method: usize, param: &str, args: &[Value]) -> String {
    let mut holds = Vec::new();
    for (scalar, value) in common.old.methods[method].params.iter().zip(args) {
        let own = common.own_name(method, &scalar.name).unwrap_or_else(|| scalar.name.clone());
        let text = smt::syntax::literal(value, scalar.ty);
        if own == param {
            return text;
        }
        let about = own.strip_prefix(param).is_some_and(|rest| rest.starts_with(['.', ' ', '[']));
        match value {
            Value::Bool(true) if about => holds.push(own),
            _ if about && *value != Value::default_of(common.old.terms.sort(scalar.term)) => {
                holds.push(format!("{own} == {text}"));
            }
            _ => {}
        }
    }
    match &holds[..] {
        [] => param.to_owned(),
        [only] if *only == format!("{param} == null") => "null".to_owned(),
        _ => format!("{param} where {}", holds.join(" && ")),
    }
}

/// What two interfaces that say the same tell of the code behind them.
fn alike_as_far(old: &Report, new: &Report) -> DiffVerdict {
    let mut depth = None;
    for (which, report) in [("old", old), ("new", new)] {
        let verdict = &report.verdict;
        match verdict.kind {
            VerdictKind::Proved => {}
            VerdictKind::UpTo => depth = Some(depth.unwrap_or(u64::MAX).min(verdict.depth.unwrap_or(0))),
            VerdictKind::Violated | VerdictKind::Unknown => {
                let why = verdict.reason.clone().unwrap_or_else(|| "no reason is given".into());
                return undecided(&StopReason::Limit(format!("the {which} interface is not proved: {why}")));
            }
        }
    }
    match depth {
        None => DiffVerdict { kind: DiffKind::Equal, depth: None, reason: None },
        Some(_) => {
            let why = |r: &&Report| {
                let apart = r.verdict.unless.as_ref().map(|unless| format!("proved unless {unless}"));
                apart.or_else(|| r.verdict.reason.clone())
            };
            let reason = [old, new].iter().find_map(why);
            DiffVerdict { kind: DiffKind::EqualUpTo, depth, reason }
        }
    }
}

fn undecided(reason: &StopReason) -> DiffVerdict {
    DiffVerdict { kind: DiffKind::Undecided, depth: None, reason: Some(reason.to_string()) }
}

fn broken(what: &str) -> InputError {
    InputError::new(format!("{what}: this model was changed by hand or by a fault; make it anew"))
}
