//! Which states have the same future, whatever the window: sampled windows tell states apart, the solver says whether
//! those that are left do the same, and if not, which window to sample next.

use base::StopReason;
use rustc_hash::FxHashMap;
use smt::{Assignment, Term, Value};

use super::super::super::program::{Program, word};
use super::super::super::{End, Failure, Step};
use super::Work;
use super::oracle::Oracle;

/// The class of each state. States of one class do the same for every window and lead to states of one class.
pub(super) fn classes(work: &Work, oracle: &mut Oracle) -> Result<Vec<usize>, StopReason> {
    let mut sampler = Sampler {
        work,
        programs: FxHashMap::default(),
        variables: oracle.variables.clone(),
    };
    let mut done: Vec<Vec<Done>> = vec![Vec::new(); work.states.len()];
    for sample in first_samples(work, oracle)? {
        sampler.add(&sample, &mut done);
    }
    loop {
        let classes = refine(work, &done);
        match (Comparison {
            work,
            oracle,
            classes: &classes,
        })
        .difference()?
        {
            None => return Ok(classes),
            Some(sample) => sampler.add(&sample, &mut done),
        }
    }
}

/// A window for each guard.
fn first_samples(work: &Work, oracle: &mut Oracle) -> Result<Vec<Assignment>, StopReason> {
    let steps = work
        .states
        .iter()
        .flat_map(|state| state.steps.iter().map(|s| s.guard));
    let ends = work
        .states
        .iter()
        .flat_map(|state| state.ends.iter().map(|e| e.guard));
    let mut guards: Vec<Term> = steps.chain(ends).collect();
    guards.sort_unstable();
    guards.dedup();
    let mut samples = Vec::new();
    for guard in guards {
        samples.extend(oracle.example(&[guard])?);
    }
    samples.sort();
    samples.dedup();
    Ok(samples)
}

/// What each state does with each of the windows.
pub(super) fn samples(work: &Work, variables: &[Term], windows: &[Assignment]) -> Vec<Vec<Done>> {
    let mut sampler = Sampler {
        work,
        programs: FxHashMap::default(),
        variables: variables.to_vec(),
    };
    let mut done = vec![Vec::new(); work.states.len()];
    windows
        .iter()
        .for_each(|window| sampler.add(window, &mut done));
    done
}

/// What a state does with one sample: what it writes and keeps and where it goes, and what it writes at the end.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Done {
    step: Option<(Vec<Option<Value>>, usize)>,
    end: Option<Vec<Option<Value>>>,
}

impl Done {
    /// Whether the same is written, wherever it leads.
    pub(super) fn looks_like(&self, other: &Self) -> bool {
        let written = |done: &Self| done.step.as_ref().map(|(written, _)| written.clone());
        self.end == other.end && written(self) == written(other)
    }
}

struct Sampler<'w> {
    work: &'w Work<'w>,
    programs: FxHashMap<Term, Option<Program>>,
    variables: Vec<Term>,
}

impl Sampler<'_> {
    fn add(&mut self, sample: &Assignment, done: &mut [Vec<Done>]) {
        let work = self.work;
        for (done, state) in done.iter_mut().zip(&work.states) {
            let step = state
                .steps
                .iter()
                .find(|step| self.holds(step.guard, sample));
            let written =
                |this: &mut Self, terms: &mut dyn Iterator<Item = &Term>| -> Vec<Option<Value>> {
                    terms.map(|t| this.value(*t, sample)).collect()
                };
            let step = step.map(|s| (written(self, &mut s.writes.iter().chain(&s.updates)), s.to));
            let end = state.ends.iter().find(|end| self.holds(end.guard, sample));
            let end = end.map(|e| written(self, &mut e.writes.iter()));
            done.push(Done { step, end });
        }
    }

    fn holds(&mut self, t: Term, sample: &Assignment) -> bool {
        self.value(t, sample) == Some(Value::Bool(true))
    }

    fn value(&mut self, t: Term, sample: &Assignment) -> Option<Value> {
        let terms = &self.work.terms;
        let program = self
            .programs
            .entry(t)
            .or_insert_with(|| Program::new(terms, &[t], &self.variables));
        let inputs: Option<Vec<u64>> = self
            .variables
            .iter()
            .map(|v| word(sample.get(*v)?))
            .collect();
        let (Some(program), Some(inputs)) = (program, inputs) else {
            return sample.eval(terms, t);
        };
        let mut words = Vec::new();
        program.run(&inputs, &mut words);
        let found = program.value(&words, 0);
        Some(match terms.sort(t) {
            smt::Sort::Bool => Value::Bool(found != 0),
            smt::Sort::BitVec(width) => Value::bv(width, found),
            smt::Sort::Int => return sample.eval(terms, t),
        })
    }
}

