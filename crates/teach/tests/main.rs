//! Teachers, on components in the text form of the ir. One program for all, so that it is linked once.

mod components;
mod hybrid;
mod may_must;
mod random_components;
mod random_hybrid;
mod random_may_must;
mod support;
