//! The picture of an automaton: round states, loops beside them, arrows with events.

use std::collections::BTreeMap;

use crate::escape::xml;
use crate::language::{self, Automaton, Mark, State, Style, Words, arrows};
use crate::outline::Call;

use super::block::Block;
use super::draw::{MARGIN, TOO_LARGE, draw_lines, draw_tip, put};
use super::footer::{DASH, Footer};
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
/// An arrow names at most so many events.
const LINES: usize = 12;
/// A full line, a point and two outlines, as signs in the legend.
const LINE: &str = "M-5 0H7";
const CIRCLES: &str = "M6 0A5 5 0 1 0 -4 0A5 5 0 1 0 6 0M3.5 0A2.5 2.5 0 1 0 -1.5 0A2.5 2.5 0 1 0 3.5 0";
const CAPITAL: &str = "M-2 -4V4H0A4 4 0 0 0 0 -4Z";

/// A picture with its geometry.
pub(super) struct Picture<'r> {
    /// Behind the states comes the point where words start.
    states: Vec<Round<'r>>,
    arrows: Vec<Drawn>,
    /// Nothing if the picture is too large.
    layout: Option<Layout>,
    footer: Footer,
}

/// A state with its loops.
struct Round<'r> {
    state: &'r State,
    loops: Vec<(Style, Block)>,
    /// How many arrows start or end here.
    ends: usize,
}

/// An arrow from one node to another.
struct Drawn {
    from: usize,
    to: usize,
    style: Style,
    label: Block,
}

impl<'r> Picture<'r> {
    pub(super) fn of(model: &'r Automaton, words: Words) -> Self {
        let position: BTreeMap<u64, usize> = model.states.iter().enumerate().map(|(i, s)| (s.id, i)).collect();
        let round = |state| Round { state, loops: Vec::new(), ends: 0 };
        let mut states: Vec<Round<'_>> = model.states.iter().map(round).collect();
        let mut drawn = Vec::new();
        let plain = Style { dominating: false, mark: None };
        if let Some(&to) = position.get(&model.initial) {
            drawn.push(Drawn { from: states.len(), to, style: plain, label: Block::default() });
        }
        for arrow in arrows(model) {
            let label = label(&arrow);
            match (position.get(&arrow.from), position.get(&arrow.to)) {
                (Some(&from), Some(&to)) if from == to => states[from].loops.push((arrow.style, label)),
                (Some(&from), Some(&to)) => drawn.push(Drawn { from, to, style: arrow.style, label }),
                (None, _) | (_, None) => {}
            }
        }
        for arrow in &drawn {
            states.get_mut(arrow.from).into_iter().for_each(|state| state.ends += 1);
            states[arrow.to].ends += 1;
        }
        let layout = lay_out(|direction| Shape {
            nodes: states.iter().map(|state| state.size(direction)).chain([Xy::new(POINT, POINT)]).collect(),
            edges: drawn.iter().map(Drawn::shape).collect(),
        });
        let width = layout.as_ref().map_or(TOO_LARGE.x, |l| l.direction.turn(l.size).x);
        let footer = Footer::explaining(legend(model, words), width);
        Self { states, arrows: drawn, layout, footer }
    }

    fn inner_size(&self) -> Xy {
        self.layout.as_ref().map_or(TOO_LARGE, |l| l.direction.turn(l.size))
    }

    pub(super) fn size(&self) -> Xy {
        let inner = self.inner_size();
        Xy::new(inner.x.max(self.footer.width()) + 2.0 * MARGIN, inner.y + self.footer.height() + 2.0 * MARGIN)
    }

    /// The elements of the picture; `name` makes ids unique in a page.
    pub(super) fn body(&self, name: &str) -> String {
        let size = self.inner_size();
        let indent = MARGIN + (self.footer.width() - size.x).max(0.0) / 2.0;
        let mut out = format!("<g transform=\"translate({indent:.1} {MARGIN})\">\n");
        match &self.layout {
            Some(layout) => self.draw(layout, name, &mut out),
            None => {
                let states = self.states.len();
                let text = format_args!("<text class=\"remark\" y=\"24\">too large to draw: {states} states</text>\n");
                put(&mut out, text);
            }
        }
        out.push_str("</g>\n");
        self.footer.draw(Xy::new(MARGIN, MARGIN + size.y), &mut out);
        out
    }

