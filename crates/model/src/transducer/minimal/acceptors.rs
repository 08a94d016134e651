//! Acceptors in canonical form: as few states as possible, in the order in which the smallest symbols reach them.

use base::{Budget, StopReason};

use super::super::{Acceptor, AcceptorState, Start, SymbolicTransducer};
use super::concrete::Tables;
use super::onward::onward;
use super::present::order;
use super::refine::classes;
use super::rows::{Entry, Row, Rows, Words};
use super::sets::{Wanted, condition};

/// The same inputs, accepted with as few states as possible; as it is, if there are too many symbols for rows.
fn minimal(
    machine: &SymbolicTransducer,
    acceptor: &Acceptor,
    budget: &Budget,
) -> Result<Acceptor, StopReason> {
    match rows(machine, acceptor) {
        Some(rows) => present(machine, rows, budget),
        None => Ok(acceptor.clone()),
    }
}

/// The acceptors of all starts in canonical form.
pub(super) fn all(
    machine: &SymbolicTransducer,
    budget: &Budget,
) -> Result<Vec<Option<Acceptor>>, StopReason> {
    let form = |start: &Start| {
        start
            .when
            .as_ref()
            .map(|acceptor| minimal(machine, acceptor, budget))
            .transpose()
    };
    machine.starts.iter().map(form).collect()
}

/// An acceptor is a machine that writes nothing. `None`, if there are too many symbols.
pub(super) fn rows(machine: &SymbolicTransducer, acceptor: &Acceptor) -> Option<Rows> {
    if machine.input.bits > 16 || acceptor.states.is_empty() {
        return None;
    }
    let mut tables = Tables::new(machine);
    let window = vec![0; machine.lookback];
    let alphabet = tables.table(machine.alphabet, &window)?;
    let mut found = Vec::new();
    for state in &acceptor.states {
        let mut row = Row::failing(alphabet.len(), None);
        row.end = state.accepting.then_some(0);
        for &(guard, to) in state
            .edges
            .iter()
            .rev()
            .filter(|(_, to)| *to < acceptor.states.len())
        {
            let guard = tables.table(guard, &window)?;
            for symbol in (0..guard.len()).filter(|i| guard[*i] != 0 && alphabet[*i] != 0) {
                row.entries[symbol] = Entry {
                    out: 0,
                    to: to as u32,
                };
            }
        }
        found.push(row);
    }
    Some(Rows {
        words: Words::new(),
        rows: found,
        starts: vec![0],
    })
}

/// An acceptor of rows in canonical form.
pub(super) fn present(
    machine: &SymbolicTransducer,
    rows: Rows,
    budget: &Budget,
) -> Result<Acceptor, StopReason> {
    let rows = onward(rows, budget)?;
    let classes = classes(&rows, budget)?;
    let (order, numbers) = order(&rows, &classes);
    let state = |row: &u32| {
        let row = &rows.rows[*row as usize];
        let to = |entry: &Entry| entry.target().map(|to| numbers[&classes[to]]);
        let mut targets: Vec<usize> = row
            .targets()
            .map(|to| numbers[&classes[to as usize]])
            .collect();
        let mut seen = std::collections::BTreeSet::new();
        targets.retain(|to| seen.insert(*to));
        let edge = |target: usize| {
            let wanted = |entry: &Entry| {
                if to(entry) == Some(target) {
                    Wanted::Yes
                } else {
                    Wanted::No
                }
            };
            let wanted: Vec<Wanted> = row.entries.iter().map(wanted).collect();
            (condition(&machine.terms, machine.input, &wanted).0, target)
        };
        AcceptorState {
            accepting: row.end.is_some(),
            edges: targets.into_iter().map(edge).collect(),
        }
    };
    Ok(Acceptor {
        states: order.iter().map(state).collect(),
    })
}
