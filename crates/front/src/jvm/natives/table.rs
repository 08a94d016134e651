//! What stands for which method, and why.
//!
//! A name without a type means all methods of that name. Natives that are not here are unsupported by their names.

use crate::jvm::natives::calls::{is_concatenation, is_polymorphic};
use crate::jvm::natives::classes;
use crate::jvm::natives::model::Matter::{Args, Known, One};
use crate::jvm::natives::model::Model::{
    Asked, Bool, Closed, Fact, First, Int, Nothing, Refused, Special, Text, Written,
};
use crate::jvm::natives::model::{Matter, Model};
use crate::jvm::natives::native::Native;
use crate::jvm::natives::{
    arrays, boxes, collections, concat, copy, enums, format, handles, logarithms, logging, memory,
    objects, properties, reflection, streams, tape, written, zip,
};

/// What a method with one argument that must be known is made for.
const FIRST: Matter = Args(&[0]);

/// Boxes of numbers.
const BOX: Model = Special(Known(|_| true), boxes::boxed);

/// Texts of numbers.
const DIGITS: Model = Special(Known(concat::is_number), concat::digits);

const TIME: Model = Refused("it waits for time to pass");
/// Differs from run to run.
const HASH: Model = Asked("System.identityHashCode()");
const ORDER: Model =
    Refused("the order of an unmodifiable set or map, which differs from run to run");

const UNDECIDED: Model = Refused(
    "where a collection keeps its elements, and what a change of it does to those who go through it",
);

const LAST_DIGIT: Model =
    Refused("a function of Math whose last digit may differ from machine to machine");

/// Methods of `Math` that may be off by a little; those of `StrictMath` may not.
const INEXACT: [&str; 17] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "expm1",
    "log", "log10", "log1p", "cbrt", "hypot",
];

