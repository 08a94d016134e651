//! Reading a report back, with errors that say what is wrong, where, and what to do.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::language::Bounds;

use super::{Answer, Interface, Kind, Model, Report, VERSION, VerdictKind, json};

/// Why a text is no report that this version can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub what: String,
    /// The line of the text, if it is known.
    pub line: Option<usize>,
    /// The place in the report (`model.alphabet[3].guard`), if it is known.
    pub at: Option<String>,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = &self.at {
            write!(f, "{at}: ")?;
        }
        write!(f, "{}; {}", self.what, self.help)
    }
}

impl std::error::Error for ReadError {}

const MAKE_IT_AGAIN: &str = "make the file again with the command that wrote it";

impl ReadError {
    pub(crate) fn at(at: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            line: None,
            at: Some(at.into()),
            help: MAKE_IT_AGAIN.to_owned(),
        }
    }

    fn not_a_model(what: impl Into<String>, line: Option<usize>) -> Self {
        Self {
            what: what.into(),
            line,
            at: None,
            help: "give a file that mores has written with `--out`".to_owned(),
        }
    }
}

impl<M: Kind> Report<M> {
    /// The report as JSON, with a stable order of keys and a newline at the end.
    pub fn to_json(&self) -> String {
        json(self)
    }

    /// Reads a report of this kind of model and checks that it makes sense: same version, no dangling names.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let report = any(text)?;
        match M::of(&report.model) {
            Some(model) => Ok(report.map(|_| model)),
            None => {
                let ([wanted, who], found) = (M::WANTED, report.model.name());
                let what = format!("the model is {found}, and {wanted} is needed here");
                let help = format!("give a file that {who} written");
                Err(ReadError {
                    help,
                    ..ReadError::at("model.kind", what)
                })
            }
        }
    }
}

fn any(text: &str) -> Result<Report<Model>, ReadError> {
    let value: Value = serde_json::from_str(text).map_err(|e| not_json(&e))?;
    check_version(&value)?;
    let report = match value.pointer("/model/kind").and_then(Value::as_str) {
        Some("interface") => read(value, Model::Interface)?,
        Some("language") => read(value, Model::Language)?,
        Some("transducer") => read(value, Model::Transducer)?,
        Some(other) => {
            let known = "`interface`, `language` and `transducer`";
            let what =
                format!("the model is of kind `{other}`, and this version knows only {known}");
            return Err(ReadError::at("model.kind", what));
        }
        None => {
            let what = "there is no model, or it has no kind";
            return Err(ReadError::at("model", what));
        }
    };
    check_verdict(&report)?;
    check_machine(report.subject.reading.machine)?;
    report.model.check()?;
    Ok(report)
}

fn read<M: DeserializeOwned>(
    value: Value,
    kind: impl FnOnce(M) -> Model,
) -> Result<Report<Model>, ReadError> {
    let report: Report<M> = serde_path_to_error::deserialize(value).map_err(|e| misshapen(&e))?;
    Ok(report.map(kind))
}

fn not_json(error: &serde_json::Error) -> ReadError {
    let what = match error.classify() {
        serde_json::error::Category::Eof => {
            "the file ends in the middle: this is not complete JSON".to_owned()
        }
        _ => format!("this is not JSON ({error})"),
    };
    ReadError::not_a_model(what, Some(error.line()))
}

fn check_version(value: &Value) -> Result<(), ReadError> {
    let Some(version) = value.get("mores") else {
        return Err(ReadError::not_a_model(
            "this is JSON, but not a report of mores (no field `mores`)",
            None,
        ));
    };
    let version = version
        .as_str()
        .ok_or_else(|| ReadError::at("mores", "the version is not a string"))?;
    if series(version) == series(VERSION) {
        return Ok(());
    }
    let what = format!("the file was written by mores {version}, this is mores {VERSION}");
    let help = "make it again with this version, or use the version that wrote it".to_owned();
    Err(ReadError {
        what,
        line: None,
        at: None,
        help,
    })
}

/// The part of a version that must agree: what it means for a report changes with it.
fn series(version: &str) -> Vec<&str> {
    version.split('.').take(2).collect()
}

fn misshapen(error: &serde_path_to_error::Error<serde_json::Error>) -> ReadError {
    let path = error.path().to_string();
    let at = if path == "." {
        "the outermost object"
    } else {
        path.as_str()
    };
    ReadError::at(at, error.inner().to_string())
}

fn check_machine(bits: Option<u32>) -> Result<(), ReadError> {
    match bits {
        None | Some(32 | 64) => Ok(()),
        Some(bits) => Err(ReadError::at(
            "subject.reading.machine",
            format!("machines have 32 or 64 bits, not {bits}"),
        )),
    }
}

