//! Shows that a comparison cannot hold beside others by going around: what is less than something that is less than it.
//! Sorting asks for little else, and a solver takes long to see it in bits.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Op, Term, Terms, Value};

/// How numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Reading {
    Signed,
    Unsigned,
}

/// `from` is less than `to`, or equal unless strictly.
#[derive(Clone, Copy)]
struct Edge {
    from: Term,
    to: Term,
    strict: bool,
}

/// Whether `wanted` is known not to hold beside `formulas`.
pub(crate) fn contradicts(terms: &Terms, formulas: &[Term], wanted: Term) -> bool {
    terms.conjuncts(wanted).into_iter().any(|atom| {
        [Reading::Signed, Reading::Unsigned]
            .into_iter()
            .any(|reading| refuted(terms, formulas, atom, reading))
    })
}

fn refuted(terms: &Terms, formulas: &[Term], atom: Term, reading: Reading) -> bool {
    let around: Vec<Edge> = match (terms.op(atom), terms.args(atom)) {
        (Op::Not, &[equal]) if *terms.op(equal) == Op::Eq => {
            let args = terms.args(equal);
            let graph = Graph::of(terms, formulas, args, reading);
            return graph.leads(args[0], args[1], false) && graph.leads(args[1], args[0], false);
        }
        _ => edges(terms, atom, reading),
    };
    let Some(first) = around.first() else {
        return false;
    };
    let graph = Graph::of(terms, formulas, &[first.from, first.to], reading);
    around
        .iter()
        .any(|edge| graph.leads(edge.to, edge.from, !edge.strict))
}

/// What a comparison says.
fn edges(terms: &Terms, atom: Term, reading: Reading) -> Vec<Edge> {
    let &[from, to] = terms.args(atom) else {
        return Vec::new();
    };
    let strict = match (terms.op(atom), reading) {
        (Op::BvSlt, Reading::Signed) | (Op::BvUlt, Reading::Unsigned) => true,
        (Op::BvSle, Reading::Signed) | (Op::BvUle, Reading::Unsigned) => false,
        (Op::Eq, _) => {
            return vec![
                Edge {
                    from,
                    to,
                    strict: false,
                },
                Edge {
                    from: to,
                    to: from,
                    strict: false,
                },
            ];
        }
        _ => return Vec::new(),
    };
    vec![Edge { from, to, strict }]
}

struct Graph {
    edges: FxHashMap<Term, Vec<(Term, bool)>>,
}

impl Graph {
    /// What formulas say of the order of terms, with the order of the constants among them and among `others`.
    fn of(terms: &Terms, formulas: &[Term], others: &[Term], reading: Reading) -> Self {
        let atoms = formulas
            .iter()
            .flat_map(|&formula| terms.conjuncts(formula));
        let known: Vec<Edge> = atoms.flat_map(|atom| edges(terms, atom, reading)).collect();
        let mut graph = Self {
            edges: FxHashMap::default(),
        };
        let ends = known
            .iter()
            .flat_map(|edge| [edge.from, edge.to])
            .chain(others.iter().copied());
        let mut constants: Vec<(u32, i128, Term)> =
            ends.filter_map(|t| constant(terms, t, reading)).collect();
        constants.sort_unstable();
        constants.dedup();
        known
            .iter()
            .for_each(|edge| graph.add(edge.from, edge.to, edge.strict));
        for pair in constants.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            graph.add(pair[0].2, pair[1].2, true);
        }
        graph
    }

    fn add(&mut self, from: Term, to: Term, strict: bool) {
        self.edges.entry(from).or_default().push((to, strict));
    }

    /// Whether one term is less than another, or equal unless strictly.
    fn leads(&self, from: Term, to: Term, strictly: bool) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), vec![(from, false)]);
        while let Some((term, strict)) = open.pop() {
            if term == to && (strict || !strictly) {
                return true;
            }
            if seen.insert((term, strict)) {
                open.extend(
                    self.edges
                        .get(&term)
                        .into_iter()
                        .flatten()
                        .map(|&(next, s)| (next, strict || s)),
                );
            }
        }
        false
    }
}

/// The width and the number of a constant.
fn constant(terms: &Terms, term: Term, reading: Reading) -> Option<(u32, i128, Term)> {
    let value = terms.value(term)?;
    let Value::BitVec { width, bits } = *value else {
        return None;
    };
    let number = match reading {
        Reading::Signed => i128::from(value.as_signed()?),
        Reading::Unsigned => i128::from(bits),
    };
    Some((width, number, term))
}

#[cfg(test)]
mod tests {
    use smt::{Answer, Config, Sort, chain};

    use super::*;

    #[test]
    fn what_is_refuted_is_so_for_a_solver() {
        let mut random = base::Random::seeded(5);
        let terms = Terms::new();
        let mut numbers: Vec<Term> = (0..4)
            .map(|i| terms.var(&format!("x{i}"), Sort::BitVec(8)))
            .collect();
        numbers.extend([0, 3, 200, 255].map(|n| terms.bv(8, n)));
        let mut comparison = || {
            let (a, b) = (*random.pick(&numbers), *random.pick(&numbers));
            match random.below(6) {
                0 => terms.bv_slt(a, b),
                1 => terms.bv_sle(a, b),
                2 => terms.bv_ult(a, b),
                3 => terms.bv_ule(a, b),
                4 => terms.eq(a, b),
                _ => terms.ne(a, b),
            }
        };
        let (mut refuted, mut impossible) = (0, 0);
        for _ in 0..600 {
            let formulas: Vec<Term> = (0..5).map(|_| comparison()).collect();
            let mut solver = chain(&terms, Config::default());
            if solver.ask(&formulas) != Answer::Sat {
                continue;
            }
            let wanted = comparison();
            let answer = solver.ask(&[&formulas[..], &[wanted]].concat());
            if contradicts(&terms, &formulas, wanted) {
                assert_eq!(answer, Answer::Unsat);
                refuted += 1;
            }
            impossible += usize::from(answer == Answer::Unsat);
        }
        assert!(
            refuted > 20 && refuted * 3 > impossible,
            "{refuted} of {impossible}"
        );
    }
}
