//! Languages of event words, as deterministic automata with named letters: the model of Chapman et al. ("Learning the Language
//! of Error", ATVA 2015, doi 10.1007/978-3-319-24953-7_9).
//!
//! | question | answer |
//! |---|---|
//! | make one | [`PartialDfa::of_words`], [`PartialDfa::of_machine`], [`PartialDfa::new`], [`Nfa::determinise`] |
//! | walk it | [`next`](PartialDfa::next), [`run`](PartialDfa::run), [`accepts`](PartialDfa::accepts), [`edges`](PartialDfa::edges) |
//! | its words | [`words`](PartialDfa::words) in order of length, [`shortest_word`](PartialDfa::shortest_word), [`longest_word`](PartialDfa::longest_word) |
//! | combine | [`union`](PartialDfa::union), [`intersection`](PartialDfa::intersection), [`difference`](PartialDfa::difference), [`complement`](PartialDfa::complement) |
//! | compare | [`separating_word`](PartialDfa::separating_word), [`same_language`](PartialDfa::same_language) |
//! | analyse | [`dominating`](crate::analysis::dominating), [`doomed`](crate::analysis::doomed), [`generalise`](crate::analysis::generalise) |
//!
//! Automata over different alphabets may be combined and compared: letters with the same name are the same letter, and
//! a word with a letter that an automaton does not have is rejected by it.
//!
//! [`Moore`] is the automaton underneath: complete, over numbers, and what learners and engines work with. There
//! the words that lead nowhere have a state, the sink; here they have none.
//!
//! ```
//! use model::dfa::{Alphabet, PartialDfa};
//!
//! let alphabet = Alphabet::new(["open", "read", "fail"]).unwrap();
//! let failing = PartialDfa::of_words(alphabet, [vec![1, 2], vec![0, 1, 2], vec![0, 0, 2]]);
//! assert!(failing.accepts(&[0, 1, 2]));
//! assert_eq!(failing.shortest_word(), Some(vec![1, 2]));
//! assert_eq!(failing.states(), 4);
//! ```

mod algebra;
mod alphabet;
mod nfa;
mod words;

use std::collections::VecDeque;
use std::fmt;
use std::hash::Hash;

use rustc_hash::FxHashMap;

pub use alphabet::{Alphabet, Duplicate, Letter};
pub use nfa::Nfa;
pub use words::Words;

use crate::Moore;

/// What is known about an edge that was not simply enumerated. In this order: of several marks the first is the
/// weakest, and stands for all where edges fall together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// It generalises what was enumerated, and nobody has proved it.
    Conjectured,
    /// All words that make it up were found.
    #[default]
    Enumerated,
    /// It generalises what was enumerated, and was proved.
    Proved,
}

/// A step from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The state before.
    pub from: usize,
    /// The event.
    pub letter: usize,
    /// The state after.
    pub to: usize,
    /// How much is known of it.
    pub mark: Mark,
}

/// A deterministic automaton in which a missing edge rejects.
///
/// Always trimmed (every state lies on the way to an accepting one, the initial state of the empty language apart) and
/// numbered breadth-first in letter order from the initial state, which is 0. So the minimal automata of one language over
/// one alphabet are equal (`==`), whatever they were made of; only marks can differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialDfa {
    alphabet: Alphabet,
    accepting: Vec<bool>,
    /// For each state its edges in letter order.
    rows: Vec<Vec<Edge>>,
}

/// Why a table is not a deterministic automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// There is no such state.
    State(usize),
    /// There is no such letter.
    Letter(usize),
    /// This state has two edges for this letter.
    Ambiguous(usize, usize),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(state) => write!(f, "there is no state {state}"),
            Self::Letter(letter) => write!(f, "there is no letter {letter}"),
            Self::Ambiguous(state, letter) => {
                write!(f, "state {state} has two edges for letter {letter}")
            }
        }
    }
}

impl std::error::Error for Malformed {}

