//! The component view (Giannakopoulou, Rakamarić and Raman 2012, Singh, Giannakopoulou and Păsăreanu 2010): a letter for
//! each public method and constructor; the answer is ok, error or unknown. The location is the shape of the object graph, the variables are its scalar leaves.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use base::{Arena, Budget, Id, Outcome, StopReason};
use ir::{Component, Entry, FunctionId};
use rustc_hash::FxHashMap;
use smt::{Solver, Term, Terms, Value};
use symex::{
    Answer, Call, Ending, ImageTerms, Integers, Limits, ObjectId, Open, State, Unread, World,
};

use crate::arguments;
use crate::domain::{asked, domain};
use crate::errors::Thrown;
use crate::followed::Followed;
use crate::plan::{Plan, Question, plan};
use crate::scope::Scope;
use crate::shape::{Captured, Shape, Variables, capture};
use crate::{
    Errors, Letter, LetterId, Location, LocationId, Misuse, Note, Path, StepSystem, Summary,
    Target, View, unread,
};

/// A question that gets less time than this is not worth asking.
const SHORTEST: Duration = Duration::from_millis(10);
/// As many calls as this, and one for each letter, could share what is left of the budget: a call that cannot be followed
/// must not keep all others from it.
const CALLS: u32 = 4;
/// Each time that a call takes too long, it gets only one in as many parts of its share at the next location.
const COSTLY: u32 = 4;
/// So often; then its share is small enough.
const MOST_COSTLY: u32 = 5;
/// Why nothing is known of calls that are not followed.
const UNSEEN: &str = "this call takes too long to follow beside the others";
/// Values of one field that are told apart at most.
const MOST_VALUES: usize = 32;

/// How a component is to be seen.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Which integers.
    pub integers: Integers,
    /// What counts as an error.
    pub errors: Errors,
    /// The only values some parameters have, by name.
    pub pools: BTreeMap<String, Vec<i64>>,
    /// The only texts that are passed, beside the empty one; by default texts of any characters are.
    pub few_texts: Option<Vec<String>>,
    /// Bounds on one call.
    pub limits: Limits,
    /// Which scalars are variables.
    pub variables: Variables,
    /// Values of one field that are told apart at most.
    pub values: usize,
    /// How long one question to the solver may take.
    pub question: Duration,
    /// What calls ask of others, by the names of their entries.
    pub questions: Questions,
    /// How often following a call took too long.
    pub costly: BTreeMap<FunctionId, u32>,
    /// The names of the entries of which no call is followed.
    pub unseen: BTreeSet<String>,
    /// How many elements may be held in one place.
    pub scope: Option<usize>,
    /// The fields that are looked at, as far as it is known by now: what else arguments hold is forgotten. `None` if all is kept but
    /// what [`Variables::unread`] says.
    pub looked_at: Option<BTreeSet<String>>,
}

/// What calls ask of others, by the names of the entries.
pub type Questions = BTreeMap<String, BTreeSet<Question>>;

/// Questions that one call may ask.
const MOST_QUESTIONS: usize = 8;

impl Sight {
    /// Every exception is an error, parameters have all values.
    pub fn new(integers: Integers) -> Self {
        Self {
            integers,
            errors: Errors::default(),
            pools: BTreeMap::new(),
            few_texts: None,
            limits: Limits {
                questions: MOST_QUESTIONS,
                ..Limits::default()
            },
            variables: Variables::default(),
            values: MOST_VALUES,
            question: smt::QUESTION,
            questions: Questions::new(),
            costly: BTreeMap::new(),
            unseen: BTreeSet::new(),
            scope: None,
            looked_at: None,
        }
    }
}

/// The component as a step system. Fails if its static initialisers cannot be run to a known end.
pub fn component(
    component: Rc<Component>,
    terms: &Terms,
    sight: Sight,
    budget: &Budget,
    solver: Box<dyn Solver>,
) -> Result<StepSystem, StopReason> {
    component_again(component, terms, sight, (budget, solver), &Rc::default())
}

