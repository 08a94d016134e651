//! Classes that stand for collections of the JDK, in Java.
//!
//! A map of the JDK branches on hash codes, and an array list has room for elements that are not there: followed as they are, both have
//! thousands of states where a client sees few. The classes here hold the same elements in arrays that are as long as there are
//! elements, and find keys by `equals`.

use ir::{Component, Program};

/// Classes by internal name, with those nested in them: `build.rs` has compiled them.
const COMPILED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/stand_ins.rs"));

/// Whether a class, or one that it is nested in, has a stand-in.
pub(super) fn stands(name: &str) -> bool {
    let outer = name.split('$').next().unwrap_or(name);
    compiled(outer).is_some()
}

/// The class file of a stand-in.
pub(super) fn compiled(name: &str) -> Option<&'static [u8]> {
    let found = COMPILED.iter().find(|(own, _)| *own == name);
    found.map(|(_, bytes)| *bytes)
}

/// The collections of a component, as far as it was followed, for which classes of ours stand; simple names, sorted.
pub fn stand_ins_of(component: &Component) -> Vec<String> {
    if stands(&component.name.replace('.', "/")) {
        return Vec::new();
    }
    let outer = COMPILED.iter().filter(|(name, _)| !name.contains('$'));
    let made = outer.filter(|(name, _)| is_made(&component.program, &name.replace('/', ".")));
    made.filter_map(|(name, _)| Some(name.rsplit_once('/')?.1.to_owned()))
        .collect()
}

/// Whether a constructor of a class was ever called.
fn is_made(program: &Program, class: &str) -> bool {
    let constructor = format!("{class}.<init>(");
    let mut functions = program.functions.values();
    functions.any(|f| f.name.starts_with(&constructor) && f.code.get().is_some())
}
