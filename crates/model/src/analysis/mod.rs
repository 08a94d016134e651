//! Questions about models alone.

mod diff;
mod equal;
mod plain;

pub use diff::{Change, Changes, changes};
pub use equal::{Equality, Parting, equal_interfaces};
pub use plain::plain;
