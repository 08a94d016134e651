//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use mores::{FORMATS, Format};

// Each command fits into 80 columns, so that no terminal breaks it and it can be copied.
const EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores check out/PipedOutputStream.mores.json corpus/java/PipedOutputStream.java
  mores search corpus/java/PipedOutputStream.java
  mores diff corpus/versions/old/Door.java corpus/versions/new/Door.java
  mores equal out/PipedOutputStream.mores.json corpus/java/PipedOutputStream.java
  mores errors corpus/c/errors/tcas.c --out out
  mores explain corpus/c/errors/docking.c --bound 2
  mores diff corpus/c/versions/old.c corpus/c/versions/new.c
  mores filter corpus/c/filters/html_escape.c --out out
  mores equal out/html_escape.mores.json corpus/c/filters/html_escape_table.c
  mores avoids corpus/c/filters/html_escape.c '[<>]'
  mores emit out/PipedOutputStream.mores.json --as mermaid --legal-only

Exit codes: 0 done, 1 a check that failed or was not decided, 2 bad input.";

const INTERFACE_EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores interface java.io.StringReader --methods close,ready
  mores interface corpus/java/Example.java --tests junit --out out
  mores interface corpus/java/AlternatingBit.java --integers mathematical
  mores interface corpus/java/SmallBuffer.java --pool capacity=1,2 --json
  mores interface corpus/java/AllowedExceptions.java \\
      --allow-exceptions IllegalStateException --budget 30s";

const CHECK_EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores check out/PipedOutputStream.mores.json corpus/java/PipedOutputStream.java
  mores check out/PipedOutputStream.mores.json \\
      corpus/java/PipedOutputStream.java \\
      --certificate out/PipedOutputStream.certificate.json
  mores check out/PipedOutputStream.mores.json \\
      corpus/java/PipedOutputStream.java --out Witness.java

Exit codes: 0 the code conforms, proved; 1 it differs, the certificate is
rejected, or it was not decided; 2 bad input.";

const EMIT_EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores emit out/PipedOutputStream.mores.json --as mermaid
  mores emit out/PipedOutputStream.mores.json --as svg --out out/picture.svg
  mores emit out/PipedOutputStream.mores.json --as junit \\
      --out out/PipedOutputStreamInterfaceTest.java";

