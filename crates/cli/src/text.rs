//! Results as plain text.

use std::path::{Path, PathBuf};

use mores::outline::{Call, Move, Outline, Role, State};
use mores::report::{Replay, Report, Standing, VerdictKind};
use mores::{Check, CheckResult, Difference, Integers, Models, OtherWord, Shown, sentence};

/// The width of the terminal, where it says so, within what reads well.
pub(crate) fn width() -> usize {
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(100);
    usize::clamp(columns, 60, 120)
}

/// An interface: verdict first, then state by state what may be called.
pub(crate) fn interface(report: &Report, files: &[PathBuf], width: usize) -> String {
    let counts = &report.counts;
    let (name, path) = (clean(&report.subject.name), clean(&report.subject.path));
    let mut out = format!("{name}  ({path})\n\n");
    let integers = sentence::integers(report.verdict.integers);
    out.push_str(&fold(&sentence::verdict(report), "", width));
    out.push_str(&fold(integers, "", width));
    out.push_str(&format!(
        "{} states, {} methods, {} guarded calls, {} transitions; {:.2} s\n",
        counts.states, counts.methods, counts.symbols, counts.transitions, report.effort.seconds
    ));
    if let Some(exploration) = &report.effort.exploration {
        out.push_str(&fold(&sentence::exploration(exploration), "", width));
    }
    if let Some(abstraction) = &report.effort.abstraction {
        out.push_str(&fold(&sentence::abstraction(abstraction), "", width));
    }
    let outline = Outline::of(report);
    for state in outline
        .states
        .iter()
        .filter(|s| matches!(s.role, Role::BeforeConstruction | Role::Ok))
    {
        out.push('\n');
        out.push_str(&state_text(state, width));
    }
    out.push_str(&remarks(
        &report.warnings,
        &report.notes,
        &report.replay,
        width,
    ));
    if !files.is_empty() {
        out.push('\n');
        files
            .iter()
            .for_each(|file| out.push_str(&format!("wrote {}\n", file.display())));
    }
    out
}

/// Warnings, notes, and what was replayed.
pub(crate) fn remarks(
    warnings: &[String],
    notes: &[String],
    replay: &Replay,
    width: usize,
) -> String {
    let mut out = String::new();
    let remarks = warnings
        .iter()
        .map(|w| format!("warning: {w}"))
        .chain(notes.iter().map(|n| format!("note: {n}")));
    for (i, remark) in remarks.chain(sentence::replay(replay)).enumerate() {
        out.push_str(if i == 0 { "\n" } else { "" });
        out.push_str(&fold(&clean(&remark), "      ", width));
    }
    out
}

fn state_text(state: &State, width: usize) -> String {
    let mut out = match state.role.title() {
        Some(title) => format!("state {}, {title}\n", state.id),
        None => format!("state {}\n", state.id),
    };
    for step in &state.moves {
        let calls: Vec<&Call> = step.calls.iter().collect();
        for call in calls {
            out.push_str(&fold(
                &format!("{} {}", mark(step), line(state, step, call)),
                "        ",
                width,
            ));
        }
    }
    out
}

/// What stands in front of a call: nothing for what is legal.
fn mark(step: &Move) -> &'static str {
    match (step.standing, step.role) {
        (Standing::Guessed, _) | (_, Role::Undecided) => "  ~",
        (_, Role::BeforeConstruction | Role::Ok | Role::Beyond) => "   ",
        (_, Role::Unknown) => "  ?",
        (_, Role::Error) => "  x",
    }
}

fn line(state: &State, step: &Move, call: &Call) -> String {
    let why: Vec<String> = call
        .causes
        .iter()
        .map(|c| match &c.place {
            Some(place) => format!("{} at {}", clean(&c.what), clean(&place.to_string())),
            None => clean(&c.what),
        })
        .collect();
    let call = clean(&call.text());
    let established = step.standing == Standing::Established;
    match step.role {
        Role::BeforeConstruction | Role::Ok if !established => format!("{call}  ~> {}", step.to),
        Role::BeforeConstruction | Role::Ok if step.to == state.id => format!("{call}  (stays)"),
        Role::BeforeConstruction | Role::Ok => format!("{call}  -> {}", step.to),
        Role::Beyond if !established => format!("{call}  ~> beyond"),
        Role::Beyond => format!("{call}  -> beyond"),
        Role::Error if step.standing == Standing::Guessed => format!("{call}  ~> error"),
        Role::Unknown if step.standing == Standing::Guessed => format!("{call}  ~> unknown"),
        Role::Undecided if why.is_empty() => format!("{call}  [undecided]"),
        Role::Undecided => format!("{call}  [undecided: {}]", why.join("; ")),
        Role::Error | Role::Unknown if why.is_empty() => call,
        Role::Error | Role::Unknown => format!("{call}  [{}]", why.join("; ")),
    }
}

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

/// Names come from class files: nothing in them may steer the terminal.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

/// Breaks at spaces; what follows the first line stands in by `hang`.
pub(crate) fn fold(text: &str, hang: &str, width: usize) -> String {
    let indent: String = text.chars().take_while(|&c| c == ' ').collect();
    let mut lines = vec![indent.clone()];
    let mut bare = true;
    for word in text.trim_start().split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !bare && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("{hang}{word}"));
        } else {
            line.push_str(if bare { "" } else { " " });
            line.push_str(word);
        }
        bare = false;
    }
    lines
        .iter()
        .map(|l| format!("{}\n", l.trim_end()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_text_keeps_its_words_and_its_width() {
        let text = "one two three four five six seven eight";
        let folded = fold(text, "  ", 14);
        assert!(folded.lines().all(|l| l.chars().count() <= 14), "{folded}");
        assert_eq!(
            folded.split_whitespace().collect::<Vec<_>>().join(" "),
            text
        );
    }

    #[test]
    fn nothing_in_a_name_steers_the_terminal() {
        assert_eq!(clean("a\u{1b}[31mb\n"), "a\u{fffd}[31mb\u{fffd}");
    }
}
