//! The step system: letters, locations, variables and summaries, computed on demand.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use base::{Arena, Budget, Outcome, Place, StopReason, define_id};
use rustc_hash::FxHashMap;
use smt::syntax::Asked;
use smt::{Term, Terms, Value};
use symex::Integers;

use crate::followed::Followed;
use crate::plan::Plan;
use crate::{Errors, Questions, State, Variables};

define_id!(
    /// A letter of a [`StepSystem`].
    LetterId, "letter"
);
define_id!(
    /// A location of a [`StepSystem`].
    LocationId, "l"
);

/// A named, typed scalar: a variable of a location or a parameter of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name in the source.
    pub name: String,
    /// The type as the source writes it.
    pub source_type: String,
    /// The type in the ir.
    pub ty: ir::Type,
    /// The term that stands for it in guards and updates.
    pub term: Term,
}

/// What the system can be asked to do next.
#[derive(Clone, Debug)]
pub struct Letter {
    /// The name in the source, unique among letters.
    pub name: String,
    /// Whether it creates the component.
    pub constructs: bool,
    /// The parameters as the source declares them: names and types.
    pub declared: Vec<(String, String)>,
    /// The scalars that make up the arguments: one for a number, several for what a reference may refer to.
    pub params: Vec<Variable>,
    /// What all arguments satisfy beyond their sort (the range of small types over mathematical integers).
    pub domain: Term,
    /// When the source can ask for a scalar.
    pub asked: Asked,
    /// Where it is declared.
    pub place: Option<Place>,
    /// How arguments are made of the scalars.
    pub(crate) plan: Rc<Plan>,
}

/// The finite part of a state, with the variables that make up the rest.
#[derive(Clone, Debug)]
pub struct Location {
    /// A stable name, unique among locations: certificates use it.
    pub name: String,
    /// The scalar part.
    pub variables: Vec<Variable>,
    /// How many elements are held here, where that is asked for, by the names of the counts: `items.size`.
    pub counts: BTreeMap<String, usize>,
}

/// The type of a count of elements.
pub const COUNTED: ir::Type = ir::Type::Int(ir::IntType::I32);

impl Location {
    /// Where nothing is looked at any more.
    pub(crate) fn beyond() -> Self {
        Self {
            name: "beyond".to_owned(),
            variables: Vec::new(),
            counts: BTreeMap::new(),
        }
    }
}

/// What a letter does at a location: paths whose guards are disjoint and cover all values.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The paths. What could not be analysed is a path that answers [`Outcome::Unknown`].
    pub paths: Vec<Path>,
}

/// One way a step can go.
#[derive(Clone, Debug)]
pub struct Path {
    /// Taken exactly when this holds of the variables and parameters.
    pub guard: Term,
    /// What the code answers.
    pub answer: Outcome,
    /// Where it goes; only after [`Outcome::Ok`].
    pub next: Option<Target>,
    /// Which error, or why it is unknown.
    pub note: Option<Note>,
}

impl Path {
    /// The same over other variables.
    pub(crate) fn substituted(mut self, terms: &Terms, by: &FxHashMap<Term, Term>) -> Self {
        if by.is_empty() {
            return self;
        }
        self.guard = terms.substitute(self.guard, by);
        if let Some(next) = &mut self.next {
            let new = next.update.iter().map(|&t| terms.substitute(t, by));
            next.update = new.collect();
        }
        self
    }
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The next location.
    pub location: LocationId,
    /// The new value of each of its variables, over the old variables and the parameters.
    pub update: Vec<Term>,
}

/// Which error, or why the answer is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// In the words of the source: `java.lang.AssertionError`, `call of …`.
    pub what: String,
    /// Where in the source.
    pub place: Option<Place>,
    /// Which kind of answer this is about.
    pub kind: NoteKind,
}

/// What a [`Note`] is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// An error of the code.
    Error,
    /// An error of the client's, for which no code was run.
    Misuse(Misuse),
    /// An unknown answer: why the analysis stopped.
    Unknown(StopReason),
}

