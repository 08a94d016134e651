//! Filters whose output depends on how much a stream gives when it is asked for many symbols.
//!
//! A model of a filter in Java is made with streams that give one symbol at a time, and its verdict says so. From a file
//! they give all there is room for. A filter that is right does not care; one that reads a stream behind the back of
//! something that buffers it, or that reads one block and no more, does, and nothing is claimed of it.

use base::{Budget, StopReason};
use model::transducer::{Ran as Modelled, SymbolicTransducer};
use step::stream::{Filter, Ran};
use teach::stream::{Learned, Standing, witnesses};

use super::Sequence;

/// Steps that the interpreter may take for an input: buffers of the JDK are large.
const STEPS: u64 = 5_000_000;

/// Takes back what was claimed of a filter that does something else where reads give as much as there is room for.
/// Soundness: what is assumed of streams is tried the other way round, on inputs through every transition.
pub(super) fn try_large(large: &Filter, learned: &mut Learned, budget: &Budget) {
    let Some(model) = &learned.transducer else {
        return;
    };
    let longest = match learned.standing {
        Standing::Proved => usize::MAX,
        Standing::UpTo { symbols, .. } => symbols,
        Standing::Unknown { .. } => return,
    };
    if let Some(reason) = depends(large, model, longest, budget) {
        learned.standing = Standing::Unknown { reason };
        learned.transducer = None;
        learned.proof = None;
    }
}

/// Why nothing can be claimed of a model, where the filter does something else if reads give more.
pub(super) fn depends(
    large: &Filter,
    model: &SymbolicTransducer,
    longest: usize,
    budget: &Budget,
) -> Option<StopReason> {
    let input = differs(large, model, longest, budget)?;
    Some(StopReason::Inexpressible(format!(
        "what it writes depends on how much a read gives at once: it does so on the input {input}"
    )))
}

/// The first input on which model and filter differ, for people.
fn differs(
    large: &Filter,
    model: &SymbolicTransducer,
    longest: usize,
    budget: &Budget,
) -> Option<String> {
    let words = witnesses(model, budget)
        .into_iter()
        .filter(|word| word.len() <= longest);
    let mut words = words.take_while(|_| budget.check().is_ok());
    let word =
        words.find(|word| match (model.run(word), large.run(word, STEPS)) {
            (_, Ran::Unknown(_) | Ran::Discarded)
            | (Modelled::Undefined { .. }, Ran::Fails { .. }) => false,
            (Modelled::Wrote(expected), Ran::Wrote(written)) => expected != written,
            (Modelled::Wrote(_), Ran::Fails { .. })
            | (Modelled::Undefined { .. }, Ran::Wrote(_)) => true,
        })?;
    Some(Sequence::of(&word, model.input).shown())
}
