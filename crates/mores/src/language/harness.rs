//! Words as C files that make the compiled program show them.

use std::collections::BTreeSet;

use base::Failure;
use emit::c::{Given, Giver, Harness, Missing, Number, Returns};
use ir::interp::Value;
use ir::{FloatType, Type};
use step::events::Origin;
use teach::error_language::{Language, Witness};

use super::load::Loaded;

/// One for each word.
pub(super) fn harnesses(program: &str, loaded: &Loaded, learned: &Language) -> Vec<Harness> {
    learned
        .words
        .iter()
        .map(|witness| harness(program, loaded, learned, witness))
        .collect()
}

pub(super) fn harness(
    program: &str,
    loaded: &Loaded,
    learned: &Language,
    witness: &Witness,
) -> Harness {
    let asked: BTreeSet<&str> = witness
        .inputs
        .iter()
        .map(|given| given.name.as_str())
        .collect();
    let silent = loaded
        .missing
        .iter()
        .filter(|(name, _)| !asked.contains(name.as_str()));
    Harness {
        program: program.to_owned(),
        word: witness
            .word
            .iter()
            .map(|&letter| learned.alphabet.name(letter).to_owned())
            .collect(),
        undefined: (witness.word.last())
            .and_then(|&last| learned.failure_of(last))
            .and_then(Failure::undefined),
        inputs: witness.inputs.iter().map(given).collect(),
        shown: (loaded.missing.iter())
            .map(|(name, _)| name.clone())
            .collect(),
        missing: silent
            .map(|(name, _)| Missing {
                name: name.clone(),
                returns: Returns::Nothing,
            })
            .collect(),
    }
}

fn given(input: &step::events::Given) -> Given {
    let number = number(input.ty);
    let bits = match input.value {
        Value::Bool(b) => b.into(),
        Value::Int(i) => i as u64,
        Value::Float(_, bits) => bits,
        Value::Ref(_) => 0,
    };
    let giver = match input.origin {
        Origin::Outside(ir::Giver::Call) => Giver::Function,
        Origin::Outside(ir::Giver::Object) => Giver::Object,
        Origin::Outside(ir::Giver::Stream) => Giver::Input,
        Origin::Open => Giver::Open,
    };
    Given {
        function: input.name.clone(),
        number,
        bits,
        giver,
    }
}

/// What a number is in C.
pub(crate) fn number(ty: Type) -> Number {
    match ty {
        Type::Bool => Number::Bool,
        Type::Int(int) => Number::Int {
            bits: int.bits.into(),
            signed: int.signed,
        },
        Type::Float(FloatType::F32) => Number::Float,
        Type::Float(FloatType::F64) | Type::Ref => Number::Double,
    }
}
