//! A walk through code: what it reads, writes and does, and whom it calls with what.

use std::collections::BTreeSet;

use super::call::ending::ASSUMES;
use super::effects::{Access, Effects, How};
use super::owing::may_owe;
use super::perhaps;
use super::survey::{named_callee, operands};
use super::thing::{Kind, Thing, thing};
use super::{Events, LowerOptions};
use crate::c::library;
use crate::c::tree::*;

/// What a function does by itself, and whom it calls with what.
#[derive(Default)]
pub(super) struct Own {
    pub(super) effects: Effects,
    pub(super) calls: BTreeSet<(FunctionId, Vec<Given>)>,
    pub(super) by_pointer: bool,
}

/// What an argument points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Given {
    /// Nothing.
    Null,
    /// A variable, or a part of it.
    Variable(Thing),
    /// What a parameter of the caller points to.
    Through(usize),
    /// Something.
    Any,
}

pub(super) fn of_function(
    unit: &Unit,
    options: &LowerOptions,
    function: &Function,
    set: &BTreeSet<LocalId>,
) -> Own {
    let mut walk = Walk::new(unit, options, set, How::Called);
    match &function.body {
        Some(Body::Code(body)) => {
            walk.stmt(*body);
            let kept = function.parameters.iter();
            let kept = kept.map(|local| (!walk.own.changes(*local)).then_some(*local));
            let kept = kept.collect();
            walk = Walk {
                parameters: kept,
                ..Walk::new(unit, options, set, How::Called)
            };
            walk.stmt(*body);
        }
        Some(Body::Unsupported(_)) => {}
        None => walk.external(&function.name),
    }
    let mut own = walk.own;
    let acts = &mut own.effects.acts;
    acts.output &= options.streams.is_some();
    // What is only declared, never returns and does not fail ends the program.
    acts.exits |= function.noreturn && function.body.is_none() && !acts.fails;
    // What comes without a result is undefined where somebody looks at that; a function that never returns must not.
    acts.undefined |= options.failures.undefined && (function.noreturn || may_owe(unit, function));
    let said_never_null = function.returns_nonnull || !function.never_null.is_empty();
    acts.undefined |= options.failures.undefined && said_never_null;
    // The loops of the library end.
    acts.stays &= !function.is_library();
    if function.is_library() && !options.failures.undefined {
        let pointers = function
            .parameters
            .iter()
            .any(|local| unit.types.is_pointer(function.locals[*local].ty.id));
        own.effects.acts.undefined &= pointers;
    }
    let is_entered =
        function.body.is_some() && !function.is_library() && function.name != options.entry;
    let Events {
        calls,
        branches,
        labels,
        returns,
        assigns,
        ..
    } = &options.events;
    let sees_more = *branches || *labels || *returns || !assigns.is_empty();
    own.effects.acts.events |= is_entered && sees_more;
    if is_entered && *calls && options.events.shows(&function.name) {
        own.effects.calls.insert(function.name.clone());
    }
    own.effects.accesses.retain(is_seen_by_callers);
    own
}

/// A caller does not see the variables of a call.
pub(super) fn is_seen_by_callers(access: &Access) -> bool {
    !matches!(access.thing, Thing::Local(..))
}

impl Own {
    /// Whether a variable is written, or may be.
    fn changes(&self, local: LocalId) -> bool {
        let is = |thing: Thing| matches!(thing, Thing::Local(own, _) if own == local);
        let written = self
            .effects
            .accesses
            .iter()
            .any(|access| access.writes && is(access.thing));
        let given = self.calls.iter().flat_map(|(_, given)| given);
        written
            || given
                .into_iter()
                .any(|given| matches!(given, Given::Variable(thing) if is(*thing)))
    }
}

