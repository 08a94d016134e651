//! Questions about models alone.

mod diff;

pub use diff::{Change, Changes, changes, equal};
