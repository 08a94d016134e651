//! Running transducers on long inputs.
//!
//! A state that looks at nothing but the byte it reads becomes a table of 256 entries the first time it is reached; any
//! other becomes a flat program. What neither can do (integers without bound, floats) is computed term by term.

use smt::{Term, Terms, Value};

use super::program::{Program, word};
use super::{State, SymbolicTransducer, seen};

/// A transducer at work.
pub struct Runner<'a> {
    machine: &'a SymbolicTransducer,
    /// The variables: the window, from the symbol being read on, then the registers.
    variables: Vec<Term>,
    /// Their values.
    values: Vec<u64>,
    /// Values that do not fit in a word.
    odd: Vec<Value>,
    state: usize,
    compiled: Vec<Option<Compiled>>,
    /// What tables write.
    pool: Vec<u64>,
    words: Vec<u64>,
}

/// A state, made ready.
enum Compiled {
    Table(Box<[Entry; 256]>),
    Programs {
        guards: Program,
        steps: Vec<Moves>,
        at_end: Program,
        ends: Vec<Program>,
    },
    /// Computed term by term.
    Slow,
}

/// What a step writes, and what it leaves in the registers.
struct Moves {
    program: Program,
    writes: usize,
    to: usize,
}

/// What a byte does: the next state, and which part of the pool is written.
#[derive(Clone, Copy)]
struct Entry {
    to: u32,
    from: u32,
    until: u32,
}

const UNDEFINED: u32 = u32::MAX;

impl<'a> Runner<'a> {
    /// Ready to read the first symbol, in the first of the starts. Where there are several, see [`Runner::whole`].
    pub fn new(machine: &'a SymbolicTransducer) -> Self {
        let window = (0..=machine.lookback).map(|back| seen(&machine.terms, machine.input, back));
        let variables: Vec<Term> = window
            .chain(machine.registers.iter().map(|r| r.variable))
            .collect();
        let compiled = machine.states.iter().map(|_| None).collect();
        let values = vec![0; variables.len()];
        let (odd, pool, words) = (Vec::new(), Vec::new(), Vec::new());
        let mut runner = Self {
            machine,
            variables,
            values,
            odd,
            state: 0,
            compiled,
            pool,
            words,
        };
        runner.reset();
        runner
    }

    /// Back to before the first symbol.
    pub fn reset(&mut self) {
        self.start(self.machine.starts.first().map_or(0, |start| start.state));
    }

    /// Runs on a whole input, from the start that is the right one for it. `None` if it is not defined on the input.
    pub fn whole(&mut self, input: &[u64]) -> Option<Vec<u64>> {
        let mut out = Vec::with_capacity(input.len());
        self.start(self.choose(input)?);
        (input.iter().all(|symbol| self.step(*symbol, &mut out)) && self.end(&mut out))
            .then_some(out)
    }

    /// Reads a symbol and appends what it writes. False if nothing is defined for it; after that only [`Runner::reset`]
    /// and [`Runner::whole`] make sense.
    pub fn step(&mut self, symbol: u64, out: &mut Vec<u64>) -> bool {
        self.try_step(symbol, out).is_some()
    }

    /// Ends the input and appends what that writes. False if nothing is defined for it.
    pub fn end(&mut self, out: &mut Vec<u64>) -> bool {
        self.try_end(out).is_some()
    }

    /// Where it is.
    pub fn state(&self) -> usize {
        self.state
    }

    pub(super) fn start(&mut self, state: usize) {
        self.state = state;
        self.values.fill(0);
        let registers = &self.machine.registers;
        self.odd = registers.iter().map(|r| r.initial.clone()).collect();
        let first = self.values.len() - registers.len();
        for (value, register) in self.values[first..].iter_mut().zip(registers) {
            *value = word(&register.initial).unwrap_or(0);
        }
    }

