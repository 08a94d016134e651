//! Classes as applications have them: with lists and maps, texts, numbers that come back, and time. What is proved of them in a scope
//! is replayed on the real machine.

use std::path::PathBuf;
use std::time::Duration;

use base::{Budget, NoProgress};
use emit::report::VerdictKind;
use mores::{Artifacts, InterfaceRequest};

/// Counted, so that the same is found on every machine.
const WORK: Duration = Duration::from_secs(20);

fn learned(name: &str) -> Artifacts {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/applications");
    let request = InterfaceRequest {
        replay: true,
        ..InterfaceRequest::new(folder.join(format!("{name}.java")))
    };
    let learned = mores::interface(&request, &Budget::steady(WORK), &NoProgress);
    learned.unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn proved_in_a_scope(name: &str) {
    let report = learned(name).report;
    let verdict = &report.verdict;
    assert_eq!(verdict.kind, VerdictKind::Proved, "{name}: {verdict:?}");
    assert!(report.model.view.scope.is_some(), "{name} grows");
    assert!(report.replay.done, "{name} was not replayed");
    let longest = report.model.alphabet.iter().map(|s| s.guard.len()).max();
    assert!(longest.is_some_and(|length| length <= 160), "{name}");
}

#[test]
fn a_workflow_with_a_list_is_proved_while_few_items_are_held() {
    proved_in_a_scope("OrderWorkflow");
}

#[test]
fn a_pool_with_a_deque_and_a_set_is_proved_while_few_are_lent() {
    proved_in_a_scope("ConnectionPool");
}

#[test]
fn a_cache_over_a_map_by_access_is_proved_for_few_keys() {
    proved_in_a_scope("LruCache");
}

#[test]
fn a_map_of_transitions_is_proved_with_the_texts_that_are_its_keys() {
    let report = learned("DocumentReview").report;
    assert_eq!(report.verdict.kind, VerdictKind::Proved);
    let fires = |text: &str| {
        let guard = format!("`event.equals({text:?})`");
        let mut symbols = report.model.alphabet.iter();
        symbols.any(|s| s.method == "fire" && s.guard.contains(&guard))
    };
    assert!(
        ["submit", "approve", "reject", "publish"]
            .into_iter()
            .all(fires)
    );
}
