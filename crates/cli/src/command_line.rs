//! The command line: all commands.

use clap::{Parser, Subcommand};

use crate::{
    accept, algebra, check, commands, completions, diff, doctor, equal, errors, filter, generate,
    init, pipeline, search, survey,
};

// Each command fits into 80 columns, so that no terminal breaks it and it can be copied.
const EXAMPLES: &str = "\
Examples:
  mores interface corpus/java/PipedOutputStream.java --out out
  mores check out/PipedOutputStream.mores.json corpus/java/PipedOutputStream.java
  mores search corpus/java/PipedOutputStream.java
  mores survey corpus/versions/old --out out/survey
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
    #[command(after_help = commands::INTERFACE_EXAMPLES)]
    Interface(commands::InterfaceArgs),
    /// Every class of a jar, a folder or a package: a table of verdicts and rules, and a page for each
    #[command(after_help = survey::EXAMPLES)]
    Survey(survey::SurveyArgs),
    /// One class of a survey, for a worker of HyperQueue
    #[command(hide = true)]
    SurveyTask(survey::TaskArgs),
    /// Whether code still does what a saved model says; without arguments, all that mores.toml lists
    #[command(after_help = check::EXAMPLES, override_usage = check::USAGE)]
    Check(Box<check::CheckArgs>),
    /// Learns the models that mores.toml lists anew, and takes them over
    #[command(after_help = accept::EXAMPLES)]
    Accept(accept::AcceptArgs),
    /// Writes a mores.toml for a code base
    #[command(after_help = init::EXAMPLES)]
    Init(init::InitArgs),
    /// Which errors of a class can be reached, each with a shortest sequence of calls
    #[command(after_help = search::EXAMPLES)]
    Search(search::SearchArgs),
    /// How two versions of a class, of a library or of a C program differ; what a merge did to one
    #[command(after_help = diff::EXAMPLES)]
    Diff(Box<diff::DiffArgs>),
    /// Whether two interfaces, or two filters, are the same
    #[command(after_help = equal::EXAMPLES)]
    Equal(equal::EqualArgs),
    /// Every way a C program can fail, as one automaton of its events
    #[command(after_help = errors::ERRORS_EXAMPLES)]
    Errors(errors::LanguageArgs),
    /// What a C program does, as one automaton of its events
    #[command(after_help = errors::EXPLAIN_EXAMPLES)]
    Explain(errors::LanguageArgs),
    /// What a stream filter writes for what it reads, as one transducer
    #[command(after_help = filter::EXAMPLES)]
    Filter(filter::FilterArgs),
    /// Fast code that does what a filter does, or several in a row, proved
    #[command(after_help = generate::EXAMPLES)]
    Generate(generate::GenerateArgs),
    /// Which of several filters are needed, and which order of them is the cheapest
    #[command(after_help = pipeline::EXAMPLES)]
    Pipeline(pipeline::PipelineArgs),
    /// One filter after another, as one
    #[command(after_help = algebra::COMPOSE_EXAMPLES)]
    Compose(algebra::ComposeArgs),
    /// Whether it does not matter which of two filters comes first
    #[command(after_help = algebra::COMMUTES_EXAMPLES)]
    Commutes(algebra::TwoArgs),
    /// Whether a filter is safe to apply twice: whether that is the same as applying it once
    #[command(after_help = algebra::IDEMPOTENT_EXAMPLES)]
    Idempotent(algebra::OneArgs),
    /// Whether no two inputs of a filter are written alike
    #[command(after_help = algebra::INJECTIVE_EXAMPLES)]
    Injective(algebra::OneArgs),
    /// Whether a decoder gives back every input of an encoder
    #[command(after_help = algebra::ROUNDTRIP_EXAMPLES)]
    Roundtrip(algebra::TwoArgs),
    /// Whether the output of a filter never matches a regular expression
    #[command(after_help = algebra::AVOIDS_EXAMPLES)]
    Avoids(algebra::MatchArgs),
    /// The inputs of a filter whose output matches a regular expression
    #[command(after_help = algebra::PREIMAGE_EXAMPLES)]
    Preimage(algebra::PreimageArgs),
    /// The filter that undoes another
    #[command(after_help = algebra::INVERT_EXAMPLES)]
    Invert(algebra::InvertArgs),
    /// Whether one filter does all that another does
    #[command(after_help = algebra::INCLUDES_EXAMPLES)]
    Includes(algebra::TwoArgs),
    /// A saved model in another form
    #[command(after_help = commands::EMIT_EXAMPLES)]
    Emit(commands::EmitArgs),
    /// What is found on this machine of what mores needs, and what is missing
    #[command(after_help = doctor::EXAMPLES)]
    Doctor(doctor::DoctorArgs),
    /// Completions for a shell
    #[command(after_help = completions::COMPLETIONS_EXAMPLES)]
    Completions(completions::CompletionsArgs),
    /// Pages for man, as files
    #[command(after_help = completions::MAN_EXAMPLES)]
    Man(completions::ManArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }
}
