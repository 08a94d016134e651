//! Pages in a real browser, where there is one: a visitor presses keys, types and clicks, and what is seen is compared with
//! the report, with the source, and with what the compiled program does.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::common::{folder, mores};

const DRIVE: &str = include_str!("browser/drive.js");
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The browser, or nothing, which is said.
fn browser() -> Option<&'static str> {
    let works = |name: &&&str| {
        let mut version = Command::new(name);
        let version = version
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    let found = BROWSERS.iter().find(works).copied();
    if found.is_none() {
        println!("there is no chromium here: the page is not tried in a browser");
    }
    found
}

/// The page after its script has run.
fn dom(browser: &str, page: &Path, size: &str) -> String {
    let profile = page.with_extension("profile");
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--dump-dom",
        ])
        .args([
            "--virtual-time-budget=4000",
            &format!("--window-size={size}"),
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser starts");
    let _ = fs::remove_dir_all(profile);
    String::from_utf8(output.stdout).expect("a page is text")
}

/// What a scenario notes on a page, in the screen of a laptop.
fn visit(browser: &str, page: &Path, scenario: &str) -> Vec<Value> {
    let text = fs::read_to_string(page).expect("a page");
    // The policy admits no other script, and the visitor is one.
    let policy = text.find("<meta http-equiv").expect("a policy");
    let end = policy + text[policy..].find("/>").expect("its end") + 2;
    let script = DRIVE.replace("SCENARIO", scenario);
    let text = format!("{}{}", &text[..policy], &text[end..]);
    let text = text.replace("</body>", &format!("<script>{script}</script>\n</body>"));
    let copy = page.with_extension("visited.html");
    fs::write(&copy, text).expect("written");
    let dom = dom(browser, &copy, "1366,768");
    let noted = dom
        .split("<pre id=\"seen\">")
        .nth(1)
        .expect("the scenario ran");
    let noted = noted.split("</pre>").next().expect("an end");
    let digits: Vec<u8> = noted.bytes().collect();
    let byte = |pair: &[u8]| {
        let pair = std::str::from_utf8(pair).expect("digits");
        u8::from_str_radix(pair, 16).expect("hexadecimal")
    };
    let bytes: Vec<u8> = digits.chunks(2).map(byte).collect();
    serde_json::from_slice(&bytes).expect("JSON")
}

/// Leaves the results of a command in `out` below a folder, and says where the page is.
fn page(folder: &Path, args: &[&str]) -> PathBuf {
    let run = mores(folder, &[args, &["--out", "out"]].concat());
    assert!(matches!(run.code, Some(0 | 1)), "{args:?}: {}", run.stderr);
    folder.join("out/report.html")
}

fn saved(page: &Path, name: &str) -> Value {
    let file = page.with_file_name(format!("{name}.mores.json"));
    let text = fs::read_to_string(file).expect("a model");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_policy_of_a_page_admits_its_script_and_style() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser_policy");
    let page = page(&folder, &["interface", "corpus/java/Session.java"]);
    let dom = dom(browser, &page, "1366,768");
    assert!(
        dom.contains("<html lang=\"en\" class=\"live\""),
        "the script ran"
    );
    assert!(dom.contains("id=\"tab-walk\""), "and made the panel");
}

#[test]
fn a_class_of_34_states_is_searched_fitted_and_walked_into_an_error() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser_class");
    let page = page(&folder, &["interface", "corpus/java/Cev.java"]);
    assert!(fs::metadata(&page).expect("a page").len() < 1_000_000);
    let seen = visit(browser, &page, include_str!("browser/class.js"));
    let source = fs::read_to_string(folder.join("corpus/java/Cev.java")).expect("the source");
    let line = |number: usize| source.lines().nth(number - 1).expect("a line");
    let declared = declared_line(&saved(&page, "Cev"), "tliBurn");
    assert!((1..4).any(|above| line(declared - above).contains(" tliBurn(")));
    let fails = failing_line(&saved(&page, "Cev"), 2, "splashdown");
    assert!(line(fails).contains("throw"), "{}", line(fails));
    let marked = |number: usize| json!(format!("{number}{}\n", line(number)));
    let expected = before_the_error(marked(declared));
    assert_eq!(seen[..expected.len()], expected, "{seen:#?}");
    let rest = &seen[expected.len()..];
    let outcome = rest[0].as_str().expect("an outcome");
    let says = format!("java.lang.IllegalStateException, line {fails}");
    assert!(
        outcome.contains("This call fails") && outcome.contains(&says),
        "{outcome}"
    );
    assert_eq!(rest[1], marked(fails));
    let code = "var it = new Cev();\nit.srbIgnition();\nit.splashdown(); // illegal: java.lang.IllegalStateException";
    assert_eq!(rest[2], json!(code));
    let after = [
        json!("In state 2"),
        json!(null),
        json!("In state 0 before construction"),
        json!(true),
        json!(true),
        json!(true),
        json!(32),
    ];
    assert_eq!(rest[3..], after);
}

