//! What the registers of a model hold after each call, read off the code: the new values of the fields they are named
//! after. The checker verifies it again for every call.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Id, Outcome, StopReason};
use cert::{Node, held};
use model::{InterfaceLts, Updates};
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Value};
use step::{LetterId, Path, StepSystem, Target};

use super::registers::in_place_of;

/// Why a symbol has no one update.
pub(super) enum Fault {
    /// Its calls do different things to a register, depending on this condition over parameters and registers.
    Split {
        symbol: usize,
        condition: Term,
    },
    Stopped(StopReason),
}

/// One way a call can go.
struct Way {
    /// When it is taken, over the variables of the location.
    condition: Term,
    /// The fields that the registers stand for there.
    held: Rc<FxHashMap<Term, Term>>,
    /// The guard of the path, over registers and parameters.
    guard: Term,
    /// What each register holds afterwards: over the variables of the location, and over registers.
    values: Vec<(Term, Term)>,
}

/// The updates of an interface whose guards are right, where `regions` says what can hold at each node.
pub(super) fn updates(
    system: &StepSystem,
    interface: &InterfaceLts,
    regions: &BTreeMap<Node, Term>,
    solver: &mut dyn Solver,
) -> Result<Updates, Fault> {
    let mut reader = Reader {
        system,
        interface,
        solver,
        ways: BTreeMap::new(),
    };
    for (&node, &region) in regions {
        if !interface.automaton.output_of(node.state).is_final() {
            reader.node(node, region)?;
        }
    }
    let mut updates = Updates::new();
    for key in reader.ways.keys().copied().collect::<Vec<_>>() {
        let values = (0..interface.registers.len())
            .map(|r| reader.common(key, r))
            .collect::<Result<_, _>>()?;
        updates.insert(key, values);
    }
    let needed = needed(interface, &updates);
    for ((state, symbol), values) in &mut updates {
        let to = interface.automaton.next(*state, *symbol);
        for (r, value) in values.iter_mut().enumerate() {
            match value {
                _ if !needed[to].contains(&r) => *value = None,
                None => return Err(reader.conflict((*state, *symbol), r)),
                Some(_) => {}
            }
        }
    }
    reader.fill(&mut updates, &needed);
    Ok(updates)
}

struct Reader<'a> {
    system: &'a StepSystem,
    interface: &'a InterfaceLts,
    solver: &'a mut dyn Solver,
    ways: BTreeMap<(usize, usize), Vec<Way>>,
}

