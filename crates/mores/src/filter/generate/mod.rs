//! From filters to fast code: learned or read, composed, written, proved or tried.

mod measure;
mod proof;
mod sentence;
mod total;
mod trial;

use ::generate::{Generated, Request};
use std::path::{Path, PathBuf};
use std::time::Duration;

use base::{Budget, Progress};
use emit::report::{VERSION, Verdict, VerdictKind};
use model::analysis::transducer::{self as algebra, Decision};
use model::transducer::SymbolicTransducer;
use serde::Serialize;

use self::measure::Contest;
pub use self::measure::{Measured, Sizes, texts};
use self::proof::Read;
pub use self::trial::Trial;
use super::algebra::{Sequence, fits, trust};
use super::operand::{Operand, Side};
use crate::artifacts::write_files;
use crate::{InputError, Version};

pub use ::generate::Language;

/// How long reading the generated code may take: what takes longer is tried alone.
const READING: Duration = Duration::from_secs(30);

/// Make code of a filter, or of several that read what the one before writes.
#[derive(Clone, Debug)]
pub struct GenerateRequest {
    /// The filters, in their order.
    pub filters: Vec<Operand>,
    /// What the code is written in.
    pub language: Language,
    /// What the function is called; the filters' names otherwise.
    pub name: Option<String>,
    /// Whether a program around it is wanted.
    pub main: bool,
    /// Whether a model does that is not proved.
    pub accept_unproved: bool,
    /// Whether its speed is measured, and on how much.
    pub measure: Option<Sizes>,
}

/// What was generated, and how far it can be trusted.
#[derive(Clone, Debug, Serialize)]
pub struct GenerateReport {
    /// The version of the tool.
    pub mores: String,
    /// `generate`.
    pub command: String,
    /// What the function is called.
    pub name: String,
    /// What it is written in.
    pub language: String,
    /// The filters.
    pub operands: Vec<Version>,
    /// How well the model is known that the code is made of.
    pub verdict: Verdict,
    /// How the code gets fast.
    pub means: String,
    /// Whether it takes its input in pieces.
    pub streams: bool,
    /// The files, by name.
    pub files: Vec<String>,
    /// Whether the plain form is proved to do what the model says.
    pub proved: bool,
    /// Why it is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How the whole of it did when it was run.
    pub trial: Trial,
    /// How fast it is, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Measured>,
}

/// The report with the files.
#[derive(Clone, Debug)]
pub struct GenerateArtifacts {
    /// What is known of the code.
    pub report: GenerateReport,
    /// The files, by name.
    pub files: Vec<(String, String)>,
}

impl GenerateReport {
    /// As JSON, for programs.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl GenerateArtifacts {
    /// With the page about the code.
    fn with_page(mut self) -> Self {
        if let Some((file, code)) = self.files.first() {
            let page = self.report.page((file, code));
            let name = format!("{}.html", self.report.name);
            self.report.files.push(name.clone());
            self.files.push((name, page));
        }
        self
    }
}

