//! The command, seen from outside. One program for all, so that it is linked once.

mod bad_input;
mod common;
mod documents;
mod ends;
mod equal;
mod examples;
mod filters;
mod fuzz;
mod limits;
mod results;
mod uses;
mod versions;
