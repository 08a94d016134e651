//! The tables of the configuration, each with the options of the command that learns its models.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;

use mores::report::{FailureKind, Integers, Reading, View};
use mores::{Algorithm, Scheme};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};

use super::{Budget, Memory};

/// Classes: `[[classes]]`, learned by `mores interface`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ClassEntry {
    /// A jar, a folder of class files, a folder of sources, a source file; the JDK if nothing is named.
    pub(super) from: Option<PathBuf>,
    /// Names of classes, or patterns.
    #[serde(rename = "match", deserialize_with = "one_or_more")]
    pub(super) matching: Vec<String>,
    /// Not the classes that match one of these.
    #[serde(default)]
    pub(super) except: Vec<String>,
    pub(super) name: Option<String>,
    pub(super) model: Option<PathBuf>,
    #[serde(default)]
    pub(super) class_path: Vec<PathBuf>,
    /// Folders of sources, for the lines that results point to.
    #[serde(default)]
    pub(super) sources: Vec<PathBuf>,
    #[serde(default)]
    pub(super) package_access: bool,
    #[serde(default)]
    methods: Vec<String>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    pool: BTreeMap<String, Vec<i64>>,
    #[serde(default)]
    texts: Vec<String>,
    #[serde(default)]
    arguments: Arguments,
    /// How many elements may be held in one place.
    scope: Option<u64>,
    /// Whether collections of the JDK are followed as they are.
    #[serde(default)]
    real_collections: bool,
    #[serde(default)]
    error_exceptions: Vec<String>,
    #[serde(default)]
    allow_exceptions: Vec<String>,
    #[serde(default)]
    error_waiting: bool,
    error_when: Option<String>,
    #[serde(default)]
    pub(super) integers: JavaIntegers,
    #[serde(default)]
    engine: Engine,
    #[serde(default, deserialize_with = "learner")]
    learner: Option<Algorithm>,
    #[serde(default, deserialize_with = "scheme")]
    refine: Option<Scheme>,
    #[serde(default)]
    no_por: bool,
    #[serde(default)]
    no_matching: bool,
    #[serde(default)]
    pub(super) every_method: bool,
    #[serde(default)]
    whole: bool,
    pub(super) budget: Option<Budget>,
    pub(super) memory: Option<Memory>,
}

/// C programs: `[[programs]]`, learned by `mores errors` or `mores explain`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ProgramEntry {
    pub(super) file: PathBuf,
    pub(super) name: Option<String>,
    pub(super) model: Option<PathBuf>,
    #[serde(default)]
    pub(super) goal: Goal,
    #[serde(default)]
    events: Vec<String>,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    except: Vec<String>,
    bound: Option<usize>,
    max_bound: Option<usize>,
    word_length: Option<usize>,
    max_word_length: Option<usize>,
    #[serde(default)]
    within: bool,
    function: Option<String>,
    #[serde(default, deserialize_with = "machine")]
    machine: Option<u32>,
    #[serde(default)]
    defined: Vec<String>,
    failures: Option<BTreeSet<FailureKind>>,
    #[serde(default)]
    abort_fails: bool,
    #[serde(default)]
    also: Vec<String>,
    compile_commands: Option<String>,
    #[serde(default)]
    malloc_fails: bool,
    #[serde(default)]
    pub(super) cc: Vec<String>,
    #[serde(default)]
    engine: LanguageEngine,
    pub(super) budget: Option<Budget>,
    pub(super) memory: Option<Memory>,
}

/// Filters: `[[filters]]`, learned by `mores filter`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FilterEntry {
    pub(super) file: PathBuf,
    pub(super) name: Option<String>,
    pub(super) model: Option<PathBuf>,
    pub(super) function: Option<String>,
    pub(super) class: Option<String>,
    #[serde(default)]
    pub(super) class_path: Vec<PathBuf>,
    #[serde(default)]
    pub(super) sources: Vec<PathBuf>,
    #[serde(default)]
    with: BTreeMap<String, i64>,
    lookback: Option<usize>,
    #[serde(default, deserialize_with = "machine")]
    machine: Option<u32>,
    #[serde(default)]
    defined: Vec<String>,
    #[serde(default)]
    pub(super) cc: Vec<String>,
    #[serde(default)]
    engine: FilterEngine,
    pub(super) budget: Option<Budget>,
    pub(super) memory: Option<Memory>,
}

