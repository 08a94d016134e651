//! Versions of a program as one automaton, for the picture that shows them together: a word of any of them leads to a state
//! that says who has it.

use std::collections::{BTreeMap, BTreeSet};

use emit::joint::{About, Change, Joint, Role as Place, State, Step, Witness};
use model::dfa::{Alphabet, Edge, Letter, Mark, PartialDfa};

use super::parts::Found;
use super::report::PartWord;
use super::side::Side;
use super::{Asked, PartKind, Role};

/// What words end with, so that one automaton tells all of them apart: what became of them, and whether that is certain.
type End = (Change, bool);

const ENDS: [End; 6] = [
    (Change::Lost, true),
    (Change::Lost, false),
    (Change::Gained, true),
    (Change::Gained, false),
    (Change::Undecided, false),
    (Change::Alike, true),
];

/// Versions that were compared, and the differences that were found.
pub(super) struct Together<'a> {
    pub(super) asked: &'a [Asked],
    /// What was found of each that was asked for.
    pub(super) found: &'a [Found],
    /// The events of all versions.
    pub(super) alphabet: &'a Alphabet,
    pub(super) sides: &'a [Side],
    /// The version that the others became.
    pub(super) after: Role,
    /// Whether words end with failures.
    pub(super) fails: bool,
}

impl Together<'_> {
    /// All versions in one automaton.
    pub(super) fn joint(&self) -> Joint {
        let shown = Shown::new(self.alphabet, &self.words());
        let mut taken: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut steps = Vec::new();
        for edge in shown.edges() {
            let (change, certain) = kind(&shown.ahead[edge.to]);
            taken.insert((edge.from, edge.letter), steps.len());
            steps.push(Step {
                from: shown.id(edge.from),
                to: shown.id(edge.to),
                head: self.name(change, edge.letter),
                guard: String::new(),
                example: None,
                change,
                certain,
                said: String::new(),
            });
        }
        let way = |word: &[usize]| {
            let mut state = shown.machine.initial();
            let mut way = Vec::new();
            for &letter in word {
                way.extend(taken.get(&(state, letter)).copied());
                state = shown.machine.next(state, letter)?;
            }
            Some(way)
        };
        let witnesses = self.found.iter().flat_map(|part| {
            let words = part.shown.words.iter().zip(&part.letters).enumerate();
            words.map(|(i, (word, letters))| {
                self.witness(part, i, word, way(letters).unwrap_or_default())
            })
        });
        Joint {
            about: About::Events,
            initial: shown.id(shown.machine.initial()),
            states: shown.states(),
            witnesses: witnesses.collect(),
            steps,
        }
    }

    /// What an event is called by the version that has it.
    fn name(&self, change: Change, letter: usize) -> String {
        let wanted = |side: &&Side| (side.role == self.after) == (change != Change::Lost);
        let side = self.sides.iter().find(wanted);
        let own = side.map(|side| side.letters[letter].name.clone());
        own.unwrap_or_else(|| self.alphabet.name(letter).to_owned())
    }

    /// The words of each end.
    fn words(&self) -> Vec<(End, PartialDfa)> {
        let empty = || PartialDfa::empty(self.alphabet.clone());
        let side = |role: Role| self.sides.iter().find(|side| side.role == role);
        let has = |role: Role| side(role).map(Side::has);
        let mut all: BTreeMap<End, PartialDfa> = ENDS.map(|end| (end, empty())).into();
        let mut add = |end: End, words: &PartialDfa| {
            if let Some(known) = all.get_mut(&end) {
                *known = known.union(words);
            }
        };
        let mut alike = has(self.after).cloned().unwrap_or_else(empty);
        for (&(kind, holder, lacks), part) in self.asked.iter().zip(self.found) {
            let change = change(kind);
            add((change, true), &part.certain_words);
            add((self.unsure(change, lacks), false), &part.open_words);
            // Soundness: what a version has and others are not known to have is not alike.
            let Some(holds) = has(holder) else { continue };
            let lacking = lacks.iter().filter_map(|&role| has(role));
            let alone = lacking.fold(holds.clone(), |left, other| left.difference(other));
            let told = part.certain_words.union(&part.open_words);
            add((Change::Undecided, false), &alone.difference(&told));
            if holder == self.after {
                alike = alike.difference(&alone);
            }
        }
        add((Change::Alike, true), &alike);
        all.into_iter().collect()
    }

    /// What words are that others lack within the bounds. Soundness: where another could not be followed even there, that
    /// says nothing.
    fn unsure(&self, change: Change, lacks: &[Role]) -> Change {
        let mut lacking = self.sides.iter().filter(|side| lacks.contains(&side.role));
        match lacking.any(|side| side.doubt().is_some()) {
            true => Change::Undecided,
            false => change,
        }
    }

    fn witness(&self, part: &Found, number: usize, word: &PartWord, steps: Vec<usize>) -> Witness {
        let kind = part.shown.kind;
        let values = word.inputs.iter().flatten().map(|i| i.value.as_str());
        let values: Vec<&str> = values.collect();
        let inputs = match (&word.inputs, values.is_empty()) {
            (None, _) => Some(BEYOND.to_owned()),
            (Some(_), true) => None,
            (Some(_), false) => Some(format!("Inputs: {}", values.join(", "))),
        };
        let doubt = (!word.certain).then(|| WITHIN.to_owned());
        let harness = part.harnesses.get(number).and_then(Option::as_ref);
        Witness {
            change: match word.certain {
                true => change(kind),
                false => self.unsure(change(kind), &part.shown.lacks),
            },
            title: kind.heading(self.fails).to_owned(),
            calls: word.events.clone(),
            steps,
            remarks: inputs.into_iter().chain(doubt).collect(),
            code: harness.map(|harness| {
                let name = format!("{}.word{}.c", kind.name(), number + 1);
                (name, emit::c::harness(harness))
            }),
        }
    }
}

