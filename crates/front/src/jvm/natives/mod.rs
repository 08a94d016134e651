//! What the machine does for methods that have no bytecode, and for some whose bytecode is beyond us.

use ir::{Code, Const, FunctionId, Program};

use crate::jvm::world::World;

/// The code of a method that is not translated from its bytecode; `None` for all others. Asked for every method before
/// it is translated, native or not: the function's name, `java.lang.Object.hashCode()I`, is the key.
pub(in crate::jvm) fn model(world: &mut World, program: &Program, function: FunctionId) -> Option<Code> {
    let _ = (world, program, function);
    None
}

/// The function for a `Callee::Native` of this name and these arguments; asked once for each name and arguments.
pub(in crate::jvm) fn specialise(
    world: &mut World,
    program: &Program,
    name: &str,
    args: &[Option<Const>],
) -> Result<FunctionId, String> {
    let _ = (world, program, args);
    Err(format!("native method {name}"))
}
