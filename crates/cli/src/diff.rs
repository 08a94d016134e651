//! The command `mores diff` and what it shows for classes; for C programs that is in `diff_c`.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use mores::{ChangeKind, Changed, DiffKind, DiffReport, DiffRequest, InputError, InterfaceRequest};

use project::revision::Named;
use project::versions::is_library;

use crate::args::{ClassArgs, Integers, ViewArgs};
use crate::diff_c::{self, VersionArgs};
use crate::run::{Done, Exit, request, run};
use crate::text::{Listing, Screen, Section, Tone, clean, fold, notes, wrote};
use crate::versions::{self, LibraryArgs};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/AlternatingBit.java --out out
  mores diff out/AlternatingBit.mores.json corpus/java/AlternatingBit.java
  mores diff corpus/versions/old/Door.java corpus/versions/new/Door.java
  mores diff corpus/versions/old/Door.java corpus/versions/new/Door.java \\
      --out out
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
    /// C: compares which calls of the functions of a file are legal, as `mores interface` does, not what a program does
    #[arg(long)]
    pub(crate) calls: bool,
}

/// Compares versions of a class, of a library or of a C program, as the names of the files say. Revisions of a git checkout
/// are files, too.
pub(crate) fn diff(mut args: DiffArgs) -> Result<Done, InputError> {
    let old = Named::new(&args.versions.old)?;
    let new = Named::new(&args.versions.new)?;
    args.versions.old = old.path().to_owned();
    args.versions.new = new.path().to_owned();
    let spoken = |text: &str| new.spoken(&old.spoken(text));
    let done = compared(&args, &spoken)?;
    Ok(Done {
        output: spoken(&done.output),
        ..done
    })
}

/// What turns the paths of files into the user's words for them.
pub(crate) type Spoken<'a> = dyn Fn(&str) -> String + 'a;

fn compared(args: &DiffArgs, spoken: &Spoken<'_>) -> Result<Done, InputError> {
    let files = [
        Some(&args.versions.old),
        Some(&args.versions.new),
        args.versions.merged.as_ref(),
        args.versions.base.as_ref(),
    ];
    let files: Vec<&PathBuf> = files.into_iter().flatten().collect();
    let c = files.iter().filter(|file| diff_c::is_c(file)).count();
    let of_calls = |file: &&PathBuf| diff_c::is_c(file) || is_model(file);
    match c {
        _ if args.calls && files.iter().all(of_calls) => classes(args, spoken),
        _ if args.calls => Err(InputError::new(
            "--calls is about C files (.c, .i, .h) and their models (.json)",
        )),
        0 => classes(args, spoken),
        n if n < files.len() && files.iter().all(of_calls) => classes(args, spoken),
        n if n == files.len() => {
            let plain = args.integers == Integers::Wrapping
                && untouched(&args.class)
                && untouched(&args.view);
            refuse_unless(
                plain,
                "an option for classes, like --methods, says nothing about C programs",
            )?;
            diff_c::diff(&args.versions, spoken)
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

/// Whether a file is a saved model, by its name.
fn is_model(file: &Path) -> bool {
    file.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("json"))
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
fn classes(args: &DiffArgs, spoken: &Spoken<'_>) -> Result<Done, InputError> {
    let plain = untouched(&args.versions.program)
        && args.versions.failures.is_none()
        && args.versions.base.is_none();
    refuse_unless(
        plain,
        "--base, --failures, --events and the like are for C programs (.c, .i)",
    )?;
    let named = [&args.versions.old, &args.versions.new];
    if args.class.class.is_none() && named.iter().all(|path| is_library(path)) {
        return versions::versions(args, spoken);
    }
    refuse_unless(
        untouched(&args.library),
        "--jobs and --every are for libraries: name two jars or folders, and no --class",
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
    let mut report = run(&args.versions.run, |budget, line| {
        mores::diff(&request, budget, line)
    })?;
    for version in [&mut report.old, &mut report.new] {
        version.path = spoken(&version.path);
    }
    let files = match &args.versions.out {
        Some(folder) => mores::write_diff(folder, &report)?,
        None => Vec::new(),
    };
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
        text(&report, &files, Screen::of(&args.versions.run))
    };
    Ok(Done { output, exit })
}

fn text(report: &DiffReport, files: &[PathBuf], screen: Screen) -> String {
    let width = screen.width;
    let tone = match report.verdict.kind {
        DiffKind::Equal => Tone::Good,
        DiffKind::Differs => Tone::Bad,
        DiffKind::EqualUpTo | DiffKind::Undecided => Tone::Doubt,
    };
    let verdict = screen.paint_verdict(tone, &clean(&report.sentence()));
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
    let title = clean(&format!("{}: {}", report.name(), report.about()));
    let title = format!("{title}\n\n");
    let listing = Listing {
        head: vec![title, fold(&verdict, "", width)],
        sections: lists.into_iter().chain(changes).collect(),
        tail: more
            .into_iter()
            .chain(notes(&report.notes, width))
            .collect(),
        files: wrote(files),
    };
    listing.text(screen)
}

/// Differences of one kind.
fn changes(report: &DiffReport, kind: ChangeKind, screen: Screen) -> Section {
    let changed = report.differences.iter().filter(|d| d.kind == kind);
    let title = format!("{}\n", screen.paint(Tone::Title, kind.heading()));
    let calls = changed.map(|d| calls(d, screen.width)).collect();
    Section {
        spaced: true,
        ..Section::of(title, calls)
    }
}

fn methods(title: &str, list: &[String], screen: Screen) -> Section {
    let method = |m: &String| fold(&format!("    {}", clean(m)), "        ", screen.width);
    let title = format!("{}\n", screen.paint(Tone::Title, title));
    Section::of(title, list.iter().map(method).collect())
}

fn calls(changed: &Changed, width: usize) -> String {
    let remark = changed.remark();
    let remark = remark.map_or(String::new(), |said| format!("  [{}]", clean(&said)));
    let mut out = String::new();
    for (i, call) in changed.calls.iter().enumerate() {
        let last = i + 1 == changed.calls.len();
        let line = if last {
            format!("    {}{}", clean(call), remark)
        } else {
            format!("    {}", clean(call))
        };
        out.push_str(&fold(&line, "        ", width));
    }
    out
}
