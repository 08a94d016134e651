//! Counterexample analysis (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Algorithm 3): a word for the learner, or the symbol whose members disagree.

use base::{Id, StopReason};
use cert::{Call, Trace};
use model::{InterfaceLts, Outcome};
use step::StepSystem;

use crate::interface::Symbol;

/// What a counterexample says.
pub(super) enum Meaning {
    /// The representatives are answered the same way: the hypothesis is wrong about this word.
    Word(Vec<usize>),
    /// A representative does not stand for its symbol between these calls.
    Split {
        /// The symbol.
        symbol: usize,
        /// Representatives.
        prefix: Vec<Call>,
        /// The rest of the counterexample.
        suffix: Vec<Call>,
    },
}

/// Says what a counterexample means, by the first position where representative and concrete call part.
pub(super) fn analyse(
    system: &StepSystem,
    symbols: &[Symbol],
    interface: &InterfaceLts,
    trace: &Trace,
) -> Result<Meaning, StopReason> {
    let symbol = |c: &Call| interface.symbol_of(c.letter.index(), &c.args);
    let word: Option<Vec<usize>> = trace.calls.iter().map(symbol).collect();
    let word = word.ok_or_else(|| StopReason::Limit("a call belongs to no symbol".into()))?;
    let representatives: Vec<Call> = word.iter().map(|&s| call_of(&symbols[s])).collect();
    if outcome(system, &representatives) != trace.model {
        return Ok(Meaning::Word(word));
    }
    let replaced = |count: usize| [&representatives[..count], &trace.calls[count..]].concat();
    let parts = |&at: &usize| outcome(system, &replaced(at)) != outcome(system, &replaced(at + 1));
    let at = (0..word.len()).find(parts);
    let at = at.ok_or_else(|| {
        StopReason::Limit("the code does not repeat a reported difference".into())
    })?;
    let suffix = trace.calls[at + 1..].to_vec();
    Ok(Meaning::Split {
        symbol: word[at],
        prefix: representatives[..at].to_vec(),
        suffix,
    })
}

/// What the code answers to concrete calls.
pub(super) fn outcome(system: &StepSystem, calls: &[Call]) -> Outcome {
    system
        .run(calls.iter().map(|c| (c.letter, c.args.as_slice())))
        .answer
}

/// The representative of a symbol as a call.
pub(super) fn call_of(symbol: &Symbol) -> Call {
    Call {
        letter: symbol.letter,
        args: symbol.representative.clone(),
    }
}
