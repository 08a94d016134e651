//! A machine: the state of a running program, open to inspection.

use crate::interp::fault::Cause;
use crate::interp::heap::{Heap, Shape};
use crate::interp::run::Run;
use crate::interp::world::World;
use crate::interp::{ObjectId, Outcome, Value, Watched};
use crate::{ClassId, FieldRef, FunctionId, GlobalId, ImageId, Program, Type};

/// How many calls may be open at once.
pub const DEPTH_LIMIT: usize = 2000;

/// Heap and globals of a program. A clone is an independent copy of the state.
///
/// Objects of the program's image are there without being made. They keep their identity when they change, but the
/// change is the machine's own.
///
/// ```
/// use ir::interp::{Machine, Outcome, Value};
/// let program = ir::text::parse("fn double(n: i32) -> i32 { start: return n + n }").unwrap();
/// let double = program.functions.ids().next().unwrap();
/// let outcome = Machine::new(&program).call(double, &[Value::Int(21)], 100);
/// assert_eq!(outcome, Outcome::Returned(Some(Value::Int(42))));
/// ```
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) heap: Heap,
    /// What was written; every other global is as at first.
    pub(super) globals: Vec<Option<i64>>,
    pub(super) watched: Option<Box<Watched>>,
    pub(super) world: World,
}

