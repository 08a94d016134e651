//! What stands on a card: the calls of a state and where they lead, in few words or in full.

use std::collections::BTreeSet;

use unicode_width::UnicodeWidthStr;

use crate::drawing::{Arrow, Drawing, Label, Line as Style, Node, Shape, Tone};

use super::block::{Block, CELL};
use super::layout::Xy;
use super::picture::class;
use super::wrap::{self, wrap};

/// Room inside a card, beside its text.
pub(super) const PADDING: f64 = 5.0;
/// The height of a line: cards are set closer than other labels.
pub(super) const LINE: f64 = 14.0;
/// The width of a character of a name.
const NAME_CELL: f64 = 9.0;

/// How much a card says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// Calls by their names, a sign for a condition; a longer line is cut.
    Brief,
    /// Calls with their conditions, and those that fail.
    Full,
}

impl Words {
    /// Characters of a line.
    fn columns(self) -> usize {
        match self {
            Self::Brief => 24,
            Self::Full => 44,
        }
    }

    /// Lines of a card; more are counted, not written.
    fn lines(self) -> usize {
        match self {
            Self::Brief => 8,
            Self::Full => 32,
        }
    }
}

/// A state, and where its calls lead.
pub(super) struct Card {
    /// Its position in the drawing.
    pub(super) node: usize,
    pub(super) lines: Vec<Line>,
    pub(super) size: Xy,
}

/// Calls that lead from a state to another, or what is left of them.
pub(super) struct Line {
    pub(super) row: wrap::Line,
    pub(super) tooltip: String,
    /// The position in the drawing of where they lead.
    pub(super) to: usize,
    style: Style,
    /// Whether an arrow starts here: not where a line only goes on.
    pub(super) leads: bool,
}

impl Line {
    pub(super) fn class(&self) -> String {
        match self.style.tone {
            Tone::Bad if !self.style.dashed => "illegal".to_owned(),
            _ => class(self.style),
        }
    }

    pub(super) fn style(&self) -> Style {
        self.style
    }
}

impl Card {
    pub(super) fn of(
        drawing: &Drawing,
        node: usize,
        words: Words,
        overloaded: &BTreeSet<&str>,
    ) -> Self {
        let leaving = || drawing.arrows.iter().filter(|arrow| arrow.from == node);
        let fails = |arrow: &Arrow| is_illegal(drawing, arrow);
        let mut lines: Vec<Line> = (leaving().filter(|arrow| !fails(arrow)))
            .flat_map(|arrow| match words {
                Words::Brief => brief(drawing, arrow),
                Words::Full => full(drawing, arrow, overloaded),
            })
            .collect();
        if words == Words::Full {
            let failing = leaving().filter(|arrow| fails(arrow));
            lines.extend(failing.flat_map(|arrow| illegal(arrow, overloaded)));
        }
        shorten(&mut lines, words.lines());
        let cells = lines.iter().map(|line| line.row.cells());
        let longest = cells.max().unwrap_or(0);
        let gap = if lines.is_empty() { 0.0 } else { PADDING };
        Self {
            node,
            size: Xy::new(
                name_width(&drawing.nodes[node]) + gap + longest as f64 * CELL + 2.0 * PADDING,
                lines.len().max(1) as f64 * LINE + 2.0 * PADDING,
            ),
            lines,
        }
    }
}

/// Whether calls are known to fail.
fn is_illegal(drawing: &Drawing, arrow: &Arrow) -> bool {
    let to = &drawing.nodes[arrow.to];
    to.is_told_inside() && to.tone == Tone::Bad && !arrow.line.dashed
}

/// Leaves as many lines as there may be; the last then says how many there are.
fn shorten(lines: &mut Vec<Line>, most: usize) {
    let all = lines.len();
    if all <= most {
        return;
    }
    lines.truncate(most);
    if let Some(last) = lines.last_mut() {
        last.row = row(format!("… {all} in all"));
        last.tooltip = String::new();
    }
}

fn row(head: String) -> wrap::Line {
    wrap::Line {
        indent: 0,
        head,
        note: String::new(),
    }
}

/// One line for each label of an arrow.
fn brief(drawing: &Drawing, arrow: &Arrow) -> Vec<Line> {
    let (sign, lead) = (arrow.line.tone.sign(), lead(drawing, arrow));
    let line = |label: &Label| Line {
        row: row(format!(
            "{sign}{}{}{lead}",
            label.sign(),
            said(drawing, label)
        )),
        tooltip: tooltip(arrow, label),
        to: arrow.to,
        style: arrow.line,
        leads: true,
    };
    arrow.labels.iter().map(line).collect()
}

