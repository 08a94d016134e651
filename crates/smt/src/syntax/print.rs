//! From terms to text.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::FxHashMap;

use super::elaborate::{Kind, parse_value};
use super::float::named;
use super::lexer::{is_word, question};
use super::parser::precedence;
use super::scope::{Scope, Type};
use super::total::Needs;
use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value};

/// The term in the source's style, with the names and types of the scope. A shared part is written out at each use.
///
/// Reading the text may simplify more than making the term did. What is printed is what stays the same when it is
/// read and printed again, unless it is very long.
pub fn print(terms: &Terms, t: Term, scope: &Scope) -> String {
    print_value(terms, t, scope, Type::of(terms.sort(t)))
}

/// Like [`print()`], for a term that is to be read with [`parse_value`] as that type. Only for floats does it matter which.
pub fn print_value(terms: &Terms, t: Term, scope: &Scope, ty: Type) -> String {
    let scope = scope.with(terms, terms.free_vars(t)).with_lengths(terms);
    let mut text = render(terms, t, &scope, ty);
    for _ in 0..ROUNDS {
        if text.len() > LONGEST {
            break;
        }
        let again =
            parse_value(terms, &text, &scope, ty).map(|read| render(terms, read, &scope, ty));
        match again {
            Ok(again) if again != text => text = again,
            Ok(_) | Err(_) => break,
        }
    }
    text
}

/// How often a text may get simpler by being read again.
const ROUNDS: usize = 4;
/// Nobody reads a longer text, so it need not get simpler.
const LONGEST: usize = 10_000;

fn render(terms: &Terms, t: Term, scope: &Scope, ty: Type) -> String {
    let needs = Needs::new(terms, &scope.asked);
    let t = needs.total(t);
    let mut printer = Printer {
        terms,
        scope,
        needs,
        vars: FxHashMap::default(),
        done: FxHashMap::default(),
    };
    for t in terms.below(&[t], |_| false) {
        let own = matches!(terms.op(t), Op::Var(_)).then_some(t);
        let vars = terms
            .args(t)
            .iter()
            .flat_map(|a| printer.vars[a].iter().copied())
            .chain(own)
            .collect();
        printer.vars.insert(t, vars);
        let entry = printer.entry(t);
        printer.done.insert(t, entry);
    }
    match ty {
        Type::Float { .. } => printer.float(t).text,
        Type::Bool | Type::Int | Type::Vector { .. } => printer.text(t).text.clone(),
    }
}

/// How tightly `? :`, prefix operators and names hold together; the others have their [`precedence`].
pub(super) const CONDITIONAL: u8 = 1;
pub(super) const PREFIX: u8 = 12;
pub(super) const ATOM: u8 = 13;

/// A printed term.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) text: String,
    /// How tightly it holds together: in tighter surroundings it needs parentheses.
    pub(super) tightness: u8,
    /// What the parser will think of it.
    pub(super) kind: Kind,
    /// For numbers, and choices between numbers: the least and the greatest.
    pub(super) range: Option<(BigInt, BigInt)>,
    /// What a cast casts: casting it again replaces the cast.
    pub(super) cast: Option<Box<Text>>,
    /// The first sign of each width among the names and casts in it, in the order of the text.
    pub(super) signs: Vec<(u32, bool)>,
}

impl Text {
    pub(super) fn new(text: String, tightness: u8, kind: Kind) -> Self {
        let signs = match kind {
            Kind::Typed(Type::Vector { signed, width }) if tightness >= PREFIX => {
                vec![(width, signed)]
            }
            Kind::Typed(_) | Kind::Free { .. } => Vec::new(),
        };
        Self {
            text,
            tightness,
            kind,
            range: None,
            cast: None,
            signs,
        }
    }

    /// Notes what it is made of.
    pub(super) fn of(mut self, parts: &[&Text]) -> Self {
        for (width, signed) in parts.iter().flat_map(|p| &p.signs) {
            if self.signs.iter().all(|(w, _)| w != width) {
                self.signs.push((*width, *signed));
            }
        }
        self
    }

