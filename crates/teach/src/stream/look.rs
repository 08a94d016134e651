//! Which ways are followed to find out what moves: not all of them, but such as differ.
//!
//! Near the beginning these are the first and the last few ways of each configuration. Far from it, where only what repeats is of
//! interest, a filter is followed that always takes its first way, and one that always takes its last: where the one copies each symbol,
//! the other may keep a run of them.

use std::collections::{BTreeSet, VecDeque};

use step::stream::{ConfigurationId, Does, Move, StreamSystem};

/// Configurations that wait to be looked at.
const MOST_WAITING: usize = 40;

/// The same far from the beginning, on each side.
const MOST_WAITING_FAR: usize = 2;

/// What is known of the configurations that are looked at.
#[derive(Default)]
pub(super) struct Look {
    /// Those that were reached by last ways.
    last: BTreeSet<ConfigurationId>,
}

impl Look {
    /// The steps to go on with: all of them, where nothing is to be found out.
    pub(super) fn steps<'m>(
        &mut self,
        system: &StreamSystem,
        id: ConfigurationId,
        moves: &'m [Move],
        queue: &VecDeque<ConfigurationId>,
    ) -> Vec<&'m Move> {
        match system.is_looking() {
            true => self.some_steps(system, id, moves, queue),
            false => moves.iter().collect(),
        }
    }

    fn some_steps<'m>(
        &mut self,
        system: &StreamSystem,
        id: ConfigurationId,
        moves: &'m [Move],
        queue: &VecDeque<ConfigurationId>,
    ) -> Vec<&'m Move> {
        let waits = |step: &&Move| matches!(step.does, Does::Waits(..));
        let ways: Vec<&Move> = moves.iter().filter(waits).collect();
        let is_last = self.last.contains(&id);
        let Some(most) = system.ways(id) else {
            let way = if is_last { ways.last() } else { ways.first() };
            let is_like = |other: &&ConfigurationId| {
                system.depth(**other) > system.depth(id) && self.last.contains(other) == is_last
            };
            let waiting = queue.iter().filter(is_like).count();
            let chosen = way.filter(|_| waiting < MOST_WAITING_FAR).copied();
            chosen.iter().for_each(|step| self.note(step, is_last));
            return chosen.into_iter().collect();
        };
        let mut chosen = Vec::new();
        for (i, &step) in ways.iter().enumerate() {
            let is_meant = 2 * i < most || 2 * (ways.len() - i) <= most;
            if is_meant && queue.len() + chosen.len() < MOST_WAITING {
                self.note(
                    step,
                    if ways.len() == 1 {
                        is_last
                    } else {
                        2 * i >= ways.len()
                    },
                );
                chosen.push(step);
            }
        }
        chosen
    }

    fn note(&mut self, step: &Move, is_last: bool) {
        if let (Does::Waits(id, _), true) = (&step.does, is_last) {
            self.last.insert(*id);
        }
    }
}
