//! All runs of a program within bounds, one after the other.

use std::ops::ControlFlow;
use std::rc::Rc;

use base::{Budget, Failure, Id, Place, StopReason, Undefined};
use ir::interp::{Machine, Outcome, Value};
use ir::{ClassId, Endings, EventId, FunctionId};
use smt::{Assignment, Solver, Term, Terms, Value as Number};
use symex::{Bounds, Explored, ImageTerms, Input, Integers, Limits, Origin, World};

/// A program that runs by itself.
pub struct Subject {
    /// The program.
    pub program: ir::Program,
    /// Where it starts: a function without parameters.
    pub start: FunctionId,
    /// What exceptions that leave it mean.
    pub endings: Endings,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It fails.
    Failed {
        /// How.
        what: Failure,
        /// Where.
        place: Place,
    },
    /// The program comes to its end.
    Ended,
    /// What the language gives no meaning to, where that is no failure.
    Undefined {
        /// Which kind.
        kind: Undefined,
        /// Where.
        place: Place,
    },
    /// An assumption does not hold.
    Discarded,
    /// It goes on beyond the bounds: that on the length of its word, or that on loops.
    Beyond {
        /// Which.
        length: bool,
    },
    /// It could not be followed.
    Unknown(StopReason),
}

/// A run: its events, inputs that take it, its end.
#[derive(Clone, Debug)]
pub struct Run {
    /// The numbers of the events it passes.
    pub word: Vec<usize>,
    /// It is taken exactly when all of these hold of what the program is given. The n-th answer of a function is the same
    /// variable in all runs.
    pub condition: Vec<Term>,
    /// What holds of all that it is given, beyond the sorts.
    pub domain: Vec<Term>,
    /// Inputs that take it; `None` if it is not known whether there are any.
    pub inputs: Option<Vec<Given>>,
    /// Whether it takes a certain choice of what is left open.
    pub open: bool,
    /// How it ends.
    pub end: End,
}

/// A value that a program is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Whose answer it is.
    pub name: String,
    /// Its type.
    pub ty: ir::Type,
    /// The value.
    pub value: ir::interp::Value,
    /// What gives it.
    pub origin: Origin,
}

/// Whoever looks at runs.
pub trait Visitor {
    /// Whether runs that begin with these events are of interest.
    fn follows(&mut self, _word: &[usize]) -> bool {
        true
    }

    /// A run has ended.
    fn ended(&mut self, run: Run) -> ControlFlow<()>;

    /// No run was followed that needs all of these: they cannot hold together. Said where paths are joined.
    fn impossible(&mut self, _formulas: Vec<Term>) {}
}

impl Subject {
    /// Whether what the language leaves undefined is a failure.
    pub fn undefined_fails(&self) -> bool {
        self.endings.kinds.iter().any(|(class, failure)| {
            failure.undefined().is_some()
                && !self.program.is_subclass(*class, self.endings.undefined)
        })
    }

    /// What an exception means that leaves the program.
    pub(crate) fn end_of(&self, class: ClassId, place: Place) -> End {
        let program = &self.program;
        let thrown = || {
            let name = &program.classes[class].name;
            Failure::Thrown(name.rsplit('.').next().unwrap_or(name).to_owned())
        };
        let known = self.endings.kinds.iter().find(|(own, _)| *own == class);
        let failure = known.map_or_else(thrown, |(_, failure)| failure.clone());
        match class {
            class if program.is_subclass(class, self.endings.undefined) => {
                match failure.undefined() {
                    Some(kind) => End::Undefined { kind, place },
                    None => End::Failed {
                        what: failure,
                        place,
                    },
                }
            }
            class if program.is_subclass(class, self.endings.failure) => End::Failed {
                what: failure,
                place,
            },
            class if program.is_subclass(class, self.endings.assumption) => End::Discarded,
            class if program.is_subclass(class, self.endings.exit) => End::Ended,
            _ => {
                let what = format!("an exception of class {}", program.classes[class].name);
                End::Unknown(StopReason::Unsupported {
                    what,
                    place: Some(place),
                })
            }
        }
    }

    pub(crate) fn end_of_path(&self, ending: symex::End) -> End {
        match ending {
            symex::End::Returned(_) => End::Ended,
            symex::End::Threw { class, place, .. } => self.end_of(class, place),
            symex::End::Beyond(bound) => End::Beyond {
                length: bound == symex::Bound::Letters,
            },
            symex::End::Cut(reason) => End::Unknown(reason),
        }
    }

