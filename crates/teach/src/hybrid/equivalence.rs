//! The concolic equivalence query (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Algorithm 2): breadth first over symbolic path sequences, each exercised
//! with calls of the pool; the solver is asked only where the pool has none.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use base::{Budget, Progress, StopReason};
use cert::{Call, Invariant, Node, Trace};
use model::{InterfaceLts, Outcome};
use rustc_hash::FxHashMap;
use smt::Solver;
use step::{LocationId, StepSystem};

use super::ground::{stopped, within};
use super::matching::Visited;
use super::pools::{Pool, StateNo};
use super::por::{Independence, commute};
use super::sequences::{EndNo, Sequences};
use super::unrolled::{Choice, solve};
use super::{Exploration, Options};
use crate::interface::Symbol;

/// Sequences that one search may hold: beyond that memory would run out.
const MAX_SEQUENCES: usize = 24_000_000;
/// States that are remembered of one sequence; where these do not lead on the solver is asked.
const MAX_REACHED: usize = 128;
/// Sequences that are extended between two looks at the budget.
const UNTIL_BUDGET: usize = 256;
/// States of the code up to which they are written down one by one as an invariant.
const MAX_LISTED: usize = 1_000;

/// What came of a query.
pub(super) enum Found {
    /// Code and hypothesis differ.
    Difference(Trace),
    /// No sequence is left to be extended: all there are were compared. The states that were reached, if they are all
    /// there are.
    Exhausted(Option<Invariant>),
    /// The search was stopped.
    Stopped(StopReason),
}

/// What the search works with and what outlasts it.
pub(super) struct Around<'a> {
    pub system: &'a StepSystem,
    pub symbols: &'a [Symbol],
    pub pool: &'a mut Pool,
    pub sequences: &'a mut Sequences,
    pub independence: &'a mut Independence,
    pub exploration: &'a mut Exploration,
    pub solver: &'a mut dyn Solver,
    pub budget: &'a Budget,
    pub progress: &'a dyn Progress,
}

/// Compares the code with a hypothesis, deeper and deeper.
pub(super) fn compare(
    interface: &InterfaceLts,
    options: &Options,
    mut around: Around<'_>,
) -> Found {
    loop {
        let mut search = Search::new(interface, options, &mut around);
        match search.run() {
            Ok(invariant) => return Found::Exhausted(invariant),
            Err(Break::Difference(trace)) => return Found::Difference(trace),
            Err(Break::Stopped(reason)) => return Found::Stopped(stopped(around.budget, reason)),
            // Line 13: from line 1 again, with the larger pool.
            Err(Break::PoolGrew) => {}
        }
    }
}

/// What ends a search before its time.
enum Break {
    Difference(Trace),
    PoolGrew,
    Stopped(StopReason),
}

impl From<StopReason> for Break {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// A symbolic path sequence: the last step, and the rest.
struct Sequence {
    parent: u32,
    /// The offset among the choices of the parent's location.
    choice: u32,
    config: u32,
    hypothesis: u32,
}

/// What two sequences share that can be extended in the same ways: where they end, and which states the pool's calls
/// lead to along them.
struct Config {
    end: EndNo,
    reached: Rc<[StateNo]>,
    location: LocationId,
    /// For each choice at the location what is known of it.
    extensions: Vec<Extension>,
}

#[derive(Clone, Copy)]
enum Extension {
    Unasked,
    Infeasible,
    /// The code answers, and is in this configuration if it answers ok.
    To(Outcome, Option<u32>),
}

struct Search<'a, 'b> {
    interface: &'a InterfaceLts,
    options: &'a Options,
    around: &'a mut Around<'b>,
    /// For each symbol the calls of the pool that belong to it.
    members: Vec<Vec<usize>>,
    choices: FxHashMap<LocationId, Rc<[Choice]>>,
    sequences: Vec<Sequence>,
    configs: Vec<Config>,
    numbers: FxHashMap<(EndNo, Rc<[StateNo]>), u32>,
    visited: Visited,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(interface: &'a InterfaceLts, options: &'a Options, around: &'a mut Around<'b>) -> Self {
        let mut members = vec![Vec::new(); around.symbols.len()];
        for (number, call) in around.pool.calls().iter().enumerate() {
            if let Some(symbol) = interface.symbol_of(base::Id::index(call.letter), &call.args) {
                members[symbol].push(number);
            }
        }
        Self {
            interface,
            options,
            around,
            members,
            choices: FxHashMap::default(),
            sequences: Vec::new(),
            configs: Vec::new(),
            numbers: FxHashMap::default(),
            visited: Visited::default(),
        }
    }

