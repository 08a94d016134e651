//! Pictures and pages of languages say what the report says, and reports survive being written and read.

use std::collections::BTreeSet;

use base::Random;
use emit::language::{Language, LanguageReport, Mark};
use emit::report::{Kind, Model, ReadError, Report};
use emit::{Detail, Drawing, Source, html};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};

use crate::languages;
use crate::pages::without_script;

const SVG: &str = "http://www.w3.org/2000/svg";

fn drawing(report: &LanguageReport) -> Drawing {
    Language::drawing(report, Detail::Full)
}

fn svg(report: &LanguageReport) -> String {
    emit::svg(&drawing(report))
}

fn dot(report: &LanguageReport) -> String {
    emit::dot(&drawing(report))
}

fn mermaid(report: &LanguageReport) -> String {
    emit::mermaid(&drawing(report))
}

fn all() -> Vec<LanguageReport> {
    let mut random = Random::seeded(1);
    let random = (0..20).map(|_| languages::random(&mut random)).collect();
    [
        vec![
            languages::bubble_sort(),
            languages::nothing(),
            languages::hostile(),
        ],
        random,
    ]
    .concat()
}

fn page(report: &LanguageReport) -> String {
    let text = "int f(void) {\n  return 1; // <script>\n}\nchar *s = \"</pre>\";\n".repeat(20);
    html(
        report,
        Some(&Source {
            name: format!("{}.c", report.subject.name),
            text,
        }),
    )
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

#[test]
fn a_report_survives_being_written_and_read() {
    for report in all() {
        let text = report.to_json();
        let again = LanguageReport::from_json(&text).expect("what was written can be read");
        assert_eq!(again, report);
        assert_eq!(again.to_json(), text);
        assert_eq!(
            Report::<Model>::from_json(&text).expect("a report"),
            report.map(Model::Language)
        );
    }
}

#[test]
fn the_fields_of_the_design_are_there() {
    let value: Value =
        serde_json::from_str(&languages::bubble_sort().to_json()).expect("valid JSON");
    let model = &value["model"];
    assert_eq!(
        (&model["kind"], &model["initial"]),
        (&json!("language"), &json!(0))
    );
    assert_eq!(model["states"][3], json!({ "id": 3, "accepting": false }));
    assert_eq!(
        model["states"][6],
        json!({ "id": 6, "accepting": true, "doomed": true })
    );
    assert_eq!(
        model["alphabet"][1],
        json!({ "symbol": "gl_insert", "place": "bubble_sort.c:5" })
    );
    assert_eq!(
        model["transitions"][0],
        json!({ "from": 0, "symbol": "gl_read", "to": 1, "dominating": true })
    );
    assert_eq!(
        model["transitions"][4],
        json!({ "from": 3, "symbol": "compare", "to": 3, "mark": "conjectured" })
    );
    assert_eq!(
        value["counts"],
        json!({ "states": 7, "symbols": 8, "transitions": 12, "words": 1 })
    );
}

/// The error for a report after a change.
fn error(change: impl Fn(&mut Value)) -> ReadError {
    let mut value = serde_json::to_value(languages::bubble_sort()).expect("serializable");
    change(&mut value);
    LanguageReport::from_json(&value.to_string()).expect_err("the change makes it wrong")
}

#[test]
fn what_makes_no_sense_is_refused_with_its_place() {
    let at = |change: &dyn Fn(&mut Value)| error(change).at.unwrap_or_default();
    assert_eq!(at(&|v| v["model"]["initial"] = json!(9)), "model.initial");
    assert_eq!(
        at(&|v| v["model"]["states"][1]["id"] = json!(0)),
        "model.states[1].id"
    );
    assert_eq!(
        at(&|v| v["model"]["alphabet"][1]["symbol"] = json!("gl_read")),
        "model.alphabet[1].symbol"
    );
    assert_eq!(
        at(&|v| v["model"]["transitions"][2]["to"] = json!(70)),
        "model.transitions[2].to"
    );
    assert_eq!(
        at(&|v| v["model"]["transitions"][2]["symbol"] = json!("x")),
        "model.transitions[2].symbol"
    );
    assert_eq!(
        at(&|v| v["model"]["transitions"][3]["symbol"] = json!("gl_insert")),
        "model.transitions[3]"
    );
    assert_eq!(
        at(&|v| v["model"]["words"][0]["events"][0] = json!("x")),
        "model.words[0].events"
    );
    assert_eq!(
        at(&|v| v["model"]["transitions"][2]["mark"] = json!("sure")),
        "model.transitions[2].mark"
    );
    assert_eq!(at(&|v| v["model"]["kind"] = json!("tree")), "model.kind");
    let unbounded = |v: &mut Value| {
        v["verdict"]["depth"] = json!(null);
        v["model"]["bounds"] = json!({ "loops": null, "length": null });
    };
    assert_eq!(at(&unbounded), "verdict.depth");
}

/// Rounds of loops bound a language, too.
#[test]
fn a_language_that_is_bounded_by_loops_alone_can_be_read() {
    let mut report = languages::bubble_sort();
    report.verdict.depth = None;
    report.model.bounds.length = None;
    let read = LanguageReport::from_json(&report.to_json());
    assert_eq!(read, Ok(report));
}

#[test]
fn a_language_is_not_taken_for_an_interface() {
    let error =
        <Report>::from_json(&languages::bubble_sort().to_json()).expect_err("not an interface");
    assert!(
        error.to_string().contains("a language of events"),
        "{error}"
    );
    assert!(error.to_string().contains("mores interface"), "{error}");
}

#[test]
fn bold_dashed_and_double_outlines_are_where_the_report_says() {
    for report in all() {
        let picture = svg(&report);
        let document = parse(&picture);
        let count = |class: &str, of: &str| {
            let groups = classed(&document, class);
            groups
                .flat_map(|g| g.children())
                .filter(|n| n.attribute("class") == Some(of))
                .count()
        };
        let accepting = report.model.states.iter().filter(|s| s.accepting).count();
        assert_eq!(classed(&document, "inner").count(), accepting);
        let doomed = report.model.states.iter().filter(|s| s.doomed).count();
        assert_eq!(
            classed(&document, "mark")
                .filter(|n| n.text() == Some("D"))
                .count(),
            doomed
        );
        let pairs = |chosen: &dyn Fn(&emit::language::Step) -> bool| {
            let steps = report
                .model
                .transitions
                .iter()
                .filter(|s| s.from != s.to && chosen(s));
            steps
                .map(|s| (s.from, s.to, s.dominating, s.mark))
                .collect::<BTreeSet<_>>()
                .len()
        };
        assert_eq!(count("bold", "plate"), pairs(&|s| s.dominating));
        assert_eq!(
            count("conjectured", "plate"),
            pairs(&|s| s.mark == Some(Mark::Conjectured))
        );
        assert_eq!(
            count("proved", "plate"),
            pairs(&|s| s.mark == Some(Mark::Proved))
        );
    }
}

#[derive(Clone, Copy, Debug)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

fn rect(node: Node<'_, '_>) -> Rect {
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| {
        node.attribute(name)
            .unwrap_or("0")
            .parse()
            .expect("a number")
    });
    Rect {
        x,
        y,
        width,
        height,
    }
}