    /// With one start there is nothing to choose, and no need to read the input twice.
    fn choose(&self, input: &[u64]) -> Option<usize> {
        match &self.machine.starts[..] {
            [only] if only.when.is_none() => Some(only.state),
            _ => self.machine.start_for(input),
        }
    }

    fn try_step(&mut self, symbol: u64, out: &mut Vec<u64>) -> Option<()> {
        let machine = self.machine;
        let state = machine
            .states
            .get(self.state)
            .filter(|state| state.failure.is_none())?;
        if self.compiled[self.state].is_none() {
            self.compiled[self.state] = Some(self.compile(self.state));
        }
        self.values[0] = symbol;
        let to = match self.compiled[self.state].as_ref()? {
            Compiled::Table(table) => {
                let entry = table
                    .get(usize::try_from(symbol).ok()?)
                    .filter(|entry| entry.to != UNDEFINED)?;
                out.extend_from_slice(&self.pool[entry.from as usize..entry.until as usize]);
                entry.to as usize
            }
            Compiled::Programs { guards, steps, .. } => {
                guards.run(&self.values, &mut self.words);
                let alphabet = guards.len() - 1;
                let holds = |i: usize| guards.value(&self.words, i) != 0;
                let moves = (0..steps.len())
                    .find(|i| holds(alphabet) && holds(*i))
                    .map(|i| &steps[i])?;
                moves.program.run(&self.values, &mut self.words);
                out.extend((0..moves.writes).map(|i| moves.program.value(&self.words, i)));
                let first = self.values.len() - machine.registers.len();
                for (i, value) in self.values[first..].iter_mut().enumerate() {
                    *value = moves.program.value(&self.words, moves.writes + i);
                }
                moves.to
            }
            Compiled::Slow => self.slow_step(state, out)?,
        };
        self.values[..=machine.lookback].rotate_right(1);
        self.state = to;
        machine.states.get(to)?.failure.is_none().then_some(())
    }

    /// A step whose terms no program computes.
    fn slow_step(&mut self, state: &State, out: &mut Vec<u64>) -> Option<usize> {
        let holds = |t: Term| self.value(t).and_then(|v| v.as_bool()) == Some(true);
        let alphabet = self.machine.alphabet;
        let mut steps = state.steps.iter();
        let step = steps.find(|step| holds(alphabet) && holds(step.guard))?;
        let writes = step.writes.iter().map(|t| self.value(*t)?.as_unsigned());
        let writes: Vec<u64> = writes.collect::<Option<_>>()?;
        let updated = step.updates.iter().map(|t| self.value(*t));
        let updated: Vec<Value> = updated.collect::<Option<_>>()?;
        out.extend(writes);
        self.keep(updated);
        Some(step.to)
    }

    fn try_end(&mut self, out: &mut Vec<u64>) -> Option<()> {
        let state = self
            .machine
            .states
            .get(self.state)
            .filter(|state| state.failure.is_none())?;
        if let [only] = &state.ends[..]
            && only.writes.is_empty()
            && only.guard == self.machine.terms.true_()
        {
            return Some(());
        }
        if self.compiled[self.state].is_none() {
            self.compiled[self.state] = Some(self.compile(self.state));
        }
        match self.compiled[self.state].as_ref()? {
            Compiled::Programs { at_end, ends, .. } => {
                at_end.run(&self.values, &mut self.words);
                let end = (0..ends.len())
                    .find(|i| at_end.value(&self.words, *i) != 0)
                    .map(|i| &ends[i])?;
                end.run(&self.values, &mut self.words);
                out.extend((0..end.len()).map(|i| end.value(&self.words, i)));
            }
            Compiled::Table(_) | Compiled::Slow => {
                let holds = |t: Term| self.value(t).and_then(|v| v.as_bool()) == Some(true);
                let end = state.ends.iter().find(|end| holds(end.guard))?;
                let writes: Option<Vec<u64>> = end
                    .writes
                    .iter()
                    .map(|t| self.value(*t)?.as_unsigned())
                    .collect();
                out.extend(writes?);
            }
        }
        Some(())
    }

