//! Classes, globals, strings and the heads of functions.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;

use crate::{Class, ClassId, Function, FunctionId, Invalid, LocalId, Program, Type};

pub(super) fn check(program: &Program) -> Vec<Invalid> {
    let mut faults = Vec::new();
    let mut fault = |function: Option<FunctionId>, message: String| {
        faults.push(Invalid { function, block: None, message });
    };
    unique("class", program.classes.values().map(|c| &c.name), &mut |m| fault(None, m));
    unique("global", program.globals.values().map(|g| &g.name), &mut |m| fault(None, m));
    unique("function", program.functions.values().map(|f| &f.name), &mut |m| fault(None, m));
    unique("string", program.strings.values(), &mut |m| fault(None, m));
    for (id, class) in program.classes.iter() {
        class_faults(program, id, class, &mut |m| fault(None, m));
    }
    for global in program.globals.values().filter(|g| !is_known(g.ty)) {
        fault(None, format!("global {} has a width the ir does not know", global.name));
    }
    if program.string_class.is_some_and(|c| program.classes.get(c).is_none()) {
        fault(None, "the class of string literals does not exist".to_owned());
    }
    for (id, function) in program.functions.iter() {
        head_faults(function, &mut |m| fault(Some(id), m));
    }
    if faults.is_empty() { selectors(program) } else { faults }
}

fn unique<'a>(kind: &str, names: impl Iterator<Item = &'a String>, fault: &mut impl FnMut(String)) {
    let mut seen = BTreeSet::new();
    for name in names.filter(|name| !seen.insert(*name)) {
        fault(format!("there are two of {kind} {name:?}"));
    }
}

fn class_faults(program: &Program, id: ClassId, class: &Class, fault: &mut impl FnMut(String)) {
    let supertypes = class.parent.iter().chain(&class.interfaces);
    for _ in supertypes.filter(|s| s.index() >= id.index()) {
        fault(format!("class {} does not stand after all its supertypes", class.name));
    }
    unique(&format!("field of {}", class.name), class.fields.iter().map(|f| &f.name), fault);
    for field in class.fields.iter().filter(|f| !is_known(f.ty)) {
        fault(format!("field {}::{} has a width the ir does not know", class.name, field.name));
    }
    for (selector, _) in class.methods.iter().filter(|(_, f)| program.functions.get(**f).is_none()) {
        fault(format!("method {selector} of {} does not exist", class.name));
    }
}

fn head_faults(function: &Function, fault: &mut impl FnMut(String)) {
    if function.blocks.is_empty() {
        fault(format!("{} has no block", function.name));
    }
    if function.params > function.locals.len() {
        fault(format!("{} has more parameters than locals", function.name));
    }
    let types = function.locals.values().map(|l| l.ty).chain(function.returns);
    if !types.into_iter().all(is_known) {
        fault(format!("{} has a local or result of a width the ir does not know", function.name));
    }
}

/// Methods that one virtual call may mean must take and return the same types.
fn selectors(program: &Program) -> Vec<Invalid> {
    let mut faults = Vec::new();
    let mut first: BTreeMap<&str, FunctionId> = BTreeMap::new();
    let methods = program.classes.values().flat_map(|c| &c.methods);
    for (selector, &id) in methods {
        let other = *first.entry(selector).or_insert(id);
        let mut fault = |message| faults.push(Invalid { function: Some(id), block: None, message });
        let (method, other) = (&program.functions[id], &program.functions[other]);
        if method.params == 0 || method.locals[LocalId::from_index(0)].ty != Type::Ref {
            fault(format!("method {selector} takes no receiver"));
        } else if signature(method) != signature(other) {
            fault(format!("method {selector} differs in type from {}", other.name));
        }
    }
    faults
}

/// Parameter and result types.
pub(super) fn signature(function: &Function) -> (Vec<Type>, Option<Type>) {
    (function.locals.values().take(function.params).map(|l| l.ty).collect(), function.returns)
}

fn is_known(ty: Type) -> bool {
    match ty {
        Type::Int(int) => int.is_known(),
        Type::Bool | Type::Ref => true,
    }
}
