//! Short inputs that go through every transition of a transducer.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Budget, Random};
use model::transducer::SymbolicTransducer;
use rustc_hash::FxHashMap;
use smt::{Answer, Assignment, Config, Solver, Term, Value, chain};

/// Places that are looked at, at most.
const MOST_PLACES: usize = 4_000;
/// Places of one state that differ in what was read before, at most.
const MOST_ALIKE: usize = 6;
/// Ways on from a place to an end that are looked at, at most.
const MOST_ON: usize = 200;
/// Inputs that go on at random, for each transition.
const RANDOM: usize = 2;
/// Symbols that these go on for, at most.
const RANDOM_LENGTH: usize = 8;

/// Inputs through every transition and every final output, as far as they are found by trying symbols: the shortest, and some
/// that go on from there at random. Also inputs that the transducer is not defined on. The same on every run.
pub(super) fn witnesses(model: &SymbolicTransducer, budget: &Budget) -> Vec<Vec<u64>> {
    let mut search = Search {
        model,
        budget,
        solver: chain(&model.terms, Config::default()),
        known: FxHashMap::default(),
        random: Random::seeded(7),
        words: Vec::new(),
        seen: BTreeSet::new(),
    };
    search.run();
    search.words
}

/// Where a transducer has got to on an input.
#[derive(Clone)]
struct Place {
    word: Vec<u64>,
    start: usize,
    state: usize,
    /// Where the look-ahead of the start has got to; `None` where it rejects.
    ahead: Option<usize>,
    /// Window and registers.
    values: Assignment,
}

struct Search<'a> {
    model: &'a SymbolicTransducer,
    budget: &'a Budget,
    solver: Box<dyn Solver>,
    /// Symbols for guards that look at nothing else.
    known: FxHashMap<Term, Vec<u64>>,
    random: Random,
    words: Vec<Vec<u64>>,
    seen: BTreeSet<Vec<u64>>,
}

