//! The last word on a transducer that was found.

use base::{Budget, StopReason};
use cert::stream::{Rejected, check_filter};
use model::transducer::SymbolicTransducer;
use step::stream::StreamSystem;

use super::Standing;

/// Soundness: a transducer is proved only when the independent check accepts it, as it will be shown, with a solver that
/// nothing stands in front of. Whatever else happens, nothing is proved.
pub(super) fn proved(
    system: &mut StreamSystem,
    machine: &SymbolicTransducer,
    budget: &Budget,
) -> Standing {
    let mut solver = smt::for_checker(&system.terms, budget);
    match check_filter(system, machine, &mut solver, budget) {
        Ok(_) => Standing::Proved,
        Err(Rejected::Unknown(
            reason @ (StopReason::Time | StopReason::Memory | StopReason::Cancelled),
        )) => Standing::Unknown { reason },
        Err(rejected) => Standing::Unknown {
            reason: StopReason::Limit(format!("the proof was not accepted: {rejected}")),
        },
    }
}