/// The same, with what is known from earlier looks at this component.
pub(crate) fn component_again(
    component: Rc<Component>,
    terms: &Terms,
    mut sight: Sight,
    (budget, solver): (&Budget, Box<dyn Solver>),
    followed: &Rc<RefCell<Followed>>,
) -> Result<StepSystem, StopReason> {
    terms.obey(budget);
    let plans = plans(&component, &sight.questions, sight.few_texts.as_deref());
    let unread = unread::fields(&component, &plans, &sight);
    sight.variables.unread = unread::forgotten(&component.program, &unread);
    followed.borrow_mut().forgets(&sight.variables.unread);
    let letters = letters(&component, &plans, terms, &sight);
    let assumptions = assumptions(&component, &plans, &sight.pools);
    let (integers, errors) = (sight.integers, sight.errors.clone());
    let variables = sight.variables.clone();
    let scope = sight.scope.map(Scope::new);
    let mut view = ComponentView {
        letters: letters.clone(),
        component,
        terms: terms.clone(),
        sight,
        unread,
        image: Rc::default(),
        budget: budget.clone(),
        solver,
        followed: Rc::clone(followed),
        shapes: Arena::new(),
        ids: BTreeMap::new(),
        values: BTreeMap::new(),
        questions: Questions::new(),
        initial: Vec::new(),
        scope,
    };
    view.start()?;
    view.begin_scope();
    let mut system = StepSystem::new(terms.clone(), integers, letters, Box::new(view));
    system.assumptions = assumptions.into_iter().collect();
    system.errors = errors;
    system.variables = variables;
    system.followed = Rc::clone(followed);
    Ok(system)
}

/// What is left out. Of few texts not all parameters of a name may be given the same: then the method is named, too.
fn assumptions(
    component: &Component,
    plans: &[Rc<Plan>],
    pools: &BTreeMap<String, Vec<i64>>,
) -> BTreeSet<String> {
    let entries = component.constructors.iter().chain(&component.methods);
    let mut kinds: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, of) in plans.iter().flat_map(|plan| &plan.few) {
        kinds.entry(name).or_default().insert(of);
    }
    let few = entries.zip(plans).flat_map(|(entry, plan)| {
        let kinds = &kinds;
        plan.few
            .iter()
            .map(move |(name, of)| match kinds[name.as_str()].len() {
                1 => format!("{name} is {of}"),
                _ => format!("{name} of {} is {of}", entry.name),
            })
    });
    let others = plans.iter().flat_map(|p| p.assumptions.iter().cloned());
    let pools = pools.iter().map(|(name, values)| pooled(name, values));
    few.chain(others).chain(pools).collect()
}

fn pooled(name: &str, values: &[i64]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    match values.split_last() {
        Some((last, [])) => format!("{name} is {last}"),
        Some((last, others)) => format!("{name} is {} or {last}", others.join(", ")),
        None => format!("{name} has no value"),
    }
}

struct ComponentView {
    component: Rc<Component>,
    letters: Arena<LetterId, Letter>,
    terms: Terms,
    sight: Sight,
    unread: Unread,
    image: Rc<ImageTerms>,
    budget: Budget,
    solver: Box<dyn Solver>,
    followed: Rc<RefCell<Followed>>,
    shapes: Arena<LocationId, (Shape, Rc<Location>)>,
    ids: BTreeMap<Shape, LocationId>,
    /// The values that are told apart so far.
    values: BTreeMap<String, BTreeSet<Term>>,
    /// What calls were seen to ask.
    questions: Questions,
    initial: Vec<Value>,
    /// How much may be held.
    scope: Option<Scope>,
}

/// How the arguments of each letter are made.
pub(crate) fn plans(
    component: &Component,
    questions: &Questions,
    few_texts: Option<&[String]>,
) -> Vec<Rc<Plan>> {
    let planned = |entry: &Entry, constructs| {
        let answers = questions.get(&entry.name).into_iter().flatten().cloned();
        let answers = answers.collect();
        Rc::new(plan(component, entry, constructs, answers, few_texts))
    };
    let constructors = component.constructors.iter().map(|e| planned(e, true));
    let methods = component.methods.iter().map(|e| planned(e, false));
    constructors.chain(methods).collect()
}

