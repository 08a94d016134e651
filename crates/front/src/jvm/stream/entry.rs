//! The method that is the filter, and the function that calls it.

use std::cell::OnceCell;

use ir::{
    Callee, ClassId, Expr, Function, FunctionId, IntType, Program, StatementKind, Stream, Type,
    WorldOp,
};
use ristretto_classfile::MethodAccessFlags;

use super::assumption::Assumption;
use super::instead::is_builder;
use super::library::LIBRARY;
use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::method::describe;
use crate::jvm::natives::native::Native;
use crate::jvm::natives::sketch::Sketch;
use crate::jvm::world::World;
use crate::{InputError, Streams};

/// A method that is a filter, as the real machine knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its class, `p.Escape`.
    pub class: String,
    /// Its name.
    pub name: String,
    /// What it takes and gives, `(Ljava/lang/String;)Ljava/lang/String;`.
    pub descriptor: String,
    /// Whether it is a program of its own, from standard input to standard output.
    pub is_program: bool,
}

const CHARACTER: IntType = IntType::U16;
const BYTE: IntType = IntType {
    bits: 8,
    signed: false,
};

/// A method that is a filter.
pub(super) struct Chosen {
    class: ClassId,
    number: usize,
    /// Name and descriptor.
    pub(super) method: String,
    roles: Vec<Role>,
    reads: IntType,
    writes: IntType,
    /// Whether what it gives is its output.
    pub(super) gives: bool,
}

impl Chosen {
    /// As the real machine knows it.
    pub(super) fn described(&self, world: &World) -> Method {
        let (name, _) = self.method.split_once('(').unwrap_or((&self.method, ""));
        Method {
            class: dotted(world.name(self.class)),
            name: name.to_owned(),
            descriptor: self.method[name.len()..].to_owned(),
            is_program: self.is_program(),
        }
    }

    /// What a client could have chosen otherwise.
    pub(super) fn assumed(&self) -> Vec<Assumption> {
        let assumed = |role: &Role| match role {
            Role::Arguments => Some(Assumption::NoArguments),
            Role::Sequence => Some(Assumption::TextIsString),
            Role::Text
            | Role::Characters
            | Role::Bytes
            | Role::CharacterReader
            | Role::ByteReader
            | Role::CharacterWriter
            | Role::ByteWriter
            | Role::Print
            | Role::Builder { .. } => None,
        };
        self.roles.iter().filter_map(assumed).collect()
    }

    /// Whether it is a program of its own, from standard input to standard output.
    pub(super) fn is_program(&self) -> bool {
        self.roles.contains(&Role::Arguments)
    }

    pub(super) fn streams(&self) -> Streams {
        Streams {
            reads: self.reads,
            writes: self.writes,
            terminated: false,
            buffered: false,
            ends_with_zero: false,
            in_place: false,
            counted: false,
            standard_input: false,
            standard_output: false,
        }
    }
}

/// How a parameter is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Text,
    /// A text of which only that much is said.
    Sequence,
    Characters,
    Bytes,
    CharacterReader,
    ByteReader,
    CharacterWriter,
    ByteWriter,
    Print,
    Builder {
        shared: bool,
    },
    /// The arguments of a program, which are none.
    Arguments,
}

impl Role {
    fn of(ty: &JavaType) -> Option<Self> {
        Some(match ty.descriptor().as_str() {
            "Ljava/lang/String;" => Self::Text,
            "Ljava/lang/CharSequence;" => Self::Sequence,
            "[C" => Self::Characters,
            "[B" => Self::Bytes,
            "Ljava/io/Reader;" => Self::CharacterReader,
            "Ljava/io/InputStream;" => Self::ByteReader,
            "Ljava/io/Writer;" | "Ljava/lang/Appendable;" => Self::CharacterWriter,
            "Ljava/io/OutputStream;" => Self::ByteWriter,
            "Ljava/io/PrintStream;" => Self::Print,
            "Ljava/lang/StringBuilder;" => Self::Builder { shared: false },
            "Ljava/lang/StringBuffer;" => Self::Builder { shared: true },
            _ => return None,
        })
    }

