//! The teacher: answers words by concrete runs and hypotheses by proof.

use std::num::NonZeroUsize;
use std::rc::Rc;

use base::{Budget, Id, Progress, StopReason};
use cert::{Call, Invariant, Node, Trace};
use ir::Component;
use learn::{Conformance, Difference, EquivalenceOracle, MembershipOracle};
use mc::{Concrete, Decision, Effort, Options, conform};
use model::{InterfaceLts, Moore, Outcome};
use smt::{Solver, Term, Value};
use step::StepSystem;

use super::QUESTION;
use super::alphabet::{self, Symbol};
use super::refine::refine;

pub(super) struct Teacher<'a> {
    component: Rc<Component>,
    /// What is learned: the system without variables that do not matter.
    system: Rc<StepSystem>,
    /// What is claimed: proofs are checked against this.
    whole: Rc<StepSystem>,
    symbols: Vec<Symbol>,
    symbol_limit: Option<usize>,
    concrete: Concrete,
    solver: Box<dyn Solver>,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    /// The last hypothesis that was compared, and how deep it is known to be right.
    best: Option<(InterfaceLts, Vec<Vec<Value>>)>,
    depth: Option<usize>,
    effort: Effort,
    obligations: usize,
    checker_calls: u64,
}

impl<'a> Teacher<'a> {
    pub fn new(
        component: Rc<Component>,
        system: Rc<StepSystem>,
        whole: Rc<StepSystem>,
        (budget, progress): (&'a Budget, &'a dyn Progress),
    ) -> Self {
        let mut solver = smt::chain(&system.terms, smt::Config::default());
        solver.set_limit(Some(QUESTION));
        let symbols = alphabet::initial(&system, &mut *solver);
        Self {
            component,
            system,
            whole,
            symbols,
            symbol_limit: None,
            concrete: Concrete::default(),
            solver,
            budget,
            progress,
            best: None,
            depth: None,
            effort: Effort::default(),
            obligations: 0,
            checker_calls: 0,
        }
    }

    pub fn with_symbol_limit(mut self, limit: Option<usize>) -> Self {
        self.symbol_limit = limit;
        self
    }

    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    pub fn solver_calls(&self) -> u64 {
        self.solver.calls() + self.checker_calls
    }

    pub fn last_effort(&self) -> &Effort {
        &self.effort
    }

    pub fn obligations(&self) -> usize {
        self.obligations
    }

    pub fn depth(&self) -> Option<usize> {
        self.depth
    }

    /// The last interface that was compared, in reading order, with a call for each symbol.
    pub fn best(self) -> (Option<InterfaceLts>, Vec<Vec<Value>>) {
        let Some((interface, representatives)) = self.best else { return (None, Vec::new()) };
        let arranged = interface.arranged();
        let representatives = arranged.symbols.iter().map(|&s| representatives[s].clone()).collect();
        (Some(arranged.interface), representatives)
    }

    fn outcome(&self, calls: &[Call]) -> Outcome {
        self.system.run(calls.iter().map(|c| (c.letter, c.args.as_slice()))).answer
    }

    /// A difference among the calls of the equivalence pool, which has a call for each symbol and each path (paper 000,
    /// Section 4): cheap, so asked first.
    fn try_pool(&mut self, interface: &InterfaceLts) -> Option<Trace> {
        for symbol in &self.symbols {
            self.concrete.add(symbol.letter, symbol.representative.clone());
        }
        self.concrete.difference(&self.system, interface, &mut *self.solver, self.budget)
    }

    fn representative(&self, symbol: usize) -> Call {
        let symbol = &self.symbols[symbol];
        Call { letter: symbol.letter, args: symbol.representative.clone() }
    }

