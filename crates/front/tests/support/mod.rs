//! Compiled Java classes and random sequences of calls on them.
#![allow(dead_code, reason = "the examples use a part of it")]

pub mod assembler;
pub mod campaign;
pub mod generator;
pub mod groups;
pub mod values;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use base::Random;
use front::jvm::replay::{Answer, Call, on_interpreter, on_java};
use front::jvm::{Source, load};
use ir::interp::Value;
use ir::{Component, Entry, FloatType, Type};

/// The folder with the Java sources of these tests.
pub fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java")
}

/// The names of the classes in that folder.
pub fn subjects() -> Vec<String> {
    java_files(&sources())
}

/// The names of the Java files in a folder.
pub fn java_files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .filter_map(|n| n.strip_suffix(".java").map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// Compiles Java files into a folder.
pub fn javac(files: &[PathBuf], into: &Path) {
    javac_with(&[], files, into);
}

/// Compiles Java files into a folder, with options.
pub fn javac_with(options: &[&str], files: &[PathBuf], into: &Path) {
    let mut javac = Command::new("javac");
    javac
        .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"])
        .args(["-g", "-d"])
        .arg(into)
        .args(options)
        .args(files);
    let output = javac.output().expect("javac is installed");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A folder with all classes of these tests, compiled once.
pub fn compiled() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<PathBuf> = subjects()
            .iter()
            .map(|n| sources().join(format!("{n}.java")))
            .collect();
        javac(&files, folder.path());
        folder
    });
    folder.path()
}

/// The bytes of every compiled class, by internal name.
pub fn class_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let classes = files.filter(|path| path.extension().is_some_and(|e| e == "class"));
    classes
        .map(|path| {
            (
                path.file_stem().unwrap().to_str().unwrap().to_owned(),
                std::fs::read(&path).unwrap(),
            )
        })
        .collect()
}

pub fn component(folder: &Path, class: &str) -> Component {
    let source = Source {
        class: Some(class.to_owned()),
        include_package_access: true,
        ..Source::new(folder)
    };
    load(&source).unwrap_or_else(|e| panic!("{class}: {e}"))
}

/// A value for a parameter: often a corner of its type, often small.
pub fn argument(random: &mut Random, ty: Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(random.chance(1, 2)),
        Type::Ref => Value::NULL,
        Type::Float(FloatType::F32) => Value::f32(float(random) as f32),
        Type::Float(FloatType::F64) => Value::f64(float(random)),
        Type::Int(int) => {
            let (min, max) = (int.min() as i64, int.max() as i64);
            let corner = *random.pick(&[
                0,
                1,
                -1,
                2,
                min,
                max,
                min.wrapping_add(1),
                max - 1,
                31,
                32,
                63,
                64,
                i64::from(i32::MIN),
            ]);
            let value = match random.below(4) {
                0 | 1 => corner,
                2 => random.below(24) as i64 - 12,
                _ => random.bits() as i64,
            };
            Value::Int(int.wrap(value))
        }
    }
}

fn float(random: &mut Random) -> f64 {
    let corners = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        3e9,
        -1e19,
        1e300,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NAN,
    ];
    match random.below(3) {
        0 => *random.pick(&corners),
        1 => random.below(24) as f64 / 4.0 - 3.0,
        _ => f64::from_bits(random.bits()),
    }
}

/// A constructor and some calls after it; now and then a second object, or calls on none.
pub fn sequence<'c>(random: &mut Random, component: &'c Component) -> Vec<(&'c Entry, Vec<Value>)> {
    let mut calls = Vec::new();
    let length = 1 + random.below(12);
    while calls.len() < length {
        let construct = calls.is_empty() && random.chance(14, 15) || random.chance(1, 25);
        let entries = if construct && !component.constructors.is_empty() {
            &component.constructors
        } else {
            &component.methods
        };
        let entry = random.pick(entries);
        let args = entry
            .params
            .iter()
            .map(|p| argument(random, p.ty))
            .collect();
        calls.push((entry, args));
    }
    calls
}

/// Runs random sequences on both machines and compares every answer, up to where the interpreter says it cannot; how
/// often each kind of answer was seen.
pub fn compare(
    folder: &Path,
    classes: &[String],
    sequences_each: usize,
    seed: u64,
) -> BTreeMap<String, usize> {
    let components: Vec<Component> = classes.iter().map(|c| component(folder, c)).collect();
    compare_components(folder, &components, sequences_each, seed)
}

/// Like [`compare`], with classes that are loaded already.
pub fn compare_components(
    folder: &Path,
    components: &[Component],
    sequences_each: usize,
    seed: u64,
) -> BTreeMap<String, usize> {
    let mut random = Random::seeded(seed);
    let mut scripts = Vec::new();
    let mut ours = Vec::new();
    for component in components {
        for _ in 0..sequences_each {
            let calls = sequence(&mut random, component);
            ours.push(on_interpreter(component, &calls, 1_000_000));
            let calls = calls
                .into_iter()
                .map(|(entry, args)| Call::of(component, entry, args))
                .collect();
            scripts.push((component.name.clone(), calls));
        }
        assert_eq!(
            ir::validate(&component.program),
            Ok(()),
            "{}",
            component.name
        );
    }
    let theirs = on_java(&[folder.to_owned()], &scripts).unwrap_or_else(|e| panic!("{e}"));
    let mut seen = BTreeMap::new();
    for (((class, calls), ours), theirs) in scripts.iter().zip(&ours).zip(&theirs) {
        let known = ours
            .iter()
            .take_while(|a| !matches!(a, Answer::Unknown(_)))
            .count();
        assert_eq!(
            ours[..known],
            theirs[..known],
            "{class}: {}",
            shown(calls, ours, theirs)
        );
        ours.iter()
            .for_each(|answer| *seen.entry(kind(answer)).or_default() += 1);
    }
    seen
}

fn shown(calls: &[Call], ours: &[Answer], theirs: &[Answer]) -> String {
    let lines = calls
        .iter()
        .zip(ours)
        .zip(theirs)
        .map(|((call, ours), theirs)| {
            let name = call.method.as_deref().unwrap_or("new");
            format!(
                "\n  {name}{} {:?}: ir {ours}, java {theirs}",
                call.descriptor, call.args
            )
        });
    lines.collect()
}

fn kind(answer: &Answer) -> String {
    match answer {
        Answer::Returned(_) => "returned".to_owned(),
        other => other.to_string(),
    }
}
