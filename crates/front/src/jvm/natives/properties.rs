//! Properties of the machine: those that tune the JDK and are unset unless somebody sets them. All others depend on
//! where the program runs.

use crate::jvm::natives::sketch::{Sketch, null};

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

/// The value of a property that nobody has set.
pub(super) fn property(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let name = sketch.known_text(0, "a property with an unknown name")?;
    if !is_unset(&name) {
        return Err(format!("the system property {name}"));
    }
    // The second argument, where there is one, is what to give instead.
    let instead = sketch.params().get(1).cloned();
    sketch.give(instead.unwrap_or_else(null));
    Ok(())
}
