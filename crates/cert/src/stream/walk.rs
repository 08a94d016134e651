//! The walk through filter and transducer, side by side.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use base::Budget;
use rustc_hash::FxHashMap;
use smt::{Sort, Term};

use super::facts::Facts;
use super::filter::{Followed, Goes, Here, Turn};
use super::judge::Judge;
use super::machine::{Choice, Closing, Machine, There};
use super::{MOST_AHEAD, MOST_ENTRIES, MOST_KNOWN, Rejection, unknown};

/// Who has written more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Lead {
    Filter,
    Model,
}

/// Where both are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    here: Here,
    /// Where the filter was at this symbol on each earlier pass over the input.
    shadows: Vec<Here>,
    there: There,
    /// The states of all acceptors.
    acceptors: Vec<Option<usize>>,
    lead: Lead,
    /// What the one has written and the other has not, over the window.
    ahead: Vec<Term>,
    /// How many symbols were read, up to as many as the transducer looks back.
    read: usize,
    /// Whether the filter has written anything, where that matters.
    wrote: bool,
    /// Whether both have written different things: there must be no input of the class that begins like this.
    wrong: bool,
}

struct Entry {
    place: Place,
    known: Facts,
    depth: usize,
}

/// Passes over an input that are followed.
const MOST_PASSES: usize = 8;

/// What a walk is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Outputs are compared.
    Compare,
    /// It is found out how a pass over the input ends.
    Classify,
}

/// How a pass may end on inputs of a class.
#[derive(Default)]
struct Outcomes {
    /// It ends, or fails.
    done: bool,
    /// It reads the input again.
    again: BTreeSet<usize>,
}

pub(super) struct Walk<'a, 'j> {
    filter: &'a Followed,
    machine: &'a Machine<'a>,
    judge: Judge<'j>,
    alphabet: Rc<Facts>,
    budget: &'a Budget,
    entries: usize,
}

impl<'a, 'j> Walk<'a, 'j> {
    pub fn new(
        filter: &'a Followed,
        machine: &'a Machine<'a>,
        judge: Judge<'j>,
        alphabet: Rc<Facts>,
        budget: &'a Budget,
    ) -> Self {
        Self {
            filter,
            machine,
            judge,
            alphabet,
            budget,
            entries: 0,
        }
    }

    pub fn questions(&self) -> usize {
        self.judge.questions()
    }

    /// Walks from every beginning, for the inputs of every class.
    pub fn run(&mut self) -> Result<(), Rejection> {
        let filter = self.filter;
        self.covered(&Facts::default(), &filter.begin.gap)?;
        for turn in &filter.begin.turns {
            if !self.judge.possible(&turn.guard)? {
                continue;
            }
            let here = match &turn.goes {
                Goes::To(here) => *here,
                Goes::Again(_) => {
                    return Err(unknown("it reads its input again before it has read it"));
                }
                Goes::Lost(reason) => return Err(Rejection::Undecided(reason.clone())),
            };
            if !filter.row(here).arriving.is_empty() {
                return Err(unknown(
                    "a configuration claims to know of symbols that were not read",
                ));
            }
            for class in 0..self.machine.classes() {
                self.starts_alike(turn, here, class, true)?;
                self.passes(here, class, &turn.writes)?;
            }
        }
        Ok(())
    }

    /// Registers have the values with which the transducer starts.
    fn starts_alike(
        &mut self,
        turn: &Turn,
        here: Here,
        class: usize,
        first: bool,
    ) -> Result<(), Rejection> {
        let there = self.machine.start(class);
        let (live, used) = (&self.filter.row(here).live, &self.machine.place(there).live);
        for register in &self.machine.model.registers {
            let variable = register.variable;
            let Some(&zero) = self.filter.registers.get(&variable) else {
                continue;
            };
            if !live.contains(&variable) || !used.contains(&variable) {
                continue;
            }
            let before = if first {
                turn.updates.get(&variable).copied().unwrap_or(zero)
            } else {
                turn.after(variable)
            };
            let initial = self.judge.terms.constant(register.initial.clone());
            if !self.judge.equal(&turn.guard, before, initial)? {
                return Err(differs(
                    0,
                    format!("the value of {} is another one", register.name),
                ));
            }
        }
        Ok(())
    }

