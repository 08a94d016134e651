//! C programs on the interpreter, with inputs, and what is seen of them.

use std::process::Command;

use front::InputError;
use front::c::{Events, LowerOptions, Lowered, Machine, Source, lower, read};
use ir::interp::{self, Outcome, Value};

/// What is seen of a run.
#[derive(Debug)]
pub struct Seen {
    /// Names and lines of the events that happened.
    pub events: Vec<(String, u32)>,
    /// The names of the inputs that were asked for.
    pub inputs: Vec<String>,
    /// What was printed.
    pub output: String,
    /// `exit 3`, or the class of what was thrown and its line, or why nobody knows.
    pub ended: String,
    /// Functions that nothing is known of.
    pub missing: Vec<String>,
}

impl Seen {
    /// The names of the events.
    pub fn words(&self) -> Vec<&str> {
        self.events.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The lines of the events.
    pub fn places(&self) -> Vec<u32> {
        self.events.iter().map(|(_, line)| *line).collect()
    }
}

/// Runs a program for 64 bits that has nothing but `learn` to be seen.
pub fn run(text: &str, inputs: &[Value]) -> Seen {
    run_with(text, Events::default(), inputs).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// Runs a program for 64 bits.
pub fn run_with(text: &str, events: Events, inputs: &[Value]) -> Result<Seen, InputError> {
    run_on(text, Machine::Bits64, events, inputs)
}

/// Runs a program.
pub fn run_on(
    text: &str,
    machine: Machine,
    events: Events,
    inputs: &[Value],
) -> Result<Seen, InputError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    let unit = read(&Source::new(file, machine))?;
    let lowered = lower(
        &unit,
        &LowerOptions {
            events,
            ..LowerOptions::default()
        },
    )?;
    assert_eq!(ir::validate(&lowered.program), Ok(()), "{text}");
    Ok(observe(&lowered, inputs))
}

fn observe(lowered: &Lowered, inputs: &[Value]) -> Seen {
    let mut machine = interp::Machine::new(&lowered.program);
    machine.give(inputs.to_vec());
    let exit = |code: Option<Value>| match code {
        Some(Value::Int(code)) => format!("exit {code}"),
        other => panic!("{other:?} is no exit code"),
    };
    let ended = match machine.call(lowered.start, &[], 1_000_000) {
        Outcome::Returned(code) => exit(code),
        Outcome::Threw { object, class, .. } if class == lowered.endings.exit => {
            exit(Some(machine.field(object, lowered.endings.exit_code)))
        }
        Outcome::Threw { class, place, .. } => {
            format!("{} at {}", lowered.program.classes[class].name, place.line)
        }
        Outcome::Unsupported { what, .. } => format!("unknown: {what}"),
        Outcome::Waits { .. } | Outcome::TooDeep | Outcome::OutOfSteps => {
            "unknown: it takes too long".to_owned()
        }
    };
    let event = |id: &ir::EventId| {
        (
            lowered.program.events[*id].name.to_string(),
            lowered.program.events[*id].place.line,
        )
    };
    Seen {
        events: machine.events().iter().map(event).collect(),
        inputs: machine
            .taken()
            .iter()
            .filter(|t| !t.open)
            .map(|taken| taken.name.to_string())
            .collect(),
        output: String::from_utf8_lossy(machine.output()).into_owned(),
        ended,
        missing: lowered
            .missing
            .iter()
            .map(|(name, _)| name.clone())
            .collect(),
    }
}

/// What a program prints that gcc compiled, and its exit code on a line of its own.
pub fn compiled(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (file, program) = (
        folder.path().join("program.c"),
        folder.path().join("program"),
    );
    std::fs::write(&file, text).unwrap();
    let made = Command::new("gcc")
        .args(["-w", "-O0", "-o"])
        .arg(&program)
        .arg(&file)
        .arg("-lm")
        .status()
        .unwrap();
    assert!(made.success());
    let output = Command::new(&program).output().unwrap();
    format!(
        "{}exit {}\n",
        String::from_utf8_lossy(&output.stdout),
        output.status.code().unwrap()
    )
}
