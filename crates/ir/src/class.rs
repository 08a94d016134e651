//! Classes: where they stand, what their objects hold, what calls on them mean.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::{ClassId, Field, FieldRef, FunctionId, Program, SelectorId, Type};

/// A class: its own fields and its methods by selector, or an array class.
#[derive(Clone, Debug, Default)]
pub struct Class {
    /// The full name, `java.lang.Object`, `int[]`.
    pub name: String,
    /// The superclass.
    pub parent: Option<ClassId>,
    /// Further supertypes (interfaces), for instance tests; they stand before the class, too.
    pub interfaces: Vec<ClassId>,
    /// The fields this class declares itself; those of the parents come before them in an object.
    pub fields: Vec<Field>,
    /// What its objects hold instead of fields, if it is an array class.
    pub element: Option<Element>,
    /// When references to its objects are equal.
    pub identity: Identity,
    /// Whether the arrays in its fields are as long as what its objects hold: what is null in them is held, too.
    pub full: bool,
    /// Methods by selector. Without a linker: those this class declares itself. With one: what was asked so far.
    pub methods: Methods,
    /// Computed on first use.
    pub frame: OnceCell<Frame>,
}

/// When references to two objects are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Identity {
    /// When they are the same object.
    #[default]
    Own,
    /// Different objects are different, but one of the image stands for several objects of the parent class: whether two
    /// references to it are equal nobody can know.
    Unknown,
    /// Each stands for an object of the parent class that a table holds if the number in this slot is within this
    /// range: then equal numbers mean equal references, else each object is its own.
    Number {
        /// The slot.
        slot: u32,
        /// The least number in the table.
        low: i64,
        /// The greatest number in the table.
        high: i64,
    },
}

/// Whether the frame was computed yet says nothing about a class.
impl PartialEq for Class {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            name,
            parent,
            interfaces,
            fields,
            element,
            identity,
            full,
            methods,
            frame: _,
        } = self;
        (name, parent, interfaces) == (&other.name, &other.parent, &other.interfaces)
            && (identity, full) == (&other.identity, &other.full)
            && (fields, element, methods) == (&other.fields, &other.element, &other.methods)
    }
}

impl Eq for Class {}

/// The elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element {
    /// The type of each.
    pub ty: Type,
    /// The class that references among them must have.
    pub class: Option<ClassId>,
}

/// What selectors mean for a class, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Methods(RefCell<BTreeMap<SelectorId, Option<FunctionId>>>);

impl Methods {
    /// What a selector means, if that is known: `Some(None)` if it means nothing.
    pub fn get(&self, selector: SelectorId) -> Option<Option<FunctionId>> {
        self.0.borrow().get(&selector).copied()
    }

    /// Says what a selector means.
    pub fn set(&self, selector: SelectorId, function: Option<FunctionId>) {
        self.0.borrow_mut().insert(selector, function);
    }

    /// All selectors that mean something.
    pub fn entries(&self) -> Vec<(SelectorId, FunctionId)> {
        self.0
            .borrow()
            .iter()
            .filter_map(|(&selector, &function)| Some((selector, function?)))
            .collect()
    }
}

impl FromIterator<(SelectorId, FunctionId)> for Methods {
    fn from_iter<A: IntoIterator<Item = (SelectorId, FunctionId)>>(entries: A) -> Self {
        Self(RefCell::new(
            entries.into_iter().map(|(s, f)| (s, Some(f))).collect(),
        ))
    }
}

/// Where a class's objects hold what, and what they count as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Where the class's own fields begin in an object.
    pub own_fields: usize,
    /// How many fields an object has.
    pub size: usize,
    /// The class itself, its parents and all their interfaces, sorted.
    supertypes: Vec<ClassId>,
    /// The class itself and its parents, sorted.
    chain: Vec<ClassId>,
}

impl Program {
    /// Where objects of a class hold what.
    pub fn frame(&self, class: ClassId) -> &Frame {
        let data = &self.classes[class];
        data.frame.get_or_init(|| {
            let own_fields = data.parent.map_or(0, |p| self.frame(p).size);
            let above = data
                .parent
                .iter()
                .chain(&data.interfaces)
                .flat_map(|&s| &self.frame(s).supertypes);
            let supertypes: BTreeSet<ClassId> = above.copied().chain([class]).collect();
            let chain: BTreeSet<ClassId> = self.ancestors(class).collect();
            Frame {
                own_fields,
                size: own_fields + data.fields.len(),
                supertypes: supertypes.into_iter().collect(),
                chain: chain.into_iter().collect(),
            }
        })
    }

