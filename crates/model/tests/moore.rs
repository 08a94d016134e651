//! The laws of Moore machines, on random small machines, against comparison of all words up to a length that is
//! known to be enough (n + m letters tell machines of n and m states apart if anything does).

use std::collections::BTreeSet;

use base::Random;
use model::{Malformed, Moore};

/// All words of at most `length` letters, shorter ones first, then in letter order.
fn words(letters: usize, length: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..length {
        let end = all.len();
        for i in start..end {
            for letter in 0..letters {
                all.push([all[i].as_slice(), &[letter]].concat());
            }
        }
        start = end;
    }
    all
}

fn random_machine(
    random: &mut Random,
    states: usize,
    letters: usize,
    outputs: usize,
) -> Moore<usize> {
    let rows = (0..states)
        .map(|_| {
            (
                random.below(outputs),
                (0..letters).map(|_| random.below(states)).collect(),
            )
        })
        .collect();
    Moore::new(letters, random.below(states), rows)
        .expect("all successors are below the number of states")
}

/// Machines of 1 to 4 states over 1 or 2 letters with 1 to 3 outputs: small enough for brute force, and small
/// enough for equivalent states, unreachable states and equivalent pairs to be common.
fn machines() -> impl Iterator<Item = Moore<usize>> {
    let mut random = Random::seeded(1);
    (0..400).map(move |_| {
        let (states, letters, outputs) = (
            1 + random.below(4),
            1 + random.below(2),
            1 + random.below(3),
        );
        random_machine(&mut random, states, letters, outputs)
    })
}

/// Pairs over the same alphabet; one in three is a machine and another form of it.
fn pairs() -> impl Iterator<Item = (Moore<usize>, Moore<usize>)> {
    let mut random = Random::seeded(2);
    machines().map(move |machine| {
        let (states, outputs) = (1 + random.below(4), 1 + random.below(3));
        let other = match random.below(3) {
            0 => unrolled(&machine),
            _ => random_machine(&mut random, states, machine.letters(), outputs),
        };
        (machine, other)
    })
}

/// The same behaviour with every state twice, once for each parity of the length of the word.
fn unrolled(machine: &Moore<usize>) -> Moore<usize> {
    Moore::explore(
        machine.letters(),
        (machine.initial(), false),
        |&(state, _)| *machine.output_of(state),
        |&(state, odd), letter| (machine.next(state, letter), !odd),
    )
}

fn first_difference(a: &Moore<usize>, b: &Moore<usize>, length: usize) -> Option<Vec<usize>> {
    words(a.letters(), length)
        .into_iter()
        .find(|word| a.output(word) != b.output(word))
}

#[test]
fn the_separating_word_is_the_first_difference_that_brute_force_finds() {
    let mut equivalent = 0;
    for (a, b) in pairs() {
        let expected = first_difference(&a, &b, a.states() + b.states());
        equivalent += usize::from(expected.is_none());
        assert_eq!(a.separating_word(&b), expected, "{a:?}\n{b:?}");
    }
    assert!(
        (50..350).contains(&equivalent),
        "both cases must be common, {equivalent} of 400 were equivalent"
    );
}

#[test]
fn the_canonical_form_answers_every_word_alike_and_has_reachable_states_only() {
    for machine in machines() {
        let canonical = machine.canonical();
        assert_eq!(
            first_difference(&machine, &canonical, machine.states() * 2),
            None
        );
        let reachable = words(machine.letters(), machine.states())
            .iter()
            .map(|word| machine.run(word))
            .collect::<BTreeSet<_>>();
        assert_eq!(canonical.states(), reachable.len());
    }
}

#[test]
fn the_canonical_form_does_not_depend_on_the_numbering() {
    let mut random = Random::seeded(3);
    for machine in machines() {
        assert_eq!(
            renumbered(&machine, &mut random).canonical(),
            machine.canonical()
        );
        assert_eq!(machine.canonical().canonical(), machine.canonical());
    }
}

fn renumbered(machine: &Moore<usize>, random: &mut Random) -> Moore<usize> {
    let mut new: Vec<usize> = (0..machine.states()).collect();
    for i in (1..new.len()).rev() {
        new.swap(i, random.below(i + 1));
    }
    let mut rows = vec![(0, Vec::new()); machine.states()];
    for state in 0..machine.states() {
        rows[new[state]] = (
            *machine.output_of(state),
            machine
                .successors(state)
                .iter()
                .map(|&target| new[target])
                .collect(),
        );
    }
    Moore::new(machine.letters(), new[machine.initial()], rows)
        .expect("a permutation keeps a machine well formed")
}

