//! Quantifier elimination by Z3.

use std::time::Duration;

use super::asked::Asked;
use super::back::to_term;
use super::context::{Ast, Context, Result};
use super::engines::{Engine, apply_tactic};
use super::translate::Translator;
use crate::term::{Term, Terms};

/// A formula without the variables that holds where some values of them make `formula` hold. `Err` says why there is
/// none: Z3 gave up, or its answer cannot be said in terms.
pub(crate) fn eliminate(
    terms: &Terms,
    formula: Term,
    vars: &[Term],
    limit: Duration,
) -> Result<Term> {
    let context = Context::new();
    let mut translator = Translator::new(terms, &context);
    let body = translator.translate(formula)?;
    let bound = vars
        .iter()
        .map(|v| translator.translate(*v))
        .collect::<Result<Vec<Ast>>>()?;
    let exists = context.quantify(false, &bound, &body)?;
    let asked = Asked {
        terms,
        engine: &Engine::simple(&context)?,
        limit: Some(limit),
    };
    let parts = asked.answer(|| apply_tactic(&context, "qe2", &exists, limit))?;
    let parts = parts
        .iter()
        .map(|part| to_term(terms, part, &[]))
        .collect::<Result<Vec<Term>>>()?;
    Ok(terms.and(&parts))
}
