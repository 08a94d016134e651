//! What users choose: which calls, which arguments, which errors. The sizes were worked out by hand
//! (`corpus/java/expected.txt`).

use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::report::{Report, VerdictKind, View};
use mores::{
    Budget, CheckRequest, CheckResult, Engine, InputError, InterfaceRequest, NoProgress, Scheme,
};

fn source(class: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/java/{class}.java"))
}

fn learn(path: impl Into<PathBuf>, view: View) -> Result<Report, InputError> {
    let request = InterfaceRequest {
        view,
        ..InterfaceRequest::new(path)
    };
    mores::interface(
        &request,
        &Budget::lasting(Duration::from_secs(60)),
        &NoProgress,
    )
    .map(|a| a.report)
}

/// Learns and expects a proof.
fn proved(path: impl Into<PathBuf>, view: View) -> Report {
    let report = learn(path, view).expect("the class can be analysed");
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict.reason
    );
    report
}

fn size(report: &Report) -> (usize, usize) {
    (report.model.states.len(), report.model.alphabet.len())
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn an_allowed_exception_is_an_answer_like_any_other() {
    let view = View {
        allow_exceptions: names(&["IllegalStateException"]),
        ..View::default()
    };
    assert_eq!(size(&proved(source("AllowedExceptions"), view)), (3, 4));
    let view = View {
        error_exceptions: names(&["java.lang.IllegalArgumentException"]),
        ..View::default()
    };
    assert_eq!(size(&proved(source("AllowedExceptions"), view)), (3, 4));
}

#[test]
fn an_exception_that_is_none_is_refused() {
    let refused = |view: View| {
        learn(source("AllowedExceptions"), view)
            .expect_err("there is no such exception")
            .message
    };
    let only = |name: &str| View {
        error_exceptions: names(&[name]),
        ..View::default()
    };
    let allowed = |name: &str| View {
        allow_exceptions: names(&["IllegalStateException", name]),
        ..View::default()
    };
    let none = "there is no class of this name";
    assert!(
        refused(only("NoSuchThing"))
            .starts_with(&format!("--error-exceptions NoSuchThing: {none}"))
    );
    assert!(
        refused(allowed("no.such.Thing"))
            .starts_with(&format!("--allow-exceptions no.such.Thing: {none}"))
    );
    let offered = format!(
        "--error-exceptions IllegalState: {none}; there is java.lang.IllegalStateException"
    );
    assert_eq!(refused(only("IllegalState")), offered);
    assert_eq!(
        refused(only("Integer")),
        "--error-exceptions Integer: java.lang.Integer is no exception"
    );
    assert_eq!(
        refused(allowed("java.util.Map")),
        "--allow-exceptions java.util.Map: java.util.Map is no exception"
    );
    // Exceptions that the class does not know are exceptions, wherever they are.
    for name in [
        "ConcurrentModificationException",
        "java.io.IOException",
        "Throwable",
    ] {
        proved(source("AllowedExceptions"), only(name));
    }
}

/// A class whose calls are unknown in one way or another, and what may be said of the rest.
const UNKNOWN: [(&str, &str, &str); 4] = [
    (
        "Makers",
        "public Makers(int x) { if (x < 0) throw new Error(); if (Thread.currentThread().getName() == null) throw new Error(); }
         public void go() {}",
        "Nothing is known of any object: no first call is known to return.",
    ),
    (
        "Methods",
        "public void go() { if (Thread.currentThread().getName() == null) throw new Error(); }",
        "Nothing is known of the methods: every call of one is unknown.",
    ),
    (
        "Some",
        "public void go() { if (Thread.currentThread().getName() == null) throw new Error(); } public void fine() {}",
        "Outside the unknown state the interface is exact: this was proved for all sequences of calls.",
    ),
    (
        "Statics",
        "public Statics() { if (Thread.currentThread().getName() == null) throw new Error(); } public static void fine() {}",
        "Outside the unknown state the interface is exact: this was proved for all sequences of calls.",
    ),
];

#[test]
fn nothing_is_called_exact_where_there_is_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    for (class, body, note) in UNKNOWN {
        let file = folder.path().join(format!("{class}.java"));
        std::fs::write(&file, format!("public class {class} {{ {body} }}")).expect("written");
        for engine in [
            Engine::Default,
            Engine::MayMust(Scheme::default()),
            Engine::Hybrid {
                por: true,
                matching: true,
            },
        ] {
            let request = InterfaceRequest {
                engine,
                ..InterfaceRequest::new(&file)
            };
            let report = mores::interface(&request, &Budget::unlimited(), &NoProgress)
                .expect("it is learned")
                .report;
            assert_eq!(report.verdict.kind, VerdictKind::Unknown, "{class}");
            assert_eq!(
                report.notes.first().map(String::as_str),
                Some(note),
                "{class}, {engine:?}"
            );
        }
    }
}

