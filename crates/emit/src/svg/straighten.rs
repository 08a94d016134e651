//! Positions within layers that make edges straight and the picture narrow.
//!
//! The order within each layer is kept. The position of everything on a layer minimises the distance that edges run
//! sideways, weighted so that long edges are the straightest: Gansner, Koutsofios, North, Vo, "A technique for drawing
//! directed graphs", 1993, Section 4.2 (doi 10.1109/32.221135). The optimum comes from the layout library's network
//! simplex, for which a position is the rank in a graph made for that purpose.

use std::collections::BTreeMap;

use dugong::graphlib::{Graph, GraphOptions};
use dugong::rank::plan_controlled;
use dugong::{EdgeLabel, GraphLabel, NodeLabel, WorkControl};

use super::layout::{Layout, Track};
use super::route::{layer, place_ports};

/// Moves everything sideways to better places; if that takes too much work, nothing moves.
pub(super) fn straighten(layout: &mut Layout, work: &mut dyn WorkControl) {
    // Where edges leave their nodes depends on the positions, and the best positions on where edges leave.
    for ports in [false, true] {
        let items = Items::of(layout);
        let offsets = if ports {
            port_offsets(layout)
        } else {
            vec![[0.0; 2]; layout.edges.len()]
        };
        match items.positions(layout, &offsets, work) {
            Some(positions) => items.move_to(&positions, layout),
            None => return,
        }
    }
}

fn port_offsets(layout: &Layout) -> Vec<[f64; 2]> {
    let ports = place_ports(layout);
    let offset = |(track, ends): (&Track, &[super::layout::Xy; 2])| {
        [
            ends[0].x - layout.nodes[track.from].centre.x,
            ends[1].x - layout.nodes[track.to].centre.x,
        ]
    };
    layout.edges.iter().zip(&ports).map(offset).collect()
}

/// What stands on layers: all nodes, then all bends of all edges.
struct Items {
    /// Half the width of each.
    half: Vec<f64>,
    /// Whether it is a node.
    is_node: Vec<bool>,
    /// Neighbours on a layer, left to right.
    pairs: Vec<(usize, usize)>,
    /// For each edge, the position of its first bend.
    first_bend: Vec<usize>,
}

impl Items {
    fn of(layout: &Layout) -> Self {
        let mut layers: BTreeMap<i64, Vec<(f64, usize)>> = BTreeMap::new();
        let mut half: Vec<f64> = layout.nodes.iter().map(|node| node.size.x / 2.0).collect();
        for (i, node) in layout.nodes.iter().enumerate() {
            layers
                .entry(layer(node.centre.y))
                .or_default()
                .push((node.centre.x, i));
        }
        let mut first_bend = Vec::new();
        for track in &layout.edges {
            first_bend.push(half.len());
            for bend in &track.bends {
                layers
                    .entry(layer(bend.y))
                    .or_default()
                    .push((bend.x, half.len()));
                let labelled = layer(bend.y) == layer(track.label.centre.y);
                half.push(if labelled {
                    track.label.size.x / 2.0
                } else {
                    0.0
                });
            }
        }
        let mut pairs = Vec::new();
        for items in layers.values_mut() {
            items.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            pairs.extend(items.windows(2).map(|pair| (pair[0].1, pair[1].1)));
        }
        let is_node = (0..half.len()).map(|i| i < layout.nodes.len()).collect();
        Self {
            half,
            is_node,
            pairs,
            first_bend,
        }
    }

    /// The items that an edge visits, in its direction.
    fn stops(&self, edge: usize, track: &Track) -> Vec<usize> {
        let first = self.first_bend[edge];
        std::iter::once(track.from)
            .chain(first..first + track.bends.len())
            .chain([track.to])
            .collect()
    }

