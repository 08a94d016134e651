//! Paths against the interpreter. One program for all, so that it is linked once.

mod bytes;
mod explore;
mod programs;
mod replay;
