//! The last word on a transducer that was found.

use base::{Budget, StopReason};
use cert::stream::check_filter;
use cert::{Checked, Proof, Rejection, Walked};
use model::transducer::SymbolicTransducer;
use step::stream::StreamSystem;

use super::Standing;

/// The first of two forms of a transducer that the independent check accepts, and what is known of it.
///
/// Soundness: a transducer is proved only when the independent check accepts it, as it will be shown, with a solver that
/// nothing stands in front of. Whatever else happens, nothing is proved.
pub(super) fn proved(
    [short, plain]: [SymbolicTransducer; 2],
    system: &mut StreamSystem,
    budget: &Budget,
) -> (SymbolicTransducer, Standing, Option<Proof>) {
    let alike = short.starts.len() == plain.starts.len();
    let (machine, checked) = match check(&short, system, budget) {
        Err(_) if !alike => {
            let checked = check(&plain, system, budget);
            (plain, checked)
        }
        checked => (short, checked),
    };
    match checked {
        Ok(Checked { obligations }) => {
            let lookback = system.lookback;
            let walked = Walked {
                lookback,
                obligations,
            };
            (machine, Standing::Proved, Some(Proof::Walk(walked)))
        }
        Err(reason) => (machine, Standing::Unknown { reason }, None),
    }
}

fn check(
    machine: &SymbolicTransducer,
    system: &mut StreamSystem,
    budget: &Budget,
) -> Result<Checked, StopReason> {
    let mut solver = smt::for_checker(&system.terms, budget);
    check_filter(system, machine, &mut solver, budget).map_err(|rejection| match rejection {
        Rejection::Undecided(
            reason @ (StopReason::Time | StopReason::Memory | StopReason::Cancelled),
        ) => reason,
        rejection => StopReason::Limit(format!("the proof was not accepted: {rejection}")),
    })
}
