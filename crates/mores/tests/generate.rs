//! Generated code against three judges: the front end that reads it back, the model, and the compiled original.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::{
    Budget, FilterRequest, GenerateArtifacts, GenerateRequest, InputError, Language, Made, Making,
    NoProgress, Operand, Sizes, YesNo,
};

use crate::machines::look_ahead;

/// Enough symbols for many blocks of every kind.
const SIZES: Sizes = Sizes {
    symbols: 40_000,
    runs: 1,
};

fn operand(name: &str) -> Operand {
    let (file, function) = match name.split_once(':') {
        Some((file, function)) => (file, Some(function.to_owned())),
        None => (name, None),
    };
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/c/filters");
    let path = PathBuf::from(format!("{corpus}/{file}.c"));
    Operand {
        request: FilterRequest {
            function,
            ..FilterRequest::new(path)
        },
    }
}

fn request(names: &[&str]) -> GenerateRequest {
    GenerateRequest {
        filters: names.iter().map(|name| operand(name)).collect(),
        language: Language::C,
        name: None,
        main: false,
        accept_unproved: false,
        measure: Some(SIZES),
    }
}

/// More counted work than any filter takes; the limits of single steps are then counted, too, and a busy machine proves the same.
const WORK: Duration = Duration::from_secs(600);

fn generated(request: &GenerateRequest) -> Result<GenerateArtifacts, InputError> {
    mores::generate(request, &Budget::steady(WORK), &NoProgress)
}

/// The filter is generated, does what the model says and what the compiled original does, and is proved.
fn holds(names: &[&str], proved: bool) {
    let made = generated(&request(names)).unwrap_or_else(|e| panic!("{names:?}: {e}"));
    let report = made.report;
    assert_eq!(report.proved, proved, "{names:?}: {:?}", report.reason);
    assert_eq!(report.trial.unable, None, "{names:?}");
    assert!(report.trial.runs > 100_000, "{names:?}: {:?}", report.trial);
    // Each text was written by both, and they were the same.
    assert!(!report.measured.is_empty(), "{names:?}");
}

#[test]
fn runs_and_texts_of_one_state() {
    holds(&["html_escape"], true);
    holds(&["json_escape:json_escape"], true);
}

#[test]
fn tables_of_few_and_of_many_states() {
    holds(&["javascript_escape"], true);
    holds(&["html_unescape"], true);
}

#[test]
fn what_a_state_looks_back_to_becomes_part_of_it() {
    holds(&["percent_decode"], true);
}

#[test]
fn runs_of_bytes_that_become_wide_numbers() {
    holds(&["utf8_decode:utf8_decode"], true);
}

#[test]
fn rounds_over_bytes_and_numbers() {
    holds(&["base64_encode"], true);
    holds(&["fir_5:fir_5"], true);
    holds(&["sum_or_difference:sum_or_difference"], true);
}

#[test]
fn what_bytes_become_is_computed_however_the_cases_say_it() {
    holds(&["hex_encode_upper"], true);
}

#[test]
fn sums_of_numbers_are_divided_by_fractions() {
    holds(&["moving_average_3:moving_average_3"], true);
}

#[test]
fn all_cases_are_computed_and_what_counts_is_kept() {
    holds(&["unique_neighbours:unique_neighbours"], true);
    holds(&["utf8_encode:utf8_encode"], true);
}

#[test]
fn runs_turn_the_column() {
    holds(&["expand_tabs"], true);
}

#[test]
fn a_ring_becomes_lookback() {
    holds(&["moving_average_4"], false);
}

#[test]
fn one_automaton_decides_where_to_start() {
    holds(&["validate_url:validate_url"], false);
}

#[test]
fn registers_go_symbol_by_symbol() {
    holds(&["adler32_append"], false);
}

#[test]
fn several_filters_become_one_pass() {
    holds(&["cleanse_css", "squeeze_whitespace", "html_escape"], true);
}

