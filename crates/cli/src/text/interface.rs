//! An interface, state by state.

use std::path::PathBuf;

use mores::outline::{Call, Move, Outline, Role, State};
use mores::report::{Report, Standing};
use mores::sentence;

use crate::text::brief::Brief;
use crate::text::layout::{clean, fold};
use crate::text::listing::{SHORTENED, short_paragraph, short_remarks, spaced};
use crate::text::screen::{LINES, Screen, Tone};
use crate::text::{remarks, tone, wrote};

/// An interface: verdict first, then state by state what may be called. What does not fit a screen is shortened, unless all
/// is wanted.
pub(crate) fn interface(report: &Report, files: &[PathBuf], screen: Screen) -> String {
    let outline = Outline::of(report);
    let states: Vec<&State> = outline
        .states
        .iter()
        .filter(|s| matches!(s.role, Role::BeforeConstruction | Role::AtFirst | Role::Ok))
        .collect();
    let remarks = remarks(
        &report.warnings,
        &report.notes,
        &report.replay,
        screen.width,
    );
    let body: String = states
        .iter()
        .map(|state| format!("\n{}", state_text(state, screen)))
        .collect();
    let head = head(report, screen, |text| fold(text, "", screen.width));
    let all = format!("{head}{body}{}", spaced(&remarks.concat()));
    if screen.full || all.lines().count() <= LINES {
        return all + &wrote(files);
    }
    let head = self::head(report, screen, |text| short_paragraph(text, screen.width));
    let tail = spaced(&short_remarks(&remarks)) + &spaced(SHORTENED);
    let room = LINES.saturating_sub(head.lines().count() + tail.lines().count());
    let body = Brief::of(&states, screen).text(room);
    format!("{head}{body}{tail}{}", wrote(files))
}

/// What it is about, what is known of it, and how large it is.
fn head(report: &Report, screen: Screen, paragraph: impl Fn(&str) -> String) -> String {
    let counts = &report.counts;
    let (name, path) = (clean(&report.subject.name), clean(&report.subject.path));
    let mut out = format!("{}  ({path})\n\n", screen.paint(Tone::Title, &name));
    let verdict = clean(&sentence::verdict(report));
    out.push_str(&paragraph(
        &screen.paint_verdict(tone(report.verdict.kind), &verdict),
    ));
    out.push_str(&paragraph(sentence::integers(report.verdict.integers)));
    out.push_str(&format!(
        "{} states, {} methods, {} guarded calls, {} transitions; {:.2} s\n",
        counts.states, counts.methods, counts.symbols, counts.transitions, report.effort.seconds
    ));
    if let Some(exploration) = &report.effort.exploration {
        out.push_str(&paragraph(&sentence::exploration(exploration)));
    }
    if let Some(abstraction) = &report.effort.abstraction {
        out.push_str(&paragraph(&sentence::abstraction(abstraction)));
    }
    out
}

fn state_text(state: &State, screen: Screen) -> String {
    let mut out = format!("{}\n", screen.paint(Tone::Title, &title(state)));
    for step in &state.moves {
        for call in &step.calls {
            let line = format!(
                "{} {}",
                mark(step, screen),
                line(step, call, &leads(state, step))
            );
            out.push_str(&fold(&line, "        ", screen.width));
        }
    }
    out
}

pub(super) fn title(state: &State) -> String {
    match state.role.title() {
        Some(title) => format!("state {}, {title}", state.id),
        None => format!("state {}", state.id),
    }
}

/// What stands in front of a call: nothing for what is legal.
pub(super) fn mark(step: &Move, screen: Screen) -> String {
    let (tone, sign) = match (step.standing, step.role) {
        (Standing::Guessed, _) | (_, Role::Undecided) => (Tone::Doubt, "~"),
        (_, Role::BeforeConstruction | Role::AtFirst | Role::Ok | Role::Beyond) => {
            return "   ".to_owned();
        }
        (_, Role::Unknown) => (Tone::Doubt, "?"),
        (_, Role::Error) => (Tone::Bad, "x"),
    };
    format!("  {}", screen.paint(tone, sign))
}

/// A call and what comes of it; of a legal one, where it leads.
pub(super) fn line(step: &Move, call: &Call, leads: &str) -> String {
    let why: Vec<String> = call
        .causes
        .iter()
        .map(|c| match &c.place {
            Some(place) => format!("{} at {}", clean(&c.what), clean(&place.to_string())),
            None => clean(&c.what),
        })
        .collect();
    let called = clean(&call.text());
    match (step.role, why.is_empty()) {
        (Role::BeforeConstruction | Role::AtFirst | Role::Ok | Role::Beyond, _) => {
            format!("{called}  {leads}")
        }
        (Role::Error, _) if step.standing == Standing::Guessed => format!("{called}  ~> error"),
        (Role::Unknown, _) if step.standing == Standing::Guessed => format!("{called}  ~> unknown"),
        (Role::Undecided, true) => format!("{called}  [undecided]"),
        (Role::Undecided, false) => format!("{called}  [undecided: {}]", why.join("; ")),
        (Role::Error | Role::Unknown, true) => called,
        (Role::Error | Role::Unknown, false) => format!("{called}  [{}]", why.join("; ")),
    }
}

/// Where legal calls lead.
pub(super) fn leads(state: &State, step: &Move) -> String {
    match step.standing == Standing::Established && step.to == state.id {
        true => "(stays)".to_owned(),
        false => elsewhere(step),
    }
}

/// The same, where that is another state.
pub(super) fn elsewhere(step: &Move) -> String {
    let arrow = match step.standing {
        Standing::Established => "->",
        Standing::Answered | Standing::Guessed => "~>",
    };
    match step.role {
        Role::Beyond => format!("{arrow} beyond"),
        _ => format!("{arrow} {}", step.to),
    }
}
