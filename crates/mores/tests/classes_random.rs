//! No claim about a random class is contradicted by the real one. `cargo run -p mores --example random_classes -- --count
//! 2000` tries many more.

use std::time::Duration;

use mores::Budget;

use crate::random_classes::generate::{Generated, generate};
use crate::random_classes::{each_way, growing, judge, plainly};

/// Classes that are tried.
const CLASSES: u64 = 32;
/// Those of them that are not proved in any time.
const OPEN: [u64; 3] = [6, 14, 26];
/// Seconds for each of those: what is said of them then depends on the machine, and must be true.
const FEW: u64 = 2;
/// Seconds for each of the others, which take a very small part of this.
const MANY: u64 = 600;

#[test]
fn no_claim_about_a_random_class_is_contradicted_by_the_real_one() {
    let (open, closed): (Vec<u64>, Vec<u64>) = (0..CLASSES).partition(|seed| OPEN.contains(seed));
    for (seeds, seconds) in [(open, FEW), (closed, MANY)] {
        let classes: Vec<Generated> = seeds.into_iter().map(generate).collect();
        let budget = || Budget::lasting(Duration::from_secs(seconds));
        let counts = judge(&classes, each_way, budget);
        assert!(
            counts.contradicted.is_empty(),
            "{}",
            counts.contradicted.join("\n")
        );
        assert_eq!(counts.refused, 0, "{counts:?}");
        if seconds == MANY {
            assert!(
                counts.proved == classes.len() && counts.calls > 10_000,
                "{counts:?}"
            );
        }
    }
}

/// Classes with collections that are tried.
const GROWING: u64 = 10;
/// Counted work for each, so that the same is found on every machine.
const WORK: Duration = Duration::from_secs(4);

#[test]
fn no_claim_about_a_random_class_with_collections_is_contradicted_by_the_real_one() {
    let classes: Vec<Generated> = (0..GROWING).map(growing::generate).collect();
    let counts = judge(&classes, plainly, || Budget::steady(WORK));
    assert!(
        counts.contradicted.is_empty(),
        "{}",
        counts.contradicted.join("\n")
    );
    assert!(counts.in_scope > 0 && counts.calls > 1_000, "{counts:?}");
}
