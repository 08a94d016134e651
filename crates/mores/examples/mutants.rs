//! Mutants of code and models, and what becomes of them: `cargo run --release -p mores --example mutants -- 1000 1`
//! makes a thousand from the seed 1. `wrong` must be 0 everywhere.

#[path = "../tests/mutation/mod.rs"]
mod mutation;

use mutation::{Totals, judged};

fn main() {
    let mut args = std::env::args()
        .skip(1)
        .map(|a| a.parse::<u64>().expect("a number"));
    let (mutants, seed) = (args.next().unwrap_or(1000), args.next().unwrap_or(1));
    let totals = judged(mutants as usize, seed, &mut |made, totals| {
        if made % 100 == 0 {
            println!("{made} mutants");
            show(totals);
        }
    });
    show(&totals);
    let wrong: Vec<&String> = totals.values().flat_map(|tally| &tally.wrong).collect();
    wrong.iter().for_each(|what| println!("{what}"));
    assert!(wrong.is_empty(), "{} are wrong", wrong.len());
}

fn show(totals: &Totals) {
    println!(
        "{:<28} {:>7} {:>10} {:>9} {:>5}",
        "change", "killed", "equivalent", "undecided", "wrong"
    );
    for (kind, tally) in totals {
        let wrong = tally.wrong.len();
        println!(
            "{kind:<28} {:>7} {:>10} {:>9} {wrong:>5}",
            tally.killed, tally.equivalent, tally.undecided
        );
    }
}
