//! Terms made ready to be computed millions of times: flat programs over 64-bit words.
//!
//! Integers without bound and floats are left out; who meets them computes with [`Terms::eval`] instead.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Op, Sort, Term, Terms, Value};

/// A few terms as one program. Shared parts are computed once.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// How many words come in: the values of the variables.
    inputs: usize,
    /// Constants, which follow the inputs.
    constants: Vec<u64>,
    /// Each writes one word behind those before.
    code: Vec<Instruction>,
    /// Where the values of the terms lie.
    roots: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Instruction {
    does: Does,
    /// The width of what it computes with.
    width: u32,
    /// The bits of the result.
    mask: u64,
    args: [u32; 3],
}

/// What an instruction does. Truth values are 0 and 1.
#[derive(Clone, Copy, Debug)]
enum Does {
    Not,
    Eq,
    Choose,
    Negate,
    Invert,
    Add,
    Multiply,
    And,
    Or,
    Xor,
    SignedDivide,
    SignedRemainder,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    SignedShiftRight,
    Less,
    AtMost,
    SignedLess,
    SignedAtMost,
    SignExtend,
    Drop(u32),
}

impl Program {
    /// The program for the roots; `None` if they compute with what does not fit in a word or hang on other variables.
    pub(super) fn new(terms: &Terms, roots: &[Term], inputs: &[Term]) -> Option<Self> {
        let mut places: FxHashMap<Term, u32> =
            inputs.iter().zip(0..).map(|(t, i)| (*t, i)).collect();
        let order = below(terms, roots, &places);
        let mut program = Self {
            inputs: inputs.len(),
            constants: Vec::new(),
            code: Vec::new(),
            roots: Vec::new(),
        };
        for &t in &order {
            if let Op::Value(value) = terms.op(t) {
                places.insert(t, (program.inputs + program.constants.len()) as u32);
                program.constants.push(word(value)?);
            }
        }
        for &t in &order {
            if !places.contains_key(&t) {
                let place = program.emit(terms, t, &places)?;
                places.insert(t, place);
            }
        }
        program.roots = roots
            .iter()
            .map(|t| places.get(t).copied())
            .collect::<Option<_>>()?;
        Some(program)
    }

    /// Computes the roots' values; they lie in `words` then, see [`Program::value`].
    pub(super) fn run(&self, inputs: &[u64], words: &mut Vec<u64>) {
        words.clear();
        words.extend_from_slice(&inputs[..self.inputs]);
        words.extend_from_slice(&self.constants);
        for instruction in &self.code {
            let word = instruction.compute(words);
            words.push(word);
        }
    }

    /// The value of a root, by its number, after [`Program::run`].
    pub(super) fn value(&self, words: &[u64], root: usize) -> u64 {
        words[self.roots[root] as usize]
    }

    /// How many roots there are.
    pub(super) fn len(&self) -> usize {
        self.roots.len()
    }

    fn push(&mut self, does: Does, width: u32, result: u32, args: [u32; 3]) -> u32 {
        let mask = u64::MAX >> (64 - result);
        self.code.push(Instruction {
            does,
            width,
            mask,
            args,
        });
        (self.inputs + self.constants.len() + self.code.len() - 1) as u32
    }

    /// Instructions for one term whose arguments are there.
    fn emit(&mut self, terms: &Terms, t: Term, places: &FxHashMap<Term, u32>) -> Option<u32> {
        let args: Vec<u32> = terms
            .args(t)
            .iter()
            .map(|a| places.get(a).copied())
            .collect::<Option<_>>()?;
        let width = bits(terms.sort(*terms.args(t).last()?))?;
        let result = bits(terms.sort(t))?;
        let does = match terms.op(t) {
            Op::ZeroExtend(_) => Does::Drop(0),
            Op::Extract { lo, .. } => Does::Drop(*lo),
            op => instruction(op)?,
        };
        let mut place = *args.first()?;
        match args[..] {
            [a] if chained(does) => return Some(a),
            [a] => return Some(self.push(does, width, result, [a, a, a])),
            [a, b, c] if matches!(does, Does::Choose) => {
                return Some(self.push(does, width, result, [a, b, c]));
            }
            _ => {}
        }
        for &arg in &args[1..] {
            place = self.push(does, width, result, [place, arg, arg]);
        }
        Some(place)
    }
}

