//! The corpus: what the tool says of every class, against what was worked out by hand (`corpus/java/expected.txt`) and
//! against the snapshot of the model beside the class. `UPDATE_SNAPSHOTS=1` writes the snapshots anew.

use std::collections::BTreeMap;
use std::time::Duration;

use mores::report::{Cause, Interface, State, VerdictKind};
use mores::{Artifacts, Budget, CheckRequest, CheckResult, Integers, InterfaceRequest, NoProgress};

use crate::schema::assert_valid;
use crate::support::{corpus, one_in};

/// Time for a class of which nothing can be proved; what is asserted of it does not depend on how far it gets.
const HOPELESS: Duration = Duration::from_secs(3);

fn request(name: &str, integers: Integers) -> InterfaceRequest {
    // The real machine knows wrapping integers only.
    let replay = integers == Integers::Wrapping;
    InterfaceRequest {
        integers,
        replay,
        ..corpus::request(name)
    }
}

/// One row of the table: states, symbols and verdict, if they can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Expected {
    size: Option<(usize, usize)>,
    verdict: String,
}

fn expected() -> BTreeMap<String, [Expected; 2]> {
    let text =
        std::fs::read_to_string(corpus::folder().join("expected.txt")).expect("the table is there");
    let rows = text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.trim().is_empty());
    rows.map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        (
            cells[0].trim().to_string(),
            [cell(cells[1]), cell(cells[2])],
        )
    })
    .collect()
}

fn cell(text: &str) -> Expected {
    let words: Vec<&str> = text.split_whitespace().collect();
    let size = words[0].parse().ok().zip(words[1].parse().ok());
    Expected {
        size,
        verdict: words[2].to_string(),
    }
}

fn learn(name: &str, integers: Integers, expected: &Expected) -> Artifacts {
    let request = request(name, integers);
    let budget = if expected.verdict == "unproved" {
        Budget::lasting(HOPELESS)
    } else {
        Budget::unlimited()
    };
    let learned = mores::interface(&request, &budget, &NoProgress);
    let learned = learned.unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_valid(&learned.report);
    learned
}

#[test]
fn every_class_is_in_the_table() {
    let rows = expected();
    for name in corpus::names() {
        assert!(rows.contains_key(&name), "{name} is not in expected.txt");
    }
}

