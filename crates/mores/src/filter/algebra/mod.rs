//! Questions about filters: whether two are equal, whether one is safe to apply twice, whether it can be undone.
//!
//! A question is about the models. What it says of the code behind them is said beside it: no more than their verdicts say.

mod make;
mod report;
mod trust;

use base::{Budget, Progress, StopReason};
use emit::report::VERSION;
use front::InputError;
use model::analysis::transducer::{
    self as algebra, Collision, Compared, Decision, Difference, Matching, Pattern,
};
use model::transducer::{Ran, SymbolType, SymbolicTransducer};

use self::trust::beyond;
pub(super) use self::trust::trust;
use super::operand::{Operand, Side};

pub use self::make::{Made, Making, make};
pub use self::report::{AlgebraReport, Output, Question, Sequence, Shown, YesNo};

/// What can be asked of filters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Law {
    /// Whether two write the same for every input.
    Equal,
    /// Whether the second is defined wherever the first is, and writes the same there.
    Includes,
    /// Whether it does not matter which of two comes first.
    Commutes,
    /// Whether the second gives back every input of the first.
    Roundtrip,
    /// Whether doing it twice is the same as doing it once.
    Idempotent,
    /// Whether no two inputs are written alike.
    Injective,
    /// Whether no part of an output ever matches the regular expression.
    Avoids(String),
}

impl Law {
    /// The command that asks for it.
    pub fn command(&self) -> Question {
        match self {
            Self::Equal => Question::Equal,
            Self::Includes => Question::Includes,
            Self::Commutes => Question::Commutes,
            Self::Roundtrip => Question::Roundtrip,
            Self::Idempotent => Question::Idempotent,
            Self::Injective => Question::Injective,
            Self::Avoids(_) => Question::Avoids,
        }
    }

    fn regex(&self) -> Option<&str> {
        match self {
            Self::Avoids(regex) => Some(regex),
            Self::Equal
            | Self::Includes
            | Self::Commutes
            | Self::Roundtrip
            | Self::Idempotent
            | Self::Injective => None,
        }
    }
}

/// A question about filters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlgebraRequest {
    /// What is asked.
    pub law: Law,
    /// The filters, as many as the question needs.
    pub operands: Vec<Operand>,
}

