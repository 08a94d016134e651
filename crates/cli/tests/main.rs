//! The command, seen from outside. One program for all, so that it is linked once.

mod bad_input;
mod browser;
mod ci;
mod common;
mod documents;
mod ends;
mod equal;
mod examples;
mod filters;
mod fuzz;
mod hard;
mod libraries;
mod limits;
mod machine;
mod results;
mod survey;
mod uses;
mod versions;
