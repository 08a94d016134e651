//! The abstraction as an engine of the portfolio: refined until an interface that is given is safe and permissive, or is
//! seen to be neither.

use base::{Id, Progress, StopReason};
use cert::{Call, Trace};
use model::{InterfaceLts, Moore};
use smt::Solver;
use step::{LetterId, StepSystem};

use super::{Abstraction, Settled, Strategy, invariant};
use crate::{Decide, Decision, Effort, Engine, Question, Symbol};

/// The most refinements of one abstraction.
const MAX_REFINEMENTS: usize = 100;

/// The engine, which may take one in `parts` parts of what is left of the budget.
pub(crate) struct MayMust<'a> {
    question: &'a Question<'a>,
    parts: u32,
}

impl<'a> MayMust<'a> {
    pub fn new(question: &'a Question<'a>, parts: u32) -> Self {
        Self { question, parts }
    }
}

impl Decide for MayMust<'_> {
    fn engine(&self) -> Engine {
        Engine::MayMust
    }

    fn decide(&mut self, _: &mut dyn Solver, _: &mut Effort) -> Result<Decision, StopReason> {
        let &Question {
            system,
            interface,
            budget,
            progress,
        } = self.question;
        if !interface.registers.is_empty() {
            let what = "models with registers have no may and must abstraction";
            return Err(StopReason::Limit(what.into()));
        }
        let budget = budget.share(self.parts);
        let with = |strategy: Strategy| {
            let (symbols, solver) = (symbols(system, interface)?, smt::for_engine(&system.terms));
            let abstraction = Abstraction::new(system, symbols, solver, &budget);
            Deciding {
                abstraction: abstraction.limited(Some(MAX_REFINEMENTS)),
                strategy,
                automaton: interface.automaton.clone(),
                progress,
            }
            .run()
        };
        with(Strategy::Must).or_else(|_| with(Strategy::May))
    }
}

/// The symbols of an interface, with a call for each.
fn symbols(system: &StepSystem, interface: &InterfaceLts) -> Result<Vec<Symbol>, StopReason> {
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    let mut symbol = |s: &model::MethodSymbol| {
        let letter = LetterId::from_index(s.method);
        let params: Vec<_> = system.letters[letter]
            .params
            .iter()
            .map(|p| p.term)
            .collect();
        let found = solver.find(&[s.guard, system.letters[letter].domain], &params);
        let found = found.map_err(StopReason::SolverUnknown)?;
        let found = found
            .ok_or_else(|| StopReason::Limit("no call satisfies the guard of a symbol".into()))?;
        let representative = params
            .iter()
            .map(|&p| super::feasible::value_of(&found, p, &system.terms))
            .collect();
        Ok(Symbol {
            letter,
            guard: s.guard,
            representative,
        })
    };
    interface.symbols.iter().map(&mut symbol).collect()
}

struct Deciding<'a> {
    abstraction: Abstraction<'a>,
    strategy: Strategy,
    /// The model over the symbols of the abstraction.
    automaton: Moore<base::Outcome>,
    progress: &'a dyn Progress,
}

impl Deciding<'_> {
    fn run(mut self) -> Result<Decision, StopReason> {
        loop {
            let refinements = self.abstraction.refinements();
            self.progress.working(&|| {
                format!("refining may and must abstractions, {refinements} refinements")
            });
            let Some(word) = self.abstraction.check_right(&self.automaton)? else {
                return invariant(&mut self.abstraction, None, &self.automaton)
                    .map(Decision::Conforms);
            };
            match self.abstraction.query(&word, self.strategy)? {
                Settled::Answer(code) if code != *self.automaton.output(&word) => {
                    let call = |&s: &usize| {
                        let Symbol {
                            letter,
                            representative,
                            ..
                        } = self.abstraction.symbols()[s].clone();
                        Call {
                            letter,
                            args: representative,
                        }
                    };
                    let calls = word.iter().map(call).collect();
                    return Ok(Decision::Differs(Trace {
                        calls,
                        code,
                        model: *self.automaton.output(&word),
                    }));
                }
                Settled::Answer(_) => {}
                Settled::Split { symbol } => self.follow_split(symbol),
            }
        }
    }

    /// The model does what it did for both parts of a symbol.
    fn follow_split(&mut self, symbol: usize) {
        let old = &self.automaton;
        let row = |state: usize| {
            let mut next = old.successors(state).to_vec();
            next.push(old.next(state, symbol));
            (*old.output_of(state), next)
        };
        let rows = (0..old.states()).map(row).collect();
        self.automaton =
            Moore::new(old.letters() + 1, old.initial(), rows).expect("one letter more");
    }
}
