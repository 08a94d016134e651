//! TTT: Isberner, Howar and Steffen, "The TTT algorithm: a redundancy-free approach to active automata learning",
//! RV 2014 (doi 10.1007/978-3-319-11164-3_26).
//!
//! A suffix cut out of a long counterexample is long, and every later question that sifts past it pays for that. TTT
//! takes such suffixes as temporary and replaces them by final ones: a letter and a suffix that is final already. So
//! final suffixes are as short as the system allows, whatever the counterexamples look like.
//!
//! Deviation: the paper repairs a hypothesis that disagrees with a temporary suffix as part of the same procedure. Here
//! such a disagreement is an observation that the hypothesis contradicts, and [`settle`](crate::settle) finds it.

use std::fmt::Debug;

use base::{Arena, StopReason};
use model::Moore;

use crate::discrimination::{Discrimination, Kind, Node, NodeId};
use crate::observation::{OutputId, Questions};
use crate::{Learner, MembershipOracle, ObservationTree, Word};

/// The learner with a discrimination tree whose suffixes are made as short as possible.
pub struct Ttt<O> {
    tree: ObservationTree<O>,
    states: Discrimination,
}

impl<O: Clone + Eq + Debug> Ttt<O> {
    /// Starts with an alphabet of so many letters.
    pub fn new(letters: usize, tree: ObservationTree<O>) -> Self {
        Self {
            tree,
            states: Discrimination::new(letters),
        }
    }
}

impl<O: Clone + Eq + Debug> Learner<O> for Ttt<O> {
    fn name(&self) -> &'static str {
        "TTT"
    }

    fn tree(&self) -> &ObservationTree<O> {
        &self.tree
    }

    fn tree_mut(&mut self) -> &mut ObservationTree<O> {
        &mut self.tree
    }

    fn add_letters(&mut self, count: usize) {
        self.states.add_letters(count);
    }

    fn hypothesis(&mut self, oracle: &mut dyn MembershipOracle<O>) -> Result<Moore<O>, StopReason> {
        let questions = &mut Questions::new(&mut self.tree, oracle);
        self.states.close(questions)?;
        while let Some(splitter) = find_splitter(&self.states) {
            finalise(&mut self.states, splitter, questions)?;
            self.states.close(questions)?;
        }
        Ok(self.states.machine(&self.tree))
    }

    fn refine(
        &mut self,
        word: &[usize],
        oracle: &mut dyn MembershipOracle<O>,
    ) -> Result<(), StopReason> {
        let hypothesis = self.hypothesis(oracle)?;
        self.states.refine(
            &hypothesis,
            word,
            &mut Questions::new(&mut self.tree, oracle),
        )
    }
}

/// A final suffix that tells states of a block apart. A block is a maximal part of the tree whose suffixes are all
/// temporary.
struct Splitter {
    block: NodeId,
    suffix: Word,
}

/// Discriminator finalization: if a letter leads from the states of a block to states that a final suffix tells apart,
/// then that letter and that suffix tell the states of the block apart. Returns the shortest of the first block that
/// has one. A hypothesis whose blocks have none contradicts an observation, or has no blocks.
fn find_splitter(states: &Discrimination) -> Option<Splitter> {
    blocks(states).into_iter().find_map(|block| {
        let members = members(&states.nodes, block);
        let letters = states.states[members[0]].next.len();
        let suffixes = (0..letters).filter_map(|letter| {
            let targets = members
                .iter()
                .map(|&state| states.states[state].next[letter]);
            let meeting = targets.reduce(|a, b| lowest_common_ancestor(&states.nodes, a, b))?;
            match &states.nodes[meeting].kind {
                Kind::Inner {
                    suffix,
                    is_final: true,
                    ..
                } => Some([&[letter], suffix.as_slice()].concat()),
                Kind::Inner {
                    is_final: false, ..
                }
                | Kind::Leaf(_) => None,
            }
        });
        suffixes
            .min_by_key(Word::len)
            .map(|suffix| Splitter { block, suffix })
    })
}

/// Puts the final suffix at the top of its block, and below it, for each answer, what is left of the block when only
/// the states with that answer are kept.
fn finalise<O: Clone + Eq + Debug>(
    states: &mut Discrimination,
    Splitter { block, suffix }: Splitter,
    questions: &mut Questions<'_, O>,
) -> Result<(), StopReason> {
    let mut parts: Vec<(OutputId, Vec<usize>)> = Vec::new();
    for state in members(&states.nodes, block) {
        let answer = questions.answer(&[&states.states[state].access, &suffix])?;
        match parts.iter_mut().find(|(output, _)| *output == answer) {
            Some((_, part)) => part.push(state),
            None => parts.push((answer, vec![state])),
        }
    }
    // From here on no question is asked: a stop finds the old tree or the new one.
    let replaced = subtree(&states.nodes, block);
    let children = parts
        .iter()
        .map(|(output, part)| (*output, extract(&mut states.nodes, block, part)));
    let children: Vec<_> = children
        .filter_map(|(output, child)| Some((output, child?)))
        .collect();
    for &(_, child) in &children {
        states.nodes[child].parent = Some(block);
    }
    states.nodes[block].kind = Kind::Inner {
        suffix,
        children,
        is_final: true,
    };
    for next in states.states.iter_mut().flat_map(|state| &mut state.next) {
        if replaced.contains(next) {
            *next = block;
        }
    }
    Ok(())
}

