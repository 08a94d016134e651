//! Generated C is read back as any C is, and what it does is compared with the model.

use std::path::Path;

use ::generate::Generated;
use base::{Budget, Progress};
use emit::report::VerdictKind;
use model::analysis::transducer::{Decision, equal};
use model::transducer::SymbolicTransducer;

use crate::filter::algebra::Sequence;
use crate::{FilterRequest, InputError, filter};

/// What became of the proof.
pub(super) enum Read {
    /// The plain form does exactly what the model says.
    Proved,
    /// It could not be proved, and why.
    Not(String),
    /// The model says nothing about this input.
    Undefined(String),
    /// It does something else on this input: a defect of ours.
    Differs(String),
}

/// Reads the plain form of the code.
pub(super) fn read_back(
    name: &str,
    generated: &Generated,
    model: &SymbolicTransducer,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Read, InputError> {
    let folder = tempfile::tempdir()
        .map_err(|e| InputError::new(format!("there is no place for files: {e}")))?;
    let file = folder.path().join(format!("{name}.c"));
    std::fs::write(&file, &generated.files[0].1)
        .map_err(|e| InputError::new(format!("{} cannot be written: {e}", file.display())))?;
    let learned = filter(&request(&file, name), budget, progress)?;
    let verdict = &learned.report.verdict;
    let reason = || verdict.reason.clone().unwrap_or_default();
    let (VerdictKind::Proved, Some(read)) = (verdict.kind, &learned.transducer) else {
        return Ok(Read::Not(reason()));
    };
    Ok(match equal(model, read, budget).decision {
        Decision::Yes => Read::Proved,
        Decision::Unknown(reason) => Read::Not(reason.to_string()),
        Decision::No(found) => {
            let input = Sequence::of(&found.input, model.input).shown();
            match found.outputs {
                [None, _] => Read::Undefined(input),
                _ => Read::Differs(input),
            }
        }
    })
}

fn request(file: &Path, name: &str) -> FilterRequest {
    FilterRequest {
        function: Some(name.to_owned()),
        options: vec![format!("-D{name}_PLAIN")],
        ..FilterRequest::new(file)
    }
}
