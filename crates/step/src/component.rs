//! The component view (papers 000 and 003): a letter for each public method and constructor; the answer is ok, error
//! or unknown. The location is the shape of the object graph, the variables are its scalar leaves.

use std::collections::BTreeMap;
use std::rc::Rc;

use base::{Arena, Budget, Id, Outcome, StopReason};
use ir::{Component, Entry, FunctionId, StatementKind, Type};
use smt::{Solver, Term, Terms, Value};
use symex::{Ending, Integers, Limits, State};

use crate::shape::{Context, Shape, capture};
use crate::{Letter, LetterId, Location, LocationId, Note, Path, StepSystem, Summary, Target, Variable, View};

/// The component as a step system. Fails if its static initialisers cannot be run to a known end.
pub fn component(
    component: Rc<Component>,
    terms: &Terms,
    integers: Integers,
    limits: Limits,
    budget: &Budget,
    solver: Box<dyn Solver>,
) -> Result<StepSystem, StopReason> {
    let letters = letters(&component, terms, integers);
    let mut view = ComponentView {
        frozen: vec![None; component.program.globals.len()],
        component,
        terms: terms.clone(),
        integers,
        limits,
        budget: budget.clone(),
        solver,
        shapes: Arena::new(),
        ids: BTreeMap::new(),
        initial: Vec::new(),
    };
    view.start()?;
    Ok(StepSystem::new(terms.clone(), integers, letters, Box::new(view)))
}

struct ComponentView {
    component: Rc<Component>,
    terms: Terms,
    integers: Integers,
    limits: Limits,
    budget: Budget,
    solver: Box<dyn Solver>,
    frozen: Vec<Option<Term>>,
    shapes: Arena<LocationId, (Shape, Rc<Location>)>,
    ids: BTreeMap<Shape, LocationId>,
    initial: Vec<Value>,
}

fn letters(component: &Component, terms: &Terms, integers: Integers) -> Arena<LetterId, Letter> {
    let constructors = component.constructors.iter().map(|entry| letter(entry, true, terms, integers));
    let methods = component.methods.iter().map(|entry| letter(entry, false, terms, integers));
    constructors.chain(methods).collect()
}

/// A letter has the scalar parameters of its entry; an entry with any other kind answers unknown (see `refusal`).
fn letter(entry: &Entry, constructs: bool, terms: &Terms, integers: Integers) -> Letter {
    let scalar = |p: &ir::Param| {
        let term = terms.var(&format!("{}:{}", entry.name, p.name), integers.sort(p.ty)?);
        Some(Variable { name: p.name.clone(), source_type: p.source_type.clone(), ty: p.ty, term })
    };
    let params: Vec<Variable> = entry.params.iter().filter_map(scalar).collect();
    let ranges: Vec<Term> = params.iter().map(|p| integers.range(terms, p.ty, p.term)).collect();
    let domain = terms.and(&ranges);
    Letter { name: entry.name.clone(), constructs, params, domain, place: entry.place.clone() }
}

impl View for ComponentView {
    fn initial(&self) -> (LocationId, Vec<Value>) {
        (LocationId::from_index(0), self.initial.clone())
    }

    fn location(&self, id: LocationId) -> Rc<Location> {
        Rc::clone(&self.shapes[id].1)
    }

    fn summarise(&mut self, location: LocationId, letter: LetterId) -> Summary {
        let component = Rc::clone(&self.component);
        let constructors = component.constructors.len();
        let constructed = self.shapes[location].0.constructed();
        let entry = match letter.index().checked_sub(constructors) {
            None if constructed => return answer(&self.terms, Outcome::Error, "constructed a second time"),
            None => &component.constructors[letter.index()],
            Some(method) => &component.methods[method],
        };
        if letter.index() >= constructors && entry.takes_receiver && !constructed {
            return answer(&self.terms, Outcome::Error, "called before construction");
        }
        match refusal(entry) {
            Some(what) => self.refuse(entry, what),
            None => self.explore(location, entry, letter.index() < constructors),
        }
    }
}

fn answer(terms: &Terms, answer: Outcome, what: &str) -> Summary {
    let note = Some(Note { what: what.into(), place: None, reason: None });
    Summary { paths: vec![Path { guard: terms.bool(true), answer, next: None, note }] }
}

/// Why calls of this entry cannot be analysed at all.
fn refusal(entry: &Entry) -> Option<String> {
    let param = entry.params.iter().find(|p| p.ty == Type::Ref)?;
    Some(format!(
        "parameter {} of type {}: only whole numbers and booleans can be parameters yet",
        param.name, param.source_type
    ))
}

impl ComponentView {
    /// Runs the initialisers, fixes what only they write, and names the first location.
    fn start(&mut self) -> Result<(), StopReason> {
        let component = Rc::clone(&self.component);
        let mut state = State::blank(&component.program, &self.terms, self.integers);
        for &function in &component.initialisers {
            state = self.initialise(function, state)?;
        }
        self.freeze(&state);
        // A class used only through static methods needs no construction, but then it has no instance methods either.
        let (location, leaves) = self.locate(&state, None);
        debug_assert_eq!(location.index(), 0);
        let constant = |leaf: &Term| self.terms.value(*leaf).cloned();
        self.initial =
            leaves.iter().map(constant).collect::<Option<_>>().ok_or_else(|| {
                StopReason::Limit("a static initialiser leaves a value that is not a constant".into())
            })?;
        Ok(())
    }

