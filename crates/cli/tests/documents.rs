//! Every example of the documents is run, and gives what the document shows.
//!
//! An example is a block whose first line begins with `$ `. Its commands are run by a shell, in a folder that all blocks of
//! a document share. `…` stands for lines that are left out, and at the end of a line for the rest of that line. Times and
//! versions may differ, and so may lines inside the JDK. A block below `<!-- not run: WHY -->` is left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{folder, root};

/// The documents with examples, one test each, so that they run side by side.
macro_rules! documents {
    ($($test:ident: $path:literal,)*) => {
        const DOCUMENTS: &[&str] = &[$($path),*];
        $(
            #[test]
            fn $test() {
                document($path);
            }
        )*
    };
}

documents! {
    readme: "README.md",
    algebra: "docs/algebra.md",
    check: "docs/check.md",
    ci: "docs/ci.md",
    diagnosis: "docs/diagnosis.md",
    diff: "docs/diff.md",
    emit: "docs/emit.md",
    equal: "docs/equal.md",
    errors: "docs/errors.md",
    filter: "docs/filter.md",
    generate: "docs/generate.md",
    install: "docs/install.md",
    interface: "docs/interface.md",
    models: "docs/models.md",
    search: "docs/search.md",
    soundness: "docs/soundness.md",
    survey: "docs/survey.md",
}

#[test]
fn every_document_with_examples_has_a_test() {
    let docs = fs::read_dir(root().join("docs")).expect("there are documents");
    let docs = docs.map(|entry| entry.expect("an entry can be read").path());
    let named = |path: &PathBuf| {
        DOCUMENTS
            .iter()
            .any(|document| root().join(document) == *path)
    };
    let forgotten: Vec<PathBuf> = docs
        .chain([root().join("README.md"), root().join("ARCHITECTURE.md")])
        .filter(|path| path.extension().is_some_and(|end| end == "md") && !named(path))
        .filter(|path| !examples(&read(path)).is_empty())
        .collect();
    assert_eq!(forgotten, Vec::<PathBuf>::new());
}

#[test]
fn what_may_differ_is_masked_and_what_is_left_out_matches_anything() {
    assert!(matches("4 states; 0.08 s\n", "4 states; 12.31 s\n"));
    assert!(!matches("4 states; 0.08 s\n", "5 states; 0.08 s\n"));
    assert!(matches("a\n…\nd\n", "a\nb\nc\nd\n") && !matches("a\n…\nd\n", "a\nb\n"));
    assert!(matches("a > …\n", "a > b > c\n") && !matches("a\n", "a\nb\n"));
    let old = format!("{{ \"mores\": \"{}\" }}\n", env!("CARGO_PKG_VERSION"));
    assert!(matches("{ \"mores\": \"0.1.0\" }\n", &old));
}

fn document(path: &str) {
    let text = read(&root().join(path));
    let examples = examples(&text);
    let folder = folder(&format!("documents-{}", path.replace(['/', '.'], "-")));
    for Example {
        line,
        command,
        shows,
    } in examples
    {
        let found = run(&folder, &command);
        let (shows, found) = match command.contains(" java.") {
            true => (without_lines(&shows), without_lines(&found)),
            false => (shows, found),
        };
        assert!(
            matches(&shows, &found),
            "{path}:{line}: {command}\n--- shown:\n{shows}--- found:\n{found}"
        );
    }
}

/// A command and what it prints, as a document has them.
struct Example {
    line: usize,
    command: String,
    shows: String,
}

/// The commands of all blocks that are to be run.
fn examples(text: &str) -> Vec<Example> {
    let (mut found, mut block) = (Vec::new(), Vec::new());
    // Of the block that a line lies in, whether its commands are run; of a line outside, nothing.
    let mut runs = None;
    let mut above = "";
    for (at, line) in text.lines().enumerate() {
        match (line.starts_with("```"), runs) {
            (true, None) => runs = Some(!above.starts_with("<!-- not run: ")),
            (true, Some(_)) => {
                found.append(&mut block);
                (runs, above) = (None, "");
            }
            (false, Some(true)) => add(&mut block, at + 1, line),
            (false, None) if !line.is_empty() => above = line,
            (false, _) => {}
        }
    }
    found
}

/// Adds a line to what a block has. A block that begins otherwise than with a command holds no example.
fn add(block: &mut Vec<Example>, line: usize, text: &str) {
    match (text.strip_prefix("$ "), block.last_mut()) {
        (Some(command), _) => block.push(Example {
            line,
            command: command.to_owned(),
            shows: String::new(),
        }),
        (None, Some(example)) if example.command.ends_with('\\') => {
            example.command.pop();
            example.command += text.trim_start();
        }
        (None, Some(example)) => example.shows += &format!("{text}\n"),
        (None, None) => {}
    }
}

/// What a command prints.
fn run(folder: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_mores"));
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let own = program.parent().map(Path::to_path_buf);
    let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&folders)));
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .env("PATH", path.expect("folders of a path"))
        .env_remove("COLUMNS")
        .env("MORES_CACHE", folder.join("cache"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    String::from_utf8(output.stdout).expect("output is text")
}

fn matches(shown: &str, found: &str) -> bool {
    let (shown, found) = (masked(shown), masked(found));
    let (shown, found): (Vec<&str>, Vec<&str>) = (shown.lines().collect(), found.lines().collect());
    lines_match(&shown, &found)
}

fn lines_match(shown: &[&str], found: &[&str]) -> bool {
    let Some((&first, rest)) = shown.split_first() else {
        return found.is_empty();
    };
    if first.trim() == "…" {
        return (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..]));
    }
    let Some((line, others)) = found.split_first() else {
        return false;
    };
    let alike = match first.strip_suffix('…') {
        Some(begins) => line.starts_with(begins),
        None => line.trim_end() == first.trim_end(),
    };
    alike && lines_match(rest, others)
}

/// Without times and versions: numbers with a point before ` s`, and all with two points.
fn masked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        let end = number.find(|c: char| !(c.is_ascii_digit() || c == '.'));
        let (number, after) = number.split_at(end.unwrap_or(number.len()));
        let ends = |c: char| !c.is_alphanumeric();
        let time = number.contains('.')
            && (after.strip_prefix(" s"))
                .is_some_and(|after| after.is_empty() || after.starts_with(ends));
        let masked = time || number.trim_end_matches('.').matches('.').count() == 2;
        out.push_str(before);
        out.push_str(if masked { "0" } else { number });
        rest = after;
    }
    out + rest
}

/// Without the numbers of lines in Java files, which are those of one version of the JDK.
fn without_lines(text: &str) -> String {
    let mut parts = text.split(".java:");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += ".java:";
        out += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
