//! Whether two models are the same, with the shortest calls that show it if they are not.
//!
//! The product of two interfaces is walked breadth first, as in [`changes`](super::changes), but only to the first
//! difference, and with registers: what the registers of both hold at a pair of states is a formula over them, a
//! *region*. A step is a pair of symbols of one method whose guards have an argument in common, so guards may be written
//! and split in any way. Where nobody remembers anything there is one region for each pair, and the walk ends; with
//! registers it ends if the relations between them are finitely many, and with the budget otherwise.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Budget, Outcome, StopReason};
use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Terms, Value};

use super::plain;
use crate::{InterfaceLts, Parameter};

/// What a comparison of two models came to, whatever kind of models they are; `W` is what shows a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality<W> {
    /// They say the same wherever both say anything.
    Equal {
        /// The shortest input of which one of them says that its answer is not known, if there is any: what comes after
        /// it was not compared.
        unknown: Option<W>,
    },
    /// They differ.
    Differs(W),
    /// No difference was found, and none is excluded.
    Undecided {
        /// Inputs of at most this length were all compared.
        depth: usize,
        /// Why the others were not.
        reason: StopReason,
    },
}

/// Calls after which two interfaces part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// Methods, by their position, with arguments. All but the last are legal in both.
    pub calls: Vec<(usize, Vec<Value>)>,
    /// What the two say of the last call.
    pub answers: (Outcome, Outcome),
    /// Whether all shorter sequences were compared.
    pub shortest: bool,
}

