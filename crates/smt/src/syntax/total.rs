//! Conditions that can be evaluated from left to right, as Java does, whatever the values are: what an operation needs is
//! asked before it. A term is defined everywhere; what is written for it must be, too, and mean the same.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::scope::Asked;
use crate::term::{Op, Term, Terms};
use crate::value::{Sort, Value};

/// How late a condition must come: first by how much must be asked before its variables, then by how deep it divides.
type Rank = (usize, usize);

/// What is known where a part of a condition is evaluated: which conditions hold, and which do not.
type Known = BTreeMap<Term, bool>;

/// How often parts of one condition are split together before the whole is written case by case, which is longer but
/// always ends.
const MOST_ROUNDS: usize = 200;
/// How often a condition is split at all; beyond it the rest is written as it is.
const MOST_SPLITS: usize = 3000;

/// What the parts of conditions need.
pub(super) struct Needs<'a> {
    terms: &'a Terms,
    asked: &'a Asked,
    ranks: RefCell<FxHashMap<Term, Rank>>,
    before: RefCell<FxHashMap<Term, Rc<BTreeSet<Term>>>>,
    free: RefCell<FxHashMap<Term, Rc<BTreeSet<Term>>>>,
    /// How often parts of the present condition were split.
    rounds: Cell<usize>,
}

/// Something that must hold before a part of a condition can be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Need {
    rank: Rank,
    /// A condition on truth values that are asked, or that a number is not zero.
    condition: Term,
    /// The number, if it is that.
    divisor: Option<Term>,
}

impl<'a> Needs<'a> {
    pub(super) fn new(terms: &'a Terms, asked: &'a Asked) -> Self {
        Self {
            terms,
            asked,
            ranks: RefCell::default(),
            before: RefCell::default(),
            free: RefCell::default(),
            rounds: Cell::new(0),
        }
    }

    /// The condition, with what its parts need before them. Only the order of parts is left open: see [`Needs::follows`].
    pub(super) fn total(&self, condition: Term) -> Term {
        self.rounds.set(0);
        match self.terms.sort(condition) {
            Sort::Bool => self.within(self.undivided(condition), &Known::new()),
            Sort::Int | Sort::BitVec(_) => condition,
        }
    }

    /// Whether one part of a conjunction or disjunction must stand behind another.
    pub(super) fn follows(&self, part: Term, other: Term) -> bool {
        let asked = self.asked_of(part);
        !asked.is_empty()
            && self.rank(other) < self.rank(part)
            && self.free_vars(other).iter().any(|var| asked.contains(var))
    }

    /// The variables of a part, which are asked for again and again.
    fn free_vars(&self, t: Term) -> Rc<BTreeSet<Term>> {
        let known = self.free.borrow().get(&t).map(Rc::clone);
        known.unwrap_or_else(|| {
            let vars = Rc::new(self.terms.free_vars(t));
            self.free.borrow_mut().insert(t, Rc::clone(&vars));
            vars
        })
    }

    /// The condition without divisions by zero, which the source cannot write: each is what the term takes it to be.
    fn undivided(&self, mut t: Term) -> Term {
        let is_zero = |t: Term| {
            self.terms
                .value(t)
                .is_some_and(|value| *value == self.zero(t))
        };
        loop {
            let mut parts = self.terms.below(&[t], |_| false).into_iter();
            let divided =
                parts.find(|&part| self.divides(part) && is_zero(self.terms.args(part)[1]));
            let Some(part) = divided else { return t };
            t = self
                .terms
                .replace_all(&[t], &FxHashMap::from_iter([(part, self.by_zero(part))]))[0];
        }
    }

    fn by_zero(&self, division: Term) -> Term {
        let terms = self.terms;
        let number = terms.args(division)[0];
        match (terms.op(division), terms.sort(division)) {
            (Op::BvSdiv, Sort::BitVec(width)) => {
                let negative = terms.bv_slt(number, terms.bv(width, 0));
                terms.ite(negative, terms.bv(width, 1), terms.bv(width, u64::MAX))
            }
            (Op::BvUdiv, Sort::BitVec(width)) => terms.bv(width, u64::MAX),
            (Op::IntTdiv, _) => terms.int(0),
            _ => number,
        }
    }

    fn divides(&self, t: Term) -> bool {
        use Op::{BvSdiv, BvSrem, BvUdiv, BvUrem, IntMod, IntTdiv, IntTrem};
        matches!(
            self.terms.op(t),
            BvSdiv | BvSrem | BvUdiv | BvUrem | IntTdiv | IntTrem | IntMod
        )
    }

