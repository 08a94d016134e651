//! Whether two transducers are the same function, or one is part of the other.

use base::{Budget, StopReason};
use smt::{Term, Value};

use super::adopt::{adopted, every_term};
use super::domain::Domains;
use super::lane::{Lane, lanes};
use super::oracle::{Asked, Oracle};
use super::outputs::Outputs;
use super::path::plainer;
use super::symbols::Symbols;
use super::{Compared, Decision, Difference, trial};
use crate::transducer::{Ran, SymbolicTransducer};

/// How often a search that knew too little is tried again with more.
const TRIES: usize = 3;

/// Whether the two are defined on the same inputs and write the same for each.
pub fn equal(first: &SymbolicTransducer, second: &SymbolicTransducer, budget: &Budget) -> Compared {
    compared(first, second, true, usize::MAX, budget)
}

/// Whether the second is defined wherever the first is, and writes the same there.
pub fn includes(
    first: &SymbolicTransducer,
    second: &SymbolicTransducer,
    budget: &Budget,
) -> Compared {
    compared(first, second, false, usize::MAX, budget)
}

/// Whether the two are equal on inputs of at most `longest` symbols; a yes says no more than that.
pub(super) fn equal_up_to(
    first: &SymbolicTransducer,
    second: &SymbolicTransducer,
    longest: usize,
    budget: &Budget,
) -> Compared {
    compared(first, second, true, longest, budget)
}

fn compared(
    first: &SymbolicTransducer,
    second: &SymbolicTransducer,
    both_ways: bool,
    longest: usize,
    budget: &Budget,
) -> Compared {
    let second = adopted(second, &first.terms);
    let mut restricted = None;
    let decision = if same_text(first, &second) {
        Decision::Yes
    } else {
        let pair = [first, &second];
        restricted = (!same_alphabet(first, &second)).then(|| RESTRICTED.to_owned());
        let comparison = Comparison {
            pair,
            both_ways,
            longest,
            budget,
        };
        comparison
            .decide()
            .unwrap_or_else(|reason| comparison.tried(reason))
    };
    Compared {
        decision,
        restricted,
    }
}

const RESTRICTED: &str =
    "the two can read different symbols: only inputs of symbols that both can read were compared";

/// Whether the two are written the same, so that they are equal whatever terms mean.
fn same_text(first: &SymbolicTransducer, second: &SymbolicTransducer) -> bool {
    let starts = |t: &SymbolicTransducer| {
        t.starts
            .iter()
            .map(|s| (s.state, s.when.clone()))
            .collect::<Vec<_>>()
    };
    let registers = |t: &SymbolicTransducer| {
        t.registers
            .iter()
            .map(|r| (r.variable, r.initial.clone()))
            .collect::<Vec<_>>()
    };
    (first.input, first.output, first.alphabet) == (second.input, second.output, second.alphabet)
        && registers(first) == registers(second)
        && starts(first) == starts(second)
        && first.states == second.states
}

/// Whether the same symbols can occur, as far as that is easily seen.
fn same_alphabet(first: &SymbolicTransducer, second: &SymbolicTransducer) -> bool {
    let symbols = |t: &SymbolicTransducer| Symbols::of_condition(&t.terms, t.alphabet, t.seen(0));
    first.input.bits == second.input.bits
        && (first.alphabet == second.alphabet
            || symbols(first).is_some_and(|known| Some(known) == symbols(second)))
}

struct Comparison<'a> {
    pair: [&'a SymbolicTransducer; 2],
    both_ways: bool,
    longest: usize,
    budget: &'a Budget,
}

impl Comparison<'_> {
    /// What trying inputs shows, where nothing was decided.
    fn tried(&self, reason: StopReason) -> Decision<Difference> {
        let [first, second] = self.pair;
        let found =
            (first.input.bits == second.input.bits && self.longest == usize::MAX).then(|| {
                let bits = first.output.bits.max(second.output.bits);
                let [a, b] = self.pair.map(|t| widened(t, bits));
                let functions = [trial::function(&a), trial::function(&b)];
                trial::difference(&self.pair, functions, self.both_ways, self.budget)
            });
        found.flatten().map_or(Decision::Unknown(reason), |found| {
            Decision::No(self.narrow(found))
        })
    }

    /// With what the two themselves write.
    fn narrow(&self, difference: Difference) -> Difference {
        Difference {
            outputs: self.pair.map(|t| output(t, &difference.input)),
            ..difference
        }
    }

    fn decide(&self) -> Asked<Decision<Difference>> {
        let [first, second] = self.pair;
        if first.input.bits != second.input.bits {
            let why = format!(
                "one reads symbols of {} bits, the other of {}",
                first.input.bits, second.input.bits
            );
            return Err(StopReason::Inexpressible(why));
        }
        let bits = first.output.bits.max(second.output.bits);
        let wide = self.pair.map(|t| widened(t, bits));
        let oracle = &mut Oracle::new(&first.terms, first.input, self.budget);
        let alphabet = first.terms.and2(first.alphabet, second.alphabet);
        let lanes = [
            lanes(oracle, &wide[0], alphabet, 0)?,
            lanes(oracle, &wide[1], alphabet, 0)?,
        ];
        let pair = [&wide[0], &wide[1]];
        let search = Search {
            pair,
            lanes,
            both_ways: self.both_ways,
            longest: self.longest,
        };
        Ok(search
            .decide(oracle)?
            .map(|difference| self.narrow(difference)))
    }
}