/// Whether an operation takes any number of arguments.
fn chained(does: Does) -> bool {
    matches!(
        does,
        Does::Add | Does::Multiply | Does::And | Does::Or | Does::Xor
    )
}

/// All terms under the roots that have no place yet, arguments first.
fn below(terms: &Terms, roots: &[Term], known: &FxHashMap<Term, u32>) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut todo: Vec<Term> = roots.to_vec();
    while let Some(t) = todo.pop() {
        if !known.contains_key(&t) && seen.insert(t) {
            todo.extend_from_slice(terms.args(t));
        }
    }
    let mut found: Vec<Term> = seen.into_iter().collect();
    found.sort_unstable();
    found
}

/// The value as a word.
pub(super) fn word(value: &Value) -> Option<u64> {
    match value {
        Value::Bool(b) => Some(u64::from(*b)),
        Value::BitVec { bits, .. } => Some(*bits),
        Value::Int(_) => None,
    }
}

fn bits(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width) => Some(width),
        Sort::Int => None,
    }
}

fn instruction(op: &Op) -> Option<Does> {
    Some(match op {
        Op::Not => Does::Not,
        Op::And | Op::BvAnd => Does::And,
        Op::Or | Op::BvOr => Does::Or,
        Op::Eq => Does::Eq,
        Op::Ite => Does::Choose,
        Op::BvNeg => Does::Negate,
        Op::BvNot => Does::Invert,
        Op::BvAdd => Does::Add,
        Op::BvMul => Does::Multiply,
        Op::BvSdiv => Does::SignedDivide,
        Op::BvSrem => Does::SignedRemainder,
        Op::BvUdiv => Does::Divide,
        Op::BvUrem => Does::Remainder,
        Op::BvXor => Does::Xor,
        Op::BvShl => Does::ShiftLeft,
        Op::BvLshr => Does::ShiftRight,
        Op::BvAshr => Does::SignedShiftRight,
        Op::BvUlt => Does::Less,
        Op::BvUle => Does::AtMost,
        Op::BvSlt => Does::SignedLess,
        Op::BvSle => Does::SignedAtMost,
        Op::SignExtend(_) => Does::SignExtend,
        Op::Var(_) | Op::Value(_) | Op::ZeroExtend(_) | Op::Extract { .. } => return None,
        Op::IntNeg
        | Op::IntAdd
        | Op::IntMul
        | Op::IntTdiv
        | Op::IntTrem
        | Op::IntMod
        | Op::IntLt
        | Op::IntLe => {
            return None;
        }
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpSqrt | Op::FpNeg | Op::FpAbs => {
            return None;
        }
        Op::FpLt | Op::FpLe | Op::FpEq | Op::FpIsNan => return None,
        Op::FpFromSigned(_) | Op::FpToSigned(_) | Op::FpToFp(_) => return None,
    })
}

impl Instruction {
    fn compute(&self, words: &[u64]) -> u64 {
        let [a, b, c] = self.args.map(|i| words[i as usize]);
        let width = self.width;
        let signed = |n: u64| to_signed(width, n);
        let shift = |n: u64| (n < u64::from(width)).then_some(n as u32);
        let word = match self.does {
            Does::Not => u64::from(a == 0),
            Does::Eq => u64::from(a == b),
            Does::Choose if a != 0 => b,
            Does::Choose => c,
            Does::Negate => a.wrapping_neg(),
            Does::Invert => !a,
            Does::Add => a.wrapping_add(b),
            Does::Multiply => a.wrapping_mul(b),
            Does::And => a & b,
            Does::Or => a | b,
            Does::Xor => a ^ b,
            Does::SignedDivide if b == 0 && signed(a) < 0 => 1,
            Does::SignedDivide if b == 0 => u64::MAX,
            Does::SignedDivide => signed(a).wrapping_div(signed(b)) as u64,
            Does::SignedRemainder if b == 0 => a,
            Does::SignedRemainder => signed(a).wrapping_rem(signed(b)) as u64,
            Does::Divide => a.checked_div(b).unwrap_or(u64::MAX),
            Does::Remainder => a.checked_rem(b).unwrap_or(a),
            Does::ShiftLeft => shift(b).map_or(0, |n| a << n),
            Does::ShiftRight => shift(b).map_or(0, |n| a >> n),
            Does::SignedShiftRight => (signed(a) >> shift(b).unwrap_or(width - 1)) as u64,
            Does::Less => u64::from(a < b),
            Does::AtMost => u64::from(a <= b),
            Does::SignedLess => u64::from(signed(a) < signed(b)),
            Does::SignedAtMost => u64::from(signed(a) <= signed(b)),
            Does::SignExtend => signed(a) as u64,
            Does::Drop(low) => a >> low,
        };
        word & self.mask
    }
}

