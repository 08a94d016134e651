//! Versions of a C program, and merges: what is found against what the sources say, each word against the compiled program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mores::joint::{Change, Joint};
use mores::report::VerdictKind;
use mores::{
    Budget, FailureKind, Goal, InputError, LanguageDiffArtifacts, LanguageDiffKind,
    LanguageDiffReport, LanguageDiffRequest, LanguageRequest, NoProgress, PartKind, Role, Versions,
    language_diff, write_language_diff,
};
use tempfile::TempDir;

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus/c")
        .join(name)
}

fn corpus_versions() -> Versions {
    Versions::Two {
        old: corpus("versions/old.c"),
        new: corpus("versions/new.c"),
    }
}

fn corpus_merge() -> Versions {
    let file = |name: &str| corpus("merge").join(name);
    Versions::Merge {
        base: file("base.c"),
        ours: file("ours.c"),
        theirs: file("theirs.c"),
        merged: file("merged.c"),
    }
}

/// Two versions with these texts.
fn texts(folder: &TempDir, old: &str, new: &str) -> Versions {
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path
    };
    Versions::Two {
        old: file("old.c", old),
        new: file("new.c", new),
    }
}

fn plain(goal: Goal) -> LanguageRequest {
    LanguageRequest {
        goal,
        ..LanguageRequest::new("")
    }
}

fn compare(like: LanguageRequest, versions: Versions) -> Result<LanguageDiffArtifacts, InputError> {
    language_diff(
        &LanguageDiffRequest {
            like,
            versions,
            limit: 20,
        },
        &Budget::unlimited(),
        &NoProgress,
    )
}

fn compared(like: LanguageRequest, versions: Versions) -> LanguageDiffReport {
    compare(like, versions)
        .expect("they can be compared")
        .report
}

fn of_texts(like: LanguageRequest, old: &str, new: &str) -> LanguageDiffReport {
    let folder = tempfile::tempdir().expect("a folder");
    compared(like, texts(&folder, old, new))
}

/// The words of a part, each with its values.
fn words(report: &LanguageDiffReport, kind: PartKind) -> Vec<(String, Vec<&str>)> {
    let part = report.part(kind).expect("it was looked for");
    let shown = part.words.iter().map(|word| {
        (
            word.events.join(" "),
            word.inputs.as_ref().expect("it was run"),
        )
    });
    shown
        .map(|(word, inputs)| {
            (
                word,
                inputs.iter().map(|input| input.value.as_str()).collect(),
            )
        })
        .collect()
}

fn names(report: &LanguageDiffReport, kind: PartKind) -> Vec<String> {
    report
        .part(kind)
        .expect("it was looked for")
        .words
        .iter()
        .map(|word| word.events.join(" "))
        .collect()
}

#[test]
fn a_change_is_shown_in_both_directions_with_shortest_words_first() {
    let report = compared(plain(Goal::Ends), corpus_versions());
    assert_eq!(
        report.verdict.kind,
        LanguageDiffKind::Differs,
        "{:?}",
        report.verdict
    );
    assert_eq!(
        names(&report, PartKind::Lost),
        [
            "ask pay eject end",
            "ask ask ask keep end",
            "ask ask pay eject end",
            "ask ask ask pay eject end"
        ]
    );
    assert_eq!(
        names(&report, PartKind::Gained),
        [
            "ask eject pay end",
            "ask ask eject pay end",
            "ask ask ask ask keep end",
            "ask ask ask eject pay end"
        ]
    );
    assert!(
        report
            .parts
            .iter()
            .all(|part| part.more == Some(0) && part.words.iter().all(|word| word.certain))
    );
    assert_eq!(words(&report, PartKind::Gained)[0].1, ["4711"]);
}

