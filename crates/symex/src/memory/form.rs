//! What is known of a number from the way it is written, without a solver: where it lies, and what it is a multiple of.

use smt::{Op, Sort, Term, Terms, Value};

/// How deep terms are looked into.
const DEEPEST: u32 = 8;
/// Beyond every number of a machine: where mathematical integers are not known to end.
const FAR: i128 = 1 << 64;

/// A number, read as signed: between two others, and `residue` modulo `modulus`; exactly that if `modulus` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    low: i128,
    high: i128,
    modulus: i128,
    residue: i128,
}

impl Form {
    pub fn of(terms: &Terms, term: Term) -> Self {
        Self::at(terms, term, DEEPEST)
    }

    fn number(n: i128) -> Self {
        Self {
            low: n,
            high: n,
            modulus: 0,
            residue: n,
        }
    }

    /// Nothing is known.
    fn any(sort: Sort) -> Self {
        let (low, high) = range(sort);
        Self {
            low,
            high,
            modulus: 1,
            residue: 0,
        }
    }

    fn at(terms: &Terms, term: Term, depth: u32) -> Self {
        let sort = terms.sort(term);
        if let Some(number) = terms.value(term).and_then(number_of) {
            return Self::number(number);
        }
        if depth == 0 {
            return Self::any(sort);
        }
        let args = terms.args(term);
        let of = |t: Term| Self::at(terms, t, depth - 1);
        let found = match terms.op(term) {
            Op::SignExtend(_) => Some(of(args[0])),
            Op::ZeroExtend(_) => of(args[0]).unsigned(terms.width(args[0])),
            Op::BvAdd | Op::IntAdd => args
                .iter()
                .map(|&a| of(a))
                .try_fold(Self::number(0), Self::plus),
            Op::BvMul | Op::IntMul => args
                .iter()
                .map(|&a| of(a))
                .try_fold(Self::number(1), Self::times),
            Op::BvNeg | Op::IntNeg => of(args[0]).times(Self::number(-1)),
            Op::BvShl => match number(terms, args[1]) {
                Some(by @ 0..=32) => of(args[0]).times(Self::number(1 << by)),
                _ => None,
            },
            Op::BvAnd => args
                .last()
                .and_then(|&mask| number(terms, mask))
                .filter(|&mask| mask > 0)
                .map(Self::masked),
            Op::BvUrem => number(terms, args[1])
                .filter(|&by| by > 0)
                .map(|by| Self::up_to(by - 1)),
            Op::Ite => Some(of(args[1]).or(of(args[2]))),
            _ => None,
        };
        found.map_or(Self::any(sort), |form| form.wrapped(sort))
    }

    fn up_to(high: i128) -> Self {
        Self {
            low: 0,
            high,
            modulus: 1,
            residue: 0,
        }
    }

    fn masked(mask: i128) -> Self {
        Self {
            low: 0,
            high: mask,
            modulus: 1 << mask.trailing_zeros(),
            residue: 0,
        }
    }

    /// The same bits, read as unsigned.
    fn unsigned(self, width: u32) -> Option<Self> {
        let span = 1i128.checked_shl(width).filter(|_| width < 63)?;
        let modulus = gcd(self.modulus, span);
        Some(if self.low >= 0 {
            self
        } else {
            Self {
                low: 0,
                high: span - 1,
                modulus,
                residue: self.residue.rem_euclid(modulus),
            }
        })
    }

    fn plus(self, other: Self) -> Option<Self> {
        let (low, high) = (
            self.low.checked_add(other.low)?,
            self.high.checked_add(other.high)?,
        );
        let residue = self.residue.checked_add(other.residue)?;
        Some(
            Self {
                low,
                high,
                modulus: gcd(self.modulus, other.modulus),
                residue,
            }
            .reduced(),
        )
    }

    /// Every product of `a + m·x` and `b + n·y` is `a·b` modulo `a·n`, `b·m` and `m·n`.
    fn times(self, other: Self) -> Option<Self> {
        let product = |a: i128, b: i128| a.checked_mul(b);
        let ends = [
            product(self.low, other.low)?,
            product(self.low, other.high)?,
            product(self.high, other.low)?,
            product(self.high, other.high)?,
        ];
        let crossed = gcd(
            product(self.residue, other.modulus)?,
            product(other.residue, self.modulus)?,
        );
        let modulus = gcd(product(self.modulus, other.modulus)?, crossed);
        let residue = product(self.residue, other.residue)?;
        let (low, high) = (ends.into_iter().min()?, ends.into_iter().max()?);
        Some(
            Self {
                low,
                high,
                modulus,
                residue,
            }
            .reduced(),
        )
    }

