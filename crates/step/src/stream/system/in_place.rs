//! Filters that change their input where it lies: what is in memory then is what was written so far, and behind that the input as it was.
//!
//! Most of them drop symbols, and write where they have dropped some: a place that lies behind that of reading, nobody knows how far (`Wrote::Behind`).
//! How far is told apart where it is little and makes a difference. Others go through their input and change some of it (`fills`): what
//! they leave as it is counts as written as soon as the next symbol is wanted.
//!
//! Soundness: that writing never overtakes reading is shown step by step. Where it may, nothing is known.

use std::collections::BTreeMap;

use smt::Term;
use symex::{Advance, Counter, LONGEST_STREAM, Reached, Written};

use super::{
    Change, Configuration, ConfigurationId, Does, Kind, Letter, Move, Origin, StreamSystem, Wrote,
};

/// How many symbols fewer than read were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lag {
    /// At least so many.
    pub least: i64,
    /// Whether that is how many.
    pub exact: bool,
}

/// What is to be said of a step of a filter that changes its input.
pub(super) enum InPlace {
    /// Nothing more.
    Fine,
    /// The rest of the input stays as it is.
    Copies,
    /// It could not be followed.
    Unknown(&'static str),
}

const OVERTAKES: &str = "it may write over symbols of its input that it has not read yet";
const STAYS: &str = "what was in its input before stays behind what it has written, and nobody knows how much that is";

impl StreamSystem {
    /// How many symbols fewer than read a configuration has written.
    fn lag(&self, configuration: &Configuration) -> Lag {
        let (least, exact) = match (configuration.wrote, configuration.at) {
            (Wrote::Exactly(written), Some(read)) => (read as i64 - written as i64, true),
            (Wrote::Beyond { more, .. }, _) => (-more, true),
            (Wrote::Behind(least), _) => (least as i64, false),
            (Wrote::Any | Wrote::Exactly(_), _) => (i64::MIN / 2, false),
        };
        Lag { least, exact }
    }

    /// The same after a step that writes so many symbols.
    pub(super) fn lag_then(&self, from: &Configuration, letter: Letter, writes: i64) -> Lag {
        let lag = self.lag(from);
        let read = i64::from(letter == Letter::Symbol);
        Lag {
            least: lag.least + read - writes,
            ..lag
        }
    }

    /// How much was written, as it tells configurations apart.
    pub(super) fn wrote_in_place(&self, lag: Lag) -> Wrote {
        let most = self.general.behind();
        let told = lag.least.min(most);
        if lag.exact && lag.least < most {
            return Wrote::Beyond {
                more: -lag.least,
                pace: 1,
            };
        }
        usize::try_from(told).map_or(Wrote::Any, Wrote::Behind)
    }

    /// More is to be told apart of how far writing is behind reading, if that may help.
    pub(super) fn more_behind(&self, from: &Configuration) -> Option<Change> {
        let told = matches!(from.wrote, Wrote::Behind(_));
        self.general.more_behind().filter(|_| told)
    }

    /// Where a filter reads is seen as so far from where it writes.
    pub(super) fn behind_in(&self, configuration: &Configuration, leaves: Vec<Term>) -> Vec<Term> {
        match (configuration.wrote, configuration.at) {
            (Wrote::Behind(_), None) => {
                let position = self.terms.bv_add(self.written, self.slack);
                self.substituted(&leaves, &[(self.position, position)])
            }
            (Wrote::Beyond { .. }, None) if self.filter.in_place => {
                let written = self.written_in(configuration.wrote, self.position);
                self.substituted(&leaves, &[(self.written, written)])
            }
            _ => leaves,
        }
    }

    /// The counters of such a configuration.
    pub(super) fn counters_behind(&self, counters: &mut [Counter], wrote: Wrote) {
        let Wrote::Behind(least) = wrote else { return };
        let position = counters
            .iter_mut()
            .find(|counter| counter.variable == self.position);
        if let Some(counter) = position {
            *counter = Counter {
                variable: self.slack,
                least: least as i64,
                most: LONGEST_STREAM,
            };
        }
    }

    /// What a step has found, about where it reads again.
    pub(super) fn read_again(&self, advance: &mut Advance) {
        let position = self.terms.bv_sub(self.position, self.written);
        let plain = |t: Term| self.substituted(&[t], &[(self.slack, position)])[0];
        advance.condition.iter_mut().for_each(|t| *t = plain(*t));
        for written in &mut advance.output {
            match written {
                Written::Symbol(symbol) => *symbol = plain(*symbol),
                Written::Run { from, count } => (*from, *count) = (plain(*from), plain(*count)),
                Written::Gap => {}
            }
        }
    }

