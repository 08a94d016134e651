//! Floats in the language: how they are written, and the functions and casts they have.

use super::elaborate::{Kind, Reader, article, error};
use super::parser::Expr;
use super::print::{ATOM, Entry, PREFIX, Printer, Text, infix};
use super::scope::{SyntaxError, Type};
use super::vector::CHOICES;
use crate::float;
use crate::term::{Op, Term};
use crate::value::{Value, signed_min, to_signed};

/// The value as it is written where that type is expected: `true`, `-5`, `1.5f`, `Double.NaN`.
pub fn literal(value: &Value, ty: Type) -> String {
    match (ty, value) {
        (Type::Float { .. }, Value::BitVec { .. }) => constant(value),
        (Type::Vector { signed: false, .. }, Value::BitVec { bits, .. }) => bits.to_string(),
        _ => value.to_string(),
    }
}

/// A float as Java writes it, in as few digits as tell it from others.
pub(super) fn constant(value: &Value) -> String {
    let Value::BitVec { width, bits } = *value else {
        return value.to_string();
    };
    let class = if width == 32 { "Float" } else { "Double" };
    let suffix = if width == 32 { "f" } else { "" };
    if let Some((name, _)) = names(width).into_iter().find(|(_, named)| *named == bits) {
        return format!("{class}.{name}");
    }
    if float::is_nan(width, bits) {
        return from_bits(width, &to_signed(width, bits).to_string());
    }
    let digits = match (value.as_f32(), value.as_f64()) {
        (Some(single), _) => format!("{single:?}"),
        (_, Some(double)) => format!("{double:?}"),
        _ => value.to_string(),
    };
    match digits.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => format!("{digits}E{exponent}{suffix}"),
        Some((digits, exponent)) => format!("{digits}.0E{exponent}{suffix}"),
        None => format!("{digits}{suffix}"),
    }
}

