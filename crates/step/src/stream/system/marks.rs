//! Programs that write what they have read in runs: they owe the symbols since a mark, which the model writes at once.

use base::StopReason;
use smt::Term;
use symex::{Reached, Written, canonical};

use super::{Change, Configuration, ConfigurationId, Does, Kind, Letter, StreamSystem};

impl StreamSystem {
    /// What is written, without the run that was owed, which the model has written already; whether that was written. `None` if
    /// something else comes first.
    pub(super) fn paid(
        &self,
        from: &Configuration,
        letter: Letter,
        output: &[Written],
    ) -> Option<(Vec<Term>, bool)> {
        let (mut writes, mut paid) = (Vec::new(), !from.marked);
        let counters = self.counters(from.at, from.marked, letter);
        for item in output {
            match *item {
                Written::Symbol(symbol) if paid => writes.push(symbol),
                Written::Run { from, count } if !paid => {
                    if symex::distance(&self.terms, &counters, from, self.mark)? != 0 {
                        return None;
                    }
                    match symex::distance(&self.terms, &counters, count, self.lag)? {
                        0 => {}
                        1 if letter == Letter::Symbol => writes.push(self.seen(0)),
                        _ => return None,
                    }
                    paid = true;
                }
                Written::Symbol(_) | Written::Gap | Written::Run { .. } => return None,
            }
        }
        Some((writes, paid))
    }

    pub(super) fn count(&self, written: &Written) -> Term {
        match *written {
            Written::Symbol(_) | Written::Gap => self.terms.bv(64, 1),
            Written::Run { count, .. } => count,
        }
    }

    /// What the model writes beyond that, because the filter is certain to: it owes what it has read since the mark.
    pub(super) fn owed(
        &self,
        from: &Configuration,
        to: ConfigurationId,
        paid: bool,
        lag: Option<usize>,
    ) -> Option<Vec<Term>> {
        match (from.marked && !paid, self.configurations[to].0.marked, lag) {
            (true, true, None) => Some(vec![self.seen(0)]),
            (true, _, _) => None,
            (false, true, Some(lag)) => Some((0..lag).rev().map(|back| self.seen(back)).collect()),
            (false, true, None) => None,
            (false, false, _) => Some(Vec::new()),
        }
    }

    /// A run that was not written.
    pub(super) fn dropped(&self, to: Reached) -> Does {
        match to {
            // What a failing filter has written does not matter.
            Reached::End(end) => match self.end(end) {
                does @ (Does::Fails { .. } | Does::Discarded | Does::Unknown(_)) => does,
                Does::Ends | Does::Waits(..) | Does::Rereads(..) => self.lost(),
            },
            Reached::Pause(..) | Reached::Astray(..) => self.lost(),
        }
    }

    pub(super) fn lost(&self) -> Does {
        let what = "it keeps symbols without bound, and does not write all of them next".to_owned();
        Does::Unknown(StopReason::Unsupported { what, place: None })
    }

    /// Where the mark is after a step, if symbols are still to be written; how far back it is where it is new.
    pub(super) fn mark_leaves(
        &self,
        from: &Configuration,
        at: Option<usize>,
        leaves: &mut [Term],
        keys: &[String],
    ) -> Result<(bool, Option<usize>), Change> {
        let terms = &self.terms;
        if from.marked {
            let counters = self.counters(None, true, Letter::Begin);
            let stays = |leaf: &Term| symex::distance(terms, &counters, *leaf, self.mark).is_some();
            if leaves.iter().any(stays) {
                return Ok((true, None));
            }
            let map = [(self.mark, terms.bv_sub(self.position, self.lag))];
            let moved = self.substituted(leaves, &map);
            leaves.copy_from_slice(&moved);
        }
        let counters = self.counters(at, false, Letter::Begin);
        let open = leaves
            .iter_mut()
            .filter(|leaf| terms.value(**leaf).is_none());
        open.for_each(|leaf| *leaf = canonical(terms, &counters, *leaf));
        if at.is_some() {
            return Ok((false, None));
        }
        let mut lag = None;
        for (leaf, key) in leaves.iter().zip(keys) {
            let Some(Kind::Mark) = self.general.kind(key) else {
                continue;
            };
            match symex::distance(terms, &counters, *leaf, self.position) {
                Some(distance) if distance < 0 && lag.is_none_or(|known| known == distance) => {
                    lag = Some(distance)
                }
                Some(distance) if distance < 0 => return Err(self.general.depends_on_position()),
                _ => {}
            }
        }
        let Some(lag) = lag else {
            return Ok((false, None));
        };
        // Marked values are at the mark, all others that move are where the input is.
        let counters = self.counters(None, true, Letter::Begin);
        let now = terms.bv_add(self.mark, self.lag);
        for (leaf, key) in leaves.iter_mut().zip(keys) {
            let is_mark = self.general.kind(key) == Some(Kind::Mark);
            let distance = symex::distance(
                terms,
                &self.counters(at, false, Letter::Begin),
                *leaf,
                self.position,
            );
            *leaf = match (is_mark, distance) {
                (true, Some(d)) if d == lag => {
                    let width = terms.width(*leaf);
                    if width == 64 {
                        self.mark
                    } else {
                        terms.extract(self.mark, width - 1, 0)
                    }
                }
                _ => canonical(
                    terms,
                    &counters,
                    self.substituted(&[*leaf], &[(self.position, now)])[0],
                ),
            };
        }
        Ok((true, Some(lag.unsigned_abs() as usize)))
    }
}
