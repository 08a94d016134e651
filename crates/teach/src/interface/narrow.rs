//! A component seen narrowly enough to be proved.
//!
//! A class that keeps what it is given has no end of states, and what it was given before decides what it takes next. Within a
//! *scope* (so many elements in one place), with a few texts and, where that is not enough, a few numbers, there is an end of them,
//! and the usual proof closes. The verdict names all three, and what lies beyond the scope is unknown.

use std::collections::BTreeMap;
use std::rc::Rc;

use base::Budget;
use cert::Verdict;
use ir::Type;
use step::{Sight, StepSystem};

use super::attempt::Attempts;
use super::brief::{self, LONGEST};
use super::mixed::{self, Mixed};
use super::{Interface, MOST_STATES, tally};
use crate::prepare::{LOCATIONS, PREPARING, summarised};

/// One in as many parts of what is left of the time is not for seeing a component narrowly.
const NOT_NARROWING: u32 = 5;
/// One in as many parts of the rest is for one way of seeing it.
const ONE_WAY: u32 = 2;
/// The most elements in one place.
const MOST_HELD: usize = 3;
/// Texts that no code knows, two of them: it may matter whether they are the same.
pub const TEXTS: [&str; 2] = ["a", "b"];
/// Numbers that are compared with earlier ones, where any would be too many.
const NUMBERS: [i64; 3] = [0, 1, 2];

/// How a component was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Narrowed {
    /// How many elements may be held in one place.
    pub scope: usize,
    /// The only texts that are passed, beside the empty one.
    pub few_texts: Option<Vec<String>>,
    /// The only values of some parameters.
    pub pools: BTreeMap<String, Vec<i64>>,
}

impl Narrowed {
    fn sight(&self, sight: &Sight) -> Sight {
        let mut pools = sight.pools.clone();
        pools.extend(self.pools.clone());
        Sight {
            scope: Some(self.scope),
            few_texts: self.few_texts.clone(),
            pools,
            ..sight.clone()
        }
    }
}

impl Attempts<'_> {
    /// What is proved of the component that this system is, seen narrowly.
    pub(super) fn narrowed(&self, whole: &StepSystem) -> Option<Interface> {
        if self.sight.scope.is_some() {
            return None;
        }
        let budget = self.around.0.but_last(NOT_NARROWING);
        self.around
            .1
            .working(&|| "looking at less than all that can be held".to_owned());
        let few = whole.takes_texts().then(|| self.few_texts());
        let ways = few.into_iter().map(Some).chain([None]);
        let mut best: Option<Interface> = None;
        for few_texts in ways {
            let as_wide = best
                .as_ref()
                .and_then(|b| b.narrowed.as_ref())
                .map(|n| n.scope);
            let found = match as_wide {
                None => self.widest(few_texts, &budget),
                // Texts of any characters are better than a few, in the same scope.
                Some(scope) => self.within(scope, few_texts, &budget.share(ONE_WAY)),
            };
            best = better(found, best);
        }
        best.map(|best| tally::tallied(best, self.around.0))
    }

    /// The texts that the code compares with, and some others.
    fn few_texts(&self) -> Vec<String> {
        let own = self.component.texts.iter().cloned();
        let mut texts: Vec<String> = own.collect();
        for text in TEXTS {
            if !texts.iter().any(|t| t == text) {
                texts.push(text.to_owned());
            }
        }
        texts
    }

    /// The widest scope in which the component is proved, as long as there are few enough states to read.
    fn widest(&self, few_texts: Option<Vec<String>>, budget: &Budget) -> Option<Interface> {
        let mut best: Option<Interface> = None;
        for scope in 1..=MOST_HELD {
            let found = self.within(scope, few_texts.clone(), &budget.share(ONE_WAY));
            let Some(found) = found else { break };
            let grew = best.as_ref().is_some_and(|b| states(b) != states(&found));
            if best.is_some() && tally::states(&found) > MOST_STATES {
                break;
            }
            let settled = best.is_some() && !grew;
            best = Some(found);
            if settled {
                break;
            }
        }
        best
    }

    /// What is proved within a scope.
    fn within(
        &self,
        scope: usize,
        few_texts: Option<Vec<String>>,
        budget: &Budget,
    ) -> Option<Interface> {
        let mut narrowed = Narrowed {
            scope,
            few_texts,
            pools: BTreeMap::new(),
        };
        let first = self.seen(&narrowed, budget);
        if first.proved.as_ref().is_some_and(is_readable) || first.numbers.is_empty() {
            return first.proved;
        }
        let pool = |name| (name, NUMBERS.to_vec());
        narrowed.pools = first.numbers.into_iter().map(pool).collect();
        let again = self.around.0.but_last(NOT_NARROWING).share(ONE_WAY);
        let second = self.seen(&narrowed, &again).proved;
        match second.as_ref().is_some_and(is_readable) {
            true => second,
            false => first.proved.or(second),
        }
    }

    fn seen(&self, narrowed: &Narrowed, budget: &Budget) -> Seen {
        let around = (budget, self.around.1);
        let attempts = Attempts {
            learner: self.learner,
            component: self.component.clone(),
            sight: narrowed.sight(&self.sight),
            around,
        };
        let Ok(whole) = summarised(&self.component, &attempts.sight, around) else {
            return Seen::default();
        };
        let whole = Rc::new(whole);
        let learned = attempts.sought(&whole).ok();
        let proved = learned.filter(|l| matches!(l.verdict, Verdict::Proved(_)));
        Seen {
            numbers: compared_numbers(&whole, &self.around.0.share(PREPARING)),
            proved: proved.map(|learned| Interface {
                narrowed: Some(narrowed.clone()),
                ..learned
            }),
        }
    }
}

/// The first, if there is one and people can read it, or nobody can read the second.
fn better(first: Option<Interface>, second: Option<Interface>) -> Option<Interface> {
    match (&first, &second) {
        (Some(one), Some(other)) if is_readable(other) && !is_readable(one) => second,
        (Some(_), _) => first,
        (None, _) => second,
    }
}

/// What came of a look at a component.
#[derive(Default)]
struct Seen {
    proved: Option<Interface>,
    /// The numbers that are compared with earlier ones.
    numbers: Vec<String>,
}

/// Whether its guards are read by people.
pub(super) fn is_readable(learned: &Interface) -> bool {
    let interface = &learned.interface;
    let mut symbols = 0..interface.symbols.len();
    symbols.all(|symbol| brief::length(interface, symbol) <= LONGEST)
}

fn states(learned: &Interface) -> usize {
    learned.interface.automaton.states()
}

/// The parameters that are whole numbers and compared with what earlier calls brought.
fn compared_numbers(whole: &StepSystem, budget: &Budget) -> Vec<String> {
    let letters = &whole.letters;
    let number = |mixed: &Mixed| {
        let (letter, name) = mixed.parameter();
        let letter = &letters[letter];
        let is_number = letter
            .params
            .iter()
            .any(|p| p.name == name && matches!(p.ty, Type::Int(_)));
        let is_own = letter.declared.iter().any(|(own, _)| own == name);
        (is_number && is_own).then(|| name.to_owned())
    };
    let mixed = mixed::find(whole, LOCATIONS, budget);
    let mut numbers: Vec<String> = mixed.iter().filter_map(number).collect();
    numbers.sort();
    numbers.dedup();
    numbers
}
