//! Code as far as a model makes a claim about it. A model leaves calls open that it could not analyse, or was not given the
//! time for: whatever the code answers to them is no difference, and comes after nothing that is compared.

use std::collections::BTreeMap;
use std::rc::Rc;

use base::{Id, Outcome, StopReason};
use model::InterfaceLts;
use smt::Value;
use step::{LetterId, Location, LocationId, Note, Path, StepSystem, Summary, Target, View};

/// The code, in which calls that the model calls unknown, leaves undecided or only guesses are answered *unknown*, as the
/// model answers them. Its locations say where the model is, too, so the model must not have registers.
pub(crate) fn claimed(system: StepSystem, interface: &InterfaceLts) -> StepSystem {
    debug_assert!(
        interface.registers.is_empty(),
        "guards speak of the parameters alone"
    );
    let code = Rc::new(system);
    let start = (code.initial().location, interface.automaton.initial());
    let mut view = Claimed {
        code: Rc::clone(&code),
        interface: interface.clone(),
        pairs: vec![],
        ids: BTreeMap::new(),
    };
    view.id(start);
    code.derived(Box::new(view))
}

struct Claimed {
    code: Rc<StepSystem>,
    interface: InterfaceLts,
    /// Where code and model are at each location.
    pairs: Vec<(LocationId, usize)>,
    ids: BTreeMap<(LocationId, usize), LocationId>,
}

impl View for Claimed {
    fn initial(&self) -> (LocationId, Vec<Value>) {
        (LocationId::from_index(0), self.code.initial().values)
    }

    fn location(&self, id: LocationId) -> Rc<Location> {
        let (place, state) = self.pairs[id.index()];
        let code = self.code.location(place);
        Rc::new(Location {
            name: format!("{}, state {state}", code.name),
            variables: code.variables.clone(),
            counts: code.counts.clone(),
        })
    }

    fn summarise(&mut self, location: LocationId, letter: LetterId) -> Summary {
        let (place, state) = self.pairs[location.index()];
        let whole = self.code.summary(place, letter);
        let symbols = 0..self.interface.symbols.len();
        let own: Vec<usize> = symbols
            .filter(|&s| self.interface.symbols[s].method == letter.index())
            .collect();
        let mut paths = Vec::new();
        for symbol in own {
            let (guard, next) = (
                self.interface.symbols[symbol].guard,
                self.interface.automaton.next(state, symbol),
            );
            match self.interface.automaton.output_of(next) {
                Outcome::Unknown => paths.push(unclaimed(guard)),
                Outcome::Ok | Outcome::Error => paths.extend(
                    whole
                        .paths
                        .iter()
                        .map(|path| self.followed(path, guard, next)),
                ),
            }
        }
        Summary { paths }
    }
}

impl Claimed {
    fn id(&mut self, pair: (LocationId, usize)) -> LocationId {
        *self.ids.entry(pair).or_insert_with(|| {
            self.pairs.push(pair);
            LocationId::from_index(self.pairs.len() - 1)
        })
    }

    /// The part of a path on which the model goes there.
    fn followed(&mut self, path: &Path, guard: smt::Term, state: usize) -> Path {
        let guard = self.code.terms.and(&[path.guard, guard]);
        let target = |t: &Target| Target {
            location: self.id((t.location, state)),
            update: t.update.clone(),
        };
        let next = path.next.as_ref().map(target);
        Path {
            guard,
            next,
            answer: path.answer,
            note: path.note.clone(),
        }
    }
}

fn unclaimed(guard: smt::Term) -> Path {
    let unclaimed = StopReason::Limit("the model claims nothing of it".into());
    Path {
        guard,
        answer: Outcome::Unknown,
        next: None,
        note: Some(Note::unknown(unclaimed)),
    }
}
