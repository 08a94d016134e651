//! Laws of composition: twice is once, either order, there and back.

use base::{Budget, StopReason};

use super::compose::compose_up_to;
use super::equal::{equal, equal_up_to};
use super::{Compared, Decision};
use crate::transducer::SymbolicTransducer;

/// Compositions of larger filters are first compared on short inputs alone: where the law does not hold, that is
/// mostly seen there, and the whole need not be built.
const LARGE: usize = 500;
/// How long short inputs are.
const SHORT: usize = 3;

/// Whether the second after the first is the same as the first after the second.
pub fn commutes(first: &SymbolicTransducer, second: &SymbolicTransducer, budget: &Budget) -> Compared {
    let both = |longest| {
        let one = compose_up_to(first, second, longest, budget)?;
        Ok((one, compose_up_to(second, first, longest, budget)?))
    };
    law([first, second], &both, budget)
}

/// Whether doing it twice is the same as doing it once. The outputs of a difference are those of twice and of once.
pub fn idempotent(filter: &SymbolicTransducer, budget: &Budget) -> Compared {
    law([filter; 2], &|longest| Ok((compose_up_to(filter, filter, longest, budget)?, filter.clone())), budget)
}

/// Whether the decoder gives back every input that the encoder is defined on.
pub fn roundtrip(encoder: &SymbolicTransducer, decoder: &SymbolicTransducer, budget: &Budget) -> Compared {
    let sides = |longest| Ok((compose_up_to(encoder, decoder, longest, budget)?, copying(encoder)));
    law([encoder, decoder], &sides, budget)
}

/// The two sides of an equation, right for inputs of at most so many symbols.
type Sides<'a> = dyn Fn(usize) -> Result<(SymbolicTransducer, SymbolicTransducer), StopReason> + 'a;

fn law(of: [&SymbolicTransducer; 2], sides: &Sides, budget: &Budget) -> Compared {
    if of[0].states.len() * of[1].states.len() > LARGE
        && let Ok((left, right)) = sides(SHORT)
    {
        let compared = equal_up_to(&left, &right, SHORT, budget);
        if let Decision::No(_) = compared.decision {
            return compared;
        }
    }
    sides(usize::MAX).map_or_else(unknown, |(left, right)| equal(&left, &right, budget))
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