    /// The value of a term, however odd.
    fn value(&self, t: Term) -> Option<Value> {
        let first = self.variables.len() - self.machine.registers.len();
        self.machine
            .terms
            .eval(t, &|v| match self.variables.iter().position(|w| *w == v)? {
                i if i < first => Some(Value::bv(self.machine.input.bits, self.values[i])),
                i => Some(self.register(i - first)),
            })
    }

    /// The value of a register: in its word, if it fits in one.
    fn register(&self, i: usize) -> Value {
        let held = self.values[self.values.len() - self.machine.registers.len() + i];
        match &self.odd[i] {
            Value::Bool(_) => Value::Bool(held != 0),
            Value::BitVec { width, .. } => Value::bv(*width, held),
            Value::Int(_) => self.odd[i].clone(),
        }
    }

    fn keep(&mut self, updated: Vec<Value>) {
        let first = self.values.len() - self.machine.registers.len();
        for (i, value) in updated.into_iter().enumerate() {
            self.values[first + i] = word(&value).unwrap_or(0);
            self.odd[i] = value;
        }
    }

    fn compile(&mut self, state: usize) -> Compiled {
        if self.looks_at_bytes_only(state)
            && let Some(table) = self.table(state)
        {
            return Compiled::Table(table);
        }
        self.programs(state).unwrap_or(Compiled::Slow)
    }

    fn looks_at_bytes_only(&self, state: usize) -> bool {
        let machine = self.machine;
        let keeps = |updates: &[Term]| {
            updates
                .iter()
                .zip(&machine.registers)
                .all(|(u, r)| *u == r.variable)
        };
        let steps = &machine.states[state].steps;
        let terms: Vec<Term> = steps
            .iter()
            .flat_map(|s| s.writes.iter().chain([&s.guard]))
            .copied()
            .collect();
        let only_x = machine
            .terms
            .free_vars_of(&terms)
            .iter()
            .all(|v| *v == self.variables[0]);
        machine.input.bits == 8 && only_x && steps.iter().all(|s| keeps(&s.updates))
    }

    /// `None` if the terms do not fit in words.
    fn table(&mut self, state: usize) -> Option<Box<[Entry; 256]>> {
        let machine = self.machine;
        let mut table = Box::new(
            [Entry {
                to: UNDEFINED,
                from: 0,
                until: 0,
            }; 256],
        );
        let x = [self.variables[0]];
        for step in machine.states[state].steps.iter().rev() {
            let guard = Program::new(&machine.terms, &[step.guard, machine.alphabet], &x)?;
            let writes = Program::new(&machine.terms, &step.writes, &x)?;
            for (symbol, entry) in (0..).zip(table.iter_mut()) {
                guard.run(&[symbol], &mut self.words);
                if guard.value(&self.words, 0) != 0 && guard.value(&self.words, 1) != 0 {
                    writes.run(&[symbol], &mut self.words);
                    let from = self.pool.len() as u32;
                    self.pool
                        .extend((0..writes.len()).map(|i| writes.value(&self.words, i)));
                    *entry = Entry {
                        to: u32::try_from(step.to).ok()?,
                        from,
                        until: self.pool.len() as u32,
                    };
                }
            }
        }
        Some(table)
    }

    fn programs(&self, state: usize) -> Option<Compiled> {
        let machine = self.machine;
        let compile = |roots: &[Term]| Program::new(&machine.terms, roots, &self.variables);
        let state = &machine.states[state];
        let guards: Vec<Term> = state
            .steps
            .iter()
            .map(|s| s.guard)
            .chain([machine.alphabet])
            .collect();
        let moves = |step: &super::Step| {
            let fits = step.updates.len() == machine.registers.len();
            let program =
                compile(&[&step.writes[..], &step.updates[..]].concat()).filter(|_| fits)?;
            Some(Moves {
                program,
                writes: step.writes.len(),
                to: step.to,
            })
        };
        let at_end: Vec<Term> = state.ends.iter().map(|end| end.guard).collect();
        Some(Compiled::Programs {
            guards: compile(&guards)?,
            steps: state.steps.iter().map(moves).collect::<Option<_>>()?,
            at_end: compile(&at_end)?,
            ends: state
                .ends
                .iter()
                .map(|end| compile(&end.writes))
                .collect::<Option<_>>()?,
        })
    }
}

