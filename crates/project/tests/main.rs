//! The tests of this crate, as one program.

mod cache;
mod rules;
mod subjects;
mod worker;
