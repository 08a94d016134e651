//! From terms to Z3's trees.

use rustc_hash::FxHashMap;

use super::context::{Ast, Call, Context, Result};
use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value};

/// Translates each term once.
pub(crate) struct Translator {
    pub(super) terms: Terms,
    pub(super) context: Context,
    done: FxHashMap<Term, Ast>,
    /// Z3's own floats for the patterns that operations on floats yield.
    pub(super) floats: FxHashMap<Term, Ast>,
    /// What is in the translated terms, where it is something special.
    contents: FxHashMap<Term, Contents>,
}

/// What decides by which means Z3 is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    /// Operations on floats
    pub(super) floats: bool,
    /// Unbounded integers
    pub(super) integers: bool,
}

impl Contents {
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            floats: self.floats || other.floats,
            integers: self.integers || other.integers,
        }
    }
}

impl Translator {
    pub(crate) fn new(terms: &Terms, context: &Context) -> Self {
        Self {
            terms: terms.clone(),
            context: context.clone(),
            done: FxHashMap::default(),
            floats: FxHashMap::default(),
            contents: FxHashMap::default(),
        }
    }

    /// Z3's tree for the term.
    pub(crate) fn translate(&mut self, t: Term) -> Result<Ast> {
        for t in self.terms.below(&[t], |t| self.done.contains_key(&t)) {
            let args: Vec<Ast> = self
                .terms
                .args(t)
                .iter()
                .map(|a| self.done[a].clone())
                .collect();
            let ast = self.node(t, &args)?;
            self.done.insert(t, ast);
            self.note_contents(t);
        }
        Ok(self.done[&t].clone())
    }

    fn note_contents(&mut self, t: Term) {
        let own = Contents {
            floats: self.terms.op(t).is_float(),
            integers: self.terms.sort(t) == Sort::Int,
        };
        let all = self
            .terms
            .args(t)
            .iter()
            .fold(own, |all, a| all.and(self.contents(*a)));
        if all != Contents::default() {
            self.contents.insert(t, all);
        }
    }

    /// What is in a translated term.
    pub(super) fn contents(&self, t: Term) -> Contents {
        self.contents.get(&t).copied().unwrap_or_default()
    }

    fn node(&mut self, t: Term, args: &[Ast]) -> Result<Ast> {
        let width = || self.terms.width(self.terms.args(t)[0]);
        match self.terms.op(t) {
            Op::Var(_) => self.context.variable(t, self.terms.sort(t)),
            Op::Value(v) => self.context.value(v),
            Op::IntTdiv => self.truncating(Call::IntDiv, args, Some(0)),
            Op::IntTrem => self.truncating(Call::IntMod, args, None),
            Op::IntMod => {
                self.unless_zero(args, None, |args| self.context.apply(Call::IntMod, args))
            }
            Op::ZeroExtend(to) => self.context.apply(Call::ZeroExtend(to - width()), args),
            Op::SignExtend(to) => self.context.apply(Call::SignExtend(to - width()), args),
            op => match plain(op) {
                None => self.float_operation(t, args),
                Some(
                    call @ (Call::BvAdd | Call::BvMul | Call::BvAnd | Call::BvOr | Call::BvXor),
                ) => self.chain(call, args),
                Some(call) => self.context.apply(call, args),
            },
        }
    }

    /// Z3's bit-vector operations take two arguments, ours any number.
    fn chain(&self, call: Call, args: &[Ast]) -> Result<Ast> {
        let mut args = args.iter();
        let first = args.next().expect("operations have arguments").clone();
        args.try_fold(first, |left, right| {
            self.context.apply(call, &[left, right.clone()])
        })
    }

    /// Rounding towards zero by SMT-LIB's `div` and `mod`, which agree with it where the dividend is not negative:
    /// `x op y` is `x call y` if `0 <= x`, else `-(-x call y)`.
    fn truncating(&self, call: Call, args: &[Ast], by_zero: Option<i32>) -> Result<Ast> {
        self.unless_zero(args, by_zero, |args| {
            let [x, y] = [&args[0], &args[1]];
            let c = &self.context;
            let not_negative = c.apply(Call::IntLe, &[c.value(&Value::int(0))?, x.clone()])?;
            let minus_x = c.apply(Call::IntNeg, std::slice::from_ref(x))?;
            let up = c.apply(call, &[x.clone(), y.clone()])?;
            let down = c.apply(Call::IntNeg, &[c.apply(call, &[minus_x, y.clone()])?])?;
            c.apply(Call::Ite, &[not_negative, up, down])
        })
    }

    /// Our divisions by zero have a value (0, or the dividend for `None`), Z3's have any. Front ends never divide by
    /// zero, but evaluation and solver must not differ.
    fn unless_zero(
        &self,
        args: &[Ast],
        by_zero: Option<i32>,
        make: impl Fn(&[Ast]) -> Result<Ast>,
    ) -> Result<Ast> {
        let zero = self.context.value(&Value::default_of(Sort::Int))?;
        let at_zero = match by_zero {
            Some(n) => self.context.value(&Value::int(n))?,
            None => args[0].clone(),
        };
        match args[1].to_value() {
            Some(v) if v == Value::default_of(Sort::Int) => Ok(at_zero),
            Some(_) => make(args),
            None => {
                let is_zero = self.context.apply(Call::Eq, &[args[1].clone(), zero])?;
                self.context
                    .apply(Call::Ite, &[is_zero, at_zero, make(args)?])
            }
        }
    }
}

/// The call for an operation that Z3 has, on booleans, bits and integers.
fn plain(op: &Op) -> Option<Call> {
    Some(match op {
        Op::Not => Call::Not,
        Op::And => Call::And,
        Op::Or => Call::Or,
        Op::Eq => Call::Eq,
        Op::Ite => Call::Ite,
        Op::BvNeg => Call::BvNeg,
        Op::BvNot => Call::BvNot,
        Op::BvAdd => Call::BvAdd,
        Op::BvMul => Call::BvMul,
        Op::BvSdiv => Call::BvSdiv,
        Op::BvSrem => Call::BvSrem,
        Op::BvUdiv => Call::BvUdiv,
        Op::BvUrem => Call::BvUrem,
        Op::BvAnd => Call::BvAnd,
        Op::BvOr => Call::BvOr,
        Op::BvXor => Call::BvXor,
        Op::BvShl => Call::BvShl,
        Op::BvLshr => Call::BvLshr,
        Op::BvAshr => Call::BvAshr,
        Op::BvUlt => Call::BvUlt,
        Op::BvUle => Call::BvUle,
        Op::BvSlt => Call::BvSlt,
        Op::BvSle => Call::BvSle,
        Op::Extract { hi, lo } => Call::Extract { hi: *hi, lo: *lo },
        Op::IntNeg => Call::IntNeg,
        Op::IntAdd => Call::IntAdd,
        Op::IntMul => Call::IntMul,
        Op::IntLt => Call::IntLt,
        Op::IntLe => Call::IntLe,
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpSqrt | Op::FpNeg | Op::FpAbs => {
            return None;
        }
        Op::FpLt | Op::FpLe | Op::FpEq | Op::FpIsNan => return None,
        Op::FpFromSigned(_) | Op::FpToSigned(_) | Op::FpToFp(_) => return None,
        Op::Var(_) | Op::Value(_) | Op::ZeroExtend(_) | Op::SignExtend(_) => return None,
        Op::IntTdiv | Op::IntTrem | Op::IntMod => return None,
    })
}