    /// The type of that width that fits what is in the text.
    pub(super) fn narrowed(&self, width: u32) -> Type {
        let known = self.signs.iter().find(|(w, _)| *w == width);
        Type::Vector {
            signed: known.is_none_or(|(_, signed)| *signed),
            width,
        }
    }

    pub(super) fn typed(text: String, tightness: u8, ty: Type) -> Self {
        Self::new(text, tightness, Kind::Typed(ty))
    }

    pub(super) fn number(n: &BigInt) -> Self {
        let tightness = if n.is_negative() { PREFIX } else { ATOM };
        let range = Some((n.clone(), n.clone()));
        Self {
            range,
            ..Self::new(n.to_string(), tightness, Kind::Free { long: false })
        }
    }

    /// The text where something holds its operands together with the given tightness.
    pub(super) fn within(&self, tightness: u8) -> String {
        if self.tightness < tightness {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }
}

/// What is known of a term whose arguments have been printed.
pub(super) struct Entry {
    /// An expression for it. Its width is that of the term, unless it is made of numbers alone.
    pub(super) text: Text,
    /// For vectors narrower than 32 bits that need a cast: what the cast is applied to. Its low bits are the term.
    pub(super) wide: Option<Text>,
    /// For floats, the float; the text is then its pattern.
    pub(super) float: Option<Text>,
}

impl From<Text> for Entry {
    fn from(text: Text) -> Self {
        Self {
            text,
            wide: None,
            float: None,
        }
    }
}

pub(super) struct Printer<'a> {
    pub(super) terms: &'a Terms,
    pub(super) scope: &'a Scope,
    needs: Needs<'a>,
    vars: FxHashMap<Term, BTreeSet<Term>>,
    pub(super) done: FxHashMap<Term, Entry>,
}

/// Joins two operands of an operator that groups to the left.
pub(super) fn infix(operator: &str, a: &Text, b: &Text) -> (String, u8) {
    let tightness = precedence(operator).expect("an operator of the language");
    (
        format!(
            "{} {operator} {}",
            a.within(tightness),
            b.within(tightness + 1)
        ),
        tightness,
    )
}

