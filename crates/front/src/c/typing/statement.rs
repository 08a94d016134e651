//! Statements (C11 6.8).

use base::Place;
use lang_c::ast::{
    BlockItem, Expression, ForInitializer, ForStatement, Identifier, IfStatement, Label as Syntax,
    LabeledStatement, Statement, SwitchStatement,
};
use lang_c::span::Node;

use super::{Named, Switch, Typed, Typing, wrong};
use crate::c::constant::{bits, wrap};
use crate::c::prepass::GOTO;
use crate::c::tree::*;
use crate::c::types::{IntegerKind, QualType, Type};

impl Typing<'_> {
    pub(super) fn statement(&mut self, node: &Node<Statement>) -> Typed<StmtId> {
        let place = self.place(node.span);
        let kind = match &node.node {
            Statement::Labeled(labelled) => return self.labelled(labelled, place),
            Statement::Compound(items) => return self.block(items, place),
            Statement::Expression(None) => StmtKind::Empty,
            Statement::Expression(Some(expr)) => match computed_goto(&expr.node) {
                Some(target) => StmtKind::ComputedGoto(self.address_of_jump(target)?),
                None => StmtKind::Expr(self.value(expr)?),
            },
            Statement::If(node) => self.if_statement(&node.node)?,
            Statement::Switch(node) => self.switch(&node.node)?,
            Statement::While(node) => {
                let condition = self.condition(&node.node.expression)?;
                let body = self.loop_body(&node.node.statement, &place)?;
                StmtKind::While { condition, body }
            }
            Statement::DoWhile(node) => {
                let body = self.loop_body(&node.node.statement, &place)?;
                StmtKind::DoWhile {
                    body,
                    condition: self.condition(&node.node.expression)?,
                }
            }
            Statement::For(node) => return self.for_statement(&node.node, place),
            Statement::Goto(name) => StmtKind::Goto(self.label_named(name, false)?),
            Statement::Continue => self.leaving(StmtKind::Continue, &place)?,
            Statement::Break => self.leaving(StmtKind::Break, &place)?,
            Statement::Return(value) => self.return_statement(value.as_deref(), &place)?,
            Statement::Asm(_) => StmtKind::Unsupported("assembler".to_owned()),
        };
        Ok(self.stmt(kind, place))
    }

    pub(super) fn block(&mut self, items: &[Node<BlockItem>], place: Place) -> Typed<StmtId> {
        self.enter();
        let body = self.block_items(items)?;
        let locals = self.leave();
        Ok(self.stmt(StmtKind::Block { locals, body }, place))
    }

    pub(super) fn block_items(&mut self, items: &[Node<BlockItem>]) -> Typed<Vec<StmtId>> {
        let mut body = Vec::new();
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => body.extend(self.declaration(declaration)?),
                BlockItem::StaticAssert(assertion) => self.assertion(assertion)?,
                BlockItem::Statement(statement) => body.push(self.statement(statement)?),
            }
        }
        Ok(self.with_variable_arrays(body))
    }

    fn if_statement(&mut self, node: &IfStatement) -> Typed<StmtKind> {
        let condition = self.condition(&node.condition)?;
        let then = self.inner(&node.then_statement)?;
        let otherwise = match &node.else_statement {
            Some(statement) => Some(self.inner(statement)?),
            None => None,
        };
        Ok(StmtKind::If {
            condition,
            then,
            otherwise,
        })
    }

    /// A statement that is a block of its own, braces or not (C11 6.8.4): what it makes lives no longer.
    fn inner(&mut self, node: &Node<Statement>) -> Typed<StmtId> {
        self.enter();
        let body = self.statement(node)?;
        let locals = self.leave();
        if locals.is_empty() {
            return Ok(body);
        }
        let place = self.place(node.span);
        Ok(self.stmt(
            StmtKind::Block {
                locals,
                body: vec![body],
            },
            place,
        ))
    }

    fn loop_body(&mut self, node: &Node<Statement>, place: &Place) -> Typed<StmtId> {
        let current = self.current(place)?;
        current.loops += 1;
        current.breakable += 1;
        let body = self.inner(node)?;
        let current = self.current(place)?;
        current.loops -= 1;
        current.breakable -= 1;
        Ok(body)
    }

    fn for_statement(&mut self, node: &ForStatement, place: Place) -> Typed<StmtId> {
        self.enter();
        let mut declared = Vec::new();
        let mut init = None;
        match &node.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(expr) => init = Some(self.value(expr)?),
            ForInitializer::Declaration(declaration) => declared = self.declaration(declaration)?,
            ForInitializer::StaticAssert(assertion) => self.assertion(assertion)?,
        }
        let condition = match &node.condition {
            Some(condition) => Some(self.condition(condition)?),
            None => None,
        };
        let step = match &node.step {
            Some(step) => Some(self.value(step)?),
            None => None,
        };
        let body = self.loop_body(&node.statement, &place)?;
        let locals = self.leave();
        let loop_ = self.stmt(
            StmtKind::For {
                init,
                condition,
                step,
                body,
            },
            place.clone(),
        );
        if locals.is_empty() && declared.is_empty() {
            return Ok(loop_);
        }
        declared.push(loop_);
        let body = self.with_variable_arrays(declared);
        Ok(self.stmt(StmtKind::Block { locals, body }, place))
    }

    fn leaving(&mut self, kind: StmtKind, place: &Place) -> Typed<StmtKind> {
        let current = self.current(place)?;
        match kind {
            StmtKind::Continue if current.loops == 0 => {
                wrong(place, "`continue` stands in no loop")
            }
            StmtKind::Break if current.breakable == 0 => {
                wrong(place, "`break` stands in no loop and no switch")
            }
            kind => Ok(kind),
        }
    }

    fn return_statement(
        &mut self,
        value: Option<&Node<Expression>>,
        place: &Place,
    ) -> Typed<StmtKind> {
        let result = self.current(place)?.result;
        let Some(value) = value else {
            return Ok(StmtKind::Return(None));
        };
        let value = self.value(value)?;
        if self.unit.types.is_void(result) {
            return match self.unit.types.is_void(self.ty(value)) {
                true => Ok(StmtKind::Return(Some(value))),
                false => wrong(place, "a function without a result returns a value"),
            };
        }
        Ok(StmtKind::Return(Some(self.assignable(
            value,
            result,
            "the result",
        )?)))
    }

    fn switch(&mut self, node: &SwitchStatement) -> Typed<StmtKind> {
        let place = self.place(node.expression.span);
        let value = self.value(&node.expression)?;
        if !self.unit.types.is_integer(self.ty(value)) {
            return wrong(&place, "the value of a switch must be an integer");
        }
        let value = self.promote(value);
        let switch = Switch {
            ty: self.ty(value),
            cases: Vec::new(),
            default: None,
        };
        let current = self.current(&place)?;
        current.breakable += 1;
        current.switches.push(switch);
        let body = self.inner(&node.statement)?;
        let current = self.current(&place)?;
        current.breakable -= 1;
        let switch = current
            .switches
            .pop()
            .expect("it was pushed above and inner ones took theirs away");
        Ok(StmtKind::Switch {
            value,
            cases: switch.cases,
            default: switch.default,
            body,
        })
    }

    fn labelled(&mut self, node: &Node<LabeledStatement>, place: Place) -> Typed<StmtId> {
        let label = match &node.node.label.node {
            Syntax::Identifier(name) => self.label_named(name, true)?,
            Syntax::Case(value) => {
                let value = self.integer_constant(value)?;
                self.case(value, value, &place)?
            }
            Syntax::CaseRange(range) => {
                let low = self.integer_constant(&range.node.low)?;
                let high = self.integer_constant(&range.node.high)?;
                self.case(low, high, &place)?
            }
            Syntax::Default => self.default(&place)?,
        };
        let body = self.statement(&node.node.statement)?;
        Ok(self.stmt(StmtKind::Labelled { label, body }, place))
    }

    /// The values are converted to the type of the switch.
    fn case(&mut self, low: i128, high: i128, place: &Place) -> Typed<LabelId> {
        let function = self.current(place)?.id;
        let label = self.new_label(function, None, place.clone());
        let Some(switch) = self.current(place)?.switches.last() else {
            return wrong(place, "`case` stands in no switch");
        };
        let ty = switch.ty;
        let bits = bits(&self.unit.types, self.unit.machine, ty).unwrap_or(32);
        let signed = self.unit.types.is_signed(ty);
        let (low, high) = (wrap(low, bits, signed), wrap(high, bits, signed));
        let current = self.current(place)?;
        let switch = current
            .switches
            .last_mut()
            .expect("it was there a moment ago");
        if switch
            .cases
            .iter()
            .any(|case| case.low <= high && low <= case.high)
        {
            return wrong(place, "two cases of a switch have the same value");
        }
        // A range with nothing in it is allowed, and leads nowhere.
        if low <= high {
            switch.cases.push(Case { low, high, label });
        }
        Ok(label)
    }

    fn default(&mut self, place: &Place) -> Typed<LabelId> {
        let function = self.current(place)?.id;
        let label = self.new_label(function, None, place.clone());
        match self.current(place)?.switches.last_mut() {
            Some(Switch {
                default: default @ None,
                ..
            }) => *default = Some(label),
            Some(_) => return wrong(place, "a switch has two defaults"),
            None => return wrong(place, "`default` stands in no switch"),
        }
        Ok(label)
    }

    /// The target of `goto *e`.
    fn address_of_jump(&mut self, node: &Node<Expression>) -> Typed<ExprId> {
        let (target, place) = (self.value(node)?, self.place(node.span));
        match self.unit.types.is_pointer(self.ty(target)) {
            true => Ok(target),
            false => wrong(&place, "a jump leads to the address of a label"),
        }
    }

    /// `&&label`: the address of an object that stands for the label, a pointer to `void`.
    pub(super) fn address_of_label(&mut self, name: &str, place: Place) -> Typed<ExprId> {
        let function = self.current(&place)?.id;
        let label = self.label_at(name.to_owned(), false, place.clone())?;
        let char = QualType {
            constant: true,
            ..QualType::plain(self.types().integer(IntegerKind::Char))
        };
        let known = self.unit.functions[function].addressed.get(&label).copied();
        let object = match known {
            Some(object) => object,
            None => {
                let owner = Some(function);
                let object = self.new_global(name, char, Linkage::Internal, owner, &place);
                self.unit.globals[object].defined = true;
                self.unit.functions[function]
                    .addressed
                    .insert(label, object);
                object
            }
        };
        let lvalue = self.lvalue(ExprKind::Global(object), char, place.clone());
        let void = self.types().id(Type::Void);
        let ty = self.types().pointer(QualType::plain(void));
        Ok(self.expr(ExprKind::Address(lvalue), ty, place))
    }

    /// The label with this name; `stands` where it is the label itself, not a `goto`.
    fn label_named(&mut self, name: &Node<Identifier>, stands: bool) -> Typed<LabelId> {
        let (place, name) = (self.place(name.span), self.name(name));
        self.label_at(name, stands, place)
    }

    fn label_at(&mut self, name: String, stands: bool, place: Place) -> Typed<LabelId> {
        let function = self.current(&place)?.id;
        if let Some(label) = self.current(&place)?.labels.get_mut(&name) {
            if label.stands && stands {
                return wrong(
                    &place,
                    format!("the label `{name}` stands twice in this function"),
                );
            }
            label.stands |= stands;
            return Ok(label.id);
        }
        let id = self.new_label(function, Some(name.clone()), place.clone());
        self.current(&place)?
            .labels
            .insert(name, Named { id, place, stands });
        Ok(id)
    }
}

/// What a jump leads to that the prepass has written as a call.
fn computed_goto(node: &Expression) -> Option<&Node<Expression>> {
    let Expression::Call(call) = node else {
        return None;
    };
    match (&call.node.callee.node, &call.node.arguments[..]) {
        (Expression::Identifier(name), [target]) if name.node.name == GOTO => Some(target),
        _ => None,
    }
}
