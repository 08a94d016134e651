//! The last word on a transducer that was found.

use std::time::Duration;

use base::{Budget, StopReason};
use cert::stream::{Rejected, check_filter};
use model::transducer::SymbolicTransducer;
use smt::decorate::until::Until;
use smt::{Solver, Z3};
use step::stream::StreamSystem;

use super::Standing;

/// How long the solver may think about one question.
const QUESTION: Duration = Duration::from_secs(10);

/// Soundness: a transducer is proved only when the independent check accepts it, as it will be shown, with a solver that
/// nothing stands in front of. Whatever else happens, nothing is proved.
pub(super) fn proved(
    system: &mut StreamSystem,
    machine: &SymbolicTransducer,
    budget: &Budget,
) -> Standing {
    let mut solver = Until::new(Z3::new(&system.terms), budget);
    solver.set_limit(Some(QUESTION));
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
