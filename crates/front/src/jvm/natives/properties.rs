//! Properties of the machine: those that it sets itself, which depend on where it runs, and those that are unset unless
//! somebody sets them.

use ir::{Const, Expr, StatementKind, Type, WorldOp};

use crate::jvm::natives::objects;
use crate::jvm::natives::sketch::{Sketch, null};

/// What a result rests on where a property was asked for that nobody has to set.
const UNSET: &str = "no property of the machine is set by its user";

/// How the names of properties begin that tune the JDK: that these are unset is said once for all results.
const OF_THE_JDK: [&str; 5] = ["java.", "javax.", "jdk.", "org.openjdk.", "sun."];

/// Properties that the machine sets, or part of whose names tells that it does.
const SET: [&str; 25] = [
    "java.class.",
    "java.compiler",
    "java.home",
    "java.io.tmpdir",
    "java.library.path",
    "java.runtime.",
    "java.specification.",
    "java.vendor",
    "java.version",
    "java.vm.",
    "jdk.debug",
    "jdk.module.",
    "file.encoding",
    "native.encoding",
    "os.",
    "stderr.encoding",
    "stdout.encoding",
    "sun.arch.",
    "sun.boot.",
    "sun.cpu.",
    "sun.io.unicode.",
    "sun.java.",
    "sun.jnu.",
    "sun.management.",
    "user.",
];

/// Properties that are not known, but never unset.
const NEVER_UNSET: [&str; 16] = [
    "java.class.path",
    "java.class.version",
    "java.home",
    "java.io.tmpdir",
    "java.runtime.version",
    "java.specification.version",
    "java.vendor",
    "java.version",
    "java.vm.name",
    "java.vm.vendor",
    "java.vm.version",
    "os.arch",
    "os.version",
    "user.dir",
    "user.home",
    "user.name",
];

/// What is taken for granted of the machine where a property is asked for: the properties and their values.
const GRANTED: [(&str, &[(&str, &str)]); 3] = [
    (
        "the machine is a Unix",
        &[
            ("file.separator", "/"),
            ("line.separator", "\n"),
            ("path.separator", ":"),
        ],
    ),
    ("the machine is a Linux", &[("os.name", "Linux")]),
    (
        "the machine encodes texts in UTF-8",
        &[("file.encoding", "UTF-8"), ("sun.jnu.encoding", "UTF-8")],
    ),
];

/// Variables of the environment that most users have.
const USUAL: [&str; 8] = [
    "HOME", "LANG", "LOGNAME", "PATH", "PWD", "SHELL", "TMPDIR", "USER",
];

/// What a result rests on where the environment was asked for something.
const NO_VARIABLE: &str = "no variable of the environment is set but what every user has";

/// What a result rests on where the locale matters that is not given.
const ENGLISH: &str = "the default locale is Locale.ENGLISH";

/// The value of a property with a known name.
pub(super) fn property(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let name = sketch.known_text(0, "a property with an unknown name")?;
    for (why, values) in GRANTED {
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            return granted(sketch, why, value);
        }
    }
    if NEVER_UNSET.contains(&&*name) {
        return set(sketch);
    }
    if SET.iter().any(|part| name.starts_with(part)) {
        return Err(format!("the system property {name}"));
    }
    if !OF_THE_JDK.iter().any(|part| name.starts_with(part)) {
        assume(sketch, UNSET);
    }
    // The second argument, where there is one, is what to give instead.
    let instead = sketch.params().get(1).cloned();
    sketch.give(instead.unwrap_or_else(null));
    Ok(())
}

/// The value of a variable of the environment with a known name.
pub(super) fn variable(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let name = sketch.known_text(0, "a variable of the environment with an unknown name")?;
    if USUAL.contains(&&*name) {
        return Err(format!("the variable {name} of the environment"));
    }
    assume(sketch, NO_VARIABLE);
    sketch.give(null());
    Ok(())
}

/// The locale that is taken where none is given.
pub(super) fn locale(sketch: &mut Sketch<'_>) -> Result<(), String> {
    assume(sketch, ENGLISH);
    let class = sketch.class("java/util/Locale")?;
    sketch.make_ready(class);
    let field = sketch.world.own_static(class, "ENGLISH");
    let field = field.ok_or("the English locale")?;
    let global = sketch.world.global(sketch.program, &field);
    let locale = sketch.local("locale", Type::Ref);
    sketch.emit(StatementKind::LoadGlobal(locale, global));
    sketch.give(Expr::Local(locale));
    Ok(())
}

/// What ends a line.
pub(super) fn line_separator(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (why, _) = GRANTED[0];
    granted(sketch, why, "\n")
}

/// Methods of `StaticProperty` that give a property which every machine sets.
pub(super) const ALWAYS_SET: [&str; 6] = [
    "javaHome",
    "javaIoTmpDir",
    "nativeEncoding",
    "userDir",
    "userHome",
    "userName",
];

/// A property that the machine sets to a text which nobody knows here.
pub(super) fn set(sketch: &mut Sketch<'_>) -> Result<(), String> {
    objects::unreadable(sketch)
}

fn granted(sketch: &mut Sketch<'_>, why: &str, value: &str) -> Result<(), String> {
    assume(sketch, why);
    let value: Const = sketch.text(value)?;
    sketch.give(Expr::Const(value));
    Ok(())
}

fn assume(sketch: &mut Sketch<'_>, what: &str) {
    sketch.emit(StatementKind::World(Box::new(WorldOp::Assume(what.into()))));
}
