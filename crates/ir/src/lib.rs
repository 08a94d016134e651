//! The typed control-flow program every front end produces and every analysis reads.
//!
//! All operations are total: what throws in the source language is an explicit branch to a `Throw` here, so the
//! interpreter and symbolic execution have no hidden control flow. Nothing here knows Java, C, solvers or automata.

mod arithmetic;
mod class;
mod component;
mod floating;
mod image;
pub mod interp;
mod linker;
mod live;
pub mod memory;
mod outside;
mod program;
pub mod text;
mod validate;
mod walk;

pub use class::{Class, Element, Frame, Identity, Methods};
pub use component::{
    Access, Arguments, Candidate, ClassKind, Component, Entry, GivenType, Handed, KnownFrom,
    LaidOut, Layout, Layouts, Leaf, LeafKind, Param, Script, Spoken, can_be_passed,
};
pub use image::{ImageId, ImageObject};
pub use linker::{Link, Linker};
pub use live::Live;
pub use outside::{
    Ask, Endings, Event, EventId, Giver, Like, OUT_OF_PATIENCE, Open, PATIENCE, PrintArg, Sink,
    Stream, WorldOp,
};
pub use program::{
    BinaryOp, Block, BlockId, Callee, ClassId, Code, Const, CopyElements, Expr, Field, FieldRef,
    FloatType, Function, FunctionId, Global, GlobalId, IntType, Local, LocalId, Program,
    SelectorId, Statement, StatementKind, Terminator, TerminatorKind, Type, UnaryOp, Unwind,
};
pub use validate::{Invalid, MAX_EXPR_DEPTH, validate, validate_code};
