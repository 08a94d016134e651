//! The command `mores equal` and what it shows for interfaces; for filters that is in `algebra`.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use mores::report::{Answer, Model, Report, Verdict, VerdictKind};
use mores::{
    Answers, EqualReport, EqualRequest, FilterRequest, InputError, InterfaceRequest, Operand,
    Version,
};

use crate::algebra;
use crate::args::{ClassArgs, Integers, RunArgs, ViewArgs};
use crate::diff::{refuse_unless, untouched};
use crate::diff_c::is_c;
use crate::engine::EngineArgs;
use crate::filter::CodeArgs;
use crate::run::{Done, Exit, request, run};
use crate::text::{Screen, Tone, clean, fold};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/Turnstile.java --out out
  mores equal out/Turnstile.mores.json corpus/java/Turnstile.java \\
      --engine hybrid
  mores equal corpus/versions/old/Door.java corpus/versions/new/Door.java \\
      --methods open,unlock
  mores equal corpus/c/filters/html_escape.c corpus/c/filters/html_escape_table.c

Exit codes: 0 equal; 1 not equal, or it was not decided; 2 bad input, such as
two classes with other methods, or two filters of other symbols; 3 equal where
both are known, which is not everywhere.";

#[derive(Debug, ClapArgs)]
pub(crate) struct EqualArgs {
    /// One interface: code as for `mores interface`, or a saved model (.json); or one filter: a C program (.c, .i), a
    /// function or method in a file (escape.c:html, Escape.java:html), or a saved model
    first: PathBuf,
    /// The other
    second: PathBuf,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten, next_help_heading = "Options for filters")]
    code: CodeArgs,
    #[command(flatten, next_help_heading = "Options for interfaces")]
    class: ClassArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// The arithmetic: Java's own, or without bounds
    #[arg(long, value_enum, default_value_t = Integers::Wrapping)]
    integers: Integers,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Compares two interfaces, or two filters. Only what was decided passes.
pub(crate) fn equal(args: &EqualArgs) -> Result<Done, InputError> {
    if is_filter(&args.first)? || is_filter(&args.second)? || args.code.is_about_a_function() {
        return filters(args);
    }
    refuse_unless(
        untouched(&args.code),
        "--lookback, --defined and the like are for filters",
    )?;
    interfaces(args)
}

/// Whether somebody means a filter by it: a C program, a function in a file, or a saved transducer.
fn is_filter(path: &Path) -> Result<bool, InputError> {
    let Operand { request } = Operand::named(&path.to_string_lossy(), &FilterRequest::new(""));
    if request.function.is_some() || is_c(&request.path) {
        return Ok(true);
    }
    match path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("json"))
    {
        true => {
            let report: Report<Model> = mores::read_model(path)?;
            Ok(matches!(report.model, Model::Transducer(_)))
        }
        false => Ok(false),
    }
}

fn filters(args: &EqualArgs) -> Result<Done, InputError> {
    let plain =
        args.integers == Integers::Wrapping && !args.class.package_access && untouched(&args.view);
    let plain = plain && args.engine == EngineArgs::default();
    refuse_unless(
        plain,
        "an option for interfaces, like --methods, says nothing about filters",
    )?;
    let [first, second] = [&args.first, &args.second].map(|path| path.to_string_lossy());
    let class_path = args
        .class
        .class_path
        .clone()
        .map_or_else(Vec::new, |paths| paths.0);
    let like = FilterRequest {
        class: args.class.class.clone(),
        class_path,
        ..args.code.request(PathBuf::new())
    };
    algebra::equal([&first, &second], &like, &args.run)
}

fn interfaces(args: &EqualArgs) -> Result<Done, InputError> {
    let engine = args.engine.engine()?;
    let side = |path: &PathBuf| InterfaceRequest {
        view: (&args.view).into(),
        engine,
        learner: args.engine.learner,
        ..request(path.clone(), &args.class, args.integers.into())
    };
    let request = EqualRequest {
        first: side(&args.first),
        second: side(&args.second),
    };
    let report = run(&args.run, |budget, line| {
        mores::equal(&request, budget, line)
    })?;
    let output = if args.run.json {
        report.to_json()
    } else {
        text(&report, Screen::of(&args.run))
    };
    let exit = match (report.equal, report.exact) {
        (Some(true), Some(true)) => Exit::Passes,
        (Some(true), Some(false) | None) => Exit::Partly,
        (Some(false) | None, _) => Exit::Fails,
    };
    Ok(Done { output, exit })
}

