//! States as boxes: what leaves a state as it is, and what is illegal there, is told inside.

use crate::drawing::{Arrow, Drawing, Label, Line, Node, Remark, Shape, Sign, Tone};

use super::block::{Block, LINE};
use super::footer::{CROSS, DASH, MINUS, PLUS, STAY, mark};
use super::layout::{Frame, Sheet, Xy};
use super::picture::{Edge, Figure, Plan, draw_lines, is, joins, open, put, word};

/// Room inside a box, beside its text.
const PADDING: f64 = 12.0;
/// The head of a box, which holds the number of the state.
const HEAD: f64 = 28.0;
/// Room above and below each list of calls in a box.
const GAP: f64 = 6.0;
/// Room in front of a call in a box, for the sign that says what it does.
const SIGN: f64 = 17.0;
/// With more states than this, what all of them have in common is told once, below the picture.
const FEW_STATES: usize = 6;

/// A state and the calls that are told inside its box, because an arrow would say less: those that only one of two versions
/// allows, those that leave the state as it is, and those that are illegal; apart from these, those of which one or the
/// other is not established.
pub(super) struct StateBox {
    pub(super) node: Node,
    /// None of them is empty.
    lists: Vec<List>,
}

/// Calls that are told inside a box.
struct List {
    class: &'static str,
    sign: &'static str,
    calls: Block,
    /// The id of the node that stands for where they lead, if one does.
    to: Option<String>,
}

/// What is laid out of a drawing with boxes: the error state is told inside the others.
pub(super) fn plan(drawing: &Drawing, sheet: &Sheet) -> Plan {
    let kept: Vec<usize> = (0..drawing.nodes.len())
        .filter(|&node| !drawing.nodes[node].is_told_inside())
        .collect();
    let common = match kept.len() > FEW_STATES {
        true => common_stays(drawing),
        false => Vec::new(),
    };
    let lines = Lines::for_states(kept.len(), sheet.columns);
    let figures = kept
        .iter()
        .map(|&node| Figure::Box(StateBox::of(drawing, node, &common, lines)));
    let position = |node: usize| kept.iter().position(|&one| one == node);
    let edge = |arrow: &Arrow| {
        let different = arrow.from != arrow.to;
        Some(Edge {
            from: position(arrow.from)?,
            to: position(arrow.to).filter(|_| different)?,
            style: arrow.line,
            label: Block::list(&arrow.labels, lines.columns, lines.legal),
        })
    };
    let calls: Vec<String> = common.iter().map(Label::text).collect();
    let everywhere = (!calls.is_empty()).then(|| Remark {
        sign: Sign::Stay,
        line: Line::default(),
        text: format!("in every state, leaving it as it is: {}", calls.join(", ")),
        warns: false,
    });
    Plan {
        figures: figures.collect(),
        edges: drawing.arrows.iter().filter_map(edge).collect(),
        remarks: drawing.legend.iter().cloned().chain(everywhere).collect(),
    }
}

/// How many lines a list of calls may have before it is cut.
#[derive(Clone, Copy)]
struct Lines {
    columns: usize,
    legal: usize,
    illegal: usize,
}

impl Lines {
    fn for_states(states: usize, columns: usize) -> Self {
        let (legal, illegal) = match states {
            0..=8 => (12, 8),
            9..=20 => (10, 5),
            _ => (6, 3),
        };
        Self {
            columns,
            legal,
            illegal,
        }
    }
}

/// The labels of what leads from a state back to it, as is established.
fn stays(drawing: &Drawing, node: usize) -> Vec<Label> {
    let own = |arrow: &&Arrow| arrow.from == node && arrow.to == node && !arrow.line.dashed;
    let arrows = drawing.arrows.iter().filter(own);
    arrows.flat_map(|arrow| arrow.labels.clone()).collect()
}

/// Calls that every ok state takes and that leave it as it is, as is established.
fn common_stays(drawing: &Drawing) -> Vec<Label> {
    let ok = |node: &usize| {
        let node = &drawing.nodes[*node];
        node.shape == Shape::Box && node.tone == Tone::Plain
    };
    let mut all = (0..drawing.nodes.len())
        .filter(ok)
        .map(|n| stays(drawing, n));
    let mut common = all.next().unwrap_or_default();
    all.for_each(|labels| common.retain(|label| labels.contains(label)));
    common
}

/// The arrows that leave a state.
struct Leaving<'d> {
    drawing: &'d Drawing,
    node: usize,
}

