//! What terms mean: evaluation under an assignment. Rewriting, printing and solvers are tested against this file.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use crate::float;
use crate::term::{Op, Term, Terms};
use crate::value::{Value, mask, to_signed};

impl Terms {
    /// The value under the assignment; `None` if it hangs on a variable that has none. A variable without a value does
    /// no harm where the result does not need it (`false && x`).
    pub fn eval(&self, t: Term, env: &dyn Fn(Term) -> Option<Value>) -> Option<Value> {
        match self.op(t) {
            Op::Var(_) => env(t),
            Op::Value(v) => Some(v.clone()),
            _ => Program::new(self, t).run(env),
        }
    }
}

/// A term made ready to be evaluated many times.
pub(crate) struct Program<'a> {
    /// Terms, each after its arguments, and the positions of these.
    steps: Vec<(Term, &'a Op, Box<[u32]>)>,
}

impl<'a> Program<'a> {
    pub(crate) fn new(terms: &'a Terms, root: Term) -> Self {
        let order = terms.below(&[root], |_| false);
        // Older terms come first.
        let place = |a: &Term| {
            order
                .binary_search(a)
                .expect("arguments are below what they are part of") as u32
        };
        let step = |t: &Term| (*t, terms.op(*t), terms.args(*t).iter().map(place).collect());
        Self {
            steps: order.iter().map(step).collect(),
        }
    }

    /// The value of the root, which is the last: arguments are older than the terms they stand in.
    pub(crate) fn run(&self, env: &dyn Fn(Term) -> Option<Value>) -> Option<Value> {
        let mut values: Vec<Option<Value>> = Vec::with_capacity(self.steps.len());
        for (t, op, args) in &self.steps {
            let value = match op {
                Op::Var(_) => env(*t),
                Op::Value(v) => Some(v.clone()),
                op => {
                    let args: Vec<Option<&Value>> =
                        args.iter().map(|i| values[*i as usize].as_ref()).collect();
                    apply_partly(op, &args)
                }
            };
            values.push(value);
        }
        values.pop().flatten()
    }
}

/// Like [`apply`], where some arguments may be unknown.
fn apply_partly(op: &Op, args: &[Option<&Value>]) -> Option<Value> {
    let is = |b: bool| move |a: &Option<&Value>| a.and_then(Value::as_bool) == Some(b);
    match op {
        Op::And if args.iter().any(is(false)) => Some(Value::Bool(false)),
        Op::Or if args.iter().any(is(true)) => Some(Value::Bool(true)),
        Op::Ite => match args[0].and_then(Value::as_bool) {
            Some(true) => args[1].cloned(),
            Some(false) => args[2].cloned(),
            None => None,
        },
        _ => apply(op, &args.iter().copied().collect::<Option<Vec<&Value>>>()?),
    }
}

/// The value of an operation on values; `None` for leaves and wrong sorts.
pub(crate) fn apply(op: &Op, args: &[&Value]) -> Option<Value> {
    match args[..] {
        [Value::Bool(_), ..] => apply_bool(op, args),
        [Value::BitVec { width, .. }, ..] => apply_bv(op, *width, args),
        [Value::Int(_), ..] => apply_int(op, args),
        [] => None,
    }
}

fn apply_bool(op: &Op, args: &[&Value]) -> Option<Value> {
    let b = |i: usize| args[i].as_bool();
    let mut all = args.iter().map(|a| a.as_bool());
    let result = match op {
        Op::Not => !b(0)?,
        Op::And => all.all(|a| a == Some(true)),
        Op::Or => all.any(|a| a == Some(true)),
        Op::Eq => b(0)? == b(1)?,
        Op::Ite => return Some(args[if b(0)? { 1 } else { 2 }].clone()),
        _ => return None,
    };
    Some(Value::Bool(result))
}

fn apply_bv(op: &Op, width: u32, args: &[&Value]) -> Option<Value> {
    let u: Vec<u64> = args
        .iter()
        .map(|a| a.as_unsigned())
        .collect::<Option<_>>()?;
    let s = |i: usize| to_signed(width, u[i]);
    let same = |bits: u64| Some(Value::bv(width, bits));
    let truth = |b: bool| Some(Value::Bool(b));
    match op {
        Op::Eq => truth(u[0] == u[1]),
        Op::BvUlt => truth(u[0] < u[1]),
        Op::BvUle => truth(u[0] <= u[1]),
        Op::BvSlt => truth(s(0) < s(1)),
        Op::BvSle => truth(s(0) <= s(1)),
        Op::BvNeg => same(u[0].wrapping_neg()),
        Op::BvNot => same(!u[0]),
        Op::BvAdd => same(u.iter().fold(0, |x, y| x.wrapping_add(*y))),
        Op::BvMul => same(u.iter().fold(1, |x, y| x.wrapping_mul(*y))),
        Op::BvAnd => same(u.iter().fold(u64::MAX, |x, y| x & y)),
        Op::BvOr => same(u.iter().fold(0, |x, y| x | y)),
        Op::BvXor => same(u.iter().fold(0, |x, y| x ^ y)),
        Op::BvUdiv => same(u[0].checked_div(u[1]).unwrap_or(mask(width))),
        Op::BvUrem => same(u[0].checked_rem(u[1]).unwrap_or(u[0])),
        Op::BvSdiv if u[1] == 0 => same(if s(0) < 0 { 1 } else { u64::MAX }),
        Op::BvSdiv => same(s(0).wrapping_div(s(1)) as u64),
        Op::BvSrem if u[1] == 0 => same(u[0]),
        Op::BvSrem => same(s(0).wrapping_rem(s(1)) as u64),
        Op::BvShl => same(shift(u[1], width).map_or(0, |n| u[0] << n)),
        Op::BvLshr => same(shift(u[1], width).map_or(0, |n| u[0] >> n)),
        Op::BvAshr => same((s(0) >> shift(u[1], width).unwrap_or(width - 1)) as u64),
        Op::ZeroExtend(to) => Some(Value::bv(*to, u[0])),
        Op::SignExtend(to) => Some(Value::bv(*to, s(0) as u64)),
        Op::Extract { hi, lo } => Some(Value::bv(hi - lo + 1, u[0] >> lo)),
        _ => float::apply(op, width, &u),
    }
}

/// The amount of a shift, if some bits stay.
fn shift(amount: u64, width: u32) -> Option<u32> {
    u32::try_from(amount).ok().filter(|n| *n < width)
}

fn apply_int(op: &Op, args: &[&Value]) -> Option<Value> {
    let i: Vec<&BigInt> = args.iter().map(|a| a.as_int()).collect::<Option<_>>()?;
    let truth = |b: bool| Some(Value::Bool(b));
    let int = |n: BigInt| Some(Value::Int(n));
    match op {
        Op::Eq => truth(i[0] == i[1]),
        Op::IntLt => truth(i[0] < i[1]),
        Op::IntLe => truth(i[0] <= i[1]),
        Op::IntNeg => int(-i[0]),
        Op::IntAdd => int(i.into_iter().sum()),
        Op::IntMul => int(i.into_iter().product()),
        Op::IntTdiv if i[1].is_zero() => int(BigInt::zero()),
        Op::IntTdiv => int(i[0] / i[1]),
        Op::IntTrem | Op::IntMod if i[1].is_zero() => int(i[0].clone()),
        Op::IntTrem => int(i[0] % i[1]),
        Op::IntMod => int(i[0].mod_floor(&i[1].abs())),
        _ => None,
    }
}
