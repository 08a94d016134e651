//! Small changes to models.

use base::{Outcome, Random};
use model::{InterfaceLts, Moore};
use smt::{Solver, Sort, Term};

/// Changes one thing about an interface, and says what kind of change it was; `None` if this one was not possible.
pub fn mutate(
    interface: &InterfaceLts,
    random: &mut Random,
    solver: &mut dyn Solver,
) -> Option<(&'static str, InterfaceLts)> {
    match random.below(3) {
        0 => {
            redirect(interface, random, false).map(|mutant| ("a transition led elsewhere", mutant))
        }
        1 => redirect(interface, random, true).map(|mutant| ("an answer flipped", mutant)),
        _ => boundary(interface, random, solver).map(|mutant| ("a guard's boundary moved", mutant)),
    }
}

/// A transition to another state, with another answer if that is wanted.
fn redirect(interface: &InterfaceLts, random: &mut Random, answer: bool) -> Option<InterfaceLts> {
    let automaton = &interface.automaton;
    let row = |state: usize| {
        (
            *automaton.output_of(state),
            automaton.successors(state).to_vec(),
        )
    };
    let mut rows: Vec<(Outcome, Vec<usize>)> = (0..automaton.states()).map(row).collect();
    let alive: Vec<usize> = (0..rows.len()).filter(|&s| !rows[s].0.is_final()).collect();
    let (state, symbol) = (*random.pick(&alive), random.below(automaton.letters()));
    let before = rows[state].1[symbol];
    let fits = |s: &usize| *s != before && (!answer || rows[*s].0 != rows[before].0);
    let others: Vec<usize> = (0..rows.len()).filter(fits).collect();
    if others.is_empty() {
        return None;
    }
    rows[state].1[symbol] = *random.pick(&others);
    let automaton = Moore::new(automaton.letters(), automaton.initial(), rows).ok()?;
    Some(InterfaceLts {
        automaton,
        ..interface.clone()
    })
}

/// One combination of arguments goes from one guard of a method to another, at the boundary of the two if there is one.
fn boundary(
    interface: &InterfaceLts,
    random: &mut Random,
    solver: &mut dyn Solver,
) -> Option<InterfaceLts> {
    let several: Vec<usize> = (0..interface.methods.len())
        .filter(|&m| interface.symbols_of(m).len() > 1)
        .collect();
    if several.is_empty() || !interface.registers.is_empty() {
        return None;
    }
    let method = *random.pick(&several);
    let symbols = interface.symbols_of(method);
    let (from, to) = (*random.pick(&symbols), *random.pick(&symbols));
    if from == to {
        return None;
    }
    let terms = &interface.terms;
    let params: Vec<Term> = interface.methods[method]
        .params
        .iter()
        .map(|p| p.term)
        .collect();
    let (gives, takes) = (interface.symbols[from].guard, interface.symbols[to].guard);
    let next = |p: &Term| {
        let step = if random.chance(1, 2) { 1i64 } else { -1 };
        match terms.sort(*p) {
            Sort::BitVec(width) => (*p, terms.bv_add(*p, terms.bv(width, step as u64))),
            Sort::Int => (*p, terms.int_add(*p, terms.int(step))),
            Sort::Bool => (*p, terms.not(*p)),
        }
    };
    let moved = params.iter().take(1).map(next).collect();
    let near = [
        interface.methods[method].domain,
        gives,
        terms.substitute(takes, &moved),
    ];
    let found = solver.find(&near, &params).ok().flatten();
    let found = found.or_else(|| solver.find(&near[..2], &params).ok().flatten())?;
    let equal: Option<Vec<Term>> = params
        .iter()
        .map(|&p| found.get(p).map(|v| terms.eq(p, terms.constant(v.clone()))))
        .collect();
    let these = terms.and(&equal?);
    let mut mutant = interface.clone();
    mutant.symbols[from].guard = terms.and(&[gives, terms.not(these)]);
    mutant.symbols[to].guard = terms.or(&[takes, these]);
    Some(mutant)
}
