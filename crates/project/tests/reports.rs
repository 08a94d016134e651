//! Reports for other programs: each is read back by a reader that is not ours.

use std::path::PathBuf;

use project::check::{Difference, Location, Outcome, Status};
use project::config::Kind;
use project::{Summary, Undecided, annotations, junit, markdown, sarif};
use serde_json::{Value, json};

fn outcome(name: &str, status: Status) -> Outcome {
    Outcome {
        name: name.to_owned(),
        kind: Kind::Class,
        model: PathBuf::from(format!("mores/{name}.mores.json")),
        status,
        sentence: format!("said of {name}: <b> & \"|\""),
        differences: Vec::new(),
        location: Some(Location {
            file: PathBuf::from("src/a b/Door.java"),
            line: 17,
        }),
        cached: false,
        millis: None,
    }
}

fn differing() -> Outcome {
    let location = outcome("Door", Status::Differs).location;
    Outcome {
        differences: vec![Difference {
            message: "the code answers ok where the model says error".to_owned(),
            witness: vec!["new Door(\"<a,b>\")".to_owned(), "open(50%)".to_owned()],
            location,
        }],
        ..outcome("Door", Status::Differs)
    }
}

fn all() -> Vec<Outcome> {
    let others = [
        ("Conforming", Status::Conforms),
        ("Open", Status::Undecided),
        ("New", Status::New),
        ("Gone", Status::Gone),
        ("Crashed", Status::Crashed),
        ("Bad", Status::BadInput),
    ];
    let others = others.map(|(name, status)| outcome(name, status));
    std::iter::once(differing()).chain(others).collect()
}

/// Names of properties, and what each holds.
type Properties = &'static [(&'static str, &'static str)];

/// The properties of each kind of object in SARIF 2.1.0 that we write, those first that the standard requires (its section
/// stands beside), and what each holds.
const OBJECTS: [(&str, &[&str], Properties); 12] = [
    (
        "log",
        &["version", "runs"],
        &[("$schema", "text"), ("version", "2.1.0"), ("runs", "run*")],
    ), // 3.13
    (
        "run",
        &["tool"],
        &[
            ("tool", "tool"),
            ("columnKind", "utf16CodeUnits|unicodeCodePoints"),
            ("results", "result*"),
        ],
    ), // 3.14
    ("tool", &["driver"], &[("driver", "driver")]), // 3.18
    (
        "driver",
        &["name"],
        &[
            ("name", "text"),
            ("semanticVersion", "text"),
            ("rules", "rule*"),
        ],
    ), // 3.19
    (
        "rule",
        &["id"],
        &[
            ("id", "text"),
            ("shortDescription", "message"),
            ("defaultConfiguration", "configuration"),
        ],
    ), // 3.49
    (
        "configuration",
        &[],
        &[("level", "none|note|warning|error")],
    ), // 3.50
    (
        "result",
        &["message"],
        &[
            ("ruleId", "text"),
            ("ruleIndex", "number"),
            ("kind", "pass|open|informational|notApplicable|review|fail"),
            ("level", "none|note|warning|error"),
            ("message", "message"),
            ("locations", "location*"),
            ("partialFingerprints", "texts"),
        ],
    ), // 3.27
    ("message", &["text"], &[("text", "text")]),    // 3.11
    (
        "location",
        &[],
        &[
            ("physicalLocation", "physical"),
            ("logicalLocations", "logical*"),
        ],
    ), // 3.28
    (
        "physical",
        &["artifactLocation"],
        &[("artifactLocation", "artifact"), ("region", "region")],
    ), // 3.29
    ("artifact", &["uri"], &[("uri", "text")]),     // 3.4
    ("region", &["startLine"], &[("startLine", "number")]), // 3.30
];

/// What of a value the standard does not allow.
fn faults(value: &Value, kind: &str, at: &str) -> Vec<String> {
    if let Some(member) = kind.strip_suffix('*') {
        let Some(members) = value.as_array() else {
            return vec![format!("{at} is no list")];
        };
        let of = |(i, v): (usize, &Value)| faults(v, member, &format!("{at}/{i}"));
        return members.iter().enumerate().flat_map(of).collect();
    }
    let Some((_, required, properties)) = OBJECTS.iter().find(|(name, _, _)| *name == kind) else {
        let holds = match kind {
            "text" => value.as_str().is_some_and(|text| !text.is_empty()),
            "number" => value.is_u64(),
            "texts" => value
                .as_object()
                .is_some_and(|o| o.values().all(Value::is_string)),
            "logical" => value["fullyQualifiedName"].is_string(),
            words => value
                .as_str()
                .is_some_and(|text| words.split('|').any(|word| word == text)),
        };
        return if holds {
            Vec::new()
        } else {
            vec![format!("{at} is {value}, not {kind}")]
        };
    };
    let Some(object) = value.as_object() else {
        return vec![format!("{at} is no object")];
    };
    let missing = required.iter().filter(|name| !object.contains_key(**name));
    let missing = missing.map(|name| format!("{at} lacks {name}"));
    let wrong = object.iter().flat_map(|(name, value)| {
        let at = format!("{at}/{name}");
        match properties.iter().find(|(property, _)| property == name) {
            Some((_, kind)) => faults(value, kind, &at),
            None => vec![format!("{at} is not known")],
        }
    });
    missing.chain(wrong).collect()
}

