//! States as cards, for models whose arrows would fill the picture: each card says which calls lead where, and columns of
//! cards are broken into bands like the lines of a text, so that the whole fits a screen. Arrows join neighbouring columns
//! only; where every other call leads is said in words.

use std::collections::{BTreeMap, VecDeque};

use crate::drawing::{Drawing, Shape};
use crate::escape::xml;

use super::card::{Card, LINE, Line, PADDING, Words, name, name_width, overloaded};
use super::layout::{Frame, Sheet, Xy};
use super::picture::{draw_line, draw_lines, draw_tips, is, joins, open, put, word};

/// Room between two cards of a column.
const BELOW: f64 = 6.0;
/// Room between two columns, for arrows.
const BESIDE: f64 = 28.0;
/// Room between two bands.
const BETWEEN: f64 = 14.0;
/// How many cards may stand in a column: all of these are tried.
const HEIGHTS: [usize; 7] = [3, 4, 6, 8, 12, 16, 24];
/// More states are not drawn at once.
const MOST_CARDS: usize = 1500;

/// Cards with their places.
pub(super) struct Cards<'d> {
    drawing: &'d Drawing,
    cards: Vec<Card>,
    /// Where each card stands.
    frames: Vec<Frame>,
    /// The column of each card, counted over all bands, and the band of each column.
    columns: Vec<usize>,
    bands: Vec<usize>,
    pub(super) size: Xy,
}

impl<'d> Cards<'d> {
    /// The arrangement that can be shown largest; nothing if there are too many states.
    pub(super) fn of(drawing: &'d Drawing, sheet: &Sheet, words: Words) -> Option<Self> {
        let (layers, overloaded) = (layers(drawing), overloaded(drawing));
        let cards: Vec<Card> = (layers.iter().flatten())
            .map(|&node| Card::of(drawing, node, words, &overloaded))
            .collect();
        if cards.is_empty() || cards.len() > MOST_CARDS {
            return None;
        }
        let mut best: Option<Self> = None;
        for height in HEIGHTS {
            let columns = columns(&layers, height);
            for width in 1..=columns.len().min(24) {
                let tried = arranged(drawing, &cards, &columns, width);
                // Of what is about as large, few bands have the most arrows.
                let rank = |cards: &Self| {
                    let scale = (sheet.scale(cards.size) * 16.0).round();
                    (scale, -(cards.bands.last().copied().unwrap_or(0) as f64))
                };
                if best.as_ref().is_none_or(|best| rank(&tried) > rank(best)) {
                    best = Some(tried);
                }
            }
        }
        best.map(|best| Self { cards, ..best })
    }

    /// The elements of the picture; `name` makes ids unique in a page.
    pub(super) fn body(&self, name: &str) -> String {
        let mut out = String::new();
        let styles = self.drawing.arrows.iter().map(|arrow| arrow.line);
        draw_tips(styles, name, &mut out);
        let place: BTreeMap<usize, usize> = (self.cards.iter().enumerate())
            .map(|(i, card)| (card.node, i))
            .collect();
        for from in 0..self.cards.len() {
            for (i, line) in self.cards[from].lines.iter().enumerate() {
                let to = place.get(&line.to).filter(|_| line.leads);
                if let Some(&to) = to.filter(|to| self.joined(from, **to)) {
                    let path = self.path(from, i, to);
                    draw_line(line.style(), self.ends(from, line), &path, name, &mut out);
                }
            }
        }
        (0..self.cards.len()).for_each(|card| self.draw(card, &mut out));
        out
    }

    /// Whether an arrow is drawn between two cards: from one column to the next in the same band.
    fn joined(&self, from: usize, to: usize) -> bool {
        let [a, b] = [from, to].map(|card| self.columns[card]);
        b == a + 1 && self.bands[a] == self.bands[b]
    }

    fn path(&self, from: usize, line: usize, to: usize) -> String {
        let (card, target) = (self.frames[from], self.frames[to]);
        let start = Xy::new(
            card.corner().x + card.size.x,
            card.corner().y + PADDING + (line as f64 + 0.5) * LINE,
        );
        let end = Xy::new(target.corner().x, target.centre.y);
        let middle = (start.x + end.x) / 2.0;
        format!(
            "M{:.1} {:.1}C{middle:.1} {:.1} {middle:.1} {:.1} {:.1} {:.1}",
            start.x, start.y, start.y, end.y, end.x, end.y
        )
    }

    fn ends(&self, from: usize, line: &Line) -> [&str; 2] {
        [self.cards[from].node, line.to].map(|node| self.drawing.nodes[node].id.as_str())
    }

