//! Words of a model with registers that somebody can call. The shortest way through the states may be none: no element can be
//! taken out of what is empty, so that it is first to be filled.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use model::Configuration;
use smt::{Term, Value};

use super::calls::Caller;

/// Configurations that are looked at.
const CONFIGURATIONS: usize = 64;
/// So often a call of a symbol is sought in a state, with other values in the registers each time.
const TRIES: usize = 6;

/// Ways through a model.
pub struct Ways {
    words: Vec<Option<Vec<usize>>>,
    through: BTreeMap<(usize, usize), Vec<usize>>,
}

impl Ways {
    /// Ways that calls of this model can take.
    pub fn new(caller: &Caller<'_>) -> Self {
        let automaton = &caller.interface().automaton;
        let mut ways = Self {
            words: automaton.access_words(),
            through: BTreeMap::new(),
        };
        if !caller.interface().registers.is_empty() {
            let mut walk = Walk::new(caller);
            walk.go();
            let found = walk.words.into_iter().zip(&mut ways.words);
            found
                .filter(|(found, _)| found.is_some())
                .for_each(|(found, word)| *word = found);
            ways.through = walk.through;
        }
        ways
    }

    /// A word that leads to a state.
    pub fn word(&self, state: usize) -> Option<&Vec<usize>> {
        self.words.get(state)?.as_ref()
    }

    /// A word that ends with a symbol called in a state; where none is known that can be called, one of which that is not known.
    pub fn through(&self, state: usize, symbol: usize) -> Option<Vec<usize>> {
        let known = self.through.get(&(state, symbol)).cloned();
        known.or_else(|| Some(self.word(state)?.iter().copied().chain([symbol]).collect()))
    }
}

/// A walk through the configurations, the ones with the fewest calls first.
struct Walk<'a, 'c> {
    caller: &'c Caller<'a>,
    words: Vec<Option<Vec<usize>>>,
    through: BTreeMap<(usize, usize), Vec<usize>>,
    /// How often no call was found of a symbol in a state.
    missed: BTreeMap<(usize, usize), usize>,
    seen: BTreeSet<(usize, Vec<(Term, Value)>)>,
    queue: VecDeque<(Configuration, Vec<usize>)>,
}

impl<'a, 'c> Walk<'a, 'c> {
    fn new(caller: &'c Caller<'a>) -> Self {
        let mut walk = Self {
            caller,
            words: vec![None; caller.interface().automaton.states()],
            through: BTreeMap::new(),
            missed: BTreeMap::new(),
            seen: BTreeSet::new(),
            queue: VecDeque::new(),
        };
        walk.reach(caller.interface().start(), Vec::new());
        walk
    }

    fn go(&mut self) {
        while let Some((at, word)) = self.queue.pop_front() {
            for symbol in 0..self.caller.interface().symbols.len() {
                self.take(&at, &word, symbol);
            }
        }
    }

    fn take(&mut self, at: &Configuration, word: &[usize], symbol: usize) {
        let step = (at.state, symbol);
        if self.missed.get(&step).is_some_and(|&times| times >= TRIES) {
            return;
        }
        let Some((_, after)) = self.caller.call(at, symbol, word.is_empty()) else {
            *self.missed.entry(step).or_default() += 1;
            return;
        };
        let word: Vec<usize> = word.iter().copied().chain([symbol]).collect();
        self.through.entry(step).or_insert_with(|| word.clone());
        if let Some(after) = after {
            self.reach(after, word);
        }
    }

    fn reach(&mut self, at: Configuration, word: Vec<usize>) {
        self.words[at.state].get_or_insert_with(|| word.clone());
        let automaton = &self.caller.interface().automaton;
        if automaton.output_of(at.state).is_final() || self.seen.len() >= CONFIGURATIONS {
            return;
        }
        let mut held: Vec<(Term, Value)> = at.held.iter().map(|(&t, v)| (t, v.clone())).collect();
        held.sort();
        if self.seen.insert((at.state, held)) {
            self.queue.push_back((at, word));
        }
    }
}