fn names(width: u32) -> [(&'static str, u64); 3] {
    [
        ("NaN", float::nan(width)),
        ("POSITIVE_INFINITY", float::infinity(width)),
        ("NEGATIVE_INFINITY", float::minus_infinity(width)),
    ]
}

/// The float with that name, if the name is one of Java's constants.
pub(super) fn named(name: &str) -> Option<Value> {
    let (class, name) = name.split_once('.')?;
    let width = match class {
        "Float" => 32,
        "Double" => 64,
        _ => return None,
    };
    names(width)
        .into_iter()
        .find(|(known, _)| *known == name)
        .map(|(_, bits)| Value::bv(width, bits))
}

/// How many characters at the beginning are a float: digits, and at least one of a fraction, an exponent, a suffix.
pub(super) fn length(chars: &[char]) -> Option<usize> {
    let digits = |from: usize| {
        chars[from..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count()
    };
    let is = |at: usize, wanted: &str| chars.get(at).is_some_and(|c| wanted.contains(*c));
    let whole = digits(0);
    let mut end = whole;
    if is(end, ".") && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if is(end, "eE") {
        let start = end + 1 + usize::from(is(end + 1, "+-"));
        if start <= chars.len() && digits(start) > 0 {
            end = start + digits(start);
        }
    }
    if is(end, "fFdD") {
        end += 1;
    }
    let ends = !chars.get(end).is_some_and(|c| c.is_alphanumeric());
    (whole > 0 && end > whole && ends).then_some(end)
}

/// The float that a text of that form is; `None` if there is none so large.
pub(super) fn read(text: &str) -> Option<Value> {
    let width = if text.ends_with(['f', 'F']) { 32 } else { 64 };
    read_as(width, text.trim_end_matches(['f', 'F', 'd', 'D']))
}

/// The float of the width nearest to a decimal number.
pub(super) fn read_as(width: u32, digits: &str) -> Option<Value> {
    match width {
        32 => digits
            .parse()
            .ok()
            .filter(|x: &f32| x.is_finite())
            .map(Value::f32),
        _ => digits
            .parse()
            .ok()
            .filter(|x: &f64| x.is_finite())
            .map(Value::f64),
    }
}

/// The float with the other sign.
pub(super) fn opposite(value: &Value) -> Value {
    match *value {
        Value::BitVec { width, bits } if !float::is_nan(width, bits) => {
            Value::bv(width, bits ^ signed_min(width))
        }
        _ => value.clone(),
    }
}

/// The type of a float.
pub(super) fn float_type(value: &Value) -> Type {
    Type::float(if value.as_f32().is_some() { 32 } else { 64 })
}

/// A function of the language that takes or gives floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    IsNan,
    Sqrt,
    Abs,
    /// Whether two floats have the same pattern.
    Same,
    /// The pattern of a float of the width.
    Bits(u32),
    /// The float of the width with the pattern.
    FromBits(u32),
}

/// The names that are read. For some functions Java has one a width; those without a class know both.
const FUNCTIONS: [(&str, Function); 14] = [
    ("isNaN", Function::IsNan),
    ("Float.isNaN", Function::IsNan),
    ("Double.isNaN", Function::IsNan),
    ("sqrt", Function::Sqrt),
    ("Math.sqrt", Function::Sqrt),
    ("abs", Function::Abs),
    ("Math.abs", Function::Abs),
    ("same", Function::Same),
    // NaN is one number here, so that it does not matter which of the two is asked.
    ("Float.floatToIntBits", Function::Bits(32)),
    ("Double.doubleToLongBits", Function::Bits(64)),
    ("Float.floatToRawIntBits", Function::Bits(32)),
    ("Double.doubleToRawLongBits", Function::Bits(64)),
    ("Float.intBitsToFloat", Function::FromBits(32)),
    ("Double.longBitsToDouble", Function::FromBits(64)),
];

impl Function {
    pub(super) fn named(name: &str) -> Option<Self> {
        FUNCTIONS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, function)| *function)
    }

    /// What is written for floats of this width, as Java calls it where Java has it.
    fn name(self, width: u32) -> &'static str {
        match (self, width) {
            (Self::IsNan, 32) => "Float.isNaN",
            (Self::IsNan, _) => "Double.isNaN",
            (Self::Sqrt, 64) => "Math.sqrt",
            (Self::Sqrt, _) => "sqrt",
            (Self::Abs, _) => "Math.abs",
            (Self::Same, _) => "same",
            (Self::Bits(32), _) => "Float.floatToRawIntBits",
            (Self::Bits(_), _) => "Double.doubleToRawLongBits",
            (Self::FromBits(32), _) => "Float.intBitsToFloat",
            (Self::FromBits(_), _) => "Double.longBitsToDouble",
        }
    }

    fn arity(self) -> usize {
        if self == Self::Same { 2 } else { 1 }
    }
}

fn from_bits(width: u32, text: &str) -> String {
    format!("{}({text})", Function::FromBits(width).name(width))
}

