//! The language of a C program: the words of events on which it fails, or with which it ends, from request to report.

mod check;
mod diff;
mod files;
mod harness;
mod load;
mod plain;
mod request;
mod source_lines;
mod to_report;

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use base::{Budget, Progress, StopReason};
use emit::c::Harness;
use emit::language::LanguageReport;
use front::InputError;
use step::events::{Subject, control_flow};
use teach::error_language::{Engine, Language, Options, Standing, learn_language};

pub(crate) use self::check::check;
pub use self::files::files_of_commands;
pub(crate) use self::files::source;
pub(crate) use self::harness::number;
use self::load::{Loaded, load};
pub(crate) use self::load::{checks, subject};
pub(crate) use self::to_report::by_name;
use crate::artifacts::{certificate, file_stem, files as files_of, write_files};
use crate::replay;
use crate::replay::language::Claimed;

pub use self::diff::{
    LanguageDiffArtifacts, LanguageDiffKind, LanguageDiffReport, LanguageDiffRequest,
    LanguageDiffVerdict, LanguagePart, LanguageVersion, PartKind, PartWord, Role, Versions,
    language_diff, write_language_diff,
};
pub use self::request::{FailureKind, Goal, LanguageEngine, LanguageRequest, Machine};
pub(crate) use self::request::{bits, machine};

/// How many steps a run may take when it is run again.
const STEPS: u64 = 50_000_000;

/// Everything that the analysis of a program leaves behind.
#[derive(Clone, Debug)]
pub struct LanguageArtifacts {
    /// The result.
    pub report: LanguageReport,
    /// The proof as JSON, if there is one.
    pub certificate: Option<String>,
    /// The name and the text of the source, if it was at hand.
    pub source: Option<(String, String)>,
    /// For each word of the report what makes the compiled program show it.
    pub harnesses: Vec<Harness>,
}