/// Classes of states that the samples do not tell apart.
fn refine(work: &Work, done: &[Vec<Done>]) -> Vec<usize> {
    let failures: Vec<Option<&Failure>> = work
        .states
        .iter()
        .map(|state| state.failure.as_ref())
        .collect();
    let first =
        |failure: &Option<&Failure>| failures.iter().position(|f| f == failure).unwrap_or(0);
    let mut classes: Vec<usize> = failures.iter().map(first).collect();
    let mut count = 0;
    loop {
        let mut numbers = FxHashMap::default();
        let mut next = Vec::with_capacity(done.len());
        for (at, row) in done.iter().enumerate() {
            let seen: Vec<_> = row
                .iter()
                .map(|d| (&d.end, d.step.as_ref().map(|(w, to)| (w, classes[*to]))))
                .collect();
            let new = numbers.len();
            next.push(*numbers.entry((classes[at], seen)).or_insert(new));
        }
        let now = numbers.len();
        drop(numbers);
        classes = next;
        if now == count {
            return classes;
        }
        count = now;
    }
}

struct Comparison<'c, 'w, 's> {
    work: &'c Work<'w>,
    oracle: &'c mut Oracle<'s>,
    classes: &'c [usize],
}

impl Comparison<'_, '_, '_> {
    /// A window that tells two states of one class apart.
    fn difference(&mut self) -> Result<Option<Assignment>, StopReason> {
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        for at in 0..self.work.states.len() {
            let known = *first.entry(self.classes[at]).or_insert(at);
            if known != at
                && let Some(sample) = self.between(known, at)?
            {
                return Ok(Some(sample));
            }
        }
        Ok(None)
    }

    fn between(&mut self, a: usize, b: usize) -> Result<Option<Assignment>, StopReason> {
        let work = self.work;
        let (a, b) = (&work.states[a], &work.states[b]);
        let step = |step: &Step| {
            let written = [&step.writes[..], &step.updates[..]].concat();
            Way {
                guard: step.guard,
                written,
                to: self.classes[step.to],
            }
        };
        let steps = [&a.steps, &b.steps].map(|steps| steps.iter().map(step).collect::<Vec<Way>>());
        let end = |end: &End| Way {
            guard: end.guard,
            written: end.writes.clone(),
            to: 0,
        };
        let ends = [&a.ends, &b.ends].map(|ends| ends.iter().map(end).collect::<Vec<Way>>());
        match self.apart(&steps)? {
            Some(sample) => Ok(Some(sample)),
            None => self.apart(&ends),
        }
    }

    /// A window for which the two do not do the same.
    fn apart(&mut self, [a, b]: &[Vec<Way>; 2]) -> Result<Option<Assignment>, StopReason> {
        if a == b {
            return Ok(None);
        }
        let terms = &self.work.terms;
        let any = |ways: &[Way]| terms.or(&ways.iter().map(|way| way.guard).collect::<Vec<Term>>());
        let one_only = terms.not(terms.eq(any(a), any(b)));
        if let Some(sample) = self.oracle.example(&[one_only])? {
            return Ok(Some(sample));
        }
        for x in a {
            for y in b {
                let differ = if x.to != y.to || x.written.len() != y.written.len() {
                    terms.true_()
                } else {
                    let pairs = x
                        .written
                        .iter()
                        .zip(&y.written)
                        .map(|(s, t)| terms.ne(*s, *t));
                    terms.or(&pairs.collect::<Vec<Term>>())
                };
                let differ = terms.and(&[differ, x.guard, y.guard]);
                if self.oracle.possible(&[differ])? {
                    return self.oracle.example(&[differ]);
                }
            }
        }
        Ok(None)
    }
}

/// A step or an end.
#[derive(PartialEq, Eq)]
struct Way {
    guard: Term,
    written: Vec<Term>,
    to: usize,
}
