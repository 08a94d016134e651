//! Natives of `Object`, of threads, and those that are one operation of the ir.

use ir::{BinaryOp, Const, Expr, FloatType, IntType, StatementKind, Type, UnaryOp, WorldOp};

use crate::jvm::natives::sketch::{Ending, Sketch, binary, int, is_instance, not};
use crate::jvm::texts::Mirrored;

/// A text of the machine is a string like any other to whoever asks.
pub(super) fn get_class(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let text = sketch.unreadable()?;
    let string = sketch.class("java/lang/String")?;
    let string = sketch.mirror(Mirrored::Class(string))?;
    let object = sketch.param(0);
    let give_string = |sketch: &mut Sketch<'_>| {
        sketch.give_const(string);
        Ok(Ending::Left)
    };
    sketch.branch(is_instance(object.clone(), text), give_string, |_| {
        Ok(Ending::Open)
    })?;
    let class = sketch.local("class", Type::Ref);
    sketch.emit(StatementKind::ClassOf(class, object));
    sketch.give(Expr::Local(class));
    Ok(())
}

pub(super) fn clone(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let cloneable = sketch.class("java/lang/Cloneable")?;
    let object = sketch.param(0);
    let may = is_instance(object.clone(), cloneable);
    sketch.raise_if(not(may), "java/lang/CloneNotSupportedException")?;
    if let Some(input) = sketch
        .world
        .filtering
        .as_ref()
        .map(|filtering| filtering.array)
    {
        let input = sketch.program.image[input].class;
        sketch.refuse_if(
            is_instance(object.clone(), input),
            "it copies the array of what it reads",
        );
    }
    let copy = sketch.local("copy", Type::Ref);
    sketch.emit(StatementKind::Duplicate(copy, object));
    sketch.give(Expr::Local(copy));
    Ok(())
}

/// The one thread there is.
pub(super) fn current_thread(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let thread = thread(sketch)?;
    sketch.give(thread);
    Ok(())
}

fn thread(sketch: &mut Sketch<'_>) -> Result<Expr, String> {
    let class = sketch.class("java/lang/Thread")?;
    sketch.make_ready(class);
    if let Some(known) = sketch.world.natives.thread {
        return Ok(Expr::Const(Const::Object(known)));
    }
    let thread = sketch
        .world
        .blank(sketch.program, class, "the current thread".to_owned());
    sketch.world.natives.thread = Some(thread);
    Ok(Expr::Const(Const::Object(thread)))
}

/// `wait(0)` ends only if another thread notifies.
pub(super) fn wait(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let timed = binary(
        BinaryOp::Ne,
        sketch.param(1),
        Expr::Const(Const::Int(IntType::I64, 0)),
    );
    waits_unless(sketch, timed);
    Ok(())
}

/// `park(false, 0)` ends only if another thread gives way.
pub(super) fn park(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let timed = binary(
        BinaryOp::Ne,
        sketch.param(2),
        Expr::Const(Const::Int(IntType::I64, 0)),
    );
    waits_unless(sketch, binary(BinaryOp::Or, sketch.param(1), timed));
    Ok(())
}

/// Nobody else is there to go on; a thread that lets itself go on would not wait the next time.
pub(super) fn unpark(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let current = thread(sketch)?;
    let own = binary(BinaryOp::Eq, sketch.param(1), current);
    sketch.refuse_if(own, "a thread that keeps itself from waiting");
    sketch.give_nothing();
    Ok(())
}

fn waits_unless(sketch: &mut Sketch<'_>, timed: Expr) {
    sketch.refuse_if(timed, "it waits for time to pass");
    sketch.wait();
    sketch.give_zero();
}

/// The current thread is alive; of others nothing is known.
pub(super) fn is_alive(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let current = thread(sketch)?;
    let other = binary(BinaryOp::Ne, sketch.param(0), current);
    sketch.refuse_if(other, "whether another thread is alive");
    sketch.give_const(Const::Bool(true));
    Ok(())
}

/// Nobody interrupts the current thread; of others nothing is known.
pub(super) fn is_interrupted(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let current = thread(sketch)?;
    let other = binary(BinaryOp::Ne, sketch.param(0), current);
    sketch.refuse_if(other, "whether another thread is interrupted");
    sketch.give_const(Const::Bool(false));
    Ok(())
}

/// The last second of the year 9999, counted from 1970. Clocks tell no later time, so that sums of what they tell and of
/// the terms that people set stay far from the end of all instants.
const LAST_SECOND: i64 = 253_402_300_799;
const CLOCK: &str = "Instant.now() is not before 1970 and not after 9999";

