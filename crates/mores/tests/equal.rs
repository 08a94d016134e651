//! Whether two interfaces are the same: of code, of saved models, of models that were changed by hand.

use std::collections::BTreeMap;
use std::fs;

use mores::report::{Answer, Report, Transition, VerdictKind, View};
use mores::{
    Budget, DiffRequest, Engine, EqualReport, EqualRequest, InputError, Integers, InterfaceRequest,
    NoProgress, Scheme, diff, equal,
};

use crate::support::{MUTANTS, compile, compile_versions, corpus};

fn ask(first: &InterfaceRequest, second: &InterfaceRequest) -> Result<EqualReport, InputError> {
    let request = EqualRequest {
        first: first.clone(),
        second: second.clone(),
    };
    equal(&request, &Budget::unlimited(), &NoProgress)
}

/// Both ways round, which must come to the same.
fn compared(first: &InterfaceRequest, second: &InterfaceRequest) -> EqualReport {
    let [one, other] = [ask(first, second), ask(second, first)]
        .map(|answer| answer.expect("they can be compared"));
    assert_eq!(
        (one.equal, one.exact, one.witness.len()),
        (other.equal, other.exact, other.witness.len())
    );
    assert_eq!(
        (one.answers.is_some(), one.shortest),
        (other.answers.is_some(), other.shortest)
    );
    assert_eq!(
        (one.verdict.kind, one.verdict.depth),
        (other.verdict.kind, other.verdict.depth)
    );
    one
}

/// Why they cannot be compared, which must be so both ways round.
fn refused(first: &InterfaceRequest, second: &InterfaceRequest) -> String {
    let [one, other] =
        [ask(first, second), ask(second, first)].map(|answer| answer.err().map(|e| e.to_string()));
    assert!(other.is_some(), "refused one way only: {one:?}");
    one.expect("they cannot be compared")
}

fn learned(request: &InterfaceRequest) -> Report {
    mores::interface(request, &Budget::unlimited(), &NoProgress)
        .expect("the class can be analysed")
        .report
}

/// A saved model in a folder of its own.
struct Saved {
    _folder: tempfile::TempDir,
    request: InterfaceRequest,
}

fn saved(report: &Report) -> Saved {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("model.mores.json");
    fs::write(&path, report.to_json()).expect("written");
    Saved {
        request: InterfaceRequest::new(path),
        _folder: folder,
    }
}

/// Class `C`, compiled.
struct Compiled {
    _folder: tempfile::TempDir,
    request: InterfaceRequest,
}

fn compiled(text: &str) -> Compiled {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("C.java");
    fs::write(&source, text).expect("written");
    let classes = folder.path().join("classes");
    compile(&[source], &[], &classes);
    let request = InterfaceRequest {
        class: Some("C".to_owned()),
        ..InterfaceRequest::new(classes)
    };
    Compiled {
        request,
        _folder: folder,
    }
}

const SWITCH: &str = "public class C {
    private boolean on;
    public void on() { if (on) throw new IllegalStateException(); on = true; }
    public void off() { if (!on) throw new IllegalStateException(); on = false; }
    public void dim(int percent) { if (!on || percent < 0) throw new IllegalArgumentException(); }
}";

#[test]
fn engines_that_prove_a_class_find_the_same_interface() {
    let published = [
        Engine::Hybrid {
            por: true,
            matching: true,
        },
        Engine::MayMust(Scheme::default()),
    ];
    for class in [
        "Signature",
        "CevV2",
        "TrafficLight",
        "TransactionManager",
        "Builder",
        "Overloads",
        "BoundedCounter",
    ] {
        let code = corpus::request(class);
        let model = saved(&learned(&code));
        for engine in published {
            let other = saved(&learned(&InterfaceRequest {
                engine,
                ..code.clone()
            }));
            let report = compared(&model.request, &other.request);
            assert_eq!(
                (report.equal, report.exact),
                (Some(true), Some(true)),
                "{class}: {report:?}"
            );
            assert_eq!(
                report.verdict.kind,
                VerdictKind::Proved,
                "{class}, {engine:?}: {report:?}"
            );
        }
    }
}

