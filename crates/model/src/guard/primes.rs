//! Prime alternatives of a condition, found from what satisfies it instead of from how it is written.
//!
//! A condition that was put together from many paths may be long and mean little: `timeout > 0` for each of seven units.
//! Here an example is asked for, said in the atoms of the condition, and widened as far as the condition allows; then an
//! example that is not covered yet, until there is none (Quine, "A way to simplify truth functions", 1955, over atoms that
//! a solver understands).

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smt::syntax::Type;
use smt::{Answer, Assignment, Op, Solver, Sort, Term, Terms, Value};

use super::Cube;

/// More alternatives than this are no easier to read than the condition itself.
const MOST_CUBES: usize = 16;
/// Questions to the solver that one condition is worth.
const MOST_QUESTIONS: usize = 400;

/// Which atoms alternatives are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Atoms {
    /// Those of the condition.
    Own,
    /// These, and for each number that is compared with a constant also whether the number is less or greater.
    Ordered,
}

/// Alternatives that together say the same as a formula wherever `domain` holds, each as wide as it can be; `None` if
/// there are too many or the solver gives up.
pub(super) fn primes(
    terms: &Terms,
    (formula, domain): (Term, Term),
    (params, atoms): (&[(Term, Type)], Atoms),
    solver: &mut dyn Solver,
) -> Option<Vec<Cube>> {
    let vars: Vec<Term> = terms.free_vars_of(&[formula, domain]).into_iter().collect();
    let mut search = Search {
        terms,
        formula,
        domain,
        params,
        solver,
        left: MOST_QUESTIONS,
    };
    let mut cubes: Vec<Cube> = Vec::new();
    loop {
        let Some(example) = search.uncovered(&cubes, &vars)? else {
            return Some(cubes);
        };
        if cubes.len() == MOST_CUBES {
            return None;
        }
        let cube = search.reasons(&example);
        let ordered = match atoms {
            Atoms::Own => Cube::new(),
            Atoms::Ordered => search.ordered(&cube, &example),
        };
        cubes.push(search.widened(cube, ordered)?);
    }
}

struct Search<'a> {
    terms: &'a Terms,
    formula: Term,
    domain: Term,
    params: &'a [(Term, Type)],
    solver: &'a mut dyn Solver,
    /// Questions that may still be asked.
    left: usize,
}

