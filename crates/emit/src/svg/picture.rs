//! A drawing with its geometry: lines first, then labels, then states, so that no line runs over a text.

use std::collections::BTreeSet;
use std::fmt::{Display, Write};

use crate::drawing::{Drawing, Line as Style, Remark, Tone};
use crate::escape::xml;

use super::block::{Block, CELL, LINE};
use super::boxes::{self, StateBox};
use super::circles::{self, Circle};
use super::footer::Footer;
use super::layout::{Direction, Frame, Layout, Shape, ShapeEdge, Sheet, Xy, lay_out};
use super::route;
use super::wrap::Line;

pub(super) const MARGIN: f64 = 16.0;

/// The size of what is said instead of a picture that is too large.
const TOO_LARGE: Xy = Xy { x: 360.0, y: 40.0 };

/// What is to be laid out.
pub(super) struct Plan {
    pub(super) figures: Vec<Figure>,
    /// Between different figures.
    pub(super) edges: Vec<Edge>,
    /// What stands below.
    pub(super) remarks: Vec<Remark>,
}

/// A state, or where runs start or end.
pub(super) enum Figure {
    Box(StateBox),
    Circle(Circle),
}

/// An arrow between two figures.
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) style: Style,
    pub(super) label: Block,
}

/// A picture with its geometry.
pub(super) struct Picture {
    figures: Vec<Figure>,
    edges: Vec<Edge>,
    /// Nothing if the picture is too large.
    layout: Option<Layout>,
    footer: Footer,
}

impl Picture {
    /// Lays a drawing out.
    pub(super) fn of(drawing: &Drawing, sheet: &Sheet) -> Self {
        let Plan {
            figures,
            edges,
            remarks,
        } = match drawing.is_boxed() {
            true => boxes::plan(drawing, sheet),
            false => circles::plan(drawing, sheet),
        };
        let layout = lay_out(sheet, |direction| Shape {
            nodes: figures.iter().map(|f| f.size(direction)).collect(),
            edges: edges.iter().map(Edge::shape).collect(),
        });
        let footer = Footer::explaining(&remarks, inner_size(layout.as_ref()).x);
        Self {
            figures,
            edges,
            layout,
            footer,
        }
    }

    /// Whether there is more to see than that it is too large.
    pub(super) fn is_drawn(&self) -> bool {
        self.layout.is_some()
    }

    pub(super) fn size(&self) -> Xy {
        let inner = inner_size(self.layout.as_ref());
        Xy::new(
            inner.x.max(self.footer.width()) + 2.0 * MARGIN,
            inner.y + self.footer.height() + 2.0 * MARGIN,
        )
    }

    /// The elements of the picture; `name` makes ids unique in a page.
    pub(super) fn body(&self, name: &str) -> String {
        let size = inner_size(self.layout.as_ref());
        let indent = MARGIN + (self.footer.width() - size.x).max(0.0) / 2.0;
        let mut out = format!("<g transform=\"translate({indent:.1} {MARGIN})\">\n");
        match &self.layout {
            Some(layout) => self.draw(layout, name, &mut out),
            None => {
                let states = self.figures.iter().filter(|f| f.is_state()).count();
                let text = format_args!("too large to draw: {states} states");
                put(
                    &mut out,
                    format_args!("<text class=\"remark\" y=\"24\">{text}</text>\n"),
                );
            }
        }
        out.push_str("</g>\n");
        self.footer.draw(Xy::new(MARGIN, MARGIN + size.y), &mut out);
        out
    }

    fn draw(&self, layout: &Layout, name: &str, out: &mut String) {
        let loops = self.figures.iter().filter_map(|figure| match figure {
            Figure::Circle(circle) => circle.loop_style(),
            Figure::Box(_) => None,
        });
        let styles = self.edges.iter().map(|edge| edge.style).chain(loops);
        draw_tips(styles, name, out);
        let turn = |frame: &Frame| Frame {
            centre: layout.direction.turn(frame.centre),
            size: layout.direction.turn(frame.size),
        };
        for (edge, path) in self.edges.iter().zip(route::routes(layout)) {
            draw_line(edge.style, self.ends(edge), &path, name, out);
        }
        for (figure, frame) in self.figures.iter().zip(&layout.nodes) {
            if let Figure::Circle(circle) = figure {
                circle.draw_loops(turn(frame), layout.direction, name, out);
            }
        }
        for (edge, track) in self.edges.iter().zip(&layout.edges) {
            if !edge.label.is_empty() {
                edge.draw_label(self.ends(edge), turn(&track.label), out);
            }
        }
        for (figure, frame) in self.figures.iter().zip(&layout.nodes) {
            match figure {
                Figure::Box(state) => state.draw(turn(frame), out),
                Figure::Circle(circle) => circle.draw(turn(frame), layout.direction, out),
            }
        }
    }

    /// The ids of the nodes that an edge joins.
    fn ends(&self, edge: &Edge) -> [&str; 2] {
        [edge.from, edge.to].map(|end| self.figures[end].id())
    }
}

