//! Two versions of a class: what callers gain and lose, and how far that is known.

use std::fs;
use std::path::{Path, PathBuf};

use mores::joint::Change;
use mores::report::{Answer, View};
use mores::{
    Budget, ChangeKind, Changed, DiffKind, DiffReport, DiffRequest, InterfaceRequest, NoProgress,
    diff,
};

use crate::support::{MUTANTS, compile, compile_versions};

/// Both versions of class `C`, compiled.
fn versions(folder: &Path, old: &str, new: &str) -> (PathBuf, PathBuf) {
    let compiled = |name: &str, text: &str| {
        let source = folder.join(name).join("source/C.java");
        fs::create_dir_all(source.parent().expect("a folder")).expect("made");
        fs::write(&source, text).expect("written");
        let into = folder.join(name).join("classes");
        compile(&[source], &[], &into);
        into
    };
    (compiled("old", old), compiled("new", new))
}

fn request(path: &Path) -> InterfaceRequest {
    let class = path.is_dir().then(|| "C".to_owned());
    InterfaceRequest {
        class,
        ..InterfaceRequest::new(path)
    }
}

fn compared(old: InterfaceRequest, new: InterfaceRequest) -> DiffReport {
    diff(
        &DiffRequest {
            old,
            new,
            limit: 20,
        },
        &Budget::unlimited(),
        &NoProgress,
    )
    .expect("they can be compared")
}

fn compare(old: &str, new: &str) -> DiffReport {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = versions(folder.path(), old, new);
    compared(request(&old), request(&new))
}

fn brief(changed: &Changed) -> (ChangeKind, Vec<&str>) {
    (
        changed.kind,
        changed.calls.iter().map(String::as_str).collect(),
    )
}

const SWITCH: &str = "public class C {
    private boolean on;
    public void on() { if (on) throw new IllegalStateException(); on = true; }
    public void off() { if (!on) throw new IllegalStateException(); on = false; }
    public void dim(int percent) { if (!on || percent < 0) throw new IllegalArgumentException(); }
}";

#[test]
fn the_same_class_is_proved_to_be_the_same_whatever_its_fields_and_parameters_are_called() {
    let other = SWITCH
        .replace("boolean on;", "int state;")
        .replace("if (on)", "if (state == 1)")
        .replace("(!on", "(state != 1")
        .replace("on = true", "state = 1")
        .replace("on = false", "state = 0")
        .replace("percent", "p");
    let report = compare(SWITCH, &other);
    assert_eq!(
        (report.verdict.kind, report.differs()),
        (DiffKind::Equal, false),
        "{report:?}"
    );
}

#[test]
fn what_is_gained_and_lost_is_said_with_the_shortest_calls() {
    let new = SWITCH
        .replace("if (on) throw new IllegalStateException(); ", "")
        .replace("percent < 0", "percent < 10");
    let report = compare(SWITCH, &new);
    assert_eq!(report.verdict.kind, DiffKind::Differs);
    let found: Vec<_> = report.differences.iter().map(brief).collect();
    let expected = [
        (ChangeKind::Gained, vec!["new C()", "on()", "on()"]),
        (ChangeKind::Lost, vec!["new C()", "on()", "dim(0)"]),
    ];
    assert_eq!(found, expected);
    assert!(
        report
            .differences
            .iter()
            .all(|d| d.replayed && d.cause.is_some())
    );
    let cause = |i: usize| {
        report.differences[i]
            .cause
            .as_ref()
            .map(|c| c.what.as_str())
    };
    assert_eq!(
        (cause(0), cause(1)),
        (
            Some("java.lang.IllegalStateException"),
            Some("java.lang.IllegalArgumentException")
        )
    );
}

/// Both versions are one machine: what is legal in both, what only one allows, and the steps of each witness through it.
#[test]
fn both_versions_are_walked_together_for_the_picture() {
    let new = SWITCH
        .replace("if (on) throw new IllegalStateException(); ", "")
        .replace("percent < 0", "percent < 10");
    let report = compare(SWITCH, &new);
    let joint = &report.joint;
    let steps = |change: Change| -> Vec<(u64, String)> {
        let steps = joint.steps.iter().filter(|step| step.change == change);
        steps
            .map(|step| (step.from, format!("{} {}", step.head, step.guard)))
            .collect()
    };
    assert_eq!(steps(Change::Gained), [(2, "on() ".to_owned())]);
    let lost = "dim(percent) percent < 10 && percent >= 0".to_owned();
    assert_eq!(steps(Change::Lost), [(2, lost)]);
    assert_eq!(joint.count(Change::Undecided), 0);
    assert!(joint.steps.iter().all(|step| step.certain));
    let calls: Vec<Vec<&str>> = (joint.witnesses.iter())
        .map(|w| {
            w.steps
                .iter()
                .map(|&at| joint.steps[at].head.as_str())
                .collect()
        })
        .collect();
    assert_eq!(
        calls,
        [["C()", "on()", "on()"], ["C()", "on()", "dim(percent)"]]
    );
}

