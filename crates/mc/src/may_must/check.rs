//! Whole interfaces against the two abstractions (Section 4): CheckSafe on may, CheckPermissive on must, both on the fly
//! and without determinisation. Each finds a shortest word on which something is wrong, or nothing.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Outcome, StopReason};
use cert::{Invariant, Node};
use model::Moore;
use smt::Term;
use step::LocationId;

use super::{Abstraction, BlockId, End};

/// A word that is a counterexample.
type Word = Vec<usize>;

/// A state of the must abstraction completed with the state `sink`, to which every step leads that need not lead
/// anywhere.
type Must = Option<BlockId>;

impl Abstraction<'_> {
    /// A word that the interface calls legal and that may end in something else.
    pub fn check_safe(&mut self, interface: &Moore<Outcome>) -> Result<Option<Word>, StopReason> {
        Ok(self.with_may(interface)?.counterexample)
    }

    /// A word that the interface calls illegal and that need not end so.
    pub fn check_permissive(
        &mut self,
        interface: &Moore<Outcome>,
    ) -> Result<Option<Word>, StopReason> {
        Ok(self.with_must(interface, not_permissive)?.counterexample)
    }

    /// Oracle 1, then Oracle 2 (Algorithms 3 and 4): a word to ask about, or none if the interface is right.
    ///
    /// Not being permissive is no reason to refine if may abstraction says that every illegal word ends as it should: then
    /// the interface is right too. The counterexample is a word of which it does not say so.
    pub fn check_right(&mut self, interface: &Moore<Outcome>) -> Result<Option<Word>, StopReason> {
        let safe = self.with_may(interface)?;
        match safe.counterexample {
            Some(word) => Ok(Some(word)),
            None if self.check_permissive(interface)?.is_none() => Ok(None),
            None => self.may_be_legal(interface, safe),
        }
    }

    /// A word that a safe interface calls illegal and that may end otherwise than it says.
    fn may_be_legal(
        &mut self,
        interface: &Moore<Outcome>,
        safe: Search<BlockId>,
    ) -> Result<Option<Word>, StopReason> {
        let places: Vec<(usize, BlockId)> = safe.from.keys().copied().collect();
        for place in places {
            for symbol in 0..self.symbols().len() {
                let expected = *interface.output_of(interface.next(place.0, symbol));
                let otherwise = |&end: &End| end != End::Final(expected);
                if expected != Outcome::Ok && self.may(place.1, symbol)?.iter().any(otherwise) {
                    return Ok(safe.found(place, symbol).counterexample);
                }
            }
        }
        Ok(None)
    }

    /// A word on which the interface is not that of the must abstraction, which accepts whatever need not end.
    pub fn check_must(&mut self, interface: &Moore<Outcome>) -> Result<Option<Word>, StopReason> {
        let differs = |expected, end| match end {
            Some(End::Final(outcome)) => expected != outcome,
            Some(End::Block(_)) | None => expected != Outcome::Ok,
        };
        Ok(self.with_must(interface, differs)?.counterexample)
    }

    /// Searches the product of an interface and the may abstraction for a legal word that may end.
    fn with_may(&mut self, interface: &Moore<Outcome>) -> Result<Search<BlockId>, StopReason> {
        let mut search = Search::from((interface.initial(), self.initial()));
        while let Some(place) = search.next() {
            for symbol in 0..self.symbols().len() {
                let next = interface.next(place.0, symbol);
                if *interface.output_of(next) != Outcome::Ok {
                    continue;
                }
                for end in self.may(place.1, symbol)? {
                    match end {
                        End::Final(_) => return Ok(search.found(place, symbol)),
                        End::Block(to) => search.reach((next, to), (place, symbol)),
                    }
                }
            }
        }
        Ok(search)
    }

    /// Searches the product of an interface and the completed must abstraction for a step that is wrong.
    fn with_must(
        &mut self,
        interface: &Moore<Outcome>,
        wrong: impl Fn(Outcome, Option<End>) -> bool,
    ) -> Result<Search<Must>, StopReason> {
        let mut search = Search::from((interface.initial(), Some(self.initial())));
        while let Some(place) = search.next() {
            for symbol in 0..self.symbols().len() {
                let next = interface.next(place.0, symbol);
                let end = place.1.map_or(Ok(None), |block| self.must(block, symbol))?;
                if wrong(*interface.output_of(next), end) {
                    return Ok(search.found(place, symbol));
                }
                match end {
                    Some(End::Block(to)) => search.reach((next, Some(to)), (place, symbol)),
                    None => search.reach((next, None), (place, symbol)),
                    Some(End::Final(_)) => {}
                }
            }
        }
        Ok(search)
    }

    fn regions(&self, blocks: &BTreeSet<BlockId>) -> BTreeMap<LocationId, Term> {
        let mut at: BTreeMap<LocationId, Vec<Term>> = BTreeMap::new();
        for block in blocks.iter().map(|&block| self.block(block)) {
            at.entry(block.location).or_default().push(block.region);
        }
        at.into_iter()
            .map(|(location, regions)| (location, self.system.terms.or(&regions)))
            .collect()
    }

    /// Abstract states that the words of a safe interface visit.
    pub fn visited(&mut self, interface: &Moore<Outcome>) -> Result<usize, StopReason> {
        let search = self.with_may(interface)?;
        Ok(search
            .from
            .keys()
            .map(|(_, block)| *block)
            .collect::<BTreeSet<_>>()
            .len())
    }
}

