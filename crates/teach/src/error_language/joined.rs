//! All runs at once: paths that meet again go on as one, so that programs with many more runs than can be followed one by one
//! still have few.
//!
//! Whether a program fails at all is asked first, of runs without events: then nothing but the program's own shape keeps
//! paths apart. Where it does fail, only paths with the same events are joined, and the words are exact.

use base::{Budget, StopReason};
use cert::{Proof, Runs, Together};
use mc::language::Goal;
use step::events::{Bounds, End, Paths};

use super::bounded::{SHARE, Teaching};
use super::enumerate::{Found, Last, Until, Wanted};
use super::{Language, Standing, prove};

/// How long the interpreter may take to show a word.
const STEPS: u64 = 10_000_000;

/// What was found out by joining all paths, whatever their events.
pub(super) enum Asked {
    /// No run fails; what the language then is.
    NeverFails(Box<Language>),
    /// One was seen to fail: its inputs, with the word that they make the program show.
    Fails(Box<Found>),
    /// Runs go on beyond the bound.
    GoesOn,
    /// It was not found out, and greater bounds will not help.
    Undecided,
}

impl Teaching<'_> {
    /// Whether the program never fails, asked of all runs of so many iterations at once.
    pub fn never_fails(&mut self, iterations: usize, budget: &Budget) -> Asked {
        let bounds = Bounds {
            iterations: Some(iterations),
            letters: None,
            paths: Paths::Wordless,
        };
        let found = self.follow(
            &Wanted {
                goal: Goal::Failures,
                bounds,
                until: Until::MayFail,
            },
            budget,
        );
        match () {
            _ if !found.words.is_empty() => Asked::Fails(Box::new(self.with_words(found))),
            _ if !found.beyond.is_empty() => Asked::GoesOn,
            _ if found.lost == Some(StopReason::Time) => Asked::GoesOn,
            _ if found.lost.is_some() || found.halted => Asked::Undecided,
            _ => match self.proved(&found, iterations, Together::Everything) {
                Some(language) => Asked::NeverFails(Box::new(language)),
                None => Asked::Undecided,
            },
        }
    }

    /// The same runs with the words that they have when they are run: joined paths have none.
    fn with_words(&self, mut found: Found) -> Found {
        for ((_, last), (inputs, open)) in std::mem::take(&mut found.words) {
            let (word, end) = self.subject.replay(&inputs, STEPS);
            if let End::Failed { what, place } = end
                && (Last::Failure { place, what }) == last
            {
                found.words.insert((word, last), (inputs, open));
            }
        }
        found.all = None;
        found
    }

    /// What is known where all that was seen of failures is one run beyond the bounds.
    pub fn only_seen(&self, found: &Found, within: &Language) -> Language {
        let why = "it fails beyond the bounds, where only some runs were followed";
        Language {
            standing: Standing::Partial(StopReason::Limit(why.to_owned())),
            ..self.language(found, within.bound)
        }
    }

    /// The language, if no run goes beyond so many iterations and paths with the same events can be joined to few.
    pub fn words_of_joined(&mut self, iterations: usize, budget: &Budget) -> Option<Language> {
        let bounds = Bounds {
            paths: Paths::Joined,
            ..self.bounds(iterations)
        };
        let wanted = Wanted {
            goal: self.options.goal,
            bounds,
            until: Until::All,
        };
        let found = self.follow(&wanted, budget);
        self.proved(&found, iterations, Together::SameEvents)
    }

    /// The language that joined runs prove, if they do. They are rarely refused, so that this may take longer than to find them.
    fn proved(&mut self, found: &Found, iterations: usize, together: Together) -> Option<Language> {
        let budget = &self.budget.share(SHARE);
        let complete = found.lost.is_none() && found.beyond.is_empty() && !found.halted;
        if !complete || found.is_empty_handed().is_some() {
            return None;
        }
        prove::all_runs(self, found, budget).ok()?;
        self.counts.runs += found.runs;
        let mut language = self.language(found, iterations);
        language.standing = Standing::Proved;
        language.defined = found.undefined.is_empty();
        language.proof = Some(Proof::Runs(Runs {
            iterations,
            events: self.bounds(iterations).letters.unwrap_or_default(),
            runs: found.runs,
            together,
        }));
        if together == Together::Everything {
            // Which words runs begin with was not looked at.
            language.alive = None;
        }
        Some(language)
    }
}

/// Which paths an exploration joins.
pub(super) fn paths(together: Together) -> Paths {
    match together {
        Together::Nothing => Paths::Apart,
        Together::SameEvents => Paths::Joined,
        Together::Everything => Paths::Wordless,
    }
}
