//! Which of a filter's builders holds its result.

use ristretto_classfile::attributes::Instruction;

use super::instead::is_builder;
use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::method::op::{Kind, Op};

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

/// The builder whose text a method returns, or the first that is made in its class. It need not be right: what a filter
/// gives is compared with what was written.
pub(super) fn site(java: &JavaClass, method: &str) -> Option<Site> {
    let own = java.methods.iter().find(|m| m.selector() == method)?;
    if let Some(at) = returned(java, own) {
        return Some(Site {
            class: java.name.clone(),
            method: own.selector(),
            at,
        });
    }
    let others = java
        .methods
        .iter()
        .filter(|m| m.selector() != method && m.name != "<clinit>");
    let all = std::iter::once(own).chain(others);
    let mut sites = all.flat_map(|m| makes(java, m).into_iter().map(move |at| (m.selector(), at)));
    let (method, at) = sites.next()?;
    Some(Site {
        class: java.name.clone(),
        method,
        at,
    })
}

/// The instructions that make builders.
fn makes(java: &JavaClass, method: &JavaMethod) -> Vec<usize> {
    let code = method
        .code
        .iter()
        .flat_map(|code| code.instructions.iter().enumerate());
    let makes = |instruction: &Instruction| match instruction {
        Instruction::New(index) => java.class_at(*index).is_ok_and(|name| is_builder(&name)),
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
            .is_ok_and(|m| is_builder(&m.class) && (m.name == "toString" || m.name == "<init>")),
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
