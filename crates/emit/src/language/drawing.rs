//! What is drawn of a language: one arrow for all events that look alike between two states.

use std::collections::BTreeMap;

use super::{Language, LanguageReport, Mark, State, Words, verdict_in_brief};
use crate::drawing::{Drawing, Label, Line, Node, Shape, Sign, Tone};

pub(super) fn drawing(report: &LanguageReport) -> Drawing {
    let model = &report.model;
    let name = &report.subject.name;
    let mut drawing = Drawing::new(name, verdict_in_brief(report), "states and events");
    let states: BTreeMap<u64, usize> = (model.states.iter())
        .map(|state| (state.id, drawing.node(node(state))))
        .collect();
    let start = drawing.node(Node::point("start".to_owned()));
    let first = states.get(&model.initial).copied();
    drawing.arrow(Some(start), first, Vec::new(), Line::default());
    for ((from, to, line), labels) in arrows(model) {
        let [from, to] = [from, to].map(|id| states.get(&id).copied());
        drawing.arrow(from, to, labels, line);
    }
    explain(model, Words::of(report).verb(), &mut drawing);
    drawing
}

fn node(state: &State) -> Node {
    let plain = Node::state(format!("s{}", state.id), state.id.to_string());
    let role = match (state.accepting, state.doomed) {
        (true, _) => ": accepting",
        (false, true) => ": doomed",
        (false, false) => "",
    };
    Node {
        shape: match state.accepting {
            true => Shape::DoubleCircle,
            false => Shape::Circle,
        },
        tone: if state.doomed { Tone::Bad } else { Tone::Plain },
        mark: state.doomed.then_some("D"),
        title: format!("{}{role}", plain.title),
        ..plain
    }
}

/// The events between two states that look alike, in the order of the alphabet.
fn arrows(model: &Language) -> BTreeMap<(u64, u64, Line), Vec<Label>> {
    let mut arrows: BTreeMap<(u64, u64, Line), Vec<Label>> = BTreeMap::new();
    for event in &model.alphabet {
        for step in (model.transitions.iter()).filter(|step| step.symbol == event.symbol) {
            let line = Line {
                tone: match step.mark {
                    Some(Mark::Proved) => Tone::Proved,
                    Some(Mark::Conjectured) | None => Tone::Plain,
                },
                bold: step.dominating,
                dashed: step.mark == Some(Mark::Conjectured),
            };
            let labels = arrows.entry((step.from, step.to, line)).or_default();
            labels.push(Label::plain(&step.symbol));
        }
    }
    arrows
}

fn explain(model: &Language, verb: &str, drawing: &mut Drawing) {
    let marked = |mark: Mark| model.transitions.iter().any(|step| step.mark == Some(mark));
    let plain = Line::default();
    drawing.explain(
        model.states.iter().any(|state| state.accepting),
        Sign::Circles,
        plain,
        format!("here the program {verb}"),
    );
    drawing.explain(
        model.transitions.iter().any(|step| step.dominating),
        Sign::Line,
        Line {
            bold: true,
            ..plain
        },
        format!("an event without which it never {verb}"),
    );
    drawing.explain(
        model.states.iter().any(|state| state.doomed),
        Sign::Letter,
        Line::toned(Tone::Bad),
        format!("a run that gets here {verb} so in the end, whatever it does"),
    );
    drawing.explain(
        marked(Mark::Proved),
        Sign::Line,
        Line::toned(Tone::Proved),
        "proved for words of every length",
    );
    drawing.warn(
        marked(Mark::Conjectured),
        Line {
            dashed: true,
            ..plain
        },
        "conjectured from shorter words, not proved",
    );
}
