//! What programs do compiled, and whether the interpreter does the same for some choice of what C leaves open.

use std::path::Path;
use std::process::{Command, Stdio};

use base::Random;
use front::c::{
    Failures, FilterOptions, LowerOptions, Lowered, Machine, Source, lower, read, read_filter,
};
use ir::interp::{self, Outcome, Value};

use super::program::{Batch, Program};

const STEPS: u64 = 2_000_000;
/// How often values are drawn for what is open and was not noted, such as which of equal elements comes first.
const DRAWS: u64 = 60;
/// Notes of which any may be dropped.
const MOST_NOTES: usize = 6;
/// What a shell shows for a program that aborts.
const ABORTED: i64 = 134;

/// What became of a program.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does the same, and nothing about it is open.
    Alike,
    /// It does the same for a choice of what is open.
    Open,
    /// The interpreter cannot say what it does, and why.
    Unknown(String),
    /// It does something that the interpreter says it does not.
    Different(String),
}

/// What is seen of a run.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    output: Vec<u8>,
    code: i64,
}

/// A compiled run: what is seen of it, and what it noted of open values and inputs.
struct Compiled {
    seen: Seen,
    open: Vec<Value>,
    inputs: Vec<Value>,
}

/// Runs all programs of a batch both ways.
pub fn judge(batch: &Batch) -> Vec<Verdict> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("programs.c");
    std::fs::write(&file, batch.text()).unwrap();
    compile(batch, folder.path());
    let compiled = |program: &Program| run_compiled(folder.path(), program);
    match lowered(batch, &file) {
        Ok(lowered) => batch
            .programs
            .iter()
            .map(|p| compare(batch, &lowered, p, &compiled(p)))
            .collect(),
        Err(why) => batch
            .programs
            .iter()
            .map(|_| Verdict::Unknown(why.clone()))
            .collect(),
    }
}

