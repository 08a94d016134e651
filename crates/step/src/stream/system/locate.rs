//! Which configuration a filter is in that has paused again.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::Term;
use symex::{Integers, Paused, World, canonical};

use super::held::held_name;
use super::in_place::Lag;
use super::{
    Change, Configuration, ConfigurationId, Kind, Letter, Observed, Origin, StreamSystem, Wrote,
};
use crate::events::pose::{Captured, capture};

/// Where a filter has paused again.
pub(super) struct Arrived {
    pub at: ConfigurationId,
    /// The values of registers.
    pub updates: BTreeMap<Term, Term>,
    /// How far back the mark is, where it is new.
    pub lag: Option<usize>,
}

/// A filter that has paused again.
#[derive(Clone, Debug)]
pub(super) struct Arriving {
    pub paused: Paused,
    pub letter: Letter,
    pub guard: Term,
    pub writes: usize,
    /// How many symbols each thing it wrote is.
    pub counts: Vec<Term>,
    /// Under what conditions, be they about values that make no difference.
    pub conditions: Vec<Term>,
    /// What of it can still be changed.
    pub held: Vec<Option<Term>>,
}

impl StreamSystem {
    /// A filter that has paused, taken apart. What moves in one pass over the input may stand still in the next.
    pub(super) fn captured(&self, world: &World<'_>, paused: &Paused, pass: usize) -> Captured {
        let mut captured = capture(world, paused, &self.lives, &|key| {
            self.general.is_widened(&in_pass(key, pass))
        });
        if pass > 0 {
            captured
                .keys
                .iter_mut()
                .for_each(|key| *key = in_pass(key, pass).into_owned());
            captured
                .known
                .iter_mut()
                .for_each(|(key, _)| *key = in_pass(key, pass).into_owned());
        }
        captured
    }

