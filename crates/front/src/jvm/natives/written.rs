//! Methods of the library whose code is replaced by a few lines of bytecode.

use ristretto_classfile::attributes::Instruction::{
    Aaload, Aconst_null, Aload_0, Aload_1, Areturn, Arraylength, Astore_1, Athrow, D2i, Dcmpg,
    Dcmpl, Dconst_0, Dload, Dload_0, Dload_2, Dreturn, Dstore, Dup, Goto, I2d, Iconst_0, Iconst_1,
    If_acmpeq, If_acmpne, If_icmpge, Ifgt, Iflt, Ifne, Ifnull, Iinc, Iload_2, Ireturn, Istore_2,
    Pop, Return,
};

use crate::jvm::descriptor::JavaType;
use crate::jvm::natives::bytecode::{MAKE, TEXT, class_of, descriptor};
use crate::jvm::natives::sketch::Sketch;
use crate::jvm::texts::STRING;

type Done = Result<(), String>;

fn object() -> JavaType {
    JavaType::Object("java/lang/Object".to_owned())
}

/// `String.hashCode` without its cache: a literal that was asked for its hash is still the same literal.
pub(super) fn hash_of_string(sketch: &mut Sketch<'_>) -> Done {
    let bytes = JavaType::Array(1, Box::new(JavaType::Byte));
    sketch.give_bytecode(|code| {
        code.op(Aload_0);
        code.get_field(STRING, "value", &bytes);
        code.op(Aload_0);
        code.get_field(STRING, "coder", &JavaType::Byte);
        let wide = code.jump(Ifne);
        code.call_static("java/lang/StringLatin1", "hashCode", "([B)I");
        code.op(Ireturn);
        code.land(wide);
        code.call_static("java/lang/StringUTF16", "hashCode", "([B)I");
        code.op(Ireturn);
    })
}

/// `String.formatted`: the same as `String.format`, which is followed.
pub(super) fn formatted(sketch: &mut Sketch<'_>) -> Done {
    let format = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
    sketch.give_bytecode(|code| {
        code.ops([Aload_0, Aload_1]);
        code.call_static(STRING, "format", format);
        code.op(Areturn);
    })
}

/// `HashMap.comparableClassFor(Object)`: the object's class, if its objects compare themselves with one another.
pub(super) fn comparable_class(sketch: &mut Sketch<'_>) -> Done {
    sketch.give_bytecode(|code| {
        code.op(Aload_0);
        code.instance_of("java/lang/Comparable");
        let comparable = code.jump(Ifne);
        code.ops([Aconst_null, Areturn]);
        code.land(comparable);
        code.op(Aload_0);
        code.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
        code.call_static(TEXT, "comparable", "(Ljava/lang/Class;)Ljava/lang/Class;");
        code.op(Areturn);
    })
}

/// `AccessController.doPrivileged`: nothing is forbidden, so the action just runs.
pub(super) fn run_action(sketch: &mut Sketch<'_>) -> Done {
    sketch.give_bytecode(|code| {
        code.op(Aload_0);
        code.call_interface("java/security/PrivilegedAction", "run", RUN);
        code.op(Areturn);
    })
}

const RUN: &str = "()Ljava/lang/Object;";

/// The same for an action that may throw: checked exceptions are wrapped.
pub(super) fn run_throwing_action(sketch: &mut Sketch<'_>) -> Done {
    const WRAPPER: &str = "java/security/PrivilegedActionException";
    sketch.give_bytecode(|code| {
        let start = code.label();
        code.op(Aload_0);
        code.call_interface("java/security/PrivilegedExceptionAction", "run", RUN);
        code.op(Areturn);
        let end = code.label();
        code.catch(start, end, "java/lang/RuntimeException");
        code.op(Athrow);
        code.catch(start, end, "java/lang/Exception");
        code.op(Astore_1);
        code.create(WRAPPER);
        code.ops([Dup, Aload_1]);
        code.call_special(WRAPPER, "<init>", "(Ljava/lang/Exception;)V");
        code.op(Athrow);
    })
}

const REFERENCE: &str = "java/lang/ref/Reference";

