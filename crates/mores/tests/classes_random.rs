//! No claim about a random class is contradicted by the real one. `cargo run -p mores --example random_classes -- --count
//! 2000` tries many more.

use crate::random_classes::generate::{Generated, generate};
use crate::random_classes::judge;

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
        let counts = judge(&classes, seconds);
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