#[test]
fn a_new_way_to_fail_is_gained_and_none_is_lost() {
    let report = compared(plain(Goal::Failures), corpus_versions());
    assert_eq!(
        report.verdict.kind,
        LanguageDiffKind::Differs,
        "{:?}",
        report.verdict
    );
    assert_eq!(names(&report, PartKind::Lost), [""; 0]);
    let gained = words(&report, PartKind::Gained);
    // Lines are those of the version that fails.
    assert_eq!(
        gained[0].0,
        "ask ask ask ask eject pay assertion fails, line 22"
    );
    assert_eq!(
        (gained.len(), gained[0].1.len(), gained[0].1[3]),
        (1, 4, "4711")
    );
}

/// Runs a compiled program with the inputs of a word, and returns the functions that it enters after `main`.
fn entered(program: &Path, harness: &Path) -> Vec<String> {
    let into = harness.with_extension("run");
    let compiled = Command::new("cc")
        .args([
            "-w",
            "-O0",
            "-DMORES_CALLS",
            "-finstrument-functions",
            "-rdynamic",
            "-o",
        ])
        .args([&into, program, harness])
        .arg("-ldl")
        .status();
    assert!(
        compiled.is_ok_and(|status| status.success()),
        "{} with {}",
        program.display(),
        harness.display()
    );
    let run = Command::new(&into).output().expect("it starts");
    let said = String::from_utf8(run.stderr).expect("text");
    let calls = said
        .lines()
        .filter_map(|line| line.strip_prefix("mores: call "))
        .filter(|&name| name != "main");
    calls.map(str::to_owned).collect()
}

/// Each word that is shown happens in its compiled version.
fn replayed(goal: Goal, versions: Versions, files: &[(Role, PathBuf)]) -> usize {
    let mut found = compare(plain(goal), versions).expect("they can be compared");
    let folder = tempfile::tempdir().expect("a folder");
    let written = write_language_diff(folder.path(), &mut found).expect("it can be written");
    assert!(written.iter().all(|path| path.exists()));
    let mut count = 0;
    for part in &found.report.parts {
        let name = part.kind.name();
        assert!(
            ["svg", "dot", "json"]
                .iter()
                .all(|form| folder.path().join(format!("{name}.{form}")).exists())
        );
        let program = &files
            .iter()
            .find(|(role, _)| *role == part.has)
            .expect("a version")
            .1;
        for word in &part.words {
            let harness = folder
                .path()
                .join(word.harness.as_ref().expect("a file of inputs"));
            let (_, events) = word.events.split_last().expect("a word has an end");
            assert_eq!(
                entered(program, &harness),
                events,
                "{name} in {}",
                program.display()
            );
            count += 1;
        }
    }
    count
}

#[test]
fn every_word_happens_when_its_version_is_compiled() {
    let versions = [
        (Role::Old, corpus("versions/old.c")),
        (Role::New, corpus("versions/new.c")),
    ];
    assert_eq!(replayed(Goal::Ends, corpus_versions(), &versions), 8);
    assert_eq!(replayed(Goal::Failures, corpus_versions(), &versions), 1);
    let branches = [
        (Role::Ours, corpus("merge/ours.c")),
        (Role::Theirs, corpus("merge/theirs.c")),
        (Role::Merged, corpus("merge/merged.c")),
    ];
    assert_eq!(replayed(Goal::Ends, corpus_merge(), &branches), 5);
}

/// Paper 002, Section 5: the merge puts a call of one branch into a function that the other branch uses twice.
#[test]
fn a_merge_shows_what_neither_branch_meant() {
    let like = LanguageRequest {
        except: vec!["dispatch".into()],
        ..plain(Goal::Ends)
    };
    let report = compared(like, corpus_merge());
    assert_eq!(
        report.verdict.kind,
        LanguageDiffKind::Differs,
        "{:?}",
        report.verdict
    );
    assert_eq!(
        names(&report, PartKind::Unexpected),
        ["weigh shelve label bill end"]
    );
    assert_eq!(
        names(&report, PartKind::LostFromOurs),
        ["weigh shelve label end"]
    );
    assert_eq!(names(&report, PartKind::LostFromTheirs), [""; 0]);
    let whole = compared(plain(Goal::Ends), corpus_merge());
    assert_eq!(
        names(&whole, PartKind::Unexpected),
        [
            "weigh dispatch label bill end",
            "weigh shelve dispatch label bill end"
        ]
    );
    assert_eq!(
        names(&whole, PartKind::LostFromTheirs),
        ["weigh label bill end"]
    );
}

