//! The last word on every proof.

use base::Budget;
use cert::{Invariant, Node, Rejection};
use model::InterfaceLts;
use smt::{Solver, Term};
use step::StepSystem;

/// What the checker said, and what it cost.
pub(crate) struct Certified {
    /// The invariant for the interface in reading order, and how many obligations were discharged.
    pub result: Result<(Invariant, usize), Rejection>,
    /// Questions to the solver.
    pub calls: u64,
}

/// Soundness: an engine's proof counts only when the independent checker accepts it, for the interface as it will be
/// shown, with a solver that nothing stands in front of.
pub(crate) fn certify(
    system: &StepSystem,
    interface: &InterfaceLts,
    found: &Invariant,
    budget: &Budget,
) -> Certified {
    let arranged = interface.arranged();
    let moved = |(&node, &region): (&Node, &Term)| {
        (
            Node {
                state: arranged.position[node.state],
                ..node
            },
            region,
        )
    };
    let reachable = found
        .regions
        .iter()
        .filter(|(node, _)| arranged.position[node.state] != usize::MAX);
    let invariant = Invariant {
        regions: reachable.map(moved).collect(),
    };
    let mut checker = smt::for_checker(&system.terms, budget);
    let checked = cert::check(system, &arranged.interface, &invariant, &mut checker);
    Certified {
        result: checked.map(|checked| (invariant, checked.obligations)),
        calls: checker.calls(),
    }
}
