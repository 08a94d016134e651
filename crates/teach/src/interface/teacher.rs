//! The teacher: answers words by concrete runs and hypotheses by proof.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::rc::Rc;

use base::{Budget, Id, Progress, StopReason};
use cert::{Call, Invariant, Node, Trace, held_values};
use ir::Component;
use learn::{Algorithm, Conformance, Difference, EquivalenceOracle, Learner, MembershipOracle};
use mc::{Concrete, Decision, Effort, Engine, Question, conform_or, decide_with};
use model::{InterfaceLts, Moore, Outcome, Register};
use smt::{Solver, Term, Value};
use step::{Integers, LetterId, Sight, StepSystem};

use super::alphabet::{self, Symbol};
use super::brief::written_out;
use super::calls::{Chooser, Wanted};
use super::overflow::{Apart, overflow_apart};
use super::refine::{Following, Parts, Place, refine, refine_at};
use super::registers::{self, Start};
use super::updates::{Fault, updates};
use super::{Hypothesis, mixed};
use crate::certify::certify;
use crate::prepare::learner;

/// A guard with more parts than this is not refined further: it would be longer by far than anybody reads.
const MOST_PARTS: usize = 1000;

pub(super) struct Teacher<'a> {
    component: Rc<Component>,
    /// What is learned: the system without variables that do not matter.
    system: Rc<StepSystem>,
    /// What is claimed: proofs are checked against this.
    whole: Rc<StepSystem>,
    symbols: Vec<Symbol>,
    /// What guards may speak of besides parameters.
    registers: Vec<Register>,
    chooser: Chooser,
    /// The symbols changed in a way that makes earlier answers worthless.
    restart: bool,
    symbol_limit: Option<usize>,
    /// The most states that a hypothesis may have.
    state_limit: Option<usize>,
    /// The method that learning stopped at because its guards grow beyond all measure.
    wordy: Option<LetterId>,
    /// How the code is seen, if overflow is to be told apart.
    sight: Option<Sight>,
    concrete: Concrete,
    /// The learner that asks, if one was chosen.
    pub learner: Option<Algorithm>,
    solver: Box<dyn Solver>,
    pub(super) budget: &'a Budget,
    progress: &'a dyn Progress,
    /// The last hypothesis that was compared, and how deep it is known to be right.
    pub(super) best: Option<Hypothesis>,
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
        let mut solver = smt::for_engine(&system.terms);
        let symbols = alphabet::initial(&system, &mut *solver);
        Self {
            component,
            system,
            whole,
            symbols,
            registers: Vec::new(),
            chooser: Chooser::default(),
            restart: false,
            symbol_limit: None,
            state_limit: None,
            wordy: None,
            sight: None,
            concrete: Concrete::default(),
            learner: None,
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

    /// Tells overflow apart where the code has the language's own integers.
    pub fn with_sight(mut self, sight: &Sight) -> Self {
        self.sight = (sight.integers == Integers::Wrapping).then(|| sight.clone());
        self
    }

    pub fn with_learner(mut self, learner: Option<Algorithm>) -> Self {
        self.learner = learner;
        self
    }

    /// A learner of the symbols that there are.
    pub fn new_learner(&self) -> Box<dyn Learner<Outcome>> {
        learner(self.learner.unwrap_or_default(), self.symbols.len())
    }

    /// Adds what a comparison cost.
    fn spent(&mut self, effort: Effort) {
        let mut ran = std::mem::take(&mut self.effort.ran);
        for (&engine, &time) in &effort.ran {
            *ran.entry(engine).or_default() += time;
        }
        self.effort = Effort { ran, ..effort };
    }

    pub fn with_symbol_limit(mut self, limit: Option<usize>) -> Self {
        self.symbol_limit = limit;
        self
    }

    /// Stops at the first hypothesis with more states.
    pub fn with_state_limit(mut self, limit: Option<usize>) -> Self {
        self.state_limit = limit;
        self
    }

    /// Learns a model with registers.
    pub fn with_registers(mut self, start: Start) -> Self {
        self.registers = start.registers;
        self.symbols = start.symbols;
        self
    }

    /// Whether everything has to be asked again; asking this makes it so.
    pub fn must_restart(&mut self) -> bool {
        std::mem::take(&mut self.restart)
    }

    /// The method that learning stopped at because its guards grow beyond all measure.
    pub fn wordy(&self) -> Option<LetterId> {
        self.wordy
    }

    /// Whether a symbol stands for the same call wherever it is made.
    pub fn has_fixed_calls(&self) -> bool {
        self.registers.is_empty()
    }

    pub fn system(&self) -> &StepSystem {
        &self.system
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

    /// How deep the last hypothesis is known to be right. If nothing is known because learning was stopped before the
    /// comparison was finished, search alone is asked, in what is left of the budget.
    pub fn depth(&mut self) -> Option<usize> {
        if self.depth.is_some() || !self.registers.is_empty() {
            return self.depth;
        }
        let (interface, _) = self.best.as_ref()?;
        let question = Question {
            system: &self.system,
            interface,
            budget: self.budget,
            progress: self.progress,
        };
        match decide_with(Engine::Search, &question, &mut *self.solver) {
            Decision::Differs(trace) => trace.calls.len().checked_sub(1),
            Decision::UpTo { depth, .. } => Some(depth),
            Decision::Conforms(_) => None,
        }
        .filter(|&depth| depth > 0)
    }

    /// Makes a hypothesis the best there is, of which nothing is known yet; returns it as an interface.
    pub fn propose(&mut self, hypothesis: &Moore<Outcome>) -> InterfaceLts {
        let interface = InterfaceLts {
            registers: self.registers.clone(),
            ..alphabet::interface(&self.system, &self.symbols, hypothesis)
        };
        let representatives = self
            .symbols
            .iter()
            .map(|s| s.representative.clone())
            .collect();
        self.best = Some((interface.clone(), representatives));
        self.depth = None;
        interface
    }

    fn outcome(&self, calls: &[Call]) -> Outcome {
        self.system
            .run(calls.iter().map(|c| (c.letter, c.args.as_slice())))
            .answer
    }

    /// A difference among the calls of the equivalence pool, which has a call for each symbol and each path (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013,
    /// Section 4): cheap, so asked first.
    fn try_pool(&mut self, interface: &InterfaceLts) -> Option<Trace> {
        for symbol in &self.symbols {
            self.concrete
                .add(symbol.letter, symbol.representative.clone());
        }
        let (concrete, solver) = (&mut self.concrete, &mut *self.solver);
        let (system, budget) = (&self.system, self.budget);
        self.effort.timed(Engine::Concrete, |_| {
            concrete.difference(system, interface, solver, budget)
        })
    }

    fn representative(&self, symbol: usize) -> Call {
        let symbol = &self.symbols[symbol];
        Call {
            letter: symbol.letter,
            args: symbol.representative.clone(),
        }
    }

    /// Counterexample analysis (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Algorithm 3): a word for the learner, or a refined guard.
    fn analyse(
        &mut self,
        trace: &Trace,
        interface: &InterfaceLts,
    ) -> Result<Difference, StopReason> {
        cert::confirm(&self.component, &self.whole, trace)?;
        let word = self.word(trace, interface)?;
        if !self.registers.is_empty() {
            return self.analyse_related(trace, &word);
        }
        let representatives: Vec<Call> = word.iter().map(|&s| self.representative(s)).collect();
        if self.outcome(&representatives) != trace.model {
            return Ok(Difference::Word(word));
        }
        let mixed_at = |i: usize| [&representatives[..i], &trace.calls[i..]].concat();
        let parts =
            (0..word.len()).find(|&i| self.outcome(&mixed_at(i)) != self.outcome(&mixed_at(i + 1)));
        let at = parts.ok_or_else(|| {
            StopReason::Limit("the code does not repeat a reported difference".into())
        })?;
        self.refine(word[at], &representatives[..at], &trace.calls[at + 1..])
    }

    /// The symbols of calls.
    fn word(&self, trace: &Trace, interface: &InterfaceLts) -> Result<Vec<usize>, StopReason> {
        let mut state = Some(self.system.initial());
        let mut word = Vec::new();
        for call in &trace.calls {
            let mut held = state
                .as_ref()
                .map(|s| held_values(&self.system, &self.registers, s))
                .unwrap_or_default();
            // Before there is an object any symbol of the method will do: they all fail.
            for register in &self.registers {
                held.entry(register.term)
                    .or_insert_with(|| Value::default_of(self.system.terms.sort(register.term)));
            }
            let symbol = interface.symbol_holding(call.letter.index(), &call.args, &held);
            word.push(
                symbol.ok_or_else(|| StopReason::Limit("a call belongs to no symbol".into()))?,
            );
            state = state.and_then(|s| self.system.step(&s, call.letter, &call.args).next);
        }
        Ok(word)
    }

    /// Calls for a word, the first `own` of them as they are in membership questions, the others like those of `trace`.
    fn calls(&mut self, word: &[usize], own: usize, trace: &[Call]) -> Vec<Call> {
        let wanted = word.iter().enumerate().map(|(at, &s)| {
            let symbol = &self.symbols[s];
            let like = trace
                .get(at)
                .filter(|_| at >= own)
                .map(|call| call.args.clone());
            let args = like
                .into_iter()
                .chain([symbol.representative.clone()])
                .collect();
            Wanted {
                letter: symbol.letter,
                guard: symbol.guard,
                args,
            }
        });
        self.chooser
            .calls(&self.system, &self.registers, wanted, &mut *self.solver)
    }

    /// [`Teacher::analyse`] where guards speak of registers: a call that is replaced changes what later guards mean, so
    /// each call is chosen for its symbol where it is made.
    fn analyse_related(&mut self, trace: &Trace, word: &[usize]) -> Result<Difference, StopReason> {
        if self.answer(word)? != trace.model {
            return Ok(Difference::Word(word.to_vec()));
        }
        let outcomes: Vec<Outcome> = (0..=word.len())
            .map(|own| {
                let calls = self.calls(word, own, &trace.calls);
                self.reached(&calls, word.len())
            })
            .collect();
        let parts = (0..word.len()).find(|&i| outcomes[i] != outcomes[i + 1]);
        let at = parts.ok_or_else(|| {
            StopReason::Limit("the code does not repeat a reported difference".into())
        })?;
        let calls = self.calls(word, at + 1, &trace.calls);
        let after = word[at + 1..]
            .iter()
            .zip(&trace.calls[at + 1..])
            .enumerate();
        let suffix: Vec<Following> = after
            .map(|(i, (&s, call))| self.following(i, s, call))
            .collect();
        let place = Place {
            prefix: &calls[..at],
            suffix: &suffix,
            registers: &self.registers,
        };
        let symbol = self.symbols[word[at]].clone();
        let parts = refine_at(
            &self.system,
            &symbol,
            &place,
            &calls[at].args,
            &mut *self.solver,
        )?;
        self.split(word[at], parts)
    }

    /// A later call of a symbol. Arguments that its guard relates to registers are any that do; the others are those of
    /// `call`.
    fn following(&self, position: usize, symbol: usize, call: &Call) -> Following {
        let terms = &self.system.terms;
        let Symbol { letter, guard, .. } = self.symbols[symbol];
        let conditions = mixed::atoms(terms, guard)
            .into_iter()
            .map(|atom| terms.free_vars(atom));
        let related = |used: &BTreeSet<Term>| self.registers.iter().any(|r| used.contains(&r.term));
        let related: BTreeSet<Term> = conditions.filter(related).flatten().collect();
        let arg = |(p, value): (&step::Variable, &Value)| match related.contains(&p.term) {
            true => terms.var(&format!("{}@{position}", p.name), terms.sort(p.term)),
            false => terms.constant(value.clone()),
        };
        let params = self.system.letters[letter].params.iter();
        Following {
            letter,
            args: params.zip(&call.args).map(arg).collect(),
            guard,
        }
    }

    /// Splits a symbol by what its members lead to between a prefix and a suffix. The part with the representative
    /// keeps the letter.
    fn refine(
        &mut self,
        symbol: usize,
        prefix: &[Call],
        suffix: &[Call],
    ) -> Result<Difference, StopReason> {
        let parts = refine(
            &self.system,
            &self.symbols[symbol],
            (prefix, suffix),
            &mut *self.solver,
        )?;
        self.split(symbol, parts)
    }

    /// Puts the parts of a symbol in its place. Where guards speak of registers, which call stands for a symbol depends
    /// on its guard, so that answers given before may be those of another symbol now.
    fn split(&mut self, symbol: usize, parts: Parts) -> Result<Difference, StopReason> {
        let new = NonZeroUsize::new(parts.split.len()).ok_or_else(|| {
            StopReason::Limit("a symbol whose members disagree could not be split".into())
        })?;
        self.symbols[symbol].guard = parts.kept;
        self.symbols.extend(parts.split);
        let letter = self.symbols[symbol].letter;
        let own = || self.symbols.iter().filter(|s| s.letter == letter);
        let same = own().count();
        let long = own().any(|s| written_out(&self.system.terms, s.guard, MOST_PARTS) > MOST_PARTS);
        match self.symbol_limit {
            _ if long && self.registers.is_empty() => {
                self.wordy = Some(letter);
                Err(StopReason::Limit(format!(
                    "a guard of {} has more than {MOST_PARTS} parts",
                    self.system.letters[letter].name
                )))
            }
            Some(limit) if same > limit => {
                let name = &self.system.letters[letter].name;
                Err(StopReason::Inexpressible(format!(
                    "{name} needs more than {limit} guards"
                )))
            }
            _ if !self.registers.is_empty() => {
                self.restart = true;
                Err(StopReason::Limit("the alphabet changed".into()))
            }
            _ => Ok(Difference::Alphabet(new)),
        }
    }

    /// What a word is answered with by these calls. A symbol that no call belongs to while the registers hold what they
    /// hold is like a call that fails: nothing comes after it.
    fn reached(&self, calls: &[Call], length: usize) -> Outcome {
        let outcome = self.outcome(calls);
        if outcome == Outcome::Ok && calls.len() < length {
            Outcome::Error
        } else {
            outcome
        }
    }

    /// Says what the registers hold after each call, where `regions` says what can hold at each node.
    fn with_updates(
        &mut self,
        interface: &InterfaceLts,
        regions: &BTreeMap<Node, Term>,
    ) -> Result<InterfaceLts, StopReason> {
        match updates(&self.system, interface, regions, &mut *self.solver) {
            Ok(updates) => Ok(InterfaceLts {
                updates,
                ..interface.clone()
            }),
            Err(Fault::Stopped(reason)) => Err(reason),
            Err(Fault::Split { symbol, condition }) => {
                let old = self.symbols[symbol].clone();
                let parts = registers::split(&self.system, old, &[condition], &mut *self.solver)
                    .unwrap_or_default();
                let [kept, other] = &parts[..] else {
                    return Err(StopReason::Limit(
                        "a symbol whose members differ could not be split".into(),
                    ));
                };
                let parts = Parts {
                    kept: kept.guard,
                    split: vec![other.clone()],
                };
                Err(self
                    .split(symbol, parts)
                    .err()
                    .unwrap_or(StopReason::Limit("the alphabet changed".into())))
            }
        }
    }

    /// Says what the registers of a model hold that is not proved.
    fn say_updates(&mut self, interface: &InterfaceLts) -> Result<(), StopReason> {
        if self.registers.is_empty() {
            return Ok(());
        }
        let nodes = nodes(&self.system, interface);
        let complete = self.with_updates(interface, &nodes)?;
        self.show(&complete);
        Ok(())
    }

    /// Makes a complete model with registers the best one; returns it.
    fn show(&mut self, complete: &InterfaceLts) -> InterfaceLts {
        let (merged, of) = complete.merged(&mut *self.solver);
        let representatives = of
            .iter()
            .map(|&s| self.symbols[s].representative.clone())
            .collect();
        self.best = Some((merged.clone(), representatives));
        merged
    }

    /// Proves a machine of which it is said what holds where it and the code are.
    pub fn prove(
        &mut self,
        machine: &Moore<Outcome>,
        invariant: &Invariant,
    ) -> Conformance<Invariant> {
        let interface = self.propose(machine);
        match self.registers.is_empty() {
            true => self.certify(&interface, invariant),
            false => self.prove_related(&interface, invariant),
        }
    }

    /// The model with its registers, proved.
    fn prove_related(
        &mut self,
        interface: &InterfaceLts,
        found: &Invariant,
    ) -> Conformance<Invariant> {
        let complete = match self.with_updates(interface, &found.regions) {
            Ok(complete) => complete,
            Err(reason) => return Conformance::Inconclusive(reason),
        };
        let merged = self.show(&complete);
        let related = as_fields(&self.system, &merged, found);
        self.certify(&merged, &related)
    }

    /// A proof counts only when the independent checker accepts it on the whole system.
    fn certify(&mut self, interface: &InterfaceLts, found: &Invariant) -> Conformance<Invariant> {
        let certified = certify(&self.whole, interface, found, self.budget);
        self.checker_calls += certified.calls;
        match certified.result {
            Ok((invariant, obligations)) => {
                self.obligations = obligations;
                Conformance::Conforms(invariant)
            }
            Err(_) if self.budget.check().is_err() => {
                self.depth = Some(self.effort.depth);
                self.effort.decided_by = None;
                Conformance::Inconclusive(self.budget.check().err().unwrap_or(StopReason::Time))
            }
            Err(rejection) => {
                let what = format!(
                    "a proof was found but the certificate checker did not accept it: {rejection}"
                );
                Conformance::Inconclusive(StopReason::Limit(what))
            }
        }
    }
}

impl MembershipOracle<Outcome> for Teacher<'_> {
    fn answer(&mut self, word: &[usize]) -> Result<Outcome, StopReason> {
        if !self.registers.is_empty() {
            let calls = self.calls(word, word.len(), &[]);
            return Ok(self.reached(&calls, word.len()));
        }
        let calls: Vec<Call> = word.iter().map(|&s| self.representative(s)).collect();
        Ok(self.outcome(&calls))
    }
}

