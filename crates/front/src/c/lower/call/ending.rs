//! Functions that do not return, or not always.

use ir::{BinaryOp as Op, Expr, IntType, StatementKind, TerminatorKind, Type};

use super::Argument;
use super::intrinsic::{I32, NamedCall};
use crate::c::lower::body::Lowering;
use crate::c::lower::endings::Undefined;
use crate::c::lower::fold;
use crate::c::lower::value::{Value, number};

impl Lowering<'_, '_> {
    /// Functions of the C library.
    pub(super) fn ending(&mut self, name: &str, args: &[Argument]) -> Option<Value> {
        match (name, args) {
            ("exit", [(Value::Number(code), _)]) => {
                let code = self.code.cast(I32, code.clone());
                self.exit(code);
            }
            ("abort", _) => self.abort(),
            (
                "__assert_fail"
                | "__assert_perror_fail"
                | "__assert"
                | "__assert_func"
                | "__assert_rtn",
                _,
            ) => {
                self.throw(self.whole.thrown.assertion());
            }
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
                self.throw(self.whole.thrown.assertion());
                "fails"
            }
            ("assert" | "__VERIFIER_assert" | "__CPROVER_assert", [(condition, _), ..]) => {
                self.demand_truth(condition, self.whole.thrown.assertion());
                "fails unless its argument holds"
            }
            (
                "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" | "assume_abort_if_not",
                [(condition, _)],
            ) => {
                self.demand_truth(condition, self.whole.thrown.assumption());
                "leaves out the runs in which its argument does not hold"
            }
            _ => return None,
        };
        self.whole.goes_by_name(name, meaning, &call.place);
        Some(Value::Void)
    }

    fn throw(&mut self, what: Expr) {
        self.code.end(TerminatorKind::Throw(what));
    }

    /// Ends the program with a code, an `I32`.
    pub(super) fn exit(&mut self, code: Expr) {
        let endings = self.whole.thrown.endings;
        let object = self.code.temporary(Type::Ref);
        self.code.push(StatementKind::New(object, endings.exit));
        self.code.push(StatementKind::Store(
            Expr::Local(object),
            endings.exit_code,
            code,
        ));
        self.throw(Expr::Local(object));
    }

    /// A failure, or the end of the program with the code that a shell shows for it.
    fn abort(&mut self) {
        match self.whole.options.abort_is_failure {
            true => self.throw(self.whole.thrown.abort()),
            false => self.exit(number(IntType::I32, 134)),
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
    pub(super) fn assume_within(&mut self, value: &Expr, low: i64, high: i64) {
        let Type::Int(int) = self.code.ty(value) else {
            return;
        };
        let above = fold::binary(Op::Ge, value.clone(), number(int, low.into()));
        let below = fold::binary(Op::Le, value.clone(), number(int, high.into()));
        self.throw_unless(
            fold::binary(Op::And, above, below),
            self.whole.thrown.assumption(),
        );
    }
}
