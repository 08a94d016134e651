//! Calls that tell the states of a model apart, as in Chow's W-method (10.1109/TSE.1978.231496): a legal call is followed
//! by some of these, so that a test sees where it led.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::report::{Answer, Interface, Transition};

/// Beyond so many states there would be more tests than anybody runs.
const MOST_STATES: usize = 24;

pub(super) struct Apart<'r> {
    answers: BTreeMap<u64, Answer>,
    /// By state and symbol; only calls that can be made and whose answer can be seen.
    moves: BTreeMap<u64, BTreeMap<&'r str, &'r Transition>>,
    few: bool,
}

impl<'r> Apart<'r> {
    pub(super) fn new(model: &'r Interface, usable: impl Fn(&Transition) -> bool) -> Self {
        let answers: BTreeMap<u64, Answer> =
            model.states.iter().map(|s| (s.id, s.answer)).collect();
        let mut moves: BTreeMap<u64, BTreeMap<&str, &Transition>> = BTreeMap::new();
        for transition in model.transitions.iter().filter(|t| usable(t)) {
            moves
                .entry(transition.from)
                .or_default()
                .insert(&transition.symbol, transition);
        }
        let few = answers.len() <= MOST_STATES;
        Self {
            answers,
            moves,
            few,
        }
    }

    /// A few words that together tell a state from all others among these from which it can be told; each as the
    /// transitions it takes from the state.
    pub(super) fn words(
        &self,
        state: u64,
        others: impl Iterator<Item = u64>,
    ) -> Vec<Vec<&'r Transition>> {
        let mut words: Vec<Vec<&Transition>> = Vec::new();
        for other in others.filter(|&other| other != state && self.few) {
            if !words.iter().any(|word| self.tells(word, other)) {
                words.extend(self.shortest(state, other));
            }
        }
        words
    }

    fn answer(&self, transition: &Transition) -> Option<Answer> {
        self.answers.get(&transition.to).copied()
    }

    /// Whether a word of one state is answered differently in another.
    fn tells(&self, word: &[&Transition], other: u64) -> bool {
        let mut at = other;
        for mine in word {
            let Some(theirs) = self
                .moves
                .get(&at)
                .and_then(|moves| moves.get(mine.symbol.as_str()))
            else {
                return false;
            };
            if self.answer(mine) != self.answer(theirs) {
                return true;
            }
            at = theirs.to;
        }
        false
    }

    fn shortest(&self, state: u64, other: u64) -> Option<Vec<&'r Transition>> {
        let mut seen = BTreeSet::from([(state, other)]);
        let mut queue: VecDeque<((u64, u64), Vec<&Transition>)> =
            VecDeque::from([((state, other), Vec::new())]);
        while let Some(((mine, theirs), word)) = queue.pop_front() {
            let (Some(here), Some(there)) = (self.moves.get(&mine), self.moves.get(&theirs)) else {
                continue;
            };
            for (symbol, &step) in here {
                let Some(&across) = there.get(symbol) else {
                    continue;
                };
                let word: Vec<&Transition> = word.iter().copied().chain([step]).collect();
                match (self.answer(step), self.answer(across)) {
                    (a, b) if a != b => return Some(word),
                    (Some(Answer::Ok), _) if seen.insert((step.to, across.to)) => {
                        queue.push_back(((step.to, across.to), word));
                    }
                    _ => {}
                }
            }
        }
        None
    }
}
