//! The texts that a class compares with: what a client would have to pass to get anywhere.

use std::collections::BTreeMap;

use ir::KnownFrom;
use ristretto_classfile::attributes::Instruction;

use crate::jvm::class::{Code, JavaClass, JavaMethod, Member};
use crate::jvm::world::World;

/// More texts than this are not tried.
const MOST: usize = 12;
/// Longer ones are prose.
const LONGEST: usize = 40;
/// Instructions between a literal and the call that compares with it, at most: the other text is loaded between them.
const NEAR: usize = 4;

/// The methods of collections that look for something, or take it.
const HOLDING: [&str; 10] = [
    "add",
    "contains",
    "containsKey",
    "get",
    "getOrDefault",
    "of",
    "put",
    "putIfAbsent",
    "remove",
    "removeAll",
];

/// The methods of texts that ask whether there is anything in them.
const MEASURING: [&str; 4] = ["isBlank", "isEmpty", "length", "trim"];

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

/// What a class asks of texts.
#[derive(Default)]
pub(in crate::jvm) struct Compared {
    /// The literals that the class and those nested in it compare something with, keep in collections or pass to methods of their
    /// own, sorted; those that [can be passed](ir::can_be_passed).
    pub texts: Vec<String>,
    /// Where each is known from.
    pub known_from: BTreeMap<String, KnownFrom>,
    /// Where the class asks how long a text is.
    pub lengths: KnownFrom,
}

pub(in crate::jvm) fn compared(world: &mut World) -> Compared {
    let prefix = format!("{}$", world.subject);
    let names = world.class_path.names().unwrap_or_default().into_iter();
    let nested: Vec<String> = names.filter(|name| name.starts_with(&prefix)).collect();
    let mut compared = Compared::default();
    for name in nested.into_iter().chain([world.subject.clone()]) {
        if let Ok(Some((class, _))) = world.class_path.find(&name) {
            compared.look_at(&class, name == world.subject);
        }
    }
    let passed = |text: &String| ir::can_be_passed(text) && text.chars().count() <= LONGEST;
    let texts = compared.known_from.keys().filter(|text| passed(text));
    compared.texts = texts.take(MOST).cloned().collect();
    compared
}

impl Compared {
    fn look_at(&mut self, class: &JavaClass, is_subject: bool) {
        let method = |method| Method::of(class, method, is_subject);
        let methods: Vec<Method<'_>> = class.methods.iter().filter_map(method).collect();
        for method in &methods {
            for (text, with) in method.literals() {
                let known = self.known_from.entry(text).or_default();
                match (with, method.entry) {
                    (With::Field(field), _) => _ = known.fields.insert(field),
                    (With::Local, Some(entry)) => _ = known.methods.insert(entry.to_owned()),
                    (With::In(field), _) => {
                        let given = methods.iter().flat_map(|method| method.given_to(&field));
                        let before = known.params.len();
                        known.params.extend(given);
                        known.anything |= known.params.len() == before;
                    }
                    (With::Local, None) | (With::Anything, _) => known.anything = true,
                }
            }
            if measures(class, method.code) {
                match method.entry {
                    Some(entry) => _ = self.lengths.methods.insert(entry.to_owned()),
                    None => self.lengths.anything = true,
                }
            }
        }
    }
}

/// Whether code asks how long a text is.
fn measures(class: &JavaClass, code: &Code) -> bool {
    code.instructions
        .iter()
        .any(|instruction| match instruction {
            Instruction::Invokevirtual(index) => class.member_at(*index).is_ok_and(|member| {
                member.class == "java/lang/String" && MEASURING.contains(&member.name.as_str())
            }),
            _ => false,
        })
}

/// The code of a method.
struct Method<'c> {
    class: &'c JavaClass,
    code: &'c Code,
    /// Its name, if clients may call it.
    entry: Option<&'c str>,
}

/// What a literal is compared with.
enum With {
    /// Something of the method.
    Local,
    Field(String),
    /// What the collection in this field holds.
    In(String),
    Anything,
}

impl<'c> Method<'c> {
    fn of(class: &'c JavaClass, method: &'c JavaMethod, of_subject: bool) -> Option<Self> {
        let is_entry = of_subject && !method.is_private();
        Some(Self {
            class,
            code: method.code.as_ref()?,
            entry: is_entry.then_some(method.name.as_str()),
        })
    }

