//! Questions about models alone.

mod diff;
mod plain;

pub use diff::{Change, Changes, changes, equal};
pub use plain::plain;
