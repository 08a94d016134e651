//! The code itself as a model. Where its state is numbers (a position, a count, a limit), no finite number of states tells
//! apart what it does, and a learner of such states finds no end. What the code does with these numbers is known,
//! though: each number is a register, each way a call can go a guard over registers and arguments. What is left to tell
//! apart by states are the objects, and the variables that have few values.
//!
//! Nothing here is trusted: the checker holds the model against the code, as any other.

use std::collections::{BTreeMap, BTreeSet};

use base::Budget;
use cert::{Invariant, Node};
use model::{Moore, Outcome, Register};
use rustc_hash::FxHashMap;
use smt::{Answer, Op, Solver, Sort, Term, Value};
use step::{LetterId, Location, LocationId, Path, StepSystem, Target, Variable};

use super::alphabet::{self, Symbol};
use super::registers::{Start, plain, register};

/// More locations than this are objects that grow.
const MOST_LOCATIONS: usize = 32;
/// More states than this are no summary of the code.
const MOST_PLACES: usize = 48;
/// More combinations of values than this that one path may leave are too many to look at; most of them are never met.
const MOST_CHOICES: usize = 1_024;
/// More values than this of one variable make a register of it.
const FEW_VALUES: usize = 5;
/// More registers than this make no readable model.
const MOST_REGISTERS: usize = 8;
/// More guards of one method than this are not read by anybody.
const MOST_SYMBOLS: usize = 10;

/// A model that follows the code.
pub(super) struct Folded {
    pub start: Start,
    pub machine: Moore<Outcome>,
    /// What holds where the machine and the code are.
    pub invariant: Invariant,
}

/// Why there is none.
#[derive(Debug)]
pub(super) enum Fault {
    /// This method has too many guards.
    Method(LetterId),
    /// There are too many locations.
    Locations,
    /// There are too many states or registers, or too little time.
    All,
}

/// Whether a system has variables with many values, as far as it is small enough to say.
pub(super) fn counts(system: &StepSystem, budget: &Budget) -> bool {
    let Some(locations) = system.locations_within(MOST_LOCATIONS, budget) else {
        return false;
    };
    let narrow = narrow(system, &locations);
    let is_wide = |v: &Variable| !narrow.contains(plain(&v.name));
    let mut all = locations.iter().map(|&at| system.location(at));
    all.any(|here| here.variables.iter().any(is_wide))
}

/// The model that follows a system.
pub(super) fn fold(
    system: &StepSystem,
    budget: &Budget,
    solver: &mut dyn Solver,
) -> Result<Folded, Fault> {
    let locations = system.locations_within(MOST_LOCATIONS, budget);
    let locations = locations.ok_or(Fault::Locations)?;
    let mut narrow = narrow(system, &locations);
    loop {
        let folder = Folder {
            system,
            registers: registers(system, &locations, &narrow)?,
            narrow: &narrow,
            places: Vec::new(),
        };
        match folder.follow(budget, solver) {
            Ok(folded) => return Ok(folded),
            Err(Stop::Fault(fault)) => return Err(fault),
            Err(Stop::Wide(name)) => narrow.remove(&name),
        };
    }
}

/// The variables, by name, to which nothing but constants is ever given; truth values in any case.
fn narrow(system: &StepSystem, locations: &[LocationId]) -> BTreeSet<String> {
    let names = |at: &LocationId| {
        let here = system.location(*at);
        let names = here.variables.iter().map(|v| plain(&v.name).to_owned());
        names.collect::<Vec<_>>()
    };
    let mut narrow: BTreeSet<String> = locations.iter().flat_map(names).collect();
    loop {
        let wide = locations
            .iter()
            .flat_map(|&at| given_many(system, at, &narrow));
        let wide: BTreeSet<String> = wide.collect();
        let before = narrow.len();
        narrow.retain(|name| !wide.contains(name));
        if narrow.len() == before {
            return narrow;
        }
    }
}

