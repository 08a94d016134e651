//! Guards people read: the fewest conditions that say the same.

mod lengths;
mod primes;

use lengths::by_lengths;
use primes::{Atoms, primes};
use smt::decorate::until::Until;
use smt::syntax::Type;
use smt::{Answer, Op, Solver, Sort, Term, Terms};

use crate::intervals::intervals;

/// Formulas with more alternatives than this are left as they are.
const MAX_CUBES: usize = 64;
/// One in as many parts of what is left of the time is what a look at one guard is worth, and a second look again.
const SHARE: u32 = 10;
/// Conditions with more literals than this are worth a second look at what they mean.
const SHORT: usize = 6;

/// Literals that hold together.
type Cube = Vec<Term>;

/// A formula equivalent to `guard` wherever `domain` holds, with no condition and no alternative that could be left
/// out. The shorter of the two ways to say it is taken: as alternatives, or as the negation of the alternatives of the
/// opposite. What it says of arrays of all lengths it says of the length. A guard that does arithmetic on its only
/// parameter is said in intervals where that is possible.
pub fn minimal(
    terms: &Terms,
    guard: Term,
    domain: Term,
    params: &[(Term, Type)],
    solver: &mut dyn Solver,
) -> Term {
    let short = irreducible(terms, guard, domain, params, solver);
    let short = by_lengths(terms, short, domain, params, solver);
    let used = terms.free_vars(short);
    let mut numbers = params.iter().filter(|(p, _)| used.contains(p));
    match (numbers.next(), numbers.next()) {
        (Some(&only), None) if !is_plain(terms, short) && has_few_pieces(terms, short) => {
            intervals(terms, short, domain, only, solver).unwrap_or(short)
        }
        _ => short,
    }
}

/// Whether every comparison is between a parameter and a constant.
fn is_plain(terms: &Terms, t: Term) -> bool {
    let args = terms.args(t);
    match terms.op(t) {
        Op::Not | Op::And | Op::Or => args.iter().all(|&a| is_plain(terms, a)),
        _ => args
            .iter()
            .all(|&a| matches!(terms.op(a), Op::Var(_) | Op::Value(_))),
    }
}

/// Whether a condition can be expected to hold on a few intervals: sums and comparisons do, remainders and bits do not.
fn has_few_pieces(terms: &Terms, t: Term) -> bool {
    let gradual = match terms.op(t) {
        Op::Var(_) | Op::Value(_) | Op::Not | Op::And | Op::Or | Op::Eq | Op::Ite => true,
        Op::BvNeg
        | Op::BvAdd
        | Op::BvMul
        | Op::BvSdiv
        | Op::BvUdiv
        | Op::ZeroExtend(_)
        | Op::SignExtend(_) => true,
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::IntLt | Op::IntLe => true,
        Op::IntNeg | Op::IntAdd | Op::IntMul | Op::IntTdiv => true,
        Op::BvNot
        | Op::BvSrem
        | Op::BvUrem
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::Extract { .. } => false,
        Op::BvShl | Op::BvLshr | Op::BvAshr | Op::IntTrem | Op::IntMod => false,
        // A float is no point on the line of the numbers that its bits are.
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpSqrt | Op::FpNeg | Op::FpAbs => false,
        Op::FpLt | Op::FpLe | Op::FpEq | Op::FpIsNan => false,
        Op::FpFromSigned(_) | Op::FpToSigned(_) | Op::FpToFp(_) => false,
    };
    gradual && terms.args(t).iter().all(|&a| has_few_pieces(terms, a))
}

/// A way to say a condition.
enum Said {
    /// As alternatives.
    Alternatives(Vec<Cube>),
    /// As the opposite of alternatives.
    Opposite(Vec<Cube>),
}

impl Said {
    /// How many literals there are to read.
    fn size(&self) -> usize {
        let (Self::Alternatives(cubes) | Self::Opposite(cubes)) = self;
        cubes.iter().map(Vec::len).sum()
    }

    fn formula(&self, terms: &Terms) -> Term {
        let opposite = |cube: &Cube| terms.not(terms.and(cube));
        match self {
            Self::Alternatives(cubes) => disjunction(terms, cubes),
            Self::Opposite(cubes) => terms.and(&cubes.iter().map(opposite).collect::<Vec<_>>()),
        }
    }
}

fn irreducible(
    terms: &Terms,
    guard: Term,
    domain: Term,
    params: &[(Term, Type)],
    solver: &mut dyn Solver,
) -> Term {
    type Say = fn(Vec<Cube>) -> Said;
    let sides: [(Term, Say); 2] = [
        (guard, Said::Alternatives),
        (terms.not(guard), Said::Opposite),
    ];
    let share = terms.budget().share(SHARE);
    let first = sides.map(|(side, say)| {
        let mut bounded = Until::new(&mut *solver, &share);
        cover(terms, side, domain, &mut bounded).map(say)
    });
    let mut best = shortest(first);
    let share = terms.budget().share(SHARE);
    let solver: &mut dyn Solver = &mut Until::new(solver, &share);
    for atoms in [Atoms::Own, Atoms::Ordered] {
        if best.as_ref().is_some_and(|best| best.size() <= SHORT) {
            break;
        }
        let [positive, negative] = sides.map(|(side, say)| {
            let cubes = primes(terms, (side, domain), (params, atoms), solver)?;
            let cover = say(irredundant(terms, cubes, domain, solver)?);
            let different = terms.not(terms.eq(cover.formula(terms), guard));
            (decide(solver, &[different], &[domain]) == Some(false)).then_some(cover)
        });
        best = shortest([best, positive, negative]);
    }
    best.map_or(guard, |best| best.formula(terms))
}

