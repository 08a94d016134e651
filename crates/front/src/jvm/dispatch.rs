//! What virtual calls mean: for each class and selector the method that is called.
//!
//! Only selectors that are called, and classes that are loaded, are entered into the program.

use std::rc::Rc;

use ir::{ClassId, FunctionId};

use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::descriptor::dotted;
use crate::jvm::library;
use crate::jvm::method;
use crate::jvm::world::{World, head};

impl World {
    /// Says that a virtual call with this selector exists.
    pub(super) fn call_virtually(&mut self, selector: &str) {
        if self.selectors.insert(selector.to_owned()) {
            let classes: Vec<ClassId> = self.program.classes.ids().collect();
            classes.into_iter().for_each(|class| self.bind(class, selector));
        }
    }

    /// Enters what a selector means for a class, if the class has a say in it.
    pub(super) fn bind(&mut self, class: ClassId, selector: &str) {
        let meaning = match self.java(class) {
            Some(java) => self.implementation(class, &java, selector),
            None => self.library_function(&format!("{}.{selector}", dotted(self.name(class)))),
        };
        if let Some(function) = meaning {
            self.program.classes[class].methods.insert(selector.to_owned(), function);
        }
    }

    fn implementation(&mut self, class: ClassId, java: &JavaClass, selector: &str) -> Option<FunctionId> {
        let own = java.methods.iter().position(|m| dispatchable(m) && m.selector() == selector);
        if let Some(own) = own {
            return if self.hides_package_private(class, java, selector) {
                Some(self.refusal(java, own, "overrides a package-private method of another package"))
            } else {
                Some(self.function(class, java, own))
            };
        }
        if java.is_interface() || self.inherits(class, selector) {
            return None;
        }
        self.default_method(class, selector)
    }

    /// A method of another package that only looks as if it were overridden (JVMS 5.4.5).
    fn hides_package_private(&self, class: ClassId, java: &JavaClass, selector: &str) -> bool {
        self.program.ancestors(class).skip(1).filter_map(|c| self.java(c)).any(|above| {
            above.package() != java.package()
                && above.methods.iter().any(|m| m.is_package_private() && !m.is_static() && m.selector() == selector)
        })
    }

    fn inherits(&self, class: ClassId, selector: &str) -> bool {
        self.program.ancestors(class).skip(1).any(|c| match self.java(c) {
            Some(java) => java.methods.iter().any(|m| dispatchable(m) && m.selector() == selector),
            None => library::function(&format!("{}.{selector}", dotted(self.name(c)))).is_some(),
        })
    }

    /// The one implementation among the interfaces that no other one overrides.
    fn default_method(&mut self, class: ClassId, selector: &str) -> Option<FunctionId> {
        let mut found: Vec<(ClassId, Rc<JavaClass>, usize)> = Vec::new();
        for interface in self.interfaces(class) {
            let Some(java) = self.java(interface) else { continue };
            let method =
                java.methods.iter().position(|m| m.selector() == selector && !m.is_static() && !m.is_private());
            found.extend(method.map(|m| (interface, java, m)));
        }
        let overridden = |of: ClassId| found.iter().any(|&(by, ..)| by != of && self.program.is_subclass(by, of));
        let most_specific: Vec<_> = found.iter().filter(|(i, ..)| !overridden(*i)).cloned().collect();
        match most_specific.as_slice() {
            [(interface, java, method)] if !java.methods[*method].is_abstract() => {
                Some(self.function(*interface, java, *method))
            }
            [] | [_] => None,
            [(_, java, method), ..] => Some(self.refusal(java, *method, "is inherited twice")),
        }
    }

    /// A function that says it cannot be analysed.
    fn refusal(&mut self, java: &JavaClass, method: usize, why: &str) -> FunctionId {
        let mut refusal = head(java, &java.methods[method]);
        let reason = format!("call of {}: it {why}", method::describe(java, &java.methods[method]));
        refusal.blocks = method::unsupported_body(reason, java.place(&java.methods[method]).line);
        refusal.name = format!("{} ({why}, {})", refusal.name, self.program.functions.next_id());
        self.program.functions.push(refusal)
    }
}

/// Whether a virtual call can end here.
fn dispatchable(method: &JavaMethod) -> bool {
    !method.is_static() && !method.is_private() && !method.is_abstract() && !method.name.starts_with('<')
}
