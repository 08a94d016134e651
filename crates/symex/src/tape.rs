//! Filters: what a program reads is a stream whose length nobody knows, and symbols are fed to it one at a time.
//!
//! The stream is a block of memory (`Storage::Input`). Where a program has got to in it, how much is left and how much has
//! been written are numbers without bound: *counters*, variables of 64 bits. A program pauses where it looks at a
//! symbol that has not been fed, or where it must know whether there is one.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::IntType;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Op, Sort, Term, Terms, Value};

/// Streams are taken to be shorter than this, so that no number that counts symbols overflows: what was read and what is
/// still to be read, together and some times over, are a number of 32 bits.
pub const LONGEST_STREAM: i64 = 1 << 28;

/// What stands for where the output of a filter lies.
pub(crate) fn output_address(terms: &Terms) -> Term {
    terms.var("address of the output", Sort::BitVec(64))
}

/// What a program is given next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fed {
    /// Nothing yet: it runs until it wants something.
    Nothing,
    /// This symbol.
    Symbol(Term),
    /// That there is no more.
    End,
}

/// What a program does that filters do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Astray {
    /// It looks at a symbol whose distance from the last one is not fixed.
    Backwards,
    /// It writes where it is not known whether that is behind what was written.
    Elsewhere,
    /// It changes its input where it lies, and leaves symbols as they are that come before.
    Skips,
    /// It looks at or changes what it has written before: the symbol so many places before the end of what it had written.
    Changes(usize),
    /// It looks at a symbol that it has seen before, but the stream ends here: this does not happen.
    Impossible,
    /// It decides by how much was read or written.
    Counts,
    /// It decides by this, which depends on what is not known.
    Unknown(Term),
}

/// What a filter writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// A symbol.
    Symbol(Term),
    /// A place where nothing is written so far, with something behind it.
    Gap,
    /// Symbols of the input, from a place on.
    Run {
        /// The place, in symbols from the first.
        from: Term,
        /// How many.
        count: Term,
    },
}

impl Written {
    /// What it depends on.
    pub fn terms(&self) -> Vec<Term> {
        match *self {
            Self::Symbol(symbol) => vec![symbol],
            Self::Gap => vec![],
            Self::Run { from, count } => vec![from, count],
        }
    }

    /// The symbol, if it is one.
    pub fn symbol(&self) -> Option<Term> {
        match self {
            Self::Symbol(symbol) => Some(*symbol),
            Self::Gap | Self::Run { .. } => None,
        }
    }
}

/// A number without bound, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The variable, of 64 bits.
    pub variable: Term,
    /// It is at least this.
    pub least: i64,
    /// It is at most this.
    pub most: i64,
}

/// What a filter reads and writes.
#[derive(Clone, Debug)]
pub struct Tape {
    /// What it reads.
    pub reads: IntType,
    /// What it writes.
    pub writes: IntType,
    /// Whether a zero ends the stream.
    pub terminated: bool,
    /// How many symbols came before the one that is fed: a sum of counters.
    pub position: Term,
    /// How many there are from there on, the fed one included.
    pub rest: Term,
    /// What is fed.
    pub fed: Fed,
    /// How many symbols were written before, those that can still be changed included.
    pub written: Term,
    /// Whether symbols of an input that is changed in place stay as they are where others behind them are changed.
    pub fills: bool,
    /// What was written last and can still be changed.
    pub held: Vec<Written>,
    /// The place of the first symbol that was read and not yet written, if that may be any; a counter.
    pub mark: Option<Term>,
    /// Whether to look further back than that is to read the stream again from the front.
    pub rescans: bool,
    /// The symbols before the fed one, the last one first.
    pub past: Vec<Term>,
    /// The variables in all that.
    pub counters: Vec<Counter>,
    /// The variables that stand for what is not known: nothing may be decided by them.
    pub unknown: Rc<FxHashSet<Term>>,
    /// The variables that stand for what may be anything: together with them it may be decided by counters.
    pub loose: Vec<Term>,
}

/// A sum of counters with factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    factors: BTreeMap<Term, i128>,
    constant: i128,
}

impl Linear {
    /// Its value, if it depends on no counter.
    pub fn constant(&self) -> Option<i64> {
        if self.factors.is_empty() {
            i64::try_from(self.constant).ok()
        } else {
            None
        }
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(other, -1)
    }

    fn has(&self, variable: Term) -> bool {
        self.factors.contains_key(&variable)
    }

    fn of(constant: i128) -> Self {
        Self {
            factors: BTreeMap::new(),
            constant,
        }
    }

