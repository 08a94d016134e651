//! Calls that were followed before.
//!
//! A component is looked at several times before it is known what tells its states apart. What a call does at a heap
//! shape does not depend on that choice: only where the states it leaves belong does.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use symex::{Ending, State};

use crate::LetterId;
use crate::shape::Shape;

/// Paths that are kept in all: each has a heap of its own.
const MOST_PATHS: usize = 50_000;

/// What is known of calls from earlier looks at the same component with the same terms, integers and errors.
#[derive(Default)]
pub(crate) struct Followed {
    /// The state that the static initialisers leave.
    pub start: Option<State>,
    calls: BTreeMap<(LetterId, Shape), Rc<[symex::Path]>>,
    paths: usize,
    /// What the states that they leave do not hold.
    unread: BTreeSet<String>,
    /// What following the calls of each letter took, in all.
    pub efforts: BTreeMap<LetterId, Duration>,
}

impl Followed {
    /// Looks begin that forget these fields: paths of other looks, earlier ones that go on too, are none of theirs.
    pub fn forgets(&mut self, unread: &BTreeSet<String>) {
        if self.unread != *unread {
            self.unread.clone_from(unread);
            self.calls.clear();
            self.paths = 0;
        }
    }

    /// All paths of a call at a shape, in a look that forgets these fields.
    pub fn get(
        &self,
        call: &(LetterId, Shape),
        unread: &BTreeSet<String>,
    ) -> Option<Rc<[symex::Path]>> {
        let known = self.calls.get(call).filter(|_| self.unread == *unread);
        known.cloned()
    }

    /// Keeps the paths of a call if they would be the same with more time and wider limits.
    /// `limit` is how many there could be.
    pub fn keep(
        &mut self,
        (call, unread): ((LetterId, Shape), &BTreeSet<String>),
        paths: &[symex::Path],
        limit: usize,
    ) {
        let all = self.paths + paths.len();
        let ours = self.unread == *unread;
        if ours && all <= MOST_PATHS && paths.len() < limit && paths.iter().all(is_final) {
            self.paths = all;
            self.calls.insert(call, paths.into());
        }
    }
}

fn is_final(path: &symex::Path) -> bool {
    match &path.ending {
        Ending::Returned(_) | Ending::Threw { .. } => true,
        // What cannot be followed at a place of the code never can; what has no place may be a matter of time.
        Ending::Cut(reason) => reason.place().is_some(),
    }
}
