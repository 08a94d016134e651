//! Two versions of a class: which calls the new one allows that the old one did not, and the other way round.

mod files;
mod joint;
mod report;
mod sentence;

use base::{Budget, Outcome, Progress, StopReason};
use emit::joint::{self as together, Joint};
use emit::report::{Cause, Report, VERSION, VerdictKind};
use front::InputError;
use model::analysis::{Change, Changes, Equality, Parting, changes, equal_interfaces};

use crate::DiffRequest;
use crate::pair::{Common, Pair, Run, calls_on, unless, written};

use joint::{Fates, chain, joint};

pub use files::write_diff;
pub use report::{ChangeKind, Changed, DiffKind, DiffReport, DiffVerdict};

/// Compares two versions of a class. The budget is for both.
pub fn diff(
    request: &DiffRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<DiffReport, InputError> {
    let pair = Pair::new(&request.old, &request.new, budget, progress)?;
    progress.working(&|| "comparing".to_owned());
    Comparison {
        request,
        pair: &pair,
        budget,
    }
    .report()
}

struct Comparison<'a> {
    request: &'a DiffRequest,
    pair: &'a Pair,
    budget: &'a Budget,
}

/// What became of a difference between the models.
enum Seen {
    Changed(Changed),
    /// The code of some version does something else than its model says.
    Refuted,
    /// One model does not know, further on than it is known to be right, or has left it undecided: that tells nothing about
    /// the code.
    Beyond,
}

impl Comparison<'_> {
    fn report(&self) -> Result<DiffReport, InputError> {
        let mut report = self.empty();
        let common = self.pair.common()?;
        self.compare(&common, &mut report);
        (report.added, report.removed, report.incomparable) =
            (common.added, common.removed, common.incomparable);
        Ok(report)
    }

    fn empty(&self) -> DiffReport {
        let (old, new) = &self.pair.sides;
        DiffReport {
            mores: VERSION.into(),
            command: "diff".into(),
            old: old.version(&self.request.old.path),
            new: new.version(&self.request.new.path),
            verdict: DiffVerdict {
                kind: DiffKind::Undecided,
                depth: None,
                unless: None,
                reason: None,
            },
            added: Vec::new(),
            removed: Vec::new(),
            incomparable: Vec::new(),
            differences: Vec::new(),
            more: 0,
            notes: self.pair.about(),
            joint: Joint::default(),
        }
    }

    fn compare(&self, common: &Common, report: &mut DiffReport) {
        let changes = self.changes(common, report);
        let (mut refuted, mut beyond) = (0, 0);
        let mut fates = Fates::default();
        for (found, change) in changes.found.iter().enumerate() {
            let seen = self.seen(common, change);
            // Soundness: a difference of the models that the code does not show is drawn as not decided.
            fates.all.push(match &seen {
                Seen::Changed(changed) => changed.kind.change(),
                Seen::Refuted | Seen::Beyond => together::Change::Undecided,
            });
            match seen {
                Seen::Refuted => refuted += 1,
                Seen::Beyond => beyond += 1,
                Seen::Changed(_) if report.differences.len() == self.request.limit => {
                    report.more += 1
                }
                Seen::Changed(changed) => {
                    fates.listed.push(found);
                    report.differences.push(changed);
                }
            }
        }
        report.joint = match changes.walked.pairs.is_empty() {
            true => chain(report),
            false => joint(self.pair, common, &changes.walked, &fates, report),
        };
        if refuted > 0 {
            report.notes.push(format!(
                "{refuted} differences of the models are left out: the code does not do what its model says there."
            ));
        }
        report.verdict = match (report.differences.is_empty(), changes.stopped, refuted) {
            (false, _, _) => DiffVerdict {
                kind: DiffKind::Differs,
                depth: None,
                unless: None,
                reason: None,
            },
            (true, Some((_, reason)), _) => undecided(&reason),
            (true, None, 0) => match alike_as_far(self.pair.reports()) {
                // Soundness: what was left out is not known to be the same.
                alike if alike.kind == DiffKind::Equal && beyond > 0 => {
                    undecided(&StopReason::Limit("a model leaves calls undecided".into()))
                }
                alike => alike,
            },
            (true, None, _) => undecided(&StopReason::Limit(
                "a model is not right about its code".into(),
            )),
        };
    }

    /// All differences of the models; the first alone where they remember values.
    fn changes(&self, common: &Common, report: &mut DiffReport) -> Changes {
        let (old, new) = (&common.old, &common.new);
        let mut solver = smt::for_engine(&old.terms);
        if old.registers.is_empty() && new.registers.is_empty() {
            return changes(old, new, &mut *solver, self.budget);
        }
        match equal_interfaces(old, new, &mut *solver, self.budget) {
            Equality::Equal { unknown: None } => Changes::default(),
            Equality::Equal {
                unknown: Some(parting),
            } => {
                let reason = StopReason::Limit("a model does not know what a call does".into());
                stopped(parting.calls.len().saturating_sub(1), reason)
            }
            Equality::Undecided { depth, reason } => stopped(depth, reason),
            Equality::Differs(Parting {
                calls,
                answers: (old, new),
                ..
            }) => {
                let what =
                    "The interfaces remember values, so the first difference alone is shown.";
                report.notes.push(what.to_owned());
                Changes {
                    found: vec![Change { calls, old, new }],
                    ..Changes::default()
                }
            }
        }
    }

    /// A difference of the models, seen on the code of both where that is at hand.
    fn seen(&self, common: &Common, change: &Change) -> Seen {
        let (old, new) = &self.pair.sides;
        let beyond = |report: &Report| {
            report
                .claimed_calls()
                .is_some_and(|calls| change.calls.len() as u64 > calls)
        };
        let unknown_beyond = |answer: Outcome, report: &Report| {
            answer == Outcome::Unknown && (beyond(report) || report.is_partial())
        };
        if unknown_beyond(change.old, &old.report) || unknown_beyond(change.new, &new.report) {
            return Seen::Beyond;
        }
        let mut replayed = true;
        let mut cause = None;
        for (side, wanted, second) in [(old, change.old, false), (new, change.new, true)] {
            // Soundness: beyond what a model claims, only its code says what it answers.
            let beyond = beyond(&side.report);
            let Some(code) = &side.code else {
                if beyond {
                    return Seen::Beyond;
                }
                continue;
            };
            let run = calls_on(code, common, &change.calls, second)
                .map_or(Run::Unknown, |calls| code.run(&calls));
            match run {
                Run::Ended(answer, why) if answer == wanted => cause = cause.or(why),
                // What the model does not know, the interpreter may.
                _ if wanted == Outcome::Unknown => {}
                _ if beyond => return Seen::Beyond,
                Run::Ended(..) | Run::Earlier => return Seen::Refuted,
                Run::Unknown => replayed = false,
            }
        }
        let (old_answer, new_answer) = (change.old.into(), change.new.into());
        Seen::Changed(Changed {
            kind: ChangeKind::of(old_answer, new_answer),
            calls: written(self.pair, common, &change.calls),
            old: old_answer,
            new: new_answer,
            cause: cause.or_else(|| self.unknown_cause(change)),
            java: self.program(common, change),
            replayed: replayed && (old.code.is_some() || new.code.is_some()),
        })
    }

    /// A program that shows it, where the new version's code is at hand.
    fn program(&self, common: &Common, change: &Change) -> Option<String> {
        let new = &self.pair.sides.1;
        let code = new.code.as_ref()?;
        let calls = calls_on(code, common, &change.calls, true)?;
        code.shown(&calls, change.old, change.new, &new.report.model.view)
    }

    fn unknown_cause(&self, change: &Change) -> Option<Cause> {
        let side = match (change.old, change.new) {
            (_, Outcome::Unknown) => &self.pair.sides.1,
            (Outcome::Unknown, _) => &self.pair.sides.0,
            _ => return None,
        };
        let what = side.report.verdict.reason.clone()?;
        Some(Cause { what, place: None })
    }
}

