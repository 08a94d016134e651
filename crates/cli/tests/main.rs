//! The command, seen from outside. One program for all, so that it is linked once.

mod bad_input;
mod browser;
mod common;
mod documents;
mod equal;
mod examples;
mod filters;
mod limits;
mod results;
mod uses;
mod versions;
