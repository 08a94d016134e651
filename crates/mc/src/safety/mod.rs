//! Whether a program can fail at all, for runs of every length: an invariant for each place where it pauses.
//!
//! The moves from place to place are constrained Horn clauses, which Z3's Spacer solves (Komuravelli, Gurfinkel and Chaki,
//! "SMT-Based Model Checking for Recursive Programs", 2014): first over whole numbers ([`whole`]), where invariants are the
//! linear ones that programs are written with, then over the bit vectors themselves. What comes of it is a claim like that of
//! [`crate::language`], whose blocks are one for each place and from which nothing leads to a failure.

mod bits;
mod guess;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use base::{Budget, Failure, Progress, StopReason, Undefined};
use cert::language::{Block, Claim, Edge, To};
use rustc_hash::FxHashMap;
use smt::horn::{Application, Clause, Definition, Horn, System, solve};
use smt::{Answer, Op, Solver, Sort, Term};
use step::LocationId;
use step::events::{Division, Does, EventSystem, Move};

use bits::Back;
use guess::Known;
use whole::{Reading, Translation};

/// Within what a proof is looked for.
#[derive(Clone, Copy)]
pub struct Within<'a> {
    /// The most places that are looked at.
    pub places: usize,
    /// How long it may take.
    pub budget: &'a Budget,
    /// Who is told what is done.
    pub progress: &'a dyn Progress,
}

/// Looks at all places that moves lead to, until it turns out that states should be divided in another way.
pub fn explored(
    system: &EventSystem,
    division: &Division,
    within: Within<'_>,
) -> Result<(), StopReason> {
    places(system, Some(division), within).map(|_| ())
}

/// Finds an invariant with which the program never fails. The claim is not to be believed until `cert` has checked it.
pub fn never_fails(
    system: &EventSystem,
    solver: &mut dyn Solver,
    within: Within<'_>,
) -> Result<Claim, StopReason> {
    let places = places(system, None, within)?;
    let mut known = guess::kept(&places, solver, within)?;
    for stage in [Stage::Others, Stage::Overflow] {
        if !places.rules_out(&known, stage, solver) {
            let found = places.excluding(stage, &known, within)?;
            for (place, formula) in found {
                known.entry(place).or_default().push(formula);
            }
        }
    }
    let all = |(place, formulas): (LocationId, Vec<Term>)| (place, system.terms.and(&formulas));
    places.claim(&known.into_iter().map(all).collect(), solver)
}

/// Which failures are looked at. That no number overflows is asked last: it mostly follows from what holds otherwise, and an
/// engine that begins with the largest numbers does not find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Others,
    Overflow,
}

impl Stage {
    /// Whether what a move does must not happen.
    fn forbids(self, does: &Does) -> bool {
        let overflows = |what: &Failure| what.undefined() == Some(Undefined::Overflow);
        match does {
            Does::Fail { what, .. } => overflows(what) == (self == Self::Overflow),
            Does::Unknown(_) => self == Self::Others,
            Does::Pass(..) | Does::End | Does::Undefined { .. } | Does::Discard => false,
        }
    }
}

/// What variables are, for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    Whole,
    Bits,
}

/// The places that moves lead to, whether their conditions can hold or not.
struct Places<'a> {
    system: &'a EventSystem,
    known: BTreeSet<LocationId>,
}

fn places<'a>(
    system: &'a EventSystem,
    unless_divided_otherwise: Option<&Division>,
    within: Within<'_>,
) -> Result<Places<'a>, StopReason> {
    let mut known = BTreeSet::new();
    let mut pending = vec![system.initial()];
    while let Some(place) = pending.pop() {
        within.budget.check()?;
        if !known.insert(place) {
            continue;
        }
        let count = known.len();
        within
            .progress
            .working(&|| format!("looking for a proof, {count} places"));
        if count > within.places {
            let most = within.places;
            let what = format!("the program pauses in more than {most} ways");
            return Err(StopReason::Limit(what));
        }
        let moves = system.moves(place);
        pending.extend(moves.iter().filter_map(|step| match &step.does {
            Does::Pass(_, target) => Some(target.location),
            _ => None,
        }));
        if unless_divided_otherwise.is_some_and(|division| system.division() != *division) {
            break;
        }
    }
    Ok(Places { system, known })
}

/// The part of what is left that each of the two ways to see numbers may take.
const SHARE: u32 = 2;

