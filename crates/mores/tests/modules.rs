//! Interfaces of C modules, held against the modules themselves: compiled by gcc with sanitizers and called in every way that
//! the model tells apart, one process for each sequence of calls.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, NoProgress, Outcome, Random};
use cert::Verdict;
use front::c::{ErrorResult, Machine, ModuleOptions, Source, load_module};
use ir::{Component, Handed, Type};
use model::InterfaceLts;
use smt::{Term, Value};
use step::{Integers, Sight, StepSystem};
use teach::interface::{Interface, learn_interface};

/// States of a model that calls are made in.
const STATES: usize = 60;
/// Values of one parameter that are tried.
const VALUES: usize = 9;
/// Sequences of calls chosen by chance.
const WALKS: usize = 60;
/// Calls of one such sequence.
const STEPS: usize = 12;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/modules")
}

fn modules() -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder()).expect("the corpus is there");
    let files = files.map(|file| file.expect("readable").path());
    let mut files: Vec<PathBuf> = files
        .filter(|f| f.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

fn learned(file: &Path, options: &ModuleOptions) -> (Rc<Component>, Interface) {
    let source = Source::new(file, Machine::Bits64);
    let component = load_module(&source, options);
    let component = Rc::new(component.unwrap_or_else(|e| panic!("{e}")));
    let budget = Budget::steady(Duration::from_secs(60));
    let sight = Sight::new(Integers::Wrapping);
    let learned = learn_interface(Rc::clone(&component), sight, &budget, &NoProgress);
    (component, learned.expect("it starts"))
}

#[test]
fn every_module_of_the_corpus_is_proved_and_does_what_its_model_says() {
    let modules = modules();
    assert!(modules.len() >= 10, "{modules:?}");
    for file in modules {
        holds(&file, &ModuleOptions::default());
    }
}

#[test]
fn results_that_are_errors_are_those_of_the_compiled_module() {
    let options = ModuleOptions {
        error_results: vec![ErrorResult::Negative, ErrorResult::Null],
    };
    for module in ["session.c", "pool.c"] {
        holds(&folder().join(module), &options);
    }
}

#[test]
fn a_function_that_may_keep_a_pointer_is_not_called() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept.c");
    let code = "static int *kept; static struct { int *at; } box; static long number;\n\
        int looks(int *p) { if (!p || *p < 3) return 0; (void)p; *p += 1; return *p > 5 ? 1 : p != 0; }\n\
        void asks(const int *p) { if (p && *p) number++; }\n\
        void keeps(int *p) { kept = p; }\n\
        void keeps_there(int *p) { box.at = &*p; }\n\
        void keeps_number(int *p) { number = (long)p; }\n\
        void keeps_place(int *p) { int **q = &p; kept = *q; }\n\
        void keeps_chosen(int *p) { kept = number ? p : 0; }\n\
        void keeps_first(int *p) { int *q = p; kept = q; }\n\
        int *gives(int *p) { return p; }\n\
        int compares(int *p) { return p == kept; }\n";
    std::fs::write(&file, code).expect("written");
    let source = Source::new(&file, Machine::Bits64);
    let component = load_module(&source, &ModuleOptions::default()).expect("it is a module");
    let called: Vec<&String> = component.script.calls.keys().collect();
    assert_eq!(called, ["asks", "looks"]);
}

/// The model is proved, and the compiled module does what it says.
fn holds(file: &Path, options: &ModuleOptions) {
    let (component, learned) = learned(file, options);
    let proved = matches!(learned.verdict, Verdict::Proved(_));
    assert!(proved, "{}: {:?}", file.display(), learned.verdict);
    let calls = calls(&component, &learned.system, &learned.interface);
    let sequences = sequences(&learned.interface, &calls);
    let ran = run(file, &component, &calls, &sequences);
    for (sequence, passed) in sequences.iter().zip(ran) {
        let expected = passes(&learned.interface, &calls, sequence);
        let told: Vec<&str> = sequence
            .iter()
            .map(|call| calls[*call].text.as_str())
            .collect();
        assert_eq!(passed, expected, "{}: {told:?}", file.display());
    }
}

/// A call with certain arguments.
struct Call {
    method: usize,
    values: Vec<Value>,
    text: String,
}

