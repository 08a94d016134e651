//! Many subjects at once, and how that is done.

mod cache;
mod classes;
mod config;
mod init;
mod pattern;
mod reports;
mod rules;
mod subjects;
mod worker;
