//! The search for bounds that say enough (Chapman et al., "Learning the Language of Error", 2015, Fig. 10), and what is known at its end.

use std::rc::Rc;

use base::{Budget, Progress, StopReason};
use cert::{Proof, Rejection, Runs, Together};
use mc::language::Goal;
use model::analysis::generalise;
use model::dfa::PartialDfa;
use smt::{Config, Solver, Terms, chain};
use step::events::{Bounds, Paths, Subject};

use super::enumerate::{Found, Until, Wanted, enumerate};
use super::joined::{self, Asked};
use super::{ByProof, Counts, Engine, Language, Options, Standing, lstar, prove};

/// With more words than this, greater bounds only make an automaton that nobody can read (section 6.1 of the paper has the
/// same in mind with its greatest word length).
const READABLE: usize = 100;

pub(super) struct Teaching<'a> {
    pub subject: &'a Rc<Subject>,
    pub options: &'a Options,
    pub terms: Terms,
    pub solver: Box<dyn Solver>,
    /// Answers where paths are joined: few questions, and hard ones.
    pub joiner: Option<Box<dyn Solver>>,
    pub budget: &'a Budget,
    pub progress: &'a dyn Progress,
    pub counts: Counts,
    pub remembered: lstar::Remembered,
    /// How many iterations are tried next with all runs at once.
    pub at_once: usize,
    /// A failing run that was seen when words were not looked at.
    pub seen: Option<Box<Found>>,
    /// Whether joined runs with words were tried where there are words.
    pub joined_words: bool,
    /// Why it could not be proved that nothing ever fails, once that was tried.
    pub safety: Option<StopReason>,
    /// Why sets of states prove nothing, once that was tried.
    pub unproved: Option<StopReason>,
}

/// Why nothing is claimed of runs within bounds that none of them ends in.
const NO_END: &str = "no run came to its end within the bounds";

/// Iterations that all runs are tried with at once before sets of states are looked at.
pub(super) const AT_ONCE: usize = 16;

/// The part of what is left of the budget that this may take, so that what is proved otherwise does not wait.
const SMALL_SHARE: u32 = 30;

/// The part of what is left of the budget that joined runs with words may take where there are words already, once.
const WORDS_SHARE: u32 = 40;

/// The part of what is left of the budget that all runs at once may take later.
pub(super) const SHARE: u32 = 4;

