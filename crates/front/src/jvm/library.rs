//! What is known of the JDK without reading it: a few classes, and a few methods short enough to write down.
//!
//! Everything that is not here is unsupported where it is used. The classes have no fields of their own; the
//! constructors of exceptions, `Object` and `Record` do nothing that a component could observe.

use std::sync::OnceLock;

use ir::{Function, Program};

/// Name and parent, parents first.
const CLASSES: [(&str, &str); 50] = [
    ("java/lang/Object", ""),
    ("java/lang/String", "java/lang/Object"),
    ("java/lang/AbstractStringBuilder", "java/lang/Object"),
    ("java/lang/StringBuilder", "java/lang/AbstractStringBuilder"),
    ("java/lang/Record", "java/lang/Object"),
    ("java/lang/Throwable", "java/lang/Object"),
    ("java/lang/Error", "java/lang/Throwable"),
    ("java/lang/AssertionError", "java/lang/Error"),
    ("java/lang/LinkageError", "java/lang/Error"),
    ("java/lang/ExceptionInInitializerError", "java/lang/LinkageError"),
    ("java/lang/NoClassDefFoundError", "java/lang/LinkageError"),
    ("java/lang/VirtualMachineError", "java/lang/Error"),
    ("java/lang/InternalError", "java/lang/VirtualMachineError"),
    ("java/lang/OutOfMemoryError", "java/lang/VirtualMachineError"),
    ("java/lang/StackOverflowError", "java/lang/VirtualMachineError"),
    ("java/lang/Exception", "java/lang/Throwable"),
    ("java/lang/CloneNotSupportedException", "java/lang/Exception"),
    ("java/lang/InterruptedException", "java/lang/Exception"),
    ("java/lang/ReflectiveOperationException", "java/lang/Exception"),
    ("java/lang/ClassNotFoundException", "java/lang/ReflectiveOperationException"),
    ("java/lang/InstantiationException", "java/lang/ReflectiveOperationException"),
    ("java/lang/NoSuchFieldException", "java/lang/ReflectiveOperationException"),
    ("java/lang/NoSuchMethodException", "java/lang/ReflectiveOperationException"),
    ("java/lang/RuntimeException", "java/lang/Exception"),
    ("java/lang/ArithmeticException", "java/lang/RuntimeException"),
    ("java/lang/ArrayStoreException", "java/lang/RuntimeException"),
    ("java/lang/ClassCastException", "java/lang/RuntimeException"),
    ("java/lang/IllegalArgumentException", "java/lang/RuntimeException"),
    ("java/lang/IllegalThreadStateException", "java/lang/IllegalArgumentException"),
    ("java/lang/NumberFormatException", "java/lang/IllegalArgumentException"),
    ("java/lang/IllegalCallerException", "java/lang/RuntimeException"),
    ("java/lang/IllegalMonitorStateException", "java/lang/RuntimeException"),
    ("java/lang/IllegalStateException", "java/lang/RuntimeException"),
    ("java/lang/IndexOutOfBoundsException", "java/lang/RuntimeException"),
    ("java/lang/ArrayIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"),
    ("java/lang/StringIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"),
    ("java/lang/NegativeArraySizeException", "java/lang/RuntimeException"),
    ("java/lang/NullPointerException", "java/lang/RuntimeException"),
    ("java/lang/SecurityException", "java/lang/RuntimeException"),
    ("java/lang/UnsupportedOperationException", "java/lang/RuntimeException"),
    ("java/util/ConcurrentModificationException", "java/lang/RuntimeException"),
    ("java/util/EmptyStackException", "java/lang/RuntimeException"),
    ("java/util/NoSuchElementException", "java/lang/RuntimeException"),
    ("java/util/InputMismatchException", "java/util/NoSuchElementException"),
    ("java/util/MissingResourceException", "java/lang/RuntimeException"),
    ("java/util/concurrent/TimeoutException", "java/lang/Exception"),
    ("java/util/concurrent/ExecutionException", "java/lang/Exception"),
    ("java/io/IOException", "java/lang/Exception"),
    ("java/io/EOFException", "java/io/IOException"),
    ("java/io/FileNotFoundException", "java/io/IOException"),
];

