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
/// Guards that are looked at before no more places are, at most.
const MOST_WORK: usize = 100_000;
/// Places that windows which a guard asks for are tried behind, at most.
const MOST_BEFORE: usize = 8;
/// Ways on from a place to an end that are looked at, at most.
const MOST_ON: usize = 200;
/// Inputs that go on at random, for each transition at least.
const RANDOM: usize = 2;
/// And for all of them.
const RANDOM_IN_ALL: usize = 60;
/// Symbols that these go on for, at most.
const RANDOM_LENGTH: usize = 12;

/// Inputs through every transition and every final output, as far as they are found by trying symbols: the shortest, and some
/// that go on from there at random. Also inputs that the transducer is not defined on. The same on every run.
pub fn witnesses(model: &SymbolicTransducer, budget: &Budget) -> Vec<Vec<u64>> {
    let mut search = Search {
        model,
        budget,
        solver: chain(&model.terms, Config::default()),
        known: FxHashMap::default(),
        work: 0,
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
    /// Symbols for guards that look at nothing else any more.
    known: FxHashMap<Term, Vec<u64>>,
    /// How many guards were looked at.
    work: usize,
    random: Random,
    words: Vec<Vec<u64>>,
    seen: BTreeSet<Vec<u64>>,
}

impl Search<'_> {
    fn run(&mut self) {
        let mut taken = BTreeSet::new();
        let mut through = self.through(&mut taken);
        through.extend(self.aimed(&taken, &through));
        for place in &through {
            self.finished(place.clone());
        }
        for place in &through {
            for _ in 0..RANDOM.max(RANDOM_IN_ALL / through.len()) {
                let on = self.at_random(place.clone());
                self.finished(on);
            }
        }
    }

    /// Breadth first: the first place behind every transition. What ends on the way is kept as a word.
    fn through(&mut self, taken: &mut BTreeSet<(usize, usize, usize)>) -> Vec<Place> {
        let model = self.model;
        let mut queue: VecDeque<Place> = (0..model.starts.len())
            .map(|start| self.first(start))
            .collect();
        let mut alike: BTreeMap<(usize, usize, Option<usize>), usize> = BTreeMap::new();
        let (mut ended, mut through) = (BTreeSet::new(), Vec::new());
        let mut looked = 0;
        while let Some(place) = queue.pop_front() {
            looked += 1;
            if looked > MOST_PLACES || self.work > MOST_WORK || self.budget.check().is_err() {
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
                    let Some(next) = self.after(&place, symbol) else {
                        continue;
                    };
                    let new = taken.insert((next.start, place.state, number));
                    let count = alike
                        .entry((next.start, next.state, next.ahead))
                        .or_insert(0);
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

    /// The places behind transitions that need more of the window than was met by chance: the window is what the guard asks for.
    fn aimed(&mut self, taken: &BTreeSet<(usize, usize, usize)>, through: &[Place]) -> Vec<Place> {
        let model = self.model;
        let mut before: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
        for place in through {
            before
                .entry((place.start, place.state))
                .or_insert_with(|| place.word.clone());
        }
        let behind = before
            .into_iter()
            .map(|((start, _), word)| (start, word))
            .take(MOST_BEFORE);
        let behind: Vec<_> = (0..model.starts.len())
            .map(|start| (start, Vec::new()))
            .chain(behind)
            .collect();
        let mut found = Vec::new();
        for (state, number) in model
            .states
            .iter()
            .enumerate()
            .flat_map(|(i, s)| (0..s.steps.len()).map(move |n| (i, n)))
        {
            if (0..model.starts.len()).any(|start| taken.contains(&(start, state, number)))
                || self.budget.check().is_err()
            {
                continue;
            }
            let Some(window) = self.window(model.states[state].steps[number].guard) else {
                continue;
            };
            let tries = behind
                .iter()
                .map(|(start, word)| (*start, [&word[..], &window[..]].concat()));
            found.extend(
                tries
                    .filter_map(|(start, word)| self.walked(start, &word, (state, number)))
                    .next(),
            );
        }
        found
    }

    /// Symbols, the last one last, for which a guard holds.
    fn window(&mut self, guard: Term) -> Option<Vec<u64>> {
        let model = self.model;
        let x = model.seen(0);
        let free = model.terms.free_vars(guard);
        let far = (0..=model.lookback)
            .rev()
            .find(|back| free.contains(&model.seen(*back)))?;
        let window: Vec<Term> = (0..=far).rev().map(|back| model.seen(back)).collect();
        self.solver.push();
        self.solver.assert(guard);
        for symbol in &window {
            let allowed = model
                .terms
                .substitute(model.alphabet, &[(x, *symbol)].into_iter().collect());
            self.solver.assert(allowed);
        }
        let values = (self.solver.check(&[]) == Answer::Sat).then(|| self.solver.model(&window));
        self.solver.pop();
        let values = values?;
        window
            .iter()
            .map(|symbol| values.get(*symbol)?.as_unsigned())
            .collect()
    }

    /// The place behind an input, if its last symbol takes that step of that state.
    fn walked(&self, start: usize, word: &[u64], (state, number): (usize, usize)) -> Option<Place> {
        let (last, before) = word.split_last()?;
        let place = before.iter().try_fold(self.first(start), |place, symbol| {
            self.after(&place, *symbol)
        })?;
        let mut values = place.values.clone();
        values.set(self.model.seen(0), Value::bv(self.model.input.bits, *last));
        let steps = &self.model.states[state].steps;
        let takes = steps
            .iter()
            .position(|step| values.satisfies(&self.model.terms, step.guard));
        if place.state == state && takes == Some(number) {
            self.after(&place, *last)
        } else {
            None
        }
    }

    fn first(&self, start: usize) -> Place {
        let values = self
            .model
            .registers
            .iter()
            .map(|r| (r.variable, r.initial.clone()))
            .collect();
        Place {
            word: Vec::new(),
            start,
            state: self.model.starts[start].state,
            ahead: Some(0),
            values,
        }
    }

    fn keep(&mut self, word: Vec<u64>) {
        if self.seen.insert(word.clone()) {
            self.words.push(word);
        }
    }

    /// A symbol that nothing is defined for.
    fn keep_undefined(&mut self, place: &Place) {
        let terms = &self.model.terms;
        let guards: Vec<Term> = self.model.states[place.state]
            .steps
            .iter()
            .map(|step| step.guard)
            .collect();
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
        self.model.states[place.state]
            .ends
            .iter()
            .position(|end| holds(end.guard))
    }

    /// Up to three symbols for which a guard holds: the least, the greatest, and one between.
    fn symbols(&mut self, place: &Place, guard: Term) -> Vec<u64> {
        let (model, terms) = (self.model, &self.model.terms);
        let x = model.seen(0);
        let fixed = place
            .values
            .iter()
            .filter(|(v, _)| *v != x)
            .map(|(v, value)| (v, terms.constant(value.clone())));
        let condition = terms.substitute(terms.and(&[guard, model.alphabet]), &fixed.collect());
        self.work += 1;
        if let Some(known) = self.known.get(&condition) {
            return known.clone();
        }
        let symbols = match model.input.bits {
            // What is still open is a symbol from before the first.
            _ if terms.free_vars(condition).iter().any(|v| *v != x) => Vec::new(),
            8 => self.bytes(condition),
            _ => self.solved(condition),
        };
        self.known.insert(condition, symbols.clone());
        symbols
    }

    fn bytes(&self, condition: Term) -> Vec<u64> {
        let (terms, x) = (&self.model.terms, self.model.seen(0));
        if condition == terms.false_() {
            return Vec::new();
        }
        let holds = |byte: &u64| {
            let holds = terms.eval(condition, &|v| (v == x).then(|| Value::bv(8, *byte)));
            holds.and_then(|holds| holds.as_bool()) == Some(true)
        };
        let Some(least) = (0..256).find(holds) else {
            return Vec::new();
        };
        let most = (least..256).rev().find(holds).unwrap_or(least);
        let between = (least + (most - least) / 2..most)
            .find(holds)
            .unwrap_or(least);
        let mut all = vec![least, between, most];
        all.dedup();
        all
    }

    fn solved(&mut self, condition: Term) -> Vec<u64> {
        let (terms, x) = (&self.model.terms, self.model.seen(0));
        let mut found = Vec::new();
        self.solver.push();
        self.solver.assert(condition);
        while found.len() < 2 && self.solver.check(&[]) == Answer::Sat {
            let values = self.solver.model(&[x]);
            let Some(symbol) = values.get(x).and_then(Value::as_unsigned) else {
                break;
            };
            found.push(symbol);
            self.solver
                .assert(terms.not(terms.eq(x, terms.bv(self.model.input.bits, symbol))));
        }
        self.solver.pop();
        found
    }

    /// What a symbol leads to.
    fn after(&self, place: &Place, symbol: u64) -> Option<Place> {
        let (model, terms) = (self.model, &self.model.terms);
        let mut values = place.values.clone();
        values.set(model.seen(0), Value::bv(model.input.bits, symbol));
        let step = model.states[place.state]
            .steps
            .iter()
            .find(|step| values.satisfies(terms, step.guard))?;
        let updated: Option<Vec<Value>> = step
            .updates
            .iter()
            .map(|update| values.eval(terms, *update))
            .collect();
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
        Some(Place {
            word,
            start: place.start,
            state: step.to,
            ahead,
            values,
        })
    }

    fn ahead(&self, place: &Place, values: &Assignment) -> Option<usize> {
        let Some(acceptor) = &self.model.starts[place.start].when else {
            return Some(0);
        };
        let edges = &acceptor.states[place.ahead?].edges;
        edges
            .iter()
            .find(|(guard, _)| values.satisfies(&self.model.terms, *guard))
            .map(|(_, to)| *to)
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
            if looked > MOST_ON || self.work > 2 * MOST_WORK {
                break;
            }
            for step in &model.states[place.state].steps {
                for symbol in self.symbols(&place, step.guard) {
                    let next = self
                        .after(&place, symbol)
                        .filter(|next| next.ahead.is_some());
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
            let Some(symbol) = self.random_symbol(&place) else {
                continue;
            };
            match self
                .after(&place, symbol)
                .filter(|next| next.ahead.is_some())
            {
                Some(next) => place = next,
                None => break,
            }
        }
        place
    }

    /// Any symbol, or one that some step is for.
    fn random_symbol(&mut self, place: &Place) -> Option<u64> {
        let (model, steps) = (self.model, &self.model.states[place.state].steps);
        if self.random.chance(1, 2) {
            let symbol = Value::bv(model.input.bits, self.random.bits());
            let is_allowed = Assignment::from_iter([(model.seen(0), symbol.clone())])
                .satisfies(&model.terms, model.alphabet);
            return symbol.as_unsigned().filter(|_| is_allowed);
        }
        let step = (!steps.is_empty()).then(|| self.random.pick(steps))?;
        let symbols = self.symbols(place, step.guard);
        (!symbols.is_empty()).then(|| *self.random.pick(&symbols))
    }
}
