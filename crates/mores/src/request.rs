//! What can be asked.

use std::path::PathBuf;

use emit::report::{self, Integers};
use front::{Input, InputError, View, frontend};
use ir::Component;
use teach::hybrid::{self, Options};
use teach::may_must;

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

/// How may and must abstraction learns and refines: the rows of the table of paper 003.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Learning starts anew after each refinement, which takes weakest preconditions.
    Wp,
    /// The same, with interpolants where a counterexample is infeasible.
    WpCraig,
    /// The same, and infeasible counterexamples refine the may abstraction alone.
    RefineMay,
    /// Learning goes on after a refinement, with interpolants.
    #[default]
    LearnReuse,
}

impl Scheme {
    /// All of them, in the order of the paper's table.
    pub const ALL: [Self; 4] = [Self::Wp, Self::WpCraig, Self::RefineMay, Self::LearnReuse];

    /// The name in the paper, in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wp => "wp",
            Self::WpCraig => "wp+craig",
            Self::RefineMay => "refine-may",
            Self::LearnReuse => "learn-reuse",
        }
    }

    /// The scheme of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }
}

impl From<Scheme> for may_must::Scheme {
    fn from(scheme: Scheme) -> Self {
        match scheme {
            Scheme::Wp => Self::Wp,
            Scheme::WpCraig => Self::WpCraig,
            Scheme::RefineMay => Self::RefineMay,
            Scheme::LearnReuse => Self::LearnReuse,
        }
    }
}

impl Engine {
    /// The options of an engine of paper 000.
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
            ..Input::new(&self.path)
        }
    }

    /// What clients may call of the code.
    pub(crate) fn component(&self) -> Result<Component, InputError> {
        frontend(&self.input(), View::Component)?.component()
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
