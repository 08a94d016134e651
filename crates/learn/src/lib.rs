//! Oracles, learners and the one learning loop.