#[test]
fn a_merge_of_a_branch_that_did_nothing_is_as_expected() {
    let file = |name: &str| corpus("merge").join(name);
    let versions = Versions::Merge {
        base: file("base.c"),
        ours: file("base.c"),
        theirs: file("theirs.c"),
        merged: file("theirs.c"),
    };
    let report = compared(plain(Goal::Ends), versions);
    assert_eq!(
        report.verdict.kind,
        LanguageDiffKind::Equal,
        "{:?}",
        report.verdict
    );
    assert!(
        report
            .parts
            .iter()
            .all(|part| part.words.is_empty() && part.more == Some(0))
    );
}

const CHOICE: &str = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
void left(void) {}
void right(void) {}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        left();
    else
        right();
    assert(x != 7);
    return 0;
}
";

#[test]
fn lines_that_move_are_no_difference() {
    let moved = CHOICE
        .replace("int main", "/* a\n * remark\n */\nint main")
        .replace("    assert", "\n    assert");
    for goal in [Goal::Ends, Goal::Failures] {
        let like = LanguageRequest {
            events: vec!["calls".into(), "branches".into()],
            ..plain(goal)
        };
        let report = of_texts(like, CHOICE, &moved);
        assert_eq!(
            report.verdict.kind,
            LanguageDiffKind::Equal,
            "{goal:?}: {report:?}"
        );
    }
}

#[test]
fn another_condition_on_a_line_is_a_difference_in_what_follows() {
    let new = CHOICE.replace("x != 7", "x != 3");
    let report = of_texts(plain(Goal::Failures), CHOICE, &new);
    assert_eq!(
        words(&report, PartKind::Lost),
        [("left assertion fails, line 11".to_owned(), vec!["7"])]
    );
    assert_eq!(
        words(&report, PartKind::Gained),
        [("right assertion fails, line 11".to_owned(), vec!["3"])]
    );
}

#[test]
fn a_version_that_no_longer_asserts_has_lost_its_failures() {
    let report = of_texts(
        plain(Goal::Failures),
        CHOICE,
        &CHOICE.replace("    assert(x != 7);\n", ""),
    );
    assert_eq!(report.verdict.kind, LanguageDiffKind::Differs);
    assert_eq!(
        names(&report, PartKind::Lost),
        ["left assertion fails, line 11"]
    );
    let neither = CHOICE.replace("    assert(x != 7);\n", "");
    let folder = tempfile::tempdir().expect("a folder");
    let assertions = LanguageRequest {
        failures: Some([FailureKind::Assertions].into()),
        ..plain(Goal::Failures)
    };
    let error =
        compare(assertions, texts(&folder, &neither, &neither)).expect_err("nothing to learn");
    assert!(error.to_string().contains("no assertion"), "{error}");
}

#[test]
fn an_event_need_only_be_in_one_version() {
    let new = CHOICE
        .replace("right();", "middle();")
        .replace("void right", "void middle");
    let like = |only: &[&str]| LanguageRequest {
        only: only.iter().map(|name| name.to_string()).collect(),
        ..plain(Goal::Ends)
    };
    let report = of_texts(like(&["right", "middle"]), CHOICE, &new);
    assert_eq!(names(&report, PartKind::Lost), ["right end"]);
    assert_eq!(names(&report, PartKind::Gained), ["middle end"]);
    let folder = tempfile::tempdir().expect("a folder");
    let error = compare(like(&["right", "above"]), texts(&folder, CHOICE, &new))
        .expect_err("no such event");
    assert!(error.to_string().contains("`above`"), "{error}");
}

const LOOP: &str = "\
int __VERIFIER_nondet_int(void);
void open(void) {}
void use(void) {}
void close(void) {}
int main(void) {
    open();
    while (__VERIFIER_nondet_int())
        use();
    close();
    return 0;
}
";

