//! What is drawn of a transducer: one arrow for all transitions between two states, one for what happens at the end;
//! automata that look ahead stand beside the rest.

use std::collections::BTreeMap;

use super::sentence::{failure, verdict_in_brief};
use super::{Acceptor, AcceptorState, End, Failure, State, Step, Transducer, TransducerReport};
use crate::drawing::{Drawing, Label, Line, Node, Shape, Sign, Tone};

/// Larger models are shown as tables: no layout makes so many arrows readable.
const MOST_STATES: usize = 60;

pub(super) fn drawing(report: &TransducerReport) -> Drawing {
    let name = &report.subject.name;
    let caption = verdict_in_brief(report);
    let mut drawing = Drawing::new(name, caption, "states and transitions");
    match &report.model {
        None => drawing.left_out = Some("there is no model".to_owned()),
        Some(model) => match too_large(model) {
            None => draw(model, &mut drawing),
            why => drawing.left_out = why,
        },
    }
    drawing
}

fn too_large(model: &Transducer) -> Option<String> {
    let acceptors = model.starts.iter().filter_map(|start| start.when.as_ref());
    let look_ahead: usize = acceptors.map(|acceptor| acceptor.states.len()).sum();
    let states = model.states.len();
    (states + look_ahead > MOST_STATES)
        .then(|| format!("too large to draw: {states} states; the page has a table of them"))
}

fn draw(model: &Transducer, drawing: &mut Drawing) {
    let plain = Line::default();
    let states: BTreeMap<u64, usize> = (model.states.iter())
        .map(|state| (state.id, drawing.node(node(state))))
        .collect();
    for (i, start) in model.starts.iter().enumerate() {
        let label = |_| Label::plain(format!("if {} accepts", look_ahead_name(i)));
        let labels: Vec<Label> = start.when.iter().map(label).collect();
        let point = drawing.node(Node::point(format!("start{i}")));
        let to = states.get(&start.state).copied();
        drawing.arrow(Some(point), to, labels, plain);
    }
    let steps = model.transitions.iter();
    let steps = steps.map(|step| (step.from, step.to, label(model, step)));
    arrows(steps, &states, drawing);
    let mut ends: BTreeMap<u64, Vec<Label>> = BTreeMap::new();
    for end in &model.ends {
        ends.entry(end.state).or_default().push(at_the_end(end));
    }
    for (state, labels) in ends {
        let square = drawing.node(Node::square(format!("end{state}")));
        drawing.arrow(states.get(&state).copied(), Some(square), labels, plain);
    }
    for (i, start) in model.starts.iter().enumerate() {
        if let Some(acceptor) = &start.when {
            look_ahead(&look_ahead_name(i), acceptor, drawing);
        }
    }
    explain(model, drawing);
}

fn node(state: &State) -> Node {
    let plain = Node::state(format!("s{}", state.id), state.id.to_string());
    match &state.failure {
        None => plain,
        Some(why) => {
            let (name, detail) = match why {
                Failure::Fails(how) => ("fails", how.as_str()),
                Failure::NotKnown => ("not known", ""),
            };
            Node {
                tone: Tone::Bad,
                title: format!("{}: {}", plain.title, failure(why)),
                name: name.to_owned(),
                detail: detail.to_owned(),
                ..plain
            }
        }
    }
}

/// One arrow for all labels between two states.
fn arrows(
    steps: impl Iterator<Item = (u64, u64, Label)>,
    states: &BTreeMap<u64, usize>,
    drawing: &mut Drawing,
) {
    let mut groups: BTreeMap<(u64, u64), Vec<Label>> = BTreeMap::new();
    for (from, to, label) in steps {
        groups.entry((from, to)).or_default().push(label);
    }
    for ((from, to), labels) in groups {
        let [from, to] = [from, to].map(|id| states.get(&id).copied());
        drawing.arrow(from, to, labels, Line::default());
    }
}

fn look_ahead(name: &str, acceptor: &Acceptor, drawing: &mut Drawing) {
    drawing.groups.push(format!("look-ahead {name}"));
    let group = Some(drawing.groups.len() - 1);
    let node = |state: &AcceptorState| {
        let (shape, said) = match state.accepting {
            true => (Shape::DoubleCircle, "accepts"),
            false => (Shape::Circle, "does not accept"),
        };
        let id = format!("{name}{}", state.id);
        Node {
            shape,
            title: format!("look-ahead {name}, state {}: {said}", state.id),
            group,
            ..Node::state(id.clone(), id)
        }
    };
    let states: BTreeMap<u64, usize> = (acceptor.states.iter())
        .map(|state| (state.id, drawing.node(node(state))))
        .collect();
    let point = drawing.node(Node {
        group,
        ..Node::point(format!("look{name}"))
    });
    let first = acceptor.states.first();
    let first = first.and_then(|state| states.get(&state.id).copied());
    let label = Label::plain(format!("look-ahead {name}"));
    drawing.arrow(Some(point), first, vec![label], Line::default());
    let edges = acceptor.transitions.iter();
    let edges = edges.map(|edge| {
        let reads = said(&edge.guard_text, &edge.guard);
        (edge.from, edge.to, Label::plain(reads))
    });
    arrows(edges, &states, drawing);
}

fn explain(model: &Transducer, drawing: &mut Drawing) {
    let before = match model.lookback {
        0 => "",
        _ => ", x1 the one before it",
    };
    let plain = Line::default();
    drawing.explain(
        true,
        Sign::Line,
        plain,
        format!("what is read / what is written for it; x is the symbol itself{before}"),
    );
    drawing.explain(
        !model.ends.is_empty(),
        Sign::Square,
        plain,
        "the end of input / what is written then",
    );
    drawing.explain(
        model.states.iter().any(|state| state.failure.is_some()),
        Sign::Square,
        Line::toned(Tone::Bad),
        "the program fails, or it is not known what it does",
    );
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
        note: writes,
        ..Label::plain(said(&step.guard_text, &step.guard))
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
        note: format!("/ {}", written(&end.writes_text, &end.writes)),
        ..Label::plain(reads)
    }
}
