//! Models held against the real thing: the analysed code itself is executed, which nobody does unasked.
//!
//! [`sandbox`] runs a command in an empty folder with limits; it knows neither Java nor C.

mod cc;
pub(crate) mod language;
pub mod sandbox;

use emit::report::{Verdict, VerdictKind};

/// Takes back what was claimed of a model that the real program contradicts. Soundness: whoever proved it.
pub(crate) fn take_back(verdict: &mut Verdict, contradiction: &str) {
    verdict.kind = VerdictKind::Unknown;
    verdict.depth = None;
    verdict.unless = None;
    verdict.reason = Some(format!(
        "the real program contradicts this model: {contradiction}; please report it as a defect of mores, with the code and \
         this sentence"
    ));
}
