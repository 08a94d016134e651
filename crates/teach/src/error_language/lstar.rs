//! The paper's method (sections 4 and 6): a learner asks for words and proposes automata.
//!
//! A membership question follows the runs that show the word and no other; a conjecture is compared with all runs within
//! the bounds until one contradicts it. As published: words that do not end in a failure, or hold one before, are
//! answered without running anything, and so are words that control flow cannot show (section 4.1); runs that end are
//! traps for words that no run shows (Fig. 6); answers are kept from one bound to the next where they hold there, too
//! (section 6.1). Different here: one process and one solver answer everything, where the paper starts CBMC for each
//! question.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use base::{Budget, Progress, StopReason};
use learn::{
    Conclusion, Conformance, Difference, EquivalenceOracle, LStar, MembershipOracle, ObservationTree, learn_from,
};
use mc::language::Goal;
use model::Moore;
use model::dfa::{Alphabet, Nfa, PartialDfa};
use smt::{Solver, Terms};
use step::events::{Bounds, End, Given, Run, Subject, Visitor, control_flow, runs};

use super::bounded::Teaching;
use super::enumerate::Last;
use super::{Counts, Language, Standing};

/// What holds whatever the bounds are.
#[derive(Default)]
pub(super) struct Kept {
    /// Words that a run shows.
    shown: BTreeSet<Vec<usize>>,
}

