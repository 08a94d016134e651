//! What a state does with each byte: the table that guards and outputs over one byte amount to.

use super::program::Program;
use super::{Step, SymbolicTransducer};

/// What a state does with one byte.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// What is written.
    pub writes: Vec<u64>,
    /// The next state.
    pub to: usize,
}

/// How many bytes there are.
const BYTES: u64 = 256;

impl SymbolicTransducer {
    /// What the state does with each of the 256 bytes: nothing where that hangs on more than the byte, changes a register, is
    /// not defined or cannot occur. `None` if what is read is no bytes.
    pub fn cells(&self, state: usize) -> Option<Vec<Option<Cell>>> {
        if self.input.bits != 8 {
            return None;
        }
        let mut cells = vec![None; BYTES as usize];
        for step in &self.states.get(state)?.steps {
            self.fill(step, &mut cells);
        }
        Some(cells)
    }

    fn fill(&self, step: &Step, cells: &mut [Option<Cell>]) {
        let keeps = step
            .updates
            .iter()
            .zip(&self.registers)
            .all(|(update, register)| *update == register.variable);
        let x = [self.seen(0)];
        let program = |roots: &[smt::Term]| Program::new(&self.terms, roots, &x);
        let programs = program(&[step.guard, self.alphabet]).zip(program(&step.writes));
        let Some((guard, writes)) = programs.filter(|_| keeps) else {
            return;
        };
        let mut words = Vec::new();
        for (symbol, cell) in (0..BYTES).zip(cells) {
            guard.run(&[symbol], &mut words);
            if guard.value(&words, 0) == 0 || guard.value(&words, 1) == 0 {
                continue;
            }
            writes.run(&[symbol], &mut words);
            *cell = Some(Cell {
                writes: (0..writes.len()).map(|i| writes.value(&words, i)).collect(),
                to: step.to,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Builder, difference, newlines};
    use super::*;

    #[test]
    fn a_table_says_what_guards_and_outputs_say() {
        let b = Builder::bytes();
        let machine = newlines(&b);
        for state in 0..machine.states.len() {
            let cells = machine.cells(state).expect("bytes are read");
            for (symbol, cell) in (0..BYTES).zip(&cells) {
                let mut out = Vec::new();
                let mut runner = super::super::Runner::new(&machine);
                runner.start(state);
                assert!(runner.step(symbol, &mut out));
                let cell = cell.as_ref().expect("it looks at the byte alone");
                assert_eq!((&out, runner.state()), (&cell.writes, cell.to));
            }
        }
    }

    #[test]
    fn what_hangs_on_earlier_symbols_has_no_entry() {
        let b = Builder::bytes();
        let machine = difference(&b);
        let looking = (0..machine.states.len()).filter_map(|state| machine.cells(state));
        assert!(looking.flatten().any(|cell| cell.is_none()));
    }
}
