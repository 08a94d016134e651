//! Questions about models alone.

mod diff;
mod dominating;
mod doomed;
mod equal;
mod established;
mod generalise;
mod plain;
pub mod transducer;

pub use diff::{Change, Changes, Move, Step, Walked, changes};
pub use dominating::dominating;
pub use doomed::doomed;
pub use equal::{Equality, Parting, equal_interfaces};
pub use established::{Established, established};
pub use generalise::{generalise, growth};
pub use plain::plain;
