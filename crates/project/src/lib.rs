//! Many subjects at once: each is learned, checked or compared by a process of its own, and what all of them gave is
//! put together.
//!
//! The processes are runs of the command `mores` itself, so that nothing can be told from one that a user starts: one
//! that crashes or is ended takes no other with it, and every result is the JSON that the command prints.

pub mod accept;
pub mod annotations;
pub mod cache;
pub mod check;
pub mod classes;
pub mod config;
pub mod hq;
pub mod init;
pub mod junit;
pub mod markdown;
mod page;
pub mod pattern;
pub mod report;
pub mod revision;
pub mod sarif;
pub mod subjects;
mod summary;
pub mod survey;
pub mod units;
pub mod versions;
pub mod worker;

pub use summary::{Summary, Undecided};
