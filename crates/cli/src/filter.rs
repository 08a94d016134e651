//! The command `mores filter` and what it shows.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use mores::transducer::{End, State, Step, Transducer, sentence};
use mores::{FilterEngine, FilterRequest, InputError, TransducerReport};

use crate::args::{Machine, Paths, RunArgs, paths};
use crate::run::{Done, Exit, run, written};
use crate::text::{Listing, Screen, Section, Tone, clean, fold, remarks, tone, wrote};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores filter corpus/c/filters/html_escape.c --out out
  mores filter corpus/c/filters/json_escape.c --function json_escape
  mores filter corpus/c/filters/html_escape.c --engine sigma-star --json
  mores filter corpus/java/filters/HtmlEscape.java

Exit codes: 0 done, whatever the verdict; 2 bad input.";

#[derive(Debug, ClapArgs)]
pub(crate) struct FilterArgs {
    /// A .c file, a .i file that is preprocessed already, a .java file, a .class file, a .jar or a folder of class files
    file: PathBuf,
    #[command(flatten)]
    source: SourceArgs,
    /// Executes the filter: runs it for real on inputs through every transition, in an empty folder, with limits
    #[arg(long)]
    replay: bool,
    #[command(flatten)]
    run: RunArgs,
    /// Leaves model, pictures and report.html in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// How the source of a filter is read, and how its model is found.
#[derive(Debug, ClapArgs)]
pub(crate) struct SourceArgs {
    #[command(flatten)]
    code: CodeArgs,
    /// The Java class, where the file holds several
    #[arg(long, value_name = "NAME")]
    class: Option<String>,
    /// Folders and jars with further Java classes, separated as the system separates paths
    #[arg(long, value_name = "PATHS", value_parser = paths)]
    class_path: Option<Paths>,
    /// How the model is found: big steps until nothing new appears, or a symbolic observation table as published
    #[arg(long, value_enum, default_value_t = EngineArg::Explore)]
    engine: EngineArg,
}

/// How the source of a filter is read.
#[derive(Debug, PartialEq, Eq, ClapArgs)]
pub(crate) struct CodeArgs {
    /// The function or method that is the filter, where it is not the whole program or the only one
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// The value of a parameter of a function in C that is neither what it reads nor where it writes; 0 if not given
    #[arg(long = "with", value_name = "NAME=VALUE", value_parser = value)]
    values: Vec<(String, i64)>,
    /// How many symbols back outputs may look
    #[arg(long, value_name = "N", default_value_t = 8)]
    lookback: usize,
    /// The size of `long` and of pointers
    #[arg(long, value_enum, default_value_t = Machine::Bits64)]
    machine: Machine,
    /// Undefined behaviour that is given its usual meaning: overflow, shift, uninitialised, pointer, constant
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    defined: Vec<String>,
    /// An argument for the preprocessor: --cc=-Iinclude --cc=-DNDEBUG
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    cc: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineArg {
    Explore,
    SigmaStar,
}

/// `name=5`.
fn value(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("a name, `=` and a number are needed, as in flags=3")?;
    let number = value
        .trim()
        .parse()
        .map_err(|_| format!("`{value}` is no number"))?;
    Ok((name.trim().to_owned(), number))
}

impl SourceArgs {
    pub(crate) fn request(&self, file: PathBuf) -> FilterRequest {
        let engine = match self.engine {
            EngineArg::Explore => FilterEngine::Explore,
            EngineArg::SigmaStar => FilterEngine::SigmaStar,
        };
        let class_path = self
            .class_path
            .clone()
            .map_or_else(Vec::new, |paths| paths.0);
        FilterRequest {
            engine,
            class: self.class.clone(),
            class_path,
            ..self.code.request(file)
        }
    }
}

impl CodeArgs {
    /// Whether a function was named, so that a filter is meant.
    pub(crate) fn is_about_a_function(&self) -> bool {
        self.function.is_some()
    }

