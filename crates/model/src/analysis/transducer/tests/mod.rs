//! The algebra against brute force: all short inputs over three letters, on random machines and on known filters.

mod compared;
mod inverse;
mod known;
mod outputs;
mod random;
mod tried;

use base::Budget;
use smt::syntax::{Scope, Type, parse, parse_value};
use smt::{Term, Terms};

use super::equal::output;
use crate::transducer::{End, Start, State, Step, SymbolType, SymbolicTransducer, seen};

/// The letters that machines of these tests can read.
const LETTERS: [u64; 3] = [b'a' as u64, b'b' as u64, b'c' as u64];
/// Brute force tries all inputs of at most so many letters.
const LONGEST: usize = 5;

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// All inputs of at most so many letters, shorter ones first.
fn inputs(longest: usize) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for i in from..to {
            for letter in LETTERS {
                let mut longer = all[i].clone();
                longer.push(letter);
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

/// Reads machines from text.
struct Text {
    terms: Terms,
    scope: Scope,
    input: SymbolType,
    output: SymbolType,
}

impl Text {
    fn new() -> Self {
        Self::between(SymbolType::BYTE, SymbolType::BYTE)
    }

    fn between(input: SymbolType, output: SymbolType) -> Self {
        let terms = Terms::new();
        let mut scope = Scope::new();
        for back in 0..4 {
            let variable = seen(&terms, input, back);
            let name = terms.var_name(variable).expect("a variable").to_string();
            scope.declare(&name, variable, Type::unsigned(input.bits));
        }
        Self {
            terms,
            scope,
            input,
            output,
        }
    }

    fn guard(&self, text: &str) -> Term {
        parse(&self.terms, text, &self.scope).expect("the test's guard is right")
    }

    fn writes(&self, texts: &[&str]) -> Vec<Term> {
        let read = |text: &&str| {
            parse_value(
                &self.terms,
                text,
                &self.scope,
                Type::unsigned(self.output.bits),
            )
            .expect("the test's term is right")
        };
        texts.iter().map(read).collect()
    }

    /// The machine over all symbols that starts in state 0.
    fn machine(&self, lookback: usize, steps: &[StepText], ends: &[EndText]) -> SymbolicTransducer {
        let count = steps
            .iter()
            .flat_map(|s| [s.0, s.3])
            .chain(ends.iter().map(|e| e.0))
            .max()
            .map_or(0, |n| n + 1);
        let mut states = vec![State::default(); count];
        for &(from, guard, writes, to) in steps {
            let step = Step {
                guard: self.guard(guard),
                writes: self.writes(writes),
                updates: Vec::new(),
                to,
            };
            states[from].steps.push(step);
        }
        for &(at, guard, writes) in ends {
            states[at].ends.push(End {
                guard: self.guard(guard),
                writes: self.writes(writes),
            });
        }
        SymbolicTransducer {
            terms: self.terms.clone(),
            input: self.input,
            output: self.output,
            alphabet: self.terms.true_(),
            lookback,
            registers: Vec::new(),
            starts: vec![Start {
                when: None,
                state: 0,
            }],
            states,
        }
    }
}

/// From a state, under a guard, what is written, and the next state.
type StepText<'a> = (usize, &'a str, &'a [&'a str], usize);
/// In a state, under a guard, what is written at the end.
type EndText<'a> = (usize, &'a str, &'a [&'a str]);

fn text(input: &[u64]) -> String {
    input
        .iter()
        .map(|&c| char::from_u32(c as u32).unwrap_or('?'))
        .collect()
}
