//! Paths that part and meet again go on as one: where they differ, a value becomes a conditional one (V. Kuznetsov,
//! J. Kinder, S. Bucur and G. Candea, "Efficient State Merging in Symbolic Execution", 2012). Twenty branches one after the
//! other are then one path, not a million.
//!
//! Paths that part at a block wait for each other where all its ways meet ([`flow`]). Those that came there and agree in
//! what cannot be conditional (calls under way, objects, what was exchanged with the world) are joined ([`path`], [`state`]);
//! the others go on apart, and try again where their ways meet next.

mod flow;
mod path;
mod state;

use std::rc::Rc;

use ir::{BlockId, Code, FunctionId, Live};
use rustc_hash::FxHashMap;

use crate::Explored;
use crate::explorer::{Explorer, Next};
use crate::thread::Thread;

use flow::{After, Flow};

/// Paths that wait at one place and could not be joined are compared with at most so many others.
const COMPARED: usize = 64;

/// What joining has found out about functions.
#[derive(Default)]
pub(crate) struct Functions {
    flow: FxHashMap<FunctionId, Rc<Flow>>,
    live: FxHashMap<FunctionId, Rc<Live>>,
}

impl Functions {
    fn flow(&mut self, function: FunctionId, code: &Code) -> Rc<Flow> {
        let known = self.flow.entry(function);
        Rc::clone(known.or_insert_with(|| Rc::new(Flow::of(code))))
    }

    fn live(&mut self, function: FunctionId, code: &Code) -> Rc<Live> {
        let known = self.live.entry(function);
        Rc::clone(known.or_insert_with(|| Rc::new(Live::of(code))))
    }
}

/// The beginning of a block in a call under way, by how many calls are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    depth: usize,
    function: FunctionId,
    block: BlockId,
}

/// A place where paths wait for others.
struct Meeting<'p> {
    spot: Spot,
    arrived: Vec<Thread<'p>>,
}

/// What is still to be done, the last first.
enum Pending<'p> {
    Path(Box<Thread<'p>>),
    /// All that was on its way to the last meeting is there, or has ended.
    Join,
}

/// The paths of an exploration that joins them.
#[derive(Default)]
struct Paths<'p> {
    pending: Vec<Pending<'p>>,
    meetings: Vec<Meeting<'p>>,
}

impl<'p> Paths<'p> {
    /// Paths that are followed one after the other, and wait for each other at a place if one is known.
    fn add(&mut self, threads: Vec<Thread<'p>>, meet: Option<Spot>) {
        if let Some(spot) = meet.filter(|_| threads.len() > 1) {
            self.meetings.push(Meeting {
                spot,
                arrived: Vec::new(),
            });
            self.pending.push(Pending::Join);
        }
        let threads = threads.into_iter().rev();
        self.pending
            .extend(threads.map(|thread| Pending::Path(Box::new(thread))));
    }

    /// The meeting that a path has come to.
    fn meeting_of(&mut self, thread: &Thread<'p>) -> Option<&mut Meeting<'p>> {
        let here = spot(thread)?;
        let meetings = self.meetings.iter_mut().rev();
        meetings.into_iter().find(|meeting| meeting.spot == here)
    }
}

/// Where a path is, if it is at the beginning of a block.
fn spot(thread: &Thread<'_>) -> Option<Spot> {
    let top = thread.frames.last().filter(|top| top.at == 0)?;
    Some(Spot {
        depth: thread.frames.len(),
        function: top.function,
        block: top.block,
    })
}

impl<'p> Explorer<'_, 'p> {
    /// Depth first, in the order of the source, but for paths that wait for others.
    pub(crate) fn walk_joined(&mut self, start: Thread<'p>) -> Explored {
        let mut paths = Paths::default();
        paths.add(vec![start], None);
        while let Some(next) = paths.pending.pop() {
            if let Err(reason) = self.budget.check() {
                return Explored::Stopped(reason);
            }
            match next {
                Pending::Join => self.join(&mut paths),
                Pending::Path(thread) => match paths.meeting_of(&thread) {
                    Some(meeting) => meeting.arrived.push(*thread),
                    None => self.go_on(*thread, &mut paths),
                },
            }
            if self.halted {
                return Explored::Halted;
            }
        }
        Explored::All
    }

    fn go_on(&mut self, thread: Thread<'p>, paths: &mut Paths<'p>) {
        let meet = self.next_meeting(&thread);
        match self.limited(thread) {
            Next::Continue(threads) => paths.add(threads, meet),
            Next::End(thread, ending) => self.show(*thread, ending),
        }
    }

    /// Joins what has come to the last meeting. What stays apart meets again.
    fn join(&mut self, paths: &mut Paths<'p>) {
        let Some(meeting) = paths.meetings.pop() else {
            return;
        };
        let mut apart: Vec<Thread<'p>> = Vec::new();
        for thread in meeting.arrived {
            let others = apart.iter().enumerate().rev().take(COMPARED);
            let mut joined = None;
            for (number, other) in others {
                if let Some(both) = self.join_two(other, &thread) {
                    joined = Some((number, both));
                    break;
                }
            }
            match joined {
                Some((number, both)) => apart[number] = both,
                None => apart.push(thread),
            }
        }
        let meet = apart.first().and_then(|first| self.next_meeting(first));
        paths.add(apart, meet);
    }

    /// Where all ways from a path's block meet.
    fn next_meeting(&mut self, thread: &Thread<'p>) -> Option<Spot> {
        let depth = thread.frames.len();
        let top = thread.frames.last()?;
        let flow = self.functions.flow(top.function, top.code);
        match flow.after(top.block)? {
            After::Block(block) => Some(Spot {
                depth,
                function: top.function,
                block,
            }),
            After::Return => {
                let caller = thread.frames.get(depth.checked_sub(2)?)?;
                Some(Spot {
                    depth: depth - 1,
                    function: caller.function,
                    block: top.resume.as_ref()?.next,
                })
            }
        }
    }
}
