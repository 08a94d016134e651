//! The engines of the papers, on classes of the corpus whose states they can exhaust: they must find what the default
//! engine finds, and prove it.

use std::path::{Path, PathBuf};

use mores::report::{Report, VerdictKind};
use mores::{Artifacts, Budget, CheckRequest, CheckResult, Engine, InterfaceRequest, NoProgress};

const CLASSES: [&str; 8] = [
    "Signature",
    "CevV2",
    "Turnstile",
    "TrafficLight",
    "TransactionManager",
    "BoundedCounter",
    "Builder",
    "Overloads",
];

fn source(class: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/java/{class}.java"))
}

fn learn(class: &str, engine: Engine) -> Artifacts {
    let request = InterfaceRequest {
        engine,
        ..InterfaceRequest::new(source(class))
    };
    mores::interface(&request, &Budget::unlimited(), &NoProgress)
        .expect("the class can be analysed")
}

/// The guards of each method.
fn guards(report: &Report) -> Vec<(String, String)> {
    let mut guards: Vec<_> = report
        .model
        .alphabet
        .iter()
        .map(|s| (s.method.clone(), s.guard.clone()))
        .collect();
    guards.sort();
    guards
}

#[test]
fn state_matching_exhausts_small_classes_and_finds_what_the_default_finds() {
    for class in CLASSES {
        let expected = learn(class, Engine::Default).report;
        let [with, without] = [true, false].map(|por| {
            learn(
                class,
                Engine::Hybrid {
                    por,
                    matching: true,
                },
            )
            .report
        });
        for report in [&with, &without] {
            assert_eq!(
                report.verdict.kind,
                VerdictKind::Proved,
                "{class}: {:?}",
                report.verdict.reason
            );
            assert_eq!(report.counts, expected.counts, "{class}");
            assert_eq!(guards(report), guards(&expected), "{class}");
            assert!(
                report
                    .effort
                    .exploration
                    .is_some_and(|e| e.complete && e.k_min <= e.k_max),
                "{class}"
            );
        }
        let spared =
            [&with, &without].map(|report| report.effort.exploration.expect("it explored"));
        assert!(
            spared[0].sequences <= spared[1].sequences && spared[1].skipped_by_por == 0,
            "{class}: {spared:?}"
        );
        assert_eq!(expected.effort.exploration, None);
    }
}

#[test]
fn a_certificate_of_an_exhausted_class_is_accepted_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut artifacts = learn(
        "Signature",
        Engine::Hybrid {
            por: true,
            matching: true,
        },
    );
    mores::write_out(folder.path(), &mut artifacts).expect("it can be written");
    let request = CheckRequest {
        model: folder.path().join("Signature.mores.json"),
        code: InterfaceRequest::new(source("Signature")),
        certificate: Some(folder.path().join("Signature.certificate.json")),
        options: Vec::new(),
    };
    let result = mores::check(&request, &Budget::unlimited(), &NoProgress)
        .expect("both can be read")
        .result;
    assert!(matches!(result, CheckResult::Conforms { .. }));
}
