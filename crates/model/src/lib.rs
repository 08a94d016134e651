//! Models: automata and interfaces, and analyses on them.
