//! Claims, certificates and the independent checker.
