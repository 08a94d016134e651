//! Registers: which fields a model must remember so that mixed parameters (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4.1, where they are only
//! warned about) can be said by guards: `id == owner`.
//!
//! The conditions that relate a parameter to a field are known from the summaries, so the symbols of a method are split
//! by them before anything is learned. Whatever else a guard needs is found by refinement as always.

use std::collections::{BTreeMap, BTreeSet};

use base::Budget;
use model::Register;
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term};
use step::{LetterId, LocationId, StepSystem, Variable};

use super::alphabet::{self, Symbol};
use super::mixed;

/// More registers than this make no readable model.
const MAX_REGISTERS: usize = 6;
/// More conditions on one method than this would make too many symbols.
const MAX_CONDITIONS: usize = 4;

/// What a model with registers starts from.
pub(super) struct Start {
    pub registers: Vec<Register>,
    pub symbols: Vec<Symbol>,
}

/// The registers that mixed conditions need, and the symbols split by these conditions; `None` if there are too many, or
/// if a field that would have to be remembered is not always there.
pub(super) fn start(
    system: &StepSystem,
    limit: usize,
    budget: &Budget,
    solver: &mut dyn Solver,
) -> Option<Start> {
    let locations = system.locations_within(limit, budget)?;
    let mut finder = Finder {
        system,
        locations,
        names: BTreeSet::new(),
        conditions: BTreeMap::new(),
    };
    finder.conditions();
    finder.close();
    let registers = finder.registers()?;
    let symbols = finder.symbols(&registers, solver)?;
    Some(Start { registers, symbols })
}

/// The registers in the place of the variables of a location.
pub(super) fn in_place_of(registers: &[Register], variables: &[Variable]) -> FxHashMap<Term, Term> {
    let register = |v: &Variable| {
        Some((
            v.term,
            registers
                .iter()
                .find(|r| plain(&r.name) == plain(&v.name))?
                .term,
        ))
    };
    variables.iter().filter_map(register).collect()
}

pub(super) fn plain(name: &str) -> &str {
    name.strip_prefix("this.").unwrap_or(name)
}

/// A register is called like its field, with `this.` where a parameter has that name.
pub(super) fn register(system: &StepSystem, variable: &Variable) -> Register {
    let terms = &system.terms;
    let mut params = system.letters.values().flat_map(|l| &l.params);
    let taken = params.any(|p| p.name == variable.name);
    Register {
        name: if taken {
            format!("this.{}", variable.name)
        } else {
            variable.name.clone()
        },
        source_type: variable.source_type.clone(),
        ty: variable.syntax_type(system.integers),
        term: terms.var(
            &format!("register:{}", variable.name),
            terms.sort(variable.term),
        ),
    }
}

struct Finder<'a> {
    system: &'a StepSystem,
    locations: Vec<LocationId>,
    /// Fields that must be remembered.
    names: BTreeSet<String>,
    /// The mixed conditions of each letter, with the location whose variables they speak of.
    conditions: BTreeMap<LetterId, BTreeSet<(LocationId, Term)>>,
}

impl Finder<'_> {
    fn conditions(&mut self) {
        let carried = mixed::carried(self.system, &self.locations);
        for &location in &self.locations {
            for letter in self.system.letters.ids() {
                for path in &self.system.summary(location, letter).paths {
                    let mixed = mixed::atoms(&self.system.terms, path.guard)
                        .into_iter()
                        .filter(|&atom| {
                            mixed::of_atom(
                                self.system,
                                (location, letter),
                                atom,
                                &carried[&location],
                            )
                            .is_some()
                        });
                    let found = mixed.map(|atom| (location, atom));
                    self.conditions.entry(letter).or_default().extend(found);
                }
            }
        }
        let atoms: Vec<(LocationId, Term)> = self.conditions.values().flatten().copied().collect();
        atoms
            .into_iter()
            .for_each(|(location, atom)| self.remember(location, atom));
    }

    /// Remembers the variables that a term speaks of.
    fn remember(&mut self, location: LocationId, term: Term) {
        let used = self.system.terms.free_vars(term);
        let here = self.system.location(location);
        self.names.extend(
            here.variables
                .iter()
                .filter(|v| used.contains(&v.term))
                .map(|v| v.name.clone()),
        );
    }

    /// What a remembered field is computed from is remembered, too.
    fn close(&mut self) {
        loop {
            let before = self.names.len();
            for from in self.locations.clone() {
                for letter in self.system.letters.ids() {
                    for target in self
                        .system
                        .summary(from, letter)
                        .paths
                        .iter()
                        .filter_map(|p| p.next.as_ref())
                    {
                        let there = self.system.location(target.location);
                        for (variable, &value) in there.variables.iter().zip(&target.update) {
                            if self.names.contains(&variable.name) {
                                self.remember(from, value);
                            }
                        }
                    }
                }
            }
            if before == self.names.len() {
                return;
            }
        }
    }

    fn registers(&self) -> Option<Vec<Register>> {
        let built = self
            .locations
            .iter()
            .filter(|&&l| l != self.system.initial().location);
        let always = |name: &String| {
            built.clone().all(|&l| {
                self.system
                    .location(l)
                    .variables
                    .iter()
                    .any(|v| v.name == *name)
            })
        };
        if self.names.is_empty()
            || self.names.len() > MAX_REGISTERS
            || !self.names.iter().all(always)
        {
            return None;
        }
        let somewhere = self.system.location(*built.clone().next()?);
        let variables = somewhere
            .variables
            .iter()
            .filter(|v| self.names.contains(&v.name));
        Some(variables.map(|v| register(self.system, v)).collect())
    }

    fn symbols(&self, registers: &[Register], solver: &mut dyn Solver) -> Option<Vec<Symbol>> {
        let mut symbols = Vec::new();
        for symbol in alphabet::initial(self.system, solver) {
            let mut conditions: Vec<Term> = Vec::new();
            for &(location, atom) in self.conditions.get(&symbol.letter).into_iter().flatten() {
                let map = in_place_of(registers, &self.system.location(location).variables);
                let condition = self.system.terms.substitute(atom, &map);
                let opposite = self.system.terms.not(condition);
                if !conditions.contains(&condition) && !conditions.contains(&opposite) {
                    conditions.push(condition);
                }
            }
            if conditions.len() > MAX_CONDITIONS {
                return None;
            }
            symbols.extend(split(self.system, symbol, &conditions, solver)?);
        }
        Some(symbols)
    }
}

/// A symbol for every way in which conditions can hold; `None` if the solver cannot say which ways there are.
pub(super) fn split(
    system: &StepSystem,
    symbol: Symbol,
    conditions: &[Term],
    solver: &mut dyn Solver,
) -> Option<Vec<Symbol>> {
    let terms = &system.terms;
    let domain = system.letters[symbol.letter].domain;
    let mut guards = vec![symbol.guard];
    for &condition in conditions {
        let mut finer = Vec::new();
        for guard in guards {
            for side in [condition, terms.not(condition)] {
                let both = terms.and(&[guard, side]);
                match solver.ask(&[both, domain]) {
                    Answer::Sat => finer.push(both),
                    Answer::Unsat => {}
                    Answer::Unknown(_) => return None,
                }
            }
        }
        guards = finer;
    }
    Some(
        guards
            .into_iter()
            .map(|guard| Symbol {
                guard,
                ..symbol.clone()
            })
            .collect(),
    )
}
