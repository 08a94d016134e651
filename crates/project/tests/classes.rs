//! Which classes a path holds, judged by what `javac` makes of sources.

use std::fs;
use std::path::Path;
use std::process::Command;

use project::classes::classes_in;

const SOURCE: &str = "package a.b;
public class Made { public Made() {} public static class Inner {} long l = 1L << 40; double d = 2.5; }
abstract class Hidden {}
interface Face {}
enum Colour { RED }
";

#[test]
fn what_clients_can_make_is_told_from_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a/b/Made.java");
    fs::create_dir_all(source.parent().expect("a folder")).expect("folders");
    fs::write(&source, SOURCE).expect("a source");
    fs::write(
        source.with_file_name("Tool.java"),
        "package a.b;\npublic class Tool { private Tool() {} }\n",
    )
    .expect("a source");
    fs::write(
        source.with_file_name("Shape.java"),
        "package a.b;\npublic abstract class Shape {}\n",
    )
    .expect("a source");
    assert_eq!(
        names(folder.path()),
        ["a.b.Made", "a.b.Shape", "a.b.Tool"],
        "sources"
    );
    let classes = folder.path().join("classes");
    let compiled = Command::new("javac")
        .arg("-d")
        .arg(&classes)
        .args(["Made", "Tool", "Shape"].map(|name| source.with_file_name(format!("{name}.java"))))
        .status();
    assert!(compiled.expect("there is a javac").success());
    assert_eq!(names(&classes), ["a.b.Made", "a.b.Made$Inner"]);
    let jar = folder.path().join("all.jar");
    let packed = Command::new("jar")
        .arg("cf")
        .arg(&jar)
        .arg("-C")
        .arg(&classes)
        .arg(".")
        .status();
    assert!(packed.expect("there is a jar").success());
    assert_eq!(names(&jar), ["a.b.Made", "a.b.Made$Inner"]);
    let all = classes_in(&jar).expect("a jar");
    assert!(all.contains_key("a.b.Face") && all.contains_key("a.b.Colour"));
}

/// Those that clients can make.
fn names(path: &Path) -> Vec<String> {
    let classes = classes_in(path).unwrap_or_else(|error| panic!("{error}"));
    let made = classes.into_iter().filter(|(_, class)| class.is_made);
    made.map(|(name, _)| name).collect()
}

#[test]
fn what_is_no_jar_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let jar = folder.path().join("broken.jar");
    fs::write(&jar, "no archive").expect("a file");
    let said = classes_in(&jar).expect_err("this is none").to_string();
    assert!(said.contains("broken.jar is not a jar"), "{said}");
    fs::write(
        folder.path().join("Broken.class"),
        [0xca, 0xfe, 0xba, 0xbe, 0],
    )
    .expect("a file");
    let all = classes_in(folder.path()).expect("a folder");
    assert_eq!(all.values().filter(|class| class.is_made).count(), 0);
}