/// Answers a question about filters. The budget is for learning them and for the answer.
pub fn ask(
    request: &AlgebraRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<AlgebraReport, InputError> {
    let sides = sides(&request.operands, budget, progress)?;
    progress.working(&|| format!("deciding: {}", request.law.command().name()));
    let answered = match models(&sides) {
        Ok(models) => answer(&request.law, &models, budget)?,
        Err(why) => Answered {
            decision: Decision::Unknown(why),
            note: None,
        },
    };
    Ok(told(
        request.law.command(),
        request.law.regex(),
        &sides,
        answered,
    ))
}

fn sides(
    operands: &[Operand],
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Side>, InputError> {
    operands
        .iter()
        .map(|operand| Side::new(operand, budget, progress))
        .collect()
}

/// The models, or why one of them is missing.
fn models(sides: &[Side]) -> Result<Vec<&SymbolicTransducer>, StopReason> {
    sides
        .iter()
        .map(|side| side.model().map_err(StopReason::Limit))
        .collect()
}

/// A decision as the report shows it.
struct Answered {
    decision: Decision<Shown>,
    note: Option<String>,
}

const FIRST: &str = "the first";
const SECOND: &str = "the second";
const IN_ORDER: &str = "the second after the first";
const OTHER_ORDER: &str = "the first after the second";

fn answer(
    law: &Law,
    models: &[&SymbolicTransducer],
    budget: &Budget,
) -> Result<Answered, InputError> {
    match (law, models) {
        (Law::Equal | Law::Includes, &[a, b]) => {
            same_types(a, b)?;
            let decided = match law {
                Law::Includes => algebra::includes(a, b, budget),
                _ => algebra::equal(a, b, budget),
            };
            let by = [(FIRST, a.output), (SECOND, b.output)];
            Ok(compared(decided, a.input, by))
        }
        (Law::Commutes, &[a, b]) => {
            fits(a, b)?;
            fits(b, a)?;
            let by = [(IN_ORDER, b.output), (OTHER_ORDER, a.output)];
            Ok(compared(algebra::commutes(a, b, budget), a.input, by))
        }
        (Law::Roundtrip, &[a, b]) => {
            fits(a, b)?;
            fits(b, a)?;
            Ok(there_and_back(
                algebra::roundtrip(a, b, budget),
                a,
                b.output,
            ))
        }
        (Law::Idempotent, &[a]) => {
            fits(a, a)?;
            Ok(compared(
                algebra::idempotent(a, budget),
                a.input,
                [("twice", a.output), ("once", a.output)],
            ))
        }
        (Law::Injective, &[a]) => {
            let decision = algebra::injective(a, budget).map(|collision| collides(&collision, a));
            Ok(Answered {
                decision,
                note: None,
            })
        }
        (Law::Avoids(regex), &[a]) => {
            let pattern = pattern(regex, a)?;
            let decision = algebra::avoids(a, &pattern, budget).map(|found| matches(&found, a));
            Ok(Answered {
                decision,
                note: None,
            })
        }
        (_, _) => Err(InputError::new(format!(
            "{} is no question about {} filters",
            law.command().name(),
            models.len()
        ))),
    }
}

/// A regular expression over what a filter writes.
fn pattern(regex: &str, filter: &SymbolicTransducer) -> Result<Pattern, InputError> {
    Pattern::new(regex, filter.output)
        .map_err(|why| InputError::new(format!("`{regex}` is no regular expression here: {why}")))
}

fn types(model: &SymbolicTransducer) -> String {
    let name = |ty: SymbolType| format!("{}{}", if ty.signed { "i" } else { "u" }, ty.bits);
    format!("{} to {}", name(model.input), name(model.output))
}

/// Filters of other symbols are never equal, and nobody means to ask that.
fn same_types(a: &SymbolicTransducer, b: &SymbolicTransducer) -> Result<(), InputError> {
    if a.input.bits == b.input.bits && a.output.bits == b.output.bits {
        return Ok(());
    }
    Err(InputError::new(format!(
        "the two are about other symbols: {} and {}",
        types(a),
        types(b)
    )))
}

/// What one writes the other must be able to read.
pub(super) fn fits(
    first: &SymbolicTransducer,
    second: &SymbolicTransducer,
) -> Result<(), InputError> {
    if first.output.bits == second.input.bits {
        return Ok(());
    }
    let what = format!(
        "what one writes the other does not read: {}, then {}",
        types(first),
        types(second)
    );
    Err(InputError::new(what))
}

fn compared(compared: Compared, input: SymbolType, by: [(&str, SymbolType); 2]) -> Answered {
    Answered {
        decision: compared.decision.map(|found| shown(found, input, by)),
        note: compared.restricted,
    }
}

/// A difference between two filters, whatever they are called.
pub(super) fn shown(found: Difference, input: SymbolType, by: [(&str, SymbolType); 2]) -> Shown {
    let outputs = by.into_iter().zip(&found.outputs);
    Shown {
        inputs: vec![Sequence::of(&found.input, input)],
        outputs: outputs
            .map(|((by, ty), symbols)| written(by, symbols.as_deref(), ty))
            .collect(),
        shortest: found.shortest,
    }
}

fn written(by: &str, symbols: Option<&[u64]>, ty: SymbolType) -> Output {
    Output {
        by: by.to_owned(),
        writes: symbols.map(|symbols| Sequence::of(symbols, ty)),
    }
}

/// What lies between there and back helps to see why; that the input should come back needs no saying.
fn there_and_back(
    outcome: Compared,
    encoder: &SymbolicTransducer,
    decoded: SymbolType,
) -> Answered {
    let shown = |difference: Difference| {
        let encoded = match encoder.run(&difference.input) {
            Ran::Wrote(symbols) => Some(symbols),
            Ran::Undefined { .. } => None,
        };
        let back = written(IN_ORDER, difference.outputs[0].as_deref(), decoded);
        Shown {
            inputs: vec![Sequence::of(&difference.input, encoder.input)],
            outputs: vec![written(FIRST, encoded.as_deref(), encoder.output), back],
            shortest: difference.shortest,
        }
    };
    Answered {
        decision: outcome.decision.map(shown),
        note: outcome.restricted,
    }
}

fn collides(collision: &Collision, filter: &SymbolicTransducer) -> Shown {
    Shown {
        inputs: collision
            .inputs
            .iter()
            .map(|input| Sequence::of(input, filter.input))
            .collect(),
        outputs: vec![written("for both", Some(&collision.output), filter.output)],
        shortest: collision.shortest,
    }
}

fn matches(found: &Matching, filter: &SymbolicTransducer) -> Shown {
    Shown {
        inputs: vec![Sequence::of(&found.input, filter.input)],
        outputs: vec![written("for it", Some(&found.output), filter.output)],
        shortest: found.shortest,
    }
}

fn told(
    command: Question,
    regex: Option<&str>,
    sides: &[Side],
    answered: Answered,
) -> AlgebraReport {
    let (answer, witness, reason) = match answered.decision {
        Decision::Yes => (YesNo::Yes, None, None),
        Decision::No(shown) => (YesNo::No, Some(shown), None),
        Decision::Unknown(reason) => (YesNo::Unknown, None, Some(reason.to_string())),
    };
    let verdict = trust(sides);
    let beyond = witness.as_ref().and_then(|shown| beyond(shown, &verdict));
    AlgebraReport {
        mores: VERSION.into(),
        command,
        models: "transducer".into(),
        operands: sides.iter().map(Side::version).collect(),
        regex: regex.map(str::to_owned),
        answer,
        equal: (command == Question::Equal && answer != YesNo::Unknown)
            .then_some(answer == YesNo::Yes),
        verdict,
        witness,
        reason,
        notes: answered.note.into_iter().chain(beyond).collect(),
    }
}
