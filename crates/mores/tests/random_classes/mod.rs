//! Random Java classes, and every claim that is made of them held against the real `java`: random calls are made on the
//! class while the printed model is followed, and the tests that the model gives are run.

pub mod generate;
pub mod growing;
mod model;
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use generate::Generated;
use mores::report::{Integers, Report, VerdictKind};
use mores::{Budget, Engine, InterfaceRequest, JUnit, NoProgress, Scheme, junit};

/// Sequences of calls that are made of each class; fewer where each needs the class to be loaded anew.
const WALKS: usize = 300;
const WALKS_ANEW: usize = 60;

/// What came of a number of classes.
#[derive(Debug, Default)]
pub struct Counts {
    pub proved: usize,
    /// Proved unless something overflows, or shown up to a number of calls.
    pub up_to: usize,
    pub unknown: usize,
    /// Refused as a whole.
    pub refused: usize,
    /// Calls whose answer was compared with what a model says.
    pub calls: usize,
    /// Models that speak of what collections hold, which nobody outside can ask for.
    pub not_followed: usize,
    /// Proofs within a scope.
    pub in_scope: usize,
    /// Those of them whose models count what is held.
    pub counted: usize,
    /// Generated tests that were run.
    pub tests: usize,
    /// Why models are not proved, and how often.
    pub reasons: BTreeMap<String, usize>,
    /// Claims that the real class contradicts, in words.
    pub contradicted: Vec<String>,
}

impl Counts {
    fn count(&mut self, report: &Report) {
        let is_proved = report.verdict.kind == VerdictKind::Proved;
        self.in_scope += usize::from(is_proved && report.model.view.scope.is_some());
        let mut registers = report.model.registers.iter();
        self.counted += usize::from(is_proved && registers.any(|r| r.name.ends_with(".size")));
        match report.verdict.kind {
            VerdictKind::Proved => self.proved += 1,
            VerdictKind::UpTo => self.up_to += 1,
            VerdictKind::Unknown | VerdictKind::Violated => self.unknown += 1,
        }
        if let Some(reason) = &report.verdict.reason {
            let short: String = reason
                .chars()
                .filter(|c| !c.is_ascii_digit())
                .take(70)
                .collect();
            *self.reasons.entry(short).or_default() += 1;
        }
    }
}

/// How a class is looked at: mostly plainly, and each way in turn.
pub fn each_way(class: &Generated, folder: &Path) -> InterfaceRequest {
    let mut request = plainly(class, folder);
    request.view.any_arguments = class.seed.is_multiple_of(2);
    match class.seed % 10 {
        5 => request.engine = Engine::MayMust(Scheme::default()),
        6 => {
            request.engine = Engine::Hybrid {
                por: true,
                matching: true,
            }
        }
        7 if class.is_gentle => request.integers = Integers::Mathematical,
        8 if class.constructs_quietly => {
            request.view.allow_exceptions = vec!["IllegalStateException".to_owned()]
        }
        9 if class.text.contains(" m1(") => request.view.exclude = vec!["m1".to_owned()],
        _ => {}
    }
    request
}

/// By default options.
pub fn plainly(class: &Generated, folder: &Path) -> InterfaceRequest {
    InterfaceRequest {
        class: Some(format!("{}.Subject", class.package())),
        ..InterfaceRequest::new(folder)
    }
}

/// A class with what was learned of it.
struct Learned<'c> {
    class: &'c Generated,
    report: Report,
    tests: JUnit,
}

/// Learns the interfaces of classes within a budget each, and compares what they say with what the classes do.
pub fn judge(
    classes: &[Generated],
    request: impl Fn(&Generated, &Path) -> InterfaceRequest,
    budget: impl Fn() -> Budget,
) -> Counts {
    let folder = tempfile::tempdir().expect("a folder");
    let compiled = folder.path().join("compiled");
    compile_subjects(classes, folder.path(), &compiled);
    let mut counts = Counts::default();
    let mut all = Vec::new();
    for class in classes {
        let own = alone(class, folder.path(), &compiled);
        match mores::interface(&request(class, &own), &budget(), &NoProgress) {
            Ok(artifacts) => {
                counts.count(&artifacts.report);
                let report = model::with_plain_counts(&artifacts.report);
                match model::names_what_is_held(&report) {
                    true => counts.not_followed += 1,
                    false => {
                        let tests = junit(&artifacts.report);
                        all.push(Learned {
                            class,
                            report,
                            tests,
                        });
                    }
                }
            }
            Err(why) => {
                counts.refused += 1;
                *counts
                    .reasons
                    .entry(format!("refused: {why}").chars().take(90).collect())
                    .or_default() += 1;
            }
        }
    }
    let judged = folder.path().join("judged");
    compile_judges(&all, folder.path(), &compiled, &judged);
    read(&run(&all, &compiled, &judged), &all, &mut counts);
    counts
}

