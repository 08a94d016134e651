//! How hard predicates are to work with, and what to put in the place of those that are too hard.

use rustc_hash::FxHashMap;
use smt::{Op, Term, Terms};

/// Predicates with more terms than this are taken to be hard.
const LARGE: usize = 60;
/// With more than this they have grown, refinement by refinement, and will go on to grow.
const HUGE: usize = 120;

/// Whether a formula multiplies, divides or rounds what was multiplied, divided or rounded before, or is very large:
/// arithmetic that was followed through several calls.
pub(super) fn is_hard(terms: &Terms, formula: Term) -> bool {
    let mut depths: FxHashMap<Term, usize> = FxHashMap::default();
    arithmetic_depth(terms, formula, &mut depths) > 1 || depths.len() > LARGE
}

/// Whether a formula is so large that refinement is not getting anywhere.
pub(super) fn is_huge(terms: &Terms, formula: Term) -> bool {
    let mut depths: FxHashMap<Term, usize> = FxHashMap::default();
    arithmetic_depth(terms, formula, &mut depths);
    depths.len() > HUGE
}

fn arithmetic_depth(terms: &Terms, t: Term, known: &mut FxHashMap<Term, usize>) -> usize {
    if let Some(&depth) = known.get(&t) {
        return depth;
    }
    let args = terms.args(t).to_vec();
    let below = args
        .iter()
        .map(|&arg| arithmetic_depth(terms, arg, known))
        .max()
        .unwrap_or(0);
    let depth = below + usize::from(is_costly(terms.op(t)));
    known.insert(t, depth);
    depth
}

/// That the variables of a formula have these values; `None` if some are no constants.
pub(super) fn point(terms: &Terms, formula: Term, values: &FxHashMap<Term, Term>) -> Option<Term> {
    let equation = |var: Term| {
        let value = *values.get(&var)?;
        terms.value(value).is_some().then(|| terms.eq(var, value))
    };
    let equations: Option<Vec<Term>> = terms.free_vars(formula).into_iter().map(equation).collect();
    equations.map(|equations| terms.and(&equations))
}

fn is_costly(op: &Op) -> bool {
    match op {
        Op::BvMul | Op::BvSdiv | Op::BvUdiv | Op::BvSrem | Op::BvUrem => true,
        Op::IntMul | Op::IntTdiv | Op::IntTrem | Op::IntMod => true,
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpSqrt => true,
        Op::FpFromSigned(_) | Op::FpToSigned(_) | Op::FpToFp(_) => true,
        Op::Var(_) | Op::Value(_) | Op::Not | Op::And | Op::Or | Op::Eq | Op::Ite => false,
        Op::BvNeg
        | Op::BvAdd
        | Op::BvNot
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::Extract { .. } => false,
        Op::BvShl | Op::BvLshr | Op::BvAshr | Op::ZeroExtend(_) | Op::SignExtend(_) => false,
        Op::BvUlt
        | Op::BvUle
        | Op::BvSlt
        | Op::BvSle
        | Op::IntLt
        | Op::IntLe
        | Op::IntNeg
        | Op::IntAdd => false,
        Op::FpNeg | Op::FpAbs | Op::FpLt | Op::FpLe | Op::FpEq | Op::FpIsNan => false,
    }
}
