//! Taking over what the code does now: models are learned anew and become the committed ones.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use mores::InputError;
use mores::report::{Certificate, Model, Report, VerdictKind};
use serde_json::Value;
use tempfile::TempDir;

use crate::check::{self, Outcome, Running, Status, committed, refusal};
use crate::config::{Subject, Subjects};
use crate::worker::{Ending, Finished, Job, run_all};

/// What became of the model of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The name of the subject.
    pub name: String,
    /// What was done.
    pub change: Change,
    /// What changed, in one line.
    pub sentence: String,
}

/// What was done with a committed model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// There was none.
    New,
    /// Another one was there.
    Changed,
    /// The same was there; the file was left alone.
    Unchanged,
    /// The code is gone, and so is the model now.
    Removed,
    /// None was learned; what was there is still there.
    Failed,
}

impl Change {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
            Self::Failed => "failed",
        }
    }
}

/// Learns the models of subjects anew, and then writes those that are not what is committed. Each file is there whole or
/// not at all, and nothing is written before everything is learned.
pub fn accept(
    subjects: &Subjects,
    running: &Running,
    told: &mut dyn FnMut(&str),
) -> Result<Vec<Accepted>, InputError> {
    let (there, gone): (Vec<&Subject>, Vec<&Subject>) =
        subjects.subjects.iter().partition(|s| s.is_there);
    let learned = learn(&there, running, told)?;
    let before = compared(&there, &learned, running, told);
    let mut accepted = Vec::new();
    for (subject, learned) in there.into_iter().zip(learned) {
        let before = before.get(&subject.name);
        accepted.push(take_over(subject, learned, before)?);
    }
    for subject in gone {
        accepted.push(remove(
            &subject.name,
            &subject.model,
            &subject.certificate(),
        )?);
    }
    for (name, model) in &subjects.orphans {
        let certificate = model.with_file_name(format!("{name}.certificate.json"));
        accepted.push(remove(name, model, &certificate)?);
    }
    accepted.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(accepted)
}

/// What was learned of a subject.
struct Learned {
    report: Report<Model>,
    certificate: Option<String>,
}

/// Learns each subject in a process of its own; or says why there is nothing.
fn learn(
    subjects: &[&Subject],
    running: &Running,
    told: &mut dyn FnMut(&str),
) -> Result<Vec<Result<Learned, String>>, InputError> {
    let folder = |_: &&Subject| tempfile::Builder::new().prefix("mores-").tempdir();
    let folders: Vec<TempDir> = subjects
        .iter()
        .map(folder)
        .collect::<io::Result<_>>()
        .map_err(|e| InputError::new(format!("no folder for models can be made: {e}")))?;
    let jobs: Vec<Job> = subjects
        .iter()
        .zip(&folders)
        .map(|(subject, folder)| job(subject, folder.path(), running))
        .collect();
    let mut learned: Vec<Option<Result<Learned, String>>> = subjects.iter().map(|_| None).collect();
    run_all(&running.program, &jobs, running.jobs, |at, finished| {
        told(&subjects[at].name);
        learned[at] = Some(match finished {
            Ok(finished) => result(&finished, folders[at].path()),
            Err(error) => Err(format!("it did not start: {error}")),
        });
        true
    });
    let missing = || Err("it was not run".to_owned());
    Ok(learned
        .into_iter()
        .map(|l| l.unwrap_or_else(missing))
        .collect())
}

fn job(subject: &Subject, folder: &Path, running: &Running) -> Job {
    use crate::config::Expected;
    let command = match &subject.expected {
        Expected::Interface { .. } => "interface",
        Expected::Language { command, .. } => command,
        Expected::Transducer { .. } => "filter",
    };
    let (bounds, limits) = running.limits(subject);
    let mut arguments: Vec<OsString> = vec![command.into(), subject.code.clone().into()];
    arguments.extend(subject.place());
    arguments.extend(subject.options.iter().cloned());
    arguments.extend(bounds);
    arguments.extend(["--out".into(), folder.into()]);
    Job { arguments, limits }
}

