//! Exploration: big steps from configuration to configuration, until no new ones appear.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Budget, Progress, StopReason};
use model::transducer::{Acceptor, AcceptorState, End, Register, Start, State, Step, SymbolType, SymbolicTransducer};
use smt::{Term, Terms, Value};
use step::stream::{Change, ConfigurationId, Does, Letter, Move, StreamSystem};

/// What exploration has found.
pub(super) struct Found {
    /// What the filter does, as far as it was followed.
    pub machine: SymbolicTransducer,
    /// How many symbols can be read before something is met that was not followed, and what that is.
    pub limit: Option<(usize, StopReason)>,
    /// How many configurations there are.
    pub configurations: usize,
}

/// Follows a filter, seeing it in other ways until they are finitely many configurations.
pub(super) fn explore(
    system: &mut StreamSystem,
    most: usize,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Found, StopReason> {
    loop {
        let mut exploration = Exploration::new(system, most, budget, progress);
        match exploration.run() {
            Ok(()) => return exploration.found(),
            Err(Halt::See(change)) => {
                system.regeneralise(&change)?;
                progress.working(&|| format!("seeing it in another way: {change:?}: {}", system.view()));
            }
            Err(Halt::Stop(reason)) => return Err(reason),
        }
    }
}

/// Finds out what moves on the first symbols, if that is still to be done.
pub(super) fn settle(system: &mut StreamSystem, budget: &Budget, progress: &dyn Progress) -> Result<(), StopReason> {
    while system.looking().is_some() {
        match Exploration::new(system, usize::MAX, budget, progress).run() {
            Ok(()) => {}
            Err(Halt::See(change)) => system.regeneralise(&change)?,
            Err(Halt::Stop(reason)) => return Err(reason),
        }
    }
    Ok(())
}

/// Why following a filter does not go on.
pub(super) enum Halt {
    /// It is to be seen in another way.
    See(Change),
    /// It cannot be followed.
    Stop(StopReason),
}

impl From<Change> for Halt {
    fn from(change: Change) -> Self {
        Self::See(change)
    }
}

/// A configuration's moves.
struct Row {
    symbol: Vec<Move>,
    end: Vec<Move>,
}

struct Exploration<'a> {
    system: &'a mut StreamSystem,
    most: usize,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    begin: Vec<Move>,
    rows: BTreeMap<ConfigurationId, Row>,
    limit: Option<(usize, StopReason)>,
}

impl<'a> Exploration<'a> {
    fn new(system: &'a mut StreamSystem, most: usize, budget: &'a Budget, progress: &'a dyn Progress) -> Self {
        Self { system, most, budget, progress, begin: Vec::new(), rows: BTreeMap::new(), limit: None }
    }

    fn run(&mut self) -> Result<(), Halt> {
        self.begin = self.system.begin()?;
        let mut queue = VecDeque::new();
        let mut known = BTreeSet::new();
        enqueue(&self.begin, &mut known, &mut queue);
        self.note(&self.begin.clone(), 0);
        while let Some(id) = queue.pop_front() {
            if let Some(reason) = self.stop() {
                self.limited(self.system.depth(id), reason);
                break;
            }
            if self.system.is_beyond_look(id) {
                continue;
            }
            let row = Row { symbol: self.system.moves(id, Letter::Symbol)?, end: self.system.moves(id, Letter::End)? };
            let depth = self.system.depth(id);
            self.note(&row.end, depth);
            self.note(&row.symbol, depth);
            enqueue(&row.end, &mut known, &mut queue);
            match self.system.looking() {
                Some(ways) => look(&row.symbol, ways, &mut known, &mut queue),
                None => enqueue(&row.symbol, &mut known, &mut queue),
            }
            self.rows.insert(id, row);
            self.progress.working(&|| format!("{} configurations, {} to go", self.rows.len(), queue.len()));
        }
        if self.system.looking().is_some() { Err(Halt::See(Change::Looked)) } else { Ok(()) }
    }

    fn stop(&self) -> Option<StopReason> {
        if self.rows.len() >= self.most {
            return Some(StopReason::Limit(format!("it has more than {} configurations", self.most)));
        }
        self.budget.check().err()
    }

    /// Remembers the nearest thing that was not followed.
    fn note(&mut self, moves: &[Move], depth: usize) {
        for step in moves {
            if let Does::Unknown(reason) = &step.does {
                self.limited(depth, reason.clone());
            }
        }
    }

