//! The one place where solvers and decorators are put together.

use crate::solver::Solver;
use crate::term::Terms;
use crate::z3::Z3;

/// Which layers stand in front of the solver.
#[derive(Clone, Debug, Default)]
pub struct Config {}

/// The solver that engines use.
pub fn chain(terms: &Terms, config: Config) -> Box<dyn Solver> {
    let Config {} = config;
    Box::new(Z3::new(terms))
}
