//! The machine that a learner would make of single words, read off the states of the code instead: the teacher sees
//! them. Where few enough states can be reached with one call for each symbol, they, joined where they answer alike for
//! ever, are what every learner must end with for these symbols (state matching, Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4.1, taken to the
//! end). What is left to find out is whether the symbols are fine enough.

use base::{Budget, Outcome, Progress, StopReason};
use cert::Invariant;
use learn::{Conclusion, Conformance, Counts, Difference, EquivalenceOracle, Learned};
use model::Moore;
use rustc_hash::{FxHashMap, FxHashSet};
use step::{LocationId, State, StepSystem};

use super::alphabet::Symbol;
use super::teacher::Teacher;

/// Steps after which the question comes up whether there is an end to it.
const PATIENCE: usize = 40_000;
/// Steps after which it is given up in any case.
const MAX_STEPS: usize = 600_000;
/// Locations that may be met: each costs an analysis of all methods, and more are a sign of objects that grow.
const MAX_LOCATIONS: usize = 256;
/// States that answer differently: with so many other learners are no faster.
const MANY_CLASSES: usize = 300;
/// The part of the budget that one exploration may take.
const PART: u32 = 4;

/// Learns without a learner. `None` if that is not the way: too many states can be reached.
pub(super) fn learn_by_states(
    teacher: &mut Teacher<'_>,
    (budget, progress): (&Budget, &dyn Progress),
) -> Option<Learned<Outcome, Invariant>> {
    if !teacher.has_fixed_calls() {
        return None;
    }
    let (mut explored, mut rounds) = (Explored::default(), 0);
    let conclusion = loop {
        progress.working(&|| format!("following the states of the code, round {}", rounds + 1));
        let model = explored
            .machine(teacher.system(), teacher.symbols(), &budget.share(PART))
            .ok()??;
        rounds += 1;
        progress.working(&|| {
            format!(
                "comparing a hypothesis of {} states with the system",
                model.states()
            )
        });
        match teacher.compare(&model) {
            Conformance::Conforms(evidence) => break Conclusion::Conforms { model, evidence },
            Conformance::Differs(Difference::Alphabet(_)) => {}
            Conformance::Differs(Difference::Word(_)) => return None,
            Conformance::Inconclusive(reason) => {
                break Conclusion::Stopped {
                    best: model,
                    contradicted: None,
                    reason,
                };
            }
        }
    };
    let counts = Counts {
        questions: explored.steps,
        symbols: explored.steps,
        ..Counts::default()
    };
    Some(Learned {
        conclusion,
        rounds,
        counts,
    })
}

/// The states found so far. Symbols may be added from one call of [`machine`](Self::machine) to the next; they keep
/// their representatives.
#[derive(Default)]
struct Explored {
    states: Vec<State>,
    numbers: FxHashMap<State, usize>,
    /// For each state, as far as it was looked at, where each symbol leads.
    rows: Vec<Vec<Reached>>,
    depths: Vec<usize>,
    locations: FxHashSet<LocationId>,
    steps: usize,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Reached {
    State(usize),
    Error,
    Unknown,
}

impl Explored {
    /// The smallest machine that answers every sequence of representatives as the code does. `None` if too many states
    /// can be reached.
    fn machine(
        &mut self,
        system: &StepSystem,
        symbols: &[Symbol],
        budget: &Budget,
    ) -> Result<Option<Moore<Outcome>>, StopReason> {
        if self.states.is_empty() {
            self.number(system.initial(), 0);
        }
        let patience = self.steps + PATIENCE;
        let finished = self.explore(system, symbols, patience, budget)?
            || (self.grows(symbols.len()) && self.explore(system, symbols, MAX_STEPS, budget)?);
        Ok(finished.then(|| self.read(symbols.len()).minimise()))
    }

    /// Whether all states were looked at before so many steps were taken.
    fn explore(
        &mut self,
        system: &StepSystem,
        symbols: &[Symbol],
        limit: usize,
        budget: &Budget,
    ) -> Result<bool, StopReason> {
        let mut state = 0;
        while state < self.states.len() {
            if self.rows.len() == state {
                self.rows.push(Vec::new());
            }
            while let Some(symbol) = symbols.get(self.rows[state].len()) {
                if self.steps >= limit || self.locations.len() > MAX_LOCATIONS {
                    return Ok(false);
                }
                budget.check()?;
                let reached = self.step(system, state, symbol);
                self.rows[state].push(reached);
            }
            state += 1;
        }
        Ok(true)
    }