#[test]
fn states_are_numbered_breadth_first_in_letter_order() {
    for machine in machines() {
        let words: Vec<_> = machine
            .canonical()
            .access_words()
            .into_iter()
            .map(|w| w.expect("reachable"))
            .collect();
        let mut sorted = words.clone();
        sorted.sort_by_key(|word| (word.len(), word.clone()));
        assert_eq!(words, sorted);
    }
}

#[test]
fn access_words_are_the_first_words_that_lead_to_each_state() {
    for machine in machines() {
        for (state, access) in machine.access_words().into_iter().enumerate() {
            let first = words(machine.letters(), machine.states())
                .into_iter()
                .find(|word| machine.run(word) == state);
            assert_eq!(access, first);
        }
    }
}

#[test]
fn the_minimal_machine_answers_alike_and_has_as_many_states_as_there_are_behaviours() {
    for machine in machines() {
        let minimal = machine.minimise();
        let length = machine.states();
        assert_eq!(first_difference(&machine, &minimal, length * 2), None);
        // A behaviour is what a prefix leaves to come: the answers to all suffixes.
        let suffixes = words(machine.letters(), length);
        let behaviours: BTreeSet<Vec<usize>> = words(machine.letters(), length)
            .iter()
            .map(|prefix| {
                let state = machine.run(prefix);
                suffixes
                    .iter()
                    .map(|suffix| *machine.output_of(machine.run_from(state, suffix)))
                    .collect()
            })
            .collect();
        assert_eq!(minimal.states(), behaviours.len());
        assert!(minimal.is_minimal());
        assert_eq!(machine.is_minimal(), minimal.states() == machine.states());
    }
}

#[test]
fn equivalent_machines_have_equal_minimal_forms() {
    for (a, b) in pairs() {
        assert_eq!(
            a.minimise() == b.minimise(),
            a.separating_word(&b).is_none()
        );
    }
}

#[test]
fn classes_are_exactly_the_states_that_answer_alike_for_ever() {
    for machine in machines() {
        let classes = machine.classes();
        let suffixes = words(machine.letters(), machine.states());
        for a in 0..machine.states() {
            for b in 0..machine.states() {
                let output = |state, suffix: &Vec<usize>| {
                    *machine.output_of(machine.run_from(state, suffix))
                };
                let alike = suffixes
                    .iter()
                    .all(|suffix| output(a, suffix) == output(b, suffix));
                assert_eq!(classes[a] == classes[b], alike);
            }
        }
    }
}

#[test]
fn large_machines_shrink_to_their_known_size() {
    // Counts modulo 60 and answers only at multiples of 12: 12 states are enough.
    let counter = Moore::explore(2, 0, |n| n % 12 == 0, |n, letter| (n + letter) % 60);
    assert_eq!(counter.states(), 60);
    assert_eq!(counter.minimise().states(), 12);
    // A chain of 3000 states that only its end tells apart: slow for every method that refines round by round.
    let chain = Moore::explore(1, 0, |n| *n == 2999, |n, _| 2999.min(n + 1));
    assert!(chain.is_minimal());
}

#[test]
fn a_restricted_machine_answers_as_before_on_the_letters_that_are_left() {
    for machine in machines() {
        let fewer = machine.restricted(machine.letters() - 1);
        for word in words(fewer.letters(), 4) {
            assert_eq!(fewer.output(&word), machine.output(&word));
        }
    }
}

#[test]
fn outputs_can_be_renamed() {
    for machine in machines() {
        let doubled = machine.clone().map(|output| output * 2);
        for word in words(machine.letters(), 3) {
            assert_eq!(*doubled.output(&word), machine.output(&word) * 2);
        }
    }
}

#[test]
fn tables_that_are_no_machines_are_refused() {
    assert_eq!(Moore::<bool>::new(1, 0, vec![]), Err(Malformed::Initial));
    assert_eq!(
        Moore::new(1, 1, vec![(true, vec![0])]),
        Err(Malformed::Initial)
    );
    assert_eq!(
        Moore::new(1, 0, vec![(true, vec![0]), (true, vec![])]),
        Err(Malformed::Row(1))
    );
    assert_eq!(
        Moore::new(1, 0, vec![(true, vec![0, 0])]),
        Err(Malformed::Row(0))
    );
    assert_eq!(
        Moore::new(1, 0, vec![(true, vec![1])]),
        Err(Malformed::Successor(0))
    );
}

#[test]
#[should_panic(expected = "different alphabets")]
fn machines_over_different_alphabets_are_not_compared() {
    let constant = |letters| Moore::explore(letters, (), |_| 0, |_, _| ());
    constant(1).separating_word(&constant(2));
}
