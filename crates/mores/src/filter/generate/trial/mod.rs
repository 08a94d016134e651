//! Generated code is compiled and run on inputs whose outputs the model knows.

mod c;
mod cuda;
mod rust;

use ::generate::{Generated, Language};
use base::{Budget, Random};
use model::transducer::{Runner, SymbolType, SymbolicTransducer};
use serde::Serialize;
use teach::stream::witnesses;

use crate::replay::sandbox::{Ending, Finished};

/// Inputs through transitions, at most.
const MOST_WITNESSES: usize = 1_000;
/// Every length up to this one is tried.
const LENGTHS: usize = 300;
/// And these, for what happens over many blocks.
const LONG: [usize; 12] = [
    319, 320, 321, 575, 576, 640, 1_000, 1_024, 1_100, 4_097, 10_000, 70_000,
];
/// How many symbols of a hundred are special, from text to text.
const DENSITIES: [usize; 5] = [0, 3, 12, 40, 100];
/// Signals by which limits end a process: killed, too much processor time, too large a file.
const BY_LIMITS: [i32; 3] = [9, 24, 25];

/// How generated code did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// What compiled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// How many runs came out as the model says: inputs, times alignments, times whole and in pieces, times kinds of vectors.
    pub runs: u64,
    /// The kinds of vector instructions that this machine does not have, so that their code was not run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_run: Vec<u32>,
    /// Whether inputs were left out: through some transitions there may be none.
    pub in_part: bool,
    /// Why nothing was run, or not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unable: Option<String>,
}

impl Trial {
    /// Why nothing was run.
    fn none(why: impl Into<String>) -> Self {
        Self {
            unable: Some(why.into()),
            ..Self::default()
        }
    }

    /// Takes in how a form of the code did, which counts as a kind of vector instructions. An error is a difference.
    fn take(&mut self, kind: u32, ended: Result<Ended, String>) -> Result<(), String> {
        match ended {
            Ok(Ended::Ok(runs)) => self.runs += runs,
            Ok(Ended::Skipped) => self.not_run.push(kind),
            Ok(Ended::Differs(what)) => return Err(what),
            Err(why) => self.unable = Some(why),
        }
        Ok(())
    }
}

/// Code that is tried, and what it is held against.
struct Tried<'a> {
    name: &'a str,
    generated: &'a Generated,
    model: &'a SymbolicTransducer,
    /// Cases, as drivers read them.
    input: Vec<u8>,
    budget: &'a Budget,
}

/// Compiles and runs the code. An error is a difference: a defect of ours.
pub(super) fn tried(
    (name, generated): (&str, &Generated),
    language: Language,
    model: &SymbolicTransducer,
    budget: &Budget,
) -> Result<Trial, String> {
    if let Err(reason) = budget.check() {
        return Ok(Trial::none(reason.to_string()));
    }
    let (cases, in_part) = cases(model, budget);
    let tried = Tried {
        name,
        generated,
        model,
        input: packed(&cases, model),
        budget,
    };
    let trial = match language {
        Language::C => c::tried(&tried),
        Language::Rust => rust::tried(&tried),
        Language::Cuda => cuda::tried(&tried),
    }?;
    Ok(Trial { in_part, ..trial })
}

/// How a run of all cases ended.
enum Ended {
    Ok(u64),
    Skipped,
    Differs(String),
}

/// What a driver said of one form of the code.
fn ended(finished: &Finished, form: &str) -> Result<Ended, String> {
    let said = String::from_utf8_lossy(&finished.output).into_owned();
    let words: Vec<&str> = said.split_whitespace().collect();
    Ok(match &words[..] {
        ["ok", runs] => Ended::Ok(runs.parse().map_err(|_| said.clone())?),
        ["skipped"] => Ended::Skipped,
        ["differs", rest @ ..] => Ended::Differs(format!("{} ({form})", rest.join(" "))),
        // A crash is a fault of the code; a limit of time or memory says nothing about it.
        _ => match finished.ending {
            Ending::Killed(signal) if !BY_LIMITS.contains(&signal) => {
                Ended::Differs(format!("it is ended by signal {signal} ({form})"))
            }
            ending => return Err(format!("it ended with {ending} ({form})")),
        },
    })
}

/// What a type of symbols is called in C.
fn integer(ty: SymbolType) -> String {
    format!("{}int{}_t", if ty.signed { "" } else { "u" }, ty.bits)
}

/// An input and what is to be written for it.
struct Case {
    input: Vec<u64>,
    output: Vec<u64>,
}

/// Inputs through transitions, and texts of every length. Besides, whether inputs of the first kind are missing.
fn cases(model: &SymbolicTransducer, budget: &Budget) -> (Vec<Case>, bool) {
    let mut words = witnesses(model, budget);
    let in_part = words.len() > MOST_WITNESSES || budget.check().is_err();
    words.truncate(MOST_WITNESSES);
    let mut special: Vec<u64> = words.iter().flatten().copied().collect();
    special.sort_unstable();
    special.dedup();
    let mut random = Random::seeded(21);
    for density in DENSITIES {
        for length in (0..=LENGTHS).chain(LONG) {
            words.push(text(model, &special, &mut random, (length, density)));
        }
    }
    let mut runner = Runner::new(model);
    let case = |input: Vec<u64>| {
        let output = runner.whole(&input)?;
        Some(Case { input, output })
    };
    let in_time = words.into_iter().take_while(|_| budget.check().is_ok());
    let cases: Vec<Case> = in_time.filter_map(case).collect();
    (cases, in_part || budget.check().is_err())
}

