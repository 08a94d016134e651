//! The command `mores diff` and what it shows for classes; for C programs that is in `diff_c`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use mores::report::Answer;
use mores::{
    ChangeKind, Changed, DiffKind, DiffReport, DiffRequest, InputError, InterfaceRequest, Version,
};

use project::revision::Named;
use project::versions::is_library;

use crate::args::{ClassArgs, Integers, ViewArgs};
use crate::diff_c::{self, VersionArgs};
use crate::run::{Done, Exit, request, run};
use crate::text::{Listing, Screen, Section, Tone, clean, fold, notes};
use crate::versions::{self, LibraryArgs};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/AlternatingBit.java --out out
  mores diff out/AlternatingBit.mores.json corpus/java/AlternatingBit.java
  mores diff corpus/versions/old/Door.java corpus/versions/new/Door.java
  mores diff corpus/versions/old/Door.java corpus/versions/new/Door.java \\
      --methods open,unlock --exit-code
  mores diff corpus/versions/library/old corpus/versions/library/new
  mores diff corpus/c/versions/old.c corpus/c/versions/new.c --out out
  mores diff corpus/c/versions/old.c corpus/c/versions/new.c --failures
  mores diff --base corpus/c/merge/base.c corpus/c/merge/ours.c \\
      corpus/c/merge/theirs.c corpus/c/merge/merged.c --except dispatch

Exit codes: 0 done; with --exit-code 1 if there is a difference or it was not
decided, 3 if there is none as far as was compared; 2 bad input.";

#[derive(Debug, ClapArgs)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    pub(crate) versions: VersionArgs,
    #[command(flatten, next_help_heading = "Options for classes")]
    pub(crate) class: ClassArgs,
    #[command(flatten)]
    pub(crate) view: ViewArgs,
    /// The arithmetic: Java's own, or without bounds
    #[arg(long, value_enum, default_value_t = Integers::Wrapping)]
    pub(crate) integers: Integers,
    #[command(flatten, next_help_heading = "Options for whole libraries")]
    pub(crate) library: LibraryArgs,
}

/// Compares versions of a class, of a library or of a C program, as the names of the files say. Revisions of a git checkout
/// are files, too.
pub(crate) fn diff(mut args: DiffArgs) -> Result<Done, InputError> {
    let old = Named::new(&args.versions.old)?;
    let new = Named::new(&args.versions.new)?;
    args.versions.old = old.path().to_owned();
    args.versions.new = new.path().to_owned();
    let done = compared(&args)?;
    Ok(Done {
        output: new.spoken(&old.spoken(&done.output)),
        ..done
    })
}

fn compared(args: &DiffArgs) -> Result<Done, InputError> {
    let files = [
        Some(&args.versions.old),
        Some(&args.versions.new),
        args.versions.merged.as_ref(),
        args.versions.base.as_ref(),
    ];
    let files: Vec<&PathBuf> = files.into_iter().flatten().collect();
    let c = files.iter().filter(|file| diff_c::is_c(file)).count();
    match c {
        0 => classes(args),
        n if n == files.len() => {
            let plain = args.integers == Integers::Wrapping
                && untouched(&args.class)
                && untouched(&args.view);
            refuse_unless(
                plain,
                "an option for classes, like --methods, says nothing about C programs",
            )?;
            diff_c::diff(&args.versions)
        }
        _ => {
            let other = files
                .iter()
                .find(|file| !diff_c::is_c(file))
                .expect("not all are C");
            Err(InputError::new(format!(
                "{}: a C program (.c, .i) is compared with C programs only",
                other.display()
            )))
        }
    }
}

/// Whether no option of a group was given.
pub(crate) fn untouched<T: ClapArgs + PartialEq>(args: &T) -> bool {
    let matches = T::augment_args(clap::Command::new("none")).get_matches_from(["none"]);
    T::from_arg_matches(&matches).is_ok_and(|plain| plain == *args)
}

pub(crate) fn refuse_unless(fine: bool, message: &str) -> Result<(), InputError> {
    if fine {
        Ok(())
    } else {
        Err(InputError::new(message))
    }
}

/// Compares two versions of a class, or of a library.
fn classes(args: &DiffArgs) -> Result<Done, InputError> {
    let plain = untouched(&args.versions.program)
        && args.versions.failures.is_none()
        && args.versions.base.is_none();
    refuse_unless(
        plain,
        "--base, --failures, --events and the like are for C programs (.c, .i)",
    )?;
    let named = [&args.versions.old, &args.versions.new];
    if args.class.class.is_none() && named.iter().all(|path| is_library(path)) {
        return versions::versions(args);
    }
    refuse_unless(
        args.versions.out.is_none() && untouched(&args.library),
        "--out is for C programs (.c, .i) and for libraries, as --jobs and --every are: name two jars or folders, and \
         no --class",
    )?;
    let side = |path: &PathBuf| InterfaceRequest {
        view: (&args.view).into(),
        ..request(path.clone(), &args.class, args.integers.into())
    };
    let request = DiffRequest {
        old: side(&args.versions.old),
        new: side(&args.versions.new),
        limit: args.versions.limit,
    };
    let report = run(&args.versions.run, |budget, line| {
        mores::diff(&request, budget, line)
    })?;
    let exit = match report.verdict.kind {
        _ if !args.versions.exit_code => Exit::Passes,
        _ if report.differs() => Exit::Fails,
        DiffKind::Equal => Exit::Passes,
        DiffKind::EqualUpTo => Exit::Partly,
        DiffKind::Differs | DiffKind::Undecided => Exit::Fails,
    };
    let output = if args.versions.run.json {
        report.to_json()
    } else {
        text(&report, Screen::of(&args.versions.run))
    };
    Ok(Done { output, exit })
}

