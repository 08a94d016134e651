//! The discrimination tree: a decision tree over suffixes that tells states apart. To find out which state a word
//! leads to one asks only the suffixes on one branch ("sifting"), where a table asks them all.

use std::fmt::Debug;

use base::{Arena, Id, StopReason, define_id};
use model::Moore;

use crate::observation::{OutputId, Questions};
use crate::rivest_schapire::{Breakpoint, breakpoint};
use crate::{ObservationTree, Word};

define_id!(
    /// A node of a discrimination tree.
    NodeId,
    "d"
);

/// The states found so far, the tree that tells them apart, and how far each transition was followed into it.
pub(crate) struct Discrimination {
    letters: usize,
    pub(crate) nodes: Arena<NodeId, Node>,
    pub(crate) states: Vec<State>,
}

pub(crate) struct Node {
    /// Where the node hangs; `None` at the root.
    pub(crate) parent: Option<NodeId>,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// A state, by number.
    Leaf(usize),
    /// States below different children answer this suffix differently.
    Inner {
        suffix: Word,
        children: Vec<(OutputId, NodeId)>,
        /// Only [`Ttt`](crate::Ttt) makes a difference: a suffix cut out of a counterexample is temporary, one made
        /// of a letter and a final suffix is final.
        is_final: bool,
    },
}

pub(crate) struct State {
    /// A word that leads to this state: the first one seen to do so.
    pub(crate) access: Word,
    /// Under each letter the node that the successor is known to lie below. When a leaf is split it becomes an inner
    /// node, so exactly the transitions that led there are followed further, from there.
    pub(crate) next: Vec<NodeId>,
}

impl Discrimination {
    /// No states; the root asks for the output.
    pub(crate) fn new(letters: usize) -> Self {
        let kind = Kind::Inner {
            suffix: Word::new(),
            children: Vec::new(),
            is_final: true,
        };
        Self {
            letters,
            nodes: Arena::from_iter([Node { parent: None, kind }]),
            states: Vec::new(),
        }
    }

    pub(crate) fn add_letters(&mut self, count: usize) {
        self.letters += count;
    }

    /// Asks until every transition has a target.
    pub(crate) fn close<O: Clone + Eq + Debug>(
        &mut self,
        questions: &mut Questions<'_, O>,
    ) -> Result<(), StopReason> {
        if self.states.is_empty() {
            self.sift(Self::root(), &[], questions)?;
        }
        let mut state = 0;
        while state < self.states.len() {
            for letter in 0..self.letters {
                self.follow(state, letter, questions)?;
            }
            state += 1;
        }
        Ok(())
    }

    /// The machine of a closed tree.
    pub(crate) fn machine<O: Clone + Eq + Debug>(&self, tree: &ObservationTree<O>) -> Moore<O> {
        let rows = self.states.iter().map(|state| {
            let output = tree
                .known(&state.access)
                .expect("the root asks for the output of every state");
            (
                tree.output(output).clone(),
                (0..self.letters)
                    .map(|letter| self.target(state, letter))
                    .collect(),
            )
        });
        Moore::new(self.letters, 0, rows.collect()).expect("every leaf is a state")
    }

    /// Splits the leaf that a wrong transition leads to, if `word` shows one.
    pub(crate) fn refine<O: Clone + Eq + Debug>(
        &mut self,
        hypothesis: &Moore<O>,
        word: &[usize],
        questions: &mut Questions<'_, O>,
    ) -> Result<(), StopReason> {
        let access: Vec<&[usize]> = self.states.iter().map(|state| &*state.access).collect();
        match breakpoint(hypothesis, &access, word, questions)? {
            None => Ok(()),
            Some(wrong) => self.split(&wrong, questions),
        }
    }

    /// The word after the letter is a new state, and the suffix tells it from the state it was taken for.
    fn split<O: Clone + Eq + Debug>(
        &mut self,
        wrong: &Breakpoint<'_>,
        questions: &mut Questions<'_, O>,
    ) -> Result<(), StopReason> {
        let from = &self.states[wrong.state];
        let access = [from.access.as_slice(), &[wrong.letter]].concat();
        let node = from.next[wrong.letter];
        let old = self.target(from, wrong.letter);
        let old_answer = questions.answer(&[&self.states[old].access, wrong.suffix])?;
        let new_answer = questions.answer(&[&access, wrong.suffix])?;

        let old_leaf = self.nodes.push(Node {
            parent: Some(node),
            kind: Kind::Leaf(old),
        });
        let children = vec![(old_answer, old_leaf)];
        self.nodes[node].kind = Kind::Inner {
            suffix: wrong.suffix.to_vec(),
            children,
            is_final: false,
        };
        self.add_state(node, new_answer, access);
        Ok(())
    }

    /// Follows one transition down to a leaf; it may turn out to lead to a new state.
    fn follow<O: Clone + Eq + Debug>(
        &mut self,
        state: usize,
        letter: usize,
        questions: &mut Questions<'_, O>,
    ) -> Result<(), StopReason> {
        let from = &mut self.states[state];
        if from.next.len() == letter {
            from.next.push(Self::root());
        }
        let start = from.next[letter];
        if let Kind::Inner { .. } = self.nodes[start].kind {
            let word = [from.access.as_slice(), &[letter]].concat();
            self.states[state].next[letter] = self.sift(start, &word, questions)?;
        }
        Ok(())
    }

    /// The leaf below `node` where `word` belongs. If there is none yet, `word` is the access word of a new state.
    fn sift<O: Clone + Eq + Debug>(
        &mut self,
        mut node: NodeId,
        word: &[usize],
        questions: &mut Questions<'_, O>,
    ) -> Result<NodeId, StopReason> {
        while let Kind::Inner {
            suffix, children, ..
        } = &self.nodes[node].kind
        {
            let answer = questions.answer(&[word, suffix])?;
            match children.iter().find(|(output, _)| *output == answer) {
                Some(&(_, child)) => node = child,
                None => return Ok(self.add_state(node, answer, word.to_vec())),
            }
        }
        Ok(node)
    }

    fn add_state(&mut self, parent: NodeId, answer: OutputId, access: Word) -> NodeId {
        let leaf = self.nodes.push(Node {
            parent: Some(parent),
            kind: Kind::Leaf(self.states.len()),
        });
        self.states.push(State {
            access,
            next: Vec::new(),
        });
        match &mut self.nodes[parent].kind {
            Kind::Inner { children, .. } => children.push((answer, leaf)),
            Kind::Leaf(_) => unreachable!("states are added below inner nodes"),
        }
        leaf
    }

    /// The state that a transition of a closed tree leads to.
    fn target(&self, state: &State, letter: usize) -> usize {
        match self.nodes[state.next[letter]].kind {
            Kind::Leaf(target) => target,
            Kind::Inner { .. } => {
                unreachable!("every transition of a closed tree was followed down to a leaf")
            }
        }
    }

    pub(crate) fn root() -> NodeId {
        NodeId::from_index(0)
    }
}