/// Words that are the same on the command line; the first is meant if nothing is said.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $first:ident = $first_text:literal $(, $word:ident = $text:literal)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
            pub(super) enum $name {
                #[default]
                #[serde(rename = $first_text)]
                $first,
                $(#[serde(rename = $text)] $word,)*
            }

            impl $name {
                fn word(self) -> &'static str {
                    match self {
                        Self::$first => $first_text,
                        $(Self::$word => $text,)*
                    }
                }
            }
        )*
    };
}

choices! {
    /// What a client passes.
    Arguments { Constructed = "constructed", Few = "few", Any = "any" }
    /// The arithmetic of a class.
    JavaIntegers { Wrapping = "wrapping", Mathematical = "mathematical" }
    /// How an interface is learned.
    Engine { Default = "default", Hybrid = "hybrid", Psyco = "psyco", MayMust = "may-must" }
    /// What the words of a program end with: the command that learns them.
    Goal { Errors = "errors", Explain = "explain" }
    /// How a language is found.
    LanguageEngine { Exact = "exact", LStar = "lstar" }
    /// How a transducer is found.
    FilterEngine { Explore = "explore", SigmaStar = "sigma-star" }
}

impl Goal {
    pub(super) fn command(self) -> &'static str {
        self.word()
    }
}

impl From<JavaIntegers> for Integers {
    fn from(integers: JavaIntegers) -> Self {
        match integers {
            JavaIntegers::Wrapping => Self::Wrapping,
            JavaIntegers::Mathematical => Self::Mathematical,
        }
    }
}

fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a name, a pattern, or a list of these")]
    enum Names {
        One(String),
        More(Vec<String>),
    }
    match Names::deserialize(from)? {
        Names::One(name) => Ok(vec![name]),
        Names::More(names) if names.is_empty() => {
            Err(D::Error::custom("name a class, or give a pattern"))
        }
        Names::More(names) => Ok(names),
    }
}

fn learner<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Algorithm>, D::Error> {
    let name = String::deserialize(from)?;
    let all = Algorithm::ALL.map(|learner| learner.name()).join(", ");
    let wrong = || D::Error::custom(format!("{name} is no learner; give one of {all}"));
    Algorithm::named(&name).map(Some).ok_or_else(wrong)
}

fn scheme<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Scheme>, D::Error> {
    let name = String::deserialize(from)?;
    let all = Scheme::ALL.map(Scheme::name).join(", ");
    let wrong = || D::Error::custom(format!("{name} is no scheme; give one of {all}"));
    Scheme::named(&name).map(Some).ok_or_else(wrong)
}

fn machine<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    match u32::deserialize(from)? {
        bits @ (32 | 64) => Ok(Some(bits)),
        _ => Err(D::Error::custom("give the bits of a pointer: 32 or 64")),
    }
}

impl ClassEntry {
    /// What a model must be about that was learned with these options.
    pub(super) fn view(&self) -> View {
        View {
            methods: self.methods.clone(),
            exclude: self.exclude.clone(),
            pool: self.pool.clone(),
            texts: self.texts.clone(),
            any_arguments: self.arguments == Arguments::Any,
            few_texts: self.arguments == Arguments::Few,
            scope: self.scope,
            real_collections: self.real_collections,
            error_exceptions: self.error_exceptions.clone(),
            allow_exceptions: self.allow_exceptions.clone(),
            error_waiting: self.error_waiting,
            error_when: self.error_when.clone(),
            ..View::default()
        }
    }

    /// The options of `mores interface`, apart from those that say where the class is.
    pub(super) fn options(&self) -> Vec<OsString> {
        let mut options = Options::default();
        options.list("--methods", &self.methods);
        options.list("--exclude", &self.exclude);
        for text in &self.texts {
            options.value("--text", Some(text));
        }
        for (name, values) in &self.pool {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            options.value("--pool", Some(format!("{name}={}", values.join(","))));
        }
        options.word("--arguments", self.arguments.word(), "constructed");
        options.value("--scope", self.scope.map(|scope| scope.to_string()));
        let stand_ins = if self.real_collections { "no" } else { "yes" };
        options.word("--stand-ins", stand_ins, "yes");
        options.list("--error-exceptions", &self.error_exceptions);
        options.list("--allow-exceptions", &self.allow_exceptions);
        options.flag("--error-waiting", self.error_waiting);
        options.value("--error-when", self.error_when.as_ref());
        options.word("--integers", self.integers.word(), "wrapping");
        options.word("--engine", self.engine.word(), "default");
        options.value("--learner", self.learner.map(|learner| learner.name()));
        options.value("--refine", self.refine.map(Scheme::name));
        options.flag("--no-por", self.no_por);
        options.flag("--no-matching", self.no_matching);
        options.flag("--every-method", self.every_method);
        options.flag("--whole", self.whole);
        options.0
    }