/// The variables that calls from a location give something else than constants and what narrow variables hold.
fn given_many(system: &StepSystem, at: LocationId, narrow: &BTreeSet<String>) -> BTreeSet<String> {
    let here = system.location(at);
    let is_narrow = |v: &&Variable| narrow.contains(plain(&v.name));
    let known: BTreeSet<Term> = here
        .variables
        .iter()
        .filter(is_narrow)
        .map(|v| v.term)
        .collect();
    let is_one = |leaf: &Term| is_constant(system, *leaf) || known.contains(leaf);
    let is_few = |value: Term| {
        system.terms.sort(value) == Sort::Bool || leaves(system, value).iter().all(is_one)
    };
    let mut many = BTreeSet::new();
    for letter in system.letters.ids() {
        let summary = system.summary(at, letter);
        for target in summary.paths.iter().filter_map(|path| path.next.as_ref()) {
            let there = system.location(target.location);
            let given = there.variables.iter().zip(&target.update);
            let wide = given.filter(|(_, value)| !is_few(**value));
            many.extend(wide.map(|(v, _)| plain(&v.name).to_owned()));
        }
    }
    many
}

/// What a term of nested conditions may be.
fn leaves(system: &StepSystem, term: Term) -> Vec<Term> {
    match (system.terms.op(term), system.terms.args(term)) {
        (Op::Ite, [_, then, otherwise]) => {
            [leaves(system, *then), leaves(system, *otherwise)].concat()
        }
        _ => vec![term],
    }
}

fn is_constant(system: &StepSystem, term: Term) -> bool {
    system.terms.eval(term, &|_| None).is_some()
}

/// A register for each variable that is not narrow.
fn registers(
    system: &StepSystem,
    locations: &[LocationId],
    narrow: &BTreeSet<String>,
) -> Result<Vec<Register>, Fault> {
    let mut known: BTreeMap<String, Variable> = BTreeMap::new();
    for &at in locations {
        let here = system.location(at);
        for variable in here.variables.iter() {
            let name = plain(&variable.name);
            if narrow.contains(name) {
                continue;
            }
            let first = known
                .entry(name.to_owned())
                .or_insert_with(|| variable.clone());
            if system.terms.sort(first.term) != system.terms.sort(variable.term) {
                return Err(Fault::All);
            }
        }
    }
    match known.len() <= MOST_REGISTERS {
        true => Ok(known.values().map(|v| register(system, v)).collect()),
        false => Err(Fault::All),
    }
}

/// A location, and what its narrow variables hold.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    location: LocationId,
    values: Vec<(Term, Value)>,
}

/// Where a call leads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Leads {
    /// To a place, with what the registers hold then, as far as that has variables for them.
    On(usize, Vec<Option<Term>>),
    Error,
    Unknown,
}

enum Stop {
    Fault(Fault),
    /// This variable has many values.
    Wide(String),
}

/// A symbol, and where it leads from each place.
type Followed = (Symbol, Vec<Leads>);

struct Folder<'a> {
    system: &'a StepSystem,
    registers: Vec<Register>,
    narrow: &'a BTreeSet<String>,
    places: Vec<Place>,
}