impl Places<'_> {
    /// Whether what is known is enough: nothing that is forbidden can happen.
    fn rules_out(&self, known: &Known, stage: Stage, solver: &mut dyn Solver) -> bool {
        self.known.iter().all(|&place| {
            let moves = self.system.moves(place);
            let mut forbidden = moves.iter().filter(|step| stage.forbids(&step.does));
            forbidden.all(|step| {
                let mut asked = known[&place].clone();
                asked.extend([step.guard, self.system.range(place)]);
                solver.ask(&asked) == Answer::Unsat
            })
        })
    }

    /// What else holds at each place, so that nothing that is forbidden happens.
    fn excluding(
        &self,
        stage: Stage,
        known: &Known,
        within: Within<'_>,
    ) -> Result<BTreeMap<LocationId, Term>, StopReason> {
        let whole = self.solved((Numbers::Whole, stage), known, within);
        within.budget.check()?;
        whole.or_else(|_| self.solved((Numbers::Bits, stage), known, within))
    }

    fn solved(
        &self,
        (numbers, stage): (Numbers, Stage),
        known: &Known,
        within: Within<'_>,
    ) -> Result<BTreeMap<LocationId, Term>, StopReason> {
        let clauses = Clauses::of(self, (numbers, stage), known, within)?;
        let left = within.budget.remaining();
        let limit: Option<Duration> = left.map(|left| left / SHARE);
        match solve(&self.system.terms, &clauses.system, limit) {
            Horn::Proved(definitions) => clauses.formulas(&definitions).ok_or_else(|| {
                let what = "an invariant could not be written in the program's numbers";
                StopReason::Limit(what.to_owned())
            }),
            Horn::Refuted => Err(StopReason::Limit(
                "it may fail in a way that was not found".to_owned(),
            )),
            Horn::Unknown(why) => Err(StopReason::SolverUnknown(why)),
        }
    }

    /// One block for each place that is reached, and all moves from it that states of the block can take.
    fn claim(
        &self,
        formulas: &BTreeMap<LocationId, Term>,
        solver: &mut dyn Solver,
    ) -> Result<Claim, StopReason> {
        let start = self.system.initial();
        let mut places = vec![start];
        let mut number = BTreeMap::from([(start, 0)]);
        let mut edges = Vec::new();
        let mut from = 0;
        while let Some(&place) = places.get(from) {
            let state = [formulas[&place], self.system.range(place)];
            for (move_number, step) in self.system.moves(place).iter().enumerate() {
                let asked = [&state[..], &[step.guard]].concat();
                let to = match &step.does {
                    Does::Pass(..) | Does::End if !solver.ask(&asked).is_possible()? => continue,
                    Does::Pass(_, target) => {
                        let to = number.entry(target.location).or_insert(places.len());
                        if *to == places.len() {
                            places.push(target.location);
                        }
                        To::Block(*to)
                    }
                    Does::End => To::End,
                    _ => continue,
                };
                edges.push(Edge {
                    from,
                    number: move_number,
                    to,
                });
            }
            from += 1;
        }
        let block = |&location: &LocationId| Block {
            location,
            formula: formulas[&location],
        };
        Ok(Claim {
            blocks: places.iter().map(block).collect(),
            edges,
            exact: Vec::new(),
        })
    }
}

/// The moves between places as Horn clauses.
struct Clauses<'a, 'p> {
    places: &'a Places<'p>,
    known: &'a Known,
    stage: Stage,
    numbers: Numbers,
    system: System,
    relations: BTreeMap<LocationId, usize>,
    readings: FxHashMap<Term, Reading>,
}

impl<'a, 'p> Clauses<'a, 'p> {
    fn of(
        places: &'a Places<'p>,
        (numbers, stage): (Numbers, Stage),
        known: &'a Known,
        within: Within<'_>,
    ) -> Result<Self, StopReason> {
        let mut clauses = Self {
            places,
            known,
            stage,
            numbers,
            system: System::new(),
            relations: BTreeMap::new(),
            readings: FxHashMap::default(),
        };
        for &place in &places.known {
            clauses.declare(place);
        }
        let start = clauses.relations[&places.system.initial()];
        clauses.system.clause(Clause {
            body: Vec::new(),
            constraint: places.system.terms.true_(),
            head: Some(Application {
                relation: start,
                args: Vec::new(),
            }),
        });
        for &place in &places.known {
            within.budget.check()?;
            for step in places.system.moves(place).iter() {
                clauses.add(place, step);
            }
        }
        Ok(clauses)
    }

    fn declare(&mut self, place: LocationId) {
        let terms = &self.places.system.terms;
        let location = self.places.system.location(place);
        let mut sorts = Vec::new();
        for variable in &location.variables {
            let reading = match variable.is_unsigned() {
                true => Reading::Unsigned,
                false => Reading::Signed,
            };
            self.readings.insert(variable.term, reading);
            sorts.push(match (self.numbers, terms.sort(variable.term)) {
                (Numbers::Whole, Sort::BitVec(_)) => Sort::Int,
                (_, sort) => sort,
            });
        }
        let relation = self.system.relation(&sorts);
        self.relations.insert(place, relation);
    }

    fn variables(&self, place: LocationId) -> Vec<Term> {
        let location = self.places.system.location(place);
        location.variables.iter().map(|v| v.term).collect()
    }

