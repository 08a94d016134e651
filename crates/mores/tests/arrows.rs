//! The arrows between the crates of the workspace are those of the design, and nothing below the command line
//! talks to a terminal. What is checked is what `cargo metadata` and the sources say.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The table of the design: each crate and the crates of the workspace that it may use.
///
/// A crate stands after all crates that it uses. Tests may use more than the code they test (see [`may_use`]), but
/// only crates that stand earlier in this table: what a test of a crate needs is never built on top of that crate.
const TABLE: [(&str, &[&str]); 17] = [
    ("base", &[]),
    ("smt", &["base"]),
    ("ir", &["base"]),
    ("front", &["base", "ir"]),
    ("symex", &["base", "ir", "smt"]),
    ("step", &["base", "ir", "smt", "symex"]),
    ("model", &["base", "smt"]),
    ("cert", &["base", "smt", "step", "model"]),
    ("mc", &["base", "smt", "step", "model", "cert"]),
    ("learn", &["base", "model"]),
    (
        "teach",
        &[
            "base", "smt", "ir", "front", "symex", "step", "model", "cert", "mc", "learn",
        ],
    ),
    ("emit", &["base", "smt", "model", "cert"]),
    ("generate", &["base", "smt", "model"]),
    (
        "mores",
        &[
            "base", "smt", "ir", "front", "symex", "step", "model", "cert", "mc", "learn", "teach",
            "emit", "generate",
        ],
    ),
    ("project", &["mores"]),
    ("cli", &["mores", "project"]),
    // It measures single steps and summaries, too.
    (
        "bench",
        &[
            "base", "smt", "ir", "front", "step", "model", "learn", "mores",
        ],
    ),
];

/// The crates that talk to people: they alone may print, parse arguments and exit.
const FACES: [&str; 2] = ["cli", "bench"];

/// Crates for argument parsing, colours and terminals.
const TERMINAL: [&str; 20] = [
    "anstream",
    "anstyle",
    "argh",
    "atty",
    "clap",
    "colored",
    "comfy-table",
    "console",
    "crossterm",
    "dialoguer",
    "indicatif",
    "is-terminal",
    "lexopt",
    "nu-ansi-term",
    "owo-colors",
    "pico-args",
    "ratatui",
    "termcolor",
    "terminal_size",
    "yansi",
];

/// What the source of a library must not contain.
const FORBIDDEN: [&str; 8] = [
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "dbg!",
    "todo!",
    "unimplemented!",
    "process::exit",
];

#[test]
fn the_arrows_of_the_workspace_are_those_of_the_design() {
    assert_eq!(violations(&workspace()), Vec::<String>::new());
}

#[test]
fn the_table_is_the_one_of_the_page() {
    let rows = TABLE.iter().map(|(name, used)| {
        let used: Vec<String> = used.iter().map(|one| format!("`{one}`")).collect();
        let used = if used.is_empty() {
            "nothing".to_owned()
        } else {
            used.join(", ")
        };
        format!("| `{name}` | {used} |\n")
    });
    let table: String = ["| crate | uses |\n|---|---|\n".to_owned()]
        .into_iter()
        .chain(rows)
        .collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let page = fs::read_to_string(page).expect("the page is there");
    assert!(
        page.contains(&format!("{table}\n")),
        "ARCHITECTURE.md lacks this table:\n{table}"
    );
}

/// docs/soundness.md names every file with a marked place, and how many there are.
#[test]
fn all_marked_places_are_listed() {
    let mut found: Vec<(String, usize)> = Vec::new();
    for member in workspace() {
        for file in sources(&member.folder.join("src")) {
            let source = fs::read_to_string(&file).expect("source is text");
            let places = source.matches("Soundness:").count();
            if places > 0 {
                let crates = member.folder.parent().expect("crates lie in a folder");
                let name = file
                    .strip_prefix(crates)
                    .expect("files lie below their crate");
                found.push((name.display().to_string(), places));
            }
        }
    }
    found.sort();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/soundness.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let listed: Vec<(String, usize)> = page.lines().filter_map(listed).collect();
    assert_eq!(listed, found);
}

