//! What `mores diff` shows for C programs.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use mores::{
    Goal, InputError, LanguageDiffKind, LanguageDiffReport, LanguageDiffRequest, LanguagePart,
    LanguageRequest, PartWord, Versions,
};

use crate::args::RunArgs;
use crate::diff::Spoken;
use crate::errors::{FailureArg, ProgramArgs, kinds_of};
use crate::run::{Done, Exit, run};
use crate::text::{Listing, Screen, Section, Tone, clean, fold, notes, wrote};

/// What is compared, and how it is shown; for C programs this is all.
#[derive(Debug, ClapArgs)]
pub(crate) struct VersionArgs {
    /// The version before: code as for `mores interface`, a saved model (.json), a jar or folder with all its classes, or a C
    /// program (.c, .i); of a revision of a git checkout if written REVISION:PATH; with --base, one branch
    pub(crate) old: PathBuf,
    /// The version after; with --base, the other branch
    pub(crate) new: PathBuf,
    /// With --base: what a merge made of the two branches
    #[arg(requires = "base")]
    pub(crate) merged: Option<PathBuf>,
    /// C: what both branches of a merge began with. Shows what the merged program does and neither branch did, and what of
    /// a branch was lost
    #[arg(long, value_name = "FILE", requires = "merged")]
    pub(crate) base: Option<PathBuf>,
    /// C: compares how the programs fail, not what they do; `--failures=assertions` only by these, as for `mores errors`
    #[arg(long, value_name = "KINDS", value_delimiter = ',', num_args = 0.., require_equals = true)]
    pub(crate) failures: Option<Vec<FailureArg>>,
    /// Leaves a page that shows both versions, the result as JSON, and a program for each difference in this folder: in Java
    /// for classes and libraries; C: a file of inputs for each word, and the differences as pictures
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Shows at most so many differences, for C of each kind
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// Ends with 1 if there is a difference, or if it was not decided; with 3 if there is none as far as was compared
    #[arg(long)]
    pub(crate) exit_code: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten, next_help_heading = "Options for C programs")]
    pub(crate) program: ProgramArgs,
}

/// Whether a file is a C program, by its name.
pub(crate) fn is_c(file: &Path) -> bool {
    file.extension()
        .is_some_and(|ending| ending == "c" || ending == "i" || ending == "h")
}

/// Compares versions of a C program.
pub(crate) fn diff(args: &VersionArgs, spoken: &Spoken<'_>) -> Result<Done, InputError> {
    let goal = if args.failures.is_some() {
        Goal::Failures
    } else {
        Goal::Ends
    };
    let like = LanguageRequest {
        failures: args.failures.as_deref().and_then(kinds_of),
        ..args.program.request(args.old.clone(), goal)
    };
    let request = LanguageDiffRequest {
        like,
        versions: versions(args),
        limit: args.limit,
    };
    let mut artifacts = run(&args.run, |budget, line| {
        mores::language_diff(&request, budget, line)
    })?;
    speak(&mut artifacts.report, spoken);
    let files = match &args.out {
        Some(folder) => mores::write_language_diff(folder, &mut artifacts)?,
        None => Vec::new(),
    };
    let report = &artifacts.report;
    let output = if args.run.json {
        report.to_json()
    } else {
        text(report, &files, Screen::of(&args.run))
    };
    let exit = match report.verdict.kind {
        _ if !args.exit_code => Exit::Passes,
        LanguageDiffKind::Equal => Exit::Passes,
        LanguageDiffKind::EqualWithin => Exit::Partly,
        LanguageDiffKind::Differs
        | LanguageDiffKind::DiffersWithin
        | LanguageDiffKind::Undecided => Exit::Fails,
    };
    Ok(Done { output, exit })
}

fn versions(args: &VersionArgs) -> Versions {
    match (&args.base, &args.merged) {
        (Some(base), Some(merged)) => Versions::Merge {
            base: base.clone(),
            ours: args.old.clone(),
            theirs: args.new.clone(),
            merged: merged.clone(),
        },
        (None, _) | (_, None) => Versions::Two {
            old: args.old.clone(),
            new: args.new.clone(),
        },
    }
}

/// Names files as the user does, wherever the report names one.
fn speak(report: &mut LanguageDiffReport, spoken: &Spoken<'_>) {
    let versions = report.versions.iter_mut().map(|version| &mut version.path);
    let parts = report.parts.iter_mut();
    let events = parts.flat_map(|part| &mut part.model.alphabet);
    let places = events.filter_map(|event| event.place.as_mut());
    for text in versions.chain(places).chain(&mut report.notes) {
        *text = spoken(text);
    }
}

fn text(report: &LanguageDiffReport, files: &[PathBuf], screen: Screen) -> String {
    let width = screen.width;
    let tone = match report.verdict.kind {
        LanguageDiffKind::Equal => Tone::Good,
        LanguageDiffKind::Differs | LanguageDiffKind::DiffersWithin => Tone::Bad,
        LanguageDiffKind::EqualWithin | LanguageDiffKind::Undecided => Tone::Doubt,
    };
    let verdict = screen.paint_verdict(tone, &clean(&report.sentence()));
    let head = vec![
        format!("{}\n", fold(&clean(&report.title()), "    ", width)),
        fold(&verdict, "", width),
    ];
    let parts = report.parts.iter();
    let listing = Listing {
        head,
        sections: parts.map(|part| section(report, part, screen)).collect(),
        tail: notes(&report.notes, width),
        files: wrote(files),
    };
    listing.text(screen)
}

fn section(report: &LanguageDiffReport, part: &LanguagePart, screen: Screen) -> Section {
    let heading = part.kind.heading(report.is_about_failures());
    let title = fold(&screen.paint(Tone::Title, heading), "    ", screen.width);
    let words = part.words.iter().enumerate();
    let items: Vec<String> = words
        .map(|(i, word)| word_text(i + 1, word, screen.width))
        .collect();
    let (all, unlisted) = (items.len(), part.more);
    let more = move |shown: usize| match (all - shown, unlisted) {
        (0, Some(0)) => String::new(),
        (0, Some(more)) => format!("     … and {more} more (--limit)\n"),
        (left_out, Some(more)) => format!("     … and {} more\n", left_out as u64 + more),
        (_, None) => "     … and so on: there is no end of them\n".to_owned(),
    };
    Section {
        more: Box::new(more),
        ..Section::of(title, items)
    }
}

fn word_text(number: usize, word: &PartWord, width: usize) -> String {
    let doubt = if word.certain {
        ""
    } else {
        "  [within the bounds]"
    };
    let mut out = fold(
        &clean(&format!("{number:3}  {}{doubt}", word.events.join(" > "))),
        "     ",
        width,
    );
    match &word.inputs {
        Some(inputs) if inputs.is_empty() => {}
        Some(inputs) => {
            let values: Vec<&str> = inputs.iter().map(|input| input.value.as_str()).collect();
            out.push_str(&fold(
                &clean(&format!("     inputs: {}", values.join(", "))),
                "             ",
                width,
            ));
        }
        None => out
            .push_str("     proved to happen; its inputs lie beyond the runs that were followed\n"),
    }
    out
}
