//! Completing a program while it is analysed.
//!
//! A library is far larger than what one component needs of it, and what is needed is known only where the analysis
//! gets to: code is translated when it is first called, and a virtual call is resolved for a class when it is first made.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::image::ImageId;
use crate::{
    Access, Candidate, ClassId, Code, Const, FieldRef, FunctionId, GivenType, Program, SelectorId,
};

/// Who completes a program. The answer to a question is always the same, and the program may grow while it is found.
pub trait Linker {
    /// The code of a function that has none yet; what cannot be translated ends in `Unsupported`.
    fn code(&self, program: &Program, function: FunctionId) -> Code;
    /// What a selector means for objects of exactly this class.
    fn resolve(
        &self,
        program: &Program,
        class: ClassId,
        selector: SelectorId,
    ) -> Option<FunctionId>;
    /// The function that does what a native one does, given the arguments that are constants; or why there is none.
    fn native(
        &self,
        program: &Program,
        name: &str,
        args: &[Option<Const>],
    ) -> Result<FunctionId, String>;
    /// The object that stands for a class.
    fn mirror(&self, program: &Program, class: ClassId) -> Option<ImageId>;
    /// What a variable of this type, as the source writes it, can refer to.
    fn candidates(&self, program: &Program, source_type: &str) -> Vec<Candidate>;
    /// The same for a type with more to it than its name.
    fn candidates_given(&self, _program: &Program, _given: GivenType) -> Vec<Candidate> {
        Vec::new()
    }
    /// The type of a field of an object of exactly this class that was passed as that type, where there is more to it
    /// than its name.
    fn field_given(
        &self,
        _program: &Program,
        _given: Option<GivenType>,
        _class: ClassId,
        _field: FieldRef,
    ) -> Option<GivenType> {
        None
    }
    /// The type of the elements of an array that was passed as that type, likewise.
    fn element_given(&self, _program: &Program, _given: GivenType) -> Option<GivenType> {
        None
    }
    /// The type of a field as clients of a class would write it.
    fn field_type(&self, program: &Program, _class: ClassId, field: FieldRef) -> String {
        program.field(field).source_type.clone()
    }
    /// The classes that a person means by a name: in full, or without its package.
    fn classes_named(&self, _program: &Program, _name: &str) -> Vec<ClassId> {
        Vec::new()
    }
    /// Names like this one of classes that there are, for somebody who has mistaken one.
    fn names_like(&self, _program: &Program, _name: &str) -> Vec<String> {
        Vec::new()
    }
    /// Whether objects of a class can be thrown.
    fn is_thrown(&self, _program: &Program, _class: ClassId) -> bool {
        true
    }
    /// Whether a variable of this type, as the source writes it, can refer to any object.
    fn takes_any(&self, _source_type: &str) -> bool {
        false
    }
    /// Whether objects of a class stand for a value: nobody should ask whether two of them are the same object.
    fn is_value(&self, _program: &Program, _class: ClassId) -> bool {
        false
    }
    /// How a client deals with the class of this type; a linker that knows no clients says that it cannot.
    fn access(&self, _program: &Program, _source_type: &str) -> Access {
        Access::default()
    }
}

/// A program's linker, if it has one, and what must be remembered of objects of the image for it.
#[derive(Clone, Default)]
pub struct Link {
    linker: Option<Rc<dyn Linker>>,
    /// Objects whose content decided what else is in the image.
    read: RefCell<BTreeSet<ImageId>>,
    /// Objects that some state has changed.
    written: RefCell<BTreeSet<ImageId>>,
    /// What the meaning of code rests on that was analysed so far.
    assumed: RefCell<BTreeSet<Arc<str>>>,
}

impl Link {
    /// This linker.
    pub fn new(linker: Rc<dyn Linker>) -> Self {
        Self {
            linker: Some(linker),
            ..Self::default()
        }
    }

    /// Whether there is a linker.
    pub fn is_linked(&self) -> bool {
        self.linker.is_some()
    }
}

/// Two programs are the same if their parts are, whoever made them.
impl PartialEq for Link {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Link {}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.linker.is_some() {
            "linked"
        } else {
            "complete"
        })
    }
}

impl Program {
    /// Notes that what was analysed rests on something that nobody has shown.
    pub fn assume(&self, what: &Arc<str>) {
        if !self.link.assumed.borrow().contains(what) {
            self.link.assumed.borrow_mut().insert(Arc::clone(what));
        }
    }

    /// What rests under all that was analysed so far, in words.
    pub fn assumptions(&self) -> Vec<Arc<str>> {
        self.link.assumed.borrow().iter().cloned().collect()
    }

