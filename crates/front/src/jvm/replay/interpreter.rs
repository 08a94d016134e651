//! The interpreter's side.

use ir::interp::{Machine, ObjectId, Outcome, Value};
use ir::{Candidate, ClassId, Component, Entry, FunctionId, Program};

use super::argument::{Held, Kept, Made};
use super::{Answer, Argument};
use crate::jvm::descriptor::JavaType;
use crate::jvm::linker::{METHOD, READY};

/// Steps that a constructor may take.
const CONSTRUCTION_STEPS: u64 = 100_000;

/// The answers of the interpreter to one sequence, beginning with static initialisation. After an unknown answer all
/// are unknown.
pub fn on_interpreter(
    component: &Component,
    calls: &[(&Entry, Vec<Value>)],
    step_limit: u64,
) -> Vec<Answer> {
    let mut session = Session::new(component, step_limit);
    let call = |(entry, args): &(&Entry, Vec<Value>)| {
        let args: Vec<Argument> = args.iter().copied().map(Into::into).collect();
        session.answer(entry, &args)
    };
    calls.iter().map(call).collect()
}

/// What the fields of a new object hold when its constructor has returned, in the order of the layout; `None` if that is
/// not known.
pub fn constructed(
    component: &Component,
    class: ClassId,
    maker: &Entry,
    args: &[Value],
) -> Option<Vec<Value>> {
    let program = &component.program;
    let mut session = Session::new(component, CONSTRUCTION_STEPS);
    let name = program.classes[class].name.replace('.', "/");
    if let Ok(ready) = program.native(&format!("{READY}{name}"), &[]) {
        session.run(ready, &[]).ok()?;
    }
    let object = session.machine.allocate(class);
    let all: Vec<Value> = std::iter::once(Value::Ref(Some(object)))
        .chain(args.iter().copied())
        .collect();
    session.run(maker.function, &all).ok()?;
    Some(
        program
            .layout(class)
            .into_iter()
            .map(|field| session.machine.field(object, field))
            .collect(),
    )
}

/// A sequence of calls on the interpreter, made one after the other.
pub struct Session<'c> {
    component: &'c Component,
    step_limit: u64,
    pub(super) machine: Machine<'c>,
    pub(super) object: Option<ObjectId>,
    /// What was passed or returned.
    pub(super) earlier: Vec<ObjectId>,
    /// What the first use of the class gets, if its static initialiser failed.
    failed: Option<String>,
    /// Whether somebody has got it.
    erroneous: bool,
    /// Why nothing is known any more.
    lost: Option<String>,
}

/// A value, or the answer to a call that cannot have it.
type Known<T> = Result<T, Answer>;

impl<'c> Session<'c> {
    /// A machine on which the class was made ready. Each call may take this many steps.
    pub fn new(component: &'c Component, step_limit: u64) -> Self {
        let machine = Machine::new(&component.program);
        let mut session = Self {
            component,
            step_limit,
            machine,
            object: None,
            earlier: Vec::new(),
            failed: None,
            erroneous: false,
            lost: None,
        };
        session.initialise();
        session
    }

    fn initialise(&mut self) {
        for &initialiser in &self.component.initialisers {
            match self.machine.call(initialiser, &[], self.step_limit) {
                Outcome::Returned(_) => {}
                Outcome::Threw { class, .. } => {
                    self.failed = Some(self.program().classes[class].name.clone())
                }
                other => drop(
                    self.lost
                        .get_or_insert(format!("static initialisation: {}", reason(&other))),
                ),
            }
        }
    }

