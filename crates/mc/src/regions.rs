//! Sets of reachable states as formulas over a graph of nodes: what symbolic search (Mues, Howar et al., "Releasing the PSYCO", 2016, Algorithm 1) does with
//! them, whatever the nodes are.
//!
//! The paper keeps parameters in the formulas and asks quantified questions. Here they are eliminated exactly where
//! that is cheap; a region where it is not keeps them as existential variables and is then never used to cover
//! another one, which is sound and at worst searches longer.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::StopReason;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Op, Solver, Term, Terms};

/// A step from one node to another.
pub(crate) trait Arrow: Clone {
    /// What the steps lead between.
    type Node: Copy + Ord;
    /// Over the variables of the node it leaves and the parameters of the call.
    fn guard(&self) -> Term;
    /// Where it leads.
    fn to(&self) -> Self::Node;
    /// The new value of each variable of the node it reaches.
    fn update(&self) -> &FxHashMap<Term, Term>;
}

/// States reached by one route.
pub(crate) struct Region<A: Arrow> {
    pub node: A::Node,
    /// Over the variables of the node and, where `exact` is false, existential leftovers.
    pub formula: Term,
    exact: bool,
    /// How many calls lead here.
    pub depth: usize,
    /// The region before and the arrow taken from it.
    from: Option<(usize, A)>,
}

/// The regions found so far; those that wait to be looked at stand in the order of their depths.
pub(crate) struct Regions<A: Arrow> {
    terms: Terms,
    all: Vec<Region<A>>,
    at: BTreeMap<A::Node, Known>,
    pub pending: VecDeque<usize>,
    inexact: usize,
}

/// The regions of one node.
#[derive(Default)]
struct Known {
    /// Formulas of single states.
    points: FxHashSet<Term>,
    /// The other regions, by number.
    others: Vec<usize>,
    /// All of them, in the order in which they were found.
    formulas: Vec<Term>,
}

/// The states that a step leads to.
struct Image {
    formula: Term,
    exact: bool,
    /// The values of all variables, if it is a single state.
    point: Option<FxHashMap<Term, Term>>,
}