    /// Lines first, then labels, then states, so that no line runs over a text.
    fn draw(&self, layout: &Layout, name: &str, out: &mut String) {
        for (class, size) in [("plain", 9), ("bold", 13), ("proved", 9), ("proved-bold", 13)] {
            draw_tip(name, class, size, out);
        }
        let turn = |frame: &Frame| Frame {
            centre: layout.direction.turn(frame.centre),
            size: layout.direction.turn(frame.size),
        };
        for (arrow, path) in self.arrows.iter().zip(route::routes(layout)) {
            draw_line(arrow.style, &path, name, out);
        }
        for (state, frame) in self.states.iter().zip(&layout.nodes) {
            state.draw_loops(turn(frame), layout.direction, name, out);
        }
        for (arrow, track) in self.arrows.iter().zip(&layout.edges) {
            if !arrow.label.is_empty() {
                draw_label(arrow.style, &arrow.label, turn(&track.label), out);
            }
        }
        for (state, frame) in self.states.iter().zip(&layout.nodes) {
            state.draw(state.core(turn(frame), layout.direction), out);
        }
        if let Some(point) = layout.nodes.get(self.states.len()) {
            let Xy { x, y } = turn(point).centre;
            put(out, format_args!("<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>\n", POINT / 2.0));
        }
    }
}

fn label(arrow: &language::Arrow<'_>) -> Block {
    let call = |symbol: &&str| Call {
        head: (*symbol).to_owned(),
        guard: None,
        sets: Vec::new(),
        symbols: Vec::new(),
        causes: Vec::new(),
    };
    Block::list(&arrow.symbols.iter().map(call).collect::<Vec<_>>(), LINES)
}

impl Drawn {
    fn shape(&self) -> ShapeEdge {
        let text = self.label.size();
        // The layout places no label that has no size.
        let room = if self.label.is_empty() { Xy::new(1.0, 1.0) } else { Xy::new(text.x + 10.0, text.y + 4.0) };
        ShapeEdge { from: self.from, to: self.to, label: room, weight: if self.style.dominating { 3.0 } else { 2.0 } }
    }
}

impl Round<'_> {
    fn name(&self) -> String {
        self.state.id.to_string()
    }

    /// Wide enough for what stands in it.
    fn least(&self) -> f64 {
        let letters = self.name().chars().count() + if self.state.doomed { 2 } else { 0 };
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
        sizes.fold(Xy::default(), |all, size| Xy::new(all.x.max(size.x), all.y + size.y))
    }

    /// Room for arrows side by side where the layout does not know how much of a node is the state.
    fn ports(&self) -> f64 {
        2.0 * CORNER + PORT_GAP * self.ends.saturating_sub(1) as f64
    }

    /// With loops there is as much room on the other side, so that the state stands in the middle.
    fn size(&self, direction: Direction) -> Xy {
        let least = Xy::new(self.least(), ROUND);
        if self.loops.is_empty() {
            return least;
        }
        let outside = self.outside(direction);
        match direction {
            Direction::Down => Xy::new(least.x.max(self.ports()) + 2.0 * outside.x, least.y.max(outside.y)),
            Direction::Right => Xy::new(least.x.max(outside.x), least.y.max(self.ports()) + 2.0 * outside.y),
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
        Frame { centre: frame.centre, size }
    }

    fn draw_loops(&self, frame: Frame, direction: Direction, name: &str, out: &mut String) {
        let Some(style) = self.loop_style() else { return };
        let core = self.core(frame, direction);
        draw_line(style, &loop_path(core, direction), name, out);
        let text = self.loop_text();
        let Xy { x, y } = core.centre;
        let mut corner = match direction {
            Direction::Down => Xy::new(x + core.size.x / 2.0 + LOOP + GAP, y - text.y / 2.0),
            Direction::Right => Xy::new(x - text.x / 2.0, y - core.size.y / 2.0 - LOOP - text.y),
        };
        for (style, block) in &self.loops {
            put(out, format_args!("<g class=\"{}\"><title>{}</title>", class(*style), xml(&block.tooltip)));
            draw_lines(&block.lines, corner, out);
            out.push_str("</g>\n");
            corner.y += block.size().y;
        }
    }

    /// There is one line for all loops of a state; it is as strong as the strongest of them and as sure as the least sure.
    fn loop_style(&self) -> Option<Style> {
        let styles = || self.loops.iter().map(|(style, _)| *style);
        let mark = styles().map(|style| style.mark).max_by_key(|mark| *mark == Some(Mark::Conjectured))?;
        Some(Style { dominating: styles().any(|style| style.dominating), mark })
    }

    fn draw(&self, core: Frame, out: &mut String) {
        let class = if self.state.doomed { "doomed" } else { "state" };
        let title = match (self.state.accepting, self.state.doomed) {
            (true, _) => ": accepting",
            (false, true) => ": doomed",
            (false, false) => "",
        };
        put(out, format_args!("<g class=\"{class}\"><title>state {}{title}</title>", self.state.id));
        draw_outline("box", core, out);
        if self.state.accepting {
            let size = Xy::new(core.size.x - 8.0, core.size.y - 8.0);
            draw_outline("inner", Frame { centre: core.centre, size }, out);
        }
        let mark = if self.state.doomed { " <tspan class=\"mark\">D</tspan>" } else { "" };
        let (x, y) = (core.centre.x, core.centre.y + 5.0);
        put(out, format_args!("<text class=\"number\" x=\"{x:.1}\" y=\"{y:.1}\">{}{mark}</text></g>\n", self.name()));
    }
}

