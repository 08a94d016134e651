//! Filters that nobody wrote: what is proved of them is what they do when they are compiled. `cargo run --release -p mores
//! --example random_filters` tries many more.

use std::time::Duration;

use mores::Budget;
use tempfile::TempDir;

use crate::random_filters::called::called;
use crate::random_filters::changing::changing;
use crate::random_filters::generate::{Program, generate};
use crate::random_filters::library::library;
use crate::random_filters::swaps::swapping;
use crate::random_filters::{Came, examine};

/// Counted work for one program, so that the same is found on every machine, however busy.
const WORK: Duration = Duration::from_secs(60);

/// The numbers of the programs: some of each form that are proved in a second or two.
const SEEDS: [u64; 16] = [
    0, 1, 2, 17, 21, 24, 26, 73, 82, 93, 98, 118, 402, 403, 442, 468,
];

#[test]
fn random_filters_do_what_is_proved_of_them() {
    let folder = TempDir::new().expect("a folder");
    let mut proved = 0;
    for seed in SEEDS {
        let program = generate(seed);
        match examine(&program, folder.path(), &Budget::steady(WORK)) {
            Came::Proved(inputs) => proved += usize::from(inputs > 300),
            Came::Not(..) => {}
            Came::Differs(how) => panic!("program {seed}: {how}\n{}", program.text),
        }
    }
    assert!(
        4 * proved >= 3 * SEEDS.len(),
        "{proved} of {} are proved",
        SEEDS.len()
    );
}

/// Programs that swap three symbols, and whose right models were once refused.
const SWAPS: std::ops::Range<u64> = 0..24;

#[test]
fn filters_that_swap_three_symbols_are_proved_and_do_what_is_proved_of_them() {
    let folder = TempDir::new().expect("a folder");
    let mut proved = 0;
    for seed in SWAPS {
        let program = swapping(seed);
        match examine(&program, folder.path(), &Budget::steady(WORK)) {
            Came::Proved(inputs) => proved += usize::from(inputs > 300),
            Came::Not(_, reason) => {
                assert!(
                    !reason.contains("not accepted"),
                    "program {seed}: {reason}\n{}",
                    program.text
                )
            }
            Came::Differs(how) => panic!("program {seed}: {how}\n{}", program.text),
        }
    }
    assert!(5 * proved >= 4 * SWAPS.count(), "{proved} are proved");
}

/// Numbers of programs that are proved in a second or two.
const CALLED: [u64; 16] = [0, 1, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 18, 19, 20];
const LIBRARY: [u64; 16] = [0, 1, 2, 3, 4, 5, 6, 9, 11, 12, 15, 16, 17, 18, 19, 20];

fn proved(make: fn(u64) -> Program, seeds: &[u64]) -> usize {
    let folder = TempDir::new().expect("a folder");
    let examined = |seed: &u64| {
        let program = make(*seed);
        match examine(&program, folder.path(), &Budget::steady(WORK)) {
            Came::Proved(inputs) => inputs > 100,
            Came::Not(..) => false,
            Came::Differs(how) => panic!("program {seed}: {how}\n{}", program.text),
        }
    };
    seeds.iter().filter(|seed| examined(seed)).count()
}

#[test]
fn functions_with_further_parameters_and_results_do_what_is_proved_of_them() {
    let proved = proved(called, &CALLED);
    assert!(4 * proved >= 3 * CALLED.len(), "{proved} are proved");
}

#[test]
fn programs_that_use_the_c_library_do_what_is_proved_of_them() {
    let proved = proved(library, &LIBRARY);
    assert!(4 * proved >= 3 * LIBRARY.len(), "{proved} are proved");
}

/// Numbers of functions that are proved in a second or two, and of some that may write over what they have not read.
const CHANGING: std::ops::Range<u64> = 0..16;

#[test]
fn functions_that_change_their_input_in_place_do_what_is_proved_of_them() {
    let proved = proved(changing, &CHANGING.collect::<Vec<_>>());
    assert!(proved >= 8, "{proved} are proved");
}
