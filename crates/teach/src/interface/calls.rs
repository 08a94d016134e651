//! From words to calls: one call for each symbol, which for guards on registers depends on what the registers hold.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use base::Id;
use cert::{Call, held_values};
use model::{Configuration, InterfaceLts, Register};
use rustc_hash::FxHashMap;
use smt::{Solver, Sort, Term, Value};
use step::{LetterId, StepSystem};

/// Combinations of values that are tried before the solver is asked.
const TRIES: usize = 500;

/// What registers hold, in order.
type Held = Vec<(Term, Value)>;

/// Makes calls of words of symbols. A symbol has one call, but where guards speak of registers it depends on what they
/// hold.
pub struct Caller<'a> {
    system: &'a StepSystem,
    interface: &'a InterfaceLts,
    representatives: &'a [Vec<Value>],
    chooser: RefCell<Chooser>,
    /// One for all words: to make a solver takes longer than to ask.
    solver: OnceCell<RefCell<Box<dyn Solver>>>,
}

impl<'a> Caller<'a> {
    /// One for a model, with a call for each of its symbols.
    pub fn new(
        system: &'a StepSystem,
        interface: &'a InterfaceLts,
        representatives: &'a [Vec<Value>],
    ) -> Self {
        Self {
            system,
            interface,
            representatives,
            chooser: RefCell::default(),
            solver: OnceCell::new(),
        }
    }

    /// The calls of a word, as far as there are any.
    pub fn calls(&self, word: &[usize]) -> Vec<Call> {
        let letter = |s: usize| LetterId::from_index(self.interface.symbols[s].method);
        if self.interface.registers.is_empty() {
            let call = |&s: &usize| Call {
                letter: letter(s),
                args: self.representatives[s].clone(),
            };
            return word.iter().map(call).collect();
        }
        let mut calls = Vec::new();
        let mut at = self.interface.start();
        for &symbol in word {
            let Some((call, after)) = self.call(&at, symbol, calls.is_empty()) else {
                break;
            };
            calls.push(call);
            let Some(after) = after else { break };
            at = after;
        }
        calls
    }

    /// A call of a symbol while the registers hold what they do, and where it leads. Before construction they hold nothing, whatever a
    /// guard says of them.
    pub(super) fn call(
        &self,
        at: &Configuration,
        symbol: usize,
        first: bool,
    ) -> Option<(Call, Option<Configuration>)> {
        let known = &self.interface.symbols[symbol];
        let letter = LetterId::from_index(known.method);
        let like = self.representatives[symbol].clone();
        let wanted = Wanted {
            letter,
            guard: known.guard,
            args: vec![like.clone()],
        };
        let fresh = || RefCell::new(smt::chain(&self.system.terms, smt::Config::default()));
        let solver = self.solver.get_or_init(fresh);
        let (mut chooser, mut solver) = (self.chooser.borrow_mut(), solver.borrow_mut());
        let chosen = chooser.choose(self.system, self.held(at), wanted, &mut **solver);
        let args = chosen.or_else(|| first.then_some(like))?;
        let after = self.interface.after(at, letter.index(), &args);
        Some((Call { letter, args }, after))
    }

    /// The model.
    pub(super) fn interface(&self) -> &'a InterfaceLts {
        self.interface
    }

    /// What the registers of the model hold. (The code may keep that elsewhere, or nowhere as long as it does not matter.)
    fn held(&self, at: &Configuration) -> FxHashMap<Term, Value> {
        let registers = self.interface.registers.iter().map(|r| r.term);
        let value = |term: Term| {
            let zero = || Value::default_of(self.system.terms.sort(term));
            (term, at.held.get(&term).cloned().unwrap_or_else(zero))
        };
        registers.map(value).collect()
    }
}

/// Chooses calls; the same ones whenever it is asked the same.
#[derive(Default)]
pub(super) struct Chooser {
    /// What was chosen for a guard while the registers held these values, for want of these arguments.
    known: BTreeMap<(Term, Held, Vec<Value>), Option<Vec<Value>>>,
}

/// A symbol, and calls that would be welcome: the first that belongs to it is taken.
pub(super) struct Wanted {
    pub letter: LetterId,
    pub guard: Term,
    pub args: Vec<Vec<Value>>,
}

impl Chooser {
    /// The calls of a word, as far as there are any.
    pub fn calls(
        &mut self,
        system: &StepSystem,
        registers: &[Register],
        word: impl IntoIterator<Item = Wanted>,
        solver: &mut dyn Solver,
    ) -> Vec<Call> {
        let mut calls = Vec::new();
        let mut state = Some(system.initial());
        for wanted in word {
            let Some(from) = &state else { break };
            let held = held_values(system, registers, from);
            let letter = wanted.letter;
            // Before there is an object the registers hold nothing, and any call will do: it fails.
            let chosen = match held.len() < registers.len() {
                true => wanted.args.into_iter().next(),
                false => self.choose(system, held, wanted, solver),
            };
            let Some(args) = chosen else { break };
            state = system.step(from, letter, &args).next;
            calls.push(Call { letter, args });
        }
        calls
    }

