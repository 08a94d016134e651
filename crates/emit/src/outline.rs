//! A model state by state, as people read it: in this state, these calls lead there.

use std::collections::{BTreeMap, BTreeSet};

use crate::drawing::Detail;
use crate::report::{self, Answer, Cause, Parameter, Report, Standing, Symbol, Transition};

/// The states of a model in reading order: before construction, the ok states, then where nothing more can happen.
///
/// Calls that cannot be made at all are left out, although the model counts them as errors: a method before there is
/// an object, and a constructor on an object that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The states.
    pub states: Vec<State>,
}

/// A state and the calls in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its number in the report.
    pub id: u64,
    /// What it is to a reader.
    pub role: Role,
    /// The calls, grouped by where they lead: first elsewhere, then back here, then beyond, undecided, unknown, then
    /// errors; last those of which nothing is established.
    pub moves: Vec<Move>,
}

/// What a state is to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// There is no object yet.
    BeforeConstruction,
    /// Nothing was called yet of what needs no object.
    AtFirst,
    /// All calls so far were legal.
    Ok,
    /// All calls so far were legal, and nothing is known of any other.
    Beyond,
    /// A call could be legal or illegal: what was stopped early did not find out.
    Undecided,
    /// A call could not be analysed.
    Unknown,
    /// A call was illegal.
    Error,
}

impl Role {
    /// What to call the state where its number alone says too little.
    pub fn title(self) -> Option<&'static str> {
        match self {
            Self::BeforeConstruction => Some("before construction"),
            Self::AtFirst => Some("at first"),
            Self::Ok => None,
            Self::Beyond => Some("beyond"),
            Self::Undecided => Some("undecided"),
            Self::Unknown => Some("unknown"),
            Self::Error => Some("error"),
        }
    }
}

/// All calls that lead from one state to another and are known equally well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The state after.
    pub to: u64,
    /// What that state is.
    pub role: Role,
    /// How much of this is established.
    pub standing: Standing,
    /// The calls in the order of the alphabet.
    pub calls: Vec<Call>,
}

/// A call as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Method and parameters: `connect(snk, snkConnected)`.
    pub head: String,
    /// The condition on the arguments, if there is one.
    pub guard: Option<String>,
    /// What the model remembers of it: `owner = id`.
    pub sets: Vec<String>,
    /// How much of where it leads is established.
    pub standing: Standing,
    /// The symbols it stands for.
    pub symbols: Vec<String>,
    /// Why it does not return, where it does not.
    pub causes: Vec<Cause>,
}

impl Call {
    /// The call on one line: `connect(snk, snkConnected) if snk != 0 && !snkConnected`.
    pub fn text(&self) -> String {
        match self.note() {
            Some(note) => format!("{} {note}", self.head),
            None => self.head.clone(),
        }
    }

    /// The call on one line, with the sign for what is not established before it: `~ size()`.
    pub fn marked(&self) -> String {
        format!("{}{}", sign(self.standing), self.text())
    }

    /// What stands beside the call: `if id == owner`, `sets owner = id`.
    pub fn note(&self) -> Option<String> {
        let guard = self.guard.as_ref().map(|guard| format!("if {guard}"));
        let sets = (!self.sets.is_empty()).then(|| format!("sets {}", self.sets.join(", ")));
        let notes: Vec<String> = guard.into_iter().chain(sets).collect();
        (!notes.is_empty()).then(|| notes.join(", "))
    }
}

impl Outline {
    /// The outline of a report.
    pub fn of(report: &Report) -> Self {
        let index = Index::of(report);
        let mut leaving: BTreeMap<u64, Leaving<'_>> = BTreeMap::new();
        for transition in report
            .model
            .transitions
            .iter()
            .filter(|t| index.possible(t))
        {
            let kind = (transition.to, transition.standing());
            leaving
                .entry(transition.from)
                .or_default()
                .entry(kind)
                .or_default()
                .push(transition);
        }
        let state = |(&id, &role): (&u64, &Role)| {
            let mut moves = index.moves(leaving.remove(&id).unwrap_or_default());
            moves.sort_by_key(|m| {
                (
                    m.standing == Standing::Guessed,
                    m.role,
                    m.to == id,
                    m.to,
                    m.standing,
                )
            });
            State { id, role, moves }
        };
        let mut states: Vec<State> = index.roles.iter().map(state).collect();
        states.sort_by_key(|s| (s.role, s.id));
        Self { states }
    }