/// A text in which so many symbols of a hundred are special, and the others anything or letters.
fn text(
    model: &SymbolicTransducer,
    special: &[u64],
    random: &mut Random,
    (length, density): (usize, usize),
) -> Vec<u64> {
    let most = u64::MAX >> (64 - model.input.bits);
    let anything = random.chance(1, 4);
    (0..length)
        .map(
            |_| match random.below(100) < density && !special.is_empty() {
                true => *random.pick(special),
                // Zero ends some texts.
                false if anything => (random.bits() & most).max(1),
                false => b"etaoinshrdlucmfwypvbgkqjxz"[random.below(26)].into(),
            },
        )
        .collect()
}

/// As the driver reads them.
fn packed(cases: &[Case], model: &SymbolicTransducer) -> Vec<u8> {
    let mut bytes = Vec::new();
    for case in cases {
        for length in [case.input.len(), case.output.len()] {
            bytes.extend((length as u32).to_le_bytes());
        }
        for (symbols, ty) in [(&case.input, model.input), (&case.output, model.output)] {
            let width = ty.bits as usize / 8;
            let narrow = symbols
                .iter()
                .flat_map(|s| s.to_le_bytes().into_iter().take(width));
            bytes.extend(narrow);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use ::generate::Request;
    use base::NoProgress;

    use super::super::proof::{Read, read_back};
    use super::*;
    use crate::{FilterRequest, filter};

    /// A filter of the corpus.
    fn model() -> SymbolicTransducer {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/filters/html_escape.c");
        let learned = filter(&FilterRequest::new(file), &Budget::unlimited(), &NoProgress);
        let model = learned.ok().and_then(|learned| learned.transducer);
        model.expect("it has a model")
    }

    fn code(model: &SymbolicTransducer, language: Language) -> Generated {
        let wanted = Request {
            name: "sample",
            machine: model,
            origin: &[],
            main: false,
        };
        ::generate::generate(&wanted, language).expect("it is generated")
    }

    fn run(
        model: &SymbolicTransducer,
        generated: &Generated,
        language: Language,
    ) -> Result<Trial, String> {
        tried(("sample", generated), language, model, &Budget::unlimited())
    }

    fn spoiled(generated: &Generated, from: &str, to: &str) -> Generated {
        let mut spoiled = generated.clone();
        let text = spoiled.files[0].1.replace(from, to);
        assert_ne!(text, spoiled.files[0].1, "{from}");
        spoiled.files[0].1 = text;
        spoiled
    }

    #[test]
    fn a_fault_in_the_fast_form_is_found_by_running_it() {
        let model = model();
        let generated = code(&model, Language::C);
        let right = run(&model, &generated, Language::C).expect("it does what the model says");
        assert!(right.unable.is_none() && right.runs > 0, "{right:?}");
        // The text for `<`.
        let wrong = spoiled(&generated, "0x040000003b746c26", "0x040000003b746726");
        assert!(run(&model, &wrong, Language::C).is_err());
        // Where a block goes on behind a special symbol; a machine without vectors does not get there.
        let wrong = spoiled(&generated, "done = at + 1;", "done = at;");
        assert!(right.not_run.contains(&1) || run(&model, &wrong, Language::C).is_err());
    }

    #[test]
    fn faults_in_rust_and_in_cuda_are_found_by_running_them() {
        let model = model();
        for (language, form, from, to) in [
            (Language::Rust, "plain form", "b\"&lt;\"", "b\"&gt;\""),
            (
                Language::Rust,
                "fast form",
                "0x040000003b746c26",
                "0x040000003b746726",
            ),
            (Language::Cuda, "tables", "3b746c26u", "3b746726u"),
        ] {
            let generated = code(&model, language);
            let right = run(&model, &generated, language).expect("it does what the model says");
            assert!(right.unable.is_none() && right.runs > 0, "{right:?}");
            let wrong = spoiled(&generated, from, to);
            assert!(run(&model, &wrong, language).is_err(), "{form}");
        }
    }

    #[test]
    fn a_fault_in_the_plain_form_is_found_by_reading_it() {
        let model = model();
        let generated = code(&model, Language::C);
        let read = |generated: &Generated| {
            read_back(
                "sample",
                generated,
                &model,
                &Budget::unlimited(),
                &NoProgress,
            )
        };
        assert!(matches!(read(&generated), Ok(Read::Proved)));
        let wrong = spoiled(&generated, "= 'l';", "= 'g';");
        assert!(matches!(read(&wrong), Ok(Read::Differs(_))));
    }
}
