//! Teachers: each answers a learner's questions by analysing code, after one of the papers.
//!
//! [`interface`] learns after X-PSYCO (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013) with proof in place of bounded testing (the future work of Mues, Howar et al., "Releasing the PSYCO", 2016);
//! [`hybrid`] is X-PSYCO as published, and PSYCO before it; [`may_must`] learns over predicate abstractions (Singh, Giannakopoulou and Păsăreanu, "May and Must Abstractions", 2010);
//! [`error_language`] finds all words of events on which a program fails (Chapman et al., "Learning the Language of Error", 2015).

mod certify;
pub mod error_language;
pub mod hybrid;
pub mod interface;
pub mod may_must;
mod prepare;
pub mod stream;

pub use prepare::{LOCATIONS, PREPARING, summarised};