    fn reads(self) -> Option<IntType> {
        match self {
            Self::Text | Self::Sequence | Self::Characters | Self::CharacterReader => {
                Some(CHARACTER)
            }
            Self::Bytes | Self::ByteReader | Self::Arguments => Some(BYTE),
            Self::CharacterWriter | Self::ByteWriter | Self::Print | Self::Builder { .. } => None,
        }
    }

    fn writes(self) -> Option<IntType> {
        match self {
            Self::CharacterWriter | Self::Builder { .. } => Some(CHARACTER),
            Self::ByteWriter | Self::Print | Self::Arguments => Some(BYTE),
            Self::Text | Self::Sequence | Self::Characters | Self::Bytes => None,
            Self::CharacterReader | Self::ByteReader => None,
        }
    }
}

/// What a method gives, as symbols.
fn given(ty: &JavaType) -> Option<IntType> {
    match ty {
        JavaType::Object(name)
            if name == "java/lang/String" || name == "java/lang/CharSequence" =>
        {
            Some(CHARACTER)
        }
        JavaType::Object(name) if is_builder(name) => Some(CHARACTER),
        JavaType::Array(1, inner) if **inner == JavaType::Char => Some(CHARACTER),
        JavaType::Array(1, inner) if **inner == JavaType::Byte => Some(BYTE),
        _ => None,
    }
}

/// The method of that name, or the only one that is a filter.
pub(super) fn choose(
    world: &World,
    class: ClassId,
    name: Option<&str>,
) -> Result<Chosen, InputError> {
    let java = world
        .java(class)
        .ok_or_else(|| InputError::new("an array has no methods of its own"))?;
    let shown = dotted(&java.name);
    let wanted = |m: &&(usize, &JavaMethod)| match name {
        Some(name) => is_meant(m.1, name),
        None => is_open(m.1),
    };
    let methods: Vec<(usize, &JavaMethod)> = java.methods.iter().enumerate().collect();
    let methods: Vec<&(usize, &JavaMethod)> = methods.iter().filter(wanted).collect();
    if let (Some(name), true) = (name, methods.is_empty()) {
        return Err(InputError::new(format!(
            "--function {name}: class {shown} has no such method"
        )));
    }
    let tried: Vec<Result<Chosen, String>> =
        methods.iter().map(|m| chosen(&java, class, m.0)).collect();
    let why = tried
        .iter()
        .find_map(|result| result.as_ref().err().cloned());
    let mut found: Vec<Chosen> = tried.into_iter().filter_map(Result::ok).collect();
    if found.len() > 1 {
        // A program around a filter is there to call it.
        found.retain(|chosen| !chosen.is_program());
    }
    match (found.len(), name, why) {
        (1, ..) => Ok(found.remove(0)),
        (0, Some(name), Some(why)) => {
            let place = java.place(methods[0].1);
            Err(InputError::new(format!("`{name}` is no filter: {why}")).at(Some(place)))
        }
        (_, name, _) => Err(InputError::new(not_one(&java, name, &found))),
    }
}

/// Why none or several methods are no filter.
fn not_one(java: &JavaClass, name: Option<&str>, found: &[Chosen]) -> String {
    let shown = dotted(&java.name);
    match (found, name) {
        ([], _) => format!(
            "class {shown} has no method that is a filter: none reads a text, a Reader or an InputStream and gives a text or \
             writes to a Writer, an OutputStream or a StringBuilder"
        ),
        (found, name) => {
            let shown = |chosen: &Chosen| match name {
                Some(_) => format!("'{}'", signature(&java.methods[chosen.number])),
                None => java.methods[chosen.number].name.clone(),
            };
            let names: Vec<String> = found.iter().map(shown).collect();
            format!(
                "which is the filter? --function {}",
                names.join(", --function ")
            )
        }
    }
}

/// A method with the types of its parameters, as it is printed.
fn signature(method: &JavaMethod) -> String {
    let types = method.ty.params.iter().map(ToString::to_string);
    format!("{}({})", method.name, types.collect::<Vec<_>>().join(", "))
}

/// Whether a name means a method: without types all of that name, with them the one that has them, in full or without their packages.
fn is_meant(method: &JavaMethod, name: &str) -> bool {
    let Some((name, types)) = name.split_once('(') else {
        return method.name == name;
    };
    let types = types.trim_end().trim_end_matches(')').split(',');
    let given: Vec<&str> = types.map(str::trim).filter(|ty| !ty.is_empty()).collect();
    let fits = |(given, ty): (&&str, &JavaType)| {
        let full = ty.to_string();
        *given == full || full.ends_with(&format!(".{given}"))
    };
    let parameters = &method.ty.params;
    method.name == name.trim()
        && given.len() == parameters.len()
        && given.iter().zip(parameters).all(fits)
}