    fn plus(&self, other: &Self, times: i128) -> Self {
        let mut sum = self.clone();
        sum.constant += times * other.constant;
        for (&variable, factor) in &other.factors {
            *sum.factors.entry(variable).or_insert(0) += times * factor;
        }
        sum.factors.retain(|_, factor| *factor != 0);
        sum
    }

    /// A part of it, where every part is whole.
    pub fn over(&self, number: i64) -> Option<Self> {
        let number = i128::from(number);
        let whole = self
            .factors
            .values()
            .chain([&self.constant])
            .all(|n| n % number == 0);
        whole.then(|| Self {
            factors: self
                .factors
                .iter()
                .map(|(&variable, factor)| (variable, factor / number))
                .collect(),
            constant: self.constant / number,
        })
    }

    fn times(&self, number: i128) -> Self {
        Self::default().plus(self, number)
    }
}

/// Simplifies what depends on counters.
pub(crate) struct Counting<'a> {
    terms: &'a Terms,
    counters: &'a [Counter],
    simplified: FxHashMap<Term, Term>,
}

impl<'a> Counting<'a> {
    pub fn new(terms: &'a Terms, counters: &'a [Counter]) -> Self {
        Self {
            terms,
            counters,
            simplified: FxHashMap::default(),
        }
    }

    /// A number as a sum of counters, if it is one and its type is wide enough for it.
    ///
    /// Soundness: counters are below [`LONGEST_STREAM`], so a sum that fits at its extremes is the same number in every width.
    pub fn linear(&self, t: Term) -> Option<Linear> {
        let terms = self.terms;
        let args = terms.args(t);
        let sum = match terms.op(t) {
            Op::Value(Value::BitVec { .. }) => Linear::of(i128::from(terms.value(t)?.as_signed()?)),
            Op::Var(..) => {
                self.counter(t)?;
                Linear {
                    factors: BTreeMap::from([(t, 1)]),
                    constant: 0,
                }
            }
            Op::BvAdd => {
                let parts: Option<Vec<Linear>> = args.iter().map(|&a| self.linear(a)).collect();
                parts?
                    .iter()
                    .fold(Linear::default(), |sum, part| sum.plus(part, 1))
            }
            Op::BvNeg => self.linear(args[0])?.times(-1),
            Op::BvMul if args.len() == 2 => {
                let (a, b) = (self.linear(args[0])?, self.linear(args[1])?);
                match (a.factors.is_empty(), b.factors.is_empty()) {
                    (true, _) => b.times(a.constant),
                    (_, true) => a.times(b.constant),
                    (false, false) => return None,
                }
            }
            Op::BvShl => {
                let by = self
                    .linear(args[1])?
                    .constant()
                    .filter(|by| (0..32).contains(by))?;
                self.linear(args[0])?.times(1 << by)
            }
            Op::SignExtend(_) => self.linear(args[0])?,
            Op::ZeroExtend(_) => self.linear(args[0]).filter(|sum| self.range(sum).0 >= 0)?,
            Op::Extract { lo: 0, .. } => self.linear(args[0])?,
            _ => return None,
        };
        self.fits(&sum, terms.width(t)).then_some(sum)
    }