/// What is noted before the walk fails; `declared` is the line of the method that is searched.
fn before_the_error(declared: Value) -> Vec<Value> {
    let way = "var it = new Cev();\nit.srbIgnition();\nit.stage1Separation();";
    vec![
        json!(true),
        json!(33),
        json!(true),
        json!(true),
        json!(true),
        json!(true),
        json!("search"),
        json!("32 found"),
        json!(true),
        json!("From 14 to 15"),
        declared,
        json!(true),
        json!(true),
        json!("State 3"),
        json!(way),
        json!("In state 0 before construction"),
        json!("In state 2"),
    ]
}

/// The line where the code of a method starts.
fn declared_line(report: &Value, method: &str) -> usize {
    let methods = report["model"]["methods"].as_array().expect("a list");
    let found = methods.iter().find(|m| m["name"] == json!(method));
    let place = &found.expect("the method")["place"];
    place["line"].as_u64().expect("a line") as usize
}

/// The line that the report gives for a call that fails in a state.
fn failing_line(report: &Value, from: u64, symbol: &str) -> usize {
    let transitions = report["model"]["transitions"].as_array().expect("a list");
    let wanted = |t: &&Value| t["from"] == json!(from) && t["symbol"] == json!(symbol);
    let found = transitions.iter().find(wanted).expect("the transition");
    found["error"]["place"]["line"].as_u64().expect("a line") as usize
}

#[test]
fn guards_over_registers_are_evaluated_in_a_walk() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser_registers");
    let page = page(&folder, &["interface", "corpus/java/Session.java"]);
    let seen = visit(browser, &page, include_str!("browser/registers.js"));
    assert_eq!(
        seen[..2],
        [json!("In state 2"), json!("owner = 7")],
        "{seen:#?}"
    );
    assert!(
        seen[2].as_str().expect("text").contains("This call fails"),
        "{seen:#?}"
    );
    let code = seen[3].as_str().expect("code");
    let calls = "var it = new Session();\nit.open(7);\nit.close(8); // illegal";
    assert!(code.starts_with(calls), "{code}");
    assert_eq!(seen[4], json!("In state 1"));
    assert!(
        seen[5]
            .as_str()
            .expect("text")
            .contains("seven is no value of id"),
        "{seen:#?}"
    );
    assert_eq!(seen[6], json!(true), "{seen:#?}");
    let chosen = seen[7].as_str().expect("a call");
    assert!(
        chosen.starts_with("it.close(") && chosen != "it.close(40)",
        "{chosen}"
    );
}

#[test]
fn words_are_read_event_by_event() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser_words");
    let page = page(&folder, &["errors", "corpus/c/errors/tcas.c"]);
    let report = saved(&page, "tcas");
    let word = &report["model"]["words"][0];
    let seen = visit(browser, &page, include_str!("browser/words.js"));
    let events = word["events"].as_array().expect("events");
    assert_eq!(seen[0], json!(events.len()), "{seen:#?}");
    assert_eq!(seen[1], events[0]);
    assert!(seen[2].is_string(), "the event's line is marked: {seen:#?}");
    assert_eq!((&seen[4], &seen[6]), (&events[1], &events[0]));
    assert_eq!(seen[3], json!("s0 s1"));
    assert_eq!(
        seen[7],
        json!(word["inputs"].as_array().expect("inputs").len())
    );
    assert_eq!(seen[8], word["harness"]);
}

