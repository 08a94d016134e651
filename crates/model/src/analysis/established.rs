//! What answers to sequences of calls up to a length establish of each transition of a model.

use std::collections::VecDeque;

use base::Outcome;
use rustc_hash::FxHashMap;

use crate::Moore;

/// How much of a transition is established.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Established {
    /// What the call is answered with, and where it leads.
    Wholly,
    /// Only what the call is answered with.
    Answer,
    /// Nothing: no sequence that was compared makes this call here.
    Nothing,
}

/// What of each transition, by state and letter, is established if every sequence of at most `depth` calls is known to be
/// answered as the machine says:
/// - the *answer*, if a sequence of at most `depth` calls ends in the transition;
/// - *where it leads*, if nothing follows there, if it is the transition by which the state was first reached (then the
///   state is what this leads to), or if calls that tell the state from all others of the machine were compared, too.
///
/// Of a state that nothing leads to nothing is established.
pub fn established(machine: &Moore<Outcome>, depth: usize) -> Vec<Vec<Established>> {
    let tree = Tree::of(machine);
    let telling = telling(machine, depth);
    let row = |state: usize| {
        let of = |(letter, &to): (usize, &usize)| {
            let Some(length) = tree.distance[state]
                .map(|d| d + 1)
                .filter(|&length| length <= depth)
            else {
                return Established::Nothing;
            };
            let named = machine.output_of(to).is_final() || tree.first[to] == Some((state, letter));
            let told = telling[to].is_some_and(|calls| length + calls <= depth);
            if named || told {
                Established::Wholly
            } else {
                Established::Answer
            }
        };
        machine
            .successors(state)
            .iter()
            .enumerate()
            .map(of)
            .collect()
    };
    (0..machine.states()).map(row).collect()
}

/// How each state is reached first, breadth first over states that go on.
struct Tree {
    /// In calls; none for what cannot be reached.
    distance: Vec<Option<usize>>,
    /// The state before and the letter.
    first: Vec<Option<(usize, usize)>>,
}

impl Tree {
    fn of(machine: &Moore<Outcome>) -> Self {
        let mut tree = Self {
            distance: vec![None; machine.states()],
            first: vec![None; machine.states()],
        };
        tree.distance[machine.initial()] = Some(0);
        let mut queue = VecDeque::from([(machine.initial(), 0)]);
        while let Some((state, distance)) = queue.pop_front() {
            if machine.output_of(state).is_final() {
                continue;
            }
            for (letter, &to) in machine.successors(state).iter().enumerate() {
                if tree.distance[to].is_none() {
                    tree.distance[to] = Some(distance + 1);
                    tree.first[to] = Some((state, letter));
                    queue.push_back((to, distance + 1));
                }
            }
        }
        tree
    }
}

/// For each state how many calls it takes at most to tell it from every state that answers differently; `None` if that is
/// more than `depth`. These are the rounds of Moore's algorithm after which the class of the state gets no smaller.
fn telling(machine: &Moore<Outcome>, depth: usize) -> Vec<Option<usize>> {
    let mut classes = numbered((0..machine.states()).map(|state| *machine.output_of(state)));
    let mut sizes = vec![members(&classes)];
    for _ in 0..depth {
        let row = |state: usize| {
            let next = machine.successors(state).iter().map(|&to| classes[to]);
            (classes[state], next.collect::<Vec<usize>>())
        };
        let finer = numbered((0..machine.states()).map(row));
        if finer.iter().max() == classes.iter().max() {
            return settled(&sizes, |_| true);
        }
        classes = finer;
        sizes.push(members(&classes));
    }
    settled(&sizes, |smallest| smallest == 1)
}

/// The first round in which a class has its last size, where that size counts as the last.
fn settled(sizes: &[Vec<usize>], is_last: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
    let last = sizes.last().map_or(&[][..], Vec::as_slice);
    let round = |(state, &size): (usize, &usize)| {
        let first = sizes.iter().position(|round| round[state] == size);
        first.filter(|_| is_last(size))
    };
    last.iter().enumerate().map(round).collect()
}

/// Equal things by equal numbers from 0.
fn numbered<T: Eq + std::hash::Hash>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let mut numbers = FxHashMap::default();
    things
        .map(|thing| {
            let fresh = numbers.len();
            *numbers.entry(thing).or_insert(fresh)
        })
        .collect()
}

/// For each state how many share its class.
fn members(classes: &[usize]) -> Vec<usize> {
    let mut counts = vec![0; classes.len()];
    classes.iter().for_each(|&class| counts[class] += 1);
    classes.iter().map(|&class| counts[class]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Established::{Answer, Nothing, Wholly};

    /// A stack that was seen with up to two elements: state 3 has two, and `push` is thought to leave it as it is. The
    /// letters are `new`, `push` and `pop`; 4 is the error state.
    fn stack() -> Moore<Outcome> {
        let ok = |row: [usize; 3]| (Outcome::Ok, row.to_vec());
        let rows = vec![
            ok([1, 4, 4]),
            ok([4, 2, 4]),
            ok([4, 3, 1]),
            ok([4, 3, 2]),
            (Outcome::Error, vec![4, 4, 4]),
        ];
        Moore::new(3, 0, rows).expect("a machine")
    }

    #[test]
    fn what_no_sequence_was_compared_on_is_not_established() {
        assert!(
            established(&stack(), 0)
                .iter()
                .flatten()
                .all(|&e| e == Nothing)
        );
        let one = established(&stack(), 1);
        assert_eq!(one[0], [Wholly; 3]);
        assert!(
            one[1..].iter().flatten().all(|&e| e == Nothing),
            "no call was made on an object"
        );
    }

    #[test]
    fn an_error_is_established_by_its_answer_and_a_state_by_what_tells_it_from_others() {
        let three = established(&stack(), 3);
        assert_eq!(three[1], [Wholly; 3]);
        // To pop leads back to where one more pop fails: that takes a fourth call.
        assert_eq!(three[2], [Wholly, Wholly, Answer]);
        assert_eq!(three[3], [Nothing; 3]);
        let five = established(&stack(), 5);
        assert_eq!(five[2], [Wholly; 3]);
        // Two elements are told from one by popping both: new, push, push, push, pop, pop.
        assert_eq!(five[3], [Wholly, Answer, Answer]);
        assert_eq!(established(&stack(), 6)[3], [Wholly; 3]);
    }

    #[test]
    fn a_state_that_nothing_tells_from_another_is_as_good_as_that() {
        let ok = |row: [usize; 2]| (Outcome::Ok, row.to_vec());
        let machine = Moore::new(2, 0, vec![ok([1, 1]), ok([0, 1])]).expect("a machine");
        assert_eq!(
            established(&machine, 2),
            [[Wholly, Wholly], [Wholly, Wholly]]
        );
    }
}
