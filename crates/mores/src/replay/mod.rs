//! Models held against the real thing: the analysed code itself is executed, which nobody does unasked.
//!
//! [`sandbox`] runs a command in an empty folder with limits; it knows neither Java nor C. `class` makes the calls of an
//! interface on the real class, `stream` and `filter` give a filter in Java or C inputs through its whole model, `language`
//! gives a C program the inputs of its words.

mod arguments;
pub(crate) mod cc;
pub(crate) mod class;
pub(crate) mod filter;
mod java;
pub(crate) mod language;
mod outputs;
pub mod sandbox;
pub(crate) mod stream;

pub use cc::c_compiler;
use emit::report::{Certificate, Replay, Verdict, VerdictKind};

/// Why a model is not replayed of which nothing is said.
pub(crate) const NOTHING_CLAIMED: &str = "nothing is claimed that could be contradicted";

/// What came of a replay.
pub(crate) struct Replayed {
    /// For the report.
    pub(crate) replay: Replay,
    /// Where the real program does something else than the model says, in words.
    pub(crate) contradiction: Option<String>,
}

impl Replayed {
    /// Nothing could be run; why.
    fn unable(why: &str) -> Self {
        let replay = Replay {
            unable: Some(why.to_owned()),
            ..Replay::default()
        };
        Self {
            replay,
            contradiction: None,
        }
    }

    /// What was run with.
    fn done_with() -> Replay {
        let release = front::jvm::release()
            .unwrap_or_else(|_| "of a version that it does not say".to_owned());
        Replay {
            done: true,
            with: Some(format!("java {release}")),
            ..Replay::default()
        }
    }
}

impl Replayed {
    /// Takes back what was claimed where the real program contradicts it. Soundness: whoever proved it.
    pub(crate) fn settle(
        self,
        verdict: &mut Verdict,
        certificate: &mut Option<Certificate>,
    ) -> Replay {
        if let Some(contradiction) = &self.contradiction {
            take_back(verdict, contradiction);
            *certificate = None;
        }
        Replay {
            contradicted: self.contradiction.is_some(),
            ..self.replay
        }
    }
}

fn take_back(verdict: &mut Verdict, contradiction: &str) {
    verdict.kind = VerdictKind::Unknown;
    verdict.depth = None;
    verdict.unless = None;
    verdict.reason = Some(format!(
        "the real program contradicts this model: {contradiction}; please report it as a defect of mores, with the code and \
         this sentence"
    ));
}
