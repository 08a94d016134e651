//! Whether a transducer is one: needed for those that were read from files.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::{Answer, Config, Solver, Sort, Term, chain};

use super::program::Program;
use super::{Acceptor, SymbolicTransducer};

/// What is wrong with a transducer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is nowhere to start.
    NoStart,
    /// A step, a start or an acceptor leads to a state that there is not.
    NoSuchState {
        /// Who leads there.
        place: String,
        /// The number of the missing state.
        state: usize,
    },
    /// A term is of the wrong kind.
    WrongSort {
        /// Where it stands.
        place: String,
        /// What it should be.
        expected: Sort,
        /// What it is.
        found: Sort,
    },
    /// A term looks at something that is neither in the window nor a register.
    UnknownVariable {
        /// Where it stands.
        place: String,
        /// What it is called.
        name: String,
    },
    /// A term looks at a symbol further back than any that was surely read.
    NothingThere {
        /// Where it stands.
        place: String,
        /// How far back it looks.
        back: usize,
        /// How many symbols were read on the shortest way.
        read: usize,
    },
    /// A step does not say what becomes of each register.
    WrongUpdates {
        /// Which step.
        place: String,
        /// How many it says.
        found: usize,
        /// How many registers there are.
        expected: usize,
    },
    /// Two guards hold for the same symbols.
    Overlap {
        /// Where they stand.
        place: String,
        /// Which they are, by their position.
        guards: (usize, usize),
    },
    /// Whether guards overlap is not known.
    Unknown {
        /// Where they stand.
        place: String,
        /// The solver's words.
        reason: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart => write!(f, "there is no state to start in"),
            Self::NoSuchState { place, state } => {
                write!(f, "{place} leads to state {state}, which does not exist")
            }
            Self::WrongSort {
                place,
                expected,
                found,
            } => write!(f, "{place} is {found}, not {expected}"),
            Self::UnknownVariable { place, name } => {
                write!(f, "{place} mentions `{name}`, which nothing stands for")
            }
            Self::NothingThere { place, back, read } => {
                write!(
                    f,
                    "{place} looks {back} symbols back, where only {read} need have been read"
                )
            }
            Self::WrongUpdates {
                place,
                found,
                expected,
            } => {
                write!(
                    f,
                    "{place} updates {found} registers, and there are {expected}"
                )
            }
            Self::Overlap {
                place,
                guards: (a, b),
            } => write!(f, "guards {a} and {b} of {place} overlap"),
            Self::Unknown { place, reason } => write!(
                f,
                "whether guards of {place} overlap is not known: {reason}"
            ),
        }
    }
}

impl std::error::Error for Fault {}

impl SymbolicTransducer {
    /// Whether everything fits together; else the first thing that does not.
    pub fn check(&self) -> Result<(), Fault> {
        let mut check = Check::new(self);
        check.targets()?;
        check.alphabet()?;
        check.registers()?;
        let read = check.least_read();
        for (at, read) in read.into_iter().enumerate() {
            // What cannot be reached looks at nothing.
            check.state(at, read.unwrap_or(self.lookback))?;
        }
        self.starts
            .iter()
            .enumerate()
            .try_for_each(|(i, start)| match &start.when {
                Some(acceptor) => check.acceptor(i, acceptor),
                None => Ok(()),
            })
    }
}

struct Check<'a> {
    machine: &'a SymbolicTransducer,
    solver: Box<dyn Solver>,
    window: Vec<Term>,
    registers: BTreeSet<Term>,
    /// All symbols of the window are ones that can occur.
    world: Term,
    /// What guards on single symbols hold for.
    sets: FxHashMap<Term, Rc<[u64]>>,
}

impl<'a> Check<'a> {
    fn new(machine: &'a SymbolicTransducer) -> Self {
        let terms = &machine.terms;
        let window: Vec<Term> = (0..=machine.lookback)
            .map(|back| machine.seen(back))
            .collect();
        let registers = machine.registers.iter().map(|r| r.variable).collect();
        let solver = chain(terms, Config::default());
        Self {
            machine,
            solver,
            window,
            registers,
            world: terms.true_(),
            sets: FxHashMap::default(),
        }
    }

