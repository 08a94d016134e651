//! All words within bounds, exactly: every run is followed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use base::{Budget, Failure, Place, Progress, StopReason, Undefined as Kind};
use mc::language::Goal;
use model::dfa::{Alphabet, Letter, PartialDfa};
use smt::{Solver, Term, Terms};
use step::events::{Bounds, End, Given, Run, Subject, Visitor, runs};

use super::{Undefined, Witness};

/// More words of all runs than this are not kept.
const MOST_WORDS: usize = 20_000;

/// The conditions of more runs than this are not kept.
const MOST_CONDITIONS: usize = 2_000;

/// What a word ends with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Last {
    Failure { place: Place, what: Failure },
    End,
}

/// What was found within bounds.
pub(super) struct Found {
    /// Inputs for each word, and whether they rest on what is left open.
    pub words: BTreeMap<(Vec<usize>, Last), (Vec<Given>, bool)>,
    /// The first way to each kind of undefined behaviour at each place.
    pub undefined: BTreeMap<(Place, Kind), (Vec<usize>, Vec<Given>)>,
    /// The words of all runs, whatever comes of them.
    pub all: Option<BTreeSet<Vec<usize>>>,
    /// The words with which runs went on beyond the bounds.
    pub beyond: BTreeSet<Vec<usize>>,
    /// Whether one of them was too long.
    pub cut_by_length: bool,
    /// The conditions of all runs, while they are few.
    pub conditions: Option<Vec<Vec<Term>>>,
    /// What holds of all inputs.
    pub domain: BTreeSet<Term>,
    /// What cannot hold together, so that no run was followed which needs it; said where paths are joined.
    pub impossible: Vec<Vec<Term>>,
    /// Why a run could not be followed, or not all were.
    pub lost: Option<StopReason>,
    pub runs: usize,
    /// How many of them came to an end of their own.
    pub ended: usize,
    /// Whether there were runs that an assumption left out.
    pub discarded: bool,
    /// Whether there are more runs, which nobody asked for.
    pub halted: bool,
}

/// Which runs are asked for.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub goal: Goal,
    pub bounds: Bounds,
    pub until: Until,
}

/// When enough runs were seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// When there are no more.
    All,
    /// When there are more than these.
    MoreThan(usize),
    /// When the program is seen to fail, or one run cannot be followed to its end.
    MayFail,
}

impl Found {
    pub fn new() -> Self {
        Self {
            words: BTreeMap::new(),
            undefined: BTreeMap::new(),
            all: Some(BTreeSet::new()),
            beyond: BTreeSet::new(),
            cut_by_length: false,
            conditions: Some(Vec::new()),
            domain: BTreeSet::new(),
            impossible: Vec::new(),
            lost: None,
            runs: 0,
            ended: 0,
            discarded: false,
            halted: false,
        }
    }

    /// The events of the program and everything that words end with.
    pub fn alphabet(&self, subject: &Subject) -> (Alphabet, BTreeMap<Last, usize>) {
        let events = subject
            .program
            .events
            .values()
            .map(|e| Letter::at(&*e.name, e.place.to_string()));
        let mut letters: Vec<Letter> = events.collect();
        let lasts: BTreeSet<&Last> = self.words.keys().map(|(_, last)| last).collect();
        let mut numbers = BTreeMap::new();
        for last in lasts {
            numbers.insert(last.clone(), letters.len());
            letters.push(last.letter(subject, &letters));
        }
        (
            Alphabet::new(letters)
                .expect("events have names of their own, and what words end with, too"),
            numbers,
        )
    }

    pub fn witnesses(&self, numbers: &BTreeMap<Last, usize>) -> Vec<Witness> {
        let word = |(events, last): &(Vec<usize>, Last)| [&events[..], &[numbers[last]]].concat();
        let mut words: Vec<Witness> = self
            .words
            .iter()
            .map(|(key, (inputs, open))| Witness {
                word: word(key),
                inputs: inputs.clone(),
                open: *open,
            })
            .collect();
        words.sort_by(|a, b| (a.word.len(), &a.word).cmp(&(b.word.len(), &b.word)));
        words
    }

    pub fn undefined(&self) -> Vec<Undefined> {
        let mut all = Vec::new();
        for ((place, kind), (word, inputs)) in &self.undefined {
            let place = place.clone();
            all.push(Undefined {
                kind: *kind,
                place,
                word: word.clone(),
                inputs: inputs.clone(),
            });
        }
        all
    }

    /// Why nothing is said by what was found, if no run came to an end of its own and none goes on.
    pub fn is_empty_handed(&self) -> Option<&'static str> {
        match (self.ended, self.undefined.is_empty(), self.discarded) {
            _ if !self.beyond.is_empty() => None,
            (0, false, _) => Some("every run ends in undefined behaviour"),
            (0, true, true) => Some("no run fulfils what the program assumes"),
            _ => None,
        }
    }

    /// Words of which it is not known whether they are in the language: runs that begin with them were cut short.
    pub fn unknown(&self, alphabet: &Alphabet) -> PartialDfa {
        PartialDfa::of_words(alphabet.clone(), self.beyond.iter().cloned()).extended()
    }

    /// Everything that the program can begin with.
    pub fn alive(&self, alphabet: &Alphabet, witnesses: &[Witness]) -> Option<PartialDfa> {
        let all = self.all.iter().flatten().cloned();
        self.all.as_ref()?;
        let words = all.chain(witnesses.iter().map(|w| w.word.clone()));
        Some(PartialDfa::of_words(alphabet.clone(), words))
    }
}