impl Leaving<'_> {
    fn arrows(&self) -> impl Iterator<Item = &Arrow> {
        let arrows = self.drawing.arrows.iter();
        arrows.filter(|arrow| arrow.from == self.node)
    }

    fn labels(&self, wanted: impl Fn(&Arrow) -> bool) -> Vec<Label> {
        let arrows = self.arrows().filter(|arrow| wanted(arrow));
        arrows.flat_map(|arrow| arrow.labels.clone()).collect()
    }

    /// Whether an arrow leads to the node of a colour that is told inside others.
    fn told(&self, arrow: &Arrow, tone: Tone) -> bool {
        let to = &self.drawing.nodes[arrow.to];
        to.is_told_inside() && to.tone == tone
    }

    /// Calls of which it is not established what they do.
    fn guessed(&self, wanted: impl Fn(&Arrow) -> bool, word: &str) -> Vec<Label> {
        let mut labels = self.labels(|arrow| wanted(arrow) && arrow.line.dashed);
        for label in &mut labels {
            label.head = format!("{} {word}", label.head);
        }
        labels
    }

    /// Calls that only one of two versions allows.
    fn of_version(&self, class: &'static str, tone: Tone, lines: Lines) -> List {
        let calls = self.labels(|arrow| self.told(arrow, tone));
        let to = self.arrows().find(|arrow| self.told(arrow, tone));
        List {
            class,
            sign: if tone == Tone::Lost { MINUS } else { PLUS },
            calls: Block::list(&calls, lines.columns, lines.legal),
            to: to.map(|arrow| self.drawing.nodes[arrow.to].id.clone()),
        }
    }
}

impl StateBox {
    fn of(drawing: &Drawing, node: usize, common: &[Label], lines: Lines) -> Self {
        let leaving = Leaving { drawing, node };
        let fails = |arrow: &Arrow| leaving.told(arrow, Tone::Bad);
        let illegal = leaving.labels(|arrow| fails(arrow) && !arrow.line.dashed);
        let guessed = [
            leaving.guessed(|arrow| arrow.to == node, "stays?"),
            leaving.guessed(fails, "fails?"),
        ];
        let mut stays = stays(drawing, node);
        stays.retain(|label| !common.contains(label));
        let plain = |class, sign, calls: Block| List {
            class,
            sign,
            calls,
            to: None,
        };
        let stays = Block::list(&stays, lines.columns, lines.legal);
        let flow = |labels: &[Label]| Block::flow(labels, lines.columns, lines.illegal);
        let mut lists = vec![
            leaving.of_version("lost bold", Tone::Lost, lines),
            leaving.of_version("gained bold", Tone::Gained, lines),
            plain("stay", STAY, stays),
            plain("illegal", CROSS, flow(&illegal)),
            plain("conjectured", DASH, flow(&guessed.concat())),
        ];
        lists.retain(|list| !list.calls.is_empty());
        Self {
            node: drawing.nodes[node].clone(),
            lists,
        }
    }

    fn is_bare(&self) -> bool {
        self.lists.is_empty()
    }

    /// Where runs start there is little to tell: a dot is enough, unless the first call can fail.
    fn is_dot(&self) -> bool {
        self.node.shape == Shape::Point && self.is_bare()
    }

    pub(super) fn size(&self) -> Xy {
        if self.is_dot() {
            return Xy::new(18.0, 18.0);
        }
        let lists = || self.lists.iter().map(|list| list.calls.size());
        let text = lists().map(|list| list.x).fold(0.0, f64::max);
        let head = self.node.name.chars().count() as f64 * 9.0 + 2.0 * PADDING;
        let width = if text > 0.0 {
            text + SIGN + 2.0 * PADDING
        } else {
            0.0
        };
        let height: f64 = lists().map(|list| list.y + 2.0 * GAP).sum();
        Xy::new(width.max(head).max(52.0), (HEAD + height).max(34.0))
    }

    pub(super) fn draw(&self, frame: Frame, out: &mut String) {
        let id = is(&self.node.id);
        open(word(self.node.tone), &id, &self.node.title, out);
        if self.is_dot() {
            let Xy { x, y } = frame.centre;
            put(
                out,
                format_args!("<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\"/></g>\n"),
            );
            return;
        }
        put(
            out,
            format_args!("<rect class=\"box\" {} rx=\"12\"/>\n", frame.attributes()),
        );
        let bare = self.is_bare();
        let corner = frame.corner();
        let (x, y) = (
            frame.centre.x,
            corner.y + if bare { frame.size.y } else { HEAD } / 2.0 + 5.0,
        );
        put(
            out,
            format_args!(
                "<text class=\"number\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n",
                self.node.name
            ),
        );
        let mut y = corner.y + HEAD;
        for list in &self.lists {
            let shows = list.to.as_ref().map(|to| joins([&self.node.id, to]));
            let shows = shows.unwrap_or_default();
            list.draw(&shows, Xy::new(corner.x, y), frame.size.x, out);
            y += list.calls.size().y + 2.0 * GAP;
        }
        out.push_str("</g>\n");
    }
}

impl List {
    fn draw(&self, shows: &str, corner: Xy, width: f64, out: &mut String) {
        open(self.class, shows, &self.calls.tooltip, out);
        let (left, right) = (corner.x + PADDING, corner.x + width - PADDING);
        let rule = format_args!("M{left:.1} {:.1}H{right:.1}", corner.y);
        put(out, format_args!("<path class=\"rule\" d=\"{rule}\"/>\n"));
        let top = corner.y + GAP;
        for (i, line) in self.calls.lines.iter().enumerate() {
            if line.indent == 0 {
                let at = Xy::new(left + 5.0, top + (i as f64 + 0.5) * LINE);
                put(out, format_args!("{}\n", mark(self.sign, at)));
            }
        }
        draw_lines(&self.calls.lines, Xy::new(left + SIGN, top), out);
        out.push_str("</g>\n");
    }
}
