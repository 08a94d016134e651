//! Rewriting: what constructors do to a term before it exists.
//!
//! A rule looks at an application that is about to be made and may return an equal, simpler term. Above each rule stands
//! what it matches and what it returns (`a`, `b`, `x` are terms, `c`, `d` constants). Rules are exact: they hold for
//! every value of the variables, wrap-around and division by zero included. `tests.rs` checks each of them against
//! evaluation and against Z3, and that each of them is used at all.
//!
//! Rules build their results with constructors, so results are simplified again; a rule must therefore lead towards a
//! normal form. How far that may go is bounded by [`DEEPEST`]: beyond it terms are made as they are, which is as exact.

mod arithmetic;
mod bits;
mod boolean;
mod bounds;
mod casts;
mod compare;
mod conditional;
mod division;
mod equality;
mod float;
mod integer;
pub(crate) mod linear;
mod range;
#[cfg(test)]
mod tests;

pub(crate) use self::equality::inverse;
use crate::eval;
use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value};

/// How many simplifications may nest before terms are made as they are, so that no input overflows the stack.
const DEEPEST: u32 = 60;

/// An application that is about to be made.
pub(crate) struct Redex<'a> {
    terms: &'a Terms,
    op: &'a Op,
    args: &'a [Term],
    sort: Sort,
}

/// An equality of terms, read from left to right. `None` where it does not match.
pub(crate) struct Rule {
    /// What tests call it.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "only tests look at single rules")
    )]
    pub(crate) name: &'static str,
    /// The right-hand side.
    pub(crate) apply: fn(&Redex) -> Option<Term>,
}

/// Rules in the order in which they are tried.
macro_rules! rules {
    ($($rule:ident),* $(,)?) => {
        &[$(crate::rewrite::Rule { name: concat!(module_path!(), "::", stringify!($rule)), apply: $rule }),*]
    };
}
use rules;

/// The simplest term known that equals the application.
pub(crate) fn simplify(terms: &Terms, op: Op, args: &[Term], sort: Sort) -> Term {
    if let Some(value) = fold(terms, &op, args) {
        return terms.constant(value);
    }
    // To find that there is nothing to do is much to do for long ones, and most were there before.
    let may_be_long = matches!(op, Op::And | Op::Or);
    if may_be_long && let Some(known) = terms.simplest(&op, args, sort) {
        return known;
    }
    if terms.rewriting(1) < DEEPEST {
        let redex = Redex {
            terms,
            op: &op,
            args,
            sort,
        };
        let result = rules_for(&op).iter().find_map(|rule| apply(rule, &redex));
        terms.rewriting(-1);
        result.unwrap_or_else(|| {
            let simplest = terms.intern(op, args, sort);
            if may_be_long {
                terms.keep_as_simplest(simplest);
            }
            simplest
        })
    } else {
        terms.rewriting(-1);
        terms.intern(op, args, sort)
    }
}

fn fold(terms: &Terms, op: &Op, args: &[Term]) -> Option<Value> {
    let values: Vec<&Value> = args
        .iter()
        .map(|&a| terms.value(a))
        .collect::<Option<_>>()?;
    eval::apply(op, &values)
}

fn apply(rule: &Rule, redex: &Redex) -> Option<Term> {
    let result = (rule.apply)(redex)?;
    #[cfg(test)]
    tests::used(rule, redex, result);
    Some(result)
}

/// The rules for an operation.
pub(crate) fn rules_for(op: &Op) -> &'static [Rule] {
    match op {
        Op::Var(_) | Op::Value(_) => &[],
        Op::Not => boolean::NOT,
        Op::And | Op::Or => boolean::AND_OR,
        Op::Eq => equality::EQ,
        Op::Ite => conditional::ITE,
        Op::BvNeg => arithmetic::NEG,
        Op::BvAdd => arithmetic::ADD,
        Op::BvMul => arithmetic::MUL,
        Op::BvNot => bits::NOT,
        Op::BvAnd => bits::AND,
        Op::BvOr => bits::OR,
        Op::BvXor => bits::XOR,
        Op::BvShl | Op::BvLshr | Op::BvAshr => bits::SHIFT,
        Op::BvSdiv => division::SDIV,
        Op::BvSrem => division::SREM,
        Op::BvUdiv => division::UDIV,
        Op::BvUrem => division::UREM,
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => compare::COMPARE,
        Op::ZeroExtend(_) => casts::ZERO_EXTEND,
        Op::SignExtend(_) => casts::SIGN_EXTEND,
        Op::Extract { .. } => casts::EXTRACT,
        Op::IntNeg => integer::NEG,
        Op::IntAdd => integer::ADD,
        Op::IntMul => integer::MUL,
        Op::IntTdiv => integer::TDIV,
        Op::IntTrem => integer::TREM,
        Op::IntMod => integer::MOD,
        Op::IntLt | Op::IntLe => integer::COMPARE,
        Op::FpAdd | Op::FpMul => float::COMMUTATIVE,
        Op::FpSub | Op::FpDiv => float::ARITHMETIC,
        Op::FpSqrt | Op::FpFromSigned(_) => &[],
        Op::FpNeg => float::NEG,
        Op::FpAbs => float::ABS,
        Op::FpLt | Op::FpLe => float::LESS,
        Op::FpEq => float::EQ,
        Op::FpIsNan => float::IS_NAN,
        Op::FpToSigned(_) => float::TO_SIGNED,
        Op::FpToFp(_) => float::TO_FP,
    }
}

impl<'a> Redex<'a> {
    /// The application as it stands.
    #[cfg(test)]
    fn raw(&self) -> Term {
        self.terms.intern(self.op.clone(), self.args, self.sort)
    }

    /// The application with other arguments, simplified.
    fn with(&self, args: &[Term]) -> Term {
        self.terms.apply(self.op.clone(), args)
    }

    /// The constant bits of an argument.
    fn bits(&self, i: usize) -> Option<u64> {
        self.terms.bits(self.args[i])
    }

    /// The arguments of an argument, if that is an application of `op`.
    fn under(&self, i: usize, op: &Op) -> Option<&'a [Term]> {
        self.terms.under(self.args[i], op)
    }
}

impl Terms {
    /// The bits of a bit-vector constant.
    pub(crate) fn bits(&self, t: Term) -> Option<u64> {
        self.value(t).and_then(Value::as_unsigned)
    }

    /// The arguments, if the term is an application of `op`.
    pub(crate) fn under(&self, t: Term, op: &Op) -> Option<&[Term]> {
        (self.op(t) == op).then(|| self.args(t))
    }

    /// A constant of the sort.
    fn number(&self, sort: Sort, n: i64) -> Term {
        match sort {
            Sort::Bool => self.bool(n != 0),
            Sort::BitVec(width) => self.bv(width, n as u64),
            Sort::Int => self.int(n),
        }
    }
}