/// `Reference.clear0`
pub(super) fn clear_reference(sketch: &mut Sketch<'_>) -> Done {
    sketch.give_bytecode(|code| {
        code.ops([Aload_0, Aconst_null]);
        code.put_field(REFERENCE, "referent", &object());
        code.op(Return);
    })
}

/// `Reference.refersTo0`: nothing is ever collected.
pub(super) fn refers_to(sketch: &mut Sketch<'_>) -> Done {
    sketch.give_bytecode(|code| {
        code.op(Aload_0);
        code.get_field(REFERENCE, "referent", &object());
        code.op(Aload_1);
        let other = code.jump(If_acmpne);
        code.ops([Iconst_1, Ireturn]);
        code.land(other);
        code.ops([Iconst_0, Ireturn]);
    })
}

/// `Throwable.printStackTrace`: what is printed is nowhere, but all that would be printed is asked for its text.
pub(super) fn print_trace(sketch: &mut Sketch<'_>) -> Done {
    const THROWABLE: &str = "java/lang/Throwable";
    let (itself, ty) = (class_of(&sketch.native), descriptor(sketch));
    sketch.give_bytecode(|code| {
        code.op(Aload_0);
        code.call_virtual(THROWABLE, "toString", "()Ljava/lang/String;");
        code.ops([Pop, Aload_0]);
        code.call_virtual(THROWABLE, "getSuppressed", "()[Ljava/lang/Throwable;");
        code.ops([Astore_1, Iconst_0, Istore_2]);
        let next = code.label();
        code.ops([Iload_2, Aload_1, Arraylength]);
        let all = code.jump(If_icmpge);
        code.ops([Aload_1, Iload_2, Aaload]);
        code.call_static(&itself, MAKE, &ty);
        code.op(Iinc(2, 1));
        code.goto(next);
        code.land(all);
        code.op(Aload_0);
        code.call_virtual(THROWABLE, "getCause", "()Ljava/lang/Throwable;");
        code.ops([Astore_1, Aload_1]);
        let last = code.jump(Ifnull);
        code.op(Aload_1);
        code.call_static(&itself, MAKE, &ty);
        code.land(last);
        code.op(Return);
    })
}

/// `Set.of(x).iterator()`: the order of one element is known, that of two is not.
pub(super) fn iterator_of_one(sketch: &mut Sketch<'_>) -> Done {
    const SET: &str = "java/util/ImmutableCollections$Set12";
    let singleton = "(Ljava/lang/Object;)Ljava/util/Set;";
    sketch.give_bytecode(|code| {
        code.op(Aload_0);
        code.get_field(SET, "e1", &object());
        code.get_static("java/util/ImmutableCollections", "EMPTY", &object());
        let one = code.jump(If_acmpeq);
        code.call_static(TEXT, "order", "()V");
        code.land(one);
        code.op(Aload_0);
        code.get_field(SET, "e0", &object());
        code.call_static("java/util/Collections", "singleton", singleton);
        code.call_interface("java/util/Set", "iterator", "()Ljava/util/Iterator;");
        code.op(Areturn);
    })
}

/// `Math.pow` is exact for whole numbers whose power is small enough, and may be off by a little for others.
pub(super) fn power(sketch: &mut Sketch<'_>) -> Done {
    sketch.give_bytecode(|code| {
        code.ops([Dload_0, Dload_2]);
        code.call_static("java/lang/StrictMath", "pow", "(DD)D");
        code.op(Dstore(4));
        let mut doubts = Vec::new();
        for load in [Dload_0, Dload_2] {
            code.ops([load.clone(), D2i, I2d, load, Dcmpl]);
            doubts.push(code.jump(Ifne));
        }
        code.ops([Dload_2, Dconst_0, Dcmpg]);
        doubts.push(code.jump(Iflt));
        // Below 2 to the power of 53 every whole number is a double.
        code.op(Dload(4));
        code.call_static("java/lang/Math", "abs", "(D)D");
        code.double(9_007_199_254_740_992.0);
        code.op(Dcmpg);
        doubts.push(code.jump(Ifgt));
        let sure = code.jump(Goto);
        doubts.into_iter().for_each(|doubt| code.land(doubt));
        code.call_static(TEXT, "digits", "()V");
        code.land(sure);
        code.ops([Dload(4), Dreturn]);
    })
}