    fn applied(&self, place: LocationId, args: Vec<Term>) -> Application {
        let relation = self.relations[&place];
        Application { relation, args }
    }

    /// A move to another place, or to what must not happen.
    fn add(&mut self, from: LocationId, step: &Move) {
        let target = match &step.does {
            Does::Pass(_, target) => Some(target),
            does if self.stage.forbids(does) => None,
            _ => return,
        };
        let (location, update) = match target {
            Some(target) => (Some(target.location), &target.update[..]),
            None => (None, &[][..]),
        };
        let mut guard = self.known[&from].clone();
        guard.extend(self.places.system.terms.conjuncts(step.guard));
        let guard = self.places.system.terms.and(&guard);
        let (constraint, variables, update) = match self.numbers {
            Numbers::Bits => self.as_bits(from, guard, update),
            Numbers::Whole => self.as_whole(from, guard, location, update),
        };
        self.system.clause(Clause {
            body: vec![self.applied(from, variables)],
            constraint,
            head: location.map(|to| self.applied(to, update)),
        });
    }

    fn as_bits(
        &self,
        from: LocationId,
        guard: Term,
        update: &[Term],
    ) -> (Term, Vec<Term>, Vec<Term>) {
        let system = self.places.system;
        let constraint = system.terms.and(&[guard, system.range(from)]);
        (constraint, self.variables(from), update.to_vec())
    }

    fn as_whole(
        &self,
        from: LocationId,
        guard: Term,
        to: Option<LocationId>,
        update: &[Term],
    ) -> (Term, Vec<Term>, Vec<Term>) {
        let system = self.places.system;
        let terms = &system.terms;
        let mut readings = self.readings.clone();
        for input in unsigned_inputs(system, guard, update, &self.readings) {
            readings.insert(input, Reading::Unsigned);
        }
        let mut translation = Translation::new(terms, &readings);
        translation.assume(&terms.conjuncts(guard));
        translation.prepare(&update.iter().copied().chain([guard]).collect::<Vec<Term>>());
        let mut all = vec![
            translation.truth(guard),
            translation.truth(system.range(from)),
        ];
        let variables = self.variables(from);
        let whole = variables.iter().map(|&v| translation.variable_named(v));
        let whole = whole.collect();
        let targets = to.map_or_else(Vec::new, |to| self.variables(to));
        let new = targets.iter().zip(update);
        let new = new.map(|(&variable, &value)| match terms.sort(value) {
            Sort::BitVec(_) => translation.read(value, self.readings[&variable]),
            Sort::Bool => translation.truth(value),
            Sort::Int => value,
        });
        let update = new.collect();
        all.extend(translation.ranges());
        (terms.and(&all), whole, update)
    }

    /// What relations mean, over the variables of the places.
    fn formulas(&self, definitions: &[Definition]) -> Option<BTreeMap<LocationId, Term>> {
        let terms = &self.places.system.terms;
        let mut formulas = BTreeMap::new();
        for (&place, &relation) in &self.relations {
            let Definition { args, formula } = &definitions[relation];
            let variables = self.variables(place);
            let formula = match self.numbers {
                Numbers::Bits => {
                    let map = args.iter().copied().zip(variables).collect();
                    terms.substitute(*formula, &map)
                }
                Numbers::Whole => {
                    let truths = args.iter().zip(&variables);
                    let truths = truths.filter(|(arg, _)| terms.sort(**arg) == Sort::Bool);
                    let truths = truths.map(|(&arg, &variable)| (arg, variable)).collect();
                    let formula = terms.substitute(*formula, &truths);
                    let stands_for = |term: Term| {
                        let at = args.iter().position(|arg| *arg == term)?;
                        Some((variables[at], self.readings[&variables[at]]))
                    };
                    let back = Back {
                        terms,
                        stands_for: &stands_for,
                    };
                    back.truth(formula)?
                }
            };
            formulas.insert(place, formula);
        }
        Some(formulas)
    }
}

/// What is given and is looked at as an unsigned number somewhere.
fn unsigned_inputs(
    system: &EventSystem,
    guard: Term,
    update: &[Term],
    variables: &FxHashMap<Term, Reading>,
) -> BTreeSet<Term> {
    let terms = &system.terms;
    let all: Vec<Term> = update.iter().copied().chain([guard]).collect();
    let mut found = BTreeSet::new();
    for term in terms.parts(&all) {
        let unsigned = matches!(
            terms.op(term),
            Op::BvUlt | Op::BvUle | Op::ZeroExtend(_) | Op::BvUdiv | Op::BvUrem | Op::BvLshr
        );
        let inputs = terms.args(term).iter().copied();
        let inputs = inputs.filter(|arg| terms.var_name(*arg).is_some());
        found.extend(inputs.filter(|arg| unsigned && !variables.contains_key(arg)));
    }
    found
}
