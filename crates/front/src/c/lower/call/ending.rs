//! Functions that do not return, or not always.

use ir::{BinaryOp as Op, Expr, IntType, StatementKind, TerminatorKind, Type};

use super::Argument;
use super::intrinsic::{I32, NamedCall};
use crate::c::lower::body::Lowering;
use crate::c::lower::endings::Undefined;
use crate::c::lower::fold;
use crate::c::lower::value::{Value, number};

/// Functions that are only declared and leave out the runs in which their argument does not hold.
pub(in crate::c::lower) const ASSUMES: [&str; 4] = [
    "__VERIFIER_assume",
    "__CPROVER_assume",
    "__ESBMC_assume",
    "assume_abort_if_not",
];

/// The code that a shell shows for a program that `abort` has ended.
const ABORTED: i128 = 134;

impl Lowering<'_, '_> {
    /// Functions of the C library.
    pub(super) fn ending(&mut self, name: &str, args: &[Argument]) -> Option<Value> {
        match (name, args) {
            ("exit", [(Value::Number(code), _)]) => {
                let code = self.code.cast(I32, code.clone());
                self.exit_with(code);
            }
            ("abort", _) => self.abort(),
            (
                "__assert_fail"
                | "__assert_perror_fail"
                | "__assert"
                | "__assert_func"
                | "__assert_rtn",
                _,
            ) => self.fail(),
            _ => return None,
        }
        Some(Value::Void)
    }

    /// Functions of the compiler. `name` is without `__builtin_`.
    pub(super) fn ending_of_compiler(&mut self, name: &str) -> Option<Value> {
        match name {
            "trap" => self.abort(),
            "unreachable" => {
                let away = self.undefined(Undefined::Unreachable);
                self.code.goto(away);
            }
            _ => return None,
        }
        Some(Value::Void)
    }

    /// Functions that fail, or demand something, by their names alone.
    pub(super) fn verdict_function(&mut self, name: &str, call: &NamedCall) -> Option<Value> {
        let meaning = match (name, call.values) {
            ("__VERIFIER_error" | "reach_error", _) => {
                self.fail();
                "fails"
            }
            ("assert" | "__VERIFIER_assert" | "__CPROVER_assert", [(condition, _), ..]) => {
                let holds = self.truth_of(condition);
                let (no, on) = (self.code.block(), self.code.block());
                self.code.branch(holds, on, no);
                self.code.at(no);
                self.fail();
                self.code.at(on);
                "fails unless its argument holds"
            }
            (name, [(condition, _)]) if ASSUMES.contains(&name) => {
                self.demand_truth(condition, self.whole.thrown.assumption());
                "leaves out the runs in which its argument does not hold"
            }
            _ => return None,
        };
        self.whole.goes_by_name(name, meaning, &call.place);
        Some(Value::Void)
    }

    /// Ends the program with a code, an `I32`.
    pub(super) fn exit_with(&mut self, code: Expr) {
        let code = self.code.atom(code);
        self.demand_success(&code);
        self.exit(code);
    }

    fn throw(&mut self, what: Expr) {
        self.code.end(TerminatorKind::Throw(what));
    }

    /// An assertion does not hold. Where that is no failure, it ends the program as `abort` does.
    fn fail(&mut self) {
        match self.whole.options.failures.assertions {
            true => self.throw(self.whole.thrown.assertion()),
            false => self.exit(number(IntType::I32, ABORTED)),
        }
    }

    /// Where it counts as a failure, the program goes on only if a code, an `I32`, is 0.
    pub(in crate::c::lower) fn demand_success(&mut self, code: &Expr) {
        if self.whole.options.failures.exit {
            let zero = number(IntType::I32, 0);
            let success = fold::binary(Op::Eq, code.clone(), zero);
            self.throw_unless(success, self.whole.thrown.exit());
        }
    }

    /// Ends the program with a code, an `I32`, of which nobody asks whether it is 0.
    fn exit(&mut self, code: Expr) {
        let endings = &self.whole.thrown.endings;
        let (class, field) = (endings.exit, endings.exit_code);
        let object = self.code.temporary(Type::Ref);
        self.code.push(StatementKind::New(object, class));
        self.code
            .push(StatementKind::Store(Expr::Local(object), field, code));
        self.throw(Expr::Local(object));
    }

    /// A failure, or the end of the program with the code that a shell shows for it.
    fn abort(&mut self) {
        match self.whole.options.failures.abort {
            true => self.throw(self.whole.thrown.abort()),
            false => self.exit(number(IntType::I32, ABORTED)),
        }
    }

    /// Goes on only if a condition holds, and throws otherwise.
    fn demand_truth(&mut self, condition: &Value, otherwise: Expr) {
        let holds = self.truth_of(condition);
        self.throw_unless(holds, otherwise);
    }

    fn throw_unless(&mut self, holds: Expr, what: Expr) {
        let (no, on) = (self.code.block(), self.code.block());
        self.code.branch(holds, on, no);
        self.code.at(no);
        self.throw(what);
        self.code.at(on);
    }

    /// Runs in which a number is out of bounds do not count.
    pub(in crate::c::lower) fn assume_within(&mut self, value: &Expr, low: i64, high: i64) {
        if let Type::Int(int) = self.code.ty(value) {
            self.assume_between(value, number(int, low.into()), number(int, high.into()));
        }
    }

    /// The same with bounds that may not be known.
    pub(super) fn assume_between(&mut self, value: &Expr, low: Expr, high: Expr) {
        let above = fold::binary(Op::Ge, value.clone(), low);
        let below = fold::binary(Op::Le, value.clone(), high);
        self.throw_unless(
            fold::binary(Op::And, above, below),
            self.whole.thrown.assumption(),
        );
    }
}
