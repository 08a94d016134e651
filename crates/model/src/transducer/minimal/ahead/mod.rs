//! Look-ahead in canonical form: as few starts as can be found, and for them machines that say nothing about inputs that
//! never come.
//!
//! A start does something for the inputs that its acceptor accepts; what it would do for others is nobody's business
//! ([`restrict`]). Starts that a machine without look-ahead can serve together become one ([`union`]), all of them if that
//! can be done. Of the states that are left, those become one that contradict each other on no input that comes ([`fold`]).
//! All of it depends on nothing but the functions of the starts, in the order of the shortest inputs they accept. As few
//! starts and states as possible are not promised: to find those is as hard as colouring graphs.

mod fold;
mod restrict;
mod union;

use std::collections::BTreeMap;

use base::{Budget, StopReason};

use super::super::{Acceptor, SymbolicTransducer};
use super::acceptors;
use super::onward::{onward, trimmed};
use super::refine::reduced;
use super::rows::{Entry, Row, Rows, Words};

/// Rows, with a start for each acceptor.
pub(super) struct Ahead {
    pub(super) rows: Rows,
    /// For each start the inputs that it is for; all, if `None`.
    pub(super) when: Vec<Option<Acceptor>>,
}

/// The same function with fewer starts, if there are several; `None` where it cannot be told by tables.
///
/// What is certain for the inputs of a start is written as early as possible, or when the start writes it for all inputs:
/// whichever needs fewer states. To copy `true` is simpler than to write it after the first letter.
pub(super) fn ahead(
    machine: &SymbolicTransducer,
    rows: &Rows,
    budget: &Budget,
) -> Result<Option<Ahead>, StopReason> {
    let Some(accepted) = accepted(machine, budget)? else {
        return Ok(None);
    };
    let early = pressed(
        machine,
        rows,
        &accepted,
        Pace {
            early: true,
            budget,
        },
    )?;
    if early.when.len() == 1 {
        return Ok(Some(early));
    }
    let late = pressed(
        machine,
        rows,
        &accepted,
        Pace {
            early: false,
            budget,
        },
    )?;
    let size = |ahead: &Ahead| (ahead.when.len(), ahead.rows.rows.len());
    Ok(Some(if size(&late) < size(&early) {
        late
    } else {
        early
    }))
}

/// The inputs of each start.
fn accepted(
    machine: &SymbolicTransducer,
    budget: &Budget,
) -> Result<Option<Vec<Rows>>, StopReason> {
    let mut all = Vec::new();
    for start in &machine.starts {
        let accepted = start
            .when
            .as_ref()
            .and_then(|acceptor| acceptors::rows(machine, acceptor));
        let Some(accepted) = accepted else {
            return Ok(None);
        };
        all.push(reduced(&onward(accepted, budget)?, budget)?);
    }
    Ok(Some(all))
}

/// When what is certain is written.
#[derive(Clone, Copy)]
struct Pace<'b> {
    early: bool,
    budget: &'b Budget,
}

impl Pace<'_> {
    fn settled(self, rows: Rows) -> Result<Rows, StopReason> {
        let rows = if self.early {
            onward(rows, self.budget)?
        } else {
            trimmed(rows)
        };
        reduced(&rows, self.budget)
    }
}

fn pressed(
    machine: &SymbolicTransducer,
    rows: &Rows,
    accepted: &[Rows],
    pace: Pace,
) -> Result<Ahead, StopReason> {
    let mut parts = Vec::new();
    for (accepted, &row) in accepted.iter().zip(&rows.starts) {
        let Some(shortest) = restrict::shortest(accepted) else {
            continue;
        };
        let does = pace.settled(restrict::restricted(rows, row, accepted))?;
        if !is_nowhere_defined(&does) {
            parts.push((
                shortest,
                Part {
                    does,
                    accepted: accepted.clone(),
                },
            ));
        }
    }
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    let parts = grouped(parts.into_iter().map(|(_, part)| part).collect(), pace)?;
    finished(machine, parts, pace.budget)
}

/// Inputs for which nothing is defined, for no reason that could be given, need no start.
fn is_nowhere_defined(rows: &Rows) -> bool {
    let start = &rows.rows[rows.starts[0] as usize];
    start.end.is_none() && start.failure.is_none() && start.targets().next().is_none()
}

/// Inputs, and what is done for them.
#[derive(Clone)]
struct Part {
    /// What is done; free, where no accepted input leads.
    does: Rows,
    accepted: Rows,
}

/// With more parts than this, not all pairs of them are tried.
const MOST_PARTS: usize = 24;

/// One part, if what all of them do needs no look-ahead. Else two become one as long as that takes no more states than they
/// have; those first that save the most.
fn grouped(parts: Vec<Part>, pace: Pace) -> Result<Vec<Part>, StopReason> {
    if let Some(all) = all(&parts, pace)? {
        return Ok(vec![all]);
    }
    let mut grouping = Grouping {
        parts: Vec::new(),
        pairs: BTreeMap::new(),
    };
    for part in parts {
        grouping.add(part, pace)?;
    }
    while let Some((pair, (_, union))) = grouping.best() {
        let joined = joined(
            union,
            [pair.0, pair.1].map(|i| grouping.parts[i].as_ref()),
            pace.budget,
        )?;
        grouping.parts[pair.1] = None;
        grouping
            .pairs
            .retain(|(a, b), _| ![*a, *b].iter().any(|i| [pair.0, pair.1].contains(i)));
        grouping.put(pair.0, joined, pace)?;
    }
    Ok(grouping
        .parts
        .into_iter()
        .flatten()
        .map(|sized| sized.part)
        .collect())
}

