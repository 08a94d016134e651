//! Trying inputs, where nothing could be decided: a no that was seen is a no.

use std::cell::RefCell;
use std::collections::BTreeSet;

use base::{Budget, Random};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Term, Value};

use super::adopt::every_term;
use super::injective::Collision;
use super::symbols::{PLAIN, greatest};
use super::{Difference, Matching, Pattern};
use crate::transducer::{Runner, SymbolicTransducer};

/// So many different symbols are tried, and all inputs of them that are at most `SHORT` long.
const SYMBOLS: usize = 24;
const SHORT: usize = 3;
/// So many longer inputs are tried, each of at most `LONG` symbols.
const LONGER: usize = 4000;
const LONG: usize = 16;

/// A partial function on inputs.
pub(super) type Function<'a> = Box<dyn Fn(&[u64]) -> Option<Vec<u64>> + 'a>;

/// What a filter does.
pub(super) fn function(filter: &SymbolicTransducer) -> Function<'_> {
    let runner = RefCell::new(Runner::new(filter));
    Box::new(move |input| runner.borrow_mut().whole(input))
}

/// One function after another.
pub(super) fn after<'a>(first: Function<'a>, second: Function<'a>) -> Function<'a> {
    Box::new(move |input| second(&first(input)?))
}

/// An input on which two functions differ; only those count on which the first is defined, unless both ways do.
pub(super) fn difference(
    filters: &[&SymbolicTransducer],
    functions: [Function; 2],
    both_ways: bool,
    budget: &Budget,
) -> Option<Difference> {
    tried(filters, budget).find_map(|input| {
        let outputs = [functions[0](&input), functions[1](&input)];
        let differ = outputs[0] != outputs[1] && (both_ways || outputs[0].is_some());
        differ.then_some(Difference {
            input,
            outputs,
            shortest: false,
        })
    })
}

/// Two inputs with one output.
pub(super) fn collision(filter: &SymbolicTransducer, budget: &Budget) -> Option<Collision> {
    let function = function(filter);
    let mut seen: FxHashMap<Vec<u64>, Vec<u64>> = FxHashMap::default();
    tried(&[filter], budget).find_map(|input| {
        let output = function(&input)?;
        match seen.get(&output) {
            Some(other) if *other != input => Some(Collision {
                inputs: [other.clone(), input],
                output,
                shortest: false,
            }),
            Some(_) => None,
            None => {
                seen.insert(output, input);
                None
            }
        }
    })
}

/// An input whose output matches.
pub(super) fn matching(
    filter: &SymbolicTransducer,
    pattern: &Pattern,
    budget: &Budget,
) -> Option<Matching> {
    let function = function(filter);
    tried(&[filter], budget).find_map(|input| {
        let output = function(&input).filter(|output| pattern.matches(output))?;
        Some(Matching {
            input,
            output,
            shortest: false,
        })
    })
}

/// Inputs worth trying, shorter ones first, as long as there is time.
fn tried<'a>(
    filters: &[&SymbolicTransducer],
    budget: &'a Budget,
) -> impl Iterator<Item = Vec<u64>> + 'a {
    let symbols = symbols(filters);
    let short = symbols.clone();
    let count = short.len();
    let all = (0..=SHORT).flat_map(move |length| {
        let symbols = short.clone();
        (0..count.pow(length as u32)).map(move |n| word(n, length, &symbols))
    });
    let mut random = Random::seeded(1);
    let longer = (0..if symbols.is_empty() { 0 } else { LONGER }).map(move |_| {
        let length = SHORT + 1 + random.below(LONG - SHORT);
        (0..length).map(|_| *random.pick(&symbols)).collect()
    });
    all.chain(longer).take_while(|_| budget.check().is_ok())
}

/// The n-th word of a length.
fn word(mut n: usize, length: usize, symbols: &[u64]) -> Vec<u64> {
    let mut word = Vec::with_capacity(length);
    for _ in 0..length {
        word.push(symbols[n % symbols.len()]);
        n /= symbols.len();
    }
    word.reverse();
    word
}

/// Symbols that all can read: plain ones, and those around the constants in guards.
fn symbols(filters: &[&SymbolicTransducer]) -> Vec<u64> {
    let bits = filters.iter().map(|f| f.input.bits).min().unwrap_or(8);
    let mut found: Vec<u64> = Vec::new();
    for filter in filters {
        for n in constants(filter) {
            found.extend([n, n.wrapping_add(1), n.wrapping_sub(1)]);
        }
    }
    let all = PLAIN
        .into_iter()
        .chain([0, 1, greatest(bits), greatest(bits) / 2 + 1])
        .chain(found);
    let mut seen = FxHashSet::default();
    let readable = |&n: &u64| n <= greatest(bits) && filters.iter().all(|filter| reads(filter, n));
    all.filter(readable)
        .filter(|&n| seen.insert(n))
        .take(SYMBOLS)
        .collect()
}

fn reads(filter: &SymbolicTransducer, symbol: u64) -> bool {
    let (x, value) = (filter.seen(0), Value::bv(filter.input.bits, symbol));
    filter
        .terms
        .eval(filter.alphabet, &|v| (v == x).then(|| value.clone()))
        == Some(Value::Bool(true))
}

/// The numbers in a filter's guards and outputs.
fn constants(filter: &SymbolicTransducer) -> BTreeSet<u64> {
    let mut pending: Vec<Term> = Vec::new();
    every_term(&mut filter.clone(), &mut |t| pending.push(*t));
    let (mut seen, mut found) = (FxHashSet::default(), BTreeSet::new());
    while let Some(t) = pending.pop() {
        if seen.insert(t) {
            found.extend(filter.terms.value(t).and_then(Value::as_unsigned));
            pending.extend(filter.terms.args(t));
        }
    }
    found
}