impl Reader<'_> {
    pub(super) fn float_call_kind(
        &self,
        e: &Expr,
        (name, function): (&str, Function),
        args: &[Expr],
    ) -> Result<Kind, SyntaxError> {
        if args.len() != function.arity() {
            return Err(error(
                e,
                &format!("`{name}` takes {} arguments", function.arity()),
            ));
        }
        let kind = self.promoted(e, &args[0], args.last().unwrap_or(&args[0]))?;
        let refused = || error(e, &format!("`{name}` does not apply to {kind}"));
        match (function, kind) {
            (Function::IsNan | Function::Same, Kind::Typed(Type::Float { .. })) => {
                Ok(Kind::Typed(Type::Bool))
            }
            (Function::Sqrt | Function::Abs, Kind::Typed(Type::Float { .. })) => Ok(kind),
            (Function::Bits(width), Kind::Typed(Type::Float { width: own })) if own == width => {
                Ok(Kind::Typed(Type::signed(width)))
            }
            (Function::FromBits(width), Kind::Typed(Type::Vector { width: own, .. }))
                if own <= width =>
            {
                Ok(Kind::Typed(Type::float(width)))
            }
            (Function::FromBits(width), Kind::Free { .. }) => Ok(Kind::Typed(Type::float(width))),
            _ => Err(refused()),
        }
    }

    /// The term of a call that has a kind.
    pub(super) fn float_call(
        &self,
        function: Function,
        args: &[Expr],
        ty: Type,
    ) -> Result<Term, SyntaxError> {
        let t = self.terms;
        let first = &args[0];
        match function {
            Function::IsNan => Ok(t.fp_is_nan(self.own(first)?)),
            Function::Sqrt => Ok(t.fp_sqrt(self.term(first, ty)?)),
            Function::Abs => Ok(t.fp_abs(self.term(first, ty)?)),
            Function::Bits(_) => self.own(first),
            Function::FromBits(width) => self.term(first, Type::signed(width)),
            Function::Same => match self.promoted(first, first, &args[1])? {
                Kind::Typed(ty) => Ok(t.eq(self.term(first, ty)?, self.term(&args[1], ty)?)),
                Kind::Free { .. } => Err(error(first, "expected a float, found a number")),
            },
        }
    }

    /// The term with its own type.
    fn own(&self, e: &Expr) -> Result<Term, SyntaxError> {
        match self.kind(e)? {
            Kind::Typed(ty) => self.term(e, ty),
            Kind::Free { .. } => Err(error(e, "expected a float, found a number")),
        }
    }

    /// Numbers are brought to `int` or `long` first, which keeps their value.
    pub(super) fn float_of_number(
        &self,
        e: &Expr,
        term: Term,
        signed: bool,
        width: u32,
        float: u32,
    ) -> Result<Term, SyntaxError> {
        let t = self.terms;
        let room = if signed { width } else { width + 1 };
        let wide = match room {
            0..=32 => 32,
            33..=64 => 64,
            _ => {
                return Err(error(
                    e,
                    &format!("`u64` cannot be cast to {}", article(Type::float(float))),
                ));
            }
        };
        let number = if signed {
            t.sign_extend(term, wide)
        } else {
            t.zero_extend(term, wide)
        };
        Ok(t.fp_from_signed(number, float))
    }

    /// Floats are brought to `int` or `long` and then cut, as in Java.
    pub(super) fn number_of_float(
        &self,
        e: &Expr,
        term: Term,
        signed: bool,
        width: u32,
    ) -> Result<Term, SyntaxError> {
        let t = self.terms;
        match (signed, width) {
            (true, 32 | 64) => Ok(t.fp_to_signed(term, width)),
            (_, 0..32) => Ok(t.extract(t.fp_to_signed(term, 32), width - 1, 0)),
            _ => Err(error(
                e,
                &format!(
                    "a float cannot be cast to {}",
                    article(Type::Vector { signed, width })
                ),
            )),
        }
    }
}

/// What a float looks like among floats, and its pattern among numbers.
fn entry(text: Text, width: u32) -> Entry {
    let bits = format!("{}({})", Function::Bits(width).name(width), text.text);
    Entry {
        text: Text::typed(bits, ATOM, Type::signed(width)).of(&[&text]),
        wide: None,
        float: Some(text),
    }
}

