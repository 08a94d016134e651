//! What terms mean: evaluation under an assignment. Rewriting, printing and solvers are tested against this file.

use base::work;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use crate::float;
use crate::term::{Op, Term, Terms};
use crate::value::{Value, mask, to_signed};

/// The nanoseconds of work that the evaluation of one term stands for.
const STEP: u64 = 40;

impl Terms {
    /// The value under the assignment; `None` if it hangs on a variable that has none. A variable without a value does
    /// no harm where the result does not need it (`false && x`).
    pub fn eval(&self, t: Term, env: &dyn Fn(Term) -> Option<Value>) -> Option<Value> {
        match self.op(t) {
            Op::Var(_) => env(t),
            Op::Value(v) => Some(v.clone()),
            _ => self.program(t).run(self, env),
        }
    }
}

/// A term made ready to be evaluated many times.
pub(crate) struct Program {
    /// Terms, each after its arguments, and the positions of these.
    steps: Vec<(Term, Box<[u32]>)>,
}

impl Program {
    pub(crate) fn new(terms: &Terms, root: Term) -> Self {
        let order = terms.below(&[root], |_| false);
        // Older terms come first.
        let place = |a: &Term| {
            order
                .binary_search(a)
                .expect("arguments are below what they are part of") as u32
        };
        let step = |t: &Term| (*t, terms.args(*t).iter().map(place).collect());
        Self {
            steps: order.iter().map(step).collect(),
        }
    }

    /// How many terms it is made of.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The value of the root, which is the last: arguments are older than the terms they stand in.
    pub(crate) fn run(&self, terms: &Terms, env: &dyn Fn(Term) -> Option<Value>) -> Option<Value> {
        work::spend(STEP * self.steps.len() as u64);
        let mut values: Vec<Option<Value>> = Vec::with_capacity(self.steps.len());
        for (t, args) in &self.steps {
            let value = match terms.op(*t) {
                Op::Var(_) => env(*t),
                Op::Value(v) => Some(v.clone()),
                op => apply_partly(op, args.iter().map(|i| values[*i as usize].as_ref())),
            };
            values.push(value);
        }
        values.pop().flatten()
    }
}

/// Like [`apply`], where some arguments may be unknown.
fn apply_partly<'v>(
    op: &Op,
    mut args: impl Iterator<Item = Option<&'v Value>> + Clone,
) -> Option<Value> {
    match op {
        Op::And => all(args, true),
        Op::Or => all(args, false),
        Op::Ite => match args.next()?.and_then(Value::as_bool)? {
            true => args.next()?.cloned(),
            false => args.nth(1)?.cloned(),
        },
        _ => {
            let mut few = [&Value::Bool(false); FEW];
            let count = args.clone().count();
            if count > FEW {
                return apply(op, &args.collect::<Option<Vec<&Value>>>()?);
            }
            for (place, arg) in few.iter_mut().zip(args) {
                *place = arg?;
            }
            apply(op, &few[..count])
        }
    }
}

/// As many arguments as nearly all operations have.
const FEW: usize = 3;

/// Whether all arguments have this truth value, said as that value; one that has not decides whatever the others are.
fn all<'v>(args: impl Iterator<Item = Option<&'v Value>>, wanted: bool) -> Option<Value> {
    let mut known = true;
    for arg in args {
        match arg.and_then(Value::as_bool) {
            Some(is) if is == wanted => {}
            Some(other) => return Some(Value::Bool(other)),
            None => known = false,
        }
    }
    known.then_some(Value::Bool(wanted))
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