    fn initialise(&mut self, function: FunctionId, state: State) -> Result<State, StopReason> {
        let mut paths = self.execute(function, Vec::new(), state);
        let path = paths.pop().filter(|_| paths.is_empty());
        let name = &self.component.program.functions[function].name;
        match path.map(|p| (p.ending, p.state)) {
            Some((Ending::Returned(_), state)) => Ok(state),
            Some((Ending::Threw { class, place, .. }, _)) => Err(StopReason::Unsupported {
                what: format!("the static initialiser {name} throws {}", self.component.program.classes[class].name),
                place: Some(place),
            }),
            Some((Ending::Cut(reason), _)) => Err(reason),
            None => Err(StopReason::Limit(format!("the static initialiser {name} has no single path"))),
        }
    }

    /// A scalar global that only initialisers write is a constant, not a part of the state: the switch that turns
    /// assertions on is one.
    fn freeze(&mut self, state: &State) {
        let program = &self.component.program;
        let mut written = vec![false; program.globals.len()];
        let later = program.functions.iter().filter(|(id, _)| !self.component.initialisers.contains(id));
        for statement in later.flat_map(|(_, f)| f.blocks.values()).flat_map(|b| &b.statements) {
            if let StatementKind::StoreGlobal(global, _) = &statement.kind {
                written[global.index()] = true;
            }
        }
        self.frozen = state.globals.iter().zip(written).map(|(&value, written)| constant(value, written)).collect();
    }

    fn context(&self) -> Context<'_> {
        Context { program: &self.component.program, terms: &self.terms, integers: self.integers, frozen: &self.frozen }
    }

    /// The location of a state, new or known, and the values of its variables.
    fn locate(&mut self, state: &State, this: Option<symex::ObjectId>) -> (LocationId, Vec<Term>) {
        let (shape, leaves) = capture(&self.context(), state, this);
        if let Some(&id) = self.ids.get(&shape) {
            return (id, leaves);
        }
        let context = self.context();
        let location = Location { name: shape.name(context.program), variables: shape.variables(&context) };
        let id = self.shapes.push((shape.clone(), Rc::new(location)));
        self.ids.insert(shape, id);
        (id, leaves)
    }

    fn execute(&mut self, function: FunctionId, args: Vec<symex::Value>, state: State) -> Vec<symex::Path> {
        let context = (&self.component.program, &self.terms, self.integers);
        symex::execute(context, &self.limits, &self.budget, &mut *self.solver, (function, args, state))
    }

    fn explore(&mut self, location: LocationId, entry: &Entry, constructs: bool) -> Summary {
        let (shape, at) = self.shapes[location].clone();
        let variables: Vec<Term> = at.variables.iter().map(|v| v.term).collect();
        let (mut state, mut this) = shape.materialise(&self.context(), &variables);
        if constructs {
            let component = Rc::clone(&self.component);
            this = Some(state.allocate(&component.program, &self.terms, self.integers, component.class));
        }
        let receiver = entry.takes_receiver.then_some(symex::Value::Ref(this));
        let params = self.params(entry);
        let args = receiver.into_iter().chain(params.into_iter().map(symex::Value::Scalar)).collect();
        let paths = self.execute(entry.function, args, state);
        let paths = paths.into_iter().map(|path| self.path(path, this)).collect();
        Summary { paths: merge(&self.terms, paths) }
    }

    fn params(&self, entry: &Entry) -> Vec<Term> {
        let terms = letter(entry, false, &self.terms, self.integers).params;
        terms.into_iter().map(|p| p.term).collect()
    }

    fn path(&mut self, path: symex::Path, this: Option<symex::ObjectId>) -> Path {
        let guard = self.terms.and(&path.condition);
        match path.ending {
            Ending::Returned(_) => {
                let (location, update) = self.locate(&path.state, this);
                Path { guard, answer: Outcome::Ok, next: Some(Target { location, update }), note: None }
            }
            Ending::Threw { class, place, .. } => {
                let what = self.component.program.classes[class].name.clone();
                let note = Some(Note { what, place: Some(place), reason: None });
                Path { guard, answer: Outcome::Error, next: None, note }
            }
            Ending::Cut(reason) => Path { guard, answer: Outcome::Unknown, next: None, note: Some(unknown(reason)) },
        }
    }

    fn refuse(&self, entry: &Entry, what: String) -> Summary {
        let reason = StopReason::Unsupported { what, place: entry.place.clone() };
        let note = Some(unknown(reason));
        Summary { paths: vec![Path { guard: self.terms.bool(true), answer: Outcome::Unknown, next: None, note }] }
    }
}

fn constant(value: symex::Value, written: bool) -> Option<Term> {
    match value {
        symex::Value::Scalar(term) if !written => Some(term),
        symex::Value::Scalar(_) | symex::Value::Ref(_) => None,
    }
}

fn unknown(reason: StopReason) -> Note {
    let (what, place) = match &reason {
        StopReason::Unsupported { what, place } => (what.clone(), place.clone()),
        other => (other.to_string(), None),
    };
    Note { what, place, reason: Some(reason) }
}

/// Joins paths that differ in nothing but their guards.
fn merge(terms: &Terms, paths: Vec<Path>) -> Vec<Path> {
    let mut merged: Vec<Path> = Vec::new();
    for path in paths {
        let same = |p: &&mut Path| p.answer == path.answer && p.next == path.next && p.note == path.note;
        match merged.iter_mut().find(same) {
            Some(known) => known.guard = terms.or(&[known.guard, path.guard]),
            None => merged.push(path),
        }
    }
    merged
}
