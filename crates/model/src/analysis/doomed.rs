//! States from which there is no way back.

use rustc_hash::FxHashMap;

use crate::dfa::PartialDfa;

/// For each state of an automaton whether it is doomed: a run that is there has been accepted or will be, whatever it does
/// (Chapman et al., "Learning the Language of Error", 2015, Section 6.1; after Hoenicke et al., "Doomed program points", 2010, doi 10.1007/s10703-010-0102-0).
///
/// What a run may do is said by `runs`, which accepts the event words of all complete runs of the program, those that end
/// well among them. A letter is known by its name. Without `runs` anything may happen next, as in the paper, and only
/// accepting states are doomed. A state that no run gets to is not doomed.
pub fn doomed(automaton: &PartialDfa, runs: Option<&PartialDfa>) -> Vec<bool> {
    let accepting = (0..automaton.states()).map(|state| automaton.is_accepting(state));
    match runs {
        None => accepting.collect(),
        Some(runs) => {
            let together = Together::of(automaton, runs);
            accepting
                .enumerate()
                .map(|(state, accepting)| accepting || together.never_escapes(state))
                .collect()
        }
    }
}

/// The automaton and the program side by side.
struct Together {
    /// The state of the automaton in each pair that can be reached.
    pairs: Vec<usize>,
    /// Whether a run from there can end without being accepted.
    escapes: Vec<bool>,
}

impl Together {
    fn of(automaton: &PartialDfa, runs: &PartialDfa) -> Self {
        let letters = automaton.alphabet();
        let same: Vec<Option<usize>> = runs
            .alphabet()
            .letters()
            .iter()
            .map(|l| letters.position(&l.name))
            .collect();
        let mut pairs = vec![(automaton.initial(), runs.initial())];
        let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::from_iter([(pairs[0], 0)]);
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut escapes = Vec::new();
        let mut current = 0;
        while let Some(&(state, run)) = pairs.get(current) {
            // Every state of `runs` leads to the end of a run: one that the automaton does not follow is lost to it.
            let mut lost = runs.is_accepting(run) || (runs.is_empty() && current == 0);
            for edge in runs.edges_from(run) {
                match same[edge.letter].and_then(|letter| automaton.next(state, letter)) {
                    None => lost = true,
                    Some(to) => {
                        let number = *numbers.entry((to, edge.to)).or_insert_with(|| {
                            pairs.push((to, edge.to));
                            before.push(Vec::new());
                            pairs.len() - 1
                        });
                        before[number].push(current);
                    }
                }
            }
            escapes.push(lost && !automaton.is_accepting(state));
            current += 1;
        }
        let pairs: Vec<usize> = pairs.into_iter().map(|(state, _)| state).collect();
        spread(&mut escapes, &before, |pair| {
            automaton.is_accepting(pairs[pair])
        });
        Self { pairs, escapes }
    }

    fn never_escapes(&self, state: usize) -> bool {
        let mut here = self
            .pairs
            .iter()
            .zip(&self.escapes)
            .filter(|(at, _)| **at == state)
            .peekable();
        here.peek().is_some() && here.all(|(_, escapes)| !escapes)
    }
}

/// What leads to an escape escapes, unless it is caught there.
fn spread(escapes: &mut [bool], before: &[Vec<usize>], caught: impl Fn(usize) -> bool) {
    let mut waiting: Vec<usize> = (0..escapes.len()).filter(|&pair| escapes[pair]).collect();
    while let Some(pair) = waiting.pop() {
        for &earlier in &before[pair] {
            if !caught(earlier) && !std::mem::replace(&mut escapes[earlier], true) {
                waiting.push(earlier);
            }
        }
    }
}