/// All parts as one, if there is such a machine.
fn all(parts: &[Part], pace: Pace) -> Result<Option<Part>, StopReason> {
    let Some((first, others)) = parts.split_first() else {
        return Ok(None);
    };
    let mut all = first.clone();
    for part in others {
        pace.budget.check()?;
        let Some(does) = union::union(&all.does, &part.does) else {
            return Ok(None);
        };
        let accepted = reduced(&union::either(&all.accepted, &part.accepted), pace.budget)?;
        all = Part {
            does: pace.settled(does)?,
            accepted,
        };
    }
    Ok(Some(all))
}

fn joined(does: Rows, parts: [Option<&Sized>; 2], budget: &Budget) -> Result<Part, StopReason> {
    let [Some(a), Some(b)] = parts else {
        unreachable!("pairs are of parts that are there")
    };
    let accepted = reduced(&union::either(&a.part.accepted, &b.part.accepted), budget)?;
    Ok(Part { does, accepted })
}

/// A part, and how many states it needs.
struct Sized {
    part: Part,
    states: usize,
}

/// Parts that become fewer.
struct Grouping {
    parts: Vec<Option<Sized>>,
    /// For two parts how many states are saved if they become one, and the one.
    pairs: BTreeMap<(usize, usize), (usize, Rows)>,
}

impl Grouping {
    fn add(&mut self, part: Part, pace: Pace) -> Result<(), StopReason> {
        self.parts.push(None);
        self.put(self.parts.len() - 1, part, pace)
    }

    /// Puts a part there, and tries it with all others.
    fn put(&mut self, at: usize, part: Part, pace: Pace) -> Result<(), StopReason> {
        let states = fold::folded(&part.does, pace.budget)?.rows.len();
        for (other, known) in self.parts.iter().enumerate().take(MOST_PARTS) {
            let Some(known) = known.as_ref().filter(|_| other != at) else {
                continue;
            };
            pace.budget.check()?;
            let (a, b) = if other < at {
                (&known.part, &part)
            } else {
                (&part, &known.part)
            };
            let Some(union) = union::union(&a.does, &b.does) else {
                continue;
            };
            let union = pace.settled(union)?;
            let needed = fold::folded(&union, pace.budget)?.rows.len();
            if let Some(saved) = (states + known.states).checked_sub(needed) {
                self.pairs
                    .insert((at.min(other), at.max(other)), (saved, union));
            }
        }
        self.parts[at] = Some(Sized { part, states });
        Ok(())
    }

    /// The pair that saves the most; of several the first.
    fn best(&self) -> Option<((usize, usize), (usize, Rows))> {
        let best = self
            .pairs
            .iter()
            .rev()
            .max_by_key(|(_, (saved, _))| *saved)?;
        Some((*best.0, best.1.clone()))
    }
}

fn finished(
    machine: &SymbolicTransducer,
    parts: Vec<Part>,
    budget: &Budget,
) -> Result<Ahead, StopReason> {
    if parts.len() < 2 {
        let size = 1 << machine.input.bits;
        let nothing = || Rows {
            words: Words::new(),
            rows: vec![Row::failing(size, None)],
            starts: vec![0],
        };
        let rows = parts
            .into_iter()
            .next()
            .map_or_else(nothing, |part| defined(part.does));
        return Ok(Ahead {
            rows: reduced(&onward(rows, budget)?, budget)?,
            when: vec![None],
        });
    }
    let mut rows = fold::folded(&union::beside(parts.iter().map(|part| &part.does)), budget)?;
    let accepted = parts.into_iter().map(|part| part.accepted).collect();
    let accepted = shared(&mut rows.starts, accepted, budget)?;
    let when = accepted
        .into_iter()
        .map(|accepted| acceptors::present(machine, accepted, budget).map(Some));
    Ok(Ahead {
        rows,
        when: when.collect::<Result<_, _>>()?,
    })
}

/// Starts that are one state now are one start.
fn shared(
    starts: &mut Vec<u32>,
    accepted: Vec<Rows>,
    budget: &Budget,
) -> Result<Vec<Rows>, StopReason> {
    let (mut kept, mut found): (Vec<u32>, Vec<Rows>) = Default::default();
    for (start, accepted) in starts.iter().zip(accepted) {
        match kept.iter().position(|known| known == start) {
            Some(at) => found[at] = reduced(&union::either(&found[at], &accepted), budget)?,
            None => {
                kept.push(*start);
                found.push(accepted);
            }
        }
    }
    *starts = kept;
    Ok(found)
}

/// Without look-ahead every input may come.
fn defined(mut rows: Rows) -> Rows {
    for row in &mut rows.rows {
        row.open = false;
        row.entries
            .iter_mut()
            .filter(|entry| **entry == Entry::FREE)
            .for_each(|entry| *entry = Entry::UNDEFINED);
    }
    rows
}
