//! Boxes, arrows and labels at their places.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use crate::escape::xml;
use crate::outline::{Call, Detail, Move, Outline, Role, State};
use crate::report::{Report, Standing};

use super::block::{Block, CELL, LINE};
use super::footer::{CROSS, DASH, Footer, STAY};
use super::layout::{Frame, Layout, Shape, ShapeEdge, Xy, lay_out};
use super::route;
use super::wrap::Line;

pub(super) const MARGIN: f64 = 16.0;
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

/// The size of what is said instead of a picture that is too large.
pub(super) const TOO_LARGE: Xy = Xy { x: 360.0, y: 40.0 };

/// A picture with its geometry.
pub(super) struct Drawing {
    boxes: Vec<StateBox>,
    edges: Vec<Arrow>,
    /// Nothing if the picture is too large.
    layout: Option<Layout>,
    footer: Footer,
}

/// A state and the calls that are told inside its box, because an arrow would say less: those that leave the state
/// as it is, and those that are illegal; apart from these, those of which one or the other is not established.
pub(super) struct StateBox {
    id: u64,
    pub(super) role: Role,
    pub(super) stays: Block,
    pub(super) illegal: Block,
    pub(super) guessed: Block,
}

/// The calls from one box to another.
struct Arrow {
    from: usize,
    to: usize,
    role: Role,
    standing: Standing,
    calls: Block,
}

impl Drawing {
    pub(super) fn of(report: &Report, detail: Detail) -> Self {
        let mut outline = Outline::drawn(report, detail);
        let guessed = outline.is_guessed();
        outline.states.retain(|s| s.role != Role::Error);
        let common = if outline.states.len() > FEW_STATES {
            take_common_stays(&mut outline)
        } else {
            Vec::new()
        };
        let lines = Lines::for_states(outline.states.len());
        let position: BTreeMap<u64, usize> = outline
            .states
            .iter()
            .enumerate()
            .map(|(i, s)| (s.id, i))
            .collect();
        let boxes: Vec<StateBox> = outline
            .states
            .iter()
            .map(|s| StateBox::of(s, lines))
            .collect();
        let mut edges = Vec::new();
        for (from, state) in outline.states.iter().enumerate() {
            for step in state.moves.iter().filter(|m| m.to != state.id) {
                if let Some(&to) = position.get(&step.to) {
                    let calls = Block::list(&step.calls, lines.legal);
                    edges.push(Arrow {
                        from,
                        to,
                        role: step.role,
                        standing: step.standing,
                        calls,
                    });
                }
            }
        }
        let shape = Shape {
            nodes: boxes.iter().map(StateBox::size).collect(),
            edges: edges.iter().map(Arrow::shape).collect(),
        };
        let layout = lay_out(|_| shape.clone());
        let width = layout
            .as_ref()
            .map_or(TOO_LARGE.x, |l| l.direction.turn(l.size).x);
        let footer = Footer::of(&boxes, &common, guessed, width);
        Self {
            boxes,
            edges,
            layout,
            footer,
        }
    }

    pub(super) fn width(&self) -> f64 {
        self.inner_size().x.max(self.footer.width()) + 2.0 * MARGIN
    }

    pub(super) fn height(&self) -> f64 {
        self.inner_size().y + self.footer.height() + 2.0 * MARGIN
    }

    fn inner_size(&self) -> Xy {
        self.layout
            .as_ref()
            .map_or(TOO_LARGE, |l| l.direction.turn(l.size))
    }

    /// The elements of the picture; `name` makes ids unique in a page.
    pub(super) fn body(&self, name: &str) -> String {
        let size = self.inner_size();
        let indent = MARGIN + (self.footer.width() - size.x).max(0.0) / 2.0;
        let mut out = format!("<g transform=\"translate({indent:.1} {MARGIN})\">\n");
        match &self.layout {
            Some(layout) => self.draw(layout, name, &mut out),
            None => {
                let states = self.boxes.len();
                put(
                    &mut out,
                    format_args!(
                        "<text class=\"remark\" y=\"24\">too large to draw: {states} states</text>\n"
                    ),
                );
            }
        }
        out.push_str("</g>\n");
        self.footer.draw(Xy::new(MARGIN, MARGIN + size.y), &mut out);
        out
    }

