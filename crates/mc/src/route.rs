//! Concrete calls along a route of steps.

use base::StopReason;
use cert::Call;
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Sort, Term, Value};
use step::{LetterId, StepSystem};

/// Arguments of one route that are made easy to read at most: each costs a question or two.
const SETTLED: usize = 32;

/// One step of a route.
pub(crate) struct Leg<'a> {
    pub letter: LetterId,
    /// Over the variables of the state before and the letter's parameters.
    pub guard: Term,
    /// The new values; none for the last step of a route.
    pub update: Option<&'a FxHashMap<Term, Term>>,
}

/// Calls that take these steps from the start. The route must be feasible.
pub(crate) fn calls(
    system: &StepSystem,
    route: &[Leg<'_>],
    solver: &mut dyn Solver,
) -> Result<Vec<Call>, StopReason> {
    let (condition, params) = unroll(system, route);
    solved(system, route, (&condition, &params), solver)
}

fn solved(
    system: &StepSystem,
    route: &[Leg<'_>],
    (condition, params): (&[Term], &[Vec<Term>]),
    solver: &mut dyn Solver,
) -> Result<Vec<Call>, StopReason> {
    let all: Vec<Term> = params.iter().flatten().copied().collect();
    let model = solver
        .find(condition, &all)
        .map_err(StopReason::SolverUnknown)?;
    let model =
        model.ok_or_else(|| StopReason::SolverUnknown("a route could not be solved".into()))?;
    let value = |&p: &Term| {
        model
            .get(p)
            .cloned()
            .unwrap_or_else(|| Value::default_of(system.terms.sort(p)))
    };
    let call = |(leg, p): (&Leg<'_>, &Vec<Term>)| Call {
        letter: leg.letter,
        args: p.iter().map(value).collect(),
    };
    Ok(route.iter().zip(params).map(call).collect())
}

/// The same with arguments that are easy to read: zero or one wherever that will do.
pub(crate) fn plain_calls(
    system: &StepSystem,
    route: &[Leg<'_>],
    solver: &mut dyn Solver,
) -> Result<Vec<Call>, StopReason> {
    let (mut condition, params) = unroll(system, route);
    for &param in params.iter().flatten().take(SETTLED) {
        let simple = simple_values(system.terms.sort(param)).into_iter();
        let equal = simple.map(|value| system.terms.eq(param, system.terms.constant(value)));
        let possible =
            |equal: &Term| solver.ask(&[&condition[..], &[*equal]].concat()) == Answer::Sat;
        let settled = equal.collect::<Vec<Term>>().into_iter().find(possible);
        condition.extend(settled);
    }
    solved(system, route, (&condition, &params), solver)
}

fn simple_values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false)],
        Sort::Int => vec![Value::int(0), Value::int(1)],
        Sort::BitVec(width) => vec![Value::bv(width, 0), Value::bv(width, 1)],
    }
}

/// The initial values, as a map from variables to constants.
pub(crate) fn initial_values(system: &StepSystem) -> FxHashMap<Term, Term> {
    let start = system.initial();
    let constants = start.values.into_iter().map(|v| system.terms.constant(v));
    system
        .location(start.location)
        .variables
        .iter()
        .map(|v| v.term)
        .zip(constants)
        .collect()
}

/// The condition of a route over a fresh copy of the parameters for each step.
fn unroll(system: &StepSystem, route: &[Leg<'_>]) -> (Vec<Term>, Vec<Vec<Term>>) {
    let terms = &system.terms;
    let mut values = initial_values(system);
    let (mut condition, mut params) = (Vec::new(), Vec::new());
    for (step, leg) in route.iter().enumerate() {
        let fresh = fresh_params(system, leg.letter, step);
        let mut map = std::mem::take(&mut values);
        map.extend(
            system.letters[leg.letter]
                .params
                .iter()
                .map(|p| p.term)
                .zip(fresh.iter().copied()),
        );
        condition.push(terms.substitute(leg.guard, &map));
        values = leg
            .update
            .into_iter()
            .flatten()
            .map(|(&v, &t)| (v, terms.substitute(t, &map)))
            .collect();
        params.push(fresh);
    }
    (condition, params)
}

fn fresh_params(system: &StepSystem, letter: LetterId, step: usize) -> Vec<Term> {
    let (letter, terms) = (&system.letters[letter], &system.terms);
    let fresh = |p: &step::Variable| {
        terms.var(
            &format!("{}:{}@{step}", letter.name, p.name),
            terms.sort(p.term),
        )
    };
    letter.params.iter().map(fresh).collect()
}
