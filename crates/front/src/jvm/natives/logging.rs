//! `java.util.logging`: loggers that log nothing.
//!
//! What a logger does is set by files and by whoever runs the program. Of no rule of a class is that part, so loggers are
//! made that are silent, and the verdict says so. Nobody else may look into one: most of what a real one holds is missing.

use ir::{BinaryOp, Const, Expr, StatementKind, Type, WorldOp};

use crate::jvm::natives::model::Model::{self, Closed, Written};
use crate::jvm::natives::sketch::{Sketch, binary};

/// What a result rests on where something is logged.
const SILENT: &str = "logging changes nothing and does not fail, and loggers are not compared";

const LEVEL: &str = "(Ljava/util/logging/Level;";
const TEXT: &str = "(Ljava/lang/String;)";

/// What stands for a method of `Logger`; `None` for those whose code is looked at.
pub(super) fn model(method: &str, descriptor: &str) -> Option<Model> {
    // Whether a supplier of texts is asked depends on the level.
    let asks = descriptor.contains("Supplier");
    match method {
        "<clinit>" | "<init>" => None,
        "getLogger" if descriptor.starts_with(TEXT) => Some(Written(named)),
        "getAnonymousLogger" if descriptor.starts_with("()") => Some(Written(logger)),
        "isLoggable" => Some(Written(is_loggable)),
        "log" | "logp" if descriptor.starts_with(LEVEL) && !asks => Some(Written(at_level)),
        "severe" | "warning" | "info" | "config" | "fine" | "finer" | "finest" | "entering"
        | "exiting" | "throwing"
            if !asks =>
        {
            Some(Written(silent))
        }
        _ => Some(Closed("what is set for loggers")),
    }
}

/// The logger of a name.
fn named(sketch: &mut Sketch<'_>) -> Result<(), String> {
    refuse_null(sketch, 0)?;
    logger(sketch)
}

fn logger(sketch: &mut Sketch<'_>) -> Result<(), String> {
    assume(sketch);
    let class = sketch.class("java/util/logging/Logger")?;
    let logger = sketch.local("logger", Type::Ref);
    sketch.emit(StatementKind::New(logger, class));
    sketch.give(Expr::Local(logger));
    Ok(())
}

/// Whoever set the levels knows.
fn is_loggable(sketch: &mut Sketch<'_>) -> Result<(), String> {
    refuse_null(sketch, 1)?;
    sketch.give_answer("Logger.isLoggable()");
    Ok(())
}

fn at_level(sketch: &mut Sketch<'_>) -> Result<(), String> {
    refuse_null(sketch, 1)?;
    silent(sketch)
}

fn silent(sketch: &mut Sketch<'_>) -> Result<(), String> {
    assume(sketch);
    sketch.give_zero();
    Ok(())
}

fn refuse_null(sketch: &mut Sketch<'_>, param: usize) -> Result<(), String> {
    let is_null = binary(BinaryOp::Eq, sketch.param(param), Expr::Const(Const::Null));
    sketch.raise_if(is_null, "java/lang/NullPointerException")
}

fn assume(sketch: &mut Sketch<'_>) {
    let silent = WorldOp::Assume(SILENT.into());
    sketch.emit(StatementKind::World(Box::new(silent)));
}