#[test]
fn sarif_keeps_to_the_standard() {
    let text = sarif::sarif(&all());
    let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
    assert_eq!(faults(&log, "log", ""), Vec::<String>::new(), "{text}");
    let mut broken = log.clone();
    broken["runs"][0]["results"][0]["message"] = json!({});
    assert_eq!(
        faults(&broken, "log", ""),
        ["/runs/0/results/0/message lacks text"]
    );
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert_eq!(
        results.len(),
        6,
        "one a difference, and one for each that was not compared"
    );
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(result["ruleId"], rules[index]["id"]);
        // 3.27.10: what does not fail has no level.
        assert!(
            result["kind"] == "fail" || result["level"] == "none",
            "{result}"
        );
    }
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/a%20b/Door.java");
    assert_eq!(place["region"]["startLine"], 17);
    let message = results[0]["message"]["text"].as_str().expect("a text");
    assert!(
        message.ends_with("\n    new Door(\"<a,b>\")\n    open(50%)"),
        "{message}"
    );
    let fingerprints: std::collections::BTreeSet<String> = results
        .iter()
        .map(|r| r["partialFingerprints"].to_string())
        .collect();
    assert_eq!(fingerprints.len(), results.len());
}

#[test]
fn junit_is_read_back() {
    for (undecided, failures, skipped) in
        [(Undecided::Fails, "4", "0"), (Undecided::Passes, "3", "1")]
    {
        let text = junit::junit(&all(), undecided);
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let suite = document
            .descendants()
            .find(|n| n.has_tag_name("testsuite"))
            .expect("a suite");
        assert_eq!(suite.attribute("tests"), Some("7"));
        assert_eq!(suite.attribute("failures"), Some(failures));
        assert_eq!(suite.attribute("errors"), Some("2"));
        assert_eq!(suite.attribute("skipped"), Some(skipped));
        let count = |tag| {
            document
                .descendants()
                .filter(|n| n.has_tag_name(tag))
                .count()
                .to_string()
        };
        assert_eq!(count("failure"), failures);
        assert_eq!(
            (count("error"), count("skipped")),
            ("2".to_owned(), skipped.to_owned())
        );
        let door = document
            .descendants()
            .find(|n| n.attribute("name") == Some("Door"))
            .expect("a case");
        assert_eq!(door.attribute("line"), Some("17"));
        let failure = door
            .children()
            .find(|n| n.has_tag_name("failure"))
            .expect("a failure");
        assert!(
            failure
                .text()
                .is_some_and(|text| text.contains("new Door(\"<a,b>\")\n"))
        );
        assert_eq!(
            failure.attribute("message"),
            Some("said of Door: <b> & \"|\"")
        );
    }
}

#[test]
fn nothing_in_a_name_breaks_the_xml() {
    let steering = Outcome {
        sentence: "a\u{1b}[31m\u{0}b".to_owned(),
        ..outcome("x", Status::New)
    };
    let text = junit::junit(&[steering], Undecided::Fails);
    assert!(roxmltree::Document::parse(&text).is_ok(), "{text}");
}

#[test]
fn annotations_are_escaped() {
    let text = annotations::github(&all(), Undecided::Passes);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert_eq!(
        lines[0],
        "::error file=src/a b/Door.java,line=17,title=Door differs from its model::the code answers ok where the \
         model says error%0Anew Door(\"<a,b>\")%0Aopen(50%25)"
    );
    assert!(lines[1].starts_with("::warning "), "{}", lines[1]);
    let named = Outcome {
        name: "a,b:c".to_owned(),
        ..outcome("x", Status::New)
    };
    let text = annotations::github(&[named], Undecided::Fails);
    assert!(
        text.contains("title=a%2Cb%3Ac has no model yet::"),
        "{text}"
    );
}

#[test]
fn a_comment_has_a_table_a_witness_and_a_size() {
    let text = markdown::markdown(&all());
    assert!(
        text.starts_with("### mores: 7 subjects: 1 conforms, 1 differs, 1 undecided,"),
        "{text}"
    );
    assert!(
        text.contains("| `Door` | **differs** | said of Door: \\<b\\> \\& \"\\|\" |\n"),
        "{text}"
    );
    assert!(
        text.contains("\n```java\nnew Door(\"<a,b>\")\nopen(50%)\n```\n"),
        "{text}"
    );
    let long = Difference {
        message: "x".repeat(5000),
        witness: vec!["call(\"````\")".to_owned(); 500],
        location: None,
    };
    let many: Vec<Outcome> = (0..500)
        .map(|number| Outcome {
            name: format!("com.acme.Door{number}"),
            differences: vec![long.clone(); 3],
            ..differing()
        })
        .collect();
    let text = markdown::markdown(&many);
    assert!(
        text.len() <= markdown::LARGEST && text.contains("more are left out"),
        "{}",
        text.len()
    );
    assert!(text.contains("\n`````java\n") && text.contains("… 460 more\n"));
}

#[test]
fn only_what_conforms_passes() {
    for status in Status::ALL {
        let summary = Summary::of(&[outcome("x", status)]);
        assert_eq!(summary.passes(Undecided::Fails), status == Status::Conforms);
        let passes = matches!(status, Status::Conforms | Status::Undecided);
        assert_eq!(summary.passes(Undecided::Passes), passes);
    }
}
