//! Filters as configurations and big steps (paper 001, section 3): from one wish for a symbol to the next.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use base::{Arena, Budget, Id, Place, StopReason, define_id};
use ir::IntType;
use rustc_hash::FxHashMap;
use smt::{Answer, Config, Solver, Sort, Term, Terms, chain};
use symex::{
    Advance, Astray, Counter, Explored, Fed, Feeding, ImageTerms, Integers, LONGEST_STREAM, Limits, Memo, Paused,
    Reached, Tape, World, Written, canonical,
};

use super::Filter;
use super::bytes::ByteSet;
use super::general::{Change, Generality, Kind, Observed};
use crate::events::End;
use crate::events::pose::{Captured, Lives, Pose, capture};

define_id!(
    /// A configuration of a filter that waits for a symbol.
    ConfigurationId,
    "configuration"
);

/// What a filter is fed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// Nothing: it has not begun.
    Begin,
    /// A symbol, `x`.
    Symbol,
    /// The end of input.
    End,
}

/// One way a filter goes on with a letter.
#[derive(Clone, Debug)]
pub struct Move {
    /// When, over window and registers; within what the configuration knows of them.
    pub guard: Term,
    /// What it writes, over the same.
    pub writes: Vec<Term>,
    /// What becomes of it.
    pub does: Does,
}

/// What becomes of a filter.
#[derive(Clone, Debug)]
pub enum Does {
    /// It waits for a symbol again, registers having these values (over window and registers before the step).
    Waits(ConfigurationId, BTreeMap<Term, Term>),
    /// It reads the whole input once more, from the front.
    Rereads(ConfigurationId, BTreeMap<Term, Term>),
    /// It has ended.
    Ends,
    /// It fails.
    Fails {
        /// How.
        what: String,
        /// Where.
        place: Place,
    },
    /// Nobody asks what it does.
    Discarded,
    /// It could not be followed.
    Unknown(StopReason),
}

/// A filter that waits for a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Configuration {
    pose: Pose,
    /// The values of the pose's variables, over window, counters and registers.
    leaves: Vec<Term>,
    /// How many symbols it has read, where that is part of what tells it from others.
    at: Option<usize>,
    /// How many symbols it has written.
    wrote: Wrote,
    /// What is known of the window.
    given: Vec<Term>,
    /// Whether symbols that were read at any distance are still to be written: all from the mark on.
    marked: bool,
    /// Where it begins to read its input again; until that has ended, nothing more is to be seen of it.
    again: Option<ConfigurationId>,
    /// How often it has read the input as a whole.
    pass: usize,
}

/// How many symbols a configuration has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Wrote {
    /// That does not tell it from others.
    Any,
    /// So many.
    Exactly(usize),
    /// So many more than it has read.
    Beyond(i64),
}

/// How a configuration was first reached.
#[derive(Clone, Debug)]
struct Origin {
    depth: usize,
    written: usize,
    /// The values it had, while what moves is looked for.
    known: Rc<BTreeMap<String, i64>>,
}

/// What names of variables begin with that stand for what is not known.
const LOST: &str = "lost' ";

/// Passes over the input that are followed.
const MOST_PASSES: usize = 8;

/// Ways through one big step that are followed before the input is read again instead.
const MOST_WAYS: usize = 1_000;

/// Sets of values of past symbols that are told apart for one otherwise equal configuration.
const MOST_GIVEN: usize = 64;

/// A filter as configurations and big steps, made when they are asked for.
pub struct StreamSystem {
    /// The context of all terms.
    pub terms: Terms,
    /// The filter.
    pub filter: Rc<Filter>,
    budget: Budget,
    solver: Box<dyn Solver>,
    image: Rc<ImageTerms>,
    memo: Memo,
    general: Generality,
    configurations: Arena<ConfigurationId, (Rc<Configuration>, Origin)>,
    ids: FxHashMap<Rc<Configuration>, ConfigurationId>,
    /// What was found out about configurations: the checker asks again.
    moves: FxHashMap<(ConfigurationId, Letter), Vec<Move>>,
    /// How many sets of values of past symbols there are for configurations that are equal but for them.
    variants: FxHashMap<u64, usize>,
    /// The bytes for which conditions hold that are about the read byte alone.
    sets: FxHashMap<Term, Option<ByteSet>>,
    /// The window: the symbol being read, the one before it, and so on.
    window: Vec<Term>,
    lives: Lives,
    /// Terms without the symbols that make no difference to them.
    pruned: FxHashMap<Term, Term>,
    lookback: usize,
    position: Term,
    rest: Term,
    written: Term,
    /// Where the symbols begin that are still to be written, and how far back that is.
    mark: Term,
    lag: Term,
    /// What was asked for.
    pub steps: usize,
    asked: usize,
}

impl StreamSystem {
    /// A filter, whose outputs may look back so many symbols.
    pub fn new(filter: &Rc<Filter>, terms: &Terms, lookback: usize, budget: &Budget) -> Self {
        let counter = |name: &str| terms.var(name, Sort::BitVec(64));
        Self {
            terms: terms.clone(),
            filter: Rc::clone(filter),
            budget: budget.clone(),
            solver: chain(terms, Config::default()),
            image: Rc::default(),
            memo: Memo::default(),
            general: Generality::new(i64::from(filter.reads.bits / 8), i64::from(filter.writes.bits / 8), lookback),
            configurations: Arena::new(),
            ids: FxHashMap::default(),
            moves: FxHashMap::default(),
            variants: FxHashMap::default(),
            sets: FxHashMap::default(),
            window: (0..=lookback + 2).map(|back| seen(terms, filter.reads, back)).collect(),
            lives: Lives::default(),
            pruned: FxHashMap::default(),
            lookback,
            position: counter("position'"),
            rest: counter("rest'"),
            written: counter("written'"),
            mark: counter("mark'"),
            lag: counter("lag'"),
            steps: 0,
            asked: 0,
        }
    }

    /// The symbol so many places before the one being read.
    pub fn seen(&self, back: usize) -> Term {
        self.window.get(back).copied().unwrap_or_else(|| seen(&self.terms, self.filter.reads, back))
    }