#[test]
fn a_limit_leaves_the_rest_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let new = SWITCH
        .replace("if (on) throw new IllegalStateException(); ", "")
        .replace("percent < 0", "percent < 10");
    let (old, new) = versions(folder.path(), SWITCH, &new);
    let request = DiffRequest {
        old: request(&old),
        new: request(&new),
        limit: 1,
    };
    let report = diff(&request, &Budget::unlimited(), &NoProgress).expect("they can be compared");
    assert_eq!(
        (report.differences.len(), report.more, report.verdict.kind),
        (1, 1, DiffKind::Differs)
    );
}

#[test]
fn methods_that_only_one_version_has_are_listed_and_the_others_compared() {
    let new = SWITCH
        .replace("public void off()", "public void out()")
        .replace("}\n}", "}\n    public void dim(long percent) { }\n}");
    let report = compare(SWITCH, &new);
    assert_eq!(
        (report.added, report.removed),
        (
            vec!["out()".into(), "dim(long percent)".into()],
            vec!["off()".into()]
        )
    );
    assert_eq!(
        report.verdict.kind,
        DiffKind::Equal,
        "{:?}",
        report.differences
    );
}

#[test]
fn a_method_with_other_parameters_is_another_method() {
    let report = compare(
        SWITCH,
        &SWITCH.replace("dim(int percent)", "dim(short percent)"),
    );
    assert_eq!((report.added.len(), report.removed.len()), (1, 1));
    let json = report.to_json();
    assert!(
        json.contains("dim(short percent)") && json.contains("dim(int percent)"),
        "{json}"
    );
}

const KEYED: &str = "public class C {
    public static class Key { int number; }
    private Key key;
    public void lock(Key k) { if (key != null || k.number < 1) throw new IllegalStateException(); key = k; }
    public void unlock(Key k) { if (k == null || k != key) throw new IllegalStateException(); key = null; }
}";

#[test]
fn objects_can_be_compared_even_if_their_class_got_another_field() {
    let new = KEYED
        .replace("int number;", "int number; boolean broken;")
        .replace("k.number < 1", "k.number < 1 || k.broken");
    let report = compare(KEYED, &new);
    let found: Vec<_> = report.differences.iter().map(brief).collect();
    assert_eq!(
        found,
        [(
            ChangeKind::Lost,
            vec!["new C()", "lock(new Key{number = 1, broken = true})"]
        )]
    );
}

/// What can be passed is told by the fields of the class; where these have other names, nothing is claimed.
#[test]
fn arguments_that_are_something_else_now_are_not_compared() {
    let report = compare(
        KEYED,
        &KEYED
            .replace("Key key;", "Key held;")
            .replace("key != null", "held != null")
            .replace("key = k", "held = k")
            .replace("k != key", "k != held")
            .replace("key = null", "held = null"),
    );
    assert_eq!(report.incomparable.len(), 2, "{report:?}");
    assert!(report.differs());
}

#[test]
fn saved_models_can_be_compared_with_code_and_with_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let new = KEYED.replace("k.number < 1", "k.number < 3");
    let (old, new) = versions(folder.path(), KEYED, &new);
    let saved = |classes: &Path, name: &str| {
        let learned = mores::interface(&request(classes), &Budget::unlimited(), &NoProgress)
            .expect("it can be learned");
        let path = folder.path().join(name);
        fs::write(&path, learned.report.to_json()).expect("written");
        path
    };
    let (old_model, new_model) = (saved(&old, "old.mores.json"), saved(&new, "new.mores.json"));
    let expected = [(
        ChangeKind::Lost,
        vec!["new C()", "lock(new Key{number = 1})"],
    )];
    for (o, n) in [(&old, &new), (&old_model, &new), (&old, &new_model)] {
        let report = compared(request(o), request(n));
        assert_eq!(
            report.differences.iter().map(brief).collect::<Vec<_>>(),
            expected
        );
        assert!(report.differences[0].replayed);
    }
    let report = compared(request(&old_model), request(&new_model));
    let calls = ["new C()", "lock(k where k.number == 1)"].map(str::to_owned);
    assert_eq!(
        (
            report.differences[0].calls.as_slice(),
            report.differences[0].replayed
        ),
        (&calls[..], false)
    );
    let same = compared(request(&old_model), request(&old));
    assert_eq!(
        (same.verdict.kind, same.old.saved, same.new.saved),
        (DiffKind::Equal, true, false)
    );
}

