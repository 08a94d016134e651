//! Automata that may choose, and move without reading: what control flow looks like when only some of it is an event.

use std::collections::BTreeSet;

use super::{Alphabet, Mark, PartialDfa};

/// A nondeterministic automaton with silent steps.
#[derive(Clone, Debug)]
pub struct Nfa {
    alphabet: Alphabet,
    initial: BTreeSet<usize>,
    accepting: Vec<bool>,
    /// For each state its steps; a step without a letter is silent.
    steps: Vec<Vec<(Option<usize>, usize)>>,
}

impl Nfa {
    /// No states yet.
    pub fn new(alphabet: Alphabet) -> Self {
        Self {
            alphabet,
            initial: BTreeSet::new(),
            accepting: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// A further state; its number.
    pub fn add_state(&mut self, accepting: bool) -> usize {
        self.accepting.push(accepting);
        self.steps.push(Vec::new());
        self.accepting.len() - 1
    }

    /// Runs may start here.
    pub fn start_at(&mut self, state: usize) {
        self.initial.insert(state);
    }

    /// A further step; without a letter it is silent.
    ///
    /// # Panics
    /// If a state or the letter does not exist.
    pub fn add_step(&mut self, from: usize, letter: Option<usize>, to: usize) {
        assert!(to < self.accepting.len(), "a step leads to a state");
        assert!(
            letter.is_none_or(|letter| letter < self.alphabet.len()),
            "a step reads a letter of the alphabet"
        );
        self.steps[from].push((letter, to));
    }

    /// The minimal deterministic automaton with the same language: subsets of states, as in the textbook.
    pub fn determinise(&self) -> PartialDfa {
        let start = self.closed(self.initial.clone());
        let accepts = |states: &BTreeSet<usize>| states.iter().any(|&state| self.accepting[state]);
        let next = |states: &BTreeSet<usize>, letter: usize| {
            let steps = states.iter().flat_map(|&state| &self.steps[state]);
            let targets: BTreeSet<usize> = steps
                .filter(|step| step.0 == Some(letter))
                .map(|step| step.1)
                .collect();
            (!targets.is_empty()).then(|| (self.closed(targets), Mark::Enumerated))
        };
        PartialDfa::explore(self.alphabet.clone(), start, accepts, next).minimised()
    }

    /// With all that silent steps lead to.
    fn closed(&self, mut states: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut waiting: Vec<usize> = states.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            for &(letter, to) in &self.steps[state] {
                if letter.is_none() && states.insert(to) {
                    waiting.push(to);
                }
            }
        }
        states
    }
}

impl PartialDfa {
    /// What is left of the accepted words without the letters that are `hidden`; the alphabet stays, marks do not.
    pub fn hiding(&self, hidden: impl Fn(usize) -> bool) -> Self {
        let mut seen = Nfa::new(self.alphabet.clone());
        self.accepting.iter().for_each(|&accepting| {
            seen.add_state(accepting);
        });
        seen.start_at(0);
        for edge in self.edges() {
            seen.add_step(
                edge.from,
                (!hidden(edge.letter)).then_some(edge.letter),
                edge.to,
            );
        }
        seen.determinise()
    }
}
