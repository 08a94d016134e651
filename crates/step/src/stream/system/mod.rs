//! Filters as configurations and big steps (Botinčan and Babić, "Sigma*", 2013, section 3): from one wish for a symbol to the next.

mod feed;
mod forget;
mod held;
mod in_place;
mod leaves;
mod locate;
mod loose;
mod marks;
mod open;
mod reread;
mod retain;
mod window;
mod zero;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::{Arena, Budget, Place, StopReason, define_id};
use ir::IntType;
use rustc_hash::FxHashMap;
use smt::{Answer, Config, Solver, Sort, Term, Terms, chain};
use symex::{ImageTerms, Integers, Memo, Paused, World};

use super::Filter;
use super::bytes::ByteSet;
use super::general::{Change, Generality, Kind, Observed, Room};
use crate::events::pose::{Lives, Pose, capture};
use retain::{Control, Retained, Via};

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
    /// What it wrote between two passes, all constants: it is written with what comes next.
    pending: Vec<Term>,
    /// What it wrote last and may still change: the model has not written it. Nothing where it has left a gap.
    held: Vec<Option<Term>>,
    /// Whether the filter has ended, and the rest of its input stays in place.
    copies: bool,
    /// Whether the zero is written that ends the output.
    silent: bool,
}

/// How many symbols a configuration has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Wrote {
    /// That does not tell it from others.
    Any,
    /// So many.
    Exactly(usize),
    /// So many more than it has read, where each symbol that is read counts as often as the filter is seen to write for it.
    Beyond { more: i64, pace: i64 },
    /// At least so many fewer than it has read.
    Behind(usize),
}

/// How a configuration was first reached.
#[derive(Clone, Debug)]
struct Origin {
    depth: usize,
    written: usize,
    /// The values it had, while what moves is looked for.
    known: Rc<BTreeMap<String, i64>>,
    id: Option<ConfigurationId>,
    /// Where something of memory is forgotten: what that depends on.
    control: Option<Control>,
    via: Option<Rc<Via>>,
}

