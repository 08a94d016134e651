//! Pictures and pages of transducers say what the report says, and reports survive being written and read.

use emit::report::{Integers, Kind, Model, Report, Subject, Verdict, VerdictKind};
use emit::transducer::{
    Acceptor, AcceptorEdge, AcceptorState, End, Failure, Properties, Register, Start, State, Step,
    Symbols, Transducer, TransducerReport, sentence,
};
use emit::{Detail, Drawing, Source, html};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};

fn drawing(report: &TransducerReport) -> Drawing {
    Option::<Transducer>::drawing(report, Detail::Full)
}

fn svg(report: &TransducerReport) -> String {
    emit::svg(&drawing(report))
}

fn dot(report: &TransducerReport) -> String {
    emit::dot(&drawing(report))
}

fn mermaid(report: &TransducerReport) -> String {
    emit::mermaid(&drawing(report))
}

const BYTES: Symbols = Symbols {
    bits: 8,
    signed: false,
};

/// From, guard, what people read for it, what is written and what people read for that, to.
type Line<'t> = (u64, &'t str, &'t str, &'t [&'t str], &'t str, u64);

fn step(&(from, guard, guard_text, writes, writes_text, to): &Line<'_>) -> Step {
    Step {
        from,
        guard: guard.into(),
        guard_text: guard_text.into(),
        writes: writes.iter().map(|&w| w.into()).collect(),
        writes_text: writes_text.into(),
        updates: Vec::new(),
        to,
    }
}

fn end(state: u64, writes: &[&str], writes_text: &str) -> End {
    End {
        state,
        guard: "true".into(),
        guard_text: "always".into(),
        writes: writes.iter().map(|&w| w.into()).collect(),
        writes_text: writes_text.into(),
    }
}

fn report(name: &str, states: u64, lines: &[Line<'_>], ends: Vec<End>) -> TransducerReport {
    let model = Transducer {
        input: BYTES,
        output: BYTES,
        alphabet: "true".into(),
        lookback: 0,
        registers: Vec::new(),
        starts: vec![Start {
            state: 0,
            when: None,
        }],
        states: (0..states).map(|id| State { id, failure: None }).collect(),
        transitions: lines.iter().map(step).collect(),
        ends,
        properties: Properties {
            stateless: Some(states == 1),
            linear: Some(false),
        },
    };
    let subject = Subject::new(format!("{name}.c"), name);
    let verdict = Verdict {
        kind: VerdictKind::Proved,
        depth: None,
        reason: None,
        unless: None,
        integers: Integers::Wrapping,
        assumptions: Vec::new(),
    };
    let mut report = TransducerReport::new("filter", subject, verdict, Some(model));
    report.effort.engine = vec!["explore".into()];
    report
}

fn escape() -> TransducerReport {
    let lines: [Line<'_>; 3] = [
        (
            0,
            "x == 60",
            "'<'",
            &["38", "108", "116", "59"],
            "\"&lt;\"",
            0,
        ),
        (
            0,
            "x == 38",
            "'&'",
            &["38", "97", "109", "112", "59"],
            "\"&amp;\"",
            0,
        ),
        (0, "x != 60 && x != 38", "other", &["x"], "x", 0),
    ];
    report("escape", 1, &lines, vec![end(0, &[], "")])
}

/// Two starts, a failure, a register, and something at the end.
fn everything() -> TransducerReport {
    let lines: [Line<'_>; 3] = [
        (0, "x == 10", "'\\n'", &[], "", 1),
        (1, "x == x1", "x == x1", &["(u8) (x + sum)"], "x + sum", 1),
        (1, "x == 0", "0", &[], "", 2),
    ];
    let mut all = report(
        "everything",
        3,
        &lines,
        vec![end(0, &[], ""), end(1, &["33"], "\"!\"")],
    );
    let model = all.model.as_mut().expect("there is one");
    model.lookback = 1;
    model.registers.push(Register {
        name: "sum".into(),
        ty: "i8".into(),
        initial: "0".into(),
    });
    model
        .transitions
        .iter_mut()
        .for_each(|step| step.updates = vec!["sum".into()]);
    model.transitions[1].updates = vec!["(i8) (sum + x)".into()];
    model.states[2].failure = Some(Failure::Fails("division by zero at everything.c:7".into()));
    let edge = |from, to| AcceptorEdge {
        from,
        guard: "x == 10".into(),
        guard_text: "'\\n'".into(),
        to,
    };
    let accepts = |even: bool| Acceptor {
        states: vec![
            AcceptorState {
                id: 0,
                accepting: even,
            },
            AcceptorState {
                id: 1,
                accepting: !even,
            },
        ],
        transitions: vec![edge(0, 1), edge(1, 0)],
    };
    model.starts = vec![
        Start {
            state: 0,
            when: Some(accepts(true)),
        },
        Start {
            state: 1,
            when: Some(accepts(false)),
        },
    ];
    all.counts = all.model.counts();
    all
}

/// Names and texts that mean something to every form.
fn hostile() -> TransducerReport {
    let text = "\"]--></script><b>&amp;\u{202e}\u{7}\n| {x} %";
    let mut hostile = report(
        text,
        2,
        &[(0, "true", text, &["x"], text, 1)],
        vec![end(1, &[], text)],
    );
    hostile.model.as_mut().expect("there is one").states[0].failure =
        Some(Failure::Fails(text.into()));
    hostile.warnings.push(text.into());
    hostile
}

fn large(states: u64) -> TransducerReport {
    let lines: Vec<Line<'_>> = (0..states)
        .map(|i| (i, "true", "any", &["x"] as &[&str], "x", (i + 1) % states))
        .collect();
    report("large", states, &lines, vec![end(0, &[], "")])
}

fn parse(text: &str) -> Document<'_> {
    Document::parse_with_options(
        text,
        ParsingOptions {
            allow_dtd: true,
            ..ParsingOptions::default()
        },
    )
    .expect("well-formed")
}

