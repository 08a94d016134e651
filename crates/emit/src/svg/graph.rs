//! The picture of a graph with round states: loops beside them, arrows with labels, points where runs start.

use crate::escape::xml;
use crate::language::{Mark, Style};

use super::block::Block;
use super::draw::{MARGIN, TOO_LARGE, draw_lines, draw_tip, put};
use super::footer::Footer;
use super::layout::{CORNER, Direction, Frame, Layout, PORT_GAP, Shape, ShapeEdge, Xy, lay_out};
use super::route;

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

/// What is to be drawn.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) arrows: Vec<Arrow>,
    /// What a reader has to know: the class, the sign and the sentence of each thing.
    pub(super) legend: Vec<(&'static str, &'static str, String)>,
}

/// A state, or where runs start or end.
pub(super) struct Node {
    pub(super) form: Form,
    /// `state`, or `doomed`.
    pub(super) class: &'static str,
    pub(super) name: String,
    /// What stands behind the name.
    pub(super) mark: Option<&'static str>,
    /// What it is, in words.
    pub(super) title: String,
}

/// What a node looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A state.
    Round,
    /// A state with two outlines.
    Double,
    /// The point where runs start.
    Point,
    /// The square where they end.
    Square,
}

/// An arrow; from a state to itself, it is a loop.
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) style: Style,
    pub(super) label: Block,
}

impl Node {
    /// Where runs start.
    pub(super) fn point() -> Self {
        Self {
            form: Form::Point,
            class: "state",
            name: String::new(),
            mark: None,
            title: String::new(),
        }
    }

    /// Where runs end.
    pub(super) fn square() -> Self {
        Self {
            form: Form::Square,
            ..Self::point()
        }
    }

    fn is_state(&self) -> bool {
        match self.form {
            Form::Round | Form::Double => true,
            Form::Point | Form::Square => false,
        }
    }
}

/// A picture with its geometry.
pub(super) struct Picture {
    nodes: Vec<Placed>,
    /// Those that are no loops.
    arrows: Vec<Arrow>,
    /// Nothing if the picture is too large.
    layout: Option<Layout>,
    footer: Footer,
}

/// A node with its loops.
struct Placed {
    node: Node,
    loops: Vec<(Style, Block)>,
    /// How many arrows start or end here.
    ends: usize,
}

impl Picture {
    /// Lays a graph out.
    pub(super) fn of(graph: Graph) -> Self {
        let mut nodes: Vec<Placed> = graph
            .nodes
            .into_iter()
            .map(|node| Placed {
                node,
                loops: Vec::new(),
                ends: 0,
            })
            .collect();
        let mut arrows = Vec::new();
        for arrow in graph.arrows {
            match arrow.from == arrow.to {
                true => nodes[arrow.from].loops.push((arrow.style, arrow.label)),
                false => {
                    nodes[arrow.from].ends += 1;
                    nodes[arrow.to].ends += 1;
                    arrows.push(arrow);
                }
            }
        }
        let layout = lay_out(|direction| Shape {
            nodes: nodes.iter().map(|node| node.size(direction)).collect(),
            edges: arrows.iter().map(Arrow::shape).collect(),
        });
        let width = layout
            .as_ref()
            .map_or(TOO_LARGE.x, |l| l.direction.turn(l.size).x);
        let footer = Footer::explaining(graph.legend, width);
        Self {
            nodes,
            arrows,
            layout,
            footer,
        }
    }

    fn inner_size(&self) -> Xy {
        self.layout
            .as_ref()
            .map_or(TOO_LARGE, |l| l.direction.turn(l.size))
    }

    pub(super) fn size(&self) -> Xy {
        let inner = self.inner_size();
        Xy::new(
            inner.x.max(self.footer.width()) + 2.0 * MARGIN,
            inner.y + self.footer.height() + 2.0 * MARGIN,
        )
    }

    /// The elements of the picture; `name` makes ids unique in a page.
    pub(super) fn body(&self, name: &str) -> String {
        let size = self.inner_size();
        let indent = MARGIN + (self.footer.width() - size.x).max(0.0) / 2.0;
        let mut out = format!("<g transform=\"translate({indent:.1} {MARGIN})\">\n");
        match &self.layout {
            Some(layout) => self.draw(layout, name, &mut out),
            None => {
                let states = self
                    .nodes
                    .iter()
                    .filter(|placed| placed.node.is_state())
                    .count();
                let text = format_args!(
                    "<text class=\"remark\" y=\"24\">too large to draw: {states} states</text>\n"
                );
                put(&mut out, text);
            }
        }
        out.push_str("</g>\n");
        self.footer.draw(Xy::new(MARGIN, MARGIN + size.y), &mut out);
        out
    }

