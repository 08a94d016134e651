//! Whether the subjects of a code base still do what their committed models say.
//!
//! Each is compared by a process of its own, `mores check MODEL CODE --json`. Where there is a proof beside the model, it
//! is verified first, which needs no search; only if it does not hold of the code any more, the code is compared anew.

mod key;
mod outcome;
mod place;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use mores::InputError;
use mores::report::{Model, Report, VerdictKind};

use crate::cache::{Cache, Key};
use crate::config::{Budget, Kind, Memory, Subject, Subjects};
use crate::worker::{Ending, Finished, Job, Limits, run_all};
use key::Keys;
use outcome::{Open, one_line};

pub use outcome::{Difference, Outcome, Status};
pub use place::Location;

/// How subjects are run.
#[derive(Clone, Debug)]
pub struct Running {
    /// The command `mores`.
    pub program: PathBuf,
    /// How many run at a time.
    pub jobs: usize,
    /// Where results are kept; nothing if they are not.
    pub cache: Option<Cache>,
    /// A time for every subject, instead of what the configuration says.
    pub budget: Option<Budget>,
    /// A size for every subject, instead of what the configuration says.
    pub memory: Option<Memory>,
}

/// Address space beyond the memory that a subject may hold: what is mapped and not used, such as stacks and the JDK.
const MAPPED: u64 = 6_000_000_000;

impl Running {
    fn budget<'s>(&'s self, subject: &'s Subject) -> &'s Budget {
        self.budget.as_ref().unwrap_or(&subject.budget)
    }

    /// Arguments that say how long and how large a run may get.
    pub(crate) fn limits(&self, subject: &Subject) -> (Vec<OsString>, Limits) {
        let budget = self.budget(subject);
        let memory = self.memory.as_ref().or(subject.memory.as_ref());
        let mut arguments: Vec<OsString> =
            vec!["--quiet".into(), "--steady".into(), "--budget".into()];
        arguments.push(budget.text.clone().into());
        if let Some(memory) = memory {
            arguments.extend(["--memory".into(), memory.text.clone().into()]);
        }
        let space = memory.map(|memory| memory.bytes.saturating_mul(2).saturating_add(MAPPED));
        (arguments, Limits::around(budget.time, space))
    }
}

/// Checks subjects, and says of each what came of it as soon as that is known. The result is in the order of the subjects,
/// followed by what is gone.
pub fn check(
    subjects: &Subjects,
    running: &Running,
    told: &mut dyn FnMut(&str),
) -> Result<Vec<Outcome>, InputError> {
    let mut outcomes: Vec<Option<Outcome>> = Vec::new();
    let mut waiting: Vec<Waiting<'_>> = Vec::new();
    for (at, subject) in subjects.subjects.iter().enumerate() {
        let settled = before(subject)?;
        match settled {
            Settled::Already(outcome) => outcomes.push(Some(outcome)),
            Settled::Not { proof, open } => {
                outcomes.push(None);
                waiting.push(Waiting {
                    proof,
                    open,
                    ..Waiting::new(at, subject, running)
                });
            }
        }
    }
    from_cache(&mut waiting, running, &mut outcomes);
    // The first round verifies proofs, the second searches.
    for _ in 0..2 {
        waiting = run_round(waiting, running, &mut outcomes, told);
    }
    let gone = subjects
        .orphans
        .iter()
        .map(|(name, path)| orphan(name, path));
    let mut outcomes: Vec<Outcome> = outcomes.into_iter().flatten().chain(gone).collect();
    outcomes.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(outcomes)
}

/// What is known of a subject before anything is run.
enum Settled {
    Already(Outcome),
    Not {
        /// A proof beside the model.
        proof: Option<PathBuf>,
        /// How much the model leaves open.
        open: Open,
    },
}

