//! Lowering: from the typed tree to the ir.
//!
//! A pointer becomes two values, a reference to a block and an offset in bytes. Scalars whose address nobody takes are
//! locals and globals of the ir, everything else is a block of memory (`home`). What C leaves undefined is a branch to a
//! `Throw` of an object that says what went wrong (`endings`), each kind switchable ([`Checks`]); what cannot be lowered
//! ends its path in `Unsupported`. Only what the entry function may reach is lowered.
//!
//! ```text
//! survey ─▶ whole (heads, globals, strings, made when first needed) ─▶ body (one function) ─▶ tidy ─▶ ir::Program
//! ```

mod access;
mod acting;
mod arithmetic;
mod assigned;
mod bitfield;
mod body;
mod call;
mod code;
mod condition;
mod convert;
mod early;
mod effects;
mod endings;
mod events;
mod expression;
mod float_bits;
mod fold;
mod home;
mod initialise;
mod inner;
mod jump;
mod loops;
mod module;
mod order;
mod owing;
mod perhaps;
mod place;
mod pointer;
mod promise;
mod shape;
mod simple;
mod start;
mod statement;
mod statics;
mod survey;
mod switch;
mod thing;
mod tidy;
mod value;
mod variadic;
mod whole;

use base::Place;
use ir::{FunctionId, Link, Program};

pub(super) use module::{LoweredModule, StaticObject, lower_module};
pub(super) use shape::Shape;
pub(super) use survey::{named_callee, operands};

use super::library::OWN;
use super::tree::Unit;
use crate::{InputError, Streams};

pub use endings::{Checks, Endings, Failures};
pub use events::Events;

/// How a program is lowered.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// Which kinds of undefined behaviour are looked for.
    pub checks: Checks,
    /// What is a failure.
    pub failures: Failures,
    /// What is to be seen of a run.
    pub events: Events,
    /// The function that a run starts with.
    pub entry: String,
    /// What it reads and writes, if it is a filter.
    pub streams: Option<Streams>,
    /// Whether memory may run out: what allocates may give null.
    pub malloc_fails: bool,
}

impl Default for LowerOptions {
    fn default() -> Self {
        Self {
            checks: Checks::default(),
            failures: Failures::default(),
            events: Events::default(),
            entry: "main".to_owned(),
            streams: None,
            malloc_fails: false,
        }
    }
}

/// A lowered program.
#[derive(Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// Takes nothing, makes what lives as long as the program, runs the entry function and returns an `I32`.
    pub start: FunctionId,
    /// How runs end other than by returning.
    pub endings: Endings,
    /// Functions that are called but not defined, with the place of a call: nobody knows what they return.
    pub missing: Vec<(String, Place)>,
    /// Functions that are called but not defined, and mean something by their names.
    pub by_name: Vec<ByName>,
}

/// A function that is only declared, and means something by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByName {
    /// The name.
    pub name: String,
    /// What it does, as a sentence goes on: `fails`.
    pub meaning: &'static str,
    /// The place of a call.
    pub place: Place,
}

/// Lowers a program.
pub fn lower(unit: &Unit, options: &LowerOptions) -> Result<Lowered, InputError> {
    let lowered = super::with_stack(|| whole::lower(unit, options).map(Parts::from))
        .map_err(super::no_thread)??;
    Ok(lowered.into())
}

/// A lowered program without what ties it to a thread.
struct Parts {
    classes: base::Growing<ir::ClassId, ir::Class>,
    globals: base::Growing<ir::GlobalId, ir::Global>,
    functions: base::Growing<FunctionId, ir::Function>,
    selectors: base::Growing<ir::SelectorId, String>,
    image: base::Growing<ir::ImageId, ir::ImageObject>,
    events: base::Growing<ir::EventId, ir::Event>,
    start: FunctionId,
    endings: Endings,
    missing: Vec<(String, Place)>,
    by_name: Vec<ByName>,
}

impl From<Lowered> for Parts {
    fn from(lowered: Lowered) -> Self {
        let Lowered {
            program,
            start,
            endings,
            missing,
            by_name,
        } = lowered;
        let Program {
            classes,
            globals,
            functions,
            selectors,
            image,
            events,
            library: _,
            link: _,
        } = program;
        Self {
            classes,
            globals,
            functions,
            selectors,
            image,
            events,
            start,
            endings,
            missing,
            by_name,
        }
    }
}

impl From<Parts> for Lowered {
    fn from(parts: Parts) -> Self {
        let Parts {
            classes,
            globals,
            functions,
            selectors,
            image,
            events,
            start,
            endings,
            missing,
            by_name,
        } = parts;
        let program = Program {
            classes,
            globals,
            functions,
            selectors,
            image,
            events,
            library: Some(OWN),
            link: Link::default(),
        };
        Self {
            program,
            start,
            endings,
            missing,
            by_name,
        }
    }
}