impl EquivalenceOracle<Outcome, Invariant> for Teacher<'_> {
    fn compare(&mut self, hypothesis: &Moore<Outcome>) -> Conformance<Invariant> {
        let interface = self.propose(hypothesis);
        if let Some(limit) = self.state_limit.filter(|&l| hypothesis.states() > l) {
            let what = format!("there are more than {limit} states");
            return Conformance::Inconclusive(StopReason::Limit(what));
        }
        if let Some(trace) = self.try_pool(&interface) {
            return self
                .analyse(&trace, &interface)
                .map_or_else(Conformance::Inconclusive, Conformance::Differs);
        }
        let question = Question {
            system: &self.system,
            interface: &interface,
            budget: self.budget,
            progress: self.progress,
        };
        let (component, whole, sight, budget) =
            (&self.component, &self.whole, &self.sight, self.budget);
        let mut apart =
            || match overflow_apart(component, sight.as_ref()?, (whole, &interface), budget)? {
                Apart::Never(invariant) => Some(Decision::Conforms(invariant)),
                Apart::Unless { what, depth } => Some(Decision::UpTo {
                    depth,
                    reason: StopReason::Overflow(what),
                }),
            };
        let (decision, effort) = conform_or(&question, &mut *self.solver, &mut apart);
        self.spent(effort);
        match decision {
            Decision::Differs(trace) => {
                self.depth = Some(self.effort.depth);
                self.analyse(&trace, &interface)
                    .map_or_else(Conformance::Inconclusive, Conformance::Differs)
            }
            Decision::Conforms(invariant) if !self.registers.is_empty() => {
                self.prove_related(&interface, &invariant)
            }
            Decision::Conforms(invariant) => self.certify(&interface, &invariant),
            Decision::UpTo { depth, reason } => {
                self.depth = Some(depth);
                Conformance::Inconclusive(self.say_updates(&interface).err().unwrap_or(reason))
            }
        }
    }
}

