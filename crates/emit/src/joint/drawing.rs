//! What is drawn of two versions: both in one picture. Calls that only one version allows are told inside the state where
//! they are made; events that only one program has lead on, in its colour.

use std::collections::BTreeMap;

use super::{About, Change, Joint, Role, State, Step};
use crate::drawing::{Drawing, Label, Line, Node, Shape, Sign, Tone};

/// Why there is no picture.
const NOTHING: &str = "nothing is drawn: the versions were not walked together, because they remember values or there was no time";

pub(crate) fn drawing(joint: &Joint, name: &str, caption: &str) -> Drawing {
    let about = match joint.about {
        About::Calls => "states and calls of both versions",
        About::Events => "states and events of both versions",
    };
    let mut drawing = Drawing::new(name, caption.to_owned(), about);
    let states: BTreeMap<u64, usize> = (joint.states.iter())
        .map(|state| (state.id, drawing.node(node(joint, state))))
        .collect();
    if joint.about == About::Events {
        let start = drawing.node(Node::point("start".to_owned()));
        let first = states.get(&joint.initial).copied();
        drawing.arrow(Some(start), first, Vec::new(), Line::default());
    }
    for ((_, _, from, to), labels) in arrows(joint) {
        let line = labels.1;
        let [from, to] = [from, to].map(|id| states.get(&id).copied());
        drawing.arrow(from, to, labels.0, line);
    }
    explain(joint, &mut drawing);
    drawing.left_out = joint.states.is_empty().then(|| NOTHING.to_owned());
    drawing
}

fn node(joint: &Joint, state: &State) -> Node {
    let plain = Node::state(format!("s{}", state.id), state.id.to_string());
    let title = match state.means.is_empty() {
        true => plain.title.clone(),
        false => format!("{}: {}", plain.title, state.means),
    };
    let (shape, name) = match (joint.about, state.role) {
        (About::Calls, Role::Start) => (Shape::Point, "before construction".to_owned()),
        (About::Calls, Role::Undecided) => (Shape::Box, "not decided".to_owned()),
        (About::Calls, _) => (Shape::Box, plain.name),
        (About::Events, _) if state.ends.is_empty() => (Shape::Circle, plain.name),
        (About::Events, _) => (Shape::DoubleCircle, plain.name),
    };
    let tone = match state.role {
        Role::Open | Role::Undecided => Tone::Undecided,
        Role::Old => Tone::Lost,
        Role::New => Tone::Gained,
        Role::Start | Role::Together => Tone::Plain,
    };
    Node {
        shape,
        name,
        tone,
        title,
        ..plain
    }
}

/// The steps that look alike between two states, differences first: where lists are cut, these are seen.
type Arrows = BTreeMap<(Change, bool, u64, u64), (Vec<Label>, Line)>;

fn arrows(joint: &Joint) -> Arrows {
    let mut arrows = Arrows::new();
    for step in &joint.steps {
        let key = (step.change, !step.certain, step.from, step.to);
        let (labels, _) = arrows.entry(key).or_insert((Vec::new(), line(step)));
        labels.push(Label {
            note: match step.guard.is_empty() {
                true => String::new(),
                false => format!("if {}", step.guard),
            },
            ..Label::plain(&step.head)
        });
    }
    arrows
}

fn line(step: &Step) -> Line {
    Line {
        tone: tone(step.change),
        bold: matches!(step.change, Change::Lost | Change::Gained),
        dashed: !step.certain,
    }
}

fn tone(change: Change) -> Tone {
    match change {
        Change::Lost => Tone::Lost,
        Change::Gained => Tone::Gained,
        Change::Undecided => Tone::Undecided,
        Change::Alike => Tone::Plain,
    }
}

fn explain(joint: &Joint, drawing: &mut Drawing) {
    let any = |change: Change| joint.count(change) > 0;
    let [both, old, new] = match joint.about {
        About::Calls => [
            "legal in both versions",
            "lost: legal in the old version only",
            "gained: legal in the new version only",
        ],
        About::Events => [
            "in both versions",
            "lost: leads to what only the old version does",
            "gained: leads to what only the new version does",
        ],
    };
    let plain = Line::default();
    drawing.explain(any(Change::Alike), Sign::Line, plain, both);
    let signs = [
        (Change::Lost, Sign::Minus, old),
        (Change::Gained, Sign::Plus, new),
    ];
    for (change, sign, text) in signs {
        let line = Line {
            bold: true,
            ..Line::toned(tone(change))
        };
        drawing.explain(any(change), sign, line, text);
    }
    let ends = joint.states.iter().any(|state| !state.ends.is_empty());
    drawing.explain(ends, Sign::Circles, plain, "words end here");
    let undecided = Line::toned(Tone::Undecided);
    let text = "not decided: one version or both are not known well enough";
    drawing.warn(any(Change::Undecided), undecided, text);
    let open = joint.states.iter().any(|state| state.role == Role::Open);
    drawing.warn(open, undecided, "nothing was compared from there on");
    let dashed = Line {
        dashed: true,
        ..plain
    };
    let vague = |step: &Step| !step.certain && step.change != Change::Undecided;
    let text = "known within bounds only: longer runs may level it out, or tell versions apart";
    drawing.warn(joint.steps.iter().any(vague), dashed, text);
}