#[test]
fn a_loop_written_another_way_is_proved_to_be_the_same() {
    let new = LOOP.replace(
        "    while (__VERIFIER_nondet_int())\n        use();",
        "again:\n    if (__VERIFIER_nondet_int() != 0) {\n        use();\n        goto again;\n    }",
    );
    let report = of_texts(plain(Goal::Ends), LOOP, &new);
    assert_eq!(report.verdict.kind, LanguageDiffKind::Equal, "{report:?}");
}

/// The old version has all words, the new one those with an even number of uses: nothing is gained.
#[test]
fn a_difference_without_end_is_proved_and_drawn_as_a_loop() {
    let new = LOOP.replace("        use();", "        { use(); use(); }");
    let report = of_texts(plain(Goal::Ends), LOOP, &new);
    assert_eq!(report.verdict.kind, LanguageDiffKind::Differs, "{report:?}");
    let lost = report.part(PartKind::Lost).expect("it was looked for");
    assert_eq!(
        (lost.more, lost.words[0].events.join(" ")),
        (None, "open use close end".to_owned())
    );
    assert!(
        lost.words
            .iter()
            .all(|word| word.certain && word.inputs.is_some()),
        "{lost:?}"
    );
    // open, use, then pairs of uses, close, end.
    assert_eq!(
        (lost.model.states.len(), lost.model.transitions.len()),
        (5, 5),
        "{lost:?}"
    );
    let gained = report.part(PartKind::Gained).expect("it was looked for");
    assert_eq!((gained.words.len(), gained.more), (0, Some(0)));
}

/// All versions are one automaton: every word of a difference leads through it, and where it ends it has its colour.
#[test]
fn every_difference_leads_through_the_picture_of_all_versions() {
    for (goal, versions) in [
        (Goal::Ends, corpus_versions()),
        (Goal::Failures, corpus_versions()),
        (Goal::Ends, corpus_merge()),
    ] {
        let found = compare(plain(goal), versions).expect("they can be compared");
        let Joint { steps, .. } = &found.joint;
        let parts = found.report.parts.iter();
        let all: usize = parts.map(|part| part.words.len()).sum();
        assert_eq!(found.joint.witnesses.len(), all);
        for witness in &found.joint.witnesses {
            assert_eq!(witness.steps.len(), witness.calls.len(), "{witness:?}");
            let mut way = witness.steps.iter().map(|&at| &steps[at]);
            let ends: Vec<(u64, u64)> = way.clone().map(|step| (step.from, step.to)).collect();
            assert!(ends.windows(2).all(|two| two[0].1 == two[1].0));
            let last = way.next_back().expect("a word");
            assert_eq!(last.change, witness.change, "{witness:?}");
            assert!(witness.code.is_some());
        }
        // The old version does not fail: of all ways to fail, none is in both.
        let both = steps.iter().any(|step| step.change == Change::Alike);
        assert_eq!(both, goal == Goal::Ends);
    }
}

/// The old version is proved, the new one is not: what is drawn must not say more than is known.
#[test]
fn a_difference_is_drawn_as_known_no_better_than_its_versions() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut found = compare(plain(Goal::Ends), texts(&folder, CHOICE, &strange()))
        .expect("they can be compared");
    assert_eq!(found.report.versions[0].verdict.kind, VerdictKind::Proved);
    write_language_diff(folder.path(), &mut found).expect("it can be written");
    let drawn = fs::read_to_string(folder.path().join("lost.json")).expect("it was written");
    assert!(
        drawn.contains("\"unknown\"") && !drawn.contains("\"proved\""),
        "{drawn}"
    );
}

/// A loop whose rounds are not events: the word of a later round is not excluded by what is seen within the bounds.
const LATE: &str = "\
unsigned __VERIFIER_nondet_uint(void);
void hit(void) {}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), seen = 0;
    for (unsigned i = 0; i < n; i++)
        seen += i * i;
    if (seen == LIMIT)
        hit();
    return 0;
}
";

