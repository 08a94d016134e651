//! What the arguments of several commands have in common.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use mores::{FORMATS, Format};
pub(crate) use project::units::{duration, size};

/// Which class is meant.
#[derive(Debug, PartialEq, Eq, ClapArgs)]
pub(crate) struct ClassArgs {
    /// The class, where there are several
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    /// Folders and jars with further classes that the code needs, separated as the system separates paths
    #[arg(long, value_name = "PATHS", value_parser = paths)]
    pub(crate) class_path: Option<Paths>,
    /// Counts methods with package access as part of the interface
    #[arg(long)]
    pub(crate) package_access: bool,
}

/// Which calls, which arguments, which errors.
#[derive(Debug, PartialEq, Eq, ClapArgs)]
pub(crate) struct ViewArgs {
    /// Only these methods: names, or names with parameter types, `put,get(int)`
    #[arg(long, value_name = "NAMES", value_parser = names)]
    pub(crate) methods: Option<Names>,
    /// Not these methods
    #[arg(long, value_name = "NAMES", value_parser = names)]
    pub(crate) exclude: Option<Names>,
    /// The only values of a parameter: `capacity=1,2`; may be given for several
    #[arg(long, value_name = "PARAMETER=VALUES", value_parser = pool)]
    pub(crate) pool: Vec<(String, Vec<i64>)>,
    /// A text that is passed beside short ones and those that the code compares with; may be given several times
    #[arg(long, value_name = "TEXT", value_parser = text)]
    pub(crate) text: Vec<String>,
    /// The objects that are passed: as their classes make them where these have a constructor without parameters, or
    /// with any values in their fields
    #[arg(long, value_enum, default_value_t = Arguments::Constructed)]
    pub(crate) arguments: Arguments,
    /// Looks only at states in which at most this many elements are held in one place
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub(crate) scope: Option<u64>,
    /// Whether classes of ours stand for collections of the JDK, such as `HashMap`
    #[arg(long, value_enum, default_value_t = StandIns::Yes)]
    pub(crate) stand_ins: StandIns,
    /// Counts only these exceptions, and those below them, as errors
    #[arg(long, value_name = "CLASSES", value_parser = names)]
    pub(crate) error_exceptions: Option<Names>,
    /// Counts these exceptions, and those below them, as answers like any other
    #[arg(long, value_name = "CLASSES", value_parser = names)]
    pub(crate) allow_exceptions: Option<Names>,
    /// Counts a call that waits for another thread, which one thread alone never ends, as an error
    #[arg(long)]
    pub(crate) error_waiting: bool,
    /// Counts a call as an error if this holds of the fields after it: `e != 0`
    #[arg(long, value_name = "CONDITION")]
    pub(crate) error_when: Option<String>,
    /// C: counts a call as an error if the function gives this: '<0', '==0', '!=0', null, or false; may be given several times
    #[arg(long, value_name = "RESULT")]
    pub(crate) error_result: Vec<String>,
}

/// What stands for collections of the JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StandIns {
    /// Classes of ours
    Yes,
    /// The JDK's own code
    No,
}

/// What a client passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Arguments {
    /// Objects as their classes make them
    Constructed,
    /// The same, and of texts a few
    Few,
    /// Objects whose fields hold anything
    Any,
}

/// Files and folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paths(pub(crate) Vec<PathBuf>);

pub(crate) fn paths(text: &str) -> Result<Paths, String> {
    let paths: Vec<PathBuf> = std::env::split_paths(text)
        .filter(|path| !path.as_os_str().is_empty())
        .collect();
    if paths.is_empty() {
        Err("name a folder or a jar".to_owned())
    } else {
        Ok(Paths(paths))
    }
}

/// Names separated by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names(pub(crate) Vec<String>);

impl From<&ViewArgs> for mores::report::View {
    fn from(args: &ViewArgs) -> Self {
        let list = |names: &Option<Names>| names.clone().map_or_else(Vec::new, |n| n.0);
        Self {
            methods: list(&args.methods),
            exclude: list(&args.exclude),
            pool: args.pool.iter().cloned().collect(),
            any_arguments: args.arguments == Arguments::Any,
            few_texts: args.arguments == Arguments::Few,
            scope: args.scope,
            real_collections: args.stand_ins == StandIns::No,
            texts: args.text.clone(),
            error_exceptions: list(&args.error_exceptions),
            allow_exceptions: list(&args.allow_exceptions),
            error_waiting: args.error_waiting,
            error_when: args.error_when.clone(),
            error_results: args.error_result.clone(),
            preprocessor: Vec::new(),
        }
    }
}

