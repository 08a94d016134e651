//! The words of a C program held against the compiled program.
//!
//! Each word that was found with inputs is shown to the program; and where the automaton is proved, the program is given any
//! inputs, and what it then does must be a word.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use base::{Budget, Failure};
use emit::c::{Giver, Harness, Number, Source};
use emit::language::{Event, LanguageReport, Word};
use emit::report::{Replay, VerdictKind};
use front::c::Part;
use ir::{Program, StatementKind, WorldOp};

use super::Replayed;
use super::cc::Compiler;
use super::sandbox::{Ending, Finished};
use crate::language::number;
use crate::{FailureKind, Goal, LanguageRequest};

/// Words that are shown to the program at most: for each a file is compiled.
const MOST_WORDS: usize = 40;
/// Runs with any inputs.
const RANDOM_RUNS: usize = 100;
/// Bytes of standard input in these, at most.
const RANDOM_INPUT: usize = 12;

/// The flags that let a program tell of the functions it enters, and from where.
const SHOWS_CALLS: [&str; 4] = [
    "-DMORES_CALLS",
    "-finstrument-functions",
    "-rdynamic",
    "-fno-inline",
];
/// Hides the functions of a file of ours.
const HIDES: &str = "-finstrument-functions-exclude-file-list=mores_";

/// What is claimed of a program, and how to run it.
pub(crate) struct Claimed<'a> {
    /// What was asked.
    pub(crate) request: &'a LanguageRequest,
    /// The program.
    pub(crate) program: &'a Program,
    /// What was found.
    pub(crate) report: &'a LanguageReport,
    /// Whether nothing is claimed of runs on which something happens that C leaves undefined.
    pub(crate) unless_undefined: bool,
    /// What makes the program show each word that has inputs.
    pub(crate) harnesses: &'a [Harness],
    /// Functions that the program does not define and that give nothing.
    pub(crate) missing: Vec<String>,
}

impl Claimed<'_> {
    fn letter(&self, name: &str) -> Option<&Event> {
        let mut letters = self.report.model.alphabet.iter();
        letters.find(|event| event.symbol == name)
    }

    /// Whether a word ends in undefined behaviour.
    fn is_undefined(&self, word: &Word) -> bool {
        let last = word.events.last().and_then(|last| self.letter(last));
        last.is_some_and(is_undefined)
    }
}

/// A file of ours beside the program.
struct Given<'a> {
    text: &'a str,
    /// What the linker must be told to take it.
    linked: Option<&'static str>,
}

/// How a run of the compiled program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ended {
    /// An assertion failed on this line.
    Assertion(u32),
    /// An error function was called, or `abort`.
    Failed,
    /// It came to its end.
    Returned,
    /// An assumption did not hold, or nobody can say.
    Nothing,
    /// The machine ended it.
    Crashed(i32),
    /// It asks for other inputs than a word has.
    OtherInputs,
}

/// Runs the compiled program.
pub(crate) fn replay(claimed: &Claimed, budget: &Budget) -> Replayed {
    let mut replay = Replay {
        with: Some(Compiler::name()),
        ..Replay::default()
    };
    let contradiction = match Running::start(claimed) {
        Ok(mut running) => {
            let found = running.words(budget).and_then(|found| match found {
                None => running.at_random(budget),
                found => Ok(found),
            });
            replay.runs = running.runs;
            replay.done = running.runs > 0;
            found.unwrap_or_else(|why| {
                replay.unable = Some(why);
                None
            })
        }
        Err(why) => {
            replay.unable = Some(why);
            None
        }
    };
    Replayed {
        replay,
        contradiction,
    }
}

struct Running<'a> {
    claimed: &'a Claimed<'a>,
    compiler: Compiler,
    /// The files of the program, compiled.
    objects: Vec<PathBuf>,
    /// Whether what it tells of the functions it enters are the events.
    shows_events: bool,
    runs: u64,
}

