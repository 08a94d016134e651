//! Which objects of the image are literals, and which stand for classes.

use std::collections::{BTreeMap, BTreeSet};

use ir::{ClassId, ImageId};

use crate::jvm::descriptor::JavaType;

pub(in crate::jvm) const STRING: &str = "java/lang/String";

/// The class of texts of which nothing is known but that they are there.
pub(in crate::jvm) const MACHINE_TEXT: &str = "text of the virtual machine";

/// The objects made so far.
#[derive(Default)]
pub(in crate::jvm) struct Texts {
    pub(super) literals: BTreeMap<Vec<u16>, ImageId>,
    pub(super) mirrors: BTreeMap<Mirrored, ImageId>,
    pub(super) mirrored: BTreeMap<ImageId, Mirrored>,
    /// Strings and their bytes: nobody ever changes them.
    pub(super) fixed: BTreeSet<ImageId>,
    /// The text of exceptions the machine raises.
    pub(super) machine: Option<ImageId>,
}

/// What a class object stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::jvm) enum Mirrored {
    /// A class, an interface or an array class.
    Class(ClassId),
    /// A primitive type or `void`, as the source writes it.
    Primitive(&'static str),
}

impl Texts {
    /// Whether an object is a string or holds the bytes of one, so that it never changes in a way that can be seen.
    pub(in crate::jvm) fn is_text(&self, object: ImageId) -> bool {
        self.fixed.contains(&object)
    }
}

/// A text between quotes, different for different texts.
pub(super) fn quoted(units: &[u16]) -> String {
    let shown = char::decode_utf16(units.iter().copied()).map(|c| match c {
        Ok('\'') => "'".to_owned(),
        Ok(c) => c.escape_debug().to_string(),
        Err(alone) => format!("\\u{{{:x}}}", alone.unpaired_surrogate()),
    });
    format!("\"{}\"", shown.collect::<String>())
}

/// The hash code of a string (the documentation of `String.hashCode` says how it is computed).
pub(super) fn hash(units: &[u16]) -> i32 {
    units.iter().fold(0, |hash: i32, &unit| {
        hash.wrapping_mul(31).wrapping_add(i32::from(unit))
    })
}

/// A primitive type by its name in the source.
pub(in crate::jvm) fn primitive_name(ty: &JavaType) -> Option<&'static str> {
    Some(match ty {
        JavaType::Boolean => "boolean",
        JavaType::Byte => "byte",
        JavaType::Short => "short",
        JavaType::Char => "char",
        JavaType::Int => "int",
        JavaType::Long => "long",
        JavaType::Float => "float",
        JavaType::Double => "double",
        JavaType::Object(_) | JavaType::Array(..) => return None,
    })
}
