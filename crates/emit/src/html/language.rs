//! The page about a language of events: the picture, the words with their inputs, the events in the source.

use std::collections::BTreeMap;

use crate::escape::xml;
use crate::language::{
    Event, Input, LanguageReport, Mark as Known, State, Step, Undefined, Word, Words,
};
use crate::report::{Integers, SourcePlace};

use super::source::{Links, Mark, mark};
use super::{Page, Source, headed, section};

/// More words than this are in the report, not on the page.
const MOST_WORDS: usize = 200;

pub(crate) fn language(report: &LanguageReport, source: Option<&Source>) -> Page {
    let links = Links::to(source);
    let (what, question) = match Words::of(report) {
        Words::Failures => ("language of error", "All the ways to fail"),
        Words::Ends => ("explanation", "What the program does"),
    };
    let integers = match report.verdict.integers {
        Integers::Wrapping => "Integers are those of the chosen machine, and wrap around.",
        Integers::OfC => {
            "Integers are those of C on the chosen machine: signed results that do not fit are undefined."
        }
        Integers::Mathematical => "Integers are mathematical: overflow is left out of account.",
    };
    let sections = [
        undefined(report, &links),
        words(report),
        states(report),
        events(report, &links),
    ];
    Page {
        what,
        question,
        details: integers.to_owned(),
        counts: vec![
            (report.counts.states, "states"),
            (report.counts.transitions, "transitions"),
            (report.counts.symbols, "events"),
            (report.counts.words, "words found"),
        ],
        marks: marks(report, &links),
        sections: sections.concat(),
    }
}

/// A place as events name it: `file:line`.
fn place(text: &str) -> SourcePlace {
    let (file, line) = match text.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().unwrap_or(0)),
        None => (text, 0),
    };
    SourcePlace {
        file: file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned(),
        line,
    }
}

fn marks(report: &LanguageReport, links: &Links<'_>) -> BTreeMap<u32, Mark> {
    let model = &report.model;
    let last = |event: &Event| {
        let mut words = model.words.iter();
        words.any(|word| word.events.last() == Some(&event.symbol))
    };
    let fails = Words::of(report) == Words::Failures;
    let mut marks = BTreeMap::new();
    for event in &model.alphabet {
        let kind = match fails && last(event) {
            true => Mark::Fails,
            false => Mark::Declares,
        };
        let line = event.place.as_deref().and_then(|p| links.line(&place(p)));
        mark(&mut marks, line, kind);
    }
    for found in &model.undefined {
        let line = found.place.as_ref().and_then(|place| links.line(place));
        mark(&mut marks, line, Mark::Puzzles);
    }
    marks
}

fn undefined(report: &LanguageReport, links: &Links<'_>) -> String {
    let row = |found: &Undefined| {
        let place = found
            .place
            .as_ref()
            .map(|p| links.place(p))
            .unwrap_or_default();
        let (what, events, inputs) = (
            xml(&found.what),
            sequence(&found.events),
            inputs(&found.inputs),
        );
        format!(
            "<tr class=\"illegal\"><td>{what}</td><td class=\"to\">{place}</td><td>{events}</td><td>{inputs}</td></tr>\n"
        )
    };
    let rows: String = report.model.undefined.iter().map(row).collect();
    section(
        "Undefined behaviour",
        &["What", "Where", "After", "Given"],
        &rows,
    )
}

fn sequence(events: &[String]) -> String {
    events
        .iter()
        .map(|event| format!("<code>{}</code>", xml(event)))
        .collect::<Vec<_>>()
        .join(" → ")
}

fn inputs(inputs: &[Input]) -> String {
    let input = |input: &Input| {
        format!(
            "<code title=\"{}\">{}</code>",
            xml(&input.name),
            xml(&input.value)
        )
    };
    inputs.iter().map(input).collect::<Vec<_>>().join(", ")
}

fn words(report: &LanguageReport) -> String {
    let row = |word: &Word| {
        let harness = word
            .harness
            .as_ref()
            .map(|h| format!("<code>{}</code>", xml(h)))
            .unwrap_or_default();
        format!(
            "<tr><td>{}</td><td>{}</td><td>{harness}</td></tr>\n",
            sequence(&word.events),
            inputs(&word.inputs)
        )
    };
    let mut rows: String = report
        .model
        .words
        .iter()
        .take(MOST_WORDS)
        .map(row)
        .collect();
    let more = report.model.words.len().saturating_sub(MOST_WORDS);
    if more > 0 {
        rows.push_str(&format!(
            "<tr><td colspan=\"3\">and {more} more, in the report</td></tr>\n"
        ));
    }
    section("Word by word", &["Events", "Given", "Harness"], &rows)
}

/// Where an event leads, and what is known of that.
fn step_row(step: &Step) -> String {
    let mark = step.mark.map(|mark| match mark {
        Known::Proved => "proved",
        Known::Conjectured => "conjectured",
    });
    let dominating = step.dominating.then_some("in every word");
    let notes: Vec<&str> = dominating.into_iter().chain(mark).collect();
    format!(
        "<td><code>{}</code></td><td class=\"to\">{}</td><td>{}</td></tr>\n",
        xml(&step.symbol),
        step.to,
        notes.join(", ")
    )
}

fn states(report: &LanguageReport) -> String {
    let model = &report.model;
    let rows = |state: &State| {
        let leaving = model.transitions.iter().filter(|t| t.from == state.id);
        let mut rows: Vec<String> = leaving.map(step_row).collect();
        if rows.is_empty() {
            rows.push("<td colspan=\"3\">nothing follows</td></tr>\n".to_owned());
        }
        let accepting = if state.accepting {
            format!("the program {}", Words::of(report).verb())
        } else {
            String::new()
        };
        let doomed = if state.doomed && !state.accepting {
            "doomed"
        } else {
            ""
        };
        let role = format!("<span class=\"guard\">{accepting}{doomed}</span>");
        headed(&format!("{} {role}", state.id), &rows)
    };
    section(
        "State by state",
        &["State", "Event", "Leads to", ""],
        &model.states.iter().map(rows).collect::<String>(),
    )
}

fn events(report: &LanguageReport, links: &Links<'_>) -> String {
    let used = |event: &Event| {
        report
            .model
            .transitions
            .iter()
            .any(|step| step.symbol == event.symbol)
    };
    let row = |event: &Event| {
        let at = event
            .place
            .as_ref()
            .map(|text| links.place(&place(text)))
            .unwrap_or_default();
        let unused = if used(event) {
            ""
        } else {
            " <span class=\"guard\">in no word</span>"
        };
        format!(
            "<tr><td><code>{}</code>{unused}</td><td class=\"to\">{at}</td></tr>\n",
            xml(&event.symbol)
        )
    };
    section(
        "Events",
        &["Event", "Where"],
        &report.model.alphabet.iter().map(row).collect::<String>(),
    )
}
