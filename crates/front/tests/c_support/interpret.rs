//! C programs on the interpreter.

use front::c::{LowerOptions, Lowered, Source, lower, read};
use ir::interp::{Machine, Outcome, Value};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With an exit code: what was printed, and `exit N` on a line of its own.
    Exit(String),
    /// With a failure: its class and place, and what was printed before.
    Failed(String),
    /// Nobody knows: why and where.
    Unknown(String),
    /// Later than within the steps it was given.
    OutOfSteps,
}

/// Reads, lowers and runs a program. What one does that takes an input is not known: compiled, it may get another.
pub fn interpret(source: &Source, step_limit: u64) -> Ended {
    let unit = match read(source) {
        Ok(unit) => unit,
        Err(error) => return Ended::Unknown(error.to_string()),
    };
    let lowered = match lower(&unit, &LowerOptions::default()) {
        Ok(lowered) => lowered,
        Err(error) => return Ended::Unknown(error.to_string()),
    };
    if let Err(faults) = ir::validate(&lowered.program) {
        return Ended::Unknown(format!("the lowered program is not valid: {}", faults[0]));
    }
    run(&lowered, step_limit)
}

fn run(lowered: &Lowered, step_limit: u64) -> Ended {
    let mut machine = Machine::new(&lowered.program);
    let outcome = machine.call(lowered.start, &[], step_limit);
    let output = String::from_utf8_lossy(machine.output()).into_owned();
    if let Some(taken) = machine.taken().iter().find(|taken| !taken.open) {
        return Ended::Unknown(format!("it takes an input, of {}", taken.name));
    }
    match outcome {
        Outcome::Returned(value) => exit(output, value),
        Outcome::Threw { object, class, .. } if class == lowered.endings.exit => exit(
            output,
            Some(machine.field(object, lowered.endings.exit_code)),
        ),
        Outcome::Threw { class, place, .. } => Ended::Failed(format!(
            "{} at {place} after {output:?}",
            lowered.program.classes[class].name
        )),
        Outcome::Waits { place } => Ended::Unknown(format!("it waits at {place}")),
        Outcome::Unsupported { what, place } => Ended::Unknown(format!("{what} at {place}")),
        Outcome::TooDeep => Ended::Unknown("too many calls are open".to_owned()),
        Outcome::OutOfSteps => Ended::OutOfSteps,
    }
}

fn exit(mut output: String, code: Option<Value>) -> Ended {
    let Some(Value::Int(code)) = code else {
        return Ended::Unknown(format!("{code:?} is no exit code"));
    };
    if !output.is_empty() && !output.ends_with('\n') {
        output.push('\n');
    }
    Ended::Exit(format!("{output}exit {}\n", code & 0xff))
}
