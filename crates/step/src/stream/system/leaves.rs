//! The values that a configuration has, seen so that they are the same wherever it does the same.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smt::Term;

use super::{ByteSet, Change, Configuration, Kind, Letter, StreamSystem};

impl StreamSystem {
    /// What depends on one symbol alone and is the same for all that lead here.
    pub(super) fn under(&self, leaf: Term, sets: &FxHashMap<Term, ByteSet>) -> Term {
        let vars = self.terms.free_vars(leaf);
        match (
            vars.first()
                .and_then(|symbol| Some((symbol, sets.get(symbol)?))),
            vars.len(),
        ) {
            (Some((symbol, set)), 1) => set.constant(&self.terms, *symbol, leaf).unwrap_or(leaf),
            _ => leaf,
        }
    }

    /// What terms become when they are seen from one symbol later.
    pub(super) fn later(&self, from: &Configuration, counts: &[Term]) -> FxHashMap<Term, Term> {
        let terms = &self.terms;
        let minus = |t: Term, n: usize| terms.bv_sub(t, terms.bv(64, n as u64));
        let mut map: FxHashMap<Term, Term> = (0..=self.lookback)
            .map(|back| (self.seen(back), self.seen(back + 1)))
            .collect();
        map.insert(self.rest, terms.bv_add(self.rest, terms.bv(64, 1)));
        match (from.marked, from.at) {
            (true, _) => {
                map.insert(self.lag, minus(self.lag, 1));
            }
            (false, None) => {
                map.insert(self.position, minus(self.position, 1));
            }
            (false, Some(_)) => {}
        }
        let counts = terms.substitute_all(counts, &map);
        let written = counts
            .into_iter()
            .fold(self.written, |written, count| terms.bv_sub(written, count));
        map.insert(self.written, written);
        map
    }

    /// The value of a variable as the configuration has it.
    pub(super) fn leaf(
        &mut self,
        leaf: Term,
        key: &str,
        exactly: Option<usize>,
        at: Option<usize>,
        written: usize,
        updates: &mut BTreeMap<Term, Term>,
    ) -> Result<Term, Change> {
        let generalises = exactly.is_some() && at.is_none();
        if self.general.kind(key) == Some(Kind::Loose) {
            return Ok(leaf);
        }
        if self.terms.free_vars(leaf).contains(&self.rest) {
            return Ok(match (exactly, self.general.kind(key)) {
                (Some(n), Some(Kind::Position(scale))) if generalises => {
                    self.shifted(leaf, self.position, n, scale)
                }
                (Some(n), None) if generalises && self.is_length(leaf, n) => {
                    self.shifted(leaf, self.position, n, 1)
                }
                _ => leaf,
            });
        }
        match self.general.kind(key) {
            Some(Kind::Position(scale)) if generalises && self.terms.value(leaf).is_some() => {
                Ok(self.shifted(leaf, self.position, exactly.unwrap_or(0), scale))
            }
            Some(Kind::Written(scale)) if generalises && self.terms.value(leaf).is_some() => {
                Ok(self.shifted(leaf, self.written, written, scale))
            }
            Some(Kind::Register) => Ok(self.register(leaf, key, updates)),
            None if self.general.is_open(key) && self.is_control(leaf) => {
                Ok(self.register(leaf, key, updates))
            }
            Some(Kind::Mark) if generalises && self.terms.value(leaf).is_some() => {
                Ok(self.shifted(leaf, self.position, exactly.unwrap_or(0), 1))
            }
            // Soundness: a register in a configuration is what it is then, not what it was when something was made of it.
            None if self.general.is_made_of_registers(&self.terms, leaf) => {
                Err(Change::Register(key.to_owned()))
            }
            Some(Kind::Position(_) | Kind::Written(_) | Kind::Mark | Kind::Loose) | None => {
                self.general.flows(&self.terms, &[leaf]).map(|()| leaf)
            }
        }
    }

    fn register(&mut self, leaf: Term, key: &str, updates: &mut BTreeMap<Term, Term>) -> Term {
        let register = self
            .general
            .register(&self.terms, key, self.terms.sort(leaf), updates);
        updates.insert(register, leaf);
        register
    }

    /// Whether a value has nothing to do with the stream, or comes from values of which that was said.
    fn is_control(&self, leaf: Term) -> bool {
        let free = self.terms.free_vars(leaf);
        let counts = [self.position, self.rest, self.written, self.mark, self.lag];
        let comes = self.general.flows(&self.terms, &[leaf]).is_err();
        (free.is_empty() || comes) && !counts.iter().any(|c| free.contains(c))
    }

    /// Whether a value is about how much there is in all, rather than how much is left, after so many symbols.
    fn is_length(&self, leaf: Term, n: usize) -> bool {
        let counters = self.counters(Some(n), false, Letter::Begin);
        let more = symex::distance(&self.terms, &counters, leaf, self.rest);
        more.is_some_and(|more| n >= 4 && 2 * more > n as i64)
    }

    /// `leaf + scale * (counter - n)`, in the width of the leaf.
    pub(super) fn shifted(&self, leaf: Term, counter: Term, n: usize, scale: i64) -> Term {
        let terms = &self.terms;
        let distance = terms.bv_sub(counter, terms.bv(64, n as u64));
        let distance = terms.bv_mul(distance, terms.bv(64, scale as u64));
        let width = terms.width(leaf);
        let distance = if width == 64 {
            distance
        } else {
            terms.extract(distance, width - 1, 0)
        };
        terms.bv_add(leaf, distance)
    }
}
