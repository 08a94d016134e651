//! Terms, rewriting, evaluation, and solvers.