/// Two versions of a class in one picture: what was lost and gained is coloured, and the way there can be stepped.
#[test]
fn two_versions_are_one_picture_with_the_way_to_each_difference() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser_versions");
    let versions = [
        "corpus/versions/old/Door.java",
        "corpus/versions/new/Door.java",
    ];
    let page = page(&folder, &["diff", versions[0], versions[1]]);
    let program = fs::read_to_string(folder.join("out/Door-2/Witness.java")).expect("a program");
    let seen = visit(browser, &page, include_str!("browser/versions.js"));
    let wanted = [
        json!("close()"),
        json!("lock(number)"),
        json!("3 differences"),
        json!("close()"),
        json!("lost: ok before, an error now"),
        json!("lock(10000)"),
        json!("s1 s4"),
        json!(program),
        json!("new Door()"),
        json!("s0 s1"),
        json!("State 1 state 1 of the old version, 1 of the new one"),
        json!([
            "Lost here: in the old version only",
            "Gained here: in the new version only"
        ]),
        json!("From 1 to the new version alone only the new version goes on"),
        json!("1 of 3"),
    ];
    assert_eq!(seen, wanted, "{seen:#?}");
}

/// Two versions of a C program in one picture: each word is read event by event, in the colour of who has it.
#[test]
fn two_programs_are_one_picture_with_the_words_of_each() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser_programs");
    let page = page(
        &folder,
        &["diff", "corpus/c/versions/old.c", "corpus/c/versions/new.c"],
    );
    let seen = visit(browser, &page, include_str!("browser/programs.js"));
    let harness = fs::read_to_string(folder.join("out/gained.word1.c")).expect("a program");
    let wanted = [
        json!("8 differences"),
        json!([
            ["ask", "plain"],
            ["eject", "gained"],
            ["pay", "gained"],
            ["end", "gained"]
        ]),
        json!(harness),
        json!("Inputs: 4711"),
    ];
    assert_eq!(seen, wanted, "{seen:#?}");
}

/// An interface written by hand: `moves` are legal calls without arguments, all others fail.
fn interface(name: &str, methods: &[&str], ok: u64, moves: &[(u64, &str, u64)]) -> Value {
    let state = |id: u64| json!({ "id": id, "answer": if id < ok { "ok" } else { "error" } });
    let symbol = |method: &&str| json!({ "symbol": method, "method": method, "guard": "true", "parameters": [] });
    let declared = |method: &&str| json!({ "name": method, "constructs": *method == name, "parameters": [], "place": null });
    let step = |(from, method): (u64, &&str)| {
        let legal = moves.iter().find(|(f, m, _)| *f == from && m == method);
        let to = legal.map_or(ok, |(_, _, to)| *to);
        let error = json!({ "what": "broken</script>", "place": null });
        match to == ok {
            true => json!({ "from": from, "symbol": method, "to": to, "error": error }),
            false => json!({ "from": from, "symbol": method, "to": to }),
        }
    };
    let steps: Vec<Value> = (0..ok)
        .flat_map(|from| methods.iter().map(move |method| (from, method)))
        .map(step)
        .collect();
    json!({
        "mores": env!("CARGO_PKG_VERSION"), "command": "interface",
        "subject": { "path": format!("{name}.java"), "name": name },
        "verdict": { "kind": "up-to", "depth": 3, "reason": "written by hand", "integers": "wrapping" },
        "model": {
            "kind": "interface", "initial": 0, "states": (0..=ok).map(state).collect::<Vec<_>>(),
            "alphabet": methods.iter().map(symbol).collect::<Vec<_>>(), "transitions": steps,
            "methods": methods.iter().map(declared).collect::<Vec<_>>()
        },
        "counts": { "states": ok + 1, "transitions": ok * methods.len() as u64, "symbols": methods.len(), "methods": methods.len() },
        "effort": { "membership": 0, "equivalence": 0, "solver_calls": 0, "seconds": 0.0, "peak_mb": 0 },
        "certificate": null
    })
}

