//! The long comparison of the interpreter with the real Java machine:
//! `cargo run --release -p front --example differential -- SEQUENCES-PER-CLASS [SEED] [CLASS]`.
//! Disagreements are printed, and kept in the folder that the variable `MORES_KEEP` names.

#[path = "../tests/support/mod.rs"]
mod support;

use support::groups;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, default: u64| args.get(at).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (each, seed) = (number(0, 500) as usize, number(1, 1));
    let only = args.get(2);
    let start = std::time::Instant::now();
    let tally = groups::run_all(seed, |name| {
        if only.is_none_or(|o| o == name) {
            each
        } else {
            0
        }
    });
    let keep = std::env::var("MORES_KEEP").ok();
    for (number, disagreement) in tally.disagreed.iter().enumerate() {
        println!("{disagreement}");
        if let Some(folder) = &keep {
            let file = format!("{folder}/{}-{seed}-{number}.txt", disagreement.class);
            std::fs::write(&file, disagreement.to_string())
                .unwrap_or_else(|e| panic!("{file}: {e}"));
        }
    }
    println!("{tally}");
    println!("{} kinds of answers: {:?}", tally.kinds.len(), tally.kinds);
    println!("{} seconds", start.elapsed().as_secs());
    if !tally.disagreed.is_empty() {
        std::process::exit(1);
    }
}
