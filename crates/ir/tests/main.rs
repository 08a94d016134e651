//! The ir: its text, its rules, its meaning. One program for all, so that it is linked once.

mod arrays;
mod common;
mod floats;
mod interp;
mod linked;
mod memory;
mod text;
mod validate;
mod world;
