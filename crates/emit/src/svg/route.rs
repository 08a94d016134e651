//! Edges as curves. Each leaves and enters a node at a place of its own on the side that faces its way, crosses every
//! layer straight, so that it cuts no node there, and swings only between layers.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::layout::{CORNER, Direction, Frame, Layout, PORT_GAP, Track, Xy};

/// The path of each edge, as the `d` of an SVG path.
pub(super) fn routes(layout: &Layout) -> Vec<String> {
    let router = Router::new(layout);
    (0..layout.edges.len())
        .map(|edge| router.path(edge))
        .collect()
}

/// Works as if all layers ran downwards, as the layout does.
struct Router<'l> {
    layout: &'l Layout,
    /// Half the thickness of each layer, by the position of its middle.
    layers: BTreeMap<i64, f64>,
    /// Where each edge leaves and enters.
    ports: Vec<[Xy; 2]>,
}

impl<'l> Router<'l> {
    fn new(layout: &'l Layout) -> Self {
        let mut layers: BTreeMap<i64, f64> = BTreeMap::new();
        for frame in layout
            .nodes
            .iter()
            .chain(layout.edges.iter().map(|track| &track.label))
        {
            let half = layers.entry(layer(frame.centre.y)).or_insert(0.0);
            *half = half.max(frame.size.y / 2.0);
        }
        Self {
            layout,
            layers,
            ports: place_ports(layout),
        }
    }

    fn path(&self, edge: usize) -> String {
        let Track {
            from, to, bends, ..
        } = &self.layout.edges[edge];
        let [start, end] = self.ports[edge];
        let way = if end.y > start.y { 1.0 } else { -1.0 };
        let mut pen = Pen::new(self.layout.direction, start);
        pen.straight(Xy::new(start.x, self.border(*from, way, start.y)));
        for bend in bends {
            let half = way * self.half(bend.y);
            pen.swing(Xy::new(bend.x, bend.y - half));
            pen.straight(Xy::new(bend.x, bend.y + half));
        }
        pen.swing(Xy::new(end.x, self.border(*to, -way, end.y)));
        pen.straight(end);
        pen.path
    }

    fn half(&self, y: f64) -> f64 {
        self.layers.get(&layer(y)).copied().unwrap_or(0.0)
    }

    /// The border of the node's layer that lies that way; never inside the node, whose own border is `own`.
    fn border(&self, node: usize, way: f64, own: f64) -> f64 {
        let middle = self.layout.nodes[node].centre.y;
        let border = middle + way * self.half(middle);
        if way > 0.0 {
            border.max(own)
        } else {
            border.min(own)
        }
    }
}

/// The start (0) or the end (1) of an edge, and where its next bend is.
struct End {
    towards: f64,
    edge: usize,
    end: usize,
}

/// Spreads the ends of edges along the sides of their nodes, in the order in which the edges come.
pub(super) fn place_ports(layout: &Layout) -> Vec<[Xy; 2]> {
    let mut sides: BTreeMap<(usize, bool), Vec<End>> = BTreeMap::new();
    for (i, track) in layout.edges.iter().enumerate() {
        let centres = [
            layout.nodes[track.from].centre,
            layout.nodes[track.to].centre,
        ];
        let near = [
            track.bends.first().unwrap_or(&centres[1]),
            track.bends.last().unwrap_or(&centres[0]),
        ];
        for (end, node) in [(0, track.from), (1, track.to)] {
            let below = near[end].y > centres[end].y;
            sides.entry((node, below)).or_default().push(End {
                towards: near[end].x,
                edge: i,
                end,
            });
        }
    }
    let mut ports = vec![[Xy::default(); 2]; layout.edges.len()];
    for ((node, below), mut ends) in sides {
        ends.sort_by(|a, b| {
            a.towards
                .total_cmp(&b.towards)
                .then((a.edge, a.end).cmp(&(b.edge, b.end)))
        });
        for (position, &End { edge, end, .. }) in ends.iter().enumerate() {
            ports[edge][end] = port(layout.nodes[node], below, position, ends.len());
        }
    }
    ports
}

fn port(node: Frame, below: bool, position: usize, of: usize) -> Xy {
    let room = (node.size.x - 2.0 * CORNER).max(0.0);
    let gap = if of > 1 {
        PORT_GAP.min(room / (of - 1) as f64)
    } else {
        0.0
    };
    let offset = gap * (position as f64 - (of - 1) as f64 / 2.0);
    let side = if below {
        node.size.y / 2.0
    } else {
        -node.size.y / 2.0
    };
    Xy::new(node.centre.x + offset, node.centre.y + side)
}

/// Layers have one middle for all their nodes; rounding makes it a key.
pub(super) fn layer(y: f64) -> i64 {
    (y * 16.0).round() as i64
}

/// Writes a path, turned the way the picture runs.
struct Pen {
    direction: Direction,
    at: Xy,
    path: String,
}

impl Pen {
    fn new(direction: Direction, start: Xy) -> Self {
        let mut pen = Self {
            direction,
            at: start,
            path: String::new(),
        };
        pen.write('M', &[start]);
        pen
    }

    fn straight(&mut self, to: Xy) {
        if (to.y - self.at.y).abs() > 0.01 || (to.x - self.at.x).abs() > 0.01 {
            self.write('L', &[to]);
            self.at = to;
        }
    }

    /// From one straight line down to another: an S that starts and ends straight.
    fn swing(&mut self, to: Xy) {
        if (to.x - self.at.x).abs() < 0.01 {
            return self.straight(to);
        }
        let middle = (self.at.y + to.y) / 2.0;
        self.write(
            'C',
            &[Xy::new(self.at.x, middle), Xy::new(to.x, middle), to],
        );
        self.at = to;
    }

    fn write(&mut self, command: char, points: &[Xy]) {
        self.path.push(command);
        for (i, &point) in points.iter().enumerate() {
            let point = self.direction.turn(point);
            let gap = if i == 0 { "" } else { " " };
            let written = write!(self.path, "{gap}{:.1} {:.1}", point.x, point.y);
            debug_assert!(written.is_ok(), "a string takes everything");
        }
    }
}
