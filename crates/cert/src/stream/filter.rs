//! The filter's side: all configurations and what they do.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Budget, StopReason};
use smt::Term;
use step::stream::{Change, ConfigurationId, Does, Letter, Move, StreamSystem};

use super::facts::Facts;
use super::judge::Judge;
use super::live::{Way, live};
use super::{MOST_ENTRIES, Rejection, unknown};

/// Where a filter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Here {
    /// It waits for a symbol.
    At(usize),
    /// It has ended, and reads and writes no more.
    Ended,
    /// It has failed.
    Failed,
}

/// What becomes of a filter.
pub(super) enum Goes {
    To(Here),
    /// It reads the whole input again.
    Again(usize),
    /// It could not be followed.
    Lost(StopReason),
}

/// One way a filter goes on.
pub(super) struct Turn {
    pub guard: Rc<Facts>,
    pub writes: Vec<Term>,
    pub goes: Goes,
    pub updates: BTreeMap<Term, Term>,
}

/// What a filter does with one kind of letter.
pub(super) struct Turns {
    pub turns: Vec<Turn>,
    /// Where none of them is taken.
    pub gap: Rc<Facts>,
}

/// A configuration.
pub(super) struct Row {
    pub symbol: Turns,
    pub end: Turns,
    /// What is claimed of the window.
    pub given: Rc<Facts>,
    /// The same before the last symbol is moved into the window.
    pub arriving: Vec<Term>,
    pub live: BTreeSet<Term>,
}

/// A filter that was followed everywhere.
pub(super) struct Followed {
    pub begin: Turns,
    rows: Vec<Row>,
    ended: Row,
    failed: Row,
    /// The registers, and their values before anything is done.
    pub registers: BTreeMap<Term, Term>,
}

impl Followed {
    pub fn new(
        system: &mut StreamSystem,
        judge: &mut Judge<'_>,
        budget: &Budget,
    ) -> Result<Self, Rejection> {
        let mut gathering = Gathering {
            system,
            judge,
            numbers: BTreeMap::new(),
            ids: Vec::new(),
        };
        let begin = gathering.begin()?;
        let mut rows = Vec::new();
        while let Some(&id) = gathering.ids.get(rows.len()) {
            budget.check().map_err(Rejection::Undecided)?;
            if rows.len() >= MOST_ENTRIES {
                return Err(unknown("it has too many configurations"));
            }
            rows.push(gathering.row(id)?);
        }
        let registers = system
            .registers()
            .into_iter()
            .map(|(_, register, zero)| (register, zero))
            .collect();
        let ways: Vec<Vec<Way>> = rows.iter().map(|row| ways(row, judge)).collect();
        for (row, live) in rows.iter_mut().zip(live(judge, &ways)) {
            row.live = live;
        }
        Ok(Self {
            begin,
            rows,
            ended: resting(Here::Ended),
            failed: resting(Here::Failed),
            registers,
        })
    }

    pub fn row(&self, here: Here) -> &Row {
        match here {
            Here::At(number) => &self.rows[number],
            Here::Ended => &self.ended,
            Here::Failed => &self.failed,
        }
    }

    /// Whether it may read its input again when that has ended.
    pub fn rereads(&self, from: usize) -> bool {
        let (mut known, mut queue) = (BTreeSet::from([from]), vec![from]);
        while let Some(number) = queue.pop() {
            let row = &self.rows[number];
            if row
                .end
                .turns
                .iter()
                .any(|turn| matches!(turn.goes, Goes::Again(_)))
            {
                return true;
            }
            for turn in &row.symbol.turns {
                if let Goes::To(Here::At(to)) = turn.goes
                    && known.insert(to)
                {
                    queue.push(to);
                }
            }
        }
        false
    }
}

/// What reads on for ever without doing anything.
fn resting(here: Here) -> Row {
    let turns = || {
        let (guard, writes, updates) = Default::default();
        Turns {
            turns: vec![Turn {
                guard,
                writes,
                goes: Goes::To(here),
                updates,
            }],
            gap: impossible(),
        }
    };
    let (given, arriving, live) = Default::default();
    Row {
        symbol: turns(),
        end: turns(),
        given,
        arriving,
        live,
    }
}

/// What never holds.
fn impossible() -> Rc<Facts> {
    let mut facts = Facts::default();
    facts.keep(0, &super::bytes::Bytes::NONE);
    Rc::new(facts)
}

