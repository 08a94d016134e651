//! Code of ours behind a program, written as a tree: what makes types and conversions of C makes those of this code.

use base::Place;

use super::scope::Symbol;
use super::{Trouble, Typed, Typing};
use crate::InputError;
use crate::c::library::FOLDER;
use crate::c::lower::named_callee;
use crate::c::tree::*;
use crate::c::types::{FunctionType, IntegerKind, QualType, Type, TypeId};

/// Writes code behind a program.
pub(in crate::c) struct Writer<'t, 'l> {
    typing: &'t mut Typing<'l>,
    /// Where the code is said to stand.
    pub(in crate::c) place: Place,
}

/// A function that is being written, and its variables so far.
pub(in crate::c) struct Draft {
    function: FunctionId,
    locals: Vec<LocalId>,
    body: Vec<StmtId>,
}

type Written<T> = Result<T, InputError>;

impl<'t, 'l> Writer<'t, 'l> {
    pub(super) fn new(typing: &'t mut Typing<'l>) -> Self {
        let place = Place::new(FOLDER, 1);
        Self { typing, place }
    }

    /// The program as it is.
    pub(in crate::c) fn unit(&self) -> &Unit {
        &self.typing.unit
    }

    pub(in crate::c) fn void(&mut self) -> TypeId {
        self.typing.types().id(Type::Void)
    }

    pub(in crate::c) fn boolean(&mut self) -> TypeId {
        self.typing.types().id(Type::Bool)
    }

    pub(in crate::c) fn integer(&mut self, kind: IntegerKind) -> TypeId {
        self.typing.types().integer(kind)
    }

    pub(in crate::c) fn pointer(&mut self, to: TypeId, constant: bool) -> TypeId {
        let to = QualType {
            constant,
            ..QualType::plain(to)
        };
        self.typing.types().pointer(to)
    }

    pub(in crate::c) fn ty(&self, expr: ExprId) -> TypeId {
        self.typing.ty(expr)
    }

    /// A function that the lowering knows, or that somebody else defines.
    pub(in crate::c) fn declare(
        &mut self,
        name: &str,
        result: TypeId,
        parameters: Vec<TypeId>,
    ) -> FunctionId {
        let ty = FunctionType {
            result,
            parameters: Some(parameters),
            variadic: false,
        };
        let ty = self.typing.types().id(Type::Function(ty));
        let (linkage, place) = (Linkage::External, self.place.clone());
        self.typing.new_function(name, ty, linkage, &place)
    }

    /// A function that compilers know without a declaration.
    pub(in crate::c) fn builtin(&mut self, name: &str) -> Written<FunctionId> {
        let known = self.typing.builtin_function(name, &self.place);
        known.ok_or_else(|| InputError::new(format!("no compiler knows `{name}`")))
    }

    /// Begins the body of a function that is declared so far; its parameters have these names.
    pub(in crate::c) fn define(
        &mut self,
        function: FunctionId,
        names: &[String],
    ) -> (Draft, Vec<LocalId>) {
        let ty = self.typing.unit.functions[function].ty;
        let types = self.typing.unit.types.function(ty);
        let types = types.and_then(|ty| ty.parameters.clone());
        let mut draft = Draft {
            function,
            locals: Vec::new(),
            body: Vec::new(),
        };
        let parameters: Vec<LocalId> = types
            .unwrap_or_default()
            .into_iter()
            .zip(names)
            .map(|(ty, name)| self.local(&mut draft, name, ty))
            .collect();
        draft.locals.clear();
        self.typing.unit.functions[function].parameters = parameters.clone();
        self.typing.unit.functions[function].place = self.place.clone();
        (draft, parameters)
    }

    /// Ends the body of a function.
    pub(in crate::c) fn finish(&mut self, draft: Draft) {
        let Draft {
            function,
            locals,
            body,
        } = draft;
        let block = self.stmt(StmtKind::Block { locals, body });
        self.typing.unit.functions[function].body = Some(Body::Code(block));
    }

