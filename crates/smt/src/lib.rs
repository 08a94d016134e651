//! Terms, rewriting, evaluation, and solvers.

mod assignment;
mod construct;
mod eval;
mod rewrite;
mod solver;
mod substitute;
mod term;
mod value;

pub use assignment::Assignment;
pub use solver::{Answer, Solver};
pub use term::{Op, Term, Terms};
pub use value::{Sort, Value};
