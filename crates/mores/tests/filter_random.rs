//! Filters that nobody wrote: what is proved of them is what they do when they are compiled. `cargo run --release -p mores
//! --example random_filters` tries many more.

mod random_filters;
#[expect(dead_code, reason = "the corpus is for other tests")]
mod replay;

use std::time::Duration;

use mores::Budget;
use random_filters::generate::generate;
use random_filters::swaps::swapping;
use random_filters::{Came, examine};
use tempfile::TempDir;

/// The numbers of the programs: some of each form that are proved in a second or two.
const SEEDS: [u64; 16] = [0, 1, 2, 17, 21, 24, 26, 73, 82, 93, 98, 118, 402, 403, 442, 468];

#[test]
fn random_filters_do_what_is_proved_of_them() {
    let folder = TempDir::new().expect("a folder");
    let mut proved = 0;
    for seed in SEEDS {
        let program = generate(seed);
        match examine(&program, folder.path(), &Budget::lasting(Duration::from_secs(60))) {
            Came::Proved(inputs) => proved += usize::from(inputs > 300),
            Came::Not(..) => {}
            Came::Differs(how) => panic!("program {seed}: {how}\n{}", program.text),
        }
    }
    assert!(4 * proved >= 3 * SEEDS.len(), "{proved} of {} are proved", SEEDS.len());
}

/// Programs that swap three symbols, and whose right models were once refused.
const SWAPS: std::ops::Range<u64> = 0..24;

#[test]
fn filters_that_swap_three_symbols_are_proved_and_do_what_is_proved_of_them() {
    let folder = TempDir::new().expect("a folder");
    let mut proved = 0;
    for seed in SWAPS {
        let program = swapping(seed);
        match examine(&program, folder.path(), &Budget::lasting(Duration::from_secs(60))) {
            Came::Proved(inputs) => proved += usize::from(inputs > 300),
            Came::Not(_, reason) => {
                assert!(!reason.contains("not accepted"), "program {seed}: {reason}\n{}", program.text)
            }
            Came::Differs(how) => panic!("program {seed}: {how}\n{}", program.text),
        }
    }
    assert!(5 * proved >= 4 * SWAPS.count(), "{proved} are proved");
}
