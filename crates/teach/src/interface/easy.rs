//! Calls that are easy to follow first.
//!
//! A method that formats a date costs more than all others of its class together, and says nothing of the order in which
//! these may be called. Where some methods are that hard to follow, and the class cannot be learned with them in half of
//! the time, it is learned without them: their calls are *unknown* then. If time is left after that, it is for
//! one after the other of them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use model::Outcome;
use step::{LetterId, Sight, StepSystem};

use super::Interface;
use super::attempt::Attempts;

/// All easy calls together take at most one in as many parts of what all calls take.
const EASY: u32 = 8;
/// At most one in as many methods is left out: where more are hard, the class is.
const MOST: usize = 6;
/// Calls that take less than one in as many parts of the time that is left are not worth looking for the hard ones.
const WORTH: u32 = 12;
/// One in as many parts of what is left of the time is for the easy calls alone, and then for each that is added.
const PART: u32 = 2;
/// States that are few in any case.
const FEW: usize = 12;

impl Attempts<'_> {
    /// What is learned of the calls that are easy to follow, where others are not and that is a matter of time.
    pub fn easy(&self, whole: &Rc<StepSystem>) -> Option<Interface> {
        let hard = self.hard(whole);
        let easy = self.without(&hard, whole)?;
        match has_open_state(&easy) {
            true => Some(easy),
            false => Some(self.grown(easy, hard, whole)),
        }
    }

    /// The letters whose calls are hard to follow, as far as that has shown.
    fn hard(&self, whole: &StepSystem) -> Vec<LetterId> {
        let left = self.around.0.remaining();
        let Some(left) = left.filter(|_| self.sight.unseen.is_empty()) else {
            return Vec::new();
        };
        let mut efforts = whole.efforts();
        // Without its constructors nothing can be called.
        efforts.retain(|&letter, _| !whole.letters[letter].constructs);
        hard(&efforts, whole.letters.len() / MOST, left)
    }

    /// More calls, the easiest first, as long as all that can be learned is learned with them.
    fn grown(&self, mut best: Interface, hard: Vec<LetterId>, whole: &Rc<StepSystem>) -> Interface {
        let mut left: Vec<LetterId> = hard.clone();
        for letter in hard {
            if self.around.0.check().is_err() {
                break;
            }
            let fewer: Vec<LetterId> = left.iter().copied().filter(|&l| l != letter).collect();
            if let Some(more) = self.without(&fewer, whole)
                && is_fuller(&more, &best)
            {
                (best, left) = (more, fewer);
            }
        }
        best
    }

    /// What is learned without some calls in a part of the time, if that is all that can be said without them.
    fn without(&self, letters: &[LetterId], whole: &Rc<StepSystem>) -> Option<Interface> {
        if letters.is_empty() {
            return None;
        }
        let (budget, progress) = (self.around.0.share(PART), self.around.1);
        progress.working(&|| format!("looking at all calls but {}", letters.len()));
        let names = letters.iter().map(|&l| whole.letters[l].name.clone());
        let sight = Sight {
            unseen: names.collect(),
            ..self.sight.clone()
        };
        let solver = || smt::for_engine(&whole.terms);
        let part = step::survey_again(&self.component, whole, &sight, &budget, &solver);
        let attempts = Attempts {
            learner: self.learner,
            component: Rc::clone(&self.component),
            sight,
            around: (&budget, progress),
        };
        let learned = part.map(|part| attempts.best(Rc::new(part)));
        // Questions obeyed the part of the time until here.
        whole.terms.obey(self.around.0);
        learned.ok().filter(Interface::is_settled)
    }
}

/// The letters whose calls are hard to follow, the easiest first; none if all are easy.
fn hard(efforts: &BTreeMap<LetterId, Duration>, most: usize, left: Duration) -> Vec<LetterId> {
    let mut letters: Vec<(Duration, LetterId)> = efforts.iter().map(|(&l, &e)| (e, l)).collect();
    letters.sort_unstable();
    let all: Duration = letters.iter().map(|(effort, _)| *effort).sum();
    if all < left / WORTH {
        return Vec::new();
    }
    let mut so_far = Duration::ZERO;
    let mut is_easy = |effort: Duration| {
        so_far += effort;
        so_far <= all / EASY
    };
    let easy = letters.iter().take_while(|(effort, _)| is_easy(*effort));
    let first = easy.count().max(letters.len().saturating_sub(most));
    letters[first..].iter().map(|(_, letter)| *letter).collect()
}

/// Whether there is a state in which no call is known.
pub(super) fn has_open_state(learned: &Interface) -> bool {
    let automaton = &learned.interface.automaton;
    let is_open = |q: usize| {
        let mut next = automaton.successors(q).iter();
        *automaton.output_of(q) == Outcome::Ok
            && next.all(|&to| *automaton.output_of(to) == Outcome::Unknown)
    };
    (0..automaton.states()).any(is_open)
}

/// Whether one interface says more of what may be called: of a larger part of all calls, in few more states. Calls that are
/// known in some states only make many of few, and nobody the wiser.
pub(super) fn is_fuller(one: &Interface, other: &Interface) -> bool {
    let states = |learned: &Interface| learned.interface.automaton.states();
    let few = states(one) <= FEW.max(states(other) * 3 / 2);
    one.is_settled() && few && known_calls(one) > known_calls(other)
}

/// The share of methods and states of which it is known what calls do, in thousandths.
fn known_calls(learned: &Interface) -> usize {
    let (interface, automaton) = (&learned.interface, &learned.interface.automaton);
    let states: BTreeSet<usize> = (0..automaton.states())
        .filter(|&q| *automaton.output_of(q) == Outcome::Ok)
        .collect();
    let is_known = |state: usize, method: usize| {
        let symbols = interface.symbols_of(method);
        let answer = |s: usize| *automaton.output_of(automaton.next(state, s));
        symbols.into_iter().all(|s| answer(s) != Outcome::Unknown)
    };
    let methods = interface.methods.len();
    let known = |&state: &usize| (0..methods).filter(|&m| is_known(state, m)).count();
    let all = states.len() * methods;
    states.iter().map(known).sum::<usize>() * 1000 / all.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    /// The positions of the letters that are hard where their calls take so many milliseconds, of a second that is left.
    fn hard_of(efforts: &[u64], most: usize) -> Vec<usize> {
        let effort = |(i, &ms): (usize, &u64)| (LetterId::from_index(i), Duration::from_millis(ms));
        let efforts = efforts.iter().enumerate().map(effort).collect();
        let found = hard(&efforts, most, Duration::from_secs(1));
        found.into_iter().map(LetterId::index).collect()
    }

    #[test]
    fn few_calls_that_take_most_of_the_time_are_hard() {
        assert_eq!(hard_of(&[1, 400, 2, 90, 1, 1], 2), [3, 1]);
        assert_eq!(hard_of(&[1, 400, 2, 90, 1, 1], 1), [1], "no more than that");
        assert_eq!(
            hard_of(&[1, 40, 2, 9, 1, 1], 2),
            [0; 0],
            "there is time for all"
        );
        assert_eq!(hard_of(&[100, 100, 100, 100], 0), [0; 0], "all are as hard");
    }
}
