//! The check of learned filters: it accepts what was learned, and no mutant of it that does something else.

use std::path::Path;
use std::rc::Rc;

use base::{Budget, NoProgress, Random};
use cert::stream::check_filter;
use cert::{Checked, Rejection};
use model::transducer::{Ran, SymbolicTransducer};
use smt::{Sort, Terms, Value, Z3};
use step::stream::{Filter, StreamSystem};
use teach::stream::{Options, Standing, learn_system, replay};

use crate::replay::code::code;
use crate::replay::inputs::{all_words, interesting, some};

/// Filters of all kinds: with states, outputs at the end, lookback, registers, and failures.
const FILTERS: [&str; 14] = [
    "capitalize_words",
    "cleanse_attribute",
    "crlf_to_lf",
    "csv_quote",
    "delta_decode",
    "difference",
    "fir_high_pass",
    "fletcher_running",
    "hex_decode",
    "prefix_line",
    "saturating_difference",
    "strip_bom",
    "unique_neighbours",
    "upper_case",
];

/// Mutants of each filter.
const MUTANTS: usize = 16;

fn filter(name: &str) -> Rc<Filter> {
    code(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/c/filters/{name}.c")))
}

fn learned(name: &str) -> (StreamSystem, SymbolicTransducer) {
    let budget = Budget::unlimited();
    let mut system = StreamSystem::new(&filter(name), &Terms::new(), 8, &budget);
    let learned = learn_system(&mut system, &Options::default(), &budget, &NoProgress);
    assert_eq!(learned.standing, Standing::Proved, "{name}");
    let model = learned.transducer.expect("what is proved is a model");
    let transitions: usize = model
        .states
        .iter()
        .map(|state| state.steps.len() + state.ends.len())
        .sum();
    assert!(
        learned.replayed.inputs >= transitions,
        "{name}: {:?} of {transitions}",
        learned.replayed
    );
    assert_eq!(learned.replayed.unable, None, "{name}");
    (system, model)
}

fn checked(system: &mut StreamSystem, model: &SymbolicTransducer) -> Result<Checked, Rejection> {
    let mut solver = Z3::new(&system.terms);
    check_filter(system, model, &mut solver, &Budget::unlimited())
}

/// Whether two runs came to the same. Why one is undefined is no part of what it does.
fn alike(one: &Ran, other: &Ran) -> bool {
    match (one, other) {
        (Ran::Wrote(one), Ran::Wrote(other)) => one == other,
        (Ran::Undefined { .. }, Ran::Undefined { .. }) => true,
        (Ran::Wrote(_), Ran::Undefined { .. }) | (Ran::Undefined { .. }, Ran::Wrote(_)) => false,
    }
}

/// A change, or nothing where there is nothing of the kind to change.
fn mutant(
    model: &SymbolicTransducer,
    random: &mut Random,
) -> Option<(&'static str, SymbolicTransducer)> {
    let mut changed = model.clone();
    let states = changed.states.len();
    let state = random.below(states);
    let steps = changed.states[state].steps.len();
    if steps == 0 {
        return None;
    }
    let place = Place {
        state,
        step: random.below(steps),
        other: random.below(steps),
        symbol: *random.pick(&interesting(model)),
    };
    let kind = match random.below(9) {
        3 => {
            changed.states[state].steps[place.step].to = random.below(states);
            "another state"
        }
        kind @ 0..=6 => place.change_step(&mut changed, kind)?,
        7 => place.change_end(&mut changed)?,
        _ => place.change_start(&mut changed)?,
    };
    Some((kind, changed))
}

/// Where a model is changed.
struct Place {
    state: usize,
    step: usize,
    other: usize,
    symbol: u64,
}

impl Place {
    /// Changes what a step writes, or its guard.
    fn change_step(&self, model: &mut SymbolicTransducer, kind: usize) -> Option<&'static str> {
        let (terms, bits) = (model.terms.clone(), model.output.bits);
        let symbol = terms.bv(model.input.bits, self.symbol);
        let is_symbol = terms.eq(model.seen(0), symbol);
        let steps = &mut model.states[self.state].steps;
        let step = &mut steps[self.step];
        Some(match kind {
            0 => {
                let write = step.writes.first_mut()?;
                *write = terms.bv_add(*write, terms.bv(bits, 1));
                "another output"
            }
            1 => {
                step.writes.push(terms.bv(bits, self.symbol));
                "one more output"
            }
            2 => {
                step.writes.pop()?;
                "one output less"
            }
            4 => {
                step.guard = terms.or(&[step.guard, is_symbol]);
                let wider = steps.remove(self.step);
                steps.insert(0, wider);
                "a wider guard"
            }
            5 => {
                step.guard = terms.and(&[step.guard, terms.not(is_symbol)]);
                "a narrower guard"
            }
            _ => {
                let writes = step.writes.clone();
                steps[self.step].writes = std::mem::replace(&mut steps[self.other].writes, writes);
                "two outputs swapped"
            }
        })
    }

    /// Changes what is written in the end.
    fn change_end(&self, model: &mut SymbolicTransducer) -> Option<&'static str> {
        let symbol = model.terms.bv(model.output.bits, self.symbol);
        let end = model.states[self.state].ends.first_mut()?;
        if end.writes.pop().is_none() {
            end.writes.push(symbol);
        }
        Some("another end")
    }

    /// Changes the first value of a register; without registers, takes an end away.
    fn change_start(&self, model: &mut SymbolicTransducer) -> Option<&'static str> {
        let Some(register) = model.registers.first_mut() else {
            model.states[self.state].ends.pop()?;
            return Some("no end");
        };
        let Sort::BitVec(width) = model.terms.sort(register.variable) else {
            return None;
        };
        let next = register.initial.as_unsigned()?.wrapping_add(1);
        register.initial = Value::bv(width, next);
        Some("another first value")
    }
}

#[test]
fn what_is_learned_is_accepted_and_no_mutant_that_differs_is() {
    let (mut mutants, mut different, mut refused, mut contradicted) = (0, 0, 0, 0);
    for (seed, name) in FILTERS.into_iter().enumerate() {
        let (mut system, model) = learned(name);
        let words = all_words(&some(&interesting(&model), 7), 3);
        let does: Vec<Ran> = words.iter().map(|word| model.run(word)).collect();
        let mut random = Random::seeded(seed as u64);
        let mut made = 0;
        while made < MUTANTS {
            let Some((kind, changed)) = mutant(&model, &mut random) else {
                continue;
            };
            made += 1;
            let accepted = checked(&mut system, &changed).is_ok();
            let replayed = replay(&system.filter, &changed, None, &Budget::unlimited());
            assert!(
                !accepted || replayed.is_ok(),
                "{name}: {kind} is accepted and contradicted: {replayed:?}"
            );
            let shown = words
                .iter()
                .zip(&does)
                .find(|(word, ran)| !alike(&changed.run(word), ran));
            if let Some((word, _)) = shown {
                assert!(
                    !accepted,
                    "{name}: {kind} is accepted, and differs on {word:?}"
                );
                different += 1;
                contradicted += usize::from(replayed.is_err());
            }
            refused += usize::from(!accepted);
        }
        mutants += made;
        assert!(
            checked(&mut system, &model).is_ok(),
            "{name}: what was learned is still accepted"
        );
    }
    // A single symbol of a guard need not be one that is tried.
    assert!(
        5 * contradicted >= 4 * different,
        "the interpreter contradicts {contradicted} of {different}"
    );
    assert!(
        mutants >= 200 && different >= mutants / 2 && refused < mutants,
        "{different} and {refused} of {mutants}"
    );
}
