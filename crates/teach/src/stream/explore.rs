//! Exploration: big steps from configuration to configuration, until no new ones appear.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::{Budget, Progress, StopReason};
use model::analysis::transducer::{Decision, includes};
use model::transducer::{
    Acceptor, AcceptorState, End, Failure, Register, Start, State, Step, SymbolType,
    SymbolicTransducer, minimal,
};
use smt::{Config, Term, Terms, Value, chain};
use step::stream::{Change, ConfigurationId, Does, Letter, Move, StreamSystem};

use super::look::Look;

/// What exploration has found.
pub(super) struct Found {
    /// What the filter does, as far as it was followed.
    pub machine: SymbolicTransducer,
    /// How many symbols can be read before something is met that was not followed, and what that is.
    pub limit: Option<(usize, StopReason)>,
}

/// Follows a filter, seeing it in other ways until they are finitely many configurations.
pub(super) fn explore(
    system: &mut StreamSystem,
    most: usize,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Found, StopReason> {
    let mut bounded = None;
    system.retain_little();
    let first = budget.but_last(PARTS);
    loop {
        let time = if bounded.is_none() { &first } else { budget };
        let mut exploration = Exploration::new(system, most, time, progress);
        exploration.bounded = bounded.clone();
        match exploration.run() {
            Ok(()) => return exploration.found(),
            Err(Halt::See(change)) => {
                if let Err(reason) = system.regeneralise(&change) {
                    if bounded.is_some() {
                        return Err(reason);
                    }
                    bounded = Some(reason);
                    system.settle(FEW_SYMBOLS);
                }
                progress.working(&|| {
                    format!("seeing it in another way: {change:?}: {}", system.view())
                });
            }
            // What is written for the first symbols is known soon, and is better than nothing.
            Err(Halt::Stop(reason @ StopReason::Time)) if bounded.is_none() => {
                bounded = Some(reason);
                system.settle(FEW_SYMBOLS);
            }
            Err(Halt::Stop(reason)) => return Err(reason),
        }
    }
}

/// Finds out what moves on the first symbols, if that is still to be done.
pub(super) fn settle(
    system: &mut StreamSystem,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(), StopReason> {
    while system.is_looking() {
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
    /// Why only a few symbols are followed.
    bounded: Option<StopReason>,
}

/// Walks over all configurations before nothing is forgotten any more.
const MOST_ROUNDS: usize = 400;

/// The last of so many parts of the time is for a few symbols, where nothing else was found by then.
const PARTS: u32 = 6;

/// Symbols that are followed where no finitely many configurations were found.
const FEW_SYMBOLS: usize = 4;

impl<'a> Exploration<'a> {
    fn new(
        system: &'a mut StreamSystem,
        most: usize,
        budget: &'a Budget,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            system,
            most,
            budget,
            progress,
            begin: Vec::new(),
            rows: BTreeMap::new(),
            limit: None,
            bounded: None,
        }
    }

    fn run(&mut self) -> Result<(), Halt> {
        for _ in 0..MOST_ROUNDS {
            if self.walk()? {
                return Ok(());
            }
        }
        self.system.retain_all();
        self.walk()?;
        Ok(())
    }

    /// Follows the filter from the beginning; whether nothing was found on the way that is seen in another way by now.
    fn walk(&mut self) -> Result<bool, Halt> {
        (self.rows, self.limit) = (BTreeMap::new(), None);
        let mut missed: Vec<ConfigurationId> = Vec::new();
        self.begin = self.system.begin()?;
        let mut queue = VecDeque::new();
        let mut known = BTreeSet::new();
        let mut look = Look::default();
        enqueue(&self.begin, &mut known, &mut queue);
        self.note(&self.begin.clone(), Some(0))?;
        while let Some(id) = queue.pop_front() {
            if let Some(reason) = self.stop() {
                // Inputs that end where nothing was followed are not known either.
                let depths = queue
                    .iter()
                    .chain([&id])
                    .chain(&missed)
                    .map(|id| self.system.depth(*id));
                self.limited(depths.min().unwrap_or(0).checked_sub(1), reason)?;
                missed.clear();
                break;
            }
            if self.system.is_beyond_look(id) {
                continue;
            }
            if let Some(reason) = self
                .bounded
                .clone()
                .filter(|_| self.system.depth(id) > FEW_SYMBOLS)
            {
                self.limited(Some(FEW_SYMBOLS), reason)?;
                continue;
            }
            let row = match self.row(id) {
                Ok(row) => row,
                Err(Change::Remembered) => {
                    missed.push(id);
                    continue;
                }
                Err(change) => return Err(Halt::See(change)),
            };
            let depth = self.system.depth(id);
            self.note(&row.end, depth.checked_sub(1))?;
            self.note(&row.symbol, Some(depth))?;
            enqueue(&row.end, &mut known, &mut queue);
            let steps = look.steps(self.system, id, &row.symbol, &queue);
            enqueue(steps, &mut known, &mut queue);
            self.rows.insert(id, row);
            self.progress
                .working(&|| format!("{} configurations, {} to go", self.rows.len(), queue.len()));
        }
        if self.system.is_looking() {
            Err(Halt::See(Change::Looked))
        } else {
            Ok(missed.is_empty())
        }
    }

    fn row(&mut self, id: ConfigurationId) -> Result<Row, Change> {
        loop {
            let symbol = self.system.moves(id, Letter::Symbol)?;
            let end = self.system.moves(id, Letter::End)?;
            if !self.system.try_first(&symbol) && !self.system.try_first(&end) {
                return Ok(Row { symbol, end });
            }
        }
    }

    fn stop(&self) -> Option<StopReason> {
        if self.rows.len() >= self.most {
            return Some(StopReason::Limit(format!(
                "it has more than {} configurations",
                self.most
            )));
        }
        self.budget.check().err()
    }

    /// Remembers the nearest thing that was not followed: up to how many symbols nothing depends on it.
    fn note(&mut self, moves: &[Move], symbols: Option<usize>) -> Result<(), Halt> {
        for step in moves {
            if let Does::Unknown(reason) = &step.does {
                self.limited(symbols, reason.clone())?;
            }
        }
        Ok(())
    }

    fn limited(&mut self, symbols: Option<usize>, reason: StopReason) -> Result<(), Halt> {
        // What is only looked at is followed again.
        if self.system.is_looking() {
            return Ok(());
        }
        let Some(symbols) = symbols else {
            return Err(Halt::Stop(reason));
        };
        if self
            .limit
            .as_ref()
            .is_none_or(|(known, _)| symbols < *known)
        {
            self.limit = Some((symbols, reason));
        }
        Ok(())
    }

    fn found(self) -> Result<Found, StopReason> {
        let limit = self.limit.clone();
        let machine = Building::new(self).machine()?;
        Ok(Found { machine, limit })
    }
}

fn enqueue<'m>(
    moves: impl IntoIterator<Item = &'m Move>,
    known: &mut BTreeSet<ConfigurationId>,
    queue: &mut VecDeque<ConfigurationId>,
) {
    for step in moves {
        if let Does::Waits(id, _) | Does::Rereads(id, _) = step.does
            && known.insert(id)
        {
            queue.push_back(id);
        }
    }
}

/// Makes a transducer of what was found.
struct Building<'a> {
    found: Exploration<'a>,
    terms: Terms,
    registers: Vec<(String, Term, Term)>,
    states: Vec<State>,
    of: BTreeMap<ConfigurationId, usize>,
    failures: BTreeMap<Failure, usize>,
    halted: Option<usize>,
}

