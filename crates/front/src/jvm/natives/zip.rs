//! `java.util.zip`: what its library makes of bytes is an answer of others; how it may be used is its code.

use ir::{BinaryOp, Const, Expr, IntType, LocalId, StatementKind, Type};

use crate::jvm::natives::sketch::{Ending, Sketch, any, binary, int};
use crate::jvm::outsider::fill;

const LONG: Type = Type::Int(IntType::I64);
const REFUSED: &str = "java/lang/IllegalArgumentException";

/// `Deflater.init(level, strategy, nowrap)`: the library knows the levels from -1 to 9. What it gives is the place of what
/// it keeps: never 0, which stands for one that was given back.
pub(super) fn deflater(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let unknown = any([
        binary(BinaryOp::Lt, sketch.param(0), int(-1)),
        binary(BinaryOp::Gt, sketch.param(0), int(9)),
    ]);
    sketch.raise_if(unknown, REFUSED)?;
    sketch.give_int(1);
    Ok(())
}

/// `setDictionary(address, bytes, from, length)`: the library may not want one, or not this one.
pub(super) fn set_dictionary(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let question = format!("{}.setDictionary() throws", class(sketch));
    let refused = sketch.ask(&question, Type::Bool);
    sketch.raise_if(refused, REFUSED)?;
    sketch.give_nothing();
    Ok(())
}

/// `deflateBytesBytes(this, address, in, from, length, out, at, room, flush, params)`
pub(super) fn deflate(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (read, written) = moved(sketch, "deflate")?;
    let kept = format!("{} keeps its old level", class(sketch));
    give(sketch, (read, written), &kept)
}

/// `inflateBytesBytes(this, address, in, from, length, out, at, room)`: where the bytes make no sense, how many of them
/// were read is left in two fields.
pub(super) fn inflate(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (read, written) = moved(sketch, "inflate")?;
    let inflater = sketch.class("java/util/zip/Inflater")?;
    let fields =
        ["inputConsumed", "outputConsumed"].map(|name| sketch.world.own_field(inflater, name));
    let [Some(consumed), Some(produced)] = fields else {
        return Err("an Inflater without its fields".to_owned());
    };
    let nonsense = sketch.ask("Inflater.inflate() throws DataFormatException", Type::Bool);
    let fail = |sketch: &mut Sketch<'_>| {
        for (field, count) in [(consumed, read), (produced, written)] {
            let object = sketch.param(0);
            sketch.emit(StatementKind::Store(object, field, Expr::Local(count)));
        }
        sketch.raise("java/util/zip/DataFormatException")?;
        Ok(Ending::Left)
    };
    sketch.branch(nonsense, fail, |_| Ok(Ending::Open))?;
    give(sketch, (read, written), "Inflater.needsDictionary()")
}

/// How many bytes are read and written; what is written is anything.
fn moved(sketch: &mut Sketch<'_>, method: &str) -> Result<(LocalId, LocalId), String> {
    let question = format!("{}.{method}()", class(sketch));
    let none = || int(0);
    let read = sketch.ask_between(&format!("{question} reads"), none(), sketch.param(4))?;
    let written = sketch.ask_between(&format!("{question} writes"), none(), sketch.param(7))?;
    let first = sketch.param(6);
    fill(sketch, (5, first), Type::Int(IntType::I8), &question)?;
    Ok((read, written))
}

/// Ends with all that the library says in one number: what is read from bit 0 on, what is written from bit 31 on,
/// whether it is finished in bit 62, and something else in bit 63.
fn give(
    sketch: &mut Sketch<'_>,
    (read, written): (LocalId, LocalId),
    last: &str,
) -> Result<(), String> {
    let said = sketch.local("said", LONG);
    let long = |local| Expr::Cast(LONG, Box::new(Expr::Local(local)));
    let shifted = binary(BinaryOp::Shl, long(written), int(31));
    let moved = binary(BinaryOp::Or, long(read), shifted);
    sketch.emit(StatementKind::Assign(said, moved));
    let finished = format!("{}.finished()", class(sketch));
    for (question, bit) in [(finished.as_str(), 1 << 62), (last, i64::MIN)] {
        let holds = sketch.ask(question, Type::Bool);
        let say = |sketch: &mut Sketch<'_>| {
            let bit = Expr::Const(Const::Int(IntType::I64, bit));
            let both = binary(BinaryOp::Or, Expr::Local(said), bit);
            sketch.emit(StatementKind::Assign(said, both));
            Ok(Ending::Open)
        };
        sketch.branch(holds, say, |_| Ok(Ending::Open))?;
    }
    sketch.give(Expr::Local(said));
    Ok(())
}

/// `Deflater` or `Inflater`.
fn class(sketch: &Sketch<'_>) -> String {
    let name = sketch.native.internal_class();
    name.rsplit('/').next().unwrap_or(&name).to_owned()
}
