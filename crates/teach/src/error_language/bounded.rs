//! The search for bounds that say enough (Chapman et al., "Learning the Language of Error", 2015, Fig. 10), and what is known at its end.

use std::rc::Rc;

use base::{Budget, Progress, StopReason};
use cert::{Proof, Rejection, Runs};
use mc::language::Goal;
use model::analysis::generalise;
use model::dfa::PartialDfa;
use smt::{Solver, Terms};
use step::events::{Bounds, Subject};

use super::enumerate::{Found, enumerate};
use super::{ByProof, Counts, Engine, Language, Options, Standing, lstar, prove};

/// With more words than this, greater bounds only make an automaton that nobody can read (section 6.1 of the paper has the
/// same in mind with its greatest word length).
const READABLE: usize = 100;

pub(super) struct Teaching<'a> {
    pub subject: &'a Rc<Subject>,
    pub options: &'a Options,
    pub terms: Terms,
    pub solver: Box<dyn Solver>,
    pub budget: &'a Budget,
    pub progress: &'a dyn Progress,
    pub counts: Counts,
    pub remembered: lstar::Remembered,
}

impl Teaching<'_> {
    /// Tries greater bounds until no run goes beyond them, a proof holds for all, or the automaton that the smaller
    /// bounds suggested turns out to be right.
    pub fn learn(mut self) -> Language {
        let bounds: Vec<usize> = match self.options.bound {
            Some(bound) => vec![bound],
            None => (1..=self.options.most.max(1)).collect(),
        };
        let mut before: Option<PartialDfa> = None;
        let mut tried_to_prove = None;
        for (round, &bound) in bounds.iter().enumerate() {
            let (mut language, unknown) = self.at(bound);
            let last = round + 1 == bounds.len();
            if self.options.beyond && matches!(language.standing, Standing::Bounded(_)) {
                if tried_to_prove.is_none() {
                    tried_to_prove = Some(prove::prove(&mut self, &mut language));
                }
                match &tried_to_prove {
                    Some(Err(reason)) => language.standing = Standing::Bounded(reason.clone()),
                    Some(Ok(())) | None => return self.done(language),
                }
                if self.options.engine == Engine::Exact
                    && let Some(folded) = generalise(&language.within, &unknown)
                {
                    language.automaton = folded;
                }
            }
            // A language that is empty so far suggests nothing.
            let settled = !language.words.is_empty()
                && before
                    .as_ref()
                    .is_some_and(|before| before.same_language(&language.automaton));
            let hopeless = matches!(language.standing, Standing::Partial(_))
                || language.words.len() > READABLE;
            if last
                || settled
                || hopeless
                || language.standing == Standing::Proved
                || self.budget.check().is_err()
            {
                return self.done(language);
            }
            before = Some(language.automaton);
        }
        unreachable!("there is at least one bound, and the last one ends the search")
    }

    fn done(&self, mut language: Language) -> Language {
        language.counts = Counts {
            solver_calls: self.solver.calls(),
            ..self.counts
        };
        language
    }

    fn bounds(&self, bound: usize) -> Bounds {
        Bounds {
            iterations: Some(bound),
            letters: Some(self.options.letters.unwrap_or(self.options.most_letters)),
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
        };
        let found = self.enumerate(&bounds);
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
        let checked = prove::all_runs(self, &found)?;
        Ok(ByProof {
            words: self.language(&found, claimed.iterations).within,
            checked,
            defined: found.undefined.is_empty(),
        })
    }

    fn enumerate(&mut self, bounds: &Bounds) -> Found {
        enumerate(
            self.subject,
            &self.terms,
            (self.options.goal, bounds),
            &mut *self.solver,
            (self.budget, self.progress),
        )
    }

    /// The language within one pair of bounds.
    fn at(&mut self, bound: usize) -> (Language, PartialDfa) {
        self.counts.rounds += 1;
        let bounds = self.bounds(bound);
        let found = self.enumerate(&bounds);
        self.counts.runs += found.runs;
        let mut language = self.language(&found, bound);
        if self.options.beyond
            && found.lost.is_none()
            && found.beyond.is_empty()
            && prove::all_runs(self, &found).is_ok()
        {
            language.standing = match found.is_empty_handed() {
                Some(why) => Standing::Partial(StopReason::Limit(why.to_owned())),
                None => Standing::Proved,
            };
            language.defined = found.undefined.is_empty();
            language.proof = Some(Proof::Runs(Runs {
                iterations: bound,
                events: bounds.letters.unwrap_or_default(),
                runs: found.runs,
            }));
        }
        let unknown = found.unknown(&language.alphabet);
        if self.options.engine == Engine::LStar {
            lstar::learn(self, &bounds, &unknown, &mut language);
        }
        (language, unknown)
    }

    fn language(&self, found: &Found, bound: usize) -> Language {
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
            false if found.ended == 0 => "no run came to its end within the bounds".to_owned(),
            false => format!("runs go on beyond the bounds, where {what} were not looked for"),
            true => "no proof was asked for".to_owned(),
        }
    }
}
