//! What `mores diff` shows for two versions of a library.

use std::ffi::OsString;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use clap::Args as ClapArgs;
use mores::{Budget, InputError, Progress};
use project::versions::{
    Change, ClassDiff, Difference, Kind, Library, VersionsReport, VersionsRequest, page,
};
use project::worker;

use crate::args::{Arguments, Integers, StandIns, ViewArgs};
use crate::diff::{DiffArgs, Spoken, refuse_unless};
use crate::progress::{Line, stop_on_interrupt};
use crate::run::{Done, Exit};
use crate::text::{Screen, clean, fold};

/// Characters of a note about a class, at most.
const LONGEST_NOTE: usize = 240;

/// How a library is compared.
#[derive(Debug, Default, PartialEq, Eq, ClapArgs)]
pub(crate) struct LibraryArgs {
    /// How many classes are compared at a time; as many as there are processors if not given
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Compares also classes whose code is the same, and that of all that they lead to
    #[arg(long)]
    every: bool,
}

/// Compares all classes of two libraries.
pub(crate) fn versions(args: &DiffArgs, spoken: &Spoken<'_>) -> Result<Done, InputError> {
    let class_path = args.class.class_path.clone().map_or(Vec::new(), |p| p.0);
    let open = |path: &Path| Library::open(path, &class_path);
    let (old, new) = (open(&args.versions.old)?, open(&args.versions.new)?);
    let jobs = args.library.jobs.or(available_parallelism().ok());
    let request = VersionsRequest {
        old: old.classes().to_owned(),
        new: new.classes().to_owned(),
        options: options(args)?,
        budget: args.versions.run.budget,
        memory: args.versions.run.memory,
        jobs: jobs.map_or(1, NonZeroUsize::get),
        every: args.library.every,
    };
    let mut report = compare(args, &request)?;
    let named = |path: &PathBuf| spoken(&path.display().to_string());
    (report.old, report.new) = (named(&args.versions.old), named(&args.versions.new));
    let files = match &args.versions.out {
        Some(folder) => write(folder, &report)?,
        None => 0,
    };
    let output = match args.versions.run.json {
        true => report.to_json(),
        false => text(&report, files, Screen::of(&args.versions.run).width),
    };
    let exit = match args.versions.exit_code {
        false => Exit::Passes,
        true if report.differs() || report.is_open() => Exit::Fails,
        true if report.counts.equal_up_to > 0 => Exit::Partly,
        true => Exit::Passes,
    };
    Ok(Done { output, exit })
}

/// Runs the comparisons; an interrupt ends them, and what there is by then is shown.
fn compare(args: &DiffArgs, request: &VersionsRequest) -> Result<VersionsReport, InputError> {
    let program = worker::this_program()
        .map_err(|e| InputError::new(format!("this program cannot be found: {e}")))?;
    let budget = Budget::unlimited();
    stop_on_interrupt(&budget)?;
    let line = Line::new(args.versions.run.quiet, None);
    let mut done = 0;
    project::versions::versions(&program, request, |class| {
        done += 1;
        line.working(&|| format!("{done} classes compared, the last {class}"));
        let go_on = budget.check().is_ok();
        if !go_on {
            worker::end_all();
        }
        go_on
    })
}

/// What every class is compared with, as options of the command.
fn options(args: &DiffArgs) -> Result<Vec<OsString>, InputError> {
    let ViewArgs {
        methods,
        exclude,
        pool,
        text,
        arguments,
        stand_ins,
        scope,
        error_exceptions,
        allow_exceptions,
        error_waiting,
        error_when,
        error_result,
    } = &args.view;
    refuse_unless(
        error_result.is_empty(),
        "--error-result is about functions in C, not about the classes of a library",
    )?;
    let of_one = methods.is_some() || exclude.is_some() || !pool.is_empty() || error_when.is_some();
    refuse_unless(
        !of_one,
        "--methods, --exclude, --pool and --error-when are for one class: name it with --class",
    )?;
    let mut words: Vec<OsString> = Vec::new();
    if let Some(paths) = &args.class.class_path {
        let joined = std::env::join_paths(&paths.0);
        let joined = joined.map_err(|e| InputError::new(format!("--class-path: {e}")))?;
        words.extend(["--class-path".into(), joined]);
    }
    words.extend(text.iter().flat_map(|text| ["--text".into(), text.into()]));
    for (flag, names) in [
        ("--error-exceptions", error_exceptions),
        ("--allow-exceptions", allow_exceptions),
    ] {
        let names = names.iter().map(|names| names.0.join(","));
        words.extend(names.flat_map(|names| [flag.into(), names.into()]));
    }
    let mut flag = |on: bool, flag: &[&str]| {
        words.extend(flag.iter().filter(|_| on).map(OsString::from));
    };
    flag(args.class.package_access, &["--package-access"]);
    flag(*error_waiting, &["--error-waiting"]);
    flag(*arguments == Arguments::Any, &["--arguments", "any"]);
    flag(*stand_ins == StandIns::No, &["--stand-ins", "no"]);
    flag(*arguments == Arguments::Few, &["--arguments", "few"]);
    let scope = scope.map(|scope| scope.to_string());
    flag(
        scope.is_some(),
        &["--scope", scope.as_deref().unwrap_or_default()],
    );
    let mathematical = args.integers == Integers::Mathematical;
    flag(mathematical, &["--integers", "mathematical"]);
    flag(true, &["--limit", &args.versions.limit.to_string()]);
    Ok(words)
}

