//! The program as the learner sees it: run on an input, it tells the predicate and the output terms of every big step (paper
//! 001, section 2).

use std::collections::BTreeMap;
use std::rc::Rc;

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::Term;
use step::stream::{ConfigurationId, Does, Letter, Move, StreamSystem};

use super::machine::{Outcome, Predicate};
use super::questions::Questions;
use crate::stream::explore::Halt;

/// One letter's worth of a run.
#[derive(Clone, Debug)]
pub(super) struct BigStep {
    pub predicate: Predicate,
    pub outcome: Outcome,
}

/// Where a run has got to.
#[derive(Clone, Debug)]
enum Spot {
    Waits(ConfigurationId),
    /// It reads no more, and writes no more.
    Halted,
    Failed(String),
}

/// What a configuration does with a letter.
struct Moves {
    all: Vec<Move>,
    /// How many symbols back the guards look.
    back: usize,
}

/// A program that can be run.
pub(super) struct Program<'a> {
    pub system: &'a mut StreamSystem,
    begin: Option<(Vec<Term>, Spot)>,
    rows: BTreeMap<(ConfigurationId, bool), Rc<Moves>>,
    /// The moves that were taken, by configuration, letter and the symbols that guards look at there.
    taken: FxHashMap<(ConfigurationId, bool, Vec<u64>), usize>,
}

pub(super) const SEVERAL_PASSES: &str =
    "it reads its input several times, and the published method looks at each symbol once";

impl<'a> Program<'a> {
    pub fn new(system: &'a mut StreamSystem) -> Self {
        Self {
            system,
            begin: None,
            rows: BTreeMap::new(),
            taken: FxHashMap::default(),
        }
    }

    /// Runs it on an input, to the end of that or until it wants more.
    pub fn run(
        &mut self,
        asked: &Questions,
        input: &[u64],
        ended: bool,
    ) -> Result<Vec<BigStep>, Halt> {
        let (mut first, mut spot) = self.begin()?;
        let mut steps = Vec::new();
        for place in 0..input.len() + usize::from(ended) {
            let (mut step, next) = self.step(asked, spot, input, place)?;
            if let (Outcome::Writes(writes), false) = (&mut step.outcome, first.is_empty()) {
                first.append(writes);
                *writes = std::mem::take(&mut first);
            }
            steps.push(step);
            spot = next;
        }
        Ok(steps)
    }

    /// What it does before it reads: this counts as written with the first letter.
    fn begin(&mut self) -> Result<(Vec<Term>, Spot), Halt> {
        if let Some(known) = &self.begin {
            return Ok(known.clone());
        }
        let begin = self.system.begin()?;
        let [only] = &begin[..] else {
            return Err(Halt::Stop(StopReason::Limit(
                "what it does before it reads depends on something".to_owned(),
            )));
        };
        let (_, spot) = reached(&only.does)?;
        Ok(self.begin.insert((only.writes.clone(), spot)).clone())
    }

    fn step(
        &mut self,
        asked: &Questions,
        at: Spot,
        input: &[u64],
        place: usize,
    ) -> Result<(BigStep, Spot), Halt> {
        let end = place == input.len();
        let letter = |condition| {
            if end {
                Predicate::End(condition)
            } else {
                Predicate::Symbol(condition)
            }
        };
        let anything = letter(self.system.terms.true_());
        let id = match at {
            Spot::Waits(id) => id,
            Spot::Halted => {
                return Ok((
                    BigStep {
                        predicate: anything,
                        outcome: Outcome::Writes(vec![]),
                    },
                    at,
                ));
            }
            Spot::Failed(why) => {
                let outcome = Outcome::Fails(why.clone());
                return Ok((
                    BigStep {
                        predicate: anything,
                        outcome,
                    },
                    Spot::Failed(why),
                ));
            }
        };
        let moves = self.moves(asked, id, end)?;
        let Some(number) = self.taken(asked, &moves, (id, end), input, place) else {
            let what = "it goes on in a way that depends on more than the last symbols";
            return Err(Halt::Stop(StopReason::Inexpressible(what.to_owned())));
        };
        let step = &moves.all[number];
        let (fails, spot) = reached(&step.does)?;
        let outcome = fails.map_or_else(|| Outcome::Writes(step.writes.clone()), Outcome::Fails);
        Ok((
            BigStep {
                predicate: letter(step.guard),
                outcome,
            },
            spot,
        ))
    }

    /// The number of the move that is made on an input.
    fn taken(
        &mut self,
        asked: &Questions,
        moves: &Moves,
        (id, end): (ConfigurationId, bool),
        input: &[u64],
        place: usize,
    ) -> Option<usize> {
        let seen = (0..=moves.back)
            .filter_map(|back| input.get(place.checked_sub(back)?))
            .copied()
            .collect();
        let key = (id, end, seen);
        if let Some(&number) = self.taken.get(&key) {
            return Some(number);
        }
        let holds = |guard: Term| asked.holds(guard, input, place);
        let number = moves.all.iter().position(|step| holds(step.guard))?;
        self.taken.insert(key, number);
        Some(number)
    }

    fn moves(
        &mut self,
        asked: &Questions,
        id: ConfigurationId,
        end: bool,
    ) -> Result<Rc<Moves>, Halt> {
        if let Some(moves) = self.rows.get(&(id, end)) {
            return Ok(Rc::clone(moves));
        }
        let all = self
            .system
            .moves(id, if end { Letter::End } else { Letter::Symbol })?;
        let terms = &self.system.terms;
        let guards: Vec<Term> = all.iter().map(|step| step.guard).collect();
        let free = terms.free_vars_of(&guards);
        let back = asked
            .window
            .iter()
            .rposition(|x| free.contains(x))
            .unwrap_or(0);
        let moves = Rc::new(Moves { all, back });
        self.rows.insert((id, end), Rc::clone(&moves));
        Ok(moves)
    }
}

/// Where a move leads, and how it fails if it does.
fn reached(does: &Does) -> Result<(Option<String>, Spot), Halt> {
    let failed = |why: String| Ok((Some(why.clone()), Spot::Failed(why)));
    match does {
        Does::Waits(_, updates) if !updates.is_empty() => {
            let what = "it remembers more than a fixed number of symbols, and the published method has no registers";
            Err(Halt::Stop(StopReason::Inexpressible(what.to_owned())))
        }
        Does::Waits(id, _) => Ok((None, Spot::Waits(*id))),
        Does::Ends => Ok((None, Spot::Halted)),
        Does::Rereads(..) => Err(Halt::Stop(StopReason::Inexpressible(
            SEVERAL_PASSES.to_owned(),
        ))),
        Does::Fails { what, place } => failed(format!("{what}, {place}")),
        Does::Discarded => failed("an assumption does not hold".to_owned()),
        Does::Unknown(reason) => Err(Halt::Stop(reason.clone())),
    }
}