    /// The configuration of a filter that has paused, and the values of registers.
    pub(super) fn locate(
        &mut self,
        from: &Configuration,
        origin: &Origin,
        arriving: Arriving,
    ) -> Result<Arrived, Change> {
        let (filter, terms) = (Rc::clone(&self.filter), self.terms.clone());
        let world = World::new(
            &filter.subject.program,
            &terms,
            Integers::Wrapping,
            Rc::clone(&self.image),
        );
        let mut captured = self.captured(&world, &arriving.paused, from.pass);
        drop(world);
        let control = self.forget_idle(&mut captured);
        self.leaves_again(&mut captured.leaves);
        captured.leaves.extend(arriving.held.iter().flatten());
        let count = arriving.held.iter().flatten().count();
        captured.keys.extend((0..count).map(held_name));
        self.nothing_forgotten(origin, &captured.leaves)?;
        let read = usize::from(arriving.letter == Letter::Symbol);
        let depth = origin.depth + read;
        let exactly = if arriving.letter == Letter::Begin {
            Some(0)
        } else {
            from.at.map(|n| n + read)
        };
        let at = exactly.and_then(|n| self.general.at(n));
        let written = origin.written + arriving.writes;
        self.general.amount(from.pass, depth, written);
        let wrote = self.wrote_then(from, at, &arriving, (depth, written))?;
        let lag = self.lag_then(from, arriving.letter, arriving.counts.len() as i64);
        let set = self.byte_set(arriving.guard);
        let sets = self.byte_sets(&[&from.given[..], &[arriving.guard]].concat());
        let later = if read == 1 {
            self.later(from, &arriving.counts)
        } else {
            FxHashMap::default()
        };
        let mut updates = BTreeMap::new();
        let mut leaves = Vec::new();
        let counters = self.counters(at, from.marked, Letter::Begin);
        let own = captured.leaves.len() - count;
        for (i, (&leaf, key)) in captured.leaves.iter().zip(&captured.keys).enumerate() {
            let leaf = if self.terms.value(leaf).is_some() {
                leaf
            } else {
                self.under(leaf, &sets)
            };
            let leaf = if self.terms.value(leaf).is_some() {
                leaf
            } else {
                self.terms.substitute(leaf, &later)
            };
            if i < own {
                self.observe(key, leaf, depth, written)?;
            }
            let leaf = self.leaf(leaf, key, exactly, at, written, &mut updates)?;
            let leaf = match (self.filter.in_place, from.wrote) {
                (true, Wrote::Beyond { .. }) => self.as_written(leaf, key, lag),
                _ => leaf,
            };
            let leaf = match self.general.kind(key) {
                Some(Kind::Loose) => self.any_room(from, &arriving, (key, leaf), wrote)?,
                _ => self.loosened(key, leaf)?,
            };
            let leaf = if self.terms.value(leaf).is_some() {
                leaf
            } else {
                canonical(&self.terms, &counters, leaf)
            };
            if let (Some(Kind::Position(scale)), false) = (self.general.kind(key), from.marked) {
                let base = self
                    .terms
                    .bv_mul(self.position, self.terms.bv(64, scale as u64));
                if let Some(distance) = symex::distance(&self.terms, &counters, leaf, base) {
                    self.general.stands(key, distance)?;
                }
            }
            leaves.push(leaf);
        }
        let (marked, back) = self.mark_leaves(from, at, &mut leaves, &captured.keys)?;
        leaves
            .iter_mut()
            .for_each(|leaf| *leaf = self.pruned(*leaf));
        self.forget(&mut leaves, &captured.keys);
        self.rename_open(&mut leaves);
        for (key, value) in &captured.known {
            self.observe(key, *value, depth, written)?;
        }
        let given = self.known_of_window(from, &arriving, set.as_ref(), &leaves);
        let held = self.take_held(&mut leaves, &arriving.held);
        captured.leaves.truncate(own);
        captured.keys.truncate(own);
        let known = self.known_values(&captured, origin, depth);
        let mut configuration = Configuration {
            pose: captured.graph,
            leaves,
            at,
            wrote,
            given,
            marked,
            again: None,
            pass: from.pass,
            pending: vec![],
            held,
            copies: false,
            silent: from.silent,
        };
        self.limit_variants(&mut configuration);
        let carried: Vec<Term> = updates.values().copied().collect();
        if self.has_counter(&carried) {
            return Err(self.general.depends_on_position());
        }
        if carried.iter().any(|value| self.is_loose(*value)) {
            return Err(Change::Tight);
        }
        let missed = self.terms.free_vars_of(&carried);
        let missed: Vec<String> = missed.iter().filter_map(|v| self.lost_key(*v)).collect();
        if !missed.is_empty() {
            return Err(self.general.misses(&missed));
        }
        let updates = self.updates(updates, read == 1);
        if let Some(&id) = self.ids.get(&configuration) {
            let known = &mut self.configurations[id].1;
            (known.control, known.depth) = (control, known.depth.min(depth));
            return Ok(Arrived {
                at: id,
                updates,
                lag: back,
            });
        }
        let via = self.via(control, origin, &arriving);
        let origin = Origin {
            depth,
            written,
            known,
            id: None,
            control,
            via,
        };
        Ok(Arrived {
            at: self.intern(configuration, origin),
            updates,
            lag: back,
        })
    }

    /// How much was written in a pass in a configuration that has read so much.
    pub(super) fn wrote(
        &self,
        pass: usize,
        at: Option<usize>,
        read: usize,
        written: usize,
    ) -> Wrote {
        match at {
            _ if !self.filter.buffered => Wrote::Any,
            None if self.filter.in_place => self.wrote_in_place(Lag {
                least: read as i64 - written as i64,
                exact: true,
            }),
            Some(_) if self.filter.in_place => Wrote::Exactly(written),
            _ => match (self.general.pace_in(pass), at) {
                (Some(pace), _) => Wrote::Beyond {
                    more: written as i64 - pace * read as i64,
                    pace,
                },
                (None, Some(_)) => Wrote::Exactly(written),
                (None, None) => Wrote::Any,
            },
        }
    }

