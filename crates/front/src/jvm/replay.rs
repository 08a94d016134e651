//! Sequences of calls, run on the interpreter and on the user's real Java machine, with answers that can be compared.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ir::interp::{Machine, ObjectId, Outcome, Value};
use ir::{Component, Entry};

use crate::InputError;
use crate::jvm::compile::{compile, tool};
use crate::jvm::texts::MACHINE_TEXT;

const SOURCE: &str = include_str!("Replay.java");

/// A call of an entry with arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// The method's name; `None` for a constructor, whose object the later calls are made on.
    pub method: Option<String>,
    /// What it takes and returns, `(IZ)V`.
    pub descriptor: String,
    /// Numbers, booleans and nulls.
    pub args: Vec<Value>,
}

impl Call {
    /// A call of an entry of a component made from Java.
    pub fn of(component: &Component, entry: &Entry, args: Vec<Value>) -> Self {
        let full = &component.program.functions[entry.function].name;
        let (path, _) = full.split_once('(').unwrap_or((full, ""));
        let name = path.rsplit('.').next().unwrap_or(path);
        let method = (name != "<init>").then(|| name.to_owned());
        Self { method, descriptor: full[path.len()..].to_owned(), args }
    }
}

/// What a call did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It returned; the value in decimal, `true`, `null`, or the class of an object.
    Returned(Option<String>),
    /// It threw an exception of this class.
    Threw(String),
    /// There was no object to call.
    Absent,
    /// The interpreter cannot say; why. The real machine never answers this.
    Unknown(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned(None) => write!(f, "returned"),
            Self::Returned(Some(value)) => write!(f, "returned {value}"),
            Self::Threw(class) => write!(f, "threw {class}"),
            Self::Absent => write!(f, "absent"),
            Self::Unknown(why) => write!(f, "unknown: {why}"),
        }
    }
}

/// The answers of the interpreter to one sequence, beginning with static initialisation. After an unknown answer all
/// are unknown.
pub fn on_interpreter(component: &Component, calls: &[(&Entry, Vec<Value>)], step_limit: u64) -> Vec<Answer> {
    let mut run = InterpreterRun { component, machine: Machine::new(&component.program), object: None, lost: None };
    run.initialise(step_limit);
    calls.iter().map(|(entry, args)| run.answer(entry, args, step_limit)).collect()
}

struct InterpreterRun<'c> {
    component: &'c Component,
    machine: Machine<'c>,
    object: Option<Value>,
    /// Why nothing is known any more.
    lost: Option<String>,
}

impl InterpreterRun<'_> {
    fn initialise(&mut self, step_limit: u64) {
        for &initialiser in &self.component.initialisers {
            let outcome = self.machine.call(initialiser, &[], step_limit);
            if outcome != Outcome::Returned(None) {
                self.lost.get_or_insert(format!("static initialisation: {outcome:?}"));
            }
        }
    }

    fn answer(&mut self, entry: &Entry, args: &[Value], step_limit: u64) -> Answer {
        if let Some(why) = &self.lost {
            return Answer::Unknown(why.clone());
        }
        let constructor = self.component.constructors.iter().any(|c| c.function == entry.function);
        let receiver = match (constructor, entry.takes_receiver) {
            (true, _) => Some(Value::Ref(Some(self.machine.allocate(self.component.class)))),
            (false, true) if self.object.is_none() => return Answer::Absent,
            (false, true) => self.object,
            (false, false) => None,
        };
        let all: Vec<Value> = receiver.into_iter().chain(args.iter().copied()).collect();
        let outcome = self.machine.call(entry.function, &all, step_limit);
        if constructor {
            self.object = receiver.filter(|_| outcome == Outcome::Returned(None));
        }
        self.shown(outcome)
    }

    fn shown(&mut self, outcome: Outcome) -> Answer {
        let program = self.machine.program();
        match outcome {
            Outcome::Returned(Some(Value::Ref(Some(object)))) if self.class_name(object) == MACHINE_TEXT => {
                Answer::Unknown("a text that is not known".to_owned())
            }
            Outcome::Returned(value) => Answer::Returned(value.map(|v| match v {
                Value::Bool(b) => b.to_string(),
                Value::Int(i) => i.to_string(),
                Value::Float(_, bits) => format!("{bits:x}"),
                Value::Ref(None) => "null".to_owned(),
                Value::Ref(Some(object)) => self.text(object).unwrap_or_else(|| self.class_name(object)),
            })),
            Outcome::Threw { class, .. } => Answer::Threw(program.classes[class].name.clone()),
            other => {
                self.lost = Some(format!("{other:?}"));
                Answer::Unknown(format!("{other:?}"))
            }
        }
    }
}

