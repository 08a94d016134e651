//! L*: Angluin, "Learning regular sets from queries and counterexamples", 1987 (doi 10.1016/0890-5401(87)90052-6).

use std::fmt::Debug;

use base::StopReason;
use model::Moore;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::observation::{OutputId, Questions};
use crate::rivest_schapire::breakpoint;
use crate::{Learner, MembershipOracle, ObservationTree, Word};

/// The learner with an observation table: rows are prefixes, columns are suffixes, equal rows are one state.
pub struct LStar<O> {
    tree: ObservationTree<O>,
    counterexamples: Counterexamples,
    table: Table,
}

/// What is done with a counterexample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counterexamples {
    /// All its prefixes become rows (Angluin).
    Prefixes,
    /// All its suffixes become columns (Maler and Pnueli).
    Suffixes,
    /// One of its suffixes becomes a column (Rivest and Schapire). Short rows are then pairwise different
    /// for ever, and consistency comes for free.
    Suffix,
}

impl<O: Clone + Eq + Debug> LStar<O> {
    /// The original of 1987.
    pub fn angluin(letters: usize, tree: ObservationTree<O>) -> Self {
        Self {
            tree,
            counterexamples: Counterexamples::Prefixes,
            table: Table::new(letters),
        }
    }

    /// As Maler and Pnueli changed it ("On the learnability of infinitary regular sets", 1995).
    pub fn maler_pnueli(letters: usize, tree: ObservationTree<O>) -> Self {
        Self {
            counterexamples: Counterexamples::Suffixes,
            ..Self::angluin(letters, tree)
        }
    }

    /// With the counterexample analysis of Rivest and Schapire: the one to use if in doubt.
    pub fn rivest_schapire(letters: usize, tree: ObservationTree<O>) -> Self {
        Self {
            tree,
            counterexamples: Counterexamples::Suffix,
            table: Table::new(letters),
        }
    }

    fn machine(&self, states: &States) -> Moore<O> {
        let rows = states.representatives.iter().map(|&row| {
            let output = self.tree.output(self.table.short[row].cells[0]).clone();
            (
                output,
                self.table.long[row]
                    .iter()
                    .map(|long| states.of[&long.cells])
                    .collect(),
            )
        });
        Moore::new(self.table.letters, 0, rows.collect())
            .expect("every row of a closed table is the row of a state")
    }
}

impl<O: Clone + Eq + Debug> Learner<O> for LStar<O> {
    fn name(&self) -> &'static str {
        match self.counterexamples {
            Counterexamples::Prefixes => "L*",
            Counterexamples::Suffixes => "L* (Maler-Pnueli)",
            Counterexamples::Suffix => "L* (Rivest-Schapire)",
        }
    }

    fn tree(&self) -> &ObservationTree<O> {
        &self.tree
    }

    fn tree_mut(&mut self) -> &mut ObservationTree<O> {
        &mut self.tree
    }

    fn add_letters(&mut self, count: usize) {
        self.table.letters += count;
    }

    fn hypothesis(&mut self, oracle: &mut dyn MembershipOracle<O>) -> Result<Moore<O>, StopReason> {
        let states = self
            .table
            .complete(&mut Questions::new(&mut self.tree, oracle))?;
        Ok(self.machine(&states))
    }

    fn refine(
        &mut self,
        word: &[usize],
        oracle: &mut dyn MembershipOracle<O>,
    ) -> Result<(), StopReason> {
        let mut questions = Questions::new(&mut self.tree, oracle);
        let states = self.table.complete(&mut questions)?;
        let answer = questions.answer(&[word])?;
        let hypothesis = self.machine(&states);
        if self.tree.output(answer) == hypothesis.output(word) {
            return Ok(());
        }
        match self.counterexamples {
            Counterexamples::Prefixes => self.table.add_prefixes(word),
            Counterexamples::Suffixes => {
                for start in 0..word.len() {
                    let suffix = word[start..].to_vec();
                    if !self.table.suffixes.contains(&suffix) {
                        self.table.suffixes.push(suffix);
                    }
                }
            }
            Counterexamples::Suffix => {
                let access: Vec<_> = states
                    .representatives
                    .iter()
                    .map(|&row| &*self.table.short[row].word)
                    .collect();
                let questions = &mut Questions::new(&mut self.tree, oracle);
                if let Some(wrong) = breakpoint(&hypothesis, &access, word, questions)? {
                    self.table.suffixes.push(wrong.suffix.to_vec());
                }
            }
        }
        Ok(())
    }
}