/// The page of a saved model.
fn page_of(folder: &Path, model: &Value) -> PathBuf {
    fs::write(folder.join("model.json"), model.to_string()).expect("written");
    let run = mores(folder, &["emit", "model.json", "--as", "html"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let page = folder.join("report.html");
    fs::write(&page, run.stdout).expect("written");
    page
}

#[test]
fn three_hundred_states_are_seen_in_groups_that_open() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser_large");
    let ok = 300;
    let mut moves = vec![(0, "Big", 1)];
    for from in 1..ok {
        moves.push((from, "next", if from + 1 < ok { from + 1 } else { 1 }));
        moves.push((from, "jump", 1 + (from * 7) % (ok - 1)));
    }
    let page = page_of(
        &folder,
        &interface("Big", &["Big", "next", "jump"], ok, &moves),
    );
    let seen = visit(browser, &page, include_str!("browser/large.js"));
    // The first state alone, and all others, in which the same may be called, 24 together.
    let groups = [
        json!(1),
        json!(13),
        json!("near groups"),
        json!(true),
        json!(1),
        json!(25),
        json!(true),
        json!(0),
        json!(13),
        json!(1),
        json!("State 217"),
        json!(1),
        json!(true),
    ];
    assert_eq!(seen[..groups.len()], groups, "{seen:#?}");
    let seen = &seen[groups.len()..];
    let mut near: Vec<String> = (moves.iter())
        .filter(|(from, _, to)| *from == 217 || *to == 217)
        .flat_map(|(from, _, to)| [format!("s{from}"), format!("s{to}")])
        .collect();
    near.sort();
    near.dedup();
    assert_eq!(seen[0], json!(near.join(" ")));
    let rest = [
        json!("State 218"),
        json!("map"),
        json!(300),
        json!(null),
        json!("Nothing is promised beyond 3 calls."),
        json!(true),
        json!(true),
    ];
    assert_eq!(seen[1..], rest, "{seen:#?}");
}

#[test]
fn odd_names_stay_text() {
    let Some(browser) = browser() else { return };
    let folder = folder("browser_hostile");
    let name = "m</script><img src='x' onerror=\"window.broken=1\"><b id=\"x\">é変`<!--";
    let model = interface("Odd", &["Odd", name], 2, &[(0, "Odd", 1), (1, name, 1)]);
    let page = page_of(&folder, &model);
    let scenario = include_str!("browser/hostile.js").replace("NAME", &hex_text(name));
    let seen = visit(browser, &page, &scenario);
    let wanted = [
        json!(true),
        json!(3),
        json!(0),
        json!("In state 1"),
        json!(true),
        json!(true),
        json!("1 of 1"),
    ];
    assert_eq!(seen, wanted, "{seen:#?}");
}

/// A text in JavaScript, in a page, with nothing that anyone reads as anything else.
fn hex_text(text: &str) -> String {
    let units: String = text
        .encode_utf16()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    format!("\"{units}\"")
}

/// How the original of a filter is run: as it is, or with what it reads from and writes to.
enum Style {
    /// A program from standard input to standard output, byte by byte.
    Program,
    /// A function over `in` and `out`; the types of symbols.
    InOut(&'static str, &'static str),
    /// A function that is given all bytes, and a function for each that is written.
    Emits,
}

impl Style {
    /// What the compiler is given after the filter.
    fn driver(&self, name: &str) -> String {
        let head = "#include <stdio.h>\n#include <stdlib.h>\n";
        match self {
            Self::Program => String::new(),
            Self::InOut(input, output) => format!(
                "{head}{input} in(void) {{ {input} v; if (fread(&v, sizeof v, 1, stdin) != 1) exit(0); return v; }}\n\
                 void out({output} v) {{ fwrite(&v, sizeof v, 1, stdout); }}\n\
                 int main(void) {{ {name}(); return 0; }}\n"
            ),
            Self::Emits => format!(
                "{head}static void write_one(char c) {{ putchar(c); }}\n\
                 int main(void) {{ static char b[4096]; size_t n = fread(b, 1, sizeof b, stdin); {name}(b, n, write_one); return 0; }}\n"
            ),
        }
    }

    /// The bytes of a symbol that is read, and of one that is written.
    fn sizes(&self) -> (usize, usize) {
        let size = |name: &str| if name.contains("char") { 1 } else { 4 };
        match self {
            Self::Program | Self::Emits => (1, 1),
            Self::InOut(input, output) => (size(input), size(output)),
        }
    }
}

/// What the compiled filter writes, or nothing where it refuses its input.
fn compiled(
    folder: &Path,
    name: &str,
    style: &Style,
    inputs: &[Vec<i64>],
) -> Vec<Option<Vec<i64>>> {
    let source = folder.join(format!("corpus/c/filters/{name}.c"));
    let text = fs::read_to_string(source).expect("a filter");
    let (file, program) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&file, format!("{text}\n{}", style.driver(name))).expect("written");
    let built = Command::new("cc")
        .arg("-w")
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .status();
    assert!(built.expect("a compiler").success(), "{name}");
    inputs
        .iter()
        .map(|input| run(&program, style, input))
        .collect()
}

