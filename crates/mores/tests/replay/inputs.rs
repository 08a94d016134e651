//! Inputs that are worth trying on a transducer.

use std::collections::BTreeSet;

use base::Random;
use model::transducer::{Runner, SymbolicTransducer};
use smt::{Term, Value};

/// The largest symbol.
pub fn top(model: &SymbolicTransducer) -> u64 {
    u64::MAX >> (64 - model.input.bits)
}

/// Symbols around everything that guards and outputs mention.
pub fn interesting(model: &SymbolicTransducer) -> Vec<u64> {
    let mut constants = BTreeSet::from([1, 10, 65, top(model), top(model) / 2]);
    let mut known = BTreeSet::new();
    for state in &model.states {
        let steps = state
            .steps
            .iter()
            .flat_map(|step| step.writes.iter().chain([&step.guard]));
        let ends = state.ends.iter().map(|end| &end.guard);
        steps
            .chain(ends)
            .for_each(|term| gather(model, *term, &mut known, &mut constants));
    }
    let around = |c: u64| [c.wrapping_sub(1), c, c.wrapping_add(1)].map(|c| c & top(model));
    let all: BTreeSet<u64> = constants.into_iter().flat_map(around).collect();
    all.into_iter()
        .filter(|symbol| allowed(model, *symbol))
        .collect()
}

fn gather(
    model: &SymbolicTransducer,
    term: Term,
    known: &mut BTreeSet<Term>,
    constants: &mut BTreeSet<u64>,
) {
    if !known.insert(term) {
        return;
    }
    constants.extend(model.terms.value(term).and_then(Value::as_unsigned));
    model
        .terms
        .args(term)
        .iter()
        .for_each(|&part| gather(model, part, known, constants));
}

/// Whether a symbol can occur.
pub fn allowed(model: &SymbolicTransducer, symbol: u64) -> bool {
    let x = model.seen(0);
    let holds = model.terms.eval(model.alphabet, &|v| {
        (v == x).then(|| Value::bv(model.input.bits, symbol))
    });
    holds.and_then(|value| value.as_bool()) == Some(true)
}

/// At most so many of some symbols, spread over all of them.
pub fn some(symbols: &[u64], most: usize) -> Vec<u64> {
    let step = symbols.len().div_ceil(most).max(1);
    symbols.iter().copied().step_by(step).collect()
}

/// All words of up to so many symbols.
pub fn all_words(symbols: &[u64], length: usize) -> Vec<Vec<u64>> {
    let (mut words, mut last) = (vec![Vec::new()], vec![Vec::new()]);
    for _ in 0..length {
        last = last
            .iter()
            .flat_map(|word: &Vec<u64>| symbols.iter().map(|s| [&word[..], &[*s]].concat()))
            .collect();
        words.extend(last.iter().cloned());
    }
    words
}

/// A word over interesting symbols, and sometimes others.
pub fn random_word(
    model: &SymbolicTransducer,
    symbols: &[u64],
    length: usize,
    random: &mut Random,
) -> Vec<u64> {
    let symbol = |random: &mut Random| match random.chance(1, 4) {
        true => Some(random.bits() & top(model))
            .filter(|s| allowed(model, *s))
            .unwrap_or(symbols[0]),
        false => *random.pick(symbols),
    };
    (0..length).map(|_| symbol(random)).collect()
}

/// A word that the transducer reads to its end, if one of so many symbols is found by trying.
pub fn defined_word(
    model: &SymbolicTransducer,
    symbols: &[u64],
    length: usize,
    random: &mut Random,
) -> Vec<u64> {
    let (mut runner, mut word, mut out) = (Runner::new(model), Vec::new(), Vec::new());
    for _ in 0..20 * length {
        if word.len() == length {
            break;
        }
        let symbol = *random.pick(symbols);
        if runner.step(symbol, &mut out) {
            word.push(symbol);
        } else {
            runner.reset();
            word.iter().for_each(|symbol| {
                runner.step(*symbol, &mut out);
            });
        }
        out.clear();
    }
    word
}