/// How to run.
#[derive(Debug, ClapArgs)]
pub(crate) struct RunArgs {
    /// How long it may take: 500ms, 60s, 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub(crate) budget: Duration,
    /// Counts work instead of time: the same result on every run, also on a slow or busy machine
    #[arg(long)]
    pub(crate) steady: bool,
    /// How much memory it may hold: 500MB, 2GB; no limit if not given
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// The result as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows all of a result; without it, what does not fit a screen is shortened
    #[arg(long)]
    pub(crate) full: bool,
    /// Colours: on a terminal, unless NO_COLOR is set; always; or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub(crate) color: Colour,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// When a result has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Integers {
    Wrapping,
    Mathematical,
}

impl From<Integers> for mores::Integers {
    fn from(integers: Integers) -> Self {
        match integers {
            Integers::Wrapping => Self::Wrapping,
            Integers::Mathematical => Self::Mathematical,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Machine {
    #[value(name = "32")]
    Bits32,
    #[value(name = "64")]
    Bits64,
}

impl From<Machine> for mores::Machine {
    fn from(machine: Machine) -> Self {
        match machine {
            Machine::Bits32 => Self::Bits32,
            Machine::Bits64 => Self::Bits64,
        }
    }
}

/// How a saved model is shown.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Picture(&'static Format),
    Html,
    Json,
    /// Tests for JUnit 5 that walk every transition
    Junit,
}

pub(crate) fn form_parser() -> impl TypedValueParser<Value = Form> {
    let others = ["html", "json"].map(PossibleValue::new);
    let junit = PossibleValue::new("junit").help("Tests for JUnit 5 that walk every transition");
    let pictures = FORMATS.iter().map(|format| PossibleValue::new(format.name));
    let names: Vec<PossibleValue> = pictures.chain(others).chain([junit]).collect();
    PossibleValuesParser::new(names).map(|name| {
        let format = FORMATS.iter().find(|format| format.name == name);
        match (format, name.as_str()) {
            (Some(format), _) => Form::Picture(format),
            (None, "html") => Form::Html,
            (None, "json") => Form::Json,
            (None, _) => Form::Junit,
        }
    })
}

impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Picture(format) => format.name,
            Self::Html => "html",
            Self::Json => "json",
            Self::Junit => "junit",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tests {
    /// A file for JUnit 5
    Junit,
}

/// A text that can be passed.
fn text(text: &str) -> Result<String, String> {
    match mores::can_be_passed(text) {
        true => Ok(text.to_owned()),
        false => Err("give characters below 256, without ` and control characters".to_owned()),
    }
}

/// Names separated by commas; those between parentheses belong to one name.
fn names(text: &str) -> Result<Names, String> {
    let mut depth = 0usize;
    let mut names = vec![String::new()];
    for c in text.chars() {
        match c {
            ',' if depth == 0 => names.push(String::new()),
            _ => {
                depth = if c == '(' {
                    depth + 1
                } else {
                    depth.saturating_sub(usize::from(c == ')'))
                };
                names.last_mut().expect("there is always one").push(c);
            }
        }
    }
    let names: Vec<String> = names
        .into_iter()
        .map(|name| name.trim().to_owned())
        .collect();
    if names.iter().any(String::is_empty) {
        Err("a name is missing".to_owned())
    } else {
        Ok(Names(names))
    }
}

/// `capacity=1,2`
fn pool(text: &str) -> Result<(String, Vec<i64>), String> {
    let wrong = || "give a parameter and whole numbers, like capacity=1,2".to_owned();
    let (name, values) = text.split_once('=').ok_or_else(wrong)?;
    let values = values
        .split(',')
        .map(|v| v.trim().parse().map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    if name.trim().is_empty() {
        Err(wrong())
    } else {
        Ok((name.trim().to_owned(), values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_separated_by_commas_outside_parentheses() {
        assert_eq!(
            names("put(int, long), get"),
            Ok(Names(vec!["put(int, long)".into(), "get".into()]))
        );
        assert!(names("put,,get").is_err() && names("").is_err());
    }

    #[test]
    fn a_pool_is_a_parameter_and_whole_numbers() {
        assert_eq!(pool("capacity=1, -2"), Ok(("capacity".into(), vec![1, -2])));
        for wrong in ["capacity", "=1", "capacity=", "capacity=1,x"] {
            assert!(pool(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_need_a_unit() {
        assert_eq!(
            (size("500MB"), size("2GB")),
            (Ok(500_000_000), Ok(2_000_000_000))
        );
        for wrong in [
            "",
            "500",
            "MB",
            "-1MB",
            "1.5GB",
            "99999999999999GB",
            "1 GB",
            "1TB",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn durations_need_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        for wrong in [
            "",
            "60",
            "s",
            "-1s",
            "1.5s",
            "9999999999999999999m",
            "1 s",
            "1d",
        ] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
