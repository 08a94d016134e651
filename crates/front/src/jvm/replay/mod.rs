//! Sequences of calls, run on the interpreter and on the user's real Java machine, with answers that can be compared.

mod argument;
mod interpreter;
mod real;
mod shown;

use std::fmt;

use ir::interp::Value;
use ir::{Component, Entry};

use crate::InputError;
use crate::jvm::descriptor::MethodType;
use argument::Words;

pub use argument::{Argument, Held, Kept, Made};
pub use interpreter::{Session, constructed, on_interpreter};
pub use real::{answers, driver, java_arguments, on_java, script};

/// A call of an entry with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Whether the later calls are made on the object that this one gives.
    pub constructs: bool,
    /// The method's name; `None` for a constructor.
    pub method: Option<String>,
    /// What it takes and returns, `(IZ)V`.
    pub descriptor: String,
    /// The arguments, without the object that is called.
    pub args: Vec<Argument>,
}

impl Call {
    /// A call of an entry of a component made from Java, with numbers, booleans and nulls.
    pub fn of(component: &Component, entry: &Entry, args: Vec<Value>) -> Self {
        Self::with(component, entry, args.into_iter().map(Into::into).collect())
    }

    /// Like [`Call::of`], with any arguments.
    pub fn with(component: &Component, entry: &Entry, args: Vec<Argument>) -> Self {
        let full = &component.program.functions[entry.function].name;
        let (path, _) = full.split_once('(').unwrap_or((full, ""));
        let name = path.rsplit('.').next().unwrap_or(path);
        let method = (name != "<init>").then(|| name.to_owned());
        let constructs = component
            .constructors
            .iter()
            .any(|c| c.function == entry.function);
        Self {
            constructs,
            method,
            descriptor: full[path.len()..].to_owned(),
            args,
        }
    }

    /// A call as [`Call`]'s `Display` writes it.
    pub fn parse(line: &str) -> Result<Self, InputError> {
        let broken = || InputError::new(format!("{line:?} is no call"));
        let mut words = Words::new(line);
        let (constructs, named) = match words.next().ok_or_else(broken)? {
            "new" => (true, false),
            "from" => (true, true),
            "call" => (false, true),
            _ => return Err(broken()),
        };
        let method = if named {
            Some(words.next().ok_or_else(broken)?.to_owned())
        } else {
            None
        };
        let descriptor = words.next().ok_or_else(broken)?.to_owned();
        let ty = MethodType::parse(&descriptor).ok_or_else(broken)?;
        let args = ty
            .params
            .iter()
            .map(|ty| words.argument(ty))
            .collect::<Option<Vec<_>>>();
        Ok(Self {
            constructs,
            method,
            descriptor,
            args: args.filter(|_| words.next().is_none()).ok_or_else(broken)?,
        })
    }

    /// The entry that is called.
    pub fn entry<'c>(&self, component: &'c Component) -> Option<&'c Entry> {
        let mut entries = component.constructors.iter().chain(&component.methods);
        entries.find(|entry| {
            let Self {
                constructs,
                method,
                descriptor,
                ..
            } = Self::of(component, entry, Vec::new());
            (constructs, method, descriptor)
                == (
                    self.constructs,
                    self.method.clone(),
                    self.descriptor.clone(),
                )
        })
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.method {
            Some(name) => {
                let how = if self.constructs { "from" } else { "call" };
                write!(f, "{how} {name} {}", self.descriptor)?;
            }
            None => write!(f, "new {}", self.descriptor)?,
        }
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))
    }
}

/// What a call did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It returned; the value in decimal, `true`, `null`, a text, what an array holds, or the class of an object.
    Returned(Option<String>),
    /// It threw an exception of this class.
    Threw(String),
    /// There was no object to call.
    Absent,
    /// The interpreter cannot say; why. The real machine never answers this.
    Unknown(String),
    /// The real machine could not make the call, or it did not end; the interpreter never answers this.
    Broken(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned(None) => write!(f, "returned"),
            Self::Returned(Some(value)) => write!(f, "returned {value}"),
            Self::Threw(class) => write!(f, "threw {class}"),
            Self::Absent => write!(f, "absent"),
            Self::Unknown(why) => write!(f, "unknown: {why}"),
            Self::Broken(why) => write!(f, "broken: {why}"),
        }
    }
}
