//! The picture of an automaton of events.

use std::collections::BTreeMap;

use crate::language::{self, Automaton, Mark, State, Style, Words, arrows};
use crate::outline::Call;
use crate::report::Standing;

use super::block::Block;
use super::footer::DASH;
use super::graph::{Arrow, Form, Graph, Node};

/// An arrow names at most so many events.
const LINES: usize = 12;
/// A full line, a point and two outlines, as signs in the legend.
const LINE: &str = "M-5 0H7";
const CIRCLES: &str =
    "M6 0A5 5 0 1 0 -4 0A5 5 0 1 0 6 0M3.5 0A2.5 2.5 0 1 0 -1.5 0A2.5 2.5 0 1 0 3.5 0";
const CAPITAL: &str = "M-2 -4V4H0A4 4 0 0 0 0 -4Z";

/// What is drawn of an automaton: behind the states comes the point where words start.
pub(super) fn graph(model: &Automaton, words: Words) -> Graph {
    let position: BTreeMap<u64, usize> = model
        .states
        .iter()
        .enumerate()
        .map(|(i, s)| (s.id, i))
        .collect();
    let nodes: Vec<Node> = model
        .states
        .iter()
        .map(node)
        .chain([Node::point()])
        .collect();
    let mut drawn = Vec::new();
    let plain = Style {
        dominating: false,
        mark: None,
    };
    if let Some(&to) = position.get(&model.initial) {
        drawn.push(Arrow {
            from: nodes.len() - 1,
            to,
            style: plain,
            label: Block::default(),
        });
    }
    for arrow in arrows(model) {
        if let (Some(&from), Some(&to)) = (position.get(&arrow.from), position.get(&arrow.to)) {
            drawn.push(Arrow {
                from,
                to,
                style: arrow.style,
                label: label(&arrow),
            });
        }
    }
    Graph {
        nodes,
        arrows: drawn,
        legend: legend(model, words),
    }
}

fn node(state: &State) -> Node {
    let title = match (state.accepting, state.doomed) {
        (true, _) => ": accepting",
        (false, true) => ": doomed",
        (false, false) => "",
    };
    Node {
        form: if state.accepting {
            Form::Double
        } else {
            Form::Round
        },
        class: if state.doomed { "doomed" } else { "state" },
        name: state.id.to_string(),
        mark: state.doomed.then_some("D"),
        title: format!("state {}{title}", state.id),
    }
}

fn label(arrow: &language::Arrow<'_>) -> Block {
    let call = |symbol: &&str| Call {
        head: (*symbol).to_owned(),
        guard: None,
        sets: Vec::new(),
        standing: Standing::Established,
        symbols: Vec::new(),
        causes: Vec::new(),
    };
    Block::list(&arrow.symbols.iter().map(call).collect::<Vec<_>>(), LINES)
}

/// What a reader of this picture has to know.
fn legend(model: &Automaton, words: Words) -> Vec<(&'static str, &'static str, String)> {
    let verb = words.verb();
    let marked = |mark: Mark| model.transitions.iter().any(|step| step.mark == Some(mark));
    let accepting = model.states.iter().any(|state| state.accepting);
    let dominating = model.transitions.iter().any(|step| step.dominating);
    let doomed = model.states.iter().any(|state| state.doomed);
    let things = [
        (
            accepting,
            ("state", CIRCLES, format!("here the program {verb}")),
        ),
        (
            dominating,
            (
                "bold",
                LINE,
                format!("an event without which it never {verb}"),
            ),
        ),
        (
            doomed,
            (
                "doomed",
                CAPITAL,
                format!("a run that gets here {verb} so in the end, whatever it does"),
            ),
        ),
        (
            marked(Mark::Proved),
            (
                "proved",
                LINE,
                "proved for words of every length".to_owned(),
            ),
        ),
        (
            marked(Mark::Conjectured),
            (
                "conjectured",
                DASH,
                "conjectured from shorter words, not proved".to_owned(),
            ),
        ),
    ];
    things
        .into_iter()
        .filter(|(used, _)| *used)
        .map(|(_, thing)| thing)
        .collect()
}