impl Teaching<'_> {
    /// Tries greater bounds until no run goes beyond them, a proof holds for all, the automaton that the smaller
    /// bounds suggested turns out to be right, or the budget is spent.
    pub fn learn(mut self) -> Language {
        let mut before: Option<Language> = None;
        let mut bound = self.options.bound.unwrap_or(1);
        loop {
            let (mut language, unknown) = self.at(bound);
            if self.options.beyond && matches!(language.standing, Standing::Bounded(_)) {
                match self.beyond(language) {
                    Ok(proved) => return self.done(proved),
                    Err(within) => language = *within,
                }
                if self.options.engine == Engine::Exact
                    && let Some(folded) = generalise(&language.within, &unknown)
                {
                    language.automaton = folded;
                }
            }
            let spent = self.budget.check().is_err();
            match (before.take(), self.next_bound(bound)) {
                (Some(before), _) if spent && says_more(&before, &language) => {
                    return self.done(before);
                }
                (before, Some(next)) if !spent && !is_enough(before.as_ref(), &language) => {
                    bound = next;
                }
                _ => return self.done(language),
            }
            before = Some(language);
        }
    }

    /// The bound to try after one: up to the fourth one by one, since loops are folded by what a further round adds; then in
    /// larger steps, since what fails only later does so mostly much later.
    fn next_bound(&self, bound: usize) -> Option<usize> {
        if self.options.bound.is_some() {
            return None;
        }
        let next = if bound < 4 {
            bound + 1
        } else {
            bound.saturating_mul(2)
        };
        let next = self.options.most.map_or(next, |most| next.min(most));
        (next > bound).then_some(next)
    }

    /// A proof for runs of every length, or the language as it was with the reason why there is none.
    fn beyond(&mut self, mut language: Language) -> Result<Language, Box<Language>> {
        let may_never_fail = self.options.goal == Goal::Failures && language.words.is_empty();
        if self.unproved.is_none()
            && may_never_fail
            && let Some(proved) = self.all_at_once(&language, SMALL_SHARE)
        {
            return Ok(proved);
        }
        let reason = match self.unproved.take() {
            Some(reason) => reason,
            None => match prove::prove(self, &mut language) {
                Ok(()) => return Ok(language),
                Err(reason) => reason,
            },
        };
        language.standing = Standing::Bounded(reason.clone());
        self.unproved = Some(reason);
        match self.all_at_once(&language, SHARE) {
            Some(proved) => Ok(proved),
            None => Err(Box::new(language)),
        }
    }

    /// The language by all runs at once, if there is an end to them.
    fn all_at_once(&mut self, language: &Language, share: u32) -> Option<Language> {
        if self.options.engine != Engine::Exact || self.options.bound.is_some() {
            return None;
        }
        let iterations = self.at_once.max(language.bound);
        let has_words = !language.words.is_empty() || self.options.goal == Goal::Ends;
        if has_words {
            let first = !std::mem::replace(&mut self.joined_words, true);
            let budget = self.budget.share(WORDS_SHARE);
            return first.then(|| self.words_of_joined(iterations, &budget))?;
        }
        let budget = self.budget.share(share);
        if self.seen.is_none() {
            match self.never_fails(iterations, &budget) {
                Asked::NeverFails(proved) => return Some(*proved),
                Asked::Fails(seen) => self.seen = Some(seen),
                Asked::GoesOn => {
                    self.at_once = iterations.saturating_mul(2);
                    return self.safe_at_last(language);
                }
                Asked::Undecided => return self.safe_at_last(language),
            }
        }
        self.words_of_joined(iterations, &budget)
    }

    /// A proof that nothing ever fails, which is looked for once.
    fn safe_at_last(&mut self, language: &Language) -> Option<Language> {
        if self.safety.is_some() {
            return None;
        }
        match self.proved_safe(language) {
            Ok(proved) => Some(proved),
            Err(reason) => {
                self.safety = Some(reason);
                None
            }
        }
    }

    fn done(&self, mut language: Language) -> Language {
        if let Some(seen) = &self.seen
            && language.words.is_empty()
            && !seen.words.is_empty()
        {
            language = self.only_seen(seen, &language);
        }
        if matches!(language.standing, Standing::Bounded(_)) && !language.has_ends {
            language.standing = Standing::Partial(StopReason::Limit(NO_END.to_owned()));
        }
        language.counts = Counts {
            solver_calls: self.solver.calls() + self.joiner.as_ref().map_or(0, |s| s.calls()),
            ..self.counts
        };
        language
    }

    pub fn bounds(&self, bound: usize) -> Bounds {
        Bounds {
            iterations: Some(bound),
            letters: Some(self.options.letters.unwrap_or(self.options.most_letters)),
            paths: Paths::Apart,
        }
    }

    /// The words that a proof is about, if it is one.
    pub fn words_by(mut self, proof: &Proof) -> Result<ByProof, Rejection> {
        match proof {
            Proof::Blocks(blocks) => prove::words_by_blocks(&mut self, blocks),
            Proof::Runs(runs) => self.words_by_runs(runs),
            Proof::Invariant(_) | Proof::Walk(_) => Err(Rejection::Mismatch(
                "the certificate is not about the words of a program".to_owned(),
            )),
        }
    }

    /// All runs, followed again.
    fn words_by_runs(&mut self, claimed: &Runs) -> Result<ByProof, Rejection> {
        let bounds = Bounds {
            iterations: Some(claimed.iterations),
            letters: Some(claimed.events),
            paths: joined::paths(claimed.together),
        };
        let wanted = Wanted {
            goal: self.options.goal,
            bounds,
            until: Until::All,
        };
        let found = self.follow(&wanted, self.budget);
        if let Some(reason) = &found.lost {
            return Err(Rejection::Undecided(reason.clone()));
        }
        if !found.beyond.is_empty() {
            let what = "there are runs that go on beyond the bounds of the certificate";
            return Err(Rejection::Wrong(what.to_owned()));
        }
        if let Some(why) = found.is_empty_handed() {
            return Err(Rejection::Wrong(why.to_owned()));
        }
        if found.runs != claimed.runs {
            let what = format!("there are {} runs, not {}", found.runs, claimed.runs);
            return Err(Rejection::Wrong(what));
        }
        if claimed.together == Together::Everything && !found.words.is_empty() {
            return Err(Rejection::Wrong("the program fails".to_owned()));
        }
        let checked = prove::all_runs(self, &found, self.budget)?;
        Ok(ByProof {
            words: self.language(&found, claimed.iterations).within,
            checked,
            defined: found.undefined.is_empty(),
        })
    }

    pub fn follow(&mut self, wanted: &Wanted, budget: &Budget) -> Found {
        let around = (budget, self.progress);
        let (subject, terms) = (self.subject, &self.terms);
        if wanted.bounds.paths == Paths::Apart {
            return enumerate(subject, terms, wanted, &mut *self.solver, around);
        }
        let solver = self.joiner.get_or_insert_with(|| {
            let config = Config {
                hard: true,
                ..Config::default()
            };
            chain(terms, config)
        });
        terms.obey(budget);
        let found = enumerate(subject, terms, wanted, &mut **solver, around);
        terms.obey(self.budget);
        found
    }

    /// All runs within bounds, of which there are many.
    fn many_within(&mut self, bounds: &Bounds) -> (Found, Together) {
        let wanted = Wanted {
            goal: self.options.goal,
            bounds: bounds.clone(),
            until: Until::All,
        };
        if self.options.engine == Engine::Exact {
            let joined = Wanted {
                bounds: Bounds {
                    paths: Paths::Joined,
                    ..bounds.clone()
                },
                ..wanted.clone()
            };
            let found = self.follow(&joined, &self.budget.share(SHARE));
            if found.lost.is_none() {
                return (found, Together::SameEvents);
            }
        }
        (self.follow(&wanted, self.budget), Together::Nothing)
    }

    /// The language within one pair of bounds.
    fn at(&mut self, bound: usize) -> (Language, PartialDfa) {
        self.counts.rounds += 1;
        let bounds = self.bounds(bound);
        let wanted = Wanted {
            goal: self.options.goal,
            bounds: bounds.clone(),
            until: Until::MoreThan(self.options.most_apart),
        };
        let few = self.follow(&wanted, self.budget);
        let (found, together) = match few.halted {
            false => (few, Together::Nothing),
            true => {
                let few = self.language(&few, bound);
                if self.options.beyond
                    && let Some(proved) = self.all_at_once(&few, SHARE)
                {
                    let unknown = PartialDfa::of_words(proved.alphabet.clone(), []);
                    return (proved, unknown);
                }
                self.many_within(&bounds)
            }
        };
        self.counts.runs += found.runs;
        let mut language = self.language(&found, bound);
        if self.options.beyond
            && found.lost.is_none()
            && found.beyond.is_empty()
            && prove::all_runs(self, &found, self.budget).is_ok()
        {
            let runs = Runs {
                iterations: bound,
                events: bounds.letters.unwrap_or_default(),
                runs: found.runs,
                together,
            };
            claim(&mut language, &found, runs);
        }
        let unknown = found.unknown(&language.alphabet);
        if self.options.engine == Engine::LStar {
            lstar::learn(self, &bounds, &unknown, &mut language);
        }
        (language, unknown)
    }

    pub fn language(&self, found: &Found, bound: usize) -> Language {
        let (alphabet, numbers) = found.alphabet(self.subject);
        let words = found.witnesses(&numbers);
        let within = PartialDfa::of_words(alphabet.clone(), words.iter().map(|w| w.word.clone()));
        let standing = match &found.lost {
            Some(reason) => Standing::Partial(reason.clone()),
            None => Standing::Bounded(StopReason::Limit(self.why(found))),
        };
        Language {
            lasts: numbers,
            automaton: within.clone(),
            alive: found.alive(&alphabet, &words),
            undefined: found.undefined(),
            words,
            unwitnessed: Vec::new(),
            within,
            alphabet,
            bound,
            letters: self
                .options
                .letters
                .or(found.cut_by_length.then_some(self.options.most_letters)),
            standing,
            counts: self.counts,
            has_ends: found.ended > 0,
            // Where undefined behaviour is a failure, it is looked for within the bounds like any other.
            defined: self.subject.undefined_fails() && found.undefined.is_empty(),
            cut_by_length: found.cut_by_length,
            beyond: found.beyond.iter().cloned().collect(),
            proof: None,
        }
    }

    fn why(&self, found: &Found) -> String {
        let what = match self.options.goal {
            Goal::Failures => "failures",
            Goal::Ends => "ends",
        };
        match found.beyond.is_empty() {
            false if found.ended == 0 => NO_END.to_owned(),
            false => format!("runs go on beyond the bounds, where {what} were not looked for"),
            true => "no proof was asked for".to_owned(),
        }
    }
}

/// Whether greater bounds are not worth while after a language: no run goes on beyond these, what the one before suggested
/// turned out to be right, or nobody can read it.
fn is_enough(before: Option<&Language>, language: &Language) -> bool {
    // A language that is empty so far suggests nothing.
    let settled = !language.words.is_empty()
        && before.is_some_and(|before| before.automaton.same_language(&language.automaton));
    settled
        || language.beyond.is_empty()
        || matches!(language.standing, Standing::Partial(_))
        || language.words.len() > READABLE
}

/// Whether a language that is exact within smaller bounds says more than one for which time was too short.
fn says_more(before: &Language, language: &Language) -> bool {
    language.standing == Standing::Partial(StopReason::Time)
        && (!before.words.is_empty() || language.words.is_empty())
}

/// What is known of a language where all runs were followed to their ends.
fn claim(language: &mut Language, found: &Found, runs: Runs) {
    language.standing = match found.is_empty_handed() {
        Some(why) => Standing::Partial(StopReason::Limit(why.to_owned())),
        None => Standing::Proved,
    };
    language.defined = found.undefined.is_empty();
    language.proof = Some(Proof::Runs(runs));
}