    fn positions(
        &self,
        layout: &Layout,
        offsets: &[[f64; 2]],
        work: &mut dyn WorkControl,
    ) -> Option<Vec<f64>> {
        let mut graph = Graph::new(GraphOptions {
            directed: true,
            multigraph: true,
            compound: false,
        });
        graph.set_graph(GraphLabel::default());
        for i in 0..self.half.len() {
            graph.set_node(item_name(i), NodeLabel::default());
        }
        for &(left, right) in &self.pairs {
            link(
                &mut graph,
                &item_name(left),
                &item_name(right),
                self.apart(layout, left, right),
                0.0,
            );
        }
        for (edge, track) in layout.edges.iter().enumerate() {
            let stops = self.stops(edge, track);
            let last = stops.len() - 2;
            for (i, pair) in stops.windows(2).enumerate() {
                let shift = |end: usize, at: bool| if at { offsets[edge][end] } else { 0.0 };
                let shifts = [shift(0, i == 0), shift(1, i == last)];
                let weight = track.weight * self.stiffness(pair[0], pair[1]);
                self.pull(
                    &mut graph,
                    &format!("s{edge}-{i}"),
                    [pair[0], pair[1]],
                    shifts,
                    weight,
                );
            }
        }
        let plan = plan_controlled(&graph, work).ok()?;
        let ranks: BTreeMap<&str, i32> = plan
            .nodes
            .iter()
            .filter_map(|n| Some((n.id.as_str(), n.rank?)))
            .collect();
        (0..self.half.len())
            .map(|i| ranks.get(item_name(i).as_str()).map(|&r| f64::from(r)))
            .collect()
    }

    fn apart(&self, layout: &Layout, left: usize, right: usize) -> f64 {
        let [nodes, edges] = layout.apart;
        let room = if self.is_node[left] && self.is_node[right] {
            nodes
        } else {
            edges
        };
        self.half[left] + room + self.half[right]
    }

    /// Long edges should be straight above all (the paper's 1, 2 and 8).
    fn stiffness(&self, a: usize, b: usize) -> f64 {
        match (self.is_node[a], self.is_node[b]) {
            (true, true) => 1.0,
            (true, false) | (false, true) => 2.0,
            (false, false) => 8.0,
        }
    }

    /// A helper node left of both ends, whose distance from them costs: least when both ends are in line.
    fn pull(&self, graph: &mut Wires, name: &str, ends: [usize; 2], shifts: [f64; 2], weight: f64) {
        graph.set_node(name, NodeLabel::default());
        let most = shifts[0].max(shifts[1]);
        for (end, shift) in ends.into_iter().zip(shifts) {
            link(graph, name, &item_name(end), most - shift, weight);
        }
    }

    fn move_to(&self, positions: &[f64], layout: &mut Layout) {
        let left = (positions.iter().zip(&self.half))
            .map(|(x, half)| x - half)
            .fold(f64::INFINITY, f64::min);
        let right = (positions.iter().zip(&self.half))
            .map(|(x, half)| x + half)
            .fold(f64::NEG_INFINITY, f64::max);
        for (i, node) in layout.nodes.iter_mut().enumerate() {
            node.centre.x = positions[i] - left;
        }
        for (track, &first) in layout.edges.iter_mut().zip(&self.first_bend) {
            for (i, bend) in track.bends.iter_mut().enumerate() {
                bend.x = positions[first + i] - left;
                if layer(bend.y) == layer(track.label.centre.y) {
                    track.label.centre.x = bend.x;
                }
            }
        }
        layout.size.x = right - left;
    }
}

type Wires = Graph<NodeLabel, EdgeLabel, GraphLabel>;

/// `to` stands at least `apart` to the right of `from`.
fn link(graph: &mut Wires, from: &str, to: &str, apart: f64, weight: f64) {
    let label = EdgeLabel {
        minlen: apart.round() as usize,
        weight,
        ..EdgeLabel::default()
    };
    graph.set_edge_named(from, to, None::<String>, Some(label));
}

fn item_name(i: usize) -> String {
    format!("i{i}")
}
