//! What each command does.

use std::path::{Path, PathBuf};

use mores::report::{Kind, Model, Report};
use mores::{Budget, CheckRequest, CheckResult, Detail, Difference, InputError, InterfaceRequest};

use crate::args::{CheckArgs, ClassArgs, EmitArgs, Form, InterfaceArgs, RunArgs, Tests};
use crate::progress::{Line, stop_on_interrupt};
use crate::text;
use crate::{Done, Exit};

/// Learns an interface and shows it.
pub(crate) fn interface(args: &InterfaceArgs) -> Result<Done, InputError> {
    let plain = request(args.path.clone(), &args.class, args.integers.into());
    let (view, engine) = ((&args.view).into(), args.engine.engine()?);
    let request = InterfaceRequest {
        view,
        engine,
        learner: args.engine.learner,
        replay: args.replay,
        ..plain
    };
    let mut artifacts = run(&args.run, |budget, line| {
        mores::interface(&request, budget, line)
    })?;
    let tests = args
        .tests
        .map(|Tests::Junit| mores::junit(&artifacts.report));
    artifacts.report.warnings.extend(
        tests
            .as_ref()
            .and_then(untested)
            .map(|why| format!("No tests were written: {why}.")),
    );
    let files = match &args.out {
        Some(folder) => [
            mores::write_out(folder, &mut artifacts)?,
            write_tests(folder, tests.as_ref())?,
        ]
        .concat(),
        None => Vec::new(),
    };
    let output = if args.run.json {
        artifacts.report.to_json()
    } else {
        text::interface(&artifacts.report, &files, text::width())
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

/// Compares code with a model. Only what was shown to conform passes: undecided is no success.
pub(crate) fn check(args: &CheckArgs) -> Result<Done, InputError> {
    let code = request(args.code.clone(), &args.class, mores::Integers::default());
    let request = CheckRequest {
        model: args.model.clone(),
        code,
        certificate: args.certificate.clone(),
        options: args.cc.clone(),
    };
    let check = run(&args.run, |budget, line| {
        mores::check(&request, budget, line)
    })?;
    let exit = Exit::passing(matches!(check.result, CheckResult::Conforms { .. }));
    let file = match (&args.out, &check.result) {
        (Some(path), CheckResult::Differs(difference)) => write_witness(path, difference)?,
        (Some(_) | None, _) => None,
    };
    let output = match args.run.json {
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
            let tests = mores::junit(&mores::read_model(&args.model)?);
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

pub(crate) fn request(
    path: std::path::PathBuf,
    class: &ClassArgs,
    integers: mores::Integers,
) -> InterfaceRequest {
    let class_path = class
        .class_path
        .clone()
        .map_or_else(Vec::new, |paths| paths.0);
    let (class, package_access) = (class.class.clone(), class.package_access);
    InterfaceRequest {
        class,
        class_path,
        integers,
        package_access,
        ..InterfaceRequest::new(path)
    }
}

/// Runs with a budget that an interrupt ends, showing progress.
pub(crate) fn run<T>(
    args: &RunArgs,
    work: impl FnOnce(&Budget, &Line) -> Result<T, InputError>,
) -> Result<T, InputError> {
    let budget = Budget::lasting(args.budget);
    let budget = args
        .memory
        .map_or(budget.clone(), |bytes| budget.within_memory(bytes));
    stop_on_interrupt(&budget)?;
    work(&budget, &Line::new(args.quiet))
}
