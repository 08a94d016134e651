//! Small programs that use much of the JDK, on the interpreter and on the real Java machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use front::jvm::replay::{Answer, Call, on_interpreter, on_java};
use ir::Component;
use ir::interp::Value;
use ir::{FloatType, Type};

use crate::support;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// Values that reach the corners of what the programs do.
fn values(ty: Type) -> Vec<Value> {
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Int(_) => [0, 1, -1, 2, 5, 100].map(Value::Int).into(),
        Type::Float(FloatType::F32) => {
            [0.0, -0.0, 1.5, -2.75, f32::NAN, f32::INFINITY, 1e30, 300.7]
                .map(Value::f32)
                .into()
        }
        Type::Float(FloatType::F64) => {
            [0.0, -0.0, 1.5, -2.75, f64::NAN, f64::INFINITY, -1e300, 7.0]
                .map(Value::f64)
                .into()
        }
        Type::Ref => vec![Value::NULL],
    }
}

/// Every choice of arguments.
fn arguments(types: &[Type]) -> Vec<Vec<Value>> {
    types.iter().fold(vec![Vec::new()], |found, &ty| {
        let extend = |args: &Vec<Value>| {
            values(ty)
                .into_iter()
                .map(|v| [args.as_slice(), &[v]].concat())
                .collect::<Vec<_>>()
        };
        found.iter().flat_map(extend).collect()
    })
}

/// Calls every method of a class with many arguments on both machines. Every answer must be the same; those of methods
/// that are not followed to their end are returned by method.
fn compare(classes: &Path, name: &str) -> BTreeMap<String, String> {
    let component: Component = support::component(classes, name);
    let only = std::env::var("MORES_ONLY").ok();
    let mut ours = Vec::new();
    let mut scripts = Vec::new();
    for entry in component
        .methods
        .iter()
        .filter(|m| only.as_ref().is_none_or(|o| m.name.contains(o)))
    {
        let types: Vec<Type> = entry.params.iter().map(|p| p.ty).collect();
        for args in arguments(&types) {
            ours.extend(on_interpreter(
                &component,
                &[(entry, args.clone())],
                20_000_000,
            ));
            scripts.push((
                component.name.clone(),
                vec![Call::of(&component, entry, args)],
            ));
        }
    }
    let theirs = on_java(&[classes.to_owned()], &scripts).unwrap_or_else(|e| panic!("{e}"));
    let mut unknown = BTreeMap::new();
    let mut wrong = Vec::new();
    for (((_, calls), ours), theirs) in scripts.iter().zip(&ours).zip(theirs.iter().flatten()) {
        let method = calls[0].method.clone().unwrap_or_default();
        match ours {
            Answer::Unknown(why) => drop(unknown.insert(method, why.clone())),
            ours if ours != theirs => wrong.push(format!(
                "\n  {name}.{method}{:?}: ir {ours}, java {theirs}",
                calls[0].args
            )),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
    unknown
}

/// Methods that are not followed to their end, and what they say of it.
const BEYOND_US: [(&str, &str); 7] = [
    ("Collections1.map", "HashMap.comesFirst()"),
    ("Floats.round", "the bits of NaN"),
    ("More.future", "System.identityHashCode()"),
    ("Wide.arraysMore", "the bits of NaN"),
    ("Wide.deep", "System.identityHashCode()"),
    ("Zips.adler", "Adler32.update()"),
    ("Zips.ranges", "CRC32.update()"),
];

/// Classes of a folder that are compiled and compared; what is not followed to its end.
fn compare_all(folder: &Path) -> BTreeMap<String, String> {
    let names = support::java_files(folder);
    let files: Vec<PathBuf> = names
        .iter()
        .map(|n| folder.join(format!("{n}.java")))
        .collect();
    let classes = tempfile::tempdir().unwrap();
    support::javac(&files, classes.path());
    let mut unknown = BTreeMap::new();
    for name in names
        .iter()
        .filter(|n| std::env::var("MORES_CLASS").map_or(true, |c| c == **n))
    {
        let methods = compare(classes.path(), name).into_iter();
        unknown.extend(methods.map(|(method, why)| (format!("{name}.{method}"), why)));
    }
    unknown
}

fn assert_empty(unknown: &BTreeMap<String, String>) {
    let shown: String = unknown
        .iter()
        .map(|(method, why)| format!("\n  {method}: {why}"))
        .collect();
    assert!(unknown.is_empty(), "{shown}");
}

#[test]
fn the_jdk_answers_like_the_real_machine() {
    let mut unknown = compare_all(&folder("library"));
    for (method, why) in BEYOND_US {
        let found = unknown.remove(method);
        assert!(
            found.as_ref().is_none_or(|found| found.contains(why)),
            "{method}: {found:?}"
        );
    }
    // Other versions of the JDK must agree with themselves, too, but may need what no one has looked at.
    if java_version() == Some(17) {
        assert_empty(&unknown);
    }
}

/// No property that the real machine has set is taken for unset.
#[test]
fn properties_that_the_machine_sets_are_unknown_or_what_they_are() {
    let output = std::process::Command::new("java")
        .args(["-XshowSettings:properties", "-version"])
        .output()
        .expect("java is installed");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let names = text.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("    ")?.split_once(" = ")?;
        (!name.contains(' ')).then_some(name)
    });
    let ask = |(at, name): (usize, &str)| {
        format!(
            "public static int p{at}(int n) {{ return System.getProperty(\"{name}\") == null ? 0 : n; }}\n"
        )
    };
    let methods: Vec<String> = names.enumerate().map(ask).collect();
    assert!(methods.len() > 30, "{text}");
    let folder = tempfile::tempdir().unwrap();
    let source = format!("public class Asks {{\n{}}}\n", methods.concat());
    std::fs::write(folder.path().join("Asks.java"), source).unwrap();
    compare_all(folder.path());
}

/// The version of the JDK at hand.
fn java_version() -> Option<u32> {
    let version = std::process::Command::new("javac")
        .arg("-version")
        .output()
        .expect("javac is installed");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    version
        .split([' ', '.'])
        .nth(1)
        .and_then(|number| number.trim().parse::<u32>().ok())
}

/// The switches of Java 21, where the JDK at hand knows them.
#[test]
fn switches_over_patterns_answer_like_the_real_machine() {
    if java_version().is_some_and(|major| major >= 21) {
        assert_empty(&compare_all(&folder("library21")));
    }
}

/// What a model would have to guess stays unknown, by name.
#[test]
fn what_depends_on_the_machine_stays_unknown() {
    let classes = tempfile::tempdir().unwrap();
    support::javac(&[folder("refused").join("Refused.java")], classes.path());
    let component = support::component(classes.path(), "Refused");
    let answered = ["charset", "locale", "machineClass", "printed", "separator"];
    for entry in &component.methods {
        let answer =
            on_interpreter(&component, &[(entry, vec![Value::Int(1)])], 20_000_000).remove(0);
        if std::env::var("MORES_SHOW").is_ok() {
            println!("{}: {answer}", entry.name);
        }
        let unknown = matches!(&answer, Answer::Unknown(why) if !why.contains("OutOfSteps"));
        assert_eq!(
            unknown,
            !answered.contains(&entry.name.as_str()),
            "{}: {answer}",
            entry.name
        );
    }
}
