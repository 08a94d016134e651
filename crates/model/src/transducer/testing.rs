//! Machines for tests, written in the syntax of guards.

use base::Random;
use smt::Terms;
use smt::syntax::{Scope, Type, parse, parse_value};

use super::{End, Register, Start, State, Step, SymbolType, SymbolicTransducer, seen};

/// From a state, under a guard, what is written, and the next state.
pub type StepText<'a> = (usize, &'a str, &'a [&'a str], usize);
/// In a state, under a guard, what is written at the end.
pub type EndText<'a> = (usize, &'a str, &'a [&'a str]);

/// Builds machines from texts over one collection of terms.
pub struct Builder {
    pub terms: Terms,
    pub input: SymbolType,
    pub output: SymbolType,
    scope: Scope,
    registers: Vec<Register>,
}

impl Builder {
    pub fn bytes() -> Self {
        Self::new(SymbolType::BYTE, SymbolType::BYTE)
    }

    pub fn new(input: SymbolType, output: SymbolType) -> Self {
        let terms = Terms::new();
        let mut scope = Scope::new();
        for back in 0..4 {
            let var = seen(&terms, input, back);
            let name = terms.var_name(var).expect("a variable").to_string();
            scope.declare(
                &name,
                var,
                Type::Vector {
                    signed: input.signed,
                    width: input.bits,
                },
            );
        }
        Self {
            terms,
            input,
            output,
            scope,
            registers: Vec::new(),
        }
    }

    pub fn register(&mut self, name: &str, initial: smt::Value) {
        let variable = self.terms.var(name, initial.sort());
        let ty = match initial.sort() {
            smt::Sort::Bool => Type::Bool,
            smt::Sort::Int => Type::Int,
            smt::Sort::BitVec(width) => Type::unsigned(width),
        };
        self.scope.declare(name, variable, ty);
        self.registers.push(Register {
            name: name.to_owned(),
            variable,
            initial,
        });
    }

    pub fn guard(&self, text: &str) -> smt::Term {
        parse(&self.terms, text, &self.scope).expect("the test's guard is right")
    }

    pub fn value(&self, text: &str, ty: SymbolType) -> smt::Term {
        let ty = Type::Vector {
            signed: ty.signed,
            width: ty.bits,
        };
        parse_value(&self.terms, text, &self.scope, ty).expect("the test's term is right")
    }

    fn writes(&self, texts: &[&str]) -> Vec<smt::Term> {
        texts
            .iter()
            .map(|text| self.value(text, self.output))
            .collect()
    }

    /// The machine that starts in state 0.
    pub fn machine(
        &self,
        lookback: usize,
        steps: &[StepText],
        ends: &[EndText],
    ) -> SymbolicTransducer {
        let sources = steps
            .iter()
            .flat_map(|s| [s.0, s.3])
            .chain(ends.iter().map(|e| e.0));
        let mut states = vec![State::default(); sources.max().unwrap_or(0) + 1];
        for &(from, guard, writes, to) in steps {
            let updates = self.registers.iter().map(|r| r.variable).collect();
            states[from].steps.push(Step {
                guard: self.guard(guard),
                writes: self.writes(writes),
                updates,
                to,
            });
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
            registers: self.registers.clone(),
            starts: vec![Start {
                when: None,
                state: 0,
            }],
            states,
        }
    }
}

/// Replaces `<`, `>` and `&`, and copies everything else.
pub fn html(b: &Builder) -> SymbolicTransducer {
    b.machine(
        0,
        &[
            (0, "x == 60", &["38", "108", "116", "59"], 0),
            (0, "x == 62", &["38", "103", "116", "59"], 0),
            (0, "x == 38", &["38", "97", "109", "112", "59"], 0),
            (0, "x != 60 && x != 62 && x != 38", &["x"], 0),
        ],
        &[(0, "true", &[])],
    )
}

/// Turns CR LF into LF; a CR is kept back until it is known what follows.
pub fn newlines(b: &Builder) -> SymbolicTransducer {
    b.machine(
        0,
        &[
            (0, "x == 13", &[], 1),
            (0, "x != 13", &["x"], 0),
            (1, "x == 13", &["13"], 1),
            (1, "x == 10", &["10"], 0),
            (1, "x != 13 && x != 10", &["13", "x"], 0),
        ],
        &[(0, "true", &[]), (1, "true", &["13"])],
    )
}

/// Writes the difference to the symbol before.
pub fn difference(b: &Builder) -> SymbolicTransducer {
    b.machine(
        1,
        &[(0, "true", &["x"], 1), (1, "true", &["(u8) (x - x1)"], 1)],
        &[(0, "true", &[]), (1, "true", &[])],
    )
}

/// Inputs that hit what guards ask for more often than chance would.
pub fn input(random: &mut Random, favourites: &[u64], most: usize) -> Vec<u64> {
    let length = random.below(most + 1);
    let symbol = |random: &mut Random| {
        if random.chance(3, 4) {
            *random.pick(favourites)
        } else {
            random.bits() & 255
        }
    };
    (0..length).map(|_| symbol(random)).collect()
}
