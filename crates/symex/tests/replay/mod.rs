//! Runs replayed on the interpreter, which knows nothing of terms.

use std::rc::Rc;

use base::Budget;
use ir::interp::{Machine, Outcome};
use ir::{EventId, FunctionId, Program, Type};
use smt::{Assignment, Config, Term, Terms, chain};
use symex::{Bounds, End, Explored, Integers, Limits, Run, Visitor, World, explore};

pub const STEPS: u64 = 100_000_000;

pub fn program(text: &str) -> Program {
    let program = ir::text::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    ir::validate(&program).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    program
}

/// The function a program starts with: the last one.
pub fn start(program: &Program) -> FunctionId {
    program.functions.ids().last().expect("there is a function")
}

pub fn visit(
    program: &Program,
    terms: &Terms,
    bounds: &Bounds,
    visitor: &mut dyn Visitor,
) -> Explored {
    visit_from(program, start(program), terms, bounds, visitor)
}

pub fn visit_from(
    program: &Program,
    start: FunctionId,
    terms: &Terms,
    bounds: &Bounds,
    visitor: &mut dyn Visitor,
) -> Explored {
    let world = World::new(program, terms, Integers::Wrapping, Rc::default());
    let mut solver = chain(terms, Config::default());
    let limits = Limits::for_programs();
    explore(
        &world,
        &limits,
        bounds,
        &Budget::unlimited(),
        &mut *solver,
        start,
        visitor,
    )
}

/// The value of a term; variables without one are zero.
pub fn value(terms: &Terms, values: &Assignment, term: Term) -> smt::Value {
    let zero = |var| smt::Value::default_of(terms.sort(var));
    let value = terms.eval(term, &|var| {
        Some(values.get(var).cloned().unwrap_or_else(|| zero(var)))
    });
    value.expect("every variable has a value")
}

/// Whether a run is taken with these values.
pub fn is_taken(terms: &Terms, values: &Assignment, run: &Run) -> bool {
    run.condition
        .iter()
        .all(|&c| value(terms, values, c) == smt::Value::Bool(true))
}

/// Whether what a run does hangs on where objects lie, which the interpreter decides otherwise.
pub fn knows_addresses(terms: &Terms, run: &Run) -> bool {
    let is_address = |var: Term| {
        terms
            .var_name(var)
            .is_some_and(|name| name.starts_with("address of"))
    };
    run.condition
        .iter()
        .chain(&run.output)
        .any(|&t| terms.free_vars(t).into_iter().any(is_address))
}

pub fn as_input(ty: Type, value: &smt::Value) -> ir::interp::Value {
    let bits = || value.as_unsigned().expect("a number is bits");
    match ty {
        Type::Bool => ir::interp::Value::Bool(value.as_bool().expect("a truth value")),
        Type::Int(int) => ir::interp::Value::Int(int.wrap(bits() as i64)),
        Type::Float(float) => ir::interp::Value::Float(float, bits()),
        Type::Ref => panic!("references are no inputs"),
    }
}

/// The inputs of a run, with the values that variables have.
pub fn inputs(terms: &Terms, values: &Assignment, run: &Run) -> Vec<ir::interp::Value> {
    run.inputs
        .iter()
        .map(|input| as_input(input.ty, &value(terms, values, input.term)))
        .collect()
}

/// What can be seen of a run.
#[derive(Debug, PartialEq)]
pub struct Seen {
    pub ending: String,
    pub word: Vec<EventId>,
    pub output: Vec<u8>,
}

pub fn interpreted(program: &Program, inputs: Vec<ir::interp::Value>) -> Seen {
    interpreted_from(program, start(program), inputs)
}

pub fn interpreted_from(
    program: &Program,
    start: FunctionId,
    inputs: Vec<ir::interp::Value>,
) -> Seen {
    let mut machine = Machine::new(program);
    machine.give(inputs);
    let ending = match machine.call(start, &[], STEPS) {
        Outcome::Returned(value) => match value {
            Some(ir::interp::Value::Int(n)) => format!("returned {n}"),
            _ => "returned".to_owned(),
        },
        Outcome::Threw { class, place, .. } => {
            format!("threw {} at {place}", program.classes[class].name)
        }
        other @ (Outcome::Unsupported { .. }
        | Outcome::Waits { .. }
        | Outcome::OutOfSteps
        | Outcome::TooDeep) => {
            format!("{other:?}")
        }
    };
    Seen {
        ending,
        word: machine.events().to_vec(),
        output: machine.output().to_vec(),
    }
}

/// What a run does with these values; `None` if it was not followed to its end.
pub fn predicted(program: &Program, terms: &Terms, values: &Assignment, run: &Run) -> Option<Seen> {
    let ending = match &run.ending {
        End::Returned(Some(symex::Value::Scalar(term))) => {
            format!(
                "returned {}",
                value(terms, values, *term).as_signed().expect("a number")
            )
        }
        End::Returned(_) => "returned".to_owned(),
        End::Threw { class, place, .. } => {
            format!("threw {} at {place}", program.classes[*class].name)
        }
        End::Beyond(_) | End::Cut(_) => return None,
    };
    let byte = |&term: &Term| value(terms, values, term).as_unsigned().expect("a byte") as u8;
    Some(Seen {
        ending,
        word: run.word.clone(),
        output: run.output.iter().map(byte).collect(),
    })
}
