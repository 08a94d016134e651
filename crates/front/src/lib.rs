//! Front ends: from what a user has to the ir.
//!
//! [`jvm`] reads Java: sources (through the user's compiler), class files, folders and jars. [`c`] reads C: preprocessed
//! by the user's compiler, typed, lowered. [`frontend`] chooses between them by what the input is. A construct that cannot be
//! translated ends its path in `Unsupported` with a name and a line; it is never dropped and never guessed. Nothing here
//! knows solvers, automata or what the program is analysed for.

pub mod c;
mod error;
mod frontend;
pub mod jvm;
mod streams;

pub use error::InputError;
pub use frontend::{
    FilterOptions, FilterProgram, FilterRun, Frontend, Input, Running, View, frontend,
};
pub use streams::Streams;
