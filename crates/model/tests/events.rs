//! Analyses of automata of event words, against sets of words.

use std::collections::BTreeSet;

use base::Random;
use model::analysis::{dominating, doomed, generalise, growth};
use model::dfa::{Alphabet, Mark, PartialDfa};

type Word = Vec<usize>;

fn alphabet(names: &[&str]) -> Alphabet {
    Alphabet::new(names.iter().copied()).expect("names differ")
}

/// Words in letters of one character: `"aab"`.
fn automaton(names: &[&str], words: &[&str]) -> PartialDfa {
    let alphabet = alphabet(names);
    let letter = |c: char| alphabet.position(&c.to_string()).expect("a letter");
    let words: Vec<Word> = words
        .iter()
        .map(|word| word.chars().map(letter).collect())
        .collect();
    PartialDfa::of_words(alphabet, words)
}

fn random_words(
    random: &mut Random,
    letters: usize,
    most: usize,
    longest: usize,
) -> BTreeSet<Word> {
    let word = |random: &mut Random| {
        (0..random.below(longest + 1))
            .map(|_| random.below(letters))
            .collect()
    };
    (0..random.below(most + 1)).map(|_| word(random)).collect()
}

#[test]
fn a_letter_dominates_if_and_only_if_all_words_contain_it() {
    let mut random = Random::seeded(1);
    for _ in 0..300 {
        let words = random_words(&mut random, 3, 4, 5);
        let automaton = PartialDfa::of_words(alphabet(&["a", "b", "c"]), words.iter().cloned());
        let expected: BTreeSet<usize> = (0..3)
            .filter(|letter| !words.is_empty() && words.iter().all(|word| word.contains(letter)))
            .collect();
        assert_eq!(dominating(&automaton), expected, "{words:?}");
    }
}

#[test]
fn a_state_is_doomed_if_and_only_if_no_run_through_it_ends_well() {
    let mut random = Random::seeded(2);
    let mut both = [0, 0];
    for _ in 0..500 {
        let runs = random_words(&mut random, 2, 6, 4);
        let failing: BTreeSet<Word> = runs
            .iter()
            .filter(|_| random.below(3) > 0)
            .cloned()
            .collect();
        let automaton = PartialDfa::of_words(alphabet(&["a", "b"]), failing.iter().cloned());
        let doom = doomed(
            &automaton,
            Some(&PartialDfa::of_words(alphabet(&["b", "a"]), renamed(&runs))),
        );
        for state in 0..automaton.states() {
            // A run is here after each prefix that leads here; it fails if it has a failing prefix from here on.
            let visits = |word: &Word| -> Vec<usize> {
                (0..=word.len())
                    .filter(|&n| automaton.run(&word[..n]) == Some(state))
                    .collect()
            };
            let fails = |word: &Word, from: usize| {
                (from..=word.len()).any(|n| automaton.accepts(&word[..n]))
            };
            let visited = runs.iter().any(|word| !visits(word).is_empty());
            let caught = runs
                .iter()
                .all(|word| visits(word).into_iter().all(|from| fails(word, from)));
            let expected = automaton.is_accepting(state) || (visited && caught);
            assert_eq!(
                doom[state], expected,
                "state {state}, runs {runs:?}, failing {failing:?}"
            );
            both[usize::from(expected && !automaton.is_accepting(state))] += 1;
        }
    }
    assert!(
        both.iter().all(|&n| n > 50),
        "both answers are common: {both:?}"
    );
}

/// The letters the other way round.
fn renamed(words: &BTreeSet<Word>) -> Vec<Word> {
    words
        .iter()
        .map(|word| word.iter().map(|letter| 1 - letter).collect())
        .collect()
}

#[test]
fn without_the_runs_only_accepting_states_are_doomed() {
    let failing = automaton(&["a", "x"], &["ax", "aax"]);
    let doom = doomed(&failing, None);
    assert!((0..failing.states()).all(|state| doom[state] == failing.is_accepting(state)));
}

fn up_to(automaton: &PartialDfa, length: usize) -> PartialDfa {
    PartialDfa::longer_than(automaton.alphabet().clone(), length)
}

fn text(automaton: &PartialDfa, length: usize) -> Vec<String> {
    automaton
        .words(length)
        .map(|word| automaton.alphabet().text(&word).replace(' ', ""))
        .collect()
}

#[test]
fn repeated_events_become_a_loop_with_one_conjectured_edge() {
    let exact = automaton(&["g", "x"], &["x", "gx", "ggx"]);
    let folded = generalise(&exact, &up_to(&exact, 3)).expect("there is something to fold");
    assert_eq!(folded.states(), 2);
    assert_eq!(text(&folded, 5), ["x", "gx", "ggx", "gggx", "ggggx"]);
    let marks: Vec<(usize, Mark)> = folded
        .edges()
        .map(|edge| (edge.letter, edge.mark))
        .collect();
    assert_eq!(marks, [(0, Mark::Conjectured), (1, Mark::Enumerated)]);
}

