//! The picture as SVG: layout by a library, curves and style our own. No fonts, scripts or other files are needed, and
//! light and dark surroundings are both served.

mod automaton;
mod block;
mod draw;
mod footer;
mod graph;
mod layout;
mod route;
mod straighten;
mod transducer;
mod wrap;

use crate::escape::xml;
use crate::language::{self, LanguageReport, Words};
use crate::outline::Detail;
use crate::report::Report;
use crate::sentence;
use crate::transducer::{Transducer, TransducerReport, sentence as filters};

use draw::{Drawing, MARGIN};
use graph::Picture;
use layout::Xy;

/// The style of pictures; a page that shows several needs it once.
pub(crate) const STYLE: &str = include_str!("style.css");

/// Room for the caption.
const CAPTION: f64 = 48.0;

/// The picture as a file of its own, with a caption.
pub fn svg(report: &Report, detail: Detail) -> String {
    let drawing = Drawing::of(report, detail);
    let size = Xy::new(drawing.width(), drawing.height());
    file(
        &report.subject.name,
        &sentence::verdict_in_brief(report),
        size,
        &drawing.body("mores"),
    )
}

/// The picture of a language as a file of its own, with a caption.
pub fn language(report: &LanguageReport) -> String {
    let picture = Picture::of(automaton::graph(&report.model, Words::of(report)));
    file(
        &report.subject.name,
        &language::verdict_in_brief(report),
        picture.size(),
        &picture.body("mores"),
    )
}

/// The picture of a transducer as a file of its own, with a caption; if it is too large, the file says so.
pub fn filter(report: &TransducerReport) -> String {
    let remark = filters::verdict_in_brief(report);
    match &report.model {
        Some(model) if model.is_drawn() => {
            let picture = Picture::of(transducer::graph(model));
            file(
                &report.subject.name,
                &remark,
                picture.size(),
                &picture.body("mores"),
            )
        }
        model => {
            let why = model
                .as_ref()
                .map_or_else(|| "there is no model".to_owned(), Transducer::too_large);
            file(
                &report.subject.name,
                &format!("{remark}; {why}"),
                Xy::default(),
                "",
            )
        }
    }
}

/// The picture of a transducer for a page, if it is not too large.
pub(crate) fn inline_filter(report: &TransducerReport) -> Option<Inline> {
    let model = report.model.as_ref().filter(|model| model.is_drawn())?;
    let picture = Picture::of(transducer::graph(model));
    let label = format!("states and transitions of {}", report.subject.name);
    Some(page(&label, picture.size(), &picture.body("filter")))
}

fn file(name: &str, remark: &str, picture: Xy, body: &str) -> String {
    let words = (name.chars().count() as f64 * 10.0).max(remark.chars().count() as f64 * 7.5);
    let (width, height) = (picture.x.max(words + 2.0 * MARGIN), picture.y + CAPTION);
    let indent = (width - picture.x) / 2.0;
    let (name, remark) = (xml(name), xml(remark));
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="mores" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img">
<title>{name}: {remark}</title>
<style>
{STYLE}</style>
<rect class="paper" width="100%" height="100%"/>
<text class="caption" x="{MARGIN}" y="24">{name}</text>
<text class="remark" x="{MARGIN}" y="42">{remark}</text>
<g transform="translate({indent:.1} {CAPTION})">
{body}</g>
</svg>
"#
    )
}

/// A picture for a page that has [`STYLE`] already.
pub(crate) struct Inline {
    pub(crate) width: f64,
    pub(crate) text: String,
}

/// The picture for a page; `name` makes its ids unique there.
pub(crate) fn inline(report: &Report, detail: Detail, name: &str) -> Inline {
    let drawing = Drawing::of(report, detail);
    let label = format!("states and calls of {}", report.subject.name);
    page(
        &label,
        Xy::new(drawing.width(), drawing.height()),
        &drawing.body(name),
    )
}

/// The picture of a language for a page.
pub(crate) fn inline_language(report: &LanguageReport) -> Inline {
    let picture = Picture::of(automaton::graph(&report.model, Words::of(report)));
    let label = format!("states and events of {}", report.subject.name);
    page(&label, picture.size(), &picture.body("language"))
}

fn page(
    label: &str,
    Xy {
        x: width,
        y: height,
    }: Xy,
    body: &str,
) -> Inline {
    let label = xml(label);
    let text = format!(
        r#"<svg class="mores" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img" aria-label="{label}">
{body}</svg>
"#
    );
    Inline { width, text }
}
