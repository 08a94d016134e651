//! What a filter writes for one symbol, read backwards: which outputs stand for which symbols.
//!
//! The symbols of a move are put into groups. In a group the output symbols may be any of a range each, independently,
//! and the symbol read is a sum of multiples of them: `16 * (y1 - 48) + (y - 48)` for two hexadecimal digits.

use std::collections::BTreeMap;

use base::StopReason;
use smt::{Term, Terms};

use super::known::Known;
use super::lane::{Lane, Place};
use super::oracle::{Asked, Oracle};
use super::symbols::{Symbols, value_at};
use crate::transducer::{SymbolType, seen};

/// Moves on more symbols are only read backwards if they copy.
const TRIED: u64 = 4096;

/// Outputs that stand for one symbol, or for the end.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// What each symbol of the output can be, both ends included.
    pub(super) ranges: Vec<(u64, u64)>,
    /// The symbol that was read; none at the end.
    pub(super) symbol: Option<Sum>,
    /// The place after, none at the end.
    pub(super) to: Option<usize>,
}

/// A constant and a multiple of each symbol of the output, wrapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    constant: u64,
    factors: Vec<u64>,
}

impl Sum {
    /// What a group stands for; what does not vary is part of the constant.
    fn of(group: &Group) -> Self {
        let mut sum = Self {
            constant: group.constant,
            factors: group.factors.clone(),
        };
        for (factor, (low, high)) in sum.factors.iter_mut().zip(&group.ranges) {
            if low == high {
                sum.constant = sum.constant.wrapping_add(factor.wrapping_mul(*low));
                *factor = 0;
            }
        }
        sum
    }

    /// The sum over the symbols just read from the output.
    pub(super) fn over(&self, terms: &Terms, from: SymbolType, to: SymbolType) -> Term {
        let last = self.factors.len();
        let part = |(i, &factor): (usize, &u64)| {
            let y = seen(terms, from, last - 1 - i);
            let y = match from.bits.cmp(&to.bits) {
                std::cmp::Ordering::Less => terms.zero_extend(y, to.bits),
                std::cmp::Ordering::Equal => y,
                std::cmp::Ordering::Greater => terms.extract(y, to.bits - 1, 0),
            };
            terms.bv_mul(terms.bv(to.bits, factor), y)
        };
        let parts = self.factors.iter().enumerate().map(part);
        parts.fold(terms.bv(to.bits, self.constant), |sum, part| {
            terms.bv_add(sum, part)
        })
    }
}

/// What can be read backwards in each place of a lane.
pub(super) fn items(oracle: &mut Oracle, lane: &Lane) -> Asked<Vec<Vec<Item>>> {
    lane.places
        .iter()
        .map(|place| of_place(oracle, place))
        .collect()
}

fn of_place(oracle: &mut Oracle, place: &Place) -> Asked<Vec<Item>> {
    let mut items = Vec::new();
    for m in &place.moves {
        let set = alone(oracle, &m.guard, &m.writes, 0)?;
        for group in groups(oracle, &m.writes, &set)? {
            items.push(Item {
                symbol: Some(Sum::of(&group)),
                ranges: group.ranges,
                to: Some(m.to),
            });
        }
    }
    for end in &place.ends {
        alone(oracle, &end.guard, &end.writes, 1)?;
        let value = |&t: &Term| {
            oracle
                .terms
                .value(t)
                .and_then(|v| v.as_unsigned())
                .map(|n| (n, n))
        };
        let ranges = end
            .writes
            .iter()
            .map(value)
            .collect::<Option<_>>()
            .ok_or_else(spread)?;
        items.push(Item {
            ranges,
            symbol: None,
            to: None,
        });
    }
    Ok(items)
}

fn spread() -> StopReason {
    StopReason::Inexpressible(
        "what is written depends on several symbols, and is not read backwards yet".into(),
    )
}

/// The symbols of a guard that looks at nothing but the symbol being read, where outputs look at nothing else either.
fn alone(oracle: &mut Oracle, guard: &Known, writes: &[Term], from: usize) -> Asked<Symbols> {
    let back = writes.iter().map(|&t| oracle.back(t)).max().unwrap_or(0);
    let guard_back = guard
        .sets
        .iter()
        .map(|(spot, _)| spot.back)
        .max()
        .unwrap_or(0);
    if back > 0 || guard_back > 0 || !guard.rest.is_empty() || from > 0 && !guard.is_true() {
        return Err(spread());
    }
    let all = Symbols::all(oracle.input.bits);
    Ok(guard.sets.first().map_or(all, |(_, set)| set.clone()))
}

/// Symbols whose outputs differ in ranges, and what they are.
#[derive(Clone, Debug)]
struct Group {
    ranges: Vec<(u64, u64)>,
    factors: Vec<u64>,
    constant: u64,
}

