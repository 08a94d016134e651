//! Words of programs for runs of every length: small systems written by hand, whose words are known.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Budget, Id, NoProgress, Place, StopReason};
use cert::language::{Claim, To, check_language};
use cert::{Checked, Rejection};
use mc::language::{Goal, exact_blocks};
use smt::{Config, Sort, Term, Terms, chain};
use step::events::{Division, Does, EventSystem, EventView, Move};
use step::{Integers, Location, LocationId, Target, Variable};

/// A counter `x` that starts at 0; while the input says so it shows an event and counts, up to `most` if there is one and
/// around otherwise; when the input says no it fails where `fails` holds of `x`, and ends elsewhere.
pub struct Counter {
    terms: Terms,
    most: Option<u64>,
    fails: fn(&Terms, Term) -> Term,
}

impl Counter {
    fn x(&self) -> Term {
        self.terms.var("x'", Sort::BitVec(8))
    }

    pub fn system(most: Option<u64>, fails: fn(&Terms, Term) -> Term) -> EventSystem {
        let terms = Terms::new();
        EventSystem::new(
            terms.clone(),
            Integers::Wrapping,
            Box::new(Self { terms, most, fails }),
        )
    }
}

const AT_START: usize = 0;
const COUNTING: usize = 1;

impl EventView for Counter {
    fn initial(&self) -> LocationId {
        LocationId::from_index(AT_START)
    }

    fn division(&self) -> Division {
        Division::default()
    }

    fn location(&self, id: LocationId) -> Rc<Location> {
        let ty = ir::Type::Int(ir::IntType {
            bits: 8,
            signed: false,
        });
        let x = Variable {
            name: "x'".into(),
            source_type: "u8".into(),
            ty,
            term: self.x(),
        };
        let variables = if id.index() == COUNTING {
            vec![x]
        } else {
            vec![]
        };
        Rc::new(Location {
            name: format!("at {id}"),
            variables,
            counts: BTreeMap::new(),
        })
    }

    fn moves(&mut self, location: LocationId) -> Vec<Move> {
        let (terms, x) = (&self.terms, self.x());
        let counting = LocationId::from_index(COUNTING);
        let to = |value: Term| Target {
            location: counting,
            update: vec![value],
        };
        if location.index() == AT_START {
            return vec![Move {
                guard: terms.bool(true),
                inputs: vec![],
                does: Does::Pass(None, to(terms.bv(8, 0))),
            }];
        }
        let more = terms.var("more#0", Sort::Bool);
        let full = self
            .most
            .map_or(terms.bool(false), |most| terms.bv_uge(x, terms.bv(8, most)));
        let next = terms.ite(full, x, terms.bv_add(x, terms.bv(8, 1)));
        let fails = (self.fails)(terms, x);
        let place = Place {
            file: "counter".into(),
            line: 1,
        };
        let step = |guard: &[Term], does| Move {
            guard: terms.and(guard),
            inputs: vec![more],
            does,
        };
        vec![
            step(&[more], Does::Pass(Some(0), to(next))),
            step(
                &[terms.not(more), fails],
                Does::Fail {
                    what: base::Failure::Assertion,
                    place,
                },
            ),
            step(&[terms.not(more), terms.not(fails)], Does::End),
        ]
    }
}

fn claimed(system: &EventSystem, goal: Goal, most: usize) -> Result<Claim, StopReason> {
    let mut solver = chain(&system.terms, Config::default());
    exact_blocks(
        system,
        goal,
        &mut *solver,
        most,
        (&Budget::unlimited(), &NoProgress),
    )
}

fn checked(system: &EventSystem, claim: &Claim, goal: To) -> Result<Checked, Rejection> {
    let mut solver = chain(&system.terms, Config::default());
    check_language(system, claim, goal, &mut *solver, &Budget::unlimited())
}

/// For each number of events up to a bound whether some run shows so many and then ends as wanted, by exact moves alone.
fn lengths(system: &EventSystem, claim: &Claim, wanted: To, most: usize) -> Vec<bool> {
    let mut at: BTreeSet<(usize, usize)> = BTreeSet::from([(0, 0)]);
    let mut shown = vec![false; most + 1];
    let mut pending: Vec<(usize, usize)> = vec![(0, 0)];
    while let Some((block, length)) = pending.pop() {
        for edge in claim.exact.iter().filter(|edge| edge.from == block) {
            let moves = system.moves(claim.blocks[block].location);
            let length =
                length + usize::from(matches!(moves[edge.number].does, Does::Pass(Some(_), _)));
            match edge.to {
                to if to == wanted => shown[length] = true,
                To::Block(to) if length <= most && at.insert((to, length)) => {
                    pending.push((to, length))
                }
                To::Block(_) | To::Failure | To::End => {}
            }
        }
    }
    shown
}

fn at_least_three(terms: &Terms, x: Term) -> Term {
    terms.not(terms.bv_ult(x, terms.bv(8, 3)))
}

fn exactly_three(terms: &Terms, x: Term) -> Term {
    terms.eq(x, terms.bv(8, 3))
}

#[test]
fn a_counter_that_fails_from_three_on_has_all_longer_words_and_no_shorter_one() {
    let system = Counter::system(Some(200), at_least_three);
    let claim = claimed(&system, Goal::Failures, 100).expect("few blocks are enough");
    assert!(checked(&system, &claim, To::Failure).is_ok());
    let expected: Vec<bool> = (0..=12).map(|n| n >= 3).collect();
    assert_eq!(lengths(&system, &claim, To::Failure, 12), expected);
}

#[test]
fn a_counter_that_passes_three_once_fails_once() {
    let system = Counter::system(Some(5), exactly_three);
    let claim = claimed(&system, Goal::Failures, 100).expect("few blocks are enough");
    assert!(checked(&system, &claim, To::Failure).is_ok());
    assert_eq!(
        lengths(&system, &claim, To::Failure, 12),
        (0..=12).map(|n| n == 3).collect::<Vec<_>>()
    );
}

#[test]
fn the_words_of_runs_that_end_are_told_as_well() {
    let system = Counter::system(Some(5), exactly_three);
    let claim = claimed(&system, Goal::Ends, 100).expect("few blocks are enough");
    assert!(checked(&system, &claim, To::End).is_ok());
    assert_eq!(
        lengths(&system, &claim, To::End, 12),
        (0..=12).map(|n| n != 3).collect::<Vec<_>>()
    );
}

#[test]
fn too_many_blocks_are_no_proof() {
    // A counter that wraps around needs a block for each of its 256 values.
    let system = Counter::system(None, exactly_three);
    assert!(matches!(
        claimed(&system, Goal::Failures, 20),
        Err(StopReason::Limit(_))
    ));
}

#[test]
fn a_claim_that_leaves_a_move_out_or_overstates_one_is_refused() {
    let system = Counter::system(Some(200), at_least_three);
    let claim = claimed(&system, Goal::Failures, 100).expect("few blocks are enough");
    let mut refused = BTreeMap::new();
    for number in 0..claim.edges.len() {
        let mut without = claim.clone();
        let edge = without.edges.remove(number);
        without.exact.retain(|e| *e != edge);
        refused.insert(number, checked(&system, &without, To::Failure).is_err());
    }
    assert!(refused.values().all(|refused| *refused), "{refused:?}");
    let mut coarse = claim.clone();
    coarse
        .blocks
        .iter_mut()
        .for_each(|block| block.formula = system.terms.bool(true));
    assert!(matches!(
        checked(&system, &coarse, To::Failure),
        Err(Rejection::Wrong(_))
    ));
}
