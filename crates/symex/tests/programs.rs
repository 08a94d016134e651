//! C programs with inputs: every run within the bounds is replayed on the interpreter with inputs that take it, and every
//! input vector of the corpus takes exactly one run.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use front::c::{LowerOptions, Lowered, Machine, Source, lower, read};
use ir::Type;
use smt::{Assignment, Terms};
use symex::{Bounds, End, Explored, Paths, Run};

use crate::replay::{inputs, interpreted_from, is_taken, knows_addresses, predicted, visit_from};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/errors")
}

fn lowered(name: &str, machine: Machine) -> Lowered {
    let mut options = LowerOptions::default();
    options.events.calls = true;
    lowered_file(&corpus().join(format!("{name}.c")), machine, &options)
}

fn lowered_file(file: &Path, machine: Machine, how: &LowerOptions) -> Lowered {
    let include = format!("-I{}", corpus().join("../ilp32/include").display());
    let options = if machine == Machine::Bits32 {
        vec![include]
    } else {
        Vec::new()
    };
    let source = Source {
        options,
        ..Source::new(file, machine)
    };
    let unit = read(&source).unwrap_or_else(|e| panic!("{e}"));
    let lowered = lower(&unit, how).unwrap_or_else(|e| panic!("{e}"));
    ir::validate(&lowered.program).unwrap_or_else(|e| panic!("{e:?}"));
    lowered
}

fn runs(lowered: &Lowered, terms: &Terms, iterations: usize) -> Vec<Run> {
    runs_of(lowered, terms, iterations, Paths::Apart)
}

fn runs_of(lowered: &Lowered, terms: &Terms, iterations: usize, paths: Paths) -> Vec<Run> {
    let mut found = Vec::new();
    let bounds = Bounds {
        iterations: Some(iterations),
        letters: None,
        paths,
    };
    let explored = visit_from(
        &lowered.program,
        lowered.start,
        terms,
        &bounds,
        &mut |run: Run| {
            found.push(run);
            ControlFlow::Continue(())
        },
    );
    assert_eq!(explored, Explored::All);
    found
}

/// How many runs were replayed.
fn replay_all(lowered: &Lowered, terms: &Terms, runs: &[Run]) -> usize {
    let program = &lowered.program;
    let mut replayed = 0;
    for run in runs {
        assert!(!matches!(run.ending, End::Cut(_)), "{:?}", run.ending);
        let model = run.model.as_ref().expect("the solver decides this");
        assert!(is_taken(terms, model, run) && !knows_addresses(terms, run));
        let Some(seen) = predicted(program, terms, model, run) else {
            continue;
        };
        assert_eq!(
            interpreted_from(program, lowered.start, inputs(terms, model, run)),
            seen
        );
        replayed += 1;
    }
    replayed
}

/// The input vectors of a program.
fn vectors(name: &str) -> Vec<Vec<f64>> {
    let text =
        std::fs::read_to_string(corpus().join(format!("{name}.inputs"))).expect("there are inputs");
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .filter(|l| l.contains(':'));
    let numbers = |line: &str| {
        let values = line.rsplit(':').next().unwrap_or_default();
        values
            .split_whitespace()
            .map(|v| v.parse().expect("a number"))
            .collect()
    };
    lines.map(numbers).collect()
}

/// The values that a vector gives to the inputs of a run, in order, then zeros.
fn values(run: &Run, vector: &[f64]) -> Assignment {
    let given = run.inputs.iter().zip(vector);
    let value = |ty: Type, number: f64| match ty {
        Type::Bool => smt::Value::Bool(number != 0.0),
        Type::Int(int) => smt::Value::bv(int.bits.into(), number as i64 as u64),
        Type::Float(ir::FloatType::F64) => smt::Value::f64(number),
        Type::Float(_) | Type::Ref => panic!("no program has such inputs"),
    };
    given
        .map(|(input, &number)| (input.term, value(input.ty, number)))
        .collect()
}

fn check(name: &str, machine: Machine, iterations: usize, at_least: usize) {
    let lowered = lowered(name, machine);
    let terms = Terms::new();
    let runs = runs(&lowered, &terms, iterations);
    let replayed = replay_all(&lowered, &terms, &runs);
    assert!(
        replayed >= at_least,
        "{replayed} runs of {name} were replayed"
    );
    for vector in vectors(name) {
        let taken: Vec<&Run> = runs
            .iter()
            .filter(|run| is_taken(&terms, &values(run, &vector), run))
            .collect();
        let [run] = taken[..] else {
            panic!("{} runs of {name} are taken with {vector:?}", taken.len())
        };
        let values = values(run, &vector);
        if let Some(seen) = predicted(&lowered.program, &terms, &values, run) {
            let given = inputs(&terms, &values, run);
            assert_eq!(
                interpreted_from(&lowered.program, lowered.start, given),
                seen
            );
        }
    }
}