    /// Counterexample analysis (paper 000, Algorithm 3): a word for the learner, or a refined guard.
    fn analyse(&mut self, trace: &Trace, interface: &InterfaceLts) -> Result<Difference, StopReason> {
        cert::confirm(&self.component, &self.whole, trace)?;
        let symbol = |c: &Call| interface.symbol_of(c.letter.index(), &c.args);
        let word: Option<Vec<usize>> = trace.calls.iter().map(symbol).collect();
        let word = word.ok_or_else(|| StopReason::Limit("a call belongs to no symbol".into()))?;
        let representatives: Vec<Call> = word.iter().map(|&s| self.representative(s)).collect();
        if self.outcome(&representatives) != trace.model {
            return Ok(Difference::Word(word));
        }
        let mixed_at = |i: usize| [&representatives[..i], &trace.calls[i..]].concat();
        let parts = (0..word.len()).find(|&i| self.outcome(&mixed_at(i)) != self.outcome(&mixed_at(i + 1)));
        let at = parts.ok_or_else(|| StopReason::Limit("the code does not repeat a reported difference".into()))?;
        self.refine(word[at], &representatives[..at], &trace.calls[at + 1..])
    }

    /// Splits a symbol by what its members lead to between a prefix and a suffix. The part with the representative
    /// keeps the letter.
    fn refine(&mut self, symbol: usize, prefix: &[Call], suffix: &[Call]) -> Result<Difference, StopReason> {
        let parts = refine(&self.system, &self.symbols[symbol], (prefix, suffix), &mut *self.solver)?;
        let new = NonZeroUsize::new(parts.split.len())
            .ok_or_else(|| StopReason::Limit("a symbol whose members disagree could not be split".into()))?;
        self.symbols[symbol].guard = parts.kept;
        self.symbols.extend(parts.split);
        let letter = self.symbols[symbol].letter;
        let same = self.symbols.iter().filter(|s| s.letter == letter).count();
        match self.symbol_limit {
            Some(limit) if same > limit => {
                let name = &self.system.letters[letter].name;
                Err(StopReason::Inexpressible(format!("{name} needs more than {limit} guards")))
            }
            _ => Ok(Difference::Alphabet(new)),
        }
    }

    /// Soundness: an engine's proof counts only when the independent checker accepts it, on the whole system and for
    /// the interface as it will be shown.
    fn certify(&mut self, interface: &InterfaceLts, found: &Invariant) -> Conformance<Invariant> {
        let arranged = interface.arranged();
        let moved = |(&node, &region): (&Node, &Term)| (Node { state: arranged.position[node.state], ..node }, region);
        let reachable = found.regions.iter().filter(|(node, _)| arranged.position[node.state] != usize::MAX);
        let invariant = Invariant { regions: reachable.map(moved).collect() };
        let mut checker = smt::Z3::new(&self.whole.terms);
        checker.set_limit(Some(QUESTION));
        let result = cert::check(&self.whole, &arranged.interface, &invariant, &mut checker);
        self.checker_calls += checker.calls();
        match result {
            Ok(checked) => {
                self.obligations = checked.obligations;
                Conformance::Conforms(invariant)
            }
            Err(rejection) => {
                let what = format!("a proof was found but the certificate checker did not accept it: {rejection}");
                Conformance::Inconclusive(StopReason::Limit(what))
            }
        }
    }
}

impl MembershipOracle<Outcome> for Teacher<'_> {
    fn answer(&mut self, word: &[usize]) -> Result<Outcome, StopReason> {
        let calls: Vec<Call> = word.iter().map(|&s| self.representative(s)).collect();
        Ok(self.outcome(&calls))
    }
}

impl EquivalenceOracle<Outcome, Invariant> for Teacher<'_> {
    fn compare(&mut self, hypothesis: &Moore<Outcome>) -> Conformance<Invariant> {
        let interface = alphabet::interface(&self.system, &self.symbols, hypothesis);
        let representatives = self.symbols.iter().map(|s| s.representative.clone()).collect();
        self.best = Some((interface.clone(), representatives));
        self.depth = None;
        if let Some(trace) = self.try_pool(&interface) {
            return self.analyse(&trace, &interface).map_or_else(Conformance::Inconclusive, Conformance::Differs);
        }
        let around = (self.budget, self.progress);
        let (decision, effort) = conform(&self.system, &interface, &mut *self.solver, &Options::default(), around);
        self.effort = effort;
        match decision {
            Decision::Differs(trace) => {
                self.depth = Some(self.effort.depth);
                self.analyse(&trace, &interface).map_or_else(Conformance::Inconclusive, Conformance::Differs)
            }
            Decision::Conforms(invariant) => self.certify(&interface, &invariant),
            Decision::UpTo { depth, reason } => {
                self.depth = Some(depth);
                Conformance::Inconclusive(reason)
            }
        }
    }
}
