//! Models that are shorter as bytecode: they call, loop and make objects as the code they stand for would.

use ir::{Expr, Function, FunctionId, Program, StatementKind, Type};
use ristretto_classfile::attributes::Instruction;

use crate::jvm::descriptor::{JavaType, MethodType};
use crate::jvm::dynamic::{Assembly, Writer};
use crate::jvm::natives::sketch::Sketch;
use crate::jvm::world::World;

const MAKE: &str = "make";
const STRING: &str = "java/lang/String";
const SYSTEM: &str = "java/lang/System";
const STREAM: &str = "java/io/PrintStream";
const SILENCE: &str = "$model/Silence";
const INPUT: &str = "$model/Input";
const TEXT: &str = "$model/Text";

fn object(name: &str) -> JavaType {
    JavaType::Object(name.to_owned())
}

/// A function that takes what the head takes, written as bytecode.
pub(super) fn function(
    world: &mut World,
    program: &Program,
    head: &Function,
    write: fn(&mut Writer<'_>),
) -> Result<FunctionId, String> {
    let (path, _) = head.name.split_once('(').ok_or("a method without a type")?;
    let descriptor = &head.name[path.len()..];
    let mut ty = MethodType::parse(descriptor).ok_or("a method without a type")?;
    if head.params.len() > ty.params.len() {
        let (class, _) = path.rsplit_once('.').ok_or("a method without a class")?;
        ty.params.insert(0, object(&class.replace('.', "/")));
    }
    let name: String = head
        .name
        .chars()
        .map(|c| if "./;[<>".contains(c) { '_' } else { c })
        .collect();
    define(
        world,
        program,
        &format!("$model/{name}"),
        &ty.descriptor(),
        write,
    )
}

/// A class with one function.
pub(super) fn define(
    world: &mut World,
    program: &Program,
    name: &str,
    descriptor: &str,
    write: impl FnOnce(&mut Writer<'_>),
) -> Result<FunctionId, String> {
    let mut class = Assembly::new(name, "java/lang/Object");
    class.function(MAKE, descriptor, write);
    world.class_path.define(name, class.finish()?);
    let class = world.class(program, name).map_err(|error| error.message)?;
    let found = world
        .declared(class, MAKE, descriptor)
        .ok_or("a model without code")?;
    Ok(world.function(program, class, found.index))
}

/// The constants of an enum as the call of a native of this type gives them.
pub(super) fn values(sketch: &mut Sketch<'_>, class: &str) -> Result<FunctionId, String> {
    let name = format!("$model/values{}/{class}", sketch.params().len());
    let params = "Ljava/lang/Class;".repeat(sketch.params().len());
    define(
        sketch.world,
        sketch.program,
        &name,
        &format!("({params})[Ljava/lang/Object;"),
        |code| {
            code.call_static(class, "values", &format!("()[L{class};"));
            code.op(Instruction::Areturn);
        },
    )
}

/// `Enum.valueOf(Class, String)` for one enum.
pub(super) fn value_of(sketch: &mut Sketch<'_>, class: &str) -> Result<FunctionId, String> {
    let name = format!("$model/valueOf/{class}");
    let descriptor = "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;";
    define(sketch.world, sketch.program, &name, descriptor, |code| {
        code.op(Instruction::Aload_1);
        let present = code.jump(Instruction::Ifnonnull);
        throw(code, "java/lang/NullPointerException", "Name is null");
        code.land(present);
        code.call_static(class, "values", &format!("()[L{class};"));
        code.op(Instruction::Astore_2);
        code.op(Instruction::Iconst_0);
        code.op(Instruction::Istore_3);
        let next = code.label();
        code.op(Instruction::Iload_3);
        code.op(Instruction::Aload_2);
        code.op(Instruction::Arraylength);
        let none = code.jump(Instruction::If_icmpge);
        for _ in 0..2 {
            code.op(Instruction::Aload_2);
            code.op(Instruction::Iload_3);
            code.op(Instruction::Aaload);
        }
        code.call_virtual("java/lang/Enum", "name", "()Ljava/lang/String;");
        code.op(Instruction::Aload_1);
        code.call_virtual(STRING, "equals", "(Ljava/lang/Object;)Z");
        let other = code.jump(Instruction::Ifeq);
        code.op(Instruction::Areturn);
        code.land(other);
        code.op(Instruction::Pop);
        code.op(Instruction::Iinc(3, 1));
        code.goto(next);
        code.land(none);
        let prefix = format!("No enum constant {}.", class.replace(['/', '$'], "."));
        code.create("java/lang/IllegalArgumentException");
        code.op(Instruction::Dup);
        code.string(&prefix);
        code.op(Instruction::Aload_1);
        code.call_virtual(STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
        code.call_special(
            "java/lang/IllegalArgumentException",
            "<init>",
            "(Ljava/lang/String;)V",
        );
        code.op(Instruction::Athrow);
    })
}

fn throw(code: &mut Writer<'_>, class: &str, text: &str) {
    code.create(class);
    code.op(Instruction::Dup);
    code.string(text);
    code.call_special(class, "<init>", "(Ljava/lang/String;)V");
    code.op(Instruction::Athrow);
}

/// `String.hashCode` without its cache: a literal that was asked for its hash is still the same literal.
pub(super) fn hash_of_string(code: &mut Writer<'_>) {
    let bytes = JavaType::Array(1, Box::new(JavaType::Byte));
    code.op(Instruction::Aload_0);
    code.get_field(STRING, "value", &bytes);
    code.op(Instruction::Aload_0);
    code.get_field(STRING, "coder", &JavaType::Byte);
    let wide = code.jump(Instruction::Ifne);
    code.call_static("java/lang/StringLatin1", "hashCode", "([B)I");
    code.op(Instruction::Ireturn);
    code.land(wide);
    code.call_static("java/lang/StringUTF16", "hashCode", "([B)I");
    code.op(Instruction::Ireturn);
}

/// `String.formatted`: the same as `String.format`, which is followed.
pub(super) fn formatted(code: &mut Writer<'_>) {
    code.op(Instruction::Aload_0);
    code.op(Instruction::Aload_1);
    code.call_static(
        STRING,
        "format",
        "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
    );
    code.op(Instruction::Areturn);
}

/// `HashMap.comparableClassFor(Object)`: the object's class, if its objects compare themselves with one another.
pub(super) fn comparable_class(sketch: &mut Sketch<'_>) -> Result<(), String> {
    define_text(sketch.world)?;
    let descriptor = "(Ljava/lang/Object;)Ljava/lang/Class;";
    let function = define(
        sketch.world,
        sketch.program,
        "$model/ComparableClass",
        descriptor,
        |code| {
            code.op(Instruction::Aload_0);
            code.instance_of("java/lang/Comparable");
            let comparable = code.jump(Instruction::Ifne);
            code.op(Instruction::Aconst_null);
            code.op(Instruction::Areturn);
            code.land(comparable);
            code.op(Instruction::Aload_0);
            code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
            code.call_static(TEXT, "comparable", "(Ljava/lang/Class;)Ljava/lang/Class;");
            code.op(Instruction::Areturn);
        },
    )?;
    sketch.give_call(function);
    Ok(())
}

/// `AccessController.doPrivileged`: nothing is forbidden, so the action just runs.
pub(super) fn run_action(code: &mut Writer<'_>) {
    code.op(Instruction::Aload_0);
    code.call_interface(
        "java/security/PrivilegedAction",
        "run",
        "()Ljava/lang/Object;",
    );
    code.op(Instruction::Areturn);
}

/// The same for an action that may throw: checked exceptions are wrapped.
pub(super) fn run_throwing_action(code: &mut Writer<'_>) {
    const WRAPPER: &str = "java/security/PrivilegedActionException";
    let start = code.label();
    code.op(Instruction::Aload_0);
    code.call_interface(
        "java/security/PrivilegedExceptionAction",
        "run",
        "()Ljava/lang/Object;",
    );
    code.op(Instruction::Areturn);
    let end = code.label();
    code.catch(start, end, "java/lang/RuntimeException");
    code.op(Instruction::Athrow);
    code.catch(start, end, "java/lang/Exception");
    code.op(Instruction::Astore_1);
    code.create(WRAPPER);
    code.op(Instruction::Dup);
    code.op(Instruction::Aload_1);
    code.call_special(WRAPPER, "<init>", "(Ljava/lang/Exception;)V");
    code.op(Instruction::Athrow);
}

/// `Reference.clear0`
pub(super) fn clear_reference(code: &mut Writer<'_>) {
    code.op(Instruction::Aload_0);
    code.op(Instruction::Aconst_null);
    code.put_field(
        "java/lang/ref/Reference",
        "referent",
        &object("java/lang/Object"),
    );
    code.op(Instruction::Return);
}

/// `Reference.refersTo0`: nothing is ever collected.
pub(super) fn refers_to(code: &mut Writer<'_>) {
    code.op(Instruction::Aload_0);
    code.get_field(
        "java/lang/ref/Reference",
        "referent",
        &object("java/lang/Object"),
    );
    code.op(Instruction::Aload_1);
    let other = code.jump(Instruction::If_acmpne);
    code.op(Instruction::Iconst_1);
    code.op(Instruction::Ireturn);
    code.land(other);
    code.op(Instruction::Iconst_0);
    code.op(Instruction::Ireturn);
}

/// `Throwable.printStackTrace`: what is printed is nowhere, but all that would be printed is asked for its text.
pub(super) fn print_trace(sketch: &mut Sketch<'_>) -> Result<(), String> {
    const NAME: &str = "$model/Trace";
    const THROWABLE: &str = "java/lang/Throwable";
    let descriptor = "(Ljava/lang/Throwable;)V";
    let function = define(sketch.world, sketch.program, NAME, descriptor, |code| {
        code.op(Instruction::Aload_0);
        code.call_virtual(THROWABLE, "toString", "()Ljava/lang/String;");
        code.op(Instruction::Pop);
        code.op(Instruction::Aload_0);
        code.call_virtual(THROWABLE, "getSuppressed", "()[Ljava/lang/Throwable;");
        code.op(Instruction::Astore_1);
        code.op(Instruction::Iconst_0);
        code.op(Instruction::Istore_2);
        let next = code.label();
        code.op(Instruction::Iload_2);
        code.op(Instruction::Aload_1);
        code.op(Instruction::Arraylength);
        let all = code.jump(Instruction::If_icmpge);
        code.op(Instruction::Aload_1);
        code.op(Instruction::Iload_2);
        code.op(Instruction::Aaload);
        code.call_static(NAME, MAKE, descriptor);
        code.op(Instruction::Iinc(2, 1));
        code.goto(next);
        code.land(all);
        code.op(Instruction::Aload_0);
        code.call_virtual(THROWABLE, "getCause", "()Ljava/lang/Throwable;");
        code.op(Instruction::Astore_1);
        code.op(Instruction::Aload_1);
        let last = code.jump(Instruction::Ifnull);
        code.op(Instruction::Aload_1);
        code.call_static(NAME, MAKE, descriptor);
        code.land(last);
        code.op(Instruction::Return);
    })?;
    sketch.give_call(function);
    Ok(())
}

/// `Set.of(x).iterator()`: the order of one element is known, that of two is not.
pub(super) fn iterator_of_one(sketch: &mut Sketch<'_>) -> Result<(), String> {
    const SET: &str = "java/util/ImmutableCollections$Set12";
    define_text(sketch.world)?;
    let any = object("java/lang/Object");
    let descriptor = format!("(L{SET};)Ljava/util/Iterator;");
    let function = define(
        sketch.world,
        sketch.program,
        "$model/IteratorOfOne",
        &descriptor,
        |code| {
            code.op(Instruction::Aload_0);
            code.get_field(SET, "e1", &any);
            code.get_static("java/util/ImmutableCollections", "EMPTY", &any);
            let one = code.jump(Instruction::If_acmpeq);
            code.call_static(TEXT, "order", "()V");
            code.land(one);
            code.op(Instruction::Aload_0);
            code.get_field(SET, "e0", &any);
            code.call_static(
                "java/util/Collections",
                "singleton",
                "(Ljava/lang/Object;)Ljava/util/Set;",
            );
            code.call_interface("java/util/Set", "iterator", "()Ljava/util/Iterator;");
            code.op(Instruction::Areturn);
        },
    )?;
    sketch.give_call(function);
    Ok(())
}

/// `Math.pow` is exact for whole numbers whose power is small enough, and may be off by a little for others.
pub(super) fn power(sketch: &mut Sketch<'_>) -> Result<(), String> {
    define_text(sketch.world)?;
    let function = define(
        sketch.world,
        sketch.program,
        "$model/Power",
        "(DD)D",
        |code| {
            code.op(Instruction::Dload_0);
            code.op(Instruction::Dload_2);
            code.call_static("java/lang/StrictMath", "pow", "(DD)D");
            code.op(Instruction::Dstore(4));
            let mut doubts = Vec::new();
            for load in [Instruction::Dload_0, Instruction::Dload_2] {
                code.op(load.clone());
                code.op(Instruction::D2i);
                code.op(Instruction::I2d);
                code.op(load);
                code.op(Instruction::Dcmpl);
                doubts.push(code.jump(Instruction::Ifne));
            }
            code.op(Instruction::Dload_2);
            code.op(Instruction::Dconst_0);
            code.op(Instruction::Dcmpg);
            doubts.push(code.jump(Instruction::Iflt));
            // Below 2 to the power of 53 every whole number is a double.
            code.op(Instruction::Dload(4));
            code.call_static("java/lang/Math", "abs", "(D)D");
            code.double(9_007_199_254_740_992.0);
            code.op(Instruction::Dcmpg);
            doubts.push(code.jump(Instruction::Ifgt));
            let sure = code.jump(Instruction::Goto);
            doubts.into_iter().for_each(|doubt| code.land(doubt));
            code.call_static(TEXT, "digits", "()V");
            code.land(sure);
            code.op(Instruction::Dload(4));
            code.op(Instruction::Dreturn);
        },
    )?;
    sketch.give_call(function);
    Ok(())
}

/// The properties as the JDK asks for them: one by one, each as if through `System.getProperty`.
pub(super) fn properties(sketch: &mut Sketch<'_>) -> Result<(), String> {
    const NAME: &str = "$model/Properties";
    let mut class = Assembly::new(NAME, "java/util/Properties");
    for (params, more) in [
        ("Ljava/lang/String;", false),
        ("Ljava/lang/String;Ljava/lang/String;", true),
    ] {
        let descriptor = format!("({params})Ljava/lang/String;");
        class.method("getProperty", &descriptor, |code| {
            code.op(Instruction::Aload_1);
            if more {
                code.op(Instruction::Aload_2);
            }
            code.call_static(SYSTEM, "getProperty", &descriptor);
            code.op(Instruction::Areturn);
        });
    }
    sketch.world.class_path.define(NAME, class.finish()?);
    let class = sketch.class(NAME)?;
    let properties = sketch.local("properties", Type::Ref);
    sketch.emit(StatementKind::New(properties, class));
    sketch.give(Expr::Local(properties));
    Ok(())
}

/// What code of ours can ask for besides: an end without an answer, and a text that cannot be read.
pub(super) fn define_text(world: &mut World) -> Result<(), String> {
    let mut class = Assembly::new(TEXT, "java/lang/Object");
    class.native_function("refuse", "()V");
    class.native_function("order", "()V");
    class.native_function("comparable", "(Ljava/lang/Class;)Ljava/lang/Class;");
    class.native_function("digits", "()V");
    class.native_function("unreadable", "()Ljava/lang/String;");
    world.class_path.define(TEXT, class.finish()?);
    Ok(())
}

/// `System`'s static initialiser: streams that print nowhere and cannot be read.
pub(super) fn system(sketch: &mut Sketch<'_>) -> Result<(), String> {
    define_silence(sketch.world)?;
    let mut input = Assembly::new(INPUT, "java/io/InputStream");
    input.native("read", "()I");
    input.native("read", "([BII)I");
    input.native("available", "()I");
    sketch.world.class_path.define(INPUT, input.finish()?);
    for (name, made) in [("out", SILENCE), ("err", SILENCE), ("in", INPUT)] {
        let stream = sketch.local(name, Type::Ref);
        let class = sketch.class(made)?;
        let system = sketch.class(SYSTEM)?;
        let field = sketch
            .world
            .own_static(system, name)
            .ok_or("a standard stream")?;
        let global = sketch.world.global(sketch.program, &field);
        sketch.emit(StatementKind::New(stream, class));
        sketch.emit(StatementKind::StoreGlobal(global, Expr::Local(stream)));
    }
    sketch.give_nothing();
    Ok(())
}

/// A stream that prints nowhere. Objects are still asked for their text.
fn define_silence(world: &mut World) -> Result<(), String> {
    let mut class = Assembly::new(SILENCE, STREAM);
    let quiet = |code: &mut Writer<'_>| code.op(Instruction::Return);
    for ty in ["Z", "C", "I", "J", "F", "D", "Ljava/lang/String;"] {
        class.method("print", &format!("({ty})V"), quiet);
        class.method("println", &format!("({ty})V"), quiet);
    }
    for name in ["print", "println"] {
        class.method(name, "(Ljava/lang/Object;)V", |code| {
            code.op(Instruction::Aload_1);
            code.call_static(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
            code.op(Instruction::Pop);
            code.op(Instruction::Return);
        });
        class.method(name, "([C)V", |code| {
            code.op(Instruction::Aload_1);
            code.op(Instruction::Arraylength);
            code.op(Instruction::Pop);
            code.op(Instruction::Return);
        });
    }
    for (name, descriptor) in [
        ("println", "()V"),
        ("flush", "()V"),
        ("close", "()V"),
        ("write", "(I)V"),
    ] {
        class.method(name, descriptor, quiet);
    }
    class.native("write", "([BII)V");
    class.native("write", "([B)V");
    class.native("checkError", "()Z");
    for name in ["printf", "format"] {
        class.native(
            name,
            &format!("(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)L{STREAM};"),
        );
        class.method(
            name,
            &format!("(Ljava/lang/String;[Ljava/lang/Object;)L{STREAM};"),
            |code| {
                code.op(Instruction::Aload_1);
                code.op(Instruction::Aload_2);
                code.call_static(
                    STRING,
                    "format",
                    "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
                );
                code.op(Instruction::Pop);
                code.op(Instruction::Aload_0);
                code.op(Instruction::Areturn);
            },
        );
    }
    for (ty, slots) in [
        ("Ljava/lang/CharSequence;", ""),
        ("Ljava/lang/CharSequence;", "II"),
        ("C", ""),
    ] {
        class.native("append", &format!("({ty}{slots})L{STREAM};"));
    }
    world.class_path.define(SILENCE, class.finish()?);
    Ok(())
}

/// `SharedSecrets.getJavaLangAccess`: what the machine's start would have left there.
pub(super) fn java_lang_access(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let name = access_class(sketch).ok_or("the JDK's access to its own classes")?;
    let descriptor = "()Ljdk/internal/access/JavaLangAccess;";
    let function = define(
        sketch.world,
        sketch.program,
        "$model/JavaLangAccess",
        descriptor,
        |code| {
            code.create(&name);
            code.op(Instruction::Areturn);
        },
    )?;
    sketch.give_call(function);
    Ok(())
}

/// The nested class of `System` that gives the access; its number differs from version to version.
fn access_class(sketch: &mut Sketch<'_>) -> Option<String> {
    (1..10)
        .map(|number| format!("{SYSTEM}${number}"))
        .find(|name| {
            let java = sketch
                .class(name)
                .ok()
                .and_then(|class| sketch.world.java(class));
            java.is_some_and(|java| {
                java.interfaces
                    .iter()
                    .any(|i| i == "jdk/internal/access/JavaLangAccess")
            })
        })
}