fn before(subject: &Subject) -> Result<Settled, InputError> {
    let name = &subject.name;
    let model = subject.model.display();
    let already =
        |status, sentence: String| Ok(Settled::Already(Outcome::plain(subject, status, sentence)));
    if !subject.is_there {
        let what = format!("its code is no longer there; mores accept removes {model}");
        return already(Status::Gone, what);
    }
    if !subject.model.exists() {
        if subject.names_model {
            return Err(InputError::new(format!(
                "{}:{}: the model {model} of {name} is not there; correct the path, or learn it with mores accept {name}",
                crate::config::FILE,
                subject.line
            )));
        }
        let what = "there is no model yet; mores accept learns it".to_owned();
        return already(Status::New, what);
    }
    let report = committed(subject)?;
    if let Some(why) = subject.stale(&report) {
        let what = format!("{why}; mores accept learns it anew");
        return already(Status::BadInput, what);
    }
    let proved = report.verdict.kind == VerdictKind::Proved;
    let proof = Some(subject.certificate()).filter(|path| proved && path.is_file());
    let open = Open::of(&report);
    Ok(Settled::Not { proof, open })
}

/// The committed model of a subject.
pub(crate) fn committed(subject: &Subject) -> Result<Report<Model>, InputError> {
    let report: Report<Model> = mores::read_model(&subject.model)?;
    if subject.fits(&report) {
        return Ok(report);
    }
    let (name, model, kind) = (
        &subject.name,
        subject.model.display(),
        subject.kind().name(),
    );
    Err(InputError::new(format!(
        "{model}:1: this model is of mores {}, and {name} is a {kind} ({}:{}); correct the path, or make it anew with mores accept {name}",
        report.command,
        crate::config::FILE,
        subject.line
    )))
}

/// A model whose subject the configuration does not have any more.
fn orphan(name: &str, model: &Path) -> Outcome {
    let report = mores::read_model::<Model>(model).ok();
    let kind = match report.map(|report| report.model) {
        Some(Model::Language(_)) => Kind::Program,
        Some(Model::Transducer(_)) => Kind::Filter,
        Some(Model::Interface(_)) | None => Kind::Class,
    };
    let path = model.display();
    Outcome {
        name: name.to_owned(),
        kind,
        model: model.to_owned(),
        status: Status::Gone,
        sentence: format!(
            "nothing in {} has this model; mores accept removes {path}",
            crate::config::FILE
        ),
        differences: Vec::new(),
        location: None,
        cached: false,
        millis: None,
    }
}

/// A subject that is to be run.
struct Waiting<'s> {
    at: usize,
    subject: &'s Subject,
    /// The proof that is verified in the next run, if one is.
    proof: Option<PathBuf>,
    open: Open,
    arguments: Vec<OsString>,
    limits: Limits,
    key: Option<Key>,
}

impl<'s> Waiting<'s> {
    fn new(at: usize, subject: &'s Subject, running: &Running) -> Self {
        let mut arguments: Vec<OsString> = vec![
            "check".into(),
            subject.model.clone().into(),
            subject.code.clone().into(),
            "--json".into(),
        ];
        let (bounds, limits) = running.limits(subject);
        arguments.extend(bounds);
        arguments.extend(subject.place());
        let cc = subject.cc.iter();
        arguments.extend(cc.map(|option| format!("--cc={option}").into()));
        Self {
            at,
            subject,
            proof: None,
            open: Open::default(),
            arguments,
            limits,
            key: None,
        }
    }

    fn job(&self) -> Job {
        let mut arguments = self.arguments.clone();
        if let Some(proof) = &self.proof {
            arguments.extend(["--certificate".into(), proof.clone().into()]);
        }
        Job {
            arguments,
            limits: self.limits,
        }
    }
}

/// Takes what was kept. Where a key cannot be made, because something cannot be read, the run itself will say so.
fn from_cache(waiting: &mut Vec<Waiting<'_>>, running: &Running, outcomes: &mut [Option<Outcome>]) {
    let Some(cache) = &running.cache else { return };
    let Ok(mut keys) = Keys::new(cache, &running.program) else {
        return;
    };
    waiting.retain_mut(|waits| {
        waits.key = keys.check(waits.subject, &waits.arguments).ok();
        let kept = waits.key.as_ref().and_then(|key| cache.get(key));
        let outcome = kept.and_then(|json| Outcome::read(waits.subject, waits.open, &json));
        let found = outcome.map(|outcome| Outcome {
            cached: true,
            ..outcome
        });
        let waits_on = found.is_none();
        if !waits_on {
            outcomes[waits.at] = found;
        }
        waits_on
    });
}

