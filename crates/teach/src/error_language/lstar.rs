//! The paper's method (sections 4 and 6): a learner asks for words and proposes automata.
//!
//! A membership question follows the runs that show the word and no other; a conjecture is compared with all runs within
//! the bounds until one contradicts it. As published: words that do not end in a failure, or hold one before, are
//! answered without running anything, and so are words that control flow cannot show (section 4.1); runs that end are
//! traps for words that no run shows (Fig. 6); answers are kept from one bound to the next where they hold there, too
//! (section 6.1). Different here: one process and one solver answer everything, where the paper starts CBMC for each
//! question.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use base::{Budget, StopReason};
use learn::{
    BoundedOracle, Conformance, Difference, EquivalenceOracle, Failing, Found, Keeping, Kept,
    LStar, ObservationTree, learn_language,
};
use mc::language::Goal;
use model::Moore;
use model::dfa::{Alphabet, Nfa, PartialDfa};
use smt::{Solver, Terms};
use step::events::{Bounds, End, Given, Run, Subject, Visitor, control_flow, runs};

use super::bounded::Teaching;
use super::enumerate::Last;
use super::{Language, Standing};

/// What holds whatever the bounds are, as long as letters mean the same.
#[derive(Default)]
pub(super) struct Remembered {
    alphabet: Option<Alphabet>,
    kept: Kept,
}

impl Remembered {
    /// Greater bounds may find further failures, which are letters.
    fn about(&mut self, alphabet: &Alphabet) -> &mut Kept {
        if self.alphabet.as_ref() != Some(alphabet) {
            *self = Self {
                alphabet: Some(alphabet.clone()),
                kept: Kept::default(),
            };
        }
        &mut self.kept
    }
}

/// Learns the language within bounds from questions alone.
pub(super) fn learn(
    teaching: &mut Teaching<'_>,
    bounds: &Bounds,
    unknown: &PartialDfa,
    language: &mut Language,
) {
    let flow = flow(teaching.subject, teaching.options.goal, language);
    let mut asked = 0;
    let oracle = Oracle {
        subject: teaching.subject,
        terms: &teaching.terms,
        goal: teaching.options.goal,
        solver: &mut *teaching.solver,
        budget: teaching.budget,
        bounds,
        alphabet: &language.alphabet,
        lasts: &language.lasts,
        answers: BTreeMap::new(),
        asked: &mut asked,
    };
    let keeping = Keeping::new(teaching.remembered.about(&language.alphabet), oracle);
    let mut teacher = Failing::new(keeping, language.lasts.values().copied()).within(flow);
    if let Some(letters) = bounds.letters {
        teacher = teacher.no_longer_than(letters + 1);
    }
    let mut learner = LStar::angluin(language.alphabet.len(), ObservationTree::default());
    let (budget, progress) = (teaching.budget, teaching.progress);
    let alphabet = &language.alphabet;
    let learned = learn_language(alphabet, &mut learner, &mut teacher, budget, progress);
    teaching.counts.membership += learned.counts.questions;
    teaching.counts.membership_spared += learned.counts.questions.saturating_sub(asked);
    teaching.counts.conjectures += learned.conjectures;
    match learned.automaton {
        Ok(automaton) => {
            if let Some(why) = spurious(&automaton, unknown, language) {
                language.standing = Standing::Partial(StopReason::Limit(why));
            }
            language.automaton = automaton;
        }
        Err(reason) => language.standing = Standing::Partial(reason),
    }
}

/// Soundness: the published method may accept words that no run shows (the paper's eq. 6).
fn spurious(automaton: &PartialDfa, unknown: &PartialDfa, language: &Language) -> Option<String> {
    let beyond = automaton.difference(&language.within).difference(unknown);
    let word = language.alphabet.text(&beyond.shortest_word()?);
    Some(format!(
        "the learned automaton has words that no run shows, such as {word}"
    ))
}