impl InterpreterRun<'_> {
    fn class_name(&self, object: ObjectId) -> String {
        self.machine.program().classes[self.machine.class_of(object)].name.clone()
    }

    /// The text of a string, quoted.
    fn text(&self, object: ObjectId) -> Option<String> {
        let program = self.machine.program();
        let class = self.machine.class_of(object);
        if program.classes[class].name != "java.lang.String" {
            return None;
        }
        let field = |name: &str| {
            let found = program.layout(class).into_iter().find(|&f| program.field(f).name == name)?;
            Some(self.machine.field(object, found))
        };
        let (Value::Ref(Some(bytes)), Value::Int(coder)) = (field("value")?, field("coder")?) else { return None };
        let bytes = self.machine.content(bytes).into_iter().map(|v| if let Value::Int(b) = v { b as u8 } else { 0 });
        let bytes: Vec<u8> = bytes.collect();
        let units: Vec<u16> = match coder {
            0 => bytes.into_iter().map(u16::from).collect(),
            _ => bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
        };
        let shown = units.into_iter().map(|unit| match u8::try_from(unit) {
            Ok(plain @ 33..127) => char::from(plain).to_string(),
            _ => format!("\\u{unit:x}"),
        });
        Some(format!("\"{}\"", shown.collect::<String>()))
    }
}

/// The answers of the real machine to many sequences, each with the name of its class. Classes are loaded afresh for
/// each sequence, with assertions on.
pub fn on_java(class_path: &[PathBuf], sequences: &[(String, Vec<Call>)]) -> Result<Vec<Vec<Answer>>, InputError> {
    let folder = tempfile::tempdir().map_err(|e| InputError::new(format!("no temporary folder: {e}")))?;
    let source = folder.path().join("Replay.java");
    std::fs::write(&source, SOURCE).map_err(|e| InputError::new(format!("no temporary file: {e}")))?;
    let compiled = compile(&source, &[])?;
    let output = converse(compiled.path(), class_path, script(sequences))?;
    read(&output, sequences)
}

fn script(sequences: &[(String, Vec<Call>)]) -> String {
    let mut script = String::new();
    for (class, calls) in sequences {
        script.push_str(&format!("class {class}\n"));
        for Call { method, descriptor, args } in calls {
            match method {
                Some(name) => script.push_str(&format!("call {name} {descriptor}")),
                None => script.push_str(&format!("new {descriptor}")),
            }
            args.iter().for_each(|arg| script.push_str(&format!(" {}", spelled(*arg))));
            script.push('\n');
        }
    }
    script
}

fn spelled(value: Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(i) => i.to_string(),
        Value::Float(_, bits) => format!("{bits:x}"),
        Value::Ref(_) => "null".to_owned(),
    }
}

fn converse(driver: &Path, class_path: &[PathBuf], script: String) -> Result<String, InputError> {
    let failed = |e: std::io::Error| InputError::new(format!("java cannot be run: {e}"));
    let mut command = Command::new(tool("java"));
    command.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"]).arg(driver).arg("Replay").args(class_path);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let mut input = child.stdin.take().expect("the input is piped");
    // Both sides write: neither may wait for the other to read.
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().map_err(failed)?;
    let written = writer.join().expect("the writer does not panic");
    if !output.status.success() || written.is_err() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(InputError::new("java could not replay the calls").with_details(said));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn read(output: &str, sequences: &[(String, Vec<Call>)]) -> Result<Vec<Vec<Answer>>, InputError> {
    let mut lines = output.lines();
    let mut answer = || {
        let line = lines.next().ok_or_else(|| InputError::new("java answered too few calls"))?;
        match line.split_once(' ') {
            None if line == "returned" => Ok(Answer::Returned(None)),
            None if line == "absent" => Ok(Answer::Absent),
            Some(("returned", value)) => Ok(Answer::Returned(Some(value.to_owned()))),
            Some(("threw", class)) => Ok(Answer::Threw(class.to_owned())),
            _ => Err(InputError::new(format!("java answered {line:?}"))),
        }
    };
    sequences.iter().map(|(_, calls)| calls.iter().map(|_| answer()).collect()).collect()
}