/// The questions among the scalars that a model names for each entry: those that are no part of an argument.
pub fn questions_among(
    component: &Component,
    few_texts: Option<&[String]>,
    scalars: impl Fn(&str) -> Vec<(String, ir::Type)>,
) -> Questions {
    let plans = plans(component, &Questions::new(), few_texts);
    let entries = component.constructors.iter().chain(&component.methods);
    let asked = entries.zip(plans).map(|(entry, plan)| {
        let is_part = |name: &String| plan.scalars.iter().any(|scalar| scalar.name == *name);
        let answers = scalars(&entry.name).into_iter();
        let answers = answers.filter(|(name, _)| !is_part(name));
        let questions = answers.map(|(name, ty)| Question::named(&name, ty));
        (entry.name.clone(), questions.collect())
    });
    asked
        .filter(|(_, asked): &(_, BTreeSet<_>)| !asked.is_empty())
        .collect()
}

fn letters(
    component: &Component,
    plans: &[Rc<Plan>],
    terms: &Terms,
    sight: &Sight,
) -> Arena<LetterId, Letter> {
    let constructors = component.constructors.iter().map(|entry| (entry, true));
    let entries = constructors.chain(component.methods.iter().map(|entry| (entry, false)));
    entries
        .zip(plans)
        .map(|((entry, constructs), plan)| letter(entry, constructs, plan, terms, sight))
        .collect()
}

fn letter(
    entry: &Entry,
    constructs: bool,
    plan: &Rc<Plan>,
    terms: &Terms,
    sight: &Sight,
) -> Letter {
    let integers = sight.integers;
    let params = arguments::variables(plan, &entry.name, terms, integers);
    let pooled = params.iter().filter_map(|p| {
        let pool = sight.pools.get(&p.name)?;
        let same = |&v: &i64| integers.number(terms, p.ty, v).map(|v| terms.eq(p.term, v));
        Some(terms.or(&pool.iter().filter_map(same).collect::<Vec<Term>>()))
    });
    let pooled: Vec<Term> = pooled.collect();
    let domain = terms.and(&[domain(plan, &params, terms, integers), terms.and(&pooled)]);
    let declared = entry
        .params
        .iter()
        .map(|p| (p.name.clone(), p.source_type.clone()))
        .collect();
    let (name, place, plan) = (entry.name.clone(), entry.place.clone(), Rc::clone(plan));
    let asked = asked(&plan, &params, terms);
    Letter {
        name,
        constructs,
        declared,
        params,
        domain,
        asked,
        place,
        plan,
    }
}

impl View for ComponentView {
    fn initial(&self) -> (LocationId, Vec<Value>) {
        (LocationId::from_index(0), self.initial.clone())
    }

    fn location(&self, id: LocationId) -> Rc<Location> {
        Rc::clone(&self.shapes[id].1)
    }

    fn beyond(&self) -> Option<LocationId> {
        self.scope.as_ref()?.beyond
    }

    fn widened(&self) -> BTreeSet<String> {
        self.sight.variables.widened.clone()
    }

    fn looked_at(&self) -> Option<BTreeSet<String>> {
        let looked_at = unread::looked_at(&self.component.program, &self.unread);
        let known = self.sight.looked_at.clone()?;
        Some(known.into_iter().chain(looked_at).collect())
    }

    fn assumed(&self) -> Vec<String> {
        let assumed = self.component.program.assumptions();
        let scope = self.scope.iter().filter_map(Scope::in_words);
        assumed
            .iter()
            .map(ToString::to_string)
            .chain(scope)
            .collect()
    }

    fn questions(&self) -> Questions {
        let mut questions = self.sight.questions.clone();
        for (entry, asked) in &self.questions {
            let known = questions.entry(entry.clone()).or_default();
            known.extend(asked.iter().cloned());
        }
        questions
    }

    fn costly(&self) -> BTreeMap<FunctionId, u32> {
        self.sight.costly.clone()
    }

    fn summarise(&mut self, location: LocationId, letter: LetterId) -> Summary {
        let component = Rc::clone(&self.component);
        let constructors = component.constructors.len();
        if self.beyond() == Some(location) {
            return Summary {
                paths: vec![unknown(self.terms.bool(true), StopReason::Scope)],
            };
        }
        let constructed = self.shapes[location].0.constructed();
        let entry = match letter.index().checked_sub(constructors) {
            None if constructed => {
                return misused(&self.terms, Misuse::SecondConstruction);
            }
            None => &component.constructors[letter.index()],
            Some(method) => &component.methods[method],
        };
        if letter.index() >= constructors && entry.takes_receiver && !constructed {
            return misused(&self.terms, Misuse::BeforeConstruction);
        }
        if self.sight.unseen.contains(&entry.name) {
            let reason = StopReason::Limit(UNSEEN.into());
            return Summary {
                paths: vec![unknown(self.terms.bool(true), reason)],
            };
        }
        self.explore(location, entry, letter)
    }
}