/// What a client does wrong before any code is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// It calls a method of an object that was not constructed.
    BeforeConstruction,
    /// It constructs what was constructed.
    SecondConstruction,
}

impl Misuse {
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::BeforeConstruction => "called before construction",
            Self::SecondConstruction => "constructed a second time",
        }
    }
}

impl Note {
    /// An error of the code: what, and where.
    pub fn error(what: impl Into<String>, place: Option<Place>) -> Self {
        Self {
            what: what.into(),
            place,
            kind: NoteKind::Error,
        }
    }

    /// An error of the client's.
    pub fn misuse(misuse: Misuse) -> Self {
        Self {
            what: misuse.in_words().to_owned(),
            place: None,
            kind: NoteKind::Misuse(misuse),
        }
    }

    /// An unknown answer.
    pub fn unknown(reason: StopReason) -> Self {
        Self {
            what: reason.what(),
            place: reason.place().cloned(),
            kind: NoteKind::Unknown(reason),
        }
    }

    /// For unknown answers: why the analysis stopped.
    pub fn reason(&self) -> Option<&StopReason> {
        match &self.kind {
            NoteKind::Unknown(reason) => Some(reason),
            NoteKind::Error | NoteKind::Misuse(_) => None,
        }
    }

    /// Whether the client called without an object or constructed it twice, which no code was run for.
    pub fn is_misuse(&self) -> bool {
        matches!(self.kind, NoteKind::Misuse(_))
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.what),
            None => write!(f, "{}", self.what),
        }
    }
}

/// Builds the parts of a step system when they are first asked for.
pub trait View {
    /// The location and values at the start.
    fn initial(&self) -> (LocationId, Vec<Value>);
    /// A location that was handed out before.
    fn location(&self, id: LocationId) -> Rc<Location>;
    /// Where calls lead after which the component holds more than is looked at.
    fn beyond(&self) -> Option<LocationId> {
        None
    }
    /// What turned out to have too many values to tell states apart by them, as [`Variables::widened`] names it.
    ///
    /// [`Variables::widened`]: crate::Variables::widened
    fn widened(&self) -> BTreeSet<String> {
        BTreeSet::new()
    }
    /// What calls were seen to look at of what is kept, as [`Sight::looked_at`] names it.
    ///
    /// [`Sight::looked_at`]: crate::Sight::looked_at
    fn looked_at(&self) -> Option<BTreeSet<String>> {
        None
    }
    /// What calls may ask of others and were seen to ask, as [`Sight::questions`] names it.
    ///
    /// [`Sight::questions`]: crate::Sight::questions
    fn questions(&self) -> Questions {
        Questions::new()
    }
    /// Which calls took too long to follow, as [`Sight::costly`] counts them.
    ///
    /// [`Sight::costly`]: crate::Sight::costly
    fn costly(&self) -> BTreeMap<ir::FunctionId, u32> {
        BTreeMap::new()
    }
    /// What all summaries made so far rest on, beside what is said of arguments.
    fn assumed(&self) -> Vec<String> {
        Vec::new()
    }
    /// The summary of a letter at a location.
    fn summarise(&mut self, location: LocationId, letter: LetterId) -> Summary;
}

/// Code seen from outside.
pub struct StepSystem {
    /// The context of all terms.
    pub terms: Terms,
    /// Which integers the summaries are about.
    pub integers: Integers,
    /// The letters.
    pub letters: Arena<LetterId, Letter>,
    /// What is said of arguments that are left out: every verdict holds only under these.
    pub assumptions: Vec<String>,
    /// Which exceptions count as errors.
    pub errors: Errors,
    /// Which scalars are variables.
    pub variables: Variables,
    /// What its calls do at heap shapes, for whoever looks at the same code again.
    pub(crate) followed: Rc<RefCell<Followed>>,
    view: RefCell<Box<dyn View>>,
    summaries: RefCell<BTreeMap<(LocationId, LetterId), Rc<Summary>>>,
    /// The letters that others decide, found when there were so many summaries.
    pub(crate) others: RefCell<Option<(usize, Rc<BTreeSet<LetterId>>)>>,
}

