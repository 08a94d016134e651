//! What is written, from reports alone. One program for all, so that it is linked once.

mod harness;
mod joint;
mod language;
mod languages;
mod pages;
mod pictures;
mod report;
mod samples;
mod transducer;
