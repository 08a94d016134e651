//! Guards as they are printed, compiled as Java and evaluated on small arguments in every state: some guard of the method
//! holds, none throws, and each that holds stands for what the class then does. Judged by the real `javac` and `java`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use mores::report::{Answer, Method, Report, Symbol, VerdictKind};
use mores::{Budget, InterfaceRequest, NoProgress};

use crate::support::{compile, java, printed};

/// The arguments that are tried for a type, as expressions in which `it` is the object.
fn arguments(source_type: &str) -> &'static [&'static str] {
    match source_type {
        "boolean" => &["false", "true"],
        "int" | "long" | "byte" | "float" => numbers(source_type),
        "String" => &[
            "null", "\"\"", "\"x\"", "\"y\"", "\"xx\"", "\"xy\"", "\"yx\"", "\"open\"",
        ],
        "Integer" => &["null", "0", "4", "5", "Integer.valueOf(5000)"],
        "int[]" => &[
            "null",
            "new int[0]",
            "new int[] {0}",
            "new int[] {0, 0}",
            "new int[] {0, 1}",
            "new int[] {2, 2}",
        ],
        "Object[][]" => &[
            "null",
            "new Object[0][]",
            "new Object[1][]",
            "new Object[1][0]",
            "new Object[1][1]",
            "new Object[1][2]",
            "new Object[2][1]",
        ],
        "boolean[]" => &[
            "null",
            "new boolean[0]",
            "new boolean[] {true}",
            "new boolean[] {false}",
            "new boolean[] {false, true}",
        ],
        "Guarded$Part" => &[
            "null",
            "it.held",
            "part(null, 0, false, null)",
            "part(null, 5, true, null)",
            "part(new Guarded.Part(), 5, false, null)",
            "part(null, 7, true, null)",
            "part(null, 0, true, part(null, 7, false, null))",
            "part(new Guarded.Part(), 5, false, part(null, 7, false, null))",
            "part(null, 5, false, part(null, 5, true, null))",
        ],
        "Guarded$Job" => &[
            "null",
            "quick(0)",
            "quick(3)",
            "new Guarded.Quicker()",
            "new Guarded.Slow()",
        ],
        other => panic!("nothing to try for {other}"),
    }
}

/// The numbers that are tried for a type.
fn numbers(source_type: &str) -> &'static [&'static str] {
    match source_type {
        "int" => &[
            "0",
            "1",
            "-1",
            "2",
            "3",
            "7",
            "-7",
            "100",
            "Integer.MIN_VALUE",
            "Integer.MAX_VALUE",
        ],
        "long" => &[
            "0L",
            "1L",
            "5000000000L",
            "5000000001L",
            "-3000000000L",
            "Long.MIN_VALUE",
            "Long.MAX_VALUE",
        ],
        "byte" => &[
            "(byte) 0",
            "(byte) 100",
            "(byte) -1",
            "(byte) -56",
            "(byte) -55",
            "(byte) -128",
        ],
        _ => &[
            "0f",
            "-0f",
            "1.5f",
            "1.6f",
            "Float.NaN",
            "Float.POSITIVE_INFINITY",
            "Float.NEGATIVE_INFINITY",
        ],
    }
}

