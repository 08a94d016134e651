//! All that was ever observed, in one prefix tree: nothing is asked twice, and nothing is asked whose answer follows.

use std::collections::VecDeque;
use std::fmt::Debug;

use base::{Arena, Id, StopReason, define_id};
use model::Moore;

use crate::{MembershipOracle, Word};

define_id!(
    /// An output, as numbered by the tree that observed it: cheap to compare, to hash and to copy.
    OutputId,
    "o"
);

define_id!(
    /// A word that is a prefix of an observed one.
    NodeId,
    "n"
);

/// The answers to all questions so far; every learner stands on one.
///
/// An output can be declared to be a *sink*: once given it is given for ever (an error stays an error). The tree then
/// answers every word behind a known sink itself.
#[derive(Clone, Debug)]
pub struct ObservationTree<O> {
    nodes: Arena<NodeId, Node>,
    outputs: Arena<OutputId, O>,
    is_sink: fn(&O) -> bool,
    counts: Counts,
}

#[derive(Clone, Debug)]
struct Node {
    /// Where this word is the parent's plus one letter; `None` at the root, the empty word.
    from: Option<(NodeId, usize)>,
    /// What was answered to this very word; nothing if it was only passed on the way to longer ones.
    output: Option<OutputId>,
    /// In letter order.
    children: Vec<(usize, NodeId)>,
}

/// What learning has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions the oracle answered: each resets the system once.
    pub questions: usize,
    /// Letters in these questions.
    pub symbols: usize,
    /// Questions the tree answered itself.
    pub cache_hits: usize,
}

impl<O: Clone + Eq + Debug> ObservationTree<O> {
    /// Nothing is known.
    pub fn new() -> Self {
        Self::with_sinks(|_| false)
    }

    /// Nothing is known but which outputs are sinks.
    pub fn with_sinks(is_sink: fn(&O) -> bool) -> Self {
        let nodes = Arena::from_iter([Node {
            from: None,
            output: None,
            children: Vec::new(),
        }]);
        Self {
            nodes,
            outputs: Arena::new(),
            is_sink,
            counts: Counts::default(),
        }
    }

    /// The output after `word`: observed before, or asked of the oracle and observed now.
    pub fn ask(
        &mut self,
        word: &[usize],
        oracle: &mut dyn MembershipOracle<O>,
    ) -> Result<OutputId, StopReason> {
        self.ask_parts(&[word], oracle)
    }

    /// The output after `word`, if it was observed or follows from a sink on the way.
    pub fn known(&self, word: &[usize]) -> Option<OutputId> {
        self.known_parts(&[word])
    }

    /// The output with this number.
    pub fn output(&self, id: OutputId) -> &O {
        &self.outputs[id]
    }

    /// What learning has cost so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The first observed word, in order of length and then of letters, that the machine answers differently. Words
    /// with letters that the machine does not have are left out.
    pub fn contradiction(&self, machine: &Moore<O>) -> Option<Word> {
        let mut queue = VecDeque::from([(self.root(), machine.initial())]);
        while let Some((id, state)) = queue.pop_front() {
            let node = &self.nodes[id];
            if node
                .output
                .is_some_and(|output| self.output(output) != machine.output_of(state))
            {
                return Some(self.word(id));
            }
            let children = node
                .children
                .iter()
                .take_while(|(letter, _)| *letter < machine.letters());
            queue.extend(children.map(|&(letter, child)| (child, machine.next(state, letter))));
        }
        None
    }

    /// Asks about the word made of these parts. Most are known, and are not put together.
    fn ask_parts(
        &mut self,
        parts: &[&[usize]],
        oracle: &mut dyn MembershipOracle<O>,
    ) -> Result<OutputId, StopReason> {
        if let Some(output) = self.known_parts(parts) {
            self.counts.cache_hits += 1;
            return Ok(output);
        }
        let word = parts.concat();
        let answer = oracle.answer(&word)?;
        self.counts.questions += 1;
        self.counts.symbols += word.len();
        self.record(&word, answer)
    }

    fn known_parts(&self, parts: &[&[usize]]) -> Option<OutputId> {
        let mut node = self.root();
        for &letter in parts.iter().copied().flatten() {
            if let Some(sink) = self.nodes[node]
                .output
                .filter(|&output| self.is_sink(output))
            {
                return Some(sink);
            }
            node = self.child(node, letter).ok()?;
        }
        self.nodes[node].output
    }

    fn root(&self) -> NodeId {
        NodeId::from_index(0)
    }

    fn is_sink(&self, output: OutputId) -> bool {
        (self.is_sink)(self.output(output))
    }

    /// The child, or where it would stand among its siblings.
    fn child(&self, node: NodeId, letter: usize) -> Result<NodeId, usize> {
        let children = &self.nodes[node].children;
        children
            .binary_search_by_key(&letter, |&(letter, _)| letter)
            .map(|at| children[at].1)
    }

    fn word(&self, mut node: NodeId) -> Word {
        let mut word = Word::new();
        while let Some((parent, letter)) = self.nodes[node].from {
            word.push(letter);
            node = parent;
        }
        word.reverse();
        word
    }

    fn record(&mut self, word: &[usize], answer: O) -> Result<OutputId, StopReason> {
        let output = self.number(answer);
        let node = word
            .iter()
            .fold(self.root(), |node, &letter| self.child_or_new(node, letter));
        if self.is_sink(output) && self.is_left_below(node, output) {
            return Err(StopReason::Inexpressible(format!(
                "the answer {:?} is said to be final, but words behind {word:?} were answered otherwise",
                self.output(output)
            )));
        }
        self.nodes[node].output = Some(output);
        Ok(output)
    }

    /// Whether another output than this one was observed somewhere below the node.
    fn is_left_below(&self, node: NodeId, output: OutputId) -> bool {
        let mut below = self.nodes[node].children.clone();
        while let Some((_, node)) = below.pop() {
            if self.nodes[node].output.is_some_and(|other| other != output) {
                return true;
            }
            below.extend(&self.nodes[node].children);
        }
        false
    }

    fn child_or_new(&mut self, node: NodeId, letter: usize) -> NodeId {
        self.child(node, letter).unwrap_or_else(|at| {
            let child = self.nodes.push(Node {
                from: Some((node, letter)),
                output: None,
                children: Vec::new(),
            });
            self.nodes[node].children.insert(at, (letter, child));
            child
        })
    }

    fn number(&mut self, output: O) -> OutputId {
        let known = self
            .outputs
            .iter()
            .find(|(_, known)| **known == output)
            .map(|(id, _)| id);
        known.unwrap_or_else(|| self.outputs.push(output))
    }
}

impl<O: Clone + Eq + Debug> Default for ObservationTree<O> {
    fn default() -> Self {
        Self::new()
    }
}

/// A tree and the oracle behind it: what the inside of a learner asks.
pub(crate) struct Questions<'a, O> {
    tree: &'a mut ObservationTree<O>,
    oracle: &'a mut dyn MembershipOracle<O>,
}

impl<'a, O: Clone + Eq + Debug> Questions<'a, O> {
    pub(crate) fn new(
        tree: &'a mut ObservationTree<O>,
        oracle: &'a mut dyn MembershipOracle<O>,
    ) -> Self {
        Self { tree, oracle }
    }

    /// The output after the word made of these parts.
    pub(crate) fn answer(&mut self, parts: &[&[usize]]) -> Result<OutputId, StopReason> {
        self.tree.ask_parts(parts, self.oracle)
    }
}
