//! The picture as SVG: layout by a library, curves and style our own. No fonts, scripts or other files are needed, and
//! light and dark surroundings are both served.

mod block;
mod boxes;
mod card;
mod cards;
mod circles;
mod footer;
mod layout;
mod picture;
mod route;
mod straighten;
mod wrap;

use crate::drawing::Drawing;
use crate::escape::xml;

use card::Words;
use cards::Cards;
use layout::{Sheet, Xy};
use picture::{MARGIN, Picture};

/// The style of pictures; a page that shows several needs it once.
pub(crate) const STYLE: &str = include_str!("style.css");

/// Room for the caption.
const CAPTION: f64 = 48.0;

/// The picture as a file of its own, with a caption; if nothing is drawn, the caption says why.
pub fn svg(drawing: &Drawing) -> String {
    let (size, body, remark) = match &drawing.left_out {
        Some(why) => {
            let remark = format!("{}; {why}", drawing.caption);
            (Xy::default(), String::new(), remark)
        }
        None => {
            let picture = Picture::of(drawing, &Sheet::PAPER);
            let body = picture.body("mores");
            (picture.size(), body, drawing.caption.clone())
        }
    };
    let name = &drawing.name;
    let words = (name.chars().count() as f64 * 10.0).max(remark.chars().count() as f64 * 7.5);
    let (width, height) = (size.x.max(words + 2.0 * MARGIN), size.y + CAPTION);
    let indent = (width - size.x) / 2.0;
    let (name, remark) = (xml(name), xml(&remark));
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

/// A picture up to this width is shrunk to the page; a wider one would be unreadable and scrolls.
const FITS: f64 = 1500.0;

/// A picture that must be shrunk further than this to be seen whole is drawn with cards.
const LEGIBLE: f64 = 0.8;

/// The picture with all its words for a page that has [`STYLE`] already, if something is drawn; `name` makes its ids unique
/// there. Where arrows would make it too large to be read, it has cards, and the legend is left to the page: that is said, too.
pub(crate) fn in_full(drawing: &Drawing, name: &str) -> Option<(String, bool)> {
    if drawing.left_out.is_some() {
        return None;
    }
    if let Some(picture) = legible(drawing, name) {
        return Some((picture, false));
    }
    let cards = Cards::of(drawing, &Sheet::SCREEN, Words::Full)?;
    Some((laid_out(drawing, &cards, name), true))
}

fn laid_out(drawing: &Drawing, cards: &Cards<'_>, name: &str) -> String {
    let size = Xy::new(cards.size.x + 2.0 * MARGIN, cards.size.y + 2.0 * MARGIN);
    let body = cards.body(name);
    let inner = format!("<g transform=\"translate({MARGIN} {MARGIN})\">\n{body}</g>\n");
    framed(drawing, size, &inner)
}

/// A drawing with more nodes than this does not fit a screen with all its words, and is not tried.
const MOST_LEGIBLE: usize = 12;

/// The picture with all its words but the legend, if it can be read where it is seen whole on the screen of a laptop.
pub(crate) fn legible(drawing: &Drawing, name: &str) -> Option<String> {
    if drawing.left_out.is_some() || drawing.nodes.len() > MOST_LEGIBLE {
        return None;
    }
    let bare = Drawing {
        legend: Vec::new(),
        ..drawing.clone()
    };
    let picture = Picture::of(&bare, &Sheet::PAPER);
    let fits = picture.is_drawn() && Sheet::SCREEN.scale(picture.size()) >= LEGIBLE;
    fits.then(|| framed(&bare, picture.size(), &picture.body(name)))
}

/// The picture for the screen of a laptop, to be seen whole, without its legend, for which the page has room elsewhere;
/// nothing if it is too large even for cards. Also says whether it has cards.
pub(crate) fn on_screen(drawing: &Drawing, name: &str) -> Option<(String, bool)> {
    let bare = Drawing {
        legend: Vec::new(),
        left_out: None,
        ..drawing.clone()
    };
    let (sheet, picture) = (&Sheet::SCREEN, Picture::of(&bare, &Sheet::SCREEN));
    let scale = match picture.is_drawn() {
        true => sheet.scale(picture.size()),
        false => 0.0,
    };
    let cards =
        Cards::of(&bare, sheet, Words::Brief).filter(|cards| sheet.scale(cards.size) > scale);
    match cards {
        Some(cards) if scale < LEGIBLE => Some((laid_out(&bare, &cards, name), true)),
        Some(_) | None => {
            let drawn = || framed(&bare, picture.size(), &picture.body(name));
            picture.is_drawn().then(|| (drawn(), false))
        }
    }
}

fn framed(drawing: &Drawing, Xy { x, y }: Xy, body: &str) -> String {
    let class = if x <= FITS { "mores fits" } else { "mores" };
    let label = xml(&format!("{} of {}", drawing.about, drawing.name));
    format!(
        r#"<svg class="{class}" width="{x:.0}" height="{y:.0}" viewBox="0 0 {x:.0} {y:.0}" role="img" aria-label="{label}">
{body}</svg>
"#
    )
}
