//! Each engine alone on the last question about every class of the corpus: does the code agree with its interface?
//! `cargo run --release -p mores --example engines` prints milliseconds; `-` is no answer.

use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use base::{Budget, NoProgress};
use front::jvm::Source;
use mc::{Decision, Engine, Question, decide_with};
use step::Integers;
use teach::interface::{Interface, learn_interface};

const BUDGET: Duration = Duration::from_secs(10);
const ENGINES: [Engine; 4] = [Engine::Search, Engine::Pdr, Engine::MayMust, Engine::Spacer];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .flatten()
        .map(|e| e.path())
        .collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "java"));
    files.sort();
    row(
        "class",
        "integers",
        &["search", "pdr", "may/must", "spacer"].map(str::to_owned),
    );
    for file in files {
        let component = Rc::new(front::jvm::load(&Source::new(&file)).expect("the corpus loads"));
        for integers in [Integers::Wrapping, Integers::Mathematical] {
            let sight = step::Sight::new(integers);
            let budget = Budget::lasting(BUDGET);
            let learned = learn_interface(Rc::clone(&component), sight, &budget, &NoProgress);
            let learned = learned.expect("the corpus can be initialised");
            let times = ENGINES.map(|engine| time(engine, &learned));
            row(&component.name, integers.name(), &times);
        }
    }
}

fn row(class: &str, integers: &str, times: &[String; 4]) {
    let times: String = times.iter().map(|time| format!(" {time:>9}")).collect();
    println!("{class:<20} {integers:<13}{times}");
}

/// How long an engine takes alone, in milliseconds.
fn time(engine: Engine, learned: &Interface) -> String {
    let budget = Budget::lasting(BUDGET);
    let mut solver = smt::for_engine(&learned.system.terms);
    let sliced = step::slice(&learned.system, 64, &mut *solver, &budget);
    let question = Question {
        system: sliced.as_ref().unwrap_or(&learned.system),
        interface: &learned.interface,
        budget: &Budget::lasting(BUDGET),
        progress: &NoProgress,
    };
    let started = Instant::now();
    match decide_with(engine, &question, &mut *solver) {
        Decision::UpTo { .. } => "-".to_string(),
        Decision::Conforms(_) => format!("{:.1}", started.elapsed().as_secs_f64() * 1000.0),
        Decision::Differs(_) => "differs".to_string(),
    }
}
