//! Interfaces (paper 000, Section 3.3): a labelled transition system whose letters are methods with guards on their
//! parameters.

use base::Outcome;
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Terms, Value};

use crate::Moore;

/// A parameter of a [`Method`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in the source.
    pub name: String,
    /// The type as the source writes it.
    pub source_type: String,
    /// Whether order on it is signed.
    pub signed: bool,
    /// The term that stands for it in guards.
    pub term: Term,
}

/// A method or constructor of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The name in the source, unique in the interface.
    pub name: String,
    /// Whether it creates the component.
    pub constructs: bool,
    /// The parameters.
    pub params: Vec<Parameter>,
    /// What all arguments satisfy beyond their sort; guards partition this.
    pub domain: Term,
}

/// A letter: the calls of one method whose arguments satisfy a guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSymbol {
    /// Position in [`InterfaceLts::methods`].
    pub method: usize,
    /// Over the method's parameters.
    pub guard: Term,
}

/// An interface: which sequences of calls are legal. Legal is a state with [`Outcome::Ok`]; states with another
/// outcome are sinks.
#[derive(Clone)]
pub struct InterfaceLts {
    /// The context of the guards.
    pub terms: Terms,
    /// Methods and constructors.
    pub methods: Vec<Method>,
    /// The alphabet. The guards of one method partition its inputs.
    pub symbols: Vec<MethodSymbol>,
    /// The states and transitions, over positions in the alphabet.
    pub automaton: Moore<Outcome>,
}

/// Why the guards of a method are no partition of its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartitionFault {
    /// No argument satisfies the guard of this symbol.
    Empty(usize),
    /// Some argument satisfies the guards of both symbols.
    Overlap(usize, usize),
    /// Some argument of this method satisfies no guard.
    Gap(usize),
    /// The solver could not say.
    Undecided(String),
}

impl InterfaceLts {
    /// The symbol that a concrete call belongs to.
    pub fn symbol_of(&self, method: usize, args: &[Value]) -> Option<usize> {
        let params = self.methods[method].params.iter().map(|p| p.term);
        let env: FxHashMap<Term, Value> = params.zip(args.iter().cloned()).collect();
        let holds = |guard| self.terms.eval(guard, &|v| env.get(&v).cloned()) == Some(Value::Bool(true));
        self.symbols.iter().position(|s| s.method == method && holds(s.guard))
    }

    /// The symbols of a method.
    pub fn symbols_of(&self, method: usize) -> Vec<usize> {
        (0..self.symbols.len()).filter(|&s| self.symbols[s].method == method).collect()
    }

    /// A name for each symbol: the method's, numbered from 1 if it has several.
    pub fn symbol_names(&self) -> Vec<String> {
        let name = |s: usize| {
            let method = self.symbols[s].method;
            let all = self.symbols_of(method);
            let base = &self.methods[method].name;
            match all.iter().position(|&other| other == s) {
                Some(i) if all.len() > 1 => format!("{base}_{}", i + 1),
                _ => base.clone(),
            }
        };
        (0..self.symbols.len()).map(name).collect()
    }

    /// Whether the guards of every method are non-empty, disjoint and covering (paper 000, Section 3.3).
    pub fn check_partition(&self, solver: &mut dyn Solver) -> Result<(), PartitionFault> {
        (0..self.methods.len()).try_for_each(|method| self.check_method(method, solver))
    }

    fn check_method(&self, method: usize, solver: &mut dyn Solver) -> Result<(), PartitionFault> {
        let symbols = self.symbols_of(method);
        let guard = |s: usize| self.symbols[s].guard;
        let domain = self.methods[method].domain;
        for (i, &s) in symbols.iter().enumerate() {
            if !satisfiable(solver, &[domain, guard(s)])? {
                return Err(PartitionFault::Empty(s));
            }
            for &other in &symbols[..i] {
                if satisfiable(solver, &[domain, guard(s), guard(other)])? {
                    return Err(PartitionFault::Overlap(other, s));
                }
            }
        }
        let none: Vec<Term> = symbols.iter().map(|&s| self.terms.not(guard(s))).collect();
        let outside = self.terms.and(&none);
        if satisfiable(solver, &[domain, outside])? {
            return Err(PartitionFault::Gap(method));
        }
        Ok(())
    }
}

fn satisfiable(solver: &mut dyn Solver, formulas: &[Term]) -> Result<bool, PartitionFault> {
    solver.push();
    formulas.iter().for_each(|&f| solver.assert(f));
    let answer = solver.check(&[]);
    solver.pop();
    match answer {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(why) => Err(PartitionFault::Undecided(why)),
    }
}