    fn counter(&self, t: Term) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.variable == t)
    }

    /// The least and the greatest value.
    fn range(&self, sum: &Linear) -> (i128, i128) {
        let (mut least, mut most) = (sum.constant, sum.constant);
        for (&variable, &factor) in &sum.factors {
            let counter = self.counter(variable).expect("sums are of counters");
            let ends = [
                factor * i128::from(counter.least),
                factor * i128::from(counter.most),
            ];
            least += ends[0].min(ends[1]);
            most += ends[0].max(ends[1]);
        }
        (least, most)
    }

    fn fits(&self, sum: &Linear, width: u32) -> bool {
        let (least, most) = self.range(sum);
        let half = 1_i128 << (width - 1);
        -half <= least && most < half
    }

    /// The sum as a term of 64 bits.
    pub fn term(&self, sum: &Linear) -> Term {
        let terms = self.terms;
        let constant = terms.bv(64, sum.constant as u64);
        sum.factors
            .iter()
            .fold(constant, |total, (&variable, &factor)| {
                terms.bv_add(total, terms.bv_mul(variable, terms.bv(64, factor as u64)))
            })
    }

    /// The term with every comparison of sums of counters decided, or made short.
    pub fn simplify(&mut self, t: Term) -> Term {
        if let Some(&known) = self.simplified.get(&t) {
            return known;
        }
        let terms = self.terms;
        let args: Vec<Term> = terms.args(t).to_vec();
        let op = terms.op(t).clone();
        let simple = match self.compared(&op, &args) {
            Some(decided) => decided,
            None => {
                let parts: Vec<Term> = args.iter().map(|&a| self.simplify(a)).collect();
                if parts == args {
                    t
                } else {
                    terms.apply(op, &parts)
                }
            }
        };
        self.simplified.insert(t, simple);
        simple
    }

    fn compared(&self, op: &Op, args: &[Term]) -> Option<Term> {
        let terms = self.terms;
        let is_unsigned = matches!(op, Op::BvUlt | Op::BvUle);
        let is_order = is_unsigned || matches!(op, Op::BvSlt | Op::BvSle);
        let is_equality = *op == Op::Eq && matches!(terms.sort(args[0]), Sort::BitVec(_));
        if !is_order && !is_equality {
            return None;
        }
        let (l, r) = (self.linear(args[0])?, self.linear(args[1])?);
        if is_unsigned && (self.range(&l).0 < 0 || self.range(&r).0 < 0) {
            return None;
        }
        let difference = l.plus(&r, -1);
        let (least, most) = self.range(&difference);
        let zero = terms.bv(64, 0);
        Some(match op {
            Op::BvUlt | Op::BvSlt if most < 0 => terms.true_(),
            Op::BvUlt | Op::BvSlt if least >= 0 => terms.false_(),
            Op::BvUlt | Op::BvSlt => terms.bv_slt(self.term(&difference), zero),
            Op::BvUle | Op::BvSle if most <= 0 => terms.true_(),
            Op::BvUle | Op::BvSle if least > 0 => terms.false_(),
            Op::BvUle | Op::BvSle => terms.bv_sle(self.term(&difference), zero),
            Op::Eq if least > 0 || most < 0 => terms.false_(),
            Op::Eq if least == 0 && most == 0 => terms.true_(),
            Op::Eq => terms.eq(self.term(&difference), zero),
            _ => return None,
        })
    }
}

impl Tape {
    /// Whether it depends on how much was read or written.
    pub(crate) fn counts(&self, terms: &Terms, t: Term) -> bool {
        let free = terms.free_vars(t);
        if self.loose.iter().any(|loose| free.contains(loose)) {
            return false;
        }
        self.counters
            .iter()
            .any(|counter| free.contains(&counter.variable))
    }

    /// What is known of the counters.
    pub fn bounds(&self, terms: &Terms) -> Term {
        let bound = |n: i64| terms.bv(64, n as u64);
        let bounds = self.counters.iter().flat_map(|counter| {
            [
                terms.bv_ule(bound(counter.least), counter.variable),
                terms.bv_ule(counter.variable, bound(counter.most)),
            ]
        });
        terms.and(&bounds.collect::<Vec<_>>())
    }

    /// Whether it depends on what is not known.
    pub(crate) fn is_unknown(&self, terms: &Terms, t: Term) -> bool {
        !self.unknown.is_empty()
            && terms.value(t).is_none()
            && terms.free_vars(t).iter().any(|v| self.unknown.contains(v))
    }

    /// Whether a place is fixed, but its distance from the fed symbol is not.
    pub(crate) fn lags(&self, terms: &Terms, at: Term) -> bool {
        let Some(mark) = self.mark else { return false };
        let counting = Counting::new(terms, &self.counters);
        let distance = counting
            .linear(at)
            .zip(counting.linear(self.position))
            .map(|(at, now)| now.minus(&at));
        let lag = |distance: Linear| distance.constant().is_none() && !distance.has(mark);
        distance.is_some_and(lag)
    }

    /// Whether it depends on how much is still to be read.
    pub(crate) fn awaits(&self, terms: &Terms, t: Term) -> bool {
        terms.value(self.rest).is_none() && {
            let rest = terms.free_vars(self.rest);
            terms.free_vars(t).iter().any(|v| rest.contains(v))
        }
    }
}

/// A term with what depends on counters in one form: sums in the order of the counters, comparisons decided where they can be.
pub fn canonical(terms: &Terms, counters: &[Counter], t: Term) -> Term {
    let mut counting = Counting::new(terms, counters);
    let simple = counting.simplify(t);
    match (counting.linear(simple), terms.sort(simple)) {
        (Some(sum), Sort::BitVec(width)) if !sum.factors.is_empty() => {
            let whole = counting.term(&sum);
            if width == 64 {
                whole
            } else {
                terms.extract(whole, width - 1, 0)
            }
        }
        _ => simple,
    }
}

/// How much more than a counter a term is, if that is fixed.
pub fn distance(terms: &Terms, counters: &[Counter], t: Term, counter: Term) -> Option<i64> {
    let counting = Counting::new(terms, counters);
    counting
        .linear(t)?
        .minus(&counting.linear(counter)?)
        .constant()
}
