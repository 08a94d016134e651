//! Symbols that are copied and lead around all states, as letters do that move a column: a run of them can be taken as a whole.

use super::calm::Calm;
use super::dense::{Dense, Text};

/// Longer rounds are not looked for.
const MOST_STATES: usize = 64;
/// With fewer such symbols a run is not worth looking for.
const FEWEST: usize = 32;

/// A set of bytes, each of which is copied in every state and leads from every state to the next one around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Which bytes are in the set.
    pub(crate) calm: Calm,
    /// For a number of such bytes, below that of the states, and each state: the state after them.
    pub(crate) after: Vec<Vec<usize>>,
}

impl Turn {
    pub(super) fn new(dense: &Dense) -> Option<Self> {
        let states = dense.states();
        if !(2..=MOST_STATES).contains(&states) {
            return None;
        }
        let turns = |class: &usize| is_copy(dense, *class) && around(&next(dense, *class));
        let class = (0..dense.classes()).find(turns)?;
        let rare: Vec<bool> = dense
            .class_of
            .iter()
            .map(|of| usize::from(*of) != class)
            .collect();
        if rare.iter().filter(|rare| !**rare).count() < FEWEST {
            return None;
        }
        let next = next(dense, class);
        let mut after: Vec<Vec<usize>> = vec![(0..states).collect()];
        while after.len() < states {
            let last = after.last()?;
            after.push(last.iter().map(|state| next[*state]).collect());
        }
        Some(Self {
            calm: Calm::copied(rare),
            after,
        })
    }
}

fn is_copy(dense: &Dense, class: usize) -> bool {
    let copied = Text(vec![None]);
    dense.cells.iter().all(|cells| cells[class].text == copied)
}

fn next(dense: &Dense, class: usize) -> Vec<usize> {
    dense.cells.iter().map(|cells| cells[class].to).collect()
}

/// Whether one goes through all states, and back to the first one.
fn around(next: &[usize]) -> bool {
    let mut state = 0;
    for _ in 1..next.len() {
        state = next[state];
        if state == 0 {
            return false;
        }
    }
    next[state] == 0
}