impl Printer<'_> {
    pub(super) fn text(&self, t: Term) -> &Text {
        &self.done[&t].text
    }

    /// In the order of the variables they speak of. Terms that look the same are in the same order, however they were
    /// made.
    pub(super) fn sorted(&self, args: &[Term], text: impl Fn(Term) -> String) -> Vec<Term> {
        let mut args = args.to_vec();
        args.sort_by_cached_key(|a| (&self.vars[a], text(*a)));
        args
    }

    /// Sorted, constants last.
    pub(super) fn constants_last(&self, args: &[Term], text: impl Fn(Term) -> String) -> Vec<Term> {
        let mut args = self.sorted(args, text);
        args.sort_by_key(|a| self.terms.value(*a).is_some());
        args
    }

    fn plain(&self, t: Term) -> String {
        self.text(t).text.clone()
    }

    fn entry(&self, t: Term) -> Entry {
        match (self.terms.op(t), self.terms.sort(t)) {
            (Op::Var(_), _) => self.variable(t),
            (_, Sort::Int | Sort::BitVec(_)) if self.scope.is_length(t) => self.variable(t),
            (Op::Value(v), _) => value(v).into(),
            (_, Sort::Bool) => self.truth(t).into(),
            (_, Sort::Int) => self.integer(t).into(),
            (_, Sort::BitVec(_)) => self.float_entry(t).unwrap_or_else(|| self.vector(t)),
        }
    }

    fn variable(&self, t: Term) -> Entry {
        let (name, ty) = self.scope.display(self.terms, t);
        if let (Type::Bool, Some((_, operator, _))) = (ty, question(&name)) {
            let tightness = precedence(operator).expect("an operator of the language");
            return Text::typed(name, tightness, ty).into();
        }
        let constant = name == "true" || name == "false" || named(&name).is_some();
        let plain = is_word(&name) && Type::named(&name).is_none() && !constant;
        let text = Text::typed(if plain { name } else { format!("`{name}`") }, ATOM, ty);
        match ty {
            Type::Float { width } => self.float_variable(text, width),
            Type::Bool | Type::Int | Type::Vector { .. } => text.into(),
        }
    }

    fn truth(&self, t: Term) -> Text {
        let args = self.terms.args(t);
        let (text, tightness) = match self.terms.op(t) {
            Op::Not => return self.negation(args[0]),
            Op::And => self.chain("&&", &self.reading_order(args, true)),
            Op::Or => self.chain("||", &self.reading_order(args, false)),
            Op::Eq => self.equality("==", args),
            Op::Ite => self.conditional(args[0], self.text(args[1]), self.text(args[2])),
            Op::IntLt => self.below("<", args, |p, t| p.text(t).clone()),
            Op::IntLe => self.below("<=", args, |p, t| p.text(t).clone()),
            Op::BvSlt => self.vector_below("<", args, true),
            Op::BvSle => self.vector_below("<=", args, true),
            Op::BvUlt => self.vector_below("<", args, false),
            Op::BvUle => self.vector_below("<=", args, false),
            Op::FpLt => self.below("<", args, |p, t| p.float(t)),
            Op::FpLe => self.below("<=", args, |p, t| p.float(t)),
            Op::FpEq => self.float_equality("==", args),
            Op::FpIsNan => self.is_nan(args[0]),
            op => unreachable!("{op:?} is not a formula"),
        };
        Text::typed(text, tightness, Type::Bool)
    }

    /// `snk != null` for a variable that is called `snk == null`.
    fn negated_question(&self, a: Term) -> Option<Text> {
        let is_variable = matches!(self.terms.op(a), Op::Var(_));
        let (name, ty) = is_variable.then(|| self.scope.display(self.terms, a))?;
        let (subject, operator, object) = question(&name).filter(|_| ty == Type::Bool)?;
        let negated = format!("{subject} != {object}");
        (operator == "==").then(|| {
            Text::typed(
                negated,
                precedence("!=").expect("an operator of the language"),
                ty,
            )
        })
    }

    fn negation(&self, a: Term) -> Text {
        if let Some(negated) = self.negated_question(a) {
            return negated;
        }
        let (text, tightness) = match self.terms.op(a) {
            Op::Eq => self.equality("!=", self.terms.args(a)),
            Op::FpEq => self.float_equality("!=", self.terms.args(a)),
            _ => (format!("!{}", self.text(a).within(PREFIX)), PREFIX),
        };
        Text::typed(text, tightness, Type::Bool)
    }

    fn chain(&self, operator: &str, args: &[Term]) -> (String, u8) {
        let tightness = precedence(operator).expect("an operator of the language");
        let part = |a: &Term| {
            if operator == "&&" {
                self.in_chain(args, *a)
            } else {
                self.text(*a).clone()
            }
        };
        let parts: Vec<String> = args.iter().map(|a| part(a).within(tightness + 1)).collect();
        (parts.join(&format!(" {operator} ")), tightness)
    }

    /// In the order of the variables they speak of. Bounds of one term stand together, from left to right on the line of
    /// the numbers: in a conjunction the lower one first and written with the term in the middle, `0 < p && p < 200`; in
    /// a disjunction the upper one first, `p <= 0 || p >= 200`.
    fn reading_order(&self, args: &[Term], conjunction: bool) -> Vec<Term> {
        let mut order: Vec<Term> = Vec::new();
        for a in self.sorted(args, |a| self.plain(a)) {
            let partner = self.bound(a).and_then(|(subject, is_lower)| {
                let other = order
                    .iter()
                    .position(|b| self.bound(*b) == Some((subject, !is_lower)))?;
                Some((other, is_lower == conjunction))
            });
            match partner {
                Some((i, true)) => order.insert(i, a),
                Some((i, false)) => order.insert(i + 1, a),
                None => order.push(a),
            }
        }
        self.asking_first(&order)
    }

    /// The same order, but for parts that must be asked before others.
    fn asking_first(&self, args: &[Term]) -> Vec<Term> {
        let mut order: Vec<Term> = Vec::new();
        let mut pending: Vec<Term> = args.iter().rev().copied().collect();
        while let Some(&part) = pending.last() {
            let before = args
                .iter()
                .find(|&&other| !order.contains(&other) && self.needs.follows(part, other));
            match before {
                Some(&other) => pending.push(other),
                None => {
                    pending.pop();
                    if !order.contains(&part) {
                        order.push(part);
                    }
                }
            }
        }
        order
    }

    /// What a comparison with a constant bounds, and whether from below.
    fn bound(&self, t: Term) -> Option<(Term, bool)> {
        match self.terms.op(t) {
            Op::BvSlt
            | Op::BvSle
            | Op::BvUlt
            | Op::BvUle
            | Op::IntLt
            | Op::IntLe
            | Op::FpLt
            | Op::FpLe => {}
            _ => return None,
        }
        let [a, b] = *self.terms.args(t) else {
            return None;
        };
        match (self.terms.value(a), self.terms.value(b)) {
            (Some(_), None) => Some((b, true)),
            (None, Some(_)) => Some((a, false)),
            _ => None,
        }
    }

    /// A lower bound next to its upper bound is written `0 < p`; alone it is `p > 0`.
    fn in_chain(&self, args: &[Term], t: Term) -> Text {
        match self.bound(t) {
            Some((subject, true))
                if args
                    .iter()
                    .any(|a| self.bound(*a) == Some((subject, false))) =>
            {
                self.lower_first(t)
            }
            _ => self.text(t).clone(),
        }
    }

    fn lower_first(&self, t: Term) -> Text {
        let args = self.terms.args(t);
        let (operator, signed) = match self.terms.op(t) {
            Op::BvSlt => ("<", Some(true)),
            Op::BvSle => ("<=", Some(true)),
            Op::BvUlt => ("<", Some(false)),
            Op::BvUle => ("<=", Some(false)),
            Op::IntLt | Op::FpLt => ("<", None),
            _ => ("<=", None),
        };
        let (a, b) = match signed {
            Some(signed) => self.compared(args, signed),
            None if self.terms.op(t).is_float() => (self.float(args[0]), self.float(args[1])),
            None => (self.text(args[0]).clone(), self.text(args[1]).clone()),
        };
        let (text, tightness) = infix(operator, &a, &b);
        Text::typed(text, tightness, Type::Bool)
    }

    fn equality(&self, operator: &str, args: &[Term]) -> (String, u8) {
        let args = &self.constants_last(args, |a| self.plain(a))[..];
        match self.terms.sort(args[0]) {
            Sort::Bool => {
                let side = |i: usize| self.text(args[i]).within(PREFIX);
                (
                    format!("{} {operator} {}", side(0), side(1)),
                    precedence(operator).unwrap_or(ATOM),
                )
            }
            Sort::Int => infix(operator, self.text(args[0]), self.text(args[1])),
            Sort::BitVec(_) => self
                .same_patterns(operator, args)
                .unwrap_or_else(|| self.vector_equality(operator, args)),
        }
    }

    /// `a < b`, or `b > a` if `a` is a constant.
    fn below(
        &self,
        operator: &str,
        args: &[Term],
        text: impl Fn(&Self, Term) -> Text,
    ) -> (String, u8) {
        let (a, b) = (text(self, args[0]), text(self, args[1]));
        self.compare(operator, args, &a, &b)
    }

    pub(super) fn compare(
        &self,
        operator: &str,
        args: &[Term],
        a: &Text,
        b: &Text,
    ) -> (String, u8) {
        let turned = if operator == "<" { ">" } else { ">=" };
        if self.terms.value(args[0]).is_some() {
            infix(turned, b, a)
        } else {
            infix(operator, a, b)
        }
    }

    pub(super) fn conditional(&self, condition: Term, a: &Text, b: &Text) -> (String, u8) {
        let condition = self.text(condition).within(CONDITIONAL + 1);
        (
            format!(
                "{condition} ? {} : {}",
                a.within(CONDITIONAL + 1),
                b.within(CONDITIONAL)
            ),
            CONDITIONAL,
        )
    }

    fn integer(&self, t: Term) -> Text {
        let args = self.terms.args(t);
        let both = |operator: &str| infix(operator, self.text(args[0]), self.text(args[1]));
        let (text, tightness) = match self.terms.op(t) {
            Op::Ite => {
                let (text, tightness) =
                    self.conditional(args[0], self.text(args[1]), self.text(args[2]));
                return self.choice(text, tightness, args);
            }
            Op::IntNeg => (
                format!("-{}", self.text(args[0]).within(PREFIX + 1)),
                PREFIX,
            ),
            Op::IntAdd => self.integer_sum(args),
            Op::IntMul => self.integer_product(args),
            Op::IntTdiv => both("/"),
            Op::IntTrem => both("%"),
            Op::IntMod => (
                format!(
                    "mod({}, {})",
                    self.text(args[0]).text,
                    self.text(args[1]).text
                ),
                ATOM,
            ),
            op => unreachable!("{op:?} is not an integer"),
        };
        Text::typed(text, tightness, Type::Int)
    }

    /// A choice between integers is free as long as both are.
    fn choice(&self, text: String, tightness: u8, args: &[Term]) -> Text {
        let free = |t: Term| matches!(self.text(t).kind, Kind::Free { .. });
        let kind = if free(args[1]) && free(args[2]) {
            self.text(args[1]).kind
        } else {
            Kind::Typed(Type::Int)
        };
        Text::new(text, tightness, kind)
    }

    fn integer_product(&self, args: &[Term]) -> (String, u8) {
        let args = self.sorted(args, |a| self.plain(a));
        let factors: Vec<&Text> = args.iter().map(|a| self.text(*a)).collect();
        let tightness = precedence("*").expect("an operator of the language");
        let text =
            |(i, f): (usize, &&Text)| f.within(if i == 0 { tightness } else { tightness + 1 });
        (
            factors
                .iter()
                .enumerate()
                .map(text)
                .collect::<Vec<String>>()
                .join(" * "),
            tightness,
        )
    }

    fn integer_sum(&self, args: &[Term]) -> (String, u8) {
        let args = self.constants_last(args, |a| self.plain(a));
        let summands = args.iter().map(|a| self.integer_summand(*a));
        let (minus, plus): (Vec<_>, Vec<_>) = summands.partition(|(negative, _)| *negative);
        signed_chain(plus.into_iter().chain(minus))
    }

    /// A summand without its sign.
    fn integer_summand(&self, t: Term) -> (bool, Text) {
        let args = self.terms.args(t);
        let constant = |t: Term| self.terms.value(t).and_then(Value::as_int);
        if let Some(n) = constant(t) {
            return (n.is_negative(), Text::number(&n.abs()));
        }
        match self.terms.op(t) {
            Op::IntNeg => (true, self.text(args[0]).clone()),
            Op::IntMul if args.len() == 2 => match constant(args[0]) {
                Some(n) if n.is_negative() => {
                    let (text, tightness) = infix("*", &Text::number(&-n), self.text(args[1]));
                    (true, Text::typed(text, tightness, Type::Int))
                }
                _ => (false, self.text(t).clone()),
            },
            _ => (false, self.text(t).clone()),
        }
    }
}

/// `a + b - c`, or `-c - d` if there is nothing to begin with.
pub(super) fn signed_chain(summands: impl Iterator<Item = (bool, Text)>) -> (String, u8) {
    let tightness = precedence("+").expect("an operator of the language");
    let mut text = String::new();
    for (negative, summand) in summands {
        match (text.is_empty(), negative) {
            (true, false) => text = summand.within(tightness),
            // `-3 * x` begins with the number -3, which is as good.
            (true, true) if summand.text.starts_with(|c: char| c.is_ascii_digit()) => {
                text = format!("-{}", summand.text)
            }
            (true, true) => text = format!("-{}", summand.within(PREFIX)),
            (false, false) => text += &format!(" + {}", summand.within(tightness + 1)),
            (false, true) => text += &format!(" - {}", summand.within(tightness + 1)),
        }
    }
    (text, tightness)
}

fn value(v: &Value) -> Text {
    match v {
        Value::Bool(b) => Text::typed(b.to_string(), ATOM, Type::Bool),
        Value::Int(n) => Text::number(n),
        Value::BitVec { .. } => Text::number(&BigInt::from(v.as_signed().expect("it is a vector"))),
    }
}
