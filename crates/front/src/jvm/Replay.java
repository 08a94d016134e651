import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Runs sequences of calls on real objects. Arguments: folders and jars. Input, a line each:
 * "class NAME" begins a sequence with classes loaded afresh, assertions on;
 * "new DESCRIPTOR ARG…" calls a constructor, "call NAME DESCRIPTOR ARG…" a method on the object made last.
 * Answers, a line for each "new" and "call": "returned", "returned VALUE", "threw CLASS", "absent" if there is no
 * object to call.
 */
public class Replay {
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
        Replay replay = null;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("class")) {
                replay = new Replay(urls, words[1]);
            } else {
                out.println(replay.answer(words));
            }
        }
        out.flush();
    }

    private final Class<?> type;
    private Object object;

    private Replay(URL[] urls, String name) throws Exception {
        URLClassLoader loader = new URLClassLoader(urls);
        loader.setDefaultAssertionStatus(true);
        type = Class.forName(name, false, loader);
    }

    private String answer(String[] words) throws Exception {
        try {
            if (words[0].equals("new")) {
                object = null;
                Constructor<?> constructor = constructor(words[1]);
                object = constructor.newInstance(arguments(constructor, words, 2));
                return "returned";
            }
            Method method = method(words[1], words[2]);
            if (object == null && !Modifier.isStatic(method.getModifiers())) return "absent";
            Object result = method.invoke(object, arguments(method, words, 3));
            return method.getReturnType() == void.class ? "returned" : "returned " + shown(result, method.getReturnType());
        } catch (InvocationTargetException e) {
            return "threw " + e.getCause().getClass().getName();
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            return "threw " + e.getClass().getName();
        }
    }

    private Constructor<?> constructor(String descriptor) {
        for (Constructor<?> c : type.getDeclaredConstructors()) {
            if (descriptor(c, void.class).equals(descriptor)) {
                c.setAccessible(true);
                return c;
            }
        }
        throw new IllegalArgumentException("no constructor " + descriptor);
    }

    private Method method(String name, String descriptor) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Method found = declared(c, name, descriptor);
            if (found != null) return found;
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            Method found = inherited(c, name, descriptor);
            if (found != null) return found;
        }
        throw new IllegalArgumentException("no method " + name + descriptor);
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

    private static Object[] arguments(Executable executable, String[] words, int first) {
        Class<?>[] types = executable.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) arguments[i] = argument(types[i], words[first + i]);
        return arguments;
    }

    private static Object argument(Class<?> type, String word) {
        if (type == boolean.class) return Boolean.valueOf(word);
        if (type == byte.class) return Byte.valueOf(word);
        if (type == short.class) return Short.valueOf(word);
        if (type == char.class) return (char) Integer.parseInt(word);
        if (type == int.class) return Integer.valueOf(word);
        if (type == long.class) return Long.valueOf(word);
        if (type == float.class) return Float.intBitsToFloat(Integer.parseUnsignedInt(word, 16));
        if (type == double.class) return Double.longBitsToDouble(Long.parseUnsignedLong(word, 16));
        if (word.equals("null")) return null;
        throw new IllegalArgumentException("no " + type + " can be made of " + word);
    }

    /** References show their class alone, strings their text: identity is not compared. */
    private static String shown(Object value, Class<?> type) {
        if (value == null) return "null";
        if (type == char.class) return Integer.toString((Character) value);
        if (type == float.class) return Integer.toHexString(Float.floatToIntBits((Float) value));
        if (type == double.class) return Long.toHexString(Double.doubleToLongBits((Double) value));
        if (value instanceof String) return quoted((String) value);
        return type.isPrimitive() ? value.toString() : value.getClass().getTypeName();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c > ' ' && c < 127) quoted.append(c);
            else quoted.append("\\u").append(Integer.toHexString(c));
        }
        return quoted.append('"').toString();
    }
}