/// What is right up to something says up to what. A language may be bounded by rounds of loops alone.
fn check_verdict(report: &Report<Model>) -> Result<(), ReadError> {
    let bounded = match &report.model {
        Model::Language(language) => language.bounds != Bounds::default(),
        Model::Interface(_) | Model::Transducer(_) => false,
    };
    let open = report.verdict.kind == VerdictKind::UpTo && report.verdict.depth.is_none();
    match open && !bounded {
        false => Ok(()),
        true => Err(ReadError::at(
            "verdict.depth",
            "the verdict is `up-to`, but there is no depth",
        )),
    }
}

impl Interface {
    /// Whether nothing is named that is not there, and there is one transition for each symbol in each ok state.
    pub(crate) fn makes_sense(&self) -> Result<(), ReadError> {
        check_model(self)
    }
}

fn check_model(model: &Interface) -> Result<(), ReadError> {
    let answers = check_states(model)?;
    let symbols = check_alphabet(model)?;
    let seen = check_transitions(model, &answers, &symbols)?;
    let going_on = model.states.iter().filter(|s| s.answer == Answer::Ok);
    for state in going_on {
        for &symbol in &symbols {
            let what = match (state.beyond, seen.contains(&(state.id, symbol))) {
                (false, false) => "has no transition",
                (true, true) => "is beyond what was looked at, and has a transition",
                (false, true) | (true, false) => continue,
            };
            let what = format!("state {} {what} for `{symbol}`", state.id);
            return Err(ReadError::at("model.transitions", what));
        }
    }
    Ok(())
}

fn check_states(model: &Interface) -> Result<BTreeMap<u64, Answer>, ReadError> {
    let mut answers = BTreeMap::new();
    for (i, state) in model.states.iter().enumerate() {
        if answers.insert(state.id, state.answer).is_some() {
            let what = format!("there are two states with the id {}", state.id);
            return Err(ReadError::at(format!("model.states[{i}].id"), what));
        }
        if state.undecided && state.answer != Answer::Unknown {
            let what = format!("state {} has an answer, and is called undecided", state.id);
            return Err(ReadError::at(format!("model.states[{i}].undecided"), what));
        }
        if state.beyond && state.answer != Answer::Ok {
            let what = format!("state {} ends all calls, and is called beyond", state.id);
            return Err(ReadError::at(format!("model.states[{i}].beyond"), what));
        }
    }
    match answers.get(&model.initial) {
        Some(Answer::Ok) => Ok(answers),
        Some(Answer::Error | Answer::Unknown) => Err(ReadError::at(
            "model.initial",
            format!("state {} is not an ok state", model.initial),
        )),
        None => Err(ReadError::at(
            "model.initial",
            format!("there is no state {}", model.initial),
        )),
    }
}

fn check_alphabet(model: &Interface) -> Result<BTreeSet<&str>, ReadError> {
    let methods: BTreeSet<&str> = model.methods.iter().map(|m| m.name.as_str()).collect();
    let mut names = BTreeSet::new();
    for (i, symbol) in model.alphabet.iter().enumerate() {
        let at = |field: &str| format!("model.alphabet[{i}].{field}");
        if !names.insert(symbol.symbol.as_str()) {
            let what = format!("there are two symbols `{}`", symbol.symbol);
            return Err(ReadError::at(at("symbol"), what));
        }
        if symbol.guard.trim().is_empty() {
            let what = format!(
                "`{}` has no guard (one that always holds is `true`)",
                symbol.symbol
            );
            return Err(ReadError::at(at("guard"), what));
        }
        if !methods.is_empty() && !methods.contains(symbol.method.as_str()) {
            return Err(ReadError::at(
                at("method"),
                format!("there is no method `{}`", symbol.method),
            ));
        }
    }
    Ok(names)
}

fn check_transitions<'m>(
    model: &'m Interface,
    answers: &BTreeMap<u64, Answer>,
    symbols: &BTreeSet<&str>,
) -> Result<BTreeSet<(u64, &'m str)>, ReadError> {
    let mut seen = BTreeSet::new();
    for (i, transition) in model.transitions.iter().enumerate() {
        let at = |field: &str| format!("model.transitions[{i}].{field}");
        for (field, state) in [("from", transition.from), ("to", transition.to)] {
            if !answers.contains_key(&state) {
                return Err(ReadError::at(
                    at(field),
                    format!("there is no state {state}"),
                ));
            }
        }
        if !symbols.contains(transition.symbol.as_str()) {
            return Err(ReadError::at(
                at("symbol"),
                format!("there is no symbol `{}`", transition.symbol),
            ));
        }
        if transition.established && !transition.answered {
            let what = "where the answer is not established, the transition is not, either";
            return Err(ReadError::at(at("established"), what));
        }
        if !seen.insert((transition.from, transition.symbol.as_str())) {
            let what = format!(
                "state {} has two transitions for `{}`",
                transition.from, transition.symbol
            );
            return Err(ReadError::at(format!("model.transitions[{i}]"), what));
        }
    }
    Ok(seen)
}
