//! Terms, rewriting, evaluation, and solvers.
//!
//! Terms are hash-consed and simplified as they are made; [`Terms`] is the handle to all of them. Solvers are asked
//! through one small trait, [`Solver`]; [`chain`] gives the one that engines use. [`syntax`] prints terms as people
//! write them and reads them back.
//!
//! ```
//! use smt::syntax::{Scope, Type, parse, print};
//! use smt::{Answer, Config, Solver, Sort, Terms, Value, chain};
//!
//! let terms = Terms::new();
//! let p = terms.var("p", Sort::BitVec(32));
//! let mut scope = Scope::new();
//! scope.declare("p", p, Type::signed(32));
//!
//! let guard = parse(&terms, "p >= 1 && p <= 300 && !(p > 199)", &scope)?;
//! assert_eq!(print(&terms, guard, &scope), "1 <= p && p <= 199");
//!
//! let mut solver = chain(&terms, Config::default());
//! solver.assert(guard);
//! assert_eq!(solver.check(&[parse(&terms, "p % 100 == 42 && p / 100 == 1", &scope)?]), Answer::Sat);
//! assert_eq!(solver.model(&[p]).get(p), Some(&Value::bv(32, 142)));
//! # Ok::<(), smt::syntax::SyntaxError>(())
//! ```
//!
//! Floats are bit vectors that hold IEEE 754 patterns: [`Terms::f32`], [`Terms::f64`] and the `fp_` constructors make
//! them, [`Type::Float`](syntax::Type::Float) says that a name is one.
//!
//! **Invariants.** Nothing here knows programs, automata or files. A term never changes its meaning: rewriting, evaluation,
//! printing and every solver agree on every value, wrap-around and division by zero included, and tests hold
//! them against each other. A solver's time-out, error or oddity is [`Answer::Unknown`] and nothing else. The same calls
//! give the same terms, texts and answers on every run. `unsafe` stands in two files, `z3/context.rs` and `z3/engines.rs`.

mod assignment;
mod chain;
mod construct;
pub mod decorate;
mod elim;
mod eval;
mod float;
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
pub use chain::{Config, QUESTION, chain, for_checker, for_engine, for_hard_checker};
pub use elim::project;
pub use process::Process;
pub use solver::{Answer, Solver};
pub use term::{Op, Term, Terms};
pub use value::{Sort, Value};
pub use z3::{Z3, solver_version};
