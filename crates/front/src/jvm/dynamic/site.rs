//! A call site that is made when it is first reached.

use crate::jvm::descriptor::MethodType;

/// The name of the function of a call site's class.
pub(super) const MAKE: &str = "make";

/// What a class file says of a call site.
pub(super) struct CallSite {
    /// What the caller calls it: the method of an interface, of a record.
    pub(super) name: String,
    pub(super) ty: MethodType,
    /// Constants for who makes the call site, by index.
    pub(super) arguments: Vec<u16>,
}
