//! The program with its control values left open: what flows from the input to the output is kept as terms over the window,
//! every other value is a register. Predicate abstraction starts from this (Botinčan and Babić, "Sigma*", 2013, section 4).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Budget, Progress, StopReason};
use smt::{Term, Terms};
use step::stream::{ConfigurationId, Does, Letter, Move, StreamSystem};

use super::machine::Outcome;
use super::program::SEVERAL_PASSES;
use crate::stream::explore::Halt;

/// A step of the program.
#[derive(Clone, Debug)]
pub(super) struct FlowStep {
    /// When, over window and registers.
    pub guard: Term,
    pub outcome: Outcome,
    /// The new values of registers, over the same.
    pub updates: BTreeMap<Term, Term>,
    /// The next point; nothing follows failures and the end of input.
    pub to: Option<usize>,
}

/// A point where the program waits for a symbol.
#[derive(Clone, Debug, Default)]
pub(super) struct Point {
    pub symbol: Vec<FlowStep>,
    pub end: Vec<FlowStep>,
}

impl Point {
    pub fn steps(&self, end: bool) -> &[FlowStep] {
        if end { &self.end } else { &self.symbol }
    }
}

/// The program.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub points: Vec<Point>,
    pub registers: BTreeSet<Term>,
    /// The registers that may still be looked at, by point.
    pub live: Vec<BTreeSet<Term>>,
    pub start: usize,
    /// The values of registers at the start.
    pub initial: BTreeMap<Term, Term>,
}

/// Points that are looked at.
const MOST_POINTS: usize = 2_000;

/// Follows a program, seeing it in other ways until there are finitely many points.
pub(super) fn flow(
    system: &mut StreamSystem,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Flow, StopReason> {
    loop {
        match Following::new(system, budget, progress).run() {
            Ok(flow) => return Ok(flow),
            Err(Halt::See(change)) => system.regeneralise(&change)?,
            Err(Halt::Stop(reason)) => return Err(reason),
        }
    }
}

struct Following<'a> {
    system: &'a mut StreamSystem,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    terms: Terms,
    points: Vec<Point>,
    of: BTreeMap<ConfigurationId, usize>,
    queue: VecDeque<ConfigurationId>,
    halted: Option<usize>,
}

impl<'a> Following<'a> {
    fn new(system: &'a mut StreamSystem, budget: &'a Budget, progress: &'a dyn Progress) -> Self {
        let terms = system.terms.clone();
        let (points, of, queue) = (Vec::new(), BTreeMap::new(), VecDeque::new());
        Self {
            system,
            budget,
            progress,
            terms,
            points,
            of,
            queue,
            halted: None,
        }
    }

    fn run(mut self) -> Result<Flow, Halt> {
        let begin = self.system.begin()?;
        let [begin] = &begin[..] else {
            return Err(Halt::Stop(StopReason::Limit(
                "what it does before it reads depends on something".to_owned(),
            )));
        };
        let first = self.step(begin, self.terms.true_());
        while let Some(id) = self.queue.pop_front() {
            self.budget.check().map_err(Halt::Stop)?;
            self.progress
                .working(&|| format!("{} points of the program", self.points.len()));
            let given = self.terms.and(self.system.given(id));
            let point = self.of[&id];
            let symbol = self.system.moves(id, Letter::Symbol)?;
            self.points[point].symbol = symbol.iter().map(|step| self.step(step, given)).collect();
            let end = self.system.moves(id, Letter::End)?;
            self.points[point].end = end.iter().map(|step| self.step(step, given)).collect();
            if self.points.len() > MOST_POINTS {
                let what = format!("the abstraction has more than {MOST_POINTS} points");
                return Err(Halt::Stop(StopReason::Limit(what)));
            }
        }
        let (Some(start), Outcome::Writes(writes)) = (first.to, &first.outcome) else {
            return Err(Halt::Stop(StopReason::Limit(
                "it fails before it reads".to_owned(),
            )));
        };
        let start = self.written_first(start, writes);
        Ok(self.finished(start, first.updates))
    }

    fn step(&mut self, step: &Move, given: Term) -> FlowStep {
        let guard = self.terms.and(&[given, step.guard]);
        let writes = || Outcome::Writes(step.writes.clone());
        let (outcome, updates, to) = match &step.does {
            Does::Waits(id, updates) => (writes(), updates.clone(), Some(self.point(*id))),
            Does::Ends => (writes(), BTreeMap::new(), Some(self.halted())),
            Does::Fails { what, place } => (
                Outcome::Fails(format!("{what}, {place}")),
                BTreeMap::new(),
                None,
            ),
            Does::Discarded => (
                Outcome::Fails("an assumption does not hold".to_owned()),
                BTreeMap::new(),
                None,
            ),
            Does::Rereads(..) => (
                Outcome::Unknown(SEVERAL_PASSES.to_owned()),
                BTreeMap::new(),
                None,
            ),
            Does::Unknown(reason) => (Outcome::Unknown(reason.to_string()), BTreeMap::new(), None),
        };
        FlowStep {
            guard,
            outcome,
            updates,
            to,
        }
    }

    fn point(&mut self, id: ConfigurationId) -> usize {
        if let Some(&point) = self.of.get(&id) {
            return point;
        }
        self.points.push(Point::default());
        self.of.insert(id, self.points.len() - 1);
        self.queue.push_back(id);
        self.points.len() - 1
    }

    /// A program that has ended reads no more, and writes no more.
    fn halted(&mut self) -> usize {
        if let Some(point) = self.halted {
            return point;
        }
        let to = self.points.len();
        let (guard, outcome) = (self.terms.true_(), Outcome::Writes(Vec::new()));
        let step = FlowStep {
            guard,
            outcome,
            updates: BTreeMap::new(),
            to: Some(to),
        };
        self.points.push(Point {
            symbol: vec![step.clone()],
            end: vec![step],
        });
        self.halted = Some(to);
        to
    }

    /// A point like another one, before which something is written.
    fn written_first(&mut self, point: usize, first: &[Term]) -> usize {
        if first.is_empty() {
            return point;
        }
        let mut copy = self.points[point].clone();
        for step in copy.symbol.iter_mut().chain(&mut copy.end) {
            if let Outcome::Writes(writes) = &mut step.outcome {
                *writes = [first, writes].concat();
            }
        }
        self.points.push(copy);
        self.points.len() - 1
    }

    fn finished(self, start: usize, initial: BTreeMap<Term, Term>) -> Flow {
        let registers: BTreeSet<Term> = self
            .system
            .registers()
            .into_iter()
            .map(|(_, variable, _)| variable)
            .collect();
        let live = live(&self.terms, &self.points, &registers);
        Flow {
            points: self.points,
            registers,
            live,
            start,
            initial,
        }
    }
}

/// The registers that are looked at in guards, or in what registers become that are looked at later.
fn live(terms: &Terms, points: &[Point], registers: &BTreeSet<Term>) -> Vec<BTreeSet<Term>> {
    let mut live: Vec<BTreeSet<Term>> = vec![BTreeSet::new(); points.len()];
    loop {
        let mut changed = false;
        for (i, point) in points.iter().enumerate().rev() {
            for step in point.symbol.iter().chain(&point.end) {
                let later = step.to.map(|to| live[to].clone()).unwrap_or_default();
                let values = later
                    .iter()
                    .map(|r| step.updates.get(r).copied().unwrap_or(*r));
                let looked = terms.free_vars_of(&values.chain([step.guard]).collect::<Vec<_>>());
                for register in looked.intersection(registers) {
                    changed |= live[i].insert(*register);
                }
            }
        }
        if !changed {
            return live;
        }
    }
}
