//! From the words that were found within bounds to loops.
//!
//! A bounded language is finite and its automaton a bundle of ways. Where the ways repeat themselves, states are merged, as
//! in RPNI with a blue fringe (Oncina, García, "Inferring regular languages in polynomial update time", 1992; Lang,
//! Pearlmutter, Price, "Results of the Abbadingo One DFA learning competition", 1998, doi 10.1007/BFb0054059). Unlike there
//! the sample is complete within the bounds, so a merge needs no score: it is right as far as anything is known, or it
//! contradicts a word. What lies outside the bounds is neither accepted nor rejected, as Chapman et al. ("Learning the Language of Error", 2015) asks for in Section 7.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dfa::{Edge, Mark, PartialDfa};

/// With more places than this, merging would take too long.
const MOST_PLACES: usize = 2000;

/// An automaton with loops, no larger than `exact`, that accepts what `exact` accepts and agrees with it on every word that
/// is not `unknown`; `None` if nothing can be merged (or there is too much to look at).
///
/// `unknown` are the words that were not looked at. If all words of up to n letters were, they are
/// [`longer_than`](PartialDfa::longer_than) n; if runs were cut short, the [`extended`](PartialDfa::extended)
/// words that they had done by then; the union if both.
///
/// The edges that take words beyond what was found are marked [`Mark::Conjectured`]: along the others only words of `exact`
/// are accepted. The result depends on the two languages alone.
pub fn generalise(exact: &PartialDfa, unknown: &PartialDfa) -> Option<PartialDfa> {
    let exact = exact.minimised();
    // No edge could be marked for the empty word.
    let nothing = PartialDfa::of_words(exact.alphabet().clone(), [Vec::new()]);
    let forbidden = exact.union(&unknown.difference(&nothing)).complement();
    let folded = Folding::of(&exact, &forbidden)?
        .automaton(&exact)
        .minimised();
    let agrees = exact.is_within(&folded) && folded.intersection(&forbidden).is_empty();
    debug_assert!(agrees, "a merge that contradicts a word is not made");
    let better = agrees && folded.states() <= exact.states() && !folded.is_within(&exact);
    better.then(|| mark_new(folded, &exact))
}

/// The length of the shortest word that a larger bound has added: up to there, if anything tells, all words of the larger
/// language are known. `None` if nothing was added.
///
/// This is a guess, and a good one where every further turn of a loop is an event: then bounds larger still add longer
/// words only.
pub fn growth(smaller: &PartialDfa, larger: &PartialDfa) -> Option<usize> {
    larger
        .difference(smaller)
        .shortest_word()
        .map(|word| word.len())
}

/// Where a word leads in the exact automaton and in what is forbidden. A word that leads nowhere in both is the beginning of
/// unknown words alone.
type Place = (Option<usize>, Option<usize>);

/// What is known of words, place by place.
struct Knowledge<'a> {
    exact: &'a PartialDfa,
    forbidden: &'a PartialDfa,
    /// How many words are accepted from each state of the exact automaton: none, one, or two for more.
    words: Vec<usize>,
    /// Pairs of places of which it is known whether some word tells them apart.
    compared: FxHashMap<(Place, Place), bool>,
}

impl Knowledge<'_> {
    fn next(&self, place: Place, letter: usize) -> Place {
        (
            place.0.and_then(|state| self.exact.next(state, letter)),
            place.1.and_then(|state| self.forbidden.next(state, letter)),
        )
    }

    fn accepts(&self, place: Place) -> bool {
        place.0.is_some_and(|state| self.exact.is_accepting(state))
    }

    fn forbids(&self, place: Place) -> bool {
        place
            .1
            .is_some_and(|state| self.forbidden.is_accepting(state))
    }

    /// Whether no word is accepted from one place and forbidden from the other.
    fn compatible(&mut self, one: Place, other: Place) -> bool {
        let start = (one.min(other), one.max(other));
        if let Some(&known) = self.compared.get(&start) {
            return known;
        }
        let mut seen = FxHashSet::from_iter([start]);
        let mut waiting = vec![start];
        while let Some((one, other)) = waiting.pop() {
            let apart = (self.accepts(one) && self.forbids(other))
                || (self.accepts(other) && self.forbids(one));
            if apart || self.compared.get(&(one, other)) == Some(&false) {
                self.compared.insert(start, false);
                return false;
            }
            for letter in 0..self.exact.alphabet().len() {
                let (a, b) = (self.next(one, letter), self.next(other, letter));
                // Nothing is accepted any more, or nothing known.
                let idle =
                    (a.0.is_none() && b.0.is_none()) || a == (None, None) || b == (None, None);
                let pair = (a.min(b), a.max(b));
                if !idle && a != b && seen.insert(pair) {
                    waiting.push(pair);
                }
            }
        }
        self.compared
            .extend(seen.into_iter().map(|pair| (pair, true)));
        true
    }
}

