//! What each command does.

use std::path::{Path, PathBuf};

use mores::report::{Report, Saved};
use mores::{Budget, CheckRequest, CheckResult, Detail, Difference, InputError, InterfaceRequest};

use crate::Done;
use crate::args::{CheckArgs, ClassArgs, EmitArgs, Form, InterfaceArgs, RunArgs, Tests};
use crate::progress::{Line, stop_on_interrupt};
use crate::text;

/// Learns an interface and shows it.
pub(crate) fn interface(args: &InterfaceArgs) -> Result<Done, InputError> {
    let plain = request(args.path.clone(), &args.class, args.integers.into());
    let (view, engine) = ((&args.view).into(), args.engine.engine()?);
    let request = InterfaceRequest { view, engine, replay: args.replay, ..plain };
    let mut artifacts = run(&args.run, |budget, line| mores::interface(&request, budget, line))?;
    let files = match &args.out {
        Some(folder) => mores::write_out(folder, &mut artifacts)?,
        None => Vec::new(),
    };
    let files = [files, tests(args, &artifacts.report)?].concat();
    let output = if args.run.json {
        artifacts.report.to_json()
    } else {
        text::interface(&artifacts.report, &files, text::width())
    };
    Ok(Done { output, passes: true })
}

/// Leaves tests beside the model, where they are wanted.
fn tests(args: &InterfaceArgs, report: &Report) -> Result<Vec<PathBuf>, InputError> {
    let (Some(Tests::Junit), Some(folder)) = (args.tests, &args.out) else { return Ok(Vec::new()) };
    let tests = junit(report)?;
    let path = folder.join(format!("{}.java", tests.name));
    mores::write_whole(&path, &tests.text)?;
    Ok(vec![path])
}

/// A file without a test would only look like one.
fn junit(report: &Report) -> Result<mores::JUnit, InputError> {
    let tests = mores::junit(report);
    if tests.tests > 0 {
        return Ok(tests);
    }
    let why: Vec<&str> = tests.left_out.keys().copied().collect();
    Err(InputError::new(format!("no transition can be tested: {}", why.join("; "))))
}

/// Compares code with a model. Only what was shown to conform passes: undecided is no success.
pub(crate) fn check(args: &CheckArgs) -> Result<Done, InputError> {
    let code = request(args.code.clone(), &args.class, mores::Integers::default());
    let request = CheckRequest { model: args.model.clone(), code, certificate: args.certificate.clone() };
    let name = mores::read_model(&request.model)?.subject.name;
    let result = run(&args.run, |budget, line| mores::check(&request, budget, line))?;
    let passes = matches!(result, CheckResult::Conforms { .. });
    let file = match (&args.out, &result) {
        (Some(path), CheckResult::Differs(difference)) => write_witness(path, difference)?,
        (Some(_) | None, _) => None,
    };
    let output = match args.run.json {
        true => text::check_json(&name, &result),
        false => text::check(&name, &result, file),
    };
    Ok(Done { output, passes })
}

/// The program that shows a difference, in a file that is called as its class must be. Says where it is; nothing if there
/// is no such program.
fn write_witness<'p>(path: &'p Path, difference: &Difference) -> Result<Option<&'p Path>, InputError> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if difference.java(text::WITNESS).is_err() {
        return Ok(None);
    }
    let program = difference.java(stem).map_err(|why| InputError::new(format!("--out {}: {why}", path.display())))?;
    mores::write_whole(path, &program).map(|()| Some(path))
}

/// Shows a saved model in another form.
pub(crate) fn emit(args: &EmitArgs) -> Result<Done, InputError> {
    let text = match mores::read_saved(&args.model)? {
        Saved::Interface(report) => {
            drawn(&report, args.form, if args.legal_only { Detail::Legal } else { Detail::Full })?
        }
        Saved::Language(report) => crate::errors::drawn(&report, args.form)?,
        Saved::Transducer(report) => crate::filter::drawn(&report, args.form)?,
    };
    match &args.out {
        Some(path) => mores::write_whole(path, &text).map(|()| Done { output: String::new(), passes: true }),
        None => Ok(Done { output: text, passes: true }),
    }
}

fn drawn(report: &Report, form: Form, detail: Detail) -> Result<String, InputError> {
    Ok(match form {
        Form::Svg => mores::svg(report, detail),
        Form::Mermaid => mores::mermaid(report, detail),
        Form::Dot => mores::dot(report, detail),
        Form::Html => mores::html(report, None),
        Form::Json => report.to_json(),
        Form::Junit => junit(report)?.text,
    })
}

pub(crate) fn request(path: std::path::PathBuf, class: &ClassArgs, integers: mores::Integers) -> InterfaceRequest {
    let class_path = class.class_path.clone().map_or_else(Vec::new, |paths| paths.0);
    let (class, package_access) = (class.class.clone(), class.package_access);
    InterfaceRequest { class, class_path, integers, package_access, ..InterfaceRequest::new(path) }
}

/// Runs with a budget that an interrupt ends, showing progress.
pub(crate) fn run<T>(
    args: &RunArgs,
    work: impl FnOnce(&Budget, &Line) -> Result<T, InputError>,
) -> Result<T, InputError> {
    let budget = Budget::lasting(args.budget);
    let budget = args.memory.map_or(budget.clone(), |bytes| budget.within_memory(bytes));
    stop_on_interrupt(&budget)?;
    work(&budget, &Line::new(args.quiet))
}