fn not_permissive(expected: Outcome, end: Option<End>) -> bool {
    match end {
        Some(End::Final(outcome)) => expected != Outcome::Ok && expected != outcome,
        Some(End::Block(_)) | None => expected != Outcome::Ok,
    }
}

/// Why an interface is right that is safe for the may abstraction and permissive for the must abstraction (Theorem 1): what
/// holds of the code in each of its states. The must abstraction is given only where it is another one.
///
/// A state from which a word still fails is reached by must steps alone, for otherwise `sink` would reach it and the
/// word would be a counterexample to permissiveness. So in the blocks that go with it the word fails for all states. Where
/// may abstraction alone was enough, it is because the word fails for all states of all blocks that may go with it.
pub fn invariant(
    may: &mut Abstraction<'_>,
    must: Option<&mut Abstraction<'_>>,
    interface: &Moore<Outcome>,
) -> Result<Invariant, StopReason> {
    let mut regions = BTreeMap::new();
    for (state, blocks) in may.with_may(interface)?.at_states() {
        regions.extend(
            may.regions(&blocks)
                .into_iter()
                .map(|(location, region)| (Node { state, location }, region)),
        );
    }
    let Some(must) = must else {
        return Ok(Invariant { regions });
    };
    let terms = must.system.terms.clone();
    for (state, blocks) in must.with_must(interface, not_permissive)?.at_states() {
        let Some(blocks) = blocks.into_iter().collect::<Option<BTreeSet<BlockId>>>() else {
            continue;
        };
        let also = must.regions(&blocks);
        for (node, region) in regions.iter_mut().filter(|(node, _)| node.state == state) {
            let also = also
                .get(&node.location)
                .copied()
                .unwrap_or_else(|| terms.bool(false));
            *region = terms.and(&[*region, also]);
        }
    }
    Ok(Invariant { regions })
}

/// Breadth-first search of a product that remembers how each place was reached: a state of the interface and one of an
/// abstraction.
struct Search<B> {
    /// For each place how it was reached; the first one by nothing.
    from: BTreeMap<Place<B>, Option<Step<B>>>,
    pending: VecDeque<Place<B>>,
    counterexample: Option<Word>,
}

type Place<B> = (usize, B);

/// By which symbol, and from where.
type Step<B> = (Place<B>, usize);

impl<B: Copy + Ord> Search<B> {
    fn from(start: Place<B>) -> Self {
        Self {
            from: BTreeMap::from([(start, None)]),
            pending: VecDeque::from([start]),
            counterexample: None,
        }
    }

    fn next(&mut self) -> Option<Place<B>> {
        self.pending.pop_front()
    }

    fn reach(&mut self, place: Place<B>, by: Step<B>) {
        if let Entry::Vacant(new) = self.from.entry(place) {
            new.insert(Some(by));
            self.pending.push_back(place);
        }
    }

    /// The word to a place, and one symbol more, is a counterexample.
    fn found(mut self, mut place: Place<B>, last: usize) -> Self {
        let mut word = vec![last];
        while let Some(&Some((before, symbol))) = self.from.get(&place) {
            word.push(symbol);
            place = before;
        }
        word.reverse();
        self.counterexample = Some(word);
        self
    }

    /// What was visited with each state of the interface.
    fn at_states(&self) -> BTreeMap<usize, BTreeSet<B>> {
        let mut at: BTreeMap<usize, BTreeSet<B>> = BTreeMap::new();
        self.from
            .keys()
            .for_each(|&(state, block)| _ = at.entry(state).or_default().insert(block));
        at
    }
}