fn text(report: &EqualReport, screen: Screen) -> String {
    let width = screen.width;
    let mut out = fold(&clean(&title(report)), "", width);
    out.push('\n');
    let tone = match report.equal {
        Some(true) => Tone::Good,
        Some(false) => Tone::Bad,
        None => Tone::Doubt,
    };
    let answer = screen.paint_verdict(tone, &clean(&answer(report)));
    out.push_str(&fold(&answer, "", width));
    let (calls, answers) = match &report.not_compared {
        Some(left_out) => (&left_out.calls, Some(left_out.answers)),
        None => (&report.witness, report.answers),
    };
    calls
        .iter()
        .for_each(|call| out.push_str(&fold(&format!("    {}", clean(call)), "        ", width)));
    if let Some(answers) = answers {
        out.push_str(&fold(&clean(&said(report, answers)), "", width));
    }
    if let Some(code) = of_code(report) {
        out.push_str(&format!("\n{}", fold(&clean(&code), "", width)));
    }
    for note in &report.notes {
        out.push_str(&fold(&format!("note: {}", clean(note)), "      ", width));
    }
    out
}

fn title(report: &EqualReport) -> String {
    let (first, second) = (&report.first, &report.second);
    let path = |v: &Version| format!("{}{}", v.path, if v.saved { " (saved model)" } else { "" });
    match first.name == second.name {
        true => format!("{}: {} and {}", first.name, path(first), path(second)),
        false => format!(
            "{}, {}, and {}, {}",
            first.name,
            path(first),
            second.name,
            path(second)
        ),
    }
}

fn answer(report: &EqualReport) -> String {
    match (report.equal, report.exact) {
        (Some(true), Some(true)) => "Equal: every sequence of calls is answered alike.".to_owned(),
        (Some(true), Some(false) | None) => partly_equal(report),
        (Some(false), _) if report.shortest == Some(true) => {
            "Not equal. The shortest calls that are answered differently:".to_owned()
        }
        (Some(false), _) => {
            "Not equal. Calls that are answered differently, perhaps not the shortest:".to_owned()
        }
        (None, _) => {
            let reason = report.reason.as_deref().unwrap_or("no reason is known");
            format!("Not decided: no difference was found, and none is excluded ({reason}).")
        }
    }
}

/// What is equal, and what was not compared.
fn partly_equal(report: &EqualReport) -> String {
    let known = match report.depth {
        Some(1) => "Equal where both are known, which is up to 1 call.".to_owned(),
        Some(depth) => format!("Equal where both are known, which is up to {depth} calls."),
        None => "Equal where both are known.".to_owned(),
    };
    match &report.not_compared {
        Some(left_out)
            if left_out.answers.first != Answer::Unknown
                && left_out.answers.second != Answer::Unknown =>
        {
            format!(
                "{known} Longer sequences are not claimed; the shortest that would be answered differently:"
            )
        }
        Some(_) => format!(
            "{known} Sequences to which the answer is unknown in one of them were not compared; the shortest of these:"
        ),
        None => known,
    }
}

/// What the two say of the last call.
fn said(report: &EqualReport, answers: Answers) -> String {
    let word = |answer: Answer| match answer {
        Answer::Ok => "ok".to_owned(),
        Answer::Unknown => "unknown".to_owned(),
        Answer::Error => match &report.cause {
            Some(cause) => match &cause.place {
                Some(place) => format!("an error ({} at {place})", cause.what),
                None => format!("an error ({})", cause.what),
            },
            None => "an error".to_owned(),
        },
    };
    if answers.first == answers.second {
        return format!("The last is {} in both.", word(answers.first));
    }
    format!(
        "The last is {} in the first, {} in the second.",
        word(answers.first),
        word(answers.second)
    )
}

/// How far the answer is one about code.
fn of_code(report: &EqualReport) -> Option<String> {
    let runs = !report.first.saved && !report.second.saved;
    match report.equal {
        None => None,
        Some(false) if runs && report.replayed == Some(true) => {
            Some("Both were run, and answer so.".to_owned())
        }
        Some(_) => Some(trust(&report.verdict)),
    }
}

fn trust(verdict: &Verdict) -> String {
    let reason = mores::sentence::because(&verdict.reason);
    match verdict.kind {
        VerdictKind::Proved => "Both interfaces are proved to be what their code does.".to_owned(),
        VerdictKind::UpTo if verdict.unless.is_some() => {
            let unless = verdict.unless.as_deref().unwrap_or_default();
            format!("Both interfaces are proved to be what their code does unless {unless}.")
        }
        VerdictKind::UpTo => {
            let depth = verdict.depth.unwrap_or(0);
            let calls = if depth == 1 { "call" } else { "calls" };
            format!(
                "This is about the interfaces, which are right about their code up to {depth} {calls} only{reason}."
            )
        }
        VerdictKind::Violated | VerdictKind::Unknown => {
            format!(
                "This is about the interfaces: not both are proved to be what their code does{reason}."
            )
        }
    }
}
