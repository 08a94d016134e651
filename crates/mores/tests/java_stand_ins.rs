//! What stands for texts, builders and streams does what the real ones do, or says that it does not know. `cargo run
//! --release -p mores --example stand_ins -- --count 5000` tries many more.

use crate::stand_ins::compare;
use crate::stand_ins::generate::{Program, generate};

/// Programs that are tried: some of each form.
const PROGRAMS: u64 = 88;

/// Programs that were once found to do something else: copies and kinds of the array that is read, arrays of builders, reads
/// of nothing, what streams are given that is not there.
const FOUND: [u64; 10] = [256, 309, 443, 502, 586, 695, 801, 832, 975, 1196];

#[test]
fn what_stands_for_texts_and_streams_does_what_these_do() {
    let programs: Vec<Program> = (0..PROGRAMS).chain(FOUND).map(generate).collect();
    let counts = compare(&programs);
    assert!(counts.differ.is_empty(), "{}", counts.differ.join("\n"));
    let unknown: usize = counts.unknown.values().sum();
    assert!(
        counts.agreed > 150 && 3 * counts.agreed > 2 * unknown,
        "{} agreed, {unknown} unknown: {:?}",
        counts.agreed,
        counts.unknown
    );
}
