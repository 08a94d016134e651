//! Which of a filter's builders holds its result.

use ristretto_classfile::attributes::Instruction;

use std::collections::VecDeque;
use std::rc::Rc;

use ir::{ClassId, Program};

use super::instead::may_be_result;
use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::method::op::{Kind, Op};
use crate::jvm::world::World;

/// Where a builder is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Site {
    class: String,
    /// Name and descriptor.
    method: String,
    /// The number of the instruction.
    at: usize,
}

impl Site {
    pub(super) fn is(&self, java: &JavaClass, method: &str, at: usize) -> bool {
        self.class == java.name && self.method == method && self.at == at
    }
}

/// Methods that are looked at to find where it is made.
const MOST_LOOKED: usize = 200;

/// The builder whose text a method returns, or a method that it calls, the nearest first; or the first builder that is made in any of
/// these, or in the class. It need not be right: what a filter gives is compared with what was written.
pub(super) fn site(
    world: &mut World,
    program: &Program,
    class: ClassId,
    method: &str,
) -> Option<Site> {
    let found = called(world, program, class, method);
    let at = |(java, method): &(Rc<JavaClass>, usize), at: usize| Site {
        class: java.name.clone(),
        method: java.methods[*method].selector(),
        at,
    };
    let returns = |found: &(Rc<JavaClass>, usize)| {
        let made = returned(&found.0, &found.0.methods[found.1])?;
        Some(at(found, made))
    };
    let java = world.java(class)?;
    let others = (0..java.methods.len()).filter(|i| java.methods[*i].name != "<clinit>");
    let others = others.map(|i| (Rc::clone(&java), i)).collect::<Vec<_>>();
    let first = |found: &(Rc<JavaClass>, usize)| {
        let made = makes(&found.0, &found.0.methods[found.1]);
        Some(at(found, *made.first()?))
    };
    (found.iter().find_map(returns)).or_else(|| found.iter().chain(&others).find_map(first))
}

/// A method and those that it calls, as far as the types of receivers tell, the nearest first.
fn called(
    world: &mut World,
    program: &Program,
    class: ClassId,
    method: &str,
) -> Vec<(Rc<JavaClass>, usize)> {
    let mut found: Vec<(Rc<JavaClass>, usize)> = Vec::new();
    let mut queue = VecDeque::from([(class, method.to_owned())]);
    while let Some((class, selector)) = queue.pop_front() {
        let ancestors: Vec<ClassId> = program.ancestors(class).collect();
        let declared = ancestors.into_iter().find_map(|class| {
            let java = world.java(class)?;
            let index = java.methods.iter().position(|m| m.selector() == selector)?;
            Some((class, java, index))
        });
        let Some((class, java, index)) = declared.filter(|(c, ..)| world.may_be_user(*c)) else {
            continue;
        };
        let is_known =
            |(known, number): &(Rc<JavaClass>, usize)| known.name == java.name && *number == index;
        if found.len() == MOST_LOOKED || found.iter().any(is_known) {
            continue;
        }
        for (name, selector) in calls(&java, &java.methods[index]) {
            let to = match name == java.name {
                true => Some(class),
                false => world.class(program, &name).ok(),
            };
            queue.extend(to.map(|to| (to, selector)));
        }
        found.push((java, index));
    }
    found
}

/// The methods that one calls: class, name and descriptor.
fn calls(java: &JavaClass, method: &JavaMethod) -> Vec<(String, String)> {
    let code = method.code.iter().flat_map(|code| &code.instructions);
    let called = code.enumerate().filter_map(|(at, instruction)| {
        let Op::Invoke(_, index) = Op::of(instruction, at) else {
            return None;
        };
        let member = java.member_at(index).ok()?;
        Some((
            member.class,
            format!("{}{}", member.name, member.descriptor),
        ))
    });
    called.collect()
}

/// The instructions that make builders.
fn makes(java: &JavaClass, method: &JavaMethod) -> Vec<usize> {
    let code = method
        .code
        .iter()
        .flat_map(|code| code.instructions.iter().enumerate());
    let makes = |instruction: &Instruction| match instruction {
        Instruction::New(index) => java.class_at(*index).is_ok_and(|name| may_be_result(&name)),
        _ => false,
    };
    code.filter(|(_, instruction)| makes(instruction))
        .map(|(at, _)| at)
        .collect()
}

/// `return out.toString()`, and where `out` was made: compilers write a variable right after its constructor.
fn returned(java: &JavaClass, method: &JavaMethod) -> Option<usize> {
    let code = &method.code.as_ref()?.instructions;
    let op = |at: usize| Op::of(&code[at], at);
    let is_text = |at: usize| match op(at) {
        Op::Invoke(_, index) => java
            .member_at(index)
            .is_ok_and(|m| may_be_result(&m.class) && (m.name == "toString" || m.name == "<init>")),
        _ => false,
    };
    let slot = (2..code.len())
        .rev()
        .find_map(|at| match (op(at), op(at - 1), op(at - 2)) {
            (Op::Return(Some(Kind::Ref)), Op::Invoke(..), Op::Load(Kind::Ref, slot))
                if is_text(at - 1) =>
            {
                Some(slot)
            }
            (Op::Return(Some(Kind::Ref)), Op::Load(Kind::Ref, slot), _) => Some(slot),
            _ => None,
        })?;
    let stores = |at: &usize| op(*at) == Op::Store(Kind::Ref, slot) && is_text(at - 1);
    let stored = (1..code.len()).find(stores)?;
    makes(java, method).into_iter().rfind(|&made| made < stored)
}
