//! Stream filters: from a program to the transducer that says what it writes for what it reads.

mod algebra;
mod blocks;
pub(crate) mod called;
mod check;
mod from_report;
mod generate;
mod load;
mod operand;
mod pipeline;
mod request;
mod seen;
mod texts;
mod to_report;

use std::path::{Path, PathBuf};
use std::time::Instant;

use base::{Budget, Progress};
use emit::report::{Integers, Subject, Verdict, VerdictKind};
use emit::transducer::TransducerReport;
use front::{FilterRun, InputError};
use model::transducer::SymbolicTransducer;
use teach::stream::{Learned, Options, Standing, learn_filter};

use self::load::{Loaded, load, with_large_reads};
use crate::artifacts::{certificate, files, write_files};
use crate::model_file::{in_file, read_model};
use crate::replay::filter::CFilter;
use crate::replay::{self, NOTHING_CLAIMED};

pub(crate) use self::check::check;

pub use self::algebra::{
    AlgebraReport, AlgebraRequest, Law, Made, Making, Output, Question, Sequence, Shown, YesNo,
    ask, make,
};
pub use self::generate::{
    GenerateArtifacts, GenerateReport, GenerateRequest, Language, Measured, Sizes, Trial, generate,
    texts as sample_texts, write_generated,
};
pub use self::operand::Operand;
pub use self::pipeline::{Member, Neighbours, PipelineReport, pipeline};
pub use self::request::{FilterEngine, FilterRequest};

/// Everything that the analysis of a filter leaves behind.
#[derive(Clone, Debug)]
pub struct FilterArtifacts {
    /// The result.
    pub report: TransducerReport,
    /// The model itself, if there is one.
    pub transducer: Option<SymbolicTransducer>,
    /// The proof as JSON, if there is one.
    pub certificate: Option<String>,
    /// The name and the text of the source, if it was at hand.
    pub source: Option<(String, String)>,
}

/// Learns what a filter does.
pub fn filter(
    request: &FilterRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<FilterArtifacts, InputError> {
    progress.working(&|| format!("reading {}", request.path.display()));
    let loaded = load(request)?;
    let started = Instant::now();
    let mut learned = learn_filter(&loaded.filter, &learning(request), budget, progress);
    if let Some(large) = with_large_reads(request, &loaded)? {
        blocks::try_large(&large, &mut learned, budget);
    }
    let left_out = leave_out(&mut learned);
    let mut report = to_report::report(
        request,
        &loaded,
        &learned,
        started.elapsed().as_secs_f64(),
        budget,
    );
    report.notes.extend(left_out);
    if learned.transducer.is_none() {
        report.notes.extend(seen::note(&loaded.filter));
    }
    if request.replay {
        hold_against_program(request, &loaded, &learned, &mut report, budget);
    }
    let Learned {
        transducer, proof, ..
    } = learned;
    let name = request
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let source = std::fs::read_to_string(&request.path)
        .ok()
        .map(|text| (name, text));
    Ok(FilterArtifacts {
        certificate: certificate(&report, proof),
        report,
        transducer,
        source,
    })
}

/// States of a model that are shown though nothing is claimed of it, at most.
const MOST_UNCLAIMED: usize = 50;

/// Parts of conditions and outputs of such a model that are written down, at most, over all of its transitions.
const MOST_UNCLAIMED_PARTS: u64 = 20_000;

/// Leaves out a large model of which nothing is claimed: writing it down would take longer than learning it did.
fn leave_out(learned: &mut Learned) -> Option<String> {
    let model = learned.transducer.as_ref()?;
    let states = model.states.len();
    let is_claimed = !matches!(learned.standing, Standing::Unknown { .. });
    if is_claimed || states <= MOST_UNCLAIMED && written_size(model) <= MOST_UNCLAIMED_PARTS {
        return None;
    }
    learned.transducer = None;
    Some(format!(
        "{states} states had been found; nothing is claimed of them, and they are left out"
    ))
}

/// How many parts the conditions and outputs of a model have when they are written out.
fn written_size(model: &SymbolicTransducer) -> u64 {
    let steps = model.states.iter().flat_map(|state| &state.steps);
    let ends = model.states.iter().flat_map(|state| &state.ends);
    let in_steps =
        steps.flat_map(|step| step.writes.iter().chain(&step.updates).chain([&step.guard]));
    let in_ends = ends.flat_map(|end| end.writes.iter().chain([&end.guard]));
    let sizes = in_steps
        .chain(in_ends)
        .map(|t| model.terms.written_size(*t));
    sizes.fold(0, u64::saturating_add)
}

fn learning(request: &FilterRequest) -> Options {
    Options {
        engine: request.engine.into(),
        lookback: request.lookback,
        ..Options::default()
    }
}

/// Runs the real program on inputs that go through the whole model.
fn hold_against_program(
    request: &FilterRequest,
    loaded: &Loaded,
    learned: &Learned,
    report: &mut TransducerReport,
    budget: &Budget,
) {
    let longest = match learned.standing {
        Standing::Proved => None,
        Standing::UpTo { symbols, .. } => Some(symbols),
        Standing::Unknown { .. } => {
            report.replay.unable = Some(NOTHING_CLAIMED.to_owned());
            return;
        }
    };
    let Some(model) = &learned.transducer else {
        return;
    };
    let replayed = match &loaded.run {
        FilterRun::Java { method, .. } => {
            let source = request.input().as_java();
            replay::stream::replay(&source, method, model, longest, budget)
        }
        FilterRun::C {
            call,
            symbol_program,
        } => {
            let filter = CFilter {
                path: &request.path,
                machine: request.machine,
                options: &request.options,
                streams: loaded.streams,
                call: call.as_ref(),
                symbol_program: symbol_program.as_ref(),
                code: &loaded.filter,
            };
            replay::filter::replay(&filter, model, longest, budget)
        }
    };
    report.replay = replayed.settle(&mut report.verdict, &mut report.certificate);
}

/// A report about a transducer that nobody learned, as it can be saved.
pub fn filter_report(name: &str, transducer: &SymbolicTransducer) -> TransducerReport {
    let subject = Subject::new(name.to_owned(), name.to_owned());
    let verdict = Verdict {
        kind: VerdictKind::Unknown,
        depth: None,
        reason: Some("no program was looked at".to_owned()),
        unless: None,
        integers: Integers::Wrapping,
        assumptions: Vec::new(),
    };
    to_report::made(
        "filter",
        subject,
        verdict,
        Some(transducer),
        &Budget::unlimited(),
    )
}

/// Reads a saved transducer, and refuses one that contradicts itself.
pub fn saved_filter(path: &Path) -> Result<(TransducerReport, SymbolicTransducer), InputError> {
    let report: TransducerReport = read_model(path)?;
    let broken = |what: String| {
        in_file(
            path,
            0,
            format!("the model contradicts itself: {what}; make the file again"),
        )
    };
    let model = report
        .model
        .as_ref()
        .ok_or_else(|| broken("there is no model".to_owned()))?;
    let transducer = from_report::transducer(model).map_err(broken)?;
    Ok((report, transducer))
}

/// Writes report, pictures and page into a folder, which is made if it is not there, and says which files these are.
/// Each file is there whole or not at all.
pub fn write_filter(
    folder: &Path,
    artifacts: &mut FilterArtifacts,
) -> Result<Vec<PathBuf>, InputError> {
    let (proof, source) = (artifacts.certificate.as_ref(), artifacts.source.as_ref());
    write_files(folder, &files(&mut artifacts.report, proof, source))
}
