//! The engines that decide conformance: does this code agree with this model, on every sequence of calls?
//!
//! Every engine works on the product of a step system and an interface and answers with a [`Decision`]. [`conform`]
//! runs them as a portfolio. What they claim is checked again by `cert`, which shares no code with them.

mod concrete;
mod conform;
mod engine;
mod implicant;
pub mod language;
pub mod may_must;
mod pdr;
mod product;
mod reach;
mod regions;
mod route;
pub mod safety;
mod search;
mod spacer;
mod symbol;

pub use concrete::Concrete;
pub use conform::{conform, conform_or, decide_with, search_up_to};
pub(crate) use engine::Decide;
pub use engine::{Decision, Effort, Engine, Question};
pub use reach::{Allowance, End, Reached, reach};
pub use symbol::Symbol;
