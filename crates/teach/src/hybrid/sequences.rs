//! Symbolic path sequences (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 3.2), by the symbolic state they end in.
//!
//! What can follow a sequence depends only on the values it leaves and on those of its conditions that speak of the same
//! arguments. Sequences that agree in these share one symbolic state, so that a question about one of them is asked once.

use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term};
use step::{LocationId, StepSystem};

use base::StopReason;

use super::pools::StateNo;
use super::unrolled::{Choice, conditions, environment};
use crate::interface::Symbol;

/// A symbolic state, by number.
pub(super) type EndNo = u32;

/// Where a sequence ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct End {
    location: LocationId,
    /// Over arguments of earlier calls, which are numbered as they occur here.
    values: Vec<Term>,
    /// What is known of these arguments.
    condition: Vec<Term>,
}

/// The symbolic states of one alphabet, and how they follow one another.
#[derive(Default)]
pub(super) struct Sequences {
    ends: Vec<End>,
    numbers: FxHashMap<End, EndNo>,
    feasible: FxHashMap<(EndNo, usize, usize), bool>,
    next: FxHashMap<(EndNo, usize, usize), EndNo>,
    unaffected: FxHashMap<(EndNo, StateNo), bool>,
}

impl Sequences {
    /// Where the empty sequence ends.
    pub fn start(&mut self, system: &StepSystem) -> EndNo {
        let start = system.initial();
        let values = start
            .values
            .into_iter()
            .map(|v| system.terms.constant(v))
            .collect();
        self.number(End {
            location: start.location,
            values,
            condition: Vec::new(),
        })
    }

    /// The location at an end.
    pub fn location(&self, end: EndNo) -> LocationId {
        self.ends[end as usize].location
    }

    /// Whether some call of the symbol can take the path (Algorithm 2, line 10).
    pub fn is_feasible(
        &mut self,
        system: &StepSystem,
        symbols: &[Symbol],
        (end, choice): (EndNo, Choice),
        solver: &mut dyn Solver,
    ) -> Result<bool, StopReason> {
        let key = (end, choice.symbol, choice.path);
        if let Some(&known) = self.feasible.get(&key) {
            return Ok(known);
        }
        let from = &self.ends[end as usize];
        let asked = [
            from.condition.clone(),
            self.conditions(system, symbols, end, choice),
        ]
        .concat();
        let feasible = solver.ask(&asked).is_possible()?;
        self.feasible.insert(key, feasible);
        Ok(feasible)
    }

    /// Where a sequence ends that goes on with a path; the path must be feasible and lead on.
    pub fn after(
        &mut self,
        system: &StepSystem,
        symbols: &[Symbol],
        end: EndNo,
        choice: Choice,
    ) -> Option<EndNo> {
        let key = (end, choice.symbol, choice.path);
        if let Some(&known) = self.next.get(&key) {
            return Some(known);
        }
        let from = &self.ends[end as usize];
        let summary = system.summary(from.location, choice.letter);
        let target = summary.paths[choice.path].next.as_ref()?;
        let own: Vec<Term> = system.letters[choice.letter]
            .params
            .iter()
            .map(|p| p.term)
            .collect();
        let map = environment(system, (from.location, &from.values), (choice.letter, &own));
        let values = system.terms.substitute_all(&target.update, &map);
        let condition = [
            from.condition.clone(),
            self.conditions(system, symbols, end, choice),
        ]
        .concat();
        let next = self.number(settled(system, target.location, values, condition));
        self.next.insert(key, next);
        Some(next)
    }

    /// Whether every execution of the sequence ends in this state: no parameter was copied into a variable (Section 4.1).
    pub fn is_unaffected(
        &mut self,
        system: &StepSystem,
        (end, only): (EndNo, StateNo),
        values: &[smt::Value],
        solver: &mut dyn Solver,
    ) -> bool {
        let from = &self.ends[end as usize];
        let terms = &system.terms;
        if from.values.iter().all(|&t| terms.value(t).is_some()) {
            return true;
        }
        if let Some(&known) = self.unaffected.get(&(end, only)) {
            return known;
        }
        let same = from
            .values
            .iter()
            .zip(values)
            .map(|(&t, v)| terms.eq(t, terms.constant(v.clone())));
        let other = terms.not(terms.and(&same.collect::<Vec<_>>()));
        let asked = [from.condition.as_slice(), &[other]].concat();
        let unaffected = solver.ask(&asked) == Answer::Unsat;
        self.unaffected.insert((end, only), unaffected);
        unaffected
    }

    fn conditions(
        &self,
        system: &StepSystem,
        symbols: &[Symbol],
        end: EndNo,
        choice: Choice,
    ) -> Vec<Term> {
        let from = &self.ends[end as usize];
        let own: Vec<Term> = system.letters[choice.letter]
            .params
            .iter()
            .map(|p| p.term)
            .collect();
        let map = environment(system, (from.location, &from.values), (choice.letter, &own));
        let path = &system.summary(from.location, choice.letter).paths[choice.path];
        conditions(system, &symbols[choice.symbol], path, &map)
    }

    fn number(&mut self, end: End) -> EndNo {
        let next = self.ends.len() as EndNo;
        *self.numbers.entry(end).or_insert_with_key(|end| {
            self.ends.push(end.clone());
            next
        })
    }
}

/// Soundness: a condition is dropped only if it shares no argument, not even through others, with the values. All
/// conditions hold together for some arguments, so the dropped ones cannot keep anything from happening later.
fn settled(
    system: &StepSystem,
    location: LocationId,
    values: Vec<Term>,
    condition: Vec<Term>,
) -> End {
    let terms = &system.terms;
    let mut live = terms.free_vars_of(&values);
    let mut rest: Vec<_> = condition
        .into_iter()
        .map(|c| (c, terms.free_vars(c)))
        .collect();
    let mut kept = Vec::new();
    loop {
        let (near, far): (Vec<_>, Vec<_>) = rest
            .into_iter()
            .partition(|(_, vars)| !vars.is_disjoint(&live));
        rest = far;
        if near.is_empty() {
            break;
        }
        for (condition, vars) in near {
            live.extend(vars);
            kept.push(condition);
        }
    }
    let roots = [values.as_slice(), &kept].concat();
    let renamed = terms.substitute_all(&roots, &numbered(system, &roots));
    let (values, condition) = renamed.split_at(values.len());
    let mut condition = condition.to_vec();
    condition.sort_unstable();
    condition.dedup();
    End {
        location,
        values: values.to_vec(),
        condition,
    }
}

/// A name by number for each variable, in the order of their occurrence.
fn numbered(system: &StepSystem, roots: &[Term]) -> FxHashMap<Term, Term> {
    let terms = &system.terms;
    let mut names = FxHashMap::default();
    for var in roots.iter().flat_map(|&t| terms.free_vars(t)) {
        let next = names.len();
        names.entry(var).or_insert_with(|| {
            terms.var(&format!("#{next}:{:?}", terms.sort(var)), terms.sort(var))
        });
    }
    names
}
