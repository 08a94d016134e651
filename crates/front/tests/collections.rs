//! Classes that stand for collections of the JDK, held against the real ones on the real `java`: all pairs of calls, and random
//! sequences of them. The stand-ins are compiled in a package of their own for that.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Random sequences for each class.
const SEQUENCES: &str = "5000";

/// What ends a sequence, and what the linker knows of classes.
const OPEN: &str = r#"
package stand;

public class Open extends Error {
    static boolean makesHashCodes(Object key) {
        try {
            return key.getClass().getMethod("hashCode").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new InternalError(e);
        }
    }
}
"#;

/// What the natives of a stand-in are on the real machine: what is only said does nothing, and what is left open ends the sequence.
fn as_plain_java(text: &str) -> String {
    let natives = [
        ("void byEquals()", "{ }"),
        ("void undecided()", "{ throw new Open(); }"),
        ("boolean comesFirst()", "{ throw new Open(); }"),
        (
            "boolean makesHashCodes(Object key)",
            "{ return Open.makesHashCodes(key); }",
        ),
    ];
    let plain = text.replace("package java.util;", "package stand;\nimport java.util.*;");
    natives.iter().fold(plain, |text, (head, body)| {
        let native = format!("private static native {head};");
        text.replace(&native, &format!("private static {head} {body}"))
    })
}

fn sources(into: &Path) -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = into.join("stand");
    fs::create_dir(&package).expect("a folder");
    let mut files = vec![here.join("tests/collections/Judge.java")];
    for entry in fs::read_dir(here.join("src/jvm/stand_ins/java/util")).expect("stand-ins") {
        let path = entry.expect("a stand-in").path();
        let text = as_plain_java(&fs::read_to_string(&path).expect("its text"));
        assert!(
            !text.contains(" native "),
            "{} has another native",
            path.display()
        );
        let file = package.join(path.file_name().expect("a name"));
        fs::write(&file, text).expect("written");
        files.push(file);
    }
    let open = package.join("Open.java");
    fs::write(&open, OPEN).expect("written");
    files.push(open);
    files
}

#[test]
fn stand_ins_do_what_collections_of_the_jdk_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = folder.path().join("classes");
    let compiled = Command::new(front::jvm::tool("javac"))
        .args(["-nowarn", "-Xlint:none", "-d"])
        .arg(&classes)
        .args(sources(folder.path()))
        .output()
        .expect("javac");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let judged = Command::new(front::jvm::tool("java"))
        .arg("-cp")
        .arg(&classes)
        .args(["Judge", SEQUENCES])
        .output()
        .expect("java");
    let said = String::from_utf8_lossy(&judged.stdout);
    let differs: Vec<&str> = said.lines().filter(|l| l.starts_with("DIFFERS")).collect();
    assert!(differs.is_empty(), "{}", differs.join("\n"));
    let compared = said.lines().find_map(|l| l.strip_prefix("compared "));
    let compared = compared.and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(compared.is_some_and(|steps| steps > 100_000), "{said}");
}
