//! Terms as expressions of a programming language.
//!
//! A bit vector of up to 32 bits is an unsigned number of 32 bits, one of up to 64 bits one of 64; the bits above its width are
//! zero. A truth value is whatever the language has for it. Division by zero and wide shifts mean what they mean in
//! SMT-LIB, so an expression may be computed whether or not anybody needs its value.

use model::transducer::{Lookup, lookups};
use rustc_hash::FxHashMap;
use smt::{Op, Sort, Term, Terms, Value};

use crate::clamp::{self, Bound};
use crate::plan::{MOST_PIECES, Piece, pieces};
use crate::{Refusal, fraction, middle};

/// A language to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// C, and CUDA with it.
    C,
    /// Rust.
    Rust,
}

/// Expressions over the variables that have names.
pub(crate) struct Expressions<'a> {
    terms: &'a Terms,
    dialect: Dialect,
    names: FxHashMap<Term, String>,
    /// What tables are called; a number follows.
    table_name: String,
    /// All tables that were looked up so far.
    tables: Vec<Vec<u64>>,
    /// Whether tables are computed where that takes few operations.
    computes_tables: bool,
    /// Whether it is written for compilers that make vector code.
    for_vectors: bool,
    /// Variables whose values are there as floating-point numbers, too.
    doubles: FxHashMap<Term, String>,
    /// How many parts have names of their own.
    parts: usize,
}

/// An expression, behind the declarations of what occurs in it several times.
#[derive(Debug)]
pub(crate) struct Computed {
    pub(crate) declarations: Vec<String>,
    pub(crate) value: String,
}

impl<'a> Expressions<'a> {
    pub(crate) fn new(terms: &'a Terms, dialect: Dialect, table_name: String) -> Self {
        Self {
            terms,
            dialect,
            names: FxHashMap::default(),
            table_name,
            tables: Vec::new(),
            computes_tables: false,
            for_vectors: false,
            doubles: FxHashMap::default(),
            parts: 0,
        }
    }

    /// Tables are computed where that takes few operations: then many entries can be had at once.
    pub(crate) fn computing_tables(mut self) -> Self {
        self.computes_tables = true;
        self
    }

    /// Written so that compilers make vector code: what a choice is made between has a name, bytes have their own type, and
    /// wide numbers that are small enough are divided by multiplying with a fraction.
    pub(crate) fn for_vectors(mut self) -> Self {
        self.for_vectors = true;
        self
    }

    /// From now on a variable has this name.
    pub(crate) fn name(&mut self, variable: Term, name: String) {
        self.names.insert(variable, name);
    }

    /// From now on a variable's value with its sign is also there as a floating-point number of this name.
    pub(crate) fn name_double(&mut self, variable: Term, name: String) {
        self.doubles.insert(variable, name);
    }

    /// The tables, by number.
    pub(crate) fn tables(&self) -> &[Vec<u64>] {
        &self.tables
    }

    /// The value of a term.
    pub(crate) fn compute(&mut self, t: Term) -> Result<Computed, Refusal> {
        let (t, lookups) = lookups(self.terms, t);
        for lookup in &lookups {
            let text = self.looked_up(lookup)?;
            self.names.insert(lookup.stands, text);
        }
        let mut shared = self.shared(t);
        shared.sort_unstable();
        let mut declarations = Vec::new();
        let mut renamed = Vec::new();
        for part in shared {
            let text = self.text(part)?;
            let name = format!("part{}", self.parts);
            self.parts += 1;
            declarations.push(self.declaration(part, &name, &text));
            self.names.insert(part, name);
            renamed.push(part);
        }
        let value = self.text(t)?;
        for part in renamed {
            self.names.remove(&part);
        }
        for lookup in &lookups {
            self.names.remove(&lookup.stands);
        }
        Ok(Computed {
            declarations,
            value,
        })
    }

    /// The value of a term as one expression, whatever occurs in it several times.
    pub(crate) fn whole(&mut self, t: Term) -> Result<String, Refusal> {
        let (t, lookups) = lookups(self.terms, t);
        for lookup in &lookups {
            let text = self.looked_up(lookup)?;
            self.names.insert(lookup.stands, text);
        }
        self.text(t)
    }

    fn declaration(&self, part: Term, name: &str, text: &str) -> String {
        let ty = match (self.dialect, self.terms.sort(part)) {
            (Dialect::C, Sort::BitVec(33..)) => "uint64_t",
            (Dialect::C, Sort::BitVec(..=8)) if self.for_vectors => "uint8_t",
            (Dialect::C, Sort::BitVec(_)) => "uint32_t",
            (Dialect::C, _) => "int",
            (Dialect::Rust, _) => return format!("let {name} = {text};"),
        };
        format!("const {ty} {name} = {text};")
    }

