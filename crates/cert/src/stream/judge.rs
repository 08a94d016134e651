//! What is asked: whether conditions can hold together, and whether terms are equal under conditions. Single bytes are
//! tried out, everything else goes to the solver.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smt::{Answer, Op, Solver, Sort, Term, Terms, Value};

use super::bytes::Bytes;
use super::facts::Facts;
use super::{Rejection, WINDOW, unknown};

pub(super) struct Judge<'a> {
    pub terms: Terms,
    /// `x`, `x1`, and so on.
    window: Vec<Term>,
    places: FxHashMap<Term, usize>,
    /// From each symbol to the one before it.
    older: FxHashMap<Term, Term>,
    /// Whether bytes are read.
    bytes: bool,
    solver: &'a mut dyn Solver,
    facts: FxHashMap<Term, Rc<Facts>>,
    answers: FxHashMap<Vec<Term>, bool>,
}

impl<'a> Judge<'a> {
    pub fn new(terms: &Terms, bits: u32, solver: &'a mut dyn Solver) -> Self {
        let name = |back: usize| {
            if back == 0 {
                "x".to_owned()
            } else {
                format!("x{back}")
            }
        };
        let window: Vec<Term> = (0..=WINDOW)
            .map(|back| terms.var(&name(back), Sort::BitVec(bits)))
            .collect();
        let places = window
            .iter()
            .enumerate()
            .map(|(back, &symbol)| (symbol, back))
            .collect();
        let older = window
            .iter()
            .copied()
            .zip(window[1..].iter().copied())
            .collect();
        let (facts, answers) = Default::default();
        Self {
            terms: terms.clone(),
            window,
            places,
            older,
            bytes: bits == 8,
            solver,
            facts,
            answers,
        }
    }

    /// How many questions the solver was asked.
    pub fn questions(&self) -> usize {
        self.answers.len()
    }

    /// How many places before the one being read a symbol stands; `None` for what is no symbol.
    pub fn place(&self, variable: Term) -> Option<usize> {
        self.places.get(&variable).copied()
    }

    pub fn symbol(&self, back: usize) -> Term {
        self.window[back]
    }

    /// A condition in parts.
    pub fn facts(&mut self, condition: Term) -> Rc<Facts> {
        if let Some(known) = self.facts.get(&condition) {
            return Rc::clone(known);
        }
        let mut facts = Facts::default();
        for part in self.terms.conjuncts(condition) {
            match self
                .only_byte(part)
                .and_then(|back| Some((back, self.holding(part, back)?)))
            {
                Some((back, set)) => facts.keep(back, &set),
                None if part == self.terms.true_() => {}
                None => {
                    facts.rest.insert(part);
                }
            }
        }
        let facts = Rc::new(facts);
        self.facts.insert(condition, Rc::clone(&facts));
        facts
    }

    /// That none of these holds.
    pub fn none_of(&mut self, conditions: &[Term]) -> Rc<Facts> {
        let parts: Vec<Rc<Facts>> = conditions.iter().map(|c| self.facts(*c)).collect();
        let mut union = Bytes::NONE;
        for part in &parts {
            match (part.rest.is_empty(), part.sets.len(), part.sets.get(&0)) {
                (true, 1, Some(set)) => union = union.or(set),
                _ => return self.facts(self.terms.not(self.terms.or(conditions))),
            }
        }
        if parts.is_empty() {
            return Rc::default();
        }
        let mut facts = Facts::default();
        facts.keep(0, &union.not());
        Rc::new(facts)
    }

    fn only_byte(&self, condition: Term) -> Option<usize> {
        if !self.bytes {
            return None;
        }
        let free = self.terms.free_vars(condition);
        let mut free = free.into_iter();
        match (free.next(), free.next()) {
            (Some(only), None) => self.place(only),
            _ => None,
        }
    }

    fn holding(&self, condition: Term, back: usize) -> Option<Bytes> {
        let mut set = Bytes::NONE;
        for byte in 0..=255 {
            if self.at(condition, back, byte)?.as_bool()? {
                set.insert(byte);
            }
        }
        Some(set)
    }

