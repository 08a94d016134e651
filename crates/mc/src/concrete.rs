//! Concrete search with state matching (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4.1): product states are run with arguments from a pool. It
//! proves nothing, but it finds most differences between code and a hypothesis without asking the solver, shortest
//! first among the calls of the pool. What the code did is remembered from one hypothesis to the next.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use base::{Budget, Outcome};
use cert::{Call, Trace};
use model::InterfaceLts;
use rustc_hash::FxHashMap;
use smt::{Solver, Value};
use step::{LetterId, LocationId, State, StepSystem};

/// Product states that one comparison visits at most.
const MAX_VISITS: usize = 4_000;
/// Arguments for one letter at most: beyond that the pool would cost more than it finds.
const MAX_ARGUMENTS: usize = 24;

/// How long it may take to find a call for a path: what takes longer is left to engines that prove something.
const GLANCE: Duration = Duration::from_millis(100);
/// One in as many parts of what is left of the budget is what calls for the paths of a location may take.
const WITNESSING: u32 = 10;

/// A pool of calls, and what the code answered to them so far.
#[derive(Default)]
pub struct Concrete {
    pool: BTreeMap<LetterId, Vec<Vec<Value>>>,
    /// Locations whose paths have witnesses in the pool.
    known: BTreeSet<LocationId>,
    states: Vec<State>,
    numbers: BTreeMap<State, usize>,
    answers: BTreeMap<(usize, LetterId, usize), (Outcome, Option<usize>)>,
}

impl Concrete {
    /// Adds a call to the pool.
    pub fn add(&mut self, letter: LetterId, args: Vec<Value>) {
        let known = self.pool.entry(letter).or_default();
        if known.len() < MAX_ARGUMENTS && !known.contains(&args) {
            known.push(args);
        }
    }

    /// Calls of the pool that code and model answer differently, if there are any near the start.
    pub fn difference(
        &mut self,
        system: &StepSystem,
        interface: &InterfaceLts,
        solver: &mut dyn Solver,
        budget: &Budget,
    ) -> Option<Trace> {
        let start = (self.number(system.initial()), interface.automaton.initial());
        let mut from: Origin = BTreeMap::from([(start, None)]);
        let mut queue = VecDeque::from([start]);
        let mut symbols: FxHashMap<(LetterId, usize), Option<usize>> = FxHashMap::default();
        while let Some(at @ (code, model)) = queue.pop_front() {
            if budget.check().is_err() || from.len() > MAX_VISITS {
                return None;
            }
            solver.set_limit(Some(GLANCE));
            let share = budget.share(WITNESSING);
            self.witness(system, self.states[code].location, solver, &share);
            solver.set_limit(Some(smt::QUESTION));
            let held = cert::held_values(system, &interface.registers, &self.states[code]);
            for (letter, index) in self.calls() {
                let (answer, next) = self.answer(system, code, letter, index);
                let args = &self.pool[&letter][index];
                // Where a register holds nothing yet, its guards say nothing: the search goes on elsewhere.
                let symbol = || interface.symbol_holding(base::Id::index(letter), args, &held);
                let symbol = match interface.registers.is_empty() {
                    true => *symbols.entry((letter, index)).or_insert_with(symbol),
                    false => symbol(),
                };
                let Some(symbol) = symbol else { continue };
                let reached = interface.automaton.next(model, symbol);
                let expected = *interface.automaton.output_of(reached);
                let args = args.clone();
                let call = Call { letter, args };
                if answer != expected {
                    let calls = route(&from, at, call);
                    let (code, model) = (answer, expected);
                    return Some(Trace { calls, code, model });
                }
                let Some(next) = next else { continue };
                from.entry((next, reached)).or_insert_with(|| {
                    queue.push_back((next, reached));
                    Some((at, call))
                });
            }
        }
        None
    }

    fn calls(&self) -> Vec<(LetterId, usize)> {
        self.pool
            .iter()
            .flat_map(|(&letter, args)| (0..args.len()).map(move |i| (letter, i)))
            .collect()
    }

    fn number(&mut self, state: State) -> usize {
        let next = self.states.len();
        *self.numbers.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            next
        })
    }

    fn answer(
        &mut self,
        system: &StepSystem,
        state: usize,
        letter: LetterId,
        args: usize,
    ) -> (Outcome, Option<usize>) {
        if let Some(&known) = self.answers.get(&(state, letter, args)) {
            return known;
        }
        let stepped = system.step(&self.states[state], letter, &self.pool[&letter][args]);
        let answer = (stepped.answer, stepped.next.map(|next| self.number(next)));
        self.answers.insert((state, letter, args), answer);
        answer
    }

    /// One call for each path of each letter at a location, whatever the state, as far as the budget goes.
    fn witness(
        &mut self,
        system: &StepSystem,
        location: LocationId,
        solver: &mut dyn Solver,
        budget: &Budget,
    ) {
        if !self.known.insert(location) {
            return;
        }
        for letter in system.letters.ids() {
            let params: Vec<_> = system.letters[letter]
                .params
                .iter()
                .map(|p| p.term)
                .collect();
            for path in &system.summary(location, letter).paths {
                if budget.check().is_err() {
                    return;
                }
                let domain = system.letters[letter].domain;
                let Ok(Some(model)) = solver.find(&[path.guard, domain], &params) else {
                    continue;
                };
                if let Some(args) = params.iter().map(|&p| model.get(p).cloned()).collect() {
                    self.add(letter, args);
                }
            }
        }
    }
}

/// How each product state was reached first.
type Origin = BTreeMap<(usize, usize), Option<((usize, usize), Call)>>;

fn route(from: &Origin, end: (usize, usize), last: Call) -> Vec<Call> {
    let mut calls = vec![last];
    let mut at = end;
    while let Some(Some((before, call))) = from.get(&at) {
        calls.push(call.clone());
        at = *before;
    }
    calls.reverse();
    calls
}
