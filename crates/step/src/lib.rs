//! Step systems: code seen from outside.