fn misused(terms: &Terms, misuse: Misuse) -> Summary {
    Summary {
        paths: vec![error(terms.bool(true), Note::misuse(misuse))],
    }
}

impl ComponentView {
    /// Runs the initialisers and names the first location.
    fn start(&mut self) -> Result<(), StopReason> {
        let known = self.followed.borrow().start.clone();
        let state = match known {
            Some(state) => state,
            None => self.initialised()?,
        };
        // A class used only through static methods needs no construction, but then it has no instance methods either.
        let (location, leaves) = self.locate(&state, None);
        debug_assert_eq!(location.index(), 0);
        let constant = |leaf: &Term| self.terms.value(*leaf).cloned();
        self.initial = leaves
            .iter()
            .map(constant)
            .collect::<Option<_>>()
            .ok_or_else(|| {
                StopReason::Limit(
                    "a static initialiser leaves a value that is not a constant".into(),
                )
            })?;
        Ok(())
    }

    /// What constructors leave is held in any case.
    fn begin_scope(&mut self) {
        if self.scope.is_none() {
            return;
        }
        let constructors = self.component.constructors.len();
        for letter in (0..constructors).map(LetterId::from_index) {
            self.summarise(LocationId::from_index(0), letter);
        }
        let beyond = self
            .shapes
            .push((Shape::beyond(), Rc::new(Location::beyond())));
        if let Some(scope) = &mut self.scope {
            scope.beyond = Some(beyond);
        }
    }

    /// The state that the static initialisers leave.
    fn initialised(&mut self) -> Result<State, StopReason> {
        let component = Rc::clone(&self.component);
        let mut state = State::default();
        for &function in &component.initialisers {
            state = self.initialise(function, state)?;
        }
        self.followed.borrow_mut().start = Some(state.clone());
        Ok(state)
    }

    fn initialise(&mut self, function: FunctionId, state: State) -> Result<State, StopReason> {
        let asking = std::mem::take(&mut self.sight.limits.questions);
        // What they leave is there for all looks, whatever these forget.
        let unread = std::mem::take(&mut self.unread);
        let mut paths = self.execute(function, Vec::new(), state, &[]);
        self.unread = unread;
        self.sight.limits.questions = asking;
        let path = paths.pop().filter(|_| paths.is_empty());
        let name = &self.component.program.functions[function].name;
        match path.map(|p| (p.ending, p.state)) {
            Some((Ending::Returned(_), state)) => Ok(state),
            Some((Ending::Threw { class, place, .. }, _)) => Err(StopReason::Unsupported {
                what: format!(
                    "the static initialiser {name} throws {}",
                    self.component.program.classes[class].name
                ),
                place: Some(place),
            }),
            Some((Ending::Cut(reason), _)) => Err(reason),
            None => Err(StopReason::Limit(format!(
                "the static initialiser {name} has no single path"
            ))),
        }
    }

    fn world<'w>(&self, component: &'w Component, terms: &'w Terms) -> World<'w> {
        World::new(
            &component.program,
            terms,
            self.sight.integers,
            Rc::clone(&self.image),
        )
    }

    /// The location of a state, new or known, and the values of its variables.
    fn locate(&mut self, state: &State, this: Option<ObjectId>) -> (LocationId, Vec<Term>) {
        let (component, terms) = (Rc::clone(&self.component), self.terms.clone());
        let world = self.world(&component, &terms);
        let Captured {
            graph: shape,
            leaves,
            known,
            ..
        } = capture(
            &world,
            (&self.sight.variables, &component.layouts),
            state,
            this,
        );
        if let Some(&id) = self.ids.get(&shape) {
            return (id, leaves);
        }
        if let Some(scope) = &mut self.scope
            && let Some(beyond) = scope.leaving(&shape, world.program)
        {
            return (beyond, Vec::new());
        }
        self.count(known);
        let counts = self.scope.as_ref().map(|_| shape.counts(world.program));
        let location = Location {
            name: shape.name(&world),
            variables: shape.variables(&world, &component.layouts),
            counts: counts.unwrap_or_default(),
        };
        let id = self.shapes.push((shape.clone(), Rc::new(location)));
        self.ids.insert(shape, id);
        (id, leaves)
    }

