//! A model as rules need it: what each method does in each state, as far as that is established.

use std::collections::{BTreeMap, VecDeque};

use mores::report::{Answer, Interface, Report, Standing, Transition};

/// What a call of a symbol does in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It returns, and leads to this state.
    Leads(usize),
    /// It fails, with this error.
    Fails(String),
    /// What it does, or where it leads, is not known.
    Open,
}

/// The calls of a method that satisfy a guard.
pub(super) struct Symbol {
    pub(super) guard: String,
    /// By state.
    pub(super) steps: Vec<Step>,
}

/// A method or constructor.
pub(super) struct Method {
    pub(super) name: String,
    pub(super) constructs: bool,
    pub(super) symbols: Vec<Symbol>,
}

/// States are numbered from 0; the one before construction is `initial`.
pub(super) struct Machine {
    pub(super) methods: Vec<Method>,
    pub(super) initial: usize,
    /// The most calls of a sequence of which anything is claimed.
    pub(super) bound: usize,
    /// For each state the least number of calls that lead to it; none if none do.
    pub(super) distance: Vec<Option<usize>>,
}

/// Rules of a model that holds up to more calls are about this many: how far a run gets in its time varies, and what holds
/// of short sequences does not.
const SHORT: u64 = 3;

impl Machine {
    /// The established part of a model; nothing if nothing of it is claimed.
    pub(super) fn of(report: &Report<Interface>) -> Option<Self> {
        let calls = report.claimed_calls();
        let bound = match calls {
            Some(calls) => usize::try_from(calls.min(SHORT)).unwrap_or(usize::MAX),
            None => usize::MAX,
        };
        if bound == 0 || (calls.is_none() && !is_claimed(report)) {
            return None;
        }
        let model = &report.model;
        let numbers: BTreeMap<u64, usize> = model.states.iter().map(|s| s.id).zip(0..).collect();
        let mut machine = Self {
            methods: methods(model, numbers.len()),
            initial: *numbers.get(&model.initial)?,
            bound,
            distance: vec![None; numbers.len()],
        };
        let places = machine.places(model);
        for transition in &model.transitions {
            let (method, symbol) = *places.get(&transition.symbol)?;
            let step = step(model, transition, &numbers, calls.is_some());
            let from = *numbers.get(&transition.from)?;
            machine.methods[method].symbols[symbol].steps[from] = step;
        }
        machine.measure();
        Some(machine)
    }

    /// Method and symbol by the symbol's name.
    fn places(&self, model: &Interface) -> BTreeMap<String, (usize, usize)> {
        let mut seen = vec![0; self.methods.len()];
        let mut places = BTreeMap::new();
        for symbol in &model.alphabet {
            let method = self.methods.iter().position(|m| m.name == symbol.method);
            if let Some(method) = method {
                places.insert(symbol.symbol.clone(), (method, seen[method]));
                seen[method] += 1;
            }
        }
        places
    }

    /// All steps that a method may take in a state.
    pub(super) fn steps(&self, method: usize, state: usize) -> impl Iterator<Item = &Step> {
        let symbols = self.methods[method].symbols.iter();
        symbols.map(move |symbol| &symbol.steps[state])
    }

    /// Whether every call of a method fails in a state.
    pub(super) fn fails(&self, method: usize, state: usize) -> bool {
        let mut steps = self.steps(method, state).peekable();
        steps.peek().is_some() && steps.all(|step| matches!(step, Step::Fails(_)))
    }

    /// Whether some call of a method returns in a state.
    pub(super) fn succeeds(&self, method: usize, state: usize) -> bool {
        self.steps(method, state)
            .any(|step| matches!(step, Step::Leads(_)))
    }

    /// States with an object, that some known calls lead to, and after which one more call is claimed; with their distances.
    pub(super) fn objects(&self) -> impl Iterator<Item = (usize, usize)> {
        let claimed = move |(state, distance): (usize, &Option<usize>)| {
            let distance = (*distance)?;
            let object = state != self.initial && distance < self.bound;
            object.then_some((state, distance))
        };
        self.distance.iter().enumerate().filter_map(claimed)
    }

    fn measure(&mut self) {
        self.distance[self.initial] = Some(0);
        let mut queue = VecDeque::from([(self.initial, 0)]);
        while let Some((state, distance)) = queue.pop_front() {
            let mut reached = Vec::new();
            for method in 0..self.methods.len() {
                reached.extend(self.steps(method, state).filter_map(|step| match step {
                    Step::Leads(to) => Some(*to),
                    Step::Fails(_) | Step::Open => None,
                }));
            }
            for to in reached {
                if self.distance[to].is_none() && distance < self.bound {
                    self.distance[to] = Some(distance + 1);
                    queue.push_back((to, distance + 1));
                }
            }
        }
    }
}

/// Whether what a model of any length says of established transitions is claimed.
fn is_claimed(report: &Report<Interface>) -> bool {
    use mores::report::VerdictKind::{Proved, Unknown, UpTo, Violated};
    match report.verdict.kind {
        Proved => true,
        UpTo => report.verdict.unless.is_some() || report.is_partial(),
        Unknown => report.is_exact_where_known() || report.is_partial(),
        Violated => false,
    }
}

fn methods(model: &Interface, states: usize) -> Vec<Method> {
    let symbols = |name: &str| {
        let own = model.alphabet.iter().filter(|s| s.method == name);
        let symbol = |s: &mores::report::Symbol| Symbol {
            guard: s.guard.clone(),
            steps: vec![Step::Open; states],
        };
        own.map(symbol).collect()
    };
    let method = |m: &mores::report::Method| Method {
        name: m.name.clone(),
        constructs: m.constructs,
        symbols: symbols(&m.name),
    };
    model.methods.iter().map(method).collect()
}

/// What is known of a transition. Where the model holds up to a number of calls, answers within these are known, and so is
/// where they lead; else only what is marked as established is.
fn step(
    model: &Interface,
    transition: &Transition,
    numbers: &BTreeMap<u64, usize>,
    bounded: bool,
) -> Step {
    let state = model.states.iter().find(|state| state.id == transition.to);
    let Some(to) = state.filter(|_| transition.standing() != Standing::Guessed) else {
        return Step::Open;
    };
    let led = bounded || transition.standing() == Standing::Established;
    match (to.answer, numbers.get(&to.id)) {
        (Answer::Error, _) => {
            let what = transition.error.as_ref().map(|cause| cause.what.as_str());
            Step::Fails(what.map_or(String::new(), short))
        }
        (Answer::Ok, Some(&number)) if led && !to.beyond => Step::Leads(number),
        (Answer::Ok | Answer::Unknown, _) => Step::Open,
    }
}

/// `IOException` for `java.io.IOException`; other texts stay.
fn short(what: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
    match what.rsplit('.').next() {
        Some(last) if what.chars().all(is_name) => last.replace('$', "."),
        _ => what.to_owned(),
    }
}