    /// Lines first, then labels, then boxes, so that no line runs over a text.
    fn draw(&self, layout: &Layout, name: &str, out: &mut String) {
        let undecided = self
            .boxes
            .iter()
            .any(|b| b.role == Role::Undecided)
            .then_some("undecided");
        for class in ["ok", "unknown"].into_iter().chain(undecided) {
            draw_tip(name, class, 9, out);
        }
        for (arrow, path) in self.edges.iter().zip(route::routes(layout)) {
            let tip = class(arrow.role);
            let line = format_args!(
                "<path class=\"edge\" d=\"{path}\" marker-end=\"url(#{name}-{tip})\"/>"
            );
            put(
                out,
                format_args!("<g class=\"{}\">{line}</g>\n", arrow.class()),
            );
        }
        let turn = |frame: &Frame| Frame {
            centre: layout.direction.turn(frame.centre),
            size: layout.direction.turn(frame.size),
        };
        for (arrow, track) in self.edges.iter().zip(&layout.edges) {
            arrow.draw_label(turn(&track.label), out);
        }
        for (state, frame) in self.boxes.iter().zip(&layout.nodes) {
            state.draw(turn(frame), out);
        }
    }
}

impl Arrow {
    fn shape(&self) -> ShapeEdge {
        let text = self.calls.size();
        let weight = match self.role {
            Role::BeforeConstruction | Role::Ok => 2.0,
            Role::Undecided | Role::Unknown | Role::Error => 1.0,
        };
        ShapeEdge {
            from: self.from,
            to: self.to,
            label: Xy::new(text.x + 10.0, text.y + 4.0),
            weight,
        }
    }

    fn class(&self) -> String {
        match self.standing {
            Standing::Established => class(self.role).to_owned(),
            Standing::Answered | Standing::Guessed => format!("{} conjectured", class(self.role)),
        }
    }

    fn draw_label(&self, frame: Frame, out: &mut String) {
        put(
            out,
            format_args!(
                "<g class=\"{}\"><title>{}</title>",
                self.class(),
                xml(&self.calls.tooltip)
            ),
        );
        put(
            out,
            format_args!("<rect class=\"plate\" {} rx=\"4\"/>\n", frame.attributes()),
        );
        let text = self.calls.size();
        draw_lines(
            &self.calls.lines,
            Xy::new(frame.centre.x - text.x / 2.0, frame.centre.y - text.y / 2.0),
            out,
        );
        out.push_str("</g>\n");
    }
}

/// How many lines a list of calls may have before it is cut.
#[derive(Clone, Copy)]
struct Lines {
    legal: usize,
    illegal: usize,
}

impl Lines {
    fn for_states(states: usize) -> Self {
        match states {
            0..=8 => Self {
                legal: 12,
                illegal: 8,
            },
            9..=20 => Self {
                legal: 10,
                illegal: 5,
            },
            _ => Self {
                legal: 6,
                illegal: 3,
            },
        }
    }
}

/// Calls that every ok state takes and that leave it as it is, as is established.
fn take_common_stays(outline: &mut Outline) -> Vec<Call> {
    let stays = |state: &State| -> Vec<Call> {
        let own = |m: &&Move| m.to == state.id && m.standing == Standing::Established;
        state
            .moves
            .iter()
            .filter(own)
            .flat_map(|m| m.calls.clone())
            .collect()
    };
    let mut ok = outline
        .states
        .iter()
        .filter(|s| s.role == Role::Ok)
        .map(stays);
    let mut common = ok.next().unwrap_or_default();
    ok.for_each(|calls| common.retain(|call| calls.contains(call)));
    for state in &mut outline.states {
        for step in state.moves.iter_mut().filter(|m| m.to == state.id) {
            step.calls.retain(|call| !common.contains(call));
        }
    }
    common
}

