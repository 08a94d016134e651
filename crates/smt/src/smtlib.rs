//! Terms in SMT-LIB 2, for other solvers and for people who want to look.

mod float;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value};

/// Longer texts get a name of their own, so that no line nests too deeply.
const LONGEST: usize = 400;

/// Writes terms in SMT-LIB. Remembers what was declared and defined: each variable is declared once, and parts that are
/// used twice or are long are defined once, under names `t.1`, `t.2`, …
pub struct Writer {
    terms: Terms,
    texts: FxHashMap<Term, String>,
    /// Names of assumptions.
    literals: FxHashMap<Term, String>,
    /// For each operation that yields a float: that its name is the float's pattern. SMT-LIB can read patterns but not
    /// write them, so the pattern is a constant, and whoever uses it must say this along with it.
    patterns: BTreeMap<Term, String>,
    names: FxHashSet<String>,
}

impl Writer {
    /// Nothing declared yet.
    pub fn new(terms: &Terms) -> Self {
        Self {
            terms: terms.clone(),
            texts: FxHashMap::default(),
            literals: FxHashMap::default(),
            patterns: BTreeMap::new(),
            names: FxHashSet::default(),
        }
    }

    /// Appends the declarations and definitions that are needed, one a line, and returns the term's own text. A formula
    /// is meant to be asserted or assumed as it is: with floats in it, its text also says what their patterns are, and
    /// a negation must be that of the term.
    pub fn term(&mut self, t: Term, out: &mut String) -> String {
        let text = self.plain(t, out);
        if self.patterns.is_empty() || self.terms.sort(t) != Sort::Bool {
            return text;
        }
        let inside = self.terms.below(&[t], |_| false);
        let patterns: Vec<&str> = inside
            .iter()
            .filter_map(|t| self.patterns.get(t))
            .map(|p| &p[..])
            .collect();
        if patterns.is_empty() {
            text
        } else {
            format!("(and {} {text})", patterns.join(" "))
        }
    }

    fn plain(&mut self, t: Term, out: &mut String) -> String {
        let order = self.terms.below(&[t], |t| self.texts.contains_key(&t));
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for arg in order.iter().flat_map(|t| self.terms.args(*t)) {
            *uses.entry(*arg).or_default() += 1;
        }
        for t in order {
            let shared = uses.get(&t).is_some_and(|n| *n > 1);
            let text = self.node(t, shared, out);
            self.texts.insert(t, text);
        }
        self.texts[&t].clone()
    }

    /// Like [`Writer::term`], where the text is a name or the negation of one, as assumptions must be.
    pub fn literal(&mut self, t: Term, out: &mut String) -> String {
        if let Some(known) = self.literals.get(&t) {
            return known.clone();
        }
        let text = self.term(t, out);
        if !text.starts_with('(') {
            return text;
        }
        let name = self.define(t, &text, out);
        self.literals.insert(t, name.clone());
        name
    }

    fn node(&mut self, t: Term, shared: bool, out: &mut String) -> String {
        match self.terms.op(t) {
            Op::Var(name) => {
                let name = self.declare(&Rc::clone(name));
                let _ = writeln!(out, "(declare-const {name} {})", self.terms.sort(t));
                return name;
            }
            Op::Value(v) => return value(v),
            _ => {}
        }
        let args: Vec<&str> = self
            .terms
            .args(t)
            .iter()
            .map(|a| &self.texts[a][..])
            .collect();
        let op = self.terms.op(t);
        if let Some(float) = float::yielded(op, &args, self.operand_width(t)) {
            return self.pattern(t, &float, out);
        }
        let text = application(op, &args, self.operand_width(t));
        if shared || text.len() > LONGEST {
            self.define(t, &text, out)
        } else {
            text
        }
    }

    fn operand_width(&self, t: Term) -> u32 {
        match self.terms.args(t).first().map(|a| self.terms.sort(*a)) {
            Some(Sort::BitVec(width)) => width,
            _ => 0,
        }
    }

    /// The name of the float's pattern: of the one NaN that there is, or of one that reads as the float.
    fn pattern(&mut self, t: Term, float: &str, out: &mut String) -> String {
        let name = self.unused(|n| format!("t.{}", n + 1));
        let _ = writeln!(out, "(declare-const {name} {})", self.terms.sort(t));
        self.patterns
            .insert(t, float::is_pattern(&name, float, self.terms.width(t)));
        name
    }

    fn define(&mut self, t: Term, text: &str, out: &mut String) -> String {
        let name = self.unused(|n| format!("t.{}", n + 1));
        let _ = writeln!(out, "(define-fun {name} () {} {text})", self.terms.sort(t));
        name
    }

    /// A variable's name, numbered if it is taken: variables of different sorts may share one.
    fn declare(&mut self, name: &str) -> String {
        self.unused(|n| {
            quoted(&if n == 0 {
                name.to_owned()
            } else {
                format!("{name}.{n}")
            })
        })
    }

    fn unused(&mut self, name: impl Fn(usize) -> String) -> String {
        let mut n = 0;
        loop {
            let candidate = name(n);
            if self.names.insert(candidate.clone()) {
                return candidate;
            }
            n += 1;
        }
    }
}

/// The name between bars, where it might not be one otherwise.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    let is_plain = name.chars().all(plain) && name.starts_with(|c: char| c.is_ascii_alphabetic());
    // SMT-LIB's own words are short or begin like this.
    let is_own = name.len() < 9 && RESERVED.contains(&name) || name.starts_with("bv");
    if is_plain && !is_own {
        return name.to_owned();
    }
    let inside: String = name
        .chars()
        .map(|c| if c == '|' || c == '\\' { '_' } else { c })
        .collect();
    format!("|{inside}.|")
}

