//! The standard streams and the properties, which the machine's start would make.

use ir::{Expr, StatementKind, Type};
use ristretto_classfile::attributes::Instruction::{
    Aload_0, Aload_1, Aload_2, Areturn, Arraylength, Pop, Return,
};

use crate::jvm::dynamic::assembler::{Assembly, Writer};
use crate::jvm::natives::sketch::Sketch;
use crate::jvm::texts::STRING;
use crate::jvm::world::World;

const SYSTEM: &str = "java/lang/System";
const STREAM: &str = "java/io/PrintStream";
const SILENCE: &str = "$model/Silence";
const INPUT: &str = "$model/Input";

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
        let field = sketch.world.own_static(system, name);
        let global = sketch
            .world
            .global(sketch.program, &field.ok_or("a standard stream")?);
        sketch.emit(StatementKind::New(stream, class));
        sketch.emit(StatementKind::StoreGlobal(global, Expr::Local(stream)));
    }
    sketch.give_nothing();
    Ok(())
}

/// A stream that prints nowhere. Objects are still asked for their text.
fn define_silence(world: &mut World) -> Result<(), String> {
    let mut class = Assembly::new(SILENCE, STREAM);
    let quiet = |code: &mut Writer<'_>| code.op(Return);
    for name in ["print", "println"] {
        for ty in ["Z", "C", "I", "J", "F", "D", "Ljava/lang/String;"] {
            class.method(name, &format!("({ty})V"), quiet);
        }
        class.method(name, "(Ljava/lang/Object;)V", |code| {
            code.op(Aload_1);
            code.call_static(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
            code.ops([Pop, Return]);
        });
        class.method(name, "([C)V", |code| {
            code.ops([Aload_1, Arraylength, Pop, Return]);
        });
    }
    for name in ["println", "flush", "close"] {
        class.method(name, "()V", quiet);
    }
    class.method("write", "(I)V", quiet);
    class.native("write", "([BII)V");
    class.native("write", "([B)V");
    class.native("checkError", "()Z");
    let pattern = "Ljava/lang/String;[Ljava/lang/Object;";
    for name in ["printf", "format"] {
        class.native(name, &format!("(Ljava/util/Locale;{pattern})L{STREAM};"));
        class.method(name, &format!("({pattern})L{STREAM};"), |code| {
            code.ops([Aload_1, Aload_2]);
            code.call_static(STRING, "format", &format!("({pattern})Ljava/lang/String;"));
            code.ops([Pop, Aload_0, Areturn]);
        });
    }
    for appended in [
        "Ljava/lang/CharSequence;",
        "Ljava/lang/CharSequence;II",
        "C",
    ] {
        class.native("append", &format!("({appended})L{STREAM};"));
    }
    world.class_path.define(SILENCE, class.finish()?);
    Ok(())
}

/// The properties as the JDK asks for them: one by one, each as if through `System.getProperty`.
pub(super) fn properties(sketch: &mut Sketch<'_>) -> Result<(), String> {
    const NAME: &str = "$model/Properties";
    let mut class = Assembly::new(NAME, "java/util/Properties");
    for (params, loads) in [
        ("Ljava/lang/String;", vec![Aload_1]),
        (
            "Ljava/lang/String;Ljava/lang/String;",
            vec![Aload_1, Aload_2],
        ),
    ] {
        let descriptor = format!("({params})Ljava/lang/String;");
        class.method("getProperty", &descriptor, |code| {
            code.ops(loads);
            code.call_static(SYSTEM, "getProperty", &descriptor);
            code.op(Areturn);
        });
    }
    sketch.world.class_path.define(NAME, class.finish()?);
    let class = sketch.class(NAME)?;
    let properties = sketch.local("properties", Type::Ref);
    sketch.emit(StatementKind::New(properties, class));
    sketch.give(Expr::Local(properties));
    Ok(())
}

/// `SharedSecrets.getJavaLangAccess`: what the machine's start would have left there.
pub(super) fn java_lang_access(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let name = access_class(sketch).ok_or("the JDK's access to its own classes")?;
    sketch.give_bytecode(|code| {
        code.create(&name);
        code.op(Areturn);
    })
}

/// The nested class of `System` that gives the access; its number differs from version to version.
fn access_class(sketch: &mut Sketch<'_>) -> Option<String> {
    let gives_access = |name: &String| {
        let class = sketch.class(name).ok();
        let java = class.and_then(|class| sketch.world.java(class));
        java.is_some_and(|java| {
            let mut interfaces = java.interfaces.iter();
            interfaces.any(|i| i == "jdk/internal/access/JavaLangAccess")
        })
    };
    (1..10)
        .map(|number| format!("{SYSTEM}${number}"))
        .find(gives_access)
}
