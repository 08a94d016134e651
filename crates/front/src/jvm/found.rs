//! Fields and methods that were found, by their declaring class and their position there.

use std::rc::Rc;

use ir::ClassId;

use crate::jvm::class::{JavaClass, JavaField, JavaMethod};

/// A field that was found, by its declaring class and its position there.
pub(in crate::jvm) struct FoundField {
    pub(in crate::jvm) class: ClassId,
    pub(in crate::jvm) java: Rc<JavaClass>,
    pub(in crate::jvm) index: usize,
}

impl FoundField {
    pub(in crate::jvm) fn declaration(&self) -> &JavaField {
        &self.java.fields[self.index]
    }
}

/// A method that was found, by its declaring class and its position there.
#[derive(Clone)]
pub(in crate::jvm) struct FoundMethod {
    pub(in crate::jvm) class: ClassId,
    pub(in crate::jvm) java: Rc<JavaClass>,
    pub(in crate::jvm) index: usize,
}

impl FoundMethod {
    pub(in crate::jvm) fn declaration(&self) -> &JavaMethod {
        &self.java.methods[self.index]
    }

    /// The selector under which it is called virtually. One with package access is another method than one of the same
    /// name in another package (JVMS 5.4.5).
    pub(in crate::jvm) fn selector(&self) -> String {
        let declared = self.declaration();
        if declared.is_package_private() {
            format!("{}:{}", self.java.package(), declared.selector())
        } else {
            declared.selector()
        }
    }
}