    fn run(&mut self) -> Result<Option<Invariant>, Break> {
        let mut level = self.start();
        for depth in 1.. {
            if self.options.depth.is_some_and(|last| depth > last) {
                return Err(StopReason::Depth(depth - 1).into());
            }
            let first_new = self.sequences.len();
            for at in level {
                if at % UNTIL_BUDGET == 0 {
                    self.look_around(depth)?;
                }
                self.extend(at)?;
            }
            self.around.exploration.finished(depth);
            level = first_new..self.sequences.len();
            if level.is_empty() {
                break;
            }
        }
        Ok(self.closed())
    }

    fn start(&mut self) -> Range<usize> {
        let end = self.around.sequences.start(self.around.system);
        let state = self.around.pool.number(self.around.system.initial());
        let config = self.config(end, Rc::from([state]));
        let hypothesis = self.interface.automaton.initial() as u32;
        self.visited.add(&[state], hypothesis);
        self.sequences.push(Sequence {
            parent: 0,
            choice: 0,
            config,
            hypothesis,
        });
        0..1
    }

    fn look_around(&self, depth: usize) -> Result<(), StopReason> {
        self.around.budget.check()?;
        let count = self.sequences.len();
        self.around
            .progress
            .working(&|| format!("sequences of {depth} calls, {count} in all"));
        if count > MAX_SEQUENCES {
            return Err(StopReason::Limit(format!(
                "more than {MAX_SEQUENCES} sequences would have to be remembered"
            )));
        }
        Ok(())
    }

    /// Lines 4 to 21: all sequences that are one step longer.
    fn extend(&mut self, at: usize) -> Result<(), Break> {
        let Sequence {
            config, hypothesis, ..
        } = self.sequences[at];
        let choices = self.choices(self.configs[config as usize].location);
        for (offset, &choice) in choices.iter().enumerate() {
            if self.options.por && self.is_redundant(at, choice) {
                self.around.exploration.skipped_by_por += 1;
                continue;
            }
            let Extension::To(answer, next) = self.extension(at, config, offset, choice)? else {
                continue;
            };
            self.around.exploration.sequences += 1;
            let state = self
                .interface
                .automaton
                .next(hypothesis as usize, choice.symbol);
            let expected = *self.interface.automaton.output_of(state);
            if answer != expected {
                let calls = self.concrete(at, choice)?;
                return Err(Break::Difference(Trace {
                    calls,
                    code: answer,
                    model: expected,
                }));
            }
            let Some(next) = next else { continue };
            if self.options.matching && self.is_covered(next, state as u32) {
                self.around.exploration.skipped_by_matching += 1;
                continue;
            }
            let reached = Rc::clone(&self.configs[next as usize].reached);
            self.visited.add(&reached, state as u32);
            let sequence = Sequence {
                parent: at as u32,
                choice: offset as u32,
                config: next,
                hypothesis: state as u32,
            };
            self.sequences.push(sequence);
        }
        Ok(())
    }

    /// Line 7: whether the last call and the new one are explored in the other order.
    fn is_redundant(&mut self, at: usize, new: Choice) -> bool {
        if at == 0 {
            return false;
        }
        let parent = self.sequences[at].parent as usize;
        let last = self.last_choice(at);
        let (before, hypothesis) = (
            &self.configs[self.sequences[parent].config as usize],
            &self.interface.automaton,
        );
        new.letter < last.letter
            && self.around.independence.holds(
                self.around.system,
                before.location,
                last.letter,
                new.letter,
            )
            && commute(
                hypothesis,
                self.sequences[parent].hypothesis as usize,
                last.symbol,
                new.symbol,
            )
    }

    /// Line 19, for a sequence that leads to one state whatever the arguments.
    fn is_covered(&mut self, config: u32, hypothesis: u32) -> bool {
        let Config { end, reached, .. } = &self.configs[config as usize];
        let &[only] = &reached[..] else { return false };
        if !self.visited.covers(only, hypothesis) {
            return false;
        }
        let Around {
            system,
            pool,
            sequences,
            solver,
            ..
        } = &mut *self.around;
        sequences.is_unaffected(
            system,
            (*end, only),
            &pool.state(only).values,
            &mut **solver,
        )
    }

