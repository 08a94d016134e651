//! What stands for texts and streams in a filter in Java, held against the real ones: small filters on the interpreter and
//! on the real `java`.

pub mod generate;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base::Random;
use front::jvm::{JavaFilter, Most, Source, load_filter};
use generate::{Form, Program};
use step::events::Subject;
use step::stream::{Filter, Ran};

/// Steps that a run on the interpreter may take: buffers of the JDK are large.
const STEPS: u64 = 3_000_000;

/// A run: which program, whether streams give all at once, and what is read.
struct Case<'p> {
    program: &'p Program,
    most: Most,
    input: Vec<u64>,
}

/// How many runs were compared.
#[derive(Debug, Default)]
pub struct Counts {
    /// Runs on which both did the same.
    pub agreed: usize,
    /// Runs that the interpreter cannot say anything of, by reason.
    pub unknown: BTreeMap<String, usize>,
    /// Statements that stood in programs whose runs agreed, or not known.
    pub agreed_uses: BTreeMap<&'static str, usize>,
    /// Runs on which they did not, in words.
    pub differ: Vec<String>,
}

/// Compares programs, all in one run of the real machine.
pub fn compare(programs: &[Program]) -> Counts {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = compile(programs, folder.path());
    let cases: Vec<Case<'_>> = programs.iter().flat_map(cases).collect();
    let theirs = judge(&classes, folder.path(), &cases);
    assert_eq!(theirs.len(), cases.len(), "an answer for each run");
    let mut counts = Counts::default();
    let mut filters: BTreeMap<(String, bool), Result<Filter, String>> = BTreeMap::new();
    for (case, theirs) in cases.iter().zip(&theirs) {
        let key = (case.program.class.clone(), case.most == Most::All);
        let filter = filters.entry(key).or_insert_with(|| load(&classes, case));
        match ours(filter, &case.input) {
            Err(why) => *counts.unknown.entry(why).or_default() += 1,
            Ok(ours) if ours == *theirs => {
                counts.agreed += 1;
                case.program
                    .uses
                    .iter()
                    .for_each(|u| *counts.agreed_uses.entry(u).or_default() += 1);
            }
            Ok(ours) => counts.differ.push(format!(
                "{} reads {:x?} ({:?}): ours {ours}, java {theirs}\n{}",
                case.program.class, case.input, case.most, case.program.text
            )),
        }
    }
    counts
}

fn cases(program: &Program) -> Vec<Case<'_>> {
    let mut random = Random::seeded(program.text.len() as u64);
    let symbols: &[u64] = match program.form.bits() {
        8 => &[0x61, 0x3c, 0x0a, 0x0d, 0, 0x80, 0xff, 0x31],
        _ => &[
            0x61, 0x3c, 0x0a, 0x0d, 0, 0xe9, 0x20ac, 0xd83d, 0xde00, 0xffff,
        ],
    };
    let word = |length: usize, random: &mut Random| {
        (0..length)
            .map(|_| *random.pick(symbols))
            .collect::<Vec<u64>>()
    };
    let inputs = [
        Vec::new(),
        word(1, &mut random),
        word(2 + random.below(5), &mut random),
    ];
    let both: &[Most] = if program.form.is_streamed() {
        &[Most::All, Most::One]
    } else {
        &[Most::All]
    };
    let case = |most: &Most| {
        inputs
            .iter()
            .map(|input| Case {
                program,
                most: *most,
                input: input.clone(),
            })
            .collect()
    };
    both.iter()
        .flat_map(|most| -> Vec<Case<'_>> { case(most) })
        .collect()
}

fn compile(programs: &[Program], folder: &Path) -> PathBuf {
    let classes = folder.join("classes");
    fs::create_dir_all(&classes).expect("a folder");
    let mut files: Vec<PathBuf> = Vec::new();
    for program in programs {
        let file = folder.join(format!("{}.java", program.class));
        fs::write(&file, &program.text).expect("written");
        files.push(file);
    }
    files.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand_ins/Judge.java"));
    let output = Command::new("javac")
        .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"])
        .args(["-nowarn", "-g", "-d"])
        .arg(&classes)
        .args(&files)
        .output();
    let output = output.expect("javac runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    classes
}

fn judge(classes: &Path, folder: &Path, cases: &[Case<'_>]) -> Vec<String> {
    let line = |case: &Case<'_>| {
        let symbols: String = case
            .input
            .iter()
            .map(|symbol| format!(" {symbol:x}"))
            .collect();
        let most = if case.most == Most::One { "one" } else { "all" };
        format!("{} {most}{symbols}\n", case.program.class)
    };
    let lines: String = cases.iter().map(line).collect();
    let mut java = Command::new("java");
    java.args([
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--add-opens",
        "java.base/java.lang=ALL-UNNAMED",
        "-cp",
    ]);
    java.arg(classes).arg("Judge").arg(classes).arg(folder);
    let mut child = java
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    let writing = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writing.join().expect("no panic").expect("it reads");
    assert!(output.status.success(), "the judge failed");
    String::from_utf8(output.stdout)
        .expect("text")
        .lines()
        .map(str::to_owned)
        .collect()
}

fn load(classes: &Path, case: &Case<'_>) -> Result<Filter, String> {
    let source = Source {
        class: Some(case.program.class.clone()),
        ..Source::new(classes)
    };
    let method = if case.program.form == Form::Main {
        "main"
    } else {
        "f"
    };
    let loaded = load_filter(&source, Some(method), case.most).map_err(|e| e.to_string())?;
    let JavaFilter {
        program,
        start,
        endings,
        streams,
        ..
    } = loaded;
    let subject = Subject {
        program,
        start,
        endings,
    };
    let (reads, writes) = (streams.reads, streams.writes);
    let (terminated, buffered) = (streams.terminated, streams.buffered);
    Ok(Filter {
        in_place: false,
        counted: false,
        subject,
        reads,
        writes,
        terminated,
        buffered,
        ends_with_zero: streams.ends_with_zero,
    })
}

/// In the words of the judge; `Err` if it is not known.
fn ours(filter: &Result<Filter, String>, input: &[u64]) -> Result<String, String> {
    let filter = filter.as_ref().map_err(Clone::clone)?;
    match filter.run(input, STEPS) {
        Ran::Wrote(symbols) => {
            let symbols: String = symbols
                .iter()
                .map(|symbol| format!(" {symbol:x}"))
                .collect();
            Ok(format!("w{symbols}"))
        }
        Ran::Fails { what, .. } if what == "it returns null" => Ok("null".to_owned()),
        Ran::Fails { what, .. } => Ok(format!("!{}", what.rsplit('$').next().unwrap_or(&what))),
        Ran::Discarded => Err("nobody asks".to_owned()),
        Ran::Unknown(why) => Err(why.to_string()),
    }
}
