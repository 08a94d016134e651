//! States as circles: loops beside them, points where runs start, squares where they end.

use crate::drawing::{Drawing, Line as Style, Node, Shape};
use crate::escape::xml;

use super::block::Block;
use super::layout::{CORNER, Direction, Frame, PORT_GAP, Sheet, Xy};
use super::picture::{
    Edge, Figure, Plan, class, draw_line, draw_lines, is, joins, open, put, word,
};

/// The diameter of a state.
const ROUND: f64 = 40.0;
/// The size of the point where words start.
const POINT: f64 = 12.0;
/// How far a loop reaches out.
const LOOP: f64 = 26.0;
/// Half the distance between the ends of a loop.
const MOUTH: f64 = 11.0;
/// Room between a loop and its label.
const GAP: f64 = 4.0;

/// A node with its loops.
pub(super) struct Circle {
    pub(super) node: Node,
    loops: Vec<(Style, Block)>,
    /// How many arrows start or end here.
    ends: usize,
}

/// What is laid out of a drawing with circles.
pub(super) fn plan(drawing: &Drawing, sheet: &Sheet) -> Plan {
    let circle = |node: &Node| Circle {
        node: node.clone(),
        loops: Vec::new(),
        ends: 0,
    };
    let mut circles: Vec<Circle> = drawing.nodes.iter().map(circle).collect();
    let mut edges = Vec::new();
    for arrow in &drawing.arrows {
        let (from, to, style) = (arrow.from, arrow.to, arrow.line);
        let label = Block::list(&arrow.signed(), sheet.columns, sheet.lines);
        if from == to {
            circles[from].loops.push((style, label));
            continue;
        }
        circles[from].ends += 1;
        circles[to].ends += 1;
        edges.push(Edge {
            from,
            to,
            style,
            label,
        });
    }
    Plan {
        figures: circles.into_iter().map(Figure::Circle).collect(),
        edges,
        remarks: drawing.legend.clone(),
    }
}

impl Circle {
    /// Wide enough for what stands in it.
    fn least(&self) -> f64 {
        let letters = self.node.name.chars().count()
            + self.node.mark.map_or(0, |mark| 1 + mark.chars().count());
        (letters as f64 * 9.0 + 20.0).max(ROUND)
    }

    /// What the loops and their labels need on one side.
    fn outside(&self, direction: Direction) -> Xy {
        let text = self.loop_text();
        match direction {
            Direction::Down => Xy::new(LOOP + GAP + text.x + GAP, text.y.max(ROUND)),
            Direction::Right => Xy::new(text.x + 2.0 * GAP, LOOP + GAP + text.y),
        }
    }

    fn loop_text(&self) -> Xy {
        let sizes = self.loops.iter().map(|(_, block)| block.size());
        sizes.fold(Xy::default(), |all, size| {
            Xy::new(all.x.max(size.x), all.y + size.y)
        })
    }

    /// Room for arrows side by side where the layout does not know how much of a node is the state.
    fn ports(&self) -> f64 {
        2.0 * CORNER + PORT_GAP * self.ends.saturating_sub(1) as f64
    }

    /// With loops there is as much room on the other side, so that the state stands in the middle.
    pub(super) fn size(&self, direction: Direction) -> Xy {
        if !self.node.is_state() {
            return Xy::new(POINT, POINT);
        }
        let least = Xy::new(self.least(), ROUND);
        if self.loops.is_empty() {
            return least;
        }
        let outside = self.outside(direction);
        match direction {
            Direction::Down => Xy::new(
                least.x.max(self.ports()) + 2.0 * outside.x,
                least.y.max(outside.y),
            ),
            Direction::Right => Xy::new(
                least.x.max(outside.x),
                least.y.max(self.ports()) + 2.0 * outside.y,
            ),
        }
    }

    /// The state itself, within its node.
    fn core(&self, frame: Frame, direction: Direction) -> Frame {
        if self.loops.is_empty() {
            return frame;
        }
        let size = match direction {
            Direction::Down => Xy::new(self.least().max(self.ports()), frame.size.y),
            Direction::Right => Xy::new(frame.size.x, ROUND.max(self.ports())),
        };
        Frame {
            centre: frame.centre,
            size,
        }
    }

