//! Floats in Z3: patterns become Z3's own floats, these are computed with, and the result becomes a pattern again.

use super::context::{Ast, Call, FloatCall, Result};
use super::translate::Translator;
use crate::float;
use crate::term::{Op, Term};
use crate::value::{Value, signed_max, signed_min};

impl Translator {
    /// Z3's tree for an operation on floats.
    pub(super) fn float_operation(&mut self, t: Term, args: &[Ast]) -> Result<Ast> {
        use FloatCall::*;
        match *self.terms.op(t) {
            Op::FpAdd => self.yielding_float(t, Add, args),
            Op::FpSub => self.yielding_float(t, Sub, args),
            Op::FpMul => self.yielding_float(t, Mul, args),
            Op::FpDiv => self.yielding_float(t, Div, args),
            Op::FpSqrt => self.yielding_float(t, Sqrt, args),
            Op::FpNeg => self.yielding_float(t, Neg, args),
            Op::FpAbs => self.yielding_float(t, Abs, args),
            Op::FpToFp(to) => self.yielding_float(t, Convert(to), args),
            Op::FpFromSigned(to) => {
                let float = self.context.apply(Call::Float(FromSigned(to)), args)?;
                self.pattern(t, float)
            }
            Op::FpLt => self.on_floats(t, Lt, args),
            Op::FpLe => self.on_floats(t, Le, args),
            Op::FpEq => self.on_floats(t, Eq, args),
            Op::FpIsNan => self.on_floats(t, IsNan, args),
            Op::FpToSigned(to) => self.to_signed(t, to, args),
            ref op => Err(format!("{op:?} is no operation on floats")),
        }
    }

    /// The call on Z3's floats for the arguments' patterns. What is the result of an operation is such a float already.
    fn on_floats(&self, t: Term, call: FloatCall, args: &[Ast]) -> Result<Ast> {
        let float = |(arg, pattern): (&Term, &Ast)| match self.floats.get(arg) {
            Some(known) => Ok(known.clone()),
            None => self.float_of(self.terms.width(*arg), pattern),
        };
        let floats = self
            .terms
            .args(t)
            .iter()
            .zip(args)
            .map(float)
            .collect::<Result<Vec<Ast>>>()?;
        self.context.apply(Call::Float(call), &floats)
    }

    fn float_of(&self, width: u32, pattern: &Ast) -> Result<Ast> {
        self.context.apply(
            Call::Float(FloatCall::FromBits(width)),
            std::slice::from_ref(pattern),
        )
    }

    fn yielding_float(&mut self, t: Term, call: FloatCall, args: &[Ast]) -> Result<Ast> {
        let float = self.on_floats(t, call, args)?;
        self.pattern(t, float)
    }

    /// The pattern of the float that `t` yields: ours if it is a NaN, of which Z3 knows only one and no pattern.
    fn pattern(&mut self, t: Term, float: Ast) -> Result<Ast> {
        let c = &self.context;
        let width = self.terms.width(t);
        let nan = c.value(&Value::bv(width, float::nan(width)))?;
        let is_nan = c.apply(Call::Float(FloatCall::IsNan), std::slice::from_ref(&float))?;
        let bits = c.apply(Call::Float(FloatCall::ToBits), std::slice::from_ref(&float))?;
        let pattern = c.apply(Call::Ite, &[is_nan, nan, bits])?;
        self.floats.insert(t, float);
        Ok(pattern)
    }

    /// Z3 leaves open what is beyond the range. Its ends are powers of two, and so floats of both widths.
    fn to_signed(&self, t: Term, to: u32, args: &[Ast]) -> Result<Ast> {
        let c = &self.context;
        let from = self.terms.width(self.terms.args(t)[0]);
        let end = |sign: f64| {
            let end = sign * 2f64.powi(to as i32 - 1);
            let end = if from == 32 {
                Value::f32(end as f32)
            } else {
                Value::f64(end)
            };
            self.float_of(from, &c.value(&end)?)
        };
        let zero = self.float_of(from, &c.value(&Value::bv(from, 0))?)?;
        let float = match self.floats.get(&self.terms.args(t)[0]) {
            Some(known) => known.clone(),
            None => self.float_of(from, &args[0])?,
        };
        let call = |call: FloatCall, args: &[&Ast]| {
            c.apply(
                Call::Float(call),
                &args.iter().map(|a| (*a).clone()).collect::<Vec<Ast>>(),
            )
        };
        let number = |bits: u64| c.value(&Value::bv(to, bits));
        let is_nan = call(FloatCall::IsNan, &[&float])?;
        let is_low = call(FloatCall::Lt, &[&float, &end(-1.0)?])?;
        let is_high = call(FloatCall::Le, &[&end(1.0)?, &float])?;
        // Z3 is asked for the number of zero where it would have none, so that nothing is left open.
        let outside = c.apply(Call::Or, &[is_nan.clone(), is_low.clone(), is_high.clone()])?;
        let inside = c.apply(Call::Ite, &[outside, zero, float])?;
        let inside = call(FloatCall::ToSigned(to), &[&inside])?;
        let high = c.apply(Call::Ite, &[is_high, number(signed_max(to))?, inside])?;
        let low = c.apply(Call::Ite, &[is_low, number(signed_min(to))?, high])?;
        c.apply(Call::Ite, &[is_nan, number(0)?, low])
    }
}
