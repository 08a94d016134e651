//! Models held against the real thing: the analysed code itself is executed, which nobody does unasked.
//!
//! [`sandbox`] runs a command in an empty folder with limits; it knows neither Java nor C.

pub mod sandbox;