#[test]
fn what_ends_within_the_bounds_is_not_taken_for_a_loop() {
    let exact = automaton(&["g", "x"], &["x", "gx", "ggx"]);
    assert_eq!(generalise(&exact, &up_to(&exact, 4)), None);
    assert_eq!(
        generalise(&exact, &PartialDfa::empty(exact.alphabet().clone())),
        None
    );
}

#[test]
fn two_loops_are_found_from_two_bounds_one_after_the_other() {
    let language = |bound: usize| {
        let words = (0..=bound)
            .flat_map(|i| (0..=bound).map(move |j| "a".repeat(i) + &"bc".repeat(j) + "x"));
        let words: Vec<String> = words.collect();
        automaton(
            &["a", "b", "c", "x"],
            &words.iter().map(String::as_str).collect::<Vec<_>>(),
        )
    };
    let (two, three) = (language(2), language(3));
    let known = growth(&two, &three).expect("the third turn adds words");
    assert_eq!(known, 4);
    let folded = generalise(&three, &up_to(&three, known)).expect("there is something to fold");
    // a* (bc)* x
    assert_eq!(folded.states(), 4);
    assert!(text(&folded, 9).contains(&"aaaabcbcx".to_owned()));
    assert_eq!(
        folded
            .edges()
            .filter(|edge| edge.mark == Mark::Conjectured)
            .count(),
        2,
        "one a loop"
    );
    assert_eq!(growth(&three, &three), None);
}

#[test]
fn runs_that_were_cut_leave_open_only_what_they_could_have_become() {
    // Two branches: one loop was cut after its third turn, the other way ends for good.
    let exact = automaton(&["a", "b", "x"], &["x", "ax", "aax", "aaax", "bx", "bbx"]);
    let cut = automaton(&["a", "b", "x"], &["aaaa"]).extended();
    let folded = generalise(&exact, &cut).expect("there is something to fold");
    assert!(text(&folded, 7).contains(&"aaaaax".to_owned()));
    assert!(!text(&folded, 7).contains(&"bbbx".to_owned()));
    assert!(!text(&folded, 7).contains(&"abx".to_owned()));
}

#[test]
fn a_generalisation_never_contradicts_a_word_that_is_known() {
    let mut random = Random::seeded(3);
    let mut folded_at_all = 0;
    for round in 0..400 {
        let longest = 2 + random.below(4);
        let words = random_words(&mut random, 2, if round % 2 == 0 { 6 } else { 20 }, longest);
        let exact = PartialDfa::of_words(alphabet(&["a", "b"]), words.iter().cloned());
        let cut = random_words(&mut random, 2, 3, 4);
        let unknown = match random.below(3) {
            0 => up_to(&exact, longest),
            1 => PartialDfa::of_words(alphabet(&["a", "b"]), cut).extended(),
            _ => PartialDfa::of_words(alphabet(&["a", "b"]), cut)
                .extended()
                .union(&up_to(&exact, longest)),
        };
        let Some(folded) = generalise(&exact, &unknown) else {
            continue;
        };
        folded_at_all += 1;
        assert!(folded.states() <= exact.states());
        for word in PartialDfa::everything(exact.alphabet().clone()).words(longest + 3) {
            let known = words.contains(&word) || !unknown.accepts(&word);
            assert!(
                !known || folded.accepts(&word) == words.contains(&word),
                "{word:?} in {words:?}"
            );
        }
        let found = folded
            .clone()
            .keeping(|edge| edge.mark != Mark::Conjectured);
        assert!(
            found.words(usize::MAX).all(|word| words.contains(&word)),
            "unmarked edges go beyond what was found"
        );
        assert!(
            folded.same_language(&found)
                || folded.edges().any(|edge| edge.mark == Mark::Conjectured)
        );
    }
    assert!(folded_at_all > 50, "{folded_at_all} of 400");
}

#[test]
fn loops_of_random_automata_are_found_again_where_the_bound_is_long_enough() {
    // With the sink there is a state more, and within twice as many letters as states all differences show.
    let mut random = Random::seeded(4);
    let mut found = 0;
    for _ in 0..200 {
        let machine = random_automaton(&mut random);
        let states = machine.states();
        let bound = 2 * states + 2;
        let exact = PartialDfa::of_words(machine.alphabet().clone(), machine.words(bound));
        match generalise(&exact, &up_to(&exact, bound)) {
            Some(folded) => {
                assert_eq!(folded.separating_word(&machine), None);
                found += 1;
            }
            None => assert!(machine.longest_word().is_some() || machine.is_empty()),
        }
    }
    assert!(found > 50, "{found} of 200");
}

fn random_automaton(random: &mut Random) -> PartialDfa {
    let states = 1 + random.below(3);
    let mut edges = Vec::new();
    for from in 0..states {
        for letter in 0..2 {
            if random.below(3) > 0 {
                edges.push(model::dfa::Edge {
                    from,
                    letter,
                    to: random.below(states),
                    mark: Mark::Enumerated,
                });
            }
        }
    }
    let accepting = (0..states).map(|_| random.below(2) == 0).collect();
    PartialDfa::new(alphabet(&["a", "b"]), 0, accepting, edges)
        .expect("the table is deterministic")
        .minimised()
}
