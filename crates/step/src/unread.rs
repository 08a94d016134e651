//! Which fields of arguments nobody looks at once a component keeps them.
//!
//! At first nobody is taken to look at any of them; whoever does shows it, and then the component is looked at once more.

use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{ClassId, Component, FieldRef, Program};
use symex::Unread;

use crate::Sight;
use crate::plan::{New, Origin, Plan};

/// What is not looked at where of arguments no more matters than whether they are null.
const ARGUMENTS: &str = "arguments";

/// The fields that are forgotten where calls end.
pub(crate) fn fields(component: &Component, plans: &[Rc<Plan>], sight: &Sight) -> Unread {
    let program = &component.program;
    let own: BTreeSet<FieldRef> = program.layout(component.class).into_iter().collect();
    let made: BTreeSet<ClassId> = plans.iter().flat_map(|plan| made(plan)).collect();
    let classes = made
        .into_iter()
        .filter(|&class| program.classes[class].element.is_none());
    let fields = classes.flat_map(|class| program.layout(class));
    let is_unread =
        |&field: &FieldRef| !own.contains(&field) && nobody_reads(program, field, sight);
    let some = plans.iter().any(|plan| !plan.references.is_empty());
    let forgets_arguments = some && nobody_looks_at(ARGUMENTS, sight);
    Unread::new(fields.filter(is_unread).collect(), forgets_arguments)
}

fn nobody_reads(program: &Program, field: FieldRef, sight: &Sight) -> bool {
    nobody_looks_at(&name(program, field), sight)
}

fn nobody_looks_at(name: &str, sight: &Sight) -> bool {
    match &sight.looked_at {
        Some(looked_at) => !looked_at.contains(name),
        None => sight.variables.unread.contains(name),
    }
}

/// The classes of the objects that clients make.
fn made(plan: &Plan) -> impl Iterator<Item = ClassId> {
    let choices = plan.references.iter().flat_map(|r| &r.choices);
    choices.filter_map(|(_, origin)| match origin {
        Origin::New(New { class, .. }) => Some(*class),
        _ => None,
    })
}

/// What is forgotten, by name.
pub(crate) fn forgotten(program: &Program, unread: &Unread) -> BTreeSet<String> {
    names(program, unread.fields(), unread.forgets_arguments())
}

/// What was looked at all the same, by name.
pub(crate) fn looked_at(program: &Program, unread: &Unread) -> BTreeSet<String> {
    names(program, &unread.looked_at(), unread.looked_at_arguments())
}

fn names(program: &Program, fields: &BTreeSet<FieldRef>, arguments: bool) -> BTreeSet<String> {
    let fields = fields.iter().map(|&field| name(program, field));
    fields
        .chain(arguments.then(|| ARGUMENTS.to_owned()))
        .collect()
}

fn name(program: &Program, field: FieldRef) -> String {
    let class = &program.classes[field.class].name;
    format!("{class}.{}", program.field(field).name)
}
