//! The independent checker. It accepts an invariant only if the initial state is in it, every step from it stays in
//! it, and code and model answer alike inside it. A solver's unknown is a rejection of its own kind: it accepts nothing, and
//! it does not say that the proof is wrong.

use base::{Id, Outcome, StopReason};
use model::{InterfaceLts, PartitionFault, Register};
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Value};
use step::{LetterId, Note, Path, StepSystem};

use crate::{Checked, Invariant, Node, Rejection};

/// Whether the invariant proves that code and model agree on every sequence of calls; over [`Integers::Fitting`], on
/// every sequence on which nothing overflows.
///
/// [`Integers::Fitting`]: step::Integers::Fitting
pub fn check(
    system: &StepSystem,
    interface: &InterfaceLts,
    invariant: &Invariant,
    solver: &mut dyn Solver,
) -> Result<Checked, Rejection> {
    matching_methods(system, interface)?;
    interface
        .check_partition(solver)
        .map_err(|fault| match fault {
            PartitionFault::Undecided(why) => Rejection::unanswered(why),
            fault => Rejection::Broken(format!("the guards are no partition: {fault:?}")),
        })?;
    sinks_are_final(interface)?;
    interface.check_registers().map_err(Rejection::Broken)?;
    let mut checker = Checker {
        system,
        interface,
        invariant,
        solver,
        obligations: 0,
    };
    checker.initial()?;
    for (&node, &region) in &invariant.regions {
        checker.node(node, region)?;
    }
    Ok(Checked {
        obligations: checker.obligations,
    })
}

fn matching_methods(system: &StepSystem, interface: &InterfaceLts) -> Result<(), Rejection> {
    if system.letters.len() != interface.methods.len() {
        let (code, model) = (system.letters.len(), interface.methods.len());
        return Err(Rejection::Mismatch(format!(
            "the code has {code} methods, the model {model}"
        )));
    }
    for (letter, method) in system.letters.values().zip(&interface.methods) {
        let params = letter.params.iter().map(|p| p.term);
        let same = params.eq(method.params.iter().map(|p| p.term));
        if letter.name != method.name || !same || letter.domain != method.domain {
            let (code, model) = (&letter.name, &method.name);
            return Err(Rejection::Mismatch(format!(
                "the code's {code} is not the model's {model}"
            )));
        }
    }
    Ok(())
}

fn sinks_are_final(interface: &InterfaceLts) -> Result<(), Rejection> {
    let automaton = &interface.automaton;
    if automaton.letters() != interface.symbols.len() {
        return Err(Rejection::Broken(
            "the automaton and the alphabet differ in size".into(),
        ));
    }
    if *automaton.output_of(automaton.initial()) != Outcome::Ok {
        return Err(Rejection::Broken(
            "the first state of the model is not an ok state".into(),
        ));
    }
    for state in 0..automaton.states() {
        let outcome = *automaton.output_of(state);
        let leaves = automaton
            .successors(state)
            .iter()
            .any(|&next| *automaton.output_of(next) != outcome);
        if outcome.is_final() && leaves {
            return Err(Rejection::Broken(format!(
                "state {state} is final and has a way out"
            )));
        }
    }
    Ok(())
}

struct Checker<'a> {
    system: &'a StepSystem,
    interface: &'a InterfaceLts,
    invariant: &'a Invariant,
    solver: &'a mut dyn Solver,
    obligations: usize,
}