#[test]
fn the_same_model_gives_the_same_files() {
    let wanted = GenerateRequest {
        measure: None,
        ..request(&["prefix_line"])
    };
    let [first, second] = [(), ()].map(|()| generated(&wanted).expect("it is generated").files);
    assert_eq!(first, second);
}

#[test]
fn what_cannot_be_generated_is_refused_with_the_reason() {
    let refused = |request: &GenerateRequest| match generated(request) {
        Ok(made) => panic!("{} was generated", made.report.name),
        Err(why) => why.to_string(),
    };
    let fails = refused(&request(&["hex_decode"]));
    assert!(fails.contains("fails on some inputs"), "{fails}");
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("ahead.json");
    let model = mores::filter_report("ahead", &look_ahead()).to_json();
    std::fs::write(&file, model).expect("it is written");
    let ahead = GenerateRequest {
        filters: vec![saved(&file)],
        language: Language::Cuda,
        accept_unproved: true,
        measure: None,
        ..request(&[])
    };
    let starts = refused(&ahead);
    assert!(starts.contains("on a GPU"), "{starts}");
    let badly_named = GenerateRequest {
        name: Some("no name".to_owned()),
        ..request(&["rot13"])
    };
    assert!(refused(&badly_named).contains("--name"));
}

#[test]
fn a_model_that_is_not_proved_is_taken_only_on_demand() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("guess.json");
    let learned = mores::filter(&operand("rot13").request, &Budget::unlimited(), &NoProgress);
    let model = learned
        .expect("it is read")
        .transducer
        .expect("it has a model");
    let text = mores::filter_report("guess", &model).to_json();
    std::fs::write(&file, text).expect("it is written");
    let wanted = |accept_unproved: bool| GenerateRequest {
        filters: vec![saved(&file)],
        accept_unproved,
        measure: None,
        ..request(&[])
    };
    let refused = generated(&wanted(false)).expect_err("it is not proved");
    assert!(
        refused.to_string().contains("--accept-unproved"),
        "{refused}"
    );
    let made = generated(&wanted(true)).expect("it is generated");
    assert!(made.files[0].1.contains("NOT PROVED"));
}

fn saved(file: &Path) -> Operand {
    Operand {
        request: FilterRequest::new(file),
    }
}

#[test]
fn a_chain_is_put_in_the_cheaper_order() {
    let chain = |names: &[&str]| {
        let filters: Vec<Operand> = names.iter().map(|name| operand(name)).collect();
        mores::pipeline(&filters, &Budget::unlimited(), &NoProgress).expect("it is read")
    };
    let moved = chain(&["upper_case:upper_case", "squeeze_whitespace"]);
    assert_eq!((moved.proposal, moved.same), (vec![1, 0], YesNo::Yes));
    let dropped = chain(&["hex_encode_lower", "squeeze_whitespace", "html_escape"]);
    assert_eq!((dropped.proposal, dropped.same), (vec![0], YesNo::Yes));
    let kept = chain(&["html_escape", "rot13"]);
    assert_eq!(kept.proposal, [0, 1]);
    assert_eq!(kept.neighbours[0].commute, YesNo::No);
}

/// A filter that only takes letters, in every language: none of them reads it back.
#[test]
fn what_is_not_defined_on_every_input_is_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("letters.json");
    let letters = Making::Preimage(operand("rot13"), "^[a-z]*$".to_owned());
    let made = mores::make(&letters, &Budget::unlimited(), &NoProgress).expect("it is read");
    let Made::Filter(report) = made else {
        panic!("there is such a filter");
    };
    std::fs::write(&file, report.to_json()).expect("it is written");
    for language in [Language::C, Language::Rust, Language::Cuda] {
        let wanted = GenerateRequest {
            filters: vec![saved(&file)],
            language,
            measure: None,
            ..request(&[])
        };
        let refused = generated(&wanted).expect_err("it is defined on letters only");
        let refused = refused.to_string();
        assert!(refused.contains("is not defined on"), "{refused}");
    }
}
