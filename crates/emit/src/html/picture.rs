//! The pictures of a page: first what tells most in few words, and everything on demand.

use crate::drawing::{Drawing, Remark, Sign, Tone};
use crate::escape::xml;
use crate::svg;

use super::map::brief;

/// What cards leave out.
const CARDS: &str = "a line of a card is what leads to another; (…) stands for a condition; arrows join \
    neighbouring columns only";

/// The same where they say all.
const FULL_CARDS: &str = "arrows join neighbouring columns only";
/// What is said of illegal calls there.
const OTHERS: &str = "all others: what a card does not name; ";

/// The picture, or two and the switch between them, which works without a script; or why there is none. `full` says all,
/// `legal` what is seen first, `on_demand` what the switch adds.
pub(super) fn view(full: &Drawing, legal: Drawing, question: &str, on_demand: &str) -> String {
    let (map, first) = first(legal);
    let shown = match first {
        None => too_large(full),
        Some((picture, false)) if map == *full => figure("map", &picture, legend(&map, None)),
        Some((picture, cards)) => {
            let everything = svg::in_full(full, "full");
            let everything = everything.map(|(picture, cards)| {
                let others = if full.is_boxed() { OTHERS } else { "" };
                let cards = cards.then(|| format!("{others}{FULL_CARDS}"));
                figure("full", &picture, legend(full, cards.as_deref()))
            });
            let switch = everything.as_ref().map(|_| switch(on_demand));
            [
                switch.unwrap_or_default(),
                figure("map", &picture, legend(&map, cards.then_some(CARDS))),
                everything.unwrap_or_default(),
            ]
            .concat()
        }
    };
    format!(
        "<section class=\"view\" aria-label=\"picture\">\n<h2>{question}</h2>\n{shown}</section>\n"
    )
}

/// What is seen first: everything that is legal where that can be read on a screen, or as few words as tell it.
fn first(legal: Drawing) -> (Drawing, Option<(String, bool)>) {
    if legal.nodes.is_empty() {
        return (legal, None);
    }
    if let Some(picture) = svg::legible(&legal, "map") {
        return (legal, Some((picture, false)));
    }
    let map = brief(&legal);
    let picture = svg::on_screen(&map, "map");
    (map, picture)
}

fn switch(what: &str) -> String {
    format!("<label class=\"switch\"><input type=\"checkbox\" id=\"illegal\"/> {what}</label>\n")
}

fn too_large(drawing: &Drawing) -> String {
    let states = drawing.nodes.iter().filter(|node| node.is_state()).count();
    let why = drawing.left_out.clone().unwrap_or_else(|| {
        format!("too large to draw at once: {states} states; the page has tables of them")
    });
    format!("<p class=\"large\">{}</p>\n", xml(&why))
}

fn figure(class: &str, picture: &str, legend: String) -> String {
    format!(
        "<figure class=\"{class}\">\n<div class=\"stage\">\n{picture}</div>\n{legend}</figure>\n"
    )
}

/// What the signs of a picture mean.
fn legend(drawing: &Drawing, cards: Option<&str>) -> String {
    let cards = cards.map(|said| format!("<li>{said}</li>\n"));
    let remarks = drawing.legend.iter().map(remark);
    let items: String = remarks.chain(cards).collect();
    match items.is_empty() {
        true => items,
        false => format!("<figcaption><ul class=\"legend\">\n{items}</ul></figcaption>\n"),
    }
}

fn remark(remark: &Remark) -> String {
    let sign = match remark.sign {
        Sign::Stay => "↻ ",
        Sign::Cross => "✕ ",
        Sign::Line if remark.line.dashed => "╌ ",
        Sign::Line => "— ",
        Sign::Square => "■ ",
        Sign::Circles => "◎ ",
        Sign::Letter => "D ",
        Sign::Minus => "− ",
        Sign::Plus => "+ ",
    };
    let class = match remark.line.tone {
        _ if remark.warns => " class=\"warns\"",
        Tone::Lost => " class=\"lost\"",
        Tone::Gained => " class=\"gained\"",
        _ => "",
    };
    format!("<li{class}>{sign}{}</li>\n", xml(&remark.text))
}
