//! States as boxes: what leaves a state as it is, and what is illegal there, is told inside.

use crate::drawing::{Arrow, Drawing, Label, Line, Node, Remark, Shape, Sign, Tone};

use super::block::{Block, LINE};
use super::footer::{CROSS, DASH, STAY, mark};
use super::layout::{Frame, Sheet, Xy};
use super::picture::{Edge, Figure, Plan, draw_lines, is, open, put, word};

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

/// A state and the calls that are told inside its box, because an arrow would say less: those that leave the state
/// as it is, and those that are illegal; apart from these, those of which one or the other is not established.
pub(super) struct StateBox {
    pub(super) node: Node,
    stays: Block,
    illegal: Block,
    guessed: Block,
}

/// What is laid out of a drawing with boxes: the error state is told inside the others.
pub(super) fn plan(drawing: &Drawing, sheet: &Sheet) -> Plan {
    let kept: Vec<usize> = (0..drawing.nodes.len())
        .filter(|&node| !is_error(&drawing.nodes[node]))
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

fn is_error(node: &Node) -> bool {
    node.shape == Shape::Box && node.tone == Tone::Bad
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

impl StateBox {
    fn of(drawing: &Drawing, node: usize, common: &[Label], lines: Lines) -> Self {
        let leaving = || drawing.arrows.iter().filter(|arrow| arrow.from == node);
        let fails = |arrow: &Arrow| is_error(&drawing.nodes[arrow.to]);
        let illegal = leaving().filter(|arrow| fails(arrow) && !arrow.line.dashed);
        let illegal: Vec<Label> = illegal.flat_map(|arrow| arrow.labels.clone()).collect();
        let guessed = |wanted: &dyn Fn(&Arrow) -> bool, word: &str| {
            let arrows = leaving().filter(|arrow| wanted(arrow) && arrow.line.dashed);
            let labels = arrows.flat_map(|arrow| arrow.labels.clone());
            let asked = |label: Label| Label {
                head: format!("{} {word}", label.head),
                ..label
            };
            labels.map(asked).collect::<Vec<_>>()
        };
        let guessed = [
            guessed(&|arrow| arrow.to == node, "stays?"),
            guessed(&fails, "fails?"),
        ];
        let mut stays = stays(drawing, node);
        stays.retain(|label| !common.contains(label));
        Self {
            node: drawing.nodes[node].clone(),
            stays: Block::list(&stays, lines.columns, lines.legal),
            illegal: Block::flow(&illegal, lines.columns, lines.illegal),
            guessed: Block::flow(&guessed.concat(), lines.columns, lines.illegal),
        }
    }

    /// What is told inside the box: the class, the sign and the calls of each list.
    fn lists(&self) -> [(&'static str, &'static str, &Block); 3] {
        [
            ("stay", STAY, &self.stays),
            ("illegal", CROSS, &self.illegal),
            ("conjectured", DASH, &self.guessed),
        ]
    }

    fn is_bare(&self) -> bool {
        self.lists().iter().all(|(_, _, list)| list.is_empty())
    }

    /// Where runs start there is little to tell: a dot is enough, unless the first call can fail.
    fn is_dot(&self) -> bool {
        self.node.shape == Shape::Point && self.is_bare()
    }

    pub(super) fn size(&self) -> Xy {
        if self.is_dot() {
            return Xy::new(18.0, 18.0);
        }
        let lists = self.lists().map(|(_, _, list)| {
            if list.is_empty() {
                Xy::default()
            } else {
                list.size()
            }
        });
        let text = lists.iter().map(|list| list.x).fold(0.0, f64::max);
        let head = self.node.name.chars().count() as f64 * 9.0 + 2.0 * PADDING;
        let width = if text > 0.0 {
            text + SIGN + 2.0 * PADDING
        } else {
            0.0
        };
        let height: f64 = lists
            .iter()
            .filter(|l| l.y > 0.0)
            .map(|l| l.y + 2.0 * GAP)
            .sum();
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
        for (class, sign, list) in self.lists() {
            if !list.is_empty() {
                draw_list(class, sign, list, Xy::new(corner.x, y), frame.size.x, out);
                y += list.size().y + 2.0 * GAP;
            }
        }
        out.push_str("</g>\n");
    }
}

fn draw_list(class: &str, sign: &str, list: &Block, corner: Xy, width: f64, out: &mut String) {
    open(class, "", &list.tooltip, out);
    let (left, right) = (corner.x + PADDING, corner.x + width - PADDING);
    let rule = format_args!("M{left:.1} {:.1}H{right:.1}", corner.y);
    put(out, format_args!("<path class=\"rule\" d=\"{rule}\"/>\n"));
    let top = corner.y + GAP;
    for (i, line) in list.lines.iter().enumerate() {
        if line.indent == 0 {
            let at = Xy::new(left + 5.0, top + (i as f64 + 0.5) * LINE);
            put(out, format_args!("{}\n", mark(sign, at)));
        }
    }
    draw_lines(&list.lines, Xy::new(left + SIGN, top), out);
    out.push_str("</g>\n");
}
