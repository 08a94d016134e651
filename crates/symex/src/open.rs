//! References from outside are decided where something looks at them (generalised symbolic execution's lazy
//! initialisation): a call that never looks at a parameter is not split over what that may be.

use std::collections::BTreeSet;

use base::{Id, StopReason};

use crate::Ending;
use crate::explorer::{Explorer, Next};
use crate::thread::Thread;
use crate::{Choice, Heap, Object, OpenId, State, Value};

/// Undecided references that a path may leave behind and be split over: each doubles the states at least.
const MOST_OPEN: usize = 4;

impl<'p> Explorer<'_, 'p> {
    /// Splits a path over what an open reference may refer to.
    pub(crate) fn decide(&mut self, thread: Thread<'p>, id: OpenId) -> Next<'p> {
        let open = self.open;
        let mut threads = Vec::new();
        for (when, choice) in &open[id.index()].choices {
            let Some(witness) = self.feasible(&thread, *when) else {
                continue;
            };
            let mut thread = thread.clone();
            thread.require(*when, witness);
            thread.decisions += 1;
            match choice {
                Choice::Known(object) => {
                    thread.decided.insert(id, *object);
                    threads.push(thread);
                }
                Choice::Same(other, otherwise) => {
                    for mut thread in self.with_decided(thread, *other) {
                        let same = thread.decided[other];
                        let object =
                            same.unwrap_or_else(|| thread.state.heap.add(otherwise.clone()));
                        thread.decided.insert(id, Some(object));
                        threads.push(thread);
                    }
                }
                Choice::New(object) => {
                    let object = thread.state.heap.add(object.clone());
                    thread.decided.insert(id, Some(object));
                    threads.push(thread);
                }
                Choice::Forgotten(what) | Choice::Stop(what) => {
                    if matches!(choice, Choice::Forgotten(_)) {
                        self.look_at_arguments();
                    }
                    let reason = StopReason::Unsupported {
                        what: what.clone(),
                        place: None,
                    };
                    self.finish(thread, Ending::Cut(reason));
                }
            }
        }
        Next::Continue(threads)
    }

    /// The paths that a path splits into once it is known what a reference refers to.
    fn with_decided(&mut self, thread: Thread<'p>, id: OpenId) -> Vec<Thread<'p>> {
        if thread.decided.contains_key(&id) {
            return vec![thread];
        }
        match self.decide(thread, id) {
            Next::Continue(threads) => threads,
            Next::End(thread, ending) => {
                self.finish(*thread, ending);
                Vec::new()
            }
        }
    }

    /// An undecided reference that a path leaves behind, unless there are so many that they are better left unknown.
    pub(crate) fn first_open(&self, thread: &Thread<'p>) -> Option<OpenId> {
        if self.unread.is_some_and(|unread| unread.forgets_arguments()) {
            return None;
        }
        let open = self.undecided(thread);
        if open.len() > MOST_OPEN {
            None
        } else {
            open.first().copied()
        }
    }

    fn undecided(&self, thread: &Thread<'p>) -> BTreeSet<OpenId> {
        let heap = &thread.state.heap;
        let objects = heap.made().chain(heap.changed().map(|(_, object)| object));
        let values = objects
            .flat_map(|object| object.content.iter())
            .chain(thread.state.globals.values());
        let ended = match &thread.ending {
            Some(Ending::Returned(value)) => value.as_ref(),
            Some(Ending::Threw { .. } | Ending::Cut(_)) | None => None,
        };
        let open = values.chain(ended).filter_map(|value| match value {
            Value::Open(id) if !thread.decided.contains_key(id) => Some(*id),
            Value::Open(_) | Value::Scalar(_) | Value::Ref(_) | Value::Hidden | Value::NotNull => {
                None
            }
        });
        open.collect()
    }

    /// What a path leaves behind, with every reference decided.
    pub(crate) fn closed(&self, thread: &Thread<'p>) -> (State, Ending) {
        let forgets = self.unread.is_some_and(|unread| unread.forgets_arguments());
        let close = |value: Value| match value {
            Value::Open(id) => match thread.decided.get(&id) {
                None => Value::Hidden,
                Some(Some(_)) if forgets => Value::NotNull,
                Some(&object) => Value::Ref(object),
            },
            Value::Scalar(_) | Value::Ref(_) | Value::Hidden | Value::NotNull => value,
        };
        let mut state = thread.state.clone();
        state
            .globals
            .values_mut()
            .for_each(|value| *value = close(*value));
        state.heap.rewrite(&close);
        let ending = match thread.ending.clone().expect("the call has ended") {
            Ending::Returned(value) => Ending::Returned(value.map(close)),
            other @ (Ending::Threw { .. } | Ending::Cut(_)) => other,
        };
        (state, ending)
    }
}

impl Heap {
    fn rewrite(&mut self, close: &impl Fn(Value) -> Value) {
        let open = |object: &Object| object.content.iter().any(|v| matches!(v, Value::Open(_)));
        self.for_each_mut(open, |object| {
            object.content.iter_mut().for_each(|v| *v = close(*v))
        });
    }
}