/// Words that control flow allows, the failing letters included.
fn flow(subject: &Subject, goal: Goal, language: &Language) -> PartialDfa {
    let flow = control_flow(subject);
    let mut words = Nfa::new(language.alphabet.clone());
    (0..flow.points).for_each(|_| {
        words.add_state(true);
    });
    let last = words.add_state(true);
    words.start_at(0);
    flow.steps
        .iter()
        .for_each(|&(from, letter, to)| words.add_step(from, letter, to));
    match goal {
        Goal::Failures => {
            for (at, failure, place) in &flow.failures {
                let is_it = |known: &Last| match known {
                    Last::Failure { place: there, what } => {
                        what == failure && place.as_ref().is_none_or(|place| place == there)
                    }
                    Last::End => false,
                };
                let letters = language.lasts.iter().filter(|(known, _)| is_it(known));
                letters.for_each(|(_, &letter)| words.add_step(*at, Some(letter), last));
            }
        }
        Goal::Ends => {
            if let Some(&letter) = language.lasts.get(&Last::End) {
                flow.ends
                    .iter()
                    .for_each(|&at| words.add_step(at, Some(letter), last));
            }
        }
    }
    words.determinise()
}

struct Oracle<'a> {
    subject: &'a Subject,
    terms: &'a Terms,
    goal: Goal,
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
    bounds: &'a Bounds,
    alphabet: &'a Alphabet,
    lasts: &'a BTreeMap<Last, usize>,
    /// Whether words are shown within these bounds: traps are asked about the same words again and again.
    answers: BTreeMap<Vec<usize>, bool>,
    /// Words of the learner that runs were followed for.
    asked: &'a mut usize,
}

impl Oracle<'_> {
    /// Whether a run within the bounds shows a word.
    fn shows(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        if let Some(&known) = self.answers.get(word) {
            return Ok(known);
        }
        let mut looking = Looking {
            goal: self.goal,
            lasts: self.lasts,
            word,
            found: None,
            lost: None,
        };
        runs(
            self.subject,
            self.terms,
            self.bounds,
            self.budget,
            self.solver,
            &mut looking,
        )?;
        let shown = match (looking.found.is_some(), looking.lost) {
            (true, _) => true,
            (false, Some(reason)) => return Err(reason),
            (false, None) => false,
        };
        self.answers.insert(word.to_vec(), shown);
        Ok(shown)
    }

    /// The first thing that is wrong with a conjecture (section 4.2).
    fn contradiction(
        &mut self,
        conjecture: &Moore<bool>,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        let automaton = PartialDfa::of_machine(self.alphabet.clone(), conjecture);
        let mut comparing = Comparing {
            goal: self.goal,
            lasts: self.lasts,
            automaton: &automaton,
            missing: None,
            trapped: Vec::new(),
            lost: None,
        };
        runs(
            self.subject,
            self.terms,
            self.bounds,
            self.budget,
            self.solver,
            &mut comparing,
        )?;
        let (missing, trapped, lost) = (comparing.missing, comparing.trapped, comparing.lost);
        if missing.is_some() {
            return Ok(missing);
        }
        if let Some(reason) = lost {
            return Err(reason);
        }
        for prefix in trapped {
            if let Some(spurious) = self.spurious(&automaton, &prefix)? {
                return Ok(Some(spurious));
            }
        }
        Ok(None)
    }

    /// A word that a conjecture accepts beyond the end of a run, and that no run shows (Fig. 6).
    fn spurious(
        &mut self,
        automaton: &PartialDfa,
        prefix: &[usize],
    ) -> Result<Option<Vec<usize>>, StopReason> {
        let longest = self
            .bounds
            .letters
            .map_or(prefix.len() + automaton.states(), |most| most + 1);
        let begins = |word: &Vec<usize>| !word.is_empty() && word.starts_with(prefix);
        let words: Vec<Vec<usize>> = automaton
            .words(longest)
            .filter(begins)
            .take(MOST_TRAPPED)
            .collect();
        for word in words {
            if !self.shows(&word)? {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }
}

/// Words beyond the end of one run that are looked at.
const MOST_TRAPPED: usize = 50;

impl BoundedOracle for Oracle<'_> {
    fn find(&mut self, word: &[usize]) -> Result<Found, StopReason> {
        *self.asked += 1;
        self.shows(word).map(|shown| {
            if shown {
                Found::Run
            } else {
                Found::NoRunWithin
            }
        })
    }
}

