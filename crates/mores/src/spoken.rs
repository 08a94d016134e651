//! Concrete calls as the language of the source writes them: as methods of an object in Java, one after the other in C.

use ir::{Component, Handed, Spoken, Type};
use smt::Value;
use step::{LetterId, StepSystem, interpreted};

use crate::java;

/// A call as statements without their semicolons; the last one is the call. `Err` says why it cannot be written.
pub(crate) fn call(
    component: &Component,
    system: &StepSystem,
    letter: LetterId,
    scalars: &[Value],
) -> Result<Vec<String>, String> {
    match component.endings {
        None => java::call(component, system, letter, scalars),
        Some(_) => {
            java::ends_alone(system, letter)?;
            in_c(component, system, letter, scalars).map(|call| vec![call])
        }
    }
}

fn in_c(
    component: &Component,
    system: &StepSystem,
    letter: LetterId,
    scalars: &[Value],
) -> Result<String, String> {
    let letter = &system.letters[letter];
    let spoken = component.script.calls.get(&letter.name);
    let spoken = spoken.ok_or_else(|| format!("{} cannot be called", letter.name))?;
    let number = |at: usize| {
        let (param, value) = letter
            .params
            .get(at)
            .zip(scalars.get(at))
            .ok_or("a value is missing")?;
        let value = interpreted(param.ty, value).ok_or("a value does not fit")?;
        number(param.ty, value)
            .ok_or_else(|| format!("{} has no value that can be written", param.name))
    };
    let arguments = spoken
        .arguments
        .iter()
        .map(|handed| argument(handed, &number));
    let arguments = arguments.collect::<Result<Vec<_>, String>>()?;
    Ok(statement(spoken, &letter.name, &arguments.join(", ")))
}

fn statement(spoken: &Spoken, function: &str, arguments: &str) -> String {
    match &spoken.keeps {
        Some(object) => format!("{object} = {function}({arguments})"),
        None => format!("{function}({arguments})"),
    }
}

fn argument(
    handed: &Handed,
    number: &impl Fn(usize) -> Result<String, String>,
) -> Result<String, String> {
    Ok(match handed {
        Handed::Text(text) => text.clone(),
        Handed::Number(at) => number(*at)?,
        Handed::Address { there, held, ty } => match number(*there)?.as_str() {
            "0" => "0".to_owned(),
            _ => format!("&({ty}){{{}}}", number(*held)?),
        },
    })
}

/// A number as C writes it.
fn number(ty: Type, value: ir::interp::Value) -> Option<String> {
    use ir::interp::Value as Number;
    Some(match (ty, value) {
        (Type::Int(int), Number::Int(number)) if int.bits == 64 && !int.signed => {
            format!("{}u", number as u64)
        }
        (Type::Int(_), Number::Int(i64::MIN)) => format!("{} - 1", i64::MIN + 1),
        (Type::Int(_), Number::Int(number)) if i32::try_from(number) == Ok(i32::MIN) => {
            format!("{} - 1", i32::MIN + 1)
        }
        (Type::Int(_), Number::Int(number)) => number.to_string(),
        _ => return None,
    })
}
