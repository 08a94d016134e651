//! Exploration of whole programs: every path, one after the other, within bounds on loops and on words.

use std::ops::ControlFlow;

use base::{Budget, Place, StopReason};
use ir::{ClassId, EventId, FunctionId};
use smt::{Assignment, Solver, Term};

use crate::explorer::{Explorer, Next, Outlet};
use crate::model::Witness;
use crate::tape::Written;
use crate::thread::{Frame, Thread};
use crate::{Bound, Bounds, Ending, Input, Limits, ObjectId, Paths, State, Value, World};

/// How a run ends.
#[derive(Clone, Debug)]
pub enum End {
    /// The function that was started returned.
    Returned(Option<Value>),
    /// Something was thrown and not caught.
    Threw {
        /// What.
        object: ObjectId,
        /// Its class.
        class: ClassId,
        /// Where.
        place: Place,
    },
    /// It leaves the bounds: nothing is known of what comes after.
    Beyond(Bound),
    /// It was not followed to its end; nothing is known of what comes after.
    Cut(StopReason),
}

/// One way through a program.
#[derive(Clone, Debug)]
pub struct Run {
    /// The path is taken exactly when all of these hold.
    pub condition: Vec<Term>,
    /// Inputs with which the path is taken: variables without a value are zero. `None` if the solver could not tell
    /// whether there are any.
    pub model: Option<Assignment>,
    /// The events on the way.
    pub word: Vec<EventId>,
    /// The inputs on the way, in order.
    pub inputs: Vec<Input>,
    /// The bytes written.
    pub output: Vec<Term>,
    /// How it ends.
    pub ending: End,
    /// The state it leaves.
    pub state: State,
}

/// Whether everything was visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explored {
    /// Yes, but for what the visitor did not want.
    All,
    /// The visitor ended it.
    Halted,
    /// No: this stopped it.
    Stopped(StopReason),
}

/// Looks at runs as they end.
pub trait Visitor {
    /// A run has ended; whether to go on.
    fn run(&mut self, run: Run) -> ControlFlow<()>;

    /// Whether runs are wanted whose word begins like this.
    fn wants(&mut self, word: &[EventId]) -> bool {
        let _ = word;
        true
    }

    /// No run was followed that needs all of these: they cannot hold together. Said where paths are joined.
    fn impossible(&mut self, formulas: Vec<Term>) {
        let _ = formulas;
    }
}

impl<F: FnMut(Run) -> ControlFlow<()>> Visitor for F {
    fn run(&mut self, run: Run) -> ControlFlow<()> {
        self(run)
    }
}

/// Explores every path of a program that starts with a function without parameters, and shows each as it ends. Their
/// conditions are disjoint. No more is held in memory than what is still to be looked at.
pub fn explore(
    world: &World<'_>,
    limits: &Limits,
    bounds: &Bounds,
    budget: &Budget,
    solver: &mut dyn Solver,
    start: FunctionId,
    visitor: &mut dyn Visitor,
) -> Explored {
    if !world.program.functions[start].params.is_empty() {
        let what = "a program that starts with a function that has parameters".to_owned();
        return Explored::Stopped(StopReason::Unsupported { what, place: None });
    }
    let mut outlet = Runs { visitor };
    let mut explorer = Explorer::new(world, limits, budget, solver, &mut outlet);
    explorer.bounds = bounds.clone();
    explorer.keeps_models = true;
    let mut thread = Thread::start(
        Frame::enter(world.program, start, Vec::new(), None),
        State::default(),
    );
    thread.model = Witness(Some(Default::default()));
    match bounds.paths {
        Paths::Apart => explorer.walk(thread),
        Paths::Joined | Paths::Wordless => explorer.walk_joined(thread),
    }
}

impl<'p> Explorer<'_, 'p> {
    /// Depth first, in the order of the source.
    pub(crate) fn walk(&mut self, start: Thread<'p>) -> Explored {
        let mut pending = vec![start];
        while let Some(thread) = pending.pop() {
            if let Err(reason) = self.budget.check() {
                return Explored::Stopped(reason);
            }
            match self.limited(thread) {
                Next::Continue(threads) => pending.extend(threads.into_iter().rev()),
                Next::End(thread, ending) => self.show(*thread, ending),
            }
            if self.halted {
                return Explored::Halted;
            }
        }
        Explored::All
    }

    pub(crate) fn limited(&mut self, thread: Thread<'p>) -> Next<'p> {
        if thread.steps <= self.limits.steps {
            return self.advance(thread);
        }
        let place = thread.frames.last().map(|_| self.place(&thread));
        let what = match thread.tape {
            Some(_) => {
                format!(
                    "it runs for more than {} steps without reading: it may loop for ever",
                    self.limits.steps
                )
            }
            None => format!(
                "this program runs for more than {} steps",
                self.limits.steps
            ),
        };
        Next::End(
            Box::new(thread),
            Ending::Cut(StopReason::Unsupported { what, place }),
        )
    }

    /// Shows a path, unless nothing can take it after all.
    pub(crate) fn show(&mut self, mut thread: Thread<'p>, ending: Ending) {
        if thread.model.0.is_none() {
            let Some(witness) = self.feasible(&thread, self.world.terms.bool(true)) else {
                return;
            };
            thread.model = witness;
        }
        self.finish(thread, ending);
    }

    /// Ends a path that is not followed any further.
    pub(crate) fn leave_bounds(&self, mut thread: Thread<'p>, bound: Bound) -> Next<'p> {
        thread.beyond = Some(bound);
        Next::End(
            Box::new(thread),
            Ending::Cut(StopReason::Limit("the bounds of this exploration".into())),
        )
    }
}

/// How a run ends that has left a bound, or not.
pub(crate) fn ended(beyond: Option<Bound>, ending: Ending) -> End {
    match (beyond, ending) {
        (Some(bound), _) => End::Beyond(bound),
        (None, Ending::Returned(value)) => End::Returned(value),
        (
            None,
            Ending::Threw {
                object,
                class,
                place,
            },
        ) => End::Threw {
            object,
            class,
            place,
        },
        (None, Ending::Cut(reason)) => End::Cut(reason),
    }
}

struct Runs<'v> {
    visitor: &'v mut dyn Visitor,
}

impl Outlet for Runs<'_> {
    fn ended(&mut self, thread: Thread<'_>, ending: Ending) -> ControlFlow<()> {
        let ending = ended(thread.beyond, ending);
        self.visitor.run(Run {
            condition: thread.condition,
            model: thread.model.0.map(|model| model.0.clone()),
            word: thread.trace.word,
            inputs: thread.trace.inputs,
            output: thread
                .trace
                .output
                .iter()
                .filter_map(Written::symbol)
                .collect(),
            ending,
            state: thread.state,
        })
    }

    fn wants(&mut self, word: &[EventId]) -> bool {
        self.visitor.wants(word)
    }

    fn impossible(&mut self, formulas: Vec<Term>) {
        self.visitor.impossible(formulas);
    }
}