/// For messages: the terms it runs on.
impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let terms: &Terms = &self.machine.terms;
        f.debug_struct("Runner")
            .field("state", &self.state)
            .field("terms", terms)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use base::Random;

    use super::super::testing::{Builder, difference, html, input, newlines};
    use super::super::{Ran, SymbolType};
    use super::*;

    fn agrees(machine: &SymbolicTransducer, random: &mut Random) {
        let mut runner = Runner::new(machine);
        for _ in 0..100 {
            let input = input(random, &[10, 13, 38, 60, 97], 12);
            let expected = match machine.run(&input) {
                Ran::Wrote(out) => Some(out),
                Ran::Undefined { .. } => None,
            };
            assert_eq!(runner.whole(&input), expected, "on {input:?}");
        }
    }

    #[test]
    fn a_runner_does_what_the_definition_says() {
        let mut random = Random::seeded(7);
        let b = Builder::bytes();
        let bounded = b.machine(
            1,
            &[(0, "x < 100", &["x"], 1), (1, "x != 10", &["x"], 0)],
            &[(1, "x1 == 97", &["x1"])],
        );
        for machine in [html(&b), newlines(&b), difference(&b), bounded] {
            agrees(&machine, &mut random);
        }
        let wide = Builder::new(
            SymbolType::BYTE,
            SymbolType {
                bits: 32,
                signed: true,
            },
        );
        let steps: &[_] = &[
            (0, "true", &[][..], 1),
            (1, "x > x1", &["x * 1000 + x1"][..], 1),
        ];
        agrees(&wide.machine(1, steps, &[(1, "x1 != 3", &[])]), &mut random);
    }

    #[test]
    fn registers_carry_values_of_any_kind() {
        let mut b = Builder::bytes();
        b.register("sum", Value::bv(16, 500));
        b.register("count", Value::int(0));
        b.register("odd", Value::Bool(false));
        let mut machine = b.machine(
            0,
            &[
                (0, "!odd", &["(u8) (sum >> 4)"], 0),
                (0, "odd && count < 5", &["x", "(u8) sum"], 0),
                (0, "odd && count >= 5", &[], 1),
            ],
            &[
                (0, "count > 3", &["1"]),
                (0, "count <= 3", &["2"]),
                (1, "true", &[]),
            ],
        );
        let updates = [
            b.value(
                "(u16) (sum + x)",
                SymbolType {
                    bits: 16,
                    signed: false,
                },
            ),
            b.guard("!odd"),
        ];
        let count = b
            .terms
            .int_add(machine.registers[1].variable, b.terms.int(1));
        machine.states[0]
            .steps
            .iter_mut()
            .for_each(|s| s.updates = vec![updates[0], count, updates[1]]);
        agrees(&machine, &mut Random::seeded(8));
        // Without the number that has no bound, programs do it.
        machine.registers.remove(1);
        for state in &mut machine.states {
            state.steps.retain(|s| {
                !b.terms
                    .free_vars(s.guard)
                    .contains(&b.terms.var("count", smt::Sort::Int))
            });
            state.steps.iter_mut().for_each(|s| s.updates.swap(1, 2));
            state.steps.iter_mut().for_each(|s| s.updates.truncate(2));
            state.ends.retain(|e| e.writes.is_empty());
        }
        agrees(&machine, &mut Random::seeded(9));
    }
}
