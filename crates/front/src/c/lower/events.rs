//! Events: the places of a program that somebody wants to see passed, as letters (Chapman et al., "Learning the Language of Error", 2015, Section 3).
//!
//! | asked for | letter | one for each |
//! |---|---|---|
//! | calls | `inspect` | function that is entered, the entry apart, or that is called and not defined |
//! | branches | `main:12 then`, `main:12 else`, `main:30 case 3`, `main:30 default` | outcome of a condition |
//! | labels | `main:retry` | label |
//! | returns | `return from inspect` | function, the entry apart |
//! | an assigned name | `state := OPEN`, `state := *` | constant, and all that is not constant |
//! | `learn(OPEN)`, `LEARN("open")` in the source | `OPEN`, `open` | argument |
//!
//! Conditions of assertions are not among the branches. Two conditions on one line are told apart: `main:12/2 then`. Code of the library passes unseen.

mod assertion;
mod hook;
mod pattern;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use base::Place;
use ir::{Event, EventId, Program};

use crate::InputError;
use crate::c::tree::{ExprId, StmtId, Unit};
use pattern::matches;

/// What is to be seen of a run. Calls of `learn` and `LEARN` are always seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Functions that are entered.
    pub calls: bool,
    /// Outcomes of conditions.
    pub branches: bool,
    /// Labels that are passed.
    pub labels: bool,
    /// Functions that return.
    pub returns: bool,
    /// Variables and members, by their names, that get a value.
    pub assigns: Vec<String>,
    /// Patterns with `*` and `?`: of all events, those whose names match one. None: all.
    pub only: Vec<String>,
    /// Patterns of names that are left out.
    pub except: Vec<String>,
    /// Whether what is asked for may be missing: it is there in another version.
    pub loose: bool,
}

impl Events {
    /// Whether anything is asked for.
    fn asks(&self) -> bool {
        let Self {
            calls,
            branches,
            labels,
            returns,
            assigns,
            only,
            except,
            loose: _,
        } = self;
        let kinds = *calls || *branches || *labels || *returns;
        kinds || !assigns.is_empty() || !only.is_empty() || !except.is_empty()
    }

    pub(super) fn shows(&self, name: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, name));
        (self.only.is_empty() || any(&self.only)) && !any(&self.except)
    }
}

/// What tells letters apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// The same letter wherever it is seen.
    Name(String),
    /// An outcome of a condition.
    Outcome(ExprId, bool),
    /// A way out of a `switch`, by its first value; none for the default.
    Case(StmtId, Option<i128>),
}

/// The letters so far.
#[derive(Default)]
pub(super) struct Letters {
    /// What each became; nothing for what is not shown.
    made: RefCell<BTreeMap<Key, Option<EventId>>>,
    /// All names, shown or not.
    names: RefCell<BTreeSet<String>>,
    /// Names of variables and members that get a value.
    assigned: RefCell<BTreeSet<String>>,
    /// Conditions of assertions.
    assertions: OnceCell<BTreeSet<ExprId>>,
}

impl Letters {
    /// Whether a condition only decides if an assertion fails.
    fn is_assertion(&self, unit: &Unit, condition: ExprId) -> bool {
        self.assertions
            .get_or_init(|| assertion::conditions(unit))
            .contains(&condition)
    }

    /// The event that a letter is; `None` if it is not shown. The name depends on how many others wanted it before.
    fn event(
        &self,
        program: &Program,
        asked: &Events,
        key: Key,
        name: impl Fn(usize) -> String,
        place: &Place,
    ) -> Option<EventId> {
        if let Some(made) = self.made.borrow().get(&key) {
            return *made;
        }
        let mut names = self.names.borrow_mut();
        let name = match &key {
            Key::Name(name) => name.clone(),
            Key::Outcome(..) | Key::Case(..) => (1..)
                .map(&name)
                .find(|name| !names.contains(name))
                .expect("some number is free"),
        };
        names.insert(name.clone());
        let event = asked.shows(&name).then(|| {
            program.events.push(Event {
                name: name.into(),
                place: place.clone(),
            })
        });
        self.made.borrow_mut().insert(key, event);
        event
    }

    /// What is asked for and cannot be had is an error that says what can.
    pub(super) fn check(&self, asked: &Events) -> Result<(), InputError> {
        if asked.loose {
            return Ok(());
        }
        let (names, assigned) = (self.names.borrow(), self.assigned.borrow());
        if let Some(name) = asked.assigns.iter().find(|name| !assigned.contains(*name)) {
            let message = format!(
                "nothing that is called `{name}` gets a value; what does: {}",
                list(&assigned)
            );
            return Err(InputError::new(message));
        }
        let mut patterns = asked.only.iter().chain(&asked.except);
        if let Some(pattern) =
            patterns.find(|pattern| !names.iter().any(|name| matches(pattern, name)))
        {
            let message = format!("no event matches `{pattern}`; there are: {}", list(&names));
            return Err(InputError::new(message));
        }
        match asked.asks() && !names.iter().any(|name| asked.shows(name)) {
            true if names.is_empty() => Err(InputError::new(
                "the program has no event of the kinds asked for",
            )),
            true => Err(InputError::new(format!(
                "no event is left; there are: {}",
                list(&names)
            ))),
            false => Ok(()),
        }
    }
}

/// How many names a message lists.
const LISTED: usize = 60;

fn list(names: &BTreeSet<String>) -> String {
    let mut shown: Vec<&str> = names.iter().take(LISTED).map(String::as_str).collect();
    if names.len() > LISTED {
        shown.push("…");
    }
    if shown.is_empty() {
        "none".to_owned()
    } else {
        shown.join(", ")
    }
}