impl Folder<'_> {
    fn follow(mut self, budget: &Budget, solver: &mut dyn Solver) -> Result<Folded, Stop> {
        let start = self.system.initial();
        let variables = &self.system.location(start.location).variables;
        if !variables.is_empty() {
            return Err(Stop::Fault(Fault::All));
        }
        self.places.push(Place {
            location: start.location,
            values: Vec::new(),
        });
        let mut symbols: Vec<Vec<Followed>> = Vec::new();
        let initial = alphabet::initial(self.system, solver);
        symbols.extend(initial.into_iter().map(|symbol| vec![(symbol, Vec::new())]));
        let mut at = 0;
        while at < self.places.len() {
            for of_method in &mut symbols {
                if budget.check().is_err() || self.places.len() > MOST_PLACES {
                    return Err(Stop::Fault(Fault::All));
                }
                let before = std::mem::take(of_method);
                *of_method = self.refined(at, before, solver)?;
            }
            at += 1;
        }
        let mut symbols = symbols.concat();
        for (symbol, _) in &mut symbols {
            self.represent(symbol, solver);
        }
        Ok(self.folded(&symbols))
    }

    /// Gives a symbol a call that belongs to it while the registers hold something.
    fn represent(&self, symbol: &mut Symbol, solver: &mut dyn Solver) {
        let letter = &self.system.letters[symbol.letter];
        let params: Vec<Term> = letter.params.iter().map(|p| p.term).collect();
        let found = solver.find(&[symbol.guard, letter.domain], &params);
        let values = found.ok().flatten().and_then(|model| {
            let values = params.iter().map(|&p| model.get(p).cloned());
            values.collect::<Option<Vec<Value>>>()
        });
        symbol.representative = values.unwrap_or_else(|| symbol.representative.clone());
    }

    /// The symbols of a method, split by where they lead from a place.
    fn refined(
        &mut self,
        at: usize,
        symbols: Vec<Followed>,
        solver: &mut dyn Solver,
    ) -> Result<Vec<Followed>, Stop> {
        let terms = &self.system.terms;
        let letter = symbols[0].0.letter;
        let too_many = || Stop::Fault(Fault::Method(letter));
        let domain = self.system.letters[letter].domain;
        let ways = self.ways(at, letter, solver)?;
        if let (1, Some((to, _))) = (ways.len(), ways.first_key_value()) {
            let led = symbols.into_iter().map(|(symbol, mut leads)| {
                leads.push(to.clone());
                (symbol, leads)
            });
            return Ok(led.collect());
        }
        let mut finer = Vec::new();
        for (symbol, leads) in symbols {
            for (to, guard) in &ways {
                let guard = terms.and(&[symbol.guard, *guard]);
                match solver.ask(&[guard, domain]) {
                    Answer::Unsat => continue,
                    Answer::Sat => {}
                    Answer::Unknown(_) => return Err(too_many()),
                }
                let leads = leads.iter().chain([to]).cloned().collect();
                let symbol = Symbol {
                    guard,
                    ..symbol.clone()
                };
                finer.push((symbol, leads));
            }
        }
        match finer.len() <= MOST_SYMBOLS {
            true => Ok(finer),
            false => Err(too_many()),
        }
    }

    /// Where the calls of a letter lead from a place, and when.
    fn ways(
        &mut self,
        at: usize,
        letter: LetterId,
        solver: &mut dyn Solver,
    ) -> Result<BTreeMap<Leads, Term>, Stop> {
        let system = self.system;
        let place = self.places[at].clone();
        let known = self.known(&place);
        let mut guards: BTreeMap<Leads, Vec<Term>> = BTreeMap::new();
        for path in &system.summary(place.location, letter).paths {
            let guard = system.terms.substitute(path.guard, &known);
            for (leads, condition) in self.leads(path, &known)? {
                let guard = system.terms.and(&[guard, condition]);
                if *system.terms.op(guard) == Op::Value(Value::Bool(false)) {
                    continue;
                }
                match solver.ask(&[guard, system.letters[letter].domain]) {
                    Answer::Unsat => continue,
                    Answer::Sat => {}
                    Answer::Unknown(_) => return Err(Stop::Fault(Fault::Method(letter))),
                }
                guards.entry(self.arrived(leads)?).or_default().push(guard);
            }
        }
        // A way that is the only one needs no condition.
        let alone = guards.len() == 1;
        let any = |guards: Vec<Term>| match alone {
            true => system.terms.bool(true),
            false => system.terms.or(&guards),
        };
        Ok(guards.into_iter().map(|(to, g)| (to, any(g))).collect())
    }

    /// What stands for the variables at a place: values for the narrow ones, registers for the others.
    fn known(&self, place: &Place) -> FxHashMap<Term, Term> {
        let terms = &self.system.terms;
        let here = self.system.location(place.location);
        let mut known: FxHashMap<Term, Term> = here
            .variables
            .iter()
            .filter_map(|v| Some((v.term, self.register(v)?.term)))
            .collect();
        let values = place.values.iter();
        known.extend(values.map(|(t, value)| (*t, terms.constant(value.clone()))));
        known
    }

    fn register(&self, variable: &Variable) -> Option<&Register> {
        self.registers
            .iter()
            .find(|r| plain(&r.name) == plain(&variable.name))
    }

    /// Where a path leads, and when, as far as that depends on what narrow variables are given.
    fn leads(
        &self,
        path: &Path,
        known: &FxHashMap<Term, Term>,
    ) -> Result<Vec<(Reached, Term)>, Stop> {
        let terms = &self.system.terms;
        Ok(match (path.answer, &path.next) {
            (Outcome::Ok, Some(target)) => self.targets(target, known)?,
            (Outcome::Error, _) => vec![(Reached::Error, terms.bool(true))],
            (Outcome::Ok | Outcome::Unknown, _) => vec![(Reached::Unknown, terms.bool(true))],
        })
    }

    fn targets(
        &self,
        target: &Target,
        known: &FxHashMap<Term, Term>,
    ) -> Result<Vec<(Reached, Term)>, Stop> {
        let terms = &self.system.terms;
        let there = self.system.location(target.location);
        let mut values: Vec<(Vec<(Term, Value)>, Term)> = vec![(Vec::new(), terms.bool(true))];
        for (variable, &value) in there.variables.iter().zip(&target.update) {
            if !self.narrow.contains(plain(&variable.name)) {
                continue;
            }
            let value = terms.substitute(value, known);
            let choices = self.choices(variable, value)?;
            let extended = |(held, when): &(Vec<(Term, Value)>, Term)| {
                let with = |(chosen, condition): &(Value, Term)| {
                    let held = held
                        .iter()
                        .cloned()
                        .chain([(variable.term, chosen.clone())]);
                    (held.collect(), terms.and(&[*when, *condition]))
                };
                choices.iter().map(with).collect::<Vec<_>>()
            };
            values = values.iter().flat_map(extended).collect();
            if values.len() > MOST_CHOICES {
                return Err(Stop::Fault(Fault::All));
            }
        }
        let held = self.held(&there, target, known);
        let reached = |(values, when): (Vec<(Term, Value)>, Term)| {
            let place = Place {
                location: target.location,
                values,
            };
            (Reached::On(place, held.clone()), when)
        };
        Ok(values.into_iter().map(reached).collect())
    }

    /// The values that a narrow variable may be given, and when.
    fn choices(&self, variable: &Variable, value: Term) -> Result<Vec<(Value, Term)>, Stop> {
        let terms = &self.system.terms;
        let constant = |term: Term| terms.eval(term, &|_| None);
        if let Some(value) = constant(value) {
            return Ok(vec![(value, terms.bool(true))]);
        }
        if terms.sort(value) == Sort::Bool {
            return Ok(vec![
                (Value::Bool(true), value),
                (Value::Bool(false), terms.not(value)),
            ]);
        }
        let wide = || Stop::Wide(plain(&variable.name).to_owned());
        let leaves: BTreeSet<Term> = leaves(self.system, value).into_iter().collect();
        let choice = |leaf: &Term| Some((constant(*leaf)?, terms.eq(value, *leaf)));
        let choices: Option<Vec<(Value, Term)>> = leaves.iter().map(choice).collect();
        choices.ok_or_else(wide)
    }

    /// What the registers hold at a target.
    fn held(
        &self,
        there: &Location,
        target: &Target,
        known: &FxHashMap<Term, Term>,
    ) -> Vec<Option<Term>> {
        let held = |register: &Register| {
            let is_it = |v: &Variable| plain(&v.name) == plain(&register.name);
            let value = target.update[there.variables.iter().position(is_it)?];
            Some(self.system.terms.substitute(value, known))
        };
        self.registers.iter().map(held).collect()
    }

    /// Gives a place that was not met before its number.
    fn arrived(&mut self, reached: Reached) -> Result<Leads, Stop> {
        let (place, held) = match reached {
            Reached::On(place, held) => (place, held),
            Reached::Error => return Ok(Leads::Error),
            Reached::Unknown => return Ok(Leads::Unknown),
        };
        if let Some(known) = self.places.iter().position(|p| *p == place) {
            return Ok(Leads::On(known, held));
        }
        self.places.push(place.clone());
        for (at, &(variable, _)) in place.values.iter().enumerate() {
            let same = self.places.iter().filter(|p| p.location == place.location);
            let values: BTreeSet<String> = same.map(|p| p.values[at].1.to_string()).collect();
            if values.len() > FEW_VALUES {
                return Err(Stop::Wide(self.name_of(place.location, variable)));
            }
        }
        Ok(Leads::On(self.places.len() - 1, held))
    }

    fn name_of(&self, at: LocationId, variable: Term) -> String {
        let here = self.system.location(at);
        let found = here.variables.iter().find(|v| v.term == variable);
        found.map_or_else(String::new, |v| plain(&v.name).to_owned())
    }

    /// The machine with a state for each place, those joined that lead everywhere to the same.
    fn folded(self, symbols: &[Followed]) -> Folded {
        let blocks = self.blocks(symbols);
        let states = blocks.iter().max().map_or(0, |&last| last + 1);
        let (error, unknown) = (states, states + 1);
        let next = |to: &Leads| match to {
            Leads::On(to, _) => blocks[*to],
            Leads::Error => error,
            Leads::Unknown => unknown,
        };
        let mut rows: Vec<(Outcome, Vec<usize>)> = Vec::new();
        for state in 0..states {
            let at = blocks.iter().position(|&b| b == state).expect("a place");
            let row = symbols.iter().map(|(_, leads)| next(&leads[at])).collect();
            rows.push((Outcome::Ok, row));
        }
        rows.push((Outcome::Error, vec![error; symbols.len()]));
        rows.push((Outcome::Unknown, vec![unknown; symbols.len()]));
        let machine = Moore::new(symbols.len(), blocks[0], rows).expect("a row for each state");
        Folded {
            invariant: self.invariant(&blocks),
            start: Start {
                registers: self.registers,
                symbols: symbols.iter().map(|(symbol, _)| symbol.clone()).collect(),
            },
            machine,
        }
    }

    /// A number for each place, the same for those that cannot be told apart.
    fn blocks(&self, symbols: &[Followed]) -> Vec<usize> {
        let mut blocks = vec![0; self.places.len()];
        loop {
            let block = |to: &Leads| match to {
                Leads::On(to, held) => Leads::On(blocks[*to], held.clone()),
                Leads::Error | Leads::Unknown => to.clone(),
            };
            let row = |at: usize| symbols.iter().map(move |(_, leads)| block(&leads[at]));
            let key = |at: usize| (blocks[at], row(at).collect::<Vec<Leads>>());
            let keys: Vec<(usize, Vec<Leads>)> = (0..blocks.len()).map(key).collect();
            let mut distinct: Vec<&(usize, Vec<Leads>)> = Vec::new();
            for key in &keys {
                if !distinct.contains(&key) {
                    distinct.push(key);
                }
            }
            let finer: Vec<usize> = keys
                .iter()
                .filter_map(|key| distinct.iter().position(|k| *k == key))
                .collect();
            if finer == blocks {
                return blocks;
            }
            blocks = finer;
        }
    }

    /// What the narrow variables hold where code and machine are.
    fn invariant(&self, blocks: &[usize]) -> Invariant {
        let terms = &self.system.terms;
        let mut regions: BTreeMap<Node, Vec<Term>> = BTreeMap::new();
        for (place, &state) in self.places.iter().zip(blocks) {
            let node = Node {
                state,
                location: place.location,
            };
            let equal = |(t, value): &(Term, Value)| terms.eq(*t, terms.constant(value.clone()));
            let here: Vec<Term> = place.values.iter().map(equal).collect();
            regions.entry(node).or_default().push(terms.and(&here));
        }
        let regions = regions.into_iter();
        Invariant {
            regions: regions.map(|(node, any)| (node, terms.or(&any))).collect(),
        }
    }
}

/// Where a path leads, before that place has a number.
enum Reached {
    On(Place, Vec<Option<Term>>),
    Error,
    Unknown,
}
