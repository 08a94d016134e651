//! Variable handles: objects of the image that remember the field or the array class they were made for.
//!
//! Their methods take whatever arguments the call says (JVMS 2.9.3), so that each call is a native of its own type.

use ir::{
    BinaryOp, ClassId, Const, Expr, FieldRef, FunctionId, GlobalId, ImageId, IntType, Program,
    StatementKind, Type,
};

use crate::jvm::class::Member;
use crate::jvm::descriptor::JavaType;
use crate::jvm::members::FoundField;
use crate::jvm::natives::Native;
use crate::jvm::natives::sketch::{Ending, Sketch, any, binary, int, is_instance, is_null, not};
use crate::jvm::texts::Mirrored;
use crate::jvm::world::World;

const HANDLE: &str = "java/lang/invoke/VarHandle";

/// What a handle refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Field(FieldRef, Holds),
    Static(GlobalId, Holds),
    /// Elements of arrays of this class.
    Elements(ClassId),
}

/// The class of the references that a variable holds; `None` for one that holds anything, or no references.
type Holds = Option<ClassId>;

/// What a method of handles does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Get,
    Set,
    CompareAndSet,
    CompareAndExchange,
    GetAndSet,
    GetAndChange(BinaryOp),
}

/// Whether calls of this method have the type that each of them says.
pub(in crate::jvm) fn is_polymorphic(class: &str, method: &str) -> bool {
    class == HANDLE && access(method).is_some()
}

/// Whether a call asks for a lookup that knows the class of its caller.
pub(in crate::jvm) fn is_lookup(class: &str, method: &str) -> bool {
    class == "java/lang/invoke/MethodHandles" && method == "lookup"
}

fn access(method: &str) -> Option<Access> {
    let plain = ["Volatile", "Acquire", "Release", "Opaque", "Plain"]
        .iter()
        .find_map(|o| method.strip_suffix(o));
    Some(match plain.unwrap_or(method) {
        "get" => Access::Get,
        "set" => Access::Set,
        "compareAndSet" | "weakCompareAndSet" => Access::CompareAndSet,
        "compareAndExchange" => Access::CompareAndExchange,
        "getAndSet" => Access::GetAndSet,
        "getAndAdd" => Access::GetAndChange(BinaryOp::Add),
        "getAndBitwiseOr" => Access::GetAndChange(BinaryOp::Or),
        "getAndBitwiseAnd" => Access::GetAndChange(BinaryOp::And),
        "getAndBitwiseXor" => Access::GetAndChange(BinaryOp::Xor),
        _ => return None,
    })
}

