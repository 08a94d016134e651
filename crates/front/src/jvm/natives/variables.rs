//! Reading and writing a variable that a handle or a number stands for.
//!
//! One thread runs, so that every order of memory is the same, and comparing and setting is one step.

use ir::{BinaryOp, Expr, FieldRef, GlobalId, StatementKind, Type};

use crate::jvm::natives::calls::Access;
use crate::jvm::natives::sketch::{Ending, Sketch, binary, not};

/// Where the variable of a call is.
pub(super) enum Variable {
    Field(Expr, FieldRef),
    Global(GlobalId),
    Element(Expr, Expr),
    /// A field or an element by the number of its slot.
    Slot(Expr, Expr),
}

/// Uses a variable that holds values of a type.
pub(super) fn write(
    sketch: &mut Sketch<'_>,
    access: Access,
    variable: &Variable,
    ty: Type,
    values: &[Expr],
) -> Result<(), String> {
    if access == Access::Set {
        store(sketch, variable, values[0].clone())?;
        sketch.give_nothing();
        return Ok(());
    }
    let found = load(sketch, variable, ty);
    let result = match access {
        Access::Get | Access::Set => found,
        Access::GetAndSet => {
            store(sketch, variable, values[0].clone())?;
            found
        }
        Access::GetAndChange(op) => {
            let changed = binary(op, found.clone(), values[0].clone());
            store(sketch, variable, changed)?;
            found
        }
        Access::CompareAndSet => swap(sketch, variable, &found, values)?,
        Access::CompareAndExchange => {
            swap(sketch, variable, &found, values)?;
            found
        }
    };
    match sketch.returns() {
        Some(_) => sketch.give(result),
        None => sketch.give_nothing(),
    }
    Ok(())
}

/// Stores the second value where the first was found; whether that is so.
fn swap(
    sketch: &mut Sketch<'_>,
    variable: &Variable,
    found: &Expr,
    values: &[Expr],
) -> Result<Expr, String> {
    let equal = sketch.local("equal", Type::Bool);
    let compared = binary(BinaryOp::Eq, found.clone(), values[0].clone());
    sketch.emit(StatementKind::Assign(equal, compared));
    let put =
        |sketch: &mut Sketch<'_>| store(sketch, variable, values[1].clone()).map(|()| Ending::Open);
    sketch.branch(Expr::Local(equal), put, |_| Ok(Ending::Open))?;
    Ok(Expr::Local(equal))
}

fn load(sketch: &mut Sketch<'_>, variable: &Variable, ty: Type) -> Expr {
    let value = sketch.local("value", ty);
    sketch.emit(match variable {
        Variable::Field(object, field) => StatementKind::Load(value, object.clone(), *field),
        Variable::Global(global) => StatementKind::LoadGlobal(value, *global),
        Variable::Element(array, index) => {
            StatementKind::LoadElement(value, array.clone(), index.clone())
        }
        Variable::Slot(object, slot) => {
            StatementKind::LoadSlot(value, object.clone(), slot.clone())
        }
    });
    Expr::Local(value)
}

fn store(sketch: &mut Sketch<'_>, variable: &Variable, value: Expr) -> Result<(), String> {
    let statement = match variable {
        Variable::Field(object, field) => StatementKind::Store(object.clone(), *field, value),
        Variable::Global(global) => StatementKind::StoreGlobal(*global, value),
        Variable::Slot(object, slot) => {
            StatementKind::StoreSlot(object.clone(), slot.clone(), value)
        }
        Variable::Element(array, index) => {
            if sketch.type_of(&value) == Type::Ref {
                let takes = Expr::Takes(Box::new(array.clone()), Box::new(value.clone()));
                sketch.raise_if(not(takes), "java/lang/ClassCastException")?;
            }
            StatementKind::StoreElement(array.clone(), index.clone(), value)
        }
    };
    sketch.emit(statement);
    Ok(())
}
