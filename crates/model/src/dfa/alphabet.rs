//! The letters of an automaton, with their places in the source.

use std::fmt;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Letter {
    /// What it is called; no other letter of the alphabet is called so.
    pub name: String,
    /// Where it stands in the source, as `file:line`.
    pub place: Option<String>,
}

impl Letter {
    /// A letter with a place.
    pub fn at(name: impl Into<String>, place: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            place: Some(place.into()),
        }
    }
}

impl From<&str> for Letter {
    fn from(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            place: None,
        }
    }
}

/// The letters of an automaton: a letter is known by its position, and its name is unique. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet(Arc<[Letter]>);

/// Two letters of one alphabet have this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate(pub String);

impl fmt::Display for Duplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are two letters `{}`", self.0)
    }
}

impl std::error::Error for Duplicate {}

impl Alphabet {
    /// These letters in this order.
    pub fn new<L: Into<Letter>>(letters: impl IntoIterator<Item = L>) -> Result<Self, Duplicate> {
        let letters: Vec<Letter> = letters.into_iter().map(Into::into).collect();
        let mut names = FxHashSet::default();
        match letters
            .iter()
            .find(|letter| !names.insert(letter.name.as_str()))
        {
            Some(letter) => Err(Duplicate(letter.name.clone())),
            None => Ok(Self(letters.into())),
        }
    }

    /// How many letters there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no letter.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All letters in order.
    pub fn letters(&self) -> &[Letter] {
        &self.0
    }

    /// The name of a letter.
    pub fn name(&self, letter: usize) -> &str {
        &self.0[letter].name
    }

    /// The letter of this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|letter| letter.name == name)
    }

    /// A word as people read it: names with a space between.
    pub fn text(&self, word: &[usize]) -> String {
        word.iter()
            .map(|&letter| self.name(letter))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// All letters of both, told apart by their names: those of `self` first and where they were. The second value is
    /// where each letter of `other` is now.
    pub fn joined(&self, other: &Self) -> (Self, Vec<usize>) {
        let mut letters = self.0.to_vec();
        let mut known: FxHashMap<&str, usize> = self
            .0
            .iter()
            .enumerate()
            .map(|(i, l)| (l.name.as_str(), i))
            .collect();
        let mut positions = Vec::with_capacity(other.len());
        for letter in &*other.0 {
            let position = *known.entry(&letter.name).or_insert(letters.len());
            if position == letters.len() {
                letters.push(letter.clone());
            }
            positions.push(position);
        }
        (Self(letters.into()), positions)
    }
}
