//! Teachers: each answers a learner's questions by analysing code, after one of the papers.
//!
//! [`interface`] is X-PSYCO (paper 000) with proof in place of bounded testing (the future work of paper 004).

pub mod interface;
