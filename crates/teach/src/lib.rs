//! Teachers: one module a paper.
