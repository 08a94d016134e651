//! What stands for texts, builders and streams in filters in Java, held against the real ones.
//! `cargo run --release -p mores --example stand_ins -- --count 5000` compares small filters on the interpreter and on the
//! real `java`, and prints counts; `--from N` begins elsewhere, `--show N` prints a program, `--uses` how often each
//! statement was seen to do the same on both.

mod arguments;
#[path = "../tests/stand_ins/mod.rs"]
mod stand_ins;

use std::collections::BTreeMap;

use arguments::Arguments;
use stand_ins::compare;
use stand_ins::generate::{Program, generate};

/// Programs that one run of the real machine tries.
const BATCH: u64 = 500;

fn main() {
    let arguments = Arguments::given();
    if let Some(seed) = arguments.number("--show") {
        println!("{}", generate(seed).text);
        return;
    }
    let (mut programs, mut agreed, mut differ) = (0, 0, 0);
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for seeds in arguments.batches(1000, BATCH) {
        let batch: Vec<Program> = seeds.map(generate).collect();
        let counts = compare(&batch);
        counts
            .differ
            .iter()
            .for_each(|how| println!("DIFFERS: {how}"));
        programs += batch.len();
        agreed += counts.agreed;
        differ += counts.differ.len();
        counts
            .unknown
            .into_iter()
            .for_each(|(why, n)| *unknown.entry(why).or_default() += n);
        counts
            .agreed_uses
            .into_iter()
            .for_each(|(template, n)| *uses.entry(template).or_default() += n);
    }
    if arguments.has("--uses") {
        uses.iter()
            .for_each(|(template, n)| println!("{n:6}  {template}"));
        unknown
            .iter()
            .for_each(|(why, n)| println!("{n:6}  unknown: {why}"));
    }
    let not_known: usize = unknown.values().sum();
    println!("{programs} programs: {agreed} runs alike, {not_known} not known, {differ} different");
}
