//! Something that is kept under check.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use mores::Machine;
use mores::report::{FailureKind, Integers, Model, Reading, Report, View};

use super::{Budget, Memory};

/// Code with a committed model.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What people call it; no two subjects of a configuration have the same name.
    pub name: String,
    /// The line of the configuration that it comes from.
    pub line: usize,
    /// What the command is given: a file, a folder, a jar, or the name of a class of the JDK.
    pub code: PathBuf,
    /// Whether the code is still there.
    pub is_there: bool,
    /// The class, where the code holds several.
    pub class: Option<String>,
    /// Folders and jars with further classes.
    pub class_path: Vec<PathBuf>,
    /// Whether methods with package access count.
    pub package_access: bool,
    /// Arguments of the preprocessor.
    pub cc: Vec<String>,
    /// Folders of sources.
    pub sources: Vec<PathBuf>,
    /// The options of the command that learns the model.
    pub options: Vec<OsString>,
    /// The committed model.
    pub model: PathBuf,
    /// Whether the configuration names the file of the model, which is there then.
    pub names_model: bool,
    /// What the model must have been made with.
    pub expected: Expected,
    /// How long it may take.
    pub budget: Budget,
    /// How much memory it may hold.
    pub memory: Option<Memory>,
}

/// What the options say of a model that was made with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// An interface.
    Interface {
        /// Which calls and which errors it is about.
        view: View,
        /// The arithmetic.
        integers: Integers,
        /// Whether what every object has counts, too.
        every_method: bool,
    },
    /// A language.
    Language {
        /// The command that makes it.
        command: &'static str,
        /// How the program is read.
        reading: Reading,
    },
    /// A transducer.
    Transducer {
        /// How the filter is read.
        reading: Reading,
    },
}

/// What kind of subject it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A class that clients call.
    Class,
    /// A C program that runs by itself.
    Program,
    /// A program that reads and writes symbols.
    Filter,
}

impl Kind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Program => "program",
            Self::Filter => "filter",
        }
    }
}

/// Methods that every object has: `mores interface` leaves them out by itself.
const OF_EVERY_OBJECT: [&str; 3] = ["equals", "hashCode", "toString"];

impl Subject {
    /// What kind of subject it is.
    pub fn kind(&self) -> Kind {
        match self.expected {
            Expected::Interface { .. } => Kind::Class,
            Expected::Language { .. } => Kind::Program,
            Expected::Transducer { .. } => Kind::Filter,
        }
    }

    /// The proof that belongs to the model, beside it.
    pub fn certificate(&self) -> PathBuf {
        let name = self.model.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.strip_suffix(".mores.json").unwrap_or(&name);
        self.model
            .with_file_name(format!("{stem}.certificate.json"))
    }

    /// The machine that C is read for.
    pub fn machine(&self) -> Machine {
        match self.reading().and_then(|reading| reading.machine) {
            Some(32) => Machine::Bits32,
            Some(_) | None => Machine::Bits64,
        }
    }

    /// The other files of a C program.
    pub fn also(&self) -> Vec<PathBuf> {
        let reading = self.reading();
        let also = reading.map(|reading| reading.also.iter().map(PathBuf::from).collect());
        also.unwrap_or_default()
    }

    /// The commands that compile these.
    pub fn commands(&self) -> Option<&Path> {
        let commands = self.reading()?.commands.as_ref();
        commands.map(Path::new)
    }

    fn reading(&self) -> Option<&Reading> {
        match &self.expected {
            Expected::Interface { .. } => None,
            Expected::Language { reading, .. } | Expected::Transducer { reading } => Some(reading),
        }
    }

    /// Whether it is written in C.
    pub fn is_c(&self) -> bool {
        is_c(&self.code)
    }

    /// Arguments that say where the code is, behind the code itself.
    pub fn place(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        if let Some(class) = &self.class {
            arguments.extend(["--class".into(), class.into()]);
        }
        if !self.class_path.is_empty() {
            // A path with the separator in it is refused when the configuration is read.
            let joined = std::env::join_paths(&self.class_path).unwrap_or_default();
            arguments.extend(["--class-path".into(), joined]);
        }
        arguments.extend(self.package_access.then(|| "--package-access".into()));
        arguments
    }

