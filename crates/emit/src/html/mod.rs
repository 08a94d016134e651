//! The report as one page: verdict, picture, tables and the source beside them. It needs no network, no script and no
//! other file, and everything from the user's code is escaped.

mod colour;
mod effort;
mod filter;
mod interface;
mod language;
mod source;

use std::collections::BTreeMap;

use crate::drawing::{Detail, Drawing};
use crate::escape::xml;
use crate::report::{Kind, Report, VerdictKind};
use crate::{sentence, svg};

pub(crate) use filter::filter;
pub(crate) use interface::interface;
pub(crate) use language::language;
use source::Mark;

const STYLE: &str = include_str!("style.css");

/// The text of the file that was analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name as the compiler records it, without folders.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// What a page says of a model, apart from what all pages say.
pub struct Page {
    /// What the model is: `interface`.
    what: &'static str,
    /// The question that the picture answers.
    question: &'static str,
    /// What else the verdict means.
    details: String,
    /// The sizes.
    counts: Vec<(usize, &'static str)>,
    /// Whether a picture without illegal calls is worth a look.
    legal: bool,
    /// Lines of the source that stand out.
    marks: BTreeMap<u32, Mark>,
    /// Tables.
    sections: String,
}

/// A picture up to this width has the source beside it, a wider one above it.
const NARROW: f64 = 640.0;

/// The page. Without the source, places in it are only named.
pub fn html<M: Kind>(report: &Report<M>, source: Option<&Source>) -> String {
    let page = M::page(report, source);
    let (width, view) = view(report, &page);
    let listing = source.map(|s| source::listing(&page.marks, s));
    let columns = match width <= NARROW && source.is_some() {
        true => "columns narrow",
        false => "columns",
    };
    let body = format!(
        "{}{}<div class=\"{columns}\">\n<div>\n{view}</div>\n{}</div>\n{}{}",
        header(report, &page),
        remarks(report),
        listing.unwrap_or_default(),
        page.sections,
        effort::section(&report.effort, report.certificate.as_ref()),
    );
    let title = format!("{}: {}", xml(&report.subject.name), page.what);
    document(&title, &report.mores, &body)
}

/// The picture, or two and the switch between them; and how wide it is.
fn view<M: Kind>(report: &Report<M>, page: &Page) -> (f64, String) {
    let full = M::drawing(report, Detail::Full);
    let drawn = |drawing: &Drawing, name: &str| svg::inline(drawing, name);
    let Some(picture) = drawn(&full, "full") else {
        let why = xml(full.left_out.as_deref().unwrap_or_default());
        return (0.0, section_of(page.question, &format!("<p>{why}</p>\n")));
    };
    let legal = page.legal.then(|| M::drawing(report, Detail::Legal));
    let legal = legal.and_then(|drawing| drawn(&drawing, "legal"));
    let Some(legal) = legal else {
        let figure = format!("<figure>\n{}</figure>\n", picture.text);
        return (picture.width, section_of(page.question, &figure));
    };
    let view = format!(
        r#"<section class="view" aria-label="picture">
<h2>{}</h2>
<label class="switch"><input type="checkbox" id="illegal" checked="checked"/> show illegal calls</label>
<figure class="full">
{}</figure>
<figure class="legal">
{}</figure>
</section>
"#,
        page.question, picture.text, legal.text
    );
    (picture.width.max(legal.width), view)
}

fn section_of(question: &str, shown: &str) -> String {
    format!("<section aria-label=\"picture\">\n<h2>{question}</h2>\n{shown}</section>\n")
}

fn document(title: &str, version: &str, body: &str) -> String {
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

/// What was analysed, what is known about it, and how large it is.
fn header<M: Kind>(report: &Report<M>, page: &Page) -> String {
    let class = match report.verdict.kind {
        VerdictKind::Proved => "proved",
        VerdictKind::UpTo => "up-to",
        VerdictKind::Violated => "violated",
        VerdictKind::Unknown => "unknown",
    };
    let facts: String = page
        .counts
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
        what = page.what,
        path = xml(&report.subject.path),
        name = xml(&report.subject.name),
        means = xml(&M::verdict(report)),
        details = xml(&page.details),
    )
}

/// Warnings, notes, what was replayed, and the end of the header.
fn remarks<M>(report: &Report<M>) -> String {
    let note = |class: &str, word: &str, text: &String| {
        format!("<li class=\"{class}\"><b>{word}</b>{}</li>\n", xml(text))
    };
    let warnings = report.warnings.iter();
    let remarks: String = (warnings.map(|w| note("warning", "Warning", w)))
        .chain(report.notes.iter().map(|n| note("note", "Note", n)))
        .chain(sentence::replay(&report.replay).map(|r| note("note", "Replay", &r)))
        .collect();
    let remarks = if remarks.is_empty() {
        remarks
    } else {
        format!("<ul class=\"remarks\">\n{remarks}</ul>\n")
    };
    format!("{remarks}</header>\n")
}

/// A table, if there is anything in it.
fn section(title: &str, columns: &[&str], rows: &str) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let heads: String = columns.iter().map(|c| format!("<th>{c}</th>")).collect();
    format!(
        "<section><h2>{title}</h2>\n<div class=\"scroll\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\
         </table></div></section>\n"
    )
}

/// The rows of a state, which stands beside all of them.
fn headed(state: &str, rows: &[String]) -> String {
    let count = rows.len();
    let head = format!("<td class=\"state\" rowspan=\"{count}\">{state}</td>");
    let rows = rows.iter().enumerate();
    rows.map(|(i, row)| format!("<tr>{}{row}", if i == 0 { head.as_str() } else { "" }))
        .collect()
}