fn is_open(method: &JavaMethod) -> bool {
    let invented =
        MethodAccessFlags::SYNTHETIC | MethodAccessFlags::BRIDGE | MethodAccessFlags::PRIVATE;
    !method.flags.intersects(invented) && !method.name.starts_with('<') && method.code.is_some()
}

fn roles(method: &JavaMethod) -> Result<Vec<Role>, String> {
    if method.is_static() && method.selector() == "main([Ljava/lang/String;)V" {
        return Ok(vec![Role::Arguments]);
    }
    let role = |ty| {
        Role::of(ty).ok_or_else(|| format!("a parameter is a {ty}, which is no text and no stream"))
    };
    method.ty.params.iter().map(role).collect()
}

fn chosen(java: &JavaClass, class: ClassId, number: usize) -> Result<Chosen, String> {
    let method = &java.methods[number];
    if method.code.is_none() {
        return Err("it has no code".to_owned());
    }
    if !method.is_static() && java.method("<init>", "()V").is_none() {
        return Err(
            "it needs an object, and the class has no constructor without parameters".to_owned(),
        );
    }
    let roles = roles(method)?;
    let reads: Vec<IntType> = roles.iter().filter_map(|role| role.reads()).collect();
    let written: Vec<IntType> = roles.iter().filter_map(|role| role.writes()).collect();
    let result = method.ty.returns.as_ref().and_then(given);
    let (writes, gives) = match (written.as_slice(), result) {
        ([one], _) => (*one, false),
        ([], Some(result)) => (result, true),
        ([], None) => return Err("it gives no text, and writes to no stream".to_owned()),
        _ => return Err("it writes to several streams".to_owned()),
    };
    let [reads] = reads.as_slice() else {
        let how = if reads.is_empty() {
            "it reads no text and no stream"
        } else {
            "it reads several texts or streams"
        };
        return Err(how.to_owned());
    };
    let method = method.selector();
    Ok(Chosen {
        class,
        number,
        method,
        roles,
        reads: *reads,
        writes,
        gives,
    })
}

/// The function that a run starts with: it lays out the input, calls the method and writes what that gives.
pub(super) fn start(
    world: &mut World,
    program: &Program,
    chosen: Chosen,
    booted: &[FunctionId],
) -> Result<FunctionId, InputError> {
    let java = world
        .java(chosen.class)
        .ok_or_else(|| InputError::new("an array has no methods of its own"))?;
    let method = &java.methods[chosen.number];
    let head = Function {
        name: "<filter>".to_owned(),
        file: java.source_file.clone(),
        params: Vec::new(),
        returns: None,
        code: OnceCell::new(),
    };
    let mut sketch = Sketch::new(world, program, &head, Native::new(&head.name, &[]));
    let code = write(&mut sketch, &chosen, method, &java, booted).map(|()| sketch.finish());
    let code =
        code.map_err(|why| InputError::new(format!("{}: {why}", describe(&java, method))))?;
    Ok(program.functions.push(Function {
        code: OnceCell::from(code),
        ..head
    }))
}

fn write(
    sketch: &mut Sketch<'_>,
    chosen: &Chosen,
    method: &JavaMethod,
    java: &JavaClass,
    booted: &[FunctionId],
) -> Result<(), String> {
    for &function in booted {
        sketch.call(Callee::Direct(function), Vec::new(), None);
    }
    let (block, tape) = sketch
        .world
        .filtering
        .as_ref()
        .map(|f| (f.block, f.tape))
        .ok_or("nothing is read")?;
    let input = sketch.local("input", Type::Ref);
    let stream = Stream {
        dst: input,
        class: block,
        symbol: chosen.reads,
        terminated: false,
        changed: false,
    };
    sketch.emit(StatementKind::World(Box::new(WorldOp::Stream(stream))));
    sketch.emit(StatementKind::StoreGlobal(tape, Expr::Local(input)));
    sketch.make_ready(chosen.class);
    let mut arguments = Vec::new();
    if !method.is_static() {
        arguments.push(receiver(sketch, chosen.class, java)?);
    }
    for &role in &chosen.roles {
        arguments.push(argument(sketch, role)?);
    }
    let function = sketch
        .world
        .function(sketch.program, chosen.class, chosen.number);
    let returns = method.ty.returns.as_ref().map(JavaType::ir);
    let result = sketch.call(Callee::Direct(function), arguments, returns);
    if let (true, Some(result)) = (chosen.gives, result) {
        let write = "(Ljava/lang/Object;)V";
        library(sketch, "Result", "write", write, vec![result], None)?;
    }
    if chosen.is_program() {
        library(sketch, "Result", "end", "()V", Vec::new(), None)?;
    }
    sketch.give_nothing();
    Ok(())
}

