//! How general configurations are: which values tell them apart, which move with the input or the output, and which are
//! registers.
//!
//! A program has constants in its variables, and some of them count symbols: an index, a pointer into the input. Were
//! they told apart, no two configurations would be the same. What moves along is found by looking at
//! the first symbols; whether it was found rightly shows in what follows, and never matters for soundness: a value that moves is
//! a sum of a counter and a constant, and whatever is decided about it holds for all values of the counter or is
//! not decided at all.

use std::collections::{BTreeMap, BTreeSet};

use base::StopReason;
use ir::IntType;
use smt::{Sort, Term, Terms, Value};

use super::Filter;

/// How a value is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// It moves with the input, by so much for each symbol.
    Position(i64),
    /// It moves with the output.
    Written(i64),
    /// It stays where the input was once, until it is there again.
    Mark,
    /// It is carried along, whatever it is.
    Register,
    /// It may be anything, and makes no difference: how much room a buffer has that grows.
    Loose,
}

/// What is known of how much room there is in a buffer, the most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Room {
    /// More than was written.
    More,
    /// As much as was written, or more.
    Enough,
    /// Some.
    Some,
    /// Perhaps none.
    Perhaps,
}

/// What to see in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These values move with the output.
    MovesWithOutput(Vec<(String, i64)>),
    /// This value is a register.
    Register(String),
    /// These values matter although they depend on symbols that were read long ago.
    Keep(Vec<String>),
    /// Configurations are told apart by how much was read, up to so many symbols.
    Threshold(usize),
    /// This value does not move.
    Stays(String),
    /// What moves on the first symbols is known.
    Looked,
    /// The first symbols are to be looked at more closely.
    LookAgain,
    /// To look back is to read the input again.
    Rescans,
    /// For each symbol that is read so many are written, give or take a few.
    WritesWithReads(i64),
    /// These values flow to the output, and are no control values.
    Data(Vec<String>),
    /// It is not, and these values move with the output.
    WritesApart(Vec<(String, i64)>),
    /// This value may be anything: it is tried whether that makes a difference.
    Loose(String),
    /// Less is known of this value than was thought.
    Weaker(String),
    /// These values do make a difference.
    Tight,
    /// So many of the symbols that were written last can still be changed.
    HoldBack(usize),
    /// It is told apart how far writing is behind reading in an input that is changed in place, up to so many symbols.
    Behind(i64),
    /// An input that is changed in place is left as it is where it is not changed.
    Fills,
    /// Something of memory that was forgotten matters, and is remembered from now on.
    Remembered,
}

/// How much was written when so much had been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Amount {
    pass: usize,
    read: i64,
    written: i64,
}

/// How configurations are seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Generality {
    kinds: BTreeMap<String, Kind>,
    /// What was found not to move after all.
    still: BTreeSet<String>,
    /// Up to where configurations are told apart by how much was read; until something is found to move, this is fixed.
    threshold: usize,
    looked: bool,
    /// Whether nothing is seen in another way any more.
    settled: bool,
    rescans: bool,
    /// Whether the first symbols were looked at once more.
    looked_again: bool,
    /// How many symbols are written for each that is read, where that is as good as fixed.
    writes_with_reads: Option<i64>,
    writes_apart: bool,
    /// How many symbols were written when so many were read, as far as that was looked at.
    amounts: BTreeSet<Amount>,
    /// The values that were seen.
    values: BTreeMap<String, BTreeSet<i64>>,
    /// What was seen on the first symbols.
    observed: BTreeMap<String, BTreeSet<Observed>>,
    /// What speaks for marks.
    marks: BTreeMap<String, Evidence>,
    /// How many bytes the symbols have that are read and written.
    symbol_bytes: (i64, i64),
    /// Distances from the position that were seen.
    distances: BTreeMap<String, BTreeSet<i64>>,
    sorts: BTreeMap<String, Sort>,
    /// How many symbols back values may look, where that is not the least.
    memory: BTreeMap<String, usize>,
    /// What was lost with each value that was.
    lost: BTreeMap<String, BTreeSet<String>>,
    lookback: usize,
    /// How the names of what the library remembers begin.
    library: Option<&'static str>,
    /// Where control values are registers: the values that are known to flow to the output, and are none.
    data: Option<BTreeSet<String>>,
    changes: usize,
    /// Values that were taken to make no difference, and do.
    tight: BTreeSet<String>,
    /// What is known of values that make no difference, where that is not the most.
    known: BTreeMap<String, Room>,
    /// How many of the symbols that were written last the model has not written yet, because they may still be changed.
    held: usize,
    /// Whether the input is changed in place.
    in_place: bool,
    /// Up to how many symbols it is told apart how far writing is behind reading.
    behind: i64,
    /// Whether what is not changed stays as it is.
    fills: bool,
}

