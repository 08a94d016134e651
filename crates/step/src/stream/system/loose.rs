//! Values that may be anything, and make no difference.
//!
//! A buffer that grows has a capacity, and what is done before something is appended depends on that and on how much was written. Whatever it is, the same
//! is written, and the filter waits in the same way but for the capacity. So that is tried: the value is left out of configurations, and a step
//! is what it does whatever the value is. All ways through the step that differ in nothing else are one.

use smt::Term;
use symex::Written;

use super::locate::Arriving;
use super::{Change, Configuration, Does, Kind, Letter, Move, Room, StreamSystem, Wrote};

impl StreamSystem {
    /// What stands for a value that may be anything.
    pub(super) fn loose(&mut self, key: &str, value: Term) -> Term {
        let sort = self.terms.sort(value);
        let variable = self.terms.var(&format!("any'{key}"), sort);
        self.loose.insert(variable, key.to_owned());
        variable
    }

    /// Whether a term depends on values that may be anything.
    pub(super) fn is_loose(&self, term: Term) -> bool {
        !self.loose.is_empty()
            && self
                .terms
                .free_vars(term)
                .iter()
                .any(|v| self.loose.contains_key(v))
    }

    /// What is written must not depend on them.
    pub(super) fn nothing_loose(&self, output: &[Written]) -> Result<(), Change> {
        let mut terms = output.iter().flat_map(Written::terms);
        match terms.any(|term| self.is_loose(term)) {
            true => Err(Change::Tight),
            false => Ok(()),
        }
    }

    /// The variables of a configuration that stand for such values.
    pub(super) fn loose_in(&self, configuration: &Configuration) -> Vec<Term> {
        let leaves = configuration.leaves.iter().copied();
        leaves
            .filter(|leaf| self.loose.contains_key(leaf))
            .collect()
    }

    /// What is known of such values in a configuration, and of the counters that they are compared with.
    pub(super) fn rooms(&self, configuration: &Configuration, letter: Letter) -> Vec<Term> {
        let loose = self.loose_in(configuration);
        if loose.is_empty() {
            return Vec::new();
        }
        let terms = &self.terms;
        let written = self.written_in(configuration.wrote, self.position_in(configuration));
        let room = |leaf: &Term| {
            let key = self.loose.get(leaf)?;
            self.has_room(*leaf, self.general.room(key), written)
        };
        let counters = self.counters(configuration.at, configuration.marked, letter);
        let bound = |n: i64| terms.bv(64, n as u64);
        let bounds = counters.iter().flat_map(|counter| {
            [
                terms.bv_ule(bound(counter.least), counter.variable),
                terms.bv_ule(counter.variable, bound(counter.most)),
            ]
        });
        loose.iter().filter_map(room).chain(bounds).collect()
    }

    fn position_in(&self, configuration: &Configuration) -> Term {
        match (configuration.marked, configuration.at) {
            (true, _) => self.terms.bv_add(self.mark, self.lag),
            (false, Some(n)) => self.terms.bv(64, n as u64),
            (false, None) => self.position,
        }
    }

    /// That a number says that there is room behind what was written.
    fn has_room(&self, number: Term, room: Room, written: Term) -> Option<Term> {
        let terms = &self.terms;
        if terms.width(number) != 64 {
            return None;
        }
        match room {
            Room::More => Some(terms.bv_ult(written, number)),
            Room::Enough => Some(terms.bv_ule(written, number)),
            Room::Some => Some(terms.ne(number, terms.bv(64, 0))),
            Room::Perhaps => None,
        }
    }

    /// What stands for a value that may be anything which is known to leave room. Zero stands for itself: there is no buffer yet.
    ///
    /// Soundness: that what is known of the value holds again after each step is proved here, for any value that it may have had before.
    pub(super) fn any_room(
        &mut self,
        from: &Configuration,
        arriving: &Arriving,
        (key, value): (&str, Term),
        wrote: Wrote,
    ) -> Result<Term, Change> {
        let terms = self.terms.clone();
        if terms.value(value).and_then(smt::Value::as_signed) == Some(0) {
            return Ok(value);
        }
        let read = arriving.letter == Letter::Symbol;
        let next = Configuration {
            at: from.at.map(|n| n + usize::from(read)),
            ..from.clone()
        };
        let written = self.written_in(wrote, self.position_in(&next));
        if let Some(known) = self.has_room(value, self.general.room(key), written) {
            let before = [&arriving.conditions[..], &self.rooms(from, arriving.letter)].concat();
            let mut given = match read {
                true => terms.substitute_all(&before, &self.later(from, &arriving.counts)),
                false => before,
            };
            let counters = self.counters(None, from.marked, Letter::Begin);
            given.extend(counters.iter().flat_map(|counter| {
                let bound = |n: i64| terms.bv(64, n as u64);
                [
                    terms.bv_ule(bound(counter.least), counter.variable),
                    terms.bv_ule(counter.variable, bound(counter.most)),
                ]
            }));
            given.push(terms.not(known));
            if self.satisfiable(&given) {
                return Err(Change::Weaker(key.to_owned()));
            }
        }
        Ok(self.loose(key, value))
    }

    /// Another value that is computed from them may be anything, too.
    pub(super) fn loosened(&self, key: &str, leaf: Term) -> Result<Term, Change> {
        match self.is_loose(leaf) && self.general.kind(key) != Some(Kind::Loose) {
            true => Err(Change::Loose(key.to_owned())),
            false => Ok(leaf),
        }
    }

    /// Ways through a step that do the same are one.
    ///
    /// Soundness: conditions on values that may be anything were left out of guards, so that guards say more than they should. What
    /// they say is right where all that can hold together do the same, which is looked at here.
    pub(super) fn united(&mut self, moves: Vec<Move>) -> Result<Vec<Move>, Change> {
        if !self.general.has_loose() {
            return Ok(moves);
        }
        let mut united: Vec<Move> = Vec::new();
        for step in moves {
            match united.iter_mut().find(|other| are_alike(other, &step)) {
                Some(other) => other.guard = self.terms.or(&[other.guard, step.guard]),
                None => united.push(step),
            }
        }
        for i in 0..united.len() {
            for j in 0..i {
                let both = [united[i].guard, united[j].guard];
                let disjoint =
                    self.terms.and(&both) == self.terms.false_() || !self.satisfiable(&both);
                if !disjoint {
                    return Err(Change::Tight);
                }
            }
        }
        Ok(united)
    }
}

/// Whether two steps write the same and lead to the same.
fn are_alike(one: &Move, other: &Move) -> bool {
    let does = match (&one.does, &other.does) {
        (Does::Waits(a, b), Does::Waits(c, d)) | (Does::Rereads(a, b), Does::Rereads(c, d)) => {
            a == c && b == d
        }
        (Does::Ends, Does::Ends) | (Does::Discarded, Does::Discarded) => true,
        (Does::Fails { place, .. }, Does::Fails { place: at, .. }) => place == at,
        (Does::Unknown(a), Does::Unknown(b)) => a == b,
        _ => false,
    };
    does && one.writes == other.writes
}
