//! A machine: the state of a running program, open to inspection.

use std::sync::Arc;

use base::Id;

use crate::interp::heap::Heap;
use crate::interp::layout::Layout;
use crate::interp::run::Run;
use crate::interp::{ObjectId, Outcome, Value};
use crate::{ClassId, FieldRef, FunctionId, GlobalId, Program, StringId};

/// How many calls may be open at once.
pub const DEPTH_LIMIT: usize = 2000;

/// Heap and globals of a program. A clone is an independent copy of the state; what is known of the program is shared.
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
    pub(super) layout: Arc<Layout>,
    pub(super) heap: Heap,
    pub(super) globals: Vec<i64>,
}

impl<'p> Machine<'p> {
    /// A machine in its first state: globals zeroed, no object but the string literals.
    pub fn new(program: &'p Program) -> Self {
        let layout = Layout::of(program);
        let mut heap = Heap::default();
        if let Some(class) = program.string_class {
            program.strings.ids().for_each(|_| {
                heap.allocate(class, layout.size(class));
            });
        }
        Self { program, layout: Arc::new(layout), heap, globals: vec![0; program.globals.len()] }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Runs a function. Each statement and each terminator is a step; creating an object costs one more for each field,
    /// a call one more for each local of the callee, so the limit bounds memory too.
    ///
    /// # Panics
    /// If the arguments do not fit the parameters, or an object is not one of this machine.
    pub fn call(&mut self, function: FunctionId, args: &[Value], step_limit: u64) -> Outcome {
        let callee = &self.program.functions[function];
        let params = callee.locals.values().take(callee.params);
        assert!(
            args.len() == callee.params && params.zip(args).all(|(p, a)| a.fits(p.ty)),
            "{args:?} are not arguments of {}",
            callee.name
        );
        assert!(args.iter().all(|&a| self.knows(a)), "{args:?} hold an object of another machine");
        Run::new(self, step_limit).call(function, args)
    }

    /// How many objects there are.
    pub fn object_count(&self) -> usize {
        self.heap.len()
    }

    /// All objects, oldest first; string literals come before all others.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.heap.len()).map(ObjectId::from_index)
    }

    /// The class of an object.
    pub fn class_of(&self, object: ObjectId) -> ClassId {
        self.heap.class(object)
    }

    /// A field of an object.
    ///
    /// # Panics
    /// If the object has no such field.
    pub fn field(&self, object: ObjectId, field: FieldRef) -> Value {
        let offset = self.offset_in(object, field);
        Value::from_word(self.program.field(field).ty, self.heap.slot(object, offset))
    }

    /// Overwrites a field of an object.
    ///
    /// # Panics
    /// If the object has no such field or the value does not fit.
    pub fn set_field(&mut self, object: ObjectId, field: FieldRef, value: Value) {
        let offset = self.offset_in(object, field);
        assert!(value.fits(self.program.field(field).ty) && self.knows(value), "{value:?} does not fit the field");
        self.heap.set_slot(object, offset, value.word());
    }

    /// A global variable.
    pub fn global(&self, global: GlobalId) -> Value {
        Value::from_word(self.program.globals[global].ty, self.globals[global.index()])
    }

    /// Overwrites a global variable.
    ///
    /// # Panics
    /// If the value does not fit.
    pub fn set_global(&mut self, global: GlobalId, value: Value) {
        assert!(value.fits(self.program.globals[global].ty) && self.knows(value), "{value:?} does not fit the global");
        self.globals[global.index()] = value.word();
    }

    /// A new object, every field zero, false or null; no constructor is run.
    pub fn allocate(&mut self, class: ClassId) -> ObjectId {
        self.heap.allocate(class, self.layout.size(class))
    }

    /// The object of a string literal; `None` if the program says no class for them.
    pub fn string(&self, string: StringId) -> Option<ObjectId> {
        self.program.string_class.map(|_| ObjectId::from_index(string.index()))
    }

    fn offset_in(&self, object: ObjectId, field: FieldRef) -> usize {
        let class = self.heap.class(object);
        assert!(self.layout.has_fields_of(class, field.class), "objects of {class} have no such field");
        self.layout.offset(field)
    }

    fn knows(&self, value: Value) -> bool {
        match value {
            Value::Ref(Some(object)) => object.index() < self.heap.len(),
            Value::Ref(None) | Value::Bool(_) | Value::Int(_) => true,
        }
    }
}
