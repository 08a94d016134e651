//! No claim about a random class is contradicted by the real one. `cargo run -p mores --example random_classes -- --count
//! 2000` tries many more.

use crate::random_classes::generate::{Generated, generate};
use crate::random_classes::judge;

/// Classes that are tried, and the seconds that each may take.
const CLASSES: u64 = 32;
const SECONDS: u64 = 4;

#[test]
fn no_claim_about_a_random_class_is_contradicted_by_the_real_one() {
    let classes: Vec<Generated> = (0..CLASSES).map(generate).collect();
    let counts = judge(&classes, SECONDS);
    assert!(
        counts.contradicted.is_empty(),
        "{}",
        counts.contradicted.join("\n")
    );
    assert!(
        counts.refused == 0 && counts.calls > 2000 && counts.proved > 8,
        "{counts:?}"
    );
}
