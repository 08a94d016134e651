//! States as rows: for each symbol what is written and where it leads.

use rustc_hash::FxHashMap;

use super::super::Failure;

/// A word that is written, by its number.
pub(super) type Out = u32;
/// Nothing is defined for a symbol.
pub(super) const NOWHERE: u32 = u32::MAX;

/// What a symbol does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    pub(super) out: Out,
    /// The next row, or [`NOWHERE`].
    pub(super) to: u32,
}

impl Entry {
    pub(super) const UNDEFINED: Self = Self {
        out: 0,
        to: NOWHERE,
    };
    /// No input that comes has this symbol here.
    pub(super) const FREE: Self = Self {
        out: Out::MAX,
        to: NOWHERE,
    };

    pub(super) fn target(self) -> Option<usize> {
        (self.to != NOWHERE).then_some(self.to as usize)
    }
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// One for each symbol.
    pub(super) entries: Vec<Entry>,
    pub(super) end: Option<Out>,
    /// No input that comes ends here.
    pub(super) open: bool,
    pub(super) failure: Option<Failure>,
}

/// A machine of rows.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) words: Words,
    pub(super) rows: Vec<Row>,
    /// The row to start in, for each start.
    pub(super) starts: Vec<u32>,
}

/// Words with numbers: the empty one is 0.
#[derive(Clone, Debug)]
pub(super) struct Words {
    numbers: FxHashMap<Box<[u64]>, Out>,
    words: Vec<Box<[u64]>>,
}

impl Words {
    pub(super) fn new() -> Self {
        let mut new = Self {
            numbers: FxHashMap::default(),
            words: Vec::new(),
        };
        new.number(&[]);
        new
    }

    pub(super) fn number(&mut self, word: &[u64]) -> Out {
        if let Some(known) = self.numbers.get(word) {
            return *known;
        }
        let number = self.words.len() as Out;
        self.words.push(word.into());
        self.numbers.insert(word.into(), number);
        number
    }

    pub(super) fn word(&self, number: Out) -> &[u64] {
        &self.words[number as usize]
    }
}

impl Row {
    pub(super) fn failing(size: usize, failure: Option<Failure>) -> Self {
        Self {
            entries: vec![Entry::UNDEFINED; size],
            end: None,
            open: false,
            failure,
        }
    }

    /// What is defined; runs of symbols that do the same come once.
    pub(super) fn edges(&self) -> impl Iterator<Item = Entry> {
        let mut last = Entry::UNDEFINED;
        self.entries.iter().copied().filter(move |entry| {
            std::mem::replace(&mut last, *entry) != *entry && entry.to != NOWHERE
        })
    }

    /// Where it leads; runs of symbols that lead to one place come once.
    pub(super) fn targets(&self) -> impl Iterator<Item = u32> {
        let mut last = NOWHERE;
        let targets = self.entries.iter().map(|entry| entry.to);
        targets.filter(move |to| std::mem::replace(&mut last, *to) != *to && *to != NOWHERE)
    }
}
