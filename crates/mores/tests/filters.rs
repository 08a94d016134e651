//! Saved transducers: what is written is read back as the same function, and questions about them are answered with
//! inputs that running them confirms.

use std::fs;
use std::path::PathBuf;

use base::{Budget, NoProgress, Random};
use model::transducer::{Ran, SymbolicTransducer};
use mores::{
    AlgebraReport, AlgebraRequest, FilterRequest, Law, Made, Making, Operand, TransducerReport,
    YesNo, ask, filter_report, make, saved_filter,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::machines::{all, copying, escaping, hex, look_ahead, summing, unescaping};

/// A folder with saved models.
struct Shelf {
    folder: TempDir,
}

impl Shelf {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.mores.json"))
    }

    fn save(&self, name: &str, model: &SymbolicTransducer) -> Operand {
        self.write(name, &filter_report(name, model).to_json())
    }

    fn write(&self, name: &str, text: &str) -> Operand {
        fs::write(self.path(name), text).expect("written");
        Operand {
            request: FilterRequest::new(self.path(name)),
        }
    }
}

fn asked(law: Law, operands: &[&Operand]) -> AlgebraReport {
    let request = AlgebraRequest {
        law,
        operands: operands.iter().map(|&o| o.clone()).collect(),
    };
    ask(&request, &Budget::unlimited(), &NoProgress).expect("an answer")
}

fn made(making: &Making) -> TransducerReport {
    match make(making, &Budget::unlimited(), &NoProgress).expect("it can be asked") {
        Made::Filter(report) => *report,
        Made::Not(why) => panic!("{}", why.to_json()),
    }
}

/// Words over a few symbols that matter and some that do not.
fn words(random: &mut Random, model: &SymbolicTransducer) -> Vec<Vec<u64>> {
    let symbols = [0, 9, 10, 38, 48, 57, 59, 60, 65, 97, 127, 128, 255];
    let top = u64::MAX >> (64 - model.input.bits);
    let symbol = |random: &mut Random| match random.below(4) {
        0 => random.bits() & top,
        _ => symbols[random.below(symbols.len())],
    };
    (0..300)
        .map(|i| (0..i % 9).map(|_| symbol(random)).collect())
        .collect()
}

#[test]
fn what_is_written_is_read_back_as_the_same_function() {
    let (shelf, mut random) = (Shelf::new(), Random::seeded(3));
    for (name, model) in all() {
        shelf.save(name, &model);
        let (report, read) = saved_filter(&shelf.path(name)).expect("what was saved can be read");
        for word in words(&mut random, &model) {
            assert_eq!(read.run(&word), model.run(&word), "{name} on {word:?}");
        }
        assert_eq!(
            (read.lookback, read.states.len(), read.registers.len()),
            (model.lookback, model.states.len(), model.registers.len())
        );
        // Saving what was read gives the same file: nothing drifts.
        assert_eq!(filter_report(name, &read).model, report.model, "{name}");
    }
}

#[test]
fn registers_and_look_ahead_survive_with_their_meaning() {
    let shelf = Shelf::new();
    shelf.save("summing", &summing());
    let (_, sum) = saved_filter(&shelf.path("summing")).expect("a model");
    assert_eq!(sum.run(&[1, 2, 250, 10]), Ran::Wrote(vec![1, 3, 253, 7]));
    shelf.save("ahead", &look_ahead());
    let (_, ahead) = saved_filter(&shelf.path("ahead")).expect("a model");
    // Everything is copied if the last symbol is an exclamation mark, and nothing otherwise.
    assert_eq!(
        ahead.run(b"ab!".map(u64::from).as_slice()),
        Ran::Wrote(b"ab!".map(u64::from).to_vec())
    );
    assert_eq!(
        ahead.run(b"a!b".map(u64::from).as_slice()),
        Ran::Wrote(Vec::new())
    );
}

#[test]
fn questions_are_answered_with_what_running_confirms() {
    let shelf = Shelf::new();
    let (escape, copy) = (
        shelf.save("escape", &escaping()),
        shelf.save("copy", &copying()),
    );
    let unescape = shelf.save("unescape", &unescaping());
    let twice = asked(Law::Idempotent, &[&escape]);
    let shown = twice.witness.expect("an input");
    assert_eq!((twice.answer, shown.shortest), (YesNo::No, true));
    let Ran::Wrote(once) = escaping().run(&shown.inputs[0].symbols) else {
        panic!("it is defined everywhere")
    };
    let Ran::Wrote(again) = escaping().run(&once) else {
        panic!("it is defined everywhere")
    };
    assert_ne!(once, again, "the input shows it");
    let by = |who: &str| {
        shown
            .outputs
            .iter()
            .find(|o| o.by == who)
            .and_then(|o| o.writes.clone())
            .expect("defined")
            .symbols
    };
    assert_eq!((by("once"), by("twice")), (once, again));
    assert_eq!(asked(Law::Idempotent, &[&copy]).answer, YesNo::Yes);
    assert_eq!(asked(Law::Equal, &[&escape, &escape]).answer, YesNo::Yes);
    assert_eq!(
        asked(Law::Roundtrip, &[&escape, &unescape]).answer,
        YesNo::Yes
    );
    assert_eq!(asked(Law::Commutes, &[&escape, &copy]).answer, YesNo::Yes);
}

