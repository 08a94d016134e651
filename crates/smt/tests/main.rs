//! Terms and solvers. One program for all, so that it is linked once.

mod floats;
mod horn;
mod interrupted;
mod java;
mod terms;
mod z3;
