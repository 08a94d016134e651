//! Which inputs lead to outputs of a kind.

use base::{Budget, StopReason};

use super::compose::compose;
use super::domain::Domains;
use super::equal::output;
use super::lane::lanes;
use super::oracle::{Asked, Oracle};
use super::path::plainer;
use super::{Decision, Pattern, trial};
use crate::transducer::{Acceptor, AcceptorState, SymbolicTransducer};

/// How often a search that knew too little is tried again with more.
const TRIES: usize = 3;

/// An input and what is written for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    /// The input.
    pub input: Vec<u64>,
    /// What is written for it, which matches.
    pub output: Vec<u64>,
    /// Whether no shorter input shows the same.
    pub shortest: bool,
}

/// The inputs whose outputs match a pattern.
#[derive(Clone, Debug)]
pub struct Preimage {
    /// Defined on these inputs, and writes nothing.
    pub language: SymbolicTransducer,
    /// The same as an automaton, where guards look at one symbol at a time and nothing is looked up ahead.
    pub acceptor: Option<Acceptor>,
    /// The shortest of them: no, if there is none.
    pub shortest: Option<Matching>,
}

/// Whether no output ever matches the pattern.
pub fn avoids(
    filter: &SymbolicTransducer,
    pattern: &Pattern,
    budget: &Budget,
) -> Decision<Matching> {
    match preimage(filter, pattern, budget) {
        Ok(Preimage { shortest: None, .. }) => Decision::Yes,
        Ok(Preimage {
            shortest: Some(found),
            ..
        }) => Decision::No(found),
        Err(reason) => {
            trial::matching(filter, pattern, budget).map_or(Decision::Unknown(reason), Decision::No)
        }
    }
}

/// The inputs whose outputs match the pattern.
pub fn preimage(
    filter: &SymbolicTransducer,
    pattern: &Pattern,
    budget: &Budget,
) -> Result<Preimage, StopReason> {
    if pattern.symbols().bits != filter.output.bits {
        let (read, written) = (pattern.symbols().bits, filter.output.bits);
        let why = format!(
            "the pattern is one of symbols of {read} bits, the filter writes symbols of {written}"
        );
        return Err(StopReason::Inexpressible(why));
    }
    let language = compose(filter, &pattern.transducer(&filter.terms), budget)?;
    let found = shortest(&language, budget)?;
    let matching = |(input, shortest): (Vec<u64>, bool)| {
        let output = output(filter, &input).unwrap_or_default();
        Matching {
            input,
            output,
            shortest,
        }
    };
    Ok(Preimage {
        acceptor: acceptor(&language),
        shortest: found.map(matching),
        language,
    })
}

/// The shortest input that a transducer is defined on, and whether no shorter one is.
fn shortest(language: &SymbolicTransducer, budget: &Budget) -> Asked<Option<(Vec<u64>, bool)>> {
    let oracle = &mut Oracle::new(&language.terms, language.input, budget);
    let lanes = lanes(oracle, language, language.alphabet, 0)?;
    let domains = Domains::new(&lanes, &[], false);
    let defined = |input: &[u64]| output(language, input).is_some();
    let shows = &mut |input: Vec<u64>| defined(&input).then(|| plainer(input, defined));
    for again in 1..=TRIES {
        let (found, doubt) =
            domains.difference(oracle, language.lookback * again, usize::MAX, shows)?;
        match found {
            Some(found) if !doubt || again == TRIES => return Ok(Some((found, !doubt))),
            None if !doubt => return Ok(None),
            _ => {}
        }
    }
    Err(StopReason::Inexpressible(
        "guards compare symbols so that ways were found that no input takes".into(),
    ))
}

fn acceptor(language: &SymbolicTransducer) -> Option<Acceptor> {
    let [start] = &language.starts[..] else {
        return None;
    };
    let always = |state: &crate::transducer::State| {
        state
            .ends
            .iter()
            .all(|end| end.guard == language.terms.true_())
    };
    if language.lookback > 0
        || start.when.is_some()
        || start.state != 0
        || !language.states.iter().all(always)
    {
        return None;
    }
    let state = |state: &crate::transducer::State| AcceptorState {
        accepting: !state.ends.is_empty(),
        edges: state
            .steps
            .iter()
            .map(|step| (step.guard, step.to))
            .collect(),
    };
    Some(Acceptor {
        states: language.states.iter().map(state).collect(),
    })
}