    fn step(&mut self, system: &StepSystem, state: usize, symbol: &Symbol) -> Reached {
        self.steps += 1;
        let stepped = system.step(&self.states[state], symbol.letter, &symbol.representative);
        match (stepped.answer, stepped.next) {
            (Outcome::Ok, Some(next)) => Reached::State(self.number(next, self.depths[state] + 1)),
            (Outcome::Error, _) => Reached::Error,
            (Outcome::Ok, None) | (Outcome::Unknown, _) => Reached::Unknown,
        }
    }

    fn number(&mut self, state: State, depth: usize) -> usize {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let new = self.states.len();
        self.locations.insert(state.location);
        self.states.push(state.clone());
        self.depths.push(depth);
        self.numbers.insert(state, new);
        new
    }

    /// The states as they are, all of which were looked at, with an error and an unknown state behind them.
    fn read(&self, letters: usize) -> Moore<Outcome> {
        let states = self.states.len();
        let target = |reached: &Reached| match reached {
            Reached::State(state) => *state,
            Reached::Error => states,
            Reached::Unknown => states + 1,
        };
        let rows = self
            .rows
            .iter()
            .map(|row| (Outcome::Ok, row.iter().map(target).collect()));
        let ends = [
            (Outcome::Error, vec![states; letters]),
            (Outcome::Unknown, vec![states + 1; letters]),
        ];
        Moore::new(letters, 0, rows.chain(ends).collect()).expect("every state was looked at")
    }

    /// Whether there are many states that answer differently among those found. If not, there is no use in finding more
    /// of them: a learner will need few. The classes are those of Moore's algorithm; after so many rounds they are right
    /// for states so many steps away from what was not looked at.
    fn grows(&self, letters: usize) -> bool {
        let whole = self
            .rows
            .iter()
            .take_while(|row| row.len() == letters)
            .count();
        let Some(&deepest) = self.depths[..whole].last() else {
            return false;
        };
        let mut classes: Vec<usize> = vec![0; self.states.len()];
        let mut known = 1;
        for round in 1..=deepest {
            let found = self.split(&mut classes, whole, deepest - round);
            if found >= MANY_CLASSES || found <= known {
                return found >= MANY_CLASSES;
            }
            known = found;
        }
        false
    }

    /// One round: the classes of the states up to a depth, by the classes they lead to; returns how many there are.
    fn split(&self, classes: &mut [usize], whole: usize, depth: usize) -> usize {
        let class = |reached: &Reached| match reached {
            Reached::State(state) => Ok(classes[*state]),
            Reached::Error => Err(Outcome::Error),
            Reached::Unknown => Err(Outcome::Unknown),
        };
        let mut numbers = FxHashMap::default();
        let mut new = Vec::new();
        for state in (0..whole).filter(|&state| self.depths[state] <= depth) {
            let fresh = numbers.len();
            let row: Vec<_> = self.rows[state].iter().map(class).collect();
            new.push((state, *numbers.entry(row).or_insert(fresh)));
        }
        new.iter()
            .for_each(|&(state, class)| classes[state] = class);
        numbers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    /// A counter that was followed so far: `up` leads on, `down` back, and from zero wherever it is said to lead.
    fn counter(so_far: usize, below_zero: Reached) -> Explored {
        let state = |_| State {
            location: LocationId::from_index(0),
            values: Vec::new(),
        };
        let row = |n: usize| {
            vec![
                Reached::State(n + 1),
                if n == 0 {
                    below_zero
                } else {
                    Reached::State(n - 1)
                },
            ]
        };
        Explored {
            states: (0..=so_far).map(state).collect(),
            rows: (0..so_far).map(row).collect(),
            depths: (0..=so_far).collect(),
            ..Explored::default()
        }
    }

    #[test]
    fn a_counter_grows_if_its_values_can_be_told_apart() {
        assert!(counter(2 * MANY_CLASSES + 10, Reached::Error).grows(2));
        assert!(!counter(2 * MANY_CLASSES + 10, Reached::State(0)).grows(2));
        assert!(
            !counter(MANY_CLASSES / 2, Reached::Error).grows(2),
            "nothing is known yet"
        );
    }
}
