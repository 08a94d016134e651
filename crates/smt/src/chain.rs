//! The one place where solvers and decorators are put together.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::time::Duration;

use base::Budget;

use crate::decorate::cache::Cache;
use crate::decorate::independence::Independence;
use crate::decorate::lazy::Lazy;
use crate::decorate::log::Log;
use crate::decorate::simplify::Simplify;
use crate::decorate::until::Until;
use crate::solver::Solver;
use crate::term::Terms;
use crate::z3::Z3;

/// How long one question may take where nothing else is said; what takes longer is unknown.
pub const QUESTION: Duration = Duration::from_secs(10);

/// Which layers stand in front of the solver.
#[derive(Clone, Debug)]
pub struct Config {
    /// Remember answers, models and contradictions.
    pub cache: bool,
    /// Ask about parts that share no variable one by one.
    pub independence: bool,
    /// Ask hard questions again as clauses, see [`Z3::for_hard_questions`].
    pub hard: bool,
    /// Write what reaches the solver to this file, in SMT-LIB; nothing if the file cannot be made.
    pub log: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            cache: true,
            independence: true,
            hard: false,
            log: None,
        }
    }
}

/// The solver of an engine: every layer, and no question longer than [`QUESTION`].
pub fn for_engine(terms: &Terms) -> Box<dyn Solver> {
    let mut solver = chain(terms, Config::default());
    solver.set_limit(Some(QUESTION));
    solver
}

/// The solver of a checker: Z3 with nothing in front of it, no question longer than [`QUESTION`], and none answered when the
/// budget has ended.
pub fn for_checker<'a>(terms: &Terms, budget: &'a Budget) -> Until<'a, Z3> {
    let mut solver = Until::new(Z3::new(terms), budget);
    solver.set_limit(Some(QUESTION));
    solver
}

/// The solver of a checker whose questions are hard: as [`for_checker`], and asked again as clauses.
pub fn for_hard_checker<'a>(terms: &Terms, budget: &'a Budget) -> Until<'a, Z3> {
    Until::new(Z3::for_hard_questions(terms), budget)
}

/// The layers in front of Z3: rewriting first, then independent parts, then the cache, then Z3 in scopes that follow
/// the questions. From the outside in, each layer sees only what those before it could not answer.
pub fn chain(terms: &Terms, config: Config) -> Box<dyn Solver> {
    let z3 = if config.hard {
        Z3::for_hard_questions(terms)
    } else {
        Z3::new(terms)
    };
    let mut solver: Box<dyn Solver> = Box::new(z3);
    if let Some(file) = config.log.and_then(|path| File::create(path).ok()) {
        solver = Box::new(Log::new(terms, solver, BufWriter::new(file)));
    }
    solver = Box::new(Lazy::new(solver));
    if config.cache {
        solver = Box::new(Cache::new(terms, solver));
    }
    if config.independence {
        solver = Box::new(Independence::new(terms, solver));
    }
    Box::new(Simplify::new(terms, solver))
}
