//! What is known when there is no time for more (Section 4.3, end): the interface lies between that of the may
//! abstraction, which allows no word that may end, and that of the must abstraction, which allows all that need not.
//!
//! One machine holds both. A word that may end and need not is undecided: so are all that continue it, since must
//! abstraction knows nothing of them. Where undecided words are errors it is the may abstraction's interface, where they
//! are legal the must abstraction's.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::Outcome;
use model::Moore;

use super::{Abstraction, BlockId, End};

/// Beyond so many sets of blocks words are left undecided.
const MANY: usize = 2_000;

/// The two interfaces between which that of the code lies.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Both in one; words that lead to a state without an outcome are undecided.
    pub machine: Moore<Option<Outcome>>,
    /// All words of at most so many letters are decided; all words if there is no limit.
    pub depth: Option<usize>,
    /// Abstract states that words were found to be in.
    pub blocks: usize,
}

/// Where a word can be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    /// In some of these blocks: in the one there is, if it is one.
    Blocks(BTreeSet<BlockId>),
    Final(Outcome),
    Undecided,
}

impl At {
    fn blocks(&self) -> impl Iterator<Item = &BlockId> {
        let blocks = match self {
            Self::Blocks(blocks) => Some(blocks),
            Self::Final(_) | Self::Undecided => None,
        };
        blocks.into_iter().flatten()
    }
}

impl Abstraction<'_> {
    /// The bounds that the abstraction gives as it is.
    pub fn bounds(&mut self) -> Bounds {
        let start = At::Blocks(BTreeSet::from([self.initial()]));
        let mut numbers = BTreeMap::from([(start.clone(), 0)]);
        let (mut rows, mut depths) = (Vec::new(), vec![0]);
        let mut pending = VecDeque::from([start]);
        let mut shortest: Option<usize> = None;
        while let Some(at) = pending.pop_front() {
            let depth = depths[rows.len()];
            let mut row = Vec::new();
            for symbol in 0..self.symbols().len() {
                let mut next = self.place_after(&at, symbol);
                let enough = numbers.len() > MANY || self.budget.check().is_err();
                if enough && !numbers.contains_key(&next) && !matches!(next, At::Final(_)) {
                    next = At::Undecided;
                }
                if next == At::Undecided && at != At::Undecided {
                    shortest = shortest.or(Some(depth + 1));
                }
                let fresh = numbers.len();
                let number = *numbers.entry(next.clone()).or_insert(fresh);
                if number == fresh {
                    depths.push(depth + 1);
                    pending.push_back(next);
                }
                row.push(number);
            }
            rows.push((outcome(&at), row));
        }
        let machine = Moore::new(self.symbols().len(), 0, rows)
            .expect("every place has a row")
            .minimise();
        let blocks: BTreeSet<&BlockId> = numbers.keys().flat_map(At::blocks).collect();
        Bounds {
            machine,
            depth: shortest.map(|length| length - 1),
            blocks: blocks.len(),
        }
    }

    /// Where a word can be after one symbol more. Anything that the solver cannot say any more leaves it undecided.
    fn place_after(&mut self, at: &At, symbol: usize) -> At {
        let At::Blocks(blocks) = at else {
            return at.clone();
        };
        let mut next = BTreeSet::new();
        for &block in blocks {
            match self.may(block, symbol) {
                Ok(ends) => next.extend(ends),
                Err(_) => return At::Undecided,
            }
        }
        // Where all ways lead to the same end it is certain, even if no step on them must be taken.
        let certain = next.len() == 1;
        let mut all = BTreeSet::new();
        for end in next {
            match end {
                End::Final(outcome) if certain => return At::Final(outcome),
                End::Final(_) => return At::Undecided,
                End::Block(block) => _ = all.insert(block),
            }
        }
        At::Blocks(all)
    }
}

fn outcome(at: &At) -> Option<Outcome> {
    match at {
        At::Blocks(_) => Some(Outcome::Ok),
        At::Final(outcome) => Some(*outcome),
        At::Undecided => None,
    }
}