    /// Which symbols can occur, over `seen(0)`.
    pub fn alphabet(&self) -> Term {
        match self.filter.terminated {
            true => self.terms.ne(self.seen(0), self.terms.bv(self.filter.reads.bits.into(), 0)),
            false => self.terms.true_(),
        }
    }

    /// The registers, with names and values before the first symbol.
    pub fn registers(&self) -> Vec<(String, Term, Term)> {
        self.general.registers(&self.terms)
    }

    /// How many symbols back outputs may look.
    pub fn lookback(&self) -> usize {
        self.lookback
    }

    /// The same filter, seen as this one but for control values: what is known and not yet found to flow to the output is a
    /// register (the start of a predicate abstraction; paper 001, section 4).
    pub fn with_open_control(&self) -> Self {
        let general = self.general.with_open_control();
        Self { general, ..Self::new(&self.filter, &self.terms, self.lookback, &self.budget) }
    }

    /// Gives up to see what moves: only so many symbols are followed, and told apart by their places.
    pub fn settle(&mut self, symbols: usize) {
        self.general.settle(symbols);
        self.forget_all();
    }

    /// Forgets all configurations and sees the filter in another way.
    pub fn regeneralise(&mut self, change: &Change) -> Result<(), StopReason> {
        self.general.apply(change)?;
        self.forget_all();
        Ok(())
    }

    fn forget_all(&mut self) {
        self.configurations = Arena::new();
        self.ids.clear();
        self.moves.clear();
        self.variants.clear();
    }

    /// What the filter does before it wants the first symbol.
    pub fn begin(&mut self) -> Result<Vec<Move>, Change> {
        let before = Paused::before(&self.filter.subject.program, self.filter.subject.start);
        let subject = Rc::clone(&self.filter);
        let terms = self.terms.clone();
        let world = World::new(&subject.subject.program, &terms, Integers::Wrapping, Rc::clone(&self.image));
        let captured = capture(&world, &before, &self.lives, &|key| self.general.is_widened(key));
        drop(world);
        let at = Some(0);
        let configuration = Configuration {
            pose: captured.pose,
            leaves: captured.leaves,
            at,
            given: vec![],
            marked: false,
            again: None,
            pass: 0,
            wrote: self.wrote(Some(0), 0),
        };
        let origin = Origin { depth: 0, written: 0, known: Rc::default() };
        self.feed(&configuration, &origin, Letter::Begin)
    }

    /// What the filter does with a letter. Guards are disjoint, and cover what the configuration knows of the window.
    pub fn moves(&mut self, id: ConfigurationId, letter: Letter) -> Result<Vec<Move>, Change> {
        if let Some(known) = self.moves.get(&(id, letter)) {
            return Ok(known.clone());
        }
        let moves = self.follow(id, letter)?;
        self.moves.insert((id, letter), moves.clone());
        Ok(moves)
    }

    fn follow(&mut self, id: ConfigurationId, letter: Letter) -> Result<Vec<Move>, Change> {
        let (configuration, origin) = self.configurations[id].clone();
        if let Some(again) = configuration.again {
            let does = match letter {
                Letter::Begin | Letter::Symbol => Does::Waits(id, BTreeMap::new()),
                Letter::End => Does::Rereads(again, BTreeMap::new()),
            };
            return Ok(vec![Move { guard: self.terms.true_(), writes: Vec::new(), does }]);
        }
        self.feed(&configuration, &origin, letter)
    }

    /// How many ways of each configuration are to be followed, to find out what moves; all if `None`.
    pub fn looking(&self) -> Option<usize> {
        self.general.looking()
    }

    /// How often the solver was asked.
    pub fn solver_calls(&self) -> usize {
        self.memo.asked() + self.asked
    }

    /// How it is seen, for people.
    pub fn view(&self) -> String {
        self.general.view()
    }

    /// Whether a configuration lies beyond the first symbols, which alone are looked at to find out what moves.
    pub fn is_beyond_look(&self, id: ConfigurationId) -> bool {
        self.looking().is_some() && self.depth(id) >= self.general.first_look()
    }

    /// What is known of the window in a configuration, as conditions.
    pub fn given(&self, id: ConfigurationId) -> &[Term] {
        &self.configurations[id].0.given
    }

    /// How many symbols lead to a configuration at least.
    pub fn depth(&self, id: ConfigurationId) -> usize {
        self.configurations[id].1.depth
    }

    fn counters(&self, at: Option<usize>, marked: bool, letter: Letter) -> Vec<Counter> {
        let counter = |variable, least| Counter { variable, least, most: LONGEST_STREAM };
        let mut counters = vec![counter(self.written, 0)];
        match (marked, at) {
            (true, _) => counters.extend([counter(self.mark, 0), counter(self.lag, 1)]),
            (false, None) => counters.push(counter(self.position, self.general.threshold() as i64)),
            (false, Some(_)) => {}
        }
        match letter {
            Letter::Begin => counters.push(counter(self.rest, 0)),
            Letter::Symbol => counters.push(counter(self.rest, 1)),
            Letter::End => {}
        }
        counters
    }

    fn tape(&self, configuration: &Configuration, letter: Letter) -> Tape {
        let bits = |n: usize| self.terms.bv(64, n as u64);
        let at = configuration.at;
        // To look back at all is to read the input again.
        let most = if self.general.rescans() { 0 } else { self.lookback };
        let past = at.map_or(most, |n| n.min(most));
        let position = match configuration.marked {
            true => self.terms.bv_add(self.mark, self.lag),
            false => at.map_or(self.position, bits),
        };
        let written = match configuration.wrote {
            Wrote::Any => self.written,
            Wrote::Exactly(count) => bits(count),
            Wrote::Beyond(more) => self.terms.bv_add(position, self.terms.bv(64, more as u64)),
        };
        Tape {
            reads: self.filter.reads,
            writes: self.filter.writes,
            terminated: self.filter.terminated,
            position,
            rest: if letter == Letter::End { bits(0) } else { self.rest },
            fed: match letter {
                Letter::Begin => Fed::Nothing,
                Letter::Symbol => Fed::Symbol(self.seen(0)),
                Letter::End => Fed::End,
            },
            written,
            mark: configuration.marked.then_some(self.mark),
            rescans: self.general.rescans(),
            past: (1..=past).map(|back| self.seen(back)).collect(),
            counters: self.counters(at, configuration.marked, letter),
        }
    }

