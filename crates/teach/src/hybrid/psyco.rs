//! PSYCO (Giannakopoulou, Rakamarić, Raman, SAS 2012; Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Sections 1, 2 and 5; Mues, Howar et al., "Releasing the PSYCO", 2016, Section 2): every
//! question is a symbolic execution of a guarded sequence. If its paths disagree, a guard is refined.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::Duration;

use base::StopReason;
use cert::Invariant;
use learn::{Conformance, Difference, EquivalenceOracle, MembershipOracle, learn_from};
use model::{Moore, Outcome, minimal};
use rustc_hash::FxHashMap;
use smt::{Term, Value};
use step::LocationId;

use super::ground::{Ground, answered, stopped, within};
use super::unrolled::{conditions, environment, parameters, value};
use super::{Learned, Options};
use crate::interface::Symbol;
use crate::interface::mixed::atoms;
use crate::prepare::learner;

/// How long one question may take that only makes a guard shorter.
const POLISHING: Duration = Duration::from_secs(1);

struct Psyco<'a> {
    ground: Ground<'a>,
    /// New symbols that a question about a word has brought.
    grown: Option<NonZeroUsize>,
}

/// A path of a sequence: what it ends in, and the conditions under which it is taken.
struct Ending {
    outcome: Outcome,
    conditions: Vec<Term>,
}

/// What a symbol is split by.
#[derive(Clone, Copy)]
enum By {
    /// What its arguments can lead to.
    Outcome,
    /// Which paths they can take.
    Path,
    /// Which conditions hold of them that a path speaks of, beside conditions on arguments of other calls.
    Atom,
}

/// Learns by symbolic execution.
pub(super) fn run(ground: Ground<'_>, options: &Options) -> Learned {
    let (budget, progress) = (ground.budget, ground.progress);
    let mut learner = learner(options.learner, ground.symbols.len());
    let mut teacher = Psyco {
        ground,
        grown: None,
    };
    let mut rounds = 0;
    loop {
        let mut learned = learn_from(&mut *learner, &mut teacher, budget, progress);
        rounds += learned.rounds;
        match teacher.grown.take() {
            // What was answered holds for all members of a symbol, so also for those of its parts.
            Some(new) => learner.add_letters(new.get()),
            None => {
                learned.rounds = rounds;
                return teacher.ground.conclude(learned);
            }
        }
    }
}

