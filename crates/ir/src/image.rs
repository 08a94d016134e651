//! Objects that exist before anything runs: literals, what stands for classes, and what static initialisers made that
//! could be run beforehand.
//!
//! They have a fixed content, so states need not hold them; one that a program changes becomes a part of its state.

use std::cell::OnceCell;

use base::define_id;

use crate::{ClassId, Const, Program};

define_id!(
    /// An object of a program's image.
    ImageId, "@"
);

/// An object of a program's image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageObject {
    /// The exact class.
    pub class: ClassId,
    /// A name for people: `"text"`, `Color.RED`.
    pub name: Option<String>,
    /// One value for each field, in the order of [`Program::layout`], or each element. Set once; objects may refer to
    /// one another in circles.
    pub content: OnceCell<Vec<Const>>,
}

impl Program {
    /// The values of the fields or elements of an object of the image.
    ///
    /// # Panics
    /// If whoever made the object never gave it a content.
    pub fn image_content(&self, object: ImageId) -> &[Const] {
        self.image[object]
            .content
            .get()
            .expect("whoever makes an object of the image gives it a content")
    }
}