fn classed<'a, 'i>(
    document: &'a Document<'i>,
    class: &'a str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(move |n| {
        n.attribute("class")
            .is_some_and(|c| c.split(' ').any(|c| c == class))
    })
}

/// The texts of a picture, each line of a label as it is read.
fn texts(document: &Document<'_>) -> Vec<String> {
    let text = |node: Node<'_, '_>| {
        node.descendants()
            .filter(|n| n.is_text())
            .filter_map(|n| n.text())
            .collect::<String>()
    };
    document
        .descendants()
        .filter(|n| n.tag_name().name() == "text")
        .map(text)
        .collect()
}

#[test]
fn a_report_survives_being_written_and_read() {
    for report in [escape(), everything(), hostile(), large(3)] {
        let text = report.to_json();
        assert_eq!(TransducerReport::from_json(&text).as_ref(), Ok(&report));
        let any = report.map(|model| Model::Transducer(model.expect("a model")));
        assert_eq!(Report::<Model>::from_json(&text), Ok(any));
    }
}

#[test]
fn the_fields_of_the_design_are_there() {
    let value: Value = serde_json::from_str(&escape().to_json()).expect("valid JSON");
    let model = &value["model"];
    assert_eq!(
        (&model["kind"], &model["lookback"]),
        (&json!("transducer"), &json!(0))
    );
    assert_eq!(model["input"], json!({ "bits": 8, "signed": false }));
    assert_eq!(
        model["transitions"][0],
        json!({ "from": 0, "guard": "x == 60", "guard_text": "'<'", "writes": ["38", "108", "116", "59"],
                "writes_text": "\"&lt;\"", "to": 0 })
    );
    assert_eq!(model["ends"][0]["writes"], json!([]));
    assert_eq!(
        model["properties"],
        json!({ "stateless": true, "linear": false })
    );
    assert_eq!(
        (&value["counts"]["states"], &value["counts"]["transitions"]),
        (&json!(1), &json!(3))
    );
}

#[test]
fn another_kind_of_model_is_refused_with_what_is_needed() {
    let error = <Report>::from_json(&escape().to_json()).expect_err("a transducer is no interface");
    assert!(
        error
            .to_string()
            .contains("is a transducer, and an interface is needed"),
        "{error}"
    );
}

#[test]
fn every_fault_of_a_model_is_refused_with_its_place() {
    type Change = fn(&mut Transducer);
    let faults: [(Change, &str, &str); 10] = [
        (|m| m.input.bits = 9, "model.input.bits", "8, 16, 32 or 64"),
        (|m| m.lookback = 1 << 40, "model.lookback", "at most"),
        (|m| m.states[1].id = 0, "model.states[1].id", "two states"),
        (
            |m| m.registers[0].name = "x3".into(),
            "model.registers[0].name",
            "x3",
        ),
        (|m| m.starts.clear(), "model.starts", "no state to start in"),
        (
            |m| m.starts[1].state = 7,
            "model.starts[1].state",
            "no state 7",
        ),
        (
            |m| m.starts[1].when = None,
            "model.starts[1]",
            "which inputs",
        ),
        (
            |m| m.transitions[2].to = 9,
            "model.transitions[2].to",
            "no state 9",
        ),
        (
            |m| m.transitions[0].updates.clear(),
            "model.transitions[0].updates",
            "1 registers and 0 updates",
        ),
        (|m| m.ends[0].state = 5, "model.ends[0].state", "no state 5"),
    ];
    for (change, at, what) in faults {
        let mut broken = everything();
        change(broken.model.as_mut().expect("there is one"));
        let error =
            TransducerReport::from_json(&broken.to_json()).expect_err("this makes no sense");
        assert_eq!(error.at.as_deref(), Some(at), "{error}");
        assert!(error.what.contains(what), "{error}");
    }
}

