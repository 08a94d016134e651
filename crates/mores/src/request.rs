//! What can be asked.

use std::path::PathBuf;

use emit::report::{self, Integers};
use front::c::{ErrorResult, ModuleOptions};
use front::{Input, InputError, View, frontend};
use ir::Component;
use learn::Algorithm;
use teach::hybrid::{self, Options};
use teach::may_must::Scheme;

/// Learn the interface of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InterfaceRequest {
    /// A `.java` file, a `.class` file, a jar, a folder of class files, or the name of a class of the JDK.
    pub path: PathBuf,
    /// The class, where the path holds several.
    pub class: Option<String>,
    /// Folders and jars with further classes that the code needs.
    pub class_path: Vec<PathBuf>,
    /// The arithmetic of the proof.
    pub integers: Integers,
    /// Whether methods with package access are part of the interface.
    pub package_access: bool,
    /// Which calls, which arguments, which errors. A check takes those of the model instead.
    pub view: report::View,
    /// How to learn. A check does not learn.
    pub engine: Engine,
    /// The learner that asks. By default the states of the code are followed where they are few, without a learner.
    pub learner: Option<Algorithm>,
    /// Whether what every object has (`equals`, `hashCode`, `toString`) counts, too, where no methods are named.
    pub every_method: bool,
    /// Whether of all texts that the code compares with only those that the view names are passed.
    pub texts_as_given: bool,
    /// Whether all calls and states are told apart, whatever that takes: in guards that nobody would read, and in time.
    pub whole: bool,
    /// Whether what is learned is held against the real class, which is executed for it.
    pub replay: bool,
}

/// How an interface is learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Whatever is fastest to a proof.
    #[default]
    Default,
    /// X-PSYCO, as published.
    Hybrid {
        /// With partial-order reduction.
        por: bool,
        /// With state matching.
        matching: bool,
    },
    /// PSYCO, as published.
    Psyco,
    /// May and must abstraction.
    MayMust(Scheme),
}

impl Engine {
    /// The options of an engine of Howar, Giannakopoulou and Rakamarić ("Hybrid Learning", 2013).
    pub(crate) fn published(self) -> Option<Options> {
        match self {
            Self::Default | Self::MayMust(_) => None,
            Self::Hybrid { por, matching } => Some(Options {
                por,
                matching,
                ..Options::default()
            }),
            Self::Psyco => Some(Options {
                engine: hybrid::Engine::Psyco,
                ..Options::default()
            }),
        }
    }
}

impl InterfaceRequest {
    /// The one class that a path holds, with the language's own arithmetic.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            ..Self::default()
        }
    }

    /// What the front end is asked to read.
    pub(crate) fn input(&self) -> Input {
        Input {
            class: self.class.clone(),
            class_path: self.class_path.clone(),
            package_access: self.package_access,
            real_collections: self.view.real_collections,
            options: self.view.preprocessor.clone(),
            ..Input::new(&self.path)
        }
    }

    /// What clients may call of the code.
    pub(crate) fn component(&self) -> Result<Component, InputError> {
        let named = |text: &String| {
            ErrorResult::named(text).ok_or_else(|| {
                let known = ErrorResult::ALL.map(|result| result.to_string()).join(", ");
                InputError::new(format!(
                    "--error-result {text}: results that can be errors are {known}"
                ))
            })
        };
        let error_results = self.view.error_results.iter().map(named);
        let options = ModuleOptions {
            error_results: error_results.collect::<Result<_, _>>()?,
        };
        frontend(&self.input(), View::Component)?.component(&options)
    }
}

/// Ask whether code does what a saved model says. The arithmetic is the one that the model's verdict names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckRequest {
    /// A report, as [`write_out`](crate::write_out) leaves it.
    pub model: PathBuf,
    /// The code.
    pub code: InterfaceRequest,
    /// A proof to verify instead of searching for one.
    pub certificate: Option<PathBuf>,
    /// Arguments of the preprocessor, for C; those with which the model was learned, if there are none.
    pub options: Vec<String>,
}

/// Ask how two versions of a class differ for those who call it. Each is code, or a saved model if its path ends in
/// `.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiffRequest {
    /// The version before.
    pub old: InterfaceRequest,
    /// The version after.
    pub new: InterfaceRequest,
    /// How many differences are shown.
    pub limit: usize,
}