/// A copy of the tree below `node` with the leaves of `kept` states only, without the nodes that have nothing left to
/// tell apart. Leaves are moved, not copied.
fn extract(nodes: &mut Arena<NodeId, Node>, node: NodeId, kept: &[usize]) -> Option<NodeId> {
    let (suffix, children) = match &nodes[node].kind {
        Kind::Leaf(state) => return kept.contains(state).then_some(node),
        Kind::Inner {
            suffix, children, ..
        } => (suffix.clone(), children.clone()),
    };
    let children: Vec<_> = children
        .into_iter()
        .filter_map(|(output, child)| Some((output, extract(nodes, child, kept)?)))
        .collect();
    if children.len() < 2 {
        return children.first().map(|&(_, child)| child);
    }
    let copy = nodes.push(Node {
        parent: None,
        kind: Kind::Inner {
            suffix,
            children: children.clone(),
            is_final: false,
        },
    });
    for (_, child) in children {
        nodes[child].parent = Some(copy);
    }
    Some(copy)
}

/// The tops of all blocks.
fn blocks(states: &Discrimination) -> Vec<NodeId> {
    let mut blocks = Vec::new();
    let mut stack = vec![Discrimination::root()];
    while let Some(node) = stack.pop() {
        match &states.nodes[node].kind {
            Kind::Inner {
                children,
                is_final: true,
                ..
            } => stack.extend(children.iter().map(|&(_, child)| child)),
            Kind::Inner {
                is_final: false, ..
            } => blocks.push(node),
            Kind::Leaf(_) => {}
        }
    }
    blocks
}

/// The node and all nodes below it.
fn subtree(nodes: &Arena<NodeId, Node>, node: NodeId) -> Vec<NodeId> {
    let mut found = vec![node];
    let mut next = 0;
    while let Some(&node) = found.get(next) {
        if let Kind::Inner { children, .. } = &nodes[node].kind {
            found.extend(children.iter().map(|&(_, child)| child));
        }
        next += 1;
    }
    found
}

/// The states below the node.
fn members(nodes: &Arena<NodeId, Node>, node: NodeId) -> Vec<usize> {
    let state = |node: NodeId| match nodes[node].kind {
        Kind::Leaf(state) => Some(state),
        Kind::Inner { .. } => None,
    };
    subtree(nodes, node).into_iter().filter_map(state).collect()
}

fn lowest_common_ancestor(nodes: &Arena<NodeId, Node>, a: NodeId, b: NodeId) -> NodeId {
    let (a, b) = (branch(nodes, a), branch(nodes, b));
    *a.iter()
        .zip(&b)
        .take_while(|(a, b)| a == b)
        .last()
        .expect("branches share the root")
        .0
}

/// The nodes from the root to `node`.
fn branch(nodes: &Arena<NodeId, Node>, node: NodeId) -> Vec<NodeId> {
    let mut branch: Vec<NodeId> =
        std::iter::successors(Some(node), |&node| nodes[node].parent).collect();
    branch.reverse();
    branch
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PerfectOracle, settle};

    /// All suffixes in the tree, with whether they are final.
    fn suffixes(states: &Discrimination) -> Vec<(Word, bool)> {
        let nodes = subtree(&states.nodes, Discrimination::root()).into_iter();
        let suffix = |node: NodeId| match &states.nodes[node].kind {
            Kind::Inner {
                suffix, is_final, ..
            } => Some((suffix.clone(), *is_final)),
            Kind::Leaf(_) => None,
        };
        nodes.filter_map(suffix).collect()
    }

    #[test]
    fn a_settled_hypothesis_leaves_only_final_suffixes_each_made_of_a_letter_and_another() {
        for n in [5, 12, 30] {
            let system = Moore::explore(
                3,
                0,
                |count| *count == 0,
                |count, letter| (count + letter) % n,
            );
            let mut oracle = PerfectOracle::new(system.clone());
            let mut learner = Ttt::new(3, ObservationTree::new());
            loop {
                let hypothesis =
                    settle(&mut learner, &mut oracle).expect("perfect oracles do not stop");
                let suffixes = suffixes(&learner.states);
                for (suffix, is_final) in &suffixes {
                    assert!(is_final, "{suffix:?} of {n}");
                    let rest = suffix.get(1..).unwrap_or_default();
                    assert!(
                        suffixes.iter().any(|(other, _)| other == rest),
                        "{suffix:?} without {rest:?}"
                    );
                }
                let Some(word) = hypothesis.separating_word(&system) else {
                    break;
                };
                // A long counterexample if there is one, so that there is something to shorten.
                let detour = [[1, 2].repeat(n), word.clone()].concat();
                let is_wrong = hypothesis.output(&detour) != system.output(&detour);
                let counterexample = if is_wrong { detour } else { word };
                learner
                    .tree_mut()
                    .ask(&counterexample, &mut oracle)
                    .expect("perfect oracles do not stop");
            }
        }
    }
}