#[test]
fn a_report_without_a_model_is_no_saved_model() {
    let nothing = TransducerReport {
        model: None,
        ..escape()
    };
    let error =
        TransducerReport::from_json(&nothing.to_json()).expect_err("there is nothing to use");
    assert!(error.what.contains("no model"), "{error}");
    assert!(svg(&nothing).contains("there is no model"));
    assert!(html(&nothing, None).contains("there is no model"));
}

#[test]
fn a_picture_shows_every_state_what_is_read_and_what_is_written() {
    let text = svg(&escape());
    let document = parse(&text);
    let texts = texts(&document);
    for line in [
        "'<' / \"&lt;\"",
        "'&' / \"&amp;\"",
        "other / x",
        "end / –",
        "0",
    ] {
        assert!(
            texts.iter().any(|text| text == line),
            "{line} is not in {texts:?}"
        );
    }
    assert_eq!(
        classed(&document, "dot").count(),
        2,
        "where it starts, and where it ends"
    );
}

#[test]
fn look_ahead_failures_and_registers_are_drawn() {
    let text = svg(&everything());
    let document = parse(&text);
    let texts = texts(&document);
    let lines = [
        "if A accepts",
        "look-ahead B",
        "A0",
        "B1",
        "fails",
        "end / \"!\"",
        "x == x1 / x + sum; sum = (i8) (sum + x)",
    ];
    for line in lines {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let all = squeezed(&texts.concat());
        assert!(all.contains(&squeezed(line)), "{line} is not in {texts:?}");
    }
    assert_eq!(classed(&document, "inner").count(), 2, "two states accept");
    let (dot, mermaid) = (dot(&everything()), mermaid(&everything()));
    assert!(
        dot.contains("A0 -> A1") && dot.contains("if B accepts") && dot.contains("doublecircle"),
        "{dot}"
    );
    assert!(
        mermaid.contains("A0 -->")
            && mermaid.contains("if B accepts")
            && mermaid.contains("class s2 bad")
    );
}

#[test]
fn nothing_in_a_name_or_a_text_breaks_a_form() {
    let report = hostile();
    for text in [
        svg(&report),
        html(
            &report,
            Some(&Source {
                name: "a.c".into(),
                text: "</pre>".into(),
            }),
        ),
    ] {
        parse(&text);
        assert!(!text.contains("<b>&amp;\u{202e}"), "{text}");
    }
    let dot = dot(&report);
    assert!(
        dot.lines()
            .all(|line| line.matches('"').count() - line.matches("\\\"").count() != 1),
        "{dot}"
    );
    assert!(!mermaid(&report).contains("</script>"));
}

#[test]
fn a_large_machine_is_a_table_and_says_so() {
    let report = large(61);
    let text = svg(&report);
    assert!(text.contains("too large to draw: 61 states"), "{text}");
    let page = html(&report, None);
    let document = parse(&page);
    assert!(page.contains("too large to draw"));
    assert_eq!(
        classed(&document, "state").count(),
        61,
        "the table has every state"
    );
    assert!(!svg(&large(20)).contains("too large"));
}

#[test]
fn the_words_say_what_the_verdict_is() {
    let mut report = everything();
    assert!(sentence::verdict(&report).starts_with("Proved"));
    assert_eq!(
        sentence::sizes(&escape()),
        "1 state, 3 transitions, no lookback; stateless, not linear"
    );
    report.verdict = Verdict {
        kind: VerdictKind::UpTo,
        depth: Some(1),
        reason: Some("time".into()),
        ..report.verdict
    };
    assert!(
        sentence::verdict(&report).contains("up to 1 symbol; "),
        "{}",
        sentence::verdict(&report)
    );
    report.verdict.kind = VerdictKind::Unknown;
    assert!(
        !sentence::verdict(&report).contains("Proved")
            && !sentence::verdict_in_brief(&report).contains("right")
    );
}
