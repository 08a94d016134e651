//! The façade: requests in, results out, all plain data. Whoever wants mores inside another program starts here.
//!
//! [`interface`] learns and proves which calls a class allows; [`check`] asks whether code still does what a saved model
//! says; [`write_out`] leaves a result as files. Nothing here prints, exits or knows a terminal.

mod analyse;
mod artifacts;
mod conformance;
mod error;
mod model_file;
mod request;

pub use analyse::{check, interface};
pub use artifacts::{Artifacts, file_stem, write_out, write_whole};
pub use base::{Budget, NoProgress, Place, Progress};
pub use conformance::{CheckOutcome, CheckResult};
pub use emit::report::Integers;
pub use emit::{Detail, Source, dot, html, mermaid, outline, report, sentence, svg};
pub use error::InputError;
pub use model_file::{expect_class, read_model, read_source};
pub use request::{CheckRequest, InterfaceRequest};
