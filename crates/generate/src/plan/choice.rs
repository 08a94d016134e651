//! Which start is meant, where the whole input decides: the automata of all starts as one, which is read until it is clear.

use std::collections::HashMap;

use model::transducer::{Acceptor, SymbolicTransducer};

use crate::words::numbered;

/// Larger automata are not joined.
const MOST_STATES: usize = 2000;
/// The bytes.
const BYTES: usize = 256;

/// An automaton over bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// For each byte: its class. Bytes of a class lead to the same state everywhere.
    pub(crate) class_of: Vec<usize>,
    /// For each state and class: the next state. The first state is where reading begins.
    pub(crate) next: Vec<Vec<usize>>,
    /// For each state: where the filter starts, if the input ends there.
    pub(crate) starts: Vec<usize>,
}

impl Choice {
    pub(super) fn new(machine: &SymbolicTransducer) -> Option<Self> {
        if machine.starts.len() < 2 || machine.input.bits != 8 {
            return None;
        }
        let automata: Vec<Option<Automaton>> = machine
            .starts
            .iter()
            .map(|start| match &start.when {
                None => Some(None),
                Some(acceptor) => Automaton::new(machine, acceptor).map(Some),
            })
            .collect::<Option<_>>()?;
        let (next, starts) = together(machine, &automata)?;
        let groups = groups(&next, &starts);
        Some(classes(
            &joined(&next, &groups),
            &first_of(&starts, &groups),
        ))
    }

    /// Whether nothing that follows makes a difference.
    pub(crate) fn is_decided(&self, state: usize) -> bool {
        self.next[state].iter().all(|to| *to == state)
    }
}

/// An acceptor over bytes, as a table.
struct Automaton {
    next: Vec<Vec<Option<usize>>>,
    accepting: Vec<bool>,
}

impl Automaton {
    fn new(machine: &SymbolicTransducer, acceptor: &Acceptor) -> Option<Self> {
        let mut next = vec![vec![None; BYTES]; acceptor.states.len()];
        for (state, does) in acceptor.states.iter().enumerate() {
            // The first edge that a symbol fits is taken.
            for (guard, to) in does.edges.iter().rev() {
                for (from, until) in machine.symbols(*guard)? {
                    let last = usize::try_from(until).ok()?.min(BYTES - 1);
                    next[state][usize::try_from(from).ok()?..=last].fill(Some(*to));
                }
            }
        }
        Some(Self {
            next,
            accepting: acceptor.states.iter().map(|does| does.accepting).collect(),
        })
    }
}

/// Where each acceptor is, if it has not given up.
type Places = Vec<Option<usize>>;

/// All acceptors at once: for each state and byte the next state, and for each state the start that is meant.
fn together(
    machine: &SymbolicTransducer,
    automata: &[Option<Automaton>],
) -> Option<(Vec<Vec<usize>>, Vec<usize>)> {
    let first: Places = vec![Some(0); automata.len()];
    let mut numbers: HashMap<Places, usize> = HashMap::from([(first.clone(), 0)]);
    let mut found = vec![first];
    let (mut next, mut starts) = (Vec::new(), Vec::new());
    while let Some(places) = found.get(next.len()).cloned() {
        starts.push(meant(machine, automata, &places)?);
        let mut row = Vec::with_capacity(BYTES);
        for x in 0..BYTES {
            let to: Places = automata
                .iter()
                .zip(&places)
                .map(|(automaton, place)| match automaton {
                    None => Some(0),
                    Some(automaton) => automaton.next[(*place)?][x],
                })
                .collect();
            let new = numbers.len();
            let number = *numbers.entry(to.clone()).or_insert(new);
            if number == new {
                found.push(to);
            }
            row.push(number);
        }
        next.push(row);
        if found.len() > MOST_STATES {
            return None;
        }
    }
    Some((next, starts))
}

/// The first start whose acceptor accepts what was read; the last one where none does: every input has one.
fn meant(
    machine: &SymbolicTransducer,
    automata: &[Option<Automaton>],
    places: &Places,
) -> Option<usize> {
    let accepts = |(automaton, place): (&Option<Automaton>, &Option<usize>)| match automaton {
        None => true,
        Some(automaton) => place.is_some_and(|place| automaton.accepting[place]),
    };
    let number = automata.iter().zip(places).position(accepts);
    let start = match number {
        Some(number) => machine.starts.get(number),
        None => machine.starts.last(),
    };
    start.map(|start| start.state)
}

/// For each state its group: states of a group mean the same start, whatever follows (Moore, "Gedanken-experiments on
/// sequential machines", 1956). Groups are numbered as their first states are.
fn groups(next: &[Vec<usize>], starts: &[usize]) -> Vec<usize> {
    let mut groups = numbered(starts.iter());
    loop {
        let kind = |state: usize| -> Vec<usize> {
            let later = next[state].iter().map(|to| groups[*to]);
            std::iter::once(groups[state]).chain(later).collect()
        };
        let kinds: Vec<Vec<usize>> = (0..next.len()).map(kind).collect();
        let finer = numbered(kinds.iter());
        if finer.iter().max() == groups.iter().max() {
            return groups;
        }
        groups = finer;
    }
}

/// The automaton over groups.
fn joined(next: &[Vec<usize>], groups: &[usize]) -> Vec<Vec<usize>> {
    let rows: Vec<&Vec<usize>> = first_of(&next.iter().collect::<Vec<_>>(), groups);
    let row = |row: &Vec<usize>| row.iter().map(|to| groups[*to]).collect();
    rows.into_iter().map(row).collect()
}

/// What the first state of each group has.
fn first_of<T: Clone>(all: &[T], groups: &[usize]) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for (thing, group) in all.iter().zip(groups) {
        if *group == found.len() {
            found.push(thing.clone());
        }
    }
    found
}

fn classes(next: &[Vec<usize>], starts: &[usize]) -> Choice {
    let column = |x: usize| -> Vec<usize> { next.iter().map(|row| row[x]).collect() };
    let columns: Vec<Vec<usize>> = (0..BYTES).map(column).collect();
    let class_of = numbered(columns.iter());
    let columns = first_of(&columns, &class_of);
    let row = |state: usize| columns.iter().map(|column| column[state]).collect();
    Choice {
        class_of,
        next: (0..next.len()).map(row).collect(),
        starts: starts.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether an `a` comes before a `b`, in five states of which some are the same.
    #[test]
    fn states_that_mean_the_same_are_one() {
        let row = |a: usize, b: usize, other: usize| {
            let mut row = vec![other; BYTES];
            (row[usize::from(b'a')], row[usize::from(b'b')]) = (a, b);
            row
        };
        let next = [
            row(1, 2, 4),
            row(3, 3, 1),
            row(2, 2, 2),
            row(1, 1, 3),
            row(3, 2, 0),
        ];
        let starts = [7, 8, 7, 8, 7];
        let groups = groups(&next, &starts);
        assert_eq!(groups, [0, 1, 2, 1, 0]);
        let choice = classes(&joined(&next, &groups), &first_of(&starts, &groups));
        assert_eq!(choice.starts, [7, 8, 7]);
        assert_eq!(
            [0, 1, 2].map(|state| choice.is_decided(state)),
            [false, true, true]
        );
        let class = |x: u8| choice.class_of[usize::from(x)];
        assert_eq!(choice.next[0][class(b'a')], 1);
        assert_eq!(choice.next[0][class(b'b')], 2);
        assert_eq!(choice.next[0][class(b'z')], 0);
    }
}
