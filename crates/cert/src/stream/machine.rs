//! The transducer's side: what its states do, the gaps between steps included.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use model::transducer::{Acceptor, State, SymbolicTransducer};
use smt::{Sort, Term};

use super::Rejection;
use super::facts::Facts;
use super::judge::Judge;
use super::live::{Way, live};

/// Where a transducer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum There {
    At(usize),
    /// It is defined on no input that goes on from here.
    Undefined,
}

/// What a transducer may do with a symbol.
pub(super) struct Choice {
    pub guard: Rc<Facts>,
    pub writes: Vec<Term>,
    /// New values of the registers, in their order.
    pub updates: Vec<Term>,
    pub to: There,
    /// How many symbols before the one being read it looks at.
    pub looks: usize,
}

/// What it may do at the end.
pub(super) struct Closing {
    pub guard: Rc<Facts>,
    pub writes: Vec<Term>,
    pub looks: usize,
}

/// A state.
#[derive(Default)]
pub(super) struct Place {
    pub choices: Vec<Choice>,
    pub ends: Vec<Closing>,
    /// Where it does not end.
    pub no_end: Rc<Facts>,
    pub live: BTreeSet<Term>,
}

/// A state of an acceptor: where symbols lead, and whether inputs that end here are accepted.
pub(super) struct Looking {
    pub edges: Vec<(Rc<Facts>, Option<usize>)>,
    pub accepting: bool,
    /// Whether anything is accepted from here on.
    pub hopeful: bool,
}

/// A transducer, prepared.
pub(super) struct Machine<'m> {
    pub model: &'m SymbolicTransducer,
    places: Vec<Place>,
    undefined: Place,
    /// For each start what accepts its inputs; `None` accepts all.
    pub acceptors: Vec<Option<Vec<Looking>>>,
    alive: Vec<bool>,
}

impl<'m> Machine<'m> {
    pub fn new(model: &'m SymbolicTransducer, judge: &mut Judge<'_>) -> Result<Self, Rejection> {
        sound(model, judge)?;
        let alive = alive(model);
        let mut places: Vec<Place> = model
            .states
            .iter()
            .map(|state| place(state, &alive, judge))
            .collect();
        let registers: Vec<Term> = model.registers.iter().map(|r| r.variable).collect();
        let ways: Vec<Vec<Way>> = places
            .iter()
            .map(|place| ways(place, &registers, judge))
            .collect();
        for (place, live) in places.iter_mut().zip(live(judge, &ways)) {
            place.live = live;
        }
        let stays = Choice {
            guard: Rc::default(),
            writes: vec![],
            updates: vec![],
            to: There::Undefined,
            looks: 0,
        };
        let undefined = Place {
            choices: vec![stays],
            ..Place::default()
        };
        let acceptors = model
            .starts
            .iter()
            .map(|start| start.when.as_ref().map(|when| looking(when, judge)))
            .collect();
        Ok(Self {
            model,
            places,
            undefined,
            acceptors,
            alive,
        })
    }

    pub fn place(&self, there: There) -> &Place {
        match there {
            There::At(state) => &self.places[state],
            There::Undefined => &self.undefined,
        }
    }

    /// Where the transducer starts on inputs of a class; the one behind the last start is of those that no start takes.
    pub fn start(&self, class: usize) -> There {
        self.model
            .starts
            .get(class)
            .map_or(There::Undefined, |start| there(start.state, &self.alive))
    }

    /// The states of all acceptors before the first symbol.
    pub fn unread(&self) -> Vec<Option<usize>> {
        self.acceptors
            .iter()
            .map(|a| {
                a.as_ref()
                    .and_then(|states| (!states.is_empty()).then_some(0))
            })
            .collect()
    }