impl Search<'_> {
    /// Something that satisfies the formula and none of the alternatives.
    fn uncovered(&mut self, cubes: &[Cube], vars: &[Term]) -> Option<Option<Assignment>> {
        self.left = self.left.checked_sub(1)?;
        let mut formulas = vec![self.formula, self.domain];
        let others = cubes
            .iter()
            .map(|cube| self.terms.not(self.terms.and(cube)));
        formulas.extend(others);
        self.solver.find(&formulas, vars).ok()
    }

    /// Why an example satisfies the formula: literals that are enough.
    fn reasons(&self, example: &Assignment) -> Cube {
        let mut explain = Explain {
            terms: self.terms,
            example,
            values: FxHashMap::default(),
        };
        let mut literals = BTreeSet::new();
        explain.holds(self.formula, true, &mut literals);
        literals.into_iter().collect()
    }

    /// Where the numbers of an example lie, seen from the constants that they are compared with.
    fn ordered(&self, cube: &[Term], example: &Assignment) -> Cube {
        let mut found = Cube::new();
        for &literal in cube {
            let atom = match self.terms.op(literal) {
                Op::Not => self.terms.args(literal)[0],
                _ => literal,
            };
            let (Op::Eq, [a, b]) = (self.terms.op(atom), self.terms.args(atom)) else {
                continue;
            };
            let (x, constant) = match self.terms.value(*a) {
                Some(_) => (*b, *a),
                None => (*a, *b),
            };
            let ty = self.params.iter().find(|(param, _)| *param == x);
            if let (Some(&(_, ty)), Some(_)) = (ty, self.terms.value(constant)) {
                let sides = [(x, constant), (constant, x)].map(|(a, b)| self.at_most(a, b, ty));
                let holds = |side: &Term| is_true(self.terms, *side, example);
                found.extend(sides.into_iter().flatten().filter(holds));
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn at_most(&self, a: Term, b: Term, ty: Type) -> Option<Term> {
        match ty {
            Type::Vector { signed: true, .. } => Some(self.terms.bv_sle(a, b)),
            Type::Vector { signed: false, .. } => Some(self.terms.bv_ule(a, b)),
            Type::Int => Some(self.terms.int_le(a, b)),
            Type::Bool | Type::Float { .. } => None,
        }
    }

    /// An alternative without literals that could be left out. If orders are given, they are taken instead of equalities
    /// where that is enough.
    fn widened(&mut self, cube: Cube, ordered: Cube) -> Option<Cube> {
        self.solver.push();
        self.solver.assert(self.terms.not(self.formula));
        self.solver.assert(self.domain);
        let widest = self.widest(cube, ordered);
        self.solver.pop();
        widest
    }

    fn widest(&mut self, cube: Cube, ordered: Cube) -> Option<Cube> {
        let is_equality = |t: &Term| {
            let atom = match self.terms.op(*t) {
                Op::Not => self.terms.args(*t)[0],
                _ => *t,
            };
            matches!(self.terms.op(atom), Op::Eq)
        };
        let (equal, other): (Cube, Cube) = cube.into_iter().partition(is_equality);
        let orders: Cube = ordered.into_iter().chain(other.iter().copied()).collect();
        let enough = self.core(&orders)?;
        let mut cube = match enough {
            Some(core) => core,
            None => self.core(&[equal, orders].concat())??,
        };
        let mut at = 0;
        while at < cube.len() {
            let mut fewer = cube.clone();
            fewer.remove(at);
            match self.core(&fewer)? {
                Some(_) => cube = fewer,
                None => at += 1,
            }
        }
        Some(cube)
    }

    /// Literals among these that are enough, if they are; the outer `None` if the solver gives up.
    fn core(&mut self, literals: &[Term]) -> Option<Option<Cube>> {
        self.left = self.left.checked_sub(1)?;
        match self.solver.check(literals) {
            Answer::Unsat => {
                let core = self.solver.core();
                let kept = literals.iter().copied().filter(|t| core.contains(t));
                Some(Some(kept.collect()))
            }
            Answer::Sat => Some(None),
            Answer::Unknown(_) => None,
        }
    }
}

fn is_true(terms: &Terms, t: Term, example: &Assignment) -> bool {
    let value = |var: Term| {
        let default = || Value::default_of(terms.sort(var));
        Some(example.get(var).cloned().unwrap_or_else(default))
    };
    terms.eval(t, &value) == Some(Value::Bool(true))
}

/// Says why a formula holds of an example.
struct Explain<'a> {
    terms: &'a Terms,
    example: &'a Assignment,
    values: FxHashMap<Term, bool>,
}

impl Explain<'_> {
    fn value(&mut self, t: Term) -> bool {
        if let Some(&known) = self.values.get(&t) {
            return known;
        }
        let value = is_true(self.terms, t, self.example);
        self.values.insert(t, value);
        value
    }

    /// Collects literals that make `t` have the value it has.
    fn holds(&mut self, t: Term, value: bool, literals: &mut BTreeSet<Term>) {
        debug_assert_eq!(self.value(t), value);
        let args = self.terms.args(t).to_vec();
        let of_truth = |a: &Term| self.terms.sort(*a) == Sort::Bool;
        match self.terms.op(t) {
            Op::Value(_) => {}
            Op::Not => self.holds(args[0], !value, literals),
            Op::And | Op::Or if value == matches!(self.terms.op(t), Op::And) => {
                args.iter().for_each(|&a| self.holds(a, value, literals));
            }
            Op::And | Op::Or => self.shortest(&args, value, literals),
            Op::Ite if of_truth(&t) => {
                let chosen = self.value(args[0]);
                self.holds(args[0], chosen, literals);
                self.holds(args[if chosen { 1 } else { 2 }], value, literals);
            }
            Op::Eq if of_truth(&args[0]) => {
                for &a in &args {
                    let value = self.value(a);
                    self.holds(a, value, literals);
                }
            }
            _ if value => {
                literals.insert(t);
            }
            _ => {
                literals.insert(self.terms.not(t));
            }
        }
    }

    /// One of the arguments decides: the one with the fewest literals.
    fn shortest(&mut self, args: &[Term], value: bool, literals: &mut BTreeSet<Term>) {
        let mut best: Option<BTreeSet<Term>> = None;
        for &a in args {
            if self.value(a) != value {
                continue;
            }
            let mut own = BTreeSet::new();
            self.holds(a, value, &mut own);
            if best.as_ref().is_none_or(|best| own.len() < best.len()) {
                best = Some(own);
            }
        }
        literals.extend(best.unwrap_or_default());
    }
}
