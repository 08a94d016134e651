//! Where a path splits, and where it need not.

use std::collections::BTreeSet;
use std::ops::Range;

use base::{Place, StopReason};
use ir::{BlockId, IntType};
use smt::{Answer, Sort, Term};

use crate::Ending;
use crate::explorer::{Explorer, Next, cut, pause};
use crate::model::Witness;
use crate::stuck::Stuck;
use crate::tape::{Astray, Counting};
use crate::thread::Thread;

/// Values of a number that are few enough to follow each.
const FEW: usize = 4;

/// The numbers that a path splits over, and what to say of all others.
struct Numbers {
    term: Term,
    values: Range<i64>,
    beyond: Option<String>,
}

/// What was found when a further value was looked for.
enum Another {
    Value(i64),
    None,
    /// The solver gave up, or the value is no number.
    Perhaps,
}

impl<'p> Explorer<'_, 'p> {
    /// Ends a path, or splits it over what keeps it from going on.
    pub(crate) fn stuck(&mut self, thread: Thread<'p>, stuck: Stuck) -> Next<'p> {
        let place = self.place(&thread);
        if let (Some(tape), Some(term)) = (&thread.tape, undecided(&stuck)) {
            if tape.is_unknown(self.world.terms, term) {
                return astray(thread, Astray::Unknown(term));
            }
            if tape.awaits(self.world.terms, term) {
                return pause(thread);
            }
        }
        match stuck {
            Stuck::Wait => pause(thread),
            Stuck::Backwards => astray(thread, Astray::Backwards),
            Stuck::Elsewhere => astray(thread, Astray::Elsewhere),
            Stuck::Skips => astray(thread, Astray::Skips),
            Stuck::Changes(back) => astray(thread, Astray::Changes(back)),
            Stuck::Impossible => astray(thread, Astray::Impossible),
            Stuck::Stop(what) => cut(thread, what, place),
            Stuck::Open(id) => self.decide(thread, id),
            Stuck::Few(term) => self.take_apart(thread, term),
            Stuck::Unless(condition, unmet) => self.assume(thread, condition, unmet.at(place)),
            Stuck::Whether(condition) => self.find_out(thread, condition),
            Stuck::Undecided {
                term,
                values,
                beyond,
            } => self.split_over(
                thread,
                Numbers {
                    term,
                    values,
                    beyond,
                },
                place,
            ),
            Stuck::Beyond(bound) => self.leave_bounds(thread, bound),
            Stuck::AwaitsThread => {
                Next::End(Box::new(thread), Ending::Cut(StopReason::Waits { place }))
            }
            Stuck::Unwanted => Next::Continue(Vec::new()),
        }
    }

    /// Conditions in which as much as possible is known of counters; `None` if the next symbol decides.
    fn counted(
        &self,
        thread: &Thread<'p>,
        targets: Vec<(Term, BlockId)>,
    ) -> Option<Vec<(Term, BlockId)>> {
        let Some(tape) = &thread.tape else {
            return Some(targets);
        };
        let mut counting = Counting::new(self.world.terms, &tape.counters);
        let targets: Vec<(Term, BlockId)> = targets
            .into_iter()
            .map(|(cond, target)| (counting.simplify(cond), target))
            .collect();
        let decided = targets
            .iter()
            .any(|&(cond, _)| cond == self.world.terms.true_());
        let awaits = || {
            targets
                .iter()
                .any(|&(cond, _)| tape.awaits(self.world.terms, cond))
        };
        if !decided && awaits() {
            None
        } else {
            Some(targets)
        }
    }

    /// What decides where a path goes on though it is not known.
    fn by_unknown(&self, thread: &Thread<'p>, targets: &[(Term, BlockId)]) -> Option<Term> {
        let tape = thread
            .tape
            .as_ref()
            .filter(|tape| !tape.unknown.is_empty())?;
        targets
            .iter()
            .map(|&(cond, _)| cond)
            .find(|&cond| tape.is_unknown(self.world.terms, cond))
    }

    /// Whether it is decided by how much was read or written where a path goes on.
    fn depends_on_counters(&self, thread: &Thread<'p>, targets: &[(Term, BlockId)]) -> bool {
        let Some(tape) = &thread.tape else {
            return false;
        };
        let decided = targets
            .iter()
            .any(|&(cond, _)| cond == self.world.terms.true_());
        !decided
            && targets
                .iter()
                .any(|&(cond, _)| tape.counts(self.world.terms, cond))
    }

    /// Where a path goes on whatever the counters are, if something may be anything.
    ///
    /// Soundness: all other ways are impossible within the bounds of the counters.
    fn for_all_counters(
        &mut self,
        thread: &Thread<'p>,
        targets: &[(Term, BlockId)],
    ) -> Option<BlockId> {
        // Elsewhere it is better to see that something counts.
        let tape = thread.tape.as_ref().filter(|tape| !tape.loose.is_empty())?;
        let bounds = tape.bounds(self.world.terms);
        let mut left = None;
        for &(condition, target) in targets {
            let within = self.world.terms.and(&[condition, bounds]);
            if self.feasible(thread, within).is_some() && left.replace(target).is_some() {
                return None;
            }
        }
        left
    }

    /// Splits a path over the values of a number.
    fn split_over(&mut self, mut thread: Thread<'p>, numbers: Numbers, place: Place) -> Next<'p> {
        let Numbers {
            term,
            values,
            beyond,
        } = numbers;
        if let Err(what) = self.count_split(&mut thread) {
            return cut(thread, what, place);
        }
        let terms = self.world.terms;
        let Some(found) = self.possible_values(&thread, term, Some(&values), self.limits.values)
        else {
            let most = self.limits.values;
            let what = format!("a number with more than {most} possible values decides here");
            return cut(thread, what, place);
        };
        let is = |v: i64| (v, terms.eq(term, self.number_like(term, v)));
        let equals: Vec<(i64, Term)> = found.into_iter().map(is).collect();
        let none: Vec<Term> = equals.iter().map(|&(_, cond)| terms.not(cond)).collect();
        let others = terms.and(&none);
        let other = self.feasible(&thread, others);
        let decided = equals.len() > 1 || other.is_some();
        let mut threads = Vec::new();
        for (value, cond) in equals {
            let mut thread = thread.clone();
            self.require(&mut thread, cond);
            thread.decisions += usize::from(decided);
            thread.fixed.insert(term, value);
            threads.push(thread);
        }
        if let Some(witness) = other {
            let what =
                beyond.unwrap_or_else(|| "a number that was promised to be within bounds".into());
            thread.require(others, witness);
            let reason = StopReason::Unsupported {
                what,
                place: Some(place),
            };
            self.finish(thread, Ending::Cut(reason));
        }
        Next::Continue(threads)
    }

    /// Goes on where a condition holds; where it does not, the path ends for this reason.
    fn assume(&mut self, mut thread: Thread<'p>, condition: Term, unmet: StopReason) -> Next<'p> {
        let opposite = self.world.terms.not(condition);
        if let Some(witness) = self.feasible(&thread, opposite) {
            let mut ended = thread.clone();
            ended.require(opposite, witness);
            self.finish(ended, Ending::Cut(unmet));
            let Some(witness) = self.feasible(&thread, condition) else {
                return Next::Continue(Vec::new());
            };
            thread.require(condition, witness);
            thread.decisions += 1;
        }
        thread.known.insert(condition);
        Next::Continue(vec![thread])
    }

    /// Goes on both ways, knowing which.
    fn find_out(&mut self, thread: Thread<'p>, condition: Term) -> Next<'p> {
        let sides = [condition, self.world.terms.not(condition)];
        let possible: Vec<(Term, Witness)> = sides
            .into_iter()
            .filter_map(|side| Some((side, self.feasible(&thread, side)?)))
            .collect();
        let both = possible.len() > 1;
        let side = |(side, witness): (Term, Witness)| {
            let mut thread = thread.clone();
            if both {
                thread.require(side, witness);
                thread.decisions += 1;
            }
            thread.known.insert(side);
            thread
        };
        Next::Continue(possible.into_iter().map(side).collect())
    }

    /// Splits a path over the values of a term if they are few.
    fn take_apart(&mut self, mut thread: Thread<'p>, term: Term) -> Next<'p> {
        let Some(found) = self.possible_values(&thread, term, None, FEW) else {
            thread.many.insert(term);
            return Next::Continue(vec![thread]);
        };
        let only = found.len() == 1;
        let with = |value: i64| {
            let mut thread = thread.clone();
            if !only {
                self.require(
                    &mut thread,
                    self.world.terms.eq(term, self.number_like(term, value)),
                );
                thread.decisions += 1;
            }
            thread.fixed.insert(term, value);
            thread
        };
        Next::Continue(found.into_iter().map(with).collect())
    }

    /// The values, within a range if one is given, that a term can have on a path; `None` if they are more than `most`,
    /// or the solver gives up.
    fn possible_values(
        &mut self,
        thread: &Thread<'p>,
        term: Term,
        range: Option<&Range<i64>>,
        most: usize,
    ) -> Option<BTreeSet<i64>> {
        let terms = self.world.terms;
        let within: Vec<Term> = range.map_or_else(Vec::new, |range| {
            let (low, high) = (
                self.number_like(term, range.start),
                self.number_like(term, range.end),
            );
            vec![
                self.arith().at_most(low, term),
                terms.not(self.arith().at_most(high, term)),
            ]
        });
        let all = range.and_then(|range| usize::try_from(range.end - range.start).ok());
        let mut found = BTreeSet::new();
        while Some(found.len()) != all {
            let is = |&v: &i64| terms.eq(term, self.number_like(term, v));
            let others = found.iter().map(|v| terms.not(is(v)));
            let wanted: Vec<Term> = within.iter().copied().chain(others).collect();
            match self.another(thread, term, terms.and(&wanted)) {
                Another::None => break,
                Another::Value(value) if found.len() < most && found.insert(value) => {}
                Another::Value(_) | Another::Perhaps => return None,
            }
        }
        Some(found)
    }

    /// A value that a term can have on a path where a condition holds.
    fn another(&mut self, thread: &Thread<'p>, term: Term, condition: Term) -> Another {
        let seen = match self.keeps_models {
            true => self.feasible(thread, condition),
            false => Some(Witness::default()),
        };
        let Some(witness) = seen else {
            return Another::None;
        };
        let terms = self.world.terms;
        let value = match witness.0 {
            Some(model) => model.value(terms, term),
            None => match self.scopes.check(&thread.condition, &[condition]) {
                Answer::Unsat => {
                    self.rule_out(thread, condition);
                    return Another::None;
                }
                Answer::Unknown(_) => return Another::Perhaps,
                Answer::Sat => {
                    let vars: Vec<Term> = terms.free_vars(term).into_iter().collect();
                    let model = self.scopes.model(&vars);
                    terms.eval(term, &|var| model.get(var).cloned())
                }
            },
        };
        let number = value.and_then(|value| self.constant_number(terms.constant(value)));
        number.map_or(Another::Perhaps, Another::Value)
    }

    pub(crate) fn number_like(&self, term: Term, value: i64) -> Term {
        match self.world.terms.sort(term) {
            Sort::Int => self.world.terms.int(value),
            Sort::BitVec(width) => self.world.terms.bv(width, value as u64),
            Sort::Bool => self.arith().integer(IntType::I32, value),
        }
    }

    /// Splits a path over conditions that are disjoint and cover everything.
    pub(crate) fn fork(
        &mut self,
        mut thread: Thread<'p>,
        targets: Vec<(Term, BlockId)>,
        place: Place,
    ) -> Next<'p> {
        let terms = self.world.terms;
        if let Some(unknown) = self.by_unknown(&thread, &targets) {
            return astray(thread, Astray::Unknown(unknown));
        }
        let Some(targets) = self.counted(&thread, targets) else {
            return pause(thread);
        };
        if self.depends_on_counters(&thread, &targets) {
            return match self.for_all_counters(&thread, &targets) {
                Some(target) => Next::Continue(vec![thread.jump(target)]),
                None => astray(thread, Astray::Counts),
            };
        }
        if let Some(&(_, target)) = targets.iter().find(|&&(cond, _)| cond == terms.bool(true)) {
            return Next::Continue(vec![thread.jump(target)]);
        }
        if let Some(reason) = self.closing.clone() {
            return Next::End(Box::new(thread), Ending::Cut(reason));
        }
        if let Some(&(_, target)) = targets.iter().find(|(cond, _)| self.holds(&thread, *cond)) {
            return Next::Continue(vec![thread.jump(target)]);
        }
        let possible = targets
            .into_iter()
            .filter_map(|(cond, target)| Some((cond, self.feasible(&thread, cond)?, target)));
        let mut possible: Vec<(Term, Witness, BlockId)> = possible.collect();
        match &mut possible[..] {
            // Implied by what is already known: no new condition.
            [(_, witness, target)] => {
                thread.model = std::mem::take(witness);
                Next::Continue(vec![thread.jump(*target)])
            }
            _ => self.split(thread, possible, place),
        }
    }

    fn split(
        &self,
        mut thread: Thread<'p>,
        targets: Vec<(Term, Witness, BlockId)>,
        place: Place,
    ) -> Next<'p> {
        if let Err(what) = self.count_split(&mut thread) {
            return cut(thread, what, place);
        }
        thread.decisions += 1;
        let branch = |(cond, witness, target)| {
            let mut thread = thread.clone();
            thread.require(cond, witness);
            thread.jump(target)
        };
        Next::Continue(targets.into_iter().map(branch).collect())
    }

    /// Counts an undecided branch; too many at one place are a loop that depends on inputs.
    fn count_split(&self, thread: &mut Thread<'p>) -> Result<(), String> {
        let frame = thread.top_mut();
        let taken = frame.undecided.entry(frame.block).or_insert(0);
        *taken += 1;
        if *taken > self.limits.unrolls {
            return Err(format!(
                "this loop may run more than {} times",
                self.limits.unrolls
            ));
        }
        Ok(())
    }

    /// Adds to a condition what is possible.
    pub(crate) fn require(&self, thread: &mut Thread<'p>, cond: Term) {
        let model = std::mem::take(&mut thread.model);
        let fits = model.satisfies(self.world.terms, cond);
        thread.require(cond, if fits { model } else { Witness::default() });
    }

    /// Whether a whole program is explored, and a condition is part of what is known.
    fn holds(&self, thread: &Thread<'p>, cond: Term) -> bool {
        self.keeps_models && thread.condition.contains(&cond)
    }
}

/// What would have to be known for a path to go on, if that is a term.
fn undecided(stuck: &Stuck) -> Option<Term> {
    match stuck {
        Stuck::Undecided { term, .. }
        | Stuck::Few(term)
        | Stuck::Unless(term, _)
        | Stuck::Whether(term) => Some(*term),
        Stuck::Stop(_)
        | Stuck::Open(_)
        | Stuck::Beyond(_)
        | Stuck::AwaitsThread
        | Stuck::Unwanted => None,
        Stuck::Wait
        | Stuck::Backwards
        | Stuck::Elsewhere
        | Stuck::Skips
        | Stuck::Changes(_)
        | Stuck::Impossible => None,
    }
}

/// Ends a path that does what filters do not.
fn astray(mut thread: Thread<'_>, how: Astray) -> Next<'_> {
    thread.astray = Some(how);
    pause(thread)
}
