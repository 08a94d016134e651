//! The engines that decide conformance: does this code agree with this model, on every sequence of calls?
//!
//! Every engine works on the product of a step system and an interface and answers with a [`Decision`]. [`conform`]
//! runs them as a portfolio. What they claim is checked again by `cert`, which shares no code with them.

mod concrete;
mod conform;
mod implicant;
pub mod language;
pub mod may_must;
mod pdr;
mod product;
mod reach;
mod regions;
mod route;
mod search;
mod spacer;
mod symbol;

pub use concrete::Concrete;
pub use conform::{
    Decision, Effort, Engine, Options, conform, conform_or, decide_with, search_up_to,
};
pub use reach::{Allowance, End, Reached, reach};
pub use symbol::Symbol;
