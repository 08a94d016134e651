//! Implicants: a conjunction of literals, true in a model, that makes a formula true.

use smt::{Assignment, Op, Sort, Term, Terms, Value};

/// Literals that hold under `model` and together imply `formula`, which must hold under `model`. An equation between
/// numbers is given as two bounds, so that a core can keep the one that matters.
pub(crate) fn implicant(terms: &Terms, formula: Term, model: &Assignment) -> Vec<Term> {
    let mut context = Context {
        terms,
        model,
        literals: Vec::new(),
    };
    context.add(formula, true);
    context.literals.sort();
    context.literals.dedup();
    context.literals
}

struct Context<'a> {
    terms: &'a Terms,
    model: &'a Assignment,
    literals: Vec<Term>,
}

impl Context<'_> {
    fn holds(&self, t: Term) -> bool {
        self.model.satisfies(self.terms, t)
    }

    /// Adds literals that force `t` to have the truth value `wanted`, which it has in the model.
    fn add(&mut self, t: Term, wanted: bool) {
        let args = self.terms.args(t).to_vec();
        match (self.terms.op(t), wanted) {
            (Op::Value(_), _) => {}
            (Op::Not, _) => self.add(args[0], !wanted),
            (Op::And, true) | (Op::Or, false) => args.iter().for_each(|&a| self.add(a, wanted)),
            (Op::And, false) | (Op::Or, true) => {
                let decides = args.iter().copied().find(|&a| self.holds(a) == wanted);
                self.add(decides.unwrap_or(args[0]), wanted);
            }
            (Op::Ite, _) if self.terms.sort(args[1]) == Sort::Bool => {
                let cond = self.holds(args[0]);
                self.add(args[0], cond);
                self.add(if cond { args[1] } else { args[2] }, wanted);
            }
            (Op::Eq, _) if self.terms.sort(args[0]) == Sort::Bool => {
                args.iter().for_each(|&a| self.add(a, self.holds(a)));
            }
            (Op::Eq, true) => self.bounds(args[0], args[1]),
            _ => self
                .literals
                .push(if wanted { t } else { self.terms.not(t) }),
        }
    }

    fn bounds(&mut self, a: Term, b: Term) {
        let t = self.terms;
        self.literals.extend(match t.sort(a) {
            Sort::Int => [t.int_le(a, b), t.int_le(b, a)],
            Sort::BitVec(_) => [t.bv_sle(a, b), t.bv_sle(b, a)],
            Sort::Bool => unreachable!("equations of truth values are taken apart"),
        });
        self.literals
            .retain(|&l| t.value(l) != Some(&Value::Bool(true)));
    }
}