/// Learns the unwritten rules of code, proves them, and draws them.
#[derive(Debug, Parser)]
#[command(name = "mores", version, after_help = EXAMPLES, max_term_width = 110)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The legal orders of calls of a class, with guards on their arguments, proved
    #[command(after_help = INTERFACE_EXAMPLES)]
    Interface(InterfaceArgs),
    /// Whether code still does what a saved model says
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Which errors of a class can be reached, each with a shortest sequence of calls
    #[command(after_help = crate::search::EXAMPLES)]
    Search(crate::search::SearchArgs),
    /// How two versions of a class, or of a C program, differ; what a merge did to one
    #[command(after_help = crate::diff::EXAMPLES)]
    Diff(Box<crate::diff::DiffArgs>),
    /// Whether two interfaces, or two filters, are the same
    #[command(after_help = crate::equal::EXAMPLES)]
    Equal(crate::equal::EqualArgs),
    /// Every way a C program can fail, as one automaton of its events
    #[command(after_help = crate::errors::ERRORS_EXAMPLES)]
    Errors(crate::errors::LanguageArgs),
    /// What a C program does, as one automaton of its events
    #[command(after_help = crate::errors::EXPLAIN_EXAMPLES)]
    Explain(crate::errors::LanguageArgs),
    /// What a stream filter writes for what it reads, as one transducer
    #[command(after_help = crate::filter::EXAMPLES)]
    Filter(crate::filter::FilterArgs),
    /// One filter after another, as one
    #[command(after_help = crate::algebra::COMPOSE_EXAMPLES)]
    Compose(crate::algebra::ComposeArgs),
    /// Whether it does not matter which of two filters comes first
    #[command(after_help = crate::algebra::COMMUTES_EXAMPLES)]
    Commutes(crate::algebra::TwoArgs),
    /// Whether a filter is safe to apply twice: whether that is the same as applying it once
    #[command(after_help = crate::algebra::IDEMPOTENT_EXAMPLES)]
    Idempotent(crate::algebra::OneArgs),
    /// Whether no two inputs of a filter are written alike
    #[command(after_help = crate::algebra::INJECTIVE_EXAMPLES)]
    Injective(crate::algebra::OneArgs),
    /// Whether a decoder gives back every input of an encoder
    #[command(after_help = crate::algebra::ROUNDTRIP_EXAMPLES)]
    Roundtrip(crate::algebra::TwoArgs),
    /// Whether the output of a filter never matches a regular expression
    #[command(after_help = crate::algebra::AVOIDS_EXAMPLES)]
    Avoids(crate::algebra::MatchArgs),
    /// The inputs of a filter whose output matches a regular expression
    #[command(after_help = crate::algebra::PREIMAGE_EXAMPLES)]
    Preimage(crate::algebra::PreimageArgs),
    /// The filter that undoes another
    #[command(after_help = crate::algebra::INVERT_EXAMPLES)]
    Invert(crate::algebra::InvertArgs),
    /// Whether one filter does all that another does
    #[command(after_help = crate::algebra::INCLUDES_EXAMPLES)]
    Includes(crate::algebra::TwoArgs),
    /// A saved model in another form
    #[command(after_help = EMIT_EXAMPLES)]
    Emit(EmitArgs),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct InterfaceArgs {
    /// A .java or .class file, a jar, a folder of class files, or the name of a class of the JDK
    #[arg(value_name = "FILE|FOLDER|JAR|CLASS")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) class: ClassArgs,
    #[command(flatten)]
    pub(crate) view: ViewArgs,
    /// The arithmetic of the proof: Java's own, or without bounds
    #[arg(long, value_enum, default_value_t = Integers::Wrapping)]
    pub(crate) integers: Integers,
    #[command(flatten)]
    pub(crate) engine: crate::engine::EngineArgs,
    /// Executes the class: makes calls through every transition on the real java, in an empty folder, with limits
    #[arg(long)]
    pub(crate) replay: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Leaves model, pictures, report.html and certificate in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Also leaves tests that walk every transition of the interface
    #[arg(long, value_enum, value_name = "KIND", requires = "out")]
    pub(crate) tests: Option<Tests>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// A model, as `--out` leaves it: an interface, a language of events, or a transducer
    pub(crate) model: PathBuf,
    /// The code: for an interface a .java or .class file, a jar, a folder of class files, or the name of a class of the JDK;
    /// for a language a .c file; for a transducer what `mores filter` takes. It is read as the code behind the model was
    pub(crate) code: PathBuf,
    #[command(flatten)]
    pub(crate) class: ClassArgs,
    /// An argument for the preprocessor, instead of those with which the model was learned: --cc=-Iinclude
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub(crate) cc: Vec<String>,
    /// Verifies this proof, with code that shares no engine, instead of searching for one
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Writes the Java program that shows a difference to this file; its class is named after the file
    #[arg(long, value_name = "FILE.java")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct EmitArgs {
    /// A model, as `--out` leaves it
    pub(crate) model: PathBuf,
    /// The form
    #[arg(long = "as", value_name = "FORM", value_parser = form_parser())]
    pub(crate) form: Form,
    /// Writes to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Leaves illegal calls out of pictures
    #[arg(long)]
    pub(crate) legal_only: bool,
}

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
            error_exceptions: list(&args.error_exceptions),
            allow_exceptions: list(&args.allow_exceptions),
            error_waiting: args.error_waiting,
            error_when: args.error_when.clone(),
        }
    }
}

/// How to run.
#[derive(Debug, ClapArgs)]
pub(crate) struct RunArgs {
    /// How long it may take: 500ms, 60s, 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub(crate) budget: Duration,
    /// How much memory it may hold: 500MB, 2GB; no limit if not given
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// The result as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
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

/// How a saved model is shown.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Picture(&'static Format),
    Html,
    Json,
    /// Tests for JUnit 5 that walk every transition
    Junit,
}

fn form_parser() -> impl TypedValueParser<Value = Form> {
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

/// A whole number with a unit.
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let wrong = || "give a whole number with a unit, like 500ms, 60s or 5m".to_owned();
    let number: u64 = number.parse().map_err(|_| wrong())?;
    match unit {
        "ms" => Ok(Duration::from_millis(number)),
        "s" => Ok(Duration::from_secs(number)),
        "m" => number
            .checked_mul(60)
            .map(Duration::from_secs)
            .ok_or_else(wrong),
        "h" => number
            .checked_mul(3600)
            .map(Duration::from_secs)
            .ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

/// A whole number with a unit, in bytes.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let wrong = || "give a whole number with a unit, like 500MB or 2GB".to_owned();
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let bytes = match unit {
        "kB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return Err(wrong()),
    };
    number.checked_mul(bytes).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

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
