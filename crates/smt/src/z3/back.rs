//! From Z3's trees to terms: what engines that answer with formulas need.

use rustc_hash::FxHashMap;
use z3_sys::DeclKind;

use super::context::{Ast, Result, Shape};
use crate::term::{Op, Term, Terms};
use crate::value::Sort;

/// The term for a tree. The tree's bound variables stand for `bound`, outermost first. `Err` if the tree has something
/// that terms have not, such as a quantifier.
pub(crate) fn to_term(terms: &Terms, root: &Ast, bound: &[Term]) -> Result<Term> {
    let mut reader = Reader {
        terms,
        bound,
        done: FxHashMap::default(),
    };
    let mut open = vec![(root.clone(), None)];
    while let Some((tree, shape)) = open.pop() {
        if reader.done.contains_key(&tree.id()) {
            continue;
        }
        match shape {
            None => reader.enter(tree, &mut open)?,
            Some(Seen {
                kind,
                parameters,
                args,
            }) => {
                let term = reader.apply(&tree, kind, &parameters, &args)?;
                reader.done.insert(tree.id(), term);
            }
        }
    }
    Ok(reader.done[&root.id()])
}

/// An application whose arguments are being read.
struct Seen {
    kind: u32,
    parameters: Vec<i32>,
    args: Vec<Ast>,
}

struct Reader<'a> {
    terms: &'a Terms,
    bound: &'a [Term],
    done: FxHashMap<u32, Term>,
}