/// Learns the language within bounds from questions alone.
pub(super) fn learn(teaching: &mut Teaching<'_>, bounds: &Bounds, unknown: &PartialDfa, language: &mut Language) {
    let flow = flow(teaching.subject, teaching.options.goal, language);
    let mut oracle = Oracle {
        subject: teaching.subject,
        terms: &teaching.terms,
        goal: teaching.options.goal,
        solver: &mut *teaching.solver,
        budget: teaching.budget,
        bounds,
        alphabet: &language.alphabet,
        lasts: &language.lasts,
        flow,
        kept: &mut teaching.kept,
        refuted: BTreeSet::new(),
        counts: &mut teaching.counts,
    };
    let mut learner = LStar::angluin(language.alphabet.len(), ObservationTree::default());
    let learned = oracle.teach(&mut learner, teaching.progress);
    match learned {
        Ok(automaton) => {
            // Soundness: the published method may accept words that no run shows (the paper's eq. 6).
            let spurious = automaton.difference(&language.within).difference(unknown).shortest_word();
            if let Some(word) = spurious {
                let word = language.alphabet.text(&word);
                let why = format!("the learned automaton has words that no run shows, such as {word}");
                language.standing = Standing::Partial(StopReason::Limit(why));
            }
            language.automaton = automaton;
        }
        Err(reason) => language.standing = Standing::Partial(reason),
    }
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
    flow.steps.iter().for_each(|&(from, letter, to)| words.add_step(from, letter, to));
    match goal {
        Goal::Failures => {
            for (at, what, place) in flow.failures {
                if let Some(&letter) = language.lasts.get(&Last::Failure { place, what }) {
                    words.add_step(at, Some(letter), last);
                }
            }
        }
        Goal::Ends => {
            if let Some(&letter) = language.lasts.get(&Last::End) {
                flow.ends.iter().for_each(|&at| words.add_step(at, Some(letter), last));
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
    flow: PartialDfa,
    kept: &'a mut Kept,
    /// Words that no run within these bounds shows.
    refuted: BTreeSet<Vec<usize>>,
    counts: &'a mut Counts,
}

impl Oracle<'_> {
    fn is_last(&self, letter: usize) -> bool {
        self.lasts.values().any(|&last| last == letter)
    }
}

impl Oracle<'_> {
    fn teach(&mut self, learner: &mut LStar<bool>, progress: &dyn Progress) -> Result<PartialDfa, StopReason> {
        let budget = self.budget.clone();
        match learn_from(learner, self, &budget, progress).conclusion {
            Conclusion::Conforms { model, evidence: () } => Ok(PartialDfa::of_machine(self.alphabet.clone(), &model)),
            Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason } => Err(reason),
        }
    }

    /// The answers that need no run (section 4.1); none if one must be asked for.
    fn known(&self, word: &[usize]) -> Option<bool> {
        let Some((&last, before)) = word.split_last() else { return Some(false) };
        let too_long = self.bounds.letters.is_some_and(|most| before.len() > most);
        if !self.is_last(last) || before.iter().any(|&letter| self.is_last(letter)) || too_long {
            return Some(false);
        }
        if self.kept.shown.contains(word) {
            return Some(true);
        }
        (self.refuted.contains(word) || self.flow.run(word).is_none()).then_some(false)
    }

    /// Whether a run within the bounds shows a word.
    fn asked(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        if let Some(known) = self.known(word) {
            self.counts.membership_spared += 1;
            return Ok(known);
        }
        let mut looking = Looking { goal: self.goal, lasts: self.lasts, word, found: None, lost: None };
        runs(self.subject, self.terms, self.bounds, self.budget, self.solver, &mut looking)?;
        match (looking.found.is_some(), looking.lost) {
            (true, _) => self.kept.shown.insert(word.to_vec()),
            (false, Some(reason)) => return Err(reason),
            (false, None) => self.refuted.insert(word.to_vec()),
        };
        Ok(self.kept.shown.contains(word))
    }

    /// The first thing that is wrong with a conjecture (section 4.2).
    fn contradiction(&mut self, conjecture: &Moore<bool>) -> Result<Option<Vec<usize>>, StopReason> {
        let automaton = PartialDfa::of_machine(self.alphabet.clone(), conjecture);
        if let Some(word) = automaton.difference(&self.flow).shortest_word() {
            return Ok(Some(word));
        }
        let mut comparing = Comparing {
            goal: self.goal,
            lasts: self.lasts,
            automaton: &automaton,
            missing: None,
            trapped: Vec::new(),
            lost: None,
        };
        runs(self.subject, self.terms, self.bounds, self.budget, self.solver, &mut comparing)?;
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
    fn spurious(&mut self, automaton: &PartialDfa, prefix: &[usize]) -> Result<Option<Vec<usize>>, StopReason> {
        let longest = self.bounds.letters.map_or(prefix.len() + automaton.states(), |most| most + 1);
        let begins = |word: &Vec<usize>| word.starts_with(prefix);
        let words: Vec<Vec<usize>> = automaton.words(longest).filter(begins).take(MOST_TRAPPED).collect();
        for word in words {
            if !self.asked(&word)? {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }
}

/// Words beyond the end of one run that are looked at.
const MOST_TRAPPED: usize = 50;

impl MembershipOracle<bool> for Oracle<'_> {
    fn answer(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        self.counts.membership += 1;
        self.asked(word)
    }
}

impl EquivalenceOracle<bool, ()> for Oracle<'_> {
    fn compare(&mut self, conjecture: &Moore<bool>) -> Conformance<()> {
        self.counts.conjectures += 1;
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
        (End::Failed { what, place }, Goal::Failures) => {
            lasts.get(&Last::Failure { place: place.clone(), what: what.clone() }).copied()
        }
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
) -> Option<Vec<Given>> {
    [2, 4, 8, 16, 32].into_iter().find_map(|iterations| {
        let bounds = Bounds { iterations: Some(iterations), letters: Some(word.len()) };
        let mut looking = Looking { goal: teaching.options.goal, lasts, word, found: None, lost: None };
        let (subject, terms) = (teaching.subject, &teaching.terms);
        runs(subject, terms, &bounds, teaching.budget, &mut *teaching.solver, &mut looking).ok()?;
        looking.found
    })
}

/// Looks for one word.
struct Looking<'a> {
    goal: Goal,
    lasts: &'a BTreeMap<Last, usize>,
    word: &'a [usize],
    /// Inputs that show it.
    found: Option<Vec<Given>>,
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
        let (&last, before) = self.word.split_last().expect("the empty word is answered without a run");
        if run.inputs.is_some() && run.word == before && last_of(&run, self.goal, self.lasts) == Some(last) {
            self.found = run.inputs;
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
