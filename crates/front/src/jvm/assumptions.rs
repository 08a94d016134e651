//! What the translation takes for granted about the JDK's exceptions: that they call no code of the component.

use std::rc::Rc;

use ir::{ClassId, FunctionId};

use crate::jvm::class::JavaClass;
use crate::jvm::world::World;

impl World {
    /// Takes the translation back where a class overrides what the JDK's exceptions call.
    pub(super) fn withdraw_assumptions(&mut self) {
        let throwable = self.library_class("java/lang/Throwable");
        let exceptions: Vec<(ClassId, Rc<JavaClass>)> =
            self.java_classes().filter(|&(class, _)| self.program.is_subclass(class, throwable)).collect();
        let declares =
            |name: &str, descriptor: &str| exceptions.iter().any(|(_, j)| j.method(name, descriptor).is_some());
        let texts = ["toString", "getMessage", "getLocalizedMessage"];
        if texts.iter().any(|name| declares(name, "()Ljava/lang/String;")) {
            let reason = "an exception with a cause, where an exception has a text of its own";
            self.cause_givers.clone().into_iter().for_each(|f| self.withdraw(f, reason));
        }
        if declares("fillInStackTrace", "()Ljava/lang/Throwable;") {
            let ids = self.functions.iter().filter(|((class, method), _)| {
                exceptions.iter().any(|(c, java)| c == class && java.methods[*method].name == "<init>")
            });
            let constructors: Vec<FunctionId> = ids.map(|(_, &id)| id).collect();
            constructors.into_iter().for_each(|f| self.withdraw(f, "an exception with its own fillInStackTrace()"));
        }
    }
}