    fn limited(&mut self, depth: usize, reason: StopReason) {
        if self.limit.as_ref().is_none_or(|(known, _)| depth < *known) {
            self.limit = Some((depth, reason));
        }
    }

    fn found(self) -> Result<Found, StopReason> {
        let configurations = self.rows.len();
        let limit = self.limit.clone();
        let machine = Building::new(self).machine()?;
        Ok(Found { machine, limit, configurations })
    }
}

fn enqueue(moves: &[Move], known: &mut BTreeSet<ConfigurationId>, queue: &mut VecDeque<ConfigurationId>) {
    for step in moves {
        if let Does::Waits(id, _) | Does::Rereads(id, _) = step.does
            && known.insert(id)
        {
            queue.push_back(id);
        }
    }
}

/// Goes on with the first and the last of all ways: enough to see what moves.
fn look(moves: &[Move], most: usize, known: &mut BTreeSet<ConfigurationId>, queue: &mut VecDeque<ConfigurationId>) {
    let ways: Vec<&Move> = moves.iter().filter(|step| matches!(step.does, Does::Waits(..))).collect();
    for (i, step) in ways.iter().enumerate() {
        if queue.len() < MOST_LOOKED && (2 * i < most || 2 * (ways.len() - i) <= most) {
            enqueue(std::slice::from_ref(*step), known, queue);
        }
    }
}

/// Configurations that wait to be looked at.
const MOST_LOOKED: usize = 40;

/// Makes a transducer of what was found.
struct Building<'a> {
    found: Exploration<'a>,
    terms: Terms,
    registers: Vec<(String, Term, Term)>,
    states: Vec<State>,
    of: BTreeMap<ConfigurationId, usize>,
    failures: BTreeMap<String, usize>,
    halted: Option<usize>,
}

const MORE_PASSES: &str = "it reads its input several times, in a way that two passes do not make up";

impl<'a> Building<'a> {
    fn new(found: Exploration<'a>) -> Self {
        let terms = found.system.terms.clone();
        let registers = found.system.registers();
        let of = found.rows.keys().enumerate().map(|(i, &id)| (id, i)).collect();
        let states = vec![State::default(); found.rows.len()];
        Self { found, terms, registers, states, of, failures: BTreeMap::new(), halted: None }
    }

    fn machine(mut self) -> Result<SymbolicTransducer, StopReason> {
        let rows = std::mem::take(&mut self.found.rows);
        for (id, row) in &rows {
            let given = self.terms.and(self.found.system.given(*id));
            let steps = row.symbol.iter().map(|step| self.step(step, given)).collect();
            let ends = row.end.iter().filter(|step| matches!(step.does, Does::Ends)).map(|step| self.end(step, given));
            let ends = ends.collect();
            let state = self.of[id];
            (self.states[state].steps, self.states[state].ends) = (steps, ends);
        }
        let begin = std::mem::take(&mut self.found.begin);
        let starts = self.starts(&begin, &rows)?;
        let symbol = |ty: ir::IntType| SymbolType { bits: ty.bits.into(), signed: ty.signed };
        let filter = &self.found.system.filter;
        let register = |(name, variable, initial): &(String, Term, Term)| Register {
            name: name.clone(),
            variable: *variable,
            initial: self.initial(&begin, *variable).unwrap_or_else(|| self.terms.value(*initial).cloned().unwrap_or(Value::bv(8, 0))),
        };
        let mut machine = SymbolicTransducer {
            terms: self.terms.clone(),
            input: symbol(filter.reads),
            output: symbol(filter.writes),
            alphabet: self.found.system.alphabet(),
            lookback: 0,
            registers: self.registers.iter().map(register).collect(),
            starts,
            states: self.states,
        };
        machine.lookback = lookback(&machine);
        Ok(machine)
    }

    /// The value of a register before the first symbol.
    fn initial(&self, begin: &[Move], register: Term) -> Option<Value> {
        begin.iter().find_map(|step| match &step.does {
            Does::Waits(_, updates) | Does::Rereads(_, updates) => self.terms.value(*updates.get(&register)?).cloned(),
            Does::Ends | Does::Fails { .. } | Does::Discarded | Does::Unknown(_) => None,
        })
    }

