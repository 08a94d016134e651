//! Properties of the machine: those that it sets itself, which depend on where it runs, and those that are unset unless
//! somebody sets them.

use ir::{Const, Expr, StatementKind, WorldOp};

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

/// Properties that every Unix has the same values of.
const OF_UNIX: [(&str, &str); 3] = [
    ("file.separator", "/"),
    ("line.separator", "\n"),
    ("path.separator", ":"),
];

/// The value of a property with a known name.
pub(super) fn property(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let name = sketch.known_text(0, "a property with an unknown name")?;
    if let Some((_, value)) = OF_UNIX.iter().find(|(known, _)| *known == name) {
        return unix(sketch, value);
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

/// What ends a line.
pub(super) fn line_separator(sketch: &mut Sketch<'_>) -> Result<(), String> {
    unix(sketch, "\n")
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

fn unix(sketch: &mut Sketch<'_>, value: &str) -> Result<(), String> {
    assume(sketch, "the machine is a Unix");
    let value: Const = sketch.text(value)?;
    sketch.give(Expr::Const(value));
    Ok(())
}

fn assume(sketch: &mut Sketch<'_>, what: &str) {
    sketch.emit(StatementKind::World(Box::new(WorldOp::Assume(what.into()))));
}
