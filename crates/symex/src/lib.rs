//! Symbolic execution of ir into summaries.
