//! The engines of the papers, on classes of the corpus whose states they can exhaust: they must find what the default
//! engine finds, and prove it.

use mores::report::{Report, VerdictKind};
use mores::{
    Algorithm, Artifacts, Budget, CheckRequest, CheckResult, Engine, InterfaceRequest, NoProgress,
    Scheme,
};

use crate::support::corpus;

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

fn learn(class: &str, engine: Engine) -> Artifacts {
    learn_with(class, engine, None)
}

fn learn_with(class: &str, engine: Engine, learner: Option<Algorithm>) -> Artifacts {
    let request = InterfaceRequest {
        engine,
        learner,
        ..corpus::request(class)
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
fn every_learner_finds_what_the_default_finds() {
    for class in CLASSES {
        let expected = learn(class, Engine::Default).report;
        for learner in Algorithm::ALL {
            for engine in [Engine::Default, Engine::MayMust(Scheme::default())] {
                let report = learn_with(class, engine, Some(learner)).report;
                let what = format!("{class}, {engine:?}, {}", learner.name());
                assert_eq!(report.verdict.kind, VerdictKind::Proved, "{what}");
                assert_eq!(report.counts, expected.counts, "{what}");
                assert_eq!(guards(&report), guards(&expected), "{what}");
            }
        }
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
        code: corpus::request("Signature"),
        certificate: Some(folder.path().join("Signature.certificate.json")),
        options: Vec::new(),
    };
    let result = mores::check(&request, &Budget::unlimited(), &NoProgress)
        .expect("both can be read")
        .result;
    assert!(matches!(result, CheckResult::Conforms { .. }));
}