/// Until something is found to move, so many symbols are looked at.
const FIRST_LOOK: usize = 6;
/// So many where that was not enough: some blocks of five or eight.
const LONG_LOOK: usize = 24;
/// So many symbols are told apart by their places where something looks back to the first ones.
const LOOK_BACK: usize = 8;
/// So many symbols that nothing which moves makes a difference to where they stand.
const LONG: usize = 16;
/// The most symbols by which configurations are told apart.
const MOST_THRESHOLD: usize = 128;
/// Values of one variable that are told apart.
const MOST_VALUES: usize = 600;
/// Symbols up to which it is told apart how far writing is behind reading, at most.
const MOST_BEHIND: i64 = 4;
/// Symbols that the model may hold back at most.
const MOST_HELD: usize = 8;
/// What is less is no room that a buffer begins with.
const LEAST_ROOM: i64 = 8;
/// Symbols that are written for each that is read, at most, where that is looked at.
const MOST_PACE: i64 = 8;
/// Views that are tried.
const MOST_CHANGES: usize = 200;

/// What was seen of a value that may be a mark.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    /// It changed to something that is not where the input was.
    otherwise: bool,
    jumps: bool,
    stays: bool,
}

impl Evidence {
    fn is_mark(&self) -> bool {
        !self.otherwise && self.jumps && self.stays
    }
}

/// A value that a configuration had, having read and written so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Observed {
    pub read: i64,
    pub written: i64,
    pub value: i64,
}

/// How a value moves, if at every place it is about as far from the input, or the output, as at the others.
fn moving(all: &BTreeSet<Observed>, symbol_bytes: (i64, i64), in_place: bool) -> Option<Kind> {
    let distinct =
        |of: &dyn Fn(&Observed) -> i64| all.iter().map(of).collect::<BTreeSet<i64>>().len();
    let (reads, values) = (distinct(&|o| o.read), distinct(&|o| o.value));
    if reads < 3 || values < 3 {
        return None;
    }
    let scales = |bytes: i64| if bytes == 1 { vec![1] } else { vec![bytes, 1] };
    let lags = MOST_LAGS.min(values - 1);
    let about = |scales: Vec<i64>, of: &dyn Fn(&Observed) -> i64, most| {
        let fits = |s: &i64| {
            let distance = |o: &Observed| o.value - s * of(o);
            distinct(&distance) <= most || most > 1 && stays_near(all, &distance, *s)
        };
        scales.into_iter().find(fits)
    };
    let position = |most| about(scales(symbol_bytes.0), &|o| o.read, most);
    let written = |most| about(scales(symbol_bytes.1), &|o| o.written, most);
    match (position(lags), written(1)) {
        // What counts the output exactly may seem to move with the input, by something else.
        (Some(scale), Some(exact)) if (in_place || exact != scale) && position(1).is_none() => {
            Some(Kind::Written(exact))
        }
        (Some(scale), _) => Some(Kind::Position(scale)),
        (None, _) => written(lags).map(Kind::Written),
    }
}