impl Origin {
    fn new(depth: usize, written: usize) -> Self {
        Self {
            depth,
            written,
            known: Rc::default(),
            id: None,
            control: None,
            via: None,
        }
    }
}

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
    /// What conditions are about one byte of the window, and for which values of it they hold.
    sets: FxHashMap<Term, Option<(Term, ByteSet)>>,
    /// The window: the symbol being read, the one before it, and so on.
    window: Vec<Term>,
    lives: Lives,
    retained: Retained,
    /// Terms without the symbols that make no difference to them.
    pruned: FxHashMap<Term, Term>,
    /// How many symbols back outputs may look.
    pub lookback: usize,
    position: Term,
    rest: Term,
    written: Term,
    /// Where the symbols begin that are still to be written, and how far back that is.
    mark: Term,
    lag: Term,
    /// How much less was written than read.
    slack: Term,
    /// What was asked for.
    pub steps: usize,
    asked: usize,
    /// How many symbols were written in one step.
    lengths: BTreeSet<usize>,
    /// The variables of values that may be anything, and the names of these values.
    loose: FxHashMap<Term, String>,
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
            general: Generality::new(filter, lookback),
            configurations: Arena::new(),
            ids: FxHashMap::default(),
            moves: FxHashMap::default(),
            variants: FxHashMap::default(),
            sets: FxHashMap::default(),
            window: (0..=lookback + 2)
                .map(|back| seen(terms, filter.reads, back))
                .collect(),
            lives: Lives::default(),
            retained: Retained::default(),
            pruned: FxHashMap::default(),
            lookback,
            position: counter("position'"),
            rest: counter("rest'"),
            written: counter("written'"),
            mark: counter("mark'"),
            lag: counter("lag'"),
            slack: counter("slack'"),
            steps: 0,
            asked: 0,
            lengths: BTreeSet::new(),
            loose: FxHashMap::default(),
        }
    }

    /// The symbol so many places before the one being read.
    pub fn seen(&self, back: usize) -> Term {
        self.window
            .get(back)
            .copied()
            .unwrap_or_else(|| seen(&self.terms, self.filter.reads, back))
    }

    /// Which symbols can occur, over `seen(0)`.
    pub fn alphabet(&self) -> Term {
        match self.filter.terminated {
            true => self.terms.ne(
                self.seen(0),
                self.terms.bv(self.filter.reads.bits.into(), 0),
            ),
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
    /// register (the start of a predicate abstraction; Botinčan and Babić, "Sigma*", 2013, section 4).
    pub fn with_open_control(&self) -> Self {
        let general = self.general.with_open_control();
        Self {
            general,
            ..Self::new(&self.filter, &self.terms, self.lookback, &self.budget)
        }
    }

    /// Gives up to see what moves: only so many symbols are followed, and told apart by their places.
    pub fn settle(&mut self, symbols: usize) {
        self.general.settle(symbols);
        self.forget_all();
    }

    /// Forgets all configurations and sees the filter in another way.
    pub fn regeneralise(&mut self, change: &Change) -> Result<(), StopReason> {
        if *change != Change::Remembered {
            self.general.apply(change)?;
            self.forget_all();
        }
        Ok(())
    }

    fn forget_all(&mut self) {
        self.configurations = Arena::new();
        self.ids.clear();
        self.moves.clear();
        self.variants.clear();
        self.lengths.clear();
        self.retained.clear();
    }

    /// What the filter does before it wants the first symbol.
    pub fn begin(&mut self) -> Result<Vec<Move>, Change> {
        let before = Paused::before(&self.filter.subject.program, self.filter.subject.start);
        let subject = Rc::clone(&self.filter);
        let terms = self.terms.clone();
        let world = World::new(
            &subject.subject.program,
            &terms,
            Integers::Wrapping,
            Rc::clone(&self.image),
        );
        let captured = capture(&world, &before, &self.lives, &|key| {
            self.general.is_widened(key)
        });
        drop(world);
        let at = Some(0);
        let configuration = Configuration {
            pose: captured.graph,
            leaves: captured.leaves,
            at,
            given: vec![],
            marked: false,
            again: None,
            pass: 0,
            pending: vec![],
            held: vec![],
            copies: false,
            silent: false,
            wrote: self.wrote(0, Some(0), 0, 0),
        };
        let origin = Origin::new(0, 0);
        self.feed(&configuration, &origin, Letter::Begin)
    }

    /// What the filter does with a letter. Guards are disjoint, and cover what the configuration knows of the window.
    pub fn moves(&mut self, id: ConfigurationId, letter: Letter) -> Result<Vec<Move>, Change> {
        if self.is_outdated(id) {
            return Err(Change::Remembered);
        }
        if let Some(known) = self.moves.get(&(id, letter)) {
            let known = known.clone();
            self.note_depth(id, letter, &known);
            return Ok(known);
        }
        let moves = self.follow(id, letter).inspect_err(|change| {
            if *change == Change::Remembered {
                self.remember_more(id, letter);
            }
        })?;
        self.note_targets(id, letter, &moves);
        self.moves.insert((id, letter), moves.clone());
        Ok(moves)
    }

    /// What was reached in a roundabout way, before something was remembered, may be near.
    fn note_depth(&mut self, id: ConfigurationId, letter: Letter, moves: &[Move]) {
        let depth = self.depth(id) + usize::from(letter == Letter::Symbol);
        for step in moves {
            if let Does::Waits(to, _) = step.does {
                let known = &mut self.configurations[to].1.depth;
                *known = depth.min(*known);
            }
        }
    }

    fn follow(&mut self, id: ConfigurationId, letter: Letter) -> Result<Vec<Move>, Change> {
        let (configuration, origin) = self.configurations[id].clone();
        if configuration.copies {
            let copied = self.copied(id, letter);
            return Ok(self.up_to_zero(&configuration, &[], copied));
        }
        if let Some(again) = configuration.again {
            let does = match letter {
                Letter::Begin | Letter::Symbol => Does::Waits(id, BTreeMap::new()),
                Letter::End => Does::Rereads(again, BTreeMap::new()),
            };
            return Ok(vec![Move {
                guard: self.terms.true_(),
                writes: Vec::new(),
                does,
            }]);
        }
        self.feed(&configuration, &origin, letter)
    }

    /// Whether only some ways are to be followed, to find out what moves.
    pub fn is_looking(&self) -> bool {
        self.general.is_looking()
    }

    /// How many ways of a configuration are to be followed then; far from the beginning, only the first or the last of all.
    pub fn ways(&self, id: ConfigurationId) -> Option<usize> {
        self.general.ways(self.depth(id))
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
        self.is_looking() && self.depth(id) >= self.general.first_look()
    }

    /// What is known of the window in a configuration, as conditions.
    pub fn given(&self, id: ConfigurationId) -> &[Term] {
        &self.configurations[id].0.given
    }

    /// How many symbols lead to a configuration at least.
    pub fn depth(&self, id: ConfigurationId) -> usize {
        self.configurations[id].1.depth
    }

    fn substituted(&self, leaves: &[Term], map: &[(Term, Term)]) -> Vec<Term> {
        self.terms
            .substitute_all(leaves, &map.iter().copied().collect())
    }

    /// Whether conditions can hold together, as far as that is found out: what is not decided in time can be.
    pub fn satisfiable(&mut self, conditions: &[Term]) -> bool {
        if let Some(known) = self.satisfiable_byte_by_byte(conditions) {
            return known;
        }
        // Rows of many such questions end with the budget.
        self.budget.check().is_err() || !matches!(self.solver.check(conditions), Answer::Unsat)
    }
}

/// What stands for the symbol so many places before the one being read: `x`, `x1`, `x2`.
pub fn seen(terms: &Terms, ty: IntType, back: usize) -> Term {
    let name = if back == 0 {
        "x".to_owned()
    } else {
        format!("x{back}")
    };
    terms.var(&name, Sort::BitVec(ty.bits.into()))
}
