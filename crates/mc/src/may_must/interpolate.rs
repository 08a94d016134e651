//! Sequence interpolants of a trace that code cannot follow (Section 5: Craig interpolation, as an alternative to weakest
//! preconditions).
//!
//! No interpolating solver is needed. What can be reached before each step is known exactly, so going backwards an
//! interpolant is what must not be missed: of the conditions under which a path leads on, those that what can be reached
//! contradicts, which a core tells. They are the code's own conditions.

use base::StopReason;
use smt::{Answer, Op, Sort, Term, Terms};
use step::LocationId;

use super::feasible::Reached;
use super::refine::Reach;
use super::templates::is_simple;
use super::walk::Trace;
use super::weight;
use super::{Abstraction, BlockId, End};

/// What interpolants are made of, if there is a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// The code's own conditions.
    OfTheCode,
    /// Comparisons of variables with each other and with zero; where these will not do, bounds from the code's conditions.
    Simple,
}

impl Abstraction<'_> {
    /// A predicate for each block of the part of a trace that can be followed: it holds of all that can be reached there, leads
    /// only to states where the next one holds, and rules the rest of the trace out.
    pub(super) fn interpolants(
        &mut self,
        trace: &Trace,
        Reach(layers): &Reach,
        words: Words,
    ) -> Result<Vec<(BlockId, Term)>, StopReason> {
        let terms = self.system.terms.clone();
        let mut found: Vec<(BlockId, Term)> = Vec::new();
        for (step, layer) in layers.iter().enumerate().rev() {
            let (block, symbol) = trace.steps[step];
            // What must not follow: at first the rest of the trace, then the states where the next predicate fails.
            let missed = found
                .last()
                .map_or(terms.bool(true), |&(_, next)| terms.not(next));
            let ways = self.ways(
                self.block(block).location,
                symbol,
                (trace.end(step), missed),
            );
            let mut all = Vec::new();
            for way in ways {
                all.push(self.interpolant((block, symbol), &way, layer, words)?);
            }
            let values: Vec<_> = layer.iter().map(|reached| &reached.values).collect();
            let predicate = self.plain(block, terms.and(&all), &values);
            let region = self.block(block).region;
            found.push((block, predicate));
            if !self.ask(&[region, terms.not(predicate)])? {
                break;
            }
        }
        Ok(found)
    }

    /// What keeps a way from being taken by all that was reached.
    fn interpolant(
        &mut self,
        (block, symbol): (BlockId, usize),
        way: &[Term],
        layer: &[Reached],
        words: Words,
    ) -> Result<Term, StopReason> {
        let candidates = match words {
            Words::OfTheCode => None,
            Words::Simple => self.candidates(block, way, layer)?,
        };
        let Some(candidates) = candidates else {
            return self.contradicted(symbol, way, layer);
        };
        if let Some(found) = self.in_simple_words(block, way, &candidates)? {
            return Ok(found);
        }
        let bounds: Vec<Term> = way
            .iter()
            .flat_map(|&c| bounds(&self.system.terms, c))
            .collect();
        let of_the_code = self.contradicted(symbol, &bounds, layer)?;
        match is_simple(&self.system.terms, of_the_code) {
            true => Ok(self
                .in_any_words(block, way, &candidates)?
                .unwrap_or(of_the_code)),
            false => Ok(of_the_code),
        }
    }

    /// For each path that can lead to an end and make a condition true there, what must hold for it.
    fn ways(&self, location: LocationId, symbol: usize, then: (End, Term)) -> Vec<Vec<Term>> {
        let terms = &self.system.terms;
        let summary = self.system.summary(location, self.symbols[symbol].letter);
        let allowed = self.allowed(symbol);
        let way = |path: &step::Path| {
            let all = [path.guard, self.goal_where(path, then)?, allowed];
            Some(all.iter().flat_map(|&part| terms.conjuncts(part)).collect())
        };
        summary.paths.iter().filter_map(way).collect()
    }

    /// A predicate that holds of all that was reached, and under which no call satisfies these conditions.
    fn contradicted(
        &mut self,
        symbol: usize,
        way: &[Term],
        layer: &[Reached],
    ) -> Result<Term, StopReason> {
        let terms = self.system.terms.clone();
        let mut core: Vec<Term> = Vec::new();
        for reached in layer {
            core.extend(self.core(way, reached)?);
        }
        core.sort();
        core.dedup();
        let possible = self.some_of(symbol, terms.and(&core));
        if let Some(possible) = possible {
            return Ok(terms.not(possible));
        }
        let whole = self
            .some_of(symbol, terms.and(way))
            .map(|possible| terms.not(possible));
        let point = |reached| self.point_of(symbol, terms.and(way), reached);
        let points = || {
            layer
                .iter()
                .map(point)
                .collect::<Option<Vec<Term>>>()
                .map(|points| terms.or(&points))
        };
        let why = "no interpolant without parameters was found";
        whole
            .or_else(points)
            .ok_or_else(|| StopReason::Limit(why.into()))
    }

    /// That the variables which a condition speaks of have the values they were reached with, if it is known which.
    fn point_of(&self, symbol: usize, condition: Term, reached: &Reached) -> Option<Term> {
        let terms = &self.system.terms;
        let params = self.system.letters[self.symbols[symbol].letter]
            .params
            .iter()
            .map(|p| p.term);
        let any = params
            .map(|p| (p, terms.constant(smt::Value::default_of(terms.sort(p)))))
            .collect();
        weight::point(terms, terms.substitute(condition, &any), &reached.values)
    }

    /// As [`Abstraction::some`], of a condition that says itself what arguments are allowed.
    fn some_of(&mut self, symbol: usize, condition: Term) -> Option<Term> {
        let letter = &self.system.letters[self.symbols[symbol].letter];
        let params: Vec<Term> = letter.params.iter().map(|p| p.term).collect();
        smt::project(&self.system.terms, condition, &params, &mut *self.solver)
    }

    /// The conditions that what was reached contradicts. One alone is best, and one without parameters better.
    fn core(&mut self, way: &[Term], reached: &Reached) -> Result<Vec<Term>, StopReason> {
        let terms = self.system.terms.clone();
        let here = terms.substitute_all(way, &reached.values);
        let false_ = terms.bool(false);
        let alone = way
            .iter()
            .zip(&here)
            .filter(|(_, here)| **here == false_)
            .map(|(&way, _)| way);
        if let Some(one) = alone.min_by_key(|&condition| self.rank(condition)) {
            return Ok(vec![one]);
        }
        self.budget.check()?;
        self.solver.push();
        reached
            .conditions
            .iter()
            .for_each(|&c| self.solver.assert(c));
        let answer = self.solver.check(&here);
        let core = if answer == Answer::Unsat {
            self.solver.core()
        } else {
            Vec::new()
        };
        self.solver.pop();
        match answer {
            Answer::Unsat => {
                let used = way
                    .iter()
                    .zip(&here)
                    .filter(|(_, here)| core.contains(here));
                Ok(used.map(|(&condition, _)| condition).collect())
            }
            Answer::Sat => Err(StopReason::Limit(
                "an interpolant was asked for where there is none".into(),
            )),
            Answer::Unknown(why) => Err(self.gave_up(why)),
        }
    }

    /// Conditions that divide blocks already come first, then those that speak of few variables.
    fn rank(&self, condition: Term) -> (bool, usize, Term) {
        let terms = &self.system.terms;
        let (yes, no) = (condition, terms.not(condition));
        let known = self.predicates().iter().any(|&(_, p)| p == yes || p == no);
        (!known, terms.free_vars(condition).len(), condition)
    }
}

/// An equation between numbers as two bounds, of which one may be enough: that a counter is not negative rules out all the
/// values at once that it would else have to differ from.
pub(super) fn bounds(terms: &Terms, condition: Term) -> Vec<Term> {
    let Op::Eq = terms.op(condition) else {
        return vec![condition];
    };
    let (a, b) = (terms.args(condition)[0], terms.args(condition)[1]);
    match terms.sort(a) {
        Sort::Int => vec![terms.int_le(a, b), terms.int_le(b, a)],
        Sort::BitVec(_) => vec![terms.bv_sle(a, b), terms.bv_sle(b, a)],
        Sort::Bool => vec![condition],
    }
}