/// A state of the automaton that is being made: the places that words may be at which lead here. No word tells
/// two of them apart.
#[derive(Clone, Default)]
struct State {
    places: BTreeSet<Place>,
    next: BTreeMap<usize, usize>,
}

/// States as they are settled. Wherever an edge leads, it leads all places of its state there; so what is accepted
/// and what is forbidden never meet.
struct Folding<'a> {
    knowledge: Knowledge<'a>,
    states: Vec<State>,
}

impl<'a> Folding<'a> {
    fn of(exact: &'a PartialDfa, forbidden: &'a PartialDfa) -> Option<Self> {
        if exact.states() > MOST_PLACES {
            return None;
        }
        let knowledge = Knowledge {
            exact,
            forbidden,
            words: words(exact),
            compared: FxHashMap::default(),
        };
        let mut folding = Self {
            knowledge,
            states: vec![State::default()],
        };
        folding.states[0].places.insert((Some(0), Some(0)));
        while let Some((from, letter)) = folding.fringe() {
            folding.settle(from, letter);
            let places: usize = folding.states.iter().map(|state| state.places.len()).sum();
            if places > MOST_PLACES {
                return None;
            }
        }
        Some(folding)
    }

    /// The first letter that leads on from a state and has no edge yet.
    fn fringe(&self) -> Option<(usize, usize)> {
        self.states.iter().enumerate().find_map(|(from, state)| {
            let on = state.places.iter().filter_map(|place| place.0);
            let letters = on
                .flat_map(|at| self.knowledge.exact.edges_from(at))
                .map(|edge| edge.letter);
            letters
                .filter(|letter| !state.next.contains_key(letter))
                .min()
                .map(|letter| (from, letter))
        })
    }

    /// Leads an edge to the first state it can lead to, or to a new one.
    fn settle(&mut self, from: usize, letter: usize) {
        let places = self.states[from]
            .places
            .iter()
            .map(|&place| self.knowledge.next(place, letter));
        let places: Vec<Place> = places.filter(|&place| place != (None, None)).collect();
        let enough = self.is_enough(&places);
        let new = self.states.len();
        let to = (0..new)
            .find(|&to| (enough || self.meet(to, &places)) && self.lead(from, letter, to, &places));
        if to.is_none() {
            self.states.push(State {
                places: places.into_iter().collect(),
                next: BTreeMap::new(),
            });
            self.states[from].next.insert(letter, new);
        }
    }

    /// Whether two words are accepted from here on. From a single one nothing is concluded: shortly before the end of what
    /// is known it fits too many states.
    fn is_enough(&self, places: &[Place]) -> bool {
        let mut words = 0;
        for state in places
            .iter()
            .filter_map(|place| place.0)
            .collect::<BTreeSet<_>>()
        {
            words += self.knowledge.words[state];
        }
        words >= 2
    }

    /// Whether the state has a place where the same words are accepted.
    fn meet(&self, state: usize, places: &[Place]) -> bool {
        let known = |at: Option<usize>| {
            at.is_some() && self.states[state].places.iter().any(|place| place.0 == at)
        };
        places.iter().any(|place| known(place.0))
    }

    /// Leads an edge to a state, unless that contradicts something.
    fn lead(&mut self, from: usize, letter: usize, to: usize, places: &[Place]) -> bool {
        let knowledge = &mut self.knowledge;
        let mut pairs = places
            .iter()
            .flat_map(|&new| self.states[to].places.iter().map(move |&old| (new, old)));
        if !pairs.all(|(new, old)| knowledge.compatible(new, old)) {
            return false;
        }
        let before = self.states.clone();
        self.states[from].next.insert(letter, to);
        let contradicted = places.iter().any(|&place| !self.add(to, place));
        if contradicted {
            self.states = before;
        }
        !contradicted
    }

