//! The published method against exploration: both must end with the same filter, and the same number of states.

use std::path::PathBuf;

use base::{Budget, NoProgress};
use emit::report::VerdictKind;
use model::analysis::transducer::{Decision, equal};
use model::transducer::SymbolicTransducer;
use mores::{FilterEngine, FilterRequest, filter};

/// What an engine makes of a filter of the corpus, with a proof.
fn proved(name: &str, function: Option<&str>, engine: FilterEngine) -> SymbolicTransducer {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus/c/filters")
        .join(format!("{name}.c"));
    let request = FilterRequest {
        function: function.map(str::to_owned),
        engine,
        ..FilterRequest::new(path)
    };
    let artifacts = filter(&request, &Budget::unlimited(), &NoProgress).expect("a filter");
    let verdict = artifacts.report.verdict;
    assert_eq!(
        verdict.kind,
        VerdictKind::Proved,
        "{name}: {:?}",
        verdict.reason
    );
    artifacts.transducer.expect("what is proved is there")
}

fn engines_agree(name: &str, function: Option<&str>, states: usize) {
    let [explored, learned] =
        [FilterEngine::Explore, FilterEngine::SigmaStar].map(|e| proved(name, function, e));
    let compared = equal(&explored, &learned, &Budget::unlimited());
    assert_eq!(compared.decision, Decision::Yes, "{name}");
    assert_eq!(
        [explored.states.len(), learned.states.len()],
        [states; 2],
        "{name}"
    );
}

#[test]
fn filters_without_memory_are_learned_with_one_state() {
    for name in ["html_escape", "rot13", "hex_encode_lower", "lf_to_crlf"] {
        engines_agree(name, None, 1);
    }
}

#[test]
fn control_values_need_predicates_and_are_told_apart_no_more_than_that() {
    engines_agree("crlf_to_lf", None, 2);
    engines_agree("prefix_line", None, 2);
    engines_agree("strip_tags", None, 4);
}

#[test]
fn outputs_look_back_at_symbols() {
    engines_agree("difference", Some("difference"), 2);
    engines_agree("hysteresis", Some("hysteresis"), 2);
}

#[test]
fn where_it_writes_is_no_control_value() {
    engines_agree("cleanse_attribute", Some("cleanse_attribute"), 3);
    engines_agree("unique_neighbours", Some("unique_neighbours"), 2);
    engines_agree("fir_high_pass", Some("fir_high_pass"), 3);
}

#[test]
fn what_a_path_says_of_symbols_too_far_back_is_not_lost() {
    engines_agree("median_3", Some("median_3"), 3);
    engines_agree("saturating_difference", Some("saturating_difference"), 2);
}

#[test]
fn the_running_example_of_the_paper_has_three_states() {
    engines_agree("sum_or_difference", Some("sum_or_difference"), 3);
}

#[test]
fn what_needs_registers_is_refused_and_not_guessed() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/filters/peak_hold.c");
    let function = Some("peak_hold".to_owned());
    let request = FilterRequest {
        function,
        engine: FilterEngine::SigmaStar,
        ..FilterRequest::new(path)
    };
    let artifacts = filter(&request, &Budget::unlimited(), &NoProgress).expect("a filter");
    assert_eq!(artifacts.report.verdict.kind, VerdictKind::Unknown);
}