    /// Widens what has too many values, from the next state on.
    fn count(&mut self, values: Vec<(String, Term)>) {
        for (key, value) in values {
            let seen = self.values.entry(key.clone()).or_default();
            seen.insert(value);
            if seen.len() > self.sight.values {
                self.sight.variables.widened.insert(key);
            }
        }
    }

    fn execute(
        &mut self,
        function: FunctionId,
        args: Vec<symex::Value>,
        state: State,
        open: &[Open],
    ) -> Vec<symex::Path> {
        let (component, terms) = (Rc::clone(&self.component), self.terms.clone());
        let world = self.world(&component, &terms);
        let call = Call {
            function,
            args,
            state,
            open,
            unread: &self.unread,
        };
        let costly = self.sight.costly.get(&function).copied().unwrap_or(0);
        let calls = u32::try_from(self.letters.len()).unwrap_or(u32::MAX);
        let parts = calls
            .saturating_add(CALLS)
            .saturating_mul(COSTLY.pow(costly));
        let share = self.budget.share(parts);
        let left = share.remaining().unwrap_or(self.sight.question);
        self.solver
            .set_limit(Some(self.sight.question.min(left).max(SHORTEST)));
        let paths = symex::execute(&world, &self.sight.limits, &share, &mut *self.solver, call);
        let whole = self.budget.check();
        if share.check().is_err() {
            let times = self.sight.costly.entry(function).or_default();
            *times = MOST_COSTLY.min(*times + 1);
        }
        paths
            .into_iter()
            .map(|path| symex::Path {
                ending: in_share(path.ending, &whole),
                ..path
            })
            .collect()
    }

    /// The paths of a call, and the object that it is made on.
    fn follow(
        &mut self,
        location: LocationId,
        entry: &Entry,
        letter: LetterId,
    ) -> (Vec<symex::Path>, Option<ObjectId>) {
        let (component, terms) = (Rc::clone(&self.component), self.terms.clone());
        let world = self.world(&component, &terms);
        let (shape, at) = self.shapes[location].clone();
        let variables: Vec<Term> = at.variables.iter().map(|v| v.term).collect();
        let (mut state, mut this) = shape.materialise(&world, &variables);
        if self.letters[letter].constructs && entry.takes_receiver {
            this = Some(state.heap.add(world.blank(component.class)));
        }
        let call = (letter, shape);
        let unread = &self.sight.variables.unread;
        let known = self.followed.borrow().get(&call, unread);
        let paths = match known {
            Some(paths) => paths.to_vec(),
            None => {
                let receiver = entry.takes_receiver.then_some(symex::Value::Ref(this));
                let letter = &self.letters[letter];
                let (params, open) = arguments::symbolic(letter, &world, &state, this);
                let args = receiver.into_iter().chain(params).collect();
                let before = self.budget.remaining();
                let paths = self.execute(entry.function, args, state, &open);
                self.note_effort(call.0, before);
                let limit = self.sight.limits.paths;
                let unread = &self.sight.variables.unread;
                let mut followed = self.followed.borrow_mut();
                followed.keep((call, unread), &paths, limit);
                paths
            }
        };
        (paths, this)
    }

    fn note_effort(&mut self, letter: LetterId, before: Option<Duration>) {
        if let (Some(before), Some(after)) = (before, self.budget.remaining()) {
            let efforts = &mut self.followed.borrow_mut().efforts;
            *efforts.entry(letter).or_default() += before.saturating_sub(after);
        }
    }

