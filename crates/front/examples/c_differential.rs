//! A long comparison of functions of the C library, on the interpreter and compiled with the machine's library:
//!
//! ```text
//! cargo run -p front --example c_differential -- --count 5000 [--from N] [--uses]
//! ```
//! goes through as many programs, says what became of them and, with `--uses`, in how many each function was seen to agree. It
//! ends with 1 if any differs. With `--show N` it writes that program and what became of it.

#[path = "../tests/c_differential/mod.rs"]
mod differential;

use std::process::ExitCode;

use differential::{BATCH, Tally, batch, judge, rows, run};

/// What the arguments ask for.
struct Asked {
    count: usize,
    from: usize,
    show: Option<usize>,
    uses: bool,
}

fn main() -> ExitCode {
    let Some(asked) = arguments(std::env::args().skip(1)) else {
        eprintln!("usage: c_differential [--count N] [--from N] [--uses] [--show N]");
        return ExitCode::from(2);
    };
    if let Some(number) = asked.show {
        show(number);
        return ExitCode::SUCCESS;
    }
    let first = asked.from / BATCH;
    let tally = run(first..first + asked.count.div_ceil(BATCH));
    report(&tally, asked.uses);
    if tally.different.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn show(number: usize) {
    let batch = batch(number / BATCH);
    let program = &batch.programs[number % BATCH];
    println!("{}", program.text);
    println!("input {:?}", String::from_utf8_lossy(&program.input));
    println!("a filter: {}, optimised: {}", batch.filter, batch.optimised);
    println!("{:?}", judge(&batch)[number % BATCH]);
}

fn report(tally: &Tally, uses: bool) {
    for (number, what) in &tally.different {
        println!("program {number}: {what}");
    }
    println!("{} programs", tally.programs());
    println!("{} alike", tally.alike);
    println!("{} open", tally.open);
    println!("{} different", tally.different.len());
    println!("{} unknown", tally.unknown.values().sum::<usize>());
    for (why, count) in &tally.unknown {
        println!("    {count}: {why}");
    }
    if uses {
        let mut names: Vec<&str> = rows().flat_map(|(_, names, _)| names.split(' ')).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            println!("{:6} {name}", tally.agreed.get(name).copied().unwrap_or(0));
        }
    }
}

fn arguments(mut arguments: impl Iterator<Item = String>) -> Option<Asked> {
    let mut asked = Asked {
        count: 1000,
        from: 0,
        show: None,
        uses: false,
    };
    while let Some(name) = arguments.next() {
        if name == "--uses" {
            asked.uses = true;
            continue;
        }
        let value = arguments.next()?.parse::<usize>().ok()?;
        match name.as_str() {
            "--count" => asked.count = value,
            "--from" => asked.from = value,
            "--show" => asked.show = Some(value),
            _ => return None,
        }
    }
    Some(asked)
}
