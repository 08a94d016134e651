//! The command `mores pipeline`: what is known of a chain of filters.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use mores::report::VerdictKind;
use mores::{InputError, Operand, PipelineReport, YesNo};

use crate::args::RunArgs;
use crate::filter::SourceArgs;
use crate::run::{Done, Exit, run};
use crate::text::{Screen, clean, fold};

pub(crate) const EXAMPLES: &str = "\
Examples:
  mores pipeline corpus/c/filters/html_escape.c corpus/c/filters/rot13.c
  mores pipeline corpus/c/filters/hex_encode_lower.c \\
      corpus/c/filters/squeeze_whitespace.c corpus/c/filters/html_escape.c

Exit codes: 0 done; 2 bad input; 3 done for models that are not proved.";

#[derive(Debug, ClapArgs)]
pub(crate) struct PipelineArgs {
    /// Filters, in their order: code as for `mores filter`, functions in it (escape.c:html), or saved models (.json)
    #[arg(required = true, num_args = 2.., value_name = "FILTER")]
    filters: Vec<String>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Says what is known of a chain.
pub(crate) fn pipeline(args: &PipelineArgs) -> Result<Done, InputError> {
    let like = args.source.request(PathBuf::new());
    let filters: Vec<Operand> = args
        .filters
        .iter()
        .map(|text| Operand::named(text, &like))
        .collect();
    let report = run(&args.run, |budget, line| {
        mores::pipeline(&filters, budget, line)
    })?;
    let output = if args.run.json {
        report.to_json()
    } else {
        text(&report, &args.filters, Screen::of(&args.run).width)
    };
    let exit = match report.verdict.kind {
        VerdictKind::Proved => Exit::Passes,
        _ => Exit::Partly,
    };
    Ok(Done { output, exit })
}

fn text(report: &PipelineReport, filters: &[String], width: usize) -> String {
    let name = |number: usize| report.operands[number].name.as_str();
    let names: Vec<&str> = (0..filters.len()).map(name).collect();
    let mut lines = vec![
        format!("pipeline: {}", names.join(", then ")),
        String::new(),
    ];
    for pair in &report.neighbours {
        let [a, b] = pair.members.map(name);
        lines.push(match pair.commute {
            YesNo::Yes => format!("{a} and {b} may change places."),
            YesNo::No => format!("{a} and {b} may not change places."),
            YesNo::Unknown => format!("Whether {a} and {b} may change places was not decided."),
        });
    }
    for (number, member) in report.members.iter().enumerate() {
        if member.does_nothing == YesNo::Yes {
            lines.push(format!("{} does nothing there.", name(number)));
        } else if member.idempotent == YesNo::Yes {
            lines.push(format!("{} twice is the same as once.", name(number)));
        }
    }
    lines.push(String::new());
    lines.extend(proposal(report, filters, &names));
    if report.verdict.kind != VerdictKind::Proved {
        lines.push("This is about the models, which are not proved of their code.".to_owned());
    }
    lines
        .iter()
        .map(|line| fold(&clean(line), "    ", width))
        .collect()
}

fn proposal(report: &PipelineReport, filters: &[String], names: &[&str]) -> Vec<String> {
    let given: Vec<usize> = (0..names.len()).collect();
    if report.proposal == given {
        return vec!["The order is as good as any that was found.".to_owned()];
    }
    let better: Vec<&str> = report
        .proposal
        .iter()
        .map(|number| names[*number])
        .collect();
    let paths: Vec<&str> = report
        .proposal
        .iter()
        .map(|number| filters[*number].as_str())
        .collect();
    let known = match report.same {
        YesNo::Yes => "Proved: the two write the same on every input.",
        YesNo::No => "The two do not write the same: leave the order as it is.",
        YesNo::Unknown => "Whether the two write the same was not decided.",
    };
    let mut lines = vec![
        format!("Cheaper: {}.", better.join(", then ")),
        known.to_owned(),
    ];
    if report.same == YesNo::Yes {
        lines.push(format!(
            "To generate it: mores generate {}",
            paths.join(" ")
        ));
    }
    lines
}
