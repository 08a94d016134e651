//! Where nodes and labels stand: layered layout by `dugong` (dagre). Several layouts are made, downwards and to the
//! right, and the one that reads best is kept.

use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, NodeLabel, WorkControl, WorkError};

use super::straighten::straighten;

/// A width and a height, or a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Xy {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Xy {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(super) fn transposed(self) -> Self {
        Self {
            x: self.y,
            y: self.x,
        }
    }
}

/// What is to be laid out: sizes only.
#[derive(Clone)]
pub(super) struct Shape {
    pub(super) nodes: Vec<Xy>,
    pub(super) edges: Vec<ShapeEdge>,
}

/// An edge between two different nodes.
#[derive(Clone, Copy)]
pub(super) struct ShapeEdge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The size of its label.
    pub(super) label: Xy,
    /// How hard it pulls its ends together.
    pub(super) weight: f64,
}

/// Which way most edges run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Right,
}

impl Direction {
    /// To the right is downwards with both axes exchanged.
    pub(super) fn turn(self, xy: Xy) -> Xy {
        match self {
            Self::Down => xy,
            Self::Right => xy.transposed(),
        }
    }
}

/// Where everything stands, as if layers ran downwards: [`Direction::turn`] leads to the picture.
pub(super) struct Layout {
    /// Room between two nodes on a layer, and beside an edge that only passes there.
    pub(super) apart: [f64; 2],
    pub(super) direction: Direction,
    pub(super) size: Xy,
    pub(super) nodes: Vec<Frame>,
    pub(super) edges: Vec<Track>,
}

/// A node or a label: its middle and its size.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    pub(super) centre: Xy,
    pub(super) size: Xy,
}

/// An edge: its ends, where it passes in between, and its label.
pub(super) struct Track {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: f64,
    pub(super) bends: Vec<Xy>,
    pub(super) label: Frame,
}

/// What a picture is made for: how much room there is, and how densely it may be filled.
#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    /// The size that a picture should fit, in pixels.
    room: Xy,
    /// How much worse a picture is that runs to the right: most are read from top to bottom.
    rightwards: f64,
    /// Room between two neighbours on a layer.
    nodes_apart: f64,
    /// Room between two layers.
    layers_apart: f64,
    /// Room between two edges.
    edges_apart: f64,
    /// A label with more characters is broken.
    pub(super) columns: usize,
    /// An arrow between circles has at most this many lines.
    pub(super) lines: usize,
}

impl Sheet {
    /// A picture with everything in it, which is scrolled or printed.
    pub(super) const PAPER: Self = Self {
        room: Xy {
            x: 1060.0,
            y: 1400.0,
        },
        rightwards: 2.0,
        nodes_apart: 36.0,
        layers_apart: 64.0,
        edges_apart: 26.0,
        columns: 42,
        lines: 14,
    };

    /// A picture that is seen whole on the screen of a laptop, with a panel beside it.
    pub(super) const SCREEN: Self = Self {
        room: Xy { x: 860.0, y: 480.0 },
        rightwards: 1.0,
        nodes_apart: 16.0,
        layers_apart: 30.0,
        edges_apart: 12.0,
        columns: 20,
        lines: 4,
    };

    /// By how much a picture of that size must be shrunk to fit; 1 if it fits.
    pub(super) fn scale(&self, size: Xy) -> f64 {
        (self.room.x / size.x).min(self.room.y / size.y).min(1.0)
    }
}

/// With more arrows than this a picture is too large to read, whatever the layout.
const MOST_EDGES: usize = 500;

/// The units of work that all layouts together may take: about a second. Units and not seconds, so that the picture is
/// the same on every machine.
const WORK: usize = 4_000_000;

/// The units of work for making them straight, the most promising first: a fraction of a second.
const STRAIGHTENING_WORK: usize = 30_000_000;

/// With more bends than this, making a layout straight would not end within its allowance.
const MOST_BENDS: usize = 700;

/// Room for each end of an edge on the side of a node.
pub(super) const PORT_GAP: f64 = 18.0;
/// Room between the outermost end of an edge and the corner of a node.
pub(super) const CORNER: f64 = 14.0;
/// A node does not grow wider than this for the sake of its edges.
const MOST_PORTS: f64 = 220.0;

/// Which edge the library hears of first: it breaks ties between crossings by that.
#[derive(Clone, Copy)]
enum Start {
    First,
    Last,
}

/// The layout that reads best, or nothing if the graph is too large. A node may have another size where the picture runs
/// the other way.
pub(super) fn lay_out(sheet: &Sheet, shape: impl Fn(Direction) -> Shape) -> Option<Layout> {
    let mut limit = Limit(WORK);
    let mut layouts: Vec<Layout> = Vec::new();
    for direction in [Direction::Down, Direction::Right] {
        let shape = shape(direction);
        if shape.edges.len() > MOST_EDGES {
            return None;
        }
        for start in [Start::First, Start::Last] {
            layouts.extend(one_layout(sheet, &shape, direction, start, &mut limit));
        }
    }
    let cost = |layout: &Layout| cost(sheet, layout);
    layouts.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    let mut limit = Limit(STRAIGHTENING_WORK);
    for layout in layouts
        .iter_mut()
        .filter(|l| l.edges.iter().map(|e| e.bends.len()).sum::<usize>() <= MOST_BENDS)
    {
        straighten(layout, &mut limit);
    }
    layouts
        .into_iter()
        .min_by(|a, b| cost(a).total_cmp(&cost(b)))
}