impl Reader<'_> {
    fn node(&mut self, node: Node, region: Term) -> Result<(), Fault> {
        let terms = &self.system.terms;
        let here = Rc::new(held(self.system, &self.interface.registers, node.location));
        for (s, symbol) in self.interface.symbols.iter().enumerate() {
            let letter = LetterId::from_index(symbol.method);
            let guard = terms.substitute(symbol.guard, &here);
            for path in &self.system.summary(node.location, letter).paths {
                let Some(target) = path.next.as_ref().filter(|_| path.answer == Outcome::Ok) else {
                    continue;
                };
                let condition = terms.and(&[
                    region,
                    guard,
                    path.guard,
                    self.system.letters[letter].domain,
                ]);
                match self.solver.ask(&[condition]) {
                    Answer::Unsat => continue,
                    Answer::Sat => {}
                    Answer::Unknown(why) => {
                        return Err(Fault::Stopped(StopReason::SolverUnknown(why)));
                    }
                }
                let way = self.way((node, Rc::clone(&here)), condition, path, target);
                self.ways.entry((node.state, s)).or_default().push(way);
            }
        }
        Ok(())
    }

    fn way(
        &self,
        (node, here): (Node, Rc<FxHashMap<Term, Term>>),
        condition: Term,
        path: &Path,
        target: &Target,
    ) -> Way {
        let terms = &self.system.terms;
        let names = in_place_of(
            &self.interface.registers,
            &self.system.location(node.location).variables,
        );
        let there = self.system.location(target.location);
        let fields = held(self.system, &self.interface.registers, target.location);
        let mut values = Vec::new();
        for register in &self.interface.registers {
            let new = match fields.get(&register.term) {
                // Where the code has no such field, nobody asks what the register holds.
                None => terms.constant(Value::default_of(terms.sort(register.term))),
                Some(&field) => {
                    let at = there.variables.iter().position(|v| v.term == field);
                    at.map_or(field, |at| target.update[at])
                }
            };
            values.push((new, terms.substitute(new, &names)));
        }
        Way {
            condition,
            held: here,
            guard: terms.substitute(path.guard, &names),
            values,
        }
    }

    /// A value, over registers and parameters, that a register has after all ways of a call.
    fn common(&mut self, key: (usize, usize), register: usize) -> Result<Option<Term>, Fault> {
        let ways = &self.ways[&key];
        let candidates: BTreeSet<Term> = ways.iter().map(|way| way.values[register].1).collect();
        for candidate in candidates {
            let mut everywhere = self.is_said_by_model(key.1, candidate);
            for way in ways {
                if !everywhere {
                    break;
                }
                if way.values[register].1 == candidate {
                    continue;
                }
                everywhere = way.leaves(self.system, register, candidate, self.solver)?;
            }
            if everywhere {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// Whether a term speaks of registers and parameters alone.
    fn is_said_by_model(&self, symbol: usize, term: Term) -> bool {
        let params = self.interface.methods[self.interface.symbols[symbol].method]
            .params
            .iter()
            .map(|p| p.term);
        let known: BTreeSet<Term> = params
            .chain(self.interface.registers.iter().map(|r| r.term))
            .collect();
        self.system.terms.free_vars(term).is_subset(&known)
    }

    fn conflict(&self, key: (usize, usize), register: usize) -> Fault {
        let ways = &self.ways[&key];
        let apart = ways.iter().find(|way| {
            way.values[register].1 != ways[0].values[register].1
                && self.is_said_by_model(key.1, way.guard)
        });
        match apart {
            Some(way) => Fault::Split {
                symbol: key.1,
                condition: way.guard,
            },
            None => inexpressible(&self.interface.registers[register].name),
        }
    }

    /// Transitions that no call takes, because no register ever holds what their guard asks for: any value will do.
    fn fill(&self, updates: &mut Updates, needed: &[BTreeSet<usize>]) {
        let automaton = &self.interface.automaton;
        let terms = &self.system.terms;
        let any = |r: usize| {
            terms.constant(Value::default_of(
                terms.sort(self.interface.registers[r].term),
            ))
        };
        for state in (0..needed.len()).filter(|&q| !automaton.output_of(q).is_final()) {
            for symbol in 0..self.interface.symbols.len() {
                let to = automaton.next(state, symbol);
                if !automaton.output_of(to).is_final() {
                    let registers = 0..self.interface.registers.len();
                    let values = || {
                        registers
                            .map(|r| needed[to].contains(&r).then(|| any(r)))
                            .collect()
                    };
                    updates.entry((state, symbol)).or_insert_with(values);
                }
            }
        }
    }
}

impl Way {
    /// Whether a register has this value, over registers, afterwards.
    fn leaves(
        &self,
        system: &StepSystem,
        register: usize,
        value: Term,
        solver: &mut dyn Solver,
    ) -> Result<bool, Fault> {
        let terms = &system.terms;
        let value = terms.substitute(value, &self.held);
        match solver.ask(&[
            self.condition,
            terms.not(terms.eq(self.values[register].0, value)),
        ]) {
            Answer::Unsat => Ok(true),
            Answer::Sat => Ok(false),
            Answer::Unknown(why) => Err(Fault::Stopped(StopReason::SolverUnknown(why))),
        }
    }
}

/// For each state the registers whose value can make a difference from there on.
fn needed(interface: &InterfaceLts, updates: &Updates) -> Vec<BTreeSet<usize>> {
    let mut needed = vec![BTreeSet::new(); interface.automaton.states()];
    loop {
        let before = needed.clone();
        for state in (0..needed.len()).filter(|&q| !interface.automaton.output_of(q).is_final()) {
            let mut here = read_by_guards(interface, updates, state, &before);
            here.extend(read_by_updates(interface, updates, state, &before));
            needed[state].extend(here);
        }
        if before == needed {
            return needed;
        }
    }
}

/// The registers that decide between symbols which lead to different things.
fn read_by_guards(
    interface: &InterfaceLts,
    updates: &Updates,
    state: usize,
    needed: &[BTreeSet<usize>],
) -> BTreeSet<usize> {
    let leads = |s: usize| {
        let to = interface.automaton.next(state, s);
        let kept: Vec<Option<Term>> = needed[to]
            .iter()
            .map(|&r| updates.get(&(state, s)).and_then(|values| values[r]))
            .collect();
        (to, kept)
    };
    let mut read = BTreeSet::new();
    for method in 0..interface.methods.len() {
        let symbols = interface.symbols_of(method);
        if symbols
            .windows(2)
            .any(|pair| leads(pair[0]) != leads(pair[1]))
        {
            read.extend(
                symbols
                    .iter()
                    .flat_map(|&s| mentioned(interface, interface.symbols[s].guard)),
            );
        }
    }
    read
}

fn read_by_updates(
    interface: &InterfaceLts,
    updates: &Updates,
    state: usize,
    needed: &[BTreeSet<usize>],
) -> BTreeSet<usize> {
    let of_state = updates.range((state, 0)..(state + 1, 0));
    let values = of_state.flat_map(|(&(_, symbol), values)| {
        needed[interface.automaton.next(state, symbol)]
            .iter()
            .filter_map(|&r| values[r])
    });
    values
        .flat_map(|value| mentioned(interface, value))
        .collect()
}

fn mentioned(interface: &InterfaceLts, term: Term) -> Vec<usize> {
    let used = interface.terms.free_vars(term);
    (0..interface.registers.len())
        .filter(|&r| used.contains(&interface.registers[r].term))
        .collect()
}

fn inexpressible(register: &str) -> Fault {
    let what = format!("what `{register}` holds after a call does not depend on that call alone");
    Fault::Stopped(StopReason::Inexpressible(what))
}
