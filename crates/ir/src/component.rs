//! A program seen as a component: what a client may call.

use std::collections::{BTreeMap, BTreeSet};

use base::Place;

use crate::{ClassId, Endings, FieldRef, FunctionId, GlobalId, ImageId, Program, Type};

/// What a client passes where an object of a class is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arguments {
    /// What the class makes of nothing, if it does that for anybody and nobody can set the fields afterwards; else
    /// objects whose fields hold anything.
    #[default]
    Constructed,
    /// Objects whose fields hold anything.
    Any,
}

/// A class together with what a client may call on it.
#[derive(Debug)]
pub struct Component {
    /// All code the component can reach.
    pub program: Program,
    /// The class under study.
    pub class: ClassId,
    /// Its name as the user writes it, `java.util.Stack`.
    pub name: String,
    /// Functions to run before anything else, in order: what makes the class ready for use.
    pub initialisers: Vec<FunctionId>,
    /// Public constructors, in the order of declaration; where there are none, functions without a receiver that return
    /// the object. Empty for a class used only through static methods.
    pub constructors: Vec<Entry>,
    /// Public methods, static ones too, in the order of declaration.
    pub methods: Vec<Entry>,
    /// What clients pass to them.
    pub arguments: Arguments,
    /// Texts that clients pass beside short ones; as the front end finds them, those that the code compares with.
    pub texts: Vec<String>,
    /// Where the code knows these from, for those of which that can be told.
    pub known_from: BTreeMap<String, KnownFrom>,
    /// Where the code asks how long texts are.
    pub measured: KnownFrom,
    /// What exceptions that leave a call mean; `None` where each is an error that is called by its class.
    pub endings: Option<Endings>,
    /// What lies where in blocks of memory.
    pub layouts: Layouts,
    /// How a program calls it, where that is not by methods of an object.
    pub script: Script,
}

/// How calls are written that stand one after the other in a function, in the language of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// What comes first, each a declaration: `struct ring *ring = 0`.
    pub declarations: Vec<String>,
    /// Calls by the names of the entries; those that cannot be written are not there.
    pub calls: BTreeMap<String, Spoken>,
}

/// How a call is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// The variable that keeps the result.
    pub keeps: Option<String>,
    /// The arguments, in their order.
    pub arguments: Vec<Handed>,
    /// What holds of the result, which follows this, if that is an error: `< 0`.
    pub fails: Option<String>,
}

/// An argument as a call hands it over. Numbers are positions among the parameters of the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handed {
    /// As it stands here.
    Text(String),
    /// A number.
    Number(usize),
    /// Null if one number is zero, else the address of an object of this type that holds the other.
    Address {
        /// The number that says whether there is one.
        there: usize,
        /// The number that it holds.
        held: usize,
        /// The type of the object.
        ty: String,
    },
}

/// What lies in blocks of memory, as far as the source says. Nothing rests on it but how states are divided and what parts of them
/// are called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layouts {
    /// Of each type that something is known of.
    pub types: Vec<Layout>,
    /// What the block is that a global refers to: a place in `types`.
    pub globals: BTreeMap<GlobalId, LaidOut>,
}

/// A block that a global refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidOut {
    /// Its type, a place in [`Layouts::types`].
    pub ty: usize,
    /// Whether the source has a pointer to it, not the object itself.
    pub behind_pointer: bool,
}

/// The numbers and pointers of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// In bytes.
    pub size: u64,
    /// In the order of their offsets; none of them overlap.
    pub leaves: Vec<Leaf>,
}

/// A number or pointer in a block of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The offset in bytes.
    pub at: u64,
    /// What follows the name of the object: `.head`, `[3].id`, or nothing.
    pub name: String,
    /// What it is.
    pub kind: LeafKind,
}

/// What a [`Leaf`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafKind {
    /// A number.
    Number(Type),
    /// A pointer of so many bytes, and the type of what it points to, if that is known: a place in [`Layouts::types`].
    Pointer(u8, Option<usize>),
}

