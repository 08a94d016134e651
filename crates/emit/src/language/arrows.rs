//! Steps as they are drawn: one arrow for all that look alike between two states.

use std::collections::BTreeMap;

use super::{Automaton, Mark, State};

/// How a step is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Style {
    /// Bold: every word contains the event.
    pub(crate) dominating: bool,
    pub(crate) mark: Option<Mark>,
}

/// The events that lead from one state to another and look alike.
pub(crate) struct Arrow<'r> {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) style: Style,
    /// In the order of the alphabet.
    pub(crate) symbols: Vec<&'r str>,
}

/// All arrows, state by state.
pub(crate) fn arrows(model: &Automaton) -> Vec<Arrow<'_>> {
    let order: BTreeMap<&str, usize> = model
        .alphabet
        .iter()
        .enumerate()
        .map(|(i, e)| (e.symbol.as_str(), i))
        .collect();
    let mut groups: BTreeMap<(u64, u64, Style), Vec<&str>> = BTreeMap::new();
    for step in &model.transitions {
        let style = Style {
            dominating: step.dominating,
            mark: step.mark,
        };
        groups
            .entry((step.from, step.to, style))
            .or_default()
            .push(&step.symbol);
    }
    let mut all = Vec::new();
    for ((from, to, style), mut symbols) in groups {
        symbols.sort_by_key(|symbol| order.get(symbol));
        all.push(Arrow {
            from,
            to,
            style,
            symbols,
        });
    }
    all
}

/// What stands in a state.
pub(crate) fn label(state: &State) -> String {
    if state.doomed {
        format!("{} D", state.id)
    } else {
        state.id.to_string()
    }
}
