//! Many subjects at once: each is learned, checked or compared by a process of its own, and what all of them gave is
//! put together.
//!
//! The processes are runs of the command `mores` itself, so that nothing can be told from one that a user starts: one
//! that crashes or is ended takes no other with it, and every result is the JSON that the command prints.

pub mod cache;
pub mod revision;
pub mod subjects;
pub mod versions;
pub mod hq;
pub mod subjects;
pub mod survey;
pub mod worker;
