//! Active automata learning: a learner asks, a teacher answers, and the answer is a machine with evidence.
//!
//! The learner asks a [`MembershipOracle`] what the system answers after single words, makes a machine of the answers,
//! and asks an [`EquivalenceOracle`] whether that is the system. [`learn`] is the one loop that does so, for every
//! [`Learner`]: [`LStar`] (the original, and with the counterexample analysis of Rivest and Schapire),
//! [`KearnsVazirani`] and [`Ttt`], which [`Algorithm`] lists. All stand on an [`ObservationTree`], so nothing is asked twice. [`words`] has what languages
//! of error need beside it.
//!
//! ```
//! use base::{Budget, NoProgress};
//! use learn::{Conclusion, LStar, ObservationTree, PerfectOracle, learn_from};
//! use model::Dfa;
//!
//! // A door: letter 0 opens it, letter 1 goes through. Going through a closed door is an error for ever.
//! #[derive(Clone, PartialEq, Eq, Hash)]
//! enum Door { Closed, Open, Broken }
//! let door = Dfa::explore(2, Door::Closed, |door| *door != Door::Broken, |door, letter| match (door, letter) {
//!     (Door::Broken, _) | (Door::Closed, 1) => Door::Broken,
//!     (_, 0) => Door::Open,
//!     _ => Door::Closed,
//! });
//!
//! let observations = ObservationTree::with_sinks(|ok| !ok);
//! let mut learner = LStar::rivest_schapire(2, observations);
//! let learned = learn_from(&mut learner, &mut PerfectOracle::new(door.clone()), &Budget::unlimited(), &NoProgress);
//! match learned.conclusion {
//!     Conclusion::Conforms { model, evidence: _ } => assert_eq!(model, door),
//!     Conclusion::Stopped { reason, .. } | Conclusion::NoHypothesis { reason } => panic!("stopped: {reason}"),
//! }
//! ```
//!
//! **Invariants.** Nothing here knows programs, solvers or the IR: a letter is a number and a system is two traits. A stop
//! is never a result: it has its own variants in [`Conformance`] and [`Conclusion`]. Every machine that is shown to the
//! teacher or returned agreed with all observations when it was made.

mod algorithm;
mod discrimination;
mod kearns_vazirani;
mod learner;
mod learning;
mod lstar;
mod observation;
mod oracle;
mod perfect;
mod random_words;
mod rivest_schapire;
mod ttt;
pub mod words;

pub use algorithm::Algorithm;
pub use kearns_vazirani::KearnsVazirani;
pub use learner::{Learner, settle};
pub use learning::{Conclusion, Learned, learn, learn_from};
pub use lstar::LStar;
pub use observation::{Counts, ObservationTree, OutputId};
pub use oracle::{
    Conformance, Difference, EquivalenceOracle, MembershipOracle, Pair, Teacher, Word,
};
pub use perfect::{Compared, PerfectOracle};
pub use random_words::{RandomWords, Tested};
pub use ttt::Ttt;
pub use words::{BoundedOracle, Failing, Found, Keeping, Kept, LearnedLanguage, learn_language};