/// Small is good, and straight is good.
fn cost(sheet: &Sheet, layout: &Layout) -> f64 {
    let size = layout.direction.turn(layout.size);
    let shrink = (size.x / sheet.room.x).max(size.y / sheet.room.y).max(1.0);
    let way = match layout.direction {
        Direction::Down => 1.0,
        Direction::Right => sheet.rightwards,
    };
    let sideways: f64 = layout
        .edges
        .iter()
        .map(|track| sideways(layout, track))
        .sum();
    way * shrink * shrink * (size.x * size.y + 150.0 * sideways)
}

/// How far an edge swings.
fn sideways(layout: &Layout, track: &Track) -> f64 {
    let ends = [
        layout.nodes[track.from].centre,
        layout.nodes[track.to].centre,
    ];
    let points: Vec<Xy> = std::iter::once(ends[0])
        .chain(track.bends.iter().copied())
        .chain([ends[1]])
        .collect();
    points
        .windows(2)
        .map(|pair| (pair[0].x - pair[1].x).abs())
        .sum()
}

fn one_layout(
    sheet: &Sheet,
    shape: &Shape,
    direction: Direction,
    start: Start,
    limit: &mut Limit,
) -> Option<Layout> {
    let mut graph = graph(sheet, shape, direction, start);
    dugong::layout_controlled(&mut graph, limit).ok()?;
    let frame = |i: usize| {
        let node = graph.node(&node_name(i))?;
        Some(Frame {
            centre: Xy::new(node.x?, node.y?),
            size: Xy::new(node.width, node.height),
        })
    };
    let track = |(i, edge): (usize, &ShapeEdge)| {
        let label = graph.edge(
            &node_name(edge.from),
            &node_name(edge.to),
            Some(&edge_name(i)),
        )?;
        track(edge, label)
    };
    let nodes = (0..shape.nodes.len())
        .map(frame)
        .collect::<Option<Vec<Frame>>>()?;
    let edges = shape
        .edges
        .iter()
        .enumerate()
        .map(track)
        .collect::<Option<Vec<Track>>>()?;
    Some(Layout {
        apart: [sheet.nodes_apart, sheet.edges_apart],
        direction,
        size: Xy::new(graph.graph().width, graph.graph().height),
        nodes,
        edges,
    })
}

fn graph(
    sheet: &Sheet,
    shape: &Shape,
    direction: Direction,
    start: Start,
) -> Graph<NodeLabel, EdgeLabel, GraphLabel> {
    let mut graph = Graph::new(GraphOptions {
        directed: true,
        multigraph: true,
        compound: false,
    });
    graph.set_graph(GraphLabel {
        nodesep: sheet.nodes_apart,
        ranksep: sheet.layers_apart,
        edgesep: sheet.edges_apart,
        ..GraphLabel::default()
    });
    for (i, &size) in shape.nodes.iter().enumerate() {
        let size = direction.turn(size);
        let width = size.x.max(port_room(shape, i));
        graph.set_node(
            node_name(i),
            NodeLabel {
                width,
                height: size.y,
                ..NodeLabel::default()
            },
        );
    }
    let mut edges: Vec<(usize, &ShapeEdge)> = shape.edges.iter().enumerate().collect();
    match start {
        Start::First => {}
        Start::Last => edges.reverse(),
    }
    for (i, edge) in edges {
        let size = direction.turn(edge.label);
        let label = EdgeLabel {
            width: size.x,
            height: size.y,
            weight: edge.weight,
            ..EdgeLabel::default()
        };
        graph.set_edge_named(
            node_name(edge.from),
            node_name(edge.to),
            Some(edge_name(i)),
            Some(label),
        );
    }
    graph
}

/// The width that the edges of a node need if about two thirds of them are on one side.
fn port_room(shape: &Shape, node: usize) -> f64 {
    let ends = shape
        .edges
        .iter()
        .filter(|e| e.from == node || e.to == node)
        .count();
    match ends {
        0..=2 => 0.0,
        _ => (2.0 * CORNER + PORT_GAP * (ends as f64 * 0.67 - 1.0)).min(MOST_PORTS),
    }
}

/// The first and last points of dagre lie on the borders of the nodes, all edges on one spot: routing chooses better.
fn track(edge: &ShapeEdge, label: &EdgeLabel) -> Option<Track> {
    let inner = label.points.get(1..label.points.len().checked_sub(1)?)?;
    let bends = inner.iter().map(|p| Xy::new(p.x, p.y)).collect();
    let label = Frame {
        centre: Xy::new(label.x?, label.y?),
        size: Xy::new(label.width, label.height),
    };
    Some(Track {
        from: edge.from,
        to: edge.to,
        weight: edge.weight,
        bends,
        label,
    })
}

fn node_name(i: usize) -> String {
    format!("n{i}")
}

fn edge_name(i: usize) -> String {
    format!("e{i}")
}

/// Stops the layout after so many units, the same on every machine.
struct Limit(usize);

impl WorkControl for Limit {
    fn charge(&mut self, units: usize) -> Result<(), WorkError> {
        self.0 = self.0.checked_sub(units).ok_or(WorkError::Interrupted)?;
        Ok(())
    }
}