const SEVERAL_AT_ONCE: &str =
    "it reads its input several times, and what it finds depends on several symbols at once";

const MORE_PASSES: &str =
    "it reads its input several times, in a way that two passes do not make up";

impl<'a> Building<'a> {
    fn new(found: Exploration<'a>) -> Self {
        let terms = found.system.terms.clone();
        let registers = found.system.registers();
        let of = found
            .rows
            .keys()
            .enumerate()
            .map(|(i, &id)| (id, i))
            .collect();
        let states = vec![State::default(); found.rows.len()];
        Self {
            found,
            terms,
            registers,
            states,
            of,
            failures: BTreeMap::new(),
            halted: None,
        }
    }

    fn machine(mut self) -> Result<SymbolicTransducer, StopReason> {
        let rows = std::mem::take(&mut self.found.rows);
        for (id, row) in &rows {
            let given = self.terms.and(self.found.system.given(*id));
            let steps = row
                .symbol
                .iter()
                .map(|step| self.step(step, given))
                .collect();
            let ends = row
                .end
                .iter()
                .filter(|step| matches!(step.does, Does::Ends))
                .map(|step| self.end(step, given));
            let ends = ends.collect();
            let state = self.of[id];
            (self.states[state].steps, self.states[state].ends) = (steps, ends);
        }
        let begin = std::mem::take(&mut self.found.begin);
        let starts = self.starts(&begin, &rows)?;
        let symbol = |ty: ir::IntType| SymbolType {
            bits: ty.bits.into(),
            signed: ty.signed,
        };
        let filter = &self.found.system.filter;
        let register = |(name, variable, initial): &(String, Term, Term)| Register {
            name: name.clone(),
            variable: *variable,
            initial: self.initial(&begin, *variable).unwrap_or_else(|| {
                self.terms
                    .value(*initial)
                    .cloned()
                    .unwrap_or(Value::bv(8, 0))
            }),
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
            Does::Waits(_, updates) | Does::Rereads(_, updates) => {
                self.terms.value(*updates.get(&register)?).cloned()
            }
            Does::Ends | Does::Fails { .. } | Does::Discarded | Does::Unknown(_) => None,
        })
    }

    fn step(&mut self, step: &Move, given: Term) -> Step {
        let guard = self.terms.and(&[given, step.guard]);
        let updates = match &step.does {
            Does::Waits(_, updates) => self.updates(updates),
            _ => self.updates(&BTreeMap::new()),
        };
        Step {
            guard,
            writes: step.writes.clone(),
            updates,
            to: self.target(&step.does),
        }
    }

    fn updates(&self, updates: &BTreeMap<Term, Term>) -> Vec<Term> {
        self.registers
            .iter()
            .map(|(_, register, _)| updates.get(register).copied().unwrap_or(*register))
            .collect()
    }

    fn end(&self, step: &Move, given: Term) -> End {
        End {
            guard: self.terms.and(&[given, step.guard]),
            writes: step.writes.clone(),
        }
    }

    fn target(&mut self, does: &Does) -> usize {
        match does {
            Does::Waits(id, _) if self.of.contains_key(id) => self.of[id],
            Does::Waits(..) => self.failed(Failure::NotKnown),
            Does::Rereads(..) => self.failed(Failure::fails(
                "it reads its input again before that has ended",
            )),
            Does::Ends => self.halted(),
            Does::Fails { what, place } => self.failed(Failure::Fails(format!("{what}, {place}"))),
            Does::Discarded => self.failed(Failure::fails("an assumption does not hold")),
            Does::Unknown(_) => self.failed(Failure::NotKnown),
        }
    }

    fn failed(&mut self, why: Failure) -> usize {
        if let Some(&state) = self.failures.get(&why) {
            return state;
        }
        let state = self.states.len();
        self.states.push(State {
            failure: Some(why.clone()),
            ..State::default()
        });
        self.failures.insert(why, state);
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
        let step = Step {
            guard,
            writes: writes.clone(),
            updates,
            to: state,
        };
        self.states.push(State {
            steps: vec![step],
            ends: vec![End { guard, writes }],
            failure: None,
        });
        self.halted = Some(state);
        state
    }

    fn starts(
        &mut self,
        begin: &[Move],
        rows: &BTreeMap<ConfigurationId, Row>,
    ) -> Result<Vec<Start>, StopReason> {
        let [begin] = begin else {
            return Err(StopReason::Limit(
                "what it does before it reads depends on something".to_owned(),
            ));
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
                Ok(vec![Start {
                    when: None,
                    state: self.written_first(state, &begin.writes),
                }])
            }
        }
    }

    /// A state like another one, before which something is written.
    fn written_first(&mut self, state: usize, writes: &[Term]) -> usize {
        if writes.is_empty() {
            return state;
        }
        let mut first = self.states[state].clone();
        first
            .steps
            .iter_mut()
            .for_each(|step| step.writes = [writes, &step.writes].concat());
        first
            .ends
            .iter_mut()
            .for_each(|end| end.writes = [writes, &end.writes].concat());
        self.states.push(first);
        self.states.len() - 1
    }

    /// The configurations of one pass.
    fn pass(
        &self,
        root: ConfigurationId,
        rows: &BTreeMap<ConfigurationId, Row>,
    ) -> Vec<ConfigurationId> {
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
        let again = |row: &Row| {
            row.end
                .iter()
                .any(|step| matches!(step.does, Does::Rereads(..)))
        };
        self.pass(root, rows)
            .iter()
            .any(|id| rows.get(id).is_some_and(again))
    }

    /// Where the input says which start is taken: by what the first pass over it finds.
    fn passes(
        &mut self,
        root: ConfigurationId,
        rows: &BTreeMap<ConfigurationId, Row>,
    ) -> Result<Vec<Start>, StopReason> {
        let pass = self.pass(root, rows);
        let verdicts = self.verdicts(&pass, rows)?;
        if let ([Verdict::Again(only)], true) = (&verdicts[..], self.is_silent(&pass, rows)) {
            return match self.rereads(*only, rows) {
                true => self.passes(*only, rows),
                false => Ok(vec![Start {
                    when: None,
                    state: self.of[only],
                }]),
            };
        }
        self.are_silent(&pass, rows)?;
        let acceptors = Verdicts {
            building: self,
            pass: &pass,
            rows,
            verdicts: &verdicts,
        }
        .acceptors()?;
        let mut starts = Vec::new();
        for (verdict, when) in verdicts.into_iter().zip(acceptors) {
            match verdict {
                Verdict::Done => starts.push(Start {
                    when: Some(when),
                    state: self.of[&root],
                }),
                Verdict::Again(id) if !self.rereads(id, rows) => {
                    starts.push(Start {
                        when: Some(when),
                        state: self.of[&id],
                    });
                }
                Verdict::Again(id) => {
                    let then = self.passes(id, rows)?;
                    starts.extend(
                        then.into_iter()
                            .map(|start| both(&self.terms, &when, start)),
                    );
                }
            }
        }
        Ok(starts)
    }

    /// Where the input may be read again, nothing may have been written.
    fn are_silent(
        &self,
        pass: &[ConfigurationId],
        rows: &BTreeMap<ConfigurationId, Row>,
    ) -> Result<(), StopReason> {
        let ends = |row: &Row| {
            row.end
                .iter()
                .any(|step| matches!(step.does, Does::Rereads(..)))
        };
        let mut before: BTreeSet<ConfigurationId> = pass
            .iter()
            .copied()
            .filter(|id| rows.get(id).is_some_and(ends))
            .collect();
        let leads = |step: &Move, to: &BTreeSet<ConfigurationId>| matches!(step.does, Does::Waits(id, _) if to.contains(&id));
        loop {
            let known = before.len();
            let more = pass.iter().filter(|id| {
                rows.get(id)
                    .is_some_and(|row| row.symbol.iter().any(|m| leads(m, &before)))
            });
            let more: Vec<ConfigurationId> = more.copied().collect();
            before.extend(more);
            if before.len() == known {
                break;
            }
        }
        let writes = |row: &Row| {
            row.symbol
                .iter()
                .any(|step| leads(step, &before) && !step.writes.is_empty())
        };
        match before.iter().any(|id| rows.get(id).is_some_and(writes)) {
            true => Err(StopReason::Limit(
                "it may read its input again after it has written something".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// How the first pass may end.
    fn verdicts(
        &self,
        pass: &[ConfigurationId],
        rows: &BTreeMap<ConfigurationId, Row>,
    ) -> Result<Vec<Verdict>, StopReason> {
        let mut verdicts = BTreeSet::new();
        for row in pass.iter().filter_map(|id| rows.get(id)) {
            if row
                .symbol
                .iter()
                .any(|step| matches!(step.does, Does::Ends))
            {
                verdicts.insert(Verdict::Done);
            }
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
            let plain =
                |step: &Move| matches!(step.does, Does::Waits(..)) && step.writes.is_empty();
            row.symbol.iter().all(plain)
                && row
                    .end
                    .iter()
                    .all(|step| matches!(step.does, Does::Rereads(..)))
        };
        pass.iter().filter_map(|id| rows.get(id)).all(silent)
    }
}

/// The ways in which a pass over the input may end, as a transducer that writes which it is.
struct Verdicts<'b, 'a> {
    building: &'b Building<'a>,
    pass: &'b [ConfigurationId],
    rows: &'b BTreeMap<ConfigurationId, Row>,
    verdicts: &'b [Verdict],
}

/// A step that writes nothing.
fn silent(guard: Term, to: usize) -> Step {
    Step {
        guard,
        writes: Vec::new(),
        updates: Vec::new(),
        to,
    }
}

impl Verdicts<'_, '_> {
    /// For each way the inputs that end in it.
    fn acceptors(&self) -> Result<Vec<Acceptor>, StopReason> {
        let refuse = || StopReason::Limit(SEVERAL_AT_ONCE.to_owned());
        let machine = self.machine()?;
        let mut solver = chain(&machine.terms, Config::default());
        let machine = minimal(&machine, &mut *solver, self.building.found.budget)?;
        let guards = machine
            .states
            .iter()
            .flat_map(|state| state.steps.iter().map(|step| step.guard));
        let free = machine.terms.free_vars_of(&guards.collect::<Vec<_>>());
        if free.iter().any(|v| *v != machine.seen(0)) {
            return Err(refuse());
        }
        (0..self.verdicts.len())
            .map(|verdict| accepting(&machine, FIRST_VERDICT + verdict as u64).ok_or_else(refuse))
            .collect()
    }

    fn machine(&self) -> Result<SymbolicTransducer, StopReason> {
        let (terms, system) = (&self.building.terms, &self.building.found.system);
        let pass = self.pass.iter().enumerate();
        let number: BTreeMap<ConfigurationId, usize> = pass.map(|(i, &id)| (id, i)).collect();
        let (halted, failed) = (self.pass.len(), self.pass.len() + 1);
        let mut states = Vec::new();
        for id in self.pass {
            let lost = || StopReason::Limit(MORE_PASSES.to_owned());
            let row = self.rows.get(id).ok_or_else(lost)?;
            let given = terms.and(system.given(*id));
            let under = |guard: Term| terms.and(&[given, guard]);
            let mut state = State::default();
            for step in &row.symbol {
                let to = match &step.does {
                    Does::Waits(id, _) => number[id],
                    Does::Ends => halted,
                    Does::Fails { .. } | Does::Discarded | Does::Rereads(..) => failed,
                    Does::Unknown(reason) => return Err(reason.clone()),
                };
                state.steps.push(silent(under(step.guard), to));
            }
            for step in &row.end {
                let verdict = match &step.does {
                    Does::Rereads(id, _) => Verdict::Again(*id),
                    Does::Ends => Verdict::Done,
                    Does::Waits(..) | Does::Fails { .. } | Does::Discarded | Does::Unknown(_) => {
                        continue;
                    }
                };
                state.ends.push(self.tells(under(step.guard), verdict));
            }
            states.push(state);
        }
        let all = terms.true_();
        states.push(State {
            steps: vec![silent(all, halted)],
            ends: vec![self.tells(all, Verdict::Done)],
            failure: None,
        });
        states.push(State {
            failure: Some(Failure::fails("it fails")),
            ..State::default()
        });
        Ok(self.telling(states))
    }

    /// The machine of these states, which tells how inputs end.
    fn telling(&self, states: Vec<State>) -> SymbolicTransducer {
        let (terms, system) = (&self.building.terms, &self.building.found.system);
        let ty = |ty: ir::IntType| SymbolType {
            bits: ty.bits.into(),
            signed: ty.signed,
        };
        let mut machine = SymbolicTransducer {
            terms: terms.clone(),
            input: ty(system.filter.reads),
            output: VERDICT,
            alphabet: system.alphabet(),
            lookback: 0,
            registers: Vec::new(),
            starts: vec![Start {
                when: None,
                state: 0,
            }],
            states,
        };
        machine.lookback = lookback(&machine);
        machine
    }

    /// The end of an input, with what is said of it.
    fn tells(&self, guard: Term, verdict: Verdict) -> End {
        let writes = vec![self.symbol(verdict)];
        End { guard, writes }
    }

    fn symbol(&self, verdict: Verdict) -> Term {
        let number = self
            .verdicts
            .iter()
            .position(|known| *known == verdict)
            .unwrap_or(self.verdicts.len());
        self.building
            .terms
            .bv(VERDICT.bits, FIRST_VERDICT + number as u64)
    }
}

/// A start for the inputs that an acceptor accepts, too.
fn both(terms: &Terms, first: &Acceptor, start: Start) -> Start {
    let when = match &start.when {
        Some(second) => product(terms, first, second, |a, b| a && b),
        None => first.clone(),
    };
    Start {
        when: Some(when),
        state: start.state,
    }
}

/// As few starts as possible: one that does for the inputs of another what that does takes them over.
pub(super) fn merge_starts(machine: &mut SymbolicTransducer, budget: &Budget) {
    let mut kept: Vec<Start> = Vec::new();
    let mut waiting: VecDeque<Start> = std::mem::take(&mut machine.starts).into();
    while let Some(start) = waiting.pop_front() {
        let does = |other: &Start| serves(machine, other, &start, budget);
        match kept
            .iter()
            .position(does)
            .map(|i| &mut kept[i])
            .or_else(|| waiting.iter_mut().find(|other| does(other)))
        {
            Some(other) => {
                other.when = either(&machine.terms, other.when.take(), start.when.clone())
            }
            None => kept.push(start),
        }
    }
    if let [only] = &mut kept[..] {
        only.when = None;
    }
    machine.starts = kept;
}

/// Whether a start does what another one does, on the inputs of that.
fn serves(machine: &SymbolicTransducer, start: &Start, other: &Start, budget: &Budget) -> bool {
    let with = |start: Start| SymbolicTransducer {
        starts: vec![start],
        ..machine.clone()
    };
    let general = with(Start {
        when: None,
        state: start.state,
    });
    let special = with(Start {
        when: other.when.clone(),
        state: other.state,
    });
    matches!(includes(&special, &general, budget).decision, Decision::Yes)
}

fn either(terms: &Terms, a: Option<Acceptor>, b: Option<Acceptor>) -> Option<Acceptor> {
    match (a, b) {
        (Some(a), Some(b)) => Some(product(terms, &a, &b, |a, b| a || b)),
        (None, _) | (_, None) => None,
    }
}

/// Two acceptors side by side. Where one has no edge it accepts nothing any more.
fn product(
    terms: &Terms,
    first: &Acceptor,
    second: &Acceptor,
    accepts: fn(bool, bool) -> bool,
) -> Acceptor {
    let start = (Some(0), Some(0));
    let (mut order, mut numbers) = (vec![start], BTreeMap::from([(start, 0)]));
    let mut states = Vec::new();
    let mut next = 0;
    while let Some(&(a, b)) = order.get(next) {
        next += 1;
        let mut edges = Vec::new();
        for (guard, to) in all_edges(terms, first, a) {
            for (other, then) in all_edges(terms, second, b) {
                let guard = terms.and(&[guard, other]);
                if guard == terms.false_() || (to.is_none() && then.is_none()) {
                    continue;
                }
                let fresh = order.len();
                let number = *numbers.entry((to, then)).or_insert(fresh);
                if number == fresh {
                    order.push((to, then));
                }
                edges.push((guard, number));
            }
        }
        let is = |acceptor: &Acceptor, state: Option<usize>| {
            state.is_some_and(|state| acceptor.states[state].accepting)
        };
        states.push(AcceptorState {
            accepting: accepts(is(first, a), is(second, b)),
            edges,
        });
    }
    Acceptor { states }
}

/// The edges of a state, and that to nowhere.
fn all_edges(
    terms: &Terms,
    acceptor: &Acceptor,
    state: Option<usize>,
) -> Vec<(Term, Option<usize>)> {
    let Some(state) = state else {
        return vec![(terms.true_(), None)];
    };
    let edges = &acceptor.states[state].edges;
    let rest = terms.not(terms.or(&edges.iter().map(|(guard, _)| *guard).collect::<Vec<_>>()));
    edges
        .iter()
        .map(|(guard, to)| (*guard, Some(*to)))
        .chain([(rest, None)])
        .collect()
}

/// The inputs for which a transducer that writes one symbol in all writes this one.
fn accepting(machine: &SymbolicTransducer, symbol: u64) -> Option<Acceptor> {
    let written = |writes: &[Term]| match writes {
        [] => Some(None),
        [one] => Some(Some(machine.terms.value(*one)?.as_unsigned()?)),
        _ => None,
    };
    let start = (machine.starts.first()?.state, None);
    let (mut order, mut numbers) = (vec![start], BTreeMap::from([(start, 0)]));
    let mut states = Vec::new();
    let mut next = 0;
    while let Some(&(state, before)) = order.get(next) {
        next += 1;
        let mut edges = Vec::new();
        for step in &machine.states[state].steps {
            let to = (step.to, written(&step.writes)?.or(before));
            let fresh = order.len();
            let number = *numbers.entry(to).or_insert(fresh);
            if number == fresh {
                order.push(to);
            }
            edges.push((step.guard, number));
        }
        let mut accepting = false;
        for end in &machine.states[state].ends {
            if end.guard != machine.terms.true_() {
                return None;
            }
            accepting |= written(&end.writes)?.or(before) == Some(symbol);
        }
        states.push(AcceptorState { accepting, edges });
    }
    Some(Acceptor { states })
}

const VERDICT: SymbolType = SymbolType {
    bits: 64,
    signed: false,
};

/// More than any symbol that is read, so that none is written by copying.
const FIRST_VERDICT: u64 = 1 << 40;

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
    (0..64)
        .rev()
        .find(|&back| free.contains(&machine.seen(back)))
        .unwrap_or(0)
}