    /// Lines first, then labels, then states, so that no line runs over a text.
    fn draw(&self, layout: &Layout, name: &str, out: &mut String) {
        for (class, size) in [
            ("plain", 9),
            ("bold", 13),
            ("proved", 9),
            ("proved-bold", 13),
        ] {
            draw_tip(name, class, size, out);
        }
        let turn = |frame: &Frame| Frame {
            centre: layout.direction.turn(frame.centre),
            size: layout.direction.turn(frame.size),
        };
        for (arrow, path) in self.arrows.iter().zip(route::routes(layout)) {
            draw_line(arrow.style, &path, name, out);
        }
        for (node, frame) in self.nodes.iter().zip(&layout.nodes) {
            node.draw_loops(turn(frame), layout.direction, name, out);
        }
        for (arrow, track) in self.arrows.iter().zip(&layout.edges) {
            if !arrow.label.is_empty() {
                draw_label(arrow.style, &arrow.label, turn(&track.label), out);
            }
        }
        for (node, frame) in self.nodes.iter().zip(&layout.nodes) {
            node.draw(node.core(turn(frame), layout.direction), out);
        }
    }
}

impl Arrow {
    fn shape(&self) -> ShapeEdge {
        let text = self.label.size();
        // The layout places no label that has no size.
        let room = if self.label.is_empty() {
            Xy::new(1.0, 1.0)
        } else {
            Xy::new(text.x + 10.0, text.y + 4.0)
        };
        ShapeEdge {
            from: self.from,
            to: self.to,
            label: room,
            weight: if self.style.dominating { 3.0 } else { 2.0 },
        }
    }
}

impl Placed {
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
    fn size(&self, direction: Direction) -> Xy {
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

    fn draw_loops(&self, frame: Frame, direction: Direction, name: &str, out: &mut String) {
        let Some(style) = self.loop_style() else {
            return;
        };
        let core = self.core(frame, direction);
        draw_line(style, &loop_path(core, direction), name, out);
        let text = self.loop_text();
        let Xy { x, y } = core.centre;
        let mut corner = match direction {
            Direction::Down => Xy::new(x + core.size.x / 2.0 + LOOP + GAP, y - text.y / 2.0),
            Direction::Right => Xy::new(x - text.x / 2.0, y - core.size.y / 2.0 - LOOP - text.y),
        };
        for (style, block) in &self.loops {
            put(
                out,
                format_args!(
                    "<g class=\"{}\"><title>{}</title>",
                    class(*style),
                    xml(&block.tooltip)
                ),
            );
            draw_lines(&block.lines, corner, out);
            out.push_str("</g>\n");
            corner.y += block.size().y;
        }
    }

    /// There is one line for all loops of a state; it is as strong as the strongest of them and as sure as the least sure.
    fn loop_style(&self) -> Option<Style> {
        let styles = || self.loops.iter().map(|(style, _)| *style);
        let mark = styles()
            .map(|style| style.mark)
            .max_by_key(|mark| *mark == Some(Mark::Conjectured))?;
        Some(Style {
            dominating: styles().any(|style| style.dominating),
            mark,
        })
    }

    fn draw(&self, core: Frame, out: &mut String) {
        let Xy { x, y } = core.centre;
        match self.node.form {
            Form::Point => {
                let radius = POINT / 2.0;
                put(
                    out,
                    format_args!(
                        "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>\n"
                    ),
                );
            }
            Form::Square => put(
                out,
                format_args!("<rect class=\"dot\" {}/>\n", core.attributes()),
            ),
            Form::Round | Form::Double => self.draw_state(core, out),
        }
    }

    fn draw_state(&self, core: Frame, out: &mut String) {
        let Node {
            class, name, title, ..
        } = &self.node;
        put(
            out,
            format_args!("<g class=\"{class}\"><title>{}</title>", xml(title)),
        );
        draw_outline("box", core, out);
        if self.node.form == Form::Double {
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
        let (x, y, name) = (core.centre.x, core.centre.y + 5.0, xml(name));
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

fn draw_line(style: Style, path: &str, name: &str, out: &mut String) {
    let (class, tip) = (class(style), tip(style));
    let line =
        format_args!("<path class=\"edge\" d=\"{path}\" marker-end=\"url(#{name}-{tip})\"/>");
    put(out, format_args!("<g class=\"{class}\">{line}</g>\n"));
}

fn draw_label(style: Style, label: &Block, frame: Frame, out: &mut String) {
    put(
        out,
        format_args!(
            "<g class=\"{}\"><title>{}</title>",
            class(style),
            xml(&label.tooltip)
        ),
    );
    put(
        out,
        format_args!("<rect class=\"plate\" {} rx=\"4\"/>\n", frame.attributes()),
    );
    let text = label.size();
    draw_lines(
        &label.lines,
        Xy::new(frame.centre.x - text.x / 2.0, frame.centre.y - text.y / 2.0),
        out,
    );
    out.push_str("</g>\n");
}

fn class(style: Style) -> &'static str {
    match (style.dominating, style.mark) {
        (false, None) => "plain",
        (true, None) => "bold",
        (false, Some(Mark::Proved)) => "proved",
        (true, Some(Mark::Proved)) => "proved bold",
        (false, Some(Mark::Conjectured)) => "conjectured",
        (true, Some(Mark::Conjectured)) => "conjectured bold",
    }
}

fn tip(style: Style) -> &'static str {
    match (style.dominating, style.mark) {
        (false, None | Some(Mark::Conjectured)) => "plain",
        (true, None | Some(Mark::Conjectured)) => "bold",
        (false, Some(Mark::Proved)) => "proved",
        (true, Some(Mark::Proved)) => "proved-bold",
    }
}