impl<A: Arrow> Regions<A> {
    /// One region: the values at the start.
    pub fn starting(terms: &Terms, node: A::Node, values: &FxHashMap<Term, Term>) -> Self {
        let equations: Vec<Term> = values.iter().map(|(&v, &c)| terms.eq(v, c)).collect();
        let formula = terms.and(&equations);
        let start = Region {
            node,
            formula,
            exact: true,
            depth: 0,
            from: None,
        };
        let known = Known {
            points: FxHashSet::from_iter([formula]),
            others: Vec::new(),
            formulas: vec![formula],
        };
        let at = BTreeMap::from([(node, known)]);
        Self {
            terms: terms.clone(),
            all: vec![start],
            at,
            pending: VecDeque::from([0]),
            inexact: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn get(&self, index: usize) -> &Region<A> {
        &self.all[index]
    }

    /// Regions with existential leftovers.
    pub fn inexact(&self) -> usize {
        self.inexact
    }

    /// All states reached, by node; `None` if some region has leftovers and so cannot be said over variables alone.
    pub fn union(&self) -> Option<BTreeMap<A::Node, Term>> {
        let region = |(&node, known): (&A::Node, &Known)| (node, self.terms.or(&known.formulas));
        (self.inexact == 0).then(|| self.at.iter().map(region).collect())
    }

    /// The variables that have one value only in a region: with them put in, most guards need no solver.
    pub fn constants(&self, index: usize) -> FxHashMap<Term, Term> {
        let terms = &self.terms;
        let equation = |t: Term| match (terms.op(t), terms.args(t)) {
            (Op::Eq, &[a, b]) if is_variable(terms, a) && terms.value(b).is_some() => Some((a, b)),
            (Op::Eq, &[a, b]) if is_variable(terms, b) && terms.value(a).is_some() => Some((b, a)),
            (Op::Var(_), _) => Some((t, terms.bool(true))),
            (Op::Not, &[a]) if is_variable(terms, a) => Some((a, terms.bool(false))),
            _ => None,
        };
        terms
            .conjuncts(self.all[index].formula)
            .into_iter()
            .filter_map(equation)
            .collect()
    }

    /// Takes an arrow from a region. What it leads to is a new region unless it was reached before. `variables` are
    /// those of the node it reaches.
    pub fn follow(
        &mut self,
        index: usize,
        arrow: &A,
        constants: &FxHashMap<Term, Term>,
        variables: &[Term],
        solver: &mut dyn Solver,
    ) -> Result<(), StopReason> {
        let guard = self.terms.substitute(arrow.guard(), constants);
        if guard == self.terms.bool(false) {
            return Ok(());
        }
        let formula = self.terms.and(&[self.all[index].formula, guard]);
        // A region is never empty.
        if guard != self.terms.bool(true) && !solver.ask(&[formula]).is_possible()? {
            return Ok(());
        }
        let image = match self.point(arrow, constants, variables) {
            Some(point) => point,
            None => self.image((index, formula), arrow, variables, solver),
        };
        if !self.covered(arrow.to(), &image, solver) {
            self.add(index, arrow, image);
        }
        Ok(())
    }

    fn add(&mut self, index: usize, arrow: &A, image: Image) {
        let (depth, from) = (self.all[index].depth + 1, Some((index, arrow.clone())));
        let new = self.all.len();
        let known = self.at.entry(arrow.to()).or_default();
        known.formulas.push(image.formula);
        if image.point.is_some() {
            known.points.insert(image.formula);
        } else {
            known.others.push(new);
        }
        self.inexact += usize::from(!image.exact);
        self.all.push(Region {
            node: arrow.to(),
            formula: image.formula,
            exact: image.exact,
            depth,
            from,
        });
        self.pending.push_back(new);
    }

    /// The state after a step, if there is only one: no old value or parameter that is not known is part of it.
    fn point(
        &self,
        arrow: &A,
        constants: &FxHashMap<Term, Term>,
        variables: &[Term],
    ) -> Option<Image> {
        let (terms, update) = (&self.terms, arrow.update());
        let value = |v: &Term| {
            let value = terms.substitute(update[v], constants);
            terms.value(value).is_some().then_some((*v, value))
        };
        let point: FxHashMap<Term, Term> = variables.iter().map(value).collect::<Option<_>>()?;
        let equations: Vec<Term> = variables.iter().map(|v| terms.eq(*v, point[v])).collect();
        Some(Image {
            formula: terms.and(&equations),
            exact: true,
            point: Some(point),
        })
    }

    /// The states after a step: over fresh copies of the old variables and parameters, which are then eliminated.
    fn image(
        &self,
        (index, formula): (usize, Term),
        arrow: &A,
        variables: &[Term],
        solver: &mut dyn Solver,
    ) -> Image {
        let (terms, update) = (&self.terms, arrow.update());
        let step = self.all.len();
        let leftovers = terms.free_vars(formula).into_iter();
        let updated = update.values().flat_map(|&t| terms.free_vars(t));
        let old: BTreeSet<Term> = leftovers.chain(updated).collect();
        let copy = |&v: &Term| {
            let name = terms
                .var_name(v)
                .map_or_else(String::new, |n| n.to_string());
            (
                v,
                terms.var(&format!("{name}~{index}.{step}"), terms.sort(v)),
            )
        };
        let copies: FxHashMap<Term, Term> = old.iter().map(copy).collect();
        let mut conjuncts = vec![terms.substitute(formula, &copies)];
        conjuncts.extend(
            variables
                .iter()
                .map(|v| terms.eq(*v, terms.substitute(update[v], &copies))),
        );
        let image = terms.and(&conjuncts);
        let bound: Vec<Term> = old.iter().map(|v| copies[v]).collect();
        match smt::project(terms, image, &bound, solver) {
            Some(formula) => Image {
                formula,
                exact: true,
                point: None,
            },
            None => Image {
                formula: image,
                exact: false,
                point: None,
            },
        }
    }

    /// Whether all states of an image were reached before. A solver's unknown counts as no.
    fn covered(&self, node: A::Node, image: &Image, solver: &mut dyn Solver) -> bool {
        let Some(known) = self.at.get(&node) else {
            return false;
        };
        if known.points.contains(&image.formula)
            || known
                .others
                .iter()
                .any(|&i| self.all[i].formula == image.formula)
        {
            return true;
        }
        let mut exact = known
            .others
            .iter()
            .map(|&i| &self.all[i])
            .filter(|region| region.exact);
        if let Some(point) = &image.point {
            return exact.any(|region| {
                self.terms.substitute(region.formula, point) == self.terms.bool(true)
            });
        }
        let outside = exact
            .map(|region| region.formula)
            .chain(known.points.iter().copied());
        let mut outside: Vec<Term> = outside.map(|formula| self.terms.not(formula)).collect();
        outside.sort();
        outside.push(image.formula);
        solver.ask(&outside) == Answer::Unsat
    }

    /// The arrows that lead to a region.
    pub fn route(&self, index: usize) -> Vec<A> {
        let mut route: Vec<A> =
            std::iter::successors(Some(index), |&i| self.all[i].from.as_ref().map(|f| f.0))
                .filter_map(|i| self.all[i].from.as_ref().map(|f| f.1.clone()))
                .collect();
        route.reverse();
        route
    }
}

fn is_variable(terms: &Terms, t: Term) -> bool {
    matches!(terms.op(t), Op::Var(_))
}
