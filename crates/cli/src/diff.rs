//! The command `mores diff` and what it shows.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use mores::report::Answer;
use mores::{ChangeKind, Changed, DiffKind, DiffReport, DiffRequest, InputError, InterfaceRequest, Version};

use crate::Done;
use crate::args::{ClassArgs, Integers, RunArgs, ViewArgs};
use crate::commands::{request, run};
use crate::text::{clean, fold, width};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/AlternatingBit.java --out out
  mores diff out/AlternatingBit.mores.json corpus/java/AlternatingBit.java
  mores diff corpus/versions/old/Door.java corpus/versions/new/Door.java
  mores diff corpus/versions/old/Door.java corpus/versions/new/Door.java \\
      --methods open,unlock --exit-code

Exit codes: 0 done; with --exit-code 1 if there is a difference or it was not
decided; 2 bad input.";

#[derive(Debug, ClapArgs)]
pub(crate) struct DiffArgs {
    /// The version before: code as for `mores interface`, or a saved model (.json)
    old: PathBuf,
    /// The version after
    new: PathBuf,
    #[command(flatten)]
    class: ClassArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// The arithmetic: Java's own, or without bounds
    #[arg(long, value_enum, default_value_t = Integers::Wrapping)]
    integers: Integers,
    /// Shows at most so many differences
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Ends with 1 if there is a difference, or if it was not decided
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Compares two versions of a class.
pub(crate) fn diff(args: &DiffArgs) -> Result<Done, InputError> {
    let side = |path: &PathBuf| InterfaceRequest {
        view: (&args.view).into(),
        ..request(path.clone(), &args.class, args.integers.into())
    };
    let request = DiffRequest { old: side(&args.old), new: side(&args.new), limit: args.limit };
    let report = run(&args.run, |budget, line| mores::diff(&request, budget, line))?;
    let passes = !args.exit_code || (!report.differs() && report.verdict.kind != DiffKind::Undecided);
    let output = if args.run.json { report.to_json() } else { text(&report, width()) };
    Ok(Done { output, passes })
}

fn text(report: &DiffReport, width: usize) -> String {
    let mut out = title(report);
    out.push_str(&fold(&clean(&verdict(report)), "", width));
    out.push_str(&methods("only in the new version", &report.added, width));
    out.push_str(&methods("only in the old version", &report.removed, width));
    out.push_str(&methods("not compared", &report.incomparable, width));
    for kind in [ChangeKind::Lost, ChangeKind::Gained, ChangeKind::NoLongerKnown, ChangeKind::NowKnown] {
        let changed: Vec<&Changed> = report.differences.iter().filter(|d| d.kind == kind).collect();
        if !changed.is_empty() {
            out.push_str(&format!("\n{}\n", heading(kind)));
            out.push_str(&changed.iter().map(|d| calls(d, width)).collect::<Vec<_>>().join("\n"));
        }
    }
    if report.more > 0 {
        out.push_str(&format!("\n{} more differences are not shown (--limit)\n", report.more));
    }
    for note in &report.notes {
        out.push_str(&format!("\n{}", fold(&format!("note: {}", clean(note)), "      ", width)));
    }
    out
}

fn title(report: &DiffReport) -> String {
    let version = |v: &Version| format!("{}{}", clean(&v.path), if v.saved { " (saved model)" } else { "" });
    let (old, new) = (&report.old, &report.new);
    let name = match old.name == new.name {
        true => clean(&old.name),
        false => format!("{} and {}", clean(&old.name), clean(&new.name)),
    };
    format!("{name}: from {} to {}\n\n", version(old), version(new))
}

fn verdict(report: &DiffReport) -> String {
    let reason = report.verdict.reason.as_ref().map(|r| format!(" ({r})")).unwrap_or_default();
    let saved = match report.old.saved || report.new.saved {
        true => ", as far as the saved model is right about its code",
        false => "",
    };
    let common = match report.added.is_empty() && report.removed.is_empty() && report.incomparable.is_empty() {
        true => "",
        false => " of the methods that both have",
    };
    match report.verdict.kind {
        DiffKind::Equal => format!("No difference: proved for every sequence of calls{common}{saved}."),
        DiffKind::EqualUpTo => {
            let depth = report.verdict.depth.unwrap_or(0);
            format!("No difference up to {depth} calls{common}{saved}; longer sequences were not decided{reason}.")
        }
        DiffKind::Undecided => format!("Not decided: no difference was found{common}, and none is excluded{reason}."),
        DiffKind::Differs => {
            let n = report.differences.len() + report.more;
            let number = if n == 1 { "1 difference".to_owned() } else { format!("{n} differences") };
            format!("{number}{common}, each with the shortest calls that lead to it.")
        }
    }
}

fn heading(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Lost => "lost: ok before, an error now",
        ChangeKind::Gained => "gained: an error before, ok now",
        ChangeKind::NoLongerKnown => "no longer known: could not be analysed in the new version",
        ChangeKind::NowKnown => "now known: could not be analysed in the old version",
    }
}

fn methods(title: &str, list: &[String], width: usize) -> String {
    let lines: String = list.iter().map(|m| fold(&format!("    {}", clean(m)), "        ", width)).collect();
    if list.is_empty() { String::new() } else { format!("\n{title}\n{lines}") }
}

fn calls(changed: &Changed, width: usize) -> String {
    let mut out = String::new();
    for (i, call) in changed.calls.iter().enumerate() {
        let last = i + 1 == changed.calls.len();
        let line =
            if last { format!("    {}{}", clean(call), remark(changed)) } else { format!("    {}", clean(call)) };
        out.push_str(&fold(&line, "        ", width));
    }
    out
}

/// What is to be said of the last call beyond the heading.
fn remark(changed: &Changed) -> String {
    let when = match changed.kind {
        ChangeKind::Lost | ChangeKind::NoLongerKnown => "now",
        ChangeKind::Gained | ChangeKind::NowKnown => "before",
    };
    let cause = changed.cause.as_ref().map(|cause| match &cause.place {
        Some(place) => format!("{when}: {} at {place}", cause.what),
        None => format!("{when}: {}", cause.what),
    });
    let word = |answer: Answer| match answer {
        Answer::Ok => "ok",
        Answer::Error => "an error",
        Answer::Unknown => "unknown",
    };
    let known = match changed.kind {
        ChangeKind::Lost | ChangeKind::Gained => None,
        ChangeKind::NoLongerKnown | ChangeKind::NowKnown => {
            Some(format!("{} before, {} now", word(changed.old), word(changed.new)))
        }
    };
    let parts: Vec<String> = known.into_iter().chain(cause).collect();
    if parts.is_empty() { String::new() } else { format!("  [{}]", clean(&parts.join("; "))) }
}
