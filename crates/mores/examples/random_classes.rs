//! Random Java classes, every claim about which is held against the real `java`.
//! `cargo run --release -p mores --example random_classes -- --count 2000` learns and judges them, and prints counts; `--from N`
//! begins elsewhere, `--growing` makes classes with collections, `--seconds N` is what each may take, `--show N` prints a class, `--reasons` why models are not proved.

mod arguments;
#[path = "../tests/random_classes/mod.rs"]
mod random_classes;

use arguments::Arguments;
use std::time::Duration;

use mores::Budget;
use random_classes::generate::{Generated, generate};
use random_classes::{Counts, each_way, growing, judge, plainly};

/// Classes that one run of the compiler and of the real machine takes.
const BATCH: u64 = 100;

fn main() {
    let arguments = Arguments::given();
    let grows = arguments.has("--growing");
    let made = |seed| match grows {
        true => growing::generate(seed),
        false => generate(seed),
    };
    if let Some(seed) = arguments.number("--show") {
        println!("{}", made(seed).text);
        return;
    }
    let seconds = arguments.number("--seconds").unwrap_or(4);
    let (mut classes, mut counts) = (0, Counts::default());
    for seeds in arguments.batches(200, BATCH) {
        let batch: Vec<Generated> = seeds.map(made).collect();
        let budget = || Budget::lasting(Duration::from_secs(seconds));
        let judged = match grows {
            true => judge(&batch, plainly, budget),
            false => judge(&batch, each_way, budget),
        };
        judged
            .contradicted
            .iter()
            .for_each(|how| println!("CONTRADICTED: {how}"));
        classes += batch.len();
        add(&mut counts, judged);
        let Counts { calls, tests, .. } = counts;
        eprintln!(
            "{classes} classes, {calls} calls, {tests} tests, {} contradicted",
            counts.contradicted.len()
        );
    }
    if arguments.has("--reasons") {
        counts
            .reasons
            .iter()
            .for_each(|(why, n)| println!("{n:6}  {why}"));
    }
    print_counts(classes, &counts);
}

fn print_counts(classes: usize, counts: &Counts) {
    println!(
        "{classes} classes: {} proved ({} in a scope, {} by counting; {} not compared), {} up to a depth, {} unknown, {} refused; {} calls compared, {} generated tests run, {} contradicted",
        counts.proved,
        counts.in_scope,
        counts.counted,
        counts.not_followed,
        counts.up_to,
        counts.unknown,
        counts.refused,
        counts.calls,
        counts.tests,
        counts.contradicted.len()
    );
}

/// Adds what came of other classes.
fn add(counts: &mut Counts, other: Counts) {
    counts.proved += other.proved;
    counts.up_to += other.up_to;
    counts.in_scope += other.in_scope;
    counts.counted += other.counted;
    counts.not_followed += other.not_followed;
    counts.unknown += other.unknown;
    counts.refused += other.refused;
    counts.calls += other.calls;
    counts.tests += other.tests;
    other
        .reasons
        .into_iter()
        .for_each(|(why, n)| *counts.reasons.entry(why).or_default() += n);
    counts.contradicted.extend(other.contradicted);
}
