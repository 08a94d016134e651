//! Models of filters in Java say what `java` does.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base::{Budget, NoProgress, Random};
use model::transducer::{Failure, Ran, SymbolicTransducer};
use mores::report::VerdictKind;
use mores::{AlgebraRequest, FilterRequest, InputError, Law, Operand, ask, filter};
use tempfile::TempDir;

use crate::replay::inputs::{all_words, interesting, random_word};
use crate::schema::assert_valid;
use crate::support::{javac, one_in};

/// Symbols that each filter is tried on.
const SYMBOLS: usize = 60_000;

/// A filter of the corpus, as its README lists it.
struct Subject {
    class: String,
    method: String,
    states: usize,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/filters")
}

fn subjects() -> Vec<Subject> {
    let text = fs::read_to_string(folder().join("README.md")).expect("the corpus has a README");
    let subject = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", name, _, _, states, ""] = cells[..] else {
            return None;
        };
        let (class, method) = name.strip_prefix('`')?.strip_suffix('`')?.split_once('.')?;
        Some(Subject {
            class: class.to_owned(),
            method: method.to_owned(),
            states: states.parse().ok()?,
        })
    };
    text.lines().filter_map(subject).collect()
}

fn learned(path: &Path) -> (VerdictKind, String, Option<SymbolicTransducer>) {
    let request = FilterRequest {
        replay: true,
        ..FilterRequest::new(path)
    };
    let artifacts = filter(&request, &Budget::unlimited(), &NoProgress).expect("it can be read");
    assert_valid(&artifacts.report);
    let replay = artifacts.report.replay;
    assert!(
        replay.done || artifacts.report.verdict.kind != VerdictKind::Proved,
        "{}: {replay:?}",
        path.display()
    );
    let verdict = artifacts.report.verdict;
    (
        verdict.kind,
        verdict.reason.unwrap_or_default(),
        artifacts.transducer,
    )
}

/// All filters of the corpus, and what calls them, as class files.
fn compiled() -> TempDir {
    let classes = tempfile::tempdir().expect("a folder");
    let files = fs::read_dir(folder())
        .expect("the corpus")
        .map(|file| file.expect("a file").path());
    let files = files.filter(|file| file.extension().is_some_and(|end| end == "java"));
    let mut javac = javac();
    javac.arg("-d").arg(classes.path()).args(files);
    javac.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Drive.java"));
    let made = javac.output().expect("there is a Java compiler");
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    classes
}

fn words(model: &SymbolicTransducer, random: &mut Random) -> Vec<Vec<u64>> {
    let symbols = interesting(model);
    let few: Vec<u64> = symbols.iter().copied().take(14).collect();
    let mut words = all_words(&few, 3);
    while words.iter().map(Vec::len).sum::<usize>() < SYMBOLS {
        words.push(random_word(model, &symbols, 40, random));
    }
    words
}

/// What the real machine says of each word.
fn answers(classes: &Path, subject: &Subject, words: &[Vec<u64>]) -> Vec<String> {
    let lines = words
        .iter()
        .map(|word| hex(word))
        .collect::<Vec<_>>()
        .join("\n")
        + "\n";
    let mut java = Command::new("java");
    java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
        .arg(classes);
    java.args(["Drive", &subject.class, &subject.method])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = java.spawn().expect("there is a Java machine");
    let mut stdin = child.stdin.take().expect("it is piped");
    let writing = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writing.join().expect("no panic").expect("it reads");
    String::from_utf8(output.stdout)
        .expect("hexadecimal digits")
        .lines()
        .map(str::to_owned)
        .collect()
}

