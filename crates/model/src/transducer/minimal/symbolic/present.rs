//! One way to write a machine with a window down, as far as its terms allow.

use std::collections::{BTreeMap, VecDeque};

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::syntax::Type;
use smt::{Op, Sort, Term};

use super::super::super::program::Program;
use super::super::super::{Acceptor, End, Start, State, Step, SymbolicTransducer};
use super::super::acceptors;
use super::super::concrete::Source;
use super::super::forms::{Forms, Pair, widened};
use super::super::sets::{Wanted, condition};
use super::Work;
use super::oracle::Oracle;

/// The machine, with states in the order in which its steps reach them.
pub(super) fn present(
    machine: &SymbolicTransducer,
    work: &Work,
    oracle: &mut Oracle,
) -> Result<SymbolicTransducer, StopReason> {
    let invariants = work.invariants();
    let everywhere: Vec<Source> = (0..machine.states.len())
        .map(|at| (at, Vec::new()))
        .collect();
    let mut writer = Writer {
        work,
        forms: Forms::new(machine, &everywhere),
        oracle,
    };
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    let mut states: Vec<State> = Vec::new();
    let mut todo: VecDeque<usize> = work.starts.iter().copied().collect();
    while let Some(at) = todo.pop_front() {
        if numbers.contains_key(&at) {
            continue;
        }
        numbers.insert(at, states.len());
        let state = writer.state(&work.states[at], invariants[at])?;
        todo.extend(state.steps.iter().map(|step| step.to));
        states.push(state);
    }
    states
        .iter_mut()
        .flat_map(|state| &mut state.steps)
        .for_each(|step| step.to = numbers[&step.to]);
    let when = acceptors::all(machine, writer.oracle.budget)?;
    let start = |(when, at): (Option<Acceptor>, &usize)| Start {
        when,
        state: numbers[at],
    };
    Ok(SymbolicTransducer {
        lookback: lookback(work, &states),
        starts: when.into_iter().zip(&work.starts).map(start).collect(),
        states,
        ..machine.clone()
    })
}

/// How far back anything looks.
fn lookback(work: &Work, states: &[State]) -> usize {
    let steps = states.iter().flat_map(|state| &state.steps);
    let steps = steps.flat_map(|s| s.writes.iter().chain(&s.updates).chain([&s.guard]));
    let ends = states
        .iter()
        .flat_map(|state| &state.ends)
        .flat_map(|e| e.writes.iter().chain([&e.guard]));
    let terms: Vec<Term> = steps.chain(ends).copied().collect();
    let used = work.terms.free_vars_of(&terms);
    work.window
        .iter()
        .rposition(|x| used.contains(x))
        .unwrap_or(0)
}

/// A symbol and the word it writes.
type Written = (u32, Vec<u64>);

struct Writer<'w, 'o, 's> {
    work: &'w Work<'w>,
    forms: Forms<'w>,
    oracle: &'o mut Oracle<'s>,
}