    /// What only another engine than the chosen one has.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        let hybrid = self.engine == Engine::Hybrid;
        if (self.no_por || self.no_matching) && !hybrid {
            return Some("no-por and no-matching are for engine = \"hybrid\"");
        }
        let refined = self.refine.is_some() && self.engine != Engine::MayMust;
        refined.then_some("refine is for engine = \"may-must\"")
    }
}

impl ProgramEntry {
    /// How a model must have been read that was learned with these options.
    pub(super) fn reading(&self) -> Reading {
        let function = self.function.clone();
        Reading {
            function: function.filter(|function| function != "main"),
            also: self.also.clone(),
            commands: self.compile_commands.clone(),
            machine: self.machine.filter(|&bits| bits == 32),
            defined: self.defined.clone(),
            options: self.cc.clone(),
            events: self.events.clone(),
            only: self.only.clone(),
            except: self.except.clone(),
            failures: self.failures.clone(),
            abort_fails: self.abort_fails,
            malloc_fails: self.malloc_fails,
            ..Reading::default()
        }
    }

    fn failures(&self) -> Vec<String> {
        let word = |kind: &FailureKind| match kind {
            FailureKind::Assertions => "assertions",
            FailureKind::Undefined => "undefined",
            FailureKind::Abort => "abort",
            FailureKind::Exit => "exit",
        };
        let chosen = self.failures.iter().flatten();
        chosen.map(|kind| word(kind).to_owned()).collect()
    }

    /// The options of `mores errors` and `mores explain`.
    pub(super) fn options(&self) -> Vec<OsString> {
        let mut options = Options::default();
        options.list("--events", &self.events);
        options.list("--only", &self.only);
        options.list("--except", &self.except);
        options.value("--bound", self.bound);
        options.value("--max-bound", self.max_bound);
        options.value("--word-length", self.word_length);
        options.value("--max-word-length", self.max_word_length);
        options.flag("--within", self.within);
        options.value("--function", self.function.as_ref());
        options.value("--machine", self.machine);
        options.list("--defined", &self.defined);
        options.list("--failures", &self.failures());
        options.flag("--abort-fails", self.abort_fails);
        options.flag("--malloc-fails", self.malloc_fails);
        options.word("--engine", self.engine.word(), "exact");
        options.joined("--also", &self.also);
        options.value("--compile-commands", self.compile_commands.as_ref());
        options.joined("--cc", &self.cc);
        options.0
    }
}

impl FilterEntry {
    /// How a model must have been read that was learned with these options.
    pub(super) fn reading(&self) -> Reading {
        Reading {
            function: self.function.clone(),
            class: self.class.clone(),
            machine: self.machine.filter(|&bits| bits == 32),
            defined: self.defined.clone(),
            values: self.with.clone(),
            options: self.cc.clone(),
            ..Reading::default()
        }
    }

    /// The options of `mores filter`, apart from those that say where the class is.
    pub(super) fn options(&self) -> Vec<OsString> {
        let mut options = Options::default();
        options.value("--function", self.function.as_ref());
        for (name, value) in &self.with {
            options.value("--with", Some(format!("{name}={value}")));
        }
        options.value("--lookback", self.lookback);
        options.value("--machine", self.machine);
        options.list("--defined", &self.defined);
        options.word("--engine", self.engine.word(), "explore");
        options.joined("--cc", &self.cc);
        options.0
    }
}

/// Arguments of a command, as they are collected.
#[derive(Default)]
struct Options(Vec<OsString>);

impl Options {
    fn flag(&mut self, name: &str, given: bool) {
        self.0.extend(given.then(|| name.into()));
    }

    /// `--name=value`, so that a value may begin with a dash.
    fn value(&mut self, name: &str, value: Option<impl ToString>) {
        let value = value.map(|value| format!("{name}={}", value.to_string()).into());
        self.0.extend(value);
    }

    fn list(&mut self, name: &str, values: &[String]) {
        let joined = (!values.is_empty()).then(|| values.join(","));
        self.value(name, joined);
    }

    fn word(&mut self, name: &str, word: &str, usual: &str) {
        self.value(name, Some(word).filter(|word| *word != usual));
    }

    /// One argument for each value.
    fn joined(&mut self, name: &str, values: &[String]) {
        values
            .iter()
            .for_each(|value| self.value(name, Some(value)));
    }
}
