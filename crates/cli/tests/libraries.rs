//! `mores diff` on two versions of a library, judged by the real compiler and the real java.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::{folder, mores};

const OLD: &str = "corpus/versions/library/old";
const NEW: &str = "corpus/versions/library/new";

/// What was changed for callers between the two, under equal signatures.
const PLANTED: [&str; 10] = [
    "Basket", "Cursor", "Gate", "Label", "Level", "Limiter", "Meter", "Parcel", "Pool", "Session",
];

fn run(program: &str, folder: &Path, args: &[&str]) -> i32 {
    let mut command = Command::new(program);
    command.current_dir(folder).args(args);
    let output = command.output().expect("the program starts");
    let code = output.status.code().expect("an exit code");
    assert!(
        code < 2,
        "{program} {args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    code
}

/// The compiler, without the compiler and collector that pay off in long runs only.
fn javac(folder: &Path, args: &[&str]) {
    let quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];
    assert_eq!(run("javac", folder, &[&quick, args].concat()), 0);
}

/// Compiles the sources of a folder into another.
fn compiled(folder: &Path, sources: &str, to: &str) {
    let package = folder.join(sources).join("store");
    let entries = fs::read_dir(package).expect("the library is there");
    let files = entries.map(|entry| entry.expect("a file").path().display().to_string());
    let files: Vec<String> = files.collect();
    let mut args = vec!["-d", to];
    args.extend(files.iter().map(String::as_str));
    javac(folder, &args);
}

fn report(folder: &Path, args: &[&str]) -> Value {
    let run = mores(folder, &[&["diff", "--json"], args].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// The classes with a verdict, without their package.
fn with_verdict<'r>(report: &'r Value, kind: &str) -> BTreeSet<&'r str> {
    let classes = report["classes"].as_array().expect("classes").iter();
    let kept = classes.filter(|class| class["verdict"]["kind"] == kind);
    kept.map(|class| class["name"].as_str().expect("a name"))
        .map(|name| name.trim_start_matches("store."))
        .collect()
}

/// The programs below a folder that show a difference.
fn witnesses(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of results");
    let found = entries.map(|entry| entry.expect("an entry").path().join("Witness.java"));
    let mut found: Vec<PathBuf> = found.filter(|file| file.exists()).collect();
    found.sort();
    found
}

#[test]
fn planted_changes_are_found_and_the_real_java_shows_them() {
    let folder = folder("library-diff");
    let report = report(&folder, &[OLD, NEW, "--out", "out"]);
    assert_eq!(report["step"], "major");
    assert_eq!(report["added"], serde_json::json!(["store.Coupon"]));
    assert_eq!(with_verdict(&report, "differs"), BTreeSet::from(PLANTED));
    let equal = BTreeSet::from(["Range", "Stack2", "Ticket", "Timer"]);
    assert_eq!(with_verdict(&report, "equal"), equal);
    assert_eq!(with_verdict(&report, "same-code"), BTreeSet::from(["Lock"]));
    let page = fs::read_to_string(folder.join("out/report.html")).expect("a page");
    for class in PLANTED {
        assert!(page.contains(&format!("<td>store.<wbr>{class}</td><td class=\"differs\"")));
    }
    assert_eq!(page.matches("<td class=\"proved\"").count(), 4);
    let lost = "− lost: <code>new Session(); close(); close()";
    assert!(page.contains(lost) && !page.contains("http"), "{page}");
    assert!(page.matches("public class Witness {").count() >= PLANTED.len());
    compiled(&folder, OLD, "old");
    compiled(&folder, NEW, "new");
    let programs = witnesses(&folder.join("out"));
    assert!(programs.len() >= PLANTED.len(), "{}", programs.len());
    for program in programs {
        let program = program.display().to_string();
        for (version, expected) in [("old", 0), ("new", 1)] {
            javac(&folder, &["-cp", version, "-d", "shown", &program]);
            let classes = format!("{version}:shown");
            let shown = run("java", &folder, &["-ea", "-cp", &classes, "store.Witness"]);
            assert_eq!(shown, expected, "{program} on the {version} version");
        }
    }
}