fn hex(word: &[u64]) -> String {
    word.iter()
        .map(|symbol| format!("{symbol:x}"))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn filters_do_on_the_real_machine_what_their_models_say() {
    let classes = compiled();
    let all = subjects();
    assert!(all.len() >= 15, "the README lists the filters");
    for subject in all.iter().step_by(one_in(3)) {
        let (kind, reason, model) = learned(&folder().join(format!("{}.java", subject.class)));
        assert_eq!(kind, VerdictKind::Proved, "{}: {reason}", subject.class);
        let model = model.expect("what is proved is a model");
        assert_eq!(model.states.len(), subject.states, "{}", subject.class);
        let words = words(&model, &mut Random::seeded(7));
        let answers = answers(classes.path(), subject, &words);
        assert_eq!(answers.len(), words.len(), "{}", subject.class);
        for (word, answer) in words.iter().zip(&answers) {
            match model.run(word) {
                Ran::Wrote(written) => {
                    assert_eq!(&hex(&written), answer, "{} on {}", subject.class, hex(word))
                }
                other => assert!(
                    answer.starts_with('!'),
                    "{} on {}: {other:?}, {answer}",
                    subject.class,
                    hex(word)
                ),
            }
        }
    }
}

#[test]
fn what_is_no_filter_is_said_to_be_none_and_why() {
    let expected = [
        ("ReadsBackwards", "it reads backwards"),
        ("DependsOnTime", "the answer to System.currentTimeMillis()"),
        ("ChangesItsOutput", "it changes what it has written before"),
        ("LooksIntoTheText", "the whole text that is read"),
    ];
    for (name, why) in expected {
        let (kind, reason, _) = learned(&folder().join(format!("bad/{name}.java")));
        assert_ne!(kind, VerdictKind::Proved, "{name}");
        assert!(reason.contains(why), "{name}: {reason}");
    }
}

#[test]
fn the_text_and_the_stream_are_escaped_alike() -> Result<(), InputError> {
    let operand = |name: &str| Operand {
        request: FilterRequest::new(folder().join(name)),
    };
    let operands = vec![operand("HtmlEscape.java"), operand("HtmlEscapeStream.java")];
    let report = ask(
        &AlgebraRequest {
            law: Law::Equal,
            operands,
        },
        &Budget::unlimited(),
        &NoProgress,
    )?;
    assert_eq!(report.answer, mores::YesNo::Yes);
    Ok(())
}

#[test]
fn what_is_assumed_of_streams_is_said() {
    let assumed = |name: &str| {
        let request = FilterRequest::new(folder().join(name));
        let artifacts =
            filter(&request, &Budget::unlimited(), &NoProgress).expect("it can be read");
        let mut assumptions = artifacts.report.verdict.assumptions;
        assert_eq!(
            assumptions.remove(0),
            "input and output have fewer than 2^28 symbols"
        );
        assumptions
    };
    assert_eq!(
        assumed("UpperBlocks.java"),
        ["a stream that is read in blocks gives one symbol at a time"]
    );
    assert_eq!(
        assumed("Rot13.java"),
        ["capacities that depend on the input are not negative"]
    );
    assert!(assumed("CrlfToLf.java").is_empty());
    assert_eq!(
        assumed("Capitalize.java"),
        ["the program is started without arguments"]
    );
    assert_eq!(
        assumed("QuoteArgument.java"),
        ["the text that is read is a String"]
    );
}

#[test]
fn a_class_without_a_filter_says_what_one_would_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Counts.java");
    fs::write(
        &path,
        "class Counts { static int count(String text, int from) { return text.length() - from; } }",
    )
    .expect("a file");
    let error = filter(
        &FilterRequest::new(&path),
        &Budget::unlimited(),
        &NoProgress,
    )
    .expect_err("it is none");
    assert!(
        error.message.contains("no method that is a filter"),
        "{}",
        error.message
    );
    let named = FilterRequest {
        function: Some("count".to_owned()),
        ..FilterRequest::new(&path)
    };
    let error = filter(&named, &Budget::unlimited(), &NoProgress).expect_err("it is none");
    assert!(
        error.message.contains("`count` is no filter"),
        "{}",
        error.message
    );
}

/// Programs that lose what they write, or whose output depends on how much a read gives, or that give null: what is said.
const TREACHEROUS: [(&str, &str, &str); 9] = [
    (
        "void main(String[] a)",
        "int c; while ((c = System.in.read()) != -1) System.out.write(c);",
        "ends without a flush",
    ),
    (
        "void main(String[] a)",
        "int c; while ((c = System.in.read()) != -1) { System.out.print('x'); System.out.write(c); }",
        "ends without a flush",
    ),
    (
        "void main(String[] a)",
        "byte[] b = new byte[4]; int n = System.in.read(b); if (n > 0) System.out.write(b, 0, n);",
        "how much a read gives at once",
    ),
    (
        "void main(String[] a)",
        "BufferedInputStream in = new BufferedInputStream(System.in, 4); int c = in.read(); int d = System.in.read(); if (d >= 0) System.out.print((char) (d & 0x7f));",
        "how much a read gives at once",
    ),
    (
        "void f(InputStream in, OutputStream out)",
        "byte[] b = new byte[3]; int n = in.read(b); if (n > 0) out.write(b, 0, n);",
        "how much a read gives at once",
    ),
    (
        "void f(InputStream in, OutputStream out)",
        "in.mark(1); int c = in.read(); in.reset(); if (c >= 0) out.write(c);",
        "the machine",
    ),
    (
        "String f(char[] in)",
        "char[] t = in.clone(); return t.length > 1 ? \"a\" : \"b\";",
        "copies the array",
    ),
    (
        "String f(char[] in)",
        "char[] t = new char[1]; System.arraycopy(in, 0, t, 0, 1); return \"x\";",
        "copies the array",
    ),
    (
        "String f(String in)",
        "StringBuilder b = new StringBuilder((String) null); return b.toString();",
        "",
    ),
];

