//! Terms, rewriting, evaluation, and solvers.

mod assignment;
mod chain;
mod construct;
pub mod decorate;
mod elim;
mod eval;
pub mod horn;
mod process;
mod rewrite;
pub mod smtlib;
mod solver;
mod substitute;
pub mod syntax;
mod term;
#[cfg(test)]
mod testing;
mod value;
mod z3;

pub use assignment::Assignment;
pub use chain::{Config, chain};
pub use elim::project;
pub use process::Process;
pub use solver::{Answer, Solver};
pub use term::{Op, Term, Terms};
pub use value::{Sort, Value};
pub use z3::Z3;