    /// What in the options a model was not made with; nothing if it was made with them.
    pub fn stale(&self, report: &Report<Model>) -> Option<String> {
        let other = |what: &str| Some(format!("the model was made with other {what}"));
        match (&self.expected, &report.model) {
            (
                Expected::Interface {
                    view,
                    integers,
                    every_method,
                },
                Model::Interface(model),
            ) => match () {
                () if report.verdict.integers != *integers => other("integers"),
                () => other_view(view, &model.view, *every_method).and_then(other),
            },
            (Expected::Language { command, reading }, Model::Language(_)) => match () {
                () if report.command != *command => Some(format!(
                    "the model is one of mores {}, the goal is {command}",
                    report.command
                )),
                () if !is_read_so(&report.subject.reading, reading) => {
                    other("options of the C program")
                }
                () => None,
            },
            (Expected::Transducer { reading }, Model::Transducer(_)) => {
                let same = report.subject.reading == *reading;
                if same {
                    None
                } else {
                    other("options of the filter")
                }
            }
            (_, _) => None,
        }
    }

    /// Whether a model is of the kind that the subject has.
    pub fn fits(&self, report: &Report<Model>) -> bool {
        matches!(
            (&self.expected, &report.model),
            (Expected::Interface { .. }, Model::Interface(_))
                | (Expected::Language { .. }, Model::Language(_))
                | (Expected::Transducer { .. }, Model::Transducer(_))
        )
    }
}

/// Whether a file is read as C.
pub(super) fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "c" || end == "i")
}

/// Which option differs between what was asked for and what a model is about.
fn other_view(asked: &View, made: &View, every_method: bool) -> Option<&'static str> {
    let usual = |method: &String| {
        let name = method.split('(').next().unwrap_or(method);
        !every_method && OF_EVERY_OBJECT.contains(&name)
    };
    let extra = made.exclude.iter().filter(|m| !asked.exclude.contains(m));
    let excluded =
        asked.exclude.iter().all(|m| made.exclude.contains(m)) && extra.clone().all(usual);
    // A class that grows was seen in a scope and with some numbers, whether or not anybody asked for that.
    let mut asked_for = asked.pool.iter();
    let pools = match asked.scope.is_none() && made.scope.is_some() {
        true => asked_for.all(|(name, values)| made.pool.get(name) == Some(values)),
        false => asked.pool == made.pool,
    };
    let same = [
        (asked.methods == made.methods, "methods"),
        (excluded, "excluded methods"),
        (pools, "pools"),
        (asked.texts.iter().all(|t| made.texts.contains(t)), "texts"),
        (
            asked.any_arguments == made.any_arguments && (!asked.few_texts || made.few_texts),
            "arguments",
        ),
        (asked.scope.is_none() || asked.scope == made.scope, "scope"),
        (
            asked.real_collections == made.real_collections,
            "collections",
        ),
        (
            asked.error_exceptions == made.error_exceptions
                && asked.allow_exceptions == made.allow_exceptions
                && asked.error_waiting == made.error_waiting
                && asked.error_when == made.error_when,
            "errors",
        ),
    ];
    same.into_iter()
        .find_map(|(same, what)| (!same).then_some(what))
}

/// Whether a program was read as the configuration wants it. Where that does not say what counts as a failure, it is what is
/// usual, now or when the model was made.
fn is_read_so(read: &Reading, wanted: &Reading) -> bool {
    let usual = |failures: &BTreeSet<FailureKind>| failures.iter().copied().eq(FailureKind::USUAL);
    let as_usual = wanted.failures.is_none() && read.failures.as_ref().is_none_or(usual);
    let failures = if as_usual {
        read.failures.clone()
    } else {
        wanted.failures.clone()
    };
    let wanted = Reading {
        failures,
        ..wanted.clone()
    };
    *read == wanted
}
