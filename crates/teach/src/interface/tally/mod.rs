//! Counting instead of telling apart. Within a scope a class that keeps what it is given has states for each number of elements
//! that it holds: *empty*, *one*, *two*, *three*. Where what calls do depends on that number in a simple way, such states become
//! one, and a register counts: `pop() if items.size > 0 sets items.size = items.size - 1`.
//!
//! Which states belong together is guessed here, and what is guessed is proved again: the checker holds the model with the register against
//! the code, with the number of elements at each location as what the register holds there.

mod chart;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

use base::Budget;
use cert::{Invariant, Node, Verdict};
use model::{InterfaceLts, Register};
use smt::{Answer, Solver, Term, Value};
use step::{COUNTED, StepSystem, Variable};

use super::{Interface, brief, registers, shown};
use crate::certify::certify;
use chart::Chart;
use rules::Rules;

/// Fewer numbers of elements than this show no rule: with two of them every change of state looks like counting.
const FEWEST_NUMBERS: usize = 3;
/// More counts than this make no readable model.
const MOST_COUNTS: usize = 2;

/// The same with counts in place of states, if that is proved and takes fewer words; else as it is.
pub(super) fn tallied(learned: Interface, budget: &Budget) -> Interface {
    match counted(&learned, budget) {
        None => learned,
        Some((interface, representatives, invariant)) => {
            let (verdict, exact) = match learned.verdict {
                Verdict::Proved(_) => (Verdict::Proved(invariant), None),
                other => (other, Some(invariant)),
            };
            Interface {
                interface,
                representatives,
                verdict,
                exact,
                ..learned
            }
        }
    }
}

type Counted = (InterfaceLts, Vec<Vec<Value>>, Invariant);

fn counted(learned: &Interface, budget: &Budget) -> Option<Counted> {
    let invariant = learned.invariant()?;
    let plain = &learned.interface;
    if !plain.registers.is_empty() || learned.beyond.is_some() {
        return None;
    }
    let system = &*learned.system;
    let mut solver = smt::for_engine(&system.terms);
    let names = names(system, invariant, &mut *solver);
    let chart = Chart::of(plain, invariant, system, &names)?;
    let registers: Vec<Register> = chart
        .counts
        .iter()
        .map(|name| count(system, name))
        .collect();
    let rules = Rules::of(&chart, plain, &registers, system)?;
    let (model, of) = rules.model(plain).merged(&mut *solver);
    if !is_shorter(&model, plain) {
        return None;
    }
    let symbol_of = |&s: &usize| learned.representatives[rules.symbol_of(s)].clone();
    let calls = of.iter().map(symbol_of).collect();
    let found = related(&rules, invariant, &registers, system);
    let certified = certify(system, &model, &found, budget);
    let (invariant, _) = certified.result.ok()?;
    let (model, calls) = shown(Some((model, calls)), system);
    Some((model, calls, invariant))
}

/// How many states there are to read at most, where states may be counted.
pub(super) fn states(learned: &Interface) -> usize {
    let all = learned.interface.automaton.states();
    let Some(invariant) = learned.invariant() else {
        return all;
    };
    let system = &*learned.system;
    let mut solver = smt::for_engine(&system.terms);
    let names = names(system, invariant, &mut *solver);
    Chart::of(&learned.interface, invariant, system, &names)
        .map_or(all, |chart| chart.classes().len())
}

/// A model with registers must have fewer transitions, and guards that people read.
fn is_shorter(model: &InterfaceLts, plain: &InterfaceLts) -> bool {
    let going_on = |of: &InterfaceLts| {
        let states = 0..of.automaton.states();
        states
            .filter(|&s| !of.automaton.output_of(s).is_final())
            .count()
    };
    let transitions = |of: &InterfaceLts| of.symbols.len() * going_on(of);
    let mut symbols = 0..model.symbols.len();
    transitions(model) < transitions(plain)
        && symbols.all(|s| brief::length(model, s) <= brief::LONGEST)
}