/// Runs what waits; what is left are those whose proof was not accepted.
fn run_round<'s>(
    waiting: Vec<Waiting<'s>>,
    running: &Running,
    outcomes: &mut [Option<Outcome>],
    told: &mut dyn FnMut(&str),
) -> Vec<Waiting<'s>> {
    let jobs: Vec<Job> = waiting.iter().map(Waiting::job).collect();
    let mut again = vec![false; waiting.len()];
    let mut settled = Vec::new();
    run_all(&running.program, &jobs, running.jobs, |at, finished| {
        let waits = &waiting[at];
        told(&waits.subject.name);
        let outcome = match &finished {
            Ok(finished) => ended(waits, finished),
            Err(error) => {
                let what = format!("it did not start: {error}");
                Outcome::plain(waits.subject, Status::Crashed, what)
            }
        };
        again[at] = waits.proof.is_some() && outcome.status == Status::Undecided;
        if let Ok(finished) = finished
            && is_settled(outcome.status, &finished)
        {
            settled.push((at, finished.output));
        }
        outcomes[waits.at] = Some(outcome);
        true
    });
    keep(&waiting, &settled, running);
    let left = waiting.into_iter().zip(again).filter(|(_, again)| *again);
    left.map(|(waits, _)| Waiting {
        proof: None,
        ..waits
    })
    .collect()
}

/// Keeps results, each under what it was made of. What has changed while it was looked at is not kept: nobody knows which
/// of the two was seen. A result that cannot be kept is made again next time.
fn keep(waiting: &[Waiting<'_>], settled: &[(usize, Vec<u8>)], running: &Running) {
    let Some(cache) = &running.cache else { return };
    let Ok(mut keys) = Keys::new(cache, &running.program) else {
        return;
    };
    for (at, output) in settled {
        let waits = &waiting[*at];
        let now = keys.check(waits.subject, &waits.arguments).ok();
        if let (Some(before), Some(now)) = (&waits.key, now)
            && before.name() == now.name()
        {
            let _ = cache.put(before, output);
        }
    }
}

/// Whether more time would find nothing else, not even something shorter.
fn is_settled(status: Status, finished: &Finished) -> bool {
    if !matches!(status, Status::Conforms | Status::Differs) {
        return false;
    }
    let result: Option<serde_json::Value> = serde_json::from_slice(&finished.output).ok();
    result.is_some_and(|result| result.get("shortest") != Some(&serde_json::Value::Bool(false)))
}

/// What became of a run.
fn ended(waits: &Waiting<'_>, finished: &Finished) -> Outcome {
    let subject = waits.subject;
    let said = String::from_utf8_lossy(&finished.errors);
    let plain = |status, sentence: String| Outcome::plain(subject, status, sentence);
    let unreadable = || {
        plain(
            Status::Crashed,
            format!("it printed no result: {}", one_line(&said)),
        )
    };
    let outcome = match finished.ending {
        Ending::Exited(0 | 1) => {
            Outcome::read(subject, waits.open, &finished.output).unwrap_or_else(unreadable)
        }
        Ending::Exited(2) => plain(Status::BadInput, refusal(&said)),
        Ending::Exited(code) => plain(
            Status::Crashed,
            format!("it ended with {code}: {}", one_line(&said)),
        ),
        Ending::Killed(signal) => plain(Status::Crashed, format!("signal {signal} ended it")),
        Ending::OutOfTime => plain(
            Status::Undecided,
            "it did not end in time and was ended; nothing is known to agree".to_owned(),
        ),
    };
    Outcome {
        millis: u64::try_from(finished.took.as_millis()).ok(),
        ..outcome
    }
}

/// What the command says of bad input, without its own name in front.
pub(crate) fn refusal(said: &str) -> String {
    let said = said.trim_start_matches("mores: ");
    one_line(said)
}