/// Generates code. Nothing is written to the disk but temporary files.
pub fn generate(
    request: &GenerateRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<GenerateArtifacts, InputError> {
    let sides: Vec<Side> = request
        .filters
        .iter()
        .map(|operand| Side::new(operand, budget, progress))
        .collect::<Result<_, _>>()?;
    let verdict = trust(&sides);
    if verdict.kind != VerdictKind::Proved && !request.accept_unproved {
        return Err(not_known(&verdict));
    }
    progress.working(&|| "composing".to_owned());
    let model = composed(&sides, budget)?;
    let name = name(request, &sides)?;
    must_be_total(&name, &model, request.accept_unproved, budget)?;
    let origin = origin(&sides, &verdict);
    let write = |main: bool| {
        let wanted = Request {
            name: &name,
            machine: &model,
            origin: &origin,
            main,
        };
        written(&wanted, request.language)
    };
    // The trial has a main of its own.
    let generated = write(false)?;
    let known = known(
        (&name, &generated),
        request.language,
        &model,
        budget,
        progress,
    )?;
    let files = write(request.main)?.files;
    let measured = match request.measure {
        Some(sizes) => measure(request, &sides, &model, sizes)?,
        None => Vec::new(),
    };
    let report = GenerateReport {
        mores: VERSION.into(),
        command: "generate".into(),
        name,
        language: request.language.name().into(),
        operands: sides.iter().map(Side::version).collect(),
        verdict,
        means: generated.means,
        streams: generated.streams,
        files: files.iter().map(|(name, _)| name.clone()).collect(),
        proved: known.reason.is_none(),
        reason: known.reason,
        trial: known.trial,
        measured,
    };
    Ok(GenerateArtifacts { report, files }.with_page())
}

/// Refuses a model that says nothing of some inputs; with consent, one of which that is only not known to be so.
fn must_be_total(
    name: &str,
    model: &SymbolicTransducer,
    consent: bool,
    budget: &Budget,
) -> Result<(), InputError> {
    let refuse = |why: String| {
        Err(InputError::new(format!(
            "{name} cannot be generated: {why}"
        )))
    };
    // What fails says so better, and so does what is too wide: the generator refuses both.
    if model.states.iter().any(|state| state.failure.is_some()) {
        return Ok(());
    }
    match total::total(model, &budget.slice(READING)) {
        Decision::Yes => Ok(()),
        Decision::Unknown(_) if consent => Ok(()),
        Decision::Unknown(why) => refuse(total::open(&why)),
        Decision::No(input) => {
            let input = Sequence::of(&input, model.input).shown();
            refuse(format!("the filter is not defined on {input}"))
        }
    }
}

/// What is made of a model that is not proved is nobody's filter.
fn not_known(verdict: &Verdict) -> InputError {
    let why = verdict.reason.as_deref().unwrap_or("no reason is known");
    InputError::new(format!(
        "what is generated would not be known to be the filter: {why}; with --accept-unproved it is generated all the \
         same, and says so"
    ))
}

/// Measures against the original; several filters against the generated code of each, in a row.
fn measure(
    request: &GenerateRequest,
    sides: &[Side],
    model: &SymbolicTransducer,
    sizes: Sizes,
) -> Result<Vec<Measured>, InputError> {
    if request.language != Language::C {
        return Err(InputError::new("only C is measured"));
    }
    let rival = match &request.filters[..] {
        [only] => measure::original(only, model)?,
        _ => measure::row(&singles(sides)?, model),
    };
    // The original may have the name that the code has.
    let name = "generated_by_mores";
    let contest = Contest {
        name,
        generated: &plain(name, model)?,
        model,
        rival,
    };
    measure::measured(&contest, sizes)
}

/// The code of each filter alone.
fn singles(sides: &[Side]) -> Result<Vec<(String, Generated)>, InputError> {
    sides
        .iter()
        .enumerate()
        .map(|(number, side)| {
            let name = format!("single_{number}");
            let generated = plain(&name, side.model().map_err(InputError::new)?)?;
            Ok((name, generated))
        })
        .collect()
}

/// The C of a model, without a word about where it comes from.
fn plain(name: &str, model: &SymbolicTransducer) -> Result<Generated, InputError> {
    let wanted = Request {
        name,
        machine: model,
        origin: &[],
        main: false,
    };
    written(&wanted, Language::C)
}

fn written(wanted: &Request<'_>, language: Language) -> Result<Generated, InputError> {
    ::generate::generate(wanted, language)
        .map_err(|why| InputError::new(format!("{} cannot be generated: {why}", wanted.name)))
}

struct Known {
    reason: Option<String>,
    trial: Trial,
}

/// Proves and tries.
fn known(
    (name, generated): (&str, &Generated),
    language: Language,
    model: &SymbolicTransducer,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Known, InputError> {
    let reason = match language {
        Language::C => read(name, generated, model, budget, progress)?,
        Language::Rust => Some("Rust is not read back".to_owned()),
        Language::Cuda => Some("CUDA is not read back".to_owned()),
    };
    progress.working(&|| "running the generated code".to_owned());
    let trial = trial::tried((name, generated), language, model, budget)
        .map_err(|what| defect(name, "differs from its model:", &what))?;
    Ok(Known { reason, trial })
}

/// Reads C back: why it is not proved, if it is not.
fn read(
    name: &str,
    generated: &Generated,
    model: &SymbolicTransducer,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Option<String>, InputError> {
    progress.working(&|| "reading the generated code".to_owned());
    let reading = budget.slice(READING);
    match proof::read_back(name, generated, model, &reading, progress)? {
        Read::Proved => Ok(None),
        Read::Not(reason) => Ok(Some(reason)),
        Read::Undefined(input) => Err(InputError::new(format!(
            "{name} cannot be generated: the filter is not defined on {input}"
        ))),
        Read::Differs(input) => Err(defect(name, "does something else on", &input)),
    }
}

fn defect(name: &str, how: &str, on: &str) -> InputError {
    InputError::new(format!(
        "the code generated for {name} {how} {on}: a defect of mores; nothing is written"
    ))
}

/// All filters as one.
fn composed(sides: &[Side], budget: &Budget) -> Result<SymbolicTransducer, InputError> {
    let mut models = sides
        .iter()
        .map(|side| side.model().map_err(InputError::new));
    let Some(first) = models.next() else {
        return Err(InputError::new("there is no filter to generate code for"));
    };
    let mut whole = first?.clone();
    for next in models {
        let next = next?;
        fits(&whole, next)?;
        whole = algebra::compose(&whole, next, budget)
            .map_err(|why| InputError::new(format!("the filters could not be made one: {why}")))?;
    }
    Ok(whole)
}

/// What the function is called: as asked for, or as the filters are.
fn name(request: &GenerateRequest, sides: &[Side]) -> Result<String, InputError> {
    let given = request.name.clone().unwrap_or_else(|| {
        let names: Vec<&str> = sides
            .iter()
            .map(|side| side.report.subject.name.as_str())
            .collect();
        let text = names.join("_then_");
        text.chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() {
                    c.to_ascii_lowercase()
                } else {
                    '_'
                }
            })
            .collect()
    });
    let starts = given.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts && given.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Ok(given);
    }
    Err(InputError::new(format!(
        "`{given}` is no name for a function; give another with --name"
    )))
}

