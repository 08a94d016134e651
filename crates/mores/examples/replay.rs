//! Every proved filter of the corpus, as model and compiled, on many symbols.
//! `cargo run --release -p mores --example replay -- --symbols 10000000` prints a line a filter and the total;
//! `--only NAME` looks at one filter, `--seconds N` is the time to learn one.

#[path = "../tests/replay/mod.rs"]
mod replay;

use std::time::{Duration, Instant};

use mores::Budget;
use mores::report::VerdictKind;
use replay::{Compared, SLOW, compare, subjects};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str| arguments.iter().skip_while(|a| *a != name).nth(1).cloned();
    let symbols: usize = value("--symbols")
        .and_then(|n| n.parse().ok())
        .unwrap_or(10_000_000);
    let seconds: u64 = value("--seconds")
        .and_then(|n| n.parse().ok())
        .unwrap_or(60);
    let mut subjects = subjects();
    subjects.retain(|s| {
        value("--only").map_or(!SLOW.contains(&s.name.as_str()), |only| only == s.name)
    });
    let each = symbols.div_ceil(subjects.len().max(1));
    let (mut total, mut filters, mut wrong) = (Compared::default(), 0, 0);
    for subject in &subjects {
        let started = Instant::now();
        let (kind, model) = subject.learn(&Budget::lasting(Duration::from_secs(seconds)));
        let learned = started.elapsed().as_secs_f64();
        let (VerdictKind::Proved, Some(model)) = (kind, model) else {
            println!(
                "{:<26} {kind:?} ({learned:.1} s), one of {}",
                subject.name, subject.section
            );
            continue;
        };
        let (states, registers) = (model.states.len(), model.registers.len());
        let without = subject
            .states
            .map_or_else(String::new, |n| format!(" ({n} without lookback)"));
        let size = format!(
            "{states} states{without}, lookback {}, {registers} registers",
            model.lookback
        );
        match compare(subject, &model, each) {
            Ok(Compared {
                inputs,
                symbols,
                undefined,
            }) => {
                println!(
                    "{:<26} {symbols} symbols in {inputs} inputs ({undefined} undefined); {size}; learned in {learned:.1} s",
                    subject.name
                );
                filters += 1;
                total.inputs += inputs;
                total.symbols += symbols;
                total.undefined += undefined;
            }
            Err(difference) => {
                println!("{difference}");
                wrong += 1;
            }
        }
    }
    println!(
        "{filters} filters, {} symbols in {} inputs, {wrong} differences",
        total.symbols, total.inputs
    );
}
