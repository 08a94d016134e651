//! Objects of others: of an interface or an abstract class, nobody here knows the code that they have.
//!
//! What such an object answers is a question to those who made it, which an analysis may see answered in any way: a number, a
//! truth value, null or a new object of the declared class, one of the declared exceptions. Arrays that such an object is
//! given may be filled with anything. That objects of others neither change anything else nor throw anything else, nor
//! call back, is what whoever uses the result takes for granted (`TAKEN_FOR_GRANTED`).

use ir::{
    BinaryOp, ClassId, Code, Const, Expr, Function, FunctionId, IntType, LocalId, Program,
    StatementKind, Type, WorldOp,
};

use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::descriptor::JavaType;
use crate::jvm::found::FoundMethod;
use crate::jvm::natives::native::Native;
use crate::jvm::natives::sketch::{Ending, Sketch, binary, int, is_null, not, null, refusal};
use crate::jvm::texts::STRING;
use crate::jvm::world::{OBJECT, World, head};

/// What every statement about a component rests on whose calls ask something of others.
const TAKEN_FOR_GRANTED: &str = "objects of interfaces and abstract classes throw only exceptions of the very classes \
                                 that they declare, with a message and without a cause, give null, new objects \
                                 and arrays of at most 2 numbers or new objects, change only arrays that they are given, and do \
                                 not call back";

/// What is taken for granted besides where an array is longer.
const FEW_PUT: &str = "others put only 2 elements into a longer array: the first, or those from the offset that is passed with it";

/// What every statement about an abstract class rests on.
pub(in crate::jvm) fn extended(java: &JavaClass) -> Option<String> {
    java.is_abstract().then(|| {
        format!(
            "objects are of a class below {} that has code for what is abstract and overrides nothing else",
            short(&java.name)
        )
    })
}

/// The method of an object of others that a selector means; `None` for all other objects, and for methods that no class
/// below can change.
pub(in crate::jvm) fn function(
    world: &mut World,
    program: &Program,
    class: ClassId,
    selector: (&str, &str),
) -> Option<FunctionId> {
    let java = world.java(class).filter(|java| java.is_of_others())?;
    let found = declaration(world, program, class, selector)?;
    let declared = found.declaration();
    if declared.is_final() || declared.is_private() || declared.is_static() {
        return None;
    }
    // What is studied is its own code: only what it leaves to classes below is theirs.
    if java.name == world.subject && !declared.is_abstract() {
        return None;
    }
    let head = Function {
        name: format!(
            "{} of a {}",
            declared.selector(),
            program.classes[class].name
        ),
        ..head(&found.java, declared)
    };
    let code = code(world, program, &head, (&java, declared));
    let code = code.unwrap_or_else(|why| refusal(&head, why));
    Some(program.functions.push(Function {
        code: code.into(),
        ..head
    }))
}

/// Where a method is declared, with or without code.
fn declaration(
    world: &World,
    program: &Program,
    class: ClassId,
    (name, descriptor): (&str, &str),
) -> Option<FoundMethod> {
    let above: Vec<ClassId> = program.ancestors(class).collect();
    let interfaces = world.interfaces(program, class);
    let mut classes = above.into_iter().chain(interfaces);
    classes.find_map(|class| world.declared(class, name, descriptor))
}

fn code(
    world: &mut World,
    program: &Program,
    head: &Function,
    (java, declared): (&JavaClass, &JavaMethod),
) -> Result<Code, String> {
    let question = question(java, declared);
    let mut sketch = Sketch::new(world, program, head, Native::new(&head.name, &[]));
    sketch.emit(StatementKind::World(Box::new(WorldOp::Assume(
        TAKEN_FOR_GRANTED.into(),
    ))));
    for exception in &declared.throws {
        let thrown = format!("{question} throws {}", short(exception));
        let thrown = sketch.ask(&thrown, Type::Bool);
        sketch.raise_if(thrown, exception)?;
    }
    for (at, ty) in declared.ty.params.iter().enumerate() {
        if let JavaType::Array(1, element) = ty
            && element.ir() != Type::Ref
        {
            let first = first_put(&sketch, &declared.ty.params, at);
            fill(&mut sketch, (at + 1, first), element.ir(), &question)?;
        }
    }
    match &declared.ty.returns {
        Some(returns) if returns.ir() == Type::Ref => give_object(&mut sketch, &question, returns)?,
        Some(_) | None => sketch.give_answer(&question),
    }
    Ok(sketch.finish())
}

/// What a question is called: `Iterator.hasNext()`.
fn question(java: &JavaClass, declared: &JavaMethod) -> String {
    let params = declared.ty.params.iter();
    let params: Vec<String> = params.map(|ty| short(&ty.full_name()).to_owned()).collect();
    format!(
        "{}.{}({})",
        short(&java.name),
        declared.name,
        params.join(",")
    )
}

fn short(name: &str) -> &str {
    name.rsplit(['/', '.', '$']).next().unwrap_or(name)
}

/// The first element of a long array that a method puts something into: the next parameter, if two integers follow, as it
/// is in all libraries.
fn first_put(sketch: &Sketch<'_>, params: &[JavaType], array: usize) -> Expr {
    let is_int = |ty: &JavaType| ty.ir() == Type::Int(IntType::I32);
    match params.get(array + 1..array + 3) {
        Some(range) if range.iter().all(is_int) => sketch.param(array + 2),
        Some(_) | None => int(0),
    }
}

