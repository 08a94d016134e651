//! A comparison of two libraries as a page: what differs first, each difference with the program that shows it.

use super::{Change, ClassDiff, Difference, Judgement, Kind, VersionsReport};
use crate::page::{TablePage, breakable, escaped};

/// The page.
pub fn page(report: &VersionsReport) -> String {
    let mut classes: Vec<&ClassDiff> = report.classes.iter().collect();
    classes.sort_by_key(|class| (rank(class.judgement.verdict.kind), &class.name));
    let lists = [
        ("Only in the new version", &report.added),
        ("Only in the old version", &report.removed),
    ];
    let page = TablePage {
        title: format!("From {} to {}", report.old, report.new),
        facts: vec![report.sentence()],
        reading: "Lost: legal in the old version, an error in the new one. Gained: the other way round. Each difference has the \
                  shortest calls that show it; open it for a program that does. What was not decided is not known to be alike.",
        class: "versions",
        columns: &["class", "verdict", "lost", "gained", "differences"],
        rows: classes.into_iter().map(row).collect(),
        after: lists
            .iter()
            .map(|(title, names)| list(title, names))
            .collect(),
    };
    page.html()
}

/// What is to be seen first.
fn rank(kind: Kind) -> usize {
    match kind {
        Kind::Differs => 0,
        Kind::Undecided => 1,
        Kind::Failed => 2,
        Kind::EqualUpTo => 3,
        Kind::Equal => 4,
        Kind::SameCode => 5,
    }
}

fn row(class: &ClassDiff) -> String {
    let judgement = &class.judgement;
    let verdict = &judgement.verdict;
    let style = match verdict.kind {
        Kind::Differs => "differs",
        Kind::Undecided | Kind::Failed => "open",
        Kind::EqualUpTo => "partly",
        Kind::Equal => "proved",
        Kind::SameCode => "refused",
    };
    let count = |kind: Change| {
        let same = judgement.differences.iter().filter(|d| d.kind == kind);
        match same.count() {
            0 => String::new(),
            // Which kind the others are is not said.
            n if judgement.more > 0 => format!("at least {n}"),
            n => n.to_string(),
        }
    };
    format!(
        "<tr><td>{}</td><td class=\"{style}\" data-key=\"{}\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        breakable(&class.name),
        rank(verdict.kind),
        escaped(&verdict.words()),
        count(Change::Lost),
        count(Change::Gained),
        said(judgement)
    )
}

/// What differs, and what is to be known of it.
fn said(judgement: &Judgement) -> String {
    let mut out: String = judgement.differences.iter().map(difference).collect();
    if judgement.more > 0 {
        out += &format!("<p>and {} more (--limit)</p>", judgement.more);
    }
    let methods = [
        ("gained", "+ only in the new version:", &judgement.added),
        ("lost", "− only in the old version:", &judgement.removed),
        ("open", "not compared:", &judgement.incomparable),
    ];
    for (class, title, names) in methods {
        if !names.is_empty() {
            let names = escaped(&names.join(", "));
            out += &format!("<p class=\"{class}\">{title} <code>{names}</code></p>");
        }
    }
    let reason = judgement.verdict.reason.iter();
    for text in reason.chain(&judgement.notes) {
        out += &format!("<p class=\"soft\">{}</p>", escaped(text));
    }
    out
}

fn difference(difference: &Difference) -> String {
    let (class, sign) = match difference.kind {
        Change::Lost => ("lost", "−"),
        Change::Gained => ("gained", "+"),
        Change::NoLongerKnown | Change::NowKnown => ("open", "?"),
    };
    let line = escaped(&difference.line());
    let title = format!("{sign} {}: <code>{line}</code>", difference.kind.word());
    match &difference.java {
        Some(java) => format!(
            "<details><summary class=\"{class}\">{title}</summary><pre>{}</pre></details>",
            escaped(java)
        ),
        None => format!("<p class=\"{class}\">{title}</p>"),
    }
}

fn list(title: &str, names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let item = |name: &String| format!("<li>{}</li>\n", breakable(name));
    let items: String = names.iter().map(item).collect();
    format!("<h2>{title}</h2>\n<ul>\n{items}</ul>\n")
}