    /// What is divided by, unless it is a number that is known.
    fn divisor(&self, t: Term) -> Option<Term> {
        let divisor = *self.terms.args(t).get(1).filter(|_| self.divides(t))?;
        self.terms.value(divisor).is_none().then_some(divisor)
    }

    fn zero(&self, t: Term) -> Value {
        Value::default_of(self.terms.sort(t))
    }

    /// The variables that are asked about before a condition.
    fn asked_of(&self, t: Term) -> Rc<BTreeSet<Term>> {
        if let Some(known) = self.before.borrow().get(&t) {
            return Rc::clone(known);
        }
        let mut vars = BTreeSet::new();
        let mut pending = self.terms.below(&[t], |_| false);
        while let Some(t) = pending.pop() {
            let needed = self
                .asked
                .needs
                .get(&t)
                .copied()
                .into_iter()
                .chain(self.divisor(t));
            for var in needed.flat_map(|needed| self.terms.free_vars(needed)) {
                if vars.insert(var) {
                    pending.push(var);
                }
            }
        }
        let vars = Rc::new(vars);
        self.before.borrow_mut().insert(t, Rc::clone(&vars));
        vars
    }

    fn rank(&self, t: Term) -> Rank {
        if let Some(&known) = self.ranks.borrow().get(&t) {
            return known;
        }
        for part in self.terms.below(&[t], |_| false) {
            let of = |t: &Term| self.ranks.borrow().get(t).copied().unwrap_or_default();
            let args = self.terms.args(part).iter().map(of);
            let (depth, divided) =
                args.fold((self.depth(part), 0), |(d, n), (e, m)| (d.max(e), n.max(m)));
            let divisor = self.divisor(part).map_or(0, |divisor| 1 + of(&divisor).1);
            self.ranks
                .borrow_mut()
                .insert(part, (depth, divided.max(divisor)));
        }
        self.ranks.borrow().get(&t).copied().unwrap_or_default()
    }

    /// How many questions deep a variable lies.
    fn depth(&self, var: Term) -> usize {
        let Some(&needed) = self.asked.needs.get(&var) else {
            return 0;
        };
        1 + self
            .terms
            .free_vars(needed)
            .iter()
            .map(|&v| self.depth(v))
            .max()
            .unwrap_or(0)
    }

    fn within(&self, t: Term, known: &Known) -> Term {
        let terms = self.terms;
        let t = self.grounded(t, known);
        let args = terms.args(t).to_vec();
        match (terms.op(t), self.missing(t, known)) {
            (_, None) => t,
            (_, Some(_)) if self.rounds.get() > MOST_SPLITS => t,
            (_, Some(need)) if self.is_exhausted() => self.split(t, need, known),
            (Op::And, Some(_)) => self.chain(args, known, true),
            (Op::Or, Some(_)) => self.chain(args, known, false),
            (Op::Not, Some(_)) if self.is_compound(args[0]) => {
                terms.not(self.within(args[0], known))
            }
            (_, Some(need)) => self.split(t, need, known),
        }
    }

    /// Whether everything that is left is split as a whole. Each split decides what was missing, so there is an end.
    fn is_exhausted(&self) -> bool {
        self.rounds.get() > MOST_ROUNDS
    }

    fn is_compound(&self, t: Term) -> bool {
        matches!(self.terms.op(t), Op::And | Op::Or)
    }

    /// Parts that are evaluated one after the other, as long as they hold (or do not). Those that need the same are split
    /// together, so that it is asked once.
    fn chain(&self, mut args: Vec<Term>, known: &Known, holding: bool) -> Term {
        let joined = |args: &[Term]| {
            if holding {
                self.terms.and(args)
            } else {
                self.terms.or(args)
            }
        };
        loop {
            self.ground(&mut args, known, holding);
            let missing = args
                .iter()
                .filter_map(|&arg| self.missing(arg, &self.known_at(arg, &args, known, holding)));
            let Some(need) = missing.min() else {
                return joined(&args);
            };
            if self.is_exhausted() {
                return self.split(joined(&args), need, known);
            }
            let about = self.terms.free_vars(need.condition);
            let (group, mut rest): (Vec<Term>, Vec<Term>) = args.iter().partition(|&&arg| {
                let here = self.known_at(arg, &args, known, holding);
                self.lacks(arg, need, &here)
                    || self.free_vars(arg).iter().any(|var| about.contains(var))
            });
            let made = match group[..] {
                [only] => self.within(only, &self.known_at(only, &args, known, holding)),
                _ => self.split(joined(&group), need, known),
            };
            let wanted = if holding { Op::And } else { Op::Or };
            match *self.terms.op(made) == wanted {
                true => rest.extend(self.terms.args(made)),
                false => rest.push(made),
            }
            args = rest;
        }
    }