impl StateBox {
    fn of(state: &State, lines: Lines) -> Self {
        let calls = |chosen: &dyn Fn(&&Move) -> bool| -> Vec<Call> {
            state
                .moves
                .iter()
                .filter(|m| chosen(m))
                .flat_map(|m| m.calls.clone())
                .collect()
        };
        let stays = calls(&|m| m.to == state.id && m.standing == Standing::Established);
        let illegal = calls(&|m| m.role == Role::Error && m.standing == Standing::Established);
        let guessed = |wanted: &dyn Fn(&&Move) -> bool, word: &str| {
            let calls = calls(&|m| wanted(m) && m.standing != Standing::Established).into_iter();
            calls
                .map(|call| Call {
                    head: format!("{} {word}", call.head),
                    ..call
                })
                .collect::<Vec<_>>()
        };
        let guessed = [
            guessed(&|m| m.to == state.id, "stays?"),
            guessed(&|m| m.role == Role::Error, "fails?"),
        ];
        Self {
            id: state.id,
            role: state.role,
            stays: Block::list(&stays, lines.legal),
            illegal: Block::flow(&illegal, lines.illegal),
            guessed: Block::flow(&guessed.concat(), lines.illegal),
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

    /// Before construction there is little to tell: a dot is enough, unless constructors can fail.
    fn is_dot(&self) -> bool {
        self.role == Role::BeforeConstruction && self.is_bare()
    }

    fn name(&self) -> String {
        self.role
            .title()
            .map_or_else(|| self.id.to_string(), str::to_owned)
    }

    fn size(&self) -> Xy {
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
        let head = self.name().chars().count() as f64 * 9.0 + 2.0 * PADDING;
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

    fn draw(&self, frame: Frame, out: &mut String) {
        let title = self
            .role
            .title()
            .map(|t| format!(": {t}"))
            .unwrap_or_default();
        put(
            out,
            format_args!(
                "<g class=\"{}\"><title>state {}{title}</title>",
                class(self.role),
                self.id
            ),
        );
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
                self.name()
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

fn draw_list(class: &str, sign: &str, list: &Block, corner: Xy, width: f64, out: &mut String) {
    put(
        out,
        format_args!("<g class=\"{class}\"><title>{}</title>", xml(&list.tooltip)),
    );
    let (left, right) = (corner.x + PADDING, corner.x + width - PADDING);
    put(
        out,
        format_args!(
            "<path class=\"rule\" d=\"M{left:.1} {:.1}H{right:.1}\"/>\n",
            corner.y
        ),
    );
    let top = corner.y + GAP;
    for (i, line) in list.lines.iter().enumerate() {
        if line.indent == 0 {
            let (x, y) = (left + 5.0, top + (i as f64 + 0.5) * LINE);
            put(
                out,
                format_args!(
                    "<path class=\"sign\" transform=\"translate({x:.1} {y:.1})\" d=\"{sign}\"/>\n"
                ),
            );
        }
    }
    draw_lines(&list.lines, Xy::new(left + SIGN, top), out);
    out.push_str("</g>\n");
}

pub(super) fn draw_lines(lines: &[Line], corner: Xy, out: &mut String) {
    for (i, line) in lines.iter().enumerate() {
        let (x, y) = (
            corner.x + line.indent as f64 * CELL,
            corner.y + i as f64 * LINE + 12.0,
        );
        put(
            out,
            format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\">{}", xml(&line.head)),
        );
        if !line.guard.is_empty() {
            put(
                out,
                format_args!("<tspan class=\"guard\">{}</tspan>", xml(&line.guard)),
            );
        }
        out.push_str("</text>\n");
    }
}

/// The head of an arrow.
pub(super) fn draw_tip(name: &str, class: &str, size: u32, out: &mut String) {
    let size = format_args!(
        "viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"{size}\" markerHeight=\"{size}\""
    );
    let marker = format_args!(
        "<marker id=\"{name}-{class}\" {size} markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
         <path class=\"tip\" d=\"M0 1L10 5L0 9z\"/></marker>"
    );
    put(out, format_args!("<g class=\"{class}\">{marker}</g>\n"));
}

fn class(role: Role) -> &'static str {
    match role {
        Role::BeforeConstruction | Role::Ok => "ok",
        Role::Undecided => "undecided",
        Role::Unknown => "unknown",
        Role::Error => "error",
    }
}

pub(super) fn put(out: &mut String, text: impl Display) {
    let written = write!(out, "{text}");
    debug_assert!(written.is_ok(), "a string takes everything");
}