/// `Clock.currentInstant`: any instant that a clock tells.
pub(super) fn current_instant(sketch: &mut Sketch<'_>) -> Result<(), String> {
    sketch.emit(StatementKind::World(Box::new(WorldOp::Assume(
        CLOCK.into(),
    ))));
    let [least, most] = [0, LAST_SECOND].map(|s| Expr::Const(Const::Int(IntType::I64, s)));
    let second = sketch.ask_between("Instant.now().getEpochSecond()", least, most)?;
    let nano = sketch.ask_between("Instant.now().getNano()", int(0), int(999_999_999))?;
    let instant = sketch.call_method(
        ("java/time/Instant", "create", "(JI)Ljava/time/Instant;"),
        vec![Expr::Local(second), Expr::Local(nano)],
    )?;
    sketch.give(instant);
    Ok(())
}

/// NaN is one number here, and many in memory.
pub(super) fn raw_bits(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let value = sketch.param(0);
    let is_nan = binary(BinaryOp::Ne, value.clone(), value.clone());
    sketch.refuse_if(is_nan, "the bits of NaN");
    sketch.give(Expr::Unary(UnaryOp::ToBits, Box::new(value)));
    Ok(())
}

pub(super) fn from_bits(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let value = Expr::Unary(UnaryOp::FromBits, Box::new(sketch.param(0)));
    sketch.give(value);
    Ok(())
}

pub(super) fn absolute(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let value = Expr::Unary(UnaryOp::Abs, Box::new(sketch.param(0)));
    sketch.give(value);
    Ok(())
}

pub(super) fn square_root(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let value = Expr::Unary(UnaryOp::Sqrt, Box::new(sketch.param(0)));
    sketch.give(value);
    Ok(())
}

/// `vectorizedMismatch` may leave everything to its caller (minus what is left, less one), unless elements are as wide as
/// what it compares at once: then no caller looks at what it leaves.
pub(super) fn no_vectors(sketch: &mut Sketch<'_>) -> Result<(), String> {
    for (class, ty) in [
        ("[J", Type::Int(IntType::I64)),
        ("[D", Type::Float(FloatType::F64)),
    ] {
        let class = sketch.class(class)?;
        let of_these = is_instance(sketch.param(0), class);
        sketch.branch(
            of_these,
            |sketch| first_mismatch(sketch, ty),
            |_| Ok(Ending::Open),
        )?;
    }
    let length = sketch.param(4);
    let left = binary(BinaryOp::Xor, length, int(-1));
    sketch.give(left);
    Ok(())
}

fn first_mismatch(sketch: &mut Sketch<'_>, ty: Type) -> Result<Ending, String> {
    let next = sketch.local("next", Type::Int(IntType::I32));
    let (a, b) = (sketch.local("a", ty), sketch.local("b", ty));
    sketch.emit(StatementKind::Assign(next, int(0)));
    let more = binary(BinaryOp::Lt, Expr::Local(next), sketch.param(4));
    sketch.repeat_while(more, |sketch| {
        let wide = Expr::Cast(Type::Int(IntType::I64), Box::new(Expr::Local(next)));
        for (element, array) in [(a, 0), (b, 2)] {
            let slot = binary(BinaryOp::Add, sketch.param(array + 1), wide.clone());
            let array = sketch.param(array);
            sketch.emit(StatementKind::LoadSlot(element, array, slot));
        }
        let bits = |element| match ty {
            Type::Float(_) => Expr::Unary(UnaryOp::ToBits, Box::new(Expr::Local(element))),
            Type::Bool | Type::Int(_) | Type::Ref => Expr::Local(element),
        };
        let found = |sketch: &mut Sketch<'_>| {
            sketch.give(Expr::Local(next));
            Ok(Ending::Left)
        };
        sketch.branch(binary(BinaryOp::Ne, bits(a), bits(b)), found, |_| {
            Ok(Ending::Open)
        })?;
        sketch.emit(StatementKind::Assign(
            next,
            binary(BinaryOp::Add, Expr::Local(next), int(1)),
        ));
        Ok(())
    })?;
    sketch.give(int(-1));
    Ok(Ending::Left)
}

/// A lookup: nothing is asked of it but variable handles, so its class need not be ready.
pub(super) fn lookup(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let class = sketch.class("java/lang/invoke/MethodHandles$Lookup")?;
    let lookup = sketch.local("lookup", Type::Ref);
    sketch.emit(StatementKind::New(lookup, class));
    sketch.give(Expr::Local(lookup));
    Ok(())
}

/// A new text of which nothing is known but that it is there.
pub(super) fn unreadable(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let class = sketch.unreadable()?;
    let text = sketch.local("text", Type::Ref);
    sketch.emit(StatementKind::New(text, class));
    sketch.give(Expr::Local(text));
    Ok(())
}
