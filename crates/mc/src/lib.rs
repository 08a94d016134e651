//! The engines that decide conformance.