/// Methods and what stands for them.
const TABLE: &[(&str, Model)] = &[
    // Collections that stand for those of the JDK.
    (
        "java.util.HashMap.byEquals",
        Written(collections::by_equals),
    ),
    (
        "java.util.HashMap.makesHashCodes",
        Written(collections::makes_hash_codes),
    ),
    (
        "java.util.HashMap.comesFirst",
        Asked("HashMap.comesFirst()"),
    ),
    (
        "java.util.HashMap.undecided",
        Refused("which keys of different classes a map compares depends on their hash codes"),
    ),
    ("java.util.ArrayList.undecided", UNDECIDED),
    ("java.util.ArrayDeque.undecided", UNDECIDED),
    // Objects. One thread runs: notifying wakes nobody.
    (
        "java.lang.Object.getClass()Ljava/lang/Class;",
        Written(objects::get_class),
    ),
    ("java.lang.Object.hashCode()I", HASH),
    ("java.lang.System.identityHashCode", HASH),
    (
        "java.lang.Object.clone()Ljava/lang/Object;",
        Written(objects::clone),
    ),
    ("java.lang.Object.notify", Nothing),
    ("java.lang.Object.notifyAll", Nothing),
    ("java.lang.Object.wait(J)V", Written(objects::wait)),
    ("java.lang.Object.wait0(J)V", Written(objects::wait)),
    // Stack traces are not kept: nothing but their text depends on them.
    ("java.lang.Throwable.fillInStackTrace", First),
    (
        "java.lang.Throwable.printStackTrace()V",
        Written(written::print_trace),
    ),
    (
        "java.lang.Throwable.getStackTrace",
        Refused("a stack trace"),
    ),
    (
        "java.lang.StackWalker.getInstance",
        Refused("a stack trace"),
    ),
    (
        "jdk.internal.reflect.Reflection.getCallerClass",
        Refused("the class of the caller"),
    ),
    // Arrays.
    ("java.lang.System.arraycopy", Written(copy::array_copy)),
    (
        "java.lang.reflect.Array.newArray",
        Special(FIRST, classes::new_array),
    ),
    ("java.lang.reflect.Array.getLength", Written(arrays::length)),
    (
        "java.lang.reflect.Array.get(Ljava/lang/Object;I)Ljava/lang/Object;",
        Written(arrays::get),
    ),
    (
        "java.lang.reflect.Array.set(Ljava/lang/Object;ILjava/lang/Object;)V",
        Written(arrays::set),
    ),
    (
        "jdk.internal.util.ArraysSupport.vectorizedMismatch",
        Written(objects::no_vectors),
    ),
    // Classes, as far as their files answer.
    (
        "java.lang.Class.isInstance",
        Special(FIRST, classes::is_instance_of),
    ),
    (
        "java.lang.Class.isAssignableFrom",
        Special(Args(&[0, 1]), classes::is_assignable),
    ),
    ("java.lang.Class.isArray", Fact(|class| class.is_array())),
    (
        "java.lang.Class.isInterface",
        Fact(|class| class.is_interface()),
    ),
    (
        "java.lang.Class.isPrimitive",
        Fact(|class| class.is_primitive()),
    ),
    ("java.lang.Class.isEnum", Fact(|class| class.is_enum())),
    ("java.lang.Class.isRecord", Fact(|class| class.is_record())),
    ("java.lang.Class.isHidden", Fact(|class| class.is_hidden())),
    (
        "java.lang.Class.getComponentType",
        Fact(|class| class.component()),
    ),
    (
        "java.lang.Class.componentType",
        Fact(|class| class.component()),
    ),
    (
        "java.lang.Class.getSuperclass",
        Fact(|class| class.superclass()),
    ),
    (
        "java.lang.Class.getModifiers",
        Fact(|class| class.modifiers()),
    ),
    ("java.lang.Class.getName", Fact(|class| class.name())),
    (
        "java.lang.Class.getTypeName",
        Fact(|class| class.type_name()),
    ),
    (
        "java.lang.Class.getCanonicalName",
        Fact(|class| class.canonical_name()),
    ),
    (
        "java.lang.Class.getSimpleName",
        Fact(|class| class.simple_name()),
    ),
    (
        "java.lang.Class.getPackageName",
        Fact(|class| class.package_name()),
    ),
    (
        "java.lang.Class.forName0",
        Special(Args(&[0, 1]), reflection::by_name),
    ),
    (
        "java.lang.Class.getDeclaredField",
        Special(Args(&[0, 1]), reflection::declared_field),
    ),
    (
        "java.lang.Class.getClassLoader",
        Fact(|class| class.loader()),
    ),
    (
        "java.lang.Class.getClassLoader0",
        Fact(|class| class.loader()),
    ),
    (
        "java.lang.Class.desiredAssertionStatus",
        Fact(|class| class.asserts()),
    ),
    (
        "java.lang.Class.getPrimitiveClass",
        Special(FIRST, classes::primitive_class),
    ),
    (
        "java.lang.Class.getEnumConstantsShared",
        Special(FIRST, enums::values),
    ),
    (
        "java.lang.Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
        Special(FIRST, enums::value_of),
    ),
    (
        "java.util.EnumSet.getUniverse",
        Special(FIRST, enums::values),
    ),
    (
        "java.util.EnumMap.getKeyUniverse",
        Special(FIRST, enums::values),
    ),
    // Hash tables with many collisions ask whether keys can be put in order.
    (
        "java.util.HashMap.comparableClassFor",
        Written(written::comparable_class),
    ),
    (
        "java.util.concurrent.ConcurrentHashMap.comparableClassFor",
        Written(written::comparable_class),
    ),
    (
        "$model.Text.comparable",
        Special(FIRST, classes::comparable),
    ),
    // Strings. Their hash is not kept in them, so that a look does not change them.
    (
        "java.lang.String.hashCode()I",
        Written(written::hash_of_string),
    ),
    ("java.lang.String.intern", Special(FIRST, classes::intern)),
    ("java.lang.StringUTF16.isBigEndian", Bool(false)),
    // Formats depend on the locale, as does the text the JDK makes of an index that is outside.
    (
        "java.lang.String.format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
        Special(FIRST, format::format),
    ),
    ("java.lang.String.formatted", Written(written::formatted)),
    (
        "jdk.internal.util.Preconditions.outOfBoundsMessage",
        Written(objects::unreadable),
    ),
    ("$model.Text.unreadable", Written(objects::unreadable)),
    ("$model.Text.order", ORDER),
    ("$model.Text.digits", LAST_DIGIT),
    (
        "$model.Text.refuse",
        Refused("formatting something that may not fit its pattern"),
    ),
    ("java.util.Locale.initDefault", Nothing),
    ("java.util.Locale.getDefault", Written(properties::locale)),
    (
        "java.util.Locale.setDefault",
        Refused("setting the default locale"),
    ),
    // Messages of exceptions are made of numbers, by concatenation (`String.checkIndex`, `ArrayList.outOfBoundsMsg`, the
    // constructors of exceptions for an index) or by these; those of `Preconditions` are above.
    ("java.lang.Byte.valueOf(B)Ljava/lang/Byte;", BOX),
    ("java.lang.Short.valueOf(S)Ljava/lang/Short;", BOX),
    ("java.lang.Character.valueOf(C)Ljava/lang/Character;", BOX),
    ("java.lang.Integer.valueOf(I)Ljava/lang/Integer;", BOX),
    ("java.lang.Long.valueOf(J)Ljava/lang/Long;", BOX),
    ("java.lang.Integer.toString(I)Ljava/lang/String;", DIGITS),
    ("java.lang.Integer.toString(II)Ljava/lang/String;", DIGITS),
    ("java.lang.Integer.toHexString", DIGITS),
    ("java.lang.Integer.toOctalString", DIGITS),
    ("java.lang.Integer.toBinaryString", DIGITS),
    ("java.lang.Long.toString(J)Ljava/lang/String;", DIGITS),
    ("java.lang.Long.toString(JI)Ljava/lang/String;", DIGITS),
    ("java.lang.Long.toHexString", DIGITS),
    ("java.lang.Long.toOctalString", DIGITS),
    ("java.lang.Long.toBinaryString", DIGITS),
    ("java.lang.Float.toString(F)Ljava/lang/String;", DIGITS),
    ("java.lang.Double.toString(D)Ljava/lang/String;", DIGITS),
    // Numbers.
    (
        "java.lang.Float.floatToRawIntBits",
        Written(objects::raw_bits),
    ),
    (
        "java.lang.Double.doubleToRawLongBits",
        Written(objects::raw_bits),
    ),
    (
        "java.lang.Float.intBitsToFloat",
        Written(objects::from_bits),
    ),
    (
        "java.lang.Double.longBitsToDouble",
        Written(objects::from_bits),
    ),
    ("java.lang.Math.abs(F)F", Written(objects::absolute)),
    ("java.lang.Math.abs(D)D", Written(objects::absolute)),
    ("java.lang.Math.sqrt", Written(objects::square_root)),
    ("java.lang.Math.pow", Written(written::power)),
    ("java.lang.StrictMath.log", Special(FIRST, logarithms::log)),
    ("java.lang.StrictMath.sqrt", Written(objects::square_root)),
    // Memory by number: an offset is a slot of an object, an element one slot.
    (
        "jdk.internal.misc.Unsafe.objectFieldOffset(Ljava/lang/reflect/Field;)J",
        Special(Args(&[1]), reflection::offset_of),
    ),
    (
        "jdk.internal.misc.Unsafe.objectFieldOffset(Ljava/lang/Class;Ljava/lang/String;)J",
        Special(Args(&[1, 2]), reflection::offset_of_named),
    ),
    ("jdk.internal.misc.Unsafe.arrayBaseOffset", Int(0)),
    ("jdk.internal.misc.Unsafe.arrayIndexScale", Int(1)),
    (
        "java.util.concurrent.atomic.AtomicLong.VMSupportsCS8",
        Bool(true),
    ),
    ("jdk.internal.misc.Unsafe.loadFence", Nothing),
    ("jdk.internal.misc.Unsafe.storeFence", Nothing),
    ("jdk.internal.misc.Unsafe.fullFence", Nothing),
    ("jdk.internal.misc.Unsafe.storeStoreFence", Nothing),
    ("jdk.internal.misc.Unsafe.loadLoadFence", Nothing),
    ("jdk.internal.misc.Unsafe.isBigEndian", Bool(false)),
    ("jdk.internal.misc.Unsafe.unpark", Written(objects::unpark)),
    ("jdk.internal.misc.Unsafe.park", Written(objects::park)),
    (
        "java.lang.invoke.MethodHandles.lookup",
        Refused("the class of the caller"),
    ),
    (
        "java.lang.invoke.MethodHandles.privateLookupIn",
        Written(objects::lookup),
    ),
    (
        "java.lang.invoke.MethodHandles.arrayElementVarHandle",
        Special(FIRST, handles::of_elements),
    ),
    (
        "java.lang.invoke.MethodHandles$Lookup.findVarHandle",
        Special(Args(&[1, 2, 3]), handles::of_field),
    ),
    (
        "java.lang.invoke.MethodHandles$Lookup.findStaticVarHandle",
        Special(Args(&[1, 2, 3]), handles::of_static),
    ),
    ("java.lang.invoke.VarHandle.<clinit>()V", Nothing),
    ("java.lang.invoke.VarHandle.fullFence", Nothing),
    ("java.lang.invoke.VarHandle.acquireFence", Nothing),
    ("java.lang.invoke.VarHandle.releaseFence", Nothing),
    ("java.lang.invoke.VarHandle.loadLoadFence", Nothing),
    ("java.lang.invoke.VarHandle.storeStoreFence", Nothing),
    ("java.lang.invoke.VarHandle.withInvokeExactBehavior", First),
    ("java.lang.invoke.VarHandle.withInvokeBehavior", First),
    // There is one thread, and nobody interrupts it.
    (
        "java.lang.Thread.currentCarrierThread",
        Written(objects::current_thread),
    ),
    (
        "java.lang.Thread.currentThread",
        Written(objects::current_thread),
    ),
    ("java.lang.Thread.isAlive", Written(objects::is_alive)),
    ("java.lang.Thread.interrupted", Bool(false)),
    (
        "java.lang.Thread.isInterrupted",
        Written(objects::is_interrupted),
    ),
    (
        "java.lang.Runtime.freeMemory",
        Asked("Runtime.freeMemory()"),
    ),
    ("java.lang.Runtime.maxMemory", Asked("Runtime.maxMemory()")),
    (
        "java.lang.Runtime.totalMemory",
        Asked("Runtime.totalMemory()"),
    ),
    ("java.lang.Thread.onSpinWait", Nothing),
    ("java.lang.Thread.yield", Nothing),
    ("java.lang.Thread.sleep", TIME),
    // Whether it waits at all depends on the other thread.
    (
        "java.lang.Thread.join",
        Refused("the end of another thread"),
    ),
    ("java.lang.Thread.start", Refused("starting another thread")),
    ("java.lang.Thread.getName", Refused("the name of a thread")),
    ("java.lang.Thread.getId", Asked("Thread.getId()")),
    ("java.lang.Thread.threadId", Asked("Thread.threadId()")),
    // Nothing is ever collected; the thread that would tell is not there.
    ("java.lang.ref.Reference.<clinit>()V", Nothing),
    (
        "java.lang.ref.Reference.clear0",
        Written(written::clear_reference),
    ),
    (
        "java.lang.ref.Reference.refersTo0",
        Written(written::refers_to),
    ),
    ("java.lang.ref.Finalizer.<clinit>()V", Nothing),
    ("jdk.internal.ref.CleanerImpl.start", Nothing),
    ("java.lang.Runtime.gc", Nothing),
    // The machine's start, which is never seen: streams, properties, archives.
    ("java.lang.System.<clinit>()V", Written(streams::system)),
    (
        "java.lang.System.lineSeparator",
        Written(properties::line_separator),
    ),
    // The machine's own libraries are there.
    ("jdk.internal.loader.BootLoader.<clinit>()V", Nothing),
    ("jdk.internal.loader.BootLoader.loadLibrary", Nothing),
    ("java.lang.System.getSecurityManager", Nothing),
    (
        "java.lang.System.getProperty",
        Special(FIRST, properties::property),
    ),
    (
        "java.lang.System.getProperties",
        Refused("the system properties"),
    ),
    ("java.lang.System.exit", Refused("the end of the machine")),
    ("java.lang.Runtime.exit", Refused("the end of the machine")),
    ("java.lang.Runtime.halt", Refused("the end of the machine")),
    (
        "sun.security.action.GetPropertyAction.privilegedGetProperties",
        Written(streams::properties),
    ),
    ("jdk.internal.util.StaticProperty.<clinit>()V", Nothing),
    (
        "jdk.internal.util.StaticProperty.javaLocaleUseOldISOCodes",
        Text(""),
    ),
    (
        "java.lang.System.getenv(Ljava/lang/String;)Ljava/lang/String;",
        Special(FIRST, properties::variable),
    ),
    ("java.lang.System.getenv", Refused("the environment")),
    (
        "java.security.AccessController.getStackAccessControlContext",
        Nothing,
    ),
    (
        "java.security.AccessController.getInheritedAccessControlContext",
        Nothing,
    ),
    (
        "java.security.AccessController.doPrivileged(Ljava/security/PrivilegedAction;)Ljava/lang/Object;",
        Written(written::run_action),
    ),
    (
        "java.security.AccessController.doPrivileged(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;",
        Written(written::run_throwing_action),
    ),
    (
        "jdk.internal.access.SharedSecrets.getJavaLangAccess",
        Written(streams::java_lang_access),
    ),
    (
        "jdk.internal.misc.VM.getSavedProperty",
        Special(FIRST, properties::property),
    ),
    ("jdk.internal.misc.VM.initialize", Nothing),
    ("jdk.internal.misc.VM.isBooted", Bool(true)),
    ("jdk.internal.misc.VM.isModuleSystemInited", Bool(true)),
    ("jdk.internal.misc.VM.initLevel()I", Int(4)),
    ("jdk.internal.misc.CDS.isDumpingClassList0", Bool(false)),
    ("jdk.internal.misc.CDS.isDumpingArchive0", Bool(false)),
    ("jdk.internal.misc.CDS.isSharingEnabled0", Bool(false)),
    ("jdk.internal.misc.CDS.getCDSConfigStatus", Int(0)),
    ("jdk.internal.misc.CDS.initializeFromArchive", Nothing),
    // Any seed will do: what depends on it, the order of unmodifiable sets and maps, is refused below.
    ("jdk.internal.misc.CDS.getRandomSeedForDumping", Int(1)),
    (
        "java.util.ImmutableCollections$Set12.iterator",
        Written(written::iterator_of_one),
    ),
    ("java.util.ImmutableCollections$Set12.toArray", ORDER),
    ("java.util.ImmutableCollections$SetN.toArray", ORDER),
    (
        "java.util.ImmutableCollections$SetN$SetNIterator.<init>",
        ORDER,
    ),
    (
        "java.util.ImmutableCollections$MapN$MapNIterator.<init>",
        ORDER,
    ),
    // Time and chance.
    (
        "java.lang.System.currentTimeMillis",
        Asked("System.currentTimeMillis()"),
    ),
    ("java.lang.System.nanoTime", Asked("System.nanoTime()")),
    (
        "java.time.Clock.currentInstant",
        Written(objects::current_instant),
    ),
    // Checksums, and what is compressed, are answers: which bytes they are of is not followed.
    ("java.util.zip.CRC32.update(II)I", Asked("CRC32.update()")),
    ("java.util.zip.CRC32.updateBytes0", Asked("CRC32.update()")),
    (
        "java.util.zip.CRC32.updateByteBuffer0",
        Asked("CRC32.update()"),
    ),
    (
        "java.util.zip.Adler32.update(II)I",
        Asked("Adler32.update()"),
    ),
    (
        "java.util.zip.Adler32.updateBytes(I[BII)I",
        Asked("Adler32.update()"),
    ),
    (
        "java.util.zip.Adler32.updateByteBuffer(IJII)I",
        Asked("Adler32.update()"),
    ),
    ("java.util.zip.Deflater.init(IIZ)J", Written(zip::deflater)),
    ("java.util.zip.Deflater.end(J)V", Nothing),
    ("java.util.zip.Deflater.reset(J)V", Nothing),
    (
        "java.util.zip.Deflater.setDictionary(J[BII)V",
        Written(zip::set_dictionary),
    ),
    (
        "java.util.zip.Deflater.getAdler(J)I",
        Asked("Deflater.getAdler()"),
    ),
    (
        "java.util.zip.Deflater.deflateBytesBytes",
        Written(zip::deflate),
    ),
    ("java.util.zip.Inflater.init(Z)J", Int(1)),
    ("java.util.zip.Inflater.end(J)V", Nothing),
    ("java.util.zip.Inflater.reset(J)V", Nothing),
    (
        "java.util.zip.Inflater.setDictionary(J[BII)V",
        Written(zip::set_dictionary),
    ),
    (
        "java.util.zip.Inflater.getAdler(J)I",
        Asked("Inflater.getAdler()"),
    ),
    (
        "java.util.zip.Inflater.inflateBytesBytes",
        Written(zip::inflate),
    ),
    // What filters read and write.
    ("$model.stream.Tape.length()I", Written(tape::length)),
    ("$model.stream.Tape.symbol", Written(tape::symbol)),
    ("$model.stream.Tape.most", Written(tape::most)),
    ("$model.stream.Tape.write", Written(tape::write)),
    ("$model.stream.Tape.lags", Written(tape::lags)),
    ("$model.stream.Tape.run", Written(tape::run)),
    ("$model.stream.Tape.text", Written(tape::text)),
    ("$model.stream.Tape.characters", Written(tape::array)),
    ("$model.stream.Tape.bytes", Written(tape::array)),
    ("$model.stream.Tape.isInput", Written(tape::is_input)),
    ("$model.stream.Tape.piece", Written(tape::piece)),
    ("$model.stream.Tape.isPiece", Written(tape::is_piece)),
    ("$model.stream.Tape.from", Written(tape::from)),
    ("$model.stream.Tape.to", Written(tape::to)),
    ("$model.stream.Tape.written", Written(tape::written)),
    ("$model.stream.Tape.isWritten", Written(tape::is_written)),
    ("$model.stream.Tape.print", Written(tape::print)),
    ("$model.stream.Tape.room", Special(One, tape::room)),
    (
        "$model.stream.Tape.reads",
        Refused("it reads what it has written"),
    ),
    (
        "$model.stream.Tape.changes",
        Refused("it changes what it has written before"),
    ),
    (
        "$model.stream.Tape.another",
        Refused("it makes the StringBuilder of its result more than once"),
    ),
    (
        "$model.stream.Tape.gives",
        Refused("what it gives is not all that it has put together, and nothing else"),
    ),
    (
        "$model.stream.Tape.whole",
        Refused("what only the whole input, or the machine, could tell"),
    ),
    (
        "$model.stream.Tape.closed",
        Refused("a stream is used after it was closed"),
    ),
    ("$model.stream.Tape.nothing", Written(tape::nothing)),
    (
        "$model.stream.Tape.unflushed",
        Refused(
            "System.out.write leaves what it writes in a buffer, and the program ends without a flush: it is lost",
        ),
    ),
    // Streams of ours.
    ("$model.Input.read", Refused("the standard input")),
    ("$model.Input.available", Refused("the standard input")),
    ("$model.Silence.printf", Refused("printing by a format")),
    ("$model.Silence.format", Refused("printing by a format")),
    (
        "$model.Silence.write([B)V",
        Refused("writing bytes to a standard stream"),
    ),
    (
        "$model.Silence.write([BII)V",
        Refused("writing bytes to a standard stream"),
    ),
    (
        "$model.Silence.checkError",
        Refused("whether a standard stream works"),
    ),
    ("$model.Silence.append(C)Ljava/io/PrintStream;", First),
    (
        "$model.Silence.append",
        Refused("appending to a standard stream"),
    ),
];

