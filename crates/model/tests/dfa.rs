//! The laws of automata of event words, on random small languages, against sets of words.

use std::collections::BTreeSet;

use base::Random;
use model::Moore;
use model::dfa::{Alphabet, Edge, Malformed, Mark, Nfa, PartialDfa};

type Word = Vec<usize>;
type Language = BTreeSet<Word>;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn alphabet(letters: usize) -> Alphabet {
    Alphabet::new(NAMES[..letters].iter().copied()).expect("names differ")
}

/// All words of at most `length` letters, shorter ones first, then in letter order.
fn all_words(letters: usize, length: usize) -> Vec<Word> {
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

fn random_language(random: &mut Random, letters: usize) -> Language {
    let words = random.below(9);
    let word = |random: &mut Random| {
        (0..random.below(5))
            .map(|_| random.below(letters))
            .collect()
    };
    (0..words).map(|_| word(random)).collect()
}

fn languages(seed: u64) -> impl Iterator<Item = (usize, Language)> {
    let mut random = Random::seeded(seed);
    (0..300).map(move |_| {
        let letters = 1 + random.below(3);
        (letters, random_language(&mut random, letters))
    })
}

fn automaton(letters: usize, language: &Language) -> PartialDfa {
    PartialDfa::of_words(alphabet(letters), language.iter().cloned())
}

/// Automata with loops: random machines, trimmed.
fn random_automaton(random: &mut Random, letters: usize) -> PartialDfa {
    let states = 1 + random.below(4);
    let mut edges = Vec::new();
    for from in 0..states {
        for letter in 0..letters {
            if random.below(3) > 0 {
                edges.push(Edge {
                    from,
                    letter,
                    to: random.below(states),
                    mark: Mark::Enumerated,
                });
            }
        }
    }
    let accepting = (0..states).map(|_| random.below(2) == 0).collect();
    PartialDfa::new(alphabet(letters), random.below(states), accepting, edges)
        .expect("the table is deterministic")
}

fn automata(seed: u64) -> impl Iterator<Item = (PartialDfa, PartialDfa)> {
    let mut random = Random::seeded(seed);
    (0..300).map(move |_| {
        let letters = 1 + random.below(2);
        (
            random_automaton(&mut random, letters),
            random_automaton(&mut random, letters),
        )
    })
}

/// How many different languages remain after the prefixes of words, the empty one left out.
fn residuals(language: &Language) -> usize {
    let prefixes: Language = language
        .iter()
        .flat_map(|w| (0..=w.len()).map(|n| w[..n].to_vec()))
        .collect();
    let rest = |prefix: &Word| -> Language {
        language
            .iter()
            .filter_map(|w| w.strip_prefix(prefix.as_slice()))
            .map(<[usize]>::to_vec)
            .collect()
    };
    prefixes.iter().map(rest).collect::<BTreeSet<_>>().len()
}

#[test]
fn an_automaton_of_words_accepts_these_and_no_others() {
    for (letters, language) in languages(1) {
        let automaton = automaton(letters, &language);
        for word in all_words(letters, 5) {
            assert_eq!(
                automaton.accepts(&word),
                language.contains(&word),
                "{word:?} in {language:?}"
            );
        }
    }
}

#[test]
fn an_automaton_of_words_has_a_state_for_each_remaining_language() {
    for (letters, language) in languages(2) {
        // The empty language has its initial state.
        assert_eq!(
            automaton(letters, &language).states(),
            residuals(&language).max(1),
            "{language:?}"
        );
    }
}

#[test]
fn the_order_of_words_does_not_matter_nor_does_the_way_to_the_automaton() {
    let mut random = Random::seeded(3);
    for (letters, language) in languages(3) {
        let sorted = automaton(letters, &language);
        let mut shuffled: Vec<Word> = language.iter().chain(language.iter()).cloned().collect();
        for i in (1..shuffled.len()).rev() {
            shuffled.swap(i, random.below(i + 1));
        }
        assert_eq!(
            PartialDfa::of_words(alphabet(letters), shuffled.clone()),
            sorted
        );
        let one_by_one = shuffled
            .into_iter()
            .fold(PartialDfa::empty(alphabet(letters)), |all, word| {
                all.union(&PartialDfa::of_words(alphabet(letters), [word]))
            });
        assert_eq!(one_by_one, sorted);
        assert_eq!(
            PartialDfa::of_machine(alphabet(letters), &sorted.complete()),
            sorted
        );
        assert_eq!(sorted.minimised(), sorted);
    }
}

#[test]
fn states_are_numbered_breadth_first_in_letter_order_and_are_all_of_use() {
    for (automaton, _) in automata(4) {
        let mut order = vec![0];
        let mut i = 0;
        while let Some(&state) = order.get(i) {
            let fresh: Vec<usize> = automaton.edges_from(state).iter().map(|e| e.to).collect();
            for to in fresh {
                if !order.contains(&to) {
                    order.push(to);
                }
            }
            i += 1;
        }
        assert_eq!(order, (0..automaton.states()).collect::<Vec<_>>());
        for state in 0..automaton.states() {
            let alive = all_words(automaton.alphabet().len(), automaton.states())
                .into_iter()
                .any(|word| {
                    word.iter()
                        .try_fold(state, |s, &l| automaton.next(s, l))
                        .is_some_and(|s| automaton.is_accepting(s))
                });
            assert!(alive || automaton.states() == 1);
        }
    }
}

#[test]
fn boolean_operations_are_those_of_sets_of_words() {
    for (one, other) in automata(5) {
        let (both, either, only) = (
            one.intersection(&other),
            one.union(&other),
            one.difference(&other),
        );
        let not = one.complement();
        for word in all_words(one.alphabet().len(), 7) {
            let (a, b) = (one.accepts(&word), other.accepts(&word));
            assert_eq!(both.accepts(&word), a && b);
            assert_eq!(either.accepts(&word), a || b);
            assert_eq!(only.accepts(&word), a && !b);
            assert_eq!(not.accepts(&word), !a);
        }
        assert_eq!(not.complement(), one.minimised());
        assert_eq!(only, one.intersection(&other.complement()));
        assert_eq!(one.is_within(&other), only.is_empty());
    }
}

#[test]
fn a_separating_word_is_the_first_there_is() {
    for (one, other) in automata(6) {
        let first = all_words(one.alphabet().len(), 8)
            .into_iter()
            .find(|word| one.accepts(word) != other.accepts(word));
        assert_eq!(one.separating_word(&other), first);
        assert_eq!(one.same_language(&other), first.is_none());
        assert_eq!(one.minimised() == other.minimised(), first.is_none());
    }
}

#[test]
fn words_come_shortest_first_and_all_of_them() {
    for (automaton, _) in automata(7) {
        let accepted: Vec<Word> = all_words(automaton.alphabet().len(), 6);
        let accepted: Vec<Word> = accepted
            .into_iter()
            .filter(|word| automaton.accepts(word))
            .collect();
        assert_eq!(automaton.words(6).collect::<Vec<_>>(), accepted);
        assert_eq!(automaton.count(6), accepted.len() as u64);
        assert_eq!(automaton.shortest_word(), accepted.first().cloned());
    }
    for (letters, language) in languages(7) {
        let automaton = automaton(letters, &language);
        assert_eq!(automaton.words(usize::MAX).collect::<Language>(), language);
        assert_eq!(
            automaton.longest_word(),
            language.iter().map(Vec::len).max()
        );
    }
}

#[test]
fn only_finite_languages_have_a_longest_word() {
    for (automaton, _) in automata(8) {
        // A word longer than there are states is one of infinitely many, and no longer than twice that if there are any.
        let n = automaton.states();
        let accepted: Vec<Word> = automaton.words(2 * n).collect();
        let longest = accepted.iter().map(Vec::len).max();
        assert_eq!(
            automaton.longest_word(),
            longest.filter(|&longest| longest < n)
        );
    }
}

#[test]
fn letters_with_the_same_name_are_the_same_letter_wherever_they_stand() {
    let old = PartialDfa::of_words(Alphabet::new(["x", "y"]).unwrap(), [vec![0, 1], vec![1]]);
    let new = PartialDfa::of_words(
        Alphabet::new(["z", "y", "x"]).unwrap(),
        [vec![2, 1], vec![0, 1]],
    );
    let text = |automaton: &PartialDfa| -> Vec<String> {
        automaton
            .words(9)
            .map(|word| automaton.alphabet().text(&word))
            .collect()
    };
    assert_eq!(text(&old.difference(&new)), ["y"]);
    assert_eq!(text(&new.difference(&old)), ["z y"]);
    assert_eq!(text(&old.intersection(&new)), ["x y"]);
    assert_eq!(text(&old.union(&new)), ["y", "x y", "z y"]);
    assert_eq!(old.separating_word(&new), Some(vec![1]));
}

#[test]
fn extensions_and_prefixes_are_what_they_say() {
    for (automaton, _) in automata(9) {
        let (extended, prefixes) = (automaton.extended(), automaton.prefixes());
        let letters = automaton.alphabet().len();
        for word in all_words(letters, 5) {
            assert_eq!(
                extended.accepts(&word),
                (0..=word.len()).any(|n| automaton.accepts(&word[..n]))
            );
            let goes_on = |rest: &Word| automaton.accepts(&[word.as_slice(), rest].concat());
            assert_eq!(
                prefixes.accepts(&word),
                all_words(letters, 4).iter().any(goes_on)
            );
        }
        let long = PartialDfa::longer_than(alphabet(letters), 3);
        assert!(
            all_words(letters, 6)
                .iter()
                .all(|word| long.accepts(word) == (word.len() > 3))
        );
    }
}

#[test]
fn a_nondeterministic_automaton_keeps_its_language_when_it_is_determinised() {
    let mut random = Random::seeded(10);
    for _ in 0..200 {
        let mut nfa = Nfa::new(alphabet(2));
        let states = 1 + random.below(5);
        let accepting: Vec<bool> = (0..states).map(|_| random.below(3) == 0).collect();
        accepting.iter().for_each(|&accepting| {
            nfa.add_state(accepting);
        });
        let steps: Vec<(usize, Option<usize>, usize)> = (0..random.below(10))
            .map(|_| {
                (
                    random.below(states),
                    random.below(3).checked_sub(1),
                    random.below(states),
                )
            })
            .collect();
        steps
            .iter()
            .for_each(|&(from, letter, to)| nfa.add_step(from, letter, to));
        nfa.start_at(0);
        let automaton = nfa.determinise();
        for word in all_words(2, 6) {
            assert_eq!(
                automaton.accepts(&word),
                chosen(&steps, &accepting, &word),
                "{word:?} with {steps:?}"
            );
        }
    }
}

/// Whether some choice of steps accepts, by keeping all that can be chosen.
fn chosen(steps: &[(usize, Option<usize>, usize)], accepting: &[bool], word: &[usize]) -> bool {
    let silent = |mut now: BTreeSet<usize>| {
        for _ in accepting {
            let more = steps
                .iter()
                .filter(|s| s.1.is_none() && now.contains(&s.0))
                .map(|s| s.2);
            now = now.iter().copied().chain(more).collect();
        }
        now
    };
    let read = |now: BTreeSet<usize>, letter: &usize| {
        silent(
            steps
                .iter()
                .filter(|s| s.1 == Some(*letter) && now.contains(&s.0))
                .map(|s| s.2)
                .collect(),
        )
    };
    word.iter()
        .fold(silent([0].into()), read)
        .into_iter()
        .any(|state| accepting[state])
}

#[test]
fn hidden_letters_are_left_out_of_words() {
    for (letters, language) in languages(11) {
        let seen: Language = language
            .iter()
            .map(|w| w.iter().copied().filter(|&l| l != 0).collect())
            .collect();
        assert_eq!(
            automaton(letters, &language).hiding(|letter| letter == 0),
            automaton(letters, &seen)
        );
    }
}

#[test]
fn of_edges_that_fall_together_the_weakest_mark_stays() {
    let edge = |from, letter, to, mark| Edge {
        from,
        letter,
        to,
        mark,
    };
    let twice = [
        edge(0, 0, 1, Mark::Enumerated),
        edge(0, 1, 2, Mark::Proved),
        edge(1, 0, 3, Mark::Proved),
        edge(2, 0, 3, Mark::Conjectured),
    ];
    let table = PartialDfa::new(alphabet(2), 0, vec![false, false, false, true], twice).unwrap();
    let marks: Vec<Mark> = table.minimised().edges().map(|edge| edge.mark).collect();
    assert_eq!(marks, [Mark::Enumerated, Mark::Proved, Mark::Conjectured]);
}

#[test]
fn tables_that_are_no_automata_are_refused() {
    let edge = |from, letter, to| Edge {
        from,
        letter,
        to,
        mark: Mark::Enumerated,
    };
    let refused = |initial, edges: &[Edge]| {
        PartialDfa::new(
            alphabet(2),
            initial,
            vec![true, false],
            edges.iter().copied(),
        )
        .unwrap_err()
    };
    assert_eq!(refused(2, &[]), Malformed::State(2));
    assert_eq!(refused(0, &[edge(0, 0, 7)]), Malformed::State(7));
    assert_eq!(refused(0, &[edge(0, 2, 1)]), Malformed::Letter(2));
    assert_eq!(
        refused(0, &[edge(1, 1, 0), edge(1, 1, 1)]),
        Malformed::Ambiguous(1, 1)
    );
    assert!(Alphabet::new(["f", "g", "f"]).is_err());
}

#[test]
fn a_machine_with_a_sink_and_its_automaton_accept_the_same() {
    let even = Moore::explore(2, true, |even| *even, |even, letter| *even ^ (letter == 1));
    let automaton = PartialDfa::of_machine(alphabet(2), &even);
    assert_eq!(automaton.complete(), even);
    let once = PartialDfa::of_words(alphabet(2), [vec![0]]);
    assert_eq!(once.complete().states(), 3, "with the sink");
}
