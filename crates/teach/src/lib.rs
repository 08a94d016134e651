//! Teachers: each answers a learner's questions by analysing code, after one of the papers.
//!
//! [`interface`] learns after X-PSYCO (paper 000) with proof in place of bounded testing (the future work of paper 004);
//! [`hybrid`] is X-PSYCO as published, and PSYCO before it; [`may_must`] learns over predicate abstractions (paper 003);
//! [`error_language`] finds all words of events on which a program fails (paper 002).

mod certify;
pub mod error_language;
pub mod hybrid;
pub mod interface;
pub mod may_must;
mod prepare;
pub mod stream;

pub use prepare::{LOCATIONS, PREPARING, summarised};
