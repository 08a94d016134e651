//! Call sites that are made when they are first reached: concatenation, lambdas, method references, records, switches
//! over patterns.

use crate::jvm::method::translation::{Flow, Step, Translation, unsupported};

impl Translation<'_> {
    pub(in crate::jvm) fn invoke_dynamic(&mut self, index: u16) -> Step<Flow> {
        // `site.bootstrap` has `maker` (`java/lang/invoke/StringConcatFactory.makeConcat`) and `arguments` (indices of
        // constants: `java.handle_at`, `java.method_type_at`, `java.class_at`, `java.string_at`).
        let site = self.java.dynamic_at(index)?;
        Err(unsupported(format!("a call site made by {}", site.bootstrap.maker)))
    }

    /// `ldc` of a dynamic constant.
    pub(in crate::jvm) fn dynamic_constant(&mut self, _index: u16) -> Step<Flow> {
        Err(unsupported("a dynamic constant"))
    }
}