/// The heads of all arrows that occur.
pub(super) fn draw_tips(styles: impl Iterator<Item = Style>, name: &str, out: &mut String) {
    let tips: BTreeSet<(Tone, bool)> = styles.map(|s| (s.tone, s.bold)).collect();
    for (tone, bold) in tips {
        let (class, size) = (word(tone), if bold { 13 } else { 9 });
        let size = format_args!(
            "viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"{size}\" markerHeight=\"{size}\""
        );
        let marker = format_args!(
            "<marker id=\"{name}-{}\" {size} markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
             <path class=\"tip\" d=\"M0 1L10 5L0 9z\"/></marker>",
            tip(tone, bold)
        );
        put(out, format_args!("<g class=\"{class}\">{marker}</g>\n"));
    }
}

fn inner_size(layout: Option<&Layout>) -> Xy {
    layout.map_or(TOO_LARGE, |l| l.direction.turn(l.size))
}

impl Figure {
    fn size(&self, direction: Direction) -> Xy {
        match self {
            Self::Box(state) => state.size(),
            Self::Circle(circle) => circle.size(direction),
        }
    }

    fn id(&self) -> &str {
        match self {
            Self::Box(state) => &state.node.id,
            Self::Circle(circle) => &circle.node.id,
        }
    }

    fn is_state(&self) -> bool {
        match self {
            Self::Box(_) => true,
            Self::Circle(circle) => circle.node.is_state(),
        }
    }
}

impl Edge {
    fn shape(&self) -> ShapeEdge {
        let text = self.label.size();
        // The layout places no label that has no size.
        let room = match self.label.is_empty() {
            true => Xy::new(1.0, 1.0),
            false => Xy::new(text.x + 10.0, text.y + 4.0),
        };
        let weight = match (self.style.bold, self.style.tone) {
            (true, _) => 3.0,
            (false, Tone::Plain | Tone::Proved) => 2.0,
            (false, _) => 1.0,
        };
        ShapeEdge {
            from: self.from,
            to: self.to,
            label: room,
            weight,
        }
    }

    fn draw_label(&self, ends: [&str; 2], frame: Frame, out: &mut String) {
        let plate = format_args!("<rect class=\"plate\" {} rx=\"4\"/>\n", frame.attributes());
        open(&class(self.style), &joins(ends), &self.label.tooltip, out);
        put(out, plate);
        let (text, Xy { x, y }) = (self.label.size(), frame.centre);
        let corner = Xy::new(x - text.x / 2.0, y - text.y / 2.0);
        draw_lines(&self.label.lines, corner, out);
        out.push_str("</g>\n");
    }
}

impl Frame {
    pub(super) fn corner(self) -> Xy {
        Xy::new(
            self.centre.x - self.size.x / 2.0,
            self.centre.y - self.size.y / 2.0,
        )
    }

    pub(super) fn attributes(self) -> String {
        let (corner, size) = (self.corner(), self.size);
        format!(
            "x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"",
            corner.x, corner.y, size.x, size.y
        )
    }
}

/// What says in a page which node a group shows.
pub(super) fn is(node: &str) -> String {
    format!(" data-node=\"{node}\"")
}

/// What says in a page which nodes an arrow or its label joins.
pub(super) fn joins([from, to]: [&str; 2]) -> String {
    format!(" data-from=\"{from}\" data-to=\"{to}\"")
}

/// A group with a class, with what says what it shows, and a tooltip.
pub(super) fn open(class: &str, shows: &str, tooltip: &str, out: &mut String) {
    let title = xml(tooltip);
    put(
        out,
        format_args!("<g class=\"{class}\"{shows}><title>{title}</title>"),
    );
}

pub(super) fn draw_line(style: Style, ends: [&str; 2], path: &str, name: &str, out: &mut String) {
    let (class, tip) = (class(style), tip(style.tone, style.bold));
    let ends = joins(ends);
    let line =
        format_args!("<path class=\"edge\" d=\"{path}\" marker-end=\"url(#{name}-{tip})\"/>");
    put(out, format_args!("<g class=\"{class}\"{ends}>{line}</g>\n"));
}

pub(super) fn draw_lines(lines: &[Line], corner: Xy, out: &mut String) {
    for (i, line) in lines.iter().enumerate() {
        let (x, y) = (
            corner.x + line.indent as f64 * CELL,
            corner.y + i as f64 * LINE + 12.0,
        );
        let head = xml(&line.head);
        put(out, format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\">{head}"));
        if !line.note.is_empty() {
            let note = xml(&line.note);
            put(out, format_args!("<tspan class=\"guard\">{note}</tspan>"));
        }
        out.push_str("</text>\n");
    }
}

/// The class of an arrow and its label.
pub(super) fn class(style: Style) -> String {
    let bold = if style.bold { " bold" } else { "" };
    let dashed = if style.dashed { " conjectured" } else { "" };
    format!("{}{bold}{dashed}", word(style.tone))
}

/// The class of a colour.
pub(super) fn word(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Proved => "proved",
        Tone::Undecided => "undecided",
        Tone::Unknown => "unknown",
        Tone::Bad => "doomed",
        Tone::Lost => "lost",
        Tone::Gained => "gained",
    }
}

fn tip(tone: Tone, bold: bool) -> String {
    format!("{}{}", word(tone), if bold { "-bold" } else { "" })
}

pub(super) fn put(out: &mut String, text: impl Display) {
    let written = write!(out, "{text}");
    debug_assert!(written.is_ok(), "a string takes everything");
}
