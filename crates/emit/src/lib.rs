//! What people and other programs see of a result: the JSON [`report`], and pictures and documents made from it.
//!
//! Everything here is a function of a [`report::Report`]: no program, no solver, no engine is known, so a model read
//! from a file looks exactly like one just learned. The same report gives the same bytes on every machine. Pictures are made
//! from a [`Drawing`], which each kind of model makes of itself.

pub mod c;
mod d2;
mod dot;
mod drawing;
mod escape;
mod html;
mod interface;
pub mod java;
pub mod joint;
pub mod language;
mod mermaid;
pub mod outline;
pub mod report;
pub mod sentence;
mod svg;
pub mod transducer;

pub use d2::d2;
pub use dot::dot;
pub use drawing::{Detail, Drawing};
pub use html::{
    Compared, GeneratedCode, Judgement, Page, Source, Speed, compared, generated, html,
};
pub use mermaid::mermaid;
pub use svg::svg;

/// A format of pictures.
pub struct Format {
    /// What users call it.
    pub name: &'static str,
    /// What its files end in.
    pub end: &'static str,
    /// How much is drawn, unless somebody asks for more or less.
    pub detail: Detail,
    /// Whether `--out` leaves such a picture; `emit` makes all.
    pub left: bool,
    /// Writes a drawing down.
    pub write: fn(&Drawing) -> String,
}

/// All formats of pictures.
pub const FORMATS: [Format; 4] = [
    Format {
        name: "svg",
        end: "svg",
        detail: Detail::Full,
        left: true,
        write: svg,
    },
    Format {
        name: "dot",
        end: "dot",
        detail: Detail::Full,
        left: true,
        write: dot,
    },
    Format {
        name: "mermaid",
        end: "mmd",
        detail: Detail::Legal,
        left: true,
        write: mermaid,
    },
    Format {
        name: "d2",
        end: "d2",
        detail: Detail::Legal,
        left: false,
        write: d2,
    },
];
