//! `mores diff` on C programs: what it says, what it writes, its exit codes, and what it refuses.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Run, folder, mores};

const OLD: &str = "corpus/c/versions/old.c";
const NEW: &str = "corpus/c/versions/new.c";
const MERGE: [&str; 6] = [
    "diff",
    "--base",
    "corpus/c/merge/base.c",
    "corpus/c/merge/ours.c",
    "corpus/c/merge/theirs.c",
    "corpus/c/merge/merged.c",
];

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr))
}

#[test]
fn the_exit_code_tells_of_a_difference_only_if_it_is_asked() {
    let folder = folder("c-diff");
    let plain = mores(&folder, &["diff", OLD, NEW]);
    assert_eq!(plain.code, Some(0), "{}", plain.stderr);
    assert!(
        plain
            .stdout
            .contains("  1  ask > eject > pay > end\n     inputs: 4711\n"),
        "{}",
        plain.stdout
    );
    assert_eq!(
        mores(&folder, &["diff", OLD, NEW, "--exit-code"]).code,
        Some(1)
    );
    let same = mores(&folder, &["diff", OLD, OLD, "--exit-code", "--json"]);
    assert_eq!(
        (same.code, &json(&same)["verdict"]["kind"]),
        (Some(0), &Value::from("equal"))
    );
    // What differs may be left out.
    let left = mores(
        &folder,
        &["diff", OLD, NEW, "--only", "none_of_the_two", "--exit-code"],
    );
    assert_eq!(left.code, Some(2), "{}", left.stdout);
    let paid = ["diff", OLD, NEW, "--only", "pay", "--exit-code"];
    let paid = mores(&folder, &paid);
    assert_eq!(paid.code, Some(0), "{}{}", paid.stdout, paid.stderr);
}

#[test]
fn a_merge_is_shown_with_what_is_unexpected_and_what_is_lost() {
    let folder = folder("c-merge");
    let run = mores(
        &folder,
        &[
            &MERGE[..],
            &["--except", "dispatch", "--json", "--out", "out"],
        ]
        .concat(),
    );
    let report = json(&run);
    let kinds: Vec<&str> = report["parts"]
        .as_array()
        .expect("parts")
        .iter()
        .filter_map(|p| p["kind"].as_str())
        .collect();
    assert_eq!(kinds, ["unexpected", "lost-from-ours", "lost-from-theirs"]);
    let unexpected = &report["parts"][0];
    assert_eq!(
        (&unexpected["in"], &unexpected["not-in"]),
        (&"merged".into(), &serde_json::json!(["ours", "theirs"]))
    );
    let word = &unexpected["words"][0];
    assert_eq!(
        word["events"],
        serde_json::json!(["weigh", "shelve", "label", "bill", "end"])
    );
    assert_eq!(
        (&word["certain"], &word["inputs"][0]["name"]),
        (&true.into(), &"__VERIFIER_nondet_int".into())
    );
    let harness = word["harness"].as_str().expect("a file of inputs");
    for file in [
        harness,
        "unexpected.svg",
        "unexpected.dot",
        "unexpected.json",
        "lost-from-theirs.svg",
        "diff.json",
    ] {
        assert!(folder.join("out").join(file).is_file(), "{file}");
    }
    assert_eq!(
        mores(&folder, &[&MERGE[..], &["--exit-code"]].concat()).code,
        Some(1)
    );
}

/// Runs and expects a refusal whose message has all of these words.
fn refused(folder: &Path, args: &[&str], words: &[&str]) {
    let run = mores(folder, &[args, &["--out", "never"]].concat());
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(2), ""),
        "mores {args:?}\n{}",
        run.stderr
    );
    for word in words {
        assert!(
            run.stderr.contains(word),
            "`{word}` is not in: {}",
            run.stderr
        );
    }
    assert!(
        !folder.join("never").exists(),
        "mores {args:?} left something"
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = folder("c-diff-bad");
    let door = "corpus/versions/old/Door.java";
    fs::write(folder.join("letter.c"), "Dear reader,\n").expect("written");
    let cases: [(&[&str], &[&str]); 10] = [
        (&["diff", OLD, "missing.c"], &["missing.c"]),
        (&["diff", OLD, "letter.c"], &["letter.c:1"]),
        (&["diff", OLD, door], &[door, "C programs only"]),
        (
            &["diff", OLD, NEW, "--methods", "open"],
            &["--methods", "C programs"],
        ),
        (
            &["diff", OLD, NEW, "--integers", "mathematical"],
            &["C programs"],
        ),
        (&["diff", door, door, "--bound", "2"], &["C programs"]),
        (
            &["diff", OLD, NEW, "--only", "dance"],
            &["dance", "ask", "eject"],
        ),
        (
            &["diff", OLD, NEW, "--within", "--word-length", "1"],
            &["--word-length 1", "too short"],
        ),
        (&["diff", OLD, NEW, OLD], &["--base"]),
        (&["diff", "--base", OLD, OLD, NEW], &["MERGED"]),
    ];
    for (args, words) in cases {
        refused(&folder, args, words);
    }
}
