//! Tables that were looked up: `x >> 4 == 0 ? 48 : x >> 4 == 1 ? 49 : …` says what `"0123456789abcdef"[x >> 4]` says.

use rustc_hash::FxHashMap;
use smt::{Op, Sort, Term, Terms, Value};

/// Larger tables say nothing to people.
const MOST: u64 = 64;
/// With fewer different values a choice is as short.
const FEWEST: usize = 4;

/// A table, and what stands for it in a term.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// A variable.
    pub stands: Term,
    /// Which entry is taken.
    pub selector: Term,
    /// The entries, from zero on.
    pub entries: Vec<u64>,
}

/// The term with variables in the place of tables.
pub fn lookups(terms: &Terms, t: Term) -> (Term, Vec<Lookup>) {
    let mut search = Search {
        terms,
        done: FxHashMap::default(),
        found: Vec::new(),
    };
    let t = search.replaced(t);
    (t, search.found)
}

struct Search<'a> {
    terms: &'a Terms,
    done: FxHashMap<Term, Term>,
    found: Vec<Lookup>,
}

impl Search<'_> {
    fn replaced(&mut self, t: Term) -> Term {
        if let Some(done) = self.done.get(&t) {
            return *done;
        }
        let new = match self.table(t) {
            Some((selector, entries)) => {
                let stands = self
                    .terms
                    .var(&format!("table'{}", self.found.len()), self.terms.sort(t));
                self.found.push(Lookup {
                    stands,
                    selector,
                    entries,
                });
                stands
            }
            None => self.inside(t),
        };
        self.done.insert(t, new);
        new
    }

    fn inside(&mut self, t: Term) -> Term {
        let args: Vec<Term> = self.terms.args(t).to_vec();
        let new: Vec<Term> = args.iter().map(|arg| self.replaced(*arg)).collect();
        if new == args {
            t
        } else {
            self.terms.apply(self.terms.op(t).clone(), &new)
        }
    }

    /// What is looked up, and all that can be found.
    fn table(&self, t: Term) -> Option<(Term, Vec<u64>)> {
        let (Op::Ite, Sort::BitVec(_)) = (self.terms.op(t), self.terms.sort(t)) else {
            return None;
        };
        let selector = compared(self.terms, self.terms.args(t)[0])?;
        let most = most(self.terms, selector).filter(|most| *most < MOST)?;
        let Sort::BitVec(width) = self.terms.sort(selector) else {
            return None;
        };
        let entry = |n: u64| self.entry(t, (selector, &Value::bv(width, n)));
        let entries: Vec<u64> = (0..=most).map(entry).collect::<Option<_>>()?;
        let mut different = entries.clone();
        different.sort_unstable();
        different.dedup();
        (different.len() >= FEWEST).then_some((selector, entries))
    }

    /// The constant that is chosen. What is computed is no entry of a table: the code says it, and so should we.
    fn entry(&self, t: Term, selected: (Term, &Value)) -> Option<u64> {
        match (self.terms.op(t), self.terms.args(t)) {
            (Op::Value(value), _) => value.as_unsigned(),
            (Op::Ite, &[condition, yes, no]) => {
                match valued(self.terms, condition, selected)?.as_bool()? {
                    true => self.entry(yes, selected),
                    false => self.entry(no, selected),
                }
            }
            _ => None,
        }
    }
}

/// What a condition compares with a constant.
fn compared(terms: &Terms, condition: Term) -> Option<Term> {
    match (terms.op(condition), terms.args(condition)) {
        (Op::Not, [inner]) => compared(terms, *inner),
        (Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, &[a, b]) => [(a, b), (b, a)]
            .into_iter()
            .find(|(_, other)| terms.value(*other).is_some())
            .map(|(one, _)| one),
        _ => None,
    }
}

/// A bound on an unsigned number that is seen at a glance.
fn most(terms: &Terms, t: Term) -> Option<u64> {
    let Sort::BitVec(width @ ..=64) = terms.sort(t) else {
        return None;
    };
    let all = u64::MAX >> (64 - width);
    let args = terms.args(t);
    let constant = |t: Term| terms.value(t).and_then(|value| value.as_unsigned());
    Some(match terms.op(t) {
        Op::Value(value) => value.as_unsigned()?,
        Op::BvAnd => args
            .iter()
            .filter_map(|arg| most(terms, *arg))
            .min()
            .unwrap_or(all),
        Op::ZeroExtend(_) => most(terms, args[0])?,
        Op::BvLshr => most(terms, args[0])?
            .checked_shr(u32::try_from(constant(args[1])?).ok()?)
            .unwrap_or(0),
        // Without a sign it is the same.
        Op::BvAshr if most(terms, args[0])? <= all / 2 => most(terms, args[0])?
            .checked_shr(u32::try_from(constant(args[1])?).ok()?)
            .unwrap_or(0),
        _ => all,
    })
}

/// The value of a term that depends on nothing but one part of it.
fn valued(terms: &Terms, t: Term, part: (Term, &Value)) -> Option<Value> {
    if t == part.0 {
        return Some(part.1.clone());
    }
    match (terms.op(t), terms.args(t)) {
        (Op::Value(value), _) => Some(value.clone()),
        (Op::Var(_), _) => None,
        (op, args) => {
            let args: Vec<Term> = args
                .iter()
                .map(|arg| Some(terms.constant(valued(terms, *arg, part)?)))
                .collect::<Option<_>>()?;
            terms.value(terms.apply(op.clone(), &args)).cloned()
        }
    }
}