#[test]
fn two_encoders_that_differ_in_case_differ_on_one_byte() {
    let shelf = Shelf::new();
    let (lower, upper) = (
        shelf.save("lower", &hex(b'a')),
        shelf.save("upper", &hex(b'A')),
    );
    let report = asked(Law::Equal, &[&lower, &upper]);
    let value: Value = serde_json::from_str(&report.to_json()).expect("JSON");
    assert_eq!(
        (&value["answer"], &value["equal"], &value["command"]),
        (&json!("no"), &json!(false), &json!("equal"))
    );
    let input = report.witness.expect("an input").inputs.remove(0);
    assert_eq!(input.symbols.len(), 1);
    assert!(
        input.symbols[0] % 16 >= 10 || input.symbols[0] / 16 >= 10,
        "{input:?}"
    );
}

#[test]
fn a_composition_does_one_after_the_other_and_can_be_saved() {
    let (shelf, mut random) = (Shelf::new(), Random::seeded(5));
    let operands = [
        shelf.save("escape", &escaping()),
        shelf.save("hex", &hex(b'a')),
    ];
    let report = made(&Making::Compose(operands));
    assert_eq!(
        (report.command.as_str(), report.subject.name.as_str()),
        ("compose", "escape_then_hex")
    );
    shelf.write("both", &report.to_json());
    let (_, both) = saved_filter(&shelf.path("both")).expect("a model");
    for word in words(&mut random, &escaping()) {
        let Ran::Wrote(between) = escaping().run(&word) else {
            panic!("it is defined everywhere")
        };
        assert_eq!(both.run(&word), hex(b'a').run(&between), "{word:?}");
    }
}

#[test]
fn an_inverse_gives_back_what_was_read() {
    let (shelf, mut random) = (Shelf::new(), Random::seeded(7));
    let report = made(&Making::Invert(shelf.save("hex", &hex(b'a'))));
    shelf.write("back", &report.to_json());
    let (_, back) = saved_filter(&shelf.path("back")).expect("a model");
    for word in words(&mut random, &hex(b'a')) {
        let Ran::Wrote(between) = hex(b'a').run(&word) else {
            panic!("it is defined everywhere")
        };
        assert_eq!(back.run(&between), Ran::Wrote(word));
    }
    assert!(
        matches!(back.run(&[0x30]), Ran::Undefined { .. }),
        "half a byte was never written"
    );
    let dropping = Making::Invert(shelf.save("ahead", &look_ahead()));
    let Ok(Made::Not(why)) = make(&dropping, &Budget::unlimited(), &NoProgress) else {
        panic!("two inputs are dropped")
    };
    let shown = why.witness.expect("two inputs");
    let [one, other] =
        [&shown.inputs[0], &shown.inputs[1]].map(|input| look_ahead().run(&input.symbols));
    assert!(
        why.answer == YesNo::No && one == other && shown.inputs[0] != shown.inputs[1],
        "{shown:?}"
    );
}

#[test]
fn what_leads_to_a_match_is_found_and_what_never_matches_is_proved() {
    let shelf = Shelf::new();
    let escape = shelf.save("escape", &escaping());
    assert_eq!(
        asked(Law::Avoids("<".into()), &[&escape]).answer,
        YesNo::Yes
    );
    let found = asked(Law::Avoids("^&amp;l".into()), &[&escape]);
    assert_eq!(found.witness.expect("an input").inputs[0].text, "\"&l\"");
    let report = made(&Making::Preimage(escape.clone(), "^&amp;l".into()));
    assert!(
        report.notes[0].contains("\"&l\" (26 6c)"),
        "{:?}",
        report.notes
    );
    shelf.write("leads", &report.to_json());
    let (_, leads) = saved_filter(&shelf.path("leads")).expect("a model");
    assert_eq!(
        leads.run(b"&lt".map(u64::from).as_slice()),
        Ran::Wrote(Vec::new())
    );
    assert!(matches!(
        leads.run(b"&m".map(u64::from).as_slice()),
        Ran::Undefined { .. }
    ));
    let request = AlgebraRequest {
        law: Law::Avoids("(".into()),
        operands: vec![escape],
    };
    let error = ask(&request, &Budget::unlimited(), &NoProgress)
        .expect_err("a parenthesis is open")
        .to_string();
    assert!(error.contains("`(` is no regular expression"), "{error}");
}