/// What a run left in its folder.
fn result(finished: &Finished, folder: &Path) -> Result<Learned, String> {
    let said = String::from_utf8_lossy(&finished.errors);
    match finished.ending {
        Ending::Exited(0) => {}
        Ending::Exited(2) => return Err(refusal(&said)),
        Ending::Exited(code) => return Err(format!("it ended with {code}: {}", refusal(&said))),
        Ending::Killed(signal) => return Err(format!("signal {signal} ended it")),
        Ending::OutOfTime => return Err("it did not end in time and was ended".to_owned()),
    }
    let left = |end: &str| {
        let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
        let mut paths = entries.map(|entry| entry.path());
        paths.find(|path| path.to_string_lossy().ends_with(end))
    };
    let model = left(".mores.json").ok_or("it left no model")?;
    if let Some(why) = lacks_model(&model) {
        return Err(why);
    }
    let report = mores::read_model::<Model>(&model).map_err(|error| error.to_string())?;
    let certificate = left(".certificate.json");
    let certificate = certificate.map(fs::read_to_string).transpose();
    let certificate = certificate.map_err(|error| error.to_string())?;
    match claims_nothing(&report) {
        Some(why) => Err(why),
        None => Ok(Learned {
            report,
            certificate,
        }),
    }
}

/// Why a report has no model, where it has none.
fn lacks_model(path: &Path) -> Option<String> {
    let report: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let reason = report.pointer("/verdict/reason").and_then(Value::as_str);
    let because = reason.unwrap_or("it is not known why");
    let nothing = report.get("model") == Some(&Value::Null);
    nothing.then(|| format!("nothing is established, so there is nothing to check: {because}"))
}

/// Why a model is no use for a check: it claims nothing that code could contradict.
fn claims_nothing(report: &Report<Model>) -> Option<String> {
    let because = report
        .verdict
        .reason
        .as_deref()
        .unwrap_or("it is not known why");
    let nothing = match &report.model {
        Model::Interface(model) => {
            !model.transitions.is_empty() && model.transitions.iter().all(|t| !t.answered)
        }
        Model::Language(_) => matches!(
            report.verdict.kind,
            VerdictKind::Unknown | VerdictKind::Violated
        ),
        // A filter of which nothing is known has no model, and was refused before.
        Model::Transducer(_) => false,
    };
    nothing.then(|| format!("nothing is established, so there is nothing to check: {because}"))
}

/// How the code stands to the committed models that are about to be replaced: that says what changes.
fn compared(
    subjects: &[&Subject],
    learned: &[Result<Learned, String>],
    running: &Running,
    told: &mut dyn FnMut(&str),
) -> BTreeMap<String, Outcome> {
    let replaced = subjects.iter().zip(learned).filter(|(subject, learned)| {
        let learned = learned.as_ref();
        let is_other = learned.is_ok_and(|learned| !is_committed(subject, learned));
        // A committed model that cannot be read is replaced like any other.
        is_other && committed(subject).is_ok()
    });
    let replaced = Subjects {
        subjects: replaced
            .map(|(subject, _)| Subject::clone(subject))
            .collect(),
        orphans: Vec::new(),
    };
    let outcomes = check::check(&replaced, running, told).unwrap_or_default();
    let by_name = |outcome: Outcome| (outcome.name.clone(), outcome);
    outcomes.into_iter().map(by_name).collect()
}

/// Whether what was learned is what is committed, apart from what it cost to learn.
fn is_committed(subject: &Subject, learned: &Learned) -> bool {
    let without_effort = |text: &str| -> Option<Value> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        let fields = value.as_object_mut()?;
        fields.remove("effort");
        Some(value)
    };
    let committed = fs::read_to_string(&subject.model).ok();
    let committed = committed.and_then(|text| without_effort(&text));
    let certificate = fs::read_to_string(subject.certificate()).ok();
    committed.is_some()
        && committed == without_effort(&text(subject, learned))
        && certificate == learned.certificate
}