/// What stands for the function of this name, `java.lang.Object.hashCode()I`.
pub(super) fn find(name: &str) -> Option<Model> {
    let (path, _) = name.split_once('(')?;
    if let Some((_, model)) = TABLE.iter().find(|(key, _)| *key == name || *key == path) {
        return Some(*model);
    }
    let (class, method) = path.rsplit_once('.')?;
    by_class(class, method, &name[path.len()..])
}

/// What stands for native methods that many classes have: those that make themselves known to the machine.
pub(super) fn of_natives(name: &str) -> Option<Model> {
    let (path, _) = name.split_once('(')?;
    let known = path.ends_with(".registerNatives") || path.ends_with(".initIDs");
    known.then_some(Nothing)
}

/// What stands for a native that is made for its arguments. Calls that say their own type are no methods of a class file,
/// so that the table has no lines for them.
pub(super) fn special(native: &Native<'_>) -> Option<Model> {
    let class = native.internal_class();
    if is_concatenation(&class) {
        return Some(Special(Known(concat::is_number), concat::concatenate));
    }
    if is_polymorphic(&class, native.method) {
        return Some(Special(FIRST, handles::used));
    }
    find(native.name)
}

/// What holds for all methods of a class that the table does not name. Objects of some classes are made without their
/// constructors, so that code which looks into them would see what is not there.
fn by_class(class: &str, method: &str, descriptor: &str) -> Option<Model> {
    let unless =
        |allowed: &[&str], why: &'static str| (!allowed.contains(&method)).then_some(Closed(why));
    match class {
        "jdk.internal.misc.Unsafe" => memory::model(method, descriptor),
        "java.lang.Math" if INEXACT.contains(&method) => Some(LAST_DIGIT),
        "java.lang.Class" => unless(&OF_CLASSES, "reflection on a class"),
        "java.lang.Thread" => unless(&OF_THREADS, "what only threads know"),
        "java.lang.System" => unless(
            &["currentTimeMillis", "nanoTime"],
            "what the machine was started with",
        ),
        "java.lang.invoke.MethodHandles$Lookup" => unless(&["lookupClass"], "a method handle"),
        "java.lang.invoke.VarHandle" => Some(Refused("a variable handle")),
        "java.lang.reflect.Field" => Some(Refused("reflection on a field")),
        "jdk.internal.misc.VM" => unless(
            &["<clinit>", "isSystemDomainLoader"],
            "what the machine was started with",
        ),
        "jdk.internal.util.StaticProperty" if properties::ALWAYS_SET.contains(&method) => {
            Some(Written(properties::set))
        }
        "jdk.internal.util.StaticProperty" => Some(Refused("the system properties")),
        "java.util.logging.Logger" => logging::model(method, descriptor),
        "jdk.internal.loader.BootLoader" => unless(&[], "what the machine was started with"),
        _ => None,
    }
}

/// Methods of `Thread` that look at nothing but the variables of the thread.
const OF_THREADS: [&str; 5] = [
    "<clinit>",
    "isVirtual",
    "threadLocals",
    "setThreadLocals",
    "inheritableThreadLocals",
];

/// Methods of `Class` whose bytecode asks nothing but what is answered here.
const OF_CLASSES: [&str; 9] = [
    "<clinit>",
    "runtimeSetup",
    "cast",
    "cannotCastMsg",
    "toString",
    "getEnumConstants",
    "asSubclass",
    "arrayType",
    "forName",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_method_stands_in_the_table_twice() {
        let names: BTreeSet<&str> = TABLE.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), TABLE.len());
    }
}