/// Every planted change is found, on calls as few as those of `diff`, and seen on the code of both.
#[test]
fn code_that_was_changed_is_not_equal_and_its_witness_can_be_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = compile_versions(folder.path());
    for mutant in &MUTANTS {
        let report = compared(&mutant.request(&old), &mutant.request(&new));
        assert_eq!(
            report.equal,
            Some(!mutant.changes()),
            "{}: {report:?}",
            mutant.class
        );
        if mutant.changes() {
            let request = DiffRequest {
                old: mutant.request(&old),
                new: mutant.request(&new),
                limit: 1,
            };
            let expected =
                diff(&request, &Budget::unlimited(), &NoProgress).expect("they can be compared");
            assert_eq!(
                report.witness.len(),
                expected.differences[0].calls.len(),
                "{}",
                mutant.class
            );
            assert_eq!(
                (report.replayed, report.shortest),
                (Some(true), Some(true)),
                "{}: {report:?}",
                mutant.class
            );
        }
    }
}

/// The answer of a report to calls without arguments, by its own transitions; `None` before it if a call is not ok.
fn walked(report: &Report, calls: &[String]) -> Option<Answer> {
    let moves: BTreeMap<(u64, &str), u64> = report
        .model
        .transitions
        .iter()
        .map(|t| ((t.from, t.symbol.as_str()), t.to))
        .collect();
    let answer = |id: u64| {
        report
            .model
            .states
            .iter()
            .find(|s| s.id == id)
            .map(|s| s.answer)
    };
    let mut at = report.model.initial;
    for call in calls {
        if answer(at)? != Answer::Ok {
            return None;
        }
        at = *moves.get(&(at, call.trim_start_matches("new ").trim_end_matches("()")))?;
    }
    answer(at)
}

#[test]
fn a_model_with_one_transition_changed_is_told_apart_by_calls_that_both_models_take() {
    let report = learned(&corpus::request("Turnstile"));
    let original = saved(&report);
    let states: Vec<u64> = report.model.states.iter().map(|s| s.id).collect();
    let (mut told, mut alike) = (0, 0);
    for at in 0..report.model.transitions.len() {
        for &to in &states {
            let mut changed = report.clone();
            changed.model.transitions[at] = Transition {
                to,
                ..changed.model.transitions[at].clone()
            };
            let found = compared(&original.request, &saved(&changed).request);
            match found.answers {
                Some(answers) => {
                    let walks = [
                        walked(&report, &found.witness),
                        walked(&changed, &found.witness),
                    ];
                    assert_eq!(
                        walks,
                        [Some(answers.first), Some(answers.second)],
                        "{found:?}"
                    );
                    assert_ne!(answers.first, answers.second);
                    told += 1;
                }
                None => {
                    assert_eq!((found.equal, found.exact), (Some(true), Some(true)));
                    assert_eq!(
                        to, report.model.transitions[at].to,
                        "every change of this model can be seen"
                    );
                    alike += 1;
                }
            }
        }
    }
    assert_eq!(alike, report.model.transitions.len());
    assert!(told > 20, "{told}");
}

/// The model with the symbol that has this guard under other guards.
fn split(report: &Report, guard: &str, into: &[&str]) -> Report {
    let mut out = report.clone();
    let at = out
        .model
        .alphabet
        .iter()
        .position(|s| s.guard == guard)
        .expect("there is such a guard");
    let symbol = out.model.alphabet.remove(at);
    let taken = |t: &&Transition| t.symbol == symbol.symbol;
    let transitions: Vec<Transition> = out
        .model
        .transitions
        .iter()
        .filter(taken)
        .cloned()
        .collect();
    out.model.transitions.retain(|t| t.symbol != symbol.symbol);
    for (i, guard) in into.iter().enumerate() {
        let name = format!("{}part{i}", symbol.symbol);
        let copies = transitions.iter().map(|t| Transition {
            symbol: name.clone(),
            ..t.clone()
        });
        out.model.transitions.extend(copies);
        out.model.alphabet.push(mores::report::Symbol {
            symbol: name,
            guard: (*guard).into(),
            ..symbol.clone()
        });
    }
    out
}

