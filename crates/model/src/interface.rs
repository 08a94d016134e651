//! Interfaces (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 3.3): a labelled transition system whose letters are methods with guards on their
//! parameters.

use base::Outcome;
use rustc_hash::FxHashMap;
use smt::syntax::{Asked, Scope, Type};
use smt::{Answer, Solver, Term, Terms, Value};

use crate::{Moore, Register, Updates};

/// A parameter of a [`Method`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in the source.
    pub name: String,
    /// The type as the source writes it.
    pub source_type: String,
    /// The type under which guards on it are printed and read.
    pub ty: Type,
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
    /// The parameters as the source declares them: names and types.
    pub declared: Vec<(String, String)>,
    /// The scalars that make up the arguments, which guards speak of.
    pub params: Vec<Parameter>,
    /// What all arguments satisfy beyond their sort; guards partition this.
    pub domain: Term,
    /// When the source can ask for a parameter: guards are written so that they can be evaluated.
    pub asked: Asked,
}

/// A letter: the calls of one method whose arguments satisfy a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodSymbol {
    /// Position in [`InterfaceLts::methods`].
    pub method: usize,
    /// Over the method's parameters and the registers.
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
    /// What guards may speak of besides parameters; none in most interfaces.
    pub registers: Vec<Register>,
    /// What the registers hold after each transition.
    pub updates: Updates,
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

/// An interface in reading order.
pub struct Arranged {
    /// The interface.
    pub interface: InterfaceLts,
    /// The old position of each symbol.
    pub symbols: Vec<usize>,
    /// The new number of each old state; `usize::MAX` for one that cannot be reached.
    pub position: Vec<usize>,
}

/// Nobody reads a guard with more parts than this.
const MANY_PARTS: usize = 300;

impl Method {
    /// The names of the parameters.
    pub fn scope(&self) -> Scope {
        let mut scope = Scope::new();
        self.params
            .iter()
            .for_each(|p| scope.declare(&p.name, p.term, p.ty));
        scope
    }
}

impl InterfaceLts {
    /// The guard of a symbol in the source's own terms: a condition that can be evaluated on all arguments, from left to
    /// right, and holds of exactly those that the symbol stands for.
    pub fn guard_text(&self, symbol: usize) -> String {
        let MethodSymbol { method, guard } = self.symbols[symbol];
        self.text_of(method, guard)
    }

    /// A condition on the arguments of a method in the source's own terms.
    pub fn text_of(&self, method: usize, condition: Term) -> String {
        let scope = self.scope(method).asking(&self.methods[method].asked);
        smt::syntax::print(&self.terms, condition, &scope)
    }

    /// The symbol that a concrete call belongs to, where no guard speaks of registers.
    pub fn symbol_of(&self, method: usize, args: &[Value]) -> Option<usize> {
        self.symbol_holding(method, args, &FxHashMap::default())
    }

    /// The symbol that a concrete call belongs to while the registers hold these values.
    pub fn symbol_holding(
        &self,
        method: usize,
        args: &[Value],
        held: &FxHashMap<Term, Value>,
    ) -> Option<usize> {
        let params = self.methods[method].params.iter().map(|p| p.term);
        let mut env = held.clone();
        env.extend(params.zip(args.iter().cloned()));
        let holds =
            |guard| self.terms.eval(guard, &|v| env.get(&v).cloned()) == Some(Value::Bool(true));
        self.symbols
            .iter()
            .position(|s| s.method == method && holds(s.guard))
    }

    /// The symbols of a method.
    pub fn symbols_of(&self, method: usize) -> Vec<usize> {
        (0..self.symbols.len())
            .filter(|&s| self.symbols[s].method == method)
            .collect()
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

    /// The interface in the order people read it: symbols by method, those that are legal in more states first; states
    /// breadth first, the error and unknown states last. Also says where everything went.
    pub fn arranged(&self) -> Arranged {
        let symbols = self.symbol_order();
        let states = self.state_order(&symbols);
        let mut position = vec![usize::MAX; self.automaton.states()];
        states
            .iter()
            .enumerate()
            .for_each(|(new, &old)| position[old] = new);
        let row = |&old: &usize| {
            let successors = symbols
                .iter()
                .map(|&s| position[self.automaton.next(old, s)])
                .collect();
            (*self.automaton.output_of(old), successors)
        };
        let rows = states.iter().map(row).collect();
        let automaton =
            Moore::new(symbols.len(), 0, rows).expect("a permutation of a machine is a machine");
        let new = |&old: &usize| symbols.iter().position(|&s| s == old);
        let moved = |((q, s), values): (&(usize, usize), &Vec<Option<Term>>)| {
            Some(((position[*q], new(s)?), values.clone())).filter(|((q, _), _)| *q != usize::MAX)
        };
        let interface = Self {
            symbols: symbols.iter().map(|&s| self.symbols[s]).collect(),
            updates: self.updates.iter().filter_map(moved).collect(),
            automaton,
            ..self.clone()
        };
        Arranged {
            interface,
            symbols,
            position,
        }
    }

    fn symbol_order(&self) -> Vec<usize> {
        let legal = |s: usize| {
            let next = (0..self.automaton.states())
                .map(|q| self.automaton.output_of(self.automaton.next(q, s)));
            next.filter(|&&o| o == Outcome::Ok).count()
        };
        let mut order: Vec<usize> = (0..self.symbols.len()).collect();
        // By text, not by the order of discovery: the same interface looks the same however it was found.
        order.sort_by_cached_key(|&s| {
            (
                self.symbols[s].method,
                std::cmp::Reverse(legal(s)),
                self.text_to_sort_by(s),
            )
        });
        order
    }

    /// The text of a guard. Where nobody reads that, what parts ask of others need not be asked before, which takes long to find out.
    fn text_to_sort_by(&self, symbol: usize) -> String {
        let MethodSymbol { method, guard } = self.symbols[symbol];
        match self.terms.parts(&[guard]).len() > MANY_PARTS {
            true => smt::syntax::print(&self.terms, guard, &self.scope(method)),
            false => self.guard_text(symbol),
        }
    }

    fn state_order(&self, symbols: &[usize]) -> Vec<usize> {
        let mut order = vec![self.automaton.initial()];
        let mut seen = vec![false; self.automaton.states()];
        seen[self.automaton.initial()] = true;
        let mut next = 0;
        while next < order.len() {
            for &s in symbols {
                let to = self.automaton.next(order[next], s);
                if !std::mem::replace(&mut seen[to], true) {
                    order.push(to);
                }
            }
            next += 1;
        }
        // Stable: what has no way out comes last.
        order.sort_by_key(|&state| self.automaton.output_of(state).is_final());
        order
    }

    /// Whether the guards of every method are non-empty, disjoint and covering (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 3.3).
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
    match solver.ask(formulas) {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(why) => Err(PartitionFault::Undecided(why)),
    }
}