impl StepSystem {
    /// A step system over a view.
    pub fn new(
        terms: Terms,
        integers: Integers,
        letters: Arena<LetterId, Letter>,
        view: Box<dyn View>,
    ) -> Self {
        Self {
            terms,
            integers,
            letters,
            assumptions: Vec::new(),
            errors: Errors::default(),
            followed: Rc::default(),
            variables: Variables::default(),
            view: RefCell::new(view),
            summaries: RefCell::default(),
            others: RefCell::default(),
        }
    }

    /// The same letters over another view.
    pub fn derived(&self, view: Box<dyn View>) -> Self {
        let derived = Self::new(
            self.terms.clone(),
            self.integers,
            self.letters.clone(),
            view,
        );
        Self {
            assumptions: self.assumed(),
            errors: self.errors.clone(),
            variables: self.variables.clone(),
            ..derived
        }
    }

    /// Whether a path is left out of account: a number overflows on it, and what is asked for is what holds otherwise.
    pub fn excludes(&self, path: &Path) -> bool {
        self.overflowing(path).is_some()
    }

    /// The names of the variables that a number depends on which overflows on this path, if one does.
    pub fn overflowing<'p>(&self, path: &'p Path) -> Option<&'p [String]> {
        match path.note.as_ref()?.reason()? {
            StopReason::Overflows { names, .. } if self.integers == Integers::Fitting => {
                Some(names)
            }
            _ => None,
        }
    }

    /// What every verdict rests on: what is said of arguments that are left out, and of others.
    pub fn assumed(&self) -> Vec<String> {
        let own = self.assumptions.iter().cloned();
        let all: BTreeSet<String> = own.chain(self.view.borrow().assumed()).collect();
        all.into_iter().collect()
    }

    /// Whether texts of any characters are passed to some call.
    pub fn takes_texts(&self) -> bool {
        self.letters
            .values()
            .any(|letter| letter.plan.takes_texts())
    }

    /// Whether every call is followed to its end wherever the component holds no more than its scope; `false` if there is no
    /// scope, or no end of locations.
    pub fn is_known_in_scope(&self, limit: usize, budget: &Budget) -> bool {
        let Some(beyond) = self.view.borrow().beyond() else {
            return false;
        };
        let Some(locations) = self.locations_within(limit, budget) else {
            return false;
        };
        let known = |&location: &LocationId| {
            let summaries = self
                .letters
                .ids()
                .map(|letter| self.summary(location, letter));
            let mut paths = summaries.flat_map(|summary| summary.paths.clone());
            paths.all(|path| path.answer != Outcome::Unknown)
        };
        locations.iter().filter(|&&l| l != beyond).all(known)
    }

    /// Why the answer to some calls of a letter is unknown, as far as its summaries were asked for: the first reason.
    pub fn unknown(&self, letter: LetterId) -> Option<Note> {
        let summaries = self.summaries.borrow();
        let own = summaries.iter().filter(|((_, of), _)| *of == letter);
        let mut paths = own.flat_map(|(_, summary)| &summary.paths);
        let path = paths.find(|path| path.answer == Outcome::Unknown)?;
        path.note.clone()
    }

    /// Which calls took too long to follow, and how often.
    pub fn costly(&self) -> BTreeMap<ir::FunctionId, u32> {
        self.view.borrow().costly()
    }

    /// What calls were seen to ask of others.
    pub fn questions(&self) -> Questions {
        self.view.borrow().questions()
    }

    /// What calls were seen to look at of what is kept.
    pub fn looked_at(&self) -> Option<BTreeSet<String>> {
        self.view.borrow().looked_at()
    }

    /// What turned out to have too many values to tell states apart by them.
    pub fn widened(&self) -> BTreeSet<String> {
        self.view.borrow().widened()
    }

    /// The location and values at the start.
    pub fn initial(&self) -> State {
        let (location, values) = self.view.borrow().initial();
        State { location, values }
    }

    /// A location.
    pub fn location(&self, id: LocationId) -> Rc<Location> {
        self.view.borrow().location(id)
    }

    /// What a letter does at a location; computed on first use.
    pub fn summary(&self, location: LocationId, letter: LetterId) -> Rc<Summary> {
        if let Some(summary) = self.summaries.borrow().get(&(location, letter)) {
            return Rc::clone(summary);
        }
        let summary = Rc::new(self.view.borrow_mut().summarise(location, letter));
        self.summaries
            .borrow_mut()
            .insert((location, letter), Rc::clone(&summary));
        summary
    }

    /// The locations that were met by now.
    pub fn seen(&self) -> BTreeSet<LocationId> {
        let summaries = self.summaries.borrow();
        let targets = |summary: &Rc<Summary>| -> Vec<LocationId> {
            let next = summary.paths.iter().filter_map(|path| path.next.as_ref());
            next.map(|target| target.location).collect()
        };
        let from = summaries.keys().map(|&(location, _)| location);
        from.chain(summaries.values().flat_map(targets)).collect()
    }

    /// What following the calls of each letter took by now, as far as the budget knows.
    pub fn efforts(&self) -> BTreeMap<LetterId, Duration> {
        self.followed.borrow().efforts.clone()
    }

    /// Whether some call was met that could not be followed to its end, though it was to be.
    pub(crate) fn has_unknown(&self, unseen: &BTreeSet<String>) -> bool {
        let summaries = self.summaries.borrow();
        let seen = |letter: &LetterId| !unseen.contains(&self.letters[*letter].name);
        let seen = summaries.iter().filter(|((_, letter), _)| seen(letter));
        let mut paths = seen.flat_map(|(_, summary)| &summary.paths);
        paths.any(|path| path.answer == Outcome::Unknown)
    }

    /// How many summaries were made by now.
    pub(crate) fn summaries_made(&self) -> usize {
        self.summaries.borrow().len()
    }

    /// The summaries made by now.
    pub(crate) fn summaries(&self) -> BTreeMap<(LocationId, LetterId), Rc<Summary>> {
        self.summaries.borrow().clone()
    }

    /// Every location that can be named by following summaries, breadth first, or `None` if there are more than
    /// `limit`. (A location may still be unreachable: guards are not looked at.)
    pub fn locations(&self, limit: usize) -> Option<Vec<LocationId>> {
        self.locations_within(limit, &Budget::unlimited())
    }

    /// The same, or `None` if the budget ends on the way.
    pub fn locations_within(&self, limit: usize, budget: &Budget) -> Option<Vec<LocationId>> {
        let mut found = vec![self.initial().location];
        let mut next = 0;
        while next < found.len() {
            for letter in self.letters.ids() {
                budget.check().ok()?;
                for path in &self.summary(found[next], letter).paths {
                    if let Some(target) = &path.next
                        && !found.contains(&target.location)
                    {
                        found.push(target.location);
                    }
                }
            }
            if found.len() > limit {
                return None;
            }
            next += 1;
        }
        Some(found)
    }

    /// The locations of these names that can be reached through one another. Those of a proof are: it names all that
    /// can be reached.
    pub fn locations_named(&self, names: &BTreeSet<&str>) -> Vec<LocationId> {
        let named = |id: LocationId| names.contains(self.location(id).name.as_str());
        let mut found: Vec<LocationId> = vec![self.initial().location];
        let mut next = 0;
        while next < found.len() {
            for letter in self.letters.ids() {
                for target in self
                    .summary(found[next], letter)
                    .paths
                    .iter()
                    .filter_map(|p| p.next.as_ref())
                {
                    if !found.contains(&target.location) && named(target.location) {
                        found.push(target.location);
                    }
                }
            }
            next += 1;
        }
        found
    }

    /// What the values of a location's variables satisfy beyond their sorts.
    pub fn range(&self, location: LocationId) -> Term {
        let location = self.location(location);
        let ranges: Vec<Term> = location
            .variables
            .iter()
            .map(|v| self.integers.range(&self.terms, v.ty, v.term))
            .collect();
        self.terms.and(&ranges)
    }
}