impl<'p> Machine<'p> {
    /// A machine in its first state: globals and objects of the image as the program has them, no object made.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            heap: Heap::default(),
            globals: Vec::new(),
            watched: None,
            world: World::default(),
        }
    }

    /// A machine for a trial: it remembers what its calls depend upon and change. It does not ask the program whether it
    /// [may change](Program::may_change) objects of the image, nor says that it does: whoever accepts a trial that
    /// changed some must.
    pub fn watching(program: &'p Program) -> Self {
        Self {
            watched: Some(Box::default()),
            ..Self::new(program)
        }
    }

    /// What the calls so far depended upon and changed, if the machine is [`watching`](Self::watching).
    pub fn watched(&self) -> Option<&Watched> {
        self.watched.as_deref()
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Runs a function. Each statement and each terminator is a step; creating or copying an object costs one more for
    /// each field or element or eight bytes, printing one for each byte, a call one more for each local of the callee, so
    /// the limit bounds memory too.
    ///
    /// # Panics
    /// If the arguments do not fit the parameters, or an object is not one of this machine.
    pub fn call(&mut self, function: FunctionId, args: &[Value], step_limit: u64) -> Outcome {
        let callee = &self.program.functions[function];
        assert!(
            args.len() == callee.params.len()
                && callee.params.iter().zip(args).all(|(p, a)| a.fits(p.ty)),
            "{args:?} are not arguments of {}",
            callee.name
        );
        assert!(
            args.iter().all(|&a| self.knows(a)),
            "{args:?} hold an object of another machine"
        );
        Run::new(self, step_limit).call(function, args)
    }

    /// How many objects the machine has made.
    pub fn object_count(&self) -> usize {
        self.heap.len()
    }

    /// All objects the machine has made, oldest first.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.heap.len()).map(ObjectId::made)
    }

    /// The objects of the image that have changed.
    pub fn changed(&self) -> impl Iterator<Item = ImageId> {
        self.heap.changed()
    }

    /// The class of an object.
    pub fn class_of(&self, object: ObjectId) -> ClassId {
        self.shape(object).class
    }

    /// How many elements an array has; `None` for what is no array.
    pub fn length(&self, object: ObjectId) -> Option<usize> {
        let Shape {
            element, length, ..
        } = self.shape(object);
        element.map(|_| length)
    }

    /// A field of an object.
    ///
    /// # Panics
    /// If the object has no such field.
    pub fn field(&self, object: ObjectId, field: FieldRef) -> Value {
        self.slot(
            object,
            self.slot_in(object, field),
            self.program.field(field).ty,
        )
    }

    /// Overwrites a field of an object.
    ///
    /// # Panics
    /// If the object has no such field, the value does not fit, or the image relies on the object.
    pub fn set_field(&mut self, object: ObjectId, field: FieldRef, value: Value) {
        let slot = self.slot_in(object, field);
        self.set_slot(object, slot, self.program.field(field).ty, value);
    }

    /// An element of an array.
    ///
    /// # Panics
    /// If the object is no array or has no such element.
    pub fn element(&self, object: ObjectId, index: usize) -> Value {
        self.slot(object, index, self.element_type(object))
    }

    /// Overwrites an element of an array.
    ///
    /// # Panics
    /// If the object is no array, has no such element or does not take the value, or if the image relies on the object.
    pub fn set_element(&mut self, object: ObjectId, index: usize, value: Value) {
        if let Value::Ref(reference) = value {
            assert!(
                self.takes(self.class_of(object), reference) == Some(true),
                "the array takes no {value:?}"
            );
        }
        self.set_slot(object, index, self.element_type(object), value);
    }

    /// All fields of an object, in the order of [`Program::layout`], or all elements.
    ///
    /// # Panics
    /// If it is an object of the image that was not given the content its class says.
    pub fn content(&self, object: ObjectId) -> Vec<Value> {
        let Shape {
            class,
            length,
            element,
        } = self.shape(object);
        match element {
            Some(ty) => (0..length)
                .map(|slot| self.slot(object, slot, ty))
                .collect(),
            None => {
                let fields = self.program.layout(class).into_iter().enumerate();
                fields
                    .map(|(slot, field)| self.slot(object, slot, self.program.field(field).ty))
                    .collect()
            }
        }
    }

    /// A global variable.
    pub fn global(&self, global: GlobalId) -> Value {
        Value::from_word(self.program.globals[global].ty, self.peek_global(global))
    }

    /// Overwrites a global variable.
    ///
    /// # Panics
    /// If the value does not fit.
    pub fn set_global(&mut self, global: GlobalId, value: Value) {
        assert!(
            value.fits(self.program.globals[global].ty) && self.knows(value),
            "{value:?} does not fit the global"
        );
        self.poke_global(global, value.word());
    }

    /// A new object, every field zero, false or null; no constructor is run.
    pub fn allocate(&mut self, class: ClassId) -> ObjectId {
        self.heap.allocate(self.shape_of(class, 0))
    }

    /// A new array, every element zero, false or null.
    ///
    /// # Panics
    /// If the class is none of arrays.
    pub fn allocate_array(&mut self, class: ClassId, length: usize) -> ObjectId {
        let shape = self.shape_of(class, length);
        assert!(
            shape.element.is_some(),
            "{} is no class of arrays",
            self.program.classes[class].name
        );
        self.heap.allocate(shape)
    }

    fn slot(&self, object: ObjectId, slot: usize, ty: Type) -> Value {
        let word = self.peek(object, slot, ty);
        Value::from_word(
            ty,
            word.expect("the object has this slot, and it is of this type"),
        )
    }

    fn set_slot(&mut self, object: ObjectId, slot: usize, ty: Type, value: Value) {
        assert!(
            value.fits(ty) && self.knows(value),
            "{value:?} does not fit"
        );
        let written = self
            .own(object)
            .and_then(|()| self.write(object, slot, value.word()));
        if let Err(Cause::Unsupported(what, _)) = written.map_err(|fault| fault.cause()) {
            panic!("{what}");
        }
    }

    fn element_type(&self, object: ObjectId) -> Type {
        self.shape(object).element.expect("the object is an array")
    }

    fn slot_in(&self, object: ObjectId, field: FieldRef) -> usize {
        let Shape { class, element, .. } = self.shape(object);
        let has = element.is_none() && self.program.has_fields_of(class, field.class);
        assert!(has, "objects of {class} have no such field");
        self.program.slot(field)
    }

    fn knows(&self, value: Value) -> bool {
        match value {
            Value::Ref(Some(object)) => match object.image() {
                Some(image) => self.program.image.get(image).is_some(),
                None => self.heap.shape(object).is_some(),
            },
            Value::Ref(None) | Value::Bool(_) | Value::Int(_) | Value::Float(..) => true,
        }
    }
}
