//! What statements do to a path.

use ir::{Expr, FieldRef, StatementKind};

use crate::explorer::Explorer;
use crate::stuck::{Step, Stuck};
use crate::thread::Thread;
use crate::{ObjectId, Value};

impl<'p> Explorer<'_, 'p> {
    pub(crate) fn statement(&self, thread: &mut Thread<'p>, kind: &'p StatementKind) -> Step<()> {
        match kind {
            StatementKind::Assign(dst, value) => {
                let value = self.value(thread, value)?;
                thread.set(*dst, value);
            }
            StatementKind::Load(dst, object, field) => {
                let object = self.object_id(thread, object)?;
                let slot = self.slot(thread, object, *field)?;
                let value = self.looked_at(thread, object, slot)?;
                thread.set(*dst, value);
            }
            StatementKind::Store(object, field, value) => {
                self.store(thread, object, *field, value)?
            }
            StatementKind::LoadGlobal(dst, global) => {
                let value = self.world.global(&thread.state, *global);
                thread.set(*dst, value);
            }
            StatementKind::StoreGlobal(global, value) => {
                let value = self.value(thread, value)?;
                thread.state.globals.insert(*global, value);
            }
            StatementKind::New(dst, class) => {
                let object = thread.state.heap.add(self.world.blank(*class));
                thread.set(*dst, Value::Ref(Some(object)));
            }
            StatementKind::Duplicate(dst, object) => {
                let copy = self.object(thread, self.object_id(thread, object)?).clone();
                let copy = thread.state.heap.add(copy);
                thread.set(*dst, Value::Ref(Some(copy)));
            }
            StatementKind::ClassOf(dst, object) => {
                let mirror = self.class_object(thread, object)?;
                thread.set(*dst, Value::Ref(Some(mirror)));
            }
            StatementKind::NewArray(dst, class, length) => {
                self.new_array(thread, *dst, *class, length)?
            }
            StatementKind::Length(dst, array) => self.length(thread, *dst, array)?,
            StatementKind::LoadElement(dst, array, index) => {
                self.load_element(thread, *dst, array, index)?
            }
            StatementKind::StoreElement(array, index, value) => {
                self.store_element(thread, array, index, value)?
            }
            StatementKind::CopyElements(copy) => self.copy_elements(thread, copy)?,
            StatementKind::LoadSlot(dst, object, slot) => {
                self.load_slot(thread, *dst, object, slot)?
            }
            StatementKind::StoreSlot(object, slot, value) => {
                self.store_slot(thread, object, slot, value)?
            }
            StatementKind::Memory(op) => self.memory(thread, op)?,
            StatementKind::World(_) => {
                unreachable!("exchanges with the world are looked at before")
            }
        }
        Ok(())
    }

    fn store(
        &self,
        thread: &mut Thread<'p>,
        object: &Expr,
        field: FieldRef,
        value: &Expr,
    ) -> Step<()> {
        let object = self.object_id(thread, object)?;
        let value = self.value(thread, value)?;
        let slot = self.slot(thread, object, field)?;
        self.write(thread, object, slot, value)
    }

    /// The object that stands for the class of another.
    fn class_object(&self, thread: &Thread<'p>, object: &Expr) -> Step<ObjectId> {
        let class = self.object(thread, self.object_id(thread, object)?).class;
        let mirror = self.world.program.mirror(class).map(ObjectId::Image);
        mirror.ok_or_else(|| Stuck::stop("the class of an object as an object"))
    }

    /// Writes a slot; writing what is there already changes nothing.
    pub(crate) fn write(
        &self,
        thread: &mut Thread<'p>,
        object: ObjectId,
        slot: usize,
        value: Value,
    ) -> Step<()> {
        if self.object(thread, object).content[slot] != value {
            self.object_mut(thread, object)?.content[slot] = value;
        }
        Ok(())
    }
}