    /// The code of a function, asked of the linker if it is not there yet.
    ///
    /// # Panics
    /// If there is no code and no linker: [`validate`](crate::validate) refuses such a program.
    pub fn code(&self, function: FunctionId) -> &Code {
        let cell = &self.functions[function].code;
        if cell.get().is_none() {
            let linker = self
                .link
                .linker
                .as_ref()
                .expect("a program without a linker has all its code");
            let code = linker.code(self, function);
            // Finding the code may have led back here; the answer is the same.
            let _ = cell.set(code);
        }
        cell.get().expect("the code was just set")
    }

    /// The method `selector` means for an object of class `class`.
    pub fn resolve(&self, class: ClassId, selector: SelectorId) -> Option<FunctionId> {
        let known = self.classes[class].methods.get(selector);
        if let Some(known) = known {
            return known;
        }
        let found = match &self.link.linker {
            Some(linker) => linker.resolve(self, class, selector),
            None => self
                .ancestors(class)
                .find_map(|c| self.classes[c].methods.get(selector).flatten()),
        };
        self.classes[class].methods.set(selector, found);
        found
    }

    /// The function made for a native one and these arguments, or why there is none.
    pub fn native(&self, name: &str, args: &[Option<Const>]) -> Result<FunctionId, String> {
        match &self.link.linker {
            Some(linker) => linker.native(self, name, args),
            None => Err(format!("native method {name}")),
        }
    }

    /// The object that stands for a class.
    pub fn mirror(&self, class: ClassId) -> Option<ImageId> {
        self.link
            .linker
            .as_ref()
            .and_then(|linker| linker.mirror(self, class))
    }

    /// What a variable of this type, as the source writes it, can refer to.
    pub fn candidates(&self, source_type: &str) -> Vec<Candidate> {
        self.link
            .linker
            .as_ref()
            .map_or_else(Vec::new, |linker| linker.candidates(self, source_type))
    }

    /// What a variable of this type can refer to, null aside, where there is more to the type than its name.
    pub fn candidates_given(&self, given: GivenType) -> Vec<Candidate> {
        self.link
            .linker
            .as_ref()
            .map_or_else(Vec::new, |linker| linker.candidates_given(self, given))
    }

    /// The type of a field of an object of exactly this class that was passed as that type.
    pub fn field_given(
        &self,
        given: Option<GivenType>,
        class: ClassId,
        field: FieldRef,
    ) -> Option<GivenType> {
        self.link
            .linker
            .as_ref()
            .and_then(|linker| linker.field_given(self, given, class, field))
    }

    /// The type of the elements of an array that was passed as that type.
    pub fn element_given(&self, given: GivenType) -> Option<GivenType> {
        self.link
            .linker
            .as_ref()
            .and_then(|linker| linker.element_given(self, given))
    }

    /// The classes that a person means by a name: in full, or without its package.
    pub fn classes_named(&self, name: &str) -> Vec<ClassId> {
        self.link
            .linker
            .as_ref()
            .map_or_else(Vec::new, |linker| linker.classes_named(self, name))
    }

    /// Names like this one of classes that there are.
    pub fn names_like(&self, name: &str) -> Vec<String> {
        self.link
            .linker
            .as_ref()
            .map_or_else(Vec::new, |linker| linker.names_like(self, name))
    }

    /// Whether objects of a class can be thrown.
    pub fn is_thrown(&self, class: ClassId) -> bool {
        let linker = self.link.linker.as_ref();
        linker.is_none_or(|linker| linker.is_thrown(self, class))
    }

    /// Whether a variable of this type, as the source writes it, can refer to any object.
    pub fn takes_any(&self, source_type: &str) -> bool {
        let linker = self.link.linker.as_ref();
        linker.is_some_and(|linker| linker.takes_any(source_type))
    }

    /// Whether objects of a class stand for a value.
    pub fn is_value(&self, class: ClassId) -> bool {
        let linker = self.link.linker.as_ref();
        linker.is_some_and(|linker| linker.is_value(self, class))
    }

    /// The type of a field as clients of a class would write it.
    pub fn field_type(&self, class: ClassId, field: FieldRef) -> String {
        let written = || self.field(field).source_type.clone();
        self.link
            .linker
            .as_ref()
            .map_or_else(written, |linker| linker.field_type(self, class, field))
    }

    /// How the code of a client deals with the class of this type, as the source writes it.
    pub fn access(&self, source_type: &str) -> Access {
        self.link
            .linker
            .as_ref()
            .map_or_else(Access::default, |linker| linker.access(self, source_type))
    }

    /// Notes that the content of an object decided what else is in the image; `false` if a state may have changed it
    /// already, so that nothing must be decided by it.
    pub fn rely_on(&self, object: ImageId) -> bool {
        let free = !self.link.written.borrow().contains(&object);
        if free {
            self.link.read.borrow_mut().insert(object);
        }
        free
    }

    /// Notes that a state changes an object; `false` if the image relies on it, so that what follows is not known.
    pub fn may_change(&self, object: ImageId) -> bool {
        let free = !self.link.read.borrow().contains(&object);
        if free {
            self.link.written.borrow_mut().insert(object);
        }
        free
    }
}