const HELPERS: &str = "
  static Guarded.Part part(Guarded.Part sink, int port, boolean ready, Guarded.Part next) {
    Guarded.Part made = new Guarded.Part();
    made.sink = sink; made.port = port; made.ready = ready; made.next = next;
    return made;
  }
  static Guarded.Job quick(int size) { Guarded.Quick made = new Guarded.Quick(); made.size = size; return made; }
  static String holds(java.util.concurrent.Callable<Boolean> guard) {
    try { return guard.call() ? \"1\" : \"0\"; } catch (Throwable t) { return \"!\"; }
  }
  interface Calls { void make() throws Throwable; }
  static String answer(Calls calls) {
    try { calls.make(); return \"ok\"; } catch (Throwable t) { return \"error\"; }
  }
";

/// For each ok state the calls that lead there, as statements on `it`.
fn ways(report: &Report) -> BTreeMap<u64, Vec<&Symbol>> {
    let model = &report.model;
    let answers: BTreeMap<u64, Answer> = model.states.iter().map(|s| (s.id, s.answer)).collect();
    let mut ways = BTreeMap::from([(model.initial, Vec::new())]);
    let mut queue = VecDeque::from([model.initial]);
    while let Some(state) = queue.pop_front() {
        for transition in model.transitions.iter().filter(|t| t.from == state) {
            let symbol = model
                .alphabet
                .iter()
                .find(|s| s.symbol == transition.symbol)
                .expect("a symbol");
            if answers[&transition.to] == Answer::Ok
                && !ways.contains_key(&transition.to)
                && !symbol.example.is_empty()
            {
                let way = ways[&state].iter().copied().chain([symbol]).collect();
                ways.insert(transition.to, way);
                queue.push_back(transition.to);
            }
        }
    }
    ways.remove(&model.initial);
    ways
}

/// All combinations of arguments of a method.
fn combinations(method: &Method) -> Vec<Vec<&'static str>> {
    let extended = |all: Vec<Vec<&'static str>>, source_type: &str| {
        let longer = |before: &Vec<&'static str>| {
            let before = before.clone();
            arguments(source_type)
                .iter()
                .map(move |&next| [&before[..], &[next]].concat())
        };
        all.iter().flat_map(longer).collect()
    };
    method
        .parameters
        .iter()
        .fold(vec![Vec::new()], |all, p| extended(all, &p.source_type))
}

/// A program that prints, for every state, method and combination of arguments, which guards hold and what is answered.
fn program(report: &Report, ways: &BTreeMap<u64, Vec<&Symbol>>) -> String {
    let mut text = format!("public class Evaluate {{{HELPERS}");
    let mut main = String::new();
    for (state, way) in ways {
        let _ = writeln!(
            text,
            "  static Guarded state{state}() throws Throwable {{\n    Guarded it = null;"
        );
        for symbol in way {
            let (call, before) = symbol.example.split_last().expect("an example");
            let before: String = before.iter().map(|line| format!("{line}; ")).collect();
            let make = if call.starts_with("it.") { "" } else { "it = " };
            let _ = writeln!(text, "    {{ {before}{make}{call}; }}");
        }
        let _ = writeln!(text, "    return it;\n  }}");
        for (number, method) in report
            .model
            .methods
            .iter()
            .filter(|m| !m.constructs)
            .enumerate()
        {
            evaluate(report, (*state, number, method), &mut text);
            let _ = writeln!(main, "    s{state}m{number}();");
        }
    }
    let _ = write!(
        text,
        "  public static void main(String[] args) throws Throwable {{\n{main}  }}\n}}\n"
    );
    text
}

fn evaluate(report: &Report, (state, number, method): (u64, usize, &Method), text: &mut String) {
    let _ = writeln!(
        text,
        "  static void s{state}m{number}() throws Throwable {{"
    );
    for combination in combinations(method) {
        let _ = writeln!(text, "    {{ final Guarded it = state{state}();");
        let mut names = Vec::new();
        for (parameter, argument) in method.parameters.iter().zip(&combination) {
            let source_type = parameter.source_type.replace('$', ".");
            let _ = writeln!(
                text,
                "      final {source_type} {} = {argument};",
                parameter.name
            );
            names.push(parameter.name.clone());
        }
        let guards: Vec<String> = report
            .model
            .alphabet
            .iter()
            .filter(|s| s.method == method.name)
            .map(|s| format!("holds(() -> {})", as_java(&s.guard)))
            .collect();
        let call = format!("it.{}({})", method.name, names.join(", "));
        let _ = writeln!(
            text,
            "      String g = {}; System.out.println({state} + \" {} \" + g + \" \" + answer(() -> {call})); }}",
            guards.join(" + "),
            method.name,
        );
    }
    let _ = writeln!(text, "  }}");
}

/// A guard outside the class, of the object `it`.
fn as_java(guard: &str) -> String {
    // A box holds its number in a private field.
    let guard = guard
        .replace('`', "")
        .replace("this.", "it.")
        .replace("number.value", "number.intValue()");
    let mut guard = format!("{guard} ");
    for class in ["Part", "Quicker", "Quick", "Slow", "Job"] {
        for end in [')', ' '] {
            let (inside, outside) = (
                format!("instanceof {class}{end}"),
                format!("instanceof Guarded.{class}{end}"),
            );
            guard = guard.replace(&inside, &outside);
        }
    }
    guard.trim_end().to_owned()
}

