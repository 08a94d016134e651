//! Refinement (Section 4.2), and the questions it answers (Algorithm 2).

use std::time::Duration;

use base::{Outcome, StopReason};
use cert::Call;
use model::minimal;
use rustc_hash::FxHashMap;
use smt::syntax::Type;
use smt::{Term, Value};
use step::State;

use super::feasible::{Followed, Reached, value_of};
use super::interpolate::Words;
use super::walk::Trace;
use super::weight;
use super::{Abstraction, BlockId, End};
use crate::Symbol;

/// How long one question may take that only makes a formula shorter.
const POLISHING: Duration = Duration::from_secs(1);

/// How traces are ruled out that no code follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refining {
    /// By weakest preconditions along the whole trace.
    Weakest,
    /// By interpolants, in the code's own conditions.
    Interpolants,
    /// By interpolants, if possible about the order of numbers and their signs.
    Orders,
}

/// How words are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// As published: a word fails only if it must.
    Must,
    /// It is enough that all its ways through the may abstraction end alike. What is refined away is a way that ends
    /// otherwise than the code does. That a word must fail also depends on how states behave that are never reached, and
    /// there may be no end to them; so this ends where the other does not, though not always.
    May,
}

/// What came of a question about a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// All calls of the word end so.
    Answer(Outcome),
    /// They do not end alike: there is a new symbol, behind all others.
    Split {
        /// The symbol that was split.
        symbol: usize,
    },
}

/// What a refinement did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refined {
    /// Blocks were divided.
    Blocks,
    /// A symbol was split in two.
    Symbol(usize),
}

/// Whether code can follow a trace of the may abstraction.
pub enum Feasibility {
    /// With these calls.
    Feasible(Vec<Call>),
    /// Not beyond what was reached.
    Infeasible(Reach),
}

/// How far code can follow a trace that it cannot follow to its end.
pub struct Reach(pub(super) Vec<Vec<Reached>>);