    /// Adds a place to a state, and where it leads to where the state leads; `false` if that contradicts something.
    fn add(&mut self, state: usize, place: Place) -> bool {
        let mut waiting = vec![(state, place)];
        while let Some((state, place)) = waiting.pop() {
            if place == (None, None) || self.states[state].places.contains(&place) {
                continue;
            }
            let knowledge = &mut self.knowledge;
            if !self.states[state]
                .places
                .iter()
                .all(|&other| knowledge.compatible(place, other))
            {
                return false;
            }
            self.states[state].places.insert(place);
            let next = self.states[state].next.iter();
            waiting.extend(next.map(|(&letter, &to)| (to, self.knowledge.next(place, letter))));
        }
        true
    }

    fn automaton(&self, exact: &PartialDfa) -> PartialDfa {
        let edges = self.states.iter().enumerate().flat_map(|(from, state)| {
            state.next.iter().map(move |(&letter, &to)| Edge {
                from,
                letter,
                to,
                mark: Mark::Enumerated,
            })
        });
        let accepting = |state: &State| {
            state
                .places
                .iter()
                .any(|&place| self.knowledge.accepts(place))
        };
        let accepting = self.states.iter().map(accepting).collect();
        PartialDfa::new(exact.alphabet().clone(), 0, accepting, edges)
            .expect("a state has one edge a letter")
    }
}

/// How many words are accepted from each state; more than two count as two.
fn words(automaton: &PartialDfa) -> Vec<usize> {
    let mut words = vec![0; automaton.states()];
    // In each round the number is right for words with one letter more, and two of them show within so many.
    for _ in 0..2 * automaton.states() {
        let longer = |state: usize| {
            let rest: usize = automaton
                .edges_from(state)
                .iter()
                .map(|edge| words[edge.to])
                .sum();
            (rest + usize::from(automaton.is_accepting(state))).min(2)
        };
        let more: Vec<usize> = (0..automaton.states()).map(longer).collect();
        if more == words {
            break;
        }
        words = more;
    }
    words
}

/// Marks edges so that along the others only words of `exact` are accepted. Edges are tried one after the other, and those
/// that close a loop last, so that it is these that are marked.
fn mark_new(folded: PartialDfa, exact: &PartialDfa) -> PartialDfa {
    let (mut straight, looping) = last_loops(&folded);
    let mut kept: FxHashSet<Step> = FxHashSet::default();
    let fits = |kept: &FxHashSet<Step>| {
        folded
            .clone()
            .keeping(|edge| kept.contains(&(edge.from, edge.letter)))
            .is_within(exact)
    };
    let all = straight.iter().copied().collect();
    if fits(&all) {
        (kept, straight) = (all, Vec::new());
    }
    for edge in straight.into_iter().chain(looping) {
        kept.insert(edge);
        if !fits(&kept) {
            kept.remove(&edge);
        }
    }
    let mark = |edge: &Edge| match kept.contains(&(edge.from, edge.letter)) {
        true => Mark::Enumerated,
        false => Mark::Conjectured,
    };
    folded.clone().marked(mark)
}

/// A state and a letter.
type Step = (usize, usize);

/// The edges that a state was first reached by and others that are on no loop; and the rest.
fn last_loops(automaton: &PartialDfa) -> (Vec<Step>, Vec<Step>) {
    let mut found = vec![false; automaton.states()];
    found[automaton.initial()] = true;
    let (mut first, mut straight, mut looping) = (Vec::new(), Vec::new(), Vec::new());
    for edge in automaton.edges() {
        let list = match (
            std::mem::replace(&mut found[edge.to], true),
            leads_to(automaton, edge.to, edge.from),
        ) {
            (false, _) => &mut first,
            (true, false) => &mut straight,
            (true, true) => &mut looping,
        };
        list.push((edge.from, edge.letter));
    }
    first.append(&mut straight);
    (first, looping)
}

fn leads_to(automaton: &PartialDfa, from: usize, to: usize) -> bool {
    let mut reached = vec![false; automaton.states()];
    reached[from] = true;
    let mut waiting = vec![from];
    while let Some(state) = waiting.pop() {
        for edge in automaton.edges_from(state) {
            if !std::mem::replace(&mut reached[edge.to], true) {
                waiting.push(edge.to);
            }
        }
    }
    reached[to]
}
