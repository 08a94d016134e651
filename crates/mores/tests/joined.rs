//! The programs of `corpus/c/joined`: far more runs than can be followed one by one, proved by joining paths, or seen to fail.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::report::VerdictKind;
use mores::{Budget, LanguageArtifacts, LanguageRequest, NoProgress, language};

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/c/joined/{name}.c"))
}

fn learned(request: &LanguageRequest, seconds: u64) -> LanguageArtifacts {
    let budget = Budget::lasting(Duration::from_secs(seconds));
    language(request, &budget, &NoProgress).expect("it can be read")
}

#[test]
fn what_never_fails_is_proved() {
    for name in ["ifs", "nested", "max", "sort", "insert", "kinds"] {
        let found = learned(&LanguageRequest::new(program(name)), 60);
        let report = &found.report;
        assert_eq!(report.verdict.kind, VerdictKind::Proved, "{name}");
        assert!(report.model.words.is_empty(), "{name}");
        assert!(found.certificate.is_some(), "{name}");
    }
}

/// Every word was run on the interpreter before it is reported.
#[test]
fn what_fails_is_seen_to_fail() {
    for name in ["ifs", "nested", "max", "sort", "insert"] {
        let wrong = format!("{name}_wrong");
        let found = learned(&LanguageRequest::new(program(&wrong)), 8);
        assert!(!found.report.model.words.is_empty(), "{wrong}");
    }
}

/// With a bound that somebody gives, nothing is claimed of runs beyond it, however they could be joined.
#[test]
fn a_bound_that_is_given_is_kept() {
    let request = LanguageRequest {
        bound: Some(2),
        beyond: false,
        ..LanguageRequest::new(program("nested"))
    };
    let found = learned(&request, 20);
    assert_ne!(found.report.verdict.kind, VerdictKind::Proved);
}