    /// `class` and its superclasses, nearest first.
    pub fn ancestors(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |&c| self.classes[c].parent)
    }

    /// Whether `class` is `of` or below it, interfaces included. Arrays of references stand as their elements do.
    pub fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        if class == of || self.frame(class).supertypes.binary_search(&of).is_ok() {
            return true;
        }
        let element = |c: ClassId| self.classes[c].element.and_then(|e| e.class);
        match (element(class), element(of)) {
            (Some(class), Some(of)) => self.is_subclass(class, of),
            _ => false,
        }
    }

    /// Whether two references to different objects of these classes, or to one object of the image, are equal; `None`
    /// if that cannot be known from the classes.
    pub fn are_same(&self, a: ClassId, b: ClassId, one_object: bool) -> Option<bool> {
        if self.stands_for(a) != self.stands_for(b) {
            return Some(one_object);
        }
        match (self.classes[a].identity, self.classes[b].identity) {
            (Identity::Number { .. }, _) | (_, Identity::Number { .. }) => None,
            (Identity::Unknown, _) | (_, Identity::Unknown) if one_object => None,
            (Identity::Own | Identity::Unknown, Identity::Own | Identity::Unknown) => {
                Some(one_object)
            }
        }
    }

    /// The class whose objects the objects of a class stand for: itself, or its parent.
    pub fn stands_for(&self, class: ClassId) -> ClassId {
        match &self.classes[class] {
            Class {
                identity: Identity::Unknown | Identity::Number { .. },
                parent: Some(parent),
                ..
            } => *parent,
            _ => class,
        }
    }

    /// Whether objects of `class` have the fields that `declaring` declares.
    pub fn has_fields_of(&self, class: ClassId, declaring: ClassId) -> bool {
        class == declaring || self.frame(class).chain.binary_search(&declaring).is_ok()
    }

    /// Whether every class is this one or one below it.
    pub fn is_above_all(&self, class: ClassId) -> bool {
        let mut others = self.classes.iter().filter(|(id, _)| *id != class);
        self.classes[class].parent.is_none() && others.all(|(_, other)| other.parent.is_some())
    }

    /// Where a field lies in objects of classes at or below the one that declares it.
    pub fn slot(&self, field: FieldRef) -> usize {
        self.frame(field.class).own_fields + field.index as usize
    }

    /// The fields of an object of this class, those of the topmost parent first.
    pub fn layout(&self, class: ClassId) -> Vec<FieldRef> {
        let mut chain: Vec<ClassId> = self.ancestors(class).collect();
        chain.reverse();
        let own = |c: ClassId| {
            (0..self.classes[c].fields.len() as u32).map(move |index| FieldRef { class: c, index })
        };
        chain.into_iter().flat_map(own).collect()
    }

    /// The type of the field at this position of an object, or of the elements of an array, whatever its length.
    pub fn slot_type(&self, class: ClassId, slot: usize) -> Option<Type> {
        if let Some(element) = self.classes[class].element {
            return Some(element.ty);
        }
        let owner = self
            .ancestors(class)
            .find(|&c| self.frame(c).own_fields <= slot)?;
        self.classes[owner]
            .fields
            .get(slot - self.frame(owner).own_fields)
            .map(|f| f.ty)
    }

    /// The declaration of a field.
    pub fn field(&self, field: FieldRef) -> &Field {
        &self.classes[field.class].fields[field.index as usize]
    }

    /// The class of this name, among those that are there.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes
            .iter()
            .find(|(_, c)| c.name == name)
            .map(|(id, _)| id)
    }

    /// The selector of this name, new or known.
    pub fn selector(&self, name: &str) -> SelectorId {
        let known = self
            .selectors
            .iter()
            .find(|(_, s)| *s == name)
            .map(|(id, _)| id);
        known.unwrap_or_else(|| self.selectors.push(name.to_owned()))
    }
}
