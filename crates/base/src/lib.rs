//! What every other crate stands on: typed ids and arenas, budgets, counted work, stop reasons, seeded randomness, places in
//! the user's source, names of failures and progress events. Nothing here knows programs, solvers or automata.

mod arena;
mod budget;
mod failure;
mod growing;
mod outcome;
mod place;
mod progress;
mod random;
pub mod work;

pub use arena::{Arena, Id};
pub use budget::{Budget, StopReason};
pub use failure::{Failure, Undefined};
pub use growing::Growing;
pub use outcome::Outcome;
pub use place::Place;
pub use progress::{NoProgress, Progress};
pub use random::Random;
