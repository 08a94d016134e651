//! Registers: values that calls leave behind and that guards of later calls speak of, as in `id == owner`. An interface
//! with registers is a register automaton; most have none.
//!
//! A register is named after the field that holds the value in the code. What it holds is said by the transitions alone,
//! so that the model can be read without the code; that code and model hold the same is checked where it is proved.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use smt::syntax::{Scope, Type};
use smt::{Solver, Term, Value};

use crate::{InterfaceLts, MethodSymbol, Moore, minimal};

/// A value that the model remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The name of the field in the source.
    pub name: String,
    /// The type as the source writes it.
    pub source_type: String,
    /// The type under which guards on it are printed and read.
    pub ty: Type,
    /// The term that stands for it in guards and updates.
    pub term: Term,
}

/// What the registers hold after each transition: for a state and a symbol the new value of each register, over the
/// registers and the method's parameters; `None` where a register holds nothing that matters any more.
pub type Updates = BTreeMap<(usize, usize), Vec<Option<Term>>>;

/// Where a run of an interface is: a state, and what the registers hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The state.
    pub state: usize,
    /// The values of the registers that hold one.
    pub held: FxHashMap<Term, Value>,
}

impl InterfaceLts {
    /// Before the first call.
    pub fn start(&self) -> Configuration {
        Configuration {
            state: self.automaton.initial(),
            held: FxHashMap::default(),
        }
    }

    /// After a call. Where it does not matter which guard holds, a register without a value counts as zero. `None` if no
    /// guard holds.
    pub fn after(
        &self,
        before: &Configuration,
        method: usize,
        args: &[Value],
    ) -> Option<Configuration> {
        let mut held = before.held.clone();
        for register in &self.registers {
            held.entry(register.term)
                .or_insert_with(|| Value::default_of(self.terms.sort(register.term)));
        }
        let symbol = self.symbol_holding(method, args, &held)?;
        let params = self.methods[method].params.iter().map(|p| p.term);
        held.extend(params.zip(args.iter().cloned()));
        let new = |(register, value): (&Register, &Option<Term>)| {
            Some((
                register.term,
                self.terms.eval((*value)?, &|v| held.get(&v).cloned())?,
            ))
        };
        let values = self
            .updates
            .get(&(before.state, symbol))
            .into_iter()
            .flatten();
        let after = self.registers.iter().zip(values).filter_map(new).collect();
        Some(Configuration {
            state: self.automaton.next(before.state, symbol),
            held: after,
        })
    }

    /// The names that a guard of this method may use.
    pub fn scope(&self, method: usize) -> Scope {
        let mut scope = self.methods[method].scope();
        self.registers
            .iter()
            .for_each(|r| scope.declare(&r.name, r.term, r.ty));
        scope
    }

    /// The new value of a register in the source's own terms; `None` where it does not change or does not matter.
    pub fn update_text(&self, state: usize, symbol: usize, register: usize) -> Option<String> {
        let value = (*self.updates.get(&(state, symbol))?.get(register)?)?;
        let known = &self.registers[register];
        let scope = self.scope(self.symbols[symbol].method);
        (value != known.term)
            .then(|| smt::syntax::print_value(&self.terms, value, &scope, known.ty))
    }

    /// For each state, the registers that hold a value whichever way the state was reached.
    pub fn defined(&self) -> Vec<BTreeSet<usize>> {
        let all: BTreeSet<usize> = (0..self.registers.len()).collect();
        let mut defined = vec![all; self.automaton.states()];
        defined[self.automaton.initial()].clear();
        for ((state, symbol), values) in &self.updates {
            let to = self.automaton.next(*state, *symbol);
            defined[to].retain(|&r| values.get(r).is_some_and(Option::is_some));
        }
        defined
    }

    /// Whether the transitions say of every register that a guard or an update speaks of what it holds there.
    pub fn check_registers(&self) -> Result<(), String> {
        if self.registers.is_empty() {
            return Ok(());
        }
        let defined = self.defined();
        for state in
            (0..self.automaton.states()).filter(|&s| !self.automaton.output_of(s).is_final())
        {
            self.check_guards(state, &defined[state])?;
            self.check_updates(state, &defined[state])?;
        }
        Ok(())
    }

