//! What a transducer does with an input, straight from its definition. [`Runner`](super::Runner) is the fast way to the
//! same.

use smt::{Assignment, Term, Value};

use super::{Acceptor, Failure, SymbolicTransducer};

/// What became of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It was read to its end, and this was written.
    Wrote(Vec<u64>),
    /// The transducer is not defined on it.
    Undefined {
        /// The position of the symbol that nothing was defined for; the length of the input, if its end is what was not.
        at: usize,
        /// Why nothing is defined there, where a state says so.
        failure: Option<Failure>,
    },
}

impl SymbolicTransducer {
    /// Runs it on a whole input.
    pub fn run(&self, input: &[u64]) -> Ran {
        let Some(start) = self.start_for(input) else {
            return Ran::Undefined {
                at: input.len(),
                failure: None,
            };
        };
        let mut walk = Walk::new(self, start);
        for (at, &symbol) in input.iter().enumerate() {
            if self.failure(walk.state).is_some() || walk.step(symbol).is_none() {
                return Ran::Undefined {
                    at,
                    failure: self.failure(walk.state),
                };
            }
            if let failure @ Some(_) = self.failure(walk.state) {
                return Ran::Undefined { at, failure };
            }
        }
        match walk.end().filter(|()| self.failure(walk.state).is_none()) {
            Some(()) => Ran::Wrote(walk.wrote),
            None => Ran::Undefined {
                at: input.len(),
                failure: self.failure(walk.state),
            },
        }
    }

    /// The state to start in for that input, if there is one.
    pub fn start_for(&self, input: &[u64]) -> Option<usize> {
        let accepts = |when: &Option<Acceptor>| {
            when.as_ref()
                .is_none_or(|acceptor| self.accepts(acceptor, input))
        };
        self.starts
            .iter()
            .find(|start| accepts(&start.when))
            .map(|start| start.state)
    }

    fn accepts(&self, acceptor: &Acceptor, input: &[u64]) -> bool {
        let x = self.seen(0);
        let next = |state: usize, symbol: &u64| {
            let window = Assignment::from_iter([(x, Value::bv(self.input.bits, *symbol))]);
            let edges = &acceptor.states.get(state)?.edges;
            edges
                .iter()
                .find(|(guard, _)| window.satisfies(&self.terms, *guard))
                .map(|(_, to)| *to)
        };
        let last = input.iter().try_fold(0, next);
        last.and_then(|state| acceptor.states.get(state))
            .is_some_and(|state| state.accepting)
    }

    fn failure(&self, state: usize) -> Option<Failure> {
        self.states.get(state)?.failure.clone()
    }
}

struct Walk<'a> {
    machine: &'a SymbolicTransducer,
    state: usize,
    /// Window and registers.
    values: Assignment,
    wrote: Vec<u64>,
}

impl<'a> Walk<'a> {
    fn new(machine: &'a SymbolicTransducer, state: usize) -> Self {
        let values = machine
            .registers
            .iter()
            .map(|r| (r.variable, r.initial.clone()))
            .collect();
        Self {
            machine,
            state,
            values,
            wrote: Vec::new(),
        }
    }

    fn step(&mut self, symbol: u64) -> Option<()> {
        let machine = self.machine;
        self.values
            .set(machine.seen(0), Value::bv(machine.input.bits, symbol));
        let steps = &machine.states.get(self.state)?.steps;
        let step = steps
            .iter()
            .find(|s| self.holds(machine.alphabet) && self.holds(s.guard))?;
        self.write(&step.writes)?;
        let updated: Vec<Value> = step
            .updates
            .iter()
            .map(|t| self.value(*t))
            .collect::<Option<_>>()?;
        for (register, value) in machine.registers.iter().zip(updated) {
            self.values.set(register.variable, value);
        }
        self.shift();
        self.state = step.to;
        Some(())
    }

    fn end(&mut self) -> Option<()> {
        let end = self
            .machine
            .states
            .get(self.state)?
            .ends
            .iter()
            .find(|end| self.holds(end.guard))?;
        self.write(&end.writes)
    }

    /// What was the symbol being read is the last one now.
    fn shift(&mut self) {
        for back in (0..self.machine.lookback).rev() {
            if let Some(value) = self.values.get(self.machine.seen(back)).cloned() {
                self.values.set(self.machine.seen(back + 1), value);
            }
        }
    }

    fn write(&mut self, terms: &[Term]) -> Option<()> {
        for &t in terms {
            self.wrote.push(self.value(t)?.as_unsigned()?);
        }
        Some(())
    }

    fn value(&self, t: Term) -> Option<Value> {
        self.values.eval(&self.machine.terms, t)
    }

    fn holds(&self, t: Term) -> bool {
        self.values.satisfies(&self.machine.terms, t)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Builder, difference, html, newlines};
    use super::super::{AcceptorState, Start, State};
    use super::*;

    fn wrote(machine: &SymbolicTransducer, input: &str) -> String {
        let input: Vec<u64> = input.bytes().map(u64::from).collect();
        match machine.run(&input) {
            Ran::Wrote(out) => out.iter().map(|c| char::from(*c as u8)).collect(),
            Ran::Undefined { at, failure } => format!("undefined at {at}: {failure:?}"),
        }
    }

    #[test]
    fn steps_and_ends_write() {
        let b = Builder::bytes();
        assert_eq!(wrote(&html(&b), "a<b>&"), "a&lt;b&gt;&amp;");
        assert_eq!(wrote(&newlines(&b), "a\r\nb\r\rc\r"), "a\nb\r\rc\r");
    }

    #[test]
    fn a_window_moves_with_the_input() {
        let b = Builder::bytes();
        assert_eq!(difference(&b).run(&[5, 7, 4]), Ran::Wrote(vec![5, 2, 253]));
    }

    #[test]
    fn what_is_not_defined_says_where_and_why() {
        let b = Builder::bytes();
        let mut machine = b.machine(
            0,
            &[(0, "x == 97", &["x"], 0), (0, "x == 98", &[], 1)],
            &[(0, "true", &[])],
        );
        machine.states[1] = State {
            failure: Some(Failure::fails("aborts")),
            ..State::default()
        };
        assert_eq!(wrote(&machine, "aac"), "undefined at 2: None");
        assert_eq!(
            wrote(&machine, "ab"),
            "undefined at 1: Some(Fails(\"aborts\"))"
        );
        machine.alphabet = b.guard("x != 97");
        assert_eq!(wrote(&machine, "a"), "undefined at 0: None");
    }

    #[test]
    fn the_whole_input_chooses_the_start() {
        let b = Builder::bytes();
        let steps: &[_] = &[(0, "true", &["x"][..], 0), (1, "true", &[][..], 1)];
        let mut machine = b.machine(0, steps, &[(0, "true", &[]), (1, "true", &["63"])]);
        let (digit, other) = (b.guard("x >= 48 && x <= 57"), b.guard("x < 48 || x > 57"));
        let numbers = |accepting: bool| {
            let edges = if accepting {
                vec![(digit, 0)]
            } else {
                vec![(digit, 0), (other, 1)]
            };
            let first = AcceptorState { accepting, edges };
            let second = AcceptorState {
                accepting: !accepting,
                edges: vec![(b.terms.true_(), 1)],
            };
            Acceptor {
                states: vec![first, second],
            }
        };
        machine.starts = vec![
            Start {
                when: Some(numbers(true)),
                state: 0,
            },
            Start {
                when: Some(numbers(false)),
                state: 1,
            },
        ];
        assert_eq!(wrote(&machine, "123"), "123");
        assert_eq!(wrote(&machine, "12a3"), "?");
    }
}
