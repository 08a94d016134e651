//! Each engine alone on the last question about every class of the corpus: does the code agree with its interface?
//! `cargo run --release -p mores --example engines` prints milliseconds; `-` is no answer.

use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use base::{Budget, NoProgress};
use front::jvm::Source;
use mc::{Decision, Engine, Options, decide_with};
use step::Integers;

const BUDGET: Duration = Duration::from_secs(10);

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .flatten()
        .map(|e| e.path())
        .collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "java"));
    files.sort();
    let row = |cells: [&str; 6]| {
        let [class, integers, times @ ..] = cells;
        let times: String = times.iter().map(|time| format!(" {time:>9}")).collect();
        println!("{class:<20} {integers:<13}{times}");
    };
    row(["class", "integers", "search", "pdr", "may/must", "spacer"]);
    for file in files {
        let component = Rc::new(front::jvm::load(&Source::new(&file)).expect("the corpus loads"));
        for integers in [Integers::Wrapping, Integers::Mathematical] {
            let budget = Budget::lasting(BUDGET);
            let learned = teach::interface::learn_interface(
                Rc::clone(&component),
                step::Sight::new(integers),
                &budget,
                &NoProgress,
            );
            let learned = learned.expect("the corpus can be initialised");
            let Some(interface) = &learned.interface else {
                continue;
            };
            let times =
                [Engine::Search, Engine::Pdr, Engine::MayMust, Engine::Spacer].map(|engine| {
                    let mut solver = smt::chain(&learned.system.terms, smt::Config::default());
                    solver.set_limit(Some(BUDGET));
                    let sliced = step::slice(&learned.system, 64, &mut *solver, &budget);
                    let system = sliced.as_ref().unwrap_or(&learned.system);
                    let started = Instant::now();
                    let around = (&Budget::lasting(BUDGET), &NoProgress as &dyn base::Progress);
                    let decision = decide_with(
                        engine,
                        system,
                        interface,
                        &mut *solver,
                        &Options::default(),
                        around,
                    );
                    match decision {
                        Decision::UpTo { .. } => "-".to_string(),
                        Decision::Conforms(_) => {
                            format!("{:.1}", started.elapsed().as_secs_f64() * 1000.0)
                        }
                        Decision::Differs(_) => "differs".to_string(),
                    }
                });
            let [search, pdr, abstraction, spacer] = &times;
            row([
                &component.name,
                integers.name(),
                search,
                pdr,
                abstraction,
                spacer,
            ]);
        }
    }
}
