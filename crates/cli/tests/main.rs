//! The command, seen from outside. One program for all, so that it is linked once.

mod bad_input;
mod ci;
mod browser;
mod common;
mod documents;
mod equal;
mod examples;
mod filters;
mod libraries;
mod limits;
mod machine;
mod results;
mod survey;
mod uses;
mod versions;
