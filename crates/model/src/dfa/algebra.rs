//! Automata combined and compared (Chapman et al., "Learning the Language of Error", 2015, Section 2). Results are minimal.

use super::{Alphabet, Mark, PartialDfa};

impl PartialDfa {
    /// What both accept.
    pub fn intersection(&self, other: &Self) -> Self {
        self.product(other, |a, b| a && b)
    }

    /// What at least one of them accepts.
    pub fn union(&self, other: &Self) -> Self {
        self.product(other, |a, b| a || b)
    }

    /// What `self` accepts and `other` does not.
    pub fn difference(&self, other: &Self) -> Self {
        self.product(other, |a, b| a && !b)
    }

    /// All other words over the same letters.
    pub fn complement(&self) -> Self {
        self.product(&Self::empty(self.alphabet.clone()), |a, _| !a)
    }

    /// All words over these letters.
    pub fn everything(alphabet: Alphabet) -> Self {
        Self::empty(alphabet).complement()
    }

    /// All words over these letters with more than so many letters.
    pub fn longer_than(alphabet: Alphabet, length: usize) -> Self {
        let next = |&read: &usize, _| Some(((read + 1).min(length + 1), Mark::Enumerated));
        Self::explore(alphabet, 0, |&read| read > length, next)
    }

    /// All words that begin with an accepted one.
    pub fn extended(&self) -> Self {
        let accepts = |state: &Option<usize>| state.is_none();
        let within = |state: usize| {
            if self.accepting[state] {
                None
            } else {
                Some(state)
            }
        };
        let next = |state: &Option<usize>, letter| match *state {
            Some(state) => self
                .edge(state, letter)
                .map(|edge| (within(edge.to), edge.mark)),
            None => Some((None, Mark::Enumerated)),
        };
        Self::explore(self.alphabet.clone(), within(0), accepts, next).minimised()
    }

    /// All words that an accepted one begins with.
    pub fn prefixes(&self) -> Self {
        let mut all = self.clone();
        if !self.is_empty() {
            all.accepting.fill(true);
        }
        all.minimised()
    }

    /// The first word, in order of length and then of letters, that one accepts and the other does not; in the letters
    /// of [`joined`](Alphabet::joined) alphabets, which are those of `self` where both have the same.
    pub fn separating_word(&self, other: &Self) -> Option<Vec<usize>> {
        self.product(other, |a, b| a != b).shortest_word()
    }

    /// Whether both accept the same words.
    pub fn same_language(&self, other: &Self) -> bool {
        self.separating_word(other).is_none()
    }

    /// Whether `other` accepts all that `self` accepts.
    pub fn is_within(&self, other: &Self) -> bool {
        self.difference(other).is_empty()
    }

    /// Both run side by side; `None` is the sink. An edge is known as well as the weaker of the two it is made of.
    fn product(&self, other: &Self, accepts: impl Fn(bool, bool) -> bool) -> Self {
        let (alphabet, positions) = self.alphabet.joined(&other.alphabet);
        let mut in_other = vec![None; alphabet.len()];
        for (letter, &position) in positions.iter().enumerate() {
            in_other[position] = Some(letter);
        }
        let edges = |&(a, b): &(Option<usize>, Option<usize>), letter: usize| {
            [
                a.and_then(|a| self.edge(a, letter)),
                b.and_then(|b| other.edge(b, in_other[letter]?)),
            ]
        };
        let accepts = |&(a, b): &(Option<usize>, Option<usize>)| {
            accepts(
                a.is_some_and(|a| self.accepting[a]),
                b.is_some_and(|b| other.accepting[b]),
            )
        };
        let rejects_the_rest = !accepts(&(None, None));
        let next = |state: &(Option<usize>, Option<usize>), letter| {
            let [a, b] = edges(state, letter);
            let mark = a
                .into_iter()
                .chain(b)
                .map(|edge| edge.mark)
                .min()
                .unwrap_or_default();
            let target = (a.map(|edge| edge.to), b.map(|edge| edge.to));
            (target != (None, None) || !rejects_the_rest).then_some((target, mark))
        };
        Self::explore(alphabet, (Some(0), Some(0)), accepts, next).minimised()
    }
}
