//! The page about a language of events: the picture, the words with their inputs, the events in the source.

use std::collections::BTreeMap;

use crate::escape::xml;
use crate::language::{
    Event, Input, LanguageReport, Mark as Known, State, Step, Undefined, Word, Words, verdict,
};
use crate::report::{Integers, SourcePlace};
use crate::svg;

use super::source::{Links, Mark, marked};
use super::{FITS, NARROW, Source, header, page, remarks, tables};

/// More words than this are in the report, not on the page.
const MOST_WORDS: usize = 200;

/// The page. Without the source, places in it are only named.
pub fn language(report: &LanguageReport, source: Option<&Source>) -> String {
    let links = Links::to(source);
    let picture = svg::inline_language(report);
    let listing = source
        .map(|s| marked(&marks(report, &links), s))
        .unwrap_or_default();
    let columns = if picture.width <= NARROW && source.is_some() {
        "columns narrow"
    } else {
        "columns"
    };
    let sections = [
        undefined(report, &links),
        words(report),
        states(report),
        events(report, &links),
        tables::effort(&report.effort, report.certificate.as_ref()),
    ]
    .concat();
    let drawn = match picture.width <= FITS {
        true => picture
            .text
            .replacen("class=\"mores\"", "class=\"mores fits\"", 1),
        false => picture.text,
    };
    let view = format!(
        "<section aria-label=\"picture\">\n<h2>{}</h2>\n<figure>\n{drawn}</figure>\n</section>\n",
        question(report)
    );
    let body = format!(
        "{}<div class=\"{columns}\">\n<div>\n{view}</div>\n{listing}</div>\n{sections}",
        head(report)
    );
    page(
        &format!("{}: {}", xml(&report.subject.name), what(report)),
        &report.mores,
        &body,
    )
}

fn what(report: &LanguageReport) -> &'static str {
    match Words::of(report) {
        Words::Failures => "language of error",
        Words::Ends => "explanation",
    }
}

fn question(report: &LanguageReport) -> &'static str {
    match Words::of(report) {
        Words::Failures => "All the ways to fail",
        Words::Ends => "What the program does",
    }
}

fn head(report: &LanguageReport) -> String {
    let counts = [
        (report.counts.states, "states"),
        (report.counts.transitions, "transitions"),
        (report.counts.symbols, "events"),
        (report.counts.words, "words found"),
    ];
    let integers = match report.verdict.integers {
        Integers::Wrapping => "Integers are those of the chosen machine, and wrap around.",
        Integers::OfC => {
            "Integers are those of C on the chosen machine: signed results that do not fit are undefined."
        }
        Integers::Mathematical => "Integers are mathematical: overflow is left out of account.",
    };
    let means = [verdict(report), integers.to_owned()];
    header(
        what(report),
        &report.subject,
        report.verdict.kind,
        &means,
        &counts,
    ) + &remarks(&report.warnings, &report.notes, &report.replay)
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
    let last = |event: &Event| {
        report
            .words
            .iter()
            .any(|word| word.events.last() == Some(&event.symbol))
    };
    let fails = Words::of(report) == Words::Failures;
    let mut marks: BTreeMap<u32, Mark> = BTreeMap::new();
    let mut mark = |place: &SourcePlace, mark: Mark| {
        if let Some(line) = links.line(place) {
            let entry = marks.entry(line).or_insert(mark);
            *entry = mark.max(*entry);
        }
    };
    for event in &report.model.alphabet {
        if let Some(text) = &event.place {
            mark(
                &place(text),
                if fails && last(event) {
                    Mark::Fails
                } else {
                    Mark::Declares
                },
            );
        }
    }
    report
        .undefined
        .iter()
        .filter_map(|u| u.place.as_ref())
        .for_each(|place| mark(place, Mark::Puzzles));
    marks
}

pub(super) fn section(title: &str, columns: &[&str], rows: &str) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let heads: String = columns
        .iter()
        .map(|column| format!("<th>{column}</th>"))
        .collect();
    format!(
        "<section><h2>{title}</h2>\n<div class=\"scroll\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\
         </table></div></section>\n"
    )
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
    let rows: String = report.undefined.iter().map(row).collect();
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
    let mut rows: String = report.words.iter().take(MOST_WORDS).map(row).collect();
    let more = report.words.len().saturating_sub(MOST_WORDS);
    if more > 0 {
        rows.push_str(&format!(
            "<tr><td colspan=\"3\">and {more} more, in the report</td></tr>\n"
        ));
    }
    section("Word by word", &["Events", "Given", "Harness"], &rows)
}

fn states(report: &LanguageReport) -> String {
    let model = &report.model;
    let step = |step: &&Step| {
        let mark = match step.mark {
            None => "",
            Some(Known::Proved) => "proved",
            Some(Known::Conjectured) => "conjectured",
        };
        let dominating = if step.dominating { "in every word" } else { "" };
        let notes: Vec<&str> = [dominating, mark]
            .into_iter()
            .filter(|note| !note.is_empty())
            .collect();
        format!(
            "<td><code>{}</code></td><td class=\"to\">{}</td><td>{}</td></tr>\n",
            xml(&step.symbol),
            step.to,
            notes.join(", ")
        )
    };
    let rows = |state: &State| {
        let mut rows: Vec<String> = model
            .transitions
            .iter()
            .filter(|t| t.from == state.id)
            .map(|t| step(&t))
            .collect();
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
        let head = format!(
            "<td class=\"state\" rowspan=\"{}\">{} <span class=\"guard\">{accepting}{doomed}</span></td>",
            rows.len(),
            state.id
        );
        let opened = rows
            .iter()
            .enumerate()
            .map(|(i, row)| format!("<tr>{}{row}", if i == 0 { head.as_str() } else { "" }));
        opened.collect::<String>()
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
