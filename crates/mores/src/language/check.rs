//! Comparing a program with a saved language of events.

use std::collections::BTreeSet;

use base::{Budget, Progress};
use cert::{Checked, Proof};
use emit::language::{self, LanguageReport};
use emit::report::VerdictKind;
use front::InputError;
use model::dfa::{Alphabet, Edge, Letter, Mark, PartialDfa};
use teach::error_language::{Language, Standing, words_by};

use super::load::{Loaded, load, load_loosely};
use super::source_lines::SourceLines;
use super::{Goal, LanguageRequest, learn, options, to_report};
use crate::CheckRequest;
use crate::check::{Check, CheckResult, Found, Models, OtherWord};

/// Compares a program with a language. With a proof, that is all that is checked.
pub(crate) fn check(
    request: &CheckRequest,
    report: &LanguageReport,
    proof: Option<&Proof>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Result<Check, InputError> {
    let asked = asked(request, report);
    let loaded = load(&asked).or_else(|_| load_loosely(&asked))?;
    let report = &in_todays_names(report, &asked, &loaded);
    let model = automaton(&report.model).map_err(|what| {
        let model = request.model.display();
        InputError::new(format!("{model}: {what}: make the file anew"))
    })?;
    let proved = report.verdict.kind == VerdictKind::Proved;
    if let Some(proof) = proof {
        let goal = options(&asked).goal;
        let (found, defined) = match words_by(proof, &loaded.subject, goal, budget, progress) {
            _ if !proved => (
                Found::rejected("the model does not claim to be proved"),
                false,
            ),
            Ok(by) => (same_words(&by.words, &model, by.checked), by.defined),
            Err(rejection) => (Found::not_accepted(&rejection), false),
        };
        let assumptions = to_report::assumed(&loaded, defined);
        return Ok(found.about(Models::Language, report, assumptions));
    }
    let learned = learn(&asked, &loaded, budget, progress)?;
    let assumptions = to_report::verdict(&asked, &loaded, &learned).assumptions;
    let found = match report.verdict.kind {
        VerdictKind::Proved => compare(&learned, &model),
        VerdictKind::UpTo => compare_within(&learned, report),
        VerdictKind::Violated | VerdictKind::Unknown => {
            Found::undecided(0, "the model claims nothing")
        }
    };
    Ok(found.about(Models::Language, report, assumptions))
}

/// The program, read as the one behind the model was, within the bounds of the model.
fn asked(request: &CheckRequest, report: &LanguageReport) -> LanguageRequest {
    let size = |bound: Option<u64>| bound.and_then(|bound| usize::try_from(bound).ok());
    let mut asked = LanguageRequest::read_as(&request.code.path, &report.subject.reading);
    if !request.options.is_empty() {
        asked.options.clone_from(&request.options);
    }
    LanguageRequest {
        goal: match report.command == Goal::Ends.command() {
            true => Goal::Ends,
            false => Goal::Failures,
        },
        // What holds within bounds is compared within these, and no words from beyond them are looked for.
        beyond: report.verdict.kind == VerdictKind::Proved,
        bound: size(report.model.bounds.loops),
        word_length: size(report.model.bounds.length),
        ..asked
    }
}

/// The model with the names that its letters have where lines have moved since.
fn in_todays_names(
    report: &LanguageReport,
    asked: &LanguageRequest,
    loaded: &Loaded,
) -> LanguageReport {
    let program = &loaded.subject.program;
    let event = |event: &ir::Event| language::Event {
        symbol: event.name.to_string(),
        place: Some(event.place.to_string()),
        line: None,
        failure: None,
    };
    let events: Vec<language::Event> = program.events.values().map(event).collect();
    let lines = SourceLines::of(&asked.path, program);
    let file = report.subject.path.rsplit('/').next().unwrap_or_default();
    LanguageReport {
        model: lines.in_todays_names(&report.model, file, &events),
        ..report.clone()
    }
}

/// The automaton that a report holds.
fn automaton(model: &language::Language) -> Result<PartialDfa, String> {
    let letters = model.alphabet.iter().map(|event| Letter {
        name: event.symbol.clone(),
        place: event.place.clone(),
    });
    let alphabet = Alphabet::new(letters).map_err(|twice| twice.to_string())?;
    let state = |id: u64| model.states.iter().position(|state| state.id == id);
    let edge = |step: &language::Step| {
        let lost = || format!("the step from {} leads nowhere", step.from);
        Ok(Edge {
            from: state(step.from).ok_or_else(lost)?,
            letter: alphabet.position(&step.symbol).ok_or_else(lost)?,
            to: state(step.to).ok_or_else(lost)?,
            mark: Mark::default(),
        })
    };
    let edges: Vec<Edge> = (model.transitions.iter().map(edge)).collect::<Result<_, String>>()?;
    let accepting = model.states.iter().map(|state| state.accepting).collect();
    let initial = state(model.initial).ok_or("there is no initial state")?;
    PartialDfa::new(alphabet.clone(), initial, accepting, edges).map_err(|e| e.to_string())
}

/// What a proof comes to that was accepted: it must be about the words of the model.
fn same_words(words: &PartialDfa, model: &PartialDfa, checked: Checked) -> Found {
    match words.separating_word(model) {
        None => Found::proved(checked.obligations, true),
        Some(word) => {
            let names = words.alphabet().joined(model.alphabet()).0;
            let word = names.text(&word);
            Found::rejected(format!("the certificate is about other words: {word}"))
        }
    }
}

/// A model that holds for runs of every length.
fn compare(learned: &Language, model: &PartialDfa) -> Found {
    let code = match learned.standing {
        Standing::Proved => &learned.automaton,
        Standing::Bounded(_) | Standing::Partial(_) => &learned.within,
    };
    let names = code.alphabet().joined(model.alphabet()).0;
    let (word, only_in) = match &learned.standing {
        Standing::Proved => match code.separating_word(model) {
            None => return Found::proved(0, true),
            Some(word) => {
                let ours = in_letters_of(code, &names, &word);
                let has = ours.is_some_and(|word| code.accepts(&word));
                (word, if has { CODE } else { MODEL })
            }
        },
        // What was found is real, even where not everything was.
        Standing::Bounded(reason) | Standing::Partial(reason) => {
            match code.difference(model).shortest_word() {
                None => return Found::undecided(0, reason),
                Some(word) => (word, CODE),
            }
        }
    };
    let events = word.iter().map(|&l| names.name(l).to_owned()).collect();
    other_words(learned, events, only_in)
}

const CODE: &str = "code";
const MODEL: &str = "model";

/// A word in the letters of one automaton, if it has them all.
fn in_letters_of(automaton: &PartialDfa, names: &Alphabet, word: &[usize]) -> Option<Vec<usize>> {
    let letters = word.iter().map(|&l| names.name(l));
    letters
        .map(|name| automaton.alphabet().position(name))
        .collect()
}

/// A model that holds within its bounds, where it lists all words.
fn compare_within(learned: &Language, report: &LanguageReport) -> Found {
    let doubt = match &learned.standing {
        Standing::Partial(reason) => Some(reason),
        Standing::Proved | Standing::Bounded(_) => None,
    };
    let text = |word: &[usize]| -> Vec<String> {
        let letters = word.iter();
        letters
            .map(|&l| learned.alphabet.name(l).to_owned())
            .collect()
    };
    let words = |all: &mut dyn Iterator<Item = Vec<String>>| {
        all.map(|word| (word.len(), word)).collect::<BTreeSet<_>>()
    };
    let code = words(&mut learned.words.iter().map(|witness| text(&witness.word)));
    let listed = report.model.words.iter().filter(|word| word.witnessed);
    let model = words(&mut listed.map(|word| word.events.clone()));
    let first = |a: &BTreeSet<_>, b: &BTreeSet<_>| a.difference(b).next().cloned();
    match (first(&code, &model), first(&model, &code), doubt) {
        (Some((_, word)), _, _) => other_words(learned, word, CODE),
        (None, _, Some(reason)) => Found::undecided(0, reason),
        (None, Some((_, word)), None) => other_words(learned, word, MODEL),
        (None, None, None) => Found::up_to(learned.letters),
    }
}

fn other_words(learned: &Language, events: Vec<String>, only_in: &'static str) -> Found {
    let named = |word: &[usize]| {
        let names = word.iter().map(|&l| learned.alphabet.name(l));
        names.eq(events.iter().map(String::as_str))
    };
    let witness = learned.words.iter().find(|witness| named(&witness.word));
    let inputs = witness.map(|w| w.inputs.iter().map(to_report::input).collect());
    let letters = learned.alphabet.letters();
    let place = |event: &String| letters.iter().find(|l| l.name == *event)?.place.clone();
    let place = events.iter().rev().find_map(place);
    Found::violated(CheckResult::OtherWords(OtherWord {
        inputs,
        place,
        events,
        only_in,
    }))
}