    fn program(&self) -> &'c Program {
        &self.component.program
    }

    /// Whether there is an object to call.
    pub fn has_object(&self) -> bool {
        self.object.is_some()
    }

    /// The numbers of those objects that were passed or returned and that a variable of this class can hold.
    pub fn earlier_of(&self, class: ClassId) -> Vec<usize> {
        let fits = |o: ObjectId| self.program().is_subclass(self.machine.class_of(o), class);
        (0..self.earlier.len())
            .filter(|&number| fits(self.earlier[number]))
            .collect()
    }

    /// Makes a call.
    pub fn answer(&mut self, entry: &Entry, args: &[Argument]) -> Answer {
        if let Some(why) = &self.lost {
            return Answer::Unknown(why.clone());
        }
        let constructs = self
            .component
            .constructors
            .iter()
            .any(|c| c.function == entry.function);
        if !constructs && entry.takes_receiver && self.object.is_none() {
            return Answer::Absent;
        }
        if self.erroneous {
            return Answer::Threw("java.lang.NoClassDefFoundError".to_owned());
        }
        if let Some(class) = self.failed.take() {
            self.erroneous = true;
            return Answer::Threw(class);
        }
        if entry.takes_receiver && !constructs && self.object.is_some_and(|o| self.is_below(o)) {
            self.lost = Some("an object of a class below the one that is called".to_owned());
            return self.answer(entry, args);
        }
        let answer = self
            .arguments(args)
            .and_then(|values| self.call(entry, constructs, values));
        let answer = answer.unwrap_or_else(|answer| answer);
        if let Answer::Unknown(why) = &answer {
            self.lost = Some(why.clone());
        }
        answer
    }

    /// Whether a function handed out an object whose class may override what an entry names.
    fn is_below(&self, object: ObjectId) -> bool {
        self.machine.class_of(object) != self.component.class
    }

    fn call(&mut self, entry: &Entry, constructs: bool, values: Vec<Value>) -> Known<Answer> {
        let receiver = match (entry.takes_receiver, constructs) {
            (false, _) => None,
            (true, true) => Some(self.machine.allocate(self.component.class)),
            (true, false) => self.object,
        };
        if constructs {
            self.object = None;
        }
        let all: Vec<Value> = receiver
            .map(|o| Value::Ref(Some(o)))
            .into_iter()
            .chain(values)
            .collect();
        let value = self.run(entry.function, &all)?;
        if constructs {
            // A function that hands out an object stands for a constructor.
            self.object = receiver.or(match value {
                Some(Value::Ref(object)) => object,
                Some(Value::Bool(_) | Value::Int(_) | Value::Float(..)) | None => None,
            });
            return Ok(Answer::Returned(None));
        }
        let shown = value
            .map(|v| self.shown(v))
            .transpose()
            .map_err(Answer::Unknown)?;
        if let Some(Value::Ref(Some(object))) = value {
            self.earlier.push(object);
        }
        Ok(Answer::Returned(shown))
    }

    fn run(&mut self, function: FunctionId, args: &[Value]) -> Known<Option<Value>> {
        match self.machine.call(function, args, self.step_limit) {
            Outcome::Returned(value) => Ok(value),
            Outcome::Threw { class, .. } => {
                Err(Answer::Threw(self.program().classes[class].name.clone()))
            }
            other => Err(Answer::Unknown(reason(&other))),
        }
    }

    /// The values of arguments; new objects among them are remembered.
    fn arguments(&mut self, args: &[Argument]) -> Known<Vec<Value>> {
        let mut values: Vec<Value> = Vec::new();
        for arg in args {
            let value = match arg {
                Argument::Same(position, otherwise) => match values.get(*position) {
                    Some(same @ Value::Ref(Some(_))) => *same,
                    _ => self.value(otherwise)?,
                },
                other => self.value(other)?,
            };
            values.push(value);
        }
        for (arg, value) in args.iter().zip(&values) {
            if let (true, Value::Ref(Some(object))) = (arg.is_new(), value) {
                self.earlier.push(*object);
            }
        }
        Ok(values)
    }

    fn value(&mut self, arg: &Argument) -> Known<Value> {
        Ok(match arg {
            Argument::Value(value) => *value,
            Argument::Text(units) => Value::Ref(Some(self.text(units)?)),
            Argument::Array(descriptor, elements) => {
                Value::Ref(Some(self.array(descriptor, elements)?))
            }
            Argument::Constant(class, name) => self.constant(class, name)?,
            Argument::Made(made) => self.made(made)?,
            Argument::Blank(class, fields) => Value::Ref(Some(self.blank(class, fields)?)),
            Argument::Kept(kept) => self.kept(kept)?,
            Argument::Same(..) => return Err(no("argument before that is the same")),
            Argument::This => Value::Ref(self.object),
            Argument::Earlier(number) => Value::Ref(Some(
                *self.earlier.get(*number).ok_or_else(|| no("such object"))?,
            )),
        })
    }

    fn kept(&mut self, kept: &Kept) -> Known<Value> {
        let program = self.program();
        let object = self.object.ok_or_else(|| no("object"))?;
        let is_meant = |f: &ir::FieldRef| {
            program.field(*f).name == kept.field && program.classes[f.class].name == kept.class
        };
        let field = program
            .layout(self.machine.class_of(object))
            .into_iter()
            .find(is_meant);
        match self
            .machine
            .field(object, field.ok_or_else(|| no(&kept.field))?)
        {
            Value::Ref(None) => self.value(&kept.otherwise),
            held => Ok(held),
        }
    }

    fn text(&mut self, units: &[u16]) -> Known<ObjectId> {
        let program = self.program();
        let class = program
            .class_named("java.lang.String")
            .ok_or_else(|| no("strings"))?;
        let Some(&Candidate::Array(bytes_class)) = program.candidates("byte[]").first() else {
            return Err(no("bytes"));
        };
        let latin = units.iter().all(|&unit| unit < 256);
        let bytes: Vec<u8> = match latin {
            true => units.iter().map(|&unit| unit as u8).collect(),
            false => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        };
        let value = self.machine.allocate_array(bytes_class, bytes.len());
        for (at, byte) in bytes.into_iter().enumerate() {
            self.machine
                .set_element(value, at, Value::Int(i64::from(byte as i8)));
        }
        let text = self.machine.allocate(class);
        for field in program.layout(class) {
            match program.field(field).name.as_str() {
                "value" => self.machine.set_field(text, field, Value::Ref(Some(value))),
                "coder" => self
                    .machine
                    .set_field(text, field, Value::Int(i64::from(!latin))),
                _ => {}
            }
        }
        Ok(text)
    }

    fn array(&mut self, descriptor: &str, elements: &[Argument]) -> Known<ObjectId> {
        let ty = JavaType::parse(descriptor).ok_or_else(|| no(descriptor))?;
        let candidates = self.program().candidates(&ty.to_string());
        let Some(Candidate::Array(class)) = candidates.first() else {
            return Err(no(descriptor));
        };
        let values = elements
            .iter()
            .map(|e| self.value(e))
            .collect::<Result<Vec<Value>, Answer>>()?;
        let array = self.machine.allocate_array(*class, values.len());
        for (at, value) in values.into_iter().enumerate() {
            self.machine.set_element(array, at, value);
        }
        Ok(array)
    }

    fn constant(&self, class: &str, name: &str) -> Known<Value> {
        let found = self
            .program()
            .candidates(class)
            .into_iter()
            .find_map(|candidate| match candidate {
                Candidate::Constant(object, known) if known == name => Some(object),
                _ => None,
            });
        found
            .map(|o| Value::Ref(Some(ObjectId::of_image(o))))
            .ok_or_else(|| no(name))
    }

    fn made(&mut self, made: &Made) -> Known<Value> {
        let args = made
            .args
            .iter()
            .map(|arg| self.value(arg))
            .collect::<Result<Vec<Value>, Answer>>()?;
        let program = self.program();
        let class = made.class.replace('.', "/");
        if let Ok(ready) = program.native(&format!("{READY}{class}"), &[]) {
            self.run(ready, &[])?;
        }
        let name = format!("{METHOD}{class}.{}{}", made.method, made.descriptor);
        let function = program.native(&name, &[]).map_err(Answer::Unknown)?;
        if made.method != "<init>" {
            return self.run(function, &args)?.ok_or_else(|| no("result"));
        }
        let class = program
            .class_named(&made.class)
            .ok_or_else(|| no(&made.class))?;
        let object = Value::Ref(Some(self.machine.allocate(class)));
        let all: Vec<Value> = std::iter::once(object).chain(args).collect();
        self.run(function, &all)?;
        Ok(object)
    }

    fn blank(&mut self, class: &str, fields: &[Held]) -> Known<ObjectId> {
        let program = self.program();
        let class = program.class_named(class).ok_or_else(|| no(class))?;
        let object = self.machine.allocate(class);
        for Held {
            class: declaring,
            field,
            value,
            ..
        } in fields
        {
            let value = self.value(value)?;
            let of = |f: &ir::FieldRef| {
                program.field(*f).name == *field && program.classes[f.class].name == *declaring
            };
            let found = program
                .layout(class)
                .into_iter()
                .find(of)
                .ok_or_else(|| no(field))?;
            self.machine.set_field(object, found, value);
        }
        Ok(object)
    }
}

fn no(what: &str) -> Answer {
    Answer::Unknown(format!("there is no {what}"))
}

/// Why nothing is known after such an end.
fn reason(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Waits { .. } => base::StopReason::WAITING.to_owned(),
        Outcome::Unsupported { what, .. } => what.clone(),
        Outcome::OutOfSteps => "too many steps".to_owned(),
        Outcome::TooDeep => "too many calls in calls".to_owned(),
        Outcome::Returned(_) | Outcome::Threw { .. } => "nothing".to_owned(),
    }
}