/// Whether something stays at about the same distance over many symbols, as what goes from block to block does.
fn stays_near(all: &BTreeSet<Observed>, distance: &dyn Fn(&Observed) -> i64, scale: i64) -> bool {
    let spread = |of: &dyn Fn(&Observed) -> i64| {
        let (least, most) = (all.iter().map(of).min(), all.iter().map(of).max());
        most.unwrap_or(0) - least.unwrap_or(0)
    };
    spread(&|o| o.read) > 2 * FIRST_LOOK as i64 && spread(distance) <= MOST_BLOCK * scale
}

/// Symbols of a block, at most.
const MOST_BLOCK: i64 = 8;

/// Places relative to the input that one value may have.
const MOST_LAGS: usize = 3;

impl Generality {
    pub fn kind(&self, key: &str) -> Option<Kind> {
        self.kinds.get(key).copied()
    }

    /// Whether this is a variable though its value is known.
    pub fn is_widened(&self, key: &str) -> bool {
        self.kinds.contains_key(key) || self.is_open(key)
    }

    /// The same, but for control values, which become registers.
    pub fn with_open_control(&self) -> Self {
        Self {
            data: Some(BTreeSet::new()),
            changes: 0,
            ..self.clone()
        }
    }

    pub fn has_open_control(&self) -> bool {
        self.data.is_some()
    }

    /// Whether known values of this are registers: it is not known to flow to the output, and reading itself does not need
    /// it (in the paper reading is one command; what a library remembers for it is no variable of the program).
    pub fn is_open(&self, key: &str) -> bool {
        self.is_users(key)
            && self.data.as_ref().is_some_and(|data| !data.contains(key))
            && !self.kinds.contains_key(key)
    }

    /// Whether this is a value of the user's own program.
    fn is_users(&self, key: &str) -> bool {
        self.library.is_none_or(|library| !key.starts_with(library))
    }

    /// What registers in terms stand for.
    fn registers_in(&self, terms: &Terms, of: &[Term]) -> Vec<String> {
        let free = terms.free_vars_of(of);
        let stands =
            |(key, sort): &(&String, &Sort)| free.contains(&terms.var(&register_name(key), **sort));
        self.sorts
            .iter()
            .filter(stands)
            .map(|(key, _)| key.clone())
            .collect()
    }

    /// What may be an address among open control values: which symbol is meant must not be left open. Most are as wide as
    /// pointers; if none of those are left it may be any.
    pub fn addresses(&self) -> Option<Change> {
        let plain = |key: &String| key.trim_end_matches('\'').to_owned();
        let all: Vec<(String, Sort)> = self
            .sorts
            .iter()
            .map(|(key, sort)| (plain(key), *sort))
            .collect();
        let open = |wide: bool| -> Vec<String> {
            let meant = all
                .iter()
                .filter(|(key, sort)| (!wide || *sort == Sort::BitVec(64)) && self.is_open(key));
            meant.map(|(key, _)| key.clone()).collect()
        };
        let keys = [open(true), open(false)]
            .into_iter()
            .find(|keys| !keys.is_empty())?;
        Some(Change::Data(keys))
    }

    /// Whether a term looks at registers where control values are none.
    pub fn is_made_of_registers(&self, terms: &Terms, t: Term) -> bool {
        self.data.is_none() && !self.registers_in(terms, &[t]).is_empty()
    }

    /// Open control values that flow to where only terms over the window can be, if any do.
    pub fn flows(&self, terms: &Terms, to: &[Term]) -> Result<(), Change> {
        if self.data.is_none() {
            return Ok(());
        }
        let keys = self.registers_in(terms, to);
        let open = keys
            .iter()
            .map(|key| key.trim_end_matches('\'').to_owned())
            .filter(|key| self.is_open(key));
        let open: Vec<String> = open.collect();
        if open.is_empty() {
            Ok(())
        } else {
            Err(Change::Data(open))
        }
    }

    pub fn threshold(&self) -> usize {
        if self.looked {
            self.threshold
        } else {
            self.first_look()
        }
    }

    /// Whether it is still to be found out what moves.
    pub fn is_looking(&self) -> bool {
        !self.looked
    }

