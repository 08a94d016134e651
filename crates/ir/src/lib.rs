//! The typed control-flow program every front end produces and every analysis reads.
//!
//! All operations are total: what throws in the source language is an explicit branch to a `Throw` here, so the
//! interpreter and symbolic execution have no hidden control flow. Nothing here knows Java, C, solvers or automata.

mod arithmetic;
mod component;
pub mod interp;
mod program;
pub mod text;
mod validate;
mod walk;

pub use component::{Component, Entry, Param};
pub use program::{
    BinaryOp, Block, BlockId, Callee, Class, ClassId, Const, Expr, Field, FieldRef, Function, FunctionId, Global,
    GlobalId, IntType, Local, LocalId, Program, Statement, StatementKind, StringId, Terminator, TerminatorKind, Type,
    UnaryOp, Unwind,
};
pub use validate::{Invalid, MAX_EXPR_DEPTH, validate};
