//! The report as one page: verdict, picture, tables and the source beside them. It needs no network and no other file, and
//! everything from the user's code is escaped. Without its script the page is complete, with it the page answers questions:
//! see `docs/page.md`.

mod colour;
mod effort;
mod filter;
mod generated;
mod head;
mod interface;
mod joint;
mod language;
mod map;
mod picture;
mod shell;
mod source;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::drawing::Detail;
use crate::report::{Kind, Report, VerdictKind};
use crate::sentence;

pub(crate) use filter::filter;
pub use generated::{GeneratedCode, Speed, generated};
use head::Head;
pub(crate) use interface::interface;
pub use joint::{Compared, Judgement, compared};
pub(crate) use language::language;
use source::Mark;

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
    /// Lines of the source that stand out.
    marks: BTreeMap<u32, Mark>,
    /// Tables.
    sections: String,
}

/// What the script works with.
#[derive(Serialize)]
struct Data<'a, M> {
    report: &'a Report<M>,
    /// The name of the file that is shown, if one is.
    source: Option<&'a str>,
}

/// The page. Without the source, places in it are only named.
pub fn html<M: Kind>(report: &Report<M>, source: Option<&Source>) -> String {
    let page = M::page(report, source);
    let listing = source.map(|s| source::listing(&page.marks, s));
    let body = format!(
        "{}<div class=\"bench\" id=\"bench\">\n{}{}</div>\n{}{}",
        head(report, &page).html(),
        view(report, page.question),
        listing.unwrap_or_default(),
        page.sections,
        effort::section(&report.effort, report.certificate.as_ref()),
    );
    let data = Data {
        report,
        source: source.map(|s| s.name.as_str()),
    };
    shell::document(&shell::Shell {
        title: &format!("{}: {}", report.subject.name, page.what),
        version: &report.mores,
        body: &body,
        data: Some(shell::embedded(&data)),
    })
}

fn view<M: Kind>(report: &Report<M>, question: &str) -> String {
    let full = M::drawing(report, Detail::Full);
    let on_demand = match full.is_boxed() {
        true => "illegal calls and guards in full",
        false => "labels in full",
    };
    let legal = M::drawing(report, Detail::Legal);
    picture::view(&full, legal, question, on_demand)
}

/// What stands above the picture.
fn head<'a, M: Kind>(report: &'a Report<M>, page: &'a Page) -> Head<'a> {
    let warnings = report.warnings.iter().cloned();
    let notes = report.notes.iter().cloned();
    let replay = sentence::replay(&report.replay).into_iter();
    Head {
        name: &report.subject.name,
        about: format!("{} of {}", page.what, report.subject.path),
        counts: &page.counts,
        class: match report.verdict.kind {
            VerdictKind::Proved => "proved",
            VerdictKind::UpTo => "up-to",
            VerdictKind::Violated => "violated",
            VerdictKind::Unknown => "unknown",
        },
        means: M::verdict(report),
        details: &page.details,
        remarks: (warnings.map(|w| ("warning", "Warning", w)))
            .chain(notes.map(|n| ("note", "Note", n)))
            .chain(replay.map(|r| ("note", "Replay", r)))
            .collect(),
    }
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
