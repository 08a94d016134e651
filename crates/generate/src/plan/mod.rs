//! How the code of a model gets fast: decided from what its states do, never from names.
//!
//! - *Calm* symbols ([`Calm`]) keep a state and are all copied, each to one symbol, or all dropped. Vector instructions find
//!   where a run of them ends, and take the run as a whole.
//! - A *dense* machine ([`Dense`]) looks at the byte alone, in every state: tables say what is written, in one store of eight or
//!   sixteen bytes, and what comes next, without a branch.
//! - A *turn* ([`Turn`]) is made by symbols that are copied and lead around all states: runs of them, too, are taken as a whole.
//! - A *home* ([`Home`]) is a state that is never left: all its cases are computed, of many symbols at once.
//! - A *choice* ([`Choice`]) is what decides where to start, where the whole input has to be known for that.
//! - A *cycle* ([`Cycle`]) of states that every symbol leads around: blocks of symbols become blocks of output, all by the same
//!   expressions, which compilers make vector code of.

mod calm;
mod choice;
mod computed;
mod cost;
mod cycle;
mod dense;
mod home;
mod pieces;
mod silent;
mod turn;

use model::transducer::{Cell, State, SymbolType, SymbolicTransducer};
use smt::Term;

pub(crate) use self::calm::Calm;
pub(crate) use self::choice::Choice;
pub(crate) use self::cost::operations;
pub(crate) use self::cycle::{Cycle, by_guard};
pub(crate) use self::dense::{Dense, FEW_STATES, Text};
pub(crate) use self::home::Home;
pub(crate) use self::pieces::{MOST_PIECES, Piece, pieces};
pub(crate) use self::turn::Turn;
use crate::Refusal;

/// How a model is to be written.
pub(crate) struct Plan<'a> {
    pub(crate) machine: &'a SymbolicTransducer,
    /// For each state: which symbols are calm there.
    pub(crate) calm: Vec<Option<Calm>>,
    pub(crate) dense: Option<Dense>,
    pub(crate) turn: Option<Turn>,
    pub(crate) cycle: Option<Cycle>,
    pub(crate) home: Option<Home>,
    /// Which start is meant, where the whole input decides.
    pub(crate) choice: Option<Choice>,
    /// For each state: whether nothing more is written from there on, but for the end.
    pub(crate) silent: Vec<bool>,
    /// For each state: how many of the symbols read before are looked at there or later.
    pub(crate) lookback: Vec<usize>,
    /// The most symbols that are written for one that is read.
    pub(crate) longest: usize,
    /// The most symbols that are written at the end.
    pub(crate) longest_end: usize,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(machine: &'a SymbolicTransducer) -> Result<Self, Refusal> {
        check(machine)?;
        let cells: Vec<Option<Vec<Option<Cell>>>> = (0..machine.states.len())
            .map(|state| machine.cells(state))
            .collect();
        let steps = machine.states.iter().flat_map(|state| &state.steps);
        let ends = machine.states.iter().flat_map(|state| &state.ends);
        let most = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
        let dense = Dense::new(machine, &cells);
        let cycle = Cycle::new(machine, &cells);
        let home = Home::new(machine);
        let calm = |of: fn(usize, &[Option<Cell>], SymbolType) -> Option<Calm>| {
            let states = cells.iter().enumerate();
            let calm = states.map(|(state, cells)| of(state, cells.as_deref()?, machine.output));
            calm.collect::<Vec<Option<Calm>>>()
        };
        // Tables, rounds and cases know nothing of what is behind.
        let alone = dense.is_none() && cycle.is_none() && home.is_none();
        let mut calm_of = calm(Calm::new);
        if alone && calm_of.iter().all(Option::is_none) {
            calm_of = calm(Calm::with_tail);
        }
        Ok(Self {
            machine,
            calm: calm_of,
            turn: dense.as_ref().and_then(Turn::new),
            dense,
            cycle,
            home,
            choice: Choice::new(machine),
            silent: silent::silent(machine),
            lookback: lookback(machine),
            longest: most(&mut steps.map(|step| step.writes.len())),
            longest_end: most(&mut ends.map(|end| end.writes.len())),
        })
    }

    /// Whether the input may come in pieces: which start is taken must not hang on the whole of it.
    pub(crate) fn streams(&self) -> bool {
        self.start().is_some()
    }

    /// The only start, if there is only one.
    pub(crate) fn start(&self) -> Option<usize> {
        match &self.machine.starts[..] {
            [only] if only.when.is_none() => Some(only.state),
            _ => None,
        }
    }

    /// Which form the fast code has.
    pub(crate) fn form(&self) -> Form<'_> {
        let calm = self.calm.iter().any(Option::is_some);
        match (&self.cycle, &self.dense) {
            (Some(cycle), _) if cycle.beats_runs() => Form::Rounds(cycle),
            (Some(cycle), Some(_)) if !calm && cycle.beats_tables() => Form::Rounds(cycle),
            // What is written for a byte is looked up faster than it is computed.
            (_, Some(dense)) => Form::Tables(dense),
            (Some(cycle), _) if !calm => Form::Rounds(cycle),
            _ if calm && self.streams() => Form::Runs,
            _ => match &self.home {
                Some(home) if self.streams() => Form::Home(home),
                _ => Form::Steps,
            },
        }
    }

    /// Whether what is written comes from tables.
    pub(crate) fn has_tables(&self) -> bool {
        matches!(self.form(), Form::Tables(_))
    }

    /// How it gets fast, in a sentence.
    pub(crate) fn means(&self) -> String {
        let calm = self.calm.iter().flatten().count();
        let runs = match (calm, self.machine.states.len()) {
            (1, 1) => "runs of plain symbols are found by vector instructions".to_owned(),
            (calm, all) => format!(
                "runs of plain symbols are found by vector instructions in {calm} of {all} states"
            ),
        };
        match self.form() {
            Form::Rounds(cycle) => match cycle.states.len() {
                1 => "every symbol is computed in the same way, so many are at once".to_owned(),
                period => format!("blocks of {period} symbols are computed in the same way"),
            },
            Form::Tables(_) if calm == 0 && self.turn.is_some() => {
                "runs of symbols that are copied are found by vector instructions; other symbols are written from tables"
                    .to_owned()
            }
            Form::Tables(_) if calm == 0 => "what is written comes from tables".to_owned(),
            Form::Tables(_) => format!("{runs}; other symbols are written from tables"),
            Form::Runs => runs,
            Form::Home(_) => {
                "all cases are computed, of many symbols at once, and what counts is kept"
                    .to_owned()
            }
            Form::Steps => "symbol by symbol".to_owned(),
        }
    }
}

