//! Arrays: their lengths are always known; where an index is not, a scalar element becomes a conditional and a
//! reference splits the path.

use ir::{ClassId, CopyElements, Expr, IntType, LocalId, Type};
use smt::Term;

use crate::explorer::Explorer;
use crate::stuck::{Step, Stuck};
use crate::thread::Thread;
use crate::{Object, ObjectId, Value};

/// The longest array that an unknown index may read as one conditional.
pub(crate) const LONGEST_CONDITIONAL: usize = 1024;
/// The longest array that an unknown index may write as conditionals, one for each element.
pub(crate) const LONGEST_UPDATE: usize = 64;

impl<'p> Explorer<'_, 'p> {
    pub(crate) fn new_array(
        &self,
        thread: &mut Thread<'p>,
        dst: LocalId,
        class: ClassId,
        length: &Expr,
    ) -> Step<()> {
        let longest = self.limits.array_length;
        let length = self.scalar(thread, length)?;
        let beyond = Some(format!(
            "an array whose length is not known and may exceed {longest}"
        ));
        let length = self.number(thread, length, 0..longest as i64 + 1, beyond)?;
        let length =
            usize::try_from(length).map_err(|_| Stuck::stop("an array of negative length"))?;
        if length > self.limits.steps {
            return Err(Stuck::stop(format!("an array of {length} elements")));
        }
        let element = self.world.program.classes[class].element;
        let element = element.ok_or_else(|| Stuck::stop("an array class was promised"))?;
        thread.steps += length / 16;
        let content = vec![self.world.zero(element.ty); length];
        let array = thread.state.heap.add(Object::new(class, content));
        thread.set(dst, Value::Ref(Some(array)));
        Ok(())
    }

    pub(crate) fn length(&self, thread: &mut Thread<'p>, dst: LocalId, array: &Expr) -> Step<()> {
        let (_, length, _) = self.array(thread, array)?;
        let length = self.arith().integer(IntType::I32, length as i64);
        thread.set(dst, Value::Scalar(length));
        Ok(())
    }

    pub(crate) fn load_element(
        &self,
        thread: &mut Thread<'p>,
        dst: LocalId,
        array: &Expr,
        index: &Expr,
    ) -> Step<()> {
        let (array, length, _) = self.array(thread, array)?;
        let index = self.scalar(thread, index)?;
        let value = match self.select(thread, array, index) {
            Some(value) => value,
            None => {
                let index = self.index(thread, index, length)?;
                self.object(thread, array).content[index]
            }
        };
        thread.set(dst, value);
        Ok(())
    }

    /// The element at an unknown index, if one value says it all.
    fn select(&self, thread: &Thread<'p>, array: ObjectId, index: Term) -> Option<Value> {
        let content = &self.object(thread, array).content;
        if self.constant_number(index).is_some() || thread.fixed.contains_key(&index) {
            return None;
        }
        let (&last, others) = content.split_last()?;
        if others.iter().all(|&v| v == last) {
            return Some(last);
        }
        if content.len() > LONGEST_CONDITIONAL {
            return None;
        }
        let (terms, arith) = (self.world.terms, self.arith());
        let scalar = |value: Value| match value {
            Value::Scalar(term) => Some(term),
            Value::Ref(_) | Value::Open(_) | Value::Hidden | Value::NotNull => None,
        };
        let mut value = scalar(last)?;
        for (i, &element) in others.iter().enumerate().rev() {
            let here = terms.eq(index, arith.integer(IntType::I32, i as i64));
            value = terms.ite(here, scalar(element)?, value);
        }
        Some(Value::Scalar(value))
    }

    pub(crate) fn store_element(
        &self,
        thread: &mut Thread<'p>,
        array: &Expr,
        index: &Expr,
        value: &Expr,
    ) -> Step<()> {
        let (array, length, _) = self.array(thread, array)?;
        let index = self.scalar(thread, index)?;
        let value = self.value(thread, value)?;
        let known = self.constant_number(index).is_some() || thread.fixed.contains_key(&index);
        match value {
            Value::Scalar(value) if !known && length <= LONGEST_UPDATE => {
                self.update(thread, array, index, value)
            }
            Value::Scalar(_) | Value::Ref(_) | Value::Open(_) | Value::Hidden | Value::NotNull => {
                let index = self.index(thread, index, length)?;
                self.write(thread, array, index, value)
            }
        }
    }

    /// Writes a scalar at an unknown index: every element may be the one.
    fn update(
        &self,
        thread: &mut Thread<'p>,
        array: ObjectId,
        index: Term,
        value: Term,
    ) -> Step<()> {
        let (terms, arith) = (self.world.terms, self.arith());
        for (i, element) in self
            .object_mut(thread, array)?
            .content
            .iter_mut()
            .enumerate()
        {
            let Value::Scalar(old) = *element else {
                return Err(Stuck::stop("an array of numbers was promised"));
            };
            let here = terms.eq(index, arith.integer(IntType::I32, i as i64));
            *element = Value::Scalar(terms.ite(here, value, old));
        }
        Ok(())
    }

    pub(crate) fn copy_elements(&self, thread: &mut Thread<'p>, copy: &CopyElements) -> Step<()> {
        let (from, from_length, from_element) = self.array(thread, &copy.from)?;
        let (to, to_length, to_element) = self.array(thread, &copy.to)?;
        if from_element != to_element {
            return Err(Stuck::stop("elements of one array do not fit into another"));
        }
        let most = from_length.min(to_length) as i64;
        let count = self.position(thread, &copy.count, most)?;
        let start = self.position(thread, &copy.start, from_length as i64)?;
        let at = self.position(thread, &copy.at, to_length as i64)?;
        let taken = self
            .object(thread, from)
            .content
            .get(start..start + count)
            .map(<[Value]>::to_vec);
        let taken = taken.filter(|_| at + count <= to_length);
        let taken =
            taken.ok_or_else(|| Stuck::stop("elements are copied beyond the end of an array"))?;
        thread.steps += count / 16;
        if self.object(thread, to).content[at..at + count] != taken[..] {
            self.object_mut(thread, to)?.content[at..at + count].copy_from_slice(&taken);
        }
        Ok(())
    }

    pub(crate) fn load_slot(
        &self,
        thread: &mut Thread<'p>,
        dst: LocalId,
        object: &Expr,
        slot: &Expr,
    ) -> Step<()> {
        let object = self.object_id(thread, object)?;
        let slot = self.slot_number(thread, object, slot)?;
        let value = self.looked_at(thread, object, slot)?;
        let wanted = thread.top().code.locals[dst].ty;
        if self.slot_type(thread, object, slot) != Some(wanted) {
            return Err(Stuck::stop("a field is read as what it is not"));
        }
        thread.set(dst, value);
        Ok(())
    }

    pub(crate) fn store_slot(
        &self,
        thread: &mut Thread<'p>,
        object: &Expr,
        slot: &Expr,
        value: &Expr,
    ) -> Step<()> {
        let object = self.object_id(thread, object)?;
        let slot = self.slot_number(thread, object, slot)?;
        let (value, ty) = self.eval(thread, value)?;
        if self.slot_type(thread, object, slot) != Some(ty) {
            return Err(Stuck::stop("a field is written as what it is not"));
        }
        self.write(thread, object, slot, value)
    }

    fn slot_number(&self, thread: &Thread<'p>, object: ObjectId, slot: &Expr) -> Step<usize> {
        let size = self.object(thread, object).content.len();
        let slot = self.scalar(thread, slot)?;
        self.index(thread, slot, size)
    }

    fn slot_type(&self, thread: &Thread<'p>, object: ObjectId, slot: usize) -> Option<Type> {
        let program = self.world.program;
        let class = self.object(thread, object).class;
        match program.classes[class].element {
            Some(element) => Some(element.ty),
            None => program
                .layout(class)
                .get(slot)
                .map(|&f| program.field(f).ty),
        }
    }

    /// An index that was promised to be within bounds.
    fn index(&self, thread: &Thread<'p>, index: Term, length: usize) -> Step<usize> {
        let number = self.number(thread, index, 0..length as i64, None)?;
        let index = usize::try_from(number).ok().filter(|&i| i < length);
        index.ok_or_else(|| Stuck::stop("an index that was promised to be within bounds is not"))
    }

    fn position(&self, thread: &Thread<'p>, expr: &Expr, most: i64) -> Step<usize> {
        let term = self.scalar(thread, expr)?;
        let beyond = Some("elements are copied beyond the end of an array".to_owned());
        let number = self.number(thread, term, 0..most + 1, beyond)?;
        let within = usize::try_from(number).ok().filter(|&n| n as i64 <= most);
        within.ok_or_else(|| Stuck::stop("elements are copied beyond the end of an array"))
    }

    /// The array behind a reference, its length and the type of its elements.
    fn array(&self, thread: &Thread<'p>, expr: &Expr) -> Step<(ObjectId, usize, Type)> {
        let id = self.object_id(thread, expr)?;
        let object = self.object(thread, id);
        let element = self.world.program.classes[object.class].element;
        let element = element.ok_or_else(|| Stuck::stop("an array was promised"))?;
        Ok((id, object.content.len(), element.ty))
    }
}