impl Layout {
    /// What lies at an offset of a block that holds one or more of this type.
    pub fn leaf(&self, at: u64) -> Option<&Leaf> {
        let within = at.checked_rem(self.size)?;
        let found = self.leaves.binary_search_by_key(&within, |leaf| leaf.at);
        found.ok().map(|i| &self.leaves[i])
    }
}

impl Leaf {
    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        match self.kind {
            LeafKind::Number(Type::Int(int)) => u64::from(int.bits / 8),
            LeafKind::Number(Type::Float(float)) => u64::from(float.bits() / 8),
            LeafKind::Number(Type::Bool | Type::Ref) => 1,
            LeafKind::Pointer(bytes, _) => bytes.into(),
        }
    }
}

/// What a text is compared with in the code of a component.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownFrom {
    /// In methods of these names.
    pub methods: BTreeSet<String>,
    /// With fields of these names.
    pub fields: BTreeSet<String>,
    /// With what collections hold to which these parameters of these methods are given.
    pub params: BTreeSet<(String, String)>,
    /// With something that cannot be told.
    pub anything: bool,
}

impl KnownFrom {
    /// Whether a client who passes the text to this parameter of this method may see a difference.
    pub fn concerns(&self, entry: &str, parameter: &str) -> bool {
        let method = entry.split('(').next().unwrap_or(entry);
        let given = |(of, name): &(String, String)| of == method && name == parameter;
        self.anything
            || self.methods.contains(method)
            || self.fields.contains(parameter)
            || self.params.iter().any(given)
    }
}

/// Whether a text can be among [`Component::texts`]: of characters below 256, none of which has a meaning for terminals or in
/// the names of conditions.
pub fn can_be_passed(text: &str) -> bool {
    let plain = |c: char| u32::from(c) < 256 && !c.is_control() && c != '`';
    text.chars().all(plain)
}

/// A constructor or method that a client may call.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The code.
    pub function: FunctionId,
    /// The name as the user knows it; unique among the entries of a component: overloads carry their parameter
    /// types, `put(int)`, `put(int, boolean)`.
    pub name: String,
    /// Whether the function takes the object as its first argument.
    pub takes_receiver: bool,
    /// The parameters without the receiver.
    pub params: Vec<Param>,
    /// Whether every object of the language has a method of this name and type.
    pub universal: bool,
    /// Where it is declared.
    pub place: Option<Place>,
}

/// A parameter of an [`Entry`].
#[derive(Clone, Debug)]
pub struct Param {
    /// The name in the source.
    pub name: String,
    /// The type as the source writes it, `boolean`.
    pub source_type: String,
    /// The type in the ir.
    pub ty: Type,
    /// What clients may pass, where that is less than `source_type` says; the linker knows it.
    pub given: Option<GivenType>,
}

/// A type with more to it than its name, such as `Box<Integer>`: the linker that gave the number knows what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GivenType(pub usize);

/// What a reference that comes from outside can refer to, null aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// A new object of exactly this class, whatever its fields hold.
    Instance(ClassId),
    /// A new array of this class.
    Array(ClassId),
    /// A new string; the class of strings.
    Text(ClassId),
    /// This very object, by the name the source has for it: a constant of an enum.
    Constant(ImageId, String),
}

/// How the code of a client deals with a class.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// What it calls the class; `None` if it cannot name it.
    pub name: Option<String>,
    /// Whether an object can be of exactly this class.
    pub kind: ClassKind,
    /// The constructors it may call.
    pub constructors: Vec<Entry>,
    /// The constructors by which classes below an abstract one may begin.
    pub below: Vec<Entry>,
    /// The fields it may set, inherited ones included.
    pub fields: Vec<FieldRef>,
}

/// What kind of class it is, for who wants an object of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassKind {
    /// It has objects.
    #[default]
    Concrete,
    /// Only classes below it have objects.
    Abstract,
    /// Anything may implement it.
    Interface,
}
