//! Statements: what becomes of locals, globals, objects and arrays.

use crate::interp::fault::Fault;
use crate::interp::heap::Shape;
use crate::interp::run::{Frame, Run};
use crate::interp::{ObjectId, Value};
use crate::{ClassId, CopyElements, Expr, FieldRef, LocalId, StatementKind, Type};

impl<'p> Run<'_, 'p> {
    pub(super) fn statement(
        &mut self,
        frame: Frame<'p>,
        statement: &StatementKind,
    ) -> Result<(), Fault> {
        match statement {
            StatementKind::Assign(dst, value) => {
                let word = self.eval(frame, value)?;
                self.give(frame, *dst, word.bits)
            }
            StatementKind::Load(dst, object, field) => self.load(frame, *dst, object, *field),
            StatementKind::Store(object, field, value) => self.store(frame, object, *field, value),
            StatementKind::LoadGlobal(dst, global) => {
                let word = self.machine.read_global(*global);
                self.give(frame, *dst, word)
            }
            StatementKind::StoreGlobal(global, value) => {
                let word = self.eval(frame, value)?;
                self.machine.write_global(*global, word.bits);
                Ok(())
            }
            StatementKind::New(dst, class) => {
                let object = self.create(self.machine.shape_of(*class, 0))?;
                self.set_object(frame, *dst, object);
                Ok(())
            }
            StatementKind::NewArray(dst, class, length) => {
                self.new_array(frame, *dst, *class, length)
            }
            StatementKind::Length(dst, array) => {
                let (_, shape) = self.array(frame, array)?;
                self.give(frame, *dst, shape.length as i64)
            }
            StatementKind::LoadElement(dst, array, index) => {
                self.load_element(frame, *dst, array, index)
            }
            StatementKind::StoreElement(array, index, value) => {
                self.store_element(frame, array, index, value)
            }
            StatementKind::CopyElements(copy) => self.copy_elements(frame, copy),
            StatementKind::Duplicate(dst, object) => self.duplicate(frame, *dst, object),
            StatementKind::ClassOf(dst, object) => self.class_of(frame, *dst, object),
            StatementKind::LoadSlot(dst, object, number) => {
                self.load_slot(frame, *dst, object, number)
            }
            StatementKind::StoreSlot(object, number, value) => {
                self.store_slot(frame, object, number, value)
            }
            StatementKind::Memory(op) => self.memory(frame, op),
            StatementKind::World(op) => self.world(frame, op),
        }
    }

    fn load(
        &mut self,
        frame: Frame<'p>,
        dst: LocalId,
        object: &Expr,
        field: FieldRef,
    ) -> Result<(), Fault> {
        let object = self.owner(frame, object, field)?;
        let ty = frame.code.locals[dst].ty;
        let word = self
            .machine
            .read(object, self.machine.program.slot(field), ty)?;
        self.set_local(frame, dst, word);
        Ok(())
    }

    fn store(
        &mut self,
        frame: Frame<'p>,
        object: &Expr,
        field: FieldRef,
        value: &Expr,
    ) -> Result<(), Fault> {
        let object = self.owner(frame, object, field)?;
        let word = self.eval(frame, value)?;
        self.write(object, self.machine.program.slot(field), word.bits)
    }

    /// The object whose field is meant.
    fn owner(&self, frame: Frame<'p>, object: &Expr, field: FieldRef) -> Result<ObjectId, Fault> {
        let object = self.object(frame, object, "a field of null is used")?;
        let Shape { class, element, .. } = self.machine.shape(object);
        if element.is_none() && self.machine.program.has_fields_of(class, field.class) {
            Ok(object)
        } else {
            Err(Fault::broken(
                "a field is used that the object does not have",
            ))
        }
    }

    fn new_array(
        &mut self,
        frame: Frame<'p>,
        dst: LocalId,
        class: ClassId,
        length: &Expr,
    ) -> Result<(), Fault> {
        let length = self.eval(frame, length)?.bits;
        let length = usize::try_from(length)
            .map_err(|_| Fault::broken("an array of negative length is created"))?;
        let shape = self.machine.shape_of(class, length);
        let object = self.create(shape)?;
        self.set_object(frame, dst, object);
        Ok(())
    }

    fn load_element(
        &mut self,
        frame: Frame<'p>,
        dst: LocalId,
        array: &Expr,
        index: &Expr,
    ) -> Result<(), Fault> {
        let (array, shape) = self.array(frame, array)?;
        let index = self.index(frame, index, shape)?;
        let ty = frame.code.locals[dst].ty;
        holds(shape, ty)?;
        let word = self.machine.read(array, index, ty)?;
        self.set_local(frame, dst, word);
        Ok(())
    }

    fn store_element(
        &mut self,
        frame: Frame<'p>,
        array: &Expr,
        index: &Expr,
        value: &Expr,
    ) -> Result<(), Fault> {
        let (array, shape) = self.array(frame, array)?;
        let index = self.index(frame, index, shape)?;
        let word = self.eval(frame, value)?;
        holds(shape, word.ty)?;
        if word.ty == Type::Ref {
            self.taken(shape, word.bits)?;
        }
        self.write(array, index, word.bits)
    }

    /// `Err` unless an array of this shape takes this reference.
    fn taken(&self, shape: Shape, word: i64) -> Result<(), Fault> {
        match self.machine.takes(shape.class, ObjectId::from_word(word)) {
            Some(true) => Ok(()),
            Some(false) | None => Err(Fault::broken(
                "an element is written that the array does not take",
            )),
        }
    }

    fn copy_elements(&mut self, frame: Frame<'p>, copy: &CopyElements) -> Result<(), Fault> {
        let (from, source) = self.array(frame, &copy.from)?;
        let start = self.eval(frame, &copy.start)?.bits;
        let (to, target) = self.array(frame, &copy.to)?;
        let at = self.eval(frame, &copy.at)?.bits;
        let count = self.eval(frame, &copy.count)?.bits;
        let (start, at) = (within(source, start, count)?, within(target, at, count)?);
        if source.element != target.element {
            return Err(Fault::broken(
                "elements are copied between arrays of different types",
            ));
        }
        if count == 0 {
            return Ok(());
        }
        self.charge(count as u64)?;
        let words = self.machine.read_run(from, start, count as usize)?;
        if source.element == Some(Type::Ref)
            && !self.machine.program.is_subclass(source.class, target.class)
        {
            words
                .iter()
                .try_for_each(|&word| self.taken(target, word))?;
        }
        self.own(to)?;
        self.machine.write_run(to, at, &words)
    }

    fn duplicate(&mut self, frame: Frame<'p>, dst: LocalId, object: &Expr) -> Result<(), Fault> {
        let object = self.object(frame, object, "null is copied")?;
        if self.machine.heap.block(object).is_some() {
            return Err(Fault::broken("a block is copied as an object"));
        }
        let shape = self.machine.shape(object);
        let copy = self.create(shape)?;
        let words = self.machine.read_run(object, 0, shape.length)?;
        self.machine.write_run(copy, 0, &words)?;
        self.set_object(frame, dst, copy);
        Ok(())
    }

    fn class_of(&mut self, frame: Frame<'p>, dst: LocalId, object: &Expr) -> Result<(), Fault> {
        let object = self.object(frame, object, "null is asked for its class")?;
        let class = self.machine.shape(object).class;
        let program = self.machine.program;
        let mirror = program.mirror(class);
        let none = || {
            Fault::unsupported(format!(
                "no object stands for class {}",
                program.classes[class].name
            ))
        };
        self.set_object(frame, dst, ObjectId::of_image(mirror.ok_or_else(none)?));
        Ok(())
    }

    fn load_slot(
        &mut self,
        frame: Frame<'p>,
        dst: LocalId,
        object: &Expr,
        number: &Expr,
    ) -> Result<(), Fault> {
        let ty = frame.code.locals[dst].ty;
        let (object, slot) = self.slot(frame, object, number, ty)?;
        let word = self.machine.read(object, slot, ty)?;
        self.set_local(frame, dst, word);
        Ok(())
    }

    fn store_slot(
        &mut self,
        frame: Frame<'p>,
        object: &Expr,
        number: &Expr,
        value: &Expr,
    ) -> Result<(), Fault> {
        let word = self.eval(frame, value)?;
        let (object, slot) = self.slot(frame, object, number, word.ty)?;
        let shape = self.machine.shape(object);
        if shape.element == Some(Type::Ref) {
            self.taken(shape, word.bits)?;
        }
        self.write(object, slot, word.bits)
    }

    /// An object and a position in it that is of this type.
    fn slot(
        &self,
        frame: Frame<'p>,
        object: &Expr,
        number: &Expr,
        ty: Type,
    ) -> Result<(ObjectId, usize), Fault> {
        let object = self.object(frame, object, "a slot of null is used")?;
        let number = self.eval(frame, number)?.bits;
        let Shape { class, length, .. } = self.machine.shape(object);
        let slot = usize::try_from(number).ok().filter(|&slot| slot < length);
        let slot = slot.filter(|&slot| self.machine.program.slot_type(class, slot) == Some(ty));
        slot.map(|slot| (object, slot))
            .ok_or_else(|| Fault::broken("a slot is used that the object does not have"))
    }

    fn object(&self, frame: Frame<'p>, object: &Expr, otherwise: &str) -> Result<ObjectId, Fault> {
        ObjectId::from_word(self.eval(frame, object)?.bits).ok_or_else(|| Fault::broken(otherwise))
    }

    fn array(&self, frame: Frame<'p>, array: &Expr) -> Result<(ObjectId, Shape), Fault> {
        let object = self.object(frame, array, "an element of null is used")?;
        let shape = self.machine.shape(object);
        match shape.element {
            Some(_) => Ok((object, shape)),
            None => Err(Fault::broken("an element is used of what is no array")),
        }
    }

    fn index(&self, frame: Frame<'p>, index: &Expr, shape: Shape) -> Result<usize, Fault> {
        within(shape, self.eval(frame, index)?.bits, 1)
    }

    fn create(&mut self, shape: Shape) -> Result<ObjectId, Fault> {
        self.charge(shape.length as u64)?;
        Ok(self.machine.heap.allocate(shape))
    }

    /// Writes a slot, of an object of the image in a copy of its own.
    fn write(&mut self, object: ObjectId, slot: usize, word: i64) -> Result<(), Fault> {
        self.own(object)?;
        self.machine.write(object, slot, word)
    }

    /// Makes an object the machine's own, at the cost of a copy if it is still the image's.
    fn own(&mut self, object: ObjectId) -> Result<(), Fault> {
        if self.machine.is_shared(object) {
            self.charge(self.machine.shape(object).length as u64)?;
            self.machine.own(object)?;
        }
        Ok(())
    }

    fn set_object(&mut self, frame: Frame<'p>, dst: LocalId, object: ObjectId) {
        self.set_local(frame, dst, Value::Ref(Some(object)).word());
    }
}

/// `Err` unless the array holds elements of this type.
fn holds(shape: Shape, ty: Type) -> Result<(), Fault> {
    if shape.element == Some(ty) {
        Ok(())
    } else {
        Err(Fault::broken("an element is used as of another type"))
    }
}

/// The first of `count` positions, all of which the array has.
fn within(shape: Shape, first: i64, count: i64) -> Result<usize, Fault> {
    let end = first
        .checked_add(count)
        .filter(|_| first >= 0 && count >= 0);
    match end {
        Some(end) if end as u64 <= shape.length as u64 => Ok(first as usize),
        Some(_) | None => Err(Fault::broken(
            "a position is used that is outside the bounds of an array",
        )),
    }
}
