//! What a picture shows at first sight: where calls lead, in few words. Calls that leave a state as it is are only counted,
//! labels are short, and whoever wants to know more asks for the full picture or for the state.

use crate::drawing::{Arrow, Drawing, Label, Line, Sign, Tone};

/// A longer part of a label is cut.
const LONGEST: usize = 24;

/// The drawing with as few words as tell its arrows apart.
pub(super) fn brief(drawing: &Drawing) -> Drawing {
    let boxed = drawing.is_boxed();
    let mut map = drawing.clone();
    if boxed {
        count_loops(drawing, &mut map);
    }
    for arrow in &mut map.arrows {
        arrow.labels = match boxed {
            true => merged(&arrow.labels),
            false => arrow.labels.iter().map(shortened).collect(),
        };
    }
    map
}

/// Calls that lead back, and those whose answer is a guess, become numbers behind the name of the state.
fn count_loops(drawing: &Drawing, map: &mut Drawing) {
    let is_error = |node: usize| drawing.nodes[node].tone == Tone::Bad;
    let inside = |arrow: &Arrow| arrow.from == arrow.to || is_error(arrow.to);
    for (node, counted) in map.nodes.iter_mut().enumerate() {
        let own = || (drawing.arrows.iter()).filter(|arrow| arrow.from == node && inside(arrow));
        let count = |dashed: bool| -> usize {
            let arrows = own().filter(|arrow| arrow.line.dashed == dashed);
            arrows.map(|arrow| arrow.labels.len()).sum()
        };
        for (sign, calls) in [('↻', count(false)), ('~', count(true))] {
            if calls > 0 {
                counted.name.push_str(&format!(" {sign}{calls}"));
            }
        }
    }
    map.arrows.retain(|arrow| !inside(arrow));
    let stays = drawing.arrows.iter().any(|a| inside(a) && !a.line.dashed);
    let guessed = drawing.arrows.iter().any(|a| inside(a) && a.line.dashed);
    map.legend.retain(|remark| remark.sign != Sign::Stay);
    let dashed = Line {
        dashed: true,
        ..Line::default()
    };
    map.explain(
        stays,
        Sign::Stay,
        Line::default(),
        "and a number: so many calls leave the state as it is",
    );
    map.explain(
        guessed,
        Sign::Line,
        dashed,
        "~ and a number: so many calls whose answer is a guess",
    );
}

/// One label for all calls of a method, without its parameters.
fn merged(labels: &[Label]) -> Vec<Label> {
    let mut merged: Vec<Label> = Vec::new();
    for label in labels {
        let name = label.head.split('(').next().unwrap_or_default();
        let head = cut(if name.is_empty() { &label.head } else { name });
        let notes = || labels.iter().filter(|other| same_method(other, label));
        match merged.iter_mut().find(|known| known.head == head) {
            Some(known) => {
                known.note = format!("in {} cases", notes().count());
                known.guessed |= label.guessed;
            }
            None => merged.push(Label {
                head,
                note: cut(&label.note),
                guessed: label.guessed,
            }),
        }
    }
    merged
}

fn same_method(a: &Label, b: &Label) -> bool {
    a.head.split('(').next() == b.head.split('(').next()
}

fn shortened(label: &Label) -> Label {
    Label {
        head: cut(&label.head),
        note: cut(&label.note),
        guessed: label.guessed,
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}
