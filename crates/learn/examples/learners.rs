//! Compares the learners on the machines of the tests: rounds, membership questions and letters in them (and their
//! ratios to L*), and time. Errors are declared to be sinks.
//!
//! `cargo run -p learn --example learners --release`

#[path = "../tests/corpus/mod.rs"]
mod corpus;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use base::{Budget, NoProgress};
use corpus::{ERROR, Reference};
use learn::{
    Algorithm, Compared, Conclusion, Conformance, EquivalenceOracle, ObservationTree,
    PerfectOracle, RandomWords, learn,
};
use model::Moore;

#[derive(Clone, Copy, Default)]
struct Cost {
    questions: usize,
    symbols: usize,
    rounds: usize,
    time: Duration,
}

fn main() {
    println!("Shortest counterexamples");
    compare_learners(|machine| Box::new(PerfectOracle::new(machine.clone())));
    println!("\nRandom counterexamples of up to 100 letters, where 100 words find one");
    compare_learners(|machine| {
        let random = RandomWords::new(PerfectOracle::new(machine.clone()), 1, 100, 100);
        Box::new(RandomFirst {
            random,
            perfect: PerfectOracle::new(machine.clone()),
        })
    });
}

struct RandomFirst {
    random: RandomWords<PerfectOracle<u8>>,
    perfect: PerfectOracle<u8>,
}

impl EquivalenceOracle<u8, Compared> for RandomFirst {
    fn compare(&mut self, hypothesis: &Moore<u8>) -> Conformance<Compared> {
        match self.random.compare(hypothesis) {
            Conformance::Differs(difference) => Conformance::Differs(difference),
            Conformance::Conforms(_) | Conformance::Inconclusive(_) => {
                self.perfect.compare(hypothesis)
            }
        }
    }
}

type MakeOracle = fn(&Moore<u8>) -> Box<dyn EquivalenceOracle<u8, Compared>>;

fn compare_learners(equivalence: MakeOracle) {
    let mut families: BTreeMap<&str, (usize, [Cost; Algorithm::ALL.len()])> = BTreeMap::new();
    for reference in corpus::large() {
        let costs = Algorithm::ALL.map(|algorithm| cost(algorithm, equivalence, &reference));
        for family in [reference.family, "~ all"] {
            let (machines, sums) = families.entry(family).or_default();
            *machines += 1;
            sums.iter_mut()
                .zip(&costs)
                .for_each(|(sum, cost)| sum.add(cost));
        }
    }
    println!(
        "{:25}{:21}{:>7}{:>11}{:>7}{:>11}{:>7}{:>9}",
        "family (machines)", "learner", "rounds", "questions", "/ L*", "symbols", "/ L*", "ms"
    );
    for (family, (machines, costs)) in families {
        print_family(&format!("{family} ({machines})"), &costs);
    }
}

fn cost(
    algorithm: Algorithm,
    equivalence: MakeOracle,
    Reference { machine, name, .. }: &Reference,
) -> Cost {
    let mut learner = algorithm.learner(
        machine.letters(),
        ObservationTree::with_sinks(|output| *output == ERROR),
    );
    let mut words = PerfectOracle::new(machine.clone());
    let start = Instant::now();
    let learned = learn(
        &mut *learner,
        &mut words,
        &mut *equivalence(machine),
        &Budget::unlimited(),
        &NoProgress,
    );
    let time = start.elapsed();
    assert!(
        matches!(learned.conclusion, Conclusion::Conforms { model, .. } if model == *machine),
        "{name}"
    );
    Cost {
        questions: learned.counts.questions,
        symbols: learned.counts.symbols,
        rounds: learned.rounds,
        time,
    }
}

fn print_family(name: &str, costs: &[Cost]) {
    let mut name = name;
    for (algorithm, cost) in Algorithm::ALL.iter().zip(costs) {
        println!(
            "{name:25}{:21}{:>7}{:>11}{:>7.2}{:>11}{:>7.2}{:>9.1}",
            algorithm.learner(0, ObservationTree::<u8>::new()).name(),
            cost.rounds,
            cost.questions,
            cost.questions as f64 / costs[0].questions as f64,
            cost.symbols,
            cost.symbols as f64 / costs[0].symbols as f64,
            cost.time.as_secs_f64() * 1000.0
        );
        name = "";
    }
}

impl Cost {
    fn add(&mut self, other: &Self) {
        self.questions += other.questions;
        self.symbols += other.symbols;
        self.rounds += other.rounds;
        self.time += other.time;
    }
}