/// The function for a call that makes or uses a handle; `None` if it is another call.
pub(super) fn specialise(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Option<Result<FunctionId, String>> {
    match (native.class, native.method) {
        ("java.lang.invoke.MethodHandles$Lookup", "findVarHandle") => {
            Some(find(world, program, native, false))
        }
        ("java.lang.invoke.MethodHandles$Lookup", "findStaticVarHandle") => {
            Some(find(world, program, native, true))
        }
        ("java.lang.invoke.MethodHandles", "arrayElementVarHandle") => {
            Some(for_elements(world, program, native))
        }
        ("java.lang.invoke.VarHandle", method) => {
            access(method).map(|access| used(world, program, native, access))
        }
        _ => None,
    }
}

/// `findVarHandle(Class, String, Class)`; the lookup comes first.
fn find(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
    is_static: bool,
) -> Result<FunctionId, String> {
    let broken = || "a variable handle for a field that is not known".to_owned();
    let (holder, name, ty) = (native.object(1)?, native.object(2)?, native.object(3)?);
    let (holder, name, ty) = (
        holder.ok_or_else(broken)?,
        name.ok_or_else(broken)?,
        ty.ok_or_else(broken)?,
    );
    let Some(Mirrored::Class(class)) = world.mirrored(holder) else {
        return Err(broken());
    };
    let units = world.text_of(program, name).ok_or_else(broken)?;
    let descriptor = descriptor(world, ty).ok_or_else(broken)?;
    let member = Member {
        class: world.name(class).to_owned(),
        name: String::from_utf16_lossy(&units),
        descriptor,
    };
    let found: FoundField = world.field(program, class, &member).ok_or_else(broken)?;
    if found.declaration().is_static() != is_static {
        return Err(broken());
    }
    let held = match world.mirrored(ty) {
        Some(Mirrored::Class(class)) if program.classes[class].parent.is_some() => Some(class),
        _ => None,
    };
    let target = if is_static {
        if !world.is_still(program, found.class) {
            return Err(format!(
                "a variable handle for the static field {}",
                member.name
            ));
        }
        Target::Static(world.global(program, &found), held)
    } else {
        Target::Field(world.field_ref(&found).ok_or_else(broken)?, held)
    };
    give_handle(world, program, native, &[holder, name, ty], target)
}

fn for_elements(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let broken = || "a variable handle for arrays of an unknown class".to_owned();
    let array = native.object(0)?.ok_or_else(broken)?;
    let Some(Mirrored::Class(class)) = world.mirrored(array) else {
        return Err(broken());
    };
    if program.classes[class].element.is_none() {
        return Err(broken());
    }
    give_handle(world, program, native, &[array], Target::Elements(class))
}

fn give_handle(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
    matter: &[ImageId],
    target: Target,
) -> Result<FunctionId, String> {
    let matter: Vec<Const> = matter.iter().map(|&object| Const::Object(object)).collect();
    let name = native.name_for(program, &matter);
    native.function(world, program, &matter, |sketch| {
        let class = sketch.class(HANDLE)?;
        let handle = sketch.world.blank(sketch.program, class, name);
        sketch.world.natives.handles.insert(handle, target);
        sketch.give_const(Const::Object(handle));
        Ok(())
    })
}

/// The descriptor of what a class object stands for.
fn descriptor(world: &World, mirror: ImageId) -> Option<String> {
    Some(match world.mirrored(mirror)? {
        Mirrored::Class(class) => match world.name(class) {
            array if array.starts_with('[') => array.to_owned(),
            name => format!("L{name};"),
        },
        Mirrored::Primitive(name) => {
            let all = [
                ("boolean", "Z"),
                ("byte", "B"),
                ("short", "S"),
                ("char", "C"),
                ("int", "I"),
                ("long", "J"),
            ];
            let all = all.into_iter().chain([("float", "F"), ("double", "D")]);
            all.into_iter()
                .find(|(known, _)| *known == name)?
                .1
                .to_owned()
        }
    })
}

/// Where the variable of a call is: what comes before the values.
enum Variable {
    Field(Expr, FieldRef),
    Global(GlobalId),
    Element(Expr, Expr),
}

fn used(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
    access: Access,
) -> Result<FunctionId, String> {
    let Some(handle) = native.object(0)? else {
        return native.function(world, program, &[Const::Null], |s| {
            s.raise("java/lang/NullPointerException")
        });
    };
    let target = world.natives.handles.get(&handle).copied();
    let target = target.ok_or("a variable handle that is not known")?;
    native.function(world, program, &[Const::Object(handle)], |sketch| {
        let (variable, ty, values) = locate(sketch, target)?;
        check_type(native, access, ty, &values)?;
        if let Target::Field(_, Some(held)) | Target::Static(_, Some(held)) = target {
            for value in &values {
                let fits = any([is_null(value.clone()), is_instance(value.clone(), held)]);
                sketch.raise_if(not(fits), "java/lang/ClassCastException")?;
            }
        }
        write(sketch, access, &variable, ty, &values)
    })
}

/// The variable, its type, and the arguments that are values.
fn locate(sketch: &mut Sketch<'_>, target: Target) -> Result<(Variable, Type, Vec<Expr>), String> {
    let mut args = sketch.params().into_iter().skip(1);
    let missing = "a variable handle used with too few arguments";
    let (variable, ty) = match target {
        Target::Static(global, _) => (Variable::Global(global), sketch.program.globals[global].ty),
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
    if same {
        Ok(())
    } else {
        Err(format!("{} with a conversion", native.described()))
    }
}

fn write(
    sketch: &mut Sketch<'_>,
    access: Access,
    variable: &Variable,
    ty: Type,
    values: &[Expr],
) -> Result<(), String> {
    match access {
        Access::Get => {
            let found = load(sketch, variable, ty);
            give(sketch, found);
        }
        Access::Set => {
            store(sketch, variable, values[0].clone())?;
            sketch.give_nothing();
        }
        Access::GetAndSet => {
            let found = load(sketch, variable, ty);
            store(sketch, variable, values[0].clone())?;
            give(sketch, found);
        }
        Access::GetAndChange(op) => {
            if !matches!(ty, Type::Int(_)) {
                return Err(
                    "arithmetic by a variable handle on something that is no integer".to_owned(),
                );
            }
            let found = load(sketch, variable, ty);
            store(
                sketch,
                variable,
                binary(op, found.clone(), values[0].clone()),
            )?;
            give(sketch, found);
        }
        Access::CompareAndSet | Access::CompareAndExchange => {
            if matches!(ty, Type::Float(_)) {
                return Err("comparing the bits of floating-point numbers in memory".to_owned());
            }
            let found = load(sketch, variable, ty);
            let equal = sketch.local("equal", Type::Bool);
            sketch.emit(StatementKind::Assign(
                equal,
                binary(BinaryOp::Eq, found.clone(), values[0].clone()),
            ));
            let put = |sketch: &mut Sketch<'_>| {
                store(sketch, variable, values[1].clone()).map(|()| Ending::Open)
            };
            sketch.branch(Expr::Local(equal), put, |_| Ok(Ending::Open))?;
            give(
                sketch,
                if access == Access::CompareAndSet {
                    Expr::Local(equal)
                } else {
                    found
                },
            );
        }
    }
    Ok(())
}

fn give(sketch: &mut Sketch<'_>, value: Expr) {
    match sketch.returns() {
        Some(_) => sketch.give(value),
        None => sketch.give_nothing(),
    }
}

fn load(sketch: &mut Sketch<'_>, variable: &Variable, ty: Type) -> Expr {
    let value = sketch.local("value", ty);
    sketch.emit(match variable {
        Variable::Field(object, field) => StatementKind::Load(value, object.clone(), *field),
        Variable::Global(global) => StatementKind::LoadGlobal(value, *global),
        Variable::Element(array, index) => {
            StatementKind::LoadElement(value, array.clone(), index.clone())
        }
    });
    Expr::Local(value)
}

fn store(sketch: &mut Sketch<'_>, variable: &Variable, value: Expr) -> Result<(), String> {
    let statement = match variable {
        Variable::Field(object, field) => StatementKind::Store(object.clone(), *field, value),
        Variable::Global(global) => StatementKind::StoreGlobal(*global, value),
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
