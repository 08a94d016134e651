//! Laws of composition: twice is once, either order, there and back.

use base::{Budget, StopReason};

use super::compose::compose_up_to;
use super::equal::{equal, equal_up_to};
use super::trial::{Function, after, difference, function};
use super::{Compared, Decision};
use crate::transducer::SymbolicTransducer;

/// Compositions of larger filters are first compared on short inputs alone: where the law does not hold, that is
/// mostly seen there, and the whole need not be built.
const LARGE: usize = 500;
/// How long short inputs are.
const SHORT: usize = 3;

/// Whether the second after the first is the same as the first after the second.
pub fn commutes(
    first: &SymbolicTransducer,
    second: &SymbolicTransducer,
    budget: &Budget,
) -> Compared {
    let both = |longest| {
        let one = compose_up_to(first, second, longest, budget)?;
        Ok((one, compose_up_to(second, first, longest, budget)?))
    };
    let functions = || {
        [
            after(function(first), function(second)),
            after(function(second), function(first)),
        ]
    };
    law([first, second], &both, budget).or_tried([first, second], 2, functions, budget)
}

/// Whether doing it twice is the same as doing it once. The outputs of a difference are those of twice and of once.
pub fn idempotent(filter: &SymbolicTransducer, budget: &Budget) -> Compared {
    let sides = |longest| {
        Ok((
            compose_up_to(filter, filter, longest, budget)?,
            filter.clone(),
        ))
    };
    let functions = || [after(function(filter), function(filter)), function(filter)];
    law([filter; 2], &sides, budget).or_tried([filter; 2], 1, functions, budget)
}

/// Whether the decoder gives back every input that the encoder is defined on.
pub fn roundtrip(
    encoder: &SymbolicTransducer,
    decoder: &SymbolicTransducer,
    budget: &Budget,
) -> Compared {
    let sides = |longest| {
        Ok((
            compose_up_to(encoder, decoder, longest, budget)?,
            copying(encoder),
        ))
    };
    let copy: fn(&SymbolicTransducer) -> Function<'_> = |encoder| {
        let defined = function(encoder);
        Box::new(move |input| defined(input).map(|_| input.to_vec()))
    };
    let functions = || [after(function(encoder), function(decoder)), copy(encoder)];
    law([encoder, decoder], &sides, budget).or_tried([encoder, decoder], 1, functions, budget)
}

impl Compared {
    /// What trying inputs shows, where nothing was decided and all symbols are of one width. The first `readers` of the
    /// filters read the input itself.
    fn or_tried<'a>(
        self,
        filters: [&SymbolicTransducer; 2],
        readers: usize,
        functions: impl Fn() -> [Function<'a>; 2],
        budget: &Budget,
    ) -> Self {
        let widths = [
            filters[0].input.bits,
            filters[0].output.bits,
            filters[1].input.bits,
            filters[1].output.bits,
        ];
        let undecided =
            matches!(self.decision, Decision::Unknown(_)) && widths.iter().all(|&w| w == widths[0]);
        match undecided
            .then(|| difference(&filters[..readers], functions(), true, budget))
            .flatten()
        {
            Some(found) => Self {
                decision: Decision::No(found),
                ..self
            },
            None => self,
        }
    }
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
    Compared {
        decision: Decision::Unknown(reason),
        restricted: None,
    }
}

/// What copies the inputs that the filter is defined on.
pub(super) fn copying(filter: &SymbolicTransducer) -> SymbolicTransducer {
    let mut copy = filter.clone();
    copy.output = filter.input;
    let x = filter.seen(0);
    for state in &mut copy.states {
        state
            .steps
            .iter_mut()
            .for_each(|step| step.writes = vec![x]);
        state.ends.iter_mut().for_each(|end| end.writes.clear());
    }
    copy
}
