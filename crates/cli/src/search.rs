//! The command `mores search` and what it shows.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use mores::report::SourcePlace;
use mores::{Ending, Extent, InputError, InterfaceRequest, Reachable, SearchReport, sentence};

use crate::args::{ClassArgs, Integers, RunArgs, ViewArgs};
use crate::run::{Done, Exit, request, run};
use crate::text::{Listing, Screen, Section, Tone, clean, fold, notes};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores search corpus/java/PipedOutputStream.java
  mores search corpus/java/Signature.java --json
  mores search java.io.StringReader --methods close,ready --budget 30s
  mores search corpus/java/AlternatingBit.java --integers mathematical

Exit codes: 0 done, whatever was found; 2 bad input.";

#[derive(Debug, ClapArgs)]
pub(crate) struct SearchArgs {
    /// A .java or .class file, a jar, a folder of class files, or the name of a class of the JDK
    #[arg(value_name = "FILE|FOLDER|JAR|CLASS")]
    path: PathBuf,
    #[command(flatten)]
    class: ClassArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// The arithmetic: Java's own, or without bounds
    #[arg(long, value_enum, default_value_t = Integers::Wrapping)]
    integers: Integers,
    #[command(flatten)]
    run: RunArgs,
}

/// Searches the states of a class and shows which errors can be reached.
pub(crate) fn search(args: &SearchArgs) -> Result<Done, InputError> {
    let request = InterfaceRequest {
        view: (&args.view).into(),
        ..request(args.path.clone(), &args.class, args.integers.into())
    };
    let report = run(&args.run, |budget, line| {
        mores::search(&request, budget, line)
    })?;
    let output = if args.run.json {
        report.to_json()
    } else {
        text(&report, Screen::of(&args.run))
    };
    Ok(Done {
        output,
        exit: Exit::Passes,
    })
}

fn text(report: &SearchReport, screen: Screen) -> String {
    let counts = &report.counts;
    let (name, path) = (clean(&report.subject.name), clean(&report.subject.path));
    let reached = match report.search.complete {
        true => format!(
            "{} of {} errors in the code can be reached",
            counts.reachable, counts.errors
        ),
        false => format!(
            "{} of {} errors that were seen in the code were reached, of the others it is not known",
            counts.reachable, counts.errors
        ),
    };
    let effort = format!(
        "{reached}; {} sets of states, {:.2} s",
        counts.regions, report.effort.seconds
    );
    let tone = match report.search.complete {
        true => Tone::Good,
        false => Tone::Doubt,
    };
    let extent = screen.paint_verdict(tone, &clean(&extent(&report.search)));
    let group = |status| report.errors.iter().filter(move |e| e.status == status);
    let head = vec![
        format!("{}  ({path})\n\n", screen.paint(Tone::Title, &name)),
        fold(&extent, "", screen.width),
        fold(sentence::integers(report.search.integers), "", screen.width),
        fold(&effort, "", screen.width),
    ];
    let sections = vec![
        section("can be reached", group(Reachable::Reachable), screen),
        section("cannot be reached", group(Reachable::Unreachable), screen),
        section("not reached", group(Reachable::NotReached), screen),
        section("unknown", report.unknown.iter(), screen),
    ];
    let listing = Listing {
        head,
        sections,
        tail: notes(&report.notes, screen.width),
        files: String::new(),
    };
    listing.text(screen)
}

/// How far the search got, as a sentence or two.
fn extent(extent: &Extent) -> String {
    let calls = |k: u64| {
        if k == 1 {
            "1 call".to_owned()
        } else {
            format!("{k} calls")
        }
    };
    let k = extent.depth;
    let reason = extent.reason.as_deref().unwrap_or("no reason is known");
    let mut said = match (extent.complete, extent.fixpoint) {
        (true, _) => {
            format!(
                "Complete: every state that can be reached at all is reached by at most {} (k = {k}).",
                calls(k)
            )
        }
        (false, true) => format!(
            "Not complete ({reason}). Every state that can be reached without that is reached by at most {} (k = {k}).",
            calls(k)
        ),
        (false, false) => format!(
            "Not complete ({reason}). All sequences of at most {} were looked at.",
            calls(k)
        ),
    };
    if !extent.without.is_empty() {
        said.push_str(&format!(
            " States are not told apart by {}: no ending depends on it.",
            extent.without.join(", ")
        ));
    }
    if !extent.assumptions.is_empty() {
        said.push_str(&format!(
            " This holds where {}.",
            extent.assumptions.join("; ")
        ));
    }
    said
}

fn section<'e>(title: &str, endings: impl Iterator<Item = &'e Ending>, screen: Screen) -> Section {
    let title = format!("{}\n", screen.paint(Tone::Title, title));
    Section::of(
        title,
        endings.map(|ending| one(ending, screen.width)).collect(),
    )
}

fn one(ending: &Ending, width: usize) -> String {
    let at = |place: &SourcePlace| format!(" at {}", clean(&place.to_string()));
    let place = ending.place.as_ref().map_or_else(String::new, at);
    let mut out = fold(
        &format!(
            "  {}  {}{place}",
            clean(&ending.method),
            clean(&ending.what)
        ),
        "      ",
        width,
    );
    for call in &ending.calls {
        out.push_str(&format!("      {}\n", clean(call)));
    }
    out
}