    fn at(&self, term: Term, back: usize, byte: u8) -> Option<Value> {
        let symbol = self.window[back];
        self.terms
            .eval(term, &|v| (v == symbol).then(|| Value::bv(8, byte.into())))
    }

    /// Whether all of it can hold.
    pub fn possible(&mut self, facts: &Facts) -> Result<bool, Rejection> {
        if facts.is_absurd() {
            return Ok(false);
        }
        // Each set can hold on its own, and so can all, where nothing joins them.
        if facts.rest.is_empty() {
            return Ok(true);
        }
        let question = self.conditions(facts, &[]);
        self.ask(question)
    }

    /// The parts as terms; sets only of symbols that something else is about.
    fn conditions(&self, facts: &Facts, more: &[Term]) -> Vec<Term> {
        let rest: Vec<Term> = facts.rest.iter().chain(more).copied().collect();
        let about = self.terms.free_vars_of(&rest);
        let sets = facts
            .sets
            .iter()
            .filter(|(back, _)| about.contains(&self.window[**back]));
        let sets = sets.map(|(back, set)| set.condition(&self.terms, self.window[*back]));
        let mut all: Vec<Term> = sets.chain(rest.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn ask(&mut self, question: Vec<Term>) -> Result<bool, Rejection> {
        if question.contains(&self.terms.false_()) {
            return Ok(false);
        }
        if let Some(&known) = self.answers.get(&question) {
            return Ok(known);
        }
        let can = match self.solver.ask(&question) {
            Answer::Sat => true,
            Answer::Unsat => false,
            Answer::Unknown(why) => return Err(Rejection::unanswered(why)),
        };
        self.answers.insert(question, can);
        Ok(can)
    }

    /// Whether a condition holds wherever the facts do.
    pub fn implies(&mut self, facts: &Facts, condition: Term) -> Result<bool, Rejection> {
        let wanted = self.facts(condition);
        if wanted
            .sets
            .iter()
            .any(|(back, set)| !facts.bytes(*back).is_subset(set))
        {
            // Facts that join symbols may still rule the others out.
            return self.follows(facts, condition);
        }
        for part in &wanted.rest {
            if !facts.rest.contains(part) && !self.follows(facts, *part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn follows(&mut self, facts: &Facts, condition: Term) -> Result<bool, Rejection> {
        let question = self.conditions(facts, &[self.terms.not(condition)]);
        Ok(!self.ask(question)?)
    }

    /// Whether two terms are equal wherever the facts hold.
    pub fn equal(&mut self, facts: &Facts, a: Term, b: Term) -> Result<bool, Rejection> {
        if a == b || facts.is_absurd() {
            return Ok(true);
        }
        if self.terms.sort(a) != self.terms.sort(b) {
            return Ok(false);
        }
        if let Some(back) = self.byte_of(&[a, b]) {
            let alike = |byte: u8| matches!((self.at(a, back, byte), self.at(b, back, byte)), (Some(a), Some(b)) if a == b);
            if facts.bytes(back).iter().all(alike) {
                return Ok(true);
            }
        }
        let question = self.conditions(facts, &[self.terms.ne(a, b)]);
        Ok(!self.ask(question)?)
    }

    /// The one byte that terms are about.
    fn byte_of(&self, terms: &[Term]) -> Option<usize> {
        let mut free = self.terms.free_vars_of(terms).into_iter();
        match (free.next(), free.next()) {
            (Some(only), None) if self.bytes => self.place(only),
            (None, _) if self.bytes => Some(0),
            _ => None,
        }
    }

    /// A term, or the constant that it is wherever the facts hold.
    pub fn settled(&self, facts: &Facts, term: Term) -> Term {
        let Some(back) = self.byte_of(&[term]) else {
            return term;
        };
        let bytes = facts.bytes(back);
        let mut values = bytes.iter().map(|byte| self.at(term, back, byte));
        match values.next() {
            Some(Some(first)) if values.all(|v| v.as_ref() == Some(&first)) => {
                self.terms.constant(first)
            }
            _ => term,
        }
    }

    /// The facts that are about symbols alone. Soundness: registers of an earlier pass have the names of those of this one.
    pub fn of_symbols(&self, facts: &Facts) -> Facts {
        let is_plain = |part: &&Term| {
            self.terms
                .free_vars(**part)
                .iter()
                .all(|variable| self.place(*variable).is_some())
        };
        Facts {
            sets: facts.sets.clone(),
            rest: facts.rest.iter().filter(is_plain).copied().collect(),
        }
    }

    /// The facts, one symbol later, as far as they are about these symbols.
    pub fn later(&self, facts: &Facts, about: &BTreeSet<Term>) -> Result<Facts, Rejection> {
        let wanted = |back: usize| {
            self.window
                .get(back + 1)
                .is_some_and(|symbol| about.contains(symbol))
        };
        let facts = &self.without(facts, &wanted);
        let sets: BTreeMap<usize, Bytes> = facts
            .sets
            .iter()
            .filter(|(back, _)| wanted(**back))
            .map(|(b, s)| (b + 1, *s))
            .collect();
        let kept = |part: &&Term| {
            self.terms
                .free_vars(**part)
                .iter()
                .all(|v| self.place(*v).is_some_and(wanted))
        };
        let rest: Vec<Term> = facts.rest.iter().filter(kept).copied().collect();
        let rest = self.shifted(&rest)?.into_iter().collect();
        Ok(Facts { sets, rest })
    }

    /// The facts, in which symbols that are not wanted are replaced by what they are known to equal: so that what follows
    /// from two facts by a symbol in both is not lost with that symbol.
    fn without(&self, facts: &Facts, wanted: &dyn Fn(usize) -> bool) -> Facts {
        let mut facts = facts.clone();
        let symbols = self
            .terms
            .free_vars_of(&facts.rest.iter().copied().collect::<Vec<_>>());
        for symbol in symbols
            .into_iter()
            .filter(|v| self.place(*v).is_some_and(|back| !wanted(back)))
        {
            let Some((fact, other)) = self.equal_to(symbol, &facts, wanted) else {
                continue;
            };
            let map = FxHashMap::from_iter([(symbol, other)]);
            let rest: Vec<Term> = facts.rest.iter().copied().filter(|t| *t != fact).collect();
            let rest = self.terms.substitute_all(&rest, &map).into_iter();
            facts.rest = rest.filter(|&t| t != self.terms.true_()).collect();
            let known = self
                .place(symbol)
                .and_then(|back| facts.sets.get(&back).copied());
            if let (Some(set), Some(back)) = (known, self.place(other)) {
                facts.keep(back, &set);
            }
        }
        facts
    }

    /// What a symbol is known to equal, a symbol that is wanted if there is one, and the fact that says so.
    fn equal_to(
        &self,
        symbol: Term,
        facts: &Facts,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Option<(Term, Term)> {
        let equal = |&fact: &Term| match (self.terms.op(fact), self.terms.args(fact)) {
            (Op::Eq, &[a, b]) if a == symbol => Some((fact, b)),
            (Op::Eq, &[a, b]) if b == symbol => Some((fact, a)),
            _ => None,
        };
        let is_free = |(_, other): &(Term, Term)| !self.terms.free_vars(*other).contains(&symbol);
        let ways: Vec<(Term, Term)> = facts
            .rest
            .iter()
            .filter_map(equal)
            .filter(is_free)
            .collect();
        let best = ways
            .iter()
            .find(|(_, other)| self.place(*other).is_some_and(wanted));
        best.or(ways.first()).copied()
    }

    /// Terms, one symbol later.
    pub fn shifted(&self, terms: &[Term]) -> Result<Vec<Term>, Rejection> {
        let last = self.window[WINDOW];
        if self.terms.free_vars_of(terms).contains(&last) {
            return Err(unknown("it looks too far back"));
        }
        Ok(self.terms.substitute_all(terms, &self.older))
    }
}

#[cfg(test)]
mod tests {
    use smt::Z3;
    use smt::syntax::{Scope, Type, parse};

    use super::*;

    struct Fixture {
        terms: Terms,
        scope: Scope,
    }

    impl Fixture {
        fn new() -> Self {
            let (terms, mut scope) = (Terms::new(), Scope::new());
            for name in ["x", "x1", "x2"] {
                scope.declare(name, terms.var(name, Sort::BitVec(8)), Type::unsigned(8));
            }
            Self { terms, scope }
        }

        fn byte(&self, name: &str) -> Term {
            self.terms.var(name, Sort::BitVec(8))
        }

        fn term(&self, text: &str) -> Term {
            parse(&self.terms, text, &self.scope).expect("a term")
        }
    }

    #[test]
    fn single_bytes_are_decided_without_the_solver_and_joined_ones_with_it() {
        let f = Fixture::new();
        let mut solver = Z3::new(&f.terms);
        let mut judge = Judge::new(&f.terms, 8, &mut solver);
        let letters = judge.facts(f.term("x >= 97 && x <= 122"));
        let capitals = judge.facts(f.term("x >= 65 && x <= 90"));
        assert!(letters.excludes(&capitals) && !letters.is_absurd());
        assert!(judge.implies(&letters, f.term("x > 96")).expect("decided"));
        assert!(!judge.implies(&letters, f.term("x > 97")).expect("decided"));
        assert_eq!(
            judge.questions(),
            1,
            "only what does not follow is asked, as other facts might help"
        );
        let same = judge.facts(f.term("x == x1"));
        let before = judge.facts(f.term("x1 < 97"));
        assert!(
            !judge
                .possible(&letters.and(&same).and(&before))
                .expect("decided")
        );
        assert!(judge.possible(&letters.and(&same)).expect("decided"));
    }

    #[test]
    fn what_no_guard_takes_is_the_rest_of_the_bytes() {
        let f = Fixture::new();
        let mut solver = Z3::new(&f.terms);
        let mut judge = Judge::new(&f.terms, 8, &mut solver);
        let rest = judge.none_of(&[f.term("x < 10"), f.term("x > 20")]);
        assert_eq!(
            rest.bytes(0).iter().collect::<Vec<_>>(),
            (10..=20).collect::<Vec<_>>()
        );
        let nothing = judge.none_of(&[f.term("x < 10"), f.term("true")]);
        assert!(!judge.possible(&nothing).expect("decided"));
        let anything = judge.none_of(&[]);
        assert!(
            judge.possible(&anything).expect("decided"),
            "without guards nothing is taken"
        );
    }

    #[test]
    fn terms_are_equal_where_the_facts_make_them() {
        let f = Fixture::new();
        let mut solver = Z3::new(&f.terms);
        let mut judge = Judge::new(&f.terms, 8, &mut solver);
        let [x, older] = ["x", "x1"].map(|name| f.byte(name));
        let (five, same) = (
            judge.facts(f.term("x == 5")),
            judge.facts(f.term("x == x1 && x < 7")),
        );
        let number = f.terms.bv(8, 5);
        assert!(judge.equal(&five, x, number).expect("decided"));
        assert!(judge.equal(&same, x, older).expect("decided"));
        assert!(!judge.equal(&Facts::default(), x, older).expect("decided"));
        assert_eq!(
            judge.settled(&five, f.terms.bv_add(x, x)),
            f.terms.bv(8, 10)
        );
        assert_eq!(judge.settled(&same, x), x);
    }

    #[test]
    fn facts_move_with_the_window_and_only_those_that_are_wanted() {
        let f = Fixture::new();
        let mut solver = Z3::new(&f.terms);
        let mut judge = Judge::new(&f.terms, 8, &mut solver);
        let facts = judge.facts(f.term("x < 7 && x1 > 9 && x != x1"));
        let [one, two] = ["x1", "x2"].map(|name| f.byte(name));
        let all = judge
            .later(&facts, &BTreeSet::from([one, two]))
            .expect("within the window");
        assert_eq!(all, *judge.facts(f.term("x1 < 7 && x2 > 9 && x1 != x2")));
        let last = judge
            .later(&facts, &BTreeSet::from([one]))
            .expect("within the window");
        assert_eq!(last, *judge.facts(f.term("x1 < 7")));
    }
}
