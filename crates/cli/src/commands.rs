//! What each command does.

use mores::report::Report;
use mores::{Budget, CheckRequest, CheckResult, Detail, InputError, InterfaceRequest};

use crate::Done;
use crate::args::{CheckArgs, ClassArgs, EmitArgs, Form, InterfaceArgs, RunArgs};
use crate::progress::{Line, stop_on_interrupt};
use crate::text;

/// Learns an interface and shows it.
pub(crate) fn interface(args: &InterfaceArgs) -> Result<Done, InputError> {
    let plain = request(args.path.clone(), &args.class, args.integers.into());
    let request = InterfaceRequest { view: (&args.view).into(), engine: args.engine.engine()?, ..plain };
    let mut artifacts = run(&args.run, |budget, line| mores::interface(&request, budget, line))?;
    let files = match &args.out {
        Some(folder) => mores::write_out(folder, &mut artifacts)?,
        None => Vec::new(),
    };
    let output = if args.run.json {
        artifacts.report.to_json()
    } else {
        text::interface(&artifacts.report, &files, text::width())
    };
    Ok(Done { output, passes: true })
}

/// Compares code with a model. Only what was shown to conform passes: undecided is no success.
pub(crate) fn check(args: &CheckArgs) -> Result<Done, InputError> {
    let code = request(args.code.clone(), &args.class, mores::Integers::default());
    let request = CheckRequest { model: args.model.clone(), code, certificate: args.certificate.clone() };
    let name = mores::read_model(&request.model)?.subject.name;
    let result = run(&args.run, |budget, line| mores::check(&request, budget, line))?;
    let passes = matches!(result, CheckResult::Conforms { .. });
    let output = if args.run.json { text::check_json(&name, &result) } else { text::check(&name, &result) };
    Ok(Done { output, passes })
}

/// Shows a saved model in another form.
pub(crate) fn emit(args: &EmitArgs) -> Result<Done, InputError> {
    let report = mores::read_model(&args.model)?;
    let text = drawn(&report, args.form, if args.legal_only { Detail::Legal } else { Detail::Full });
    match &args.out {
        Some(path) => mores::write_whole(path, &text).map(|()| Done { output: String::new(), passes: true }),
        None => Ok(Done { output: text, passes: true }),
    }
}

fn drawn(report: &Report, form: Form, detail: Detail) -> String {
    match form {
        Form::Svg => mores::svg(report, detail),
        Form::Mermaid => mores::mermaid(report, detail),
        Form::Dot => mores::dot(report, detail),
        Form::Html => mores::html(report, None),
        Form::Json => report.to_json(),
    }
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
    stop_on_interrupt(&budget)?;
    work(&budget, &Line::new(args.quiet))
}
