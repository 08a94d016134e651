//! A model that was stopped early and leaves calls undecided, against code: what it says is compared, what it leaves open
//! is neither a difference nor claimed.

use std::fs;
use std::path::{Path, PathBuf};

use mores::report::{Answer, Report, State};
use mores::{
    Budget, CheckRequest, CheckResult, DiffKind, DiffRequest, InterfaceRequest, NoProgress,
};

const CLASS: &str = "PipedOutputStream";

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/java/{CLASS}.java"))
}

/// The interface, in which nobody has decided what `write` does on a connected stream.
fn bounds() -> Report {
    let request = InterfaceRequest::new(source());
    let learned = mores::interface(&request, &Budget::unlimited(), &NoProgress)
        .expect("the class can be analysed");
    let mut report = learned.report;
    let to = report.model.states.len() as u64;
    report.model.states.push(State {
        id: to,
        answer: Answer::Unknown,
        holds: Vec::new(),
        undecided: true,
        beyond: false,
        way: Vec::new(),
    });
    let open = report
        .model
        .transitions
        .iter_mut()
        .find(|t| t.symbol == "write" && t.from == 2);
    open.expect("there is a connected state").to = to;
    report
}

/// What a check says of the code after a change.
fn checked(folder: &Path, from: &str, to: &str, certificate: Option<PathBuf>) -> CheckResult {
    let (model, code) = (
        folder.join("model.json"),
        folder.join(format!("{CLASS}.java")),
    );
    fs::write(&model, bounds().to_json()).expect("written");
    let text = fs::read_to_string(source()).expect("the source is there");
    assert!(text.contains(from), "{from}");
    fs::write(&code, text.replacen(from, to, 1)).expect("written");
    let request = CheckRequest {
        model,
        code: InterfaceRequest::new(code),
        certificate,
        options: Vec::new(),
    };
    mores::check(&request, &Budget::unlimited(), &NoProgress)
        .expect("both can be read")
        .result
}

const WRITE: &str = "if (sink == 0) {\n            assert false;\n        }";

#[test]
fn code_conforms_as_far_as_something_is_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    for (from, to) in [("", ""), (WRITE, "assert false;")] {
        let result = checked(folder.path(), from, to, None);
        assert!(
            matches!(result, CheckResult::Conforms { exact: false, .. }),
            "{to}: {result:?}"
        );
    }
}

#[test]
fn what_is_decided_is_compared_behind_undecided_calls_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let close = (
        "public void close() {\n        if (sink != 0) {",
        "public void close() {\n        if (sink != 0) { assert false;",
    );
    for ((from, to), length) in [((WRITE, ""), 2), (close, 3)] {
        let CheckResult::Differs(difference) = checked(folder.path(), from, to, None) else {
            panic!("{to}: a call that is decided is answered differently");
        };
        assert_eq!(
            (difference.calls.len(), difference.shortest),
            (length, true),
            "{:?}",
            difference.calls
        );
        assert!(
            difference.model != "unknown" && difference.code != "unknown",
            "{difference:?}"
        );
    }
}

#[test]
fn no_certificate_proves_what_is_undecided() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = InterfaceRequest::new(source());
    let mut learned =
        mores::interface(&request, &Budget::unlimited(), &NoProgress).expect("it can be analysed");
    mores::write_out(folder.path(), &mut learned).expect("it can be written");
    let certificate = folder.path().join(format!("{CLASS}.certificate.json"));
    let result = checked(folder.path(), "", "", Some(certificate));
    assert!(
        matches!(&result, CheckResult::Rejected { reason: why } if why.contains("undecided")),
        "{result:?}"
    );
}

#[test]
fn what_is_undecided_is_neither_a_change_nor_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = folder.path().join("model.json");
    fs::write(&model, bounds().to_json()).expect("written");
    let [model, code] = [
        InterfaceRequest::new(model),
        InterfaceRequest::new(source()),
    ];
    for (old, new) in [(&model, &code), (&code, &model)] {
        let request = DiffRequest {
            old: old.clone(),
            new: new.clone(),
            limit: 5,
        };
        let report =
            mores::diff(&request, &Budget::unlimited(), &NoProgress).expect("they can be compared");
        assert_eq!(
            (report.verdict.kind, report.differences.len()),
            (DiffKind::Undecided, 0),
            "{report:?}"
        );
    }
}