    pub(super) fn draw_loops(
        &self,
        frame: Frame,
        direction: Direction,
        name: &str,
        out: &mut String,
    ) {
        let Some(style) = self.loop_style() else {
            return;
        };
        let core = self.core(frame, direction);
        let ends = [self.node.id.as_str(), self.node.id.as_str()];
        draw_line(style, ends, &loop_path(core, direction), name, out);
        let text = self.loop_text();
        let Xy { x, y } = core.centre;
        let mut corner = match direction {
            Direction::Down => Xy::new(x + core.size.x / 2.0 + LOOP + GAP, y - text.y / 2.0),
            Direction::Right => Xy::new(x - text.x / 2.0, y - core.size.y / 2.0 - LOOP - text.y),
        };
        for (style, block) in &self.loops {
            open(&class(*style), &joins(ends), &block.tooltip, out);
            draw_lines(&block.lines, corner, out);
            out.push_str("</g>\n");
            corner.y += block.size().y;
        }
    }

    /// There is one line for all loops of a state; it is as strong as the strongest of them and as sure as the least sure.
    pub(super) fn loop_style(&self) -> Option<Style> {
        let styles = || self.loops.iter().map(|(style, _)| *style);
        Some(Style {
            tone: styles().map(|style| style.tone).min()?,
            bold: styles().any(|style| style.bold),
            dashed: styles().any(|style| style.dashed),
        })
    }

    pub(super) fn draw(&self, frame: Frame, direction: Direction, out: &mut String) {
        let core = self.core(frame, direction);
        let Xy { x, y } = core.centre;
        match self.node.shape {
            Shape::Point => {
                let radius = POINT / 2.0;
                put(
                    out,
                    format_args!(
                        "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>\n"
                    ),
                );
            }
            Shape::Square => put(
                out,
                format_args!("<rect class=\"dot\" {}/>\n", core.attributes()),
            ),
            Shape::Box | Shape::Circle | Shape::DoubleCircle => self.draw_state(core, out),
        }
    }

    fn draw_state(&self, core: Frame, out: &mut String) {
        let id = is(&self.node.id);
        open(word(self.node.tone), &id, &self.node.title, out);
        draw_outline("box", core, out);
        if self.node.shape == Shape::DoubleCircle {
            let size = Xy::new(core.size.x - 8.0, core.size.y - 8.0);
            draw_outline(
                "inner",
                Frame {
                    centre: core.centre,
                    size,
                },
                out,
            );
        }
        let mark = self
            .node
            .mark
            .map(|mark| format!(" <tspan class=\"mark\">{mark}</tspan>"))
            .unwrap_or_default();
        let (x, y, name) = (core.centre.x, core.centre.y + 5.0, xml(&self.node.name));
        put(
            out,
            format_args!(
                "<text class=\"number\" x=\"{x:.1}\" y=\"{y:.1}\">{name}{mark}</text></g>\n"
            ),
        );
    }
}

/// Round at the ends: a circle, if it is as high as wide.
fn draw_outline(class: &str, frame: Frame, out: &mut String) {
    let radius = frame.size.x.min(frame.size.y) / 2.0;
    put(
        out,
        format_args!(
            "<rect class=\"{class}\" {} rx=\"{radius:.1}\"/>\n",
            frame.attributes()
        ),
    );
}

/// Out of the side that no arrow uses, and back.
fn loop_path(core: Frame, direction: Direction) -> String {
    let (half, radius) = (
        Xy::new(core.size.x / 2.0, core.size.y / 2.0),
        core.size.x.min(core.size.y) / 2.0,
    );
    // How far a round side has receded where the loop meets it.
    let inset = |along: f64| {
        let round = (MOUTH - (along - radius)).max(0.0);
        radius - (radius * radius - round * round).max(0.0).sqrt()
    };
    let Xy { x, y } = core.centre;
    let reach = LOOP * 4.0 / 3.0;
    let point = |along: f64, out: f64| match direction {
        Direction::Down => Xy::new(x + half.x + out, y + along),
        Direction::Right => Xy::new(x + along, y - half.y - out),
    };
    let depth = match direction {
        Direction::Down => inset(half.y),
        Direction::Right => inset(half.x),
    };
    let points = [
        point(-MOUTH, -depth),
        point(-1.6 * MOUTH, reach),
        point(1.6 * MOUTH, reach),
        point(MOUTH, -depth),
    ];
    let [a, b, c, d] = points.map(|p| format!("{:.1} {:.1}", p.x, p.y));
    format!("M{a}C{b} {c} {d}")
}
