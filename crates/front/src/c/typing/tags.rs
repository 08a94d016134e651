//! Types of several files: a `struct` that two files define in the same way is one type (C11 6.2.7).
//!
//! Which these are is found out beforehand, from each file by itself. A tag that two files define in different ways means
//! two types, as it does to a compiler.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use base::Place;

use super::scope::Tag;
use super::{Program, Typing};
use crate::InputError;
use crate::c::Syntax;
use crate::c::layout::Machine;
use crate::c::types::{FunctionType, QualType, Type, TypeId, Types};

/// What kind of type a tag is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Struct,
    Union,
    Enum,
}

/// How files speak of a type that is declared outside of functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// By its tag.
    Tag(Kind, String),
    /// Without one: where it is defined, and which of those on the line.
    Unnamed(Kind, Arc<str>, u32, usize),
}

/// What tags mean in the file that is read, and what they mean in all.
#[derive(Default)]
pub(super) struct Tags {
    /// The types that are the same in all files that speak of them.
    shared: BTreeSet<Key>,
    made: BTreeMap<Key, Tag>,
    /// What this file speaks of.
    here: BTreeMap<Key, Tag>,
    /// What this file defines.
    defined: BTreeSet<Tag>,
    /// How many unnamed types were found on a line.
    unnamed: BTreeMap<(Arc<str>, u32), usize>,
}

impl Tags {
    pub(super) fn begin_file(&mut self) {
        self.here.clear();
        self.defined.clear();
        self.unnamed.clear();
    }

    /// The type that another file has made.
    pub(super) fn known(&self, key: &Key) -> Option<Tag> {
        self.made.get(key).copied()
    }

    pub(super) fn note(&mut self, key: Option<Key>, tag: Tag) {
        let Some(key) = key else { return };
        if self.shared.contains(&key) {
            self.made.insert(key.clone(), tag);
        }
        self.here.insert(key, tag);
    }

    /// Notes that this file defines a type. Whether that is the first time.
    pub(super) fn defines(&mut self, tag: Tag) -> bool {
        self.defined.insert(tag)
    }
}

impl Typing<'_> {
    /// How other files may speak of a type; `None` inside functions.
    pub(super) fn key(&mut self, kind: Kind, tag: Option<&String>, place: &Place) -> Option<Key> {
        if !self.at_file_scope() {
            return None;
        }
        Some(match tag {
            Some(tag) => Key::Tag(kind, tag.clone()),
            None => {
                let (file, line) = (place.file.clone(), place.line);
                let count = self.tags.unnamed.entry((file.clone(), line)).or_insert(0);
                *count += 1;
                Key::Unnamed(kind, file, line, *count)
            }
        })
    }
}

/// The types that several files speak of and that are the same in all of them.
pub(super) fn shared(files: &[Syntax], machine: Machine) -> Result<Tags, InputError> {
    let mut found: BTreeMap<Key, Vec<Described>> = BTreeMap::new();
    if let [_, _, ..] = files {
        for file in files {
            let program = Program::new(machine, Tags::default()).with_part(file, None)?;
            for (key, described) in described(&program) {
                let known = found.entry(key).or_default();
                known.extend(described);
            }
        }
    }
    let agree = |all: &[Described]| all.windows(2).all(|two| two[0].text == two[1].text);
    let mut shared: BTreeSet<Key> = found.keys().cloned().collect();
    loop {
        let is_same = |key: &Key| {
            let known = &found[key];
            let whole = |one: &Described| one.mentions.is_subset(&shared);
            agree(known) && known.iter().all(whole)
        };
        let fewer: BTreeSet<Key> = shared.iter().filter(|key| is_same(key)).cloned().collect();
        if fewer.len() == shared.len() {
            return Ok(Tags {
                shared,
                ..Tags::default()
            });
        }
        shared = fewer;
    }
}

/// A definition as far as other files must have the same.
#[derive(Default)]
struct Described {
    text: String,
    /// The types that it speaks of.
    mentions: BTreeSet<Key>,
}

/// All that a file declares outside of functions, and how it defines that.
fn described(program: &Program) -> Vec<(Key, Option<Described>)> {
    let here = &program.tags.here;
    let keys: BTreeMap<Tag, Key> = here.iter().map(|(key, tag)| (*tag, key.clone())).collect();
    let describe = |(key, tag): (&Key, &Tag)| {
        let mut describing = Describing {
            types: &program.unit.types,
            keys: &keys,
            made: Described::default(),
        };
        let known = describing.definition(*tag);
        (key.clone(), known.map(|()| describing.made))
    };
    here.iter().map(describe).collect()
}

struct Describing<'p> {
    types: &'p Types,
    keys: &'p BTreeMap<Tag, Key>,
    made: Described,
}

impl Describing<'_> {
    fn say(&mut self, what: impl std::fmt::Debug) {
        // Writing to a string cannot fail.
        let _ = write!(self.made.text, "{what:?} ");
    }

    /// `None` for what is only named.
    fn definition(&mut self, tag: Tag) -> Option<()> {
        match tag {
            Tag::Record(id) => {
                let body = self.types.records[id].body.as_ref()?;
                self.say((body.size, body.align));
                for field in &body.fields {
                    self.say((&field.name, field.offset, field.bits));
                    self.qualified(field.ty);
                }
            }
            Tag::Enum(id) => {
                let known = &self.types.enums[id];
                let values = known.values.as_ref()?;
                self.say(values);
                self.ty(known.integer);
            }
        }
        Some(())
    }

    fn qualified(&mut self, ty: QualType) {
        self.say((ty.constant, ty.volatile));
        self.ty(ty.id);
    }

    fn ty(&mut self, id: TypeId) {
        match self.types.get(id) {
            Type::Pointer(to) => {
                self.say("pointer");
                self.qualified(*to);
            }
            Type::Array { element, length } => {
                self.say(("array", length));
                self.qualified(*element);
            }
            Type::VariableArray { element, .. } => {
                self.say("variable");
                self.qualified(*element);
            }
            Type::Function(function) => self.function(function),
            Type::Record(id) => self.named(Tag::Record(*id)),
            Type::Enum(id) => self.named(Tag::Enum(*id)),
            plain => self.say(plain),
        }
    }

    fn function(&mut self, function: &FunctionType) {
        let count = function.parameters.as_ref().map(Vec::len);
        self.say(("function", function.variadic, count));
        self.ty(function.result);
        for parameter in function.parameters.iter().flatten() {
            self.ty(*parameter);
        }
    }

    /// A type that no other file can speak of is the same in none.
    fn named(&mut self, tag: Tag) {
        match self.keys.get(&tag) {
            Some(key) => {
                self.say(key);
                self.made.mentions.insert(key.clone());
            }
            None => self.say(tag),
        }
    }
}