#[test]
fn a_condition_on_fields_is_an_error_where_it_holds_after_a_call() {
    let view = View {
        error_when: Some("e != 0".into()),
        ..View::default()
    };
    let report = proved(source("ErrorFlag"), view);
    assert_eq!(size(&report), (4, 3));
    let errors = report
        .model
        .transitions
        .iter()
        .filter_map(|t| t.error.as_ref());
    assert!(errors.clone().count() > 0 && errors.into_iter().any(|cause| cause.what == "e != 0"));
}

#[test]
fn a_condition_about_nothing_the_class_has_is_refused() {
    let view = View {
        error_when: Some("nothing > 1".into()),
        ..View::default()
    };
    let error = learn(source("ErrorFlag"), view).expect_err("there is no such field");
    assert!(error.message.contains("nothing"), "{}", error.message);
}

#[test]
fn only_the_methods_that_were_asked_for_are_letters() {
    let all = proved(source("Turnstile"), View::default());
    let one = View {
        methods: names(&["push"]),
        ..View::default()
    };
    let report = proved(source("Turnstile"), one);
    let methods: Vec<&str> = report
        .model
        .methods
        .iter()
        .map(|m| m.name.as_str())
        .collect();
    assert_eq!(methods, ["Turnstile", "push"]);
    let rest = View {
        exclude: names(&["push"]),
        ..View::default()
    };
    let report = proved(source("Turnstile"), rest);
    assert_eq!(report.model.methods.len() + 1, all.model.methods.len());
    let error = learn(
        source("Turnstile"),
        View {
            methods: names(&["pull"]),
            ..View::default()
        },
    );
    assert!(
        error
            .expect_err("there is no such method")
            .message
            .contains("pull")
    );
}

#[test]
fn a_pool_keeps_a_parameter_to_its_values() {
    let pool = [("capacity".to_owned(), vec![1, 2])].into();
    let report = proved(
        source("SmallBuffer"),
        View {
            pool,
            ..View::default()
        },
    );
    // One and two places: 2 + 3 states, the one before construction and the error state.
    assert_eq!(report.model.states.len(), 7);
    let pool = [("size".to_owned(), vec![1])].into();
    assert!(
        learn(
            source("SmallBuffer"),
            View {
                pool,
                ..View::default()
            }
        )
        .is_err()
    );
}

#[test]
fn a_call_that_waits_for_another_thread_is_an_error_where_asked() {
    let methods = names(&["countDown", "await()"]);
    let pool = [("count".to_owned(), vec![0, 1])].into();
    let view = View {
        methods,
        pool,
        error_waiting: true,
        ..View::default()
    };
    let report = proved("java.util.concurrent.CountDownLatch", view);
    // Before construction, one to count down, none, and the error state.
    assert_eq!(report.model.states.len(), 4);
    let waits = |t: &mores::report::Transition| {
        t.error
            .as_ref()
            .is_some_and(|e| e.what.contains("another thread"))
    };
    assert!(report.model.transitions.iter().any(waits));
}

#[test]
fn a_saved_model_is_compared_under_the_view_it_was_learned_with() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let view = View {
        error_when: Some("e != 0".into()),
        ..View::default()
    };
    let request = InterfaceRequest {
        view,
        ..InterfaceRequest::new(source("ErrorFlag"))
    };
    let budget = Budget::lasting(Duration::from_secs(60));
    let mut learned =
        mores::interface(&request, &budget, &NoProgress).expect("the class can be analysed");
    mores::write_out(folder.path(), &mut learned).expect("there is room for files");
    let model = folder.path().join("ErrorFlag.mores.json");
    let certificate = folder.path().join("ErrorFlag.certificate.json");
    for certificate in [None, Some(certificate)] {
        let code = InterfaceRequest::new(source("ErrorFlag"));
        let request = CheckRequest {
            model: model.clone(),
            code,
            certificate,
            options: Vec::new(),
        };
        let result = mores::check(&request, &budget, &NoProgress)
            .expect("both can be read")
            .result;
        assert!(
            matches!(result, CheckResult::Conforms { exact: true, .. }),
            "{result:?}"
        );
    }
}