/// Compares two interfaces over the same terms and the same methods. A register of one of them is none of the other's.
pub fn equal_interfaces(
    first: &InterfaceLts,
    second: &InterfaceLts,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Equality<Parting> {
    debug_assert!(
        first.methods == second.methods,
        "interfaces of other methods cannot be compared"
    );
    Walk::new([first, second], solver, budget).run()
}

/// Calls of one method that are of one symbol in each interface.
struct Step {
    method: usize,
    symbols: [usize; 2],
    /// Both guards, on the method's domain.
    condition: Term,
    /// Whether a register decides it, so that it has to be asked again in each region.
    depends: bool,
}

type Pair = [usize; 2];

/// What the registers may hold at a pair of states, having come one way.
struct Region {
    at: Pair,
    /// Over the registers and, where it is not exact, leftovers that some values exist for.
    formula: Term,
    exact: bool,
    depth: usize,
    /// The region before, and the step taken from it.
    from: Option<(usize, usize)>,
}

struct Walk<'a> {
    pair: [&'a InterfaceLts; 2],
    terms: &'a Terms,
    solver: &'a mut dyn Solver,
    budget: &'a Budget,
    steps: Vec<Step>,
    regions: Vec<Region>,
    reached: BTreeMap<Pair, Vec<usize>>,
    pending: VecDeque<usize>,
    /// The first step to an unknown answer: a region and a step.
    unknown: Option<(usize, usize)>,
    /// The first question without an answer: how many calls are compared without it, and why.
    doubt: Option<(usize, StopReason)>,
}

impl<'a> Walk<'a> {
    fn new(pair: [&'a InterfaceLts; 2], solver: &'a mut dyn Solver, budget: &'a Budget) -> Self {
        let terms = &pair[0].terms;
        let (steps, regions, reached, pending) =
            (Vec::new(), Vec::new(), BTreeMap::new(), VecDeque::new());
        Self {
            pair,
            terms,
            solver,
            budget,
            steps,
            regions,
            reached,
            pending,
            unknown: None,
            doubt: None,
        }
    }

    fn run(mut self) -> Equality<Parting> {
        match self.find() {
            Err(reason) => self.undecided(reason),
            Ok(Some((region, step))) => match self.parting(region, step) {
                Ok(parting) => Equality::Differs(parting),
                Err(reason) => self.undecided(reason),
            },
            Ok(None) => self.none_found(),
        }
    }

    fn none_found(&mut self) -> Equality<Parting> {
        if let Some((depth, reason)) = self.doubt.clone() {
            return Equality::Undecided { depth, reason };
        }
        match self
            .unknown
            .map(|(region, step)| self.parting(region, step))
            .transpose()
        {
            Ok(unknown) => Equality::Equal { unknown },
            Err(reason) => self.undecided(reason),
        }
    }

    fn undecided(&self, reason: StopReason) -> Equality<Parting> {
        let depth = self
            .pending
            .front()
            .map_or(0, |&region| self.regions[region].depth);
        let depth = self
            .doubt
            .as_ref()
            .map_or(depth, |(doubted, _)| depth.min(*doubted));
        Equality::Undecided { depth, reason }
    }

    /// The first step that is answered differently, with the region it leaves.
    fn find(&mut self) -> Result<Option<(usize, usize)>, StopReason> {
        self.steps()?;
        let held: Vec<Term> = self
            .registers()
            .map(|(_, r)| self.terms.eq(r, self.nothing(r)))
            .collect();
        let start = self.pair.map(|interface| interface.automaton.initial());
        self.add(Region {
            at: start,
            formula: self.terms.and(&held),
            exact: true,
            depth: 0,
            from: None,
        });
        while let Some(&region) = self.pending.front() {
            for step in 0..self.steps.len() {
                self.budget.check()?;
                if self.possible(region, step) && self.differs(region, step) {
                    return Ok(Some((region, step)));
                }
            }
            self.pending.pop_front();
        }
        Ok(None)
    }

    fn steps(&mut self) -> Result<(), StopReason> {
        let [first, second] = self.pair;
        let registers: BTreeSet<Term> = self.registers().map(|(_, r)| r).collect();
        for method in 0..first.methods.len() {
            for a in first.symbols_of(method) {
                for b in second.symbols_of(method) {
                    self.budget.check()?;
                    let both = [
                        first.methods[method].domain,
                        first.symbols[a].guard,
                        second.symbols[b].guard,
                    ];
                    let condition = self.terms.and(&both);
                    if self.can_hold(0, &[condition]) {
                        let depends = !self.terms.free_vars(condition).is_disjoint(&registers);
                        self.steps.push(Step {
                            method,
                            symbols: [a, b],
                            condition,
                            depends,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether these can hold together; if that is not known, what follows from it is left out and the comparison is
    /// complete up to a depth only.
    fn can_hold(&mut self, depth: usize, formulas: &[Term]) -> bool {
        match self.solver.ask(formulas) {
            Answer::Sat => true,
            Answer::Unsat => false,
            Answer::Unknown(why) => {
                self.doubt
                    .get_or_insert((depth, StopReason::SolverUnknown(why)));
                false
            }
        }
    }

    fn possible(&mut self, region: usize, step: usize) -> bool {
        let (from, step) = (&self.regions[region], &self.steps[step]);
        // A region is never empty.
        !step.depends || self.can_hold(from.depth, &[from.formula, step.condition])
    }

    /// Whether a step is answered differently; if not, goes on from where it leads.
    fn differs(&mut self, region: usize, step: usize) -> bool {
        let to = self.next(self.regions[region].at, &self.steps[step]);
        match self.answers(to) {
            (Outcome::Unknown, _) | (_, Outcome::Unknown) => {
                self.unknown.get_or_insert((region, step));
                false
            }
            (Outcome::Ok, Outcome::Error) | (Outcome::Error, Outcome::Ok) => true,
            (Outcome::Error, Outcome::Error) => false,
            (Outcome::Ok, Outcome::Ok) => {
                self.follow(region, step, to);
                false
            }
        }
    }

    fn next(&self, at: Pair, step: &Step) -> Pair {
        [0, 1].map(|i| self.pair[i].automaton.next(at[i], step.symbols[i]))
    }

    fn answers(&self, at: Pair) -> (Outcome, Outcome) {
        let [first, second] = [0, 1].map(|i| *self.pair[i].automaton.output_of(at[i]));
        (first, second)
    }

    /// Adds what a step leads to, unless it was reached before.
    fn follow(&mut self, region: usize, step: usize, to: Pair) {
        let (formula, exact) = self.image(region, step);
        if !self.covered(to, formula) {
            let depth = self.regions[region].depth + 1;
            self.add(Region {
                at: to,
                formula,
                exact,
                depth,
                from: Some((region, step)),
            });
        }
    }

    fn add(&mut self, region: Region) {
        let new = self.regions.len();
        self.reached.entry(region.at).or_default().push(new);
        self.regions.push(region);
        self.pending.push_back(new);
    }

    /// A solver's unknown counts as no, which at worst walks longer.
    fn covered(&mut self, at: Pair, formula: Term) -> bool {
        let Some(known) = self.reached.get(&at) else {
            return false;
        };
        let known: Vec<Term> = known
            .iter()
            .map(|&i| &self.regions[i])
            .filter(|r| r.exact)
            .map(|r| r.formula)
            .collect();
        if known.contains(&formula) {
            return true;
        }
        let outside: Vec<Term> = known
            .iter()
            .map(|&f| self.terms.not(f))
            .chain([formula])
            .collect();
        self.solver.ask(&outside) == Answer::Unsat
    }

    /// What the registers may hold after a step: over copies of their old values and of the arguments, which are then
    /// eliminated. Also says whether that could be done.
    fn image(&mut self, region: usize, step: usize) -> (Term, bool) {
        let terms = self.terms;
        let before = &self.regions[region];
        let after: Vec<(Term, Term)> = self.updates(before.at, &self.steps[step]).collect();
        if after.is_empty() {
            return (terms.true_(), true);
        }
        let held = terms.and(&[before.formula, self.steps[step].condition]);
        let old: BTreeSet<Term> = after
            .iter()
            .map(|(_, value)| *value)
            .chain([held])
            .flat_map(|t| terms.free_vars(t))
            .collect();
        let suffix = format!("~{}", self.regions.len());
        let copies: FxHashMap<Term, Term> =
            old.iter().map(|&v| (v, copy(terms, v, &suffix))).collect();
        let equation = |(register, value): &(Term, Term)| {
            terms.eq(*register, terms.substitute(*value, &copies))
        };
        let parts: Vec<Term> = after
            .iter()
            .map(equation)
            .chain([terms.substitute(held, &copies)])
            .collect();
        let image = terms.and(&parts);
        let bound: Vec<Term> = old.iter().map(|v| copies[v]).collect();
        match smt::project(terms, image, &bound, self.solver) {
            Some(formula) => (formula, true),
            None => (image, false),
        }
    }

    /// The registers of both interfaces, each with whose it is.
    fn registers(&self) -> impl Iterator<Item = (usize, Term)> + use<'a> {
        let of = |(i, interface): (usize, &'a InterfaceLts)| {
            interface.registers.iter().map(move |r| (i, r.term))
        };
        self.pair.into_iter().enumerate().flat_map(of)
    }

    /// The new value of each register. One that holds nothing counts as zero, as in [`InterfaceLts::after`].
    fn updates(&self, at: Pair, step: &Step) -> impl Iterator<Item = (Term, Term)> {
        let symbols = step.symbols;
        (0..2).flat_map(move |i| {
            let values = self.pair[i].updates.get(&(at[i], symbols[i]));
            let value = move |r: usize| values.and_then(|values| values.get(r).copied().flatten());
            let registers = self.pair[i].registers.iter().enumerate();
            registers.map(move |(r, known)| {
                (
                    known.term,
                    value(r).unwrap_or_else(|| self.nothing(known.term)),
                )
            })
        })
    }

    fn nothing(&self, register: Term) -> Term {
        self.terms
            .constant(Value::default_of(self.terms.sort(register)))
    }

    /// The calls of a route and one step more.
    fn parting(&mut self, region: usize, step: usize) -> Result<Parting, StopReason> {
        let answers = self.answers(self.next(self.regions[region].at, &self.steps[step]));
        let (depth, steps) = (self.regions[region].depth, self.route(region, step));
        let calls = self.arguments(&steps)?;
        Ok(Parting {
            calls,
            answers,
            shortest: self
                .doubt
                .as_ref()
                .is_none_or(|(doubted, _)| *doubted >= depth),
        })
    }

    /// Each step with the pair of states it leaves.
    fn route(&self, region: usize, step: usize) -> Vec<(Pair, usize)> {
        let mut route = vec![(self.regions[region].at, step)];
        let mut at = region;
        while let Some((before, step)) = self.regions[at].from {
            route.push((self.regions[before].at, step));
            at = before;
        }
        route.reverse();
        route
    }

    /// Arguments with which a route is taken, plain ones where there is a choice.
    fn arguments(
        &mut self,
        route: &[(Pair, usize)],
    ) -> Result<Vec<(usize, Vec<Value>)>, StopReason> {
        let mut held: FxHashMap<Term, Term> = self
            .registers()
            .map(|(_, r)| (r, self.nothing(r)))
            .collect();
        let (mut conditions, mut params) = (Vec::new(), Vec::new());
        for (i, (at, step)) in route.iter().enumerate() {
            let step = &self.steps[*step];
            let own = self.copied(step.method, i);
            let known = self.pair[0].methods[step.method]
                .params
                .iter()
                .map(|p| p.term);
            held.extend(known.zip(own.iter().map(|p| p.term)));
            conditions.push(self.terms.substitute(step.condition, &held));
            let after: Vec<(Term, Term)> = self
                .updates(*at, step)
                .map(|(r, value)| (r, self.terms.substitute(value, &held)))
                .collect();
            held.extend(after);
            params.extend(own);
        }
        let mut values = self.values(&params, &conditions)?.into_iter();
        let call = |(_, step): &(Pair, usize)| {
            let method = self.steps[*step].method;
            (
                method,
                values
                    .by_ref()
                    .take(self.pair[0].methods[method].params.len())
                    .collect(),
            )
        };
        Ok(route.iter().map(call).collect())
    }

    /// The parameters of one of several calls.
    fn copied(&self, method: usize, call: usize) -> Vec<Parameter> {
        let copied = |p: &Parameter| Parameter {
            name: format!("{call}:{}", p.name),
            term: copy(self.terms, p.term, &format!("@{call}")),
            ..p.clone()
        };
        self.pair[0].methods[method]
            .params
            .iter()
            .map(copied)
            .collect()
    }

    fn values(
        &mut self,
        params: &[Parameter],
        conditions: &[Term],
    ) -> Result<Vec<Value>, StopReason> {
        let vars: Vec<Term> = params.iter().map(|p| p.term).collect();
        let found = self
            .solver
            .find(conditions, &vars)
            .map_err(StopReason::SolverUnknown)?;
        let contradiction =
            || StopReason::SolverUnknown("a way was found that no arguments take".into());
        let found = found.ok_or_else(contradiction)?;
        let value = |&v: &Term| {
            found
                .get(v)
                .cloned()
                .unwrap_or(Value::default_of(self.terms.sort(v)))
        };
        let values: Vec<Value> = vars.iter().map(value).collect();
        Ok(plain(self.terms, params, conditions, &values))
    }
}

/// Another variable of the same sort.
fn copy(terms: &Terms, var: Term, suffix: &str) -> Term {
    let name = terms
        .var_name(var)
        .map_or_else(String::new, |name| name.to_string());
    terms.var(&format!("{name}{suffix}"), terms.sort(var))
}