fn rects(document: &Document<'_>, class: &str) -> Vec<Rect> {
    classed(document, class)
        .filter(|n| n.has_tag_name((SVG, "rect")))
        .map(rect)
        .collect()
}

#[test]
fn states_and_labels_lie_apart_and_within_the_picture() {
    for report in all() {
        let picture = svg(&report);
        let document = parse(&picture);
        let things = [rects(&document, "box"), rects(&document, "plate")].concat();
        let page = rect(document.root_element());
        for (i, a) in things.iter().enumerate() {
            assert!(
                a.x >= 0.0
                    && a.y >= 0.0
                    && a.x + a.width <= page.width
                    && a.y + a.height <= page.height
            );
            for b in &things[..i] {
                let apart = a.x >= b.x + b.width
                    || b.x >= a.x + a.width
                    || a.y >= b.y + b.height
                    || b.y >= a.y + a.height;
                assert!(apart, "{a:?} lies over {b:?}\n{picture}");
            }
        }
        assert_eq!(rects(&document, "box").len(), report.model.states.len());
    }
}

#[test]
fn every_event_of_a_loop_is_named_beside_its_state_and_over_nothing() {
    for report in all() {
        let picture = svg(&report);
        let document = parse(&picture);
        let boxes = rects(&document, "box");
        let texts = document
            .descendants()
            .filter(|n| n.has_tag_name((SVG, "text")));
        for text in texts.filter(|n| n.attribute("class").is_none()) {
            let words: String = text
                .descendants()
                .filter(Node::is_text)
                .filter_map(|n| n.text())
                .collect();
            let Rect { x, y, .. } = rect(text);
            let wide = 7.2 * words.chars().count() as f64;
            let over = |b: &&Rect| {
                x < b.x + b.width && b.x < x + wide && y - 10.0 < b.y + b.height && b.y < y
            };
            assert!(
                !boxes.iter().any(|b| over(&b)),
                "`{words}` lies over a state\n{picture}"
            );
        }
    }
}

#[test]
fn graphviz_gets_the_automaton() {
    let text = dot(&languages::bubble_sort());
    assert!(
        text.contains("s6 [label=\"6 D\", shape=doublecircle, fillcolor"),
        "{text}"
    );
    assert!(text.contains("start -> s0;"), "{text}");
    assert!(
        text.contains("s0 -> s1 [label=\"gl_read\\l\", penwidth=2.6, fontname=\"Courier-Bold\"];"),
        "{text}"
    );
    assert!(
        text.contains("s3 -> s3 [label=\"compare\\lswap\\l\", style=dashed];"),
        "{text}"
    );
    assert!(
        text.contains("s4 -> s5 [label=\"inspect_base\\l\", color=\"#1d7a4a\"];"),
        "{text}"
    );
}

