//! Questions about filters: whether two are equal, whether one is safe to apply twice, whether it can be undone.
//!
//! A question is about the models. What it says of the code behind them is said beside it: no more than their verdicts say.

mod report;

use base::{Budget, Progress, StopReason};
use emit::report::{Integers, Subject, VERSION, Verdict, VerdictKind};
use emit::transducer::TransducerReport;
use front::InputError;
use model::analysis::transducer::{self as algebra, Compared, Decision, Difference};
use model::transducer::{SymbolType, SymbolicTransducer};

use super::operand::{Operand, Side};
use super::to_report;

pub use report::{AlgebraReport, Output, Sequence, Shown, YesNo};

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
}

impl Law {
    /// The command that asks for it.
    pub fn command(&self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Includes => "includes",
            Self::Commutes => "commutes",
            Self::Roundtrip => "roundtrip",
            Self::Idempotent => "idempotent",
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
pub fn ask(request: &AlgebraRequest, budget: &Budget, progress: &dyn Progress) -> Result<AlgebraReport, InputError> {
    let sides = sides(&request.operands, budget, progress)?;
    progress.working(&|| format!("deciding: {}", request.law.command()));
    let answered = answer(&request.law, &sides, budget)?;
    Ok(told(request, &sides, answered))
}

fn sides(operands: &[Operand], budget: &Budget, progress: &dyn Progress) -> Result<Vec<Side>, InputError> {
    operands.iter().map(|operand| Side::new(operand, budget, progress)).collect()
}

/// A decision as the report shows it.
struct Answered {
    decision: Decision<Shown>,
    note: Option<String>,
}

impl Answered {
    fn unknown(why: String) -> Self {
        Self { decision: Decision::Unknown(StopReason::Limit(why)), note: None }
    }
}

fn answer(law: &Law, sides: &[Side], budget: &Budget) -> Result<Answered, InputError> {
    let models: Result<Vec<&SymbolicTransducer>, String> = sides.iter().map(Side::model).collect();
    let models = match models {
        Ok(models) => models,
        Err(why) => return Ok(Answered::unknown(why)),
    };
    Ok(match (law, &models[..]) {
        (Law::Equal, [a, b]) => {
            same_types(a, b)?;
            compared(algebra::equal(a, b, budget), a.input, b.output, ["the first", "the second"])
        }
        (Law::Includes, [a, b]) => {
            same_types(a, b)?;
            compared(algebra::includes(a, b, budget), a.input, b.output, ["the first", "the second"])
        }
        (Law::Commutes, [a, b]) => {
            fits(a, b)?;
            fits(b, a)?;
            compared(
                algebra::commutes(a, b, budget),
                a.input,
                b.output,
                ["the second after the first", "the first after the second"],
            )
        }
        (Law::Roundtrip, [a, b]) => {
            fits(a, b)?;
            fits(b, a)?;
            let mut answered =
                compared(algebra::roundtrip(a, b, budget), a.input, b.output, ["the second after the first", ""]);
            answered.decision = answered.decision.map(|shown| with_encoded(shown, a));
            answered
        }
        (Law::Idempotent, [a]) => {
            fits(a, a)?;
            compared(algebra::idempotent(a, budget), a.input, a.output, ["twice", "once"])
        }
        (law, operands) => {
            let what = format!("{} is not a question about {} filters", law.command(), operands.len());
            return Err(InputError::new(what));
        }
    })
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
    Err(InputError::new(format!("the two are about other symbols: {} and {}", types(a), types(b))))
}

/// What one writes the other must be able to read.
fn fits(first: &SymbolicTransducer, second: &SymbolicTransducer) -> Result<(), InputError> {
    if first.output.bits == second.input.bits {
        return Ok(());
    }
    let what = format!("what one writes the other does not read: {}, then {}", types(first), types(second));
    Err(InputError::new(what))
}

fn compared(compared: Compared, input: SymbolType, output: SymbolType, by: [&str; 2]) -> Answered {
    let shown = |difference: Difference| {
        let outputs = by.into_iter().zip(&difference.outputs).filter(|(by, _)| !by.is_empty());
        Shown {
            inputs: vec![Sequence::of(&difference.input, input)],
            outputs: outputs.map(|(by, symbols)| written(by, symbols.as_deref(), output)).collect(),
            shortest: difference.shortest,
        }
    };
    Answered { decision: compared.decision.map(shown), note: compared.restricted }
}

fn written(by: &str, symbols: Option<&[u64]>, ty: SymbolType) -> Output {
    Output { by: by.to_owned(), writes: symbols.map(|symbols| Sequence::of(symbols, ty)) }
}

/// What lies between there and back helps to see why.
fn with_encoded(mut shown: Shown, encoder: &SymbolicTransducer) -> Shown {
    let encoded = match encoder.run(&shown.inputs[0].symbols) {
        model::transducer::Ran::Wrote(symbols) => Some(symbols),
        model::transducer::Ran::Undefined { .. } => None,
    };
    shown.outputs.insert(0, written("the first", encoded.as_deref(), encoder.output));
    shown
}

fn told(request: &AlgebraRequest, sides: &[Side], answered: Answered) -> AlgebraReport {
    let (answer, witness, reason) = match answered.decision {
        Decision::Yes => (YesNo::Yes, None, None),
        Decision::No(shown) => (YesNo::No, Some(shown), None),
        Decision::Unknown(reason) => (YesNo::Unknown, None, Some(reason.to_string())),
    };
    let verdict = trust(sides);
    let beyond = witness.as_ref().and_then(|shown| beyond(shown, &verdict));
    AlgebraReport {
        mores: VERSION.into(),
        command: request.law.command().into(),
        models: "transducer".into(),
        operands: sides.iter().map(Side::version).collect(),
        regex: None,
        answer,
        equal: (request.law == Law::Equal && answer != YesNo::Unknown).then_some(answer == YesNo::Yes),
        verdict,
        witness,
        reason,
        notes: answered.note.into_iter().chain(beyond).collect(),
    }
}

/// How far what holds of models holds of the code behind them: as far as the weakest of their verdicts.
fn trust(sides: &[Side]) -> Verdict {
    let verdicts = || sides.iter().map(|side| &side.report.verdict);
    let has = |kind: VerdictKind| verdicts().any(|verdict| verdict.kind == kind);
    let (kind, depth) = if has(VerdictKind::Unknown) || has(VerdictKind::Violated) {
        (VerdictKind::Unknown, None)
    } else if has(VerdictKind::UpTo) {
        (VerdictKind::UpTo, verdicts().filter_map(|verdict| verdict.depth).min())
    } else {
        (VerdictKind::Proved, None)
    };
    let doubts = sides.iter().filter_map(|side| Some(format!("{}: {}", side.report.subject.name, side.doubt()?)));
    let mut doubts: Vec<String> = doubts.collect();
    doubts.dedup();
    let mut assumptions: Vec<String> = verdicts().flat_map(|verdict| verdict.assumptions.iter().cloned()).collect();
    assumptions.sort();
    assumptions.dedup();
    let reason = Some(doubts.join("; ")).filter(|reason| !reason.is_empty());
    Verdict { kind, depth, reason, unless: None, integers: Integers::Wrapping, assumptions }
}

/// Where the models are right up to a length that the witness exceeds, it need not be one of the code.
fn beyond(shown: &Shown, verdict: &Verdict) -> Option<String> {
    let depth = verdict.depth?;
    let longest = shown.inputs.iter().map(|input| input.symbols.len() as u64).max()?;
    let symbols = if depth == 1 { "symbol" } else { "symbols" };
    (longest > depth).then(|| {
        format!("The models are right about their code up to {depth} {symbols}, and what is shown here is longer.")
    })
}

/// One filter after another. Says why where the composition cannot be said as a transducer.
pub fn compose(
    operands: &[Operand; 2],
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<TransducerReport, InputError> {
    let sides = sides(operands, budget, progress)?;
    progress.working(&|| "composing".to_owned());
    let made = match (sides[0].model(), sides[1].model()) {
        (Ok(first), Ok(second)) => {
            fits(first, second)?;
            algebra::compose(first, second, budget)
        }
        (Err(why), _) | (_, Err(why)) => Err(StopReason::Limit(why)),
    };
    let name = format!("{}_then_{}", sides[0].report.subject.name, sides[1].report.subject.name);
    Ok(made_report("compose", &name, &sides, made))
}

fn made_report(
    command: &str,
    name: &str,
    sides: &[Side],
    made: Result<SymbolicTransducer, StopReason>,
) -> TransducerReport {
    let paths: Vec<&str> = sides.iter().map(|side| side.report.subject.path.as_str()).collect();
    let subject = Subject { path: paths.join(" "), name: name.to_owned() };
    match made {
        Ok(model) => to_report::made(command, subject, trust(sides), Some(&model)),
        Err(reason) => {
            let verdict =
                Verdict { kind: VerdictKind::Unknown, depth: None, reason: Some(reason.to_string()), ..trust(sides) };
            to_report::made(command, subject, verdict, None)
        }
    }
}