impl Search<'_> {
    fn run(&mut self) {
        let through = self.through();
        for place in &through {
            self.finished(place.clone());
        }
        for place in &through {
            for _ in 0..RANDOM {
                let on = self.at_random(place.clone());
                self.finished(on);
            }
        }
    }

    /// Breadth first: the first place behind every transition. What ends on the way is kept as a word.
    fn through(&mut self) -> Vec<Place> {
        let model = self.model;
        let mut queue: VecDeque<Place> = (0..model.starts.len()).map(|start| self.first(start)).collect();
        let mut alike: BTreeMap<(usize, usize, Option<usize>), usize> = BTreeMap::new();
        let (mut taken, mut ended, mut through) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        let mut looked = 0;
        while let Some(place) = queue.pop_front() {
            looked += 1;
            if looked > MOST_PLACES || self.budget.check().is_err() {
                break;
            }
            let fresh = ended.insert((place.start, place.state, self.end(&place)));
            if fresh && (self.accepted(&place) || !self.chosen_late(&place)) {
                self.keep(place.word.clone());
            }
            if fresh {
                self.keep_undefined(&place);
            }
            for (number, step) in model.states[place.state].steps.iter().enumerate() {
                for symbol in self.symbols(&place, step.guard) {
                    let Some(next) = self.after(&place, symbol) else { continue };
                    let new = taken.insert((next.start, place.state, number));
                    let count = alike.entry((next.start, next.state, next.ahead)).or_insert(0);
                    *count += 1;
                    if new || *count <= MOST_ALIKE {
                        queue.push_back(next.clone());
                    }
                    if new {
                        through.push(next);
                    }
                }
            }
        }
        through
    }

    fn first(&self, start: usize) -> Place {
        let values = self.model.registers.iter().map(|r| (r.variable, r.initial.clone())).collect();
        Place { word: Vec::new(), start, state: self.model.starts[start].state, ahead: Some(0), values }
    }

    fn keep(&mut self, word: Vec<u64>) {
        if self.seen.insert(word.clone()) {
            self.words.push(word);
        }
    }

    /// A symbol that nothing is defined for.
    fn keep_undefined(&mut self, place: &Place) {
        let terms = &self.model.terms;
        let guards: Vec<Term> = self.model.states[place.state].steps.iter().map(|step| step.guard).collect();
        let none = terms.not(terms.or(&guards));
        if !self.chosen_late(place)
            && let Some(&symbol) = self.symbols(place, none).first()
        {
            self.keep([&place.word[..], &[symbol]].concat());
        }
    }

    /// Whether the rest of the input decides if this is the right start.
    fn chosen_late(&self, place: &Place) -> bool {
        self.model.starts[place.start].when.is_some()
    }

    fn accepted(&self, place: &Place) -> bool {
        let accepts = match (&self.model.starts[place.start].when, place.ahead) {
            (None, _) => true,
            (Some(acceptor), Some(at)) => acceptor.states[at].accepting,
            (Some(_), None) => false,
        };
        accepts && self.end(place).is_some()
    }

    /// The number of the end that applies.
    fn end(&self, place: &Place) -> Option<usize> {
        let holds = |guard: Term| place.values.satisfies(&self.model.terms, guard);
        self.model.states[place.state].ends.iter().position(|end| holds(end.guard))
    }

    /// Up to three symbols for which a guard holds: the least, the greatest, and one between.
    fn symbols(&mut self, place: &Place, guard: Term) -> Vec<u64> {
        let model = self.model;
        let x = model.seen(0);
        let alone = model.terms.free_vars(guard).iter().all(|v| *v == x);
        if let Some(known) = self.known.get(&guard).filter(|_| alone) {
            return known.clone();
        }
        let condition = model.terms.and(&[guard, model.alphabet]);
        let symbols = match model.input.bits {
            8 => self.bytes(place, condition),
            _ => self.solved(place, condition),
        };
        if alone {
            self.known.insert(guard, symbols.clone());
        }
        symbols
    }

    fn bytes(&self, place: &Place, condition: Term) -> Vec<u64> {
        let mut values = place.values.clone();
        let mut holds = |byte: u64| {
            values.set(self.model.seen(0), Value::bv(8, byte));
            values.satisfies(&self.model.terms, condition)
        };
        let Some(least) = (0..256).find(|byte| holds(*byte)) else { return Vec::new() };
        let most = (least..256).rev().find(|byte| holds(*byte)).unwrap_or(least);
        let between = (least + (most - least) / 2..most).find(|byte| holds(*byte)).unwrap_or(least);
        let mut all = vec![least, between, most];
        all.dedup();
        all
    }

    fn solved(&mut self, place: &Place, condition: Term) -> Vec<u64> {
        let terms = &self.model.terms;
        let x = self.model.seen(0);
        let fixed = place.values.iter().filter(|(v, _)| *v != x).map(|(v, value)| (v, terms.constant(value.clone())));
        let condition = terms.substitute(condition, &fixed.collect());
        let mut found = Vec::new();
        self.solver.push();
        self.solver.assert(condition);
        while found.len() < 2 && self.solver.check(&[]) == Answer::Sat {
            let values = self.solver.model(&[x]);
            let Some(symbol) = values.get(x).and_then(Value::as_unsigned) else { break };
            found.push(symbol);
            self.solver.assert(terms.not(terms.eq(x, terms.bv(self.model.input.bits, symbol))));
        }
        self.solver.pop();
        found
    }

    /// What a symbol leads to.
    fn after(&self, place: &Place, symbol: u64) -> Option<Place> {
        let (model, terms) = (self.model, &self.model.terms);
        let mut values = place.values.clone();
        values.set(model.seen(0), Value::bv(model.input.bits, symbol));
        let step = model.states[place.state].steps.iter().find(|step| values.satisfies(terms, step.guard))?;
        let updated: Option<Vec<Value>> = step.updates.iter().map(|update| values.eval(terms, *update)).collect();
        let ahead = self.ahead(place, &values);
        for (register, value) in model.registers.iter().zip(updated?) {
            values.set(register.variable, value);
        }
        for back in (0..model.lookback).rev() {
            if let Some(value) = values.get(model.seen(back)).cloned() {
                values.set(model.seen(back + 1), value);
            }
        }
        let word = [&place.word[..], &[symbol]].concat();
        Some(Place { word, start: place.start, state: step.to, ahead, values })
    }

    fn ahead(&self, place: &Place, values: &Assignment) -> Option<usize> {
        let Some(acceptor) = &self.model.starts[place.start].when else { return Some(0) };
        let edges = &acceptor.states[place.ahead?].edges;
        edges.iter().find(|(guard, _)| values.satisfies(&self.model.terms, *guard)).map(|(_, to)| *to)
    }

    /// Keeps the shortest input from here on that the transducer is defined on, as far as one is found; else this one.
    fn finished(&mut self, place: Place) {
        let model = self.model;
        let short = place.word.clone();
        let (mut queue, mut seen) = (VecDeque::from([place]), BTreeSet::new());
        let mut looked = 0;
        while let Some(place) = queue.pop_front() {
            if self.accepted(&place) {
                return self.keep(place.word);
            }
            looked += 1;
            if looked > MOST_ON {
                break;
            }
            for step in &model.states[place.state].steps {
                for symbol in self.symbols(&place, step.guard) {
                    let next = self.after(&place, symbol).filter(|next| next.ahead.is_some());
                    if let Some(next) = next.filter(|next| seen.insert((next.state, next.ahead))) {
                        queue.push_back(next);
                    }
                }
            }
        }
        self.keep(short);
    }

    fn at_random(&mut self, mut place: Place) -> Place {
        for _ in 0..1 + self.random.below(RANDOM_LENGTH) {
            let steps = &self.model.states[place.state].steps;
            let Some(step) = (!steps.is_empty()).then(|| self.random.pick(steps)) else { break };
            let symbols = self.symbols(&place, step.guard);
            let Some(symbol) = (!symbols.is_empty()).then(|| *self.random.pick(&symbols)) else { continue };
            match self.after(&place, symbol).filter(|next| next.ahead.is_some()) {
                Some(next) => place = next,
                None => break,
            }
        }
        place
    }
}
