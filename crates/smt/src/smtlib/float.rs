//! Floats in SMT-LIB: patterns are read with `to_fp` where a float is needed.

use crate::float;
use crate::term::Op;
use crate::value::{Value, signed_max, signed_min};

/// The float that the operation yields, as an SMT-LIB float; `None` for operations that yield none.
pub(super) fn yielded(op: &Op, args: &[&str], width: u32) -> Option<String> {
    match op {
        Op::FpAdd => Some(call("fp.add RNE", args, width)),
        Op::FpSub => Some(call("fp.sub RNE", args, width)),
        Op::FpMul => Some(call("fp.mul RNE", args, width)),
        Op::FpDiv => Some(call("fp.div RNE", args, width)),
        Op::FpSqrt => Some(call("fp.sqrt RNE", args, width)),
        Op::FpNeg => Some(call("fp.neg", args, width)),
        Op::FpAbs => Some(call("fp.abs", args, width)),
        Op::FpToFp(to) => Some(call(&format!("{} RNE", to_fp(*to)), args, width)),
        Op::FpFromSigned(to) => Some(format!("({} RNE {})", to_fp(*to), args[0])),
        _ => None,
    }
}

/// That the bit vector is the pattern of the float.
pub(super) fn is_pattern(bits: &str, float: &str, width: u32) -> String {
    let nan = super::value(&Value::bv(width, float::nan(width)));
    format!(
        "(ite (fp.isNaN {float}) (= {bits} {nan}) (= {} {float}))",
        read(bits, width)
    )
}

/// A function of the floats with these patterns.
pub(super) fn call(function: &str, patterns: &[&str], width: u32) -> String {
    let floats: Vec<String> = patterns.iter().map(|p| read(p, width)).collect();
    format!("({function} {})", floats.join(" "))
}

/// `fp.to_sbv` leaves open what is beyond the range, whose ends are powers of two and so floats of both widths.
pub(super) fn to_signed(pattern: &str, width: u32, to: u32) -> String {
    let x = read(pattern, width);
    let number = |bits: u64| super::value(&Value::bv(to, bits));
    let end = |sign: f64| {
        let end = sign * 2f64.powi(to as i32 - 1);
        let end = if width == 32 {
            Value::f32(end as f32)
        } else {
            Value::f64(end)
        };
        read(&super::value(&end), width)
    };
    format!(
        "(ite (fp.isNaN {x}) {} (ite (fp.lt {x} {}) {} (ite (fp.leq {} {x}) {} ((_ fp.to_sbv {to}) RTZ {x}))))",
        number(0),
        end(-1.0),
        number(signed_min(to)),
        end(1.0),
        number(signed_max(to)),
    )
}

fn to_fp(width: u32) -> String {
    format!(
        "(_ to_fp {} {})",
        float::exponent(width),
        float::significand(width)
    )
}

fn read(pattern: &str, width: u32) -> String {
    format!("({} {pattern})", to_fp(width))
}
