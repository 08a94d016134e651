//! Filters on the reference interpreter: what they write for an input, found without any of the code that follows them symbolically.

use base::{Failure, Place, Random, StopReason};
use ir::interp::{Machine, Outcome};

use super::Filter;
use crate::events::End;

/// Where values come from that are left open: others for other inputs, the same for the same.
const OPEN_SEED: u64 = 0x5eed;

/// What became of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The filter came to its end, and this was written.
    Wrote(Vec<u64>),
    /// The filter fails.
    Fails {
        /// How.
        what: String,
        /// Where.
        place: Place,
        /// Whether the language says nothing of what happens then.
        undefined: bool,
    },
    /// Nobody asks what it does.
    Discarded,
    /// The interpreter cannot say.
    Unknown(StopReason),
}

impl Filter {
    /// Runs it on an input.
    pub fn run(&self, input: &[u64], step_limit: u64) -> Ran {
        let mut machine = Machine::new(&self.subject.program);
        machine.feed(input.to_vec());
        machine.draw_open(Random::seeded(
            input
                .iter()
                .fold(OPEN_SEED, |seed, symbol| seed.rotate_left(7) ^ symbol),
        ));
        let outcome = machine.call(self.subject.start, &[], step_limit);
        let unknown = |what: &str| Ran::Unknown(StopReason::Limit(what.to_owned()));
        if let Some(taken) = machine.taken().iter().find(|taken| !taken.open) {
            return unknown(&format!(
                "it depends on more than its input: on {}",
                taken.name
            ));
        }
        let end = match outcome {
            Outcome::Returned(_) => End::Ended,
            Outcome::Threw { class, place, .. } => {
                self.end_of(self.subject.end_of(class, place.clone()), Some(place))
            }
            Outcome::Waits { place } => End::Unknown(StopReason::Waits { place }),
            Outcome::Unsupported { what, place } => End::Unknown(StopReason::Unsupported {
                what,
                place: Some(place),
            }),
            Outcome::OutOfSteps => return unknown("it runs for too long"),
            Outcome::TooDeep => return unknown("calls nest too deep"),
        };
        match end {
            End::Ended => match machine.written(self.writes) {
                Ok(written) => Ran::Wrote(self.up_to_zero(written)),
                Err(what) => unknown(&what),
            },
            End::Failed { what, place } => Ran::Fails {
                what: what.name().to_owned(),
                place,
                undefined: false,
            },
            End::Undefined { kind, place } => Ran::Fails {
                what: kind.name().to_owned(),
                place,
                undefined: true,
            },
            End::Discarded => Ran::Discarded,
            End::Beyond { .. } => unknown("a bound where there is none"),
            End::Unknown(reason) => Ran::Unknown(reason),
        }
    }

    /// How a run ends that came to an end, as its caller sees it: of a program that has ended nobody gets what is in a buffer.
    pub(super) fn end_of(&self, end: End, thrown_at: Option<Place>) -> End {
        match (end, thrown_at) {
            (End::Ended, Some(place)) if self.buffered => End::Failed {
                what: Failure::Exit,
                place,
            },
            (end, _) => end,
        }
    }

    /// What is written, up to the zero that ends it.
    fn up_to_zero(&self, mut written: Vec<u64>) -> Vec<u64> {
        if let Some(end) = written
            .iter()
            .position(|symbol| *symbol == 0)
            .filter(|_| self.ends_with_zero)
        {
            written.truncate(end);
        }
        written
    }
}
