//! Events that cannot be left out.

use std::collections::BTreeSet;

use crate::dfa::PartialDfa;

/// The letters that every accepted word contains; their edges are the dominating ones (Chapman et al., "Learning the Language of Error", 2015, Section 6.1: each event
/// is removed in turn, and then no accepting state can be reached). None of an empty language.
pub fn dominating(automaton: &PartialDfa) -> BTreeSet<usize> {
    let needed = |letter: &usize| !automaton.is_empty() && !accepts_without(automaton, *letter);
    (0..automaton.alphabet().len()).filter(needed).collect()
}

fn accepts_without(automaton: &PartialDfa, letter: usize) -> bool {
    let mut reached = vec![false; automaton.states()];
    reached[automaton.initial()] = true;
    let mut waiting = vec![automaton.initial()];
    while let Some(state) = waiting.pop() {
        if automaton.is_accepting(state) {
            return true;
        }
        for edge in automaton
            .edges_from(state)
            .iter()
            .filter(|edge| edge.letter != letter)
        {
            if !std::mem::replace(&mut reached[edge.to], true) {
                waiting.push(edge.to);
            }
        }
    }
    false
}