fn compile(batch: &Batch, folder: &Path) {
    let options: &[&str] = if batch.optimised {
        &["-O2"]
    } else {
        &["-O0", "-fno-builtin"]
    };
    let mut command = Command::new("cc");
    command
        .args(["-w", "-DCOMPILED"])
        .args(options)
        .arg("-o")
        .arg(folder.join("programs"));
    let output = command
        .arg(folder.join("programs.c"))
        .arg("-lm")
        .output()
        .expect("cc runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn run_compiled(folder: &Path, program: &Program) -> Compiled {
    use std::os::unix::process::ExitStatusExt;
    let (input, notes) = (folder.join("input"), folder.join("notes"));
    std::fs::write(&input, &program.input).unwrap();
    std::fs::write(&notes, "").unwrap();
    let mut command = Command::new(folder.join("programs"));
    command
        .arg(program.number.to_string())
        .env("NOTES", &notes)
        .current_dir(folder);
    command.stdin(Stdio::from(std::fs::File::open(&input).unwrap()));
    let output = command.output().expect("the program runs");
    let code = output.status.code().map_or(ABORTED, i64::from);
    assert!(
        output.status.signal() != Some(11),
        "program {} crashes",
        program.number
    );
    let (mut open, mut inputs) = (Vec::new(), Vec::new());
    for line in std::fs::read_to_string(&notes).unwrap().lines() {
        let (kind, value) = line.split_once(' ').expect("a kind and a value");
        let value: i64 = value.parse().expect("a number");
        match kind {
            "b" => open.push(Value::Bool(value != 0)),
            "g" => inputs.push(Value::Int(value)),
            _ => open.push(Value::Int(value)),
        }
    }
    Compiled {
        seen: Seen {
            output: output.stdout,
            code,
        },
        open,
        inputs,
    }
}

fn lowered(batch: &Batch, file: &Path) -> Result<Lowered, String> {
    let source = Source::new(file, Machine::Bits64);
    let lowered = if batch.filter {
        let filter =
            read_filter(&source, &FilterOptions::default()).map_err(|error| error.to_string())?;
        let options = LowerOptions {
            entry: filter.entry,
            streams: Some(filter.streams),
            failures: Failures {
                abort: true,
                ..Failures::default()
            },
            ..LowerOptions::default()
        };
        lower(&filter.unit, &options)
    } else {
        lower(
            &read(&source).map_err(|error| error.to_string())?,
            &LowerOptions::default(),
        )
    };
    let lowered = lowered.map_err(|error| error.to_string())?;
    ir::validate(&lowered.program)
        .map_err(|faults| format!("the lowered program is not valid: {}", faults[0]))?;
    Ok(lowered)
}

/// How the interpreter ended, and whether it asked for anything that is open.
struct Interpreted {
    seen: Result<Seen, Verdict>,
    asked: bool,
}

fn compare(batch: &Batch, lowered: &Lowered, program: &Program, compiled: &Compiled) -> Verdict {
    let same = |seen: &Seen| alike(batch, seen, &compiled.seen);
    let run = |choice: Choice| interpret(batch, lowered, program, &compiled.inputs, choice);
    // What is unknown for one choice is unknown.
    let first = run(Choice::Given(Vec::new()));
    match first.seen {
        Ok(seen) if !first.asked && same(&seen) => return Verdict::Alike,
        Ok(seen) if !first.asked => return different(&seen, &compiled.seen),
        Err(Verdict::Unknown(why)) => return Verdict::Unknown(why),
        Err(verdict) if !first.asked => return verdict,
        Ok(_) | Err(_) => {}
    }
    let given = without_some(&compiled.open)
        .chain(with_another(&compiled.open))
        .map(Choice::Given);
    let mut choices = given.chain((0..DRAWS).map(Choice::Drawn));
    match choices.any(|choice| run(choice).seen.as_ref().is_ok_and(same)) {
        true => Verdict::Open,
        false => Verdict::Different(format!("no choice does\n    {}", show(&compiled.seen))),
    }
}

/// What filters return is not looked at, nor what programs wrote that abort: it may be lost in a stream.
fn alike(batch: &Batch, seen: &Seen, compiled: &Seen) -> bool {
    match seen.code == ABORTED {
        true => compiled.code == ABORTED,
        false => seen.output == compiled.output && (batch.filter || seen.code == compiled.code),
    }
}

fn different(seen: &Seen, compiled: &Seen) -> Verdict {
    Verdict::Different(format!(
        "it does\n    {}\nand not\n    {}",
        show(compiled),
        show(seen)
    ))
}

fn show(seen: &Seen) -> String {
    format!(
        "{:?} exit {}",
        String::from_utf8_lossy(&seen.output),
        seen.code
    )
}

/// A value may have been noted where nothing is open, such as when equal bytes are compared or only a sign is asked for.
fn without_some(noted: &[Value]) -> impl Iterator<Item = Vec<Value>> {
    let without = |set: usize| {
        let kept = |(i, _): &(usize, &Value)| set >> i & 1 == 0;
        noted
            .iter()
            .enumerate()
            .filter(kept)
            .map(|(_, value)| *value)
            .collect()
    };
    (0..1 << noted.len().min(MOST_NOTES)).map(without)
}

/// A value may be open where only its truth is asked for and none is noted, such as the sign of what is no number.
fn with_another(noted: &[Value]) -> impl Iterator<Item = Vec<Value>> {
    let places = (0..=noted.len()).flat_map(|at| [(at, 0), (at, 1)]);
    places.map(|(at, value)| {
        let mut values = noted.to_vec();
        values.insert(at, Value::Int(value));
        values
    })
}

enum Choice {
    Given(Vec<Value>),
    Drawn(u64),
}

fn interpret(
    batch: &Batch,
    lowered: &Lowered,
    program: &Program,
    inputs: &[Value],
    choice: Choice,
) -> Interpreted {
    let mut machine = interp::Machine::new(&lowered.program);
    feed(&mut machine, batch, program, inputs);
    match choice {
        Choice::Given(values) => machine.choose(values),
        Choice::Drawn(seed) => machine.draw_open(Random::seeded(seed)),
    }
    let outcome = machine.call(lowered.start, &[], STEPS);
    Interpreted {
        seen: seen(lowered, &machine, outcome),
        asked: machine.taken().iter().any(|taken| taken.open),
    }
}

/// Gives a program what it reads.
fn feed(machine: &mut interp::Machine<'_>, batch: &Batch, program: &Program, inputs: &[Value]) {
    machine.give(vec![Value::Int(program.number as i64)]);
    machine.give(inputs.to_vec());
    if batch.filter {
        machine.feed(program.input.iter().map(|byte| u64::from(*byte)).collect());
    } else if inputs.is_empty() {
        machine.give(
            program
                .input
                .iter()
                .map(|byte| Value::Int(i64::from(*byte)))
                .chain([Value::Int(-1)])
                .collect(),
        );
    }
}

/// What is seen of a run, or what it is instead.
fn seen(
    lowered: &Lowered,
    machine: &interp::Machine<'_>,
    outcome: Outcome,
) -> Result<Seen, Verdict> {
    let exit = |value: Option<Value>| {
        let code = match value {
            Some(Value::Int(code)) => code & 0xff,
            _ => 0,
        };
        let output = machine.output().to_vec();
        Ok(Seen { output, code })
    };
    match outcome {
        Outcome::Returned(value) => exit(value),
        Outcome::Threw { object, class, .. } if class == lowered.endings.exit => {
            exit(Some(machine.field(object, lowered.endings.exit_code)))
        }
        Outcome::Threw { class, .. }
            if [lowered.endings.assertion, lowered.endings.abort].contains(&class) =>
        {
            exit(Some(Value::Int(ABORTED)))
        }
        Outcome::Threw { class, place, .. } => {
            let what = &lowered.program.classes[class].name;
            Err(Verdict::Different(format!(
                "it is said to fail: {what} at {place}"
            )))
        }
        Outcome::Unsupported { what, .. } => Err(Verdict::Unknown(what)),
        Outcome::Waits { .. } | Outcome::TooDeep | Outcome::OutOfSteps => {
            Err(Verdict::Unknown("it takes too long".to_owned()))
        }
    }
}