    /// The literals that are compared, and what with.
    fn literals(&self) -> Vec<(String, With)> {
        let literal = |(at, instruction): (usize, &Instruction)| {
            let index = match instruction {
                Instruction::Ldc(index) => u16::from(*index),
                Instruction::Ldc_w(index) => *index,
                _ => return None,
            };
            Some((self.class.string_at(index).ok()?, self.compares(at)?))
        };
        let instructions = self.code.instructions.iter().enumerate();
        instructions.filter_map(literal).collect()
    }

    /// What the call after a literal compares it with, if it compares.
    fn compares(&self, at: usize) -> Option<With> {
        let after = self.code.instructions[at + 1..].iter().take(NEAR);
        let (between, called) = after.enumerate().find_map(|(n, i)| Some((n, called(i)?)))?;
        let member = self.class.member_at(called).ok()?;
        let name = member.name.as_str();
        if COMPARING.contains(&name) {
            let other = match between {
                0 => at.checked_sub(1)?,
                between => at + between,
            };
            return Some(self.with(other));
        }
        if is_holding(&member) {
            let holder = at.checked_sub(1).and_then(|at| self.field(at));
            return Some(holder.map_or(With::Anything, With::In));
        }
        let own = member.class == self.class.name && name != "<init>";
        own.then_some(With::Anything)
    }

    /// The field that an instruction reads.
    fn field(&self, at: usize) -> Option<String> {
        match &self.code.instructions[at] {
            Instruction::Getfield(index) => Some(self.class.member_at(*index).ok()?.name),
            _ => None,
        }
    }

    /// The parameters that a method that clients call gives to the collection in this field, or looks for there.
    fn given_to(&self, field: &str) -> Vec<(String, String)> {
        let given = |at: usize| {
            let slot = loaded(self.code.instructions.get(at + 1)?)?;
            let after = self.code.instructions[at + 2..].iter().take(NEAR);
            let member = self
                .class
                .member_at(after.into_iter().find_map(called)?)
                .ok()?;
            let variables = &self.code.variables;
            let local = variables.iter().find(|v| v.slot == usize::from(slot))?;
            let holds = self.field(at)? == field && is_holding(&member);
            holds.then(|| Some((self.entry?.to_owned(), local.name.clone())))?
        };
        let places = 0..self.code.instructions.len();
        places.filter_map(given).collect()
    }

    /// What an instruction leaves; a local that was set once is what it was set to.
    fn with(&self, at: usize) -> With {
        let instructions = &self.code.instructions;
        let Some(slot) = loaded(&instructions[at]) else {
            return self.field(at).map_or(With::Anything, With::Field);
        };
        let set = instructions.iter().position(|i| stored(i) == Some(slot));
        match set.and_then(|set| set.checked_sub(1)) {
            None => With::Local,
            Some(from) if loaded(&instructions[from]).is_some() => With::Local,
            Some(from) => self.with(from),
        }
    }
}

/// Whether a method of a collection looks for something, or takes it.
fn is_holding(member: &Member) -> bool {
    member.class.starts_with("java/util/") && HOLDING.contains(&member.name.as_str())
}

fn called(instruction: &Instruction) -> Option<u16> {
    match instruction {
        Instruction::Invokevirtual(index)
        | Instruction::Invokestatic(index)
        | Instruction::Invokespecial(index)
        | Instruction::Invokeinterface(index, _)
        | Instruction::Invokedynamic(index) => Some(*index),
        _ => None,
    }
}

/// The local that an instruction reads a reference from.
fn loaded(instruction: &Instruction) -> Option<u16> {
    match instruction {
        Instruction::Aload(slot) => Some(u16::from(*slot)),
        Instruction::Aload_w(slot) => Some(*slot),
        Instruction::Aload_1 => Some(1),
        Instruction::Aload_2 => Some(2),
        Instruction::Aload_3 => Some(3),
        _ => None,
    }
}

/// The local that an instruction writes a reference to.
fn stored(instruction: &Instruction) -> Option<u16> {
    match instruction {
        Instruction::Astore(slot) => Some(u16::from(*slot)),
        Instruction::Astore_w(slot) => Some(*slot),
        Instruction::Astore_1 => Some(1),
        Instruction::Astore_2 => Some(2),
        Instruction::Astore_3 => Some(3),
        _ => None,
    }
}
