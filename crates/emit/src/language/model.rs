//! A language of events: a deterministic automaton, with the words that were found.

use std::collections::{BTreeMap, BTreeSet};

use base::Failure;
use serde::{Deserialize, Serialize};

use super::drawing::drawing;
use super::{verdict, verdict_in_brief};
use crate::drawing::{Detail, Drawing};
use crate::html::{self, Page, Source};
use crate::report::{Counts, Kind, Model, ReadError, Report, SourcePlace};

/// What was analysed, the words it does (or fails with), and how far that can be trusted. A depth is a number of events.
pub type LanguageReport = Report<Language>;

/// What was looked at exactly; nothing where there was no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The most iterations of a loop, and calls of a function within itself.
    pub loops: Option<u64>,
    /// The most events in a word.
    pub length: Option<u64>,
}

impl Bounds {
    fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// A deterministic automaton. Where a transition is missing, no word of the language goes on so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "language")]
pub struct Language {
    /// Where every word starts.
    pub initial: u64,
    /// All states.
    pub states: Vec<State>,
    /// The events.
    pub alphabet: Vec<Event>,
    /// At most one for each state and event.
    pub transitions: Vec<Step>,
    /// What was looked at exactly.
    #[serde(default, skip_serializing_if = "Bounds::is_none")]
    pub bounds: Bounds,
    /// Words that were found, shortest first, with inputs that lead to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Word>,
    /// Undefined behaviour that was found on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undefined: Vec<Undefined>,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Its number.
    pub id: u64,
    /// Whether a word that ends here is in the language.
    pub accepting: bool,
    /// Whether every run that gets here is in the language in the end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub doomed: bool,
}

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its name, unique in the model.
    pub symbol: String,
    /// Where it stands in the source: `tcas.c:37`.
    pub place: Option<String>,
    /// The line that its name speaks of, if it does: by that it is known again where lines have moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<SourceLine>,
    /// How a program fails that shows it, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "failure")]
    pub failure: Option<Failure>,
}

/// Failures by their names.
mod failure {
    use base::Failure;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        failure: &Option<Failure>,
        into: S,
    ) -> Result<S::Ok, S::Error> {
        match failure {
            Some(failure) => into.serialize_some(failure.name()),
            None => into.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Failure>, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        Ok(name.map(|name| Failure::named(&name)))
    }
}

/// A line of a program, told apart from its other lines by what stands on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourceLine {
    /// Its text, without the blanks around it.
    pub text: String,
    /// The function that it belongs to.
    pub function: String,
    /// Which of the lines with this text in this function it is, from 1.
    pub nth: u32,
}

/// Where an event leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The state before.
    pub from: u64,
    /// The event.
    pub symbol: String,
    /// The state after.
    pub to: u64,
    /// Whether every word of the language contains the event.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dominating: bool,
    /// What is known of it if it was not simply found within the bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// What is known of a step that generalises what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It holds for words of every length.
    Proved,
    /// It fits everything that was found.
    Conjectured,
}

/// A word of the language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// The symbols of its events.
    pub events: Vec<String>,
    /// What the program must be given, in the order in which it asks.
    pub inputs: Vec<Input>,
    /// Whether inputs were found and the program was seen to do it; otherwise it only follows from the automaton.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub witnessed: bool,
    /// Whether it takes a certain choice where the language leaves one to compilers and libraries.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The C file that gives it these, beside the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harness: Option<String>,
}

fn yes() -> bool {
    true
}

fn is_true(truth: &bool) -> bool {
    *truth
}

/// A value that the program is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Who is asked: `__VERIFIER_nondet_int`.
    pub name: String,
    /// The value as C writes it.
    pub value: String,
    /// Whether nobody can choose it: the language leaves it to compilers and libraries.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// Undefined behaviour, and how to get there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undefined {
    /// What is done that must not be: `division by zero`.
    pub what: String,
    /// Where.
    pub place: Option<SourcePlace>,
    /// The symbols of the events before.
    pub events: Vec<String>,
    /// What the program must be given.
    pub inputs: Vec<Input>,
}

impl Kind for Language {
    const WANTED: [&'static str; 2] = [
        "a language of events",
        "`mores errors --out` or `mores explain --out` has",
    ];

    fn of(model: &Model) -> Option<Self> {
        match model {
            Model::Language(model) => Some(model.clone()),
            _ => None,
        }
    }

    fn counts(&self) -> Counts {
        Counts {
            states: self.states.len(),
            symbols: self.alphabet.len(),
            transitions: self.transitions.len(),
            words: self.words.len(),
            accepted: self.accepted(),
            ..Counts::default()
        }
    }

