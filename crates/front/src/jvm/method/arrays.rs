//! Arrays: creation, lengths, elements.

use crate::jvm::descriptor::JavaType;
use crate::jvm::method::op::Elements;
use crate::jvm::method::translation::{Flow, Step, Translation, unsupported};

impl Translation<'_> {
    pub(in crate::jvm) fn new_array(&mut self, _element: &JavaType) -> Step<Flow> {
        Err(unsupported("creating an array"))
    }

    pub(in crate::jvm) fn new_ref_array(&mut self, _index: u16) -> Step<Flow> {
        Err(unsupported("creating an array"))
    }

    pub(in crate::jvm) fn new_multi_array(&mut self, _index: u16, _dimensions: u8) -> Step<Flow> {
        Err(unsupported("creating an array"))
    }

    pub(in crate::jvm) fn array_length(&mut self) -> Step<Flow> {
        Err(unsupported("the length of an array"))
    }

    pub(in crate::jvm) fn load_element(&mut self, _elements: Elements) -> Step<Flow> {
        Err(unsupported("reading an element of an array"))
    }

    pub(in crate::jvm) fn store_element(&mut self, _elements: Elements) -> Step<Flow> {
        Err(unsupported("writing an element of an array"))
    }
}
