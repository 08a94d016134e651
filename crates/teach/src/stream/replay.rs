//! A learned transducer against the reference interpreter: a second opinion that shares no code with the first.
//!
//! What proves a transducer follows the filter symbolically, and so does what checks the proof. Here the filter just runs.

use base::{Budget, StopReason};
use model::transducer::{Ran as Modelled, SymbolicTransducer};
use step::stream::{Filter, Ran};

use super::witness::witnesses;

/// Steps that the interpreter may take for an input, and for each symbol of it.
const STEPS: u64 = 2_000_000;
const STEPS_PER_SYMBOL: u64 = 20_000;

/// What was replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Inputs on which program and transducer were seen to do the same.
    pub inputs: usize,
    /// Why the interpreter cannot say what the program does with one of the others, if there are some.
    pub unable: Option<StopReason>,
}

/// Runs a filter on inputs that go through every transition of a transducer, of at most so many symbols.
///
/// # Errors
/// The first input on which the two differ, in words: a defect of ours.
pub fn replay(
    filter: &Filter,
    model: &SymbolicTransducer,
    longest: Option<usize>,
    budget: &Budget,
) -> Result<Replayed, StopReason> {
    let mut replayed = Replayed::default();
    for word in witnesses(model, budget) {
        if longest.is_some_and(|longest| word.len() > longest) {
            continue;
        }
        if budget.check().is_err() {
            break;
        }
        let expected = model.run(&word);
        let steps = STEPS + STEPS_PER_SYMBOL * word.len() as u64;
        match (&expected, filter.run(&word, steps)) {
            (_, Ran::Unknown(reason)) => replayed.unable = replayed.unable.or(Some(reason)),
            (_, Ran::Discarded) | (Modelled::Undefined { .. }, Ran::Fails { .. }) => {
                replayed.inputs += 1
            }
            (Modelled::Wrote(expected), Ran::Wrote(written)) if *expected == written => {
                replayed.inputs += 1
            }
            (_, ran @ (Ran::Wrote(_) | Ran::Fails { .. })) => {
                return Err(StopReason::Limit(difference(
                    filter, &word, &expected, &ran,
                )));
            }
        }
    }
    Ok(replayed)
}

fn difference(filter: &Filter, word: &[u64], expected: &Modelled, ran: &Ran) -> String {
    let symbols = |symbols: &[u64], bits: u8| match bits {
        8 => {
            let text: Vec<u8> = symbols.iter().map(|symbol| *symbol as u8).collect();
            format!("\"{}\"", text.escape_ascii())
        }
        _ => format!("{symbols:?}"),
    };
    let expected = match expected {
        Modelled::Wrote(written) => format!("writes {}", symbols(written, filter.writes.bits)),
        Modelled::Undefined { .. } => "is not defined".to_owned(),
    };
    let ran = match ran {
        Ran::Wrote(written) => format!("writes {}", symbols(written, filter.writes.bits)),
        Ran::Fails { what, place, .. } => format!("fails ({what}, {place})"),
        Ran::Discarded | Ran::Unknown(_) => "does nothing that is known".to_owned(),
    };
    let word = symbols(word, filter.reads.bits);
    format!(
        "on the input {word} the model {expected}, and the program {ran}: please report it as a defect of mores"
    )
}
