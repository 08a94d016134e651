//! The commands that compute with filters, and what they show.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use mores::report::{Verdict, VerdictKind};
use mores::{
    AlgebraReport, AlgebraRequest, FilterRequest, InputError, Law, Made, Making, Operand, Question,
    Sequence, Shown, TransducerReport, Version, YesNo,
};

use crate::args::RunArgs;
use crate::filter::{self, SourceArgs};
use crate::run::{Done, Exit, run};
use crate::text::{Screen, Tone, clean, fold};

pub(crate) const COMMUTES_EXAMPLES: &str = "\
Examples:
  mores commutes corpus/c/filters/rot13.c corpus/c/filters/upper_case.c
  mores commutes corpus/c/filters/rot13.c corpus/c/filters/html_escape.c

Exit codes: 0 yes; 1 no, or it was not decided; 2 bad input; 3 yes of models
that are not proved.";

pub(crate) const IDEMPOTENT_EXAMPLES: &str = "\
Examples:
  mores idempotent corpus/c/filters/html_escape.c
  mores idempotent corpus/c/filters/cleanse_attribute.c:cleanse_attribute

Exit codes: 0 yes; 1 no, or it was not decided; 2 bad input; 3 yes of models
that are not proved.";

pub(crate) const INJECTIVE_EXAMPLES: &str = "\
Examples:
  mores injective corpus/c/filters/rot13.c
  mores injective corpus/c/filters/css_url_escape.c --function css_url_escape

Exit codes: 0 yes; 1 no, or it was not decided; 2 bad input; 3 yes of models
that are not proved.";

pub(crate) const ROUNDTRIP_EXAMPLES: &str = "\
Examples:
  mores roundtrip corpus/c/filters/hex_encode_lower.c \\
      corpus/c/filters/hex_decode.c
  mores roundtrip corpus/c/filters/pre_escape.c:pre_escape \\
      corpus/c/filters/percent_decode.c

Exit codes: 0 yes; 1 no, or it was not decided; 2 bad input; 3 yes of models
that are not proved.";

pub(crate) const AVOIDS_EXAMPLES: &str = "\
Examples:
  mores avoids corpus/c/filters/html_escape.c '[<>]'
  mores avoids corpus/c/filters/html_escape.c '&amp;lt'

A part of the output is enough for a match; ^ and $ are its ends.
Exit codes: 0 yes; 1 no, or it was not decided; 2 bad input; 3 yes of models
that are not proved.";

pub(crate) const PREIMAGE_EXAMPLES: &str = "\
Examples:
  mores preimage corpus/c/filters/html_escape.c '&amp;lt'
  mores preimage corpus/c/filters/rot13.c '^nop$' --out inputs.mores.json

A part of the output is enough for a match; ^ and $ are its ends.
Exit codes: 0 done; 1 it was not decided; 2 bad input.";

pub(crate) const INCLUDES_EXAMPLES: &str = "\
Examples:
  mores includes corpus/c/filters/html_escape.c \\
      corpus/c/filters/html_escape_table.c
  mores includes corpus/c/filters/hex_encode_lower.c \\
      corpus/c/filters/hex_encode_upper.c

Exit codes: 0 yes; 1 no, or it was not decided; 2 bad input; 3 yes of models
that are not proved.";

pub(crate) const COMPOSE_EXAMPLES: &str = "\
Examples:
  mores compose corpus/c/filters/upper_case.c corpus/c/filters/html_escape.c
  mores compose corpus/c/filters/upper_case.c corpus/c/filters/html_escape.c \\
      --out both.mores.json

Exit codes: 0 done; 1 it was not found; 2 bad input.";

pub(crate) const INVERT_EXAMPLES: &str = "\
Examples:
  mores invert corpus/c/filters/hex_encode_lower.c --out decode.mores.json
  mores equal decode.mores.json corpus/c/filters/hex_decode.c

Exit codes: 0 done; 1 two inputs are written alike, or it was not decided;
2 bad input.";

