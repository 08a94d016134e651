//! The language of error ("Learning the Language of Error", Chapman et al., ATVA 2015, doi 10.1007/978-3-319-24953-7_9): all words of events on
//! which a program fails, as one automaton.
//!
//! The default here is exact where the paper learns: within the bounds every run is followed, the words of those that
//! fail are all the words there are, and their minimal automaton is the same on every machine ([`enumerate`]). A second
//! step looks beyond the bounds: the program's states are divided into finitely many blocks with exact moves
//! ([`mc::language`]); where that succeeds, and `cert` agrees, the automaton holds for runs of every length. Where it does
//! not, loops are conjectured from the words, and marked so. The paper's method itself is [`lstar`].

mod bounded;
mod enumerate;
mod joined;
mod lstar;
mod prove;
mod safe;

use std::collections::BTreeMap;
use std::rc::Rc;

use base::{Budget, Failure, Place, Progress, StopReason};
use cert::{Checked, Proof, Rejection};
use mc::language::Goal;
use model::dfa::{Alphabet, PartialDfa};
use smt::{Config, Terms, chain};
use step::events::{End, Given, Subject};

use self::enumerate::Last;

/// With more runs than this, paths that meet again are joined, unless somebody asks for another number.
pub const MOST_APART: usize = 2_000;

/// What to learn, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the words end with.
    pub goal: Goal,
    /// How.
    pub engine: Engine,
    /// The bound on iterations and nested calls; searched for if none is given.
    pub bound: Option<usize>,
    /// The greatest bound that is tried; while there is time if none is given.
    pub most: Option<usize>,
    /// The bound on the length of words, the failure not counted; searched for, or left open, if none is given.
    pub letters: Option<usize>,
    /// The greatest bound on the length of words.
    pub most_letters: usize,
    /// Whether loops are conjectured and proved beyond the bounds.
    pub beyond: bool,
    /// The most runs that are followed one by one; with more, paths that meet again are joined.
    pub most_apart: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            goal: Goal::Failures,
            engine: Engine::Exact,
            bound: None,
            most: None,
            letters: None,
            most_letters: 200,
            beyond: true,
            most_apart: MOST_APART,
        }
    }
}

/// How a language is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Every run within the bounds is followed.
    Exact,
    /// The paper's: words and conjectures are asked for.
    LStar,
}

/// A word, and what makes the program show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Letters of [`Language::alphabet`], the last one the failure or the end.
    pub word: Vec<usize>,
    /// What the program must be given.
    pub inputs: Vec<Given>,
    /// Whether it takes a certain choice of what is left open.
    pub open: bool,
}

/// Undefined behaviour that was met on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    /// Which kind.
    pub kind: base::Undefined,
    /// Where.
    pub place: Place,
    /// The events before it.
    pub word: Vec<usize>,
    /// What the program must be given.
    pub inputs: Vec<Given>,
}

/// What is known of the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The automaton is exact for runs of every length.
    Proved,
    /// It is exact within the bounds; why not beyond.
    Bounded(StopReason),
    /// Not even within the bounds: its words are real, but there may be others.
    Partial(StopReason),
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Runs that were followed to their end.
    pub runs: usize,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// Membership questions of a learner.
    pub membership: usize,
    /// Those that were answered without running anything.
    pub membership_spared: usize,
    /// Conjectures.
    pub conjectures: usize,
    /// Pairs of bounds that were tried.
    pub rounds: usize,
}

/// A program's language.
#[derive(Clone, Debug)]
pub struct Language {
    /// The events, then what words end with.
    pub alphabet: Alphabet,
    /// Which of them words end with.
    lasts: BTreeMap<Last, usize>,
    /// The automaton to be shown.
    pub automaton: PartialDfa,
    /// The words within the bounds alone.
    pub within: PartialDfa,
    /// All words that the program can begin with within the bounds, whatever comes of it; none if there are too many.
    pub alive: Option<PartialDfa>,
    /// A witness for each word within the bounds, the shortest first.
    pub words: Vec<Witness>,
    /// Short words of the automaton that no inputs were found for.
    pub unwitnessed: Vec<Vec<usize>>,
    /// Undefined behaviour.
    pub undefined: Vec<Undefined>,
    /// The bound on iterations.
    pub bound: usize,
    /// The bound on the length of words, if there was one.
    pub letters: Option<usize>,
    /// What is known.
    pub standing: Standing,
    /// What it cost.
    pub counts: Counts,
    /// Whether a run came to an end of its own within the bounds.
    pub has_ends: bool,
    /// Whether nothing undefined happens, failures apart, on the runs that are claimed of.
    pub defined: bool,
    /// Whether runs were cut short because their words were too long.
    pub cut_by_length: bool,
    /// The events of runs that went on beyond the bounds: what such runs do later was not looked at.
    pub beyond: Vec<Vec<usize>>,
    /// What proves it, if it is proved.
    pub proof: Option<Proof>,
}

impl Language {
    /// How words fail that end with a letter.
    pub fn failure_of(&self, letter: usize) -> Option<&Failure> {
        let last = self.lasts.iter().find(|(_, number)| **number == letter);
        match last?.0 {
            Last::Failure { what, .. } => Some(what),
            Last::End => None,
        }
    }

    /// The letter of words that end so.
    pub fn last_of(&self, end: &End) -> Option<usize> {
        match end {
            End::Failed { what, place } => self
                .lasts
                .get(&Last::Failure {
                    place: place.clone(),
                    what: what.clone(),
                })
                .copied(),
            End::Ended => self.lasts.get(&Last::End).copied(),
            End::Undefined { .. } | End::Discarded | End::Beyond { .. } | End::Unknown(_) => None,
        }
    }
}

/// The words that an accepted proof is about.
#[derive(Clone, Debug)]
pub struct ByProof {
    /// The words.
    pub words: PartialDfa,
    /// How much was checked.
    pub checked: Checked,
    /// Whether nothing undefined happens.
    pub defined: bool,
}

/// Checks a proof of the words of a program again, and says which words these are.
pub fn words_by(
    proof: &Proof,
    subject: &Rc<Subject>,
    goal: Goal,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<ByProof, Rejection> {
    let options = Options {
        goal,
        ..Options::default()
    };
    teaching(subject, &options, budget, progress).words_by(proof)
}

/// Learns the language of a program.
pub fn learn_language(
    subject: &Rc<Subject>,
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
) -> Language {
    teaching(subject, options, budget, progress).learn()
}

fn teaching<'a>(
    subject: &'a Rc<Subject>,
    options: &'a Options,
    budget: &'a Budget,
    progress: &'a dyn Progress,
) -> bounded::Teaching<'a> {
    let terms = Terms::new();
    terms.obey(budget);
    let solver = chain(&terms, Config::default());
    bounded::Teaching {
        subject,
        options,
        terms,
        solver,
        joiner: None,
        budget,
        progress,
        counts: Counts::default(),
        remembered: Default::default(),
        at_once: bounded::AT_ONCE,
        seen: None,
        joined_words: false,
        unproved: None,
        safety: None,
    }
}
