//! Whether a program can fail at all, for runs of every length: an invariant for each place where rounds of its loops begin,
//! found by `mc::safety` and checked by `cert`. Events are not looked at, so that places are few; where nothing fails, there are no words
//! for them to be in.

use base::{Budget, StopReason};
use cert::language::{Claim, To, check_language, stays_defined};
use cert::{Blocks, Proof};
use mc::safety::{Within, explored, never_fails};
use model::dfa::PartialDfa;
use step::events::{Division, EventSystem, Pauses, event_system};

use super::bounded::Teaching;
use super::prove::{ends_nowhere, refused};
use super::{Language, Standing};

/// Places that are looked at before a way to divide states is given up.
const MOST_PLACES: usize = 400;

/// The part of what is left of the budget that each of the ways to divide states may take.
const SHARE: u32 = 4;

/// How states are divided: paths are joined and values are left to the engine; or paths stay apart, and what has few
/// values, such as the states of a machine, is told apart by them.
const WAYS: [(Pauses, usize); 2] = [(Pauses::JoinedRounds, 1), (Pauses::Rounds, 12)];

impl Teaching<'_> {
    /// The language of a program that never fails, if that can be proved; `within` is what was found within bounds.
    pub fn proved_safe(&mut self, within: &Language) -> Result<Language, StopReason> {
        let mut reason = StopReason::Time;
        for (pauses, values) in WAYS {
            let budget = self.budget.share(SHARE);
            let division = Division {
                pauses,
                values,
                ..Division::default()
            };
            self.terms.obey(&budget);
            let found = self.invariant(division, &budget);
            self.terms.obey(self.budget);
            match found {
                Ok((system, claim, defined)) => {
                    return Ok(safe(within, Blocks::new(&system, &claim), defined));
                }
                Err(why) => reason = why,
            }
            self.budget.check()?;
        }
        Err(reason)
    }

    fn invariant(
        &mut self,
        division: Division,
        budget: &Budget,
    ) -> Result<(EventSystem, Claim, bool), StopReason> {
        let within = Within {
            places: MOST_PLACES,
            budget,
            progress: self.progress,
        };
        let system = self.divided(division, within)?;
        let claim = never_fails(&system, &mut *self.solver, within)?;
        let mut fresh = smt::for_checker(&self.terms, budget);
        check_language(&system, &claim, To::Failure, &mut fresh, budget).map_err(refused)?;
        if ends_nowhere(&claim) {
            let why = "no run fulfils what the program assumes";
            return Err(StopReason::Limit(why.to_owned()));
        }
        let defined =
            self.subject.undefined_fails() && stays_defined(&system, &claim, &mut fresh, budget);
        Ok((system, claim, defined))
    }

    /// The program divided so that nothing turns out to have too many values any more: whoever looks at it in another order
    /// then sees the same places.
    fn divided(
        &self,
        mut division: Division,
        within: Within<'_>,
    ) -> Result<EventSystem, StopReason> {
        loop {
            let system = event_system(self.subject, &self.terms, &division, within.budget);
            explored(&system, &division, within)?;
            let found = system.division();
            if found == division {
                return Ok(system);
            }
            division = found;
        }
    }
}

/// A language without words.
fn safe(within: &Language, blocks: Blocks, defined: bool) -> Language {
    let nothing = PartialDfa::of_words(within.alphabet.clone(), []);
    Language {
        automaton: nothing.clone(),
        within: nothing,
        standing: Standing::Proved,
        proof: Some(Proof::Blocks(blocks)),
        // Which words runs begin with was not looked at.
        alive: None,
        defined,
        ..within.clone()
    }
}
