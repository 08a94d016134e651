//! Variable handles: objects of the image that remember the field or the array class they were made for.
//!
//! Their methods take whatever arguments the call says (JVMS 2.9.3), so that each call is a native of its own type.

use ir::{BinaryOp, ClassId, Const, Expr, IntType, StatementKind, Type};

use crate::jvm::class::Member;
use crate::jvm::descriptor::JavaType;
use crate::jvm::found::FoundField;
use crate::jvm::natives::calls::{Access, access};
use crate::jvm::natives::classes::descriptor;
use crate::jvm::natives::made::{Holds, Target};
use crate::jvm::natives::native::Native;
use crate::jvm::natives::sketch::{Sketch, any, binary, int, is_instance, is_null, not};
use crate::jvm::natives::variables::{Variable, write};
use crate::jvm::texts::Mirrored;

const NO_FIELD: &str = "a variable handle for a field that is not known";

/// `findVarHandle(Class, String, Class)`; the lookup comes first.
pub(super) fn of_field(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (found, held) = find(sketch, false)?;
    let field = sketch.world.field_ref(&found).ok_or(NO_FIELD)?;
    give_handle(sketch, Target::Field(field, held))
}

/// `findStaticVarHandle(Class, String, Class)`; the lookup comes first.
pub(super) fn of_static(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (found, held) = find(sketch, true)?;
    if !sketch.world.is_still(sketch.program, found.class) {
        return give_handle(sketch, Target::Shared);
    }
    let global = sketch.world.global(sketch.program, &found);
    give_handle(sketch, Target::Static(global, held))
}

/// The field, and what it holds.
fn find(sketch: &Sketch<'_>, is_static: bool) -> Result<(FoundField, Holds), String> {
    let class_at = |number| {
        let object = sketch.native.object(number)?;
        let class = object.and_then(|object| sketch.world.mirrored(object));
        class.ok_or_else(|| NO_FIELD.to_owned())
    };
    let (Mirrored::Class(class), ty) = (class_at(1)?, class_at(3)?) else {
        return Err(NO_FIELD.to_owned());
    };
    let member = Member {
        class: sketch.world.name(class).to_owned(),
        name: sketch.known_text(2, NO_FIELD)?,
        descriptor: descriptor(sketch.world, &ty).ok_or(NO_FIELD)?,
    };
    let found = sketch.world.field(sketch.program, class, &member);
    let found = found.filter(|found| found.declaration().is_static() == is_static);
    let held = match ty {
        Mirrored::Class(class) if sketch.program.classes[class].parent.is_some() => Some(class),
        _ => None,
    };
    Ok((found.ok_or(NO_FIELD)?, held))
}

/// `arrayElementVarHandle(Class)`
pub(super) fn of_elements(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let array = sketch.native.object(0)?;
    match array.and_then(|array| sketch.world.mirrored(array)) {
        Some(Mirrored::Class(class)) if sketch.program.classes[class].element.is_some() => {
            give_handle(sketch, Target::Elements(class))
        }
        _ => Err("a variable handle for arrays of an unknown class".to_owned()),
    }
}

fn give_handle(sketch: &mut Sketch<'_>, target: Target) -> Result<(), String> {
    let name = sketch.native.name_for(sketch.program, sketch.native.matter);
    let class = sketch.class("java/lang/invoke/VarHandle")?;
    let handle = sketch.world.blank(sketch.program, class, name);
    sketch.world.natives.handles.insert(handle, target);
    sketch.give_const(Const::Object(handle));
    Ok(())
}