    /// Which start takes an input.
    pub fn chosen(&self, read: &[Option<usize>]) -> usize {
        let accepts =
            |(acceptor, state): (&Option<Vec<Looking>>, &Option<usize>)| match (acceptor, state) {
                (None, _) => true,
                (Some(states), Some(state)) => states[*state].accepting,
                (Some(_), None) => false,
            };
        let all = self.acceptors.iter().zip(read);
        all.map(accepts)
            .position(|accepts| accepts)
            .unwrap_or(self.acceptors.len())
    }

    /// Whether an input of a class may begin like this.
    pub fn hopeful(&self, class: usize, read: &[Option<usize>]) -> bool {
        match (self.acceptors.get(class), read.get(class)) {
            (Some(Some(states)), Some(state)) => state.is_some_and(|state| states[state].hopeful),
            _ => true,
        }
    }

    /// The classes of inputs: one a start, and those that no start takes.
    pub fn classes(&self) -> usize {
        self.acceptors
            .iter()
            .position(Option::is_none)
            .unwrap_or(self.acceptors.len())
            + 1
    }
}

fn there(state: usize, alive: &[bool]) -> There {
    if alive[state] {
        There::At(state)
    } else {
        There::Undefined
    }
}

/// From which states an end may be reached.
fn alive(model: &SymbolicTransducer) -> Vec<bool> {
    let ends = |state: &State| state.failure.is_none() && !state.ends.is_empty();
    let mut alive: Vec<bool> = model.states.iter().map(ends).collect();
    loop {
        let more = |i: &usize| {
            let state = &model.states[*i];
            !alive[*i] && state.failure.is_none() && state.steps.iter().any(|step| alive[step.to])
        };
        let more: Vec<usize> = (0..alive.len()).filter(more).collect();
        if more.is_empty() {
            return alive;
        }
        more.into_iter().for_each(|i| alive[i] = true);
    }
}

fn place(state: &State, alive: &[bool], judge: &mut Judge<'_>) -> Place {
    let mut choices = Vec::new();
    for step in &state.steps {
        let guard = judge.facts(step.guard);
        let to = there(step.to, alive);
        let (writes, updates) = match to {
            There::At(_) => (step.writes.clone(), step.updates.clone()),
            There::Undefined => (Vec::new(), Vec::new()),
        };
        let all: Vec<Term> = [&[step.guard], &writes[..], &updates].concat();
        choices.push(Choice {
            guard,
            looks: looks(&all, judge),
            writes,
            updates,
            to,
        });
    }
    let guards: Vec<Term> = state.steps.iter().map(|step| step.guard).collect();
    let gap = judge.none_of(&guards);
    choices.push(Choice {
        guard: gap,
        writes: vec![],
        updates: vec![],
        to: There::Undefined,
        looks: 0,
    });
    let mut ends = Vec::new();
    for end in &state.ends {
        let all = [&[end.guard], &end.writes[..]].concat();
        ends.push(Closing {
            guard: judge.facts(end.guard),
            looks: looks(&all, judge),
            writes: end.writes.clone(),
        });
    }
    let guards: Vec<Term> = state.ends.iter().map(|end| end.guard).collect();
    Place {
        choices,
        ends,
        no_end: judge.none_of(&guards),
        live: BTreeSet::new(),
    }
}

fn looks(terms: &[Term], judge: &Judge<'_>) -> usize {
    judge
        .terms
        .free_vars_of(terms)
        .into_iter()
        .filter_map(|v| judge.place(v))
        .max()
        .unwrap_or(0)
}

fn ways(place: &Place, registers: &[Term], judge: &Judge<'_>) -> Vec<Way> {
    let symbols = |guard: &Facts| {
        guard
            .sets
            .keys()
            .map(|back| judge.symbol(*back))
            .collect::<Vec<_>>()
    };
    let mentioned = |guard: &Facts, writes: &[Term]| {
        let terms: Vec<Term> = guard
            .rest
            .iter()
            .chain(writes)
            .copied()
            .chain(symbols(guard))
            .collect();
        judge.terms.free_vars_of(&terms)
    };
    let choice = |choice: &Choice| Way {
        looks: mentioned(&choice.guard, &choice.writes),
        updates: registers
            .iter()
            .copied()
            .zip(choice.updates.iter().copied())
            .collect::<BTreeMap<_, _>>(),
        to: if let There::At(to) = choice.to {
            Some(to)
        } else {
            None
        },
    };
    let end = |end: &Closing| Way {
        looks: mentioned(&end.guard, &end.writes),
        updates: BTreeMap::new(),
        to: None,
    };
    place
        .choices
        .iter()
        .map(choice)
        .chain(place.ends.iter().map(end))
        .collect()
}