impl Abstraction<'_> {
    /// What a word ends in, the abstraction refined until it says so (Algorithm 2).
    pub fn query(&mut self, word: &[usize], strategy: Strategy) -> Result<Settled, StopReason> {
        loop {
            self.budget.check()?;
            if let Some(outcome) = self.must_word(word)? {
                return Ok(Settled::Answer(outcome));
            }
            let refined = match strategy {
                Strategy::Must => self.refine_must(word)?,
                Strategy::May => self.refine_may(word)?,
            };
            match refined {
                Err(outcome) => return Ok(Settled::Answer(outcome)),
                Ok(Refined::Blocks) => {}
                Ok(Refined::Symbol(symbol)) => return Ok(Settled::Split { symbol }),
            }
        }
    }

    /// Refines what keeps a word from being answered that need not end as it does; or answers it.
    fn refine_must(&mut self, word: &[usize]) -> Result<Result<Refined, Outcome>, StopReason> {
        let Some(trace) = self.may_end_otherwise(word, Outcome::Ok)? else {
            return Ok(Err(Outcome::Ok));
        };
        match self.feasibility(&trace)? {
            Feasibility::Feasible(calls) => self.force(word, &calls),
            Feasibility::Infeasible(reach) => self.rule_out(&trace, &reach, Refining::Interpolants),
        }
        .map(Ok)
    }

    /// Refines away a way on which a word ends otherwise than the code does; or answers it.
    fn refine_may(&mut self, word: &[usize]) -> Result<Result<Refined, Outcome>, StopReason> {
        let outcome = self.outcome(&self.representatives(word));
        let Some(trace) = self.may_end_otherwise(word, outcome)? else {
            return Ok(Err(outcome));
        };
        match self.follow(&trace)? {
            Followed::ToTheEnd(calls) => self.force(word, &calls),
            Followed::Until(layers) => self.rule_out(&trace, &Reach(layers), Refining::Orders),
        }
        .map(Ok)
    }

    fn representatives(&self, word: &[usize]) -> Vec<Call> {
        let representative = |&symbol: &usize| Call {
            letter: self.symbols[symbol].letter,
            args: self.symbols[symbol].representative.clone(),
        };
        word.iter().map(representative).collect()
    }

    fn outcome(&self, calls: &[Call]) -> Outcome {
        self.system
            .run(calls.iter().map(|c| (c.letter, c.args.as_slice())))
            .answer
    }

    /// Whether code can follow a trace, or end the same word in such a way.
    pub fn feasibility(&mut self, trace: &Trace) -> Result<Feasibility, StopReason> {
        let word: Vec<usize> = trace.steps.iter().map(|&(_, symbol)| symbol).collect();
        let calls = self.representatives(&word);
        let ends = self.outcome(&calls) != Outcome::Ok;
        if ends {
            return Ok(Feasibility::Feasible(calls));
        }
        Ok(match self.follow(trace)? {
            Followed::ToTheEnd(calls) => Feasibility::Feasible(calls),
            Followed::Until(layers) => Feasibility::Infeasible(Reach(layers)),
        })
    }

    /// Refines until the abstraction must follow these calls of a word: weakest preconditions, from the end of the word
    /// to its beginning.
    pub fn force(&mut self, word: &[usize], calls: &[Call]) -> Result<Refined, StopReason> {
        let run = self.run(word, calls);
        loop {
            self.budget.check()?;
            let Some((state, symbol, end)) = self.last_open(&run)? else {
                return Ok(Refined::Blocks);
            };
            if let split @ Refined::Symbol(_) = self.close(&state, symbol, end)? {
                return Ok(split);
            }
        }
    }

    /// The states before each call, until one does not answer ok, and what it answers.
    fn run(&self, word: &[usize], calls: &[Call]) -> Run {
        let mut state = self.system.initial();
        let mut steps = Vec::new();
        for (&symbol, call) in word.iter().zip(calls) {
            let stepped = self.system.step(&state, call.letter, &call.args);
            match stepped.next {
                Some(next) => steps.push((std::mem::replace(&mut state, next), symbol)),
                None => {
                    steps.push((state, symbol));
                    return Run {
                        steps,
                        end: Err(stepped.answer),
                    };
                }
            }
        }
        Run {
            steps,
            end: Ok(state),
        }
    }

    /// The last step of a run that need not lead where it leads.
    fn last_open(&mut self, run: &Run) -> Result<Option<(State, usize, End)>, StopReason> {
        let mut end = match &run.end {
            Ok(state) => End::Block(self.block_of(state)),
            Err(outcome) => End::Final(*outcome),
        };
        for (state, symbol) in run.steps.iter().rev() {
            let block = self.block_of(state);
            if self.must(block, *symbol)? != Some(end) {
                return Ok(Some((state.clone(), *symbol, end)));
            }
            end = End::Block(block);
        }
        Ok(None)
    }

    fn block_of(&mut self, state: &State) -> BlockId {
        self.partition
            .block_of(self.system, state.location, &state.values)
    }

    /// Makes a step one that must lead to an end which it may lead to: the symbol is split if its calls from this very
    /// state disagree, else the block is divided by the weakest precondition of the end (Proposition 2).
    fn close(&mut self, state: &State, symbol: usize, end: End) -> Result<Refined, StopReason> {
        let terms = self.system.terms.clone();
        let leads = self.leads(state.location, symbol, end);
        let here = self.system.location(state.location);
        let values = here
            .variables
            .iter()
            .map(|v| v.term)
            .zip(state.values.iter().map(|v| terms.constant(v.clone())));
        let values: FxHashMap<Term, Term> = values.collect();
        let condition = terms.substitute(leads, &values);
        if self.ask(&[self.allowed(symbol), terms.not(condition)])? {
            return self.take_apart(symbol, condition);
        }
        let block = self.block_of(state);
        let predicate = self.all_around(state, symbol, leads)?;
        let predicate = self.plain(block, predicate, &[&values]);
        match self.divide(block, predicate)? {
            true => Ok(Refined::Blocks),
            false => Err(StopReason::Limit(
                "a weakest precondition divides nothing".into(),
            )),
        }
    }

    /// A predicate that is easier to work with and holds of these values too: shorter, or if it does more arithmetic than a
    /// solver can stand again and again, just that variables have these values.
    pub(super) fn plain(
        &mut self,
        block: BlockId,
        predicate: Term,
        values: &[&FxHashMap<Term, Term>],
    ) -> Term {
        let terms = self.system.terms.clone();
        if weight::is_hard(&terms, predicate)
            && let Some(points) = values
                .iter()
                .map(|values| weight::point(&terms, predicate, values))
                .collect::<Option<Vec<_>>>()
        {
            return terms.or(&points);
        }
        let location = self.system.location(self.block(block).location);
        let integers = self.system.integers;
        let names: Vec<(Term, Type)> = location
            .variables
            .iter()
            .map(|v| (v.term, v.syntax_type(integers)))
            .collect();
        let region = self.block(block).region;
        self.solver.set_limit(Some(POLISHING));
        let shorter = minimal(&terms, predicate, region, &names, &mut *self.solver);
        self.solver.set_limit(Some(smt::QUESTION));
        shorter
    }

    /// Splits a symbol by a condition on its arguments.
    fn take_apart(&mut self, symbol: usize, condition: Term) -> Result<Refined, StopReason> {
        let terms = self.system.terms.clone();
        let Symbol {
            letter,
            guard,
            representative,
        } = self.symbols[symbol].clone();
        let params = self.system.letters[letter].params.iter();
        let params: Vec<Term> = params.map(|p| p.term).collect();
        let value = |var: Term| {
            let position = params.iter().position(|&p| p == var);
            position.map(|i| representative[i].clone())
        };
        let inside = terms.eval(condition, &value) == Some(Value::Bool(true));
        let halves = if inside {
            [condition, terms.not(condition)]
        } else {
            [terms.not(condition), condition]
        };
        let [kept, other] = halves.map(|half| self.shorter(symbol, terms.and(&[guard, half])));
        let domain = self.system.letters[letter].domain;
        let found = self
            .solver
            .find(&[other, domain], &params)
            .map_err(|why| self.gave_up(why))?;
        let found = found.ok_or_else(|| StopReason::Limit("a symbol could not be split".into()))?;
        let values = params.iter().map(|&p| value_of(&found, p, &terms));
        let new = Symbol {
            letter,
            guard: other,
            representative: values.collect(),
        };
        self.split(symbol, kept, new);
        Ok(Refined::Symbol(symbol))
    }

    /// A shorter guard with the same calls.
    fn shorter(&mut self, symbol: usize, guard: Term) -> Term {
        let letter = &self.system.letters[self.symbols[symbol].letter];
        let integers = self.system.integers;
        let names: Vec<(Term, Type)> = letter
            .params
            .iter()
            .map(|p| (p.term, p.syntax_type(integers)))
            .collect();
        self.solver.set_limit(Some(POLISHING));
        let shorter = minimal(
            &self.system.terms,
            guard,
            letter.domain,
            &names,
            &mut *self.solver,
        );
        self.solver.set_limit(Some(smt::QUESTION));
        shorter
    }

    /// Rules out a trace that code cannot follow.
    pub fn rule_out(
        &mut self,
        trace: &Trace,
        reach: &Reach,
        refining: Refining,
    ) -> Result<Refined, StopReason> {
        let predicates = match refining {
            Refining::Weakest => self.backwards(trace)?,
            Refining::Interpolants => None,
            Refining::Orders => Some(self.interpolants(trace, reach, Words::Simple)?),
        };
        let predicates = match predicates {
            Some(predicates) => predicates,
            None => self.interpolants(trace, reach, Words::OfTheCode)?,
        };
        let mut divided = false;
        for (block, predicate) in predicates {
            for part in self.partition.parts(block) {
                divided |= self.divide(part, predicate)?;
            }
        }
        match divided {
            true => Ok(Refined::Blocks),
            false => Err(StopReason::Limit(
                "a trace that no code follows could not be ruled out".into(),
            )),
        }
    }

    /// Weakest preconditions of the end of a trace before each of its steps: the states from which some calls follow it.
    /// `None` if parameters cannot be eliminated.
    fn backwards(&mut self, trace: &Trace) -> Result<Option<Vec<(BlockId, Term)>>, StopReason> {
        let terms = self.system.terms.clone();
        let mut predicates: Vec<(BlockId, Term)> = Vec::new();
        for (step, &(block, symbol)) in trace.steps.iter().enumerate().rev() {
            let then = predicates
                .last()
                .map_or(terms.bool(true), |&(_, then)| then);
            let condition =
                self.leads_into(self.block(block).location, symbol, (trace.end(step), then));
            let Some(before) = self.some(symbol, condition) else {
                return Ok(None);
            };
            let before = self.plain(block, before, &[]);
            predicates.push((block, before));
            if !self.ask(&[self.block(block).region, before])? {
                break;
            }
        }
        Ok(Some(predicates))
    }
}

/// A concrete run: the states before each call with its symbol, and what it ends in.
struct Run {
    steps: Vec<(State, usize)>,
    end: Result<State, Outcome>,
}
