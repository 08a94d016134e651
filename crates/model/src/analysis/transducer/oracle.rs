//! Questions about terms over windows: answered from sets of symbols where they say enough, by the solver otherwise.

use std::rc::Rc;

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::{Config, Solver, Term, Terms, Value, chain};

use super::known::{Known, Spot};
use super::symbols::{Symbols, value_at};
use crate::transducer::{SymbolType, seen};

/// An answer, or why there is none.
pub(super) type Asked<T> = Result<T, StopReason>;

/// On so many symbols a term is tried one by one.
const TRIED: u64 = 256;

pub(super) struct Oracle<'a> {
    pub(super) terms: Terms,
    pub(super) input: SymbolType,
    budget: &'a Budget,
    /// Made when it is first needed: most questions are answered without, and making one takes longer than many answers.
    solver: Option<Box<dyn Solver>>,
    variables: FxHashMap<Spot, Term>,
    spots: FxHashMap<Term, Rc<[Spot]>>,
    sets: FxHashMap<Term, Option<Symbols>>,
    shifted: FxHashMap<(Term, u8), Term>,
    folded: FxHashMap<(Term, Symbols), Option<Term>>,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(terms: &Terms, input: SymbolType, budget: &'a Budget) -> Self {
        Self {
            terms: terms.clone(),
            input,
            budget,
            solver: None,
            variables: FxHashMap::default(),
            spots: FxHashMap::default(),
            sets: FxHashMap::default(),
            shifted: FxHashMap::default(),
            folded: FxHashMap::default(),
        }
    }

    pub(super) fn check_budget(&self) -> Asked<()> {
        self.budget.check()
    }

    /// What stands for a symbol. The second input, where there are two, has names of its own.
    pub(super) fn variable(&mut self, spot: Spot) -> Term {
        if let Some(&known) = self.variables.get(&spot) {
            return known;
        }
        let variable = match spot.side {
            0 => seen(&self.terms, self.input, spot.back),
            side => self
                .terms
                .var(&format!("x{}'{side}", spot.back), self.input.sort()),
        };
        self.variables.insert(spot, variable);
        self.spots.insert(variable, Rc::from([spot]));
        variable
    }

    /// The symbols that a term mentions, in order. Whoever reads a transducer makes the variables of its window first.
    pub(super) fn spots(&mut self, t: Term) -> Rc<[Spot]> {
        if let Some(known) = self.spots.get(&t) {
            return known.clone();
        }
        let spots = &self.spots;
        let mut found: Vec<Spot> = self
            .terms
            .free_vars(t)
            .iter()
            .filter_map(|v| spots.get(v))
            .flat_map(|s| s.iter().copied())
            .collect();
        found.sort_unstable();
        let found: Rc<[Spot]> = found.into();
        self.spots.insert(t, found.clone());
        found
    }

    /// How far back a term looks.
    pub(super) fn back(&mut self, t: Term) -> usize {
        self.spots(t).iter().map(|s| s.back).max().unwrap_or(0)
    }

    /// A condition taken apart; `None` if it holds nowhere.
    pub(super) fn known(&mut self, condition: Term) -> Option<Known> {
        let mut known = Known::default();
        for part in self.terms.conjuncts(condition) {
            if part == self.terms.false_() {
                return None;
            }
            match self.set_of(part) {
                Some((spot, set)) => known.narrow(spot, &set)?,
                None => known.demand(&[part]),
            }
        }
        known
            .sets
            .retain(|(_, set)| *set != Symbols::all(self.input.bits));
        Some(known)
    }

    /// The set that a condition on one symbol is.
    fn set_of(&mut self, condition: Term) -> Option<(Spot, Symbols)> {
        let spots = self.spots(condition);
        let &[spot] = &*spots else { return None };
        let variable = self.variable(spot);
        let terms = &self.terms;
        let set = self
            .sets
            .entry(condition)
            .or_insert_with(|| Symbols::of_condition(terms, condition, variable));
        set.clone().map(|set| (spot, set))
    }

    /// The condition as a term.
    pub(super) fn term(&mut self, known: &Known) -> Term {
        let mut parts: Vec<Term> = Vec::new();
        for (spot, set) in &known.sets {
            let variable = self.variable(*spot);
            parts.push(set.holds(&self.terms, variable));
        }
        parts.extend(&known.rest);
        self.terms.and(&parts)
    }

    /// Whether some symbols are as it says. Sets of different symbols cannot be in each other's way.
    pub(super) fn possible(&mut self, known: &Known) -> Asked<bool> {
        if known.sets.iter().any(|(_, set)| set.is_empty()) {
            return Ok(false);
        }
        if known.rest.is_empty() {
            return Ok(true);
        }
        let mut parts = known.rest.clone();
        let mentioned = self.mentioned(&known.rest);
        for (spot, set) in known
            .sets
            .iter()
            .filter(|(spot, _)| mentioned.contains(spot))
        {
            let variable = self.variable(*spot);
            parts.push(set.holds(&self.terms, variable));
        }
        Ok(self.find(&parts, &[])?.is_some())
    }

    pub(super) fn mentioned(&mut self, all: &[Term]) -> Vec<Spot> {
        let mut found: Vec<Spot> = all.iter().flat_map(|&t| self.spots(t).to_vec()).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Values with which all hold, `None` if there are none.
    pub(super) fn find(
        &mut self,
        formulas: &[Term],
        variables: &[Term],
    ) -> Asked<Option<smt::Assignment>> {
        self.budget.check()?;
        let all = self.terms.and(formulas);
        if all == self.terms.false_() {
            return Ok(None);
        }
        if all == self.terms.true_() && variables.is_empty() {
            return Ok(Some(smt::Assignment::new()));
        }
        let solver = self
            .solver
            .get_or_insert_with(|| chain(&self.terms, Config::default()));
        solver.set_limit(self.budget.remaining());
        solver
            .find(&[all], variables)
            .map_err(StopReason::SolverUnknown)
    }

    /// The same term when one more symbol of one input has been read.
    pub(super) fn shift(&mut self, t: Term, side: u8) -> Term {
        if let Some(&known) = self.shifted.get(&(t, side)) {
            return known;
        }
        let mut map = FxHashMap::default();
        for &spot in self.spots(t).iter().filter(|s| s.side == side) {
            let (old, new) = (
                self.variable(spot),
                self.variable(Spot {
                    back: spot.back + 1,
                    ..spot
                }),
            );
            map.insert(old, new);
        }
        let shifted = if map.is_empty() {
            t
        } else {
            self.terms.substitute(t, &map)
        };
        self.shifted.insert((t, side), shifted);
        shifted
    }

    /// What is known when one more symbol of one input has been read.
    pub(super) fn advance(&mut self, known: &Known, side: u8) -> Known {
        let later = |spot: Spot| {
            if spot.side == side {
                Spot {
                    back: spot.back + 1,
                    ..spot
                }
            } else {
                spot
            }
        };
        let sets = known
            .sets
            .iter()
            .map(|(spot, set)| (later(*spot), set.clone()))
            .collect();
        let mut rest: Vec<Term> = known.rest.iter().map(|&t| self.shift(t, side)).collect();
        rest.sort_unstable();
        Known { sets, rest }
    }

    /// What is known of the symbols that matter. A condition stays if it is about one of them and about none farther
    /// back than `horizon`; forgetting makes more possible, never less.
    pub(super) fn forget(
        &mut self,
        known: &Known,
        matters: &dyn Fn(Spot) -> bool,
        horizon: usize,
    ) -> Known {
        let mut rest = known.rest.clone();
        rest.retain(|&t| {
            let spots = self.spots(t);
            spots.iter().any(|&s| matters(s))
                && spots.iter().all(|&s| s.back <= horizon || matters(s))
        });
        let mentioned = self.mentioned(&rest);
        let stays = |spot: Spot| matters(spot) || mentioned.contains(&spot);
        let sets = known
            .sets
            .iter()
            .filter(|(spot, _)| stays(*spot))
            .cloned()
            .collect();
        Known { sets, rest }
    }

    /// The term, as a constant if it has only one value for what is known.
    pub(super) fn fold(&mut self, t: Term, known: &Known) -> Term {
        let spots = self.spots(t);
        let &[spot] = &*spots else { return t };
        let Some(set) = known.set(spot) else { return t };
        let key = (t, set.clone());
        if let Some(&folded) = self.folded.get(&key) {
            return folded.unwrap_or(t);
        }
        let variable = self.variable(spot);
        let value = self.only_value(t, variable, set);
        let folded = value.map(|value| self.terms.constant(value));
        self.folded.insert(key, folded);
        folded.unwrap_or(t)
    }

    fn only_value(&self, t: Term, variable: Term, set: &Symbols) -> Option<Value> {
        set.count(TRIED)?;
        let mut values = set.iter().map(|n| value_at(&self.terms, t, variable, n));
        let first = values.next()??;
        values
            .all(|value| value.as_ref() == Some(&first))
            .then_some(first)
    }

    /// Like [`Oracle::fold`], for terms over several symbols, where it takes questions.
    pub(super) fn settle(&mut self, t: Term, known: &Known) -> Asked<Term> {
        let mut some = FxHashMap::default();
        for &spot in self.spots(t).iter() {
            let symbol = known
                .set(spot)
                .map_or(Some(0), Symbols::plainest)
                .unwrap_or(0);
            some.insert(self.variable(spot), self.terms.bv(self.input.bits, symbol));
        }
        let value = self.terms.substitute(t, &some);
        Ok(if self.differ(t, value, known)?.is_none() {
            value
        } else {
            t
        })
    }

    /// Whether two terms are equal for all that is known; otherwise what says that they are not.
    pub(super) fn differ(&mut self, a: Term, b: Term, known: &Known) -> Asked<Option<Known>> {
        if a == b {
            return Ok(None);
        }
        let Some(known) = self
            .known(self.terms.ne(a, b))
            .and_then(|differ| known.and(&differ))
        else {
            return Ok(None);
        };
        Ok(self.possible(&known)?.then_some(known))
    }
}