    fn extension(
        &mut self,
        at: usize,
        config: u32,
        offset: usize,
        choice: Choice,
    ) -> Result<Extension, Break> {
        let known = self.configs[config as usize].extensions[offset];
        if !matches!(known, Extension::Unasked) {
            return Ok(known);
        }
        let new = self.explore(at, config, choice)?;
        self.configs[config as usize].extensions[offset] = new;
        Ok(new)
    }

    /// Lines 8 to 13.
    fn explore(&mut self, at: usize, config: u32, choice: Choice) -> Result<Extension, Break> {
        let Config { end, location, .. } = self.configs[config as usize];
        let mut reached = self.pooled(config, choice);
        let Around {
            system,
            symbols,
            sequences,
            solver,
            budget,
            ..
        } = &mut *self.around;
        if reached.is_none() {
            within(budget, &mut **solver)?;
            if !sequences.is_feasible(system, symbols, (end, choice), &mut **solver)? {
                return Ok(Extension::Infeasible);
            }
            reached = Some(self.witness(at, choice)?);
        }
        let Around {
            system,
            symbols,
            sequences,
            ..
        } = &mut *self.around;
        let answer = system.summary(location, choice.letter).paths[choice.path].answer;
        let after = sequences.after(system, symbols, end, choice);
        let next = after.map(|end| self.config(end, reached.unwrap_or_default().into()));
        Ok(Extension::To(answer, next))
    }

    /// The states that calls of the pool lead to along a path; `None` if no call takes it (line 8).
    fn pooled(&mut self, config: u32, choice: Choice) -> Option<Vec<StateNo>> {
        let mut found = None;
        let reached = Rc::clone(&self.configs[config as usize].reached);
        for &state in reached.iter() {
            for (_, next) in self.takers(state, choice) {
                found.get_or_insert_with(Vec::new).extend(next);
            }
        }
        let mut states = found?;
        states.sort_unstable();
        states.dedup();
        states.truncate(MAX_REACHED);
        Some(states)
    }

    /// The calls of the pool that take a path in a state, and where they lead.
    fn takers(&mut self, state: StateNo, choice: Choice) -> Vec<(usize, Option<StateNo>)> {
        let Around { pool, system, .. } = &mut *self.around;
        let taken = |&call: &usize| {
            let taken = pool
                .take(system, state, call)
                .filter(|taken| taken.path == choice.path)?;
            Some((call, taken.next))
        };
        self.members[choice.symbol]
            .iter()
            .filter_map(taken)
            .collect()
    }

    /// Lines 10 to 13: new calls for the pool. Where it has them all, and only not every state that they lead to was
    /// remembered, the state in which they end.
    fn witness(&mut self, at: usize, choice: Choice) -> Result<Vec<StateNo>, Break> {
        let calls = self.solved(at, choice)?;
        let new = calls
            .iter()
            .filter(|&call| self.around.pool.add(call.clone()))
            .count();
        if new > 0 {
            return Err(Break::PoolGrew);
        }
        let system = self.around.system;
        let end = system.run(calls.iter().map(|c| (c.letter, c.args.as_slice())));
        let location = self.configs[self.sequences[at].config as usize].location;
        if end.answer != system.summary(location, choice.letter).paths[choice.path].answer {
            return Err(StopReason::Limit(
                "a call that the solver found could not be evaluated".into(),
            )
            .into());
        }
        Ok(end
            .next
            .into_iter()
            .map(|state| self.around.pool.number(state))
            .collect())
    }

    fn solved(&mut self, at: usize, choice: Choice) -> Result<Vec<Call>, StopReason> {
        let route = self.route(at, choice);
        let Around {
            system,
            symbols,
            solver,
            ..
        } = &mut *self.around;
        let calls = solve(system, symbols, &route, &mut **solver)?;
        calls.ok_or_else(|| {
            StopReason::SolverUnknown(
                "a sequence is possible step by step, but not as a whole".into(),
            )
        })
    }

    /// Concrete calls for a sequence: those of the pool, or what the solver finds.
    fn concrete(&mut self, at: usize, choice: Choice) -> Result<Vec<Call>, StopReason> {
        let route = self.route(at, choice);
        match self.pooled_calls(&route) {
            Some(calls) => Ok(calls
                .into_iter()
                .map(|call| self.around.pool.calls()[call].clone())
                .collect()),
            None => self.solved(at, choice),
        }
    }