    /// `NAME_table_0[x >> 4]`
    fn looked_up(&mut self, lookup: &Lookup) -> Result<String, Refusal> {
        let selector = self.text(lookup.selector)?;
        let narrow = matches!(self.terms.sort(lookup.stands), Sort::BitVec(..=32));
        if self.computes_tables
            && narrow
            && let Some(pieces) = pieces(&lookup.entries, MOST_PIECES)
        {
            return Ok(self.computed_table(&selector, &pieces));
        }
        let known = self
            .tables
            .iter()
            .position(|table| *table == lookup.entries);
        let number = known.unwrap_or_else(|| {
            self.tables.push(lookup.entries.clone());
            self.tables.len() - 1
        });
        let name = &self.table_name;
        Ok(match self.dialect {
            Dialect::C => format!("{name}{number}[{selector}]"),
            // The table has the smallest type that its entries fit in.
            Dialect::Rust => {
                let ty = match self.terms.sort(lookup.stands) {
                    Sort::BitVec(33..) => "u64",
                    _ => "u32",
                };
                let name = name.to_uppercase();
                format!("({name}{number}[({selector}) as usize] as {ty})")
            }
        })
    }

    /// `(i < 10 ? i + 48 : i + 87)`
    fn computed_table(&self, selector: &str, pieces: &[Piece]) -> String {
        let value = |piece: &Piece| match (piece.with_place, self.dialect) {
            (false, Dialect::C) => format!("{}u", piece.add),
            (false, Dialect::Rust) => format!("{}u32", piece.add),
            (true, Dialect::C) => format!("({selector} + {}u)", piece.add),
            (true, Dialect::Rust) => format!("{selector}.wrapping_add({}u32)", piece.add),
        };
        let Some((last, others)) = pieces.split_last() else {
            return self.zero(32);
        };
        others.iter().rev().fold(value(last), |rest, piece| {
            let before = format!("{selector} < {}", piece.end);
            self.choice(&before, &value(piece), &rest)
        })
    }

