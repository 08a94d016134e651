//! The constants of enums.

use ristretto_classfile::attributes::Instruction::{
    Aaload, Aload_1, Aload_2, Areturn, Arraylength, Astore_2, Athrow, Dup, Iconst_0, If_icmpge,
    Ifeq, Ifnonnull, Iinc, Iload_3, Istore_3, Pop,
};

use crate::jvm::dynamic::assembler::Writer;
use crate::jvm::natives::classes::enum_name;
use crate::jvm::natives::sketch::Sketch;
use crate::jvm::texts::STRING;

const NO_CONSTANT: &str = "java/lang/IllegalArgumentException";

/// The constants of an enum, in order; null if the class is none.
pub(super) fn values(sketch: &mut Sketch<'_>) -> Result<(), String> {
    match enum_name(sketch, 0)? {
        Some(name) => sketch.give_bytecode(|code| {
            call_values(code, &name);
            code.op(Areturn);
        }),
        None => {
            sketch.give_zero();
            Ok(())
        }
    }
}

fn call_values(code: &mut Writer<'_>, class: &str) {
    code.call_static(class, "values", &format!("()[L{class};"));
}

/// `Enum.valueOf(Class, String)` looks the name up among the constants.
pub(super) fn value_of(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let class = enum_name(sketch, 0)?.ok_or("a constant of a class that is no enum")?;
    sketch.give_bytecode(|code| {
        code.op(Aload_1);
        let present = code.jump(Ifnonnull);
        throw(code, "java/lang/NullPointerException", |code| {
            code.string("Name is null");
        });
        code.land(present);
        call_values(code, &class);
        code.ops([Astore_2, Iconst_0, Istore_3]);
        let next = code.label();
        code.ops([Iload_3, Aload_2, Arraylength]);
        let none = code.jump(If_icmpge);
        code.ops([Aload_2, Iload_3, Aaload, Aload_2, Iload_3, Aaload]);
        code.call_virtual("java/lang/Enum", "name", "()Ljava/lang/String;");
        code.op(Aload_1);
        code.call_virtual(STRING, "equals", "(Ljava/lang/Object;)Z");
        let other = code.jump(Ifeq);
        code.op(Areturn);
        code.land(other);
        code.ops([Pop, Iinc(3, 1)]);
        code.goto(next);
        code.land(none);
        throw(code, NO_CONSTANT, |code| {
            let class = class.replace(['/', '$'], ".");
            code.string(&format!("No enum constant {class}."));
            code.op(Aload_1);
            code.call_virtual(STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
        });
    })
}

/// Throws an exception with the text that `text` leaves on the stack.
fn throw(code: &mut Writer<'_>, class: &str, text: impl FnOnce(&mut Writer<'_>)) {
    code.create(class);
    code.op(Dup);
    text(code);
    code.call_special(class, "<init>", "(Ljava/lang/String;)V");
    code.op(Athrow);
}
