//! Branches, switches and returns.

use ir::{BinaryOp, Const, Expr, TerminatorKind};

use crate::jvm::method::floats;
use crate::jvm::method::op::{Kind, Test};
use crate::jvm::method::simplify::{self, int, null};
use crate::jvm::method::state::Entry;
use crate::jvm::method::translation::{Flow, Step, Translation, invalid};

impl Translation<'_> {
    pub(in crate::jvm) fn branch(&mut self, test: Test, target: usize) -> Step<Flow> {
        let cond = self.condition(test)?;
        if let Expr::Const(Const::Bool(holds)) = cond {
            return self.goto(if holds { target } else { self.at + 1 });
        }
        let cond = self.keep(cond);
        let then = self.jump(target)?;
        let otherwise = self.jump(self.at + 1)?;
        self.out.end(TerminatorKind::Branch {
            cond,
            then,
            otherwise,
        });
        Ok(Flow::Ended)
    }

    fn condition(&mut self, test: Test) -> Step<Expr> {
        match test {
            Test::Zero(op) => match self.pop_entry()? {
                Entry::Comparison(a, b) => Ok(simplify::compare(self.out.locals(), op, a, b)),
                Entry::Floats(a, b, nan) => Ok(floats::condition(op, a, b, nan)),
                entry => {
                    let (value, kind) = self.value_of(entry)?;
                    if kind != Kind::Int {
                        return Err(invalid("a branch looks at something that is no int"));
                    }
                    Ok(simplify::compare(self.out.locals(), op, value, int(0)))
                }
            },
            Test::Ints(op) => {
                let b = self.pop(Kind::Int)?;
                let a = self.pop(Kind::Int)?;
                Ok(simplify::compare(self.out.locals(), op, a, b))
            }
            Test::Refs(op) => {
                let b = self.pop(Kind::Ref)?;
                let a = self.pop(Kind::Ref)?;
                Ok(simplify::same_reference(op, a, b))
            }
            Test::Null(op) => {
                let a = self.pop(Kind::Ref)?;
                Ok(self.compare_with_null(op, a))
            }
        }
    }

    fn compare_with_null(&self, op: BinaryOp, a: Expr) -> Expr {
        if self.is_non_null(&a) {
            return simplify::boolean(op == BinaryOp::Ne);
        }
        simplify::same_reference(op, a, null())
    }

    /// Settling the stack may overwrite what the value reads; then it is saved before.
    fn keep(&mut self, value: Expr) -> Expr {
        let mut entangled = false;
        for (depth, entry) in self.stack.clone().into_iter().enumerate() {
            if let Entry::Value(expr, kind) = entry {
                let home = self.out.stack(depth, kind);
                entangled |= expr != Expr::Local(home) && value.mentions(home);
            } else {
                entangled |= value.mentions(self.out.stack(depth, Kind::Int));
            }
        }
        if entangled {
            Expr::Local(self.save(value))
        } else {
            value
        }
    }

    pub(in crate::jvm) fn goto(&mut self, target: usize) -> Step<Flow> {
        let block = self.jump(target)?;
        self.out.end(TerminatorKind::Goto(block));
        Ok(Flow::Ended)
    }

    pub(in crate::jvm) fn switch(&mut self, cases: &[(i64, usize)], default: usize) -> Step<Flow> {
        let value = self.pop(Kind::Int)?;
        if let Expr::Const(Const::Int(_, value)) = value {
            let case = cases.iter().find(|(case, _)| *case == value);
            return self.goto(case.map_or(default, |&(_, to)| to));
        }
        let value = self.keep(value);
        let mut blocks = Vec::new();
        for &(case, to) in cases.iter().filter(|&&(_, to)| to != default) {
            blocks.push((case, self.jump(to)?));
        }
        let default = self.jump(default)?;
        self.out.end(TerminatorKind::Switch {
            value,
            cases: blocks,
            default,
        });
        Ok(Flow::Ended)
    }

    pub(in crate::jvm) fn return_value(&mut self, kind: Option<Kind>) -> Step<Flow> {
        let value = match (kind, self.out.returns()) {
            (None, None) => None,
            (Some(kind), Some(ty)) if Kind::of(ty) == kind => {
                let value = self.pop(kind)?;
                Some(self.out.cast(ty, value))
            }
            _ => return Err(invalid("a method returns something else than it says")),
        };
        self.out.end(TerminatorKind::Return(value));
        Ok(Flow::Ended)
    }
}
