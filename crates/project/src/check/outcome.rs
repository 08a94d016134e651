//! What became of a subject, in words and places for people.

use std::path::PathBuf;

use mores::report::{Model, Report, Standing, Transition, Verdict, VerdictKind};
use serde::Deserialize;
use serde_json::Value;

use super::place::{Location, Place, locate};
use crate::config::{Kind, Subject};

/// What became of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The name of the subject.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The committed model.
    pub model: PathBuf,
    /// How it stands.
    pub status: Status,
    /// What is established, or what is wrong: one line.
    pub sentence: String,
    /// What differs, each with what shows it.
    pub differences: Vec<Difference>,
    /// Where the subject is declared, or where it differs.
    pub location: Option<Location>,
    /// Whether the result was kept from an earlier run.
    pub cached: bool,
    /// Milliseconds that the run took; nothing if there was none.
    pub millis: Option<u64>,
}

/// How a subject stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// The code does what the committed model says, as far as that goes.
    Conforms,
    /// It does not.
    Differs,
    /// Nobody knows.
    Undecided,
    /// There is no committed model yet.
    New,
    /// There is a committed model, and its code is no longer there.
    Gone,
    /// The run ended without a result.
    Crashed,
    /// The code cannot be read, or the model does not belong to it.
    BadInput,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Conforms,
        Self::Differs,
        Self::Undecided,
        Self::New,
        Self::Gone,
        Self::Crashed,
        Self::BadInput,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Conforms => "conforms",
            Self::Differs => "differs",
            Self::Undecided => "undecided",
            Self::New => "new",
            Self::Gone => "gone",
            Self::Crashed => "crashed",
            Self::BadInput => "bad input",
        }
    }
}

/// Something that differs between code and model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// One sentence.
    pub message: String,
    /// What shows it, a line each: calls, a word with inputs, an input with what is written.
    pub witness: Vec<String>,
    /// The line to look at.
    pub location: Option<Location>,
}

/// How many of the calls in a model it says nothing of, or only guesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Open {
    open: usize,
    all: usize,
}

impl Open {
    /// Counts the calls from states of an interface.
    pub(super) fn of(report: &Report<Model>) -> Self {
        let Model::Interface(model) = &report.model else {
            return Self::default();
        };
        let is_open =
            |t: &&Transition| t.unknown.is_some() || t.standing() != Standing::Established;
        Self {
            open: model.transitions.iter().filter(is_open).count(),
            all: model.transitions.len(),
        }
    }

    fn sentence(self) -> String {
        match self {
            Self { open: 0, .. } => "apart from what it leaves open".to_owned(),
            Self { open, all } => {
                format!("apart from {open} of its {all} transitions, which it leaves open")
            }
        }
    }
}

impl Difference {
    /// The sentence, and what shows it, on one line.
    pub fn on_one_line(&self) -> String {
        match self.witness.is_empty() {
            true => self.message.clone(),
            false => format!("{}: {}", self.message, self.witness.join("; ")),
        }
    }
}

impl Outcome {
    /// A subject of which no more than a sentence is to be said.
    pub(super) fn plain(subject: &Subject, status: Status, sentence: impl Into<String>) -> Self {
        Self {
            name: subject.name.clone(),
            kind: subject.kind(),
            model: subject.model.clone(),
            status,
            sentence: one_line(&sentence.into()),
            differences: Vec::new(),
            location: locate(subject, None),
            cached: false,
            millis: None,
        }
    }

    /// What a comparison came to, as `mores check --json` says it; nothing if that cannot be read.
    pub(super) fn read(subject: &Subject, open: Open, json: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(json).ok()?;
        let kind = value.get("kind")?.as_str()?;
        let verdict = Verdict::deserialize(value.get("verdict")?).ok()?;
        let plain = |status, sentence: String| Self::plain(subject, status, sentence);
        Some(match kind {
            "conforms" => {
                let exact = value.get("exact")?.as_bool()?;
                plain(
                    Status::Conforms,
                    conforms(subject.kind(), &verdict, exact, open),
                )
            }
            "differs" | "other-methods" => differs(subject, &value)?,
            "undecided" | "certificate-rejected" => {
                plain(Status::Undecided, undecided(subject.kind(), &value)?)
            }
            _ => return None,
        })
    }
}

/// A text without line breaks and without what would steer a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.chars().filter(|c| !c.is_control()).collect()
}

/// What code and model are compared on: all of them, each of a size, and what the size counts.
fn compared(kind: Kind) -> [&'static str; 3] {
    match kind {
        Kind::Class => ["every sequence of calls", "every sequence", "calls"],
        Kind::Program => ["every word", "every word", "events"],
        Kind::Filter => ["every input", "every input", "symbols"],
    }
}

