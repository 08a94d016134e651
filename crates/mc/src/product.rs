//! The product of code and model: nodes, the steps on which both go on, and the steps on which they disagree.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Id, Outcome, StopReason};
use cert::{Node, Trace};
use model::InterfaceLts;
use rustc_hash::FxHashMap;
use smt::{Solver, Term, Terms};
use step::{LetterId, StepSystem};

use crate::route::{self, Leg};

/// A step on which code and model agree and go on.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub letter: LetterId,
    /// Over the variables of the node it leaves and the letter's parameters.
    pub guard: Term,
    pub to: Node,
    /// The new value of each variable of the node it reaches.
    pub update: Rc<FxHashMap<Term, Term>>,
}

impl<'e> From<&'e Edge> for Leg<'e> {
    fn from(edge: &'e Edge) -> Self {
        Self {
            letter: edge.letter,
            guard: edge.guard,
            update: Some(&edge.update),
        }
    }
}

/// A step that code and model answer differently.
#[derive(Clone, Debug)]
pub(crate) struct Clash {
    pub letter: LetterId,
    pub guard: Term,
    pub code: Outcome,
    pub model: Outcome,
}

/// What can happen at a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    pub edges: Vec<Edge>,
    pub clashes: Vec<Clash>,
}

/// The product of a step system and an interface, explored on demand.
pub(crate) struct Product<'a> {
    pub system: &'a StepSystem,
    pub interface: &'a InterfaceLts,
    /// For each state of the model the registers that hold something.
    defined: Vec<BTreeSet<usize>>,
    moves: RefCell<BTreeMap<Node, Rc<Moves>>>,
}

impl<'a> Product<'a> {
    pub fn new(system: &'a StepSystem, interface: &'a InterfaceLts) -> Self {
        let defined = match is_tied(interface) {
            true => vec![BTreeSet::new(); interface.automaton.states()],
            false => interface.defined(),
        };
        Self {
            system,
            interface,
            defined,
            moves: RefCell::default(),
        }
    }

    pub fn terms(&self) -> &Terms {
        &self.system.terms
    }

    pub fn initial(&self) -> Node {
        Node {
            state: self.interface.automaton.initial(),
            location: self.system.initial().location,
        }
    }

    /// The variables of a node: those of the code, and the model's registers that hold something there.
    pub fn variables(&self, node: Node) -> Vec<Term> {
        let registers = self.defined[node.state]
            .iter()
            .map(|&r| self.interface.registers[r].term);
        self.system
            .location(node.location)
            .variables
            .iter()
            .map(|v| v.term)
            .chain(registers)
            .collect()
    }

    /// The parameters of a letter.
    pub fn params(&self, letter: LetterId) -> Vec<Term> {
        self.system.letters[letter]
            .params
            .iter()
            .map(|p| p.term)
            .collect()
    }

    /// The initial values, as a map from variables to constants.
    pub fn initial_values(&self) -> FxHashMap<Term, Term> {
        route::initial_values(self.system)
    }

    pub fn moves(&self, node: Node) -> Rc<Moves> {
        if let Some(moves) = self.moves.borrow().get(&node) {
            return Rc::clone(moves);
        }
        let moves = Rc::new(self.compute(node));
        self.moves.borrow_mut().insert(node, Rc::clone(&moves));
        moves
    }

    fn compute(&self, node: Node) -> Moves {
        let mut moves = Moves::default();
        for symbol in 0..self.interface.symbols.len() {
            self.add_symbol(node, symbol, &mut moves);
        }
        moves
    }

    fn add_symbol(&self, node: Node, symbol: usize, moves: &mut Moves) {
        let terms = self.terms();
        let letter = LetterId::from_index(self.interface.symbols[symbol].method);
        let here = terms.and(&[self.guard(node, symbol), self.system.letters[letter].domain]);
        let state = self.interface.automaton.next(node.state, symbol);
        let model = *self.interface.automaton.output_of(state);
        for path in &self.system.summary(node.location, letter).paths {
            let guard = terms.and(&[path.guard, here]);
            if guard == terms.bool(false) || self.system.excludes(path) {
                continue;
            }
            match &path.next {
                _ if path.answer != model => moves.clashes.push(Clash {
                    letter,
                    guard,
                    code: path.answer,
                    model,
                }),
                None => {}
                Some(target) => {
                    let to = Node {
                        state,
                        location: target.location,
                    };
                    let remembered = self.remembered(node.state, symbol, to.state);
                    let values = target.update.iter().copied().chain(remembered);
                    let update = self.variables(to).into_iter().zip(values).collect();
                    moves.edges.push(Edge {
                        letter,
                        guard,
                        to,
                        update: Rc::new(update),
                    });
                }
            }
        }
    }

    fn guard(&self, node: Node, symbol: usize) -> Term {
        let guard = self.interface.symbols[symbol].guard;
        match is_tied(self.interface) {
            true => self.terms().substitute(
                guard,
                &cert::held(self.system, &self.interface.registers, node.location),
            ),
            false => guard,
        }
    }

    /// What the model's registers hold after a call, those that hold something.
    fn remembered(&self, state: usize, symbol: usize, to: usize) -> Vec<Term> {
        let values = self.interface.updates.get(&(state, symbol));
        let value = |&r: &usize| {
            values
                .and_then(|values| values[r])
                .unwrap_or(self.interface.registers[r].term)
        };
        self.defined[to].iter().map(value).collect()
    }

    /// Concrete calls that follow the edges and end in the clash. The route must be feasible.
    pub fn trace(
        &self,
        route: &[Edge],
        clash: &Clash,
        solver: &mut dyn Solver,
    ) -> Result<Trace, StopReason> {
        let last = Leg {
            letter: clash.letter,
            guard: clash.guard,
            update: None,
        };
        let route: Vec<Leg<'_>> = route.iter().map(Leg::from).chain([last]).collect();
        let calls = route::calls(self.system, &route, solver)?;
        Ok(Trace {
            calls,
            code: clash.code,
            model: clash.model,
        })
    }
}

/// While a model with registers is learned, nothing says yet what they hold: they stand for the fields they are named
/// after.
fn is_tied(interface: &InterfaceLts) -> bool {
    !interface.registers.is_empty() && interface.updates.is_empty()
}