impl<'a> Running<'a> {
    fn start(claimed: &'a Claimed<'a>) -> Result<Self, String> {
        let request = claimed.request;
        if request.entry != "main" {
            return Err(format!(
                "only programs are run, and {} is a function",
                request.entry
            ));
        }
        let compiler = Compiler::new(request.machine, &[])?;
        let objects = Self::objects(&compiler, request)?;
        let shows_events =
            request.events.iter().all(|kind| kind == "calls") && Self::are_calls(claimed);
        Ok(Self {
            claimed,
            compiler,
            objects,
            shows_events,
            runs: 0,
        })
    }

    /// Compiles each file with its own arguments.
    fn objects(compiler: &Compiler, request: &LanguageRequest) -> Result<Vec<PathBuf>, String> {
        let source = request.source().map_err(|error| error.to_string())?;
        let parts = source.parts().enumerate();
        let object = |(at, part): (usize, Part)| {
            let object = compiler.file(&format!("program{at}.o"))?;
            let own = part.options.iter().map(String::as_str);
            let flags: Vec<&str> = SHOWS_CALLS.into_iter().chain(["-c"]).chain(own).collect();
            compiler.compile(&flags, &[&part.file], &object)?;
            Ok(object)
        };
        parts.map(object).collect()
    }

    /// Whether all events are functions that the compiled program can tell of: not what is marked in the source, and nothing that
    /// is hidden from other files.
    fn are_calls(claimed: &Claimed) -> bool {
        let request = claimed.request;
        let files = std::iter::once(&request.path).chain(&request.also);
        let texts = files.map(|file| std::fs::read_to_string(file).unwrap_or_default());
        let text: String = texts.collect();
        let alphabet = &claimed.report.model.alphabet;
        let names = alphabet
            .iter()
            .filter(|event| !is_last(event))
            .map(|event| event.symbol.as_str());
        let is_plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        !text.contains("static") && !text.contains("inline") && names.into_iter().all(is_plain)
    }

    /// Every word that has inputs, rests on nothing that is left open, and does not end in undefined behaviour, of which nobody
    /// can say what the compiled program does.
    fn words(&mut self, budget: &Budget) -> Result<Option<String>, String> {
        let seen = self
            .claimed
            .report
            .model
            .words
            .iter()
            .filter(|word| word.witnessed);
        let claimed = self.claimed;
        for (word, harness) in seen
            .zip(claimed.harnesses)
            .filter(|(word, _)| !word.open && !claimed.is_undefined(word))
            .take(MOST_WORDS)
        {
            budget.check().map_err(|reason| reason.to_string())?;
            let text = emit::c::harness(harness);
            let given = Given {
                text: &text,
                linked: harness.linked(),
            };
            let (events, ended) = self.run(&given, &[], &[])?;
            if let Some(how) = self.differs(word, &events, &ended) {
                let inputs: Vec<&str> = word
                    .inputs
                    .iter()
                    .map(|input| input.value.as_str())
                    .collect();
                return Ok(Some(format!(
                    "given {}, the compiled program {how}",
                    inputs.join(", ")
                )));
            }
        }
        Ok(None)
    }

    fn differs(&self, word: &Word, events: &[String], ended: &Ended) -> Option<String> {
        let (last, before) = word.events.split_last()?;
        let letter = self.claimed.letter(last)?;
        if *ended == Ended::Nothing {
            return None;
        }
        if !ended.fits(letter) {
            return Some(format!("{ended} where the word ends with: {last}"));
        }
        (self.shows_events && events != before)
            .then(|| format!("enters other functions: {}", events.join(", ")))
    }