    /// How many ways to go on with then after so many symbols; after many, only the first or the last of all.
    pub fn ways(&self, depth: usize) -> Option<usize> {
        match (self.looked_again, depth < FIRST_LOOK) {
            (false, _) => Some(2),
            (true, true) => Some(6),
            (true, false) => None,
        }
    }

    pub fn new(filter: &Filter, lookback: usize) -> Self {
        let bytes = |symbol: IntType| i64::from(symbol.bits / 8);
        Self {
            symbol_bytes: (bytes(filter.reads), bytes(filter.writes)),
            library: filter.subject.program.library,
            in_place: filter.in_place,
            lookback,
            ..Self::default()
        }
    }

    /// How many symbols back a value may look; what depends on older ones is not known.
    pub fn memory(&self, key: &str) -> usize {
        self.memory.get(key).copied().unwrap_or(0)
    }

    /// A value is not known any more, because it depends on symbols of long ago or on others that are not known.
    pub fn lose(&mut self, key: &str, with: impl Iterator<Item = String>) {
        self.lost.entry(key.to_owned()).or_default().extend(with);
    }

    /// These values are not known, and matter.
    pub fn misses(&self, keys: &[String]) -> Change {
        let mut all: BTreeSet<String> = BTreeSet::new();
        let mut open: Vec<String> = keys.to_vec();
        while let Some(key) = open.pop() {
            if all.insert(key.clone()) {
                open.extend(self.lost.get(&key).into_iter().flatten().cloned());
            }
        }
        let old = all.iter().find(|key| self.memory(key) >= self.lookback);
        match old {
            Some(key) => Change::Register(key.clone()),
            None => Change::Keep(all.into_iter().collect()),
        }
    }

    /// What is known to move, for people.
    pub fn view(&self) -> String {
        let kinds: Vec<String> = self
            .kinds
            .iter()
            .map(|(key, kind)| format!("{key}: {kind:?}"))
            .collect();
        kinds.join(", ")
    }

    /// Whether to look back is to read the input again.
    pub fn rescans(&self) -> bool {
        self.rescans
    }

    /// Only so many symbols are followed, and told apart by their places.
    pub fn settle(&mut self, symbols: usize) {
        (self.settled, self.looked, self.looked_again, self.rescans) = (true, true, true, true);
        self.threshold = symbols + 1;
        self.values.clear();
        self.distances.clear();
        self.lost.clear();
    }

    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// How many symbols are looked at to see what moves.
    pub fn first_look(&self) -> usize {
        match self.looked_again {
            true => LONG_LOOK,
            false => FIRST_LOOK,
        }
    }

    /// How many symbols are written in a pass for each that is read: none where it was seen to read and never to write.
    pub fn pace_in(&self, pass: usize) -> Option<i64> {
        let pace = self.writes_with_reads?;
        Some(if self.only_reads(pass) { 0 } else { pace })
    }

    fn only_reads(&self, pass: usize) -> bool {
        let seen: Vec<&Amount> = self.amounts.iter().filter(|a| a.pass == pass).collect();
        let first = seen.first().map_or(0, |a| a.written);
        seen.len() > 1 && seen.iter().all(|a| a.written == first)
    }

    /// So many symbols were written when so many were read.
    pub fn amount(&mut self, pass: usize, read: usize, written: usize) {
        if !self.looked {
            let (read, written) = (read as i64, written as i64);
            self.amounts.insert(Amount {
                pass,
                read,
                written,
            });
        }
    }

    /// How many symbols are written for each that is read, as far as was seen.
    fn pace(&self) -> i64 {
        let spread = |pace: &i64| {
            let writing = self.amounts.iter().filter(|a| !self.only_reads(a.pass));
            let apart = writing.map(|a| a.written - pace * a.read);
            let (least, most) = (apart.clone().min(), apart.max());
            most.unwrap_or(0) - least.unwrap_or(0)
        };
        (1..=MOST_PACE).min_by_key(spread).unwrap_or(1)
    }

