//! Two paths as one.

use std::collections::{BTreeMap, BTreeSet};

use ir::LocalId;
use smt::Term;

use crate::explorer::Explorer;
use crate::thread::{Counted, Frame, Thread};
use crate::trace::Trace;
use crate::{State, Value};

/// Two paths that are to be one: where this holds it is the first, elsewhere the second.
#[derive(Clone, Copy)]
pub(super) struct Either(pub Term);

impl<'p> Explorer<'_, 'p> {
    /// The path that is one of two wherever that is taken; `None` if they differ in what cannot be conditional.
    ///
    /// Soundness: the conditions of two paths are disjoint, so that where their disjunction holds, that of the first tells
    /// which of them is taken. Whatever code can still look at is the same on both or conditional by that.
    pub(super) fn join_two(&mut self, one: &Thread<'p>, other: &Thread<'p>) -> Option<Thread<'p>> {
        if !alike(one, other) {
            return None;
        }
        let trace = self.joined_trace(&one.trace, &other.trace)?;
        let shared = one
            .condition
            .iter()
            .zip(&other.condition)
            .take_while(|(a, b)| a == b)
            .count();
        let terms = self.world.terms;
        let (mine, others) = (&one.condition[shared..], &other.condition[shared..]);
        let either = self.either(mine, others);
        let frames = self.frames(one, other, either)?;
        let state = self.joined_state(one, other, either)?;
        let mut condition = one.condition[..shared].to_vec();
        let rest = terms.or(&[terms.and(mine), terms.and(others)]);
        condition.extend(terms.conjuncts(rest));
        let known = one.known.intersection(&other.known).copied().collect();
        let many = one.many.intersection(&other.many).copied().collect();
        let fixed = one.fixed.iter();
        let fixed = fixed.filter(|(term, value)| other.fixed.get(term) == Some(value));
        Some(Thread {
            frames,
            state,
            trace,
            condition,
            decisions: one.decisions.max(other.decisions),
            steps: one.steps.max(other.steps),
            known,
            many,
            fixed: fixed.map(|(&term, &value)| (term, value)).collect(),
            ..one.clone()
        })
    }

    /// What both exchanged with the world. Between two pauses nobody asks in which order inputs came: where one path asked
    /// for more, the other goes on as if it had.
    fn joined_trace(&self, one: &Trace, other: &Trace) -> Option<Trace> {
        if one == other {
            return Some(one.clone());
        }
        let [less, more] = match one.inputs.len() < other.inputs.len() {
            true => [one, other],
            false => [other, one],
        };
        let extended = Trace {
            inputs: more.inputs.clone(),
            ..less.clone()
        };
        (self.pauses.is_some() && more.inputs.starts_with(&less.inputs) && extended == *more)
            .then_some(extended)
    }

    /// What tells two paths apart, as short as is plain.
    fn either(&self, mine: &[Term], others: &[Term]) -> Either {
        let terms = self.world.terms;
        match (mine, others) {
            ([first, ..], [opposite, ..]) if *opposite == terms.not(*first) => Either(*first),
            _ if mine.len() <= others.len() => Either(terms.and(mine)),
            _ => Either(terms.not(terms.and(others))),
        }
    }

    fn frames(
        &mut self,
        one: &Thread<'p>,
        other: &Thread<'p>,
        either: Either,
    ) -> Option<Vec<Frame<'p>>> {
        let last = one.frames.len().checked_sub(1)?;
        let pairs = one.frames.iter().zip(&other.frames).enumerate();
        let mut frames = Vec::new();
        for (i, (mine, others)) in pairs {
            let live = self.functions.live(mine.function, mine.code);
            let live = match i == last {
                true => live.before(mine.code, mine.block, mine.at),
                false => live.after_call(mine.code, mine.block),
            };
            let locals = self.locals(mine, others, &live, either)?;
            frames.push(Frame {
                locals,
                undecided: greatest(&mine.undecided, &others.undecided, |a, b| a.max(b)),
                loops: greatest(&mine.loops, &others.loops, counted),
                nesting: counted(mine.nesting, others.nesting),
                ..mine.clone()
            });
        }
        Some(frames)
    }

    /// What locals hold that may still be read.
    fn locals(
        &self,
        mine: &Frame<'p>,
        others: &Frame<'p>,
        live: &BTreeSet<LocalId>,
        either: Either,
    ) -> Option<Vec<Option<Value>>> {
        let mut locals = vec![None; mine.locals.len()];
        for &local in live {
            let place = base::Id::index(local);
            locals[place] = match (mine.locals[place], others.locals[place]) {
                (Some(a), Some(b)) => Some(self.either_value(either, a, b)?),
                (None, None) => None,
                (Some(_), None) | (None, Some(_)) => return None,
            };
        }
        Some(locals)
    }

    /// One value where the first path is taken, another where the second is; references have no conditional form.
    pub(super) fn either_value(&self, Either(first): Either, a: Value, b: Value) -> Option<Value> {
        let terms = self.world.terms;
        match (a, b) {
            _ if a == b => Some(a),
            (Value::Scalar(a), Value::Scalar(b)) if terms.sort(a) == terms.sort(b) => {
                Some(Value::Scalar(terms.ite(first, a, b)))
            }
            _ => None,
        }
    }

    fn joined_state(&self, one: &Thread<'p>, other: &Thread<'p>, either: Either) -> Option<State> {
        let mut globals = BTreeMap::new();
        for &global in one.state.globals.keys().chain(other.state.globals.keys()) {
            let a = self.world.global(&one.state, global);
            let b = self.world.global(&other.state, global);
            globals.insert(global, self.either_value(either, a, b)?);
        }
        let heap = self.joined_heap(one, other, either)?;
        Some(State { heap, globals })
    }
}

/// Whether two paths agree in what has no conditional form: where they are, what they exchanged with the world, the
/// addresses they asked for.
fn alike(one: &Thread<'_>, other: &Thread<'_>) -> bool {
    let same_place = |(a, b): (&Frame<'_>, &Frame<'_>)| {
        (a.function, a.block, a.at) == (b.function, b.block, b.at) && a.resume == b.resume
    };
    let plain = |thread: &Thread<'_>| {
        thread.tape.is_none()
            && thread.astray.is_none()
            && thread.beyond.is_none()
            && thread.ending.is_none()
            && !thread.paused
    };
    plain(one)
        && plain(other)
        && one.frames.len() == other.frames.len()
        && one.frames.iter().zip(&other.frames).all(same_place)
        && one.addresses == other.addresses
        && one.decided == other.decided
        && one.thrown == other.thrown
}

/// Everything that one of two counts, joined where both do.
fn greatest<K: Ord + Copy, V: Copy>(
    one: &BTreeMap<K, V>,
    other: &BTreeMap<K, V>,
    join: impl Fn(V, V) -> V,
) -> BTreeMap<K, V> {
    let mut all = one.clone();
    for (&key, &value) in other {
        let joined = all.get(&key).map_or(value, |&known| join(known, value));
        all.insert(key, joined);
    }
    all
}

/// Counts that are never less than those of either path: bounds are met no later.
fn counted(a: Counted, b: Counted) -> Counted {
    Counted {
        count: a.count.max(b.count),
        since: a.since.min(b.since),
    }
}
