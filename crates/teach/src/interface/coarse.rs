//! Code seen more coarsely where seeing all of it takes too long.
//!
//! Two things keep a small rule from being found among many calls: a method whose answer depends on its arguments in a
//! way that takes thousands of words, and state that grows without end. Of such a method only the answers are kept that
//! have short conditions; of states only those that were met first, the *scope*. A call that leads out of the scope is
//! as legal as the code says, but nothing is said of calls after it: it leads *beyond*. All else is *unknown*, with the
//! reason, and the rest is learned exactly.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Id, Outcome, StopReason};
use smt::{Term, Value};
use step::{LetterId, Location, LocationId, Note, Path, StepSystem, Summary, Target, View};

use super::brief::{LONGEST, written_out};

/// A condition of a call with more parts than this is not short.
const SHORT: usize = 24;
/// Locations of the smallest scope.
const SCOPE: usize = 6;

/// The name of the location of all states out of the scope.
const BEYOND: &str = "beyond";
/// Why nothing is known there.
const OUT_OF_SCOPE: &str = "there are more states than are looked at";

/// How much is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Coarse {
    letters: BTreeMap<LetterId, Kept>,
    /// The only locations that are looked at.
    scope: Option<BTreeSet<LocationId>>,
}

/// What is kept of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kept {
    /// Answers with short conditions.
    Short,
    Nothing,
}

impl Coarse {
    /// Leaves out more of a method; whether there was more to leave out.
    pub fn leave_out(&mut self, letter: LetterId) -> bool {
        let kept = self.letters.get(&letter).copied();
        let less = match kept {
            None => Kept::Short,
            Some(Kept::Short) => Kept::Nothing,
            Some(Kept::Nothing) => return false,
        };
        self.letters.insert(letter, less);
        true
    }

    /// Looks at the states that were met first, more of them each time. Whether there are others.
    pub fn widen(&mut self, system: &StepSystem) -> bool {
        let before = self.scope.as_ref().map(BTreeSet::len);
        let size = before.map_or(SCOPE, |size| size * 2);
        let seen = system.seen();
        if seen.len() <= size {
            return false;
        }
        self.scope = Some(seen.into_iter().take(size).collect());
        true
    }

    /// The system without what is left out; the system itself if nothing is.
    pub fn of(&self, system: &Rc<StepSystem>) -> Rc<StepSystem> {
        if *self == Self::default() {
            return Rc::clone(system);
        }
        let view = Left {
            system: Rc::clone(system),
            coarse: self.clone(),
        };
        Rc::new(system.derived(Box::new(view)))
    }
}

/// What is left of a system.
struct Left {
    system: Rc<StepSystem>,
    coarse: Coarse,
}

impl View for Left {
    fn initial(&self) -> (LocationId, Vec<Value>) {
        let start = self.system.initial();
        (start.location, start.values)
    }

    fn location(&self, id: LocationId) -> Rc<Location> {
        if id == beyond() {
            return Rc::new(Location {
                name: BEYOND.to_owned(),
                variables: Vec::new(),
                counts: BTreeMap::new(),
            });
        }
        self.system.location(id)
    }

    fn assumed(&self) -> Vec<String> {
        self.system.assumed()
    }

    fn summarise(&mut self, location: LocationId, letter: LetterId) -> Summary {
        if location == beyond() {
            let reason = StopReason::Limit(OUT_OF_SCOPE.into());
            return Summary {
                paths: vec![unknown(self.system.terms.bool(true), reason)],
            };
        }
        let whole = self.system.summary(location, letter);
        let paths = whole.paths.iter().map(|path| self.within(path));
        let Some(&kept) = self.coarse.letters.get(&letter) else {
            return Summary {
                paths: paths.collect(),
            };
        };
        let terms = &self.system.terms;
        let is_kept = |path: &Path| match kept {
            _ if path.note.as_ref().is_some_and(Note::is_misuse) => true,
            Kept::Short => written_out(terms, path.guard, SHORT) <= SHORT,
            Kept::Nothing => false,
        };
        let (mut paths, rest): (Vec<Path>, Vec<Path>) = paths.partition(is_kept);
        if !rest.is_empty() {
            let told: Vec<Term> = paths.iter().map(|path| path.guard).collect();
            paths.push(left_out(&rest, terms.not(terms.or(&told))));
        }
        Summary { paths }
    }
}

impl Left {
    /// The same path, to where it leads in the scope.
    fn within(&self, path: &Path) -> Path {
        match (&path.next, &self.coarse.scope) {
            (Some(target), Some(scope)) if !scope.contains(&target.location) => {
                leading_beyond(path.guard)
            }
            _ => path.clone(),
        }
    }
}

/// What is said of all the other calls of a method, of which this is the condition.
fn left_out(paths: &[Path], guard: Term) -> Path {
    let first = &paths[0];
    let same = |p: &Path| p.answer == first.answer && p.next == first.next && p.note == first.note;
    if paths.iter().all(same) {
        return Path {
            guard,
            ..first.clone()
        };
    }
    if paths.iter().all(|path| path.answer == Outcome::Ok) {
        return leading_beyond(guard);
    }
    let reason = format!("when it fails takes more than {LONGEST} characters to say");
    unknown(guard, StopReason::Limit(reason))
}

fn leading_beyond(guard: Term) -> Path {
    let next = Target {
        location: beyond(),
        update: Vec::new(),
    };
    Path {
        guard,
        answer: Outcome::Ok,
        next: Some(next),
        note: None,
    }
}

/// Where all calls lead that leave the scope.
fn beyond() -> LocationId {
    LocationId::from_index(u32::MAX as usize)
}

fn unknown(guard: Term, reason: StopReason) -> Path {
    Path {
        guard,
        answer: Outcome::Unknown,
        next: None,
        note: Some(Note::unknown(reason)),
    }
}
