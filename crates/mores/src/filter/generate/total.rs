//! Whether a model says what to write for every input: generated code writes something for each.

use base::{Budget, StopReason};
use model::analysis::transducer::{Decision, equal};
use model::transducer::{End, Start, State, Step, SymbolicTransducer};
use smt::{Answer, Config, Term, chain};

/// Whether the model is defined on every input over its alphabet, or an input on which it is not.
pub(super) fn total(model: &SymbolicTransducer, budget: &Budget) -> Decision<Vec<u64>> {
    if covers(model, budget) {
        return Decision::Yes;
    }
    let [silent, everywhere] = [silent(model), everywhere(model)];
    match equal(&silent, &everywhere, budget).decision {
        Decision::Yes => Decision::Yes,
        Decision::No(found) => Decision::No(found.input),
        Decision::Unknown(why) => Decision::Unknown(why),
    }
}

/// Whether in every state, whatever was read before, some step takes each symbol and some end the end.
fn covers(model: &SymbolicTransducer, budget: &Budget) -> bool {
    let terms = &model.terms;
    let mut solver = chain(terms, Config::default());
    let mut none_of = |guards: Vec<Term>, under: Term| {
        let others = guards.into_iter().map(|guard| terms.not(guard));
        let question: Vec<Term> = others.chain([under]).collect();
        budget.check().is_ok() && solver.check(&question) == Answer::Unsat
    };
    let alone = matches!(&model.starts[..], [only] if only.when.is_none());
    alone
        && model.states.iter().all(|state| {
            let steps = state.steps.iter().map(|step| step.guard).collect();
            let ends = state.ends.iter().map(|end| end.guard).collect();
            state.failure.is_none()
                && none_of(steps, model.alphabet)
                && none_of(ends, terms.true_())
        })
}

/// The same model, defined on the same inputs, writing nothing.
fn silent(model: &SymbolicTransducer) -> SymbolicTransducer {
    let mut silent = model.clone();
    for state in &mut silent.states {
        state.steps.iter_mut().for_each(|step| step.writes.clear());
        state.ends.iter_mut().for_each(|end| end.writes.clear());
    }
    silent
}

/// What reads every input over the alphabet and writes nothing.
fn everywhere(model: &SymbolicTransducer) -> SymbolicTransducer {
    let anything = model.terms.true_();
    let step = Step {
        guard: anything,
        writes: Vec::new(),
        updates: Vec::new(),
        to: 0,
    };
    let end = End {
        guard: anything,
        writes: Vec::new(),
    };
    SymbolicTransducer {
        lookback: 0,
        registers: Vec::new(),
        starts: vec![Start {
            when: None,
            state: 0,
        }],
        states: vec![State {
            steps: vec![step],
            ends: vec![end],
            failure: None,
        }],
        ..model.clone()
    }
}

/// Why nothing is generated of a model that is not known to be total.
pub(super) fn open(why: &StopReason) -> String {
    format!("whether the filter is defined on every input was not decided: {why}")
}