/// Two's complement reading of the lowest `width` bits.
fn to_signed(width: u32, bits: u64) -> i64 {
    let unused = 64 - width;
    ((bits << unused) as i64) >> unused
}

#[cfg(test)]
mod tests {
    use base::Random;

    use super::*;

    const OPS: [Op; 9] = [
        Op::BvAdd,
        Op::BvMul,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
    ];
    const SHIFTS: [Op; 3] = [Op::BvShl, Op::BvLshr, Op::BvAshr];
    const TESTS: [Op; 5] = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq];

    /// A random term over the variables; widths are mixed through casts.
    fn term(terms: &Terms, vars: &[Term], random: &mut Random, depth: usize) -> Term {
        if depth == 0 || random.chance(1, 8) {
            return if random.chance(1, 4) {
                terms.bv(8, random.bits())
            } else {
                *random.pick(vars)
            };
        }
        let a = term(terms, vars, random, depth - 1);
        let b = term(terms, vars, random, depth - 1);
        match random.below(7) {
            0 | 1 => terms.apply_raw(random.pick(&OPS).clone(), &[a, b]),
            2 => terms.apply_raw(random.pick(&SHIFTS).clone(), &[a, b]),
            3 => {
                let c = terms.apply_raw(random.pick(&TESTS).clone(), &[a, b]);
                let c = if random.chance(1, 2) {
                    terms.apply_raw(Op::Not, &[c])
                } else {
                    c
                };
                terms.apply_raw(Op::Ite, &[c, a, b])
            }
            4 => {
                let wide = if random.chance(1, 2) {
                    Op::SignExtend(20)
                } else {
                    Op::ZeroExtend(20)
                };
                let wide = terms.apply_raw(
                    Op::BvMul,
                    &[
                        terms.apply_raw(wide.clone(), &[a]),
                        terms.apply_raw(wide, &[b]),
                    ],
                );
                terms.apply_raw(Op::Extract { hi: 11, lo: 4 }, &[wide])
            }
            5 => terms.apply_raw(Op::BvAdd, &[a, b, a]),
            _ => terms.apply_raw(random.pick(&[Op::BvNeg, Op::BvNot]).clone(), &[a]),
        }
    }

    #[test]
    fn a_program_computes_what_its_terms_mean() {
        let terms = Terms::new();
        let vars = [
            terms.var("x", Sort::BitVec(8)),
            terms.var("y", Sort::BitVec(8)),
        ];
        let mut random = Random::seeded(11);
        let mut words = Vec::new();
        for _ in 0..400 {
            let roots: Vec<Term> = (0..2)
                .map(|_| term(&terms, &vars, &mut random, 4))
                .collect();
            let program = Program::new(&terms, &roots, &vars).expect("bit vectors fit");
            for _ in 0..20 {
                let inputs = [
                    random.bits() & 255,
                    random.pick(&[0, 1, 7, 8, 127, 128, 255]) & 255,
                ];
                program.run(&inputs, &mut words);
                let env = |v: Term| {
                    vars.iter()
                        .position(|w| *w == v)
                        .map(|i| Value::bv(8, inputs[i]))
                };
                for (i, &root) in roots.iter().enumerate() {
                    let expected = terms.eval(root, &env).and_then(|v| v.as_unsigned());
                    assert_eq!(
                        Some(program.value(&words, i)),
                        expected,
                        "{} at {inputs:?}",
                        terms.show(root)
                    );
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_in_a_word_is_refused() {
        let terms = Terms::new();
        let n = terms.var("n", Sort::Int);
        assert!(Program::new(&terms, &[terms.int_add(n, terms.int(1))], &[n]).is_none());
        assert!(Program::new(&terms, &[terms.var("y", Sort::BitVec(8))], &[]).is_none());
    }
}
