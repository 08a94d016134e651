//! Every proved filter of the corpus, as model and compiled, on many symbols.
//! `cargo run --release -p mores --example replay -- --symbols 10000000` prints a line a filter and the total;
//! `--only NAME` looks at one filter, `--seconds N` is the time to learn one.

mod arguments;
#[expect(dead_code, reason = "the code of filters is for tests")]
#[path = "../tests/replay/mod.rs"]
mod replay;

use std::time::{Duration, Instant};

use arguments::Arguments;
use model::transducer::SymbolicTransducer;
use mores::Budget;
use mores::report::VerdictKind;
use replay::{Compared, SLOW, Subject, compare, subjects};

fn main() {
    let arguments = Arguments::given();
    let symbols = arguments.number("--symbols").unwrap_or(10_000_000) as usize;
    let seconds = arguments.number("--seconds").unwrap_or(60);
    let mut subjects = subjects();
    subjects.retain(|s| match arguments.value("--only") {
        Some(only) => only == s.name,
        None => !SLOW.contains(&s.name.as_str()),
    });
    let each = symbols.div_ceil(subjects.len().max(1));
    let (mut total, mut filters, mut wrong) = (Compared::default(), 0, 0);
    for subject in &subjects {
        let started = Instant::now();
        let learned = subject.learn(&Budget::lasting(Duration::from_secs(seconds)));
        let (kind, model) = (learned.report.verdict.kind, learned.transducer);
        let learned = started.elapsed().as_secs_f64();
        let (VerdictKind::Proved, Some(model)) = (kind, model) else {
            println!(
                "{:<26} {kind:?} ({learned:.1} s), one of {}",
                subject.name, subject.section
            );
            continue;
        };
        let size = size(subject, &model);
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

fn size(subject: &Subject, model: &SymbolicTransducer) -> String {
    let (states, registers) = (model.states.len(), model.registers.len());
    let without = subject
        .states
        .map_or_else(String::new, |n| format!(" ({n} without lookback)"));
    let lookback = model.lookback;
    format!("{states} states{without}, lookback {lookback}, {registers} registers")
}