    /// All passes over the inputs of a class. What earlier passes did is followed beside the later ones: only inputs on
    /// which they lead there count.
    fn passes(&mut self, here: Here, class: usize, writes: &[Term]) -> Result<(), Rejection> {
        let mut queue = VecDeque::from([(vec![here], writes.to_vec())]);
        while let Some((roots, writes)) = queue.pop_front() {
            if roots.len() > MOST_PASSES {
                return Err(unknown("it reads its input too often"));
            }
            if let Some(Here::At(number)) = roots.last().copied()
                && self.filter.rereads(number)
            {
                let outcomes = Pass::new(self, class, Aim::Classify, &roots).run(&writes)?;
                let again = outcomes
                    .again
                    .into_iter()
                    .map(|to| [&roots[..], &[Here::At(to)]].concat());
                queue.extend(again.map(|roots| (roots, Vec::new())));
                if !outcomes.done {
                    continue;
                }
            }
            Pass::new(self, class, Aim::Compare, &roots).run(&writes)?;
        }
        Ok(())
    }

    fn covered(&mut self, facts: &Facts, gap: &Facts) -> Result<(), Rejection> {
        if !facts.excludes(gap) && self.judge.possible(&facts.and(gap))? {
            return Err(unknown("there are symbols for which nothing was followed"));
        }
        Ok(())
    }
}

/// One pass over the inputs of a class.
struct Pass<'w, 'a, 'j> {
    walk: &'w mut Walk<'a, 'j>,
    class: usize,
    aim: Aim,
    /// Where this pass begins, behind where those before it began.
    roots: &'w [Here],
    seen: FxHashMap<Place, Vec<Facts>>,
    queue: VecDeque<Entry>,
    outcomes: Outcomes,
    /// What was different first.
    wrong: Option<Rejection>,
}

impl<'w, 'a, 'j> Pass<'w, 'a, 'j> {
    fn new(walk: &'w mut Walk<'a, 'j>, class: usize, aim: Aim, roots: &'w [Here]) -> Self {
        let (seen, queue, outcomes) = Default::default();
        Self {
            walk,
            class,
            aim,
            roots,
            seen,
            queue,
            outcomes,
            wrong: None,
        }
    }

    fn run(mut self, writes: &[Term]) -> Result<Outcomes, Rejection> {
        let machine = self.walk.machine;
        let Some((&here, before)) = self.roots.split_last() else {
            return Ok(self.outcomes);
        };
        let shadows = before.to_vec();
        let there = match self.aim {
            Aim::Compare => machine.start(self.class),
            Aim::Classify => There::Undefined,
        };
        let (acceptors, wrote) = (
            machine.unread(),
            self.aim == Aim::Classify && !writes.is_empty(),
        );
        let ahead = if there == There::Undefined {
            Vec::new()
        } else {
            writes.to_vec()
        };
        let place = Place {
            here,
            shadows,
            there,
            acceptors,
            lead: Lead::Filter,
            ahead,
            read: 0,
            wrote,
            wrong: false,
        };
        self.enter(Entry {
            place,
            known: Facts::default(),
            depth: 0,
        })?;
        while let Some(entry) = self.queue.pop_front() {
            self.walk.budget.check().map_err(Rejection::Undecided)?;
            self.symbol(&entry)?;
            if machine.chosen(&entry.place.acceptors) == self.class {
                self.end(&entry)?;
            }
        }
        Ok(self.outcomes)
    }

    fn enter(&mut self, mut entry: Entry) -> Result<(), Rejection> {
        let place = &entry.place;
        if !self.walk.machine.hopeful(self.class, &place.acceptors) {
            return Ok(());
        }
        match (place.here, place.there, self.aim) {
            (Here::Failed, There::Undefined, Aim::Compare) if !place.wrong => return Ok(()),
            (Here::Ended | Here::Failed, _, Aim::Classify) => {
                self.outcomes.done = true;
                return Ok(());
            }
            _ => {}
        }
        let known = self.seen.entry(place.clone()).or_default();
        if known.len() >= MOST_KNOWN {
            // Soundness: what a configuration claims was shown to hold on the way here; less may be known, never more.
            entry.known = (*self.walk.filter.row(place.here).given).clone();
        }
        if known.iter().any(|weaker| weaker.covers(&entry.known)) {
            return Ok(());
        }
        known.push(entry.known.clone());
        self.walk.entries += 1;
        if self.walk.entries > MOST_ENTRIES {
            return Err(unknown("the proof has too many parts"));
        }
        self.queue.push_back(entry);
        Ok(())
    }

