//! Classes in two versions, compiled: as they are, and changed so that callers see it.

pub mod corpus;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mores::InterfaceRequest;

/// The step in which subjects are taken: every `n`-th, or all of them if `MORES_ALL` is set.
pub fn one_in(n: usize) -> usize {
    std::env::var_os("MORES_ALL").map_or(n, |_| 1)
}

/// A class, and a change that its callers see: what stands in its source, and what takes its place.
pub struct Mutant {
    /// The file below the corpus, or below `clients`.
    pub file: &'static str,
    /// The class.
    pub class: &'static str,
    pub from: &'static str,
    pub to: &'static str,
}

const fn mutant(
    file: &'static str,
    class: &'static str,
    from: &'static str,
    to: &'static str,
) -> Mutant {
    Mutant {
        file,
        class,
        from,
        to,
    }
}

pub const MUTANTS: [Mutant; 25] = [
    mutant(
        "PipedOutputStream.java",
        "PipedOutputStream",
        "sink != 0 || snkConnected",
        "sink != 0",
    ),
    mutant("Example.java", "Example", "", ""),
    mutant(
        "EnumParam.java",
        "EnumParam",
        "level != Level.OFF",
        "level == Level.LOW",
    ),
    mutant(
        "SinkParam.java",
        "SinkParam",
        "snk.connected) {",
        "!snk.connected) {",
    ),
    mutant("JobParam.java", "JobParam", "return 1;", "return 2;"),
    mutant(
        "KeyHolder.java",
        "KeyHolder",
        "this.key != key",
        "this.key == key",
    ),
    mutant(
        "SmallBuffer.java",
        "SmallBuffer",
        "capacity > 3",
        "capacity > 2",
    ),
    mutant(
        "StringParam.java",
        "StringParam",
        "name.length() < 2",
        "name.length() < 1",
    ),
    mutant(
        "ArrayParam.java",
        "ArrayParam",
        "data[0] < 0",
        "data[0] < -3",
    ),
    mutant("BoxedParam.java", "BoxedParam", "limit < 0", "limit < 5"),
    mutant(
        "FloatParam.java",
        "FloatParam",
        "factor <= 0.0f",
        "factor <= 1.5f",
    ),
    mutant(
        "StaticCounter.java",
        "StaticCounter",
        "limit += 2",
        "limit += 1",
    ),
    mutant("StaticSlots.java", "StaticSlots", "", ""),
    mutant("StaticGate.java", "StaticGate", "if (!open)", "if (false)"),
    mutant("SharedNode.java", "SharedNode", "node.ready = false;", ""),
    mutant(
        "TwoNodes.java",
        "TwoNodes",
        "from.mark != 1",
        "from.mark == 3",
    ),
    mutant("EnumBodies.java", "EnumBodies", "LOW(30)", "LOW(20)"),
    mutant(
        "shop/Order.java",
        "shop.Order",
        "offered.number < 7",
        "offered.number < 8",
    ),
    mutant(
        "shop/Depot.java",
        "shop.Depot$Shelf",
        "places < 1",
        "places < 2",
    ),
    mutant("shop/Gate.java", "shop.Gate", "open = false;", ""),
    mutant("ByteMode.java", "ByteMode", "", ""),
    mutant("CharAt.java", "CharAt", "", ""),
    mutant("Overloads.java", "Overloads", "", ""),
    mutant("Varargs.java", "Varargs", "", ""),
    mutant("LongRange.java", "LongRange", "", ""),
];

impl Mutant {
    fn path(&self) -> PathBuf {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        match self.file.contains('/') {
            true => here.join("tests/clients").join(self.file),
            false => here.join("../../corpus/java").join(self.file),
        }
    }

    /// Whether it has a change; some classes are here for their calls alone.
    pub fn changes(&self) -> bool {
        !self.from.is_empty()
    }

    /// The class among compiled ones.
    pub fn request(&self, classes: &Path) -> InterfaceRequest {
        InterfaceRequest {
            class: Some(self.class.to_owned()),
            ..InterfaceRequest::new(classes)
        }
    }

    /// The name of the class without its package, as a name of its own.
    pub fn simple(&self) -> String {
        self.class
            .rsplit('.')
            .next()
            .unwrap_or(self.class)
            .replace('$', "")
    }

    /// The package, with a point at the end.
    pub fn package(&self) -> &str {
        self.class
            .rfind('.')
            .map_or("", |point| &self.class[..=point])
    }
}

/// Compiles all mutants, unchanged and changed, into folders `old` and `new` of this one.
pub fn compile_versions(folder: &Path) -> (PathBuf, PathBuf) {
    let (old, new) = (folder.join("old"), folder.join("new"));
    let sources = folder.join("changed");
    let mut changed = Vec::new();
    for mutant in &MUTANTS {
        let text = fs::read_to_string(mutant.path()).expect("the source is there");
        assert!(
            text.contains(mutant.from),
            "{}: {} is not in it",
            mutant.file,
            mutant.from
        );
        let path = sources.join(mutant.file);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder");
        fs::write(&path, text.replacen(mutant.from, mutant.to, 1)).expect("written");
        changed.push(path);
    }
    let plain: Vec<PathBuf> = MUTANTS.iter().map(Mutant::path).collect();
    compile(&plain, &[], &old);
    compile(&changed, &[], &new);
    (old, new)
}

/// The compiler, without the compiler and collector that pay off in long runs only: a third of the time is saved.
pub fn javac() -> Command {
    let mut command = Command::new("javac");
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    command
}

/// Compiles files into a folder, against other folders.
pub fn compile(sources: &[PathBuf], against: &[&Path], into: &Path) {
    compile_with(&["-nowarn"], sources, against, into);
}

/// Compiles files into a folder with these options, against other folders.
pub fn compile_with(options: &[&str], sources: &[PathBuf], against: &[&Path], into: &Path) {
    fs::create_dir_all(into).expect("a folder");
    let mut command = javac();
    command.args(options).args(["-g", "-d"]).arg(into);
    if !against.is_empty() {
        command
            .arg("-cp")
            .arg(std::env::join_paths(against).expect("no odd names"));
    }
    let output = command.args(sources).output().expect("javac runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The sources of what stands for JUnit, and of what runs the tests.
pub fn stand_ins() -> Vec<PathBuf> {
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

/// Runs a class, with assertions on.
pub fn java(class_path: &[&Path], args: &[&str]) -> Output {
    let mut command = Command::new("java");
    command
        .args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(std::env::join_paths(class_path).expect("no odd names"));
    command.args(args).output().expect("java runs")
}

/// What a program printed.
pub fn printed(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