/// How a run ends, but for what it returns.
fn ending(run: &Run) -> String {
    match &run.ending {
        End::Returned(_) => "returned".to_owned(),
        End::Threw { class, place, .. } => format!("{class:?} at {place}"),
        End::Beyond(_) => "beyond".to_owned(),
        End::Cut(reason) => format!("cut: {reason}"),
    }
}

/// What inputs take one path, they take one joined path, with the same word and the same end; bounds are met no later. Second
/// the joined runs, first those that were followed apart.
fn compare_joined(lowered: &Lowered, iterations: usize, paths: Paths) -> (usize, usize) {
    let terms = Terms::new();
    let apart = runs(lowered, &terms, iterations);
    let joined = runs_of(lowered, &terms, iterations, paths);
    let mut compared = 0;
    for run in &apart {
        let model = run.model.as_ref().expect("the solver decides this");
        let taken: Vec<&Run> = joined
            .iter()
            .filter(|joined| is_taken(&terms, model, joined))
            .collect();
        let [taken] = taken[..] else {
            panic!("{} joined runs are taken: {model:?}", taken.len())
        };
        if matches!(taken.ending, End::Beyond(_)) {
            continue;
        }
        assert_eq!(ending(taken), ending(run));
        assert!(paths == Paths::Wordless || taken.word == run.word);
        compared += 1;
    }
    assert!(
        2 * compared >= apart.len().min(2),
        "{compared} were compared"
    );
    (apart.len(), joined.len())
}

#[test]
fn joined_paths_do_what_paths_do() {
    for (name, iterations) in [
        ("tcas", 3),
        ("bubble_sort", 4),
        ("merge_sort", 4),
        ("sll_to_dll_rev", 5),
        ("protocol", 2),
        ("defroster", 1),
    ] {
        let lowered = lowered(name, Machine::Bits64);
        for paths in [Paths::Joined, Paths::Wordless] {
            let (apart, joined) = compare_joined(&lowered, iterations, paths);
            assert!(joined <= apart, "{name}: {joined} of {apart}");
        }
    }
}

/// What was added is of the right kind to be joined, and what differs in what has no conditional form stays apart.
#[test]
fn paths_are_joined_where_they_meet() {
    let file = |name: &str| corpus().join(format!("../joined/{name}.c"));
    for (name, most) in [("ifs", 1), ("kinds", 4)] {
        let lowered = lowered_file(&file(name), Machine::Bits64, &LowerOptions::default());
        let terms = Terms::new();
        let joined = runs_of(&lowered, &terms, 16, Paths::Wordless);
        assert!(joined.len() <= most, "{name} has {} runs", joined.len());
    }
    let kinds = lowered_file(&file("kinds"), Machine::Bits64, &LowerOptions::default());
    compare_joined(&kinds, 16, Paths::Wordless);
}

#[test]
fn collision_avoidance() {
    check("tcas", Machine::Bits64, 3, 80);
}

#[test]
fn sorting_lists_by_swaps() {
    check("bubble_sort", Machine::Bits64, 5, 100);
}

#[test]
fn sorting_lists_by_merging() {
    check("merge_sort", Machine::Bits64, 4, 12);
}

#[test]
fn reversing_lists() {
    check("sll_to_dll_rev", Machine::Bits64, 5, 12);
    check("sll_to_dll_rev", Machine::Bits32, 5, 12);
}

#[test]
fn a_controller_of_many_functions() {
    check("defroster", Machine::Bits64, 2, 1000);
}

#[test]
fn a_loop_with_doubles() {
    check("docking", Machine::Bits64, 1, 10);
}

#[test]
fn a_protocol() {
    check("protocol", Machine::Bits64, 3, 40);
}

/// Programs that do much to memory, by how their names begin.
const MEMORY: [&str; 7] = [
    "bitfield", "cast", "malloc", "pointer", "string_m", "struct_o", "union",
];

#[test]
fn a_program_without_inputs_has_one_run() {
    let entries = std::fs::read_dir(corpus().join("../run")).expect("there are programs");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry can be read").path())
        .collect();
    let name = |file: &Path| {
        file.file_name()
            .and_then(|n| n.to_str())
            .unwrap_or_default()
            .to_owned()
    };
    files.retain(|file| {
        name(file).ends_with(".c") && MEMORY.iter().any(|prefix| name(file).starts_with(prefix))
    });
    assert!(files.len() > 20);
    files.sort();
    for file in files {
        let lowered = lowered_file(&file, Machine::Bits64, &LowerOptions::default());
        let terms = Terms::new();
        let runs = runs(&lowered, &terms, 1);
        let [run] = &runs[..] else {
            panic!("{} has {} runs", name(&file), runs.len())
        };
        let seen = predicted(&lowered.program, &terms, &Assignment::new(), run);
        let seen = seen.unwrap_or_else(|| panic!("{}: {:?}", name(&file), run.ending));
        let replayed = interpreted_from(&lowered.program, lowered.start, Vec::new());
        // What `printf` writes is the interpreter's alone.
        assert_eq!(
            (replayed.ending, replayed.word),
            (seen.ending, seen.word),
            "{}",
            name(&file)
        );
    }
}
