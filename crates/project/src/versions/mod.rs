//! Two versions of a library: which calls of its classes were legal and are not any more, and the other way round.
//!
//! Every class that both versions have is compared by a run of `mores diff` of its own. A class whose file is the same, and
//! all that it leads to, is the same: nothing is learned of it.

mod library;
mod page;
mod report;
mod sentence;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::{InputError, ListedClass, classes_of_path, classes_unlike};
use serde::Deserialize;

use crate::worker::{Ending, Finished, Job, Limits, run_all};

pub use library::{Library, is_library};
pub use page::page;
pub use report::{
    Cause, Change, ClassDiff, Counts, Difference, Judgement, Kind, Place, Step, Verdict,
    VersionsReport,
};

/// Compare two folders of class files, or two jars.
#[derive(Clone, Debug, Default)]
pub struct VersionsRequest {
    /// The version before.
    pub old: PathBuf,
    /// The version after.
    pub new: PathBuf,
    /// Options of `mores diff` for every class.
    pub options: Vec<OsString>,
    /// How long each class may take.
    pub budget: Duration,
    /// Bytes of memory for each.
    pub memory: Option<u64>,
    /// How many classes are compared at a time.
    pub jobs: usize,
    /// Compares also classes whose code is the same.
    pub every: bool,
}

/// Compares all classes. `each` hears the name of a class when it is done, and says whether to go on.
pub fn versions(
    program: &Path,
    request: &VersionsRequest,
    mut each: impl FnMut(&str) -> bool,
) -> Result<VersionsReport, InputError> {
    let [old, new] = [&request.old, &request.new].map(|path| learnable(path));
    let (old, new) = (old?, new?);
    let unlike = classes_unlike(&request.old, &request.new)?;
    let both: Vec<&String> = old.intersection(&new).collect();
    let (compared, same): (Vec<&String>, Vec<&String>) = both
        .into_iter()
        .partition(|name| request.every || unlike.contains(*name));
    let jobs: Vec<Job> = compared.iter().map(|name| job(request, name)).collect();
    let mut judged = BTreeMap::new();
    run_all(program, &jobs, request.jobs, |at, finished| {
        let name = compared[at];
        judged.insert(name.clone(), judgement(finished));
        each(name)
    });
    let mut classes: Vec<ClassDiff> = Vec::new();
    for name in compared {
        let judgement = judged.remove(name);
        classes.push(ClassDiff::new(name, judgement.unwrap_or_else(stopped)));
    }
    let same = same.into_iter();
    classes.extend(same.map(|name| ClassDiff::new(name, Judgement::same_code())));
    classes.sort_by(|a, b| a.name.cmp(&b.name));
    let only = |one: &BTreeSet<String>, other| one.difference(other).cloned().collect();
    Ok(VersionsReport::new(
        request,
        classes,
        only(&new, &old),
        only(&old, &new),
    ))
}

/// The classes of a path that have an interface to learn.
fn learnable(path: &Path) -> Result<BTreeSet<String>, InputError> {
    let classes = classes_of_path(path)?.into_iter();
    let learnable = classes.filter(|class: &ListedClass| class.left_out.is_none());
    Ok(learnable.map(|class| class.name).collect())
}

/// `mores diff OLD NEW --class NAME --json …`
fn job(request: &VersionsRequest, class: &str) -> Job {
    let budget = format!("{}ms", request.budget.as_millis());
    let mut arguments: Vec<OsString> = vec!["diff".into()];
    arguments.extend([&request.old, &request.new].map(|path| path.clone().into()));
    let words = ["--class", class, "--json", "--quiet", "--steady"];
    let words = words.into_iter().chain(["--budget", &budget]);
    arguments.extend(words.map(OsString::from));
    if let Some(bytes) = request.memory {
        // The command takes whole units, and at least one.
        let size = format!("{}MB", (bytes / 1_000_000).max(1));
        arguments.extend(["--memory".into(), size.into()]);
    }
    arguments.extend(request.options.iter().cloned());
    let limits = Limits::around(request.budget, None);
    Job { arguments, limits }
}

/// What a run of the command said.
fn judgement(finished: io::Result<Finished>) -> Judgement {
    let finished = match finished {
        Ok(finished) => finished,
        Err(why) => return Judgement::failed(format!("mores could not be started: {why}")),
    };
    let said = String::from_utf8_lossy(&finished.errors);
    let said = said.trim().strip_prefix("mores: ").unwrap_or(said.trim());
    match finished.ending {
        Ending::Exited(0) => Judgement::deserialize(&mut json(&finished.output))
            .map(Judgement::honest)
            .unwrap_or_else(|why| Judgement::failed(format!("no report: {why}"))),
        Ending::Exited(_) => Judgement::failed(said.lines().next().unwrap_or("").to_owned()),
        Ending::Killed(signal) => Judgement::failed(format!("it crashed (signal {signal})")),
        Ending::OutOfTime => Judgement::failed("it did not end in time".to_owned()),
    }
}

fn json(bytes: &[u8]) -> serde_json::Deserializer<serde_json::de::SliceRead<'_>> {
    serde_json::Deserializer::from_slice(bytes)
}

/// For classes that nobody came to.
fn stopped() -> Judgement {
    Judgement::failed("interrupted".to_owned())
}
