//! Lists hold what a client can use, and say how many classes they leave out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use project::subjects::{Subject, Subjects, View, subjects};

fn found(named: &[&Path]) -> Subjects {
    let named: Vec<PathBuf> = named.iter().map(|path| path.to_path_buf()).collect();
    subjects(&named, &[]).unwrap()
}

fn names(found: &Subjects) -> Vec<&str> {
    found.subjects.iter().map(|s| s.name.as_str()).collect()
}

const SHAPES: &str = "
package shapes;
public class Circle {
    public void draw() { new Object() { }; }
    public static class Part { public void f() { } }
    class Inner { public void f() { } }
    private static class Hidden { public class Deep { public void f() { } } }
    public interface Listener { }
    public @interface Note { }
    public enum Colour { RED }
    public static abstract class Base { public void f() { } }
    public static class Tools { private Tools() { } public static int one() { return 1; } }
    public static class Made {
        private Made() { }
        public static Made of() { return new Made(); }
        public void f() { }
    }
}
";

/// A folder of sources with all kinds of classes, compiled beside.
fn shapes(folder: &Path) -> (PathBuf, PathBuf) {
    let (sources, classes) = (folder.join("src"), folder.join("classes"));
    fs::create_dir_all(sources.join("shapes")).unwrap();
    fs::create_dir_all(&classes).unwrap();
    let file = sources.join("shapes/Circle.java");
    fs::write(&file, SHAPES).unwrap();
    fs::write(sources.join("shapes/package-info.java"), "package shapes;").unwrap();
    let mut javac = Command::new("javac");
    let status = javac.arg("-d").arg(&classes).arg(&file).status().unwrap();
    assert!(status.success());
    (sources, classes)
}

const KEPT: [&str; 3] = ["shapes.Circle", "shapes.Circle.Made", "shapes.Circle.Part"];

#[test]
fn classes_that_nobody_can_use_are_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (sources, classes) = shapes(folder.path());
    for path in [&sources, &classes] {
        let found = found(&[path]);
        assert_eq!(names(&found), KEPT);
        let counts: Vec<(&str, usize)> = found.left_out.into_iter().collect();
        let expected = [
            ("abstract", 1),
            ("annotations", 1),
            ("anonymous, local or made by the compiler", 1),
            ("enumerations", 1),
            ("interfaces", 1),
            ("not public", 3),
            ("without public constructor or factory", 1),
        ];
        assert_eq!(counts, expected);
    }
}

#[test]
fn a_subject_says_what_the_command_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let (sources, classes) = shapes(folder.path());
    let path = vec![folder.path().join("lib.jar")];
    let found = subjects(std::slice::from_ref(&sources), &path).unwrap();
    let expected = Subject {
        name: "shapes.Circle.Part".into(),
        view: View::Interface,
        path: sources.join("shapes/Circle.java"),
        class: Some("shapes.Circle$Part".into()),
        class_path: path.clone(),
    };
    assert_eq!(found.subjects[2], expected);
    let words = expected.arguments();
    let words: Vec<&str> = words.iter().map(|word| word.to_str().unwrap()).collect();
    assert_eq!(words[0], "interface");
    assert_eq!(words[2..4], ["--class", "shapes.Circle$Part"]);
    assert_eq!(words[4..], ["--class-path", path[0].to_str().unwrap()]);
    let compiled = &subjects(std::slice::from_ref(&classes), &[])
        .unwrap()
        .subjects[0];
    assert_eq!(compiled.path, classes);
}

#[test]
fn sources_that_do_not_compile_are_subjects_themselves() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Good.java"), "public class Good { }").unwrap();
    fs::write(folder.path().join("Bad.java"), "public class Bad {").unwrap();
    let found = found(&[folder.path()]);
    let files = ["Bad.java", "Good.java"].map(|name| folder.path().join(name));
    let paths: Vec<&PathBuf> = found.subjects.iter().map(|s| &s.path).collect();
    assert_eq!(paths, [&files[0], &files[1]]);
}

#[test]
fn a_package_of_the_jdk_is_meant_alone_or_with_those_below() {
    let of = |pattern: &str| found(&[Path::new(pattern)]);
    let alone = of("java.util.*");
    let below = of("java.util.**");
    let has = |found: &Subjects, name: &str| names(found).contains(&name);
    for name in ["java.util.ArrayList", "java.util.AbstractMap.SimpleEntry"] {
        assert!(has(&alone, name) && has(&below, name), "{name}");
    }
    let deep = "java.util.concurrent.locks.ReentrantLock";
    assert!(!has(&alone, deep) && has(&below, deep));
    assert!(!has(&alone, "java.util.Collections") && !has(&alone, "java.util.List"));
    assert!(!has(&below, "java.utilities.Any"));
    assert!(alone.left_out["interfaces"] >= 20);
}

#[test]
fn c_files_with_main_are_programs() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("program.c", "int\nmain (void) { return 0; }");
    write("part.c", "int domain(int x) { return x; }");
    let found = found(&[folder.path()]);
    assert_eq!(found.subjects.len(), 1);
    assert_eq!(found.subjects[0].view, View::Errors);
    assert_eq!(found.left_out["C files without main"], 1);
}

#[test]
fn what_is_not_there_is_an_error() {
    let refused = |name: &str| subjects(&[PathBuf::from(name)], &[]).unwrap_err().message;
    assert_eq!(refused("no/such.jar"), "no/such.jar does not exist");
    assert_eq!(refused("nothing"), "nothing does not exist");
    assert_eq!(refused("none.jar"), "none.jar does not exist");
    assert_eq!(refused("java.util.Nil"), "java.util.Nil does not exist");
    let nested = found(&[Path::new("java.util.AbstractMap.SimpleEntry")]);
    assert_eq!(names(&nested), ["java.util.AbstractMap.SimpleEntry"]);
    assert_eq!(
        refused("no.such.package.*"),
        "no.such.package.* holds no class and no C program"
    );
}