    fn symbol(&mut self, entry: &Entry) -> Result<(), Rejection> {
        let (filter, machine) = (self.walk.filter, self.walk.machine);
        let facts = entry.known.and(&self.walk.alphabet);
        let turns = &filter.row(entry.place.here).symbol;
        self.walk.covered(&facts, &turns.gap)?;
        for turn in &turns.turns {
            let Some(facts) = self.both(&facts, &turn.guard)? else {
                continue;
            };
            let here = match &turn.goes {
                Goes::To(here) => *here,
                Goes::Lost(reason) => return Err(Rejection::Undecided(reason.clone())),
                Goes::Again(_) => {
                    return Err(unknown("it reads its input again before that has ended"));
                }
            };
            for choice in &machine.place(entry.place.there).choices {
                let Some(facts) = self.both(&facts, &choice.guard)? else {
                    continue;
                };
                if choice.looks > entry.place.read {
                    return Err(differs(
                        entry.depth,
                        "the model looks at symbols that are not there".to_owned(),
                    ));
                }
                for (facts, acceptors) in self.accepting(facts, &entry.place.acceptors)? {
                    for (facts, shadows) in self.shadowing(facts, &entry.place.shadows)? {
                        let step = Joint {
                            entry,
                            turn,
                            choice,
                            here,
                            shadows: &shadows,
                        };
                        self.step(&step, &facts, acceptors.clone())?;
                    }
                }
            }
        }
        Ok(())
    }

    fn both(&mut self, facts: &Facts, guard: &Facts) -> Result<Option<Facts>, Rejection> {
        if facts.excludes(guard) {
            return Ok(None);
        }
        let both = facts.and(guard);
        Ok(if self.walk.judge.possible(&both)? {
            Some(both)
        } else {
            None
        })
    }

