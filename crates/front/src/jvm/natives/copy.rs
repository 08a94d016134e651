//! `System.arraycopy` and arrays made by reflection.

use ir::{BinaryOp, CopyElements, Expr, IntType, LocalId, StatementKind, Type};

use crate::jvm::natives::arrays::{OBJECTS, kinds};
use crate::jvm::natives::sketch::{Ending, Sketch, any, binary, int, is_instance, not};

const INT: Type = Type::Int(IntType::I32);
const STORE: &str = "java/lang/ArrayStoreException";

/// `arraycopy(from, start, to, at, count)` with all its checks, in the order of its specification.
pub(super) fn array_copy(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (from, to) = (sketch.param(0), sketch.param(2));
    sketch.refuse_null(from.clone())?;
    sketch.refuse_null(to.clone())?;
    refuse_input(sketch, &from, &to);
    refuse_unlike(sketch, &from, &to)?;
    refuse_outside(sketch)?;
    let objects = sketch.class(OBJECTS)?;
    let of_references = binary(
        BinaryOp::And,
        is_instance(from, objects),
        binary(BinaryOp::Ne, sketch.param(0), to),
    );
    sketch.branch(of_references, copy_references, |_| Ok(Ending::Open))?;
    copy(sketch, sketch.param(4));
    sketch.give_nothing();
    Ok(())
}

/// The array that a filter reads has no elements of its own.
fn refuse_input(sketch: &mut Sketch<'_>, from: &Expr, to: &Expr) {
    let Some(input) = sketch
        .world
        .filtering
        .as_ref()
        .map(|filtering| filtering.array)
    else {
        return;
    };
    let input = sketch.program.image[input].class;
    let either = any([from, to].map(|array| is_instance(array.clone(), input)));
    sketch.refuse_if(either, "it copies the array of what it reads");
}

/// Both must be arrays of references, or of the same primitive type.
fn refuse_unlike(sketch: &mut Sketch<'_>, from: &Expr, to: &Expr) -> Result<(), String> {
    let mut alike = Vec::new();
    for name in kinds() {
        let class = sketch.class(name)?;
        alike.push(binary(
            BinaryOp::And,
            is_instance(from.clone(), class),
            is_instance(to.clone(), class),
        ));
    }
    sketch.raise_if(not(any(alike)), STORE)
}

fn refuse_outside(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let count = sketch.param(4);
    let mut outside: Vec<Expr> = [1, 3, 4]
        .map(|n| binary(BinaryOp::Lt, sketch.param(n), int(0)))
        .into();
    for (array, start) in [(0, 1), (2, 3)] {
        let length = length_of(sketch, array);
        // No overflow: a start below zero was found before, and a length is never below.
        let room = binary(BinaryOp::Sub, Expr::Local(length), sketch.param(start));
        outside.push(binary(BinaryOp::Gt, count.clone(), room));
    }
    sketch.raise_if(any(outside), "java/lang/ArrayIndexOutOfBoundsException")
}

fn length_of(sketch: &mut Sketch<'_>, array: usize) -> LocalId {
    let length = sketch.local("length", INT);
    let array = sketch.param(array);
    sketch.emit(StatementKind::Length(length, array));
    length
}

/// Elements are copied up to the first that does not fit; an array that takes any object takes them all.
fn copy_references(sketch: &mut Sketch<'_>) -> Result<Ending, String> {
    let object = sketch.class("java/lang/Object")?;
    let any_object = match sketch.world.natives.any_object {
        Some(known) => known,
        None => sketch
            .world
            .blank(sketch.program, object, "any object".to_owned()),
    };
    sketch.world.natives.any_object = Some(any_object);
    let takes = |value: Expr| {
        Expr::Takes(
            Box::new(Expr::Local(base::Id::from_index(2))),
            Box::new(value),
        )
    };
    let takes_all = takes(Expr::Const(ir::Const::Object(any_object)));
    let one_by_one = |sketch: &mut Sketch<'_>| {
        let next = sketch.local("next", INT);
        let element = sketch.local("element", Type::Ref);
        sketch.emit(StatementKind::Assign(next, int(0)));
        let more = binary(BinaryOp::Lt, Expr::Local(next), sketch.param(4));
        sketch.repeat_while(more, |sketch| {
            let position = binary(BinaryOp::Add, sketch.param(1), Expr::Local(next));
            let from = sketch.param(0);
            sketch.emit(StatementKind::LoadElement(element, from, position));
            let stop = |sketch: &mut Sketch<'_>| {
                copy(sketch, Expr::Local(next));
                sketch.raise(STORE)?;
                Ok(Ending::Left)
            };
            sketch.branch(takes(Expr::Local(element)), |_| Ok(Ending::Open), stop)?;
            let after = binary(BinaryOp::Add, Expr::Local(next), int(1));
            sketch.emit(StatementKind::Assign(next, after));
            Ok(())
        })?;
        Ok(Ending::Open)
    };
    sketch.branch(takes_all, |_| Ok(Ending::Open), one_by_one)?;
    Ok(Ending::Open)
}

fn copy(sketch: &mut Sketch<'_>, count: Expr) {
    let copied = CopyElements {
        from: sketch.param(0),
        start: sketch.param(1),
        to: sketch.param(2),
        at: sketch.param(3),
        count,
    };
    sketch.emit(StatementKind::CopyElements(Box::new(copied)));
}
