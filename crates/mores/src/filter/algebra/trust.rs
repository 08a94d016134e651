//! How far what holds of models holds of the code behind them.

use emit::report::{Integers, Verdict, VerdictKind};

use super::Shown;
use crate::filter::operand::Side;

/// As far as the weakest of their verdicts.
pub(in crate::filter) fn trust(sides: &[Side]) -> Verdict {
    let verdicts = || sides.iter().map(|side| &side.report.verdict);
    let has = |kind: VerdictKind| verdicts().any(|verdict| verdict.kind == kind);
    let (kind, depth) = if has(VerdictKind::Unknown) || has(VerdictKind::Violated) {
        (VerdictKind::Unknown, None)
    } else if has(VerdictKind::UpTo) {
        (
            VerdictKind::UpTo,
            verdicts().filter_map(|verdict| verdict.depth).min(),
        )
    } else {
        (VerdictKind::Proved, None)
    };
    let doubts = sides
        .iter()
        .filter_map(|side| Some(format!("{}: {}", side.report.subject.name, side.doubt()?)));
    let mut doubts: Vec<String> = doubts.collect();
    doubts.dedup();
    let mut assumptions: Vec<String> = verdicts()
        .flat_map(|verdict| verdict.assumptions.iter().cloned())
        .collect();
    assumptions.sort();
    assumptions.dedup();
    let reason = Some(doubts.join("; ")).filter(|reason| !reason.is_empty());
    let of_c = verdicts().any(|verdict| verdict.integers == Integers::OfC);
    let integers = if of_c {
        Integers::OfC
    } else {
        Integers::Wrapping
    };
    Verdict {
        kind,
        depth,
        reason,
        unless: None,
        integers,
        assumptions,
    }
}

/// Where the models are right up to a length that the witness exceeds, it need not be one of the code.
pub(super) fn beyond(shown: &Shown, verdict: &Verdict) -> Option<String> {
    let depth = verdict.depth?;
    let longest = shown
        .inputs
        .iter()
        .map(|input| input.symbols.len() as u64)
        .max()?;
    let symbols = if depth == 1 { "symbol" } else { "symbols" };
    (longest > depth).then(|| {
        format!("The models are right about their code up to {depth} {symbols}, and what is shown here is longer.")
    })
}
