//! Small random interfaces over numbers of three bits.

use base::Random;
use model::{InterfaceLts, Method, MethodSymbol, Moore, Outcome, Parameter, Register, Updates};
use smt::syntax::Type;
use smt::{Sort, Term, Terms, Value};

const TYPE: Type = Type::Vector {
    signed: true,
    width: 3,
};
pub const METHODS: usize = 2;

fn methods(terms: &Terms) -> Vec<Method> {
    let method = |m: usize| {
        let term = terms.var(&format!("m{m}:x"), Sort::BitVec(3));
        let param = Parameter {
            name: "x".into(),
            source_type: "int".into(),
            ty: TYPE,
            term,
        };
        Method {
            name: format!("m{m}"),
            constructs: false,
            declared: vec![("x".into(), "int".into())],
            params: vec![param],
            domain: terms.bool(true),
            asked: Default::default(),
        }
    };
    (0..METHODS).map(method).collect()
}

/// Guards that split at one or two values; final states are sinks.
pub fn random_interface(terms: &Terms, random: &mut Random) -> InterfaceLts {
    let methods = methods(terms);
    let mut symbols = Vec::new();
    for (m, method) in methods.iter().enumerate() {
        let x = method.params[0].term;
        let mut cuts: Vec<u64> = (0..random.below(3))
            .map(|_| 1 + random.below(7) as u64)
            .collect();
        cuts.sort_unstable();
        cuts.dedup();
        let bounds: Vec<u64> = [0].into_iter().chain(cuts).chain([8]).collect();
        for pair in bounds.windows(2) {
            let values: Vec<_> = (pair[0]..pair[1])
                .map(|n| terms.eq(x, terms.constant(Value::bv(3, n))))
                .collect();
            symbols.push(MethodSymbol {
                method: m,
                guard: terms.or(&values),
            });
        }
    }
    let ok = 1 + random.below(3);
    let outcomes = [Outcome::Error, Outcome::Unknown];
    let row = |state: usize, random: &mut Random| match state.checked_sub(ok) {
        Some(last) => (outcomes[last], vec![state; symbols.len()]),
        None => (
            Outcome::Ok,
            symbols.iter().map(|_| random.below(ok + 2)).collect(),
        ),
    };
    let rows = (0..ok + 2).map(|state| row(state, random)).collect();
    let automaton = Moore::new(symbols.len(), 0, rows).expect("all successors are states");
    InterfaceLts {
        terms: terms.clone(),
        methods,
        symbols,
        automaton,
        registers: Vec::new(),
        updates: Updates::new(),
    }
}

/// An interface that remembers a number: guards compare the argument with it, calls leave it, set it or count it up.
/// Whose register it is must be said, since no other interface may speak of it.
pub fn random_remembering(terms: &Terms, random: &mut Random, whose: &str) -> InterfaceLts {
    let mut interface = random_interface(terms, random);
    let register = terms.var(&format!("register:{whose}"), Sort::BitVec(3));
    interface.registers = vec![Register {
        name: whose.into(),
        source_type: "int".into(),
        ty: TYPE,
        term: register,
    }];
    let method = random.below(METHODS);
    let related = terms.eq(interface.methods[method].params[0].term, register);
    let mut symbols = Vec::new();
    let mut columns = Vec::new();
    for (s, symbol) in interface.symbols.iter().enumerate() {
        let parts = if symbol.method == method {
            vec![related, terms.not(related)]
        } else {
            vec![terms.bool(true)]
        };
        for part in parts {
            symbols.push(MethodSymbol {
                method: symbol.method,
                guard: terms.and(&[symbol.guard, part]),
            });
            columns.push(s);
        }
    }
    let old = interface.automaton.clone();
    let states = old.states();
    let next = |state: usize, s: usize, random: &mut Random| match old.output_of(state).is_final() {
        true => state,
        // A part of a symbol goes its own way now and then.
        false if random.below(3) == 0 => random.below(states),
        false => old.next(state, columns[s]),
    };
    let row = |state: usize, random: &mut Random| {
        (
            *old.output_of(state),
            (0..symbols.len()).map(|s| next(state, s, random)).collect(),
        )
    };
    let rows = (0..states).map(|state| row(state, random)).collect();
    interface.automaton = Moore::new(symbols.len(), 0, rows).expect("all successors are states");
    let keys = (0..states).flat_map(|state| (0..symbols.len()).map(move |s| (state, s)));
    let value = |(_, s): (usize, usize), random: &mut Random| -> Option<Term> {
        match random.below(5) {
            0 => None,
            1 => Some(interface.methods[symbols[s].method].params[0].term),
            2 => Some(terms.bv_add(register, terms.constant(Value::bv(3, 1)))),
            _ => Some(register),
        }
    };
    interface.updates = keys.map(|key| (key, vec![value(key, random)])).collect();
    InterfaceLts {
        symbols,
        ..interface
    }
}
