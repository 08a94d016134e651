//! The symbolic observation table (Botinčan and Babić, "Sigma*", 2013, section 5): rows are sequences of predicates that lead to a state, columns
//! sequences of predicates that tell states apart, and an entry is what is written while a column's predicates are met right
//! after a row's.

use std::collections::BTreeMap;

use base::{Budget, StopReason};

use super::machine::{Edge, Machine, Node, Outcome, Predicate};
use super::program::{BigStep, Program};
use super::questions::Questions;
use crate::stream::explore::Halt;

/// Predicates, one for each letter.
pub(super) type Sequence = Vec<Predicate>;

/// What is written for each letter of a test; `None` (⊥) where the program meets another predicate than the one asked for.
type Entry = Vec<Option<Outcome>>;

/// A row of the table, for a member of S.
struct Row {
    sequence: Sequence,
    /// The entries so far, by number.
    entries: Vec<usize>,
}

/// A member of R: all its big steps are known.
struct Representative {
    row: usize,
    /// What each of its steps leads to: predicate, outcome, and the row of S.
    steps: Vec<(Predicate, Outcome, Option<usize>)>,
}

/// The table, closed whenever somebody looks at it.
pub(super) struct Table<'a> {
    pub program: Program<'a>,
    pub asked: Questions,
    budget: &'a Budget,
    rows: Vec<Row>,
    of: BTreeMap<Sequence, usize>,
    representatives: Vec<Representative>,
    tests: Vec<Sequence>,
    entries: BTreeMap<Entry, usize>,
    /// How many entries were asked for.
    pub questions: usize,
}

/// Entries of the table that are filled.
const MOST_ENTRIES: usize = 400_000;

impl<'a> Table<'a> {
    /// The table of the empty sequence.
    pub fn new(program: Program<'a>, asked: Questions, budget: &'a Budget) -> Self {
        let first = Row {
            sequence: Vec::new(),
            entries: Vec::new(),
        };
        Self {
            program,
            asked,
            budget,
            rows: vec![first],
            of: BTreeMap::from([(Vec::new(), 0)]),
            representatives: Vec::new(),
            tests: Vec::new(),
            entries: BTreeMap::new(),
            questions: 0,
        }
    }

    /// Fills what is missing and makes rows that are new states representatives, until there are none.
    pub fn close(&mut self) -> Result<(), Halt> {
        if self.representatives.is_empty() {
            self.promote(0)?;
        }
        loop {
            self.fill()?;
            let known: Vec<&[usize]> = self
                .representatives
                .iter()
                .map(|r| &self.rows[r.row].entries[..])
                .collect();
            let Some(new) = self
                .rows
                .iter()
                .position(|row| !known.contains(&&row.entries[..]))
            else {
                return Ok(());
            };
            self.promote(new)?;
        }
    }

    fn fill(&mut self) -> Result<(), Halt> {
        for row in 0..self.rows.len() {
            while let Some(test) = self.tests.get(self.rows[row].entries.len()).cloned() {
                self.budget.check().map_err(Halt::Stop)?;
                if self.questions >= MOST_ENTRIES {
                    let what =
                        format!("the observation table has more than {MOST_ENTRIES} entries");
                    return Err(Halt::Stop(StopReason::Limit(what)));
                }
                let entry = self.entry(&self.rows[row].sequence.clone(), &test)?;
                let number = self.entries.len();
                let number = *self.entries.entry(entry).or_insert(number);
                self.rows[row].entries.push(number);
            }
        }
        Ok(())
    }

    /// What is written during a test. Everything from the first letter on whose predicate is not the one asked for is ⊥: what
    /// follows there would depend on which witness the solver happens to choose.
    fn entry(&mut self, after: &[Predicate], test: &[Predicate]) -> Result<Entry, Halt> {
        self.questions += 1;
        let mut entry = vec![None; test.len()];
        for length in (1..=test.len()).rev() {
            let Some(steps) = self.ask(&[after, &test[..length]].concat())? else {
                continue;
            };
            let same = steps
                .into_iter()
                .skip(after.len())
                .zip(test)
                .take_while(|(step, p)| step.predicate == **p);
            same.zip(&mut entry)
                .for_each(|((step, _), place)| *place = Some(step.outcome));
            break;
        }
        Ok(entry)
    }