    fn explore(&mut self, location: LocationId, entry: &Entry, letter: LetterId) -> Summary {
        let constructs = self.letters[letter].constructs;
        let (paths, this) = self.follow(location, entry, letter);
        let gives = constructs && !entry.takes_receiver;
        let (paths, unforeseen) = self.foreseen(entry, letter, paths);
        let mut summary = Vec::new();
        for path in paths {
            let path = if gives { self.with_known(path) } else { path };
            let this = match path.ending {
                Ending::Returned(Some(symex::Value::Ref(made))) if gives => made,
                // Nobody gets hold of an object whose constructor failed, even where that is allowed.
                Ending::Threw { .. } if constructs => None,
                _ => this,
            };
            let answers = self.answers(letter, &path.answers);
            let told = self.path(path, this).into_iter();
            summary.extend(told.map(|path| path.substituted(&self.terms, &answers)));
        }
        let summary = self.only_known(location, letter, summary);
        self.with_unforeseen(unforeseen, summary)
    }

    /// The summary, which is not known where a call asks what it did not ask before.
    fn with_unforeseen(&self, unforeseen: bool, mut summary: Vec<Path>) -> Summary {
        if unforeseen {
            let told: Vec<Term> = summary.iter().map(|path: &Path| path.guard).collect();
            let reason = StopReason::Limit("it asks others what it did not ask before".into());
            summary.push(unknown(self.terms.not(self.terms.or(&told)), reason));
        }
        Summary {
            paths: merge(&self.terms, summary),
        }
    }

    /// The paths without those that depend on more than the state and the arguments.
    ///
    /// Soundness: what a language leaves open, such as addresses, nobody can choose: all calls that no other path is for are
    /// unknown.
    fn only_known(&self, location: LocationId, letter: LetterId, paths: Vec<Path>) -> Vec<Path> {
        if self.component.endings.is_none() {
            return paths;
        }
        let variables = self.shapes[location].1.variables.iter();
        let known = variables.chain(&self.letters[letter].params);
        let known: BTreeSet<Term> = known.map(|variable| variable.term).collect();
        let is_known = |term: &Term| {
            self.terms
                .free_vars(*term)
                .iter()
                .all(|v| known.contains(v))
        };
        let rests_on_known = |path: &Path| {
            let updates = path.next.iter().flat_map(|next| &next.update);
            updates.chain([&path.guard]).all(is_known)
        };
        let (mut kept, others): (Vec<Path>, Vec<Path>) =
            paths.into_iter().partition(rests_on_known);
        if !others.is_empty() {
            let told: Vec<Term> = kept.iter().map(|path| path.guard).collect();
            let what = "what it does depends on what C leaves open".to_owned();
            let reason = StopReason::Unsupported { what, place: None };
            kept.push(unknown(self.terms.not(self.terms.or(&told)), reason));
        }
        kept
    }

    /// A path of a function that gives the object.
    ///
    /// Soundness: where it gives an argument of which nothing is known any more, there is an object all the same, and nobody
    /// knows which.
    fn with_known(&self, path: symex::Path) -> symex::Path {
        let Ending::Returned(Some(symex::Value::Hidden | symex::Value::NotNull)) = path.ending
        else {
            return path;
        };
        self.unread.look_at_arguments();
        let what = "a component that is an argument of which nothing is known any more".into();
        symex::Path {
            ending: Ending::Cut(StopReason::Unsupported { what, place: None }),
            ..path
        }
    }

    /// The paths on which a call asks nothing that its letter has no scalar for, and whether there are others: these are
    /// all the calls that no other path is for. What the call asks is noted.
    fn foreseen(
        &mut self,
        entry: &Entry,
        letter: LetterId,
        paths: Vec<symex::Path>,
    ) -> (Vec<symex::Path>, bool) {
        let known = self.letters[letter].plan.answers.clone();
        let mut unforeseen = false;
        let mut kept = Vec::new();
        for path in paths {
            let asked: Vec<Question> = path.answers.iter().map(question).collect();
            match asked.iter().all(|question| known.contains(question)) {
                true => kept.push(path),
                false => unforeseen = true,
            }
            if !asked.is_empty() {
                let noted = self.questions.entry(entry.name.clone()).or_default();
                noted.extend(asked);
            }
        }
        (kept, unforeseen)
    }

    /// The scalars of a letter that stand for answers.
    fn answers(&self, letter: LetterId, given: &[Answer]) -> FxHashMap<Term, Term> {
        let letter = &self.letters[letter];
        let first = letter.params.len() - letter.plan.answers.len();
        let scalar = |answer: &Answer| {
            let asked = question(answer);
            let at = letter.plan.answers.iter().position(|q| *q == asked)?;
            Some((answer.term, letter.params[first + at].term))
        };
        given.iter().filter_map(scalar).collect()
    }