    /// No dangling names, and a deterministic automaton.
    fn check(&self) -> Result<(), ReadError> {
        let states = states(self)?;
        let symbols = symbols(self)?;
        check_steps(self, &states, &symbols)?;
        let words = self.words.iter().map(|word| &word.events).enumerate();
        let undefined = self.undefined.iter().map(|u| &u.events).enumerate();
        let words = words.map(|(i, events)| ("words", i, events));
        let undefined = undefined.map(|(i, events)| ("undefined", i, events));
        for (list, i, events) in words.chain(undefined) {
            let lost = |event: &&String| !symbols.contains(event.as_str());
            if let Some(event) = events.iter().find(lost) {
                return Err(ReadError::at(
                    format!("model.{list}[{i}].events"),
                    format!("there is no symbol `{event}`"),
                ));
            }
        }
        Ok(())
    }

    fn verdict(report: &LanguageReport) -> String {
        verdict(report)
    }

    fn verdict_in_brief(report: &LanguageReport) -> String {
        verdict_in_brief(report)
    }

    fn drawing(report: &LanguageReport, _: Detail) -> Drawing {
        drawing(report)
    }

    fn page(report: &LanguageReport, source: Option<&Source>) -> Page {
        html::language(report, source)
    }
}

impl Language {
    /// Whether its words can go in circles, so that there is no end of them. Every state lies on the way to an accepting
    /// one.
    pub fn is_infinite(&self) -> bool {
        let mut open: BTreeSet<u64> = self.states.iter().map(|state| state.id).collect();
        // States from which no step leads to a state that is still open are on no circle.
        loop {
            let leads = |id: u64| {
                self.transitions
                    .iter()
                    .any(|step| step.from == id && open.contains(&step.to))
            };
            let done: Vec<u64> = open.iter().copied().filter(|&id| !leads(id)).collect();
            if done.is_empty() {
                return !open.is_empty();
            }
            done.iter().for_each(|id| {
                open.remove(id);
            });
        }
    }

    /// How many words it has; `None` if there is no end of them.
    pub fn accepted(&self) -> Option<u64> {
        if self.is_infinite() {
            return None;
        }
        let mut ways: BTreeMap<u64, u64> = BTreeMap::from([(self.initial, 1)]);
        let mut words = 0_u64;
        // No word is longer than there are states.
        for _ in 0..self.states.len() {
            let accepting = self.states.iter().filter(|state| state.accepting);
            words = accepting.fold(words, |words, s| {
                words.saturating_add(ways.get(&s.id).copied().unwrap_or(0))
            });
            let mut next: BTreeMap<u64, u64> = BTreeMap::new();
            for step in &self.transitions {
                if let Some(count) = ways.get(&step.from) {
                    let to = next.entry(step.to).or_insert(0);
                    *to = to.saturating_add(*count);
                }
            }
            ways = next;
        }
        Some(words)
    }

    /// Whether some step was not proved.
    pub fn is_conjectured(&self) -> bool {
        self.transitions
            .iter()
            .any(|step| step.mark == Some(Mark::Conjectured))
    }
}

fn states(model: &Language) -> Result<BTreeSet<u64>, ReadError> {
    let mut states = BTreeSet::new();
    for (i, state) in model.states.iter().enumerate() {
        if !states.insert(state.id) {
            let what = format!("there are two states with the id {}", state.id);
            return Err(ReadError::at(format!("model.states[{i}].id"), what));
        }
    }
    match states.contains(&model.initial) {
        true => Ok(states),
        false => Err(ReadError::at(
            "model.initial",
            format!("there is no state {}", model.initial),
        )),
    }
}

fn symbols(model: &Language) -> Result<BTreeSet<&str>, ReadError> {
    let mut symbols = BTreeSet::new();
    match model
        .alphabet
        .iter()
        .position(|event| !symbols.insert(event.symbol.as_str()))
    {
        None => Ok(symbols),
        Some(i) => {
            let what = format!("there are two symbols `{}`", model.alphabet[i].symbol);
            Err(ReadError::at(format!("model.alphabet[{i}].symbol"), what))
        }
    }
}

fn check_steps(
    model: &Language,
    states: &BTreeSet<u64>,
    symbols: &BTreeSet<&str>,
) -> Result<(), ReadError> {
    let mut seen = BTreeSet::new();
    for (i, step) in model.transitions.iter().enumerate() {
        let at = |field: &str| format!("model.transitions[{i}].{field}");
        for (field, state) in [("from", step.from), ("to", step.to)] {
            if !states.contains(&state) {
                return Err(ReadError::at(
                    at(field),
                    format!("there is no state {state}"),
                ));
            }
        }
        if !symbols.contains(step.symbol.as_str()) {
            return Err(ReadError::at(
                at("symbol"),
                format!("there is no symbol `{}`", step.symbol),
            ));
        }
        if !seen.insert((step.from, step.symbol.as_str())) {
            let what = format!(
                "state {} has two transitions for `{}`",
                step.from, step.symbol
            );
            return Err(ReadError::at(format!("model.transitions[{i}]"), what));
        }
    }
    Ok(())
}
