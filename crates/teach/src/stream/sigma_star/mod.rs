//! Sigma*, as published (Botinčan and Babić, "Sigma*", 2013, section 5): a symbolic observation table makes conjectures, and a predicate abstraction
//! of the program says when one is right. Whatever separates the two is either no behaviour of the program, and makes
//! the abstraction sharper, or one that the conjecture does not have yet.

mod abstraction;
mod flow;
mod machine;
mod program;
mod questions;
mod refine;
mod separate;
mod table;
mod transducer;

use base::{Budget, Progress, StopReason};
use smt::{Term, Terms};
use step::stream::StreamSystem;

use self::abstraction::{Abstraction, abstraction};
use self::flow::{Flow, FlowStep, flow};
use self::machine::{Machine, Outcome};
use self::program::{BigStep, Program};
use self::questions::Questions;
use self::separate::{Separation, separating};
use self::table::Table;
use super::Effort;
use super::explore::{Found, Halt, settle};

/// Predicates of the abstraction.
const MOST_PREDICATES: usize = 64;

/// Learns what a filter does.
pub(super) fn learn(
    system: &mut StreamSystem,
    effort: &mut Effort,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Found, StopReason> {
    settle(system, budget, progress)?;
    loop {
        match Learning::new(system, effort, budget, progress).run() {
            Ok(found) => return Ok(found),
            Err(Halt::See(change)) => {
                system.regeneralise(&change)?;
                settle(system, budget, progress)?;
            }
            Err(Halt::Stop(reason)) => return Err(reason),
        }
    }
}

struct Learning<'a> {
    table: Table<'a>,
    effort: &'a mut Effort,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    /// What the abstraction tells apart.
    predicates: Vec<Term>,
    /// The last conjecture of a closed table, and up to how many symbols it is right in any case.
    last: Option<(Machine, usize)>,
}

impl<'a> Learning<'a> {
    fn new(
        system: &'a mut StreamSystem,
        effort: &'a mut Effort,
        budget: &'a Budget,
        progress: &'a dyn Progress,
    ) -> Self {
        let window = (0..=system.lookback() + 1)
            .map(|back| system.seen(back))
            .collect();
        let asked = Questions::new(
            &system.terms,
            system.filter.reads.bits.into(),
            system.alphabet(),
            window,
        );
        let table = Table::new(Program::new(system), asked, budget);
        Self {
            table,
            effort,
            budget,
            progress,
            predicates: Vec::new(),
            last: None,
        }
    }

    fn run(mut self) -> Result<Found, Halt> {
        let found = self.table.close().and_then(|()| self.converge());
        self.effort.membership += self.table.questions;
        self.effort.predicates = self.predicates.len();
        self.effort.solver_calls += self.table.asked.solver.calls() as usize;
        let (reason, last) = match (found, self.last) {
            (Ok(()), Some(last)) => (None, last),
            (Err(Halt::Stop(reason)), Some(last)) => (Some(reason), last),
            (Err(halt), _) => return Err(halt),
            (Ok(()), None) => {
                return Err(Halt::Stop(StopReason::Limit(
                    "there is no conjecture".to_owned(),
                )));
            }
        };
        let limit = reason.map(|reason| (last.1, reason));
        let machine = transducer::of(&last.0, self.table.program.system);
        Ok(Found { machine, limit })
    }

    /// Compares and refines until conjecture and abstraction agree.
    fn converge(&mut self) -> Result<(), Halt> {
        self.conjecture();
        let mut open = self.table.program.system.with_open_control();
        let flow = flow(&mut open, self.budget, self.progress).map_err(Halt::Stop)?;
        let mut abstract_ = self.abstracted(&flow)?;
        loop {
            let conjecture = self.conjecture();
            self.say(&conjecture, &abstract_);
            self.effort.equivalence += 1;
            let found = separating(
                &conjecture,
                &abstract_.machine,
                &mut self.table.asked,
                self.budget,
            );
            let Some(found) = found.map_err(Halt::Stop)? else {
                return Ok(());
            };
            let run = self
                .table
                .program
                .run(&self.table.asked, &found.input, found.ended)?;
            let steps = steps(&flow, &abstract_, &found);
            if self.does(&run, &steps, &found.input) {
                self.effort.conjecture_refinements += 1;
                self.table.refine(&run)?;
            } else {
                self.effort.abstraction_refinements += 1;
                self.sharpen(&flow, &steps, &found.input)
                    .map_err(Halt::Stop)?;
                abstract_ = self.abstracted(&flow)?;
            }
        }
    }

