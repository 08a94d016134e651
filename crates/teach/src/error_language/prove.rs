//! Beyond all bounds: an exact division of the program's states, checked, read as an automaton.

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, StopReason};
use cert::language::{Claim, To, check_all_runs, check_language, check_ruled_out, stays_defined};
use cert::{Blocks, Checked, Proof, Rejection};
use mc::language::{Goal, exact_blocks};
use model::dfa::{Alphabet, Letter, Mark, Nfa, PartialDfa};
use smt::Term;
use step::events::{Division, Does, EventSystem, Subject, event_system};

use super::bounded::Teaching;
use super::enumerate::{Found, Last};
use super::{ByProof, Language, Standing, Witness, lstar};

/// Sets of states that are looked at before a proof is given up.
const MOST_BLOCKS: usize = 3_000;

/// The part of what is left of the budget that a proof may take.
const SHARE: u32 = 3;

/// Replaces the automaton by one that holds for runs of every length, or says why there is none.
pub(super) fn prove(
    teaching: &mut Teaching<'_>,
    language: &mut Language,
) -> Result<(), StopReason> {
    let budget = teaching.budget.share(SHARE);
    teaching.terms.obey(&budget);
    let proved = prove_within(teaching, language, &budget);
    teaching.terms.obey(teaching.budget);
    proved?;
    witness(teaching, language);
    Ok(())
}

fn prove_within(
    teaching: &mut Teaching<'_>,
    language: &mut Language,
    budget: &Budget,
) -> Result<(), StopReason> {
    let division = Division::default();
    let system = event_system(teaching.subject, &teaching.terms, &division, budget);
    let around = (budget, teaching.progress);
    let goal = teaching.options.goal;
    let claim = exact_blocks(&system, goal, &mut *teaching.solver, MOST_BLOCKS, around)?;
    let mut fresh = smt::for_checker(&teaching.terms, budget);
    check_language(&system, &claim, ending(goal), &mut fresh, budget).map_err(refused)?;
    let proof = Proof::Blocks(Blocks::new(&system, &claim));
    language.defined =
        teaching.subject.undefined_fails() && stays_defined(&system, &claim, &mut fresh, budget);
    if ends_nowhere(&claim) {
        return Err(without_end(language));
    }
    let lasts = &mut language.lasts;
    let (alphabet, automaton) = automaton(
        teaching.subject,
        &system,
        &claim,
        goal,
        &language.alphabet,
        lasts,
    );
    // Soundness: both are exact, so one must hold the other.
    if let Some(missing) = language.words.iter().find(|w| !automaton.accepts(&w.word)) {
        let word = language.alphabet.text(&missing.word);
        return Err(StopReason::Limit(format!(
            "a proof was found that leaves out a word of a run: {word}"
        )));
    }
    language.alphabet = alphabet;
    language.automaton = automaton;
    language.standing = Standing::Proved;
    language.proof = Some(proof);
    // What runs within the bounds do says nothing of what is inevitable for longer ones.
    language.alive = None;
    Ok(())
}

/// Why nothing is said by a proof of a program that never comes to its end.
fn without_end(language: &Language) -> StopReason {
    let why = match language.undefined.is_empty() {
        false => "every run ends in undefined behaviour",
        true => "no run fulfils what the program assumes",
    };
    StopReason::Limit(why.to_owned())
}

/// The words through blocks that a certificate claims, if it is right.
pub(super) fn words_by_blocks(
    teaching: &mut Teaching<'_>,
    blocks: &Blocks,
) -> Result<ByProof, Rejection> {
    let division = blocks.division();
    let system = event_system(
        teaching.subject,
        &teaching.terms,
        &division,
        teaching.budget,
    );
    let claim = blocks
        .claim(&system)
        .map_err(|why| Rejection::Wrong(why.to_string()))?;
    let mut fresh = smt::for_checker(&teaching.terms, teaching.budget);
    let goal = ending(teaching.options.goal);
    let checked = check_language(&system, &claim, goal, &mut fresh, teaching.budget)?;
    if ends_nowhere(&claim) {
        return Err(Rejection::Wrong("no run comes to an end".to_owned()));
    }
    let events = Found::new().alphabet(teaching.subject).0;
    let lasts = &mut BTreeMap::new();
    let (_, words) = automaton(
        teaching.subject,
        &system,
        &claim,
        teaching.options.goal,
        &events,
        lasts,
    );
    // Where undefined behaviour is no failure, moves to it are left out of account.
    let defined = teaching.subject.undefined_fails()
        && stays_defined(&system, &claim, &mut fresh, teaching.budget);
    Ok(ByProof {
        words,
        checked,
        defined,
    })
}