impl Checker<'_> {
    fn initial(&mut self) -> Result<(), Rejection> {
        let start = self.system.initial();
        let node = Node {
            state: self.interface.automaton.initial(),
            location: start.location,
        };
        let region = self.region(node);
        let location = self.system.location(start.location);
        let terms = location.variables.iter().map(|v| v.term);
        let env: FxHashMap<Term, Value> = terms.zip(start.values).collect();
        let inside = self.system.terms.eval(region, &|v| env.get(&v).cloned());
        if inside == Some(Value::Bool(true)) {
            Ok(())
        } else {
            Err(Rejection::wrong(
                "the initial state is outside the invariant",
            ))
        }
    }

    fn region(&self, node: Node) -> Term {
        self.invariant
            .regions
            .get(&node)
            .copied()
            .unwrap_or_else(|| self.system.terms.bool(false))
    }

    fn node(&mut self, node: Node, region: Term) -> Result<(), Rejection> {
        if self.interface.automaton.output_of(node.state).is_final() {
            // Nothing is called after the end: nothing to check.
            return Ok(());
        }
        (0..self.interface.symbols.len()).try_for_each(|symbol| self.symbol(node, region, symbol))
    }

    fn symbol(&mut self, node: Node, region: Term, symbol: usize) -> Result<(), Rejection> {
        let method = self.interface.symbols[symbol].method;
        let letter = LetterId::from_index(method);
        let guard = self.interface.symbols[symbol].guard;
        let premise = [region, guard, self.system.letters[letter].domain];
        let summary = self.system.summary(node.location, letter);
        let uncovered: Vec<Term> = summary
            .paths
            .iter()
            .map(|p| self.system.terms.not(p.guard))
            .collect();
        let state = node.state;
        let fail =
            |what: &str| Rejection::Wrong(format!("in state {state} with symbol {symbol}: {what}"));
        self.impossible(&premise, &uncovered)?
            .then_some(())
            .ok_or_else(|| fail("no path covers some call"))?;
        for path in &summary.paths {
            let goal = self.goal(node, symbol, path);
            let taken = [path.guard, self.system.terms.not(goal)];
            if !self.impossible(&premise, &taken)? {
                return Err(match path.answer {
                    Outcome::Unknown => {
                        let why = path.note.as_ref().map_or_else(String::new, Note::to_string);
                        let what = format!("a call could not be followed: {why}");
                        Rejection::Undecided(StopReason::Limit(what))
                    }
                    Outcome::Ok | Outcome::Error => {
                        fail("a step leads outside the invariant or is answered differently")
                    }
                });
            }
        }
        Ok(())
    }

    /// What must hold when a path is taken: false if code and model disagree, the next region if both go on.
    fn goal(&self, node: Node, symbol: usize, path: &Path) -> Term {
        let terms = &self.system.terms;
        let next = self.interface.automaton.next(node.state, symbol);
        let expected = *self.interface.automaton.output_of(next);
        match &path.next {
            _ if self.system.excludes(path) => terms.bool(true),
            _ if path.answer != expected => terms.bool(false),
            None => terms.bool(path.answer.is_final()),
            Some(target) => {
                let region = self.region(Node {
                    state: next,
                    location: target.location,
                });
                let location = self.system.location(target.location);
                let variables = location.variables.iter().map(|v| v.term);
                let mut update: FxHashMap<Term, Term> =
                    variables.zip(target.update.iter().copied()).collect();
                update.extend(self.remembered(node.state, symbol));
                terms.substitute(region, &update)
            }
        }
    }

    /// What the model's registers hold after a call; one that holds nothing may hold anything.
    fn remembered(&self, state: usize, symbol: usize) -> Vec<(Term, Term)> {
        let terms = &self.system.terms;
        let values = self.interface.updates.get(&(state, symbol));
        let anything =
            |r: &Register| terms.var(&format!("{}:anything", r.name), terms.sort(r.term));
        let value = |(i, r): (usize, &Register)| {
            let known = values.and_then(|values| values[i]);
            (r.term, known.unwrap_or_else(|| anything(r)))
        };
        self.interface
            .registers
            .iter()
            .enumerate()
            .map(value)
            .collect()
    }

    fn impossible(&mut self, premise: &[Term], more: &[Term]) -> Result<bool, Rejection> {
        self.obligations += 1;
        match self.solver.ask(&[premise, more].concat()) {
            Answer::Unsat => Ok(true),
            Answer::Sat => Ok(false),
            Answer::Unknown(why) => Err(Rejection::unanswered(why)),
        }
    }
}