/// A register for a count.
fn count(system: &StepSystem, name: &str) -> Register {
    let zero = number(system, 0).expect("zero is a number");
    let variable = Variable {
        name: name.to_owned(),
        source_type: "int".to_owned(),
        ty: COUNTED,
        term: zero,
    };
    registers::register(system, &variable)
}

/// What the counts are called, by the names that locations have for them: like a field that always holds the same number, if there is one. Where a field
/// of that name holds another number, the count is left out.
fn names(
    system: &StepSystem,
    invariant: &Invariant,
    solver: &mut dyn Solver,
) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let nodes: Vec<(&Node, &Term)> = invariant.regions.iter().collect();
    let counted = nodes
        .iter()
        .flat_map(|(node, _)| system.location(node.location).counts.clone().into_keys());
    for name in counted.collect::<BTreeSet<String>>() {
        let mut held = Held {
            system,
            nodes: &nodes,
            solver: &mut *solver,
        };
        let same = held
            .fields(&name)
            .into_iter()
            .find(|field| held.always(field, &name));
        match same {
            Some(field) => _ = names.insert(name, field),
            None if held.is_field(&name) => {}
            None => _ = names.insert(name.clone(), name),
        }
    }
    names
}

/// Which fields hold how many elements there are.
struct Held<'a> {
    system: &'a StepSystem,
    nodes: &'a [(&'a Node, &'a Term)],
    solver: &'a mut dyn Solver,
}

impl Held<'_> {
    /// The numbers among the component's own fields, where it holds this count.
    fn fields(&self, count: &str) -> Vec<String> {
        let here = self
            .nodes
            .iter()
            .map(|(node, _)| self.system.location(node.location));
        let Some(first) = here.into_iter().find(|l| l.counts.contains_key(count)) else {
            return Vec::new();
        };
        let own = |v: &&Variable| v.ty == COUNTED && !v.name.contains('.');
        first
            .variables
            .iter()
            .filter(own)
            .map(|v| v.name.clone())
            .collect()
    }

    fn is_field(&self, name: &str) -> bool {
        let mut here = self
            .nodes
            .iter()
            .map(|(node, _)| self.system.location(node.location));
        here.any(|l| l.variables.iter().any(|v| v.name == name))
    }

    /// Whether a field holds the count wherever there is one.
    fn always(&mut self, field: &str, count: &str) -> bool {
        for (node, region) in self.nodes {
            let here = self.system.location(node.location);
            let Some(&held) = here.counts.get(count) else {
                continue;
            };
            let Some(variable) = here.variables.iter().find(|v| v.name == field) else {
                return false;
            };
            let terms = &self.system.terms;
            let Some(held) = number(self.system, held) else {
                return false;
            };
            let other = terms.not(terms.eq(variable.term, held));
            if self.solver.ask(&[**region, other]) != Answer::Unsat {
                return false;
            }
        }
        true
    }
}

fn number(system: &StepSystem, count: usize) -> Option<Term> {
    let count = i64::try_from(count).ok()?;
    system.integers.number(&system.terms, COUNTED, count)
}

/// The invariant of the states as they were, with what the registers hold in each.
fn related(
    rules: &Rules<'_>,
    found: &Invariant,
    registers: &[Register],
    system: &StepSystem,
) -> Invariant {
    let terms = &system.terms;
    let mut regions: BTreeMap<Node, Vec<Term>> = BTreeMap::new();
    for (node, &region) in &found.regions {
        let held = rules.chart.held[node.state].iter().zip(registers);
        let equal = held.filter_map(|(held, r)| Some(terms.eq(r.term, number(system, (*held)?)?)));
        let here: Vec<Term> = equal.chain([region]).collect();
        let node = Node {
            state: rules.state_of(node.state),
            ..*node
        };
        regions.entry(node).or_default().push(terms.and(&here));
    }
    let regions = regions.into_iter();
    Invariant {
        regions: regions.map(|(node, any)| (node, terms.or(&any))).collect(),
    }
}