    /// A guard may speak of a register without a value only where it does not matter which guard of the method holds.
    fn check_guards(&self, state: usize, defined: &BTreeSet<usize>) -> Result<(), String> {
        for method in 0..self.methods.len() {
            let symbols = self.symbols_of(method);
            let leads = |&s: &usize| (self.automaton.next(state, s), self.updates.get(&(state, s)));
            if symbols
                .windows(2)
                .all(|pair| leads(&pair[0]) == leads(&pair[1]))
            {
                continue;
            }
            if let Some(s) = symbols
                .into_iter()
                .find(|&s| !self.holds_all(self.symbols[s].guard, defined))
            {
                return Err(format!(
                    "in state {state} the guard `{}` needs what nobody set",
                    self.guard_text(s)
                ));
            }
        }
        Ok(())
    }

    fn check_updates(&self, state: usize, defined: &BTreeSet<usize>) -> Result<(), String> {
        for symbol in 0..self.symbols.len() {
            let goes_on = !self
                .automaton
                .output_of(self.automaton.next(state, symbol))
                .is_final();
            match self.updates.get(&(state, symbol)) {
                Some(values) if values.len() == self.registers.len() => {
                    if values
                        .iter()
                        .flatten()
                        .any(|&value| !self.holds_all(value, defined))
                    {
                        return Err(format!("in state {state} an update needs what nobody set"));
                    }
                }
                None if !goes_on => {}
                _ => {
                    return Err(format!(
                        "in state {state} it is not said what the registers hold after a call"
                    ));
                }
            }
        }
        Ok(())
    }

    fn holds_all(&self, term: Term, defined: &BTreeSet<usize>) -> bool {
        let used = self.terms.free_vars(term);
        (0..self.registers.len())
            .all(|r| defined.contains(&r) || !used.contains(&self.registers[r].term))
    }

    /// The interface with one symbol where several of a method lead to the same everywhere; also one of the old symbols
    /// for each new one.
    pub fn merged(&self, solver: &mut dyn Solver) -> (Self, Vec<usize>) {
        let states = 0..self.automaton.states();
        let column = |s: usize| -> Vec<_> {
            states
                .clone()
                .map(|q| (self.automaton.next(q, s), self.updates.get(&(q, s))))
                .collect()
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for s in 0..self.symbols.len() {
            let alike = |g: &&mut Vec<usize>| {
                self.symbols[g[0]].method == self.symbols[s].method && column(g[0]) == column(s)
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.push(s),
                None => groups.push(vec![s]),
            }
        }
        let symbols = groups.iter().map(|g| self.joined(g, solver)).collect();
        let first: Vec<usize> = groups.iter().map(|group| group[0]).collect();
        let row = |q: usize| {
            let next = first.iter().map(|&s| self.automaton.next(q, s));
            (*self.automaton.output_of(q), next.collect::<Vec<_>>())
        };
        let rows = states.clone().map(row).collect();
        let automaton = Moore::new(first.len(), self.automaton.initial(), rows)
            .expect("fewer letters, same states");
        let new = |&s: &usize| first.iter().position(|&f| f == s);
        let moved = |((q, s), values): (&(usize, usize), &Vec<Option<Term>>)| {
            Some(((*q, new(s)?), values.clone()))
        };
        let updates = self.updates.iter().filter_map(moved).collect();
        (
            Self {
                symbols,
                automaton,
                updates,
                ..self.clone()
            },
            first,
        )
    }

    /// One symbol for all calls of these.
    fn joined(&self, group: &[usize], solver: &mut dyn Solver) -> MethodSymbol {
        let method = self.symbols[group[0]].method;
        let guards: Vec<Term> = group.iter().map(|&s| self.symbols[s].guard).collect();
        let guard = match guards[..] {
            [only] => only,
            _ => self.shortened(method, self.terms.or(&guards), solver),
        };
        MethodSymbol { method, guard }
    }

    /// A guard of a method that says the same with fewer conditions.
    pub fn shortened(&self, method: usize, guard: Term, solver: &mut dyn Solver) -> Term {
        let of_method = self.methods[method].params.iter().map(|p| (p.term, p.ty));
        let names: Vec<(Term, Type)> = of_method
            .chain(self.registers.iter().map(|r| (r.term, r.ty)))
            .collect();
        minimal(
            &self.terms,
            guard,
            self.methods[method].domain,
            &names,
            solver,
        )
    }
}