impl EquivalenceOracle<bool, ()> for Oracle<'_> {
    fn compare(&mut self, conjecture: &Moore<bool>) -> Conformance<()> {
        match self.contradiction(conjecture) {
            Ok(Some(word)) => Conformance::Differs(Difference::Word(word)),
            Ok(None) => Conformance::Conforms(()),
            Err(reason) => Conformance::Inconclusive(reason),
        }
    }
}

/// What a run ends with, as a letter.
fn last_of(run: &Run, goal: Goal, lasts: &BTreeMap<Last, usize>) -> Option<usize> {
    match (&run.end, goal) {
        (End::Failed { what, place }, Goal::Failures) => lasts
            .get(&Last::Failure {
                place: place.clone(),
                what: what.clone(),
            })
            .copied(),
        (End::Ended, Goal::Ends) => lasts.get(&Last::End).copied(),
        _ => None,
    }
}

fn lost(run: &Run) -> Option<StopReason> {
    match &run.end {
        End::Unknown(reason) => Some(reason.clone()),
        _ => None,
    }
}

/// Inputs with which a program shows a word, with larger and larger bounds on loops; `None` if none were found.
pub(super) fn inputs_for(
    teaching: &mut Teaching<'_>,
    lasts: &BTreeMap<Last, usize>,
    word: &[usize],
) -> Option<(Vec<Given>, bool)> {
    [2, 4, 8, 16, 32, 64, 128]
        .into_iter()
        .find_map(|iterations| {
            let bounds = Bounds {
                iterations: Some(iterations),
                letters: Some(word.len()),
                ..Bounds::default()
            };
            let mut looking = Looking {
                goal: teaching.options.goal,
                lasts,
                word,
                found: None,
                lost: None,
            };
            let (subject, terms) = (teaching.subject, &teaching.terms);
            runs(
                subject,
                terms,
                &bounds,
                teaching.budget,
                &mut *teaching.solver,
                &mut looking,
            )
            .ok()?;
            looking.found
        })
}

/// Looks for one word.
struct Looking<'a> {
    goal: Goal,
    lasts: &'a BTreeMap<Last, usize>,
    word: &'a [usize],
    /// Inputs that show it, and whether they rest on what is left open.
    found: Option<(Vec<Given>, bool)>,
    lost: Option<StopReason>,
}

impl Visitor for Looking<'_> {
    fn follows(&mut self, word: &[usize]) -> bool {
        self.word[..self.word.len() - 1].starts_with(word)
    }

    fn ended(&mut self, run: Run) -> ControlFlow<()> {
        if let Some(reason) = lost(&run) {
            self.lost.get_or_insert(reason);
        }
        let (&last, before) = self
            .word
            .split_last()
            .expect("the empty word is answered without a run");
        if run.inputs.is_some()
            && run.word == before
            && last_of(&run, self.goal, self.lasts) == Some(last)
        {
            let open = run.open;
            self.found = run.inputs.map(|inputs| (inputs, open));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Compares a conjecture with all runs.
struct Comparing<'a> {
    goal: Goal,
    lasts: &'a BTreeMap<Last, usize>,
    automaton: &'a PartialDfa,
    /// A word of a run that the conjecture does not accept.
    missing: Option<Vec<usize>>,
    /// Words of runs that ended otherwise, from which the conjecture accepts more.
    trapped: Vec<Vec<usize>>,
    lost: Option<StopReason>,
}

impl Visitor for Comparing<'_> {
    fn ended(&mut self, run: Run) -> ControlFlow<()> {
        if let Some(reason) = lost(&run) {
            self.lost.get_or_insert(reason);
        }
        match last_of(&run, self.goal, self.lasts) {
            Some(last) => {
                let word = [run.word, vec![last]].concat();
                if !self.automaton.accepts(&word) {
                    self.missing = Some(word);
                    return ControlFlow::Break(());
                }
            }
            None if self.automaton.run(&run.word).is_some() => self.trapped.push(run.word),
            None => {}
        }
        ControlFlow::Continue(())
    }
}
