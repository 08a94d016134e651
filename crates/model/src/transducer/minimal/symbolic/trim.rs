//! States and steps that matter: those that some input takes, and one failing state for each reason.

use base::StopReason;

use super::super::super::{Failure, State, Step};
use super::super::fates::{Fates, fates};
use super::Work;
use super::oracle::Oracle;

/// Drops what no input reaches, and makes one of all states that fail alike.
pub(super) fn trim(work: &mut Work, oracle: &mut Oracle) -> Result<(), StopReason> {
    possible(work, oracle)?;
    bury(work);
    keep_reached(work);
    Ok(())
}

/// Drops steps and ends that are never taken.
fn possible(work: &mut Work, oracle: &mut Oracle) -> Result<(), StopReason> {
    let invariants = work.invariants();
    for (state, invariant) in work.states.iter_mut().zip(invariants) {
        let mut steps = Vec::new();
        for step in std::mem::take(&mut state.steps) {
            if state.failure.is_none() && oracle.possible(&[step.guard, invariant])? {
                steps.push(step);
            }
        }
        state.steps = steps;
        let mut ends = Vec::new();
        for end in std::mem::take(&mut state.ends) {
            if state.failure.is_none() && oracle.possible(&[end.guard, invariant])? {
                ends.push(end);
            }
        }
        state.ends = ends;
    }
    Ok(())
}

/// For each state those that lead to it.
pub(super) fn predecessors(states: &[State]) -> Vec<Vec<u32>> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); states.len()];
    for (from, state) in (0..).zip(states) {
        state
            .steps
            .iter()
            .for_each(|step| before[step.to].push(from));
    }
    before
}

/// Replaces states without a future.
fn bury(work: &mut Work) {
    let states = work.states.iter();
    let ends: Vec<bool> = states.clone().map(|s| !s.ends.is_empty()).collect();
    let failures: Vec<Option<&Failure>> = states.map(|s| s.failure.as_ref()).collect();
    let Fates {
        alive,
        failures,
        target,
    } = fates(&predecessors(&work.states), &ends, &failures);
    let failures = failures.into_iter().enumerate();
    for (at, failure) in failures.filter(|(at, _)| !alive[*at]) {
        work.states[at] = State {
            failure,
            ..State::default()
        };
    }
    let kept: Vec<_> = work.machine.registers.iter().map(|r| r.variable).collect();
    let lead = |mut step: Step| {
        if !alive[step.to] {
            // What is written on the way to a failure is seen by nobody.
            step = Step {
                writes: Vec::new(),
                updates: kept.clone(),
                ..step
            };
        }
        Some(Step {
            to: target[step.to]?,
            ..step
        })
    };
    for state in &mut work.states {
        state.steps = std::mem::take(&mut state.steps)
            .into_iter()
            .filter_map(lead)
            .collect();
    }
}

/// Drops what no step leads to.
pub(super) fn keep_reached(work: &mut Work) {
    let mut place: Vec<Option<usize>> = vec![None; work.states.len()];
    let mut order: Vec<usize> = Vec::new();
    let mut todo: Vec<usize> = work.starts.iter().rev().copied().collect();
    while let Some(at) = todo.pop() {
        if place[at].is_none() {
            place[at] = Some(order.len());
            order.push(at);
            todo.extend(work.states[at].steps.iter().rev().map(|step| step.to));
        }
    }
    let to = |at: usize| place[at].expect("what a reached state leads to is reached");
    let moved = |at: &usize| {
        let mut state = work.states[*at].clone();
        state
            .steps
            .iter_mut()
            .for_each(|step| step.to = to(step.to));
        state
    };
    let states = order.iter().map(moved).collect();
    work.starts = work.starts.iter().map(|start| to(*start)).collect();
    work.states = states;
}
