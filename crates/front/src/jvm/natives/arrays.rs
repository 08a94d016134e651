//! `java.lang.reflect.Array`: arrays whose types are not known before.

use ir::{BinaryOp, Expr, IntType, LocalId, StatementKind, Type};

use crate::jvm::descriptor::JavaType;
use crate::jvm::natives::sketch::{Ending, Sketch, any, binary, int, is_instance, not};

const INT: Type = Type::Int(IntType::I32);
/// Arrays of references of any kind.
pub(super) const OBJECTS: &str = "[Ljava/lang/Object;";
const UNLIKE: &str = "java/lang/IllegalArgumentException";

/// The arrays of primitive types, and the classes of boxes for their elements.
const PRIMITIVES: [(&str, &str); 8] = [
    ("[B", "java/lang/Byte"),
    ("[C", "java/lang/Character"),
    ("[I", "java/lang/Integer"),
    ("[J", "java/lang/Long"),
    ("[S", "java/lang/Short"),
    ("[Z", "java/lang/Boolean"),
    ("[F", "java/lang/Float"),
    ("[D", "java/lang/Double"),
];

/// The arrays that there are: of each primitive type, and of references.
pub(super) fn kinds() -> impl Iterator<Item = &'static str> {
    let of_numbers = PRIMITIVES.into_iter().map(|(array, _)| array);
    of_numbers.chain([OBJECTS])
}

/// `getLength(array)`
pub(super) fn length(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let length = measured(sketch)?;
    sketch.give(Expr::Local(length));
    Ok(())
}

/// `get(array, index)`: numbers come in new boxes.
pub(super) fn get(sketch: &mut Sketch<'_>) -> Result<(), String> {
    within(sketch)?;
    for (array, boxes) in PRIMITIVES {
        let element = element_type(array)?;
        let class = sketch.class(array)?;
        let of_these = is_instance(sketch.param(0), class);
        let boxed = |sketch: &mut Sketch<'_>| {
            let number = loaded(sketch, element);
            let given = in_box(sketch, boxes, number)?;
            sketch.give(given);
            Ok(Ending::Left)
        };
        sketch.branch(of_these, boxed, |_| Ok(Ending::Open))?;
    }
    let element = loaded(sketch, Type::Ref);
    sketch.give(element);
    Ok(())
}

/// `set(array, index, value)` of an array of references.
pub(super) fn set(sketch: &mut Sketch<'_>) -> Result<(), String> {
    within(sketch)?;
    let objects = sketch.class(OBJECTS)?;
    let of_numbers = not(is_instance(sketch.param(0), objects));
    sketch.refuse_if(
        of_numbers,
        "java.lang.reflect.Array.set of an array of numbers",
    );
    let (array, value) = (Box::new(sketch.param(0)), Box::new(sketch.param(2)));
    sketch.raise_if(not(Expr::Takes(array, value)), UNLIKE)?;
    sketch.emit(StatementKind::StoreElement(
        sketch.param(0),
        sketch.param(1),
        sketch.param(2),
    ));
    sketch.give_nothing();
    Ok(())
}

/// The length of the first argument, which must be an array.
fn measured(sketch: &mut Sketch<'_>) -> Result<LocalId, String> {
    sketch.refuse_null(sketch.param(0))?;
    let mut arrays = Vec::new();
    for name in kinds() {
        let class = sketch.class(name)?;
        arrays.push(is_instance(sketch.param(0), class));
    }
    sketch.raise_if(not(any(arrays)), UNLIKE)?;
    if let Some(filtering) = &sketch.world.filtering {
        let input = sketch.program.image[filtering.array].class;
        let is_input = is_instance(sketch.param(0), input);
        sketch.refuse_if(
            is_input,
            "it looks at the array of what it reads by reflection",
        );
    }
    let length = sketch.local("length", INT);
    let array = sketch.param(0);
    sketch.emit(StatementKind::Length(length, array));
    Ok(length)
}

/// The first argument must be an array that has an element where the second one says.
fn within(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let length = measured(sketch)?;
    let outside = any([
        binary(BinaryOp::Lt, sketch.param(1), int(0)),
        binary(BinaryOp::Ge, sketch.param(1), Expr::Local(length)),
    ]);
    sketch.raise_if(outside, "java/lang/ArrayIndexOutOfBoundsException")
}

fn loaded(sketch: &mut Sketch<'_>, ty: Type) -> Expr {
    let element = sketch.local("element", ty);
    let (array, index) = (sketch.param(0), sketch.param(1));
    sketch.emit(StatementKind::LoadElement(element, array, index));
    Expr::Local(element)
}

/// A new object that holds a number.
fn in_box(sketch: &mut Sketch<'_>, class: &str, number: Expr) -> Result<Expr, String> {
    let class = sketch.class(class)?;
    let value = sketch.world.own_field(class, "value");
    let value = value.ok_or("a box without a value")?;
    sketch.make_ready(class);
    let object = sketch.local("boxed", Type::Ref);
    sketch.emit(StatementKind::New(object, class));
    sketch.emit(StatementKind::Store(Expr::Local(object), value, number));
    Ok(Expr::Local(object))
}

fn element_type(array: &str) -> Result<Type, String> {
    match JavaType::parse(array) {
        Some(JavaType::Array(1, element)) => Ok(element.ir()),
        _ => Err(format!("{array} is no array")),
    }
}
