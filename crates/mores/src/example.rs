//! One call for each symbol of an interface, as Java, and one for each alternative of its guard.

use std::collections::BTreeMap;
use std::time::Duration;

use base::{Id, Outcome};
use ir::Component;
use model::InterfaceLts;
use smt::{Op, Solver, Term, Value};
use step::{LetterId, Note, StepSystem};

use crate::spoken;

/// How long one question to the solver may take: examples are worth no more.
const QUESTION: Duration = Duration::from_millis(200);
/// Questions for all examples of an interface.
const QUESTIONS: usize = 32;
/// States up to which plainer calls are looked for.
const STATES_TO_TRY: usize = 64;

/// Calls of a symbol, each as statements of Java; the last one is the call.
pub(crate) struct Example {
    /// Empty where it cannot be written, or where what it is depends on calls before.
    pub(crate) call: Vec<String>,
    /// One for each alternative of the guard that the first does not lie in.
    pub(crate) alternatives: Vec<Vec<String>>,
}

pub(crate) struct Examples<'a> {
    interface: &'a InterfaceLts,
    component: &'a Component,
    system: &'a StepSystem,
    solver: Box<dyn Solver>,
    /// Questions that may still be asked; none after the first that was too hard.
    questions: usize,
}

impl<'a> Examples<'a> {
    pub(crate) fn new(
        interface: &'a InterfaceLts,
        component: &'a Component,
        system: &'a StepSystem,
    ) -> Self {
        let mut solver = smt::chain(&interface.terms, smt::Config::default());
        solver.set_limit(Some(QUESTION));
        Self {
            interface,
            component,
            system,
            solver,
            questions: QUESTIONS,
        }
    }

    /// The examples of a symbol that these arguments belong to.
    pub(crate) fn of(&mut self, symbol: usize, args: &[Value]) -> Example {
        let method = self.interface.symbols[symbol].method;
        if self.interface.symbol_of(method, args) != Some(symbol) {
            return Example {
                call: Vec::new(),
                alternatives: Vec::new(),
            };
        }
        let call = self.written(method, args).unwrap_or_default();
        if call.is_empty() {
            return Example {
                call,
                alternatives: Vec::new(),
            };
        }
        let alternatives = self.alternatives(symbol, args);
        let alternatives = alternatives
            .iter()
            .filter_map(|args| self.written(method, args))
            .collect();
        Example { call, alternatives }
    }

    fn written(&self, method: usize, args: &[Value]) -> Option<Vec<String>> {
        spoken::call(
            self.component,
            self.system,
            LetterId::from_index(method),
            args,
        )
        .ok()
    }

    /// Arguments from each alternative of a symbol's guard that an example does not lie in: `snk.connected` is one of
    /// `snk == null || snk.connected`.
    pub(crate) fn alternatives(&mut self, symbol: usize, example: &[Value]) -> Vec<Vec<Value>> {
        let interface = self.interface;
        let (terms, symbol) = (&interface.terms, &interface.symbols[symbol]);
        if *terms.op(symbol.guard) != Op::Or {
            return Vec::new();
        }
        let params = &interface.methods[symbol.method].params;
        let env: BTreeMap<Term, &Value> = params.iter().map(|p| p.term).zip(example).collect();
        let taken = |t: Term| {
            terms.eval(t, &|v| env.get(&v).map(|&v| v.clone())) == Some(Value::Bool(true))
        };
        let parts = terms.args(symbol.guard);
        // What a register holds depends on the calls before: no value for it would be right in every state.
        let held: Vec<Term> = interface.registers.iter().map(|r| r.term).collect();
        let is_free = |t: Term| !terms.free_vars(t).iter().any(|v| held.contains(v));
        if !parts.iter().copied().all(is_free) {
            return Vec::new();
        }
        let left = parts.iter().copied().filter(|&t| !taken(t));
        let calls = left.filter_map(|alternative| {
            let others = parts
                .iter()
                .filter(|&&t| t != alternative)
                .map(|&t| terms.not(t));
            let formulas: Vec<Term> = [alternative].into_iter().chain(others).collect();
            self.arguments(symbol.method, formulas)
        });
        calls.collect()
    }

    fn arguments(&mut self, method: usize, mut formulas: Vec<Term>) -> Option<Vec<Value>> {
        let known = &self.interface.methods[method];
        let vars: Vec<Term> = known.params.iter().map(|p| p.term).collect();
        formulas.push(known.domain);
        self.questions = self.questions.checked_sub(1)?;
        match self.solver.find(&formulas, &vars) {
            Ok(found) => {
                let found = found?;
                let args = vars
                    .iter()
                    .map(|&v| found.get(v).cloned())
                    .collect::<Option<Vec<Value>>>()?;
                Some(model::analysis::plain(
                    &self.interface.terms,
                    &known.params,
                    &formulas,
                    &args,
                ))
            }
            Err(_) => {
                self.questions = 0;
                None
            }
        }
    }
}

/// One call for each symbol, a plainer one than the representative if it ends in the same way in every state.
pub(crate) fn plain_calls(
    interface: &InterfaceLts,
    system: &StepSystem,
    representatives: &[Vec<Value>],
) -> Vec<Vec<Value>> {
    let mut calls = representatives.to_vec();
    if interface.automaton.states() > STATES_TO_TRY || !interface.registers.is_empty() {
        return calls;
    }
    let words = interface.automaton.access_words();
    for symbol in 0..calls.len() {
        let model::MethodSymbol { method, guard } = interface.symbols[symbol];
        let known = &interface.methods[method];
        let before = endings(interface, system, &words, &calls, symbol);
        let plain = model::analysis::plain(
            &interface.terms,
            &known.params,
            &[known.domain, guard],
            &calls[symbol],
        );
        let args = std::mem::replace(&mut calls[symbol], plain);
        if endings(interface, system, &words, &calls, symbol) != before {
            calls[symbol] = args;
        }
    }
    calls
}

/// How the calls of a symbol end in each state that goes on.
fn endings(
    interface: &InterfaceLts,
    system: &StepSystem,
    words: &[Option<Vec<usize>>],
    calls: &[Vec<Value>],
    symbol: usize,
) -> Vec<(Outcome, Option<Note>)> {
    let automaton = &interface.automaton;
    let goes_on = (0..automaton.states()).filter(|&s| !automaton.output_of(s).is_final());
    let call = |s: usize| {
        (
            LetterId::from_index(interface.symbols[s].method),
            calls[s].as_slice(),
        )
    };
    let end = |from: usize| {
        let end = system.run(
            words[from]
                .iter()
                .flatten()
                .copied()
                .chain([symbol])
                .map(call),
        );
        (end.answer, end.note)
    };
    goes_on.map(end).collect()
}