    pub(crate) fn request(&self, file: PathBuf) -> FilterRequest {
        FilterRequest {
            machine: self.machine.into(),
            options: self.cc.clone(),
            function: self.function.clone(),
            values: self.values.clone(),
            lookback: self.lookback,
            defined: self.defined.clone(),
            ..FilterRequest::new(file)
        }
    }
}

/// Learns what a filter does and shows it.
pub(crate) fn filter(args: &FilterArgs) -> Result<Done, InputError> {
    let request = FilterRequest {
        replay: args.replay,
        ..args.source.request(args.file.clone())
    };
    let (artifacts, files) = run(&args.run, |budget, line| {
        let mut artifacts = mores::filter(&request, budget, line)?;
        let write = |folder: &Path| mores::write_filter(folder, &mut artifacts);
        let files = written(args.out.as_ref(), line, write)?;
        Ok((artifacts, files))
    })?;
    let output = if args.run.json {
        artifacts.report.to_json()
    } else {
        text(&artifacts.report, &files, Screen::of(&args.run))
    };
    Ok(Done {
        output,
        exit: Exit::Passes,
    })
}

/// Verdict first, then state by state what is written.
pub(crate) fn text(report: &TransducerReport, files: &[PathBuf], screen: Screen) -> String {
    let width = screen.width;
    let (name, path) = (clean(&report.subject.name), clean(&report.subject.path));
    let verdict = clean(&sentence::verdict(report));
    let verdict = screen.paint_verdict(tone(report.verdict.kind), &verdict);
    let mut head = vec![
        format!("{}  ({path})\n\n", screen.paint(Tone::Title, &name)),
        fold(&verdict, "", width),
    ];
    if let Some(model) = &report.model {
        let sizes = sentence::sizes(report);
        let sizes = format!("{sizes}; {:.2} s", report.effort.seconds);
        head.extend([fold(&sizes, "", width), types(model)]);
    }
    let listing = Listing {
        head,
        sections: report
            .model
            .iter()
            .map(|model| states(model, screen))
            .collect(),
        tail: remarks(&report.warnings, &report.notes, &report.replay, width),
        files: wrote(files),
    };
    listing.text(screen)
}

fn types(model: &Transducer) -> String {
    let (input, output) = (
        sentence::symbols(model.input),
        sentence::symbols(model.output),
    );
    let but = if model.alphabet == "true" {
        String::new()
    } else {
        format!(" with {}", clean(&model.alphabet))
    };
    format!("reads {input}{but}, writes {output}\n")
}

/// Three columns: what is read, what is written for it, where that leads.
struct Row {
    reads: String,
    writes: String,
    leads: String,
}

/// What is wider than its column stands on lines of its own.
const COLUMN: usize = 40;
/// Nobody reads more of one guard or of one output; the report has all of it.
const LONGEST: usize = 300;

/// The states, each with a table.
fn states(model: &Transducer, screen: Screen) -> Section {
    let is_start = |state: &State| model.starts.iter().any(|start| start.state == state.id);
    let shown = |state: &&State| state.failure.is_none() || is_start(state);
    let table = |state: &State| {
        let title = format!("state {}{}", state.id, starting(model, state));
        let mut out = format!("{}\n", screen.paint(Tone::Title, &title));
        table(&rows(model, state), screen.width, &mut out);
        out
    };
    let items: Vec<String> = model.states.iter().filter(shown).map(table).collect();
    let all = items.len();
    let more = move |shown: usize| match all - shown {
        0 => String::new(),
        more => format!("\n… and {more} more states\n"),
    };
    Section {
        title: String::new(),
        items,
        spaced: true,
        more: Box::new(more),
    }
}

fn table(rows: &[Row], width: usize, out: &mut String) {
    let column = |text: fn(&Row) -> &str| {
        rows.iter()
            .map(|row| text(row).chars().count())
            .filter(|&n| n <= COLUMN)
            .max()
            .unwrap_or(0)
    };
    let (reads, writes) = (column(|row| &row.reads), column(|row| &row.writes));
    for row in rows {
        let wide = row.reads.chars().count() > reads;
        if wide {
            out.push_str(&fold(&format!("    {}", row.reads), "      ", width));
        }
        let first = if wide { "" } else { row.reads.as_str() };
        let line = format!(
            "    {first:reads$}  ->  {:writes$}  {}",
            row.writes, row.leads
        );
        let fits = line.trim_end().chars().count() <= width;
        // Lines that fit keep the spaces between columns.
        match fits {
            true => out.push_str(&format!("{}\n", line.trim_end())),
            false => out.push_str(&hang(
                first,
                reads,
                &format!("{}  {}", row.writes, row.leads),
                width,
            )),
        }
    }
}

/// What is read, and behind it what takes more than one line.
fn hang(first: &str, reads: usize, rest: &str, width: usize) -> String {
    let indent = " ".repeat(reads + 10);
    let folded = fold(rest, "", width.saturating_sub(indent.len()).max(30));
    let line = |(i, line): (usize, &str)| match i {
        0 => format!("    {first:reads$}  ->  {line}\n"),
        _ => format!("{indent}{line}\n"),
    };
    folded.lines().enumerate().map(line).collect()
}

/// A text without what would steer the terminal, and not longer than anybody reads.
fn readable(text: &str) -> String {
    let text = clean(text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn starting(model: &Transducer, state: &State) -> String {
    let starts: Vec<_> = model
        .starts
        .iter()
        .filter(|start| start.state == state.id)
        .collect();
    match starts.iter().any(|start| start.when.is_some()) {
        true => ", start of the inputs that its look-ahead accepts".to_owned(),
        false if starts.is_empty() || model.states.len() == 1 => String::new(),
        false => ", start".to_owned(),
    }
}

fn rows(model: &Transducer, state: &State) -> Vec<Row> {
    if let Some(why) = &state.failure {
        return vec![Row {
            reads: "whatever is read".to_owned(),
            writes: "nothing".to_owned(),
            leads: clean(&sentence::failure(why)),
        }];
    }
    let steps = model
        .transitions
        .iter()
        .filter(|step| step.from == state.id)
        .map(|step| row(model, step));
    let ends = model.ends.iter().filter(|end| end.state == state.id);
    let mut rows: Vec<Row> = steps.chain(ends.clone().map(end_row)).collect();
    if ends.count() == 0 {
        rows.push(Row {
            reads: "at the end".into(),
            writes: "not defined".into(),
            leads: String::new(),
        });
    }
    rows
}

fn row(model: &Transducer, step: &Step) -> Row {
    let failure = model
        .states
        .iter()
        .find(|state| state.id == step.to)
        .and_then(|state| state.failure.as_ref());
    let mut leads = match failure {
        Some(why) => clean(&sentence::failure(why)),
        None if step.to == step.from => String::new(),
        None => format!("-> {}", step.to),
    };
    let sets: Vec<String> = model
        .registers
        .iter()
        .zip(&step.updates)
        .filter(|(register, update)| register.name != **update)
        .map(|(register, update)| format!("{} = {update}", register.name))
        .collect();
    if !sets.is_empty() {
        leads = format!(
            "{leads}{}sets {}",
            if leads.is_empty() { "" } else { ", " },
            clean(&sets.join(", "))
        );
    }
    Row {
        reads: readable(&step.guard_text),
        writes: readable(sentence::written(&step.writes_text)),
        leads,
    }
}

fn end_row(end: &End) -> Row {
    let when = if end.guard == "true" {
        String::new()
    } else {
        format!(" if {}", readable(&end.guard_text))
    };
    Row {
        reads: format!("at the end{when}"),
        writes: readable(sentence::written(&end.writes_text)),
        leads: String::new(),
    }
}
