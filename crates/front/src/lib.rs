//! Front ends: from what a user has to the ir.
//!
//! [`jvm`] reads Java: sources (through the user's compiler), class files, folders and jars. [`c`] reads C: preprocessed
//! by the user's compiler, typed, lowered. A construct that cannot be
//! translated ends its path in `Unsupported` with a name and a line; it is never dropped and never guessed. Nothing here
//! knows solvers, automata or what the program is analysed for.

pub mod c;
mod error;
pub mod jvm;
mod streams;

pub use error::InputError;
pub use streams::Streams;
