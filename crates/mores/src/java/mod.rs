//! Concrete calls as Java that compiles.
//!
//! A call is a few statements of which the last is the call itself. `it` is the object that is called; `made`, `held` and
//! `standIn` are the functions that every generated file brings along for what a client cannot write itself
//! (`emit::java`). Where even these do not help, there is no text, and it is said why.

mod literal;
mod object;

use base::Id;
use ir::{Candidate, Component, Const, Entry, Global, Type};
use smt::Value;
use step::{Given, LetterId, StepSystem};

pub(crate) use literal::is_identifier;
use object::Writer;

/// A call as statements of Java without their semicolons; the last one is the call. `Err` says why it cannot be written.
pub(crate) fn call(
    component: &Component,
    system: &StepSystem,
    letter: LetterId,
    scalars: &[Value],
) -> Result<Vec<String>, String> {
    ends_alone(system, letter)?;
    let given = system.letters[letter].given(scalars);
    let mut writer = Writer::new(component, is_constructor(component, letter));
    let call = writer.call(entry(component, letter), &given)?;
    Ok(writer.into_lines(call))
}

/// `Err` if how a call ends depends on what others answer: nobody can be told to answer so.
pub(crate) fn ends_alone(system: &StepSystem, letter: LetterId) -> Result<(), String> {
    let name = &system.letters[letter].name;
    match system.decided_by_others().contains(&letter) {
        true => Err(format!("how {name} ends depends on what others answer")),
        false => Ok(()),
    }
}

/// Whether a class keeps something in static fields, which calls on one object leave for the next: in variables, or in
/// objects that they refer to for ever.
pub(crate) fn keeps_statics(component: &Component) -> bool {
    let own = |name: &str| {
        name.strip_prefix(&component.name)
            .is_some_and(|rest| rest.starts_with(['.', '$']))
    };
    let globals = component.program.globals.values();
    let mut kept = globals.filter(|g| g.tracked || (own(&g.name) && g.ty == Type::Ref));
    kept.any(|global| global.tracked || !is_constant(component, global))
}

/// Whether a static field holds what never changes: null, a text, a constant of an enum, or all of these.
fn is_constant(component: &Component, global: &Global) -> bool {
    let program = &component.program;
    let image = match global.initial.get() {
        Some(Const::Object(image)) => *image,
        Some(_) => return true,
        None => return false,
    };
    let class = &program.classes[program.image[image].class].name;
    let is_it = |candidate: &Candidate| matches!(candidate, Candidate::Constant(known, _) if *known == image);
    let declaring = global.name.rsplit_once('.').map_or("", |(class, _)| class);
    class == "java.lang.String"
        || global.name.ends_with(".$VALUES")
        || program.candidates(declaring).iter().any(is_it)
}

fn is_constructor(component: &Component, letter: LetterId) -> bool {
    letter.index() < component.constructors.len()
}

fn entry(component: &Component, letter: LetterId) -> &Entry {
    match letter.index().checked_sub(component.constructors.len()) {
        None => &component.constructors[letter.index()],
        Some(method) => &component.methods[method],
    }
}

impl Writer<'_> {
    fn call(&mut self, entry: &Entry, given: &[Given]) -> Result<String, String> {
        let subject = self.subject()?;
        let method = self.method_name(entry)?;
        let args = self.arguments(entry, given)?.join(", ");
        Ok(match (self.constructs, entry.takes_receiver) {
            (true, true) => {
                self.may_construct(entry)?;
                format!("new {subject}({args})")
            }
            (false, true) => format!("it.{method}({args})"),
            (_, false) => format!("{subject}.{method}({args})"),
        })
    }

    /// The name in the class file: the entry's own tells overloads apart.
    fn method_name(&self, entry: &Entry) -> Result<String, String> {
        let full = &self.component.program.functions[entry.function].name;
        let path = full.split('(').next().unwrap_or(full);
        let name = path.rsplit('.').next().unwrap_or(path);
        // Java has no word for two methods that differ in their results alone.
        let twins = entry
            .name
            .split('(')
            .next()
            .is_some_and(|plain| plain.contains(' '));
        match name == "<init>" || (is_identifier(name) && !twins) {
            true => Ok(name.to_owned()),
            false => Err(format!("{} cannot be called from Java", entry.name)),
        }
    }

    fn may_construct(&self, entry: &Entry) -> Result<(), String> {
        let known = self
            .component
            .program
            .access(&self.component.name)
            .constructors;
        match known.iter().any(|c| c.function == entry.function) {
            true => Ok(()),
            false => Err(format!(
                "{} cannot be constructed from outside",
                self.component.name
            )),
        }
    }

    /// An object that is passed twice is kept in a variable.
    fn arguments(&mut self, entry: &Entry, given: &[Given]) -> Result<Vec<String>, String> {
        let shared = |at: usize| {
            given
                .iter()
                .any(|g| matches!(g, Given::Same(same, _) if *same == at))
        };
        let mut args: Vec<String> = Vec::new();
        for (at, (given_here, param)) in given.iter().zip(&entry.params).enumerate() {
            let text = match given_here {
                Given::Same(same, otherwise) if given[*same] == Given::Null => {
                    self.blank(*otherwise, &param.source_type)?
                }
                Given::Same(same, _) => args[*same].clone(),
                other => self.expression(other, &param.source_type)?,
            };
            let text = if shared(at) {
                self.kept(&param.source_type, text)?
            } else {
                text
            };
            args.push(text);
        }
        Ok(args)
    }
}