/// Round at the ends: a circle, if it is as high as wide.
fn draw_outline(class: &str, frame: Frame, out: &mut String) {
    let radius = frame.size.x.min(frame.size.y) / 2.0;
    put(out, format_args!("<rect class=\"{class}\" {} rx=\"{radius:.1}\"/>\n", frame.attributes()));
}

/// Out of the side that no arrow uses, and back.
fn loop_path(core: Frame, direction: Direction) -> String {
    let (half, radius) = (Xy::new(core.size.x / 2.0, core.size.y / 2.0), core.size.x.min(core.size.y) / 2.0);
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
    let points = [point(-MOUTH, -depth), point(-1.6 * MOUTH, reach), point(1.6 * MOUTH, reach), point(MOUTH, -depth)];
    let [a, b, c, d] = points.map(|p| format!("{:.1} {:.1}", p.x, p.y));
    format!("M{a}C{b} {c} {d}")
}

fn draw_line(style: Style, path: &str, name: &str, out: &mut String) {
    let (class, tip) = (class(style), tip(style));
    let line = format_args!("<path class=\"edge\" d=\"{path}\" marker-end=\"url(#{name}-{tip})\"/>");
    put(out, format_args!("<g class=\"{class}\">{line}</g>\n"));
}

fn draw_label(style: Style, label: &Block, frame: Frame, out: &mut String) {
    put(out, format_args!("<g class=\"{}\"><title>{}</title>", class(style), xml(&label.tooltip)));
    put(out, format_args!("<rect class=\"plate\" {} rx=\"4\"/>\n", frame.attributes()));
    let text = label.size();
    draw_lines(&label.lines, Xy::new(frame.centre.x - text.x / 2.0, frame.centre.y - text.y / 2.0), out);
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

/// What a reader of this picture has to know.
fn legend(model: &Automaton, words: Words) -> Vec<(&'static str, &'static str, String)> {
    let verb = words.verb();
    let marked = |mark: Mark| model.transitions.iter().any(|step| step.mark == Some(mark));
    let accepting = model.states.iter().any(|state| state.accepting);
    let dominating = model.transitions.iter().any(|step| step.dominating);
    let doomed = model.states.iter().any(|state| state.doomed);
    let things = [
        (accepting, ("state", CIRCLES, format!("here the program {verb}"))),
        (dominating, ("bold", LINE, format!("an event without which it never {verb}"))),
        (doomed, ("doomed", CAPITAL, format!("a run that gets here {verb} so in the end, whatever it does"))),
        (marked(Mark::Proved), ("proved", LINE, "proved for words of every length".to_owned())),
        (marked(Mark::Conjectured), ("conjectured", DASH, "conjectured from shorter words, not proved".to_owned())),
    ];
    things.into_iter().filter(|(used, _)| *used).map(|(_, thing)| thing).collect()
}