    /// The conjecture of the table, which is closed; if nothing better comes it stays.
    fn conjecture(&mut self) -> Machine {
        let conjecture = self.table.conjecture();
        self.last = Some((conjecture.clone(), self.table.depth()));
        conjecture
    }

    fn abstracted(&mut self, flow: &Flow) -> Result<Abstraction, Halt> {
        abstraction(flow, &self.predicates, &mut self.table.asked, self.budget).map_err(Halt::Stop)
    }

    fn say(&self, conjecture: &Machine, abstraction: &Abstraction) {
        let (states, abstract_) = (conjecture.nodes.len(), abstraction.machine.nodes.len());
        let predicates = self.predicates.len();
        let what = || {
            format!(
                "{states} states against an abstraction of {abstract_}, with {predicates} predicates"
            )
        };
        self.progress.working(&what);
    }

    /// Whether the program does on an input what the abstraction can.
    fn does(&self, run: &[BigStep], steps: &[&FlowStep], input: &[u64]) -> bool {
        let asked = &self.table.asked;
        let concrete = |outcome: &Outcome, place: usize| match outcome {
            Outcome::Writes(writes) => Some(Ok(asked
                .terms
                .substitute_all(writes, &asked.seen_from(input, place)))),
            Outcome::Fails(why) => Some(Err(why.clone())),
            Outcome::Unknown(_) => None,
        };
        let same = |(place, (step, other)): (usize, (&BigStep, &&FlowStep))| {
            let (mine, theirs) = (
                concrete(&step.outcome, place),
                concrete(&other.outcome, place),
            );
            mine.is_some() && mine == theirs
        };
        run.iter().zip(steps).enumerate().all(same)
    }

    /// Adds what rules a run out that the program does not have.
    fn sharpen(
        &mut self,
        flow: &Flow,
        steps: &[&FlowStep],
        input: &[u64],
    ) -> Result<(), StopReason> {
        let found = refine::predicates(flow, steps, input, &self.table.asked);
        let before = self.predicates.len();
        for predicate in found {
            if !self
                .predicates
                .iter()
                .any(|p| is_same(&self.table.asked.terms, *p, predicate))
            {
                self.predicates.push(predicate);
            }
        }
        if self.predicates.len() == before {
            let unknown = steps.last().and_then(|step| match &step.outcome {
                Outcome::Unknown(why) => Some(format!(", whose control it loses track of: {why}")),
                Outcome::Writes(_) | Outcome::Fails(_) => None,
            });
            let why =
                "weakest preconditions bring no new predicates to refine the abstraction with";
            return Err(StopReason::Inexpressible(format!(
                "{why}{}",
                unknown.unwrap_or_default()
            )));
        }
        if self.predicates.len() > MOST_PREDICATES {
            return Err(StopReason::Limit(format!(
                "the abstraction has more than {MOST_PREDICATES} predicates"
            )));
        }
        Ok(())
    }
}

/// Whether two predicates tell the same apart.
fn is_same(terms: &Terms, a: Term, b: Term) -> bool {
    a == b || terms.not(a) == b
}

/// The steps of the program that a run of the abstraction consists of.
fn steps<'f>(flow: &'f Flow, abstraction: &Abstraction, found: &Separation) -> Vec<&'f FlowStep> {
    let last = found.run.len() - 1;
    let step = |(i, &(state, edge)): (usize, &(usize, usize))| {
        let end = found.ended && i == last;
        let via = abstraction.machine.nodes[state].edges(end)[edge].via;
        &flow.points[abstraction.points[state]].steps(end)[via]
    };
    found.run.iter().enumerate().map(step).collect()
}