    /// Where the symbol leads all acceptors.
    #[expect(
        clippy::type_complexity,
        reason = "cases, each with the states of all acceptors"
    )]
    fn accepting(
        &mut self,
        facts: Facts,
        before: &[Option<usize>],
    ) -> Result<Vec<(Facts, Vec<Option<usize>>)>, Rejection> {
        let mut cases = vec![(facts, Vec::new())];
        for (acceptor, state) in self.walk.machine.acceptors.iter().zip(before) {
            let (Some(states), Some(state)) = (acceptor, state) else {
                cases.iter_mut().for_each(|(_, after)| after.push(None));
                continue;
            };
            let mut next = Vec::new();
            for (facts, after) in &cases {
                for (guard, to) in &states[*state].edges {
                    if let Some(facts) = self.both(facts, guard)? {
                        next.push((facts, [&after[..], &[*to]].concat()));
                    }
                }
            }
            cases = next;
        }
        Ok(cases)
    }

    /// Where the symbol led on earlier passes. Where one failed or ended, the input was not read again.
    fn shadowing(
        &mut self,
        facts: Facts,
        before: &[Here],
    ) -> Result<Vec<(Facts, Vec<Here>)>, Rejection> {
        let filter = self.walk.filter;
        let mut cases = vec![(facts, Vec::new())];
        for shadow in before {
            let mut next = Vec::new();
            for (facts, after) in &cases {
                for turn in &filter.row(*shadow).symbol.turns {
                    let Goes::To(to @ Here::At(_)) = turn.goes else {
                        continue;
                    };
                    if let Some(facts) =
                        self.both(facts, &self.walk.judge.of_symbols(&turn.guard))?
                    {
                        next.push((facts, [&after[..], &[to]].concat()));
                    }
                }
            }
            cases = next;
        }
        Ok(cases)
    }

    /// What is known at the end of an input on which every earlier pass led to the one after it; `None` if there is none.
    fn reread(&mut self, entry: &Entry) -> Result<Option<Facts>, Rejection> {
        let filter = self.walk.filter;
        let mut known = entry.known.clone();
        for (shadow, next) in entry.place.shadows.iter().zip(&self.roots[1..]) {
            let again =
                |turn: &&Turn| matches!(turn.goes, Goes::Again(to) if Here::At(to) == *next);
            let mut ways: Vec<&Turn> = filter.row(*shadow).end.turns.iter().filter(again).collect();
            match (ways.pop(), ways.is_empty()) {
                (Some(turn), true) => {
                    match self.both(&known, &self.walk.judge.of_symbols(&turn.guard))? {
                        Some(facts) => known = facts,
                        None => return Ok(None),
                    }
                }
                (None, _) => return Ok(None),
                // Soundness: more inputs than lead there may be looked at.
                (Some(_), false) => {}
            }
        }
        Ok(Some(known))
    }

    fn end(&mut self, entry: &Entry) -> Result<(), Rejection> {
        let filter = self.walk.filter;
        let turns = &filter.row(entry.place.here).end;
        let Some(known) = self.reread(entry)? else {
            return Ok(());
        };
        self.walk.covered(&known, &turns.gap)?;
        for turn in &turns.turns {
            let Some(facts) = self.both(&known, &turn.guard)? else {
                continue;
            };
            match (&turn.goes, self.aim) {
                (Goes::Lost(reason), _) => return Err(Rejection::Undecided(reason.clone())),
                (Goes::Again(to), Aim::Classify) => self.again(entry, turn, *to)?,
                (Goes::Again(_), Aim::Compare) => {}
                (Goes::To(_), Aim::Classify) => self.outcomes.done = true,
                (Goes::To(Here::Ended), Aim::Compare) => self.ends(entry, turn, &facts)?,
                (Goes::To(Here::Failed), Aim::Compare) => self.fails(entry, &facts)?,
                (Goes::To(Here::At(_)), Aim::Compare) => {
                    return Err(unknown("it waits behind the end of its input"));
                }
            }
        }
        Ok(())
    }

    /// The input is read again: nothing may have been written, and registers must have what they start with.
    fn again(&mut self, entry: &Entry, turn: &Turn, to: usize) -> Result<(), Rejection> {
        if entry.place.wrote || !turn.writes.is_empty() {
            return Err(unknown(
                "it reads its input again after it has written something",
            ));
        }
        let here = Here::At(to);
        if !self.walk.filter.row(here).arriving.is_empty() {
            return Err(unknown(
                "it reads its input again, and remembers symbols of the first time",
            ));
        }
        self.walk.starts_alike(turn, here, self.class, false)?;
        self.outcomes.again.insert(to);
        Ok(())
    }

    fn ends(&mut self, entry: &Entry, turn: &Turn, facts: &Facts) -> Result<(), Rejection> {
        // Soundness: this is an input of the class, and both have written different things for it.
        if entry.place.wrong {
            return Err(self.difference());
        }
        let place = self.walk.machine.place(entry.place.there);
        for end in &place.ends {
            let Some(facts) = self.both(facts, &end.guard)? else {
                continue;
            };
            check_looks(entry, end)?;
            let (_, rest) = self.outputs(entry, &turn.writes, &end.writes, &facts)?;
            if !rest.is_empty() {
                return Err(differs(
                    entry.depth,
                    "one writes more at the end than the other".to_owned(),
                ));
            }
        }
        if self.both(facts, &place.no_end)?.is_some() {
            return Err(differs(
                entry.depth,
                "the filter ends, and the model is not defined".to_owned(),
            ));
        }
        Ok(())
    }

    fn difference(&self) -> Rejection {
        self.wrong
            .clone()
            .unwrap_or_else(|| unknown("both have written different things"))
    }

    fn fails(&mut self, entry: &Entry, facts: &Facts) -> Result<(), Rejection> {
        if entry.place.wrong {
            return Err(self.difference());
        }
        for end in &self.walk.machine.place(entry.place.there).ends {
            if self.both(facts, &end.guard)?.is_some() {
                return Err(differs(
                    entry.depth,
                    "the filter fails, and the model is defined".to_owned(),
                ));
            }
        }
        Ok(())
    }

    /// Compares what both have written, as far as both have; gives who has written more, and what.
    fn outputs(
        &mut self,
        entry: &Entry,
        filter: &[Term],
        model: &[Term],
        facts: &Facts,
    ) -> Result<(Lead, Vec<Term>), Rejection> {
        let ahead = &entry.place.ahead[..];
        let (filter, model) = match entry.place.lead {
            Lead::Filter => ([ahead, filter].concat(), model.to_vec()),
            Lead::Model => (filter.to_vec(), [ahead, model].concat()),
        };
        for (&by_filter, &by_model) in filter.iter().zip(&model) {
            if !self.walk.judge.equal(facts, by_filter, by_model)? {
                let terms = &self.walk.judge.terms;
                let (filter, model) = (terms.show(by_filter), terms.show(by_model));
                return Err(differs(
                    entry.depth,
                    format!("the filter writes {filter}, and the model {model}"),
                ));
            }
        }
        let both = filter.len().min(model.len());
        Ok(match filter.len() > model.len() {
            true => (Lead::Filter, filter[both..].to_vec()),
            false => (Lead::Model, model[both..].to_vec()),
        })
    }
}

