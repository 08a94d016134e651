//! Which states have a future, and why the others have none.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Failure;

/// What becomes of each state.
pub(super) struct Fates {
    /// Whether some input is defined from there on.
    pub(super) alive: Vec<bool>,
    /// For those that are not alive, how they fail: by themselves, or further on.
    pub(super) failures: Vec<Option<Failure>>,
    /// What stands for the state: itself, the first that fails alike, or nothing where there is no reason to give.
    pub(super) target: Vec<Option<usize>>,
}

/// The fates of states of which these come before each, at which inputs may end, and which fail.
pub(super) fn fates(before: &[Vec<u32>], ends: &[bool], failures: &[Option<&Failure>]) -> Fates {
    let alive = alive(before, ends);
    let failures: Vec<Option<Failure>> = reasons(before, failures, &alive)
        .into_iter()
        .map(joined)
        .collect();
    let mut first: BTreeMap<&Failure, usize> = BTreeMap::new();
    let mut target = Vec::new();
    for (at, failure) in failures.iter().enumerate() {
        target.push(match failure {
            _ if alive[at] => Some(at),
            Some(failure) => Some(*first.entry(failure).or_insert(at)),
            None => None,
        });
    }
    Fates {
        alive,
        failures,
        target,
    }
}

fn alive(before: &[Vec<u32>], ends: &[bool]) -> Vec<bool> {
    let mut alive = ends.to_vec();
    let mut todo: Vec<usize> = (0..alive.len()).filter(|i| alive[*i]).collect();
    while let Some(at) = todo.pop() {
        for &from in &before[at] {
            if !std::mem::replace(&mut alive[from as usize], true) {
                todo.push(from as usize);
            }
        }
    }
    alive
}

fn reasons<'a>(
    before: &[Vec<u32>],
    failures: &[Option<&'a Failure>],
    alive: &[bool],
) -> Vec<BTreeSet<&'a Failure>> {
    let mut reasons: Vec<BTreeSet<&Failure>> = failures
        .iter()
        .map(|failure| failure.iter().copied().collect())
        .collect();
    let mut todo: Vec<usize> = (0..reasons.len())
        .filter(|i| !reasons[*i].is_empty())
        .collect();
    while let Some(at) = todo.pop() {
        let new = reasons[at].clone();
        for &from in before[at].iter().filter(|from| !alive[**from as usize]) {
            let known = &mut reasons[from as usize];
            if !new.is_subset(known) {
                known.extend(&new);
                todo.push(from as usize);
            }
        }
    }
    reasons
}

fn joined(reasons: BTreeSet<&Failure>) -> Option<Failure> {
    if reasons.len() < 2 {
        return reasons.into_iter().next().cloned();
    }
    let mut all: Vec<&str> = reasons
        .into_iter()
        .map(|failure| match failure {
            Failure::Fails(how) => how,
            Failure::NotKnown => "not known",
        })
        .collect();
    all.sort_unstable();
    Some(Failure::Fails(all.join(", or ")))
}
