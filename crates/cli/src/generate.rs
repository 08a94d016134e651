//! The command `mores generate`: fast code for filters.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use mores::{GenerateReport, GenerateRequest, InputError, Language, Measured, Operand, Sizes};

use crate::args::RunArgs;
use crate::filter::SourceArgs;
use crate::run::{Done, Exit, run, written};
use crate::text::{Screen, clean, fold};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores generate corpus/c/filters/html_escape.c --as c --out out
  mores generate corpus/c/filters/javascript_escape.c --as rust --out out
  mores generate corpus/c/filters/squeeze_whitespace.c \\
      corpus/c/filters/html_escape.c --name tidy --main --out out

Several filters become one pass: each reads what the one before writes.
Exit codes: 0 done; 2 bad input, or a filter for which there is no such code.";

#[derive(Debug, ClapArgs)]
pub(crate) struct GenerateArgs {
    /// Filters: code as for `mores filter`, functions in it (escape.c:html), or saved models (.json)
    #[arg(required = true, value_name = "FILTER")]
    filters: Vec<String>,
    /// What the code is written in
    #[arg(long = "as", value_enum, default_value_t = LanguageArg::C, value_name = "LANGUAGE")]
    language: LanguageArg,
    /// What the function is called
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Adds a program that filters its standard input
    #[arg(long)]
    main: bool,
    /// Generates also from a model that is not proved; the file says so
    #[arg(long)]
    accept_unproved: bool,
    /// Measures it: on text in the cache, beside the original compiled with -O3 -march=native and with -O3 alone, and a copy
    #[arg(long)]
    measure: bool,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    run: RunArgs,
    /// The folder for the files
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LanguageArg {
    C,
    Rust,
    Cuda,
}

impl From<LanguageArg> for Language {
    fn from(arg: LanguageArg) -> Self {
        match arg {
            LanguageArg::C => Self::C,
            LanguageArg::Rust => Self::Rust,
            LanguageArg::Cuda => Self::Cuda,
        }
    }
}

/// Generates code and says what is known of it.
pub(crate) fn generate(args: &GenerateArgs) -> Result<Done, InputError> {
    let like = args.source.request(PathBuf::new());
    let request = GenerateRequest {
        filters: args
            .filters
            .iter()
            .map(|text| Operand::named(text, &like))
            .collect(),
        language: args.language.into(),
        name: args.name.clone(),
        main: args.main,
        accept_unproved: args.accept_unproved,
        measure: args.measure.then(Sizes::default),
    };
    let (artifacts, files) = run(&args.run, |budget, line| {
        let artifacts = mores::generate(&request, budget, line)?;
        let write = |folder: &Path| mores::write_generated(folder, &artifacts);
        let files = written(Some(&args.out), line, write)?;
        Ok((artifacts, files))
    })?;
    let output = if args.run.json {
        artifacts.report.to_json()
    } else {
        text(&artifacts.report, &files, Screen::of(&args.run).width)
    };
    Ok(Done {
        output,
        exit: Exit::Passes,
    })
}

fn text(report: &GenerateReport, files: &[PathBuf], width: usize) -> String {
    let paths: Vec<&str> = report.operands.iter().map(|v| v.path.as_str()).collect();
    let mut out = format!(
        "{}  ({})\n\n",
        clean(&report.name),
        clean(&paths.join(", then "))
    );
    for line in [report.known(), report.tried(), report.fast()] {
        out.push_str(&fold(&clean(&line), "", width));
    }
    for measured in &report.measured {
        out.push_str(&fold(&speed(measured), "", width));
    }
    out.push_str(&format!("\nwrote {}\n", shown(files)));
    out
}

fn shown(files: &[PathBuf]) -> String {
    let files = files
        .iter()
        .map(|file: &PathBuf| Path::display(file).to_string());
    files.collect::<Vec<_>>().join(", ")
}

/// A line of figures: what each does in a second, and how the generated code compares.
fn speed(measured: &Measured) -> String {
    let speed = measured.speed();
    format!(
        "{}: {:.2} billion symbols a second, {:.1} times the original ({:.2}; {:.2} without -march=native), {:.2} of a copy ({:.2})",
        speed.text,
        speed.generated,
        speed.generated / speed.original,
        speed.original,
        speed.portable,
        speed.generated / speed.copy,
        speed.copy
    )
}
