//! Hash-consed terms: equal terms are one node, and comparing two terms compares two numbers.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use base::{Budget, Id, work};
use elsa::FrozenIndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::eval::Program;
use crate::value::{Sort, Value};

/// The nanoseconds of work that a term stands for, with the looking at others before it is made.
const TERM: u64 = 350;
/// And those that a term stands for that is come across on a way through all terms below others.
const SEEN: u64 = 60;

base::define_id!(
    /// A term of one [`Terms`]. Ids are given in the order of creation, so they are the same on every run, and the
    /// arguments of a term always have smaller ids than the term itself.
    Term,
    "t"
);

/// What stands at a node. Arguments and sort lie beside it.
///
/// `And`, `Or`, `BvAdd`, `BvMul`, `BvAnd`, `BvOr`, `BvXor`, `IntAdd` and `IntMul` take any number of arguments from one up.
/// Subtraction is addition of a negation; `>` and `>=` are `<` and `<=` with the sides swapped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A free variable.
    Var(Rc<str>),
    /// A constant.
    Value(Value),

    /// `!a`
    Not,
    /// `a && b && …`
    And,
    /// `a || b || …`
    Or,
    /// `a == b`, on any sort
    Eq,
    /// `c ? a : b`, on any sort
    Ite,

    /// `-a`, wrapping
    BvNeg,
    /// `~a`
    BvNot,
    /// `a + b + …`, wrapping
    BvAdd,
    /// `a * b * …`, wrapping
    BvMul,
    /// Signed division truncating towards zero; by zero it is 1 for negative `a`, else -1 (SMT-LIB).
    BvSdiv,
    /// Remainder with the sign of `a`; by zero it is `a` (SMT-LIB).
    BvSrem,
    /// Unsigned division; by zero all bits are one (SMT-LIB).
    BvUdiv,
    /// Unsigned remainder; by zero it is `a` (SMT-LIB).
    BvUrem,
    /// `a & b & …`
    BvAnd,
    /// `a | b | …`
    BvOr,
    /// `a ^ b ^ …`
    BvXor,
    /// `a << b`; the amount is unsigned and not masked: zero from the width on (SMT-LIB).
    BvShl,
    /// `a >>> b`; the amount is unsigned and not masked: zero from the width on (SMT-LIB).
    BvLshr,
    /// `a >> b`; the amount is unsigned and not masked: all sign from the width on (SMT-LIB).
    BvAshr,
    /// Unsigned `a < b`
    BvUlt,
    /// Unsigned `a <= b`
    BvUle,
    /// Signed `a < b`
    BvSlt,
    /// Signed `a <= b`
    BvSle,
    /// Zeros in front, up to the given width
    ZeroExtend(u32),
    /// Copies of the sign in front, up to the given width
    SignExtend(u32),
    /// The bits from `hi` down to `lo`, both included
    Extract {
        /// Highest bit taken
        hi: u32,
        /// Lowest bit taken
        lo: u32,
    },

    /// `-a`
    IntNeg,
    /// `a + b + …`
    IntAdd,
    /// `a * b * …`
    IntMul,
    /// Division truncating towards zero, as in Java and C; by zero it is 0.
    IntTdiv,
    /// Remainder with the sign of `a`, as in Java and C; by zero it is `a`.
    IntTrem,
    /// Non-negative remainder (SMT-LIB `mod`); by zero it is `a`.
    IntMod,
    /// `a < b`
    IntLt,
    /// `a <= b`
    IntLe,

    // Floats are bit vectors of 32 or 64 bits that hold IEEE 754 patterns. Results are rounded to nearest, ties to even.
    // Any pattern of a NaN may come in; the one that comes out is always the same: see `crate::float`.
    /// `a + b`
    FpAdd,
    /// `a - b`
    FpSub,
    /// `a * b`
    FpMul,
    /// `a / b`
    FpDiv,
    /// The square root
    FpSqrt,
    /// `-a`
    FpNeg,
    /// The absolute value
    FpAbs,
    /// `a < b`, false for NaN
    FpLt,
    /// `a <= b`, false for NaN
    FpLe,
    /// `a == b`, false for NaN, true for zeros of different signs
    FpEq,
    /// Whether `a` is not a number
    FpIsNan,
    /// The float of the given width nearest to a signed number of 32 or 64 bits
    FpFromSigned(u32),
    /// The signed number of the given width, 32 or 64, rounded towards zero as Java does it: the nearest one there is for
    /// floats beyond its range, zero for NaN
    FpToSigned(u32),
    /// The float of the given width nearest to a float of the other width
    FpToFp(u32),
}

