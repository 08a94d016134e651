//! Questions to the solver about conditions over the window, and inputs that meet them.

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::{Answer, Config, Solver, Sort, Term, Terms, Value, chain};

use super::machine::Predicate;

/// A set of bytes.
type Bytes = [u64; 4];

/// What is asked about the window.
pub(super) struct Questions {
    pub terms: Terms,
    pub solver: Box<dyn Solver>,
    bits: u32,
    /// Which symbols can occur, over `x`.
    pub alphabet: Term,
    /// `x`, `x1`, `x2`, …
    pub window: Vec<Term>,
    /// For conditions about `x` alone: a symbol that meets them.
    found: FxHashMap<Term, Option<u64>>,
    sets: FxHashMap<Term, Option<Bytes>>,
}

impl Questions {
    pub fn new(terms: &Terms, bits: u32, alphabet: Term, window: Vec<Term>) -> Self {
        let solver = chain(terms, Config::default());
        let (found, sets) = (FxHashMap::default(), FxHashMap::default());
        Self {
            terms: terms.clone(),
            solver,
            bits,
            alphabet,
            window,
            found,
            sets,
        }
    }

    /// Whether conditions can hold together.
    pub fn possible(&mut self, conditions: &[Term]) -> Result<bool, StopReason> {
        let parts: Vec<Term> = conditions
            .iter()
            .flat_map(|c| self.terms.conjuncts(*c))
            .collect();
        if parts.contains(&self.terms.false_()) {
            return Ok(false);
        }
        let mut within = [u64::MAX; 4];
        let mut rest = false;
        for part in &parts {
            match self.bytes(*part) {
                Some(set) => (0..4).for_each(|i| within[i] &= set[i]),
                None => rest = true,
            }
        }
        if within == [0; 4] || !rest {
            return Ok(within != [0; 4]);
        }
        match self.solver.ask(&parts) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(why) => Err(StopReason::SolverUnknown(why)),
        }
    }

    /// The bytes that meet a condition, if it is about a read byte alone.
    fn bytes(&mut self, condition: Term) -> Option<Bytes> {
        if let Some(set) = self.sets.get(&condition) {
            return *set;
        }
        let set = if self.bits == 8 && self.is_alone(condition) {
            self.tabulated(condition)
        } else {
            None
        };
        self.sets.insert(condition, set);
        set
    }

    fn tabulated(&self, condition: Term) -> Option<Bytes> {
        let mut set = [0; 4];
        for value in 0..256_u64 {
            let holds = self.terms.eval(condition, &|v| {
                (v == self.window[0]).then(|| Value::bv(8, value))
            })?;
            if holds.as_bool()? {
                set[value as usize / 64] |= 1 << (value % 64);
            }
        }
        Some(set)
    }

    fn is_alone(&self, condition: Term) -> bool {
        self.terms
            .free_vars(condition)
            .iter()
            .all(|v| *v == self.window[0])
    }

    /// An input that meets the predicates one after the other; `None` if there is none (Botinčan and Babić, "Sigma*", 2013, section 5).
    pub fn witness(&mut self, predicates: &[Predicate]) -> Result<Option<Vec<u64>>, StopReason> {
        if predicates.iter().all(|p| self.is_alone(p.condition())) {
            return self.symbol_by_symbol(predicates);
        }
        let symbols = predicates.iter().filter(|p| !p.is_end()).count();
        let inputs: Vec<Term> = (0..symbols).map(|i| self.input(i)).collect();
        let mut conditions = Vec::new();
        for (i, predicate) in predicates.iter().enumerate() {
            conditions.push(self.absolute(predicate.condition(), i));
            if !predicate.is_end() {
                conditions.push(self.absolute(self.alphabet, i));
            }
        }
        let found = self
            .solver
            .find(&conditions, &inputs)
            .map_err(StopReason::SolverUnknown)?;
        let value = |model: &smt::Assignment, t: &Term| {
            model.get(*t).and_then(Value::as_unsigned).unwrap_or(0)
        };
        Ok(found.map(|model| inputs.iter().map(|t| value(&model, t)).collect()))
    }

    fn symbol_by_symbol(
        &mut self,
        predicates: &[Predicate],
    ) -> Result<Option<Vec<u64>>, StopReason> {
        let mut input = Vec::new();
        for predicate in predicates {
            match (predicate, self.symbol(predicate.condition())?) {
                (_, None) => return Ok(None),
                (Predicate::Symbol(_), Some(symbol)) => input.push(symbol),
                (Predicate::End(_), Some(_)) => {}
            }
        }
        Ok(Some(input))
    }

    /// A symbol that meets a condition about it alone.
    fn symbol(&mut self, condition: Term) -> Result<Option<u64>, StopReason> {
        if let Some(found) = self.found.get(&condition) {
            return Ok(*found);
        }
        let x = self.window[0];
        let found = self
            .solver
            .find(&[condition, self.alphabet], &[x])
            .map_err(StopReason::SolverUnknown)?;
        let found = found.map(|model| model.get(x).and_then(Value::as_unsigned).unwrap_or(0));
        self.found.insert(condition, found);
        Ok(found)
    }

    /// What stands for a symbol by its place in the input.
    fn input(&self, place: usize) -> Term {
        self.terms
            .var(&format!("in'{place}"), Sort::BitVec(self.bits))
    }

    /// A condition on the symbol at a place, said of the whole input.
    fn absolute(&self, condition: Term, place: usize) -> Term {
        let known = self
            .window
            .iter()
            .enumerate()
            .filter(|(back, _)| *back <= place);
        let map = known
            .map(|(back, x)| (*x, self.input(place - back)))
            .collect();
        self.terms.substitute(condition, &map)
    }

    /// Whether a condition holds at a place of an input.
    pub fn holds(&self, condition: Term, input: &[u64], place: usize) -> bool {
        let symbol = |v: Term| {
            let back = self.window.iter().position(|x| *x == v)?;
            input
                .get(place.checked_sub(back)?)
                .map(|value| Value::bv(self.bits, *value))
        };
        self.terms
            .eval(condition, &symbol)
            .and_then(|holds| holds.as_bool())
            == Some(true)
    }

    /// The symbols of an input as a window sees them from a place.
    pub fn seen_from(&self, input: &[u64], place: usize) -> FxHashMap<Term, Term> {
        let symbol = |back: usize| place.checked_sub(back).and_then(|i| input.get(i));
        let known = self
            .window
            .iter()
            .enumerate()
            .filter_map(|(back, x)| Some((*x, *symbol(back)?)));
        known
            .map(|(x, value)| (x, self.terms.bv(self.bits, value)))
            .collect()
    }
}
