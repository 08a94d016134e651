//! Machines for tests, written in the syntax of guards, and inputs for them.

use model::transducer::{End, Runner, Start, State, Step, SymbolType, SymbolicTransducer, seen};
use smt::syntax::{Scope, Type, parse, parse_value};
use smt::{Term, Terms};

/// From a state, under a guard, what is written, and the next state.
pub type StepText<'a> = (usize, &'a str, &'a [&'a str], usize);

/// A machine over bytes that starts in state 0. For each state: what is written at the end.
pub fn machine(steps: &[StepText<'_>], ends: &[&[&str]]) -> SymbolicTransducer {
    let terms = Terms::new();
    let mut scope = Scope::new();
    for (back, name) in ["x", "x1"].iter().enumerate() {
        let var = seen(&terms, SymbolType::BYTE, back);
        scope.declare(name, var, Type::unsigned(8));
    }
    let value = |text: &&str| {
        parse_value(&terms, text, &scope, Type::unsigned(8)).expect("a term is right")
    };
    let writes = |texts: &[&str]| -> Vec<Term> { texts.iter().map(value).collect() };
    let end = |texts: &&[&str]| State {
        ends: vec![End {
            guard: terms.true_(),
            writes: writes(texts),
        }],
        ..State::default()
    };
    let mut states: Vec<State> = ends.iter().map(end).collect();
    for (from, guard, texts, to) in steps {
        states[*from].steps.push(Step {
            guard: parse(&terms, guard, &scope).expect("a guard is right"),
            writes: writes(texts),
            updates: Vec::new(),
            to: *to,
        });
    }
    let looks_back = steps.iter().any(|step| step.2.join(" ").contains("x1"));
    SymbolicTransducer {
        alphabet: terms.true_(),
        terms: terms.clone(),
        input: SymbolType::BYTE,
        output: SymbolType::BYTE,
        lookback: usize::from(looks_back),
        registers: Vec::new(),
        starts: vec![Start {
            when: None,
            state: 0,
        }],
        states,
    }
}

/// Replaces `<`, `>` and `&`, and copies everything else.
pub fn html() -> SymbolicTransducer {
    machine(
        &[
            (0, "x == 60", &["38", "108", "116", "59"], 0),
            (0, "x == 62", &["38", "103", "116", "59"], 0),
            (0, "x == 38", &["38", "97", "109", "112", "59"], 0),
            (0, "x != 60 && x != 62 && x != 38", &["x"], 0),
        ],
        &[&[]],
    )
}

/// Turns CR LF into LF; a CR is kept back until it is known what follows.
pub fn newlines() -> SymbolicTransducer {
    machine(
        &[
            (0, "x == 13", &[], 1),
            (0, "x != 13", &["x"], 0),
            (1, "x == 13", &["13"], 1),
            (1, "x == 10", &["10"], 0),
            (1, "x != 13 && x != 10", &["13", "x"], 0),
        ],
        &[&[], &["13"]],
    )
}

/// Writes a dash after every third byte; no input tells its states apart from each other by itself.
pub fn thirds() -> SymbolicTransducer {
    machine(
        &[
            (0, "true", &["x"], 1),
            (1, "true", &["x"], 2),
            (2, "true", &["x", "45"], 0),
        ],
        &[&[], &["49"], &["50", "33"]],
    )
}

/// Writes the difference to the byte before.
pub fn difference() -> SymbolicTransducer {
    machine(
        &[(0, "true", &["x"], 1), (1, "true", &["(u8) (x - x1)"], 1)],
        &[&[], &[]],
    )
}

/// What a machine writes.
pub fn written(machine: &SymbolicTransducer, input: &[u8]) -> Vec<u8> {
    let input: Vec<u64> = input.iter().map(|x| u64::from(*x)).collect();
    let output = Runner::new(machine).whole(&input);
    let output = output.expect("the machine is defined on every input");
    output.iter().map(|y| *y as u8).collect()
}

/// Numbers that look random and are the same in every run (xorshift, Marsaglia 2003).
pub struct Random(pub u64);

impl Random {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    /// So many bytes, each a favourite in so many of a hundred cases.
    pub fn bytes(&mut self, length: usize, favourites: &[u8], percent: usize) -> Vec<u8> {
        let byte = |_| match self.below(100) < percent {
            true => favourites[self.below(favourites.len())],
            false => self.below(256) as u8,
        };
        (0..length).map(byte).collect()
    }
}
