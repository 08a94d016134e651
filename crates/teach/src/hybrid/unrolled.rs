//! Sequences of symbolic calls: each call has parameters of its own.

use rustc_hash::FxHashMap;
use smt::{Assignment, Solver, Term, Value};
use step::{LetterId, LocationId, Path, StepSystem};

use base::StopReason;
use cert::Call;

use crate::interface::Symbol;

/// The parameters of a letter when it is called as the `step`-th.
pub(super) fn parameters(system: &StepSystem, letter: LetterId, step: usize) -> Vec<Term> {
    let terms = &system.terms;
    let at_step = |p: &step::Variable| terms.var(&format!("{}@{step}", p.name), terms.sort(p.term));
    system.letters[letter].params.iter().map(at_step).collect()
}

/// What stands for the variables of a location and the parameters of a letter.
pub(super) fn environment(
    system: &StepSystem,
    (location, values): (LocationId, &[Term]),
    (letter, params): (LetterId, &[Term]),
) -> FxHashMap<Term, Term> {
    let here = system.location(location);
    let variables = here
        .variables
        .iter()
        .map(|v| v.term)
        .zip(values.iter().copied());
    let own = system.letters[letter].params.iter().map(|p| p.term);
    variables.chain(own.zip(params.iter().copied())).collect()
}

/// The conditions under which a call of a symbol takes a path, without those that always hold.
pub(super) fn conditions(
    system: &StepSystem,
    symbol: &Symbol,
    path: &Path,
    environment: &FxHashMap<Term, Term>,
) -> Vec<Term> {
    let terms = &system.terms;
    let all = [
        system.letters[symbol.letter].domain,
        symbol.guard,
        path.guard,
    ];
    let all = terms.substitute_all(&all, environment);
    all.into_iter()
        .flat_map(|condition| terms.conjuncts(condition))
        .collect()
}

/// One step of a sequence: a path of the summary, taken by calls of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The letter of the symbol.
    pub letter: LetterId,
    /// The position of the symbol in the alphabet.
    pub symbol: usize,
    /// The position of the path in the summary.
    pub path: usize,
}

/// Concrete calls that take these paths (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Algorithm 2, lines 10 and 11); `None` if there are none.
pub(super) fn solve(
    system: &StepSystem,
    symbols: &[Symbol],
    route: &[Choice],
    solver: &mut dyn Solver,
) -> Result<Option<Vec<Call>>, StopReason> {
    let start = system.initial();
    let terms = &system.terms;
    let mut values: Vec<Term> = start
        .values
        .into_iter()
        .map(|v| terms.constant(v))
        .collect();
    let (mut location, mut all, mut calls) = (start.location, Vec::new(), Vec::new());
    for (step, choice) in route.iter().enumerate() {
        let params = parameters(system, choice.letter, step);
        let map = environment(system, (location, &values), (choice.letter, &params));
        let path = &system.summary(location, choice.letter).paths[choice.path];
        all.extend(conditions(system, &symbols[choice.symbol], path, &map));
        calls.push((choice.letter, params));
        if let Some(target) = &path.next {
            values = terms.substitute_all(&target.update, &map);
            location = target.location;
        }
    }
    let vars: Vec<Term> = calls
        .iter()
        .flat_map(|(_, params)| params.iter().copied())
        .collect();
    let found = solver
        .find(&all, &vars)
        .map_err(StopReason::SolverUnknown)?;
    let concrete = |model: &Assignment| {
        let call = |(letter, params): &(LetterId, Vec<Term>)| Call {
            letter: *letter,
            args: params.iter().map(|&p| value(system, model, p)).collect(),
        };
        calls.iter().map(call).collect()
    };
    Ok(found.as_ref().map(concrete))
}

/// What a model says of a variable; anything will do where it says nothing.
pub(super) fn value(system: &StepSystem, model: &Assignment, var: Term) -> Value {
    model
        .get(var)
        .cloned()
        .unwrap_or_else(|| Value::default_of(system.terms.sort(var)))
}
