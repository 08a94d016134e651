//! What the user's code calls instead of methods of the JDK.

use std::collections::BTreeSet;

use super::library::LIBRARY;
use crate::jvm::class::{JavaClass, JavaMethod, Member};
use crate::jvm::method::op::Invoke;

/// Builders of texts.
const BUILDERS: [&str; 2] = ["java/lang/StringBuilder", SHARED_BUILDER];

/// The one of them that several threads may share.
const SHARED_BUILDER: &str = "java/lang/StringBuffer";

/// What a text can be called.
const TEXTS: [&str; 2] = ["java/lang/String", "java/lang/CharSequence"];

/// A writer into a builder of its own.
const TEXT_WRITER: &str = "java/io/StringWriter";

pub(in crate::jvm) fn is_builder(class: &str) -> bool {
    BUILDERS.contains(&class)
}

/// Whether what is written to an object may be what a filter gives.
pub(in crate::jvm) fn may_be_result(class: &str) -> bool {
    is_builder(class) || class == TEXT_WRITER
}

pub(in crate::jvm) fn is_shared_builder(class: &str) -> bool {
    class == SHARED_BUILDER
}

/// Which class stands for one that the user's code names, or for arrays of it.
pub(in crate::jvm) fn class(name: String) -> String {
    match name.strip_prefix('[') {
        Some(_) => BUILDERS.iter().fold(name, |name, builder| {
            name.replace(
                &format!("L{builder};"),
                &format!("L{};", class((*builder).to_owned())),
            )
        }),
        None if is_shared_builder(&name) => format!("{LIBRARY}Shared"),
        None if is_builder(&name) => format!("{LIBRARY}Single"),
        None => name,
    }
}

/// Which class an object is made of that the user's code makes. Writers are classes that the user's may extend, so only what is made is
/// another class: it extends the one that it stands for, and calls, casts and tests are what they are.
pub(in crate::jvm) fn made(name: String) -> String {
    match name == TEXT_WRITER {
        true => format!("{LIBRARY}TextWriter"),
        false => class(name),
    }
}

/// Whether a class extends one that objects are made of instead: its constructors make no such object.
pub(in crate::jvm) fn extends_made(java: &JavaClass) -> bool {
    java.parent.as_deref() == Some(TEXT_WRITER)
}

/// What calls are instead.
pub(in crate::jvm) struct Instead {
    /// The methods of `Texts`, name and descriptor.
    texts: BTreeSet<String>,
}

/// What becomes of a call.
pub(in crate::jvm) enum Becomes {
    /// It is what it is.
    Itself,
    /// Another one.
    Other(Invoke, Member),
    /// It takes a builder, and one of the JDK would look into it.
    TakesBuilder,
}

impl Instead {
    pub(super) fn new(texts: &JavaClass) -> Self {
        let methods = texts.methods.iter().map(JavaMethod::selector);
        Self {
            texts: methods.collect(),
        }
    }

    /// What a call of the user's code is instead.
    pub(in crate::jvm) fn call(
        &self,
        caller: &JavaClass,
        invoke: Invoke,
        member: &Member,
    ) -> Becomes {
        if is_builder(&member.class) {
            let descriptor =
                BUILDERS
                    .iter()
                    .fold(member.descriptor.clone(), |descriptor, builder| {
                        descriptor.replace(&format!("L{builder};"), &format!("L{LIBRARY}Builder;"))
                    });
            let class = class(member.class.clone());
            return Becomes::Other(
                invoke,
                Member {
                    class,
                    descriptor,
                    ..member.clone()
                },
            );
        }
        if member.class == TEXT_WRITER && member.name == "<init>" && !extends_made(caller) {
            let member = Member {
                class: made(member.class.clone()),
                ..member.clone()
            };
            return Becomes::Other(invoke, member);
        }
        if let Some(asked) = self.asked(invoke, member) {
            return Becomes::Other(Invoke::Static, asked);
        }
        let takes = |builder: &&str| member.descriptor.contains(&format!("L{builder};"));
        if BUILDERS.iter().any(takes) {
            Becomes::TakesBuilder
        } else {
            Becomes::Itself
        }
    }

    /// What asks a text that may be the input, in place of a method of the text.
    pub(in crate::jvm) fn asked(&self, invoke: Invoke, member: &Member) -> Option<Member> {
        if invoke == Invoke::Static || !TEXTS.contains(&member.class.as_str()) {
            return None;
        }
        let receiver = format!("(L{};", member.class);
        let descriptor = member.descriptor.replacen('(', &receiver, 1);
        let is_known = self.texts.contains(&format!("{}{descriptor}", member.name));
        is_known.then(|| Member {
            class: format!("{LIBRARY}Texts"),
            name: member.name.clone(),
            descriptor,
        })
    }

    /// Which static field the user's code reads instead.
    pub(in crate::jvm) fn field(&self, member: Member) -> Member {
        match (member.class.as_str(), member.name.as_str()) {
            ("java/lang/System", "in" | "out") => Member {
                class: format!("{LIBRARY}Standard"),
                ..member
            },
            _ => member,
        }
    }
}