    /// The same of what a configuration holds.
    pub(super) fn leaves_again(&self, leaves: &mut Vec<Term>) {
        let position = self.terms.bv_sub(self.position, self.written);
        *leaves = self.substituted(leaves, &[(self.slack, position)]);
    }

    /// What moves with the output is seen from there, so many symbols behind where it reads.
    pub(super) fn as_written(&self, leaf: Term, key: &str, lag: Lag) -> Term {
        let terms = &self.terms;
        let Some(Kind::Written(scale)) = self.general.kind(key) else {
            return leaf;
        };
        if terms.value(leaf).is_some() {
            return leaf;
        }
        let written = terms.bv_sub(self.position, terms.bv(64, lag.least.cast_unsigned()));
        let more = terms.bv_mul(
            terms.bv_sub(self.written, written),
            terms.bv(64, scale.cast_unsigned()),
        );
        let width = terms.width(leaf);
        let more = match width {
            64 => more,
            _ => terms.extract(more, width - 1, 0),
        };
        terms.bv_add(leaf, more)
    }

    /// Adds to what a step has written what stays as it is; what is to be said of the step otherwise.
    pub(super) fn stays(
        &self,
        from: &Configuration,
        letter: Letter,
        to: &Reached,
        output: &mut Vec<Written>,
    ) -> Result<InPlace, Change> {
        if matches!(to, Reached::Astray(..)) {
            return Ok(InPlace::Fine);
        }
        if output.iter().any(|w| w.symbol().is_none()) {
            return Ok(InPlace::Unknown(STAYS));
        }
        let writes = output.len() as i64 - from.held.len() as i64;
        let lag = self.lag_then(from, letter, writes);
        let is_end = match to {
            Reached::End(end) => matches!(self.end(end.clone()), Does::Ends),
            Reached::Pause(..) | Reached::Astray(..) => false,
        };
        if matches!(to, Reached::End(_)) && !is_end {
            return Ok(InPlace::Fine);
        }
        if is_end && (self.filter.counted || from.silent || self.ends_in_zero(output)) {
            return Ok(InPlace::Fine);
        }
        if lag.least < 0 {
            let more = self.more_behind(from);
            return more.map_or(Ok(InPlace::Unknown(OVERTAKES)), Err);
        }
        if !is_end && !self.general.fills() {
            return Ok(InPlace::Fine);
        }
        let last = usize::from(letter != Letter::Symbol);
        let known = usize::try_from(lag.least).unwrap_or(usize::MAX);
        if !lag.exact || known > self.lookback {
            let more = self.more_behind(from).or_else(|| self.general.may_fill());
            return more.map_or(Ok(InPlace::Unknown(STAYS)), Err);
        }
        let left = (last..known + last).rev();
        output.extend(left.map(|back| Written::Symbol(self.seen(back))));
        Ok(match is_end && letter != Letter::End {
            true => InPlace::Copies,
            false => InPlace::Fine,
        })
    }

    /// Whether a zero that was written ends the output.
    fn ends_in_zero(&self, output: &[Written]) -> bool {
        let zero = self.terms.bv(self.filter.writes.bits.into(), 0);
        let mut symbols = output.iter().filter_map(Written::symbol);
        self.filter.ends_with_zero && symbols.any(|symbol| symbol == zero)
    }

    /// A configuration from which the rest of the input is written as it is.
    pub(super) fn copying(&mut self, from: &Configuration, depth: usize) -> ConfigurationId {
        let configuration = Configuration {
            copies: true,
            leaves: Vec::new(),
            at: None,
            wrote: Wrote::Any,
            given: vec![],
            again: None,
            pending: vec![],
            held: vec![],
            pass: 0,
            ..from.clone()
        };
        self.intern(configuration, Origin::new(depth, 0))
    }

    /// What such a configuration does.
    pub(super) fn copied(&self, id: ConfigurationId, letter: Letter) -> Move {
        let (writes, does) = match letter {
            Letter::Begin | Letter::Symbol => {
                (vec![self.seen(0)], Does::Waits(id, BTreeMap::new()))
            }
            Letter::End => (Vec::new(), Does::Ends),
        };
        Move {
            guard: self.terms.true_(),
            writes,
            does,
        }
    }
}