/// ``| `file` | places | … |``
fn listed(row: &str) -> Option<(String, usize)> {
    let (file, rest) = row.strip_prefix("| `")?.split_once("` | ")?;
    let (places, _) = rest.split_once(" | ")?;
    Some((file.to_owned(), places.parse().ok()?))
}

#[test]
fn no_library_prints_exits_or_is_left_undone() {
    let found: Vec<String> = workspace()
        .iter()
        .filter(|member| !is_face(&member.name))
        .flat_map(talk)
        .collect();
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn every_file_of_tests_is_part_of_the_test_program_of_its_crate() {
    for member in workspace() {
        let tests = member.folder.join("tests");
        let Ok(main) = fs::read_to_string(tests.join("main.rs")) else {
            assert!(!tests.exists(), "{} has no main.rs", tests.display());
            continue;
        };
        let forgotten: Vec<PathBuf> = fs::read_dir(&tests)
            .expect("it has entries")
            .map(|entry| entry.expect("an entry can be read").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .filter(|path| {
                let name = path.file_stem().and_then(|name| name.to_str());
                let name = name.expect("files are named plainly");
                name != "main" && !main.contains(&format!("mod {name};"))
            })
            .collect();
        assert_eq!(
            forgotten,
            Vec::<PathBuf>::new(),
            "main.rs does not name them"
        );
    }
}

#[test]
fn every_crate_of_the_table_exists_and_stands_after_what_it_uses() {
    let members: Vec<String> = workspace().into_iter().map(|member| member.name).collect();
    for (position, (name, used)) in TABLE.iter().enumerate() {
        assert!(
            members.iter().any(|member| member == name),
            "{name} is in the table but not in the workspace"
        );
        let earlier: Vec<&str> = TABLE[..position].iter().map(|(name, _)| *name).collect();
        assert!(
            used.iter().all(|one| earlier.contains(one)),
            "{name} uses a crate that does not stand before it"
        );
    }
}

#[test]
fn a_forbidden_arrow_is_found() {
    let learner = member("learn", &[("base", Kind::Normal), ("smt", Kind::Normal)]);
    assert_eq!(violations(&[learner]), ["learn must not use smt"]);
    let checker = member("cert", &[("mc", Kind::Dev)]);
    assert_eq!(
        violations(&[checker]),
        ["cert must not use mc, not even in its tests"]
    );
    let builder = member("cert", &[("ir", Kind::Build)]);
    assert_eq!(violations(&[builder]), ["cert must not use ir"]);
}

#[test]
fn a_crate_that_the_table_does_not_know_is_found() {
    assert_eq!(
        violations(&[member("utils", &[])]),
        ["utils is not in the table"]
    );
}

#[test]
fn a_terminal_below_the_command_line_is_found() {
    let library = member("emit", &[("clap", Kind::Normal), ("serde", Kind::Normal)]);
    assert_eq!(
        violations(&[library]),
        ["emit must not use clap: it is for cli"]
    );
    assert_eq!(
        violations(&[member("cli", &[("clap", Kind::Normal)])]),
        Vec::<String>::new()
    );
}

#[test]
fn tests_may_use_what_stands_earlier_in_the_table() {
    assert_eq!(
        violations(&[member("symex", &[("front", Kind::Dev)])]),
        Vec::<String>::new()
    );
    assert_eq!(
        violations(&[member("symex", &[("front", Kind::Normal)])]),
        ["symex must not use front"]
    );
}

#[test]
fn a_forbidden_word_is_found_in_code_and_not_in_comments() {
    assert_eq!(forbidden_in("    println!(\"{x}\");"), ["println!"]);
    assert_eq!(
        forbidden_in("a(); std::process::exit(1);"),
        ["process::exit"]
    );
    assert_eq!(forbidden_in("x => todo!(),"), ["todo!"]);
    assert_eq!(
        forbidden_in("/// never calls println! or todo!"),
        Vec::<&str>::new()
    );
    assert_eq!(
        forbidden_in("my_println!(\"{x}\"); pretty_print(todo);"),
        Vec::<&str>::new()
    );
}

/// A crate of the workspace, as much of it as matters here.
struct Member {
    name: String,
    uses: Vec<(String, Kind)>,
    folder: PathBuf,
}

/// What a dependency is for.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Normal,
    Build,
    Dev,
}

fn member(name: &str, uses: &[(&str, Kind)]) -> Member {
    let uses = uses
        .iter()
        .map(|(to, kind)| (to.to_string(), *kind))
        .collect();
    Member {
        name: name.into(),
        uses,
        folder: PathBuf::new(),
    }
}

fn violations(members: &[Member]) -> Vec<String> {
    members.iter().flat_map(violations_of).collect()
}

fn violations_of(member: &Member) -> Vec<String> {
    let name = &member.name;
    if position(name).is_none() {
        return vec![format!("{name} is not in the table")];
    }
    member
        .uses
        .iter()
        .filter_map(|(to, kind)| violation(name, to, *kind))
        .collect()
}

fn violation(name: &str, to: &str, kind: Kind) -> Option<String> {
    if TERMINAL.contains(&to) && kind != Kind::Dev && !is_face(name) {
        return Some(format!("{name} must not use {to}: it is for cli"));
    }
    if position(to).is_none() || may_use(name, to, kind) {
        return None;
    }
    let even = if kind == Kind::Dev {
        ", not even in its tests"
    } else {
        ""
    };
    Some(format!("{name} must not use {to}{even}"))
}

fn may_use(name: &str, to: &str, kind: Kind) -> bool {
    match kind {
        Kind::Normal | Kind::Build => TABLE
            .iter()
            .any(|(crate_name, used)| *crate_name == name && used.contains(&to)),
        Kind::Dev => position(to) < position(name),
    }
}

fn position(name: &str) -> Option<usize> {
    TABLE.iter().position(|(crate_name, _)| *crate_name == name)
}

fn is_face(name: &str) -> bool {
    FACES.contains(&name)
}

fn workspace() -> Vec<Member> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs the test, so cargo can be run");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let members: Vec<Member> = list(&metadata, "packages")
        .iter()
        .map(read_member)
        .collect();
    assert!(
        members.len() > 2,
        "cargo metadata shows the whole workspace"
    );
    members
}

