//! What filters read and write.

use ir::memory::{MemoryOp, Position};
use ir::{BinaryOp, ClassId, Const, Expr, ImageId, IntType, StatementKind, Type, WorldOp};

use crate::jvm::natives::sketch::{Sketch, any, binary, is_instance};
use crate::jvm::stream::tape::{Filtering, Most};

const NO_FILTER: &str = "a filter where nothing is filtered";
const I64: Type = Type::Int(IntType::I64);

fn filtering<'s>(sketch: &'s Sketch<'_>) -> Result<&'s Filtering, String> {
    sketch
        .world
        .filtering
        .as_ref()
        .ok_or_else(|| NO_FILTER.to_owned())
}

pub(super) fn length(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let length = sketch.local("length", I64);
    sketch.emit(StatementKind::World(Box::new(WorldOp::Length(length))));
    sketch.give(Expr::Cast(
        Type::Int(IntType::I32),
        Box::new(Expr::Local(length)),
    ));
    Ok(())
}

/// Where a symbol lies.
fn position(sketch: &mut Sketch<'_>, at: Expr) -> Result<Position, String> {
    let (tape, reads) = filtering(sketch).map(|f| (f.tape, f.streams.reads))?;
    let input = sketch.local("input", Type::Ref);
    sketch.emit(StatementKind::LoadGlobal(input, tape));
    let width = Expr::Const(Const::Int(IntType::I64, i64::from(reads.bits / 8)));
    let offset = binary(BinaryOp::Mul, Expr::Cast(I64, Box::new(at)), width);
    Ok(Position {
        block: Expr::Local(input),
        offset,
    })
}

pub(super) fn symbol(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let at = position(sketch, sketch.param(0))?;
    let reads = filtering(sketch)?.streams.reads;
    let symbol = sketch.local("symbol", Type::Int(reads));
    sketch.emit(StatementKind::Memory(Box::new(MemoryOp::Load(symbol, at))));
    sketch.give(Expr::Cast(
        Type::Int(IntType::I32),
        Box::new(Expr::Local(symbol)),
    ));
    Ok(())
}

pub(super) fn most(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let most = match filtering(sketch)?.most {
        Most::One => 1,
        Most::All => i32::MAX,
    };
    sketch.give_const(Const::Int(IntType::I32, i64::from(most)));
    Ok(())
}

pub(super) fn write(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let writes = Type::Int(filtering(sketch)?.streams.writes);
    let symbol = Expr::Cast(writes, Box::new(sketch.param(0)));
    sketch.emit(StatementKind::World(Box::new(WorldOp::Output(symbol))));
    sketch.give_nothing();
    Ok(())
}

pub(super) fn lags(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let at = position(sketch, sketch.param(0))?;
    let lags = sketch.local("lags", Type::Int(IntType::I32));
    sketch.emit(StatementKind::World(Box::new(WorldOp::Lags(lags, at))));
    sketch.give(Expr::Cast(Type::Bool, Box::new(Expr::Local(lags))));
    Ok(())
}

pub(super) fn run(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let streams = filtering(sketch)?.streams;
    if streams.reads.bits != streams.writes.bits {
        return Err("symbols of the input are written at once, and become others".to_owned());
    }
    let from = position(sketch, sketch.param(0))?;
    let width = Expr::Const(Const::Int(IntType::I64, i64::from(streams.reads.bits / 8)));
    let count = binary(
        BinaryOp::Mul,
        Expr::Cast(I64, Box::new(sketch.param(1))),
        width,
    );
    sketch.emit(StatementKind::World(Box::new(WorldOp::OutputBytes {
        from,
        count,
    })));
    sketch.give_nothing();
    Ok(())
}

fn give_object(
    sketch: &mut Sketch<'_>,
    which: impl Fn(&Filtering) -> ImageId,
) -> Result<(), String> {
    let object = which(filtering(sketch)?);
    sketch.give_const(Const::Object(object));
    Ok(())
}

pub(super) fn text(sketch: &mut Sketch<'_>) -> Result<(), String> {
    give_object(sketch, |filtering| filtering.text)
}

pub(super) fn array(sketch: &mut Sketch<'_>) -> Result<(), String> {
    give_object(sketch, |filtering| filtering.array)
}

pub(super) fn written(sketch: &mut Sketch<'_>) -> Result<(), String> {
    give_object(sketch, |filtering| filtering.written)
}

pub(super) fn print(sketch: &mut Sketch<'_>) -> Result<(), String> {
    give_object(sketch, |filtering| filtering.print)
}

fn class_of(sketch: &Sketch<'_>, object: ImageId) -> ClassId {
    sketch.program.image[object].class
}

pub(super) fn is_input(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (text, array) = filtering(sketch).map(|f| (f.text, f.array))?;
    let classes = [class_of(sketch, text), class_of(sketch, array)];
    sketch.give(any(classes.map(|class| is_instance(sketch.param(0), class))));
    Ok(())
}

pub(super) fn is_written(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let written = filtering(sketch)?.written;
    sketch.give(is_instance(sketch.param(0), class_of(sketch, written)));
    Ok(())
}

pub(super) fn piece(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let class = filtering(sketch)?.piece;
    let piece = sketch.local("piece", Type::Ref);
    sketch.emit(StatementKind::New(piece, class));
    for number in 0..2 {
        let field = ir::FieldRef {
            class,
            index: number,
        };
        sketch.emit(StatementKind::Store(
            Expr::Local(piece),
            field,
            sketch.param(number as usize),
        ));
    }
    sketch.give(Expr::Local(piece));
    Ok(())
}

/// Ends a filter that gives null.
pub(super) fn nothing(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let class = filtering(sketch)?.gives_null;
    sketch.end_in(class);
    Ok(())
}

pub(super) fn is_piece(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let class = filtering(sketch)?.piece;
    sketch.give(is_instance(sketch.param(0), class));
    Ok(())
}

fn give_field(sketch: &mut Sketch<'_>, index: u32) -> Result<(), String> {
    let class = filtering(sketch)?.piece;
    let value = sketch.local("value", Type::Int(IntType::I32));
    sketch.emit(StatementKind::Load(
        value,
        sketch.param(0),
        ir::FieldRef { class, index },
    ));
    sketch.give(Expr::Local(value));
    Ok(())
}

pub(super) fn from(sketch: &mut Sketch<'_>) -> Result<(), String> {
    give_field(sketch, 0)
}

pub(super) fn to(sketch: &mut Sketch<'_>) -> Result<(), String> {
    give_field(sketch, 1)
}

/// A capacity: one that is known to be negative is refused as the machine refuses it.
pub(super) fn room(sketch: &mut Sketch<'_>) -> Result<(), String> {
    if matches!(sketch.native.args, [Some(Const::Int(_, capacity))] if *capacity < 0) {
        return sketch.raise("java/lang/NegativeArraySizeException");
    }
    sketch.give_nothing();
    Ok(())
}
