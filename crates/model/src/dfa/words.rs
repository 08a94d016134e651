//! From words to an automaton and back.

use rustc_hash::FxHashMap;

use super::{Alphabet, Edge, Mark, PartialDfa};

impl PartialDfa {
    /// The minimal automaton of exactly these words, the same for any order of them. Words are added in sorted order to
    /// an automaton that stays minimal but for the last word: Daciuk, Mihov, Watson, Watson, "Incremental construction
    /// of minimal acyclic finite-state automata", 2000 (doi 10.1162/089120100561601), Section 3.
    ///
    /// # Panics
    /// If a word has letters beyond the alphabet.
    pub fn of_words(alphabet: Alphabet, words: impl IntoIterator<Item = Vec<usize>>) -> Self {
        let mut words: Vec<Vec<usize>> = words.into_iter().collect();
        let inside = words
            .iter()
            .flatten()
            .all(|&letter| letter < alphabet.len());
        assert!(
            inside,
            "a word over {} letters has no others",
            alphabet.len()
        );
        words.sort_unstable();
        words.dedup();
        let mut states = Frozen::default();
        let mut open = vec![Node::default()];
        let mut last: &[usize] = &[];
        for word in &words {
            let common = last.iter().zip(word).take_while(|(a, b)| a == b).count();
            states.freeze(&mut open, last, common);
            open.resize_with(word.len() + 1, Node::default);
            open[word.len()].accepting = true;
            last = word;
        }
        states.freeze(&mut open, last, 0);
        let root = states.number(std::mem::take(&mut open[0]));
        states.automaton(alphabet, root)
    }

    /// The accepted words of at most so many letters, shortest first, then in letter order.
    pub fn words(&self, longest: usize) -> Words<'_> {
        Words {
            automaton: self,
            longest,
            within: vec![self.accepting.clone()],
            ways: vec![0],
            at: vec![0],
            word: Vec::new(),
        }
    }

    /// The first accepted word in order of length and then of letters.
    pub fn shortest_word(&self) -> Option<Vec<usize>> {
        // A shortest word visits no state twice.
        self.words(self.states() - 1).next()
    }

    /// The number of letters of the longest accepted word; `None` if there is none, because there are longer and longer
    /// ones or no words at all.
    pub fn longest_word(&self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        // All states are alive, so a way with as many steps as there are states is a loop that can be taken for ever.
        let mut reached = vec![true; 1];
        reached.resize(self.states(), false);
        let mut longest = 0;
        for length in 1..=self.states() {
            let mut next = vec![false; self.states()];
            self.edges()
                .filter(|edge| reached[edge.from])
                .for_each(|edge| next[edge.to] = true);
            if !next.contains(&true) {
                return Some(longest);
            }
            if next
                .iter()
                .zip(&self.accepting)
                .any(|(reached, accepting)| *reached && *accepting)
            {
                longest = length;
            }
            reached = next;
        }
        None
    }

    /// How many words of at most so many letters are accepted; the largest number there is if they are more.
    pub fn count(&self, longest: usize) -> u64 {
        let mut ways = vec![0u64; self.states()];
        ways[0] = 1;
        let mut count = 0u64;
        for length in 0..=longest {
            let accepted = ways
                .iter()
                .zip(&self.accepting)
                .filter(|(_, accepting)| **accepting);
            count = accepted.fold(count, |count, (ways, _)| count.saturating_add(*ways));
            if length < longest {
                let mut next = vec![0u64; self.states()];
                self.edges()
                    .for_each(|edge| next[edge.to] = next[edge.to].saturating_add(ways[edge.from]));
                ways = next;
            }
        }
        count
    }
}

/// A state; an open one may still get more edges.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Node {
    accepting: bool,
    edges: Vec<(usize, usize)>,
}

/// States that are complete and pairwise different.
#[derive(Default)]
struct Frozen {
    states: Vec<Node>,
    numbers: FxHashMap<Node, usize>,
}

impl Frozen {
    /// Freezes what stands behind the first `kept` letters of `word`, whose states are open.
    fn freeze(&mut self, open: &mut Vec<Node>, word: &[usize], kept: usize) {
        while open.len() > kept + 1 {
            let state = open.pop().unwrap_or_default();
            let number = self.number(state);
            let before = open.len() - 1;
            open[before].edges.push((word[before], number));
        }
    }

    /// The number of a state like this one.
    fn number(&mut self, state: Node) -> usize {
        let fresh = self.states.len();
        let number = *self.numbers.entry(state.clone()).or_insert(fresh);
        if number == fresh {
            self.states.push(state);
        }
        number
    }

    fn automaton(self, alphabet: Alphabet, root: usize) -> PartialDfa {
        let row = |(from, state): (usize, &Node)| {
            state
                .edges
                .iter()
                .map(|&(letter, to)| Edge {
                    from,
                    letter,
                    to,
                    mark: Mark::Enumerated,
                })
                .collect()
        };
        let rows = self.states.iter().enumerate().map(row).collect();
        let accepting = self.states.iter().map(|state| state.accepting).collect();
        PartialDfa {
            alphabet,
            accepting,
            rows,
        }
        .arranged(root)
    }
}

/// The accepted words in order; see [`PartialDfa::words`]. What it costs depends on the words that it gives, not on those
/// it passes by: a step is taken only where exactly the letters that are left lead to an accepting state.
pub struct Words<'a> {
    automaton: &'a PartialDfa,
    longest: usize,
    /// For each number of letters, the states from which so many letters can be accepted.
    within: Vec<Vec<bool>>,
    /// The state after each prefix of `word`.
    at: Vec<usize>,
    /// For each such state, how many of its edges were tried.
    ways: Vec<usize>,
    word: Vec<usize>,
}

impl Words<'_> {
    /// How many letters the words have that are now looked at.
    fn length(&self) -> usize {
        self.within.len() - 1
    }

    /// Turns to words with one letter more.
    fn lengthen(&mut self) {
        let fewer = &self.within[self.length()];
        let reaches = |state: usize| {
            self.automaton
                .edges_from(state)
                .iter()
                .any(|edge| fewer[edge.to])
        };
        let more = (0..self.automaton.states()).map(reaches).collect();
        self.within.push(more);
        (self.at, self.ways) = (vec![0], vec![0]);
    }

    /// Takes back the last letter.
    fn retreat(&mut self) {
        self.at.pop();
        self.ways.pop();
        self.word.pop();
    }

    fn step(&mut self, state: usize) {
        let left = self.length() - self.word.len();
        let row = self.automaton.edges_from(state);
        let tried = self.ways.len() - 1;
        let found = (self.ways[tried]..row.len()).find(|&i| self.within[left - 1][row[i].to]);
        match found {
            Some(i) => {
                self.ways[tried] = i + 1;
                self.at.push(row[i].to);
                self.ways.push(0);
                self.word.push(row[i].letter);
            }
            None => self.retreat(),
        }
    }
}

impl Iterator for Words<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        loop {
            match self.at.last().copied() {
                Some(state) if self.word.len() == self.length() => {
                    let word = self.word.clone();
                    let accepted = self.automaton.is_accepting(state);
                    self.retreat();
                    if accepted {
                        return Some(word);
                    }
                }
                Some(state) => self.step(state),
                // No state can be reached by so many letters: none can by more.
                None if self.length() >= self.longest
                    || !self.within[self.length()].contains(&true) =>
                {
                    return None;
                }
                None => self.lengthen(),
            }
        }
    }
}