fn groups(oracle: &mut Oracle, writes: &[Term], set: &Symbols) -> Asked<Vec<Group>> {
    let x = writes
        .iter()
        .find_map(|&t| oracle.spots(t).first().copied())
        .map(|spot| oracle.variable(spot));
    if let Some(copied) = x.and_then(|x| copied(oracle, writes, set, x)) {
        return Ok(copied);
    }
    if set.count(TRIED).is_none() {
        let why = "one of the steps writes something else than a copy for too many symbols to read them backwards";
        return Err(StopReason::Inexpressible(why.into()));
    }
    let mut rows = Vec::new();
    for symbol in set.iter() {
        let value = |&t: &Term| match x {
            Some(x) => value_at(&oracle.terms, t, x, symbol)?.as_unsigned(),
            None => oracle.terms.value(t)?.as_unsigned(),
        };
        let row: Vec<u64> = writes
            .iter()
            .map(value)
            .collect::<Option<_>>()
            .ok_or_else(spread)?;
        rows.push((symbol, row));
    }
    let mask = u64::MAX >> (64 - oracle.input.bits);
    grouped(&rows, 0, mask).ok_or_else(|| {
        StopReason::Inexpressible(
            "a step writes the same for several symbols, which only shows later".into(),
        )
    })
}

/// Constants, and the symbol itself once.
fn copied(oracle: &Oracle, writes: &[Term], set: &Symbols, x: Term) -> Option<Vec<Group>> {
    let terms = &oracle.terms;
    let copies = writes.iter().filter(|&&t| t == x).count();
    let constants = writes.iter().filter(|&&t| terms.value(t).is_some()).count();
    if copies != 1 || copies + constants != writes.len() {
        return None;
    }
    let factors = writes
        .iter()
        .map(|&t| u64::from(t == x))
        .collect::<Vec<u64>>();
    let group = |range: &(u64, u64)| {
        let ranges = writes
            .iter()
            .map(|&t| match terms.value(t).and_then(|v| v.as_unsigned()) {
                Some(n) => (n, n),
                None => *range,
            });
        Group {
            ranges: ranges.collect(),
            factors: factors.clone(),
            constant: 0,
        }
    };
    Some(set.ranges().iter().map(group).collect())
}

/// Groups by the output symbols from a column on; `None` if two symbols have the same.
fn grouped(rows: &[(u64, Vec<u64>)], column: usize, mask: u64) -> Option<Vec<Group>> {
    let Some((first, _)) = rows.first().filter(|row| row.1.len() == column) else {
        return by_column(rows, column, mask);
    };
    (rows.len() == 1).then(|| {
        vec![Group {
            ranges: Vec::new(),
            factors: Vec::new(),
            constant: *first,
        }]
    })
}

fn by_column(rows: &[(u64, Vec<u64>)], column: usize, mask: u64) -> Option<Vec<Group>> {
    let mut parts: BTreeMap<u64, Vec<(u64, Vec<u64>)>> = BTreeMap::new();
    for row in rows {
        parts.entry(row.1[column]).or_default().push(row.clone());
    }
    let mut found: Vec<Group> = Vec::new();
    for (value, part) in parts {
        for rest in grouped(&part, column + 1, mask)? {
            if !found
                .iter_mut()
                .any(|group| extend(group, value, &rest, mask))
            {
                found.push(opened(value, rest, mask));
            }
        }
    }
    Some(found)
}

fn opened(value: u64, mut rest: Group, mask: u64) -> Group {
    rest.ranges.insert(0, (value, value));
    // A lone value stands for itself plus something: the plainest that more values may follow.
    rest.factors.insert(0, 1);
    rest.constant = rest.constant.wrapping_sub(value) & mask;
    rest
}

/// Adds a value that comes right after a group's, if what it stands for is as far from what they stand for as they are from
/// each other.
fn extend(group: &mut Group, value: u64, rest: &Group, mask: u64) -> bool {
    let (low, high) = group.ranges[0];
    if high.checked_add(1) != Some(value)
        || group.ranges[1..] != rest.ranges
        || group.factors[1..] != rest.factors
    {
        return false;
    }
    let at =
        |factor: u64, constant: u64, y: u64| constant.wrapping_add(factor.wrapping_mul(y)) & mask;
    let known = at(group.factors[0], group.constant, high);
    let step = rest.constant.wrapping_sub(known) & mask;
    if low == high && step.is_power_of_two() {
        group.factors[0] = step;
        group.constant = known.wrapping_sub(step.wrapping_mul(high)) & mask;
    } else if step != group.factors[0] {
        return false;
    }
    group.ranges[0].1 = value;
    true
}