    /// Runs the program on given inputs: the events it passes, and its end, which is not known if it asks for others.
    pub fn replay(&self, inputs: &[Given], step_limit: u64) -> (Vec<usize>, End) {
        let mut machine = Machine::new(&self.program);
        let (open, outside): (Vec<&Given>, Vec<&Given>) = inputs
            .iter()
            .partition(|given| given.origin == Origin::Open);
        machine.give(outside.into_iter().map(|given| given.value).collect());
        machine.choose(open.into_iter().map(|given| given.value).collect());
        let outcome = machine.call(self.start, &[], step_limit);
        let word = machine
            .events()
            .iter()
            .map(|event: &EventId| event.index())
            .collect();
        let unknown = |what: &str| End::Unknown(StopReason::Limit(what.to_owned()));
        let mut given = inputs
            .iter()
            .map(|given| (given.name.as_str(), given.origin == Origin::Open));
        let as_given = machine
            .taken()
            .iter()
            .all(|taken| given.next() == Some((&*taken.name, taken.open)));
        let end = match outcome {
            // A value that was meant for one function and goes to another proves nothing of the program.
            _ if !as_given => unknown("it asks for other inputs"),
            Outcome::Returned(_) => End::Ended,
            Outcome::Threw { class, place, .. } => self.end_of(class, place),
            Outcome::Waits { place } => End::Unknown(StopReason::Waits { place }),
            Outcome::Unsupported { what, place } => End::Unknown(StopReason::Unsupported {
                what,
                place: Some(place),
            }),
            Outcome::OutOfSteps => unknown("it runs for too long"),
            Outcome::TooDeep => unknown("calls nest too deep"),
        };
        (word, end)
    }
}

/// Shows a visitor all runs of a program within bounds; `Err` if not all could be shown.
pub fn runs(
    subject: &Subject,
    terms: &Terms,
    bounds: &Bounds,
    budget: &Budget,
    solver: &mut dyn Solver,
    visitor: &mut dyn Visitor,
) -> Result<(), StopReason> {
    let world = World::new(
        &subject.program,
        terms,
        Integers::Wrapping,
        Rc::<ImageTerms>::default(),
    );
    let mut translating = Translating {
        subject,
        terms,
        visitor,
    };
    let limits = Limits::for_programs();
    match symex::explore(
        &world,
        &limits,
        bounds,
        budget,
        solver,
        subject.start,
        &mut translating,
    ) {
        Explored::All | Explored::Halted => Ok(()),
        Explored::Stopped(reason) => Err(reason),
    }
}

struct Translating<'a> {
    subject: &'a Subject,
    terms: &'a Terms,
    visitor: &'a mut dyn Visitor,
}

impl symex::Visitor for Translating<'_> {
    fn run(&mut self, run: symex::Run) -> ControlFlow<()> {
        let inputs = run
            .model
            .as_ref()
            .and_then(|model| given(&run.inputs, model, self.terms));
        let end = self.subject.end_of_path(run.ending);
        let word = run.word.iter().map(|event| event.index()).collect();
        let domain = run
            .inputs
            .iter()
            .map(|input| Integers::Wrapping.range(self.terms, input.ty, input.term))
            .collect();
        let left_open: Vec<Term> = run
            .inputs
            .iter()
            .filter(|input| input.origin == Origin::Open)
            .map(|input| input.term)
            .collect();
        let decides = self.terms.free_vars_of(&run.condition);
        let open = left_open.iter().any(|term| decides.contains(term));
        self.visitor.ended(Run {
            word,
            condition: run.condition,
            domain,
            inputs,
            open,
            end,
        })
    }

    fn wants(&mut self, word: &[EventId]) -> bool {
        let word: Vec<usize> = word.iter().map(|event| event.index()).collect();
        self.visitor.follows(&word)
    }

    fn impossible(&mut self, formulas: Vec<Term>) {
        self.visitor.impossible(formulas);
    }
}

/// The values that a model gives to inputs; zero where it says nothing.
fn given(inputs: &[Input], model: &Assignment, terms: &Terms) -> Option<Vec<Given>> {
    let value = |input: &Input| {
        let number = model
            .get(input.term)
            .cloned()
            .unwrap_or_else(|| Number::default_of(terms.sort(input.term)));
        let value = match (input.ty, &number) {
            (ir::Type::Bool, Number::Bool(b)) => Value::Bool(*b),
            (ir::Type::Int(int), number) => Value::Int(int.wrap(number.as_signed()?)),
            (ir::Type::Float(float), number) => {
                Value::Float(float, float.canonical(number.as_unsigned()?))
            }
            (ir::Type::Bool | ir::Type::Ref, _) => return None,
        };
        Some(Given {
            name: input.name.to_string(),
            ty: input.ty,
            value,
            origin: input.origin,
        })
    };
    inputs.iter().map(value).collect()
}