/// Soundness: three rounds come to 0 + 1 + 4 = 5; that four come to 14 is not seen with a bound of three, but happens.
#[test]
fn what_lies_beyond_the_bounds_is_never_a_proved_difference() {
    let like = |bound| LanguageRequest {
        bound: Some(bound),
        beyond: false,
        ..plain(Goal::Ends)
    };
    let (old, new) = (LATE.replace("LIMIT", "5"), LATE.replace("LIMIT", "14"));
    let report = of_texts(like(3), &old, &new);
    assert_eq!(
        report.verdict.kind,
        LanguageDiffKind::DiffersWithin,
        "{report:?}"
    );
    assert_eq!(names(&report, PartKind::Lost), ["hit end"]);
    assert!(
        !report
            .part(PartKind::Lost)
            .expect("it was looked for")
            .words[0]
            .certain
    );
    let folder = TempDir::new().expect("a folder");
    let joint = compare(like(3), texts(&folder, &old, &new))
        .expect("they can be compared")
        .joint;
    let lost = || joint.steps.iter().filter(|s| s.change == Change::Lost);
    assert!(lost().count() > 0 && lost().all(|step| !step.certain));
    let report = of_texts(like(4), &old, &new);
    assert_eq!(
        report.verdict.kind,
        LanguageDiffKind::EqualWithin,
        "{report:?}"
    );
    assert_eq!(report.bounds.loops, Some(4));
}

/// Runs that go on beyond the bounds begin with `go`; what begins otherwise is excluded for good.
#[test]
fn a_difference_before_the_loop_is_proved_whatever_the_loop_does() {
    let text = "\
unsigned __VERIFIER_nondet_uint(void);
void go(void) {}
void stop(void) {}
void halt(void) {}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0) {
        stop();
        return 0;
    }
    go();
    while (n != 1)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return 0;
}
";
    let like = LanguageRequest {
        bound: Some(2),
        beyond: false,
        ..plain(Goal::Ends)
    };
    let report = of_texts(
        like,
        text,
        &text.replace("        stop();", "        halt();"),
    );
    assert_eq!(report.verdict.kind, LanguageDiffKind::Differs, "{report:?}");
    assert_eq!(
        words(&report, PartKind::Lost),
        [("stop end".to_owned(), vec!["0"])]
    );
    assert_eq!(
        words(&report, PartKind::Gained),
        [("halt end".to_owned(), vec!["0"])]
    );
}

/// The same with a branch that is not supported.
fn strange() -> String {
    CHOICE.replace(
        "        right();",
        "    {\n        long double y = x;\n        if (y * y > 2) right();\n    }",
    )
}

#[test]
fn a_version_that_cannot_be_followed_leaves_it_undecided() {
    let folder = TempDir::new().expect("a folder");
    let versions = texts(&folder, CHOICE, &strange());
    let joint = compare(plain(Goal::Ends), versions)
        .expect("they can be compared")
        .joint;
    assert_eq!(joint.count(Change::Lost) + joint.count(Change::Gained), 0);
    assert!(joint.count(Change::Undecided) > 0, "{joint:?}");
    let report = of_texts(plain(Goal::Ends), CHOICE, CHOICE);
    assert_eq!(report.verdict.kind, LanguageDiffKind::Equal, "{report:?}");
    let report = of_texts(plain(Goal::Ends), CHOICE, &strange());
    assert_eq!(
        report.verdict.kind,
        LanguageDiffKind::Undecided,
        "{report:?}"
    );
    assert!(
        report
            .verdict
            .reason
            .as_ref()
            .is_some_and(|reason| reason.starts_with("new: ")),
        "{:?}",
        report.verdict
    );
    assert!(
        report
            .parts
            .iter()
            .flat_map(|part| &part.words)
            .all(|word| !word.certain)
    );
}

#[test]
fn a_bound_on_length_under_which_no_version_ends_is_refused() {
    let like = LanguageRequest {
        word_length: Some(0),
        beyond: false,
        ..plain(Goal::Ends)
    };
    let error = compare(like, corpus_versions()).expect_err("nothing can be compared");
    assert!(
        error.to_string().contains("--word-length 0 is too short"),
        "{error}"
    );
}
