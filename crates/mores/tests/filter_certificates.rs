//! The check of learned filters: it accepts what was learned, and no mutant of it that does something else.

#[path = "replay/inputs.rs"]
#[expect(
    dead_code,
    reason = "words of other kinds are for comparisons with compiled filters"
)]
mod inputs;
#[path = "replay/code.rs"]
mod replayed_code;

use std::path::Path;
use std::rc::Rc;

use base::{Budget, NoProgress, Random};
use cert::stream::check_filter;
use cert::{Checked, Rejection};
use inputs::{all_words, interesting, some};
use model::transducer::{Ran, SymbolicTransducer};
use replayed_code::code;
use smt::{Sort, Terms, Value, Z3};
use step::stream::{Filter, StreamSystem};
use teach::stream::{Options, Standing, learn_system, replay};

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
    let terms = model.terms.clone();
    let (states, bits) = (changed.states.len(), model.input.bits);
    let state = random.below(states);
    let steps = changed.states[state].steps.len();
    if steps == 0 {
        return None;
    }
    let (step, other) = (random.below(steps), random.below(steps));
    let symbol = *random.pick(&interesting(model));
    let is_symbol = terms.eq(model.seen(0), terms.bv(bits, symbol));
    let of = &mut changed.states[state];
    let kind = match random.below(9) {
        0 => {
            let write = of.steps[step].writes.first_mut()?;
            *write = terms.bv_add(*write, terms.bv(model.output.bits, 1));
            "another output"
        }
        1 => {
            of.steps[step]
                .writes
                .push(terms.bv(model.output.bits, symbol));
            "one more output"
        }
        2 => {
            of.steps[step].writes.pop()?;
            "one output less"
        }
        3 => {
            of.steps[step].to = random.below(states);
            "another state"
        }
        4 => {
            of.steps[step].guard = terms.or(&[of.steps[step].guard, is_symbol]);
            let wider = of.steps.remove(step);
            of.steps.insert(0, wider);
            "a wider guard"
        }
        5 => {
            of.steps[step].guard = terms.and(&[of.steps[step].guard, terms.not(is_symbol)]);
            "a narrower guard"
        }
        6 => {
            let (one, another) = (
                of.steps[step].writes.clone(),
                of.steps[other].writes.clone(),
            );
            (of.steps[step].writes, of.steps[other].writes) = (another, one);
            "two outputs swapped"
        }
        7 => {
            let end = of.ends.first_mut()?;
            if end.writes.pop().is_none() {
                end.writes.push(terms.bv(model.output.bits, symbol));
            }
            "another end"
        }
        _ => match changed.registers.first_mut() {
            Some(register) => {
                let Sort::BitVec(width) = terms.sort(register.variable) else {
                    return None;
                };
                register.initial =
                    Value::bv(width, register.initial.as_unsigned()?.wrapping_add(1));
                "another first value"
            }
            None => {
                of.ends.pop()?;
                "no end"
            }
        },
    };
    Some((kind, changed))
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