fn origin(sides: &[Side], verdict: &Verdict) -> Vec<String> {
    let paths: Vec<&str> = sides
        .iter()
        .map(|side| side.report.subject.path.as_str())
        .collect();
    let mut lines = vec![format!("Made of {}.", paths.join(", then "))];
    lines.push(match verdict.kind {
        VerdictKind::Proved => "The model below is proved to be what the original does.".to_owned(),
        _ => "The model below is NOT PROVED to be what the original does.".to_owned(),
    });
    lines
}

/// Writes the files into a folder, which is made if it is not there. Each is there whole or not at all. No original is
/// overwritten.
pub fn write_generated(
    folder: &Path,
    artifacts: &GenerateArtifacts,
) -> Result<Vec<PathBuf>, InputError> {
    for (name, _) in &artifacts.files {
        let file = folder.join(name);
        let Ok(there) = file.canonicalize() else {
            continue;
        };
        let mut originals = artifacts.report.operands.iter();
        if originals.any(|original| {
            Path::new(&original.path)
                .canonicalize()
                .is_ok_and(|o| o == there)
        }) {
            let file = file.display();
            return Err(InputError::new(format!(
                "{file} is the original and would be overwritten; give another folder with --out, or another name with --name"
            )));
        }
    }
    write_files(folder, &artifacts.files)
}