    fn feed(&mut self, configuration: &Configuration, origin: &Origin, letter: Letter) -> Result<Vec<Move>, Change> {
        self.steps += 1;
        let mut given = configuration.given.clone();
        if letter == Letter::Symbol && self.filter.terminated {
            given.push(self.alphabet());
        }
        let (advances, explored) = self.advances(configuration, &given, letter);
        if explored == Explored::Halted {
            if !self.general.rescans() {
                return Err(Change::Rescans);
            }
            let what = format!("there are more than {MOST_WAYS} ways to go on with one symbol");
            let does = Does::Unknown(StopReason::Limit(what));
            return Ok(vec![Move { guard: self.terms.true_(), writes: Vec::new(), does }]);
        }
        let mut moves = Vec::new();
        for advance in advances {
            if let Some(step) = self.step(configuration, origin, &given, letter, advance)? {
                moves.push(step);
            }
        }
        if let Explored::Stopped(reason) = explored {
            let known: Vec<Term> = moves.iter().map(|m| m.guard).collect();
            let guard = self.terms.not(self.terms.or(&known));
            moves.push(Move { guard, writes: Vec::new(), does: Does::Unknown(reason) });
        }
        Ok(moves)
    }

    fn advances(&mut self, from: &Configuration, given: &[Term], letter: Letter) -> (Vec<Advance>, Explored) {
        let (filter, terms) = (Rc::clone(&self.filter), self.terms.clone());
        let world = World::new(&filter.subject.program, &terms, Integers::Wrapping, Rc::clone(&self.image));
        let leaves = match letter {
            Letter::End => self.substituted(&from.leaves, &[(self.rest, terms.bv(64, 0))]),
            Letter::Begin | Letter::Symbol => from.leaves.clone(),
        };
        let paused = from.pose.materialise(&world, &leaves);
        let limits = Limits { steps: 400_000, unrolls: 2_000, values: 256, ..Limits::for_programs() };
        let tape = self.tape(from, letter);
        let mut advances = Vec::new();
        let mut memo = std::mem::take(&mut self.memo);
        let feeding = Feeding { from: &paused, tape, given, memo: &mut memo };
        let explored = symex::feed(&world, &limits, &self.budget, &mut *self.solver, feeding, &mut |advance| {
            advances.push(advance);
            if advances.len() > MOST_WAYS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.memo = memo;
        (advances, explored)
    }

    fn substituted(&self, leaves: &[Term], map: &[(Term, Term)]) -> Vec<Term> {
        self.terms.substitute_all(leaves, &map.iter().copied().collect())
    }

    fn step(
        &mut self,
        from: &Configuration,
        origin: &Origin,
        given: &[Term],
        letter: Letter,
        advance: Advance,
    ) -> Result<Option<Move>, Change> {
        let conditions: Vec<Term> = advance.condition.into_iter().filter(|c| !given.contains(c)).collect();
        let guard = self.terms.and(&conditions);
        if guard == self.terms.false_() {
            return Ok(None);
        }
        let free = self.terms.free_vars(guard);
        if [self.position, self.mark, self.lag].iter().any(|counter| free.contains(counter)) {
            self.general.flows(&self.terms, &[guard])?;
            return Err(self.general.depends_on_position());
        }
        self.nothing_lost(&advance.output, guard)?;
        if self.writes_counters(&advance.output) {
            let what = "what it writes depends on how much it has read or written".to_owned();
            let does = Does::Unknown(StopReason::Unsupported { what, place: None });
            return Ok(Some(Move { guard, writes: Vec::new(), does }));
        }
        let Some((mut writes, paid)) = self.paid(from, letter, &advance.output) else {
            return Ok(Some(Move { guard, writes: Vec::new(), does: self.dropped(advance.to) }));
        };
        self.general.flows(&self.terms, &writes)?;
        let does = match advance.to {
            Reached::Pause(_, paused) => {
                let counts = advance.output.iter().map(|w| self.count(w)).collect();
                let to = Arriving { paused: *paused, letter, guard, writes: writes.len(), counts };
                let Arrived { at: to, updates, lag } = self.locate(from, origin, to)?;
                match self.owed(from, to, paid, lag) {
                    Some(symbols) => writes.extend(symbols),
                    None => return Ok(Some(Move { guard, writes: Vec::new(), does: self.lost() })),
                }
                Does::Waits(to, updates)
            }
            Reached::Astray(Astray::Elsewhere, place, _) => return self.astray(guard, place),
            Reached::Astray(Astray::Impossible, ..) => Does::Discarded,
            Reached::Astray(Astray::Counts, place, _) => match self.general.is_settled() {
                true => {
                    let what = "what it does depends on how much it has read".to_owned();
                    Does::Unknown(StopReason::Unsupported { what, place: Some(place) })
                }
                false => return Err(self.general.depends_on_position()),
            },
            Reached::Astray(Astray::Backwards, place, paused) => {
                self.reread(from, origin, letter, *paused, place, &writes)?
            }
            Reached::End(end) => match self.end(end) {
                Does::Ends if !paid => self.lost(),
                does => does,
            },
        };
        let writes = if self.filter.terminated { self.without_end(writes, &does) } else { writes };
        Ok(Some(Move { guard, writes, does }))
    }

    /// What is written, without the run that was owed, which the model has written already; whether that was written. `None` if
    /// something else comes first.
    fn paid(&self, from: &Configuration, letter: Letter, output: &[Written]) -> Option<(Vec<Term>, bool)> {
        let (mut writes, mut paid) = (Vec::new(), !from.marked);
        let counters = self.counters(from.at, from.marked, letter);
        for item in output {
            match *item {
                Written::Symbol(symbol) if paid => writes.push(symbol),
                Written::Run { from, count } if !paid => {
                    if symex::distance(&self.terms, &counters, from, self.mark)? != 0 {
                        return None;
                    }
                    match symex::distance(&self.terms, &counters, count, self.lag)? {
                        0 => {}
                        1 if letter == Letter::Symbol => writes.push(self.seen(0)),
                        _ => return None,
                    }
                    paid = true;
                }
                Written::Symbol(_) | Written::Run { .. } => return None,
            }
        }
        Some((writes, paid))
    }

    fn count(&self, written: &Written) -> Term {
        match *written {
            Written::Symbol(_) => self.terms.bv(64, 1),
            Written::Run { count, .. } => count,
        }
    }

    /// What the model writes beyond that, because the filter is certain to: it owes what it has read since the mark.
    fn owed(&self, from: &Configuration, to: ConfigurationId, paid: bool, lag: Option<usize>) -> Option<Vec<Term>> {
        match (from.marked && !paid, self.configurations[to].0.marked, lag) {
            (true, true, None) => Some(vec![self.seen(0)]),
            (true, _, _) => None,
            (false, true, Some(lag)) => Some((0..lag).rev().map(|back| self.seen(back)).collect()),
            (false, true, None) => None,
            (false, false, _) => Some(Vec::new()),
        }
    }

    /// A run that was not written.
    fn dropped(&self, to: Reached) -> Does {
        match to {
            // What a failing filter has written does not matter.
            Reached::End(end) => match self.end(end) {
                does @ (Does::Fails { .. } | Does::Discarded | Does::Unknown(_)) => does,
                Does::Ends | Does::Waits(..) | Does::Rereads(..) => self.lost(),
            },
            Reached::Pause(..) | Reached::Astray(..) => self.lost(),
        }
    }

    fn lost(&self) -> Does {
        let what = "it keeps symbols without bound, and does not write all of them next".to_owned();
        Does::Unknown(StopReason::Unsupported { what, place: None })
    }

    /// The zero that ends what is written is no symbol of it.
    fn without_end(&self, mut writes: Vec<Term>, does: &Does) -> Vec<Term> {
        let zero = self.terms.bv(self.filter.writes.bits.into(), 0);
        if matches!(does, Does::Ends) && writes.last() == Some(&zero) {
            writes.pop();
        }
        writes
    }

    /// Where it writes may be a matter of how it is seen.
    fn astray(&mut self, guard: Term, place: Place) -> Result<Option<Move>, Change> {
        if let Some(change) = self.general.addresses().or_else(|| self.general.writes_astray()) {
            return Err(change);
        }
        let what = "it writes elsewhere than behind what it has written".to_owned();
        let does = Does::Unknown(StopReason::Unsupported { what, place: Some(place) });
        Ok(Some(Move { guard, writes: Vec::new(), does }))
    }

    fn end(&self, end: symex::End) -> Does {
        match self.filter.subject.end_of_path(end) {
            End::Failed { what, place } | End::Undefined { kind: what, place } => Does::Fails { what, place },
            End::Ended => Does::Ends,
            End::Discarded => Does::Discarded,
            End::Beyond { .. } => Does::Unknown(StopReason::Limit("a bound where there is none".into())),
            End::Unknown(reason) => Does::Unknown(reason),
        }
    }

    /// Where the end has been seen, looking at the front again begins another pass.
    fn reread(
        &mut self,
        from: &Configuration,
        origin: &Origin,
        letter: Letter,
        paused: Paused,
        place: Place,
        writes: &[Term],
    ) -> Result<Does, Change> {
        let refuse = |what: &str| {
            Ok(Does::Unknown(StopReason::Unsupported { what: what.to_owned(), place: Some(place.clone()) }))
        };
        if letter != Letter::End
            && let Some(change) = self.general.addresses().or_else(|| self.general.looks_back())
        {
            return Err(change);
        }
        if !writes.is_empty() || from.pass + 1 >= MOST_PASSES || from.marked {
            return refuse("it reads backwards, or its input again after it has written something");
        }
        let backwards =
            "it reads backwards: which symbol it looks at is not a fixed number of places before the last one";
        let (filter, terms) = (Rc::clone(&self.filter), self.terms.clone());
        let world = World::new(&filter.subject.program, &terms, Integers::Wrapping, Rc::clone(&self.image));
        let captured = self.captured(&world, &paused, from.pass + 1);
        drop(world);
        let at = self.general.at(0);
        let length = terms.bv_add(at.map_or(self.position, |n| terms.bv(64, n as u64)), self.rest);
        let mut leaves = Vec::new();
        let mut updates = BTreeMap::new();
        for (&leaf, key) in captured.leaves.iter().zip(&captured.keys) {
            let leaf = match letter {
                Letter::End => self.ending_at(leaf, key, from.at, length),
                Letter::Begin | Letter::Symbol => {
                    let leaf = self.terms.substitute(leaf, &self.later(from, &[]));
                    match self.beside_length(leaf, from.at, length) {
                        Some(leaf) => leaf,
                        None => return refuse(backwards),
                    }
                }
            };
            let is_length = self.terms.free_vars(leaf).contains(&self.rest);
            let leaf = if is_length { leaf } else { self.leaf(leaf, key, Some(0), at, 0, &mut updates)? };
            if self.terms.free_vars(leaf).iter().any(|v| self.is_symbol(*v)) {
                return refuse("it reads its input again, and remembers symbols of the first time");
            }
            leaves.push(canonical(&self.terms, &self.counters(at, false, Letter::Begin), leaf));
        }
        let (pass, wrote) = (from.pass + 1, self.wrote(at, 0));
        let configuration =
            Configuration { pose: captured.pose, leaves, at, wrote, given: vec![], marked: false, again: None, pass };
        let origin = Origin { depth: 0, written: origin.written, known: Rc::default() };
        let pose = configuration.pose.clone();
        let depth = origin.depth;
        let again = self.intern(configuration, origin);
        if letter == Letter::End {
            return Ok(Does::Rereads(again, updates));
        }
        if !updates.is_empty() {
            return refuse(backwards);
        }
        // What it does is decided before the input has ended, and shows when it is read again.
        let (at, leaves, given) = (None, Vec::new(), Vec::new());
        let draining =
            Configuration { pose, leaves, at, wrote, given, marked: false, again: Some(again), pass: from.pass };
        let origin = Origin { depth: depth + 1, written: 0, known: Rc::default() };
        Ok(Does::Waits(self.intern(draining, origin), BTreeMap::new()))
    }

    /// A value that does not depend on how much was read, or says how much there is to read: then as of the next pass.
    fn beside_length(&self, leaf: Term, at: Option<usize>, length: Term) -> Option<Term> {
        let terms = &self.terms;
        let free = terms.free_vars(leaf);
        let moves = [self.position, self.rest].iter().any(|counter| free.contains(counter));
        if !moves {
            return Some(leaf);
        }
        let read = at.map_or(self.position, |n| terms.bv(64, n as u64 + 1));
        let counters = self.counters(at, false, Letter::Begin);
        let more = symex::distance(terms, &counters, leaf, terms.bv_add(read, self.rest))?;
        let whole = terms.bv_add(length, terms.bv(64, more as u64));
        let width = terms.width(leaf);
        Some(if width == 64 { whole } else { terms.extract(whole, width - 1, 0) })
    }

    /// At the end of input, how much was read is how much there is.
    fn ending_at(&self, leaf: Term, key: &str, at: Option<usize>, length: Term) -> Term {
        match at {
            None => self.substituted(&[leaf], &[(self.position, length)])[0],
            Some(n) => match (self.general.kind(key), self.terms.value(leaf).and_then(smt::Value::as_signed)) {
                (Some(Kind::Position(scale)), Some(v)) if (v - scale * n as i64).abs() <= 8 && v != 0 => {
                    self.shifted(leaf, length, n, scale)
                }
                _ => leaf,
            },
        }
    }

    fn is_symbol(&self, variable: Term) -> bool {
        self.window.contains(&variable)
    }
}

/// Where a filter has paused again.
struct Arrived {
    at: ConfigurationId,
    /// The values of registers.
    updates: BTreeMap<Term, Term>,
    /// How far back the mark is, where it is new.
    lag: Option<usize>,
}

/// A filter that has paused again.
struct Arriving {
    paused: Paused,
    letter: Letter,
    guard: Term,
    writes: usize,
    /// How many symbols each thing it wrote is.
    counts: Vec<Term>,
}

impl StreamSystem {
    /// A filter that has paused, taken apart. What moves in one pass over the input may stand still in the next.
    fn captured(&self, world: &World<'_>, paused: &Paused, pass: usize) -> Captured {
        let mut captured = capture(world, paused, &self.lives, &|key| self.general.is_widened(&in_pass(key, pass)));
        if pass > 0 {
            captured.keys.iter_mut().for_each(|key| *key = in_pass(key, pass).into_owned());
            captured.known.iter_mut().for_each(|(key, _)| *key = in_pass(key, pass).into_owned());
        }
        captured
    }

    /// The configuration of a filter that has paused, and the values of registers.
    fn locate(&mut self, from: &Configuration, origin: &Origin, arriving: Arriving) -> Result<Arrived, Change> {
        let (filter, terms) = (Rc::clone(&self.filter), self.terms.clone());
        let world = World::new(&filter.subject.program, &terms, Integers::Wrapping, Rc::clone(&self.image));
        let captured = self.captured(&world, &arriving.paused, from.pass);
        drop(world);
        let read = usize::from(arriving.letter == Letter::Symbol);
        let depth = origin.depth + read;
        let exactly = if arriving.letter == Letter::Begin { Some(0) } else { from.at.map(|n| n + read) };
        let at = exactly.and_then(|n| self.general.at(n));
        let written = origin.written + arriving.writes;
        let wrote = self.wrote_then(from.wrote, at, read, &arriving, written)?;
        let set = self.byte_set(arriving.guard);
        let alone = self.general.has_open_control().then(|| self.byte_set_alone(arriving.guard)).flatten();
        let later = if read == 1 { self.later(from, &arriving.counts) } else { FxHashMap::default() };
        let mut updates = BTreeMap::new();
        let mut leaves = Vec::new();
        let counters = self.counters(at, from.marked, Letter::Begin);
        for (&leaf, key) in captured.leaves.iter().zip(&captured.keys) {
            let leaf = if self.terms.value(leaf).is_some() { leaf } else { self.under(leaf, set.or(alone).as_ref()) };
            let leaf = if self.terms.value(leaf).is_some() { leaf } else { self.terms.substitute(leaf, &later) };
            self.observe(key, leaf, depth, written)?;
            let leaf = self.leaf(leaf, key, exactly, at, written, &mut updates)?;
            let leaf = if self.terms.value(leaf).is_some() { leaf } else { canonical(&self.terms, &counters, leaf) };
            if let (Some(Kind::Position(scale)), false) = (self.general.kind(key), from.marked) {
                let base = self.terms.bv_mul(self.position, self.terms.bv(64, scale as u64));
                if let Some(distance) = symex::distance(&self.terms, &counters, leaf, base) {
                    self.general.stands(key, distance)?;
                }
            }
            leaves.push(leaf);
        }
        let (marked, lag) = self.mark_leaves(from, at, &mut leaves, &captured.keys)?;
        leaves.iter_mut().for_each(|leaf| *leaf = self.pruned(*leaf));
        self.forget(&mut leaves, &captured.keys);
        for (key, value) in &captured.known {
            self.observe(key, *value, depth, written)?;
        }
        let given = self.known_of_window(from, &arriving, set.as_ref(), &leaves);
        let known = self.known_values(&captured, origin, depth);
        let mut configuration =
            Configuration { pose: captured.pose, leaves, at, wrote, given, marked, again: None, pass: from.pass };
        self.limit_variants(&mut configuration);
        let carried: Vec<Term> = updates.values().copied().collect();
        if self.has_counter(&carried) {
            return Err(self.general.depends_on_position());
        }
        let missed = self.terms.free_vars_of(&carried);
        let missed: Vec<String> = missed.iter().filter_map(|v| self.lost_key(*v)).collect();
        if !missed.is_empty() {
            return Err(self.general.misses(&missed));
        }
        let updates = self.updates(updates, read == 1);
        if let Some(&id) = self.ids.get(&configuration) {
            return Ok(Arrived { at: id, updates, lag });
        }
        let origin = Origin { depth, written, known };
        Ok(Arrived { at: self.intern(configuration, origin), updates, lag })
    }

    /// How much was written in a configuration that has read so much.
    fn wrote(&self, at: Option<usize>, written: usize) -> Wrote {
        match at {
            _ if !self.filter.buffered => Wrote::Any,
            _ if self.general.writes_with_reads() => Wrote::Beyond(written as i64),
            Some(_) => Wrote::Exactly(written),
            None => Wrote::Any,
        }
    }

    /// The same after a step.
    fn wrote_then(
        &mut self,
        before: Wrote,
        at: Option<usize>,
        read: usize,
        arriving: &Arriving,
        written: usize,
    ) -> Result<Wrote, Change> {
        Ok(match before {
            Wrote::Any => Wrote::Any,
            // Soundness: this is exact, so what the first path here has written is what all have.
            Wrote::Exactly(_) => self.wrote(at, written),
            Wrote::Beyond(more) => {
                let one = self.terms.bv(64, 1);
                // Soundness: how much a run is, is not known.
                if arriving.counts.iter().any(|count| *count != one) {
                    return Err(self.general.writes_apart());
                }
                let more = more + arriving.counts.len() as i64 - read as i64;
                if more.unsigned_abs() > 32 {
                    return Err(self.general.writes_apart());
                }
                Wrote::Beyond(more)
            }
        })
    }

    /// Where the mark is after a step, if symbols are still to be written; how far back it is where it is new.
    fn mark_leaves(
        &self,
        from: &Configuration,
        at: Option<usize>,
        leaves: &mut [Term],
        keys: &[String],
    ) -> Result<(bool, Option<usize>), Change> {
        let terms = &self.terms;
        if from.marked {
            let counters = self.counters(None, true, Letter::Begin);
            let stays = |leaf: &Term| symex::distance(terms, &counters, *leaf, self.mark).is_some();
            if leaves.iter().any(stays) {
                return Ok((true, None));
            }
            let map = [(self.mark, terms.bv_sub(self.position, self.lag))];
            let moved = self.substituted(leaves, &map);
            leaves.copy_from_slice(&moved);
        }
        let counters = self.counters(at, false, Letter::Begin);
        let open = leaves.iter_mut().filter(|leaf| terms.value(**leaf).is_none());
        open.for_each(|leaf| *leaf = canonical(terms, &counters, *leaf));
        if at.is_some() {
            return Ok((false, None));
        }
        let mut lag = None;
        for (leaf, key) in leaves.iter().zip(keys) {
            let Some(Kind::Mark) = self.general.kind(key) else { continue };
            match symex::distance(terms, &counters, *leaf, self.position) {
                Some(distance) if distance < 0 && lag.is_none_or(|known| known == distance) => lag = Some(distance),
                Some(distance) if distance < 0 => return Err(self.general.depends_on_position()),
                _ => {}
            }
        }
        let Some(lag) = lag else { return Ok((false, None)) };
        // Marked values are at the mark, all others that move are where the input is.
        let counters = self.counters(None, true, Letter::Begin);
        let now = terms.bv_add(self.mark, self.lag);
        for (leaf, key) in leaves.iter_mut().zip(keys) {
            let is_mark = self.general.kind(key) == Some(Kind::Mark);
            let distance = symex::distance(terms, &self.counters(at, false, Letter::Begin), *leaf, self.position);
            *leaf = match (is_mark, distance) {
                (true, Some(d)) if d == lag => {
                    let width = terms.width(*leaf);
                    if width == 64 { self.mark } else { terms.extract(self.mark, width - 1, 0) }
                }
                _ => canonical(terms, &counters, self.substituted(&[*leaf], &[(self.position, now)])[0]),
            };
        }
        Ok((true, Some(lag.unsigned_abs() as usize)))
    }

    /// The values of a configuration, to compare them with those of the next.
    fn known_values(&mut self, captured: &Captured, before: &Origin, depth: usize) -> Rc<BTreeMap<String, i64>> {
        if self.general.looking().is_none() {
            return Rc::default();
        }
        let leaves = captured.keys.iter().zip(&captured.leaves).map(|(key, term)| (key, *term));
        let all = captured.known.iter().map(|(key, term)| (key, *term)).chain(leaves);
        let number = |term: Term| self.terms.value(term).and_then(smt::Value::as_signed);
        let known: BTreeMap<String, i64> = all.filter_map(|(key, term)| Some((key.clone(), number(term)?))).collect();
        for (key, now) in &known {
            if let Some(value) = before.known.get(key) {
                self.general.follow(key, *value, *now, depth as i64);
            }
        }
        Rc::new(known)
    }

    /// Updates are over the window of the step, leaves over the next one.
    fn updates(&self, updates: BTreeMap<Term, Term>, read: bool) -> BTreeMap<Term, Term> {
        if !read {
            return updates;
        }
        let back: FxHashMap<Term, Term> = (0..=self.lookback + 1).map(|i| (self.seen(i + 1), self.seen(i))).collect();
        updates.into_iter().map(|(register, value)| (register, self.terms.substitute(value, &back))).collect()
    }

    fn intern(&mut self, configuration: Configuration, origin: Origin) -> ConfigurationId {
        let configuration = Rc::new(configuration);
        if let Some(&id) = self.ids.get(&configuration) {
            return id;
        }
        let id = self.configurations.push((Rc::clone(&configuration), origin));
        self.ids.insert(configuration, id);
        id
    }

    /// What depends on the read symbol alone and is the same for all that lead here.
    fn under(&self, leaf: Term, set: Option<&ByteSet>) -> Term {
        let Some(set) = set else { return leaf };
        let vars = self.terms.free_vars(leaf);
        if vars.len() != 1 || !vars.contains(&self.seen(0)) {
            return leaf;
        }
        set.constant(&self.terms, self.seen(0), leaf).unwrap_or(leaf)
    }

    /// What terms become when they are seen from one symbol later.
    fn later(&self, from: &Configuration, counts: &[Term]) -> FxHashMap<Term, Term> {
        let terms = &self.terms;
        let minus = |t: Term, n: usize| terms.bv_sub(t, terms.bv(64, n as u64));
        let mut map: FxHashMap<Term, Term> =
            (0..=self.lookback).map(|back| (self.seen(back), self.seen(back + 1))).collect();
        map.insert(self.rest, terms.bv_add(self.rest, terms.bv(64, 1)));
        match (from.marked, from.at) {
            (true, _) => {
                map.insert(self.lag, minus(self.lag, 1));
            }
            (false, None) => {
                map.insert(self.position, minus(self.position, 1));
            }
            (false, Some(_)) => {}
        }
        let counts = terms.substitute_all(counts, &map);
        let written = counts.into_iter().fold(self.written, |written, count| terms.bv_sub(written, count));
        map.insert(self.written, written);
        map
    }

    /// The value of a variable as the configuration has it.
    fn leaf(
        &mut self,
        leaf: Term,
        key: &str,
        exactly: Option<usize>,
        at: Option<usize>,
        written: usize,
        updates: &mut BTreeMap<Term, Term>,
    ) -> Result<Term, Change> {
        let generalises = exactly.is_some() && at.is_none();
        if self.terms.free_vars(leaf).contains(&self.rest) {
            return Ok(match (exactly, self.general.kind(key)) {
                (Some(n), Some(Kind::Position(scale))) if generalises => self.shifted(leaf, self.position, n, scale),
                (Some(n), None) if generalises && self.is_length(leaf, n) => self.shifted(leaf, self.position, n, 1),
                _ => leaf,
            });
        }
        match self.general.kind(key) {
            Some(Kind::Position(scale)) if generalises && self.terms.value(leaf).is_some() => {
                Ok(self.shifted(leaf, self.position, exactly.unwrap_or(0), scale))
            }
            Some(Kind::Written(scale)) if generalises && self.terms.value(leaf).is_some() => {
                Ok(self.shifted(leaf, self.written, written, scale))
            }
            Some(Kind::Register) => Ok(self.register(leaf, key, updates)),
            None if self.general.is_open(key) && self.is_control(leaf) => Ok(self.register(leaf, key, updates)),
            Some(Kind::Mark) if generalises && self.terms.value(leaf).is_some() => {
                Ok(self.shifted(leaf, self.position, exactly.unwrap_or(0), 1))
            }
            // Soundness: a register in a configuration is what it is then, not what it was when something was made of it.
            None if self.general.is_made_of_registers(&self.terms, leaf) => Err(Change::Register(key.to_owned())),
            Some(Kind::Position(_) | Kind::Written(_) | Kind::Mark) | None => {
                self.general.flows(&self.terms, &[leaf]).map(|()| leaf)
            }
        }
    }

    fn register(&mut self, leaf: Term, key: &str, updates: &mut BTreeMap<Term, Term>) -> Term {
        let register = self.general.register(&self.terms, key, self.terms.sort(leaf), updates);
        updates.insert(register, leaf);
        register
    }

    /// Whether a value has nothing to do with the stream, or comes from values of which that was said.
    fn is_control(&self, leaf: Term) -> bool {
        let free = self.terms.free_vars(leaf);
        let counts = [self.position, self.rest, self.written, self.mark, self.lag];
        let comes = self.general.flows(&self.terms, &[leaf]).is_err();
        (free.is_empty() || comes) && !counts.iter().any(|c| free.contains(c))
    }

    /// Whether a value is about how much there is in all, rather than how much is left, after so many symbols.
    fn is_length(&self, leaf: Term, n: usize) -> bool {
        let counters = self.counters(Some(n), false, Letter::Begin);
        let more = symex::distance(&self.terms, &counters, leaf, self.rest);
        more.is_some_and(|more| n >= 4 && 2 * more > n as i64)
    }

    /// `leaf + scale * (counter - n)`, in the width of the leaf.
    fn shifted(&self, leaf: Term, counter: Term, n: usize, scale: i64) -> Term {
        let terms = &self.terms;
        let distance = terms.bv_sub(counter, terms.bv(64, n as u64));
        let distance = terms.bv_mul(distance, terms.bv(64, scale as u64));
        let width = terms.width(leaf);
        let distance = if width == 64 { distance } else { terms.extract(distance, width - 1, 0) };
        terms.bv_add(leaf, distance)
    }

    /// What depends on symbols of long ago is not known any more, until that matters.
    ///
    /// Soundness: values of one name, as those of two blocks that were allocated at one place, are values of their own.
    fn forget(&mut self, leaves: &mut [Term], keys: &[String]) {
        for (number, (leaf, key)) in leaves.iter_mut().zip(keys).enumerate() {
            let vars = self.terms.free_vars(*leaf);
            if vars.is_empty() {
                continue;
            }
            let lost: Vec<String> = vars.iter().filter_map(|v| self.lost_key(*v)).collect();
            let is_old = |v: &Term| (self.general.memory(key) + 1..=self.lookback + 1).any(|i| self.seen(i) == *v);
            if !lost.is_empty() || vars.iter().any(is_old) {
                self.general.lose(key, lost.into_iter());
                *leaf = self.terms.var(&format!("{LOST}{number} {key}"), self.terms.sort(*leaf));
            }
        }
    }

    /// Whose value a variable stands for that is not known.
    fn lost_key(&self, variable: Term) -> Option<String> {
        let (_, key) = self.terms.var_name(variable)?.strip_prefix(LOST)?.split_once(' ')?;
        Some(key.to_owned())
    }

    /// Whether a symbol that is written depends on a counter: no transducer has those.
    fn writes_counters(&self, output: &[Written]) -> bool {
        let written: Vec<Term> = output.iter().filter_map(Written::symbol).collect();
        self.has_counter(&written)
    }

    fn has_counter(&self, terms: &[Term]) -> bool {
        let free = self.terms.free_vars_of(terms);
        let counters = [self.position, self.rest, self.written, self.mark, self.lag];
        counters.iter().any(|counter| free.contains(counter))
    }

    /// Nothing that is decided or written may depend on what is not known.
    fn nothing_lost(&self, output: &[Written], guard: Term) -> Result<(), Change> {
        let terms = output.iter().filter_map(Written::symbol).chain([guard]);
        let free = self.terms.free_vars_of(&terms.collect::<Vec<_>>());
        let missed: Vec<String> = free.iter().filter_map(|v| self.lost_key(*v)).collect();
        if missed.is_empty() { Ok(()) } else { Err(self.general.misses(&missed)) }
    }

    /// A term without the symbols that make no difference to it.
    fn pruned(&mut self, leaf: Term) -> Term {
        let vars: Vec<Term> = self.terms.free_vars(leaf).into_iter().collect();
        if vars.len() < 2 {
            return leaf;
        }
        if let Some(&known) = self.pruned.get(&leaf) {
            return known;
        }
        let mut simple = leaf;
        for back in (1..=self.lookback + 1).rev() {
            let symbol = self.seen(back);
            if vars.contains(&symbol) && self.makes_no_difference(simple, symbol) {
                let zero = self.terms.bv(self.filter.reads.bits.into(), 0);
                simple = self.substituted(&[simple], &[(symbol, zero)])[0];
            }
        }
        self.pruned.insert(leaf, simple);
        simple
    }

    fn makes_no_difference(&mut self, t: Term, symbol: Term) -> bool {
        let terms = self.terms.clone();
        let bits = u32::from(self.filter.reads.bits);
        let samples = [1_u64, 0x80, 0x5a5a_a5a5_1234_5678, u64::MAX];
        for (i, sample) in samples.iter().enumerate() {
            let other = samples[(i + 1) % samples.len()];
            let with = |of: u64| {
                let value = |v: Term| match terms.sort(v) {
                    Sort::BitVec(width) if v == symbol => Some(smt::Value::bv(width, of)),
                    Sort::BitVec(width) => Some(smt::Value::bv(width, other.rotate_left(v.index() as u32 % 64))),
                    sort => Some(smt::Value::default_of(sort)),
                };
                terms.eval(t, &value)
            };
            if with(*sample) != with(0) {
                return false;
            }
        }
        let zero = self.substituted(&[t], &[(symbol, terms.bv(bits, 0))])[0];
        let differs = terms.not(terms.eq(t, zero));
        self.asked += 1;
        matches!(self.solver.check(&[differs]), Answer::Unsat)
    }

    /// The bytes for which those parts of a guard hold that are about the read byte alone.
    fn byte_set_alone(&mut self, guard: Term) -> Option<ByteSet> {
        let x = self.seen(0);
        let mut parts = self.terms.conjuncts(guard);
        parts.retain(|part| self.terms.free_vars(*part).iter().all(|v| *v == x));
        self.byte_set(self.terms.and(&parts))
    }

    /// The bytes for which a guard holds, if it is about the read byte alone.
    fn byte_set(&mut self, guard: Term) -> Option<ByteSet> {
        if self.filter.reads.bits != 8 {
            return None;
        }
        let x = self.seen(0);
        let mut all = ByteSet::ALL;
        for part in self.terms.conjuncts(guard) {
            let (terms, sets) = (&self.terms, &mut self.sets);
            let set = sets.entry(part).or_insert_with(|| {
                let alone = terms.free_vars(part).iter().all(|v| *v == x);
                alone.then(|| ByteSet::of(terms, x, part))
            });
            all = all.and(&(*set)?);
        }
        Some(all)
    }

    /// What is known of the symbols that a configuration remembers.
    fn known_of_window(
        &self,
        from: &Configuration,
        arriving: &Arriving,
        set: Option<&ByteSet>,
        leaves: &[Term],
    ) -> Vec<Term> {
        let remembered = self.terms.free_vars_of(leaves);
        let mut conditions = from.given.clone();
        match set {
            Some(set) => conditions.push(set.condition(&self.terms, self.seen(0))),
            None => conditions.extend(self.terms.conjuncts(arriving.guard)),
        }
        if arriving.letter == Letter::Symbol {
            conditions = self.terms.substitute_all(&conditions, &self.later(from, &[]));
        }
        let about = |c: &Term| {
            let vars = self.terms.free_vars(*c);
            !vars.is_empty() && vars.iter().all(|v| remembered.contains(v) && self.is_symbol(*v))
        };
        let mut known: Vec<Term> = conditions.into_iter().filter(about).collect();
        known.sort_unstable();
        known.dedup();
        known
    }

    /// Where too many sets of values are told apart, none are.
    fn limit_variants(&mut self, configuration: &mut Configuration) {
        use std::hash::{BuildHasher, BuildHasherDefault};
        if configuration.given.is_empty() {
            return;
        }
        let hasher: BuildHasherDefault<rustc_hash::FxHasher> = BuildHasherDefault::default();
        let hash = hasher.hash_one((&configuration.pose, &configuration.leaves, configuration.at));
        let count = self.variants.entry(hash).or_insert(0);
        if *count > MOST_GIVEN {
            configuration.given.clear();
        } else if !self.ids.contains_key(&*configuration) {
            *count += 1;
        }
    }

    /// Looks for values that move with the input or the output.
    fn observe(&mut self, key: &str, value: Term, read: usize, written: usize) -> Result<(), Change> {
        let counters = self.counters(Some(0), false, Letter::Begin);
        let bytes = self.terms.bv(64, u64::from(self.filter.reads.bits / 8));
        let from_end =
            |scale: Term| symex::distance(&self.terms, &counters, value, self.terms.bv_mul(self.rest, scale));
        let number = self.terms.value(value).and_then(smt::Value::as_signed);
        let number = number.or_else(|| from_end(self.terms.bv(64, 1))).or_else(|| from_end(bytes));
        match number {
            Some(value) => self.general.observe(key, Observed { read: read as i64, written: written as i64, value }),
            None => Ok(()),
        }
    }

    /// Whether conditions can hold together.
    pub fn satisfiable(&mut self, conditions: &[Term]) -> bool {
        !matches!(self.solver.check(conditions), Answer::Unsat)
    }
}

/// The name of a value in a pass.
fn in_pass(key: &str, pass: usize) -> Cow<'_, str> {
    if pass == 0 { Cow::Borrowed(key) } else { Cow::Owned(format!("{key}@{pass}")) }
}

/// What stands for the symbol so many places before the one being read: `x`, `x1`, `x2`.
pub fn seen(terms: &Terms, ty: IntType, back: usize) -> Term {
    let name = if back == 0 { "x".to_owned() } else { format!("x{back}") };
    terms.var(&name, Sort::BitVec(ty.bits.into()))
}