impl Last {
    /// The letter, by its line, and by its file where that is not the one with the entry.
    pub fn letter(&self, subject: &Subject, others: &[Letter]) -> Letter {
        let own = &subject.program.functions[subject.start].file;
        let (plain, place) = match self {
            Self::Failure { place, what } => {
                let plain = match *own == place.file {
                    true => format!("{what}, line {}", place.line),
                    false => format!("{what}, {}:{}", place.file_name(), place.line),
                };
                (plain, Some(place.to_string()))
            }
            Self::End => ("end".to_owned(), None),
        };
        let taken = |name: &str| others.iter().any(|letter| letter.name == name);
        let mut name = plain.clone();
        let mut count = 1;
        while taken(&name) {
            count += 1;
            name = format!("{plain} ({count})");
        }
        Letter { name, place }
    }
}

/// Follows the runs that are wanted.
pub(super) fn enumerate(
    subject: &Subject,
    terms: &Terms,
    wanted: &Wanted,
    solver: &mut dyn Solver,
    (budget, progress): (&Budget, &dyn Progress),
) -> Found {
    let mut collecting = Collecting {
        wanted,
        progress,
        found: Found::new(),
    };
    let bounds = &wanted.bounds;
    let outcome = runs(subject, terms, bounds, budget, solver, &mut collecting);
    let mut found = collecting.found;
    if let Err(reason) = outcome {
        found.lost.get_or_insert(reason);
    }
    found
}

struct Collecting<'a> {
    wanted: &'a Wanted,
    progress: &'a dyn Progress,
    found: Found,
}

impl Visitor for Collecting<'_> {
    fn ended(&mut self, run: Run) -> ControlFlow<()> {
        self.found.runs += 1;
        let (runs, words, bound) = (
            self.found.runs,
            self.found.words.len(),
            self.wanted.bounds.iterations.unwrap_or(0),
        );
        self.progress
            .working(&|| format!("bound {bound}: {runs} runs, {words} words"));
        self.found.ended += usize::from(matches!(run.end, End::Ended | End::Failed { .. }));
        self.found.discarded |= run.end == End::Discarded;
        if let Err(reason) = self.take(&run) {
            self.found.lost.get_or_insert(reason);
        }
        self.found.halted |= self.has_enough(&run);
        self.keep(run);
        match self.found.halted {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn impossible(&mut self, formulas: Vec<Term>) {
        self.found.impossible.push(formulas);
    }
}

impl Collecting<'_> {
    fn has_enough(&self, run: &Run) -> bool {
        match self.wanted.until {
            Until::All => false,
            Until::MoreThan(most) => self.found.runs > most,
            Until::MayFail => !matches!(run.end, End::Ended | End::Discarded),
        }
    }

    fn keep(&mut self, run: Run) {
        self.found.domain.extend(&run.domain);
        if let Some(conditions) = &mut self.found.conditions {
            conditions.push(run.condition);
            if conditions.len() > MOST_CONDITIONS {
                self.found.conditions = None;
            }
        }
        // The words of runs that end as wanted come with what they end with.
        let counts = match (&run.end, self.wanted.goal) {
            (End::Discarded, _)
            | (End::Failed { .. }, Goal::Failures)
            | (End::Ended, Goal::Ends) => false,
            (_, Goal::Failures | Goal::Ends) => true,
        };
        if counts && let Some(all) = &mut self.found.all {
            all.insert(run.word);
            if all.len() > MOST_WORDS {
                self.found.all = None;
            }
        }
    }

    /// Keeps the shortest run to something undefined.
    fn take_undefined(&mut self, key: (Place, Kind), run: &Run) {
        let known = self.found.undefined.get(&key);
        if known.is_none_or(|(word, _)| run.word.len() < word.len())
            && let Some(inputs) = run.inputs.clone()
        {
            self.found.undefined.insert(key, (run.word.clone(), inputs));
        }
    }

    fn take(&mut self, run: &Run) -> Result<(), StopReason> {
        if run.inputs.is_none()
            && !matches!(
                run.end,
                End::Discarded | End::Beyond { .. } | End::Unknown(_)
            )
        {
            return Err(StopReason::SolverUnknown(
                "whether a run is possible".to_owned(),
            ));
        }
        let last = match (&run.end, self.wanted.goal) {
            (End::Failed { what, place }, Goal::Failures) => Last::Failure {
                place: place.clone(),
                what: what.clone(),
            },
            (End::Ended, Goal::Ends) => Last::End,
            (End::Undefined { kind, place }, _) => {
                self.take_undefined((place.clone(), *kind), run);
                return Ok(());
            }
            (End::Beyond { length }, _) => {
                self.found.cut_by_length |= *length;
                self.found.beyond.insert(run.word.clone());
                return Ok(());
            }
            (End::Unknown(reason), _) => {
                self.found.lost.get_or_insert(reason.clone());
                return Ok(());
            }
            (End::Failed { .. }, Goal::Ends)
            | (End::Ended, Goal::Failures)
            | (End::Discarded, _) => return Ok(()),
        };
        let key = (run.word.clone(), last);
        // One that happens whatever is left open is better.
        let known = self.found.words.get(&key).map(|(_, open)| *open);
        if known.is_none_or(|open| open && !run.open)
            && let Some(inputs) = run.inputs.clone()
        {
            self.found.words.insert(key, (inputs, run.open));
        }
        Ok(())
    }
}
