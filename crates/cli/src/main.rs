//! The command `mores`.
fn main() {}
