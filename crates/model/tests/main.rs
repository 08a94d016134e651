//! Models and what is computed with them. One program for all, so that it is linked once.

mod dfa;
mod diff;
mod equal;
mod events;
mod moore;
mod random;
