//! Mutants: a guard, an update, an ending or a transition is changed in code or model, and the verdict must change or
//! the mutant must be shown equivalent. `cargo run --release -p mores --example mutants -- 1000 1` makes more of them.

use crate::mutation::{Tally, judged};

const MUTANTS: usize = 100;

#[test]
fn no_mutant_is_wrongly_proved() {
    let totals = judged(MUTANTS, 1, &mut |_, _| {});
    let wrong: Vec<&String> = totals.values().flat_map(|tally| &tally.wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let sum = |part: fn(&Tally) -> usize| totals.values().map(part).sum::<usize>();
    let (killed, equivalent, undecided) = (
        sum(|t| t.killed),
        sum(|t| t.equivalent),
        sum(|t| t.undecided),
    );
    assert_eq!(killed + equivalent + undecided, MUTANTS);
    // The test is worth something only if most are decided, and both ways.
    assert!(
        killed >= 50 && equivalent >= 3 && undecided <= 20,
        "{killed} {equivalent} {undecided}: {totals:#?}"
    );
    assert!(
        totals.len() >= 6,
        "not all kinds of changes were made: {totals:#?}"
    );
}
