//! Models of the filters of the corpus say what the compiled filters do: of every second one, or of all if `MORES_ALL` is set.

use mores::Budget;
use mores::report::VerdictKind;

use crate::replay::{SLOW, compare, subjects};
use crate::schema::assert_valid;
use crate::support::one_in;

/// Symbols that each filter is tried on.
const SYMBOLS: usize = 60_000;

/// Filters that are not proved, and what is said of them instead.
const NOT_PROVED: &[(&str, VerdictKind)] = &[];

fn replayed(section: &str) {
    let mut seen = 0;
    for subject in subjects()
        .iter()
        .filter(|s| s.section == section && !SLOW.contains(&s.name.as_str()))
        .step_by(one_in(2))
    {
        let expected = NOT_PROVED
            .iter()
            .find(|(name, _)| *name == subject.name)
            .map(|(_, kind)| *kind);
        let learned = subject.learn(&Budget::unlimited());
        assert_valid(&learned.report);
        let (kind, model) = (learned.report.verdict.kind, learned.transducer);
        assert_eq!(
            kind,
            expected.unwrap_or(VerdictKind::Proved),
            "{}",
            subject.name
        );
        seen += 1;
        if kind != VerdictKind::Proved {
            continue;
        }
        let model = model.expect("what is proved is a model");
        if section == "Sanitizers"
            && let Some(states) = subject.states
        {
            assert_eq!(model.states.len(), states, "{}", subject.name);
        }
        let compared =
            compare(subject, &model, SYMBOLS).unwrap_or_else(|difference| panic!("{difference}"));
        assert!(
            compared.symbols >= SYMBOLS && compared.undefined < compared.inputs,
            "{compared:?}"
        );
    }
    assert!(seen >= 3, "{section} lists its filters");
}

#[test]
fn sanitizers_do_what_their_models_say() {
    replayed("Sanitizers");
}

#[test]
fn filters_of_numbers_do_what_their_models_say() {
    replayed("Numbers");
}

#[test]
fn codes_do_what_their_models_say() {
    replayed("Codes");
}

#[test]
fn filters_of_text_do_what_their_models_say() {
    replayed("Text");
}

#[test]
fn pairs_to_compare_do_what_their_models_say() {
    replayed("Pairs to compare");
}
