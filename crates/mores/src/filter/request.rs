//! What can be asked of a stream filter.

use std::path::{Path, PathBuf};

use emit::report::Reading;

use crate::Machine;
use crate::language::{bits, machine};

/// Learn what a filter writes for what it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterRequest {
    /// A `.c` file, or a `.i` file, which is preprocessed already; or a `.java` file, a `.class` file, a `.jar` or a folder of
    /// class files.
    pub path: PathBuf,
    /// Sizes of `long` and of pointers.
    pub machine: Machine,
    /// Further arguments of the preprocessor.
    pub options: Vec<String>,
    /// The function or method that is the filter, reading its argument; nothing: the whole program, reading standard input, or
    /// the only one that is a filter.
    pub function: Option<String>,
    /// Values of parameters of a function in C, by their names.
    pub values: Vec<(String, i64)>,
    /// The Java class, where the path holds several.
    pub class: Option<String>,
    /// Folders and jars with further Java classes.
    pub class_path: Vec<PathBuf>,
    /// How the model is found.
    pub engine: FilterEngine,
    /// How many symbols back outputs may look.
    pub lookback: usize,
    /// Kinds of undefined behaviour that are given the meaning they have on most machines.
    pub defined: Vec<String>,
    /// Whether what is learned is held against the real program, which is executed for it.
    pub replay: bool,
}

impl FilterRequest {
    /// The filter that a whole program is.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let options = teach::stream::Options::default();
        Self {
            path: path.into(),
            machine: Machine::Bits64,
            options: Vec::new(),
            function: None,
            values: Vec::new(),
            class: None,
            class_path: Vec::new(),
            engine: FilterEngine::Explore,
            lookback: options.lookback,
            defined: Vec::new(),
            replay: false,
        }
    }
}

impl FilterRequest {
    /// What it takes to read the filter again in the same way.
    pub(crate) fn reading(&self) -> Reading {
        Reading {
            function: self.function.clone(),
            class: self.class.clone(),
            machine: bits(self.machine),
            defined: self.defined.clone(),
            values: self.values.iter().cloned().collect(),
            options: self.options.clone(),
            ..Reading::default()
        }
    }

    /// A filter that is to be read as another one was.
    pub(crate) fn read_as(path: &Path, reading: &Reading) -> Self {
        let values = reading.values.iter();
        Self {
            function: reading.function.clone(),
            class: reading.class.clone(),
            machine: machine(reading.machine),
            defined: reading.defined.clone(),
            values: values.map(|(name, value)| (name.clone(), *value)).collect(),
            options: reading.options.clone(),
            ..Self::new(path)
        }
    }
}

/// How a transducer is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterEngine {
    /// Big steps are followed from configuration to configuration until no new ones appear.
    Explore,
    /// As published: a symbolic observation table against a predicate abstraction.
    SigmaStar,
}

impl FilterEngine {
    /// The name in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Explore => "explore",
            Self::SigmaStar => "sigma-star",
        }
    }
}

impl From<FilterEngine> for teach::stream::Engine {
    fn from(engine: FilterEngine) -> Self {
        match engine {
            FilterEngine::Explore => Self::Explore,
            FilterEngine::SigmaStar => Self::SigmaStar,
        }
    }
}