/// One class in some; all if snapshots are written.
fn compare_with_the_table(integers: Integers, column: usize, step: usize) {
    let mut wrong = Vec::new();
    let step = std::env::var_os("UPDATE_SNAPSHOTS").map_or(one_in(step), |_| 1);
    for (name, row) in expected().into_iter().step_by(step) {
        let found = learn(&name, integers, &row[column]);
        wrong.extend(fault(&name, &row[column], &found));
        wrong.extend(contradicted(&name, integers, &found));
        if ["unproved", "unless"].contains(&row[column].verdict.as_str()) {
            continue;
        }
        wrong.extend(accepted(&name, integers, &found));
        if row[column].size.is_some() {
            wrong.extend(snapshot(&name, integers, &found));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_learned_with_wrapping_integers_is_what_was_worked_out_by_hand() {
    compare_with_the_table(Integers::Wrapping, 0, 2);
}

#[test]
fn what_is_learned_with_mathematical_integers_is_what_was_worked_out_by_hand() {
    compare_with_the_table(Integers::Mathematical, 1, 5);
}

/// Where the real machine was not asked, or says something else than the model.
fn contradicted(name: &str, integers: Integers, found: &Artifacts) -> Option<String> {
    let report = &found.report;
    if report.replay.contradicted {
        return Some(format!("{name}: {:?}", report.verdict.reason));
    }
    let asked = report.replay.done || report.replay.unable.is_some();
    (integers == Integers::Wrapping && !asked).then(|| format!("{name} was not replayed"))
}

fn fault(name: &str, expected: &Expected, found: &Artifacts) -> Option<String> {
    let report = &found.report;
    let verdict_fits = match expected.verdict.as_str() {
        "proved" => report.verdict.kind == VerdictKind::Proved,
        "unless" => report.verdict.unless.is_some(),
        "unknown" => report.verdict.kind == VerdictKind::Unknown,
        // Within a scope there is an end of states.
        _ => match report.verdict.kind {
            VerdictKind::Proved => report.model.view.scope.is_some(),
            VerdictKind::Violated => false,
            VerdictKind::UpTo | VerdictKind::Unknown => true,
        },
    };
    let size = (report.counts.states, report.counts.symbols);
    let size_fits = expected.verdict == "unproved" || expected.size.is_none_or(|s| s == size);
    let proof_fits = found.certificate.is_some() == (report.verdict.kind == VerdictKind::Proved);
    (!(verdict_fits && size_fits && proof_fits)).then(|| {
        format!(
            "{name}: expected {expected:?}, found {size:?} {:?} {:?}",
            report.verdict, report.model.alphabet
        )
    })
}

/// The model against the snapshot: symbols with guards, and transitions with the errors they end in.
fn snapshot(name: &str, integers: Integers, found: &Artifacts) -> Option<String> {
    let text = readable(&found.report.model);
    let file = corpus::folder()
        .join("models")
        .join(format!("{name}.{}.txt", integers.name()));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(file.parent().expect("it has a folder")).expect("it can be made");
        std::fs::write(&file, &text).expect("it can be written");
    }
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    (known != text).then(|| format!("{name}: not the model of {}:\n{text}", file.display()))
}

fn readable(model: &Interface) -> String {
    let mut lines: Vec<String> = model
        .alphabet
        .iter()
        .map(|s| format!("{}: {} if {}", s.symbol, s.method, s.guard))
        .collect();
    let holds = |s: &State| s.holds.iter().map(|r| format!(" {r}")).collect::<String>();
    lines.extend(
        model
            .states
            .iter()
            .map(|s| format!("state {} {:?}{}", s.id, s.answer, holds(s))),
    );
    lines.extend(model.transitions.iter().map(|t| {
        let cause = t.error.as_ref().or(t.unknown.as_ref());
        let place = |c: &Cause| {
            c.place
                .as_ref()
                .map_or(String::new(), |p| format!(" at {p}"))
        };
        let why = cause.map_or(String::new(), |c| format!(" ({}{})", c.what, place(c)));
        let sets: String = t
            .updates
            .iter()
            .map(|(register, value)| format!(" {register} = {value}"))
            .collect();
        format!("{} {} -> {}{sets}{why}", t.from, t.symbol, t.to)
    }));
    lines.join("\n") + "\n"
}

/// A saved model and its certificate are accepted by `check` against the same code; without the certificate too. A model
/// with an unknown state is accepted as far as it goes.
fn accepted(name: &str, integers: Integers, found: &Artifacts) -> Option<String> {
    let proof_text = found.certificate.as_ref();
    let folder = tempfile::tempdir().expect("there is room for files");
    let model = folder.path().join("model.json");
    let proof = folder.path().join("certificate.json");
    std::fs::write(&model, found.report.to_json()).expect("it can be written");
    let proof = proof_text.map(|text| {
        std::fs::write(&proof, text).expect("it can be written");
        proof
    });
    let code = request(name, integers);
    let check = |certificate| {
        let request = CheckRequest {
            model: model.clone(),
            code: code.clone(),
            certificate,
            options: Vec::new(),
        };
        mores::check(&request, &Budget::unlimited(), &NoProgress).map(|check| check.result)
    };
    let exact = proof.is_some();
    let results: Vec<_> = proof
        .into_iter()
        .map(Some)
        .chain([None])
        .map(check)
        .collect();
    let fine = results
        .iter()
        .all(|r| matches!(r, Ok(CheckResult::Conforms { exact: e, .. }) if *e == exact));
    (!fine).then(|| format!("{name}: saved and checked again: {results:?}"))
}