    fn step(&mut self, step: &Move, given: Term) -> Step {
        let guard = self.terms.and(&[given, step.guard]);
        let updates = match &step.does {
            Does::Waits(_, updates) => self.updates(updates),
            _ => self.updates(&BTreeMap::new()),
        };
        Step { guard, writes: step.writes.clone(), updates, to: self.target(&step.does) }
    }

    fn updates(&self, updates: &BTreeMap<Term, Term>) -> Vec<Term> {
        self.registers.iter().map(|(_, register, _)| updates.get(register).copied().unwrap_or(*register)).collect()
    }

    fn end(&self, step: &Move, given: Term) -> End {
        End { guard: self.terms.and(&[given, step.guard]), writes: step.writes.clone() }
    }

    fn target(&mut self, does: &Does) -> usize {
        match does {
            Does::Waits(id, _) if self.of.contains_key(id) => self.of[id],
            Does::Waits(..) => self.failed("not known"),
            Does::Rereads(..) => self.failed("it reads its input again before that has ended"),
            Does::Ends => self.halted(),
            Does::Fails { what, place } => self.failed(&format!("{what}, {place}")),
            Does::Discarded => self.failed("an assumption does not hold"),
            Does::Unknown(_) => self.failed("not known"),
        }
    }

    fn failed(&mut self, why: &str) -> usize {
        if let Some(&state) = self.failures.get(why) {
            return state;
        }
        let state = self.states.len();
        self.states.push(State { failure: Some(why.to_owned()), ..State::default() });
        self.failures.insert(why.to_owned(), state);
        state
    }

    /// A program that has ended reads no more, and writes no more.
    fn halted(&mut self) -> usize {
        if let Some(state) = self.halted {
            return state;
        }
        let state = self.states.len();
        let (guard, writes) = (self.terms.true_(), Vec::new());
        let updates = self.updates(&BTreeMap::new());
        let step = Step { guard, writes: writes.clone(), updates, to: state };
        self.states.push(State { steps: vec![step], ends: vec![End { guard, writes }], failure: None });
        self.halted = Some(state);
        state
    }

    fn starts(&mut self, begin: &[Move], rows: &BTreeMap<ConfigurationId, Row>) -> Result<Vec<Start>, StopReason> {
        let [begin] = begin else {
            return Err(StopReason::Limit("what it does before it reads depends on something".to_owned()));
        };
        match &begin.does {
            Does::Waits(id, _) if rows.contains_key(id) && self.rereads(*id, rows) => {
                if !begin.writes.is_empty() {
                    return Err(StopReason::Limit(MORE_PASSES.to_owned()));
                }
                self.passes(*id, rows)
            }
            does => {
                let state = match does {
                    Does::Waits(id, _) if rows.contains_key(id) => self.of[id],
                    Does::Ends => self.halted(),
                    Does::Unknown(reason) => return Err(reason.clone()),
                    does => self.target(does),
                };
                Ok(vec![Start { when: None, state: self.written_first(state, &begin.writes) }])
            }
        }
    }

    /// A state like another one, before which something is written.
    fn written_first(&mut self, state: usize, writes: &[Term]) -> usize {
        if writes.is_empty() {
            return state;
        }
        let mut first = self.states[state].clone();
        first.steps.iter_mut().for_each(|step| step.writes = [writes, &step.writes].concat());
        first.ends.iter_mut().for_each(|end| end.writes = [writes, &end.writes].concat());
        self.states.push(first);
        self.states.len() - 1
    }

    /// The configurations of one pass.
    fn pass(&self, root: ConfigurationId, rows: &BTreeMap<ConfigurationId, Row>) -> Vec<ConfigurationId> {
        let (mut known, mut all) = (BTreeSet::from([root]), vec![root]);
        let mut next = 0;
        while let Some(&id) = all.get(next) {
            next += 1;
            let Some(row) = rows.get(&id) else { continue };
            for step in &row.symbol {
                if let Does::Waits(to, _) = step.does
                    && known.insert(to)
                {
                    all.push(to);
                }
            }
        }
        all
    }

    fn rereads(&self, root: ConfigurationId, rows: &BTreeMap<ConfigurationId, Row>) -> bool {
        let again = |row: &Row| row.end.iter().any(|step| matches!(step.does, Does::Rereads(..)));
        self.pass(root, rows).iter().any(|id| rows.get(id).is_some_and(again))
    }