fn run(program: &Path, style: &Style, input: &[i64]) -> Option<Vec<i64>> {
    let (reads, writes) = style.sizes();
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the filter starts");
    let bytes: Vec<u8> = input
        .iter()
        .flat_map(|n| n.to_le_bytes()[..reads].to_vec())
        .collect();
    // A filter that refuses its input may stop reading.
    let _ = child.stdin.take().expect("a pipe").write_all(&bytes);
    let output = child.wait_with_output().expect("the filter ends");
    let number = |bytes: &[u8]| match style {
        Style::InOut(_, "int") => {
            i64::from(i32::from_le_bytes(bytes.try_into().expect("four bytes")))
        }
        _ => bytes
            .iter()
            .rev()
            .fold(0, |all, byte| all << 8 | i64::from(*byte)),
    };
    output
        .status
        .success()
        .then(|| output.stdout.chunks(writes).map(number).collect())
}

/// Inputs that lead through a filter: letters that it treats in a special way, and any others.
fn inputs(special: &[i64], least: i64, most: i64) -> Vec<Vec<i64>> {
    let mut seed = 1_u64;
    let mut random = move |below: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut one = |number: u64| -> Vec<i64> {
        let mut any = || match random(4) {
            0 if !number.is_multiple_of(4) => least + random((most - least + 1) as u64) as i64,
            _ => special[random(special.len() as u64) as usize],
        };
        (0..number / 3).map(|_| any()).collect()
    };
    (0..60).map(&mut one).collect()
}

fn letters(text: &str) -> Vec<i64> {
    text.bytes().map(i64::from).collect()
}

fn same_as_compiled(filters: &[(&str, Style, Vec<i64>)]) {
    let Some(browser) = browser() else { return };
    for (name, style, special) in filters {
        let folder = folder(&format!("browser_{name}"));
        let path = format!("corpus/c/filters/{name}.c");
        let page = match style {
            Style::Program => page(&folder, &["filter", &path]),
            Style::InOut(..) | Style::Emits => {
                page(&folder, &["filter", &path, "--function", name])
            }
        };
        let (least, most) = match style {
            Style::InOut("int", _) => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => (0, 255),
        };
        let inputs = inputs(special, least, most);
        let scenario =
            include_str!("browser/filter.js").replace("INPUTS", &json!(inputs).to_string());
        let seen = visit(browser, &page, &scenario);
        let wanted = compiled(&folder, name, style, &inputs);
        assert_eq!(seen.len(), wanted.len(), "{name}: {seen:?}");
        for ((input, seen), wanted) in inputs.iter().zip(&seen).zip(&wanted) {
            let said = wanted.as_ref().map(|out| {
                let numbers: Vec<String> = out.iter().map(i64::to_string).collect();
                numbers.join(" ")
            });
            assert_eq!(*seen, json!(said), "{name} on {input:?}");
        }
        let defined = wanted.iter().filter(|out| out.is_some()).count();
        assert!(defined > 5, "{name}: inputs that are refused show little");
    }
}

#[test]
fn filters_of_bytes_write_in_the_page_what_the_compiled_program_writes() {
    same_as_compiled(&[
        ("html_unescape", Style::Program, letters("&;lgtamp#39quo")),
        ("base64_encode", Style::Program, letters("abc\n")),
        ("base64_decode_strict", Style::Program, letters("QUJD")),
        ("adler32_append", Style::Program, letters("zZ~")),
        ("run_length_encode", Style::Program, letters("aab")),
        ("percent_decode", Style::Program, letters("%41zF")),
        ("strip_c_comments", Style::Program, letters("/*'\"\\\n a")),
        ("moving_average_4", Style::Program, letters("\u{1}z~")),
    ]);
}

#[test]
fn filters_of_numbers_and_those_that_look_ahead_write_in_the_page_what_the_compiled_program_writes()
{
    let int = || Style::InOut("int", "int");
    let numbers = || vec![0, 1, -1, 5, 100, i64::from(i32::MAX), i64::from(i32::MIN)];
    same_as_compiled(&[
        ("fir_5", int(), numbers()),
        ("peak_hold", int(), numbers()),
        ("median_3", int(), numbers()),
        ("iir_low_pass", int(), numbers()),
        ("zigzag_encode", int(), numbers()),
        ("sum_or_difference", int(), numbers()),
        (
            "utf8_decode",
            Style::InOut("unsigned char", "unsigned int"),
            vec![0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0x41],
        ),
        ("validate_url", Style::Emits, letters("http://ftps:&<\"a")),
    ]);
}
