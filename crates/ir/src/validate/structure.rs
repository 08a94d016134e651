//! Classes, globals and the heads of functions.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;

use crate::{
    Class, ClassId, Code, Element, Function, FunctionId, Invalid, Program, SelectorId, Type,
};

pub(super) fn check(program: &Program) -> Vec<Invalid> {
    let mut faults = Vec::new();
    let mut fault = |function: Option<FunctionId>, message: String| {
        faults.push(Invalid {
            function,
            block: None,
            message,
        });
    };
    names(program, &mut |m| fault(None, m));
    for (id, class) in program.classes.iter() {
        class_faults(program, id, class, &mut |m| fault(None, m));
    }
    for global in program.globals.values().filter(|g| !is_known(g.ty)) {
        let name = &global.name;
        fault(
            None,
            format!("global {name} has a width the ir does not know"),
        );
    }
    for (id, function) in program.functions.iter() {
        let name = &function.name;
        if function.code.get().is_none() && !program.link.is_linked() {
            fault(Some(id), format!("{name} has no code"));
        }
        let mut types = function.params.iter().map(|p| p.ty).chain(function.returns);
        if !types.all(is_known) {
            let what = "has a parameter or result of a width the ir does not know";
            fault(Some(id), format!("{name} {what}"));
        }
    }
    if faults.is_empty() {
        selectors(program)
    } else {
        faults
    }
}

fn names(program: &Program, fault: &mut impl FnMut(String)) {
    unique("class", program.classes.values().map(|c| &c.name), fault);
    unique("global", program.globals.values().map(|g| &g.name), fault);
    let functions = program.functions.values().map(|f| &f.name);
    unique("function", functions, fault);
    unique("selector", program.selectors.values(), fault);
}

fn unique<'a>(kind: &str, names: impl Iterator<Item = &'a String>, fault: &mut impl FnMut(String)) {
    let mut seen = BTreeSet::new();
    for name in names.filter(|name| !seen.insert(*name)) {
        fault(format!("there are two of {kind} {name:?}"));
    }
}

fn class_faults(program: &Program, id: ClassId, class: &Class, fault: &mut impl FnMut(String)) {
    let name = &class.name;
    let supertypes = || class.parent.iter().chain(&class.interfaces);
    for _ in supertypes().filter(|s| s.index() >= id.index()) {
        fault(format!(
            "class {name} does not stand after all its supertypes"
        ));
    }
    let fields = class.fields.iter();
    unique(
        &format!("field of {name}"),
        fields.clone().map(|f| &f.name),
        fault,
    );
    for field in fields.filter(|f| !is_known(f.ty)) {
        let field = &field.name;
        fault(format!(
            "field {name}::{field} has a width the ir does not know"
        ));
    }
    let is_there = |(s, f): (SelectorId, FunctionId)| {
        let selector = program.selectors.get(s);
        selector.and(program.functions.get(f)).is_some()
    };
    let entries = class.methods.entries().into_iter();
    for (selector, function) in entries.filter(|&entry| !is_there(entry)) {
        fault(format!("{selector} = {function} of {name} does not exist"));
    }
    if let Some(element) = class.element {
        element_faults(id, class, element, fault);
    }
    let mut above = supertypes().filter_map(|&s| program.classes.get(s));
    if above.any(|s| s.element.is_some()) {
        fault(format!("class {name} stands below a class of arrays"));
    }
}

/// The class of the elements stands before that of the array, so asking what stands below what always ends.
fn element_faults(id: ClassId, class: &Class, element: Element, fault: &mut impl FnMut(String)) {
    let Element { ty, class: of } = element;
    if !class.fields.is_empty() {
        fault(format!("class {} has both elements and fields", class.name));
    }
    if !is_known(ty) || (of.is_some() && ty != Type::Ref) {
        fault(format!("class {} has elements of no type", class.name));
    }
    if of.is_some_and(|c| c.index() >= id.index()) {
        fault(format!(
            "class {} does not stand after that of its elements",
            class.name
        ));
    }
}

/// Whether code has the shape that its function says.
pub(super) fn code(head: &Function, code: &Code) -> Vec<Invalid> {
    let mut faults = Vec::new();
    let mut fault = |message: String| {
        faults.push(Invalid {
            function: None,
            block: None,
            message,
        })
    };
    if code.blocks.is_empty() {
        fault(format!("{} has no block", head.name));
    }
    if !code
        .locals
        .values()
        .take(head.params.len())
        .eq(&head.params)
    {
        fault(format!(
            "the first locals of {} are not its parameters",
            head.name
        ));
    }
    if !code.locals.values().all(|l| is_known(l.ty)) {
        fault(format!(
            "{} has a local of a width the ir does not know",
            head.name
        ));
    }
    faults
}

/// Methods that one virtual call may mean must take and return the same types.
fn selectors(program: &Program) -> Vec<Invalid> {
    let mut faults = Vec::new();
    let mut first: BTreeMap<SelectorId, FunctionId> = BTreeMap::new();
    for (selector, id) in program.classes.values().flat_map(|c| c.methods.entries()) {
        let other = *first.entry(selector).or_insert(id);
        let selector = &program.selectors[selector];
        let mut fault = |message| {
            faults.push(Invalid {
                function: Some(id),
                block: None,
                message,
            })
        };
        let (method, other) = (&program.functions[id], &program.functions[other]);
        if method.params.first().is_none_or(|p| p.ty != Type::Ref) {
            fault(format!("method {selector} takes no receiver"));
        } else if signature(method) != signature(other) {
            fault(format!(
                "method {selector} differs in type from {}",
                other.name
            ));
        }
    }
    faults
}

/// Parameter and result types.
pub(super) fn signature(function: &Function) -> (Vec<Type>, Option<Type>) {
    (
        function.params.iter().map(|p| p.ty).collect(),
        function.returns,
    )
}

fn is_known(ty: Type) -> bool {
    match ty {
        Type::Int(int) => int.is_known(),
        Type::Bool | Type::Float(_) | Type::Ref => true,
    }
}
