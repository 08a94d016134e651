//! Calls replayed on the reference interpreter: the semantics that summaries are tested against and that every
//! reported difference must show as well.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use base::{Id, Outcome, Place, StopReason};
use ir::interp::{Machine, ObjectId, Outcome as Ran, Value};
use ir::{Component, Entry, Type};

use crate::component::plans;
use crate::errors::Thrown;
use crate::plan::Plan;
use crate::{Errors, LetterId, Misuse, Questions, StepSystem, arguments};

/// Steps that one replayed call may take.
const STEPS: u64 = 1_000_000;

/// A component on the interpreter. Cloning saves the state.
#[derive(Clone)]
pub struct Replay<'c> {
    component: &'c Component,
    errors: Errors,
    plans: Rc<Vec<Rc<Plan>>>,
    machine: Machine<'c>,
    this: Option<ObjectId>,
}

/// How a replayed call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// In the terms of a step system.
    pub answer: Outcome,
    /// The exception's class, also of one that is no error, or what is unsupported.
    pub what: Option<String>,
    /// Where it was thrown or met.
    pub place: Option<Place>,
    /// What was returned.
    pub returned: Option<Value>,
}

impl<'c> Replay<'c> {
    /// The component of a step system; `None` if its initialisers do not end well.
    pub fn of(component: &'c Component, system: &StepSystem) -> Option<Self> {
        let letters = system.letters.values();
        let plans = letters.map(|letter| Rc::clone(&letter.plan)).collect();
        Some(Self {
            plans: Rc::new(plans),
            ..Self::start(component, &system.errors)?
        })
    }

    /// Runs the initialisers; `None` if they do not end well. Calls that ask something of others are unknown.
    pub fn start(component: &'c Component, errors: &Errors) -> Option<Self> {
        let mut machine = Machine::new(&component.program);
        for &function in &component.initialisers {
            if !matches!(machine.call(function, &[], STEPS), Ran::Returned(_)) {
                return None;
            }
        }
        let plans = Rc::new(plans(component, &Questions::new(), None));
        Some(Self {
            component,
            errors: errors.clone(),
            plans,
            machine,
            this: None,
        })
    }

    /// The interpreter's state.
    pub fn machine(&self) -> &Machine<'c> {
        &self.machine
    }

    /// The component's object, once constructed.
    pub fn this(&self) -> Option<ObjectId> {
        self.this
    }

    /// One call. The arguments are those of the letter: scalars that say what its parameters are.
    pub fn call(&mut self, letter: LetterId, args: &[Value]) -> Replayed {
        let constructors = self.component.constructors.len();
        match letter.index().checked_sub(constructors) {
            None if self.this.is_some() => Replayed::error(Misuse::SecondConstruction),
            None => {
                let entry = &self.component.constructors[letter.index()];
                if entry.takes_receiver {
                    self.this = Some(self.machine.allocate(self.component.class));
                    let replayed = self.run(entry, letter, args);
                    if replayed.what.is_some() {
                        self.this = None;
                    }
                    return replayed;
                }
                let replayed = self.run(entry, letter, args);
                if let Some(Value::Ref(made)) = replayed.returned {
                    self.this = made;
                }
                replayed
            }
            Some(method) => {
                let entry = &self.component.methods[method];
                match (entry.takes_receiver, self.this) {
                    (true, None) => Replayed::error(Misuse::BeforeConstruction),
                    (true, Some(_)) | (false, _) => self.run(entry, letter, args),
                }
            }
        }
    }

    fn run(&mut self, entry: &Entry, letter: LetterId, scalars: &[Value]) -> Replayed {
        let plan = Rc::clone(&self.plans[letter.index()]);
        let args =
            match arguments::concrete(&plan, self.component, &mut self.machine, self.this, scalars)
            {
                Ok(args) => args,
                Err(why) => return Replayed::unknown(&why, None),
            };
        self.machine.answer(answers(&plan, scalars));
        let receiver = entry.takes_receiver.then_some(Value::Ref(self.this));
        let args: Vec<Value> = receiver.into_iter().chain(args).collect();
        match self.machine.call(entry.function, &args, STEPS) {
            Ran::Returned(returned) => Replayed {
                returned,
                ..Replayed::new(Outcome::Ok, None, None)
            },
            Ran::Threw { class, place, .. } => {
                let name = &self.component.program.classes[class].name;
                match self.errors.thrown(self.component, class) {
                    Thrown::Error(what) => Replayed::new(Outcome::Error, Some(&what), Some(place)),
                    Thrown::Allowed => Replayed::new(Outcome::Ok, Some(name), None),
                    Thrown::Unknown(what) => Replayed::unknown(what, Some(place)),
                }
            }
            Ran::Waits { place } if self.errors.waiting => {
                Replayed::new(Outcome::Error, Some(StopReason::WAITING), Some(place))
            }
            Ran::Waits { place } => Replayed::unknown(StopReason::WAITING, Some(place)),
            Ran::Unsupported { what, place } => Replayed::unknown(&what, Some(place)),
            Ran::OutOfSteps => Replayed::unknown("the call does not end in time", None),
            Ran::TooDeep => Replayed::unknown("calls nest too deep", None),
        }
    }
}

/// What others answer, by question.
fn answers(plan: &Plan, scalars: &[Value]) -> BTreeMap<Arc<str>, VecDeque<Value>> {
    let mut answers: BTreeMap<Arc<str>, VecDeque<Value>> = BTreeMap::new();
    let given = &scalars[scalars.len() - plan.answers.len()..];
    for (question, &answer) in plan.answers.iter().zip(given) {
        let name = question.name.clone();
        answers.entry(name).or_default().push_back(answer);
    }
    answers
}

impl Replayed {
    fn new(answer: Outcome, what: Option<&str>, place: Option<Place>) -> Self {
        Self {
            answer,
            what: what.map(str::to_owned),
            place,
            returned: None,
        }
    }

    fn error(misuse: Misuse) -> Self {
        Self::new(Outcome::Error, Some(misuse.in_words()), None)
    }

    fn unknown(what: &str, place: Option<Place>) -> Self {
        Self::new(Outcome::Unknown, Some(what), place)
    }
}

/// A value of a term as the interpreter knows it; `None` if it does not fit the type.
pub fn interpreted(ty: Type, value: &smt::Value) -> Option<Value> {
    let value = match (ty, value) {
        (Type::Bool, smt::Value::Bool(b)) => Value::Bool(*b),
        (Type::Int(int), smt::Value::BitVec { .. }) => Value::Int(if int.signed {
            value.as_signed()?
        } else {
            i64::try_from(value.as_unsigned()?).ok()?
        }),
        (Type::Int(_), smt::Value::Int(n)) => Value::Int(n.try_into().ok()?),
        (Type::Float(float), smt::Value::BitVec { .. }) => {
            Value::Float(float, value.as_unsigned()?)
        }
        (Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref, _) => return None,
    };
    value.fits(ty).then_some(value)
}
