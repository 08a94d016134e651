//! What `mores check` shows.

use std::path::Path;

use mores::report::VerdictKind;
use mores::{Check, CheckResult, Difference, Integers, Models, OtherWord, Shown, sentence};

use crate::text::clean;

/// What a check came to, what that is about, and the file that shows it.
pub(crate) fn check(check: &Check, program: Option<&Path>) -> String {
    let name = clean(&check.subject.name);
    match &check.result {
        CheckResult::Conforms { obligations, exact } => {
            format!(
                "{}\n{}",
                conforms(&name, check, *obligations, *exact),
                scope(check)
            )
        }
        CheckResult::Differs(difference) => differs(&name, difference, &scope(check), program),
        CheckResult::OtherWords(word) => other_words(&name, word) + &scope(check),
        CheckResult::OtherOutput(shown) => other_output(&name, shown) + &scope(check),
        CheckResult::OtherMethods { changes } => {
            let changes: String = changes
                .iter()
                .map(|c| format!("    {}\n", clean(c)))
                .collect();
            format!("{name} differs: the code's methods are not the model's.\n{changes}")
        }
        CheckResult::Rejected { reason: why } => {
            format!("{name}: the certificate is rejected: {}\n", clean(why))
        }
        CheckResult::Undecided { depth: 0, reason } => {
            format!(
                "{name}: not decided: {}; nothing is known to agree.\n",
                clean(reason)
            )
        }
        CheckResult::Undecided { depth, reason } => {
            let size = counted(*depth as u64, compared(check.models)[2]);
            format!(
                "{name}: not decided: {}; they agree on up to {size}.\n{}",
                clean(reason),
                scope(check)
            )
        }
    }
}

/// What code and model are compared on: all of them, each of a size, and what the size counts.
fn compared(models: Models) -> [&'static str; 3] {
    match models {
        Models::Interface => ["every sequence of calls", "every sequence", "call"],
        Models::Language => ["every word", "every word", "event"],
        Models::Transducer => ["every input", "every input", "symbol"],
    }
}

fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// On which sequences of calls, words or inputs code and model agree, and how that is known.
fn conforms(name: &str, check: &Check, obligations: usize, exact: bool) -> String {
    let verdict = &check.verdict;
    let [all, each, unit] = compared(check.models);
    let calls = match (&verdict.unless, verdict.depth) {
        (Some(unless), _) => format!("proved for {all} unless {}", clean(unless)),
        (None, Some(depth)) => {
            let size = counted(depth, unit);
            format!("compared on {each} of at most {size}, no further")
        }
        (None, None) if verdict.kind == VerdictKind::UpTo => {
            format!("compared on {all} within the bounds of the model, no further")
        }
        (None, None) => format!("proved for {all}"),
    };
    let checked = if obligations > 0 {
        format!(" ({obligations} obligations checked)")
    } else {
        String::new()
    };
    match exact && verdict.kind == VerdictKind::Proved {
        true => format!("{name} conforms: {calls}{checked}."),
        false if exact => format!("{name} conforms as far as the model goes: {calls}{checked}."),
        false => format!(
            "{name} conforms as far as the model goes: calls that it calls unknown, leaves undecided or guesses are not \
             claimed, all others are {calls}{checked}."
        ),
    }
}

fn other_words(name: &str, word: &OtherWord) -> String {
    let events = clean(&word.events.join(" > "));
    let inputs = word.inputs.iter().flatten();
    let inputs: Vec<&str> = inputs.map(|input| input.value.as_str()).collect();
    let given = match inputs.is_empty() {
        true => String::new(),
        false => format!("    inputs: {}\n", clean(&inputs.join(", "))),
    };
    let only = word.only_in;
    format!("{name} differs: only the {only} has the word\n    {events}\n{given}")
}

fn other_output(name: &str, shown: &Shown) -> String {
    let input: Vec<String> = shown.inputs.iter().map(|s| clean(&s.text)).collect();
    let outputs: String = shown
        .outputs
        .iter()
        .map(|output| {
            let writes = output
                .writes
                .as_ref()
                .map_or("nothing: it fails", |s| &s.text);
            format!("    {} writes {}\n", output.by, clean(writes))
        })
        .collect();
    let input = input.join(", ");
    format!("{name} differs on the input {input}:\n{outputs}")
}

/// What is left out of account: integers, arguments, methods.
fn scope(check: &Check) -> String {
    let Check { verdict, view, .. } = check;
    let integers = match verdict.integers {
        Integers::Mathematical => Some(sentence::integers(verdict.integers).to_owned()),
        _ => None,
    };
    let chosen = [("Only of", &view.methods), ("Not of", &view.exclude)].into_iter();
    let chosen = chosen.filter(|(_, names)| !names.is_empty());
    let methods = chosen.map(|(word, names)| format!("{word} calls of {}.", names.join(", ")));
    let parts = sentence::assumptions(verdict)
        .into_iter()
        .chain(integers)
        .chain(methods);
    parts.map(|part| format!("{}\n", clean(&part))).collect()
}

fn differs(name: &str, difference: &Difference, scope: &str, program: Option<&Path>) -> String {
    let Difference {
        calls,
        code,
        model,
        shortest,
        ..
    } = difference;
    let calls: String = calls
        .iter()
        .map(|c| format!("    {}\n", clean(c)))
        .collect();
    let which = if *shortest {
        "the shortest calls that show it"
    } else {
        "calls that show it, perhaps not the shortest"
    };
    let program = match (difference.java(Difference::PROGRAM), program) {
        (Ok(_), Some(path)) => format!("\nwrote {}\n", path.display()),
        (Ok(text), None) => format!(
            "\nThe same as a program, {}.java:\n\n{}",
            Difference::PROGRAM,
            clean_lines(&text)
        ),
        (Err(why), _) => format!("\nThere is no program that shows it: {}.\n", clean(&why)),
    };
    format!(
        "{name} differs: the code answers {code} where the model says {model}; {which}:\n{calls}{scope}{program}"
    )
}

fn clean_lines(text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", clean(line)))
        .collect()
}
