//! What can be seen in what a user has, whatever language that is written in.

use std::path::{Path, PathBuf};

use base::Place;
use ir::{Component, Endings, FunctionId, Program};

use crate::c::{
    self, ByName, Checks, FilterCall, LowerOptions, Lowered, Machine, ModuleOptions, Part,
    SymbolProgram,
};
use crate::jvm::{self, Assumption, Method, Most};
use crate::{InputError, Streams};

/// Code, and how to read it. What another language than the code's would need is left alone.
#[derive(Clone, Debug)]
pub struct Input {
    /// A file, a folder, or the name of a class of the JDK.
    pub path: PathBuf,
    /// Java: the class, where the path holds several.
    pub class: Option<String>,
    /// Java: folders and jars with further classes.
    pub class_path: Vec<PathBuf>,
    /// Java: whether methods with package access count as public.
    pub package_access: bool,
    /// Whether collections of the JDK are followed as they are, not by what stands for them.
    pub real_collections: bool,
    /// C: sizes and alignments of types.
    pub machine: Machine,
    /// C: further arguments of the preprocessor.
    pub options: Vec<String>,
    /// C: the other files of the program.
    pub also: Vec<Part>,
}

/// What somebody wants to see in code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A class, or the like, that clients call: its interface.
    Component,
    /// A program that runs by itself: its language.
    Program,
    /// A program that reads symbols and writes symbols.
    Filter,
}

/// A language. Each view that it has not is an error that says so.
pub trait Frontend {
    /// What clients may call.
    fn component(&self, options: &ModuleOptions) -> Result<Component, InputError>;
    /// A program that runs by itself.
    fn program(&self, options: &LowerOptions) -> Result<Running, InputError>;
    /// A program that reads symbols and writes symbols.
    fn filter(&self, options: &FilterOptions) -> Result<FilterProgram, InputError>;
}

/// A program that runs by itself, and what is not known of it.
#[derive(Debug)]
pub struct Running {
    /// The program.
    pub program: Program,
    /// Where it starts: a function without parameters.
    pub start: FunctionId,
    /// What exceptions that leave it mean.
    pub endings: Endings,
    /// Functions that are called and not defined, with the place of a call.
    pub missing: Vec<(String, Place)>,
    /// Those that mean something by their names.
    pub by_name: Vec<ByName>,
}

impl From<Lowered> for Running {
    fn from(lowered: Lowered) -> Self {
        Self {
            program: lowered.program,
            start: lowered.start,
            endings: lowered.endings.classes(),
            missing: lowered.missing,
            by_name: lowered.by_name,
        }
    }
}

/// What somebody says of a filter.
#[derive(Clone, Debug, Default)]
pub struct FilterOptions {
    /// The function or method that is meant; nothing: the whole program, or the only one that is a filter.
    pub function: Option<String>,
    /// C: values of parameters, by their names.
    pub values: Vec<(String, i64)>,
    /// C: which kinds of undefined behaviour are failures.
    pub checks: Checks,
    /// Java: how many symbols a stream gives when it is asked for many.
    pub most: Most,
}

/// A filter, as a program that reads a block of memory from front to back.
#[derive(Debug)]
pub struct FilterProgram {
    /// The program.
    pub running: Running,
    /// What it reads and writes.
    pub streams: Streams,
    /// What was guessed of how it is called, in words: what is found holds where this does.
    pub assumptions: Vec<String>,
    /// How the real program is run.
    pub run: FilterRun,
}

/// How the real program of a filter is run.
#[derive(Clone, Debug)]
pub enum FilterRun {
    /// As compiled C.
    C {
        /// How the filter itself is called; nothing for a program.
        call: Option<FilterCall>,
        /// What it starts with, if it is a program over `in` and `out`.
        symbol_program: Option<SymbolProgram>,
    },
    /// On the Java machine.
    Java {
        /// The method that is the filter.
        method: Method,
        /// What was chosen for it where a client could have chosen otherwise.
        chosen: Vec<Assumption>,
    },
}

/// The language of the code, as far as its name says.
enum Language {
    C,
    Java,
}

fn language(path: &Path) -> Option<Language> {
    match path.extension().and_then(|end| end.to_str()) {
        Some("c" | "h" | "i") => Some(Language::C),
        Some("java" | "class" | "jar") => Some(Language::Java),
        Some(_) | None => path.is_dir().then_some(Language::Java),
    }
}