fn compile_subjects(classes: &[Generated], folder: &Path, into: &Path) {
    let files = classes.iter().map(|class| {
        let place = folder.join("sources").join(class.package());
        fs::create_dir_all(&place).expect("a folder");
        let file = place.join("Subject.java");
        fs::write(&file, &class.text).expect("written");
        file
    });
    let files: Vec<PathBuf> = files.collect();
    javac(&files, &[], into);
}

/// A folder with the classes of one package alone, so that no other is looked at.
fn alone(class: &Generated, folder: &Path, compiled: &Path) -> PathBuf {
    let own = folder.join("alone").join(class.package());
    let package = own.join(class.package());
    fs::create_dir_all(&package).expect("a folder");
    for entry in fs::read_dir(compiled.join(class.package())).expect("compiled classes") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), package.join(entry.file_name())).expect("copied");
    }
    own
}

fn compile_judges(all: &[Learned<'_>], folder: &Path, compiled: &Path, into: &Path) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random_classes");
    let mut files = vec![here.join("Walk.java"), here.join("Main.java")];
    files.extend(stand_ins());
    for learned in all {
        let place = folder.join("judges").join(learned.class.package());
        fs::create_dir_all(&place).expect("a folder");
        let texts = [
            (
                "Judge.java".to_owned(),
                model::judge(learned.class, &learned.report),
            ),
            (
                format!("{}.java", learned.tests.name),
                learned.tests.text.clone(),
            ),
        ];
        for (name, text) in texts {
            fs::write(place.join(&name), text).expect("written");
            files.push(place.join(&name));
        }
    }
    javac(&files, &[compiled], into);
    for learned in all {
        let from = compiled.join(learned.class.package());
        for entry in fs::read_dir(from).expect("compiled classes") {
            let entry = entry.expect("an entry");
            let to = into.join(learned.class.package()).join(entry.file_name());
            fs::copy(entry.path(), to).expect("copied");
        }
    }
}

/// What stands for JUnit, and what runs the tests.
fn stand_ins() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/junit");
    let api = folder.join("org/junit/jupiter/api");
    let names = [
        "Test",
        "DisplayName",
        "Assertions",
        "function/Executable",
        "function/ThrowingSupplier",
    ];
    let files = names.map(|name| api.join(format!("{name}.java")));
    files
        .into_iter()
        .chain([folder.join("Runner.java")])
        .collect()
}

fn javac(files: &[PathBuf], against: &[&Path], into: &Path) {
    fs::create_dir_all(into).expect("a folder");
    let mut command = Command::new("javac");
    command.args([
        "-J-XX:TieredStopAtLevel=1",
        "-J-XX:+UseSerialGC",
        "-proc:none",
    ]);
    command
        .args(["-nowarn", "-Xlint:none", "-g", "-d"])
        .arg(into);
    if !against.is_empty() {
        command
            .arg("-cp")
            .arg(std::env::join_paths(against).expect("no odd names"));
    }
    let output = command.args(files).output().expect("javac runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}",
        said.chars().take(6000).collect::<String>()
    );
}

fn run(all: &[Learned<'_>], compiled: &Path, judged: &Path) -> String {
    let mut command = Command::new("java");
    command.args(["-ea", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"]);
    command
        .arg(std::env::join_paths([judged, compiled]).expect("no odd names"))
        .arg("Main")
        .arg(judged);
    for learned in all {
        let (walks, how) = match learned.class.keeps_statics {
            true => (WALKS_ANEW, "anew"),
            false => (WALKS, "again"),
        };
        let tests = if learned.tests.tests == 0 {
            "-"
        } else {
            &learned.tests.name
        };
        command.args([&learned.class.package(), &walks.to_string(), how, tests]);
    }
    let output = command.output().expect("java runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    said
}

/// Reads what was printed.
fn read(said: &str, all: &[Learned<'_>], counts: &mut Counts) {
    let mut package = String::new();
    let blame = |package: &str, what: &str| {
        let learned = all
            .iter()
            .find(|l| l.class.package() == package)
            .expect("a class that was judged");
        let verdict = &learned.report.verdict;
        format!(
            "{package}: {what}\n{:?} {:?}\n{}",
            verdict.kind, verdict.depth, learned.class.text
        )
    };
    for line in said.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (first, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        match kind {
            "compared" => counts.calls += behind.parse::<usize>().expect("a number"),
            "tests" => first.clone_into(&mut package),
            "passed" => counts.tests += 1,
            "failed" => counts.contradicted.push(blame(&package, line)),
            "contradicted" => counts.contradicted.push(blame(first, behind)),
            _ => {}
        }
    }
}
