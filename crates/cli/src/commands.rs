//! What each command does.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use mores::report::{Interface, Kind, Model, Report, View};
use mores::{Detail, InputError, InterfaceRequest};

use crate::args::{ClassArgs, Form, Integers, RunArgs, Tests, ViewArgs, form_parser};
use crate::diff_c::is_c;
use crate::engine::EngineArgs;
use crate::run::{Done, Exit, request, run, written};
use crate::text::{self, Screen};

pub(crate) const INTERFACE_EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores interface java.io.StringReader --methods close,ready
  mores interface corpus/java/Example.java --tests junit --out out
  mores interface corpus/java/AlternatingBit.java --integers mathematical
  mores interface corpus/java/SmallBuffer.java --pool capacity=1,2 --json
  mores interface corpus/java/AllowedExceptions.java \\
      --allow-exceptions IllegalStateException --budget 30s";

pub(crate) const EMIT_EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores emit out/PipedOutputStream.mores.json --as mermaid
  mores emit out/PipedOutputStream.mores.json --as svg --out out/picture.svg
  mores emit out/PipedOutputStream.mores.json --as junit \\
      --out out/PipedOutputStreamInterfaceTest.java";

#[derive(Debug, ClapArgs)]
pub(crate) struct InterfaceArgs {
    /// A .java or .class file, a jar, a folder of class files, the name of a class of the JDK, or a C file (.c, .i, .h) whose functions
    /// others call
    #[arg(value_name = "FILE|FOLDER|JAR|CLASS")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) class: ClassArgs,
    #[command(flatten)]
    pub(crate) view: ViewArgs,
    /// The arithmetic of the proof: Java's own, or without bounds
    #[arg(long, value_enum, default_value_t = Integers::Wrapping)]
    pub(crate) integers: Integers,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Counts equals, hashCode and toString as part of the interface, which they are otherwise only where --methods
    /// names them
    #[arg(long)]
    pub(crate) every_method: bool,
    /// Tells all calls and states apart, whatever that takes: guards of more than 160 characters, and the time of the
    /// budget for the whole class instead of the part that can be learned
    #[arg(long)]
    pub(crate) whole: bool,
    /// Executes the class: makes calls through every transition on the real java, in an empty folder, with limits
    #[arg(long)]
    pub(crate) replay: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Leaves model, pictures, report.html and certificate in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Also leaves tests that walk every transition of the interface
    #[arg(long, value_enum, value_name = "KIND", requires = "out")]
    pub(crate) tests: Option<Tests>,
    /// C: an argument for the preprocessor: --cc=-Iinclude --cc=-DNDEBUG
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub(crate) cc: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct EmitArgs {
    /// A model, as `--out` leaves it
    pub(crate) model: PathBuf,
    /// The form
    #[arg(long = "as", value_name = "FORM", value_parser = form_parser())]
    pub(crate) form: Form,
    /// Writes to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Leaves illegal calls out of pictures
    #[arg(long)]
    pub(crate) legal_only: bool,
}

/// Learns an interface and shows it.
pub(crate) fn interface(args: &InterfaceArgs) -> Result<Done, InputError> {
    let plain = request(args.path.clone(), &args.class, args.integers.into());
    let engine = args.engine.engine()?;
    if args.tests.is_some() && is_c(&args.path) {
        return Err(InputError::new(
            "--tests junit is for interfaces of Java classes",
        ));
    }
    let request = InterfaceRequest {
        view: View {
            preprocessor: args.cc.clone(),
            ..(&args.view).into()
        },
        engine,
        learner: args.engine.learner,
        replay: args.replay,
        whole: args.whole,
        every_method: args.every_method,
        ..plain
    };
    let (artifacts, files) = run(&args.run, |budget, line| {
        let mut artifacts = mores::interface(&request, budget, line)?;
        let tests = args
            .tests
            .map(|Tests::Junit| mores::junit(&artifacts.report));
        let why = tests.as_ref().and_then(untested);
        let why = why.map(|why| format!("No tests were written: {why}."));
        artifacts.report.warnings.extend(why);
        let write = |folder: &Path| {
            let files = mores::write_out(folder, &mut artifacts)?;
            Ok([files, write_tests(folder, tests.as_ref())?].concat())
        };
        let files = written(args.out.as_ref(), line, write)?;
        Ok((artifacts, files))
    })?;
    let output = if args.run.json {
        artifacts.report.to_json()
    } else {
        text::interface(&artifacts.report, &files, Screen::of(&args.run))
    };
    Ok(Done {
        output,
        exit: Exit::Passes,
    })
}

/// Leaves tests beside the model, where they are wanted and there are any.
fn write_tests(folder: &Path, tests: Option<&mores::JUnit>) -> Result<Vec<PathBuf>, InputError> {
    let Some(tests) = tests.filter(|tests| untested(tests).is_none()) else {
        return Ok(Vec::new());
    };
    let path = folder.join(format!("{}.java", tests.name));
    mores::write_whole(&path, &tests.text)?;
    Ok(vec![path])
}

/// Why there is no test, where there is none: a file without one would only look like tests.
fn untested(tests: &mores::JUnit) -> Option<String> {
    let why: Vec<&str> = tests.left_out.keys().copied().collect();
    (tests.tests == 0).then(|| format!("no transition can be tested: {}", why.join("; ")))
}

/// Shows a saved model in another form.
pub(crate) fn emit(args: &EmitArgs) -> Result<Done, InputError> {
    let report: Report<Model> = mores::read_model(&args.model)?;
    let detail = if args.legal_only {
        Detail::Legal
    } else {
        Detail::Full
    };
    let text = match args.form {
        Form::Picture(format) => (format.write)(&Model::drawing(&report, detail)),
        Form::Html => mores::html(&report, None),
        Form::Json => report.to_json(),
        Form::Junit => {
            let no_interface = || InputError::new("--as junit is for interfaces of Java classes");
            let interface = Interface::of(&report.model)
                .filter(|_| report.verdict.integers != mores::Integers::OfC)
                .ok_or_else(no_interface)?;
            let tests = mores::junit(&report.map(|_| interface));
            untested(&tests).map_or(Ok(tests.text), |why| Err(InputError::new(why)))?
        }
    };
    match &args.out {
        Some(path) => mores::write_whole(path, &text).map(|()| Done {
            output: String::new(),
            exit: Exit::Passes,
        }),
        None => Ok(Done {
            output: text,
            exit: Exit::Passes,
        }),
    }
}
