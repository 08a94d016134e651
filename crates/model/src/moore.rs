//! Moore machines: the one kind of finite deterministic automaton here. A DFA is a Moore machine whose outputs are
//! booleans, an interface without data is one whose outputs are verdicts; there is no type per kind.

mod minimise;

use std::collections::VecDeque;
use std::fmt;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A Moore machine with accepting and rejecting states.
pub type Dfa = Moore<bool>;

/// A complete deterministic machine over the letters `0..letters()`, with an output at every state `0..states()`.
///
/// Equality (`==`) is equality of the numbered tables. Two machines mean the same when their [`minimise`](Self::minimise)d
/// forms are equal, or, cheaper and with a witness, when they have no [`separating_word`](Self::separating_word).
///
/// ```
/// // The words over {0, 1} with an even number of 1s.
/// let even = model::Dfa::explore(2, true, |even| *even, |even, letter| *even ^ (letter == 1));
/// assert!(even.output(&[1, 0, 1]));
/// assert!(!even.output(&[0, 1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moore<O> {
    letters: usize,
    initial: usize,
    outputs: Vec<O>,
    /// Row by row: the successor of `state` under `letter` stands at `state * letters + letter`.
    next: Vec<usize>,
}

/// Why a table is not a Moore machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The initial state is not one of the states (or there is no state).
    Initial,
    /// The row of this state does not have one successor a letter.
    Row(usize),
    /// A successor in the row of this state is not one of the states.
    Successor(usize),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Initial => write!(f, "the initial state does not exist"),
            Self::Row(state) => write!(
                f,
                "state {state} does not have exactly one successor for every letter"
            ),
            Self::Successor(state) => {
                write!(f, "state {state} has a successor that does not exist")
            }
        }
    }
}

impl std::error::Error for Malformed {}

impl<O> Moore<O> {
    /// The machine with these states, each an output and a successor for every letter.
    pub fn new(
        letters: usize,
        initial: usize,
        rows: Vec<(O, Vec<usize>)>,
    ) -> Result<Self, Malformed> {
        let states = rows.len();
        if initial >= states {
            return Err(Malformed::Initial);
        }
        let mut machine = Self {
            letters,
            initial,
            outputs: Vec::with_capacity(states),
            next: Vec::with_capacity(states * letters),
        };
        for (state, (output, row)) in rows.into_iter().enumerate() {
            if row.len() != letters {
                return Err(Malformed::Row(state));
            }
            if row.iter().any(|&target| target >= states) {
                return Err(Malformed::Successor(state));
            }
            machine.outputs.push(output);
            machine.next.extend(row);
        }
        Ok(machine)
    }

    /// The machine whose states are what can be reached from `start`, numbered breadth-first in letter order.
    /// Does not end if infinitely many states can be reached.
    pub fn explore<S: Clone + Eq + Hash>(
        letters: usize,
        start: S,
        output: impl Fn(&S) -> O,
        next: impl Fn(&S, usize) -> S,
    ) -> Self {
        let mut machine = Self {
            letters,
            initial: 0,
            outputs: Vec::new(),
            next: Vec::new(),
        };
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            machine.outputs.push(output(&state));
            for letter in 0..letters {
                let target = next(&state, letter);
                let fresh = numbers.len();
                let number = *numbers.entry(target.clone()).or_insert(fresh);
                if number == fresh {
                    queue.push_back(target);
                }
                machine.next.push(number);
            }
        }
        machine
    }

    /// How many letters there are.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// How many states there are, the unreachable ones included.
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// Where every run starts.
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// What the machine answers in `state`.
    pub fn output_of(&self, state: usize) -> &O {
        &self.outputs[state]
    }

    /// The successors of `state`, one a letter.
    pub fn successors(&self, state: usize) -> &[usize] {
        &self.next[state * self.letters..][..self.letters]
    }

    /// Where `letter` leads from `state`.
    pub fn next(&self, state: usize, letter: usize) -> usize {
        self.successors(state)[letter]
    }

    /// Where `word` leads from `state`.
    pub fn run_from(&self, state: usize, word: &[usize]) -> usize {
        word.iter()
            .fold(state, |state, &letter| self.next(state, letter))
    }

    /// Where `word` leads from the initial state.
    pub fn run(&self, word: &[usize]) -> usize {
        self.run_from(self.initial, word)
    }

    /// What the machine answers after `word`.
    pub fn output(&self, word: &[usize]) -> &O {
        self.output_of(self.run(word))
    }

    /// The same machine with other outputs.
    pub fn map<P>(self, change: impl FnMut(O) -> P) -> Moore<P> {
        let outputs = self.outputs.into_iter().map(change).collect();
        Moore {
            letters: self.letters,
            initial: self.initial,
            outputs,
            next: self.next,
        }
    }

    /// For each state the first word, in order of length and then of letters, that leads there from the initial
    /// state; `None` for a state that no word leads to.
    pub fn access_words(&self) -> Vec<Option<Vec<usize>>> {
        let mut words = vec![None; self.states()];
        words[self.initial] = Some(Vec::new());
        let mut queue = VecDeque::from([(self.initial, Vec::new())]);
        while let Some((state, word)) = queue.pop_front() {
            for (letter, &target) in self.successors(state).iter().enumerate() {
                if words[target].is_none() {
                    let longer = extended(&word, letter);
                    words[target] = Some(longer.clone());
                    queue.push_back((target, longer));
                }
            }
        }
        words
    }
}