/// The model as it is committed: it names the proof beside it, and no other file.
fn text(subject: &Subject, learned: &Learned) -> String {
    let mut report = learned.report.clone();
    if let Model::Language(model) = &mut report.model {
        model.words.iter_mut().for_each(|word| word.harness = None);
    }
    let certificate = subject.certificate();
    let name = certificate.file_name().unwrap_or_default();
    report.certificate = learned.certificate.as_ref().map(|_| Certificate {
        path: Some(name.to_string_lossy().into_owned()),
        checked: report.verdict.kind == VerdictKind::Proved,
    });
    report.to_json()
}

fn take_over(
    subject: &Subject,
    learned: Result<Learned, String>,
    before: Option<&Outcome>,
) -> Result<Accepted, InputError> {
    let accepted = |change, sentence| Accepted {
        name: subject.name.clone(),
        change,
        sentence,
    };
    let learned = match learned {
        Ok(learned) => learned,
        Err(why) => return Ok(accepted(Change::Failed, why)),
    };
    let now = standing(&learned.report);
    if is_committed(subject, &learned) {
        return Ok(accepted(Change::Unchanged, now));
    }
    let was = committed(subject).ok().map(|report| standing(&report));
    let (change, what) = match (subject.model.exists(), before) {
        (false, _) => (Change::New, now),
        (true, before) => (Change::Changed, changed(before, was.as_deref(), &now)),
    };
    write(subject, &learned)?;
    Ok(accepted(change, what))
}

/// How much of a model is established, in a few words.
fn standing(report: &Report<Model>) -> String {
    let states = match report.counts.states {
        1 => "1 state".to_owned(),
        states => format!("{states} states"),
    };
    let verdict = &report.verdict;
    let because = verdict
        .reason
        .as_deref()
        .map_or_else(String::new, |reason| format!(" ({reason})"));
    match (verdict.kind, verdict.depth, &verdict.unless) {
        (VerdictKind::Proved, _, None) => format!("{states}, proved"),
        (_, _, Some(unless)) => format!("{states}, proved unless {unless}"),
        (VerdictKind::UpTo, Some(depth), _) => {
            format!("{states}, not proved: up to {depth}{because}")
        }
        _ => format!("{states}, not proved{because}"),
    }
}

/// What changes, by how the code stands to the model that was committed.
fn changed(before: Option<&Outcome>, was: Option<&str>, now: &str) -> String {
    match before {
        Some(outcome) if outcome.status == Status::Differs => {
            let first = outcome.differences.first();
            let told = first.map_or_else(|| outcome.sentence.clone(), |d| d.on_one_line());
            format!("{told} (now {now})")
        }
        Some(outcome) if outcome.status == Status::Conforms && was == Some(now) => {
            format!("the same rules, in other words or on other lines ({now})")
        }
        Some(outcome) if outcome.status == Status::Conforms => match was {
            Some(was) => format!("no difference; was {was}; now {now}"),
            None => format!("no difference; now {now}"),
        },
        Some(outcome) => format!("{}; now {now}", outcome.sentence),
        None => format!("the model before cannot be compared; now {now}"),
    }
}

/// The proof first: a model beside a proof that is not its own is checked without it.
fn write(subject: &Subject, learned: &Learned) -> Result<(), InputError> {
    let folder = subject.model.parent().filter(|f| !f.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(|e| {
            InputError::new(format!(
                "{}: the folder cannot be made: {e}",
                folder.display()
            ))
        })?;
    }
    match &learned.certificate {
        Some(proof) => mores::write_whole(&subject.certificate(), proof)?,
        None => delete(&subject.certificate())?,
    }
    mores::write_whole(&subject.model, &text(subject, learned))
}

fn remove(name: &str, model: &Path, certificate: &Path) -> Result<Accepted, InputError> {
    delete(certificate)?;
    delete(model)?;
    Ok(Accepted {
        name: name.to_owned(),
        change: Change::Removed,
        sentence: format!("its code is gone; removed {}", model.display()),
    })
}

fn delete(path: &Path) -> Result<(), InputError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(InputError::new(format!(
            "{}: cannot be removed: {e}",
            path.display()
        ))),
        Ok(()) | Err(_) => Ok(()),
    }
}