    fn path(&mut self, path: symex::Path, this: Option<ObjectId>) -> Vec<Path> {
        let guard = self.terms.and(&path.condition);
        match path.ending {
            Ending::Returned(_) => self.lawful(guard, &path.state, this),
            Ending::Threw { class, place, .. } => {
                match self.sight.errors.thrown(&self.component, class) {
                    Thrown::Allowed => self.lawful(guard, &path.state, this),
                    Thrown::Error(what) => vec![error(guard, Note::error(what, Some(place)))],
                    Thrown::Unknown(what) => {
                        let place = Some(place);
                        let what = what.to_owned();
                        vec![unknown(guard, StopReason::Unsupported { what, place })]
                    }
                }
            }
            Ending::Cut(StopReason::Waits { place }) if self.sight.errors.waiting => {
                vec![error(guard, Note::error(StopReason::WAITING, Some(place)))]
            }
            Ending::Cut(reason) => vec![unknown(guard, reason)],
        }
    }

    /// What follows a call that did not fail, unless the state it leaves is an error itself.
    fn lawful(&mut self, guard: Term, state: &State, this: Option<ObjectId>) -> Vec<Path> {
        let (location, update) = self.locate(state, this);
        let fine = |guard| Path {
            guard,
            answer: Outcome::Ok,
            next: Some(Target {
                location,
                update: update.clone(),
            }),
            note: None,
        };
        let Some(when) = self.sight.errors.when.clone() else {
            return vec![fine(guard)];
        };
        if !self.shapes[location].0.constructed() {
            return vec![fine(guard)];
        }
        let variables = &self.shapes[location].1.variables;
        let scope = crate::names::scope(variables, self.sight.integers);
        match smt::syntax::parse(&self.terms, &when, &scope) {
            Ok(condition) => {
                let pairs: Vec<(Term, Term)> = variables
                    .iter()
                    .map(|v| v.term)
                    .zip(update.iter().copied())
                    .collect();
                let holds = self
                    .terms
                    .substitute(condition, &pairs.into_iter().collect());
                let failed = self.terms.and(&[guard, holds]);
                let passed = self.terms.and(&[guard, self.terms.not(holds)]);
                let mut paths = vec![fine(passed)];
                paths.push(error(failed, Note::error(when, None)));
                paths.retain(|p| p.guard != self.terms.bool(false));
                paths
            }
            Err(fault) => {
                let what = format!("the condition for errors, {when}: {}", fault.message);
                vec![unknown(
                    guard,
                    StopReason::Unsupported { what, place: None },
                )]
            }
        }
    }
}

fn question(answer: &Answer) -> Question {
    Question {
        name: answer.question.clone(),
        before: answer.before,
        ty: answer.ty,
    }
}

/// A call whose share of the time is spent, while the whole is not, takes too long by itself.
fn in_share(ending: Ending, whole: &Result<(), StopReason>) -> Ending {
    match ending {
        Ending::Cut(StopReason::Time) if whole.is_ok() => Ending::Cut(StopReason::Unsupported {
            what: "this call takes too long to follow".into(),
            place: None,
        }),
        other => other,
    }
}

fn error(guard: Term, note: Note) -> Path {
    Path {
        guard,
        answer: Outcome::Error,
        next: None,
        note: Some(note),
    }
}

fn unknown(guard: Term, reason: StopReason) -> Path {
    Path {
        guard,
        answer: Outcome::Unknown,
        next: None,
        note: Some(Note::unknown(reason)),
    }
}

/// Joins paths that differ in nothing but their guards.
fn merge(terms: &Terms, paths: Vec<Path>) -> Vec<Path> {
    let mut merged: Vec<Path> = Vec::new();
    for path in paths {
        let same =
            |p: &&mut Path| p.answer == path.answer && p.next == path.next && p.note == path.note;
        match merged.iter_mut().find(same) {
            Some(known) => known.guard = terms.or(&[known.guard, path.guard]),
            None => merged.push(path),
        }
    }
    merged
}