fn looking(acceptor: &Acceptor, judge: &mut Judge<'_>) -> Vec<Looking> {
    let mut states = Vec::new();
    for state in &acceptor.states {
        let exists = |to: usize| (to < acceptor.states.len()).then_some(to);
        let mut edges: Vec<_> = state
            .edges
            .iter()
            .map(|(guard, to)| (judge.facts(*guard), exists(*to)))
            .collect();
        let guards: Vec<Term> = state.edges.iter().map(|(guard, _)| *guard).collect();
        edges.push((judge.none_of(&guards), None));
        states.push(Looking {
            edges,
            accepting: state.accepting,
            hopeful: state.accepting,
        });
    }
    loop {
        let leads = |s: &Looking, all: &[Looking]| {
            s.edges
                .iter()
                .any(|(_, to)| to.is_some_and(|to| all[to].hopeful))
        };
        let more: Vec<usize> = (0..states.len())
            .filter(|&i| !states[i].hopeful && leads(&states[i], &states))
            .collect();
        if more.is_empty() {
            return states;
        }
        more.into_iter().for_each(|i| states[i].hopeful = true);
    }
}

/// Whether guards and outputs are of their sorts, and about symbols and registers alone.
fn sound(model: &SymbolicTransducer, judge: &Judge<'_>) -> Result<(), Rejection> {
    let registers: BTreeSet<Term> = model.registers.iter().map(|r| r.variable).collect();
    let sorted = |term: Term, sort: Sort| judge.terms.sort(term) == sort;
    let about = |term: Term, symbol: bool| {
        let known = |v: &Term| {
            registers.contains(v) || judge.place(*v).is_some_and(|back| symbol || back > 0)
        };
        judge.terms.free_vars(term).iter().all(known)
    };
    let output = model.output.sort();
    let step = |step: &model::transducer::Step| {
        let updates = step.updates.iter().zip(&model.registers);
        let all = step.writes.iter().chain(&step.updates).chain([&step.guard]);
        sorted(step.guard, Sort::Bool)
            && step.writes.iter().all(|t| sorted(*t, output))
            && updates
                .clone()
                .all(|(t, r)| sorted(*t, judge.terms.sort(r.variable)))
            && all.copied().all(|t| about(t, true))
    };
    let end = |end: &model::transducer::End| {
        sorted(end.guard, Sort::Bool)
            && end
                .writes
                .iter()
                .all(|t| sorted(*t, output) && about(*t, false))
            && about(end.guard, false)
    };
    let mut acceptors = model.starts.iter().filter_map(|s| s.when.as_ref());
    let mut states = model.states.iter();
    let all = states.all(|s| s.steps.iter().all(step) && s.ends.iter().all(end))
        && acceptors.all(|acceptor| asks_of_symbols(acceptor, judge));
    all.then_some(())
        .ok_or_else(|| Rejection::Mismatch("the model contradicts itself".to_owned()))
}

/// Whether the guards of an acceptor are conditions on the symbol alone.
fn asks_of_symbols(acceptor: &Acceptor, judge: &Judge<'_>) -> bool {
    let (terms, symbol) = (&judge.terms, judge.symbol(0));
    let only = |guard: Term| terms.free_vars(guard).iter().all(|v| *v == symbol);
    let mut edges = acceptor.states.iter().flat_map(|s| &s.edges);
    edges.all(|(guard, _)| terms.sort(*guard) == Sort::Bool && only(*guard))
}
