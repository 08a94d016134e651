import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs sequences of calls on real objects. Arguments: folders and jars. Input, a line each:
 * "class NAME" begins a sequence with classes loaded afresh, assertions on;
 * "new DESCRIPTOR ARG…" calls a constructor, "from NAME DESCRIPTOR ARG…" a static method that stands for one,
 * "call NAME DESCRIPTOR ARG…" a method on the object made last.
 * Answers, a line for each of these: "returned", "returned VALUE", "threw CLASS", "absent" if there is no
 * object to call, "broken WHY" if the call cannot be made, "hangs" if it does not end: then the rest of its sequence
 * has no answers.
 *
 * A reference is "null"; "this"; "@N", the N-th object that was passed or returned; a text in quotes;
 * "array DESCRIPTOR LENGTH ARG…"; "const CLASS NAME" for what a static field holds;
 * "make CLASS METHOD DESCRIPTOR ARG…" for what a constructor or static method gives;
 * "blank CLASS COUNT (CLASS FIELD DESCRIPTOR ARG)…" for an object that no constructor made;
 * "held CLASS FIELD ARG" for what a field of the object that is called holds, or ARG if that is null;
 * "same N ARG" for the N-th argument of the same call, or ARG if that is null.
 */
public class Replay {
    /** Seconds that are waited for a call, and calls that may be left hanging before nothing more is tried. */
    private static final long PATIENCE = Long.getLong("patience", 60);
    private static final int MOST_HANGING = 5;
    /** Methods that were seen to hang. */
    private static final Set<String> HUNG = ConcurrentHashMap.newKeySet();