impl PartialDfa {
    /// The automaton with these states and edges, trimmed and renumbered.
    pub fn new(
        alphabet: Alphabet,
        initial: usize,
        accepting: Vec<bool>,
        edges: impl IntoIterator<Item = Edge>,
    ) -> Result<Self, Malformed> {
        let states = accepting.len();
        let mut rows = vec![Vec::new(); states];
        for edge in edges {
            if let Some(&state) = [edge.from, edge.to].iter().find(|state| **state >= states) {
                return Err(Malformed::State(state));
            }
            if edge.letter >= alphabet.len() {
                return Err(Malformed::Letter(edge.letter));
            }
            rows[edge.from].push(edge);
        }
        if initial >= states {
            return Err(Malformed::State(initial));
        }
        for row in &mut rows {
            row.sort_by_key(|edge| edge.letter);
            if let Some(pair) = row.windows(2).find(|pair| pair[0].letter == pair[1].letter) {
                return Err(Malformed::Ambiguous(pair[0].from, pair[0].letter));
            }
        }
        Ok(Self {
            alphabet,
            accepting,
            rows,
        }
        .arranged(initial))
    }

    /// The automaton that accepts nothing.
    pub fn empty(alphabet: Alphabet) -> Self {
        Self {
            alphabet,
            accepting: vec![false],
            rows: vec![Vec::new()],
        }
    }

    /// The minimal automaton of what a machine accepts, as it comes from a learner.
    ///
    /// # Panics
    /// If the machine does not have as many letters as the alphabet.
    pub fn of_machine(alphabet: Alphabet, machine: &Moore<bool>) -> Self {
        assert_eq!(
            alphabet.len(),
            machine.letters(),
            "every letter of the machine has a name"
        );
        let next = |&state: &usize, letter| Some((machine.next(state, letter), Mark::Enumerated));
        let automaton = Self::explore(
            alphabet,
            machine.initial(),
            |&state| *machine.output_of(state),
            next,
        );
        automaton.minimised()
    }