/// Whether no run comes to an end of its own, or goes on for ever: there is no circle of moves that states can take.
pub(super) fn ends_nowhere(claim: &Claim) -> bool {
    let ends = claim
        .edges
        .iter()
        .any(|edge| matches!(edge.to, To::End | To::Failure));
    let mut open: BTreeSet<usize> = (0..claim.blocks.len()).collect();
    loop {
        let goes_on = |from: usize| {
            claim.edges.iter().any(|edge| {
                edge.from == from && matches!(edge.to, To::Block(to) if open.contains(&to))
            })
        };
        let done: Vec<usize> = open
            .iter()
            .copied()
            .filter(|&block| !goes_on(block))
            .collect();
        if done.is_empty() {
            return !ends && open.is_empty();
        }
        open.retain(|block| !done.contains(block));
    }
}

/// The words through exact moves. The letters of the language stay where they are; failures that were only now found come
/// behind them.
fn automaton(
    subject: &Subject,
    system: &EventSystem,
    claim: &Claim,
    goal: Goal,
    known: &Alphabet,
    numbers: &mut BTreeMap<Last, usize>,
) -> (Alphabet, PartialDfa) {
    let mut letters: Vec<Letter> = known.letters().to_vec();
    let moves: Vec<_> = claim
        .exact
        .iter()
        .map(|e| (e, system.moves(claim.blocks[e.from].location)))
        .collect();
    let lasts: Vec<Option<Last>> = moves
        .iter()
        .map(|(edge, moves)| last(&moves[edge.number].does, goal))
        .collect();
    for last in lasts.iter().flatten() {
        if !numbers.contains_key(last) {
            numbers.insert(last.clone(), letters.len());
            letters.push(last.letter(subject, &letters));
        }
    }
    let alphabet = Alphabet::new(letters).expect("each letter was given a name of its own");
    let mut words = Nfa::new(alphabet.clone());
    claim.blocks.iter().for_each(|_| {
        words.add_state(false);
    });
    let accepting = words.add_state(true);
    words.start_at(0);
    for ((edge, moves), last) in moves.iter().zip(&lasts) {
        match (&moves[edge.number].does, edge.to, last) {
            (Does::Pass(letter, _), To::Block(to), _) => words.add_step(edge.from, *letter, to),
            (_, _, Some(last)) => words.add_step(edge.from, Some(numbers[last]), accepting),
            _ => {}
        }
    }
    (alphabet, words.determinise().marked(|_| Mark::Proved))
}

/// Where no run goes beyond the bounds and all were followed, the words found are all there are, if `cert` agrees that
/// whatever the program is given one of the runs is taken.
pub(super) fn all_runs(
    teaching: &Teaching<'_>,
    found: &Found,
    budget: &Budget,
) -> Result<Checked, Rejection> {
    let incomplete = || {
        let what = "there are too many runs to check that they are all";
        Rejection::Undecided(StopReason::Limit(what.to_owned()))
    };
    let conditions = found.conditions.as_ref().ok_or_else(incomplete)?;
    let domain: Vec<Term> = found.domain.iter().copied().collect();
    // Soundness: nothing stands in front of the solver that has the last word.
    let mut fresh = smt::for_checker(&teaching.terms, budget);
    let covers = check_all_runs(&teaching.terms, conditions, &domain, &mut fresh)?;
    let mut fresh = smt::for_hard_checker(&teaching.terms, budget);
    let none = check_ruled_out(&found.impossible, &domain, &mut fresh, budget)?;
    Ok(Checked {
        obligations: covers.obligations + none.obligations,
    })
}

pub(super) fn refused(rejection: Rejection) -> StopReason {
    match rejection {
        Rejection::Undecided(reason) => reason,
        wrong => StopReason::Limit(format!("a proof was found and refused: {wrong}")),
    }
}

/// Words whose inputs are looked for.
const WITNESSED: usize = 40;

/// Finds inputs for the shortest words of a language that were not met within the bounds.
fn witness(teaching: &mut Teaching<'_>, language: &mut Language) {
    let longest = language
        .automaton
        .shortest_word()
        .map_or(0, |word| word.len())
        + 2 * language.automaton.states();
    let words: Vec<Vec<usize>> = language.automaton.words(longest).take(WITNESSED).collect();
    for word in words {
        if language.words.iter().any(|w| w.word == word) {
            continue;
        }
        match lstar::inputs_for(teaching, &language.lasts, &word) {
            Some((inputs, open)) => language.words.push(Witness { word, inputs, open }),
            None => language.unwitnessed.push(word),
        }
    }
    language
        .words
        .sort_by(|a, b| (a.word.len(), &a.word).cmp(&(b.word.len(), &b.word)));
}

/// Where moves lead that end a word.
fn ending(goal: Goal) -> To {
    match goal {
        Goal::Failures => To::Failure,
        Goal::Ends => To::End,
    }
}

fn last(does: &Does, goal: Goal) -> Option<Last> {
    match (does, goal) {
        (Does::Fail { what, place }, Goal::Failures) => Some(Last::Failure {
            place: place.clone(),
            what: what.clone(),
        }),
        (Does::End, Goal::Ends) => Some(Last::End),
        _ => None,
    }
}
