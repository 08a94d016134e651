//! The abstraction as an engine of the portfolio: refined until an interface that is given is safe and permissive, or is
//! seen to be neither.

use base::{Budget, Id, Progress, StopReason};
use cert::{Call, Trace};
use model::{InterfaceLts, Moore};
use step::{LetterId, StepSystem};

use super::{Abstraction, Settled, Strategy, invariant};
use crate::{Decision, Symbol};

/// Decides whether code and model agree, with at most so many refinements.
pub(crate) fn may_must(
    system: &StepSystem,
    interface: &InterfaceLts,
    limit: usize,
    (budget, progress): (&Budget, &dyn Progress),
) -> Decision {
    if !interface.registers.is_empty() {
        let reason =
            StopReason::Limit("models with registers have no may and must abstraction".into());
        return Decision::UpTo { depth: 0, reason };
    }
    let with = |strategy: Strategy| {
        let mut solver = smt::chain(&system.terms, smt::Config::default());
        solver.set_limit(Some(super::QUESTION));
        let abstraction = Abstraction::new(system, symbols(system, interface)?, solver, budget)
            .limited(Some(limit));
        Deciding {
            abstraction,
            strategy,
            automaton: interface.automaton.clone(),
            progress,
        }
        .run()
    };
    let decided = with(Strategy::Must).or_else(|_| with(Strategy::May));
    decided.unwrap_or_else(|reason| Decision::UpTo { depth: 0, reason })
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