/// A new object that has the method.
fn receiver(sketch: &mut Sketch<'_>, class: ClassId, java: &JavaClass) -> Result<Expr, String> {
    let object = sketch.local("object", Type::Ref);
    sketch.emit(StatementKind::New(object, class));
    let number = java
        .method("<init>", "()V")
        .ok_or("it has no constructor without parameters")?;
    let constructor = sketch.world.function(sketch.program, class, number);
    sketch.call(Callee::Direct(constructor), vec![Expr::Local(object)], None);
    Ok(Expr::Local(object))
}

fn argument(sketch: &mut Sketch<'_>, role: Role) -> Result<Expr, String> {
    let given = |sketch: &mut Sketch<'_>, class: &str, name: &str, descriptor: &str| {
        library(sketch, class, name, descriptor, Vec::new(), Some(Type::Ref))
            .map(|value| value.unwrap_or_else(null))
    };
    match role {
        Role::Text | Role::Sequence => given(sketch, "Tape", "text", "()Ljava/lang/String;"),
        Role::Characters => given(sketch, "Tape", "characters", "()[C"),
        Role::Bytes => given(sketch, "Tape", "bytes", "()[B"),
        Role::Print => given(sketch, "Tape", "print", &format!("()L{LIBRARY}Print;")),
        Role::Builder { shared } => {
            let shared = Expr::Const(ir::Const::Bool(shared));
            let builder = format!("(Z)L{LIBRARY}Builder;");
            let (arguments, returns) = (vec![shared], Some(Type::Ref));
            let made = library(sketch, "Builder", "writing", &builder, arguments, returns)?;
            Ok(made.unwrap_or_else(null))
        }
        Role::CharacterReader => made(sketch, "CharacterReader"),
        Role::ByteReader => made(sketch, "ByteReader"),
        Role::CharacterWriter => made(sketch, "CharacterWriter"),
        Role::ByteWriter => made(sketch, "ByteWriter"),
        Role::Arguments => {
            let class = sketch.class("[Ljava/lang/String;")?;
            let none = sketch.local("arguments", Type::Ref);
            let length = Expr::Const(ir::Const::Int(IntType::I32, 0));
            sketch.emit(StatementKind::NewArray(none, class, length));
            Ok(Expr::Local(none))
        }
    }
}

/// A new object of a class of ours.
fn made(sketch: &mut Sketch<'_>, name: &str) -> Result<Expr, String> {
    let class = sketch.class(&format!("{LIBRARY}{name}"))?;
    sketch.make_ready(class);
    let object = sketch.local(name, Type::Ref);
    sketch.emit(StatementKind::New(object, class));
    let arguments = vec![Expr::Local(object)];
    library(sketch, name, "<init>", "()V", arguments, None)?;
    Ok(Expr::Local(object))
}

fn null() -> Expr {
    Expr::Const(ir::Const::Null)
}

/// A call of a method of ours.
fn library(
    sketch: &mut Sketch<'_>,
    class: &str,
    name: &str,
    descriptor: &str,
    arguments: Vec<Expr>,
    returns: Option<Type>,
) -> Result<Option<Expr>, String> {
    let class = sketch.class(&format!("{LIBRARY}{class}"))?;
    sketch.make_ready(class);
    let found = sketch.world.declared(class, name, descriptor);
    let found = found.ok_or_else(|| format!("{name}{descriptor} is not there"))?;
    let function = sketch.world.function(sketch.program, class, found.index);
    Ok(sketch.call(Callee::Direct(function), arguments, returns))
}