/// The same numbers written with so many bits.
pub(super) fn widened(transducer: &SymbolicTransducer, bits: u32) -> SymbolicTransducer {
    let mut wide = transducer.clone();
    if transducer.output.bits < bits {
        let terms = &transducer.terms;
        let widen = |t: &mut Term| {
            let signed = transducer.output.signed;
            *t = if signed {
                terms.sign_extend(*t, bits)
            } else {
                terms.zero_extend(*t, bits)
            };
        };
        let states = &mut wide.states;
        states
            .iter_mut()
            .flat_map(|s| &mut s.steps)
            .flat_map(|step| &mut step.writes)
            .for_each(widen);
        states
            .iter_mut()
            .flat_map(|s| &mut s.ends)
            .flat_map(|end| &mut end.writes)
            .for_each(widen);
        wide.output.bits = bits;
    }
    wide
}

/// What it writes, if it is defined.
pub(super) fn output(transducer: &SymbolicTransducer, input: &[u64]) -> Option<Vec<u64>> {
    match transducer.run(input) {
        Ran::Wrote(output) => Some(output),
        Ran::Undefined { .. } => None,
    }
}

struct Search<'a> {
    pair: [&'a SymbolicTransducer; 2],
    lanes: [Vec<Lane>; 2],
    both_ways: bool,
    longest: usize,
}

impl Search<'_> {
    fn decide(&self, oracle: &mut Oracle) -> Asked<Decision<Difference>> {
        let lookback = self.pair.iter().map(|t| t.lookback).max().unwrap_or(0);
        for again in 1..=TRIES {
            let (found, doubt) = self.search(oracle, lookback * again)?;
            match found {
                Some(difference) if !doubt || again == TRIES => {
                    return Ok(Decision::No(Difference {
                        shortest: !doubt,
                        ..difference
                    }));
                }
                None if !doubt => return Ok(Decision::Yes),
                _ => {}
            }
        }
        let why = "guards compare symbols so that ways were found that no input takes";
        Err(StopReason::Inexpressible(why.into()))
    }

    /// The shortest input that shows a difference, and whether the search lost its way before.
    fn search(&self, oracle: &mut Oracle, slack: usize) -> Asked<(Option<Difference>, bool)> {
        let shows = &mut |input: Vec<u64>| self.shown(input);
        let domains = Domains::new(&self.lanes[0], &self.lanes[1], self.both_ways);
        let (mut best, mut doubt) = domains.difference(oracle, slack, self.longest, shows)?;
        for first in &self.lanes[0] {
            for second in &self.lanes[1] {
                let limit = best.as_ref().map_or(self.longest, |b| b.input.len());
                let outputs = Outputs::new(oracle, [first, second], slack)?;
                let (found, doubted) = outputs.difference(oracle, limit, shows)?;
                doubt |= doubted;
                best = found.or(best);
            }
        }
        Ok((best, doubt))
    }

    /// The difference that an input shows, with plain symbols. Without one the search was wrong about the input.
    fn shown(&self, input: Vec<u64>) -> Option<Difference> {
        let alphabets = self.pair.map(|t| t.alphabet);
        let within = |input: &[u64]| {
            input
                .iter()
                .all(|&n| alphabets.iter().all(|&a| self.reads(a, n)))
        };
        let differs = |input: &[u64]| {
            let [a, b] = self.pair.map(|t| output(t, input));
            a != b && (self.both_ways || a.is_some()) && within(input)
        };
        let input = Some(input).filter(|input| differs(input))?;
        let input = plainer(input, differs);
        let outputs = self.pair.map(|t| output(t, &input));
        Some(Difference {
            input,
            outputs,
            shortest: true,
        })
    }

    fn reads(&self, alphabet: Term, symbol: u64) -> bool {
        let transducer = self.pair[0];
        let value = Value::bv(transducer.input.bits, symbol);
        let x = transducer.seen(0);
        transducer
            .terms
            .eval(alphabet, &|v| (v == x).then(|| value.clone()))
            == Some(Value::Bool(true))
    }
}

/// How far back any term of a transducer looks.
pub(super) fn farthest(oracle: &mut Oracle, transducer: &mut SymbolicTransducer) -> usize {
    let mut farthest = 0;
    every_term(transducer, &mut |t| {
        farthest = farthest.max(oracle.back(*t))
    });
    farthest
}
