//! What pictures show of a transducer: one arrow for all transitions between two states, one for what happens at the end.

use std::collections::BTreeMap;

use super::{Acceptor, End, Step, Transducer};

/// Larger models are shown as tables: no layout makes so many arrows readable.
const DRAWN: usize = 60;

impl Transducer {
    /// Whether a picture of it can be read.
    pub(crate) fn is_drawn(&self) -> bool {
        let look_ahead = self
            .starts
            .iter()
            .filter_map(|start| start.when.as_ref())
            .map(|a| a.states.len());
        self.states.len() + look_ahead.sum::<usize>() <= DRAWN
    }

    /// Why there is no picture.
    pub(crate) fn too_large(&self) -> String {
        format!(
            "too large to draw: {} states; the page has a table of them",
            self.states.len()
        )
    }
}

/// What is read, and what is written for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) reads: String,
    pub(crate) writes: String,
}

impl Label {
    /// `'<' / "&lt;"`
    pub(crate) fn text(&self) -> String {
        match self.writes.is_empty() {
            true => self.reads.clone(),
            false => format!("{} {}", self.reads, self.writes),
        }
    }
}

/// All transitions between two states.
pub(crate) struct Arrow {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) labels: Vec<Label>,
}

/// The arrows between states.
pub(crate) fn arrows(model: &Transducer) -> Vec<Arrow> {
    let mut groups: BTreeMap<(u64, u64), Vec<Label>> = BTreeMap::new();
    for step in &model.transitions {
        groups
            .entry((step.from, step.to))
            .or_default()
            .push(label(model, step));
    }
    groups
        .into_iter()
        .map(|((from, to), labels)| Arrow { from, to, labels })
        .collect()
}

/// For each state in which input may end, what happens then; nothing where that goes without saying.
pub(crate) fn ends(model: &Transducer) -> BTreeMap<u64, Vec<Label>> {
    let mut groups: BTreeMap<u64, Vec<Label>> = BTreeMap::new();
    for end in &model.ends {
        groups.entry(end.state).or_default().push(at_the_end(end));
    }
    groups
}

/// The arrows of an automaton that looks ahead.
pub(crate) fn edges(acceptor: &Acceptor) -> Vec<Arrow> {
    let mut groups: BTreeMap<(u64, u64), Vec<Label>> = BTreeMap::new();
    for edge in &acceptor.transitions {
        let label = Label {
            reads: said(&edge.guard_text, &edge.guard),
            writes: String::new(),
        };
        groups.entry((edge.from, edge.to)).or_default().push(label);
    }
    groups
        .into_iter()
        .map(|((from, to), labels)| Arrow { from, to, labels })
        .collect()
}

/// The name of the automaton that decides on a start: `A`, `B`.
pub(crate) fn look_ahead_name(start: usize) -> String {
    match u8::try_from(start) {
        Ok(i) if i < 26 => char::from(b'A' + i).to_string(),
        Ok(_) | Err(_) => format!("L{start}"),
    }
}

/// What is said for people; files that others have written need not say it.
pub(crate) fn said(text: &str, exact: &str) -> String {
    if text.is_empty() {
        exact.to_owned()
    } else {
        text.to_owned()
    }
}

fn written(text: &str, terms: &[String]) -> String {
    if text.is_empty() && terms.is_empty() {
        "–".to_owned()
    } else {
        said(text, &terms.join(" "))
    }
}

fn label(model: &Transducer, step: &Step) -> Label {
    let sets: Vec<String> = updates(model, step)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let sets = if sets.is_empty() {
        String::new()
    } else {
        format!("; {}", sets.join(", "))
    };
    let writes = format!("/ {}{sets}", written(&step.writes_text, &step.writes));
    Label {
        reads: said(&step.guard_text, &step.guard),
        writes,
    }
}

/// The registers that a step changes, with their new values.
pub(crate) fn updates<'m>(
    model: &'m Transducer,
    step: &'m Step,
) -> impl Iterator<Item = (&'m str, &'m str)> {
    let pairs = model
        .registers
        .iter()
        .map(|register| register.name.as_str())
        .zip(&step.updates);
    pairs
        .map(|(name, value)| (name, value.as_str()))
        .filter(|(name, value)| name != value)
}

fn at_the_end(end: &End) -> Label {
    let reads = match end.guard.as_str() {
        "true" => "end".to_owned(),
        guard => format!("end if {}", said(&end.guard_text, guard)),
    };
    Label {
        reads,
        writes: format!("/ {}", written(&end.writes_text, &end.writes)),
    }
}