/// Learns the language of a program.
pub fn language(
    request: &LanguageRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<LanguageArtifacts, InputError> {
    progress.working(&|| format!("reading {}", request.path.display()));
    let loaded = load(request)?;
    let started = Instant::now();
    let learned = learn(request, &loaded, budget, progress)?;
    let mut report = to_report::report(request, &loaded, &learned, started.elapsed().as_secs_f64());
    let name = file_name(&request.path);
    let source = std::fs::read_to_string(&request.path)
        .ok()
        .map(|text| (name.clone(), text));
    let all = std::iter::once(&request.path).chain(&request.also);
    let all: Vec<String> = all.map(|file| file_name(file)).collect();
    let harnesses = harness::harnesses(&all.join(" "), &loaded, &learned);
    if request.replay {
        let of = (&loaded, &learned);
        hold_against_program(request, of, &harnesses, &mut report, budget, progress);
    }
    Ok(LanguageArtifacts {
        certificate: certificate(&report, learned.proof),
        report,
        source,
        harnesses,
    })
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Runs the compiled program.
fn hold_against_program(
    request: &LanguageRequest,
    (loaded, learned): (&Loaded, &Language),
    harnesses: &[Harness],
    report: &mut LanguageReport,
    budget: &Budget,
    progress: &dyn Progress,
) {
    progress.working(&|| "running the compiled program".to_owned());
    let missing = loaded
        .missing
        .iter()
        .map(|(name, _)| name.clone())
        .collect();
    let claimed = Claimed {
        request,
        program: &loaded.subject.program,
        report,
        unless_undefined: to_report::unless_undefined(learned),
        harnesses,
        missing,
    };
    let replayed = replay::language::replay(&claimed, budget);
    report.replay = replayed.settle(&mut report.verdict, &mut report.certificate);
}

/// The language, with every word run again.
fn learn(
    request: &LanguageRequest,
    loaded: &Loaded,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Language, InputError> {
    has_a_goal(request, &loaded.subject)?;
    let options = options(request);
    let mut learned = learn_language(&loaded.subject, &options, budget, progress);
    long_enough(request, loaded, &learned, budget, progress)?;
    confirm(&loaded.subject, &mut learned);
    Ok(learned)
}

fn options(request: &LanguageRequest) -> Options {
    Options {
        goal: match request.goal {
            Goal::Failures => mc::language::Goal::Failures,
            Goal::Ends => mc::language::Goal::Ends,
        },
        engine: match request.engine {
            LanguageEngine::Exact => Engine::Exact,
            LanguageEngine::LStar => Engine::LStar,
        },
        bound: request.bound,
        most: request.max_bound,
        letters: request.word_length,
        most_letters: request.max_word_length,
        beyond: request.beyond,
        most_apart: request.most_apart,
    }
}

fn has_a_goal(request: &LanguageRequest, subject: &Subject) -> Result<(), InputError> {
    let flow = control_flow(subject);
    let only_assertions = request.goal == Goal::Failures
        && ![
            FailureKind::Undefined,
            FailureKind::Abort,
            FailureKind::Exit,
        ]
        .into_iter()
        .any(|kind| request.counts(kind));
    // Behind what cannot be followed there may be one.
    if only_assertions && flow.failures.is_empty() && !flow.is_cut {
        return Err(InputError::new(format!(
            "{}: there is no assertion to learn from {}, or only behind something that C leaves undefined: call assert, reach_error or __VERIFIER_error where it must not \
             get, or ask for `mores explain`",
            request.path.display(),
            request.entry
        )));
    }
    Ok(())
}

/// A bound on length under which nothing fails says nothing: the user should know a better one.
fn long_enough(
    request: &LanguageRequest,
    loaded: &Loaded,
    learned: &Language,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(), InputError> {
    let Some(length) = request
        .word_length
        .filter(|_| learned.words.is_empty() && learned.cut_by_length)
    else {
        return Ok(());
    };
    let open = Options {
        letters: None,
        beyond: false,
        ..options(request)
    };
    let longer = learn_language(&loaded.subject, &open, budget, progress);
    match longer.words.first() {
        Some(shortest) => Err(InputError::new(format!(
            "--word-length {length} is too short: the shortest word needs {}: {}",
            shortest.word.len() - 1,
            longer.alphabet.text(&shortest.word)
        ))),
        None => Ok(()),
    }
}

/// Words whose inputs are made plain: nobody reads more.
const PLAIN: usize = 100;

/// Soundness: every word is one of a run of the interpreter, which shares no code with what found it.
fn confirm(subject: &Rc<Subject>, learned: &mut Language) {
    for witness in &learned.words {
        let (word, end) = subject.replay(&witness.inputs, STEPS);
        if learned.last_of(&end) != witness.word.last().copied()
            || witness.word[..witness.word.len() - 1] != word[..]
        {
            let shown = learned.alphabet.text(&witness.word);
            let reason = StopReason::Limit(format!(
                "a word was found that does not happen when it is run: {shown}"
            ));
            learned.standing = Standing::Partial(reason);
            return;
        }
    }
    learned
        .words
        .iter_mut()
        .take(PLAIN)
        .for_each(|witness| plain::make_plain(subject, &mut witness.inputs));
    learned
        .undefined
        .iter_mut()
        .take(PLAIN)
        .for_each(|found| plain::make_plain(subject, &mut found.inputs));
}

/// Writes report, pictures, page and inputs into a folder, which is made if it is not there, and says which files these
/// are. Each file is there whole or not at all.
pub fn write_language(
    folder: &Path,
    artifacts: &mut LanguageArtifacts,
) -> Result<Vec<PathBuf>, InputError> {
    let stem = file_stem(&artifacts.report.subject.name);
    let mut files = Vec::new();
    for (i, harness) in artifacts.harnesses.iter().enumerate() {
        let name = format!("{stem}.word{}.c", i + 1);
        artifacts.report.model.words[i].harness = Some(name.clone());
        files.push((name, emit::c::harness(harness)));
    }
    let (proof, source) = (artifacts.certificate.as_ref(), artifacts.source.as_ref());
    files.extend(files_of(&mut artifacts.report, proof, source));
    write_files(folder, &files)
}