    fn or(self, other: Self) -> Self {
        let apart = self.residue.checked_sub(other.residue).unwrap_or(1);
        let modulus = gcd(gcd(self.modulus, other.modulus), apart);
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        Self {
            low,
            high,
            modulus,
            residue: self.residue,
        }
        .reduced()
    }

    fn reduced(self) -> Self {
        let residue = if self.modulus == 0 {
            self.residue
        } else {
            self.residue.rem_euclid(self.modulus)
        };
        Self { residue, ..self }
    }

    /// Soundness: a number that may leave its sort comes back changed by a multiple of a power of two.
    fn wrapped(self, sort: Sort) -> Self {
        let (low, high) = range(sort);
        if low <= self.low && self.high <= high {
            return self;
        }
        let Sort::BitVec(width) = sort else {
            return Self::any(sort);
        };
        let modulus = gcd(self.modulus, 1i128 << width);
        Self {
            low,
            high,
            modulus,
            residue: self.residue.rem_euclid(modulus),
        }
    }

    /// The numbers it can be from 0 to `last`; `None` if they are more than `most`.
    pub fn up_to_last(self, last: u64, most: usize) -> Option<Vec<u64>> {
        let (low, high) = (self.low.max(0), self.high.min(last.into()));
        let step = self.modulus.max(1);
        let first = if self.modulus == 0 {
            self.residue
        } else {
            low + (self.residue - low).rem_euclid(step)
        };
        let high = if self.modulus == 0 {
            high.min(first)
        } else {
            high
        };
        if first < low || first > high {
            return Some(Vec::new());
        }
        let count = usize::try_from((high - first) / step + 1)
            .ok()
            .filter(|&count| count <= most)?;
        (0..count as i128)
            .map(|i| u64::try_from(first + i * step).ok())
            .collect()
    }

    /// How far apart two of its numbers are at least.
    pub fn stride(self) -> u64 {
        if self.modulus == 0 {
            u64::MAX
        } else {
            u64::try_from(self.modulus).unwrap_or(u64::MAX)
        }
    }
}

/// A number as `scale · index + shift`, which never leaves its sort: so that conditions on it can be said of the index,
/// as the source does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled {
    pub index: Term,
    pub scale: i128,
    pub shift: i128,
}

impl Scaled {
    pub fn of(terms: &Terms, term: Term) -> Self {
        let plain = Self {
            index: term,
            scale: 1,
            shift: 0,
        };
        let (product, shift) = match (terms.op(term), terms.args(term)) {
            (Op::BvAdd | Op::IntAdd, &[a, b]) => match (number(terms, a), number(terms, b)) {
                (None, Some(shift)) => (a, shift),
                (Some(shift), None) => (b, shift),
                _ => return plain,
            },
            _ => (term, 0),
        };
        let (index, scale) = match (terms.op(product), terms.args(product)) {
            (Op::BvMul | Op::IntMul, &[a, b]) => match (number(terms, a), number(terms, b)) {
                (Some(scale), None) => (b, scale),
                (None, Some(scale)) => (a, scale),
                _ => return plain,
            },
            _ => (product, 1),
        };
        let form = Form::of(terms, index);
        let (low, high) = range(terms.sort(term));
        let fits = |n: i128| {
            let n = n.checked_mul(scale).and_then(|n| n.checked_add(shift));
            n.is_some_and(|n| low <= n && n <= high)
        };
        let exact =
            scale > 0 && (terms.sort(term) == Sort::Int || fits(form.low) && fits(form.high));
        if exact {
            Self {
                index,
                scale,
                shift,
            }
        } else {
            plain
        }
    }
}

fn number(terms: &Terms, term: Term) -> Option<i128> {
    terms.value(term).and_then(number_of)
}

fn number_of(value: &Value) -> Option<i128> {
    match value {
        Value::BitVec { .. } => value.as_signed().map(i128::from),
        Value::Int(n) => i64::try_from(n).ok().map(i128::from),
        Value::Bool(_) => None,
    }
}

/// What the numbers of a sort lie between, read as signed.
fn range(sort: Sort) -> (i128, i128) {
    match sort {
        Sort::BitVec(width) => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        Sort::Int | Sort::Bool => (-FAR, FAR),
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // Everything is something modulo 1.
    i128::try_from(a).unwrap_or(1)
}