    /// How much was read, if that tells configurations apart.
    pub fn at(&self, read: usize) -> Option<usize> {
        (read < self.threshold()).then_some(read)
    }

    /// The variable of a register.
    ///
    /// Soundness: two objects of one class have fields of one name, and their values are two registers.
    pub fn register(
        &mut self,
        terms: &Terms,
        key: &str,
        sort: Sort,
        taken: &BTreeMap<Term, Term>,
    ) -> Term {
        let mut key = key.to_owned();
        while taken.contains_key(&terms.var(&register_name(&key), sort)) {
            key.push('\'');
        }
        let key = &key;
        self.sorts.insert(key.to_owned(), sort);
        terms.var(&register_name(key), sort)
    }

    pub fn registers(&self, terms: &Terms) -> Vec<(String, Term, Term)> {
        let register = |(key, sort): (&String, &Sort)| {
            let zero = terms.constant(Value::default_of(*sort));
            (key.clone(), terms.var(&register_name(key), *sort), zero)
        };
        self.sorts.iter().map(register).collect()
    }

    /// A configuration that has read and written so much has this value.
    pub fn observe(&mut self, key: &str, observed: Observed) -> Result<(), Change> {
        if !self.looked {
            let all = self.observed.entry(key.to_owned()).or_default();
            all.insert(observed);
            return Ok(());
        }
        let scale = if let Some(Kind::Position(scale)) = self.kinds.get(key) {
            *scale
        } else {
            1
        };
        self.distances
            .entry(key.to_owned())
            .or_default()
            .insert(observed.value - scale * observed.read);
        let seen = self.values.entry(key.to_owned()).or_default();
        seen.insert(observed.value);
        let is_register = matches!(self.kinds.get(key), Some(Kind::Register | Kind::Loose));
        if seen.len() > MOST_VALUES && !is_register {
            Err(Change::Register(key.to_owned()))
        } else {
            Ok(())
        }
    }

    /// A value was one thing, and is another after so much was read.
    pub fn follow(&mut self, key: &str, before: i64, now: i64, read: i64) {
        let evidence = self.marks.entry(key.to_owned()).or_default();
        evidence.otherwise |= now != before && (now - read).abs() > 1;
        evidence.jumps |= now != before && read > 1;
        evidence.stays |= now == before && now + 1 < read;
    }

    /// What moves, as far as it has been observed.
    fn classify(&mut self) {
        for (key, all) in std::mem::take(&mut self.observed) {
            if self.kinds.contains_key(&key) || self.still.contains(&key) {
                continue;
            }
            let mark = || {
                !self.in_place
                    && self.looked_again
                    && self.marks.get(&key).is_some_and(Evidence::is_mark)
            };
            if let Some(kind) = moving(&all, self.symbol_bytes, self.in_place)
                .or_else(|| mark().then_some(Kind::Mark))
            {
                self.kinds.insert(key, kind);
            }
        }
    }

    /// Something is decided by how much was read.
    pub fn depends_on_position(&self) -> Change {
        if self.looked && !self.looked_again {
            return Change::LookAgain;
        }
        if self.threshold >= LOOK_BACK {
            if self.has_loose() {
                return Change::Tight;
            }
            if let Some(key) = self.capacity() {
                return Change::Loose(key);
            }
        }
        if let (Some((key, _)), true) = (
            self.kinds.iter().find(|(_, kind)| **kind == Kind::Mark),
            self.threshold >= 2,
        ) {
            return Change::Stays(key.clone());
        }
        let moving = self
            .kinds
            .iter()
            .filter(|(_, kind)| matches!(kind, Kind::Position(_)));
        let spread = moving.filter_map(|(key, _)| Some((self.distances.get(key)?.len(), key)));
        match spread.max() {
            Some((distances, key)) if distances > 4 && self.threshold >= 4 => {
                Change::Stays(key.clone())
            }
            _ => match self.doubtful().filter(|_| self.threshold >= LONG) {
                Some(key) => Change::Stays(key.clone()),
                None => Change::Threshold((2 * self.threshold).max(1)),
            },
        }
    }