/// A list that nobody can prove in no time: what is claimed is what both were looked at for.
#[test]
fn what_is_not_proved_is_not_called_equal_without_a_bound() {
    let text = "public class C {
        private final java.util.ArrayList<Object> items = new java.util.ArrayList<>();
        public void add() { items.add(null); }
        public void take() { if (items.isEmpty()) throw new IllegalStateException(); items.remove(items.size() - 1); }
    }";
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = versions(folder.path(), text, text);
    let request = DiffRequest {
        old: request(&old),
        new: request(&new),
        limit: 5,
    };
    let budget = Budget::lasting(std::time::Duration::from_secs(4));
    let report = diff(&request, &budget, &NoProgress).expect("they can be compared");
    assert!(
        matches!(
            report.verdict.kind,
            DiffKind::EqualUpTo | DiffKind::Undecided
        ),
        "{report:?}"
    );
    assert!(report.verdict.reason.is_some());
    assert_eq!(report.differences, []);
}

#[test]
fn what_can_no_longer_be_analysed_is_neither_gained_nor_lost() {
    let new = SWITCH.replace(
        "on = false; }",
        "on = Thread.currentThread().getName() == null; }",
    );
    let report = compare(SWITCH, &new);
    let found: Vec<_> = report
        .differences
        .iter()
        .map(|d| (d.kind, d.old, d.new))
        .collect();
    assert!(
        found.contains(&(ChangeKind::NoLongerKnown, Answer::Ok, Answer::Unknown)),
        "{report:?}"
    );
    assert!(
        found
            .iter()
            .all(|(kind, ..)| *kind == ChangeKind::NoLongerKnown),
        "{found:?}"
    );
    let off = report.joint.steps.iter().filter(|s| s.head == "off()");
    let off: Vec<Change> = off.map(|step| step.change).collect();
    assert_eq!(off, [Change::Undecided], "it is drawn as what it is");
    assert_eq!(report.joint.count(Change::Lost), 0);
}

/// Neither version says what it does: that is not the same as doing the same.
#[test]
fn what_neither_version_knows_is_not_drawn_as_alike() {
    let text = SWITCH.replace(
        "on = false; }",
        "on = Thread.currentThread().getName() == null; }",
    );
    let joint = compare(&text, &text).joint;
    let off = joint.steps.iter().filter(|step| step.head == "off()");
    let off: Vec<Change> = off.map(|step| step.change).collect();
    assert_eq!(off, [Change::Undecided]);
}

#[test]
fn models_of_other_errors_are_not_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, _) = versions(folder.path(), SWITCH, SWITCH);
    let saved = |name: &str, view: View| {
        let request = InterfaceRequest {
            view,
            ..request(&old)
        };
        let learned = mores::interface(&request, &Budget::unlimited(), &NoProgress)
            .expect("it can be learned");
        let path = folder.path().join(name);
        fs::write(&path, learned.report.to_json()).expect("written");
        path
    };
    let lax = View {
        allow_exceptions: vec!["IllegalArgumentException".into()],
        ..View::default()
    };
    let (strict, lax) = (
        saved("strict.json", View::default()),
        saved("lax.json", lax),
    );
    let request = DiffRequest {
        old: request(&strict),
        new: request(&lax),
        limit: 5,
    };
    assert!(diff(&request, &Budget::unlimited(), &NoProgress).is_err());
}

/// Every change that was planted is found, and the first difference is as short as what `check` says is the shortest.
#[test]
fn every_planted_change_is_found_on_the_shortest_calls() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = compile_versions(folder.path());
    for mutant in MUTANTS.iter().filter(|m| m.changes()) {
        let report = compared(mutant.request(&old), mutant.request(&new));
        assert_eq!(
            report.verdict.kind,
            DiffKind::Differs,
            "{}: {report:?}",
            mutant.class
        );
        assert!(
            report.differences.iter().all(|d| d.replayed),
            "{}: {report:?}",
            mutant.class
        );
        let lengths: Vec<usize> = report.differences.iter().map(|d| d.calls.len()).collect();
        assert!(lengths.is_sorted(), "{}: {lengths:?}", mutant.class);
        let model = folder.path().join("model.mores.json");
        let learned = mores::interface(&mutant.request(&old), &Budget::unlimited(), &NoProgress)
            .expect("learned");
        fs::write(&model, learned.report.to_json()).expect("written");
        let request = mores::CheckRequest {
            model,
            code: mutant.request(&new),
            certificate: None,
            options: Vec::new(),
        };
        let Ok(mores::CheckResult::Differs(shown)) =
            mores::check(&request, &Budget::unlimited(), &NoProgress).map(|check| check.result)
        else {
            panic!("{}: check finds no difference", mutant.class);
        };
        assert!(shown.shortest, "{}", mutant.class);
        assert_eq!(shown.calls.len(), lengths[0], "{}", mutant.class);
    }
}
