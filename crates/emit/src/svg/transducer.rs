//! The picture of a transducer; automata that look ahead stand beside it.

use std::collections::BTreeMap;

use crate::language::Style;
use crate::transducer::arrows::{self, Label, arrows, edges, ends, look_ahead_name};
use crate::transducer::sentence::failure;
use crate::transducer::{Acceptor, State, Transducer};

use super::block::Block;
use super::graph::{Arrow, Form, Graph, Node};

/// An arrow has at most so many lines.
const LINES: usize = 14;
/// Signs in the legend: a full line, a square, a box.
const LINE: &str = "M-5 0H7";
const SQUARE: &str = "M-3 -3H3V3H-3Z";
const PLAIN: Style = Style {
    dominating: false,
    mark: None,
};

/// What is drawn of a transducer.
pub(super) fn graph(model: &Transducer) -> Graph {
    let mut drawing = Drawing {
        graph: Graph {
            nodes: Vec::new(),
            arrows: Vec::new(),
            legend: legend(model),
        },
    };
    let states: BTreeMap<u64, usize> = model
        .states
        .iter()
        .map(|state| (state.id, drawing.node(state_node(state))))
        .collect();
    for (i, start) in model.starts.iter().enumerate() {
        let label = start.when.as_ref().map(|_| Label {
            reads: format!("if {} accepts", look_ahead_name(i)),
            writes: String::new(),
        });
        let point = drawing.node(Node::point());
        drawing.arrow(
            Some(point),
            states.get(&start.state).copied(),
            label.as_slice(),
        );
    }
    drawing.between(&states, arrows(model));
    for (state, labels) in ends(model) {
        let square = drawing.node(Node::square());
        drawing.arrow(states.get(&state).copied(), Some(square), &labels);
    }
    for (i, start) in model.starts.iter().enumerate() {
        start
            .when
            .iter()
            .for_each(|acceptor| drawing.look_ahead(&look_ahead_name(i), acceptor));
    }
    drawing.graph
}

struct Drawing {
    graph: Graph,
}

impl Drawing {
    fn node(&mut self, node: Node) -> usize {
        self.graph.nodes.push(node);
        self.graph.nodes.len() - 1
    }

    fn arrow(&mut self, from: Option<usize>, to: Option<usize>, labels: &[Label]) {
        if let (Some(from), Some(to)) = (from, to) {
            let label = Block::pairs(
                labels
                    .iter()
                    .map(|label| (label.reads.as_str(), label.writes.as_str())),
                LINES,
            );
            self.graph.arrows.push(Arrow {
                from,
                to,
                style: PLAIN,
                label,
            });
        }
    }

    fn between(&mut self, states: &BTreeMap<u64, usize>, arrows: Vec<arrows::Arrow>) {
        for arrow in arrows {
            self.arrow(
                states.get(&arrow.from).copied(),
                states.get(&arrow.to).copied(),
                &arrow.labels,
            );
        }
    }

    fn look_ahead(&mut self, name: &str, acceptor: &Acceptor) {
        let mut states = BTreeMap::new();
        for state in &acceptor.states {
            let said = if state.accepting {
                "accepts"
            } else {
                "does not accept"
            };
            let node = Node {
                form: if state.accepting {
                    Form::Double
                } else {
                    Form::Round
                },
                class: "state",
                name: format!("{name}{}", state.id),
                mark: None,
                title: format!("look-ahead {name}, state {}: {said}", state.id),
            };
            states.insert(state.id, self.node(node));
        }
        let point = self.node(Node::point());
        let first = acceptor
            .states
            .first()
            .and_then(|state| states.get(&state.id).copied());
        self.arrow(
            Some(point),
            first,
            &[Label {
                reads: format!("look-ahead {name}"),
                writes: String::new(),
            }],
        );
        self.between(&states, edges(acceptor));
    }
}

fn state_node(state: &State) -> Node {
    match &state.failure {
        None => Node {
            form: Form::Round,
            class: "state",
            name: state.id.to_string(),
            mark: None,
            title: format!("state {}", state.id),
        },
        Some(why) => Node {
            form: Form::Round,
            class: "doomed",
            name: failure(why)
                .split(':')
                .next()
                .unwrap_or_default()
                .to_owned(),
            mark: None,
            title: format!("state {}: {}", state.id, why.text()),
        },
    }
}

/// What a reader of this picture has to know.
fn legend(model: &Transducer) -> Vec<(&'static str, &'static str, String)> {
    let window = match model.lookback {
        0 => "what is read / what is written for it; x is the symbol itself".to_owned(),
        _ => "what is read / what is written for it; x is the symbol itself, x1 the one before it"
            .to_owned(),
    };
    let things = [
        (true, ("plain", LINE, window)),
        (
            !model.ends.is_empty(),
            (
                "plain",
                SQUARE,
                "the end of input / what is written then".to_owned(),
            ),
        ),
        (
            model.states.iter().any(|state| state.failure.is_some()),
            (
                "doomed",
                SQUARE,
                "the program fails, or it is not known what it does".to_owned(),
            ),
        ),
    ];
    things
        .into_iter()
        .filter(|(used, _)| *used)
        .map(|(_, thing)| thing)
        .collect()
}