#[test]
fn guards_that_mean_the_same_are_the_same() {
    let code = compiled(SWITCH);
    let report = learned(&code.request);
    let other = split(
        &report,
        "percent >= 0",
        &["percent > 10", "percent <= 10 && !(percent < 0)"],
    );
    let other = split(&other, "percent < 0", &["!(0 <= percent)"]);
    let found = compared(&code.request, &saved(&other).request);
    assert_eq!(
        (found.equal, found.exact),
        (Some(true), Some(true)),
        "{found:?}"
    );
    let wrong = split(&report, "percent >= 0", &["percent >= 10"]);
    let wrong = split(&wrong, "percent < 0", &["percent < 10"]);
    let found = compared(&code.request, &saved(&wrong).request);
    assert_eq!(found.witness, ["new C()", "on()", "dim(0)"]);
    assert_eq!(
        found.answers.map(|a| (a.first, a.second)),
        Some((Answer::Ok, Answer::Error))
    );
}

#[test]
fn what_one_of_them_does_not_know_is_not_compared_and_that_is_said() {
    let known = compiled(SWITCH);
    let unknown = compiled(&SWITCH.replace(
        "on = false; }",
        "on = Thread.currentThread().getName() == null; }",
    ));
    let report = compared(&known.request, &unknown.request);
    assert_eq!(
        (report.equal, report.exact),
        (Some(true), Some(false)),
        "{report:?}"
    );
    assert_eq!(report.verdict.kind, VerdictKind::Unknown);
    let left_out = report.not_compared.expect("something was not compared");
    assert_eq!(left_out.calls, ["new C()", "on()", "off()"]);
    assert_eq!(
        (left_out.answers.first, left_out.answers.second),
        (Answer::Ok, Answer::Unknown)
    );
    let itself = compared(&unknown.request, &unknown.request);
    assert_eq!((itself.equal, itself.exact), (Some(true), Some(false)));
    let other = SWITCH
        .replace(
            "on = false; }",
            "on = Thread.currentThread().getName() == null; }",
        )
        .replace("percent < 0", "percent < 5");
    let found = compared(&known.request, &compiled(&other).request);
    assert_eq!(
        (found.equal, found.witness.len()),
        (Some(false), 3),
        "an error is no ok, whatever else is not known"
    );
    assert_eq!(found.not_compared, None);
}

#[test]
fn interfaces_that_are_right_up_to_a_depth_are_equal_and_different_up_to_there_only() {
    let mut report = learned(&corpus::request("Turnstile"));
    let proved = saved(&report);
    (report.verdict.kind, report.verdict.depth) = (VerdictKind::UpTo, Some(7));
    report.verdict.reason = Some("the time budget is spent".into());
    let found = compared(&proved.request, &saved(&report).request);
    assert_eq!(
        (found.equal, found.verdict.kind, found.verdict.depth),
        (Some(true), VerdictKind::UpTo, Some(7))
    );
    assert_eq!(
        (found.exact, found.depth),
        (Some(false), Some(7)),
        "nothing is claimed of more calls"
    );
    assert_eq!(
        found.verdict.reason.as_deref(),
        Some("the second: the time budget is spent")
    );
}

/// A model that is right up to two calls, and no further.
#[test]
fn interfaces_that_differ_beyond_what_they_claim_are_equal_up_to_there() {
    let mut report = learned(&corpus::request("Turnstile"));
    let proved = saved(&report);
    report.verdict.reason = Some("the time budget is spent".into());
    let push = report
        .model
        .transitions
        .iter()
        .position(|t| t.symbol == "push" && t.from == 2)
        .expect("the coin is in");
    report.model.transitions[push].to = 3;
    (report.verdict.kind, report.verdict.depth) = (VerdictKind::UpTo, Some(7));
    let found = compared(&proved.request, &saved(&report).request);
    assert_eq!(
        (found.equal, found.witness.len()),
        (Some(false), 3),
        "{found:?}"
    );
    report.verdict.depth = Some(2);
    let found = compared(&proved.request, &saved(&report).request);
    assert_eq!(
        (found.equal, found.exact, found.depth),
        (Some(true), Some(false), Some(2)),
        "{found:?}"
    );
    let beyond = found
        .not_compared
        .expect("they differ where one of them claims nothing");
    assert_eq!(
        (
            beyond.calls.len(),
            beyond.answers.first,
            beyond.answers.second
        ),
        (3, Answer::Ok, Answer::Error)
    );
    // The same without a word about it in the verdict, but with a mark.
    report.verdict.depth = Some(7);
    let guess = &mut report.model.transitions[push];
    (guess.established, guess.answered) = (false, false);
    let found = compared(&proved.request, &saved(&report).request);
    assert_eq!(
        (found.equal, found.exact),
        (Some(true), Some(false)),
        "{found:?}"
    );
    let guessed = found.not_compared.expect("what is guessed is not compared");
    assert_eq!(
        (guessed.calls.len(), guessed.answers.second),
        (3, Answer::Unknown)
    );
}