    /// Where the input says which start is taken: by what the first pass over it finds.
    fn passes(&mut self, root: ConfigurationId, rows: &BTreeMap<ConfigurationId, Row>) -> Result<Vec<Start>, StopReason> {
        let pass = self.pass(root, rows);
        let verdicts = self.verdicts(&pass, rows)?;
        if let ([Verdict::Again(only)], true) = (&verdicts[..], self.is_silent(&pass, rows)) {
            return match self.rereads(*only, rows) {
                true => self.passes(*only, rows),
                false => Ok(vec![Start { when: None, state: self.of[only] }]),
            };
        }
        let mut starts = Vec::new();
        for verdict in verdicts {
            let state = match verdict {
                Verdict::Done => self.of[&root],
                Verdict::Again(id) if !self.rereads(id, rows) => self.of[&id],
                Verdict::Again(_) => return Err(StopReason::Limit(MORE_PASSES.to_owned())),
            };
            let when = self.acceptor(&pass, rows, &verdict)?;
            starts.push(Start { when: Some(when), state });
        }
        Ok(starts)
    }

    /// How the first pass may end.
    fn verdicts(&self, pass: &[ConfigurationId], rows: &BTreeMap<ConfigurationId, Row>) -> Result<Vec<Verdict>, StopReason> {
        let mut verdicts = BTreeSet::new();
        for row in pass.iter().filter_map(|id| rows.get(id)) {
            for step in &row.end {
                match &step.does {
                    Does::Rereads(id, _) => verdicts.insert(Verdict::Again(*id)),
                    Does::Ends => verdicts.insert(Verdict::Done),
                    Does::Unknown(reason) => return Err(reason.clone()),
                    Does::Fails { .. } | Does::Discarded | Does::Waits(..) => false,
                };
            }
        }
        Ok(verdicts.into_iter().collect())
    }

    fn is_silent(&self, pass: &[ConfigurationId], rows: &BTreeMap<ConfigurationId, Row>) -> bool {
        let silent = |row: &Row| {
            let plain = |step: &Move| matches!(step.does, Does::Waits(..)) && step.writes.is_empty();
            row.symbol.iter().all(plain) && row.end.iter().all(|step| matches!(step.does, Does::Rereads(..)))
        };
        pass.iter().filter_map(|id| rows.get(id)).all(silent)
    }

    /// The inputs for which the first pass ends in one way.
    fn acceptor(
        &self,
        pass: &[ConfigurationId],
        rows: &BTreeMap<ConfigurationId, Row>,
        verdict: &Verdict,
    ) -> Result<Acceptor, StopReason> {
        let number: BTreeMap<ConfigurationId, usize> = pass.iter().enumerate().map(|(i, &id)| (id, i)).collect();
        let mut states = Vec::new();
        let refuse = || StopReason::Limit(MORE_PASSES.to_owned());
        for id in pass {
            let row = rows.get(id).ok_or_else(refuse)?;
            let mut edges = Vec::new();
            for step in &row.symbol {
                let Does::Waits(to, _) = step.does else { continue };
                let vars = self.terms.free_vars(step.guard);
                let alone = vars.iter().all(|v| *v == self.found.system.seen(0));
                if !alone || (*verdict != Verdict::Done && !step.writes.is_empty()) {
                    return Err(refuse());
                }
                edges.push((step.guard, number[&to]));
            }
            let accepting = match &row.end[..] {
                [step] => match step.does {
                    Does::Rereads(id, _) => *verdict == Verdict::Again(id),
                    Does::Ends => *verdict == Verdict::Done,
                    Does::Waits(..) | Does::Fails { .. } | Does::Discarded | Does::Unknown(_) => false,
                },
                _ => return Err(refuse()),
            };
            states.push(AcceptorState { accepting, edges });
        }
        Ok(Acceptor { states })
    }
}

/// How a pass over the input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// The filter has ended.
    Done,
    /// It reads the input once more, beginning here.
    Again(ConfigurationId),
}

/// How far guards and outputs look back.
pub(super) fn lookback(machine: &SymbolicTransducer) -> usize {
    let mut terms: Vec<Term> = Vec::new();
    for state in &machine.states {
        for step in &state.steps {
            terms.push(step.guard);
            terms.extend(step.writes.iter().chain(&step.updates));
        }
        for end in &state.ends {
            terms.push(end.guard);
            terms.extend(&end.writes);
        }
    }
    let free = machine.terms.free_vars_of(&terms);
    (0..64).rev().find(|&back| free.contains(&machine.seen(back))).unwrap_or(0)
}
