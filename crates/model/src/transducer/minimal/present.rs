//! One way to write a machine down: states in the order in which the smallest symbols reach them, steps by target and by
//! what is written.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::Term;

use super::super::{Acceptor, End, Start, State, Step, SymbolicTransducer};
use super::concrete::{Source, Tables};
use super::forms::{Forms, Pair};
use super::rows::{Entry, Out, Row, Rows};
use super::sets::{Wanted, condition};

/// The machine of the classes of rows, with these acceptors for its starts.
pub(super) fn present(
    machine: &SymbolicTransducer,
    rows: &Rows,
    classes: &[u32],
    (when, sources): (Vec<Option<Acceptor>>, &[Source]),
    budget: &Budget,
) -> Result<Option<SymbolicTransducer>, StopReason> {
    let (order, numbers) = order(rows, classes);
    let alphabet = Tables::new(machine).table(machine.alphabet, &vec![0; machine.lookback]);
    let Some(alphabet) = alphabet else {
        return Ok(None);
    };
    let forms = Forms::new(machine, sources);
    let (known, conditions) = Default::default();
    let mut writer = Writer {
        machine,
        rows,
        classes,
        numbers,
        forms,
        alphabet,
        known,
        conditions,
    };
    let mut states = Vec::new();
    for row in order {
        budget.check()?;
        states.push(writer.state(&rows.rows[row as usize]));
    }
    let start = |(when, row): (Option<Acceptor>, &u32)| Start {
        when,
        state: writer.number(*row),
    };
    let starts = when.into_iter().zip(&rows.starts).map(start).collect();
    Ok(Some(SymbolicTransducer {
        terms: machine.terms.clone(),
        input: machine.input,
        output: machine.output,
        alphabet: machine.alphabet,
        lookback: 0,
        registers: Vec::new(),
        starts,
        states,
    }))
}

/// A row of each class that can be reached, breadth first by the smallest symbol, and the number of each class.
pub(super) fn order(rows: &Rows, classes: &[u32]) -> (Vec<u32>, FxHashMap<u32, usize>) {
    let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
    let mut order: Vec<u32> = Vec::new();
    let mut todo: VecDeque<u32> = rows.starts.iter().copied().collect();
    while let Some(row) = todo.pop_front() {
        let class = classes[row as usize];
        if numbers.contains_key(&class) {
            continue;
        }
        numbers.insert(class, order.len());
        order.push(row);
        todo.extend(rows.rows[row as usize].targets());
    }
    (order, numbers)
}

/// Symbols with what they write, and how that is said.
type Groups = Rc<[(Vec<u32>, Vec<Term>)]>;

/// Symbols, and others that are free.
type Asked = (Vec<u32>, Vec<u32>);

struct Writer<'a> {
    machine: &'a SymbolicTransducer,
    rows: &'a Rows,
    classes: &'a [u32],
    numbers: FxHashMap<u32, usize>,
    forms: Forms<'a>,
    alphabet: Rc<[u64]>,
    /// Rows are much alike.
    known: FxHashMap<Vec<(u32, Out)>, Groups>,
    /// Conditions for symbols, where others are free; and what they leave of these.
    conditions: FxHashMap<Asked, (Term, Vec<u32>)>,
}

impl Writer<'_> {
    fn number(&self, row: u32) -> usize {
        self.numbers[&self.classes[row as usize]]
    }

    fn state(&mut self, row: &Row) -> State {
        let word = |out: Out| self.forms.constants(self.rows.words.word(out));
        let end = |out: Out| End {
            guard: self.machine.terms.true_(),
            writes: word(out),
        };
        let ends = row.end.map(end).into_iter().collect();
        State {
            steps: self.steps(row),
            ends,
            failure: row.failure.clone(),
        }
    }

    fn steps(&mut self, row: &Row) -> Vec<Step> {
        let mut by_target: BTreeMap<(usize, usize), Vec<(u32, Out)>> = BTreeMap::new();
        for (symbol, entry) in (0..)
            .zip(&row.entries)
            .filter(|(_, entry)| entry.target().is_some())
        {
            let key = (self.number(entry.to), self.rows.words.word(entry.out).len());
            by_target.entry(key).or_default().push((symbol, entry.out));
        }
        let mut parts: Vec<(Vec<u32>, Vec<Term>, usize)> = Vec::new();
        for ((to, _), pairs) in by_target {
            let groups = self.groups(pairs);
            parts.extend(
                groups
                    .iter()
                    .map(|(symbols, writes)| (symbols.clone(), writes.clone(), to)),
            );
        }
        parts.sort_by_key(|(symbols, _, _)| symbols[0]);
        let alphabet = self.alphabet.iter().map(|occurs| *occurs != 0);
        let occurs = alphabet
            .zip(&row.entries)
            .map(|(occurs, entry)| occurs && *entry != Entry::FREE);
        let free = (0..)
            .zip(occurs)
            .filter(|(_, occurs)| !occurs)
            .map(|(symbol, _)| symbol)
            .collect();
        self.guarded(parts, free)
    }

    fn groups(&mut self, pairs: Vec<(u32, Out)>) -> Groups {
        if let Some(known) = self.known.get(&pairs) {
            return known.clone();
        }
        let words: Vec<Pair> = pairs
            .iter()
            .map(|(symbol, out)| (*symbol, self.rows.words.word(*out)))
            .collect();
        let groups: Groups = self.forms.groups(&words).into();
        self.known.insert(pairs, groups.clone());
        groups
    }

    /// Symbols that cannot occur may belong to any step, but to one only.
    fn guarded(
        &mut self,
        parts: Vec<(Vec<u32>, Vec<Term>, usize)>,
        mut free: Vec<u32>,
    ) -> Vec<Step> {
        let mut steps = Vec::new();
        for (symbols, writes, to) in parts {
            let key = (symbols, free);
            let (guard, left) = match self.conditions.get(&key) {
                Some(known) => known.clone(),
                None => self.condition(&key),
            };
            free = left.clone();
            self.conditions.insert(key, (guard, left));
            steps.push(Step {
                guard,
                writes,
                updates: Vec::new(),
                to,
            });
        }
        steps
    }

    /// The condition for some symbols that may take others, and the others that it leaves.
    fn condition(&self, (symbols, free): &Asked) -> (Term, Vec<u32>) {
        let mut wanted = vec![Wanted::No; self.alphabet.len()];
        free.iter()
            .for_each(|symbol| wanted[*symbol as usize] = Wanted::Any);
        symbols
            .iter()
            .for_each(|symbol| wanted[*symbol as usize] = Wanted::Yes);
        let (guard, holds) = condition(&self.machine.terms, self.machine.input, &wanted);
        (
            guard,
            free.iter()
                .copied()
                .filter(|symbol| !holds[*symbol as usize])
                .collect(),
        )
    }
}