/// The observation table.
struct Table {
    letters: usize,
    /// The columns; the first is the empty suffix, the output itself.
    suffixes: Vec<Word>,
    /// The rows that may be states; prefix-closed, the first is the empty word.
    short: Vec<Row>,
    /// For each short row its extensions by each letter, as far as they were looked at.
    long: Vec<Vec<Row>>,
}

/// A word and the outputs after it and the first so many suffixes, as far as they were asked.
#[derive(Clone)]
struct Row {
    word: Word,
    cells: Vec<OutputId>,
}

/// The different rows of a closed and consistent table.
struct States {
    of: FxHashMap<Vec<OutputId>, usize>,
    /// For each state its first short row.
    representatives: Vec<usize>,
}

impl Table {
    fn new(letters: usize) -> Self {
        let mut table = Self {
            letters,
            suffixes: vec![Word::new()],
            short: Vec::new(),
            long: Vec::new(),
        };
        table.add_short(Row::of(Word::new()));
        table
    }

    fn add_short(&mut self, row: Row) {
        self.short.push(row);
        self.long.push(Vec::new());
    }

    fn add_prefixes(&mut self, word: &[usize]) {
        let known: FxHashSet<Word> = self.short.iter().map(|row| row.word.clone()).collect();
        let prefixes = (1..=word.len()).map(|length| &word[..length]);
        prefixes
            .filter(|prefix| !known.contains(*prefix))
            .for_each(|prefix| self.add_short(Row::of(prefix.to_vec())));
    }

    /// Asks until the table is closed and consistent.
    fn complete<O: Clone + Eq + Debug>(
        &mut self,
        questions: &mut Questions<'_, O>,
    ) -> Result<States, StopReason> {
        loop {
            let states = self.close(questions)?;
            match self.inconsistency(&states) {
                None => return Ok(states),
                Some(suffix) => self.suffixes.push(suffix),
            }
        }
    }

    /// Closed: every extension of a short row equals some short row. One that does not becomes a short row.
    fn close<O: Clone + Eq + Debug>(
        &mut self,
        questions: &mut Questions<'_, O>,
    ) -> Result<States, StopReason> {
        let mut states = States {
            of: FxHashMap::default(),
            representatives: Vec::new(),
        };
        for (row, short) in self.short.iter_mut().enumerate() {
            short.fill(&self.suffixes, questions)?;
            states.add(&short.cells, row);
        }
        let mut row = 0;
        while row < self.short.len() {
            for letter in 0..self.letters {
                if letter == self.long[row].len() {
                    let word = [self.short[row].word.as_slice(), &[letter]].concat();
                    self.long[row].push(Row::of(word));
                }
                let long = &mut self.long[row][letter];
                long.fill(&self.suffixes, questions)?;
                if states.add(&long.cells, self.short.len()) {
                    let long = long.clone();
                    self.add_short(long);
                }
            }
            row += 1;
        }
        Ok(states)
    }

    /// Consistent: equal short rows have equal extensions. If not, the letter and the suffix that tell the extensions
    /// apart tell the rows apart.
    fn inconsistency(&self, states: &States) -> Option<Word> {
        (0..self.short.len()).find_map(|row| {
            let representative = states.representatives[states.of[&self.short[row].cells]];
            let letters = if row == representative {
                0
            } else {
                self.letters
            };
            (0..letters).find_map(|letter| {
                let (one, other) = (
                    &self.long[row][letter].cells,
                    &self.long[representative][letter].cells,
                );
                let column = one
                    .iter()
                    .zip(other)
                    .position(|(one, other)| one != other)?;
                Some([&[letter], self.suffixes[column].as_slice()].concat())
            })
        })
    }
}

impl Row {
    fn of(word: Word) -> Self {
        Self {
            word,
            cells: Vec::new(),
        }
    }

    fn fill<O: Clone + Eq + Debug>(
        &mut self,
        suffixes: &[Word],
        questions: &mut Questions<'_, O>,
    ) -> Result<(), StopReason> {
        for suffix in &suffixes[self.cells.len()..] {
            self.cells.push(questions.answer(&[&self.word, suffix])?);
        }
        Ok(())
    }
}

impl States {
    /// Whether the row is a new state.
    fn add(&mut self, cells: &[OutputId], row: usize) -> bool {
        if self.of.contains_key(cells) {
            return false;
        }
        self.of.insert(cells.to_vec(), self.representatives.len());
        self.representatives.push(row);
        true
    }
}
