//! Expressions as C.

use super::{Printing, float};
use crate::c::constant::Constant;
use crate::c::tree::*;
use crate::c::types::TypeId;

impl Printing<'_> {
    /// An expression, in brackets.
    pub(super) fn expr(&mut self, id: ExprId) -> String {
        let unit = self.unit;
        let node = &unit.exprs[id];
        let ty = node.ty.id;
        let name = self.ty(ty);
        match &node.kind {
            ExprKind::Integer(value) => self.constant(Constant::Integer(*value), ty),
            ExprKind::Float(value) => float(*value, &name),
            ExprKind::Null => format!("(({name})0)"),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Deref(_)
            | ExprKind::Member { .. } => self.object(id),
            ExprKind::Function(function) => self.function_name(*function),
            ExprKind::MemberOfValue { record, member } => {
                let at = format!("((char *){} + {})", self.kept(*record), member.offset);
                self.load(&at, ty, member)
            }
            ExprKind::Read(lvalue) => self.read(*lvalue),
            ExprKind::Address(lvalue) => format!("(&{})", self.expr(*lvalue)),
            ExprKind::Decay(array) => format!("(({name})&{})", self.expr(*array)),
            ExprKind::Convert {
                conversion: Conversion::Same,
                operand,
            } => self.expr(*operand),
            ExprKind::Convert { operand, .. } => format!("(({name}){})", self.expr(*operand)),
            ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Compare { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Offset { .. }
            | ExprKind::Difference { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Comma { .. } => self.operation(&node.kind, &name),
            ExprKind::Assign { target, value } => self.assign(*target, *value),
            ExprKind::Update {
                target,
                operation,
                operand,
                old,
            } => self.update(*target, *operation, *operand, *old),
            ExprKind::Call { callee, arguments } => self.call(*callee, arguments),
            ExprKind::Statements { block, .. } => match &unit.stmts[*block].kind {
                StmtKind::Block { locals, body } => format!("({{ {} }})", self.block(locals, body)),
                _ => String::new(),
            },
            ExprKind::ArgumentList { op, list } => self.argument_list(*op, *list, &name),
            ExprKind::Unsupported(what) => match name.as_str() {
                "void" => format!("(__builtin_trap() /* {what} */)"),
                _ => {
                    let pointer = self.pointer_to(ty);
                    format!("({{ __builtin_trap(); /* {what} */ *({pointer})0; }})")
                }
            },
        }
    }

    /// What computes with values of the same type as itself, or asks about them.
    fn operation(&mut self, kind: &ExprKind, name: &str) -> String {
        let mut infix = |left: &ExprId, op: &str, right: &ExprId| {
            format!("({} {op} {})", self.expr(*left), self.expr(*right))
        };
        match kind {
            ExprKind::Binary { op, left, right } => infix(left, symbol(*op), right),
            ExprKind::Logical { and, left, right } => {
                infix(left, if *and { "&&" } else { "||" }, right)
            }
            ExprKind::Unary { op, operand } => {
                let op = match op {
                    UnaryOp::Negate => "-",
                    UnaryOp::Complement => "~",
                    UnaryOp::Not => "!",
                };
                format!("({op}{})", self.expr(*operand))
            }
            ExprKind::Compare { op, left, right } => self.compare(*op, *left, *right),
            ExprKind::Offset {
                pointer,
                index,
                minus,
                size,
            } => {
                let (pointer, index) = (self.expr(*pointer), self.expr(*index));
                moved(name, &pointer, &index, *minus, *size)
            }
            ExprKind::Difference { left, right, size } => {
                let (left, right) = (self.expr(*left), self.expr(*right));
                format!("(((char *){left} - (char *){right}) / {size})")
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|part| self.expr(*part));
                format!("({condition} ? {then} : {otherwise})")
            }
            ExprKind::Elvis {
                value, otherwise, ..
            } => self.elvis(*value, *otherwise, name),
            ExprKind::Comma { left, right } => {
                format!("({}, {})", self.expr(*left), self.expr(*right))
            }
            _ => unreachable!("no other kind is an operation"),
        }
    }

    fn elvis(&mut self, value: ExprId, otherwise: ExprId, name: &str) -> String {
        let (held, own) = (self.temporary(), self.unit.exprs[value].ty.id);
        let (value, otherwise) = (self.expr(value), self.expr(otherwise));
        let declared = self.declare(own, &held);
        format!("({{ {declared} = {value}; {held} ? ({name}){held} : {otherwise}; }})")
    }

    /// An lvalue that is no bit-field.
    fn object(&mut self, id: ExprId) -> String {
        let unit = self.unit;
        let node = &unit.exprs[id];
        match &node.kind {
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Global(global) => self.global(*global),
            ExprKind::String(string) => self.string(*string),
            ExprKind::CompoundLiteral { local, init } => {
                let (name, ty) = (self.local(*local), self.local_type(*local));
                let init = self.initialise(&name, ty, init);
                format!("(*({{ {init} &{name}; }}))")
            }
            ExprKind::Deref(pointer) => format!("(*{})", self.expr(*pointer)),
            ExprKind::Member { record, member } => {
                format!(
                    "(*({})((char *)&{} + {}))",
                    self.pointer_to(node.ty.id),
                    self.object(*record),
                    member.offset
                )
            }
            _ => self.expr(id),
        }
    }

    /// The address of a value, which lives until its function ends.
    fn kept(&mut self, value: ExprId) -> String {
        let ty = self.unit.exprs[value].ty.id;
        let (held, pointer) = (self.temporary(), self.pointer_to(ty));
        let value = self.expr(value);
        let size = self.size(ty);
        format!("({{ {pointer} {held} = __builtin_alloca({size}); *{held} = {value}; {held}; }})")
    }

    fn load(&self, at: &str, ty: TypeId, member: &Member) -> String {
        match member.bits {
            Some(bits) => {
                let signed = i32::from(self.unit.types.is_signed(ty));
                format!(
                    "(({})mores_get({at}, {}, {}, {signed}))",
                    self.ty(ty),
                    bits.start,
                    bits.width
                )
            }
            None => format!("(*({}){at})", self.pointer_to(ty)),
        }
    }

    /// The address of an lvalue as bytes, and its member where it is a bit-field.
    fn location(&mut self, lvalue: ExprId) -> (String, Option<Member>) {
        match &self.unit.exprs[lvalue].kind {
            ExprKind::Member { record, member } if member.bits.is_some() => (
                format!("((char *)&{} + {})", self.object(*record), member.offset),
                Some(member.clone()),
            ),
            _ => (format!("((char *)&{})", self.object(lvalue)), None),
        }
    }

    fn read(&mut self, lvalue: ExprId) -> String {
        match self.location(lvalue) {
            (at, Some(member)) => self.load(&at, self.unit.exprs[lvalue].ty.id, &member),
            (_, None) => self.object(lvalue),
        }
    }

    fn compare(&mut self, op: CompareOp, left: ExprId, right: ExprId) -> String {
        let pointers = self.unit.types.is_pointer(self.unit.exprs[left].ty.id);
        let cast = if pointers { "(char *)" } else { "" };
        let op = match op {
            CompareOp::Less => "<",
            CompareOp::LessOrEqual => "<=",
            CompareOp::Greater => ">",
            CompareOp::GreaterOrEqual => ">=",
            CompareOp::Equal => "==",
            CompareOp::NotEqual => "!=",
        };
        format!(
            "({cast}{} {op} {cast}{})",
            self.expr(left),
            self.expr(right)
        )
    }

    fn assign(&mut self, target: ExprId, value: ExprId) -> String {
        let ty = self.unit.exprs[target].ty.id;
        let value = self.expr(value);
        match self.location(target) {
            (_, None) => format!("({} = {value})", self.object(target)),
            (at, Some(member)) => {
                let held = self.temporary();
                let store = self.store(&held, ty, member.bits, &value);
                format!(
                    "({{ char *{held} = {at}; {store} {}; }})",
                    self.load(&held, ty, &member)
                )
            }
        }
    }

    fn update(
        &mut self,
        target: ExprId,
        operation: UpdateOp,
        operand: ExprId,
        old: bool,
    ) -> String {
        let ty = self.unit.exprs[target].ty.id;
        let name = self.ty(ty);
        let operand = self.expr(operand);
        let (at, before, after) = (self.temporary(), self.temporary(), self.temporary());
        let (address, member) = self.location(target);
        let plain = Member {
            name: String::new(),
            offset: 0,
            bits: None,
        };
        let member = member.unwrap_or(plain);
        let result = match operation {
            UpdateOp::Arithmetic {
                op,
                ty: common,
                before: _,
                after: _,
            } => {
                format!(
                    "({name})(({}){before} {} {operand})",
                    self.ty(common),
                    symbol(op)
                )
            }
            UpdateOp::Pointer { minus, size } => moved(&name, &before, &operand, minus, size),
        };
        let load = self.load(&at, ty, &member);
        let store = self.store(&at, ty, member.bits, &after);
        let last = match old {
            true => before.clone(),
            false => load.clone(),
        };
        let (b, a) = (self.declare(ty, &before), self.declare(ty, &after));
        format!("({{ char *{at} = {address}; {b} = {load}; {a} = {result}; {store} {last}; }})")
    }

    fn argument_list(&mut self, op: ArgumentListOp, list: ExprId, ty: &str) -> String {
        let list = self.object(list);
        match op {
            ArgumentListOp::Start => {
                let function = self.function.map(|id| &self.unit.functions[id].parameters);
                let last = function
                    .and_then(|parameters| parameters.last())
                    .map(|last| self.local(*last));
                format!("__builtin_va_start({list}, {})", last.unwrap_or_default())
            }
            ArgumentListOp::End => format!("__builtin_va_end({list})"),
            ArgumentListOp::Copy(from) => {
                format!("__builtin_va_copy({list}, {})", self.object(from))
            }
            ArgumentListOp::Next => format!("__builtin_va_arg({list}, {ty})"),
            ArgumentListOp::Pass => list,
        }
    }

    fn call(&mut self, callee: ExprId, arguments: &[ExprId]) -> String {
        let named = match self.unit.exprs[callee].kind {
            ExprKind::Address(function) => match self.unit.exprs[function].kind {
                ExprKind::Function(id) => Some(self.function_name(id)),
                _ => None,
            },
            _ => None,
        };
        let callee = match named {
            Some(name) => name,
            None => format!("(*{})", self.expr(callee)),
        };
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| self.expr(*argument))
            .collect();
        format!("{callee}({})", arguments.join(", "))
    }
}

fn moved(ty: &str, pointer: &str, index: &str, minus: bool, size: u64) -> String {
    let sign = if minus { "-" } else { "+" };
    format!("(({ty})((char *){pointer} {sign} (long){index} * (long){size}))")
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::And => "&",
        BinaryOp::Xor => "^",
        BinaryOp::Or => "|",
    }
}