#[test]
fn a_library_is_the_same_as_itself() {
    let folder = folder("library-itself");
    let same = report(&folder, &[OLD, OLD]);
    assert_eq!(same["counts"]["same-code"], 15);
    assert_eq!(same["step"], "patch");
    let learned = report(&folder, &[OLD, OLD, "--every"]);
    assert_eq!(learned["counts"]["equal"], 15, "{learned:#}");
    assert_eq!(learned["at_least"], false);
    let run = mores(&folder, &["diff", OLD, OLD, "--exit-code"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_change_in_a_class_that_is_only_used_is_noticed() {
    let folder = folder("library-used");
    // The one file that differs is that of a class which nobody outside can see.
    compiled(&folder, OLD, "old");
    compiled(&folder, OLD, "new");
    compiled(&folder, NEW, "changed");
    fs::copy(
        folder.join("changed/store/Rules.class"),
        folder.join("new/store/Rules.class"),
    )
    .expect("the class is copied");
    let report = report(&folder, &["old", "new"]);
    assert_eq!(with_verdict(&report, "differs"), BTreeSet::from(["Basket"]));
    assert_eq!(report["counts"]["same-code"], 14);
}

#[test]
fn revisions_of_a_checkout_are_versions() {
    let folder = folder("library-revisions");
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        assert_eq!(
            run("git", &folder, &[&who[..], args].concat()),
            0,
            "{args:?}"
        );
    };
    git(&["init", "--quiet"]);
    for (version, message) in [(OLD, "one"), (NEW, "two")] {
        let package = folder.join("src/store");
        fs::create_dir_all(&package).expect("a folder");
        for entry in fs::read_dir(folder.join(version).join("store")).expect("the library") {
            let from = entry.expect("a file").path();
            let to = package.join(from.file_name().expect("a name"));
            fs::copy(&from, to).expect("the source is copied");
        }
        git(&["add", "src"]);
        git(&["commit", "--quiet", "-m", message]);
    }
    let run = mores(&folder, &["diff", "HEAD~1:src", "src", "--budget", "30s"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.starts_with("from HEAD~1:src to src\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("lost: new Session(); close(); close()"),
        "{}",
        run.stdout
    );
    let one = mores(
        &folder,
        &[
            "diff",
            "HEAD~1:src/store/Pool.java",
            "HEAD:src/store/Pool.java",
        ],
    );
    assert!(
        one.stdout
            .contains("from HEAD~1:src/store/Pool.java to HEAD:src/store/Pool.java"),
        "{}",
        one.stdout
    );
    assert!(one.stdout.contains("new Pool(0)"), "{}", one.stdout);
    let missing = mores(&folder, &["diff", "HEAD~1:nowhere", "src"]);
    assert_eq!(missing.code, Some(2));
    assert!(
        missing
            .stderr
            .contains("HEAD~1:nowhere: there is no such file"),
        "{}",
        missing.stderr
    );
}

#[test]
fn a_text_that_is_named_twice_is_passed_as_any_other() {
    let folder = folder("library-texts");
    let gate = format!("{OLD}/store/Gate.java");
    let model = |texts: &[&str]| -> Value {
        let run = mores(&folder, &[&["interface", &gate, "--json"], texts].concat());
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        report["model"]["transitions"].clone()
    };
    assert_eq!(model(&["--text", "open", "--text", "open"]), model(&[]));
}

#[test]
fn options_for_one_class_need_a_class() {
    let folder = folder("library-options");
    for wrong in [&["--methods", "open"][..], &["--pool", "size=1"]] {
        let run = mores(&folder, &[&["diff", OLD, NEW], wrong].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{wrong:?}");
        assert!(run.stderr.contains("--class"), "{}", run.stderr);
    }
    let one = [
        "diff",
        "corpus/versions/old/Door.java",
        "corpus/versions/new/Door.java",
        "--jobs",
        "2",
    ];
    assert_eq!(mores(&folder, &one).code, Some(2));
}