#[test]
fn mermaid_gets_the_automaton() {
    let text = mermaid(&languages::bubble_sort());
    assert!(text.contains("    s6(((\"6 D\")))\n"), "{text}");
    assert!(text.contains("    s0 ==>|\"gl_read\"| s1\n"), "{text}");
    assert!(
        text.contains("    s3 -.->|\"compare<br/>swap\"| s3\n"),
        "{text}"
    );
    assert!(
        text.contains("    s4 ==>|\"assertion #96;n == m#96; fails, line 71\"| s6\n"),
        "{text}"
    );
    assert!(text.contains("    class s4,s5,s6 bad\n"), "{text}");
    // The first link is the one to the initial state, and is link 0.
    let links: Vec<&str> = text
        .lines()
        .filter(|l| l.contains("->") || l.contains("=>"))
        .collect();
    let bold_and_dashed = links
        .iter()
        .position(|l| *l == "    s2 -.->|\"gl_insert\"| s2")
        .expect("the loop");
    assert!(
        text.contains(&format!(
            "    linkStyle {bold_and_dashed} stroke-width:3.5px\n"
        )),
        "{text}"
    );
}

/// A quoted string of DOT ends at the first quote that no backslash precedes.
#[test]
fn no_name_breaks_out_of_a_picture() {
    let report = languages::hostile();
    for line in dot(&report)
        .lines()
        .filter(|l| l.contains("label=\"") && l.contains("->"))
    {
        let mut rest = line.split_once("label=\"").expect("a label").1.chars();
        while let Some(c) = rest.next().filter(|&c| c != '"') {
            if c == '\\' {
                assert!(matches!(rest.next(), Some('"' | '\\' | 'l')), "{line}");
            }
        }
        let after: String = rest.collect();
        assert!(after == "];" || after.starts_with(", "), "{line}");
    }
    for line in mermaid(&report).lines().filter(|l| l.contains('|')) {
        let parts: Vec<&str> = line.split('|').collect();
        assert_eq!(parts.len(), 3, "{line}");
        let label = parts[1].trim_matches('"').replace("<br/>", "");
        assert!(
            !label.contains(['<', '>', '"', '\'', '&', '`', ':', '{', '}', '[', ']', '\\']),
            "{label}"
        );
    }
    for text in [without_script(&page(&report)), svg(&report)] {
        let document = parse(&text);
        let nodes = || document.descendants();
        assert!(!nodes().any(|n| n.tag_name().name() == "script"));
        let texts = nodes().filter(|n| n.is_text());
        let shown: String = texts.filter_map(|n| n.text()).collect();
        assert!(
            shown.contains("<script>alert(\"x\")</script>|&amp;"),
            "the name is shown as it is"
        );
        assert!(
            !shown.contains('\u{202e}'),
            "nothing turns the direction of text"
        );
    }
}

#[test]
fn the_page_needs_nothing_else_and_links_to_the_source() {
    for report in all() {
        let page = without_script(&page(&report));
        let document = parse(&page);
        let ids: Vec<&str> = document
            .descendants()
            .filter_map(|n| n.attribute("id"))
            .collect();
        assert_eq!(
            ids.iter().collect::<BTreeSet<_>>().len(),
            ids.len(),
            "ids are unique"
        );
        for node in document.descendants().filter(Node::is_element) {
            assert!(
                !matches!(
                    node.tag_name().name(),
                    "script" | "link" | "img" | "iframe" | "object"
                ),
                "{node:?}"
            );
            let targets = [node.attribute("href"), node.attribute("marker-end")];
            for target in targets.into_iter().flatten() {
                let id = target
                    .trim_start_matches("url(")
                    .trim_start_matches('#')
                    .trim_end_matches(')');
                assert!(ids.contains(&id), "{target} is in the page");
            }
        }
    }
    let page = page(&languages::bubble_sort());
    let document = parse(&page);
    let lines = |class: &str| {
        classed(&document, class)
            .filter_map(|n| n.attribute("id"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(lines("fails"), "L17", "the assertion");
    assert_eq!(lines("puzzles"), "L13", "undefined behaviour");
    assert_eq!(lines("declares"), "L3 L5 L7 L9 L11 L15", "other events");
    assert!(
        page.contains("<span class=\"k\">return</span>"),
        "C is coloured"
    );
    assert!(page.contains("-2147483648"), "inputs are shown");
}

#[test]
fn the_page_says_what_the_verdict_means() {
    let bounded = page(&languages::bubble_sort());
    assert!(
        bounded.contains("Exact within bounds: at most 3 iterations of a loop, at most 15 events"),
        "{bounded}"
    );
    assert!(bounded.contains("What is dashed is conjectured.") && !bounded.contains("Proved:"));
    assert!(
        page(&languages::nothing()).contains("Proved: the program fails with exactly these words")
    );
    let mut explained = languages::nothing();
    explained.command = "explain".to_owned();
    assert!(page(&explained).contains("Proved: the program ends with exactly these words"));
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let draw = || {
        let report = languages::bubble_sort();
        [svg(&report), dot(&report), mermaid(&report), page(&report)].concat()
    };
    assert_eq!(draw(), draw());
}