fn stopped(depth: usize, reason: StopReason) -> Changes {
    Changes {
        stopped: Some((depth, reason)),
        ..Changes::default()
    }
}

/// What two interfaces that say the same tell of the code behind them.
fn alike_as_far([old, new]: [&Report; 2]) -> DiffVerdict {
    let mut depth = None;
    for (which, report) in [("old", old), ("new", new)] {
        let verdict = &report.verdict;
        match verdict.kind {
            VerdictKind::Proved => {}
            VerdictKind::UpTo => {
                depth = Some(depth.unwrap_or(u64::MAX).min(verdict.depth.unwrap_or(0)))
            }
            VerdictKind::Violated | VerdictKind::Unknown => {
                let why = verdict.reason.as_deref().unwrap_or("no reason is given");
                return undecided(&StopReason::Limit(format!(
                    "the {which} interface is not proved: {why}"
                )));
            }
        }
    }
    match depth {
        None => DiffVerdict {
            kind: DiffKind::Equal,
            depth: None,
            unless: None,
            reason: None,
        },
        Some(_) => {
            let why = |r: &&Report| {
                let apart = r.verdict.unless.iter();
                let mut apart = apart.map(|unless| format!("proved unless {unless}"));
                let apart = apart.next();
                apart.or_else(|| r.verdict.reason.clone())
            };
            let reason = [old, new].iter().find_map(why);
            DiffVerdict {
                kind: DiffKind::EqualUpTo,
                depth,
                unless: unless(&old.verdict, &new.verdict),
                reason,
            }
        }
    }
}

fn undecided(reason: &StopReason) -> DiffVerdict {
    DiffVerdict {
        kind: DiffKind::Undecided,
        depth: None,
        unless: None,
        reason: Some(reason.to_string()),
    }
}