pub(super) struct Walk<'u> {
    unit: &'u Unit,
    options: &'u LowerOptions,
    /// The variables that have a value wherever they are read.
    set: &'u BTreeSet<LocalId>,
    pub(super) own: Own,
    how: How,
    /// The parameters that hold what they were given, wherever one stands.
    parameters: Vec<Option<LocalId>>,
}

impl<'u> Walk<'u> {
    pub(super) fn new(
        unit: &'u Unit,
        options: &'u LowerOptions,
        set: &'u BTreeSet<LocalId>,
        how: How,
    ) -> Self {
        Self {
            unit,
            options,
            set,
            own: Own::default(),
            how,
            parameters: Vec::new(),
        }
    }

    /// Which parameter a pointer is, or points into what it points to.
    fn parameter(&self, pointer: ExprId) -> Option<usize> {
        match &self.unit.exprs[pointer].kind {
            ExprKind::Convert {
                operand,
                conversion: Conversion::Pointer,
            } => self.parameter(*operand),
            ExprKind::Offset { pointer, .. } => self.parameter(*pointer),
            ExprKind::Read(lvalue) => match self.unit.exprs[*lvalue].kind {
                ExprKind::Local(local) => {
                    self.parameters.iter().position(|own| *own == Some(local))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The parameter that leads to an lvalue.
    fn leads_to(&self, lvalue: ExprId) -> Option<usize> {
        match &self.unit.exprs[lvalue].kind {
            ExprKind::Member { record, .. } => self.leads_to(*record),
            ExprKind::Deref(pointer) => self.parameter(*pointer),
            _ => None,
        }
    }

    fn given(&self, argument: ExprId) -> Given {
        let whole = |lvalue: ExprId| match thing(self.unit, lvalue) {
            Some(Thing::Local(id, _)) => Given::Variable(Thing::Local(id, None)),
            Some(Thing::Global(id, _)) => Given::Variable(Thing::Global(id, None)),
            Some(Thing::Pointed(..) | Thing::Through(..)) | None => {
                self.leads_to(lvalue).map_or(Given::Any, Given::Through)
            }
        };
        match &self.unit.exprs[argument].kind {
            ExprKind::Null => Given::Null,
            ExprKind::Convert {
                operand,
                conversion: Conversion::Pointer,
            } => self.given(*operand),
            ExprKind::Address(lvalue) | ExprKind::Decay(lvalue) => whole(*lvalue),
            _ => self.parameter(argument).map_or(Given::Any, Given::Through),
        }
    }

    /// What functions do that have no body. Of those that nothing is known of it is assumed that they change nothing.
    fn external(&mut self, name: &str) {
        let any = Thing::Pointed(Kind::Any, None);
        let counts = self.options.failures.undefined;
        let acts = &mut self.own.effects.acts;
        let plain = name.strip_prefix("__builtin_");
        let of_compiler = plain.is_some();
        match plain.unwrap_or(name) {
            "memcpy" | "memmove" | "memset" | "__memcpy_chk" | "__memmove_chk" | "__memset_chk"
            | "free" | "cfree" | "__mores_unset" => {
                acts.undefined = true;
                self.touch(any, true);
                self.touch(any, false);
            }
            "abort" | "trap" if self.options.failures.abort => acts.fails = true,
            "exit" | "abort" | "trap" | "__mores_exit" => {
                acts.exits = true;
                acts.fails |= self.options.failures.exit;
            }
            "__assert_fail"
            | "__assert_perror_fail"
            | "__assert"
            | "__assert_func"
            | "__assert_rtn"
            | "assert"
            | "__VERIFIER_error"
            | "reach_error"
            | "__VERIFIER_assert"
            | "__CPROVER_assert" => {
                // Where an assertion is no failure, it ends the program.
                acts.fails = self.options.failures.assertions;
                acts.exits = !acts.fails;
            }
            "__mores_refused" => acts.inputs = self.options.malloc_fails,
            "__mores_gives_up" => acts.fails = true,
            "__mores_output" | "__mores_print" | "__mores_out" | "__mores_bytes"
            | "__mores_keep" => acts.output = true,
            "__mores_undefined" | "unreachable" => acts.undefined = true,
            "learn" | "LEARN" => acts.events = true,
            "__mores_input" | "__mores_ask" | "__mores_ask_wide" | "rand" | "random"
            | "lrand48" => acts.inputs = true,
            "malloc" | "calloc" => {
                acts.undefined = counts;
                acts.inputs = self.options.malloc_fails;
            }
            name if name.starts_with(library::OWN) || library::has_function(name) => {
                acts.undefined = counts;
            }
            name => {
                acts.inputs = true;
                acts.stays = ASSUMES.contains(&name);
                acts.undefined = counts && of_compiler;
                if self.options.events.calls && self.options.events.shows(name) {
                    self.own.effects.calls.insert(name.to_owned());
                }
            }
        }
    }

    fn touch(&mut self, thing: Thing, writes: bool) {
        self.own.effects.accesses.insert(Access {
            thing,
            writes,
            how: self.how,
        });
    }

    fn perhaps(&mut self, id: ExprId) {
        let before = self.how;
        if before != How::Called {
            self.how = How::Perhaps;
        }
        self.expr(id);
        self.how = before;
    }

    /// What is done before the rest of an expression.
    fn first(&mut self, id: ExprId) {
        let before = self.how;
        if before == How::Surely {
            self.how = How::Settled;
        }
        self.expr(id);
        self.how = before;
    }

    pub(super) fn expr(&mut self, id: ExprId) {
        let unit = self.unit;
        let node = &unit.exprs[id];
        let counts = self.options.failures.undefined;
        if perhaps::may_be_undefined(unit, &node.kind, node.ty.id, counts) {
            self.own.effects.acts.undefined = true;
        }
        match &node.kind {
            ExprKind::Read(lvalue) => {
                self.parts(*lvalue);
                self.touch_lvalue(*lvalue, false);
            }
            ExprKind::Address(lvalue) | ExprKind::Decay(lvalue) => self.parts(*lvalue),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral { .. } => self.parts(id),
            ExprKind::Assign { target, value } => {
                self.parts(*target);
                self.expr(*value);
                self.touch_lvalue(*target, true);
                self.sees_assignment();
            }
            ExprKind::Update {
                target, operand, ..
            } => {
                self.parts(*target);
                self.expr(*operand);
                self.touch_lvalue(*target, false);
                self.touch_lvalue(*target, true);
                self.sees_assignment();
            }
            ExprKind::Call { callee, arguments } => self.call(*callee, arguments),
            ExprKind::Comma { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Statements { .. } => self.one_after_another(&node.kind),
            ExprKind::ArgumentList { list, op } => {
                self.parts(*list);
                self.touch_lvalue(*list, true);
                if let ArgumentListOp::Copy(from) = op {
                    self.parts(*from);
                }
                // There may be no further argument, or the list may never have begun.
                let reads = !matches!(op, ArgumentListOp::Start | ArgumentListOp::End);
                self.own.effects.acts.undefined |= reads;
            }
            kind => operands(kind)
                .into_iter()
                .for_each(|operand| self.expr(operand)),
        }
    }

    fn call(&mut self, callee: ExprId, arguments: &[ExprId]) {
        match named_callee(self.unit, callee) {
            Some(function) => {
                let given = arguments
                    .iter()
                    .map(|argument| self.given(*argument))
                    .collect();
                self.own.calls.insert((function, given));
            }
            None => {
                self.own.by_pointer = true;
                let acts = &mut self.own.effects.acts;
                acts.undefined |= self.options.failures.undefined;
                self.expr(callee);
            }
        }
        arguments.iter().for_each(|argument| self.expr(*argument));
    }

    /// What says itself in which order its parts are evaluated, and whether they all are.
    fn one_after_another(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Comma { left, right } => {
                self.first(*left);
                self.expr(*right);
            }
            ExprKind::Logical { left, right, .. } => {
                self.first(*left);
                self.perhaps(*right);
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.own.effects.acts.events |= self.options.events.branches;
                self.first(*condition);
                self.perhaps(*then);
                self.perhaps(*otherwise);
            }
            ExprKind::Elvis {
                value, otherwise, ..
            } => {
                self.first(*value);
                self.perhaps(*otherwise);
            }
            ExprKind::Statements { block, .. } => {
                let before = std::mem::replace(&mut self.how, How::Called);
                self.stmt(*block);
                self.how = before;
            }
            _ => unreachable!("nothing else says in which order it is evaluated"),
        }
    }

    fn sees_assignment(&mut self) {
        self.own.effects.acts.events |= !self.options.events.assigns.is_empty();
    }

    /// What must be evaluated to know where an lvalue is.
    pub(super) fn parts(&mut self, lvalue: ExprId) {
        match &self.unit.exprs[lvalue].kind {
            ExprKind::Deref(pointer) => self.expr(*pointer),
            ExprKind::Member { record, .. } => self.parts(*record),
            ExprKind::CompoundLiteral { init, local } => {
                self.initializer(init);
                self.touch(Thing::Local(*local, None), true);
            }
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::Function(_) => {}
            _ => self.expr(lvalue),
        }
    }

    fn initializer(&mut self, init: &Initializer) {
        for entry in &init.entries {
            if let EntryValue::Expr(value) = entry.value {
                self.expr(value);
            }
        }
    }

    pub(super) fn touch_lvalue(&mut self, lvalue: ExprId, writes: bool) {
        let Some(thing) = thing(self.unit, lvalue) else {
            return;
        };
        self.own.effects.acts.undefined |= match self.options.failures.undefined && !writes {
            true => perhaps::may_not_be_read(self.unit, lvalue, self.set),
            false => perhaps::leads_through_a_pointer(self.unit, lvalue),
        };
        match (thing, self.leads_to(lvalue)) {
            (Thing::Pointed(kind, _), Some(parameter)) => {
                self.touch(Thing::Through(parameter, kind), writes)
            }
            _ => self.touch(thing, writes),
        }
    }

    /// A scalar that is asked whether it is zero.
    fn condition(&mut self, id: ExprId) {
        let counts = self.options.failures.undefined;
        self.own.effects.acts.undefined |= counts && perhaps::is_pointer(self.unit, id);
        self.expr(id);
    }

    fn stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        match &unit.stmts[id].kind {
            StmtKind::Block { body, .. } => body.iter().for_each(|s| self.stmt(*s)),
            StmtKind::Declare {
                init: Some(init), ..
            } => self.initializer(init),
            StmtKind::Measure { length, .. } => {
                self.own.effects.acts.undefined |= self.options.failures.undefined;
                self.expr(*length);
            }
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.condition(*condition);
                self.stmt(*then);
                otherwise.iter().for_each(|s| self.stmt(*s));
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.own.effects.acts.stays = true;
                self.condition(*condition);
                self.stmt(*body);
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
            } => {
                self.own.effects.acts.stays = true;
                condition.iter().for_each(|e| self.condition(*e));
                init.iter().chain(step).for_each(|e| self.expr(*e));
                self.stmt(*body);
            }
            StmtKind::Switch { value, body, .. } => {
                self.expr(*value);
                self.stmt(*body);
            }
            StmtKind::Labelled { body, .. } => self.stmt(*body),
            StmtKind::Return(value) => value.iter().for_each(|e| self.expr(*e)),
            StmtKind::Goto(_) => self.own.effects.acts.stays = true,
            StmtKind::ComputedGoto(target) => {
                self.own.effects.acts.stays = true;
                self.expr(*target);
            }
            StmtKind::Declare { init: None, .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Empty
            | StmtKind::Unsupported(_) => {}
        }
    }
}
