//! Programs that pause: from one place where something can be seen of them, or where they may come by again, to the next.
//!
//! A program pauses after each event, where another round of a loop begins, and where a function is called that is still
//! running. Between two pauses it does finitely much. Where words do not matter it pauses less ([`Pauses`]).

use std::ops::ControlFlow;
use std::rc::Rc;

use base::{Budget, Id, Place};
use ir::{BlockId, EventId, FunctionId, Program, TerminatorKind};
use smt::{Solver, Term};

use crate::explorer::{Explorer, Outlet};
use crate::inquiry::Memo;
use crate::model::Witness;
use crate::program::ended;
use crate::tape::{Astray, Tape, Written, output_address};
use crate::thread::{Frame, Resume, Thread};
use crate::{End, Ending, Explored, Input, Limits, Paths, State, Value, World};

/// A program that has paused.
#[derive(Clone, Debug)]
pub struct Paused {
    /// The calls under way, the outermost first; each but the last waits for the one after it.
    pub activations: Vec<Activation>,
    /// Objects and globals.
    pub state: State,
}

/// A call under way.
#[derive(Clone, Debug)]
pub struct Activation {
    /// The function.
    pub function: FunctionId,
    /// Where it is.
    pub block: BlockId,
    /// The next statement of the block.
    pub at: usize,
    /// What its locals hold.
    pub locals: Vec<Option<Value>>,
}

impl Paused {
    /// A program that has not begun.
    pub fn before(program: &Program, start: FunctionId) -> Self {
        let locals = vec![None; program.code(start).locals.len()];
        let first = Activation {
            function: start,
            block: BlockId::from_index(0),
            at: 0,
            locals,
        };
        Self {
            activations: vec![first],
            state: State::default(),
        }
    }
}

/// Where programs pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pauses {
    /// After events, and wherever they may come by again.
    #[default]
    Events,
    /// Only where they may come by again and something undecided was decided on the way.
    Rounds,
    /// There, too; and paths that part and meet again go on as one.
    JoinedRounds,
}

/// One way from a pause to the next.
#[derive(Clone, Debug)]
pub struct Advance {
    /// It is taken exactly when all of these hold.
    pub condition: Vec<Term>,
    /// What the program is given on the way.
    pub inputs: Vec<Input>,
    /// What it writes on the way.
    pub output: Vec<Written>,
    /// Where it leads.
    pub to: Reached,
}

/// Where a program gets to.
#[derive(Clone, Debug)]
pub enum Reached {
    /// It pauses again, having passed this event if any.
    Pause(Option<EventId>, Box<Paused>),
    /// It pauses because it does what filters do not, here.
    Astray(Astray, Place, Box<Paused>),
    /// It ends.
    End(End),
}

/// Every way from a pause to the next. The conditions of all are disjoint and cover everything.
pub fn advance(
    world: &World<'_>,
    limits: &Limits,
    budget: &Budget,
    solver: &mut dyn Solver,
    (from, pauses): (&Paused, Pauses),
    visit: &mut dyn FnMut(Advance),
) -> Explored {
    let mut visit = |advance| {
        visit(advance);
        ControlFlow::Continue(())
    };
    let mut outlet = Advances {
        visit: &mut visit,
        program: world.program,
    };
    let mut explorer = Explorer::new(world, limits, budget, solver, &mut outlet);
    explorer.keeps_models = true;
    explorer.pauses = Some(pauses);
    if pauses != Pauses::Events {
        explorer.bounds.paths = Paths::Wordless;
    }
    let mut thread = Thread::start(
        Frame::enter(world.program, from.activations[0].function, vec![], None),
        State::default(),
    );
    thread.frames = frames(world.program, &from.activations);
    thread.state = from.state.clone();
    thread.model = Witness(Some(Default::default()));
    match pauses {
        Pauses::Events | Pauses::Rounds => explorer.walk(thread),
        Pauses::JoinedRounds => explorer.walk_joined(thread),
    }
}

/// A filter that is fed something.
pub struct Feeding<'a> {
    /// Where it waits.
    pub from: &'a Paused,
    /// What it is fed.
    pub tape: Tape,
    /// What is known.
    pub given: &'a [Term],
    /// What was found out before.
    pub memo: &'a mut Memo,
}

/// Every way from a pause to the next of a filter that is fed something, where some conditions hold. The conditions of all
/// are disjoint and, with those, cover everything.
pub fn feed(
    world: &World<'_>,
    limits: &Limits,
    budget: &Budget,
    solver: &mut dyn Solver,
    feeding: Feeding<'_>,
    visit: &mut dyn FnMut(Advance) -> ControlFlow<()>,
) -> Explored {
    let Feeding {
        from,
        mut tape,
        given,
        memo,
    } = feeding;
    let mut outlet = Advances {
        visit,
        program: world.program,
    };
    let mut explorer = Explorer::new(world, limits, budget, solver, &mut outlet);
    explorer.keeps_models = true;
    let mut thread = Thread::start(
        Frame::enter(world.program, from.activations[0].function, vec![], None),
        State::default(),
    );
    thread.frames = frames(world.program, &from.activations);
    thread.state = from.state.clone();
    thread.trace.output.clone_from(&tape.held);
    Rc::make_mut(&mut tape.unknown).insert(output_address(world.terms));
    thread.tape = Some(tape);
    thread.condition = given.to_vec();
    thread.model = Witness(given.is_empty().then(Default::default));
    explorer.inquiry = std::mem::take(&mut memo.0);
    let explored = explorer.walk(thread);
    memo.0 = std::mem::take(&mut explorer.inquiry);
    explored
}

fn frames<'p>(program: &'p Program, activations: &[Activation]) -> Vec<Frame<'p>> {
    let mut frames: Vec<Frame<'p>> = Vec::new();
    for activation in activations {
        let waiting = frames.last().map(|caller| &caller.block().terminator.kind);
        let resume = waiting.and_then(|call| match call {
            TerminatorKind::Call {
                dst, next, unwind, ..
            } => Some(Resume {
                dst: *dst,
                next: *next,
                unwind: unwind.clone(),
            }),
            _ => None,
        });
        let mut frame = Frame::enter(program, activation.function, Vec::new(), resume);
        (frame.block, frame.at) = (activation.block, activation.at);
        frame.locals.clone_from(&activation.locals);
        frames.push(frame);
    }
    frames
}

struct Advances<'v> {
    program: &'v Program,
    visit: &'v mut dyn FnMut(Advance) -> ControlFlow<()>,
}

impl Outlet for Advances<'_> {
    fn ended(&mut self, thread: Thread<'_>, ending: Ending) -> ControlFlow<()> {
        let to = if thread.paused {
            let activation = |frame: Frame<'_>| Activation {
                function: frame.function,
                block: frame.block,
                at: frame.at,
                locals: frame.locals,
            };
            let place = thread.place(self.program);
            let activations = thread.frames.into_iter().map(activation).collect();
            let paused = Box::new(Paused {
                activations,
                state: thread.state,
            });
            match thread.astray {
                Some(how) => Reached::Astray(how, place, paused),
                None => Reached::Pause(thread.trace.word.last().copied(), paused),
            }
        } else {
            Reached::End(ended(thread.beyond, ending))
        };
        (self.visit)(Advance {
            condition: thread.condition,
            inputs: thread.trace.inputs,
            output: thread.trace.output,
            to,
        })
    }

    fn wants(&mut self, _word: &[EventId]) -> bool {
        true
    }
}
