//! The commands `mores errors` and `mores explain`, and what they show.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use mores::report::VerdictKind;
use mores::{
    FailureKind, Goal, InputError, LanguageEngine, LanguageReport, LanguageRequest, Undefined,
    Word, Words,
};

use crate::args::{Machine, RunArgs};
use crate::run::{Done, Exit, run, written};
use crate::text::{Listing, Screen, Section, clean, fold, notes, tone, wrote};

pub(crate) const ERRORS_EXAMPLES: &str = "\
Examples:
  mores errors corpus/c/errors/tcas.c --out out
  mores errors corpus/c/errors/protocol.c --events assign:state
  mores errors corpus/c/errors/bubble_sort.c --bound 3 --word-length 19
  mores errors corpus/c/errors/merge_sort.c --engine lstar --bound 2
  mores errors corpus/c/errors/defroster.c --only 'read_*,shed_*' --json
  mores errors corpus/c/several/main.c corpus/c/several/queue.c

Exit codes: 0 done, whatever was found; 2 bad input.";

pub(crate) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  mores explain corpus/c/errors/docking.c --events calls --bound 2
  mores explain corpus/c/errors/merge_sort.c --events branches --out out

Exit codes: 0 done, whatever was found; 2 bad input.";

#[derive(Debug, ClapArgs)]
pub(crate) struct LanguageArgs {
    /// The .c files of the program, or .i files that are preprocessed already; events and lines are told by the first. Or a
    /// compile_commands.json: all files that it names
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    program: ProgramArgs,
    /// What counts as a failure: what C leaves undefined, and exit is an end with a code that is not 0; for `errors` all but
    /// exit if not given
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    failures: Vec<FailureArg>,
    /// How words are found: all runs within the bounds, or a learner's questions as published
    #[arg(long, value_enum, default_value_t = EngineArg::Exact)]
    engine: EngineArg,
    /// Executes the program: compiles it and runs it for real on inputs through what was found, in an empty folder, with limits
    #[arg(long)]
    replay: bool,
    #[command(flatten)]
    run: RunArgs,
    /// Leaves report, pictures, report.html and a C file of inputs for each word in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// How a C program is read and bounded.
#[derive(Debug, PartialEq, Eq, ClapArgs)]
pub(crate) struct ProgramArgs {
    /// What counts as an event: calls, branches, labels, returns, assign:VARIABLE; calls if not given, or branches in a
    /// program without calls; `learn(id)` in the source always does
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    events: Vec<String>,
    /// Only events whose names match one of these patterns (`*` and `?`)
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    only: Vec<String>,
    /// Not events whose names match one of these patterns
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    except: Vec<String>,
    /// The most iterations of a loop, and calls of a function within itself, that depend on inputs; searched for if not
    /// given
    #[arg(long, value_name = "N")]
    bound: Option<usize>,
    /// The greatest bound that is tried; as long as there is time if not given
    #[arg(long, value_name = "N")]
    max_bound: Option<usize>,
    /// The most events in a word, its end not counted
    #[arg(long, value_name = "N")]
    word_length: Option<usize>,
    /// The most events in a word where no length is given
    #[arg(long, value_name = "N", default_value_t = 200)]
    max_word_length: usize,
    /// Does not look beyond the bounds: no loops are proved or conjectured
    #[arg(long)]
    within: bool,
    /// The function that a run starts with
    #[arg(long, value_name = "NAME", default_value = "main")]
    function: String,
    /// The size of `long` and of pointers
    #[arg(long, value_enum, default_value_t = Machine::Bits64)]
    machine: Machine,
    /// Undefined behaviour that is given its usual meaning: overflow wraps, a shift takes the amount modulo the width, what
    /// was never set has any value; pointer, constant
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    defined: Vec<String>,
    /// Counts abort() as a failure, whatever else is one
    #[arg(long)]
    abort_fails: bool,
    /// Another file of the program; of all versions, where several are compared
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
    /// A compile_commands.json, or a folder with one: each file is preprocessed as it is compiled
    #[arg(long, short = 'p', value_name = "FILE")]
    compile_commands: Option<PathBuf>,
    /// What allocates memory may give null, as an input named malloc
    #[arg(long)]
    malloc_fails: bool,
    /// An argument for the preprocessor: --cc=-Iinclude --cc=-DNDEBUG
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    cc: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineArg {
    Exact,
    Lstar,
}

/// What counts as a failure, if something is said.
pub(crate) fn kinds_of(failures: &[FailureArg]) -> Option<BTreeSet<FailureKind>> {
    let kinds = failures.iter().copied().map(FailureKind::from);
    (!failures.is_empty()).then(|| kinds.collect())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailureArg {
    Assertions,
    Undefined,
    Abort,
    Exit,
}

impl From<FailureArg> for FailureKind {
    fn from(arg: FailureArg) -> Self {
        match arg {
            FailureArg::Assertions => Self::Assertions,
            FailureArg::Undefined => Self::Undefined,
            FailureArg::Abort => Self::Abort,
            FailureArg::Exit => Self::Exit,
        }
    }
}

impl ProgramArgs {
    pub(crate) fn request(&self, file: PathBuf, goal: Goal) -> LanguageRequest {
        LanguageRequest {
            also: self.also.clone(),
            commands: self.compile_commands.clone(),
            machine: self.machine.into(),
            options: self.cc.clone(),
            entry: self.function.clone(),
            goal,
            events: self.events.clone(),
            only: self.only.clone(),
            except: self.except.clone(),
            bound: self.bound,
            max_bound: self.max_bound,
            word_length: self.word_length,
            max_word_length: self.max_word_length,
            defined: self.defined.clone(),
            abort_fails: self.abort_fails,
            malloc_fails: self.malloc_fails,
            beyond: !self.within,
            ..LanguageRequest::new(file)
        }
    }
}

impl LanguageArgs {
    /// The program, with all its files.
    fn asked(&self, goal: Goal) -> Result<LanguageRequest, InputError> {
        let is_list = |file: &PathBuf| file.extension().is_some_and(|end| end == "json");
        let (files, list) = match self.files.as_slice() {
            [list] if is_list(list) => (mores::files_of_commands(list)?, Some(list.clone())),
            files => (files.to_vec(), None),
        };
        // The command line asks for at least one, and a list names one.
        let [first, others @ ..] = files.as_slice() else {
            return Err(InputError::new("name a .c file"));
        };
        let mut request = self.program.request(first.clone(), goal);
        request.also.splice(0..0, others.iter().cloned());
        request.commands = request.commands.or(list);
        Ok(request)
    }
}

/// Learns the language of a program and shows it.
pub(crate) fn language(args: &LanguageArgs, goal: Goal) -> Result<Done, InputError> {
    let engine = match args.engine {
        EngineArg::Exact => LanguageEngine::Exact,
        EngineArg::Lstar => LanguageEngine::LStar,
    };
    let request = LanguageRequest {
        engine,
        failures: kinds_of(&args.failures),
        replay: args.replay,
        ..args.asked(goal)?
    };
    let (artifacts, files) = run(&args.run, |budget, line| {
        let mut artifacts = mores::language(&request, budget, line)?;
        let write = |folder: &Path| mores::write_language(folder, &mut artifacts);
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

/// Words that are shown at most where not all are wanted.
const SHOWN: usize = 12;

fn text(report: &LanguageReport, files: &[PathBuf], screen: Screen) -> String {
    let width = screen.width;
    let trust = screen.paint_verdict(tone(report.verdict.kind), &clean(&trust(report)));
    let mut head = undefined(report, width);
    head.push(fold(&clean(&headline(report)), "", width));
    head.push(fold(&trust, "", width));
    let warning = |w: &String| fold(&format!("warning: {}", clean(w)), "         ", width);
    let replayed = mores::sentence::replay(&report.replay);
    let replayed = replayed.map(|said| fold(&clean(&said), "", width));
    let tail = dominating(report, width)
        .into_iter()
        .chain(notes(&report.notes, width))
        .chain(report.warnings.iter().map(warning))
        .chain(replayed);
    let listing = Listing {
        head,
        sections: vec![words(report, screen)],
        tail: tail.collect(),
        files: wrote(files),
    };
    listing.text(screen)
}

/// The words, each with what makes the program show it.
fn words(report: &LanguageReport, screen: Screen) -> Section {
    let most = if screen.full { usize::MAX } else { SHOWN };
    let words = report.model.words.iter().take(most).enumerate();
    let item = |(i, word): (usize, &Word)| {
        let line = clean(&format!("{:3}  {}", i + 1, word.events.join(" > ")));
        fold(&line, "     ", screen.width) + &inputs_of(word, screen.width)
    };
    Section {
        title: String::new(),
        items: words.map(item).collect(),
        spaced: true,
        more: more(report),
    }
}

/// What makes the program show a word.
fn inputs_of(word: &Word, width: usize) -> String {
    let mut out = String::new();
    let values: Vec<&str> = word
        .inputs
        .iter()
        .filter(|i| !i.open)
        .map(|input| input.value.as_str())
        .collect();
    if !values.is_empty() {
        out.push_str(&fold(
            &clean(&format!("     inputs: {}", values.join(", "))),
            "             ",
            width,
        ));
    }
    let open = word.inputs.iter().filter(|input| word.open && input.open);
    let open: Vec<String> = open
        .map(|input| format!("{} is {}", input.name, input.value))
        .collect();
    if !open.is_empty() {
        let line = format!("     where C leaves it open: {}", open.join(", "));
        out.push_str(&fold(&clean(&line), "             ", width));
    }
    if !word.witnessed {
        out.push_str("     no inputs were found for it\n");
    }
    out
}

/// How many words there are beyond those that are shown.
fn more(report: &LanguageReport) -> Box<dyn Fn(usize) -> String> {
    let all = match report.counts.accepted {
        // Beyond the bounds the automaton is a conjecture, and only what was found counts.
        _ if report.verdict.kind != VerdictKind::Proved => Some(report.model.words.len() as u64),
        accepted => accepted,
    };
    Box::new(move |shown: usize| match all {
        Some(all) if all > shown as u64 => format!("\n     … and {} more\n", all - shown as u64),
        Some(_) => String::new(),
        None => "\n     … and more, without end\n".to_owned(),
    })
}

/// What C gives no meaning to comes first: everything else rests on it not happening.
fn undefined(report: &LanguageReport, width: usize) -> Vec<String> {
    let found = |found: &Undefined| {
        let place = found.place.as_ref();
        let place = place
            .map(|p| format!("{}:{}: ", p.file, p.line))
            .unwrap_or_default();
        let values: Vec<&str> = found.inputs.iter().map(|i| i.value.as_str()).collect();
        let inputs = match values.is_empty() {
            true => String::new(),
            false => format!(", with inputs {}", values.join(", ")),
        };
        let line = format!("{place}undefined behaviour ({}){inputs}", found.what);
        fold(&clean(&line), "    ", width)
    };
    let mut lines: Vec<String> = report.model.undefined.iter().map(found).collect();
    if let Some(last) = lines.last_mut() {
        last.push('\n');
    }
    lines
}

fn headline(report: &LanguageReport) -> String {
    let counts = &report.counts;
    let (noun, never) = match Words::of(report) {
        Words::Ends => ("to its end", "never ends"),
        Words::Failures => ("to fail", "never fails"),
    };
    // What is proved is the automaton, however many of its words are listed.
    let what = match (report.verdict.kind, counts.accepted) {
        (VerdictKind::Proved, None) => format!("infinitely many ways {noun}"),
        (VerdictKind::Proved, Some(0)) => never.to_owned(),
        (VerdictKind::Proved, Some(n)) => ways(n, noun),
        (VerdictKind::UpTo | VerdictKind::Violated | VerdictKind::Unknown, _) => {
            match counts.words as u64 {
                0 => format!("no way {noun} was found"),
                n => ways(n, noun),
            }
        }
    };
    let loops = report
        .model
        .bounds
        .loops
        .map(|b| format!(" with at most {}", counted(b, "round")))
        .unwrap_or_default();
    let of_loops = if loops.is_empty() {
        ""
    } else {
        " of each loop that inputs decide on"
    };
    let length = report
        .model
        .bounds
        .length
        .map(|n| format!(" and {}", counted(n, "event")))
        .unwrap_or_default();
    let (states, edges) = (
        counted(counts.states as u64, "state"),
        counted(counts.transitions as u64, "transition"),
    );
    format!(
        "{}{}: {what}{loops}{of_loops}{length}; {states}, {edges}",
        report.subject.path,
        others(&report.subject.reading.also)
    )
}

/// The other files of a program.
fn others(also: &[String]) -> String {
    match also {
        [] => String::new(),
        [one] => format!(" with {one}"),
        many => format!(" with {} other files", many.len()),
    }
}

fn ways(number: u64, noun: &str) -> String {
    format!("{number} way{} {noun}", if number == 1 { "" } else { "s" })
}

fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn trust(report: &LanguageReport) -> String {
    let reason = mores::sentence::because(&report.verdict.reason);
    match report.verdict.kind {
        VerdictKind::Proved => {
            let assumed = report.verdict.assumptions.join(", and ");
            let unless = if assumed.is_empty() {
                String::new()
            } else {
                format!(" as long as {assumed}")
            };
            format!("Proved: the automaton is exact for runs of every length{unless}.")
        }
        VerdictKind::UpTo if report.model.is_conjectured() => {
            format!(
                "Exact within these bounds; beyond them the dashed transitions are a conjecture{reason}."
            )
        }
        VerdictKind::UpTo => {
            format!("Exact within these bounds, and nothing is claimed beyond them{reason}.")
        }
        VerdictKind::Violated | VerdictKind::Unknown if report.model.words.is_empty() => {
            format!(
                "Nothing is known of how it {}{reason}.",
                Words::of(report).verb()
            )
        }
        VerdictKind::Violated | VerdictKind::Unknown => {
            format!("Every word was run and is real, but there may be others{reason}.")
        }
    }
}

fn dominating(report: &LanguageReport, width: usize) -> Option<String> {
    let steps = report
        .model
        .transitions
        .iter()
        .filter(|step| step.dominating);
    let mut names: Vec<&str> = Vec::new();
    steps.for_each(|step| {
        if !names.contains(&step.symbol.as_str()) {
            names.push(&step.symbol);
        }
    });
    let passed = || {
        let line = format!("every word passes: {}", names.join(", "));
        fold(&clean(&line), "    ", width)
    };
    (!names.is_empty()).then(passed)
}
