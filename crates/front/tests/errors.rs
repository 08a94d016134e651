//! Every way an input can be wrong, and what the user is told.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use base::Place;
use front::InputError;
use front::jvm::replay::{Answer, on_interpreter};
use front::jvm::{Source, load};
use ir::Component;
use ir::interp::Value;

use crate::support;
use crate::support::assembler::{Assembler, Method};

/// A folder with files of these contents.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// The sources compiled, in a folder of class files.
fn compiled(files: &[(&str, &str)]) -> tempfile::TempDir {
    let sources = folder(files);
    let classes = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|(name, _)| sources.path().join(name))
        .collect();
    support::javac(&paths, classes.path());
    classes
}

fn error(source: &Source) -> InputError {
    load(source)
        .map(|c| c.name)
        .expect_err("the input is wrong")
}

/// What the user is told, with the path left out.
fn told(path: &Path) -> String {
    error(&Source::new(path))
        .message
        .replace(&path.display().to_string(), "PATH")
}

fn told_about_class(path: &Path, class: &str) -> String {
    let source = Source {
        class: Some(class.to_owned()),
        ..Source::new(path)
    };
    error(&source)
        .message
        .replace(&path.display().to_string(), "PATH")
}

#[test]
fn a_path_must_exist_and_be_of_a_known_kind() {
    assert_eq!(told(Path::new("/no/such/File.java")), "PATH does not exist");
    let folder = folder(&[("notes.txt", "hello"), ("empty/readme", "")]);
    let path = folder.path();
    assert_eq!(
        told(&path.join("notes.txt")),
        "PATH is no .java, .class or .jar file and no folder"
    );
    assert_eq!(told(&path.join("empty")), "PATH holds no class");
    let source = Source {
        class_path: vec!["/no/such/lib.jar".into()],
        ..Source::new(support::compiled())
    };
    let source = Source {
        class: Some("Loops".to_owned()),
        ..source
    };
    assert_eq!(
        error(&source).message,
        "/no/such/lib.jar cannot be read: No such file or directory (os error 2)"
    );
}

#[test]
fn a_source_that_does_not_compile_is_shown_with_what_the_compiler_said() {
    let folder = folder(&[
        (
            "A.java",
            "public class A {\n  public int f() { return x; }\n}\n",
        ),
        ("B.java", "not java"),
    ]);
    let file = folder.path().join("A.java");
    let error = error(&Source::new(&file));
    assert_eq!(
        error.message,
        format!("{} does not compile", file.display())
    );
    assert_eq!(error.place, Some(Place::new(file.display().to_string(), 2)));
    assert!(
        error
            .details
            .as_ref()
            .is_some_and(|d| d.contains("cannot find symbol")),
        "{error}"
    );
    let shown = error.to_string();
    assert!(
        shown.starts_with(&format!("{0}:2: {0} does not compile\n", file.display())),
        "{shown}"
    );
    assert_eq!(told(&folder.path().join("B.java")), "PATH does not compile");
}

