//! Quantifier elimination by Z3.

use std::time::Duration;

use super::asked::Asked;
use super::back::to_term;
use super::context::{Ast, Context, Result};
use super::engines::{Engine, apply_tactic};
use super::translate::Translator;
use crate::term::{Term, Terms};

/// How much longer by the clock an elimination may take where work is counted: Z3 obeys no limit on work here, and what takes long
/// on a machine that does much else must not be given up.
const PATIENCE: u32 = 4;

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
    let by_clock = match terms.budget().is_steady() {
        true => limit * PATIENCE,
        false => limit,
    };
    let parts = asked.answer(|| apply_tactic(&context, "qe2", &exists, by_clock))?;
    let parts = parts
        .iter()
        .map(|part| to_term(terms, part, &[]))
        .collect::<Result<Vec<Term>>>()?;
    Ok(terms.and(&parts))
}

#[cfg(test)]
mod tests {
    use base::Budget;

    use super::*;
    use crate::value::Sort;

    /// Which numbers are products of two: much longer than a test may take.
    fn eliminated(budget: &Budget, limit: Duration) -> Result<Term> {
        let terms = Terms::new();
        terms.obey(budget);
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, Sort::BitVec(64)));
        let (one, half) = (terms.bv(64, 1), terms.bv(64, 1 << 32));
        let small = |t| terms.and(&[terms.bv_ugt(t, one), terms.bv_ugt(half, t)]);
        let product = terms.eq(terms.bv_mul(x, y), z);
        let large = terms.bv_ugt(z, terms.bv(64, 2_147_483_629 * 2_147_483_587));
        let formula = terms.and(&[product, large, small(x), small(y)]);
        eliminate(&terms, formula, &[x, y], limit)
    }

    #[test]
    fn what_takes_too_long_is_given_up() {
        let (short, long) = (Duration::from_millis(200), Duration::from_secs(3600));
        assert!(eliminated(&Budget::unlimited(), short).is_err());
        assert!(eliminated(&Budget::lasting(short), long).is_err());
        assert!(eliminated(&Budget::steady(short), long).is_err());
    }
}