    /// Any inputs: what the program does must be a word of an automaton that is proved.
    fn at_random(&mut self, budget: &Budget) -> Result<Option<String>, String> {
        if self.claimed.report.verdict.kind != VerdictKind::Proved {
            return Ok(None);
        }
        let sources = sources(self.claimed.program);
        let given = Given {
            text: &emit::c::any_inputs(&sources, &self.claimed.missing),
            linked: emit::c::any_linked(&sources),
        };
        let mut random = base::Random::seeded(11);
        for seed in 0..RANDOM_RUNS {
            budget.check().map_err(|reason| reason.to_string())?;
            let length = random.below(RANDOM_INPUT + 1);
            let input: Vec<u8> = (0..length)
                .map(|_| *random.pick(b"\0\n a0A-z9\xff\x80"))
                .collect();
            let (events, ended) =
                self.run(&given, &input, &[("MORES_SEED", (seed + 1).to_string())])?;
            if let Some(how) = self.no_word(&events, &ended) {
                return Ok(Some(format!(
                    "with the inputs of seed {} the compiled program {how}",
                    seed + 1
                )));
            }
        }
        Ok(None)
    }

    /// What a run does that is no word.
    fn no_word(&self, events: &[String], ended: &Ended) -> Option<String> {
        let report = self.claimed.report;
        let fails = self.claimed.request.goal == Goal::Failures;
        match ended {
            Ended::Assertion(_) | Ended::Failed if !fails => return None,
            Ended::Returned if fails => return None,
            Ended::Nothing | Ended::OtherInputs => return None,
            _ if self.was_undefined(events) => return None,
            Ended::Crashed(_) if self.claimed.unless_undefined => return None,
            Ended::Crashed(signal) => return Some(format!("is ended by signal {signal}")),
            Ended::Assertion(_) | Ended::Failed | Ended::Returned => {}
        }
        let letters = report.model.alphabet.iter();
        let mut lasts = letters.filter(|event| is_last(event) && ended.fits(event));
        let accepted = |last: &Event| {
            let events = events.iter().map(String::as_str);
            !self.shows_events || accepts(report, events, &last.symbol)
        };
        match lasts.any(accepted) {
            true => None,
            false => Some(format!(
                "{ended}, having entered {}: that is no word",
                events.join(", ")
            )),
        }
    }

    /// Whether a run may have done something undefined on its way, as the automaton says: of what comes then nothing is claimed.
    fn was_undefined(&self, events: &[String]) -> bool {
        let report = self.claimed.report;
        let mut undefined = report.model.alphabet.iter().filter(|e| is_undefined(e));
        undefined.any(|last| {
            let accepted = |length: usize| {
                let before = events[..length].iter().map(String::as_str);
                accepts(report, before, &last.symbol)
            };
            !self.shows_events || (0..=events.len()).any(accepted)
        })
    }

    /// Compiles a file of ours with the program, and runs both.
    fn run(
        &mut self,
        given: &Given,
        input: &[u8],
        variables: &[(&str, String)],
    ) -> Result<(Vec<String>, Ended), String> {
        let harness = self.compiler.file("mores_inputs.c")?;
        let program = self.compiler.file("run")?;
        if std::fs::read_to_string(&harness).ok().as_deref() != Some(given.text) {
            self.compiler.write("mores_inputs.c", given.text)?;
            let mut flags = [&SHOWS_CALLS[..], &[HIDES]].concat();
            flags.extend(given.linked);
            let objects = self.objects.iter().map(PathBuf::as_path);
            let files: Vec<&Path> = objects.chain([harness.as_path()]).collect();
            self.compiler.compile(&flags, &files, &program)?;
        }
        let finished = self.compiler.run(&program, input, variables)?;
        self.runs += 1;
        let said = String::from_utf8_lossy(&finished.errors).into_owned();
        let known: BTreeSet<&str> = self
            .claimed
            .report
            .model
            .alphabet
            .iter()
            .map(|e| e.symbol.as_str())
            .collect();
        let entered = said
            .lines()
            .filter_map(|line| line.strip_prefix("mores: call "));
        let events = entered
            .filter(|name| known.contains(name))
            .map(str::to_owned)
            .collect();
        Ok((
            events,
            ended(
                &finished,
                &said,
                self.claimed.request.counts(FailureKind::Abort),
            ),
        ))
    }
}

/// The signal with which `abort` ends a program.
const ABORTED: i32 = 6;