    /// Runs an input that meets the predicates; `None` if there is none.
    fn ask(&mut self, sequence: &[Predicate]) -> Result<Option<Vec<BigStep>>, Halt> {
        let Some(input) = self.asked.witness(sequence).map_err(Halt::Stop)? else {
            return Ok(None);
        };
        let ended = sequence.last().is_some_and(|p| p.is_end());
        self.program.run(&self.asked, &input, ended).map(Some)
    }

    /// Makes a row a representative, and finds all its big steps.
    fn promote(&mut self, row: usize) -> Result<(), Halt> {
        let sequence = self.rows[row].sequence.clone();
        let mut steps = Vec::new();
        for letter in [Predicate::Symbol, Predicate::End] {
            let mut met = Vec::new();
            loop {
                let others = self.asked.terms.not(self.asked.terms.or(&met));
                let Some(mut run) = self.ask(&[&sequence[..], &[letter(others)]].concat())? else {
                    break;
                };
                let BigStep { predicate, outcome } =
                    run.pop().expect("a run has a step for every letter");
                if met.contains(&predicate.condition()) {
                    let why = "a witness does not meet what it was found for".to_owned();
                    return Err(Halt::Stop(StopReason::SolverUnknown(why)));
                }
                met.push(predicate.condition());
                self.test(vec![predicate]);
                let goes_on = !predicate.is_end() && matches!(outcome, Outcome::Writes(_));
                let to = goes_on.then(|| self.row([&sequence[..], &[predicate]].concat()));
                steps.push((predicate, outcome, to));
            }
        }
        self.representatives.push(Representative { row, steps });
        Ok(())
    }

    fn row(&mut self, sequence: Sequence) -> usize {
        let next = self.rows.len();
        let row = *self.of.entry(sequence.clone()).or_insert(next);
        if row == next {
            self.rows.push(Row {
                sequence,
                entries: Vec::new(),
            });
        }
        row
    }

    fn test(&mut self, test: Sequence) {
        if !self.tests.contains(&test) {
            self.tests.push(test);
        }
    }

    /// Learns from an input that the conjecture is wrong about: the longest prefix that is in S is dropped, and all
    /// suffixes of the rest become tests.
    pub fn refine(&mut self, run: &[BigStep]) -> Result<(), Halt> {
        let sequence: Sequence = run.iter().map(|step| step.predicate).collect();
        let known = (0..=sequence.len())
            .rev()
            .find(|&n| self.of.contains_key(&sequence[..n]))
            .unwrap_or(0);
        // The last letter alone is a test already; of an input that lies in S as a whole nothing is left.
        let rest = known.min(sequence.len().saturating_sub(1));
        let before = self.tests.len();
        (rest..sequence.len())
            .rev()
            .for_each(|from| self.test(sequence[from..].to_vec()));
        if self.tests.len() == before {
            let why =
                "an input on which program and conjecture differ brings no new test".to_owned();
            return Err(Halt::Stop(StopReason::Limit(why)));
        }
        self.close()
    }

    /// The conjecture of the closed table: a state for each representative.
    pub fn conjecture(&self) -> Machine {
        let states: BTreeMap<&[usize], usize> = self
            .representatives
            .iter()
            .enumerate()
            .map(|(i, r)| (&self.rows[r.row].entries[..], i))
            .collect();
        let mut nodes = Vec::new();
        for representative in &self.representatives {
            let mut node = Node::default();
            for (predicate, outcome, to) in &representative.steps {
                let to = to.map_or(0, |row| states[&self.rows[row].entries[..]]);
                let edge = Edge {
                    guard: predicate.condition(),
                    outcome: outcome.clone(),
                    to,
                    via: 0,
                };
                if predicate.is_end() {
                    node.end.push(edge)
                } else {
                    node.symbol.push(edge)
                }
            }
            nodes.push(node);
        }
        Machine {
            nodes,
            starts: vec![0],
        }
    }

    /// How many symbols inputs may have for which the conjecture is certainly right: bounded correctness. If all
    /// sequences of n predicates lie in R, then what is written for one more symbol, and at the end after it, was seen.
    pub fn depth(&self) -> usize {
        let mut level = vec![0];
        let mut depth = 0;
        loop {
            let mut next = Vec::new();
            for row in level {
                let Some(r) = self.representatives.iter().find(|r| r.row == row) else {
                    return depth;
                };
                next.extend(r.steps.iter().filter_map(|(_, _, to)| *to));
            }
            depth += 1;
            level = next;
            if level.is_empty() {
                return usize::MAX;
            }
        }
    }
}
