//! The engines. One program for all, so that it is linked once.

mod language;
mod reach;
mod safety;