/// What the fast code is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form<'a> {
    /// Rounds through a circle of states.
    Rounds(&'a Cycle),
    /// Runs of calm symbols, and texts from tables.
    Tables(&'a Dense),
    /// Runs of calm symbols, and steps between them.
    Runs,
    /// One state that is never left, in which all cases are computed.
    Home(&'a Home),
    /// Nothing but steps.
    Steps,
}

/// For each state: how many of the symbols read before are looked at there, or after more have been read.
fn lookback(machine: &SymbolicTransducer) -> Vec<usize> {
    let looks = |state: &State| {
        let steps = state.steps.iter().flat_map(|step| {
            let terms = step.writes.iter().chain(&step.updates);
            terms.chain([&step.guard]).copied()
        });
        let ends = state.ends.iter().flat_map(|end| {
            let terms = end.writes.iter().chain([&end.guard]);
            terms.copied()
        });
        let terms: Vec<Term> = steps.chain(ends).collect();
        let seen = machine.terms.free_vars_of(&terms);
        (1..=machine.lookback)
            .rev()
            .find(|back| seen.contains(&machine.seen(*back)))
            .unwrap_or(0)
    };
    let mut needs: Vec<usize> = machine.states.iter().map(looks).collect();
    loop {
        let mut changed = false;
        for (state, does) in machine.states.iter().enumerate() {
            let later = does
                .steps
                .iter()
                .map(|step| needs[step.to].saturating_sub(1));
            let most = later.max().unwrap_or(0);
            changed |= most > needs[state];
            needs[state] = needs[state].max(most);
        }
        if !changed {
            return needs;
        }
    }
}

/// Refuses what no form of code can do.
fn check(machine: &SymbolicTransducer) -> Result<(), Refusal> {
    let fails = machine
        .states
        .iter()
        .find_map(|state| state.failure.as_ref());
    if let Some(failure) = fails {
        return Err(Refusal::new(match failure {
            model::transducer::Failure::Fails(how) => {
                format!(
                    "it fails on some inputs ({how}); generated code would have nothing to write there"
                )
            }
            model::transducer::Failure::NotKnown => {
                "what it does is not known on all inputs".to_owned()
            }
        }));
    }
    // Where the whole input decides, some inputs end where others go on.
    let one_start = machine.starts.len() == 1;
    if one_start && machine.states.iter().any(|state| state.ends.is_empty()) {
        return Err(Refusal::new("it is not defined on inputs that end early"));
    }
    for ty in [machine.input, machine.output] {
        if ![8, 16, 32].contains(&ty.bits) {
            return Err(Refusal::new(format!(
                "it reads or writes numbers of {} bits",
                ty.bits
            )));
        }
    }
    Ok(())
}