/// Two filters.
#[derive(Debug, ClapArgs)]
pub(crate) struct TwoArgs {
    /// A filter: code as for `mores filter`, a function in it (escape.c:html), or a saved model (.json)
    first: String,
    /// Another
    second: String,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// One filter.
#[derive(Debug, ClapArgs)]
pub(crate) struct OneArgs {
    /// A filter: code as for `mores filter`, a function in it (escape.c:html), or a saved model (.json)
    filter: String,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// A filter and a regular expression.
#[derive(Debug, ClapArgs)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    one: OneArgs,
    /// A regular expression; a part of the output is enough for a match
    regex: String,
}

/// Where a new filter goes.
#[derive(Debug, ClapArgs)]
pub(crate) struct OutArgs {
    /// Writes the new filter to this file, as a model that every command takes
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Two filters that become one.
#[derive(Debug, ClapArgs)]
pub(crate) struct ComposeArgs {
    #[command(flatten)]
    two: TwoArgs,
    #[command(flatten)]
    out: OutArgs,
}

/// A filter that becomes another.
#[derive(Debug, ClapArgs)]
pub(crate) struct InvertArgs {
    #[command(flatten)]
    one: OneArgs,
    #[command(flatten)]
    out: OutArgs,
}

/// A filter, a regular expression, and where the answer goes.
#[derive(Debug, ClapArgs)]
pub(crate) struct PreimageArgs {
    #[command(flatten)]
    one: MatchArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl TwoArgs {
    fn operands(&self) -> [Operand; 2] {
        let like = self.source.request(PathBuf::new());
        [
            Operand::named(&self.first, &like),
            Operand::named(&self.second, &like),
        ]
    }
}

impl OneArgs {
    fn operand(&self) -> Operand {
        Operand::named(&self.filter, &self.source.request(PathBuf::new()))
    }
}

/// A question about two filters.
pub(crate) fn two(args: &TwoArgs, law: Law) -> Result<Done, InputError> {
    ask(law, args.operands().to_vec(), &args.run)
}

/// A question about one filter.
pub(crate) fn one(args: &OneArgs, law: Law) -> Result<Done, InputError> {
    ask(law, vec![args.operand()], &args.run)
}

/// Whether outputs never match.
pub(crate) fn avoids(args: &MatchArgs) -> Result<Done, InputError> {
    one(&args.one, Law::Avoids(args.regex.clone()))
}

/// Whether two filters are equal; for `mores equal`, which is about interfaces, too.
pub(crate) fn equal(
    names: [&str; 2],
    like: &FilterRequest,
    args: &RunArgs,
) -> Result<Done, InputError> {
    ask(
        Law::Equal,
        names.map(|name| Operand::named(name, like)).to_vec(),
        args,
    )
}

/// One filter after another.
pub(crate) fn compose(args: &ComposeArgs) -> Result<Done, InputError> {
    make(
        &Making::Compose(args.two.operands()),
        &args.out,
        &args.two.run,
    )
}

/// The filter that undoes another.
pub(crate) fn invert(args: &InvertArgs) -> Result<Done, InputError> {
    make(
        &Making::Invert(args.one.operand()),
        &args.out,
        &args.one.run,
    )
}

/// The inputs whose outputs match.
pub(crate) fn preimage(args: &PreimageArgs) -> Result<Done, InputError> {
    let MatchArgs { one, regex } = &args.one;
    make(
        &Making::Preimage(one.operand(), regex.clone()),
        &args.out,
        &one.run,
    )
}

fn ask(law: Law, operands: Vec<Operand>, args: &RunArgs) -> Result<Done, InputError> {
    let request = AlgebraRequest { law, operands };
    let report = run(args, |budget, line| mores::ask(&request, budget, line))?;
    let output = if args.json {
        report.to_json()
    } else {
        text(&report, Screen::of(args))
    };
    let exit = match report.answer {
        YesNo::Yes if report.verdict.kind == VerdictKind::Proved => Exit::Passes,
        // So it is of the models, which are not known to be right about all inputs.
        YesNo::Yes => Exit::Partly,
        YesNo::No | YesNo::Unknown => Exit::Fails,
    };
    Ok(Done { output, exit })
}

fn make(making: &Making, out: &OutArgs, args: &RunArgs) -> Result<Done, InputError> {
    match run(args, |budget, line| mores::make(making, budget, line))? {
        Made::Filter(report) => {
            let file = out
                .out
                .as_deref()
                .map(|path| save(path, &report))
                .transpose()?;
            let files: Vec<PathBuf> = file.into_iter().collect();
            let output = if args.json {
                report.to_json()
            } else {
                filter::text(&report, &files, Screen::of(args))
            };
            Ok(Done {
                output,
                exit: Exit::Passes,
            })
        }
        Made::Not(report) => {
            let output = if args.json {
                report.to_json()
            } else {
                text(&report, Screen::of(args))
            };
            Ok(Done {
                output,
                exit: Exit::Fails,
            })
        }
    }
}

fn save(path: &Path, report: &TransducerReport) -> Result<PathBuf, InputError> {
    mores::write_whole(path, &report.to_json()).map(|()| path.to_owned())
}

fn text(report: &AlgebraReport, screen: Screen) -> String {
    let width = screen.width;
    let mut out = fold(&clean(&title(report)), "", width);
    out.push('\n');
    let tone = match report.answer {
        YesNo::Yes => Tone::Good,
        YesNo::No => Tone::Bad,
        YesNo::Unknown => Tone::Doubt,
    };
    let answer = screen.paint_verdict(tone, &clean(&answer(report)));
    out.push_str(&fold(&answer, "", width));
    if let Some(shown) = &report.witness {
        witness(shown, width, &mut out);
    }
    if report.answer != YesNo::Unknown {
        out.push_str(&format!(
            "\n{}",
            fold(
                &clean(&trust(&report.verdict, report.operands.len())),
                "",
                width
            )
        ));
    }
    for note in &report.notes {
        out.push_str(&fold(&format!("note: {}", clean(note)), "      ", width));
    }
    out
}

fn title(report: &AlgebraReport) -> String {
    let path = |v: &Version| {
        format!(
            "{} ({}{})",
            v.name,
            v.path,
            if v.saved { ", saved model" } else { "" }
        )
    };
    let paths: Vec<String> = report.operands.iter().map(path).collect();
    let regex = report
        .regex
        .as_ref()
        .map(|regex| format!(", `{regex}`"))
        .unwrap_or_default();
    format!("{}: {}{regex}", report.command.name(), paths.join(" and "))
}

fn answer(report: &AlgebraReport) -> String {
    if report.answer == YesNo::Unknown {
        let reason = report.reason.as_deref().unwrap_or("no reason is known");
        return format!("Not decided ({reason}).");
    }
    let yes = report.answer == YesNo::Yes;
    let (said, shows) = match (report.command, yes) {
        (Question::Equal, true) => ("Equal: both write the same for every input.", ""),
        (Question::Equal, false) => ("Not equal.", "for which they differ"),
        (Question::Includes, true) => (
            "Included: wherever the first is defined the second is, and writes the same.",
            "",
        ),
        (Question::Includes, false) => ("Not included.", "for which they differ"),
        (Question::Commutes, true) => ("They commute: it does not matter which comes first.", ""),
        (Question::Commutes, false) => ("They do not commute.", "for which the order matters"),
        (Question::Roundtrip, true) => ("The second gives back every input of the first.", ""),
        (Question::Roundtrip, false) => ("Not every input comes back.", "that does not"),
        (Question::Idempotent, true) => (
            "Idempotent: doing it twice is the same as doing it once.",
            "",
        ),
        (Question::Idempotent, false) => (
            "Not idempotent.",
            "for which doing it twice makes a difference",
        ),
        (Question::Injective, true) => ("Injective: no two inputs are written alike.", ""),
        (Question::Injective, false) => (
            "Not injective: two inputs are written alike.",
            "of that kind",
        ),
        (Question::Avoids, true) => ("No output ever matches.", ""),
        (Question::Avoids, false) => ("Some output matches.", "that leads to one"),
        (Question::Invert, _) => (
            "There is no inverse: two inputs are written alike.",
            "of that kind",
        ),
        (Question::Compose | Question::Preimage, _) => ("It was not made.", "that shows it"),
    };
    match &report.witness {
        None => said.to_owned(),
        Some(shown) => format!("{said} {}:", which(shown, shows)),
    }
}

fn which(shown: &Shown, shows: &str) -> String {
    match (shown.shortest, shown.inputs.len()) {
        (true, 1) => format!("The shortest input {shows}"),
        (true, _) => format!("The shortest inputs {shows}"),
        (false, 1) => format!("An input {shows}, perhaps not the shortest"),
        (false, _) => format!("Inputs {shows}, perhaps not the shortest"),
    }
}

fn witness(shown: &Shown, width: usize, out: &mut String) {
    let rows = shown
        .inputs
        .iter()
        .map(|input| ("input".to_owned(), Some(input)));
    let outputs = shown
        .outputs
        .iter()
        .map(|output| (output.by.clone(), output.writes.as_ref()));
    let rows: Vec<(String, Option<&Sequence>)> = rows.chain(outputs).collect();
    let column = rows
        .iter()
        .map(|(what, _)| what.chars().count())
        .max()
        .unwrap_or(0);
    for (what, sequence) in rows {
        let text = sequence.map_or_else(|| "not defined".to_owned(), Sequence::shown);
        let line = format!("    {what:column$}  {}", clean(&text));
        let fits = line.chars().count() <= width;
        out.push_str(&if fits {
            format!("{line}\n")
        } else {
            fold(&line, "        ", width)
        });
    }
}

/// How far the answer is one about code.
fn trust(verdict: &Verdict, operands: usize) -> String {
    let reason = mores::sentence::because(&verdict.reason);
    let (models, are) = if operands == 1 {
        ("model", "is")
    } else {
        ("models", "are")
    };
    let claim = match verdict.kind {
        VerdictKind::Proved if operands == 1 => {
            "The model is proved to be what its code does.".to_owned()
        }
        VerdictKind::Proved => "Both models are proved to be what their code does.".to_owned(),
        VerdictKind::UpTo => {
            let depth = verdict.depth.unwrap_or(0);
            let symbols = if depth == 1 { "symbol" } else { "symbols" };
            format!(
                "This is about the {models}, which {are} right about the code up to {depth} {symbols} only{reason}."
            )
        }
        VerdictKind::Violated | VerdictKind::Unknown => {
            let not = if operands == 1 {
                "it is not"
            } else {
                "not both are"
            };
            format!("This is about the {models}: {not} proved to be what the code does{reason}.")
        }
    };
    match &verdict.assumptions[..] {
        [] => claim,
        assumptions => format!(
            "{claim} This is about runs where {}.",
            assumptions.join("; ")
        ),
    }
}