const RESERVED: [&str; 18] = [
    "true", "false", "let", "forall", "exists", "par", "as", "and", "or", "not", "xor", "ite",
    "mod", "div", "abs", "distinct", "match", "select",
];

/// A whole problem: declarations, assertions, the question.
pub fn problem(terms: &Terms, assertions: &[Term]) -> String {
    let mut writer = Writer::new(terms);
    let mut out = String::from("(set-logic ALL)\n");
    for a in assertions {
        let text = writer.term(*a, &mut out);
        let _ = writeln!(out, "(assert {text})");
    }
    out + "(check-sat)\n"
}

fn value(v: &Value) -> String {
    match v {
        Value::Bool(b) => b.to_string(),
        Value::BitVec { width, bits } => format!("(_ bv{bits} {width})"),
        Value::Int(i) => integer(i),
    }
}

fn integer(i: &BigInt) -> String {
    if i.is_negative() {
        format!("(- {})", -i)
    } else {
        i.to_string()
    }
}

fn application(op: &Op, args: &[&str], width: u32) -> String {
    let call = |name: &str| format!("({name} {})", args.join(" "));
    match op {
        Op::And
        | Op::Or
        | Op::BvAdd
        | Op::BvMul
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::IntAdd
        | Op::IntMul
            if args.len() == 1 =>
        {
            args[0].to_owned()
        }
        Op::ZeroExtend(to) => call(&format!("(_ zero_extend {})", to - width)),
        Op::SignExtend(to) => call(&format!("(_ sign_extend {})", to - width)),
        Op::Extract { hi, lo } => call(&format!("(_ extract {hi} {lo})")),
        Op::IntTdiv => truncating("div", args, "0"),
        Op::IntTrem => truncating("mod", args, args[0]),
        Op::IntMod => unless_zero(args, args[0], &call("mod")),
        Op::FpToSigned(to) => float::to_signed(args[0], width, *to),
        Op::FpLt | Op::FpLe | Op::FpEq | Op::FpIsNan => float::call(name(op), args, width),
        op => call(name(op)),
    }
}

/// What SMT-LIB calls an operation that has a name there.
fn name(op: &Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::BvNeg => "bvneg",
        Op::BvNot => "bvnot",
        Op::BvAdd => "bvadd",
        Op::BvMul => "bvmul",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        Op::IntNeg => "-",
        Op::IntAdd => "+",
        Op::IntMul => "*",
        Op::IntLt => "<",
        Op::IntLe => "<=",
        Op::FpLt => "fp.lt",
        Op::FpLe => "fp.leq",
        Op::FpEq => "fp.eq",
        Op::FpIsNan => "fp.isNaN",
        Op::Var(_) | Op::Value(_) => unreachable!("leaves have no arguments"),
        Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { .. } => unreachable!("indexed"),
        Op::IntTdiv | Op::IntTrem | Op::IntMod | Op::FpToSigned(_) => unreachable!("no such name"),
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpSqrt | Op::FpNeg | Op::FpAbs => {
            unreachable!("{op:?} yields a float")
        }
        Op::FpFromSigned(_) | Op::FpToFp(_) => unreachable!("{op:?} yields a float"),
    }
}

/// SMT-LIB's division agrees with ours where the dividend is not negative and the divisor not zero.
fn truncating(function: &str, args: &[&str], by_zero: &str) -> String {
    let (x, y) = (args[0], args[1]);
    unless_zero(
        args,
        by_zero,
        &format!("(ite (<= 0 {x}) ({function} {x} {y}) (- ({function} (- {x}) {y})))"),
    )
}

fn unless_zero(args: &[&str], by_zero: &str, otherwise: &str) -> String {
    let divisor = args[1].trim_start_matches("(- ");
    if divisor != "0" && divisor.starts_with(|c: char| c.is_ascii_digit()) {
        return otherwise.to_owned();
    }
    format!("(ite (= {} 0) {by_zero} {otherwise})", args[1])
}

/// The value in an answer to `(get-value (x))`: `((x 5))`, `((|x y| (- 5)))`.
pub(crate) fn parse_answer(text: &str, sort: Sort) -> Option<Value> {
    let inside = text.trim().strip_suffix("))")?;
    let start = if inside.ends_with(')') {
        inside.rfind('(')?
    } else {
        inside.rfind(char::is_whitespace)?
    };
    parse_value(&inside[start..], sort)
}

/// A value as solvers write it: `true`, `#b01`, `#xff`, `(_ bv5 32)`, `5`, `(- 5)`.
fn parse_value(text: &str, sort: Sort) -> Option<Value> {
    let text = text.trim();
    match sort {
        Sort::Bool => text.parse().ok().map(Value::Bool),
        Sort::Int => match text.strip_prefix("(-").and_then(|t| t.strip_suffix(')')) {
            Some(digits) => digits.trim().parse().ok().map(|n: BigInt| Value::Int(-n)),
            None => text.parse().ok().map(Value::Int),
        },
        Sort::BitVec(width) => {
            let bits = if let Some(digits) = text.strip_prefix("#b") {
                u64::from_str_radix(digits, 2).ok()?
            } else if let Some(digits) = text.strip_prefix("#x") {
                u64::from_str_radix(digits, 16).ok()?
            } else {
                text.strip_prefix("(_ bv")?
                    .split(' ')
                    .next()?
                    .parse()
                    .ok()?
            };
            Some(Value::bv(width, bits))
        }
    }
}