impl Psyco<'_> {
    /// What all calls of a guarded sequence end in, or how many new symbols there are because they disagree.
    fn ask(&mut self, word: &[usize]) -> Result<Result<Outcome, NonZeroUsize>, StopReason> {
        let endings = self.execute(word)?;
        let first = endings.first().map(|ending| ending.outcome);
        let first =
            first.ok_or_else(|| StopReason::Limit("a guarded sequence has no path".into()))?;
        if endings.iter().all(|ending| ending.outcome == first) {
            return Ok(Ok(first));
        }
        self.refine(word, &endings).map(Err)
    }

    /// Symbolic execution of a guarded sequence.
    fn execute(&mut self, word: &[usize]) -> Result<Vec<Ending>, StopReason> {
        let Ground {
            system,
            symbols,
            solver,
            budget,
            ..
        } = &mut self.ground;
        let start = system.initial();
        let values: Vec<Term> = start
            .values
            .into_iter()
            .map(|v| system.terms.constant(v))
            .collect();
        let mut frontier: Vec<(LocationId, Vec<Term>, Vec<Term>)> =
            vec![(start.location, values, Vec::new())];
        let mut endings = Vec::new();
        for (step, &symbol) in word.iter().enumerate() {
            let letter = symbols[symbol].letter;
            let params = parameters(system, letter, step);
            let mut next = Vec::new();
            for (location, values, before) in frontier {
                let map = environment(system, (location, &values), (letter, &params));
                for path in &system.summary(location, letter).paths {
                    let taken = [
                        before.clone(),
                        conditions(system, &symbols[symbol], path, &map),
                    ]
                    .concat();
                    within(budget, &mut **solver)?;
                    if !solver.ask(&taken).is_possible()? {
                        continue;
                    }
                    match &path.next {
                        Some(target) => {
                            next.push((
                                target.location,
                                system.terms.substitute_all(&target.update, &map),
                                taken,
                            ));
                        }
                        None => endings.push(Ending {
                            outcome: path.answer,
                            conditions: taken,
                        }),
                    }
                }
            }
            frontier = next;
        }
        endings.extend(frontier.into_iter().map(|(_, _, conditions)| Ending {
            outcome: Outcome::Ok,
            conditions,
        }));
        Ok(endings)
    }

    /// Splits a symbol of the sequence, by the coarsest thing that splits one.
    fn refine(&mut self, word: &[usize], endings: &[Ending]) -> Result<NonZeroUsize, StopReason> {
        for by in [By::Outcome, By::Path, By::Atom] {
            for (step, &symbol) in word.iter().enumerate() {
                for condition in self.separators(step, symbol, endings, by) {
                    if let Some(new) = self.split(symbol, condition)? {
                        return Ok(new);
                    }
                }
            }
        }
        let what = "the answer depends on how arguments of several calls relate";
        Err(StopReason::Inexpressible(what.into()))
    }

    /// Conditions on the arguments of one call alone, over the parameters of its letter.
    fn separators(&self, step: usize, symbol: usize, endings: &[Ending], by: By) -> Vec<Term> {
        let Ground {
            system, symbols, ..
        } = &self.ground;
        let terms = &system.terms;
        let letter = symbols[symbol].letter;
        let params = parameters(system, letter, step);
        let back = params
            .iter()
            .copied()
            .zip(system.letters[letter].params.iter().map(|p| p.term));
        let back: FxHashMap<Term, Term> = back.collect();
        let is_own = |c: &Term| terms.free_vars(*c).iter().all(|var| params.contains(var));
        let own = |ending: &Ending| {
            let own: Vec<Term> = ending.conditions.iter().copied().filter(is_own).collect();
            terms.substitute(terms.and(&own), &back)
        };
        let of = |wanted: Outcome| {
            endings
                .iter()
                .filter(|e| e.outcome == wanted)
                .map(own)
                .collect::<Vec<_>>()
        };
        match by {
            By::Outcome => [Outcome::Ok, Outcome::Error, Outcome::Unknown]
                .map(|o| terms.or(&of(o)))
                .into(),
            By::Path => endings.iter().map(own).collect(),
            By::Atom => {
                let all = endings.iter().flat_map(|ending| &ending.conditions);
                let own: BTreeSet<Term> =
                    all.flat_map(|&c| atoms(terms, c)).filter(is_own).collect();
                own.into_iter()
                    .map(|atom| terms.substitute(atom, &back))
                    .collect()
            }
        }
    }

    /// Splits a symbol in two; `None` if all its members, or none, satisfy the condition.
    fn split(
        &mut self,
        symbol: usize,
        condition: Term,
    ) -> Result<Option<NonZeroUsize>, StopReason> {
        let terms = self.ground.system.terms.clone();
        let guard = self.ground.symbols[symbol].guard;
        let parts = [condition, terms.not(condition)].map(|half| terms.and(&[guard, half]));
        let witnesses = [
            self.witness(symbol, parts[0])?,
            self.witness(symbol, parts[1])?,
        ];
        let [Some(inside), Some(outside)] = witnesses else {
            return Ok(None);
        };
        let parts = parts.map(|part| self.polished(symbol, part));
        let (kept, other, args) = if self.represented(symbol, parts[0]) {
            (parts[0], parts[1], outside)
        } else {
            (parts[1], parts[0], inside)
        };
        let letter = self.ground.symbols[symbol].letter;
        self.ground
            .split(
                symbol,
                kept,
                vec![Symbol {
                    letter,
                    guard: other,
                    representative: args,
                }],
            )
            .map(Some)
    }

    fn witness(&mut self, symbol: usize, guard: Term) -> Result<Option<Vec<Value>>, StopReason> {
        let Ground {
            system,
            symbols,
            solver,
            ..
        } = &mut self.ground;
        let letter = &system.letters[symbols[symbol].letter];
        let params: Vec<Term> = letter.params.iter().map(|p| p.term).collect();
        let found = solver
            .find(&[guard, letter.domain], &params)
            .map_err(StopReason::SolverUnknown)?;
        Ok(found.map(|model| params.iter().map(|&p| value(system, &model, p)).collect()))
    }

    fn polished(&mut self, symbol: usize, guard: Term) -> Term {
        let Ground {
            system,
            symbols,
            solver,
            ..
        } = &mut self.ground;
        let letter = &system.letters[symbols[symbol].letter];
        let params: Vec<_> = letter
            .params
            .iter()
            .map(|p| (p.term, p.syntax_type(system.integers)))
            .collect();
        solver.set_limit(Some(POLISHING));
        let guard = minimal(&system.terms, guard, letter.domain, &params, &mut **solver);
        solver.set_limit(Some(smt::QUESTION));
        guard
    }

    fn represented(&self, symbol: usize, guard: Term) -> bool {
        let Symbol {
            letter,
            representative,
            ..
        } = &self.ground.symbols[symbol];
        let params = self.ground.system.letters[*letter]
            .params
            .iter()
            .map(|p| p.term);
        let env: FxHashMap<Term, Value> = params.zip(representative.iter().cloned()).collect();
        self.ground
            .system
            .terms
            .eval(guard, &|v| env.get(&v).cloned())
            == Some(Value::Bool(true))
    }

    /// All guarded sequences, shorter ones first.
    fn explore(&mut self, hypothesis: &Moore<Outcome>) -> Result<Option<Difference>, StopReason> {
        let mut level: Vec<Vec<usize>> = vec![Vec::new()];
        for depth in 1.. {
            if self.ground.depth.is_some_and(|last| depth > last) {
                return Err(StopReason::Depth(depth - 1));
            }
            let mut next = Vec::new();
            for word in &level {
                self.ground
                    .progress
                    .working(&|| format!("sequences of {depth} calls"));
                for symbol in 0..self.ground.symbols.len() {
                    let longer = [word.as_slice(), &[symbol]].concat();
                    self.ground.exploration.sequences += 1;
                    match self.ask(&longer)? {
                        Err(new) => return Ok(Some(Difference::Alphabet(new))),
                        Ok(outcome) if outcome != *hypothesis.output(&longer) => {
                            return Ok(Some(Difference::Word(longer)));
                        }
                        Ok(Outcome::Ok) => next.push(longer),
                        Ok(Outcome::Error | Outcome::Unknown) => {}
                    }
                }
            }
            self.ground.exploration.finished(depth);
            level = next;
            if level.is_empty() {
                break;
            }
        }
        Ok(None)
    }
}

impl MembershipOracle<Outcome> for Psyco<'_> {
    fn answer(&mut self, word: &[usize]) -> Result<Outcome, StopReason> {
        let answer = self
            .ask(word)
            .map_err(|reason| stopped(self.ground.budget, reason))?;
        answer.map_err(|new| {
            self.grown = Some(new);
            StopReason::Limit("a guard was refined".into())
        })
    }
}

impl EquivalenceOracle<Outcome, Invariant> for Psyco<'_> {
    fn compare(&mut self, hypothesis: &Moore<Outcome>) -> Conformance<Invariant> {
        let interface = self.ground.propose(hypothesis);
        match self.explore(hypothesis) {
            Ok(Some(difference)) => answered(Ok(difference)),
            Ok(None) => self.ground.exhausted(&interface, None),
            Err(reason) => Conformance::Inconclusive(stopped(self.ground.budget, reason)),
        }
    }
}
