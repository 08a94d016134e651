//! Comparing a filter with a saved transducer.

use base::{Budget, Progress};
use cert::stream::check_filter;
use cert::{Proof, Rejection};
use front::InputError;
use model::analysis::transducer::{Decision, equal};
use model::transducer::SymbolicTransducer;
use step::stream::StreamSystem;
use teach::stream::{Standing, learn_filter, settle};

use super::load::{Loaded, load, with_large_reads};
use super::{FilterRequest, algebra, blocks, learning, saved_filter, to_report};
use crate::CheckRequest;
use crate::check::{Check, CheckResult, Found, Models};

/// A file may say anything: nobody looks back further.
const LONGEST_LOOKBACK: usize = 96;

/// Compares a filter with a transducer. With a proof, that is all that is checked.
pub(crate) fn check(
    request: &CheckRequest,
    proof: Option<&Proof>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Result<Check, InputError> {
    let (report, model) = saved_filter(&request.model)?;
    let mut asked = FilterRequest::read_as(&request.code.path, &report.subject.reading);
    asked.class_path.clone_from(&request.code.class_path);
    asked.class = request.code.class.clone().or(asked.class);
    if !request.options.is_empty() {
        asked.options.clone_from(&request.options);
    }
    let loaded = load(&asked)?;
    let assumptions = to_report::assumptions(&loaded);
    let lookback = match proof {
        None => asked.lookback,
        Some(Proof::Walk(walked)) => walked.lookback.min(LONGEST_LOOKBACK),
        Some(Proof::Invariant(_) | Proof::Blocks(_) | Proof::Runs(_)) => {
            let found = Found::rejected("the certificate is not about a filter");
            return Ok(found.about(Models::Transducer, &report, assumptions));
        }
    };
    progress.working(&|| "walking through model and code".to_owned());
    let mut system = StreamSystem::new(&loaded.filter, &model.terms, lookback, budget);
    let mut solver = smt::for_checker(&model.terms, budget);
    // Soundness: what is assumed of streams is tried the other way round, as it is when a model is learned.
    let large = with_large_reads(&asked, &loaded)?;
    let depends = large.and_then(|large| blocks::depends(&large, &model, usize::MAX, budget));
    if let Some(reason) = depends {
        return Ok(Found::undecided(0, reason).about(Models::Transducer, &report, assumptions));
    }
    let settled = settle(&mut system, budget, progress).map_err(Rejection::Undecided);
    let checked = settled.and_then(|()| check_filter(&mut system, &model, &mut solver, budget));
    let found = match checked {
        Ok(checked) => Found::proved(checked.obligations, true),
        Err(rejection) if proof.is_some() => Found::not_accepted(&rejection),
        Err(rejection) => {
            let claimed = report.verdict.depth;
            let compared = compare(&asked, &loaded, &model, claimed, (budget, progress));
            compared.unwrap_or_else(|| Found::undecided(0, rejection))
        }
    };
    Ok(found.about(Models::Transducer, &report, assumptions))
}

/// Learns what the code does, and looks for an input on which the model does something else. `None` if there is none as far
/// as a comparison of the two models tells: that is no proof, for nobody checks it.
fn compare(
    asked: &FilterRequest,
    loaded: &Loaded,
    model: &SymbolicTransducer,
    claimed: Option<u64>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Option<Found> {
    let learned = learn_filter(&loaded.filter, &learning(asked), budget, progress);
    let known = match &learned.standing {
        Standing::Proved => None,
        Standing::UpTo { symbols, .. } => Some(*symbols as u64),
        Standing::Unknown { reason } => return Some(Found::undecided(0, reason)),
    };
    let code = learned.transducer.as_ref()?;
    let most = [claimed, known].into_iter().flatten().min();
    let compared = equal(code, model, budget);
    Some(match compared.decision {
        Decision::Yes if compared.restricted.is_some() => return None,
        Decision::Yes => Found::up_to(usize::try_from(most?).ok()),
        Decision::No(difference)
            if most.is_none_or(|most| difference.input.len() as u64 <= most) =>
        {
            let by = [("the code", code.output), ("the model", model.output)];
            Found::violated(CheckResult::OtherOutput(algebra::shown(
                difference, code.input, by,
            )))
        }
        Decision::No(_) => Found::undecided(
            0,
            "they differ only on longer inputs than are known or claimed",
        ),
        Decision::Unknown(reason) => Found::undecided(0, reason),
    })
}