    /// A variable of the program that was seen to move, and may have done so only at first: one that counts modulo something,
    /// or that nothing but its last bits is looked at of.
    fn doubtful(&self) -> Option<&String> {
        let own = |key: &String| self.is_users(key) && !key.contains("._#");
        let moves = |written: bool| {
            let found = self.kinds.iter().find(|(key, kind)| match kind {
                Kind::Written(_) => written && own(key),
                Kind::Position(_) => !written && own(key),
                Kind::Mark | Kind::Register | Kind::Loose => false,
            });
            found.map(|(key, _)| key)
        };
        moves(true).or_else(|| moves(false))
    }

    /// A symbol is looked at whose distance is not known: something may move that was not seen to.
    pub fn looks_back(&self) -> Option<Change> {
        match (self.looked, self.looked_again) {
            (false, _) => None,
            (true, false) => Some(Change::LookAgain),
            (true, true) => (!self.rescans).then_some(Change::Rescans),
        }
    }

    /// How far from the position a value stands.
    pub fn stands(&mut self, key: &str, distance: i64) -> Result<(), Change> {
        let distances = self.distances.entry(key.to_owned()).or_default();
        distances.insert(distance);
        match self.kinds.get(key) {
            Some(Kind::Position(scale))
                if distances.len() > 40 && self.writes_with_reads.is_none() =>
            {
                Err(Change::MovesWithOutput(vec![(key.to_owned(), *scale)]))
            }
            _ => Ok(()),
        }
    }

    /// What is written is not as much as what is read.
    pub fn writes_apart(&self) -> Change {
        let apart = self.kinds.iter().filter_map(|(key, kind)| match kind {
            Kind::Position(scale) if self.distances.get(key)?.len() > 4 => {
                Some((key.clone(), *scale))
            }
            Kind::Position(_) | Kind::Written(_) | Kind::Mark | Kind::Register | Kind::Loose => {
                None
            }
        });
        Change::WritesApart(apart.collect())
    }

    /// A value that may be how much room there is: a number of the program that was not seen to move, and is large enough for that.
    fn capacity(&self) -> Option<String> {
        let large = |values: &BTreeSet<i64>| {
            values
                .iter()
                .all(|value| *value == 0 || *value >= LEAST_ROOM)
                && values.iter().any(|value| *value != 0)
        };
        let mut seen = self.values.iter();
        let found = seen.find(|(key, values)| {
            large(values) && !self.kinds.contains_key(*key) && !self.tight.contains(*key)
        });
        found.map(|(key, _)| key.clone())
    }

    /// What is known of a value that makes no difference.
    pub fn room(&self, key: &str) -> Room {
        self.known.get(key).copied().unwrap_or(Room::More)
    }

    pub fn has_loose(&self) -> bool {
        self.kinds.values().any(|kind| *kind == Kind::Loose)
    }

    /// How many symbols are held back.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Up to how many symbols it is told apart how far writing is behind reading.
    pub fn behind(&self) -> i64 {
        self.behind
    }

    /// To tell more of that apart.
    pub fn more_behind(&self) -> Option<Change> {
        (self.behind < MOST_BEHIND).then_some(Change::Behind(self.behind + 1))
    }

    /// Whether what is not changed in place stays as it is.
    pub fn fills(&self) -> bool {
        self.fills
    }

    /// To see it so.
    pub fn may_fill(&self) -> Option<Change> {
        (!self.fills).then_some(Change::Fills)
    }

    /// What was taken to move with the input, and has been at several distances from it, may move with the output.
    pub fn moves_apart(&self) -> Option<Change> {
        let moving = self.kinds.iter().filter_map(|(key, kind)| match kind {
            Kind::Position(scale) => Some((self.distances.get(key)?.len(), key, *scale)),
            Kind::Written(_) | Kind::Mark | Kind::Register | Kind::Loose => None,
        });
        let (count, key, scale) = moving.max()?;
        (count > 1).then(|| Change::MovesWithOutput(vec![(key.clone(), scale)]))
    }

