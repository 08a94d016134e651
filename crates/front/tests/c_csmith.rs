//! Programs that Csmith writes do the same on the interpreter as when gcc compiles them.

use std::sync::Mutex;

use crate::c_support::csmith::{Csmith, Verdict};

/// As many are compared. A long run is made with the example of the same name.
const WANTED: usize = 50;
/// Some go on for ever: more than this share of the programs must not be skipped.
const MOST_SEEDS: u64 = 2 * WANTED as u64;
const STEPS: u64 = 5_000_000;

#[test]
fn programs_of_csmith_do_the_same_as_compiled() {
    let Some(csmith) = Csmith::find() else {
        eprintln!("SKIPPED: csmith is not installed and ./x setup could not fetch it");
        return;
    };
    let (seeds, verdicts) = (Mutex::new(1..=MOST_SEEDS), Mutex::new(Vec::new()));
    let agreed = |verdicts: &[(u64, Verdict)]| {
        verdicts
            .iter()
            .filter(|(_, v)| *v == Verdict::Agrees)
            .count()
    };
    let work = || {
        while let Some(seed) = { seeds.lock().unwrap().next() } {
            let verdict = csmith.compare(seed, STEPS);
            let mut verdicts = verdicts.lock().unwrap();
            verdicts.push((seed, verdict));
            if agreed(&verdicts) >= WANTED {
                return;
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let verdicts = verdicts.into_inner().unwrap();
    let differing: Vec<_> = verdicts
        .iter()
        .filter(|(_, v)| matches!(v, Verdict::Differs(_)))
        .collect();
    assert!(differing.is_empty(), "{differing:#?}");
    assert!(
        agreed(&verdicts) >= WANTED,
        "too few were compared: {verdicts:#?}"
    );
}