fn ways(row: &Row, judge: &Judge<'_>) -> Vec<Way> {
    let way = |turn: &Turn| {
        let mut terms: Vec<Term> = turn
            .guard
            .rest
            .iter()
            .chain(&turn.writes)
            .copied()
            .collect();
        if let Goes::Again(_) = turn.goes {
            terms.extend(turn.updates.values());
        }
        let mut looks = judge.terms.free_vars_of(&terms);
        looks.extend(turn.guard.sets.keys().map(|back| judge.symbol(*back)));
        let to = if let Goes::To(Here::At(to)) = turn.goes {
            Some(to)
        } else {
            None
        };
        Way {
            looks,
            updates: turn.updates.clone(),
            to,
        }
    };
    row.symbol
        .turns
        .iter()
        .chain(&row.end.turns)
        .map(way)
        .collect()
}

struct Gathering<'a, 'j> {
    system: &'a mut StreamSystem,
    judge: &'a mut Judge<'j>,
    numbers: BTreeMap<ConfigurationId, usize>,
    ids: Vec<ConfigurationId>,
}

impl Gathering<'_, '_> {
    fn begin(&mut self) -> Result<Turns, Rejection> {
        let moves = self
            .system
            .begin()
            .map_err(|change| seen_otherwise(&change))?;
        Ok(self.turns(&moves, Letter::Begin))
    }

    fn row(&mut self, id: ConfigurationId) -> Result<Row, Rejection> {
        let symbol = self
            .system
            .moves(id, Letter::Symbol)
            .map_err(|change| seen_otherwise(&change))?;
        let end = self
            .system
            .moves(id, Letter::End)
            .map_err(|change| seen_otherwise(&change))?;
        let given = self.system.given(id).to_vec();
        let younger = (0..super::WINDOW)
            .map(|back| (self.judge.symbol(back + 1), self.judge.symbol(back)))
            .collect();
        let arriving = self.system.terms.substitute_all(&given, &younger);
        // Soundness: both sides have registers of these names, so that facts about them would be about both.
        if self
            .system
            .terms
            .free_vars_of(&given)
            .iter()
            .any(|variable| self.judge.place(*variable).is_none())
        {
            return Err(unknown(
                "a configuration claims to know something of a register",
            ));
        }
        let given = self.judge.facts(self.system.terms.and(&given));
        let (symbol, end) = (
            self.turns(&symbol, Letter::Symbol),
            self.turns(&end, Letter::End),
        );
        Ok(Row {
            symbol,
            end,
            given,
            arriving,
            live: BTreeSet::new(),
        })
    }

    fn turns(&mut self, moves: &[Move], letter: Letter) -> Turns {
        let turns = moves.iter().map(|step| self.turn(step, letter)).collect();
        let guards: Vec<Term> = moves.iter().map(|step| step.guard).collect();
        Turns {
            turns,
            gap: self.judge.none_of(&guards),
        }
    }

    fn turn(&mut self, step: &Move, letter: Letter) -> Turn {
        let lost = |what: &str| Goes::Lost(StopReason::Limit(what.to_owned()));
        let none = BTreeMap::new();
        let (goes, updates) = match &step.does {
            Does::Waits(..) if letter == Letter::End => {
                (lost("it reads on behind the end of its input"), &none)
            }
            Does::Waits(id, updates) => (Goes::To(Here::At(self.number(*id))), updates),
            Does::Rereads(id, updates) if letter == Letter::End => {
                (Goes::Again(self.number(*id)), updates)
            }
            Does::Rereads(..) => (
                lost("it reads its input again before that has ended"),
                &none,
            ),
            Does::Ends => (Goes::To(Here::Ended), &none),
            Does::Fails { .. } | Does::Discarded => (Goes::To(Here::Failed), &none),
            Does::Unknown(reason) => (Goes::Lost(reason.clone()), &none),
        };
        Turn {
            guard: self.judge.facts(step.guard),
            writes: step.writes.clone(),
            goes,
            updates: updates.clone(),
        }
    }

    fn number(&mut self, id: ConfigurationId) -> usize {
        let next = self.ids.len();
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.ids.push(id);
        }
        number
    }
}

fn seen_otherwise(change: &Change) -> Rejection {
    unknown(&format!("its configurations are not settled: {change:?}"))
}

impl Turn {
    /// The value of a register afterwards.
    pub fn after(&self, register: Term) -> Term {
        self.updates.get(&register).copied().unwrap_or(register)
    }
}