impl<O: Clone> Moore<O> {
    /// The reachable states, numbered breadth-first in letter order: equal for any two numberings of one machine.
    pub fn canonical(&self) -> Self {
        self.restricted(self.letters)
    }

    /// The machine over its first `letters` letters alone, in canonical form.
    pub fn restricted(&self, letters: usize) -> Self {
        assert!(
            letters <= self.letters,
            "a machine over {} letters has no {letters} letters",
            self.letters
        );
        Self::explore(
            letters,
            self.initial,
            |&state| self.output_of(state).clone(),
            |&state, a| self.next(state, a),
        )
    }
}

impl<O: Clone + Eq> Moore<O> {
    /// The smallest machine with the same output after every word, in canonical form: equal for equivalent machines.
    pub fn minimise(&self) -> Self {
        let reachable = self.canonical();
        let classes = reachable.classes();
        let mut member = vec![0; reachable.states()];
        for (state, &class) in classes.iter().enumerate() {
            member[class] = state;
        }
        Self::explore(
            self.letters,
            classes[reachable.initial],
            |&class| reachable.output_of(member[class]).clone(),
            |&class, letter| classes[reachable.next(member[class], letter)],
        )
    }

    /// Whether every state can be reached and no two states answer alike for ever.
    pub fn is_minimal(&self) -> bool {
        self.minimise().states() == self.states()
    }
}

impl<O: Eq> Moore<O> {
    /// The class of each state: two states share one if and only if they have the same output after every word.
    pub fn classes(&self) -> Vec<usize> {
        minimise::classes(self)
    }

    /// The first word, in order of length and then of letters, after which the two machines answer differently;
    /// `None` if there is none, that is, if they are equivalent.
    ///
    /// # Panics
    /// If the alphabets differ: no word could witness that, and "no difference" would be wrong.
    pub fn separating_word(&self, other: &Self) -> Option<Vec<usize>> {
        assert_eq!(
            self.letters, other.letters,
            "machines over different alphabets cannot be compared"
        );
        // Every pair but the first remembers the pair and the letter it was reached by.
        let mut pairs = vec![(self.initial, other.initial, 0, 0)];
        let mut numbers = FxHashMap::from_iter([((self.initial, other.initial), 0)]);
        let mut current = 0;
        while let Some(&(here, there, _, _)) = pairs.get(current) {
            if self.outputs[here] != other.outputs[there] {
                return Some(path(&pairs, current));
            }
            for (letter, (&a, &b)) in self
                .successors(here)
                .iter()
                .zip(other.successors(there))
                .enumerate()
            {
                numbers.entry((a, b)).or_insert_with(|| {
                    pairs.push((a, b, current, letter));
                    pairs.len() - 1
                });
            }
            current += 1;
        }
        None
    }
}

/// The letters that lead to the pair at `end`, found backwards.
fn path(pairs: &[(usize, usize, usize, usize)], mut end: usize) -> Vec<usize> {
    let mut word = Vec::new();
    while end != 0 {
        let (_, _, before, letter) = pairs[end];
        word.push(letter);
        end = before;
    }
    word.reverse();
    word
}

fn extended(word: &[usize], letter: usize) -> Vec<usize> {
    word.iter().copied().chain([letter]).collect()
}