    fn local(&mut self, draft: &mut Draft, name: &str, ty: TypeId) -> LocalId {
        let local = Local {
            name: Some(name.to_owned()),
            ty: QualType::plain(ty),
            bytes: None,
            place: self.place.clone(),
        };
        let local = self.typing.unit.functions[draft.function]
            .locals
            .push(local);
        draft.locals.push(local);
        local
    }

    /// A new variable with its first value.
    pub(in crate::c) fn variable(
        &mut self,
        draft: &mut Draft,
        name: &str,
        ty: TypeId,
        value: ExprId,
    ) -> LocalId {
        let local = self.local(draft, name, ty);
        let value = self.typing.convert(value, ty);
        let entry = Entry {
            offset: 0,
            ty,
            bits: None,
            value: EntryValue::Expr(value),
        };
        let init = Some(Initializer {
            zero: false,
            entries: vec![entry],
        });
        let declared = self.stmt(StmtKind::Declare { local, init });
        draft.body.push(declared);
        local
    }

    /// A new object with static storage, all zero.
    pub(in crate::c) fn global(&mut self, name: &str, ty: TypeId) -> GlobalId {
        self.typing.unit.globals.push(Global {
            name: name.to_owned(),
            ty: QualType::plain(ty),
            place: self.place.clone(),
            linkage: Linkage::Internal,
            owner: None,
            defined: true,
            init: Vec::new(),
            weak: false,
            thread_local: false,
        })
    }

    fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.typing.stmt(kind, self.place.clone())
    }

    fn typed<T>(&mut self, write: impl FnOnce(&mut Typing<'l>, Place) -> Typed<T>) -> Written<T> {
        write(self.typing, self.place.clone()).map_err(Trouble::into_error)
    }

    pub(in crate::c) fn number(&mut self, value: i64, kind: IntegerKind) -> ExprId {
        let ty = self.integer(kind);
        let value = ExprKind::Integer(i128::from(value));
        self.typing.expr(value, ty, self.place.clone())
    }

    /// `(void *)0`
    pub(in crate::c) fn null(&mut self) -> ExprId {
        let void = self.void();
        let ty = self.pointer(void, false);
        self.typing.expr(ExprKind::Null, ty, self.place.clone())
    }

    /// A string literal.
    pub(in crate::c) fn text(&mut self, text: &str) -> Written<ExprId> {
        let elements = text.bytes().map(u32::from).collect();
        let place = self.place.clone();
        let literal = self.typing.string_of(elements, IntegerKind::Char, place);
        self.typed(|typing, _| typing.rvalue(literal))
    }

    /// The value of an lvalue.
    fn value(&mut self, lvalue: ExprKind, ty: TypeId) -> Written<ExprId> {
        let lvalue = self.lvalue(lvalue, ty);
        self.typed(|typing, _| typing.rvalue(lvalue))
    }

    fn lvalue(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        let place = self.place.clone();
        self.typing.lvalue(kind, QualType::plain(ty), place)
    }

    fn global_lvalue(&mut self, global: GlobalId) -> ExprId {
        let ty = self.typing.unit.globals[global].ty.id;
        self.lvalue(ExprKind::Global(global), ty)
    }

    pub(in crate::c) fn get(&mut self, draft: &Draft, local: LocalId) -> Written<ExprId> {
        let ty = self.typing.unit.functions[draft.function].locals[local]
            .ty
            .id;
        self.value(ExprKind::Local(local), ty)
    }

    pub(in crate::c) fn get_global(&mut self, global: GlobalId) -> Written<ExprId> {
        let lvalue = self.global_lvalue(global);
        self.typed(|typing, _| typing.rvalue(lvalue))
    }

    /// The value of an object that the program declares.
    pub(in crate::c) fn named_global(&mut self, name: &str) -> Written<ExprId> {
        let all = self.typing.unit.globals.iter();
        let named: Vec<GlobalId> = all
            .filter(|(_, g)| g.name == name)
            .map(|(id, _)| id)
            .collect();
        match named.first().copied() {
            Some(id) => self.get_global(id),
            None => Err(InputError::new(format!(
                "the program does not declare `{name}`"
            ))),
        }
    }

    pub(in crate::c) fn set_global(&mut self, global: GlobalId, value: ExprId) -> StmtId {
        let target = self.global_lvalue(global);
        let ty = self.typing.ty(target);
        let value = self.typing.convert(value, ty);
        let set = ExprKind::Assign { target, value };
        let set = self.typing.expr(set, ty, self.place.clone());
        self.stmt(StmtKind::Expr(set))
    }

    /// The address of an object with static storage.
    pub(in crate::c) fn address_of_global(&mut self, global: GlobalId) -> ExprId {
        let lvalue = self.global_lvalue(global);
        let ty = self.typing.unit.globals[global].ty.id;
        let ty = self.pointer(ty, false);
        self.typing
            .expr(ExprKind::Address(lvalue), ty, self.place.clone())
    }

    /// Lets a variable have another value.
    pub(in crate::c) fn set(&mut self, draft: &Draft, local: LocalId, value: ExprId) -> StmtId {
        let ty = self.typing.unit.functions[draft.function].locals[local]
            .ty
            .id;
        let target = self.lvalue(ExprKind::Local(local), ty);
        let value = self.typing.convert(value, ty);
        let set = ExprKind::Assign { target, value };
        let set = self.typing.expr(set, ty, self.place.clone());
        self.stmt(StmtKind::Expr(set))
    }

    /// A statement.
    pub(in crate::c) fn add(&mut self, draft: &mut Draft, stmt: StmtId) {
        draft.body.push(stmt);
    }

    /// `pointer++`, which gives where it pointed before.
    pub(in crate::c) fn advance_global(&mut self, global: GlobalId) -> Written<ExprId> {
        let (target, one) = (self.global_lvalue(global), self.number(1, IntegerKind::Int));
        self.typed(|typing, place| typing.update(target, BinaryOp::Add, one, true, place))
    }

    /// What a pointer points to.
    pub(in crate::c) fn deref(&mut self, pointer: ExprId) -> Written<ExprId> {
        self.typed(|typing, place| {
            let lvalue = typing.deref(pointer, place)?;
            typing.rvalue(lvalue)
        })
    }

    /// A function as a pointer.
    pub(in crate::c) fn address(&mut self, function: FunctionId) -> ExprId {
        let ty = self.typing.unit.functions[function].ty;
        let place = self.place.clone();
        let function = self.typing.expr(ExprKind::Function(function), ty, place);
        self.typing.address_of_function(function)
    }

    /// The address of a variable.
    pub(in crate::c) fn address_of(&mut self, draft: &Draft, local: LocalId) -> Written<ExprId> {
        let ty = self.typing.unit.functions[draft.function].locals[local]
            .ty
            .id;
        let lvalue = self.lvalue(ExprKind::Local(local), ty);
        let ty = self.pointer(ty, false);
        Ok(self
            .typing
            .expr(ExprKind::Address(lvalue), ty, self.place.clone()))
    }

    /// Lets a call that is there be one of another function, with the same type.
    pub(in crate::c) fn redirect(&mut self, call: ExprId, by: &str) {
        let ExprKind::Call { callee, arguments } = self.typing.unit.exprs[call].kind.clone() else {
            return;
        };
        let ty =
            named_callee(&self.typing.unit, callee).map(|id| self.typing.unit.functions[id].ty);
        let Some(ty) = ty else { return };
        let place = self.place.clone();
        let function = match self.typing.linked.get(by) {
            Some(Symbol::Function(known)) => *known,
            _ => self.typing.new_function(by, ty, Linkage::External, &place),
        };
        let callee = self.address(function);
        self.typing.unit.exprs[call].kind = ExprKind::Call { callee, arguments };
    }

    /// A call; the arguments become what the parameters are.
    pub(in crate::c) fn call(
        &mut self,
        function: FunctionId,
        arguments: Vec<ExprId>,
    ) -> Written<ExprId> {
        let ty = self.typing.unit.functions[function].ty;
        let ty = self.typing.unit.types.function(ty).cloned();
        let ty = ty.ok_or_else(|| InputError::new("what is called is no function"))?;
        let mut parameters = ty.parameters.unwrap_or_default().into_iter();
        let mut taken = Vec::new();
        for argument in arguments {
            taken.push(match parameters.next() {
                Some(to) => self.typing.convert(argument, to),
                None => self.typing.promote_argument(argument),
            });
        }
        let call = ExprKind::Call {
            callee: self.address(function),
            arguments: taken,
        };
        Ok(self.typing.expr(call, ty.result, self.place.clone()))
    }

    pub(in crate::c) fn convert(&mut self, value: ExprId, to: TypeId) -> ExprId {
        self.typing.convert(value, to)
    }

    pub(in crate::c) fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Written<ExprId> {
        self.typed(|typing, place| typing.arithmetic_op(op, left, right, place))
    }

    /// Whether a comparison holds.
    pub(in crate::c) fn compare(
        &mut self,
        op: CompareOp,
        left: ExprId,
        right: ExprId,
    ) -> Written<ExprId> {
        self.typed(|typing, place| {
            let compared = typing.compare(op, left, right, place)?;
            typing.truth(compared)
        })
    }

    /// Whether a value is not zero.
    pub(in crate::c) fn truth(&mut self, value: ExprId) -> Written<ExprId> {
        self.typed(|typing, _| typing.truth(value))
    }

    /// Whether a value is zero.
    pub(in crate::c) fn not(&mut self, value: ExprId) -> Written<ExprId> {
        let zero = self.number(0, IntegerKind::Int);
        self.compare(CompareOp::Equal, value, zero)
    }

    pub(in crate::c) fn expr(&mut self, expr: ExprId) -> StmtId {
        self.stmt(StmtKind::Expr(expr))
    }

    pub(in crate::c) fn block(&mut self, body: Vec<StmtId>) -> StmtId {
        let locals = Vec::new();
        self.stmt(StmtKind::Block { locals, body })
    }

    /// `if`
    pub(in crate::c) fn when(
        &mut self,
        draft: &mut Draft,
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    ) {
        let stmt = self.stmt(StmtKind::If {
            condition,
            then,
            otherwise,
        });
        draft.body.push(stmt);
    }

    /// Does something for each number from zero up to a count.
    pub(in crate::c) fn each(
        &mut self,
        draft: &Draft,
        count: ExprId,
        body: impl FnOnce(&mut Self, &Draft, ExprId) -> Written<ExprId>,
    ) -> Written<StmtId> {
        let ty = self.integer(IntegerKind::UnsignedLong);
        let mut inner = Draft {
            function: draft.function,
            locals: Vec::new(),
            body: Vec::new(),
        };
        let zero = self.number(0, IntegerKind::Int);
        let i = self.variable(&mut inner, "i", ty, zero);
        let here = self.get(&inner, i)?;
        let condition = self.compare(CompareOp::Less, here, count)?;
        let target = self.lvalue(ExprKind::Local(i), ty);
        let one = self.number(1, IntegerKind::Int);
        let step =
            self.typed(|typing, place| typing.update(target, BinaryOp::Add, one, true, place))?;
        let here = self.get(&inner, i)?;
        let done = body(self, &inner, here)?;
        let body = self.expr(done);
        let rounds = self.stmt(StmtKind::For {
            init: None,
            condition: Some(condition),
            step: Some(step),
            body,
        });
        inner.body.push(rounds);
        Ok(self.stmt(StmtKind::Block {
            locals: inner.locals,
            body: inner.body,
        }))
    }

    /// An expression for its effects.
    pub(in crate::c) fn push(&mut self, draft: &mut Draft, expr: ExprId) {
        let stmt = self.expr(expr);
        draft.body.push(stmt);
    }

    /// `return`; the value becomes one of the function's result type.
    pub(in crate::c) fn give(&mut self, draft: &mut Draft, value: ExprId) {
        let ty = self.typing.unit.functions[draft.function].ty;
        let result = self.typing.unit.types.function(ty).map(|ty| ty.result);
        let value = result.map_or(value, |ty| self.typing.convert(value, ty));
        let stmt = self.stmt(StmtKind::Return(Some(value)));
        draft.body.push(stmt);
    }
}