/// An invariant that was found while registers were taken to be the fields they are named after, with that said: they
/// hold what these hold.
pub fn as_fields(system: &StepSystem, interface: &InterfaceLts, found: &Invariant) -> Invariant {
    let terms = &system.terms;
    let defined = interface.defined();
    let region = |(&node, &region): (&Node, &Term)| {
        let fields = cert::held(system, &interface.registers, node.location);
        let equal = defined[node.state].iter().map(|&r| {
            let register = interface.registers[r].term;
            // Where the code has no such field, the register was set to zero.
            let zero = || terms.constant(Value::default_of(terms.sort(register)));
            terms.eq(
                register,
                fields.get(&register).copied().unwrap_or_else(zero),
            )
        });
        (node, terms.and(&equal.chain([region]).collect::<Vec<_>>()))
    };
    Invariant {
        regions: found.regions.iter().map(region).collect(),
    }
}

/// All nodes that paths lead to, whether or not their guards can hold.
fn nodes(system: &StepSystem, interface: &InterfaceLts) -> BTreeMap<Node, Term> {
    let start = Node {
        state: interface.automaton.initial(),
        location: system.initial().location,
    };
    let mut nodes = BTreeMap::from([(start, system.terms.bool(true))]);
    let mut pending = vec![start];
    while let Some(node) = pending.pop() {
        for (s, symbol) in interface.symbols.iter().enumerate() {
            let state = interface.automaton.next(node.state, s);
            let summary = system.summary(node.location, Id::from_index(symbol.method));
            for target in summary.paths.iter().filter_map(|p| p.next.as_ref()) {
                let to = Node {
                    state,
                    location: target.location,
                };
                if nodes.insert(to, system.terms.bool(true)).is_none() {
                    pending.push(to);
                }
            }
        }
    }
    nodes
}