/// Leaves the report, its page, and a program for each difference that one can show, in a folder; says how many files these are.
fn write(folder: &Path, report: &VersionsReport) -> Result<usize, InputError> {
    let mut files = 0;
    let mut leave = |path: PathBuf, text: &str| {
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|e| {
            InputError::new(format!(
                "{}: the folder cannot be made: {e}",
                parent.display()
            ))
        })?;
        files += 1;
        mores::write_whole(&path, text)
    };
    leave(folder.join("diff.json"), &report.to_json())?;
    leave(folder.join("report.html"), &page(report))?;
    for class in &report.classes {
        let programs = class.judgement.differences.iter();
        let programs = programs.filter_map(|difference| difference.java.as_deref());
        for (at, program) in programs.enumerate() {
            let own = format!("{}-{}", mores::file_stem(&class.name), at + 1);
            leave(folder.join(own).join("Witness.java"), program)?;
        }
    }
    Ok(files)
}

fn text(report: &VersionsReport, files: usize, width: usize) -> String {
    let (old, new) = (clean(&report.old), clean(&report.new));
    let mut out = format!("from {old} to {new}\n\n");
    out += &fold(&report.sentence(), "", width);
    out += &list("only in the new version", &report.added);
    out += &list("only in the old version", &report.removed);
    for class in &report.classes {
        out += &changes(class, width);
    }
    out += &assumed(report, width);
    out += &open(report, width);
    if files > 0 {
        out += &format!("\nwrote {files} files\n");
    }
    out
}

fn list(title: &str, names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let lines: String = names
        .iter()
        .map(|n| format!("    {}\n", clean(n)))
        .collect();
    format!("\n{title}\n{lines}")
}

/// What is different about a class, with the shortest calls that show it.
fn changes(class: &ClassDiff, width: usize) -> String {
    let judgement = &class.judgement;
    let methods = [("+", &judgement.added), ("-", &judgement.removed)];
    let mut out = String::new();
    for (sign, names) in methods {
        for name in names {
            out += &format!("    {sign} {}\n", clean(name));
        }
    }
    let known = |d: &&Difference| matches!(d.kind, Change::Lost | Change::Gained);
    for difference in judgement.differences.iter().filter(known) {
        let line = format!("    {}: {}", difference.kind.word(), difference.line());
        out += &fold(&clean(&line), "        ", width);
    }
    if judgement.more > 0 {
        out += &format!("    {} more (--limit)\n", judgement.more);
    }
    match out.is_empty() {
        true => out,
        false => format!("\n{}\n{out}", clean(&class.name)),
    }
}

/// What *alike* was decided under, where that is not every call.
fn assumed(report: &VersionsReport, width: usize) -> String {
    let mut out = String::new();
    let decided = |class: &&ClassDiff| {
        let kind = class.judgement.verdict.kind;
        matches!(kind, Kind::Equal | Kind::EqualUpTo | Kind::Differs)
    };
    for class in report.classes.iter().filter(decided) {
        for note in &class.judgement.notes {
            let line = shortened(&format!("    {}: {note}", class.name));
            out += &fold(&clean(&line), "        ", width);
        }
    }
    match out.is_empty() {
        true => out,
        false => format!("\nassumed of what is passed\n{out}"),
    }
}

/// At most some lines of a note; the JSON has all of it.
fn shortened(note: &str) -> String {
    match note.char_indices().nth(LONGEST_NOTE) {
        Some((at, _)) => format!("{}… (--json has all)", &note[..at]),
        None => note.to_owned(),
    }
}

/// The classes of which less than everything is known, and why.
fn open(report: &VersionsReport, width: usize) -> String {
    let mut out = String::new();
    for class in &report.classes {
        let verdict = &class.judgement.verdict;
        let why = verdict.reason.as_deref().unwrap_or("no reason given");
        let line = match verdict.kind {
            Kind::SameCode | Kind::Equal | Kind::Differs => continue,
            Kind::EqualUpTo => {
                let calls = verdict.depth.unwrap_or(0);
                format!("    {}: alike up to {calls} calls ({why})", class.name)
            }
            Kind::Undecided | Kind::Failed => format!("    {}: {why}", class.name),
        };
        out += &fold(&clean(&line), "        ", width);
    }
    match out.is_empty() {
        true => out,
        false => format!("\nnot decided for all calls\n{out}"),
    }
}
