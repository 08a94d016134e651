//! Interfaces as a kind of model: their sizes, what is drawn of them, and what a page says.

use std::collections::BTreeMap;

use crate::drawing::{Detail, Drawing, Label, Line, Node, Shape, Sign, Tone};
use crate::html::{self, Page, Source};
use crate::outline::{Call, Move, Outline, Role, State};
use crate::report::{Counts, Interface, Kind, Model, ReadError, Report, Standing};
use crate::sentence;

impl Kind for Interface {
    const WANTED: [&'static str; 2] = ["an interface", "`mores interface --out` has"];

    fn of(model: &Model) -> Option<Self> {
        match model {
            Model::Interface(model) => Some(model.clone()),
            _ => None,
        }
    }

    fn counts(&self) -> Counts {
        let mut methods: Vec<&str> = self.alphabet.iter().map(|s| s.method.as_str()).collect();
        methods.sort_unstable();
        methods.dedup();
        Counts {
            states: self.states.len(),
            symbols: self.alphabet.len(),
            methods: methods.len(),
            transitions: self.transitions.len(),
            ..Counts::default()
        }
    }

    fn check(&self) -> Result<(), ReadError> {
        self.makes_sense()
    }

    fn verdict(report: &Report) -> String {
        sentence::verdict(report)
    }

    fn verdict_in_brief(report: &Report) -> String {
        sentence::verdict_in_brief(report)
    }

    fn drawing(report: &Report, detail: Detail) -> Drawing {
        let name = &report.subject.name;
        let caption = sentence::verdict_in_brief(report);
        let mut drawing = Drawing::new(name, caption, "states and calls");
        draw(&Outline::drawn(report, detail), &mut drawing);
        drawing
    }

    fn page(report: &Report, source: Option<&Source>) -> Page {
        html::interface(report, source)
    }
}

fn draw(outline: &Outline, drawing: &mut Drawing) {
    let states: BTreeMap<u64, usize> = (outline.states.iter())
        .map(|state| (state.id, drawing.node(node(state))))
        .collect();
    for state in &outline.states {
        for step in &state.moves {
            let [from, to] = [state.id, step.to].map(|id| states.get(&id).copied());
            let labels = step.calls.iter().map(Label::from).collect();
            drawing.arrow(from, to, labels, line(step));
        }
    }
    explain(outline, drawing);
}

fn node(state: &State) -> Node {
    let plain = Node::state(format!("s{}", state.id), state.id.to_string());
    let shape = match state.role {
        Role::BeforeConstruction => Shape::Point,
        Role::AtFirst | Role::Ok | Role::Beyond | Role::Undecided | Role::Unknown | Role::Error => {
            Shape::Box
        }
    };
    let (name, title) = match state.role.title() {
        Some(role) => (role.to_owned(), format!("{}: {role}", plain.title)),
        None => (plain.name, plain.title),
    };
    Node {
        shape,
        tone: tone(state.role),
        name,
        title,
        ..plain
    }
}

fn tone(role: Role) -> Tone {
    match role {
        Role::BeforeConstruction | Role::AtFirst | Role::Ok => Tone::Plain,
        Role::Beyond | Role::Undecided => Tone::Undecided,
        Role::Unknown => Tone::Unknown,
        Role::Error => Tone::Bad,
    }
}

fn line(step: &Move) -> Line {
    Line {
        dashed: step.standing != Standing::Established,
        ..Line::toned(tone(step.role))
    }
}

impl From<&Call> for Label {
    fn from(call: &Call) -> Self {
        Self {
            head: call.head.clone(),
            note: call.note().unwrap_or_default(),
            guessed: call.standing != Standing::Established,
        }
    }
}

fn explain(outline: &Outline, drawing: &mut Drawing) {
    let moves = |wanted: &dyn Fn(&State, &Move) -> bool| {
        let mut states = outline.states.iter();
        states.any(|state| state.moves.iter().any(|step| wanted(state, step)))
    };
    let plain = Line::default();
    drawing.explain(
        moves(&|state, step| step.to == state.id && step.standing == Standing::Established),
        Sign::Stay,
        plain,
        "leaves the state as it is",
    );
    drawing.explain(
        moves(&|_, step| step.role == Role::Error && step.standing == Standing::Established),
        Sign::Cross,
        Line::toned(Tone::Bad),
        "is illegal: the call fails",
    );
    let dashed = Line {
        dashed: true,
        ..plain
    };
    drawing.warn(outline.is_guessed(), dashed, sentence::NOT_ESTABLISHED);
    let undecided = outline.states.iter().any(|s| s.role == Role::Undecided);
    drawing.warn(undecided, Line::toned(Tone::Undecided), sentence::UNDECIDED);
    let beyond = outline.states.iter().any(|s| s.role == Role::Beyond);
    drawing.warn(beyond, Line::toned(Tone::Undecided), sentence::BEYOND);
}