fn read_member(package: &Value) -> Member {
    let manifest = Path::new(text(package, "manifest_path"));
    Member {
        name: text(package, "name").into(),
        uses: list(package, "dependencies").iter().map(read_use).collect(),
        folder: manifest
            .parent()
            .expect("a manifest lies in a folder")
            .into(),
    }
}

fn read_use(dependency: &Value) -> (String, Kind) {
    let kind = match dependency["kind"].as_str() {
        None => Kind::Normal,
        Some("build") => Kind::Build,
        Some("dev") => Kind::Dev,
        Some(other) => panic!("cargo metadata has a new kind of dependency: {other}"),
    };
    (text(dependency, "name").into(), kind)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} is a text"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key]
        .as_array()
        .unwrap_or_else(|| panic!("{key} is a list"))
}

/// Where the source of a crate prints, exits or is not finished: `file:line: word`.
fn talk(member: &Member) -> Vec<String> {
    let files = sources(&member.folder.join("src"));
    assert!(!files.is_empty(), "{} has source", member.name);
    files.iter().flat_map(|file| talk_in(file)).collect()
}

fn talk_in(file: &Path) -> Vec<String> {
    let source = fs::read_to_string(file).expect("source is text");
    let words = source
        .lines()
        .enumerate()
        .flat_map(|(at, line)| forbidden_in(line).into_iter().map(move |w| (at, w)));
    words
        .map(|(at, word)| format!("{}:{}: {word}", file.display(), at + 1))
        .collect()
}

fn forbidden_in(line: &str) -> Vec<&'static str> {
    if line.trim_start().starts_with("//") {
        return Vec::new();
    }
    FORBIDDEN
        .into_iter()
        .filter(|word| contains_word(line, word))
        .collect()
}

/// Whether the word occurs where it is not the tail of a longer name.
fn contains_word(line: &str, word: &str) -> bool {
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry can be read").path())
        .collect();
    paths.sort();
    let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    let own = files
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    own.chain(folders.iter().flat_map(|folder| sources(folder)))
        .collect()
}