    /// What a picture shows: with or without illegal calls, and no error, undecided or unknown state that nothing leads to.
    /// A call that is only guessed to be illegal is shown either way: what is not there would be taken for illegal.
    pub(crate) fn drawn(report: &Report, detail: Detail) -> Self {
        let mut outline = Self::of(report);
        for state in &mut outline.states {
            let is_illegal = |m: &Move| m.role == Role::Error && m.standing != Standing::Guessed;
            state
                .moves
                .retain(|m| detail == Detail::Full || !is_illegal(m));
        }
        let reached: BTreeSet<u64> = outline
            .states
            .iter()
            .flat_map(|s| s.moves.iter().map(|m| m.to))
            .collect();
        outline.states.retain(|s| {
            matches!(s.role, Role::BeforeConstruction | Role::AtFirst | Role::Ok)
                || reached.contains(&s.id)
        });
        outline
    }
}

/// The transitions that leave a state, by where they lead and how much of that is established.
type Leaving<'r> = BTreeMap<(u64, Standing), Vec<&'r Transition>>;

/// What stands before a call that is not wholly established.
fn sign(standing: Standing) -> &'static str {
    match standing {
        Standing::Established => "",
        Standing::Answered | Standing::Guessed => "~ ",
    }
}

impl Outline {
    /// Whether something in it is not established.
    pub(crate) fn is_guessed(&self) -> bool {
        self.states
            .iter()
            .flat_map(|s| &s.moves)
            .any(|m| m.standing != Standing::Established)
    }
}

/// A report with its cross-references resolved.
struct Index<'r> {
    report: &'r Report,
    roles: BTreeMap<u64, Role>,
    /// Positions in the alphabet.
    symbols: BTreeMap<&'r str, usize>,
    /// For each method, the positions of its symbols in the alphabet.
    of_method: BTreeMap<&'r str, Vec<usize>>,
    constructs: BTreeMap<&'r str, bool>,
    /// Whether there are calls that make an object, which others need.
    makes_objects: bool,
}