/// On what code and model agree. What is not proved is not called so.
fn conforms(kind: Kind, verdict: &Verdict, exact: bool, open: Open) -> String {
    let [all, each, unit] = compared(kind);
    let agreed = match (&verdict.unless, verdict.depth) {
        (Some(unless), _) => format!("proved for {all} unless {unless}"),
        (None, Some(depth)) => format!("compared on {each} of at most {depth} {unit}, no further"),
        (None, None) if verdict.kind == VerdictKind::UpTo => {
            format!("compared on {all} within the bounds of the model, no further")
        }
        (None, None) => format!("proved for {all}"),
    };
    match exact && verdict.kind == VerdictKind::Proved {
        true => agreed,
        false if exact => format!("as far as the model goes: {agreed}"),
        false => format!("as far as the model goes: {agreed}, {}", open.sentence()),
    }
}

fn undecided(kind: Kind, value: &Value) -> Option<String> {
    let reason = value.get("reason")?.as_str()?;
    let depth = value.get("depth").and_then(Value::as_u64).unwrap_or(0);
    Some(match depth {
        0 => format!("{reason}; nothing is known to agree"),
        _ => format!(
            "{reason}; they agree on up to {depth} {}",
            compared(kind)[2]
        ),
    })
}

fn differs(subject: &Subject, value: &Value) -> Option<Outcome> {
    let place = value.get("place").and_then(Place::read);
    let location = locate(subject, place.as_ref());
    let shown = if value.get("changes").is_some() {
        methods(value)?
    } else if value.get("calls").is_some() {
        vec![calls(value)?]
    } else if value.get("events").is_some() {
        vec![words(value)?]
    } else {
        vec![outputs(value)?]
    };
    let difference = |(message, witness): (String, Vec<String>)| Difference {
        message: one_line(&message),
        witness: witness.iter().map(|line| one_line(line)).collect(),
        location: location.clone(),
    };
    let differences: Vec<Difference> = shown.into_iter().map(difference).collect();
    let sentence = differences.first()?.message.clone();
    Some(Outcome {
        differences,
        location,
        ..Outcome::plain(subject, Status::Differs, sentence)
    })
}

/// A sentence, and what shows it.
type Shown = (String, Vec<String>);

fn methods(value: &Value) -> Option<Vec<Shown>> {
    let message = |change: &String| (format!("other methods: {change}"), Vec::new());
    Some(texts(value.get("changes")?)?.iter().map(message).collect())
}

fn calls(value: &Value) -> Option<Shown> {
    let text = |field: &str| value.get(field)?.as_str();
    let which = match value.get("shortest")?.as_bool()? {
        true => "the shortest calls that show it",
        false => "calls that show it, perhaps not the shortest",
    };
    let (code, model) = (text("code")?, text("model")?);
    let message = format!("the code answers {code} where the model says {model}; {which}");
    Some((message, texts(value.get("calls")?)?))
}

fn words(value: &Value) -> Option<Shown> {
    let only = value.get("only_in")?.as_str()?;
    let mut witness = vec![texts(value.get("events")?)?.join(" > ")];
    let inputs = value.get("inputs").and_then(Value::as_array);
    let inputs: Vec<&str> = inputs
        .into_iter()
        .flatten()
        .filter_map(|input| input.get("value")?.as_str())
        .collect();
    if !inputs.is_empty() {
        witness.push(format!("inputs: {}", inputs.join(", ")));
    }
    Some((format!("only the {only} has the word"), witness))
}

fn outputs(value: &Value) -> Option<Shown> {
    let text = |value: &Value| Some(value.get("text")?.as_str()?.to_owned());
    let inputs = value.get("inputs")?.as_array()?.iter().map(text);
    let inputs = inputs.collect::<Option<Vec<String>>>()?.join(", ");
    let writes = |output: &Value| {
        let by = output.get("by")?.as_str()?;
        let written = output.get("writes").and_then(text);
        let written = written.unwrap_or_else(|| "nothing: it fails".to_owned());
        Some(format!("{by} writes {written}"))
    };
    let outputs = value.get("outputs")?.as_array()?.iter().map(writes);
    Some((
        format!("other output for the input {inputs}"),
        outputs.collect::<Option<Vec<String>>>()?,
    ))
}

fn texts(value: &Value) -> Option<Vec<String>> {
    let texts = value.as_array()?.iter();
    texts.map(|text| Some(text.as_str()?.to_owned())).collect()
}