    /// The same after a step, when so much was read and written in all.
    fn wrote_then(
        &mut self,
        from: &Configuration,
        at: Option<usize>,
        arriving: &Arriving,
        (depth, written): (usize, usize),
    ) -> Result<Wrote, Change> {
        if self.filter.in_place && (from.at.is_none() || at.is_none()) {
            let lag = self.lag_then(from, arriving.letter, arriving.counts.len() as i64);
            return Ok(self.wrote_in_place(lag));
        }
        Ok(match from.wrote {
            Wrote::Any | Wrote::Behind(_) => Wrote::Any,
            // Soundness: this is exact, so what the first path here has written is what all have.
            Wrote::Exactly(_) => self.wrote(from.pass, at, depth, written),
            Wrote::Beyond { more, pace } => {
                let one = self.terms.bv(64, 1);
                // Soundness: how much a run is, is not known.
                if arriving.counts.iter().any(|count| *count != one) {
                    return Err(self.general.writes_apart());
                }
                let read = i64::from(arriving.letter == Letter::Symbol);
                let more = more + arriving.counts.len() as i64 - pace * read;
                if more.unsigned_abs() > 32 {
                    return Err(self.general.writes_apart());
                }
                Wrote::Beyond { more, pace }
            }
        })
    }

    /// The values of a configuration, to compare them with those of the next.
    fn known_values(
        &mut self,
        captured: &Captured,
        before: &Origin,
        depth: usize,
    ) -> Rc<BTreeMap<String, i64>> {
        if !self.general.is_looking() {
            return Rc::default();
        }
        let leaves = captured
            .keys
            .iter()
            .zip(&captured.leaves)
            .map(|(key, term)| (key, *term));
        let all = captured
            .known
            .iter()
            .map(|(key, term)| (key, *term))
            .chain(leaves);
        let number = |term: Term| self.terms.value(term).and_then(smt::Value::as_signed);
        let known: BTreeMap<String, i64> = all
            .filter_map(|(key, term)| Some((key.clone(), number(term)?)))
            .collect();
        for (key, now) in &known {
            if let Some(value) = before.known.get(key) {
                self.general.follow(key, *value, *now, depth as i64);
            }
        }
        Rc::new(known)
    }

    /// Looks for values that move with the input or the output.
    fn observe(
        &mut self,
        key: &str,
        value: Term,
        read: usize,
        written: usize,
    ) -> Result<(), Change> {
        let counters = self.counters(Some(0), false, Letter::Begin);
        let bytes = self.terms.bv(64, u64::from(self.filter.reads.bits / 8));
        let from_end = |scale: Term| {
            symex::distance(
                &self.terms,
                &counters,
                value,
                self.terms.bv_mul(self.rest, scale),
            )
        };
        let number = self.terms.value(value).and_then(smt::Value::as_signed);
        let number = number
            .or_else(|| from_end(self.terms.bv(64, 1)))
            .or_else(|| from_end(bytes));
        match number {
            Some(value) => self.general.observe(
                key,
                Observed {
                    read: read as i64,
                    written: written as i64,
                    value,
                },
            ),
            None => Ok(()),
        }
    }

    /// Updates are over the window of the step, leaves over the next one.
    fn updates(&self, updates: BTreeMap<Term, Term>, read: bool) -> BTreeMap<Term, Term> {
        if !read {
            return updates;
        }
        let back: FxHashMap<Term, Term> = (0..=self.lookback + 1)
            .map(|i| (self.seen(i + 1), self.seen(i)))
            .collect();
        updates
            .into_iter()
            .map(|(register, value)| (register, self.terms.substitute(value, &back)))
            .collect()
    }

    pub(super) fn intern(
        &mut self,
        configuration: Configuration,
        origin: Origin,
    ) -> ConfigurationId {
        let configuration = Rc::new(configuration);
        if let Some(&id) = self.ids.get(&configuration) {
            return id;
        }
        let id = self
            .configurations
            .push((Rc::clone(&configuration), origin));
        self.configurations[id].1.id = Some(id);
        self.ids.insert(configuration, id);
        id
    }
}

/// The name of a value in a pass.
pub(super) fn in_pass(key: &str, pass: usize) -> Cow<'_, str> {
    if pass == 0 {
        Cow::Borrowed(key)
    } else {
        Cow::Owned(format!("{key}@{pass}"))
    }
}
