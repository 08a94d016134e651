//! From expressions to terms: types decide widths and signs.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::float::{Function, float_type, read_as as read};
use super::parser::{Expr, ExprKind, expression};
use super::scope::{Scope, SyntaxError, Type};
use crate::term::{Op, Term, Terms};

/// Reads a formula.
pub fn parse(terms: &Terms, text: &str, scope: &Scope) -> Result<Term, SyntaxError> {
    parse_value(terms, text, scope, Type::Bool)
}

/// Reads an expression of the type; a narrower number is widened to it.
pub fn parse_value(
    terms: &Terms,
    text: &str,
    scope: &Scope,
    ty: Type,
) -> Result<Term, SyntaxError> {
    let expr = expression(text)?;
    let scope = &scope.with_lengths(terms);
    let reader = Reader { terms, scope };
    let found = reader.kind(&expr)?;
    match (found, ty) {
        (Kind::Typed(found), wanted) if found == wanted => {}
        (Kind::Typed(Type::Vector { width, .. }), Type::Vector { width: wanted, .. })
            if width <= wanted => {}
        (Kind::Typed(Type::Float { width }), Type::Float { width: wanted }) if width <= wanted => {}
        (Kind::Free { .. }, Type::Int | Type::Vector { .. } | Type::Float { .. }) => {}
        _ => {
            return Err(error(
                &expr,
                &format!("expected {}, found {found}", article(ty)),
            ));
        }
    }
    reader.term(&expr, ty)
}

/// What is known of an expression's type before it meets others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Typed(Type),
    /// Made of numbers alone: takes any numeric type. `long` if a number said so.
    Free {
        long: bool,
    },
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Typed(ty) => write!(f, "{}", article(*ty)),
            Self::Free { .. } => write!(f, "a number"),
        }
    }
}

pub(super) fn article(ty: Type) -> String {
    match ty {
        Type::Bool => "a truth value".to_owned(),
        Type::Int => "an integer".to_owned(),
        Type::Vector { .. } | Type::Float { .. } => format!("`{ty}`"),
    }
}

pub(super) fn error(at: &Expr, message: &str) -> SyntaxError {
    SyntaxError {
        column: at.column,
        message: message.to_owned(),
    }
}

fn together(e: &Expr, a: Kind, b: Kind) -> Result<Kind, SyntaxError> {
    promote(a, b).ok_or_else(|| error(e, &format!("{a} and {b} do not go together")))
}

/// The type two operands are brought to before an operation: see the module's description. `None` if they do not go
/// together.
pub(super) fn promote(a: Kind, b: Kind) -> Option<Kind> {
    let typed = |k: Kind| match k {
        Kind::Free { long: true } => Kind::Typed(Type::signed(64)),
        other => other,
    };
    match (a, b) {
        (Kind::Free { long: x }, Kind::Free { long: y }) => Some(Kind::Free { long: x || y }),
        (Kind::Free { .. }, Kind::Typed(Type::Int))
        | (Kind::Typed(Type::Int), Kind::Free { .. }) => Some(Kind::Typed(Type::Int)),
        (Kind::Free { long: false }, other) | (other, Kind::Free { long: false }) => {
            promote(other, other)
        }
        _ => match (typed(a), typed(b)) {
            (Kind::Typed(x), Kind::Typed(y)) => promote_types(x, y).map(Kind::Typed),
            _ => None,
        },
    }
}

fn promote_types(a: Type, b: Type) -> Option<Type> {
    match (a, b) {
        (Type::Int, Type::Int) => Some(Type::Int),
        (
            Type::Vector {
                signed: s,
                width: w,
            },
            Type::Vector {
                signed: t,
                width: v,
            },
        ) => {
            let width = w.max(v).max(32);
            let signed = (s || w < width) && (t || v < width);
            Some(Type::Vector { signed, width })
        }
        (Type::Float { width: w }, Type::Float { width: v }) => {
            Some(Type::Float { width: w.max(v) })
        }
        (Type::Float { .. }, Type::Vector { .. }) => Some(a),
        (Type::Vector { .. }, Type::Float { .. }) => Some(b),
        _ => None,
    }
}

