//! Programs that read their input again from the front: one pass after the other.

use std::collections::BTreeMap;
use std::rc::Rc;

use base::{Place, StopReason};
use smt::Term;
use symex::{Integers, Paused, World, canonical};

use super::locate::in_pass;
use super::{Change, Configuration, Does, Kind, Letter, Origin, StreamSystem};

/// Passes over the input that are followed.
const MOST_PASSES: usize = 8;

impl StreamSystem {
    /// Where the end has been seen, looking at the front again begins another pass.
    pub(super) fn reread(
        &mut self,
        from: &Configuration,
        origin: &Origin,
        letter: Letter,
        paused: Paused,
        place: Place,
        writes: &[Term],
    ) -> Result<Does, Change> {
        let refuse = |what: &str| {
            Ok(Does::Unknown(StopReason::Unsupported {
                what: what.to_owned(),
                place: Some(place.clone()),
            }))
        };
        if letter != Letter::End
            && let Some(change) = self
                .general
                .addresses()
                .or_else(|| self.general.looks_back())
        {
            return Err(change);
        }
        let mut pending = [&from.pending[..], writes].concat();
        let is_fixed = self.terms.free_vars_of(&pending).is_empty();
        if !is_fixed || from.pass + 1 >= MOST_PASSES || from.marked {
            return refuse(
                "it reads backwards, or its input again after it has written what depends on it",
            );
        }
        let backwards = "it reads backwards: which symbol it looks at is not a fixed number of places before the last one";
        let (filter, terms) = (Rc::clone(&self.filter), self.terms.clone());
        let world = World::new(
            &filter.subject.program,
            &terms,
            Integers::Wrapping,
            Rc::clone(&self.image),
        );
        let mut captured = self.captured(&world, &paused, from.pass + 1);
        drop(world);
        let control = self.forget_idle(&mut captured);
        self.nothing_forgotten(origin, &captured.leaves)?;
        // What is known of values that may be anything is not carried from one pass to the next.
        if captured.leaves.iter().any(|leaf| self.is_loose(*leaf)) {
            return Err(Change::Tight);
        }
        let at = self.general.at(0);
        let length = terms.bv_add(
            at.map_or(self.position, |n| terms.bv(64, n as u64)),
            self.rest,
        );
        let mut leaves = Vec::new();
        let mut updates = BTreeMap::new();
        for (&leaf, key) in captured.leaves.iter().zip(&captured.keys) {
            let leaf = match letter {
                Letter::End => self.ending_at(leaf, &key_before(key, from.pass), from.at, length),
                Letter::Begin | Letter::Symbol => {
                    let leaf = self.terms.substitute(leaf, &self.later(from, &[]));
                    match self.beside_length(leaf, from.at, length) {
                        Some(leaf) => leaf,
                        None => return refuse(backwards),
                    }
                }
            };
            let is_length = self.terms.free_vars(leaf).contains(&self.rest);
            let leaf = if is_length {
                leaf
            } else {
                self.leaf(leaf, key, Some(0), at, pending.len(), &mut updates)?
            };
            if self
                .terms
                .free_vars(leaf)
                .iter()
                .any(|v| self.is_symbol(*v))
            {
                return refuse("it reads its input again, and remembers symbols of the first time");
            }
            leaves.push(canonical(
                &self.terms,
                &self.counters(at, false, Letter::Begin),
                leaf,
            ));
        }
        let pass = from.pass + 1;
        let wrote = self.wrote(pass, at, 0, pending.len());
        let held = pending.split_off(pending.len().saturating_sub(self.general.held()));
        let held: Vec<Option<Term>> = held.into_iter().map(Some).collect();
        let configuration = Configuration {
            pose: captured.graph,
            leaves,
            at,
            wrote,
            given: vec![],
            marked: false,
            again: None,
            pass,
            pending,
            held,
            copies: false,
            silent: from.silent,
        };
        let origin = Origin {
            control,
            ..Origin::new(0, configuration.pending.len() + configuration.held.len())
        };
        let pose = configuration.pose.clone();
        let depth = origin.depth;
        let again = self.intern(configuration, origin);
        if letter == Letter::End {
            return Ok(Does::Rereads(again, updates));
        }
        if !updates.is_empty() {
            return refuse(backwards);
        }
        // What it does is decided before the input has ended, and shows when it is read again.
        let (at, leaves, given) = (None, Vec::new(), Vec::new());
        let draining = Configuration {
            pose,
            leaves,
            at,
            wrote,
            given,
            marked: false,
            again: Some(again),
            pass: from.pass,
            pending: vec![],
            held: vec![],
            copies: false,
            silent: from.silent,
        };
        let origin = Origin::new(depth + 1, 0);
        Ok(Does::Waits(self.intern(draining, origin), BTreeMap::new()))
    }

    /// A value that does not depend on how much was read, or says how much there is to read: then as of the next pass.
    fn beside_length(&self, leaf: Term, at: Option<usize>, length: Term) -> Option<Term> {
        let terms = &self.terms;
        let free = terms.free_vars(leaf);
        let moves = [self.position, self.rest]
            .iter()
            .any(|counter| free.contains(counter));
        if !moves {
            return Some(leaf);
        }
        let read = at.map_or(self.position, |n| terms.bv(64, n as u64 + 1));
        let counters = self.counters(at, false, Letter::Begin);
        let more = symex::distance(terms, &counters, leaf, terms.bv_add(read, self.rest))?;
        let whole = terms.bv_add(length, terms.bv(64, more as u64));
        let width = terms.width(leaf);
        Some(if width == 64 {
            whole
        } else {
            terms.extract(whole, width - 1, 0)
        })
    }

    /// At the end of input, how much was read is how much there is.
    fn ending_at(&self, leaf: Term, key: &str, at: Option<usize>, length: Term) -> Term {
        match at {
            None => self.substituted(&[leaf], &[(self.position, length)])[0],
            Some(n) => match (
                self.general.kind(key),
                self.terms.value(leaf).and_then(smt::Value::as_signed),
            ) {
                (Some(Kind::Position(scale)), Some(v))
                    if (v - scale * n as i64).abs() <= 8 && v != 0 =>
                {
                    self.shifted(leaf, length, n, scale)
                }
                _ => leaf,
            },
        }
    }
}

/// What a value of the next pass is called in this one.
fn key_before(key: &str, pass: usize) -> String {
    let name = key.split_once('@').map_or(key, |(name, _)| name);
    in_pass(name, pass).into_owned()
}
