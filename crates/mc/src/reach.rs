//! Symbolic search of the code alone (Mues, Howar et al., "Releasing the PSYCO", 2016, Algorithm 1): all states that calls can reach, to a fixpoint, and with
//! them which errors of the code can happen.
//!
//! As published: breadth first from the initial values, `New` are the regions that wait, `Reach` is the union of all;
//! when nothing waits the search is complete. Different here: errors are ends, not states; parameters are eliminated
//! (see [`regions`](crate::regions)); and the search goes on past what a solver cannot decide, only it is then not
//! complete.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Budget, Outcome, Place, Progress, StopReason};
use cert::Call;
use rustc_hash::FxHashMap;
use smt::{Solver, Term};
use step::{LetterId, LocationId, Path, StepSystem};

use crate::regions::{Arrow, Regions};
use crate::route::{self, Leg};

/// How a call can end other than well, as people tell such ends apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// What is called.
    pub letter: LetterId,
    /// Error or unknown.
    pub answer: Outcome,
    /// What is thrown, or why it is unknown.
    pub what: String,
    /// Where.
    pub place: Option<Place>,
}

impl End {
    /// The end of a path of a summary; none if the component lives on, or if the error is that of a client who calls
    /// before there is an object or constructs it twice: that is no error of the code.
    pub fn of(letter: LetterId, path: &Path) -> Option<Self> {
        let note = path.note.as_ref();
        if !path.answer.is_final() || note.is_some_and(step::Note::is_misuse) {
            return None;
        }
        let what = note.map_or_else(String::new, |n| n.what.clone());
        Some(Self {
            letter,
            answer: path.answer,
            what,
            place: note.and_then(|n| n.place.clone()),
        })
    }

    /// All ends that the summaries at these locations have.
    pub fn all(system: &StepSystem, locations: &[LocationId]) -> BTreeSet<Self> {
        let steps = locations
            .iter()
            .flat_map(|&at| system.letters.ids().map(move |letter| (at, letter)));
        let ends = |(at, letter)| {
            let paths = system.summary(at, letter);
            paths
                .paths
                .iter()
                .filter_map(|path| Self::of(letter, path))
                .collect::<Vec<_>>()
        };
        steps.flat_map(ends).collect()
    }
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The ends that can happen, each with a shortest sequence of calls whose last one ends so.
    pub ends: BTreeMap<End, Vec<Call>>,
    /// If all states were found: every one of them is reached by so many calls. If not: all sequences of at most so many
    /// calls were looked at.
    pub depth: usize,
    /// Sets of states that were looked at.
    pub regions: usize,
    /// All states that can be reached, if all were found. Not to be believed until `cert` has checked it.
    pub closed: Option<BTreeMap<LocationId, Term>>,
    /// Why not all states were found; none if they were. What follows an unknown end is never found.
    pub stopped: Option<StopReason>,
}

/// A step of the code that goes on.
#[derive(Clone)]
struct Hop {
    letter: LetterId,
    guard: Term,
    to: LocationId,
    update: Rc<FxHashMap<Term, Term>>,
}

impl Arrow for Hop {
    type Node = LocationId;

    fn guard(&self) -> Term {
        self.guard
    }

    fn to(&self) -> LocationId {
        self.to
    }

    fn update(&self) -> &FxHashMap<Term, Term> {
        &self.update
    }
}

impl<'h> From<&'h Hop> for Leg<'h> {
    fn from(hop: &'h Hop) -> Self {
        Self {
            letter: hop.letter,
            guard: hop.guard,
            update: Some(&hop.update),
        }
    }
}

/// Searches until all states are found, the allowance is spent, or the budget ends. Once all of `wanted` were seen to
/// happen, only the fixpoint is left to find.
pub fn reach(
    system: &StepSystem,
    solver: &mut dyn Solver,
    wanted: &BTreeSet<End>,
    allowance: Allowance,
    (budget, progress): (&Budget, &dyn Progress),
) -> Reached {
    let regions = Regions::starting(
        &system.terms,
        system.initial().location,
        &route::initial_values(system),
    );
    let ends = BTreeMap::new();
    let mut search = Search {
        system,
        solver,
        regions,
        ends,
        depth: 0,
        undecided: None,
    };
    let stopped = search.run(wanted, allowance, (budget, progress)).err();
    search.conclude(stopped)
}

/// How much a search may look at. Sets of states from which parameters could not be eliminated count for several.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Regions in all.
    pub regions: usize,
    /// Calls beyond those that led to the last end that was wanted: a counter that only counts has no fixpoint. A tenth
    /// of the regions may be looked at then.
    pub spare: usize,
}