impl Writer<'_, '_, '_> {
    fn state(&mut self, state: &State, invariant: Term) -> Result<State, StopReason> {
        let mut steps = Vec::new();
        for step in &state.steps {
            let given = [step.guard, invariant];
            steps.push(Step {
                writes: self.plain_word(&step.writes, &given)?,
                updates: self.plain_terms(&step.updates, &given)?,
                ..step.clone()
            });
        }
        let mut ends = Vec::new();
        for end in &state.ends {
            let writes = self.plain_terms(&end.writes, &[end.guard, invariant])?;
            ends.push(End {
                writes,
                ..end.clone()
            });
        }
        let (plain, mut steps): (Vec<Step>, Vec<Step>) =
            steps.into_iter().partition(|step| self.is_plain(step));
        let mut count = usize::MAX;
        while steps.len() < count {
            count = steps.len();
            steps = self.merged(steps, invariant)?;
        }
        steps.extend(self.regrouped(&plain));
        self.guards(&mut steps)?;
        let mut ends = self.merged_ends(ends, invariant)?;
        let only = ends.len() == 1;
        for end in &mut ends {
            let always = only && self.oracle.always(end.guard, &[invariant])?;
            end.guard = if always {
                self.work.terms.true_()
            } else {
                self.guard(end.guard)?
            };
        }
        ends.sort_by_cached_key(|end| self.work.terms.show(end.guard));
        Ok(State {
            steps,
            ends,
            failure: state.failure.clone(),
        })
    }

    /// What is copied is said to be copied, even if there is only one such symbol.
    fn plain_word(&mut self, word: &[Term], given: &[Term]) -> Result<Vec<Term>, StopReason> {
        let machine = self.work.machine;
        if let [one] = word {
            let copied = widened(
                &self.work.terms,
                self.work.window[0],
                machine.input,
                machine.output,
            );
            if self
                .oracle
                .always(self.work.terms.eq(*one, copied), given)?
            {
                return Ok(vec![copied]);
            }
        }
        self.plain_terms(word, given)
    }

    /// A constant where it is one, a symbol of the window where it is one, else what it was.
    fn plain_terms(&mut self, word: &[Term], given: &[Term]) -> Result<Vec<Term>, StopReason> {
        word.iter().map(|t| self.plain(*t, given)).collect()
    }

    fn plain(&mut self, t: Term, given: &[Term]) -> Result<Term, StopReason> {
        let work = self.work;
        let terms = &work.terms;
        if matches!(terms.op(t), Op::Value(_)) {
            return Ok(t);
        }
        let value = self
            .oracle
            .example(given)?
            .and_then(|example| example.eval(terms, t));
        let constant = value.map(|value| terms.constant(value));
        let symbols = work
            .window
            .iter()
            .filter(|_| !matches!(terms.op(t), Op::Var(_)));
        let symbols = symbols.map(|x| widened(terms, *x, work.machine.input, work.machine.output));
        let plainer: Vec<Term> = constant.into_iter().chain(symbols).collect();
        for candidate in plainer {
            let fits = terms.sort(candidate) == terms.sort(t);
            if fits && self.oracle.always(terms.eq(t, candidate), given)? {
                return Ok(candidate);
            }
        }
        Ok(t)
    }

    /// Whether a step looks at the current symbol alone, of which there are few enough to count.
    fn is_plain(&self, step: &Step) -> bool {
        let used = self
            .work
            .terms
            .free_vars_of(&[&step.writes[..], &[step.guard]].concat());
        let only = used.iter().all(|v| *v == self.work.window[0]);
        only && self.work.machine.registers.is_empty() && self.table(step.guard).is_some()
    }

    /// Steps that look at the current symbol alone, divided anew: not by who wrote them, but by what they write.
    fn regrouped(&self, steps: &[Step]) -> Vec<Step> {
        let (terms, machine) = (&self.work.terms, self.work.machine);
        let size = 1usize << machine.input.bits.min(16);
        let mut words: BTreeMap<(usize, usize), Vec<Written>> = BTreeMap::new();
        for step in steps {
            let Some(program) = Program::new(terms, &step.writes, &self.work.window[..1]) else {
                continue;
            };
            let key = (step.to, step.writes.len());
            let (holds, mut scratch) = (self.table(step.guard).unwrap_or_default(), Vec::new());
            for symbol in (0..size).filter(|symbol| holds[*symbol]) {
                program.run(&[symbol as u64], &mut scratch);
                let word = (0..program.len())
                    .map(|i| program.value(&scratch, i))
                    .collect();
                words.entry(key).or_default().push((symbol as u32, word));
            }
        }
        let mut found = Vec::new();
        for ((to, _), mut pairs) in words {
            pairs.sort();
            let pairs: Vec<Pair> = pairs
                .iter()
                .map(|(symbol, word)| (*symbol, &word[..]))
                .collect();
            for (symbols, writes) in self.forms.groups(&pairs) {
                let mut wanted = vec![Wanted::No; size];
                symbols
                    .iter()
                    .for_each(|symbol| wanted[*symbol as usize] = Wanted::Yes);
                let guard = condition(terms, machine.input, &wanted).0;
                found.push(Step {
                    guard,
                    writes,
                    updates: Vec::new(),
                    to,
                });
            }
        }
        found
    }

    /// Steps with one target that write the same are one.
    fn merged(&mut self, steps: Vec<Step>, invariant: Term) -> Result<Vec<Step>, StopReason> {
        let mut found: Vec<Step> = Vec::new();
        for step in steps {
            let mut joined = false;
            for known in found.iter_mut().filter(|known| known.to == step.to) {
                let (old, new) = (terms_of(known), terms_of(&step));
                let guard = self.work.terms.or2(known.guard, step.guard);
                if self.same(&old, &new, &[step.guard, invariant])? {
                    known.guard = guard;
                    joined = true;
                } else if self.same(&old, &new, &[known.guard, invariant])? {
                    *known = Step {
                        guard,
                        ..step.clone()
                    };
                    joined = true;
                }
                if joined {
                    break;
                }
            }
            if !joined {
                found.push(step);
            }
        }
        Ok(found)
    }

    fn merged_ends(&mut self, ends: Vec<End>, invariant: Term) -> Result<Vec<End>, StopReason> {
        let mut found: Vec<End> = Vec::new();
        for end in ends {
            let mut joined = false;
            for known in &mut found {
                if self.same(&known.writes, &end.writes, &[end.guard, invariant])? {
                    known.guard = self.work.terms.or2(known.guard, end.guard);
                    joined = true;
                    break;
                }
            }
            if !joined {
                found.push(end);
            }
        }
        Ok(found)
    }

    fn same(&mut self, a: &[Term], b: &[Term], given: &[Term]) -> Result<bool, StopReason> {
        if a.len() != b.len() {
            return Ok(false);
        }
        let equal: Vec<Term> = a
            .iter()
            .zip(b)
            .map(|(s, t)| self.work.terms.eq(*s, *t))
            .collect();
        self.oracle.always(self.work.terms.and(&equal), given)
    }

    /// Short guards, steps in the order of the smallest symbols. Symbols that cannot occur may belong to any step, but to
    /// one only.
    fn guards(&mut self, steps: &mut [Step]) -> Result<(), StopReason> {
        let terms = &self.work.terms;
        let tables: FxHashMap<Term, Vec<bool>> = steps
            .iter()
            .filter_map(|s| Some((s.guard, self.table(s.guard)?)))
            .collect();
        let least = |guard: &Term| {
            tables
                .get(guard)
                .and_then(|table| table.iter().position(|holds| *holds))
        };
        steps.sort_by_cached_key(|step| {
            (
                least(&step.guard).unwrap_or(usize::MAX),
                terms.show(step.guard),
            )
        });
        let outside = |occurs: bool| if occurs { Wanted::No } else { Wanted::Any };
        let occurs = self.table(self.work.machine.alphabet).unwrap_or_default();
        let mut free: Vec<Wanted> = occurs.iter().map(|occurs| outside(*occurs)).collect();
        for step in steps.iter_mut() {
            step.guard = match tables.get(&step.guard) {
                Some(table) => self.set(table, &mut free),
                None => self.guard(step.guard)?,
            };
        }
        let tabled = tables.len().min(steps.len());
        steps[tabled..].sort_by_cached_key(|step| terms.show(step.guard));
        Ok(())
    }

    /// The condition for the symbols of a table; what it takes of those that cannot occur is not free any more.
    fn set(&self, table: &[bool], free: &mut [Wanted]) -> Term {
        let mut wanted = free.to_vec();
        for (wanted, _) in wanted
            .iter_mut()
            .zip(table)
            .filter(|(wanted, holds)| **holds && **wanted == Wanted::No)
        {
            *wanted = Wanted::Yes;
        }
        let (guard, holds) = condition(&self.work.terms, self.work.machine.input, &wanted);
        for (free, _) in free.iter_mut().zip(holds).filter(|(_, holds)| *holds) {
            *free = Wanted::No;
        }
        guard
    }

    fn guard(&mut self, guard: Term) -> Result<Term, StopReason> {
        self.oracle.budget.check()?;
        let machine = self.work.machine;
        let ty = Type::Vector {
            signed: machine.input.signed,
            width: machine.input.bits,
        };
        let numbers: Vec<(Term, Type)> = self.work.window.iter().map(|x| (*x, ty)).collect();
        Ok(crate::minimal(
            &self.work.terms,
            guard,
            self.oracle.world,
            &numbers,
            self.oracle.solver,
        ))
    }

    /// For which symbols the guard holds, if it asks for nothing else and there are not too many.
    fn table(&self, guard: Term) -> Option<Vec<bool>> {
        let x = self.work.window[0];
        let Sort::BitVec(width @ ..=16) = self.work.terms.sort(x) else {
            return None;
        };
        let program = Program::new(&self.work.terms, &[guard], &[x])?;
        let mut words = Vec::new();
        let mut holds = |n: u64| {
            program.run(&[n], &mut words);
            program.value(&words, 0) != 0
        };
        Some((0..1u64 << width).map(&mut holds).collect())
    }
}

fn terms_of(step: &Step) -> Vec<Term> {
    [&step.writes[..], &step.updates[..]].concat()
}