/// Methods that are looked at together: the states of all would be too many.
const PARTS: [&[&str]; 4] = [
    &[
        "connect", "hold", "drop", "ported", "flagged", "nested", "same",
    ],
    &["pair", "either", "named", "twice", "filled", "marked"],
    &["ranged", "held"],
    &[
        "divided", "shared", "reach", "masked", "wide", "level", "boxed", "run", "start",
    ],
];

fn learned(source: &Path, methods: &[&str]) -> Report {
    let mut request = InterfaceRequest::new(source);
    request.view.methods = methods.iter().map(|name| (*name).to_owned()).collect();
    mores::interface(&request, &Budget::unlimited(), &NoProgress)
        .expect("it can be analysed")
        .report
}

/// What `java` says of the guards and calls of a report: a line each.
fn said(report: &Report, source: &Path) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let ways = ways(report);
    let ok = report
        .model
        .states
        .iter()
        .filter(|s| s.answer == Answer::Ok)
        .count();
    assert_eq!(ways.len() + 1, ok, "every state can be reached");
    let file: PathBuf = folder.path().join("Evaluate.java");
    fs::write(&file, program(report, &ways)).expect("written");
    compile(
        &[source.to_owned(), file],
        &[],
        &folder.path().join("classes"),
    );
    let output = java(&[&folder.path().join("classes")], &["Evaluate"]);
    assert!(output.status.success(), "{}", printed(&output));
    printed(&output)
}

/// Holds a line against the model; gives the method.
fn check<'l>(report: &Report, line: &'l str) -> &'l str {
    let [state, method, guards, said] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{line}")
    };
    let from: u64 = state.parse().expect("a state");
    let own: Vec<&Symbol> = report
        .model
        .alphabet
        .iter()
        .filter(|s| s.method == method)
        .collect();
    let texts: Vec<&str> = own.iter().map(|s| s.guard.as_str()).collect();
    assert!(!guards.contains('!'), "a guard throws: {line}\n{texts:#?}");
    assert!(guards.contains('1'), "no guard holds: {line}\n{texts:#?}");
    for (symbol, _) in own
        .iter()
        .zip(guards.chars())
        .filter(|(_, holds)| *holds == '1')
    {
        let leads = report
            .model
            .transitions
            .iter()
            .find(|t| t.from == from && t.symbol == symbol.symbol);
        let to = leads.expect("a transition").to;
        let wanted = report
            .model
            .states
            .iter()
            .find(|s| s.id == to)
            .map(|s| s.answer);
        let answer = if said == "ok" {
            Answer::Ok
        } else {
            Answer::Error
        };
        assert_eq!(
            Some(answer),
            wanted,
            "{line}: `{}`\n{texts:#?}",
            symbol.guard
        );
    }
    method
}

#[test]
fn each_printed_guard_holds_of_exactly_the_calls_that_it_stands_for() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guards/Guarded.java");
    let (mut lines, mut methods) = (0, BTreeSet::new());
    let mut reports = Vec::new();
    for part in PARTS {
        let report = learned(&source, part);
        assert_eq!(
            report.verdict.kind,
            VerdictKind::Proved,
            "{part:?}: {:?}",
            report.verdict
        );
        for line in said(&report, &source).lines() {
            methods.insert(check(&report, line).to_owned());
            lines += 1;
        }
        reports.push(report);
    }
    assert!(
        lines > 500 && methods.len() == 24,
        "{lines} calls of {methods:?}"
    );
    let report = &reports[2];
    let of_cases = |s: &Symbol| s.guard.contains("data.length ==");
    let by_length = |s: &&Symbol| s.guard.contains("data.length") && !of_cases(s);
    let guards: Vec<&str> = report
        .model
        .alphabet
        .iter()
        .map(|s| s.guard.as_str())
        .collect();
    let count = report.model.alphabet.iter().filter(by_length).count();
    assert_eq!(count, 4, "{guards:#?}");
}