fn calls(component: &Component, system: &StepSystem, interface: &InterfaceLts) -> Vec<Call> {
    let mut calls = Vec::new();
    for (method, letter) in system.letters.values().enumerate() {
        let spoken = &component.script.calls[&letter.name];
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for param in &letter.params {
            let domain = domain(interface, method, param.ty);
            let longer = |known: &Vec<i64>| {
                let with = |value: &i64| [known.as_slice(), &[*value]].concat();
                domain.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        for numbers in all {
            let typed = letter.params.iter().zip(&numbers);
            let values = typed
                .map(|(param, number)| value(param.ty, *number))
                .collect();
            let arguments: Vec<String> = spoken
                .arguments
                .iter()
                .map(|a| written(a, &numbers))
                .collect();
            let call = format!("{}({})", letter.name, arguments.join(", "));
            let text = match (&spoken.keeps, &spoken.fails) {
                (Some(object), Some(fails)) => format!("if (({object} = {call}) {fails}) abort()"),
                (None, Some(fails)) => format!("if ({call} {fails}) abort()"),
                (Some(object), None) => format!("{object} = {call}"),
                (None, None) => call,
            };
            calls.push(Call {
                method,
                values,
                text,
            });
        }
    }
    calls
}

fn value(ty: Type, number: i64) -> Value {
    match ty {
        Type::Int(int) => Value::bv(u32::from(int.bits), number as u64),
        other => panic!("a parameter of type {other}"),
    }
}

fn written(argument: &Handed, numbers: &[i64]) -> String {
    match argument {
        Handed::Text(text) => text.clone(),
        Handed::Number(at) => format!("({}LL - 1)", numbers[*at].wrapping_add(1)),
        Handed::Address { there, held, ty } => match numbers[*there] {
            0 => "0".to_owned(),
            _ => format!("&({ty}){{ {}LL - 1 }}", numbers[*held].wrapping_add(1)),
        },
    }
}

/// The neighbourhood of every constant in a guard of the method, small numbers and the ends of the type.
fn domain(interface: &InterfaceLts, method: usize, ty: Type) -> Vec<i64> {
    let Type::Int(int) = ty else {
        panic!("a parameter of type {ty}")
    };
    let guards = interface.symbols.iter().filter(|s| s.method == method);
    let constants: BTreeSet<i64> = guards
        .flat_map(|s| constants(&interface.terms, s.guard))
        .collect();
    let near = constants
        .iter()
        .flat_map(|&c| [c, c.wrapping_sub(1), c.wrapping_add(1)]);
    let usual = [
        0,
        1,
        -1,
        2,
        17,
        i64::from(i32::MAX),
        i64::from(i32::MIN),
        255,
    ];
    let mut found = Vec::new();
    for number in near.chain(usual) {
        let number = int.wrap(number);
        if !found.contains(&number) && found.len() < VALUES.max(constants.len() * 3) {
            found.push(number);
        }
    }
    found
}

fn constants(terms: &smt::Terms, term: Term) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![term];
    while let Some(term) = waiting.pop() {
        if let Some(value) = terms.value(term) {
            found.extend(value.as_signed());
        }
        waiting.extend(terms.args(term));
    }
    found
}

/// Every call in every state of the model, every two calls, and longer sequences that are legal up to the last call or two.
fn sequences(interface: &InterfaceLts, calls: &[Call]) -> Vec<Vec<usize>> {
    let mut sequences = Vec::new();
    let mut seen: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut queue = VecDeque::from([(interface.start(), Vec::new())]);
    seen.insert(interface.start().state, Vec::new());
    while let Some((at, way)) = queue.pop_front() {
        for (i, call) in calls.iter().enumerate() {
            let sequence = [way.as_slice(), &[i]].concat();
            let next = interface
                .after(&at, call.method, &call.values)
                .expect("guards cover all");
            let legal = *interface.automaton.output_of(next.state) == Outcome::Ok;
            if legal && seen.len() < STATES && !seen.contains_key(&next.state) {
                seen.insert(next.state, sequence.clone());
                queue.push_back((next, sequence.clone()));
            }
            sequences.push(sequence);
        }
    }
    let mut random = Random::seeded(5);
    for _ in 0..WALKS {
        sequences.push(walk(interface, calls, &mut random));
    }
    sequences
}

fn walk(interface: &InterfaceLts, calls: &[Call], random: &mut Random) -> Vec<usize> {
    let (mut at, mut way) = (interface.start(), Vec::new());
    while way.len() < STEPS {
        let call = random.below(calls.len());
        let next = interface
            .after(&at, calls[call].method, &calls[call].values)
            .expect("guards cover all");
        let legal = *interface.automaton.output_of(next.state) == Outcome::Ok;
        if legal {
            at = next;
        } else if random.below(40) > 0 {
            continue;
        }
        way.push(call);
        if !legal {
            break;
        }
    }
    way
}

/// How many calls pass before one is an error.
fn passes(interface: &InterfaceLts, calls: &[Call], sequence: &[usize]) -> usize {
    let mut at = interface.start();
    for (passed, call) in sequence.iter().enumerate() {
        let call = &calls[*call];
        at = interface
            .after(&at, call.method, &call.values)
            .expect("guards cover all");
        match interface.automaton.output_of(at.state) {
            Outcome::Ok => {}
            Outcome::Error => return passed,
            Outcome::Unknown => panic!("a proved model has no unknown state"),
        }
    }
    sequence.len()
}

/// How many calls of each sequence the compiled module survives.
fn run(file: &Path, component: &Component, calls: &[Call], sequences: &[Vec<usize>]) -> Vec<usize> {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("driver");
    let driver = folder.path().join("driver.c");
    std::fs::write(&driver, text(file, component, calls)).expect("written");
    let compiled = Command::new("gcc")
        .args([
            "-std=gnu11",
            "-g",
            "-w",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
        ])
        .args([driver.as_os_str(), "-o".as_ref(), program.as_os_str()])
        .output()
        .expect("gcc runs");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let mut child = Command::new(&program)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the driver runs");
    let mut lines = String::new();
    for sequence in sequences {
        let words: Vec<String> = sequence.iter().map(usize::to_string).collect();
        let _ = writeln!(lines, "{} {}", sequence.len(), words.join(" "));
    }
    let mut input = child.stdin.take().expect("it has one");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("all was read");
    assert!(output.status.success(), "the driver failed");
    let said = String::from_utf8(output.stdout).expect("numbers");
    let passed: Vec<usize> = said
        .lines()
        .map(|line| line.parse().expect("a number"))
        .collect();
    assert_eq!(passed.len(), sequences.len());
    passed
}

/// A program that makes each sequence of calls in a process of its own and says how many of them it survives. What callers
/// bring is full of bytes that mean nothing.
fn text(file: &Path, component: &Component, calls: &[Call]) -> String {
    let file = file.canonicalize().expect("it is there");
    let mut text = format!("#include \"{}\"\n", file.display());
    text.push_str("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <sys/wait.h>\n#include <unistd.h>\n");
    for declaration in &component.script.declarations {
        let _ = writeln!(text, "static {declaration};");
    }
    text.push_str("static void begin(void) {\n");
    for declaration in component
        .script
        .declarations
        .iter()
        .filter(|d| !d.contains('='))
    {
        let name = declaration.rsplit(' ').next().expect("it ends in a name");
        let _ = writeln!(text, "memset(&{name}, 0xa5, sizeof {name});");
    }
    text.push_str("}\nstatic void call(int number) {\nswitch (number) {\n");
    for (i, call) in calls.iter().enumerate() {
        let _ = writeln!(text, "case {i}: {}; break;", call.text);
    }
    text.push_str(
        "}\n}\nint main(void) {\n\
         volatile int *passed = mmap(0, sizeof *passed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n\
         int count, calls[64];\n\
         while (scanf(\"%d\", &count) == 1) {\n\
         for (int i = 0; i < count; i++) if (scanf(\"%d\", &calls[i]) != 1) return 1;\n\
         *passed = 0;\n\
         fflush(stdout);\n\
         if (fork() == 0) {\n\
         begin();\n\
         for (int i = 0; i < count; i++) { call(calls[i]); *passed = i + 1; }\n\
         _exit(0);\n}\n\
         wait(0);\nprintf(\"%d\\n\", *passed);\n}\nreturn 0;\n}\n",
    );
    text
}
