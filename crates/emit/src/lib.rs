//! What people and other programs see of a result: the JSON [`report`], and pictures and documents made from it.
//!
//! Everything here is a function of a [`report::Report`]: no program, no solver, no engine is known, so a model read
//! from a file looks exactly like one just learned. The same report gives the same bytes on every machine.

pub mod c;
mod dot;
mod escape;
mod html;
pub mod java;
pub mod language;
mod mermaid;
pub mod outline;
pub mod report;
pub mod sentence;
mod svg;
pub mod transducer;

pub use dot::dot;
pub use html::{Source, html};
pub use mermaid::mermaid;
pub use outline::Detail;
pub use svg::svg;