/// Methods that are simpler to write down than to read, in the ir's own language.
///
/// Soundness: what a library class overrides must stand here too, or its objects would get the method of their parent.
/// A string is the only library object with an `equals` of its own, and nothing is known of what strings contain.
const FUNCTIONS: &str = r#"
    fn `java.lang.Object.equals(Ljava/lang/Object;)Z`(this: ref, obj: ref) -> bool { s: return this == obj }
    fn `java.lang.String.equals(Ljava/lang/Object;)Z`(this: ref, obj: ref) -> bool {
        s: unsupported "call of java.lang.String.equals(Object)" }
    fn `java.lang.Math.abs(I)I`(a: i32) -> i32 { s: if a < 0 then n else p   n: return -(a)   p: return a }
    fn `java.lang.Math.abs(J)J`(a: i64) -> i64 { s: if a < 0i64 then n else p   n: return -(a)   p: return a }
    fn `java.lang.Math.min(II)I`(a: i32, b: i32) -> i32 { s: if a <= b then l else r   l: return a   r: return b }
    fn `java.lang.Math.min(JJ)J`(a: i64, b: i64) -> i64 { s: if a <= b then l else r   l: return a   r: return b }
    fn `java.lang.Math.max(II)I`(a: i32, b: i32) -> i32 { s: if a >= b then l else r   l: return a   r: return b }
    fn `java.lang.Math.max(JJ)J`(a: i64, b: i64) -> i64 { s: if a >= b then l else r   l: return a   r: return b }
"#;

/// The parent of a library class, `None` for `Object`; the outer `None` if it is not one.
pub(super) fn parent(class: &str) -> Option<Option<&'static str>> {
    let (_, parent) = CLASSES.iter().find(|(name, _)| *name == class)?;
    Some((!parent.is_empty()).then_some(*parent))
}

/// Whether a library class is below `of`.
pub(super) fn is_below(class: &str, of: &str) -> bool {
    class == of || parent(class).flatten().is_some_and(|p| is_below(p, of))
}

/// The code of a library method by its full name, `java.lang.Math.abs(I)I`.
pub(super) fn function(name: &str) -> Option<&'static Function> {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| ir::text::parse(FUNCTIONS).expect("the library is written correctly"));
    program.functions.values().find(|f| f.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_written_correctly() {
        let program = ir::text::parse(FUNCTIONS).unwrap();
        assert_eq!(ir::validate(&program), Ok(()));
        for (i, (name, parent)) in CLASSES.iter().enumerate() {
            let known = CLASSES[..i].iter().any(|(n, _)| n == parent);
            assert!(known || *name == "java/lang/Object", "{name} stands before its parent");
            assert!(!CLASSES[..i].iter().any(|(n, _)| n == name), "{name} stands twice");
        }
    }

    #[test]
    fn the_parents_are_those_of_the_real_library() {
        const SOURCE: &str = "public class Parents { public static void main(String[] names) throws Exception {
            for (String name : names) System.out.println(Class.forName(name).getSuperclass()); } }";
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("Parents.java");
        std::fs::write(&file, SOURCE).unwrap();
        let names = CLASSES.iter().map(|(name, _)| name.replace('/', "."));
        let output =
            std::process::Command::new(crate::jvm::compile::tool("java")).arg(&file).args(names).output().unwrap();
        let parents = String::from_utf8(output.stdout).unwrap();
        assert_eq!(parents.lines().count(), CLASSES.len(), "{}", String::from_utf8_lossy(&output.stderr));
        for ((name, parent), real) in CLASSES.iter().zip(parents.lines()).skip(1) {
            assert_eq!(format!("class {}", parent.replace('/', ".")), real, "parent of {name}");
        }
    }
}