/// Whether a letter is one that words end with: a failure, or the end of the program, which stands nowhere.
fn is_last(event: &Event) -> bool {
    event.failure.is_some() || event.place.is_none()
}

fn is_undefined(event: &Event) -> bool {
    let failure = event.failure.as_ref();
    failure.and_then(Failure::undefined).is_some()
}

/// The line that an event stands on: the end of `file.c:97`.
fn line_of(event: &Event) -> Option<u32> {
    event.place.as_ref()?.rsplit_once(':')?.1.parse().ok()
}

impl Ended {
    /// Whether a run ended as a letter says.
    fn fits(&self, letter: &Event) -> bool {
        match (self, &letter.failure) {
            (Self::Assertion(line), Some(Failure::Assertion)) => line_of(letter) == Some(*line),
            (Self::Failed, Some(Failure::Assertion | Failure::Abort)) => true,
            (Self::Returned, Some(Failure::Exit)) => true,
            (Self::Returned, None) => is_last(letter),
            _ => false,
        }
    }
}

fn ended(finished: &Finished, said: &str, abort_fails: bool) -> Ended {
    // glibc says `program: file.c:97: function: Assertion ...`
    let asserted = said.lines().find(|line| line.contains(": Assertion `"));
    let line = asserted.and_then(|line| line.split(':').find_map(|part| part.parse().ok()));
    match (finished.ending, line) {
        (Ending::Killed(_), Some(line)) => Ended::Assertion(line),
        (Ending::Exited(1), None) if said.contains("mores: error reached") => Ended::Failed,
        (Ending::Exited(2), None) if said.contains("mores: an assumption") => Ended::Nothing,
        (Ending::Exited(3), None) if said.contains("mores: ") => Ended::OtherInputs,
        (Ending::Killed(ABORTED), None) if abort_fails => Ended::Failed,
        // What ends so neither fails nor returns.
        (Ending::Killed(ABORTED), None) => Ended::Nothing,
        (Ending::Exited(_), _) => Ended::Returned,
        (Ending::Killed(signal), None) => Ended::Crashed(signal),
        (Ending::OutOfTime | Ending::TooMuchOutput, _) => Ended::Nothing,
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Assertion(line) => write!(f, "fails on line {line}"),
            Self::Failed => write!(f, "reaches an error"),
            Self::Returned => write!(f, "comes to its end"),
            Self::Nothing => write!(f, "does nothing that is known"),
            Self::Crashed(signal) => write!(f, "is ended by signal {signal}"),
            Self::OtherInputs => write!(f, "asks for other inputs"),
        }
    }
}

/// Whether an automaton accepts a word.
fn accepts<'e>(report: &LanguageReport, events: impl Iterator<Item = &'e str>, last: &str) -> bool {
    let model = &report.model;
    let step = |state: Option<u64>, letter: &str| {
        let from = state?;
        model
            .transitions
            .iter()
            .find(|t| t.from == from && t.symbol == letter)
            .map(|t| t.to)
    };
    let before = events.fold(Some(model.initial), step);
    let after = step(before, last);
    after.is_some_and(|last| {
        model
            .states
            .iter()
            .any(|state| state.id == last && state.accepting)
    })
}

/// All that a program may be given, by its name.
fn sources(program: &Program) -> Vec<Source> {
    let mut found: BTreeMap<String, (Number, Giver)> = BTreeMap::new();
    for function in program.functions.values() {
        let Some(code) = function.code.get() else {
            continue;
        };
        for statement in code.blocks.values().flat_map(|block| &block.statements) {
            if let StatementKind::World(op) = &statement.kind
                && let WorldOp::Input { dst, name, giver } = &**op
            {
                let giver = match giver {
                    ir::Giver::Call => Giver::Function,
                    ir::Giver::Object => Giver::Object,
                    ir::Giver::Stream => Giver::Input,
                };
                found.insert(name.to_string(), (number(code.locals[*dst].ty), giver));
            }
        }
    }
    found
        .into_iter()
        .map(|(name, (number, giver))| Source {
            name,
            number,
            giver,
        })
        .collect()
}
