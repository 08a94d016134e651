//! Random C programs against the C compiler, for as long as you like.
//! `cargo run --release -p mores --example random_programs -- --from 0 --count 1000` prints every contradiction and the totals;
//! `--seconds N` is the time to learn one, `--keep FOLDER` is where programs go that contradict a claim, `--show N` prints a
//! program, `--all` prints what came of each; `--file FILE` looks at a program of yours, with all that is claimed of it.

mod arguments;
#[path = "../tests/random_programs/mod.rs"]
mod random_programs;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use arguments::Arguments;
use mores::Budget;
use random_programs::compiled::Compiler;
use random_programs::generate::generate;
use random_programs::judge::Compared;
use random_programs::{Came, examine};

fn main() {
    let arguments = Arguments::given();
    if let Some(seed) = arguments.number("--show") {
        println!("{}", generate(seed).text);
        return;
    }
    if let Some(path) = arguments.value("--file") {
        let request = mores::LanguageRequest::new(path);
        match mores::language(&request, &Budget::unlimited(), &mores::NoProgress) {
            Ok(artifacts) => println!("{}", artifacts.report.to_json()),
            Err(refused) => println!("{refused}"),
        }
        return;
    }
    let folder = std::env::temp_dir().join(format!("random-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for programs");
    let seconds = arguments.number("--seconds").unwrap_or(10);
    let compiler = Compiler::new(&folder);
    let mut totals = Totals::default();
    for seed in arguments.seeds(300) {
        let program = generate(seed);
        let started = Instant::now();
        let came = examine(
            &program,
            &compiler,
            &folder,
            &Budget::lasting(Duration::from_secs(seconds)),
        );
        if arguments.has("--all") {
            println!("{seed} ({:.2} s) {came:?}", started.elapsed().as_secs_f64());
        }
        if let Came::Contradicted(how) = &came {
            println!("{seed} CONTRADICTED: {how}");
            arguments.keep(&format!("contradicts{seed}.c"), &program.text);
        }
        totals.add(&came);
    }
    totals.print();
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

#[derive(Default)]
struct Totals {
    kinds: BTreeMap<String, usize>,
    reasons: BTreeMap<String, usize>,
    compared: Compared,
}

impl Totals {
    fn add(&mut self, came: &Came) {
        let (kind, reason, compared) = match came {
            Came::Agrees(kind, reason, compared) => {
                (format!("{kind:?}"), reason.clone(), *compared)
            }
            Came::Nothing(compared) => ("nothing to learn".to_owned(), None, *compared),
            Came::Refused(why) => ("refused".to_owned(), Some(why.clone()), Compared::default()),
            Came::Contradicted(_) => ("CONTRADICTED".to_owned(), None, Compared::default()),
        };
        *self.kinds.entry(kind.clone()).or_insert(0) += 1;
        if let Some(reason) = reason {
            *self
                .reasons
                .entry(format!("{kind}: {}", without_places(&reason)))
                .or_insert(0) += 1;
        }
        self.compared.words += compared.words;
        self.compared.runs += compared.runs;
        self.compared.undefined += compared.undefined;
    }

    fn print(&self) {
        let programs: usize = self.kinds.values().sum();
        println!("{programs} programs: {:?}", self.kinds);
        let Compared {
            words,
            runs,
            undefined,
        } = self.compared;
        println!(
            "compared: {words} words with inputs, {runs} runs on any inputs, {undefined} about undefined behaviour"
        );
        let mut reasons: Vec<(&String, &usize)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        reasons
            .iter()
            .for_each(|(reason, count)| println!("{count:6} {reason}"));
    }
}

/// A reason as it is for all programs: numbers and what stands behind a colon tell one from the other.
fn without_places(reason: &str) -> String {
    reason
        .chars()
        .map(|c| if c.is_ascii_digit() { '#' } else { c })
        .take(90)
        .collect()
}
