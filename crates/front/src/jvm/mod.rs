//! Java: class files to a [`Component`](ir::Component).
//!
//! The path is: find the class ([`Source`]), read it, and say what a client may call. The rest is found while the program
//! is analysed, by its `linker`: classes of the user and of the JDK are read when something names them, methods are
//! translated when something calls them. Whatever cannot be translated ends its path in `Unsupported`, with a name and a
//! line.

mod access;
mod called;
mod candidates;
mod class;
mod class_path;
mod compared;
mod compile;
mod component;
mod descriptor;
mod dispatch;
mod dynamic;
mod files;
mod found;
mod freeze;
mod generic;
mod initialise;
mod jar;
mod jdk;
mod linker;
mod listing;
mod literals;
mod load;
mod members;
mod method;
mod natives;
mod origins;
mod outsider;
mod readiness;
mod ready;
pub mod replay;
mod source;
mod stand_ins;
mod stream;
mod texts;
mod trim;
mod unlike;
mod world;

pub use compile::tool;
pub use jdk::{home, release};
pub use listing::{
    Compiled, ListedClass, NoInterface, classes_of_jdk, classes_of_path, classes_of_sources,
};
pub use load::{load, load_classes};
pub use origins::{Origins, origins};
pub use source::{Runnable, Source, runnable};
pub use stand_ins::stand_ins_of;
pub use stream::{Assumption, JavaFilter, Method, Most, assumed, load_filter};
pub use unlike::classes_unlike;
