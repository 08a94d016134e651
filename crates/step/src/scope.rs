//! How much of what a component holds is looked at.
//!
//! A list may grow without end, and so do its states. Within a scope they have an end: states in which more elements than that are
//! held in one place are one location, *beyond*, and nothing is said of calls there. What constructors leave is within the scope
//! whatever it is.

use std::collections::{BTreeMap, BTreeSet};

use ir::Program;

use crate::LocationId;
use crate::shape::Shape;

pub(crate) struct Scope {
    /// Elements in one place.
    most: usize,
    /// Where constructors leave more.
    first: BTreeMap<String, usize>,
    /// Where all calls lead that leave the scope; `None` while constructors are looked at.
    pub beyond: Option<LocationId>,
    /// What would have held more.
    full: BTreeSet<String>,
}

impl Scope {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            first: BTreeMap::new(),
            beyond: None,
            full: BTreeSet::new(),
        }
    }

    /// Where a call leads that ends in this shape, if that is out of the scope.
    pub fn leaving(&mut self, shape: &Shape, program: &Program) -> Option<LocationId> {
        let held = shape.held(program);
        let Some(beyond) = self.beyond else {
            for (place, count) in held {
                let most = self.first.entry(place).or_default();
                *most = (*most).max(count);
            }
            return None;
        };
        let is_full = |place: &String, count: usize| {
            let first = self.first.get(place).copied().unwrap_or(0);
            count > self.most.max(first)
        };
        let full: Vec<String> = held
            .into_iter()
            .filter(|(place, count)| is_full(place, *count))
            .map(|(place, _)| holder(&place))
            .collect();
        let leaves = !full.is_empty();
        self.full.extend(full);
        leaves.then_some(beyond)
    }

    /// What the verdict is about, if a call would have left the scope.
    pub fn in_words(&self) -> Option<String> {
        let places: Vec<&str> = self.full.iter().map(String::as_str).collect();
        let (last, others) = places.split_last()?;
        let are = if self.most == 1 { "is" } else { "are" };
        let places = match others {
            [] => (*last).to_owned(),
            others => format!("{} or {last}", others.join(", ")),
        };
        Some(format!("at most {} {are} held in {places}", self.most))
    }
}

/// The field through which elements at this place are held: `items` for `items.elements`, whichever element they belong to.
pub(crate) fn holder(place: &str) -> String {
    let owner = place.rsplit_once('.').map_or(place, |(owner, _)| owner);
    let mut name = String::new();
    let mut within = false;
    for c in owner.chars() {
        match c {
            '[' => within = true,
            ']' => {
                within = false;
                name.push_str("[]");
            }
            c if !within => name.push(c),
            _ => {}
        }
    }
    name
}