    /// To hold back so many, if that is more than before and not too many.
    pub fn hold_back(&self, count: usize) -> Option<Change> {
        (count > self.held && count <= MOST_HELD).then_some(Change::HoldBack(count))
    }

    /// Something is written that is not known to be behind what was written.
    pub fn writes_astray(&self) -> Option<Change> {
        match self.threshold {
            0 => Some(Change::Threshold(1)),
            _ if self.writes_with_reads.is_none() && !self.writes_apart => {
                Some(Change::WritesWithReads(self.pace()))
            }
            few if few < LOOK_BACK => Some(Change::Threshold(2 * few)),
            _ => None,
        }
    }

    pub fn apply(&mut self, change: &Change) -> Result<(), StopReason> {
        self.changes += 1;
        if self.changes > MOST_CHANGES {
            return Err(StopReason::Limit(
                "it counts in a way that was not made out".to_owned(),
            ));
        }
        match change {
            Change::MovesWithOutput(keys) => {
                self.kinds.extend(
                    keys.iter()
                        .map(|(key, scale)| (key.clone(), Kind::Written(*scale))),
                );
            }
            Change::Register(key) => {
                self.kinds.insert(key.clone(), Kind::Register);
            }
            Change::Keep(keys) => keys.iter().for_each(|key| {
                let more = self.memory(key) + 1;
                self.memory.insert(key.clone(), more);
            }),
            Change::Stays(key) => {
                self.kinds.remove(key);
                self.still.insert(key.clone());
                self.threshold = 0;
            }
            Change::Data(keys) => {
                self.data
                    .get_or_insert_default()
                    .extend(keys.iter().cloned());
                self.sorts.clear();
            }
            Change::Remembered => {}
            Change::HoldBack(count) => self.held = *count,
            Change::Behind(count) => self.behind = *count,
            // What is told apart of how much was left out is no matter then.
            Change::Fills => (self.fills, self.behind) = (true, 1),
            Change::Loose(key) => {
                self.kinds.insert(key.clone(), Kind::Loose);
                self.threshold = 0;
            }
            Change::Weaker(key) => {
                let weaker = match self.room(key) {
                    Room::More => Room::Enough,
                    Room::Enough => Room::Some,
                    Room::Some | Room::Perhaps => Room::Perhaps,
                };
                self.known.insert(key.clone(), weaker);
            }
            Change::Tight => {
                let loose = self.kinds.iter().filter(|(_, kind)| **kind == Kind::Loose);
                self.tight.extend(loose.map(|(key, _)| key.clone()));
                self.kinds.retain(|_, kind| *kind != Kind::Loose);
            }
            Change::WritesWithReads(pace) => self.writes_with_reads = Some(*pace),
            Change::Rescans => {
                // Passes over the input that were not seen before are to be looked at, too.
                (self.rescans, self.looked) = (true, false);
                self.threshold = self.threshold.max(LOOK_BACK);
            }
            Change::WritesApart(keys) => {
                (self.writes_with_reads, self.writes_apart) = (None, true);
                self.kinds.extend(
                    keys.iter()
                        .map(|(key, scale)| (key.clone(), Kind::Written(*scale))),
                );
            }
            Change::Threshold(most) if *most > MOST_THRESHOLD => {
                let what = format!(
                    "what it does depends on how much it has read, beyond {MOST_THRESHOLD} symbols: it counts, or writes more and more"
                );
                return Err(StopReason::Limit(what));
            }
            Change::Threshold(most) => self.threshold = *most,
            Change::Looked => {
                self.looked = true;
                self.classify();
            }
            Change::LookAgain => (self.looked, self.looked_again) = (false, true),
        }
        self.values.clear();
        self.distances.clear();
        self.lost.clear();
        Ok(())
    }
}

fn register_name(key: &str) -> String {
    let word: String = key
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    format!("r_{word}")
}