    fn choose(
        &mut self,
        system: &StepSystem,
        held: FxHashMap<Term, Value>,
        wanted: Wanted,
        solver: &mut dyn Solver,
    ) -> Option<Vec<Value>> {
        let choice = Choice {
            system,
            letter: wanted.letter,
            guard: wanted.guard,
            held,
        };
        if let Some(fitting) = wanted.args.iter().find(|args| choice.fits(args)) {
            return Some(fitting.clone());
        }
        if choice.is_impossible() {
            return None;
        }
        let like = wanted.args.into_iter().next().unwrap_or_default();
        let mut sorted: Held = choice.held.iter().map(|(&t, v)| (t, v.clone())).collect();
        sorted.sort();
        let chosen = self.known.entry((choice.guard, sorted, like.clone()));
        chosen
            .or_insert_with(|| choice.near(&like).or_else(|| choice.solved(solver)))
            .clone()
    }
}

/// The search for arguments that satisfy a guard while the registers hold some values.
struct Choice<'a> {
    system: &'a StepSystem,
    letter: LetterId,
    guard: Term,
    held: FxHashMap<Term, Value>,
}

impl Choice<'_> {
    fn params(&self) -> Vec<Term> {
        self.system.letters[self.letter]
            .params
            .iter()
            .map(|p| p.term)
            .collect()
    }

    /// Whether the registers alone decide that there are none.
    fn is_impossible(&self) -> bool {
        self.guard_here() == self.system.terms.bool(false)
    }

    /// The guard while the registers hold what they do.
    fn guard_here(&self) -> Term {
        let terms = &self.system.terms;
        let constants = self.held.iter();
        let constants = constants.map(|(&r, v)| (r, terms.constant(v.clone())));
        terms.substitute(self.guard, &constants.collect())
    }

    fn fits(&self, args: &[Value]) -> bool {
        let mut env = self.held.clone();
        env.extend(self.params().into_iter().zip(args.iter().cloned()));
        let holds =
            |t| self.system.terms.eval(t, &|v| env.get(&v).cloned()) == Some(Value::Bool(true));
        holds(self.guard) && holds(self.system.letters[self.letter].domain)
    }

    /// The arguments that were wanted, with values beside those that registers hold where need be. A solver might choose
    /// the greatest number there is, and then nothing greater could come after it.
    fn near(&self, like: &[Value]) -> Option<Vec<Value>> {
        let values = |(i, p): (usize, &Term)| {
            let near = self.candidates(self.system.terms.sort(*p));
            like.get(i).cloned().into_iter().chain(near).collect()
        };
        let values: Vec<Vec<Value>> = self.params().iter().enumerate().map(values).collect();
        let mut chosen = vec![0; values.len()];
        for _ in 0..TRIES {
            let args: Vec<Value> = chosen
                .iter()
                .zip(&values)
                .map(|(&i, of)| of[i].clone())
                .collect();
            if self.fits(&args) {
                return Some(args);
            }
            let next = chosen
                .iter()
                .zip(&values)
                .position(|(&i, of)| i + 1 < of.len())?;
            chosen[next] += 1;
            chosen[..next].fill(0);
        }
        None
    }

    fn candidates(&self, sort: Sort) -> Vec<Value> {
        let mut held: Vec<&Value> = self.held.values().filter(|v| v.sort() == sort).collect();
        held.sort();
        let beside = held
            .into_iter()
            .flat_map(|v| [Some(v.clone()), moved(v, 1), moved(v, -1)]);
        let zero = Value::default_of(sort);
        let usual = [Some(zero.clone()), moved(&zero, 1), moved(&zero, -1)];
        let mut candidates: Vec<Value> = Vec::new();
        for value in beside.chain(usual).flatten() {
            if !candidates.contains(&value) {
                candidates.push(value);
            }
        }
        candidates
    }

    fn solved(&self, solver: &mut dyn Solver) -> Option<Vec<Value>> {
        let params = self.params();
        let model = solver
            .find(
                &[self.guard_here(), self.system.letters[self.letter].domain],
                &params,
            )
            .ok()
            .flatten()?;
        params.iter().map(|&p| model.get(p).cloned()).collect()
    }
}

/// The value a little further on; the other one of two.
fn moved(value: &Value, by: i64) -> Option<Value> {
    match value {
        Value::Bool(b) => Some(Value::Bool(!b)),
        Value::BitVec { width, .. } => {
            let moved = value.as_signed()?.checked_add(by)?;
            let moved = Value::bv(*width, moved as u64);
            (moved.as_signed()? > value.as_signed()?)
                .eq(&(by > 0))
                .then_some(moved)
        }
        Value::Int(i) => Some(Value::Int(i + by)),
    }
}