    fn targets(&self) -> Result<(), Fault> {
        let exists = |place: String, state: usize, count: usize| {
            if state < count {
                Ok(())
            } else {
                Err(Fault::NoSuchState { place, state })
            }
        };
        let count = self.machine.states.len();
        if self.machine.starts.is_empty() {
            return Err(Fault::NoStart);
        }
        for (i, start) in self.machine.starts.iter().enumerate() {
            exists(format!("start {i}"), start.state, count)?;
        }
        for (at, state) in self.machine.states.iter().enumerate() {
            for (i, step) in state.steps.iter().enumerate() {
                exists(format!("step {i} of state {at}"), step.to, count)?;
            }
        }
        Ok(())
    }

    fn alphabet(&mut self) -> Result<(), Fault> {
        self.term(
            "the alphabet",
            self.machine.alphabet,
            Sort::Bool,
            &self.window[..1],
        )?;
        let terms = &self.machine.terms;
        let occurs = |x: &Term| {
            terms.substitute(
                self.machine.alphabet,
                &FxHashMap::from_iter([(self.window[0], *x)]),
            )
        };
        self.world = terms.and(&self.window.iter().map(occurs).collect::<Vec<Term>>());
        Ok(())
    }

    fn registers(&self) -> Result<(), Fault> {
        for register in &self.machine.registers {
            let (expected, found) = (
                self.machine.terms.sort(register.variable),
                register.initial.sort(),
            );
            if expected != found {
                let place = format!("the first value of `{}`", register.name);
                return Err(Fault::WrongSort {
                    place,
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }

    /// How many symbols were read when each state is reached for the first time; `None` if it never is.
    fn least_read(&self) -> Vec<Option<usize>> {
        let mut read: Vec<Option<usize>> = vec![None; self.machine.states.len()];
        let mut todo: VecDeque<(usize, usize)> = self
            .machine
            .starts
            .iter()
            .map(|start| (start.state, 0))
            .collect();
        while let Some((at, depth)) = todo.pop_front() {
            if read[at].is_none() {
                read[at] = Some(depth);
                todo.extend(
                    self.machine.states[at]
                        .steps
                        .iter()
                        .map(|step| (step.to, depth + 1)),
                );
            }
        }
        read
    }

    fn state(&mut self, at: usize, read: usize) -> Result<(), Fault> {
        let machine = self.machine;
        let state = &machine.states[at];
        let written = machine.output.sort();
        for (i, step) in state.steps.iter().enumerate() {
            let place = format!("step {i} of state {at}");
            let (found, expected) = (step.updates.len(), machine.registers.len());
            if found != expected {
                return Err(Fault::WrongUpdates {
                    place,
                    found,
                    expected,
                });
            }
            let sorts = machine
                .registers
                .iter()
                .map(|r| machine.terms.sort(r.variable));
            let updates = step.updates.iter().copied().zip(sorts);
            let writes = step.writes.iter().map(|t| (*t, written));
            for (t, sort) in writes.chain(updates).chain([(step.guard, Sort::Bool)]) {
                self.term_at(&place, t, sort, 0, read)?;
            }
        }
        for (i, end) in state.ends.iter().enumerate() {
            let place = format!("end {i} of state {at}");
            let writes = end.writes.iter().map(|t| (*t, written));
            for (t, sort) in writes.chain([(end.guard, Sort::Bool)]) {
                self.term_at(&place, t, sort, 1, read)?;
            }
        }
        let guards: Vec<Term> = state.steps.iter().map(|s| s.guard).collect();
        self.disjoint(&format!("the steps of state {at}"), &guards)?;
        let guards: Vec<Term> = state.ends.iter().map(|e| e.guard).collect();
        self.disjoint(&format!("the ends of state {at}"), &guards)
    }

    /// A term over registers and the window from `first` back, after at least `read` symbols.
    fn term_at(
        &self,
        place: &str,
        t: Term,
        sort: Sort,
        first: usize,
        read: usize,
    ) -> Result<(), Fault> {
        self.term(place, t, sort, &self.window[first..])?;
        let used = self.machine.terms.free_vars(t);
        match self.window.iter().rposition(|x| used.contains(x)) {
            Some(back) if back > read => Err(Fault::NothingThere {
                place: place.to_owned(),
                back,
                read,
            }),
            Some(_) | None => Ok(()),
        }
    }

    fn term(&self, place: &str, t: Term, expected: Sort, window: &[Term]) -> Result<(), Fault> {
        let (terms, place) = (&self.machine.terms, place.to_owned());
        let found = terms.sort(t);
        if found != expected {
            return Err(Fault::WrongSort {
                place,
                expected,
                found,
            });
        }
        let known = |v: &Term| window.contains(v) || self.registers.contains(v);
        match terms.free_vars(t).into_iter().find(|v| !known(v)) {
            Some(v) => {
                let name = terms
                    .var_name(v)
                    .map_or_else(String::new, |name| name.to_string());
                Err(Fault::UnknownVariable { place, name })
            }
            None => Ok(()),
        }
    }

    /// Whether each symbol satisfies at most one of the guards, by counting; `None` if they ask for more than a symbol.
    fn overlap(&mut self, guards: &[Term]) -> Option<Option<(usize, usize)>> {
        let mut taken: Vec<Option<usize>> = vec![None; 1 << self.machine.input.bits.min(17)];
        for (b, guard) in guards.iter().enumerate() {
            for symbol in self.symbols(*guard)?.iter().map(|symbol| *symbol as usize) {
                if let Some(a) = taken[symbol].replace(b) {
                    return Some(Some((a, b)));
                }
            }
        }
        Some(None)
    }

    /// The symbols that satisfy a guard that asks for nothing else.
    fn symbols(&mut self, guard: Term) -> Option<Rc<[u64]>> {
        if self.machine.input.bits > 16 {
            return None;
        }
        if let Some(known) = self.sets.get(&guard) {
            return Some(known.clone());
        }
        let program = Program::new(
            &self.machine.terms,
            &[guard, self.machine.alphabet],
            &self.window[..1],
        )?;
        let mut words = Vec::new();
        let mut holds = |symbol: &u64| {
            program.run(&[*symbol], &mut words);
            program.value(&words, 0) != 0 && program.value(&words, 1) != 0
        };
        let found: Rc<[u64]> = (0..1u64 << self.machine.input.bits)
            .filter(&mut holds)
            .collect();
        self.sets.insert(guard, found.clone());
        Some(found)
    }

    fn disjoint(&mut self, place: &str, guards: &[Term]) -> Result<(), Fault> {
        match self.overlap(guards) {
            Some(Some(guards)) => {
                return Err(Fault::Overlap {
                    place: place.to_owned(),
                    guards,
                });
            }
            Some(None) => return Ok(()),
            None => {}
        }
        for (b, second) in guards.iter().enumerate() {
            for (a, first) in guards[..b].iter().enumerate() {
                match self.solver.as_mut().ask(&[*first, *second, self.world]) {
                    Answer::Unsat => {}
                    Answer::Sat => {
                        return Err(Fault::Overlap {
                            place: place.to_owned(),
                            guards: (a, b),
                        });
                    }
                    Answer::Unknown(reason) => {
                        return Err(Fault::Unknown {
                            place: place.to_owned(),
                            reason,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    fn acceptor(&mut self, start: usize, acceptor: &Acceptor) -> Result<(), Fault> {
        if acceptor.states.is_empty() {
            return Err(Fault::NoSuchState {
                place: format!("the acceptor of start {start}"),
                state: 0,
            });
        }
        for (at, state) in acceptor.states.iter().enumerate() {
            let place = format!("state {at} of the acceptor of start {start}");
            for &(guard, to) in &state.edges {
                if to >= acceptor.states.len() {
                    return Err(Fault::NoSuchState { place, state: to });
                }
                let x = self.window[..1].to_vec();
                self.term(&place, guard, Sort::Bool, &x)?;
            }
            let guards: Vec<Term> = state.edges.iter().map(|(guard, _)| *guard).collect();
            self.disjoint(&place, &guards)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Builder, difference, html, newlines};
    use super::super::{AcceptorState, End};
    use super::*;

    #[test]
    fn machines_that_fit_together_are_well_formed() {
        let b = Builder::bytes();
        for machine in [html(&b), newlines(&b), difference(&b)] {
            assert_eq!(machine.check(), Ok(()));
        }
    }

    /// The fault of a machine after a change.
    fn fault(change: impl Fn(&Builder, &mut SymbolicTransducer)) -> Fault {
        let b = Builder::bytes();
        let mut machine = difference(&b);
        change(&b, &mut machine);
        machine.check().expect_err("the change is wrong")
    }

    #[test]
    fn every_fault_is_found() {
        assert_eq!(fault(|_, m| m.starts.clear()), Fault::NoStart);
        assert!(matches!(
            fault(|_, m| m.states[1].steps[0].to = 2),
            Fault::NoSuchState { state: 2, .. }
        ));
        let first = |m: &mut SymbolicTransducer, t: Term| m.states[0].steps[0].writes = vec![t];
        let wrong = fault(|b, m| first(m, b.guard("x == 1")));
        assert!(matches!(
            wrong,
            Fault::WrongSort {
                found: Sort::Bool,
                ..
            }
        ));
        let unknown = fault(|b, m| first(m, b.terms.var("y", Sort::BitVec(8))));
        assert!(matches!(unknown, Fault::UnknownVariable { name, .. } if name == "y"));
        let far = fault(|_, m| first(m, m.seen(2)));
        assert!(matches!(far, Fault::UnknownVariable { name, .. } if name == "x2"));
        let early = fault(|_, m| first(m, m.seen(1)));
        assert!(matches!(
            early,
            Fault::NothingThere {
                back: 1,
                read: 0,
                ..
            }
        ));
        assert!(matches!(
            fault(|b, m| m.states[1].steps[0].updates = vec![b.terms.true_()]),
            Fault::WrongUpdates { .. }
        ));
    }

    #[test]
    fn faults_of_ends_and_acceptors_are_found() {
        let end = |b: &Builder, guard: &str| End {
            guard: b.guard(guard),
            writes: vec![],
        };
        let at_end = fault(|b, m| m.states[1].ends.push(end(b, "x == 1")));
        assert!(matches!(at_end, Fault::UnknownVariable { .. }));
        let twice = fault(|b, m| m.states[1].ends.push(end(b, "x1 == 1")));
        assert!(matches!(twice, Fault::Overlap { guards: (0, 1), .. }));
        let acceptor = |b: &Builder| {
            let edges = vec![(b.guard("x < 9"), 0), (b.guard("x > 7"), 0)];
            Acceptor {
                states: vec![AcceptorState {
                    accepting: true,
                    edges,
                }],
            }
        };
        assert!(matches!(
            fault(|b, m| m.starts[0].when = Some(acceptor(b))),
            Fault::Overlap { .. }
        ));
    }

    #[test]
    fn guards_may_overlap_where_no_symbol_is() {
        let b = Builder::bytes();
        let mut machine = b.machine(
            0,
            &[(0, "x < 9", &[], 0), (0, "x == 0 || x > 8", &[], 0)],
            &[],
        );
        assert!(matches!(machine.check(), Err(Fault::Overlap { .. })));
        machine.alphabet = b.guard("x != 0");
        assert_eq!(machine.check(), Ok(()));
    }
}