/// A method of a handle, of the type that its call says.
pub(super) fn used(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let access = access(sketch.native.method).ok_or("a variable handle")?;
    let Some(handle) = sketch.native.object(0)? else {
        return sketch.raise("java/lang/NullPointerException");
    };
    let target = sketch.world.natives.handles.get(&handle).copied();
    let target = target.ok_or("a variable handle that is not known")?;
    let (variable, ty, values) = locate(sketch, target)?;
    check_type(&sketch.native, access, ty, &values)?;
    if let Target::Field(_, Some(held)) | Target::Static(_, Some(held)) = target {
        for value in &values {
            let fits = any([is_null(value.clone()), is_instance(value.clone(), held)]);
            sketch.raise_if(not(fits), "java/lang/ClassCastException")?;
        }
    }
    write(sketch, access, &variable, ty, &values)
}

/// The variable, its type, and the arguments that are values.
fn locate(sketch: &mut Sketch<'_>, target: Target) -> Result<(Variable, Type, Vec<Expr>), String> {
    let mut args = sketch.params().into_iter().skip(1);
    let missing = "a variable handle used with too few arguments";
    let (variable, ty) = match target {
        Target::Static(global, _) => (Variable::Global(global), sketch.program.globals[global].ty),
        Target::Shared => {
            return Err("a variable handle for a static field that others may set".to_owned());
        }
        Target::Field(field, _) => {
            let object = args.next().ok_or(missing)?;
            sketch.refuse_null(object.clone())?;
            let other = not(is_instance(object.clone(), field.class));
            sketch.raise_if(other, "java/lang/ClassCastException")?;
            let ty = sketch.program.field(field).ty;
            (Variable::Field(object, field), ty)
        }
        Target::Elements(class) => {
            let (array, index) = (args.next().ok_or(missing)?, args.next().ok_or(missing)?);
            refuse_outside(sketch, class, &array, &index)?;
            let element = sketch.program.classes[class]
                .element
                .ok_or("an array without elements")?;
            (Variable::Element(array, index), element.ty)
        }
    };
    Ok((variable, ty, args.collect()))
}

fn refuse_outside(
    sketch: &mut Sketch<'_>,
    class: ClassId,
    array: &Expr,
    index: &Expr,
) -> Result<(), String> {
    sketch.refuse_null(array.clone())?;
    sketch.raise_if(
        not(is_instance(array.clone(), class)),
        "java/lang/ClassCastException",
    )?;
    let length = sketch.local("length", Type::Int(IntType::I32));
    sketch.emit(StatementKind::Length(length, array.clone()));
    let outside = any([
        binary(BinaryOp::Lt, index.clone(), int(0)),
        binary(BinaryOp::Ge, index.clone(), Expr::Local(length)),
    ]);
    sketch.raise_if(outside, "java/lang/ArrayIndexOutOfBoundsException")
}

/// Calls convert values to the variable's type; only those that need no conversion are followed.
fn check_type(
    native: &Native<'_>,
    access: Access,
    ty: Type,
    values: &[Expr],
) -> Result<(), String> {
    let given = &native.ty.params[native.ty.params.len() - values.len()..];
    let expected = match access {
        Access::Get => 0,
        Access::Set | Access::GetAndSet | Access::GetAndChange(_) => 1,
        Access::CompareAndSet | Access::CompareAndExchange => 2,
    };
    let returns = native.ty.returns.as_ref().map(JavaType::ir);
    let gives = match access {
        Access::Set => returns.is_none(),
        Access::CompareAndSet => returns == Some(Type::Bool),
        // A result nobody wants is dropped.
        _ => returns.is_none_or(|returns| returns == ty),
    };
    let same = given.len() == expected && given.iter().all(|param| param.ir() == ty) && gives;
    match access {
        _ if !same => Err(format!("{} with a conversion", native.described())),
        Access::GetAndChange(_) if !matches!(ty, Type::Int(_)) => {
            Err("arithmetic by a variable handle on something that is no integer".to_owned())
        }
        Access::CompareAndSet | Access::CompareAndExchange if matches!(ty, Type::Float(_)) => {
            Err("comparing the bits of floating-point numbers in memory".to_owned())
        }
        _ => Ok(()),
    }
}
