//! Printing vectors: which casts are needed so that the language's widening does what the term says.
//!
//! A vector is shown in one of three ways, whichever its surroundings allow with fewer casts:
//! *exactly*, with a type of its own width; *widened*, with a narrower type that widens to it; or, where only the
//! low bits matter, by something wider.

use num_bigint::BigInt;
use num_traits::Signed;

use super::elaborate::{Kind, masks_shifts, promote};
use super::print::{ATOM, Entry, PREFIX, Printer, Text, infix, signed_chain};
use super::scope::Type;
use crate::term::{Op, Term};
use crate::value::{mask, signed_min, to_signed};

/// How many nested choices are looked through for a shorter text.
pub(super) const CHOICES: u32 = 8;

/// The narrowest width at which operations are done.
const INT: u32 = 32;

fn vector_type(text: &Text) -> Option<(bool, u32)> {
    match text.kind {
        Kind::Typed(Type::Vector { signed, width }) => Some((signed, width)),
        Kind::Typed(Type::Bool | Type::Int | Type::Float { .. }) | Kind::Free { .. } => None,
    }
}

fn is_free(text: &Text) -> bool {
    matches!(text.kind, Kind::Free { .. })
}

/// The text as that type. A cast in front of it that only changed the sign is replaced.
fn cast(ty: Type, text: &Text) -> Text {
    if text.kind == Kind::Typed(ty) {
        return text.clone();
    }
    let same_width = matches!((text.kind, ty), (Kind::Typed(Type::Vector { width: a, .. }), Type::Vector { width: b, .. }) if a == b);
    let inner = &with_suffix(
        text.cast
            .as_deref()
            .filter(|_| same_width)
            .unwrap_or(text)
            .clone(),
        ty,
    );
    if inner.kind == Kind::Typed(ty) {
        return inner.clone();
    }
    let mut result =
        Text::typed(format!("({ty}) {}", inner.within(PREFIX)), PREFIX, ty).of(&[inner]);
    result.cast = Some(Box::new(inner.clone()));
    result
}

/// Whether bringing the text to the type keeps its value.
fn keeps_value(ty: Type, text: &Text) -> bool {
    let Type::Vector { signed, width } = ty else {
        return false;
    };
    match (vector_type(text), &text.range) {
        (Some((true, own)), _) => signed && own <= width,
        (Some((false, own)), _) => own < width || own == width && !signed,
        (None, Some((least, greatest))) => {
            let high = BigInt::from(1) << if signed { width - 1 } else { width };
            let low = if signed {
                -high.clone()
            } else {
                BigInt::from(0)
            };
            low <= *least && *greatest < high
        }
        (None, None) => false,
    }
}

/// A number that Java wants an `L` for gets one where everything is `long` anyway.
fn with_suffix(text: Text, ty: Type) -> Text {
    let is_long =
        |(n, m): &(BigInt, BigInt)| n == m && (*n < i32::MIN.into() || *n > i32::MAX.into());
    if ty == Type::signed(64) && is_free(&text) && text.range.as_ref().is_some_and(is_long) {
        return Text {
            text: format!("{}L", text.text),
            kind: Kind::Free { long: true },
            ..text
        };
    }
    text
}

/// Two operands with as few casts as make their common type one that is `wanted`; `to` is what to cast to.
fn pair(
    a: Text,
    b: Text,
    to: Type,
    wanted: impl Fn(Type, &Text, &Text) -> bool,
) -> (Text, Text, Type) {
    let casts = [(false, false), (true, false), (false, true), (true, true)];
    let with = |text: &Text, yes: bool| if yes { cast(to, text) } else { text.clone() };
    for (cast_a, cast_b) in casts {
        let (a, b) = (with(&a, cast_a), with(&b, cast_b));
        if let Some(Kind::Typed(ty)) = promote(a.kind, b.kind)
            && wanted(ty, &a, &b)
        {
            return (with_suffix(a, ty), with_suffix(b, ty), ty);
        }
    }
    unreachable!("two operands of the type {to} have that type")
}

