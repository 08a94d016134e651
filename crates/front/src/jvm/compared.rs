//! The texts that a class compares with: what a client would have to pass to get anywhere.

use std::collections::BTreeSet;

use ristretto_classfile::attributes::Instruction;

use crate::jvm::class::{Code, JavaClass};
use crate::jvm::world::World;

/// More texts than this are not tried.
const MOST: usize = 12;
/// Longer ones are prose.
const LONGEST: usize = 40;
/// Instructions between a literal and the call that compares with it, at most: the other text is loaded between them.
const NEAR: usize = 4;

/// The methods of texts that ask how two of them relate.
const COMPARING: [&str; 8] = [
    "compareTo",
    "contains",
    "contentEquals",
    "endsWith",
    "equals",
    "equalsIgnoreCase",
    "matches",
    "startsWith",
];

/// The literals that the subject and the classes nested in it compare something with, sorted; those that
/// [can be passed](ir::can_be_passed).
pub(in crate::jvm) fn compared(world: &mut World) -> Vec<String> {
    let prefix = format!("{}$", world.subject);
    let names = world.class_path.names().unwrap_or_default().into_iter();
    let nested: Vec<String> = names.filter(|name| name.starts_with(&prefix)).collect();
    let mut found = BTreeSet::new();
    for name in nested.into_iter().chain([world.subject.clone()]) {
        if let Ok(Some((class, _))) = world.class_path.find(&name) {
            let codes = class.methods.iter().filter_map(|m| m.code.as_ref());
            codes.for_each(|code| literals(&class, code, &mut found));
        }
    }
    let found = found.into_iter().filter(|text| ir::can_be_passed(text));
    found
        .filter(|text| text.chars().count() <= LONGEST)
        .take(MOST)
        .collect()
}

fn literals(class: &JavaClass, code: &Code, found: &mut BTreeSet<String>) {
    for (at, instruction) in code.instructions.iter().enumerate() {
        let index = match instruction {
            Instruction::Ldc(index) => u16::from(*index),
            Instruction::Ldc_w(index) => *index,
            _ => continue,
        };
        let after = &code.instructions[at + 1..];
        if compares(class, after) {
            found.extend(class.string_at(index).ok());
        }
    }
}

/// Whether the next call that is made compares.
fn compares(class: &JavaClass, after: &[Instruction]) -> bool {
    let called = after
        .iter()
        .take(NEAR)
        .find_map(|instruction| match instruction {
            Instruction::Invokevirtual(index)
            | Instruction::Invokestatic(index)
            | Instruction::Invokespecial(index)
            | Instruction::Invokeinterface(index, _)
            | Instruction::Invokedynamic(index) => Some(*index),
            _ => None,
        });
    let member = called.and_then(|index| class.member_at(index).ok());
    member.is_some_and(|member| COMPARING.contains(&member.name.as_str()))
}
