//! Generated code does what the model says.

mod common;
mod cuda;
mod neon;

mod rust;
mod rust_machines;