    public static void main(String[] roots) throws Exception {
        URL[] urls = new URL[roots.length];
        for (int i = 0; i < roots.length; i++) urls[i] = new File(roots[i]).toURI().toURL();
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8");
        // What is printed by the classes must not look like an answer.
        PrintStream nowhere = new PrintStream(new java.io.ByteArrayOutputStream() {
            @Override public void write(int b) { }
            @Override public void write(byte[] b, int from, int length) { }
        });
        System.setOut(nowhere);
        System.setErr(nowhere);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        int hanging = 0;
        String line = in.readLine();
        while (line != null && hanging < MOST_HANGING) {
            Sequence sequence = new Sequence(new Replay(urls, line.split(" ")[1]));
            for (line = in.readLine(); line != null && !line.startsWith("class "); line = in.readLine()) {
                sequence.calls.add(line.split(" "));
            }
            if (!sequence.answered(out)) hanging++;
        }
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Calls that are made one after the other, by a thread that can be left behind. */
    private static final class Sequence extends Thread {
        private final Replay replay;
        private final List<String[]> calls = new ArrayList<>();
        private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

        Sequence(Replay replay) {
            this.replay = replay;
            setDaemon(true);
        }

        @Override public void run() {
            for (String[] call : calls) {
                // What was seen to hang once is not tried again.
                answers.add(HUNG.contains(named(call)) ? "hangs" : replay.answer(new Words(call)));
            }
        }

        /** Prints the answers; whether nothing is left hanging. */
        boolean answered(PrintStream out) throws InterruptedException {
            start();
            for (String[] call : calls) {
                String answer = answers.poll(PATIENCE, TimeUnit.SECONDS);
                out.println(answer == null ? "hangs" : answer);
                if (answer == null) return !HUNG.add(named(call));
                if (answer.equals("hangs")) return true;
            }
            return true;
        }

        private static String named(String[] call) {
            return call[0].equals("new") ? call[1] : call[1] + call[2];
        }
    }

    private static final class Words {
        private final String[] words;
        private int at = 0;

        Words(String[] words) {
            this.words = words;
        }

        String next() {
            return words[at++];
        }
    }

    private static final Map<Class<?>, Map<String, Executable>> KNOWN = new HashMap<>();

    private final ClassLoader loader;
    private final Class<?> type;
    private final Map<String, Executable> entries;
    /** What was passed or returned. */
    private final List<Object> earlier = new ArrayList<>();
    private Object object;
    /** The arguments of the call that is being made. */
    private Object[] made;

    private Replay(URL[] urls, String name) throws Exception {
        URLClassLoader loader = new URLClassLoader(urls);
        loader.setDefaultAssertionStatus(true);
        this.loader = loader;
        type = Class.forName(name, false, loader);
        boolean lasts = type.getClassLoader() == null;
        entries = lasts ? KNOWN.computeIfAbsent(type, t -> new HashMap<>()) : new HashMap<>();
    }

    private String answer(Words words) {
        try {
            String how = words.next();
            if (how.equals("new")) {
                Constructor<?> constructor = constructor(words.next());
                Object[] arguments = arguments(constructor, words);
                object = null;
                object = constructor.newInstance(arguments);
                return "returned";
            }
            Method method = method(words.next(), words.next());
            if (how.equals("from")) {
                Object[] arguments = arguments(method, words);
                object = null;
                object = method.invoke(null, arguments);
                return "returned";
            }
            if (object == null && !Modifier.isStatic(method.getModifiers())) return "absent";
            Object result = method.invoke(object, arguments(method, words));
            if (method.getReturnType() == void.class) return "returned";
            String shown = shown(result, method.getReturnType(), 3);
            if (result != null && !method.getReturnType().isPrimitive()) earlier.add(result);
            return "returned " + shown;
        } catch (InvocationTargetException e) {
            return "threw " + e.getCause().getClass().getName();
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            return "threw " + e.getClass().getName();
        } catch (Throwable e) {
            return "broken " + e;
        }
    }

    private Constructor<?> constructor(String descriptor) {
        return (Constructor<?>) entries.computeIfAbsent("<init>" + descriptor, key -> {
            for (Constructor<?> c : type.getDeclaredConstructors()) {
                if (descriptor(c, void.class).equals(descriptor)) {
                    c.setAccessible(true);
                    return c;
                }
            }
            throw new IllegalArgumentException("no constructor " + descriptor);
        });
    }

    private Method method(String name, String descriptor) {
        return (Method) entries.computeIfAbsent(name + descriptor, key -> {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                Method found = declared(c, name, descriptor);
                if (found != null) return found;
            }
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                Method found = inherited(c, name, descriptor);
                if (found != null) return found;
            }
            throw new IllegalArgumentException("no method " + name + descriptor);
        });
    }

    private static Method inherited(Class<?> c, String name, String descriptor) {
        for (Class<?> above : c.getInterfaces()) {
            Method found = declared(above, name, descriptor);
            if (found == null) found = inherited(above, name, descriptor);
            if (found != null) return found;
        }
        return null;
    }

    private static Method declared(Class<?> c, String name, String descriptor) {
        for (Method m : c.getDeclaredMethods()) {
            if (m.getName().equals(name) && descriptor(m, m.getReturnType()).equals(descriptor)) {
                m.setAccessible(true);
                return m;
            }
        }
        return null;
    }

    private static String descriptor(Executable executable, Class<?> result) {
        return MethodType.methodType(result, executable.getParameterTypes()).toMethodDescriptorString();
    }

    /** The arguments of a call; new objects among them are remembered. */
    private Object[] arguments(Executable executable, Words words) throws Exception {
        Class<?>[] types = executable.getParameterTypes();
        Object[] arguments = new Object[types.length];
        List<Object> fresh = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            String word = words.words[words.at];
            made = arguments;
            arguments[i] = argument(types[i], words);
            boolean known = types[i].isPrimitive() || word.equals("this") || word.startsWith("@");
            if (!known && arguments[i] != null) fresh.add(arguments[i]);
        }
        earlier.addAll(fresh);
        return arguments;
    }

    private Object argument(Class<?> type, Words words) throws Exception {
        String word = words.next();
        if (type == boolean.class) return Boolean.valueOf(word);
        if (type == byte.class) return Byte.valueOf(word);
        if (type == short.class) return Short.valueOf(word);
        if (type == char.class) return (char) Integer.parseInt(word);
        if (type == int.class) return Integer.valueOf(word);
        if (type == long.class) return Long.valueOf(word);
        if (type == float.class) return Float.intBitsToFloat(Integer.parseUnsignedInt(word, 16));
        if (type == double.class) return Double.longBitsToDouble(Long.parseUnsignedLong(word, 16));
        if (word.startsWith("\"")) return unquoted(word);
        if (word.startsWith("@")) return earlier.get(Integer.parseInt(word.substring(1)));
        switch (word) {
            case "null": return null;
            case "this": return object;
            case "array": return array(words);
            case "const": return constant(words);
            case "make": return made(words);
            case "blank": return blank(words);
            case "held": return otherwise(held(words), type, words);
            case "same": return otherwise(made[Integer.parseInt(words.next())], type, words);
            default: throw new IllegalArgumentException("no " + type + " can be made of " + word);
        }
    }

    private Object held(Words words) throws Exception {
        Field field = named(words.next()).getDeclaredField(words.next());
        field.setAccessible(true);
        return field.get(object);
    }

    /** What stands for nothing is made in any case: it stands in the line. */
    private Object otherwise(Object one, Class<?> type, Words words) throws Exception {
        Object other = argument(type, words);
        return one == null ? other : one;
    }

    private Class<?> named(String name) throws Exception {
        return Class.forName(name, true, loader);
    }

    private Class<?> described(String descriptor) {
        return MethodType.fromMethodDescriptorString("(" + descriptor + ")V", loader).parameterType(0);
    }

    private Object array(Words words) throws Exception {
        Class<?> element = described(words.next()).getComponentType();
        Object array = Array.newInstance(element, Integer.parseInt(words.next()));
        for (int i = 0; i < Array.getLength(array); i++) Array.set(array, i, argument(element, words));
        return array;
    }

    private Object constant(Words words) throws Exception {
        Field field = named(words.next()).getDeclaredField(words.next());
        field.setAccessible(true);
        return field.get(null);
    }

    private Object made(Words words) throws Exception {
        Class<?> maker = named(words.next());
        String name = words.next();
        MethodType descriptor = MethodType.fromMethodDescriptorString(words.next(), loader);
        Object[] arguments = new Object[descriptor.parameterCount()];
        for (int i = 0; i < arguments.length; i++) arguments[i] = argument(descriptor.parameterType(i), words);
        if (name.equals("<init>")) {
            Constructor<?> constructor = maker.getDeclaredConstructor(descriptor.parameterArray());
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        }
        Method method = maker.getDeclaredMethod(name, descriptor.parameterArray());
        method.setAccessible(true);
        return method.invoke(null, arguments);
    }

    private Object blank(Words words) throws Exception {
        Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        Method allocate = unsafe.getType().getMethod("allocateInstance", Class.class);
        Object blank = allocate.invoke(unsafe.get(null), named(words.next()));
        for (int left = Integer.parseInt(words.next()); left > 0; left--) {
            Field field = named(words.next()).getDeclaredField(words.next());
            field.setAccessible(true);
            field.set(blank, argument(described(words.next()), words));
        }
        return blank;
    }

    /** Texts, boxed numbers and what arrays hold is shown; other objects by their class, or as one seen before. */
    private String shown(Object value, Class<?> type, int depth) {
        if (value == null) return "null";
        if (type.isPrimitive()) return scalar(value);
        if (value instanceof String) return quoted((String) value);
        Class<?> own = value.getClass();
        if (value instanceof Number && own.getName().startsWith("java.lang.") || value instanceof Character
            || value instanceof Boolean) {
            return own.getName() + "(" + scalar(value) + ")";
        }
        String seen = seen(value);
        if (seen != null) return seen;
        if (own.isArray() && depth > 0) {
            StringBuilder shown = new StringBuilder(own.getTypeName()).append('{');
            for (int i = 0; i < Array.getLength(value); i++) {
                Class<?> element = own.getComponentType();
                shown.append(shown(Array.get(value, i), element, depth - 1)).append(',');
            }
            return shown.append('}').toString();
        }
        String name = own.getTypeName();
        return name.contains("$$Lambda") ? "lambda" : name;
    }

    private String seen(Object value) {
        if (value == object) return "this";
        for (int i = 0; i < earlier.size(); i++) if (earlier.get(i) == value) return "@" + i;
        return null;
    }

    private static String scalar(Object value) {
        if (value instanceof Character) return Integer.toString((Character) value);
        if (value instanceof Float) return Integer.toHexString(Float.floatToIntBits((Float) value));
        if (value instanceof Double) return Long.toHexString(Double.doubleToLongBits((Double) value));
        return value.toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c > ' ' && c < 127 && c != '\\') quoted.append(c);
            else quoted.append(String.format("\\u%04x", (int) c));
        }
        return quoted.append('"').toString();
    }

    private static String unquoted(String word) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < word.length() - 1; i++) {
            if (word.charAt(i) == '\\') {
                text.append((char) Integer.parseInt(word.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                text.append(word.charAt(i));
            }
        }
        // Always a new object, even an empty one.
        return new String(text);
    }
}