impl<'r> Index<'r> {
    fn of(report: &'r Report) -> Self {
        let model = &report.model;
        let makes_objects = model.methods.iter().any(|method| method.constructs);
        let role = |state: &report::State| match state.answer {
            Answer::Error => Role::Error,
            Answer::Unknown if state.undecided => Role::Undecided,
            Answer::Unknown => Role::Unknown,
            Answer::Ok if state.id == model.initial && makes_objects => Role::BeforeConstruction,
            Answer::Ok if state.id == model.initial => Role::AtFirst,
            Answer::Ok if state.beyond => Role::Beyond,
            Answer::Ok => Role::Ok,
        };
        let mut of_method: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, symbol) in model.alphabet.iter().enumerate() {
            of_method.entry(&symbol.method).or_default().push(i);
        }
        Self {
            report,
            roles: model.states.iter().map(|s| (s.id, role(s))).collect(),
            symbols: model
                .alphabet
                .iter()
                .enumerate()
                .map(|(i, s)| (s.symbol.as_str(), i))
                .collect(),
            of_method,
            constructs: model
                .methods
                .iter()
                .map(|m| (m.name.as_str(), m.constructs))
                .collect(),
            makes_objects,
        }
    }

    /// Whether somebody could make this call at all, as far as the report says.
    fn possible(&self, transition: &Transition) -> bool {
        let fails = matches!(
            self.roles.get(&transition.to),
            Some(Role::Error | Role::Undecided)
        );
        let symbol = self
            .symbols
            .get(transition.symbol.as_str())
            .map(|&i| &self.report.model.alphabet[i]);
        let constructs = symbol.and_then(|s| self.constructs.get(s.method.as_str()));
        let before = transition.from == self.report.model.initial;
        !fails || !self.makes_objects || constructs.is_none_or(|&constructs| constructs == before)
    }

    fn moves(&self, leaving: Leaving<'_>) -> Vec<Move> {
        let role = |to: u64| self.roles.get(&to).copied().unwrap_or(Role::Unknown);
        let step = |((to, standing), transitions): ((u64, Standing), Vec<&Transition>)| Move {
            to,
            role: role(to),
            standing,
            calls: self.calls(&transitions),
        };
        leaving.into_iter().map(step).collect()
    }

    /// The calls of these transitions. Where all symbols of a method are among them, their guards say nothing
    /// together, because they partition the arguments.
    fn calls(&self, transitions: &[&Transition]) -> Vec<Call> {
        let alphabet = &self.report.model.alphabet;
        let taken: BTreeMap<usize, &Transition> = transitions
            .iter()
            .filter_map(|t| Some((*self.symbols.get(t.symbol.as_str())?, *t)))
            .collect();
        let mut calls = Vec::new();
        for &i in taken.keys() {
            let siblings = &self.of_method[alphabet[i].method.as_str()];
            let sets = |s: &usize| taken.get(s).map(|t| &t.updates);
            let whole = siblings
                .iter()
                .all(|s| taken.contains_key(s) && sets(s) == sets(&i));
            let first = siblings.first() == Some(&i);
            match (whole, first) {
                (true, true) => calls.push(self.call(siblings, None, &taken)),
                (true, false) => {}
                (false, _) => calls.push(self.call(&[i], Some(&alphabet[i].guard), &taken)),
            }
        }
        calls
    }

    fn call(
        &self,
        members: &[usize],
        guard: Option<&String>,
        taken: &BTreeMap<usize, &Transition>,
    ) -> Call {
        let alphabet = &self.report.model.alphabet;
        let symbol = &alphabet[members[0]];
        let sets = taken.get(&members[0]).into_iter().flat_map(|t| &t.updates);
        Call {
            head: self.head(symbol),
            guard: guard.filter(|g| g.trim() != "true").cloned(),
            sets: sets
                .map(|(register, value)| format!("{register} = {value}"))
                .collect(),
            standing: taken
                .get(&members[0])
                .map_or(Standing::Established, |t| t.standing()),
            symbols: members
                .iter()
                .map(|&i| alphabet[i].symbol.clone())
                .collect(),
            causes: causes(members.iter().filter_map(|i| taken.get(i).copied())),
        }
    }
}

impl Index<'_> {
    /// Name and parameters. An overload's name ends in the types of its parameters: there they stand with the names.
    fn head(&self, symbol: &Symbol) -> String {
        let method = self
            .report
            .model
            .methods
            .iter()
            .find(|m| m.name == symbol.method);
        let (Some(name), Some(method)) = (overloaded(&symbol.method), method) else {
            return format!("{}({})", symbol.method, symbol.parameters.join(", "));
        };
        let typed = |p: &Parameter| {
            let simple = p.source_type.rsplit('.').next().unwrap_or(&p.source_type);
            format!("{simple} {}", p.name)
        };
        let parameters: Vec<String> = method.parameters.iter().map(typed).collect();
        format!("{name}({})", parameters.join(", "))
    }
}

/// For each symbol the method and its parameters, as people read them.
pub fn heads_alone(report: &Report) -> BTreeMap<String, String> {
    let index = Index::of(report);
    let symbols = report.model.alphabet.iter();
    symbols
        .map(|symbol| (symbol.symbol.clone(), index.head(symbol)))
        .collect()
}

/// For each symbol the call it stands for, as people read it, with its guard.
pub(crate) fn heads(report: &Report) -> BTreeMap<String, String> {
    let index = Index::of(report);
    let text = |(i, symbol): (usize, &Symbol)| {
        let call = index.call(&[i], Some(&symbol.guard), &BTreeMap::new());
        (symbol.symbol.clone(), call.text())
    };
    report.model.alphabet.iter().enumerate().map(text).collect()
}

/// The plain name of an overload, which is called `put(int)`; `None` for other methods.
pub(crate) fn overloaded(method: &str) -> Option<&str> {
    method
        .split_once('(')
        .filter(|_| method.ends_with(')'))
        .map(|(name, _)| name)
}

fn causes<'t>(transitions: impl Iterator<Item = &'t Transition>) -> Vec<Cause> {
    let mut all: Vec<Cause> = Vec::new();
    for cause in transitions.filter_map(|t| t.error.as_ref().or(t.unknown.as_ref())) {
        if !all.contains(cause) {
            all.push(cause.clone());
        }
    }
    all
}
