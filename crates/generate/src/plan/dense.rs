//! Machines that look at the byte alone: tables of what is written, and of what comes next.

use std::collections::BTreeMap;

use model::transducer::{Cell, SymbolicTransducer};

/// The bytes of a word.
const WORD: usize = 8;
/// Longer texts do not fit in four words with their length, and storing more each time does not pay.
const LONGEST_TEXT: usize = 4 * WORD - 1;
/// So many states fit in one word of eight bits each.
pub(crate) const FEW_STATES: usize = 8;

/// What every state does with every byte, grouped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dense {
    /// For each byte: its class. Bytes of a class do the same in every state, but for writing themselves.
    pub(crate) class_of: Vec<u8>,
    /// For each state and class: what is done.
    pub(crate) cells: Vec<Vec<ClassCell>>,
    /// What is written at the end, by state.
    pub(crate) ends: Vec<Vec<u8>>,
    /// How many words of eight bytes a text takes.
    pub(crate) words: usize,
}

/// What a state does with a class of bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassCell {
    pub(crate) text: Text,
    pub(crate) to: usize,
}

/// What is written: a byte, or the byte that was read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Text(pub(crate) Vec<Option<u8>>);

impl Text {
    fn new(cell: &Cell, x: u8) -> Option<Self> {
        let byte = |symbol: &u64| {
            let y = u8::try_from(*symbol).ok()?;
            Some((y != x).then_some(y))
        };
        cell.writes
            .iter()
            .map(byte)
            .collect::<Option<_>>()
            .map(Self)
    }

    /// The bytes that are written for a byte.
    pub(crate) fn bytes(&self, x: u8) -> Vec<u8> {
        self.0.iter().map(|byte| byte.unwrap_or(x)).collect()
    }
}

impl Dense {
    pub(super) fn new(
        machine: &SymbolicTransducer,
        cells: &[Option<Vec<Option<Cell>>>],
    ) -> Option<Self> {
        let bytes = machine.input.bits == 8 && machine.output.bits == 8;
        if !bytes || !machine.registers.is_empty() {
            return None;
        }
        // Where the whole input decides where to start, a state may know what follows: what cannot is not defined there.
        let partial = machine.starts.len() > 1;
        if partial && machine.lookback > 0 {
            return None;
        }
        let columns: Vec<Vec<ClassCell>> = (0..=255u8)
            .map(|x| column(cells, x, partial))
            .collect::<Option<_>>()?;
        let mut numbers: BTreeMap<&[ClassCell], usize> = BTreeMap::new();
        let mut classes: Vec<&[ClassCell]> = Vec::new();
        let class_of: Vec<u8> = columns
            .iter()
            .map(|column| {
                let number = *numbers.entry(column).or_insert_with(|| {
                    classes.push(column);
                    classes.len() - 1
                });
                number as u8
            })
            .collect();
        let by_state = |state: usize| classes.iter().map(|c| c[state].clone()).collect();
        let cells: Vec<Vec<ClassCell>> = (0..machine.states.len()).map(by_state).collect();
        let longest = cells.iter().flatten().map(|cell| cell.text.0.len()).max()?;
        if longest > LONGEST_TEXT {
            return None;
        }
        let ends = machine
            .states
            .iter()
            .map(|state| match partial && state.ends.is_empty() {
                true => Some(Vec::new()),
                false => end(machine, state),
            });
        Some(Self {
            class_of,
            cells,
            ends: ends.collect::<Option<_>>()?,
            words: (longest + 1).div_ceil(WORD),
        })
    }

    /// What a state does with a byte: what is written, and the next state.
    pub(crate) fn does(&self, state: usize, x: u8) -> (Vec<u8>, usize) {
        let cell = &self.cells[state][usize::from(self.class_of[usize::from(x)])];
        (cell.text.bytes(x), cell.to)
    }

    /// A text in words, the first byte lowest, and its length in the highest byte of the last word.
    pub(crate) fn packed(&self, text: &[u8]) -> Vec<u64> {
        let mut bytes = vec![0u8; self.words * WORD];
        bytes[..text.len()].copy_from_slice(text);
        bytes[self.words * WORD - 1] = text.len() as u8;
        let word = |bytes: &[u8]| {
            let bytes = bytes.iter().rev();
            bytes.fold(0, |word, b| word << 8 | u64::from(*b))
        };
        bytes.chunks(WORD).map(word).collect()
    }

    pub(crate) fn states(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn classes(&self) -> usize {
        self.cells.first().map_or(0, Vec::len)
    }
}

/// What all states do with a byte. A byte that cannot occur writes nothing and stays.
fn column(cells: &[Option<Vec<Option<Cell>>>], x: u8, partial: bool) -> Option<Vec<ClassCell>> {
    let states = cells.iter().map(|cells| cells.as_ref()).enumerate();
    let entries: Vec<(usize, Option<&Cell>)> = states
        .map(|(state, cells)| Some((state, cells?[usize::from(x)].as_ref())))
        .collect::<Option<_>>()?;
    let never = partial || entries.iter().all(|(_, cell)| cell.is_none());
    let one = |(state, cell): (usize, Option<&Cell>)| {
        let Some(cell) = cell else {
            return never.then_some(ClassCell {
                text: Text(Vec::new()),
                to: state,
            });
        };
        Some(ClassCell {
            text: Text::new(cell, x)?,
            to: cell.to,
        })
    };
    entries.into_iter().map(one).collect()
}

/// What is written at the end, if that is the same for all inputs that end here.
fn end(machine: &SymbolicTransducer, state: &model::transducer::State) -> Option<Vec<u8>> {
    let [only] = &state.ends[..] else {
        return None;
    };
    if only.guard != machine.terms.true_() {
        return None;
    }
    let byte = |t: &smt::Term| {
        let value = machine.terms.value(*t)?.as_unsigned()?;
        u8::try_from(value).ok()
    };
    only.writes.iter().map(byte).collect()
}