/// Whether shifts by the low bits of an amount make sense at the width.
pub(super) fn masks_shifts(width: u32) -> bool {
    width.is_power_of_two()
}

pub(super) struct Reader<'a> {
    pub(super) terms: &'a Terms,
    scope: &'a Scope,
}

impl Reader<'_> {
    pub(super) fn kind(&self, e: &Expr) -> Result<Kind, SyntaxError> {
        match &e.kind {
            ExprKind::Truth(_) => Ok(Kind::Typed(Type::Bool)),
            ExprKind::Number(_, long) => Ok(Kind::Free { long: *long }),
            ExprKind::Float(value) => Ok(Kind::Typed(float_type(value))),
            ExprKind::Name(name) => Ok(Kind::Typed(self.lookup(e, name)?.1)),
            ExprKind::Cast(ty, inner) => match self.kind(inner)? {
                Kind::Typed(Type::Bool) => Err(error(e, "a truth value cannot be cast")),
                Kind::Typed(Type::Int) => Ok(Kind::Typed(Type::Int)),
                Kind::Typed(Type::Vector { .. } | Type::Float { .. }) | Kind::Free { .. } => {
                    Ok(Kind::Typed(*ty))
                }
            },
            ExprKind::Unary("!", _) => Ok(Kind::Typed(Type::Bool)),
            ExprKind::Unary(_, a) => self.kind(a).and_then(|a| together(e, a, a)),
            ExprKind::Chain(..) => Ok(Kind::Typed(Type::Bool)),
            ExprKind::Binary("==" | "!=" | "<" | "<=" | ">" | ">=", ..) => {
                Ok(Kind::Typed(Type::Bool))
            }
            ExprKind::Binary("<<" | ">>" | ">>>", a, _) => {
                self.kind(a).and_then(|a| together(e, a, a))
            }
            ExprKind::Binary(_, a, b) => self.promoted(e, a, b),
            ExprKind::Conditional(_, a, b) => self.branches(e, a, b),
            ExprKind::Call(name, args) => match Function::named(name) {
                Some(function) => self.float_call_kind(e, (name, function), args),
                None => self.call_kind(e, args),
            },
        }
    }

    fn lookup(&self, e: &Expr, name: &str) -> Result<(Term, Type), SyntaxError> {
        self.scope
            .lookup(name)
            .ok_or_else(|| error(e, &format!("`{name}` is not known here")))
    }

    pub(super) fn promoted(&self, e: &Expr, a: &Expr, b: &Expr) -> Result<Kind, SyntaxError> {
        together(e, self.kind(a)?, self.kind(b)?)
    }

    /// Each part is looked at once: tables are nested as deep as they are long.
    fn branches(&self, e: &Expr, a: &Expr, b: &Expr) -> Result<Kind, SyntaxError> {
        let (a, b) = (self.kind(a)?, self.kind(b)?);
        if (a, b) == (Kind::Typed(Type::Bool), Kind::Typed(Type::Bool)) {
            Ok(a)
        } else {
            together(e, a, b)
        }
    }

    /// Functions do not widen: their arguments must have the same width.
    fn call_kind(&self, e: &Expr, args: &[Expr]) -> Result<Kind, SyntaxError> {
        let [a, b] = args else {
            return Err(error(e, "two arguments are needed"));
        };
        let (a, b) = (self.kind(a)?, self.kind(b)?);
        match (a, b) {
            (Kind::Free { .. }, Kind::Free { .. }) => Ok(Kind::Typed(Type::Int)),
            (Kind::Free { .. }, other) | (other, Kind::Free { .. }) => Ok(other),
            (Kind::Typed(x), Kind::Typed(y)) if x.sort() == y.sort() => Ok(a),
            _ => Err(error(e, &format!("{a} and {b} do not go together"))),
        }
    }

    /// The type of an operation; numbers alone are unbounded.
    fn settled(kind: Kind) -> Type {
        match kind {
            Kind::Typed(ty) => ty,
            Kind::Free { .. } => Type::Int,
        }
    }

    /// The term, brought to the type, which its own type must promote to.
    pub(super) fn term(&self, e: &Expr, ty: Type) -> Result<Term, SyntaxError> {
        match self.kind(e)? {
            Kind::Free { .. } => self.plain(e, ty),
            Kind::Typed(own) => {
                let term = self.plain(e, own)?;
                self.widen(e, term, own, ty)
            }
        }
    }

    fn widen(&self, e: &Expr, term: Term, from: Type, to: Type) -> Result<Term, SyntaxError> {
        match (from, to) {
            (Type::Vector { signed, width }, Type::Vector { width: wide, .. }) if width <= wide => {
                let extend = if signed {
                    Op::SignExtend(wide)
                } else {
                    Op::ZeroExtend(wide)
                };
                Ok(self.terms.apply(extend, &[term]))
            }
            _ if from == to => Ok(term),
            (Type::Vector { signed, width }, Type::Float { width: float }) => {
                self.float_of_number(e, term, signed, width, float)
            }
            (Type::Float { width }, Type::Float { width: wide }) if width <= wide => {
                Ok(self.terms.fp_to_fp(term, wide))
            }
            _ => Err(error(
                e,
                &format!("expected {}, found {}", article(to), article(from)),
            )),
        }
    }

    /// The term of an expression whose own type, or the type it takes, is `ty`.
    fn plain(&self, e: &Expr, ty: Type) -> Result<Term, SyntaxError> {
        let t = self.terms;
        match &e.kind {
            ExprKind::Truth(b) => Ok(t.bool(*b)),
            ExprKind::Number(n, _) => self.number(e, n, ty),
            ExprKind::Float(value) => Ok(t.constant(value.clone())),
            ExprKind::Name(name) => Ok(self.lookup(e, name)?.0),
            ExprKind::Cast(to, inner) => self.cast(e, *to, inner),
            ExprKind::Unary("!", a) => Ok(t.not(self.term(a, Type::Bool)?)),
            ExprKind::Unary(op, a) => {
                let a = self.term(a, ty)?;
                match (*op, ty) {
                    ("-", Type::Int) => Ok(t.int_neg(a)),
                    ("-", Type::Vector { .. }) => Ok(t.bv_neg(a)),
                    ("-", Type::Float { .. }) => Ok(t.fp_neg(a)),
                    ("~", Type::Vector { .. }) => Ok(t.bv_not(a)),
                    _ => Err(error(
                        e,
                        &format!("`{op}` does not apply to {}", article(ty)),
                    )),
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(e, op, a, b, ty),
            ExprKind::Chain(op, parts) => {
                let parts = parts
                    .iter()
                    .map(|p| self.term(p, Type::Bool))
                    .collect::<Result<Vec<Term>, SyntaxError>>()?;
                Ok(if *op == "&&" {
                    t.and(&parts)
                } else {
                    t.or(&parts)
                })
            }
            ExprKind::Conditional(c, a, b) => {
                let condition = self.term(c, Type::Bool)?;
                Ok(t.ite(condition, self.term(a, ty)?, self.term(b, ty)?))
            }
            ExprKind::Call(name, args) => match Function::named(name) {
                Some(function) => self.float_call(function, args, ty),
                None => self.call(e, name, args, ty),
            },
        }
    }

    /// Negative numbers stand for their bits where the type is unsigned, as in C.
    fn number(&self, e: &Expr, n: &BigInt, ty: Type) -> Result<Term, SyntaxError> {
        let too_large = || error(e, &format!("{n} is no {ty}"));
        match ty {
            Type::Bool => Err(error(e, "expected a truth value, found a number")),
            Type::Int => Ok(self.terms.int(n.clone())),
            Type::Vector { signed, width } => {
                let n = n.to_i128().ok_or_else(too_large)?;
                let (low, high) = (
                    -1i128 << (width - 1),
                    1i128 << if signed { width - 1 } else { width },
                );
                if low <= n && n < high {
                    Ok(self.terms.bv(width, n as u64))
                } else {
                    Err(too_large())
                }
            }
            Type::Float { width } => read(width, &n.to_string())
                .map(|v| self.terms.constant(v))
                .ok_or_else(too_large),
        }
    }

    fn cast(&self, e: &Expr, to: Type, inner: &Expr) -> Result<Term, SyntaxError> {
        let from = match self.kind(inner)? {
            Kind::Typed(ty) => ty,
            // Numbers are read where they have room, then cut.
            free => Self::settled(promote(free, Kind::Typed(to)).unwrap_or(Kind::Typed(to))),
        };
        let term = self.term(inner, from)?;
        match (from, to) {
            (Type::Int, Type::Vector { signed, width }) => Ok(self.wrap(term, signed, width)),
            (Type::Vector { width, .. }, Type::Vector { width: new, .. }) if new < width => {
                Ok(self.terms.extract(term, new - 1, 0))
            }
            (Type::Float { .. }, Type::Float { width }) => Ok(self.terms.fp_to_fp(term, width)),
            (Type::Float { .. }, Type::Vector { signed, width }) => {
                self.number_of_float(e, term, signed, width)
            }
            _ => self.widen(e, term, from, to),
        }
    }

    /// The integer in the type's range that differs by a multiple of its size.
    fn wrap(&self, term: Term, signed: bool, width: u32) -> Term {
        let t = self.terms;
        let size = BigInt::from(1) << width;
        let offset = if signed {
            t.int(BigInt::from(1) << (width - 1))
        } else {
            t.int(0)
        };
        t.int_sub(t.int_mod(t.int_add(term, offset), t.int(size)), offset)
    }

    fn binary(
        &self,
        e: &Expr,
        op: &str,
        a: &Expr,
        b: &Expr,
        ty: Type,
    ) -> Result<Term, SyntaxError> {
        match op {
            "==" | "!=" | "<" | "<=" | ">" | ">=" => self.comparison(e, op, a, b),
            "<<" | ">>" | ">>>" => self.shift(e, op, a, b, ty),
            _ => self.arithmetic(e, op, self.term(a, ty)?, self.term(b, ty)?, ty),
        }
    }

    /// The truth value that is called `snk == null`, if there is one.
    fn question(&self, a: &Expr, b: &Expr) -> Option<Term> {
        let text = |e: &Expr| match &e.kind {
            ExprKind::Name(name) => Some(name.clone()),
            ExprKind::Number(n, false) => Some(n.to_string()),
            _ => None,
        };
        self.scope
            .lookup(&format!("{} == {}", text(a)?, text(b)?))
            .map(|(term, _)| term)
    }

    fn comparison(&self, e: &Expr, op: &str, a: &Expr, b: &Expr) -> Result<Term, SyntaxError> {
        let t = self.terms;
        match (op, self.question(a, b)) {
            ("==", Some(question)) => return Ok(question),
            ("!=", Some(question)) => return Ok(t.not(question)),
            _ => {}
        }
        let ty = Self::settled(self.branches(e, a, b)?);
        let (a, b) = (self.term(a, ty)?, self.term(b, ty)?);
        let (lt, le) = match ty {
            Type::Int => (Op::IntLt, Op::IntLe),
            Type::Vector { signed: true, .. } => (Op::BvSlt, Op::BvSle),
            Type::Vector { signed: false, .. } => (Op::BvUlt, Op::BvUle),
            Type::Float { .. } => (Op::FpLt, Op::FpLe),
            Type::Bool if op == "==" || op == "!=" => (Op::Eq, Op::Eq),
            Type::Bool => return Err(error(e, &format!("`{op}` does not apply to truth values"))),
        };
        let equal = || {
            if matches!(ty, Type::Float { .. }) {
                t.fp_eq(a, b)
            } else {
                t.eq(a, b)
            }
        };
        Ok(match op {
            "==" => equal(),
            "!=" => t.not(equal()),
            "<" => t.apply(lt, &[a, b]),
            "<=" => t.apply(le, &[a, b]),
            ">" => t.apply(lt, &[b, a]),
            _ => t.apply(le, &[b, a]),
        })
    }

    fn arithmetic(
        &self,
        e: &Expr,
        op: &str,
        a: Term,
        b: Term,
        ty: Type,
    ) -> Result<Term, SyntaxError> {
        let t = self.terms;
        let op = match (op, ty) {
            ("-", Type::Int) => return Ok(t.int_sub(a, b)),
            ("-", Type::Vector { .. }) => return Ok(t.bv_sub(a, b)),
            ("%", Type::Float { .. }) => {
                return t
                    .fp_rem(a, b)
                    .ok_or_else(|| error(e, "`%` of floats is known for constants only"));
            }
            ("+", Type::Float { .. }) => Op::FpAdd,
            ("-", Type::Float { .. }) => Op::FpSub,
            ("*", Type::Float { .. }) => Op::FpMul,
            ("/", Type::Float { .. }) => Op::FpDiv,
            ("+", Type::Int) => Op::IntAdd,
            ("*", Type::Int) => Op::IntMul,
            ("/", Type::Int) => Op::IntTdiv,
            ("%", Type::Int) => Op::IntTrem,
            ("+", Type::Vector { .. }) => Op::BvAdd,
            ("*", Type::Vector { .. }) => Op::BvMul,
            ("&", Type::Vector { .. }) => Op::BvAnd,
            ("|", Type::Vector { .. }) => Op::BvOr,
            ("^", Type::Vector { .. }) => Op::BvXor,
            ("/", Type::Vector { signed: true, .. }) => Op::BvSdiv,
            ("/", Type::Vector { signed: false, .. }) => Op::BvUdiv,
            ("%", Type::Vector { signed: true, .. }) => Op::BvSrem,
            ("%", Type::Vector { signed: false, .. }) => Op::BvUrem,
            _ => {
                return Err(error(
                    e,
                    &format!("`{op}` does not apply to {}", article(ty)),
                ));
            }
        };
        Ok(t.apply(op, &[a, b]))
    }

    /// Shifts use the low bits of the amount, whose own type is of no matter.
    fn shift(&self, e: &Expr, op: &str, a: &Expr, b: &Expr, ty: Type) -> Result<Term, SyntaxError> {
        let t = self.terms;
        let Type::Vector { signed, width } = ty else {
            return Err(error(
                e,
                &format!("`{op}` does not apply to {}", article(ty)),
            ));
        };
        if !masks_shifts(width) {
            return Err(error(
                e,
                &format!(
                    "`{op}` does not apply to {}: use shl, lshr or ashr",
                    article(ty)
                ),
            ));
        }
        let amount = match self.kind(b)? {
            Kind::Typed(Type::Vector { width: own, .. }) if own > width => {
                t.extract(self.plain(b, self.kind_type(b)?)?, width - 1, 0)
            }
            _ => self.term(b, ty)?,
        };
        let amount = t.bv_and(amount, t.bv(width, u64::from(width) - 1));
        let op = match op {
            "<<" => Op::BvShl,
            ">>" if signed => Op::BvAshr,
            _ => Op::BvLshr,
        };
        Ok(t.apply(op, &[self.term(a, ty)?, amount]))
    }

    fn kind_type(&self, e: &Expr) -> Result<Type, SyntaxError> {
        self.kind(e).map(Self::settled)
    }

    fn call(&self, e: &Expr, name: &str, args: &[Expr], ty: Type) -> Result<Term, SyntaxError> {
        let op = match (name, ty) {
            ("mod", Type::Int) => Op::IntMod,
            ("shl", Type::Vector { .. }) => Op::BvShl,
            ("lshr", Type::Vector { .. }) => Op::BvLshr,
            ("ashr", Type::Vector { .. }) => Op::BvAshr,
            _ => {
                return Err(error(
                    e,
                    &format!("`{name}` does not apply to {}", article(ty)),
                ));
            }
        };
        let args = args
            .iter()
            .map(|a| self.term(a, ty))
            .collect::<Result<Vec<Term>, SyntaxError>>()?;
        Ok(self.terms.apply(op, &args))
    }
}