#[test]
fn what_registers_hold_is_compared_by_what_can_be_called() {
    let text = fs::read_to_string(corpus::folder().join("Session.java"))
        .expect("the corpus")
        .replace("class Session", "class C");
    let session = compiled(&text);
    assert_eq!(learned(&session.request).model.registers.len(), 1);
    // The same number, kept under another name and in another form.
    let other = compiled(
        &text
            .replace("owner", "holder")
            .replace("!open || id != holder", "!(open && holder == id)"),
    );
    let report = compared(&session.request, &other.request);
    assert_eq!(
        (report.equal, report.verdict.kind),
        (Some(true), VerdictKind::Proved),
        "{report:?}"
    );
    let lax = compiled(&text.replace("id != owner", "id < owner"));
    let report = compared(&session.request, &lax.request);
    assert_eq!(
        (report.equal, report.witness.len(), report.replayed),
        (Some(false), 3, Some(true)),
        "{report:?}"
    );
    assert!(
        report.witness[1] != report.witness[2].replace("close", "open"),
        "{:?}",
        report.witness
    );
    let saved = saved(&learned(&session.request));
    assert_eq!(compared(&saved.request, &session.request).equal, Some(true));
    assert_eq!(compared(&saved.request, &lax.request).equal, Some(false));
}

#[test]
fn interfaces_of_other_methods_are_neither_equal_nor_not() {
    let switch = compiled(SWITCH);
    let message = refused(
        &switch.request,
        &compiled(&SWITCH.replace("void off()", "void out()")).request,
    );
    assert!(
        message.contains("only the first has off()")
            && message.contains("only the second has out()"),
        "{message}"
    );
    let message = refused(
        &switch.request,
        &compiled(&SWITCH.replace("int percent", "short percent")).request,
    );
    assert!(
        message.contains("dim(int percent)") && message.contains("dim(short percent)"),
        "{message}"
    );
}

#[test]
fn models_that_were_made_for_something_else_are_refused() {
    let code = compiled(SWITCH);
    let plain = saved(&learned(&code.request));
    let lax = View {
        allow_exceptions: vec!["IllegalArgumentException".into()],
        ..View::default()
    };
    let lax = saved(&learned(&InterfaceRequest {
        view: lax,
        ..code.request.clone()
    }));
    assert!(refused(&plain.request, &lax.request).contains("other errors"));
    let without_bounds = InterfaceRequest {
        integers: Integers::Mathematical,
        ..code.request.clone()
    };
    let without_bounds = saved(&learned(&without_bounds));
    assert!(refused(&plain.request, &without_bounds.request).contains("other integers"));
    let report = compared(&without_bounds.request, &code.request);
    assert_eq!(
        (report.equal, report.verdict.integers),
        (Some(true), Integers::Mathematical),
        "code follows the model"
    );
}

#[test]
fn models_that_contradict_themselves_are_refused() {
    let code = compiled(SWITCH);
    let report = learned(&code.request);
    for (guard, fault) in [
        ("percent >= 1", "no guard"),
        ("percent >= -1", "two guards"),
        ("percent >=", "percent >="),
    ] {
        let broken = saved(&split(&report, "percent >= 0", &[guard]));
        let message = refused(&code.request, &broken.request);
        assert!(
            message.contains(fault) && message.contains("make it anew"),
            "{message}"
        );
    }
    let mut narrow = report;
    let dim = narrow
        .model
        .methods
        .iter_mut()
        .find(|m| m.name == "dim")
        .expect("the method");
    dim.domain = Some("percent < 100".into());
    assert!(refused(&code.request, &saved(&narrow).request).contains("other arguments of dim"));
}

#[test]
fn a_comparison_without_time_does_not_call_anything_equal() {
    let model = saved(&learned(&corpus::request("Turnstile")));
    let request = EqualRequest {
        first: model.request.clone(),
        second: model.request.clone(),
    };
    let spent = Budget::lasting(std::time::Duration::ZERO);
    let report = equal(&request, &spent, &NoProgress).expect("they can be compared");
    assert_eq!((report.equal, report.reason.is_some()), (None, true));
}
