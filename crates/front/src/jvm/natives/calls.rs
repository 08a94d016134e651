//! Calls that the translation treats on its own, since a native or a class of ours stands for what they call.

use ir::BinaryOp;

use crate::jvm::descriptor::{JavaType, MethodType};
use crate::jvm::texts::STRING;

const HANDLE: &str = "java/lang/invoke/VarHandle";

/// The class whose static method `concat`, of any type, puts texts and primitive values together.
pub(super) const CONCAT: &str = "$model/Concat";

/// Whether a call of a method of this class is a concatenation.
pub(in crate::jvm) fn is_concatenation(class: &str) -> bool {
    class == CONCAT
}

/// Whether a class is one of those that put texts together for all others.
pub(in crate::jvm) fn concatenates(class: &str) -> bool {
    class
        .strip_prefix(CONCAT)
        .is_some_and(|rest| rest.starts_with('_'))
}

/// The native that puts texts and primitive values together.
pub(in crate::jvm) fn concatenation(params: Vec<JavaType>) -> String {
    let ty = MethodType {
        params,
        returns: Some(JavaType::Object(STRING.to_owned())),
    };
    format!("{}.concat{}", CONCAT.replace('/', "."), ty.descriptor())
}

/// Whether a class asks how many processors there are only to be fast on them, so that one is as good an answer as any.
pub(in crate::jvm) fn asks_for_speed_alone(class: &str) -> bool {
    const CLASSES: [&str; 6] = [
        "java/util/concurrent/ConcurrentHashMap",
        "java/util/concurrent/Exchanger",
        "java/util/concurrent/LinkedTransferQueue",
        "java/util/concurrent/Phaser",
        "java/util/concurrent/SynchronousQueue",
        "java/util/concurrent/atomic/Striped64",
    ];
    CLASSES.contains(&class)
}

/// Whether a static method can be called before its class is ready: on our one thread, which is no worker of a pool, it
/// uses no variable of the class, and the initialiser changes nothing else. Making a pool of threads ready would ask how
/// many processors there are; waiting on a condition comes through here and needs no pool.
pub(in crate::jvm) fn needs_no_variables(class: &str, method: &str) -> bool {
    class == "java/util/concurrent/ForkJoinPool" && method == "managedBlock"
}

/// What a class of the JDK calls instead of a method that is not exact, where only speed depends on it: `BigInteger`
/// estimates lengths with logarithms.
pub(in crate::jvm) fn instead(caller: &str, class: &str, method: &str) -> Option<&'static str> {
    (caller == "java/math/BigInteger" && class == "java/lang/Math" && method == "log")
        .then_some("java/lang/StrictMath")
}

/// Whether calls of this method have the type that each of them says.
pub(in crate::jvm) fn is_polymorphic(class: &str, method: &str) -> bool {
    class == HANDLE && access(method).is_some()
}

/// Whether a call asks for a lookup that knows the class of its caller.
pub(in crate::jvm) fn is_lookup(class: &str, method: &str) -> bool {
    class == "java/lang/invoke/MethodHandles" && method == "lookup"
}

/// What a method of handles does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Get,
    Set,
    CompareAndSet,
    CompareAndExchange,
    GetAndSet,
    GetAndChange(BinaryOp),
}

pub(super) fn access(method: &str) -> Option<Access> {
    let plain = ["Volatile", "Acquire", "Release", "Opaque", "Plain"]
        .iter()
        .find_map(|o| method.strip_suffix(o));
    Some(match plain.unwrap_or(method) {
        "get" => Access::Get,
        "set" => Access::Set,
        "compareAndSet" | "weakCompareAndSet" => Access::CompareAndSet,
        "compareAndExchange" => Access::CompareAndExchange,
        "getAndSet" => Access::GetAndSet,
        "getAndAdd" => Access::GetAndChange(BinaryOp::Add),
        "getAndBitwiseOr" => Access::GetAndChange(BinaryOp::Or),
        "getAndBitwiseAnd" => Access::GetAndChange(BinaryOp::And),
        "getAndBitwiseXor" => Access::GetAndChange(BinaryOp::Xor),
        _ => return None,
    })
}
