//! What nobody looks at is forgotten where a call ends: states that differ only in that are the same state. A class that keeps
//! texts and hands them out again has no state for each length that they can have.
//!
//! Soundness does not rest on knowing what is looked at: a path that looks at something forgotten ends there, and nothing
//! is known of what comes after.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use ir::{FieldRef, Type};

use crate::explorer::Explorer;
use crate::stuck::{Step, Stuck};
use crate::thread::Thread;
use crate::{ObjectId, Value};

/// The fields that are forgotten where a call ends.
#[derive(Debug, Default)]
pub struct Unread {
    fields: BTreeSet<FieldRef>,
    /// Whether of what is passed no more is kept than whether it is null.
    arguments: bool,
    /// Those that were looked at all the same.
    looked_at: RefCell<BTreeSet<FieldRef>>,
    /// Whether what was passed was looked at all the same.
    looked_at_arguments: Cell<bool>,
}

impl Unread {
    /// These fields, and perhaps all of what is passed but whether it is null.
    pub fn new(fields: BTreeSet<FieldRef>, arguments: bool) -> Self {
        Self {
            fields,
            arguments,
            ..Self::default()
        }
    }

    /// Whether of what is passed no more is kept than whether it is null.
    pub fn forgets_arguments(&self) -> bool {
        self.arguments
    }

    /// Notes that what was passed to an earlier call matters.
    pub fn look_at_arguments(&self) {
        self.looked_at_arguments.set(true);
    }

    /// Whether some path had to look at what was passed to an earlier call.
    pub fn looked_at_arguments(&self) -> bool {
        self.looked_at_arguments.get()
    }

    /// All of them.
    pub fn fields(&self) -> &BTreeSet<FieldRef> {
        &self.fields
    }

    /// Those that some path had to look at.
    pub fn looked_at(&self) -> BTreeSet<FieldRef> {
        self.looked_at.borrow().clone()
    }
}

impl<'p> Explorer<'_, 'p> {
    /// Forgets what nobody looks at, in all objects that were made or changed.
    pub(crate) fn forget_unread(&self, thread: &mut Thread<'p>) {
        let Some(unread) = self.unread else { return };
        if unread.fields.is_empty() {
            return;
        }
        let program = self.world.program;
        let classes: BTreeSet<_> = unread.fields.iter().map(|field| field.class).collect();
        let has_some = |class| classes.iter().any(|&of| program.has_fields_of(class, of));
        let wanted = |object: &crate::Object| {
            program.classes[object.class].element.is_none() && has_some(object.class)
        };
        thread.state.heap.for_each_mut(wanted, |object| {
            let layout = program.layout(object.class);
            let slots = layout.iter().zip(&mut object.content);
            slots
                .filter(|(field, _)| unread.fields.contains(field))
                .for_each(|(_, value)| *value = Value::Hidden);
        });
    }

    /// Notes that something that was passed to an earlier call matters.
    pub(crate) fn look_at_arguments(&self) {
        if let Some(unread) = self.unread {
            unread.look_at_arguments();
        }
    }

    /// The value of a field, as far as it is not forgotten.
    pub(crate) fn looked_at(
        &self,
        thread: &Thread<'p>,
        object: ObjectId,
        slot: usize,
    ) -> Step<Value> {
        let object = self.object(thread, object);
        let beyond = || Stuck::stop("a field that an object does not have");
        let value = *object.content.get(slot).ok_or_else(beyond)?;
        let program = self.world.program;
        if value != Value::Hidden || program.classes[object.class].element.is_some() {
            return Ok(value);
        }
        let field = program.layout(object.class)[slot];
        let unread = self.unread.filter(|unread| unread.fields.contains(&field));
        if let Some(unread) = unread {
            unread.looked_at.borrow_mut().insert(field);
        } else if program.field(field).ty == Type::Ref {
            return Ok(value);
        }
        let class = &program.classes[field.class].name;
        let name = &program.field(field).name;
        Err(Stuck::stop(format!(
            "field {name} of {class}, which nothing was seen to look at"
        )))
    }
}
