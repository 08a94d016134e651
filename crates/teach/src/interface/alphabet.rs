//! The alphabet: guarded symbols with a representative each (the membership pool of Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4).

pub use mc::Symbol;
use model::{InterfaceLts, Method, MethodSymbol, Moore, Outcome, Parameter};
use smt::{Solver, Term, Value};
use step::{Letter, LetterId, StepSystem};

/// One symbol for each letter, with a guard that always holds. A refinement will split it where it must.
pub(crate) fn initial(system: &StepSystem, solver: &mut dyn Solver) -> Vec<Symbol> {
    let start = |(letter, l): (LetterId, &step::Letter)| Symbol {
        letter,
        guard: system.terms.bool(true),
        representative: representative(system, l, solver),
    };
    system.letters.iter().map(start).collect()
}

/// Zeros where they are among the arguments a letter can have, else what the solver finds.
fn representative(system: &StepSystem, letter: &Letter, solver: &mut dyn Solver) -> Vec<Value> {
    let terms = &system.terms;
    let vars: Vec<Term> = letter.params.iter().map(|p| p.term).collect();
    let zeros: Vec<Value> = vars
        .iter()
        .map(|&v| Value::default_of(terms.sort(v)))
        .collect();
    let zero = |var: Term| {
        vars.iter()
            .position(|&v| v == var)
            .map(|i| zeros[i].clone())
    };
    if terms.eval(letter.domain, &zero) == Some(Value::Bool(true)) {
        return zeros;
    }
    let found = solver.find(&[letter.domain], &vars).ok().flatten();
    let found = found.and_then(|model| vars.iter().map(|&v| model.get(v).cloned()).collect());
    found.unwrap_or(zeros)
}

/// The interface that a hypothesis over the symbols stands for.
pub(crate) fn interface(
    system: &StepSystem,
    symbols: &[Symbol],
    automaton: &Moore<Outcome>,
) -> InterfaceLts {
    let symbol = |s: &Symbol| MethodSymbol {
        method: base::Id::index(s.letter),
        guard: s.guard,
    };
    InterfaceLts {
        terms: system.terms.clone(),
        methods: methods(system),
        symbols: symbols.iter().map(symbol).collect(),
        automaton: automaton.clone(),
        registers: Vec::new(),
        updates: model::Updates::new(),
    }
}

/// The letters of a system as the methods of an interface.
pub fn methods(system: &StepSystem) -> Vec<Method> {
    let param = |p: &step::Variable| Parameter {
        name: p.name.clone(),
        source_type: p.source_type.clone(),
        ty: p.syntax_type(system.integers),
        term: p.term,
    };
    let method = |letter: &step::Letter| Method {
        name: letter.name.clone(),
        constructs: letter.constructs,
        declared: letter.declared.clone(),
        params: letter.params.iter().map(param).collect(),
        domain: letter.domain,
        asked: letter.asked.clone(),
    };
    system.letters.values().map(method).collect()
}