/// The elements of an array that is there become anything; where there are more than two, two of them from this one on.
pub(in crate::jvm) fn fill(
    sketch: &mut Sketch<'_>,
    (param, first): (usize, Expr),
    element: Type,
    question: &str,
) -> Result<(), String> {
    let array = sketch.param(param);
    let length = length_of(sketch, &array)?;
    let [index, start] = ["index", "start"].map(|name| sketch.local(name, Type::Int(IntType::I32)));
    sketch.emit(StatementKind::Assign(start, int(0)));
    let is_long = binary(BinaryOp::Gt, Expr::Local(length), int(LONGEST));
    let take_some = |sketch: &mut Sketch<'_>| {
        let few = WorldOp::Assume(FEW_PUT.into());
        sketch.emit(StatementKind::World(Box::new(few)));
        sketch.emit(StatementKind::Assign(start, first));
        Ok(Ending::Open)
    };
    sketch.branch(is_long, take_some, |_| Ok(Ending::Open))?;
    sketch.emit(StatementKind::Assign(index, Expr::Local(start)));
    let at = || Expr::Local(index);
    let inside = binary(
        BinaryOp::And,
        binary(BinaryOp::Ge, at(), int(0)),
        binary(BinaryOp::Lt, at(), Expr::Local(length)),
    );
    let before = binary(BinaryOp::Sub, at(), Expr::Local(start));
    let few = binary(BinaryOp::Lt, before, int(LONGEST));
    let more = binary(BinaryOp::And, inside, few);
    let puts = format!("an element that {question} puts");
    sketch.repeat_while(more, |sketch| {
        let put = sketch.ask(&puts, element);
        sketch.emit(StatementKind::StoreElement(array.clone(), at(), put));
        let next = binary(BinaryOp::Add, at(), int(1));
        sketch.emit(StatementKind::Assign(index, next));
        Ok(())
    })
}

/// How long an array is; 0 if there is none.
fn length_of(sketch: &mut Sketch<'_>, array: &Expr) -> Result<LocalId, String> {
    let length = sketch.local("length", Type::Int(IntType::I32));
    sketch.emit(StatementKind::Assign(length, int(0)));
    let measure = |sketch: &mut Sketch<'_>| {
        sketch.emit(StatementKind::Length(length, array.clone()));
        Ok(Ending::Open)
    };
    sketch.branch(not(is_null(array.clone())), measure, |_| Ok(Ending::Open))?;
    Ok(length)
}

/// Null, or an object of which no more is known than the declared class.
fn give_object(sketch: &mut Sketch<'_>, question: &str, returns: &JavaType) -> Result<(), String> {
    let asked = sketch.ask_until(
        &format!("{question} == null"),
        Type::Bool,
        Const::Bool(true),
    );
    let give_null = |sketch: &mut Sketch<'_>| {
        sketch.give(null());
        Ok(Ending::Left)
    };
    sketch.branch(asked, give_null, |_| Ok(Ending::Open))?;
    if let JavaType::Array(1, element) = returns {
        return give_array(sketch, question, returns, element);
    }
    let given = new_opaque(sketch, question, returns)?;
    sketch.give(given);
    Ok(())
}

/// An object of which no more is known than the class.
fn new_opaque(sketch: &mut Sketch<'_>, question: &str, ty: &JavaType) -> Result<Expr, String> {
    let unknown = || Err(format!("what {question} gives"));
    let JavaType::Object(name) = ty else {
        return unknown();
    };
    if name == STRING {
        let text = sketch.world.machine_text(sketch.program)?;
        return Ok(Expr::Const(Const::Object(text)));
    }
    let class = sketch.class(name)?;
    let is_opaque = |java: &JavaClass| java.is_of_others() || java.name == OBJECT;
    if !sketch
        .world
        .java(class)
        .is_some_and(|java| is_opaque(&java))
    {
        return unknown();
    }
    sketch.make_ready(class);
    let made = sketch.local("made", Type::Ref);
    sketch.emit(StatementKind::New(made, class));
    Ok(Expr::Local(made))
}

/// Elements of the longest array that others give.
const LONGEST: i64 = 2;

/// An array that is as long as others say, and holds what they say.
fn give_array(
    sketch: &mut Sketch<'_>,
    question: &str,
    returns: &JavaType,
    element: &JavaType,
) -> Result<(), String> {
    let class = sketch.class(&returns.descriptor())?;
    for length in 0..LONGEST {
        let asked = sketch.ask(&format!("{question}.length == {length}"), Type::Bool);
        let give = |sketch: &mut Sketch<'_>| {
            array(sketch, (class, element), length, question)?;
            Ok(Ending::Left)
        };
        sketch.branch(asked, give, |_| Ok(Ending::Open))?;
    }
    array(sketch, (class, element), LONGEST, question)
}

/// Gives an array of this length.
fn array(
    sketch: &mut Sketch<'_>,
    (class, element): (ClassId, &JavaType),
    length: i64,
    question: &str,
) -> Result<(), String> {
    let given = sketch.local("given", Type::Ref);
    sketch.emit(StatementKind::NewArray(given, class, int(length)));
    for index in 0..length {
        let put = match element.ir() {
            Type::Ref => new_opaque(sketch, question, element)?,
            number => sketch.ask(&format!("an element of {question}"), number),
        };
        let given = Expr::Local(given);
        sketch.emit(StatementKind::StoreElement(given, int(index), put));
    }
    sketch.give(Expr::Local(given));
    Ok(())
}