impl Printer<'_> {
    /// The entry of a variable that is a float.
    pub(super) fn float_variable(&self, name: Text, width: u32) -> Entry {
        entry(name, width)
    }

    /// The entry of an operation that yields a float, or of a choice with a float in it.
    pub(super) fn float_entry(&self, t: Term) -> Option<Entry> {
        let args = self.terms.args(t);
        let width = match self.terms.op(t) {
            Op::Ite => args[1..]
                .iter()
                .find_map(|a| self.done[a].float.as_ref().map(|_| self.terms.width(*a)))?,
            op if op.is_float() && !matches!(op, Op::FpToSigned(_)) => self.terms.width(t),
            _ => return None,
        };
        let ty = Type::float(width);
        let typed = |(text, tightness): (String, u8)| Text::typed(text, tightness, ty);
        let float = |i: usize| self.float(args[i]);
        let text = match self.terms.op(t) {
            Op::FpAdd => typed(self.commuted("+", args)),
            Op::FpMul => typed(self.commuted("*", args)),
            Op::FpSub => typed(infix("-", &float(0), &float(1))),
            Op::FpDiv => typed(infix("/", &float(0), &float(1))),
            Op::FpNeg => typed((format!("-{}", float(0).within(PREFIX + 1)), PREFIX)),
            Op::FpSqrt => typed((call(Function::Sqrt, width, &float(0)), ATOM)),
            Op::FpAbs => typed((call(Function::Abs, width, &float(0)), ATOM)),
            Op::FpToFp(_) => cast(ty, &float(0)),
            Op::FpFromSigned(_) => cast(ty, &self.signed(args[0], true)),
            Op::Ite => typed(self.conditional(args[0], &float(1), &float(2))),
            op => unreachable!("{op:?} yields no float"),
        };
        Some(entry(text, width))
    }

    fn commuted(&self, operator: &str, args: &[Term]) -> (String, u8) {
        let args = self.constants_last(args, |a| self.float(a).text);
        infix(operator, &self.float(args[0]), &self.float(args[1]))
    }

    /// `(int) x`
    pub(super) fn float_to_signed(&self, a: Term, width: u32) -> Text {
        cast(Type::signed(width), &self.float(a))
    }

    pub(super) fn is_nan(&self, a: Term) -> (String, u8) {
        (
            call(Function::IsNan, self.terms.width(a), &self.float(a)),
            ATOM,
        )
    }

    /// `a == b` of floats.
    pub(super) fn float_equality(&self, operator: &str, args: &[Term]) -> (String, u8) {
        self.commuted(operator, args)
    }

    /// Equality of patterns, if one of them is that of a float.
    pub(super) fn same_patterns(&self, operator: &str, args: &[Term]) -> Option<(String, u8)> {
        args.iter().find_map(|a| self.done[a].float.as_ref())?;
        let function = if self.terms.width(args[0]) == 32 {
            "Float.floatToIntBits"
        } else {
            "Double.doubleToLongBits"
        };
        let args = self.constants_last(args, |a| self.float(a).text);
        let bits = |a: Term| {
            Text::typed(
                format!("{function}({})", self.float(a).text),
                ATOM,
                Type::signed(64),
            )
        };
        Some(infix(operator, &bits(args[0]), &bits(args[1])))
    }

    /// The term as a float.
    pub(super) fn float(&self, t: Term) -> Text {
        let ty = Type::float(self.terms.width(t));
        if let Some(text) = &self.done[&t].float {
            return text.clone();
        }
        self.choice_of_constants(t, CHOICES).unwrap_or_else(|| {
            let text = self.exact(t);
            Text::typed(from_bits(self.terms.width(t), &text.text), ATOM, ty).of(&[&text])
        })
    }

    /// A constant, or a choice between constants, as a float.
    fn choice_of_constants(&self, t: Term, choices: u32) -> Option<Text> {
        let ty = Type::float(self.terms.width(t));
        if let Some(value) = self.terms.value(t) {
            let text = constant(value);
            let tightness = if text.starts_with('-') { PREFIX } else { ATOM };
            return Some(Text::typed(text, tightness, ty));
        }
        let [condition, a, b] = *self.terms.under(t, &Op::Ite)? else {
            return None;
        };
        let leaf = |t: Term| self.choice_of_constants(t, choices.checked_sub(1)?);
        let (text, tightness) = self.conditional(condition, &leaf(a)?, &leaf(b)?);
        Some(Text::typed(text, tightness, ty))
    }
}

fn call(function: Function, width: u32, argument: &Text) -> String {
    format!("{}({})", function.name(width), argument.text)
}

fn cast(ty: Type, text: &Text) -> Text {
    Text::typed(format!("({ty}) {}", text.within(PREFIX)), PREFIX, ty).of(&[text])
}