    /// A condition with zero for what cannot be asked for in some part of it, such as the second element where the length
    /// is known to be one.
    fn grounded(&self, t: Term, known: &Known) -> Term {
        let terms = self.terms;
        let mut args = terms.args(t).to_vec();
        match terms.op(t) {
            Op::Not => terms.not(self.grounded(args[0], known)),
            Op::And => {
                self.ground(&mut args, known, true);
                terms.and(&args)
            }
            Op::Or => {
                self.ground(&mut args, known, false);
                terms.or(&args)
            }
            _ => {
                let unasked = |var: &Term| {
                    let needed = self.asked.needs.get(var);
                    needed.is_some_and(|&needed| self.given(needed, known) == terms.false_())
                };
                let zero = |var: Term| (var, terms.constant(self.zero(var)));
                let free = self.free_vars(t);
                let free = free.iter().copied().filter(unasked);
                let gone: FxHashMap<Term, Term> = free.map(zero).collect();
                match gone.is_empty() {
                    true => t,
                    false => self.undivided(terms.replace_all(&[t], &gone)[0]),
                }
            }
        }
    }

    /// Grounds parts that are evaluated one after the other. What one becomes may tell more about those that follow it;
    /// each change takes a variable away, so there is an end.
    fn ground(&self, args: &mut [Term], known: &Known, holding: bool) {
        let mut changed = true;
        while changed {
            changed = false;
            for n in 0..args.len() {
                let here = self.known_at(args[n], args, known, holding);
                let made = self.grounded(args[n], &here);
                changed |= made != args[n];
                args[n] = made;
            }
        }
    }

    /// What is known where one of several parts is evaluated: those that it must follow come before it.
    fn known_at(&self, part: Term, all: &[Term], known: &Known, holding: bool) -> Known {
        let before = all
            .iter()
            .filter(|&&other| other != part && self.follows(part, other));
        let mut known = known.clone();
        before.for_each(|&other| self.learn(&mut known, other, holding));
        known
    }

    /// What is known besides if a condition holds, or does not.
    fn with(&self, known: &Known, condition: Term, holds: bool) -> Known {
        let mut known = known.clone();
        self.learn(&mut known, condition, holds);
        known
    }

    fn learn(&self, known: &mut Known, condition: Term, holds: bool) {
        let mut pending = vec![(condition, holds)];
        while let Some((t, holds)) = pending.pop() {
            match (self.terms.op(t), holds) {
                (Op::Not, _) => pending.push((self.terms.args(t)[0], !holds)),
                (Op::And, true) | (Op::Or, false) => {
                    pending.extend(self.terms.args(t).iter().map(|&a| (a, holds)))
                }
                _ => _ = known.insert(t, holds),
            }
            if holds {
                let groups = self
                    .asked
                    .exclusive
                    .iter()
                    .filter(|group| group.contains(&t));
                known.extend(
                    groups
                        .flatten()
                        .filter(|&&other| other != t)
                        .map(|&other| (other, false)),
                );
            }
        }
    }

