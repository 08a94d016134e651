//! The tests of this crate, as one program.

mod cache;
mod subjects;
mod worker;
