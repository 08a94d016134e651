//! Arrays whose length is known when their declaration is reached (C11 6.7.6.2).
//!
//! The length is held by a variable of its own, so that it is counted once. From the declaration on, what follows in its block
//! is a block of its own, at whose beginning the array begins to live: nobody may jump there (C11 6.8.6.1).

use base::Place;

use super::scope::Symbol;
use super::{Typed, Typing, unsupported};
use crate::c::tree::*;
use crate::c::types::{QualType, Type, TypeId};

/// As many bits as the size in bytes of all that is followed has at most.
const BITS_OF_SIZE: u32 = 60;
/// As many as a length has at most.
const BITS_OF_LENGTH: u32 = 31;

impl Typing<'_> {
    pub(super) fn is_variable(&self, ty: TypeId) -> bool {
        matches!(self.unit.types.get(ty), Type::VariableArray { .. })
    }

    pub(super) fn variable_array(&mut self, element: QualType, count: Option<LocalId>) -> QualType {
        QualType::plain(self.types().id(Type::VariableArray { element, count }))
    }

    /// The variable that holds a length; `None` in prototypes, and where lengths that vary are not followed.
    pub(super) fn measured(&mut self, length: ExprId, element: QualType) -> Typed<Option<LocalId>> {
        let place = self.place_of(length);
        if self.measuring.is_none() {
            return Ok(None);
        }
        let (base, levels) = self.innermost_element(element.id);
        let size = self.complete(base, &place)?.size.max(1);
        let bits = BITS_OF_SIZE.saturating_sub(size.next_power_of_two().ilog2()) / (levels + 1);
        let most = (1 << bits.min(BITS_OF_LENGTH)) - 1;
        let length = self.promote(length);
        let mut made = self.measuring.take().unwrap_or_default();
        let local = self.held(length, &mut made)?;
        let length = self.read_local(local, &place)?;
        made.push(self.stmt(StmtKind::Measure { length, most }, place));
        self.measuring = Some(made);
        Ok(Some(local))
    }

    /// A new variable of the innermost scope with a value; `made` gets what declares it.
    pub(super) fn held(&mut self, value: ExprId, made: &mut Vec<StmtId>) -> Typed<LocalId> {
        let place = self.place_of(value);
        let (function, ty) = (self.current(&place)?.id, QualType::plain(self.ty(value)));
        let local = self.unit.functions[function].locals.push(Local {
            name: None,
            ty,
            bytes: None,
            place: place.clone(),
        });
        self.scope().locals.push(local);
        let entry = Entry {
            offset: 0,
            ty: ty.id,
            bits: None,
            value: EntryValue::Expr(value),
        };
        let init = Initializer {
            zero: false,
            entries: vec![entry],
        };
        let init = Some(init);
        made.push(self.stmt(StmtKind::Declare { local, init }, place));
        Ok(local)
    }

    /// The value of a variable that is a scalar.
    pub(super) fn read_local(&mut self, local: LocalId, place: &Place) -> Typed<ExprId> {
        let function = self.current(place)?.id;
        let ty = self.unit.functions[function].locals[local].ty;
        let lvalue = self.lvalue(ExprKind::Local(local), ty, place.clone());
        Ok(self.expr(ExprKind::Read(lvalue), ty.id, place.clone()))
    }

    /// What arrays of variable length are made of in the end, and how many of them lie in each other.
    fn innermost_element(&self, ty: TypeId) -> (TypeId, u32) {
        match self.unit.types.get(ty) {
            Type::VariableArray { element, .. } => {
                let (base, levels) = self.innermost_element(element.id);
                (base, levels + 1)
            }
            _ => (ty, 0),
        }
    }

    /// How many innermost elements an array of variable length has, of the type of sizes; `None` for other types.
    fn elements(&mut self, ty: TypeId, place: &Place) -> Option<Typed<ExprId>> {
        let Type::VariableArray { element, count } = *self.unit.types.get(ty) else {
            return None;
        };
        let Some(count) = count else {
            return Some(unsupported(place, "an array whose length varies"));
        };
        let count = match self.read_local(count, place) {
            Ok(count) => count,
            Err(trouble) => return Some(Err(trouble)),
        };
        let size = self.size_type();
        let count = self.convert(count, size);
        Some(match self.elements(element.id, place) {
            None => Ok(count),
            Some(Err(trouble)) => Err(trouble),
            Some(Ok(inner)) => Ok(self.product(count, inner, size, place)),
        })
    }

    fn product(&mut self, left: ExprId, right: ExprId, ty: TypeId, place: &Place) -> ExprId {
        let op = BinaryOp::Multiply;
        self.expr(ExprKind::Binary { op, left, right }, ty, place.clone())
    }

    /// The size of an array of variable length; `None` for other types.
    pub(super) fn variable_size(&mut self, ty: TypeId, place: &Place) -> Option<Typed<ExprId>> {
        let elements = match self.elements(ty, place)? {
            Ok(elements) => elements,
            trouble => return Some(trouble),
        };
        let (base, _) = self.innermost_element(ty);
        let size = match self.complete(base, place) {
            Ok(layout) => self.size_constant(layout.size, place.clone()),
            Err(trouble) => return Some(Err(trouble)),
        };
        let ty = self.size_type();
        Some(Ok(self.product(elements, size, ty, place)))
    }

    /// An index in steps of innermost elements, and their size, for a pointer to an array of variable length.
    pub(super) fn variable_step(
        &mut self,
        pointer: TypeId,
        index: ExprId,
        place: &Place,
    ) -> Typed<Option<(ExprId, u64)>> {
        let Some(to) = self.unit.types.pointee(pointer) else {
            return Ok(None);
        };
        let Some(elements) = self.elements(to.id, place) else {
            return Ok(None);
        };
        let kind = self.unit.machine.difference_type();
        let ty = self.types().integer(kind);
        let (elements, index) = (self.convert(elements?, ty), self.convert(index, ty));
        let (base, _) = self.innermost_element(to.id);
        let size = self.complete(base, place)?.size;
        Ok(Some((self.product(index, elements, ty, place), size)))
    }

    /// Notes how many steps there are in an inner array of variable length.
    pub(super) fn note_length(&mut self, offset: ExprId, pointer: ExprId) {
        let ExprKind::Decay(array) = self.unit.exprs[pointer].kind else {
            return;
        };
        let place = self.place_of(offset);
        if let (ExprKind::Deref(_), Some(Ok(length))) = (
            &self.unit.exprs[array].kind.clone(),
            self.elements(self.ty(array), &place),
        ) {
            self.unit.lengths.insert(offset, length);
        }
    }

    /// The declaration of an array of variable length, which has no initialiser.
    pub(super) fn variable_local(
        &mut self,
        name: String,
        ty: QualType,
        initialised: bool,
        place: Place,
    ) -> Typed<StmtId> {
        if initialised {
            return unsupported(&place, "the first value of an array whose length varies");
        }
        let function = self.current(&place)?.id;
        let bytes = self.size_of(ty.id, place.clone())?;
        let local = self.unit.functions[function].locals.push(Local {
            name: Some(name.clone()),
            ty,
            bytes: Some(bytes),
            place: place.clone(),
        });
        self.bind_new(name, Symbol::Local(local), &place)?;
        Ok(self.stmt(StmtKind::Declare { local, init: None }, place))
    }

    /// The statements of a block: what follows the declaration of an array of variable length is the block that this lives in.
    pub(super) fn with_variable_arrays(&mut self, mut body: Vec<StmtId>) -> Vec<StmtId> {
        let Some(at) = body.iter().position(|id| self.declares_variable(*id)) else {
            return body;
        };
        let StmtKind::Declare { local, .. } = self.unit.stmts[body[at]].kind else {
            return body;
        };
        let place = self.unit.stmts[body[at]].place.clone();
        let rest = body.split_off(at + 1);
        let rest = StmtKind::Block {
            locals: vec![local],
            body: self.with_variable_arrays(rest),
        };
        body.push(self.stmt(rest, place));
        body
    }

    pub(super) fn declares_variable(&self, id: StmtId) -> bool {
        let function = self.current.as_ref().map(|current| current.id);
        match (&self.unit.stmts[id].kind, function) {
            (StmtKind::Declare { local, .. }, Some(function)) => {
                self.unit.functions[function].locals[*local].bytes.is_some()
            }
            _ => false,
        }
    }
}