const BEYOND: &str = "Proved to happen; its inputs lie beyond the runs that were followed.";
const WITHIN: &str =
    "Known within the bounds: a longer run of the other versions may have this word.";

fn change(kind: PartKind) -> Change {
    match kind {
        PartKind::Lost | PartKind::LostFromOurs | PartKind::LostFromTheirs => Change::Lost,
        PartKind::Gained | PartKind::Unexpected => Change::Gained,
    }
}

/// What leads to words that end so.
fn kind(ahead: &BTreeSet<End>) -> End {
    let changes: BTreeSet<Change> = ahead.iter().map(|end| end.0).collect();
    let all = |wanted: Change| changes.iter().all(|change| *change == wanted);
    match () {
        () if all(Change::Lost) => (Change::Lost, ahead.iter().all(|end| end.1)),
        () if all(Change::Gained) => (Change::Gained, ahead.iter().all(|end| end.1)),
        () if all(Change::Undecided) => (Change::Undecided, false),
        // Both versions come here: old words and new ones lie behind it, or words of both.
        () if changes.contains(&Change::Alike) => (Change::Alike, true),
        () if changes.contains(&Change::Lost) && changes.contains(&Change::Gained) => {
            (Change::Alike, true)
        }
        () => (Change::Undecided, false),
    }
}

/// The automaton of all words, each with a last letter that says what became of it.
struct Shown {
    machine: PartialDfa,
    /// How many letters are events; those behind them are ends.
    events: usize,
    /// For each state the ends of words that lead through it.
    ahead: Vec<BTreeSet<End>>,
    /// The state behind all ends, which is not shown.
    last: Option<usize>,
}

impl Shown {
    fn new(alphabet: &Alphabet, words: &[(End, PartialDfa)]) -> Self {
        // No event has a name with this character.
        let end = |i: usize| Letter::from(format!("\0{i}").as_str());
        let letters = alphabet.letters().iter().cloned();
        let letters = letters.chain((0..ENDS.len()).map(end));
        let more = Alphabet::new(letters).expect("names of events have no such character");
        let mut machine = PartialDfa::empty(more.clone());
        for (end, words) in words {
            let at = ENDS.iter().position(|one| one == end).unwrap_or(0);
            machine = machine.union(&ended(words, &more, alphabet.len() + at));
        }
        let events = alphabet.len();
        let last = machine.edges().find(|edge| edge.letter >= events);
        let last = last.map(|edge| edge.to);
        let mut shown = Self {
            ahead: vec![BTreeSet::new(); machine.states()],
            machine,
            events,
            last,
        };
        while shown.spread() {}
        shown
    }

    /// Tells each state what its successors know; says whether something was new.
    fn spread(&mut self) -> bool {
        let mut grown = false;
        for edge in self.machine.edges() {
            let known = match edge.letter.checked_sub(self.events) {
                Some(end) => BTreeSet::from([ENDS[end]]),
                None => self.ahead[edge.to].clone(),
            };
            let before = self.ahead[edge.from].len();
            self.ahead[edge.from].extend(known);
            grown |= self.ahead[edge.from].len() > before;
        }
        grown
    }

    fn edges(&self) -> impl Iterator<Item = &Edge> {
        let edges = self.machine.edges();
        edges.filter(|edge| edge.letter < self.events)
    }

    /// The number of a state: without the last one there is no gap.
    fn id(&self, state: usize) -> u64 {
        let behind = self.last.is_some_and(|last| state > last);
        (state - usize::from(behind)) as u64
    }

    fn states(&self) -> Vec<State> {
        let shown = (0..self.machine.states()).filter(|state| Some(*state) != self.last);
        let state = |state: usize| {
            let ends = self.machine.edges_from(state).iter();
            let ends = ends.filter_map(|edge| edge.letter.checked_sub(self.events));
            let ends: BTreeSet<Change> = ends.map(|end| ENDS[end].0).collect();
            let (role, means) = match kind(&self.ahead[state]).0 {
                _ if self.ahead[state].is_empty() => (Place::Together, ""),
                Change::Lost => (Place::Old, "only the old version comes here"),
                Change::Gained => (Place::New, "only the new version comes here"),
                Change::Undecided => (Place::Undecided, "not decided whether both come here"),
                Change::Alike => (Place::Together, ""),
            };
            State {
                id: self.id(state),
                role,
                means: means.to_owned(),
                ends: ends.into_iter().collect(),
            }
        };
        shown.map(state).collect()
    }
}

/// The words with a last letter.
fn ended(words: &PartialDfa, alphabet: &Alphabet, letter: usize) -> PartialDfa {
    let last = words.states();
    let accepting = (0..last).filter(|&state| words.is_accepting(state));
    let ends = accepting.map(|from| Edge {
        from,
        letter,
        to: last,
        mark: Mark::Enumerated,
    });
    let edges = words.edges().copied().chain(ends);
    let accepting = (0..=last).map(|state| state == last).collect();
    PartialDfa::new(alphabet.clone(), words.initial(), accepting, edges)
        .expect("no word had that letter")
}