impl Op {
    /// Whether it computes with floats.
    pub fn is_float(&self) -> bool {
        matches!(
            self,
            Self::FpAdd
                | Self::FpSub
                | Self::FpMul
                | Self::FpDiv
                | Self::FpSqrt
                | Self::FpNeg
                | Self::FpAbs
                | Self::FpLt
                | Self::FpLe
                | Self::FpEq
                | Self::FpIsNan
                | Self::FpFromSigned(_)
                | Self::FpToSigned(_)
                | Self::FpToFp(_)
        )
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Node {
    op: Op,
    args: Box<[Term]>,
    sort: Sort,
}

/// All terms of one analysis. A handle: clones share the terms. Terms of different `Terms` must not be mixed.
#[derive(Clone, Default)]
pub struct Terms(Rc<Nodes>);

#[derive(Default)]
struct Nodes {
    set: FrozenIndexSet<Box<Node>, FxBuildHasher>,
    len: Cell<usize>,
    rewriting: Cell<u32>,
    budget: RefCell<Budget>,
    programs: RefCell<Programs>,
    /// Conjunctions and disjunctions that no rule makes simpler.
    simplest: RefCell<FxHashSet<Term>>,
    /// Bounds of bit vectors read as signed numbers, where they say something.
    bounds: RefCell<FxHashMap<Term, (i128, i128)>>,
    /// Comparisons with the greater or lesser of two terms, and what they are as comparisons with each; `None` if a side is
    /// something else.
    extremes: RefCell<FxHashMap<(Op, Term, Term), Option<Term>>>,
}

/// Terms that were evaluated: who evaluates a term does so again.
#[derive(Default)]
struct Programs {
    known: FxHashMap<Term, Rc<Program>>,
    /// The sum of their lengths.
    size: usize,
}

impl Programs {
    /// All are forgotten when they are longer than this together, about 50 MB.
    const MOST: usize = 1 << 20;
}

impl Terms {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Bounds of a bit vector, read as a signed number, that were found before.
    pub(crate) fn known_bounds(&self, t: Term) -> Option<(i128, i128)> {
        self.0.bounds.borrow().get(&t).copied()
    }

    pub(crate) fn remember_bounds(&self, t: Term, bounds: (i128, i128)) {
        self.0.bounds.borrow_mut().insert(t, bounds);
    }

    /// What a comparison with the greater or lesser of two terms was found to be.
    pub(crate) fn known_extreme(&self, comparison: &(Op, Term, Term)) -> Option<Option<Term>> {
        self.0.extremes.borrow().get(comparison).copied()
    }

    pub(crate) fn remember_extreme(&self, comparison: (Op, Term, Term), is: Option<Term>) {
        self.0.extremes.borrow_mut().insert(comparison, is);
    }

    /// From now on questions about these terms end, unanswered, when this budget is spent.
    pub fn obey(&self, budget: &Budget) {
        *self.0.budget.borrow_mut() = budget.clone();
    }

    /// What questions about these terms obey.
    pub fn budget(&self) -> Budget {
        self.0.budget.borrow().clone()
    }

    /// The term, ready to be evaluated.
    pub(crate) fn program(&self, t: Term) -> Rc<Program> {
        if let Some(known) = self.0.programs.borrow().known.get(&t) {
            return Rc::clone(known);
        }
        let program = Rc::new(Program::new(self, t));
        let mut programs = self.0.programs.borrow_mut();
        programs.size += program.len();
        if programs.size > Programs::MOST {
            *programs = Programs {
                size: program.len(),
                ..Programs::default()
            };
        }
        programs.known.insert(t, Rc::clone(&program));
        program
    }

    /// How many different terms exist.
    pub fn len(&self) -> usize {
        self.0.len.get()
    }

    /// Whether there is no term yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether both are handles to the same terms.
    pub fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    fn node(&self, t: Term) -> &Node {
        self.0
            .set
            .get_index(t.index())
            .expect("a term is used with the collection it was made in")
    }

    /// The term's sort.
    pub fn sort(&self, t: Term) -> Sort {
        self.node(t).sort
    }

    /// What the term does.
    pub fn op(&self, t: Term) -> &Op {
        &self.node(t).op
    }

    /// What it does it to.
    pub fn args(&self, t: Term) -> &[Term] {
        &self.node(t).args
    }

    /// The value, if the term is a constant.
    pub fn value(&self, t: Term) -> Option<&Value> {
        match self.op(t) {
            Op::Value(v) => Some(v),
            _ => None,
        }
    }

    /// The name, if the term is a variable.
    pub fn var_name(&self, t: Term) -> Option<&Rc<str>> {
        match self.op(t) {
            Op::Var(name) => Some(name),
            _ => None,
        }
    }

    /// The width of a bit-vector term.
    pub fn width(&self, t: Term) -> u32 {
        match self.sort(t) {
            Sort::BitVec(width) => width,
            sort => panic!("a bit vector is needed here, not {sort}"),
        }
    }

    /// The node as it stands, without simplification. Everything goes through here.
    pub(crate) fn intern(&self, op: Op, args: &[Term], sort: Sort) -> Term {
        work::spend(TERM);
        let node = Node {
            op,
            args: args.into(),
            sort,
        };
        let index = self.0.set.insert_full(Box::new(node)).0;
        self.0.len.set(self.len().max(index + 1));
        Term::from_index(index)
    }

    /// Says that no rule makes a term simpler.
    pub(crate) fn keep_as_simplest(&self, t: Term) {
        self.0.simplest.borrow_mut().insert(t);
    }

    /// The node as it stands, if it exists and no rule makes it simpler.
    pub(crate) fn simplest(&self, op: &Op, args: &[Term], sort: Sort) -> Option<Term> {
        let node = Node {
            op: op.clone(),
            args: args.into(),
            sort,
        };
        let known = self.0.set.get_index_of(&node).map(Term::from_index)?;
        self.0.simplest.borrow().contains(&known).then_some(known)
    }

    /// The term in prefix notation, for messages. Shared parts are written out, so it can be long.
    pub fn show(&self, t: Term) -> String {
        let mut texts: FxHashMap<Term, String> = FxHashMap::default();
        for t in self.below(&[t], |_| false) {
            let text = match self.op(t) {
                Op::Var(name) => name.to_string(),
                Op::Value(v) => v.to_string(),
                op => {
                    self.args(t)
                        .iter()
                        .fold(format!("({op:?}"), |text, a| text + " " + &texts[a])
                        + ")"
                }
            };
            texts.insert(t, text);
        }
        texts.remove(&t).expect("the root is below itself")
    }

    /// Counts nested simplifications: adds `change` and returns what was there before.
    pub(crate) fn rewriting(&self, change: i32) -> u32 {
        let before = self.0.rewriting.get();
        self.0.rewriting.set(before.saturating_add_signed(change));
        before
    }

    /// All terms under the roots, themselves included. Arguments come before the terms that use them.
    pub fn parts(&self, roots: &[Term]) -> Vec<Term> {
        self.below(roots, |_| false)
    }

    /// How many parts a term has when it is written out: a shared part stands at each use.
    pub fn written_size(&self, t: Term) -> u64 {
        let mut sizes: FxHashMap<Term, u64> = FxHashMap::default();
        for part in self.parts(&[t]) {
            let args = self.args(part).iter().map(|arg| sizes[arg]);
            sizes.insert(part, args.fold(1, u64::saturating_add));
        }
        sizes[&t]
    }

    /// All terms under the roots, themselves included, without those for which `known` holds and what only they reach.
    /// Arguments come before the terms that use them, so that a loop over the result replaces a recursion: terms may
    /// be deeper than the stack.
    pub(crate) fn below(&self, roots: &[Term], known: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut found: Vec<Term> = Vec::new();
        for &root in roots {
            if !known(root) && seen.insert(root) {
                found.push(root);
            }
        }
        let mut next = 0;
        while let Some(&t) = found.get(next) {
            next += 1;
            for &arg in self.args(t) {
                if !known(arg) && seen.insert(arg) {
                    found.push(arg);
                }
            }
        }
        work::spend(SEEN * found.len() as u64);
        found.sort_unstable();
        found
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terms({})", self.len())
    }
}
