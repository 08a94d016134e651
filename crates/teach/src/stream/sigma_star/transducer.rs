//! The conjecture as a transducer.

use std::collections::BTreeMap;

use model::transducer::{End, Failure, Start, State, Step, SymbolType, SymbolicTransducer};
use smt::Term;
use step::stream::StreamSystem;

use super::machine::{Edge, Machine, Outcome};
use crate::stream::explore::lookback;

/// A transducer that does what a deterministic machine does.
pub(super) fn of(conjecture: &Machine, system: &StreamSystem) -> SymbolicTransducer {
    let mut making = Making {
        states: vec![State::default(); conjecture.nodes.len()],
        failures: BTreeMap::new(),
    };
    for (i, node) in conjecture.nodes.iter().enumerate() {
        let steps = node
            .symbol
            .iter()
            .filter_map(|edge| making.step(edge))
            .collect();
        let ends = node
            .end
            .iter()
            .filter_map(|edge| {
                Some(End {
                    guard: edge.guard,
                    writes: writes(edge)?,
                })
            })
            .collect();
        (making.states[i].steps, making.states[i].ends) = (steps, ends);
    }
    let symbol = |ty: ir::IntType| SymbolType {
        bits: ty.bits.into(),
        signed: ty.signed,
    };
    let mut machine = SymbolicTransducer {
        terms: system.terms.clone(),
        input: symbol(system.filter.reads),
        output: symbol(system.filter.writes),
        alphabet: system.alphabet(),
        lookback: 0,
        registers: Vec::new(),
        starts: vec![Start {
            when: None,
            state: conjecture.starts[0],
        }],
        states: making.states,
    };
    machine.lookback = lookback(&machine);
    machine
}

fn writes(edge: &Edge) -> Option<Vec<Term>> {
    match &edge.outcome {
        Outcome::Writes(writes) => Some(writes.clone()),
        Outcome::Fails(_) | Outcome::Unknown(_) => None,
    }
}

struct Making {
    states: Vec<State>,
    failures: BTreeMap<String, usize>,
}

impl Making {
    fn step(&mut self, edge: &Edge) -> Option<Step> {
        let to = match &edge.outcome {
            Outcome::Writes(_) => edge.to,
            Outcome::Fails(why) => self.failed(why),
            Outcome::Unknown(_) => return None,
        };
        Some(Step {
            guard: edge.guard,
            writes: writes(edge).unwrap_or_default(),
            updates: Vec::new(),
            to,
        })
    }

    fn failed(&mut self, why: &str) -> usize {
        if let Some(&state) = self.failures.get(why) {
            return state;
        }
        self.states.push(State {
            failure: Some(Failure::fails(why)),
            ..State::default()
        });
        self.failures.insert(why.to_owned(), self.states.len() - 1);
        self.states.len() - 1
    }
}