impl Reader<'_> {
    fn enter(&mut self, tree: Ast, open: &mut Vec<(Ast, Option<Seen>)>) -> Result<()> {
        match tree.shape()? {
            Shape::Value(value) => drop(self.done.insert(tree.id(), self.terms.constant(value))),
            Shape::Variable(var) => drop(self.done.insert(tree.id(), var)),
            Shape::Bound(index) => {
                let place = self
                    .bound
                    .len()
                    .checked_sub(index as usize + 1)
                    .ok_or("an unexpected bound variable")?;
                self.done.insert(tree.id(), self.bound[place]);
            }
            Shape::Apply(kind, parameters, args) => {
                let inner: Vec<(Ast, Option<Seen>)> =
                    args.iter().map(|a| (a.clone(), None)).collect();
                open.push((
                    tree,
                    Some(Seen {
                        kind,
                        parameters,
                        args,
                    }),
                ));
                open.extend(inner);
            }
            Shape::Relation(..) | Shape::Other => {
                return Err(format!("no term for {}", tree.to_text()));
            }
        }
        Ok(())
    }

    fn apply(&self, tree: &Ast, kind: u32, parameters: &[i32], args: &[Ast]) -> Result<Term> {
        let args: Vec<Term> = args.iter().map(|a| self.done[&a.id()]).collect();
        let made = self.logic(kind, &args);
        let made = made
            .or_else(|| self.arithmetic(kind, &args))
            .or_else(|| self.vector(kind, &args));
        let made = made.or_else(|| self.slice(kind, parameters, &args));
        made.ok_or_else(|| format!("no term for {}", tree.to_text()))
    }

    fn logic(&self, kind: u32, args: &[Term]) -> Option<Term> {
        let t = self.terms;
        let is = |k: DeclKind| k as u32 == kind;
        match args {
            _ if is(DeclKind::True) => Some(t.true_()),
            _ if is(DeclKind::False) => Some(t.false_()),
            _ if is(DeclKind::And) => Some(t.and(args)),
            _ if is(DeclKind::Or) => Some(t.or(args)),
            [a, b] if is(DeclKind::Eq) || is(DeclKind::Iff) => Some(t.eq(*a, *b)),
            [a, b] if is(DeclKind::Xor) || is(DeclKind::Distinct) => Some(t.ne(*a, *b)),
            [a] if is(DeclKind::Not) => Some(t.not(*a)),
            [a, b] if is(DeclKind::Implies) => Some(t.implies(*a, *b)),
            [c, a, b] if is(DeclKind::Ite) => Some(t.ite(*c, *a, *b)),
            _ => None,
        }
    }

    fn arithmetic(&self, kind: u32, args: &[Term]) -> Option<Term> {
        let t = self.terms;
        let is = |k: DeclKind| k as u32 == kind;
        if args.is_empty() || args.iter().any(|a| t.sort(*a) != Sort::Int) {
            return None;
        }
        match *args {
            _ if is(DeclKind::Add) => Some(t.apply(Op::IntAdd, args)),
            _ if is(DeclKind::Mul) => Some(t.apply(Op::IntMul, args)),
            [a] if is(DeclKind::Uminus) => Some(t.int_neg(a)),
            [a, b] if is(DeclKind::Sub) => Some(t.int_sub(a, b)),
            [a, b] if is(DeclKind::Le) => Some(t.int_le(a, b)),
            [a, b] if is(DeclKind::Lt) => Some(t.int_lt(a, b)),
            [a, b] if is(DeclKind::Ge) => Some(t.int_ge(a, b)),
            [a, b] if is(DeclKind::Gt) => Some(t.int_gt(a, b)),
            [a, b] if is(DeclKind::Mod) && self.is_divisor(b) => Some(t.int_mod(a, b)),
            // SMT-LIB's quotient goes with its remainder: a == b * (a div b) + (a mod b), and so the division is exact.
            [a, b] if is(DeclKind::Idiv) && self.is_divisor(b) => {
                Some(t.int_tdiv(t.int_sub(a, t.int_mod(a, b)), b))
            }
            _ => None,
        }
    }

    /// A divisor for which Z3's division and ours are the same.
    fn is_divisor(&self, t: Term) -> bool {
        self.terms
            .value(t)
            .is_some_and(|v| *v != crate::Value::default_of(v.sort()))
    }

    fn vector(&self, kind: u32, args: &[Term]) -> Option<Term> {
        let t = self.terms;
        let is = |k: DeclKind| k as u32 == kind;
        if args.is_empty()
            || args
                .iter()
                .any(|a| !matches!(t.sort(*a), Sort::BitVec(1..=64)))
        {
            return None;
        }
        let nary = [
            (DeclKind::Badd, Op::BvAdd),
            (DeclKind::Bmul, Op::BvMul),
            (DeclKind::Band, Op::BvAnd),
            (DeclKind::Bor, Op::BvOr),
            (DeclKind::Bxor, Op::BvXor),
        ];
        if let Some((_, op)) = nary.into_iter().find(|(k, _)| is(*k)) {
            return Some(t.apply(op, args));
        }
        match *args {
            [a] if is(DeclKind::Bneg) => Some(t.bv_neg(a)),
            [a] if is(DeclKind::Bnot) => Some(t.bv_not(a)),
            [a, b] if is(DeclKind::Bsub) => Some(t.bv_sub(a, b)),
            [a, b] if is(DeclKind::Concat) => self.concat(a, b),
            [a, b, ref rest @ ..] if is(DeclKind::Concat) => rest
                .iter()
                .try_fold(self.concat(a, b)?, |left, right| self.concat(left, *right)),
            [a, b] => self
                .division(kind, a, b)
                .or_else(|| self.comparison(kind, a, b)),
            _ => None,
        }
    }

    fn division(&self, kind: u32, a: Term, b: Term) -> Option<Term> {
        let op = [
            (DeclKind::Bsdiv, Op::BvSdiv),
            (DeclKind::Bsrem, Op::BvSrem),
            (DeclKind::Budiv, Op::BvUdiv),
            (DeclKind::Burem, Op::BvUrem),
            (DeclKind::Bshl, Op::BvShl),
            (DeclKind::Blshr, Op::BvLshr),
            (DeclKind::Bashr, Op::BvAshr),
        ];
        // Z3's own forms for divisors that it knows not to be zero, and that mean something else for zero.
        let not_zero = [
            (DeclKind::BsdivI, Op::BvSdiv),
            (DeclKind::BsremI, Op::BvSrem),
            (DeclKind::BudivI, Op::BvUdiv),
            (DeclKind::BuremI, Op::BvUrem),
        ];
        let find = |table: &[(DeclKind, Op)]| {
            table
                .iter()
                .find(|(k, _)| *k as u32 == kind)
                .map(|(_, op)| op.clone())
        };
        let found = find(&op).or_else(|| find(&not_zero).filter(|_| self.is_divisor(b)))?;
        Some(self.terms.apply(found, &[a, b]))
    }

    fn comparison(&self, kind: u32, a: Term, b: Term) -> Option<Term> {
        let t = self.terms;
        let is = |k: DeclKind| k as u32 == kind;
        match () {
            () if is(DeclKind::Uleq) => Some(t.bv_ule(a, b)),
            () if is(DeclKind::Sleq) => Some(t.bv_sle(a, b)),
            () if is(DeclKind::Ugeq) => Some(t.bv_uge(a, b)),
            () if is(DeclKind::Sgeq) => Some(t.bv_sge(a, b)),
            () if is(DeclKind::Ult) => Some(t.bv_ult(a, b)),
            () if is(DeclKind::Slt) => Some(t.bv_slt(a, b)),
            () if is(DeclKind::Ugt) => Some(t.bv_ugt(a, b)),
            () if is(DeclKind::Sgt) => Some(t.bv_sgt(a, b)),
            () => None,
        }
    }

    /// `a` in the high bits, `b` in the low ones.
    fn concat(&self, a: Term, b: Term) -> Option<Term> {
        let t = self.terms;
        let low = t.width(b);
        let width = t.width(a) + low;
        (width <= 64).then(|| {
            let high = t.bv_shl(t.zero_extend(a, width), t.bv(width, low.into()));
            t.bv_or(high, t.zero_extend(b, width))
        })
    }

    fn slice(&self, kind: u32, parameters: &[i32], args: &[Term]) -> Option<Term> {
        let t = self.terms;
        let is = |k: DeclKind| k as u32 == kind;
        let [a] = *args else { return None };
        let Sort::BitVec(width @ 1..=64) = t.sort(a) else {
            return None;
        };
        let parameters: Vec<u32> = parameters
            .iter()
            .map(|p| u32::try_from(*p).ok())
            .collect::<Option<_>>()?;
        match parameters[..] {
            [by] if is(DeclKind::SignExt) && width + by <= 64 => Some(t.sign_extend(a, width + by)),
            [by] if is(DeclKind::ZeroExt) && width + by <= 64 => Some(t.zero_extend(a, width + by)),
            [hi, lo] if is(DeclKind::Extract) && lo <= hi && hi < width => {
                Some(t.extract(a, hi, lo))
            }
            [bit] if is(DeclKind::Bit2bool) && bit < width => {
                Some(t.eq(t.extract(a, bit, bit), t.bv(1, 1)))
            }
            _ => None,
        }
    }
}