/// Each label of an arrow on as many lines as it needs.
fn full(drawing: &Drawing, arrow: &Arrow, overloaded: &BTreeSet<&str>) -> Vec<Line> {
    let (sign, lead) = (arrow.line.tone.sign(), lead(drawing, arrow));
    let lines = |label: &Label| {
        let name = match drawing.is_boxed() {
            true => named(label, overloaded).head,
            false => label.head.clone(),
        };
        let head = format!("{sign}{}{name}{lead}", label.sign());
        let rows = wrap(&head, &label.note, Words::Full.columns());
        let line = |(i, row): (usize, wrap::Line)| Line {
            row,
            tooltip: tooltip(arrow, label),
            to: arrow.to,
            style: arrow.line,
            leads: i == 0,
        };
        rows.into_iter().enumerate().map(line).collect::<Vec<_>>()
    };
    arrow.labels.iter().flat_map(lines).collect()
}

/// Calls that fail: with the condition where some calls of a method do, then the names of those of which all do. Where these
/// are many, they are all that the card does not name, and that is said.
fn illegal(arrow: &Arrow, overloaded: &BTreeSet<&str>) -> Vec<Line> {
    let (whole, mut labels): (Vec<Label>, Vec<Label>) =
        (arrow.labels.iter().map(|label| named(label, overloaded)))
            .partition(|label| label.note.is_empty());
    match whole.len() {
        0..=FEW_OTHERS => labels.extend(whole),
        others => labels.push(Label::plain(format!("all {others} others"))),
    }
    let inner = Words::Full.columns() - CROSS.chars().count();
    let block = Block::flow(&labels, inner, Words::Full.lines());
    let all = arrow.labels.iter().map(|label| label.text());
    let tooltip = all.collect::<Vec<_>>().join("\n");
    let width = CROSS.chars().count();
    let line = |text: wrap::Line| Line {
        row: match text.indent {
            0 => wrap::Line {
                head: format!("{CROSS}{}", text.head),
                ..text
            },
            indent => wrap::Line {
                indent: indent + width,
                ..text
            },
        },
        tooltip: tooltip.clone(),
        to: arrow.to,
        style: arrow.line,
        leads: false,
    };
    block.lines.iter().cloned().map(line).collect()
}

/// More calls that fail are not named.
const FEW_OTHERS: usize = 4;

/// What stands before calls that fail.
const CROSS: &str = "✕ ";

/// A call without its parameters, unless these tell it from another.
fn named(label: &Label, overloaded: &BTreeSet<&str>) -> Label {
    let name = method(&label.head);
    match !overloaded.contains(name) && !name.is_empty() {
        true => Label {
            head: name.to_owned(),
            ..label.clone()
        },
        false => label.clone(),
    }
}

fn method(head: &str) -> &str {
    head.split('(').next().unwrap_or_default()
}

/// The names that several methods have.
pub(super) fn overloaded(drawing: &Drawing) -> BTreeSet<&str> {
    let labels = drawing.arrows.iter().flat_map(|arrow| &arrow.labels);
    let heads: BTreeSet<&str> = labels.map(|label| label.head.as_str()).collect();
    let mut known = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for head in heads {
        if !known.insert(method(head)) {
            twice.insert(method(head));
        }
    }
    twice
}

fn tooltip(arrow: &Arrow, label: &Label) -> String {
    format!("{}{}{}", arrow.line.tone.sign(), label.sign(), label.text())
}

/// Where an arrow leads, in words.
fn lead(drawing: &Drawing, arrow: &Arrow) -> String {
    let target = &drawing.nodes[arrow.to];
    match arrow.from == arrow.to {
        true => " ↻".to_owned(),
        false if target.is_told_inside() && target.tone == Tone::Bad => " fails?".to_owned(),
        false if target.is_told_inside() => String::new(),
        false if target.is_state() => format!(" → {}", short_name(target)),
        false => String::new(),
    }
}

/// A call by its name, with a sign where there is a condition; of anything else as much as fits.
fn said(drawing: &Drawing, label: &Label) -> String {
    let text = match (drawing.is_boxed(), label.note.is_empty()) {
        (true, true) => label.head.clone(),
        (true, false) => format!("{}(…)", label.head),
        (false, _) => label.text(),
    };
    match text.char_indices().nth(Words::Brief.columns()) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The name without the counts behind it.
fn short_name(node: &Node) -> &str {
    match node.shape {
        Shape::Box => node.name.split(" ↻").next().unwrap_or(&node.name),
        Shape::Circle | Shape::DoubleCircle | Shape::Point | Shape::Square => &node.name,
    }
}

pub(super) fn name(node: &Node) -> String {
    match (node.shape, node.mark) {
        (Shape::Point, _) => "start".to_owned(),
        (Shape::DoubleCircle, _) => format!("◎ {}", node.text()),
        (_, Some(mark)) => format!("{} {mark}", node.name),
        (_, None) => node.name.clone(),
    }
}

pub(super) fn name_width(node: &Node) -> f64 {
    name(node).width() as f64 * NAME_CELL
}