    /// Parts that occur more than once and are worth a name.
    fn shared(&self, t: Term) -> Vec<Term> {
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            let times = uses.entry(t).or_default();
            *times += 1;
            if *times == 1 && !self.names.contains_key(&t) {
                todo.extend_from_slice(self.terms.args(t));
            }
        }
        if self.for_vectors {
            let choices: Vec<Term> = uses
                .keys()
                .copied()
                .filter(|t| self.is_choice(*t))
                .collect();
            for part in choices.iter().flat_map(|t| &self.terms.args(*t)[1..]) {
                *uses.entry(*part).or_default() += 1;
            }
        }
        let worth = |t: Term| !self.names.contains_key(&t) && !self.terms.args(t).is_empty();
        uses.into_iter()
            .filter(|(t, times)| *times > 1 && worth(*t))
            .map(|(t, _)| t)
            .collect()
    }

    fn is_choice(&self, t: Term) -> bool {
        !self.names.contains_key(&t) && matches!(self.terms.op(t), Op::Ite)
    }

    fn text(&self, t: Term) -> Result<String, Refusal> {
        if let Some(name) = self.names.get(&t) {
            return Ok(name.clone());
        }
        if let Op::Value(value) = self.terms.op(t) {
            return self.constant(value);
        }
        let args: Vec<String> = self
            .terms
            .args(t)
            .iter()
            .map(|arg| self.text(*arg))
            .collect::<Result<_, _>>()?;
        self.operation(t, &args)
    }

    fn constant(&self, value: &Value) -> Result<String, Refusal> {
        let wide = |width: u32| width > 32;
        Ok(match (self.dialect, value) {
            (Dialect::C, Value::Bool(b)) => u8::from(*b).to_string(),
            (Dialect::Rust, Value::Bool(b)) => b.to_string(),
            (Dialect::C, Value::BitVec { width, bits }) if wide(*width) => {
                format!("UINT64_C({bits})")
            }
            (Dialect::C, Value::BitVec { bits, .. }) => format!("{bits}u"),
            (Dialect::Rust, Value::BitVec { width, bits }) if wide(*width) => format!("{bits}u64"),
            (Dialect::Rust, Value::BitVec { bits, .. }) => format!("{bits}u32"),
            (_, Value::Int(_)) => return Err(unbounded()),
        })
    }

    fn operation(&self, t: Term, args: &[String]) -> Result<String, Refusal> {
        let terms = self.terms;
        let width = |t: Term| match terms.sort(t) {
            Sort::Bool => Ok(1),
            Sort::BitVec(width @ 1..=64) => Ok(width),
            Sort::BitVec(_) | Sort::Int => Err(unbounded()),
        };
        let result = width(t)?;
        // All but the condition of a choice have the width of the last argument.
        let of = match terms.args(t).last() {
            Some(last) => width(*last)?,
            None => return Err(Refusal::new("a value has no name")),
        };
        let joined = |sign: &str| format!("({})", args.join(&format!(" {sign} ")));
        Ok(match terms.op(t) {
            Op::Not => format!("!{}", args[0]),
            Op::And => joined("&&"),
            Op::Or => joined("||"),
            Op::Eq => joined("=="),
            Op::Ite if self.is_signed_choice(t) => self.signed_choice(t, args),
            Op::Ite => self.choice(&args[0], &args[1], &args[2]),
            Op::BvAnd => joined("&"),
            Op::BvOr => joined("|"),
            Op::BvXor => joined("^"),
            Op::BvNot => self.cut(&format!("{}{}", self.inverts(), args[0]), result),
            Op::BvNeg => self.cut(
                &self.wrapping(&[self.zero(result), args[0].clone()], '-'),
                result,
            ),
            Op::BvAdd => self.cut(&self.wrapping(args, '+'), result),
            Op::BvMul => self.cut(&self.wrapping(args, '*'), result),
            Op::BvUlt => joined("<"),
            Op::BvUle => joined("<="),
            Op::BvSlt => format!(
                "({} < {})",
                self.signed(&args[0], of),
                self.signed(&args[1], of)
            ),
            Op::BvSle => format!(
                "({} <= {})",
                self.signed(&args[0], of),
                self.signed(&args[1], of)
            ),
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => self.division(t, args, of)?,
            Op::BvShl | Op::BvLshr | Op::BvAshr => self.shift(t, args, of),
            Op::ZeroExtend(_) => self.widened(&args[0], of, result),
            Op::SignExtend(_) => self.cut(
                &self.unsigned(&self.signed(&args[0], of), of, result),
                result,
            ),
            Op::Extract { hi, lo } => match self.middle(t)? {
                Some(middle) => middle,
                None => self.extract(&args[0], of, *hi, *lo),
            },
            op if op.is_float() => {
                return Err(Refusal::new("it computes with floating-point numbers"));
            }
            _ => return Err(unbounded()),
        })
    }

    fn choice(&self, condition: &str, yes: &str, no: &str) -> String {
        match self.dialect {
            Dialect::C => format!("({condition} ? {yes} : {no})"),
            Dialect::Rust => format!("(if {condition} {{ {yes} }} else {{ {no} }})"),
        }
    }

    /// Whether numbers are compared with their signs and one of them may be chosen: compilers know the least and the greatest of
    /// numbers if all of it has signs.
    fn is_signed_choice(&self, t: Term) -> bool {
        let compared = self.terms.op(self.terms.args(t)[0]);
        self.for_vectors
            && self.dialect == Dialect::C
            && self.terms.sort(t) == Sort::BitVec(32)
            && matches!(compared, Op::BvSlt | Op::BvSle)
    }

    fn signed_choice(&self, t: Term, args: &[String]) -> String {
        let [yes, no] = [&args[1], &args[2]].map(|arg| self.signed(arg, 32));
        let condition = match clamp::bound(self.terms, t) {
            Some(Bound::Upper) => format!("{yes} < {no}"),
            Some(Bound::Lower) => format!("{no} < {yes}"),
            None => args[0].clone(),
        };
        format!("(uint32_t){}", self.choice(&condition, &yes, &no))
    }

    fn inverts(&self) -> char {
        match self.dialect {
            Dialect::C => '~',
            Dialect::Rust => '!',
        }
    }

    fn zero(&self, width: u32) -> String {
        match (self.dialect, width > 32) {
            (Dialect::C, true) => "UINT64_C(0)".to_owned(),
            (Dialect::C, false) => "0u".to_owned(),
            (Dialect::Rust, true) => "0u64".to_owned(),
            (Dialect::Rust, false) => "0u32".to_owned(),
        }
    }

    /// Arithmetic that wraps, as it does on unsigned numbers in C.
    fn wrapping(&self, args: &[String], sign: char) -> String {
        let name = match sign {
            '+' => "wrapping_add",
            '-' => "wrapping_sub",
            _ => "wrapping_mul",
        };
        match self.dialect {
            Dialect::C => format!("({})", args.join(&format!(" {sign} "))),
            Dialect::Rust => {
                let mut args = args.iter();
                let first = args.next().cloned().unwrap_or_default();
                args.fold(first, |sum, arg| format!("{sum}.{name}({arg})"))
            }
        }
    }

    /// Without the bits above the width.
    fn cut(&self, text: &str, width: u32) -> String {
        match (self.dialect, width) {
            (_, 32 | 64) => format!("({text})"),
            (Dialect::C, 33..) => format!("({text} & UINT64_C({}))", mask(width)),
            (Dialect::Rust, 33..) => format!("({text} & {}u64)", mask(width)),
            (Dialect::C, _) => format!("({text} & {}u)", mask(width)),
            (Dialect::Rust, _) => format!("({text} & {}u32)", mask(width)),
        }
    }

    /// The same bits read with a sign, in the signed type of its size.
    fn signed(&self, text: &str, width: u32) -> String {
        let size = if width > 32 { 64 } else { 32 };
        let unused = size - width;
        match (self.dialect, width) {
            (Dialect::C, 8 | 16) => format!("(int32_t)(int{width}_t){text}"),
            (Dialect::Rust, 8 | 16) => format!("({text} as i{width} as i32)"),
            (Dialect::C, _) if unused == 0 => format!("(int{size}_t){text}"),
            (Dialect::Rust, _) if unused == 0 => format!("({text} as i{size})"),
            (Dialect::C, _) => format!("((int{size}_t)({text} << {unused}) >> {unused})"),
            (Dialect::Rust, _) => format!("(({text} << {unused}) as i{size} >> {unused})"),
        }
    }

    /// A number with a sign, of a width, as bits in the unsigned type for another width.
    fn unsigned(&self, signed: &str, from: u32, to: u32) -> String {
        match (self.dialect, from > 32, to > 32) {
            (Dialect::C, false, true) => format!("(uint64_t)(int64_t){signed}"),
            (Dialect::C, _, true) => format!("(uint64_t){signed}"),
            (Dialect::C, _, false) => format!("(uint32_t){signed}"),
            (Dialect::Rust, _, true) => format!("({signed} as i64 as u64)"),
            (Dialect::Rust, _, false) => format!("({signed} as u32)"),
        }
    }

    fn widened(&self, text: &str, from: u32, to: u32) -> String {
        match (self.dialect, from <= 32 && to > 32) {
            (Dialect::C, false) if self.for_vectors && from <= 8 && to > 8 => {
                format!("(uint32_t){text}")
            }
            (_, false) => text.to_owned(),
            (Dialect::C, true) => format!("(uint64_t){text}"),
            (Dialect::Rust, true) => format!("({text} as u64)"),
        }
    }

    fn middle(&self, t: Term) -> Result<Option<String>, Refusal> {
        let wanted = self.for_vectors && self.dialect == Dialect::C;
        let found = wanted.then(|| middle::middle(self.terms, t)).flatten();
        let Some(found) = found else {
            return Ok(None);
        };
        let [a, b] = [self.text(found.of[0])?, self.text(found.of[1])?];
        Ok(Some(middle::text(&a, &b, found.signed)))
    }

    fn extract(&self, text: &str, of: u32, hi: u32, lo: u32) -> String {
        let shifted = if lo == 0 {
            text.to_owned()
        } else {
            format!("({text} >> {lo})")
        };
        let narrow = match (self.dialect, of > 32 && hi - lo < 32) {
            (_, false) => shifted,
            (Dialect::C, true) => format!("(uint32_t){shifted}"),
            (Dialect::Rust, true) => format!("({shifted} as u32)"),
        };
        if hi + 1 == of {
            narrow
        } else {
            self.cut(&narrow, hi - lo + 1)
        }
    }

    fn shift(&self, t: Term, args: &[String], width: u32) -> String {
        let amount = self.terms.value(self.terms.args(t)[1]);
        let amount = amount.and_then(Value::as_unsigned);
        let by = |by: &str| match self.terms.op(t) {
            Op::BvShl => self.cut(&format!("({} << {by})", args[0]), width),
            Op::BvLshr => format!("({} >> {by})", args[0]),
            _ => {
                let moved = format!("({} >> {by})", self.signed(&args[0], width));
                self.cut(&self.unsigned(&moved, width, width), width)
            }
        };
        let beyond = match self.terms.op(t) {
            Op::BvAshr => by(&(width - 1).to_string()),
            _ => self.zero(width),
        };
        match amount {
            Some(amount) if amount < u64::from(width) => by(&amount.to_string()),
            Some(_) => beyond,
            None => {
                let fits = format!("{} < {width}", args[1]);
                self.choice(&fits, &by(&args[1]), &beyond)
            }
        }
    }

    fn division(&self, t: Term, args: &[String], width: u32) -> Result<String, Refusal> {
        let divisor = self.terms.value(self.terms.args(t)[1]);
        let divisor = divisor.and_then(Value::as_unsigned);
        let (a, b) = (&args[0], &args[1]);
        let all = self.cut(&format!("{}{}", self.inverts(), self.zero(width)), width);
        let negative = format!("({} < 0)", self.signed(a, width));
        let one = self.constant(&Value::bv(width, 1))?;
        let (sign, is_signed, by_zero) = match self.terms.op(t) {
            Op::BvUdiv => ('/', false, all),
            Op::BvUrem => ('%', false, a.clone()),
            Op::BvSdiv => ('/', true, self.choice(&negative, &one, &all)),
            _ => ('%', true, a.clone()),
        };
        let divided = match (is_signed, divisor) {
            (false, _) => format!("({a} {sign} {b})"),
            // The quotient of the least number by minus one needs one more bit.
            (true, Some(_)) if self.for_vectors && fraction::dividend(self.terms, t).is_some() => {
                self.quotient(t)?
            }
            (true, Some(d)) if d != mask(width) && d != 0 => {
                self.signed_division(a, b, sign, (width, width))
            }
            (true, _) if width <= 32 => self.signed_division(a, b, sign, (width, 64)),
            (true, _) => return Err(Refusal::new("it divides wide numbers by each other")),
        };
        let quotient = self.cut(&divided, width);
        Ok(match divisor {
            Some(0) => by_zero,
            Some(_) => quotient,
            None => {
                let nothing = format!("{b} == {}", self.zero(width));
                self.choice(&nothing, &by_zero, &quotient)
            }
        })
    }

    fn quotient(&self, t: Term) -> Result<String, Refusal> {
        let dividend = self.as_double(self.terms.args(t)[0])?;
        let quotient = fraction::quotient(self.terms, t, &dividend);
        quotient.ok_or_else(|| Refusal::new("it divides wide numbers by each other"))
    }

    /// A small wide number as a floating-point number: a sum of narrow ones is one of floating-point numbers, which takes fewer
    /// instructions.
    fn as_double(&self, t: Term) -> Result<String, Refusal> {
        let args = self.terms.args(t);
        let narrow = |t: &Term| match self.terms.sort(*t) {
            Sort::BitVec(width @ ..=32) => Some(width),
            _ => None,
        };
        Ok(match (self.terms.op(t), args.first().and_then(narrow)) {
            _ if self.names.contains_key(&t) => format!("(double)(int64_t){}", self.text(t)?),
            (Op::BvAdd, _) => {
                let parts: Result<Vec<String>, Refusal> =
                    args.iter().map(|arg| self.as_double(*arg)).collect();
                format!("({})", parts?.join(" + "))
            }
            (Op::SignExtend(_), Some(_)) if self.doubles.contains_key(&args[0]) => {
                self.doubles[&args[0]].clone()
            }
            (Op::SignExtend(_), Some(width)) => {
                format!("(double){}", self.signed(&self.text(args[0])?, width))
            }
            _ => format!("(double)(int64_t){}", self.text(t)?),
        })
    }

    /// Divided in a type that has room for so many bits.
    fn signed_division(&self, a: &str, b: &str, sign: char, (width, room): (u32, u32)) -> String {
        let [a, b] = [a, b].map(|text| self.signed(text, width));
        match (self.dialect, width <= 32) {
            (Dialect::C, true) if room > 32 => format!("(uint32_t)((int64_t){a} {sign} {b})"),
            (Dialect::C, true) => format!("(uint32_t)({a} {sign} {b})"),
            (Dialect::C, false) => format!("(uint64_t)({a} {sign} {b})"),
            (Dialect::Rust, true) => format!("(({a} as i64 {sign} {b} as i64) as u32)"),
            (Dialect::Rust, false) => format!("(({a} {sign} {b}) as u64)"),
        }
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn unbounded() -> Refusal {
    Refusal::new("it computes with numbers that have no bound")
}