/// Who reads the code. Where its name does not say what it is written in, the view decides: classes of the JDK have no
/// file, and a program is C whatever its name.
pub fn frontend(input: &Input, view: View) -> Result<Box<dyn Frontend>, InputError> {
    match (language(&input.path), view) {
        (Some(Language::C), _) | (None, View::Program) => Ok(Box::new(input.as_c())),
        (Some(Language::Java), _) | (None, View::Component) => Ok(Box::new(input.as_java())),
        (None, View::Filter) if is_class(&input.path) => Ok(Box::new(input.as_java())),
        (None, View::Filter) => Err(refused(
            &input.path,
            "a filter is a C program (.c, .i), a Java class (.java, .class, .jar, or the name of one of the JDK), or a saved model (.json)",
        )),
    }
}

/// Whether a path is the full name of a class, and no file.
fn is_class(path: &Path) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    let name = path.to_str().unwrap_or_default();
    let is_named = |(_, last): (&str, &str)| last.starts_with(char::is_uppercase);
    name.split('.').all(is_word) && name.rsplit_once('.').is_some_and(is_named) && !path.exists()
}

impl Input {
    /// The one thing that a path holds, read without further arguments.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            class: None,
            class_path: Vec::new(),
            package_access: false,
            real_collections: false,
            machine: Machine::Bits64,
            options: Vec::new(),
            also: Vec::new(),
        }
    }

    /// The code as C.
    pub fn as_c(&self) -> c::Source {
        c::Source {
            options: self.options.clone(),
            others: self.also.clone(),
            ..c::Source::new(&self.path, self.machine)
        }
    }

    /// The code as Java.
    pub fn as_java(&self) -> jvm::Source {
        jvm::Source {
            path: self.path.clone(),
            class: self.class.clone(),
            class_path: self.class_path.clone(),
            include_package_access: self.package_access,
            real_collections: self.real_collections,
        }
    }
}

fn refused(path: &Path, why: &str) -> InputError {
    InputError::new(why).at(Some(Place::new(path.display().to_string(), 0)))
}

impl Frontend for jvm::Source {
    fn component(&self, options: &ModuleOptions) -> Result<Component, InputError> {
        match options.error_results.first() {
            None => jvm::load(self),
            Some(result) => Err(refused(
                &self.path,
                &format!(
                    "--error-result {result}: it is about functions in C; of a Java class exceptions are errors"
                ),
            )),
        }
    }

    fn program(&self, _options: &LowerOptions) -> Result<Running, InputError> {
        Err(refused(
            &self.path,
            "a Java class has no language of runs: this view is there for C programs (.c, .i)",
        ))
    }

    fn filter(&self, options: &FilterOptions) -> Result<FilterProgram, InputError> {
        let filter = jvm::load_filter(self, options.function.as_deref(), options.most)?;
        Ok(FilterProgram {
            running: Running {
                program: filter.program,
                start: filter.start,
                endings: filter.endings,
                missing: Vec::new(),
                by_name: Vec::new(),
            },
            streams: filter.streams,
            assumptions: Vec::new(),
            run: FilterRun::Java {
                method: filter.method,
                chosen: filter.chosen,
            },
        })
    }
}

impl Frontend for c::Source {
    fn component(&self, options: &ModuleOptions) -> Result<Component, InputError> {
        c::load_module(self, options)
    }

    fn program(&self, options: &LowerOptions) -> Result<Running, InputError> {
        Ok(c::lower(&c::read(self)?, options)?.into())
    }

    fn filter(&self, options: &FilterOptions) -> Result<FilterProgram, InputError> {
        let asked = c::FilterOptions {
            function: options.function.clone(),
            values: options.values.clone(),
        };
        let filter = c::read_filter(self, &asked)?;
        let lowering = LowerOptions {
            checks: options.checks,
            events: c::Events::default(),
            failures: c::Failures {
                abort: true,
                ..c::Failures::default()
            },
            entry: filter.entry,
            streams: Some(filter.streams),
            malloc_fails: false,
        };
        Ok(FilterProgram {
            running: c::lower(&filter.unit, &lowering)?.into(),
            streams: filter.streams,
            assumptions: filter.assumptions,
            run: FilterRun::C {
                call: filter.call,
                symbol_program: filter.symbol_program,
            },
        })
    }
}