fn text(report: &DiffReport, screen: Screen) -> String {
    let width = screen.width;
    let tone = match report.verdict.kind {
        DiffKind::Equal => Tone::Good,
        DiffKind::Differs => Tone::Bad,
        DiffKind::EqualUpTo | DiffKind::Undecided => Tone::Doubt,
    };
    let verdict = screen.paint_verdict(tone, &clean(&verdict(report)));
    let lists = [
        methods("only in the new version", &report.added, screen),
        methods("only in the old version", &report.removed, screen),
        methods("not compared", &report.incomparable, screen),
    ];
    let kinds = [
        ChangeKind::Lost,
        ChangeKind::Gained,
        ChangeKind::NoLongerKnown,
        ChangeKind::NowKnown,
    ];
    let more = (report.more > 0)
        .then(|| format!("{} more differences are not shown (--limit)\n", report.more));
    let changes = kinds.into_iter().map(|kind| changes(report, kind, screen));
    let listing = Listing {
        head: vec![title(report), fold(&verdict, "", width)],
        sections: lists.into_iter().chain(changes).collect(),
        tail: more
            .into_iter()
            .chain(notes(&report.notes, width))
            .collect(),
        files: String::new(),
    };
    listing.text(screen)
}

/// Differences of one kind.
fn changes(report: &DiffReport, kind: ChangeKind, screen: Screen) -> Section {
    let changed = report.differences.iter().filter(|d| d.kind == kind);
    let title = format!("{}\n", screen.paint(Tone::Title, heading(kind)));
    let calls = changed.map(|d| calls(d, screen.width)).collect();
    Section {
        spaced: true,
        ..Section::of(title, calls)
    }
}

fn title(report: &DiffReport) -> String {
    let version = |v: &Version| {
        format!(
            "{}{}",
            clean(&v.path),
            if v.saved { " (saved model)" } else { "" }
        )
    };
    let (old, new) = (&report.old, &report.new);
    let name = match old.name == new.name {
        true => clean(&old.name),
        false => format!("{} and {}", clean(&old.name), clean(&new.name)),
    };
    format!("{name}: from {} to {}\n\n", version(old), version(new))
}

fn verdict(report: &DiffReport) -> String {
    let reason = mores::sentence::because(&report.verdict.reason);
    let saved = match report.old.saved || report.new.saved {
        true => ", as far as the saved model is right about its code",
        false => "",
    };
    let common = match report.added.is_empty()
        && report.removed.is_empty()
        && report.incomparable.is_empty()
    {
        true => "",
        false => " of the methods that both have",
    };
    match report.verdict.kind {
        DiffKind::Equal => {
            format!("No difference: proved for every sequence of calls{common}{saved}.")
        }
        DiffKind::EqualUpTo if report.verdict.unless.is_some() => {
            let unless = report.verdict.unless.as_deref().unwrap_or_default();
            format!(
                "No difference unless {unless}: proved for every sequence of calls until then{common}{saved}."
            )
        }
        DiffKind::EqualUpTo => {
            let depth = report.verdict.depth.unwrap_or(0);
            format!(
                "No difference up to {depth} calls{common}{saved}; longer sequences were not decided{reason}."
            )
        }
        DiffKind::Undecided => {
            format!("Not decided: no difference was found{common}, and none is excluded{reason}.")
        }
        DiffKind::Differs => {
            let n = report.differences.len() + report.more;
            let number = if n == 1 {
                "1 difference".to_owned()
            } else {
                format!("{n} differences")
            };
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

fn methods(title: &str, list: &[String], screen: Screen) -> Section {
    let method = |m: &String| fold(&format!("    {}", clean(m)), "        ", screen.width);
    let title = format!("{}\n", screen.paint(Tone::Title, title));
    Section::of(title, list.iter().map(method).collect())
}

fn calls(changed: &Changed, width: usize) -> String {
    let mut out = String::new();
    for (i, call) in changed.calls.iter().enumerate() {
        let last = i + 1 == changed.calls.len();
        let line = if last {
            format!("    {}{}", clean(call), remark(changed))
        } else {
            format!("    {}", clean(call))
        };
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
        ChangeKind::NoLongerKnown | ChangeKind::NowKnown => Some(format!(
            "{} before, {} now",
            word(changed.old),
            word(changed.new)
        )),
    };
    let parts: Vec<String> = known.into_iter().chain(cause).collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("  [{}]", clean(&parts.join("; ")))
    }
}