#[test]
fn a_missing_compiler_is_named() {
    const NAME: &str = "errors::a_missing_compiler_is_named";
    // The environment belongs to the whole process, so another one is asked.
    if std::env::var_os("MORES_NO_PATH").is_some() {
        let told = told(&support::sources().join("Loops.java"));
        assert_eq!(
            told,
            "javac was not found; install a JDK, or set JAVA_HOME to one"
        );
        return;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", NAME])
        .env("MORES_NO_PATH", "1")
        .env("PATH", "")
        .env_remove("JAVA_HOME");
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}

#[test]
fn a_missing_jdk_is_named() {
    const NAME: &str = "errors::a_missing_jdk_is_named";
    // The environment belongs to the whole process, so another one is asked.
    if let Some(folder) = std::env::var_os("MORES_CLASSES") {
        let needed =
            "no JDK was found, and its classes are needed; install one, or set JAVA_HOME to one";
        assert_eq!(told(Path::new(&folder)), needed);
        assert_eq!(told(Path::new("java.util.Stack")), needed);
        return;
    }
    let classes = compiled(&[("A.java", "public class A { public void f() { } }")]);
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", NAME])
        .env("MORES_CLASSES", classes.path())
        .env("PATH", "")
        .env_remove("JAVA_HOME");
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}

#[test]
fn a_class_of_the_jdk_needs_no_path() {
    let component = load(&Source::new("java.util.AbstractMap.SimpleEntry")).unwrap();
    assert_eq!(component.name, "java.util.AbstractMap$SimpleEntry");
    assert_eq!(names(&component.constructors).len(), 2);
    assert!(names(&component.methods).contains(&"setValue"));
    // Inherited from a class of the JDK.
    let component = load(&Source::new("java.util.Stack")).unwrap();
    assert!(names(&component.methods).contains(&"elementAt"));
    assert_eq!(told(Path::new("java.util.Nope")), "PATH does not exist");
    assert_eq!(
        told(Path::new("java.util.List")),
        "PATH is an interface; name a class that implements it"
    );
}

#[test]
fn a_class_must_have_something_to_call() {
    let cases = [
        ("A", "public class A { }", "class A has no public method"),
        (
            "B",
            "class B { void setX(int p) { } protected int y() { return 1; } private void z() { } }",
            "class B has no public method; setX, y have package access: add --package-access",
        ),
        (
            "C",
            "class C { void setX(int p) { } }",
            "class C has no public method; setX has package access: add --package-access",
        ),
        (
            "D",
            "public class D { private D() { } public void f() { } }",
            "class D has no public constructor and no public static method",
        ),
        (
            "E",
            "public interface E { void f(); }",
            "E is an interface; name a class that implements it",
        ),
        (
            "F",
            "public abstract class F { private F() { } public void f() { } }",
            "class F has no public constructor and no public static method",
        ),
    ];
    let files: Vec<(String, &str)> = cases
        .iter()
        .map(|(name, text, _)| (format!("{name}.java"), *text))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    let classes = compiled(&files);
    for (name, _, message) in cases {
        assert_eq!(told_about_class(classes.path(), name), message);
    }
}

#[test]
fn a_class_that_is_not_there_is_told_with_those_that_are() {
    let classes = compiled(&[
        ("A.java", "class A { static class In { } }\nclass B { }"),
        ("p/C.java", "package p; class C { }"),
    ]);
    assert_eq!(
        told(classes.path()),
        "PATH holds several classes; choose one with --class: A, B, p.C"
    );
    assert_eq!(
        told_about_class(classes.path(), "X"),
        "PATH holds no class X; it holds A, A$In, B, p.C"
    );
    let many: Vec<(String, String)> = (10..40)
        .map(|i| (format!("K{i}.java"), format!("class K{i} {{ }}")))
        .collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let classes = compiled(&many);
    assert!(
        told(classes.path())
            .ends_with("K10, K11, K12, K13, K14, K15, K16, K17, K18, K19, K20, K21 and 18 more")
    );
    let file = folder(&[("Two.java", "class A { } class B { }")]);
    assert_eq!(
        told(&file.path().join("Two.java")),
        "PATH holds several classes; choose one with --class: A, B"
    );
    let twins = compiled(&[
        ("p/T.java", "package p; class T { }"),
        ("q/T.java", "package q; class T { }"),
    ]);
    assert_eq!(
        told_about_class(twins.path(), "T"),
        "PATH holds several classes T: p.T, q.T"
    );
}

#[test]
fn a_class_needs_its_superclasses() {
    let classes = compiled(&[(
        "A.java",
        "public class A extends B { public void f() { } } class B { }",
    )]);
    fs::remove_file(classes.path().join("B.class")).unwrap();
    let told_without = told(classes.path());
    assert_eq!(
        told_without,
        "class A extends B, which is not at hand; name its folder or jar with --class-path"
    );
}

#[test]
fn broken_class_files_and_jars_are_named() {
    let good = fs::read(support::compiled().join("Loops.class")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    assert_eq!(
        told(&write("a.class", b"hello")),
        "PATH is not a class file"
    );
    assert_eq!(
        told(&write("b.class", &good[..good.len() / 2])),
        "PATH is broken: it ends early"
    );
    assert_eq!(
        told(&write("c.class", &[&good[..], b"more"].concat())),
        "PATH is broken: more follows after its end"
    );
    let version = |major: u16| [&good[..6], &major.to_be_bytes(), &good[8..]].concat();
    assert_eq!(
        told(&write("d.class", &version(70))),
        "PATH was compiled for Java 26; mores reads class files up to Java 25"
    );
    assert_eq!(
        told(&write("e.class", &version(3))),
        "PATH has the class file version 3, which no Java had"
    );
    assert!(told(&write("f.jar", b"hello")).starts_with("PATH is not a jar: "));
    let misplaced = tempfile::tempdir().unwrap();
    fs::write(misplaced.path().join("Wrong.class"), &good).unwrap();
    assert_eq!(
        told(misplaced.path()),
        "Wrong.class holds class Loops, not Wrong"
    );
    let twice = Assembler::class("T", "java/lang/Object")
        .field("f", "I")
        .field("f", "I");
    let twice = twice.method(Method::new("f", "()V", vec![0xb1])).bytes();
    assert_eq!(
        told(&write("g.class", &twice)),
        "PATH is broken: it has one field twice"
    );
}

fn names(entries: &[ir::Entry]) -> Vec<&str> {
    entries.iter().map(|e| e.name.as_str()).collect()
}

fn entries(component: &Component) -> (Vec<&str>, Vec<&str>) {
    (names(&component.constructors), names(&component.methods))
}

/// A jar beside classes, with some of them.
fn jar_of(classes: &Path, names: &[&str]) -> PathBuf {
    let jar = classes.join("all.jar");
    let mut writer = zip::ZipWriter::new(fs::File::create(&jar).unwrap());
    for name in names {
        writer
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        let bytes = fs::read(classes.join(name)).unwrap();
        writer.write_all(&bytes).unwrap();
    }
    writer.finish().unwrap();
    jar
}

#[test]
fn every_kind_of_path_leads_to_the_class() {
    let text = "package p.q; public class Main extends Up { public int f(int n) { return Helper.twice(n); } }";
    let files = [
        ("p/q/Main.java", text),
        (
            "p/q/Up.java",
            "package p.q; class Up { public int up() { return 1; } }",
        ),
        (
            "p/q/Helper.java",
            "package p.q; class Helper { static int twice(int n) { return 2 * n; } }",
        ),
    ];
    let sources = folder(&files);
    let classes = compiled(&files);
    let jar = jar_of(
        classes.path(),
        &["p/q/Main.class", "p/q/Up.class", "p/q/Helper.class"],
    );
    let main = Some("p.q.Main".to_owned());
    let of = |path: PathBuf, class: Option<String>| Source {
        class,
        ..Source::new(path)
    };
    for source in [
        of(sources.path().join("p/q/Main.java"), None),
        of(classes.path().join("p/q/Main.class"), None),
        of(classes.path().to_owned(), main.clone()),
        of(classes.path().to_owned(), Some("Main".to_owned())),
        of(jar, main),
    ] {
        let component = load(&source).unwrap_or_else(|e| panic!("{source:?}: {e}"));
        assert_eq!(component.name, "p.q.Main");
        assert_eq!(entries(&component), (vec!["Main"], vec!["f", "up"]));
        let calls = [
            (&component.constructors[0], vec![]),
            (&component.methods[0], vec![Value::Int(21)]),
        ];
        let answers = on_interpreter(&component, &calls, 1000);
        let expected = Answer::Returned(Some("42".to_owned()));
        assert_eq!(answers[1], expected, "{source:?}");
    }
}

#[test]
fn further_classes_come_from_the_class_path() {
    let library = compiled(&[(
        "Helper.java",
        "public class Helper { public static int twice(int n) { return 2 * n; } }",
    )]);
    let main = folder(&[(
        "Main.java",
        "public class Main { public int f(int n) { return Helper.twice(n); } }",
    )]);
    let source = Source {
        class_path: vec![library.path().to_owned()],
        ..Source::new(main.path().join("Main.java"))
    };
    let component = load(&source).unwrap_or_else(|e| panic!("{e}"));
    let calls = [
        (&component.constructors[0], vec![]),
        (&component.methods[0], vec![Value::Int(21)]),
    ];
    let answers = on_interpreter(&component, &calls, 1000);
    assert_eq!(answers[1], Answer::Returned(Some("42".to_owned())));
}

#[test]
fn entries_are_what_a_client_may_call() {
    let text = "class A { A() { } A(int a) { } private A(long a) { } public void f() { } void g() { } private void h() { }
        public int over(int a) { return a; } public int over(int a, boolean b) { return a; } public static int s(String t) { return 1; }
        public Object self() { return this; } }";
    let file = folder(&[("A.java", text)]);
    let path = file.path().join("A.java");
    let component = load(&Source::new(&path)).unwrap();
    let (constructors, methods) = entries(&component);
    assert_eq!(constructors, ["A()", "A(int)"]);
    assert_eq!(
        methods,
        ["f", "over(int)", "over(int, boolean)", "s", "self"]
    );
    let statics: Vec<bool> = component.methods.iter().map(|m| m.takes_receiver).collect();
    assert_eq!(statics, [true, true, true, false, true]);
    let over = &component.methods[2];
    let params: Vec<(&str, &str)> = over
        .params
        .iter()
        .map(|p| (p.name.as_str(), p.source_type.as_str()))
        .collect();
    assert_eq!(params, [("a", "int"), ("b", "boolean")]);
    assert_eq!(over.place, Some(Place::new("A.java", 2)));
    let all = load(&Source {
        include_package_access: true,
        ..Source::new(&path)
    })
    .unwrap();
    assert_eq!(
        entries(&all).1,
        ["f", "g", "over(int)", "over(int, boolean)", "s", "self"]
    );
}

#[test]
fn a_public_class_hides_its_package_private_constructors() {
    let file = folder(&[(
        "A.java",
        "public class A { A(int n) { } public A(boolean b) { } public void f() { } }",
    )]);
    let component = load(&Source::new(file.path().join("A.java"))).unwrap();
    assert_eq!(component.constructors.len(), 1);
    assert_eq!(component.constructors[0].params[0].source_type, "boolean");
    let file = folder(&[(
        "U.java",
        "public class U { private U() { } public static int f() { return 1; } public int g() { return 2; } }",
    )]);
    let component = load(&Source::new(file.path().join("U.java"))).unwrap();
    assert_eq!(entries(&component), (vec![], vec!["f"]));
}

#[test]
fn parameters_without_debug_information_are_numbered() {
    let sources = folder(&[(
        "A.java",
        "public class A { public long f(long a, int b) { return a + b; } }",
    )]);
    for (flag, names) in [("-g:none", ["arg0", "arg1"]), ("-parameters", ["a", "b"])] {
        let classes = tempfile::tempdir().unwrap();
        let mut javac = Command::new("javac");
        javac
            .args(["-g:none", flag, "-d"])
            .arg(classes.path())
            .arg(sources.path().join("A.java"));
        assert!(javac.status().unwrap().success());
        let component = load(&Source::new(classes.path())).unwrap();
        let found: Vec<&str> = component.methods[0]
            .params
            .iter()
            .map(|p| p.name.as_str())
            .collect();
        assert_eq!(found, names);
    }
}
