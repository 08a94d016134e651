//! Properties of the machine: those that tune the JDK and are unset unless somebody sets them. All others depend on
//! where the program runs.

use ir::{Const, FunctionId, Program};

use crate::jvm::natives::Native;
use crate::jvm::world::World;

const UNSET: [&str; 9] = [
    "java.lang.Integer.IntegerCache.high",
    "java.locale.useOldISOCodes",
    "java.util.Arrays.useLegacyMergeSort",
    "java.util.concurrent.ForkJoinPool.common.parallelism",
    "java.util.secureRandomSeed",
    "java.util.stream.debug",
    "org.openjdk.java.util.stream.tripwire",
    "sun.nio.cs.map",
    "sun.util.locale.provider",
];

/// Whether nobody but a user sets a property. Those of the JDK itself are of this kind, save what the launcher leaves.
fn is_unset(name: &str) -> bool {
    UNSET.contains(&name)
        || (name.starts_with("jdk.") && name != "jdk.debug" && !name.starts_with("jdk.module."))
}

/// The function for a question about a property; `None` if it is another question.
pub(super) fn specialise(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Option<Result<FunctionId, String>> {
    match (native.class, native.method) {
        ("java.lang.System", "getProperty") | ("jdk.internal.misc.VM", "getSavedProperty") => {
            Some(property(world, program, native))
        }
        _ => None,
    }
}

fn property(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let key = native.object(0)?.ok_or("a property without a name")?;
    let units = world
        .text_of(program, key)
        .ok_or("a property with an unknown name")?;
    let name = String::from_utf16_lossy(&units);
    if !is_unset(&name) {
        return Err(format!("the system property {name}"));
    }
    native.function(world, program, &[Const::Object(key)], |sketch| {
        // The second argument, where there is one, is what to give instead.
        let instead = sketch.params().get(1).cloned();
        sketch.give(instead.unwrap_or_else(crate::jvm::natives::sketch::null));
        Ok(())
    })
}
