//! The report as one page: verdict, picture, tables and the source beside them. It needs no network, no script and no
//! other file, and everything from the user's code is escaped.

mod colour;
mod filter;
mod language;
mod source;
mod tables;

use crate::escape::xml;
use crate::outline::{Detail, Outline};
use crate::report::{Replay, Report, Subject, VerdictKind};
use crate::{sentence, svg};

pub use filter::filter;
pub use language::language;
use source::Links;

const STYLE: &str = include_str!("style.css");

/// The text of the file that was analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name as the compiler records it, without folders.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// A picture up to this width has the source beside it, a wider one above it.
const NARROW: f64 = 640.0;
/// A picture up to this width is shrunk to the page; a wider one would be unreadable and scrolls.
const FITS: f64 = 1500.0;

/// The page. Without the source, places in it are only named.
pub fn html(report: &Report, source: Option<&Source>) -> String {
    let name = xml(&report.subject.name);
    let links = Links::to(source);
    let outline = Outline::of(report);
    let picture = Picture::of(report);
    let listing = source
        .map(|s| source::listing(report, s))
        .unwrap_or_default();
    let columns = if picture.width <= NARROW && source.is_some() {
        "columns narrow"
    } else {
        "columns"
    };
    let sections = [
        tables::states(&outline, &links),
        tables::failures(&outline, &links),
        tables::symbols(report, &links),
        tables::effort(&report.effort, report.certificate.as_ref()),
    ]
    .concat();
    let body = format!(
        "{}<div class=\"{columns}\">\n<div>\n{}</div>\n{listing}</div>\n{sections}",
        head(report),
        picture.view
    );
    page(&format!("{name}: interface"), &report.mores, &body)
}

fn page(title: &str, version: &str, body: &str) -> String {
    let (style, version) = (svg::STYLE, xml(version));
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{title}</title>
<style>
{STYLE}{style}</style>
</head>
<body>
<main class="page">
{body}<footer>Made by mores {version}.</footer>
</main>
</body>
</html>
"#
    )
}

/// Both pictures and the switch between them.
struct Picture {
    width: f64,
    view: String,
}

impl Picture {
    fn of(report: &Report) -> Self {
        let [full, legal] = [(Detail::Full, "full"), (Detail::Legal, "legal")]
            .map(|(d, name)| svg::inline(report, d, name));
        let show = |(width, text): (f64, &str)| {
            if width <= FITS {
                text.replacen("class=\"mores\"", "class=\"mores fits\"", 1)
            } else {
                text.to_owned()
            }
        };
        let width = full.width.max(legal.width);
        let view = format!(
            r#"<section class="view" aria-label="picture">
<h2>What may be called when</h2>
<label class="switch"><input type="checkbox" id="illegal" checked="checked"/> show illegal calls</label>
<figure class="full">
{}</figure>
<figure class="legal">
{}</figure>
</section>
"#,
            show((full.width, &full.text)),
            show((legal.width, &legal.text))
        );
        Self { width, view }
    }
}

fn head(report: &Report) -> String {
    let counts = [
        (report.counts.states, "states"),
        (report.counts.methods, "methods"),
        (report.counts.symbols, "guarded calls"),
        (report.counts.transitions, "transitions"),
    ];
    let means = [
        sentence::verdict(report),
        sentence::integers(report.verdict.integers).to_owned(),
    ];
    header(
        "interface",
        &report.subject,
        report.verdict.kind,
        &means,
        &counts,
    ) + &remarks(&report.warnings, &report.notes, &report.replay)
}

/// What was analysed, what is known about it, and how large it is.
fn header(
    what: &str,
    subject: &Subject,
    verdict: VerdictKind,
    [means, details]: &[String; 2],
    counts: &[(usize, &str)],
) -> String {
    let class = match verdict {
        VerdictKind::Proved => "proved",
        VerdictKind::UpTo => "up-to",
        VerdictKind::Violated => "violated",
        VerdictKind::Unknown => "unknown",
    };
    let facts: String = counts
        .iter()
        .map(|(n, what)| format!("<li><b>{n}</b> <span>{what}</span></li>\n"))
        .collect();
    format!(
        r#"<header>
<p class="kicker">{what} of {path}</p>
<h1>{name}</h1>
<div class="verdict {class}"><p class="means">{means}</p><p>{details}</p></div>
<ul class="facts">
{facts}</ul>
"#,
        path = xml(&subject.path),
        name = xml(&subject.name),
        means = xml(means),
        details = xml(details),
    )
}

/// Warnings, notes, what was replayed, and the end of the header.
fn remarks(warnings: &[String], notes: &[String], replay: &Replay) -> String {
    let note = |class: &str, word: &str, text: &String| {
        format!("<li class=\"{class}\"><b>{word}</b>{}</li>\n", xml(text))
    };
    let remarks: String = (warnings.iter().map(|w| note("warning", "Warning", w)))
        .chain(notes.iter().map(|n| note("note", "Note", n)))
        .chain(sentence::replay(replay).map(|r| note("note", "Replay", &r)))
        .collect();
    let remarks = if remarks.is_empty() {
        remarks
    } else {
        format!("<ul class=\"remarks\">\n{remarks}</ul>\n")
    };
    format!("{remarks}</header>\n")
}