    fn pooled_calls(&mut self, route: &[Choice]) -> Option<Vec<usize>> {
        let start = self.around.pool.number(self.around.system.initial());
        let (last, before) = route.split_last()?;
        let mut reached: BTreeMap<StateNo, Vec<usize>> = BTreeMap::from([(start, Vec::new())]);
        for &choice in before {
            let mut next = BTreeMap::new();
            for (&state, calls) in &reached {
                for (call, after) in self.takers(state, choice) {
                    if let Some(after) = after.filter(|_| next.len() < MAX_REACHED) {
                        next.entry(after)
                            .or_insert_with(|| [calls.as_slice(), &[call]].concat());
                    }
                }
            }
            reached = next;
        }
        reached.into_iter().find_map(|(state, calls)| {
            let (call, _) = self.takers(state, *last).into_iter().next()?;
            Some([calls.as_slice(), &[call]].concat())
        })
    }

    fn route(&mut self, mut at: usize, last: Choice) -> Vec<Choice> {
        let mut route = vec![last];
        while at != 0 {
            route.push(self.last_choice(at));
            at = self.sequences[at].parent as usize;
        }
        route.reverse();
        route
    }

    fn last_choice(&mut self, at: usize) -> Choice {
        let Sequence { parent, choice, .. } = self.sequences[at];
        let before = self.sequences[parent as usize].config;
        self.choices(self.configs[before as usize].location)[choice as usize]
    }

    /// All paths within all symbols at a location, in the order that partial-order reduction keeps to.
    fn choices(&mut self, location: LocationId) -> Rc<[Choice]> {
        let Around {
            system, symbols, ..
        } = &*self.around;
        let compute = || {
            let mut all = Vec::new();
            for letter in system.letters.ids() {
                let paths = system.summary(location, letter).paths.len();
                for symbol in (0..symbols.len()).filter(|&s| symbols[s].letter == letter) {
                    all.extend((0..paths).map(|path| Choice {
                        letter,
                        symbol,
                        path,
                    }));
                }
            }
            all.into()
        };
        Rc::clone(self.choices.entry(location).or_insert_with(compute))
    }

    fn config(&mut self, end: EndNo, reached: Rc<[StateNo]>) -> u32 {
        if let Some(&known) = self.numbers.get(&(end, Rc::clone(&reached))) {
            return known;
        }
        let location = self.around.sequences.location(end);
        let extensions = vec![Extension::Unasked; self.choices(location).len()];
        let number = self.configs.len() as u32;
        self.numbers.insert((end, Rc::clone(&reached)), number);
        self.configs.push(Config {
            end,
            reached,
            location,
            extensions,
        });
        number
    }

    /// The reached states as an invariant: none if arguments could lead to others, or if they are very many.
    fn closed(&mut self) -> Option<Invariant> {
        let mut states: BTreeMap<Node, Vec<smt::Term>> = BTreeMap::new();
        let mut pairs: Vec<(u32, u32)> = self
            .sequences
            .iter()
            .map(|s| (s.config, s.hypothesis))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        if pairs.len() > MAX_LISTED {
            return None;
        }
        for (config, hypothesis) in pairs {
            let location = self.configs[config as usize].location;
            let region = self.only_state(config as usize)?;
            let state = hypothesis as usize;
            states
                .entry(Node { state, location })
                .or_default()
                .push(region);
        }
        let terms = &self.around.system.terms;
        Some(Invariant {
            regions: states
                .into_iter()
                .map(|(node, regions)| (node, terms.or(&regions)))
                .collect(),
        })
    }

    /// The state that was reached, as a formula; none if there are several, or if arguments could lead to others.
    fn only_state(&mut self, config: usize) -> Option<smt::Term> {
        let Config {
            end,
            reached,
            location,
            ..
        } = &self.configs[config];
        let &[only] = &reached[..] else { return None };
        let Around {
            system,
            pool,
            sequences,
            solver,
            ..
        } = &mut *self.around;
        let values = &pool.state(only).values;
        if !sequences.is_unaffected(system, (*end, only), values, &mut **solver) {
            return None;
        }
        let terms = &system.terms;
        let here = system.location(*location);
        let same = here
            .variables
            .iter()
            .zip(values)
            .map(|(v, x)| terms.eq(v.term, terms.constant(x.clone())));
        Some(terms.and(&same.collect::<Vec<_>>()))
    }
}