    /// The first thing that must be asked before a condition can be evaluated.
    fn missing(&self, t: Term, known: &Known) -> Option<Need> {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::And | Op::Or => {
                let holding = *self.terms.op(t) == Op::And;
                args.iter()
                    .filter_map(|&arg| self.missing(arg, &self.known_at(arg, args, known, holding)))
                    .min()
            }
            Op::Not => self.missing(args[0], known),
            _ => self
                .needs(t, known)
                .into_iter()
                .filter(|need| !self.is_met(need, known))
                .min(),
        }
    }

    /// Whether a condition cannot be evaluated for want of this.
    fn lacks(&self, t: Term, need: Need, known: &Known) -> bool {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::And | Op::Or => {
                let holding = *self.terms.op(t) == Op::And;
                args.iter()
                    .any(|&arg| self.lacks(arg, need, &self.known_at(arg, args, known, holding)))
            }
            Op::Not => self.lacks(args[0], need, known),
            _ => self
                .needs(t, known)
                .into_iter()
                .any(|n| n.condition == need.condition && !self.is_met(&n, known)),
        }
    }

    /// A condition where some are known.
    fn given(&self, condition: Term, known: &Known) -> Term {
        let map = known
            .iter()
            .map(|(&known, &holds)| (known, self.terms.bool(holds)))
            .collect();
        self.terms.replace_all(&[condition], &map)[0]
    }

    /// All that a comparison or truth value needs besides what is known, and what that needs in turn.
    fn needs(&self, t: Term, known: &Known) -> Vec<Need> {
        let mut found = Vec::new();
        let mut pending = self.terms.below(&[t], |_| false);
        while let Some(part) = pending.pop() {
            if let Some(&needed) = self.asked.needs.get(&part) {
                let open = self.terms.conjuncts(self.given(needed, known)).into_iter();
                for condition in open.filter(|&condition| condition != self.terms.false_()) {
                    let need = Need {
                        rank: self.rank(condition),
                        condition,
                        divisor: None,
                    };
                    if !found.contains(&need) {
                        found.push(need);
                        pending.extend(self.terms.free_vars(condition));
                    }
                }
            }
            if let Some(divisor) = self.divisor(part) {
                let condition = self
                    .terms
                    .ne(divisor, self.terms.constant(self.zero(divisor)));
                let need = Need {
                    rank: self.rank(divisor),
                    condition,
                    divisor: Some(divisor),
                };
                found.extend((!found.contains(&need)).then_some(need));
            }
        }
        found
    }

    fn is_met(&self, need: &Need, known: &Known) -> bool {
        self.holds(need.condition, known)
            || need
                .divisor
                .is_some_and(|number| self.is_known_nonzero(number, known))
    }

    fn holds(&self, condition: Term, known: &Known) -> bool {
        let args = self.terms.args(condition);
        match self.terms.op(condition) {
            _ if condition == self.terms.true_() => true,
            _ if known.get(&condition) == Some(&true) => true,
            Op::Not => known.get(&args[0]) == Some(&false),
            Op::Or => args.iter().any(|&part| self.holds(part, known)),
            Op::And => args.iter().all(|&part| self.holds(part, known)),
            _ => false,
        }
    }

    /// Whether something that is known would not be so if a number were zero.
    fn is_known_nonzero(&self, number: Term, known: &Known) -> bool {
        let zero = FxHashMap::from_iter([(number, self.terms.constant(self.zero(number)))]);
        let refuted = |(&t, &holds): (&Term, &bool)| {
            let there = self.terms.replace_all(&[t], &zero)[0];
            self.terms.value(there).and_then(Value::as_bool) == Some(!holds)
        };
        known.iter().any(refuted)
    }

    /// A condition where something it needs is asked first.
    fn split(&self, t: Term, need: Need, known: &Known) -> Term {
        let terms = self.terms;
        self.rounds.set(self.rounds.get() + 1);
        let asked = need.condition;
        let [with, without] = [true, false].map(|holds| {
            let (assumed, known) = self.assuming(t, need, holds, known);
            self.within(assumed, &known)
        });
        let (asked, not) = (
            self.within(asked, known),
            self.within(terms.not(asked), known),
        );
        let truth = |t: Term| terms.value(t).and_then(Value::as_bool);
        match (truth(with), truth(without)) {
            _ if with == without => with,
            (_, Some(false)) => terms.and(&[asked, with]),
            (_, Some(true)) => terms.or(&[not, with]),
            (Some(false), _) => terms.and(&[not, without]),
            (Some(true), _) => terms.or(&[asked, without]),
            (None, None) => terms.or(&[terms.and(&[asked, with]), terms.and(&[not, without])]),
        }
    }

    /// A condition where it is known whether something holds that it needs, and what is known then. What cannot be asked
    /// for is zero.
    fn assuming(&self, t: Term, need: Need, holds: bool, known: &Known) -> (Term, Known) {
        let terms = self.terms;
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        let decided = self.with(&Known::new(), need.condition, holds);
        map.extend(
            decided
                .iter()
                .map(|(&condition, &holds)| (condition, terms.bool(holds))),
        );
        if !holds {
            map.extend(
                need.divisor
                    .map(|number| (number, terms.constant(self.zero(number)))),
            );
        }
        let mut known = self.with(known, need.condition, holds);
        let lost = |known: &Known, map: &FxHashMap<Term, Term>| {
            let mut open = self
                .asked
                .needs
                .iter()
                .filter(|(var, _)| !map.contains_key(var));
            open.find(|&(_, &needed)| self.given(needed, known) == terms.false_())
                .map(|(&var, _)| var)
        };
        while let Some(var) = lost(&known, &map) {
            map.insert(var, terms.constant(self.zero(var)));
            if terms.sort(var) == Sort::Bool {
                known.insert(var, false);
            }
        }
        (self.undivided(terms.replace_all(&[t], &map)[0]), known)
    }
}