#[test]
fn what_is_lost_or_depends_on_blocks_is_not_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (head, body, why)) in TREACHEROUS.iter().enumerate() {
        let path = folder.path().join(format!("T{number}.java"));
        let head = if head.contains("main") {
            format!("public static {head}")
        } else {
            format!("static {head}")
        };
        let text = format!(
            "import java.io.*;\npublic class T{number} {{ {head} throws Exception {{ {body} }} }}"
        );
        fs::write(&path, text).expect("a file");
        let (kind, reason, model) = learned(&path);
        match why.is_empty() {
            false => {
                assert_ne!(kind, VerdictKind::Proved, "{body}");
                assert!(reason.contains(why), "{body}: {reason}");
            }
            // What is not there is no text: it fails, and the real machine was seen to.
            true => assert!(
                kind == VerdictKind::Proved
                    && model.expect("a model").run(&[]) != Ran::Wrote(Vec::new())
            ),
        }
    }
}

#[test]
fn a_filter_that_gives_null_is_said_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Nothing.java");
    let body = "return in.length() > 0 && in.charAt(0) == 'x' ? null : in;";
    fs::write(
        &path,
        format!("class Nothing {{ static String f(String in) {{ {body} }} }}"),
    )
    .expect("a file");
    let (kind, reason, model) = learned(&path);
    assert_eq!(kind, VerdictKind::Proved, "{reason}");
    let Ran::Undefined {
        failure: Some(Failure::Fails(failure)),
        ..
    } = model.expect("a model").run(&[u64::from(b'x')])
    else {
        panic!("it gives nothing");
    };
    assert!(failure.starts_with("it returns null"), "{failure}");
}

/// What texts answer that are the input, or a part of it, is what the real machine answers; a writer holds what is given.
const ASKED: [&str; 12] = [
    "return in.equals(\"ab\") ? \"yes\" : \"no\";",
    "return \"ab\".equals(in) ? \"yes\" : \"no\";",
    "return in.contentEquals(\"ab\") ? \"yes\" : \"no\";",
    "return in.contains(\"ab\") ? \"yes\" : \"no\";",
    "return in.indexOf(\"ab\") == 1 ? \"yes\" : \"no\";",
    "if (in.isEmpty()) return \"\"; return Character.codePointAt(in, 0) > 0xffff ? \"big\" : \"small\";",
    "if (in.length() < 2) return \"\"; char[] c = new char[2]; in.getChars(0, 2, c, 0); return new String(c);",
    "StringWriter out = new StringWriter(in.length()); for (int i = 0; i < in.length(); i++) { out.write(in.charAt(i)); \
     out.write(\"-\"); out.append('x').append(\"yz\", 0, 1); } return out.toString();",
    "Object made = new StringWriter(); String kind = made instanceof StringWriter ? \"y\" : \"n\"; StringWriter out = (StringWriter) made; \
     for (int i = 0; i < in.length(); i++) { out.write(in.charAt(i)); out.write(kind); } return made.toString();",
    "StringWriter out = new StringWriter(); out.write((String) null); out.append(null); out.write(in, 0, in.length()); \
     return out.toString();",
    "StringBuilder out = new StringBuilder(); for (int i = 0; i < in.length(); i++) { char c = in.charAt(i); \
     if (c < 128) out.append(c); else out.append(\"&#x\").append(Integer.toHexString(c)).append(';'); } return out.toString();",
    "Map<String, String> table = new HashMap<>(); table.put(\"<\", \"&lt;\"); table.put(\">\", \"&gt;\"); \
     StringWriter out = new StringWriter(); for (int i = 0; i < in.length(); i++) { \
     String of = table.get(in.subSequence(i, i + 1).toString()); if (of == null) out.write(in.charAt(i)); else out.write(of); } \
     return out.toString();",
];

#[test]
fn texts_that_are_read_answer_as_on_the_real_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, body) in ASKED.iter().enumerate() {
        let path = folder.path().join(format!("T{number}.java"));
        let head = format!("import java.io.*;\nimport java.util.*;\npublic class T{number}");
        fs::write(
            &path,
            format!("{head} {{ static String f(String in) {{ {body} }} }}"),
        )
        .expect("a file");
        let (kind, reason, _) = learned(&path);
        assert_eq!(kind, VerdictKind::Proved, "{body}: {reason}");
    }
}
