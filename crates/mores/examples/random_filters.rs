//! Random filters against the C compiler, for as long as you like.
//! `cargo run --release -p mores --example random_filters -- --from 0 --count 1000` prints what came of each program that was not
//! proved, and the totals; `--seconds N` is the time to learn one, `--keep FOLDER` is where programs go that differ,
//! `--show N` prints a program. With `--swaps` all programs swap three symbols, with `--called` all are functions with further
//! parameters and results, with `--library` all use the C library to read and write, with `--changing` all change their input in place.

mod arguments;
#[path = "../tests/random_filters/mod.rs"]
mod random_filters;
#[expect(dead_code, reason = "the corpus is for other tests")]
#[path = "../tests/replay/mod.rs"]
mod replay;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use arguments::Arguments;
use mores::Budget;
use random_filters::called::called;
use random_filters::changing::changing;
use random_filters::generate::{Program, generate};
use random_filters::library::library;
use random_filters::swaps::swapping;
use random_filters::{Came, examine};

/// Makes the program with a number.
type Make = fn(u64) -> Program;

const KINDS: [(&str, Make); 4] = [
    ("--swaps", swapping),
    ("--called", called),
    ("--library", library),
    ("--changing", changing),
];

fn main() {
    let arguments = Arguments::given();
    let asked = KINDS.iter().find(|(kind, _)| arguments.has(kind));
    let make = asked.map_or(generate as Make, |(_, make)| *make);
    if let Some(seed) = arguments.number("--show") {
        println!("{}", make(seed).text);
        return;
    }
    let folder = std::env::temp_dir().join(format!("random-filters-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for programs");
    let seconds = arguments.number("--seconds").unwrap_or(20);
    let mut totals: BTreeMap<String, usize> = BTreeMap::new();
    for seed in arguments.seeds(300) {
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
                arguments.keep(&format!("differs{seed}.c"), &program.text);
                "DIFFERENT".to_owned()
            }
        };
        *totals.entry(name).or_insert(0) += 1;
    }
    println!("{totals:?}");
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