#[test]
fn an_answer_without_time_is_no_answer() {
    let shelf = Shelf::new();
    let (one, other) = (
        shelf.save("lower", &hex(b'a')),
        shelf.save("upper", &hex(b'A')),
    );
    let request = AlgebraRequest {
        law: Law::Equal,
        operands: vec![one, other],
    };
    let report = ask(
        &request,
        &Budget::lasting(std::time::Duration::ZERO),
        &NoProgress,
    )
    .expect("a report");
    assert_eq!((report.answer, report.equal), (YesNo::Unknown, None));
    assert!(report.reason.is_some());
}

#[test]
fn files_that_contradict_themselves_are_refused_with_what_is_wrong() {
    let shelf = Shelf::new();
    let text = filter_report("escape", &escaping()).to_json();
    type Change = fn(&mut Value);
    let faults: [(Change, &str); 9] = [
        (
            |v| v["model"]["transitions"][0]["guard"] = json!("x =="),
            "a transition of state 0",
        ),
        (
            |v| v["model"]["transitions"][0]["guard"] = json!("y == 1"),
            "y",
        ),
        (
            |v| v["model"]["transitions"][0]["guard"] = json!("x + 1"),
            "truth value",
        ),
        (
            |v| v["model"]["transitions"][0]["writes"] = json!(["x < 1"]),
            "a transition of state 0",
        ),
        (
            |v| v["model"]["transitions"][0]["writes"] = json!(["(long) x"]),
            "a transition of state 0",
        ),
        (|v| v["model"]["alphabet"] = json!("("), "the alphabet"),
        (
            |v| v["model"]["transitions"][2]["guard"] = json!("true"),
            "state 0",
        ),
        (
            |v| v["model"]["transitions"][0]["writes"] = json!(["x1"]),
            "x1",
        ),
        (
            |v| v["model"]["ends"][0]["guard"] = json!("((((("),
            "the end in state 0",
        ),
    ];
    for (change, word) in faults {
        let mut value: Value = serde_json::from_str(&text).expect("JSON");
        change(&mut value);
        shelf.write("broken", &value.to_string());
        let error = saved_filter(&shelf.path("broken"))
            .expect_err("it contradicts itself")
            .to_string();
        assert!(
            error.contains(word) && error.contains("broken.mores.json"),
            "{error}"
        );
    }
}

#[test]
fn filters_of_other_symbols_are_not_compared() {
    let shelf = Shelf::new();
    let mut wide = copying();
    wide.output.bits = 16;
    wide.states[0].steps[0].writes = vec![wide.terms.zero_extend(wide.seen(0), 16)];
    let (copy, wide) = (shelf.save("copy", &copying()), shelf.save("wide", &wide));
    let request = AlgebraRequest {
        law: Law::Equal,
        operands: vec![copy, wide],
    };
    let error = ask(&request, &Budget::unlimited(), &NoProgress)
        .expect_err("bytes are no chars")
        .to_string();
    assert!(error.contains("u8 to u8 and u8 to u16"), "{error}");
}

#[test]
fn a_function_in_a_file_is_named_behind_a_colon() {
    let like = FilterRequest::new("");
    let named = |text: &str| Operand::named(text, &like).request;
    assert_eq!(
        (named("a/b.c:html").path, named("a/b.c:html").function),
        (PathBuf::from("a/b.c"), Some("html".into()))
    );
    assert_eq!(
        (named("C:x.json").path, named("C:x.json").function),
        (PathBuf::from("C:x.json"), None)
    );
    assert_eq!(named("b.c:").function, None);
}

#[test]
fn a_filter_that_nothing_is_known_of_shows_some_runs() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/filters/rot13.c");
    let mut request = FilterRequest::new(&path);
    request.replay = false;
    let none = Budget::lasting(std::time::Duration::ZERO);
    let found = mores::filter(&request, &none, &NoProgress).expect("it can be read");
    assert_eq!(
        found.report.verdict.kind,
        mores::report::VerdictKind::Unknown
    );
    let notes = found.report.notes.join("\n");
    assert!(
        notes.contains("\"Hello, 1 & 2\" became \"Uryyb, 1 & 2\""),
        "{notes}"
    );
}