impl Printer<'_> {
    /// The entry of a vector that is neither variable nor constant.
    pub(super) fn vector(&self, t: Term) -> Entry {
        let args = self.terms.args(t);
        let width = self.terms.width(t);
        let wide = width.max(INT);
        let low = |i: usize| self.low(args[i]);
        match self.terms.op(t) {
            Op::Ite => self.choice_of_vectors(t, args),
            Op::BvAdd => self.finish(t, self.sum(args, wide)),
            Op::BvMul => self.fold(t, "*", args),
            Op::BvAnd => self.fold(t, "&", args),
            Op::BvOr => self.fold(t, "|", args),
            Op::BvXor => self.fold(t, "^", args),
            Op::BvNeg => self.finish(t, self.prefix("-", low(0), wide)),
            Op::BvNot => self.finish(t, self.prefix("~", low(0), wide)),
            Op::BvSdiv => self.divide(t, "/", args, true),
            Op::BvSrem => self.divide(t, "%", args, true),
            Op::BvUdiv => self.divide(t, "/", args, false),
            Op::BvUrem => self.divide(t, "%", args, false),
            Op::BvShl => self.shift(t, "<<", "shl", args),
            Op::BvLshr => self.shift(t, ">>>", "lshr", args),
            Op::BvAshr => self.shift(t, ">>", "ashr", args),
            Op::SignExtend(_) => cast(Type::signed(width), &self.signed(args[0], true)).into(),
            Op::ZeroExtend(_) => cast(Type::signed(width), &self.unsigned(args[0])).into(),
            Op::FpToSigned(_) => self.float_to_signed(args[0], width).into(),
            Op::Extract { lo, .. } => self.slice(args[0], width, *lo).into(),
            op => unreachable!("{op:?} is not a vector"),
        }
    }

    /// With a type of the term's own width.
    pub(super) fn exact(&self, t: Term) -> Text {
        let text = self.text(t);
        if is_free(text) {
            cast(Type::signed(self.terms.width(t)), text)
        } else {
            text.clone()
        }
    }

    /// Exactly, with that sign.
    pub(super) fn signed(&self, t: Term, signed: bool) -> Text {
        cast(
            Type::Vector {
                signed,
                width: self.terms.width(t),
            },
            &self.exact(t),
        )
    }

    /// For an operation at the term's width, which is at least 32: something that widens to it, or a number.
    fn operand(&self, t: Term) -> Text {
        match self.terms.op(t) {
            Op::SignExtend(_) => self.signed(self.terms.args(t)[0], true),
            Op::ZeroExtend(_) => self.unsigned(self.terms.args(t)[0]),
            _ => self.text(t).clone(),
        }
    }

    /// For an operation on low bits, at 32 bits or at the term's own width.
    fn low(&self, t: Term) -> Text {
        match &self.done[&t].wide {
            Some(wide) => wide.clone(),
            None => self.operand(t),
        }
    }

    /// For an operation that depends on the sign: below 32 bits anything with the right value.
    fn divided(&self, t: Term, signed: bool) -> Text {
        if self.terms.width(t) < INT || self.terms.value(t).is_some() {
            self.value(t, signed)
        } else {
            self.operand(t)
        }
    }

    /// Cuts to the term's width, if that is less than 32.
    fn finish(&self, t: Term, wide: Text) -> Entry {
        let width = self.terms.width(t);
        if width >= INT {
            return wide.into();
        }
        Entry {
            text: cast(wide.narrowed(width), &wide),
            wide: Some(wide),
            float: None,
        }
    }

    fn arithmetic(&self, operator: &str, a: Text, b: Text, width: u32, sign: Option<bool>) -> Text {
        let to = Type::Vector {
            signed: sign.unwrap_or(true),
            width,
        };
        let fits = |ty: Type, _: &Text, _: &Text| match ty {
            Type::Vector { signed, width: w } => w == width && sign.is_none_or(|s| s == signed),
            Type::Bool | Type::Int | Type::Float { .. } => false,
        };
        let (a, b, ty) = pair(a, b, to, fits);
        let (text, tightness) = infix(operator, &a, &b);
        Text::typed(text, tightness, ty).of(&[&a, &b])
    }

    fn fold(&self, t: Term, operator: &str, args: &[Term]) -> Entry {
        let width = self.terms.width(t).max(INT);
        let text = |a: Term| self.low(a).text;
        let args = if operator == "*" {
            self.sorted(args, text)
        } else {
            self.constants_last(args, text)
        };
        let mut texts = args.iter().map(|a| self.low(*a));
        let first = texts.next().expect("operations have arguments");
        let all = texts.fold(first, |a, b| self.arithmetic(operator, a, b, width, None));
        // A single argument is not an operation, and may be too narrow to be its own result.
        let all = if args.len() == 1 {
            self.widened(all, width)
        } else {
            all
        };
        self.finish(t, all)
    }

    fn prefix(&self, operator: &str, a: Text, width: u32) -> Text {
        let a = self.widened(a, width);
        let ty = match promote(a.kind, a.kind) {
            Some(Kind::Typed(ty)) => ty,
            _ => Type::signed(width),
        };
        Text::typed(format!("{operator}{}", a.within(PREFIX + 1)), PREFIX, ty).of(&[&a])
    }

    /// Cast if it would not be brought to the width by itself.
    fn widened(&self, a: Text, width: u32) -> Text {
        match promote(a.kind, a.kind) {
            Some(Kind::Typed(Type::Vector { width: w, .. })) if w == width => a,
            _ => cast(Type::signed(width), &a),
        }
    }

    fn sum(&self, args: &[Term], width: u32) -> Text {
        let args = self.constants_last(args, |a| self.summand(a, width).1.text);
        let summands: Vec<(bool, Text)> = args.iter().map(|a| self.summand(*a, width)).collect();
        let (minus, mut all): (Vec<_>, Vec<_>) =
            summands.into_iter().partition(|(negative, _)| *negative);
        all.extend(minus);
        let width_of = |kind: Option<Kind>| match kind {
            Some(Kind::Typed(Type::Vector { width, .. })) => width,
            _ => 0,
        };
        let alone = all[0].0 || all.len() == 1;
        let second = if alone { all[0].1.kind } else { all[1].1.kind };
        if width_of(promote(all[0].1.kind, second)) != width {
            all[0].1 = cast(Type::signed(width), &all[0].1);
        }
        let kind = all[1..]
            .iter()
            .fold(promote(all[0].1.kind, all[0].1.kind), |kind, (_, text)| {
                promote(kind?, text.kind)
            });
        let ty = match kind {
            Some(Kind::Typed(ty)) => ty,
            _ => Type::signed(width),
        };
        let (text, tightness) = signed_chain(
            all.iter()
                .map(|(minus, text)| (*minus, with_suffix(text.clone(), ty))),
        );
        Text::typed(text, tightness, ty)
            .of(&all.iter().map(|(_, text)| text).collect::<Vec<&Text>>())
    }

    /// A summand without its sign.
    fn summand(&self, t: Term, width: u32) -> (bool, Text) {
        let own = self.terms.width(t);
        let args = self.terms.args(t);
        // The least number has no opposite, except where there is more room.
        let has_opposite = |c: u64| own < INT || c != signed_min(own);
        let negative = |t: Term| {
            self.terms
                .bits(t)
                .filter(|c| to_signed(own, *c) < 0 && has_opposite(*c))
        };
        let opposite = |c: u64| Text::number(&(c.wrapping_neg() & mask(own)).into());
        if let Some(c) = negative(t) {
            return (true, opposite(c));
        }
        match self.terms.op(t) {
            Op::BvNeg => (true, self.low(args[0])),
            Op::BvMul if args.len() == 2 => match negative(args[0]) {
                Some(c) => (
                    true,
                    self.arithmetic("*", opposite(c), self.low(args[1]), width, None),
                ),
                None => (false, self.low(t)),
            },
            _ => (false, self.low(t)),
        }
    }

    fn divide(&self, t: Term, operator: &str, args: &[Term], signed: bool) -> Entry {
        let width = self.terms.width(t);
        let (a, mut b) = (self.divided(args[0], signed), self.divided(args[1], signed));
        // A remainder does not depend on the divisor's sign, and with more room the least number has an opposite.
        if let Some((n, _)) = b
            .range
            .clone()
            .filter(|(n, m)| operator == "%" && width < INT && n == m)
        {
            b = Text::number(&n.abs());
        }
        // Below 32 bits the operation is that of `int`, on numbers of the right sign.
        let sign = if width < INT { true } else { signed };
        self.finish(
            t,
            self.arithmetic(operator, a, b, width.max(INT), Some(sign)),
        )
    }

    fn shift(&self, t: Term, operator: &str, function: &str, args: &[Term]) -> Entry {
        let width = self.terms.width(t);
        let Some(amount) = self.masked_amount(args[1], width) else {
            return self.call(function, args).into();
        };
        let a = match operator {
            "<<" => self.low(args[0]),
            ">>" => self.divided(args[0], true),
            _ => self.divided(args[0], false),
        };
        let a = self.widened(a, width.max(INT));
        let ty = match promote(a.kind, a.kind) {
            Some(Kind::Typed(ty)) => ty,
            _ => Type::signed(width.max(INT)),
        };
        let signed = Type::signed(width.max(INT));
        let (a, ty) = if operator == ">>" && ty != signed {
            (cast(signed, &a), signed)
        } else {
            (a, ty)
        };
        // Below 32 bits it is the value that is shifted, and the sign of that decides.
        let operator = if width < INT && operator == ">>>" {
            ">>"
        } else {
            operator
        };
        let (text, tightness) = infix(operator, &a, &amount);
        self.finish(t, Text::typed(text, tightness, ty).of(&[&a, &amount]))
    }

    /// The amount of a shift that the language's operators can do: a small constant, or the low bits of something.
    fn masked_amount(&self, amount: Term, width: u32) -> Option<Text> {
        if let Some(c) = self.terms.bits(amount) {
            return (c < width.into() && masks_shifts(width.max(INT)))
                .then(|| Text::number(&c.into()));
        }
        match self.terms.under(amount, &Op::BvAnd)? {
            [y, c]
                if width >= INT
                    && masks_shifts(width)
                    && self.terms.bits(*c) == Some(u64::from(width) - 1) =>
            {
                Some(self.operand(*y))
            }
            _ => None,
        }
    }

    fn call(&self, function: &str, args: &[Term]) -> Text {
        let a = self.exact(args[0]);
        let text = format!("{function}({}, {})", a.text, self.text(args[1]).text);
        Text {
            cast: None,
            text,
            tightness: ATOM,
            ..a
        }
    }

    fn slice(&self, a: Term, width: u32, lo: u32) -> Text {
        let own = self.terms.width(a);
        if lo == 0 {
            let text = self.done[&a].wide.clone().unwrap_or_else(|| self.exact(a));
            return cast(text.narrowed(width), &text);
        }
        let amount = Text::number(&lo.into());
        let text = if !masks_shifts(own.max(INT)) {
            let text = format!("lshr({}, {lo})", self.exact(a).text);
            Text::typed(text, ATOM, Type::signed(own)).of(&[&self.exact(a)])
        } else {
            // What comes in from the left is cut off again, so either shift will do.
            let a = self.widened(self.low(a), own.max(INT));
            let (text, tightness) = infix(">>", &a, &amount);
            Text::typed(text, tightness, Type::signed(own.max(INT))).of(&[&a])
        };
        cast(text.narrowed(width), &text)
    }

    fn choice_of_vectors(&self, t: Term, args: &[Term]) -> Entry {
        let (a, b) = (self.low(args[1]), self.low(args[2]));
        let width = self.terms.width(t);
        if let (Some(x), Some(y)) = (&a.range, &b.range) {
            let range = Some((x.0.clone().min(y.0.clone()), x.1.clone().max(y.1.clone())));
            let (text, tightness) = self.conditional(args[0], &a, &b);
            return Text {
                range,
                ..Text::new(text, tightness, Kind::Free { long: false })
            }
            .into();
        }
        let to = Type::signed(width.max(INT));
        let (a, b, ty) = pair(
            a,
            b,
            to,
            |ty, _, _| matches!(ty, Type::Vector { width: w, .. } if w == width.max(INT)),
        );
        let (text, tightness) = self.conditional(args[0], &a, &b);
        self.finish(t, Text::typed(text, tightness, ty).of(&[&a, &b]))
    }

    /// Something whose value is that of the term, read with that sign.
    fn value(&self, t: Term, signed: bool) -> Text {
        self.value_within(t, signed, CHOICES)
    }

    fn value_within(&self, t: Term, signed: bool, choices: u32) -> Text {
        let args = self.terms.args(t);
        let width = self.terms.width(t);
        match self.terms.op(t) {
            Op::Value(_) => {
                let bits = self.terms.bits(t).unwrap_or(0);
                Text::number(&if signed {
                    to_signed(width, bits).into()
                } else {
                    bits.into()
                })
            }
            Op::SignExtend(_) if signed => self.value_within(args[0], true, choices),
            Op::ZeroExtend(_) if self.terms.width(args[0]) < width => {
                self.value_within(args[0], false, choices)
            }
            Op::Ite if choices > 0 && !self.scope.is_length(t) => {
                let plain = || {
                    if signed {
                        self.signed(t, true)
                    } else {
                        self.unsigned(t)
                    }
                };
                self.value_of_choice(args, signed, choices - 1)
                    .unwrap_or_else(plain)
            }
            _ if signed => self.signed(t, true),
            _ => self.unsigned(t),
        }
    }

    /// Something with the value of the term as a number that is not negative. Java has no unsigned types but `char`: bits
    /// are masked, at a width that has room.
    fn unsigned(&self, t: Term) -> Text {
        let (text, width) = (self.exact(t), self.terms.width(t));
        let is_unsigned = vector_type(&text).is_some_and(|(signed, _)| !signed);
        let wide = match width {
            8 => Type::signed(INT),
            INT => Type::signed(2 * INT),
            _ => return self.signed(t, false),
        };
        if is_unsigned {
            return text;
        }
        let bits = with_suffix(Text::number(&mask(width).into()), wide);
        let (text, tightness) = infix("&", &text, &bits);
        Text::typed(text, tightness, wide)
    }

    fn value_of_choice(&self, args: &[Term], signed: bool, choices: u32) -> Option<Text> {
        let leaf = |t: Term| self.value_within(t, signed, choices);
        let (a, b) = (leaf(args[1]), leaf(args[2]));
        let kind = promote(a.kind, b.kind)?;
        let (text, tightness) = self.conditional(args[0], &a, &b);
        match kind {
            Kind::Typed(ty) if keeps_value(ty, &a) && keeps_value(ty, &b) => {
                Some(Text::typed(text, tightness, ty).of(&[&a, &b]))
            }
            Kind::Typed(_) => None,
            Kind::Free { .. } => {
                let (x, y) = (a.range?, b.range?);
                let range = Some((x.0.min(y.0), x.1.max(y.1)));
                Some(Text {
                    range,
                    ..Text::new(text, tightness, kind)
                })
            }
        }
    }

    /// Both sides of a comparison of values read with that sign.
    pub(super) fn compared(&self, args: &[Term], signed: bool) -> (Text, Text) {
        let to = Type::Vector {
            signed,
            width: self.terms.width(args[0]),
        };
        let (a, b) = (self.value(args[0], signed), self.value(args[1], signed));
        let (a, b, _) = pair(a, b, to, |ty, a, b| {
            keeps_value(ty, a) && keeps_value(ty, b)
        });
        (a, b)
    }

    pub(super) fn vector_below(&self, operator: &str, args: &[Term], signed: bool) -> (String, u8) {
        let (a, b) = self.compared(args, signed);
        self.compare(operator, args, &a, &b)
    }

    /// Equal bits are equal numbers under either reading: that of the sides, where these are unsigned.
    pub(super) fn vector_equality(&self, operator: &str, args: &[Term]) -> (String, u8) {
        let mut types = args
            .iter()
            .filter_map(|a| vector_type(self.text(*a)))
            .peekable();
        let unsigned = types.peek().is_some() && types.all(|(signed, _)| !signed);
        let (a, b) = self.compared(args, !unsigned);
        infix(operator, &a, &b)
    }
}
