//! Random filters against the C compiler, for as long as you like.
//! `cargo run --release -p mores --example random_filters -- --from 0 --count 1000` prints what came of each program that was not
//! proved, and the totals; `--seconds N` is the time to learn one, `--keep FOLDER` is where programs go that differ,
//! `--show N` prints a program. With `--swaps` all programs swap three symbols, with `--called` all are functions with further
//! parameters and results, with `--library` all use the C library to read and write.

#[path = "../tests/random_filters/mod.rs"]
mod random_filters;
#[expect(dead_code, reason = "the corpus is for other tests")]
#[path = "../tests/replay/mod.rs"]
mod replay;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use mores::Budget;
use random_filters::called::called;
use random_filters::generate::generate;
use random_filters::library::library;
use random_filters::swaps::swapping;
use random_filters::{Came, examine};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str| arguments.iter().skip_while(|a| *a != name).nth(1).cloned();
    let number = |name: &str, other: u64| value(name).and_then(|n| n.parse().ok()).unwrap_or(other);
    let has = |name: &str| arguments.iter().any(|a| a == name);
    let make = match (has("--swaps"), has("--called"), has("--library")) {
        (true, ..) => swapping,
        (_, true, _) => called,
        (.., true) => library,
        _ => generate,
    };
    if let Some(seed) = value("--show").and_then(|n| n.parse().ok()) {
        println!("{}", make(seed).text);
        return;
    }
    let folder = std::env::temp_dir().join(format!("random-filters-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for programs");
    let (from, count, seconds) = (
        number("--from", 0),
        number("--count", 300),
        number("--seconds", 20),
    );
    let mut totals: BTreeMap<String, usize> = BTreeMap::new();
    for seed in from..from + count {
        let program = make(seed);
        let started = Instant::now();
        let came = examine(
            &program,
            &folder,
            &Budget::lasting(Duration::from_secs(seconds)),
        );
        let took = started.elapsed().as_secs_f64();
        let name = match &came {
            Came::Proved(_) => "proved".to_owned(),
            Came::Not(kind, reason) => {
                println!(
                    "{seed} {:?}: {kind:?} ({took:.1} s): {reason}",
                    program.form
                );
                format!("{kind:?}")
            }
            Came::Differs(how) => {
                println!("{seed} {:?}: DIFFERS: {how}", program.form);
                if let Some(keep) = value("--keep").map(PathBuf::from) {
                    std::fs::write(keep.join(format!("differs{seed}.c")), &program.text)
                        .expect("it can be kept");
                }
                "DIFFERENT".to_owned()
            }
        };
        *totals.entry(name).or_insert(0) += 1;
    }
    println!("{totals:?}");
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