    fn draw(&self, card: usize, out: &mut String) {
        let (frame, node) = (
            self.frames[card],
            &self.drawing.nodes[self.cards[card].node],
        );
        open(word(node.tone), &is(&node.id), &node.title, out);
        put(
            out,
            format_args!("<rect class=\"box\" {} rx=\"7\"/>\n", frame.attributes()),
        );
        let (corner, width) = (frame.corner(), name_width(node));
        let (x, y) = (corner.x + PADDING + width / 2.0, corner.y + PADDING + 11.0);
        let name = xml(&name(node));
        put(
            out,
            format_args!("<text class=\"number\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text></g>\n"),
        );
        let left = corner.x + 2.0 * PADDING + width;
        for (i, line) in self.cards[card].lines.iter().enumerate() {
            let shows = joins(self.ends(card, line));
            open(&line.class(), &shows, &line.tooltip, out);
            let top = corner.y + PADDING + i as f64 * LINE - 1.0;
            draw_lines(std::slice::from_ref(&line.row), Xy::new(left, top), out);
            out.push_str("</g>\n");
        }
    }
}

/// The states by how many steps they are away from where runs start; parts that nothing leads to come last.
fn layers(drawing: &Drawing) -> Vec<Vec<usize>> {
    let shown = |node: &usize| is_shown(drawing, *node);
    let starts = drawing
        .arrows
        .iter()
        .filter(|a| !shown(&a.from))
        .map(|a| a.to);
    let roots = (0..drawing.nodes.len()).filter(|&n| drawing.nodes[n].shape == Shape::Point);
    let mut waiting: Vec<usize> = roots.filter(shown).chain(starts.filter(shown)).collect();
    waiting.extend((0..drawing.nodes.len()).filter(shown));
    let mut seen = vec![false; drawing.nodes.len()];
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for root in waiting {
        let first = layers.len();
        let mut queue = VecDeque::from([(root, first)]);
        while let Some((node, depth)) = queue.pop_front() {
            if !shown(&node) || std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match layers.get_mut(depth) {
                Some(layer) => layer.push(node),
                None => layers.push(vec![node]),
            }
            let next = drawing.arrows.iter().filter(|arrow| arrow.from == node);
            queue.extend(next.map(|arrow| (arrow.to, depth + 1)));
        }
    }
    layers
}

/// States are shown, and where calls start; not the points and squares of runs.
fn is_shown(drawing: &Drawing, node: usize) -> bool {
    let one = &drawing.nodes[node];
    (one.is_state() && !one.is_told_inside()) || (drawing.is_boxed() && one.shape == Shape::Point)
}

/// Columns of at most so many cards, in the order of the layers; a card is named by its position in that order.
fn columns(layers: &[Vec<usize>], height: usize) -> Vec<Vec<usize>> {
    let mut next = 0;
    let mut columns = Vec::new();
    for layer in layers {
        let numbered: Vec<usize> = (next..next + layer.len()).collect();
        next += layer.len();
        columns.extend(numbered.chunks(height).map(<[usize]>::to_vec));
    }
    columns
}

/// Everything in its place, `width` columns in a band.
fn arranged<'d>(
    drawing: &'d Drawing,
    cards: &[Card],
    columns: &[Vec<usize>],
    width: usize,
) -> Cards<'d> {
    let mut frames = vec![Frame::default(); cards.len()];
    let mut of_card = vec![0; cards.len()];
    let (mut size, mut top) = (Xy::default(), 0.0);
    for (band, members) in columns.chunks(width).enumerate() {
        let (mut left, mut lowest) = (0.0, top);
        for (i, column) in members.iter().enumerate() {
            let widest = column.iter().map(|&c| cards[c].size.x).fold(0.0, f64::max);
            let mut y = top;
            for &card in column {
                let size = Xy::new(widest, cards[card].size.y);
                frames[card] = Frame {
                    centre: Xy::new(left + widest / 2.0, y + size.y / 2.0),
                    size,
                };
                of_card[card] = band * width + i;
                y += size.y + BELOW;
            }
            lowest = f64::max(lowest, y - BELOW);
            size.x = f64::max(size.x, left + widest);
            left += widest + BESIDE;
        }
        size.y = lowest;
        top = lowest + BETWEEN;
    }
    Cards {
        drawing,
        cards: Vec::new(),
        frames,
        columns: of_card,
        bands: (0..columns.len()).map(|column| column / width).collect(),
        size,
    }
}
