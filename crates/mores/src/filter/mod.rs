//! Stream filters: from a program to the transducer that says what it writes for what it reads.

mod load;
mod request;
mod texts;
mod to_report;

use std::path::{Path, PathBuf};
use std::time::Instant;

use base::{Budget, Progress};
use emit::transducer::TransducerReport;
use front::InputError;
use model::transducer::SymbolicTransducer;
use teach::stream::{Learned, Options, learn_filter};

use self::load::load;
use crate::artifacts::{file_stem, write_files};

pub use self::request::{FilterEngine, FilterRequest};

/// Everything that the analysis of a filter leaves behind.
#[derive(Clone, Debug)]
pub struct FilterArtifacts {
    /// The result.
    pub report: TransducerReport,
    /// The model itself, if there is one.
    pub transducer: Option<SymbolicTransducer>,
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
    let options = Options { engine: request.engine.into(), lookback: request.lookback, ..Options::default() };
    let learned = learn_filter(&loaded.filter, &options, budget, progress);
    let report = to_report::report(request, &loaded, &learned, started.elapsed().as_secs_f64());
    let Learned { transducer, .. } = learned;
    let name = request.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let source = std::fs::read_to_string(&request.path).ok().map(|text| (name, text));
    Ok(FilterArtifacts { report, transducer, source })
}

/// Writes report, pictures and page into a folder, which is made if it is not there, and says which files these are.
/// Each file is there whole or not at all.
pub fn write_filter(folder: &Path, artifacts: &FilterArtifacts) -> Result<Vec<PathBuf>, InputError> {
    let report = &artifacts.report;
    let stem = file_stem(&report.subject.name);
    let files = vec![(format!("{stem}.mores.json"), report.to_json())];
    write_files(folder, &files)
}
