//! Laws of composition: twice is once, either order, there and back.

use base::{Budget, StopReason};

use super::{Compared, Decision, compose, equal};
use crate::transducer::SymbolicTransducer;

/// Whether the second after the first is the same as the first after the second.
pub fn commutes(first: &SymbolicTransducer, second: &SymbolicTransducer, budget: &Budget) -> Compared {
    let both = || Ok((compose(first, second, budget)?, compose(second, first, budget)?));
    both().map_or_else(unknown, |(one, other)| equal(&one, &other, budget))
}

/// Whether doing it twice is the same as doing it once. The outputs of a difference are those of twice and of once.
pub fn idempotent(filter: &SymbolicTransducer, budget: &Budget) -> Compared {
    compose(filter, filter, budget).map_or_else(unknown, |twice| equal(&twice, filter, budget))
}

/// Whether the decoder gives back every input that the encoder is defined on.
pub fn roundtrip(encoder: &SymbolicTransducer, decoder: &SymbolicTransducer, budget: &Budget) -> Compared {
    let there_and_back = compose(encoder, decoder, budget);
    there_and_back.map_or_else(unknown, |both| equal(&both, &copying(encoder), budget))
}

fn unknown(reason: StopReason) -> Compared {
    Compared { decision: Decision::Unknown(reason), restricted: None }
}

/// What copies the inputs that the filter is defined on.
pub(super) fn copying(filter: &SymbolicTransducer) -> SymbolicTransducer {
    let mut copy = filter.clone();
    copy.output = filter.input;
    let x = filter.seen(0);
    for state in &mut copy.states {
        state.steps.iter_mut().for_each(|step| step.writes = vec![x]);
        state.ends.iter_mut().for_each(|end| end.writes.clear());
    }
    copy
}
