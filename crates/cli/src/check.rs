//! The command `mores check`: code against one saved model, or all subjects of a code base.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args as ClapArgs;
use mores::{CheckRequest, CheckResult, Difference, InputError};

use crate::args::{ClassArgs, Colour, RunArgs, duration};
use crate::kept;
use crate::run::{Done, Exit, request, run};
use crate::text;

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores check --config examples/ci/mores.toml
  mores check --config examples/ci/mores.toml 'shop.*' --sarif out.sarif
  mores interface corpus/java/PipedOutputStream.java --out out
  mores check out/PipedOutputStream.mores.json corpus/java/PipedOutputStream.java
  mores check out/PipedOutputStream.mores.json \\
      corpus/java/PipedOutputStream.java \\
      --certificate out/PipedOutputStream.certificate.json
  mores check out/PipedOutputStream.mores.json \\
      corpus/java/PipedOutputStream.java --out Witness.java

Exit codes: 0 the code conforms; 1 it differs, the certificate is rejected, or
it was not decided; 2 bad input.";

pub(crate) const USAGE: &str = "mores check [OPTIONS] <MODEL> <CODE>
       mores check [OPTIONS] [NAME]...";

/// How long a comparison with one model may take.
const BUDGET: Duration = Duration::from_secs(60);

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// A model, as `--out` leaves it (an interface, a language of events, or a transducer), and the code: for an interface a
    /// .java or .class file, a jar, a folder of class files, or the name of a class of the JDK; for a language a .c file; for
    /// a transducer what `mores filter` takes. It is read as the code behind the model was.
    /// Otherwise names or patterns of subjects in mores.toml; all of them, if nothing is given
    #[arg(value_name = "MODEL CODE | NAME")]
    named: Vec<PathBuf>,
    #[command(flatten)]
    one: OneArgs,
    #[command(flatten)]
    many: kept::KeptArgs,
    #[command(flatten)]
    reports: kept::ReportArgs,
    /// How long each comparison may take: 500ms, 60s, 5m; 60 seconds, or what mores.toml says
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,
    /// Counts work instead of time, as is always done for subjects of mores.toml
    #[arg(long)]
    steady: bool,
    /// How much memory each comparison may hold: 500MB, 2GB; no limit, or what mores.toml says
    #[arg(long, value_name = "SIZE", value_parser = kept::memory)]
    memory: Option<project::config::Memory>,
    /// The result as JSON on standard output
    #[arg(long)]
    json: bool,
    /// Shows no progress
    #[arg(long, short)]
    quiet: bool,
}

/// What only a comparison with one model has.
#[derive(Debug, PartialEq, Eq, ClapArgs)]
struct OneArgs {
    #[command(flatten)]
    class: ClassArgs,
    /// An argument for the preprocessor, instead of those with which the model was learned: --cc=-Iinclude
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    cc: Vec<String>,
    /// Verifies this proof, with code that shares no engine, instead of searching for one
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Writes the Java program that shows a difference to this file; its class is named after the file
    #[arg(long, value_name = "FILE.java")]
    out: Option<PathBuf>,
}

impl OneArgs {
    fn is_given(&self) -> bool {
        let class = &self.class;
        class.class.is_some()
            || class.class_path.is_some()
            || class.package_access
            || !self.cc.is_empty()
            || self.certificate.is_some()
            || self.out.is_some()
    }
}

/// Compares code with a model, or all subjects with theirs.
pub(crate) fn check(args: &CheckArgs) -> Result<Done, InputError> {
    match args.named.as_slice() {
        [model, code] if is_model(model) || model.exists() => {
            if args.many.is_given() || args.reports.is_given() {
                return Err(InputError::new(
                    "these options are for mores check without a model: it checks the subjects of mores.toml",
                ));
            }
            one(args, model, code)
        }
        [model] if is_model(model) => Err(InputError::new(format!(
            "{}: name the code, too: mores check MODEL CODE",
            model.display()
        ))),
        _ if args.one.is_given() => Err(InputError::new(
            "these options are for mores check MODEL CODE; mores.toml has keys for them",
        )),
        names => many(args, names),
    }
}

fn is_model(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "json")
}

/// Only what was shown to conform passes: undecided is no success.
fn one(args: &CheckArgs, model: &Path, code: &Path) -> Result<Done, InputError> {
    let code = request(code.to_owned(), &args.one.class, mores::Integers::default());
    let request = CheckRequest {
        model: model.to_owned(),
        code,
        certificate: args.one.certificate.clone(),
        options: args.one.cc.clone(),
    };
    let running = RunArgs {
        budget: args.budget.unwrap_or(BUDGET),
        steady: args.steady,
        memory: args.memory.as_ref().map(|memory| memory.bytes),
        json: args.json,
        full: true,
        color: Colour::Auto,
        quiet: args.quiet,
    };
    let check = run(&running, |budget, line| {
        mores::check(&request, budget, line)
    })?;
    let exit = Exit::passing(matches!(check.result, CheckResult::Conforms { .. }));
    let file = match (&args.one.out, &check.result) {
        (Some(path), CheckResult::Differs(difference)) => write_witness(path, difference)?,
        (Some(_) | None, _) => None,
    };
    let output = match args.json {
        true => mores::report::json(&check),
        false => text::check(&check, file),
    };
    Ok(Done { output, exit })
}

/// The program that shows a difference, in a file that is called as its class must be. Says where it is; nothing if there
/// is no such program.
fn write_witness<'p>(
    path: &'p Path,
    difference: &Difference,
) -> Result<Option<&'p Path>, InputError> {
    let stem = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default();
    if difference.java(Difference::PROGRAM).is_err() {
        return Ok(None);
    }
    let program = difference
        .java(stem)
        .map_err(|why| InputError::new(format!("--out {}: {why}", path.display())))?;
    mores::write_whole(path, &program).map(|()| Some(path))
}

/// All subjects of a code base, or those that are named.
fn many(args: &CheckArgs, names: &[PathBuf]) -> Result<Done, InputError> {
    let reports = args.reports.resolved()?;
    let subjects = args.many.subjects(names)?;
    let running = args.many.running(args.budget, args.memory.as_ref())?;
    let line = kept::Steps::new(subjects.subjects.len(), args.quiet || args.json);
    let outcomes = project::check::check(&subjects, &running, &mut |name| line.step(name))?;
    drop(line);
    kept::conclude(&outcomes, &reports, args.json)
}
