//! What every page has in common: one file, with a script that no report can change and data that no name breaks out of.

use emit::report::{Kind, Report};
use emit::{Source, html};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;

use crate::samples::Sample;
use crate::{languages, samples};

const DATA: &str = "<script type=\"application/json\" id=\"data\">";
const SCRIPT: &str = "<script>//<![CDATA[";
const END: &str = "</script>";

/// The page without its data and its script, each of which it has once.
pub fn without_script(page: &str) -> String {
    let mut rest = page.to_owned();
    for open in [DATA, SCRIPT] {
        assert_eq!(rest.matches(open).count(), 1, "{open}");
        let start = rest.find(open).expect("counted");
        let end = start + rest[start..].find(END).expect("an end") + END.len();
        rest.replace_range(start..end, "");
    }
    rest
}

fn between<'p>(page: &'p str, open: &str) -> &'p str {
    let start = page.find(open).expect("an element") + open.len();
    &page[start..start + page[start..].find(END).expect("an end")]
}

fn parse(page: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(page, options).expect("well-formed")
}

fn carries<M: Kind>(report: &Report<M>) -> String {
    let page = html(report, None);
    let data: Value = serde_json::from_str(between(&page, DATA)).expect("JSON");
    let wanted = serde_json::to_value(report).expect("JSON");
    assert_eq!(data["report"]["model"]["kind"], wanted["model"]["kind"]);
    assert!(!between(&page, DATA).contains(['<', '>', '&']));
    parse(&page);
    between(&page, SCRIPT).to_owned()
}

/// Names of users are data: the script is the same whatever they are.
#[test]
fn no_report_changes_the_script() {
    let scripts = [
        carries(&samples::hostile()),
        carries(&samples::piped_output_stream()),
        carries(&languages::hostile()),
    ];
    assert!(scripts.iter().all(|script| *script == scripts[0]));
    assert!(!scripts[0].contains("eval(") && !scripts[0].contains("innerHTML"));
}

#[test]
fn the_data_is_the_report() {
    let report = samples::piped_output_stream();
    let source = Source {
        name: "PipedOutputStream.java".to_owned(),
        text: "class PipedOutputStream {}\n".to_owned(),
    };
    let page = html(&report, Some(&source));
    let data: Value = serde_json::from_str(between(&page, DATA)).expect("JSON");
    let saved: Value = serde_json::from_str(&report.to_json()).expect("JSON");
    assert_eq!(data["report"], saved);
    assert_eq!(data["source"], "PipedOutputStream.java");
}

/// A class with many states opens on a picture that fits a laptop's screen, text of a size that can be read.
#[test]
fn a_class_of_forty_states_is_drawn_to_fit_a_screen() {
    let page = html(&deep(40), None);
    let document = parse(&page);
    let map = figure(&document, "map");
    let scale = scale(map);
    assert!(
        scale > 0.6,
        "letters of 12 px shrink to {:.1}",
        12.0 * scale
    );
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    let states = map
        .descendants()
        .filter(|n| n.attribute("data-node").is_some());
    assert_eq!(
        states.count(),
        40,
        "every state but the error state is there"
    );
}

fn figure<'a>(document: &'a Document<'_>, class: &str) -> Node<'a, 'a> {
    (document.descendants())
        .find(|node| node.attribute("class") == Some(class))
        .and_then(|figure| figure.descendants().find(|n| n.has_tag_name("svg")))
        .expect("a picture")
}

/// How far a picture is shrunk where it is seen whole on the screen of a laptop.
fn scale(picture: Node<'_, '_>) -> f64 {
    let size = |name: &str| -> f64 {
        let size = picture.attribute(name).expect("a size");
        size.parse().expect("a number")
    };
    (860.0 / size("width")).min(480.0 / size("height"))
}

/// The picture with illegal calls has cards, too: those that fail for some arguments with the condition, and all others as
/// that, with their names at hand.
#[test]
fn illegal_calls_are_told_on_cards_that_fit_a_screen() {
    let page = html(&deep(40), None);
    let document = parse(&page);
    let full = figure(&document, "full");
    assert!(scale(full) > 0.55, "{}", scale(full));
    let groups = full
        .descendants()
        .filter(|n| n.attribute("class") == Some("illegal"));
    let words = |group: Node<'_, '_>| -> String {
        let texts = group.descendants().filter(|n| n.is_text());
        texts.filter_map(|text| text.text()).collect()
    };
    let illegal: Vec<String> = groups.map(words).collect();
    assert_eq!(illegal.len(), 39, "one line in every state but the first");
    let said = |words: &String| words.contains("✕ all 6 others") && words.contains("launch0()");
    assert!(illegal.iter().all(said), "{illegal:?}");
}

/// A long chain with a way back from everywhere: the worst for pictures in layers.
fn deep(states: u64) -> Report {
    let mut sample = Sample::new("Deep", states).method("Deep", &[], &[]);
    sample = sample.moves(&[0], "Deep", 1);
    for name in ["advance", "abandonMission", "skipOver"] {
        sample = sample.method(name, &[], &[]);
    }
    for rest in 0..6 {
        sample = sample.method(&format!("launch{rest}"), &[], &[]);
    }
    for from in 1..states {
        let next = if from + 1 < states { from + 1 } else { 1 };
        let skip = 1 + (from * 7) % (states - 1);
        sample = sample.moves(&[from], "advance", next);
        sample = sample.moves(&[from], "abandonMission", 1 + from % 3);
        sample = sample.moves(&[from], "skipOver", skip);
    }
    sample.report()
}