    /// What can be reached from `start`; `next` says where a letter leads, if anywhere.
    fn explore<S: Clone + Eq + Hash>(
        alphabet: Alphabet,
        start: S,
        accepts: impl Fn(&S) -> bool,
        next: impl Fn(&S, usize) -> Option<(S, Mark)>,
    ) -> Self {
        let mut automaton = Self {
            alphabet,
            accepting: Vec::new(),
            rows: Vec::new(),
        };
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let from = automaton.rows.len();
            let mut row = Vec::new();
            for letter in 0..automaton.alphabet.len() {
                let Some((target, mark)) = next(&state, letter) else {
                    continue;
                };
                let fresh = numbers.len();
                let to = *numbers.entry(target.clone()).or_insert(fresh);
                if to == fresh {
                    queue.push_back(target);
                }
                row.push(Edge {
                    from,
                    letter,
                    to,
                    mark,
                });
            }
            automaton.accepting.push(accepts(&state));
            automaton.rows.push(row);
        }
        automaton.arranged(0)
    }

    /// Without states that lead nowhere or cannot be reached, and with the numbers that the type promises.
    fn arranged(self, initial: usize) -> Self {
        let alive = self.alive();
        let mut numbers = vec![None; self.states()];
        let mut order = vec![initial];
        numbers[initial] = Some(0);
        let mut rows = Vec::new();
        let mut from = 0;
        while let Some(&state) = order.get(from) {
            let mut row = Vec::new();
            for edge in self.rows[state].iter().filter(|edge| alive[edge.to]) {
                let to = *numbers[edge.to].get_or_insert_with(|| {
                    order.push(edge.to);
                    order.len() - 1
                });
                row.push(Edge { from, to, ..*edge });
            }
            rows.push(row);
            from += 1;
        }
        let accepting = order.iter().map(|&state| self.accepting[state]).collect();
        Self {
            alphabet: self.alphabet,
            accepting,
            rows,
        }
    }

    /// Which states lie on the way to an accepting one.
    fn alive(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.states()];
        for edge in self.edges() {
            before[edge.to].push(edge.from);
        }
        let mut alive = self.accepting.clone();
        let mut waiting: Vec<usize> = (0..self.states()).filter(|&state| alive[state]).collect();
        while let Some(state) = waiting.pop() {
            for &state in &before[state] {
                if !std::mem::replace(&mut alive[state], true) {
                    waiting.push(state);
                }
            }
        }
        alive
    }

    /// The letters.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Where every run starts: 0.
    pub fn initial(&self) -> usize {
        0
    }

    /// Whether a run that ends in `state` is accepted.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// All edges, state by state in letter order.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.rows.iter().flatten()
    }

    /// The edges that leave `state`, in letter order.
    pub fn edges_from(&self, state: usize) -> &[Edge] {
        &self.rows[state]
    }

    /// The edge for `letter` in `state`.
    pub fn edge(&self, state: usize, letter: usize) -> Option<&Edge> {
        let row = &self.rows[state];
        row.binary_search_by_key(&letter, |edge| edge.letter)
            .ok()
            .map(|i| &row[i])
    }

    /// Where `letter` leads from `state`.
    pub fn next(&self, state: usize, letter: usize) -> Option<usize> {
        self.edge(state, letter).map(|edge| edge.to)
    }

    /// Where `word` leads from the initial state. Nowhere: then no word that begins so is accepted.
    pub fn run(&self, word: &[usize]) -> Option<usize> {
        word.iter()
            .try_fold(0, |state, &letter| self.next(state, letter))
    }

    /// Whether `word` is in the language.
    pub fn accepts(&self, word: &[usize]) -> bool {
        self.run(word).is_some_and(|state| self.accepting[state])
    }

    /// Whether no word is in the language.
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// The same automaton with other marks.
    pub fn marked(mut self, mut mark: impl FnMut(&Edge) -> Mark) -> Self {
        for edge in self.rows.iter_mut().flatten() {
            edge.mark = mark(edge);
        }
        self
    }

    /// The automaton without the edges that are not `kept`.
    pub fn keeping(mut self, mut kept: impl FnMut(&Edge) -> bool) -> Self {
        for row in &mut self.rows {
            row.retain(&mut kept);
        }
        self.arranged(0)
    }

    /// The machine that answers every word with whether it is accepted: with a sink, if there are missing edges.
    pub fn complete(&self) -> Moore<bool> {
        let accepts = |state: &Option<usize>| state.is_some_and(|state| self.accepting[state]);
        Moore::explore(self.alphabet.len(), Some(0), accepts, |state, letter| {
            state.and_then(|s| self.next(s, letter))
        })
    }

    /// The smallest automaton with the same language. Where edges fall together, the weakest mark stands for all.
    pub fn minimised(&self) -> Self {
        // Not by `complete`, which numbers the states anew.
        let sink = self.states();
        let row = |state: usize| {
            (0..self.alphabet.len()).map(move |letter| self.next(state, letter).unwrap_or(sink))
        };
        let rows = (0..sink).map(|state| (self.accepting[state], row(state).collect()));
        let rows = rows
            .chain([(false, vec![sink; self.alphabet.len()])])
            .collect();
        let machine = Moore::new(self.alphabet.len(), 0, rows)
            .expect("all successors are states or the sink");
        let classes = machine.classes();
        let count = classes.iter().max().map_or(0, |most| most + 1);
        let mut quotient: Vec<FxHashMap<usize, Edge>> = vec![FxHashMap::default(); count];
        let mut accepting = vec![false; count];
        for state in 0..sink {
            accepting[classes[state]] = self.accepting[state];
            for edge in &self.rows[state] {
                let image = Edge {
                    from: classes[state],
                    to: classes[edge.to],
                    ..*edge
                };
                let known = quotient[image.from].entry(edge.letter).or_insert(image);
                known.mark = known.mark.min(edge.mark);
            }
        }
        let row = |edges: FxHashMap<usize, Edge>| {
            let mut row: Vec<Edge> = edges.into_values().collect();
            row.sort_by_key(|edge| edge.letter);
            row
        };
        let rows = quotient.into_iter().map(row).collect();
        Self {
            alphabet: self.alphabet.clone(),
            accepting,
            rows,
        }
        .arranged(classes[0])
    }
}