struct Search<'a> {
    system: &'a StepSystem,
    solver: &'a mut dyn Solver,
    regions: Regions<Hop>,
    ends: BTreeMap<End, Vec<Call>>,
    depth: usize,
    /// The first question that the solver could not answer.
    undecided: Option<StopReason>,
}

impl Search<'_> {
    fn run(
        &mut self,
        wanted: &BTreeSet<End>,
        allowance: Allowance,
        (budget, progress): (&Budget, &dyn Progress),
    ) -> Result<(), StopReason> {
        let mut open: BTreeSet<&End> = wanted.iter().collect();
        let (mut depth, mut regions) = (usize::MAX, allowance.regions);
        while let Some(&index) = self.regions.pending.front() {
            self.depth = self.regions.get(index).depth;
            budget.check()?;
            open.retain(|end| !self.ends.contains_key(end));
            if open.is_empty() {
                depth = depth.min(self.depth + allowance.spare);
                regions = regions.min(self.weight() + allowance.regions / 10);
            }
            if self.weight() >= regions || self.depth > depth {
                return Err(StopReason::Limit(format!(
                    "no fixpoint was found among {} sets of states",
                    self.regions.len()
                )));
            }
            let (depth, regions) = (self.depth, self.regions.len());
            progress.working(&|| format!("searching at depth {depth}, {regions} sets of states"));
            self.expand(index, budget)?;
            self.regions.pending.pop_front();
        }
        Ok(())
    }

    fn weight(&self) -> usize {
        self.regions.len() + 12 * self.regions.inexact()
    }

    fn expand(&mut self, index: usize, budget: &Budget) -> Result<(), StopReason> {
        let (system, at) = (self.system, self.regions.get(index).node);
        let constants = self.regions.constants(index);
        for letter in system.letters.ids() {
            for path in &system.summary(at, letter).paths {
                budget.check()?;
                let guard = system
                    .terms
                    .and(&[path.guard, system.letters[letter].domain]);
                let outcome = match &path.next {
                    Some(target) => self.follow(index, letter, guard, target, &constants),
                    None => self.end(index, letter, guard, path, &constants),
                };
                outcome.or_else(|reason| self.note(reason, budget))?;
            }
        }
        Ok(())
    }

    /// Soundness: past a question without an answer the search goes on, but it is no longer complete.
    fn note(&mut self, reason: StopReason, budget: &Budget) -> Result<(), StopReason> {
        budget.check()?;
        self.undecided.get_or_insert(reason);
        Ok(())
    }

    fn follow(
        &mut self,
        index: usize,
        letter: LetterId,
        guard: Term,
        target: &step::Target,
        constants: &FxHashMap<Term, Term>,
    ) -> Result<(), StopReason> {
        let location = self.system.location(target.location);
        let variables: Vec<Term> = location.variables.iter().map(|v| v.term).collect();
        let update = Rc::new(
            variables
                .iter()
                .copied()
                .zip(target.update.iter().copied())
                .collect(),
        );
        let hop = Hop {
            letter,
            guard,
            to: target.location,
            update,
        };
        self.regions
            .follow(index, &hop, constants, &variables, self.solver)
    }

    /// Whether a path that ends can be taken from a region; the first time, with calls that take it.
    fn end(
        &mut self,
        index: usize,
        letter: LetterId,
        guard: Term,
        path: &Path,
        constants: &FxHashMap<Term, Term>,
    ) -> Result<(), StopReason> {
        let Some(end) = End::of(letter, path).filter(|end| !self.ends.contains_key(end)) else {
            return Ok(());
        };
        let here = self.system.terms.substitute(guard, constants);
        if here == self.system.terms.bool(false) {
            return Ok(());
        }
        let asked = [self.regions.get(index).formula, here];
        if !self.solver.ask(&asked).is_possible()? {
            return Ok(());
        }
        let hops = self.regions.route(index);
        let last = Leg {
            letter,
            guard,
            update: None,
        };
        let route: Vec<Leg<'_>> = hops.iter().map(Leg::from).chain([last]).collect();
        let calls = route::plain_calls(self.system, &route, self.solver)?;
        self.ends.insert(end, calls);
        Ok(())
    }

    fn conclude(self, stopped: Option<StopReason>) -> Reached {
        let stopped = stopped.or(self.undecided);
        let union = self.regions.union();
        let unwritten = || {
            StopReason::Limit("some sets of states could not be written without parameters".into())
        };
        let stopped = stopped.or_else(|| union.is_none().then(unwritten));
        let closed = union.filter(|_| stopped.is_none());
        Reached {
            ends: self.ends,
            depth: self.depth,
            regions: self.regions.len(),
            closed,
            stopped,
        }
    }
}