/// A symbol that leads both on.
struct Joint<'e> {
    entry: &'e Entry,
    turn: &'e Turn,
    choice: &'e Choice,
    here: Here,
    shadows: &'e [Here],
}

/// What one has written and the other has not.
struct Pending {
    /// Whether something was different.
    wrong: bool,
    lead: Lead,
    ahead: Vec<Term>,
    held: Vec<(usize, Term)>,
}

impl Pass<'_, '_, '_> {
    fn step(
        &mut self,
        joint: &Joint<'_>,
        facts: &Facts,
        acceptors: Vec<Option<usize>>,
    ) -> Result<(), Rejection> {
        let (here, shadows, was) = (joint.here, joint.shadows, &joint.entry.place);
        let Pending {
            wrong,
            lead,
            ahead,
            held,
        } = self.pending(joint, facts)?;
        self.arrives(here, facts)?;
        let ahead = self.walk.judge.shifted(&ahead)?;
        // Soundness: where something was different it does not matter what the model does; every input of the class that
        // begins like this is one that it is wrong about.
        let (there, known) = match wrong {
            true => {
                let given = &self.walk.filter.row(here).given;
                (There::Undefined, (**given).clone())
            }
            false => {
                let there = joint.choice.to;
                let known = self.known(here, shadows, there, &ahead, facts)?;
                (there, known.and(&self.linked(&ahead, &held)))
            }
        };
        let place = Place {
            here,
            shadows: shadows.to_vec(),
            there,
            acceptors,
            lead,
            ahead,
            read: (was.read + 1).min(self.walk.machine.model.lookback),
            wrote: self.aim == Aim::Classify && (was.wrote || !joint.turn.writes.is_empty()),
            wrong,
        };
        self.enter(Entry {
            place,
            known,
            depth: joint.entry.depth + 1,
        })
    }

    /// Who has written more after a symbol, and what.
    fn pending(&mut self, joint: &Joint<'_>, facts: &Facts) -> Result<Pending, Rejection> {
        let was_wrong = joint.entry.place.wrong;
        let compared =
            joint.choice.to != There::Undefined && joint.here != Here::Failed && !was_wrong;
        let (wrong, (lead, ahead)) = match compared {
            true => self.compared(joint, facts)?,
            false => (was_wrong, (Lead::Model, Vec::new())),
        };
        if ahead.len() > MOST_AHEAD {
            return Err(unknown("one writes much later than the other"));
        }
        let settled = ahead.iter().map(|t| self.walk.judge.settled(facts, *t));
        let mut ahead: Vec<Term> = settled.collect();
        let mut held = Vec::new();
        if !wrong {
            held = self.held(joint, lead, &ahead, facts)?;
            ahead = self.carried(joint, lead, &ahead, facts)?;
            self.registers(joint, lead, &ahead, facts)?;
        }
        Ok(Pending {
            wrong,
            lead,
            ahead,
            held,
        })
    }

    /// What a configuration claims to know on arrival follows.
    fn arrives(&mut self, here: Here, facts: &Facts) -> Result<(), Rejection> {
        for condition in &self.walk.filter.row(here).arriving {
            if !self.walk.judge.implies(facts, *condition)? {
                return Err(unknown(
                    "a configuration claims to know what does not follow",
                ));
            }
        }
        Ok(())
    }

    /// Who has written more, and what; and whether there was a difference. With look-ahead that counts only if an input of
    /// the class begins like this: acceptors and earlier passes may be hopeful one by one, and not together.
    fn compared(
        &mut self,
        joint: &Joint<'_>,
        facts: &Facts,
    ) -> Result<(bool, (Lead, Vec<Term>)), Rejection> {
        match self.outputs(joint.entry, &joint.turn.writes, &joint.choice.writes, facts) {
            Err(differs @ Rejection::Wrong(_)) if self.walk.machine.acceptors.len() > 1 => {
                self.wrong.get_or_insert(differs);
                Ok((true, (Lead::Model, Vec::new())))
            }
            outputs => Ok((false, outputs?)),
        }
    }

    /// What is known afterwards of symbols that somebody looks at again.
    fn known(
        &self,
        here: Here,
        shadows: &[Here],
        there: There,
        ahead: &[Term],
        facts: &Facts,
    ) -> Result<Facts, Rejection> {
        let row = self.walk.filter.row(here);
        let mut about = row.live.clone();
        about.extend(
            shadows
                .iter()
                .flat_map(|shadow| &self.walk.filter.row(*shadow).live),
        );
        about.extend(&self.walk.machine.place(there).live);
        about.extend(self.walk.judge.terms.free_vars_of(ahead));
        Ok(self.walk.judge.later(facts, &about)?.and(&row.given))
    }

    /// What a register of one side holds after a symbol.
    fn after(&self, joint: &Joint<'_>, of: Lead, register: Term) -> Term {
        if of == Lead::Filter {
            return joint.turn.after(register);
        }
        let number = self
            .walk
            .machine
            .model
            .registers
            .iter()
            .position(|r| r.variable == register);
        number
            .and_then(|number| joint.choice.updates.get(number))
            .copied()
            .unwrap_or(register)
    }

    /// The registers that filter and model both have.
    fn shared(&self) -> Vec<Term> {
        let registers = self
            .walk
            .machine
            .model
            .registers
            .iter()
            .map(|register| register.variable);
        registers
            .filter(|register| self.walk.filter.registers.contains_key(register))
            .collect()
    }

    /// What is ahead, as the registers have it after the symbol: a value that a register no longer holds is one that another
    /// one holds now. It was written by who is ahead, from registers of its own.
    fn carried(
        &mut self,
        joint: &Joint<'_>,
        lead: Lead,
        ahead: &[Term],
        facts: &Facts,
    ) -> Result<Vec<Term>, Rejection> {
        let mut carried = Vec::new();
        for &symbol in ahead {
            let now = match self.moved(joint, lead, symbol, facts)? {
                Some(now) => now,
                None => self.kept(joint, lead, symbol, facts)?,
            };
            carried.push(now);
        }
        Ok(carried)
    }

    /// A symbol with each register that changes replaced by one that holds its value now; `None` if there is none.
    fn moved(
        &mut self,
        joint: &Joint<'_>,
        lead: Lead,
        symbol: Term,
        facts: &Facts,
    ) -> Result<Option<Term>, Rejection> {
        // Soundness: all registers of the side that is ahead, whether the other one has them or not.
        let judge = &self.walk.judge;
        let pending = judge
            .terms
            .free_vars(symbol)
            .into_iter()
            .filter(|variable| judge.place(*variable).is_none());
        let changed: Vec<Term> = pending
            .filter(|register| self.after(joint, lead, *register) != *register)
            .collect();
        let mut moved = FxHashMap::default();
        for register in changed {
            let mut now = None;
            for other in self.shared() {
                if now.is_none()
                    && self
                        .walk
                        .judge
                        .equal(facts, self.after(joint, lead, other), register)?
                {
                    now = Some(other);
                }
            }
            let Some(now) = now else { return Ok(None) };
            moved.insert(register, now);
        }
        Ok(Some(self.walk.judge.terms.substitute(symbol, &moved)))
    }

    /// A symbol as the low bits of a register that holds it now.
    fn kept(
        &mut self,
        joint: &Joint<'_>,
        lead: Lead,
        symbol: Term,
        facts: &Facts,
    ) -> Result<Term, Rejection> {
        for register in self.shared() {
            let value = self.low(self.after(joint, lead, register), symbol);
            if let (Some(value), Some(register)) = (value, self.low(register, symbol))
                && self.walk.judge.equal(facts, symbol, value)?
            {
                return Ok(register);
            }
        }
        Err(unknown(
            "what one has written already depends on a register",
        ))
    }

    /// For what is ahead the registers of the other side that hold it after the symbol, by their positions in it: the other
    /// side may write it from there.
    fn held(
        &mut self,
        joint: &Joint<'_>,
        lead: Lead,
        ahead: &[Term],
        facts: &Facts,
    ) -> Result<Vec<(usize, Term)>, Rejection> {
        let (behind, live) = match lead {
            Lead::Filter => (Lead::Model, &self.walk.machine.place(joint.choice.to).live),
            Lead::Model => (Lead::Filter, &self.walk.filter.row(joint.here).live),
        };
        let live: Vec<Term> = self
            .shared()
            .into_iter()
            .filter(|register| live.contains(register))
            .collect();
        let mut held = Vec::new();
        for (position, &symbol) in ahead.iter().enumerate() {
            for &register in &live {
                let value = self.after(joint, behind, register);
                let (Some(value), Some(register)) =
                    (self.low(value, symbol), self.low(register, symbol))
                else {
                    continue;
                };
                if self.walk.judge.equal(facts, symbol, value)? {
                    held.push((position, register));
                }
            }
        }
        Ok(held)
    }

    /// The low bits of a value, as many as a symbol has.
    fn low(&self, value: Term, symbol: Term) -> Option<Term> {
        let terms = &self.walk.judge.terms;
        let (Sort::BitVec(wide), Sort::BitVec(narrow)) = (terms.sort(value), terms.sort(symbol))
        else {
            return None;
        };
        (narrow <= wide).then(|| terms.extract(value, narrow - 1, 0))
    }

    /// That what is ahead is what these registers hold.
    fn linked(&self, ahead: &[Term], held: &[(usize, Term)]) -> Facts {
        let terms = &self.walk.judge.terms;
        let rest = held
            .iter()
            .map(|&(position, register)| terms.eq(ahead[position], register));
        Facts {
            rest: rest.filter(|&fact| fact != terms.true_()).collect(),
            ..Facts::default()
        }
    }

    /// Registers that both look at again have the same values.
    fn registers(
        &mut self,
        joint: &Joint<'_>,
        lead: Lead,
        ahead: &[Term],
        facts: &Facts,
    ) -> Result<(), Rejection> {
        let pending = self.walk.judge.terms.free_vars_of(ahead);
        let (filter, machine) = (self.walk.filter, self.walk.machine);
        let (live, used) = (
            &filter.row(joint.here).live,
            &machine.place(joint.choice.to).live,
        );
        for register in &machine.model.registers {
            let variable = register.variable;
            if !filter.registers.contains_key(&variable) {
                continue;
            }
            let (here, there) = (
                self.after(joint, Lead::Filter, variable),
                self.after(joint, Lead::Model, variable),
            );
            let waiting = |of: Lead| lead == of && pending.contains(&variable);
            let (live, used) = (live.contains(&variable), used.contains(&variable));
            let both = (live || waiting(Lead::Filter)) && (used || waiting(Lead::Model));
            if both && !self.walk.judge.equal(facts, here, there)? {
                return Err(differs(
                    joint.entry.depth,
                    format!("{} gets another value", register.name),
                ));
            }
        }
        Ok(())
    }
}

fn check_looks(entry: &Entry, end: &Closing) -> Result<(), Rejection> {
    match end.looks > entry.place.read {
        true => Err(differs(
            entry.depth,
            "the model looks at symbols that are not there".to_owned(),
        )),
        false => Ok(()),
    }
}

fn differs(symbols: usize, what: String) -> Rejection {
    let symbols = match symbols {
        1 => "one symbol".to_owned(),
        n => format!("{n} symbols"),
    };
    Rejection::Wrong(format!("after {symbols} {what}"))
}
