//! Learners against teachers. One program for all, so that it is linked once.

mod corpus;
mod examiner;
mod harness;
mod teachers;
mod words;