/// The one with the fewest literals; the first of several.
fn shortest<const N: usize>(said: [Option<Said>; N]) -> Option<Said> {
    said.into_iter().flatten().min_by_key(Said::size)
}

fn disjunction(terms: &Terms, cubes: &[Cube]) -> Term {
    let alternatives: Vec<Term> = cubes.iter().map(|cube| terms.and(cube)).collect();
    terms.or(&alternatives)
}

/// An irredundant set of prime alternatives; `None` if there are too many or the solver gives up.
fn cover(terms: &Terms, formula: Term, domain: Term, solver: &mut dyn Solver) -> Option<Vec<Cube>> {
    let cubes = alternatives(terms, formula, true)?;
    let opposite = terms.not(formula);
    let mut prime = Vec::new();
    for cube in cubes {
        let possible = decide(solver, &cube, &[domain])?;
        if possible {
            prime.push(widen(cube, &[opposite, domain], solver)?);
        }
    }
    prime.sort_by_key(Vec::len);
    irredundant(terms, prime, domain, solver)
}

/// Drops literals as long as the cube stays outside `avoid`.
fn widen(mut cube: Cube, avoid: &[Term], solver: &mut dyn Solver) -> Option<Cube> {
    let mut i = 0;
    while i < cube.len() {
        let mut fewer = cube.clone();
        fewer.remove(i);
        if decide(solver, &fewer, avoid)? {
            i += 1
        } else {
            cube = fewer
        }
    }
    Some(cube)
}

fn irredundant(
    terms: &Terms,
    mut cubes: Vec<Cube>,
    domain: Term,
    solver: &mut dyn Solver,
) -> Option<Vec<Cube>> {
    let mut i = cubes.len();
    while i > 0 {
        i -= 1;
        let mut others = cubes.clone();
        let cube = others.remove(i);
        let elsewhere = terms.not(disjunction(terms, &others));
        if !decide(solver, &cube, &[elsewhere, domain])? {
            cubes = others;
        }
    }
    Some(cubes)
}

/// Whether everything can hold together; `None` if the solver gives up.
fn decide(solver: &mut dyn Solver, a: &[Term], b: &[Term]) -> Option<bool> {
    match solver.ask(&[a, b].concat()) {
        Answer::Sat => Some(true),
        Answer::Unsat => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// The disjunctive normal form of a formula, or of its negation if `wanted` is false.
fn alternatives(terms: &Terms, t: Term, wanted: bool) -> Option<Vec<Cube>> {
    let args = terms.args(t).to_vec();
    match (terms.op(t), wanted) {
        (Op::Value(_), _) if (t == terms.bool(true)) == wanted => Some(vec![Vec::new()]),
        (Op::Value(_), _) => Some(Vec::new()),
        (Op::Not, _) => alternatives(terms, args[0], !wanted),
        (Op::And, true) | (Op::Or, false) => args.iter().try_fold(vec![Vec::new()], |all, &a| {
            cross(&all, &alternatives(terms, a, wanted)?)
        }),
        (Op::And, false) | (Op::Or, true) => {
            let each: Option<Vec<_>> = args
                .iter()
                .map(|&a| alternatives(terms, a, wanted))
                .collect();
            each.map(|cubes| cubes.concat())
                .filter(|cubes| cubes.len() <= MAX_CUBES)
        }
        (Op::Ite, _) if terms.sort(t) == Sort::Bool => {
            let then = cross(
                &alternatives(terms, args[0], true)?,
                &alternatives(terms, args[1], wanted)?,
            )?;
            let otherwise = cross(
                &alternatives(terms, args[0], false)?,
                &alternatives(terms, args[2], wanted)?,
            )?;
            Some([then, otherwise].concat())
        }
        (Op::Eq, _) if terms.sort(args[0]) == Sort::Bool => {
            let both = cross(
                &alternatives(terms, args[0], true)?,
                &alternatives(terms, args[1], wanted)?,
            )?;
            let neither = cross(
                &alternatives(terms, args[0], false)?,
                &alternatives(terms, args[1], !wanted)?,
            )?;
            Some([both, neither].concat())
        }
        _ => Some(vec![vec![if wanted { t } else { terms.not(t) }]]),
    }
}

fn cross(a: &[Vec<Term>], b: &[Vec<Term>]) -> Option<Vec<Cube>> {
    if a.len() * b.len() > MAX_CUBES {
        return None;
    }
    let join = |x: &Vec<Term>, y: &Vec<Term>| {
        let mut cube = [x.as_slice(), y.as_slice()].concat();
        cube.sort();
        cube.dedup();
        cube
    };
    Some(
        a.iter()
            .flat_map(|x| b.iter().map(move |y| join(x, y)))
            .collect(),
    )
}
