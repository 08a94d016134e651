//! An interface with a line for each state.

use mores::outline::{Call, State};
use mores::report::Standing;

use crate::text::interface::leads;
use crate::text::layout::{clean, fold, shortened};
use crate::text::others::{Others, Step};
use crate::text::screen::{Screen, Tone};

/// The most states that are shown.
const STATES: usize = 40;
/// Lines that a state may take: the most that leave room for all.
const LINES: [usize; 3] = [3, 2, 1];
/// Columns of a line that folding may leave empty.
const RAGGED: usize = 16;

/// States with the calls that are to be shown of each.
pub(super) struct Compact<'o> {
    rows: Vec<(&'o State, Vec<Step<'o>>)>,
    /// The columns that the number of a state takes.
    digits: usize,
    screen: Screen,
}

/// How much of a call is shown: the columns of its condition, and whether its parameters are.
#[derive(Clone, Copy)]
struct Detail {
    condition: usize,
    parameters: bool,
}

impl Detail {
    /// From all there is to the least.
    const ALL: [Self; 5] = [
        Self::of(usize::MAX, true),
        Self::of(45, true),
        Self::of(25, true),
        Self::of(25, false),
        Self::of(0, false),
    ];

    const fn of(condition: usize, parameters: bool) -> Self {
        Self {
            condition,
            parameters,
        }
    }

    fn call(self, call: &Call) -> String {
        let head = clean(&call.head);
        let head = match head.split_once('(') {
            Some((name, parameters)) if !self.parameters && parameters != ")" => {
                format!("{name}(…)")
            }
            _ => head,
        };
        match call.note() {
            None => head,
            Some(_) if self.condition == 0 => format!("{head} if …"),
            Some(note) => format!("{head} {}", shortened(&clean(&note), self.condition)),
        }
    }
}

impl<'o> Compact<'o> {
    pub(super) fn new(rows: Vec<(&'o State, Vec<Step<'o>>)>, screen: Screen) -> Self {
        let digits = rows.iter().map(|(state, _)| state.id.to_string().len());
        let digits = digits.max().unwrap_or(1);
        Self {
            rows,
            digits,
            screen,
        }
    }

    pub(super) fn text(&self, room: usize) -> String {
        let shown = self.rows.iter().take(STATES);
        let text = |lines: usize| -> String {
            let states = shown.clone();
            states.map(|row| self.state(row, lines)).collect()
        };
        let fits = |lines: &usize| text(*lines).lines().count() <= room;
        let lines = LINES.into_iter().find(fits).unwrap_or(1);
        let more = match self.rows.len().saturating_sub(STATES) {
            0 => String::new(),
            more => format!("… and {more} more states\n"),
        };
        text(lines) + &more
    }

    /// A state in so many lines: where legal calls lead, and how many others there are.
    fn state(&self, (state, steps): &(&State, Vec<Step<'_>>), lines: usize) -> String {
        let others = others(steps);
        let id = format!("{:1$}", state.id, self.digits);
        let id = self.screen.paint(Tone::Title, &id);
        let text = |legal: &str| {
            let between = match legal.is_empty() || others.is_empty() {
                true => "",
                false => "  | ",
            };
            let line = format!("{id}  {legal}{between}{others}");
            let hang = " ".repeat(self.digits + 2);
            fold(&line, &hang, self.screen.width)
        };
        let columns = self.screen.width - self.digits - 2;
        let room = |others: &str| {
            (columns * lines).saturating_sub(others.len() + 4 + RAGGED * (lines - 1))
        };
        let fits = |text: &String| text.lines().count() <= lines;
        let whole = Detail::ALL.map(|detail| text(&legal(state, steps, detail).join("; ")));
        let least = || {
            text(&as_many(
                &legal(state, steps, Detail::of(0, false)),
                room(&others),
            ))
        };
        whole.into_iter().find(fits).unwrap_or_else(least)
    }
}

/// Legal calls and where they lead, those that lead to one place together.
fn legal(state: &State, steps: &[Step<'_>], detail: Detail) -> Vec<String> {
    let text = |step: &Step<'_>| {
        let sign = match step.step.standing {
            Standing::Guessed => "~ ",
            Standing::Established | Standing::Answered => "",
        };
        let mut calls: Vec<String> = Vec::new();
        for call in &step.calls {
            let call = format!("{sign}{}", detail.call(call));
            // Calls that look alike without their conditions are shown once.
            if !calls.contains(&call) {
                calls.push(call);
            }
        }
        format!("{} {}", calls.join(", "), leads(state, step.step))
    };
    let steps = steps.iter().filter(|step| step.is_legal());
    steps.map(text).collect()
}

/// As many of the parts, one at least, as so many columns hold, with a sign where there are others.
fn as_many(parts: &[String], columns: usize) -> String {
    let mut out = String::new();
    for (i, part) in parts.iter().enumerate() {
        if i > 0 && out.chars().count() + part.chars().count() + 5 > columns {
            return out + "; …";
        }
        out.push_str(if i == 0 { "" } else { "; " });
        out.push_str(&shortened(part, columns));
    }
    out
}

/// How many calls there are of each other kind.
fn others(steps: &[Step<'_>]) -> String {
    let count = |kind: Others| {
        let steps = steps.iter().filter(|step| kind.has(step.step));
        let count: usize = steps.map(|step| step.calls.len()).sum();
        (count > 0).then(|| format!("{count} {}", kind.word()))
    };
    let counts: Vec<String> = Others::ALL.into_iter().filter_map(count).collect();
    counts.join(", ")
}
