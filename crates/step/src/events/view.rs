//! Where programs pause, as locations: calls under way, objects, and the values that are known are the location, the rest
//! are its variables.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Arena, Budget, StopReason};
use smt::{Config, Solver, Term, Terms, chain};
use symex::{Advance, Explored, ImageTerms, Integers, Limits, Paused, Pauses, Reached, World};

use super::pose::{Lives, Pose, capture};
use super::runs::Subject;
use super::{Does, End, EventSystem, EventView, Move};
use crate::{Location, LocationId, Target};

/// Statements on one path from one pause to the next.
const STEPS: usize = 1_000_000;

/// How the states of a program are divided into places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// Where it pauses.
    pub pauses: Pauses,
    /// Values of one variable that are told apart at most.
    pub values: usize,
    /// What is known to have more, by its name.
    pub widened: BTreeSet<String>,
}

impl Default for Division {
    fn default() -> Self {
        Self {
            pauses: Pauses::Events,
            values: 64,
            widened: BTreeSet::new(),
        }
    }
}

/// A program as an event system.
pub fn event_system(
    subject: &Rc<Subject>,
    terms: &Terms,
    division: &Division,
    budget: &Budget,
) -> EventSystem {
    let view = ProgramView {
        subject: Rc::clone(subject),
        terms: terms.clone(),
        budget: budget.clone(),
        solver: chain(terms, Config::default()),
        image: Rc::default(),
        lives: Lives::default(),
        poses: Arena::new(),
        ids: BTreeMap::new(),
        values: BTreeMap::new(),
        division: division.clone(),
    };
    EventSystem::new(terms.clone(), Integers::Wrapping, Box::new(view.started()))
}

struct ProgramView {
    subject: Rc<Subject>,
    terms: Terms,
    budget: Budget,
    solver: Box<dyn Solver>,
    image: Rc<ImageTerms>,
    lives: Lives,
    poses: Arena<LocationId, (Pose, Rc<Location>)>,
    ids: BTreeMap<Pose, LocationId>,
    /// The values that are told apart so far, by what they are values of.
    values: BTreeMap<String, BTreeSet<Term>>,
    /// What has too many values to tell them apart is added to it.
    division: Division,
}

impl ProgramView {
    fn started(mut self) -> Self {
        let before = Paused::before(&self.subject.program, self.subject.start);
        self.locate(&before);
        self
    }

    /// The location of a program that has paused, and the values of its variables.
    fn locate(&mut self, paused: &Paused) -> (LocationId, Vec<Term>) {
        let (subject, terms) = (Rc::clone(&self.subject), self.terms.clone());
        let world = World::new(
            &subject.program,
            &terms,
            Integers::Wrapping,
            Rc::clone(&self.image),
        );
        let mut captured = capture(&world, paused, &self.lives, &|key| {
            self.division.widened.contains(key)
        });
        let before = self.division.widened.len();
        for (key, value) in std::mem::take(&mut captured.known) {
            let values = self.values.entry(key.clone()).or_default();
            values.insert(value);
            if values.len() > self.division.values {
                self.division.widened.insert(key);
            }
        }
        if self.division.widened.len() > before {
            captured = capture(&world, paused, &self.lives, &|key| {
                self.division.widened.contains(key)
            });
        }
        if let Some(&id) = self.ids.get(&captured.graph) {
            return (id, captured.leaves);
        }
        let variables = captured.graph.variables(&world);
        let name = format!(
            "{} {}",
            captured.graph.name(&self.subject.program),
            self.poses.len()
        );
        let id = self.poses.push((
            captured.graph.clone(),
            Rc::new(Location {
                name,
                variables,
                counts: BTreeMap::new(),
            }),
        ));
        self.ids.insert(captured.graph, id);
        (id, captured.leaves)
    }

    fn step(&mut self, advance: Advance) -> Move {
        let guard = self.terms.and(&advance.condition);
        let inputs = advance.inputs.iter().map(|input| input.term).collect();
        let does = match advance.to {
            Reached::Pause(event, paused) => {
                let (location, update) = self.locate(&paused);
                Does::Pass(event.map(base::Id::index), Target { location, update })
            }
            Reached::End(end) => self.end(end),
            Reached::Astray(_, place, _) => {
                let what = "a stream where nothing is fed".to_owned();
                Does::Unknown(StopReason::Unsupported {
                    what,
                    place: Some(place),
                })
            }
        };
        Move {
            guard,
            inputs,
            does,
        }
    }

    /// Soundness: what depends on neither the state nor an input, such as addresses, nobody can choose.
    fn only_known(&self, step: &mut Move, variables: &BTreeSet<Term>) {
        let update = match &step.does {
            Does::Pass(_, target) => &target.update[..],
            Does::Fail { .. }
            | Does::End
            | Does::Undefined { .. }
            | Does::Discard
            | Does::Unknown(_) => &[],
        };
        let known = |term: &Term| {
            let free = self.terms.free_vars(*term);
            free.iter()
                .all(|var| variables.contains(var) || step.inputs.contains(var))
        };
        if !update.iter().chain([&step.guard]).all(known) {
            let what = "what it does depends on addresses".to_owned();
            step.does = Does::Unknown(StopReason::Unsupported { what, place: None });
        }
    }

    fn end(&self, end: symex::End) -> Does {
        match self.subject.end_of_path(end) {
            End::Failed { what, place } => Does::Fail { what, place },
            End::Ended => Does::End,
            End::Undefined { kind, place } => Does::Undefined { kind, place },
            End::Discarded => Does::Discard,
            End::Beyond { .. } => {
                Does::Unknown(StopReason::Limit("a bound where there is none".into()))
            }
            End::Unknown(reason) => Does::Unknown(reason),
        }
    }
}

impl EventView for ProgramView {
    fn initial(&self) -> LocationId {
        base::Id::from_index(0)
    }

    fn location(&self, id: LocationId) -> Rc<Location> {
        Rc::clone(&self.poses[id].1)
    }

    fn division(&self) -> Division {
        self.division.clone()
    }

    fn moves(&mut self, location: LocationId) -> Vec<Move> {
        let (pose, known) = self.poses[location].clone();
        let variables: Vec<Term> = known.variables.iter().map(|v| v.term).collect();
        let mut advances = Vec::new();
        let (subject, terms) = (Rc::clone(&self.subject), self.terms.clone());
        let world = World::new(
            &subject.program,
            &terms,
            Integers::Wrapping,
            Rc::clone(&self.image),
        );
        let paused = pose.materialise(&world, &variables);
        let limits = Limits {
            steps: STEPS,
            ..Limits::for_programs()
        };
        let explored = symex::advance(
            &world,
            &limits,
            &self.budget,
            &mut *self.solver,
            (&paused, self.division.pauses),
            &mut |a| advances.push(a),
        );
        drop(world);
        let advances = advances.into_iter();
        let mut moves: Vec<Move> = advances.map(|advance| self.step(advance)).collect();
        let known: BTreeSet<Term> = variables.into_iter().collect();
        moves
            .iter_mut()
            .for_each(|step| self.only_known(step, &known));
        if let Explored::Stopped(reason) = explored {
            let guards: Vec<Term> = moves.iter().map(|m| m.guard).collect();
            moves.push(Move {
                guard: self.terms.not(self.terms.or(&guards)),
                inputs: Vec::new(),
                does: Does::Unknown(reason),
            });
        }
        moves
    }
}
